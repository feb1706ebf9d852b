//! Tests that three evaluators agree: the interpreter, the compiled rules and the naive evaluator. The naive evaluator
//! is as simple as possible. It decides what is correct, even if the other two agree. Generators of small random
//! programs provide the cases on which all three are compared.
//!
//! This crate shares only the syntax tree (`blanche_compiler::syntax::ast`) with the compiler. The exception is
//! [`claims`], which converts explanations of the compiler to bodies that can be evaluated here. The crate does not
//! resolve names, check or plan, so programs must first be accepted by the compiler.

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
