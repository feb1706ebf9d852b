//! Computes sets once, before the loops that use them.
//!
//! The part of an intersection that is the same in every iteration of a loop is computed before the loop. If it has too
//! few members, the loop is not entered. These sets also give a rule its guards: the sets that depend on no variable
//! are computed and counted first.

mod tests_to_sets;

use blanche_sorted::{Arrange, SortedMap, SortedSet};

use crate::plan::faults::{self, Fault};
use crate::plan::model::{
    Access, Action, Block, Estimate, Frame, Intersection, Operand, Ordered, Reduction, SetSlot, Slot, Source,
    Step, all_of, bound_by, constant_part, finish, likely, sets_read, source_slots, use_instead,
};
use crate::plan::params::NEVER_EMPTY_SIZE;
use crate::plan::planner::Planner;
use crate::program::{PredicateId, PredicateKind, SortId};

/// A source of an intersection, and the number of steps after which the source can be computed.
#[derive(Clone)]
struct Placed {
    positive: bool,
    source: Source,
    behind: usize,
}

/// The points of a body at which sets can be computed, and the sets that are computed there.
struct Hoist {
    /// Number of loops before each step, and before the end of the body.
    loops: Vec<usize>,
    /// For each slot, the number of steps after which it is bound.
    bound: SortedMap<Slot, usize>,
    /// The `BindSet` steps inserted before each step, and after the last one.
    kept: Vec<Vec<Step>>,
    /// For each hoisted set, the number of steps after which it is computed. A set that is missing here is computed
    /// before all steps.
    behind: SortedMap<SetSlot, usize>,
    /// The semi-join reductions: sets derived for one variable from the sets of other variables.
    reductions: Vec<Reduction>,
}

impl Hoist {
    fn new(steps: &[Step], reductions: Vec<Reduction>) -> Hoist {
        let mut bound = SortedMap::new();
        for (at, step) in steps.iter().enumerate() {
            for slot in bound_by(step) {
                bound.entry(slot).or_insert(at + 1);
            }
        }
        let kept = steps.iter().map(|_| Vec::new()).chain([Vec::new()]).collect();
        let mut loops = vec![0];
        loops.extend(steps.iter().scan(0, |loops, step| {
            *loops += usize::from(step.gives_several());
            Some(*loops)
        }));
        Hoist { loops, bound, kept, behind: SortedMap::new(), reductions }
    }

    /// Number of loops before the step at index `place`.
    fn loops(&self, place: usize) -> usize {
        self.loops[place]
    }

    /// Makes a loop iterate over a hoisted set if an equal intersection has just been computed before it.
    fn reuse_sets(&self, steps: &mut [Step]) {
        for (at, step) in steps.iter_mut().enumerate() {
            let Action::EachIn { from, .. } = &mut step.action else { continue };
            let same = self.kept[at].iter().find_map(|step| match &step.action {
                Action::BindSet { set, from: known, .. } if known == from => Some(*set),
                _ => None,
            });
            if let Some(set) = same {
                *from = Intersection { sort: from.sort, of: vec![Source::Set(set)], without: Vec::new() };
            }
        }
    }

    fn behind(&self, source: &Source) -> usize {
        let slots = source_slots(source).into_iter().map(|slot| self.bound.get(&slot).copied().unwrap_or(0));
        let sets = match source {
            Source::Set(set) => self.behind.get(set).copied().unwrap_or(0),
            _ => 0,
        };
        slots.max().unwrap_or(0).max(sets)
    }

    fn placed(&self, intersection: &Intersection) -> Vec<Placed> {
        let place = |positive: bool| {
            move |source: &Source| Placed { positive, source: source.clone(), behind: self.behind(source) }
        };
        intersection.of.iter().map(place(true)).chain(intersection.without.iter().map(place(false))).collect()
    }

    /// The expected number of values of `slot`, if a reduction has chosen the value of a variable that joins with
    /// `slot`. That value is known to join with at least one value of `slot`. `None` if no such reduction applies.
    fn given(&self, slot: Slot, sources: &[Placed]) -> Option<f64> {
        let mut depend = sources.iter().filter(|placed| !source_slots(&placed.source).is_empty());
        let (joined, None) = (depend.next()?, depend.next()) else { return None };
        let is_bound = |of: &Slot| self.bound.get(of).is_some_and(|bound| *bound <= joined.behind);
        let of_slot = |of: &Slot| source_slots(&joined.source).contains(of);
        let chosen = self.reductions.iter().find(|reduction| {
            reduction.through.contains(&slot) && is_bound(&reduction.of) && of_slot(&reduction.of)
        });
        chosen.filter(|_| sources.iter().all(|placed| placed.positive)).map(|reduction| reduction.given)
    }

    /// Drops the minimum size of sets that almost certainly have members, because such sets are useless as guards.
    fn open_gates(&mut self, frame: &Frame) {
        for step in self.kept.iter_mut().flatten() {
            if let Action::BindSet { set, at_least, .. } = &mut step.action
                && frame.members(*set) > NEVER_EMPTY_SIZE
            {
                *at_least = 0;
            }
        }
    }
}

impl Planner<'_> {
    /// Rewrites a body so that its sets are computed before the loops that use them.
    pub(crate) fn hoist(&mut self, ordered: Ordered, frame: &mut Frame) -> Block {
        let Ordered { body, mut prelude, reductions } = ordered;
        let mut steps = body.steps;
        // The prelude does not read the sets that `filter` makes from tests, so these sets are computed before the
        // prelude. If a test reads a set of the prelude, however, the set that is made from the test is computed
        // after the prelude.
        let made = sets_made(&prelude);
        let asks_prelude = |step: &Step| {
            sets_read(&step.action).iter().any(|set| made.contains(set))
                && !faults::has(Fault::SetsInFrontOfTheirSources)
        };
        let (behind, in_front): (Vec<Step>, Vec<Step>) =
            self.filter(&mut steps, frame).into_iter().partition(asks_prelude);
        prelude.splice(0..0, in_front);
        prelude.extend(behind);
        let mut hoist = Hoist::new(&steps, reductions);
        let first_loop = steps.iter().position(Step::gives_several).unwrap_or(steps.len());
        // Step 1. Hoist the sets used after the first loop.
        self.hoist_loops(&mut steps, first_loop, &mut hoist, frame);
        // Step 2. Hoist the sets of negations, which are tested after the first loop.
        for step in &mut prelude {
            self.hoist_collected(step, &mut hoist, frame);
        }
        hoist.reuse_sets(&mut steps);
        // Step 3. If any set is computed at all, first check that the set of the first loop has members.
        let made_first = !prelude.is_empty() || hoist.kept[..=first_loop].iter().any(|kept| !kept.is_empty());
        if let (true, Some(Step { action: Action::EachIn { from, .. }, .. })) =
            (made_first, steps.get_mut(first_loop))
        {
            self.hoist_constant(from, true, &mut hoist, frame);
        }
        hoist.reuse_sets(&mut steps);
        // Step 4. Determine the minimum size of each set.
        demand_two(&mut hoist, &steps);
        hoist.open_gates(frame);
        finish(assemble(steps, hoist, prelude, first_loop))
    }

    /// Hoists the sets that the first loop and the steps after it use. A set that is expected to be needed at most once
    /// is not hoisted.
    fn hoist_loops(&mut self, steps: &mut [Step], first_loop: usize, hoist: &mut Hoist, frame: &mut Frame) {
        let mut turns: f64 = steps[..first_loop].iter().map(|step| step.estimate.answers).product();
        for at in first_loop..steps.len() {
            let often = turns > 1.0;
            turns *= steps[at].estimate.answers;
            let (before, here) = steps.split_at_mut(at);
            match &mut here[0].action {
                Action::EachIn { slot, from } => {
                    *from = self.hoist_intersection(*slot, from, before, hoist, frame)
                }
                Action::Has { set, holds, .. } if often => self.hoist_constant(set, *holds, hoist, frame),
                Action::Exists { block, .. } if often => self.hoist_nested(block, hoist, frame),
                _ => {}
            }
        }
    }

    /// Hoists the constant parts of the sets that a step of the prelude uses.
    fn hoist_collected(&mut self, step: &mut Step, hoist: &mut Hoist, frame: &mut Frame) {
        let Action::Collect { block, add, at_least, .. } = &mut step.action else { return };
        // If the collected set must have members, the set over which its block iterates must have members too.
        if let (Some(Step { action: Action::EachIn { from, .. }, .. }), 1..) =
            (block.steps.first_mut(), *at_least)
        {
            self.hoist_constant(from, true, hoist, frame);
        }
        self.hoist_nested(block, hoist, frame);
        self.hoist_constant(add, false, hoist, frame);
    }

    /// Computes the set of a loop in stages, each as soon as its inputs are bound, and returns what is left to
    /// compute at the loop itself. `before` are the steps before the loop.
    fn hoist_intersection(
        &mut self,
        slot: Slot,
        intersection: &Intersection,
        before: &[Step],
        hoist: &mut Hoist,
        frame: &mut Frame,
    ) -> Intersection {
        let here = hoist.loops(before.len());
        let mut waiting = hoist.placed(intersection);
        let mut current: Option<SetSlot> = None;
        let mut carried: Vec<Placed> = Vec::new();
        // New inputs are bound only at these loop depths.
        let stages: SortedSet<usize> = waiting.iter().map(|placed| hoist.loops(placed.behind)).collect();
        for stage in stages.into_iter().filter(|stage| *stage < here) {
            let (now, later): (Vec<_>, Vec<_>) =
                waiting.into_iter().partition(|placed| hoist.loops(placed.behind) <= stage);
            waiting = later;
            carried.extend(now);
            if let ([Placed { positive: true, source: Source::Set(set), .. }], None) =
                (carried.as_slice(), current)
            {
                current = Some(*set);
                carried.clear();
            } else if is_worth_a_set(&carried, current, stage)
                && let Some(set) = self.keep_stage(
                    slot,
                    join(intersection.sort, current, carried.clone()),
                    &carried,
                    (stage, current),
                    before,
                    hoist,
                    frame,
                )
            {
                current = Some(set);
                carried.clear();
            }
        }
        carried.extend(waiting);
        join(intersection.sort, current, carried)
    }

    /// Computes one stage of a loop's set early, if that costs less than computing it at the loop. Returns the set,
    /// or `None` if the stage is not worth it.
    #[allow(clippy::too_many_arguments, reason = "a step of one pass over a body")]
    fn keep_stage(
        &mut self,
        slot: Slot,
        intersection: Intersection,
        carried: &[Placed],
        (stage, current): (usize, Option<SetSlot>),
        before: &[Step],
        hoist: &mut Hoist,
        frame: &mut Frame,
    ) -> Option<SetSlot> {
        let behind = carried.iter().map(|placed| placed.behind).max().unwrap_or(0);
        let behind = behind.max(current.and_then(|set| hoist.behind.get(&set).copied()).unwrap_or(0));
        let given = hoist.given(slot, carried);
        let members = given.unwrap_or_else(|| self.members(&intersection, frame));
        // Computing the set here costs more if the set is seldom used, but saves work if an empty set ends the
        // iteration early.
        let ends = if given.is_some() { 0.0 } else { 1.0 - likely(members) };
        let between = all_of(&before[behind..]);
        if stage > 0 && ends * between.cost < self.keep_cost(&intersection) * (1.0 - between.answers) {
            return None;
        }
        Some(self.keep(intersection, members, behind, u32::from(given.is_none()), hoist, frame))
    }

    /// Hoists the part of an intersection that depends on no slot. If `guard`, the set must have a member.
    fn hoist_constant(
        &mut self,
        intersection: &mut Intersection,
        guard: bool,
        hoist: &mut Hoist,
        frame: &mut Frame,
    ) {
        if let Some(constant) = constant_part(intersection) {
            let members = self.members(&constant, frame);
            let set = self.keep(constant.clone(), members, 0, u32::from(guard), hoist, frame);
            use_instead(intersection, &constant, set);
        }
    }

    fn hoist_nested(&mut self, block: &mut Block, hoist: &mut Hoist, frame: &mut Frame) {
        for step in &mut block.steps {
            match &mut step.action {
                Action::EachIn { from, .. } => self.hoist_constant(from, false, hoist, frame),
                Action::Has { set, .. } => self.hoist_constant(set, false, hoist, frame),
                Action::Exists { block, .. } => self.hoist_nested(block, hoist, frame),
                Action::Collect { block, add, .. } => {
                    self.hoist_nested(block, hoist, frame);
                    self.hoist_constant(add, false, hoist, frame);
                }
                _ => {}
            }
        }
    }

    /// Adds a step that computes `intersection` after `behind` steps, requiring at least `wanted` members, and returns
    /// the set. If an equal set is already computed at that point, it is reused.
    fn keep(
        &mut self,
        intersection: Intersection,
        members: f64,
        behind: usize,
        wanted: u32,
        hoist: &mut Hoist,
        frame: &mut Frame,
    ) -> SetSlot {
        for step in &mut hoist.kept[behind] {
            if let Action::BindSet { set, from, at_least } = &mut step.action
                && (*from == intersection
                    || faults::has(Fault::KeptWithoutExceptions) && from.of == intersection.of)
            {
                *at_least = (*at_least).max(wanted);
                return *set;
            }
        }
        let name = self.set_name(&intersection, frame);
        let set = frame.add_set(&name, intersection.sort, members);
        let answers = if wanted > 0 { likely(members) } else { 1.0 };
        let cost = self.keep_cost(&intersection);
        let literal = String::new();
        let action = Action::BindSet { set, from: intersection, at_least: wanted };
        hoist.kept[behind].push(Step { action, literal, estimate: Estimate { answers, cost } });
        hoist.behind.insert(set, behind);
        set
    }

    /// A readable name for a set: its predicate and inputs, such as `group.white.3`, or, if it narrows another set, the
    /// name of that set with `.here` added.
    pub(crate) fn set_name(&self, intersection: &Intersection, frame: &Frame) -> String {
        let first = intersection.of.first().expect("an intersection is of something");
        match first {
            Source::Answers { access, inputs, .. } => {
                let (Access::Extern(id, _) | Access::Facts(id, _)) = access;
                let mut name = self.program.predicate(*id).name.clone();
                for text in self.input_texts(*id, *access, inputs, frame) {
                    name.push('.');
                    name.push_str(&text);
                }
                name
            }
            Source::Set(set) => {
                let name = &frame.sets[set.index()].info.name;
                name.split_once(".here")
                    .map_or_else(|| format!("{name}.here"), |(name, _)| format!("{name}.here"))
            }
            Source::Only(_) => "one".to_owned(),
            Source::All(sort) => self.program.sort(*sort).name.clone(),
        }
    }

    fn input_texts(&self, id: PredicateId, access: Access, inputs: &[Operand], frame: &Frame) -> Vec<String> {
        let predicate = self.program.predicate(id);
        let mut inputs = inputs.iter();
        let needs = |at: usize| match (access, &predicate.kind) {
            (Access::Extern(_, mode), PredicateKind::Extern(external)) => external.modes[mode].needs(at),
            (Access::Facts(_, mask), _) => mask & (1 << at) != 0,
            (Access::Extern(..), _) => false,
        };
        (0..predicate.arity())
            .filter(|at| needs(*at))
            .filter_map(|at| match inputs.next()? {
                Operand::Slot(slot) => Some(frame.slots[slot.index()].name.clone()),
                Operand::Constant(value) => {
                    Some(self.program.sort(self.program.sort(predicate.sort(at)).root).text(*value))
                }
            })
            .collect()
    }
}

/// Whether it is worth computing a set from the sources of a stage. There must be a positive source. The set must not
/// just be the result of a single query, nor just another set from which single values are removed.
fn is_worth_a_set(carried: &[Placed], current: Option<SetSlot>, stage: usize) -> bool {
    let has_positive = current.is_some() || carried.iter().any(|placed| placed.positive);
    let is_alone = carried.len() == 1 && current.is_none();
    let is_only = |placed: &Placed| !placed.positive && matches!(placed.source, Source::Only(_));
    has_positive && !(is_alone && stage > 0) && !carried.iter().all(is_only)
}

/// Raises the minimum size of a set to two if the body needs two different members of the set.
fn demand_two(hoist: &mut Hoist, steps: &[Step]) {
    let mut of: SortedMap<SetSlot, Vec<Source>> = SortedMap::new();
    for step in hoist.kept.iter().flatten() {
        if let Action::BindSet { set, from, .. } = &step.action {
            of.insert(*set, from.of.clone());
        }
    }
    // All sets that contain every member of the intersection of `sources`.
    let within = |sources: &[Source]| {
        let mut found: Vec<SetSlot> = Vec::new();
        let mut queue: Vec<Source> = sources.to_vec();
        while let Some(source) = queue.pop() {
            if let Source::Set(set) = source {
                found.push(set);
                queue.extend(of.get(&set).into_iter().flatten().cloned());
            }
        }
        found
    };
    let mut members: SortedMap<Slot, Vec<SetSlot>> = SortedMap::new();
    let mut two: Vec<SetSlot> = Vec::new();
    let mut differ = |from: &Intersection, members: &SortedMap<Slot, Vec<SetSlot>>| {
        for without in &from.without {
            if let Source::Only(Operand::Slot(other)) = without
                && let Some(theirs) = members.get(other)
            {
                two.extend(within(&from.of).into_iter().filter(|set| theirs.contains(set)));
            }
        }
    };
    for (at, step) in steps.iter().enumerate() {
        for kept in &hoist.kept[at] {
            if let Action::BindSet { from, .. } = &kept.action {
                differ(from, &members);
            }
        }
        if let Action::EachIn { slot, from } = &step.action {
            differ(from, &members);
            members.insert(*slot, within(&from.of));
        }
    }
    for step in hoist.kept.iter_mut().flatten() {
        if let Action::BindSet { set, at_least, .. } = &mut step.action
            && *at_least == 1
            && (two.contains(set) || faults::has(Fault::TwoDemanded))
        {
            *at_least = 2;
        }
    }
}

/// All steps in execution order. At each point the guards come first, most selective first, then the other sets, then
/// the step itself.
fn assemble(steps: Vec<Step>, hoist: Hoist, prelude: Vec<Step>, first_loop: usize) -> Vec<Step> {
    // The prelude goes directly before the first step that uses one of its sets.
    let made = sets_made(&prelude);
    let uses = |step: &Step| sets_read(&step.action).iter().any(|set| made.contains(set));
    let first_use = (0..first_loop)
        .find(|at| uses(&steps[*at]) || hoist.kept[*at].iter().any(uses))
        .unwrap_or(first_loop);
    let mut all = Vec::new();
    let mut prelude = Some(prelude);
    let mut kept = hoist.kept.into_iter();
    let mut steps = steps.into_iter();
    for at in 0.. {
        let here = kept.next().unwrap_or_default();
        // Only sets read from the host are sorted, because a set computed from another set must stay after that set.
        let (mut guards, rest): (Vec<Step>, Vec<Step>) =
            here.into_iter().partition(|step| sets_read(&step.action).is_empty());
        guards.arrange_by(|a, b| a.estimate.answers.total_cmp(&b.estimate.answers));
        all.extend(guards);
        if at == first_use {
            all.extend(prelude.take().into_iter().flatten());
        }
        all.extend(rest);
        match steps.next() {
            Some(step) => all.push(step),
            None => break,
        }
    }
    all
}

/// The sets that are made by the `Collect` steps among `steps`.
fn sets_made(steps: &[Step]) -> Vec<SetSlot> {
    let collected = steps.iter().filter_map(|step| match step.action {
        Action::Collect { set, .. } => Some(set),
        _ => None,
    });
    collected.collect()
}

/// The intersection of the set `kept`, if there is one, and the sources in `placed`.
fn join(sort: SortId, kept: Option<SetSlot>, placed: Vec<Placed>) -> Intersection {
    let (of, without): (Vec<Placed>, Vec<Placed>) = placed.into_iter().partition(|placed| placed.positive);
    let sources = |placed: Vec<Placed>| placed.into_iter().map(|placed| placed.source);
    Intersection {
        sort,
        of: kept.map(Source::Set).into_iter().chain(sources(of)).collect(),
        without: sources(without).collect(),
    }
}

#[cfg(test)]
mod tests {
    use crate::plan::tests::check;

    #[test]
    fn sets_are_hoisted_as_in_the_table() {
        check("hoist/cases.txt", |case| case.hoisted());
    }
}
