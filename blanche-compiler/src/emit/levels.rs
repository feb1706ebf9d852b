//! Emits the guards of whole levels: functions that return which rules of a level are worth evaluating.

use blanche_sorted::SortedSet;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::comments::comment;
use super::function_parts::parameter;
use super::idents::{doc_lines, snake};
use super::locals::Frame;
use super::locals::namer;
use super::names::Names;
use super::writer::Writer;
use crate::plan::{Access, Block, Guard, Intersection, Level, Source};

/// A function for each level, and the entries in the list of levels.
pub(super) fn levels(names: &Names<'_>) -> (Vec<TokenStream>, Vec<TokenStream>) {
    let levels = names.plan.levels(names.program);
    let functions = levels.iter().zip(&names.levels).map(|(level, name)| function(names, level, name));
    let entries = levels.iter().zip(&names.levels).map(|(level, name)| {
        let number = Literal::u32_unsuffixed(level.level);
        let count = Literal::usize_unsuffixed(level.rules.len());
        quote!(CompiledLevel { level: #number, rules: #count, worth_asking: #name })
    });
    (functions.collect(), entries.collect())
}

/// Emits `fn worth_asking_at_level_three(facts) -> u64`.
fn function(names: &Names<'_>, level: &Level, name: &Ident) -> TokenStream {
    let (body, splits, facts) = (Block::default(), SortedSet::new(), &names.facts);
    let frame = Frame { name, slots: &[], sets: &[], given: &[], body: &body };
    let writer = Writer::new(names, frame, &splits);
    let guards: Vec<Option<&Guard>> =
        level.rules.iter().map(|rule| names.plan.rules[rule.index()].guard.as_ref()).collect();
    let always = guards.iter().enumerate().filter(|(_, guard)| guard.is_none());
    let always = Literal::u64_unsuffixed(always.fold(0u64, |rules, (at, _)| rules | 1 << at));
    let mut sets: Vec<&Intersection> = Vec::new();
    for guard in guards.iter().flatten() {
        if !sets.contains(&&guard.set) {
            sets.push(&guard.set);
        }
    }
    let looks = sets.iter().map(|set| {
        // All tests of a set directly follow it, so that the next set may reuse its name.
        let (name, made) = (namer(names).name(&wanted(names, set)), writer.intersection(set, true));
        let rules = guards.iter().zip(&level.rules).enumerate().filter_map(|(at, (guard, rule))| {
            let guard = guard.filter(|guard| guard.set == **set)?;
            let (bit, at_least) = (Literal::usize_unsuffixed(at), Literal::u32_unsuffixed(guard.at_least));
            let open =
                if guard.at_least == 1 { quote!(!#name.is_empty()) } else { quote!(#name.has(#at_least)) };
            let title = comment(&names.program.rule_title(names.program.rule(*rule)));
            Some(quote!(#title if #open { rules |= 1 << #bit; }))
        });
        quote!(let #name = #made; #(#rules)*)
    });
    let doc = doc_lines(&[format!(
        "The rules of level {} that may apply, a bit for each: those whose guard holds.",
        level.level
    )]);
    if sets.is_empty() {
        return quote!(#doc fn #name<F: #facts>(_facts: &mut F) -> u64 { #always });
    }
    let body = quote!(#(#looks)*);
    let host = parameter("facts", &body);
    quote! {
        #doc
        fn #name<F: #facts>(#host: &mut F) -> u64 {
            let mut rules = #always;
            #body
            rules
        }
    }
}

/// The wanted name of a set: the name of the predicate from which the set comes.
fn wanted(names: &Names<'_>, set: &Intersection) -> String {
    let name = set.of.iter().find_map(|source| match source {
        Source::Answers { access: Access::Extern(id, _) | Access::Facts(id, _), .. } => {
            Some(snake(&names.program.predicate(*id).name))
        }
        _ => None,
    });
    name.unwrap_or_else(|| "values".to_owned())
}
