//! Replays the proof of a win. It plays every listed reply, tests every other reply against the threat, and follows the
//! claim of each rule at the end of a line until there are five in a row. It shares only the board and the rules of
//! level 0 with the search that found the proof.

use std::collections::HashSet;

use super::exhaustive::Search;
use super::referee::Referee;
use crate::board::{Color, Point, PointSet, Position};
use crate::search::check;
use crate::search::limits::Clock;
use crate::search::proof::{Attack, AttackId, Defence, Proof, Threat};

type Fault = check::Fault<Point>;
type Unproved = check::Unproved<Point>;

/// The replay of a proof in a position.
struct Replay<'g> {
    game: &'g Referee<'g>,
    position: Position,
    attacker: Color,
    /// Maximum number of stones that each exhaustive search may place.
    nodes: u64,
    clock: &'g Clock,
    path: Vec<Option<Point>>,
    seen: HashSet<(AttackId, u64)>,
}

/// Replays a proof that the side to move wins in this position. Each exhaustive search within the replay may place at
/// most `nodes` stones. All of these searches end when the clock's time is up.
///
/// # Errors
/// If the proof is wrong, or a part of it could not be decided.
///
/// # Panics
/// If the side to move is unknown.
pub fn replay(
    game: &Referee<'_>,
    position: &Position,
    proof: &Proof<Point>,
    nodes: u64,
    clock: &Clock,
) -> Result<(), Unproved> {
    let attacker = position.to_move().expect("a side is to move where a win is proved");
    let position = position.clone();
    let mut replay =
        Replay { game, position, attacker, nodes, clock, path: Vec::new(), seen: HashSet::new() };
    let outcome = replay.attack(proof, proof.root());
    outcome.map_err(|fault| Unproved { fault, path: replay.path })
}

impl Replay<'_> {
    /// Replays a node with the attacker to move.
    fn attack(&mut self, proof: &Proof<Point>, id: AttackId) -> Result<(), Fault> {
        // A node may be reached in several positions. The key of the stones distinguishes these positions. Which stone
        // was placed last does not matter as long as neither side has won.
        let winner = self.winner()?;
        if winner == Some(self.attacker) {
            // The reply has already lost. The proof may still continue here, because the search does not consider every
            // stone on the board. That continuation is not needed.
            return Ok(());
        }
        if winner.is_none() && !self.seen.insert((id, self.position.key())) {
            return Ok(());
        }
        match proof.attack(id) {
            Attack::Over => Err(Fault::Move(self.path.last().copied().flatten().unwrap_or_else(first_point))),
            Attack::Claim(claim, mv) => {
                let wins = winner.is_none()
                    && self.position.is_empty(*mv)
                    && self.search().wins_by(*mv, claim.level).map_err(Fault::Undecided)?;
                if wins { Ok(()) } else { Err(Fault::Claim(*claim, *mv)) }
            }
            Attack::Move(mv, defence) => {
                if winner.is_some() || !self.position.is_empty(*mv) {
                    return Err(Fault::Move(*mv));
                }
                self.after(*mv, |replay| replay.defence(proof, *mv, defence))
            }
        }
    }

    /// Replays the defence after the attacker has made its move `mv`.
    fn defence(&mut self, proof: &Proof<Point>, mv: Point, defence: &Defence<Point>) -> Result<(), Fault> {
        match self.winner()? {
            Some(winner) if winner == self.attacker => return Ok(()),
            Some(_) => return Err(Fault::Move(mv)),
            None => {}
        }
        let listed: PointSet = defence.replies.iter().map(|(reply, _)| *reply).collect();
        let missed = match defence.threat {
            Threat::Rule(claim) => self.missed_by_rule(listed, claim.level)?,
            Threat::Line(line) => self.missed_by_line(listed, proof, line)?,
        };
        if !missed.is_empty() {
            return Err(self.unlisted_replies_fault(proof, defence.threat, missed));
        }
        for (reply, next) in &defence.replies {
            if self.position.is_empty(*reply) {
                self.after(*reply, |replay| replay.attack(proof, *next))?;
            }
        }
        Ok(())
    }

    /// The fault of a proof in which a threat does not answer all replies. Either the threat does not exist, or the
    /// list of replies is incomplete.
    fn unlisted_replies_fault(&mut self, proof: &Proof<Point>, threat: Threat, missed: PointSet) -> Fault {
        let threatens = match threat {
            Threat::Rule(claim) => match self.search().wins_within(claim.level) {
                Ok(true) => Ok(()),
                Ok(false) => Err(Fault::Threat(claim)),
                Err(undecided) => Err(Fault::Undecided(undecided)),
            },
            Threat::Line(line) => self.after_null_move(|replay| replay.attack(proof, line)),
        };
        threatens.err().unwrap_or_else(|| Fault::Replies(threat, missed.iter().collect()))
    }

    /// The replies that are not in `listed`, and against which the attacker does not win within `moves` moves.
    fn missed_by_rule(&self, listed: PointSet, moves: u32) -> Result<PointSet, Fault> {
        let mut missed = PointSet::EMPTY;
        while let Some(reply) =
            self.search().unlisted_reply(listed | missed, moves).map_err(Fault::Undecided)?
        {
            let is_new = !listed.contains(reply) && !missed.contains(reply);
            missed.insert(reply);
            if !is_new {
                break;
            }
        }
        Ok(missed)
    }

    /// The replies that are not in `listed`, and against which the attacker does not win by this line of the proof.
    fn missed_by_line(
        &mut self,
        listed: PointSet,
        proof: &Proof<Point>,
        line: AttackId,
    ) -> Result<PointSet, Fault> {
        let depth = self.path.len();
        let mut missed = PointSet::EMPTY;
        for reply in self.position.empty_fields() - listed {
            let loses = self.after(reply, |replay| replay.attack(proof, line));
            match loses {
                Ok(()) => {}
                Err(Fault::Undecided(reason)) => return Err(Fault::Undecided(reason)),
                Err(_) => {
                    self.path.truncate(depth);
                    missed.insert(reply);
                }
            }
        }
        Ok(missed)
    }

    /// Makes a move for the side to move, calls `each`, and undoes the move. If `each` fails, `path` keeps the moves
    /// that lead to the failure.
    fn after(&mut self, mv: Point, each: impl FnOnce(&mut Self) -> Result<(), Fault>) -> Result<(), Fault> {
        self.position.play(mv).expect("the field is empty");
        self.path.push(Some(mv));
        let outcome = each(self);
        self.position.take_back();
        if outcome.is_ok() {
            self.path.pop();
        }
        outcome
    }

    /// Passes for the side to move, calls `each`, and undoes the pass.
    fn after_null_move(&mut self, each: impl FnOnce(&mut Self) -> Result<(), Fault>) -> Result<(), Fault> {
        let to_move = self.position.to_move();
        self.position.set_to_move(Some(self.attacker));
        self.path.push(None);
        let outcome = each(self);
        self.position.set_to_move(to_move);
        if outcome.is_ok() {
            self.path.pop();
        }
        outcome
    }

    fn winner(&mut self) -> Result<Option<Color>, Fault> {
        self.game.winner(&mut self.position).map_err(|limit| Fault::Undecided(limit.into()))
    }

    fn search(&self) -> Search<'_> {
        Search::new(self.game, &self.position, self.attacker, self.nodes).with_clock(self.clock)
    }
}

fn first_point() -> Point {
    Point::new(0, 0).expect("a1 is a point")
}
