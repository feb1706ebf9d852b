//! Tests of the book: every program in it is checked, every command is run, and every link has a target.

mod examples;
mod pages;

use std::path::Path;

use blanche_compiler::diagnostic::Code;

#[test]
fn every_example_of_the_book_prints_what_it_shows() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book/blanche");
    let runner = examples::Runner { name: "blanche", program: env!("CARGO_BIN_EXE_blanche"), folder };
    let wrong = examples::run(&runner);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_chapter_is_in_the_summary_once() {
    let mut known: Vec<String> = pages::chapters().into_iter().map(|chapter| chapter.name).collect();
    known.push("SUMMARY.md".to_owned());
    known.sort();
    let mut there: Vec<String> = Vec::new();
    let mut folders = vec![pages::folder()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the folder can be read").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                let name = path.strip_prefix(pages::folder()).expect("it lies in the book");
                there.push(name.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    there.sort();
    assert_eq!(known, there);
}

/// The book states the step limit, with thousands separators.
#[test]
fn the_book_states_the_default_step_limit() {
    let work = blanche_compiler::runtime::Limits::default().work.to_string();
    let groups: Vec<&str> =
        work.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).expect("digits")).collect();
    let wanted = format!("| steps of one question | {}, unless", groups.join(","));
    let page = include_str!("../../book/src/reference/meaning.md");
    assert!(page.contains(&wanted), "{wanted}");
}

#[test]
fn every_link_has_a_target() {
    let mut lost = Vec::new();
    for chapter in pages::chapters() {
        let here = chapter.name.rsplit_once('/').map_or("", |(folder, _)| folder);
        for (line, link) in pages::links(&chapter.text) {
            if link.contains("://") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let name = if file.is_empty() {
                chapter.name.clone()
            } else {
                [here, file].join("/").trim_start_matches('/').to_owned()
            };
            let path = pages::folder().join(&name);
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let included = pages::included(&pages::Chapter { name, text: text.clone() });
            let text = included.iter().fold(text, |text, page| text + &page.text);
            let found =
                path.is_file() && (anchor.is_empty() || anchors(&text).iter().any(|known| known == anchor));
            if !found {
                lost.push(format!("{}:{line}: {link}", chapter.name));
            }
        }
    }
    assert!(lost.is_empty(), "links that lead nowhere:\n{}", lost.join("\n"));
}

/// The chapters that contain the pages about codes. There is one chapter for each hundred of codes.
const CODES: [&str; 9] =
    ["spelling", "bodies", "files", "names", "sorts", "variables", "meaning", "running", "games"];

#[test]
fn every_code_is_in_the_chapter_of_its_hundred() {
    let hundred = |code: &Code| code.number()[1..3].parse::<usize>().expect("a code has a number");
    assert!(Code::ALL.iter().all(|code| hundred(code) < CODES.len()), "there is a chapter for each hundred");
    for (at, chapter) in CODES.iter().enumerate() {
        let name = format!("codes/{chapter}.md");
        let text = pages::read(&name);
        let front = text.split("{{#include").next().unwrap_or_default().trim_end();
        let codes = Code::ALL.iter().filter(|code| hundred(code) == at);
        let pages = codes.map(|code| format!("\n{{{{#include ../../../src/explain/{code}.md}}}}\n"));
        let expected = format!("{front}\n{}", pages.collect::<String>());
        if text != expected && examples::update() {
            std::fs::write(pages::folder().join(&name), &expected).expect("a chapter is written");
        } else {
            assert!(text == expected, "{name} lacks a code: INSTA_UPDATE=always cargo test");
        }
    }
}

/// The anchors of the headings in a text, as mdBook generates them.
fn anchors(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        inside ^= line.starts_with("```");
        if !inside && line.starts_with('#') {
            let title = line.trim_start_matches('#').trim();
            let letters = title.chars().filter_map(|letter| match letter {
                ' ' => Some('-'),
                letter if letter.is_alphanumeric() || letter == '-' || letter == '_' => {
                    Some(letter.to_ascii_lowercase())
                }
                _ => None,
            });
            found.push(letters.collect());
        }
    }
    found
}

#[test]
fn the_page_of_commands_has_every_command() {
    let help =
        std::process::Command::new(env!("CARGO_BIN_EXE_blanche")).arg("--help").output().expect("it runs");
    let help = String::from_utf8(help.stdout).expect("help is text");
    assert_eq!(pages::commands_without_a_section("blanche", &help), [""; 0]);
}
