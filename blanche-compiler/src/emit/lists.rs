//! Emits the lists of a base's rules, exports, scores and other queries, with their descriptions.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::bitboards;
use super::idents::ident;
use super::names::{Names, PART};
use super::unit::Unit;
use crate::bitboards::Game;
use crate::files::Sources;
use crate::plan::RulePlan;
use crate::program::{RuleId, RuleKind};
use crate::runtime::{ResultOrder, Weight};

/// The functions that return the lists.
pub(super) fn lists(
    sources: &Sources,
    unit: &Unit<'_>,
    names: &Names<'_>,
    (levels, game): (&[TokenStream], Option<&Game>),
) -> Vec<TokenStream> {
    let rules = unit.program.rules.iter().zip((0..).map(RuleId));
    let of_kind = |wanted: &dyn Fn(&RuleKind) -> bool| -> Vec<TokenStream> {
        let rules = rules.clone().filter(|(rule, _)| wanted(&rule.kind));
        rules.map(|(_, id)| entry(sources, unit, names, id)).collect()
    };
    let asked = of_kind(&|kind| matches!(kind, RuleKind::Rule | RuleKind::Query));
    let exports = of_kind(&|kind| matches!(kind, RuleKind::Export));
    let scores = of_kind(&|kind| matches!(kind, RuleKind::Score(_)));
    let preferences = of_kind(&|kind| matches!(kind, RuleKind::Preference(_)));
    let questions = of_kind(&|kind| matches!(kind, RuleKind::Game(_)));
    let sums: Vec<TokenStream> = unit
        .plan
        .sums
        .iter()
        .zip(&names.sums)
        .map(|(sum, function)| {
            let colour = unit.program.player(sum.player);
            quote!(CompiledSum { colour: #colour, sum: #function })
        })
        .collect();
    let list = |doc: &str, name: &str, of: &str, entries: &[TokenStream]| {
        List { doc, name, of, facts: &names.facts }.functions(entries, names.parts.get(name))
    };
    let mut functions =
        list("The rules, by level and then in the order of the text.", "rules", "CompiledRule", &asked);
    functions.extend(list("The exports.", "exports", "CompiledExport", &exports));
    functions.extend(list("The scores of each player.", "scores", "CompiledScore", &scores));
    functions.extend(list("The sum of the scores of each player.", "sums", "CompiledSum", &sums));
    functions.extend(list("The preferences.", "preferences", "CompiledPreference", &preferences));
    functions.extend(list(
        "The queries of the game about its positions.",
        "questions",
        "CompiledQuestion",
        &questions,
    ));
    functions.extend(list("The rules of each level that may apply.", "levels", "CompiledLevel", levels));
    functions.push(base(unit, &names.facts, game));
    functions
}

/// A list of a base.
struct List<'l> {
    doc: &'l str,
    name: &'l str,
    /// The type of the list's entries.
    of: &'l str,
    facts: &'l Ident,
}

impl List<'_> {
    /// The function that returns the list, and the functions for its parts if the list is split.
    fn functions(&self, entries: &[TokenStream], parts: Option<&Vec<Ident>>) -> Vec<TokenStream> {
        let List { facts, .. } = self;
        let [name, of] = [self.name, self.of].map(|word| quote::format_ident!("{word}"));
        let doc = format!(" {}", self.doc);
        let list = |entries: &[TokenStream]| {
            if entries.is_empty() { quote!(Vec::new()) } else { quote!(Vec::from([#(#entries),*])) }
        };
        let (all, parts) = match parts {
            None => (list(entries), Vec::new()),
            Some(parts) => {
                let says = format!(" A part of [`{}`].", self.name);
                let part = |(part, entries): (&Ident, &[TokenStream])| {
                    let list = list(entries);
                    quote! {
                        #[doc = #says]
                        fn #part<F: #facts>() -> Vec<#of<F>> {
                            #list
                        }
                    }
                };
                let functions = parts.iter().zip(entries.chunks(PART)).map(part).collect();
                (quote!([#(#parts()),*].into_iter().flatten().collect()), functions)
            }
        };
        let whole = quote! {
            #[doc = #doc]
            pub fn #name<F: #facts>() -> Vec<#of<F>> {
                #all
            }
        };
        std::iter::once(whole).chain(parts).collect()
    }
}

/// The function that returns the base with all of its lists.
fn base(unit: &Unit<'_>, facts: &Ident, game: Option<&Game>) -> TokenStream {
    let Unit { name, program, hash, .. } = unit;
    let doc = program.doc.join("\n");
    let game = match game.map(bitboards::value) {
        Some(game) => quote!(Some(#game)),
        None => quote!(None),
    };
    let suppositions = program.suppositions.iter().filter_map(|one| {
        let (level, at) = (one.level, program.questions().position(|(id, _)| id == one.question)?);
        let (level, at) = (Literal::u32_unsuffixed(level), Literal::usize_unsuffixed(at));
        Some(quote!((#level, #at)))
    });
    quote! {
        /// The base, compiled.
        pub fn base<F: #facts>() -> CompiledBase<F> {
            CompiledBase {
                name: #name,
                doc: #doc,
                hash: #hash,
                rules: rules(),
                levels: levels(),
                exports: exports(),
                scores: scores(),
                sums: sums(),
                preferences: preferences(),
                questions: questions(),
                game: #game,
                suppositions: vec![#(#suppositions),*],
            }
        }
    }
}

/// The list entry of a rule, an export, a score or another query.
fn entry(sources: &Sources, unit: &Unit<'_>, names: &Names<'_>, id: RuleId) -> TokenStream {
    let (program, rule) = (unit.program, unit.program.rule(id));
    let function = &names.rules[id.index()];
    let (name, doc, text) = (&rule.name, rule.doc.join("\n"), &rule.text);
    let place = place(sources, rule.name_span);
    let colour = program.colour(rule);
    let colour_or_none = if rule.colour.is_some() { quote!(Some(#colour)) } else { quote!(None) };
    let variables = rule.answer.iter().map(|variable| {
        let variable = &rule.variables[variable.index()];
        let (name, sort) = (&variable.name, &program.sort(program.sort(variable.sort).root).name);
        quote!((#name, #sort))
    });
    let variables = quote!([#(#variables),*]);
    let plan = &unit.plan.rules[id.index()];
    let (order_name, order) = (order_name(plan), order(plan));
    let matcher = quote!(matcher!(#function, #order_name, #variables));
    match rule.kind {
        RuleKind::Rule | RuleKind::Query => {
            let (level, plays) = (Literal::u32_unsuffixed(rule.level), rule.plays > 0);
            let fields =
                quote!(name: #name, colour: #colour, level: #level, plays: #plays, doc: #doc, text: #text);
            quote!(CompiledRule { #fields, place: #place, matcher: #matcher })
        }
        RuleKind::Export => {
            let fields = quote!(name: #name, colour: #colour_or_none, doc: #doc, text: #text);
            quote!(CompiledExport { #fields, place: #place, matcher: #matcher })
        }
        RuleKind::Preference(_) => {
            let worth = program.worth(rule).map(weight);
            let fields = quote!(name: #name, colour: #colour, worth: #worth, doc: #doc, text: #text);
            quote!(CompiledPreference { #fields, place: #place, matcher: #matcher })
        }
        RuleKind::Game(_) => {
            let (given, run) = (rule.given, question(function, rule.given));
            let given = Literal::usize_unsuffixed(given);
            let fields = quote!(name: #name, colour: #colour_or_none, doc: #doc, text: #text, place: #place);
            let asked = quote!(variables: &#variables, given: #given, order: #order, run: #run);
            quote!(CompiledQuestion { #fields, #asked })
        }
        RuleKind::Score(weights) => {
            let weights = match weights.numbers() {
                Some(numbers) => {
                    let [attacking, defending] = numbers.map(Literal::i64_unsuffixed);
                    quote!(Weights::fixed(#attacking, #defending))
                }
                None => {
                    let [attacking, defending] = [weights.attacking, weights.defending].map(weight);
                    quote!(Weights { attacking: #attacking, defending: #defending })
                }
            };
            let when_named = rule.when_named;
            let fields = quote!(name: #name, colour: #colour, weights: #weights, when_named: #when_named);
            quote!(CompiledScore { #fields, doc: #doc, text: #text, place: #place, matcher: #matcher })
        }
    }
}

/// A weight as a Rust expression.
pub(super) fn weight(weight: Weight) -> TokenStream {
    let number = Literal::i64_unsuffixed(weight.number);
    if weight.number().is_some() {
        return quote!(Weight::fixed(#number));
    }
    let values = weight.values.iter().map(|(factor, at)| {
        let (factor, at) = (Literal::i64_unsuffixed(*factor), Literal::usize_unsuffixed(*at));
        quote!((#factor, #at))
    });
    quote!(Weight { number: #number, values: [#(#values),*] })
}

/// The function of a query with the signature that the list requires; `given` is the number of given values.
fn question(function: &Ident, given: usize) -> TokenStream {
    if given > 0 {
        quote!(#function)
    } else {
        quote!(|facts, _, budget, found| #function(facts, budget, found))
    }
}

/// The order of a rule's solutions as a Rust expression.
pub(super) fn order(plan: &RulePlan) -> TokenStream {
    let name = order_name(plan);
    quote!(ResultOrder::#name)
}

/// The variant of `ResultOrder` for a rule's solutions.
fn order_name(plan: &RulePlan) -> Ident {
    ident(match plan.order() {
        ResultOrder::Sorted => "Sorted",
        ResultOrder::Set => "Set",
        ResultOrder::Bag => "Bag",
    })
}

/// The source position of a span: `knowledge/base/file.blanche:12`.
pub(super) fn place(sources: &Sources, span: crate::files::Span) -> String {
    format!("{}:{}", sources.file(span.file).name(), sources.position(span).line)
}
