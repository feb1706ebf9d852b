//! Steps as Rust statements: loops for answers, conditions for tests, labelled blocks for "is there one".
//!
//! Statements are nested only where something is gone through; a test that fails leaves by `continue`, `break`
//! or `return`, so that a rule reads from top to bottom.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use syn::Lifetime;

use super::comments::comment;
use super::idents::{Namer, snake};
use super::sets::enough;
use super::sorts::type_name;
use super::spending::spend;
use crate::plan::{
    Access, Action, Block, Meet, Operand, Output, Plan, Question, SetInfo, SetSlot, Slot, SlotInfo, Source,
    Step, for_each,
};
use crate::program::{PredicateId, Program, SortId};

/// What a function is made from: names of everything it may mention.
pub(super) struct Names<'a> {
    pub(super) program: &'a Program,
    pub(super) plan: &'a Plan,
    /// The functions of the routines.
    pub(super) routines: &'a [Ident],
    /// The functions that answer what extern predicates ask, by predicate.
    pub(super) asked: &'a dyn Fn(PredicateId) -> Ident,
}

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
    Add(SetSlot, Meet, Option<SetSlot>),
    /// It counts: its weight is added.
    Count,
    /// The statements behind it go on.
    Nothing,
}

/// To whom solutions are handed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Handed {
    /// To the caller of a rule, as plain values.
    Found,
    /// To the caller of a routine, with the facts and the budget.
    Each,
}

/// Writes the statements of one function.
pub(super) struct Writer<'a> {
    pub(super) names: &'a Names<'a>,
    frame: &'a [SlotInfo],
    slots: Vec<Ident>,
    pub(super) sets: Vec<Ident>,
    pub(super) set_sorts: Vec<SortId>,
    /// Where the answers to a dear question are kept, until it is declared.
    pub(super) memos: Vec<(Question, Ident)>,
    pub(super) labels: u32,
    /// Its solutions come once each, so the last loop need not be gone through where they are only counted.
    pub(super) counts: bool,
}

impl<'a> Writer<'a> {
    /// For a frame; its slots and sets get names of their own, and so do the memories of its body.
    pub(super) fn new(
        names: &'a Names<'a>,
        frame: &'a [SlotInfo],
        sets: &'a [SetInfo],
        body: &Block,
    ) -> Writer<'a> {
        let mut namer = locals(names);
        let slots = frame.iter().map(|slot| namer.name(&snake(&slot.name))).collect();
        let set_sorts = sets.iter().map(|set| set.sort).collect();
        let sets = sets.iter().map(|set| namer.name(&snake(&set.name))).collect();
        let memos = body
            .remembered()
            .into_iter()
            .map(|question| {
                let name = match question {
                    Question::Predicate(id) => &names.program.predicate(id).name,
                    Question::Routine(id) => &names.plan.routines[id.index()].name,
                };
                (question, namer.name(&format!("answers_{}", snake(name))))
            })
            .collect();
        Writer { names, frame, slots, sets, set_sorts, memos, labels: 0, counts: false }
    }

    /// The name of a slot.
    pub(super) fn slot(&self, slot: Slot) -> &Ident {
        &self.slots[slot.index()]
    }

    /// The sort of a slot.
    pub(super) fn sort(&self, slot: Slot) -> SortId {
        self.frame[slot.index()].sort
    }

    /// The statements of the body of a function. `fail` leaves it when a step fails.
    pub(super) fn body(&mut self, block: &Block, fail: &TokenStream, success: &Success) -> TokenStream {
        // What is remembered inside is of another position.
        if let [Step { action: Action::After { .. }, .. }] = block.steps.as_slice() {
            return self.steps(&block.steps, fail, success);
        }
        // What is remembered is needed behind the first loop only, or where a gate remembers something itself.
        let remembers = |step: &Step| {
            let alone = Block { steps: vec![step.clone()], estimate: step.estimate };
            !alone.remembered().is_empty()
        };
        let needed = |step: &Step| step.gives_several() || remembers(step);
        let first = block.steps.iter().position(needed).unwrap_or(0);
        let (gates, rest) = block.steps.split_at(first);
        let memos = self.memories();
        let mut statements = TokenStream::new();
        for step in gates {
            statements.extend(self.steps(std::slice::from_ref(step), fail, &Success::Nothing));
        }
        statements.extend(memos);
        statements.extend(self.steps(rest, fail, success));
        statements
    }

    /// Declares what is remembered.
    pub(super) fn memories(&self) -> TokenStream {
        let memos = self.memos.iter().map(|(_, memo)| memo);
        quote!(#(let mut #memos = Memo::default();)*)
    }

    pub(super) fn steps(&mut self, steps: &[Step], fail: &TokenStream, success: &Success) -> TokenStream {
        let Some((step, rest)) = steps.split_first() else { return self.success(success) };
        let statement = match &step.action {
            Action::Each { access, one: false, inputs, outputs } => {
                let (work, rest) = for_each(rest);
                let body = |writer: &mut Writer<'_>, fail: &TokenStream| writer.steps(rest, fail, success);
                return self.each(step, *access, (inputs, outputs), &spend(work), body);
            }
            Action::EachCall { routine, inputs, outputs } => {
                return self.each_call(step, *routine, inputs, outputs, rest, success);
            }
            Action::Each { access, one: true, inputs, outputs } => self.one(*access, inputs, outputs, fail),
            Action::Test { access, inputs, holds, memo } => match access {
                Access::Extern(id, _) if *memo => {
                    let call = self.test(*access, inputs, true);
                    let call = self.remembered(Question::Predicate(*id), inputs, quote!(Ok(#call)));
                    unless(*holds, &call, fail)
                }
                _ => {
                    let fails = self.test(*access, inputs, !*holds);
                    quote!(if #fails { #fail })
                }
            },
            Action::Call { routine, inputs, holds, memo } => {
                let call = self.call(*routine, inputs);
                let call = if *memo {
                    self.remembered(Question::Routine(*routine), inputs, call)
                } else {
                    quote!(#call?)
                };
                unless(*holds, &call, fail)
            }
            Action::EachIn { slot, from } => {
                let (doc, name, set) = (note(step), self.slot(*slot).clone(), self.meet(from, false));
                let (work, rest) = for_each(rest);
                let (body, spend) = (self.steps(rest, &quote!(continue;), success), spend(work));
                if let (true, [], 1, Success::Hand(_, Handed::Found)) = (self.counts, rest, work, success) {
                    let last = self.meet(from, true);
                    return quote! {
                        #doc
                        let last = #last;
                        if found.took(&last, budget)? {
                            #fail
                        }
                        for #name in last.iter() {
                            #spend
                            #body
                        }
                    };
                }
                if let ([], Success::Count) = (rest, success) {
                    let last = self.meet(from, true);
                    return quote! {
                        #doc
                        let last = #last;
                        sum += weight * budget.take_up(last.len())?;
                    };
                }
                return quote! {
                    #doc
                    for #name in #set.iter() {
                        #spend
                        #body
                    }
                };
            }
            Action::Has { set, at_least, holds } => {
                let lacks = self.has(set, *at_least, !*holds);
                quote!(if #lacks { #fail })
            }
            Action::Keep { set, from, at_least } => {
                let (name, from) = (self.set(*set).clone(), self.meet(from, true));
                let enough = enough(&name, *at_least, fail);
                quote!(let #name = #from; #enough)
            }
            Action::Collect { set, block, add, at_least, seen } => {
                let collect = self.collect(*set, block, add, *seen);
                let enough = enough(self.set(*set), *at_least, fail);
                quote!(#collect #enough)
            }
            Action::Compare { left, right, equal } => {
                let (a, b) = (self.compared(*left, *right), self.compared(*right, *left));
                if *equal { quote!(if #a != #b { #fail }) } else { quote!(if #a == #b { #fail }) }
            }
            Action::Assign { slot, value } => {
                let value = self.operand(*value, self.sort(*slot));
                let name = self.slot(*slot);
                quote!(let #name = #value;)
            }
            Action::Within { slot, sort } => {
                let within = self.within(*slot, *sort);
                unless(true, &within, fail)
            }
            Action::Exists { block, holds } => self.exists(block, *holds, fail),
            Action::After { moves, block } => self.after(moves, block, fail),
            Action::Fail => return quote!(#fail),
            Action::Spend { steps } => spend(*steps),
        };
        let doc = note(step);
        let rest = self.steps(rest, fail, success);
        // A `let` needs no braces; an `if` can carry the literal as its doc line.
        quote!(#doc #statement #rest)
    }

    pub(super) fn success(&self, success: &Success) -> TokenStream {
        match success {
            Success::Nothing => TokenStream::new(),
            Success::Count => quote!(sum += weight;),
            Success::Add(set, meet, Some(seen)) => {
                let (name, seen, members) = (self.set(*set), self.set(*seen), self.meet(meet, true));
                quote! {
                    let here = #members;
                    #name |= #seen & here;
                    #seen |= here;
                }
            }
            Success::Add(set, meet, None) => {
                let name = self.set(*set);
                if let ([Source::Only(member)], []) = (meet.of.as_slice(), meet.without.as_slice()) {
                    let member = self.operand(*member, meet.sort);
                    return quote!(#name.insert(#member););
                }
                let members = self.meet(meet, true);
                quote!(#name |= #members;)
            }
            Success::Yes => quote!(return Ok(true);),
            Success::Break(label) => quote!(break #label true;),
            Success::Enough => quote!(return Err(Stop::Enough);),
            Success::Hand(operands, Handed::Found) => {
                let values = operands.iter().map(|(operand, _)| self.plain(*operand));
                quote!(found.take(&[#(#values),*])?;)
            }
            Success::Hand(operands, Handed::Each) => {
                let values = operands.iter().map(|(operand, sort)| self.operand(*operand, *sort));
                quote!(each(facts, budget, #(#values),*)?;)
            }
        }
    }

    /// A loop over the answers of an access.
    fn each(
        &mut self,
        step: &Step,
        access: Access,
        (inputs, outputs): (&[Operand], &[Output]),
        spend: &TokenStream,
        body: impl FnOnce(&mut Writer<'a>, &TokenStream) -> TokenStream,
    ) -> TokenStream {
        let fail = quote!(continue;);
        let doc = note(step);
        match access {
            Access::Extern(id, _) => {
                let call = self.access_call(access, inputs);
                let sorts = self.output_sorts(access, id);
                let (pattern, checks) = self.pattern(outputs, &sorts, &fail);
                let body = body(self, &fail);
                quote! {
                    #doc
                    for #pattern in #call {
                        #spend
                        #checks
                        #body
                    }
                }
            }
            Access::Facts(id, mask) => {
                let rows = self.rows(id, mask, inputs);
                let sorts = self.output_sorts(access, id);
                let first = inputs.len();
                let takes = outputs.iter().zip(&sorts).enumerate().map(|(at, (output, sort))| {
                    let column = Literal::usize_unsuffixed(first + at);
                    match output {
                        Output::Ignore => TokenStream::new(),
                        Output::Bind(slot) => {
                            let (name, ty) = (self.slot(*slot), type_name(self.names.program, *sort));
                            quote!(let #name = #ty::from_value(tuple[#column]);)
                        }
                        Output::Equals(operand) => {
                            let value = self.operand(*operand, *sort);
                            quote!(if tuple[#column] != #value.value() { #fail })
                        }
                    }
                });
                let takes = quote!(#(#takes)*);
                let body = body(self, &fail);
                quote! {
                    #doc
                    for tuple in #rows {
                        #spend
                        #takes
                        #body
                    }
                }
            }
        }
    }

    /// A block that is asked whether it has an answer.
    fn exists(&mut self, block: &Block, holds: bool, fail: &TokenStream) -> TokenStream {
        self.labels += 1;
        let name = if self.labels == 1 { "'search".to_owned() } else { format!("'search{}", self.labels) };
        let label = Lifetime::new(&name, proc_macro2::Span::call_site());
        let body = self.steps(&block.steps, &quote!(break #label false;), &Success::Break(label.clone()));
        let leave = if holds { quote!(if !is_there { #fail }) } else { quote!(if is_there { #fail }) };
        // A block that ends in a `break` needs no answer behind it.
        let ends = !goes_through(&block.steps);
        let no = if ends { TokenStream::new() } else { quote!(false) };
        quote! {
            let is_there = #label: {
                #body
                #no
            };
            #leave
        }
    }
}

/// Names for what is local to a function: not those of the functions that it may call, nor those that the
/// emitter gives itself.
pub(super) fn locals(names: &Names<'_>) -> Namer {
    let words = [
        "facts",
        "budget",
        "found",
        "each",
        "tuple",
        "is_there",
        "here",
        "last",
        "stated",
        "found_one",
        "inside",
        "answer",
        "sum",
        "weight",
        "to_move",
        "counted",
        "answers",
        "find",
        "row",
        "at",
    ];
    let functions = names.routines.iter().map(Ident::to_string);
    let given = (0..32).map(|at| format!("given_{at}"));
    Namer::reserving(&words).avoiding(functions.chain(given))
}

/// Whether steps go through several answers, so that something stands behind them.
pub(super) fn goes_through(steps: &[Step]) -> bool {
    steps.iter().any(Step::gives_several)
}

/// `if !condition { fail }`, or the opposite.
fn unless(holds: bool, condition: &TokenStream, fail: &TokenStream) -> TokenStream {
    if holds { quote!(if !#condition { #fail }) } else { quote!(if #condition { #fail }) }
}

/// The literal that a statement comes from, as a comment.
pub(super) fn note(step: &Step) -> TokenStream {
    if step.literal.is_empty() { TokenStream::new() } else { comment(&step.literal) }
}
