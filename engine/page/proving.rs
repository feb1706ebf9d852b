//! Proofs: whether a position is won, and the board after moves of its proof.

use std::collections::{HashMap, VecDeque};

use noire_engine::world::WorldError;
use noire_interactive::rejections::rejection_text;
use noire_laboratory::win_proof::{PositionValue, ProofLimits, ProofNode, WinProof, WinReason};

use crate::board::board;
use crate::game::PageGame;
use crate::inbox::SearchEnd;
use crate::last_move::target;
use crate::protocol::{Event, ProofReply, ProofStep, Purpose};
use crate::reviewing::{LEVELS, PageWorld};

/// Maximum number of positions to search for a proof.
const PROOF_POSITIONS: u64 = 1_000_000;

/// Maximum number of steps of a proof to send.
const MAX_STEPS: usize = 2_000;

/// Maximum number of moves in a preview.
const MAX_PREVIEW: usize = 400;

impl<W: PageWorld> PageGame<'_, '_, W> {
    /// Solves the current position, and sends its value with the proof of a win.
    ///
    /// # Errors
    /// If the game cannot continue.
    pub(crate) fn solve(&mut self) -> Result<(), WorldError> {
        let here = self.here()?;
        if here.end.is_some() {
            let sentence = self.tab.say("page-solved-over", &[]);
            self.tab.outbox.send(&Event::Solved { at: self.at, sentence, proof: Vec::new() });
            return Ok(());
        }
        let Some((stop, permit)) = self.begin_search(Purpose::Proof) else { return Ok(()) };
        let limits = ProofLimits { positions: PROOF_POSITIONS, levels: LEVELS, stop };
        let outbox = &self.tab.outbox;
        let show = &mut |share: f64| outbox.send_progress(&Event::Progress { share });
        let moves = self.tree.moves(self.at);
        let solved = self.world.prove((&self.start, &moves), &limits, show);
        drop(permit);
        if self.tab.inbox.end_search() == SearchEnd::Dropped {
            self.idle(String::new());
            return Ok(());
        }
        let (value, _) = solved?;
        let sentence = self.value_sentence(here.to_move, &value);
        let proof = match &value {
            PositionValue::Wins { proof, .. } => self.proof_steps(proof),
            _ => Vec::new(),
        };
        if proof.len() == MAX_STEPS {
            let text = self.tab.say("page-proof-cut", &[("number", (MAX_STEPS as u32).into())]);
            self.tab.outbox.send(&Event::Note { text });
        }
        self.tab.outbox.send(&Event::Solved { at: self.at, sentence, proof });
        self.idle(String::new());
        Ok(())
    }

    /// The value of a position as a sentence.
    fn value_sentence(&self, player: usize, value: &PositionValue<W::Move>) -> String {
        let colour = self.player_name(player);
        let said = |name: &str, moves: u32, line: &[W::Move]| {
            let line = self.world.moves_text(line);
            let variables =
                [("colour", colour.as_str().into()), ("moves", moves.into()), ("line", line.as_str().into())];
            self.tab.say(name, &variables)
        };
        match value {
            PositionValue::Wins { plies, .. } => said("page-solved-wins", *plies, &[]),
            PositionValue::Loses { plies, line } => said("page-solved-loses", *plies, line),
            PositionValue::Drawn { line } => said("page-solved-draws", 0, line),
            PositionValue::Undecided => said("page-solved-open", 0, &[]),
        }
    }

    /// The steps of a proof, beginning with its root, up to [`MAX_STEPS`].
    fn proof_steps(&self, proof: &WinProof<W::Move>) -> Vec<ProofStep> {
        let mut numbers: HashMap<usize, usize> = HashMap::new();
        numbers.insert(proof.root, 0);
        let (mut order, mut steps) = (VecDeque::from([proof.root]), Vec::new());
        while let Some(node) = order.pop_front() {
            let ProofNode { mv, reason, replies } = &proof.nodes[node];
            let reply = |(reply, node): &(Option<W::Move>, usize)| {
                let next = numbers.len();
                let is_known = numbers.contains_key(node);
                if !is_known && next < MAX_STEPS {
                    numbers.insert(*node, next);
                    order.push_back(*node);
                }
                ProofReply {
                    text: reply.map(|mv| self.world.moves_text(&[mv])),
                    step: numbers.get(node).copied(),
                }
            };
            steps.push(ProofStep {
                text: mv.map(|mv| self.world.moves_text(&[mv])),
                replies: replies.iter().map(reply).collect(),
                said: self.reason_text(mv.is_some(), reason),
            });
        }
        steps
    }

    /// Why a step of a proof wins, as a part of a sentence.
    fn reason_text(&self, has_move: bool, reason: &WinReason) -> String {
        let by = |name: &str, rule: &str| self.tab.say(name, &[("rule", rule.into())]);
        match reason {
            WinReason::Over => self.tab.say("page-proof-over", &[]),
            WinReason::Rule(rule) => by("page-proof-rule", rule),
            WinReason::Threat(rule) => by("page-proof-threat", rule),
            WinReason::ThreatLine => self.tab.say("page-proof-threat-line", &[]),
            WinReason::Searched if has_move => self.tab.say("page-proof-searched", &[]),
            WinReason::Searched => self.tab.say("page-proof-more", &[]),
        }
    }

    /// Sends the board after some moves from a node, without adding them to the tree.
    ///
    /// # Errors
    /// If a position cannot be reached.
    pub(crate) fn preview(&mut self, at: usize, texts: Vec<String>) -> Result<(), WorldError> {
        if at >= self.tree.len() || texts.len() > MAX_PREVIEW {
            self.fail("page-no-position");
            return Ok(());
        }
        let usual = self.drawing(&self.start);
        let mut moves = self.tree.moves(at);
        let mut position = self.position_at(at)?.position;
        let mut fields = Vec::new();
        for text in &texts {
            let mv = match self.world.parse_move(&mut position, text) {
                Ok(mv) => mv,
                Err(rejected) => {
                    let text = rejection_text(&self.tab.translations, text, &rejected);
                    self.tab.outbox.send(&Event::Failed { text });
                    return Ok(());
                }
            };
            moves.push(mv);
            let after = self.world.replay(&self.start, &moves, &mut |_| true)?;
            let boards = || Ok([self.drawing(&position), self.drawing(&after)]);
            fields.push(target(&self.world.moves_text(&[mv]), &usual, boards)?);
            position = after;
        }
        let board = board(&self.drawing(&position));
        self.tab.outbox.send(&Event::Preview { at, moves: texts, fields, board });
        Ok(())
    }
}
