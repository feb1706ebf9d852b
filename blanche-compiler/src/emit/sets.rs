//! Sets as Rust expressions, and the statements that compute them.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::host::Like;
use super::idents::plain;
use super::writer::{PartName, Success, Writer};
use crate::plan::{Access, Block, Intersection, Lookup, Operand, SetSlot, Source, Step};
use crate::program::{SortId, SortKind};

impl Writer<'_> {
    /// The type of the sets of a sort.
    pub(super) fn set_type(&self, sort: SortId) -> &Ident {
        self.names.host.set_name(sort)
    }

    /// A set expression; `bare` omits the parentheses around it.
    pub(super) fn intersection(&self, intersection: &Intersection, bare: bool) -> TokenStream {
        let of: Vec<TokenStream> =
            intersection.of.iter().map(|source| self.source(source, intersection.sort)).collect();
        let sources = match of.as_slice() {
            [one] => quote!(#one),
            several => quote!((#(#several)&*)),
        };
        let sources = if bare && intersection.without.is_empty() { quote!(#(#of)&*) } else { sources };
        intersection.without.iter().fold(sources, |set, source| match source {
            Source::Only(operand) => {
                let member = self.operand(*operand, intersection.sort);
                quote!(#set.without(#member))
            }
            source => {
                let source = self.source(source, intersection.sort);
                quote!(#set.minus(#source))
            }
        })
    }

    /// The condition that a set has at least `at_least` members; negated unless `holds` is true. For a single value it
    /// is a membership test.
    pub(super) fn has(&self, intersection: &Intersection, at_least: u32, holds: bool) -> TokenStream {
        let not = if holds { TokenStream::new() } else { quote!(!) };
        let only = intersection.of.iter().position(|source| matches!(source, Source::Only(_)));
        if let (1, Some(at), 2, []) = (at_least, only, intersection.of.len(), intersection.without.as_slice())
            && let Source::Only(member) = &intersection.of[at]
        {
            let (member, set) = (
                self.operand(*member, intersection.sort),
                self.source(&intersection.of[1 - at], intersection.sort),
            );
            return quote!(#not #set.contains(#member));
        }
        let set = self.intersection(intersection, false);
        match (at_least, holds) {
            (1, true) => quote!(!#set.is_empty()),
            (1, false) => quote!(#set.is_empty()),
            _ => {
                let at_least = Literal::u32_unsuffixed(at_least);
                quote!(#not #set.has(#at_least))
            }
        }
    }

    fn source(&self, source: &Source, sort: SortId) -> TokenStream {
        match source {
            Source::Set(set) => {
                let name = self.set(*set);
                quote!(#name)
            }
            Source::Only(operand) => {
                let (set, member) = (self.set_type(sort), self.operand(*operand, sort));
                quote!(#set::only(#member))
            }
            Source::All(all) => {
                let (set, all) = (self.set_type(sort), self.names.program.sort(*all));
                let root = self.names.program.sort(sort);
                // Numbers below the minimum of a range are not values, although its sets have room for them.
                let starts_at_zero = !matches!(root.kind, SortKind::Range(numbers) if numbers.first > 0);
                if all.size() == root.size() && starts_at_zero {
                    return quote!(#set::full());
                }
                let words = all.set_of_all(root.set_words().unwrap_or(0));
                let words = words.into_iter().map(Literal::u64_unsuffixed);
                quote!(#set::from_words([#(#words),*]))
            }
            Source::Answers { lookups, access, inputs } => {
                if let Some(like) = self.like(lookups, *access, inputs) {
                    return like;
                }
                let set = self.set_type(sort);
                let answers = match access {
                    Access::Extern(..) => self.access_call(*access, inputs),
                    Access::Facts(id, mask) => {
                        let (rows, column) =
                            (self.rows(*id, *mask, inputs), Literal::usize_unsuffixed(inputs.len()));
                        quote!(#set::of_column(#rows, #column))
                    }
                };
                let asked = (answers, inputs.clone());
                let (answers, _) = lookups.iter().rev().fold(asked, |(answers, mut asked), lookup| {
                    let call = self.access_call(lookup.access, &lookup.inputs);
                    // The value of a lookup may be unused, if the lookup only tests whether there is a value.
                    let value = match asked.contains(&Operand::Slot(lookup.slot)) {
                        true => {
                            let slot = self.slot(lookup.slot);
                            quote!(#slot)
                        }
                        false => quote!(_),
                    };
                    asked.extend(lookup.inputs.iter().copied());
                    (quote!(#call.map_or(#set::EMPTY, |#value| #answers)), asked)
                });
                answers
            }
        }
    }

    /// The method call that returns all values with the same answer as a given value, if the access and its lookups ask
    /// for exactly these values.
    fn like(&self, lookups: &[Lookup], access: Access, inputs: &[Operand]) -> Option<TokenStream> {
        let ([lookup], Access::Extern(id, set)) = (lookups, access) else { return None };
        let Like { method, modes, member } = self.names.host.like(id)?;
        let [input] = lookup.inputs.as_slice() else { return None };
        let is_like = lookup.access == Access::Extern(id, modes[0])
            && set == modes[1]
            && inputs == [Operand::Slot(lookup.slot)];
        let sort = self.names.program.predicate(id).sort(*member);
        is_like.then(|| self.operand(*input, sort)).map(|input| quote!(facts.#method(#input)))
    }

    /// Statements that collect a set from all answers of a block. With `seen`, the set contains only values that occur
    /// at least twice.
    pub(super) fn collect(
        &mut self,
        step: &Step,
        number: usize,
        set: SetSlot,
        (block, add): (&Block, &Intersection),
        seen: Option<SetSlot>,
    ) -> TokenStream {
        let success = Success::Add(set, add.clone(), seen);
        let behind = self.take_live();
        if self.splits_at(number) {
            let name = self.set(set).clone();
            let says = format!("the set of `{}`", step.literal);
            let call = self.part(number, block, &success, PartName::new(plain(&name), says), false);
            self.add_live(behind);
            return quote!(let #name = #call?;);
        }
        let (label, body) = self.labelled("collect", |writer, label| {
            writer.steps(&block.steps, &quote!(break #label;), &success)
        });
        if seen.is_none() {
            self.place(number, 1, &body);
        }
        self.add_live(behind);
        // Only a step before the first loop can leave the whole block.
        let leaves = block.steps.first().is_some_and(|step| !step.gives_several());
        let body = if leaves { quote!(#label: { #body }) } else { body };
        let begin = [Some(set), seen].into_iter().flatten().map(|set| {
            let (name, ty) = (self.set(set), self.set_type(self.set_sort(set)));
            // A block that never holds adds nothing.
            let mutable = (!block.never_holds()).then(|| quote!(mut));
            quote!(let #mutable #name = #ty::EMPTY;)
        });
        quote! {
            #(#begin)*
            #body
        }
    }
}

/// A statement that runs `fail` if a set has too few members.
pub(super) fn enough(name: &Ident, at_least: u32, fail: &TokenStream) -> TokenStream {
    match at_least {
        0 => TokenStream::new(),
        1 => quote!(if #name.is_empty() { #fail }),
        _ => {
            let at_least = Literal::u32_unsuffixed(at_least);
            quote!(if !#name.has(#at_least) { #fail })
        }
    }
}
