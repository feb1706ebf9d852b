//! Solves positions of games of stones by searching for threats. Only a win can be proved.

use std::sync::Arc;

use noire_engine::board::{Point, Position};
use noire_engine::games::{Claim, FiveInARow};
use noire_engine::search::limits::SearchLimits;
use noire_engine::search::proof::{Attack, AttackId, Proof, Threat};
use noire_engine::search::solve::{Check, SolveOptions, solve};
use noire_engine::search::strategy::ThreatClass;
use noire_engine::search::threats::Threats;
use noire_engine::world::{Stones, World as _, WorldError};

use super::{PositionValue, ProofLimits, ProofNode, ProofWorld, WinProof, WinReason};

impl ProofWorld for Stones {
    fn prove(
        &self,
        (start, moves): (&Position, &[Option<Point>]),
        limits: &ProofLimits,
        _: &mut dyn FnMut(f64),
    ) -> Result<(PositionValue<Option<Point>>, u64), WorldError> {
        let position = self.replay(start, moves, &mut |_| true)?;
        let options = SolveOptions {
            class: ThreatClass::Quiet,
            levels: limits.levels,
            check: Check::InTime,
            limits: SearchLimits {
                positions: limits.positions,
                stop: Arc::clone(&limits.stop),
                ..SearchLimits::default()
            },
        };
        let mut game = FiveInARow::new(self.base(), self.backends()[0], position);
        let found = solve(&Threats, &mut game, &options);
        let value = match found.won.filter(|_| found.checked) {
            Some(proof) => PositionValue::Wins { plies: proof.plies(), proof: tree(self, &proof) },
            None => PositionValue::Undecided,
        };
        Ok((value, found.positions))
    }
}

/// The proof as a tree with the titles of the rules.
fn tree(world: &Stones, proof: &Proof<Point>) -> WinProof<Option<Point>> {
    let title = |claim: &Claim| world.base().contents().rules[claim.rule].title().to_owned();
    let node = |number: usize| match proof.attack(AttackId(number as u32)) {
        Attack::Over => ProofNode { mv: None, reason: WinReason::Over, replies: Vec::new() },
        Attack::Claim(claim, mv) => {
            ProofNode { mv: Some(Some(*mv)), reason: WinReason::Rule(title(claim)), replies: Vec::new() }
        }
        Attack::Move(mv, defence) => {
            let named = defence.replies.iter().map(|(reply, next)| (Some(Some(*reply)), next.0 as usize));
            let (reason, other) = match &defence.threat {
                Threat::Rule(claim) => (WinReason::Threat(title(claim)), None),
                Threat::Line(line) => (WinReason::ThreatLine, Some((None, line.0 as usize))),
            };
            ProofNode { mv: Some(Some(*mv)), reason, replies: named.chain(other).collect() }
        }
    };
    WinProof { nodes: (0..proof.len()).map(node).collect(), root: proof.root().0 as usize }
}
