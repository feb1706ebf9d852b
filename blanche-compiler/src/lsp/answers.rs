//! The answers of the library as JSON, request by request.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::files::{FileId, Span};
use crate::names::spelling::list;
use crate::service::completion::{self, Piece, Suggestion, complete};
use crate::service::{
    fixes, folding, formatted, hints, hover, references, rename, signature, symbols, tokens,
};
use serde_json::{Value, json};

use super::beside::mentioned_beside;
use super::capabilities::{EXPLAIN, token_type};
use super::edits;
use super::lines::Lines;
use super::server::{Refusal, Server};
use super::uris;

type Answer = Result<Value, Refusal>;

fn markdown(text: &str) -> Value {
    json!({ "kind": "markdown", "value": text })
}

impl Server {
    fn location(&self, span: Span) -> Option<Value> {
        let (uri, _) = self.uri(span.file)?;
        Some(json!({ "uri": uri, "range": self.lines(span.file).range(span) }))
    }

    pub(super) fn hover(&self, parameters: &Value) -> Answer {
        let (file, offset) = self.place(parameters)?;
        let found = hover::hover(self.workspace()?, file, offset);
        Ok(found.map_or(
            Value::Null,
            |hover| json!({ "contents": markdown(&hover.text), "range": self.lines(file).range(hover.span) }),
        ))
    }

    pub(super) fn definition(&self, parameters: &Value) -> Answer {
        let (file, offset) = self.place(parameters)?;
        let found = references::definition(self.workspace()?, file, offset);
        let places: Vec<Value> = found.into_iter().filter_map(|span| self.location(span)).collect();
        Ok(if places.is_empty() { Value::Null } else { json!(places) })
    }

    pub(super) fn references(&self, parameters: &Value) -> Answer {
        let (file, offset) = self.place(parameters)?;
        let all = parameters.pointer("/context/includeDeclaration").and_then(Value::as_bool).unwrap_or(true);
        let found = references::references(self.workspace()?, file, offset);
        let wanted = found.into_iter().filter(|place| all || !place.defines);
        Ok(json!(wanted.filter_map(|place| self.location(place.span)).collect::<Vec<_>>()))
    }

    pub(super) fn highlights(&self, parameters: &Value) -> Answer {
        let (file, offset) = self.place(parameters)?;
        let lines = self.lines(file);
        let found = references::references(self.workspace()?, file, offset);
        let here = found.into_iter().filter(|place| place.span.file == file);
        // 2 is what reads a name, 3 is what gives it a meaning.
        let highlight = |place: references::Place| json!({ "range": lines.range(place.span), "kind": if place.defines { 3 } else { 2 } });
        Ok(json!(here.map(highlight).collect::<Vec<_>>()))
    }

    pub(super) fn document_symbols(&self, parameters: &Value) -> Answer {
        let file = self.file(parameters)?;
        let lines = self.lines(file);
        let found = symbols::symbols(self.workspace()?, file);
        let symbol = |symbol: symbols::Symbol| match self.editor.symbol_trees {
            true => Some(json!({
                "name": symbol.name,
                "detail": symbol.detail,
                "kind": symbol_kind(symbol.kind),
                "range": lines.range(symbol.span),
                "selectionRange": lines.range(symbol.name_span),
            })),
            false => self.symbol(&symbol),
        };
        Ok(json!(found.into_iter().filter_map(symbol).collect::<Vec<_>>()))
    }

    pub(super) fn workspace_symbols(&self, parameters: &Value) -> Answer {
        let word = parameters.get("query").and_then(Value::as_str).unwrap_or("");
        let found = symbols::search(self.workspace()?, word);
        Ok(json!(found.iter().filter_map(|symbol| self.symbol(symbol)).collect::<Vec<_>>()))
    }

    fn symbol(&self, symbol: &symbols::Symbol) -> Option<Value> {
        let (name, kind) = (&symbol.name, symbol_kind(symbol.kind));
        let location = self.location(symbol.name_span)?;
        Some(json!({ "name": name, "kind": kind, "location": location, "containerName": symbol.detail }))
    }

    pub(super) fn completion(&self, parameters: &Value) -> Answer {
        let (file, offset) = self.place(parameters)?;
        let lines = self.lines(file);
        let found = complete(self.workspace()?, file, offset);
        let list = found.iter().enumerate().map(|(at, suggestion)| self.suggestion(&lines, at, suggestion));
        Ok(json!({ "isIncomplete": false, "items": list.collect::<Vec<_>>() }))
    }

    fn suggestion(&self, lines: &Lines<'_>, at: usize, suggestion: &Suggestion) -> Value {
        let has_holes = suggestion.pieces.iter().any(|piece| matches!(piece, Piece::Hole(_)));
        let is_snippet = has_holes && self.editor.snippets;
        let text = if is_snippet { snippet(&suggestion.pieces) } else { suggestion.text() };
        let first = suggestion.pieces.first().map_or("", |piece| match piece {
            Piece::Text(text) | Piece::Hole(text) => text,
        });
        let mut item = json!({
            "label": suggestion.label,
            "kind": match suggestion.kind {
                completion::Kind::Variable => 6,
                completion::Kind::Constant => 20,
                completion::Kind::Predicate => 3,
                completion::Kind::Action => 2,
                completion::Kind::Sort => 25,
                completion::Kind::Rule => 23,
                completion::Kind::File => 17,
                completion::Kind::Word => 14,
            },
            "filterText": first,
            "sortText": format!("{at:05}"),
            "insertTextFormat": if is_snippet { 2 } else { 1 },
            "textEdit": { "range": lines.range(suggestion.replaces), "newText": text },
        });
        if !suggestion.detail.is_empty() {
            item["detail"] = json!(suggestion.detail);
        }
        if !suggestion.comment.is_empty() {
            item["documentation"] = markdown(&suggestion.comment);
        }
        item
    }

    pub(super) fn signature_help(&self, parameters: &Value) -> Answer {
        let (file, offset) = self.place(parameters)?;
        let Some(found) = signature::signatures(self.workspace()?, file, offset) else {
            return Ok(Value::Null);
        };
        let list = found.list.iter().map(|signature| {
            let units = |at: usize| signature.label[..at].chars().map(char::len_utf16).sum::<usize>();
            let arguments = signature.arguments.iter();
            let arguments = arguments.map(|(from, to)| json!({ "label": [units(*from), units(*to)] }));
            json!({
                "label": signature.label,
                "documentation": markdown(&signature.comment),
                "parameters": arguments.collect::<Vec<_>>(),
            })
        });
        let list: Vec<Value> = list.collect();
        Ok(json!({ "signatures": list, "activeSignature": found.active, "activeParameter": found.argument }))
    }

    pub(super) fn prepare_rename(&self, parameters: &Value) -> Answer {
        let (file, offset) = self.place(parameters)?;
        let workspace = self.workspace()?;
        let span = rename::renamable(workspace, file, offset).map_err(Refusal::failed)?;
        Ok(json!({ "range": self.lines(file).range(span), "placeholder": workspace.sources().text(span) }))
    }

    /// Texts beside the rules that mention the old name keep it, and that is said: only programs know how they are read.
    /// Files are read anew in front of it, since an editor does not tell of those that come outside of its folders.
    pub(super) fn rename(&mut self, parameters: &Value) -> Answer {
        if let Some(workspace) = &mut self.workspace {
            workspace.files_changed();
        }
        self.settle();
        let (file, offset) = self.place(parameters)?;
        let new = parameters.get("newName").and_then(Value::as_str).unwrap_or("").trim();
        let workspace = self.workspace()?;
        let edits = rename::rename(workspace, file, offset, new).map_err(Refusal::failed)?;
        let changes = self.workspace_edit(&edits);
        let old = edits.first().map(|edit| workspace.sources().text(edit.span));
        if let Some(old) = old.filter(|_| rename::is_known_outside(workspace, file, offset)) {
            let files: BTreeSet<FileId> = edits.iter().map(|edit| edit.span.file).collect();
            let rules: Vec<PathBuf> = files
                .into_iter()
                .filter_map(|file| self.uri(file))
                .map(|(uri, _)| uris::path(&uri))
                .collect();
            let beside = mentioned_beside(&rules, old);
            if !beside.is_empty() {
                let said = format!("`{old}` stands in {} too, which keeps it", list(&beside, "and"));
                self.tell(&said);
            }
        }
        Ok(changes)
    }

    pub(super) fn formatting(&self, parameters: &Value) -> Answer {
        let file = self.file(parameters)?;
        let workspace = self.workspace()?;
        let Some(new) = formatted(workspace, file) else { return Ok(Value::Null) };
        Ok(json!(edits::between(workspace.sources().file(file).text(), &new)))
    }

    pub(super) fn code_actions(&self, parameters: &Value) -> Answer {
        let file = self.file(parameters)?;
        let lines = self.lines(file);
        let place = |name: &str| {
            parameters.pointer(&format!("/range/{name}")).map_or(0, |place| lines.offset_of(place))
        };
        let (start, end) = (place("start"), place("end"));
        let only = parameters.pointer("/context/only").and_then(Value::as_array);
        let wanted = |kind: &str| {
            let is_of = |only: &Value| only.as_str().is_some_and(|only| kind.starts_with(only));
            only.is_none_or(|only| only.iter().any(is_of))
        };
        let mut actions = Vec::new();
        if wanted("quickfix") {
            let touched = Span::new(file, start.min(end), start.max(end));
            for message in fixes::messages_at(&self.messages, touched) {
                let said = self.message(&lines, message);
                if let Some(fix) = &message.fix {
                    actions.push(json!({
                        "title": capital(&fix.title),
                        "kind": "quickfix",
                        "diagnostics": [said],
                        "isPreferred": true,
                        "edit": self.workspace_edit(&fix.edits),
                    }));
                }
                let title = format!("Explain {}: {}", message.code, message.code.title());
                let code = message.code.number();
                actions.push(json!({
                    "title": title,
                    "kind": "quickfix",
                    "diagnostics": [said],
                    "command": { "title": title, "command": EXPLAIN, "arguments": [code] },
                }));
            }
        }
        let all = fixes::all_in_file(&self.messages, file);
        if wanted("source.fixAll") && !all.is_empty() {
            actions.push(json!({
                "title": "Apply all fixes of this file",
                "kind": "source.fixAll",
                "edit": self.workspace_edit(&all),
            }));
        }
        Ok(json!(actions))
    }

    pub(super) fn semantic_tokens(&self, parameters: &Value) -> Answer {
        let file = self.file(parameters)?;
        let lines = self.lines(file);
        let mut data: Vec<usize> = Vec::new();
        let (mut last_line, mut last_column) = (0, 0);
        for token in tokens::tokens(self.workspace()?, file) {
            let (line, column) = lines.position(token.span.start as usize);
            let (end_line, end) = lines.position(token.span.end as usize);
            if end_line != line || end <= column {
                continue;
            }
            let (kind, modifiers) = token_type(token.kind, token.defines);
            let step = if line == last_line { column - last_column } else { column };
            data.extend([line - last_line, step, end - column, kind, modifiers as usize]);
            (last_line, last_column) = (line, column);
        }
        Ok(json!({ "data": data }))
    }

    pub(super) fn inlay_hints(&self, parameters: &Value) -> Answer {
        let file = self.file(parameters)?;
        let lines = self.lines(file);
        let place = |name: &str, otherwise: usize| {
            parameters.pointer(&format!("/range/{name}")).map_or(otherwise, |place| lines.offset_of(place))
        };
        let shown = place("start", 0)..=place("end", usize::MAX);
        let hints = hints::hints(self.workspace()?, file);
        let hints = hints.iter().filter(|hint| shown.contains(&(hint.place.start as usize)));
        let hint = |hint: &hints::Hint| {
            let place = lines.json(hint.place.start as usize);
            json!({ "position": place, "label": format!(": {}", hint.sort), "kind": 1 })
        };
        Ok(json!(hints.map(hint).collect::<Vec<_>>()))
    }

    pub(super) fn folding_ranges(&self, parameters: &Value) -> Answer {
        let file = self.file(parameters)?;
        let fold = |fold: folding::Fold| {
            let kind = if fold.is_comment { "comment" } else { "region" };
            json!({ "startLine": fold.first, "endLine": fold.last, "kind": kind })
        };
        Ok(json!(folding::folds(self.workspace()?, file).into_iter().map(fold).collect::<Vec<_>>()))
    }

    /// The page of a code.
    pub(super) fn page(&self, code: Option<&Value>) -> Result<String, Refusal> {
        let number = code.and_then(Value::as_str).unwrap_or("");
        let code = Code::from_number(number);
        let code = code.ok_or_else(|| Refusal::failed(format!("there is no code `{number}`")))?;
        Ok(code.page().to_owned())
    }

    /// What is to be said, file by file.
    pub(super) fn messages_by_file(&self) -> BTreeMap<FileId, Value> {
        let mut by_file: BTreeMap<FileId, Vec<Cow<'_, Diagnostic>>> = BTreeMap::new();
        for message in &self.messages {
            let message = self.within_reach(message);
            by_file.entry(message.label.span.file).or_default().push(message);
        }
        let said = |(file, mut messages): (FileId, Vec<Cow<'_, Diagnostic>>)| {
            messages.sort_by_key(|message| (message.label.span, message.code));
            let lines = self.lines(file);
            (file, messages.into_iter().map(|message| self.message(&lines, &message)).collect())
        };
        by_file.into_iter().map(said).collect()
    }

    /// A message that an editor can show: one of a file that stands on no machine is shown at another place of which it
    /// speaks, or else at the beginning of a program that uses the file.
    fn within_reach<'m>(&self, message: &'m Diagnostic) -> Cow<'m, Diagnostic> {
        let (Ok(workspace), None) = (self.workspace(), self.uri(message.label.span.file)) else {
            return Cow::Borrowed(message);
        };
        let file = message.label.span.file;
        let mut message = message.clone();
        let hint = format!("in `{}`: {}", workspace.name(file), message.label.text);
        let reached = message.others.iter().position(|other| self.uri(other.span.file).is_some());
        match reached {
            Some(at) => message.label = message.others.remove(at),
            None => {
                let roots = workspace.programs_of(file).filter_map(|program| program.files.last());
                let root = roots.copied().find(|root| self.uri(*root).is_some());
                message.label.span = root.map_or(message.label.span, |root| Span::new(root, 0, 0));
            }
        }
        message.hints.insert(0, hint);
        Cow::Owned(message)
    }

    /// A message in the words of the protocol; `lines` are those of its file.
    fn message(&self, lines: &Lines<'_>, message: &Diagnostic) -> Value {
        let mut text = message.title.clone();
        for line in std::iter::once(&message.label.text).chain(&message.hints) {
            text.push('\n');
            text.push_str(line);
        }
        let others = message.others.iter().filter_map(|label| {
            Some(json!({ "location": self.location(label.span)?, "message": label.text }))
        });
        let mut said = json!({
            "range": lines.range(message.label.span),
            "severity": match message.severity {
                Severity::Error => 1,
                Severity::Warning => 2,
                Severity::Hint => 3,
            },
            "code": message.code.number(),
            "source": "blanche",
            "message": text,
            "relatedInformation": others.collect::<Vec<_>>(),
        });
        if let Some(scheme) = &self.editor.pages {
            said["codeDescription"] = json!({ "href": format!("{scheme}:/{}.md", message.code.number()) });
        }
        if matches!(message.code, Code::Unused | Code::FileUnused | Code::UnusedAllow) {
            said["tags"] = json!([1]);
        }
        said
    }
}

/// Pieces in the language of snippets.
fn snippet(pieces: &[Piece]) -> String {
    let escaped = |text: &str| text.replace('\\', "\\\\").replace('$', "\\$").replace('}', "\\}");
    let mut holes = 0;
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => escaped(text),
        Piece::Hole(text) => {
            holes += 1;
            format!("${{{holes}:{}}}", escaped(text))
        }
    };
    pieces.iter().map(piece).collect()
}

fn symbol_kind(kind: symbols::Kind) -> u32 {
    match kind {
        symbols::Kind::File => 3,
        symbols::Kind::Sort => 10,
        symbols::Kind::Predicate => 12,
        symbols::Kind::Action => 6,
        symbols::Kind::Rule => 24,
        symbols::Kind::Export => 11,
        symbols::Kind::Score => 16,
    }
}

/// The same with a capital, as editors list their actions.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
