//! The examples in the book that run `reproduce`.

#[path = "../../../blanche-compiler/tests/book/examples.rs"]
#[allow(dead_code, reason = "each program that includes this uses a part of it")]
mod examples;
#[path = "../../../blanche-compiler/tests/book/pages.rs"]
#[allow(dead_code, reason = "each program that includes this uses a part of it")]
mod pages;

use std::path::Path;

use crate::reproduce;

#[test]
fn every_example_of_reproduce_in_the_book_prints_what_it_shows() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book/reproduce");
    let runner = examples::Runner { name: "reproduce", program: env!("CARGO_BIN_EXE_reproduce"), folder };
    let wrong = examples::run(&runner);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_page_of_commands_has_every_command() {
    let help = reproduce(&["--help"]).out;
    assert_eq!(pages::commands_without_a_section("reproduce", &help), [""; 0]);
}
