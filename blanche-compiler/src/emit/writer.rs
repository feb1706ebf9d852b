//! Writes the statements of one function: keeps the state of the function, and how it continues after a success.

use blanche_sorted::SortedSet;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Lifetime;

use super::comments::comment;
use super::function_parts::{FunctionPart, SplitPoint};
use super::liveness::{Live, Needs};
use super::locals::{Frame, Locals, locals};
use super::names::Names;
use crate::plan::{Intersection, Operand, Output, Question, SetSlot, Slot, Step};
use crate::program::SortId;

/// What to do when a block succeeds.
#[derive(Clone)]
pub(super) enum Success {
    /// Pass a solution on: these operands, each with its sort.
    Hand(Vec<(Operand, SortId)>, Receiver),
    /// Return `Ok(true)` from the function.
    Yes,
    /// Break from the labelled block with `true`.
    Break(Lifetime),
    /// Return from a closure, ending the search of its caller.
    Enough,
    /// Add these members to a set. If there is a second set, it holds the values seen so far. Then add all members to
    /// the second set, and to the first set only the members that were seen before.
    Add(SetSlot, Intersection, Option<SetSlot>),
    /// Add the weight to the sum.
    Count,
    /// Continue with the statements that follow.
    Nothing,
}

impl Success {
    /// Whether the search ends after the first success.
    pub(super) fn is_enough(&self) -> bool {
        matches!(self, Success::Yes | Success::Break(_) | Success::Enough)
    }

    /// The slots and sets that some steps need, and those needed when the steps succeed.
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

/// The receiver of solutions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Receiver {
    /// The caller of a rule; it receives plain values.
    Found,
    /// The caller of a routine; it also receives the facts and the budget.
    Each,
    /// The goal for which a clause is evaluated; it receives plain values.
    Goal,
}

/// Writes the statements of one function.
pub(super) struct Writer<'a> {
    pub(super) names: &'a Names<'a>,
    pub(super) frame: Frame<'a>,
    pub(super) locals: Locals,
    pub(super) splits: &'a SortedSet<usize>,
    /// Number of steps and other split points numbered so far.
    pub(super) numbered: usize,
    /// The parts already split off.
    pub(super) parts: Vec<FunctionPart>,
    pub(super) here: Here,
    /// The slots and sets that are live before the last statements written. Statements are written from back to front,
    /// so the last statements written follow the step being written.
    pub(super) live: Live,
    /// Whether the solutions are distinct, so that the last loop may be skipped if they are only counted.
    pub(super) counts: bool,
    /// Whether the caller appends statements that may use any binding.
    pub(super) goes_on: bool,
}

/// The place where statements are written: the function itself or a part of it.
#[derive(Default)]
pub(super) struct Here {
    /// Nesting depth of blocks.
    pub(super) within: usize,
    pub(super) split_points: Vec<SplitPoint>,
    /// The labels of the enclosing blocks.
    pub(super) labels: Vec<String>,
    /// Whether this is a part that receives its memos as parameters.
    pub(super) is_part: bool,
}

/// The name and description of a part of a function.
pub(super) struct PartName {
    /// The suffix that the part adds to the name of the function.
    pub(super) suffix: String,
    /// What the part does, for its doc comment.
    pub(super) says: String,
    /// Statements at the beginning of the part, before its steps.
    pub(super) begin: TokenStream,
}

impl PartName {
    /// Names a part that has no statements before its steps.
    pub(super) fn new(suffix: String, says: String) -> PartName {
        PartName { suffix, says, begin: TokenStream::new() }
    }
}

impl<'a> Writer<'a> {
    /// A writer for a function that is split at the points in `splits`.
    pub(super) fn new(names: &'a Names<'a>, frame: Frame<'a>, splits: &'a SortedSet<usize>) -> Writer<'a> {
        let locals = locals(names, frame);
        Writer {
            names,
            frame,
            locals,
            splits,
            numbered: 0,
            parts: Vec::new(),
            here: Here::default(),
            live: Live::default(),
            counts: false,
            goes_on: false,
        }
    }

    /// The finished function and its parts, once all statements are written.
    pub(super) fn finish(mut self, function: TokenStream) -> Vec<FunctionPart> {
        self.parts.push(FunctionPart { number: 0, function, split_points: self.here.split_points });
        self.parts
    }

    /// The variable name of a slot.
    pub(super) fn slot(&self, slot: Slot) -> &Ident {
        &self.locals.slots[slot.index()]
    }

    pub(super) fn sort(&self, slot: Slot) -> SortId {
        self.frame.slots[slot.index()].sort
    }

    /// The variable name of a set.
    pub(super) fn set(&self, set: SetSlot) -> &Ident {
        &self.locals.sets[set.index()]
    }

    pub(super) fn set_sort(&self, set: SetSlot) -> SortId {
        self.frame.sets[set.index()].sort
    }

    /// The variable that holds the memoised answers of a query.
    pub(super) fn memo(&self, question: Question) -> Option<&Ident> {
        self.locals.memos.iter().find(|(known, _)| *known == question).map(|(_, memo)| memo)
    }

    /// The pattern that binds a slot: `_` if no later statement uses it.
    pub(super) fn binding(&self, slot: Slot) -> TokenStream {
        let name = self.slot(slot);
        if self.goes_on { quote!(#name) } else { self.bound(slot, &[]) }
    }

    /// The pattern that binds a slot, if all later statements are written already. It is `_` unless a later statement
    /// uses the slot, or one of the `outputs` bound together with the slot must equal it.
    pub(super) fn bound(&self, slot: Slot, outputs: &[Output]) -> TokenStream {
        let name = self.slot(slot);
        if self.is_bound(slot, outputs) { quote!(#name) } else { quote!(_) }
    }

    fn is_bound(&self, slot: Slot, outputs: &[Output]) -> bool {
        let equals =
            |output: &Output| matches!(output, Output::Equals(Operand::Slot(other)) if *other == slot);
        self.live.slots.contains(&slot) || outputs.iter().any(equals)
    }

    /// Whether a later statement uses the slot, or the caller may append a statement that does.
    pub(super) fn is_asked(&self, slot: Slot, outputs: &[Output]) -> bool {
        self.goes_on || self.is_bound(slot, outputs)
    }

    /// Removes and returns the slots and sets that are live before the last statements written. The next statements are
    /// written as if no statements followed them.
    pub(super) fn take_live(&mut self) -> Live {
        std::mem::take(&mut self.live)
    }

    /// Adds slots and sets to those that are live before the last statements written.
    pub(super) fn add_live(&mut self, behind: Live) {
        self.live.slots.extend(behind.slots);
        self.live.sets.extend(behind.sets);
    }

    /// Writes statements one block deeper, inside a block with a label.
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

    /// Writes the statements of a closure, inside which outer labels are not available.
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

/// The literal from which a statement comes, as a comment.
pub(super) fn note(step: &Step) -> TokenStream {
    if step.literal.is_empty() { TokenStream::new() } else { comment(&step.literal) }
}
