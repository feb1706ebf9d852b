//! Tests of a server in memory: how much text is read for an answer, and which messages are sent with the answer.

use serde_json::{Value, json};

use super::lines::READ;
use super::server::Server;
use super::wire::Incoming;

const FILE: &str = "file:///nowhere/a.blanche";

fn send(server: &mut Server, message: &Value) -> Value {
    assert!(server.take(Incoming::Message(message.clone())));
    server.take_messages().pop().unwrap_or_default()
}

/// A server that has opened and checked a text.
fn opened(text: &str) -> Server {
    let mut server = Server::default();
    let parameters = json!({ "processId": null, "rootUri": null, "capabilities": {} });
    let initialize = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": parameters });
    send(&mut server, &initialize);
    let document = json!({ "uri": FILE, "languageId": "blanche", "version": 1, "text": text });
    let parameters = json!({ "textDocument": document });
    send(&mut server, &json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": parameters }));
    server.look();
    server.take_messages();
    server
}

/// The number of bytes that are read to find the locations of an answer, and the length of the answer.
fn cost(text: &str, method: &str, parameters: &Value) -> (usize, usize) {
    let mut server = opened(text);
    READ.with(|read| read.set(0));
    let answer =
        send(&mut server, &json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": parameters }));
    (READ.with(std::cell::Cell::get), answer["result"].to_string().len())
}

/// Clauses that use `e`, one per line. If `has_mistakes`, each clause has a mistake. If `is_one_line`, the text
/// consists of facts on a single line instead.
fn text(count: usize, has_mistakes: bool, is_one_line: bool) -> String {
    if is_one_line {
        let facts: Vec<String> = (0..count).map(|at| format!("p{at}(a, b)")).collect();
        return format!("library\nfact e(a, b), {}\n", facts.join(", "));
    }
    let wrong = if has_mistakes { ", nothing(X)" } else { "" };
    let clauses: String = (0..count).map(|at| format!("p{at}(X) :- e(X, Y_), e(Y_, b){wrong}\n")).collect();
    format!("library\nfact e(a, b)\n{clauses}")
}

#[test]
fn positions_of_answers_take_time_linear_in_the_text() {
    let here = json!({ "uri": FILE });
    let at = json!({ "line": 1, "character": 5 });
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9999, "character": 0 } });
    for (method, parameters) in [
        ("textDocument/documentSymbol", json!({ "textDocument": here })),
        ("workspace/symbol", json!({ "query": "" })),
        ("textDocument/references", json!({ "textDocument": here, "position": at, "context": {} })),
        ("textDocument/documentHighlight", json!({ "textDocument": here, "position": at })),
        ("textDocument/rename", json!({ "textDocument": here, "position": at, "newName": "f" })),
        ("textDocument/semanticTokens/full", json!({ "textDocument": here })),
        ("textDocument/inlayHint", json!({ "textDocument": here, "range": range })),
        ("textDocument/codeAction", json!({ "textDocument": here, "range": range, "context": {} })),
        (
            "textDocument/completion",
            json!({ "textDocument": here, "position": { "line": 2, "character": 0 } }),
        ),
    ] {
        for is_one_line in [false, true] {
            let has_mistakes = method.ends_with("codeAction");
            let cost = |count| cost(&text(count, has_mistakes, is_one_line), method, &parameters);
            let ((short, few), (long, many)) = (cost(100), cost(400));
            assert!(is_one_line || few > 40 && many >= few, "{method}: {few}, {many}");
            assert!(long < 6 * short, "{method}: {long} bytes read, and {short} for a fourth of the text");
        }
    }
}

#[test]
fn positions_of_messages_take_time_linear_in_the_text() {
    let cost = |count| {
        READ.with(|read| read.set(0));
        opened(&text(count, true, false));
        READ.with(std::cell::Cell::get)
    };
    let (short, long) = (cost(100), cost(400));
    assert!(long < 6 * short, "{long} bytes read, and {short} for a fourth of the text");
}

#[test]
fn many_changes_in_one_notification_take_time_linear_in_the_text() {
    let cost = |count: usize| {
        let mut server = opened(&text(count, false, false));
        let change = |line: usize| {
            let place = json!({ "line": line, "character": 1 });
            json!({ "range": { "start": place, "end": place }, "text": "x" })
        };
        let changes: Vec<Value> = (2..count + 2).rev().map(change).collect();
        let document = json!({ "uri": FILE, "version": 2 });
        let parameters = json!({ "textDocument": document, "contentChanges": changes });
        READ.with(|read| read.set(0));
        send(
            &mut server,
            &json!({ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": parameters }),
        );
        READ.with(std::cell::Cell::get)
    };
    let (short, long) = (cost(100), cost(400));
    assert!(long < 6 * short, "{long} bytes read, and {short} for a fourth of the text");
}

#[test]
fn a_rename_reports_the_lines_that_keep_the_old_name() {
    let text = "library\nfact e(a, b)\np(X) :- e(X, Y_)\n%? p(X), e(X, b)\n%= X = a\n%? p(a, X)\n%= no\n";
    let mut server = opened(text);
    let at = json!({ "line": 2, "character": 0 });
    let parameters = json!({ "textDocument": { "uri": FILE }, "position": at, "newName": "first" });
    let request = json!({ "jsonrpc": "2.0", "id": 1, "method": "textDocument/rename", "params": parameters });
    assert!(server.take(Incoming::Message(request)));
    let sent = server.take_messages();
    let answer = sent.last().expect("it is answered");
    let edits = answer["result"]["changes"][FILE].as_array().map_or(0, Vec::len);
    assert_eq!(edits, 2, "{answer}");
    let said = sent.iter().find(|message| message["method"] == "window/showMessage");
    let said = said.map(|message| message["params"]["message"].as_str().unwrap_or_default());
    assert_eq!(said, Some("`p` also occurs in `/nowhere/a.blanche:6`, which keeps it"));
}
