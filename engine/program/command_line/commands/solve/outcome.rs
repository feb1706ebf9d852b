//! Prints the result for a position, as text and as JSON: the win, whether the win was checked, and which earlier
//! proofs failed the check.

use std::io::{self, Write};
use std::time::Duration;

use noire_engine::board::{Color, Diagram, Point, PointSet, Position};
use noire_engine::facts::Base;
use noire_engine::games::Claim;
use noire_engine::games::requirements::{MissingRequirement, Requirement};
use noire_engine::search::check::{Fault, Undecided};
use noire_engine::search::limits::Stopped;
use noire_engine::search::proof::Proof;
use noire_engine::search::reports;
use noire_engine::search::solve::{Check, Finding, Solution};
use noire_engine::search::strategy::{ThreatClass, Untried};
use serde_json::{Value, json};

use super::proof;
use super::solvable::Row;
use super::threat_search::{ThreatResult, ThreatSolver};
use crate::command_line::output::{Failure, count};

fn line(moves: &[Point]) -> String {
    moves.iter().map(Point::to_string).collect::<Vec<_>>().join(",")
}

/// Why the win in a solution was not checked. `None` if it was checked, or if there is no win.
fn why_unchecked(solution: &Solution<Point>, check: Check) -> Option<String> {
    if solution.checked || solution.first().is_none() {
        return None;
    }
    let why = match (&solution.won, solution.undecided, solution.stopped) {
        (None, _, Some(stopped)) => {
            return Some(format!("not proved, and not checked: {}", why_stopped(stopped)));
        }
        (_, Some(Undecided::Stopped(stopped)), _) => why_stopped(stopped),
        (_, Some(Undecided::Nodes), _) => "the check reached its limit of moves",
        (_, Some(Undecided::Work), _) => why_stopped(Stopped::Work),
        _ if check == Check::No => "the win was not played out",
        _ => "the check was not made",
    };
    Some(format!("not checked: {why}"))
}

fn why_stopped(stopped: Stopped) -> &'static str {
    match stopped {
        Stopped::Positions => "the position limit was reached",
        Stopped::Time => "the time is over",
        Stopped::Requested => "it was stopped",
        Stopped::Memory => "the memory limit is too small to assemble the proof",
        Stopped::Paused => "it was another search's turn",
        Stopped::Work => "a query reached its step or memory limit",
    }
}

/// The moves that a search did not try, as a name for JSON and as a description.
fn left_out(untried: Untried) -> (&'static str, String) {
    match untried {
        Untried::Class(ThreatClass::Fours) => ("fours", "fours".to_owned()),
        Untried::Class(ThreatClass::Threats) => ("threes", "threes".to_owned()),
        Untried::Class(ThreatClass::Quiet) => ("quiet moves", "quiet moves".to_owned()),
        Untried::LaterMoves => (
            "later moves",
            "moves that the base does not export as forcing, except for the first move; after such a first move, all moves except fours and threes"
                .to_owned(),
        ),
        Untried::LongLines(positions) => (
            "long lines",
            format!("lines of fours after a quiet move that take more than {positions} positions to find"),
        ),
        Untried::Deeper(moves) => ("deeper lines", format!("lines of more than {moves} moves")),
    }
}

/// Fills in the result of a search in a row of `--format json`.
pub(super) fn fill(solver: &ThreatSolver<'_>, row: &mut Row<'_>, position: &Position, proved: &ThreatResult) {
    let (base, ThreatResult { solution, class }) = (solver.base, proved);
    row.solved = solution.first().is_some();
    row.outcome = if row.solved { "won" } else { "not decided" };
    row.first = solution.first().map(|first| first.to_string());
    if let Some(proof) = &solution.won {
        let (moves, claim) = proof.line();
        row.kind = Some(proof.class(base.on(base.backend()).replied()).name());
        row.line = Some(moves.iter().map(Point::to_string).collect());
        row.rule = claim.map(|claim| base.contents().rules[claim.rule].title());
        row.plies = Some(proof.plies());
        row.proof = Some(proof.len());
        row.nodes = solver.arguments.proof.then(|| proof::nodes(base, proof));
    }
    row.class = class.map(ThreatClass::name);
    row.positions = Some(solution.positions);
    row.per_second = Some(speed(solution));
    row.ms = Some((solution.seconds * 1e6).round() / 1e3);
    row.checked = Some(solution.checked);
    row.stopped = solution.stopped.map(why_stopped);
    row.unchecked = why_unchecked(solution, solver.options.check);
    row.untried = solution.untried.iter().map(|untried| left_out(*untried).0).collect();
    let findings =
        solution.findings.iter().map(|finding| failed_proof_object(base, &place(position, finding), finding));
    row.findings = findings.collect();
}

/// The position in which the search found that an earlier proof fails.
fn place(position: &Position, finding: &Finding<Point>) -> Position {
    let mut place = position.clone();
    for mv in &finding.unproved.path {
        match mv {
            Some(mv) => place.play(*mv).expect("the search has made this move"),
            None => place.set_to_move(place.to_move().map(Color::other)),
        }
    }
    place
}

/// An earlier proof that failed, as JSON. Each object contains all fields.
fn failed_proof_object(base: &Base, position: &Position, finding: &Finding<Point>) -> Value {
    let mut object = json!({
        "kind": null,
        "rule": null,
        "export": finding.export,
        "plays": null,
        "replies": [],
        "position": stones(position),
    });
    let rule = |claim: &Claim| base.contents().rules[claim.rule].title();
    let kind = match &finding.unproved.fault {
        Fault::Claim(claim, plays) => {
            object["rule"] = rule(claim).into();
            object["plays"] = plays.to_string().into();
            "claim"
        }
        Fault::Threat(claim) => {
            object["rule"] = rule(claim).into();
            "threat"
        }
        Fault::Move(plays) => {
            object["plays"] = plays.to_string().into();
            "move"
        }
        Fault::Replies(threat, replies) => {
            object["rule"] = threat.rule().as_ref().map(rule).into();
            object["replies"] = replies.iter().map(|reply| reply.to_string()).collect();
            "replies"
        }
        Fault::Undecided(_) => "undecided",
    };
    object["kind"] = kind.into();
    object
}

/// The stones of both colours, in the notation of the options `--black` and `--white`.
fn stones(position: &Position) -> Value {
    let of = |color| line(&position.stones(color).iter().collect::<Vec<_>>());
    json!({ "black": of(Color::Black), "white": of(Color::White) })
}

pub(super) fn draw(
    out: &mut impl Write,
    solver: &ThreatSolver<'_>,
    position: &Position,
    solution: &Solution<Point>,
) -> Result<(), Failure> {
    let ThreatSolver { base, missing, arguments, .. } = solver;
    let check = solver.options.check;
    let color = position.to_move().map_or_else(String::new, |color| color.to_string());
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
            write_win(out, (base, &color), (proof, moves, *claim), why_unchecked(solution, check))?;
            if arguments.proof {
                writeln!(out, "the proof:")?;
                proof::draw(out, base, proof)?;
            }
        }
        None => match (solution.seen, solution.stopped) {
            (Some(seen), _) => {
                writeln!(out, "{color} wins by {seen}, according to the search")?;
                writeln!(out, "  {}", why_unchecked(solution, check).unwrap_or_default())?;
            }
            (None, Some(stopped)) => writeln!(out, "no win for {color} was found: {}", why_stopped(stopped))?,
            (None, None) => match why_none(missing, position) {
                Some(requirement) => writeln!(out, "no win for {color} was found: {requirement}")?,
                None => write_none(out, &color, &solution.untried)?,
            },
        },
    }
    for finding in &solution.findings {
        let position = place(position, finding);
        writeln!(out, "\n{}", failed_proof_text(base, &position, finding))?;
        let mut diagram = Diagram::of(&position);
        for field in fields(&finding.unproved.fault) {
            diagram = diagram.mark(field, '*');
        }
        write!(out, "{}", diagram.draw(arguments.boards.style()))?;
    }
    let positions = count(usize::try_from(solution.positions).unwrap_or(usize::MAX), "position");
    let speed = match speed(solution) {
        0 => String::new(),
        speed => format!(", {speed} a second"),
    };
    writeln!(out, "{positions} examined in {:.3} s{speed}", solution.seconds)?;
    Ok(())
}

/// Number of positions examined per second.
fn speed(solution: &Solution<Point>) -> u64 {
    reports::per_second(solution.positions, Duration::from_secs_f64(solution.seconds))
}

/// Prints that the search ended without a win, and which moves it did not try.
fn write_none(out: &mut impl Write, color: &str, untried: &[Untried]) -> io::Result<()> {
    writeln!(out, "no win for {color} by the moves that were tried")?;
    untried.iter().try_for_each(|untried| writeln!(out, "  not tried: {}", left_out(*untried).1))
}

/// Prints the win: the winner, the kind of threats and the line. If the win was not checked, also prints why.
fn write_win(
    out: &mut impl Write,
    (base, color): (&Base, &str),
    (proof, moves, claim): (&Proof<Point>, &[Point], Option<Claim>),
    unchecked: Option<String>,
) -> io::Result<()> {
    let how = match proof.class(base.on(base.backend()).replied()) {
        ThreatClass::Fours => "by fours",
        ThreatClass::Threats => "by fours and threes",
        ThreatClass::Quiet => "by threats and quiet moves",
    };
    let moves_at_most = count(proof.plies() as usize, "move");
    match unchecked {
        None => {
            writeln!(out, "{color} wins {how} within {moves_at_most}, checked against every reply")?;
        }
        Some(why) => {
            writeln!(out, "{color} wins {how} within {moves_at_most}, according to the search")?;
            writeln!(out, "  {why}")?;
        }
    }
    writeln!(out, "  {}", line(moves))?;
    if let Some(claim) = claim {
        let title = base.contents().rules[claim.rule].title();
        let so = if moves.len() == 1 { "by" } else { "and then" };
        writeln!(out, "  {so} {title}")?;
    }
    Ok(())
}

/// The rule or export that the base lacks, if this is the reason why the side to move cannot win or has no moves to
/// try.
fn why_none<'l>(missing: &'l [MissingRequirement], position: &Position) -> Option<&'l MissingRequirement> {
    let color = position.to_move()?;
    let lacks_it = |requirement: Requirement| {
        missing.iter().find(|missing| missing.requirement == requirement && missing.colors.contains(&color))
    };
    [Requirement::Ends, Requirement::Forcing].into_iter().find_map(lacks_it)
}

/// Describes why an earlier proof failed. The fields that it mentions are marked in the diagram that follows.
fn failed_proof_text(base: &Base, position: &Position, finding: &Finding<Point>) -> String {
    let rule = |claim: &Claim| base.contents().rules[claim.rule].title();
    match &finding.unproved.fault {
        Fault::Claim(claim, plays) => {
            format!("{} claims a win by {plays} here, but is refuted:", rule(claim))
        }
        Fault::Threat(claim) => {
            let to_move = position.to_move().map_or_else(String::new, |color| color.to_string());
            format!("{} claims a win here if {to_move} does nothing, but is refuted:", rule(claim))
        }
        Fault::Move(plays) => format!("an earlier proof plays {plays} here, which cannot be played:"),
        Fault::Replies(threat, replies) => {
            let replies = line(replies);
            let threat = threat.rule().as_ref().map(rule);
            match (threat, finding.export) {
                (Some(threat), Some(export)) => {
                    format!("the export `{export}` leaves out {replies}, which stop {threat} here:")
                }
                (Some(threat), None) => format!("the search left out {replies}, which stop {threat} here:"),
                (None, _) => {
                    format!("the search left out {replies}, which stop the line that it threatens here:")
                }
            }
        }
        Fault::Undecided(_) => "an earlier proof was not checked completely here:".to_owned(),
    }
}

/// The fields to mark for a failed proof.
fn fields(fault: &Fault<Point>) -> PointSet {
    match fault {
        Fault::Claim(_, field) | Fault::Move(field) => [*field].into_iter().collect(),
        Fault::Replies(_, replies) => replies.iter().copied().collect(),
        Fault::Threat(_) | Fault::Undecided(_) => PointSet::EMPTY,
    }
}
