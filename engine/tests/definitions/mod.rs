//! The built-in bases for the naive evaluator, parsed from their texts, which a test may edit.

use agree::Naive;
use blanche_compiler::files::Sources;
use blanche_compiler::syntax::{ast, parse};
use noire::rules::KNOWLEDGE;

/// The base with this name, with every file edited: `edit` maps the path below `knowledge/` and the text to the new
/// text. Each file occurs once, after those that it uses.
pub(crate) fn definition_of_base(name: &str, edit: impl Fn(&str, &str) -> String) -> Naive {
    let mut reader = Reader { edit, sources: Sources::default(), read: Vec::new(), files: Vec::new() };
    reader.read(&format!("{name}/base"));
    Naive::new(&reader.files)
}

struct Reader<E> {
    edit: E,
    sources: Sources,
    /// The paths of the files read so far, without extension.
    read: Vec<String>,
    files: Vec<ast::File>,
}

impl<E: Fn(&str, &str) -> String> Reader<E> {
    fn read(&mut self, name: &str) {
        if self.read.iter().any(|known| known == name) {
            return;
        }
        self.read.push(name.to_owned());
        let path = format!("{name}.blanche");
        let (_, text) = KNOWLEDGE.iter().find(|(other, _)| *other == path).expect("the file is built in");
        let id = self.sources.add(&path, (self.edit)(&path, text).as_bytes());
        let file = parse(&self.sources, id).file;
        for item in &file.items {
            if let ast::ItemKind::Use(used) = &item.kind {
                self.read(&used.text);
            }
        }
        self.files.push(file);
    }
}
