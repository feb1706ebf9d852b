//! A learner that knows a board when it sees it again.
//!
//! ```text
//! 1. a pattern is the board after a move of the learner, by its number: boards that are images of each other are one
//! 2. a new pattern is worth 0
//! 3. of all moves the learner makes the one to the pattern worth most, the first of the game's moves among equals
//! 4. after a game its reward is added to all patterns that the learner left behind in it
//! ```
//!
//! CITE: S. Verhoeff 1983, *Boter, kaas en eieren anders*.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use blanche_compiler::game::{Fault, Move, Outcome, Past, Rules};
use blanche_compiler::runtime::{Position, Value};

use super::Learner;
use super::spec::Rewards;
use crate::agents::{Agent, Choice, Outlook};
use crate::games::numbering::Numbering;
use crate::search::limits::{Clock, SearchLimits};

/// A pattern: who made the move, and the number of the board after it.
pub type Pattern = (Value, u128);

/// What was learned of a pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Learned {
    /// What it is worth: all rewards of the games that came here.
    pub worth: i64,
    /// So many of these games were won.
    pub won: u64,
    /// So many ended without a winner.
    pub drawn: u64,
    /// So many were lost.
    pub lost: u64,
    /// The number of the last of them.
    pub last: u64,
}

impl Learned {
    /// How many games came here.
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }
}

/// The moves of a position, each with the number of the board after it and what lines
/// written by hand say of that.
type Looked = Rc<[(Move, Option<u128>, i64)]>;

/// About so many bytes are kept for each pattern, and for each position.
const PATTERN_BYTES: u64 = 96;
const POSITION_BYTES: u64 = 640;

/// The learner.
pub struct Patterns<'r> {
    rules: &'r Rules,
    numbering: Numbering<'r>,
    players: Vec<Value>,
    rewards: Rewards,
    known: HashMap<Pattern, Learned>,
    /// What was left behind in the game that is played.
    left: Vec<Pattern>,
    /// Positions that were looked at before.
    looked: HashMap<Box<[u64]>, Looked>,
    most_known: usize,
    most_looked: usize,
    /// There was no room for a new pattern.
    is_full: bool,
    by_hand: Option<ByHand<'r>>,
}

/// What people have written: it counts beside what was learned.
pub struct ByHand<'r> {
    /// The game with these lines as its scores.
    pub rules: &'r Rules,
    /// The patterns of which they speak, of which nothing is learned any more.
    pub patterns: HashSet<Pattern>,
}

impl<'r> Patterns<'r> {
    /// A learner that knows nothing, for some of the players of a game, with room for so many bytes.
    pub fn new(numbering: Numbering<'r>, players: Vec<Value>, rewards: Rewards, memory: u64) -> Patterns<'r> {
        // A quarter for the positions, which can be looked at again.
        let most_looked = (memory / 4 / POSITION_BYTES).max(1) as usize;
        Patterns {
            rules: numbering.rules(),
            numbering,
            players,
            rewards,
            known: HashMap::new(),
            left: Vec::new(),
            looked: HashMap::new(),
            most_known: (memory / 4 * 3 / PATTERN_BYTES).max(1) as usize,
            most_looked,
            is_full: false,
            by_hand: None,
        }
    }

    /// The same beside lines that people have written.
    #[must_use]
    pub fn beside(self, by_hand: ByHand<'r>) -> Patterns<'r> {
        Patterns { by_hand: Some(by_hand), looked: HashMap::new(), ..self }
    }

    /// How boards are numbered.
    pub fn numbering(&self) -> &Numbering<'r> {
        &self.numbering
    }

    /// All patterns that were looked at, with what was learned of them.
    pub fn known(&self) -> &HashMap<Pattern, Learned> {
        &self.known
    }

    /// Knows this of a pattern.
    pub fn know(&mut self, pattern: Pattern, learned: Learned) {
        self.known.insert(pattern, learned);
    }

    /// Whether there was no room for a new pattern.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// Its move in a position, where there is one.
    ///
    /// # Errors
    /// When the game cannot go on.
    pub fn best(&mut self, position: &Position) -> Result<Option<Move>, Fault> {
        let player = self.rules.to_move(position);
        let looked = self.look(position)?;
        let mut best: Option<(i64, Move)> = None;
        for (mv, number, by_hand) in looked.iter() {
            let learned = number.and_then(|number| self.learned((player, number)));
            let worth = learned.map_or(0, |learned| learned.worth) + by_hand;
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, *mv));
            }
        }
        Ok(best.map(|(_, mv)| mv))
    }

    /// What is known of a pattern, which is new if nothing is; nothing where there is no room for it.
    fn learned(&mut self, pattern: Pattern) -> Option<&mut Learned> {
        if self.known.len() >= self.most_known && !self.known.contains_key(&pattern) {
            self.is_full = true;
            return None;
        }
        Some(self.known.entry(pattern).or_default())
    }

    fn look(&mut self, position: &Position) -> Result<Looked, Fault> {
        let words = &position.words()[..position.layout().kept()];
        if let Some(looked) = self.looked.get(words) {
            return Ok(Rc::clone(looked));
        }
        let (player, mut moves) = (self.rules.to_move(position), Vec::new());
        self.rules.moves(&mut position.clone(), &mut moves)?;
        let mut looked = Vec::with_capacity(moves.len());
        for mv in moves {
            let mut after = position.clone();
            self.rules.play(&mut after, mv)?;
            let by_hand = match &self.by_hand {
                Some(by_hand) => by_hand.rules.value(&mut after, player)?,
                None => 0,
            };
            looked.push((mv, self.numbering.number(&after), by_hand));
        }
        if self.looked.len() >= self.most_looked {
            self.looked.clear();
        }
        let looked: Looked = looked.into();
        self.looked.insert(words.into(), Rc::clone(&looked));
        Ok(looked)
    }

    /// Adds the reward of a game to a pattern.
    fn reward(&mut self, pattern: Pattern, game: u64, outcome: Outcome, counts: bool) {
        let Rewards { win, draw, loss, .. } = self.rewards;
        let Some(learned) = self.learned(pattern) else { return };
        let (games, reward) = match outcome {
            Outcome::Won(winner) if winner == pattern.0 => (&mut learned.won, win),
            Outcome::Won(_) => (&mut learned.lost, loss),
            Outcome::Drawn => (&mut learned.drawn, draw),
        };
        *games += 1;
        learned.last = game;
        if counts {
            learned.worth += reward;
        }
    }
}

impl Agent for Patterns<'_> {
    fn choose(&mut self, position: &Position, _: &Past, limits: SearchLimits) -> Result<Choice, Fault> {
        let clock = Clock::start(limits);
        let mv = self.best(position)?;
        let positions = self.look(position)?.len() as u64;
        let outlook = Outlook::Open;
        Ok(Choice { mv, outlook, depth: 1, positions, time: clock.elapsed(), given_up: None })
    }
}

impl Learner for Patterns<'_> {
    fn players(&self) -> &[Value] {
        &self.players
    }

    fn made(&mut self, before: &Position, mv: Move) -> Result<(), Fault> {
        let player = self.rules.to_move(before);
        if !self.players.contains(&player) {
            return Ok(());
        }
        let looked = self.look(before)?;
        let number = looked.iter().find(|(known, ..)| *known == mv).and_then(|(_, number, _)| *number);
        self.left.extend(number.map(|number| (player, number)));
        Ok(())
    }

    fn ended(&mut self, game: u64, outcome: Outcome) {
        let left = std::mem::take(&mut self.left);
        for (at, pattern) in left.iter().enumerate() {
            let is_by_hand = self.by_hand.as_ref().is_some_and(|by_hand| by_hand.patterns.contains(pattern));
            let is_last = left[at + 1..].iter().all(|(player, _)| *player != pattern.0);
            if !is_by_hand {
                self.reward(*pattern, game, outcome, is_last || !self.rewards.last_only);
            }
        }
    }

    fn broken_off(&mut self) {
        self.left.clear();
    }
}
