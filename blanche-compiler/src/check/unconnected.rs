//! `B0615`: literals that share no variable with the others, so that all their answers are put beside all answers of the
//! others (a cross product). It is said of rules and scores, where answers count: a variable with an underscore asks whether
//! there is one, and nothing is put beside anything then. What has one answer is no product either.

use std::collections::BTreeSet;

use super::functions::Determined;
use crate::diagnostic::{Code, Diagnostic};
use crate::literals::Literals;
use crate::program::{Atom, EQUAL, Goal, Program, Rule, RuleKind, Term, VariableId, occurrences, variables};
use crate::spelling::list;

/// A longer body was not written by hand.
const MOST_LITERALS: usize = 64;

/// Premises of which a part shares no variable with the rest.
pub(super) fn check(program: &Program, determined: &Determined<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for texts in program.rules.chunk_by(|one, next| one.span == next.span) {
        let rule = &texts[0];
        if !matches!(rule.kind, RuleKind::Rule | RuleKind::Score(_)) || rule.body.len() > MOST_LITERALS {
            continue;
        }
        // What is so for one player only is no reason to change a text for several.
        let alone: Vec<Vec<Part<'_>>> = texts.iter().map(|rule| alone(determined, rule)).collect();
        if let [first, others @ ..] = alone.as_slice() {
            let is_common = |part: &&Part<'_>| {
                others.iter().all(|all| all.iter().any(|other| other.atom.span == part.atom.span))
            };
            found.extend(first.iter().filter(is_common).map(|part| message(program, rule, part)));
        }
    }
    found
}

/// Goals that share variables with each other and with no others.
struct Part<'p> {
    /// Their first literal.
    atom: &'p Atom,
    /// Their variables that are part of an answer.
    named: Vec<VariableId>,
}

/// The parts of a premise that are put beside another one: all but the one that says what is played, or the first.
fn alone<'p>(determined: &Determined<'_>, rule: &'p Rule) -> Vec<Part<'p>> {
    let counted: BTreeSet<VariableId> = rule.answer.iter().copied().collect();
    let mut parts: Vec<(BTreeSet<VariableId>, Vec<&Goal>)> = Vec::new();
    for goal in &rule.body {
        let mut own: BTreeSet<VariableId> = occurrences([goal]).into_keys().collect();
        if own.is_empty() {
            continue;
        }
        let mut goals = Vec::new();
        parts.retain(|(known, of_part)| {
            let is_apart = known.is_disjoint(&own);
            if !is_apart {
                own.extend(known);
                goals.extend(of_part);
            }
            is_apart
        });
        goals.push(goal);
        parts.push((own, goals));
    }
    let is_many = |(own, goals): &(BTreeSet<VariableId>, Vec<&Goal>)| {
        own.iter().any(|id| counted.contains(id)) && has_several(determined, own, goals)
    };
    if parts.len() < 2 {
        return Vec::new();
    }
    parts.retain(is_many);
    if parts.len() < 2 {
        return Vec::new();
    }
    let plays = |own: &BTreeSet<VariableId>| rule.played().iter().any(|id| own.contains(id));
    let first = |goals: &[&Goal]| goals.iter().map(|goal| goal.span().start).min();
    let main = (0..parts.len()).min_by_key(|at| (!plays(&parts[*at].0), first(&parts[*at].1)));
    let others = parts.into_iter().enumerate().filter(|(at, (own, _))| Some(*at) != main && !plays(own));
    let part = |(own, goals): (BTreeSet<VariableId>, Vec<&'p Goal>)| {
        let mut atoms: Vec<&Atom> = goals
            .iter()
            .filter_map(|goal| if let Goal::Atom(atom) = goal { Some(atom) } else { None })
            .collect();
        atoms.sort_by_key(|atom| atom.span);
        let atom = atoms.into_iter().find(|atom| !atom.is_added())?;
        Some(Part { atom, named: own.into_iter().filter(|id| counted.contains(id)).collect() })
    };
    others.filter_map(|(_, all)| part(all)).collect()
}

/// Whether the literals of a part may have several answers: not all of its variables follow from its constants.
fn has_several(determined: &Determined<'_>, own: &BTreeSet<VariableId>, goals: &[&Goal]) -> bool {
    let mut known: BTreeSet<VariableId> = BTreeSet::new();
    loop {
        let before = known.len();
        for goal in goals {
            let Goal::Atom(atom) = goal else { continue };
            for (at, term) in atom.arguments.iter().enumerate() {
                let is_known = |term: &Term| match term {
                    Term::Variable(id) => known.contains(id),
                    Term::Constant(_) | Term::Host(..) => true,
                };
                let Term::Variable(id) = term else { continue };
                let is_equal_to_known = atom.predicate == EQUAL && atom.arguments.iter().any(is_known);
                let is_determined = is_equal_to_known || determined.determines(atom, at, is_known);
                if !known.contains(id) && is_determined {
                    known.insert(*id);
                }
            }
        }
        if known.len() == before {
            return own.iter().any(|id| !known.contains(id));
        }
    }
}

fn message(program: &Program, rule: &Rule, part: &Part<'_>) -> Diagnostic {
    let literal = Literals::written(program, &rule.variables).atom(part.atom);
    let title = format!("`{literal}` shares no variable with the rest");
    let names: Vec<&str> = part.named.iter().map(|id| rule.variables[id.index()].name.as_str()).collect();
    let is_one = variables(&part.atom.arguments).collect::<BTreeSet<_>>().len() == 1 && names.len() == 1;
    let label = match rule.kind {
        RuleKind::Score(_) => "each of its answers counts all the rest once more",
        _ => "each of its answers stands beside each answer of the rest",
    };
    let missing = match is_one {
        true => format!(
            "perhaps a literal is missing that says what {} has to do with the others",
            list(&names, "and")
        ),
        false => "perhaps a variable was meant to be one of the others, or a literal is missing".to_owned(),
    };
    Diagnostic::new(Code::Unconnected, title, part.atom.span, label)
        .hint(missing)
        .hint("if there only has to be one, write its variables with an underscore")
}

#[cfg(test)]
mod tests {
    use super::super::tests::problems;
    use crate::diagnostic::Code;

    const FACTS: &str = "players white, black\nsort field = a, b, c words Field playable\nsort n = 0 to 9 words N\n\
        fact disc(a, white), disc(b, black), disc(c, white)\nfact near(a, b), near(b, c), near(b, a)\nfact empty(a), empty(b)\n\
        fact weight(a, 3), weight(b, 5)\n";

    /// The literals that are told to share nothing.
    fn told(item: &str) -> Vec<String> {
        let text = format!("{FACTS}{item}\n");
        let found = problems(&text).into_iter().filter(|message| message.code == Code::Unconnected);
        found.map(|message| text[message.label.span.range()].to_owned()).collect()
    }

    fn of_rule(premise: &str) -> Vec<String> {
        told(&format!("rule r for white at level 1 plays Field1 if {premise}"))
    }

    #[test]
    fn a_literal_that_shares_no_variable_is_told() {
        assert_eq!(of_rule("empty(Field1), disc(Field2, black)"), ["disc(Field2, black)"]);
        assert_eq!(of_rule("disc(Field2, black), empty(Field1)"), ["disc(Field2, black)"]);
        assert_eq!(
            of_rule("near(Field2, Field3), near(Field3, Field2), empty(Field1)"),
            ["near(Field2, Field3)"]
        );
        assert_eq!(
            told(
                "score s for white attacking 1 defending 1 if near(Field1, Field4), near(Field4, Field1), empty(Field2), near(Field2, Field3), near(Field3, Field2)"
            ),
            ["empty(Field2)"]
        );
    }

    #[test]
    fn what_shares_something_or_only_has_to_be_there_is_not_told() {
        for premise in [
            "empty(Field1), disc(Field2, black), near(Field1, Field2)",
            "empty(Field1), disc(Field2, black), ¬near(Field1, Field2)",
            "empty(Field1), disc(Field2, black), ¬equal(Field1, Field2)",
            "empty(Field1), disc(Field_, black)",
            "empty(Field1), disc(a, black)",
            "empty(Field1), equal(3, N)",
            "empty(Field1), weight(b, N1), equal(N1, N)",
            "empty(Field1), count Field_ (disc(Field_, black)) = N",
        ] {
            assert_eq!(of_rule(premise), [""; 0], "{premise}");
        }
        assert_eq!(told("rule r for white at level 0 if disc(Field1, white), near(Field1, Field2)"), [""; 0]);
        assert_eq!(
            told("pair(Field1, Field2) :- empty(Field1), empty(Field2)"),
            [""; 0],
            "the head says both"
        );
    }
}
