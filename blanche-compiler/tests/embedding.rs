//! Tests of the messages that a build script gives about the folder that it compiles.

use blanche_compiler::{compile, report};

use crate::folder::Folder;

#[test]
fn messages_name_files_by_their_paths_in_the_compiled_folder() {
    let folder = Folder::new("embedding names")
        .with("rules/rows/base.blanche", "base rows\nuse rows/threats\nuse other/more\nexport threat(X)\n")
        .with("rules/rows/threats.blanche", "fact p(a)\nthreat(X) :- p(X), nobody(X)\n")
        .with("rules/other/more.blanche", "library\nfact q(\n");
    let knowledge = compile(&folder.0.join("rules")).expect("the folder can be read");
    let said = report::render(&knowledge.sources, &knowledge.diagnostics, report::Style::PLAIN);
    assert!(said.contains("rules/rows/threats.blanche:2:"), "{said}");
    assert!(said.contains("rules/other/more.blanche:2:"), "{said}");
    assert!(!said.contains("knowledge/"), "{said}");
    let names: Vec<&str> = knowledge.sources.iter().map(|(_, file)| file.name()).collect();
    assert_eq!(names.len(), 3, "each file is read once: {names:?}");
}

#[test]
fn a_folder_without_a_base_is_an_error_that_names_it() {
    let folder = Folder::new("embedding nothing")
        .with("empty/readme.md", "Nothing.\n")
        .with("rules/rows/threats.blanche", "library\nfact p(a)\n");
    for name in ["absent", "empty", "rules"] {
        let error = compile(&folder.0.join(name)).expect_err("there is no base");
        assert!(error.to_string().contains("no base in `"), "{error}");
        assert!(error.to_string().contains(&format!("{name}/`")), "{error}");
    }
}
