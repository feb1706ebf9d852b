//! BLANCHE.

pub mod check;
pub mod diagnostic;
pub mod emit;
pub mod files;
pub mod interpret;
pub mod modes;
pub mod names;
pub mod plan;
pub mod program;
pub mod report;
pub mod runtime;
pub mod syntax;
