//! Texts for testing the grammar: all rule files of the project, valid or not, and the examples on the pages about
//! codes.

use blanche_compiler::check_text;
use blanche_compiler::diagnostic::Code;
use blanche_compiler::project;
use blanche_compiler::syntax;

/// The texts, each with a name.
pub(crate) fn texts() -> Vec<(String, String)> {
    let here = crate::crate_folder();
    // If the crate is used outside the repository, `knowledge` does not exist.
    let folders = ["tests/programs", "tests/mistakes", "tests/grammar", "agree", "src/bin", "../knowledge"];
    let files = folders.iter().flat_map(|folder| project::rule_files(&here.join(folder)));
    let mut texts: Vec<(String, String)> = files
        .map(|path| {
            (path.display().to_string(), std::fs::read_to_string(&path).expect("a rule file can be read"))
        })
        .collect();
    for code in Code::ALL {
        let blocks = code.page().split("```blanche\n").skip(1).filter_map(|rest| rest.split_once("```\n"));
        texts.extend(blocks.map(|(block, _)| (code.to_string(), block.to_owned())));
    }
    texts
}

/// The items of the valid texts, without duplicates.
pub(crate) fn items() -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    for (name, text) in texts() {
        let (sources, _) = check_text(&name, &text);
        let (id, _) = sources.iter().next().expect("the text was read");
        let parsed = syntax::parse(&sources, id);
        if parsed.diagnostics.is_empty() {
            items.extend(parsed.file.items.iter().map(|item| format!("{}\n", sources.text(item.span))));
        }
    }
    items.sort();
    items.dedup();
    items
}
