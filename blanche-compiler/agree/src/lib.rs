//! Agreement tests: a third evaluator, as simple as possible, which decides what is correct even where the interpreter
//! and the compiled rules agree; and generators of small random programs to compare all three on.
//!
//! This crate shares only the syntax tree (`blanche_compiler::syntax::ast`) with the compiler, except for [`claims`],
//! which converts explanations of the compiler to bodies that can be evaluated here. It does not resolve names, check
//! or plan, so programs must be accepted by the compiler.

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
