//! `noire solve --line`: checks whether a line of moves wins for the side that begins it.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use noire_engine::progress::Progress;
use noire_engine::world::{Entry, Marks, WorldError, WorldExt as _};
use noire_laboratory::line_check::{
    CheckedMove, LineCheckWorld, LineLimits, LineVerdict, Verdict, check_line, line_verdict,
};
use serde_json::{Value, json};

use super::Arguments;
use crate::command_line::answer_text::print_heading;
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, Format, USAGE_ERROR, count};
use crate::command_line::query_options::world_failure;
use crate::command_line::width;

/// Maximum number of positions to search for each move of a line, by default.
const DEFAULT_POSITIONS: u64 = 1_000_000;

/// Checks the line `text` in each specified position, and prints the results.
pub(super) fn check_lines<W: LineCheckWorld>(
    world: &W,
    arguments: &Arguments,
    text: &str,
) -> Result<ExitCode, Failure> {
    if text.split([',', ' ']).all(str::is_empty) {
        let words = "error: --line has no move\n  give the moves, as in --line h8,h9";
        return Err(Failure::Message(words.to_owned(), USAGE_ERROR));
    }
    let stop = interrupt::stop_flag()?;
    let mut positions = arguments.subject.each(world)?;
    let of = positions.number();
    let (mut out, progress) = (Vec::new(), Progress::begin());
    while let Some(given) = positions.next(&progress)? {
        let checked = check(world, arguments, (&given.entry, text), &stop, &|share| {
            progress.show((given.at as f64 + share) / of as f64, "replies to the moves of the line");
        });
        let checked = checked.map_err(|trouble| world_failure(world, trouble))?;
        match arguments.format {
            Format::Json => writeln!(out, "{}", object(world, &given.entry, &checked))?,
            Format::Text => {
                let position = given.position(world)?;
                let entry = &given.entry;
                print_heading(&mut out, (given.at, of), entry.id.as_deref(), &entry.text)?;
                let board = world.draw(&position, &Marks::default(), arguments.boards.style());
                write!(out, "{board}\n{}", lines(world, &checked))?;
                width::fit_to_terminal(&mut out, true);
            }
        }
        progress.print(&mut out)?;
        if interrupt::is_stopped(&stop, of - given.at - 1, &progress) {
            break;
        }
    }
    Ok(interrupt::status(&stop))
}

fn check<W: LineCheckWorld>(
    world: &W,
    arguments: &Arguments,
    (entry, text): (&Entry<W>, &str),
    stop: &Arc<AtomicBool>,
    show: &dyn Fn(f64),
) -> Result<Vec<CheckedMove<W::Move>>, WorldError> {
    let start = entry.start(world)?;
    let moves = entry.moves.as_deref().unwrap_or_default();
    let line = world.read_line(&start, moves, text)?;
    let limits = LineLimits {
        positions: arguments.nodes.unwrap_or(DEFAULT_POSITIONS),
        time: arguments.time,
        levels: arguments.level,
        stop: Arc::clone(stop),
    };
    check_line(world, (&start, moves), &line, &limits, &mut |progress| {
        show((progress.at as f64 + progress.share) / line.len().max(1) as f64);
    })
}

/// The checked moves, one in each line, and the verdict on the whole line.
fn lines<W: LineCheckWorld>(world: &W, checked: &[CheckedMove<W::Move>]) -> String {
    let moves: Vec<String> =
        checked.iter().map(|one| world.moves_text(std::slice::from_ref(&one.mv))).collect();
    let widest = moves.iter().map(|mv| mv.chars().count()).max().unwrap_or_default();
    let mut text = String::new();
    for (at, one) in checked.iter().enumerate() {
        let words = match (&one.verdict, &one.end) {
            (_, Some(end)) => end.words.clone(),
            (Some(verdict), None) => verdict_text(world, verdict),
            (None, None) if one.player == checked[0].player => "not checked".to_owned(),
            (None, None) => "the reply".to_owned(),
        };
        text += &format!("{:>2}. {:widest$}  {}: {words}\n", at + 1, moves[at], one.player);
    }
    if let Some(words) = verdict_words(world, checked, &moves) {
        text += &words;
        text.push('\n');
    }
    text
}

/// The verdict on a move after which the game goes on.
fn verdict_text<W: LineCheckWorld>(world: &W, verdict: &Verdict<W::Move>) -> String {
    match verdict {
        Verdict::Ends => "wins".to_owned(),
        Verdict::Wins { replies, plies } => {
            let within =
                plies.map_or(String::new(), |plies| format!(", within {}", count(plies as usize, "move")));
            match replies {
                Some(replies) => format!("wins against each of {}{within}", count_replies(*replies)),
                None => format!("wins against every reply{within}"),
            }
        }
        Verdict::Refuted { is_lost, line } => {
            let result = if *is_lost { "wins for the other side" } else { "draws" };
            format!("refuted: {} {result}", world.moves_text(line))
        }
        Verdict::Undecided { reply: Some(reply) } => {
            format!("not decided: no win was found after {}", world.moves_text(&[*reply]))
        }
        Verdict::Undecided { reply: None } => "not decided: the search had no time".to_owned(),
    }
}

fn count_replies(number: usize) -> String {
    if number == 1 { "1 reply".to_owned() } else { format!("{number} replies") }
}

/// The verdict on the whole line as a sentence. `None` for a line without moves.
fn verdict_words<W: LineCheckWorld>(
    world: &W,
    checked: &[CheckedMove<W::Move>],
    moves: &[String],
) -> Option<String> {
    let attacker = &checked.first()?.player;
    let at = |at: usize| format!("move {}, {}", at + 1, moves[at]);
    let has_won = checked.iter().any(|one| one.verdict == Some(Verdict::Ends));
    Some(match line_verdict(checked) {
        LineVerdict::Wins if has_won => format!("the line wins for {attacker}"),
        LineVerdict::Wins => {
            format!("the line wins for {attacker}: it is not played to its end, but every reply loses")
        }
        LineVerdict::Refuted(move_at) => match &checked[move_at].verdict {
            Some(Verdict::Refuted { line, .. }) if !line.is_empty() => {
                format!("the line fails at {}: {}", at(move_at), world.moves_text(&line[..1]))
            }
            _ => format!("the line fails at {}", at(move_at)),
        },
        LineVerdict::Undecided(move_at) => {
            format!("not decided at {}: --nodes and --time set the limits", at(move_at))
        }
    })
}

/// The result for a position as a JSON object.
fn object<W: LineCheckWorld>(world: &W, entry: &Entry<W>, checked: &[CheckedMove<W::Move>]) -> Value {
    let text = |mv: &W::Move| world.moves_text(std::slice::from_ref(mv));
    let rows = checked.iter().map(|one| {
        let (verdict, reply) = match &one.verdict {
            None => (None, Vec::new()),
            Some(Verdict::Ends) => (Some("ends"), Vec::new()),
            Some(Verdict::Wins { .. }) => (Some("wins"), Vec::new()),
            Some(Verdict::Refuted { is_lost: true, line }) => (Some("loses"), line.clone()),
            Some(Verdict::Refuted { is_lost: false, line }) => (Some("draws"), line.clone()),
            Some(Verdict::Undecided { reply }) => (Some("not decided"), reply.iter().copied().collect()),
        };
        let (replies, plies) = match one.verdict {
            Some(Verdict::Wins { replies, plies }) => (replies, plies),
            _ => (None, None),
        };
        json!({
            "move": text(&one.mv),
            "player": one.player,
            "verdict": verdict,
            "replies": replies,
            "plies": plies,
            "refutation": reply.iter().map(text).collect::<Vec<_>>(),
            "end": one.end.as_ref().map(|end| &end.words),
            "positions": one.positions,
        })
    });
    let (verdict, at) = match line_verdict(checked) {
        LineVerdict::Wins => ("wins", None),
        LineVerdict::Refuted(at) => ("refuted", Some(at + 1)),
        LineVerdict::Undecided(at) => ("not decided", Some(at + 1)),
    };
    json!({
        "id": entry.id,
        "position": entry.text,
        "game": world.contents().name,
        "verdict": verdict,
        "at": at,
        "line": rows.collect::<Vec<_>>(),
    })
}
