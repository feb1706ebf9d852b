//! Tests that knowledge is found wherever the folders are, equally on the command line and in an editor. A rename
//! changes all files that use a name.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::client::{Client, folder, position, uri};
use crate::folder::Folder;

/// Knowledge of other authors. It has an unused derivation, which is reported only to its authors.
const PEOPLE: &str = "fact parent(jan, piet)\nfact parent(piet, anna)\n\n\
    grandparent(X, Z) :- parent(X, Y_), parent(Y_, Z)\n\nidle(X) :- parent(X, Y_)\n";

const PEOPLES: &str =
    "base people\n\nuse people/facts\n\n%% Whose parents have parents.\nexport grandparent(X, Z)\n";

const MINE: &str = "base mine\n\nuse people/facts\n\n%% Who has grandchildren.\nexport old(X)\n\n\
    old(X) :- grandparent(X, Z_)\n\nspare(X) :- parent(X, Y_)\n";

/// A folder structure, and the folders from which it is checked.
struct Layout {
    name: &'static str,
    /// The folders that contain knowledge. `base` is the folder of the base.
    knowledge: &'static [&'static str],
    base: &'static str,
    /// A symbolic link and its target.
    link: Option<(&'static str, &'static str)>,
    /// Working folders, each with the path of the base relative to it.
    from: &'static [(&'static str, &'static str)],
    found: bool,
}

const LAYOUTS: &[Layout] = &[
    Layout {
        name: "beside",
        knowledge: &["knowledge"],
        base: "mine",
        link: None,
        from: &[
            ("", "mine"),
            ("", "mine/base.blanche"),
            ("mine", "."),
            ("mine", "base.blanche"),
            ("knowledge", "../mine"),
        ],
        found: true,
    },
    Layout {
        name: "inside",
        knowledge: &["knowledge"],
        base: "knowledge/mine",
        link: None,
        from: &[
            ("", "knowledge/mine"),
            ("knowledge", "mine"),
            ("knowledge/mine", "."),
            ("knowledge/people", "../mine"),
        ],
        found: true,
    },
    Layout {
        name: "two levels up",
        knowledge: &["knowledge"],
        base: "a/b/mine",
        link: None,
        from: &[
            ("", "a/b/mine"),
            ("a", "b/mine"),
            ("a/b", "mine"),
            ("a/b/mine", "."),
            ("a/b/mine", "base.blanche"),
        ],
        found: true,
    },
    Layout {
        name: "within",
        knowledge: &["mine/knowledge"],
        base: "mine",
        link: None,
        from: &[("mine", "base.blanche"), ("", "mine/base.blanche"), ("mine/knowledge", "../base.blanche")],
        found: true,
    },
    Layout {
        name: "neighbours",
        knowledge: &["rules", "knowledge"],
        base: "rules/mine",
        link: None,
        from: &[("", "rules/mine"), ("rules", "mine"), ("rules/mine", ".")],
        found: true,
    },
    Layout {
        name: "a name with spaces",
        knowledge: &["my files/knowledge"],
        base: "my files/my base",
        link: None,
        from: &[("", "my files/my base"), ("my files", "my base"), ("my files/my base", ".")],
        found: true,
    },
    Layout {
        name: "a link to the base",
        knowledge: &["here/knowledge"],
        base: "elsewhere/deep/mine",
        link: Some(("here/mine", "elsewhere/deep/mine")),
        from: &[("here", "mine"), ("here", "mine/base.blanche"), ("", "here/mine")],
        found: true,
    },
    Layout {
        name: "a link to the knowledge",
        knowledge: &["elsewhere/deep/knowledge"],
        base: "here/mine",
        link: Some(("here/knowledge", "elsewhere/deep/knowledge")),
        from: &[("here", "mine"), ("here/mine", "."), ("", "here/mine")],
        found: true,
    },
    Layout {
        name: "a link to the file of the base",
        knowledge: &["elsewhere/knowledge"],
        base: "elsewhere/deep/mine",
        link: Some(("here/own.blanche", "elsewhere/deep/mine/base.blanche")),
        from: &[("here", "own.blanche"), ("", "here/own.blanche"), ("elsewhere", "../here/own.blanche")],
        found: true,
    },
    Layout {
        name: "knowledge where one stands",
        knowledge: &["there/knowledge"],
        base: "here/deep/mine",
        link: None,
        from: &[("there", "../here/deep/mine")],
        found: true,
    },
    Layout {
        name: "no knowledge",
        knowledge: &[],
        base: "mine",
        link: None,
        from: &[("", "mine"), ("mine", "."), ("mine", "base.blanche")],
        found: false,
    },
    Layout {
        name: "what is called knowledge holds no rules",
        knowledge: &["knowledge"],
        base: "a/mine",
        link: None,
        from: &[("a", "mine"), ("a/mine", "."), ("", "a/mine")],
        found: true,
    },
];

impl Layout {
    /// Creates the folders. A test folder is inside a cache folder, and the search for knowledge stops at cache
    /// folders.
    fn make(&self) -> Folder {
        let mut folder = Folder::new(&format!("places {}", self.name));
        for knowledge in self.knowledge {
            folder = folder.with(&format!("{knowledge}/people/facts.blanche"), PEOPLE);
        }
        if self.name.starts_with("what is called") {
            folder = folder.with("a/knowledge/notes/today.md", "call Anna");
        }
        folder = folder.with(&format!("{}/base.blanche", self.base), MINE);
        #[cfg(unix)]
        if let Some((link, to)) = self.link {
            let link = folder.0.join(link);
            std::fs::create_dir_all(link.parent().expect("it lies in a folder")).expect("it can be made");
            std::os::unix::fs::symlink(folder.0.join(to), link).expect("it can be linked");
        }
        folder
    }

    fn expected(&self) -> &'static [&'static str] {
        // The unused derivation in the files of the other authors is not reported. If files are missing, unused
        // predicates are not reported either.
        if self.found { &["B0605 9"] } else { &["B0201 2"] }
    }
}

/// The codes and lines (counted from 0) of the messages on the command line.
fn command_line_messages(messages: &Value) -> Vec<String> {
    let messages = messages.as_array().map_or(&[][..], Vec::as_slice);
    let line = |message: &Value| message["line"].as_u64().expect("a line") - 1;
    messages
        .iter()
        .map(|message| format!("{} {}", message["code"].as_str().expect("a code"), line(message)))
        .collect()
}

/// The codes and lines of diagnostics in an editor.
fn editor_messages(messages: &Value) -> Vec<String> {
    let messages = messages.as_array().map_or(&[][..], Vec::as_slice);
    let line = |message: &Value| message["range"]["start"]["line"].clone();
    messages
        .iter()
        .map(|message| format!("{} {}", message["code"].as_str().expect("a code"), line(message)))
        .collect()
}

#[test]
fn the_command_line_finds_knowledge_wherever_a_base_lies() {
    for layout in LAYOUTS.iter().filter(|layout| cfg!(unix) || layout.link.is_none()) {
        let folder = layout.make();
        for (from, path) in layout.from {
            let absolute = folder.0.join(from).join(path);
            let stands_elsewhere = layout.name.starts_with("knowledge where");
            for path in [PathBuf::from(path), absolute] {
                let here = folder.0.join(from);
                let mut command = folder.command(&["check", "--format", "json"]);
                command.arg(&path).current_dir(&here).env("PWD", &here);
                let ran = crate::folder::Ran::of(command.output().expect("the program runs"));
                assert_eq!(
                    command_line_messages(&ran.json()),
                    layout.expected(),
                    "{}: {from}> {}",
                    layout.name,
                    path.display()
                );
                // An absolute path gives the same result in every working folder. This does not apply to layouts whose
                // result depends on the working folder.
                if !stands_elsewhere {
                    let mut command = folder.command(&["check", "--format", "json"]);
                    command.arg(folder.0.join(from).join(&path)).current_dir("/");
                    let ran = crate::folder::Ran::of(command.output().expect("the program runs"));
                    assert_eq!(
                        command_line_messages(&ran.json()),
                        layout.expected(),
                        "{}: /> {}",
                        layout.name,
                        path.display()
                    );
                }
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn a_linked_file_belongs_to_the_base_of_its_target() {
    let base = "base mine\n\nuse mine/more\n\n%% Who is there.\nexport there(X)\n\nthere(X) :- more(X)\n";
    let folder = Folder::new("places linked file")
        .with("knowledge/people/facts.blanche", "fact parent(here, here)\n")
        .with("elsewhere/knowledge/people/facts.blanche", PEOPLE)
        .with("elsewhere/mine/base.blanche", base)
        .with("elsewhere/mine/more.blanche", "use people/facts\nmore(X) :- parent(X, anna)\n")
        .with("there/keep", "");
    for (link, to) in [("linked.blanche", "base.blanche"), ("part.blanche", "more.blanche")] {
        let target = folder.0.join("elsewhere/mine").join(to);
        std::os::unix::fs::symlink(target, folder.0.join("there").join(link)).expect("it can be linked");
    }
    // The knowledge folder next to the link would take precedence, but has no file of that name now.
    std::fs::rename(folder.0.join("knowledge/people"), folder.0.join("knowledge/others"))
        .expect("it can be moved");
    assert_eq!(folder.run(&["query", "there/linked.blanche", "there(X)"]).out, "X\npiet\n\n1 answer\n");
    let ran = folder.run(&["check", "there/part.blanche"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, ""), "it is a part of the base");
}

#[test]
fn an_editor_finds_knowledge_wherever_a_base_lies() {
    for layout in LAYOUTS.iter().filter(|layout| cfg!(unix) || layout.link.is_none()) {
        let folder = layout.make();
        for (from, path) in layout.from {
            let here = folder.0.join(from);
            let path = here.join(path);
            let path = if path.is_file() { path } else { path.join("base.blanche") };
            // Editors resolve `..` themselves.
            let climbs = path.iter().any(|step| step == "..");
            let whole = |folder: &Path| folder.canonicalize().expect("it is there");
            let path = match (path.parent(), path.file_name()) {
                (Some(folder), Some(name)) if climbs => whole(folder).join(name),
                _ => path,
            };
            // The editor opens either a folder, or only the file.
            for root in [path.parent(), None] {
                let mut client = Client::open_in(&here, root, json!({}));
                client.did_open(&path, MINE);
                let shown = editor_messages(&client.messages(&path));
                assert_eq!(shown, layout.expected(), "{}: {}", layout.name, path.display());
                // There are no diagnostics about files of other authors.
                let is_open = |notice: &Value| {
                    let told = notice["params"]["uri"].as_str().expect("it is about a file");
                    told == uri(&path) || root.is_some_and(|root| told.starts_with(&uri(root)))
                };
                let others = client.notices.iter().filter(|notice| {
                    notice["method"] == "textDocument/publishDiagnostics"
                        && !is_open(notice)
                        && notice["params"]["diagnostics"] != json!([])
                });
                assert_eq!(others.count(), 0, "{}: {}", layout.name, path.display());
                assert_eq!(client.close(), 0);
            }
        }
    }
}

#[test]
fn one_message_lists_all_searched_places() {
    let folder = Folder::new("places tried").with("a/mine/base.blanche", MINE);
    let ran = folder.run(&["check", "a/mine"]);
    for tried in ["a/mine/people/facts.blanche", "a/people/facts.blanche", "no folder `knowledge`"] {
        assert!(ran.out.contains(tried), "{tried}: {}", ran.out);
    }
    let folder = folder.with("knowledge/other/facts.blanche", "fact p(a)\n");
    let ran = folder.run(&["check", "a/mine"]);
    let tried = "searched for as `a/mine/people/facts.blanche`, `a/people/facts.blanche` and `knowledge/people/facts.blanche`";
    let said = ran.out.replace("\n   │       ", " ");
    assert!(said.contains(tried), "{}", ran.out);
    assert_eq!(ran.out.matches("error[").count(), 1, "{}", ran.out);
}

#[test]
fn a_file_in_a_subfolder_of_a_base_is_part_of_it() {
    let base = "base mine\n\nuse deep/er/more\n\n%% Who is there.\nexport there(X)\n\nthere(X) :- more(X)\n";
    for knowledge in ["knowledge/people/facts.blanche", "rules/people/facts.blanche"] {
        let folder = Folder::new("places deep")
            .with(knowledge, PEOPLE)
            .with("rules/mine/base.blanche", base)
            .with("rules/mine/deep/er/more.blanche", "use people/facts\n\nmore(X) :- parent(X, Y_)\n");
        for path in ["rules/mine", "rules/mine/deep", "rules/mine/deep/er/more.blanche"] {
            let ran = folder.run(&["check", path]);
            assert_eq!((ran.status, ran.out.as_str()), (0, ""), "{knowledge}: {path}");
        }
        let mut inside = folder.command(&["check", "more.blanche"]);
        inside.current_dir(folder.0.join("rules/mine/deep/er"));
        let ran = crate::folder::Ran::of(inside.output().expect("the program runs"));
        assert_eq!((ran.status, ran.out.as_str()), (0, ""), "{knowledge}");
    }
}

#[test]
fn errors_in_used_files_are_reported_but_not_their_warnings() {
    let folder = Folder::new("places others")
        .with("knowledge/people/facts.blanche", PEOPLE)
        .with("knowledge/people/base.blanche", PEOPLES)
        .with("mine/base.blanche", MINE)
        .with(
            "mine/more.blanche",
            "base more\nuse people/facts\n\n%% All of them.\nexport one(X)\n\none(X) :- idle(X)\n",
        );
    assert_eq!(
        command_line_messages(&folder.run(&["check", "--format", "json", "mine"]).json()),
        ["B0605 9"]
    );
    let own = folder.run(&["check", "--format", "json", "knowledge"]).json();
    assert_eq!(command_line_messages(&own), ["B0605 5"]);
    // Files of other authors are neither fixed nor tested.
    let fixed = folder.run(&["fix", "mine/base.blanche"]);
    assert!(!fixed.out.contains("people"), "{}", fixed.out);
    let broken = PEOPLE.replace("idle(X) :- parent(X, Y_)", "idle(X) :- parnt(X, Y_)");
    let folder = folder.with("knowledge/people/facts.blanche", &broken);
    // An error in the files that are used does not affect independent code.
    assert_eq!(
        command_line_messages(&folder.run(&["check", "--format", "json", "mine"]).json()),
        ["B0605 9", "B0301 5"]
    );
}

/// Renames a name, applies the edits to the files on disk, and returns the response.
fn rename(client: &mut Client, path: &Path, text: &str, name: &str, new: &str) -> Value {
    let parameters = json!({
        "textDocument": { "uri": uri(path) },
        "position": position(text, name, 1),
        "newName": new,
    });
    let answer = client.request("textDocument/rename", parameters);
    for (file, edits) in answer["changes"].as_object().into_iter().flatten() {
        let file = PathBuf::from(file.trim_start_matches("file://"));
        let old = std::fs::read_to_string(&file).expect("a file that is to be changed is there");
        let mut lines: Vec<String> = old.lines().map(str::to_owned).collect();
        let mut edits: Vec<&Value> = edits.as_array().expect("edits").iter().collect();
        edits.sort_by_key(|edit| std::cmp::Reverse(edit["range"]["start"]["character"].as_u64()));
        for edit in edits {
            let number = |end: &str, of: &str| edit["range"][end][of].as_u64().expect("a number") as usize;
            let (from, to) = (number("start", "character"), number("end", "character"));
            lines[number("start", "line")].replace_range(from..to, edit["newText"].as_str().expect("text"));
        }
        std::fs::write(&file, lines.join("\n") + "\n").expect("it can be written");
    }
    answer
}

const OTHER: &str = "base other\n\nuse people/facts\n\n%% Grandparents.\nexport told(X)\n\n\
    told(X) :- grandparent(X, Z_), parent(X, Y_)\n";

#[test]
fn a_rename_changes_the_bases_in_the_knowledge_folder() {
    for (to, opened) in [("knowledge", true), ("knowledge", false), ("rules", true), ("rules", false)] {
        let mine = if to == "rules" { "rules/mine" } else { "mine" };
        let own = format!("{mine}/base.blanche");
        let (facts, other) = (format!("{to}/people/facts.blanche"), format!("{to}/other/base.blanche"));
        let root = folder("places-rename", &[(&facts, PEOPLE), (&other, OTHER), (&own, MINE)]);
        let path = root.join(&own);
        let folder = path.parent().filter(|_| opened);
        let mut client = Client::open_in(&root, folder, json!({}));
        client.did_open(&path, MINE);
        let answer = rename(&mut client, &path, MINE, "grandparent", "elder");
        let files = answer["changes"].as_object().map_or(0, serde_json::Map::len);
        assert_eq!(files, 3, "{to}, {opened}: {answer}");
        let text = std::fs::read_to_string(root.join(&other)).expect("it is there");
        assert!(text.contains("told(X) :- elder(X, Z_), parent(X, Y_)"), "{text}");
        assert_eq!(client.close(), 0);
        let checked = Folder(root).run(&["check", to, mine]);
        assert!(!checked.out.contains("error["), "{}", checked.out);
    }
}

/// Opens a file, with or without an opened folder, and renames `grandparent`. Returns the response of the server.
fn renamed(root: &Path, file: &str, opened: Option<&str>, home: Option<&Path>) -> Value {
    let path = root.join(file);
    let text = std::fs::read_to_string(&path).expect("it is there");
    let opened = opened.map(|opened| root.join(opened));
    let mut client = match home {
        Some(home) => Client::open_at_home(home, opened.as_deref(), json!({})),
        None => Client::open_in(path.parent().expect("it lies in a folder"), opened.as_deref(), json!({})),
    };
    client.did_open(&path, &text);
    let answer = rename(&mut client, &path, &text, "grandparent", "elder");
    assert_eq!(client.close(), 0);
    answer
}

#[test]
fn a_rename_changes_all_folders_that_use_the_knowledge() {
    let (facts, mine) = ("knowledge/people/facts.blanche", "mine/base.blanche");
    for (layout, file, opened) in [
        // In most cases the base is deeply nested, or inside the knowledge folder, with other bases elsewhere. In
        // others, the knowledge folder itself is opened.
        (&["a/b/mine/base.blanche", "other/base.blanche"][..], "a/b/mine/base.blanche", "a/b/mine"),
        (&["a/b/mine/base.blanche", "z/y/x/other/base.blanche"], "a/b/mine/base.blanche", "a/b/mine"),
        (
            &["knowledge/mine/base.blanche", "other/base.blanche"],
            "knowledge/mine/base.blanche",
            "knowledge/mine",
        ),
        (&[mine, "z/y/other/base.blanche"], facts, "knowledge"),
        (&[mine, "other/base.blanche"], facts, "knowledge/people"),
        (&["a/mine/base.blanche", "knowledge/other/base.blanche"], "a/mine/base.blanche", "a"),
    ] {
        for opened in [Some(opened), None] {
            let mut files = vec![(facts, PEOPLE)];
            let text = |name: &str| if name.contains("other") { OTHER } else { MINE };
            files.extend(layout.iter().map(|name| (*name, text(name))));
            let root = self::folder("places-far", &files);
            let answer = renamed(&root, file, opened, None);
            assert_eq!(
                answer["changes"].as_object().map_or(0, serde_json::Map::len),
                3,
                "{layout:?}: {answer}"
            );
            let checked = Folder(root).run(&["check", "."]);
            assert!(!checked.out.contains("error["), "{layout:?}: {}", checked.out);
        }
    }
}

#[cfg(unix)]
#[test]
fn a_rename_changes_linked_folders_beside_the_knowledge() {
    let files = [
        ("here/knowledge/people/facts.blanche", PEOPLE),
        ("here/mine/base.blanche", MINE),
        ("elsewhere/deep/other/base.blanche", OTHER),
    ];
    let root = folder("places-linked", &files);
    std::os::unix::fs::symlink(root.join("elsewhere/deep"), root.join("here/linked"))
        .expect("it can be linked");
    std::os::unix::fs::symlink(root.join("here"), root.join("here/circle")).expect("it can be linked");
    let answer = renamed(&root, "here/mine/base.blanche", Some("here/mine"), None);
    assert_eq!(answer["changes"].as_object().map_or(0, serde_json::Map::len), 3, "{answer}");
    // Bases that reach the knowledge through another link are also found.
    let root = folder("places-linked", &files);
    std::fs::create_dir(root.join("there")).expect("it can be made");
    std::os::unix::fs::symlink(root.join("here/knowledge"), root.join("there/knowledge"))
        .expect("it can be linked");
    std::fs::rename(root.join("elsewhere/deep/other"), root.join("there/other")).expect("it can be moved");
    let answer = renamed(&root, "there/other/base.blanche", Some("there/other"), None);
    assert_eq!(answer["changes"].as_object().map_or(0, serde_json::Map::len), 3, "{answer}");
}

#[test]
fn a_rename_is_refused_if_not_all_users_can_be_found() {
    let files = [
        ("knowledge/people/facts.blanche", PEOPLE),
        ("mine/base.blanche", MINE),
        ("other/base.blanche", OTHER),
    ];
    for opened in [Some("mine"), Some("knowledge"), None] {
        let root = folder("places-unsearched", &files);
        let file = if opened == Some("knowledge") { files[0].0 } else { files[1].0 };
        let answer = renamed(&root, file, opened, Some(&root));
        let reason = answer["error"]["message"].as_str().unwrap_or_default();
        assert!(reason.contains("facts.blanche") && reason.contains("is not searched"), "{answer}");
        let deep: PathBuf = (0..18).map(|_| "deep").collect();
        std::fs::create_dir_all(root.join(deep)).expect("folders can be made");
        let answer = renamed(&root, file, opened, None);
        let reason = answer["error"]["message"].as_str().unwrap_or_default();
        let open = format!("open the folder `{}`", root.display());
        assert!(reason.contains("too much") && reason.contains(&open), "{answer}");
        // If the user follows the advice, the rename succeeds.
        let answer = renamed(&root, file, Some("."), None);
        assert_eq!(answer["changes"].as_object().map_or(0, serde_json::Map::len), 3, "{answer}");
    }
}

#[test]
fn a_rename_changes_a_base_that_was_created_later() {
    let root =
        folder("places-late", &[("knowledge/people/facts.blanche", PEOPLE), ("mine/base.blanche", MINE)]);
    let path = root.join("mine/base.blanche");
    let mut client = Client::open_in(&root, path.parent(), json!({}));
    client.did_open(&path, MINE);
    client.messages(&path);
    std::fs::create_dir(root.join("other")).expect("it can be made");
    std::fs::write(root.join("other/base.blanche"), OTHER).expect("it can be written");
    let answer = rename(&mut client, &path, MINE, "grandparent", "elder");
    assert_eq!(answer["changes"].as_object().map_or(0, serde_json::Map::len), 3, "{answer}");
    assert_eq!(client.close(), 0);
}

#[test]
fn a_rename_is_refused_if_the_folders_around_are_not_searched() {
    // The home folder is not searched, so it is unknown which bases use files in it.
    let files =
        [("people/facts.blanche", PEOPLE), ("other/base.blanche", OTHER), ("mine/base.blanche", MINE)];
    let home = folder("places-home", &files);
    let path = home.join("mine/base.blanche");
    let mut client = Client::open_at_home(&home, path.parent(), json!({}));
    client.did_open(&path, MINE);
    let answer = rename(&mut client, &path, MINE, "grandparent", "elder");
    let reason = answer["error"]["message"].as_str().unwrap_or_default();
    assert!(reason.contains("people/facts.blanche") && reason.contains("open the folder"), "{answer}");
    let own = rename(&mut client, &path, MINE, "spare", "rest");
    assert_eq!(own["changes"].as_object().map_or(0, serde_json::Map::len), 1, "{own}");
    assert_eq!(client.close(), 0);
}

#[test]
fn an_own_clause_of_a_foreign_predicate_is_reported_in_its_own_file() {
    let shared = "library\n\nfact field(a)\n\nempty(X) :- field(X)\n";
    let base = "base mine\n\nuse mine/own\nuse line/shapes\n\n%% Free.\nexport empty(X)\n";
    for (own, line) in [
        ("fact mine(b)\nempty(X) :- mine(X)\n", 1),
        ("fact empty(b)\n", 0),
        ("open empty(X)\nfact empty(b)\n", 0),
    ] {
        let folder = Folder::new("places owner")
            .with("knowledge/line/shapes.blanche", shared)
            .with("mine/own.blanche", own)
            .with("mine/base.blanche", base);
        let path = folder.0.join("mine/own.blanche");
        for root in [path.parent(), None] {
            let mut client = Client::open_in(&folder.0, root, json!({}));
            client.did_open(&path, own);
            let messages = client.messages(&path);
            assert_eq!(editor_messages(&messages), [format!("B0315 {line}")], "{own}");
            assert_eq!(client.close(), 0);
        }
    }
}

#[cfg(unix)]
#[test]
fn an_editor_finds_embedded_files_and_does_not_change_them() {
    let carried = json!({
        "people/facts.blanche": format!("library\n{PEOPLE}"),
        "people/more.blanche": "library\nuse people/facts\nopen far(X)\nnear(X) :- parent(X, Y_), ¬far(X)\n",
    });
    let script = format!("cat << 'END'\n{carried}\nEND\n");
    let folder =
        Folder::new("places carried").with_program("bin/tells", &script).with("mine/base.blanche", MINE);
    let (program, path) = (folder.0.join("bin/tells"), folder.0.join("mine/base.blanche"));
    for root in [path.parent(), None] {
        let mut client = Client::open_that_asks(&program, &folder.0, root);
        client.did_open(&path, MINE);
        assert_eq!(editor_messages(&client.messages(&path)), ["B0605 9"]);
        let answer = rename(&mut client, &path, MINE, "grandparent", "elder");
        let reason = answer["error"]["message"].as_str().unwrap_or_default();
        assert!(reason.contains("built into `noire`"), "{answer}");
        let own = rename(&mut client, &path, MINE, "old", "elder");
        assert!(own["error"]["message"].as_str().is_some_and(|reason| reason.contains("exported")), "{own}");
        // Diagnostics about a file that cannot be opened are shown in the file of the base.
        let lacks = "base mine\n\nuse people/more\n\n%% Who is near.\nexport near(X)\n";
        let changes = json!([{ "text": lacks }]);
        let document = json!({ "uri": uri(&path), "version": 2 });
        let parameters = json!({ "textDocument": document, "contentChanges": changes });
        client.notify("textDocument/didChange", parameters);
        let messages = client.messages(&path);
        assert_eq!(editor_messages(&messages), ["B0316 0"], "{messages}");
        let text = messages[0]["message"].as_str().unwrap_or_default();
        assert!(text.contains("in `knowledge/people/more.blanche`: declared open here"), "{text}");
        assert_eq!(client.close(), 0);
    }
}
