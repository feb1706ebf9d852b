//! Searches for lists of preferences. In such a list, each preference outweighs all later ones together.
//!
//! ```text
//! 1. Lists grow at their end. The best lists are kept: those that agree most often with the learned values, minus a
//!    penalty for losses.
//! 2. If all lists of a length can be beaten, each preference in the best lists is exchanged for every other one.
//! 3. In a list that cannot be beaten, unnecessary preferences are removed, and then preferences are exchanged if that
//!    improves the list.
//! ```

use std::cmp::Ordering;
use std::collections::HashSet;

use blanche_sorted::Arrange;

use super::conditions::PreferenceBody;
use super::positions::{Next, PositionTable};
use super::{ExtractionError, ExtractionOptions};
use crate::learning::exhaustive_play::LineCounts;

/// Number of lists to keep for each length.
const LISTS_PER_LENGTH: usize = 10;

/// Number of preferences to try at the end of each list. Only the preferences after which the list agrees best with the
/// learned values are tried.
const PREFERENCES_PER_LIST: usize = 40;

/// Maximum number of lists of the same length whose losses are computed.
const MAX_EXAMINED_LISTS: usize = 120;

/// Number of lists in which preferences are exchanged.
const EXCHANGED_LISTS: usize = 3;

/// A preference that can be used in a list.
struct Candidate {
    body: PreferenceBody,
    /// The moves for which the preference holds.
    holds: Vec<bool>,
}

/// The search for lists of preferences of a game.
pub(super) struct Lists<'g> {
    table: &'g PositionTable<'g>,
    candidates: Vec<Candidate>,
    most: usize,
}

/// A list with its evaluation.
#[derive(Clone)]
struct List {
    /// The preferences as indices into the candidates.
    of: Vec<usize>,
    /// The moves with the highest value in the list, as a flag for each move.
    best: Vec<bool>,
    /// Share of positions in which the moves in `best` also have the highest learned value.
    agrees: f64,
    /// Share of all lines of play of the opponent that beat the list.
    lost: f64,
}

impl<'g> Lists<'g> {
    /// Creates a search for lists of up to `most` preferences.
    pub(super) fn new(table: &'g PositionTable<'g>, most: usize) -> Lists<'g> {
        let literals: Vec<(usize, bool)> =
            (0..table.holds.len()).flat_map(|word| [(word, true), (word, false)]).collect();
        let alone = literals.iter().map(|literal| vec![*literal]);
        let pairs = literals.iter().enumerate().flat_map(|(at, one)| {
            let others = literals[at + 1..].iter().filter(|other| other.0 != one.0);
            others.map(|other| if one.1 || !other.1 { vec![*one, *other] } else { vec![*other, *one] })
        });
        let (mut candidates, mut known) = (Vec::new(), HashSet::new());
        for body in alone.chain(pairs) {
            let moves = 0..table.leads.len();
            let says = |mv: usize| body.iter().all(|(word, holds)| table.holds[*word][mv] == *holds);
            let holds: Vec<bool> = moves.map(says).collect();
            if holds.contains(&true) && holds.contains(&false) && known.insert(holds.clone()) {
                candidates.push(Candidate { body, holds });
            }
        }
        Lists { table, candidates, most }
    }

    /// Returns the shortest list found that no line of play beats. If there is none, returns a list with the fewest
    /// losses.
    pub(super) fn find(
        &self,
        wanted: &mut ExtractionOptions<'_>,
    ) -> Result<Vec<PreferenceBody>, ExtractionError> {
        let mut kept = vec![self.list(Vec::new())];
        let mut least = kept[0].clone();
        for length in 1..=self.most {
            wanted.report_progress(0.5 + 0.5 * (length - 1) as f64 / self.most as f64, "lists of rules")?;
            kept = self.longer(&kept);
            let mut unbeaten: Vec<List> = kept.iter().filter(|list| list.lost == 0.0).cloned().collect();
            if unbeaten.is_empty() {
                let exchanged = kept.iter().take(EXCHANGED_LISTS).flat_map(|list| self.exchanged(list));
                unbeaten.extend(exchanged.filter(|list| list.lost == 0.0));
            }
            least = kept
                .iter()
                .chain([&least])
                .min_by(|one, other| by_loss(one, other))
                .cloned()
                .expect("some list is kept");
            unbeaten.arrange_by(|one, other| other.agrees.total_cmp(&one.agrees));
            if let Some(list) = unbeaten.into_iter().next() {
                return Ok(self.spoken(&self.better(list)));
            }
        }
        Ok(self.spoken(&least))
    }

    fn spoken(&self, list: &List) -> Vec<PreferenceBody> {
        list.of.iter().map(|at| self.candidates[*at].body.clone()).collect()
    }

    /// Creates a list with its evaluation.
    fn list(&self, of: Vec<usize>) -> List {
        let mut best = vec![true; self.table.leads.len()];
        of.iter().for_each(|candidate| self.narrow(&mut best, *candidate));
        let (agrees, lost) = (self.agrees(&best), self.lost(&best));
        List { of, best, agrees, lost }
    }

    /// Restricts the best moves of each position to the moves for which a preference holds. If it holds for none of
    /// them, the best moves stay as they are.
    fn narrow(&self, best: &mut [bool], candidate: usize) {
        let holds = &self.candidates[candidate].holds;
        for range in &self.table.moves {
            if range.clone().any(|mv| best[mv] && holds[mv]) {
                range.clone().for_each(|mv| best[mv] &= holds[mv]);
            }
        }
    }

    /// The share of positions in which a move chosen at random from `best` has the highest learned value.
    fn agrees(&self, best: &[bool]) -> f64 {
        let share = |range: &std::ops::Range<usize>| {
            let all = range.clone().filter(|mv| best[*mv]).count();
            let agreeing = range.clone().filter(|mv| best[*mv] && self.table.is_best[*mv]).count();
            agreeing as f64 / all.max(1) as f64
        };
        self.table.moves.iter().map(share).sum::<f64>() / self.table.moves.len().max(1) as f64
    }

    /// The share of lines of play that beat a player who always makes the first of the best moves.
    fn lost(&self, best: &[bool]) -> f64 {
        let mut known = vec![None; self.table.positions()];
        let all = self.lines(&self.table.first, best, &mut known);
        all.lost as f64 / all.all().max(1) as f64
    }

    fn lines(&self, leads: &[Next], best: &[bool], known: &mut [Option<LineCounts>]) -> LineCounts {
        let mut all = LineCounts::default();
        for next in leads {
            let lines = match next {
                Next::Lost => LineCounts { lost: 1, ..LineCounts::default() },
                Next::Kept => LineCounts { won: 1, ..LineCounts::default() },
                Next::To(position) => match known[*position as usize] {
                    Some(lines) => lines,
                    None => {
                        let made = self.table.moves[*position as usize].clone().find(|mv| best[*mv]);
                        let lines = made.map_or_else(LineCounts::default, |mv| {
                            self.lines(&self.table.leads[mv], best, known)
                        });
                        known[*position as usize] = Some(lines);
                        lines
                    }
                },
            };
            all.add(lines);
        }
        all
    }

    /// The best lists obtained by adding one preference.
    fn longer(&self, lists: &[List]) -> Vec<List> {
        let mut longer: Vec<(f64, Vec<usize>, Vec<bool>)> = Vec::new();
        for list in lists {
            let mut ends: Vec<(f64, Vec<usize>, Vec<bool>)> = (0..self.candidates.len())
                .map(|candidate| {
                    let mut best = list.best.clone();
                    self.narrow(&mut best, candidate);
                    // A preference with a single condition is favoured, because it is easier to read.
                    let conditions = self.candidates[candidate].body.len() as f64;
                    (self.agrees(&best) - 0.0005 * conditions, [&list.of[..], &[candidate]].concat(), best)
                })
                .collect();
            ends.arrange_by(|one, other| other.0.total_cmp(&one.0));
            longer.extend(ends.into_iter().take(PREFERENCES_PER_LIST));
        }
        longer.arrange_by(|one, other| other.0.total_cmp(&one.0));
        let mut known = HashSet::new();
        longer.retain(|(_, _, best)| known.insert(best.clone()));
        let mut examined: Vec<List> = longer
            .into_iter()
            .take(MAX_EXAMINED_LISTS)
            .map(|(agrees, of, best)| List { of, agrees, lost: self.lost(&best), best })
            .collect();
        examined.arrange_by(by_worth);
        examined.truncate(LISTS_PER_LENGTH);
        examined
    }

    /// The lists obtained by exchanging each preference for every other one.
    fn exchanged(&self, list: &List) -> Vec<List> {
        let places = 0..list.of.len();
        let others = places.flat_map(|place| (0..self.candidates.len()).map(move |other| (place, other)));
        let exchange = |(place, other): (usize, usize)| {
            let mut of = list.of.clone();
            of[place] = other;
            self.list(of)
        };
        others.map(exchange).collect()
    }

    /// Improves a list that no line of play beats. Removes preferences or increases the agreement with the learned
    /// values, as long as no line of play beats the new list.
    fn better(&self, mut list: List) -> List {
        loop {
            let shorter = (0..list.of.len()).map(|place| {
                let mut of = list.of.clone();
                of.remove(place);
                self.list(of)
            });
            let exchanged = self.exchanged(&list);
            let shorter = shorter
                .filter(|list| list.lost == 0.0)
                .max_by(|one, other| one.agrees.total_cmp(&other.agrees));
            let closer =
                exchanged.into_iter().filter(|other| other.lost == 0.0 && other.agrees > list.agrees + 1e-9);
            match shorter.or_else(|| closer.max_by(|one, other| one.agrees.total_cmp(&other.agrees))) {
                Some(other) => list = other,
                None => return list,
            }
        }
    }
}

/// Orders lists by agreement minus a penalty for losses, best first.
fn by_worth(one: &List, other: &List) -> Ordering {
    let worth = |list: &List| list.agrees - 2.0 * list.lost;
    worth(other).total_cmp(&worth(one))
}

/// Orders lists by losses, fewest first.
fn by_loss(one: &List, other: &List) -> Ordering {
    one.lost.total_cmp(&other.lost).then(other.agrees.total_cmp(&one.agrees))
}
