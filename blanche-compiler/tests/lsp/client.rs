//! A minimal editor for the tests of the language server.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// Creates a folder for one test, with these files.
pub(crate) fn folder(test: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lsp").join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a test has a folder");
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("a file has a folder")).expect("it can be made");
        std::fs::write(path, text).expect("a test writes its files");
    }
    folder.canonicalize().expect("it is there")
}

/// A running server.
pub(crate) struct Client {
    server: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    last_id: i64,
    /// Messages of the server that are not responses.
    pub(crate) notices: Vec<Value>,
}

/// The environment variable for the folder to which the server writes embedded files.
const CACHE: &str = "BLANCHE_CACHE";

impl Client {
    /// Starts the server.
    pub(crate) fn start() -> Client {
        Client::of(&mut Command::new(env!("CARGO_BIN_EXE_blanche")))
    }

    /// Starts a server that runs no other program to get embedded files.
    fn of(command: &mut Command) -> Client {
        Client::that_asks(command, Path::new(""))
    }

    fn that_asks(command: &mut Command, program: &Path) -> Client {
        // Embedded files are written to the temporary folder of the tests.
        if !command.get_envs().any(|(name, _)| name == CACHE) {
            command.env(CACHE, Path::new(env!("CARGO_TARGET_TMPDIR")).join("lsp cache"));
        }
        let mut server = command
            .arg("lsp")
            .env("NOIRE", program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        let input = server.stdin.take();
        let output = BufReader::new(server.stdout.take().expect("it has an output"));
        Client { server, input, output, last_id: 0, notices: Vec::new() }
    }

    /// Starts the server and initialises it with these client capabilities.
    pub(crate) fn open(root: &Path, capabilities: Value) -> Client {
        let mut client = Client::start();
        let parameters = json!({ "processId": null, "rootUri": uri(root), "capabilities": capabilities });
        client.request("initialize", parameters);
        client.notify("initialized", json!({}));
        client
    }

    /// Starts the server in the folder `here`. The editor has opened the folder `root`, or no folder if `root` is
    /// `None`.
    pub(crate) fn open_in(here: &Path, root: Option<&Path>, capabilities: Value) -> Client {
        let mut command = Command::new(env!("CARGO_BIN_EXE_blanche"));
        Client::with_root(command.current_dir(here), root, capabilities)
    }

    /// Starts the server in the home folder. The editor has opened the folder `root`, or no folder if `root` is `None`.
    pub(crate) fn open_at_home(home: &Path, root: Option<&Path>, capabilities: Value) -> Client {
        let mut command = Command::new(env!("CARGO_BIN_EXE_blanche"));
        Client::with_root(command.current_dir(home).env("HOME", home), root, capabilities)
    }

    /// Starts the server in a folder. It runs the given program to get embedded files.
    pub(crate) fn open_that_asks(program: &Path, here: &Path, root: Option<&Path>) -> Client {
        let mut command = Command::new(env!("CARGO_BIN_EXE_blanche"));
        let client = Client::that_asks(command.current_dir(here), program);
        client.begin(root, json!({}))
    }

    /// Starts the server. It runs the given program to get embedded files, and writes these files to the folder
    /// `cache`.
    #[cfg(unix)]
    pub(crate) fn open_with_cache(program: &Path, root: &Path, cache: &Path) -> Client {
        let mut command = Command::new(env!("CARGO_BIN_EXE_blanche"));
        let client = Client::that_asks(command.current_dir(root).env(CACHE, cache), program);
        client.begin(Some(root), json!({}))
    }

    fn with_root(command: &mut Command, root: Option<&Path>, capabilities: Value) -> Client {
        Client::of(command).begin(root, capabilities)
    }

    fn begin(mut self, root: Option<&Path>, capabilities: Value) -> Client {
        let client = &mut self;
        let root = root.map(uri);
        client.request(
            "initialize",
            json!({ "processId": null, "rootUri": root, "capabilities": capabilities }),
        );
        client.notify("initialized", json!({}));
        self
    }

    /// Writes raw bytes to the server.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).expect("the server reads");
        input.flush().expect("the server reads");
    }

    /// Sends a message.
    pub(crate) fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.write(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    /// Sends a notification.
    pub(crate) fn notify(&mut self, method: &str, parameters: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": parameters }));
    }

    /// Sends a request, and returns its id.
    pub(crate) fn ask(&mut self, method: &str, parameters: Value) -> i64 {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": parameters }));
        id
    }

    /// Sends a request, and waits for the result or error.
    pub(crate) fn request(&mut self, method: &str, parameters: Value) -> Value {
        let id = self.ask(method, parameters);
        self.answer(id)
    }

    /// Waits for the response to a request.
    pub(crate) fn answer(&mut self, id: i64) -> Value {
        loop {
            let mut message = self.read().expect("the server answers");
            if message.get("id") == Some(&json!(id)) && message.get("method").is_none() {
                return match message.get_mut("result") {
                    Some(result) => result.take(),
                    None => json!({ "error": message["error"] }),
                };
            }
            self.notices.push(message);
        }
    }

    /// Reads the next message of the server.
    pub(crate) fn read(&mut self) -> Option<Value> {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line).ok()? == 0 {
                return None;
            }
            match line.trim().split_once(": ") {
                Some(("Content-Length", value)) => length = value.parse().expect("a number"),
                _ if line.trim().is_empty() => break,
                _ => panic!("an unknown header: {line}"),
            }
        }
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).ok()?;
        Some(serde_json::from_slice(&bytes).expect("the server writes JSON"))
    }

    /// Opens a text.
    pub(crate) fn did_open(&mut self, path: &Path, text: &str) {
        let document = json!({ "uri": uri(path), "languageId": "blanche", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// The current diagnostics of a file. A request is sent first, so that the server has processed all changes.
    pub(crate) fn messages(&mut self, path: &Path) -> Value {
        self.request("textDocument/foldingRange", json!({ "textDocument": { "uri": uri(path) } }));
        let told = |notice: &&Value| {
            notice["method"] == "textDocument/publishDiagnostics"
                && notice["params"]["uri"] == uri(path).as_str()
        };
        self.notices.iter().rfind(told).map_or(Value::Null, |notice| notice["params"]["diagnostics"].clone())
    }

    /// The CPU time of the server so far, in milliseconds, if the system reports it.
    pub(crate) fn busy(&self) -> Option<f64> {
        let threads = std::fs::read_dir(format!("/proc/{}/task", self.server.id())).ok()?;
        let times = threads.flatten().filter_map(|thread| {
            let told = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
            told.split_whitespace().next()?.parse::<f64>().ok()
        });
        Some(times.sum::<f64>() / 1e6)
    }

    /// Shuts the server down, and returns its exit status.
    pub(crate) fn close(mut self) -> i32 {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.end()
    }

    /// Closes the input of the server, and returns its exit status.
    pub(crate) fn end(mut self) -> i32 {
        self.input = None;
        self.server.wait().expect("it ends").code().unwrap_or(-1)
    }
}

/// Kills the server when a test fails.
impl Drop for Client {
    fn drop(&mut self) {
        self.input = None;
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The URI of a path that contains no special characters other than spaces.
pub(crate) fn uri(path: &Path) -> String {
    format!("file://{}", path.display().to_string().replace(' ', "%20"))
}

/// The protocol position that is `inside` bytes after the start of the first occurrence of a word in the text.
pub(crate) fn position(text: &str, word: &str, inside: usize) -> Value {
    let at = text.find(word).unwrap_or_else(|| panic!("`{word}` stands in the text")) + inside;
    let line = text[..at].matches('\n').count();
    let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    json!({ "line": line, "character": text[start..at].encode_utf16().count() })
}
