//! Determines which scores can be updated incrementally while a game is played, from the tuples that a move adds and
//! removes (incremental view maintenance).
//!
//! Suppose that the premise of a score is a conjunction of at most two states (relations that change during play) and
//! of relations that do not depend on the position. Each answer then depends on at most two tuples of the position, so
//! the score is a sum over tuples that hold, and over pairs of them.

use blanche_sorted::SortedSet;

use crate::program::{Goal, PredicateId, PredicateKind, Program, Rule, Term, VariableId};
use crate::runtime::Value;

/// Maximum number of state literals in the premise.
const MAX_STATE_LITERALS: usize = 2;

/// Maximum number of tuples, or pairs of tuples, that match the state literals. Each is evaluated once before a search
/// starts.
const MAX_TUPLES: usize = 1 << 15;

/// A literal of a premise whose predicate is a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateLiteral {
    /// The index of the state in the layout of positions.
    pub state: usize,
    /// The arguments; `None` for a variable.
    pub arguments: Vec<Option<Value>>,
}

/// Why a score must be recomputed in every position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recomputed {
    /// The premise has this number of state literals, which exceeds the limit.
    States(usize),
    /// This number of tuples, or pairs of tuples, matches the state literals, which exceeds the limit.
    Tuples(usize),
    /// The premise uses this predicate, which depends on the position but is not a positive state literal.
    Asks(PredicateId),
    /// The answers omit this variable of a state, so that several tuples may yield the same answer.
    LeavesOut(VariableId),
    /// The score also counts answers in images of the position, because it holds up to symmetry.
    UpToSymmetry,
}

impl Recomputed {
    /// The reason as a short phrase.
    pub fn text(self, program: &Program, rule: &Rule) -> String {
        match self {
            Recomputed::States(count) => format!("asks {count} states"),
            Recomputed::Tuples(count) => format!("depends on {count} tuples or pairs of tuples"),
            Recomputed::Asks(predicate) => {
                let predicate = program.predicate(predicate);
                match predicate.kind {
                    PredicateKind::Extern(_) => {
                        format!("asks whether {} does not hold", predicate.signature())
                    }
                    _ => format!("asks {}", predicate.signature()),
                }
            }
            Recomputed::LeavesOut(variable) => {
                format!("leaves out {}", rule.variables[variable.index()].name)
            }
            Recomputed::UpToSymmetry => "holds up to symmetry".to_owned(),
        }
    }
}

/// The state literals of a score that can be updated incrementally.
///
/// # Errors
/// The reason why the score cannot be updated incrementally.
pub fn incremental(program: &Program, score: &Rule) -> Result<Vec<StateLiteral>, Recomputed> {
    if score.up_to_symmetry {
        return Err(Recomputed::UpToSymmetry);
    }
    let mut states = Vec::new();
    for goal in &score.body {
        if let Goal::Atom(atom) = goal
            && let PredicateKind::Extern(external) = &program.predicate(atom.predicate).kind
            && let Some(state) = external.state
        {
            states.push((state, &atom.arguments));
            continue;
        }
        let mut dependent = None;
        goal.atoms(&mut |atom, _| {
            if dependent.is_none() && !is_static(program, atom.predicate) {
                dependent = Some(atom.predicate);
            }
        });
        if let Some(predicate) = dependent {
            return Err(Recomputed::Asks(predicate));
        }
    }
    if states.len() > MAX_STATE_LITERALS {
        return Err(Recomputed::States(states.len()));
    }
    let literal = |(state, arguments): (usize, &Vec<Term>)| {
        let value = |term: &Term| match term {
            Term::Constant(value) => Ok(Some(*value)),
            Term::Variable(variable) if score.answer.contains(variable) => Ok(None),
            Term::Variable(variable) => Err(Recomputed::LeavesOut(*variable)),
            Term::Host(..) => unreachable!("a position keeps no values of a host"),
        };
        Ok(StateLiteral { state, arguments: arguments.iter().map(value).collect::<Result<_, _>>()? })
    };
    let literals: Vec<StateLiteral> = states.into_iter().map(literal).collect::<Result<_, _>>()?;
    match literals.iter().fold(1, |pairs: usize, literal| pairs.saturating_mul(literal.tuples(program))) {
        pairs if pairs > MAX_TUPLES => Err(Recomputed::Tuples(pairs)),
        _ => Ok(literals),
    }
}

impl StateLiteral {
    /// The number of tuples that match the literal.
    fn tuples(&self, program: &Program) -> usize {
        let states = program.game.as_ref().map_or(&[][..], |game| &game.states);
        let sorts = states.get(self.state).map_or(&[][..], |state| &program.predicate(state.predicate).sorts);
        let open = sorts.iter().zip(&self.arguments).filter(|(_, argument)| argument.is_none());
        let sizes = open.map(|(sort, _)| program.sort(program.sort(*sort).root).numbers());
        sizes.fold(1, usize::saturating_mul)
    }
}

/// Whether a predicate is the same in every position: neither it nor any predicate that it uses depends on the
/// position.
fn is_static(program: &Program, predicate: PredicateId) -> bool {
    let (mut reached, mut open) = (SortedSet::from([predicate]), vec![predicate]);
    while let Some(predicate) = open.pop() {
        let mut needed = Vec::new();
        match &program.predicate(predicate).kind {
            PredicateKind::Equal | PredicateKind::Comparison(_) | PredicateKind::Facts(_) => {}
            PredicateKind::Extern(_) | PredicateKind::Action { .. } => return false,
            PredicateKind::Aggregate(aggregate) => needed.push(aggregate.of),
            PredicateKind::Derived(clauses) => {
                let goals = clauses.iter().flat_map(|clause| &clause.body);
                goals.for_each(|goal| goal.atoms(&mut |atom, _| needed.push(atom.predicate)));
            }
        }
        open.extend(needed.into_iter().filter(|needed| reached.insert(*needed)));
    }
    true
}
