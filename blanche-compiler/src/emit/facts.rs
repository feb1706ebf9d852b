//! Facts as sorted constant tables, one table for each set of bound columns.

use blanche_sorted::{SortedMap, SortedSet};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::idents::{Namer, doc_lines, ordinal, snake};
use crate::plan::{Access, Block, Plan, fact_rows};
use crate::program::{PredicateId, PredicateKind, Program};

/// A predicate of facts, and the mask of its bound columns.
pub(super) type FactTable = (PredicateId, u32);

/// The tables that a plan uses, with their names.
pub(super) fn named(program: &Program, plan: &Plan, namer: &mut Namer) -> SortedMap<FactTable, Ident> {
    let mut used = SortedSet::new();
    let rules = plan.rules.iter().map(|rule| &rule.body);
    let clauses = plan.routines.iter().flat_map(|routine| &routine.clauses).map(|clause| &clause.body);
    let sums = plan.sums.iter().flat_map(|sum| sum.blocks());
    rules.chain(clauses).chain(sums).for_each(|block| collect(block, &mut used));
    let name = |(id, mask): FactTable| {
        let predicate = program.predicate(id);
        let bound: Vec<String> =
            (0..predicate.arity()).filter(|at| mask & (1 << at) != 0).map(|at| ordinal(at + 1)).collect();
        let by = if bound.is_empty() { String::new() } else { format!("_by_{}", bound.join("_")) };
        ((id, mask), namer.constant(&format!("{}{by}", snake(&predicate.name))))
    };
    used.into_iter().map(name).collect()
}

/// The constant tables as Rust items.
pub(super) fn tables(program: &Program, names: &SortedMap<FactTable, Ident>) -> TokenStream {
    let tables = names.iter().map(|((id, mask), name)| {
        let predicate = program.predicate(*id);
        let PredicateKind::Facts(tuples) = &predicate.kind else { return TokenStream::new() };
        let (width, length) = (predicate.arity(), tuples.len());
        let rows = fact_rows(tuples, *mask).into_iter().map(|row| {
            let values = row.into_iter().map(Literal::u32_unsuffixed);
            quote!([#(#values),*])
        });
        let doc = doc_lines(&[format!("The facts of `{}`, bound columns first.", predicate.signature())]);
        quote! {
            #doc
            static #name: [[Value; #width]; #length] = [#(#rows),*];
        }
    });
    quote!(#(#tables)*)
}

fn collect(block: &Block, used: &mut SortedSet<(PredicateId, u32)>) {
    block.accesses(&mut |access| {
        if let Access::Facts(id, mask) = access {
            used.insert((id, mask));
        }
    });
}
