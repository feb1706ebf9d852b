//! The interface between the search and a game that is defined in rule files.
//!
//! The search only handles one kind of failure, a limit that is reached. Other failures are stored for the caller of
//! the search in [`TextGame::fault`]. For example, a player may have no moves although the game does not state what
//! happens then.
//!
//! If the rules count repetitions, a position that recurs within the search is scored as a draw, because it could recur
//! again. Repetitions that occurred before the search are set with [`TextGame::with_past`]. The key of a position
//! includes its history, but not its repetition count.

use std::cell::{OnceCell, RefCell};
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use blanche_compiler::game::{Fault, Move, Outcome as End, Past, Rules, Sums, Valuing};
use blanche_compiler::program::{RuleId, RuleKind};
use blanche_compiler::runtime::{LimitReached, Position, Value};

use super::captures::{default_weights, largest_weight, which_capture};
use super::knowledge_filter::KnowledgeFilter;
use super::{Claim, Game, Knowledge, Outcome, unit};

/// A game of two players whose rule files define everything about it.
#[derive(Clone)]
pub struct TextGame<'r> {
    rules: &'r Rules,
    position: Position,
    /// The earlier positions as bits, each with its score sums. They are used to undo moves.
    history: Vec<(Vec<u64>, Option<Sums>)>,
    /// The repetition counts of positions.
    past: Past,
    /// The rules above level 0 with their players, in order of increasing level.
    claims: Vec<(RuleId, Side)>,
    /// For each move that the game declares, whether it is a capture.
    captures: Vec<bool>,
    /// The largest weight of a score; `None` if the game has no captures.
    capture_value: Option<i64>,
    /// The median weight of the scores.
    unit: i64,
    /// Whether the side to move has a capture; `None` until this is first needed.
    has_capture: Option<bool>,
    fault: RefCell<Option<Fault>>,
    /// The first query that reached a limit.
    given_up: RefCell<Option<Fault>>,
    /// Set to ignore the preferences of the base.
    ignores_preferences: bool,
    /// The scores to use. With `None`, all scores are used, except those that are used only when named.
    scores: Option<Vec<RuleId>>,
    /// The combined evaluation of the scores, created when a value is first requested.
    valuing: OnceCell<Option<Arc<Valuing>>>,
    /// The current sums of the scores that are updated incrementally; `None` until a value is first requested.
    sums: Option<Sums>,
}

/// One of the two players, by the order in which the game declares them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The player that is declared first.
    First,
    /// The player that is declared second.
    Second,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::First => "the first player",
            Side::Second => "the second player",
        })
    }
}

/// Whether a score is used. If scores are named, only these are used.
fn is_used(rules: &Rules, named: Option<&[RuleId]>, score: RuleId) -> bool {
    named.map_or_else(|| rules.program().counts(score), |named| named.contains(&score))
}

impl<'r> TextGame<'r> {
    /// Creates the game at this position; `None` if the game does not have two players.
    pub fn new(rules: &'r Rules, position: Position) -> Option<TextGame<'r>> {
        let [first, _] = rules.program().players[..] else { return None };
        let side = |player: Value| if player == first { Side::First } else { Side::Second };
        let is_claim = |rule: &blanche_compiler::program::Rule| rule.kind == RuleKind::Rule && rule.level > 0;
        let claims = rules.program().rules.iter().zip(0..).filter(|(rule, _)| is_claim(rule));
        let claims = claims.filter_map(|(rule, at)| Some((RuleId(at), side(rule.colour?)))).collect();
        let (past, captures) = (Past::new(rules, &position), which_capture(rules));
        let capture_value = if captures.contains(&true) { largest_weight(rules) } else { None };
        Some(TextGame {
            rules,
            past,
            position,
            history: Vec::new(),
            claims,
            captures,
            capture_value,
            unit: unit(default_weights(rules)),
            has_capture: None,
            fault: RefCell::default(),
            given_up: RefCell::default(),
            ignores_preferences: false,
            scores: None,
            valuing: OnceCell::new(),
            sums: None,
        })
    }

    /// Creates the game at a position, for a player that uses the knowledge selected by this filter. Precomputes what
    /// the rules need for fast queries.
    ///
    /// # Errors
    /// A message if the game does not have two players, or lacks a score that the filter names.
    pub fn with_filter(
        rules: &'r Rules,
        position: Position,
        knowledge_filter: &KnowledgeFilter,
    ) -> Result<TextGame<'r>, String> {
        let named = knowledge_filter.named(rules)?;
        let game = TextGame::new(rules, position).ok_or("only games of two players can be played")?;
        rules.prepare();
        rules.judgement().valuing(|score| is_used(rules, named.as_deref(), score));
        let game = game.with_scores(named);
        Ok(if knowledge_filter.ignores_preferences { game.without_preferences() } else { game })
    }

    /// Returns this game for a player that ignores the preferences of the base.
    #[must_use]
    pub fn without_preferences(self) -> TextGame<'r> {
        TextGame { ignores_preferences: true, ..self }
    }

    /// Returns this game with these scores as its evaluation. With `None`, all scores are used, except those that are
    /// used only when named.
    #[must_use]
    pub fn with_scores(self, scores: Option<Vec<RuleId>>) -> TextGame<'r> {
        TextGame { scores, valuing: OnceCell::new(), sums: None, ..self }
    }

    /// Returns this game with counts of how often earlier positions have occurred.
    #[must_use]
    pub fn with_past(self, past: Past) -> TextGame<'r> {
        TextGame { past, ..self }
    }

    /// Treats the moves made so far as moves of the game and not of the search. If the search returns to a position
    /// before these moves, that is then no longer scored as a draw.
    pub fn settle(&mut self) {
        self.history.clear();
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves made in the search so far, reconstructed from the positions; `None` if no legal moves connect them.
    pub fn line(&self) -> Option<Vec<Move>> {
        let words = |(words, _): &(Vec<u64>, Option<Sums>)| words.clone();
        let mut all = self.history.iter().map(words).chain([self.position.words().to_vec()]);
        let mut position = self.position.clone();
        position.set_words(&all.next()?);
        let (mut past, mut line) = (Past::new(self.rules, &position), Vec::new());
        for next in all {
            let mut moves = Vec::new();
            self.rules.moves(&mut position, &mut moves).ok()?;
            let leads_there = |mv: &Move| {
                let (mut after, mut past) = (position.clone(), past.clone());
                self.rules.play_on(&mut after, *mv, &mut past).is_ok() && after.words() == next
            };
            let mv = moves.into_iter().find(leads_there)?;
            self.rules.play_on(&mut position, mv, &mut past).ok()?;
            line.push(mv);
        }
        Some(line)
    }

    /// The rules of the game.
    pub fn rules(&self) -> &'r Rules {
        self.rules
    }

    /// The reason why the game could not continue in some position, if a search has reached such a position. The search
    /// stopped there.
    pub fn fault(&self) -> Option<Fault> {
        self.fault.borrow().clone()
    }

    /// The query that stopped the search because it reached a limit of work, memory or depth, if there was one.
    pub fn given_up(&self) -> Option<Fault> {
        self.given_up.borrow().clone()
    }

    /// The value that stands for a player in the rules.
    pub fn player(&self, side: Side) -> Value {
        self.rules.program().players[side as usize]
    }

    fn side(&self, player: Value) -> Side {
        if player == self.player(Side::First) { Side::First } else { Side::Second }
    }

    /// The value of the position for a player, given as a value of the rules.
    fn evaluate(&mut self, player: Value) -> Result<i64, Fault> {
        let (rules, named) = (self.rules, self.scores.as_deref());
        let chosen = |score| is_used(rules, named, score);
        match self.valuing.get_or_init(|| rules.judgement().valuing(chosen)) {
            Some(valuing) => {
                let sums = *self.sums.get_or_insert_with(|| valuing.sums(&self.position));
                valuing.value(rules, &mut self.position, sums, player)
            }
            None => rules.judgement().value_by(&mut self.position, player, chosen),
        }
    }

    /// Stores a fault for the caller of the search, and converts it to a limit, which the search can handle.
    fn store_fault(&self, fault: Fault) -> LimitReached {
        match fault {
            Fault::Limit { limit, .. } => {
                if limit != LimitReached::Stopped {
                    self.given_up.borrow_mut().get_or_insert(fault);
                }
                limit
            }
            fault => {
                self.fault.borrow_mut().get_or_insert(fault);
                LimitReached::Stopped
            }
        }
    }

    /// Whether the side to move has a move of one kind: a capture if `is_capture` is `true`, otherwise a move that is
    /// not a capture.
    fn has_move(&mut self, is_capture: bool) -> Result<bool, LimitReached> {
        self.check_fault()?;
        let to_move = self.rules.to_move(&self.position);
        for (made, captures) in self.rules.game().moves.iter().zip(&self.captures) {
            let is_meant = *captures == is_capture && made.player == to_move;
            if is_meant
                && self
                    .rules
                    .holds(&mut self.position, made.question)
                    .map_err(|fault| self.store_fault(fault))?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Fails if a fault has already been stored.
    fn check_fault(&self) -> Result<(), LimitReached> {
        if self.fault.borrow().is_some() { Err(LimitReached::Stopped) } else { Ok(()) }
    }
}

impl Game for TextGame<'_> {
    type Move = Move;
    type Player = Side;

    fn to_move(&self) -> Side {
        self.side(self.rules.to_move(&self.position))
    }

    fn opponent(player: Side) -> Side {
        match player {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    fn key(&self) -> u64 {
        self.rules.key(&self.position)
    }

    fn key_after(&self, mv: Move) -> u64 {
        let mut after = self.position.clone();
        match self.rules.play(&mut after, mv) {
            Ok(()) => self.rules.key(&after),
            Err(fault) => {
                self.store_fault(fault);
                self.key()
            }
        }
    }

    fn play(&mut self, mv: Move) {
        self.has_capture = None;
        if let Some(Some(valuing)) = self.valuing.get() {
            self.sums.get_or_insert_with(|| valuing.sums(&self.position));
        }
        let (before, sums) = (self.position.words().to_vec(), self.sums);
        if let Err(fault) = self.rules.play_on(&mut self.position, mv, &mut self.past) {
            self.past.stay(self.rules);
            self.store_fault(fault);
        }
        if let (Some(Some(valuing)), Some(sums)) = (self.valuing.get(), &mut self.sums) {
            valuing.follow(sums, &before, self.position.words());
        }
        self.history.push((before, sums));
    }

    fn take_back(&mut self) {
        self.has_capture = None;
        if let Some((words, sums)) = self.history.pop() {
            self.sums = sums;
            self.position.set_words(&words);
            self.past.take_back(self.rules);
        }
    }

    fn moves(&self, moves: &mut Vec<Move>) {
        let mut position = self.position.clone();
        if let Err(fault) = self.rules.moves(&mut position, moves) {
            self.store_fault(fault);
            moves.clear();
        }
    }

    fn is_capture(&self, mv: Move) -> bool {
        self.captures.get(mv.of()).is_some_and(|captures| *captures)
    }

    fn has_capture(&mut self) -> Result<bool, LimitReached> {
        if let Some(can) = self.has_capture {
            return Ok(can);
        }
        let can = self.has_move(true)?;
        self.has_capture = Some(can);
        Ok(can)
    }

    fn draws_by_repetition(&self) -> bool {
        self.rules.game().occurred.is_some()
    }

    fn outcome(&mut self) -> Result<Option<Outcome<Side>>, LimitReached> {
        self.check_fault()?;
        if self.past.stands_among_last(self.rules, &self.position, self.history.len()) {
            return Ok(Some(Outcome::Drawn));
        }
        let end = self.rules.end_by_rule(&mut self.position).map_err(|fault| self.store_fault(fault))?;
        let outcome = match end {
            Some(end) => end.outcome,
            None if self.has_capture()? || self.has_move(false)? => return Ok(None),
            None => {
                let outcome =
                    self.rules.outcome(&mut self.position).map_err(|fault| self.store_fault(fault))?;
                let Some(outcome) = outcome else { return Ok(None) };
                outcome
            }
        };
        Ok(Some(match outcome {
            End::Won(player) => Outcome::Won(self.side(player)),
            End::Drawn => Outcome::Drawn,
        }))
    }
}

/// These games do not declare forcing moves or replies, so the methods for these keep their defaults.
impl Knowledge for TextGame<'_> {
    fn claim(
        &mut self,
        player: Side,
        levels: RangeInclusive<u32>,
        is_unrefuted: impl Fn(usize) -> bool,
    ) -> Result<Option<Claim>, LimitReached> {
        self.check_fault()?;
        for at in 0..self.claims.len() {
            let (rule, side) = self.claims[at];
            let level = self.rules.program().rule(rule).level;
            if side != player || !levels.contains(&level) || !is_unrefuted(rule.index()) {
                continue;
            }
            let (rules, position) = (self.rules, &mut self.position);
            let applies = rules
                .judgement()
                .claim(position, rule)
                .and_then(|said| Ok(said && rules.judgement().plays_a_move(position, rule)?));
            if applies.map_err(|fault| self.store_fault(fault))? {
                return Ok(Some(Claim { rule: rule.index(), level }));
            }
        }
        Ok(None)
    }

    fn claimed_move(&mut self, rule: usize) -> Result<Option<Move>, LimitReached> {
        let rule = RuleId(rule as u32);
        if self.rules.program().rule(rule).level == 0 {
            return Ok(None);
        }
        let (mut moves, mut played) = (Vec::new(), None);
        self.moves(&mut moves);
        let rules = self.rules;
        rules.evaluator().each(&mut self.position, rule, &[], &mut |answer| {
            played = played.or_else(|| rules.judgement().played_by(rule, answer, &moves).first().copied());
        })?;
        Ok(played)
    }

    fn concerns(&mut self, rule: usize, moves: &mut Vec<Move>) -> Result<(), LimitReached> {
        moves.extend(self.claimed_move(rule)?);
        Ok(())
    }

    fn value(&mut self, player: Side) -> Result<i64, LimitReached> {
        let player = self.player(player);
        self.evaluate(player).map_err(|fault| self.store_fault(fault))
    }

    fn unit(&self) -> i64 {
        self.unit
    }

    fn capture_value(&self) -> Option<i64> {
        self.capture_value
    }

    fn preferences(&mut self, moves: &[Move]) -> Result<Vec<i64>, LimitReached> {
        if self.ignores_preferences {
            return Ok(vec![0; moves.len()]);
        }
        self.rules.judgement().preferred(&mut self.position, moves).map_err(|fault| self.store_fault(fault))
    }
}
