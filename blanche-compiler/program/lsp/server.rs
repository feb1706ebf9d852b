//! The state of the server and the dispatch of requests.
//!
//! Changes are recorded immediately. They are checked only when a request needs the result or the server is idle. If
//! answering a request fails, only that answer is affected.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use blanche_sorted::SortedMap;

use blanche_compiler::STATISTICS_FILE;
use blanche_compiler::diagnostic::{Diagnostic, Edit};
use blanche_compiler::files::FileId;
use blanche_compiler::project;
use blanche_compiler::service::Workspace;
use blanche_compiler::service::scope::is_project;
use gen_lsp_types::json_rpc::{Error, Id, RequestObject};
use gen_lsp_types::{
    CodeActionRequest, CompletionRequest, DefinitionRequest, DidChangeWatchedFilesNotification,
    DidChangeWatchedFilesRegistrationOptions, DocumentFormattingRequest, DocumentHighlightRequest,
    DocumentSymbolRequest, ErrorCodes, ExecuteCommandRequest, FileSystemWatcher, FoldingRangeRequest,
    HoverRequest, InitializeRequest, InitializeResult, InlayHintRequest, LogMessageNotification,
    LogMessageParams, LspErrorCodes, LspNotificationMethod, LspRequestMethod, MessageType, Notification,
    PrepareRenameRequest, ReferencesRequest, Registration, RegistrationParams, RegistrationRequest,
    RenameRequest, Request, SemanticTokensRequest, ServerInfo, ShowMessageNotification, ShowMessageParams,
    SignatureHelpRequest, Uri, WorkspaceSymbolRequest,
};
use serde_json::{Value, json};

use super::built_in;
use super::capabilities::{EXPLAIN, Editor, capabilities};
use super::documents::Documents;
use super::lines::Lines;
use super::uris;
use super::wire::Incoming;

/// Why a request has no answer: an error code of the protocol and a message.
#[derive(Debug)]
pub(super) struct Refusal(Error);

impl Refusal {
    pub(super) fn new(code: ErrorCodes, reason: impl Into<String>) -> Refusal {
        Refusal(Error { code, message: reason.into(), data: None })
    }

    /// A failure for a reason that is shown to the user.
    pub(super) fn failed(reason: impl Into<String>) -> Refusal {
        Refusal::new(ErrorCodes::Custom(LspErrorCodes::RequestFailed.into()), reason)
    }
}

/// The JSON result of a request, or an error.
type Answer = Result<Value, Refusal>;

/// The stage of the connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    /// The editor has not sent `initialize` yet.
    #[default]
    Begun,
    /// All requests are accepted.
    Open,
    /// The editor has sent `shutdown`.
    Closed,
}

/// The state of the server.
#[derive(Debug, Default)]
pub(super) struct Server {
    stage: Stage,
    pub(super) editor: Editor,
    pub(super) documents: Documents,
    pub(super) workspace: Option<Workspace>,
    /// The current diagnostics of the project.
    pub(super) messages: Vec<Diagnostic>,
    /// The edits of all fixes of a file. They are cached for each file for which the editor has requested them.
    pub(super) fixes: RefCell<SortedMap<FileId, Vec<Edit>>>,
    /// The diagnostics that were last sent for each file. The key is its URI.
    pub(super) published: SortedMap<String, Vec<gen_lsp_types::Diagnostic>>,
    /// Messages to be sent to the editor.
    outgoing: Vec<Value>,
}

impl Server {
    /// Removes and returns the messages to be sent.
    pub(super) fn take_messages(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.outgoing)
    }

    /// Whether the editor has requested the shutdown.
    pub(super) fn said_goodbye(&self) -> bool {
        self.stage == Stage::Closed
    }

    /// Answers a cancelled request with an error.
    pub(super) fn refuse_cancelled(&mut self, id: Value) {
        let cancelled = ErrorCodes::Custom(LspErrorCodes::RequestCancelled.into());
        self.answer(id, Err(Refusal::new(cancelled, "cancelled")));
    }

    /// Processes a message. Returns whether the connection continues.
    pub(super) fn take(&mut self, incoming: Incoming) -> bool {
        let message = match incoming {
            Incoming::Message(message) => message,
            Incoming::Broken(reason) => {
                self.answer(Value::Null, Err(Refusal::new(ErrorCodes::ParseError, reason.clone())));
                self.log(&format!("{reason}; reading continues at the next header"));
                return true;
            }
            Incoming::Damage(reason) => {
                self.log(&format!("{reason}; reading continues at the next header"));
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
                // A notification has no answer, so its result is ignored.
                let _ = self.guarded(|server| {
                    server.notification(method, &parameters);
                    Ok(Value::Null)
                });
            }
            // This is an answer from the editor. The only request that the server sends needs no answer.
            (None, _) if message.get("result").is_some() || message.get("error").is_some() => {}
            (None, id) => {
                let refusal = Refusal::new(ErrorCodes::InvalidRequest, "a message without a method");
                self.answer(id.unwrap_or(Value::Null), Err(refusal));
            }
        }
        true
    }

    /// Calls `act` and catches panics, so that an internal error costs one answer and does not end the server. After a
    /// panic, files are read again, since the state may be inconsistent.
    fn guarded(&mut self, act: impl FnOnce(&mut Server) -> Answer) -> Answer {
        catch_unwind(AssertUnwindSafe(|| act(self))).unwrap_or_else(|_| {
            if let Some(workspace) = &mut self.workspace {
                workspace.files_changed();
            }
            Err(Refusal::new(
                ErrorCodes::InternalError,
                "this is a bug in `blanche lsp`; its log has the details",
            ))
        })
    }

    /// Queues an answer. The id of the request is sent back unchanged, because it may be a number that `json_rpc::Id`
    /// cannot represent.
    fn answer(&mut self, id: Value, outcome: Answer) {
        self.outgoing.push(match outcome {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err(Refusal(error)) => json!({ "jsonrpc": "2.0", "id": id, "error": error }),
        });
    }

    pub(super) fn notify<N: Notification>(&mut self, parameters: N::Params) {
        self.outgoing.push(json!(RequestObject::from_notification::<N>(parameters)));
    }

    /// Writes a sentence to the editor's log. Also writes it to standard error, for users who start the server
    /// themselves.
    fn log(&mut self, sentence: &str) {
        super::say(sentence);
        let message = format!("blanche lsp: {sentence}");
        self.notify::<LogMessageNotification>(LogMessageParams { kind: MessageType::Warning, message });
    }

    /// The process id of the editor, if it sent one.
    pub(super) fn process(&self) -> Option<i32> {
        self.editor.process
    }

    /// Shows a message to the user.
    pub(super) fn tell(&mut self, text: &str) {
        let message = text.to_owned();
        self.notify::<ShowMessageNotification>(ShowMessageParams { kind: MessageType::Info, message });
    }

    fn request(&mut self, method: &str, parameters: &Value) -> Answer {
        use LspRequestMethod as Method;
        let method = Method::from(method);
        let invalid = |reason: &str| Err(Refusal::new(ErrorCodes::InvalidRequest, reason));
        match (self.stage, method) {
            (Stage::Begun, Method::Initialize) => {
                return reply::<InitializeRequest>(Ok(self.initialize(parameters)));
            }
            (Stage::Begun, _) => return Err(not_initialized()),
            (Stage::Open, Method::Initialize) => return invalid("`initialize` was already received"),
            (Stage::Open, Method::Shutdown) => {
                self.stage = Stage::Closed;
                return Ok(Value::Null);
            }
            (Stage::Open, _) => {}
            (Stage::Closed, _) => return invalid("`shutdown` was already received"),
        }
        self.settle();
        if self.has_no_answers(parameters) {
            return Ok(Value::Null);
        }
        match method {
            Method::TextDocumentHover => reply::<HoverRequest>(self.hover(parameters)),
            Method::TextDocumentDefinition => reply::<DefinitionRequest>(self.definition(parameters)),
            Method::TextDocumentReferences => reply::<ReferencesRequest>(self.references(parameters)),
            Method::TextDocumentDocumentHighlight => {
                reply::<DocumentHighlightRequest>(self.highlights(parameters))
            }
            Method::TextDocumentDocumentSymbol => {
                reply::<DocumentSymbolRequest>(self.document_symbols(parameters))
            }
            Method::WorkspaceSymbol => reply::<WorkspaceSymbolRequest>(self.workspace_symbols(parameters)),
            Method::TextDocumentCompletion => reply::<CompletionRequest>(self.completion(parameters)),
            Method::TextDocumentSignatureHelp => {
                reply::<SignatureHelpRequest>(self.signature_help(parameters))
            }
            Method::TextDocumentPrepareRename => {
                reply::<PrepareRenameRequest>(self.prepare_rename(parameters))
            }
            Method::TextDocumentRename => reply::<RenameRequest>(self.rename(parameters)),
            Method::TextDocumentFormatting => reply::<DocumentFormattingRequest>(self.formatting(parameters)),
            Method::TextDocumentCodeAction => reply::<CodeActionRequest>(self.code_actions(parameters)),
            Method::TextDocumentSemanticTokensFull => {
                reply::<SemanticTokensRequest>(self.semantic_tokens(parameters))
            }
            Method::TextDocumentInlayHint => reply::<InlayHintRequest>(self.inlay_hints(parameters)),
            Method::TextDocumentFoldingRange => reply::<FoldingRangeRequest>(self.folding_ranges(parameters)),
            Method::WorkspaceExecuteCommand => {
                reply::<ExecuteCommandRequest>(self.execute(parameters).map(Some))
            }
            Method::Custom("blanche/explain") => Ok(json!(self.page(parameters.get("code"))?)),
            other => {
                let reason = format!("`{other}` is not supported");
                Err(Refusal::new(ErrorCodes::MethodNotFound, reason))
            }
        }
    }

    /// Runs a command. The only command shows the explanation page of a code.
    fn execute(&mut self, parameters: &Value) -> Answer {
        if parameters.get("command").and_then(Value::as_str) != Some(EXPLAIN) {
            return Err(Refusal::new(ErrorCodes::InvalidParams, "this command is unknown"));
        }
        let page = self.page(parameters.pointer("/arguments/0"))?;
        self.tell(&page);
        Ok(json!(page))
    }

    fn notification(&mut self, method: &str, parameters: &Value) {
        if self.stage != Stage::Open {
            return;
        }
        let document = parameters.get("textDocument").unwrap_or(&Value::Null);
        let uri = document.get("uri").and_then(Value::as_str).unwrap_or("");
        let version = document.get("version").and_then(Value::as_i64);
        let version = version.and_then(|version| i32::try_from(version).ok());
        let Some(workspace) = &mut self.workspace else { return };
        use LspNotificationMethod as Method;
        match Method::from(method) {
            Method::Initialized if self.editor.watches => self.watch(),
            Method::TextDocumentDidOpen => {
                let Some(text) = document.get("text").and_then(Value::as_str) else { return };
                let document = self.documents.open(uri, version, text);
                if built_in::name(&document.path).is_none() {
                    workspace.write(&document.path, document.text.clone());
                }
            }
            Method::TextDocumentDidChange => {
                let changes = parameters.get("contentChanges").and_then(Value::as_array);
                let changes = changes.map_or(&[][..], Vec::as_slice);
                let changed = self.documents.change(uri, version, changes);
                if let Some(document) = changed.filter(|document| built_in::name(&document.path).is_none()) {
                    workspace.write(&document.path, document.text.clone());
                }
            }
            Method::TextDocumentDidClose => {
                if let Some(document) = self.documents.close(uri) {
                    workspace.close(&document.path);
                }
            }
            Method::TextDocumentDidSave | Method::WorkspaceDidChangeWatchedFiles => workspace.files_changed(),
            Method::WorkspaceDidChangeWorkspaceFolders => {
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

    fn initialize(&mut self, parameters: &Value) -> InitializeResult {
        self.editor = Editor::of(parameters);
        self.stage = Stage::Open;
        let process = parameters.get("processId").filter(|id| !id.is_null());
        if let (Some(id), None) = (process, self.editor.process) {
            self.log(&format!(
                "`processId` is {id}, which is not a process; the server does not check whether the editor \
                 is still running, and exits at the end of the input"
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
        let version = Some(env!("CARGO_PKG_VERSION").to_owned());
        let server_info = Some(ServerInfo { name: "blanche".to_owned(), version });
        InitializeResult { capabilities: capabilities(), server_info }
    }

    /// Asks the editor to report changes of files on disk.
    fn watch(&mut self) {
        let globs = [format!("**/*.{}", project::ENDING), format!("**/{STATISTICS_FILE}")];
        let watchers = globs.map(|glob| FileSystemWatcher::new(glob.into(), None)).to_vec();
        let options = json!(DidChangeWatchedFilesRegistrationOptions { watchers });
        let id = "files".to_owned();
        let method = DidChangeWatchedFilesNotification::METHOD.to_string();
        let registrations = vec![Registration::new(id.clone(), method, Some(options))];
        let request = RequestObject::from_request::<RegistrationRequest>(
            Id::from(id),
            RegistrationParams { registrations },
        );
        self.outgoing.push(json!(request));
    }

    /// Checks changed texts and publishes the resulting diagnostics.
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
            self.fixes.borrow_mut().clear();
            self.publish();
        }
    }

    pub(super) fn workspace(&self) -> Result<&Workspace, Refusal> {
        self.workspace.as_ref().ok_or_else(not_initialized)
    }

    /// The URI of a file, and its version if it is open in the editor. `None` for files that are not on disk.
    pub(super) fn uri(&self, file: FileId) -> Option<(Uri, Option<i32>)> {
        let path = self.workspace.as_ref()?.path(file)?;
        Some(match self.documents.at_place(path) {
            Some((uri, version)) => (uri.into(), version),
            None => (uris::uri(path).into(), None),
        })
    }

    /// The line index of a file.
    pub(super) fn lines(&self, file: FileId) -> Lines<'_> {
        Lines::new(self.workspace.as_ref().map_or("", |workspace| workspace.sources().file(file).text()))
    }

    /// Whether the request is about a text for which there are only diagnostics. Such a text is a sidecar file, or an
    /// embedded file that no program uses any more.
    fn has_no_answers(&self, parameters: &Value) -> bool {
        let uri = parameters.pointer("/textDocument/uri").and_then(Value::as_str);
        let Some(path) = uri.map(uris::path) else { return false };
        let is_unused =
            |name: String| self.workspace().is_ok_and(|workspace| workspace.embedded(&name).is_none());
        project::is_sidecar(&path) || built_in::name(&path).is_some_and(is_unused)
    }

    /// The file that a request is about.
    pub(super) fn file(&self, parameters: &Value) -> Result<FileId, Refusal> {
        let uri = parameters.pointer("/textDocument/uri").and_then(Value::as_str);
        let uri =
            uri.ok_or_else(|| Refusal::new(ErrorCodes::InvalidParams, "`textDocument.uri` is missing"))?;
        let (path, workspace) = (uris::path(uri), self.workspace()?);
        let file = match built_in::name(&path) {
            Some(name) => workspace.embedded(&name),
            None => workspace.file(&path),
        };
        file.ok_or_else(|| {
            Refusal::new(ErrorCodes::InvalidParams, format!("no project contains the file {uri}"))
        })
    }

    /// The file and byte offset that a request is about.
    pub(super) fn place(&self, parameters: &Value) -> Result<(FileId, u32), Refusal> {
        let file = self.file(parameters)?;
        let position = parameters
            .get("position")
            .ok_or_else(|| Refusal::new(ErrorCodes::InvalidParams, "`position` is missing"))?;
        Ok((file, self.lines(file).offset_of(position) as u32))
    }
}

/// Converts the typed result of a request to JSON.
fn reply<R: Request>(outcome: Result<R::Result, Refusal>) -> Answer {
    outcome.map(|result| json!(result))
}

fn not_initialized() -> Refusal {
    Refusal::new(ErrorCodes::ServerNotInitialized, "send `initialize` first")
}

/// The path of a workspace folder, if the server may search it for rule files.
fn folder(folder: &Value) -> Option<PathBuf> {
    let path = folder.get("uri").and_then(Value::as_str).map(uris::path)?;
    is_project(&path).then_some(path)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::json;

    use super::{Incoming, Server, uris};

    #[test]
    fn initialize_is_answered_before_any_file_is_read() {
        let root = uris::uri(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/programs"));
        let parameters = json!({ "processId": null, "rootUri": root, "capabilities": {} });
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": parameters });
        let mut server = Server::default();
        assert!(server.take(Incoming::Message(message)));
        let read =
            |server: &Server| server.workspace.as_ref().map_or(0, |known| known.sources().iter().count());
        assert_eq!(server.take_messages().len(), 1);
        assert_eq!(read(&server), 0, "nothing is read before the answer is there");
        server.look();
        assert!(read(&server) > 0, "everything is read when nobody waits");
    }
}
