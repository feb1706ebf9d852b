//! What many items are made of. To make the parser of a body takes as long as to read some items, so it is made once for a
//! file, and whatever needs it takes a copy.

use super::ast::{Atom, Body, Side};
use super::bodies::{atom, body};
use super::grammar::Rule;
use super::sides::side;

/// Parsers that items share.
pub(super) struct Parts<'t, 's: 't> {
    pub(super) atom: Rule<'t, 's, Atom>,
    pub(super) body: Rule<'t, 's, Body>,
    pub(super) side: Rule<'t, 's, Side>,
}

impl Parts<'_, '_> {
    /// Makes them.
    pub(super) fn new<'t, 's: 't>() -> Parts<'t, 's> {
        let atom = atom();
        Parts { body: body(&atom), side: side(), atom }
    }
}
