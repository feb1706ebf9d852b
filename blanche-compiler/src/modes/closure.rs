//! Evaluates goals symbolically (recording only which variables become bound) until no further goal can be evaluated.
//!
//! Evaluation never unbinds a variable. A goal therefore waits for its own variables, and is examined again only when
//! one of them becomes bound. A branch of a `;` keeps its progress. However long a body is and however deeply its goals
//! are nested, each goal is examined at most as often as it has variables.

use std::collections::{HashMap, VecDeque};

use blanche_sorted::SortedSet;

use super::{Bound, Modes};
use crate::program::{Atom, Goal, Occurrences, VariableId, occurrences, variables};

/// Goals in evaluation, some of which wait for variables to be bound.
pub(super) struct Closure<'g, 'e> {
    everywhere: &'e Occurrences,
    goals: Vec<PendingGoal<'g, 'e>>,
    /// For each variable, the indices of the goals that mention it.
    of: HashMap<VariableId, Vec<usize>>,
    bound: Bound,
    /// The indices of the goals to examine.
    queue: VecDeque<usize>,
    /// Number of goals not evaluated yet.
    waiting: usize,
}

/// A goal with its state of evaluation.
struct PendingGoal<'g, 'e> {
    goal: &'g Goal,
    state: State<'g, 'e>,
    /// Variables bound since the goal was last examined.
    news: Vec<VariableId>,
    is_queued: bool,
}

enum State<'g, 'e> {
    Asked,
    Atom(&'g Atom),
    /// A negation or `after`. It binds nothing, and its contents are evaluated once these variables are bound. `None`
    /// if its contents could not be evaluated.
    Inside(&'g [Goal], Option<SortedSet<VariableId>>),
    Any(Box<Branches<'g, 'e>>),
}

struct Branches<'g, 'e> {
    branches: Vec<Closure<'g, 'e>>,
    /// For each variable, the indices of the branches that mention it.
    of: HashMap<VariableId, Vec<usize>>,
    /// The variables bound outside.
    given: SortedSet<VariableId>,
    /// For each variable, the number of branches that bind it.
    giving: HashMap<VariableId, usize>,
    /// Number of branches with goals not evaluated yet.
    waiting: usize,
    /// The outer variables that at least one branch does not bind. Computed when no branch waits any longer.
    open: Option<SortedSet<VariableId>>,
    is_begun: bool,
}

impl<'g, 'e> Closure<'g, 'e> {
    /// A closure in which no goal is evaluated yet.
    pub(super) fn new(goals: &'g [Goal], everywhere: &'e Occurrences) -> Closure<'g, 'e> {
        let mut of: HashMap<VariableId, Vec<usize>> = HashMap::new();
        let places = goals.iter().enumerate().map(|(at, goal)| {
            let inside = occurrences([goal]);
            inside.keys().for_each(|id| of.entry(*id).or_default().push(at));
            let state = match goal {
                Goal::Atom(atom) => State::Atom(atom),
                Goal::Not(goals, _) => State::Inside(goals, Some(shared(&inside, everywhere).collect())),
                Goal::After(actions, goals, _) => {
                    let of_actions = actions.iter().flat_map(|action| variables(&action.arguments));
                    let shared = super::shared(goals, everywhere);
                    State::Inside(goals, Some(shared.into_iter().chain(of_actions).collect()))
                }
                Goal::Any(branches, _) => State::Any(Box::new(Branches::new(branches, everywhere))),
            };
            PendingGoal { goal, state, news: Vec::new(), is_queued: true }
        });
        let goals: Vec<PendingGoal<'g, 'e>> = places.collect();
        let (queue, waiting) = ((0..goals.len()).collect(), goals.len());
        Closure { everywhere, goals, of, bound: Bound::new(), queue, waiting }
    }

    /// The bound variables.
    pub(super) fn bound(&self) -> &Bound {
        &self.bound
    }

    /// The bound variables, and the goals that could not be evaluated.
    pub(super) fn end(self) -> (Bound, Vec<&'g Goal>) {
        let stuck = self.stuck().collect();
        (self.bound, stuck)
    }

    /// The goals that could not be evaluated.
    pub(super) fn stuck(&self) -> impl Iterator<Item = &'g Goal> {
        let waiting = self.goals.iter().filter(|place| !matches!(place.state, State::Asked));
        waiting.map(|place| place.goal)
    }

    /// Whether the goal at this index could not be evaluated.
    pub(super) fn is_stuck(&self, at: usize) -> bool {
        !matches!(self.goals[at].state, State::Asked)
    }

    /// Marks the goal at an index as evaluated.
    pub(super) fn leave_out(&mut self, at: usize) {
        if self.is_stuck(at) {
            self.goals[at].state = State::Asked;
            self.waiting -= 1;
        }
    }

    /// Marks a variable as bound.
    pub(super) fn bind(&mut self, id: VariableId) {
        if !self.bound.insert(id) {
            return;
        }
        for at in self.of.get(&id).into_iter().flatten() {
            let place = &mut self.goals[*at];
            if matches!(place.state, State::Asked) {
                continue;
            }
            place.news.push(id);
            if !place.is_queued {
                place.is_queued = true;
                self.queue.push_back(*at);
            }
        }
    }

    /// Evaluates all goals that can be evaluated.
    pub(super) fn run(&mut self, modes: &mut Modes<'_>) {
        while let Some(at) = self.queue.pop_front() {
            let place = &mut self.goals[at];
            place.is_queued = false;
            let news = std::mem::take(&mut place.news);
            if let Some(gives) = place.state.look(modes, &news, &self.bound, self.everywhere) {
                place.state = State::Asked;
                self.waiting -= 1;
                gives.into_iter().for_each(|id| self.bind(id));
            }
        }
    }
}

/// The variables of a goal that also occur elsewhere in the clause.
fn shared<'e>(
    inside: &'e Occurrences,
    everywhere: &'e Occurrences,
) -> impl Iterator<Item = VariableId> + use<'e> {
    let elsewhere = |(id, count): &(&VariableId, &usize)| everywhere.get(id).is_some_and(|all| all > count);
    inside.iter().filter(elsewhere).map(|(id, _)| *id)
}

impl<'g, 'e> State<'g, 'e> {
    /// Examines a goal after the variables in `news` have been bound. Returns the variables that the goal binds, or
    /// `None` if it cannot be evaluated yet.
    fn look(
        &mut self,
        modes: &mut Modes<'_>,
        news: &[VariableId],
        bound: &Bound,
        everywhere: &'e Occurrences,
    ) -> Option<Vec<VariableId>> {
        match self {
            State::Asked => None,
            State::Atom(atom) => modes.asks(atom, bound).then(|| variables(&atom.arguments).collect()),
            State::Inside(goals, waits) => {
                let missing = waits.as_mut()?;
                for id in news {
                    missing.remove(id);
                }
                if !missing.is_empty() {
                    return None;
                }
                *waits = None;
                let mut closure = Closure::new(goals, everywhere);
                let inside: Vec<VariableId> = closure.of.keys().copied().collect();
                inside.into_iter().filter(|id| bound.contains(id)).for_each(|id| closure.bind(id));
                closure.run(modes);
                (closure.waiting == 0).then(Vec::new)
            }
            State::Any(branches) => branches.look(modes, news, everywhere),
        }
    }
}

impl<'g, 'e> Branches<'g, 'e> {
    fn new(branches: &'g [Vec<Goal>], everywhere: &'e Occurrences) -> Branches<'g, 'e> {
        let branches: Vec<_> = branches.iter().map(|branch| Closure::new(branch, everywhere)).collect();
        let mut of: HashMap<VariableId, Vec<usize>> = HashMap::new();
        for (at, branch) in branches.iter().enumerate() {
            branch.of.keys().for_each(|id| of.entry(*id).or_default().push(at));
        }
        let waiting = branches.len();
        let (given, giving) = (SortedSet::new(), HashMap::new());
        Branches { branches, of, given, giving, waiting, open: None, is_begun: false }
    }

    fn look(
        &mut self,
        modes: &mut Modes<'_>,
        news: &[VariableId],
        everywhere: &Occurrences,
    ) -> Option<Vec<VariableId>> {
        let first = !std::mem::replace(&mut self.is_begun, true);
        let mut concerned = SortedSet::new();
        for id in news {
            self.given.insert(*id);
            self.open.as_mut().map(|open| open.remove(id));
            for at in self.of.get(id).into_iter().flatten() {
                self.branches[*at].bind(*id);
                concerned.insert(*at);
            }
        }
        if first {
            concerned.extend(0..self.branches.len());
        }
        for at in concerned {
            let branch = &mut self.branches[at];
            let waited = first || branch.waiting > 0;
            branch.run(modes);
            if waited && branch.waiting == 0 {
                self.waiting -= 1;
                branch.bound.iter().for_each(|id| *self.giving.entry(*id).or_default() += 1);
            }
        }
        if self.waiting > 0 || self.branches.is_empty() {
            return None;
        }
        let (given, giving, all) = (&self.given, &self.giving, self.branches.len());
        let common = |id: &VariableId| given.contains(id) || giving.get(id) == Some(&all);
        // A variable that also occurs outside must be bound by every branch.
        let open = self.open.get_or_insert_with(|| {
            let counts = occurrences_in(&self.branches);
            let open: Vec<VariableId> = shared(&counts, everywhere).filter(|id| !common(id)).collect();
            open.into_iter().collect()
        });
        if modes.even && !open.is_empty() {
            return None;
        }
        Some(giving.iter().filter(|(_, count)| **count == all).map(|(id, _)| *id).collect())
    }
}

fn occurrences_in(branches: &[Closure<'_, '_>]) -> Occurrences {
    occurrences(branches.iter().flat_map(|branch| branch.goals.iter().map(|place| place.goal)))
}
