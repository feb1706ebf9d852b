//! Rejects options that would have no effect on a command, and says why, so that no option is silently ignored.
//!
//! Some options have no effect only for certain games. Commands reject these themselves, with [`no_effect_failure`].
//! Conflicts that clap can express (`requires`, `conflicts_with`) are not handled here.

use std::path::PathBuf;

use clap::ArgMatches;
use clap::parser::ValueSource;

use crate::command_line::output::{Failure, USAGE_ERROR};
use crate::command_line::query_options::{is_game, several_games_failure};
use noire_engine::bases::Contents;
use noire_engine::world::World;

/// Options that need another option: the command, the option, the other option, and the reason.
const DEPENDENT_OPTIONS: [(&str, &str, &str, &str); 1] =
    [("perft", "seed", "random", "positions are counted without chance")];

/// The options that specify positions.
const POSITIONS: [&str; 6] = ["moves", "file", "black", "white", "to_move", "last"];

/// Id of the positional arguments: a game, and a file of positions.
const POSITIONAL: &str = "bare";

/// Rejects an option that has no effect together with the other arguments.
pub(super) fn reject(arguments: &ArgMatches) -> Result<(), Failure> {
    let Some((command, given)) = arguments.subcommand() else { return Ok(()) };
    reject_every_ply_without_game(given)?;
    reject_several_games(given)?;
    reject_unicode_without_boards(given)?;
    for (_, option, without, why) in DEPENDENT_OPTIONS.into_iter().filter(|(of, ..)| *of == command) {
        if is_given(given, option) && !is_given(given, without) {
            let words = format!("error: --{option} goes with --{without}\n  {why}");
            return Err(Failure::Message(words, USAGE_ERROR));
        }
    }
    Ok(())
}

/// Prints a note if no rule of a base has so high a level as `--level` says. The default level is fit for all games, so
/// nothing is said about it.
pub(super) fn note_high_level(contents: &Contents, level: u32) {
    let highest = contents.rules.iter().map(|rule| rule.level).max().unwrap_or_default();
    if level > highest.max(HIGHEST_LEVEL) {
        let name = &contents.name;
        eprintln!("note: --level {level} changes nothing: the rules of {name} have levels up to {highest}");
    }
}

/// The default of `--level`.
pub(super) const HIGHEST_LEVEL: u32 = 7;

/// The failure for an option that has no effect for this game.
pub(super) fn no_effect_failure(world: &impl World, option: &str, why: &str) -> Failure {
    let game = &world.contents().name;
    Failure::Message(format!("error: --{option} does not go with {game}\n  {why}"), USAGE_ERROR)
}

/// Rejects `--every-ply` without any positions. If positions are given as a set-up or in a file, the command itself
/// checks that they are games.
fn reject_every_ply_without_game(given: &ArgMatches) -> Result<(), Failure> {
    let is_wanted = given.try_get_one::<bool>("every_ply").ok().flatten().copied().unwrap_or_default();
    if !is_wanted || POSITIONS.iter().any(|option| is_given(given, option)) || is_given(given, POSITIONAL) {
        return Ok(());
    }
    let words = "error: --every-ply walks through games, and none is given\n  write for instance: --moves \"MOVES\"\n  or: --file FILE";
    Err(Failure::Message(words.to_owned(), USAGE_ERROR))
}

/// Rejects `--unicode` with a format in which no board is drawn as text.
fn reject_unicode_without_boards(given: &ArgMatches) -> Result<(), Failure> {
    let format = given.try_get_raw("format").ok().flatten().and_then(|mut values| values.next());
    match format.filter(|format| *format != "text" && is_given(given, "unicode")) {
        Some(format) => Err(unicode_failure(&format!("--format {}", format.display()))),
        None => Ok(()),
    }
}

/// The failure for `--unicode` with an output that has no boards in text.
pub(super) fn unicode_failure(output: &str) -> Failure {
    let why = "it chooses the signs of boards that are drawn as text";
    Failure::Message(format!("error: --unicode does not go with {output}\n  {why}"), USAGE_ERROR)
}

/// Rejects `--game` if a positional argument names a game too.
fn reject_several_games(given: &ArgMatches) -> Result<(), Failure> {
    let bare = given.try_get_many::<PathBuf>(POSITIONAL).ok().flatten();
    let Some(game) = bare.into_iter().flatten().find(|path| is_game(path)) else { return Ok(()) };
    match given.try_get_one::<String>("game") {
        Ok(Some(name)) if is_given(given, "game") => {
            Err(several_games_failure(name, &game.to_string_lossy()))
        }
        _ => Ok(()),
    }
}

/// Whether the user has written the option, rather than left it at its default.
fn is_given(given: &ArgMatches, option: &str) -> bool {
    let is_known = given.try_contains_id(option).is_ok();
    is_known && given.value_source(option) == Some(ValueSource::CommandLine)
}
