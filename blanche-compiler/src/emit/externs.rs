//! Extern predicates as Rust: a method of the host for each of their modes, and how the adapter calls it.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::idents::{doc_lines, ident, snake};
use super::sorts::{set_name, type_name};
use crate::program::{Answers, Extern, Mode, Predicate, PredicateKind, Program};

/// The extern predicates with their modes.
pub(super) fn externs(program: &Program) -> impl Iterator<Item = (&Predicate, &Extern)> {
    program.predicates.iter().filter_map(|predicate| match &predicate.kind {
        PredicateKind::Extern(external) => Some((predicate, external)),
        _ => None,
    })
}

/// The method that answers a mode: named after the predicate and what it gives, `in_field`, or `in_holds`.
pub(super) fn method(program: &Program, predicate: &Predicate, mode: &Mode) -> Ident {
    // Two predicates of one name and different numbers of arguments are told apart by that number.
    let twins = externs(program).filter(|(other, _)| snake(&other.name) == snake(&predicate.name)).count();
    let base = if twins > 1 {
        format!("{}_{}", snake(&predicate.name), predicate.arity())
    } else {
        snake(&predicate.name)
    };
    let free: Vec<String> = predicate
        .parameters
        .iter()
        .enumerate()
        .filter(|(at, _)| !mode.needs(*at))
        .map(|(_, name)| snake(name))
        .collect();
    if free.is_empty() { format_ident!("{base}_holds") } else { format_ident!("{base}_{}", free.join("_")) }
}

/// The types of the free arguments: one type, or a tuple.
fn given(program: &Program, predicate: &Predicate, mode: &Mode) -> TokenStream {
    let types: Vec<Ident> = (0..predicate.arity())
        .filter(|at| !mode.needs(*at))
        .map(|at| type_name(program, predicate.sort(at)))
        .collect();
    match types.as_slice() {
        [one] => quote!(#one),
        _ => quote!((#(#types),*)),
    }
}

/// The method of a mode.
pub(super) fn signature(
    program: &Program,
    predicate: &Predicate,
    external: &Extern,
    mode: &Mode,
) -> TokenStream {
    let name = method(program, predicate, mode);
    let mut doc = predicate.doc.clone();
    doc.push(String::new());
    doc.push(format!("`{}({})`", predicate.name, mode_words(predicate, mode)));
    let doc = doc_lines(&doc);
    let last = predicate.arity().saturating_sub(1);
    let parameters =
        predicate.parameters.iter().enumerate().filter(|(at, _)| mode.needs(*at)).map(|(at, parameter)| {
            let ty = type_name(program, predicate.sort(at));
            if external.variadic && at == last {
                let name = ident(&format!("{}s", snake(parameter)));
                quote!(#name: &[#ty])
            } else {
                let name = ident(&snake(parameter));
                quote!(#name: #ty)
            }
        });
    let given = given(program, predicate, mode);
    match (&external.asks, mode.answers) {
        (Some(_), _) => quote! {
            #doc
            fn #name(
                &mut self,
                #(#parameters,)*
                asks: &mut dyn FnMut(&mut Self) -> Result<bool, LimitReached>,
            ) -> Result<bool, LimitReached>;
        },
        (None, Answers::Test { .. }) => quote!(#doc fn #name(&self, #(#parameters),*) -> bool;),
        (None, Answers::One) => quote!(#doc fn #name(&self, #(#parameters),*) -> Option<#given>;),
        (None, Answers::Many { .. }) => quote! {
            #doc
            fn #name(&self, #(#parameters),*) -> impl Iterator<Item = #given> + use<Self>;
        },
        (None, Answers::Set { .. }) => {
            let set = set_name(&given);
            quote!(#doc fn #name(&self, #(#parameters),*) -> #set;)
        }
    }
}

fn mode_words(predicate: &Predicate, mode: &Mode) -> String {
    let words: Vec<&str> =
        (0..predicate.arity()).map(|at| if mode.needs(at) { "bound" } else { "free" }).collect();
    words.join(", ")
}

/// The arm of a mode: inputs become typed, answers become plain values.
pub(super) fn adapter_call(
    program: &Program,
    predicate: &Predicate,
    external: &Extern,
    mode: &Mode,
) -> TokenStream {
    let method = method(program, predicate, mode);
    let needed: Vec<usize> = (0..predicate.arity()).filter(|at| mode.needs(*at)).collect();
    let last = predicate.arity().saturating_sub(1);
    let inputs: Vec<TokenStream> = needed
        .iter()
        .enumerate()
        .map(|(input, at)| {
            let ty = type_name(program, predicate.sort(*at));
            let input = Literal::usize_unsuffixed(input);
            if external.variadic && *at == last {
                quote!(&inputs[#input..].iter().map(|value| #ty::from_value(*value)).collect::<Vec<_>>())
            } else {
                quote!(#ty::from_value(inputs[#input]))
            }
        })
        .collect();
    let outputs: Vec<Ident> = predicate
        .parameters
        .iter()
        .enumerate()
        .filter(|(at, _)| !mode.needs(*at))
        .map(|(_, name)| ident(&snake(name)))
        .collect();
    let pattern = match outputs.as_slice() {
        [one] => quote!(#one),
        _ => quote!((#(#outputs),*)),
    };
    match (&external.asks, mode.answers) {
        (Some(_), _) => quote!(facts.#method(#(#inputs,)* rules)),
        (None, Answers::Test { .. }) => quote!(facts.#method(#(#inputs),*)),
        (None, Answers::One) => quote! {
            if let Some(#pattern) = facts.#method(#(#inputs),*) {
                answers.extend([#(#outputs.value()),*]);
            }
        },
        (None, Answers::Set { .. }) => quote!(take(facts.#method(#(#inputs),*).words())),
        (None, Answers::Many { .. }) => quote! {
            {
                for #pattern in facts.#method(#(#inputs),*) {
                    answers.extend([#(#outputs.value()),*]);
                }
            }
        },
    }
}
