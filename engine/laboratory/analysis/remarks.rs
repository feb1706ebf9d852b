//! The record of a game with a remark on every move that was looked at: what it is worth, what the best move was, and what was
//! lost. What the record says of a move stays in front of that.

use super::walk::Walked;
use super::{Candidate, Ply};
use crate::board::Point;
use crate::record::GameRecord;

/// So many moves of a line stand in a remark.
const LINE: usize = 12;

/// The record with remarks.
#[must_use]
pub fn with_remarks(record: &GameRecord, walked: &Walked<Point>) -> GameRecord {
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
