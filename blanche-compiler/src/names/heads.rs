//! Assigns ids to derived predicates, rules, exports and scores. Only their heads are examined.

use blanche_sorted::{Arrange, SortedMap};

use super::declaration_checks::{brought, has_too_many_arguments};
use super::model::error_recovery::ReportedOnce;
use super::model::{Declared, Heads, RuleItem};
use super::player_sides::{self, Player, Players};
use super::{open_predicates, ownership};
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::{
    Extern, GameQuestion, Predicate, PredicateId, PredicateKind, PreferenceWorth, Rule, RuleId, RuleKind,
};
use crate::runtime::Weights;
use crate::syntax::ast::{self, ItemKind, Term};

/// Collects the heads of all clauses and rules.
pub(super) fn collect<'a>(resolver: &mut Heads<'a>, items: &[&'a ast::Item]) {
    let of = |wanted: fn(&ItemKind) -> bool| -> Vec<&'a ast::Item> {
        items.iter().copied().filter(|item| wanted(&item.kind)).collect()
    };
    for item in items {
        if let ItemKind::Derivation(derivation) = &item.kind {
            derivation_head(resolver, item, &derivation.head);
        }
    }
    let mut rules = of(|kind| matches!(kind, ItemKind::Rule(_)));
    rules.arrange_by_key(|item| Head::of(item).level);
    named(resolver, &rules, "rule");
    open_predicates::add_empty(resolver);
    asks(resolver);
    let exported = of(|kind| matches!(kind, ItemKind::Export(_)));
    name_arguments(resolver, &exported);
    exports(resolver, &exported);
    named(resolver, &of(|kind| matches!(kind, ItemKind::Score(_))), "score");
}

/// The parts of a rule, score, move or preference that come before its premise.
struct Head<'a> {
    name: &'a ast::Name,
    side: &'a ast::Side,
    level: u32,
    kind: RuleKind,
    up_to_symmetry: bool,
    when_named: bool,
}

impl Head<'_> {
    fn of(item: &ast::Item) -> Head<'_> {
        let head =
            |name, side, kind| Head { name, side, level: 0, kind, up_to_symmetry: false, when_named: false };
        match &item.kind {
            ItemKind::Rule(ast::Rule { name, side, level, .. }) => {
                Head { level: level.value, ..head(name, side, RuleKind::Rule) }
            }
            // The weights are resolved later, together with the variables.
            ItemKind::Score(ast::Score { name, side, up_to_symmetry, when_named, .. }) => {
                let kind = RuleKind::Score(Weights::fixed(0, 0));
                let (up_to_symmetry, when_named) = (up_to_symmetry.is_some(), when_named.is_some());
                Head { up_to_symmetry, when_named, ..head(name, side, kind) }
            }
            ItemKind::Move(ast::Move { name, side, .. }) => {
                head(name, side, RuleKind::Game(GameQuestion::Move))
            }
            ItemKind::Preference(ast::Preference { name, side, worth, up_to_symmetry, .. }) => {
                let worth = match worth {
                    ast::Worth::Number(number) => Some(number.value),
                    ast::Worth::Variable(_) => None,
                };
                let kind = RuleKind::Preference(PreferenceWorth { worth });
                Head { up_to_symmetry: up_to_symmetry.is_some(), ..head(name, side, kind) }
            }
            _ => unreachable!("nothing else has such a head"),
        }
    }
}

fn derivation_head<'a>(resolver: &mut Heads<'a>, item: &'a ast::Item, head: &ast::Atom) {
    let (name, arity) = (&head.predicate.text, head.arguments.len());
    if has_too_many_arguments(resolver, head) || ownership::refuse(resolver, head) {
        return;
    }
    let known = resolver.predicate(name, arity);
    if let Some(id) = known.filter(|id| !resolver.clauses.contains_key(id)) {
        let predicate = resolver.program.predicate(id);
        if let Some(message) = brought(resolver, id, head.predicate.span, "it cannot also be derived") {
            resolver.report(message);
            return;
        }
        let (what, hint) = match predicate.kind {
            PredicateKind::Equal | PredicateKind::Comparison(_) | PredicateKind::Aggregate(_) => {
                ("built in", "give the derivation another name")
            }
            PredicateKind::Facts(_) | PredicateKind::Derived(_) => {
                ("stated by facts", "give the derivation another name and let it use the facts")
            }
            PredicateKind::Action { .. } => {
                ("an action", "give the derivation another name, or another number of arguments")
            }
            PredicateKind::Extern(Extern { state: Some(_), .. }) => {
                ("a state", "give the derivation another name, or another number of arguments")
            }
            PredicateKind::Extern(_) => {
                ("answered by the host", "give the derivation another name, or another number of arguments")
            }
        };
        let title = format!("`{}` is already {what}", predicate.signature());
        let place = head.predicate.span;
        let stated = resolver.stated.get(&id).copied();
        if let Some(fact) = stated.filter(|fact| resolver.blamed(*fact, place).0 == *fact) {
            stated_too(resolver, id, fact, place);
            return;
        }
        let mut message = Diagnostic::new(Code::Redefined, title, place, "it cannot also be derived");
        if let Some(declared) = stated.or_else(|| resolver.declared_at(id)) {
            message = message.and(declared, "it is already defined here");
        }
        resolver.report(message.hint(hint));
        return;
    }
    let id = known.unwrap_or_else(|| {
        let predicate = Predicate::new(name, parameters(head), PredicateKind::Derived(Vec::new()));
        let predicate = Predicate { span: Some(head.predicate.span), ..predicate };
        let predicate = open_predicates::as_declared(resolver, predicate);
        resolver.add_predicate(predicate)
    });
    let predicate = &mut resolver.program.predicates[id.index()];
    if predicate.doc.is_empty() {
        predicate.doc = item.doc.clone();
    }
    resolver.clauses.entry(id).or_default().push(item);
}

/// Gives names to arguments that are constants in the first clause. The names are taken from the variables of other
/// clauses or of an export.
fn name_arguments(resolver: &mut Heads<'_>, exports: &[&ast::Item]) {
    let Heads { declared, clauses, .. } = resolver;
    for (id, items) in clauses {
        let predicate = &mut declared.program.predicates[id.index()];
        if (0..predicate.arity()).all(|at| predicate.parameters[at] != unnamed(at)) {
            continue;
        }
        let heads = items.iter().filter_map(|item| match &item.kind {
            ItemKind::Derivation(derivation) => Some(&derivation.head),
            _ => None,
        });
        let exported = exports.iter().filter_map(|item| match &item.kind {
            ItemKind::Export(export) => Some(&export.atom),
            _ => None,
        });
        let exported = exported.filter(|atom| {
            atom.predicate.text == predicate.name && atom.arguments.len() == predicate.arity()
        });
        let atoms: Vec<&ast::Atom> = exported.chain(heads).collect();
        for at in 0..predicate.arity() {
            if predicate.parameters[at] != unnamed(at) {
                continue;
            }
            let names = atoms.iter().filter_map(|atom| match &atom.arguments[at] {
                Term::Variable(name) if !ast::is_local(&name.text) => Some(&name.text),
                _ => None,
            });
            let is_free = |name: &&String| !predicate.parameters.contains(name);
            if let Some(name) = names.into_iter().find(is_free) {
                predicate.parameters[at].clone_from(name);
            }
        }
    }
}

/// The placeholder name of an argument that no clause names.
fn unnamed(at: usize) -> String {
    format!("Argument{}", at + 1)
}

/// Reports facts of a predicate that a more widely shared file defines by clauses. There is one message for all of the
/// clauses.
fn stated_too(resolver: &mut Declared<'_>, id: PredicateId, fact: Span, clause: Span) {
    if resolver.is_reported(ReportedOnce::Mixed(id), clause) {
        return;
    }
    let title = format!("`{}` is already derived", resolver.program.predicate(id).signature());
    let message = Diagnostic::new(Code::Redefined, title, fact, "it cannot also be stated")
        .and(clause, "it is already defined here")
        .hint("give the fact another name, and derive this from it");
    resolver.report(message);
}

fn parameters(head: &ast::Atom) -> Vec<String> {
    head.arguments
        .iter()
        .enumerate()
        .map(|(at, term)| match term {
            Term::Variable(name) => name.text.clone(),
            Term::Constant(_) | Term::Sum(_) | Term::Call(_) | Term::Error(_) => unnamed(at),
        })
        .collect()
}

/// Adds the rules of items with a name and a player (rules, scores, moves, preferences). Reports duplicates of name
/// and player, and colours that are no players.
pub(super) fn named<'a>(resolver: &mut Heads<'a>, items: &[&'a ast::Item], noun: &str) {
    let mut seen: SortedMap<(String, String), Head<'_>> = SortedMap::new();
    for item in items {
        let head = Head::of(item);
        let Players { players, problems, sound } = player_sides::players(resolver, head.side);
        let key = |player: &Player| (head.name.text.clone(), player.text.clone());
        let twice: Vec<&Player> = players.iter().filter(|player| seen.contains_key(&key(player))).collect();
        if let Some(first) = twice.first().and_then(|player| seen.get(&key(player))) {
            let colours: Vec<&str> = twice.iter().map(|player| player.text.as_str()).collect();
            let is_first = resolver.blamed(first.name.span, head.name.span).0 == first.name.span;
            let (again, first) = if is_first { (first, &head) } else { (&head, first) };
            let message = two_of_a_name(again, first, &colours.join(" and "), noun);
            resolver.report(message);
            resolver.recovery.rule_omitted();
            continue;
        }
        seen.extend(players.iter().map(|player| (key(player), Head::of(item))));
        problems.into_iter().for_each(|problem| resolver.report(problem));
        let first = resolver.program.rules.len();
        let rule = |player| {
            let rule = unresolved(head.kind, item, head.name, head.level, player);
            Rule { up_to_symmetry: head.up_to_symmetry, when_named: head.when_named, ..rule }
        };
        resolver.program.rules.extend(players.into_iter().map(|player| rule(Some(player))));
        let rules = first..resolver.program.rules.len();
        resolver.rules.push(RuleItem { item, rules, sound });
    }
}

/// A rule or similar item whose premise is not resolved yet; `player` is `None` if it belongs to no player.
pub(super) fn unresolved(
    kind: RuleKind,
    item: &ast::Item,
    name: &ast::Name,
    level: u32,
    player: Option<Player>,
) -> Rule {
    let (colour, side) = player.map_or((None, Vec::new()), |player| (Some(player.value), player.variables));
    Rule {
        kind,
        name: name.text.clone(),
        colour,
        side,
        level,
        plays: 0,
        given: 0,
        variables: Vec::new(),
        answer: Vec::new(),
        body: Vec::new(),
        up_to_symmetry: false,
        when_named: false,
        doc: item.doc.clone(),
        name_span: name.span,
        span: item.span,
        text: crate::syntax::print_item(item),
    }
}

fn two_of_a_name(head: &Head<'_>, first: &Head<'_>, colours: &str, noun: &str) -> Diagnostic {
    let every = |head: &Head<'_>| match &head.side.player {
        Term::Variable(name) => format!(", where `{}` stands for every player", name.text),
        Term::Constant(_) | Term::Sum(_) | Term::Call(_) | Term::Error(_) => String::new(),
    };
    let name = head.name;
    let title = format!("there are two {noun}s `{}` for {colours}", name.text);
    Diagnostic::new(Code::DeclaredTwice, title, name.span, format!("here again{}", every(head)))
        .and(first.name.span, format!("the first one{}", every(first)))
        .hint(format!("a name and a colour identify one {noun}; give this one another name"))
}

/// Adds the exports. Two exports with the same name and player are reported. An export without a player must be the
/// only export of its name.
fn exports<'a>(resolver: &mut Heads<'a>, items: &[&'a ast::Item]) {
    let mut seen: Vec<(&ast::Export, Option<Player>)> = Vec::new();
    for item in items {
        let ItemKind::Export(tree) = &item.kind else { continue };
        let (players, sound) = match &tree.side {
            None => (vec![None], true),
            Some(side) => {
                let Players { players, problems, sound } = player_sides::players(resolver, side);
                problems.into_iter().for_each(|problem| resolver.report(problem));
                (players.into_iter().map(Some).collect(), sound)
            }
        };
        let name = &tree.atom.predicate;
        let text = |player: &Option<Player>| player.as_ref().map(|player| player.text.clone());
        let first = players.iter().find_map(|player| {
            let same = |other: &Option<Player>| match (text(other), text(player)) {
                (Some(one), Some(another)) => one == another,
                _ => true,
            };
            let mut namesakes = seen.iter().filter(|(other, _)| other.atom.predicate.text == name.text);
            namesakes.find(|(_, other)| same(other)).map(|(first, _)| (*first, text(player)))
        });
        if let Some((first, player)) = first {
            let whom = player.map_or_else(String::new, |player| format!(" for {player}"));
            let title = format!("`{}` is exported twice{whom}", name.text);
            let (again, first) = resolver.blamed(first.atom.predicate.span, name.span);
            let message = Diagnostic::new(Code::DeclaredTwice, title, again, "repeated here")
                .and(first, "the first time")
                .hint("a program asks for an export by its name, and by its player if it has one");
            resolver.report(message);
            resolver.recovery.rule_omitted();
            continue;
        }
        seen.extend(players.iter().map(|player| (tree, player.clone())));
        let first = resolver.program.rules.len();
        let rule = |player| unresolved(RuleKind::Export, item, name, 0, player);
        resolver.program.rules.extend(players.into_iter().map(rule));
        let rules = first..resolver.program.rules.len();
        resolver.rules.push(RuleItem { item, rules, sound });
    }
}

/// Resolves the names of the rules that extern predicates query. A name refers to the rules of this name for all
/// colours.
fn asks(resolver: &mut Declared<'_>) {
    for (id, names) in resolver.asks.clone() {
        let found: Vec<RuleId> = (0..resolver.program.rules.len() as u32)
            .map(RuleId)
            .filter(|rule| names.iter().any(|name| name.text == resolver.program.rule(*rule).name))
            .collect();
        if let PredicateKind::Extern(external) = &mut resolver.program.predicates[id.index()].kind {
            external.asks = Some(found);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::check_text;
    use crate::diagnostic::Diagnostic;

    const PROGRAM: &str = "\
        sort color = none, white, black words Color\n\
        sort field = a, b, c words Field\n\
        extern color(Field: field, Color: color): (bound, free) gives one, (free, bound) gives about 2\n\
        action place(Player: color, Field: field) growing\n\
        players white, black\n\
        lone(Field) :- color(Field, none), color(Field2_, none), ¬equal(Field, Field2_)\n\
        extern beside(Field: field, Other: field): (bound, free) gives about 2\n\
        near(Field, Field2) :- beside(Field, Field2), color(Field2, none)\n";

    fn problems(exports: &str) -> Vec<Diagnostic> {
        // Without this rule, the predicate would be reported as unused once its export is dropped.
        let uses = "rule r for white at level 0 if lone(Field), near(Field, Field_2)\n";
        check_text("test.blanche", &format!("{PROGRAM}{uses}{exports}\n")).1
    }

    #[test]
    fn an_export_of_a_predicate_that_can_be_queried_is_accepted() {
        for export in [
            "export lone(Field)",
            "export lone(Field) for black",
            "export color(Field, Color) for Color",
            "export color(Field, Color) for Color against Other\n% `Other` is of no use",
            "export color(Field, none)",
            "export lone(Field) for white\nexport lone(Field2) for black",
        ] {
            let titles: Vec<String> = problems(export).into_iter().map(|message| message.title).collect();
            let expected: &[&str] = if export.contains("Other") { &["`Other` occurs once"] } else { &[] };
            assert_eq!(titles, expected, "{export}");
        }
    }

    #[test]
    fn a_mistake_in_an_export_is_reported_once() {
        for (export, title) in [
            ("export alone(Field)", "there is no predicate `alone`"),
            ("export lone(Field, Color)", "there is no `lone` with 2 arguments"),
            ("export place(Color, Field)", "`place` is an action"),
            ("export near(Field, Field2)", "`near/2` needs `Field` bound by its caller"),
            ("export lone(Field_)", "a local variable in an export"),
            ("export lone(Field) for Field", "`Field` cannot stand for a player"),
            ("export lone(Field) for none", "`none` is not a player"),
            ("export lone(Field)\nexport lone(Field2)", "`lone` is exported twice"),
            ("export lone(Field)\nexport lone(Field) for white", "`lone` is exported twice for white"),
            (
                "export lone(Field) for black\nexport lone(Field) for Color",
                "`lone` is exported twice for black",
            ),
            ("export", "an `export` that cannot be parsed"),
            ("export lone(Field) by black", "an `export` that cannot be parsed"),
            ("exports lone(Field)", "a line that is not an item"),
        ] {
            let titles: Vec<String> = problems(export).into_iter().map(|message| message.title).collect();
            assert_eq!(titles, [title], "{export}");
        }
    }

    #[test]
    fn scores_are_identified_by_name_and_colour() {
        let score = |name: &str, side: &str| {
            format!("score {name} for {side} attacking 2 defending 1 if lone(Field)\n")
        };
        let said = |scores: String| -> Vec<String> {
            problems(&scores).into_iter().map(|message| message.title).collect()
        };
        // A rule and an export may have the same name.
        assert_eq!(said(score("r", "white") + "export lone(Field)"), [] as [&str; 0]);
        assert_eq!(said(score("s", "white") + &score("s", "black")), [] as [&str; 0]);
        assert_eq!(said(score("s", "white") + &score("s", "Color")), ["there are two scores `s` for white"]);
        assert_eq!(said(score("s", "none")), ["`none` is not a player"]);
        assert_eq!(said(score("s", "Color against Other")), ["`Other` occurs once"]);
        let same = "the scores `s` and `t` are the same";
        assert_eq!(said(score("s", "white") + &score("t", "white")), [same]);
    }

    #[test]
    fn an_argument_is_named_after_an_export_or_a_later_clause() {
        let text = format!(
            "{PROGRAM}sort level = 1 to 9 words Level\nworth(Field, 1) :- lone(Field)\nworth(Field, 3) :- near(Field, Field_)\n\
             export worth(Field, Level)\nrank(1, Field) :- lone(Field)\nrank(Level, Field) :- worth(Field, Level)\n\
             only(1, Field) :- lone(Field)\n"
        );
        let mut sources = crate::files::Sources::default();
        let id = sources.add("test.blanche", text.as_bytes());
        let parsed = crate::syntax::parse(&sources, id);
        let program =
            crate::names::resolve(&sources, &[&parsed.file], Default::default(), false, None).program;
        let arguments = |name: &str| {
            let predicate = program.predicates.iter().find(|predicate| predicate.name == name);
            predicate.map(|predicate| predicate.parameters.join(", ")).unwrap_or_default()
        };
        assert_eq!(arguments("worth"), "Field, Level");
        assert_eq!(arguments("rank"), "Level, Field");
        assert_eq!(arguments("only"), "Argument1, Field");
    }

    #[test]
    fn a_mistake_in_a_score_is_reported_once() {
        for (premise, title) in [
            ("alone(Field)", "there is no predicate `alone`"),
            ("lone(Color)", "`Color` is a `color`, but `lone/1` expects a `field` here"),
            ("near(Field, Field2)", "`near/2` needs `Field` bound by its caller"),
            ("color(Field, white), color(Field, none)", "these can never hold together"),
            ("lone(Field), ¬color(b, Color)", "nothing binds `Color`"),
        ] {
            let score = format!("score s for white attacking 2 defending 1 if {premise}");
            let titles: Vec<String> = problems(&score).into_iter().map(|message| message.title).collect();
            assert_eq!(titles, [title], "{premise}");
        }
    }

    #[test]
    fn a_predicate_in_a_score_is_used() {
        let score = "score s for white attacking 2 defending 1 if lone(Field)\n";
        let titles: Vec<String> =
            check_text("t.blanche", &format!("{PROGRAM}{score}")).1.into_iter().map(|m| m.title).collect();
        assert_eq!(titles, ["`near/2` is unused"]);
    }

    #[test]
    fn an_exported_predicate_is_used() {
        let text = format!("{PROGRAM}export lone(Field)\nexport color(Field, none)\n");
        let titles: Vec<String> = check_text("t.blanche", &text).1.into_iter().map(|m| m.title).collect();
        assert_eq!(titles, ["`near/2` is unused"]);
    }
}
