//! Tests with random edits of rule files and sidecar files, damaged message streams, and pipes among the rule files.
//! The server always responds, or ends with a message.

use std::path::Path;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};

use super::client::{Client, folder, uri};
use super::ends::{conversation, framed, request, run};
#[cfg(unix)]
use crate::folder::Folder;
use crate::lots::{draws, seed};
use blanche_compiler::random::Random;

const TEXT: &str = "base family\nplayers left, right\n% 🙂 ¬\r\nfact parent(jan, piet)\nold(Old, Young) :- parent(Old, Young), ¬parent(Young, Old)\n\
    rule old for left at level 0 if old(Old, Young)\n";

const STATISTICS: &str = "# 3 positions\n1.000\tparent(_, _)\n0.500\told(jan, _)\n0.250\told(_, piet)\n";

const METHODS: &[&str] = &[
    "hover",
    "definition",
    "references",
    "documentHighlight",
    "documentSymbol",
    "completion",
    "signatureHelp",
    "prepareRename",
    "rename",
    "formatting",
    "codeAction",
    "semanticTokens/full",
    "inlayHint",
    "foldingRange",
];

/// A change of one text, and the request that is sent after the change.
struct Step {
    start: Value,
    end: Value,
    piece: String,
    asked: Value,
    method: &'static str,
    /// The index of the changed text.
    text: usize,
}

/// Random steps, the same in every run.
fn steps(texts: usize) -> impl FnMut() -> Step {
    let number = prop_oneof![0..9u64, 0..60u64, Just(u64::MAX)];
    let place = (number.clone(), number)
        .prop_map(|(line, character)| json!({ "line": line, "character": character }));
    let pieces = ["after ", "9", "\t", "_", "(", "\u{FFFD}"];
    let piece = prop_oneof![
        "[a-zA-Z(),.:;%¬🙂_ \r\n-]{0,6}",
        Just(TEXT.to_owned()),
        (0..pieces.len()).prop_map(move |at| pieces[at].to_owned())
    ];
    let strategy = (place.clone(), place.clone(), piece, place, 0..METHODS.len(), 0..texts);
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner =
        TestRunner::new_with_rng(Config { cases: 1, failure_persistence: None, ..Config::default() }, rng);
    move || {
        let step = strategy.new_tree(&mut runner).expect("values can be made").current();
        let (start, end, piece, asked, method, text) = step;
        Step { start, end, piece, asked, method: METHODS[method], text }
    }
}

/// Opens these texts and changes them step by step. Every request must get a valid response.
fn type_anything(client: &mut Client, root: &Path, texts: &[(&str, &str)], rounds: usize) {
    for (name, text) in texts {
        client.did_open(&root.join(name), text);
    }
    let mut step = steps(texts.len());
    for round in 0..rounds {
        let Step { start, end, piece, asked, method, text } = step();
        let (name, whole) = texts[text];
        // Regularly restore the whole text, so that there is always something to damage.
        let change = if round % 25 == 0 {
            json!({ "text": whole })
        } else {
            json!({ "range": { "start": start, "end": end }, "text": piece })
        };
        let document = json!({ "uri": uri(&root.join(name)), "version": round + 2 });
        client.notify(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [change] }),
        );
        let parameters = json!({
            "textDocument": document,
            "position": asked,
            "range": { "start": start, "end": asked },
            "newName": "fresh",
            "context": { "diagnostics": [] },
        });
        let answer = client.request(&format!("textDocument/{method}"), parameters);
        let refused = answer["error"]["code"].as_i64();
        // A rename may be refused with a reason. Any other error code is a fault of the server.
        assert!(
            refused.is_none() || refused == Some(-32803) && method.to_lowercase().contains("rename"),
            "{name}: {method}: {answer}"
        );
    }
}

#[test]
fn every_request_is_answered_after_any_edits() {
    let root = folder("robust", &[("family/family.blanche", TEXT)]);
    let mut client = Client::open(&root, json!({}));
    type_anything(&mut client, &root, &[("family/family.blanche", TEXT)], draws(400));
    assert_eq!(client.close(), 0);
}

#[test]
fn every_request_is_answered_with_any_sidecar_files() {
    let files = [
        ("family/family.blanche", TEXT),
        ("family/statistics.txt", STATISTICS),
        ("family/positions.txt", "old for left\n"),
        ("family/answers.txt", "old 3\n"),
        ("family/survivors.txt", "old\n"),
    ];
    let root = folder("robust-beside", &files);
    let mut client = Client::open(&root, json!({}));
    // Files that are not open are read from disk. First only the rules are changed, then only the files next to them,
    // and then all files.
    type_anything(&mut client, &root, &files[..1], 150);
    type_anything(&mut client, &root, &files[1..], 150);
    type_anything(&mut client, &root, &files, 300);
    assert_eq!(client.close(), 0);
}

/// Regression test. A misspelt name left the predicate `old` without sorts. Because the statistics mention `old`, all
/// further requests failed.
#[test]
fn a_misspelt_name_in_rules_with_statistics_is_reported() {
    let files = [("family/family.blanche", TEXT), ("family/statistics.txt", STATISTICS)];
    let root = folder("misspelt-beside", &files);
    let path = root.join("family/family.blanche");
    let mut client = Client::open(&root, json!({}));
    client.did_open(&path, &TEXT.replace(":- parent", ":- parnet"));
    let said = client.messages(&path);
    assert_eq!(said[0]["code"], "B0301", "{said}");
    assert_eq!(client.messages(&root.join("family/statistics.txt")), Value::Null);
    assert_eq!(client.close(), 0);
}

#[test]
fn messages_about_statistics_are_in_their_file_and_follow_its_changes() {
    let bad = STATISTICS.replace("0.500", "many");
    let files = [("family/family.blanche", TEXT), ("family/statistics.txt", bad.as_str())];
    let root = folder("statistics", &files);
    let (path, statistics) = (root.join("family/family.blanche"), root.join("family/statistics.txt"));
    let mut client = Client::open(&root, json!({}));
    let lines = |client: &mut Client| -> Vec<(Value, Value)> {
        // Before the server responds to any request, it must process the changes.
        let file = json!({ "textDocument": { "uri": uri(&root.join("family/family.blanche")) } });
        client.request("textDocument/foldingRange", file);
        let said = client.messages(&root.join("family/statistics.txt"));
        let said = said.as_array().cloned().unwrap_or_default();
        said.iter()
            .map(|message| (message["code"].clone(), message["range"]["start"]["line"].clone()))
            .collect()
    };
    let is_bad = |line: u64| vec![(json!("B0703"), json!(line))];
    client.did_open(&path, TEXT);
    assert_eq!(lines(&mut client), is_bad(2), "as it stands on disk");
    // The file changes on disk, and the editor reports the change.
    std::fs::write(&statistics, STATISTICS).expect("a test writes its files");
    let changed = |client: &mut Client| {
        let changes = json!({ "changes": [{ "uri": uri(&root.join("family/statistics.txt")), "type": 2 }] });
        client.notify("workspace/didChangeWatchedFiles", changes);
    };
    changed(&mut client);
    assert_eq!(lines(&mut client), []);
    // The editor has the file open, and its unsaved text takes precedence.
    client.did_open(&statistics, STATISTICS);
    let document = json!({ "uri": uri(&statistics), "version": 2 });
    let text = STATISTICS.replace("old(_, piet)", "old(_, peit)");
    let change = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
    client.notify("textDocument/didChange", change);
    assert_eq!(lines(&mut client), is_bad(3));
    // An error in the rules may be the reason why a predicate is unknown, so no message is shown. After the correction,
    // the message is shown again.
    for (version, text) in [(2, TEXT.replace(":- parent", ":- parnet")), (3, TEXT.to_owned())] {
        let document = json!({ "uri": uri(&path), "version": version });
        let change = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
        client.notify("textDocument/didChange", change);
        assert_eq!(lines(&mut client), if version == 2 { Vec::new() } else { is_bad(3) });
    }
    // The editor closes the file without saving it.
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri(&statistics) } }));
    assert_eq!(lines(&mut client), []);
    // The file is deleted.
    std::fs::write(&statistics, &bad).expect("a test writes its files");
    changed(&mut client);
    assert_eq!(lines(&mut client), is_bad(2));
    std::fs::remove_file(&statistics).expect("a test takes its files away");
    changed(&mut client);
    assert_eq!(lines(&mut client), []);
    assert_eq!(client.close(), 0);
}

/// Damages a message stream in one of several typical ways.
fn damaged(random: &mut Random, messages: &[Value]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let wrong = random.below(messages.len());
    let way = random.below(8);
    for (at, message) in messages.iter().enumerate() {
        let text = message.to_string();
        let length = text.len() as i64;
        let said = match way {
            _ if at != wrong => length.to_string(),
            0 => (length - 1 - random.below(text.len()) as i64).to_string(),
            1 => (length + 1 + random.below(40) as i64).to_string(),
            2 => (length * (2 + random.below(1_000_000) as i64)).to_string(),
            3 => (-length).to_string(),
            4 => {
                ["", "many", "1e3", "0x20", "99999999999999999999999", "+", "7 7"][random.below(7)].to_owned()
            }
            _ => length.to_string(),
        };
        if at == wrong && way == 5 {
            bytes.extend(b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n");
        } else {
            bytes.extend(format!("Content-Length: {said}\r\n\r\n").bytes());
        }
        bytes.extend(text.bytes());
    }
    if way >= 6 {
        for _ in 0..1 + random.below(12) {
            let at = random.below(bytes.len().max(1));
            if at >= bytes.len() {
                break;
            }
            match random.below(4) {
                0 => bytes[at] ^= 1 << random.below(8),
                1 => {
                    bytes.remove(at);
                }
                2 => bytes.insert(at, b"\r\n\0{}\"9 :C"[random.below(10)]),
                _ => bytes.truncate(at.max(1)),
            }
        }
    }
    bytes
}

#[test]
fn after_damaged_input_the_server_answers_or_ends_with_an_error() {
    let mut random = Random::new(seed() ^ 2001);
    for round in 0..draws(400) {
        let mut bytes = damaged(&mut random, &conversation(1));
        for message in conversation(1000) {
            bytes.extend(framed(&message));
        }
        bytes.extend(framed(&request(1003, "shutdown", Value::Null)));
        bytes.extend(framed(&json!({ "jsonrpc": "2.0", "method": "exit" })));
        let ended = run(&bytes);
        let shown = || String::from_utf8_lossy(&bytes).into_owned();
        assert!(!ended.said.contains("panicked"), "round {round}: {}\n{}", ended.said, shown());
        let answered =
            |id: i64| ended.answers.iter().any(|answer| answer["id"] == id && answer.get("method").is_none());
        let all = (1000..=1003).all(answered);
        match ended.status {
            Some(0) => assert!(all, "round {round}: {:?}\n{}", ended.answers, shown()),
            Some(1) => assert!(!ended.said.is_empty(), "round {round}: no word\n{}", shown()),
            other => panic!("round {round}: {other:?}, {}\n{}", ended.said, shown()),
        }
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_among_rule_files_does_not_block_the_server() {
    let text = "fact parent(jan, piet)\nq(X) :- nobody(X)\n";
    let folder = Folder::new("lsp pipe").with("a.blanche", text).with_pipe("y.blanche");
    // If the server followed this link, it would read the messages of the editor as rules.
    std::os::unix::fs::symlink("/dev/stdin", folder.0.join("z.blanche")).expect("a link can be made");
    let mut client = Client::open_in(&folder.0, Some(&folder.0), json!({}));
    let path = folder.0.join("a.blanche");
    client.did_open(&path, text);
    let messages = client.messages(&path);
    let mut codes = messages.as_array().expect("there are some").iter().map(|message| &message["code"]);
    assert!(codes.any(|code| code == "B0301"), "{messages}");
    assert_eq!(client.close(), 0);
}
