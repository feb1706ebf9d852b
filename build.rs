//! Compiles the rule files in `knowledge/` to Rust, for `engine/rules.rs` to include, and those of the tests beside them.

use std::{env, fs, path::Path, process};

use blanche_compiler::{Knowledge, compile, compile_beside, has_errors, report};

fn main() {
    let root = env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the package's folder");
    let output = env::var_os("OUT_DIR").expect("cargo names a folder for what is built");
    let [folder, tests] = ["knowledge", "engine/tests/knowledge"].map(|folder| Path::new(&root).join(folder));
    println!("cargo::rerun-if-changed=knowledge");
    println!("cargo::rerun-if-changed=engine/tests/knowledge");
    write(compile(&folder), &Path::new(&output).join("knowledge.rs"));
    write(compile_beside(&folder, &tests), &Path::new(&output).join("tests.rs"));
}

/// Shows what there is to say of rules, and writes their Rust.
fn write(knowledge: std::io::Result<Knowledge>, path: &Path) {
    let Ok(knowledge) = knowledge.map_err(|error| println!("cargo::error=rules cannot be read: {error}"))
    else {
        process::exit(3)
    };
    let errors = has_errors(&knowledge.diagnostics);
    if !knowledge.diagnostics.is_empty() {
        let text = report::render(&knowledge.sources, &knowledge.diagnostics, report::Style::PLAIN);
        let word = if errors { "error" } else { "warning" };
        for line in text.lines() {
            println!("cargo::{word}={line}");
        }
    }
    if !errors {
        fs::write(path, knowledge.rust).expect("cargo's output folder can be written");
    }
}
