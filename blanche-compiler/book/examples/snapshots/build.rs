//! Compiles the bases in `rules/` to Rust.

use std::path::Path;
use std::{env, fs};

use blanche_compiler::{compile, has_errors, report};

fn main() {
    println!("cargo::rerun-if-changed=rules");
    let output = Path::new(&env::var_os("OUT_DIR").expect("cargo names it")).join("rules");
    write(Path::new("rules"), &output).iter().for_each(|line| println!("{line}"));
}

/// Writes the Rust of the bases in the folder `rules` to the folder `output`, and returns the lines to print for cargo.
/// Errors become `cargo::error` lines, at which cargo stops before rustc fails because of the missing files.
pub(crate) fn write(rules: &Path, output: &Path) -> Vec<String> {
    let knowledge = match compile(rules) {
        Ok(knowledge) => knowledge,
        Err(error) => return vec![format!("cargo::error={error}")],
    };
    let is_wrong = has_errors(&knowledge.diagnostics);
    let word = if is_wrong { "error" } else { "warning" };
    let messages = report::render(&knowledge.sources, &knowledge.diagnostics, report::Style::PLAIN);
    if !is_wrong {
        fs::create_dir_all(output).expect("a folder can be made");
        for (file, text) in knowledge.files() {
            fs::write(output.join(file), text).expect("it can be written");
        }
    }
    messages.lines().map(|line| format!("cargo::{word}={line}")).collect()
}
