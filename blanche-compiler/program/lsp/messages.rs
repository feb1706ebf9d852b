//! Publishes diagnostics: converts them to protocol types, and sends only diagnostics that have changed.

use std::borrow::Cow;

use blanche_sorted::{Arrange, SortedMap};

use blanche_compiler::diagnostic::{Code, Diagnostic, Severity};
use blanche_compiler::files::{FileId, Span};
use gen_lsp_types::{
    CodeDescription, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    PublishDiagnosticsNotification, PublishDiagnosticsParams,
};

use super::locations::Locations;
use super::server::Server;

impl Server {
    /// Sends the diagnostics of every file whose diagnostics have changed since they were last sent.
    pub(super) fn publish(&mut self) {
        let mut now: SortedMap<String, (Option<i32>, Vec<gen_lsp_types::Diagnostic>)> = SortedMap::new();
        for document in self.documents.all() {
            now.insert(document.uri.clone(), (document.version, Vec::new()));
        }
        for (uri, version, messages) in self.messages_by_file() {
            now.insert(uri, (version, messages));
        }
        for (uri, told) in std::mem::take(&mut self.published) {
            // If a file had diagnostics and now has none, or no longer exists, an empty list is sent once.
            if !told.is_empty() {
                now.entry(uri.clone()).or_default();
            }
            self.published.insert(uri, told);
        }
        for (uri, (version, diagnostics)) in now {
            if self.published.get(&uri) != Some(&diagnostics) {
                self.published.insert(uri.clone(), diagnostics.clone());
                let parameters = PublishDiagnosticsParams { uri: uri.into(), version, diagnostics };
                self.notify::<PublishDiagnosticsNotification>(parameters);
            }
        }
    }

    /// All diagnostics, grouped by files that the editor can open. Each file has its URI and its document version.
    fn messages_by_file(&self) -> Vec<(String, Option<i32>, Vec<gen_lsp_types::Diagnostic>)> {
        let locations = Locations::new(self);
        let mut by_file: SortedMap<FileId, Vec<Cow<'_, Diagnostic>>> = SortedMap::new();
        for message in &self.messages {
            let message = self.within_reach(&locations, message);
            by_file.entry(message.label.span.file).or_default().push(message);
        }
        let said = |(file, mut messages): (FileId, Vec<Cow<'_, Diagnostic>>)| {
            let (uri, version) = locations.uri(file)?;
            messages.arrange_by_key(|message| (message.label.span, message.code));
            let messages = messages.into_iter().map(|message| self.message(&locations, &message)).collect();
            Some((uri.0, version, messages))
        };
        by_file.into_iter().filter_map(said).collect()
    }

    /// A diagnostic in a form that the editor can show. If it is in a file that is not on disk, it is moved to another
    /// location that it mentions. If there is none, it is moved to the beginning of a program that uses the file.
    fn within_reach<'m>(&self, locations: &Locations<'_>, message: &'m Diagnostic) -> Cow<'m, Diagnostic> {
        let (Ok(workspace), false) = (self.workspace(), locations.has_place(message.label.span.file)) else {
            return Cow::Borrowed(message);
        };
        let file = message.label.span.file;
        let mut message = message.clone();
        let hint = format!("in `{}`: {}", workspace.name(file), message.label.text);
        let reached = message.others.iter().position(|other| locations.has_place(other.span.file));
        match reached {
            Some(at) => message.label = message.others.remove(at),
            None => {
                let roots = workspace.programs_of(file).filter_map(|program| program.files.last());
                let root = roots.copied().find(|root| locations.has_place(*root));
                message.label.span = root.map_or(message.label.span, |root| Span::new(root, 0, 0));
            }
        }
        message.hints.insert(0, hint);
        Cow::Owned(message)
    }

    /// Converts a diagnostic to the protocol type.
    pub(super) fn message(
        &self,
        locations: &Locations<'_>,
        message: &Diagnostic,
    ) -> gen_lsp_types::Diagnostic {
        let mut text = message.title.clone();
        for line in std::iter::once(&message.label.text).chain(&message.hints) {
            text.push('\n');
            text.push_str(line);
        }
        let severity = match message.severity {
            Severity::Error => DiagnosticSeverity::Error,
            Severity::Warning => DiagnosticSeverity::Warning,
            Severity::Hint => DiagnosticSeverity::Information,
        };
        let others = message.others.iter().filter_map(|label| {
            let location = locations.location(label.span)?;
            Some(DiagnosticRelatedInformation { location, message: label.text.clone() })
        });
        let page = |scheme: &String| CodeDescription {
            href: format!("{scheme}:/{}.md", message.code.number()).into(),
        };
        let is_unused = matches!(message.code, Code::Unused | Code::FileUnused | Code::UnusedAllow);
        gen_lsp_types::Diagnostic {
            range: locations.range(message.label.span),
            severity: Some(severity),
            code: Some(message.code.number().into()),
            code_description: self.editor.pages.as_ref().map(page),
            source: Some("blanche".to_owned()),
            message: text.into(),
            tags: is_unused.then(|| vec![DiagnosticTag::Unnecessary]),
            related_information: Some(others.collect()),
            ..Default::default()
        }
    }
}
