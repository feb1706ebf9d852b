//! What became of every rule of a base.

use super::bound::upper_bound;
use super::claim::Claimant;
use super::contract::Breach;
use super::refutation::Refutation;
use crate::board::{Point, Position};
use blanche_compiler::runtime::Value;

/// What became of a base.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Every rule that was asked for, in the order of the base.
    pub rules: Vec<RuleReport>,
    /// A property that the fast search wants and the game does not have: the plain search decided.
    pub breach: Option<Breach>,
    /// The rounds that were gone through to the end.
    pub rounds: u64,
    /// Nothing was cut short by time: another run with the same seed and the same number of rounds gives the same.
    pub is_repeatable: bool,
}

/// What became of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleReport {
    /// The rule, by its place in the base.
    pub rule: usize,
    /// Nothing for a rule of level 0: it says what a won game is.
    pub attacked: Option<Attacked>,
}

/// What became of the claims of a rule, each distinct match counted once.
#[derive(Clone, Debug, PartialEq)]
pub struct Attacked {
    /// The claims.
    pub claimant: Claimant,
    /// Matches whose play wins within the level against any defence.
    pub held: u64,
    /// Matches with a defence.
    pub refuted: u64,
    /// Matches that were given up at the limit of nodes or of work.
    pub undecided: u64,
    /// All that guided attack could set up was set up.
    pub is_exhausted: bool,
    /// The smallest counterexample that was found.
    pub counterexample: Option<Counterexample>,
}

impl Attacked {
    /// The 95 % bound on the rate of refutation; nothing where no claim was decided.
    pub fn bound(&self) -> Option<f64> {
        upper_bound(self.refuted, self.held + self.refuted)
    }
}

/// A claim that fails.
#[derive(Clone, Debug, PartialEq)]
pub struct Counterexample {
    /// The stones.
    pub position: Position,
    /// The play that is claimed to win.
    pub play: Point,
    /// The first solution of the rule with this play.
    pub solution: Vec<Value>,
    /// How it is refuted.
    pub refutation: Refutation,
    /// The plain search, which leaves out no move of the attacker, says the same; it was not given up.
    pub is_confirmed: bool,
}
