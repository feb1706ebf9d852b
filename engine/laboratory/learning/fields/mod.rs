//! A learner that keeps a table with the value of playing on a field. The value also depends on the number of occupied
//! fields.
//!
//! ```text
//! 1. The table has a number for each field and each number of occupied fields. At first all numbers are 0.
//! 2. The learner makes the move with the greatest number. If several moves have it, the learner makes the first.
//! 3. After a game, the number of each move is increased by the reward of the player who made the move. This is done
//!    for the moves of all players.
//! ```
//!
//! If a move plays on several fields, the number of the first of these fields counts. With a searching player, the
//! learner makes the move for which the sum of its number and the value found by the search is greatest.
//!
//! CITE: Kamphuisen, Van Hasselt, Broeders, the last part of their talk, on experience as a heuristic.

mod text;

use std::rc::Rc;

use blanche_compiler::game::{Fault, Move, Outcome, Past, Rules};
use blanche_compiler::program::SortId;
use blanche_compiler::runtime::{Position, Value};
use blanche_compiler::syntax::ast::Item;
use blanche_sorted::{SortedMap, SortedSet};

use super::document::is_same;
use super::spec::Rewards;
use super::{Learner, Topic};
use noire_engine::games::numbering::Numbering;
use noire_engine::games::{KnowledgeFilter, TextGame};
use noire_engine::players::SearchPlayer;
use noire_engine::search::limits::Clock;
use noire_engine::search::player::{Budget, Choice, MoveFilter};

/// Maximum absolute value of a number in the table. It is limited because a sort (a type of values) can have at most
/// 65,535 numbers.
const MAX_VALUE: i64 = 30_000;

/// What was learned at a stage of the game. A stage is a number of occupied fields. Only values other than 0 are
/// stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stage {
    /// Number of moves made at this stage.
    pub moves: u64,
    /// The value of playing on each field.
    pub worth: SortedMap<Value, i64>,
}

/// Whether a game has moves that play on a field of its board.
pub(super) fn plays_fields(rules: &Rules) -> bool {
    let program = rules.program();
    let Some(board) = &program.board else { return false };
    let root = program.sort(board.field).root;
    let is_field = |sort: SortId| program.sort(sort).root == root;
    rules.game().moves.iter().any(|mv| program.rule(mv.question).answer_sorts().any(is_field))
}

/// A learner of the value of fields.
pub struct Fields<'r> {
    rules: &'r Rules,
    numbering: Numbering<'r>,
    players: Vec<Value>,
    rewards: Rewards,
    /// The table, by the number of occupied fields.
    stages: SortedMap<usize, Stage>,
    /// The moves of the current game: the player, the stage and the field.
    made: Vec<(Value, usize, Value)>,
    /// Stages that users have changed. They are not updated any more.
    kept: SortedSet<usize>,
    /// The rules with everything that users have written, and the part of the table in these rules that the learner
    /// wrote itself.
    by_hand: Option<(Rc<Rules>, SortedMap<usize, Stage>)>,
    /// The searching player, if there is one, with the scores and preferences that it uses.
    searching: Option<(SearchPlayer<Move>, KnowledgeFilter)>,
}

impl<'r> Fields<'r> {
    /// Creates a learner without any knowledge, for some of the players of a game.
    pub fn new(numbering: Numbering<'r>, players: Vec<Value>, rewards: Rewards) -> Fields<'r> {
        Fields {
            rules: numbering.rules(),
            numbering,
            players,
            rewards,
            stages: SortedMap::new(),
            made: Vec::new(),
            kept: SortedSet::new(),
            by_hand: None,
            searching: None,
        }
    }

    /// Adds a searching player.
    #[must_use]
    pub(super) fn looking_ahead(
        self,
        searching: Option<(SearchPlayer<Move>, KnowledgeFilter)>,
    ) -> Fields<'r> {
        Fields { searching, ..self }
    }

    /// The table, by the number of occupied fields.
    pub fn stages(&self) -> &SortedMap<usize, Stage> {
        &self.stages
    }

    /// The first field on which a move plays, or `None` if the move plays on no field.
    fn field(&self, mv: Move) -> Option<Value> {
        if mv.is_pass() {
            return None;
        }
        let program = self.rules.program();
        let board = program.board.as_ref()?;
        let root = program.sort(board.field).root;
        let rule = program.rule(self.rules.game().moves[mv.first().of()].question);
        let step = mv.first();
        let mut played = rule.answer_sorts().zip(step.played());
        played.find(|(sort, _)| program.sort(*sort).root == root).map(|(_, value)| *value)
    }

    fn worth(stages: &SortedMap<usize, Stage>, taken: usize, field: Option<Value>) -> i64 {
        let known = field.and_then(|field| stages.get(&taken)?.worth.get(&field));
        known.copied().unwrap_or(0)
    }
}

impl Learner for Fields<'_> {
    fn choose(&mut self, position: &Position, past: &Past, budget: &Budget) -> Result<Choice<Move>, Fault> {
        let (clock, mut moves) = (Clock::start(budget.limits()), Vec::new());
        self.rules.moves(&mut position.clone(), &mut moves)?;
        let taken = self.numbering.occupied(position);
        let by_hand = match &self.by_hand {
            Some((rules, own)) => {
                let mut preferred = rules.judgement().preferred(&mut position.clone(), &moves)?;
                for (worth, mv) in preferred.iter_mut().zip(&moves) {
                    *worth -= Fields::worth(own, taken, self.field(*mv));
                }
                preferred
            }
            None => vec![0; moves.len()],
        };
        let learned = |mv: &Move| Fields::worth(&self.stages, taken, self.field(*mv));
        let worth: Vec<i64> = moves.iter().zip(by_hand).map(|(mv, by_hand)| learned(mv) + by_hand).collect();
        if let Some((searching, knowledge_filter)) = &mut self.searching {
            let game = TextGame::with_filter(self.rules, position.clone(), knowledge_filter);
            let mut game = game.expect("it was seen so before").with_past(past.clone());
            let filter = MoveFilter { excluded: &[], preferred: Some(&worth) };
            return searching.choose_among(&mut game, budget, &filter, &mut |_| {});
        }
        let mut best: Option<(i64, Move)> = None;
        for (mv, worth) in moves.iter().zip(worth) {
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, *mv));
            }
        }
        let (mv, positions) = (best.map(|(_, mv)| mv), moves.len() as u64);
        Ok(Choice { depth: 1, ..Choice::unsearched(mv, positions, clock.elapsed()) })
    }

    fn players(&self) -> &[Value] {
        &self.players
    }

    fn move_made(&mut self, before: &Position, mv: Move) -> Result<(), Fault> {
        if let Some(field) = self.field(mv) {
            self.made.push((self.rules.to_move(before), self.numbering.occupied(before), field));
        }
        Ok(())
    }

    fn game_ended(&mut self, _: u64, outcome: Outcome) {
        let made = std::mem::take(&mut self.made);
        for (at, (player, taken, field)) in made.iter().enumerate() {
            let is_last = made[at + 1..].iter().all(|(other, ..)| other != player);
            if self.kept.contains(taken) {
                continue;
            }
            let stage = self.stages.entry(*taken).or_default();
            stage.moves += 1;
            if is_last || !self.rewards.last_only {
                let worth = stage.worth.entry(*field).or_default();
                *worth = (*worth + self.rewards.of(outcome, *player)).clamp(-MAX_VALUE, MAX_VALUE);
            }
        }
    }

    fn game_aborted(&mut self) {
        self.made.clear();
    }

    fn each_item(&self, each: &mut dyn FnMut(Item)) {
        text::items(&self.numbering, &self.stages).into_iter().for_each(each);
    }

    fn count(&self) -> usize {
        self.stages.len()
    }

    fn sample(&self) -> Result<Vec<Item>, Fault> {
        let board = self.rules.program().board.as_ref();
        let first = board.and_then(|board| self.rules.program().sort(board.field).values().first().copied());
        let stage = Stage { moves: 1, worth: first.into_iter().map(|field| (field, 1)).collect() };
        let taken = self.numbering.occupied(&self.rules.start()?);
        Ok(text::items(&self.numbering, &[(taken, stage)].into()))
    }

    fn topic(&self, item: &Item) -> Option<Topic> {
        text::taken_of(item).map(|taken| (0, taken as u128))
    }

    fn load_item(&mut self, item: &Item) -> bool {
        let Some(taken) = text::taken_of(item) else {
            return text::frame(&self.numbering).iter().any(|own| is_same(item, own));
        };
        let stage = text::read_stage(&self.numbering, item).filter(|stage| {
            let own = text::stage_item(&self.numbering, taken, stage);
            !self.stages.contains_key(&taken) && own.is_some_and(|own| is_same(item, &own))
        });
        let is_own = stage.is_some();
        match stage {
            Some(stage) => drop(self.stages.insert(taken, stage)),
            None => drop(self.kept.insert(taken)),
        }
        is_own
    }

    fn set_rules(&mut self, rules: Rc<Rules>) {
        self.by_hand = Some((rules, self.stages.clone()));
    }

    /// Always `false`, because the numbers of fields and stages limit the size of the table.
    fn is_full(&self) -> bool {
        false
    }

    fn exported(&self) -> Result<Vec<(String, String)>, Fault> {
        let at_first = self.numbering.occupied(&self.rules.start()?);
        Ok(text::files(self.rules, at_first, &self.stages))
    }

    fn summary(&self) -> String {
        let numbers: usize = self.stages.values().map(|stage| stage.worth.len()).sum();
        format!("{numbers} numbers of {} stages of the game", self.stages.len())
    }
}
