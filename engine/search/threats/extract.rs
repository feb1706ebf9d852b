//! Assembles the proof that a position is won, after the search has found that it is.
//!
//! The winning moves are taken from the table. Winning moves that the table has lost are searched again. So even with a
//! very small table, either a proof is assembled, or the search reaches a limit and returns the winning move without a
//! proof.

use std::collections::HashMap;

use super::nodes::{AttackVerdict, Candidate, DefenceVerdict, ThreatSource};
use super::prover::{CLASSES, Prover, ToMove};
use super::table::{INFINITE, Numbers};
use crate::games::Knowledge;
use crate::search::limits::Stopped;
use crate::search::params::{MAX_ATTEMPTS, MAX_LINE_POSITIONS, SLICE_POSITIONS};
use crate::search::proof::{Attack, AttackId, Defence, Proof, Threat};
use crate::search::strategy::{ThreatClass, Win};

/// A part of a proof; `None` if it turns out that there is no win.
type Extracted<T> = Result<Option<T>, Stopped>;

/// The replies that a proof lists. Each is followed by the node that it leads to.
type Replies<M> = Vec<(M, AttackId)>;

/// The nodes of a proof under construction.
struct Nodes<M> {
    nodes: Vec<Attack<M>>,
    known: HashMap<u64, AttackId>,
}

impl<M> Nodes<M> {
    fn new() -> Nodes<M> {
        Nodes { nodes: Vec::new(), known: HashMap::new() }
    }

    fn push(&mut self, attack: Attack<M>) -> AttackId {
        self.nodes.push(attack);
        AttackId(self.nodes.len() as u32 - 1)
    }

    /// Removes all nodes except the first `count`.
    fn truncate(&mut self, count: usize) {
        self.nodes.truncate(count);
        self.known.retain(|_, id| (id.0 as usize) < count);
    }
}

impl<G: Knowledge> Prover<'_, G> {
    /// The win of the current position, which the search has found won. `best` is the winning move, if the win needs
    /// one. Returns `None` if the position turns out not to be won.
    pub(super) fn extract(&mut self, best: Option<G::Move>) -> Extracted<Win<G::Move>> {
        let mut nodes = Nodes::new();
        let root = self.extract_attack(&mut nodes);
        Prover::<G>::won(root.map(|root| root.map(|_| nodes)), best)
    }

    /// The win by this quiet move. The search has found that every reply to the move loses.
    pub(super) fn extract_first(&mut self, mv: G::Move) -> Extracted<Win<G::Move>> {
        let mut nodes = Nodes::new();
        self.game.play(mv);
        let defence = self.extract_every_reply(&mut nodes);
        self.game.take_back();
        let whole = defence.map(|defence| {
            nodes.push(Attack::Move(mv, defence?));
            Some(nodes)
        });
        Prover::<G>::won(whole, Some(mv))
    }

    /// Creates a win from the nodes of its proof. If a limit was reached while the proof was assembled, the win
    /// consists of the move `best` alone.
    fn won(nodes: Extracted<Nodes<G::Move>>, best: Option<G::Move>) -> Extracted<Win<G::Move>> {
        match (nodes, best) {
            (Ok(nodes), _) => Ok(nodes.map(|nodes| Win::Proved(Proof::new(nodes.nodes)))),
            (Err(stopped), Some(mv)) => Ok(Some(Win::Seen(mv, stopped))),
            (Err(stopped), None) => Err(stopped),
        }
    }

    fn extract_every_reply(&mut self, nodes: &mut Nodes<G::Move>) -> Extracted<Defence<G::Move>> {
        if self.replies_to_quiet(&mut Vec::new())? {
            return self.extract_defence(nodes);
        }
        self.game.null_move();
        let threat = self.extract_attack(nodes);
        self.game.null_move();
        let Some(threat) = threat? else { return Ok(None) };
        let mut replies = Vec::new();
        self.all_replies(&mut replies);
        let replies = self.extract_replies(replies, nodes)?;
        Ok(replies.map(|replies| Defence { threat: Threat::Line(threat), replies }))
    }

    /// Extracts a node with the attacker to move; `None` if the attacker turns out not to win.
    fn extract_attack(&mut self, nodes: &mut Nodes<G::Move>) -> Extracted<AttackId> {
        if let Some(winner) = self.game.winner()? {
            return Ok((winner == self.attacker).then(|| nodes.push(Attack::Over)));
        }
        let class = self.class;
        for lower in CLASSES.into_iter().filter(|lower| *lower < class) {
            if self.table.is_won(self.game.key() ^ lower.salt()) {
                let id = self.extract_within(lower, nodes)?;
                if id.is_some() {
                    return Ok(id);
                }
            }
        }
        if class == ThreatClass::Quiet
            && !self.table.is_won(self.key())
            && let Some(found) = self.found_again()?
            && found < class
        {
            return self.extract_within(found, nodes);
        }
        self.extract_moves(nodes)
    }

    /// Extracts a node with the attacker to move, who is known to win by moves of this class.
    fn extract_within(&mut self, class: ThreatClass, nodes: &mut Nodes<G::Move>) -> Extracted<AttackId> {
        let wider = std::mem::replace(&mut self.class, class);
        let id = self.extract_moves(nodes);
        self.class = wider;
        id
    }

    /// Extracts a node with the attacker to move, trying moves of the current class.
    fn extract_moves(&mut self, nodes: &mut Nodes<G::Move>) -> Extracted<AttackId> {
        let key = self.key();
        if let Some(id) = nodes.known.get(&key) {
            return Ok(Some(*id));
        }
        let mut moves = Vec::new();
        let attack = match self.attack_verdict(&mut moves)? {
            AttackVerdict::Claim(claim) => {
                self.game.claimed_move(claim.rule)?.map(|mv| Attack::Claim(claim, mv))
            }
            AttackVerdict::Lost => None,
            AttackVerdict::Open => self.extract_move(&moves, nodes)?,
        };
        let id = attack.map(|attack| nodes.push(attack));
        if let Some(id) = id {
            nodes.known.insert(key, id);
        }
        Ok(id)
    }

    /// Finds a winning move among these moves, and extracts the part of the proof after it.
    fn extract_move(
        &mut self,
        moves: &[Candidate<G::Move>],
        nodes: &mut Nodes<G::Move>,
    ) -> Extracted<Attack<G::Move>> {
        let before = nodes.nodes.len();
        for _ in 0..MAX_ATTEMPTS {
            let mv = match self.won_by(moves)? {
                Some(mv) => mv,
                None => match self.search_node(ToMove::Attacker, INFINITE, INFINITE)? {
                    (numbers, Some(mv)) if numbers.proof == 0 => mv,
                    _ => return Ok(None),
                },
            };
            self.game.play(mv);
            let defence = self.extract_defence(nodes);
            self.game.take_back();
            if let Some(defence) = defence? {
                return Ok(Some(Attack::Move(mv, defence)));
            }
            // The table claimed a win that does not exist: the repeated search has tried other replies.
            nodes.truncate(before);
            self.table.put(self.key_after(mv), Numbers::LOST, None, u32::MAX);
            self.table.put(self.key(), Numbers { proof: 1, disproof: 1 }, None, 0);
        }
        Ok(None)
    }

    /// Searches a position below a quiet move again. The attacker was found to win there, but the winning moves are no
    /// longer in the table. Returns the narrowest class of moves by which the attacker wins. The classes are searched
    /// in slices, as at the root.
    fn found_again(&mut self) -> Result<Option<ThreatClass>, Stopped> {
        let widest = self.class;
        let mut open = CLASSES.to_vec();
        let mut slice = SLICE_POSITIONS;
        let mut found = Ok(None);
        while let (Ok(None), false) = (&found, open.is_empty()) {
            for class in open.clone() {
                self.class = class;
                self.clock.pause_after((open.len() > 1).then_some(slice));
                let numbers = self.search(ToMove::Attacker, INFINITE, INFINITE);
                self.clock.pause_after(None);
                match numbers {
                    Ok(numbers) if numbers.proof == 0 => found = Ok(Some(class)),
                    Ok(_) => open.retain(|other| *other != class),
                    Err(Stopped::Paused) => {}
                    Err(stopped) => found = Err(stopped),
                }
                if !matches!(found, Ok(None)) {
                    break;
                }
            }
            slice = slice.saturating_mul(2);
        }
        self.class = widest;
        found
    }

    /// The first of these moves of the attacker that is known to win. Moves that end the game are left out.
    fn won_by(&mut self, moves: &[Candidate<G::Move>]) -> Result<Option<G::Move>, Stopped> {
        for tried in moves {
            if self.table.is_won(self.key_after(tried.mv)) && self.game.winner_after(tried.mv)?.is_none() {
                return Ok(Some(tried.mv));
            }
        }
        Ok(None)
    }

    /// Extracts a node with the defender to move; `None` if the defender turns out not to lose.
    fn extract_defence(&mut self, nodes: &mut Nodes<G::Move>) -> Extracted<Defence<G::Move>> {
        let mut replies = Vec::new();
        let mut defence_verdict = self.defence_verdict(&mut replies)?;
        if matches!(defence_verdict, DefenceVerdict::Lost) && self.class == ThreatClass::Quiet {
            // The line of fours may have been found with the help of the table. Without that, it may need more
            // positions than the usual bound allows.
            self.line_positions = u64::MAX;
            let again = self.defence_verdict(&mut replies);
            self.line_positions = MAX_LINE_POSITIONS;
            defence_verdict = again?;
        }
        let DefenceVerdict::Open(threatened) = defence_verdict else { return Ok(None) };
        let threat = match threatened {
            ThreatSource::Rule(claim) | ThreatSource::Unknown(claim) => Threat::Rule(claim),
            ThreatSource::Fours => match self.after_null_move(|prover| prover.extract_attack(nodes))? {
                Some(line) => Threat::Line(line),
                None => return Ok(None),
            },
        };
        if threatened.leaves_replies_out(self.replied) {
            self.all_replies(&mut replies);
        }
        let replies = self.extract_replies(replies, nodes)?;
        Ok(replies.map(|replies| Defence { threat, replies }))
    }

    fn extract_replies(
        &mut self,
        replies: Vec<Candidate<G::Move>>,
        nodes: &mut Nodes<G::Move>,
    ) -> Extracted<Replies<G::Move>> {
        let mut lines = Vec::with_capacity(replies.len());
        for reply in replies {
            self.game.play(reply.mv);
            let line = self.extract_attack(nodes);
            self.game.take_back();
            let Some(line) = line? else { return Ok(None) };
            lines.push((reply.mv, line));
        }
        Ok(Some(lines))
    }
}
