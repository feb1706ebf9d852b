//! All pairs of a contest, on several cores, in their order; and what they come to.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::entrants::Contest;
use super::game::{Allowance, Pair, Used, pair};
use super::pairs::PairCounts;
use super::player::{ContestError, Loss};
use super::score::MatchScore;
use super::sprt::{Sprt, Verdict};
use noire_engine::world::World;

/// Stack of a thread: rules may be nested deep.
const STACK: usize = 256 << 20;

/// How long a contest goes on, and by what terms.
pub struct Terms {
    /// What both sides may use for their moves.
    pub allowance: Allowance,
    /// So many pairs of each two players at most.
    pub pairs: u64,
    /// What is drawn at random follows from it.
    pub seed: u64,
    /// The test that ends it sooner.
    pub sprt: Option<Sprt>,
    /// So many games at the same time.
    pub threads: usize,
    /// Games are broken off soon after this is set, by somebody else or by the contest itself, when it is over.
    pub stop: Arc<AtomicBool>,
}

impl Terms {
    /// So many pairs of each two players are played at most: no opening is played twice where their number is limited.
    pub fn pairs_of<W: World>(&self, contest: &Contest<'_, W>) -> u64 {
        contest.openings.count().map_or(self.pairs, |openings| openings.min(self.pairs))
    }
}

/// What the pairs of two players so far come to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The score of the first contestant.
    pub score: MatchScore,
    /// How many pairs brought what.
    pub pairs: PairCounts,
    /// How often each end came.
    pub(crate) ends: BTreeMap<String, u64>,
    /// How often each contestant lost against the rules of play, by the names of [`Loss`].
    pub(crate) losses: [BTreeMap<&'static str, u64>; 2],
    /// What the two used.
    pub used: [Used; 2],
}

impl Report {
    /// Adds a pair.
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

/// Plays a contest, of which everybody plays everybody else. Pairs that are known from before are not played again. `take` hears of
/// each pair in its order, whether it was played now, and what all have come to with it, for each two players
/// (`Contest::pairings`); the contest goes on as long as it says so.
///
/// # Errors
/// When a game cannot go on, or no thread can be started.
pub fn run<W: World>(
    contest: &Contest<'_, W>,
    terms: &Terms,
    known: &BTreeMap<u64, Pair>,
    take: impl FnMut(&[Report], Taken<'_>) -> bool,
) -> Result<Vec<Report>, ContestError> {
    let pairings = contest.pairings();
    let pairs = terms.pairs_of(contest).saturating_mul(pairings.len() as u64);
    let unknown = pairs.saturating_sub(known.range(..pairs).count() as u64);
    let wanted = Wanted { next: AtomicU64::new(0), pairs, known };
    let (sender, receiver) = channel();
    thread::scope(|scope| {
        let mut started = Ok(());
        for _ in 0..unknown.min(terms.threads.max(1) as u64) {
            let (sender, wanted, pairings) = (sender.clone(), &wanted, &pairings);
            let work = move || work(contest, pairings, terms, wanted, &sender);
            let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            started = started.and(thread.map(drop));
        }
        drop(sender);
        let coming = Coming { known, receiver, early: BTreeMap::new() };
        let report = started
            .map_err(ContestError::Thread)
            .and_then(|()| in_order(coming, (pairs, pairings.len()), terms, take));
        terms.stop.store(true, Ordering::Relaxed);
        report
    })
}

/// A pair that counts from now on.
pub struct Taken<'p> {
    /// Its number: those of one opening follow each other, one for each two players.
    pub(crate) number: u64,
    /// Which two played it, by their place in [`Contest::pairings`].
    pub(crate) pairing: usize,
    /// Its games.
    pub pair: &'p Pair,
    /// It was played now, and not known from before.
    pub(crate) is_new: bool,
}

/// What comes from a thread: the number of a pair, and its games; nothing where they were broken off.
type Done = (u64, Result<Option<Pair>, ContestError>);

/// The pairs that are still to be played, which the threads take one after the other.
struct Wanted<'k> {
    next: AtomicU64,
    pairs: u64,
    known: &'k BTreeMap<u64, Pair>,
}

impl Wanted<'_> {
    /// The number of the next one.
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

/// Plays one pair after the other, until none is left or nobody wants any.
fn work<W: World>(
    contest: &Contest<'_, W>,
    pairings: &[[usize; 2]],
    terms: &Terms,
    wanted: &Wanted<'_>,
    done: &Sender<Done>,
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

/// Takes the pairs in their order, until there are no more or they say enough.
fn in_order(
    mut coming: Coming<'_>,
    (pairs, pairings): (u64, usize),
    terms: &Terms,
    mut take: impl FnMut(&[Report], Taken<'_>) -> bool,
) -> Result<Vec<Report>, ContestError> {
    let mut reports = vec![Report::default(); pairings];
    for number in 0..pairs {
        let Some((pair, is_new)) = coming.pair(number)? else { break };
        let pairing = (number % pairings as u64) as usize;
        reports[pairing].add(&pair);
        let goes_on = take(&reports, Taken { number, pairing, pair: &pair, is_new });
        let decided = terms.sprt.is_some_and(|sprt| sprt.verdict(&reports[0].pairs) != Verdict::Undecided);
        if decided || !goes_on {
            break;
        }
    }
    Ok(reports)
}

/// The pairs that are known, and those that come from the threads.
struct Coming<'k> {
    known: &'k BTreeMap<u64, Pair>,
    receiver: Receiver<Done>,
    /// Those that came before their turn.
    early: BTreeMap<u64, Result<Option<Pair>, ContestError>>,
}

impl Coming<'_> {
    /// The pair of this number, and whether it was played now; nothing where it does not come any more.
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
