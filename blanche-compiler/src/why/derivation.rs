//! Why something holds: its derivation, found for one solution.
//!
//! A literal that holds has a reason: the host or the text says so, nothing of the kind is found (for a negation), a
//! clause whose body holds in turn (of what needs itself a lowest one, `heights`), or what holds after some actions. [`Why`] looks for the least values of the
//! variables of a body, clause by clause from the top. What is derived is looked for once in each position, and what
//! stands least deep first: so the top is there when the limits are reached.
//! Source: thesis, figure 4.4.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::questions::{Known, Questions, Values};
use super::reasons::{Derivation, Kind, LeftOut, Reason, ReasonId, Reasons};
use crate::interpret::Host;
use crate::program::{
    Atom, Goal, PredicateId, Program, RuleId, Variable, VariableId, occurrences, variables,
};
use crate::runtime::{LimitReached, Limits, Value};

/// Reasons are looked for so many derivations and actions deep: a way over a board goes from field to field.
const DEEPEST: usize = 150;

/// So many reasons are looked for, about.
const MOST: usize = 10_000;

/// Looks for reasons in one program.
pub struct Why<'p, H: Host> {
    questions: Questions<'p, H>,
}

impl<'p, H: Host> Why<'p, H> {
    /// For a program whose literals this host answers. The questions that one derivation takes may take so much work
    /// together, and it may take so much memory.
    pub fn new(program: &'p Program, limits: Limits) -> Why<'p, H> {
        Why { questions: Questions::new(program, limits) }
    }

    /// The same; whoever sets this sign has the search given up.
    pub fn stopped_by(mut self, sign: Arc<AtomicBool>) -> Why<'p, H> {
        self.questions.stop = Some(sign);
        self
    }

    /// Why a rule or an export has this solution, literal by literal; `None` if it has not. What is not found within the
    /// limits is left open, and [`Reasons::left_out`] says why.
    ///
    /// # Errors
    /// When a limit is reached before it is known whether it has this solution.
    pub fn solution(
        &self,
        facts: &mut H::Facts,
        rule: RuleId,
        solution: &[Value],
    ) -> Result<Option<Derivation>, LimitReached> {
        self.of_rule(facts, rule, solution, Known::No)
    }

    /// The same of a solution that was found before. Whether it is one is not asked again, which takes as long as finding
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

    /// Takes up that all of these hold, for the least values of the variables that have none yet.
    pub(super) fn body(
        &self,
        facts: &mut H::Facts,
        (goals, variables, values): (&[Goal], &[Variable], Values),
        known: Known,
        place: PlaceId,
        search: &mut Search,
    ) -> Result<Option<Vec<ReasonId>>, LimitReached> {
        // Of several branches the first that holds is the reason.
        let chosen = self.questions.choose(facts, goals, variables, &values, known)?;
        let Some(chosen) = chosen else { return Ok(None) };
        let asked = match known {
            Known::Yes => unsettled(&chosen, &values),
            Known::No => chosen.clone(),
        };
        let Some(values) = self.questions.first(facts, &asked, variables, &values)? else { return Ok(None) };
        Ok(Some(chosen.iter().map(|goal| self.goal(goal, (variables, &values), place, search)).collect()))
    }

    /// Takes up that a literal holds of these values.
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

    /// Looks for what everything that was taken up follows from, within what is left of the limits. The facts are those of
    /// the position at the beginning.
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
                    // That a limit was reached is what somebody can change.
                    if matches!(search.reasons.left_out, None | Some(LeftOut::Size)) {
                        search.reasons.left_out = Some(left_out);
                    }
                }
            }
        }
        search.reasons
    }

    /// What one of them follows from.
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
                    // It holds: by the last clause, where by no other one.
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

    /// What a literal of a predicate follows from that needs itself.
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

    /// Does something in the position after these actions, which are taken back; nothing where they cannot be made.
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

/// Of literals that hold together, those by which variables get values that have none yet, and those that choose among
/// these. The others hold whatever is chosen.
fn unsettled(goals: &[Goal], values: &Values) -> Vec<Goal> {
    let atoms = goals.iter().filter_map(|goal| match goal {
        Goal::Atom(atom) => Some(variables(&atom.arguments)),
        Goal::Not(..) | Goal::After(..) | Goal::Any(..) => None,
    });
    let open: BTreeSet<VariableId> = atoms.flatten().filter(|id| values[id.index()].is_none()).collect();
    let is_unsettled = |goal: &&Goal| occurrences([*goal]).keys().any(|id| open.contains(id));
    goals.iter().filter(is_unsettled).cloned().collect()
}

/// Which of the positions that a search has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PlaceId(u32);

/// The position at the beginning.
pub(super) const HERE: PlaceId = PlaceId(0);

/// A literal with values.
pub(super) type Literal = (PredicateId, Vec<Option<Value>>);

/// A way in which a literal holds.
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// The place of its clause.
    pub(super) clause: usize,
    /// Its literals, with one branch of every `;` that needs the component.
    pub(super) goals: Vec<Goal>,
    /// The values of its variables.
    pub(super) values: Values,
    /// The literals of the component that it needs.
    pub(super) needs: Vec<usize>,
}

/// A search for reasons under way: those that are known, and those that wait.
#[derive(Default)]
pub(super) struct Search {
    reasons: Reasons,
    /// What was derived in which position.
    known: HashMap<(PlaceId, Literal), ReasonId>,
    /// The lowest ways in which literals hold of predicates that need themselves.
    lowest: HashMap<(PlaceId, Literal), Rc<Way>>,
    waiting: VecDeque<Task>,
    /// Positions by the one before and the actions; the first one has the number 1.
    places: HashMap<(PlaceId, Vec<Literal>), PlaceId>,
    steps: Vec<Step>,
    /// How deep stands what is taken up.
    depth: usize,
    /// What all of this takes, about.
    bytes: u64,
}

/// How a position came from another one.
struct Step {
    before: PlaceId,
    actions: Vec<Atom>,
    values: Values,
}

/// A reason that waits for what it follows from.
struct Task {
    reason: ReasonId,
    place: PlaceId,
    depth: usize,
    what: What,
}

/// What there is to look for.
enum What {
    /// The clause of a predicate that holds of these arguments.
    Derived(PredicateId, Vec<Option<Value>>),
    /// What holds after actions, in the position that they lead to.
    After(Vec<Goal>, Vec<Variable>, Values),
}

impl Search {
    /// A new reason, which waits where there is something to look for.
    fn add(&mut self, said: String, kind: Kind, place: PlaceId, what: Option<What>) -> ReasonId {
        self.bytes += (size_of::<Reason>() + said.len() + size_of::<Task>()) as u64;
        let reason = self.reasons.push(Reason { said, kind, because: Vec::new() });
        let depth = self.depth;
        self.waiting.extend(what.map(|what| Task { reason, place, depth, what }));
        reason
    }

    /// The reason of a literal of a derivation, which is one in each position.
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

    /// The position that actions lead to from another one.
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

    /// What leads to a position from the one at the beginning.
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
