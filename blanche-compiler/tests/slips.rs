//! Tests with programs as beginners write them, in `slips/`. They are programs with single errors, and whole files by
//! authors who know Prolog. As in `mistakes/`, a file starts with a line `% mistake: …` for each error and a line `%
//! says: …` for each message.
//!
//! In [`mistakes`](crate::mistakes), every program must have exactly the expected messages. Here, a small share of the
//! programs may have an extra message.

use std::path::PathBuf;

use blanche_compiler::report::{Style, render};

use crate::mistakes::{checked, code_and_text, rules_in};

/// At most one in this many programs may have an extra message.
const ONE_IN: usize = 30;

/// Minimum number of whole files by authors who know Prolog.
const WHOLE_FILES: usize = 12;

fn programs() -> Vec<(String, String)> {
    let folder: PathBuf = crate::crate_folder().join("tests/slips");
    let mut programs: Vec<(String, String)> = rules_in(&folder)
        .map(|path| {
            let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).expect("it can be read"))
        })
        .collect();
    programs.sort();
    programs
}

#[test]
fn few_mistakes_cause_a_second_message() {
    let programs = programs();
    assert!(programs.len() >= 60, "{} programs", programs.len());
    let whole = programs.iter().filter(|(name, _)| name.starts_with("prolog-")).count();
    assert!(whole >= WHOLE_FILES, "{whole} whole files");
    let (mut wrong, mut second) = (String::new(), Vec::new());
    for (name, text) in &programs {
        let told = |word: &str| text.lines().filter_map(|line| line.strip_prefix(word)).collect::<Vec<_>>();
        let (mistakes, says) = (told("% mistake: "), told("% says: "));
        let (sources, found) = checked(name, text);
        let heard: Vec<String> = found.iter().map(|message| code_and_text(&sources, message)).collect();
        if heard != says || heard.len() < mistakes.len() {
            wrong += &format!("{name}\n  expected {says:?}\n  said     {heard:?}\n");
            wrong += &format!("{}\n", render(&sources, &found, Style::PLAIN));
        }
        if heard.len() > mistakes.len() {
            second.push(name);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(second.len() * ONE_IN <= programs.len(), "of {} these say more: {second:?}", programs.len());
}
