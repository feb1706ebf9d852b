//! Measures how long a keystroke in a large file takes. The time is printed and not asserted.

use std::fmt::Write;
use std::time::Instant;

use serde_json::json;

use super::client::{Client, folder, uri};

/// Number of lines in the file.
const LINES: usize = 2_000;

/// A file of derivations and rules, in groups of five lines.
fn large() -> String {
    let mut text = String::from("base large\nplayers left, right\nfact next(a, b)\nfact next(b, c)\n");
    for at in 0..LINES / 5 {
        let below = if at % 40 == 0 { "next".to_owned() } else { format!("reach{}", at - 1) };
        let _ = write!(
            text,
            "%% What is reached in step {at}.\nreach{at}(From, To) :- next(From, To)\n\
             reach{at}(From, To) :-\n    next(From, Middle), {below}(Middle, To), ¬equal(From, To)\n\
             rule goes{at} for left at level 0 if reach{at}(From, To), ¬next(To, From)\n"
        );
    }
    text
}

#[test]
#[ignore = "it measures; run it in release with --nocapture"]
fn print_the_time_of_a_keystroke_in_a_large_file() {
    let text = large();
    let root = folder("keystroke", &[("large/large.blanche", &text)]);
    let path = root.join("large/large.blanche");
    let mut client = Client::open(&root, json!({}));
    client.did_open(&path, &text);
    client.messages(&path);
    let line = text.lines().position(|line| line.starts_with("rule goes200")).expect("it is there");
    let mut times = Vec::new();
    let busy_before = client.busy();
    for version in 2..42 {
        // Insert a letter into a name, and delete it again.
        let from = json!({ "line": line, "character": 5 });
        let (end, letter) = if version % 2 == 0 { (5, "x") } else { (6, "") };
        let range = json!({ "start": from, "end": { "line": line, "character": end } });
        let document = json!({ "uri": uri(&path), "version": version });
        let changes = json!([{ "range": range, "text": letter }]);
        let before = Instant::now();
        client
            .notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
        client.request("textDocument/foldingRange", json!({ "textDocument": document }));
        times.push(before.elapsed());
    }
    // On a shared machine, CPU time is more meaningful than elapsed time.
    let busy = client.busy().zip(busy_before).map(|(after, before)| (after - before) / times.len() as f64);
    let busy = busy.map_or_else(String::new, |busy| format!(", {busy:.1} ms on a processor"));
    times.sort();
    println!(
        "a keystroke in {} lines, to the messages of the whole project: {:.1} ms (median of {}), {:.1} ms at most{busy}",
        text.lines().count(),
        times[times.len() / 2].as_secs_f64() * 1e3,
        times.len(),
        times[times.len() - 1].as_secs_f64() * 1e3,
    );
    assert_eq!(client.close(), 0);
}
