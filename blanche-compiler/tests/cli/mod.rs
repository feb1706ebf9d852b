//! Tests of the commands of `blanche`, run in temporary folders. This module tests what all commands have in common.

use std::io::Read;
use std::process::Stdio;

mod check;
#[cfg(unix)]
mod embedded;
mod emit;
mod fmt;
mod limits;
mod new;
#[cfg(unix)]
mod others_files;
mod plan;
mod planner;
mod query;
#[cfg(unix)]
mod stopped;

use crate::folder::{Folder, Ran};

/// The number of occurrences of a text in another one.
fn times(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

const FAMILY: &str = "\
fact parent(jan, piet)
fact parent(piet, anna)
fact parent(piet, kees)
grandparent(X, Z) :- parent(X, Y_), parent(Y_, Z)
";

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_a_failure() {
    let folder = Folder::new("help-on-a-full-disk");
    for words in [&["--help"][..], &["--version"], &["help", "check"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("there is one");
        let ran = folder.command(words).stdout(full).stderr(Stdio::piped()).output().expect("it runs");
        let err = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(3), "{words:?}: {err}");
        assert!(err.contains("the output cannot be written"), "{words:?}: {err}");
    }
}

#[test]
fn colours_are_for_terminals_or_on_request() {
    let folder = Folder::new("colour").with("a.blanche", "q(X) :- nobody(X)\n");
    let coloured = |words: &[&str], no_color: Option<&str>| {
        let mut command = folder.command(words);
        command.envs(no_color.map(|value| ("NO_COLOR", value)));
        let ran = Ran::of(command.output().expect("the program runs"));
        assert_eq!(ran.status, 1);
        ran.out.contains('\u{1b}')
    };
    assert!(!coloured(&["check", "a.blanche"], None), "a pipe is no terminal");
    assert!(coloured(&["check", "a.blanche", "--color", "always"], None));
    assert!(coloured(&["--color=always", "check", "a.blanche"], Some("1")), "--color wins");
    assert!(!coloured(&["check", "a.blanche", "--color", "never"], None));
    assert!(!coloured(&["check", "a.blanche", "--color", "auto"], Some("1")));
}

#[test]
fn a_missing_file_or_folder_is_a_usage_error() {
    let folder = Folder::new("missing").with("empty/note.txt", "").with("a.blanche", FAMILY);
    for (words, reason) in [
        (&["check", "nobody.blanche"][..], "there is no file or folder `nobody.blanche`"),
        (&["check", "a.blanche", "nobody"], "there is no file or folder `nobody`"),
        (&["check", "empty"], "there are no rule files (*.blanche) in `empty`"),
        (&["check", "a.blanche", "--knowledge", "nowhere"], "there is no folder `nowhere`"),
        (&["fmt", "nobody.blanche"], "there is no file or folder `nobody.blanche`"),
        (&["plan", "."], "there is no knowledge base in `.`"),
        (&["emit", "nobody"], "there is no file or folder `nobody`"),
        (&["query", "nobody", "p(X)"], "there is no file or folder `nobody`"),
        (&["check"], "required"),
        (&["chekc", "a.blanche"], "check"),
        (&[], "Usage"),
    ] {
        let ran = folder.run(words);
        assert_eq!(ran.status, 2, "{words:?}: {ran:?}");
        assert_eq!(ran.out, "", "{words:?}");
        assert!(ran.err.contains(reason), "{words:?}: {}", ran.err);
    }
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let problems = "q(X) :- nobody(X)\n".repeat(2_000);
    let folder = Folder::new("pipe").with("a.blanche", problems);
    let mut command = folder.command(&["check", "a.blanche"]);
    let mut running =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
    let mut first = [0; 16];
    running.stdout.take().expect("it has an output").read_exact(&mut first).expect("it writes");
    let ran = Ran::of(running.wait_with_output().expect("it ends"));
    assert_eq!((ran.status, ran.err.as_str()), (1, ""));
}

#[test]
fn every_code_has_its_page() {
    let folder = Folder::new("explain");
    let list = folder.run(&["explain"]);
    assert_eq!(list.status, 0);
    assert!(list.out.contains("  B0301  error    an unknown predicate\n"), "{}", list.out);
    let lower = folder.run(&["explain", "b0301"]);
    assert!(lower.out.starts_with("# B0301"), "{}", lower.out);
    assert_eq!(lower.out, folder.run(&["explain", "B0301"]).out);
    // Words in titles and names are also found. If only one code matches, its page is shown.
    let unused = folder.run(&["explain", "unused"]).out;
    assert!(unused.contains("B0605") && unused.contains("B0606") && !unused.contains("B0301"), "{unused}");
    assert!(folder.run(&["explain", "an", "unused", "predicate"]).out.starts_with("# B0605"));
    let ran = folder.run(&["explain", "301"]);
    assert_eq!(ran.status, 2);
    assert_eq!(ran.err, "error: there is no code `301`; did you mean B0301, an unknown predicate?\n");
}

#[test]
fn help_shows_an_example_of_every_command() {
    let folder = Folder::new("help");
    for command in ["check", "fix", "fmt", "query", "plan", "emit", "explain", "new", "test"] {
        let ran = folder.run(&[command, "--help"]);
        assert_eq!(ran.status, 0);
        assert!(
            ran.out.contains("Example") && ran.out.contains(&format!("\n  blanche {command} ")),
            "{}",
            ran.out
        );
    }
    let version = folder.run(&["--version"]);
    assert_eq!(version.out, format!("blanche {}\n", env!("CARGO_PKG_VERSION")));
}
