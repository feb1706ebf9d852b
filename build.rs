//! Compiles the rule files in `knowledge/`, and those of the tests, to Rust that `src/rules.rs` includes. Each base becomes
//! one file. If `BLANCHE_EMIT_DIR` is set, the files are also written there for readers.

use std::{env, fs, path::Path, process};

use blanche_compiler::{Knowledge, compile, compile_beside, has_errors, report};

fn main() {
    let root = env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the package's folder");
    let folders = ["knowledge", "engine/tests/knowledge", "engine/tests/large_games"];
    let [folder, tests, games] = folders.map(|folder| Path::new(&root).join(folder));
    let has_tests = tests.is_dir(); // A published package has no tests.
    let watched = if has_tests { &folders[..] } else { &folders[..1] };
    watched.iter().for_each(|folder| println!("cargo::rerun-if-changed={folder}"));
    println!("cargo::rerun-if-env-changed=BLANCHE_EMIT_DIR");
    write(compile(&folder), "knowledge");
    if has_tests {
        write(compile_beside(&folder, &tests), "tests");
        write(compile(&games), "large_games");
    }
}

/// Prints the diagnostics of the rules, and writes their Rust code to the folder `name` in each output folder.
fn write(knowledge: std::io::Result<Knowledge>, name: &str) {
    let Ok(knowledge) = knowledge.map_err(|error| println!("cargo::error={error}")) else { process::exit(3) };
    let errors = has_errors(&knowledge.diagnostics);
    let word = if errors { "error" } else { "warning" };
    let text = report::render(&knowledge.sources, &knowledge.diagnostics, report::Style::PLAIN);
    text.lines().for_each(|line| println!("cargo::{word}={line}"));
    if errors {
        return;
    }
    for output in ["OUT_DIR", "BLANCHE_EMIT_DIR"].into_iter().filter_map(env::var_os) {
        let folder = Path::new(&output).join(name);
        fs::create_dir_all(&folder).expect("a folder for the Rust of rules can be made");
        for (file, text) in knowledge.files() {
            fs::write(folder.join(file), text).expect("the Rust of rules can be written");
        }
    }
}
