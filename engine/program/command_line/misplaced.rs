//! Options that mean nothing where they are written: each is refused with its reason, where it would be passed over without a word.
//! Which mean nothing for a game its commands know; options that clap can refuse by itself (`requires`, `conflicts_with`) are not here.

use std::path::PathBuf;

use clap::ArgMatches;
use clap::parser::ValueSource;

use crate::command_line::asked::{is_game, one_game};
use crate::command_line::output::{Failure, WRONG_USE};
use noire_engine::world::World;

/// The commands with options that mean nothing without another one, which one that is, and why.
const MISPLACED: [(&str, &str, &str, &str); 1] =
    [("perft", "seed", "random", "positions are counted without chance")];

/// The options that give positions.
const POSITIONS: [&str; 6] = ["moves", "file", "black", "white", "to_move", "last"];

/// Words without an option in front of them: a game, and a file of positions.
const BARE: &str = "bare";

/// Refuses an option of a command that means nothing in what was written.
pub(super) fn refuse(arguments: &ArgMatches) -> Result<(), Failure> {
    let Some((command, given)) = arguments.subcommand() else { return Ok(()) };
    without_game(given)?;
    several_games(given)?;
    for (_, option, without, why) in MISPLACED.into_iter().filter(|(of, ..)| *of == command) {
        if is_given(given, option) && !is_given(given, without) {
            let words = format!("error: --{option} goes with --{without}\n  {why}");
            return Err(Failure::Said(words, WRONG_USE));
        }
    }
    Ok(())
}

/// That an option means nothing for this game.
pub(super) fn refused(world: &impl World, option: &str, why: &str) -> Failure {
    let game = &world.contents().name;
    Failure::Said(format!("error: --{option} does not go with {game}\n  {why}"), WRONG_USE)
}

/// Refuses to walk through games where no position is given. Of a set-up, and of words without an option in front of them, the command
/// itself says that they are no game.
fn without_game(given: &ArgMatches) -> Result<(), Failure> {
    let is_wanted = given.try_get_one::<bool>("every_ply").ok().flatten().copied().unwrap_or_default();
    if !is_wanted || POSITIONS.iter().any(|option| is_given(given, option)) || is_given(given, BARE) {
        return Ok(());
    }
    let words = "error: --every-ply walks through games, and none is given\n  write for instance: --moves \"MOVES\"\n  or: --file FILE";
    Err(Failure::Said(words.to_owned(), WRONG_USE))
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

/// Whether somebody has written the option, and it is no default.
fn is_given(given: &ArgMatches, option: &str) -> bool {
    let is_known = given.try_contains_id(option).is_ok();
    is_known && given.value_source(option) == Some(ValueSource::CommandLine)
}
