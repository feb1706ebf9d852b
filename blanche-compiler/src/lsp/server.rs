//! The state of the server, and which answer belongs to which request.
//!
//! Changes are taken up at once and looked at when a request needs them or nobody waits. Whatever goes wrong in an
//! answer goes wrong in that answer alone.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use crate::PROFILE;
use crate::diagnostic::Diagnostic;
use crate::files::FileId;
use crate::project;
use crate::service::Workspace;
use crate::service::scope::is_project;
use serde_json::{Value, json};

use super::capabilities::{EXPLAIN, Editor, capabilities};
use super::documents::Documents;
use super::lines::Lines;
use super::uris;
use super::wire::Incoming;

/// Why a request has no answer: the number of the protocol, and words.
#[derive(Debug)]
pub(super) struct Refusal {
    code: i32,
    reason: String,
}

impl Refusal {
    pub(super) fn new(code: i32, reason: impl Into<String>) -> Refusal {
        Refusal { code, reason: reason.into() }
    }

    /// What was asked cannot be done, for a reason that a person can read.
    pub(super) fn failed(reason: impl Into<String>) -> Refusal {
        Refusal::new(-32803, reason)
    }
}

const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;
const METHOD_NOT_FOUND: i32 = -32601;
const INVALID_PARAMS: i32 = -32602;
const INTERNAL_ERROR: i32 = -32603;
const NOT_INITIALIZED: i32 = -32002;
const CANCELLED: i32 = -32800;

/// How far the conversation is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    /// The editor has not said who it is.
    #[default]
    Begun,
    /// Everything can be asked.
    Open,
    /// The editor wants no more answers.
    Closed,
}

/// The state of the server.
#[derive(Debug, Default)]
pub(super) struct Server {
    stage: Stage,
    pub(super) editor: Editor,
    pub(super) documents: Documents,
    pub(super) workspace: Option<Workspace>,
    /// What is to be said of the project as it is.
    pub(super) messages: Vec<Diagnostic>,
    /// What the editor was told of each file.
    published: BTreeMap<String, Value>,
    /// Messages to the editor that wait to be sent.
    outgoing: Vec<Value>,
}

impl Server {
    /// Takes what waits to be sent.
    pub(super) fn take_messages(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.outgoing)
    }

    /// Whether the editor has asked for the end.
    pub(super) fn said_goodbye(&self) -> bool {
        self.stage == Stage::Closed
    }

    /// Answers a request that nobody wants answered any more.
    pub(super) fn refuse_cancelled(&mut self, id: Value) {
        self.answer(id, Err(Refusal::new(CANCELLED, "cancelled")));
    }

    /// Takes a message; gives whether the conversation goes on.
    pub(super) fn take(&mut self, incoming: Incoming) -> bool {
        let message = match incoming {
            Incoming::Message(message) => message,
            Incoming::Broken(reason) => {
                self.answer(Value::Null, Err(Refusal::new(PARSE_ERROR, reason.clone())));
                self.log(&format!("{reason}; reading goes on at the next header"));
                return true;
            }
            Incoming::Damage(reason) => {
                self.log(&format!("{reason}; reading goes on at the next header"));
                return true;
            }
        };
        let id = message.get("id").filter(|id| id.is_string() || id.is_number()).cloned();
        let parameters = message.get("params").cloned().unwrap_or(Value::Null);
        match (message.get("method").and_then(Value::as_str), id) {
            (Some("exit"), _) => return false,
            (Some(method), Some(id)) => {
                let outcome = self.guarded(|server| server.request(method, &parameters));
                self.answer(id, outcome);
            }
            (Some(method), None) => {
                // A notification has no answer, so there is nobody to tell.
                let _ = self.guarded(|server| {
                    server.notification(method, &parameters);
                    Ok(Value::Null)
                });
            }
            // An answer of the editor; the only thing that it is asked for has none that matters.
            (None, _) if message.get("result").is_some() || message.get("error").is_some() => {}
            (None, id) => {
                let refusal = Refusal::new(INVALID_REQUEST, "a message without a method");
                self.answer(id.unwrap_or(Value::Null), Err(refusal));
            }
        }
        true
    }

    /// A mistake of ours ends one answer and not the server; what it left behind is read anew.
    fn guarded(&mut self, act: impl FnOnce(&mut Server) -> Result<Value, Refusal>) -> Result<Value, Refusal> {
        catch_unwind(AssertUnwindSafe(|| act(self))).unwrap_or_else(|_| {
            if let Some(workspace) = &mut self.workspace {
                workspace.files_changed();
            }
            Err(Refusal::new(
                INTERNAL_ERROR,
                "this is a fault of `blanche lsp` itself; what it knows of it stands in its log",
            ))
        })
    }

    fn answer(&mut self, id: Value, outcome: Result<Value, Refusal>) {
        self.outgoing.push(match outcome {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err(Refusal { code, reason }) => {
                json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": reason } })
            }
        });
    }

    fn notify(&mut self, method: &str, parameters: Value) {
        self.outgoing.push(json!({ "jsonrpc": "2.0", "method": method, "params": parameters }));
    }

    /// Writes a sentence into the log, which the editor keeps, and beside it for whoever runs the server by hand.
    fn log(&mut self, sentence: &str) {
        super::say(sentence);
        // 2 is a warning.
        self.notify("window/logMessage", json!({ "type": 2, "message": format!("blanche lsp: {sentence}") }));
    }

    /// The process of the editor, if it told which one it is.
    pub(super) fn process(&self) -> Option<i32> {
        self.editor.process
    }

    /// Shows the author a sentence.
    pub(super) fn tell(&mut self, sentence: &str) {
        // 3 is a piece of information.
        self.notify("window/showMessage", json!({ "type": 3, "message": sentence }));
    }

    fn request(&mut self, method: &str, parameters: &Value) -> Result<Value, Refusal> {
        match (self.stage, method) {
            (Stage::Begun, "initialize") => return Ok(self.initialize(parameters)),
            (Stage::Begun, _) => return Err(Refusal::new(NOT_INITIALIZED, "say `initialize` first")),
            (Stage::Open, "initialize") => {
                return Err(Refusal::new(INVALID_REQUEST, "`initialize` was said already"));
            }
            (Stage::Open, "shutdown") => {
                self.stage = Stage::Closed;
                return Ok(Value::Null);
            }
            (Stage::Open, _) => {}
            (Stage::Closed, _) => return Err(Refusal::new(INVALID_REQUEST, "`shutdown` was said already")),
        }
        self.settle();
        if self.is_of_companion(parameters) {
            return Ok(Value::Null);
        }
        match method {
            "textDocument/hover" => self.hover(parameters),
            "textDocument/definition" => self.definition(parameters),
            "textDocument/references" => self.references(parameters),
            "textDocument/documentHighlight" => self.highlights(parameters),
            "textDocument/documentSymbol" => self.document_symbols(parameters),
            "workspace/symbol" => self.workspace_symbols(parameters),
            "textDocument/completion" => self.completion(parameters),
            "textDocument/signatureHelp" => self.signature_help(parameters),
            "textDocument/prepareRename" => self.prepare_rename(parameters),
            "textDocument/rename" => self.rename(parameters),
            "textDocument/formatting" => self.formatting(parameters),
            "textDocument/codeAction" => self.code_actions(parameters),
            "textDocument/semanticTokens/full" => self.semantic_tokens(parameters),
            "textDocument/inlayHint" => self.inlay_hints(parameters),
            "textDocument/foldingRange" => self.folding_ranges(parameters),
            "workspace/executeCommand" => {
                if parameters.get("command").and_then(Value::as_str) != Some(EXPLAIN) {
                    return Err(Refusal::new(INVALID_PARAMS, "this command is not known here"));
                }
                let page = self.page(parameters.pointer("/arguments/0"))?;
                self.notify("window/showMessage", json!({ "type": 3, "message": page }));
                Ok(json!(page))
            }
            "blanche/explain" => Ok(json!(self.page(parameters.get("code"))?)),
            _ => Err(Refusal::new(METHOD_NOT_FOUND, format!("`{method}` is not known here"))),
        }
    }

    fn notification(&mut self, method: &str, parameters: &Value) {
        if self.stage != Stage::Open {
            return;
        }
        let document = parameters.get("textDocument").unwrap_or(&Value::Null);
        let uri = document.get("uri").and_then(Value::as_str).unwrap_or("");
        let version = document.get("version").and_then(Value::as_i64).unwrap_or(0);
        let Some(workspace) = &mut self.workspace else { return };
        match method {
            "initialized" if self.editor.watches => self.watch(),
            "textDocument/didOpen" => {
                let Some(text) = document.get("text").and_then(Value::as_str) else { return };
                let document = self.documents.open(uri, version, text);
                workspace.write(&document.path, document.text.clone());
            }
            "textDocument/didChange" => {
                let changes = parameters.get("contentChanges").and_then(Value::as_array);
                let changes = changes.map_or(&[][..], Vec::as_slice);
                if let Some(document) = self.documents.change(uri, version, changes) {
                    workspace.write(&document.path, document.text.clone());
                }
            }
            "textDocument/didClose" => {
                if let Some(document) = self.documents.close(uri) {
                    workspace.close(&document.path);
                }
            }
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => workspace.files_changed(),
            "workspace/didChangeWorkspaceFolders" => {
                let folders = |name: &str| -> Vec<PathBuf> {
                    let folders = parameters.pointer(&format!("/event/{name}")).and_then(Value::as_array);
                    folders.into_iter().flatten().filter_map(folder).collect()
                };
                let removed = folders("removed");
                let mut roots = workspace.roots().to_vec();
                roots.retain(|root| !removed.contains(root));
                roots.extend(folders("added"));
                workspace.set_roots(roots);
            }
            _ => {}
        }
    }

    fn initialize(&mut self, parameters: &Value) -> Value {
        self.editor = Editor::of(parameters);
        self.stage = Stage::Open;
        let process = parameters.get("processId").filter(|id| !id.is_null());
        if let (Some(id), None) = (process, self.editor.process) {
            self.log(&format!(
                "`processId` is {id}, which is no process; whether the editor is still there is not looked at, and the \
                 end of the input ends the server"
            ));
        }
        let folders = parameters.get("workspaceFolders").and_then(Value::as_array);
        let mut roots: Vec<PathBuf> = folders.into_iter().flatten().filter_map(folder).collect();
        if roots.is_empty() {
            let root = parameters.get("rootUri").and_then(Value::as_str).map(uris::path);
            let path = parameters.get("rootPath").and_then(Value::as_str).map(PathBuf::from);
            roots.extend(root.or(path).filter(|root| is_project(root)));
        }
        self.workspace = Some(Workspace::new(roots));
        let version = env!("CARGO_PKG_VERSION");
        json!({ "capabilities": capabilities(), "serverInfo": { "name": "blanche", "version": version } })
    }

    /// Asks the editor to tell of files that change on this machine.
    fn watch(&mut self) {
        let globs = [format!("**/*.{}", project::ENDING), format!("**/{PROFILE}")];
        let watchers: Vec<Value> = globs.iter().map(|glob| json!({ "globPattern": glob })).collect();
        let options = json!({ "watchers": watchers });
        let registration =
            json!({ "id": "files", "method": "workspace/didChangeWatchedFiles", "registerOptions": options });
        self.outgoing.push(json!({
            "jsonrpc": "2.0",
            "id": "files",
            "method": "client/registerCapability",
            "params": { "registrations": [registration] },
        }));
    }

    /// Looks at what changed, and tells the editor what is to be said of it.
    pub(super) fn look(&mut self) {
        let _ = self.guarded(|server| {
            server.settle();
            Ok(Value::Null)
        });
    }

    pub(super) fn settle(&mut self) {
        let Some(workspace) = &mut self.workspace else { return };
        if workspace.settle() {
            self.messages = workspace.diagnostics();
            self.publish();
        }
    }

    /// Tells the editor of every file whose messages are others than it knows.
    fn publish(&mut self) {
        let mut now: BTreeMap<String, (Option<i64>, Value)> = BTreeMap::new();
        for uri in self.documents.uris() {
            let version = self.documents.get(uri).map(|document| document.version);
            now.insert(uri.to_owned(), (version, json!([])));
        }
        for (file, messages) in self.messages_by_file() {
            if let Some((uri, version)) = self.uri(file) {
                now.insert(uri, (version, messages));
            }
        }
        for (uri, told) in std::mem::take(&mut self.published) {
            // A file whose last message is gone, or that is gone itself, is told of once more.
            if told != json!([]) {
                now.entry(uri.clone()).or_insert((None, json!([])));
            }
            self.published.insert(uri, told);
        }
        for (uri, (version, messages)) in now {
            if self.published.get(&uri) != Some(&messages) {
                let mut parameters = json!({ "uri": uri, "diagnostics": messages });
                if let Some(version) = version {
                    parameters["version"] = json!(version);
                }
                self.notify("textDocument/publishDiagnostics", parameters);
                self.published.insert(uri, messages);
            }
        }
    }

    pub(super) fn workspace(&self) -> Result<&Workspace, Refusal> {
        self.workspace.as_ref().ok_or_else(|| Refusal::new(NOT_INITIALIZED, "say `initialize` first"))
    }

    /// How the editor calls a file, and the number of its text if it holds it; none for files of no place.
    pub(super) fn uri(&self, file: FileId) -> Option<(String, Option<i64>)> {
        let path = self.workspace.as_ref()?.path(file)?;
        Some(match self.documents.at_place(path) {
            Some((uri, version)) => (uri.to_owned(), Some(version)),
            None => (uris::uri(path), None),
        })
    }

    /// The lines of a file.
    pub(super) fn lines(&self, file: FileId) -> Lines<'_> {
        Lines::new(self.workspace.as_ref().map_or("", |workspace| workspace.sources().file(file).text()))
    }

    /// Whether a request is about a text that lies beside rules: there are messages for it, and nothing to ask of it.
    fn is_of_companion(&self, parameters: &Value) -> bool {
        let uri = parameters.pointer("/textDocument/uri").and_then(Value::as_str);
        uri.is_some_and(|uri| project::is_companion(&uris::path(uri)))
    }

    /// The file that a request is about.
    pub(super) fn file(&self, parameters: &Value) -> Result<FileId, Refusal> {
        let uri = parameters.pointer("/textDocument/uri").and_then(Value::as_str);
        let uri = uri.ok_or_else(|| Refusal::new(INVALID_PARAMS, "`textDocument.uri` is missing"))?;
        let path = self.documents.get(uri).map_or_else(|| uris::path(uri), |document| document.path.clone());
        self.workspace()?
            .file(&path)
            .ok_or_else(|| Refusal::new(INVALID_PARAMS, format!("no project has the file {uri}")))
    }

    /// The file and the byte that a request is about.
    pub(super) fn place(&self, parameters: &Value) -> Result<(FileId, u32), Refusal> {
        let file = self.file(parameters)?;
        let position = parameters
            .get("position")
            .ok_or_else(|| Refusal::new(INVALID_PARAMS, "`position` is missing"))?;
        Ok((file, self.lines(file).offset_of(position) as u32))
    }
}

/// The folder of a workspace, if rule files may be looked for in it.
fn folder(folder: &Value) -> Option<PathBuf> {
    let path = folder.get("uri").and_then(Value::as_str).map(uris::path)?;
    is_project(&path).then_some(path)
}
