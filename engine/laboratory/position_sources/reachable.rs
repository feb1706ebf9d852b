//! Enumerates all reachable positions.

use std::collections::HashSet;

use blanche_compiler::game::{Fault, Move, Rules};
use blanche_compiler::runtime::Position;

use super::{ReachedPosition, StopCheck};
use noire_engine::search::clock_checks::ClockChecks;
use noire_engine::world::Text;

/// All positions reachable from a start position.
pub struct Reachable {
    /// Total number of positions, including those in which the game is over.
    pub(crate) all: usize,
    nodes: Vec<Node>,
    start: Position,
}

/// A position in which the game is not over, and its predecessor.
struct Node {
    words: Box<[u64]>,
    /// Index of the predecessor, and the move from there, or `None` for the start position.
    from: Option<(u32, Move)>,
}

impl Reachable {
    /// Enumerates the positions that can be reached from `start`. Returns `None` if there are more than `most`, or if
    /// `is_late` returned `true`.
    ///
    /// # Errors
    /// Fails if the game cannot continue in some position, or a limit is reached.
    pub fn from(
        rules: &Rules,
        start: &Position,
        most: usize,
        is_late: StopCheck<'_>,
    ) -> Result<Option<Reachable>, Fault> {
        let mut known: HashSet<Box<[u64]>> = HashSet::from([start.words().into()]);
        let mut nodes = vec![Node { words: start.words().into(), from: None }];
        let (mut at, mut moves, mut position) = (0, Vec::new(), start.clone());
        let (mut open, mut clock_checks): (Vec<bool>, _) = (Vec::new(), ClockChecks::begin());
        while at < nodes.len() {
            position.set_words(&nodes[at].words);
            let goes_on = rules.end_by_rule(&mut position)?.is_none();
            if goes_on {
                rules.moves(&mut position, &mut moves)?;
                if moves.is_empty() {
                    rules.end_of_blocked(&position)?;
                }
            }
            open.push(goes_on && !moves.is_empty());
            for mv in moves.drain(..).filter(|_| goes_on) {
                if known.len() > most || clock_checks.is_due() && is_late() {
                    return Ok(None);
                }
                rules.play(&mut position, mv)?;
                if known.insert(position.words().into()) {
                    nodes.push(Node { words: position.words().into(), from: Some((at as u32, mv)) });
                }
                position.set_words(&nodes[at].words);
            }
            at += 1;
        }
        let all = nodes.len();
        Ok((all <= most).then(|| Reachable { all, start: start.clone(), nodes }.only(&open)))
    }

    /// Keeps only the positions in which the game is not over. The other positions have no successors.
    fn only(mut self, open: &[bool]) -> Reachable {
        let mut places = vec![0_u32; self.nodes.len()];
        let mut next = 0;
        for (at, is_open) in open.iter().enumerate() {
            places[at] = next;
            next += u32::from(*is_open);
        }
        let mut at = 0;
        self.nodes.retain(|_| {
            at += 1;
            open[at - 1]
        });
        for node in &mut self.nodes {
            node.from = node.from.map(|(from, mv)| (places[from as usize], mv));
        }
        self
    }

    /// Number of positions in which the game is not over.
    #[expect(clippy::len_without_is_empty, reason = "every game has a start")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The positions that are reachable and in which the game is not over, as words, to look up other positions.
    pub(crate) fn words(&self) -> HashSet<&[u64]> {
        self.nodes.iter().map(|node| &*node.words).collect()
    }

    /// The position with this index, with the moves to it. Only positions in which the game is not over have an index.
    pub(crate) fn get(&self, number: usize) -> ReachedPosition<Text> {
        let mut position = self.start.clone();
        position.set_words(&self.nodes[number].words);
        let (mut moves, mut at) = (Vec::new(), number);
        while let Some((from, mv)) = self.nodes[at].from {
            moves.push(mv);
            at = from as usize;
        }
        moves.reverse();
        ReachedPosition { moves: Some(moves), position }
    }
}
