//! Options that mean nothing for the kind of game that is meant: each is refused with its reason, where it would be passed over
//! without a word.
//!
//! Many commands are for games of stones and for games in text. Options that clap can refuse by itself (`requires`, `conflicts_with`) are not here.

use std::path::PathBuf;

use clap::ArgMatches;
use clap::parser::ValueSource;

use crate::bases::is_game as in_text;
use crate::command_line::asked::{is_game, one_game};
use crate::command_line::output::{Failure, WRONG_USE};

/// When an option means nothing.
#[derive(Clone, Copy)]
enum When {
    /// For a game in text.
    InText,
    /// For games of stones.
    OfStones,
    /// Where none of these options is given.
    Without(&'static [&'static str]),
}

/// The commands with their options, when each means nothing, and why.
const MISPLACED: [(&str, &str, When, &str); 16] = [
    ("solve", "reach", When::InText, EVERY_MOVE),
    ("solve", "strategy", When::InText, EVERY_MOVE),
    ("solve", "verify", When::InText, EVERY_MOVE),
    ("solve", "unchecked", When::InText, EVERY_MOVE),
    ("solve", "proof", When::InText, EVERY_MOVE),
    ("play", "record", When::InText, "a file of a game in text holds one game"),
    ("play", "opening", When::InText, "the 26 openings are those of renju"),
    (
        "analyse",
        "sgf",
        When::InText,
        "SGF is written for games of stones; --format json and --svg write any game",
    ),
    ("play", "computer", When::OfStones, PLAYERS),
    ("play", "agent", When::OfStones, "the computer plays stones by the rules of the base"),
    ("play", "numbered", When::OfStones, "a game of stones is played by the names of fields"),
    ("analyse", "strategy", When::InText, "a game in text is searched by its own rules"),
    ("test", "time", When::InText, "a position of a game in text is given up at the step limit"),
    ("verify", "most_positions", When::OfStones, "set-ups of stones are made in --rounds"),
    ("verify", "all", When::OfStones, "there are too many positions of stones to take all of them"),
    ("perft", "seed", When::Without(&["random"]), "positions are counted without chance"),
];

const EVERY_MOVE: &str = "a game in text is searched with every move and every reply";

const PLAYERS: &str = "black and white play a game of stones: say --black or --white computer";

/// The options that give positions.
const POSITIONS: [&str; 6] = ["moves", "file", "black", "white", "to_move", "last"];

/// Words without an option in front of them: a game, and a file of positions.
const BARE: &str = "bare";

/// Refuses an option of a command that means nothing in what was written.
pub(super) fn refuse(arguments: &ArgMatches) -> Result<(), Failure> {
    let Some((command, given)) = arguments.subcommand() else { return Ok(()) };
    without_game(given)?;
    several_games(given)?;
    for (_, option, when, why) in MISPLACED.into_iter().filter(|(of, ..)| *of == command) {
        if is_given(given, option) && is_misplaced(given, when) {
            return Err(refused(option, when, why));
        }
    }
    Ok(())
}

/// Refuses to walk through games where no position is given. Of a set-up, and of words without an option in front of them, the command
/// itself says that they are no game.
fn without_game(given: &ArgMatches) -> Result<(), Failure> {
    let is_wanted = given.try_get_one::<bool>("every_ply").ok().flatten().copied().unwrap_or_default();
    if !is_wanted || POSITIONS.iter().any(|option| is_given(given, option)) || is_given(given, BARE) {
        return Ok(());
    }
    let (moves, file) = match is_in_text(given) {
        true => ("\"MOVES\"", "game.txt"),
        false => ("h8,i9,g7", "games.tsv"),
    };
    let words = format!(
        "error: --every-ply walks through games, and none is given\n  write for instance: --moves {moves}\n  or: --file {file}"
    );
    Err(Failure::Said(words, WRONG_USE))
}

/// Refuses a game by its option where another one stands without an option.
fn several_games(given: &ArgMatches) -> Result<(), Failure> {
    let bare = given.try_get_many::<PathBuf>(BARE).ok().flatten();
    let Some(game) = bare.into_iter().flatten().find(|path| is_game(path)) else { return Ok(()) };
    match given.try_get_one::<String>("game") {
        Ok(Some(name)) if is_given(given, "game") => Err(one_game(name, &game.to_string_lossy())),
        _ => Ok(()),
    }
}

fn refused(option: &str, when: When, why: &str) -> Failure {
    let option = option.trim_start_matches("most_").replace('_', "-");
    let words = match when {
        When::InText => format!("--{option} does not go with a game in text"),
        When::OfStones => format!("--{option} does not go with a game of stones"),
        When::Without(others) => {
            let others: Vec<String> =
                others.iter().map(|other| format!("--{}", other.replace('_', "-"))).collect();
            format!("--{option} goes with {}", others.join(" or "))
        }
    };
    Failure::Said(format!("error: {words}\n  {why}"), WRONG_USE)
}

fn is_misplaced(given: &ArgMatches, when: When) -> bool {
    match when {
        When::InText => is_in_text(given),
        When::OfStones => !is_in_text(given),
        When::Without(others) => !others.iter().any(|other| is_given(given, other)),
    }
}

/// Whether somebody has written the option, and it is no default.
fn is_given(given: &ArgMatches, option: &str) -> bool {
    let is_known = given.try_contains_id(option).is_ok();
    is_known && given.value_source(option) == Some(ValueSource::CommandLine)
}

/// Whether a game in text is meant.
fn is_in_text(given: &ArgMatches) -> bool {
    let bare = given.try_get_many::<PathBuf>(BARE).ok().flatten().into_iter().flatten();
    let bare = bare.filter(|path| is_game(path)).map(|path| path.to_string_lossy().into_owned());
    let word = given.try_get_one::<String>(BARE).ok().flatten().cloned();
    let option = || given.try_get_one::<String>("game").ok().flatten().cloned();
    bare.chain(word).next().or_else(option).is_some_and(|name| in_text(&name))
}
