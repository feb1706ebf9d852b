//! Emits routines: a function for each routine, and a function for each of its clauses if there are several.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::names::Names;
use super::recursion;
use super::routine_sources::each_call;
use super::signatures::{Heads, whole_doc};
use crate::plan::{Access, Block};

/// The functions of a routine.
pub(super) struct Function {
    pub(super) name: Ident,
    /// The function of the routine, the functions of its clauses, and the parts split off from these functions.
    pub(super) functions: TokenStream,
    /// The indices of the routines that these functions call.
    pub(super) calls: Vec<usize>,
    /// Whether the functions use something that only this base has, so that they cannot be shared. This may be a table
    /// or a rule of the base, or the number of the routine among tabled or recursive routines.
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
