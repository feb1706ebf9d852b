//! Explains why something holds: finds a proof (derivation) for one solution.
//!
//! A literal can hold for several reasons: the host or a fact states it; its body has no solution (for a negation); the
//! body of one of its clauses holds; or its body holds after some actions. For recursive predicates, `heights` finds a
//! clause that leads to a proof of least height. [`Why`] searches top down, clause by clause, for the least values of
//! the variables of a body. Each derived literal is proved once per position. The search is breadth-first, so that the
//! top of the proof is complete when a limit is reached. Source: thesis, figure 4.4.

use std::collections::{HashMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use blanche_sorted::SortedSet;

use super::questions::{Known, Questions, Values};
use super::reasons::{Derivation, Kind, LeftOut, Reason, ReasonId, Reasons};
use crate::interpret::Host;
use crate::program::{
    Atom, Goal, PredicateId, Program, RuleId, Variable, VariableId, occurrences, variables,
};
use crate::runtime::{LimitReached, Limits, Value};

/// Maximum depth of a proof, in derivations and actions. It must be large enough for a path across a board, which takes
/// a step per field.
const DEEPEST: usize = 150;

/// Approximate maximum number of reasons in a proof.
const MOST: usize = 10_000;

/// Searches for proofs in one program.
pub struct Why<'p, H: Host> {
    questions: Questions<'p, H>,
}

impl<'p, H: Host> Why<'p, H> {
    /// For a program whose extern predicates the host `H` answers. `limits` apply to all queries of one explanation
    /// together.
    pub fn new(program: &'p Program, limits: Limits) -> Why<'p, H> {
        Why { questions: Questions::new(program, limits) }
    }

    /// Installs a flag with which the caller can abort the search.
    pub fn stopped_by(mut self, sign: Arc<AtomicBool>) -> Why<'p, H> {
        self.questions.stop = Some(sign);
        self
    }

    /// Proves literal by literal that a rule or an export has this solution; `None` if it does not. Parts that exceed
    /// the limits are left open, and [`Reasons::left_out`] says why.
    ///
    /// # Errors
    /// When a limit is reached before it is known whether the rule has this solution.
    pub fn solution(
        &self,
        facts: &mut H::Facts,
        rule: RuleId,
        solution: &[Value],
    ) -> Result<Option<Derivation>, LimitReached> {
        self.of_rule(facts, rule, solution, Known::No)
    }

    /// Proves a solution that is already known to be one. This saves checking it again, which can take as long as
    /// finding it did.
    ///
    /// # Errors
    /// When a limit is reached before the values of the other variables are known.
    pub fn found(
        &self,
        facts: &mut H::Facts,
        rule: RuleId,
        solution: &[Value],
    ) -> Result<Option<Derivation>, LimitReached> {
        self.of_rule(facts, rule, solution, Known::Yes)
    }

    fn of_rule(
        &self,
        facts: &mut H::Facts,
        rule: RuleId,
        solution: &[Value],
        known: Known,
    ) -> Result<Option<Derivation>, LimitReached> {
        self.questions.begin();
        let rule = self.questions.program.rule(rule);
        let mut values = vec![None; rule.variables.len()];
        for (variable, value) in rule.answer.iter().zip(solution) {
            values[variable.index()] = Some(*value);
        }
        let mut search = Search::default();
        let body = (rule.body.as_slice(), rule.variables.as_slice(), values);
        let claims = self.body(facts, body, known, HERE, &mut search)?;
        let Some(claims) = claims else { return Ok(None) };
        Ok(Some(Derivation { claims, reasons: self.finish(facts, search) }))
    }

    pub(super) fn questions(&self) -> &Questions<'p, H> {
        &self.questions
    }

    /// Adds reasons for all of these goals, with the least values of the variables that are still free. `None` if they
    /// do not hold.
    pub(super) fn body(
        &self,
        facts: &mut H::Facts,
        (goals, variables, values): (&[Goal], &[Variable], Values),
        known: Known,
        place: PlaceId,
        search: &mut Search,
    ) -> Result<Option<Vec<ReasonId>>, LimitReached> {
        // Of several branches of a `;`, the first that holds is the reason.
        let chosen = self.questions.choose(facts, goals, variables, &values, known)?;
        let Some(chosen) = chosen else { return Ok(None) };
        let asked = match known {
            Known::Yes => unsettled(&chosen, &values),
            Known::No => chosen.clone(),
        };
        let Some(values) = self.questions.first(facts, &asked, variables, &values)? else { return Ok(None) };
        Ok(Some(chosen.iter().map(|goal| self.goal(goal, (variables, &values), place, search)).collect()))
    }

    /// Adds a reason for a literal that holds with these values.
    pub(super) fn goal(
        &self,
        goal: &Goal,
        (variables, values): (&[Variable], &Values),
        place: PlaceId,
        search: &mut Search,
    ) -> ReasonId {
        let said = || self.questions.said(goal, variables, values);
        match goal {
            Goal::Atom(atom) if self.questions.clauses(atom.predicate).is_some() => {
                let arguments = self.questions.arguments(atom, values);
                search.derived(place, atom.predicate, arguments, said)
            }
            Goal::Atom(_) => search.add(said(), Kind::Given, place, None),
            Goal::Not(..) => search.add(said(), Kind::Absent, place, None),
            Goal::After(actions, goals, _) => {
                let said = self.questions.said_actions(actions, variables, values);
                let arguments = |action| (action, self.questions.arguments(action, values));
                let made = actions.iter().map(arguments);
                let there = search.place(place, made, (actions, values));
                let inside = What::After(goals.clone(), variables.to_vec(), values.clone());
                search.add(said, Kind::After, there, Some(inside))
            }
            Goal::Any(..) => unreachable!("a branch was chosen"),
        }
    }

    /// Completes the proof: finds what each added reason follows from, within the remaining limits. `facts` must be at
    /// the initial position.
    pub(super) fn finish(&self, facts: &mut H::Facts, mut search: Search) -> Reasons {
        while let Some(task) = search.waiting.pop_front() {
            let is_large = task.depth >= DEEPEST || search.reasons.len() >= MOST;
            let is_full = search.bytes > self.questions.limits.memory;
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
                    // A limit takes precedence over the size, because the user can raise it.
                    if matches!(search.reasons.left_out, None | Some(LeftOut::Size)) {
                        search.reasons.left_out = Some(left_out);
                    }
                }
            }
        }
        search.reasons
    }

    /// The kind of a reason, and the reasons that it follows from.
    fn because(
        &self,
        facts: &mut H::Facts,
        task: &Task,
        search: &mut Search,
    ) -> Result<(Kind, Vec<ReasonId>), LeftOut> {
        search.depth = task.depth + 1;
        let path = search.path(task.place);
        let because = self.at(facts, &path, |facts| match &task.what {
            What::Derived(predicate, arguments)
                if self.questions.recursion.component(*predicate).is_some() =>
            {
                self.because_of_recursion(facts, (*predicate, arguments.clone()), task.place, search)
            }
            What::Derived(predicate, arguments) => {
                let clauses = self.questions.clauses(*predicate).into_iter().flatten();
                let called = |clause| Some((clause, self.questions.called(clause, arguments)?));
                let mut clauses = clauses.filter_map(called).peekable();
                while let Some((clause, values)) = clauses.next() {
                    // If all other clauses fail, the last one must hold.
                    let known = if clauses.peek().is_none() { Known::Yes } else { Known::No };
                    let body = (clause.body.as_slice(), clause.variables.as_slice(), values);
                    if let Some(because) = self.body(facts, body, known, task.place, search)? {
                        let doc = self.questions.program.predicate(*predicate).doc.clone();
                        search.bytes += doc.iter().map(|line| line.len() as u64).sum::<u64>();
                        return Ok((Kind::Derived(clause.span, doc), because));
                    }
                }
                Err(LeftOut::Unfounded)
            }
            What::After(goals, variables, values) => {
                let body = (goals.as_slice(), variables.as_slice(), values.clone());
                let because = self.body(facts, body, Known::Yes, task.place, search)?;
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
        place: PlaceId,
        search: &mut Search,
    ) -> Result<(Kind, Vec<ReasonId>), LeftOut> {
        let predicate = literal.0;
        let component = self.questions.recursion.component(predicate).expect("it needs itself");
        let key = (place, literal);
        if !search.lowest.contains_key(&key) {
            for (literal, way) in self.lowest(facts, &key.1, component)? {
                search.lowest.insert((place, literal), Rc::new(way));
            }
        }
        let way = search.lowest.get(&key).map(Rc::clone).ok_or(LeftOut::Unfounded)?;
        let clause = &self.questions.clauses(predicate).unwrap_or_default()[way.clause];
        let body = (way.goals.as_slice(), clause.variables.as_slice(), way.values.clone());
        let because = self.body(facts, body, Known::Yes, place, search)?.ok_or(LeftOut::Unfounded)?;
        let doc = self.questions.program.predicate(predicate).doc.clone();
        search.bytes += doc.iter().map(|line| line.len() as u64).sum::<u64>();
        Ok((Kind::Derived(clause.span, doc), because))
    }

    /// Calls `then` in the position after the actions of `path`, which are undone afterwards. `None` if they cannot be
    /// performed.
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
        let asked = self.questions.after(facts, actions, values, |facts| self.at_rest(facts, rest, then));
        asked.ok().flatten()
    }
}

/// Of goals that hold together, those that bind free variables, and those that filter the values of these variables.
/// The others hold whatever values are chosen.
fn unsettled(goals: &[Goal], values: &Values) -> Vec<Goal> {
    let atoms = goals.iter().filter_map(|goal| match goal {
        Goal::Atom(atom) => Some(variables(&atom.arguments)),
        Goal::Not(..) | Goal::After(..) | Goal::Any(..) => None,
    });
    let open: SortedSet<VariableId> = atoms.flatten().filter(|id| values[id.index()].is_none()).collect();
    let is_unsettled = |goal: &&Goal| occurrences([*goal]).keys().any(|id| open.contains(id));
    goals.iter().filter(is_unsettled).cloned().collect()
}

/// The index of a position that a search has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PlaceId(u32);

/// The initial position.
pub(super) const HERE: PlaceId = PlaceId(0);

/// A predicate with the values of its arguments; `None` for a free argument.
pub(super) type Literal = (PredicateId, Vec<Option<Value>>);

/// One way to prove a literal.
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// The index of the clause.
    pub(super) clause: usize,
    /// The body, with one branch chosen for every `;` that calls the recursive component.
    pub(super) goals: Vec<Goal>,
    /// The values of the variables of the clause.
    pub(super) values: Values,
    /// The literals of the component that the body uses, by their index.
    pub(super) needs: Vec<usize>,
}

/// The state of a search: the reasons found, and the tasks that are still open.
#[derive(Default)]
pub(super) struct Search {
    reasons: Reasons,
    /// The reason of each derived literal, by position.
    known: HashMap<(PlaceId, Literal), ReasonId>,
    /// The ways of least height to prove literals of recursive predicates.
    lowest: HashMap<(PlaceId, Literal), Rc<Way>>,
    waiting: VecDeque<Task>,
    /// Positions by the previous position and the actions. The position after the first step has number 1.
    places: HashMap<(PlaceId, Vec<Literal>), PlaceId>,
    steps: Vec<Step>,
    /// The depth of the reasons that are being added.
    depth: usize,
    /// Estimated memory use, in bytes.
    bytes: u64,
}

/// How a position follows from another one: the actions and the values of their variables.
struct Step {
    before: PlaceId,
    actions: Vec<Atom>,
    values: Values,
}

/// A reason whose premises are still to be found.
struct Task {
    reason: ReasonId,
    place: PlaceId,
    depth: usize,
    what: What,
}

/// The kinds of search tasks.
enum What {
    /// Find a clause of the predicate that holds for these arguments.
    Derived(PredicateId, Vec<Option<Value>>),
    /// Prove a body in the position that actions lead to.
    After(Vec<Goal>, Vec<Variable>, Values),
}

impl Search {
    /// Adds a reason, and a search task for it unless `what` is `None`.
    fn add(&mut self, said: String, kind: Kind, place: PlaceId, what: Option<What>) -> ReasonId {
        self.bytes += (size_of::<Reason>() + said.len() + size_of::<Task>()) as u64;
        let reason = self.reasons.push(Reason { said, kind, because: Vec::new() });
        let depth = self.depth;
        self.waiting.extend(what.map(|what| Task { reason, place, depth, what }));
        reason
    }

    /// The reason of a derived literal. There is one per literal and position.
    fn derived(
        &mut self,
        place: PlaceId,
        predicate: PredicateId,
        arguments: Vec<Option<Value>>,
        said: impl FnOnce() -> String,
    ) -> ReasonId {
        let key = (place, (predicate, arguments));
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let what = What::Derived(predicate, key.1.1.clone());
        let reason = self.add(said(), Kind::Open, place, Some(what));
        self.bytes += (size_of_val(&key) + 2 * size_of_val(key.1.1.as_slice())) as u64;
        self.known.insert(key, reason);
        reason
    }

    /// The index of the position that actions lead to from `before`.
    pub(super) fn place<'a>(
        &mut self,
        before: PlaceId,
        made: impl Iterator<Item = (&'a Atom, Vec<Option<Value>>)>,
        (actions, values): (&[Atom], &Values),
    ) -> PlaceId {
        let made = made.map(|(action, arguments)| (action.predicate, arguments)).collect();
        let next = PlaceId(self.steps.len() as u32 + 1);
        let place = *self.places.entry((before, made)).or_insert(next);
        if place == next {
            self.steps.push(Step { before, actions: actions.to_vec(), values: values.clone() });
        }
        place
    }

    /// The steps from the initial position to this one.
    fn path(&self, mut place: PlaceId) -> Vec<(Vec<Atom>, Values)> {
        let mut path = Vec::new();
        while place != HERE {
            let step = &self.steps[place.0 as usize - 1];
            path.push((step.actions.clone(), step.values.clone()));
            place = step.before;
        }
        path.reverse();
        path
    }
}
