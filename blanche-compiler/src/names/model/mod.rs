//! What the passes hand on: the states of a program, what is lost on the way, and one clause while it is resolved.

pub(super) mod lost;
pub(super) mod scope;
mod states;

pub(super) use self::states::{Bodies, Declared, DeclaredGame, Heads, Open, Refused, RuleText, Why};
