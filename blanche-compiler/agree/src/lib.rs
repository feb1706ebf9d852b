//! Agreement: a third evaluator, as plain as can be, that settles what is right when the interpreter and the
//! compiled rules agree with each other, and random small programs to compare all three on.
//!
//! This crate shares the tree (`blanche_compiler::syntax::ast`) with the compiler and nothing else, but for [`claims`],
//! which takes explanations of the compiler apart into bodies that can be judged here. It resolves
//! no names, checks nothing and plans nothing: give it programs that the compiler accepts.

mod boards;
pub mod claims;
mod clauses;
pub mod games;
pub mod generate;
pub mod naive;
mod program;
mod reading;
mod recursion;
pub mod shuffle;
mod sketch;
mod sorts;
pub mod sugar;
mod value;
pub mod whole;
mod world;

pub use naive::Answers;
pub use program::{Naive, Rule, Score};
pub use recursion::Signature;
pub use value::Value;
pub use world::{NoHost, World};
