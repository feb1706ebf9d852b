//! A contestant that searches by a base: the one place that knows how a search is set up. A new setting of a search is a field
//! of [`StrategySpec`], a key in [`KEYS`], and a line each in `set` and in `budget`.

use std::cell::OnceCell;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use super::player::{Answer, ContestError, Loss, Player, Turn};
use super::stones::Stones;
use crate::agents::BadSpec;
use crate::agents::spec::{number_of, settings_of};
use crate::bases::Backend;
use crate::board::Point;
use crate::facts::Base;
use crate::games::FiveInARow;
use crate::lists::hint;
use crate::proof_check::FiveInARowStrategy;
use crate::search::classic::Classic;
use crate::search::player::{self, Budget};
use crate::search::strategy::Strategy;
use crate::search::threats::Threats;

/// The strategies.
const STRATEGIES: [&FiveInARowStrategy; 2] = [&Threats, &Classic];

/// What can be set of one.
pub const KEYS: [&str; 4] = ["level", "depth", "nodes", "threads"];

/// No search has more threads.
const MOST_THREADS: u32 = 256;

/// A search as it is named: `threats`, `classic:level=3,depth=2`.
#[derive(Clone)]
pub struct StrategySpec {
    /// The text that named it.
    pub name: String,
    /// How wins are looked for.
    strategy: &'static FiveInARowStrategy,
    /// Rules up to this level are asked.
    level: u32,
    /// So many moves the positional search looks ahead at most.
    depth: Option<u32>,
    /// The positions for a move, where they are not those of the contest.
    nodes: Option<u64>,
    /// So many threads look for the best move.
    threads: usize,
}

impl FromStr for StrategySpec {
    type Err = BadSpec;

    fn from_str(text: &str) -> Result<StrategySpec, BadSpec> {
        let (name, settings) = settings_of(text)?;
        let named = |strategy: &&FiveInARowStrategy| Strategy::<FiveInARow<'_>>::name(*strategy) == name;
        let Some(strategy) = STRATEGIES.into_iter().find(named) else {
            let names = STRATEGIES.into_iter().map(Strategy::<FiveInARow<'_>>::name);
            return Err(BadSpec(format!("there is no strategy `{name}`; {}", hint(name, names))));
        };
        let name = text.to_owned();
        let mut spec = StrategySpec { name, strategy, level: u32::MAX, depth: None, nodes: None, threads: 1 };
        for (key, value) in settings {
            spec.set(key, value)?;
        }
        Ok(spec)
    }
}

impl StrategySpec {
    /// Takes up `depth=8`.
    fn set(&mut self, key: &str, value: &str) -> Result<(), BadSpec> {
        let number = |least, most| number_of(key, value, least..=most);
        match key {
            "level" => self.level = number(0, u32::MAX)?,
            "depth" => self.depth = Some(number(1, u32::MAX)?),
            "nodes" => self.nodes = Some(number(1, u32::MAX)?.into()),
            "threads" => self.threads = number(1, MOST_THREADS)? as usize,
            _ => {
                let keys = KEYS.join(", ");
                return Err(BadSpec(format!(
                    "`{key}` cannot be set of a strategy; what can be set is {keys}"
                )));
            }
        }
        Ok(())
    }

    /// How the strategy is called, without settings.
    pub fn strategy(&self) -> &'static str {
        Strategy::<FiveInARow<'_>>::name(self.strategy)
    }

    /// What it may use for a move.
    fn budget(&self, turn: &Turn<'_>) -> Budget {
        let usual = Budget::default();
        Budget {
            positions: self.nodes.or(turn.positions),
            levels: self.level,
            deepest: self.depth.unwrap_or(usual.deepest),
            threads: self.threads,
            stop: Arc::clone(turn.stop),
            ..usual
        }
        .with_time(turn.time.for_a_move(Duration::ZERO))
    }
}

/// A search by a base, which need not be the judge's. There is one for each game.
pub(super) struct Searching<'b> {
    spec: &'b StrategySpec,
    base: &'b Base,
    backend: Backend,
    /// Who remembers the game, from the first move on.
    player: OnceCell<player::Player<Point>>,
}

impl<'b> Searching<'b> {
    pub(super) fn new(spec: &'b StrategySpec, base: &'b Base, backend: Backend) -> Searching<'b> {
        Searching { spec, base, backend, player: OnceCell::new() }
    }
}

impl<'b> Player<Stones<'b>> for Searching<'_> {
    fn choose(&mut self, board: &Stones<'b>, turn: &Turn<'_>) -> Result<Answer<Point>, ContestError> {
        let mut game = FiveInARow::new(self.base, self.backend, board.position().clone());
        let budget = self.spec.budget(turn);
        let player = self.player.get_or_init(|| player::Player::new(&budget));
        let choice = player.choose(self.spec.strategy, &mut game, &budget);
        Ok(match choice.mv {
            Some(mv) => Answer::Move(mv, choice.positions),
            None => Answer::Lost(Loss::Illegal("it found no move".to_owned())),
        })
    }
}
