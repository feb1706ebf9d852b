//! Slots and constants as Rust expressions.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::host::Host;
use super::writer::Writer;
use crate::plan::{Operand, Slot};
use crate::program::{SortId, SortKind};
use crate::runtime::Value;

impl Writer<'_> {
    /// An operand as a value of a sort's type.
    pub(super) fn operand(&self, operand: Operand, sort: SortId) -> TokenStream {
        match operand {
            Operand::Slot(slot) => {
                let name = self.slot(slot);
                quote!(#name)
            }
            Operand::Constant(value) => constant(&self.names.host, value, sort),
        }
    }

    /// An operand as a plain number.
    pub(super) fn plain(&self, operand: Operand) -> TokenStream {
        match operand {
            Operand::Slot(slot) => {
                let name = self.slot(slot);
                quote!(#name.value())
            }
            Operand::Constant(value) => {
                let value = Literal::u32_unsuffixed(value);
                quote!(#value)
            }
        }
    }

    /// An operand of a comparison. A constant gets the sort of the other operand.
    pub(super) fn compared(&self, operand: Operand, other: Operand) -> TokenStream {
        match (operand, other) {
            (Operand::Constant(value), Operand::Slot(slot)) => {
                constant(&self.names.host, value, self.sort(slot))
            }
            (Operand::Slot(slot), _) => {
                let name = self.slot(slot);
                quote!(#name)
            }
            (Operand::Constant(value), Operand::Constant(_)) => {
                let value = Literal::u32_unsuffixed(value);
                quote!(#value)
            }
        }
    }

    /// The condition that the value of a slot belongs to a sort.
    pub(super) fn within(&self, slot: Slot, sort: SortId) -> TokenStream {
        let (host, program) = (&self.names.host, self.names.program);
        let name = self.slot(slot);
        match &program.sort(sort).kind {
            SortKind::Constants(constants) => {
                let values = constants.iter().map(|(_, value)| constant(host, *value, sort));
                quote!(matches!(#name, #(#values)|*))
            }
            SortKind::Range(numbers) => {
                let (low, high) =
                    (Literal::u32_unsuffixed(numbers.first), Literal::u32_unsuffixed(numbers.last));
                quote!((#low..=#high).contains(&#name.value()))
            }
            SortKind::Opaque { size, .. } => {
                let size = Literal::u32_unsuffixed(*size);
                quote!(#name.value() < #size)
            }
        }
    }
}

/// A constant of a sort as a Rust expression.
pub(super) fn constant(host: &Host<'_>, value: Value, sort: SortId) -> TokenStream {
    let root = host.program.sort(sort).root;
    let ty = host.type_name(sort);
    match &host.program.sort(root).kind {
        SortKind::Constants(_) => {
            let variant = host.variant(root, value);
            quote!(#ty::#variant)
        }
        SortKind::Range(..) | SortKind::Opaque { .. } => {
            let value = Literal::u32_unsuffixed(value);
            quote!(#ty(#value))
        }
    }
}
