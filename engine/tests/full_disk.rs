//! Tests of a full disk: existing files keep their contents, and games that were played can still be saved elsewhere.
//! Commands whose standard output or standard error cannot be written are tested, too.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use noire::record::{Format, read_games};
use serde_json::Value;

/// Runs `noire` where no file can be written to.
fn on_a_full_disk(words: &[&str], input: &str) -> Output {
    let mut started = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_noire")])
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the shell starts");
    started.stdin.take().expect("it has an input").write_all(input.as_bytes()).expect("it reads");
    started.wait_with_output().expect("it ends")
}

/// A folder for this test with one file.
fn folder(test: &str, file: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("full-disk").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    fs::write(folder.join(file), text_of(file)).expect("it can be written");
    folder
}

/// The names and texts of the files in a folder.
fn content(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).expect("it can be read").flatten();
    let text = |path: PathBuf| fs::read_to_string(path).expect("it can be read");
    let content = entries.map(|one| (one.file_name().to_string_lossy().into_owned(), text(one.path())));
    content.collect()
}

/// The text that a file has before the test. It is the output of an earlier run, or empty if the command never replaces
/// existing files.
fn text_of(file: &str) -> &'static str {
    match file {
        "curve.svg" => {
            "<svg><!-- Drawn by BLANCHE and NOIRE -->precious</svg>\n\
             <!-- Checksum b2d6fa07f20a4ae7: as long as it is right, a later run may replace this file -->\n"
        }
        "remarks.sgf" | "games.tsv" | "game.psq" => "",
        _ => "precious",
    }
}

fn precious(file: &str) -> Vec<(String, String)> {
    vec![(file.to_owned(), text_of(file).to_owned())]
}

#[test]
fn a_failed_save_leaves_the_old_file_and_the_game_continues() {
    let folder = folder("play", "game.sgf");
    let file = folder.join("game.sgf").display().to_string();
    let new = folder.join("new.sgf").display().to_string();
    let script = format!("h8\nsave! {file}\nsave {new}\nsave! {file}\nquit\n");
    let ran = on_a_full_disk(&["play", "--player", "human", "--player", "human"], &script);
    let out = String::from_utf8_lossy(&ran.stdout);
    assert_eq!(out.matches("The game cannot be saved in").count(), 3, "{out}");
    assert!(out.ends_with("One move: h8\n"), "{out}");
    assert_eq!(content(&folder), precious("game.sgf"));
}

#[test]
fn a_base_that_cannot_be_written_leaves_no_folder() {
    let folder = folder("new", "other.txt");
    let inside = folder.display().to_string();
    for what in ["game", "rules"] {
        let ran = on_a_full_disk(&["new", "mine", "--as", what, "--in", &inside], "");
        let err = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(3), "{err}");
        assert!(err.contains("cannot be written: "), "{err}");
        assert_eq!(content(&folder), precious("other.txt"), "{what}");
    }
}

#[test]
fn the_games_of_a_match_that_cannot_be_written_are_printed() {
    let folder = folder("match", "games.tsv");
    let file = folder.join("games.tsv").display().to_string();
    let words = ["contest", "--games", "2", "--nodes", "50", "--output", &file];
    let ran = on_a_full_disk(&words, "");
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert_eq!(ran.status.code(), Some(3), "{err}");
    assert!(err.contains("games.tsv cannot be written: "), "{err}");
    assert!(err.ends_with("note: the games follow on standard output\n"), "{err}");
    let (told, games) = out.split_once("\n\n#").map_or_else(
        || out.rsplit_once("\n\n").expect("the games stand apart"),
        |(told, _)| (told, &out[told.len() + 2..]),
    );
    assert!(told.contains("2 games: "), "{out}");
    let read = read_games("games.tsv", games.as_bytes(), Format::Lines);
    assert_eq!(read.expect("they can be read").games.len(), 2, "{out}");

    let ran = on_a_full_disk(&[&words[..], &["--format", "json"]].concat(), "");
    assert_eq!(ran.status.code(), Some(3));
    let told: Value = serde_json::from_slice(&ran.stdout).expect("it prints one object");
    let games = told["unwritten"].as_str().expect("the games stand in it");
    let read = read_games("games.tsv", games.as_bytes(), Format::Lines);
    assert_eq!(read.expect("they can be read").games.len(), 2);
    assert_eq!(content(&folder), precious("games.tsv"));
}

#[test]
fn a_contest_whose_log_cannot_grow_prints_its_results() {
    let folder = folder("contest", "new.log");
    let file = folder.join("new.log").display().to_string();
    let words = ["contest", "--games", "8", "--nodes", "1", "--log", &file];
    fs::remove_file(&file).expect("it is there");
    let began = run(&words, Stdio::piped(), Stdio::piped());
    assert!(began.status.success());
    let whole = fs::read_to_string(&file).expect("it is there");
    let header = format!("{}\n", whole.lines().next().expect("it has a header"));
    fs::write(&file, &header).expect("it can be written");
    let ran = on_a_full_disk(&words, "");
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert_eq!(ran.status.code(), Some(3), "{err}");
    assert!(out.contains("  2 games: "), "the pair that was played is told: {out}");
    assert!(err.contains("new.log cannot be written: "), "{err}");
    assert_eq!(content(&folder), [("new.log".to_owned(), header)]);
}

#[test]
fn a_failed_conversion_leaves_the_old_file() {
    let folder = folder("convert", "game.psq");
    let file = folder.join("game.psq").display().to_string();
    let ran = on_a_full_disk(&["convert", "-", "--output", &file], "h8 i9 i8\n");
    assert_eq!(ran.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("game.psq cannot be written: "));
    assert_eq!(content(&folder), precious("game.psq"));
}

#[test]
fn a_failed_write_of_a_curve_or_remarks_leaves_the_old_files() {
    for (option, name) in [("--svg", "curve.svg"), ("--sgf", "remarks.sgf")] {
        let folder = folder("analyse", name);
        let file = folder.join(name).display().to_string();
        let words = ["analyse", "--moves", "h8,i9", "--every-ply", "--nodes", "50", option, &file];
        let ran = on_a_full_disk(&words, "");
        let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
        assert_eq!(ran.status.code(), Some(3), "{err}");
        assert!(err.contains(&format!("{name} cannot be written: ")), "{err}");
        assert!(
            out.starts_with("Rules: renju") && out.contains("\n\nmove  by "),
            "what was found is told: {out}"
        );
        assert_eq!(content(&folder), precious(name));
    }
}

/// Commands that are tried on their own: two can write a folder only once, and a server does not end.
const ON_THEIR_OWN: [&str; 3] = ["new", "learn", "serve"];

/// Every other command, with arguments that finish quickly and print something.
const COMMANDS: [&[&str]; 30] = [
    &[],
    &["apply", "--moves", "h8"],
    &["rules"],
    &["test", "renju", "--rule", "four"],
    &["watch", "knowledge/renju", "--once", "--without-verify"],
    &["doc", "--game", "gomoku"],
    &["forbidden", "--moves", "h8"],
    &["explain", "--moves", "h8"],
    &["repl", "--moves", "h8"],
    &["solve", "--moves", "h8,i9", "--nodes", "1"],
    &["analyse", "--moves", "h8,i9", "--nodes", "1"],
    &["play", "--player", "human", "--player", "human"],
    &["perft", "--game", "noughts", "--depth", "2"],
    &["perft", "--game", "noughts", "--random", "5"],
    &["contest", "--games", "2", "--nodes", "1"],
    &["contest", "--games", "2", "--nodes", "1"],
    &["tune", "--games", "0"],
    &["eval", "--moves", "h8"],
    &["compile", "gomoku"],
    &["convert", "-", "--to", "sgf"],
    &["draw"],
    &["gomocup"],
    &["verify", "--rounds", "1", "--rule", "five"],
    &["coverage", "--random", "1"],
    &["mutate", "--rounds", "0", "--sample", "1", "--without-answers"],
    &["answers", "--game", "gomoku"],
    &["statistics", "--moves", "h8"],
    &["bench", "--moves", "h8", "--rule", "five", "--time", "0.001"],
    &["games", "--players"],
    &["games"],
];

/// Input for commands that play, ask, convert a game, or manage a match.
const INPUT: &str = "h8\n";

fn run(words: &[&str], out: Stdio, err: Stdio) -> Output {
    let mut started = Command::new(env!("CARGO_BIN_EXE_noire"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(out)
        .stderr(err)
        .spawn()
        .expect("the program starts");
    // The program may have ended without reading its input.
    let _ = started.stdin.take().expect("it has an input").write_all(INPUT.as_bytes());
    started.wait_with_output().expect("it ends")
}

#[test]
fn every_command_is_tested_on_a_full_disk() {
    let help = run(&["--help"], Stdio::piped(), Stdio::piped());
    let help = String::from_utf8_lossy(&help.stdout).into_owned();
    let list =
        help.split_once("Commands:\n").and_then(|(_, rest)| rest.split_once("\n\n")).expect("a list").0;
    let names = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    for name in names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help") {
        let is_tried =
            COMMANDS.iter().any(|words| words.first() == Some(&name)) || ON_THEIR_OWN.contains(&name);
        assert!(is_tried, "{name} is not tried");
    }
}

#[cfg(target_os = "linux")]
fn full() -> Stdio {
    fs::OpenOptions::new().write(true).open("/dev/full").expect("there is one").into()
}

#[cfg(target_os = "linux")]
#[test]
fn a_server_ends_if_its_address_cannot_be_printed() {
    let ran = run(&["serve", "--port", "0", "--private"], full(), Stdio::piped());
    assert_eq!(ran.status.code(), Some(3), "{}", String::from_utf8_lossy(&ran.stderr));
}

#[cfg(target_os = "linux")]
#[test]
fn no_command_panics_if_standard_output_is_full() {
    const HELP: [&[&str]; 3] = [&["--help"], &["--version"], &["play", "--help"]];
    for words in COMMANDS.iter().copied().chain(HELP) {
        let ran = run(words, full(), Stdio::piped());
        let err = String::from_utf8_lossy(&ran.stderr);
        let said = "error: the output cannot be written: No space left on device (os error 28)\n";
        assert!(err.ends_with(said), "{words:?}: {err}");
        assert_eq!(ran.status.code(), Some(3), "{words:?}: {err}");
        assert!(!err.contains("panicked"), "{words:?}: {err}");
    }
}

#[cfg(unix)]
#[test]
fn no_command_panics_if_its_pipe_is_closed() {
    for words in COMMANDS {
        let (reader, writer) = std::io::pipe().expect("there are pipes");
        drop(reader);
        let ran = run(words, writer.into(), Stdio::piped());
        let err = String::from_utf8_lossy(&ran.stderr);
        assert!(!err.contains("panicked") && !err.contains("error"), "{words:?}: {err}");
        assert_eq!(ran.status.code(), Some(0), "{words:?}: {err}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn no_command_ends_because_standard_error_is_full() {
    // These commands write to standard error.
    for words in [&["apply"][..], &["contest", "--games", "0"], &["mutate", "--rounds", "0", "--sample", "1"]]
    {
        let (heard, unheard) =
            (run(words, Stdio::piped(), Stdio::piped()), run(words, Stdio::piped(), full()));
        assert!(!heard.stderr.is_empty() || words[0] == "mutate", "{words:?} says something");
        assert_eq!((unheard.status.code(), unheard.stdout), (heard.status.code(), heard.stdout), "{words:?}");
    }
    let folder = crate::commands::folder(
        "unheard",
        &[("base.blanche", "base own\nuse five-in-a-row/domain\nfive(\n")],
    );
    assert_eq!(run(&["apply", "--game", &folder], Stdio::piped(), full()).status.code(), Some(1));
}

#[cfg(target_os = "linux")]
#[test]
fn written_files_remain_if_standard_output_is_full() {
    let folder = crate::commands::folder("written", &[]);
    let game = format!("{folder}/mine");
    let ran = run(&["new", "mine", "--as", "game", "--in", &folder], full(), Stdio::piped());
    let err = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.code() == Some(3) && !err.contains("panicked"), "{err}");
    assert!(fs::metadata(format!("{game}/base.blanche")).is_ok(), "{err}");
}
