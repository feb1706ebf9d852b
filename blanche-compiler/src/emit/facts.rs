//! Facts as sorted constant tables, one for each way in which they are asked.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::idents::snake;
use crate::interpret::sorted;
use crate::plan::{Access, Block, Plan};
use crate::program::{PredicateId, PredicateKind, Program};

/// The name of a table: the predicate, and the columns that are bound.
pub(super) fn table_name(program: &Program, id: PredicateId, mask: u32) -> Ident {
    let predicate = program.predicate(id);
    let name = format!("{}_{}", snake(&predicate.name).to_uppercase(), predicate.arity());
    // `a.b` and `a_b` are two predicates; the later one is told apart by its number.
    let twin = program.predicates[..id.index()].iter().any(|other| {
        matches!(other.kind, PredicateKind::Facts(_))
            && other.arity() == predicate.arity()
            && snake(&other.name) == snake(&predicate.name)
    });
    let number = if twin { format!("_N{}", id.index()) } else { String::new() };
    let bound: Vec<String> =
        (0..predicate.arity()).filter(|at| mask & (1 << at) != 0).map(|at| (at + 1).to_string()).collect();
    let by = if bound.is_empty() { String::new() } else { format!("_BY_{}", bound.join("_")) };
    format_ident!("{name}{number}{by}")
}

/// The tables that a plan asks.
pub(super) fn tables(program: &Program, plan: &Plan) -> TokenStream {
    let mut used = BTreeSet::new();
    let rules = plan.rules.iter().map(|rule| &rule.body);
    let clauses = plan.routines.iter().flat_map(|routine| &routine.clauses).map(|clause| &clause.body);
    rules.chain(clauses).for_each(|block| collect(block, &mut used));
    let tables = used.into_iter().map(|(id, mask)| {
        let predicate = program.predicate(id);
        let PredicateKind::Facts(tuples) = &predicate.kind else { return TokenStream::new() };
        let name = table_name(program, id, mask);
        let (width, length) = (predicate.arity(), tuples.len());
        let rows = sorted(tuples, mask).into_iter().map(|row| {
            let values = row.into_iter().map(Literal::u16_unsuffixed);
            quote!([#(#values),*])
        });
        let doc = format!(" The facts of `{}`, bound columns first.", predicate.signature());
        quote! {
            #[doc = #doc]
            static #name: [[Value; #width]; #length] = [#(#rows),*];
        }
    });
    quote!(#(#tables)*)
}

fn collect(block: &Block, used: &mut BTreeSet<(PredicateId, u32)>) {
    block.accesses(&mut |access| {
        if let Access::Facts(id, mask) = access {
            used.insert((id, mask));
        }
    });
}
