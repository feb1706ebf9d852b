//! Resolves rules, exports, scores and queries: their players, what they play, and the order of their answers.

use blanche_sorted::{Arrange, SortedMap, SortedSet};

use super::bodies::body_goals;
use super::model::error_recovery::ReportedOnce;
use super::model::scope::Scope;
use super::model::{Bodies, Declared, RuleItem};
use super::unused_definitions::uses_from_outside;
use super::{games, inference, ranges, weights};
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::{
    PredicateId, PredicateKind, Program, Rule, RuleKind, SortId, SortKind, Term, VariableId, occurrences,
};
use crate::spelling::list;
use crate::syntax::ast::{self, ItemKind};

/// Resolves every rule, export and score, in this order, and the queries of the game.
pub(super) fn resolve(resolver: &mut Bodies<'_>) {
    for text in std::mem::take(&mut resolver.rules) {
        resolver.around = Some(text.item);
        let resolved = resolve_text(resolver, &text);
        resolver.around = None;
        if resolved.is_none() {
            resolver.recovery.rule_omitted();
            if let ItemKind::Move(_) = text.item.kind {
                games::move_left_out(resolver);
            }
        }
    }
}

/// The names of the rules that extern predicates can query.
fn rule_names(program: &Program) -> SortedSet<&str> {
    let rules = program.rules.iter().filter(|rule| rule.kind == RuleKind::Rule);
    rules.map(|rule| rule.name.as_str()).collect()
}

/// Resolves a rule or similar item once, then substitutes each player for the variables of its side.
fn resolve_text(resolver: &mut Bodies<'_>, text: &RuleItem<'_>) -> Option<()> {
    let (exported, always);
    let (side, tree) = match &text.item.kind {
        ItemKind::Rule(tree) => (Some(&tree.side), &tree.body),
        ItemKind::Export(tree) => {
            exported = ast::Body::of_atom(tree.atom.clone());
            (tree.side.as_ref(), &exported)
        }
        ItemKind::Score(tree) => (Some(&tree.side), &tree.body),
        ItemKind::Move(ast::Move { side, body: Some(body), .. }) => (Some(side), body),
        ItemKind::Move(tree) => {
            // A move without a premise is possible for all combinations of the values that it plays.
            always = ast::Body { span: tree.head.after(), branches: vec![Vec::new()] };
            (Some(&tree.side), &always)
        }
        ItemKind::Preference(tree) => (Some(&tree.side), &tree.body),
        ItemKind::Margin(tree) => (Some(&tree.side), &tree.body),
        ItemKind::Draw(tree) => (None, &tree.body),
        ItemKind::Claims(tree) => (None, &tree.body),
        _ => unreachable!("only these are texts that are asked"),
    };
    let mut scope = side.map(Scope::of_side).unwrap_or_default();
    if let ItemKind::Move(ast::Move { body: None, plays, .. }) = &text.item.kind {
        plays.iter().for_each(|name| drop(scope.term(&ast::Term::Variable(name.clone()))));
    }
    let goals = body_goals(resolver, &mut scope, tree);
    // The players are unknown, so nothing can be concluded about the variables for them.
    if !text.sound {
        return None;
    }
    let (scope, mut goals) = inference::infer(resolver, scope, goals)?;
    let (plays, answer) = match &text.item.kind {
        ItemKind::Rule(ast::Rule { plays, .. }) if !plays.is_empty() => {
            plays_no_more_than_a_host_takes(resolver, plays)?;
            let played = all_played(resolver, plays, &scope)?;
            is_playable(resolver, &plays[0], played[0], &scope)?;
            (played.len(), answer_order(&scope, &played))
        }
        ItemKind::Rule(_) | ItemKind::Score(_) => (0, answer_order(&scope, &[])),
        ItemKind::Move(ast::Move { plays, .. }) => {
            let played = all_played(resolver, plays, &scope)?;
            (played.len(), played)
        }
        ItemKind::Preference(tree) => {
            let mut first = all_played(resolver, &tree.plays, &scope)?;
            let plays = first.len();
            if let ast::Worth::Variable(name) = &tree.worth {
                first.push(worth(resolver, name, &scope)?);
            }
            (plays, answer_order(&scope, &first))
        }
        ItemKind::Margin(tree) => (0, games::counted(resolver, &tree.counts, &scope)?),
        ItemKind::Draw(_) | ItemKind::Claims(_) => (0, Vec::new()),
        // Variables are added to the scope in the order of the text.
        _ => (0, (scope.players as u32..scope.variables.len() as u32).map(VariableId).collect()),
    };
    let players = scope.players;
    let given = (0..players as u32).map(VariableId).collect();
    let wanted = match &text.item.kind {
        ItemKind::Move(_) | ItemKind::Margin(_) => answer.iter().copied().collect(),
        _ => answer[..plays].iter().copied().collect(),
    };
    ranges::add(resolver, &scope.variables, &mut goals, &wanted, &given);
    let weights = match &text.item.kind {
        ItemKind::Score(tree) => Some(weights::of_score(resolver, tree, &scope, &answer)?),
        _ => None,
    };
    let uses = occurrences(&goals);
    let own = |id: VariableId| VariableId(id.0 - players as u32);
    for rule in &mut resolver.program.rules[text.rules.clone()] {
        let Rule { side, body, .. } = rule;
        for (at, variable) in side.iter_mut().enumerate() {
            variable.uses = uses.get(&VariableId(at as u32)).copied().unwrap_or(0);
        }
        body.clone_from(&goals);
        for goal in body {
            goal.replace(&|id| match side.get(id.index()) {
                Some(variable) => Term::Constant(variable.player),
                None => Term::Variable(own(id)),
            });
        }
        if let Some(weights) = weights {
            rule.kind = RuleKind::Score(weights);
        }
        rule.variables = scope.variables[players..].to_vec();
        rule.plays = plays;
        rule.answer = answer.iter().copied().map(own).collect();
    }
    Some(())
}

/// The named variables, in the order in which answers are compared. The played variables come first, and the others
/// follow alphabetically.
fn answer_order(scope: &Scope, played: &[VariableId]) -> Vec<VariableId> {
    let mut answer: Vec<VariableId> = (0..scope.variables.len() as u32)
        .map(VariableId)
        .filter(|id| id.index() >= scope.players && !played.contains(id))
        .filter(|id| !scope.variables[id.index()].local)
        .collect();
    answer.arrange_by(|a, b| scope.variables[a.index()].name.cmp(&scope.variables[b.index()].name));
    answer.splice(0..0, played.iter().copied());
    answer
}

/// Adds a query as the last rule. It belongs to no player and plays nothing.
pub(super) fn resolve_query(resolver: &mut Bodies<'_>, query: &ast::Body) {
    let mut scope = Scope { query: true, ..Scope::default() };
    let goals = body_goals(resolver, &mut scope, query);
    let Some((scope, mut goals)) = inference::infer(resolver, scope, goals) else { return };
    let asked = occurrences(&goals).into_keys().collect();
    ranges::add(resolver, &scope.variables, &mut goals, &asked, &SortedSet::new());
    resolver.program.rules.push(Rule {
        kind: RuleKind::Query,
        name: "query".to_owned(),
        colour: None,
        side: Vec::new(),
        level: 0,
        plays: 0,
        given: 0,
        answer: answer_order(&scope, &[]),
        variables: scope.variables,
        body: goals,
        up_to_symmetry: false,
        when_named: false,
        doc: Vec::new(),
        name_span: query.span,
        span: query.span,
        text: crate::syntax::print_body(query),
    });
}

/// The variables that a move, rule or preference plays. A variable that does not occur in the premise, or that is
/// played twice, is reported.
fn all_played(resolver: &mut Declared<'_>, names: &[ast::Name], scope: &Scope) -> Option<Vec<VariableId>> {
    let mut played: Vec<VariableId> = Vec::new();
    for name in names {
        let id = played_variable(resolver, name, scope, names)?;
        if played.contains(&id) {
            let title = format!("`{}` is played twice", name.text);
            let message = Diagnostic::new(Code::BadMove, title, name.span, "it is already listed");
            resolver.report(message.hint("the played values identify the move; remove one of the two"));
            return None;
        }
        played.push(id);
    }
    (!played.is_empty()).then_some(played)
}

/// The variable whose value is the worth of a move. It must be a number that the premise binds.
fn worth(resolver: &mut Declared<'_>, name: &ast::Name, scope: &Scope) -> Option<VariableId> {
    if ast::is_local(&name.text) {
        return None; // reported by the parser
    }
    let label = match scope.find(&name.text) {
        Some(id) if id.index() >= scope.players => {
            let sort = resolver.program.sort(scope.variables[id.index()].sort);
            if matches!(sort.kind, SortKind::Range(_)) {
                return Some(id);
            }
            format!("this is a `{}`, not a number", sort.name)
        }
        Some(_) => "this is a player, not a number".to_owned(),
        None => "the premise does not mention it".to_owned(),
    };
    let title = format!("`{}` is not a valid worth", name.text);
    let message = Diagnostic::new(Code::BadMove, title, name.span, label);
    resolver.report(message.hint("write a number, or a variable for a number that the premise binds"));
    None
}

/// Reports a rule that plays several values although a host accepts only one value per move.
fn plays_no_more_than_a_host_takes(resolver: &mut Declared<'_>, names: &[ast::Name]) -> Option<()> {
    let [first, second, ..] = names else { return Some(()) };
    if resolver.game.is_there {
        return Some(());
    }
    let rest = first.span.after().to(names.last().map_or(second.span, |last| last.span));
    let message = not_playable(second, "a move of this domain is one value, which comes before it");
    resolver.report(message.fix(format!("play `{}` alone", first.text), rest, ""));
    None
}

/// Reports a rule for a host whose played value belongs to a sort that is not playable. In a game defined in text, the
/// moves determine which values can be played.
fn is_playable(
    resolver: &mut Declared<'_>,
    name: &ast::Name,
    played: VariableId,
    scope: &Scope,
) -> Option<()> {
    if resolver.game.is_there {
        return Some(());
    }
    let program = &resolver.program;
    let sort = scope.variables[played.index()].sort;
    // A value of a part of a sort is also a value of the whole sort.
    let is_playable = (0..program.sorts.len() as u32)
        .map(SortId)
        .any(|whole| program.sort(whole).playable && program.is_part(sort, whole));
    if is_playable {
        return Some(());
    }
    if !resolver.is_reported(ReportedOnce::Unplayable(name.span.file, sort), name.span) {
        let program = &resolver.program;
        let playable = program.sorts.iter().filter(|sort| sort.playable).map(|sort| sort.name.as_str());
        let hint = match playable.collect::<Vec<_>>().as_slice() {
            [] => "no sort of this domain is playable; mark the sort of the moves with `playable`".to_owned(),
            playable => format!("a rule plays a value of {}", list(playable, "or")),
        };
        let label = format!("this is a `{}`", program.sort(sort).name);
        resolver.report(not_playable(name, label).hint(hint));
    }
    None
}

/// The variable with this name after `plays`, which must occur in the premise.
fn played_variable(
    resolver: &mut Declared<'_>,
    name: &ast::Name,
    scope: &Scope,
    all: &[ast::Name],
) -> Option<VariableId> {
    if ast::is_local(&name.text) {
        return None; // reported by the parser
    }
    let Some(id) = scope.find(&name.text) else {
        let message = plays_unbound(resolver, name, scope, all);
        resolver.report(message);
        return None;
    };
    if id.index() < scope.players {
        let label = "this is the player that the rule is for, or the other one";
        resolver.report(not_playable(name, label).hint("name a variable that the premise binds"));
        return None;
    }
    Some(id)
}

fn not_playable(name: &ast::Name, label: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::PlaysSort, format!("`{}` cannot be played", name.text), name.span, label)
}

/// The message about a played variable that does not occur in the premise.
fn plays_unbound(resolver: &Declared<'_>, name: &ast::Name, scope: &Scope, all: &[ast::Name]) -> Diagnostic {
    let title = format!("the premise does not mention `{}`", name.text);
    let message = Diagnostic::new(Code::PlaysUnbound, title, name.span, "this would be played");
    let is_played = |variable: &str| all.iter().any(|played| played.text == variable);
    let names = scope.variables.iter().filter(|variable| !variable.local && !is_played(&variable.name));
    match resolver.speller.nearest(&name.text, names.map(|variable| variable.name.as_str())) {
        Some(near) => message.hint(format!("did you mean `{near}`?")).fix(
            format!("write `{near}`"),
            name.span,
            near.to_owned(),
        ),
        None => message.hint("name a variable that the premise binds"),
    }
}

/// Reports rules that an extern predicate queries (`asks`) although they do not exist. They are reported only if a
/// rule, export, score or query uses the predicate, since other derivations may be meant for programs that have these
/// rules.
pub(super) fn asked_rules_exist(resolver: &mut Declared<'_>) {
    if !resolver.recovery.knows_all_items() {
        return;
    }
    let uses = uses_from_outside(&resolver.program);
    for (id, names) in resolver.asks.clone() {
        let known = rule_names(&resolver.program);
        let Some(place) = first_place(&resolver.program, &uses, id) else { continue };
        let is_missing = |name: &&ast::Name| {
            !known.contains(name.text.as_str()) && !resolver.recovery.is_mentioned_unparsed(&name.text)
        };
        let missing: Vec<&ast::Name> = names.iter().filter(is_missing).collect();
        let (Some(first), Some(last)) = (missing.first(), missing.last()) else { continue };
        let signature = resolver.program.predicate(id).signature();
        let whose = match &resolver.program.base {
            Some(base) => format!("the base `{base}`"),
            None => "this program".to_owned(),
        };
        let texts: Vec<&str> = missing.iter().map(|name| name.text.as_str()).collect();
        let (noun, hint) = match texts.as_slice() {
            [one] => ("a rule", format!("write a rule `{one}`, or do not use `{signature}` here")),
            _ => ("rules", format!("write rules with these names, or do not use `{signature}` here")),
        };
        let asked = first.span.to(last.span);
        let title = format!("`{signature}` asks for {noun} that {whose} does not have");
        let label = format!("this asks for {}", list(&texts, "and"));
        let message =
            Diagnostic::new(Code::AskedRuleMissing, title, place, label).and(asked, "declared here");
        let nearly: Vec<String> = texts
            .iter()
            .filter_map(|text| Some((text, resolver.speller.nearest(text, known.iter().copied())?)))
            .map(|(text, near)| format!("there is a rule `{near}`; rename it or `{text}`"))
            .collect();
        let message = match nearly.is_empty() {
            true => message.hint(hint),
            false => nearly.into_iter().fold(message, Diagnostic::hint),
        };
        resolver.report(message);
    }
}

/// The first use of a predicate, in the order of the files.
fn first_place(program: &Program, uses: &[(PredicateId, Span)], id: PredicateId) -> Option<Span> {
    let file = |place: &Span| program.files.iter().position(|file| *file == place.file);
    let places = uses.iter().filter(|(used, _)| *used == id).map(|(_, place)| *place);
    places.min_by_key(|place| (file(place), place.start))
}

/// Removes rules with mistakes from the program, and all references to these rules.
pub(super) fn drop_unresolved(resolver: &mut Declared<'_>) {
    let kept: Vec<bool> = resolver.program.rules.iter().map(|rule| !rule.body.is_empty()).collect();
    if kept.iter().all(|kept| *kept) {
        return;
    }
    let mut renumbered: SortedMap<u32, u32> = SortedMap::new();
    let mut rules = Vec::new();
    for (at, rule) in std::mem::take(&mut resolver.program.rules).into_iter().enumerate() {
        if kept[at] {
            renumbered.insert(at as u32, rules.len() as u32);
            rules.push(rule);
        }
    }
    resolver.program.rules = rules;
    games::renumber(&mut resolver.program, &renumbered);
    for predicate in &mut resolver.program.predicates {
        if let PredicateKind::Extern(external) = &mut predicate.kind
            && let Some(asks) = &mut external.asks
        {
            *asks = asks
                .iter()
                .filter_map(|id| renumbered.get(&id.0).map(|new| crate::program::RuleId(*new)))
                .collect();
        }
    }
}
