//! Random changes at random places, as an editor sends them: the server always answers.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::json;

use super::client::{Client, folder, uri};

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
