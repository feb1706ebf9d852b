//! The examples of the book that ask `noire`. Those that ask `blanche` are run beside the book.

#[path = "../../blanche-compiler/tests/book/examples.rs"]
mod examples;
#[path = "../../blanche-compiler/tests/book/pages.rs"]
mod pages;

use std::path::Path;

#[test]
fn every_example_of_the_book_that_asks_noire_holds() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book/noire");
    let runner = examples::Runner { name: "noire", program: env!("CARGO_BIN_EXE_noire"), folder };
    let wrong = examples::run(&runner);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_command_stands_in_the_page_of_commands() {
    let help =
        std::process::Command::new(env!("CARGO_BIN_EXE_noire")).arg("--help").output().expect("it runs");
    let help = String::from_utf8(help.stdout).expect("help is text");
    assert_eq!(pages::commands_without_a_section("noire", &help), [""; 0]);
}
