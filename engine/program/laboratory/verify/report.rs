//! What became of every rule of a base.

use blanche_compiler::runtime::Value;

use super::bound::upper_bound;
use noire_engine::world::World;

/// What became of a base of this game.
pub(crate) type ReportOf<W> = Report<<W as World>::Position, <W as World>::Move>;

/// What became of the claims of a rule of this game.
pub(crate) type RuleReportOf<W> = RuleReport<<W as World>::Position, <W as World>::Move>;

/// What became of a base.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Report<P, M> {
    /// Every rule that was asked for, in the order of the base.
    pub(crate) rules: Vec<RuleReport<P, M>>,
    /// Where its claims were looked for.
    pub(crate) scope: Scope,
    /// What the game does not have that a fast search wants, in words.
    pub(crate) breach: Option<String>,
    /// Nothing was cut short by time: another run with the same seed and the same number of rounds gives the same.
    pub(crate) is_repeatable: bool,
}

/// Where claims were looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// In rounds of set-ups of stones; a match counts once, however it is turned and moved.
    SetUps {
        /// The rounds that were gone through to the end.
        rounds: u64,
    },
    /// In all positions that can be reached.
    All {
        /// How many there are, those included in which the game is over.
        reachable: usize,
        /// Those in which claims were looked for.
        positions: u64,
    },
    /// In positions of random games.
    Games {
        /// How many.
        positions: u64,
        /// More can be reached than are looked at without being asked for.
        has_many: bool,
        /// The rounds of games that were gone through to the end.
        rounds: u64,
    },
}

/// What became of the claims of a rule.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RuleReport<P, M> {
    /// The rule, by its place in the base. One of level 0 says what a won game is, and is not attacked.
    pub(crate) rule: usize,
    /// Claims that win within the level against any defence.
    pub(crate) held: u64,
    /// Claims with a defence.
    pub(crate) refuted: u64,
    /// Claims that were given up at the limit of nodes or of work.
    pub(crate) undecided: u64,
    /// Answers that play what is no move.
    pub(crate) unplayable: u64,
    /// All that guided attack could set up was set up.
    pub(crate) is_exhausted: bool,
    /// The counterexample with the fewest stones, or after the fewest moves.
    pub(crate) counterexample: Option<Counterexample<P, M>>,
}

impl<P, M> RuleReport<P, M> {
    /// Of a rule of which nothing is known yet.
    pub(crate) fn of(rule: usize) -> RuleReport<P, M> {
        RuleReport {
            rule,
            held: 0,
            refuted: 0,
            undecided: 0,
            unplayable: 0,
            is_exhausted: false,
            counterexample: None,
        }
    }

    /// The 95 % bound on the rate of refutation; nothing where no claim was decided.
    pub(crate) fn bound(&self) -> Option<f64> {
        upper_bound(self.refuted, self.held + self.refuted)
    }
}

/// A claim that fails.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Counterexample<P, M> {
    /// The position.
    pub(crate) position: P,
    /// The moves from the beginning to it; nothing where it was set up.
    pub(crate) moves: Option<Vec<M>>,
    /// The move that is claimed to win.
    pub(crate) play: M,
    /// The first answer of the rule with this move.
    pub(crate) answer: Vec<Value>,
    /// The reply that refutes it, where there is one.
    pub(crate) reply: Option<M>,
    /// Why the move does not win.
    pub(crate) words: String,
    /// Whether another search, which leaves out no move, says the same; nothing where the first one leaves out none.
    pub(crate) is_confirmed: Option<bool>,
}
