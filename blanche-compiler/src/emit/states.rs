//! The states of a game as facts: implements the facts trait for positions.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::externs::{External, given, parameters};
use super::host::Host;
use crate::program::Answers;
use crate::runtime::Table;

/// The implementation of the facts trait for `Position`.
pub(super) fn answers(host: &Host<'_>) -> TokenStream {
    let (facts, layout) = (host.facts(), host.program.layout());
    let methods = super::externs::externs(host).flat_map(|of| {
        let modes = 0..of.external.modes.len();
        let table = of.external.state.and_then(|state| Some((state, layout.as_ref()?.table(state))));
        table
            .into_iter()
            .flat_map(move |(state, table)| modes.clone().map(move |at| method(host, of, at, state, table)))
    });
    quote! {
        impl #facts for Position {
            #(#methods)*
        }
    }
}

/// The method of a mode.
fn method(host: &Host<'_>, of: External<'_>, at: usize, state: usize, table: &Table) -> TokenStream {
    let External { predicate, external, .. } = of;
    let (mode, name) = (&external.modes[at], of.method(at));
    let parameters = parameters(of, at);
    let names: Vec<Ident> = parameters.iter().map(|(name, _)| name.clone()).collect();
    let heads = parameters.iter().map(|(name, ty)| quote!(#name: #ty));
    let free: Vec<&Ident> = (0..predicate.arity())
        .filter(|at| !mode.needs(*at))
        .map(|at| host.type_name(predicate.sort(at)))
        .collect();
    let (state, values) = (Literal::usize_unsuffixed(state), quote!([#(#names.value()),*]));
    let (gives, body) = match mode.answers {
        Answers::Test { .. } => (quote!(bool), quote!(self.holds(#state, &#values))),
        Answers::Set { .. } => {
            let set = super::externs::given_set(of, at);
            let words = Literal::usize_unsuffixed(table.set_words());
            (quote!(#set), quote!(#set::from_words(self.words_of::<#words>(#state, &#values))))
        }
        Answers::One | Answers::Many { .. } => {
            let mut names = names.iter();
            let bound = (0..predicate.arity()).map(|at| match mode.needs(at) {
                true => {
                    let name = names.next();
                    quote!(Some(#name.value()))
                }
                false => quote!(None),
            });
            let (bound, given) = (quote!(&[#(#bound),*]), given(host, predicate, mode));
            let values = super::externs::answers(of, at);
            let typed = match free.as_slice() {
                [one] => quote!(#(#one::from_value(#values))*),
                _ => quote!((#(#free::from_value(#values)),*)),
            };
            match mode.answers {
                Answers::One => {
                    (quote!(Option<#given>), quote!(self.one(#state, #bound).map(|[#(#values),*]| #typed)))
                }
                _ => (
                    quote!(impl Iterator<Item = #given> + use<>),
                    quote!(self.tuples(#state, #bound).map(|[#(#values),*]| #typed)),
                ),
            }
        }
    };
    quote! {
        #[inline]
        fn #name(&self, #(#heads),*) -> #gives {
            #body
        }
    }
}
