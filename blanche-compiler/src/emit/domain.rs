//! A domain: its types, the trait that answers extern predicates, the adapter, and its bases.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::actions;
use super::adapter::adapter;
use super::externs::{externs, like, signature};
use super::host::Host;
use super::idents::{doc_lines, facts_name, ident, snake};
use super::parts::mentions;
use super::sorts::{opaque, shared_sorts, sort_types};
use super::states;
use super::{Module, Unit};

/// The module of a domain with its name, made from the first of its bases.
pub(super) fn module(name: &str, module: &str, bases: &[&Unit<'_>]) -> Module {
    let shared = shared_sorts(bases[0], bases.iter().copied());
    let host = Host::new(bases[0].program);
    let types = sort_types(&host, &|sort| shared.contains(&sort));
    let facts = facts_trait(&host, name);
    let is_of_positions = is_of_positions(&host);
    let adapter = if is_of_positions { states::answers(&host, name) } else { adapter(&host, name) };
    let entries = bases.iter().map(|unit| ident(&snake(unit.name)));
    let facts_name = facts_name(name);
    let doc = [format!("The domain `{name}`: its sorts, and what a host answers.")];
    let items = quote! {
        #types
        #facts
        #adapter

        /// The compiled bases of this domain.
        pub fn bases<F: #facts_name>() -> Vec<CompiledBase<F>> {
            Vec::from([#(super::#entries::base()),*])
        }
    };
    let names = ["BitSet", "CompiledBase", "LimitReached", "Numbered", "Position", "Value"];
    let names = names.into_iter().filter(|name| mentions(&items, name)).map(ident);
    let interpreter = (!is_of_positions).then(|| {
        quote!(
            use blanche_compiler::interpret::Host;
        )
    });
    let imports = quote! {
        #interpreter
        use blanche_compiler::runtime::{#(#names),*};
    };
    Module { of_games: is_of_positions, ..super::module(module, &doc, &quote!(#imports #items)) }
}

/// Whether all that is asked are the states of a game: its positions answer them, which the interpreter knows as well.
fn is_of_positions(host: &Host<'_>) -> bool {
    host.program.game.is_some() && !host.program.needs_host()
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
    let likes = externs(host).filter_map(like);
    let actions = actions::signatures(host);
    let mut doc = if is_of_positions(host) {
        vec![format!("What a position of `{domain}` answers: one method for each mode of each state.")]
    } else {
        vec![
            format!("What a host of `{domain}` answers: one method for each mode of each extern predicate."),
            "Iterators own what they go through, so that a loop can go on while the host changes.".to_owned(),
        ]
    };
    if !actions.is_empty() {
        doc.push("What is made is taken back, the latest first, before the question ends.".to_owned());
    }
    let doc = doc_lines(&doc);
    quote! {
        #doc
        pub trait #name: Sized {
            #(#readers)*
            #(#methods)*
            #(#likes)*
            #actions
        }
    }
}
