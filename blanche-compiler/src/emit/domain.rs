//! A domain: its types, the trait that answers extern predicates, the adapter, and its bases.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::actions;
use super::adapter::adapter;
use super::externs::{externs, signature};
use super::host::Host;
use super::idents::{doc_lines, facts_name, ident, snake};
use super::parts::mentions;
use super::sorts::{opaque, shared_sorts, sort_types};
use super::{Module, Unit};

/// The module of a domain, made from the first of its bases.
pub(super) fn module(name: &str, bases: &[&Unit<'_>]) -> Module {
    let shared = shared_sorts(bases[0], bases.iter().copied());
    let host = Host::new(bases[0].program);
    let types = sort_types(&host, &|sort| shared.contains(&sort));
    let facts = facts_trait(&host, name);
    let adapter = adapter(&host, name);
    let entries = bases.iter().map(|unit| base_entry(unit));
    let facts_name = facts_name(name);
    let doc = [format!("The domain `{name}`: its sorts, and what a host answers.")];
    let items = quote! {
        #types
        #facts
        #adapter

        /// The compiled bases of this domain.
        pub fn bases<F: #facts_name>() -> Vec<CompiledBase<F>> {
            Vec::from([#(#entries),*])
        }
    };
    let names = ["BitSet", "CompiledBase", "LimitReached", "Numbered", "Value"];
    let names = names.into_iter().filter(|name| mentions(&items, name)).map(ident);
    let imports = quote! {
        use blanche_compiler::interpret::Host;
        use blanche_compiler::runtime::{#(#names),*};
    };
    super::module(&snake(name), &doc, &quote!(#imports #items))
}

fn base_entry(unit: &Unit<'_>) -> TokenStream {
    let name = unit.name;
    let module = ident(&snake(unit.name));
    let doc = unit.program.doc.join("\n");
    let hash = unit.hash;
    quote! {
        CompiledBase {
            name: #name,
            doc: #doc,
            hash: #hash,
            rules: super::#module::rules(),
            levels: super::#module::levels(),
            exports: super::#module::exports(),
            scores: super::#module::scores(),
            sums: super::#module::sums(),
        }
    }
}

fn facts_trait(host: &Host<'_>, domain: &str) -> TokenStream {
    let name = facts_name(domain);
    let readers = opaque(host).map(|(sort, ty)| {
        let (read, write) = (format_ident!("read_{}", snake(sort)), format_ident!("write_{}", snake(sort)));
        let (read_doc, write_doc) = (
            format!(" The `{sort}` that is written like this, if there is one."),
            format!(" How a `{sort}` is written."),
        );
        quote! {
            #[doc = #read_doc]
            fn #read(text: &str) -> Option<#ty>;
            #[doc = #write_doc]
            fn #write(value: #ty) -> String;
        }
    });
    let methods = externs(host).flat_map(|of| (0..of.external.modes.len()).map(move |at| signature(of, at)));
    let actions = actions::signatures(host);
    let mut doc = vec![
        format!("What a host of `{domain}` answers: one method for each mode of each extern predicate."),
        "Iterators own what they go through, so that a loop can go on while the host changes.".to_owned(),
    ];
    if !actions.is_empty() {
        doc.push("What is made is taken back, the latest first, before the question ends.".to_owned());
    }
    let doc = doc_lines(&doc);
    quote! {
        #doc
        pub trait #name: Sized {
            #(#readers)*
            #(#methods)*
            #actions
        }
    }
}
