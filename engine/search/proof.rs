//! What a position is won by.
//!
//! ```text
//! attack    a rule says that the attacker, to move, wins: or he makes a move, and then
//! defence   he threatens to win by a rule if nothing is done; the replies that need their own line have one each,
//!           and the threat answers all others
//! ```
//!
//! Positions that come about in several ways stand once: a proof is a list of nodes that speak of each other by number.

use super::strategy::ThreatClass;
use crate::bases::asked::NEXT_MOVE;
use crate::games::Claim;

/// The number of a node with the attacker to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AttackId(pub u32);

/// The attacker is to move, and wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attack<M> {
    /// He has won already: the reply lost by a rule of level 0.
    Over,
    /// A rule claims the win, and plays this move.
    Claim(Claim, M),
    /// A move wins.
    Move(M, Defence<M>),
}

/// The defender is to move, and loses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defence<M> {
    /// How the attacker wins if nothing is done: the answer to every reply without a line of its own.
    pub threat: Threat,
    /// The replies that need their own line.
    pub replies: Vec<(M, AttackId)>,
}

/// How the attacker wins if he is to move again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threat {
    /// A rule says so.
    Rule(Claim),
    /// By this line.
    Line(AttackId),
}

impl Threat {
    /// The rule, where one says so.
    pub fn rule(self) -> Option<Claim> {
        match self {
            Threat::Rule(claim) => Some(claim),
            Threat::Line(_) => None,
        }
    }
}

/// A proof that a position is won for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof<M> {
    nodes: Vec<Attack<M>>,
    root: AttackId,
}

impl<M: Copy> Proof<M> {
    /// A proof of these nodes, of which every one speaks of earlier ones only; the last is the root.
    ///
    /// # Panics
    /// When there is no node.
    pub fn new(nodes: Vec<Attack<M>>) -> Proof<M> {
        let last = nodes.len().checked_sub(1).expect("a proof has a root");
        Proof { nodes, root: AttackId(last as u32) }
    }

    /// The node of the position that is proved.
    pub fn root(&self) -> AttackId {
        self.root
    }

    /// A node.
    pub fn attack(&self, id: AttackId) -> &Attack<M> {
        &self.nodes[id.0 as usize]
    }

    /// How many positions it has with the attacker to move.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether it has none; no proof is empty.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The move that wins; nothing where the game is over.
    pub fn first(&self) -> Option<M> {
        match self.attack(self.root) {
            Attack::Over => None,
            Attack::Claim(_, mv) | Attack::Move(mv, _) => Some(*mv),
        }
    }

    /// How many moves the game takes at most, if both play as the proof has it: those of the rules at its ends included.
    pub fn plies(&self) -> u32 {
        *self.lengths().last().expect("a proof has a root")
    }

    /// What kind of moves it needs, where the base knows the replies to threats up to this level ([`Asking::replied`]). A rule
    /// up to that level plays a four and wins; what a rule of a higher level plays is not known.
    ///
    /// [`Asking::replied`]: crate::bases::Asking::replied
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

    /// The line in which the defender holds out longest, up to the move of the rule that ends it: the moves of both, and
    /// the rule.
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

    /// How many moves are made below each node.
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
                    // Some reply is not listed, or there would be no threat to tell of.
                    1 + replies.max().unwrap_or(0).max(1 + threat)
                }
            };
            lengths.push(length);
        }
        lengths
    }
}
