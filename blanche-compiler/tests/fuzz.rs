//! Fuzzing with shrinking. Arbitrary bytes, and real rule files with bytes inserted, are parsed, checked, planned,
//! formatted and rendered. The files next to them contain arbitrary bytes, too. Nothing may panic. Failures found by
//! proptest are stored next to this file.

use std::sync::LazyLock;

use blanche_compiler::project::{Files, Project, SearchPath, rule_files, sidecars};
use blanche_compiler::{base_file, check_program, has_errors, load, plan, report, syntax};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any};
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};

use crate::lots::draws;

static REAL: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let here = crate::crate_folder();
    let files: Vec<Vec<u8>> = ["../knowledge", "tests/grammar"]
        .iter()
        .flat_map(|folder| rule_files(&here.join(folder)))
        .map(|path| std::fs::read(path).expect("a rule file can be read"))
        .collect();
    assert!(files.len() > 5, "the knowledge lies beside the compiler");
    files
});

/// A base of `knowledge/`: the project, the index of its root file, and the texts of its sidecar files (the other files
/// of its folder).
static BASE: LazyLock<(Project, usize, Vec<Vec<u8>>)> = LazyLock::new(|| {
    let folder = crate::crate_folder().join("../knowledge/gomoku-standard");
    let mut project = Project::default();
    let root = base_file(&mut project, &folder).expect("the folder can be read").expect("it has a base");
    project.program(root, &SearchPath::around(&folder, None));
    let beside = sidecars(&folder);
    let beside: Vec<Vec<u8>> =
        beside.iter().map(|path| std::fs::read(path).expect("it can be read")).collect();
    assert!(beside.len() > 3, "a base has statistics, positions, answers and survivors");
    (project, root, beside)
});

fn check(bytes: &[u8]) {
    let mut project = Project::default();
    let root = project.add("bytes", bytes);
    let mut checked = check_program(&project, &Files { files: vec![root], incomplete: false }, None);
    // Use the text of the program as its own statistics file.
    checked.read_statistics(&project.sources, project.tree(root).id);
    report::render(&project.sources, &checked.diagnostics, report::Style::PLAIN);
    if !has_errors(&checked.diagnostics) {
        // The result may be a plan or a diagnostic. It matters only that planning ends.
        let _ = plan::plan(&checked.resolved.program);
    }
    syntax::print(project.tree(root));
}

fn run(strategy: impl Strategy<Value = Vec<u8>>) {
    let config = Config { cases: draws(1500) as u32, failure_persistence: None, ..Config::default() };
    let outcome = TestRunner::new(config).run(&strategy, |bytes| {
        check(&bytes);
        Ok(())
    });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
}

#[test]
fn any_bytes_are_checked_without_a_panic() {
    run(vec(any::<u8>(), 0..400));
}

#[test]
fn any_characters_are_checked_without_a_panic() {
    run(proptest::string::string_regex("\\PC{0,300}").expect("a pattern").prop_map(String::into_bytes));
}

/// Changes to a text. Each has a position, the number of bytes to remove there, and the bytes to insert.
type Edits = Vec<(Index, usize, Vec<u8>)>;

fn edits(most: usize) -> impl Strategy<Value = Edits> {
    vec((any::<Index>(), 0..12usize, vec(any::<u8>(), 0..12)), 0..most)
}

fn edited(mut bytes: Vec<u8>, edits: Edits) -> Vec<u8> {
    for (place, taken, put) in edits {
        let start = place.index(bytes.len() + 1);
        let end = (start + taken).min(bytes.len());
        bytes.splice(start..end, put);
    }
    bytes
}

#[test]
fn edited_real_files_are_checked_without_a_panic() {
    run((any::<Index>(), edits(6)).prop_map(|(file, edits)| edited(file.get(&REAL).clone(), edits)));
}

#[test]
fn edited_bases_and_sidecar_files_are_checked_without_a_panic() {
    let (project, root, beside) = &*BASE;
    let config = Config { cases: draws(300) as u32, failure_persistence: None, ..Config::default() };
    let strategy = (any::<Index>(), edits(3), any::<Index>(), edits(3));
    let outcome = TestRunner::new(config).run(&strategy, |(file, in_rules, sidecar, in_sidecar)| {
        let mut project = project.clone();
        let files: Vec<usize> = project.program(*root, &SearchPath::default()).files;
        let file = *file.get(&files);
        let text = project.sources.file(project.tree(file).id).text().as_bytes().to_vec();
        let text = String::from_utf8_lossy(&edited(text, in_rules)).into_owned();
        project.replace(file, &text);
        let mut checked = load(&mut project, *root, &SearchPath::default());
        let bytes = edited(sidecar.get(beside).clone(), in_sidecar);
        let id = project.sources.add("beside", &bytes);
        checked.read_statistics(&project.sources, id);
        report::render(&project.sources, &checked.diagnostics, report::Style::PLAIN);
        Ok(())
    });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
}
