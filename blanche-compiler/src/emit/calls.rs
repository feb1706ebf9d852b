//! Calls of routines: asked for yes or no, remembered, or gone through.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::block::{Success, Writer, goes_through, note};
use super::spending::spend;
use crate::plan::{Operand, Output, Question, RoutineId, Step, for_each};
use crate::program::SortId;

impl Writer<'_> {
    /// A dear question, asked once for each tuple of values.
    pub(super) fn remembered(
        &self,
        question: Question,
        inputs: &[Operand],
        call: TokenStream,
    ) -> TokenStream {
        let memo = self.memos.iter().find(|(known, _)| *known == question).map(|(_, memo)| memo);
        let values = inputs.iter().map(|operand| self.plain(*operand));
        quote!(#memo.ask(&[#(#values),*], || -> Result<bool, LimitReached> { #call })?)
    }

    /// The call of a routine that answers yes or no.
    pub(super) fn call(&self, routine: RoutineId, inputs: &[Operand]) -> TokenStream {
        let function = &self.names.routines[routine.index()];
        let inputs = self.call_inputs(routine, inputs);
        quote!(#function(facts, budget, #(#inputs),*))
    }

    fn call_inputs(&self, routine: RoutineId, inputs: &[Operand]) -> Vec<TokenStream> {
        let routine = &self.names.plan.routines[routine.index()];
        let places = routine
            .arguments
            .iter()
            .enumerate()
            .filter(|(_, argument)| **argument == crate::plan::Argument::Input)
            .map(|(at, _)| routine.sorts[at]);
        inputs.iter().zip(places).map(|(operand, sort)| self.operand(*operand, sort)).collect()
    }

    /// A routine that hands its answers to a closure, in which the rest goes on.
    #[allow(clippy::too_many_arguments, reason = "all of them belong to the one step")]
    pub(super) fn each_call(
        &mut self,
        step: &Step,
        routine: RoutineId,
        inputs: &[Operand],
        outputs: &[Output],
        rest: &[Step],
        success: &Success,
    ) -> TokenStream {
        let function = self.names.routines[routine.index()].clone();
        let values = self.call_inputs(routine, inputs);
        let sorts: Vec<SortId> = {
            let routine = &self.names.plan.routines[routine.index()];
            let results = routine.arguments.iter().enumerate();
            results
                .filter(|(_, argument)| **argument == crate::plan::Argument::Result)
                .map(|(at, _)| routine.sorts[at])
                .collect()
        };
        let inner_fail = quote!(return Ok(()););
        let mut parameters = Vec::new();
        let mut checks = TokenStream::new();
        for (at, (output, sort)) in outputs.iter().zip(&sorts).enumerate() {
            match output {
                Output::Bind(slot) => {
                    let name = self.slot(*slot);
                    parameters.push(quote!(#name));
                }
                Output::Ignore => parameters.push(quote!(_)),
                Output::Equals(operand) => {
                    let given = format_ident!("given_{at}");
                    let wanted = self.operand(*operand, *sort);
                    checks.extend(quote!(if #given != #wanted { #inner_fail }));
                    parameters.push(quote!(#given));
                }
            }
        }
        let inner = match success {
            Success::Hand(..) | Success::Add(..) | Success::Count | Success::Nothing => success.clone(),
            Success::Yes | Success::Break(_) | Success::Enough => Success::Enough,
        };
        let (work, rest) = for_each(rest);
        let body = self.steps(rest, &inner_fail, &inner);
        let (doc, spend) = (note(step), spend(work));
        // Where the closure ends in a `return`, nothing stands behind it.
        let end = if matches!(inner, Success::Enough) && !goes_through(rest) {
            TokenStream::new()
        } else {
            quote!(Ok(()))
        };
        let call = quote! {
            #function(facts, budget, #(#values,)* &mut |facts, budget, #(#parameters),*| {
                #spend
                #checks
                #body
                #end
            })
        };
        // What ends the closure's search may end more than that.
        match success {
            Success::Hand(..) | Success::Add(..) | Success::Count | Success::Nothing => quote!(#doc #call?;),
            Success::Yes | Success::Break(_) | Success::Enough => {
                let then = self.success(success);
                quote! {
                    #doc
                    if found_one(#call)? {
                        #then
                    }
                }
            }
        }
    }
}
