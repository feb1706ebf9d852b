//! A learner that recognises boards that it has seen before.
//!
//! ```text
//! 1. A pattern is the board after a move of the learner. It is identified by a number that symmetric boards have in
//!    common.
//! 2. A new pattern has the value 0.
//! 3. The learner makes the move to the pattern with the greatest value. If there are several, it makes the first.
//! 4. After a game, the reward is added to the values of all patterns that the learner's moves reached.
//! ```
//!
//! CITE: S. Verhoeff 1983, *Boter, kaas en eieren anders*.

mod text;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use blanche_compiler::game::{Fault, Move, Outcome, Past, Rules};
use blanche_compiler::runtime::{Position, Value};
use blanche_compiler::syntax::ast::Item;
use blanche_sorted::Arrange;

use super::document::is_same;
use super::spec::Rewards;
use super::{Learner, Topic};
use noire_engine::games::numbering::Numbering;
use noire_engine::search::limits::Clock;
use noire_engine::search::player::{Budget, Choice};

/// A pattern: the player who made the move, and the number of the board after it.
pub type Pattern = (Value, u128);

/// What was learned about a pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Learned {
    /// The value: the sum of the rewards of all games that reached the pattern.
    pub worth: i64,
    /// Number of games that reached the pattern and were won.
    pub won: u64,
    /// Number of games that reached the pattern and had no winner.
    pub drawn: u64,
    /// Number of games that reached the pattern and were lost.
    pub lost: u64,
    /// The number of the last game that reached the pattern.
    pub last: u64,
}

impl Learned {
    /// Number of games that reached the pattern.
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }
}

/// The moves of a position. Each has the number of the board after it, and its value by the items that users wrote.
type EvaluatedMoves = Rc<[(Move, Option<u128>, i64)]>;

/// Approximate memory for each pattern, in bytes.
const PATTERN_BYTES: u64 = 96;
/// Approximate memory for each cached position without its moves, in bytes.
const POSITION_BYTES: usize = 128;

/// A learner of the value of patterns.
pub struct Patterns<'r> {
    rules: &'r Rules,
    numbering: Numbering<'r>,
    players: Vec<Value>,
    rewards: Rewards,
    known: HashMap<Pattern, Learned>,
    /// Number of patterns that games have reached.
    played: usize,
    /// The patterns reached by the learner's moves in the current game.
    left: Vec<Pattern>,
    /// Cached analyses of positions.
    evaluated: HashMap<Box<[u64]>, EvaluatedMoves>,
    max_known: usize,
    /// Memory used by the cached positions, in bytes, and its limit.
    evaluated_bytes: usize,
    max_evaluated_bytes: usize,
    /// Whether a new pattern was dropped because the memory limit was reached.
    is_full: bool,
    by_hand: ByHand,
    literals: RefCell<text::Literals>,
}

/// Items written by users, which count in addition to what was learned.
#[derive(Default)]
struct ByHand {
    /// Patterns that users have changed. They are not updated any more.
    patterns: HashSet<Pattern>,
    /// The rules with everything that users have written, and the values in these rules that the learner wrote itself.
    rules: Option<(Rc<Rules>, HashMap<Pattern, i64>)>,
}

impl ByHand {
    /// The value of a position after a move of a player, computed only from the items that users wrote.
    fn worth(&self, after: &mut Position, (player, number): (Value, Option<u128>)) -> Result<i64, Fault> {
        let Some((rules, own)) = &self.rules else { return Ok(0) };
        let own = number.and_then(|number| own.get(&(player, number))).copied();
        Ok(rules.judgement().value(after, player)? - own.unwrap_or(0))
    }
}

impl<'r> Patterns<'r> {
    /// Creates a learner without any knowledge, for some of the players of a game, with a memory limit in bytes.
    pub fn new(numbering: Numbering<'r>, players: Vec<Value>, rewards: Rewards, memory: u64) -> Patterns<'r> {
        // A quarter of the memory is for a cache of analysed positions, which can be analysed again if they are
        // dropped.
        let max_evaluated_bytes = (memory / 4) as usize;
        Patterns {
            rules: numbering.rules(),
            numbering,
            players,
            rewards,
            known: HashMap::new(),
            played: 0,
            left: Vec::new(),
            evaluated: HashMap::new(),
            max_known: (memory / 4 * 3 / PATTERN_BYTES).max(1) as usize,
            evaluated_bytes: 0,
            max_evaluated_bytes,
            is_full: false,
            by_hand: ByHand::default(),
            literals: RefCell::default(),
        }
    }

    /// All known patterns, with what was learned about them.
    pub fn known(&self) -> &HashMap<Pattern, Learned> {
        &self.known
    }

    /// The learner's move in a position, or `None` if there is no legal move.
    ///
    /// # Errors
    /// Fails if the game cannot continue.
    pub fn best(&mut self, position: &Position) -> Result<Option<Move>, Fault> {
        let player = self.rules.to_move(position);
        let evaluated = self.evaluate_moves(position)?;
        let mut best: Option<(i64, Move)> = None;
        for (mv, number, by_hand) in evaluated.iter() {
            let learned = number.and_then(|number| self.learned((player, number)));
            let worth = learned.map_or(0, |learned| learned.worth) + by_hand;
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, *mv));
            }
        }
        Ok(best.map(|(_, mv)| mv))
    }

    /// The entry of a pattern, which is created if it is missing. `None` if there is no memory for a new entry.
    fn learned(&mut self, pattern: Pattern) -> Option<&mut Learned> {
        if self.known.len() >= self.max_known && !self.known.contains_key(&pattern) {
            self.is_full = true;
            return None;
        }
        Some(self.known.entry(pattern).or_default())
    }

    fn evaluate_moves(&mut self, position: &Position) -> Result<EvaluatedMoves, Fault> {
        let words = &position.words()[..position.layout().kept()];
        if let Some(evaluated) = self.evaluated.get(words) {
            return Ok(Rc::clone(evaluated));
        }
        let (player, mut moves) = (self.rules.to_move(position), Vec::new());
        self.rules.moves(&mut position.clone(), &mut moves)?;
        let mut evaluated = Vec::with_capacity(moves.len());
        for mv in moves {
            let mut after = position.clone();
            self.rules.play(&mut after, mv)?;
            let number = self.numbering.number(&after);
            let by_hand = self.by_hand.worth(&mut after, (player, number))?;
            evaluated.push((mv, number, by_hand));
        }
        let bytes = POSITION_BYTES + size_of_val(words) + size_of_val(&evaluated[..]);
        if self.evaluated_bytes + bytes > self.max_evaluated_bytes {
            self.evaluated.clear();
            self.evaluated_bytes = 0;
        }
        self.evaluated_bytes += bytes;
        let evaluated: EvaluatedMoves = evaluated.into();
        self.evaluated.insert(words.into(), Rc::clone(&evaluated));
        Ok(evaluated)
    }

    /// The score of the base that expresses a pattern, as an item.
    fn score(&self, pattern: Pattern, learned: &Learned) -> Option<Item> {
        self.literals.borrow_mut().score(&self.numbering, pattern, learned)
    }

    /// Adds the reward of a game to a pattern if `counts` is set, and records the result of the game.
    fn reward(&mut self, pattern: Pattern, game: u64, outcome: Outcome, counts: bool) {
        let reward = self.rewards.of(outcome, pattern.0);
        let Some(learned) = self.learned(pattern) else { return };
        let is_first = learned.games() == 0;
        *match outcome {
            Outcome::Won(winner) if winner == pattern.0 => &mut learned.won,
            Outcome::Won(_) => &mut learned.lost,
            Outcome::Drawn => &mut learned.drawn,
        } += 1;
        learned.last = game;
        if counts {
            learned.worth += reward;
        }
        self.played += usize::from(is_first);
    }
}

impl Learner for Patterns<'_> {
    fn choose(&mut self, position: &Position, _: &Past, budget: &Budget) -> Result<Choice<Move>, Fault> {
        let clock = Clock::start(budget.limits());
        let mv = self.best(position)?;
        let positions = self.evaluate_moves(position)?.len() as u64;
        Ok(Choice { depth: 1, ..Choice::unsearched(mv, positions, clock.elapsed()) })
    }

    fn players(&self) -> &[Value] {
        &self.players
    }

    fn move_made(&mut self, before: &Position, mv: Move) -> Result<(), Fault> {
        let player = self.rules.to_move(before);
        if !self.players.contains(&player) {
            return Ok(());
        }
        let evaluated = self.evaluate_moves(before)?;
        let number = evaluated.iter().find(|(known, ..)| *known == mv).and_then(|(_, number, _)| *number);
        self.left.extend(number.map(|number| (player, number)));
        Ok(())
    }

    fn game_ended(&mut self, game: u64, outcome: Outcome) {
        let left = std::mem::take(&mut self.left);
        for (at, pattern) in left.iter().enumerate() {
            let is_by_hand = self.by_hand.patterns.contains(pattern);
            let is_last = left[at + 1..].iter().all(|(player, _)| *player != pattern.0);
            if !is_by_hand {
                self.reward(*pattern, game, outcome, is_last || !self.rewards.last_only);
            }
        }
    }

    fn game_aborted(&mut self) {
        self.left.clear();
    }

    fn each_item(&self, each: &mut dyn FnMut(Item)) {
        let mut played: Vec<(&Pattern, &Learned)> =
            self.known.iter().filter(|(_, learned)| learned.games() > 0).collect();
        played.arrange_by_key(|(pattern, _)| **pattern);
        let scores = played.into_iter().filter_map(|(pattern, learned)| self.score(*pattern, learned));
        text::bare_item(&self.numbering).into_iter().chain(scores).for_each(each);
    }

    fn count(&self) -> usize {
        self.played
    }

    fn sample(&self) -> Result<Vec<Item>, Fault> {
        let start = self.rules.start()?;
        let learned = Learned { worth: 1, won: 1, last: 1, ..Learned::default() };
        let number = self.numbering.number(&start);
        let score = number.and_then(|number| self.score((self.rules.to_move(&start), number), &learned));
        Ok(text::bare_item(&self.numbering).into_iter().chain(score).collect())
    }

    fn topic(&self, item: &Item) -> Option<Topic> {
        text::pattern_of(item, &self.numbering)
    }

    fn load_item(&mut self, item: &Item) -> bool {
        let Some(pattern) = text::pattern_of(item, &self.numbering) else {
            return text::bare_item(&self.numbering).is_some_and(|bare| is_same(item, &bare));
        };
        // If two items are about the same pattern, a user wrote the second one.
        let learned = item.doc.first().and_then(|origin| text::read_origin(origin)).filter(|learned| {
            let own = self.score(pattern, learned);
            !self.known.contains_key(&pattern) && own.is_some_and(|own| is_same(item, &own))
        });
        match learned {
            Some(learned) => {
                self.played += usize::from(learned.games() > 0);
                self.known.insert(pattern, learned);
            }
            None => {
                self.by_hand.patterns.insert(pattern);
            }
        }
        learned.is_some()
    }

    fn set_rules(&mut self, rules: Rc<Rules>) {
        let own = self.known.iter().map(|(pattern, learned)| (*pattern, learned.worth)).collect();
        self.by_hand.rules = Some((rules, own));
        self.evaluated.clear();
        self.evaluated_bytes = 0;
    }

    fn is_full(&self) -> bool {
        self.is_full
    }

    fn summary(&self) -> String {
        format!("{} patterns were seen, and {} of them played", self.known.len(), self.played)
    }
}
