//! Emits calls of routines: tests, memoised tests, and loops over answers.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::function_parts::mentions;
use super::idents::snake;
use super::locals::namer;
use super::names::Names;
use super::writer::{Success, Writer, note};
use crate::plan::{Argument, Operand, Output, Question, Routine, RoutineId, Step};
use crate::program::SortId;
use crate::runtime::Fold;

impl Writer<'_> {
    /// An expensive query, memoised by its inputs.
    pub(super) fn remembered(
        &self,
        question: Question,
        inputs: &[Operand],
        call: TokenStream,
    ) -> TokenStream {
        let memo = self.memo(question);
        let values = inputs.iter().map(|operand| self.plain(*operand));
        quote!(#memo.ask(&[#(#values),*], || #call)?)
    }

    /// The call of a routine without results.
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
            .filter(|(_, argument)| **argument == Argument::Input)
            .map(|(at, _)| routine.sorts[at]);
        inputs.iter().zip(places).map(|(operand, sort)| self.operand(*operand, sort)).collect()
    }

    /// Statements that call a routine and continue in a closure for each of its answers.
    pub(super) fn each_call(
        &mut self,
        step: &Step,
        routine: RoutineId,
        (inputs, outputs): (&[Operand], &[Output]),
        spend: &TokenStream,
        body: &TokenStream,
        success: &Success,
    ) -> TokenStream {
        let function = &self.names.routines[routine.index()];
        let values = self.call_inputs(routine, inputs);
        let called = &self.names.plan.routines[routine.index()];
        let results: Vec<(&String, SortId)> = called.result_columns().collect();
        let given = given_names(self.names, results.iter().map(|(name, _)| name.as_str()));
        let mut checks = TokenStream::new();
        for ((output, (_, sort)), given) in outputs.iter().zip(&results).zip(&given) {
            if let Output::Equals(operand) = output {
                let wanted = self.operand(*operand, *sort);
                checks.extend(quote!(if #given != #wanted { return Ok(()); }));
            }
        }
        let behind = quote!(#checks #body);
        let parameters = outputs.iter().zip(&given).map(|(output, given)| match output {
            Output::Bind(slot) => self.bound(*slot, outputs),
            Output::Ignore => quote!(_),
            Output::Equals(_) => quote!(#given),
        });
        let facts = if mentions(&behind, "facts") { quote!(facts) } else { quote!(_) };
        let call = quote! {
            #function(facts, budget, #(#values,)* &mut |#facts, budget, #(#parameters),*| {
                #spend
                #checks
                #body
                Ok(())
            })
        };
        let doc = note(step);
        match success {
            Success::Hand(..) | Success::Count | Success::Nothing => quote!(#doc #call?;),
            // The set receives all answers, so the callee never stops early.
            Success::Add(..) => quote!(#doc found_one(#call)?;),
            // Ending the closure's search may also have to end an enclosing search.
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

impl Writer<'_> {
    /// Statements that collect the distinct answers of a routine and fold them into one value.
    pub(super) fn aggregate(
        &self,
        fold: Fold,
        routine: RoutineId,
        inputs: &[Operand],
        output: Output,
        fail: &TokenStream,
    ) -> TokenStream {
        let function = &self.names.routines[routine.index()];
        let values = self.call_inputs(routine, inputs);
        let called = &self.names.plan.routines[routine.index()];
        let (width, fold, collect) = (called.results(), written(fold), collected(self.names, called));
        let find = quote! {
            let mut answers = Answers::new(#width);
            found_one(#function(facts, budget, #(#values,)* #collect))?;
        };
        match output {
            Output::Bind(slot) => {
                let (name, ty) = (self.binding(slot), self.names.host.type_name(self.sort(slot)));
                quote! {
                    #find
                    let Some(#name) = budget.fold(&answers, #fold).map(#ty::from_value) else { #fail };
                }
            }
            Output::Equals(operand) => {
                let wanted = self.plain(operand);
                quote! {
                    #find
                    if budget.fold(&answers, #fold) != Some(#wanted) { #fail }
                }
            }
            Output::Ignore => quote! {
                #find
                let Some(_) = budget.fold(&answers, #fold) else { #fail };
            },
        }
    }
}

/// A closure that stores the distinct answers of a routine.
pub(super) fn collected(names: &Names<'_>, routine: &Routine) -> TokenStream {
    let mut namer = namer(names);
    let columns = routine.result_columns();
    let found: Vec<Ident> = columns.map(|(name, _)| namer.name(&format!("found_{}", snake(name)))).collect();
    quote! {
        &mut |_, budget, #(#found),*| {
            budget.keep(&mut answers, &[#(#found.value()),*])?;
            Ok(())
        }
    }
}

/// A fold as a Rust expression.
fn written(fold: Fold) -> TokenStream {
    match fold {
        Fold::Count => quote!(Fold::Count),
        Fold::Sum { first, result } => quote!(Fold::Sum { first: #first, result: #result }),
        Fold::Min => quote!(Fold::Min),
        Fold::Max => quote!(Fold::Max),
    }
}

/// Names for returned values that must equal values already known.
pub(super) fn given_names<'p>(names: &Names<'_>, parameters: impl Iterator<Item = &'p str>) -> Vec<Ident> {
    let mut namer = namer(names);
    parameters.map(|name| namer.name(&format!("given_{}", snake(name)))).collect()
}
