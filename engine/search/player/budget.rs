//! What a player may use for a move.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::games::Knowledge;
use crate::search::alpha_beta::table::Table;
use crate::search::alpha_beta::threads::{Helped, worthwhile};
use crate::search::limits::{Clock, SearchLimits, Shared};
use crate::search::params::{DEEPENING_MOST, WHOLE};
use crate::search::tactics::Tactics;
use crate::search::time::MoveTime;

/// What a player may use for a move, and how far it looks.
#[derive(Clone, Debug)]
pub struct Budget {
    /// The time for a move.
    pub time: Option<Duration>,
    /// So much of it is used where nothing speaks for less or for more: what is saved is for later moves. All of it without one.
    pub aim: Option<Duration>,
    /// The positions that may be examined for a move.
    pub positions: Option<u64>,
    /// Rules up to this level are asked.
    pub levels: u32,
    /// So many moves the positional search looks ahead at most.
    pub deepest: u32,
    /// So many threads look for the best move by alpha-beta.
    pub threads: usize,
    /// Moves are valued, not chosen: the search looks into a move that is the only one too.
    pub is_valuing: bool,
    /// Every line is looked at equally far.
    pub is_plain: bool,
    /// How wins are looked for that can be proved.
    pub tactics: Tactics,
    /// What a search may remember, in bytes.
    pub memory: Option<u64>,
    /// The move is made soon after this is set.
    pub stop: Arc<AtomicBool>,
}

/// So many moves alpha-beta looks ahead at most, if nothing else is wanted.
pub const DEEPEST: u32 = DEEPENING_MOST;

impl Budget {
    /// The limits of a search that uses all of it.
    pub fn limits(&self) -> SearchLimits {
        let shared = self.positions.filter(|_| self.threads > 1);
        SearchLimits {
            shared: shared.map(|positions| Shared::new(positions, self.threads)),
            positions: self.positions.unwrap_or(u64::MAX),
            time: self.time,
            memory: self.memory,
            stop: Arc::clone(&self.stop),
            ..SearchLimits::default()
        }
    }

    /// No limit of time, with all rules.
    pub fn untimed() -> Budget {
        Budget { time: None, ..Budget::default() }
    }

    /// The same with no more time than it aims at.
    #[must_use]
    pub fn aimed(&self) -> Budget {
        Budget { time: self.aim.or(self.time), aim: None, ..self.clone() }
    }

    /// The same for `count` moves.
    #[must_use]
    pub fn for_moves(&self, count: usize) -> Budget {
        let positions = self.positions.map(|positions| positions.saturating_mul(count as u64));
        let time = self.time.map(|time| time.saturating_mul(count.try_into().unwrap_or(u32::MAX)));
        Budget { positions, time, ..self.clone() }
    }

    /// So many hundredths of it.
    #[must_use]
    pub fn part(&self, hundredths: u64) -> Budget {
        let positions = self.positions.map(|all| all.saturating_mul(hundredths).div_ceil(WHOLE));
        let time = self.time.map(|all| all.mul_f64(hundredths as f64 / WHOLE as f64));
        Budget { positions, time, ..self.clone() }
    }

    /// Whether nothing is left of it.
    pub fn is_used_up(&self) -> bool {
        self.positions == Some(0) || self.time == Some(Duration::ZERO) || self.stop.load(Ordering::Relaxed)
    }

    /// The same with no more threads than its positions are worth.
    #[must_use]
    pub fn of_worthwhile_threads(&self) -> Budget {
        Budget { threads: worthwhile(self.threads, self.positions), ..self.clone() }
    }

    /// The other threads of a search with this budget.
    pub fn helped<'h, G: Knowledge>(
        &self,
        among: &'h [G::Move],
        table: &'h Table<G::Move>,
        clock: &Clock,
    ) -> Helped<'h, G> {
        let Budget { threads, levels, is_valuing, is_plain, .. } = *self;
        Helped { threads, levels, among, table, clock: clock.clone(), is_valuing, is_plain }
    }

    /// What is left of it after a search.
    #[must_use]
    pub fn without(&self, positions: u64, time: Duration) -> Budget {
        let positions = self.positions.map(|all| all.saturating_sub(positions));
        Budget { positions, time: self.time.map(|all| all.saturating_sub(time)), ..self.clone() }
    }

    /// The same with so much time for a move.
    pub fn with_time(self, time: Option<MoveTime>) -> Budget {
        let aim = time.filter(|time| time.aim < time.most).map(|time| time.aim);
        Budget { time: time.map(|time| time.most), aim, ..self }
    }
}

impl Default for Budget {
    /// A second, with all rules.
    fn default() -> Budget {
        Budget {
            time: Some(Duration::from_secs(1)),
            aim: None,
            positions: None,
            levels: u32::MAX,
            deepest: DEEPEST,
            threads: 1,
            is_valuing: false,
            is_plain: false,
            tactics: Tactics::Threats,
            memory: None,
            stop: Arc::default(),
        }
    }
}
