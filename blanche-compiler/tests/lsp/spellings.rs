//! Tests of documents whose URIs are spelt in different ways. Also tests files that are embedded in another program and
//! that an editor can open.

use serde_json::{Value, json};

use super::client::{Client, position, uri};
use crate::folder::Folder;

/// The codes of the latest diagnostics for a URI, after the server has processed all changes.
fn codes(client: &mut Client, uri: &str) -> Vec<String> {
    client.request("textDocument/foldingRange", json!({ "textDocument": { "uri": uri } }));
    let is_told = |notice: &&Value| {
        notice["method"] == "textDocument/publishDiagnostics" && notice["params"]["uri"] == uri
    };
    let told = client.notices.iter().rfind(is_told).map(|notice| &notice["params"]["diagnostics"]);
    let told = told.and_then(Value::as_array).into_iter().flatten();
    told.map(|message| message["code"].as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn a_change_under_another_spelling_of_the_uri_changes_the_document() {
    let (right, wrong) = ("fact p(a)\n", "fact p(a)\nq(X) :- nobody(X)\n");
    let folder = Folder::new("lsp spellings").with("a b.blanche", right);
    let plain = uri(&folder.0);
    let path = plain.strip_prefix("file://").expect("it is a file");
    let first = format!("{plain}/%61%20b.blanche");
    let others = [
        format!("{plain}/a%20b.blanche"),
        format!("{plain}/a b%2eblanche"),
        format!("{plain}/a b%2Eblanche"),
        format!("{plain}/c/../a%20b.blanche"),
        format!("{plain}/./a%20b.blanche"),
        format!("file://localhost{path}/a%20b.blanche"),
        format!("FILE:{path}/a%20b.blanche"),
    ];
    let mut client = Client::open(&folder.0, json!({}));
    let document = json!({ "uri": first, "languageId": "blanche", "version": 1, "text": right });
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
    assert_eq!(codes(&mut client, &first), ["B0605"; 0]);
    for (version, other) in (2..).zip(&others) {
        let text = if version % 2 == 0 { wrong } else { right };
        let document = json!({ "uri": other, "version": version });
        let parameters = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
        client.notify("textDocument/didChange", parameters);
        let is_wrong = codes(&mut client, &first).iter().any(|code| code == "B0301");
        assert_eq!(is_wrong, version % 2 == 0, "{other}");
        // A request with any spelling of the URI gets a response.
        let folds =
            client.request("textDocument/documentSymbol", json!({ "textDocument": { "uri": other } }));
        assert!(folds.is_array(), "{other}: {folds}");
    }
    let last = json!({ "textDocument": { "uri": others[3] } });
    client.notify("textDocument/didClose", last);
    assert_eq!(codes(&mut client, &first), ["B0605"; 0], "the file on the disk counts again");
    assert_eq!(client.close(), 0);
}

#[cfg(unix)]
#[test]
fn a_definition_in_an_embedded_file_opens_read_only() {
    use std::os::unix::fs::PermissionsExt;

    let carried = "library\n\n%% Who has whom.\nfact parent(jan, piet)\n";
    let mine = "base mine\n\nuse people/facts\n\n%% All.\nexport old(X)\n\nold(X) :- parent(X, Y_)\n";
    let script = format!("cat << 'END'\n{}\nEND\n", json!({ "people/facts.blanche": carried }));
    let folder =
        Folder::new("lsp carried").with_program("bin/tells", &script).with("mine/base.blanche", mine);
    let (path, cache) = (folder.0.join("mine/base.blanche"), folder.0.join("cache"));
    let mut client = Client::open_with_cache(&folder.0.join("bin/tells"), &folder.0.join("mine"), &cache);
    client.did_open(&path, mine);
    for word in ["parent", "people/facts"] {
        let place = json!({ "textDocument": { "uri": uri(&path) }, "position": position(mine, word, 1) });
        let found = client.request("textDocument/definition", place);
        let target = found[0]["uri"].as_str().unwrap_or_else(|| panic!("{word}: {found}")).to_owned();
        let file = std::path::PathBuf::from(target.replace("%20", " ").trim_start_matches("file://"));
        assert!(file.starts_with(&cache) && file.ends_with("people/facts.blanche"), "{}", file.display());
        assert_eq!(std::fs::read_to_string(&file).expect("it is there"), carried);
        let mode =
            |path: &std::path::Path| std::fs::metadata(path).expect("it is there").permissions().mode();
        assert_eq!(mode(&file) & 0o222, 0, "for reading only");
        assert_eq!(mode(&cache) & 0o777, 0o700);
        assert_eq!(mode(file.parent().expect("a folder")) & 0o777, 0o700);
        if word == "people/facts" {
            assert_eq!(found[0]["range"]["start"], json!({ "line": 0, "character": 0 }));
            continue;
        }
        assert_eq!(found[0]["range"]["start"], json!({ "line": 3, "character": 5 }));
        // The editor opens the file. Requests about the file are answered, but it belongs to no project and cannot be
        // changed.
        let document = json!({ "uri": target, "languageId": "blanche", "version": 1, "text": carried });
        client.notify("textDocument/didOpen", json!({ "textDocument": document }));
        let inside = json!({ "textDocument": { "uri": target }, "position": position(carried, "parent", 1) });
        let hover = client.request("textDocument/hover", inside.clone());
        assert!(
            hover["contents"]["value"].as_str().is_some_and(|text| text.contains("Who has whom.")),
            "{hover}"
        );
        let mut rename = inside;
        rename["newName"] = json!("elder");
        let refused = client.request("textDocument/rename", rename);
        assert!(
            refused["error"]["message"].as_str().is_some_and(|said| said.contains("built into")),
            "{refused}"
        );
        assert_eq!(codes(&mut client, &target), ["B0605"; 0]);
    }
    // For a file that no program uses there are no results, which is not an error.
    let unused = uri(&cache.join("built-in/00/knowledge/other.blanche"));
    let answer = client.request("textDocument/documentSymbol", json!({ "textDocument": { "uri": unused } }));
    assert_eq!(answer, Value::Null);
    assert_eq!(client.close(), 0);
}
