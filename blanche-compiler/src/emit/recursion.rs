//! Emits recursive routines. Each routine has a description of its goals, and a function that evaluates its clauses
//! once. Each component has a function that calls the routine to be evaluated.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::function_parts::mentions;
use super::idents::doc_lines;
use super::locals::namer;
use super::names::Names;
use super::signatures::Heads;
use super::writer::{Writer, note};
use crate::plan::print::title;
use crate::plan::{Operand, Output, Routine, RoutineId, Step};
use crate::program::ComponentId;

impl Writer<'_> {
    /// A loop over the answers known so far for a goal.
    pub(super) fn each_known(
        &mut self,
        step: &Step,
        (routine, call): (RoutineId, u16),
        (inputs, outputs): (&[Operand], &[Output]),
        spend: &TokenStream,
        body: &TokenStream,
    ) -> TokenStream {
        let goals = &self.names.goals[&routine.index()].kept;
        let values = self.values_of(inputs);
        let call = Literal::u16_unsuffixed(call);
        let known = quote!(budget.known(pass, #call, #goals(), &[#(#values),*])?);
        let called = &self.names.plan.routines[routine.index()];
        let (mut checks, mut namer) = (TokenStream::new(), namer(self.names));
        let bound: Vec<TokenStream> = outputs
            .iter()
            .zip(called.result_columns())
            .enumerate()
            .map(|(at, (output, (_, sort)))| match output {
                Output::Ignore => quote!(_),
                Output::Equals(operand) => {
                    let given = namer.name(&format!("given_{at}"));
                    let wanted = self.operand(*operand, sort);
                    checks.extend(quote!(if #given != #wanted.value() { continue; }));
                    quote!(#given)
                }
                Output::Bind(slot) => {
                    let name = self.bound(*slot, outputs);
                    if name.to_string() != "_" {
                        let ty = self.names.host.type_name(sort);
                        checks.extend(quote!(let #name = #ty::from_value(#name);));
                    }
                    name
                }
            })
            .collect();
        let doc = note(step);
        if bound.iter().all(|name| name.to_string() == "_") {
            return quote! {
                #doc
                #[allow(clippy::never_loop)]
                for _ in #known.places() {
                    #spend
                    #body
                }
            };
        }
        quote! {
            #doc
            let known = #known;
            for at in known.places() {
                #spend
                let [#(#bound),*] = budget.known_values(known, at);
                #checks
                #body
            }
        }
    }

    /// A statement that adds a goal with other inputs.
    pub(super) fn add_goal(&self, step: &Step, routine: RoutineId, inputs: &[Operand]) -> TokenStream {
        let number = Literal::u32_unsuffixed(routine.0);
        let (doc, values) = (note(step), self.values_of(inputs));
        quote!(#doc budget.also_ask(pass, #number, &[#(#values),*])?;)
    }

    fn values_of(&self, inputs: &[Operand]) -> Vec<TokenStream> {
        inputs.iter().map(|operand| self.plain(*operand)).collect()
    }
}

/// The indices of the routines in a component.
fn members<'n>(names: &'n Names<'_>, component: ComponentId) -> impl Iterator<Item = usize> + 'n {
    let routines = names.plan.routines.iter().enumerate();
    let of_component =
        move |routine: &Routine| routine.recursion.is_some_and(|recursion| recursion.component == component);
    routines.filter(move |(_, routine)| of_component(routine)).map(|(at, _)| at)
}

/// The functions of a recursive routine apart from the functions of its clauses.
pub(super) fn functions(heads: &Heads<'_>, at: usize, clauses: &[Ident]) -> TokenStream {
    let (names, routine) = (heads.names, heads.routine);
    let Some(recursion) = routine.recursion else { return TokenStream::new() };
    let recursive = names.plan.recursive(RoutineId(at as u32)).expect("it needs itself");
    let goals = &names.goals[&at].kept;
    let (component, number, width) = (
        Literal::u32_unsuffixed(recursive.component),
        Literal::u32_unsuffixed(recursive.routine),
        Literal::usize_unsuffixed(recursive.width),
    );
    let is_tail = recursive.is_tail;
    let title = title(names.program, routine);
    let doc = doc_lines(&[format!("The table of the goals of `{title}`.")]);
    let is_solved = names.solved.contains(&at);
    let kept = (is_solved || names.iterated.contains(&at)).then(|| {
        quote! {
            #doc
            const fn #goals() -> Recursive {
                Recursive { component: #component, routine: #number, width: #width, is_tail: #is_tail }
            }
        }
    });
    let solved = is_solved.then(|| solved(heads, at, recursion.component));
    let pass = pass(heads, at, clauses);
    let first = members(names, recursion.component).next();
    let dispatch = (first == Some(at)).then(|| dispatch(names, recursion.component));
    let dispatch = dispatch.into_iter();
    quote!(#kept #solved #pass #(#dispatch)*)
}

/// The routine as its callers see it: it finds all answers before it passes on the first answer.
fn solved(heads: &Heads<'_>, at: usize, component: ComponentId) -> TokenStream {
    let names = heads.names;
    let (goals, component) = (&names.goals[&at].kept, &names.components[&component]);
    let values = heads.values();
    let known = quote!(solve(facts, budget, #goals(), &[#(#values),*], #component)?);
    let spend = super::step_charges::spend(heads.routine.work);
    let body = if heads.routine.is_test() {
        quote!(#spend let known = #known; Ok(!known.places().is_empty()))
    } else {
        let results = &heads.results;
        let mut namer = namer(names);
        let name = |place: usize| namer.name(&format!("found_{}", super::idents::ordinal(place)));
        let found: Vec<Ident> = (1..=results.len()).map(name).collect();
        quote! {
            #spend
            let known = #known;
            for at in known.places() {
                let [#(#found),*] = budget.known_values(known, at);
                each(facts, budget, #(#results::from_value(#found)),*)?;
            }
            Ok(())
        }
    };
    let doc = [format!("`{}`", title(names.program, heads.routine))];
    let inputs: Vec<(Ident, &Ident)> = heads.inputs.iter().map(|(name, ty)| (name.clone(), ty)).collect();
    heads.function(&names.routines[at], &doc, &inputs, &body)
}

/// The function that evaluates the clauses once for a goal.
fn pass(heads: &Heads<'_>, at: usize, clauses: &[Ident]) -> TokenStream {
    let (names, routine) = (heads.names, heads.routine);
    let name = &names.goals[&at].pass;
    let calls = routine.clauses.iter().zip(clauses).map(|(clause, function)| {
        let arguments = heads.asked(clause).map(|at| &heads.inputs[at].0);
        let calls = Literal::u16_unsuffixed(clause.recursive_calls);
        quote! {
            for pass in pass.through(#calls) {
                #function(facts, budget, pass, #(#arguments),*)?;
            }
        }
    });
    let calls: TokenStream = calls.collect();
    let given = heads.inputs.iter().map(|(name, ty)| {
        if mentions(&calls, &name.to_string()) {
            (quote!(#name), quote!(let #name = #ty::from_value(#name);))
        } else {
            (quote!(_), TokenStream::new())
        }
    });
    let (given, typed): (Vec<TokenStream>, Vec<TokenStream>) = given.unzip();
    let given = match typed.iter().all(TokenStream::is_empty) {
        true => TokenStream::new(),
        false => quote!(let [#(#given),*] = budget.given(pass); #(#typed)*),
    };
    let doc = doc_lines(&[format!("Evaluates the clauses of `{}` once.", title(names.program, routine))]);
    let trait_name = &names.facts;
    let [facts, budget, pass] = ["facts", "budget", "pass"]
        .map(|name| super::function_parts::parameter(name, &quote!(#given #calls)));
    quote! {
        #doc
        fn #name<F: #trait_name>(#facts: &mut F, #budget: &mut Budget, #pass: Pass) -> Flow {
            #given
            #calls
            Ok(())
        }
    }
}

/// The function that dispatches to the routine whose clauses are to be evaluated.
fn dispatch(names: &Names<'_>, component: ComponentId) -> TokenStream {
    let name = &names.components[&component];
    let arms = members(names, component).map(|at| {
        let (number, pass) = (Literal::u32_unsuffixed(at as u32), &names.goals[&at].pass);
        quote!(#number => #pass(facts, budget, pass),)
    });
    let trait_name = &names.facts;
    quote! {
        /// Evaluates the clauses of a recursive routine once.
        fn #name<F: #trait_name>(facts: &mut F, budget: &mut Budget, pass: Pass) -> Flow {
            match pass.routine() {
                #(#arms)*
                _ => Ok(()),
            }
        }
    }
}
