//! The rules of `knowledge/renju-2001` written by hand, and how fast they are beside the generated ones.
//!
//! | module | what it holds |
//! |---|---|
//! | [`plain`] | all 18 rules as plain nested loops: what one writes in an afternoon |
//! | [`sets`] | three of them over sets: what one writes who has time, and knows the rules |
//! | [`compared`] | whether all answer alike, and how long each takes |
//! | [`plot`] | the times as a picture |

pub mod compared;
pub mod plain;
pub mod plot;
pub mod sets;
