//! Emits scores: one function per player that adds up all of its scores.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::comments::comment;
use super::function_parts::parameter;
use super::function_parts::{in_parts, mentions};
use super::idents::{doc_lines, snake};
use super::lists::order;
use super::locals::Frame;
use super::names::Names;
use super::writer::{PartName, Success, Writer};
use crate::plan::{Action, Block, Count, Counted, SumPlan};
use crate::runtime::Weights;

/// The function that adds up the scores of a player.
pub(super) fn sum_function(names: &Names<'_>, sum: &SumPlan, name: &Ident) -> TokenStream {
    let program = names.program;
    let all = sum.all();
    let doc = doc_lines(&[format!(
        "The sum of the scores of {}, with the first weight of each score if it is to move, and otherwise \
         the second.",
        program.player(sum.player)
    )]);
    let frame = Frame { name, slots: &sum.frame, sets: &sum.sets, given: &[], body: &all };
    in_parts(names, &|splits| {
        let mut writer = Writer::new(names, frame, splits);
        writer.goes_on = true;
        let memos = writer.memories();
        let shared = writer.steps(&sum.shared.steps, &quote!(return Ok(sum);), &Success::Nothing);
        writer.goes_on = false;
        let counts = sum.counts.iter();
        let counts: Vec<TokenStream> = counts.map(|count| counted(&mut writer, count)).collect();
        let adds = counts.iter().any(|count| mentions(count, "sum"));
        let mutable = adds.then(|| quote!(mut)).into_iter();
        let body = quote!(#memos #shared #(#counts)*);
        let [facts, budget, to_move] = ["facts", "budget", "to_move"].map(|name| parameter(name, &body));
        let trait_name = &names.facts;
        writer.finish(quote! {
            #doc
            fn #name<F: #trait_name>(
                #facts: &mut F, #budget: &mut Budget, #to_move: bool
            ) -> Result<i64, Stop> {
                let #(#mutable)* sum = 0;
                #body
                Ok(sum)
            }
        })
    })
}

/// Statements that add the solutions of one score.
fn counted(writer: &mut Writer<'_>, count: &Count) -> TokenStream {
    let names = writer.names;
    let function = &names.rules[count.score.index()];
    let score = names.program.rule(count.score);
    let title = comment(names.program.rule_title(score).trim_start_matches("the "));
    let crate::program::RuleKind::Score(weights) = score.kind else {
        unreachable!("only scores are added up")
    };
    let Some(numbers) = weights.numbers() else { return weighed(writer, count, weights, &title) };
    let [attacking, defending] = numbers.map(Literal::i64_unsuffixed);
    let weight = if attacking.to_string() == defending.to_string() {
        quote!(#attacking)
    } else {
        quote!(if to_move { #attacking } else { #defending })
    };
    let block = match &count.counted {
        Counted::Separately => {
            let width = Literal::usize_unsuffixed(score.answer.len());
            let order = order(&names.plan.rules[count.score.index()]);
            return quote! {
                #title
                let weight = #weight;
                sum += weight
                    * counted(#width, #order, budget, |budget, found| #function(facts, budget, found))?;
            };
        }
        Counted::InSum(block) => block,
    };
    let number = writer.number();
    if writer.splits_at(number) {
        let title = names.program.rule_title(score);
        let (suffix, says) = (snake(&score.name), format!("what {title} counts"));
        let name = PartName { suffix, says, begin: quote!(let weight = #weight;) };
        let call = writer.part(number, block, &Success::Count, name, false);
        return quote!(sum += #call?;);
    }
    let (label, steps) = writer.labelled("score", |writer, label| {
        let fail = if leaves(block) { quote!(break #label;) } else { quote!() };
        writer.steps(&block.steps, &fail, &Success::Count)
    });
    if mentions(&steps, "weight") {
        writer.place(number, 1, &steps);
    }
    let weighed = mentions(&steps, "weight").then(|| quote!(let weight = #weight;)).into_iter();
    let statements = quote! { #title #(#weighed)* #steps };
    if leaves(block) { quote!(#label: { #statements }) } else { statements }
}

/// Statements that add the solutions of a score whose solutions have different weights.
fn weighed(writer: &Writer<'_>, count: &Count, weights: Weights, title: &TokenStream) -> TokenStream {
    let names = writer.names;
    let function = &names.rules[count.score.index()];
    let width = Literal::usize_unsuffixed(names.program.rule(count.score).answer.len());
    let order = order(&names.plan.rules[count.score.index()]);
    let [attacking, defending] = [weights.attacking, weights.defending].map(super::lists::weight);
    let weight = match weights.attacking == weights.defending {
        true => attacking,
        false => quote!(if to_move { #attacking } else { #defending }),
    };
    quote! {
        #title
        let weight = #weight;
        sum += weighed(#width, #order, weight, budget, |budget, found| #function(facts, budget, found))?;
    }
}

/// Whether a step before the first loop can end the block.
fn leaves(block: &Block) -> bool {
    let before = block.steps.iter().take_while(|step| !step.gives_several());
    let makes = |action: &Action| {
        matches!(
            action,
            Action::BindSet { at_least: 0, .. } | Action::Collect { at_least: 0, .. } | Action::Spend { .. }
        )
    };
    before.into_iter().any(|step| !makes(&step.action))
}
