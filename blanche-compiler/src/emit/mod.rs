//! Rust from plans: for every domain its types, the trait of its facts and the interpreter's adapter; for every
//! base one function a rule. The only user of quote and syn.
//!
//! The text that comes out is a function of the sources: no path of a machine, no order of a hash, no time. It
//! is read by people, so names come from the rules, every function carries its rule's text, and prettyplease
//! lays it out. What generated code needs at run time stands in [`crate::runtime`].

mod accesses;
mod actions;
mod adapter;
mod block;
mod calls;
mod comments;
mod domain;
mod externs;
mod facts;
mod idents;
mod levels;
mod operands;
mod rules;
mod scores;
mod sets;
mod shape;
mod sorts;
mod spending;

use proc_macro2::TokenStream;
use quote::quote;

use crate::cores::with_much_room;
use crate::files::Sources;
use crate::plan::Plan;
use crate::program::Program;

/// A program ready to be emitted.
pub struct Unit<'a> {
    /// The name of its module: the base's name, or the file's.
    pub name: &'a str,
    /// The program.
    pub program: &'a Program,
    /// Its plan.
    pub plan: &'a Plan,
    /// The hash of its sources, as [`crate::hash`] gives it.
    pub hash: u64,
}

impl Unit<'_> {
    /// The name of the domain that a host stands behind. A program that declares extern predicates without
    /// naming a domain has one of its own.
    fn domain(&self) -> Option<String> {
        let own = || self.program.needs_host().then(|| format!("{}-domain", self.name));
        self.program.domain.clone().or_else(own)
    }
}

/// Emits modules for all units, with a module for every domain that they use and a list of the bases in it.
/// Names of files are used as the sources call them.
pub fn emit(sources: &Sources, units: &[Unit<'_>]) -> String {
    // Loops stand in loops, as many as a body has.
    with_much_room(|| {
        let modules = modules(sources, units);
        layout(&quote!(#(#modules)*))
    })
}

fn modules(sources: &Sources, units: &[Unit<'_>]) -> Vec<TokenStream> {
    let mut modules = Vec::new();
    let mut domains: Vec<String> = Vec::new();
    for unit in units {
        let Some(domain) = unit.domain() else { continue };
        if !domains.contains(&domain) {
            let bases: Vec<&Unit<'_>> =
                units.iter().filter(|unit| unit.domain().as_ref() == Some(&domain)).collect();
            modules.push(domain::module(&domain, &bases));
            domains.push(domain);
        }
    }
    modules.extend(base_modules(sources, units));
    modules
}

/// Emits modules for all units and none for their domains, which stand beside them already.
pub fn emit_bases(sources: &Sources, units: &[Unit<'_>]) -> String {
    with_much_room(|| {
        let modules = base_modules(sources, units);
        layout(&quote!(#(#modules)*))
    })
}

fn base_modules(sources: &Sources, units: &[Unit<'_>]) -> Vec<TokenStream> {
    let module = |unit: &Unit<'_>| {
        let bases = units.iter().filter(|other| other.domain() == unit.domain());
        rules::module(sources, unit, &sorts::shared_sorts(unit, bases))
    };
    units.iter().map(module).collect()
}

/// Emits texts as a constant of this name, so that a program carries its knowledge in source form too. `what`
/// begins the constant's doc comment.
pub fn texts(constant: &str, what: &str, texts: &[(String, Vec<u8>)]) -> String {
    let name = quote::format_ident!("{constant}");
    let doc = format!(" {what}: their paths below `knowledge/` and their texts.");
    let entries = texts.iter().map(|(name, bytes)| {
        let text = String::from_utf8_lossy(bytes);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        quote!((#name, #text))
    });
    layout(&quote! {
        #[doc = #doc]
        pub const #name: &[(&str, &str)] = &[#(#entries),*];
    })
}

/// Lays tokens out as a file, in shape and with plain comments inside of functions. A failure would be a mistake of the
/// emitter, and the text shows where.
fn layout(tokens: &TokenStream) -> String {
    match syn::parse2(tokens.clone()) {
        Ok(mut file) => {
            shape::shape(&mut file);
            comments::plain_comments(&prettyplease::unparse(&file))
        }
        Err(error) => panic!("the emitter writes Rust that parses, but: {error}\n{tokens}"),
    }
}
