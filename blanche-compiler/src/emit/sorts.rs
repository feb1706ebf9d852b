//! Sorts as Rust: a type for each, and one for its sets.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::Unit;
use super::host::Host;
use super::idents::{Namer, camel, doc_lines, ident};
use super::names::plain;
use crate::files::FileId;
use crate::program::{Predicate, PredicateKind, Program, Sort, SortId, SortKind};
use crate::runtime::Value;

/// The sorts of each unit that stand in the module of its domain, which is emitted together with them: those that all bases of
/// the domain have. A sort that the facts or files of one base bring is its own.
pub(super) fn of_domains(units: &[Unit<'_>]) -> Vec<BTreeSet<SortId>> {
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

/// The sorts of a unit that stand in the module of its domain, which was emitted before: those of the files that say what its
/// host answers, and of the files that say of what.
pub(super) fn of_host(unit: &Unit<'_>) -> BTreeSet<SortId> {
    let program = unit.program;
    let of_host = |predicate: &&Predicate| {
        matches!(predicate.kind, PredicateKind::Extern(_) | PredicateKind::Action { .. })
    };
    let predicates: Vec<&Predicate> = program.predicates.iter().filter(of_host).collect();
    let answered = predicates.iter().flat_map(|predicate| &predicate.sorts).map(|id| program.sort(*id).span);
    let spans = predicates.iter().map(|predicate| predicate.span).chain(answered);
    let spans = spans.chain(opaque(program).map(|(_, sort)| sort.span));
    let files: BTreeSet<FileId> = spans.flatten().map(|span| span.file).collect();
    sorts_where(program, |sort| sort.span.is_some_and(|span| files.contains(&span.file)))
}

fn sorts_where(program: &Program, wanted: impl Fn(&Sort) -> bool) -> BTreeSet<SortId> {
    (0..program.sorts.len() as u32).map(SortId).filter(|id| wanted(program.sort(*id))).collect()
}

/// The types of a program: what its facts answer, its sorts, and their sets.
pub(super) struct Types {
    /// The trait of the facts.
    pub(super) facts: Ident,
    /// The type of each sort: that of its root.
    pub(super) sorts: Vec<Ident>,
    /// The type of the sets of each sort: those of its root.
    pub(super) sets: Vec<Ident>,
}

impl Types {
    /// Names the types. Those of the sorts that a domain shares come first, in the order of its text: they are the same in
    /// each of its bases, whatever sorts these have besides.
    pub(super) fn new(unit: &Unit<'_>, shared: &BTreeSet<SortId>, namer: &mut Namer) -> Types {
        let program = unit.program;
        let facts = match unit.domain() {
            Some(domain) => namer.type_name(&format!("{}Facts", camel(&domain))),
            None => ident("NoFacts"),
        };
        let is_root = |id: &SortId| program.sort(*id).root == *id;
        let roots: Vec<SortId> = (0..program.sorts.len() as u32).map(SortId).filter(is_root).collect();
        let (mut first, own): (Vec<SortId>, Vec<SortId>) = roots.iter().partition(|id| shared.contains(id));
        first.sort_by_key(|id| (program.sort(*id).span, program.sort(*id).name.as_str()));
        let (mut types, mut sets) = (BTreeMap::new(), BTreeMap::new());
        for some in [first, own] {
            types.extend(some.iter().map(|id| (*id, namer.type_name(&wanted(&program.sort(*id).name)))));
            for id in some {
                sets.insert(id, namer.type_name(&format!("{}Set", plain(&types[&id]))));
            }
        }
        let of_root = |names: &BTreeMap<SortId, Ident>| -> Vec<Ident> {
            program.sorts.iter().map(|sort| names[&sort.root].clone()).collect()
        };
        Types { facts, sorts: of_root(&types), sets: of_root(&sets) }
    }
}

/// What the type of a sort is called. What ends in `Set` is the set of another sort.
fn wanted(sort: &str) -> String {
    let name = camel(sort);
    if name.ends_with("Set") { format!("{name}Sort") } else { name }
}

/// What every sort of constants says of itself, and so no constant can be called.
const VARIANTS: [&str; 2] = ["ALL", "COUNT"];

/// The Rust names of the constants of a root sort, in order.
pub(super) fn variants(constants: &[(String, Value)]) -> Vec<Ident> {
    let mut namer = Namer::reserving(VARIANTS);
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

/// The sets of a sort, if it has not too many values for them.
fn set_type(sort: &Sort, name: &Ident, set: &Ident) -> TokenStream {
    let Some(words) = sort.set_words() else { return TokenStream::new() };
    let doc = doc_lines(&[format!("A set of values of the sort `{}`.", sort.name)]);
    let count = match sort.kind {
        SortKind::Range(numbers) => (numbers.last as usize) + 1,
        SortKind::Constants(_) | SortKind::Opaque { .. } => sort.size() as usize,
    };
    let (words, count) = (Literal::usize_unsuffixed(words), Literal::usize_unsuffixed(count));
    quote! {
        blanche_compiler::runtime::numbered!(#name, #count);

        #doc
        pub type #set = BitSet<#name, #words>;
    }
}

/// The opaque sorts, whose values only the host can read and write.
pub(super) fn opaque(program: &Program) -> impl Iterator<Item = (SortId, &Sort)> {
    let sorts = (0..).map(SortId).zip(&program.sorts);
    sorts.filter(|(_, sort)| matches!(sort.kind, SortKind::Opaque { .. }))
}
