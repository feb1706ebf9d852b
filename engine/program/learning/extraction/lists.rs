//! Lists of preferences, of which each is worth twice what follows it.
//!
//! ```text
//! 1. lists grow at their end: those that choose most often what the numbers value most are kept, less what they lose
//! 2. where none that is as long loses nothing, each of its preferences is exchanged for every other one
//! 3. what can be left out of a list that loses nothing is left out; then whatever is exchanged and makes it choose better
//! ```

use std::cmp::Ordering;
use std::collections::HashSet;

use super::ground::{Ground, Next};
use super::words::Spoken;
use super::{Trouble, Wanted};
use crate::learning::lines::Lines;

/// So many lists are kept of each length.
const KEPT: usize = 10;

/// So many preferences are tried at the end of each of them: those that choose best.
const TRIED: usize = 40;

/// Of so many lists it is found out what they lose.
const EXAMINED: usize = 120;

/// Of so many every preference is exchanged for every other one.
const EXCHANGED: usize = 3;

/// A preference that could be in a list.
struct Candidate {
    spoken: Spoken,
    /// Of which moves it speaks.
    holds: Vec<bool>,
}

/// Lists of preferences of a game.
pub(super) struct Lists<'g> {
    ground: &'g Ground<'g>,
    candidates: Vec<Candidate>,
    most: usize,
}

/// A list that was looked at.
#[derive(Clone)]
struct List {
    /// Its preferences by their places among the candidates.
    of: Vec<usize>,
    /// Which moves it values most.
    best: Vec<bool>,
    /// The share of positions in which the numbers value that most, too.
    agrees: f64,
    /// The share of all lines of the opponent that beat it.
    lost: f64,
}

impl<'g> Lists<'g> {
    /// Lists of so many preferences at most.
    pub(super) fn new(ground: &'g Ground<'g>, most: usize) -> Lists<'g> {
        let literals: Vec<(usize, bool)> =
            (0..ground.said.len()).flat_map(|word| [(word, true), (word, false)]).collect();
        let alone = literals.iter().map(|literal| vec![*literal]);
        let pairs = literals.iter().enumerate().flat_map(|(at, one)| {
            let others = literals[at + 1..].iter().filter(|other| other.0 != one.0);
            others.map(|other| if one.1 || !other.1 { vec![*one, *other] } else { vec![*other, *one] })
        });
        let (mut candidates, mut known) = (Vec::new(), HashSet::new());
        for spoken in alone.chain(pairs) {
            let moves = 0..ground.leads.len();
            let says = |mv: usize| spoken.iter().all(|(word, holds)| ground.said[*word][mv] == *holds);
            let holds: Vec<bool> = moves.map(says).collect();
            if holds.contains(&true) && holds.contains(&false) && known.insert(holds.clone()) {
                candidates.push(Candidate { spoken, holds });
            }
        }
        Lists { ground, candidates, most }
    }

    /// The shortest list that loses nothing, as far as one is found; otherwise one that loses least.
    pub(super) fn find(&self, wanted: &mut Wanted<'_>) -> Result<Vec<Spoken>, Trouble> {
        let mut kept = vec![self.list(Vec::new())];
        let mut least = kept[0].clone();
        for length in 1..=self.most {
            wanted.goes_on(0.5 + 0.5 * (length - 1) as f64 / self.most as f64, "lists of rules")?;
            kept = self.longer(&kept);
            let mut unbeaten: Vec<List> = kept.iter().filter(|list| list.lost == 0.0).cloned().collect();
            if unbeaten.is_empty() {
                let exchanged = kept.iter().take(EXCHANGED).flat_map(|list| self.exchanged(list));
                unbeaten.extend(exchanged.filter(|list| list.lost == 0.0));
            }
            least = kept
                .iter()
                .chain([&least])
                .min_by(|one, other| by_loss(one, other))
                .cloned()
                .expect("some list is kept");
            unbeaten.sort_by(|one, other| other.agrees.total_cmp(&one.agrees));
            if let Some(list) = unbeaten.into_iter().next() {
                return Ok(self.spoken(&self.better(list)));
            }
        }
        Ok(self.spoken(&least))
    }

    fn spoken(&self, list: &List) -> Vec<Spoken> {
        list.of.iter().map(|at| self.candidates[*at].spoken.clone()).collect()
    }

    /// A list, with what it values and what it loses.
    fn list(&self, of: Vec<usize>) -> List {
        let mut best = vec![true; self.ground.leads.len()];
        of.iter().for_each(|candidate| self.narrow(&mut best, *candidate));
        let (agrees, lost) = (self.agrees(&best), self.lost(&best));
        List { of, best, agrees, lost }
    }

    /// Of the best moves those are left of which a preference speaks, where there are any.
    fn narrow(&self, best: &mut [bool], candidate: usize) {
        let holds = &self.candidates[candidate].holds;
        for range in &self.ground.moves {
            if range.clone().any(|mv| best[mv] && holds[mv]) {
                range.clone().for_each(|mv| best[mv] &= holds[mv]);
            }
        }
    }

    /// The share of positions in which the numbers value a move most that is best, where one of the best is drawn by lot.
    fn agrees(&self, best: &[bool]) -> f64 {
        let share = |range: &std::ops::Range<usize>| {
            let all = range.clone().filter(|mv| best[*mv]).count();
            let agreeing = range.clone().filter(|mv| best[*mv] && self.ground.is_best[*mv]).count();
            agreeing as f64 / all.max(1) as f64
        };
        self.ground.moves.iter().map(share).sum::<f64>() / self.ground.moves.len().max(1) as f64
    }

    /// The share of lines that beat whoever makes the first of the best moves.
    fn lost(&self, best: &[bool]) -> f64 {
        let mut known = vec![None; self.ground.positions()];
        let all = self.lines(&self.ground.first, best, &mut known);
        all.lost as f64 / all.all().max(1) as f64
    }

    fn lines(&self, leads: &[Next], best: &[bool], known: &mut [Option<Lines>]) -> Lines {
        let mut all = Lines::default();
        for next in leads {
            let lines = match next {
                Next::Lost => Lines { lost: 1, ..Lines::default() },
                Next::Kept => Lines { won: 1, ..Lines::default() },
                Next::To(position) => match known[*position as usize] {
                    Some(lines) => lines,
                    None => {
                        let made = self.ground.moves[*position as usize].clone().find(|mv| best[*mv]);
                        let lines = made.map_or_else(Lines::default, |mv| {
                            self.lines(&self.ground.leads[mv], best, known)
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

    /// The best lists that are longer by one preference.
    fn longer(&self, lists: &[List]) -> Vec<List> {
        let mut longer: Vec<(f64, Vec<usize>, Vec<bool>)> = Vec::new();
        for list in lists {
            let mut ends: Vec<(f64, Vec<usize>, Vec<bool>)> = (0..self.candidates.len())
                .map(|candidate| {
                    let mut best = list.best.clone();
                    self.narrow(&mut best, candidate);
                    // What is said in one word is easier to read.
                    let words = self.candidates[candidate].spoken.len() as f64;
                    (self.agrees(&best) - 0.0005 * words, [&list.of[..], &[candidate]].concat(), best)
                })
                .collect();
            ends.sort_by(|one, other| other.0.total_cmp(&one.0));
            longer.extend(ends.into_iter().take(TRIED));
        }
        longer.sort_by(|one, other| other.0.total_cmp(&one.0));
        let mut known = HashSet::new();
        longer.retain(|(_, _, best)| known.insert(best.clone()));
        let mut examined: Vec<List> = longer
            .into_iter()
            .take(EXAMINED)
            .map(|(agrees, of, best)| List { of, agrees, lost: self.lost(&best), best })
            .collect();
        examined.sort_by(by_worth);
        examined.truncate(KEPT);
        examined
    }

    /// The list with each of its preferences exchanged for every other one.
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

    /// A list that loses nothing, shorter or in better agreement with the numbers where that is found.
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

/// First what loses little and agrees well.
fn by_worth(one: &List, other: &List) -> Ordering {
    let worth = |list: &List| list.agrees - 2.0 * list.lost;
    worth(other).total_cmp(&worth(one))
}

/// First what loses least.
fn by_loss(one: &List, other: &List) -> Ordering {
    one.lost.total_cmp(&other.lost).then(other.agrees.total_cmp(&one.agrees))
}
