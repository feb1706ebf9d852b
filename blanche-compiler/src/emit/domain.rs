//! A domain: a type for each sort, the trait that answers extern predicates, and the adapter through which the
//! interpreter reaches the same answers.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::Unit;
use super::actions;
use super::idents::{Namer, camel, ident, snake};
use crate::program::{Answers, Extern, Mode, Predicate, PredicateKind, Program, Sort, SortId, SortKind};

/// The module of a domain, made from the first of its bases.
pub(super) fn module(name: &str, bases: &[&Unit<'_>]) -> TokenStream {
    let program = bases[0].program;
    let module = ident(&snake(name));
    let shared = shared_sorts(bases[0], bases.iter().copied());
    let types = sort_types(program, &|sort| shared.contains(&sort));
    let facts = facts_trait(program, name);
    let adapter = adapter(program, name);
    let entries = bases.iter().map(|unit| base_entry(unit));
    let facts_name = facts_name(name);
    let doc = doc_lines(&[format!("The domain `{name}`: its sorts, and what a host answers.")]);
    quote! {
        #doc
        pub mod #module {
            use blanche_compiler::interpret::Host;
            use blanche_compiler::runtime::{BitSet, CompiledBase, LimitReached, Numbered, Value};

            #types
            #facts
            #adapter

            /// The compiled bases of this domain.
            pub fn bases<F: #facts_name>() -> Vec<CompiledBase<F>> {
                vec![#(#entries),*]
            }
        }
    }
}

/// The sorts of a base that all bases of its domain have. A sort that the facts or files of one base bring is
/// its own.
pub(super) fn shared_sorts<'a>(
    unit: &Unit<'_>,
    bases: impl Iterator<Item = &'a Unit<'a>> + Clone,
) -> BTreeSet<SortId> {
    let shared = |sort: &Sort| {
        let same =
            |other: &Sort| other.name == sort.name && other.kind == sort.kind && other.span == sort.span;
        bases.clone().all(|base| base.program.sorts.iter().any(same))
    };
    (0..unit.program.sorts.len() as u32).map(SortId).filter(|id| shared(unit.program.sort(*id))).collect()
}

fn base_entry(unit: &Unit<'_>) -> TokenStream {
    let name = unit.name;
    let module = ident(&snake(unit.name));
    let doc = unit.program.doc.join("\n");
    let hash = unit.hash;
    quote! {
        CompiledBase { name: #name, doc: #doc, hash: #hash, rules: super::#module::rules::<F>(), levels: super::#module::levels::<F>(), exports: super::#module::exports::<F>(), scores: super::#module::scores::<F>(), sums: super::#module::sums::<F>() }
    }
}

/// Doc attributes, one a line.
pub(super) fn doc_lines(lines: &[String]) -> TokenStream {
    let lines = lines.iter().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") });
    quote!(#(#[doc = #lines])*)
}

/// The name of the trait of a domain's facts.
pub(super) fn facts_name(domain: &str) -> Ident {
    format_ident!("{}Facts", camel(domain))
}

/// Names of types and values that generated code mentions, so that no sort can have them.
const TAKEN: &[&str] = &[
    "BitSet",
    "Budget",
    "Clone",
    "CompiledBase",
    "CompiledExport",
    "CompiledLevel",
    "CompiledRule",
    "CompiledScore",
    "CompiledSum",
    "Copy",
    "Debug",
    "Eq",
    "Err",
    "F",
    "Flow",
    "FnMut",
    "Hash",
    "Host",
    "Interpreted",
    "Item",
    "Iterator",
    "LimitReached",
    "Matcher",
    "Memo",
    "NoFacts",
    "None",
    "Numbered",
    "Ok",
    "Option",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Result",
    "Sized",
    "Some",
    "Stop",
    "String",
    "Value",
    "Vec",
    "Weights",
];

/// The Rust type of a sort: that of its root.
pub(super) fn type_name(program: &Program, sort: SortId) -> Ident {
    let mut namer = Namer::reserving(TAKEN)
        .avoiding(program.domain.as_deref().map(|domain| facts_name(domain).to_string()));
    let root = program.sort(sort).root;
    let roots =
        program.sorts[..root.index()].iter().enumerate().filter(|(at, sort)| sort.root.index() == *at);
    // What ends in `Set` is the set of another sort.
    let plain = |name: &str| {
        let name = camel(name);
        if name.ends_with("Set") { format!("{name}Sort") } else { name }
    };
    for (_, before) in roots {
        namer.name(&plain(&before.name));
    }
    namer.name(&plain(&program.sort(root).name))
}

/// The Rust names of the constants of a root sort, in order.
pub(super) fn variants(constants: &[(String, u16)]) -> Vec<Ident> {
    let mut namer = Namer::default();
    constants.iter().map(|(text, _)| namer.name(&camel(text))).collect()
}

/// A type for each root sort that is chosen.
pub(super) fn sort_types(program: &Program, chosen: &dyn Fn(SortId) -> bool) -> TokenStream {
    let mut types = TokenStream::new();
    for (at, sort) in program.sorts.iter().enumerate() {
        if sort.root.index() != at || !chosen(sort.root) {
            continue;
        }
        let name = type_name(program, sort.root);
        let doc =
            if sort.doc.is_empty() { vec![format!("The sort `{}`.", sort.name)] } else { sort.doc.clone() };
        let doc = doc_lines(&doc);
        let derives = quote!(#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]);
        let sets = set_type(sort, &name);
        types.extend(match &sort.kind {
            SortKind::Constants(constants) => {
                let variants = variants(constants);
                let docs = constants.iter().map(|(text, _)| doc_lines(&[format!("`{text}`")]));
                quote! {
                    #doc
                    #derives
                    #[repr(u16)]
                    pub enum #name { #(#docs #variants),* }

                    impl #name {
                        /// The values in order.
                        pub const ALL: &[#name] = &[#(#name::#variants),*];

                        /// The number of the value.
                        pub const fn value(self) -> Value {
                            self as Value
                        }

                        /// The value of a number.
                        pub const fn from_value(value: Value) -> #name {
                            #name::ALL[value as usize]
                        }
                    }

                    #sets
                }
            }
            SortKind::Range(..) | SortKind::Opaque { .. } => quote! {
                #doc
                #derives
                pub struct #name(pub Value);

                impl #name {
                    /// The number of the value.
                    pub const fn value(self) -> Value {
                        self.0
                    }

                    /// The value of a number.
                    pub const fn from_value(value: Value) -> #name {
                        #name(value)
                    }
                }

                #sets
            },
        });
    }
    types
}

/// The name of the type of the sets of a sort.
pub(super) fn set_name(ty: impl std::fmt::Display) -> Ident {
    format_ident!("{}Set", ty.to_string())
}

/// The sets of a sort, if it has not too many values for them.
fn set_type(sort: &Sort, name: &Ident) -> TokenStream {
    let Some(words) = sort.set_words() else { return TokenStream::new() };
    let set = set_name(name);
    let doc = format!(" A set of values of the sort `{}`.", sort.name);
    let count = match sort.kind {
        SortKind::Range(_, high) => usize::from(high) + 1,
        SortKind::Constants(_) | SortKind::Opaque { .. } => sort.size() as usize,
    };
    let (words, count) = (Literal::usize_unsuffixed(words), Literal::usize_unsuffixed(count));
    quote! {
        impl Numbered for #name {
            const COUNT: usize = #count;

            #[inline(always)]
            fn number(self) -> usize {
                self.value() as usize
            }

            #[inline(always)]
            fn numbered(number: usize) -> Self {
                #name::from_value(number as Value)
            }
        }

        #[doc = #doc]
        pub type #set = BitSet<#name, #words>;
    }
}

/// The opaque sorts, whose values only the host can read and write.
fn opaque(program: &Program) -> impl Iterator<Item = (&str, Ident)> {
    program
        .sorts
        .iter()
        .filter(|sort| matches!(sort.kind, SortKind::Opaque { .. }))
        .map(|sort| (sort.name.as_str(), type_name(program, sort.root)))
}

/// The extern predicates with their modes.
fn externs(program: &Program) -> impl Iterator<Item = (&Predicate, &Extern)> {
    program.predicates.iter().filter_map(|predicate| match &predicate.kind {
        PredicateKind::Extern(external) => Some((predicate, external)),
        _ => None,
    })
}

/// The method that answers a mode: named after the predicate and what it gives, `in_field`, or `in_holds`.
pub(super) fn method(program: &Program, predicate: &Predicate, mode: &Mode) -> Ident {
    // Two predicates of one name and different numbers of arguments are told apart by that number.
    let twins = externs(program).filter(|(other, _)| snake(&other.name) == snake(&predicate.name)).count();
    let base = if twins > 1 {
        format!("{}_{}", snake(&predicate.name), predicate.arity())
    } else {
        snake(&predicate.name)
    };
    let free: Vec<String> = predicate
        .parameters
        .iter()
        .enumerate()
        .filter(|(at, _)| !mode.needs(*at))
        .map(|(_, name)| snake(name))
        .collect();
    if free.is_empty() { format_ident!("{base}_holds") } else { format_ident!("{base}_{}", free.join("_")) }
}

/// The types of the free arguments: one type, or a tuple.
fn given(program: &Program, predicate: &Predicate, mode: &Mode) -> TokenStream {
    let types: Vec<Ident> = (0..predicate.arity())
        .filter(|at| !mode.needs(*at))
        .map(|at| type_name(program, predicate.sort(at)))
        .collect();
    match types.as_slice() {
        [one] => quote!(#one),
        _ => quote!((#(#types),*)),
    }
}

fn facts_trait(program: &Program, domain: &str) -> TokenStream {
    let name = facts_name(domain);
    let readers = opaque(program).map(|(sort, ty)| {
        let (read, write) = (format_ident!("read_{}", snake(sort)), format_ident!("write_{}", snake(sort)));
        let (read_doc, write_doc) = (
            format!(" The `{sort}` that is written like this, if there is one."),
            format!(" How a `{sort}` is written."),
        );
        quote! {
            #[doc = #read_doc]
            fn #read(text: &str) -> Option<#ty>;
            #[doc = #write_doc]
            fn #write(value: #ty) -> String;
        }
    });
    let methods = externs(program).flat_map(|(predicate, external)| {
        external.modes.iter().map(move |mode| signature(program, predicate, external, mode))
    });
    let actions = actions::signatures(program);
    let mut doc = vec![
        format!("What a host of `{domain}` answers: one method for each mode of each extern predicate."),
        "Iterators own what they go through, so that a loop can go on while the host changes.".to_owned(),
    ];
    if !actions.is_empty() {
        doc.push("What is made is taken back, the latest first, before the question ends.".to_owned());
    }
    let doc = doc_lines(&doc);
    quote! {
        #doc
        pub trait #name: Sized {
            #(#readers)*
            #(#methods)*
            #actions
        }
    }
}

/// The method of a mode.
fn signature(program: &Program, predicate: &Predicate, external: &Extern, mode: &Mode) -> TokenStream {
    let name = method(program, predicate, mode);
    let mut doc = predicate.doc.clone();
    doc.push(String::new());
    doc.push(format!("`{}({})`", predicate.name, mode_words(predicate, mode)));
    let doc = doc_lines(&doc);
    let last = predicate.arity().saturating_sub(1);
    let parameters =
        predicate.parameters.iter().enumerate().filter(|(at, _)| mode.needs(*at)).map(|(at, parameter)| {
            let ty = type_name(program, predicate.sort(at));
            if external.variadic && at == last {
                let name = ident(&format!("{}s", snake(parameter)));
                quote!(#name: &[#ty])
            } else {
                let name = ident(&snake(parameter));
                quote!(#name: #ty)
            }
        });
    let given = given(program, predicate, mode);
    match (&external.asks, mode.answers) {
        (Some(_), _) => quote! {
            #doc
            fn #name(
                &mut self,
                #(#parameters,)*
                asks: &mut dyn FnMut(&mut Self) -> Result<bool, LimitReached>,
            ) -> Result<bool, LimitReached>;
        },
        (None, Answers::Test { .. }) => quote!(#doc fn #name(&self, #(#parameters),*) -> bool;),
        (None, Answers::One) => quote!(#doc fn #name(&self, #(#parameters),*) -> Option<#given>;),
        (None, Answers::Many { .. }) => quote! {
            #doc
            fn #name(&self, #(#parameters),*) -> impl Iterator<Item = #given> + use<Self>;
        },
        (None, Answers::Set { .. }) => {
            let set = set_name(&given);
            quote!(#doc fn #name(&self, #(#parameters),*) -> #set;)
        }
    }
}

fn mode_words(predicate: &Predicate, mode: &Mode) -> String {
    let words: Vec<&str> =
        (0..predicate.arity()).map(|at| if mode.needs(at) { "bound" } else { "free" }).collect();
    words.join(", ")
}

/// The interpreter's host over any facts.
fn adapter(program: &Program, domain: &str) -> TokenStream {
    let facts = facts_name(domain);
    let mut modes = Vec::new();
    let (mut tests, mut eaches, mut sets, mut asks) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut number = 0u32;
    for (predicate, external) in externs(program) {
        for mode in &external.modes {
            let name = &predicate.name;
            let bound = &mode.bound;
            modes.push(quote!((#name, [#(#bound),*]) => Some(#number)));
            let call = adapter_call(program, predicate, external, mode);
            let number_token = Literal::u32_unsuffixed(number);
            match (&external.asks, mode.answers) {
                (Some(_), _) => asks.push(quote!(#number_token => #call)),
                (None, Answers::Test { .. }) => tests.push(quote!(#number_token => #call)),
                (None, Answers::Set { .. }) => sets.push(quote!(#number_token => #call)),
                (None, _) => eaches.push(quote!(#number_token => #call)),
            }
            number += 1;
        }
    }
    let (mut reads, mut writes) = (Vec::new(), Vec::new());
    for (sort, ty) in opaque(program) {
        let (read, write) = (format_ident!("read_{}", snake(sort)), format_ident!("write_{}", snake(sort)));
        reads.push(quote!(#sort => F::#read(text).map(#ty::value)));
        writes.push(quote!(#sort => Some(F::#write(#ty::from_value(value)))));
    }
    let doc = doc_lines(&["The interpreter's way to the same answers.".to_owned()]);
    let actions = actions::adapter(program);
    quote! {
        #doc
        pub struct Interpreted<F>(std::marker::PhantomData<F>);

        impl<F: #facts> Host for Interpreted<F> {
            type Facts = F;

            fn mode(predicate: &str, bound: &[bool]) -> Option<u32> {
                match (predicate, bound) {
                    #(#modes,)*
                    _ => None,
                }
            }

            fn read(sort: &str, text: &str) -> Option<Value> {
                match sort {
                    #(#reads,)*
                    _ => None,
                }
            }

            fn write(sort: &str, value: Value) -> Option<String> {
                match sort {
                    #(#writes,)*
                    _ => None,
                }
            }

            fn test(facts: &mut F, mode: u32, inputs: &[Value]) -> bool {
                match mode {
                    #(#tests,)*
                    _ => unreachable!("no test has this number"),
                }
            }

            fn each(facts: &mut F, mode: u32, inputs: &[Value], answers: &mut Vec<Value>) {
                match mode {
                    #(#eaches,)*
                    _ => unreachable!("no enumeration has this number"),
                }
            }

            fn set(facts: &mut F, mode: u32, inputs: &[Value], take: &mut dyn FnMut(&[u64])) {
                match mode {
                    #(#sets,)*
                    _ => unreachable!("no set has this number"),
                }
            }

            fn ask(
                facts: &mut F,
                mode: u32,
                inputs: &[Value],
                rules: &mut dyn FnMut(&mut F) -> Result<bool, LimitReached>,
            ) -> Result<bool, LimitReached> {
                match mode {
                    #(#asks,)*
                    _ => unreachable!("no question to rules has this number"),
                }
            }

            #actions
        }
    }
}

/// The arm of a mode: inputs become typed, answers become plain values.
fn adapter_call(program: &Program, predicate: &Predicate, external: &Extern, mode: &Mode) -> TokenStream {
    let method = method(program, predicate, mode);
    let needed: Vec<usize> = (0..predicate.arity()).filter(|at| mode.needs(*at)).collect();
    let last = predicate.arity().saturating_sub(1);
    let inputs: Vec<TokenStream> = needed
        .iter()
        .enumerate()
        .map(|(input, at)| {
            let ty = type_name(program, predicate.sort(*at));
            let input = Literal::usize_unsuffixed(input);
            if external.variadic && *at == last {
                quote!(&inputs[#input..].iter().map(|value| #ty::from_value(*value)).collect::<Vec<_>>())
            } else {
                quote!(#ty::from_value(inputs[#input]))
            }
        })
        .collect();
    let outputs: Vec<Ident> = predicate
        .parameters
        .iter()
        .enumerate()
        .filter(|(at, _)| !mode.needs(*at))
        .map(|(_, name)| ident(&snake(name)))
        .collect();
    let pattern = match outputs.as_slice() {
        [one] => quote!(#one),
        _ => quote!((#(#outputs),*)),
    };
    match (&external.asks, mode.answers) {
        (Some(_), _) => quote!(facts.#method(#(#inputs,)* rules)),
        (None, Answers::Test { .. }) => quote!(facts.#method(#(#inputs),*)),
        (None, Answers::One) => quote! {
            if let Some(#pattern) = facts.#method(#(#inputs),*) {
                answers.extend([#(#outputs.value()),*]);
            }
        },
        (None, Answers::Set { .. }) => quote!(take(facts.#method(#(#inputs),*).words())),
        (None, Answers::Many { .. }) => quote! {
            {
                for #pattern in facts.#method(#(#inputs),*) {
                    answers.extend([#(#outputs.value()),*]);
                }
            }
        },
    }
}
