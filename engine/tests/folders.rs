//! Creates folders for tests, and user-defined bases in them. Integration tests and unit tests of the library use this
//! module.

use std::fs;
use std::path::{Path, PathBuf};

/// The folder that cargo provides for files written by tests. Cargo does not tell unit tests its name, so there the
/// name is derived from the build script's folder, `target/PROFILE/build/PACKAGE/out`.
fn above() -> PathBuf {
    let built = option_env!("OUT_DIR").and_then(|built| Path::new(built).ancestors().nth(4));
    let named = option_env!("CARGO_TARGET_TMPDIR").map(PathBuf::from);
    named.or_else(|| Some(built?.join("tmp"))).expect("cargo names one of them")
}

/// Creates a folder for this test with these files. Returns its path as a string.
pub(crate) fn folder(test: &str, files: &[(&str, &str)]) -> String {
    let folder = above().join("commands").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    for (name, text) in files {
        let file = folder.join(name);
        fs::create_dir_all(file.parent().expect("it lies in a folder")).expect("a folder can be made");
        fs::write(file, text).expect("it can be written");
    }
    folder.to_string_lossy().into_owned()
}

pub(crate) const HEAD: &str = "base mine\nuse five-in-a-row/domain\nuse five-in-a-row/shapes\n";

/// Creates a base with this rule. Returns the path of its folder.
pub(crate) fn base(test: &str, rules: &str) -> String {
    folder(test, &[("base.blanche", &format!("{HEAD}{rules}\n"))])
}

/// A rule that takes seconds and exceeds the step limit in every position where its first literal holds: it searches
/// for five different directions among four.
pub(crate) fn dear(name: &str, first: &str) -> String {
    let fields = (1..=5)
        .map(|at| format!("empty(Field{at}), in(Field{at}, Group{at}), direction(Group{at}, Direction{at})"));
    let pairs = (1..=5).flat_map(|one| (one + 1..=5).map(move |other| (one, other)));
    let pairs = pairs.map(|(one, other)| format!("¬equal(Direction{one}, Direction{other})"));
    let literals: Vec<String> = [first.to_owned()].into_iter().chain(fields).chain(pairs).collect();
    format!("rule {name} for white at level 0 if {}\n", literals.join(", "))
}
