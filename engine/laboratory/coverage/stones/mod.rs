//! Coverage of bases about five in a row (stones).
//!
//! | module | what it holds |
//! |---|---|
//! | [`cases`] | positions with a side to move, where symmetric positions count once |
//! | [`random_corpus`] | the random corpus, determined by its seed |
//! | [`knowledge`] | what the rules of a base claim in a position |
//! | [`missed_win`] | the essential stones of a missed win (no rule plays a winning move) |
//! | [`examiner`] | examines one position |

pub(crate) mod cases;
pub(crate) mod examiner;
pub(crate) mod knowledge;
pub(crate) mod missed_win;
pub(crate) mod random_corpus;
