//! Runs every command with every game, and compares the outcomes with the table in the book.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

/// The column of the table for a user's folder.
const FOLDER: &str = "a folder";

/// The arguments that run a command with a game as quickly as possible.
fn words(command: &str, game: &str, first: &str, out: &str) -> Vec<String> {
    let options: &[&str] = match command {
        "new" => {
            let (beside, name) = out.rsplit_once(['/', '\\']).expect("it lies in a folder");
            return ["new", name, "--game", game, "--in", beside].map(str::to_owned).to_vec();
        }
        "convert" => {
            fs::write(out, first).expect("it can be written");
            return ["convert", out, "--game", game, "--to", "moves"].map(str::to_owned).to_vec();
        }
        "doc" => &["--output", out],
        "watch" => &["--once", "--time", "0.1"],
        "statistics" => &["--moves", first],
        "analyse" | "solve" => &["--nodes", "20"],
        "play" => &["--player", "human", "--player", "human"],
        "contest" => &["--games", "2", "--nodes", "2", "--player", "random", "--player", "random"],
        "learn" => &["--games", "1", "--against", "random", "--into", out],
        // One of ten groups of games is kept apart to test the weights.
        "tune" => &["--games", "300", "--nodes", "1"],
        "verify" => &["--time", "0.1"],
        "coverage" => &["--random", "1", "--level", "1"],
        "mutate" => &["--sample", "1", "--rounds", "0", "--without-answers"],
        "bench" => &["--time", "0.001", "--backend", "interpreted", "--moves", first],
        "perft" => &["--depth", "1"],
        _ => &[],
    };
    [command, game].iter().chain(options).map(|&word| word.to_owned()).collect()
}

/// The tables in a section of the book, as rows of trimmed cells. The separator rows below the headings are left out.
fn tables(section: &str) -> Vec<Vec<Vec<String>>> {
    let mut tables = vec![Vec::new()];
    for line in section.lines() {
        match line.strip_prefix("| ").and_then(|rest| rest.strip_suffix(" |")) {
            Some(row) => {
                let cells = row.split(" | ").map(|cell| cell.trim().trim_matches('`').to_owned());
                tables.last_mut().expect("there is always one").push(cells.collect());
            }
            None if !line.starts_with("|-") => tables.push(Vec::new()),
            None => {}
        }
    }
    tables.retain(|table| !table.is_empty());
    tables
}

/// The first move of a game, as it is written in a list of moves.
fn first_move(game: &str) -> String {
    let listed = noire(&["perft", game, "--depth", "1", "--divide"]).out;
    let first = listed.lines().find_map(|line| line.split_once(": ")).expect("there is a move");
    first.0.to_owned()
}

#[test]
fn every_command_treats_every_game_as_the_table_states() {
    let page = fs::read_to_string("blanche-compiler/book/src/work/games.md").expect("it can be read");
    let (_, section) = page.split_once("\n## Every command, every game\n").expect("the section is there");
    let section = section.split_once("\n## ").map_or(section, |(section, _)| section);
    let tables = tables(section);
    let [cells, reasons] = &tables[..] else { panic!("two tables: {tables:?}") };
    let reasons: HashMap<&str, &str> =
        reasons[1..].iter().map(|row| (row[0].as_str(), row[1].trim_matches('`'))).collect();

    // The table must contain all commands that take a game, and all games. A server does not end by itself; the tests of
    // the page play every game.
    let help = noire(&["--help"]).out;
    let list =
        help.split_once("Commands:\n").and_then(|(_, rest)| rest.split_once("\n\n")).expect("a list").0;
    let commands =
        list.lines().filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
    let commands = commands.filter_map(|line| line.split_whitespace().next());
    let commands: HashSet<&str> =
        commands.filter(|command| !["help", "gomocup", "serve"].contains(command)).collect();
    assert_eq!(cells[1..].iter().map(|row| row[0].as_str()).collect::<HashSet<_>>(), commands);
    let listed = noire(&["games"]).out;
    let listed =
        listed.lines().filter(|line| !line.starts_with(' ')).filter_map(|line| line.split(' ').next());
    let games: HashSet<&str> = listed.filter(|game| !game.is_empty()).chain([FOLDER]).collect();
    assert_eq!(cells[0][1..].iter().map(String::as_str).collect::<HashSet<_>>(), games);

    let beside = folder("table", &[]);
    let own = Path::new(&beside).join("men").to_string_lossy().into_owned();
    assert_eq!(noire(&["new", "men", "--as", "game", "--in", &beside]).status, 0);
    let named =
        |column: usize| if cells[0][column] == FOLDER { own.as_str() } else { cells[0][column].as_str() };
    let first: Vec<String> = (1..cells[0].len()).map(|column| first_move(named(column))).collect();
    let asked: Vec<(&str, usize, &str)> = cells[1..]
        .iter()
        .flat_map(|row| (1..row.len()).map(|column| (row[0].as_str(), column, row[column].as_str())))
        // The rules of a folder are compiled with `cargo`, which the tests of `compile` cover.
        .filter(|&(command, column, _)| command != "compile" || cells[0][column] != FOLDER)
        .collect();

    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let run = || {
        while let Some(&(command, column, says)) = asked.get(next.fetch_add(1, Ordering::Relaxed)) {
            let out = Path::new(&beside).join(format!("{command}-{column}")).to_string_lossy().into_owned();
            let words = words(command, named(column), &first[column - 1], &out);
            let mut program = Command::new(env!("CARGO_BIN_EXE_noire"));
            let ran = program.args(&words).stdin(Stdio::null()).output().expect("the program starts");
            let ran = Ran::from(ran);
            let as_said = match says {
                "yes" => ran.status == 0,
                "no" => ran.status == 2 && reasons.get(command).is_some_and(|why| ran.err.contains(why)),
                _ => false,
            };
            if !as_said {
                let what = format!("{}: {says}, but {}\n{}", words.join(" "), ran.status, ran.err);
                wrong.lock().expect("no thread has failed").push(what);
            }
        }
    };
    std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(run))));
    let wrong = wrong.into_inner().expect("no thread has failed");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
