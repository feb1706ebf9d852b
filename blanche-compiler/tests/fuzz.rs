//! Fuzzing with shrinking: any bytes, and real rule files with bytes of any kind put into them, are read, checked,
//! planned, printed and drawn without a panic. What proptest finds is kept beside this file.

use std::path::Path;
use std::sync::LazyLock;

use blanche_compiler::project::{Files, Project, rule_files};
use blanche_compiler::{check_program, has_errors, plan, report, syntax};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any};
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};

static REAL: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../knowledge");
    let files: Vec<Vec<u8>> = rule_files(&folder)
        .iter()
        .map(|path| std::fs::read(path).expect("a rule file can be read"))
        .collect();
    assert!(files.len() > 5, "the knowledge lies beside the compiler");
    files
});

fn check(bytes: &[u8]) {
    let mut project = Project::default();
    let root = project.add("bytes", bytes);
    let checked = check_program(&project, &Files { files: vec![root], incomplete: false }, None);
    report::render(&project.sources, &checked.diagnostics, report::Style::PLAIN);
    if !has_errors(&checked.diagnostics) {
        // Whether there is a plan or a message: it ends.
        let _ = plan::plan(&checked.resolved.program);
    }
    syntax::print(project.tree(root));
}

fn run(strategy: impl Strategy<Value = Vec<u8>>) {
    let config = Config { cases: 1500, failure_persistence: None, ..Config::default() };
    let outcome = TestRunner::new(config).run(&strategy, |bytes| {
        check(&bytes);
        Ok(())
    });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
}

#[test]
fn any_bytes() {
    run(vec(any::<u8>(), 0..400));
}

#[test]
fn any_characters() {
    run(proptest::string::string_regex("\\PC{0,300}").expect("a pattern").prop_map(String::into_bytes));
}

#[test]
fn real_files_with_other_bytes_in_them() {
    let edit = (any::<Index>(), 0..12usize, vec(any::<u8>(), 0..12));
    let edited = (any::<Index>(), vec(edit, 1..6)).prop_map(|(file, edits)| {
        let mut bytes = file.get(&REAL).clone();
        for (place, taken, put) in edits {
            let start = place.index(bytes.len() + 1);
            let end = (start + taken).min(bytes.len());
            bytes.splice(start..end, put);
        }
        bytes
    });
    run(edited);
}
