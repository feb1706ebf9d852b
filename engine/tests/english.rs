//! Comments, messages and pages are in plain English, as CONTRIBUTING.md asks for.

use std::fs;

use crate::tidy::{code, files, is_of_tests, root};

/// Phrases of a style that made readers stop, because the sentence invents a person who acts or has an inverted order.
const MANNER: &[&str] =
    &["somebody", "whoever", "is looked for", "are looked for", "is said of", "as far as it", "so many as"];

/// The first words of inverted sentences.
const INVERTED: &[&str] = &["So many", "So often", "So long", "So much"];

/// Whether a line of prose contains such a phrase or begins with such words.
fn is_mannered(line: &str) -> bool {
    let lower = line.to_lowercase();
    MANNER.iter().any(|phrase| lower.contains(phrase)) || INVERTED.iter().any(|start| line.starts_with(start))
}

#[test]
fn comments_messages_and_pages_are_in_plain_english() {
    assert!(
        is_mannered("So many moves are looked ahead at most.") && !is_mannered("Maximum depth, in plies.")
    );
    let mut found = Vec::new();
    let mut check = |name: &str, lines: &mut dyn Iterator<Item = &str>| {
        found.extend(lines.filter(|line| is_mannered(line)).map(|line| format!("{name}: {line}")));
    };
    for (name, text) in ["engine", "blanche-compiler", "src"].iter().flat_map(|folder| files(folder, "rs")) {
        // The sentence in `learning/tables.rs` is the first line of files that learners have already written.
        if ["tests/english.rs", "learning/tables.rs"].iter().any(|file| name.ends_with(file)) {
            continue;
        }
        let comments = text.lines().filter_map(|line| line.trim_start().strip_prefix("//"));
        check(&name, &mut comments.map(|line| line.trim_start_matches(['/', '!']).trim_start()));
        if !is_of_tests(&name) {
            check(&name, &mut code(&text).filter(|line| line.contains('"')).map(str::trim_start));
        }
    }
    for (name, text) in ["engine", "blanche-compiler"].iter().flat_map(|folder| files(folder, "md")) {
        // Commands, their output and rules are in blocks.
        check(&name, &mut text.split("```").step_by(2).flat_map(str::lines));
    }
    for name in ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md"] {
        let text = fs::read_to_string(root().join(name)).expect("the document is there");
        check(name, &mut text.lines());
    }
    assert!(found.is_empty(), "write them as CONTRIBUTING.md says: {found:#?}");
}
