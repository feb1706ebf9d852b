//! Tests that commands leave some files unmodified: files changed since they were read, files outside a folder, pipes,
//! and hidden files.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Stdio;
use std::time::Duration;

use crate::folder::{Folder, Ran};
use crate::lots::draws;

/// A text that the user saves while a command is running.
const SAVED: &str = "%% My new work.\nfact mine(a)\n";

/// Runs a command that writes `a.blanche`, and saves another text in this file after a delay. Returns the result, and
/// whether the command had ended before the text was saved.
fn saved_meanwhile(folder: &Folder, words: &[&str], after: Duration) -> (Ran, bool) {
    let mut command = folder.command(words);
    let mut running =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
    std::thread::sleep(after);
    let has_ended = running.try_wait().expect("it can be looked at").is_some();
    std::fs::write(folder.0.join("a.blanche"), SAVED).expect("it can be saved");
    (Ran::of(running.wait_with_output().expect("it ends")), has_ended)
}

#[test]
fn a_file_that_is_saved_while_a_command_runs_is_not_overwritten() {
    let unformatted = "fact   p(a)\n".repeat(2_000);
    let fixable = (0..2_000).map(|at| format!("fact p(a{at}).\n")).collect::<String>();
    let expected = format!("fact n(a)\n\n%? n(X_)\n%= no\n\n{}", "%? n(X_)\n%= yes\n\n".repeat(100));
    let commands = [
        (&["fmt", "a.blanche"][..], unformatted),
        (&["fix", "a.blanche"], fixable),
        (&["test", "--update", "a.blanche"], expected),
    ];
    let mut refused = 0;
    for (words, text) in commands {
        for trial in 0..draws(20) as u64 {
            let folder = Folder::new("saved-meanwhile").with("a.blanche", &text);
            let after = Duration::from_millis(3 * (trial + 1));
            let (ran, has_ended) = saved_meanwhile(&folder, words, after);
            assert_eq!(folder.text("a.blanche"), SAVED, "{words:?} {ran:?}");
            if !has_ended && ran.err.contains("it has changed since it was read") {
                assert_eq!(ran.status, 3, "{words:?} {ran:?}");
                assert!(
                    words[0] != "test" || ran.out.ends_with(": 100 hold, 1 could not be written\n"),
                    "{ran:?}"
                );
                refused += 1;
            }
        }
    }
    println!("{refused} refused to write");
}

#[test]
fn a_link_out_of_a_folder_is_changed_only_if_it_is_named() {
    let text = "# A line of a shell.\nexport PATH=/usr/bin\n";
    for words in [&["fix", "rules"][..], &["fmt", "rules"]] {
        let folder = Folder::new("link-out")
            .with("elsewhere/.bashrc", text)
            .with("elsewhere/b.blanche", "fact   p(a).\n")
            .with("rules/a.blanche", "fact q(a)\n");
        for (to, link) in [("../elsewhere/.bashrc", "x.blanche"), ("../elsewhere/b.blanche", "y.blanche")] {
            symlink(to, folder.0.join("rules").join(link)).expect("a link can be made");
        }
        let ran = folder.run(words);
        assert!(ran.err.contains("note: `rules/x.blanche` is left as it is: it is a link"), "{ran:?}");
        assert_eq!(folder.text("elsewhere/.bashrc"), text);
        assert_eq!(folder.text("elsewhere/b.blanche"), "fact   p(a).\n");
    }
    let question = "fact p(a)\n%? p(X)\n%= X = b\n";
    let folder = Folder::new("link-updated").with("elsewhere/b.blanche", question).with("rules/keep", "");
    symlink("../elsewhere/b.blanche", folder.0.join("rules/y.blanche")).expect("a link can be made");
    let ran = folder.run(&["test", "--update", "rules"]);
    assert!(ran.err.contains("note: `rules/y.blanche` is left as it is: it is a link"), "{ran:?}");
    assert_eq!(folder.text("elsewhere/b.blanche"), question);
    let folder =
        Folder::new("link-named").with("elsewhere/b.blanche", "fact   p(a)\n").with("rules/keep", "");
    symlink("../elsewhere/b.blanche", folder.0.join("rules/y.blanche")).expect("a link can be made");
    assert_eq!(folder.run(&["fmt", "rules/y.blanche"]).status, 0);
    assert_eq!(folder.text("elsewhere/b.blanche"), "fact p(a)\n");
}

#[test]
fn a_program_does_not_use_files_behind_links_out_of_its_folders() {
    let folder = Folder::new("link-used")
        .with("secret/x.blanche", "fact secret(a)\n")
        .with(
            "rules/base.blanche",
            "base rules\n\nuse x\nuse y\n\n%% P.\nexport p(X)\np(X) :- secret(X), open(X)\n",
        )
        .with("rules/inside/z.blanche", "fact open(a)\n");
    symlink("../secret/x.blanche", folder.0.join("rules/x.blanche")).expect("a link can be made");
    symlink("inside/z.blanche", folder.0.join("rules/y.blanche")).expect("a link can be made");
    let ran = folder.run(&["check", "rules/base.blanche"]);
    let told = format!("{}{}", ran.out, ran.err);
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(told.contains("`x.blanche` cannot be read") && told.contains("a link that leads out"), "{told}");
    assert!(!told.contains("`y.blanche`"), "{told}");
    let printed = folder.run(&["query", "rules/base.blanche", "secret(X)"]);
    assert_ne!(printed.status, 0, "{printed:?}");
}

#[test]
fn doc_does_not_overwrite_pages_that_it_did_not_write() {
    let folder = Folder::new("doc-over").with("a.blanche", "%% A.\nfact p(a)\n");
    for _ in 0..2 {
        assert_eq!(
            folder.run(&["doc", "a.blanche", "--output", "pages"]).status,
            0,
            "its own pages are replaced"
        );
    }
    let page = "<!DOCTYPE html>\n<title>Mine</title>\n";
    let folder = folder.with("pages/index.html", page);
    let ran = folder.run(&["doc", "a.blanche", "--output", "pages"]);
    assert!(ran.status != 0 && ran.err.contains("was not written by this program"), "{ran:?}");
    assert_eq!(folder.text("pages/index.html"), page);
}

#[test]
fn doc_refuses_a_file_in_place_of_a_folder() {
    let folder = Folder::new("doc-into-file").with("a.blanche", "%% A.\nfact p(a)\n").with("pages", "mine\n");
    for output in ["pages", "pages/more"] {
        let ran = folder.run(&["doc", "a.blanche", "--output", output]);
        assert!(ran.status == 2 && ran.err.contains("`pages` is a file\n  name a folder"), "{ran:?}");
    }
    assert_eq!(folder.text("pages"), "mine\n");
}

#[test]
fn a_pipe_among_rule_files_is_reported_without_waiting() {
    for words in [&["check", "."][..], &["fmt", "."], &["fix", "."], &["query", "a.blanche", "p(X)"]] {
        let folder = Folder::new("pipe-of-rules").with("a.blanche", "use x\nfact p(a)\n");
        let folder = folder.with_pipe("x.blanche");
        let ran = folder.run(words);
        let told = format!("{}{}", ran.out, ran.err);
        assert!(ran.status != 0 && told.contains("pipe or a device"), "{words:?} {ran:?}");
    }
}

#[test]
fn readable_files_are_checked_beside_unreadable_ones() {
    let texts = || {
        let folder = Folder::new("unread").with("q/good.blanche", "fact  p(a)\nq(X) :- mrak(X)\n");
        symlink("nowhere", folder.0.join("q/bad.blanche")).expect("a link can be made");
        folder.with_pipe("q/pipe.blanche")
    };
    let folder = texts();
    let ran = folder.run(&["check", "q"]);
    let told = |ran: &Ran| ran.err.contains("`q/bad.blanche`") && ran.err.contains("`q/pipe.blanche`");
    assert!(ran.status == 3 && ran.out.contains("there is no predicate `mrak`") && told(&ran), "{ran:?}");
    let listed = folder.run(&["check", "--format", "json", "q"]);
    assert_eq!((listed.status, &listed.json()[0]["code"]), (3, &"B0301".into()));
    let ran = folder.run(&["fmt", "q"]);
    assert!(ran.status == 3 && told(&ran), "{ran:?}");
    assert!(folder.text("q/good.blanche").starts_with("fact p(a)\n"), "the other file is formatted");
    // A file that was named explicitly must be readable.
    assert_eq!(folder.run(&["check", "q/bad.blanche"]).status, 2);
}

#[test]
fn a_pipe_in_place_of_a_page_is_reported_without_waiting() {
    let folder = Folder::new("pipe-of-pages").with("f.blanche", "fact p(a)\n").with("d/other.txt", "");
    let folder = folder.with_pipe("d/f.html");
    let ran = folder.run(&["doc", "f.blanche", "--output", "d"]);
    assert!(ran.status == 3 && ran.err.contains("pipe or a device"), "{ran:?}");
}

#[test]
fn json_has_file_names_unchanged() {
    let name = "ev\u{1b}[31mil.blanche";
    let folder = Folder::new("names-as-they-are")
        .with(name, "q(X) :- mrak(X)\n")
        .with("ev\u{7}[31mil.blanche", "fact p(a)\n");
    let listed = folder.run(&["check", "--format", "json", "."]).json();
    assert_eq!((listed.as_array().map(Vec::len), &listed[0]["file"]), (Some(1), &name.into()));
    let ran = folder.run(&["check", "."]);
    assert!(ran.out.contains("ev\u{fffd}[31mil.blanche") && !ran.out.contains('\u{1b}'), "{}", ran.out);
}

#[test]
fn hidden_files_are_skipped() {
    let folder =
        Folder::new("hidden").with("rules/a.blanche", "fact p(a)\n").with("rules/.b.blanche", "fact (\n");
    // Editors create dangling links with such names next to unsaved files.
    symlink("somebody@host.1234:1", folder.0.join("rules/.#a.blanche")).expect("a link can be made");
    for command in ["check", "fmt", "fix"] {
        let ran = folder.run(&[command, "rules"]);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{command} {ran:?}");
    }
    assert_eq!(folder.text("rules/.b.blanche"), "fact (\n");
}

#[test]
fn a_private_file_stays_private() {
    let folder = Folder::new("private").with("a.blanche", "fact   p(a)\n");
    let file = folder.0.join("a.blanche");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).expect("they can be set");
    assert_eq!(folder.run(&["fmt", "a.blanche"]).status, 0);
    assert_eq!(file.metadata().expect("it is there").permissions().mode() & 0o777, 0o600);
}

/// Runs `blanche` with these arguments. It is unable to write files of more than 64 KiB.
fn run_with_small_files(folder: &Folder, arguments: &str) -> Ran {
    let program = folder.command(&[]).get_program().to_string_lossy().into_owned();
    let line = format!("trap '' XFSZ; ulimit -f 64; '{program}' {arguments}");
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &line]).current_dir(&folder.0).env("NOIRE", "");
    Ran::of(shell.output().expect("the shell runs"))
}

#[test]
fn other_files_are_formatted_even_if_one_cannot_be_written() {
    let long = format!("{}fact   q(a)\n", "% A long file.\n".repeat(20_000));
    let folder = Folder::new("unformatted").with("a.blanche", "fact   p(a)\n").with("b.blanche", &long);
    let folder = folder.with("c.blanche", "fact   r(a)\n");
    let ran = run_with_small_files(&folder, "fmt a.blanche b.blanche c.blanche");
    assert_eq!((ran.status, ran.out.as_str()), (3, "formatted a.blanche\nformatted c.blanche\n"), "{ran:?}");
    assert!(ran.err.contains("b.blanche` cannot be written"), "{ran:?}");
    assert_eq!(folder.text("b.blanche"), long);
    assert_eq!(folder.text("c.blanche"), "fact r(a)\n");
}

#[test]
fn fixed_files_are_reported_even_if_another_cannot_be_written() {
    let long = format!("{}fact q(a).\n", "% A long file.\n".repeat(20_000));
    for format in ["text", "json"] {
        let folder = Folder::new("unwritten").with("a.blanche", "fact p(a).\n").with("b.blanche", &long);
        let folder = folder.with("c.blanche", "fact r(a).\n");
        let ran =
            run_with_small_files(&folder, &format!("fix --format {format} a.blanche b.blanche c.blanche"));
        assert_eq!(ran.status, 3, "{ran:?}");
        assert!(ran.err.contains("b.blanche` cannot be written"), "{ran:?}");
        assert_eq!(folder.text("a.blanche"), "fact p(a)\n");
        assert_eq!(folder.text("b.blanche"), long);
        assert_eq!(folder.text("c.blanche"), "fact r(a)\n");
        match format {
            "text" => assert_eq!(
                ran.out,
                "a.blanche:1:10: B0007: remove it\nc.blanche:1:10: B0007: remove it\n\n\
                 b.blanche is left as it is: it cannot be written\n2 fixes made in 2 files\n"
            ),
            _ => {
                assert!(ran.out.contains(r#""files":["a.blanche","c.blanche"]"#), "{ran:?}");
                assert!(ran.out.contains(r#""reason":"it cannot be written""#), "{ran:?}");
            }
        }
    }
}

#[test]
fn hard_links_to_one_file_are_one_file() {
    let text = "fact p(a).\n%? p(X)\n%= X = b\n";
    let folder = Folder::new("names-of-one").with("rules/a.blanche", text);
    std::fs::hard_link(folder.0.join("rules/a.blanche"), folder.0.join("rules/b.blanche"))
        .expect("a link can be made");
    let ran = folder.run(&["fix", "rules"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{ran:?}");
    assert!(ran.out.ends_with("1 fix made in 1 file; nothing is left\n"), "{ran:?}");
    let ran = folder.run(&["test", "--update", "rules"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{ran:?}");
    for name in ["rules/a.blanche", "rules/b.blanche"] {
        assert_eq!(folder.text(name), "fact p(a)\n%? p(X)\n%= X = a\n");
    }
}

#[test]
fn a_file_that_is_no_rule_file_is_not_changed() {
    for (name, text) in
        [("game.sgf", "(;GM[4]SZ[15]B[hh])"), ("todo.md", "# todo\n"), ("positions.txt", "# x\n")]
    {
        let folder = Folder::new("no-rule-file").with(name, text);
        for words in [&["fix", name][..], &["fmt", name], &["test", "--update", name]] {
            let ran = folder.run(words);
            assert_eq!((ran.status, folder.text(name).as_str()), (2, text), "{words:?} {ran:?}");
            assert!(
                ran.err.contains("is not changed: the name of a rule file ends with `.blanche`"),
                "{ran:?}"
            );
        }
    }
}
