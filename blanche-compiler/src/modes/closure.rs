//! Asks whatever can be asked of some goals, until nothing more can be.
//!
//! Asking never unbinds anything. So a goal waits for its own variables and is looked at again only where one of them has
//! got a value, and a branch of a `;` keeps what it has reached: however long a body is and however deep its goals are
//! nested, each goal is looked at no more often than it has variables.

use std::collections::{BTreeSet, HashMap, VecDeque};

use super::{Bound, Modes};
use crate::program::{Atom, Goal, Occurrences, VariableId, occurrences, variables};

/// Goals of which some wait for values of their variables.
pub(super) struct Closure<'g, 'e> {
    everywhere: &'e Occurrences,
    goals: Vec<Place<'g, 'e>>,
    /// The goals that a variable stands in.
    of: HashMap<VariableId, Vec<usize>>,
    bound: Bound,
    /// The goals to be looked at.
    queue: VecDeque<usize>,
    /// How many goals wait.
    waiting: usize,
}

/// A goal among others.
struct Place<'g, 'e> {
    goal: &'g Goal,
    state: State<'g, 'e>,
    /// Variables that have a value since it was looked at.
    news: Vec<VariableId>,
    is_queued: bool,
}

enum State<'g, 'e> {
    Asked,
    Atom(&'g Atom),
    /// A negation, or what holds after actions: it binds nothing, and what stands inside is looked at once, when these
    /// variables have values. None when that was in vain.
    Inside(&'g [Goal], Option<BTreeSet<VariableId>>),
    Any(Box<Branches<'g, 'e>>),
}

/// The branches of a `;`.
struct Branches<'g, 'e> {
    branches: Vec<Closure<'g, 'e>>,
    /// Those that a variable stands in.
    of: HashMap<VariableId, Vec<usize>>,
    /// The variables that have a value outside.
    given: BTreeSet<VariableId>,
    /// How many of the branches give a variable a value.
    giving: HashMap<VariableId, usize>,
    /// How many branches have goals that wait.
    waiting: usize,
    /// The variables that stand outside too and have no value yet in each of the branches; known when no branch waits.
    open: Option<BTreeSet<VariableId>>,
    is_begun: bool,
}

impl<'g, 'e> Closure<'g, 'e> {
    /// Nothing is asked yet.
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
            Place { goal, state, news: Vec::new(), is_queued: true }
        });
        let goals: Vec<Place<'g, 'e>> = places.collect();
        let (queue, waiting) = ((0..goals.len()).collect(), goals.len());
        Closure { everywhere, goals, of, bound: Bound::new(), queue, waiting }
    }

    /// The variables that have a value.
    pub(super) fn bound(&self) -> &Bound {
        &self.bound
    }

    /// The same, and the goals that could not be asked.
    pub(super) fn end(self) -> (Bound, Vec<&'g Goal>) {
        let stuck = self.stuck().collect();
        (self.bound, stuck)
    }

    /// The goals that could not be asked.
    pub(super) fn stuck(&self) -> impl Iterator<Item = &'g Goal> {
        let waiting = self.goals.iter().filter(|place| !matches!(place.state, State::Asked));
        waiting.map(|place| place.goal)
    }

    /// Whether the goal at this place could not be asked.
    pub(super) fn is_stuck(&self, at: usize) -> bool {
        !matches!(self.goals[at].state, State::Asked)
    }

    /// Counts the goal at a place as asked.
    pub(super) fn leave_out(&mut self, at: usize) {
        if self.is_stuck(at) {
            self.goals[at].state = State::Asked;
            self.waiting -= 1;
        }
    }

    /// Says that a variable has a value.
    pub(super) fn give(&mut self, id: VariableId) {
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

    /// Asks what can be asked.
    pub(super) fn run(&mut self, modes: &mut Modes<'_>) {
        while let Some(at) = self.queue.pop_front() {
            let place = &mut self.goals[at];
            place.is_queued = false;
            let news = std::mem::take(&mut place.news);
            if let Some(gives) = place.state.look(modes, &news, &self.bound, self.everywhere) {
                place.state = State::Asked;
                self.waiting -= 1;
                gives.into_iter().for_each(|id| self.give(id));
            }
        }
    }
}

/// The variables of a goal that stand elsewhere in the clause too.
fn shared<'e>(
    inside: &'e Occurrences,
    everywhere: &'e Occurrences,
) -> impl Iterator<Item = VariableId> + use<'e> {
    let elsewhere = |(id, count): &(&VariableId, &usize)| everywhere.get(id).is_some_and(|all| all > count);
    inside.iter().filter(elsewhere).map(|(id, _)| *id)
}

impl<'g, 'e> State<'g, 'e> {
    /// What a goal binds when it is asked now, where these variables have got a value; none where it cannot be asked.
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
                inside.into_iter().filter(|id| bound.contains(id)).for_each(|id| closure.give(id));
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
        let (given, giving) = (BTreeSet::new(), HashMap::new());
        Branches { branches, of, given, giving, waiting, open: None, is_begun: false }
    }

    fn look(
        &mut self,
        modes: &mut Modes<'_>,
        news: &[VariableId],
        everywhere: &Occurrences,
    ) -> Option<Vec<VariableId>> {
        let first = !std::mem::replace(&mut self.is_begun, true);
        let mut concerned = BTreeSet::new();
        for id in news {
            self.given.insert(*id);
            self.open.as_mut().map(|open| open.remove(id));
            for at in self.of.get(id).into_iter().flatten() {
                self.branches[*at].give(*id);
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
        // What stands outside of it too has a value there, so every branch has to give it one.
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
