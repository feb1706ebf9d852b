//! The built-in bases as the naive evaluator reads them, from their texts, which a test may edit.

use agree::Naive;
use blanche_compiler::files::Sources;
use blanche_compiler::syntax::{ast, parse};
use noire::rules::KNOWLEDGE;

/// The base of this name with every file edited: from its path below `knowledge/` and its text to another text. Its
/// files stand in the order of `use`.
pub(crate) fn definition_of_base(name: &str, edit: impl Fn(&str, &str) -> String) -> Naive {
    let mut sources = Sources::default();
    let mut tree = |name: &str| {
        let path = format!("{name}.blanche");
        let (_, text) = KNOWLEDGE.iter().find(|(other, _)| *other == path).unwrap();
        let id = sources.add(&path, edit(&path, text).as_bytes());
        parse(&sources, id).file
    };
    let base = tree(&format!("{name}/base"));
    let used = base.items.iter().filter_map(|item| match &item.kind {
        ast::ItemKind::Use(used) => Some(tree(&used.text)),
        _ => None,
    });
    Naive::new(&used.collect::<Vec<_>>())
}
