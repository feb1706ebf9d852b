//! Emits routines: a function for each, and one per clause if there are several.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::heads::{Heads, whole_doc};
use super::names::Names;
use super::recursion;
use super::subjects::each_call;
use crate::plan::{Access, Block};

/// The functions of a routine.
pub(super) struct Function {
    pub(super) name: Ident,
    /// The routine's function, those of its clauses, and the parts split off from them.
    pub(super) functions: TokenStream,
    /// The indices of the routines that they call.
    pub(super) calls: Vec<usize>,
    /// Whether they use something that only this base has, and so cannot be shared: its tables, its rules, or the
    /// routine's number among tabled or recursive routines.
    pub(super) own: bool,
}

/// Emits the functions of the routine with index `at`.
pub(super) fn routine(names: &Names<'_>, at: usize) -> Function {
    let routine = &names.plan.routines[at];
    let name = &names.routines[at];
    let heads = Heads::new(names, routine);
    let clauses = &routine.clauses;
    let functions = match clauses.as_slice() {
        [clause] if !routine.tabled && routine.recursion.is_none() => {
            heads.clause(clause, name, Some(&whole_doc(names, routine)))
        }
        _ => {
            let own = &names.clauses[at];
            let whole = match routine.recursion {
                Some(_) => recursion::functions(&heads, at, own),
                None => heads.whole(name, at, own),
            };
            let clauses = clauses.iter().zip(own).map(|(clause, name)| heads.clause(clause, name, None));
            quote!(#whole #(#clauses)*)
        }
    };
    let mut calls = Vec::new();
    let mut own = routine.tabled || routine.recursion.is_some();
    for clause in clauses {
        each_call(&clause.body, &mut |routine| calls.push(routine));
        own |= asks_base(names, &clause.body);
    }
    Function { name: name.clone(), functions, calls, own }
}

/// Whether a block uses something that only one base has.
fn asks_base(names: &Names<'_>, block: &Block) -> bool {
    let mut asks = false;
    block.accesses(&mut |access| {
        asks |= match access {
            Access::Facts(..) => true,
            Access::Extern(id, _) => names.asked.contains_key(&id),
        };
    });
    asks
}
