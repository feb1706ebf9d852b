//! Reads positions and games from files.

use std::io;
use std::path::Path;

use crate::command_line::interrupt;
use crate::command_line::output::{Failure, INTERNAL_ERROR, MISTAKES, USAGE_ERROR};
use crate::command_line::position_options::STANDARD_INPUT;
use blanche_compiler::files;
use blanche_compiler::markup;
use blanche_compiler::spelling::nearest;
use noire_engine::progress::Progress;
use noire_engine::world::{Entry, Source, World, built_in};

use super::given_positions::GivenPositions;
use super::{Positions, world_failure};

/// The sample position of the game. Prints a note that names it.
pub(crate) fn sample_entry<W: World>(world: &W) -> Result<Entry<W>, Failure> {
    let sample = world.sample().map_err(|trouble| world_failure(world, trouble))?;
    if let Some(name) = &sample.id {
        eprintln!(
            "note: no position is given; this is the built-in {name} (--moves, --black with --white, or --file give another)"
        );
    }
    Ok(sample)
}

/// The positions of a file.
pub(crate) fn read_file<W: World>(world: &W, path: &Path) -> Result<Positions<W>, Failure> {
    read_source(world, Source::File { name: &file_name(path), bytes: &read_bytes(path)? })
}

/// The positions of a source. Prints the notes about them.
pub(super) fn read_source<W: World>(world: &W, source: Source<'_>) -> Result<Positions<W>, Failure> {
    let _reading = interrupt::ends_at_once();
    let reading = world.read(source).map_err(|trouble| world_failure(world, trouble))?;
    reading.notes.iter().for_each(|note| eprintln!("note: {note}"));
    let file = match source {
        Source::File { name, .. } => Some(name.to_owned()),
        Source::Moves(_) | Source::SetUp(_) => None,
    };
    Ok(Positions { columns: reading.columns, entries: reading.entries, file, is_every_ply: false })
}

/// The games of a file, without the moves after the end of each game.
pub(crate) fn read_games<W: World>(world: &W, path: &Path) -> Result<Vec<Entry<W>>, Failure> {
    let _reading = interrupt::ends_at_once();
    let given = read_file(world, path)?;
    let mut progress = Progress::begin();
    let open = GivenPositions::of(world, given).map(&progress, Ok);
    progress.end();
    open
}

/// Whether a positional argument names a game and not a file.
pub(crate) fn is_game(path: &Path) -> bool {
    path.is_dir()
        || !path.exists() && path.to_str().is_some_and(|name| built_in().iter().any(|known| known == name))
}

/// Rejects `--every-ply` with positions that are set-ups, because only games have earlier positions.
pub(super) fn check_are_games<W: World>(given: &Positions<W>) -> Result<(), Failure> {
    let Some(entry) = given.entries.iter().find(|entry| entry.moves.is_none()) else { return Ok(()) };
    let place = given.place(entry).map_or_else(String::new, |place| format!(" at {place}"));
    let words = format!(
        "error: --every-ply walks through games, and there is a set-up{place}\n  give moves instead, or leave \
         out --every-ply"
    );
    Err(Failure::Message(words, USAGE_ERROR))
}

/// The failure for a missing file. Its name may be a misspelt name of a game.
pub(super) fn missing_file(path: &Path) -> Failure {
    let name = markup::of_path(path);
    let games = built_in();
    let near = nearest(&name, games.iter().map(String::as_str));
    let hint = near.map(|game| format!("\n  did you mean the game `{game}`?")).unwrap_or_default();
    Failure::Message(format!("error: there is no file `{name}`{hint}"), USAGE_ERROR)
}

/// The name of a file in messages; `standard input` for `-`.
pub(crate) fn file_name(file: &Path) -> String {
    if file.as_os_str() == "-" { STANDARD_INPUT.to_owned() } else { file.display().to_string() }
}

/// The contents of a file, or of standard input for `-`.
pub(crate) fn read_bytes(file: &Path) -> Result<Vec<u8>, Failure> {
    let _reading = interrupt::ends_at_once();
    let read = match file.as_os_str() == "-" {
        true => files::read_stream(interrupt::standard_input()?),
        false => files::read_named(file),
    };
    let name = file.display();
    read.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => missing_file(file),
        io::ErrorKind::FileTooLarge => {
            let most = files::MAX_FILE_SIZE >> 20;
            let words = format!("error: {name}: more than {most} MiB; divide it into several files");
            Failure::Message(words, MISTAKES)
        }
        _ => Failure::Message(format!("error: {name} cannot be read: {error}"), INTERNAL_ERROR),
    })
}
