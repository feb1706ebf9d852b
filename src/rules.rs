//! The rules of `knowledge/`, compiled by `build.rs`, and the rule files themselves.

include!(concat!(env!("OUT_DIR"), "/knowledge/mod.rs"));
