//! Tests of `noire` on the command line: which input is refused with which exit status, and that no output is lost or
//! repeated.

mod bases;
mod control_characters;
mod draw;
mod games;
mod ignored_input;
mod interrupt;
mod new;
mod options;
mod outputs;
mod positions;
mod records;
mod solve;
mod solve_line;
mod table;
mod wide_boards;
mod widths;

use std::fs;
#[cfg(unix)]
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub(crate) use crate::programs::{HEAD, Ran, base, dear, folder, told};

pub(crate) fn noire(words: &[&str]) -> Ran {
    Command::new(env!("CARGO_BIN_EXE_noire")).args(words).output().expect("the program starts").into()
}

/// Sends Ctrl-C (SIGINT) to a program.
#[cfg(unix)]
pub(crate) fn interrupt(child: &Child) {
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("a signal can be sent").success());
}

/// Runs `noire` with these arguments and sends Ctrl-C after `time`. Also returns how long the program continued after
/// that.
#[cfg(unix)]
pub(crate) fn interrupted_after(words: &[&str], time: Duration) -> (Ran, Duration) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_noire"));
    let started = command.args(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let started = started.expect("the program starts");
    std::thread::sleep(time);
    interrupt(&started);
    let begin = Instant::now();
    let ran = Ran::from(started.wait_with_output().expect("it ends"));
    (ran, begin.elapsed())
}

/// Sends Ctrl-C to a program with piped output once the program has written a line. Returns that line, the status of
/// the program, and the rest of its output.
#[cfg(unix)]
pub(crate) fn interrupted_after_a_line(mut child: Child) -> (String, Ran) {
    let mut out = BufReader::new(child.stdout.take().expect("it is piped"));
    let (mut first, mut rest) = (String::new(), String::new());
    out.read_line(&mut first).expect("it writes");
    interrupt(&child);
    out.read_to_string(&mut rest).expect("it writes");
    let ended = Ran::from(child.wait_with_output().expect("it ends"));
    (first, Ran { out: rest, ..ended })
}

#[test]
fn help_describes_each_command_in_one_line_and_ends_with_examples() {
    let all = noire(&["--help"]).out;
    let list = all.split_once("Commands:\n").and_then(|(_, rest)| rest.split_once("\n\n")).expect("a list").0;
    let commands: Vec<&str> = list
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|command| *command != "help")
        .collect();
    assert!(commands.len() > 15, "{list}");
    for command in commands {
        let ran = noire(&[command, "--help"]);
        assert_eq!(ran.status, 0, "{command}");
        let (what, _) = ran.out.split_once("\n\n").expect("what it does stands first");
        assert!(what.len() > 20, "{command}: {what}");
        // These commands have no example in their help.
        let plain = ["games", "statistics"].contains(&command);
        let examples = ran.out.split_once("\nExample").map_or("", |(_, examples)| examples);
        assert!(plain || examples.contains(&format!("noire {command}")), "{command} shows an example");
    }
}

#[test]
fn a_former_command_names_its_replacement() {
    let said = "error: `noire experiment` is now `reproduce experiment`; its commands are `reproduce learning`, `tables` and \
                `matches`\n  where noire is built, run: cargo run --release --package noire-reproductions -- experiment\n";
    let experiments: [&[&str]; 4] = [
        &["experiment"],
        &["experiment", "learning", "--runs", "20"],
        &["--color", "always", "experiment", "--help"],
        &["help", "experiment"],
    ];
    for words in experiments {
        let ran = noire(words);
        assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (2, "", said), "{words:?}");
    }
    let ran = noire(&["experimnt"]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.starts_with("error: unrecognized subcommand 'experimnt'"), "{}", ran.err);
}
