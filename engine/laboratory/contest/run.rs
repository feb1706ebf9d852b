//! Plays all pairs of a contest on several cores, counts them in order, and reports the results.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use blanche_sorted::SortedMap;

use super::entrants::Contest;
use super::game::{Allowance, Pair, Used, pair};
use super::pairs::PairCounts;
use super::player::{ContestError, Loss};
use super::score::MatchScore;
use super::sprt::{Sprt, Verdict};
use noire_engine::world::World;

/// Stack size of a thread, in bytes. It is large because rules may be deeply nested.
const STACK: usize = 256 << 20;

/// The terms of a contest: its length, and the limits for its games.
pub struct ContestTerms {
    /// Limits on what each side may use for its moves.
    pub allowance: Allowance,
    /// Maximum number of pairs of games for each pair of players.
    pub pairs: u64,
    /// Seed for everything random.
    pub seed: u64,
    /// The sequential test that can end the contest early.
    pub sprt: Option<Sprt>,
    /// Number of games to play at the same time.
    pub threads: usize,
    /// Set to abort the running games. The caller sets it, or the contest itself when it is over.
    pub stop: Arc<AtomicBool>,
}

impl ContestTerms {
    /// Number of pairs of games for each pair of players. A limited set of openings reduces it, because each opening is
    /// used only once.
    pub fn pairs_of<W: World>(&self, contest: &Contest<'_, W>) -> u64 {
        contest.openings.count().map_or(self.pairs, |openings| openings.min(self.pairs))
    }
}

/// The results of the games played so far between two players.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The score of the first contestant.
    pub score: MatchScore,
    /// Number of pairs with each score.
    pub pairs: PairCounts,
    /// Number of games for each kind of end.
    pub ends: SortedMap<String, u64>,
    /// Number of games that each contestant lost by a breach of the terms, by the names of `Loss`.
    pub losses: [SortedMap<&'static str, u64>; 2],
    /// What the two contestants used.
    pub used: [Used; 2],
}

impl Report {
    /// Adds the result of a pair.
    pub(crate) fn add(&mut self, pair: &Pair) {
        let scores = [pair[0].score, pair[1].score];
        self.score.add(scores);
        self.pairs.add(scores);
        for game in pair {
            *self.ends.entry(game.by.clone()).or_insert(0) += 1;
            if let Some((loser, name)) = game.loser().zip(Loss::NAMES.iter().find(|name| **name == game.by)) {
                *self.losses[loser].entry(name).or_insert(0) += 1;
            }
            for (all, used) in self.used.iter_mut().zip(&game.used) {
                *all += used.clone();
            }
        }
    }
}

/// Plays a contest in which each player meets every other player. Pairs of games in `known` are not played again.
///
/// `take` is called for each pair of games, in order. It receives the reports so far, one for each pair of players
/// (`Contest::pairings`), and the pair of games. The contest ends when `take` returns `false`.
///
/// # Errors
/// Fails if a game cannot continue or no thread can be started.
pub fn run<W: World>(
    contest: &Contest<'_, W>,
    terms: &ContestTerms,
    known: &SortedMap<u64, Pair>,
    take: impl FnMut(&[Report], CountedPair<'_>) -> bool,
) -> Result<Vec<Report>, ContestError> {
    let pairings = contest.pairings();
    let pairs = terms.pairs_of(contest).saturating_mul(pairings.len() as u64);
    let unknown = pairs.saturating_sub(known.range(..pairs).count() as u64);
    let wanted = PairQueue { next: AtomicU64::new(0), pairs, known };
    let (sender, receiver) = channel();
    thread::scope(|scope| {
        let mut started = Ok(());
        for _ in 0..unknown.min(terms.threads.max(1) as u64) {
            let (sender, wanted, pairings) = (sender.clone(), &wanted, &pairings);
            let work = move || play_pairs(contest, pairings, terms, wanted, &sender);
            let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            started = started.and(thread.map(drop));
        }
        drop(sender);
        let coming = OrderedPairs { known, receiver, early: SortedMap::new() };
        let report = started
            .map_err(ContestError::Thread)
            .and_then(|()| count_in_order(coming, (pairs, pairings.len()), terms, take));
        terms.stop.store(true, Ordering::Relaxed);
        report
    })
}

/// The next pair of games to be counted. Pairs are counted in order.
pub struct CountedPair<'p> {
    /// Number of the pair of games. The pairs of games with the same opening are numbered consecutively. Each pair of
    /// players has one such number.
    pub number: u64,
    /// The two players, as an index into [`Contest::pairings`].
    pub pairing: usize,
    /// Both games of the pair.
    pub pair: &'p Pair,
    /// Whether the pair was played now rather than taken from the log.
    pub is_new: bool,
}

/// A message from a thread: the number of a pair and its games, or `None` if the games were aborted.
type PlayedPair = (u64, Result<Option<Pair>, ContestError>);

/// A queue of the pairs of games that are still to be played, shared by the threads.
struct PairQueue<'k> {
    next: AtomicU64,
    pairs: u64,
    known: &'k SortedMap<u64, Pair>,
}

impl PairQueue<'_> {
    /// Takes the number of the next pair from the queue.
    fn take(&self) -> Option<u64> {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            match number < self.pairs {
                true if self.known.contains_key(&number) => {}
                is_wanted => return is_wanted.then_some(number),
            }
        }
    }
}

/// Plays pairs until none are left or the contest is stopped.
fn play_pairs<W: World>(
    contest: &Contest<'_, W>,
    pairings: &[[usize; 2]],
    terms: &ContestTerms,
    wanted: &PairQueue<'_>,
    done: &Sender<PlayedPair>,
) {
    while let Some(number) = wanted.take() {
        if terms.stop.load(Ordering::Relaxed) {
            return;
        }
        let (opening, pairing) = (number / pairings.len() as u64, number % pairings.len() as u64);
        let who = (pairings[pairing as usize], opening);
        let played = pair(contest, who, (&terms.allowance, terms.seed), &terms.stop);
        if done.send((number, played)).is_err() {
            return;
        }
    }
}

/// Counts the pairs of games in order, until all are counted, the test is decided, or `take` returns `false`.
fn count_in_order(
    mut coming: OrderedPairs<'_>,
    (pairs, pairings): (u64, usize),
    terms: &ContestTerms,
    mut take: impl FnMut(&[Report], CountedPair<'_>) -> bool,
) -> Result<Vec<Report>, ContestError> {
    let mut reports = vec![Report::default(); pairings];
    for number in 0..pairs {
        let Some((pair, is_new)) = coming.pair(number)? else { break };
        let pairing = (number % pairings as u64) as usize;
        reports[pairing].add(&pair);
        let goes_on = take(&reports, CountedPair { number, pairing, pair: &pair, is_new });
        let decided = terms.sprt.is_some_and(|sprt| sprt.verdict(&reports[0].pairs) != Verdict::Undecided);
        if decided || !goes_on {
            break;
        }
    }
    Ok(reports)
}

/// Delivers the pairs of games in order. They come from the log and from the threads.
struct OrderedPairs<'k> {
    known: &'k SortedMap<u64, Pair>,
    receiver: Receiver<PlayedPair>,
    /// Pairs that arrived before their turn.
    early: SortedMap<u64, Result<Option<Pair>, ContestError>>,
}

impl OrderedPairs<'_> {
    /// Returns the pair of games with this number, and whether it was played now. Returns `None` if it will not arrive
    /// any more.
    fn pair(&mut self, number: u64) -> Result<Option<(Pair, bool)>, ContestError> {
        if let Some(pair) = self.known.get(&number) {
            return Ok(Some((pair.clone(), false)));
        }
        loop {
            if let Some(played) = self.early.remove(&number) {
                return Ok(played?.map(|pair| (pair, true)));
            }
            match self.receiver.recv() {
                Ok((number, played)) => self.early.insert(number, played),
                Err(_) => return Ok(None),
            };
        }
    }
}
