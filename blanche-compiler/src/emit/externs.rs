//! Extern predicates as Rust: a method of the host for each of their modes, and how the adapter calls it.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::host::{Host, Like};
use super::idents::{doc_lines, ident, snake};
use super::sorts::set_name;
use crate::program::{Answers, Extern, Mode, Predicate, PredicateId, PredicateKind};

/// An extern predicate of a host.
#[derive(Clone, Copy)]
pub(super) struct External<'h> {
    host: &'h Host<'h>,
    id: PredicateId,
    pub(super) predicate: &'h Predicate,
    pub(super) external: &'h Extern,
}

impl<'h> External<'h> {
    /// The method that answers a mode.
    pub(super) fn method(self, at: usize) -> &'h Ident {
        self.host.method(self.id, at)
    }
}

/// The extern predicates.
pub(super) fn externs<'h>(host: &'h Host<'h>) -> impl Iterator<Item = External<'h>> {
    let all = (0..).map(PredicateId).zip(&host.program.predicates);
    all.filter_map(move |(id, predicate)| match &predicate.kind {
        PredicateKind::Extern(external) => Some(External { host, id, predicate, external }),
        _ => None,
    })
}

/// The types of the free arguments: one type, or a tuple.
pub(super) fn given(host: &Host<'_>, predicate: &Predicate, mode: &Mode) -> TokenStream {
    let types: Vec<&Ident> = (0..predicate.arity())
        .filter(|at| !mode.needs(*at))
        .map(|at| host.type_name(predicate.sort(at)))
        .collect();
    match types.as_slice() {
        [one] => quote!(#one),
        _ => quote!((#(#types),*)),
    }
}

/// The bound arguments of a mode with their types.
pub(super) fn parameters(of: External<'_>, at: usize) -> Vec<(Ident, TokenStream)> {
    let External { host, predicate, external, .. } = of;
    let (mode, last) = (&external.modes[at], predicate.arity().saturating_sub(1));
    let bound = predicate.parameters.iter().enumerate().filter(|(at, _)| mode.needs(*at));
    let named = bound.map(|(at, parameter)| {
        let ty = host.type_name(predicate.sort(at));
        if external.variadic && at == last {
            (ident(&format!("{}s", snake(parameter))), quote!(&[#ty]))
        } else {
            (ident(&snake(parameter)), quote!(#ty))
        }
    });
    named.collect()
}

/// The method of a mode.
pub(super) fn signature(of: External<'_>, at: usize) -> TokenStream {
    let External { host, predicate, external, .. } = of;
    let (mode, name) = (&external.modes[at], of.method(at));
    let mut doc = predicate.doc.clone();
    doc.push(String::new());
    doc.push(format!("`{}({})`", predicate.name, mode_words(predicate, mode)));
    let doc = doc_lines(&doc);
    let parameters = parameters(of, at);
    let parameters = parameters.iter().map(|(name, ty)| quote!(#name: #ty));
    let given = given(host, predicate, mode);
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

/// The method that gives those of which the predicate says the same as of one of them.
pub(super) fn like(of: External<'_>) -> Option<TokenStream> {
    let Like { method, modes: [one, set], .. } = of.host.like(of.id)?;
    let (one_method, set_method) = (of.method(*one), of.method(*set));
    let [(member, ty)] = <[_; 1]>::try_from(parameters(of, *one)).ok()?;
    let [(answer, _)] = <[_; 1]>::try_from(parameters(of, *set)).ok()?;
    let given = set_name(given(of.host, of.predicate, &of.external.modes[*set]));
    let doc = format!(" Those of which `{}` says the same as of this one.", of.predicate.name);
    Some(quote! {
        #[doc = #doc]
        #[inline]
        fn #method(&self, #member: #ty) -> #given {
            self.#one_method(#member).map_or(#given::EMPTY, |#answer| self.#set_method(#answer))
        }
    })
}

fn mode_words(predicate: &Predicate, mode: &Mode) -> String {
    let words: Vec<&str> =
        (0..predicate.arity()).map(|at| if mode.needs(at) { "bound" } else { "free" }).collect();
    words.join(", ")
}

/// The arm of a mode: inputs become typed, answers become plain values.
pub(super) fn adapter_call(of: External<'_>, at: usize) -> TokenStream {
    let External { host, predicate, external, .. } = of;
    let (mode, method) = (&external.modes[at], of.method(at));
    let needed: Vec<usize> = (0..predicate.arity()).filter(|at| mode.needs(*at)).collect();
    let last = predicate.arity().saturating_sub(1);
    let inputs: Vec<TokenStream> = needed
        .iter()
        .enumerate()
        .map(|(input, at)| {
            let ty = host.type_name(predicate.sort(*at));
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
