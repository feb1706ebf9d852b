//! Sets that are made once in front of the loops that use them.
//!
//! What a meet has in common for all turns of a loop is kept before the loop begins, and where it has too few
//! members the loop is not begun at all. That gives a rule its gates: the sets that depend on nothing are made
//! first and counted.

use std::collections::BTreeMap;

use super::order::{Around, Slots, finish, gives_several, likely};
use super::parts::{Frame, Part, PartKind};
use super::{Access, Action, Block, Estimate, Meet, Operand, Output, Planner, SetSlot, Slot, Source, Step};
use crate::program::{PredicateId, PredicateKind, SortId};

/// Where so many members are expected, there are always some.
const ALWAYS: f64 = 80.0;

/// A source of a meet and where it can be made: behind so many steps.
struct Placed {
    positive: bool,
    source: Source,
    behind: usize,
}

/// The steps of a rule while sets are moved to the front of them.
struct Hoist {
    steps: Vec<Step>,
    /// Behind how many steps each slot is bound.
    bound: BTreeMap<Slot, usize>,
    /// Before each step, and behind the last, what is kept there.
    kept: Vec<Vec<Step>>,
    /// Behind how many steps each set is kept; a set that is not in it is made before everything.
    behind: BTreeMap<SetSlot, usize>,
}

impl Hoist {
    /// How many loops stand in front of a place.
    fn loops(&self, place: usize) -> usize {
        self.steps[..place].iter().filter(|step| gives_several(step)).count()
    }

    fn behind(&self, source: &Source) -> usize {
        let slots = source_slots(source).into_iter().map(|slot| self.bound.get(&slot).copied().unwrap_or(0));
        let sets = match source {
            Source::Kept(set) => self.behind.get(set).copied().unwrap_or(0),
            _ => 0,
        };
        slots.max().unwrap_or(0).max(sets)
    }

    fn placed(&self, meet: &Meet) -> Vec<Placed> {
        let place = |positive: bool| {
            move |source: &Source| Placed { positive, source: source.clone(), behind: self.behind(source) }
        };
        meet.of.iter().map(place(true)).chain(meet.without.iter().map(place(false))).collect()
    }
}

impl Planner<'_> {
    /// Puts the sets that a rule uses in front of its loops.
    pub(super) fn hoist(&mut self, body: Block, frame: &mut Frame) -> Block {
        let mut steps = body.steps;
        self.filter(&mut steps, frame);
        let mut bound = BTreeMap::new();
        for (at, step) in steps.iter().enumerate() {
            for slot in bound_by(step) {
                bound.entry(slot).or_insert(at + 1);
            }
        }
        let kept = steps.iter().map(|_| Vec::new()).chain([Vec::new()]).collect();
        let mut hoist = Hoist { steps, bound, kept, behind: BTreeMap::new() };
        let first_loop = hoist.steps.iter().position(gives_several).unwrap_or(hoist.steps.len());
        // Step 1. Sets that stand behind the first loop. What is expected to be asked once at most is not made before.
        let mut turns: f64 = hoist.steps[..first_loop].iter().map(|step| step.estimate.answers).product();
        for at in first_loop..hoist.steps.len() {
            let often = turns > 1.0;
            turns *= hoist.steps[at].estimate.answers;
            let mut action = std::mem::replace(&mut hoist.steps[at].action, Action::Fail);
            match &mut action {
                Action::EachIn { from, .. } => self.hoist_meet(from, at, &mut hoist, frame),
                Action::Has { set, holds, .. } if often => {
                    self.hoist_constant(set, *holds, &mut hoist, frame)
                }
                Action::Exists { block, .. } if often => self.hoist_nested(block, &mut hoist, frame),
                _ => {}
            }
            hoist.steps[at].action = action;
        }
        // Step 2. Sets of the negations, which are asked behind the first loop.
        let mut hoisted = std::mem::take(&mut frame.hoisted);
        for step in &mut hoisted {
            if let Action::Collect { block, add, at_least, .. } = &mut step.action {
                // A set that must have members is chosen from one that has some.
                if let (Some(Step { action: Action::EachIn { from, .. }, .. }), 1..) =
                    (block.steps.first_mut(), *at_least)
                {
                    self.hoist_constant(from, true, &mut hoist, frame);
                }
                self.hoist_nested(block, &mut hoist, frame);
                self.hoist_constant(add, false, &mut hoist, frame);
            }
        }
        // Step 3. Before anything is made, what the first loop goes through must have members.
        let made_first = !hoisted.is_empty() || hoist.kept[..=first_loop].iter().any(|kept| !kept.is_empty());
        if let (true, Some(Step { action: Action::EachIn { from, .. }, .. })) =
            (made_first, hoist.steps.get(first_loop))
        {
            let mut meet = from.clone();
            let same = hoist.kept[..=first_loop].iter().flatten().find_map(|step| match &step.action {
                Action::Keep { set, from: known, .. } if known == from => Some(*set),
                _ => None,
            });
            match same {
                Some(set) => {
                    meet = Meet { sort: meet.sort, of: vec![Source::Kept(set)], without: Vec::new() }
                }
                None => self.hoist_constant(&mut meet, true, &mut hoist, frame),
            }
            if let Action::EachIn { from, .. } = &mut hoist.steps[first_loop].action {
                *from = meet;
            }
        }
        demand_two(&mut hoist);
        // A set that has always members is no gate.
        for step in hoist.kept.iter_mut().flatten() {
            if let Action::Keep { set, at_least, .. } = &mut step.action
                && frame.members[set.index()] > ALWAYS
            {
                *at_least = 0;
            }
        }
        finish(assemble(hoist, hoisted, first_loop))
    }

    /// Makes what a loop goes through in stages: each as soon as what it needs is bound.
    fn hoist_meet(&mut self, meet: &mut Meet, at: usize, hoist: &mut Hoist, frame: &mut Frame) {
        let here = hoist.loops(at);
        let mut waiting = hoist.placed(meet);
        let mut current: Option<SetSlot> = None;
        let mut carried: Vec<Placed> = Vec::new();
        for stage in 0..here {
            let (now, later): (Vec<_>, Vec<_>) =
                waiting.into_iter().partition(|placed| hoist.loops(placed.behind) <= stage);
            waiting = later;
            carried.extend(now);
            if carried.is_empty() {
                continue;
            }
            let positive = carried.iter().filter(|placed| placed.positive).count();
            let alone = carried.len() == 1 && current.is_none();
            if let ([Placed { positive: true, source: Source::Kept(set), .. }], true) =
                (carried.as_slice(), alone)
            {
                current = Some(*set);
                carried.clear();
                continue;
            }
            // A set that is given by the host and met with nothing is given again later, and one value less makes
            // no difference yet.
            let only = |placed: &Placed| !placed.positive && matches!(placed.source, Source::Only(_));
            if (current.is_none() && positive == 0) || (alone && stage > 0) || carried.iter().all(only) {
                continue;
            }
            let behind = carried.iter().map(|placed| placed.behind).max().unwrap_or(0);
            let behind = behind.max(current.and_then(|set| hoist.behind.get(&set).copied()).unwrap_or(0));
            let stage_meet = join(meet.sort, current, std::mem::take(&mut carried));
            current = Some(self.keep(stage_meet, behind, 1, hoist, frame));
        }
        carried.extend(waiting);
        *meet = join(meet.sort, current, carried);
    }

    /// Keeps the part of a meet that depends on nothing.
    fn hoist_constant(&mut self, meet: &mut Meet, gate: bool, hoist: &mut Hoist, frame: &mut Frame) {
        let is_constant =
            |source: &Source| matches!(source, Source::Answers { .. }) && source_slots(source).is_empty();
        let of: Vec<Source> = meet.of.iter().filter(|source| is_constant(source)).cloned().collect();
        if of.is_empty() {
            return;
        }
        let without: Vec<Source> =
            meet.without.iter().filter(|source| is_constant(source)).cloned().collect();
        meet.of.retain(|source| !is_constant(source));
        meet.without.retain(|source| !is_constant(source));
        let constant = Meet { sort: meet.sort, of, without };
        let set = self.keep(constant, 0, u32::from(gate), hoist, frame);
        meet.of.insert(0, Source::Kept(set));
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

    /// The set of a meet, kept behind so many steps; a set that is kept there already serves again.
    fn keep(
        &mut self,
        meet: Meet,
        behind: usize,
        wanted: u32,
        hoist: &mut Hoist,
        frame: &mut Frame,
    ) -> SetSlot {
        for step in &mut hoist.kept[behind] {
            if let Action::Keep { set, from, at_least } = &mut step.action
                && *from == meet
            {
                *at_least = (*at_least).max(wanted);
                return *set;
            }
        }
        let members = self.members(&meet, frame);
        let name = self.set_name(&meet, frame);
        let set = frame.add_set(&name, meet.sort, members);
        let answers = if wanted > 0 { likely(members) } else { 1.0 };
        let words = self.program.sort(meet.sort).set_words().unwrap_or(64) as f64;
        let cost = 0.15 * words * (meet.of.len() + meet.without.len()) as f64;
        let literal = String::new();
        let action = Action::Keep { set, from: meet, at_least: wanted };
        hoist.kept[behind].push(Step { action, literal, estimate: Estimate { answers, cost } });
        hoist.behind.insert(set, behind);
        set
    }

    /// How many members a meet is expected to have.
    fn members(&mut self, meet: &Meet, frame: &Frame) -> f64 {
        let mut members = f64::from(self.program.sort(meet.sort).size());
        for source in &meet.of {
            members *= self.source_share(source, meet.sort, frame);
        }
        for source in &meet.without {
            members *= 1.0 - self.source_share(source, meet.sort, frame);
        }
        members
    }

    /// What a set is called: `group.white.3`, or after what it was narrowed from.
    fn set_name(&self, meet: &Meet, frame: &Frame) -> String {
        let first = meet.of.first().expect("a meet is of something");
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
            Source::Kept(set) => {
                let name = &frame.sets[set.index()].name;
                name.split_once(".here")
                    .map_or_else(|| format!("{name}.here"), |(name, _)| format!("{name}.here"))
            }
            Source::Only(_) => "one".to_owned(),
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

    /// Moves tests of one variable alone in front of the loops, where its set is made: where they would be asked
    /// about more candidates than there are members.
    fn filter(&mut self, steps: &mut Vec<Step>, frame: &mut Frame) {
        let mut made: Vec<(Meet, Vec<Action>, SetSlot)> = Vec::new();
        let mut collected = Vec::new();
        let first_loop = steps.iter().position(gives_several).unwrap_or(steps.len());
        let mut at = first_loop + 1;
        while at < steps.len() {
            let before: f64 = steps[..=at].iter().map(|step| step.estimate.answers).product();
            if let Action::EachIn { slot, from } = &steps[at].action {
                let (slot, base) = (*slot, constant_part(from));
                let tests = self.tests_of(slot, steps, at);
                if let (Some(base), false) = (base, tests.is_empty())
                    && before >= 0.7 * self.members(&base, frame)
                {
                    let set = self.collect(slot, &base, &tests, steps, &mut made, &mut collected, frame);
                    use_instead(&mut steps[at], &base, set);
                    for test in tests.iter().rev() {
                        steps.remove(*test);
                    }
                }
            }
            at += 1;
        }
        // The first loop goes through the same members where it asks the same.
        if let Some(Step { action: Action::EachIn { slot, from }, .. }) = steps.get(first_loop) {
            let (slot, base) = (*slot, constant_part(from));
            let tests = self.tests_of(slot, steps, first_loop);
            let actions: Vec<Action> =
                tests.iter().map(|test| renamed(&steps[*test].action, slot, Slot(u16::MAX))).collect();
            let same =
                made.iter().find(|(known, asked, _)| Some(known) == base.as_ref() && *asked == actions);
            if let (Some((_, _, set)), Some(base)) = (same, &base) {
                use_instead(&mut steps[first_loop], base, *set);
                for test in tests.iter().rev() {
                    steps.remove(*test);
                }
            }
        }
        frame.hoisted.splice(0..0, collected);
    }

    /// The steps behind a loop that ask something of its variable alone, and ask no rules.
    fn tests_of(&self, slot: Slot, steps: &[Step], at: usize) -> Vec<usize> {
        let asks_alone = |step: &Step| {
            let is_test = matches!(
                step.action,
                Action::Test { .. } | Action::Call { .. } | Action::Exists { .. } | Action::Has { .. }
            );
            is_test && !self.asks(&Block { steps: vec![step.clone()], estimate: step.estimate }) && {
                let free = free_slots(step);
                free.len() == 1 && free.contains(&slot)
            }
        };
        (at + 1..steps.len()).filter(|at| asks_alone(&steps[*at])).collect()
    }

    #[allow(clippy::too_many_arguments, reason = "a step of one pass over a rule")]
    fn collect(
        &mut self,
        slot: Slot,
        base: &Meet,
        tests: &[usize],
        steps: &[Step],
        made: &mut Vec<(Meet, Vec<Action>, SetSlot)>,
        collected: &mut Vec<Step>,
        frame: &mut Frame,
    ) -> SetSlot {
        let actions: Vec<Action> =
            tests.iter().map(|test| renamed(&steps[*test].action, slot, Slot(u16::MAX))).collect();
        if let Some((_, _, set)) = made.iter().find(|(known, asked, _)| known == base && *asked == actions) {
            return *set;
        }
        let all = self.members(base, frame);
        let share: f64 = tests.iter().map(|test| steps[*test].estimate.answers).product();
        let name = format!("{}.chosen", self.set_name(base, frame));
        let set = frame.add_set(&name, base.sort, all * share);
        let mut inner = vec![Step {
            action: Action::EachIn { slot, from: base.clone() },
            literal: String::new(),
            estimate: Estimate { answers: all, cost: 1.0 + all },
        }];
        inner.extend(tests.iter().map(|test| steps[*test].clone()));
        let mut literals: Vec<&str> = tests.iter().map(|test| steps[*test].literal.as_str()).collect();
        literals.dedup();
        let literal = literals.join(", ");
        let add = Meet { sort: base.sort, of: vec![Source::Only(Operand::Slot(slot))], without: Vec::new() };
        let block = finish(inner);
        let estimate = Estimate { answers: likely(all * share), cost: block.estimate.cost };
        let action = Action::Collect { set, block, add, at_least: 1 };
        collected.push(Step { action, literal, estimate });
        made.push((base.clone(), actions, set));
        set
    }

    /// Within a question that is asked again and again: what does not depend on where it is asked becomes a set
    /// that is made once.
    pub(super) fn hoist_projections(
        &mut self,
        parts: &mut Vec<Part>,
        bound: &Slots,
        frame: &mut Frame,
        around: &Around,
    ) {
        let own: Vec<Slot> = {
            let outer = |slot: &Slot| bound.contains(slot) || around.outside.contains(slot);
            let all: Slots = parts.iter().flat_map(Part::slots).collect();
            all.into_iter().filter(|slot| !outer(slot)).collect()
        };
        for slot in &own {
            let sort = self.program.sort(frame.slots[slot.index()].sort).root;
            if self.program.sort(sort).set_words().is_none() {
                continue;
            }
            let chosen = projection(parts, *slot, &own);
            if chosen.is_empty() || chosen.iter().any(|at| self.asks_in(&parts[*at])) {
                continue;
            }
            let removed: Vec<Part> = chosen.iter().map(|at| parts[*at].clone()).collect();
            if !self.bind_themselves(&removed, *slot) {
                continue;
            }
            let text = canonical(&removed, *slot);
            let mut literals: Vec<String> = removed.iter().map(|part| part.literal.clone()).collect();
            literals.dedup();
            let literal = literals.join(", ");
            let known = frame.projections.iter().find(|(known, _)| *known == text).map(|(_, set)| *set);
            let set = match known {
                Some(set) => set,
                None => {
                    let set = self.project(removed, *slot, sort, &literal, frame);
                    frame.projections.push((text, set));
                    set
                }
            };
            let mut at = 0;
            parts.retain(|_| {
                at += 1;
                !chosen.contains(&(at - 1))
            });
            parts.push(Part { kind: PartKind::Member(*slot, set), literal });
            return;
        }
    }

    /// Whether parts can be asked with nothing bound, and then bind this slot.
    fn bind_themselves(&self, parts: &[Part], slot: Slot) -> bool {
        let mut bound = Slots::new();
        loop {
            let before = bound.len();
            for part in parts {
                let known = |operand: &Operand| match operand {
                    Operand::Constant(_) => true,
                    Operand::Slot(slot) => bound.contains(slot),
                };
                let binds = match &part.kind {
                    PartKind::Atom { predicate, arguments } => match &self.program.predicate(*predicate).kind
                    {
                        PredicateKind::Extern(external) => external.modes.iter().any(|mode| {
                            (0..arguments.len()).all(|at| !mode.needs(at) || known(&arguments[at]))
                        }),
                        _ => true,
                    },
                    PartKind::Equal(left, right) => known(left) || known(right),
                    PartKind::Member(..) => true,
                    _ => false,
                };
                if binds {
                    bound.extend(part.slots());
                }
            }
            if bound.len() == before {
                break;
            }
        }
        let shared = |part: &Part| match &part.kind {
            // What a negation shares with nothing is its own.
            PartKind::Not(_) => part.slots().into_iter().all(|slot| {
                bound.contains(&slot)
                    || parts.iter().filter(|other| other.slots().contains(&slot)).count() == 1
            }),
            _ => part.slots().is_subset(&bound),
        };
        bound.contains(&slot) && parts.iter().all(shared)
    }

    fn asks_in(&self, part: &Part) -> bool {
        match &part.kind {
            PartKind::Not(inner) => inner.iter().any(|part| self.asks_in(part)),
            // What a call costs is known once it is planned; it stays where it is.
            PartKind::Call { .. } => true,
            PartKind::Atom { predicate, .. } => {
                let access = Access::Extern(*predicate, 0);
                super::asks_rules(self.program, access)
            }
            _ => false,
        }
    }

    /// The set of the values of a slot for which some parts hold.
    fn project(
        &mut self,
        parts: Vec<Part>,
        slot: Slot,
        sort: SortId,
        literal: &str,
        frame: &mut Frame,
    ) -> SetSlot {
        let wanted = Slots::from([slot]);
        let members = self.answers(&parts, &Slots::new(), frame).min(self.slot_size(frame, slot) * 0.5);
        let around = Around { outside: wanted.clone(), known: Vec::new(), repeated: false };
        let mut block = self.conjunction(parts, Slots::new(), frame, &around, Some(&wanted));
        let add = match block.steps.last() {
            Some(Step { action: Action::EachIn { slot: last, from }, .. }) if *last == slot => {
                let from = from.clone();
                block.steps.pop();
                block = finish(block.steps);
                from
            }
            _ => Meet { sort, of: vec![Source::Only(Operand::Slot(slot))], without: Vec::new() },
        };
        let name = format!("{}.of.{}", frame.slots[slot.index()].name, "some");
        let set = frame.add_set(&name, sort, members);
        let estimate = Estimate { answers: 1.0, cost: block.estimate.cost };
        let action = Action::Collect { set, block, add, at_least: 0 };
        frame.hoisted.push(Step { action, literal: literal.to_owned(), estimate });
        set
    }
}

/// Two different members of one set are wanted: then it must have two.
fn demand_two(hoist: &mut Hoist) {
    let mut of: BTreeMap<SetSlot, Vec<Source>> = BTreeMap::new();
    for step in hoist.kept.iter().flatten() {
        if let Action::Keep { set, from, .. } = &step.action {
            of.insert(*set, from.of.clone());
        }
    }
    // All sets that a member of these sources is in.
    let within = |sources: &[Source]| {
        let mut found: Vec<SetSlot> = Vec::new();
        let mut queue: Vec<Source> = sources.to_vec();
        while let Some(source) = queue.pop() {
            if let Source::Kept(set) = source {
                found.push(set);
                queue.extend(of.get(&set).into_iter().flatten().cloned());
            }
        }
        found
    };
    let mut members: BTreeMap<Slot, Vec<SetSlot>> = BTreeMap::new();
    let mut two: Vec<SetSlot> = Vec::new();
    let mut differ = |from: &Meet, members: &BTreeMap<Slot, Vec<SetSlot>>| {
        for without in &from.without {
            if let Source::Only(Operand::Slot(other)) = without
                && let Some(theirs) = members.get(other)
            {
                two.extend(within(&from.of).into_iter().filter(|set| theirs.contains(set)));
            }
        }
    };
    for (at, step) in hoist.steps.iter().enumerate() {
        for kept in &hoist.kept[at] {
            if let Action::Keep { from, .. } = &kept.action {
                differ(from, &members);
            }
        }
        if let Action::EachIn { slot, from } = &step.action {
            differ(from, &members);
            members.insert(*slot, within(&from.of));
        }
    }
    for step in hoist.kept.iter_mut().flatten() {
        if let Action::Keep { set, at_least, .. } = &mut step.action
            && *at_least == 1
            && two.contains(set)
        {
            *at_least = 2;
        }
    }
}

/// All steps in their order: gates before anything else, the rarest first; then what the loops need.
fn assemble(hoist: Hoist, hoisted: Vec<Step>, first_loop: usize) -> Vec<Step> {
    // What is collected stands in front of the first step that uses it.
    let made: Vec<SetSlot> = hoisted
        .iter()
        .filter_map(|step| match step.action {
            Action::Collect { set, .. } => Some(set),
            _ => None,
        })
        .collect();
    let uses = |step: &Step| {
        let mut used = false;
        each_meet(&step.action, &mut |meet| {
            let sources = meet.of.iter().chain(&meet.without);
            used |=
                sources.into_iter().any(|source| matches!(source, Source::Kept(set) if made.contains(set)));
        });
        used
    };
    let first_use = hoist.steps[..first_loop].iter().position(uses).unwrap_or(first_loop);
    let mut all = Vec::new();
    let mut hoisted = Some(hoisted);
    let mut kept = hoist.kept.into_iter();
    let mut steps = hoist.steps.into_iter();
    for at in 0.. {
        let here = kept.next().unwrap_or_default();
        // A set that is made from another one stands behind it, so only what comes from the host is sorted.
        let (mut gates, rest): (Vec<Step>, Vec<Step>) =
            here.into_iter().partition(|step| match &step.action {
                Action::Keep { from, .. } => !from.of.iter().any(|source| matches!(source, Source::Kept(_))),
                _ => false,
            });
        gates.sort_by(|a, b| a.estimate.answers.total_cmp(&b.estimate.answers));
        all.extend(gates);
        if at == first_use {
            all.extend(hoisted.take().into_iter().flatten());
        }
        all.extend(rest);
        match steps.next() {
            Some(step) => all.push(step),
            None => break,
        }
    }
    all
}

/// Calls `each` with every meet of an action.
fn each_meet(action: &Action, each: &mut dyn FnMut(&Meet)) {
    match action {
        Action::EachIn { from, .. } | Action::Keep { from, .. } => each(from),
        Action::Has { set, .. } => each(set),
        Action::Exists { block, .. } => block.steps.iter().for_each(|step| each_meet(&step.action, each)),
        Action::Collect { block, add, .. } => {
            block.steps.iter().for_each(|step| each_meet(&step.action, each));
            each(add);
        }
        _ => {}
    }
}

/// A meet of a set that was kept and of these.
fn join(sort: SortId, kept: Option<SetSlot>, placed: Vec<Placed>) -> Meet {
    let (of, without): (Vec<Placed>, Vec<Placed>) = placed.into_iter().partition(|placed| placed.positive);
    let sources = |placed: Vec<Placed>| placed.into_iter().map(|placed| placed.source);
    Meet {
        sort,
        of: kept.map(Source::Kept).into_iter().chain(sources(of)).collect(),
        without: sources(without).collect(),
    }
}

/// The part of a meet that depends on no slot.
fn constant_part(meet: &Meet) -> Option<Meet> {
    let constant = |sources: &[Source]| -> Vec<Source> {
        sources
            .iter()
            .filter(|source| matches!(source, Source::Answers { .. }) && source_slots(source).is_empty())
            .cloned()
            .collect()
    };
    let of = constant(&meet.of);
    (!of.is_empty()).then(|| Meet { sort: meet.sort, of, without: constant(&meet.without) })
}

/// Puts a set in the place of the constant part of what a loop goes through.
fn use_instead(step: &mut Step, base: &Meet, set: SetSlot) {
    if let Action::EachIn { from, .. } = &mut step.action {
        from.of.retain(|source| !base.of.contains(source));
        from.without.retain(|source| !base.without.contains(source));
        from.of.insert(0, Source::Kept(set));
    }
}

/// The parts that speak of one slot, or of slots that are reached through it only, and of nothing outside. None
/// where that is nothing more than the slot itself, or everything.
fn projection(parts: &[Part], slot: Slot, own: &[Slot]) -> Vec<usize> {
    let inside: Vec<Slots> = parts.iter().map(Part::slots).collect();
    let is_own = |other: &Slot| own.contains(other);
    // Slots other than this one that hang together with something outside.
    let mut outer: Slots = Slots::new();
    loop {
        let before = outer.len();
        for slots in &inside {
            let touches = slots.iter().any(|other| !is_own(other) || outer.contains(other));
            if touches {
                outer.extend(slots.iter().filter(|other| is_own(other) && **other != slot));
            }
        }
        if outer.len() == before {
            break;
        }
    }
    let chosen: Vec<usize> = (0..parts.len())
        .filter(|at| {
            !inside[*at].is_empty() && inside[*at].iter().all(|other| is_own(other) && !outer.contains(other))
        })
        .collect();
    let connected = |at: &usize| inside[*at].contains(&slot);
    let more = chosen.iter().any(|at| inside[*at].iter().any(|other| *other != slot));
    let used_outside = (0..parts.len()).any(|at| !chosen.contains(&at) && inside[at].contains(&slot));
    if more && used_outside && chosen.iter().any(connected) { chosen } else { Vec::new() }
}

/// Parts in a spelling that does not depend on the numbers of their slots.
fn canonical(parts: &[Part], first: Slot) -> String {
    let mut numbers: Vec<Slot> = vec![first];
    let mut text = String::new();
    write_parts(parts, &mut numbers, &mut text);
    text
}

fn write_parts(parts: &[Part], numbers: &mut Vec<Slot>, text: &mut String) {
    let number = |slot: Slot, numbers: &mut Vec<Slot>| {
        numbers.iter().position(|known| *known == slot).unwrap_or_else(|| {
            numbers.push(slot);
            numbers.len() - 1
        })
    };
    let operand = |operand: &Operand, numbers: &mut Vec<Slot>| match operand {
        Operand::Slot(slot) => format!("_{}", number(*slot, numbers)),
        Operand::Constant(value) => value.to_string(),
    };
    for part in parts {
        match &part.kind {
            PartKind::Atom { predicate, arguments } => {
                let arguments: Vec<String> = arguments.iter().map(|a| operand(a, numbers)).collect();
                text.push_str(&format!("{}({});", predicate.index(), arguments.join(",")));
            }
            PartKind::Equal(left, right) => {
                let (left, right) = (operand(left, numbers), operand(right, numbers));
                text.push_str(&format!("{left}={right};"));
            }
            PartKind::Within(slot, sort) => {
                text.push_str(&format!("_{}:{};", number(*slot, numbers), sort.index()));
            }
            PartKind::Member(slot, set) => {
                text.push_str(&format!("_{}in{};", number(*slot, numbers), set.index()));
            }
            PartKind::Not(inner) => {
                text.push_str("not(");
                write_parts(inner, numbers, text);
                text.push(')');
            }
            PartKind::Call { .. } | PartKind::Fail => text.push_str("?;"),
        }
    }
}

/// The slots that a source needs.
pub(super) fn source_slots(source: &Source) -> Vec<Slot> {
    fn slots(operands: &[Operand]) -> impl Iterator<Item = Slot> + '_ {
        operands.iter().filter_map(|operand| match operand {
            Operand::Slot(slot) => Some(*slot),
            Operand::Constant(_) => None,
        })
    }
    match source {
        Source::Answers { lookups, inputs, .. } => {
            let given: Vec<Slot> = lookups.iter().map(|lookup| lookup.slot).collect();
            let needed = lookups.iter().flat_map(|lookup| slots(&lookup.inputs)).chain(slots(inputs));
            needed.filter(|slot| !given.contains(slot)).collect()
        }
        Source::Only(operand) => slots(std::slice::from_ref(operand)).collect(),
        Source::Kept(_) => Vec::new(),
    }
}

/// The slots that a step binds for the steps behind it.
fn bound_by(step: &Step) -> Vec<Slot> {
    let outputs = |outputs: &[Output]| {
        outputs
            .iter()
            .filter_map(|output| match output {
                Output::Bind(slot) => Some(*slot),
                _ => None,
            })
            .collect()
    };
    match &step.action {
        Action::Each { outputs: given, .. } | Action::EachCall { outputs: given, .. } => outputs(given),
        Action::EachIn { slot, .. } | Action::Assign { slot, .. } => vec![*slot],
        _ => Vec::new(),
    }
}

/// The slots that a step needs from outside.
fn free_slots(step: &Step) -> Slots {
    fn operands(operands: &[Operand], slots: &mut Slots) {
        slots.extend(operands.iter().filter_map(|operand| match operand {
            Operand::Slot(slot) => Some(*slot),
            Operand::Constant(_) => None,
        }));
    }
    fn outputs(outputs: &[Output], slots: &mut Slots) {
        let equals: Vec<Operand> = outputs
            .iter()
            .filter_map(|output| match output {
                Output::Equals(operand) => Some(*operand),
                _ => None,
            })
            .collect();
        operands(&equals, slots);
    }
    let mut slots = Slots::new();
    let meet = |meet: &Meet, slots: &mut Slots| {
        slots.extend(meet.of.iter().chain(&meet.without).flat_map(source_slots));
    };
    match &step.action {
        Action::Each { inputs, outputs: given, .. } | Action::EachCall { inputs, outputs: given, .. } => {
            operands(inputs, &mut slots);
            outputs(given, &mut slots);
        }
        Action::Test { inputs, .. } | Action::Call { inputs, .. } => operands(inputs, &mut slots),
        Action::Compare { left, right, .. } => operands(&[*left, *right], &mut slots),
        Action::Assign { value, .. } => operands(&[*value], &mut slots),
        Action::Within { slot, .. } => {
            slots.insert(*slot);
        }
        Action::EachIn { from, .. } | Action::Keep { from, .. } => meet(from, &mut slots),
        Action::Has { set, .. } => meet(set, &mut slots),
        Action::Exists { block, .. } => slots.extend(free_in(block)),
        Action::Collect { block, add, .. } => {
            let inside: Slots = block.steps.iter().flat_map(bound_by).collect();
            meet(add, &mut slots);
            slots.retain(|slot| !inside.contains(slot));
            slots.extend(free_in(block));
        }
        Action::Fail => {}
    }
    slots
}

fn free_in(block: &Block) -> Slots {
    let (mut free, mut inside) = (Slots::new(), Slots::new());
    for step in &block.steps {
        free.extend(free_slots(step).into_iter().filter(|slot| !inside.contains(slot)));
        inside.extend(bound_by(step));
    }
    free
}

/// An action with one slot in the place of another, to compare what is asked of two variables.
fn renamed(action: &Action, from: Slot, to: Slot) -> Action {
    let mut action = action.clone();
    rename(&mut action, from, to);
    action
}

fn rename(action: &mut Action, from: Slot, to: Slot) {
    let replace = |operand: &mut Operand| {
        if *operand == Operand::Slot(from) {
            *operand = Operand::Slot(to);
        }
    };
    let in_meet = |meet: &mut Meet| {
        for source in meet.of.iter_mut().chain(&mut meet.without) {
            match source {
                Source::Answers { lookups, inputs, .. } => {
                    lookups.iter_mut().flat_map(|lookup| &mut lookup.inputs).for_each(replace);
                    inputs.iter_mut().for_each(replace);
                }
                Source::Only(operand) => replace(operand),
                Source::Kept(_) => {}
            }
        }
    };
    match action {
        Action::Test { inputs, .. } | Action::Call { inputs, .. } => inputs.iter_mut().for_each(replace),
        Action::Each { inputs, outputs, .. } | Action::EachCall { inputs, outputs, .. } => {
            inputs.iter_mut().for_each(replace);
            for output in outputs {
                if let Output::Equals(operand) = output {
                    replace(operand);
                }
            }
        }
        Action::Compare { left, right, .. } => [left, right].into_iter().for_each(replace),
        Action::Assign { value, .. } => replace(value),
        Action::Within { slot, .. } if *slot == from => *slot = to,
        Action::EachIn { from: meet, .. } | Action::Keep { from: meet, .. } => in_meet(meet),
        Action::Has { set, .. } => in_meet(set),
        Action::Exists { block, .. } => {
            block.steps.iter_mut().for_each(|step| rename(&mut step.action, from, to))
        }
        Action::Collect { block, add, .. } => {
            block.steps.iter_mut().for_each(|step| rename(&mut step.action, from, to));
            in_meet(add);
        }
        Action::Within { .. } | Action::Fail => {}
    }
}
