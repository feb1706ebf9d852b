//! BLANCHE.

pub mod diagnostic;
pub mod files;
pub mod runtime;
pub mod syntax;
