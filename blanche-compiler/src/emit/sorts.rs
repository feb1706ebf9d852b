//! Sorts as Rust: a type for each sort, and a type for the sets of its values.

use blanche_sorted::SortedSet;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::host::{Host, opaque, variants};
use super::idents::doc_lines;
use super::unit::Unit;
use crate::files::FileId;
use crate::program::{Predicate, PredicateKind, Program, Sort, SortId, SortKind};

/// For each unit, the sorts whose types are in the module of its domain if that module is emitted in the same run.
/// These are the sorts that all bases of the domain have. A sort that only the facts or files of one base introduce
/// belongs to that base.
pub(super) fn of_domains(units: &[Unit<'_>]) -> Vec<SortedSet<SortId>> {
    let of_unit = |unit: &Unit<'_>| {
        let domain = unit.domain();
        let shared = |sort: &Sort| {
            let same =
                |other: &Sort| other.name == sort.name && other.kind == sort.kind && other.span == sort.span;
            let bases = units.iter().filter(|other| other.domain() == domain);
            domain.is_some() && bases.clone().all(|base| base.program.sorts.iter().any(same))
        };
        sorts_where(unit.program, shared)
    };
    units.iter().map(of_unit).collect()
}

/// The sorts of a unit whose types are in the module of its domain if that module was emitted earlier. These are the
/// sorts declared in the files that declare the host's predicates or the sorts of these predicates.
pub(super) fn of_host(unit: &Unit<'_>) -> SortedSet<SortId> {
    let program = unit.program;
    let of_host = |predicate: &&Predicate| {
        matches!(predicate.kind, PredicateKind::Extern(_) | PredicateKind::Action { .. })
    };
    let predicates: Vec<&Predicate> = program.predicates.iter().filter(of_host).collect();
    let answered = predicates.iter().flat_map(|predicate| &predicate.sorts).map(|id| program.sort(*id).span);
    let spans = predicates.iter().map(|predicate| predicate.span).chain(answered);
    let spans = spans.chain(opaque(program).map(|(_, sort)| sort.span));
    let files: SortedSet<FileId> = spans.flatten().map(|span| span.file).collect();
    sorts_where(program, |sort| sort.span.is_some_and(|span| files.contains(&span.file)))
}

fn sorts_where(program: &Program, wanted: impl Fn(&Sort) -> bool) -> SortedSet<SortId> {
    (0..program.sorts.len() as u32).map(SortId).filter(|id| wanted(program.sort(*id))).collect()
}

/// A type for each chosen root sort.
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
        let sets = set_type(sort, name, host.set_name(sort.root));
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

                    blanche_runtime::words!(#name, [#(#variants),*]);

                    #sets
                }
            }
            SortKind::Range(..) | SortKind::Opaque { .. } => quote! {
                #doc
                #derives
                pub struct #name(pub Value);

                blanche_runtime::numbers!(#name);
                #sets
            },
        });
    }
    types
}

/// The set type of a sort, if the sort is not too large for sets.
fn set_type(sort: &Sort, name: &Ident, set: &Ident) -> TokenStream {
    let Some(words) = sort.set_words() else { return TokenStream::new() };
    let doc = doc_lines(&[format!("A set of values of the sort `{}`.", sort.name)]);
    let count = match sort.kind {
        SortKind::Range(numbers) => (numbers.last as usize) + 1,
        SortKind::Constants(_) | SortKind::Opaque { .. } => sort.size() as usize,
    };
    let (words, count) = (Literal::usize_unsuffixed(words), Literal::usize_unsuffixed(count));
    quote! {
        blanche_runtime::numbered!(#name, #count);

        #doc
        pub type #set = BitSet<#name, #words>;
    }
}
