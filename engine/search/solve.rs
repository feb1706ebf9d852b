//! A position solved: fours first, then threats, then quiet moves; and where it is wanted, the proof played out, and what
//! does not stand in it no longer believed.

use super::beliefs::Beliefs;
use super::limits::{Clock, Limits, Stopped};
use super::proof::Proof;
use super::threats::{Prover, Reach, Verdict};
use crate::board::{Point, Position};
use crate::games::{Claim, FiveInARow, Game};
use crate::verify::game::Game as Referee;
use crate::verify::replay::{self, Fault};

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
    /// The proof, if a win was found, and what kind of moves it needs.
    pub won: Option<(Reach, Proof<Point>)>,
    /// Whether the proof was played out and stood.
    pub checked: bool,
    /// Why the search ended before it had tried everything.
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

/// Searches a win of the side to move.
pub fn solve(game: &mut FiveInARow<'_>, wanted: &Wanted) -> Solution {
    let mut clock = Clock::start(wanted.limits.clone());
    let mut beliefs = Beliefs::default();
    let mut findings = Vec::new();
    let referee = Referee::new(game.base(), game.backend());
    let outcome = loop {
        let outcome = found(game, wanted, &beliefs, &mut clock);
        let Ok(Some((_, proof))) = &outcome else { break outcome.map(|won| (won, false)) };
        if !wanted.verify {
            break outcome.map(|won| (won, false));
        }
        match replay::replay(&referee, game.position(), proof, CHECK_NODES) {
            Ok(()) => break outcome.map(|won| (won, true)),
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
                    Fault::Reply(_, reply) => beliefs.remember(key, reply),
                    Fault::Move(_) | Fault::GivenUp(_) => break outcome.map(|won| (won, false)),
                }
            }
        }
    };
    let (won, checked, stopped) = match outcome {
        Ok((won, checked)) => (won, checked, None),
        Err(stopped) => (None, false, Some(stopped)),
    };
    let seconds = clock.elapsed().as_secs_f64();
    Solution { won, checked, stopped, positions: clock.positions(), seconds, findings }
}

type Won = Option<(Reach, Proof<Point>)>;

fn found(
    game: &mut FiveInARow<'_>,
    wanted: &Wanted,
    beliefs: &Beliefs<Point>,
    clock: &mut Clock,
) -> Result<Won, Stopped> {
    for reach in [Reach::Fours, Reach::Threats, Reach::Quiet] {
        if reach > wanted.reach {
            break;
        }
        let verdict = Prover::new(game, reach, wanted.levels, beliefs, clock).run()?;
        if let Verdict::Won(proof) = verdict {
            return Ok(Some((reach, proof)));
        }
    }
    Ok(None)
}
