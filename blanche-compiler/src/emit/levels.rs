//! The gates of whole levels: which rules of a level are worth asking.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::block::{Names, Writer};
use super::comments::comment;
use super::idents::doc_lines;
use crate::plan::{Access, Block, Gate, Level, Meet, Source};

/// A function for each level, and the list of the levels.
pub(super) fn levels(names: &Names<'_>, facts: &Ident) -> (TokenStream, TokenStream) {
    let levels = names.plan.levels(names.program);
    let functions: Vec<Ident> =
        (1..=levels.len()).map(|number| format_ident!("worth_asking_{number}")).collect();
    let bodies = levels.iter().zip(&functions).map(|(level, name)| function(names, level, name, facts));
    let entries = levels.iter().zip(&functions).map(|(level, name)| {
        let (number, count) = (level.level, Literal::usize_unsuffixed(level.rules.len()));
        quote!(CompiledLevel { level: #number, rules: #count, worth_asking: #name })
    });
    (quote!(#(#bodies)*), quote!(vec![#(#entries),*]))
}

/// `fn worth_asking_3(facts) -> u64`
fn function(names: &Names<'_>, level: &Level, name: &Ident, facts: &Ident) -> TokenStream {
    let block = Block::default();
    let writer = Writer::new(names, &[], &[], &block);
    let gates: Vec<Option<&Gate>> =
        level.rules.iter().map(|rule| names.plan.rules[rule.index()].gate.as_ref()).collect();
    let always = gates.iter().enumerate().filter(|(_, gate)| gate.is_none());
    let always = Literal::u64_unsuffixed(always.fold(0u64, |rules, (at, _)| rules | 1 << at));
    let mut sets: Vec<&Meet> = Vec::new();
    for gate in gates.iter().flatten() {
        if !sets.contains(&&gate.set) {
            sets.push(&gate.set);
        }
    }
    let looks = sets.iter().map(|set| {
        let (name, made) = (set_name(names, set), writer.meet(set, true));
        let rules = gates.iter().zip(&level.rules).enumerate().filter_map(|(at, (gate, rule))| {
            let gate = gate.filter(|gate| gate.set == **set)?;
            let (bit, at_least) = (Literal::usize_unsuffixed(at), Literal::u32_unsuffixed(gate.at_least));
            let open =
                if gate.at_least == 1 { quote!(!#name.is_empty()) } else { quote!(#name.has(#at_least)) };
            let title = comment(&names.program.rule_title(names.program.rule(*rule)));
            Some(quote!(#title if #open { rules |= 1 << #bit; }))
        });
        quote!(let #name = #made; #(#rules)*)
    });
    let doc = doc_lines(&[format!(
        "Which rules of level {} can apply at all, a bit for each: those whose gate is open.",
        level.level
    )]);
    quote! {
        #doc
        fn #name<F: #facts>(facts: &mut F) -> u64 {
            let mut rules = #always;
            #(#looks)*
            rules
        }
    }
}

/// What a set is called: after the predicate that gives it.
fn set_name(names: &Names<'_>, set: &Meet) -> Ident {
    let name = set.of.iter().find_map(|source| match source {
        Source::Answers { access: Access::Extern(id, _) | Access::Facts(id, _), .. } => {
            Some(super::idents::snake(&names.program.predicate(*id).name))
        }
        _ => None,
    });
    super::idents::ident(&name.unwrap_or_else(|| "values".to_owned()))
}
