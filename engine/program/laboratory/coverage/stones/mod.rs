//! Coverage of bases about stones.
//!
//! | module | what it holds |
//! |---|---|
//! | [`cases`] | positions with a side to move, distinct up to symmetry |
//! | [`drawn`] | the random corpus: a function of its seed |
//! | [`knowledge`] | what the rules of a base say of a position |
//! | [`shape`] | what is left of a win that no rule names |
//! | [`examiner`] | what comes of one position |

pub(crate) mod cases;
pub(crate) mod drawn;
pub(crate) mod examiner;
pub(crate) mod knowledge;
pub(crate) mod shape;
