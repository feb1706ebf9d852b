//! Answers to LSP requests. There is one function per request, which converts results of
//! [`service`](blanche_compiler::service) to protocol types.

use blanche_compiler::diagnostic::{Code, Diagnostic, Edit};
use blanche_compiler::files::{FileId, Span};
use blanche_compiler::service::completion::{self, Piece, Suggestion, complete};
use blanche_compiler::service::{
    fixes, folding, formatted, hints, hover, references, signature, symbols, tokens,
};
use blanche_compiler::spelling::capitalised;
use gen_lsp_types::{
    ActiveParameter, BaseSymbolInformation, CodeAction, CodeActionKind, CodeActionResponse, Command,
    CompletionItem, CompletionItemKind, CompletionList, CompletionResponse, Definition, DefinitionResponse,
    DocumentHighlight, DocumentHighlightKind, DocumentSymbol, DocumentSymbolResponse, FoldingRange,
    FoldingRangeKind, Hover, InlayHint, InlayHintKind, InsertTextFormat, Location, MarkupContent, MarkupKind,
    ParameterInformation, ParameterInformationLabel, Position, SemanticToken, SemanticTokens, SignatureHelp,
    SignatureInformation, SymbolInformation, SymbolKind, TextEdit, WorkspaceSymbolResponse,
};
use serde_json::{Value, json};

use super::built_in;
use super::capabilities::{EXPLAIN, token_type};
use super::edits;
use super::lines::Lines;
use super::locations::Locations;
use super::server::{Refusal, Server};
use super::uris;

/// The answer to a request. It is `None` if there is no result.
pub(super) type Answer<T> = Result<Option<T>, Refusal>;

fn markdown(text: &str) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value: text.to_owned() }
}

impl Server {
    /// The location of a span in a file that is embedded in a program. The file is first written to disk so that the
    /// editor can open it. `None` if the span is not in an embedded file.
    fn built_in_location(&self, locations: &Locations<'_>, span: Span) -> Answer<Location> {
        let workspace = self.workspace()?;
        if !workspace.is_embedded(span.file) {
            return Ok(None);
        }
        let file = workspace.sources().file(span.file);
        let path = built_in::write(file.name(), file.text()).map_err(|error| {
            Refusal::failed(format!(
                "this is defined in `{}`, which is built into `noire` and could not be written where you can read it: \
                 {error}; `noire games --output knowledge` also writes it",
                file.name()
            ))
        })?;
        Ok(Some(Location { uri: uris::uri(&path).into(), range: locations.range(span) }))
    }

    pub(super) fn hover(&self, parameters: &Value) -> Answer<Hover> {
        let (file, offset) = self.place(parameters)?;
        let found = hover::hover(self.workspace()?, file, offset);
        Ok(found.map(|hover| Hover {
            contents: markdown(&hover.text).into(),
            range: Some(self.lines(file).range(hover.span)),
        }))
    }

    pub(super) fn definition(&self, parameters: &Value) -> Answer<DefinitionResponse> {
        let (file, offset) = self.place(parameters)?;
        let found = references::definition(self.workspace()?, file, offset);
        let (mut places, locations) = (Vec::new(), Locations::new(self));
        for span in found {
            places.extend(match locations.location(span) {
                None => self.built_in_location(&locations, span)?,
                known => known,
            });
        }
        Ok((!places.is_empty()).then_some(DefinitionResponse::Definition(Definition::LocationList(places))))
    }

    pub(super) fn references(&self, parameters: &Value) -> Answer<Vec<Location>> {
        let (file, offset) = self.place(parameters)?;
        let all = parameters.pointer("/context/includeDeclaration").and_then(Value::as_bool).unwrap_or(true);
        let found = references::references(self.workspace()?, file, offset);
        let wanted = found.into_iter().filter(|place| all || !place.defines);
        let locations = Locations::new(self);
        Ok(Some(wanted.filter_map(|place| locations.location(place.span)).collect()))
    }

    pub(super) fn highlights(&self, parameters: &Value) -> Answer<Vec<DocumentHighlight>> {
        let (file, offset) = self.place(parameters)?;
        let lines = self.lines(file);
        let found = references::references(self.workspace()?, file, offset);
        let here = found.into_iter().filter(|place| place.span.file == file);
        let highlight = |place: references::NameLocation| DocumentHighlight {
            range: lines.range(place.span),
            // Occurrences that define or declare the name are marked as writes.
            kind: Some(if place.defines {
                DocumentHighlightKind::Write
            } else {
                DocumentHighlightKind::Read
            }),
        };
        Ok(Some(here.map(highlight).collect()))
    }

    pub(super) fn document_symbols(&self, parameters: &Value) -> Answer<DocumentSymbolResponse> {
        let file = self.file(parameters)?;
        let found = symbols::symbols(self.workspace()?, file);
        if !self.editor.symbol_trees {
            return Ok(Some(DocumentSymbolResponse::SymbolInformationList(self.flat(&found))));
        }
        let lines = self.lines(file);
        let symbol = |symbol: symbols::Symbol| {
            let (range, name_range) = (lines.range(symbol.span), lines.range(symbol.name_span));
            let (kind, detail) = (symbol_kind(symbol.kind), Some(symbol.detail));
            DocumentSymbol::new(symbol.name, detail, kind, None, None, range, name_range, None)
        };
        Ok(Some(DocumentSymbolResponse::DocumentSymbolList(found.into_iter().map(symbol).collect())))
    }

    pub(super) fn workspace_symbols(&self, parameters: &Value) -> Answer<WorkspaceSymbolResponse> {
        let word = parameters.get("query").and_then(Value::as_str).unwrap_or("");
        let found = symbols::search(self.workspace()?, word);
        Ok(Some(WorkspaceSymbolResponse::SymbolInformationList(self.flat(&found))))
    }

    /// Converts a tree of symbols to a flat list. Each symbol gets its location.
    fn flat(&self, symbols: &[symbols::Symbol]) -> Vec<SymbolInformation> {
        let locations = Locations::new(self);
        let flat = |symbol: &symbols::Symbol| {
            let location = locations.location(symbol.name_span)?;
            let (kind, container) = (symbol_kind(symbol.kind), Some(symbol.detail.clone()));
            let base = BaseSymbolInformation::new(symbol.name.clone(), kind, None, container);
            Some(SymbolInformation::new(None, location, base))
        };
        symbols.iter().filter_map(flat).collect()
    }

    pub(super) fn completion(&self, parameters: &Value) -> Answer<CompletionResponse> {
        let (file, offset) = self.place(parameters)?;
        let lines = self.lines(file);
        let found = complete(self.workspace()?, file, offset);
        let items = found.iter().enumerate().map(|(at, suggestion)| self.suggestion(&lines, at, suggestion));
        let list = CompletionList { items: items.collect(), ..Default::default() };
        Ok(Some(CompletionResponse::CompletionList(list)))
    }

    fn suggestion(&self, lines: &Lines<'_>, at: usize, suggestion: &Suggestion) -> CompletionItem {
        let has_holes = suggestion.pieces.iter().any(|piece| matches!(piece, Piece::Hole(_)));
        let is_snippet = has_holes && self.editor.snippets;
        let text = if is_snippet { snippet(&suggestion.pieces) } else { suggestion.text() };
        let first = suggestion.pieces.first().map_or("", |piece| match piece {
            Piece::Text(text) | Piece::Hole(text) => text,
        });
        let kind = match suggestion.kind {
            completion::Kind::Variable => CompletionItemKind::Variable,
            completion::Kind::Constant => CompletionItemKind::EnumMember,
            completion::Kind::Predicate => CompletionItemKind::Function,
            completion::Kind::Action => CompletionItemKind::Method,
            completion::Kind::Sort => CompletionItemKind::TypeParameter,
            completion::Kind::Rule => CompletionItemKind::Event,
            completion::Kind::File => CompletionItemKind::File,
            completion::Kind::Word => CompletionItemKind::Keyword,
        };
        let format = if is_snippet { InsertTextFormat::Snippet } else { InsertTextFormat::PlainText };
        let (detail, comment) = (&suggestion.detail, &suggestion.comment);
        CompletionItem {
            label: suggestion.label.clone(),
            kind: Some(kind),
            detail: (!detail.is_empty()).then(|| detail.clone()),
            documentation: (!comment.is_empty()).then(|| markdown(comment).into()),
            sort_text: Some(format!("{at:05}")),
            filter_text: Some(first.to_owned()),
            insert_text_format: Some(format),
            text_edit: Some(TextEdit { range: lines.range(suggestion.replaces), new_text: text }.into()),
            ..Default::default()
        }
    }

    pub(super) fn signature_help(&self, parameters: &Value) -> Answer<SignatureHelp> {
        let (file, offset) = self.place(parameters)?;
        let found = signature::signatures(self.workspace()?, file, offset);
        Ok(found.map(|found| SignatureHelp {
            signatures: found.list.iter().map(signature_information).collect(),
            active_signature: Some(found.active as u32),
            active_parameter: Some(ActiveParameter::Int(found.argument as u32)),
        }))
    }

    pub(super) fn formatting(&self, parameters: &Value) -> Answer<Vec<TextEdit>> {
        let file = self.file(parameters)?;
        let workspace = self.workspace()?;
        let new = formatted(workspace, file);
        Ok(new.map(|new| edits::between(workspace.sources().file(file).text(), &new)))
    }

    pub(super) fn code_actions(&self, parameters: &Value) -> Answer<Vec<CodeActionResponse>> {
        let file = self.file(parameters)?;
        let (lines, locations) = (self.lines(file), Locations::new(self));
        let place = |name: &str| {
            parameters.pointer(&format!("/range/{name}")).map_or(0, |place| lines.offset_of(place))
        };
        let (start, end) = (place("start"), place("end"));
        let only = parameters.pointer("/context/only").and_then(Value::as_array);
        let wanted = |kind: &CodeActionKind| {
            let is_of = |only: &Value| only.as_str().is_some_and(|only| kind.as_str().starts_with(only));
            only.is_none_or(|only| only.iter().any(is_of))
        };
        let mut actions = Vec::new();
        if wanted(&CodeActionKind::QuickFix) {
            let touched = Span::new(file, start.min(end), start.max(end));
            let is_touched = |message: &Diagnostic| fixes::touches(message, touched);
            for message in &self.workspace()?.offered(&self.messages, is_touched) {
                let said = self.message(&locations, message);
                if let Some(fix) = &message.fix {
                    actions.push(CodeAction {
                        title: capitalised(&fix.title),
                        kind: Some(CodeActionKind::QuickFix),
                        diagnostics: Some(vec![said.clone()]),
                        is_preferred: Some(!fix.on_demand),
                        edit: Some(self.workspace_edit(&locations, &fix.edits)),
                        ..Default::default()
                    });
                }
                let title = format!("Explain {}: {}", message.code, message.code.title());
                let code = vec![json!(message.code.number())];
                actions.push(CodeAction {
                    title: title.clone(),
                    kind: Some(CodeActionKind::QuickFix),
                    diagnostics: Some(vec![said]),
                    command: Some(Command::new(title, None, EXPLAIN.to_owned(), Some(code))),
                    ..Default::default()
                });
            }
        }
        let all = match wanted(&CodeActionKind::SourceFixAll) {
            true => self.all_fixes(file)?,
            false => Vec::new(),
        };
        if !all.is_empty() {
            actions.push(CodeAction {
                title: "Apply all fixes of this file".to_owned(),
                kind: Some(CodeActionKind::SourceFixAll),
                edit: Some(self.workspace_edit(&locations, &all)),
                ..Default::default()
            });
        }
        Ok(Some(actions.into_iter().map(CodeActionResponse::CodeAction).collect()))
    }

    /// The edits of all fixes in a file. They are cached until the texts change, because editors request them whenever
    /// the cursor moves.
    fn all_fixes(&self, file: FileId) -> Result<Vec<Edit>, Refusal> {
        let workspace = self.workspace()?;
        let mut known = self.fixes.borrow_mut();
        let edits = known.entry(file).or_insert_with(|| workspace.all_fixes(&self.messages, file));
        Ok(edits.clone())
    }

    pub(super) fn semantic_tokens(&self, parameters: &Value) -> Answer<SemanticTokens> {
        let file = self.file(parameters)?;
        let lines = self.lines(file);
        let mut data = Vec::new();
        let mut last = Position::default();
        for token in tokens::tokens(self.workspace()?, file) {
            let range = lines.range(token.span);
            let (start, end) = (range.start, range.end);
            if end.line != start.line || end.character <= start.character {
                continue;
            }
            let (token_type, token_modifiers_bitset) = token_type(token.kind, token.defines);
            data.push(SemanticToken {
                delta_line: start.line - last.line,
                delta_start: start.character - if start.line == last.line { last.character } else { 0 },
                length: end.character - start.character,
                token_type,
                token_modifiers_bitset,
            });
            last = start;
        }
        Ok(Some(SemanticTokens { result_id: None, data }))
    }

    pub(super) fn inlay_hints(&self, parameters: &Value) -> Answer<Vec<InlayHint>> {
        let file = self.file(parameters)?;
        let lines = self.lines(file);
        let place = |name: &str, otherwise: usize| {
            parameters.pointer(&format!("/range/{name}")).map_or(otherwise, |place| lines.offset_of(place))
        };
        let shown = place("start", 0)..=place("end", usize::MAX);
        let hints = hints::hints(self.workspace()?, file);
        let hints = hints.iter().filter(|hint| shown.contains(&(hint.place.start as usize)));
        let hint = |hint: &hints::Hint| {
            let (place, label) = (lines.position(hint.place.start as usize), format!(": {}", hint.sort));
            InlayHint::new(place, label.into(), Some(InlayHintKind::Type), None, None, None, None, None)
        };
        Ok(Some(hints.map(hint).collect()))
    }

    pub(super) fn folding_ranges(&self, parameters: &Value) -> Answer<Vec<FoldingRange>> {
        let file = self.file(parameters)?;
        let fold = |fold: folding::Fold| FoldingRange {
            start_line: fold.first as u32,
            end_line: fold.last as u32,
            kind: Some(if fold.is_comment { FoldingRangeKind::Comment } else { FoldingRangeKind::Region }),
            ..Default::default()
        };
        Ok(Some(folding::folds(self.workspace()?, file).into_iter().map(fold).collect()))
    }

    /// The explanation page of a diagnostic code.
    pub(super) fn page(&self, code: Option<&Value>) -> Result<String, Refusal> {
        let number = code.and_then(Value::as_str).unwrap_or("");
        let code = Code::from_number(number);
        let code = code.ok_or_else(|| Refusal::failed(format!("there is no code `{number}`")))?;
        Ok(code.page().to_owned())
    }
}

/// Converts a signature. Its arguments become ranges of the label, in UTF-16 columns.
fn signature_information(signature: &signature::Signature) -> SignatureInformation {
    let units = |at: usize| signature.label[..at].encode_utf16().count() as u32;
    let argument = |(from, to): &(usize, usize)| ParameterInformation {
        label: ParameterInformationLabel::Tuple((units(*from), units(*to))),
        documentation: None,
    };
    SignatureInformation {
        label: signature.label.clone(),
        documentation: Some(markdown(&signature.comment).into()),
        parameters: Some(signature.arguments.iter().map(argument).collect()),
        active_parameter: None,
    }
}

/// Writes pieces of text as an LSP snippet. The holes, which the user fills in, become numbered placeholders.
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

fn symbol_kind(kind: symbols::Kind) -> SymbolKind {
    match kind {
        symbols::Kind::File => SymbolKind::Namespace,
        symbols::Kind::Sort => SymbolKind::Enum,
        symbols::Kind::Predicate => SymbolKind::Function,
        symbols::Kind::Action => SymbolKind::Method,
        symbols::Kind::Rule => SymbolKind::Event,
        symbols::Kind::Export => SymbolKind::Interface,
        symbols::Kind::Score => SymbolKind::Number,
    }
}
