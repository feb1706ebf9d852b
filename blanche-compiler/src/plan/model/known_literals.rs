//! Literals that are known to hold at a point of a body. They can prove that two values differ.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::conjuncts::{Conjunct, ConjunctKind};
use super::steps::Operand;
use crate::program::{Answers, PredicateId, PredicateKind, Program};

/// The extern and fact literals known to hold: the literals of a conjunction and of everything around it.
#[derive(Clone, Default)]
pub(crate) struct KnownLiterals(Option<Rc<Literals>>);

type Literal = (PredicateId, Vec<Operand>);

struct Literals {
    context: KnownLiterals,
    here: Vec<Literal>,
    functions: OnceCell<Functions>,
}

/// An index of literals by their functional modes: modes that have at most one answer for given inputs.
#[derive(Default)]
struct Functions {
    /// The indices of the literals that have certain inputs. The key consists of a predicate, the index of a mode, and
    /// the values of the mode's inputs.
    values: HashMap<(PredicateId, usize, Vec<Operand>), Vec<usize>>,
    /// For each operand, the (literal, mode) pairs that have it among their inputs.
    asked_with: HashMap<Operand, HashSet<(usize, usize)>>,
}

impl KnownLiterals {
    /// Extends the known literals by the literals of a conjunction.
    pub(crate) fn and(&self, conjuncts: &[Conjunct]) -> KnownLiterals {
        let here: Vec<Literal> = conjuncts
            .iter()
            .filter_map(|conjunct| match &conjunct.kind {
                ConjunctKind::Atom { predicate, arguments } => Some((*predicate, arguments.clone())),
                _ => None,
            })
            .collect();
        if here.is_empty() {
            return self.clone();
        }
        KnownLiterals(Some(Rc::new(Literals { context: self.clone(), here, functions: OnceCell::new() })))
    }

    /// Whether two operands are known to differ, because some function has a different constant value for each.
    pub(crate) fn differ(&self, program: &Program, left: Operand, right: Operand) -> bool {
        let (mut lefts, mut rights) = (0, 0);
        for literals in self.levels() {
            let asked_with = &literals.functions(program).asked_with;
            lefts += asked_with.get(&left).map_or(0, HashSet::len);
            rights += asked_with.get(&right).map_or(0, HashSet::len);
        }
        // Start from the operand that occurs in fewer literals.
        let (from, to) = if lefts <= rights { (left, right) } else { (right, left) };
        self.levels().any(|literals| {
            let asked_with = literals.functions(program).asked_with.get(&from);
            asked_with
                .into_iter()
                .flatten()
                .any(|(at, mode)| self.has_other_value(program, &literals.here[*at], *mode, from, to))
        })
    }

    /// Whether a function in this literal is known to have another constant value if operand `from` is replaced by
    /// `to`.
    fn has_other_value(
        &self,
        program: &Program,
        (predicate, arguments): &Literal,
        mode: usize,
        from: Operand,
        to: Operand,
    ) -> bool {
        let PredicateKind::Extern(external) = &program.predicate(*predicate).kind else { return false };
        let needs = |at: &usize| external.modes[mode].needs(*at);
        let asked: Vec<Operand> = (0..arguments.len()).filter(needs).map(|at| arguments[at]).collect();
        if asked.contains(&to) {
            return false;
        }
        let asked = asked.into_iter().map(|operand| if operand == from { to } else { operand }).collect();
        let key = (*predicate, mode, asked);
        self.levels().any(|literals| {
            let others = literals.functions(program).values.get(&key);
            others.into_iter().flatten().any(|other| {
                let others = &literals.here[*other].1;
                (0..arguments.len()).filter(|at| !needs(at)).any(|at| {
                    matches!((arguments[at], others[at]), (Operand::Constant(a), Operand::Constant(b)) if a != b)
                })
            })
        })
    }

    fn levels(&self) -> impl Iterator<Item = &Literals> {
        std::iter::successors(self.0.as_deref(), |literals| literals.context.0.as_deref())
    }
}

impl Literals {
    fn functions(&self, program: &Program) -> &Functions {
        self.functions.get_or_init(|| {
            let mut functions = Functions::default();
            for (at, (predicate, arguments)) in self.here.iter().enumerate() {
                let PredicateKind::Extern(external) = &program.predicate(*predicate).kind else { continue };
                let is_constant = |operand: &Operand| operand.constant().is_some();
                for (mode, declared) in external.modes.iter().enumerate() {
                    let (needed, given): (Vec<usize>, Vec<usize>) =
                        (0..arguments.len()).partition(|at| declared.needs(*at));
                    // Only constant results can be known to differ.
                    if declared.answers != Answers::One
                        || !given.iter().any(|at| is_constant(&arguments[*at]))
                    {
                        continue;
                    }
                    let asked: Vec<Operand> = needed.iter().map(|at| arguments[*at]).collect();
                    for operand in &asked {
                        functions.asked_with.entry(*operand).or_default().insert((at, mode));
                    }
                    functions.values.entry((*predicate, mode, asked)).or_default().push(at);
                }
            }
            functions
        })
    }
}
