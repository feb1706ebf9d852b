//! A base: one function a rule, one for each routine, and the list of its rules.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::Unit;
use super::block::{Handed, Names, Success, Writer, goes_through, locals};
use super::facts::tables;
use super::idents::{Namer, doc_lines, facts_name, ident, snake};
use super::levels::levels;
use super::scores::{score_entry, sum_entry, sum_function};
use super::sorts::{sort_types, type_name};
use super::spending::spend;
use crate::files::Sources;
use crate::plan::print::title;
use crate::plan::{Argument, HostValue, Operand, Routine, RoutineClause, RulePlan};
use crate::program::{PredicateId, PredicateKind, Program, Rule, RuleId, RuleKind, SortId};
use crate::runtime::Arrival;

/// The module of a base. The types of `shared` sorts stand in the module of its domain.
pub(super) fn module(sources: &Sources, unit: &Unit<'_>, shared: &BTreeSet<SortId>) -> TokenStream {
    let (program, plan) = (unit.program, unit.plan);
    let mut namer =
        Namer::reserving(&["rules", "exports", "levels", "scores", "sums", "stated", "found_one", "counted"]);
    let rules: Vec<Ident> = program
        .rules
        .iter()
        .map(|rule| {
            let kind = match rule.kind {
                RuleKind::Export => "exported ",
                RuleKind::Score(_) => "score ",
                RuleKind::Rule | RuleKind::Query => "",
            };
            let name = format!("{kind}{} {}", rule.name, program.colour(rule));
            namer.name(&snake(name.trim()).replace("u20_", "_"))
        })
        .collect();
    let routines: Vec<Ident> =
        plan.routines.iter().map(|routine| namer.name(&routine_name(program, routine))).collect();
    let asking = asking(program);
    let asked_names: BTreeMap<PredicateId, Ident> = asking
        .iter()
        .map(|id| (*id, namer.name(&format!("asked_by_{}", snake(&program.predicate(*id).name)))))
        .collect();
    let asked = |id: PredicateId| asked_names[&id].clone();
    let names = Names { program, plan, routines: &routines, asked: &asked };
    let domain = unit.domain();
    let facts = domain.as_deref().map_or_else(|| format_ident!("NoFacts"), facts_name);

    let sums: Vec<Ident> = plan
        .sums
        .iter()
        .map(|sum| {
            namer.name(&snake(&format!("scores of {}", program.player(sum.player))).replace("u20_", "_"))
        })
        .collect();

    let rule_functions =
        plan.rules.iter().zip(&rules).map(|(rule, name)| rule_function(sources, &names, rule, name, &facts));
    let routine_functions = plan
        .routines
        .iter()
        .zip(&routines)
        .enumerate()
        .map(|(at, (routine, name))| routine_function(&names, at, routine, name, &facts));
    let asked_functions =
        asked_names.iter().map(|(id, name)| asked_function(program, *id, name, &rules, &facts));
    let sum_functions =
        plan.sums.iter().zip(&sums).map(|(sum, name)| sum_function(&names, sum, name, &rules, &facts));
    let entries = asked_directly(program).map(|id| rule_entry(sources, unit, id, &rules[id.index()]));
    let exports = program.exports().map(|(id, _)| export_entry(sources, unit, id, &rules[id.index()]));
    let scores = program.scores().map(|score| score_entry(sources, unit, score, &rules[score.0.index()]));
    let sum_entries = plan.sums.iter().zip(&sums).map(|(sum, name)| sum_entry(unit, sum, name));

    let module = ident(&snake(unit.name));
    let doc = doc_lines(&if unit.program.doc.is_empty() {
        vec![format!("The rules of `{}`.", unit.name)]
    } else {
        unit.program.doc.clone()
    });
    let (gates, levels) = levels(&names, &facts);
    let tables = tables(program, plan);
    let types = match &domain {
        Some(domain) => {
            let domain = ident(&snake(domain));
            let own = sort_types(program, &|sort| !shared.contains(&sort));
            quote!(use super::#domain::*; #own)
        }
        None => sort_types(program, &|_| true),
    };
    quote! {
        #doc
        pub mod #module {
            use blanche_compiler::runtime::{
                Answers, Arrival, BitSet, Budget, CompiledExport, CompiledLevel, CompiledRule, CompiledScore, CompiledSum, Flow, Found, LimitReached, Matcher, Memo, NoFacts, Numbered, Stop, Value, Weights,
                counted, found as found_one, stated,
            };
            #types

            /// The rules in order: by level, then as in the text.
            pub fn rules<F: #facts>() -> Vec<CompiledRule<F>> {
                vec![#(#entries),*]
            }

            /// What may be asked besides.
            pub fn exports<F: #facts>() -> Vec<CompiledExport<F>> {
                vec![#(#exports),*]
            }

            /// What is counted for each player.
            pub fn scores<F: #facts>() -> Vec<CompiledScore<F>> {
                vec![#(#scores),*]
            }

            /// What the scores of each player add up to.
            pub fn sums<F: #facts>() -> Vec<CompiledSum<F>> {
                vec![#(#sum_entries),*]
            }

            /// Which rules of each level are worth asking.
            pub fn levels<F: #facts>() -> Vec<CompiledLevel<F>> {
                #levels
            }

            #(#rule_functions)*
            #(#sum_functions)*
            #gates
            #(#routine_functions)*
            #(#asked_functions)*
            #tables
        }
    }
}

/// Rules and a query behind them.
fn asked_directly(program: &Program) -> impl Iterator<Item = RuleId> {
    let rules = program.rules.iter().zip(0..);
    rules.filter(|(rule, _)| matches!(rule.kind, RuleKind::Rule | RuleKind::Query)).map(|(_, at)| RuleId(at))
}

/// `overlap_black_3_holds`: the predicate, its constants, and what it gives.
fn routine_name(program: &Program, routine: &Routine) -> String {
    let mut name = snake(&routine.name);
    for (at, argument) in routine.arguments.iter().enumerate() {
        if let Argument::Constant(value) = argument {
            let sort = program.sort(program.sort(routine.sorts[at]).root);
            let text = sort.text(*value);
            // Behind other words a number needs no letter in front.
            let number = text.chars().all(|c| c.is_ascii_digit());
            name.push_str(&format!("_{}", if number { text } else { snake(&text) }));
        }
    }
    let results: Vec<String> = routine
        .arguments
        .iter()
        .zip(&routine.parameters)
        .filter(|(argument, _)| **argument == Argument::Result)
        .map(|(_, parameter)| snake(parameter))
        .collect();
    if !results.is_empty() {
        return format!("{name}_{}", results.join("_"));
    }
    let anything = routine.arguments.iter().all(|argument| *argument == Argument::Any);
    if anything && !routine.arguments.is_empty() { format!("any_{name}") } else { format!("{name}_holds") }
}

/// The extern predicates that ask rules.
fn asking(program: &Program) -> Vec<PredicateId> {
    program
        .predicates
        .iter()
        .enumerate()
        .filter(|(_, predicate)| matches!(&predicate.kind, PredicateKind::Extern(e) if e.asks.is_some()))
        .map(|(at, _)| PredicateId(at as u32))
        .collect()
}

/// Reads the values that only the host knows.
fn host_values(
    writer: &Writer<'_>,
    program: &Program,
    values: &[HostValue],
    fail: &TokenStream,
) -> TokenStream {
    let reads = values.iter().map(|value| {
        let name = writer.slot(value.slot);
        let read = format_ident!("read_{}", snake(&program.sort(value.sort).name));
        let text = &value.text;
        quote!(let Some(#name) = F::#read(#text) else { #fail };)
    });
    quote!(#(#reads)*)
}

fn rule_function(
    sources: &Sources,
    names: &Names<'_>,
    plan: &RulePlan,
    name: &Ident,
    facts: &Ident,
) -> TokenStream {
    let rule = names.program.rule(plan.rule);
    let mut doc: Vec<String> = vec!["```blanche".to_owned()];
    doc.extend(rule.text.lines().map(str::to_owned));
    doc.push("```".to_owned());
    let whose =
        if rule.side.is_empty() { String::new() } else { format!(", for {}", names.program.colour(rule)) };
    doc.push(format!("{}{whose}", place(sources, rule.name_span)));
    let doc = doc_lines(&doc);
    let mut writer = Writer::new(names, &plan.frame, &plan.sets, &plan.body);
    writer.counts = plan.arrival() != Arrival::Anyhow;
    let fail = quote!(return Ok(()););
    let reads = host_values(&writer, names.program, &plan.host_values, &fail);
    let answer =
        plan.answer.iter().map(|slot| (Operand::Slot(*slot), plan.frame[slot.index()].sort)).collect();
    let body = writer.body(&plan.body, &fail, &Success::Hand(answer, Handed::Found));
    quote! {
        #doc
        pub fn #name<F: #facts>(facts: &mut F, budget: &mut Budget, found: &mut Found<'_>) -> Flow {
            #reads
            #body
            Ok(())
        }
    }
}

fn routine_function(
    names: &Names<'_>,
    number: usize,
    routine: &Routine,
    name: &Ident,
    facts: &Ident,
) -> TokenStream {
    let program = names.program;
    let mut doc = vec![format!("`{}`", title(program, routine)), String::new(), "```blanche".to_owned()];
    doc.extend(routine.clauses.iter().flat_map(|clause| clause.text.lines().map(str::to_owned)));
    doc.push("```".to_owned());
    let doc = doc_lines(&doc);
    let mut namer = locals(names);
    let inputs: Vec<(Ident, Ident)> = routine
        .arguments
        .iter()
        .enumerate()
        .filter(|(_, argument)| **argument == Argument::Input)
        .map(|(at, _)| (namer.name(&snake(&routine.parameters[at])), type_name(program, routine.sorts[at])))
        .collect();
    let sorts: Vec<SortId> = routine
        .arguments
        .iter()
        .zip(&routine.sorts)
        .filter(|(argument, _)| **argument == Argument::Result)
        .map(|(_, sort)| *sort)
        .collect();
    let results: Vec<Ident> = sorts.iter().map(|sort| type_name(program, *sort)).collect();
    let parameters = inputs.iter().map(|(name, ty)| quote!(#name: #ty));
    let spend = spend(routine.work);
    let several = routine.clauses.len() > 1;
    let clauses = routine.clauses.iter().enumerate().map(|(at, clause)| {
        let results = (!routine.is_test()).then_some(sorts.as_slice());
        clause_statements(names, clause, &inputs, results, several.then_some(at + 1))
    });
    if routine.is_test() {
        // A single clause without a loop has left the function already.
        let end = match routine.clauses.as_slice() {
            [clause] if !goes_through(&clause.body.steps) => TokenStream::new(),
            _ => quote!(Ok(false)),
        };
        let body = quote!(#(#clauses)* #end);
        let body = if routine.tabled { tabled_test(number, &inputs, &body) } else { body };
        quote! {
            #doc
            fn #name<F: #facts>(facts: &mut F, budget: &mut Budget, #(#parameters),*) -> Result<bool, LimitReached> {
                #spend
                #body
            }
        }
    } else {
        let body = quote!(#(#clauses)* Ok(()));
        let body = if routine.tabled { tabled(number, &inputs, &results, &body) } else { body };
        quote! {
            #doc
            fn #name<F: #facts>(
                facts: &mut F,
                budget: &mut Budget,
                #(#parameters,)*
                each: &mut dyn FnMut(&mut F, &mut Budget, #(#results),*) -> Flow,
            ) -> Flow {
                #spend
                #body
            }
        }
    }
}

/// The body of a routine whose answers are tabled: all of them are found before they are handed on.
fn tabled(number: usize, inputs: &[(Ident, Ident)], results: &[Ident], body: &TokenStream) -> TokenStream {
    let number = number as u32;
    let values: Vec<TokenStream> = inputs.iter().map(|(name, _)| quote!(#name.value())).collect();
    let names: Vec<Ident> = (1..=results.len()).map(|at| format_ident!("result_{at}")).collect();
    let places = 0..results.len();
    let width = results.len();
    quote! {
        let answers = match budget.recall(#number, &[#(#values),*]) {
            Some(answers) => answers,
            None => {
                let mut answers = Answers::new(#width);
                let mut find = |each: &mut dyn FnMut(&mut F, &mut Budget, #(#results),*) -> Flow| -> Flow { #body };
                find(&mut |_, budget, #(#names),*| {
                    budget.collect(&mut answers, &[#(#names.value()),*])?;
                    Ok(())
                })?;
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

/// The same for a test.
fn tabled_test(number: usize, inputs: &[(Ident, Ident)], body: &TokenStream) -> TokenStream {
    let number = number as u32;
    let values: Vec<TokenStream> = inputs.iter().map(|(name, _)| quote!(#name.value())).collect();
    quote! {
        if let Some(answers) = budget.recall(#number, &[#(#values),*]) {
            return Ok(!answers.is_empty());
        }
        let mut answers = Answers::new(0);
        let mut find = || -> Result<bool, LimitReached> { #body };
        if find()? {
            budget.collect(&mut answers, &[])?;
        }
        Ok(!budget.table(#number, &[#(#values),*], answers)?.is_empty())
    }
}

/// The statements of a clause, which gives results of these sorts or is a test; where there are several, each
/// stands in a block of its own.
fn clause_statements(
    names: &Names<'_>,
    clause: &RoutineClause,
    inputs: &[(Ident, Ident)],
    results: Option<&[SortId]>,
    number: Option<usize>,
) -> TokenStream {
    let mut writer = Writer::new(names, &clause.frame, &clause.sets, &clause.body);
    // All at once: what one argument is called in this clause may be the parameter of another one.
    let (slots, parameters): (Vec<&Ident>, Vec<&Ident>) = clause
        .inputs
        .iter()
        .zip(inputs)
        .map(|(slot, (parameter, _))| (writer.slot(*slot), parameter))
        .filter(|(slot, parameter)| slot != parameter)
        .unzip();
    let renames = match (slots.as_slice(), parameters.as_slice()) {
        ([], _) => TokenStream::new(),
        ([slot], [parameter]) => quote!(let #slot = #parameter;),
        _ => quote!(let (#(#slots),*) = (#(#parameters),*);),
    };
    let label =
        number.map(|number| syn::Lifetime::new(&format!("'clause{number}"), proc_macro2::Span::call_site()));
    let fail = match (&label, results) {
        (Some(label), _) => quote!(break #label;),
        (None, None) => quote!(return Ok(false);),
        (None, Some(_)) => quote!(return Ok(());),
    };
    let success = match results {
        None => Success::Yes,
        Some(sorts) => {
            let values = clause.results.iter().copied().zip(sorts.iter().copied()).collect();
            Success::Hand(values, Handed::Each)
        }
    };
    let reads = host_values(&writer, names.program, &clause.host_values, &fail);
    let body = writer.body(&clause.body, &fail, &success);
    let spend = if clause.work > 0 { spend(clause.work) } else { TokenStream::new() };
    match label {
        Some(label) => quote!(#spend #label: { #renames #reads #body }),
        None => quote!(#spend #renames #reads #body),
    }
}

/// The function that says whether one of the rules applies that an extern predicate asks.
fn asked_function(
    program: &Program,
    id: PredicateId,
    name: &Ident,
    rules: &[Ident],
    facts: &Ident,
) -> TokenStream {
    let predicate = program.predicate(id);
    let PredicateKind::Extern(external) = &predicate.kind else { return TokenStream::new() };
    let asked = external.asks.iter().flatten().map(|rule| {
        let rule = &rules[rule.index()];
        quote!(if found_one(#rule(facts, budget, &mut Found::One))? { return Ok(true); })
    });
    let doc =
        doc_lines(&[format!("Whether one of the rules applies that `{}` asks.", predicate.signature())]);
    quote! {
        #doc
        fn #name<F: #facts>(facts: &mut F, budget: &mut Budget) -> Result<bool, LimitReached> {
            #(#asked)*
            Ok(false)
        }
    }
}

/// `knowledge/base/file.blanche:12`
pub(super) fn place(sources: &Sources, span: crate::files::Span) -> String {
    format!("{}:{}", sources.file(span.file).name(), sources.position(span).line)
}

/// A rule in the list.
fn rule_entry(sources: &Sources, unit: &Unit<'_>, id: RuleId, function: &Ident) -> TokenStream {
    let rule = unit.program.rule(id);
    let Rule { name, level, text, .. } = rule;
    let (colour, plays, doc) = (unit.program.colour(rule), rule.plays.is_some(), rule.doc.join("\n"));
    let place = place(sources, rule.name_span);
    let matcher = matcher(unit, id, function);
    quote! {
        CompiledRule {
            name: #name,
            colour: #colour,
            level: #level,
            plays: #plays,
            doc: #doc,
            text: #text,
            place: #place,
            matcher: #matcher,
        }
    }
}

/// An export in the list.
fn export_entry(sources: &Sources, unit: &Unit<'_>, id: RuleId, function: &Ident) -> TokenStream {
    let export = unit.program.rule(id);
    let Rule { name, text, .. } = export;
    let doc = export.doc.join("\n");
    let colour = match export.colour {
        None => quote!(None),
        Some(player) => {
            let player = unit.program.player(player);
            quote!(Some(#player))
        }
    };
    let place = place(sources, export.name_span);
    let matcher = matcher(unit, id, function);
    quote! {
        CompiledExport {
            name: #name,
            colour: #colour,
            doc: #doc,
            text: #text,
            place: #place,
            matcher: #matcher,
        }
    }
}

pub(super) fn matcher(unit: &Unit<'_>, id: RuleId, function: &Ident) -> TokenStream {
    let (program, rule) = (unit.program, unit.program.rule(id));
    let variables = rule.answer.iter().map(|variable| {
        let variable = &rule.variables[variable.index()];
        let (name, sort) = (&variable.name, &program.sort(program.sort(variable.sort).root).name);
        quote!((#name, #sort))
    });
    let arrival = arrival(&unit.plan.rules[id.index()]);
    quote! {
        Matcher {
            variables: &[#(#variables),*],
            applies: |facts, budget| found_one(#function(facts, budget, &mut Found::One)),
            arrival: #arrival,
            run: #function,
        }
    }
}

/// How the solutions of a rule come.
pub(super) fn arrival(plan: &RulePlan) -> TokenStream {
    match plan.arrival() {
        Arrival::Ordered => quote!(Arrival::Ordered),
        Arrival::Distinct => quote!(Arrival::Distinct),
        Arrival::Anyhow => quote!(Arrival::Anyhow),
    }
}
