//! Solves positions of games in text. A search of all lines decides the position, and then every reply to the winning
//! move.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use blanche_compiler::game::Move;
use blanche_compiler::runtime::Position;
use noire_engine::search::player::Budget;
use noire_engine::world::{Text, World as _, WorldError};

use super::{PositionValue, ProofLimits, ProofNode, ProofWorld, WinProof, WinReason};
use crate::analysis::analysis_world::AnalysisWorld as _;
use crate::analysis::text::Text as Searcher;
use crate::analysis::{AnalysisRequest, Analyst as _, Candidate, Evaluation};

impl ProofWorld for Text {
    fn prove(
        &self,
        (start, moves): (&Position, &[Move]),
        limits: &ProofLimits,
        show: &mut dyn FnMut(f64),
    ) -> Result<(PositionValue<Move>, u64), WorldError> {
        let budget = Budget {
            positions: Some(limits.positions),
            levels: limits.levels,
            is_valuing: true,
            stop: Arc::clone(&limits.stop),
            ..Budget::default()
        };
        let mut solver = Solver { world: self, analyst: self.analyst(budget)?, start, limits, positions: 0 };
        let Some((best, is_solved)) = solver.best(moves)? else {
            return Ok((PositionValue::Undecided, solver.positions));
        };
        let line = best.line;
        let value = match best.evaluation {
            Evaluation::Wins(plies) => {
                PositionValue::Wins { plies, proof: solver.proof(moves, line.first().copied(), show)? }
            }
            Evaluation::Loses(plies) if is_solved => PositionValue::Loses { plies, line },
            Evaluation::Drawn if is_solved => PositionValue::Drawn { line },
            _ => PositionValue::Undecided,
        };
        Ok((value, solver.positions))
    }
}

/// Maximum length of a line of a proof, in plies.
const MAX_LINE: usize = 200;

/// A search that solves positions of one game.
struct Solver<'w> {
    world: &'w Text,
    analyst: Searcher<'w>,
    start: &'w Position,
    limits: &'w ProofLimits,
    /// Number of positions examined.
    positions: u64,
}

impl Solver<'_> {
    /// The best move after these moves, with its line, and whether every line was searched. `None` if the search was
    /// stopped before it found a move.
    fn best(&mut self, moves: &[Move]) -> Result<Option<(Candidate<Move>, bool)>, WorldError> {
        let places = self.world.search_positions(self.start, moves)?;
        let place = places.last().expect("there is the start at least");
        let request = AnalysisRequest { best: 1, played: None, excluded: &[] };
        let mut found = self.analyst.best(place, request)?;
        self.positions += found.positions;
        let best = (!found.candidates.is_empty()).then(|| found.candidates.swap_remove(0));
        Ok(best.map(|best| (best, found.is_solved)))
    }

    /// The proof that the move `first` wins after the game `moves`. Each reply is followed by a winning line, if the
    /// search finds one within the limits.
    fn proof(
        &mut self,
        moves: &[Move],
        first: Option<Move>,
        show: &mut dyn FnMut(f64),
    ) -> Result<WinProof<Move>, WorldError> {
        let root = ProofNode { mv: first, reason: WinReason::Searched, replies: Vec::new() };
        let mut proof = WinProof { nodes: vec![root], root: 0 };
        let Some(first) = first else { return Ok(proof) };
        let mut played = moves.to_vec();
        played.push(first);
        let winner = self.to_move(moves)?;
        if self.is_over(&played)? {
            proof.nodes[0].reason = WinReason::Over;
            return Ok(proof);
        }
        if self.to_move(&played)? == winner {
            return Ok(proof);
        }
        let mut replies = Vec::new();
        let mut position = self.world.replay(self.start, &played, &mut |_| true)?;
        self.world.rules().moves(&mut position, &mut replies)?;
        for (at, reply) in replies.iter().enumerate() {
            show(at as f64 / replies.len() as f64);
            played.push(*reply);
            let line = self.winning_line(&played)?;
            let node = if self.is_over(&played)? {
                proof.nodes.push(ProofNode { mv: None, reason: WinReason::Over, replies: Vec::new() });
                proof.nodes.len() - 1
            } else {
                let after: Vec<Move> = played.iter().chain(&line).copied().collect();
                add_line(&mut proof, &line, self.is_over(&after)?)
            };
            proof.nodes[0].replies.push((Some(*reply), node));
            played.pop();
        }
        Ok(proof)
    }

    /// A line of the winner after these moves, to the end of the game if the search finds it within the limits.
    fn winning_line(&mut self, moves: &[Move]) -> Result<Vec<Move>, WorldError> {
        let mut all = moves.to_vec();
        while all.len() < moves.len() + MAX_LINE && !self.is_over(&all)? {
            let has_stopped = self.limits.stop.load(Ordering::Relaxed);
            if has_stopped || self.positions > 4 * self.limits.positions {
                break;
            }
            let Some((best, _)) = self.best(&all)? else { break };
            let is_decided = matches!(best.evaluation, Evaluation::Wins(_) | Evaluation::Loses(_));
            if !is_decided || best.line.is_empty() {
                break;
            }
            all.extend(best.line);
        }
        Ok(all.split_off(moves.len()))
    }

    fn is_over(&self, moves: &[Move]) -> Result<bool, WorldError> {
        let mut position = self.world.replay(self.start, moves, &mut |_| true)?;
        Ok(self.world.end(&mut position)?.is_some())
    }

    /// The name of the player to move after these moves.
    fn to_move(&self, moves: &[Move]) -> Result<Option<String>, WorldError> {
        Ok(self.world.to_move(&self.world.replay(self.start, moves, &mut |_| true)?))
    }
}

/// Adds the nodes of a line that begins with a move of the winner. Returns the first one. `is_won` says whether the game
/// is over after the line.
fn add_line(proof: &mut WinProof<Move>, line: &[Move], is_won: bool) -> usize {
    let first = proof.nodes.len();
    for pair in line.chunks(2) {
        let next = proof.nodes.len() + 1;
        let replies = pair.get(1).map(|reply| (Some(*reply), next)).into_iter().collect();
        proof.nodes.push(ProofNode { mv: Some(pair[0]), reason: WinReason::Searched, replies });
    }
    // The last reply leads to a node, too. The search says no more about it.
    if line.len().is_multiple_of(2) {
        proof.nodes.push(ProofNode { mv: None, reason: WinReason::Searched, replies: Vec::new() });
    }
    if let Some(last) = proof.nodes.last_mut().filter(|_| is_won) {
        last.reason = WinReason::Over;
    }
    first
}
