//! Adds a remark to every analysed move of a game record: the value of the move, the best move, and what the move lost.
//! Existing remarks stay in front of the new one.

use super::game_analysis::AnalysedGame;
use super::{Candidate, Ply};
use noire_engine::board::Point;
use noire_engine::record::{GameRecord, Judgment, Mark};

/// Maximum number of moves in a line of play in a remark.
const MAX_LINE_MOVES: usize = 12;

/// Minimum loss of a doubtful move, in units. A unit is roughly the amount by which a quiet move changes the value of a
/// position.
const MIN_DOUBTFUL_LOSS: i64 = 2;

/// Returns the bad and doubtful moves, each with the better line. A move is bad if it gives away a win or loses the
/// game. `unit` is roughly the amount by which a quiet move changes the value of a position.
#[must_use]
pub(crate) fn judgments(analysed: &AnalysedGame<Point>, unit: i64) -> Vec<Judgment> {
    let judged = |(at, ply): (usize, &Ply<Point>)| {
        let played = ply.played.as_ref()?;
        let mark = match played.lost {
            lost if lost.is_decisive() => Mark::Bad,
            lost if lost.points >= MIN_DOUBTFUL_LOSS * unit => Mark::Doubtful,
            _ => return None,
        };
        let better = ply.candidates.first().filter(|best| Some(best.mv) != played.mv);
        let remark = better.map_or_else(String::new, |best| format!("Better: {}.", best.evaluation));
        let better = better.map_or_else(Vec::new, |best| best.line.clone());
        Some(Judgment { at: analysed.first + at, mark, better, remark })
    };
    analysed.plies.iter().enumerate().filter_map(judged).collect()
}

/// Returns the record with remarks added.
#[must_use]
pub(crate) fn with_remarks(record: &GameRecord, analysed: &AnalysedGame<Point>) -> GameRecord {
    let mut record = record.clone();
    for (ply, made) in analysed.plies.iter().zip(record.moves.iter_mut().skip(analysed.first)) {
        let Some(said) = remark(ply) else { continue };
        made.remark = Some(match made.remark.take() {
            Some(before) => format!("{}\n{said}", before.trim_end()),
            None => said,
        });
    }
    record
}

/// Writes the remark on the move that was made.
fn remark(ply: &Ply<Point>) -> Option<String> {
    let played = ply.played.as_ref()?;
    let mut parts = Vec::new();
    if let Some(evaluation) = played.evaluation {
        parts.push(format!("Value {evaluation}."));
    }
    let lost = played.lost.to_string();
    if played.lost.is_decisive() {
        parts.push(format!("{}{}.", lost[..1].to_uppercase(), &lost[1..]));
    } else if !played.lost.is_zero() {
        parts.push(format!("Loses {lost}."));
    }
    let words = std::iter::once("Best").chain(std::iter::repeat("Then"));
    parts.extend(words.zip(&ply.candidates).map(|(word, candidate)| candidate_text(word, candidate)));
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// A candidate in the words of a remark: `Best: h8, +34 (h8 i9 g7).`
fn candidate_text(word: &str, candidate: &Candidate<Point>) -> String {
    let line: Vec<String> = candidate.line.iter().take(MAX_LINE_MOVES).map(Point::to_string).collect();
    format!("{word}: {}, {} ({}).", candidate.mv, candidate.evaluation, line.join(" "))
}
