//! A search with very little memory finds fewer wins. But it reports no false result, and keeps every win that it has
//! found.

use std::panic::{AssertUnwindSafe, catch_unwind};

use noire::board::{Point, Position};
use noire::facts::Base;
use noire::games::FiveInARow;
use noire::proof_check::exhaustive::Search;
use noire::proof_check::referee::Referee;
use noire::search::limits::SearchLimits;
use noire::search::player::{Budget, Choice, Player};
use noire::search::solve::{Check, Solution, SolveOptions, solve};
use noire::search::strategy::ThreatClass;
use noire::search::threats::Threats;

use crate::back_ends::names_we_stand_behind;
use crate::deep::Bound;

use super::{base, undecided};

/// The memory limits in bytes: none, powers of two, and sizes near multiples of the size of an entry. Half of the
/// memory is for the table, and an entry has at least 24 bytes.
const LIMITS: [u64; 24] = [
    0,
    1,
    2,
    3,
    16,
    24,
    47,
    48,
    49,
    64,
    97,
    144,
    192,
    256,
    336,
    768,
    1_024,
    1_921,
    4_800,
    12_289,
    33_600,
    65_536,
    240_001,
    1 << 20,
];

/// Statistics of the searches with small tables.
#[derive(Default)]
struct Tally {
    positions: usize,
    searches: usize,
    /// Number of wins with a valid proof.
    proved: usize,
    /// Number of wins that were seen, but for which no proof was kept.
    seen: usize,
    /// Number of searches of won positions that stopped before they found the win, and reported that they had stopped.
    stopped: usize,
    /// Number of checked moves of the computer player in positions with a short win.
    played: usize,
    faults: Vec<String>,
}

/// Maximum length of a win that exhaustive search checks, in moves.
const SHORT: u32 = 5;
const STONES: u64 = 50_000_000;

/// Searches within these limits, and checks the proof by playing it out.
fn checked(base: &Base, position: &Position, nodes: u64, memory: Option<u64>) -> Solution<Point> {
    let limits = SearchLimits { positions: nodes, memory, ..SearchLimits::default() };
    let wanted = SolveOptions { class: ThreatClass::Quiet, levels: 7, check: Check::ToTheEnd, limits };
    solve(&Threats, &mut FiveInARow::new(base, base.backend(), position.clone()), &wanted)
}

impl Tally {
    /// Searches a position with each of these limits, and lets the player move if there is a short win. For comparison,
    /// one more search has unlimited memory, but may examine only an eighth of the `nodes`. No other search may deny a
    /// win that this search finds.
    fn take(&mut self, game: &Referee<'_>, name: &str, position: &Position, limits: &[u64], nodes: u64) {
        self.positions += 1;
        let base = game.base();
        let whole = checked(base, position, nodes / 8, None);
        let plies = whole.won.as_ref().map(|proof| proof.plies()).filter(|plies| *plies <= SHORT);
        for &memory in limits {
            let name = format!("{}, {name}, {memory} bytes", base.name());
            let found = catch_unwind(AssertUnwindSafe(|| checked(base, position, nodes, Some(memory))));
            self.searches += 1;
            let fault = match found {
                Err(_) => Some("the search panics".to_owned()),
                Ok(found) => self.fault(&whole, &found),
            };
            let played = plies.and_then(|plies| {
                self.played += 1;
                misplayed(game, position, plies, memory, nodes)
            });
            self.faults.extend(fault.into_iter().chain(played).map(|fault| format!("{name}: {fault}")));
        }
    }

    /// The fault of a result, if any. It is compared with the result of a search with unlimited memory and fewer
    /// positions.
    fn fault(&mut self, whole: &Solution<Point>, found: &Solution<Point>) -> Option<String> {
        self.proved += usize::from(found.won.is_some());
        self.seen += usize::from(found.seen.is_some());
        let is_lost = whole.first().is_some() && found.first().is_none();
        self.stopped += usize::from(is_lost && found.stopped.is_some());
        if !found.findings.is_empty() || found.won.is_some() && !found.checked {
            return Some(format!("a proof does not stand: {:?}", found.findings));
        }
        if is_lost && found.stopped.is_none() {
            return Some("it denies a win that is found with all memory".to_owned());
        }
        let is_denied = whole.first().is_none() && whole.stopped.is_none() && found.checked;
        is_denied.then(|| "it proves a win that is denied with all memory".to_owned())
    }
}

/// The fault of the player's move with this memory limit, if any, in a position with a win within `plies` moves.
fn misplayed(game: &Referee<'_>, position: &Position, plies: u32, memory: u64, nodes: u64) -> Option<String> {
    let base = game.base();
    let budget = Budget { time: None, positions: Some(8 * nodes), memory: Some(memory), ..Budget::default() };
    let mut played = FiveInARow::new(base, base.backend(), position.clone());
    let choice = catch_unwind(AssertUnwindSafe(|| Player::new(&budget).choose(&mut played, &budget)));
    let Ok(Choice { mv: Some(mv), .. }) = choice else {
        return Some("the player panics, or has no move".to_owned());
    };
    let color = position.to_move().expect("somebody is to move");
    let most = [plies, SHORT + 2, SHORT + 4];
    let wins = |moves: &u32| Search::new(game, position, color, STONES).wins_by(mv, *moves) == Ok(true);
    let is_win = most.iter().any(wins);
    (!is_win).then(|| format!("{mv} does not win, and there is a win within {plies}"))
}

/// A function that chooses memory limits for the position with this index.
type Chosen = fn(usize) -> Vec<u64>;

/// Chooses a single memory limit, which changes from one position to the next.
fn in_turn(at: usize) -> Vec<u64> {
    vec![LIMITS[at % LIMITS.len()]]
}

/// Chooses all memory limits for every position.
fn every(_: usize) -> Vec<u64> {
    LIMITS.to_vec()
}

fn searched(count: usize, limits: Chosen, nodes: u64, bound: &Bound) -> Tally {
    let mut tally = Tally::default();
    let names = names_we_stand_behind();
    for (part, name) in names.iter().enumerate() {
        let until = bound.part(part, names.len());
        let base = base(name);
        let game = Referee::new(&base, base.backend());
        let positions = bound.ordered(undecided(&game, count).into_iter().enumerate().collect());
        for (at, (name, position)) in positions {
            if until.is_over() {
                break;
            }
            tally.take(&game, &name, &position, &limits(at), nodes);
        }
    }
    let Tally { positions, searches, proved, seen, stopped, played, faults } = &tally;
    println!(
        "{positions} positions, {searches} searches: {proved} wins proved, {seen} seen, {stopped} searches stopped before a \
         win that is known; {played} moves in positions with a short win; {} faults",
        faults.len()
    );
    tally
}

#[test]
fn a_search_with_a_tiny_table_ends_and_plays_the_win() {
    let tally = searched(240, in_turn, 800, &Bound::none());
    assert_eq!(tally.faults, [""; 0]);
    assert!(tally.proved > 150 && tally.played > 100, "{} proved, {} played", tally.proved, tally.played);
}

#[test]
#[ignore = "an hour: see `deep.rs`"]
fn a_hundred_thousand_searches_with_tiny_tables() {
    let (mut searches, bound) = (0, Bound::begin());
    let sizes = [150, 300, 600, 1_200, 2_400];
    for (part, nodes) in sizes.into_iter().enumerate() {
        let tally = searched(8_500, in_turn, nodes, &bound.part(part, sizes.len()));
        assert_eq!(tally.faults, [""; 0]);
        searches += tally.searches;
    }
    let least = if bound.is_set() { 1 } else { 100_000 };
    assert!(searches >= least, "{searches}");
}

#[test]
#[ignore = "a quarter of an hour: see `deep.rs`"]
fn twenty_thousand_positions_under_every_memory_limit() {
    let bound = Bound::begin();
    let tally = searched(8_500, every, 1_600, &bound);
    assert_eq!(tally.faults, [""; 0]);
    let least = if bound.is_set() { 1 } else { 20_000 };
    assert!(tally.positions >= least, "{}", tally.positions);
}
