//! Renames symbols, and warns about places that keep the old name.

use std::path::PathBuf;

use blanche_sorted::SortedSet;

use blanche_compiler::diagnostic::Edit;
use blanche_compiler::files::{FileId, Span};
use blanche_compiler::service::rename;
use blanche_compiler::spelling::list;
use gen_lsp_types::{PrepareRenamePlaceholder, PrepareRenameResult, WorkspaceEdit};
use serde_json::Value;

use super::answers::Answer;
use super::locations::Locations;
use super::server::{Refusal, Server};
use super::sidecar_files::mentioned_beside;
use super::uris;

impl Server {
    pub(super) fn prepare_rename(&self, parameters: &Value) -> Answer<PrepareRenameResult> {
        let (file, offset) = self.place(parameters)?;
        let workspace = self.workspace()?;
        let span = rename::renamable(workspace, file, offset).map_err(Refusal::failed)?;
        let (range, placeholder) = (self.lines(file).range(span), workspace.sources().text(span).to_owned());
        Ok(Some(PrepareRenamePlaceholder { range, placeholder }.into()))
    }

    /// Renames a symbol. Files are read again before that, because an editor does not report new files outside its
    /// folders.
    pub(super) fn rename(&mut self, parameters: &Value) -> Answer<WorkspaceEdit> {
        if let Some(workspace) = &mut self.workspace {
            workspace.files_changed();
        }
        self.settle();
        let (file, offset) = self.place(parameters)?;
        let new = parameters.get("newName").and_then(Value::as_str).unwrap_or("").trim();
        let workspace = self.workspace()?;
        let edits = rename::rename(workspace, file, offset, new).map_err(Refusal::failed)?;
        let changes = self.workspace_edit(&Locations::new(self), &edits);
        let is_known_outside = rename::is_known_outside(workspace, file, offset);
        if let Some(said) = self.keepers(&edits).filter(|_| is_known_outside) {
            self.tell(&said);
        }
        Ok(Some(changes))
    }

    /// The places that may still contain the old name. They are sidecar files, whose formats only other programs know,
    /// and lines with syntax errors.
    fn keepers(&self, edits: &[Edit]) -> Option<String> {
        let workspace = self.workspace().ok()?;
        let old = workspace.sources().text(edits.first()?.span);
        let files: SortedSet<FileId> = edits.iter().map(|edit| edit.span.file).collect();
        let uris = files.into_iter().filter_map(|file| self.uri(file));
        let rules: Vec<PathBuf> = uris.map(|(uri, _)| uris::path(&uri.0)).collect();
        let mut keepers = mentioned_beside(&rules, old);
        let line = |place: &Span| {
            format!("{}:{}", workspace.name(place.file), workspace.sources().position(*place).line)
        };
        keepers.extend(rename::unchanged_occurrences(workspace, edits).iter().map(line));
        keepers.dedup();
        let keep = if keepers.len() == 1 { "keeps" } else { "keep" };
        (!keepers.is_empty())
            .then(|| format!("`{old}` also occurs in {}, which {keep} it", list(&keepers, "and")))
    }
}
