//! The rules of a game in use: the start, the moves, the effects of a move, and the end.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use super::bitboard_evaluator::BitboardEvaluator;
use super::caches::{Image, Valuings};
use super::evaluators::GameEvaluator;
use super::fault::{Clash, Fault};
use super::moves::{MAX_PLAYED_VALUES, Move, Step};
use crate::bitboards;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::interpret::{Machine, StateHost, Unanswered};
use crate::program::{BlockedOutcome, EffectKind, Game, Program, RuleId, Tuple};
use crate::runtime::{Layout, LimitReached, Limits, Position, Value, Wanted};

/// The index of `to.move` among the states.
pub const TO_MOVE: usize = 0;

/// The game of a program, together with the [`GameEvaluator`] that answers its questions.
pub struct Rules {
    program: Arc<Program>,
    layout: Arc<Layout>,
    evaluator: BitboardEvaluator,
    /// The rules of level 0, each with the player who wins by it.
    wins: Vec<(RuleId, Value)>,
    /// For each move declaration, whether its name is written in front of its values. Computed on first use.
    pub(super) is_named: OnceLock<Vec<bool>>,
    /// The symmetries of the board. Computed on first use.
    pub(super) symmetries: OnceLock<Vec<Image>>,
    /// The game as bitboard operations, if it can be expressed by them. Computed on first use.
    words: OnceLock<Option<Box<dyn bitboards::GameRunner>>>,
    /// The test whether a rule or a draw ends the game, as bitboard operations, if they can express it. Computed on
    /// first use.
    ends: OnceLock<Option<Box<dyn bitboards::QueryEvaluator>>>,
    /// Cache of selections of scores, prepared for evaluation together.
    pub(super) valuings: Valuings,
    /// Whether only the plans of the rules are used, never bitboard operations.
    is_by_plans: bool,
}

/// The outcome of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// This player has won.
    Won(Value),
    /// No player has won.
    Drawn,
}

/// The reason why a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// This rule of level 0, by which a player wins, applies.
    Rule(RuleId),
    /// This draw condition of the text applies.
    Draw(RuleId),
    /// The player to move has no move.
    Blocked,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The winner, or a draw.
    pub outcome: Outcome,
    /// The rule or circumstance that ended the game.
    pub why: EndReason,
}

/// Tuples to add to a position. Each has the index of its state, its values, and the tuple in the source text.
type Added<'r> = Vec<(usize, Vec<Value>, &'r Tuple)>;

impl Rules {
    /// Creates the rules of a program with a game; `evaluator` answers its questions.
    ///
    /// # Errors
    /// A diagnostic if the program has no game, or its positions or moves are too large.
    pub fn new(program: Arc<Program>, evaluator: Box<dyn GameEvaluator>) -> Result<Rules, Box<Diagnostic>> {
        let layout = program.layout().ok_or_else(|| Box::new(too_large(&program)))?;
        let game = program.game.as_ref().ok_or_else(|| Box::new(too_large(&program)))?;
        let too_wide =
            |made: &&crate::program::Move| program.rule(made.question).answer.len() > MAX_PLAYED_VALUES;
        if let Some(wide) = game.moves.iter().find(too_wide) {
            return Err(Box::new(plays_too_much(&program, wide)));
        }
        let layout = Arc::new(layout);
        let wins = program.wins().collect();
        Ok(Rules {
            evaluator: BitboardEvaluator::new(Arc::clone(&program), Arc::clone(&layout), evaluator),
            layout,
            wins,
            is_named: OnceLock::new(),
            symmetries: OnceLock::new(),
            words: OnceLock::new(),
            ends: OnceLock::new(),
            valuings: Valuings::default(),
            is_by_plans: false,
            program: Arc::clone(&program),
        })
    }

    /// Creates the rules of a program, evaluated by the interpreter within `limits`. Setting `stop` aborts the running
    /// question.
    ///
    /// # Errors
    /// As for [`Rules::new`], and when the program cannot be planned or has predicates that only a host (another
    /// program) can answer.
    pub fn interpreted(
        program: Arc<Program>,
        limits: Limits,
        stop: Option<Arc<AtomicBool>>,
    ) -> Result<Rules, Box<Diagnostic>> {
        let plan = crate::plan::plan(&program)?;
        let machine = Machine::<StateHost>::new(&program, &plan, limits);
        let machine = machine.map_err(|missing| Box::new(needs_host(&program, &missing)))?;
        let machine = match stop {
            Some(stop) => machine.stopped_by(stop),
            None => machine,
        };
        Rules::new(program, Box::new(machine))
    }

    /// The program that these rules belong to.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// The game that the program declares.
    pub fn game(&self) -> &Game {
        self.program.game.as_ref().expect("rules are made of programs with a game")
    }

    /// The layout of tuples in the words of a position.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The evaluator that answers questions about positions.
    pub fn evaluator(&self) -> &dyn GameEvaluator {
        if self.is_by_plans { self.by_plan() } else { &self.evaluator }
    }

    /// Prepares bitboard code for evaluation.
    pub(super) fn in_words_by(
        &self,
        asked: bitboards::SearchQuery,
        code: &bitboards::Code,
    ) -> Box<dyn bitboards::QueryEvaluator> {
        self.evaluator.evaluator(asked, code)
    }

    /// The evaluator that uses only the plans of the rules.
    pub(super) fn by_plan(&self) -> &dyn GameEvaluator {
        self.evaluator.other()
    }

    /// Computes everything in advance that is otherwise computed on first use, so that no time for a move is lost.
    pub fn prepare(&self) {
        if !self.is_by_plans {
            self.evaluator.prepare();
            self.ends();
        }
    }

    /// Whether bitboard operations answer this request about a rule or question.
    pub fn is_in_words(&self, rule: RuleId, wanted: Wanted) -> bool {
        !self.is_by_plans && self.evaluator.is_in_words(rule, wanted)
    }

    /// Whether compiled bitboard operations answer this request about a rule or question.
    pub fn is_compiled_in_words(&self, rule: RuleId, wanted: Wanted) -> bool {
        !self.is_by_plans && self.evaluator.is_compiled_in_words(rule, wanted)
    }

    /// A copy of these rules that uses no bitboard operations. It is slow, and serves as a reference in tests of
    /// bitboard operations.
    #[must_use]
    pub fn by_plans(self) -> Rules {
        Rules { is_by_plans: true, ..self }
    }

    pub(super) fn is_by_plans(&self) -> bool {
        self.is_by_plans
    }

    /// Bitboard code that tests whether any rule or draw ends the game. `None` if one of these tests cannot be
    /// expressed, or if only the plans of the rules are used.
    fn ends(&self) -> Option<&dyn bitboards::QueryEvaluator> {
        if self.is_by_plans {
            return None;
        }
        self.ends.get_or_init(|| self.evaluator.made(bitboards::SearchQuery::Ends)).as_deref()
    }

    /// The game as bitboard operations, if it can be expressed by them.
    pub(super) fn words(&self) -> Option<&dyn bitboards::GameRunner> {
        let game = || bitboards::Game::of(&self.program, &self.layout).map(|game| game.runner());
        self.words.get_or_init(game).as_deref()
    }

    /// The position in which only `to.move(to_move)` holds.
    pub fn empty(&self, to_move: Value) -> Position {
        let mut position = Position::new(Arc::clone(&self.layout));
        position.add(TO_MOVE, &[to_move]);
        self.stands_once(&mut position);
        position
    }

    /// Sets the repetition count of a position to 1, if the game uses it.
    fn stands_once(&self, position: &mut Position) {
        if let Some(state) = self.game().occurred {
            position.add(state, &[1]);
        }
    }

    /// The player whose turn it is.
    pub fn to_move(&self, position: &Position) -> Value {
        let is_to_move = |player: &&Value| position.holds(TO_MOVE, &[**player]);
        self.program.players.iter().find(is_to_move).copied().unwrap_or(self.game().first)
    }

    /// The index of a player among the players of the program.
    pub fn number(&self, player: Value) -> usize {
        self.program.players.iter().position(|known| *known == player).unwrap_or(0)
    }

    /// The player whose turn comes after the turn of `player`.
    pub fn next(&self, player: Value) -> Value {
        let players = &self.program.players;
        players[(self.number(player) + 1) % players.len()]
    }

    /// The initial position.
    ///
    /// # Errors
    /// When two of its tuples cannot hold together, or a limit is reached.
    pub fn start(&self) -> Result<Position, Fault> {
        let mut position = self.empty(self.game().first);
        let mut asked = position.clone();
        let mut added: Added<'_> = Vec::new();
        for start in &self.game().start {
            self.tuples(&mut asked, (start.question, &[]), &start.tuples, &mut added)?;
        }
        self.add(&mut position, &added)?;
        Ok(position)
    }

    /// Generates the legal moves of the player to move, complete with all their steps, in the order of the text and
    /// then of the values. A player without moves may pass if the text allows it. The pass is then the only move. Does
    /// not check whether the game is over.
    ///
    /// # Errors
    /// When a limit is reached, or a move could go on forever.
    pub fn moves(&self, position: &mut Position, moves: &mut Vec<Move>) -> Result<(), Fault> {
        moves.clear();
        let to_move = self.to_move(position);
        for (of, made) in self.game().moves.iter().enumerate().filter(|(_, made)| made.player == to_move) {
            let question = made.question;
            if self.may_go_on(of) {
                let mut first = Vec::new();
                self.each_answer(position, question, &[], &mut |played| first.push(Step::new(of, played)))?;
                self.go_on(position, &first, moves)?;
                continue;
            }
            self.each_answer(position, question, &[], &mut |played| moves.push(Move::new(of, played)))?;
        }
        if moves.is_empty() && self.can_pass(position)? {
            moves.push(Move::pass());
        }
        Ok(())
    }

    /// Whether passing is the only move of the player to move.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn must_pass(&self, position: &mut Position) -> Result<bool, Fault> {
        if self.game().blocked != Some(BlockedOutcome::Passes) {
            return Ok(false);
        }
        Ok(!self.has_move(position)? && self.can_pass(position)?)
    }

    /// Whether a player without moves passes. This requires that blocked players pass in this game and that another
    /// player has a move.
    fn can_pass(&self, position: &mut Position) -> Result<bool, Fault> {
        if self.game().blocked != Some(BlockedOutcome::Passes) {
            return Ok(false);
        }
        self.any_applies(position, |_| true)
    }

    /// Whether the player to move has a move other than a pass.
    fn has_move(&self, position: &mut Position) -> Result<bool, Fault> {
        let to_move = self.to_move(position);
        self.any_applies(position, |made| made.player == to_move)
    }

    /// Whether the position satisfies the premise of any move declaration for which `is_meant` is true.
    fn any_applies(
        &self,
        position: &mut Position,
        is_meant: impl Fn(&crate::program::Move) -> bool,
    ) -> Result<bool, Fault> {
        for made in self.game().moves.iter().filter(|made| is_meant(made)) {
            if self.holds(position, made.question)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Makes a move of the player to move: makes each of its steps, and then passes the turn to the next player.
    /// Earlier positions are forgotten, so that the repetition count becomes 1. [`Rules::play_on`] keeps track of
    /// earlier positions.
    ///
    /// # Errors
    /// When two added tuples cannot hold together, or a limit is reached. The position is then unchanged.
    pub fn play(&self, position: &mut Position, mv: Move) -> Result<(), Fault> {
        let next = self.next(self.to_move(position));
        if mv.is_pass() {
            position.add(TO_MOVE, &[next]);
            self.stands_once(position);
            return Ok(());
        }
        let before = mv.is_chain().then(|| position.words().to_vec());
        for step in mv.steps() {
            if let Err(fault) = self.make(position, step) {
                before.into_iter().for_each(|before| position.set_words(&before));
                return Err(fault.in_move(|| self.notation().move_text(mv)));
            }
        }
        position.add(TO_MOVE, &[next]);
        self.stands_once(position);
        Ok(())
    }

    /// Makes a step without changing the turn. All its effects are evaluated first, then tuples are removed, then
    /// tuples are added.
    ///
    /// # Errors
    /// When two added tuples cannot hold together, or a limit is reached. The position is then unchanged.
    pub fn make(&self, position: &mut Position, step: Step) -> Result<(), Fault> {
        let made = &self.game().moves[step.of()];
        let (mut removed, mut added): (Added<'_>, Added<'_>) = Default::default();
        for effect in &made.effects {
            let changes = match effect.kind {
                EffectKind::Removes => &mut removed,
                EffectKind::Adds => &mut added,
            };
            self.tuples(position, (effect.question, step.played()), &effect.tuples, changes)?;
        }
        // Restoring the position is needed only after a clash, which takes at least two added tuples.
        let before = (added.len() > 1).then(|| position.words().to_vec());
        for (state, prefix, _) in &removed {
            position.remove(*state, prefix);
        }
        if let Err(fault) = self.add(position, &added) {
            position.set_words(&before.expect("one tuple clashes with nothing"));
            return Err(fault);
        }
        Ok(())
    }

    /// Whether a rule or question has an answer.
    ///
    /// # Errors
    /// When a limit is reached or the stop flag is set.
    pub fn holds(&self, position: &mut Position, rule: RuleId) -> Result<bool, Fault> {
        self.evaluator().applies(position, rule).map_err(|limit| self.given_up(limit, rule))
    }

    /// Calls `take` with each answer of a rule or question that begins with the values `given`.
    ///
    /// # Errors
    /// When a limit is reached or the stop flag is set.
    pub fn each_answer(
        &self,
        position: &mut Position,
        rule: RuleId,
        given: &[Value],
        take: &mut dyn FnMut(&[Value]),
    ) -> Result<(), Fault> {
        self.evaluator().each(position, rule, given, take).map_err(|limit| self.given_up(limit, rule))
    }

    /// The number of answers of a rule or question.
    ///
    /// # Errors
    /// When a limit is reached or the stop flag is set.
    pub fn answers(&self, position: &mut Position, rule: RuleId) -> Result<usize, Fault> {
        self.evaluator().count(position, rule).map_err(|limit| self.given_up(limit, rule))
    }

    fn given_up(&self, limit: LimitReached, asked: RuleId) -> Fault {
        match limit {
            LimitReached::Stopped => Fault::Stopped,
            limit => Fault::Limit { limit, asked: self.program().rule_title(self.program().rule(asked)) },
        }
    }

    /// Adds to `found` the tuples of a line of the start or of an effect. If the line has a question, there are tuples
    /// for each of its answers. Otherwise there are tuples only for the given values.
    fn tuples<'r>(
        &self,
        position: &mut Position,
        (question, given): (Option<RuleId>, &[Value]),
        tuples: &'r [Tuple],
        found: &mut Added<'r>,
    ) -> Result<(), Fault> {
        let mut take = |answer: &[Value]| {
            for tuple in tuples {
                let values = tuple.arguments.iter().map(|argument| argument.value(answer)).collect();
                found.push((tuple.state, values, tuple));
            }
        };
        match question {
            Some(question) => self.each_answer(position, question, given, &mut take)?,
            None => take(given),
        }
        Ok(())
    }

    /// Adds all tuples. Returns a fault if any added tuple has replaced another tuple.
    fn add(&self, position: &mut Position, added: &Added<'_>) -> Result<(), Fault> {
        for (state, tuple, _) in added {
            position.add(*state, tuple);
        }
        let Some(lost) = added.iter().position(|(state, tuple, _)| !position.holds(*state, tuple)) else {
            return Ok(());
        };
        let (state, tuple, place) = &added[lost];
        let one = &self.game().states[*state].one;
        let same_place = |other: &[Value]| (0..one.len()).all(|at| one[at] || other[at] == tuple[at]);
        let winner = added.iter().rfind(|(other, values, _)| other == state && same_place(values));
        let (_, other, other_place) = winner.expect("a tuple replaced another one of its state");
        let text = |tuple: &[Value]| self.notation().tuple_text(*state, tuple);
        Err(Fault::Clash(Box::new(Clash {
            one: (text(tuple), place.span),
            other: (text(other), other_place.span),
            mv: None,
        })))
    }

    /// How the game has ended; `None` if it is not over. Evaluates the rules of level 0 in the order of the text, then
    /// the draws, then whether the player to move has a move.
    ///
    /// # Errors
    /// When a player cannot move and the game does not say what that means, or a limit is reached.
    pub fn end(&self, position: &mut Position) -> Result<Option<End>, Fault> {
        match self.end_by_rule(position)? {
            Some(end) => Ok(Some(end)),
            None if self.can_move(position)? => Ok(None),
            None => self.end_of_blocked(position).map(Some),
        }
    }

    /// The outcome of the game, without the reason that [`Rules::end`] returns.
    ///
    /// # Errors
    /// As for [`Rules::end`].
    pub fn outcome(&self, position: &mut Position) -> Result<Option<Outcome>, Fault> {
        Ok(self.end(position)?.map(|end| end.outcome))
    }

    /// How the game has ended by a rule of level 0 or a draw, without checking whether the player to move has a move.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn end_by_rule(&self, position: &mut Position) -> Result<Option<End>, Fault> {
        if self.ends().is_some_and(|ends| !ends.applies(position.words())) {
            return Ok(None);
        }
        for (rule, player) in &self.wins {
            if self.holds(position, *rule)? {
                return Ok(Some(End { outcome: Outcome::Won(*player), why: EndReason::Rule(*rule) }));
            }
        }
        for draw in &self.game().draws {
            if self.holds(position, *draw)? {
                return Ok(Some(End { outcome: Outcome::Drawn, why: EndReason::Draw(*draw) }));
            }
        }
        Ok(None)
    }

    /// Whether the player to move has a move or may pass.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn can_move(&self, position: &mut Position) -> Result<bool, Fault> {
        Ok(self.has_move(position)? || self.can_pass(position)?)
    }

    /// The end of the game when the player to move cannot move. If blocked players pass, this means that no player can
    /// move.
    ///
    /// # Errors
    /// When the game does not say what a blocked player means.
    pub fn end_of_blocked(&self, position: &Position) -> Result<End, Fault> {
        let to_move = self.to_move(position);
        let outcome = match self.game().blocked {
            Some(BlockedOutcome::Loses) => Outcome::Won(self.next(to_move)),
            Some(BlockedOutcome::Draws | BlockedOutcome::Passes) => Outcome::Drawn,
            None => return Err(self.blocked_fault(to_move)),
        };
        Ok(End { outcome, why: EndReason::Blocked })
    }

    /// The fault of a blocked player in a game that does not say what that means.
    pub(super) fn blocked_fault(&self, player: Value) -> Fault {
        let first = self.game().moves.iter().find(|made| made.player == player);
        Fault::Blocked { player, moves: first.map(|made| self.program.rule(made.question).name_span) }
    }
}

/// The message for a game whose states have too many tuples.
fn too_large(program: &Program) -> Diagnostic {
    let states = program.game.iter().flat_map(|game| &game.states);
    let mut spans = states.filter_map(|state| program.predicate(state.predicate).span);
    let span = spans.next_back().unwrap_or(Span::new(program.files[0], 0, 0));
    let label = "with all others it has more than a million tuples";
    Diagnostic::new(Code::BadState, "a state that is too large", span, label).hint(
        "a state has a tuple for each combination of its arguments: give it fewer arguments, or smaller sorts",
    )
}

/// The message for a game that depends on extern predicates, which only a host (another program) could answer.
fn needs_host(program: &Program, missing: &[Unanswered]) -> Diagnostic {
    let names: Vec<String> = missing.iter().map(ToString::to_string).collect();
    let span = Span::new(program.files[0], 0, 0);
    let label = format!("nothing answers {}", names.join(", "));
    Diagnostic::new(Code::BadState, "a game in text that needs a host", span, label)
        .hint("derive it from what positions consist of, or state it in facts")
}

fn plays_too_much(program: &Program, wide: &crate::program::Move) -> Diagnostic {
    let rule = program.rule(wide.question);
    let label =
        format!("it plays {} values, but a move plays at most {MAX_PLAYED_VALUES}", rule.answer.len());
    Diagnostic::new(Code::BadMove, "a move that plays too much", rule.name_span, label)
        .hint("play only the values that distinguish moves; effects can derive the rest")
}
