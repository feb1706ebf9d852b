//! Whether the side to move wins, loses or draws in a game in text: alpha-beta follows every line to its end, or as far as the limits
//! let it.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use blanche_compiler::game::{Fault, Move, Past};
use blanche_compiler::runtime::{Limits, Position};
use serde_json::json;

use super::Arguments;
use crate::command_line::asked::{answered_by, troubled};
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, Format, WRONG_USE, count};
use crate::command_line::text;
use crate::command_line::width;
use crate::laboratory::analysis::text::Text as Analysed;
use crate::laboratory::analysis::{Analyst, Looked, Wanted, Worth};
use crate::progress::Progress;
use crate::search::player::Budget;
use crate::world::{AnyWorld, Entry, Marks, Saying as _, Text, Trouble, World as _, open};

/// What is known of a position at last.
struct Solved {
    worth: Option<Worth>,
    line: Vec<Move>,
    positions: u64,
    seconds: f64,
    /// Why a question to the rules was given up, if one was.
    given_up: Option<String>,
}

impl Solved {
    /// What was found of a position in which nobody has to move any more.
    fn over(worth: Worth) -> Solved {
        Solved { worth: Some(worth), line: Vec::new(), positions: 0, seconds: 0.0, given_up: None }
    }

    fn of(looked: Looked<Move>) -> Solved {
        let Looked { mut candidates, is_solved, given_up, positions, time } = looked;
        let best = (!candidates.is_empty()).then(|| candidates.swap_remove(0));
        let worth = best.as_ref().map(|best| best.worth);
        let is_known = |worth: &Worth| is_solved || matches!(worth, Worth::Wins(_));
        let worth = worth.filter(is_known).filter(|worth| !matches!(worth, Worth::Scored(_)));
        let line = best.filter(|_| worth.is_some()).map(|best| best.line).unwrap_or_default();
        Solved { worth, line, positions, seconds: time.as_secs_f64(), given_up }
    }

    /// `won`, `lost`, `drawn` or `not decided`.
    fn outcome(&self) -> &'static str {
        match self.worth {
            Some(Worth::Wins(_)) => "won",
            Some(Worth::Loses(_)) => "lost",
            Some(Worth::Drawn) => "drawn",
            Some(Worth::Scored(_)) | None => "not decided",
        }
    }

    /// Within how many moves of both sides somebody wins.
    fn plies(&self) -> Option<u32> {
        match self.worth {
            Some(Worth::Wins(plies) | Worth::Loses(plies)) => Some(plies),
            _ => None,
        }
    }
}

/// Solves the positions of a game that are given, or its start.
pub(super) fn run(arguments: &Arguments, name: &str) -> Result<ExitCode, Failure> {
    let stop = interrupt::stop()?;
    let base = open(name, Limits::default())?.stopped_by(interrupt::sign()?);
    let backend = arguments.backend.choice().map_or_else(|| base.backend(), |choice| choice.backends()[0]);
    let AnyWorld::Text(world) = answered_by(base, vec![backend])? else {
        unreachable!("games in text only are solved here")
    };
    let entries = match arguments.subject.has_no_position() {
        true => vec![Entry::alone(String::new(), None, Some(Vec::new()))],
        false => arguments.subject.read(&world)?.entries,
    };
    let budget = Budget {
        time: arguments.time,
        positions: arguments.nodes,
        levels: arguments.level,
        is_valuing: true,
        stop: Arc::clone(&stop),
        ..Budget::default()
    };
    let Some(mut analysed) = Analysed::new(world.rules(), budget) else {
        let words = format!("error: {name} is not a game of two players, and no search plays it");
        return Err(Failure::Said(words, WRONG_USE));
    };
    let (mut out, progress) = (Vec::new(), Progress::begin());
    for (at, entry) in entries.iter().enumerate() {
        progress.position(at, entries.len());
        let place = place(&world, entry).map_err(|trouble| troubled(&world, trouble))?;
        let solved = solved(&mut analysed, &place);
        let solved = solved.map_err(|fault| troubled(&world, Trouble::Game(fault)))?;
        match arguments.format {
            Format::Json => writeln!(out, "{}", object(&world, entry, &solved))?,
            Format::Text => {
                text::begin(&mut out, (at, entries.len()), entry.id.as_deref(), &entry.text)?;
                tell(&mut out, &world, (&place.0, &solved), arguments)?;
                width::fit(&mut out, true);
            }
        }
        progress.print(&mut out)?;
        if is_set(&stop) {
            let left = entries.len() - at - 1;
            if left > 0 {
                progress.aside(|| eprintln!("note: not looked at: {}", count(left, "more position")));
            }
            break;
        }
    }
    Ok(interrupt::status(&stop))
}

fn is_set(stop: &AtomicBool) -> bool {
    stop.load(Ordering::Relaxed)
}

/// A position, and how often those before it have stood.
fn place(world: &Text, entry: &Entry<Text>) -> Result<(Position, Past), Trouble> {
    let (rules, mut position) = (world.rules(), entry.start(world)?);
    let mut past = Past::new(rules, &position);
    for mv in entry.moves.as_deref().unwrap_or_default() {
        rules.play_on(&mut position, *mv, &mut past)?;
    }
    Ok((position, past))
}

fn solved(analysed: &mut Analysed<'_>, place: &(Position, Past)) -> Result<Solved, Fault> {
    if let Some(worth) = analysed.ended(place)? {
        return Ok(Solved::over(worth));
    }
    let looked = analysed.best(place, Wanted { best: 1, played: None, besides: &[] })?;
    Ok(Solved::of(looked))
}

fn tell(
    out: &mut impl Write,
    world: &Text,
    (position, solved): (&Position, &Solved),
    arguments: &Arguments,
) -> io::Result<()> {
    write!(out, "{}", world.draw(position, &Marks::default(), arguments.boards.style()))?;
    writeln!(out, "{}", world.standing(position))?;
    let side = world.to_move(position).unwrap_or_default();
    let within = solved.plies().filter(|plies| *plies > 0);
    let within = within.map(|plies| format!(" within {}", count(plies as usize, "move")));
    let within = within.unwrap_or_default();
    let line = world.moves_text(&solved.line);
    match solved.worth {
        Some(Worth::Wins(_)) => writeln!(out, "won: {side} wins{within}: {line}")?,
        Some(Worth::Loses(0)) => writeln!(out, "lost: {side} has lost")?,
        Some(Worth::Loses(_)) => {
            writeln!(out, "lost: {side} loses{within}, whatever it plays; {line} holds out longest")?;
        }
        Some(Worth::Drawn) if line.is_empty() => writeln!(out, "drawn")?,
        Some(Worth::Drawn) => writeln!(out, "drawn with the best play of both sides: {line}")?,
        Some(Worth::Scored(_)) | None => writeln!(out, "not decided")?,
    }
    let seconds = solved.seconds;
    writeln!(out, "{} examined in {seconds:.3} s", count(solved.positions as usize, "position"))?;
    match &solved.given_up {
        Some(words) => writeln!(out, "{words}"),
        None => Ok(()),
    }
}

fn object(world: &Text, entry: &Entry<Text>, solved: &Solved) -> serde_json::Value {
    let words = |mv: &Move| world.moves_text(std::slice::from_ref(mv));
    let line: Vec<String> = solved.line.iter().map(words).collect();
    json!({
        "id": entry.id,
        "position": entry.text,
        "base": world.contents().name,
        "outcome": solved.outcome(),
        "solved": matches!(solved.worth, Some(Worth::Wins(_))),
        "first": line.first(),
        "line": line,
        "plies": solved.plies(),
        "positions": solved.positions,
        "ms": (solved.seconds * 1e6).round() / 1e3,
        "error": solved.given_up,
    })
}
