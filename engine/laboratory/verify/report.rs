//! The results of a verification run, for every rule of a base.

use blanche_compiler::runtime::Value;

use super::bound::upper_bound;
use noire_engine::world::World;

/// The report on a base of the game `W`.
pub type ReportOf<W> = Report<<W as World>::Position, <W as World>::Move>;

/// The results for a rule of the game `W`.
pub type RuleReportOf<W> = RuleReport<<W as World>::Position, <W as World>::Move>;

/// The report on a base.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<P, M> {
    /// The results for every attacked rule, in the order of the base.
    pub rules: Vec<RuleReport<P, M>>,
    /// The positions in which rules were tested for claims.
    pub scope: Scope,
    /// A property that the fast search requires and the game lacks, as a message.
    pub breach: Option<String>,
    /// Whether the time limit did not cut the run short. In that case, a run with the same seed and number of rounds
    /// gives the same report.
    pub(crate) is_repeatable: bool,
}

/// The positions in which rules were tested for claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Set-ups of stones, in rounds. Matches that are equal up to symmetry and translation are counted once.
    SetUps {
        /// Number of completed rounds.
        rounds: u64,
    },
    /// All reachable positions.
    All {
        /// Number of reachable positions, including those in which the game is over.
        reachable: usize,
        /// Number of positions in which rules were tested for claims.
        positions: u64,
    },
    /// Positions of random games.
    Games {
        /// Number of positions of random games.
        positions: u64,
        /// Whether more positions are reachable than the program enumerates by default.
        has_many: bool,
        /// Number of completed rounds of games.
        rounds: u64,
    },
}

/// The results for the claims of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleReport<P, M> {
    /// Index of the rule in the base. A rule of level 0 defines won games and is not attacked.
    pub rule: usize,
    /// Number of claims that win within the level against any defence.
    pub held: u64,
    /// Number of claims for which a defence was found.
    pub refuted: u64,
    /// Number of claims for which the search stopped at the limit of nodes or of work.
    pub undecided: u64,
    /// Number of answers that do not play a legal move.
    pub unplayable: u64,
    /// Whether guided attack has tried all of its set-ups.
    pub is_exhausted: bool,
    /// The counterexample with the fewest stones, or the counterexample after the fewest moves.
    pub counterexample: Option<Counterexample<P, M>>,
}

impl<P, M> RuleReport<P, M> {
    /// The empty report of a rule.
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

    /// The 95 % upper bound on the refutation rate, or `None` if no claim was decided.
    pub fn bound(&self) -> Option<f64> {
        upper_bound(self.refuted, self.held + self.refuted)
    }
}

/// A position in which a claim fails.
#[derive(Clone, Debug, PartialEq)]
pub struct Counterexample<P, M> {
    /// The position in which the claim does not hold.
    pub position: P,
    /// The moves from the start to the position, or `None` if the position was set up.
    pub moves: Option<Vec<M>>,
    /// The move that is claimed to win.
    pub play: M,
    /// The first answer of the rule with this move.
    pub answer: Vec<Value>,
    /// The reply that refutes the claim, if there is one.
    pub reply: Option<M>,
    /// An explanation of why the move does not win.
    pub words: String,
    /// Whether a second, exhaustive search agrees. `None` if the first search was exhaustive.
    pub is_confirmed: Option<bool>,
}
