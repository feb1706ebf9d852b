//! The input and output of emission.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{cleanup, comments};
use crate::plan::Plan;
use crate::program::Program;

/// A program ready to be emitted.
pub struct Unit<'a> {
    /// The name of the program's module: the name of the base or of the file.
    pub name: &'a str,
    /// The checked program.
    pub program: &'a Program,
    /// The plan of the program.
    pub plan: &'a Plan,
    /// The hash of the program's sources, as computed by [`crate::hash`].
    pub hash: u64,
}

impl Unit<'_> {
    /// The name of the domain that a host or positions implement. A program that declares extern predicates or
    /// states without naming a domain has a domain of its own.
    pub(super) fn domain(&self) -> Option<String> {
        let has_facts = self.program.needs_host() || self.program.game.is_some();
        let own = || has_facts.then(|| format!("{}-domain", self.name));
        self.program.domain.clone().or_else(own)
    }
}

/// A module of emitted Rust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// The Rust name of the module.
    pub name: String,
    /// The text of the module's file: `//!` lines, then items.
    pub text: String,
    /// Whether only the other emitted modules use this module.
    pub private: bool,
    /// Whether this is the module of the domain of a game that stores its own positions.
    pub of_games: bool,
}

/// A module of these items.
pub(super) fn module(name: &Ident, doc: &[String], items: &TokenStream) -> Module {
    let doc = doc.iter().map(|line| comments::doc_line(line));
    let text = layout(&quote! { #(#![doc = #doc])* #items });
    Module { name: name.to_string(), text, private: false, of_games: false }
}

/// Formats tokens as a file, after the final transformations, with plain comments inside functions. Panics if the
/// tokens are not valid Rust, which would be a bug in the emitter. The message contains the text.
pub(super) fn layout(tokens: &TokenStream) -> String {
    match syn::parse2(tokens.clone()) {
        Ok(mut file) => {
            cleanup::shape(&mut file);
            comments::plain_comments(&prettyplease::unparse(&file))
        }
        Err(error) => panic!("the emitter writes Rust that parses, but: {error}\n{tokens}"),
    }
}
