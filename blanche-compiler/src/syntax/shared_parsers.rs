//! Parsers that many items share. Building the parser of a body takes as long as parsing several items, so each
//! parser is built once per file and cloned.

use chumsky::prelude::*;

use super::ast::{Atom, Body, ItemKind, Side};
use super::bodies::{atom, body};
use super::grammar::{Rule, finish, token, word};
use super::heads::declare;
use super::player_sides::side;
use super::token::Kind;

/// The shared parsers.
pub(super) struct Parts<'t, 's: 't> {
    pub(super) atom: Rule<'t, 's, Atom>,
    pub(super) body: Rule<'t, 's, Body>,
    pub(super) side: Rule<'t, 's, Side>,
}

impl Parts<'_, '_> {
    /// Builds the parsers.
    pub(super) fn new<'t, 's: 't>() -> Parts<'t, 's> {
        let atom = atom();
        Parts { body: body(&atom), side: side(), atom }
    }
}

impl<'t, 's: 't> Parts<'t, 's> {
    /// Parses an item with the keyword `item` whose head has a syntax error. Skips the head, and parses the body after
    /// the word `joint`.
    pub(super) fn broken(&self, item: &'static str, joint: &'static str) -> Rule<'t, 's, ItemKind> {
        let head = token(move |token| !token.is(joint) && token.kind != Kind::End).repeated();
        declare(item)
            .ignore_then(head)
            .ignore_then(word(joint).ignore_then(self.body.clone()).or_not())
            .ignore_then(finish())
            .to(ItemKind::Error)
            .boxed()
    }
}
