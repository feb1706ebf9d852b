//! The function signatures of a routine: its parameters, and the callback that receives its answers.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::calls::collected;
use super::function_parts::{in_parts, parameter};
use super::idents::doc_lines;
use super::locals::{Frame, namer};
use super::names::{Names, argument_name};
use super::step_charges::spend;
use super::writer::{Receiver, Success, Writer};
use crate::plan::print::title;
use crate::plan::{Argument, HostValue, Routine, RoutineClause, Slot};
use crate::program::SortId;

/// The common parts of all functions of a routine.
pub(super) struct Heads<'r> {
    pub(super) names: &'r Names<'r>,
    pub(super) routine: &'r Routine,
    /// The names and types of the routine's inputs.
    pub(super) inputs: Vec<(Ident, Ident)>,
    /// The sorts of the routine's results, and their types.
    sorts: Vec<SortId>,
    pub(super) results: Vec<Ident>,
}

impl<'r> Heads<'r> {
    pub(super) fn new(names: &'r Names<'r>, routine: &'r Routine) -> Heads<'r> {
        let program = names.program;
        let mut namer = namer(names);
        let arguments = || routine.arguments.iter().enumerate();
        let inputs = arguments()
            .filter(|(_, argument)| **argument == Argument::Input)
            .map(|(at, _)| {
                let name = argument_name(program, &routine.parameters[at], routine.sorts[at]);
                (namer.name(&name), names.host.type_name(routine.sorts[at]).clone())
            })
            .collect();
        let sorts: Vec<SortId> = routine.result_columns().map(|(_, sort)| sort).collect();
        let results = sorts.iter().map(|sort| names.host.type_name(*sort).clone()).collect();
        Heads { names, routine, inputs, sorts, results }
    }

    /// The function of a routine that calls its clauses in order.
    pub(super) fn whole(&self, name: &Ident, at: usize, clauses: &[Ident]) -> TokenStream {
        let doc = if clauses.is_empty() {
            whole_doc(self.names, self.routine)
        } else {
            vec![format!("`{}`", title(self.names.program, self.routine))]
        };
        // For each clause, the inputs of the routine that the clause uses.
        let calls: Vec<TokenStream> = self
            .routine
            .clauses
            .iter()
            .zip(clauses)
            .map(|(clause, function)| {
                let arguments = self.asked(clause).map(|at| &self.inputs[at].0);
                let each = (!self.routine.is_test()).then(|| quote!(each));
                let each = each.into_iter();
                quote!(#function(facts, budget, #(#arguments,)* #(#each)*))
            })
            .collect();
        let body = if self.routine.is_test() {
            let (before, last) = calls.split_at(calls.len().saturating_sub(1));
            match last {
                [last] if before.is_empty() => quote!(#last),
                [last] => quote!(Ok(#(#before? ||)* #last?)),
                _ => quote!(Ok(false)),
            }
        } else {
            let (before, last) = calls.split_at(calls.len().saturating_sub(1));
            let last = match last {
                [last] => quote!(#last),
                _ => quote!(Ok(())),
            };
            quote!(#(#before?;)* #last)
        };
        let body = match (self.routine.tabled, self.routine.is_test()) {
            (false, _) => body,
            (true, true) => self.tabled_test(at, &body),
            (true, false) => self.tabled(at, &body),
        };
        let spend = spend(self.routine.work);
        let body = quote!(#spend #body);
        let inputs: Vec<(Ident, &Ident)> =
            self.inputs.iter().map(|(name, ty)| (parameter(&name.to_string(), &body), ty)).collect();
        self.function(name, &doc, &inputs, &body)
    }

    /// The indices of the inputs that a clause uses.
    pub(super) fn asked(&self, clause: &RoutineClause) -> impl Iterator<Item = usize> {
        let needed = self.needed(clause);
        let inputs = clause.inputs.iter().enumerate();
        inputs.filter(|(_, slot)| needed.contains(slot)).map(|(at, _)| at).collect::<Vec<_>>().into_iter()
    }

    fn needed(&self, clause: &RoutineClause) -> blanche_sorted::SortedSet<crate::plan::Slot> {
        let mut needs = super::liveness::Needs::default();
        needs.steps(&clause.body.steps);
        needs.operands(&clause.results);
        needs.needed.slots
    }

    /// The function of a clause. If the clause is the only one of its routine, the function serves as the function of
    /// the routine, and `whole` is the doc comment of the routine.
    pub(super) fn clause(
        &self,
        clause: &RoutineClause,
        name: &Ident,
        whole: Option<&[String]>,
    ) -> TokenStream {
        let names = self.names;
        let doc = whole.map_or_else(|| clause_doc(clause), <[String]>::to_vec);
        let given = given(&clause.inputs, &clause.host_values);
        let frame =
            Frame { name, slots: &clause.frame, sets: &clause.sets, given: &given, body: &clause.body };
        in_parts(names, &|splits| {
            let mut writer = Writer::new(names, frame, splits);
            let (success, fail, end) = if self.routine.recursion.is_some() {
                let values = clause.results.iter().copied().zip(self.sorts.iter().copied()).collect();
                (Success::Hand(values, Receiver::Goal), quote!(return Ok(());), quote!(Ok(())))
            } else if self.routine.is_test() {
                (Success::Yes, quote!(return Ok(false);), quote!(Ok(false)))
            } else {
                let values = clause.results.iter().copied().zip(self.sorts.iter().copied()).collect();
                (Success::Hand(values, Receiver::Each), quote!(return Ok(());), quote!(Ok(())))
            };
            let body = writer.body(&clause.body, &fail, &success);
            let body = host_values(&writer, &clause.host_values, &fail, &body);
            let of_routine = whole.map(|_| spend(self.routine.work)).into_iter();
            let of_clause = (clause.work > 0).then(|| spend(clause.work)).into_iter();
            let body = quote!(#(#of_routine)* #(#of_clause)* #body #end);
            let asked: Vec<usize> = match whole {
                Some(_) => (0..self.inputs.len()).collect(),
                None => self.asked(clause).collect(),
            };
            // The variable of the clause is the parameter itself.
            let inputs: Vec<(Ident, &Ident)> = asked
                .iter()
                .map(|at| {
                    let slot = writer.slot(clause.inputs[*at]).to_string();
                    (parameter(&slot, &body), &self.inputs[*at].1)
                })
                .collect();
            let function = match self.routine.recursion {
                Some(_) => self.clause_of_goals(name, &doc, &inputs, &body),
                None => self.function(name, &doc, &inputs, &body),
            };
            writer.finish(function)
        })
    }

    /// A function with the signature of the routine.
    pub(super) fn function(
        &self,
        name: &Ident,
        doc: &[String],
        inputs: &[(Ident, &Ident)],
        body: &TokenStream,
    ) -> TokenStream {
        let doc = doc_lines(doc);
        let trait_name = &self.names.facts;
        let [facts, budget, each] = ["facts", "budget", "each"].map(|name| parameter(name, body));
        let inputs = inputs.iter().map(|(name, ty)| quote!(#name: #ty));
        if self.routine.is_test() {
            return quote! {
                #doc
                fn #name<F: #trait_name>(
                    #facts: &mut F, #budget: &mut Budget, #(#inputs),*
                ) -> Result<bool, LimitReached> {
                    #body
                }
            };
        }
        let results = &self.results;
        quote! {
            #doc
            fn #name<F: #trait_name>(
                #facts: &mut F,
                #budget: &mut Budget,
                #(#inputs,)*
                #each: &mut dyn FnMut(&mut F, &mut Budget, #(#results),*) -> Flow,
            ) -> Flow {
                #body
            }
        }
    }

    /// The function of a clause of a recursive routine, which takes a `Pass` instead of a callback.
    fn clause_of_goals(
        &self,
        name: &Ident,
        doc: &[String],
        inputs: &[(Ident, &Ident)],
        body: &TokenStream,
    ) -> TokenStream {
        let (doc, trait_name) = (doc_lines(doc), &self.names.facts);
        let [facts, budget, pass] = ["facts", "budget", "pass"].map(|name| parameter(name, body));
        let inputs = inputs.iter().map(|(name, ty)| quote!(#name: #ty));
        quote! {
            #doc
            fn #name<F: #trait_name>(
                #facts: &mut F, #budget: &mut Budget, #pass: Pass, #(#inputs),*
            ) -> Flow {
                #body
            }
        }
    }

    pub(super) fn values(&self) -> Vec<TokenStream> {
        self.inputs.iter().map(|(name, _)| quote!(#name.value())).collect()
    }

    /// The body of a tabled routine, which finds all answers before it passes any of them on.
    fn tabled(&self, number: usize, body: &TokenStream) -> TokenStream {
        let number = number as u32;
        let (values, results) = (self.values(), &self.results);
        let collect = collected(self.names, self.routine);
        let places = 0..results.len();
        let width = results.len();
        quote! {
            let answers = match budget.recall(#number, &[#(#values),*]) {
                Some(answers) => answers,
                None => {
                    let mut answers = Answers::new(#width);
                    let each: &mut dyn FnMut(&mut F, &mut Budget, #(#results),*) -> Flow =
                        #collect;
                    let found: Flow = { #body };
                    found?;
                    budget.table(#number, &[#(#values),*], answers)?
                }
            };
            for at in 0..answers.len() {
                let row = answers.row(at);
                each(facts, budget, #(#results::from_value(row[#places])),*)?;
            }
            Ok(())
        }
    }

    /// The body of a tabled routine without results.
    fn tabled_test(&self, number: usize, body: &TokenStream) -> TokenStream {
        let number = number as u32;
        let values = self.values();
        quote! {
            if let Some(answers) = budget.recall(#number, &[#(#values),*]) {
                return Ok(!answers.is_empty());
            }
            let mut answers = Answers::new(0);
            let holds: Result<bool, LimitReached> = { #body };
            if holds? {
                budget.keep(&mut answers, &[])?;
            }
            Ok(!budget.table(#number, &[#(#values),*], answers)?.is_empty())
        }
    }
}

/// The text of a clause as a doc comment.
fn clause_doc(clause: &RoutineClause) -> Vec<String> {
    let mut doc = vec!["```blanche".to_owned()];
    doc.extend(clause.text.lines().map(str::to_owned));
    doc.push("```".to_owned());
    doc
}

/// Statements that parse the host values, followed by the rest of the function.
pub(super) fn host_values(
    writer: &Writer<'_>,
    values: &[HostValue],
    fail: &TokenStream,
    behind: &TokenStream,
) -> TokenStream {
    let read = values.iter().map(|value| {
        let name = writer.binding(value.slot);
        let (read, _) = writer.names.host.readers(value.sort);
        let text = &value.text;
        quote!(let Some(#name) = F::#read(#text) else { #fail };)
    });
    quote!(#(#read)* #behind)
}

/// The slots that are bound when a function is entered.
pub(super) fn given(inputs: &[Slot], values: &[HostValue]) -> Vec<Slot> {
    inputs.iter().copied().chain(values.iter().map(|value| value.slot)).collect()
}

/// The doc comment of a routine that consists of a single clause.
pub(super) fn whole_doc(names: &Names<'_>, routine: &Routine) -> Vec<String> {
    let mut doc = vec![format!("`{}`", title(names.program, routine)), String::new()];
    doc.extend(routine.clauses.iter().flat_map(clause_doc));
    doc
}
