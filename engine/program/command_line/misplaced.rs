//! Rejects options that would have no effect on a command, and says why, so that no option is silently ignored.
//!
//! Some options have no effect only for certain games. Commands reject these themselves, with [`refused`]. Conflicts
//! that clap can express (`requires`, `conflicts_with`) are not handled here.

use std::path::PathBuf;

use clap::ArgMatches;
use clap::parser::ValueSource;

use crate::command_line::asked::{is_game, one_game};
use crate::command_line::output::{Failure, WRONG_USE};
use noire_engine::world::World;

/// Options that need another option: the command, the option, the other option, and the reason.
const MISPLACED: [(&str, &str, &str, &str); 1] =
    [("perft", "seed", "random", "positions are counted without chance")];

/// The options that specify positions.
const POSITIONS: [&str; 6] = ["moves", "file", "black", "white", "to_move", "last"];

/// Id of the positional arguments: a game, and a file of positions.
const BARE: &str = "bare";

/// Rejects an option that has no effect together with the other arguments.
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

/// The failure for an option that has no effect for this game.
pub(super) fn refused(world: &impl World, option: &str, why: &str) -> Failure {
    let game = &world.contents().name;
    Failure::Said(format!("error: --{option} does not go with {game}\n  {why}"), WRONG_USE)
}

/// Rejects `--every-ply` without any positions. If positions are given as a set-up or in a file, the command itself
/// checks that they are games.
fn without_game(given: &ArgMatches) -> Result<(), Failure> {
    let is_wanted = given.try_get_one::<bool>("every_ply").ok().flatten().copied().unwrap_or_default();
    if !is_wanted || POSITIONS.iter().any(|option| is_given(given, option)) || is_given(given, BARE) {
        return Ok(());
    }
    let words = "error: --every-ply walks through games, and none is given\n  write for instance: --moves \"MOVES\"\n  or: --file FILE";
    Err(Failure::Said(words.to_owned(), WRONG_USE))
}

/// Rejects `--game` if a positional argument names a game too.
fn several_games(given: &ArgMatches) -> Result<(), Failure> {
    let bare = given.try_get_many::<PathBuf>(BARE).ok().flatten();
    let Some(game) = bare.into_iter().flatten().find(|path| is_game(path)) else { return Ok(()) };
    match given.try_get_one::<String>("game") {
        Ok(Some(name)) if is_given(given, "game") => Err(one_game(name, &game.to_string_lossy())),
        _ => Ok(()),
    }
}

/// Whether the user has written the option, rather than left it at its default.
fn is_given(given: &ArgMatches, option: &str) -> bool {
    let is_known = given.try_contains_id(option).is_ok();
    is_known && given.value_source(option) == Some(ValueSource::CommandLine)
}
