//! The steps of work that compiled rules count: those that the plan says.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// Takes so many steps.
pub(super) fn spend(steps: u64) -> TokenStream {
    if steps == 1 {
        return quote!(budget.spend()?;);
    }
    let steps = Literal::u64_unsuffixed(steps);
    quote!(budget.spend_several(#steps)?;)
}
