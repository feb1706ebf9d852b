//! A search that may remember next to nothing finds less, and still it finds no fault and loses no win.

use std::panic::{AssertUnwindSafe, catch_unwind};

use noire::board::Position;
use noire::games::FiveInARow;
use noire::proof_check::exhaustive::Search;
use noire::proof_check::referee::Referee;
use noire::search::limits::SearchLimits;
use noire::search::player::{Budget, Choice, choose};
use noire::search::threats::Threats;

use crate::back_ends::names_we_stand_behind;
use crate::deep::Bound;

use super::{base, few, solved, undecided};

/// Half of what may be remembered is for the table, and an entry has so many bytes at least.
const BYTES: u64 = 2 * 24;

/// Tables of so many entries, about.
const SIZES: [u64; 12] = [1, 2, 3, 4, 7, 16, 40, 100, 256, 700, 2_000, 5_000];

/// What became of the searches with small tables.
#[derive(Default)]
struct Tally {
    searches: usize,
    /// Wins with a proof, and without one.
    proved: usize,
    seen: usize,
    /// Moves of a player in positions that are won within few moves.
    played: usize,
    faults: Vec<String>,
}

/// A win within so many moves is one that exhaustive search sees at once.
const SHORT: u32 = 5;
const STONES: u64 = 50_000_000;

impl Tally {
    /// Searches with a table of so many entries, and lets the player move where a short win is there to be found.
    fn take(&mut self, game: &Referee<'_>, name: &str, position: &Position, size: u64, nodes: u64) {
        self.searches += 1;
        let base = game.base();
        let name = format!("{}, {name}, {size} entries", base.name());
        let memory = Some(size * BYTES);
        let found =
            catch_unwind(AssertUnwindSafe(|| solved(base, position, SearchLimits { memory, ..few(nodes) })));
        let Ok(found) = found else { return self.faults.push(format!("{name}: the search panics")) };
        self.proved += usize::from(found.won.is_some());
        self.seen += usize::from(found.seen.is_some());
        let whole = solved(base, position, few(nodes / 8));
        let Some(plies) = whole.won.map(|proof| proof.plies()).filter(|plies| *plies <= SHORT) else {
            return;
        };
        self.played += 1;
        let budget = Budget { time: None, positions: Some(8 * nodes), memory, ..Budget::default() };
        let mut played = FiveInARow::new(base, base.backend(), position.clone());
        let choice = catch_unwind(AssertUnwindSafe(|| choose(&Threats, &mut played, &budget)));
        let Ok(Choice { mv: Some(mv), .. }) = choice else {
            return self.faults.push(format!("{name}: the player panics, or has no move"));
        };
        let color = position.to_move().expect("somebody is to move");
        let most = [plies, SHORT + 2, SHORT + 4];
        let wins = |moves: &u32| Search::new(game, position, color, STONES).wins_by(mv, *moves) == Ok(true);
        if !most.iter().any(wins) {
            self.faults.push(format!("{name}: {mv} does not win, and there is a win within {plies}"));
        }
    }
}

fn searched(count: usize, nodes: u64, bound: &Bound) -> Tally {
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
            tally.take(&game, &name, &position, SIZES[at % SIZES.len()], nodes);
        }
    }
    let Tally { searches, proved, seen, played, faults } = &tally;
    println!(
        "{searches} searches: {proved} wins proved, {seen} seen; {played} moves in positions with a short win; {} faults",
        faults.len()
    );
    tally
}

#[test]
fn a_search_that_remembers_next_to_nothing_ends_and_plays_the_win() {
    let tally = searched(240, 800, &Bound::none());
    assert_eq!(tally.faults, [""; 0]);
    assert!(tally.proved > 150 && tally.played > 100, "{} proved, {} played", tally.proved, tally.played);
}

#[test]
#[ignore = "an hour: see `deep.rs`"]
fn a_hundred_thousand_searches_that_remember_next_to_nothing() {
    let (mut searches, bound) = (0, Bound::begin());
    let sizes = [150, 300, 600, 1_200, 2_400];
    for (part, nodes) in sizes.into_iter().enumerate() {
        let tally = searched(8_500, nodes, &bound.part(part, sizes.len()));
        assert_eq!(tally.faults, [""; 0]);
        searches += tally.searches;
    }
    let least = if bound.is_set() { 1 } else { 100_000 };
    assert!(searches >= least, "{searches}");
}
