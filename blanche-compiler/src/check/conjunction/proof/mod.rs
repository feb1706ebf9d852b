//! Determines whether a conjunction implies a compound goal, using its literals and the clauses of derivations.
//!
//! A literal is implied by an equal literal of the conjunction, or by a clause whose body is implied. A negation is
//! implied if the negated goals contradict the conjunction. A disjunction is implied by one of its branches, or by case
//! distinction over another disjunction (`cases`). An `after` goal is implied by `after` goals with the same actions,
//! where nothing else is known about the position after the actions. The proof is sound, but incomplete because the
//! work is limited.

mod bindings;
mod cases;

use blanche_sorted::Arrange;

use self::bindings::Variables;
use super::equality_classes::{EqualityTerm, Key};
use super::{Compound, Conjunction, Literal, Scope, Source};
use crate::files::Span;
use crate::program::{Atom, EQUAL, Goal, PredicateKind, Term, VariableId};

/// Maximum depth to which literals of the goal are replaced by the bodies of their clauses.
const MAX_DEPTH: usize = 4;

/// The number of steps that the proofs for one query may still use.
pub(in crate::check) struct Work {
    steps: usize,
    nested: usize,
}

impl Work {
    /// Makes a limit of this many steps.
    pub(in crate::check) fn of(steps: usize) -> Work {
        Work { steps, nested: 0 }
    }

    /// Number of remaining steps.
    pub(in crate::check) fn left(&self) -> usize {
        self.steps
    }

    /// Whether the remaining steps do not suffice for another goal.
    fn is_spent(&self) -> bool {
        self.steps < 2
    }

    /// Uses up this many steps. Returns `false` if not enough steps remain.
    fn take(&mut self, steps: usize) -> bool {
        let enough = self.steps >= steps;
        self.steps = self.steps.saturating_sub(steps);
        enough
    }
}

/// A goal to prove, and the index of the frame of the clause that contains the goal.
#[derive(Clone, Copy)]
struct Subgoal<'p> {
    goal: &'p Goal,
    frame: usize,
    depth: usize,
}

/// A frame: the clause or rule that contains some goals, and the index of its first variable among all variables of the
/// proof.
struct Frame<'p> {
    source: Source<'p>,
    base: usize,
}

/// A state of the proof to which the proof can backtrack.
struct Mark {
    trail: usize,
    used: usize,
}

/// An attempt to prove goals.
pub(in crate::check) struct Proof<'c, 'p, 'w> {
    context: &'c Conjunction<'p>,
    work: &'w mut Work,
    frames: Vec<Frame<'p>>,
    variables: Variables<'p>,
    /// The author's literals used so far.
    used: Vec<Span>,
}

impl<'c, 'p, 'w> Proof<'c, 'p, 'w> {
    pub(in crate::check) fn new(context: &'c Conjunction<'p>, work: &'w mut Work) -> Proof<'c, 'p, 'w> {
        Proof { context, work, frames: Vec::new(), variables: Variables::new(), used: Vec::new() }
    }

    /// Whether the goals follow. The variables in `scope` have the given places. For all other variables, suitable
    /// values must be found.
    pub(super) fn follows(&mut self, goals: &'p [Goal], source: &Source<'p>, scope: &Scope<'p>) -> bool {
        let equalities = &self.context.equalities;
        self.follows_where(goals, source, scope.iter().map(|(id, place)| (*id, equalities.key(*place))))
    }

    /// Whether the goals follow. The variables in `known` have the given keys. For all other variables, suitable values
    /// must be found.
    pub(in crate::check) fn follows_where(
        &mut self,
        goals: &'p [Goal],
        source: &Source<'p>,
        known: impl IntoIterator<Item = (VariableId, Key<'p>)>,
    ) -> bool {
        if self.work.is_spent() || !goals.iter().all(|goal| self.context.may_hold(goal, None)) {
            return false;
        }
        let frame = self.enter(source);
        let base = self.frames[frame].base;
        for (id, key) in known {
            if !self.variables.bind(base + id.index(), key, &self.context.equalities) {
                return false;
            }
        }
        self.prove(goals.iter().map(|goal| Subgoal { goal, frame, depth: 0 }).collect())
    }

    /// The author's literals used in the proof.
    pub(in crate::check) fn origins(mut self) -> Vec<Span> {
        self.used.arrange();
        self.used.dedup();
        self.used
    }

    /// Adds a frame for a clause. All of its variables are unbound.
    fn enter(&mut self, source: &Source<'p>) -> usize {
        let base = self.variables.len();
        self.variables.enter(source.variables);
        self.frames.push(Frame { source: source.clone(), base });
        self.frames.len() - 1
    }

    fn mark(&self) -> Mark {
        Mark { trail: self.variables.mark(), used: self.used.len() }
    }

    fn undo(&mut self, mark: &Mark) {
        self.variables.undo(mark.trail);
        self.used.truncate(mark.used);
    }

    fn prove(&mut self, mut subgoals: Vec<Subgoal<'p>>) -> bool {
        if subgoals.is_empty() {
            return true;
        }
        if !self.work.take(1 + subgoals.len()) {
            return false;
        }
        let next = self.next(&subgoals);
        let subgoal = subgoals.swap_remove(next);
        match subgoal.goal {
            Goal::Atom(atom) if atom.predicate == EQUAL => self.equal(atom, &subgoal, subgoals),
            Goal::Atom(atom) => self.atom(atom, &subgoal, &subgoals),
            Goal::Not(inner, _) => self.not(inner, &subgoal, subgoals),
            Goal::After(actions, inner, _) => self.after(actions, inner, &subgoal, &subgoals),
            Goal::Any(branches, _) => self.any(branches, &subgoal, &subgoals),
        }
    }

    /// The index of the subgoal to prove next. Goals that bind variables and goals with few choices come first.
    fn next(&self, subgoals: &[Subgoal<'p>]) -> usize {
        let rank = |subgoal: &Subgoal<'p>| match subgoal.goal {
            Goal::Atom(atom) => {
                let known =
                    atom.arguments.iter().filter(|term| self.key(term, subgoal.frame).is_some()).count();
                match (atom.predicate == EQUAL, known) {
                    (true, 0) => 7,
                    (true, _) => 0,
                    (false, known) if known == atom.arguments.len() => 1,
                    (false, 0) => 4,
                    (false, _) => 3,
                }
            }
            Goal::Any(..) => 5,
            Goal::Not(..) | Goal::After(..) if self.is_known(subgoal) => 2,
            Goal::Not(..) | Goal::After(..) => 6,
        };
        (0..subgoals.len()).min_by_key(|at| rank(&subgoals[*at])).unwrap_or(0)
    }

    /// Proves an equality. At least one of its sides must be known.
    fn equal(&mut self, atom: &'p Atom, subgoal: &Subgoal<'p>, rest: Vec<Subgoal<'p>>) -> bool {
        let [left, right] = atom.arguments.as_slice() else { return false };
        let Some(key) = self.key(left, subgoal.frame).or_else(|| self.key(right, subgoal.frame)) else {
            return false;
        };
        let mark = self.mark();
        if self.matches(left, subgoal.frame, key) && self.matches(right, subgoal.frame, key) {
            self.used.extend(self.context.equalities.reasons(key.place()));
            if self.prove(rest) {
                return true;
            }
        }
        self.undo(&mark);
        false
    }

    /// Proves an atom by an equal literal, a fact, or a clause.
    fn atom(&mut self, atom: &'p Atom, subgoal: &Subgoal<'p>, rest: &[Subgoal<'p>]) -> bool {
        let context = self.context;
        if !self.work.take(context.literals.len() / 16) {
            return false;
        }
        for known in context.literals.iter().filter(|known| known.predicate == atom.predicate) {
            let mark = self.mark();
            if self.is_literal(atom, subgoal.frame, known) && self.prove(rest.to_vec()) {
                return true;
            }
            self.undo(&mark);
        }
        if let PredicateKind::Facts(tuples) = &context.program().predicate(atom.predicate).kind {
            let values = atom.arguments.iter().map(|term| match self.key(term, subgoal.frame) {
                Some(Key::Constant(Term::Constant(value))) => Some(*value),
                _ => None,
            });
            let stated = values.collect::<Option<Vec<_>>>();
            return stated.is_some_and(|tuple| tuples.binary_search(&tuple).is_ok())
                && self.prove(rest.to_vec());
        }
        if subgoal.depth >= MAX_DEPTH {
            return false;
        }
        for (clause, source) in context.unfolding.clauses(atom.predicate) {
            if !clause.body.iter().all(|goal| context.may_hold(goal, None)) {
                continue;
            }
            let (mark, frames, variables) = (self.mark(), self.frames.len(), self.variables.len());
            let frame = self.enter(source);
            let mut heads = clause.head.iter().zip(&atom.arguments);
            if heads.all(|(head, term)| self.unify(head, frame, term, subgoal.frame)) {
                let body = clause.body.iter().map(|goal| Subgoal { goal, frame, depth: subgoal.depth + 1 });
                if self.prove(body.chain(rest.iter().copied()).collect()) {
                    return true;
                }
            }
            self.undo(&mark);
            self.frames.truncate(frames);
            self.variables.leave(variables);
        }
        false
    }

    fn is_literal(&mut self, atom: &'p Atom, frame: usize, known: &Literal) -> bool {
        let context = self.context;
        let arguments = context.arguments(known);
        if arguments.len() != atom.arguments.len() {
            return false;
        }
        for (term, place) in atom.arguments.iter().zip(arguments) {
            if !self.matches(term, frame, context.equalities.key(*place)) {
                return false;
            }
            self.used.extend(context.equalities.reasons(*place));
        }
        self.used.push(known.origin);
        true
    }

    /// Proves a negation by showing that the negated goals contradict the conjunction.
    fn not(&mut self, inner: &'p [Goal], subgoal: &Subgoal<'p>, rest: Vec<Subgoal<'p>>) -> bool {
        let Some(scope) = self.scope(subgoal) else { return false };
        let mark = self.mark();
        let source = self.frames[subgoal.frame].source.clone();
        let Some(because) = self.opposed(inner, &source, &scope, subgoal.goal.span()) else { return false };
        self.used.extend(because);
        if self.prove(rest) {
            return true;
        }
        self.undo(&mark);
        false
    }

    /// Proves an `after` goal by an `after` goal of the conjunction with the same actions. Nothing else is known about
    /// the position after the actions.
    fn after(
        &mut self,
        actions: &'p [Atom],
        inner: &'p [Goal],
        subgoal: &Subgoal<'p>,
        rest: &[Subgoal<'p>],
    ) -> bool {
        let context = self.context;
        for compound in &context.compounds {
            let Goal::After(made, held, _) = compound.goal else { continue };
            let mark = self.mark();
            if self.are_made(actions, subgoal.frame, made, compound)
                && let Some(scope) = self.scope(subgoal)
            {
                let mut position = context.clone();
                position.literals.clear();
                position.compounds.clear();
                let there = self.supposed(position, held, &compound.source, &compound.scope, compound.origin);
                let source = self.frames[subgoal.frame].source.clone();
                let holds =
                    there.is_some_and(|there| self.follows_from(there, inner, &source, &scope).is_some());
                self.used.push(compound.origin);
                if holds && self.prove(rest.to_vec()) {
                    return true;
                }
            }
            self.undo(&mark);
        }
        false
    }

    /// Whether the actions are equal to the actions of the compound goal `of`.
    fn are_made(&mut self, actions: &'p [Atom], frame: usize, made: &'p [Atom], of: &Compound<'p>) -> bool {
        let context = self.context;
        actions.len() == made.len()
            && actions.iter().zip(made).all(|(action, made)| {
                action.predicate == made.predicate
                    && action.arguments.iter().zip(&made.arguments).all(|(term, made)| {
                        let place = of.place(made);
                        place.is_some_and(|place| self.matches(term, frame, context.equalities.key(place)))
                    })
            })
    }

    /// Proves a disjunction by one of its branches, or by case distinction over a disjunction of the conjunction.
    fn any(&mut self, branches: &'p [Vec<Goal>], subgoal: &Subgoal<'p>, rest: &[Subgoal<'p>]) -> bool {
        for branch in branches {
            let mark = self.mark();
            let goals = branch.iter().map(|goal| Subgoal { goal, ..*subgoal });
            if self.prove(goals.chain(rest.iter().copied()).collect()) {
                return true;
            }
            self.undo(&mark);
        }
        let Some(scope) = self.scope(subgoal) else { return false };
        let source = self.frames[subgoal.frame].source.clone();
        let goals = std::slice::from_ref(subgoal.goal);
        for at in 0..self.context.compounds.len() {
            let mark = self.mark();
            if let Some(because) = self.in_cases_of(at, goals, &source, &scope) {
                self.used.extend(because);
                if self.prove(rest.to_vec()) {
                    return true;
                }
            }
            self.undo(&mark);
        }
        false
    }

    /// Whether the values of all variables that a goal shares with its clause are known.
    fn is_known(&self, subgoal: &Subgoal<'p>) -> bool {
        let frame = &self.frames[subgoal.frame];
        let shared = frame.source.shared(subgoal.goal);
        shared.iter().all(|id| self.variables.key(frame.base + id.index()).is_some())
    }

    /// The terms for the variables that a goal shares with its clause; `None` if one of these variables is still
    /// unbound.
    fn scope(&self, subgoal: &Subgoal<'p>) -> Option<Vec<(VariableId, EqualityTerm<'p>)>> {
        let frame = &self.frames[subgoal.frame];
        let place = |id: &VariableId| Some((*id, self.variables.key(frame.base + id.index())?.place()));
        frame.source.shared(subgoal.goal).iter().map(place).collect()
    }

    /// The key of a term, if known.
    fn key(&self, term: &'p Term, frame: usize) -> Option<Key<'p>> {
        match term {
            Term::Variable(id) => self.variables.key(self.frames[frame].base + id.index()),
            constant => Some(Key::Constant(constant)),
        }
    }

    /// Binds a term to a key. Returns `false` if they differ.
    fn matches(&mut self, term: &'p Term, frame: usize, key: Key<'p>) -> bool {
        match term {
            Term::Variable(id) => {
                let variable = self.frames[frame].base + id.index();
                self.variables.bind(variable, key, &self.context.equalities)
            }
            constant => key == Key::Constant(constant),
        }
    }

    /// Unifies a term in the head of a clause with the corresponding argument of the literal to prove.
    fn unify(&mut self, head: &'p Term, frame: usize, term: &'p Term, caller: usize) -> bool {
        if let Some(key) = self.key(term, caller) {
            return self.matches(head, frame, key);
        }
        if let Some(key) = self.key(head, frame) {
            return self.matches(term, caller, key);
        }
        let (Term::Variable(head), Term::Variable(term)) = (head, term) else { return false };
        let (head, term) = (self.frames[frame].base + head.index(), self.frames[caller].base + term.index());
        self.variables.unify(head, term, self.context.program())
    }
}
