//! Tests with arbitrary bytes: reading, checking and planning never panic. Formatting a file without syntax errors a
//! second time changes nothing.

use std::panic::{AssertUnwindSafe, catch_unwind};

use blanche_compiler::project::{Files, Project, rule_files};
use blanche_compiler::{check_program, has_errors, plan, report, syntax};

use crate::lots::{draws, seed};
use blanche_compiler::random::Random;

/// Reads and checks bytes as one file, and renders the diagnostics. If the program is valid, it is planned, and if it
/// can be parsed, it is formatted.
fn check(bytes: &[u8]) {
    let mut project = Project::default();
    let root = project.add("bytes", bytes);
    let parsed_well = !has_errors(&project.diagnostics);
    let files = Files { files: vec![root], incomplete: false };
    let checked = check_program(&project, &files, None);
    report::render(&project.sources, &checked.diagnostics, report::Style::PLAIN);
    if !has_errors(&checked.diagnostics) {
        // The result may be a plan or a diagnostic. It matters only that planning ends.
        let _ = plan::plan(&checked.resolved.program);
    }
    let printed = syntax::print(project.tree(root));
    if parsed_well {
        let mut again = Project::default();
        let root = again.add("printed", printed.as_bytes());
        assert!(!has_errors(&again.diagnostics), "the printed text has errors:\n{printed}");
        assert_eq!(syntax::print(again.tree(root)), printed, "printing is not stable");
    }
}

/// Panics with the shortest inputs for which [`check`] panics.
fn check_all(cases: impl Iterator<Item = Vec<u8>>) {
    let mut failed = Vec::new();
    for bytes in cases {
        if catch_unwind(AssertUnwindSafe(|| check(&bytes))).is_err() {
            failed.push(bytes);
        }
    }
    failed.sort_by_key(Vec::len);
    let shown: Vec<String> =
        failed.iter().take(8).map(|bytes| String::from_utf8_lossy(bytes).into_owned()).collect();
    assert!(
        failed.is_empty(),
        "{} cases fail, the shortest of them:\n{}",
        failed.len(),
        shown.join("\n----\n")
    );
}

fn real_files() -> Vec<Vec<u8>> {
    let folder = crate::crate_folder().join("../knowledge");
    rule_files(&folder).iter().map(|path| std::fs::read(path).unwrap()).collect()
}

/// Tokens of rule files, and other text.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "rule", "for", "white", "at", "level", "3", "plays", "if", "sort", "=", "words", "part", "of", "like",
    "players", "extern", "fact", "use", "base", "domain", "library", "asks", "gives", "one", "tests",
    "bound", "free", "about", "Field1", "Group_", "_", "X", "(", ")", ",", ";", ":-", ":", "¬", "not",
    "...", ".", "\n", "\n    ", " ", "%", "%%", "%! allow B0605: x", "equal", "in", "p", "q", "a.b", "03",
    "99999999999", "é", "\u{FEFF}", "\u{a0}", "\t", "\r\n", "\0", "'", "\"", "[", "{", "->", "!=", "score",
    "after", "export",
];

#[test]
fn random_bytes_are_checked_without_a_panic() {
    let mut random = Random::new(seed() ^ 1);
    check_all((0..draws(4000)).map(|_| {
        let length = random.below(120);
        (0..length).map(|_| random.bits() as u8).collect()
    }));
}

#[test]
fn random_tokens_are_checked_without_a_panic() {
    let mut random = Random::new(seed() ^ 2);
    check_all((0..draws(6000)).map(|_| {
        let pieces = 1 + random.below(40);
        let mut text = String::new();
        for _ in 0..pieces {
            text.push_str(PIECES[random.below(PIECES.len())]);
            if random.below(3) > 0 {
                text.push(' ');
            }
        }
        text.into_bytes()
    }));
}

/// Small programs that can be parsed. They have few names, so that predicates call themselves and each other, and
/// contain facts, constants without a sort, equalities and negations.
fn small_program(random: &mut Random) -> String {
    let mut text = String::new();
    if random.below(3) == 0 {
        text += "domain d\nsort field of 9 like b2 words F playable\n";
        text +=
            "sort colour = none, white, black words C\nsort player = white, black part of colour words P\n";
        text += "players white, black\n";
        text += "extern at(F: field, C: colour): (bound, free) gives one, (free, bound) gives about 3\n";
    }
    for _ in 0..random.below(4) {
        text +=
            ["fact s(a)\n", "fact s(1)\n", "fact p(a, b)\n", "fact p(1, a)\n", "fact z\n"][random.below(5)];
    }
    for _ in 0..1 + random.below(4) {
        let head = literal(random);
        text += &format!("{head} :- {}\n", body(random, 0));
    }
    if random.below(3) == 0 {
        text += &format!("rule w for white at level {}", random.below(2));
        text += [" plays X", " plays F", ""][random.below(3)];
        text += &format!(" if {}\n", body(random, 0));
    }
    text
}

fn body(random: &mut Random, depth: usize) -> String {
    let literals: Vec<String> = (0..1 + random.below(3))
        .map(|_| {
            let not = if random.below(4) == 0 { "¬" } else { "" };
            match random.below(8) {
                0 if depth < 2 => format!("{not}({})", body(random, depth + 1)),
                1 | 2 => format!("{not}equal({}, {})", term(random), term(random)),
                _ => format!("{not}{}", literal(random)),
            }
        })
        .collect();
    literals.join(if random.below(6) == 0 { "; " } else { ", " })
}

fn literal(random: &mut Random) -> String {
    match random.below(8) {
        0 => ["z", "e", "d"][random.below(3)].to_owned(),
        1 => format!("p({}, {})", term(random), term(random)),
        2 => format!("q({}, {})", term(random), term(random)),
        3 => format!("at({}, {})", term(random), term(random)),
        _ => format!("{}({})", ["s", "e", "d", "e"][random.below(4)], term(random)),
    }
}

fn term(random: &mut Random) -> &'static str {
    const TERMS: &[&str] = &["X", "Y", "X", "Y_", "F", "C1", "P", "a", "b", "1", "2", "white", "b2", "h16"];
    TERMS[random.below(TERMS.len())]
}

#[test]
fn random_small_programs_are_checked_without_a_panic() {
    let mut random = Random::new(seed() ^ 4);
    check_all((0..draws(5000)).map(|_| small_program(&mut random).into_bytes()));
}

#[test]
fn real_files_with_damaged_bytes_are_checked_without_a_panic() {
    let files = real_files();
    let mut random = Random::new(seed() ^ 3);
    check_all((0..draws(10_000)).map(|_| {
        let file = random.choose(&files);
        // Only a part of each file is used, so that many variants can be tried.
        let from = random.below(file.len());
        let to = (from + 20 + random.below(800)).min(file.len());
        let mut bytes = file[from..to].to_vec();
        for _ in 0..random.below(6) {
            let at = random.below(bytes.len().max(1)).min(bytes.len());
            match random.below(5) {
                0 if at < bytes.len() => bytes[at] = random.bits() as u8,
                1 if at < bytes.len() => {
                    bytes.remove(at);
                }
                2 => bytes.insert(at, random.bits() as u8),
                3 => {
                    let piece = PIECES[random.below(PIECES.len())].as_bytes();
                    bytes.splice(at..at, piece.iter().copied());
                }
                _ => {
                    let end = (at + random.below(30)).min(bytes.len());
                    let stretch = bytes[at..end].to_vec();
                    let to = random.below(bytes.len() + 1);
                    bytes.splice(to..to, stretch);
                }
            }
        }
        bytes
    }));
}

#[test]
fn earlier_finds_are_checked_without_a_panic() {
    let folder = crate::crate_folder().join("tests/finds");
    let mut finds: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    finds.sort();
    check_all(finds.into_iter().map(|path| std::fs::read(path).unwrap()));
}
