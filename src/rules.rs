//! The rules of `knowledge/`, compiled by `build.rs`, and the texts of the rule files.

include!(concat!(env!("OUT_DIR"), "/knowledge/mod.rs"));
