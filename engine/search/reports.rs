//! Reports about a search in words: interim results while the search runs, and the reason why a move was chosen. The
//! caller determines how moves are written.

use std::time::Duration;

use super::alpha_beta::InterimResult;
pub use super::evaluation::Evaluation;
use super::limits::{Clock, SearchLimits};
use super::player::{Choice, Reason};

/// Number of interim results that are reported without delay. They are roughly those of the shallow depths in the first
/// second.
const UNTHROTTLED: u32 = 8;

/// Minimum interval between later interim results. More frequent reports would be too fast to read, and would make logs
/// long.
const MIN_INTERVAL: Duration = Duration::from_millis(100);

/// Decides which interim results of a search are reported, and measures its time.
pub struct ReportThrottle {
    clock: Clock,
    reported: u32,
    last: Duration,
}

impl ReportThrottle {
    /// Starts the clock at the beginning of a search.
    pub fn begin() -> ReportThrottle {
        ReportThrottle { clock: Clock::start(SearchLimits::default()), reported: 0, last: Duration::ZERO }
    }

    /// Time since the start of the search.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// Whether to report this interim result. A result of the game is always reported, because no better one follows.
    pub fn is_due<M>(&mut self, result: &InterimResult<'_, M>) -> bool {
        let now = self.elapsed();
        if self.reported >= UNTHROTTLED && now < self.last + MIN_INTERVAL && !result.best.is_known {
            return false;
        }
        (self.reported, self.last) = (self.reported + 1, now);
        true
    }
}

/// Positions per second; 0 if no time has been measured.
pub fn per_second(positions: u64, time: Duration) -> u64 {
    let milliseconds = time.as_millis() as u64;
    if milliseconds == 0 { 0 } else { (positions as f64 / time.as_secs_f64()) as u64 }
}

/// Formats an interim result as a line in the style of chess engines: `depth 7 value +34 nodes 12345 nps 411500 time 30
/// pv 8,6 7,8`. The time is in milliseconds.
pub fn message<M: Copy>(
    result: &InterimResult<'_, M>,
    time: Duration,
    written: impl Fn(M) -> String,
) -> String {
    let line: Vec<String> = result.line.iter().map(|mv| written(*mv)).collect();
    format!(
        "depth {} value {} nodes {} nps {} time {} pv {}",
        result.best.depth,
        result.best.evaluation().word(),
        result.positions,
        per_second(result.positions, time),
        time.as_millis(),
        line.join(" ")
    )
}

/// The reason why a move was chosen, as the end of a sentence that begins with the move as its subject.
pub fn reason<M>(choice: &Choice<M>) -> String {
    let value = choice.evaluation.map_or_else(String::new, |evaluation| {
        format!(", value {} at depth {}", evaluation.word(), choice.depth)
    });
    match choice.reason {
        Reason::Wins(moves) if choice.evaluation.is_none() => {
            format!("wins within {}, proved against every reply", counted(moves))
        }
        Reason::Wins(moves) => format!("wins within {}, as alpha-beta sees", counted(moves)),
        Reason::Safe => format!("is the best move after which no win of the other side was found{value}"),
        Reason::Best => format!("is the best move{value}"),
        Reason::Loses => format!("holds out longest: every move that was tried loses{value}"),
        Reason::First => "was made without a search, or there was no time for one".to_owned(),
    }
}

/// Formats a number of moves: `1 move`, `7 moves`.
fn counted(moves: u32) -> String {
    match moves {
        1 => "1 move".to_owned(),
        many => format!("{many} moves"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::alpha_beta::Valued;

    #[test]
    fn the_first_results_are_reported_and_then_one_per_interval() {
        let result = |is_known| {
            let best = Valued { mv: (), value: 0, depth: 1, is_known };
            InterimResult { best, line: &[()], positions: 1 }
        };
        let mut throttle = ReportThrottle::begin();
        let reported = (0..100_000).filter(|_| throttle.is_due(&result(false))).count();
        let most =
            UNTHROTTLED as usize + (throttle.elapsed().as_millis() / MIN_INTERVAL.as_millis()) as usize;
        assert!((UNTHROTTLED as usize..=most).contains(&reported), "{reported} of {most}");
        assert!(throttle.is_due(&result(true)), "the last word is never left out");
    }
}
