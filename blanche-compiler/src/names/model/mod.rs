//! Data that the passes share: the states of a program, what was lost, and the scope of a clause.

pub(super) mod lost;
pub(super) mod scope;
mod states;

pub(super) use self::states::{Bodies, Declared, DeclaredGame, Heads, Open, Refused, RuleText, Why};
