//! Text output fits into the terminal: no line is too wide, and no word is broken.

use std::io::Write;

use super::*;

/// Runs a command in a terminal with this number of columns.
fn in_columns(columns: usize, words: &[&str], input: &str) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_noire"));
    command.args(words).env("COLUMNS", columns.to_string());
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = piped.spawn().expect("the program starts");
    let mut stdin = running.stdin.take().expect("it reads");
    // A command that reads no input may have ended.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    Ran::from(running.wait_with_output().expect("it ends"))
}

#[test]
fn all_output_fits_into_80_columns() {
    let game = "h8,i9,g7,f6,i7,h7,i8";
    let commands: &[&[&str]] = &[
        &["games"],
        &["games", "--players"],
        &["rules", "--game", "renju"],
        &["rules", "--game", "renju", "--rule", "open.three for white"],
        &["rules", "--game", "othello"],
        &["apply", "--moves", game],
        &["eval", "--moves", game, "--all"],
        &["forbidden", "--moves", game],
        &["explain", "--moves", game],
        &["solve", "--moves", game, "--nodes", "200"],
        &["analyse", "--moves", game, "--nodes", "200", "--best", "3"],
        &["analyse", "--game", "othello", "--moves", "f5d6c3", "--nodes", "200", "--every-ply"],
        &["perft", "--game", "draughts", "--depth", "3", "--divide"],
        &["perft", "--game", "noughts", "--random", "20"],
        &["contest", "--game", "noughts", "--games", "2"],
        &["coverage", "--random", "3", "--time", "1"],
        &["test", "--game", "renju"],
    ];
    for columns in [80, 60] {
        for words in commands {
            let ran = in_columns(columns, words, "");
            let is_wide = |line: &&str| {
                // A word or drawing that is wider than the terminal has no blank at which to break it.
                line.chars().count() > columns && line.trim_start().contains(' ')
            };
            let wide: Vec<&str> = ran.out.lines().chain(ran.err.lines()).filter(is_wide).collect();
            assert!(wide.is_empty(), "{words:?} in {columns}: {wide:#?}");
        }
        let typed =
            ":help\n:rules\n:whynot forbidden(h8)\nfive(Group, black)\n:why five(Group, black)\nfife(X)\n";
        let ran = in_columns(columns, &["repl", "--moves", game], typed);
        let wide: Vec<&str> = ran.out.lines().filter(|line| line.chars().count() > columns).collect();
        assert!(wide.is_empty(), "{wide:#?}");
    }
}
