//! Modules depend on each other in one direction: each module uses only modules that are listed before it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The modules of the engine in the order of their dependencies. Modules on one line do not use each other.
const ENGINE: &[&[&str]] = &[
    &["alarm", "checksum", "data", "drawing", "lists", "progress"],
    &["board"],
    &["host_table", "record"],
    &["built_in"],
    &["bases"],
    &["facts"],
    &["games", "presentation"],
    &["search"],
    &["players", "proof_check"],
    &["world"],
];

/// The modules of the laboratory in the order of their dependencies. The laboratory uses the engine.
const LABORATORY: &[&[&str]] = &[
    &["analysis", "corpus", "gomocup", "learning", "mutants", "position_sources", "random_setups", "running"],
    &["answers", "contest", "example_check", "line_check", "win_proof"],
    &["measure", "tune", "verify", "watch"],
    &["coverage", "mutate", "refuted_move_check", "timing_report"],
];

/// The modules of the program in the order of their dependencies. The program uses the engine and the laboratory.
const PROGRAM: &[&[&str]] = &[&["compilation", "play"], &["command_line"]];

/// The modules for games that people play, in the order of their dependencies. They use the engine.
const INTERACTIVE: &[&[&str]] = &[
    &["explanations", "translations"],
    &["interactive_game"],
    &["rejections", "stone_games", "text_games", "titles"],
];

/// The modules of the reproductions in the order of their dependencies. The reproductions use the engine.
const REPRODUCTIONS: &[&[&str]] = &[&["curve", "experiment", "loops", "matches"], &["learning"]];

/// The Rust files below a folder, without those of unit tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read").flatten() {
        let path = entry.path();
        if path.is_dir() {
            if !path.ends_with("tests") {
                found.extend(sources(&path));
            }
        } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("tests.rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The code of a file without its comments and unit tests.
fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).expect("the file can be read");
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The modules that this code names after `crate::`, including those in braces.
fn used(code: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        let Some(list) = rest.strip_prefix('{') else {
            found.push(rest);
            continue;
        };
        let mut depth = 0;
        let parts = list.split(|letter: char| {
            depth += i32::from(letter == '{') - i32::from(letter == '}');
            letter == ',' && depth == 0 || depth < 0
        });
        // After the closing brace, ordinary code follows again.
        found.extend(parts.take_while(|part| !part.contains(';')).map(str::trim_start));
    }
    let ends = |letter: char| !letter.is_alphanumeric() && letter != '_';
    found.into_iter().filter_map(|text| text.split(ends).next()).filter(|word| !word.is_empty()).collect()
}

/// The violations of a crate's order: each is a file and the module that it uses.
fn against(root: &str, order: &[&[&str]], outside: &[&str]) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(root);
    let layers = order
        .iter()
        .enumerate()
        .flat_map(|(layer, modules)| modules.iter().map(move |module| (*module, layer)));
    let layers: BTreeMap<&str, usize> = layers.collect();
    let mut found = Vec::new();
    for file in sources(&root) {
        let path = file.strip_prefix(&root).expect("it lies below the crate").to_string_lossy().into_owned();
        let module = path.split('/').next().unwrap_or_default().trim_end_matches(".rs");
        if module == "lib" || outside.contains(&module) {
            continue;
        }
        let Some(layer) = layers.get(module) else {
            found.push(format!("{path}: the module `{module}` has no place in the order"));
            continue;
        };
        for other in used(&code(&file)) {
            if other != module && layers.get(other).is_some_and(|known| known >= layer) {
                found.push(format!("{path} uses {other}"));
            }
        }
    }
    found
}

#[test]
fn the_modules_of_the_engine_depend_on_each_other_in_one_direction() {
    let found = against(
        "engine",
        ENGINE,
        &["benches", "interactive", "laboratory", "page", "program", "reproductions", "tests"],
    );
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn the_modules_of_the_program_depend_on_each_other_in_one_direction() {
    let found = against("engine/program", PROGRAM, &[]);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn the_modules_for_people_depend_on_each_other_in_one_direction() {
    let found = against("engine/interactive", INTERACTIVE, &[]);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn the_modules_of_the_laboratory_depend_on_each_other_in_one_direction() {
    let found = against("engine/laboratory", LABORATORY, &["build", "tests"]);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn the_modules_of_the_reproductions_depend_on_each_other_in_one_direction() {
    let found = against("engine/reproductions/src", REPRODUCTIONS, &["bin"]);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn use_declarations_are_found_in_every_form() {
    let code = "use crate::a::B;\nuse crate::{c::{D, E}, f};\nfn g() { crate::h::i(); }";
    assert_eq!(used(code), ["a", "c", "f", "h"]);
}
