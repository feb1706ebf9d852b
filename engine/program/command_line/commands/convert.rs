//! `noire convert`: converts game records from one format to another.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use blanche_compiler::runtime::Limits;
use clap::{Args, ValueEnum};
use noire_engine::bases::DEFAULT_BASE;
use noire_engine::record::{Format, Unwritable, Written};
use noire_engine::with_world;
use noire_engine::world::{Recording, Records, open};

use crate::command_line::output::{Failure, MISTAKES, USAGE_ERROR, count, write_file};
use crate::command_line::query_options::{
    GameOfRecord, GameSource as _, file_name, open_with_backends, read_bytes, reject_game_number,
    world_failure,
};
use crate::command_line::width;

/// Examples, printed at the end of the help text.
const EXAMPLES: &str = "\
Examples:
  noire convert game.psq --to sgf
  noire convert games.sgf --output games.tsv
  echo h8 i9 i8 | noire convert - --to sgf
  noire convert game.txt --game my-game/ --to diagrams";

/// Convert game records from one format to another.
///
/// Reports what the new format cannot hold. Formats for every game: moves (a plain list), lines (the moves of a game,
/// or a position, on each line), diagrams (the last positions). For games of stones also sgf (FF[4] for go-moku and
/// renju) and psq (Piskvork, Gomocup): these are five in a row on 15x15 fields, and a record of another size is
/// refused. For games defined by rule files also pdn, if the game has this notation. A missing result is added if the
/// rules of the game determine it; the game is the one that --game names, or that the record states.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The file with the games; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The format of the file; by default recognised by name and content
    #[arg(long, value_enum, value_name = "FORMAT")]
    from: Option<FormatChoice>,
    /// The format to write; by default determined by the extension of the --output file
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<FormatChoice>,
    /// Write to this file instead of standard output. An existing record is not overwritten
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Only this game of the file, counted from 1
    #[arg(long, value_name = "N")]
    record: Option<usize>,
    #[command(flatten)]
    game: GameOfRecord,
}

#[derive(Clone, Copy, ValueEnum)]
enum FormatChoice {
    Sgf,
    Psq,
    Moves,
    Lines,
    Diagrams,
    Pdn,
}

impl From<FormatChoice> for Format {
    fn from(choice: FormatChoice) -> Format {
        match choice {
            FormatChoice::Sgf => Format::Sgf,
            FormatChoice::Psq => Format::Psq,
            FormatChoice::Moves => Format::Moves,
            FormatChoice::Lines => Format::Lines,
            FormatChoice::Diagrams => Format::Diagrams,
            FormatChoice::Pdn => Format::Pdn,
        }
    }
}

/// Runs `noire convert`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let game = arguments.game.given_name()?;
    reject_game_number(game)?;
    let base = open(game.unwrap_or(DEFAULT_BASE), Limits::default())?;
    let backends = vec![base.backend()];
    with_world!(&open_with_backends(base, backends)?, |world| convert(world, arguments, game.is_some()))
}

/// Converts games. If the user named a game, the rules of that game are used instead of the rules that the records
/// state. This applies only to records of games of stones.
fn convert<W: Recording>(world: &W, arguments: &Arguments, is_named: bool) -> Result<ExitCode, Failure> {
    let to =
        arguments.to.map(Format::from).or_else(|| arguments.output.as_deref().and_then(Format::of_output));
    let Some(to) = to else {
        let [first, second, ..] = world.formats()[..] else { unreachable!("every game has several formats") };
        let words = match &arguments.output {
            Some(path) => format!(
                "error: the name `{}` does not say which format to write\n  known endings: {}\n  or write for instance: --to {first}",
                blanche_compiler::markup::of_path(path),
                Format::endings(&world.formats())
            ),
            None => format!(
                "error: no format to write is given\n  write for instance: --to {first}\n  or: --output game.{}",
                second.ending()
            ),
        };
        return Err(Failure::Message(words, USAGE_ERROR));
    };
    let name = file_name(&arguments.file);
    let (bytes, from) = (read_bytes(&arguments.file)?, arguments.from.map(Format::from));
    let read = world.records(&name, &bytes, from, arguments.record);
    let Records { mut games, notes } = read.map_err(|trouble| world_failure(world, trouble))?;
    if let Some(number) = arguments.record {
        games = vec![game_of_number(games, number)?];
    }
    notes.iter().for_each(|note| eprintln!("note: {note}"));
    let completed = |(line, mut game): (usize, W::FullRecord)| {
        for note in world.complete(&mut game, is_named) {
            eprintln!("note: {name}:{line}: {note}");
        }
        game
    };
    let games: Vec<W::FullRecord> = games.into_iter().map(completed).collect();
    let Written { text, losses } = world.write(&games, to).map_err(unwritable)?;
    for loss in losses {
        eprintln!("note: the format {to} has no room for {loss}");
    }
    match &arguments.output {
        None if io::stdout().is_terminal() => width::unwrapped_stdout(true).write_all(text.as_bytes())?,
        None => width::wrapped_stdout(false).write_all(text.as_bytes())?,
        Some(path) => write_file(path, &text, None)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The failure for games that cannot be written in this format.
fn unwritable(why: Unwritable) -> Failure {
    let (hint, status) = match why {
        Unwritable::Several { games: 2.., .. } => ("\n  choose one: --record 1", MISTAKES),
        Unwritable::NotHere { .. } => ("", USAGE_ERROR),
        _ => ("", MISTAKES),
    };
    Failure::Message(format!("error: {why}{hint}"), status)
}

/// The game with this number, counted from 1.
pub(crate) fn game_of_number<G>(games: Vec<G>, number: usize) -> Result<G, Failure> {
    let there = games.len();
    let game = number.checked_sub(1).and_then(|number| games.into_iter().nth(number));
    game.ok_or_else(|| no_such_game(number, there))
}

/// The failure for a game number that the file does not have.
pub(crate) fn no_such_game(number: usize, games: usize) -> Failure {
    let there = count(games, "game");
    Failure::Message(format!("error: there is no game {number}; the file holds {there}"), USAGE_ERROR)
}
