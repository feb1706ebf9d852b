//! Explains why something holds: finds a proof (derivation) for one solution.
//!
//! A literal can hold for several reasons. The host or a fact states it, or the body of one of its clauses holds. A
//! negation holds because its body has no solution, and an `after` literal because its body holds after the actions.
//! For recursive predicates, `heights` finds a clause that leads to a proof of least height. [`ProofSearch`] searches
//! top down, clause by clause, for the least values of the variables of a body. Each derived literal is proved once per
//! position. The search is breadth-first, so that the top of the proof is complete when a limit is reached. Source:
//! thesis, figure 4.4.

use std::collections::{HashMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use blanche_sorted::SortedSet;

use super::queries::{KnownToHold, LiteralQueries, Values};
use super::reasons::{Derivation, Kind, LeftOut, Reason, ReasonId, Reasons};
use crate::interpret::Host;
use crate::program::{
    Atom, Goal, PredicateId, Program, RuleId, Variable, VariableId, occurrences, variables,
};
use crate::runtime::{LimitReached, Limits, Value};

/// Maximum depth of a proof, in derivations and actions. It must suffice for a path across a board, which has one
/// derivation for each field.
const MAX_DEPTH: usize = 150;

/// Approximate maximum number of reasons in a proof.
const MAX_REASONS: usize = 10_000;

/// Searches for proofs in one program.
pub struct ProofSearch<'p, H: Host> {
    queries: LiteralQueries<'p, H>,
}

impl<'p, H: Host> ProofSearch<'p, H> {
    /// Makes a searcher for a program whose extern predicates are answered by the host `H`. All queries of one
    /// explanation together must keep within `limits`.
    pub fn new(program: &'p Program, limits: Limits) -> ProofSearch<'p, H> {
        ProofSearch { queries: LiteralQueries::new(program, limits) }
    }

    /// Installs a flag by which the caller can abort the search.
    pub fn stopped_by(mut self, sign: Arc<AtomicBool>) -> ProofSearch<'p, H> {
        self.queries.stop = Some(sign);
        self
    }

    /// Proves literal by literal that a rule or an export has this solution; `None` if it does not. Parts that exceed
    /// the limits are not proved, and [`Reasons::left_out`] says why.
    ///
    /// # Errors
    /// When a limit is reached before it is known whether the rule has this solution.
    pub fn solution(
        &self,
        facts: &mut H::Facts,
        rule: RuleId,
        solution: &[Value],
    ) -> Result<Option<Derivation>, LimitReached> {
        self.of_rule(facts, rule, solution, KnownToHold::No)
    }

    /// Proves a solution that is known to be correct. It is not checked again, because that can take as long as finding
    /// it did.
    ///
    /// # Errors
    /// When a limit is reached before the values of the other variables are known.
    pub fn found(
        &self,
        facts: &mut H::Facts,
        rule: RuleId,
        solution: &[Value],
    ) -> Result<Option<Derivation>, LimitReached> {
        self.of_rule(facts, rule, solution, KnownToHold::Yes)
    }

    fn of_rule(
        &self,
        facts: &mut H::Facts,
        rule: RuleId,
        solution: &[Value],
        known: KnownToHold,
    ) -> Result<Option<Derivation>, LimitReached> {
        self.queries.begin();
        let rule = self.queries.program.rule(rule);
        let mut values = vec![None; rule.variables.len()];
        for (variable, value) in rule.answer.iter().zip(solution) {
            values[variable.index()] = Some(*value);
        }
        let mut search = Search::default();
        let body = (rule.body.as_slice(), rule.variables.as_slice(), values);
        let claims = self.body(facts, body, known, INITIAL, &mut search)?;
        let Some(claims) = claims else { return Ok(None) };
        Ok(Some(Derivation { claims, reasons: self.finish(facts, search) }))
    }

    pub(super) fn queries(&self) -> &LiteralQueries<'p, H> {
        &self.queries
    }

    /// Adds reasons for all of these goals, with the least values of the variables that are still free. `None` if the
    /// goals do not hold.
    pub(super) fn body(
        &self,
        facts: &mut H::Facts,
        (goals, variables, values): (&[Goal], &[Variable], Values),
        known: KnownToHold,
        place: PositionId,
        search: &mut Search,
    ) -> Result<Option<Vec<ReasonId>>, LimitReached> {
        // If several branches of a `;` hold, the first of them is the reason.
        let chosen = self.queries.choose(facts, goals, variables, &values, known)?;
        let Some(chosen) = chosen else { return Ok(None) };
        let asked = match known {
            KnownToHold::Yes => unsettled(&chosen, &values),
            KnownToHold::No => chosen.clone(),
        };
        let Some(values) = self.queries.first(facts, &asked, variables, &values)? else { return Ok(None) };
        Ok(Some(chosen.iter().map(|goal| self.goal(goal, (variables, &values), place, search)).collect()))
    }

    /// Adds a reason for a literal that holds with these values.
    pub(super) fn goal(
        &self,
        goal: &Goal,
        (variables, values): (&[Variable], &Values),
        place: PositionId,
        search: &mut Search,
    ) -> ReasonId {
        let said = || self.queries.literal_text(goal, variables, values);
        match goal {
            Goal::Atom(atom) if self.queries.clauses(atom.predicate).is_some() => {
                let arguments = self.queries.arguments(atom, values);
                search.derived(place, atom.predicate, arguments, said)
            }
            Goal::Atom(_) => search.add(said(), Kind::Given, place, None),
            Goal::Not(..) => search.add(said(), Kind::Absent, place, None),
            Goal::After(actions, goals, _) => {
                let said = self.queries.actions_text(actions, variables, values);
                let arguments = |action| (action, self.queries.arguments(action, values));
                let made = actions.iter().map(arguments);
                let there = search.place(place, made, (actions, values));
                let inside = TaskKind::After(goals.clone(), variables.to_vec(), values.clone());
                search.add(said, Kind::After, there, Some(inside))
            }
            Goal::Any(..) => unreachable!("a branch was chosen"),
        }
    }

    /// Completes the proof within the remaining limits: finds the reasons from which each added reason follows. `facts`
    /// must be at the initial position.
    pub(super) fn finish(&self, facts: &mut H::Facts, mut search: Search) -> Reasons {
        while let Some(task) = search.waiting.pop_front() {
            let is_large = task.depth >= MAX_DEPTH || search.reasons.len() >= MAX_REASONS;
            let is_full = search.bytes > self.queries.limits.memory;
            let because = match (is_large, is_full) {
                (true, _) => Err(LeftOut::Size),
                (_, true) => Err(LeftOut::Limit(LimitReached::Memory)),
                _ => self.because(facts, &task, &mut search),
            };
            match because {
                Ok((kind, because)) => {
                    let reason = search.reasons.get_mut(task.reason);
                    (reason.kind, reason.because) = (kind, because);
                }
                Err(left_out) => {
                    // If a limit and the maximum size are both exceeded, the limit is reported, because the user can
                    // raise it.
                    if matches!(search.reasons.left_out, None | Some(LeftOut::Size)) {
                        search.reasons.left_out = Some(left_out);
                    }
                }
            }
        }
        search.reasons
    }

    /// The kind of a reason, and the reasons from which it follows.
    fn because(
        &self,
        facts: &mut H::Facts,
        task: &Task,
        search: &mut Search,
    ) -> Result<(Kind, Vec<ReasonId>), LeftOut> {
        search.depth = task.depth + 1;
        let path = search.path(task.place);
        let because = self.at(facts, &path, |facts| match &task.what {
            TaskKind::Derived(predicate, arguments)
                if self.queries.recursion.component(*predicate).is_some() =>
            {
                self.because_of_recursion(facts, (*predicate, arguments.clone()), task.place, search)
            }
            TaskKind::Derived(predicate, arguments) => {
                let clauses = self.queries.clauses(*predicate).into_iter().flatten();
                let called = |clause| Some((clause, self.queries.called(clause, arguments)?));
                let mut clauses = clauses.filter_map(called).peekable();
                while let Some((clause, values)) = clauses.next() {
                    // If a body is known to hold and all other clauses fail, the last clause must hold.
                    let known = if clauses.peek().is_none() { KnownToHold::Yes } else { KnownToHold::No };
                    let body = (clause.body.as_slice(), clause.variables.as_slice(), values);
                    if let Some(because) = self.body(facts, body, known, task.place, search)? {
                        let doc = self.queries.program.predicate(*predicate).doc.clone();
                        search.bytes += doc.iter().map(|line| line.len() as u64).sum::<u64>();
                        return Ok((Kind::Derived(clause.span, doc), because));
                    }
                }
                Err(LeftOut::Unfounded)
            }
            TaskKind::After(goals, variables, values) => {
                let body = (goals.as_slice(), variables.as_slice(), values.clone());
                let because = self.body(facts, body, KnownToHold::Yes, task.place, search)?;
                Ok((Kind::After, because.ok_or(LeftOut::Unfounded)?))
            }
        });
        because.unwrap_or(Err(LeftOut::Unfounded))
    }

    /// The reasons for a literal of a recursive predicate.
    fn because_of_recursion(
        &self,
        facts: &mut H::Facts,
        literal: Literal,
        place: PositionId,
        search: &mut Search,
    ) -> Result<(Kind, Vec<ReasonId>), LeftOut> {
        let predicate = literal.0;
        let component = self.queries.recursion.component(predicate).expect("it needs itself");
        let key = (place, literal);
        if !search.lowest.contains_key(&key) {
            for (literal, way) in self.lowest(facts, &key.1, component)? {
                search.lowest.insert((place, literal), Rc::new(way));
            }
        }
        let way = search.lowest.get(&key).map(Rc::clone).ok_or(LeftOut::Unfounded)?;
        let clause = &self.queries.clauses(predicate).unwrap_or_default()[way.clause];
        let body = (way.goals.as_slice(), clause.variables.as_slice(), way.values.clone());
        let because = self.body(facts, body, KnownToHold::Yes, place, search)?.ok_or(LeftOut::Unfounded)?;
        let doc = self.queries.program.predicate(predicate).doc.clone();
        search.bytes += doc.iter().map(|line| line.len() as u64).sum::<u64>();
        Ok((Kind::Derived(clause.span, doc), because))
    }

    /// Calls `then` in the position after the actions of `path`, which are undone afterwards. `None` if the actions
    /// cannot be performed.
    fn at<T>(
        &self,
        facts: &mut H::Facts,
        path: &[(Vec<Atom>, Values)],
        then: impl FnOnce(&mut H::Facts) -> T,
    ) -> Option<T> {
        let mut then = Some(then);
        self.at_rest(facts, path, &mut |facts| then.take().expect("it is done once")(facts))
    }

    fn at_rest<T>(
        &self,
        facts: &mut H::Facts,
        path: &[(Vec<Atom>, Values)],
        then: &mut dyn FnMut(&mut H::Facts) -> T,
    ) -> Option<T> {
        let Some(((actions, values), rest)) = path.split_first() else { return Some(then(facts)) };
        let asked = self.queries.after(facts, actions, values, |facts| self.at_rest(facts, rest, then));
        asked.ok().flatten()
    }
}

/// The goals with a free variable that also occurs in an atom that is not negated. The goals are known to hold
/// together, so all other goals hold for any choice of values for these variables.
fn unsettled(goals: &[Goal], values: &Values) -> Vec<Goal> {
    let atoms = goals.iter().filter_map(|goal| match goal {
        Goal::Atom(atom) => Some(variables(&atom.arguments)),
        Goal::Not(..) | Goal::After(..) | Goal::Any(..) => None,
    });
    let open: SortedSet<VariableId> = atoms.flatten().filter(|id| values[id.index()].is_none()).collect();
    let is_unsettled = |goal: &&Goal| occurrences([*goal]).keys().any(|id| open.contains(id));
    goals.iter().filter(is_unsettled).cloned().collect()
}

/// The index of a position that a search has reached by actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PositionId(u32);

/// The initial position.
pub(super) const INITIAL: PositionId = PositionId(0);

/// A predicate with the values of its arguments; `None` for a free argument.
pub(super) type Literal = (PredicateId, Vec<Option<Value>>);

/// One way to prove a literal.
#[derive(Clone, Debug)]
pub(super) struct ProofStep {
    /// The index of the clause.
    pub(super) clause: usize,
    /// The body, with one branch chosen for every `;` that calls the recursive component.
    pub(super) goals: Vec<Goal>,
    /// The values of the variables of the clause.
    pub(super) values: Values,
    /// The literals of the component that the body uses, each by its index in the search.
    pub(super) needs: Vec<usize>,
}

/// The state of a search: the reasons found, and the tasks that are still open.
#[derive(Default)]
pub(super) struct Search {
    reasons: Reasons,
    /// The reason of each derived literal, by position.
    known: HashMap<(PositionId, Literal), ReasonId>,
    /// For each literal of a recursive predicate found so far, the first step of its proof of least height.
    lowest: HashMap<(PositionId, Literal), Rc<ProofStep>>,
    waiting: VecDeque<Task>,
    /// The index of each position. The key consists of the previous position and the actions that lead from there to
    /// the position. The position after the first step has index 1.
    places: HashMap<(PositionId, Vec<Literal>), PositionId>,
    steps: Vec<Step>,
    /// The depth of the reasons that are being added.
    depth: usize,
    /// Estimated memory use, in bytes.
    bytes: u64,
}

/// A step from one position to another: the actions and the values of their variables.
struct Step {
    before: PositionId,
    actions: Vec<Atom>,
    values: Values,
}

/// A reason whose premises have not been found yet.
struct Task {
    reason: ReasonId,
    place: PositionId,
    depth: usize,
    what: TaskKind,
}

/// The kinds of search tasks.
enum TaskKind {
    /// Find a clause of the predicate that holds for these arguments.
    Derived(PredicateId, Vec<Option<Value>>),
    /// Prove a body in the position that actions lead to.
    After(Vec<Goal>, Vec<Variable>, Values),
}

impl Search {
    /// Adds a reason, and a search task for it unless `what` is `None`.
    fn add(&mut self, said: String, kind: Kind, place: PositionId, what: Option<TaskKind>) -> ReasonId {
        self.bytes += (size_of::<Reason>() + said.len() + size_of::<Task>()) as u64;
        let reason = self.reasons.push(Reason { said, kind, because: Vec::new() });
        let depth = self.depth;
        self.waiting.extend(what.map(|what| Task { reason, place, depth, what }));
        reason
    }

    /// The reason of a derived literal. There is one per literal and position.
    fn derived(
        &mut self,
        place: PositionId,
        predicate: PredicateId,
        arguments: Vec<Option<Value>>,
        said: impl FnOnce() -> String,
    ) -> ReasonId {
        let key = (place, (predicate, arguments));
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let what = TaskKind::Derived(predicate, key.1.1.clone());
        let reason = self.add(said(), Kind::Open, place, Some(what));
        self.bytes += (size_of_val(&key) + 2 * size_of_val(key.1.1.as_slice())) as u64;
        self.known.insert(key, reason);
        reason
    }

    /// The index of the position that the actions lead to when they are performed in the position `before`.
    pub(super) fn place<'a>(
        &mut self,
        before: PositionId,
        made: impl Iterator<Item = (&'a Atom, Vec<Option<Value>>)>,
        (actions, values): (&[Atom], &Values),
    ) -> PositionId {
        let made = made.map(|(action, arguments)| (action.predicate, arguments)).collect();
        let next = PositionId(self.steps.len() as u32 + 1);
        let place = *self.places.entry((before, made)).or_insert(next);
        if place == next {
            self.steps.push(Step { before, actions: actions.to_vec(), values: values.clone() });
        }
        place
    }

    /// The steps that lead from the initial position to this position.
    fn path(&self, mut place: PositionId) -> Vec<(Vec<Atom>, Values)> {
        let mut path = Vec::new();
        while place != INITIAL {
            let step = &self.steps[place.0 as usize - 1];
            path.push((step.actions.clone(), step.values.clone()));
            place = step.before;
        }
        path.reverse();
        path
    }
}
