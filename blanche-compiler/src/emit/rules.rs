//! Emits a base: one function per rule, one per routine and clause, and the lists of its rules and other queries.

use std::collections::HashSet;

use blanche_sorted::SortedSet;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::bitboards;
use super::budget::Budget;
use super::facts::tables;
use super::function_parts::{FunctionPart, in_parts, mentioned, parameter};
use super::idents::doc_lines;
use super::lists::{self, place};
use super::locals::Frame;
use super::names::Names;
use super::routines::{Function, routine};
use super::scores::sum_function;
use super::signatures::{given, host_values};
use super::sorts::sort_types;
use super::unit::Unit;
use super::writer::{Receiver, Success, Writer};
use crate::files::Sources;
use crate::plan::{Operand, RulePlan, Subject};
use crate::program::{PredicateId, PredicateKind, SortId};
use crate::runtime::ResultOrder;

/// The parts of an emitted base.
pub(super) struct Base {
    pub(super) doc: Vec<String>,
    /// The types of the sorts that only this base has.
    pub(super) types: TokenStream,
    /// The functions of lists, rules, scores and levels.
    pub(super) functions: Vec<TokenStream>,
    /// The functions of each routine, in plan order.
    pub(super) routines: Vec<Function>,
    /// Items that only this base has: the functions for rules that extern predicates evaluate, and the fact tables.
    pub(super) own: TokenStream,
}

/// Emits a base. The types of the `shared` sorts are in the module of its domain.
pub(super) fn base(sources: &Sources, unit: &Unit<'_>, shared: &SortedSet<SortId>, budget: &Budget) -> Base {
    let names = Names::new(unit, shared, budget);
    let (program, plan) = (unit.program, unit.plan);
    let (guards, levels) = super::levels::levels(&names);
    let game = bitboards::game(unit);
    let mut functions = lists::lists(sources, unit, &names, (&levels, game.as_ref()));
    for (rule, name) in plan.rules.iter().zip(&names.rules) {
        budget.set_subject(Some(Subject::Rule(rule.rule)));
        functions.push(rule_function(sources, &names, rule, name));
    }
    let sums = plan.sums.iter().zip(&names.sums);
    for (sum, name) in sums {
        budget.set_subject(sum.counts.first().map(|count| Subject::Rule(count.score)));
        functions.push(sum_function(&names, sum, name));
    }
    functions.extend(guards);
    functions.extend(game.and_then(|game| bitboards::functions(unit, &names, &game)));
    let mut routines: Vec<Function> = Vec::new();
    for at in 0..plan.routines.len() {
        budget.set_subject(names.subjects[at]);
        routines.push(routine(&names, at));
    }
    // Some bases do not use everything in the module of their domain.
    let mut needed: HashSet<String> = HashSet::new();
    if !names.asked.is_empty() {
        let code = functions.iter().chain(routines.iter().map(|routine| &routine.functions));
        code.for_each(|code| needed.extend(mentioned(code)));
    }
    let asked = names.asked.iter().filter(|(_, name)| needed.contains(&name.to_string()));
    let asked: Vec<TokenStream> = asked.map(|(id, name)| rule_query_function(&names, *id, name)).collect();
    let tables = tables(program, &names.tables);
    let types = sort_types(&names.host, &|sort| !shared.contains(&sort));
    let doc = if program.doc.is_empty() {
        vec![format!("The rules of `{}`.", unit.name)]
    } else {
        program.doc.clone()
    };
    Base { doc, types, functions, routines, own: quote!(#(#asked)* #tables) }
}

fn rule_function(sources: &Sources, names: &Names<'_>, plan: &RulePlan, name: &Ident) -> TokenStream {
    let rule = names.program.rule(plan.rule);
    let mut doc: Vec<String> = vec!["```blanche".to_owned()];
    doc.extend(rule.text.lines().map(str::to_owned));
    doc.push("```".to_owned());
    let whose =
        if rule.side.is_empty() { String::new() } else { format!(", for {}", names.program.colour(rule)) };
    doc.push(format!("{}{whose}", place(sources, rule.name_span)));
    let doc = doc_lines(&doc);
    let given = given(&plan.inputs, &plan.host_values);
    let frame = Frame { name, slots: &plan.frame, sets: &plan.sets, given: &given, body: &plan.body };
    let answer: Vec<(Operand, SortId)> =
        plan.answer.iter().map(|slot| (Operand::Slot(*slot), plan.frame[slot.index()].sort)).collect();
    in_parts(names, &|splits| -> Vec<FunctionPart> {
        let mut writer = Writer::new(names, frame, splits);
        writer.counts = plan.order() != ResultOrder::Bag;
        let fail = quote!(return Ok(()););
        let body = writer.body(&plan.body, &fail, &Success::Hand(answer.clone(), Receiver::Found));
        let body = host_values(&writer, &plan.host_values, &fail, &body);
        let body = given_values(&writer, plan, &body);
        let [facts, budget, found] = ["facts", "budget", "found"].map(|name| parameter(name, &body));
        let given = (!plan.inputs.is_empty()).then(|| {
            let given = parameter("given", &body);
            quote!(#given: &[Value],)
        });
        let trait_name = &names.facts;
        writer.finish(quote! {
            #doc
            fn #name<F: #trait_name>(
                #facts: &mut F,
                #given
                #budget: &mut Budget,
                #found: &mut Found<'_>,
            ) -> Flow {
                #body
                Ok(())
            }
        })
    })
}

/// Statements that read the values given to a query, followed by the rest of the function.
fn given_values(writer: &Writer<'_>, plan: &RulePlan, behind: &TokenStream) -> TokenStream {
    let taken = plan.inputs.iter().enumerate().filter_map(|(at, slot)| {
        let (name, at) = (writer.binding(*slot), Literal::usize_unsuffixed(at));
        let ty = writer.names.host.type_name(plan.frame[slot.index()].sort);
        (name.to_string() != "_").then(|| quote!(let #name = #ty::from_value(given[#at]);))
    });
    quote!(#(#taken)* #behind)
}

/// The function that evaluates the rules of an extern predicate: it tests whether any of them has an answer.
fn rule_query_function(names: &Names<'_>, id: PredicateId, name: &Ident) -> TokenStream {
    let predicate = names.program.predicate(id);
    let PredicateKind::Extern(external) = &predicate.kind else { return TokenStream::new() };
    let asked = external.asks.iter().flatten().map(|rule| {
        let rule = &names.rules[rule.index()];
        quote!(if applies(#rule, facts, budget)? { return Ok(true); })
    });
    let body = quote!(#(#asked)*);
    let [facts, budget] = ["facts", "budget"].map(|name| parameter(name, &body));
    let doc =
        doc_lines(&[format!("Whether one of the rules that `{}` asks for applies.", predicate.signature())]);
    let trait_name = &names.facts;
    quote! {
        #doc
        fn #name<F: #trait_name>(#facts: &mut F, #budget: &mut Budget) -> Result<bool, LimitReached> {
            #body
            Ok(false)
        }
    }
}
