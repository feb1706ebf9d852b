//! Random changes at random places, as an editor sends them, and damaged streams: the server always answers, or ends with
//! a word.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};

use super::client::{Client, folder, uri};
use super::ends::{conversation, framed, request, run};
use crate::random::Random;

const TEXT: &str = "base family\nplayers left, right\n% 🙂 ¬\r\nfact parent(jan, piet)\nold(Old, Young) :- parent(Old, Young), ¬parent(Young, Old)\n\
    rule old for left at level 0 if old(Old, Young)\n";

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

#[test]
fn every_request_has_an_answer_whatever_was_typed() {
    let root = folder("robust", &[("family/family.blanche", TEXT)]);
    let path = root.join("family/family.blanche");
    let mut client = Client::open(&root, json!({}));
    let number = prop_oneof![0..9u64, 0..60u64, Just(u64::MAX)];
    let place = (number.clone(), number)
        .prop_map(|(line, character)| json!({ "line": line, "character": character }));
    let piece =
        prop_oneof!["[a-zA-Z(),.:;%¬🙂_ \r\n-]{0,6}", Just(TEXT.to_owned()), Just("after ".to_owned())];
    let step = (place.clone(), place.clone(), piece, place, 0..METHODS.len());
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner =
        TestRunner::new_with_rng(Config { cases: 1, failure_persistence: None, ..Config::default() }, rng);
    client.did_open(&path, TEXT);
    let mut version = 1;
    for round in 0..400 {
        let (start, end, text, asked, method) =
            step.new_tree(&mut runner).expect("values can be made").current();
        version += 1;
        // From time to time everything is replaced, so that there is something to spoil.
        let change = if round % 25 == 0 {
            json!({ "text": TEXT })
        } else {
            json!({ "range": { "start": start, "end": end }, "text": text })
        };
        let document = json!({ "uri": uri(&path), "version": version });
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
        let method = METHODS[method];
        let answer = client.request(&format!("textDocument/{method}"), parameters);
        let refused = answer["error"]["code"].as_i64();
        // What cannot be renamed is refused with a reason; a fault of the server has another number.
        assert!(
            refused.is_none() || refused == Some(-32803) && method.to_lowercase().contains("rename"),
            "{method}: {answer}"
        );
    }
    assert_eq!(client.close(), 0);
}

/// Damages a stream of messages in one of the ways in which streams are damaged.
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
fn after_any_damage_a_good_exchange_is_answered_or_the_server_has_ended_with_a_word() {
    let mut random = Random::new(2001);
    for round in 0..400 {
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
