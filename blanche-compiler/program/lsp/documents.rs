//! The open documents, kept up to date with the editor's changes.

use std::ops::Range;
use std::path::PathBuf;

use blanche_sorted::SortedMap;

use blanche_compiler::files;
use serde_json::Value;

use super::lines::Lines;
use super::uris;

/// A document that is open in the editor.
#[derive(Debug)]
pub(super) struct Document {
    /// The URI under which the editor opened it.
    pub(super) uri: String,
    /// The path by which the project knows the document.
    pub(super) path: PathBuf,
    /// The version number, which grows with every change; `None` if the editor sent none.
    pub(super) version: Option<i32>,
    /// The current text.
    pub(super) text: String,
}

/// The open documents. The key is the path that a document's URI names, so that different spellings of a URI mean the
/// same document.
#[derive(Debug, Default)]
pub(super) struct Documents {
    by_path: SortedMap<PathBuf, Document>,
}

impl Documents {
    /// Adds a newly opened document.
    pub(super) fn open(&mut self, uri: &str, version: Option<i32>, text: &str) -> &Document {
        let path = uris::path(uri);
        let document = Document { uri: uri.to_owned(), path: path.clone(), version, text: text.to_owned() };
        self.by_path.insert(path.clone(), document);
        &self.by_path[&path]
    }

    /// Applies changes to a document, in order. The positions of a change refer to the text after the change before it.
    pub(super) fn change(&mut self, uri: &str, version: Option<i32>, changes: &[Value]) -> Option<&Document> {
        let document = self.by_path.get_mut(&uris::path(uri))?;
        document.version = version;
        let mut changes = changes;
        while !changes.is_empty() {
            changes = change_some(&mut document.text, changes);
        }
        Some(document)
    }

    /// Removes a document that the editor has closed.
    pub(super) fn close(&mut self, uri: &str) -> Option<Document> {
        self.by_path.remove(&uris::path(uri))
    }

    /// The URI and version of the document that is open for a file on this machine.
    pub(super) fn at_place(&self, place: &std::path::Path) -> Option<(&str, Option<i32>)> {
        self.all()
            .find(|document| document.path == place || files::place(&document.path) == place)
            .map(|document| (document.uri.as_str(), document.version))
    }

    /// All open documents, ordered by path.
    pub(super) fn all(&self) -> impl Iterator<Item = &Document> {
        self.by_path.values()
    }
}

/// Applies at least the first of `changes`, and returns the remaining ones. Editors send the changes of a rename in
/// order from the end of the text to its beginning. Such changes are applied together, since no change moves the text
/// before it.
fn change_some<'c>(text: &mut String, changes: &'c [Value]) -> &'c [Value] {
    let mut made: Vec<(Range<usize>, &str)> = Vec::new();
    let mut rest = changes;
    let lines = Lines::new(text);
    while let Some((change, others)) = rest.split_first() {
        let Some(new) = change.get("text").and_then(Value::as_str) else {
            rest = others;
            continue;
        };
        let place = |range: &Value, name: &str| range.get(name).map_or(0, |place| lines.offset_of(place));
        let range = match change.get("range") {
            None => 0..text.len(),
            Some(range) => {
                let (start, end) = (place(range, "start"), place(range, "end"));
                start.min(end)..start.max(end)
            }
        };
        if made.last().is_some_and(|(behind, _)| range.end >= behind.start || change.get("range").is_none()) {
            break;
        }
        made.push((range, new));
        rest = others;
    }
    let mut changed = String::with_capacity(text.len());
    let mut at = 0;
    for (range, new) in made.into_iter().rev() {
        changed.push_str(&text[at..range.start]);
        changed.push_str(new);
        at = range.end;
    }
    changed.push_str(&text[at..]);
    *text = changed;
    rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn changes_are_applied_in_order() {
        let mut documents = Documents::default();
        documents.open("file:///a", Some(1), "¬p(X)\r\nq\r\n");
        let at = |line: u64, from: u64, to: u64, text: &str| {
            let range = json!({
                "start": { "line": line, "character": from },
                "end": { "line": line, "character": to },
            });
            json!({ "range": range, "text": text })
        };
        let changes = [at(0, 3, 4, "Y"), at(1, 0, 99, "🙂r"), at(1, 2, 3, "s"), at(9, 9, 9, "end")];
        let document = documents.change("file:///a", Some(2), &changes).expect("it is open");
        assert_eq!((document.text.as_str(), document.version), ("¬p(Y)\r\n🙂s\r\nend", Some(2)));
        let whole = documents.change("file:///a", Some(3), &[json!({ "text": "new" }), json!({})]);
        assert_eq!(whole.map(|document| document.text.as_str()), Some("new"));
        assert!(documents.change("file:///b", None, &[]).is_none());
    }

    #[test]
    fn a_batch_of_changes_equals_the_same_changes_in_order() {
        let mut random = blanche_compiler::random::Random::new(29);
        let pieces = ["", "a", "\r", "\n", "\r\n", "🙂", "two\nlines"];
        for _ in 0..3_000 {
            let text: String = (0..8).map(|_| pieces[random.below(pieces.len())]).collect();
            let mut changes: Vec<Value> = Vec::new();
            for line in (0..4).rev() {
                let (from, to) = (random.below(4), random.below(4));
                let range = json!({
                    "start": { "line": line, "character": from },
                    "end": { "line": line + random.below(2), "character": to },
                });
                changes.push(json!({ "range": range, "text": pieces[random.below(pieces.len())] }));
            }
            let mut made = [(); 2].map(|()| {
                let mut documents = Documents::default();
                documents.open("file:///a", None, &text);
                documents
            });
            made[0].change("file:///a", None, &changes);
            changes.iter().for_each(|change| {
                made[1].change("file:///a", None, std::slice::from_ref(change));
            });
            let [at_once, in_turn] = made.map(|made| made.all().next().expect("it is open").text.clone());
            assert_eq!(at_once, in_turn, "{text:?}: {changes:?}");
        }
    }

    #[test]
    fn another_spelling_of_a_uri_names_the_same_document() {
        let mut documents = Documents::default();
        documents.open("file:///x/a%3ab", Some(1), "old");
        for (version, uri) in (2..).zip(["file:///x/a:b", "file://localhost/x/a%3Ab", "file:/y/../x/a:b"]) {
            let changed =
                documents.change(uri, Some(version), &[json!({ "text": uri })]).expect("it is open");
            assert_eq!((changed.text.as_str(), changed.version), (uri, Some(version)));
            assert_eq!(changed.uri, "file:///x/a%3ab", "the editor is answered by its own spelling");
        }
        documents.open("file:///x/a%3Ab", Some(9), "new");
        assert_eq!(documents.all().count(), 1);
        assert!(documents.close("file:///x/./a:b").is_some());
        assert_eq!(documents.all().count(), 0);
    }
}
