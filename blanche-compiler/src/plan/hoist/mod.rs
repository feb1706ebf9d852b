//! Sets that are made once in front of the loops that use them.
//!
//! What an intersection has in common for all turns of a loop is kept before the loop begins, and where it has too few
//! members the loop is not begun at all. That gives a rule its guards: the sets that depend on nothing are made
//! first and counted.

mod tests_to_sets;

use std::collections::{BTreeMap, BTreeSet};

use crate::plan::faults::{self, Fault};
use crate::plan::model::{
    Access, Action, Block, Estimate, Frame, Intersection, Operand, Ordered, Reduction, SetSlot, Slot, Source,
    Step, all_of, bound_by, constant_part, finish, likely, sets_read, source_slots, use_instead,
};
use crate::plan::params::ALWAYS;
use crate::plan::planner::Planner;
use crate::program::{PredicateId, PredicateKind, SortId};

/// A source of an intersection and where it can be made: behind so many steps.
#[derive(Clone)]
struct Placed {
    positive: bool,
    source: Source,
    behind: usize,
}

/// Where sets can be made in a body, and those that are made there.
struct Hoist {
    /// How many loops stand in front of each step, and in front of the end.
    loops: Vec<usize>,
    /// Behind how many steps each slot is bound.
    bound: BTreeMap<Slot, usize>,
    /// Before each step, and behind the last, what is kept there.
    kept: Vec<Vec<Step>>,
    /// Behind how many steps each set is kept; a set that is not in it is made before everything.
    behind: BTreeMap<SetSlot, usize>,
    /// Which sets follow for a variable from others.
    reductions: Vec<Reduction>,
}

impl Hoist {
    fn new(steps: &[Step], reductions: Vec<Reduction>) -> Hoist {
        let mut bound = BTreeMap::new();
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
        Hoist { loops, bound, kept, behind: BTreeMap::new(), reductions }
    }

    /// How many loops stand in front of a place.
    fn loops(&self, place: usize) -> usize {
        self.loops[place]
    }

    /// Lets loops go through what is kept in front of them, where it is the same.
    fn use_kept(&self, steps: &mut [Step]) {
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

    /// How many values there are of a variable wherever it is asked for, because the value of another was chosen that
    /// has some. None where that is not so.
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

    /// A set that has always members is no guard.
    fn open_gates(&mut self, frame: &Frame) {
        for step in self.kept.iter_mut().flatten() {
            if let Action::BindSet { set, at_least, .. } = &mut step.action
                && frame.members(*set) > ALWAYS
            {
                *at_least = 0;
            }
        }
    }
}

impl Planner<'_> {
    /// Puts the sets that a body uses in front of its loops.
    pub(crate) fn hoist(&mut self, ordered: Ordered, frame: &mut Frame) -> Block {
        let Ordered { body, mut prelude, reductions } = ordered;
        let mut steps = body.steps;
        // No step of the prelude asks these sets, but their tests may ask those of the prelude: then they stand behind it.
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
        // Step 1. Sets that stand behind the first loop.
        self.hoist_loops(&mut steps, first_loop, &mut hoist, frame);
        // Step 2. Sets of the negations, which are asked behind the first loop.
        for step in &mut prelude {
            self.hoist_collected(step, &mut hoist, frame);
        }
        hoist.use_kept(&mut steps);
        // Step 3. Before anything is made, what the first loop goes through must have members.
        let made_first = !prelude.is_empty() || hoist.kept[..=first_loop].iter().any(|kept| !kept.is_empty());
        if let (true, Some(Step { action: Action::EachIn { from, .. }, .. })) =
            (made_first, steps.get_mut(first_loop))
        {
            self.hoist_constant(from, true, &mut hoist, frame);
        }
        hoist.use_kept(&mut steps);
        // Step 4. How many members each set must have.
        demand_two(&mut hoist, &steps);
        hoist.open_gates(frame);
        finish(assemble(steps, hoist, prelude, first_loop))
    }

    /// Makes the sets of what stands behind the first loop. What is expected to be asked once at most is not made before.
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

    /// Makes the sets that a step of the prelude uses.
    fn hoist_collected(&mut self, step: &mut Step, hoist: &mut Hoist, frame: &mut Frame) {
        let Action::Collect { block, add, at_least, .. } = &mut step.action else { return };
        // A set that must have members is chosen from one that has some.
        if let (Some(Step { action: Action::EachIn { from, .. }, .. }), 1..) =
            (block.steps.first_mut(), *at_least)
        {
            self.hoist_constant(from, true, hoist, frame);
        }
        self.hoist_nested(block, hoist, frame);
        self.hoist_constant(add, false, hoist, frame);
    }

    /// Makes what a loop behind some steps goes through in stages: each as soon as what it needs is bound. Gives what is
    /// left for the loop itself.
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
        // Between these there is nothing new.
        let stages: BTreeSet<usize> = waiting.iter().map(|placed| hoist.loops(placed.behind)).collect();
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

    /// Keeps one stage of what a loop goes through, where that costs less than to meet it in every turn.
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
        // Made here it costs more where it is seldom used, and less where it ends the turn.
        let ends = if given.is_some() { 0.0 } else { 1.0 - likely(members) };
        let between = all_of(&before[behind..]);
        if stage > 0 && ends * between.cost < self.keep_cost(&intersection) * (1.0 - between.answers) {
            return None;
        }
        Some(self.keep(intersection, members, behind, u32::from(given.is_none()), hoist, frame))
    }

    /// Keeps the part of an intersection that depends on nothing.
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

    /// The set of an intersection, kept behind so many steps; a set that is kept there already serves again.
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

    /// What a set is called: `group.white.3`, or after what it was narrowed from.
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

/// Whether what was carried to a stage is more than the host gives each time that it is asked, and more than one value
/// less.
fn is_worth_a_set(carried: &[Placed], current: Option<SetSlot>, stage: usize) -> bool {
    let has_positive = current.is_some() || carried.iter().any(|placed| placed.positive);
    let is_alone = carried.len() == 1 && current.is_none();
    let is_only = |placed: &Placed| !placed.positive && matches!(placed.source, Source::Only(_));
    has_positive && !(is_alone && stage > 0) && !carried.iter().all(is_only)
}

/// Two different members of one set are wanted: then it must have two.
fn demand_two(hoist: &mut Hoist, steps: &[Step]) {
    let mut of: BTreeMap<SetSlot, Vec<Source>> = BTreeMap::new();
    for step in hoist.kept.iter().flatten() {
        if let Action::BindSet { set, from, .. } = &step.action {
            of.insert(*set, from.of.clone());
        }
    }
    // All sets that a member of these sources is in.
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
    let mut members: BTreeMap<Slot, Vec<SetSlot>> = BTreeMap::new();
    let mut two: Vec<SetSlot> = Vec::new();
    let mut differ = |from: &Intersection, members: &BTreeMap<Slot, Vec<SetSlot>>| {
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

/// All steps in their order: guards before anything else, the rarest first; then what the loops need.
fn assemble(steps: Vec<Step>, hoist: Hoist, prelude: Vec<Step>, first_loop: usize) -> Vec<Step> {
    // What is collected stands in front of the first step that uses it.
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
        // A set that is made from another one stands behind it, so only what comes from the host is sorted.
        let (mut guards, rest): (Vec<Step>, Vec<Step>) =
            here.into_iter().partition(|step| sets_read(&step.action).is_empty());
        guards.sort_by(|a, b| a.estimate.answers.total_cmp(&b.estimate.answers));
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

/// The sets that steps collect.
fn sets_made(steps: &[Step]) -> Vec<SetSlot> {
    let collected = steps.iter().filter_map(|step| match step.action {
        Action::Collect { set, .. } => Some(set),
        _ => None,
    });
    collected.collect()
}

/// An intersection of a set that was kept and of these.
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
    fn sets_are_made_where_the_table_has_them() {
        check("hoist/cases.txt", |case| case.hoisted());
    }
}
