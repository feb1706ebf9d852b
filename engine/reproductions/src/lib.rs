//! Repeats what documents tell of their programs, and prints our figures beside theirs.
//!
//! This stands at the edge: it uses `noire`, and nothing uses it. The program `reproduce` has a command for each activity.
//!
//! | module | what it holds |
//! |---|---|
//! | [`curve`] | curves, as pictures and in letters |
//! | [`experiment`] | the experiments of the thesis |
//! | [`learning`] | how soon a learner cannot be beaten, and how strong it is on the way; tables that it learns |
//! | [`loops`] | the rules of the thesis by hand, and how fast they are beside the generated ones |
//! | [`mod@matches`] | matches that documents speak of |

pub mod curve;
pub mod experiment;
pub mod learning;
pub mod loops;
pub mod matches;
