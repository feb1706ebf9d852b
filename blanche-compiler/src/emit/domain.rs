//! Emits a domain: its types, the facts trait that answers extern predicates, the adapter, and the list of its
//! bases.

use blanche_sorted::SortedSet;
use proc_macro2::TokenStream;
use quote::quote;

use super::actions;
use super::adapter::adapter;
use super::externs::{externs, like, signature};
use super::function_parts::called;
use super::host::{Host, opaque};
use super::idents::{Namer, doc_lines, ident};
use super::module_names::ModuleNames;
use super::reserved;
use super::sorts::sort_types;
use super::states;
use super::unit::{self, Module, Unit};
use crate::program::SortId;

/// The module of a domain, made from the first of its bases. `shared` are the sorts that all bases of the domain share.
pub(super) fn module(
    name: &str,
    modules: &ModuleNames,
    shared: &SortedSet<SortId>,
    bases: &[(usize, &Unit<'_>)],
) -> Module {
    let (_, first) = bases[0];
    let mut items = Namer::reserving(reserved::of_items());
    let host = Host::new(first, shared, &mut items);
    let types = sort_types(&host, &|sort| shared.contains(&sort));
    let facts = facts_trait(&host, name);
    let is_of_positions = is_of_positions(&host);
    let adapter = if is_of_positions { states::answers(&host) } else { adapter(&host) };
    let entries = bases.iter().map(|(at, _)| &modules.bases[*at]);
    let facts_name = host.facts();
    let doc = [format!("The domain `{name}`: its sorts, and the predicates that a host answers.")];
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
    let called = called(&items);
    let names = names.into_iter().filter(|name| called.contains(*name)).map(ident);
    let interpreter = (!is_of_positions).then(|| {
        quote!(
            use blanche_runtime::Host;
        )
    });
    let imports = quote! {
        #interpreter
        use blanche_runtime::{#(#names),*};
    };
    Module {
        of_games: is_of_positions,
        ..unit::module(&modules.domains[name], &doc, &quote!(#imports #items))
    }
}

/// Whether the facts are only the states of a game. Positions then answer queries about the facts, and the interpreter
/// needs no adapter.
fn is_of_positions(host: &Host<'_>) -> bool {
    host.program.game.is_some() && !host.program.needs_host()
}

fn facts_trait(host: &Host<'_>, domain: &str) -> TokenStream {
    let name = host.facts();
    let readers = opaque(host.program).map(|(id, sort)| {
        let ((read, write), ty, sort) = (host.readers(id), host.type_name(id), &sort.name);
        let read_doc = doc_lines(&[format!("Parses a `{sort}`; `None` if the text is not one.")]);
        let write_doc = doc_lines(&[format!("The text of a `{sort}`.")]);
        quote! {
            #read_doc
            fn #read(text: &str) -> Option<#ty>;
            #write_doc
            fn #write(value: #ty) -> String;
        }
    });
    let methods = externs(host).flat_map(|of| (0..of.external.modes.len()).map(move |at| signature(of, at)));
    let likes = externs(host).filter_map(like);
    let actions = actions::signatures(host);
    let mut doc = if is_of_positions(host) {
        vec![format!("The queries to a position of `{domain}`: one method for each mode of each state.")]
    } else {
        vec![
            format!(
                "The queries to a host of `{domain}`: one method for each mode of each extern predicate."
            ),
            "Iterators own their values, so that a loop can continue while the host changes.".to_owned(),
        ]
    };
    if !actions.is_empty() {
        doc.push("Actions are undone in reverse order before the query ends.".to_owned());
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
