//! A transcript of a whole session for reviewers, and tests of further requirements of the protocol.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::client::{Client, folder, position, uri};
use crate::snapshot_folders;

const PEOPLE: &str = "library\n%% Who has whom for a child. 🙂\nfact parent(jan, piet)\nfact parent(piet, marie)\n\n\
    %% A parent of a parent.\ngrandparent(Old, Young) :- parent(Old, Middle_), parent(Middle_, Young)\n";

const FAMILY: &str = "%% Who is who. 🙂 ¬\r\nbase family\r\nuse family/people\r\nplayers left, right\r\n\
    rule old for left at level 0 if\r\n    grandparent(Old, Young), ¬parent(Old, Young)\r\n";

/// Creates the folder of the test project.
fn family(test: &str) -> PathBuf {
    // A text file that mentions a predicate by name, but is not a file of a program.
    let beside = "who is a grandparent, and whose\n";
    let files = [
        ("knowledge/family/people.blanche", PEOPLE),
        ("knowledge/family/family.blanche", FAMILY),
        ("knowledge/family/notes.txt", beside),
    ];
    folder(test, &files)
}

/// The capabilities of a modern editor.
fn capabilities() -> Value {
    json!({
        "textDocument": {
            "completion": { "completionItem": { "snippetSupport": true } },
            "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
        },
        "workspace": { "workspaceEdit": { "documentChanges": true } },
    })
}

struct Transcript {
    client: Client,
    root: PathBuf,
    text: String,
}

impl Transcript {
    fn ask(&mut self, method: &str, parameters: Value) {
        let answer = self.client.request(method, parameters.clone());
        self.notices();
        self.note(&format!("→ {method} {}\n← {:#}\n", short(&parameters), readable(&answer)));
    }

    /// Records the notifications of the server.
    fn notices(&mut self) {
        for notice in std::mem::take(&mut self.client.notices) {
            let method = notice["method"].as_str().unwrap_or("").to_owned();
            self.note(&format!("← {method} {:#}\n", readable(&notice["params"])));
        }
    }

    fn note(&mut self, text: &str) {
        self.text.push_str(&text.replace(&uri(&self.root), "file:///ROOT"));
        self.text.push('\n');
    }
}

/// Parameters, written on one line.
fn short(parameters: &Value) -> String {
    readable(parameters).to_string()
}

/// A value in which positions and ranges are written briefly: `5:30` and `5:30–36`. Lines and columns count from 0.
fn readable(value: &Value) -> Value {
    let number = |value: &Value, name: &str| value.get(name).and_then(Value::as_u64);
    if let (Some(line), Some(column)) = (number(value, "line"), number(value, "character")) {
        return json!(format!("{line}:{column}"));
    }
    match value {
        Value::Array(list) if list.iter().all(Value::is_number) => json!(value.to_string()),
        Value::Array(list) => list.iter().map(readable).collect(),
        Value::Object(entries) => {
            let entries: serde_json::Map<String, Value> =
                entries.iter().map(|(name, value)| (name.clone(), readable(value))).collect();
            match (entries.get("start").and_then(Value::as_str), entries.get("end").and_then(Value::as_str)) {
                (Some(start), Some(end)) if entries.len() == 2 => {
                    let line = start.split(':').next().unwrap_or("");
                    json!(format!("{start}–{}", end.strip_prefix(&format!("{line}:")).unwrap_or(end)))
                }
                _ => Value::Object(entries),
            }
        }
        other => other.clone(),
    }
}

#[test]
fn a_conversation_with_an_editor() {
    let root = family("transcript");
    let (people, base) =
        (root.join("knowledge/family/people.blanche"), root.join("knowledge/family/family.blanche"));
    let mut client = Client::start();
    let parameters = json!({ "processId": null, "rootUri": uri(&root), "capabilities": capabilities() });
    let greeting = client.request("initialize", parameters);
    assert_eq!(greeting["serverInfo"]["name"], "blanche");
    client.notify("initialized", json!({}));
    let mut transcript = Transcript { client, root, text: String::new() };
    transcript.note(&format!("← initialize {:#}\n", greeting["capabilities"]));

    let at = |path: &Path, text: &str, word: &str, inside: usize| json!({ "textDocument": { "uri": uri(path) }, "position": position(text, word, inside) });
    transcript.client.did_open(&base, FAMILY);
    transcript.ask("textDocument/hover", at(&base, FAMILY, "¬parent", 3));
    transcript.ask("textDocument/definition", at(&base, FAMILY, "grandparent", 11));

    // The user introduces an error in the line with `¬`.
    let misspelt = FAMILY.replace("¬parent(Old", "¬parnt(Old");
    let range = json!({ "start": position(FAMILY, "¬parent", 5), "end": position(FAMILY, "¬parent", 6) });
    let document = json!({ "uri": uri(&base), "version": 2 });
    let changes = json!([{ "range": range, "text": "" }]);
    transcript.note(&format!("→ textDocument/didChange {}", short(&changes)));
    let change = json!({ "textDocument": document, "contentChanges": changes });
    transcript.client.notify("textDocument/didChange", change);
    let place = position(&misspelt, "¬parnt", 4);
    let actions = json!({
        "textDocument": { "uri": uri(&base) },
        "range": { "start": place, "end": place },
        "context": { "diagnostics": [] },
    });
    transcript.ask("textDocument/codeAction", actions);
    transcript.ask("textDocument/completion", at(&base, &misspelt, "¬parnt", 4));
    transcript.ask("textDocument/signatureHelp", at(&base, &misspelt, "parnt(Old, ", 10));

    let mut rename = at(&people, PEOPLE, "grandparent", 3);
    rename["newName"] = json!("grand.parent");
    transcript.ask("textDocument/rename", rename.clone());
    rename["newName"] = json!("Grand");
    transcript.ask("textDocument/rename", rename);
    let file = json!({ "textDocument": { "uri": uri(&base) } });
    transcript.ask("textDocument/documentSymbol", file.clone());
    transcript.ask("textDocument/foldingRange", file.clone());
    transcript.ask("textDocument/inlayHint", file.clone());
    transcript.ask("textDocument/semanticTokens/full", file.clone());
    transcript.ask("textDocument/formatting", file);
    transcript.ask("workspace/symbol", json!({ "query": "gp" }));
    transcript.ask("textDocument/prepareRename", at(&base, &misspelt, "rule", 1));
    transcript.ask("shutdown", Value::Null);
    transcript.client.notify("exit", Value::Null);
    let Transcript { client, text, .. } = transcript;
    assert_eq!(client.end(), 0);

    snapshot_folders::settings("lsp").bind(|| insta::assert_snapshot!("conversation", text));
}

#[test]
fn the_text_in_the_editor_takes_precedence_over_the_file() {
    let root = family("before");
    let (people, base) =
        (root.join("knowledge/family/people.blanche"), root.join("knowledge/family/family.blanche"));
    let mut client = Client::open(&root, capabilities());
    assert_eq!(client.messages(&base), Value::Null, "all is well, and there is nothing to tell");
    client.did_open(&people, "library\nfact parent(jan, piet)\n");
    let found = client.messages(&base);
    assert_eq!(found[0]["code"], "B0301", "the other file misses a predicate: {found}");
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri(&people) } }));
    assert_eq!(client.messages(&base), json!([]), "the file counts again");
    // One file is changed on disk, and another one is deleted.
    std::fs::write(&base, "base family\nuse family/nobody\n").expect("it can be written");
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    assert_eq!(client.messages(&base)[0]["code"], "B0201");
    std::fs::remove_file(&base).expect("it is there");
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    client.messages(&people);
    assert_eq!(client.messages(&base), json!([]), "of a file that is gone nothing is said");
    // Hidden folders are skipped, except for files that are open in the editor.
    let draft = root.join(".draft/new.blanche");
    client.did_open(&draft, "old(Old) :- nothing(Old)\n");
    assert_eq!(client.messages(&draft)[0]["code"], "B0301");
    assert_eq!(client.close(), 0);
}

#[test]
fn invalid_requests_are_refused_and_the_server_continues() {
    let root = family("refused");
    let mut client = Client::start();
    let code = |answer: &Value| answer["error"]["code"].as_i64();
    assert_eq!(code(&client.request("textDocument/hover", json!({}))), Some(-32002), "nobody has said hello");
    client.write(b"Content-Length: 7\r\n\r\nno json");
    assert_eq!(client.read().map(|message| message["error"]["code"].clone()), Some(json!(-32700)));
    client.send(&json!({ "jsonrpc": "2.0", "id": 77 }));
    assert_eq!(client.answer(77)["error"]["code"], -32600);
    client.request("initialize", json!({ "rootUri": uri(&root), "capabilities": {} }));
    assert_eq!(code(&client.request("initialize", json!({}))), Some(-32600));
    assert_eq!(code(&client.request("textDocument/moniker", json!({}))), Some(-32601));
    assert_eq!(code(&client.request("textDocument/hover", json!([1, 2]))), Some(-32602));
    assert_eq!(
        code(&client.request("textDocument/hover", json!({ "textDocument": { "uri": "file:///nowhere" } }))),
        Some(-32602)
    );
    client.notify("textDocument/unheard.of", json!(null));
    let page = client
        .request("workspace/executeCommand", json!({ "command": "blanche.explain", "arguments": ["B0301"] }));
    assert!(page.as_str().is_some_and(|page| page.contains("unknown predicate")), "{page}");
    assert_eq!(
        code(&client.request(
            "workspace/executeCommand",
            json!({ "command": "blanche.explain", "arguments": ["B9"] })
        )),
        Some(-32803)
    );
    assert_eq!(client.request("shutdown", Value::Null), Value::Null);
    assert_eq!(code(&client.request("workspace/symbol", json!({ "query": "" }))), Some(-32600));
    client.notify("exit", Value::Null);
    assert_eq!(client.end(), 0);
    assert_eq!(Client::open(&root, json!({})).end(), 1, "who leaves without a word leaves an error");
}

#[test]
fn a_request_that_is_cancelled_in_the_queue_is_refused() {
    let root = family("cancelled");
    let base = root.join("knowledge/family/family.blanche");
    let mut client = Client::open(&root, json!({}));
    // The requests are sent as one block, so that all of them are queued together.
    let file = json!({ "textDocument": { "uri": uri(&base) } });
    let ask = |id: i64| json!({ "jsonrpc": "2.0", "id": id, "method": "textDocument/foldingRange", "params": file });
    let cancel = |id: i64| json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": id } });
    let bytes: String = (0..400)
        .flat_map(
            |at| if at % 2 == 0 { vec![ask(1_000 + at)] } else { vec![ask(1_000 + at), cancel(1_000 + at)] },
        )
        .map(|message| message.to_string())
        .map(|text| format!("Content-Length: {}\r\n\r\n{text}", text.len()))
        .collect();
    client.write(bytes.as_bytes());
    let mut refused = 0;
    for _ in 0..400 {
        let answer = std::iter::from_fn(|| client.read()).find(|message| message.get("id").is_some());
        let answer = answer.expect("each request has one answer");
        let id = answer["id"].as_i64().expect("a number");
        match answer["error"]["code"].as_i64() {
            Some(code) => {
                assert_eq!((code, id % 2), (-32800, 1), "only what was cancelled is refused");
                refused += 1;
            }
            None => assert!(answer["result"].is_array(), "{answer}"),
        }
    }
    assert!(refused > 0, "what waits can be cancelled");
    assert_eq!(client.close(), 0);
}
