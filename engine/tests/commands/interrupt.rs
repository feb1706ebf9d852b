//! Tests of interrupted games and searches, and of invalid times and files.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::*;

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_search_with_the_results_so_far() {
    // With the rules of level 1, the search of AN02 examines more than ten million positions (thesis, table 5.3).
    let long = "w\th8,i10,j9,j10,j12,k9,k10,k12,k14,l11,m9\th10,i8,i11,j11,j13,k11,k13,l8,l9,l10";
    let lines = format!("#to-move\tblack\twhite\nb\th8,i8,j8,k8\ta1,a3,a5,a7\n{long}\n{long}\n");
    let mut child = Command::new(env!("CARGO_BIN_EXE_noire"))
        .args(["solve", "--file", "-", "--format", "json", "--strategy", "classic", "--game", "renju-2001"])
        .args(["--level", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("it is piped").write_all(lines.as_bytes()).expect("it reads");
    let (first, ended) = interrupted_after_a_line(child);
    assert!(first.contains("\"solved\":true"), "{first}");
    assert_eq!(ended.out.lines().count(), 1, "{}", ended.out);
    assert!(ended.out.contains("\"stopped\":\"it was stopped\""), "{}", ended.out);
    assert_eq!(ended.status, 130);
    assert!(ended.err.contains("note: not searched: 1 more position\n"), "{}", ended.err);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_perft_with_a_note_on_the_counts() {
    let child = Command::new(env!("CARGO_BIN_EXE_noire"))
        .args(["perft", "--game", "draughts", "--depth", "30"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let (first, ended) = interrupted_after_a_line(child);
    assert!(first.starts_with("depth  0: "), "{first}");
    assert_eq!(ended.status, 130);
    let said = "note: stopped: the counts shown are complete, the next one is not\n";
    assert!(ended.err.ends_with(said), "{}", ended.err);
}

#[cfg(unix)]
#[test]
fn after_ctrl_c_perft_prints_the_deepest_complete_count_as_json() {
    for (words, leaves) in [(&[][..], "leaves"), (&["--distinct", "--memory", "4000"], "by_ply")] {
        let perft = ["perft", "--game", "draughts", "--depth", "30", "--format", "json"];
        let (ran, _) = interrupted_after(&[&perft, words].concat(), Duration::from_secs(1));
        assert_eq!((ran.status, ran.out.lines().count()), (130, 1), "{}{}", ran.out, ran.err);
        let object: Value = serde_json::from_str(&ran.out).expect("an object");
        assert!(object["depth"].as_u64().is_some_and(|depth| 2 < depth && depth < 30), "{object}");
        assert!(!object[leaves].is_null(), "{object}");
        let said = "note: stopped: the counts shown are complete, the next one is not\n";
        assert!(ran.err.ends_with(said), "{}", ran.err);
    }
}

#[cfg(unix)]
#[test]
fn after_ctrl_c_the_number_of_unevaluated_positions_is_printed() {
    let rules = dear("long", "color(a1, black)");
    let own = super::base("long-questions", &rules);
    let positions = folder("long-positions", &[("p.tsv", "#moves\nh8\na1\nh8\n")]) + "/p.tsv";
    let child = Command::new(env!("CARGO_BIN_EXE_noire"))
        .args(["apply", "--game", &own, "--work", "100000000000", "--format", "json", "--file", &positions])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let (_, ended) = interrupted_after_a_line(child);
    assert_eq!((ended.status, ended.out.as_str()), (130, ""), "{}", ended.err);
    assert!(ended.err.ends_with("note: not asked: 2 positions\n"), "{}", ended.err);
    let (tuned, _) =
        interrupted_after(&["tune", "--games", "1000000", "--nodes", "500"], Duration::from_secs(1));
    assert_eq!((tuned.status, tuned.out.as_str()), (130, ""), "{}", tuned.err);
    assert!(tuned.err.ends_with("note: stopped before weights were fitted\n"), "{}", tuned.err);
}

/// Starts a command whose input and outputs are pipes.
#[cfg(unix)]
fn started(words: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_noire"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Runs a command that gets some of its input, waits for more, and is interrupted by Ctrl-C.
#[cfg(unix)]
fn interrupted_while_it_waits(words: &[&str], input: &str) -> Ran {
    let mut child = started(words);
    let mut open = child.stdin.take().expect("it is piped");
    open.write_all(input.as_bytes()).expect("it reads");
    std::thread::sleep(Duration::from_millis(1500));
    interrupt(&child);
    // The command must end although its input stays open.
    let ended = child.wait_with_output().expect("it ends").into();
    drop(open);
    ended
}

/// The command first compares answers, which takes minutes with this many positions. Only then does it measure times.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_comparison_before_a_measurement() {
    let lines = "#moves\n".to_owned() + &"h8,i9,g7,i7,i8,g8,j9,h7,f6\n".repeat(60_000);
    let many = folder("many-positions", &[("many.tsv", &lines)]) + "/many.tsv";
    let (ran, _) = interrupted_after(&["bench", "--file", &many], Duration::from_millis(1500));
    assert_eq!((ran.status, ran.out.as_str()), (130, ""), "{}", ran.err);
}

/// Commands that read many positions have no result to report until all are read, whatever they do with Ctrl-C later.
#[cfg(unix)]
#[test]
fn the_first_ctrl_c_ends_a_command_that_reads_positions() {
    let lines = "#moves\n".to_owned() + &"h8,i9,g7,i7,i8,g8,j9,h7,f6\n".repeat(180_000);
    let many = folder("positions-to-read", &[("many.tsv", &lines)]) + "/many.tsv";
    let commands =
        ["coverage", "solve", "verify", "bench", "tune", "apply", "perft", "eval", "explain", "forbidden"];
    for command in commands {
        // A fast machine has read all positions after a second, and a slow one has not yet begun after an eighth of it.
        let ends_at_once = |delay: u64| {
            let (ran, _) = interrupted_after(&[command, "--file", &many], Duration::from_millis(delay));
            let is_silent = ran.out.is_empty() && !ran.err.contains("error") && !ran.err.contains("note: ");
            ran.status == 130 && is_silent
        };
        assert!([1000, 500, 250, 125].into_iter().any(ends_at_once), "{command}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_and_a_time_limit_end_the_making_of_random_boards() {
    let coverage = ["coverage", "--random", "500000", "--format", "json"];
    let boards = |out: &str| -> u64 {
        let object: Value = serde_json::from_str(out).expect("an object");
        let source = object["source"].as_str().expect("a text").to_owned();
        assert!(source.ends_with(" random boards of seed 1"), "{source}");
        source.split(' ').next().and_then(|number| number.parse().ok()).expect("a number")
    };
    let (ran, _) = interrupted_after(&coverage, Duration::from_secs(2));
    assert_eq!(ran.status, 130, "{}", ran.err);
    assert!((1..500_000).contains(&boards(&ran.out)), "{}", ran.out);
    let ran = noire(&[&coverage[..], &["--time", "1"]].concat());
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!((1..500_000).contains(&boards(&ran.out)), "{}", ran.out);
}

#[cfg(unix)]
#[test]
fn the_first_ctrl_c_ends_a_command_that_waits_for_input() {
    let commands = [
        &["verify", "--file", "-"][..],
        &["statistics", "--file", "-"],
        &["coverage", "--file", "-"],
        &["apply", "--file", "-"],
        &["bench", "--file", "-"],
        &["convert", "-", "--to", "psq"],
        &["analyse", "--file", "-"],
        &["analyse", "--game", "noughts", "--file", "-"],
        &["apply", "--game", "noughts", "--file", "-"],
        &["verify", "--game", "noughts", "--file", "-"],
        &["bench", "--game", "noughts", "--file", "-"],
        &["perft", "--game", "noughts", "--file", "-"],
        &["perft", "--game", "noughts", "--random", "5", "--file", "-"],
        &["repl"],
        &["repl", "--game", "noughts"],
    ];
    std::thread::scope(|scope| {
        let started: Vec<_> = commands
            .iter()
            .map(|words| (words, scope.spawn(|| interrupted_while_it_waits(words, "#moves\n"))))
            .collect();
        for (words, ran) in started {
            let ran = ran.join().expect("it was run");
            assert_eq!(ran.status, 130, "{words:?}: {}{}", ran.out, ran.err);
        }
    });
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_answers_with_a_note_on_the_questions() {
    // Each position takes a moment, and all of them take a minute. No single query reaches its limit.
    let rule = "rule long for white at level 0 if color(h8, black), empty(Field1), in(Field1, Group1), \
                direction(Group1, Direction1), empty(Field2), in(Field2, Group2), direction(Group2, Direction2), \
                ¬equal(Direction1, Direction2)\n";
    let own = super::base("long-answers", rule);
    let output = folder("long-answers-output", &[]) + "/answers.txt";
    let words = ["answers", "--game", &own];
    for more in [&[][..], &["--format", "json"], &["--output", &output], &["--against", "renju"]] {
        let (ran, _) = interrupted_after(&[&words[..], more].concat(), Duration::from_millis(1500));
        assert_eq!(ran.status, 130, "{more:?}: {}{}", ran.out, ran.err);
        assert!(ran.err.contains("note: stopped: ") && ran.err.contains(" of "), "{more:?}: {}", ran.err);
    }
    assert!(!Path::new(&output).exists(), "no file says less than it should");
}

#[cfg(unix)]
#[test]
fn an_endless_line_is_an_error() {
    for words in [&["repl"][..], &["play"], &["play", "--game", "noughts"]] {
        let endless = fs::File::open("/dev/zero").expect("it is there");
        let ran = Command::new(env!("CARGO_BIN_EXE_noire")).args(words).stdin(endless).output();
        let ran = Ran::from(ran.expect("the program starts"));
        assert_eq!(ran.status, 1, "{words:?}: {}", ran.err);
        let said = "error: a line is longer than 1 MiB, the limit for lines\n";
        assert!(ran.err.ends_with(said), "{words:?}: {}", ran.err);
    }
}

/// Runs `noire play` with these arguments and lines. The input stays open, and Ctrl-C is sent once the output contains
/// `after`.
#[cfg(unix)]
fn interrupted(words: &[&str], lines: &str, after: &str) -> Ran {
    use std::io::Read;

    let mut child = started(&[&["play", "--lang", "en"], words].concat());
    let mut input = child.stdin.take().expect("it is piped");
    input.write_all(lines.as_bytes()).expect("it reads");
    let mut out = child.stdout.take().expect("it is piped");
    let mut said: Vec<u8> = Vec::new();
    while !said.ends_with(after.as_bytes()) {
        let mut byte = [0];
        out.read_exact(&mut byte).expect("it goes on until it has said that");
        said.extend(byte);
    }
    interrupt(&child);
    out.read_to_end(&mut said).expect("it ends");
    drop(input);
    let ended = Ran::from(child.wait_with_output().expect("it ends"));
    Ran { out: String::from_utf8(said).expect("it writes UTF-8"), ..ended }
}

#[cfg(unix)]
#[test]
fn ctrl_c_at_the_prompt_ends_a_game_with_its_summary() {
    let words = ["--player", "human", "--player", "human"];
    let ran = interrupted(&words, "h8\n", "White, your move: ");
    assert_eq!(ran.status, 130, "{}", ran.err);
    assert!(ran.out.ends_with("The game is abandoned.\nOne move: h8\n"), "{}", ran.out);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_game_between_computers_with_its_summary() {
    let words = ["--player", "computer", "--player", "computer", "--time", "1000", "--opening", "D4"];
    let ran = interrupted(&words, "", "Kagetsu (D4).\n");
    assert_eq!(ran.status, 130, "{}", ran.err);
    assert!(ran.out.ends_with("The game is abandoned.\n3 moves: h8,h9,i9\n"), "{}", ran.out);
}

#[test]
fn play_resumes_the_chosen_game_of_a_file_and_says_which() {
    let games = "(;FF[4]GM[4]SZ[15];B[hh])(;FF[4]GM[4]SZ[15]RE[W+T];B[hh];W[ig])";
    let file = folder("several", &[("games.sgf", games)]) + "/games.sgf";
    let words = ["play", "--lang", "en", "--player", "human", "--player", "human", "--resume", &file];
    let first = noire(&words);
    assert!(first.out.contains("\nThis is game 1 of the 2 in the file;"), "{}{}", first.out, first.err);
    let second = noire(&[&words[..], &["--record", "2"]].concat());
    let wanted = "The rules are those of renju; “help” lists the commands.\n\
                  This is game 2 of the 2 in the file; --record chooses another one.\n\
                  The record has a result: Black has no time left; White wins.\n\
                  The game continues after 2 moves.\n";
    assert!(second.out.starts_with(wanted), "{}", second.out);
    assert!(second.out.ends_with("2 moves: h8,i9\n"), "{}", second.out);
    for number in ["0", "3"] {
        let ran = noire(&[&words[..], &["--record", number]].concat());
        let wanted = format!("error: there is no game {number}; the file holds 2 games\n");
        assert_eq!((ran.status, ran.err), (2, wanted));
    }
    assert_eq!(noire(&["play", "--record", "2"]).status, 2, "there is no file");
    assert_eq!(noire(&["play", "--record", "2", "--opening", "D4"]).status, 2, "there is no file");
}

#[test]
fn a_language_with_an_ambiguous_word_is_rejected() {
    let languages = folder("languages", &[("eo.ftl", "words-undo = help\n")]);
    let ran = noire(&["play", "--lang", "eo", "--languages", &languages]);
    let said = "error: the language `eo`: the word `help` of `words-undo` is a word of `words-help` too\n";
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}", ran.err);
    assert!(ran.err.starts_with(said), "{}", ran.err);
}

#[test]
fn errors_of_play_are_in_the_chosen_language() {
    let ran = noire(&["play", "--lang", "NL_be.UTF-8", "--opening", "X1"]);
    assert_eq!(ran.status, 2);
    assert_eq!(ran.err, "fout: Er is geen opening X1; ze heten D1 tot D13 en I1 tot I13.\n");
    let ran = noire(&["play", "--languages", "no/such/folder"]);
    let wanted = "error: there is no folder `no/such/folder` with languages\n";
    assert_eq!((ran.status, ran.err.as_str()), (2, wanted));
}

#[test]
fn invalid_times_are_rejected() {
    for words in [
        ["solve", "--moves", "h8,i8", "--time", "nan"],
        ["solve", "--moves", "h8,i8", "--time", "-1"],
        ["contest", "--games", "2", "--tolerance", "nan"],
        ["verify", "--rounds", "1", "--time", "inf"],
        ["coverage", "--random", "1", "--time", "soon"],
        ["play", "--time", "nan", "--player", "computer"],
        ["explain", "--moves", "h8,i8", "--time", "1e99"],
        ["explain", "--moves", "h8,i8", "--time", ""],
    ] {
        let ran = noire(&words);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{words:?}");
        let said = match words.last() {
            Some(&"1e99" | &"inf") => "expected at most 1000000000 seconds",
            _ => "expected a number of seconds that is not negative, such as 2.5",
        };
        assert!(ran.err.contains(said), "{words:?}: {}", ran.err);
    }
}

#[test]
fn a_contest_does_not_begin_if_its_output_cannot_be_written() {
    let ran = noire(&["contest", "--games", "2", "--nodes", "1", "--output", "no/such/folder/games.tsv"]);
    assert_eq!((ran.status, ran.out.as_str()), (3, ""));
    assert!(ran.err.starts_with("error: no/such/folder/games.tsv cannot be written: "), "{}", ran.err);
    assert_eq!(noire(&["contest", "--games", "0"]).status, 2);
}
