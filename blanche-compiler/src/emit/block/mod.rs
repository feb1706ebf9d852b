//! Emits steps as Rust statements: loops for answers, conditions for tests, labelled blocks for existence tests.
//!
//! Only loops and existence tests nest. A test that fails leaves its block by `continue`, `break` or `return`, so that
//! a rule reads from top to bottom. If statements would still nest too deeply, a part becomes a function of its own
//! (`splits`, [`super::function_parts`]).

mod loops;
mod splits;

use proc_macro2::TokenStream;
use quote::quote;

use super::distinguishing_words::literal_words;
use super::liveness::Live;
use super::sets::enough;
use super::step_charges::spend;
use super::writer::{PartName, Receiver, Success, Writer, note};
use crate::plan::{Access, Action, Block, Question, RecursiveCall, Source, Step, for_each};

impl<'a> Writer<'a> {
    /// The statements of a function's body. `fail` leaves the body if a step fails.
    pub(super) fn body(&mut self, block: &Block, fail: &TokenStream, success: &Success) -> TokenStream {
        // Memos used after the moves belong to the position after the moves, so they are not declared here.
        if let [Step { action: Action::After { .. }, .. }] = block.steps.as_slice() {
            return self.steps(&block.steps, fail, success);
        }
        // Memos are needed only after the first loop, or if a guard uses a memo itself.
        let remembers = |step: &Step| {
            let alone = Block { steps: vec![step.clone()], estimate: step.estimate };
            !alone.remembered().is_empty()
        };
        let needed = |step: &Step| step.gives_several() || remembers(step);
        let first = block.steps.iter().position(needed).unwrap_or(0);
        let (guards, rest) = block.steps.split_at(first);
        let numbers: Vec<usize> = guards.iter().map(|_| self.number()).collect();
        let memos = self.memories();
        let rest = self.steps(rest, fail, success);
        let guards = self.statements(guards, &numbers, fail);
        quote!(#guards #memos #rest)
    }

    /// Declares the memos.
    pub(super) fn memories(&self) -> TokenStream {
        let memos = self.locals.memos.iter().map(|(_, memo)| memo);
        quote!(#(let mut #memos = Memo::default();)*)
    }

    /// The number of the next step or of another point at which the function can be split.
    pub(super) fn number(&mut self) -> usize {
        self.names.budget.take_statement(self.here.within);
        self.numbered += 1;
        self.numbered
    }

    /// Statements for steps, each executed for all answers of the steps before it.
    pub(super) fn steps(&mut self, steps: &[Step], fail: &TokenStream, success: &Success) -> TokenStream {
        if self.names.budget.is_spent() {
            return TokenStream::new();
        }
        let last = steps.iter().position(|step| step.gives_several() || step.action == Action::Fail);
        let (before, rest) = steps.split_at(last.unwrap_or(steps.len()));
        let numbers: Vec<usize> = before.iter().map(|_| self.number()).collect();
        let end = self.end(rest, fail, success);
        let before = self.statements(before, &numbers, fail);
        quote!(#before #end)
    }

    /// Statements for steps that continue at most once. Statements are written from back to front: these come before
    /// the statements written last.
    fn statements(&mut self, steps: &[Step], numbers: &[usize], fail: &TokenStream) -> TokenStream {
        let steps = steps.iter().zip(numbers).rev();
        let mut statements: Vec<TokenStream> =
            steps.map(|(step, number)| self.statement(step, *number, fail)).collect();
        statements.reverse();
        statements.into_iter().collect()
    }

    /// The loop at the beginning of `steps`, with the steps after it. If there are no steps, the code for success.
    fn end(&mut self, steps: &[Step], fail: &TokenStream, success: &Success) -> TokenStream {
        let Some((step, rest)) = steps.split_first() else {
            self.live = success.needs(&[]);
            return self.success(success);
        };
        let number = self.number();
        let (work, rest) = for_each(rest);
        let code = match &step.action {
            Action::Each { access, one: false, inputs, outputs } => {
                let is_enough = rest.is_empty() && success.is_enough();
                let each = (*access, inputs.as_slice(), outputs.as_slice());
                self.each(step, each, &spend(work), is_enough, &mut |writer, fail| {
                    writer.turn(number, step, rest, fail, success)
                })
            }
            Action::EachCall { routine, inputs, outputs, recursion: None } => {
                let (fail, inner) = (quote!(return Ok(());), in_closure(success));
                let body = self.inside_closure(|writer| writer.turn(number, step, rest, &fail, &inner));
                self.each_call(step, *routine, (inputs, outputs), &spend(work), &body, success)
            }
            Action::EachCall { routine, inputs, recursion: Some(RecursiveCall::Tail), .. } => {
                self.live = Live::default();
                self.add_goal(step, *routine, inputs)
            }
            Action::EachCall { routine, inputs, outputs, recursion: Some(RecursiveCall::Known(call)) } => {
                let fail = quote!(continue;);
                let body = self.turn(number, step, rest, &fail, success);
                self.each_known(step, (*routine, *call), (inputs, outputs), &spend(work), &body)
            }
            Action::EachIn { slot, from } => self.each_in(step, (*slot, from), (number, work, rest), success),
            Action::Fail => {
                self.live = Live::default();
                fail.clone()
            }
            _ => unreachable!("what goes on once is a statement"),
        };
        self.live.in_front(&step.action);
        code
    }

    /// The statement for a step that continues at most once. Statements are written from back to front: this one comes
    /// before the statements written last.
    fn statement(&mut self, step: &Step, number: usize, fail: &TokenStream) -> TokenStream {
        let statement = match &step.action {
            Action::Each { access, inputs, outputs, .. } => self.one(*access, inputs, outputs, fail),
            Action::Test { access: Access::Extern(id, mode), inputs, holds, memo: true } => {
                let call = self.host_call(Access::Extern(*id, *mode), inputs);
                let call = self.remembered(Question::Predicate(*id), inputs, call);
                unless(*holds, &call, fail)
            }
            Action::Test { access, inputs, holds, .. } => {
                let fails = self.test(*access, inputs, !*holds);
                quote!(if #fails { #fail })
            }
            Action::Call { routine, inputs, holds, memo } => {
                let call = self.call(*routine, inputs);
                let call = if *memo {
                    self.remembered(Question::Routine(*routine), inputs, call)
                } else {
                    quote!(#call?)
                };
                unless(*holds, &call, fail)
            }
            Action::Has { set, at_least, holds } => {
                let lacks = self.has(set, *at_least, !*holds);
                quote!(if #lacks { #fail })
            }
            Action::BindSet { set, from, at_least } => {
                let (name, from) = (self.set(*set).clone(), self.intersection(from, true));
                let enough = enough(&name, *at_least, fail);
                quote!(let #name = #from; #enough)
            }
            Action::Collect { set, block, add, at_least, seen } => {
                let collect = self.collect(step, number, *set, (block, add), *seen);
                let enough = enough(self.set(*set), *at_least, fail);
                quote!(#collect #enough)
            }
            Action::Compare { left, right, equal } => {
                let (a, b) = (self.compared(*left, *right), self.compared(*right, *left));
                if *equal { quote!(if #a != #b { #fail }) } else { quote!(if #a == #b { #fail }) }
            }
            Action::Holds { comparison, inputs, holds } => {
                let fails = self.comparison(*comparison, inputs, !*holds);
                quote!(if #fails { #fail })
            }
            Action::Solve { comparison, free, inputs, output } => {
                self.solved(*comparison, *free, inputs, *output, fail)
            }
            Action::Assign { slot, value } => {
                let value = self.operand(*value, self.sort(*slot));
                let name = self.binding(*slot);
                quote!(let #name = #value;)
            }
            Action::Within { slot, sort } => {
                let within = self.within(*slot, *sort);
                unless(true, &within, fail)
            }
            Action::Exists { block, holds } => self.exists(step, number, block, *holds, fail),
            Action::Aggregate { fold, routine, inputs, output } => {
                self.aggregate(*fold, *routine, inputs, *output, fail)
            }
            Action::After { moves, block } => self.after(number, (moves, block), fail),
            Action::Spend { steps } => return spend(*steps),
            Action::Fail | Action::EachIn { .. } | Action::EachCall { .. } => {
                unreachable!("an end is no single statement")
            }
        };
        self.live.in_front(&step.action);
        let doc = note(step);
        // The comment applies to the first statement.
        quote!(#doc #statement)
    }

    pub(super) fn success(&self, success: &Success) -> TokenStream {
        match success {
            Success::Nothing => TokenStream::new(),
            Success::Count => quote!(sum += weight;),
            Success::Add(set, intersection, Some(seen)) => {
                let (name, seen, members) =
                    (self.set(*set), self.set(*seen), self.intersection(intersection, true));
                quote! {
                    let here = #members;
                    #name |= #seen & here;
                    #seen |= here;
                }
            }
            Success::Add(set, intersection, None) => {
                let name = self.set(*set);
                if let ([Source::Only(member)], []) =
                    (intersection.of.as_slice(), intersection.without.as_slice())
                {
                    let member = self.operand(*member, intersection.sort);
                    return quote!(#name.insert(#member););
                }
                let members = self.intersection(intersection, true);
                quote!(#name |= #members;)
            }
            Success::Yes => quote!(return Ok(true);),
            Success::Break(label) => quote!(break #label true;),
            Success::Enough => quote!(return Err(Stop::Enough);),
            Success::Hand(operands, Receiver::Found) => {
                let values = operands.iter().map(|(operand, _)| self.plain(*operand));
                quote!(found.take(&[#(#values),*])?;)
            }
            Success::Hand(operands, Receiver::Goal) => {
                let values = operands.iter().map(|(operand, _)| self.plain(*operand));
                quote!(budget.answer(pass, &[#(#values),*])?;)
            }
            Success::Hand(operands, Receiver::Each) => {
                let values = operands.iter().map(|(operand, sort)| self.operand(*operand, *sort));
                quote!(each(facts, budget, #(#values),*)?;)
            }
        }
    }

    /// The statements evaluated after moves, for use in a closure.
    pub(super) fn after_moves(&mut self, block: &Block) -> TokenStream {
        self.here.within += 1;
        let body =
            self.inside_closure(|writer| writer.body(block, &quote!(return Ok(false);), &Success::Yes));
        self.here.within -= 1;
        body
    }

    /// Statements for an existence test.
    fn exists(
        &mut self,
        step: &Step,
        number: usize,
        block: &Block,
        holds: bool,
        fail: &TokenStream,
    ) -> TokenStream {
        let behind = self.take_live();
        if self.splits_at(number) {
            let literals = literal_words(&step.literal);
            let word = literals.first().map_or("one", |word| word.strip_prefix("no_").unwrap_or(word));
            let says = format!("whether there is `{}`", step.literal.trim_start_matches('¬'));
            let name = PartName::new(format!("finds_{word}"), says);
            let call = self.part(number, block, &Success::Yes, name, false);
            self.add_live(behind);
            return unless(holds, &quote!(#call?), fail);
        }
        if let [Step { action: Action::Each { access, one: true, inputs, outputs }, .. }] = &block.steps[..]
            && let Some(fails) = self.answers(*access, inputs, outputs, !holds)
        {
            self.live.in_front(&block.steps[0].action);
            self.add_live(behind);
            return quote!(if #fails { #fail });
        }
        let (label, body) = self.labelled("search", |writer, label| {
            writer.steps(&block.steps, &quote!(break #label false;), &Success::Break(label.clone()))
        });
        self.place(number, self.here.within + 1, &body);
        self.add_live(behind);
        let leave = if holds { quote!(if !is_there { #fail }) } else { quote!(if is_there { #fail }) };
        quote! {
            let is_there = #label: {
                #body
                false
            };
            #leave
        }
    }
}

/// What a success means inside a closure that a routine calls for each of its answers.
pub(super) fn in_closure(success: &Success) -> Success {
    match success {
        Success::Hand(..) | Success::Add(..) | Success::Count | Success::Nothing => success.clone(),
        Success::Yes | Success::Break(_) | Success::Enough => Success::Enough,
    }
}

/// Emits `if !condition { fail }` if `holds`, and otherwise `if condition { fail }`.
fn unless(holds: bool, condition: &TokenStream, fail: &TokenStream) -> TokenStream {
    if holds { quote!(if !#condition { #fail }) } else { quote!(if #condition { #fail }) }
}
