//! Data that the passes share: the states that a program goes through during name resolution, a record of what was
//! lost, and the scope of a clause.

pub(super) mod error_recovery;
pub(super) mod scope;
mod states;

pub(super) use self::states::{
    Bodies, Declared, DeclaredGame, Heads, Open, RejectedDefinitions, Rejection, RuleItem,
};
