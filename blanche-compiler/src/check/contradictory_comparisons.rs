//! `B0604` for comparisons: `N < M, M < N` can never hold, nor can `N < 3, M > N + 9` if the greatest value of `M` is
//! 10.
//!
//! A comparison of two variables bounds their difference. A comparison of a single variable bounds the difference
//! between the variable and 0, and so do the least and the greatest value of its sort. These bounds are the edges of a
//! graph. On a negative cycle a number would be less than itself, so that the comparisons contradict each other.

use blanche_sorted::Arrange;

use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::{Atom, Goal, Operator, PredicateKind, Program, RuleKind, Term, Variable, VariableId};

/// Maximum number of comparisons in a conjunction that is checked.
const MAX_COMPARISONS: usize = 64;

/// Reports comparisons of one conjunction that contradict each other.
pub(super) fn check(program: &Program) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (_, predicate, clauses) in program.derived() {
        for clause in clauses.iter().filter(|_| predicate.is_written()) {
            bodies(program, &clause.variables, &clause.body, &mut found);
        }
    }
    let asked = |kind: RuleKind| kind != RuleKind::Query;
    for rule in program.rule_texts().filter(|rule| asked(rule.kind)) {
        bodies(program, &rule.variables, &rule.body, &mut found);
    }
    found
}

/// Checks a conjunction and the bracketed conjunctions inside it.
fn bodies(program: &Program, variables: &[Variable], goals: &[Goal], found: &mut Vec<Diagnostic>) {
    let mut waiting = vec![goals];
    while let Some(goals) = waiting.pop() {
        found.extend(conjunction(program, variables, goals));
        for goal in goals {
            match goal {
                Goal::Atom(_) => {}
                Goal::Not(inner, _) => waiting.push(inner),
                Goal::Any(branches, _) => waiting.extend(branches.iter().map(Vec::as_slice)),
                Goal::After(_, inner, _) => waiting.push(inner),
            }
        }
    }
}

/// A bound: number `more` exceeds number `less` by at most `by`. The numbers are given by their indices: first the
/// variables, then the constant 0. `origin` is `None` for a bound that follows from a sort and is not in the text.
struct Bound {
    less: usize,
    more: usize,
    by: i64,
    origin: Option<Span>,
}

fn conjunction(program: &Program, variables: &[Variable], goals: &[Goal]) -> Option<Diagnostic> {
    let zero = variables.len();
    let mut known = Vec::new();
    for goal in goals {
        let Goal::Atom(atom) = goal else { continue };
        if matches!(program.predicate(atom.predicate).kind, PredicateKind::Comparison(_)) {
            known.extend(bounds(program, atom, zero));
        }
    }
    let mut compared: Vec<usize> = known.iter().flat_map(|one| [one.less, one.more]).collect();
    compared.arrange();
    compared.dedup();
    if known.len() < 2 || known.len() > MAX_COMPARISONS {
        return None;
    }
    for at in compared.into_iter().filter(|at| *at != zero) {
        let greatest = i64::from(program.sort(variables[at].sort).size()) - 1;
        known.push(Bound { less: zero, more: at, by: greatest, origin: None });
        known.push(Bound { less: at, more: zero, by: 0, origin: None });
    }
    let mut origins = negative_cycle(&known, zero + 1)?;
    origins.arrange();
    origins.dedup();
    // If a single comparison can never hold, it has been reported already.
    let [first @ .., last] = origins.as_slice() else { return None };
    let title = "these can never hold together";
    let message = Diagnostic::new(Code::NeverHolds, title, *last, "no number is less than itself");
    let message = first.iter().fold(message, |message, span| message.and(*span, "together with this"));
    (!first.is_empty()).then_some(message)
}

/// The bounds that follow from a comparison of at most two variables.
fn bounds(program: &Program, atom: &Atom, zero: usize) -> Vec<Bound> {
    let linear = program.linear(atom.predicate);
    let mut constant = linear.constant;
    let mut counted: Vec<(VariableId, i64)> = Vec::new();
    for (factor, term) in linear.factors.iter().zip(&atom.arguments) {
        match term {
            Term::Constant(value) => constant += factor * i64::from(*value),
            Term::Variable(id) => match counted.iter_mut().find(|(known, _)| known == id) {
                Some((_, count)) => *count += factor,
                None => counted.push((*id, *factor)),
            },
            Term::Host(..) => return Vec::new(),
        }
    }
    counted.retain(|(_, count)| *count != 0);
    counted.arrange_by_key(|(_, count)| -count);
    // `one` - `other` + `constant` is compared with 0.
    let (one, other) = match counted.as_slice() {
        [(one, 1), (other, -1)] => (one.index(), other.index()),
        [(one, 1)] => (one.index(), zero),
        [(other, -1)] => (zero, other.index()),
        _ => return Vec::new(),
    };
    let at_most = |by| Bound { less: other, more: one, by, origin: Some(atom.span) };
    let at_least = |by| Bound { less: one, more: other, by, origin: Some(atom.span) };
    match linear.operator {
        Operator::Less => vec![at_most(-constant - 1)],
        Operator::AtMost => vec![at_most(-constant)],
        Operator::Greater => vec![at_least(constant - 1)],
        Operator::AtLeast => vec![at_least(constant)],
        Operator::Equal => vec![at_most(-constant), at_least(constant)],
        Operator::Unequal => Vec::new(),
    }
}

/// The spans of the comparisons on a negative cycle, if there is one.
fn negative_cycle(known: &[Bound], numbers: usize) -> Option<Vec<Span>> {
    // For each number, the length of the longest path to it that has been found so far, and the index of the last edge
    // of this path.
    let (mut most, mut by) = (vec![0i64; numbers], vec![None; numbers]);
    let mut changed = None;
    for _ in 0..=numbers {
        changed = None;
        for (at, one) in known.iter().enumerate() {
            if most[one.less] + one.by < most[one.more] {
                most[one.more] = most[one.less] + one.by;
                by[one.more] = Some(at);
                changed = Some(one.more);
            }
        }
        changed?;
    }
    // The last round still changed something, so a path that follows the edges backwards leads into a cycle.
    let mut here = changed?;
    for _ in 0..numbers {
        here = known[by[here]?].less;
    }
    let (first, mut origins) = (here, Vec::new());
    loop {
        let one = &known[by[here]?];
        origins.extend(one.origin);
        here = one.less;
        if here == first {
            return Some(origins);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::problems;
    use crate::diagnostic::Code;

    #[test]
    fn comparisons_in_a_cycle_never_hold() {
        let labels = |body: &str| -> Vec<usize> {
            let body = body.replace('M', "M_").replace('K', "K_");
            let text = format!(
                "sort n = 0 to 10 words N, M, K\nfact holds(1)\nfact holds(5)\nfact small(1)\n\
                 p(N) :- holds(N), holds(M_), holds(K_), {body}\n"
            );
            let found = problems(&text);
            found
                .iter()
                .filter(|message| message.code == Code::NeverHolds)
                .map(|message| message.others.len() + 1)
                .collect()
        };
        let never: [(&str, usize); 9] = [
            ("N < M, M < N", 2),
            ("N < M, M < K, K ≤ N", 3),
            ("N ≤ M, M + 1 ≤ N", 2),
            ("N = M + 1, N = M + 2", 2),
            ("N < 3, N > 5", 2),
            ("N > 5, M > N + 1, M < 8", 3),
            ("N > 8, M > N + 1", 2),
            ("N > M, N < M", 2),
            ("¬(N < M, M < N)", 2),
        ];
        for (body, comparisons) in never {
            assert_eq!(labels(body), [comparisons], "{body}");
        }
        for body in ["N ≤ M, M ≤ N", "N < M, M < K", "N < M, N ≠ M", "N > 7, M > N", "N + M > 3, N < M"]
        {
            assert_eq!(labels(body), [0; 0], "{body}");
        }
    }
}
