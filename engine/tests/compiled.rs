//! The bases beside the tests (`engine/tests/knowledge`), compiled by `build.rs`.
#![allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "whoever includes compiled rules asks what he needs of them"
)]

use noire::rules::five_in_a_row;

include!(concat!(env!("OUT_DIR"), "/tests/mod.rs"));
