//! A position solved: fours first, then threats, then quiet moves; and where it is wanted, the proof played out, and what
//! does not stand in it no longer believed.

use super::beliefs::Beliefs;
use super::limits::{Clock, Limits, Stopped};
use super::proof::Proof;
use super::strategy::{Reach, Strategy, Task};
use crate::board::{Point, Position};
use crate::games::{Claim, FiveInARow, Game};
use crate::verify::referee::Referee;
use crate::verify::replay::{self, Fault};
use crate::verify::search::GivenUp;

/// What is wanted of a solution.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// How far the attacker's moves go.
    pub reach: Reach,
    /// Rules up to this level are asked.
    pub levels: u32,
    /// Whether proofs are played out.
    pub verify: bool,
    /// What the search may use.
    pub limits: Limits,
}

/// A claim of a rule that was refuted on the way, and the stones where it was.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule, by its place in the base.
    pub claim: Claim,
    /// What it plays.
    pub plays: Point,
    /// Where it applied.
    pub position: Position,
}

/// What became of a position.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The proof, if a win was found.
    pub won: Option<Proof<Point>>,
    /// Whether the proof was played out and stood.
    pub checked: bool,
    /// Why the search, or the check of what it found, ended before it had tried everything.
    pub stopped: Option<Stopped>,
    /// How many positions were examined.
    pub positions: u64,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// The claims that did not stand.
    pub findings: Vec<Finding>,
}

/// How many stones each exhaustive search of the check may set.
const CHECK_NODES: u64 = 20_000_000;

/// Searches a win of the side to move by this strategy.
pub fn solve<'b>(
    strategy: &dyn Strategy<FiveInARow<'b>>,
    game: &mut FiveInARow<'b>,
    wanted: &Wanted,
) -> Solution {
    let mut clock = Clock::start(wanted.limits.clone());
    let mut beliefs = Beliefs::default();
    let mut findings = Vec::new();
    let referee = Referee::new(game.base(), game.backend());
    let (won, checked, stopped) = loop {
        let Wanted { reach, levels, .. } = *wanted;
        let outcome =
            strategy.attack(Task { game: &mut *game, reach, levels, beliefs: &beliefs, clock: &mut clock });
        let proof = match outcome {
            Ok(Some(proof)) => proof,
            Ok(None) => break (None, false, None),
            Err(stopped) => break (None, false, Some(stopped)),
        };
        if !wanted.verify {
            break (Some(proof), false, None);
        }
        match replay::replay(&referee, game.position(), &proof, CHECK_NODES, &clock) {
            Ok(()) => break (Some(proof), true, None),
            Err(unproved) => {
                for made in &unproved.path {
                    game.play(*made);
                }
                let key = game.key();
                let position = game.position().clone();
                for _ in &unproved.path {
                    game.take_back();
                }
                match unproved.fault {
                    Fault::Claim(claim, plays) => {
                        beliefs.refute(key, claim.rule);
                        findings.push(Finding { claim, plays, position });
                    }
                    Fault::Replies(replies) => replies.iter().for_each(|reply| beliefs.remember(key, reply)),
                    Fault::GivenUp(GivenUp::Stopped(stopped)) => break (Some(proof), false, Some(stopped)),
                    Fault::Move(_) | Fault::GivenUp(_) => break (Some(proof), false, None),
                }
            }
        }
    };
    let seconds = clock.elapsed().as_secs_f64();
    Solution { won, checked, stopped, positions: clock.positions(), seconds, findings }
}
