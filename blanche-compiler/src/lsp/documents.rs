//! The texts that the editor holds, as it changes them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::files;
use serde_json::Value;

use super::lines::Lines;
use super::uris;

/// A text that the editor holds.
#[derive(Debug)]
pub(super) struct Document {
    /// The URI that the editor opened it by.
    pub(super) uri: String,
    /// The path by which the project knows it.
    pub(super) path: PathBuf,
    /// Its number, which grows with every change, if the editor told one.
    pub(super) version: Option<i32>,
    /// The text.
    pub(super) text: String,
}

/// The texts that the editor holds. Whatever the spelling of its URI, a text is one document: all are known by the path that
/// the URI names.
#[derive(Debug, Default)]
pub(super) struct Documents {
    by_path: BTreeMap<PathBuf, Document>,
}

impl Documents {
    /// Takes up a text.
    pub(super) fn open(&mut self, uri: &str, version: Option<i32>, text: &str) -> &Document {
        let path = uris::path(uri);
        let document = Document { uri: uri.to_owned(), path: path.clone(), version, text: text.to_owned() };
        self.by_path.insert(path.clone(), document);
        &self.by_path[&path]
    }

    /// Applies changes to a text, in their order; each counts in the text that the one before has left.
    pub(super) fn change(&mut self, uri: &str, version: Option<i32>, changes: &[Value]) -> Option<&Document> {
        let document = self.by_path.get_mut(&uris::path(uri))?;
        document.version = version;
        for change in changes {
            let Some(text) = change.get("text").and_then(Value::as_str) else { continue };
            match change.get("range") {
                None => document.text = text.to_owned(),
                Some(range) => {
                    let lines = Lines::new(&document.text);
                    let place = |name: &str| range.get(name).map_or(0, |place| lines.offset_of(place));
                    let (start, end) = (place("start"), place("end"));
                    document.text.replace_range(start.min(end)..start.max(end), text);
                }
            }
        }
        Some(document)
    }

    /// The editor lets go of a text.
    pub(super) fn close(&mut self, uri: &str) -> Option<Document> {
        self.by_path.remove(&uris::path(uri))
    }

    /// How the editor calls the text at a place of this machine, and its number.
    pub(super) fn at_place(&self, place: &std::path::Path) -> Option<(&str, Option<i32>)> {
        self.all()
            .find(|document| document.path == place || files::place(&document.path) == place)
            .map(|document| (document.uri.as_str(), document.version))
    }

    /// All texts.
    pub(super) fn all(&self) -> impl Iterator<Item = &Document> {
        self.by_path.values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn changes_are_applied_one_after_the_other() {
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
    fn another_spelling_of_the_uri_names_the_same_text() {
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
