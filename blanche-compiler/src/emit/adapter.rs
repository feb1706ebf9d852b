//! The adapter: through it the interpreter reaches what a host answers.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::actions;
use super::externs::{adapter_call, externs};
use super::idents::{doc_lines, facts_name, snake};
use super::sorts::opaque;
use crate::program::{Answers, Program};

/// The interpreter's host over any facts.
pub(super) fn adapter(program: &Program, domain: &str) -> TokenStream {
    let facts = facts_name(domain);
    let mut modes = Vec::new();
    let (mut tests, mut eaches, mut sets, mut asks) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut number = 0u32;
    for (predicate, external) in externs(program) {
        for mode in &external.modes {
            let name = &predicate.name;
            let bound = &mode.bound;
            modes.push(quote!((#name, [#(#bound),*]) => Some(#number)));
            let call = adapter_call(program, predicate, external, mode);
            let number_token = Literal::u32_unsuffixed(number);
            match (&external.asks, mode.answers) {
                (Some(_), _) => asks.push(quote!(#number_token => #call)),
                (None, Answers::Test { .. }) => tests.push(quote!(#number_token => #call)),
                (None, Answers::Set { .. }) => sets.push(quote!(#number_token => #call)),
                (None, _) => eaches.push(quote!(#number_token => #call)),
            }
            number += 1;
        }
    }
    let (mut reads, mut writes) = (Vec::new(), Vec::new());
    for (sort, ty) in opaque(program) {
        let (read, write) = (format_ident!("read_{}", snake(sort)), format_ident!("write_{}", snake(sort)));
        reads.push(quote!(#sort => F::#read(text).map(#ty::value)));
        writes.push(quote!(#sort => Some(F::#write(#ty::from_value(value)))));
    }
    let doc = doc_lines(&["The interpreter's way to the same answers.".to_owned()]);
    let actions = actions::adapter(program);
    quote! {
        #doc
        pub struct Interpreted<F>(std::marker::PhantomData<F>);

        impl<F: #facts> Host for Interpreted<F> {
            type Facts = F;

            fn mode(predicate: &str, bound: &[bool]) -> Option<u32> {
                match (predicate, bound) {
                    #(#modes,)*
                    _ => None,
                }
            }

            fn read(sort: &str, text: &str) -> Option<Value> {
                match sort {
                    #(#reads,)*
                    _ => None,
                }
            }

            fn write(sort: &str, value: Value) -> Option<String> {
                match sort {
                    #(#writes,)*
                    _ => None,
                }
            }

            fn test(facts: &mut F, mode: u32, inputs: &[Value]) -> bool {
                match mode {
                    #(#tests,)*
                    _ => unreachable!("no test has this number"),
                }
            }

            fn each(facts: &mut F, mode: u32, inputs: &[Value], answers: &mut Vec<Value>) {
                match mode {
                    #(#eaches,)*
                    _ => unreachable!("no enumeration has this number"),
                }
            }

            fn set(facts: &mut F, mode: u32, inputs: &[Value], take: &mut dyn FnMut(&[u64])) {
                match mode {
                    #(#sets,)*
                    _ => unreachable!("no set has this number"),
                }
            }

            fn ask(
                facts: &mut F,
                mode: u32,
                inputs: &[Value],
                rules: &mut dyn FnMut(&mut F) -> Result<bool, LimitReached>,
            ) -> Result<bool, LimitReached> {
                match mode {
                    #(#asks,)*
                    _ => unreachable!("no question to rules has this number"),
                }
            }

            #actions
        }
    }
}
