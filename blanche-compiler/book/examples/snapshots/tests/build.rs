//! Tests the messages for cargo about rules that cannot be compiled.

#[allow(dead_code, reason = "cargo runs it, and the tests only a part of it")]
#[path = "../build.rs"]
mod script;

use std::fs;
use std::path::{Path, PathBuf};

/// Creates a folder for this test, with these files.
fn folder(test: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a test has a folder");
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("a folder can be made");
        fs::write(path, text).expect("a file can be written");
    }
    folder
}

#[test]
fn without_a_base_cargo_stops_with_one_message() {
    let folder = folder("rows-without-a-base", &[("empty/readme.md", "Nothing.\n")]);
    for name in ["absent", "empty"] {
        let said = script::write(&folder.join(name), &folder.join("out"));
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].starts_with("cargo::error=no base in `"), "{said:?}");
        assert!(said[0].contains(&format!("{name}/`: ")), "{said:?}");
        assert!(!folder.join("out").exists(), "nothing is written for rustc");
    }
}

#[test]
fn messages_name_files_as_they_lie_in_the_package() {
    let threats = "fact p(a)\nthreat(X) :- p(X), nobody(X)\n";
    let base = "base rows\nuse rows/threats\nexport threat(X)\n";
    let files = [("rules/rows/base.blanche", base), ("rules/rows/threats.blanche", threats)];
    let folder = folder("rows-with-a-mistake", &files);
    let said = script::write(&folder.join("rules"), &folder.join("out"));
    assert!(said.iter().all(|line| line.starts_with("cargo::error=")), "{said:?}");
    assert!(said.iter().any(|line| line.contains("rules/rows/threats.blanche:2:")), "{said:?}");
    assert!(!folder.join("out").exists(), "nothing is written for rustc");
}

#[test]
fn of_the_rules_of_the_program_there_is_nothing_to_say() {
    let folder = folder("rows-as-it-is", &[]);
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    assert_eq!(script::write(&rules, &folder), [""; 0]);
    assert!(folder.join("rows.rs").is_file());
}
