//! Facts as sorted constant tables, one for each way in which they are asked.

use std::collections::BTreeSet;

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::host::Host;
use crate::plan::{Access, Block, Plan, fact_rows};
use crate::program::{PredicateId, PredicateKind};

/// The tables that a plan asks.
pub(super) fn tables(host: &Host<'_>, plan: &Plan) -> TokenStream {
    let (program, mut used) = (host.program, BTreeSet::new());
    let rules = plan.rules.iter().map(|rule| &rule.body);
    let clauses = plan.routines.iter().flat_map(|routine| &routine.clauses).map(|clause| &clause.body);
    rules.chain(clauses).for_each(|block| collect(block, &mut used));
    let tables = used.into_iter().map(|(id, mask)| {
        let predicate = program.predicate(id);
        let PredicateKind::Facts(tuples) = &predicate.kind else { return TokenStream::new() };
        let name = host.table(id, mask);
        let (width, length) = (predicate.arity(), tuples.len());
        let rows = fact_rows(tuples, mask).into_iter().map(|row| {
            let values = row.into_iter().map(Literal::u32_unsuffixed);
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
