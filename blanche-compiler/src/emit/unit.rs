//! What is emitted, and what comes out.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{comments, shape};
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
    /// The name of the domain that a host or positions stand behind. A program that declares extern predicates or states
    /// without naming a domain has one of its own.
    pub(super) fn domain(&self) -> Option<String> {
        let has_facts = self.program.needs_host() || self.program.game.is_some();
        let own = || has_facts.then(|| format!("{}-domain", self.name));
        self.program.domain.clone().or_else(own)
    }
}

/// A module of emitted Rust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// Its name in Rust.
    pub name: String,
    /// The text of its file: `//!` lines, then items.
    pub text: String,
    /// Whether it belongs to the others alone.
    pub private: bool,
    /// Whether it is the domain of games that keep their positions themselves.
    pub of_games: bool,
}

/// A module of these items.
pub(super) fn module(name: &Ident, doc: &[String], items: &TokenStream) -> Module {
    let doc = doc.iter().map(|line| comments::doc_line(line));
    let text = layout(&quote! { #(#![doc = #doc])* #items });
    Module { name: name.to_string(), text, private: false, of_games: false }
}

/// Lays tokens out as a file, in shape and with plain comments inside of functions. A failure would be a mistake of the
/// emitter, and the text shows where.
pub(super) fn layout(tokens: &TokenStream) -> String {
    match syn::parse2(tokens.clone()) {
        Ok(mut file) => {
            shape::shape(&mut file);
            comments::plain_comments(&prettyplease::unparse(&file))
        }
        Err(error) => panic!("the emitter writes Rust that parses, but: {error}\n{tokens}"),
    }
}
