//! Scores: the list of them, and for each player one function that adds all of its scores up.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;
use syn::Lifetime;

use super::Unit;
use super::block::{Names, Success, Writer};
use super::comments::comment;
use super::idents::doc_lines;
use super::rules::{arrival, matcher, place};
use crate::files::Sources;
use crate::plan::{Action, Block, Count, Counted, SumPlan};
use crate::program::{Rule, RuleId};
use crate::runtime::Weights;

/// A score in the list.
pub(super) fn score_entry(
    sources: &Sources,
    unit: &Unit<'_>,
    (id, score, weights): (RuleId, &Rule, Weights),
    function: &Ident,
) -> TokenStream {
    let Rule { name, text, .. } = score;
    let (colour, doc) = (unit.program.colour(score), score.doc.join("\n"));
    let Weights { attacking, defending } = weights;
    let (attacking, defending) = (Literal::u32_unsuffixed(attacking), Literal::u32_unsuffixed(defending));
    let place = place(sources, score.name_span);
    let matcher = matcher(unit, id, function);
    quote! {
        CompiledScore {
            name: #name,
            colour: #colour,
            weights: Weights { attacking: #attacking, defending: #defending },
            doc: #doc,
            text: #text,
            place: #place,
            matcher: #matcher,
        }
    }
}

/// The sum of a player in the list.
pub(super) fn sum_entry(unit: &Unit<'_>, sum: &SumPlan, function: &Ident) -> TokenStream {
    let colour = unit.program.player(sum.player);
    quote!(CompiledSum { colour: #colour, sum: #function })
}

/// The function that adds up the scores of a player. `rules` are the functions of rules and scores.
pub(super) fn sum_function(
    names: &Names<'_>,
    sum: &SumPlan,
    name: &Ident,
    rules: &[Ident],
    facts: &Ident,
) -> TokenStream {
    let program = names.program;
    let all = sum.all();
    let mut writer = Writer::new(names, &sum.frame, &sum.sets, &all);
    let memos = writer.memories();
    let shared = writer.steps(&sum.shared.steps, &quote!(return Ok(sum);), &Success::Nothing);
    let counts: Vec<TokenStream> = sum
        .counts
        .iter()
        .enumerate()
        .map(|(at, count)| counted(&mut writer, count, at + 1, &rules[count.score.index()]))
        .collect();
    let doc = doc_lines(&[format!(
        "What the scores of {} add up to: of two weights the first where it is to move, else the second.",
        program.player(sum.player)
    )]);
    quote! {
        #doc
        pub fn #name<F: #facts>(facts: &mut F, budget: &mut Budget, to_move: bool) -> Result<i64, Stop> {
            let mut sum = 0;
            #memos
            #shared
            #(#counts)*
            Ok(sum)
        }
    }
}

/// Adds the solutions of one score.
fn counted(writer: &mut Writer<'_>, count: &Count, number: usize, function: &Ident) -> TokenStream {
    let names = writer.names;
    let score = names.program.rule(count.score);
    let title = comment(names.program.rule_title(score).trim_start_matches("the "));
    let crate::program::RuleKind::Score(Weights { attacking, defending }) = score.kind else {
        unreachable!("only scores are added up")
    };
    let (attacking, defending) =
        (Literal::i64_unsuffixed(attacking.into()), Literal::i64_unsuffixed(defending.into()));
    let weight = if attacking.to_string() == defending.to_string() {
        quote!(#attacking)
    } else {
        quote!(if to_move { #attacking } else { #defending })
    };
    let block = match &count.counted {
        Counted::Apart => {
            let width = Literal::usize_unsuffixed(score.answer.len());
            let arrival = arrival(&names.plan.rules[count.score.index()]);
            return quote! {
                #title
                let weight = #weight;
                sum += weight
                    * counted(#width, #arrival, budget, |budget, found| #function(facts, budget, found))?;
            };
        }
        Counted::Here(block) => block,
    };
    let label = Lifetime::new(&format!("'score{number}"), Span::call_site());
    let fail = if leaves(block) { quote!(break #label;) } else { quote!() };
    let steps = writer.steps(&block.steps, &fail, &Success::Count);
    let statements = quote! {
        #title
        let weight = #weight;
        #steps
    };
    if leaves(block) { quote!(#label: { #statements }) } else { statements }
}

/// Whether a step in front of the first loop can end it.
fn leaves(block: &Block) -> bool {
    let before = block.steps.iter().take_while(|step| !step.gives_several());
    let makes = |action: &Action| {
        matches!(
            action,
            Action::Keep { at_least: 0, .. } | Action::Collect { at_least: 0, .. } | Action::Spend { .. }
        )
    };
    before.into_iter().any(|step| !makes(&step.action))
}
