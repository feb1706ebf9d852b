//! `B0610`: a rule that queries a rule of the same level or of a higher level.
//!
//! A level is the number of moves within which a win is reached. Extern predicates may query rules. If a premise
//! requires what such a rule finds, the moves of that rule are still to be played. Negations are not checked, because a
//! premise at any level may require that an opponent does *not* win within many moves.

use blanche_sorted::SortedMap;

use super::Items;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::{Atom, PredicateId, PredicateKind, Program, Rule, RuleId, RuleKind};

/// For each predicate, the rule with the highest level among the rules that it queries.
type Highest = SortedMap<PredicateId, RuleId>;

/// Reports rules that query rules with too many moves. Callees must come before their callers in `callees_first`.
pub(super) fn check(
    program: &Program,
    callees_first: impl Iterator<Item = PredicateId>,
    items: &Items<'_>,
) -> Vec<Diagnostic> {
    let mut highest = Highest::new();
    for (at, predicate) in program.predicates.iter().enumerate() {
        let PredicateKind::Extern(external) = &predicate.kind else { continue };
        let asked = external.asks.iter().flatten().copied();
        if let Some(rule) = asked.max_by_key(|id| program.rule(*id).level) {
            highest.insert(PredicateId(at as u32), rule);
        }
    }
    if highest.is_empty() {
        return Vec::new();
    }
    for id in callees_first {
        let PredicateKind::Derived(clauses) = &program.predicate(id).kind else { continue };
        let goals = clauses.iter().flat_map(|clause| &clause.body);
        let mut rules = Vec::new();
        goals.for_each(|goal| {
            goal.atoms(&mut |atom, denied| rules.extend(queried_rule(&highest, atom, denied)))
        });
        if let Some(rule) = rules.into_iter().max_by_key(|id| program.rule(*id).level) {
            highest.insert(id, rule);
        }
    }
    let mut found = Vec::new();
    for rule in program.rule_texts().filter(|rule| rule.kind == RuleKind::Rule) {
        for goal in &rule.body {
            goal.atoms(&mut |atom, denied| {
                let asked = queried_rule(&highest, atom, denied).map(|id| program.rule(id));
                found.extend(asked.filter(|asked| takes_as_long(asked, rule)).map(|asked| {
                    message(program, rule, asked, atom)
                        .and(items.head(asked.span), "the rule that is asked for")
                }));
            });
        }
    }
    found
}

fn queried_rule(highest: &Highest, atom: &Atom, denied: bool) -> Option<RuleId> {
    highest.get(&atom.predicate).copied().filter(|_| !denied)
}

/// Whether a queried rule takes at least as many moves as the rule that queries it. Rules of level 0 may be queried
/// anywhere, since they describe won positions.
fn takes_as_long(asked: &Rule, rule: &Rule) -> bool {
    asked.level > 0 && asked.level >= rule.level
}

fn message(program: &Program, rule: &Rule, asked: &Rule, atom: &Atom) -> Diagnostic {
    let name = &program.predicate(atom.predicate).name;
    let title = format!("the rule `{}` wins within {}", rule.name, moves(rule.level));
    let label = format!("`{name}` asks `{}`, which takes {}", asked.name, moves(asked.level));
    Diagnostic::new(Code::LevelTooLow, title, atom.span, label)
        .hint("give this rule a higher level, or ask for what is won in fewer moves")
}

fn moves(level: u32) -> String {
    match level {
        1 => "1 move".to_owned(),
        level => format!("{level} moves"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::codes;
    use crate::diagnostic::Code;

    const DOMAIN: &str = "domain d\n\
        sort field of 9 like a1 words Field playable\n\
        players white, black\n\
        extern near(Field1: field, Field2: field): (free, free) gives about 9\n\
        extern wins(Field: field) asks leap: (bound) tests 1 in 10\n\
        good(Field) :- near(Field, Field_), wins(Field)\n\
        rule leap for white at level 3 plays Field1 if near(Field1, Field2)\n";

    fn too_low(level: u32, premise: &str) -> bool {
        let rule = format!("rule step for black at level {level} plays Field1 if {premise}\n");
        codes(&format!("{DOMAIN}{rule}")).contains(&Code::LevelTooLow)
    }

    #[test]
    fn a_rule_that_queries_a_rule_of_its_level_or_above_is_reported() {
        assert!(too_low(1, "near(Field1, Field_), wins(Field1)"));
        assert!(too_low(3, "near(Field1, Field_), wins(Field1)"));
        assert!(!too_low(5, "near(Field1, Field_), wins(Field1)"));
    }

    #[test]
    fn levels_are_checked_through_derivations() {
        assert!(too_low(1, "good(Field1)"));
        assert!(!too_low(5, "good(Field1)"));
    }

    #[test]
    fn a_negated_rule_may_have_any_level() {
        assert!(!too_low(1, "near(Field1, Field_), ¬wins(Field1)"));
    }
}
