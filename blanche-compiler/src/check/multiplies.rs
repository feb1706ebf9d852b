//! `B0614`: a named variable of a rule or score that only multiplies its answers. It occurs in one literal and
//! nowhere else, while other named variables occur elsewhere, and it may have several values for given values of
//! these, each of which repeats the rest of the answer. Played variables and weights are excluded.

use super::functions::Determined;
use super::singletons::local_name;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::{Atom, Goal, Program, Rule, RuleKind, Term, VariableId, occurrences, variables};

/// Maximum number of literals of a body to check. Longer ones are not written by hand.
const MOST_LITERALS: usize = 64;

/// Reports rules that have more answers, and scores that count more often, than was probably meant.
pub(super) fn check(program: &Program, determined: &Determined<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for texts in program.rules.chunk_by(|one, next| one.span == next.span) {
        let score = &texts[0];
        let is_weight = |id: VariableId| match score.kind {
            RuleKind::Score(weights) => {
                let values = weights.attacking.values.into_iter().chain(weights.defending.values);
                let mut places = values.filter(|(factor, _)| *factor != 0).map(|(_, at)| at);
                places.any(|at| score.answer[at] == id)
            }
            _ => score.played().contains(&id),
        };
        let is_asked = matches!(score.kind, RuleKind::Score(_) | RuleKind::Rule);
        if !is_asked || score.body.len() > MOST_LITERALS {
            continue;
        }
        found.extend(
            multiplying(determined, score, &is_weight).into_iter().map(|(id, atom)| message(score, id, atom)),
        );
    }
    found
}

/// The variables that only multiply, each with its literal.
fn multiplying<'p>(
    determined: &Determined<'_>,
    score: &'p Rule,
    is_weight: &dyn Fn(VariableId) -> bool,
) -> Vec<(VariableId, &'p Atom)> {
    let uses = occurrences(&score.body);
    let atoms: Vec<&Atom> = score
        .body
        .iter()
        .filter_map(|goal| match goal {
            Goal::Atom(atom) => Some(atom),
            Goal::Not(..) | Goal::Any(..) | Goal::After(..) => None,
        })
        .collect();
    let mut found: Vec<(VariableId, &Atom)> = Vec::new();
    // Of several such variables the first one is probably what is counted.
    for id in score.answer.iter().copied().rev() {
        if is_weight(id) || uses.get(&id) != Some(&1) {
            continue;
        }
        let stands = |atom: &&&Atom| variables(&atom.arguments).any(|other| other == id);
        let Some(atom) = atoms.iter().find(stands).copied() else { continue };
        let is_elsewhere = |other: &VariableId| {
            let inside = variables(&atom.arguments).filter(|known| known == other).count();
            uses.get(other).is_some_and(|all| *all > inside)
        };
        let is_told = |other: VariableId| found.iter().any(|(known, _)| *known == other);
        let counts_others = score.answer.iter().any(|other| {
            let is_counted = score.kind == RuleKind::Rule || !is_weight(*other);
            *other != id && !is_told(*other) && is_counted && is_elsewhere(other)
        });
        let at = atom.arguments.iter().position(|term| *term == Term::Variable(id));
        let is_known = |term: &Term| match term {
            Term::Variable(other) => score.answer.contains(other),
            Term::Constant(_) | Term::Host(..) => true,
        };
        if counts_others && at.is_some_and(|at| !determined.determines(atom, at, is_known)) {
            found.push((id, atom));
        }
    }
    found.reverse();
    found
}

fn message(score: &Rule, id: VariableId, atom: &Atom) -> Diagnostic {
    let variable = &score.variables[id.index()];
    let name = &variable.name;
    let place = atom.arguments.iter().position(|term| *term == Term::Variable(id));
    let span = place.map_or(variable.span, |at| atom.argument_spans[at]);
    let local = local_name(&score.variables, name);
    let (title, label, then) = match score.kind {
        RuleKind::Score(_) => (
            format!("`{name}` only multiplies what `{}` counts", score.name),
            "each of its values counts all the rest once more",
            "then each of the others counts once",
        ),
        _ => (
            format!("`{name}` only multiplies the answers of `{}`", score.name),
            "each of its values is one more answer that says the same",
            "then there is one answer for all of them",
        ),
    };
    Diagnostic::new(Code::Multiplies, title, span, label)
        .hint(format!("if any value will do, write `{local}`; {then}"))
        .fix(format!("write `{local}`"), span, local)
        .changing_answers()
}

#[cfg(test)]
mod tests {
    use super::super::tests::codes;
    use crate::diagnostic::Code;

    const FACTS: &str = "players white, black\nsort field = a, b, c words Field\nsort number = 0 to 9 words N\n\
        fact disc(a, white), disc(b, black), disc(c, white)\nfact near(a, b), near(b, c), near(b, a)\n\
        fact weight(a, 3), weight(b, 5), weight(c, 5)\nfact ring(a, b), ring(b, c), ring(c, a)\n";

    fn told(score: &str) -> bool {
        codes(&format!("{FACTS}score s for Color {score}\n")).contains(&Code::Multiplies)
    }

    #[test]
    fn a_variable_of_several_values_that_nothing_else_speaks_of_multiplies() {
        let fixed = |body: &str| told(&format!("attacking 2 defending 1 if {body}"));
        assert!(fixed("disc(Field1, Color), near(Field1, Field2)"));
        assert!(!fixed("disc(Field1, Color), near(Field1, Field_2)"));
        assert!(!fixed("disc(Field1, Color), near(Field1, Field2), disc(Field2, white)"));
        assert!(!fixed("disc(Field1, Color), ring(Field1, Field2)"), "there is one");
        assert!(
            fixed("disc(Field1, Color), ring(Field_, Field2)"),
            "there is one for each of what has no name"
        );
        assert!(!fixed("disc(Field, Color)"));
        assert!(!fixed("near(Field1, Field2), disc(a, Color)"), "pairs are counted");
    }

    #[test]
    fn a_variable_of_a_rule_multiplies_its_answers() {
        let rule = |premise: &str| {
            let rule = format!("rule r for white at level 1 plays Field1 if {premise}");
            let facts = FACTS.replace("words Field", "words Field playable");
            codes(&format!("{facts}{rule}\n")).contains(&Code::Multiplies)
        };
        assert!(rule("disc(Field1, white), near(Field1, Field2)"));
        assert!(!rule("disc(Field1, white), near(Field1, Field_2)"));
        assert!(!rule("disc(Field1, white), ring(Field1, Field2)"), "there is one");
        assert!(!rule("disc(Field2, white), near(Field1, Field2)"), "it is what is played");
        assert!(!rule("near(Field1, Field2)"), "nothing else is multiplied");
    }

    #[test]
    fn a_weight_does_not_multiply() {
        assert!(!told("attacking N defending N if disc(Field, Color), weight(Field, N)"));
        assert!(!told("attacking N defending 0 if disc(Field, Color), number(N)"));
        assert!(told("attacking 1 defending 1 if disc(Field, Color), number(N)"));
    }
}
