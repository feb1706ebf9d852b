//! A proof of a win, played out: every reply that it lists, every other reply against the threat, every rule at an end
//! carried on to the five. What stands here shares the board and the rules of level 0 with the search that found the proof,
//! and nothing else.

use std::collections::HashSet;

use super::exhaustive::Search;
use super::referee::Referee;
use crate::board::{Color, Point, PointSet, Position};
use crate::search::check;
use crate::search::limits::Clock;
use crate::search::proof::{Attack, AttackId, Defence, Proof, Threat};

type Fault = check::Fault<Point>;
type Unproved = check::Unproved<Point>;

/// Plays a proof out in a position.
struct Replay<'g> {
    game: &'g Referee<'g>,
    position: Position,
    attacker: Color,
    /// How many stones each small search may set.
    nodes: u64,
    clock: &'g Clock,
    path: Vec<Option<Point>>,
    seen: HashSet<(AttackId, u64)>,
}

/// Plays out a proof that the side to move wins in this position. Every question that it asks of an exhaustive search may
/// take so many stones, and all of them end when the clock says so.
///
/// # Errors
/// When the proof does not stand, or a part of it was not decided.
///
/// # Panics
/// When nobody is to move.
pub fn replay(
    game: &Referee<'_>,
    position: &Position,
    proof: &Proof<Point>,
    nodes: u64,
    clock: &Clock,
) -> Result<(), Unproved> {
    let attacker = position.to_move().expect("somebody is to move where a win is proved");
    let position = position.clone();
    let mut replay =
        Replay { game, position, attacker, nodes, clock, path: Vec::new(), seen: HashSet::new() };
    let outcome = replay.attack(proof, proof.root());
    outcome.map_err(|fault| Unproved { fault, path: replay.path })
}

impl Replay<'_> {
    /// The attacker is to move.
    fn attack(&mut self, proof: &Proof<Point>, id: AttackId) -> Result<(), Fault> {
        // A node may stand for one position only; the stones say which, and as long as nobody has won it makes no
        // difference which of them came last.
        let winner = self.winner()?;
        if winner == Some(self.attacker) {
            // The reply has lost. Where a stone that the line does not know of makes it so, the line says what else would follow.
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

    /// The attacker has made this move.
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
            return Err(self.forgotten(proof, defence.threat, missed));
        }
        for (reply, next) in &defence.replies {
            if self.position.is_empty(*reply) {
                self.after(*reply, |replay| replay.attack(proof, *next))?;
            }
        }
        Ok(())
    }

    /// What is wrong where replies to a threat have no answer: the rule or the line that threatens nothing, or whoever listed
    /// the replies.
    fn forgotten(&mut self, proof: &Proof<Point>, threat: Threat, missed: PointSet) -> Fault {
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

    /// The replies, besides those that have lines of their own, against which the attacker does not win within so many
    /// moves.
    fn missed_by_rule(&self, listed: PointSet, moves: u32) -> Result<PointSet, Fault> {
        let mut missed = PointSet::EMPTY;
        while let Some(reply) =
            self.search().reply_besides(listed | missed, moves).map_err(Fault::Undecided)?
        {
            let is_new = !listed.contains(reply) && !missed.contains(reply);
            missed.insert(reply);
            if !is_new {
                break;
            }
        }
        Ok(missed)
    }

    /// The replies, besides those that have lines of their own, against which this line does not win.
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

    /// Does something after a move of the side to move. Where it fails the path leads there.
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

    /// The same after a pass of the side to move.
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
        Search::new(self.game, &self.position, self.attacker, self.nodes).until(self.clock)
    }
}

fn first_point() -> Point {
    Point::new(0, 0).expect("a1 is a point")
}
