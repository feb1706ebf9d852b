//! `noire solve`: wins that can be proved.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::{Args, ValueEnum};
use noire::bases::{Backend, Base};
use noire::board::{Colour, Diagram, Point, Position};
use noire::games::{FiveInARow, Game};
use noire::record::{Entry, Given};
use noire::search::classic::Classic;
use noire::search::limits::{Limits, Stopped};
use noire::search::solve::{Solution, Wanted, solve};
use noire::search::strategy::{FiveInARowStrategy, Reach};
use noire::search::threats::Threats;
use noire::verify::contract::breach;
use noire::verify::referee::Referee;
use serde_json::{Value, json};

use crate::backend::BaseArguments;
use crate::interrupt;
use crate::output::{Failure, Format, MISTAKES, count};
use crate::positions::Asked;
use crate::seconds::seconds;
use crate::text::{self, Boards};

mod proof;

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  noire solve --moves h8,g9,d8,h10,i8,i11,g7 --verify --proof
  noire solve --file positions.tsv --time 2 --verify --format json";

/// Search a win for the side to move, and prove it.
///
/// Does the side to move win? Fours are tried first, then threes, then quiet moves.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    asked: Asked<BaseArguments>,
    /// Rules up to this level are asked
    #[arg(long, value_name = "N", default_value_t = 7)]
    level: u32,
    /// The moves that are tried: fours only, threes as well, or quiet moves as well
    #[arg(long, value_enum, default_value = "quiet")]
    reach: ReachChoice,
    /// How wins are looked for: threats is ours, classic the one of the thesis
    #[arg(long, value_enum, default_value = "threats")]
    strategy: StrategyChoice,
    /// So many seconds for each position
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    time: Option<Duration>,
    /// So many examined positions for each position
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Play every proof out against every reply, with the rules of level 0 and nothing else; what does not stand is no
    /// longer believed, and listed
    #[arg(long)]
    verify: bool,
    /// Show the whole proof: a tree, or with json the positions with the attacker to move, as `nodes`
    #[arg(long)]
    proof: bool,
    /// text with a board, or json with an object per line
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    boards: Boards,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ReachChoice {
    Fours,
    Threats,
    Quiet,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StrategyChoice {
    Threats,
    Classic,
}

impl StrategyChoice {
    pub(crate) fn strategy(self) -> &'static FiveInARowStrategy {
        match self {
            StrategyChoice::Threats => &Threats,
            StrategyChoice::Classic => &Classic,
        }
    }
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let (base, backend) = arguments.asked.base.open()?;
    let positions = arguments.asked.positions.read()?;
    let wanted = Wanted {
        reach: match arguments.reach {
            ReachChoice::Fours => Reach::Fours,
            ReachChoice::Threats => Reach::Threats,
            ReachChoice::Quiet => Reach::Quiet,
        },
        levels: arguments.level,
        verify: arguments.verify && can_be_checked(&base, backend)?,
        limits: Limits {
            positions: arguments.nodes.unwrap_or(u64::MAX),
            time: arguments.time,
            stop: interrupt::stop()?,
            ..Limits::default()
        },
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let mut status = ExitCode::SUCCESS;
    for (at, entry) in positions.entries.iter().enumerate() {
        let position = entry.given.position();
        if let Some(oddity) = oddity(&entry.given) {
            let name = entry.id.as_ref().map_or_else(String::new, |id| format!("{id}: "));
            eprintln!("note: {name}{oddity}");
        }
        let solution = match playable(&base, backend, &entry.given) {
            Ok(mut game) => Ok(solve(arguments.strategy.strategy(), &mut game, &wanted)),
            Err(reason) => {
                status = ExitCode::from(MISTAKES);
                Err(reason)
            }
        };
        // Asked before the answer is seen: a Ctrl-C that follows on it is about the next position.
        let is_stopped = wanted.limits.stop.load(Ordering::Relaxed);
        match arguments.format {
            Format::Json => writeln!(out, "{}", object(&base, entry, &solution, arguments.proof))?,
            Format::Text => {
                text::begin(&mut out, &positions.entries, at)?;
                match &solution {
                    Ok(solution) => draw(&mut out, &base, &position, solution, arguments)?,
                    Err(reason) => writeln!(out, "{reason}")?,
                }
            }
        }
        out.flush()?;
        if is_stopped {
            let left = positions.entries.len() - at - 1;
            if left > 0 {
                eprintln!("note: not looked at: {}", count(left, "more position"));
            }
            return Ok(interrupt::status(&wanted.limits.stop));
        }
    }
    Ok(status)
}

/// Whether proofs can be played out in the game of this base. Those that are built in are held to it by tests.
fn can_be_checked(base: &Base, backend: Backend) -> Result<bool, Failure> {
    if base.has(Backend::Compiled) {
        return Ok(true);
    }
    let breach = breach(&Referee::new(base, backend))
        .map_err(|limit| Failure::Said(format!("error: who has won: {limit}"), MISTAKES))?;
    if let Some(breach) = &breach {
        eprintln!("note: in this game {breach}, so proofs are not checked");
    }
    Ok(breach.is_none())
}

/// The position as a game that goes on, or why it does not.
fn playable<'b>(base: &'b Base, backend: Backend, given: &Given) -> Result<FiveInARow<'b>, String> {
    let position = given.position();
    let Some(to_move) = position.to_move() else {
        return Err(
            "the position does not say whose turn it is: --to-move, or the column `to-move`, does".to_owned()
        );
    };
    if position.empty_fields().len() == Point::COUNT {
        return Err("there is no stone on the board".to_owned());
    }
    // Where there are moves, a pass among them tells why it is the turn of whoever set the last stone.
    let moved_last = position.last_move().is_some_and(|last| position.stones(to_move).contains(last));
    if moved_last && given.moves().is_none() {
        return Err(format!("{to_move} made the last move, and cannot be to move"));
    }
    let mut game = FiveInARow::new(base, backend, position.clone());
    match game.winner() {
        Err(_) => return Err("the question who has won reached the limit of work".to_owned()),
        Ok(Some(colour)) => return Err(format!("{colour} has won already")),
        Ok(None) => {}
    }
    if position.empty_fields().is_empty() {
        return Err("the board is full".to_owned());
    }
    Ok(game)
}

/// What is odd in a set-up that can be searched all the same.
fn oddity(given: &Given) -> Option<String> {
    if given.moves().is_some() {
        return None;
    }
    let position = given.position();
    let (black, white) = (position.stones(Colour::Black).len(), position.stones(Colour::White).len());
    let is_usual = match position.to_move()? {
        Colour::Black => black == white,
        Colour::White => black == white + 1,
    };
    let to_move = position.to_move()?;
    let stones = format!("{} and {}", count(black, "black stone"), count(white, "white one"));
    (!is_usual).then(|| format!("with {stones} {to_move} is to move only if somebody passed"))
}

fn line(moves: &[Point]) -> String {
    moves.iter().map(Point::to_string).collect::<Vec<_>>().join(",")
}

fn why_stopped(stopped: Stopped) -> &'static str {
    match stopped {
        Stopped::Positions => "so many positions were examined as were allowed",
        Stopped::Time => "the time is over",
        Stopped::Asked => "it was stopped",
        Stopped::Paused => "it was another search's turn",
        Stopped::Work => "a question to the rules reached the limit of work",
    }
}

/// What was found, every field in every object: what there is not is `null`.
fn object(base: &Base, entry: &Entry, solution: &Result<Solution, String>, whole: bool) -> Value {
    let mut object = json!({ "id": entry.id, "position": entry.text, "base": base.name() });
    for field in
        ["kind", "first", "line", "rule", "plies", "proof", "positions", "ms", "checked", "stopped", "error"]
    {
        object[field] = Value::Null;
    }
    object["findings"] = json!([]);
    let solution = match solution {
        Ok(solution) => solution,
        Err(reason) => {
            object["solved"] = false.into();
            object["error"] = reason.as_str().into();
            return object;
        }
    };
    object["solved"] = solution.won.is_some().into();
    if let Some(proof) = &solution.won {
        let (moves, claim) = proof.line();
        object["kind"] = proof.reach().name().into();
        object["first"] = proof.first().map(|first| first.to_string()).into();
        object["line"] = line(&moves).into();
        object["rule"] = claim.map(|claim| base.rules()[claim.rule].title()).into();
        object["plies"] = proof.plies().into();
        object["proof"] = proof.len().into();
        if whole {
            object["nodes"] = proof::nodes(base, proof);
        }
    }
    object["positions"] = solution.positions.into();
    object["ms"] = json!((solution.seconds * 1e6).round() / 1e3);
    object["checked"] = solution.checked.into();
    object["stopped"] = solution.stopped.map(why_stopped).into();
    let findings: Vec<Value> = solution
        .findings
        .iter()
        .map(|finding| {
            let rule = base.rules()[finding.claim.rule].title();
            json!({ "rule": rule, "plays": finding.plays.to_string(), "position": stones(&finding.position) })
        })
        .collect();
    object["findings"] = findings.into();
    object
}

/// The stones as a set-up is given: black, white.
fn stones(position: &Position) -> Value {
    let of = |colour| line(&position.stones(colour).iter().collect::<Vec<_>>());
    json!({ "black": of(Colour::Black), "white": of(Colour::White) })
}

fn draw(
    out: &mut impl Write,
    base: &Base,
    position: &Position,
    solution: &Solution,
    arguments: &Arguments,
) -> Result<(), Failure> {
    let colour = position.to_move().map_or_else(String::new, |colour| colour.to_string());
    let mut diagram = Diagram::of(position);
    let found = solution.won.as_ref().map(|proof| (proof, proof.line()));
    if let Some((_, (moves, _))) = &found {
        for (number, field) in moves.iter().enumerate().take(9) {
            diagram = diagram.mark(*field, (b'1' + number as u8) as char);
        }
    }
    write!(out, "{}", diagram.draw(arguments.boards.style()))?;
    match &found {
        Some((proof, (moves, claim))) => {
            let how = match proof.reach() {
                Reach::Fours => "by fours",
                Reach::Threats => "by fours and threes",
                Reach::Quiet => "by threats and quiet moves",
            };
            let checked = if solution.checked { ", checked against every reply" } else { "" };
            let moves_at_most = count(proof.plies() as usize, "move");
            writeln!(out, "{colour} wins {how} within {moves_at_most}{checked}")?;
            writeln!(out, "  {}", line(moves))?;
            if let Some(claim) = claim {
                let title = base.rules()[claim.rule].title();
                let so = if moves.len() == 1 { "by" } else { "and then" };
                writeln!(out, "  {so} {title}")?;
            }
            if arguments.proof {
                writeln!(out, "the proof:")?;
                proof::draw(out, base, proof)?;
            }
        }
        None => match solution.stopped {
            Some(stopped) => writeln!(out, "no win for {colour} was found: {}", why_stopped(stopped))?,
            None => writeln!(out, "no win for {colour} by the moves that were tried")?,
        },
    }
    for finding in &solution.findings {
        let rule = base.rules()[finding.claim.rule].title();
        writeln!(out, "\n{rule} claims a win by {} here, and does not stand:", finding.plays)?;
        write!(
            out,
            "{}",
            Diagram::of(&finding.position).mark(finding.plays, '*').draw(arguments.boards.style())
        )?;
    }
    let positions = count(usize::try_from(solution.positions).unwrap_or(usize::MAX), "position");
    writeln!(out, "{positions} examined in {:.3} s", solution.seconds)?;
    Ok(())
}
