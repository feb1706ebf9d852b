//! Splits functions: moves code at a split point into a function of its own, and replaces it by a call.

use blanche_sorted::SortedSet;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::super::function_parts::{
    FunctionPart, MAX_PASSED_VARIABLES, MAX_SPLIT_POINTS, SplitPoint, mentioned,
};
use super::super::idents::doc_lines;
use super::super::idents::plain;
use super::super::writer::{Here, PartName, Receiver, Success, Writer};
use crate::plan::{Action, Block, Output, Step};

impl Writer<'_> {
    /// Whether the function is split at this step.
    pub(in crate::emit) fn splits_at(&self, number: usize) -> bool {
        self.splits.contains(&number)
    }

    /// The body of a loop. If the function is split here, the body is moved to a part of its own.
    pub(super) fn turn(
        &mut self,
        number: usize,
        step: &Step,
        rest: &[Step],
        fail: &TokenStream,
        success: &Success,
    ) -> TokenStream {
        let can_be_cut = !rest.is_empty()
            && !matches!(success, Success::Count | Success::Nothing | Success::Add(_, _, Some(_)));
        let bound = match &step.action {
            Action::EachIn { slot, .. } => Some(*slot),
            Action::Each { outputs, .. } | Action::EachCall { outputs, .. } => {
                outputs.iter().find_map(|output| match output {
                    Output::Bind(slot) => Some(*slot),
                    _ => None,
                })
            }
            _ => None,
        };
        if can_be_cut && self.splits_at(number) {
            let what = bound.map_or_else(|| "turn".to_owned(), |slot| plain(self.slot(slot)));
            let says = format!("for each `{what}`");
            let rest = Block { steps: rest.to_vec(), estimate: step.estimate };
            let name = PartName::new(format!("for_{what}"), says);
            let call = self.part(number, &rest, success, name, false);
            return match success {
                Success::Add(set, ..) => {
                    let set = self.set(*set);
                    quote!(#set |= #call?;)
                }
                Success::Yes | Success::Break(_) | Success::Enough => {
                    let success = self.success(success);
                    quote!(if #call? { #success })
                }
                _ => quote!(#call?;),
            };
        }
        self.here.within += 1;
        let body = self.steps(rest, fail, success);
        self.here.within -= 1;
        if can_be_cut {
            self.place(number, self.here.within + 1, &body);
        }
        body
    }

    /// Records that the function can be split here, around the statements written last.
    pub(in crate::emit) fn place(&mut self, number: usize, within: usize, inside: &TokenStream) {
        let given = self.live.slots.len() + 2 * self.live.sets.len();
        if self.here.split_points.len() < MAX_SPLIT_POINTS && given <= MAX_PASSED_VARIABLES {
            self.here.split_points.push(SplitPoint { number, within, inside: inside.clone(), given });
        }
    }

    /// Writes steps as a separate function, and returns the call of this function. Depending on `success`, the function
    /// returns whether the steps succeed, returns the set that they add to, or passes their solutions on.
    pub(in crate::emit) fn part(
        &mut self,
        number: usize,
        block: &Block,
        success: &Success,
        name: PartName,
        remembers: bool,
    ) -> TokenStream {
        let needed = success.needs(&block.steps);
        let outside = std::mem::replace(&mut self.here, Here { is_part: !remembers, ..Here::default() });
        let (mut begin, mut fail, mut end) = (quote!(), quote!(return Ok(false);), quote!(Ok(false)));
        let (mut gives, mut inner) = (quote!(Result<bool, LimitReached>), Success::Yes);
        let mut taker = None;
        match success {
            Success::Hand(operands, handed) => {
                (fail, end) = (quote!(return Ok(());), quote!(Ok(())));
                (gives, inner) = (quote!(Flow), success.clone());
                taker = match handed {
                    Receiver::Goal => None,
                    Receiver::Found => Some((format_ident!("found"), quote!(&mut Found<'_>))),
                    Receiver::Each => {
                        let types = operands.iter().map(|(_, sort)| self.names.host.type_name(*sort));
                        let each = quote!(&mut dyn FnMut(&mut F, &mut Budget, #(#types),*) -> Flow);
                        Some((format_ident!("each"), each))
                    }
                };
            }
            Success::Add(set, ..) => {
                let (name, ty) = (self.set(*set).clone(), self.set_type(self.set_sort(*set)));
                begin = quote!(let mut #name = #ty::EMPTY;);
                (fail, end) = (quote!(return Ok(#name);), quote!(Ok(#name)));
                (gives, inner) = (quote!(Result<#ty, LimitReached>), success.clone());
            }
            Success::Count => {
                let weighed = &name.begin;
                begin = quote!(let mut sum = 0; #weighed);
                (fail, end) = (quote!(return Ok(sum);), quote!(Ok(sum)));
                (gives, inner) = (quote!(Result<i64, Stop>), Success::Count);
            }
            _ => {}
        }
        let body =
            if remembers { self.body(block, &fail, &inner) } else { self.steps(&block.steps, &fail, &inner) };
        let body = quote!(#begin #body #end);
        let inside = std::mem::replace(&mut self.here, outside);
        let mut parameters: Vec<(Ident, TokenStream, TokenStream)> = Vec::new();
        let mut parameter = |name: &Ident, ty: TokenStream, value: TokenStream| {
            parameters.push((name.clone(), ty, value));
        };
        let (facts, budget) = (format_ident!("facts"), format_ident!("budget"));
        parameter(&facts, quote!(&mut F), quote!(facts));
        parameter(&budget, quote!(&mut Budget), quote!(budget));
        parameter(&format_ident!("pass"), quote!(Pass), quote!(pass));
        if let Success::Count = success {
            parameter(&format_ident!("to_move"), quote!(bool), quote!(to_move));
        }
        if let Some((name, ty)) = taker {
            parameter(&name, ty, quote!(#name));
        }
        for slot in &needed.slots {
            let (name, ty) = (self.slot(*slot), self.names.host.type_name(self.sort(*slot)));
            parameter(name, quote!(#ty), quote!(#name));
        }
        for set in &needed.sets {
            let (name, ty) = (self.set(*set), self.set_type(self.set_sort(*set)));
            parameter(name, quote!(#ty), quote!(#name));
        }
        if !remembers {
            for (_, memo) in &self.locals.memos {
                let value = if self.here.is_part { quote!(#memo) } else { quote!(&mut #memo) };
                parameter(memo, quote!(&mut Memo), value);
            }
        }
        // The type of `facts` determines the type parameter of the function.
        let mentioned = mentioned(&body);
        parameters.retain(|(name, ..)| *name == "facts" || mentioned.contains(&name.to_string()));
        let facts_used = mentioned.contains("facts");
        let declared = parameters.iter().map(|(name, ty, _)| {
            let name = if *name == "facts" && !facts_used { format_ident!("_facts") } else { name.clone() };
            quote!(#name: #ty)
        });
        let values = parameters.iter().map(|(_, _, value)| value);
        let function = self.part_name(&name.suffix);
        let doc = doc_lines(&[format!("A part of `{}`: {}.", self.frame.name, name.says)]);
        let trait_name = &self.names.facts;
        let call = quote!(#function(#(#values),*));
        let function = quote! {
            #doc
            #[inline]
            fn #function<F: #trait_name>(#(#declared),*) -> #gives {
                #body
            }
        };
        self.parts.push(FunctionPart { number, function, split_points: inside.split_points });
        call
    }

    /// The name of a part, distinct from all functions and local variables.
    fn part_name(&self, suffix: &str) -> Ident {
        let name = plain(self.frame.name);
        let name = name.strip_suffix("_holds").unwrap_or(&name);
        let locals = self.locals.slots.iter().chain(&self.locals.sets);
        let locals = locals.chain(self.locals.memos.iter().map(|(_, memo)| memo));
        let mut taken = self.names.taken.borrow_mut();
        let locals: SortedSet<String> = locals.map(Ident::to_string).collect();
        let mut wanted = format!("{name}_{suffix}");
        while locals.contains(&wanted) {
            wanted.push_str("_part");
        }
        taken.name(&wanted)
    }
}
