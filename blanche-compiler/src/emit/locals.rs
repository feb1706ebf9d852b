//! Names the local variables of a function after the variables of its rule and of unfolded clauses, and its sets
//! after their contents. Variables of the same name are told apart by the source of their values.

use std::collections::{HashMap, HashSet};

use blanche_sorted::SortedMap;
use proc_macro2::Ident;

use super::distinguishing_words::{literal_words, phrase};
use super::idents::{Namer, snake};
use super::names::Names;
use crate::plan::{
    Access, Action, Block, Intersection, Operand, Output, Question, SetInfo, SetSlot, Slot, SlotInfo, Source,
};
use crate::program::PredicateId;

/// The parts of a rule or clause from which a function is made.
#[derive(Clone, Copy)]
pub(super) struct Frame<'a> {
    /// The function's name.
    pub(super) name: &'a Ident,
    pub(super) slots: &'a [SlotInfo],
    pub(super) sets: &'a [SetInfo],
    /// The slots that are bound when the function is entered.
    pub(super) given: &'a [Slot],
    pub(super) body: &'a Block,
}

/// The names of a function's local variables.
pub(super) struct Locals {
    pub(super) slots: Vec<Ident>,
    pub(super) sets: Vec<Ident>,
    /// The variables that hold the memoised answers of expensive queries.
    pub(super) memos: Vec<(Question, Ident)>,
}

/// A namer for local variables. It avoids the names of functions and the names that the emitter itself uses.
pub(super) fn namer(names: &Names<'_>) -> Namer {
    Namer::beside(&names.functions)
}

/// Names the slots and sets of a frame, and the memos of its body. `given` are the slots that are bound on entry.
pub(super) fn locals(names: &Names<'_>, Frame { slots: frame, sets, given, body, .. }: Frame<'_>) -> Locals {
    let mut naming = Naming {
        names,
        frame,
        variables: frame
            .iter()
            .enumerate()
            .rev()
            .map(|(at, slot)| (slot.name.as_str(), Slot(at as u16)))
            .collect(),
        set_infos: sets,
        set_names: sets.iter().map(|set| set.name.as_str()).collect(),
        namer: namer(names),
        slots: SortedMap::new(),
        sets: SortedMap::new(),
    };
    for slot in given {
        naming.slot(*slot, Vec::new());
    }
    naming.block(body);
    for at in 0..frame.len() {
        naming.slot(Slot(at as u16), Vec::new());
    }
    for at in 0..sets.len() {
        naming.set(SetSlot(at as u16), &[], "");
    }
    let Naming { mut namer, slots, sets, .. } = naming;
    let memos = body
        .remembered()
        .into_iter()
        .map(|question| {
            let wanted = match question {
                Question::Predicate(id) => vec![snake(&names.program.predicate(id).name)],
                Question::Routine(id) => {
                    let function = names.routines[id.index()].to_string();
                    vec![snake(&names.plan.routines[id.index()].name), function]
                }
            };
            (question, namer.first(wanted.iter().map(|name| format!("answers_{name}"))))
        })
        .collect();
    Locals { slots: slots.into_values().collect(), sets: sets.into_values().collect(), memos }
}

struct Naming<'n> {
    names: &'n Names<'n>,
    frame: &'n [SlotInfo],
    /// For each variable name, the first slot with this name.
    variables: HashMap<&'n str, Slot>,
    set_infos: &'n [SetInfo],
    set_names: HashSet<&'n str>,
    namer: Namer,
    slots: SortedMap<Slot, Ident>,
    sets: SortedMap<SetSlot, Ident>,
}

impl Naming<'_> {
    /// Names the slots and sets of a block in binding order.
    fn block(&mut self, block: &Block) {
        for step in &block.steps {
            match &step.action {
                Action::Each { access, inputs, outputs, .. } => {
                    let (Access::Extern(id, _) | Access::Facts(id, _)) = access;
                    let by = self.found_by(*id, inputs, &step.literal);
                    self.outputs(outputs, &by);
                }
                Action::EachCall { routine, inputs, outputs, .. } => {
                    let words = self.words(inputs);
                    let name = snake(&self.names.plan.routines[routine.index()].name);
                    self.outputs(outputs, &[format!("of_{words}"), format!("{name}_{words}")]);
                }
                Action::EachIn { slot, from } => {
                    self.lookups(from);
                    let literal = &step.literal;
                    let by = from.of.iter().flat_map(|source| self.found_in(source, literal));
                    let by: Vec<String> = by.collect();
                    self.slot(*slot, by);
                }
                Action::Solve { inputs, output, .. } | Action::Aggregate { inputs, output, .. } => {
                    let words = self.words(inputs);
                    self.outputs(std::slice::from_ref(output), &[format!("of_{words}")]);
                }
                Action::Assign { slot, value } => {
                    let words = self.words(std::slice::from_ref(value));
                    self.slot(*slot, vec![format!("as_{words}")]);
                }
                Action::Has { set, .. } => self.lookups(set),
                Action::BindSet { set, from, .. } => {
                    self.lookups(from);
                    let sources: Vec<&Source> = from.of.iter().chain(&from.without).collect();
                    self.set(*set, &sources, &step.literal);
                }
                Action::Exists { block, .. } | Action::After { block, .. } => self.block(block),
                Action::Collect { set, block, add, seen, .. } => {
                    self.set(*set, &[], &step.literal);
                    seen.iter().for_each(|seen| self.set(*seen, &[], &step.literal));
                    self.block(block);
                    self.lookups(add);
                }
                Action::Test { .. }
                | Action::Compare { .. }
                | Action::Holds { .. }
                | Action::Within { .. }
                | Action::Call { .. }
                | Action::Spend { .. }
                | Action::Fail => {}
            }
        }
    }

    fn lookups(&mut self, intersection: &Intersection) {
        for source in intersection.of.iter().chain(&intersection.without) {
            if let Source::Answers { lookups, .. } = source {
                for lookup in lookups {
                    let (Access::Extern(id, _) | Access::Facts(id, _)) = lookup.access;
                    let by = self.found_by(id, &lookup.inputs, "");
                    self.slot(lookup.slot, by);
                }
            }
        }
    }

    fn outputs(&mut self, outputs: &[Output], by: &[String]) {
        for output in outputs {
            if let Output::Bind(slot) = output {
                self.slot(*slot, by.to_vec());
            }
        }
    }

    /// Suffixes that distinguish the values that a predicate returns for these inputs.
    fn found_by(&self, id: PredicateId, inputs: &[Operand], literal: &str) -> Vec<String> {
        let name = snake(&self.names.program.predicate(id).name);
        let words = self.words(inputs);
        let literal = literal_words(literal).pop().unwrap_or_default();
        vec![format!("of_{words}"), format!("{name}_{words}"), format!("of_{literal}")]
    }

    fn found_in(&self, source: &Source, literal: &str) -> Vec<String> {
        match source {
            Source::Answers { access: Access::Extern(id, _) | Access::Facts(id, _), inputs, .. } => {
                self.found_by(*id, inputs, literal)
            }
            Source::Set(set) => self.sets.get(set).map(|set| format!("in_{set}")).into_iter().collect(),
            Source::Only(_) | Source::All(_) => Vec::new(),
        }
    }

    /// The names of the variables among some operands.
    fn words(&self, operands: &[Operand]) -> String {
        let slots = operands.iter().filter_map(|operand| self.slots.get(&operand.slot()?));
        let words: Vec<String> =
            slots.map(|name| name.to_string().trim_end_matches('_').to_owned()).collect();
        words.join("_")
    }

    /// The name of a slot's variable in the source, without a number added by the planner.
    fn variable(&self, slot: Slot) -> String {
        let name = &self.frame[slot.index()].name;
        let first = name.rsplit_once('_').filter(|(_, number)| {
            !number.is_empty()
                && number.bytes().all(|c| c.is_ascii_digit())
                && !self.names.variables.contains(name)
        });
        snake(first.map_or(name.as_str(), |(first, _)| first))
    }

    fn slot(&mut self, slot: Slot, by: Vec<String>) {
        if self.slots.contains_key(&slot) {
            return;
        }
        let mut variable = self.variable(slot);
        if variable.starts_with("given_") {
            variable = format!("the_{variable}");
        }
        let stem = variable.trim_end_matches('_').to_owned();
        let by = by.into_iter().filter(|by| !by.ends_with('_')).map(|by| format!("{stem}_{by}"));
        let wanted: Vec<String> = [variable.clone()].into_iter().chain(by).collect();
        let name = self.namer.first(wanted.into_iter().chain([variable]));
        self.slots.insert(slot, name);
    }

    fn set(&mut self, set: SetSlot, sources: &[&Source], literal: &str) {
        if self.sets.contains_key(&set) {
            return;
        }
        let name = &self.set_infos[set.index()].name;
        let is_set = |name: &str| self.set_names.contains(name);
        let first = name.rsplit_once('.').filter(|(first, number)| {
            !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit()) && is_set(first)
        });
        let name = first.map_or(name.as_str(), |(first, _)| first);
        // Use the names that the variables have in the function.
        let words: Vec<String> = name
            .split('.')
            .map(|word| {
                let slot = self.variables.get(word).and_then(|slot| self.slots.get(slot));
                slot.map_or_else(|| phrase(word), Ident::to_string)
            })
            .collect();
        let words: Vec<&str> = words.iter().map(|word| word.trim_end_matches('_')).collect();
        let name = words.join("_");
        let operands: Vec<Operand> = sources
            .iter()
            .flat_map(|source| match source {
                Source::Answers { inputs, .. } => inputs.clone(),
                Source::Only(member) => vec![*member],
                Source::Set(_) | Source::All(_) => Vec::new(),
            })
            .collect();
        let mut wanted = vec![name.clone()];
        let by = self.words(&operands);
        if !by.is_empty() {
            wanted.push(format!("{name}_for_{by}"));
        }
        let others = sources.iter().filter_map(|source| match source {
            Source::Answers { access: Access::Extern(id, _) | Access::Facts(id, _), .. } => {
                Some(snake(&self.names.program.predicate(*id).name))
            }
            _ => None,
        });
        let others: Vec<String> = others.skip(usize::from(name.contains('_'))).collect();
        if !others.is_empty() {
            wanted.push(format!("{name}_{}", others.join("_")));
        }
        if let Some(word) = literal_words(literal).last() {
            wanted.push(format!("{name}_{word}"));
        }
        wanted.push(name);
        let name = self.namer.first(wanted);
        self.sets.insert(set, name);
    }
}
