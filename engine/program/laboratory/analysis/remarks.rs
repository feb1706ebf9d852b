//! The record of a game with a remark on every move that was looked at: what it is worth, what the best move was, and what was
//! lost. What the record says of a move stays in front of that.

use super::walk::Walked;
use super::{Candidate, Ply};
use noire_engine::board::Point;
use noire_engine::record::{GameRecord, Judgment, Mark};

/// So many moves of a line stand in a remark.
const LINE: usize = 12;

/// A move is doubtful that loses at least so many units: what quiet moves change in the value of a position, about.
const DOUBTFUL: i64 = 2;

/// The moves that are bad or doubtful, each with the better line. A move is bad that lets a win go or loses the game. `unit` is what a
/// quiet move changes in the value of a position.
#[must_use]
pub(crate) fn judgments(walked: &Walked<Point>, unit: i64) -> Vec<Judgment> {
    let judged = |(at, ply): (usize, &Ply<Point>)| {
        let played = ply.played.as_ref()?;
        let mark = match played.lost {
            lost if lost.is_decisive() => Mark::Bad,
            lost if lost.points >= DOUBTFUL * unit => Mark::Doubtful,
            _ => return None,
        };
        let better = ply.candidates.first().filter(|best| Some(best.mv) != played.mv);
        let remark = better.map_or_else(String::new, |best| format!("Better: {}.", best.worth));
        let better = better.map_or_else(Vec::new, |best| best.line.clone());
        Some(Judgment { at: walked.first + at, mark, better, remark })
    };
    walked.plies.iter().enumerate().filter_map(judged).collect()
}

/// The record with remarks.
#[must_use]
pub(crate) fn with_remarks(record: &GameRecord, walked: &Walked<Point>) -> GameRecord {
    let mut record = record.clone();
    for (ply, made) in walked.plies.iter().zip(record.moves.iter_mut().skip(walked.first)) {
        let Some(said) = remark(ply) else { continue };
        made.remark = Some(match made.remark.take() {
            Some(before) => format!("{}\n{said}", before.trim_end()),
            None => said,
        });
    }
    record
}

/// What is said of the move that was made.
fn remark(ply: &Ply<Point>) -> Option<String> {
    let played = ply.played.as_ref()?;
    let mut parts = Vec::new();
    if let Some(worth) = played.worth {
        parts.push(format!("Value {worth}."));
    }
    let lost = played.lost.to_string();
    if played.lost.is_decisive() {
        parts.push(format!("{}{}.", lost[..1].to_uppercase(), &lost[1..]));
    } else if !played.lost.is_nothing() {
        parts.push(format!("Loses {lost}."));
    }
    let words = std::iter::once("Best").chain(std::iter::repeat("Then"));
    parts.extend(words.zip(&ply.candidates).map(|(word, candidate)| candidate_text(word, candidate)));
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// `Best: h8, +34 (h8 i9 g7).`
fn candidate_text(word: &str, candidate: &Candidate<Point>) -> String {
    let line: Vec<String> = candidate.line.iter().take(LINE).map(Point::to_string).collect();
    format!("{word}: {}, {} ({}).", candidate.mv, candidate.worth, line.join(" "))
}
