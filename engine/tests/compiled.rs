//! The bases of the tests (`engine/tests/knowledge`), compiled by `build.rs`.
#![allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "a program uses only a part of its compiled rules"
)]

use noire::rules::five_in_a_row;

include!(concat!(env!("OUT_DIR"), "/tests/mod.rs"));
