//! BLANCHE.

pub mod diagnostic;
pub mod files;
pub mod names;
pub mod program;
pub mod runtime;
pub mod syntax;
