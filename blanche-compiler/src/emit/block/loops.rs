//! Emits loops over the answers of accesses and the members of sets.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::emit::liveness::Live;
use crate::emit::step_charges::spend;
use crate::emit::writer::{Receiver, Success, Writer, note};
use crate::plan::{Access, Intersection, Operand, Output, Slot, Step};

impl<'a> Writer<'a> {
    /// A loop over the answers of an access. `is_enough` means that the body leaves the loop.
    pub(super) fn each(
        &mut self,
        step: &Step,
        (access, inputs, outputs): (Access, &[Operand], &[Output]),
        spend: &TokenStream,
        is_enough: bool,
        body: &mut dyn FnMut(&mut Writer<'a>, &TokenStream) -> TokenStream,
    ) -> TokenStream {
        let fail = quote!(continue;);
        let doc = note(step);
        let body = body(self, &fail);
        match access {
            Access::Extern(id, _) => {
                let call = self.access_call(access, inputs);
                let sorts = self.output_sorts(access, id);
                let (pattern, checks) = self.pattern((access, id), outputs, &sorts, &fail);
                quote! {
                    #doc
                    for #pattern in #call {
                        #spend
                        #checks
                        #body
                    }
                }
            }
            Access::Facts(id, mask) => {
                let rows = self.rows(id, mask, inputs);
                let sorts = self.output_sorts(access, id);
                let first = inputs.len();
                let columns = outputs.iter().zip(&sorts).enumerate().map(|(at, (output, sort))| {
                    let column = Literal::usize_unsuffixed(first + at);
                    match output {
                        Output::Ignore => TokenStream::new(),
                        Output::Bind(slot) => {
                            let name = self.bound(*slot, outputs);
                            if name.to_string() == "_" {
                                return TokenStream::new();
                            }
                            let ty = self.names.host.type_name(*sort);
                            quote!(let #name = #ty::from_value(tuple[#column]);)
                        }
                        Output::Equals(operand) => {
                            let value = self.operand(*operand, *sort);
                            quote!(if tuple[#column] != #value.value() { #fail })
                        }
                    }
                });
                let columns: TokenStream = columns.collect();
                // The columns of the facts are not used, so a test for any fact suffices.
                if columns.is_empty() && is_enough {
                    return quote! {
                        #doc
                        if !#rows.is_empty() {
                            #spend
                            #body
                        }
                    };
                }
                let tuple = if columns.is_empty() { quote!(_) } else { quote!(tuple) };
                quote! {
                    #doc
                    for #tuple in #rows {
                        #spend
                        #columns
                        #body
                    }
                }
            }
        }
    }

    /// A loop over the members of a set.
    pub(super) fn each_in(
        &mut self,
        step: &Step,
        (slot, from): (Slot, &Intersection),
        (number, work, rest): (usize, u64, &[Step]),
        success: &Success,
    ) -> TokenStream {
        let (doc, set) = (note(step), self.intersection(from, true));
        if let ([], Success::Count) = (rest, success) {
            self.live = Live::default();
            return quote! {
                #doc
                let last = #set;
                sum += weight * budget.spend_counted(last.len())?;
            };
        }
        let body = self.turn(number, step, rest, &quote!(continue;), success);
        let (name, spend) = (self.bound(slot, &[]), spend(work));
        if let (true, [], 1, Success::Hand(operands, Receiver::Found)) = (self.counts, rest, work, success) {
            let values = operands.iter().map(|(operand, _)| self.plain(*operand));
            return quote! {
                #doc
                found.take_all(#set, budget, |#name| [#(#values),*])?;
            };
        }
        quote! {
            #doc
            for #name in #set {
                #spend
                #body
            }
        }
    }
}
