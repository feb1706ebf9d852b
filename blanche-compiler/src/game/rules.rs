//! The rules of a game at work: the start, the moves, what a move does, and the end.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use super::asker::Asker;
use super::fault::{Clash, Fault};
use super::made::{Image, Valuings};
use super::moves::{MOST_PLAYED, Move, Step};
use super::words_asker::WordsAsker;
use crate::bitboards;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::interpret::{Machine, StateHost, Unanswered};
use crate::program::{BlockedOutcome, EffectKind, Game, Program, RuleId, Tuple};
use crate::runtime::{Layout, LimitReached, Limits, Position, Value, Wanted};

/// The place of `to.move` among the states.
pub const TO_MOVE: usize = 0;

/// A game of a program, and who answers for it.
pub struct Rules {
    program: Arc<Program>,
    layout: Arc<Layout>,
    asker: WordsAsker,
    /// The rules of level 0 with the players who win by them.
    wins: Vec<(RuleId, Value)>,
    /// By the place of a move, whether its name is written in front of what it plays; none before somebody asks.
    pub(super) is_named: OnceLock<Vec<bool>>,
    /// The symmetries of the board; none before somebody asks.
    pub(super) symmetries: OnceLock<Vec<Image>>,
    /// The game in words, where it fits; none before somebody asks.
    words: OnceLock<Option<Box<dyn bitboards::Played>>>,
    /// Tests by words whether anything ends the game, where all of them fit; none before somebody asks.
    ends: OnceLock<Option<Box<dyn bitboards::Answering>>>,
    /// Scores as code, as somebody has asked for them.
    pub(super) valuings: Valuings,
    /// Everything goes by the plans of the rules.
    is_by_plans: bool,
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// This player has won.
    Won(Value),
    /// Nobody has.
    Drawn,
}

/// By what a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// By this rule of level 0.
    Rule(RuleId),
    /// By this draw.
    Draw(RuleId),
    /// Whoever is to move cannot.
    Blocked,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// How.
    pub outcome: Outcome,
    /// By what.
    pub why: Why,
}

/// What is added to a position: the tuples with their places in the text.
type Added<'r> = Vec<(usize, Vec<Value>, &'r Tuple)>;

impl Rules {
    /// The rules of a program with a game, whose questions the asker answers.
    ///
    /// # Errors
    /// A message where the program has no game, or one whose positions or moves are too large.
    pub fn new(program: Arc<Program>, asker: Box<dyn Asker>) -> Result<Rules, Box<Diagnostic>> {
        let layout = program.layout().ok_or_else(|| Box::new(too_large(&program)))?;
        let game = program.game.as_ref().ok_or_else(|| Box::new(too_large(&program)))?;
        let too_wide = |made: &&crate::program::Move| program.rule(made.question).answer.len() > MOST_PLAYED;
        if let Some(wide) = game.moves.iter().find(too_wide) {
            return Err(Box::new(plays_too_much(&program, wide)));
        }
        let layout = Arc::new(layout);
        let wins = program.wins().collect();
        Ok(Rules {
            asker: WordsAsker::new(Arc::clone(&program), Arc::clone(&layout), asker),
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

    /// The rules of a program, for which the interpreter answers within these limits; the sign stops its questions.
    ///
    /// # Errors
    /// As of [`Rules::new`], and where the program cannot be planned or asks what only a host answers.
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

    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// What the program says of the game.
    pub fn game(&self) -> &Game {
        self.program.game.as_ref().expect("rules are made of programs with a game")
    }

    /// Where the tuples of positions lie.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// Who answers.
    pub fn asker(&self) -> &dyn Asker {
        if self.is_by_plans { self.by_plan() } else { &self.asker }
    }

    /// Who answers what is asked in words, with its code.
    pub(super) fn in_words_by(
        &self,
        asked: bitboards::Asked,
        code: &bitboards::Code,
    ) -> Box<dyn bitboards::Answering> {
        self.asker.answering(asked, code)
    }

    /// Who answers by the plans of the rules.
    pub(super) fn by_plan(&self) -> &dyn Asker {
        self.asker.other()
    }

    /// Makes what would be made when something is asked for the first time, so that no time for a move is taken by it.
    pub fn prepare(&self) {
        if !self.is_by_plans {
            self.asker.prepare();
            self.ends();
        }
    }

    /// Whether what is wanted of a question goes by operations on words, whoever answers else.
    pub fn is_in_words(&self, rule: RuleId, wanted: Wanted) -> bool {
        !self.is_by_plans && self.asker.is_in_words(rule, wanted)
    }

    /// Whether such operations on words are compiled.
    pub fn is_compiled_in_words(&self, rule: RuleId, wanted: Wanted) -> bool {
        !self.is_by_plans && self.asker.is_compiled_in_words(rule, wanted)
    }

    /// The same, but that everything goes by the plans of the rules: what is slow, and what words are held against.
    #[must_use]
    pub fn by_plans(self) -> Rules {
        Rules { is_by_plans: true, ..self }
    }

    pub(super) fn is_by_plans(&self) -> bool {
        self.is_by_plans
    }

    /// Tests by words whether any rule or draw ends the game, where all of them fit.
    fn ends(&self) -> Option<&dyn bitboards::Answering> {
        if self.is_by_plans {
            return None;
        }
        self.ends.get_or_init(|| self.asker.made(bitboards::Asked::Ends)).as_deref()
    }

    /// The game in words, where it fits.
    pub(super) fn words(&self) -> Option<&dyn bitboards::Played> {
        let game = || bitboards::Game::of(&self.program, &self.layout).map(|game| game.played());
        self.words.get_or_init(game).as_deref()
    }

    /// The empty position with this player to move: nothing else holds.
    pub fn empty(&self, to_move: Value) -> Position {
        let mut position = Position::new(Arc::clone(&self.layout));
        position.add(TO_MOVE, &[to_move]);
        self.stands_once(&mut position);
        position
    }

    /// Says that a position stands for the first time, where that is asked.
    fn stands_once(&self, position: &mut Position) {
        if let Some(state) = self.game().occurred {
            position.add(state, &[1]);
        }
    }

    /// Whose turn it is.
    pub fn to_move(&self, position: &Position) -> Value {
        let is_to_move = |player: &&Value| position.holds(TO_MOVE, &[**player]);
        self.program.players.iter().find(is_to_move).copied().unwrap_or(self.game().first)
    }

    /// The place of a player among the players of the program.
    pub fn number(&self, player: Value) -> usize {
        self.program.players.iter().position(|known| *known == player).unwrap_or(0)
    }

    /// The player whose turn comes after this one's.
    pub fn next(&self, player: Value) -> Value {
        let players = &self.program.players;
        players[(self.number(player) + 1) % players.len()]
    }

    /// Where the game begins.
    ///
    /// # Errors
    /// When two tuples of it cannot hold together, or a limit is reached.
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

    /// All moves of whoever is to move, in the order of the text and then of the values; where a player goes on, with all the
    /// steps. A player who has none may pass where the text says so; that is the only move then. Whether the game is over is not
    /// asked.
    ///
    /// # Errors
    /// When a limit is reached, or a player could go on for ever.
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

    /// Whether whoever is to move can only pass.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn must_pass(&self, position: &mut Position) -> Result<bool, Fault> {
        if self.game().blocked != Some(BlockedOutcome::Passes) {
            return Ok(false);
        }
        Ok(!self.has_move(position)? && self.can_pass(position)?)
    }

    /// Whether a player who cannot move passes: the text says so, and somebody else can move.
    fn can_pass(&self, position: &mut Position) -> Result<bool, Fault> {
        if self.game().blocked != Some(BlockedOutcome::Passes) {
            return Ok(false);
        }
        self.any_applies(position, |_| true)
    }

    /// Whether the player who is to move has a move that is no pass.
    fn has_move(&self, position: &mut Position) -> Result<bool, Fault> {
        let to_move = self.to_move(position);
        self.any_applies(position, |made| made.player == to_move)
    }

    /// Whether the premise of one of these moves holds.
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

    /// Makes a move of whoever is to move: each of its steps, and then the turn goes to the next player. What was before is
    /// forgotten: the position stands once ([`Rules::play_on`] knows better).
    ///
    /// # Errors
    /// When two tuples that are added cannot hold together, or a limit is reached; the position is as before.
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

    /// Makes a step; the turn stays. Its effects are asked, then everything that is removed goes, then everything that is added
    /// comes.
    ///
    /// # Errors
    /// When two tuples that are added cannot hold together, or a limit is reached; the position is as before.
    pub(super) fn make(&self, position: &mut Position, step: Step) -> Result<(), Fault> {
        let made = &self.game().moves[step.of()];
        let (mut removed, mut added): (Added<'_>, Added<'_>) = Default::default();
        for effect in &made.effects {
            let changes = match effect.kind {
                EffectKind::Removes => &mut removed,
                EffectKind::Adds => &mut added,
            };
            self.tuples(position, (effect.question, step.played()), &effect.tuples, changes)?;
        }
        // Only what clashes is taken back, so nothing is kept of a position where nothing can.
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
    /// When a limit is reached, or somebody wants it to stop.
    pub fn holds(&self, position: &mut Position, rule: RuleId) -> Result<bool, Fault> {
        self.asker().applies(position, rule).map_err(|limit| self.given_up(limit, rule))
    }

    /// Hands over the answers of a rule or question for these given values.
    ///
    /// # Errors
    /// When a limit is reached, or somebody wants it to stop.
    pub fn each_answer(
        &self,
        position: &mut Position,
        rule: RuleId,
        given: &[Value],
        take: &mut dyn FnMut(&[Value]),
    ) -> Result<(), Fault> {
        self.asker().each(position, rule, given, take).map_err(|limit| self.given_up(limit, rule))
    }

    /// How many answers a rule or question has.
    ///
    /// # Errors
    /// When a limit is reached, or somebody wants it to stop.
    pub fn answers(&self, position: &mut Position, rule: RuleId) -> Result<usize, Fault> {
        self.asker().count(position, rule).map_err(|limit| self.given_up(limit, rule))
    }

    fn given_up(&self, limit: LimitReached, asked: RuleId) -> Fault {
        match limit {
            LimitReached::Stopped => Fault::Stopped,
            limit => Fault::Limit { limit, asked: self.program().rule_title(self.program().rule(asked)) },
        }
    }

    /// The tuples of a line of the start or of effects: for each answer of its question, or for the given values where it has
    /// none.
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

    /// Makes all tuples hold. Where one has taken the place of another, that is a fault.
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
        let (_, other, other_place) = winner.expect("a tuple is lost to another one of its state");
        let text = |tuple: &[Value]| self.notation().tuple_text(*state, tuple);
        Err(Fault::Clash(Box::new(Clash {
            one: (text(tuple), place.span),
            other: (text(other), other_place.span),
            mv: None,
        })))
    }

    /// How the game has ended; nothing while it goes on. The rules of level 0 are asked in the order of the text, then the
    /// draws, then whether the player who is to move can.
    ///
    /// # Errors
    /// When somebody cannot move and the game does not say what that means, or a limit is reached.
    pub fn end(&self, position: &mut Position) -> Result<Option<End>, Fault> {
        match self.end_by_rule(position)? {
            Some(end) => Ok(Some(end)),
            None if self.can_move(position)? => Ok(None),
            None => self.end_of_blocked(position).map(Some),
        }
    }

    /// [`Rules::end`] without its reason.
    ///
    /// # Errors
    /// As that.
    pub fn outcome(&self, position: &mut Position) -> Result<Option<Outcome>, Fault> {
        Ok(self.end(position)?.map(|end| end.outcome))
    }

    /// The end by a rule of level 0 or a draw: whether anybody can move is not asked.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn end_by_rule(&self, position: &mut Position) -> Result<Option<End>, Fault> {
        if self.ends().is_some_and(|ends| !ends.applies(position.words())) {
            return Ok(None);
        }
        for (rule, player) in &self.wins {
            if self.holds(position, *rule)? {
                return Ok(Some(End { outcome: Outcome::Won(*player), why: Why::Rule(*rule) }));
            }
        }
        for draw in &self.game().draws {
            if self.holds(position, *draw)? {
                return Ok(Some(End { outcome: Outcome::Drawn, why: Why::Draw(*draw) }));
            }
        }
        Ok(None)
    }

    /// Whether the player who is to move can, if only pass.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn can_move(&self, position: &mut Position) -> Result<bool, Fault> {
        Ok(self.has_move(position)? || self.can_pass(position)?)
    }

    /// What it means that the player who is to move cannot; where blocked players pass, nobody can then.
    ///
    /// # Errors
    /// When the game does not say so.
    pub fn end_of_blocked(&self, position: &Position) -> Result<End, Fault> {
        let to_move = self.to_move(position);
        let outcome = match self.game().blocked {
            Some(BlockedOutcome::Loses) => Outcome::Won(self.next(to_move)),
            Some(BlockedOutcome::Draws | BlockedOutcome::Passes) => Outcome::Drawn,
            None => return Err(self.blocked_fault(to_move)),
        };
        Ok(End { outcome, why: Why::Blocked })
    }

    /// A player cannot move, and the game does not say what that means.
    pub(super) fn blocked_fault(&self, player: Value) -> Fault {
        let first = self.game().moves.iter().find(|made| made.player == player);
        Fault::Blocked { player, moves: first.map(|made| self.program.rule(made.question).name_span) }
    }
}

/// The states of a game are too large to be kept.
fn too_large(program: &Program) -> Diagnostic {
    let states = program.game.iter().flat_map(|game| &game.states);
    let mut spans = states.filter_map(|state| program.predicate(state.predicate).span);
    let span = spans.next_back().unwrap_or(Span::new(program.files[0], 0, 0));
    let label = "with all others it has more than a million tuples";
    Diagnostic::new(Code::BadState, "a state that is too large", span, label).hint(
        "a state has a tuple for every choice of its arguments: give it fewer arguments, or smaller sorts",
    )
}

/// Something that only a host answers stands in a game in text.
fn needs_host(program: &Program, missing: &[Unanswered]) -> Diagnostic {
    let names: Vec<String> = missing.iter().map(ToString::to_string).collect();
    let span = Span::new(program.files[0], 0, 0);
    let label = format!("nobody answers {}", names.join(", "));
    Diagnostic::new(Code::BadState, "a game in text that needs a host", span, label)
        .hint("derive it from what positions consist of, or state it in facts")
}

fn plays_too_much(program: &Program, wide: &crate::program::Move) -> Diagnostic {
    let rule = program.rule(wide.question);
    let label = format!("it plays {} values, and a move plays at most {MOST_PLAYED}", rule.answer.len());
    Diagnostic::new(Code::BadMove, "a move that plays too much", rule.name_span, label)
        .hint("play what tells moves apart; what follows from it, effects may find out")
}
