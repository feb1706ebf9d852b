//! Edits as JSON: those of fixes and of new names, and those of a new layout.

use std::collections::BTreeMap;

use crate::diagnostic::Edit;
use crate::files::FileId;
use serde_json::{Value, json};

use super::lines::Lines;
use super::server::Server;

impl Server {
    /// Edits in several files as one change of the workspace. Files of no place, such as those built into a program,
    /// are left out.
    pub(super) fn workspace_edit(&self, edits: &[Edit]) -> Value {
        let mut by_file: BTreeMap<FileId, Vec<Value>> = BTreeMap::new();
        for edit in edits {
            let lines = self.lines(edit.span.file);
            let edits = by_file.entry(edit.span.file).or_default();
            edits.push(json!({ "range": lines.range(edit.span), "newText": edit.text }));
        }
        let of_place = |(file, edits)| Some((self.uri(file)?, edits));
        if self.editor.versioned_edits {
            let changes = by_file.into_iter().filter_map(of_place).map(|((uri, version), edits)| {
                json!({ "textDocument": { "uri": uri, "version": version }, "edits": edits })
            });
            json!({ "documentChanges": changes.collect::<Vec<_>>() })
        } else {
            let changes =
                by_file.into_iter().filter_map(of_place).map(|((uri, _), edits)| (uri, json!(edits)));
            json!({ "changes": changes.collect::<serde_json::Map<_, _>>() })
        }
    }
}

/// What makes one text of another: the lines that differ, as one edit, so that the cursor stays where it can.
pub(super) fn between(old: &str, new: &str) -> Vec<Value> {
    if old == new {
        return Vec::new();
    }
    let (before, after): (Vec<&str>, Vec<&str>) =
        (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    let front = before.iter().zip(&after).take_while(|(a, b)| a == b).count();
    let most = before.len().min(after.len()) - front;
    let back = before.iter().rev().zip(after.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
    let length = |lines: &[&str]| lines.iter().map(|line| line.len()).sum::<usize>();
    let (start, end) = (length(&before[..front]), length(&before[..before.len() - back]));
    let text: String = after[front..after.len() - back].concat();
    let lines = Lines::new(old);
    vec![json!({ "range": { "start": lines.json(start), "end": lines.json(end) }, "newText": text })]
}

#[cfg(test)]
mod tests {
    use super::super::documents::Documents;
    use super::*;

    #[test]
    fn an_edit_between_two_texts_makes_one_of_the_other() {
        let texts = ["", "a", "a\n", "a\nb\nc\n", "a\nx\nc\n", "a\nc\n", "a\r\nb\r\nc", "¬🙂\nb\n", "b\n"];
        for old in texts {
            for new in texts {
                let mut documents = Documents::default();
                documents.open("file:///a", 1, old);
                let edits: Vec<Value> = between(old, new)
                    .into_iter()
                    .map(|edit| json!({ "range": edit["range"], "text": edit["newText"] }))
                    .collect();
                let changed = documents.change("file:///a", 2, &edits).map(|document| document.text.as_str());
                assert_eq!(changed, Some(new), "{old:?}");
            }
        }
        assert_eq!(between("a\nb\nc\n", "a\nx\nc\n")[0]["newText"], "x\n");
    }
}
