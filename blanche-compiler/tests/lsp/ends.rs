//! Tests of how the server ends. It always logs a reason, unless it was asked to shut down.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{Client, folder, uri};

/// How a run of the server ended, and what it wrote.
pub(super) struct Ended {
    pub(super) status: Option<i32>,
    pub(super) answers: Vec<Value>,
    pub(super) said: String,
}

/// Timeout after which the server is considered to hang.
const PATIENCE: Duration = Duration::from_secs(60);

/// An empty folder in which the server runs. If no folder is opened, the server reads all rules around its working
/// folder.
static NOWHERE: LazyLock<PathBuf> = LazyLock::new(|| folder("nowhere", &[]));

fn start() -> Child {
    Command::new(env!("CARGO_BIN_EXE_blanche"))
        .env("NOIRE", "")
        .current_dir(&*NOWHERE)
        .arg("lsp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs")
}

/// Waits for a server to end. A server that hangs is killed, and has no status.
fn wait(mut server: Child) -> Ended {
    let mut output = server.stdout.take().expect("it has an output");
    let mut error = server.stderr.take().expect("it has one");
    let read = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        output.read_to_end(&mut bytes).map(|_| bytes).unwrap_or_default()
    });
    let told = std::thread::spawn(move || {
        let mut text = String::new();
        error.read_to_string(&mut text).map(|_| text).unwrap_or_default()
    });
    let begin = Instant::now();
    let status = loop {
        match server.try_wait().expect("it can be looked at") {
            Some(status) => break status.code(),
            None if begin.elapsed() > PATIENCE => {
                let _ = server.kill();
                let _ = server.wait();
                break None;
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    let answers = messages(&read.join().expect("it is read"));
    Ended { status, answers, said: told.join().expect("it is read") }
}

/// The messages in the output of the server.
fn messages(mut bytes: &[u8]) -> Vec<Value> {
    let mut found = Vec::new();
    while !bytes.is_empty() {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").expect("a header ends");
        let header = std::str::from_utf8(&bytes[..end]).expect("a header is text");
        let length: usize =
            header.strip_prefix("Content-Length: ").and_then(|rest| rest.parse().ok()).expect("a length");
        let body = &bytes[end + 4..end + 4 + length];
        found.push(serde_json::from_slice(body).expect("the server writes JSON"));
        bytes = &bytes[end + 4 + length..];
    }
    found
}

/// Runs a server on these bytes, followed by the end of the input.
pub(super) fn run(bytes: &[u8]) -> Ended {
    let mut server = start();
    let mut input = server.stdin.take().expect("it has an input");
    let bytes = bytes.to_vec();
    // A write error is ignored, as the server may end before it has read everything.
    let writing = std::thread::spawn(move || {
        let _ = input.write_all(&bytes);
    });
    let ended = wait(server);
    writing.join().expect("the writer ends with the server");
    ended
}

pub(super) fn framed(message: &Value) -> Vec<u8> {
    let text = message.to_string();
    format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes()
}

pub(super) fn request(id: i64, method: &str, parameters: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": parameters })
}

const TEXT: &str = "fact parent(jan, piet)\n%% 🙂 ¬\nold(X) :- parent(X, Y_)\n";

/// A valid exchange of messages. Their ids begin with `first`.
pub(super) fn conversation(first: i64) -> Vec<Value> {
    let uri = "untitled:one.blanche";
    let document = json!({ "uri": uri, "languageId": "blanche", "version": 1, "text": TEXT });
    let place = json!({ "textDocument": { "uri": uri }, "position": { "line": 2, "character": 1 } });
    let change = json!({
        "textDocument": { "uri": uri, "version": 2 },
        "contentChanges": [{ "text": format!("{TEXT}new(X) :- old(X)\n") }],
    });
    vec![
        request(first, "initialize", json!({ "processId": null, "rootUri": null, "capabilities": {} })),
        json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }),
        json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } }),
        request(first + 1, "textDocument/hover", place.clone()),
        json!({ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": change }),
        request(first + 2, "textDocument/definition", place),
    ]
}

#[test]
fn a_wrong_length_is_logged_and_the_next_request_is_answered() {
    for length in ["5", "9000", "-7", "", "seven", "99999999999999"] {
        let mut bytes = framed(&conversation(1)[0]);
        bytes.extend(format!("Content-Length: {length}\r\n\r\n").bytes());
        bytes.extend(request(2, "textDocument/hover", json!({})).to_string().bytes());
        bytes.extend(framed(&request(3, "shutdown", Value::Null)));
        bytes.extend(framed(&json!({ "jsonrpc": "2.0", "method": "exit" })));
        let ended = run(&bytes);
        assert_eq!(ended.status, Some(0), "{length}: {}", ended.said);
        let logged = |answer: &Value| answer["method"] == "window/logMessage";
        assert!(ended.answers.iter().any(logged), "{length}: {:?}", ended.answers);
        assert!(ended.answers.iter().any(|answer| answer["id"] == 3), "{length}: {:?}", ended.answers);
        assert!(ended.said.contains("blanche lsp: "), "{length}: {}", ended.said);
    }
}

#[test]
fn the_end_of_input_before_shutdown_is_an_error() {
    let hello = framed(&conversation(1)[0]);
    let goodbye = framed(&request(2, "shutdown", Value::Null));
    let exit = framed(&json!({ "jsonrpc": "2.0", "method": "exit" }));
    for (bytes, status) in [
        (Vec::new(), 1),
        (b"\r\n".to_vec(), 1),
        (b"what is this".to_vec(), 1),
        (hello.clone(), 1),
        (hello[..20].to_vec(), 1),
        ([hello.clone(), exit.clone()].concat(), 1),
        ([hello.clone(), goodbye.clone()].concat(), 0),
        ([hello, goodbye, exit].concat(), 0),
    ] {
        let ended = run(&bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        assert_eq!(ended.status, Some(status), "{text}: {}", ended.said);
        assert_eq!(ended.said.is_empty(), status == 0, "{text}: {}", ended.said);
    }
}

/// Kills an editor while the input of the server stays open, and waits for the server to end. If `buried` is true, the
/// dead editor is reaped immediately. Otherwise it remains a zombie.
#[cfg(unix)]
fn ended_after_its_editor(buried: bool) -> Ended {
    let mut editor = Command::new("sleep").arg("600").spawn().expect("there is a process");
    let mut server = start();
    let mut input = server.stdin.take().expect("it has an input");
    let mut hello = conversation(1).swap_remove(0);
    hello["params"]["processId"] = json!(editor.id());
    input.write_all(&framed(&hello)).expect("the server reads");
    input.flush().expect("the server reads");
    std::thread::sleep(Duration::from_millis(100));
    assert!(server.try_wait().expect("it can be looked at").is_none(), "the editor is there still");
    editor.kill().expect("it can be ended");
    if buried {
        editor.wait().expect("it ends");
    }
    let ended = wait(server);
    editor.wait().expect("it ends");
    drop(input);
    ended
}

#[cfg(unix)]
#[test]
fn the_server_ends_after_its_editor() {
    let ended = ended_after_its_editor(true);
    assert_eq!(ended.status, Some(1), "{}", ended.said);
    assert!(ended.said.contains("is gone"), "{}", ended.said);
}

/// A dead process remains in the process table until its parent collects its status.
#[cfg(target_os = "linux")]
#[test]
fn the_server_ends_if_its_editor_is_a_zombie() {
    let ended = ended_after_its_editor(false);
    assert_eq!(ended.status, Some(1), "{}", ended.said);
    assert!(ended.said.contains("is gone"), "{}", ended.said);
}

#[test]
fn an_invalid_process_id_is_logged() {
    for (id, told) in [
        (json!(-1), true),
        (json!(0), true),
        (json!(99_999_999_999_u64), true),
        (json!(1.5), true),
        (json!("12"), true),
        (Value::Null, false),
        (json!(std::process::id()), false),
    ] {
        let mut hello = conversation(1).swap_remove(0);
        hello["params"]["processId"] = id.clone();
        let goodbye = framed(&request(2, "shutdown", Value::Null));
        let exit = framed(&json!({ "jsonrpc": "2.0", "method": "exit" }));
        let ended = run(&[framed(&hello), goodbye, exit].concat());
        assert_eq!(ended.status, Some(0), "{id}: {}", ended.said);
        let logs = |answer: &Value| {
            let message = answer["params"]["message"].as_str().unwrap_or_default();
            answer["method"] == "window/logMessage" && message.contains(&format!("`processId` is {id}"))
        };
        assert_eq!(ended.answers.iter().any(logs), told, "{id}: {:?}", ended.answers);
        assert_eq!(ended.said.contains("which is not a process"), told, "{id}: {}", ended.said);
    }
}

#[test]
fn a_running_editor_is_still_served_after_it_was_looked_for() {
    let root = folder("ends", &[("one.blanche", TEXT)]);
    let mut client = Client::start();
    let parameters = json!({ "processId": std::process::id(), "rootUri": uri(&root), "capabilities": {} });
    client.request("initialize", parameters);
    std::thread::sleep(Duration::from_millis(3500));
    let symbols = client.request("workspace/symbol", json!({ "query": "old" }));
    assert_eq!(symbols.as_array().map(Vec::len), Some(1), "{symbols}");
    assert_eq!(client.close(), 0);
}

/// Ids may be large numbers or strings, and responses must use them unchanged.
#[test]
fn every_response_has_the_id_of_its_request() {
    let ids =
        [json!(0), json!(-7), json!(3_000_000_000_u64), json!(u64::MAX), json!(1.5), json!("a"), json!("")];
    let mut bytes = Vec::new();
    for id in &ids {
        let parameters = json!({ "processId": null, "rootUri": null, "capabilities": {} });
        bytes.extend(framed(
            &json!({ "jsonrpc": "2.0", "id": id, "method": "initialize", "params": parameters }),
        ));
    }
    bytes.extend(framed(&request(1, "shutdown", Value::Null)));
    bytes.extend(framed(&json!({ "jsonrpc": "2.0", "method": "exit" })));
    let ended = run(&bytes);
    let answered: Vec<&Value> = ended.answers.iter().map(|answer| &answer["id"]).collect();
    assert_eq!(answered, ids.iter().chain([&json!(1)]).collect::<Vec<_>>());
    assert_eq!(ended.status, Some(0));
}
