//! BLANCHE.

pub mod check;
pub mod diagnostic;
pub mod files;
pub mod names;
pub mod program;
pub mod report;
pub mod runtime;
pub mod syntax;
