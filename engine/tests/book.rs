//! The examples in the book that run `noire`. Those that run `blanche` are tested beside the book.

#[path = "../../blanche-compiler/tests/book/examples.rs"]
mod examples;
#[path = "../../blanche-compiler/tests/book/pages.rs"]
mod pages;

use std::path::Path;

#[test]
fn every_example_of_noire_in_the_book_holds() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book/noire");
    let runner = examples::Runner { name: "noire", program: env!("CARGO_BIN_EXE_noire"), folder };
    let wrong = examples::run(&runner);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_command_is_on_the_page_of_commands() {
    let help =
        std::process::Command::new(env!("CARGO_BIN_EXE_noire")).arg("--help").output().expect("it runs");
    let help = String::from_utf8(help.stdout).expect("help is text");
    assert_eq!(pages::commands_without_a_section("noire", &help), [""; 0]);
}

/// mdBook only warns about a missing file and continues.
#[test]
fn every_file_that_a_page_includes_exists() {
    let mut missing = Vec::new();
    let mut seen = 0;
    for chapter in pages::chapters() {
        let here = chapter.name.rsplit_once('/').map_or("", |(folder, _)| folder);
        let lines =
            chapter.text.lines().filter_map(|line| line.strip_prefix("{{#include ")?.strip_suffix("}}"));
        for line in lines {
            seen += 1;
            let (path, part) = line.split_once(':').unwrap_or((line, ""));
            let text = std::fs::read_to_string(pages::folder().join(here).join(path)).unwrap_or_default();
            let is_anchor = part.starts_with(char::is_alphabetic);
            if text.is_empty() || is_anchor && !text.contains(&format!("// ANCHOR: {part}\n")) {
                missing.push(format!("{}: {line}", chapter.name));
            }
        }
    }
    assert!(seen > 20 && missing.is_empty(), "{seen} included: {missing:#?}");
}
