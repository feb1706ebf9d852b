//! The rules of `knowledge/`, compiled by `build.rs`, and the rule files themselves.

#![allow(
    clippy::all,
    nonstandard_style,
    clippy::pedantic,
    missing_docs,
    unused_doc_comments,
    unused_imports,
    unused_labels,
    unused_mut,
    unused_variables,
    unreachable_code,
    dead_code,
    unreachable_pub,
    reason = "this text is written by a program; each allowance is for a shape that some rule takes"
)]

include!(concat!(env!("OUT_DIR"), "/knowledge.rs"));
