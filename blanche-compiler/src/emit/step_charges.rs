//! Statements that charge the steps of work specified by the plan.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// A statement that charges `steps` steps of work.
pub(super) fn spend(steps: u64) -> TokenStream {
    if steps == 1 {
        return quote!(budget.spend()?;);
    }
    let steps = Literal::u64_unsuffixed(steps);
    quote!(budget.spend_several(#steps)?;)
}
