//! Proofs that a position is won.
//!
//! ```text
//! attack    the attacker is to move: a rule claims that it wins, or it makes a move
//! defence   the defender is to move: the attacker threatens to win if the defender passes; the proof has a line for
//!           each reply that the threat does not answer
//! ```
//!
//! A proof is a list of nodes that refer to each other by index. A position that is reached in several ways is
//! therefore stored only once.

use super::strategy::ThreatClass;
use crate::bases::queried_exports::NEXT_MOVE;
use crate::games::Claim;

/// The index of a node with the attacker to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AttackId(pub u32);

/// A node with the attacker to move, who wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attack<M> {
    /// The attacker has already won, because the reply lost by a rule of level 0.
    Over,
    /// A rule claims that the attacker wins, and plays this move.
    Claim(Claim, M),
    /// The attacker wins by this move.
    Move(M, Defence<M>),
}

/// A node with the defender to move, who loses whatever it replies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defence<M> {
    /// How the attacker wins if the defender passes. The threat answers every reply that is not in `replies`.
    pub threat: Threat,
    /// The replies that need lines of their own. Each is followed by the node that it leads to.
    pub replies: Vec<(M, AttackId)>,
}

/// How the attacker would win if it could move again immediately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threat {
    /// The attacker would win by the claim of this rule.
    Rule(Claim),
    /// The attacker would win by this line of the proof.
    Line(AttackId),
}

impl Threat {
    /// The rule whose claim is the threat; `None` if the threat is a line.
    pub fn rule(self) -> Option<Claim> {
        match self {
            Threat::Rule(claim) => Some(claim),
            Threat::Line(_) => None,
        }
    }
}

/// A proof that the side to move wins a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof<M> {
    nodes: Vec<Attack<M>>,
    root: AttackId,
}

impl<M: Copy> Proof<M> {
    /// Creates a proof from its nodes. Each node may only refer to earlier nodes. The last node is the root.
    ///
    /// # Panics
    /// If there are no nodes.
    pub fn new(nodes: Vec<Attack<M>>) -> Proof<M> {
        let last = nodes.len().checked_sub(1).expect("a proof has a root");
        Proof { nodes, root: AttackId(last as u32) }
    }

    /// The node of the proved position.
    pub fn root(&self) -> AttackId {
        self.root
    }

    /// The node with this index.
    pub fn attack(&self, id: AttackId) -> &Attack<M> {
        &self.nodes[id.0 as usize]
    }

    /// The number of nodes with the attacker to move.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always `false`, because a proof has at least one node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The winning move; `None` if the game is already over.
    pub fn first(&self) -> Option<M> {
        match self.attack(self.root) {
            Attack::Over => None,
            Attack::Claim(_, mv) | Attack::Move(mv, _) => Some(*mv),
        }
    }

    /// The maximum number of moves to the end of the game if both sides follow the proof. The moves that the rules at
    /// the ends of lines promise are included.
    pub fn plies(&self) -> u32 {
        *self.lengths().last().expect("a proof has a root")
    }

    /// The class of moves that the proof needs. `replied` is the longest threat, in moves, to which the base knows the
    /// replies ([`BackendBase::replied`]). A rule up to that level counts as a win by fours. For a rule of a higher
    /// level, the kind of moves that it plays is unknown.
    ///
    /// [`BackendBase::replied`]: crate::bases::BackendBase::replied
    pub fn class(&self, replied: u32) -> ThreatClass {
        let reaches = self.nodes.iter().map(|node| match node {
            Attack::Over => ThreatClass::Fours,
            Attack::Claim(claim, _) if claim.level <= replied => ThreatClass::Fours,
            Attack::Claim(..) => ThreatClass::Threats,
            Attack::Move(_, defence) => match defence.threat {
                Threat::Rule(claim) if claim.level <= NEXT_MOVE => ThreatClass::Fours,
                Threat::Rule(claim) if claim.level <= replied => ThreatClass::Threats,
                Threat::Rule(_) | Threat::Line(_) => ThreatClass::Quiet,
            },
        });
        reaches.max().unwrap_or(ThreatClass::Fours)
    }

    /// The longest line of the proof. Returns the moves of both sides, and the rule that claims the win at the end of
    /// the line. If the attacker is to move there, the move of this rule is the last of the moves.
    pub fn line(&self) -> (Vec<M>, Option<Claim>) {
        let lengths = self.lengths();
        let mut line = Vec::new();
        let mut at = self.root;
        loop {
            match self.attack(at) {
                Attack::Over => return (line, None),
                Attack::Claim(claim, mv) => {
                    line.push(*mv);
                    return (line, Some(*claim));
                }
                Attack::Move(mv, defence) => {
                    line.push(*mv);
                    let longest = defence.replies.iter().max_by_key(|(_, id)| lengths[id.0 as usize]);
                    let Some((reply, next)) = longest else { return (line, defence.threat.rule()) };
                    line.push(*reply);
                    at = *next;
                }
            }
        }
    }

    /// For each node, the maximum number of moves until the end of the game.
    fn lengths(&self) -> Vec<u32> {
        let mut lengths: Vec<u32> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let length = match node {
                Attack::Over => 0,
                Attack::Claim(claim, _) => claim.level,
                Attack::Move(_, defence) => {
                    let replies = defence.replies.iter().map(|(_, id)| lengths[id.0 as usize] + 1);
                    let threat = match defence.threat {
                        Threat::Rule(claim) => claim.level,
                        Threat::Line(id) => lengths[id.0 as usize],
                    };
                    // At least one reply must be missing from the list, because otherwise the threat would not be
                    // needed.
                    1 + replies.max().unwrap_or(0).max(1 + threat)
                }
            };
            lengths.push(length);
        }
        lengths
    }
}
