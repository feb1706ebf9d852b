//! Extern predicates as Rust: a host method for each mode, and how the adapter calls it.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::host::{Host, Like};
use super::idents::doc_lines;
use crate::program::{Answers, Extern, Mode, Predicate, PredicateId, PredicateKind};

/// An extern predicate of a host.
#[derive(Clone, Copy)]
pub(super) struct External<'h> {
    pub(super) host: &'h Host<'h>,
    pub(super) id: PredicateId,
    pub(super) predicate: &'h Predicate,
    pub(super) external: &'h Extern,
}

impl<'h> External<'h> {
    /// The name of the method that answers a mode.
    pub(super) fn method(self, at: usize) -> &'h Ident {
        self.host.method(self.id, at)
    }
}

/// The extern predicates of a host.
pub(super) fn externs<'h>(host: &'h Host<'h>) -> impl Iterator<Item = External<'h>> {
    let all = (0..).map(PredicateId).zip(&host.program.predicates);
    all.filter_map(move |(id, predicate)| match &predicate.kind {
        PredicateKind::Extern(external) => Some(External { host, id, predicate, external }),
        _ => None,
    })
}

/// The type of an answer: the type of the only free argument, or a tuple of types.
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

/// The type of the set that a mode returns.
pub(super) fn given_set(of: External<'_>, at: usize) -> &Ident {
    let free = (0..of.predicate.arity()).find(|place| !of.external.modes[at].needs(*place));
    of.host.set_name(of.predicate.sort(free.expect("a set is of a free argument")))
}

/// The bound arguments of a mode with their types.
pub(super) fn parameters(of: External<'_>, at: usize) -> Vec<(Ident, TokenStream)> {
    let External { host, predicate, external, .. } = of;
    let (mode, last) = (&external.modes[at], predicate.arity().saturating_sub(1));
    let bound = host.parameters(of.id).iter().enumerate().filter(|(at, _)| mode.needs(*at));
    let named = bound.map(|(at, parameter)| {
        let ty = host.type_name(predicate.sort(at));
        (parameter.clone(), if external.variadic && at == last { quote!(&[#ty]) } else { quote!(#ty) })
    });
    named.collect()
}

/// The names of the free arguments of a mode.
pub(super) fn answers(of: External<'_>, at: usize) -> Vec<&Ident> {
    let mode = &of.external.modes[at];
    let free = of.host.parameters(of.id).iter().enumerate().filter(|(at, _)| !mode.needs(*at));
    free.map(|(_, name)| name).collect()
}

/// The signature of the method for a mode.
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
            let set = given_set(of, at);
            quote!(#doc fn #name(&self, #(#parameters),*) -> #set;)
        }
    }
}

/// Emits the method that returns all values with the same function result as a given value.
pub(super) fn like(of: External<'_>) -> Option<TokenStream> {
    let Like { method, modes: [one, set], .. } = of.host.like(of.id)?;
    let (one_method, set_method) = (of.method(*one), of.method(*set));
    let [(member, ty)] = <[_; 1]>::try_from(parameters(of, *one)).ok()?;
    let [(answer, _)] = <[_; 1]>::try_from(parameters(of, *set)).ok()?;
    let given = given_set(of, *set);
    let doc =
        doc_lines(&[format!("The values for which `{}` gives the same as for this one.", of.predicate.name)]);
    Some(quote! {
        #doc
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

/// The match arm of a mode: it converts inputs to their types and answers to plain values.
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
    let outputs = answers(of, at);
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
