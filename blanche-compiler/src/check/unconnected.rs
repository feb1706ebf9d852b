//! `B0615`: literals that share no variable with the others, so that each of their answers is combined with each
//! answer of the others (a cross product). Reported for rules and scores, where the number of answers matters, and
//! for clauses whose head contains none of these variables. A variable with an underscore only asks for existence,
//! which multiplies nothing. Literals with a single answer are excluded too.

use blanche_sorted::{Arrange, SortedMap, SortedSet};

use super::functions::Determined;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::literals::Literals;
use crate::program::{
    Atom, Clause, EQUAL, Goal, Program, Rule, RuleKind, Term, Variable, VariableId, clause_occurrences,
    occurrences, variables,
};
use crate::spelling::list;

/// Maximum number of literals of a body to check. Longer ones are not written by hand.
const MOST_LITERALS: usize = 64;

/// Reports rules, scores and clauses with a part that shares no variable with the rest.
pub(super) fn check(program: &Program, determined: &Determined<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for texts in program.rules.chunk_by(|one, next| one.span == next.span) {
        let rule = &texts[0];
        if !matches!(rule.kind, RuleKind::Rule | RuleKind::Score(_)) || rule.body.len() > MOST_LITERALS {
            continue;
        }
        let all = texts.iter().map(|rule| alone(determined, rule)).collect();
        found.extend(common(all).iter().map(|part| of_rule(program, rule, part)));
    }
    let mut texts: SortedMap<Span, Vec<&Clause>> = SortedMap::new();
    for clause in program.derived().flat_map(|(.., clauses)| clauses) {
        texts.entry(clause.span).or_default().push(clause);
    }
    for texts in texts.values().filter(|texts| texts[0].body.len() <= MOST_LITERALS) {
        let all = texts.iter().map(|clause| behind_no_head(determined, clause)).collect();
        found.extend(common(all).iter().map(|part| of_clause(program, texts[0], part)));
    }
    found
}

/// The parts that are unconnected for all players. A part that is so for only one of them is no reason to change the
/// text.
fn common<'p>(mut alone: Vec<Vec<Part<'p>>>) -> Vec<Part<'p>> {
    let others = alone.split_off(1.min(alone.len()));
    let is_common =
        |part: &Part<'_>| others.iter().all(|all| all.iter().any(|other| other.atom.span == part.atom.span));
    alone.into_iter().flatten().filter(is_common).collect()
}

/// Goals that share variables with each other and with no other goals.
struct Part<'p> {
    /// The first of their literals.
    atom: &'p Atom,
    /// Their named variables.
    named: Vec<VariableId>,
}

/// Variables, and the goals that contain them.
type Joined<'p> = (SortedSet<VariableId>, Vec<&'p Goal>);

/// The connected components of a body. Goals without variables are omitted.
fn parts(body: &[Goal]) -> Vec<Joined<'_>> {
    let mut parts: Vec<Joined<'_>> = Vec::new();
    for goal in body {
        let mut own: SortedSet<VariableId> = occurrences([goal]).into_keys().collect();
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
    parts
}

/// The component as a part, with its variables for which `matters` holds; `None` if none of its literals is in the
/// text.
fn part<'p>((own, goals): Joined<'p>, matters: impl Fn(&VariableId) -> bool) -> Option<Part<'p>> {
    let mut atoms: Vec<&Atom> =
        goals.iter().filter_map(|goal| if let Goal::Atom(atom) = goal { Some(atom) } else { None }).collect();
    atoms.arrange_by_key(|atom| atom.span);
    let atom = atoms.into_iter().find(|atom| !atom.is_added)?;
    Some(Part { atom, named: own.into_iter().filter(matters).collect() })
}

/// The unconnected parts of a premise: all except the one that contains the played variables, or the first one.
fn alone<'p>(determined: &Determined<'_>, rule: &'p Rule) -> Vec<Part<'p>> {
    let counted: SortedSet<VariableId> = rule.answer.iter().copied().collect();
    let mut parts = parts(&rule.body);
    if parts.len() < 2 {
        return Vec::new();
    }
    parts.retain(|(own, goals)| !own.is_disjoint(&counted) && has_several(determined, own, goals));
    if parts.len() < 2 {
        return Vec::new();
    }
    let plays = |own: &SortedSet<VariableId>| rule.played().iter().any(|id| own.contains(id));
    let first = |goals: &[&Goal]| goals.iter().map(|goal| goal.span().start).min();
    let main = (0..parts.len()).min_by_key(|at| (!plays(&parts[*at].0), first(&parts[*at].1)));
    let others = parts.into_iter().enumerate().filter(|(at, (own, _))| Some(*at) != main && !plays(own));
    others.filter_map(|(_, all)| part(all, |id| counted.contains(id))).collect()
}

/// The parts of a clause that contain no variable of the head, if other parts do. Variables that occur once are
/// reported by another check.
fn behind_no_head<'p>(determined: &Determined<'_>, clause: &'p Clause) -> Vec<Part<'p>> {
    let head: SortedSet<VariableId> = variables(&clause.head).collect();
    let mut parts = parts(&clause.body);
    if parts.iter().all(|(own, _)| own.is_disjoint(&head)) {
        return Vec::new();
    }
    let times = clause_occurrences(clause);
    let matters = |id: &VariableId| !clause.variables[id.index()].local;
    parts.retain(|(own, goals)| {
        let named: Vec<&VariableId> = own.iter().filter(|id| matters(id)).collect();
        own.is_disjoint(&head)
            && !named.is_empty()
            && named.iter().all(|id| times.get(id).is_some_and(|times| *times > 1))
            && has_several(determined, own, goals)
    });
    parts.into_iter().filter_map(|all| part(all, matters)).collect()
}

/// Whether the literals of a part may have several answers: its constants do not determine all of its variables.
fn has_several(determined: &Determined<'_>, own: &SortedSet<VariableId>, goals: &[&Goal]) -> bool {
    let mut known: SortedSet<VariableId> = SortedSet::new();
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

fn of_rule(program: &Program, rule: &Rule, part: &Part<'_>) -> Diagnostic {
    let label = match rule.kind {
        RuleKind::Score(_) => "each of its answers counts all the rest once more",
        _ => "each of its answers is combined with each answer of the rest",
    };
    message(program, &rule.variables, part, "the rest", label)
}

fn of_clause(program: &Program, clause: &Clause, part: &Part<'_>) -> Diagnostic {
    let label = "it holds for all answers of the head, or for none";
    message(program, &clause.variables, part, "the head or the rest", label)
}

fn message(program: &Program, known: &[Variable], part: &Part<'_>, rest: &str, label: &str) -> Diagnostic {
    let literal = Literals::written(program, known).atom(part.atom);
    let title = format!("`{literal}` shares no variable with {rest}");
    let names: Vec<&str> = part.named.iter().map(|id| known[id.index()].name.as_str()).collect();
    let is_one = variables(&part.atom.arguments).collect::<SortedSet<_>>().len() == 1 && names.len() == 1;
    let missing = match is_one {
        true => format!("perhaps a literal is missing that connects {} with the others", list(&names, "and")),
        false => "perhaps a variable should be one of the others, or a literal is missing".to_owned(),
    };
    Diagnostic::new(Code::Unconnected, title, part.atom.span, label)
        .hint(missing)
        .hint("if one answer is enough, write its variables with an underscore")
}

#[cfg(test)]
mod tests {
    use super::super::tests::problems;
    use crate::diagnostic::Code;

    const FACTS: &str = "players white, black\nsort field = a, b, c words Field playable\nsort n = 0 to 9 words N\n\
        fact disc(a, white), disc(b, black), disc(c, white)\nfact near(a, b), near(b, c), near(b, a)\nfact empty(a), empty(b)\n\
        fact weight(a, 3), weight(b, 5)\n";

    /// The literals that are reported as unconnected.
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
        for clause in [
            "open(Field1) :- empty(Field1), near(Field_1, Field_2), near(Field_2, Field_1)",
            "open(Field1) :- empty(Field1), ¬near(Field1, Field1), disc(a, black)",
            "open(Field1) :- empty(Field1), weight(b, N1), equal(N1, 5)",
            "open(a) :- near(Field1, Field2), near(Field2, Field1), disc(Field3, black), empty(Field3)",
        ] {
            assert_eq!(told(clause), [""; 0], "{clause}");
        }
    }

    #[test]
    fn what_a_clause_asks_beside_its_head_is_told() {
        let clause = "open(Field1) :- empty(Field1), near(Field2, Field3), near(Field3, Field2)";
        assert_eq!(told(clause), ["near(Field2, Field3)"]);
        let clause = "open(Field1) :- disc(Field2, black), empty(Field2), empty(Field1)";
        assert_eq!(told(clause), ["disc(Field2, black)"]);
    }
}
