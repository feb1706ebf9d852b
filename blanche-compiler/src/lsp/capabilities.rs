//! What the server says that it can do, and what it needs to know of the editor.

use crate::service::tokens::Kind;
use serde_json::{Value, json};

/// The command that shows the page of a code.
pub(super) const EXPLAIN: &str = "blanche.explain";

/// The kinds of words, in the order of their numbers.
const TOKEN_TYPES: &[&str] = &[
    "keyword",
    "operator",
    "number",
    "variable",
    "parameter",
    "function",
    "method",
    "type",
    "enumMember",
    "event",
    "namespace",
];

/// What can be said of a word besides, a bit each.
const TOKEN_MODIFIERS: &[&str] = &["declaration", "defaultLibrary"];

/// The number of a kind of words, and its modifiers.
pub(super) fn token_type(kind: Kind, defines: bool) -> (usize, u32) {
    let name = match kind {
        Kind::Word => "keyword",
        Kind::Not => "operator",
        Kind::Number => "number",
        Kind::Variable => "variable",
        Kind::Parameter => "parameter",
        Kind::Predicate | Kind::Host => "function",
        Kind::Action => "method",
        Kind::Sort => "type",
        Kind::Constant => "enumMember",
        Kind::Rule => "event",
        Kind::File => "namespace",
    };
    let number = TOKEN_TYPES.iter().position(|known| *known == name).unwrap_or(0);
    (number, u32::from(defines) | u32::from(kind == Kind::Host) << 1)
}

/// The answer to `initialize`.
pub(super) fn capabilities() -> Value {
    json!({
        "positionEncoding": "utf-16",
        "textDocumentSync": { "openClose": true, "change": 2, "save": true },
        "hoverProvider": true,
        "definitionProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "documentSymbolProvider": true,
        "workspaceSymbolProvider": true,
        "completionProvider": { "triggerCharacters": ["(", ","] },
        "signatureHelpProvider": { "triggerCharacters": ["(", ","] },
        "renameProvider": { "prepareProvider": true },
        "documentFormattingProvider": true,
        "codeActionProvider": { "codeActionKinds": ["quickfix", "source.fixAll"] },
        "executeCommandProvider": { "commands": [EXPLAIN] },
        "semanticTokensProvider": {
            "legend": { "tokenTypes": TOKEN_TYPES, "tokenModifiers": TOKEN_MODIFIERS },
            "full": true,
        },
        "inlayHintProvider": true,
        "foldingRangeProvider": true,
        "workspace": { "workspaceFolders": { "supported": true, "changeNotifications": true } },
    })
}

/// What the editor can do.
#[derive(Debug, Default)]
pub(super) struct Editor {
    /// It fills in the arguments of what it inserts.
    pub(super) snippets: bool,
    /// Its edits may say to which version of a text they belong.
    pub(super) versioned_edits: bool,
    /// It wants symbols inside symbols.
    pub(super) symbol_trees: bool,
    /// It tells of changed files when it is asked to.
    pub(super) watches: bool,
    /// Its process, after whose end nobody asks any more.
    pub(super) process: Option<i32>,
    /// The scheme under which it shows the pages of codes, if it does.
    pub(super) pages: Option<String>,
}

impl Editor {
    /// From the parameters of `initialize`.
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

/// The number of a process, if it can be one.
fn process(id: &Value) -> Option<i32> {
    id.as_i64().and_then(|id| i32::try_from(id).ok()).filter(|id| *id > 0)
}
