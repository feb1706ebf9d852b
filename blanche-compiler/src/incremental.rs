//! Which scores can follow the moves of a game: what a move adds to a position and removes from it says how they change
//! (incremental view maintenance).
//!
//! Where a premise is a conjunction of at most two states and of relations that hold in every position alike, each answer hangs on
//! two tuples of the position at most. So what the score counts is a sum over the tuples that hold, and over pairs of them.

use std::collections::BTreeSet;

use crate::program::{Goal, PredicateId, PredicateKind, Program, Rule, Term, VariableId};
use crate::runtime::Value;

/// A premise asks so many states at most.
const MOST_STATES: usize = 2;

/// So many tuples, or pairs of them, may fit the states of a premise: each is asked for once, before a search begins.
const MOST_TUPLES: usize = 1 << 15;

/// A state that a premise asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateLiteral {
    /// Its place in the layout of positions.
    pub state: usize,
    /// Those of its arguments that are values.
    pub arguments: Vec<Option<Value>>,
}

/// Why a score is counted anew in every position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recomputed {
    /// It asks so many states.
    States(usize),
    /// So many tuples, or pairs of them, fit its states.
    Tuples(usize),
    /// What it asks of this predicate depends on the position, and is no state that has to hold.
    Asks(PredicateId),
    /// Its answers leave out a variable of a state, so that several tuples may give the same one.
    LeavesOut(VariableId),
    /// It holds of images of the position, too.
    UpToSymmetry,
}

impl Recomputed {
    /// In a few words.
    pub fn text(self, program: &Program, rule: &Rule) -> String {
        match self {
            Recomputed::States(count) => format!("asks {count} states"),
            Recomputed::Tuples(count) => format!("hangs on {count} tuples or pairs of them"),
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

/// The states that a score asks, where it can follow the moves of a game.
///
/// # Errors
/// Why it cannot.
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
    if states.len() > MOST_STATES {
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
        pairs if pairs > MOST_TUPLES => Err(Recomputed::Tuples(pairs)),
        _ => Ok(literals),
    }
}

impl StateLiteral {
    /// How many tuples fit it.
    fn tuples(&self, program: &Program) -> usize {
        let states = program.game.as_ref().map_or(&[][..], |game| &game.states);
        let sorts = states.get(self.state).map_or(&[][..], |state| &program.predicate(state.predicate).sorts);
        let open = sorts.iter().zip(&self.arguments).filter(|(_, argument)| argument.is_none());
        let sizes = open.map(|(sort, _)| program.sort(program.sort(*sort).root).numbers());
        sizes.fold(1, usize::saturating_mul)
    }
}

/// Whether a predicate holds in every position alike: nothing that it needs is of a position.
fn is_static(program: &Program, predicate: PredicateId) -> bool {
    let (mut reached, mut open) = (BTreeSet::from([predicate]), vec![predicate]);
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
