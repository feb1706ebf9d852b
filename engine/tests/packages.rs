//! Tests of the package metadata: the declared minimum version of Rust, and dependencies with compatible licences.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Licences that are each compatible with `MIT OR Apache-2.0`.
const COMPATIBLE: [&str; 9] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "MIT",
    "Unlicense",
    "Zlib",
];

/// Further terms that a crate may require in addition.
const ADDED: [&str; 1] = ["Unicode-3.0"];

fn text(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The value in the first line of the form `key = "value"`.
fn value(text: &str, key: &str) -> String {
    let line = text.lines().find_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix('='));
    line.unwrap_or_else(|| panic!("there is a line `{key} = …`")).trim().trim_matches('"').to_owned()
}

#[test]
fn the_declared_minimum_is_the_version_that_is_tested() {
    let tested = value(&text("rust-toolchain.toml"), "channel");
    let declared = value(&text("Cargo.toml"), "rust-version");
    assert_eq!(tested, format!("{declared}.0"));
}

/// Whether a licence expression is acceptable. One acceptable side of an `OR` is enough, but both sides of an `AND`
/// must be acceptable.
fn is_compatible(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ");
    if let Some((left, right)) = split_outside(&expression, " OR ") {
        return is_compatible(left) || is_compatible(right);
    }
    if let Some((left, right)) = split_outside(&expression, " AND ") {
        return is_compatible(left) && is_compatible(right);
    }
    let term = expression.trim();
    match term.strip_prefix('(').and_then(|inside| inside.strip_suffix(')')) {
        Some(inside) => is_compatible(inside),
        None => COMPATIBLE.contains(&term) || ADDED.contains(&term),
    }
}

/// Splits a text at the first occurrence of `word` outside brackets.
fn split_outside<'t>(text: &'t str, word: &str) -> Option<(&'t str, &'t str)> {
    let mut open = 0_usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => open += 1,
            ')' => open = open.saturating_sub(1),
            _ if open == 0 && text[at..].starts_with(word) => {
                return Some((&text[..at], &text[at + word.len()..]));
            }
            _ => {}
        }
    }
    None
}

#[test]
fn licence_expressions_are_parsed() {
    for good in ["MIT", "MIT/Apache-2.0", "GPL-3.0 OR MIT", "(MIT OR Apache-2.0) AND Unicode-3.0", "(MIT)"] {
        assert!(is_compatible(good), "{good}");
    }
    for bad in ["GPL-3.0", "MIT AND GPL-3.0", "(GPL-3.0 OR MPL-2.0) AND MIT", ""] {
        assert!(!is_compatible(bad), "{bad}");
    }
}

/// The packages that are built for this platform.
fn packages() -> Vec<Value> {
    let version = Command::new("rustc").arg("-vV").output().expect("rustc tells its version");
    let version = String::from_utf8(version.stdout).expect("it is text");
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("rustc names its host");
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--filter-platform", host])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    assert!(packages.len() > 20, "the dependencies are listed");
    packages.clone()
}

#[test]
fn every_dependency_has_a_compatible_licence() {
    let refused: BTreeSet<String> = packages()
        .iter()
        .filter(|package| !is_compatible(package["license"].as_str().unwrap_or_default()))
        .map(|package| format!("{}: {}", package["name"], package["license"]))
        .collect();
    assert!(refused.is_empty(), "{refused:#?}");
}

#[test]
fn nothing_depends_on_the_reproductions() {
    const EDGE: &str = "noire-reproductions";
    let packages = packages();
    assert!(packages.iter().any(|package| package["name"] == EDGE), "it is one of them");
    let depends = |package: &&Value| {
        let dependencies = package["dependencies"].as_array().expect("a list of dependencies");
        dependencies.iter().any(|dependency| dependency["name"] == EDGE)
    };
    let found: Vec<&Value> = packages.iter().filter(depends).map(|package| &package["name"]).collect();
    assert!(found.is_empty(), "{found:?}");
}

/// `cargo run` without a package works only if exactly one package in the workspace has a `default-run`.
#[test]
fn a_bare_cargo_run_starts_noire() {
    let packages = packages();
    let ours = packages.iter().filter(|package| package["source"].is_null());
    let run: Vec<&Value> =
        ours.map(|package| &package["default_run"]).filter(|name| !name.is_null()).collect();
    assert_eq!(run, ["noire"]);
}
