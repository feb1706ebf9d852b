//! Compiles the rule files in `knowledge/` to Rust, for `engine/rules.rs` to include.

use std::{env, fs, path::Path, process};

use blanche_compiler::{compile, has_errors, report};

fn main() {
    let root = env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the package's folder");
    let output = env::var_os("OUT_DIR").expect("cargo names a folder for what is built");
    let folder = Path::new(&root).join("knowledge");
    println!("cargo::rerun-if-changed=knowledge");
    let knowledge = match compile(&folder) {
        Ok(knowledge) => knowledge,
        Err(error) => {
            println!("cargo::error=the folder knowledge/ cannot be read: {error}");
            process::exit(3);
        }
    };
    if !knowledge.diagnostics.is_empty() {
        let text = report::render(&knowledge.sources, &knowledge.diagnostics, report::Style::PLAIN);
        let word = if has_errors(&knowledge.diagnostics) { "error" } else { "warning" };
        for line in text.lines() {
            println!("cargo::{word}={line}");
        }
    }
    if !has_errors(&knowledge.diagnostics) {
        fs::write(Path::new(&output).join("knowledge.rs"), knowledge.rust)
            .expect("cargo's output folder can be written");
    }
}
