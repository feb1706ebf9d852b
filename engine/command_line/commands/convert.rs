//! `noire convert`: the record of a game from one format into another.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use crate::facts::Base;
use crate::games::judge;
use crate::record::{Format, GameRecord, Outcome, Written, open_games, read_all_games, write_games};
use blanche_compiler::runtime::Limits;
use clap::{Args, ValueEnum};

use crate::command_line::asked::{no_base, no_number};
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, MISTAKES, WRONG_USE, count, write_file};
use crate::command_line::width;

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  noire convert game.psq --to sgf
  noire convert games.sgf --output games.tsv
  echo h8 i9 i8 | noire convert - --to sgf";

/// Convert game records from one format to another.
///
/// The games are five in a row on 15x15 fields; a record of another size is refused, as only a game in text can have one. Reports
/// what the new format cannot hold. Formats: sgf (FF[4] for go-moku and renju), psq (Piskvork, Gomocup), moves (a
/// plain list), lines (a file of positions, a game to a line). A result that the record lacks is added where the rules of the game know it.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The file with the games; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The format of the file; by default recognised by name and content
    #[arg(long, value_enum, value_name = "FORMAT")]
    from: Option<FormatChoice>,
    /// The format to write; by default that of the ending of --output
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<FormatChoice>,
    /// Write to this file instead of standard output. A record that is there is not replaced
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Only this game of the file, counted from 1
    #[arg(long, value_name = "N")]
    record: Option<usize>,
    /// The games were played by the rules of this built-in game, whatever the record says
    #[arg(long, value_name = "NAME")]
    game: Option<String>,
    #[arg(long, hide = true, value_name = "NAME")]
    base: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum FormatChoice {
    Sgf,
    Psq,
    Moves,
    Lines,
}

impl From<FormatChoice> for Format {
    fn from(choice: FormatChoice) -> Format {
        match choice {
            FormatChoice::Sgf => Format::Sgf,
            FormatChoice::Psq => Format::Psq,
            FormatChoice::Moves => Format::Moves,
            FormatChoice::Lines => Format::Lines,
        }
    }
}

/// How messages call what is read from `-`.
const STANDARD_INPUT: &str = "standard input";

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let to = arguments.to.map(Format::from).or_else(|| arguments.output.as_deref().and_then(Format::of_path));
    let Some(to) = to else {
        return Err(Failure::Said(
            "error: no format to write is given\n  write for instance: --to sgf\n  or: --output game.psq"
                .to_owned(),
            WRONG_USE,
        ));
    };
    if let Some(name) = &arguments.base {
        return Err(no_base(name));
    }
    no_number(arguments.game.as_deref())?;
    if let Some(rules) = &arguments.game
        && !Base::built_in().iter().any(|base| base.name == rules)
    {
        let names: Vec<&str> = Base::built_in().iter().map(|base| base.name).collect();
        return Err(Failure::Said(
            format!("error: there is no game of stones `{rules}`\n  they are {}", names.join(", ")),
            WRONG_USE,
        ));
    }
    let mut games = read(arguments)?;
    if let Some(number) = arguments.record {
        games = vec![numbered(games, number)?];
    }
    for (number, game) in games.iter_mut().enumerate() {
        if let Some(rules) = &arguments.game {
            game.rules = Some(rules.clone());
        }
        look_at_the_end(number + 1, game);
    }
    let Written { text, losses } = write_games(&games, to).map_err(|error| {
        let several = matches!(error, crate::record::Unwritable::Several { games: 2.., .. });
        let hint = if several { "\n  choose one: --record 1" } else { "" };
        Failure::Said(format!("error: {error}{hint}"), MISTAKES)
    })?;
    for loss in losses {
        eprintln!("note: the format {to} has no room for {loss}");
    }
    match &arguments.output {
        None if io::stdout().is_terminal() => width::whole_lines(true).write_all(text.as_bytes())?,
        None => width::out(false).write_all(text.as_bytes())?,
        Some(path) => write_file(path, &text, None)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The game of this number, counted from 1, among those of a file.
pub(crate) fn numbered<G>(games: Vec<G>, number: usize) -> Result<G, Failure> {
    let there = games.len();
    let game = number.checked_sub(1).and_then(|number| games.into_iter().nth(number));
    game.ok_or_else(|| no_such_game(number, there))
}

/// That there is no game of this number in a file with so many.
pub(crate) fn no_such_game(number: usize, games: usize) -> Failure {
    let there = count(games, "game");
    Failure::Said(format!("error: there is no game {number}; the file holds {there}"), WRONG_USE)
}

/// The games of the file; remarks on it go to standard error.
fn read(arguments: &Arguments) -> Result<Vec<GameRecord>, Failure> {
    let format = arguments.from.map(Format::from);
    let name = arguments.file.display().to_string();
    let read = if name == "-" {
        read_all_games(STANDARD_INPUT, interrupt::standard_input()?, format)
    } else {
        open_games(&arguments.file, format)
    };
    let (file, _) = read?;
    for note in &file.notes {
        eprintln!("note: {note}");
    }
    Ok(file.games)
}

/// Adds the result by the rules of the game where there is none, and says where the record and the rules differ.
fn look_at_the_end(number: usize, game: &mut GameRecord) {
    let Some(name) = &game.rules else { return };
    if !Base::built_in().iter().any(|base| base.name == name) {
        return;
    }
    let Ok(base) = Base::open(name, Limits::default()) else { return };
    let Ok(Some(judged)) = judge(game, &base, base.backend()) else { return };
    let outcome = judged.outcome;
    if judged.moves < game.moves.len() {
        let after = count(game.moves.len() - judged.moves, "move");
        let ended = judged.before_the_last_move(name);
        eprintln!("note: game {number}: {ended}; behind that the record has {after} more");
    }
    match game.result {
        None => {
            eprintln!("note: game {number}: the result is added by the rules of {name}: {outcome}");
            game.result = Some(outcome);
        }
        Some(said) if !agree(said, outcome) => {
            eprintln!(
                "note: game {number}: the record says `{said}`, and the rules of {name} say `{outcome}`"
            );
        }
        Some(said) if said.reason().is_none() => game.result = Some(outcome),
        Some(_) => {}
    }
}

/// The record says the same, or the same with less.
fn agree(said: Outcome, judged: Outcome) -> bool {
    said == judged
        || judged
            .reason()
            .is_some_and(|reason| said.reason().is_none() && said.because(reason) == Some(judged))
}
