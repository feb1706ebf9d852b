//! Actions as Rust: the host methods that make and undo moves, and the code that runs in between.
//!
//! The code that runs after the moves is a closure, so that the moves are undone in any case, even if the closure
//! exceeds the step limit.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::function_parts::mentions;
use super::host::Host;
use super::idents::doc_lines;
use super::writer::{PartName, Success, Writer};
use crate::plan::{Block, Move};
use crate::program::{Predicate, PredicateId, PredicateKind, Program};

impl Writer<'_> {
    /// Statements that make moves, evaluate a block and undo the moves. They run `fail` if a move cannot be made or
    /// the block has no answer.
    pub(super) fn after(
        &mut self,
        number: usize,
        (moves, block): (&[Move], &Block),
        fail: &TokenStream,
    ) -> TokenStream {
        let (mut makes, mut undoes) = (TokenStream::new(), TokenStream::new());
        for one in moves {
            let action = self.names.program.predicate(one.action);
            let (make, undo) = self.names.host.moves(one.action);
            let inputs: Vec<TokenStream> = one
                .inputs
                .iter()
                .enumerate()
                .map(|(at, input)| self.operand(*input, action.sort(at)))
                .collect();
            makes.extend(quote! {
                if !facts.#make(#(#inputs),*) {
                    #undoes
                    budget.leave();
                    #fail
                }
            });
            undoes = quote!(facts.#undo(#(#inputs),*); #undoes);
        }
        let behind = self.take_live();
        let asks = if self.splits_at(number) {
            let says = "what is asked once the moves are made".to_owned();
            let name = PartName::new("then".to_owned(), says);
            let call = self.part(number, block, &Success::Yes, name, true);
            self.add_live(behind);
            quote!(let answer = #call;)
        } else {
            let body = self.after_moves(block);
            self.place(number, 1, &body);
            self.add_live(behind);
            let facts = if mentions(&body, "facts") { quote!(facts) } else { quote!(_) };
            let budget = if mentions(&body, "budget") { quote!(budget) } else { quote!(_) };
            quote! {
                let inside = |#facts: &mut F, #budget: &mut Budget| -> Result<bool, LimitReached> {
                    #body
                    Ok(false)
                };
                let answer = inside(facts, budget);
            }
        };
        quote! {
            budget.enter()?;
            #makes
            #asks
            #undoes
            let answer = answer?;
            budget.leave();
            if !answer { #fail }
        }
    }
}

/// The actions of a program with their ids.
fn actions(program: &Program) -> impl Iterator<Item = (PredicateId, &Predicate)> {
    let all = (0..).map(PredicateId).zip(&program.predicates);
    all.filter(|(_, predicate)| matches!(predicate.kind, PredicateKind::Action { .. }))
}

/// The methods of the facts trait that make and undo actions.
pub(super) fn signatures(host: &Host<'_>) -> TokenStream {
    let methods = actions(host.program).map(|(id, action)| {
        let (make, undo) = host.moves(id);
        let parameters = host.parameters(id).iter().enumerate();
        let parameters: Vec<TokenStream> = parameters
            .map(|(at, name)| {
                let ty = host.type_name(action.sort(at));
                quote!(#name: #ty)
            })
            .collect();
        let mut doc = action.doc.clone();
        doc.push(String::new());
        doc.push(format!(
            "Makes `{}({})`. Returns whether it was possible.",
            action.name,
            action.parameters.join(", ")
        ));
        doc.push("If it was not, nothing has changed.".to_owned());
        let doc = doc_lines(&doc);
        let back = doc_lines(&[format!(
            "Undoes the latest `{}`, which was made with these arguments.",
            action.name
        )]);
        quote! {
            #doc
            fn #make(&mut self, #(#parameters),*) -> bool;
            #back
            fn #undo(&mut self, #(#parameters),*);
        }
    });
    quote!(#(#methods)*)
}

/// The methods of the interpreter's host for actions; empty if there are no actions.
pub(super) fn adapter(host: &Host<'_>) -> TokenStream {
    let (mut numbers, mut makes, mut undoes) = (Vec::new(), Vec::new(), Vec::new());
    for (number, (id, action)) in (0u32..).zip(actions(host.program)) {
        let (make, undo) = host.moves(id);
        let inputs: Vec<TokenStream> = (0..action.arity())
            .map(|at| {
                let (ty, at) = (host.type_name(action.sort(at)), Literal::usize_unsuffixed(at));
                quote!(#ty::from_value(inputs[#at]))
            })
            .collect();
        let (name, arity) = (&action.name, Literal::usize_unsuffixed(action.arity()));
        let number = Literal::u32_unsuffixed(number);
        numbers.push(quote!((#name, #arity) => Some(#number)));
        makes.push(quote!(#number => facts.#make(#(#inputs),*)));
        undoes.push(quote!(#number => facts.#undo(#(#inputs),*)));
    }
    if numbers.is_empty() {
        return TokenStream::new();
    }
    quote! {
        fn action(action: &str, arguments: usize) -> Option<u32> {
            match (action, arguments) {
                #(#numbers,)*
                _ => None,
            }
        }

        fn make(facts: &mut F, action: u32, inputs: &[Value]) -> bool {
            match action {
                #(#makes,)*
                _ => unreachable!("no action has this number"),
            }
        }

        fn take_back(facts: &mut F, action: u32, inputs: &[Value]) {
            match action {
                #(#undoes,)*
                _ => unreachable!("no action has this number"),
            }
        }
    }
}
