//! Converts edits to protocol types: the edits of fixes, of renames and of formatting.

use blanche_sorted::SortedMap;

use blanche_compiler::diagnostic::Edit;
use blanche_compiler::files::FileId;
use gen_lsp_types::{
    OptionalVersionedTextDocumentIdentifier, Range, TextDocumentEdit, TextDocumentIdentifier, TextEdit,
    WorkspaceEdit,
};

use super::lines::Lines;
use super::locations::Locations;
use super::server::Server;

impl Server {
    /// Combines edits in several files into one workspace edit. Files that are not on disk, such as files embedded in a
    /// program, are left out.
    pub(super) fn workspace_edit(&self, locations: &Locations<'_>, edits: &[Edit]) -> WorkspaceEdit {
        let mut by_file: SortedMap<FileId, Vec<TextEdit>> = SortedMap::new();
        for edit in edits {
            let file = edit.span.file;
            let range = locations.range(edit.span);
            by_file.entry(file).or_default().push(TextEdit { range, new_text: edit.text.clone() });
        }
        let of_place = by_file.into_iter().filter_map(|(file, edits)| Some((locations.uri(file)?, edits)));
        let mut whole = WorkspaceEdit::default();
        if self.editor.versioned_edits {
            let changes = of_place.map(|((uri, version), edits)| {
                let text_document_identifier = TextDocumentIdentifier { uri };
                let text_document =
                    OptionalVersionedTextDocumentIdentifier { version, text_document_identifier };
                let edits = edits.into_iter().map(Into::into).collect();
                TextDocumentEdit { text_document, edits }.into()
            });
            whole.document_changes = Some(changes.collect());
        } else {
            whole.changes = Some(of_place.map(|((uri, _), edits)| (uri, edits)).collect());
        }
        whole
    }
}

/// The edit that turns `old` into `new`. It is a single edit that replaces all differing lines, so that the cursor
/// moves as little as possible.
pub(super) fn between(old: &str, new: &str) -> Vec<TextEdit> {
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
    vec![TextEdit { range: Range { start: lines.position(start), end: lines.position(end) }, new_text: text }]
}

#[cfg(test)]
mod tests {
    use super::super::documents::Documents;
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn edits_between_two_texts_turn_the_old_into_the_new() {
        let texts = ["", "a", "a\n", "a\nb\nc\n", "a\nx\nc\n", "a\nc\n", "a\r\nb\r\nc", "¬🙂\nb\n", "b\n"];
        for old in texts {
            for new in texts {
                let mut documents = Documents::default();
                documents.open("file:///a", Some(1), old);
                let edits: Vec<Value> = between(old, new)
                    .into_iter()
                    .map(|edit| json!({ "range": edit.range, "text": edit.new_text }))
                    .collect();
                let changed =
                    documents.change("file:///a", Some(2), &edits).map(|document| document.text.as_str());
                assert_eq!(changed, Some(new), "{old:?}");
            }
        }
        assert_eq!(between("a\nb\nc\n", "a\nx\nc\n")[0].new_text, "x\n");
    }
}
