//! Compiles the bases in `rules/` to Rust.

use std::path::Path;
use std::{env, fs};

use blanche_compiler::{compile, has_errors, report};

fn main() {
    println!("cargo::rerun-if-changed=rules");
    let knowledge = match compile(Path::new("rules")) {
        Ok(knowledge) => knowledge,
        Err(error) => return println!("cargo::error={error}"),
    };
    let word = if has_errors(&knowledge.diagnostics) { "error" } else { "warning" };
    let messages = report::render(&knowledge.sources, &knowledge.diagnostics, report::Style::PLAIN);
    messages.lines().for_each(|line| println!("cargo::{word}={line}"));
    let folder = Path::new(&env::var_os("OUT_DIR").expect("cargo names it")).join("rules");
    fs::create_dir_all(&folder).expect("a folder can be made");
    for (file, text) in knowledge.files() {
        fs::write(folder.join(file), text).expect("it can be written");
    }
}
