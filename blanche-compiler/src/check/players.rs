//! `B0616`: a rule for a player whose premise has a variable for players and does not mention the rule's own player.
//! Such a rule may apply because of another player's stones: `rule fill for left … if three(Line, Side)` claims a win
//! for `left` because of a line of the opponent.
//!
//! A premise mentions the player if it contains the player's constant, a variable after `for` or `against`, or a
//! predicate without a player argument that does so. Local variables are excluded, because they explicitly allow any
//! player.

use blanche_sorted::SortedSet;

use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::files::{Sources, Span};
use crate::program::{
    Atom, EQUAL, Goal, Origin, PredicateId, PredicateKind, Program, Rule, RuleKind, SortId, Term, VariableId,
};
use crate::runtime::Value;
use crate::syntax;

/// Reports rules, scores and preferences about any player rather than their own.
pub(super) fn check(sources: &Sources, program: &Program) -> Vec<Diagnostic> {
    let Some(player_sort) = program.player_sort else { return Vec::new() };
    let named = Named { program, root: program.sort(player_sort).root };
    let is_asked =
        |kind: RuleKind| matches!(kind, RuleKind::Rule | RuleKind::Score(_) | RuleKind::Preference(_));
    let rules = program.rule_texts().filter(|rule| is_asked(rule.kind));
    rules.filter_map(|rule| message(sources, program, rule, &named.variables(rule)?)).collect()
}

/// Determines which players a premise mentions.
struct Named<'p> {
    program: &'p Program,
    /// The root sort of the players: the outermost sort that contains them.
    root: SortId,
}

impl Named<'_> {
    /// The named player variables of a premise that does not mention the rule's own player; `None` if the premise
    /// mentions that player.
    fn variables(&self, rule: &Rule) -> Option<Vec<VariableId>> {
        let player = rule.colour?;
        if rule.side.iter().any(|variable| variable.uses > 0) {
            return None;
        }
        let mut found = SortedSet::new();
        let mut is_named = false;
        let mut asked = Vec::new();
        each_atom(&rule.body, &mut |atom| {
            let is_player = |at: &usize| self.sort(atom, *at) == Some(self.root);
            let players: Vec<usize> = (0..atom.arguments.len()).filter(is_player).collect();
            is_named |= players.iter().any(|at| atom.arguments[*at] == Term::Constant(player));
            is_named |= self.program.predicate(atom.predicate).origin == Origin::Game;
            if players.is_empty() {
                asked.push(atom.predicate);
            }
            found.extend(players.iter().filter_map(|at| match atom.arguments[*at] {
                Term::Variable(id) => Some(id),
                Term::Constant(_) | Term::Host(..) => None,
            }));
        });
        found.retain(|id| {
            let variable = &rule.variables[id.index()];
            !variable.local && self.program.sort(variable.sort).contains(player)
        });
        found.retain(|id| !rule.played().contains(id));
        (!found.is_empty() && !is_named && !self.speak_of(asked, player)).then(|| found.into_iter().collect())
    }

    /// The root sort of an argument.
    fn sort(&self, atom: &Atom, at: usize) -> Option<SortId> {
        let predicate = self.program.predicate(atom.predicate);
        let sort = if atom.predicate == EQUAL {
            atom.compared
        } else {
            (!predicate.sorts.is_empty()).then(|| predicate.sort(at))
        };
        sort.map(|sort| self.program.sort(sort).root)
    }

    /// Whether one of these predicates mentions the player, directly or through a predicate that it depends on.
    fn speak_of(&self, mut asked: Vec<PredicateId>, player: Value) -> bool {
        let name = self.program.player(player);
        let mut seen: SortedSet<PredicateId> = asked.iter().copied().collect();
        while let Some(id) = asked.pop() {
            let predicate = self.program.predicate(id);
            if predicate.name.split('.').any(|part| part == name) {
                return true;
            }
            let PredicateKind::Derived(clauses) = &predicate.kind else { continue };
            let mut is_named = false;
            for clause in clauses {
                each_atom(&clause.body, &mut |atom| {
                    let mut terms = atom.arguments.iter().enumerate();
                    is_named |= terms.any(|(at, term)| {
                        *term == Term::Constant(player) && self.sort(atom, at) == Some(self.root)
                    });
                    if seen.insert(atom.predicate) {
                        asked.push(atom.predicate);
                    }
                });
            }
            if is_named {
                return true;
            }
        }
        false
    }
}

fn each_atom<'p>(goals: &'p [Goal], each: &mut impl FnMut(&'p Atom)) {
    goals.iter().for_each(|goal| goal.atoms(&mut |atom, _| each(atom)));
}

fn message(
    sources: &Sources,
    program: &Program,
    rule: &Rule,
    variables: &[VariableId],
) -> Option<Diagnostic> {
    let first = &rule.variables[variables.first()?.index()];
    let (player, whose) = match rule.side.first() {
        Some(variable) => (variable.name.clone(), variable.span),
        None => (program.player(rule.colour?), rule.name_span),
    };
    let title = format!("the premise does not name `{player}`");
    let label = format!("`{}` may be any player", first.name);
    let message = Diagnostic::new(Code::PlayerNotNamed, title, first.span, label)
        .and(whose, format!("this is for `{player}`"))
        .hint(format!(
            "write `{player}` for the player of the rule, or `{}_` if any player will do",
            first.name
        ));
    let [_] = variables else { return Some(message) };
    let is_place = |token: &Span| rule.span.encloses(*token) && sources.text(*token) == first.name;
    let places = syntax::tokens(sources, rule.span.file).into_iter().filter(is_place);
    let edits = places.map(|span| Edit { span, text: player.clone() }).collect();
    let mut message = message.fixes(format!("write `{player}`: other answers, of its player alone"), edits);
    if let Some(fix) = &mut message.fix {
        fix.on_demand = true;
    }
    Some(message)
}

#[cfg(test)]
mod tests {
    use super::super::tests::problems;
    use crate::diagnostic::Code;

    const GAME: &str = "domain d\n\
        sort line of 9 like a1 words Line playable\n\
        sort mark = none, white, black words Mark\n\
        sort player = white, black part of mark\n\
        players white, black\n\
        extern line(Line: line, Mark: mark): (free, free) gives about 9\n\
        three(Line, Mark) :- line(Line, Mark)\n\
        white.line(Line) :- line(Line, white)\n\
        own(Line) :- white.line(Line)\n\
        empty(Line) :- line(Line, none)\n";

    /// The labelled texts of the messages, and the texts that their fixes insert.
    fn labels_and_fixes(rule: &str) -> Vec<(String, Option<String>)> {
        let text = format!("{GAME}{rule}\n");
        let found = problems(&text);
        let found = found.iter().filter(|message| message.code == Code::PlayerNotNamed);
        let written = |message: &crate::diagnostic::Diagnostic| {
            message.fix.as_ref().map(|fix| fix.edits.iter().map(|edit| edit.text.clone()).collect())
        };
        found.map(|message| (text[message.label.span.range()].to_owned(), written(message))).collect()
    }

    #[test]
    fn a_player_variable_is_reported_if_the_premise_omits_the_player() {
        let one = |variable: &str, fix: &str| vec![(variable.to_owned(), Some(fix.to_owned()))];
        assert_eq!(
            labels_and_fixes("rule r for white at level 1 plays Line if three(Line, Mark)"),
            one("Mark", "white")
        );
        let twice = "rule r for white at level 1 plays Line if three(Line, White), line(Line, White)";
        assert_eq!(labels_and_fixes(twice), one("White", "whitewhite"));
        assert_eq!(
            labels_and_fixes("rule r for Player at level 1 plays Line if three(Line, Mark)"),
            one("Mark", "Player")
        );
        let score = "score s for white attacking 1 defending 1 if three(Line, Mark), empty(Line)";
        assert_eq!(labels_and_fixes(score), one("Mark", "white"));
        let several = "rule r for white at level 1 plays Line if three(Line, Mark1), three(Line, Mark2)";
        assert_eq!(labels_and_fixes(several), [("Mark1".to_owned(), None)]);
    }

    #[test]
    fn a_premise_that_names_the_player_may_have_player_variables() {
        for premise in [
            "three(Line, Mark), line(Line, white)",
            "three(Line, Mark), equal(Mark, white)",
            "three(Line, Mark), white.line(Line)",
            "three(Line, Mark), own(Line)",
            "three(Line, Mark_)",
            "empty(Line)",
            "three(Line, black)",
        ] {
            assert_eq!(
                labels_and_fixes(&format!("rule r for white at level 1 plays Line if {premise}")),
                [],
                "{premise}"
            );
        }
        let other =
            "rule r for Player against Other at level 1 plays Line if three(Line, Mark), line(Line, Other)";
        assert_eq!(labels_and_fixes(other), []);
    }
}
