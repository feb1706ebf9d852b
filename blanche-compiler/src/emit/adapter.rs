//! Emits the adapter through which the interpreter queries a host.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::actions;
use super::externs::{External, adapter_call, externs};
use super::function_parts::parameter;
use super::host::{Host, opaque};
use super::idents::doc_lines;
use crate::program::Answers;

/// Implements the interpreter's `Host` trait for any implementation of the facts trait.
pub(super) fn adapter(host: &Host<'_>) -> TokenStream {
    let facts = host.facts();
    let mut modes = Vec::new();
    let (mut tests, mut eaches, mut sets, mut asks) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut number = 0u32;
    for of in externs(host) {
        let External { predicate, external, .. } = of;
        for (at, mode) in external.modes.iter().enumerate() {
            let (name, bound) = (&predicate.name, &mode.bound);
            modes.push(quote!((#name, [#(#bound),*]) => Some(#number)));
            let call = adapter_call(of, at);
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
    for (id, sort) in opaque(host.program) {
        let ((read, write), ty, sort) = (host.readers(id), host.type_name(id), &sort.name);
        reads.push(quote!(#sort => F::#read(text).map(#ty::value)));
        writes.push(quote!(#sort => Some(F::#write(#ty::from_value(value)))));
    }
    let cases = |subject: &str, arms: &[TokenStream], otherwise: &TokenStream| {
        let subject = format_ident!("{subject}");
        // Without arms, the default value needs no `match`.
        if arms.is_empty() {
            return otherwise.clone();
        }
        quote!(match #subject { #(#arms,)* _ => #otherwise, })
    };
    let (reads, writes) = (cases("sort", &reads, &quote!(None)), cases("sort", &writes, &quote!(None)));
    let (read_sort, written_sort) = (parameter("sort", &reads), parameter("sort", &writes));
    let text = parameter("text", &reads);
    let value = parameter("value", &writes);
    let question =
        |name: &str, arms: &[TokenStream], gives: &str, head: &[(&str, TokenStream)], end: &TokenStream| {
            let none = format!("no {gives} has this number");
            let body = cases("mode", arms, &quote!(unreachable!(#none)));
            let name = format_ident!("{name}");
            let parameters = head.iter().map(|(name, ty)| {
                let name = parameter(name, &body);
                quote!(#name: #ty)
            });
            quote!(fn #name(#(#parameters),*) #end { #body })
        };
    let with = |more: &[(&'static str, TokenStream)]| {
        let mut head = vec![("facts", quote!(&mut F)), ("mode", quote!(u32)), ("inputs", quote!(&[Value]))];
        head.extend(more.iter().cloned());
        head
    };
    let taking = with(&[("take", quote!(&mut dyn FnMut(&[u64])))]);
    let asking = with(&[("rules", quote!(&mut dyn FnMut(&mut F) -> Result<bool, LimitReached>))]);
    let giving = with(&[("answers", quote!(&mut Vec<Value>))]);
    let questions = [
        question("test", &tests, "test", &with(&[]), &quote!(-> bool)),
        question("each", &eaches, "enumeration", &giving, &quote!()),
        question("set", &sets, "set", &taking, &quote!()),
        question("ask", &asks, "question to rules", &asking, &quote!(-> Result<bool, LimitReached>)),
    ];
    let mode = if modes.is_empty() {
        quote!(
            fn mode(_predicate: &str, _bound: &[bool]) -> Option<u32> {
                None
            }
        )
    } else {
        quote! {
            fn mode(predicate: &str, bound: &[bool]) -> Option<u32> {
                match (predicate, bound) {
                    #(#modes,)*
                    _ => None,
                }
            }
        }
    };
    let doc = doc_lines(&["The same answers for the interpreter.".to_owned()]);
    let actions = actions::adapter(host);
    quote! {
        #doc
        pub struct Interpreted<F>(std::marker::PhantomData<F>);

        impl<F: #facts> Host for Interpreted<F> {
            type Facts = F;

            #mode

            fn read(#read_sort: &str, #text: &str) -> Option<Value> {
                #reads
            }

            fn write(#written_sort: &str, #value: Value) -> Option<String> {
                #writes
            }

            #(#questions)*

            #actions
        }
    }
}
