//! BLANCHE: a small logic language for knowledge about board games, and its compiler.
//!
//! The pipeline, from source text to answers:
//!
//! ```text
//! files ─ syntax ─► tree ─ names ─► program ─ check ─► diagnostics ─ report ─► terminal, JSON
//!                                      │
//!                                    plan ──► interpret   answers over a host, at run time
//!                                      └────► emit        Rust over the same host, in build.rs
//! ```
//!
//! [`compile`] runs it up to the generated Rust. This crate knows no particular game. Games are defined by rule files,
//! which also declare the predicates that a host (the program that uses the rules) answers.
//!
//! The following example parses, checks, plans and queries a program:
//!
//! ```
//! use blanche_compiler::{check_program, has_errors, interpret::{Machine, NoHost}, plan, project::{Files, Project}, runtime::Limits};
//!
//! let text = "fact parent(anna, bert)\nfact parent(bert, carl)\n\
//!             export grandparent(X, Z)\ngrandparent(X, Z) :- parent(X, Y_), parent(Y_, Z)\n";
//! let mut project = Project::default();
//! let file = project.add("family.blanche", text.as_bytes());
//! let checked = check_program(&project, &Files { files: vec![file], incomplete: false }, None);
//! assert!(!has_errors(&checked.diagnostics));
//! let program = &checked.resolved.program;
//! let machine = Machine::<NoHost>::new(program, &plan::plan(program).unwrap(), Limits::default()).unwrap();
//! let (grandparent, _) = program.exports().next().unwrap();
//! assert_eq!(machine.count(&mut (), grandparent), Ok(1));
//! ```

#![warn(clippy::self_named_module_files)]

// The modules in layers: each uses only modules of the groups above it, which `tests/layers.rs` verifies.

mod fnv;
pub mod markup;

pub mod files;
pub mod parallel;
pub mod progress;
mod scc;
pub mod spelling;
pub mod timing;

mod folders;

pub mod diagnostic;
pub mod grammar;

pub mod embedded;
pub mod expect;
mod knowledge_folders;
pub mod report;
pub mod syntax;

mod policy;

pub mod program;
mod search_path;

pub mod incremental;

pub mod bitboards;
pub mod literals;
pub mod names;

pub mod modes;
pub mod project;

pub mod check;
pub mod plan;

mod checked;
pub mod emit;
pub mod interpret;

mod build_api;
pub mod game;
pub mod paths;
pub mod why;

#[cfg(feature = "service")]
pub mod legality;
#[cfg(feature = "service")]
pub mod service;

#[cfg(feature = "manual")]
pub mod manual;
#[cfg(feature = "repl")]
pub mod repl;

/// The runtime library that the interpreter and compiled rules share.
pub use blanche_runtime as runtime;
pub use blanche_runtime::random;
pub use build_api::{Knowledge, compile, compile_beside};
pub use checked::{Checked, check_program, check_text, hash, load, together, together_where};
pub use diagnostic::has_errors;
pub use folders::STATISTICS_FILE;
pub use project::{base_file, is_base, namesakes, unused_file};
