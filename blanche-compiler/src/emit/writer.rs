//! What writes the statements of one function: what it knows of the function, and what becomes of a success.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Lifetime;

use super::comments::comment;
use super::live::{Live, Needs};
use super::locals::{Frame, Locals, locals};
use super::names::Names;
use super::parts::{Part, Place};
use crate::plan::{Intersection, Operand, Output, Question, SetSlot, Slot, Step};
use crate::program::SortId;

/// What happens when a block succeeds.
#[derive(Clone)]
pub(super) enum Success {
    /// A solution is handed on: these operands, each of a sort.
    Hand(Vec<(Operand, SortId)>, Handed),
    /// The function answers yes.
    Yes,
    /// The labelled block answers yes.
    Break(Lifetime),
    /// A closure says that this is enough.
    Enough,
    /// These are added to a set; or they are added to what was seen, and to the set what was seen before.
    Add(SetSlot, Intersection, Option<SetSlot>),
    /// It counts: its weight is added.
    Count,
    /// The statements behind it go on.
    Nothing,
}

impl Success {
    /// Whether nothing is looked for after it.
    pub(super) fn is_enough(&self) -> bool {
        matches!(self, Success::Yes | Success::Break(_) | Success::Enough)
    }

    /// What steps need, and what is done when they succeed.
    pub(super) fn needs(&self, steps: &[Step]) -> Live {
        let mut needs = Needs::default();
        needs.steps(steps);
        match self {
            Success::Hand(operands, _) => {
                let operands: Vec<Operand> = operands.iter().map(|(operand, _)| *operand).collect();
                needs.operands(&operands);
            }
            Success::Add(_, intersection, _) => needs.intersection(intersection),
            _ => {}
        }
        needs.needed
    }
}

/// To whom solutions are handed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Handed {
    /// To the caller of a rule, as plain values.
    Found,
    /// To the caller of a routine, with the facts and the budget.
    Each,
    /// To the goal for which a clause is asked, as plain values.
    Goal,
}

/// Writes the statements of one function.
pub(super) struct Writer<'a> {
    pub(super) names: &'a Names<'a>,
    pub(super) frame: Frame<'a>,
    pub(super) locals: Locals,
    pub(super) cuts: &'a BTreeSet<usize>,
    /// How many steps were numbered.
    pub(super) numbered: usize,
    /// The functions that were cut out.
    pub(super) parts: Vec<Part>,
    pub(super) here: Here,
    /// What the statements need that were written last: those behind the step that is written now.
    pub(super) live: Live,
    /// Its solutions come once each, so the last loop need not be gone through where they are only counted.
    pub(super) counts: bool,
    /// Statements that it does not write stand behind its own, and may need what these bind.
    pub(super) goes_on: bool,
}

/// Where statements are written: in the function itself or in a part of it.
#[derive(Default)]
pub(super) struct Here {
    /// In how many blocks.
    pub(super) within: usize,
    pub(super) places: Vec<Place>,
    /// The labels of the blocks around.
    pub(super) labels: Vec<String>,
    /// What is remembered was given to it.
    pub(super) is_part: bool,
}

/// How a part of a function is called.
pub(super) struct PartName {
    /// What stands behind the name of the function.
    pub(super) suffix: String,
    /// What it does, for its doc comment.
    pub(super) says: String,
    /// What it begins with.
    pub(super) begin: TokenStream,
}

impl PartName {
    /// Of a part that begins with its steps.
    pub(super) fn new(suffix: String, says: String) -> PartName {
        PartName { suffix, says, begin: TokenStream::new() }
    }
}

impl<'a> Writer<'a> {
    /// For a function that is cut at some places.
    pub(super) fn new(names: &'a Names<'a>, frame: Frame<'a>, cuts: &'a BTreeSet<usize>) -> Writer<'a> {
        let locals = locals(names, frame);
        Writer {
            names,
            frame,
            locals,
            cuts,
            numbered: 0,
            parts: Vec::new(),
            here: Here::default(),
            live: Live::default(),
            counts: false,
            goes_on: false,
        }
    }

    /// The whole function, once its statements are written, and its parts.
    pub(super) fn finish(mut self, function: TokenStream) -> Vec<Part> {
        self.parts.push(Part { number: 0, function, places: self.here.places });
        self.parts
    }

    /// The name of a slot.
    pub(super) fn slot(&self, slot: Slot) -> &Ident {
        &self.locals.slots[slot.index()]
    }

    /// The sort of a slot.
    pub(super) fn sort(&self, slot: Slot) -> SortId {
        self.frame.slots[slot.index()].sort
    }

    /// The name of a set.
    pub(super) fn set(&self, set: SetSlot) -> &Ident {
        &self.locals.sets[set.index()]
    }

    /// The sort of a set.
    pub(super) fn set_sort(&self, set: SetSlot) -> SortId {
        self.frame.sets[set.index()].sort
    }

    /// Where the answers to a question are kept.
    pub(super) fn memo(&self, question: Question) -> Option<&Ident> {
        self.locals.memos.iter().find(|(known, _)| *known == question).map(|(_, memo)| memo)
    }

    /// What a binding of a slot is called: nothing where no statement behind it asks.
    pub(super) fn binding(&self, slot: Slot) -> TokenStream {
        let name = self.slot(slot);
        if self.goes_on { quote!(#name) } else { self.bound(slot, &[]) }
    }

    /// The same, where all statements that can ask are written; or one of these, which are bound together with it, must
    /// equal it.
    pub(super) fn bound(&self, slot: Slot, outputs: &[Output]) -> TokenStream {
        let name = self.slot(slot);
        if self.is_bound(slot, outputs) { quote!(#name) } else { quote!(_) }
    }

    fn is_bound(&self, slot: Slot, outputs: &[Output]) -> bool {
        let equals =
            |output: &Output| matches!(output, Output::Equals(Operand::Slot(other)) if *other == slot);
        self.live.slots.contains(&slot) || outputs.iter().any(equals)
    }

    /// Whether a statement asks for the slot, one of those behind it or one that is not written yet.
    pub(super) fn is_asked(&self, slot: Slot, outputs: &[Output]) -> bool {
        self.goes_on || self.is_bound(slot, outputs)
    }

    /// What the statements need that were written last, handed out; those written from now on stand in front of nothing.
    pub(super) fn take_live(&mut self) -> Live {
        std::mem::take(&mut self.live)
    }

    /// Behind what was written last stands what needs this as well.
    pub(super) fn also_live(&mut self, behind: Live) {
        self.live.slots.extend(behind.slots);
        self.live.sets.extend(behind.sets);
    }

    /// Statements one block deeper, in which a label is known.
    pub(super) fn labelled(
        &mut self,
        wanted: &str,
        write: impl FnOnce(&mut Writer<'a>, &Lifetime) -> TokenStream,
    ) -> (Lifetime, TokenStream) {
        let mut name = wanted.to_owned();
        while self.here.labels.contains(&name) {
            name.push_str("_inside");
        }
        let label = Lifetime::new(&format!("'{name}"), proc_macro2::Span::call_site());
        self.here.labels.push(name);
        self.here.within += 1;
        let inside = write(self, &label);
        self.here.within -= 1;
        self.here.labels.pop();
        (label, inside)
    }

    /// The statements of a closure, where no label of outside is known.
    pub(super) fn inside_closure(
        &mut self,
        write: impl FnOnce(&mut Writer<'a>) -> TokenStream,
    ) -> TokenStream {
        let labels = std::mem::take(&mut self.here.labels);
        let inside = write(self);
        self.here.labels = labels;
        inside
    }
}

/// The literal that a statement comes from, as a comment.
pub(super) fn note(step: &Step) -> TokenStream {
    if step.literal.is_empty() { TokenStream::new() } else { comment(&step.literal) }
}
