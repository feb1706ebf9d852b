//! Tests of `blanche check --watch` on the command line, in temporary folders.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::folder::Folder;

#[test]
fn watch_checks_changed_and_new_files() {
    let folder = Folder::new("watch").with("a.blanche", "use b\nq(X) :- p(X)\n");
    let mut command = folder.command(&["check", "--watch", "."]);
    let mut running = command.stdout(Stdio::piped()).spawn().expect("the program runs");
    let mut lines = BufReader::new(running.stdout.take().expect("it has an output")).lines();
    // All output about one state of the files, up to the line that says which files are watched.
    let mut said = || {
        let mut text = String::new();
        loop {
            let line = lines.next().expect("it goes on").expect("it writes UTF-8");
            if line.contains("watching ") {
                return (text, line);
            }
            text.push_str(&line);
            text.push('\n');
        }
    };
    let (text, watched) = said();
    assert!(text.contains("error[B0201]"), "{text}");
    assert_eq!(watched, "watching 1 file; Ctrl-C ends it");
    let folder = folder.with("b.blanche", "library\n%% Known.\nfact p(a)\n");
    let (text, watched) = said();
    assert_eq!((text.as_str(), watched.as_str()), ("", "no messages; watching 2 files; Ctrl-C ends it"));
    let folder = folder.with("b.blanche", "library\n%% Known.\nfact pp(a)\n");
    let (text, _) = said();
    assert!(text.contains("error[B0301]"), "{text}");
    assert!(!text.contains('\u{1b}'), "a pipe is not cleared: {text}");
    let _ = folder.with("b.blanche", "library\n%% Known.\nfact p(a)\n");
    assert_eq!(said().0, "");
    running.kill().expect("it runs until it is ended");
    running.wait().expect("it ends");
}

#[test]
fn watching_a_missing_file_is_a_usage_error() {
    let ran = Folder::new("watch-nothing").run(&["check", "--watch", "nowhere.blanche"]);
    assert_eq!(ran.status, 2, "{}", ran.out);
}
