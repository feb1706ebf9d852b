//! The capabilities that the server announces, and the capabilities of the editor that the server depends on.

use blanche_compiler::service::tokens::Kind;
use gen_lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProvider, CompletionOptions, ExecuteCommandOptions,
    PositionEncodingKind, RenameOptions, RenameProvider, SemanticTokenModifiers, SemanticTokenTypes,
    SemanticTokensLegend, SemanticTokensOptions, SemanticTokensProvider, ServerCapabilities,
    SignatureHelpOptions, TextDocumentSync, TextDocumentSyncKind, TextDocumentSyncOptions,
    WorkspaceFoldersServerCapabilities, WorkspaceOptions,
};
use serde_json::Value;

/// The command that shows the explanation page of a diagnostic code.
pub(super) const EXPLAIN: &str = "blanche.explain";

/// The semantic token types, in the order of their numbers in the legend.
const TOKEN_TYPES: [SemanticTokenTypes; 11] = [
    SemanticTokenTypes::Keyword,
    SemanticTokenTypes::Operator,
    SemanticTokenTypes::Number,
    SemanticTokenTypes::Variable,
    SemanticTokenTypes::Parameter,
    SemanticTokenTypes::Function,
    SemanticTokenTypes::Method,
    SemanticTokenTypes::Type,
    SemanticTokenTypes::EnumMember,
    SemanticTokenTypes::Event,
    SemanticTokenTypes::Namespace,
];

/// The semantic token modifiers, one bit each.
const TOKEN_MODIFIERS: [SemanticTokenModifiers; 2] =
    [SemanticTokenModifiers::Declaration, SemanticTokenModifiers::DefaultLibrary];

/// The token type of a kind of word, as an index into the legend, and its modifiers, as a bit set.
pub(super) fn token_type(kind: Kind, defines: bool) -> (u32, u32) {
    let name = match kind {
        Kind::Word => SemanticTokenTypes::Keyword,
        Kind::Not => SemanticTokenTypes::Operator,
        Kind::Number => SemanticTokenTypes::Number,
        Kind::Variable => SemanticTokenTypes::Variable,
        Kind::Parameter => SemanticTokenTypes::Parameter,
        Kind::Predicate | Kind::Host => SemanticTokenTypes::Function,
        Kind::Action => SemanticTokenTypes::Method,
        Kind::Sort => SemanticTokenTypes::Type,
        Kind::Constant => SemanticTokenTypes::EnumMember,
        Kind::Rule => SemanticTokenTypes::Event,
        Kind::File => SemanticTokenTypes::Namespace,
    };
    let number = TOKEN_TYPES.iter().position(|known| *known == name).unwrap_or(0);
    (number as u32, u32::from(defines) | u32::from(kind == Kind::Host) << 1)
}

/// The capabilities sent in the answer to `initialize`.
pub(super) fn capabilities() -> ServerCapabilities {
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    ServerCapabilities {
        position_encoding: Some(PositionEncodingKind::UTF16),
        text_document_sync: Some(TextDocumentSync::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::Incremental),
            save: Some(true.into()),
            ..Default::default()
        })),
        hover_provider: Some(true.into()),
        definition_provider: Some(true.into()),
        references_provider: Some(true.into()),
        document_highlight_provider: Some(true.into()),
        document_symbol_provider: Some(true.into()),
        workspace_symbol_provider: Some(true.into()),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(texts(&["(", ","])),
            ..Default::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(texts(&["(", ","])),
            ..Default::default()
        }),
        rename_provider: Some(RenameProvider::RenameOptions(RenameOptions {
            prepare_provider: Some(true),
            ..Default::default()
        })),
        document_formatting_provider: Some(true.into()),
        code_action_provider: Some(CodeActionProvider::CodeActionOptions(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QuickFix, CodeActionKind::SourceFixAll]),
            ..Default::default()
        })),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: texts(&[EXPLAIN]),
            ..Default::default()
        }),
        semantic_tokens_provider: Some(SemanticTokensProvider::SemanticTokensOptions(
            SemanticTokensOptions {
                legend: SemanticTokensLegend {
                    token_types: TOKEN_TYPES.map(String::from).to_vec(),
                    token_modifiers: TOKEN_MODIFIERS.map(String::from).to_vec(),
                },
                full: Some(true.into()),
                ..Default::default()
            },
        )),
        inlay_hint_provider: Some(true.into()),
        folding_range_provider: Some(true.into()),
        workspace: Some(WorkspaceOptions {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(true.into()),
            }),
            ..Default::default()
        }),
        ..Default::default()
    }
}

/// The editor's capabilities and settings.
#[derive(Debug, Default)]
pub(super) struct Editor {
    /// Whether the editor supports snippets, which have placeholders for the user to fill in.
    pub(super) snippets: bool,
    /// Whether the editor accepts edits that state the document version to which they apply.
    pub(super) versioned_edits: bool,
    /// Whether the editor accepts symbols as a tree.
    pub(super) symbol_trees: bool,
    /// Whether the editor can be asked to report changed files.
    pub(super) watches: bool,
    /// The process id of the editor. The server ends when this process does.
    pub(super) process: Option<i32>,
    /// The URI scheme under which the editor shows the explanation pages of codes; `None` if it does not show them.
    pub(super) pages: Option<String>,
}

impl Editor {
    /// Reads the parameters of `initialize` field by field. An editor must not be rejected because of malformed fields
    /// that are not needed here.
    pub(super) fn of(parameters: &Value) -> Editor {
        let can = |path: &str| {
            parameters.pointer(&format!("/capabilities/{path}")).and_then(Value::as_bool).unwrap_or(false)
        };
        let pages = parameters.pointer("/initializationOptions/explainScheme").and_then(Value::as_str);
        Editor {
            process: parameters.get("processId").and_then(process),
            snippets: can("textDocument/completion/completionItem/snippetSupport"),
            versioned_edits: can("workspace/workspaceEdit/documentChanges"),
            symbol_trees: can("textDocument/documentSymbol/hierarchicalDocumentSymbolSupport"),
            watches: can("workspace/didChangeWatchedFiles/dynamicRegistration"),
            pages: pages.map(str::to_owned),
        }
    }
}

/// The value as a process id, if it is a valid one.
fn process(id: &Value) -> Option<i32> {
    id.as_i64().and_then(|id| i32::try_from(id).ok()).filter(|id| *id > 0)
}
