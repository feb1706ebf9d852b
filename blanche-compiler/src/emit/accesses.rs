//! Accesses as Rust expressions: host method calls, table rows, and the patterns that destructure answers.

use proc_macro2::TokenStream;
use quote::quote;

use super::calls::given_names;
use super::writer::Writer;
use crate::plan::{Access, Operand, Output, asks_rules};
use crate::program::{PredicateId, PredicateKind, SortId};

impl Writer<'_> {
    /// An expression for the rows of a table whose bound columns have the given values.
    pub(super) fn rows(&self, id: PredicateId, mask: u32, inputs: &[Operand]) -> TokenStream {
        let table = &self.names.tables[&(id, mask)];
        let predicate = self.names.program.predicate(id);
        let bound = (0..predicate.arity()).filter(|at| mask & (1 << at) != 0);
        let known = inputs.iter().zip(bound).map(|(operand, at)| {
            let operand = self.operand(*operand, predicate.sort(at));
            quote!(#operand.value())
        });
        quote!(stated(&#table, &[#(#known),*]))
    }

    /// Statements that fetch the single answer of an access, or run `fail` if there is none.
    pub(super) fn one(
        &mut self,
        access: Access,
        inputs: &[Operand],
        outputs: &[Output],
        fail: &TokenStream,
    ) -> TokenStream {
        let Access::Extern(id, _) = access else { unreachable!("facts with free columns are gone through") };
        let call = self.access_call(access, inputs);
        let sorts = self.output_sorts(access, id);
        if let Some(fails) = self.given(&call, outputs, &sorts, false) {
            return quote!(if #fails { #fail });
        }
        let (pattern, checks) = self.pattern((access, id), outputs, &sorts, fail);
        quote!(let Some(#pattern) = #call else { #fail }; #checks)
    }

    /// The condition that an access with at most one answer has an answer; negated unless `holds` is true. `None` if
    /// this needs more than a condition.
    pub(super) fn answers(
        &self,
        access: Access,
        inputs: &[Operand],
        outputs: &[Output],
        holds: bool,
    ) -> Option<TokenStream> {
        let Access::Extern(id, _) = access else { return None };
        self.given(&self.access_call(access, inputs), outputs, &self.output_sorts(access, id), holds)
    }

    /// The condition that a call returns the values that are already known, or any answer if no output is used; negated
    /// unless `holds` is true. `None` if an output must be bound.
    fn given(
        &self,
        call: &TokenStream,
        outputs: &[Output],
        sorts: &[SortId],
        holds: bool,
    ) -> Option<TokenStream> {
        let known = outputs.iter().zip(sorts).map(|(output, sort)| match output {
            Output::Equals(operand) => Some(self.operand(*operand, *sort)),
            Output::Bind(_) | Output::Ignore => None,
        });
        let equals = if holds { quote!(==) } else { quote!(!=) };
        match known.collect::<Option<Vec<TokenStream>>>().as_deref() {
            Some([one]) => return Some(quote!(#call #equals Some(#one))),
            Some(several) => return Some(quote!(#call #equals Some((#(#several),*)))),
            None => {}
        }
        let is_asked = |output: &Output| match output {
            Output::Bind(slot) => self.is_asked(*slot, outputs),
            Output::Equals(_) => true,
            Output::Ignore => false,
        };
        let given = if holds { quote!(is_some) } else { quote!(is_none) };
        (!outputs.iter().any(is_asked)).then(|| quote!(#call.#given()))
    }

    /// The pattern that destructures an answer, and the comparisons that follow the pattern. Outputs that are not used
    /// afterwards are not bound.
    pub(super) fn pattern(
        &self,
        (access, id): (Access, PredicateId),
        outputs: &[Output],
        sorts: &[SortId],
        fail: &TokenStream,
    ) -> (TokenStream, TokenStream) {
        let parameters = &self.names.program.predicate(id).parameters;
        let free = self.free(access, id).map(|at| parameters.get(at).map_or("value", String::as_str));
        let given = given_names(self.names, free);
        let mut checks = TokenStream::new();
        for ((output, sort), given) in outputs.iter().zip(sorts).zip(&given) {
            if let Output::Equals(operand) = output {
                let wanted = self.operand(*operand, *sort);
                checks.extend(quote!(if #given != #wanted { #fail }));
            }
        }
        let parts: Vec<TokenStream> = outputs
            .iter()
            .zip(&given)
            .map(|(output, given)| match output {
                Output::Bind(slot) if self.goes_on => self.binding(*slot),
                Output::Bind(slot) => self.bound(*slot, outputs),
                Output::Ignore => quote!(_),
                Output::Equals(_) => quote!(#given),
            })
            .collect();
        let pattern = match parts.as_slice() {
            [one] => quote!(#one),
            _ => quote!((#(#parts),*)),
        };
        (pattern, checks)
    }

    /// The indices of the free arguments.
    fn free(&self, access: Access, id: PredicateId) -> impl Iterator<Item = usize> {
        let predicate = self.names.program.predicate(id);
        (0..predicate.arity()).filter(move |at| match (access, &predicate.kind) {
            (Access::Extern(_, mode), PredicateKind::Extern(external)) => !external.modes[mode].needs(*at),
            (Access::Facts(_, mask), _) => mask & (1 << at) == 0,
            (Access::Extern(..), _) => unreachable!("an access of the host is an extern predicate"),
        })
    }

    /// The sorts of the free arguments.
    pub(super) fn output_sorts(&self, access: Access, id: PredicateId) -> Vec<SortId> {
        let predicate = self.names.program.predicate(id);
        self.free(access, id).map(|at| predicate.sort(at)).collect()
    }

    /// The call of the host method that answers an access. If the method evaluates rules, `?` propagates its errors.
    pub(super) fn access_call(&self, access: Access, inputs: &[Operand]) -> TokenStream {
        let call = self.host_call(access, inputs);
        if asks_rules(self.names.program, access) { quote!(#call?) } else { call }
    }

    /// The call of the host method that answers an access. If the method evaluates rules, it returns a `Result`.
    pub(super) fn host_call(&self, access: Access, inputs: &[Operand]) -> TokenStream {
        let Access::Extern(id, at) = access else { unreachable!("facts are no call") };
        let predicate = self.names.program.predicate(id);
        let PredicateKind::Extern(external) = &predicate.kind else {
            unreachable!("an access of the host is an extern predicate")
        };
        let mode = &external.modes[at];
        let method = self.names.host.method(id, at);
        let needed: Vec<usize> =
            (0..inputs.len().max(predicate.arity())).filter(|at| mode.needs(*at)).collect();
        let values: Vec<TokenStream> = inputs
            .iter()
            .zip(&needed)
            .map(|(operand, at)| self.operand(*operand, predicate.sort(*at)))
            .collect();
        let arguments: Vec<TokenStream> = if external.variadic {
            let (fixed, rest) = values.split_at(predicate.arity() - 1);
            fixed.iter().cloned().chain([quote!(&[#(#rest),*])]).collect()
        } else {
            values
        };
        if asks_rules(self.names.program, access) {
            let asked = &self.names.asked[&id];
            quote! {
                facts.#method(#(#arguments,)* &mut |facts| {
                    budget.enter()?;
                    let applies = #asked(facts, budget)?;
                    budget.leave();
                    Ok(applies)
                })
            }
        } else {
            quote!(facts.#method(#(#arguments),*))
        }
    }

    /// The condition that a tuple holds; negated unless `holds` is true.
    pub(super) fn test(&self, access: Access, inputs: &[Operand], holds: bool) -> TokenStream {
        match access {
            Access::Extern(..) => {
                let call = self.access_call(access, inputs);
                if holds { call } else { quote!(!#call) }
            }
            Access::Facts(id, mask) => {
                let rows = self.rows(id, mask, inputs);
                if holds { quote!(!#rows.is_empty()) } else { quote!(#rows.is_empty()) }
            }
        }
    }
}
