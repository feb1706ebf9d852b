//! What a match has come to, as text and as an object.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::json;

use super::Arguments;
use crate::laboratory::engine_match::score::elo;
use crate::laboratory::engine_match::{Match, MatchScore, Played};

/// How often each end came, by its name.
fn ends(games: &[Played]) -> BTreeMap<&'static str, usize> {
    let mut ends = BTreeMap::new();
    for outcome in games.iter().filter_map(|played| played.record.result) {
        *ends.entry(outcome.reason().unwrap_or("unknown")).or_insert(0) += 1;
    }
    ends
}

/// The slowest move of a contestant, in milliseconds, and the positions that it has examined.
fn used(games: &[Played], at: usize) -> (f64, u64) {
    let slowest = games.iter().map(|played| played.slowest[at]).max().unwrap_or_default();
    (slowest.as_secs_f64() * 1e3, games.iter().map(|played| played.positions[at]).sum())
}

pub(super) fn tell(out: &mut impl Write, contest: &Match<'_>, games: &[Played]) -> io::Result<()> {
    let score = MatchScore::of(games);
    let [first, second] = contest.contestants.map(|contestant| &contestant.name);
    writeln!(out, "{first} against {second}, {}, seed {}\n", contest.terms.base.name(), contest.seed)?;
    tell_score(out, &score)?;
    let ends: Vec<String> = ends(games).into_iter().map(|(end, times)| format!("{end} {times}")).collect();
    writeln!(out, "  ends: {}", ends.join(", "))?;
    for (at, name) in [first, second].into_iter().enumerate() {
        let (slowest, positions) = used(games, at);
        writeln!(out, "  {name}: slowest move {slowest:.0} ms, {positions} positions examined")?;
    }
    Ok(())
}

/// Wins, draws and losses, and the score with its error bar.
pub(crate) fn tell_score(out: &mut impl Write, score: &MatchScore) -> io::Result<()> {
    if score.games() == 0 {
        return writeln!(out, "  no game was finished");
    }
    writeln!(
        out,
        "  {} games: {} won, {} drawn, {} lost",
        score.games(),
        score.wins,
        score.draws,
        score.losses
    )?;
    match score.interval() {
        Some((low, high)) => writeln!(
            out,
            "  score {:.1} %, at 95 % between {:.1} and {:.1}; Elo {}, between {} and {}",
            100.0 * score.rate(),
            100.0 * low,
            100.0 * high,
            points(score.rate()),
            points(low),
            points(high)
        )?,
        None => writeln!(out, "  score {:.1} %: too few openings for an error bar", 100.0 * score.rate())?,
    }
    Ok(())
}

/// A difference in Elo points, with its sign.
fn points(rate: f64) -> String {
    match elo(rate) {
        // A tie is 0 and not -0.
        difference if difference.is_finite() => format!("{:+.0}", difference.round() + 0.0),
        difference if difference > 0.0 => "+∞".to_owned(),
        _ => "-∞".to_owned(),
    }
}

/// Adds a score with its error bar to an object.
pub(crate) fn add_score(object: &mut serde_json::Value, score: &MatchScore) {
    object["games"] = score.games().into();
    object["wins"] = score.wins.into();
    object["draws"] = score.draws.into();
    object["losses"] = score.losses.into();
    object["score"] = score.rate().into();
    object["low"] = score.interval().map(|(low, _)| low).into();
    object["high"] = score.interval().map(|(_, high)| high).into();
}

pub(super) fn object(
    arguments: &Arguments,
    contest: &Match<'_>,
    games: &[Played],
    unwritten: Option<&str>,
) -> serde_json::Value {
    let score = MatchScore::of(games);
    let contestants: Vec<serde_json::Value> = contest
        .contestants
        .iter()
        .enumerate()
        .map(|(at, contestant)| {
            let (slowest, positions) = used(games, at);
            json!({ "name": contestant.name, "slowest": slowest, "positions": positions })
        })
        .collect();
    let mut object = json!({
        "base": contest.terms.base.name(),
        "seed": arguments.seed,
        "contestants": contestants,
        "ends": ends(games),
    });
    add_score(&mut object, &score);
    if let Some(text) = unwritten {
        object["unwritten"] = text.into();
    }
    object
}
