//! NOIRE.

pub mod rules;
