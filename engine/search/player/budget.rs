//! The budget of a player for a move: the time, positions and other resources that it may use.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::games::Knowledge;
use crate::search::alpha_beta::table::Table;
use crate::search::alpha_beta::threads::{Helpers, worthwhile_threads};
use crate::search::limits::{Clock, PositionPool, SearchLimits};
use crate::search::params::{MAX_DEPTH, WHOLE_BUDGET};
use crate::search::strategy_kind::StrategyKind;
use crate::search::time::MoveTime;

/// The resources that a player may use for a move, and the settings of its search.
#[derive(Clone, Debug)]
pub struct Budget {
    /// The maximum time for the move.
    pub time: Option<Duration>,
    /// The time to use normally. The rest of `time` is saved for later moves, unless the move is difficult. With
    /// `None`, all of `time` is used.
    pub aim: Option<Duration>,
    /// The maximum number of positions to examine.
    pub positions: Option<u64>,
    /// The maximum level of rules to use.
    pub levels: u32,
    /// The maximum depth of the positional search, in moves.
    pub max_depth: u32,
    /// The number of threads of alpha-beta.
    pub threads: usize,
    /// Set to value moves instead of choosing one. A single legal move is then searched too.
    pub is_valuing: bool,
    /// Set for a full-width search, in which all lines have the same length.
    pub is_full_width: bool,
    /// The strategy of the search for wins that can be proved.
    pub strategy: StrategyKind,
    /// The maximum size of the tables of a search, in bytes.
    pub memory: Option<u64>,
    /// Flag to set to stop the search. A move is chosen soon afterwards.
    pub stop: Arc<AtomicBool>,
}

/// Default maximum depth of alpha-beta, in moves.
pub const DEFAULT_MAX_DEPTH: u32 = MAX_DEPTH;

impl Budget {
    /// The limits of a search that uses the whole budget.
    pub fn limits(&self) -> SearchLimits {
        let pool = self.positions.filter(|_| self.threads > 1);
        SearchLimits {
            pool: pool.map(|positions| PositionPool::new(positions, self.threads)),
            positions: self.positions.unwrap_or(u64::MAX),
            time: self.time,
            memory: self.memory,
            stop: Arc::clone(&self.stop),
            ..SearchLimits::default()
        }
    }

    /// A budget without a time limit, with rules of all levels.
    pub fn untimed() -> Budget {
        Budget { time: None, ..Budget::default() }
    }

    /// Returns this budget with the time to use normally as its maximum time.
    #[must_use]
    pub fn aimed(&self) -> Budget {
        Budget { time: self.aim.or(self.time), aim: None, ..self.clone() }
    }

    /// Returns a budget for choosing `count` moves: this budget with `count` times its positions and time.
    #[must_use]
    pub fn for_moves(&self, count: usize) -> Budget {
        let positions = self.positions.map(|positions| positions.saturating_mul(count as u64));
        let time = self.time.map(|time| time.saturating_mul(count.try_into().unwrap_or(u32::MAX)));
        Budget { positions, time, ..self.clone() }
    }

    /// Returns a part of this budget, given in hundredths.
    #[must_use]
    pub fn part(&self, hundredths: u64) -> Budget {
        let positions = self.positions.map(|all| all.saturating_mul(hundredths).div_ceil(WHOLE_BUDGET));
        let time = self.time.map(|all| all.mul_f64(hundredths as f64 / WHOLE_BUDGET as f64));
        Budget { positions, time, ..self.clone() }
    }

    /// Whether the budget is used up, or the stop flag is set.
    pub fn is_used_up(&self) -> bool {
        self.positions == Some(0) || self.time == Some(Duration::ZERO) || self.stop.load(Ordering::Relaxed)
    }

    /// Returns this budget with no more threads than are worthwhile for its number of positions.
    #[must_use]
    pub fn with_worthwhile_threads(&self) -> Budget {
        Budget { threads: worthwhile_threads(self.threads, self.positions), ..self.clone() }
    }

    /// The helper threads of a search with this budget.
    pub fn helpers<'h, G: Knowledge>(
        &self,
        among: &'h [G::Move],
        table: &'h Table<G::Move>,
        clock: &Clock,
    ) -> Helpers<'h, G> {
        let Budget { threads, levels, is_valuing, is_full_width, .. } = *self;
        Helpers { threads, levels, among, table, clock: clock.clone(), is_valuing, is_full_width }
    }

    /// Returns the part of the budget that is left after a search.
    #[must_use]
    pub fn without(&self, positions: u64, time: Duration) -> Budget {
        let positions = self.positions.map(|all| all.saturating_sub(positions));
        Budget { positions, time: self.time.map(|all| all.saturating_sub(time)), ..self.clone() }
    }

    /// Returns this budget with this time for the move.
    pub fn with_time(self, time: Option<MoveTime>) -> Budget {
        let aim = time.filter(|time| time.aim < time.max).map(|time| time.aim);
        Budget { time: time.map(|time| time.max), aim, ..self }
    }
}

impl Default for Budget {
    /// The default budget: one second, with rules of all levels.
    fn default() -> Budget {
        Budget {
            time: Some(Duration::from_secs(1)),
            aim: None,
            positions: None,
            levels: u32::MAX,
            max_depth: DEFAULT_MAX_DEPTH,
            threads: 1,
            is_valuing: false,
            is_full_width: false,
            strategy: StrategyKind::Threats,
            memory: None,
            stop: Arc::default(),
        }
    }
}
