//! Sorts as Rust: a type for each, and one for its sets.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::Unit;
use super::host::Host;
use super::idents::{Namer, camel, doc_lines, facts_name};
use crate::program::{Program, Sort, SortId, SortKind};
use crate::runtime::Value;

/// The sorts of a base that all bases of its domain have. A sort that the facts or files of one base bring is
/// its own.
pub(super) fn shared_sorts<'a>(
    unit: &Unit<'_>,
    bases: impl Iterator<Item = &'a Unit<'a>> + Clone,
) -> BTreeSet<SortId> {
    let shared = |sort: &Sort| {
        let same =
            |other: &Sort| other.name == sort.name && other.kind == sort.kind && other.span == sort.span;
        bases.clone().all(|base| base.program.sorts.iter().any(same))
    };
    (0..unit.program.sorts.len() as u32).map(SortId).filter(|id| shared(unit.program.sort(*id))).collect()
}

/// Names of types and values that generated code mentions, so that no sort can have them.
const TAKEN: &[&str] = &[
    "Answers",
    "BitEnd",
    "BitGame",
    "BitSet",
    "Bitboards",
    "Budget",
    "Clone",
    "CompiledAnswers",
    "CompiledBase",
    "CompiledExport",
    "CompiledGame",
    "CompiledLevel",
    "CompiledPreference",
    "CompiledQuestion",
    "CompiledRule",
    "CompiledScore",
    "CompiledSum",
    "Copy",
    "Debug",
    "Eq",
    "Err",
    "F",
    "Flow",
    "Fold",
    "FnMut",
    "Hash",
    "Host",
    "Interpreted",
    "Item",
    "Iterator",
    "LimitReached",
    "Matcher",
    "Memo",
    "NoFacts",
    "None",
    "Numbered",
    "Ok",
    "Option",
    "Ord",
    "Position",
    "PartialEq",
    "PartialOrd",
    "Result",
    "Sized",
    "Some",
    "Stop",
    "String",
    "U256",
    "Value",
    "Vec",
    "Weight",
    "Weights",
];

/// The Rust types of all sorts: each that of its root.
pub(super) fn type_names(program: &Program) -> Vec<Ident> {
    let mut namer = Namer::reserving(TAKEN)
        .avoiding(program.domain.as_deref().map(|domain| facts_name(domain).to_string()));
    // What ends in `Set` is the set of another sort.
    let plain = |name: &str| {
        let name = camel(name);
        if name.ends_with("Set") { format!("{name}Sort") } else { name }
    };
    let is_root = |at: usize| program.sorts[at].root.index() == at;
    let roots: Vec<Option<Ident>> = (0..program.sorts.len())
        .map(|at| is_root(at).then(|| namer.type_name(&plain(&program.sorts[at].name))))
        .collect();
    let named = |sort: &Sort| roots[sort.root.index()].clone().expect("a root has a type of its own");
    program.sorts.iter().map(named).collect()
}

/// The Rust names of the constants of a root sort, in order.
pub(super) fn variants(constants: &[(String, Value)]) -> Vec<Ident> {
    let mut namer = Namer::default();
    constants.iter().map(|(text, _)| namer.type_name(&camel(text))).collect()
}

/// A type for each root sort that is chosen.
pub(super) fn sort_types(host: &Host<'_>, chosen: &dyn Fn(SortId) -> bool) -> TokenStream {
    let program = host.program;
    let mut types = TokenStream::new();
    for (at, sort) in program.sorts.iter().enumerate() {
        if sort.root.index() != at || !chosen(sort.root) {
            continue;
        }
        let name = host.type_name(sort.root);
        let doc =
            if sort.doc.is_empty() { vec![format!("The sort `{}`.", sort.name)] } else { sort.doc.clone() };
        let doc = doc_lines(&doc);
        let derives = quote!(#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]);
        let sets = set_type(sort, name);
        types.extend(match &sort.kind {
            SortKind::Constants(constants) => {
                let variants = variants(constants);
                let width = format_ident!("{}", if variants.len() > 1 << 16 { "u32" } else { "u16" });
                let docs = constants.iter().map(|(text, _)| doc_lines(&[format!("`{text}`")]));
                quote! {
                    #doc
                    #derives
                    #[repr(#width)]
                    pub enum #name { #(#docs #variants),* }

                    blanche_compiler::runtime::words!(#name, [#(#variants),*]);

                    #sets
                }
            }
            SortKind::Range(..) | SortKind::Opaque { .. } => quote! {
                #doc
                #derives
                pub struct #name(pub Value);

                blanche_compiler::runtime::numbers!(#name);
                #sets
            },
        });
    }
    types
}

/// The name of the type of the sets of a sort.
pub(super) fn set_name(ty: impl std::fmt::Display) -> Ident {
    format_ident!("{}Set", ty.to_string().trim_end_matches('_'))
}

/// The sets of a sort, if it has not too many values for them.
fn set_type(sort: &Sort, name: &Ident) -> TokenStream {
    let Some(words) = sort.set_words() else { return TokenStream::new() };
    let set = set_name(name);
    let doc = format!(" A set of values of the sort `{}`.", sort.name);
    let count = match sort.kind {
        SortKind::Range(numbers) => (numbers.last as usize) + 1,
        SortKind::Constants(_) | SortKind::Opaque { .. } => sort.size() as usize,
    };
    let (words, count) = (Literal::usize_unsuffixed(words), Literal::usize_unsuffixed(count));
    quote! {
        blanche_compiler::runtime::numbered!(#name, #count);

        #[doc = #doc]
        pub type #set = BitSet<#name, #words>;
    }
}

/// The opaque sorts, whose values only the host can read and write.
pub(super) fn opaque<'h>(host: &'h Host<'_>) -> impl Iterator<Item = (&'h str, &'h Ident)> {
    host.program
        .sorts
        .iter()
        .filter(|sort| matches!(sort.kind, SortKind::Opaque { .. }))
        .map(|sort| (sort.name.as_str(), host.type_name(sort.root)))
}
