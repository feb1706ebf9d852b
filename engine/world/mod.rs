//! One model of a game: the game together with what a base knows of it.
//!
//! Commands, the laboratory and play ask a [`World`], and do not know whether a host keeps the positions or the text of the game
//! does. The search has narrower traits of its own, [`Game`](crate::games::Game) and [`Knowledge`](crate::games::Knowledge), which
//! are asked at every node.
//!
//! | module | what it holds |
//! |---|---|
//! | `stones` | five in a row: positions that the program keeps on a board |
//! | `text` | any game whose rules stand in its text |
//! | [`open`](self::open()) | a name or a folder becomes one of them |
//! | [`Source`], [`Reading`], [`Entry`] | positions and games that a user gives |
//! | [`Answer`], [`Preferred`], [`End`] | what is answered |
//! | [`Trouble`] | why something cannot be done |
//! | [`examples`] | positions beside the rules, with what is said of them |
//! | `explain` | why rules apply, and why they do not |
//! | [`Recording`] | records with all that they say, to be written in another format |
//! | [`Talk`] | conversations about a position |

mod answers;
pub mod examples;
mod explain;
mod open;
mod reading;
mod recording;
mod stones;
mod talk;
mod text;
mod trouble;

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use blanche_compiler::files::{Sources, Span};
use blanche_compiler::interpret::Host;
use blanche_compiler::literals::Literals;
use blanche_compiler::plan::Statistics;
use blanche_compiler::program::{Program, VariableId};
use blanche_compiler::runtime::{LimitReached, Limits, Solutions, Value};
use blanche_compiler::why::Fact;

use crate::bases::{Backend, Contents, Question, QuestionIds, Rule, Texts};
use crate::board::Style;
use crate::drawing::Drawing;
use crate::games::Taste;
use crate::games::abilities::Asker;
use crate::search::player::Played;

pub use answers::{Answer, End, Preferred, Reason, Wanted};
pub use examples::{Example, Sketch};
pub use explain::Explainer;
pub use open::{AnyBase, AnyWorld, built_in, open};
pub use reading::{DiagramMistake, Entry, Reading, SetUp, Source};
pub use recording::{Finish, Record, Recording, Records};
pub use stones::Stones;
pub use talk::{Talk, session};
pub use text::RESULT;
pub use text::Text;
pub use trouble::Trouble;

/// A game together with what a base knows of it, and the back ends that answer.
pub trait World: Sync + Sized {
    /// A position of the game.
    type Position: Clone + Send + Sync;

    /// A move, or a pass.
    type Move: Copy + Ord + Hash + Debug + Send + Sync + From<Self::Step>;

    /// A move that a search makes: none is a pass that the game does not know.
    type Step: Copy + Ord + Hash + Debug + Display + Send + Sync + 'static;

    /// The game as a search sees it.
    type Game<'w>: Played<Move = Self::Step>
    where
        Self: 'w;

    /// Who answers the interpreter about a position.
    type Host: Host<Facts = Self::Position>;

    /// What the base declares.
    fn contents(&self) -> &Contents;

    /// The files of the base, parsed and checked.
    fn texts(&self) -> &Texts;

    /// The path, as messages show it, and the bytes of the file of this name beside the rules, if there is one.
    fn sidecar(&self, name: &str) -> Option<(&str, &[u8])>;

    /// The back ends that were chosen; the first one answers where only one is asked.
    fn backends(&self) -> &[Backend];

    /// How much work a question may take.
    fn limits(&self) -> Limits;

    /// The sign by which a question is given up, if there is one.
    fn stop(&self) -> Option<&Arc<AtomicBool>>;

    /// Whether a question has an answer. As many answers as are wanted are written into `solutions`, in order, in place of
    /// those of an earlier question. The position is left as it was.
    ///
    /// # Errors
    /// When a limit is reached first.
    fn ask_into(
        &self,
        backend: Backend,
        question: Question,
        wanted: Wanted,
        position: &mut Self::Position,
        solutions: &mut Solutions,
    ) -> Result<bool, LimitReached>;

    /// The mean numbers of tuples of its literals in these positions, for the planner. `turn` hears which position comes.
    ///
    /// # Errors
    /// When its rules cannot be planned, or a limit is reached first.
    fn measured(&self, positions: &mut [Self::Position], turn: &dyn Fn(usize))
    -> Result<Statistics, Trouble>;

    /// The position with which a game begins.
    ///
    /// # Errors
    /// When its text does not say so within the limits.
    fn start(&self) -> Result<Self::Position, Trouble>;

    /// A position that shows something, for commands that were given none.
    ///
    /// # Errors
    /// As [`World::start`].
    fn sample(&self) -> Result<Entry<Self>, Trouble>;

    /// Positions that a user gives.
    ///
    /// # Errors
    /// When the text has mistakes.
    fn read(&self, source: Source<'_>) -> Result<Reading<Self>, Trouble>;

    /// Plays moves of a game that begins in this position, and hands over each position, from the first one on; `false`
    /// ends it. Gives the last position.
    ///
    /// # Errors
    /// When a move cannot be played.
    fn replay(
        &self,
        start: &Self::Position,
        moves: &[Self::Move],
        each: &mut dyn FnMut(&Self::Position) -> bool,
    ) -> Result<Self::Position, Trouble>;

    /// The moves of a game that begins in this position, and those of a text behind them.
    ///
    /// # Errors
    /// When the text has mistakes.
    fn continued(
        &self,
        start: &Self::Position,
        moves: &[Self::Move],
        text: &str,
    ) -> Result<Vec<Self::Move>, Trouble>;

    /// The game as a player sees it in this position, of whose knowledge this back end tells.
    ///
    /// # Errors
    /// Where it is not one of two players, or the base has nothing of this taste.
    fn game(
        &self,
        backend: Backend,
        taste: &Taste,
        position: &Self::Position,
    ) -> Result<Self::Game<'_>, Trouble>;

    /// The position of a game as it stands.
    fn position_of<'g>(game: &'g Self::Game<'_>) -> &'g Self::Position;

    /// A move as a search makes it; nothing for a pass that no search makes.
    fn step(mv: Self::Move) -> Option<Self::Step>;

    /// The moves of the opening that follows from a seed and has a number, in a game at its start: at random, so many where that is
    /// said, and otherwise as the game has it.
    ///
    /// # Errors
    /// When the game cannot go on.
    fn opening(
        &self,
        game: &mut Self::Game<'_>,
        plies: Option<usize>,
        of: (u64, u64),
    ) -> Result<Vec<Self::Step>, Trouble>;

    /// What the base lacks of all that somebody asks in a search, and what is done instead.
    fn lacks(&self, _asker: Asker) -> Vec<String> {
        Vec::new()
    }

    /// What was noticed of the base while it was asked.
    fn noticed(&self) -> Vec<String> {
        Vec::new()
    }

    /// How a game has ended in this position; nothing while it goes on.
    ///
    /// # Errors
    /// When a limit is reached first.
    fn end(&self, position: &mut Self::Position) -> Result<Option<End>, Trouble>;

    /// The names of the players, in their order.
    fn players(&self) -> Vec<String>;

    /// What a position is worth to a player, by the player's number, as a search counts it.
    ///
    /// # Errors
    /// When a limit is reached first.
    fn value(&self, backend: Backend, player: usize, position: &mut Self::Position) -> Result<i64, Trouble>;

    /// The moves of the side to move of which preferences speak, the best first.
    ///
    /// # Errors
    /// When a limit is reached first.
    fn preferred(&self, backend: Backend, position: &mut Self::Position) -> Result<Vec<Preferred>, Trouble>;

    /// Whose turn it is, as long as somebody is to move.
    fn to_move(&self, position: &Self::Position) -> Option<String>;

    /// The last move, where the position knows it.
    fn last_move(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// Moves as a user writes them.
    fn moves_text(&self, moves: &[Self::Move]) -> String;

    /// What a rule or preference plays by this answer; nothing if it plays nothing.
    fn played(&self, question: Question, answer: &[Value]) -> Option<String>;

    /// The board of a position, with marks.
    fn drawing(&self, position: &Self::Position, marks: &Marks<'_>, style: Style) -> Drawing;

    /// The board with the fields of several answers, values by variables; nothing where they name none.
    fn answers_drawing(
        &self,
        position: &Self::Position,
        answers: &[Vec<(String, String)>],
        style: Style,
    ) -> Option<Drawing>;

    /// The beginning of a sentence that says what the signs of pieces mean, where an author does not choose them.
    fn legend(&self, style: Style) -> String;

    /// What there is to say of a position besides its board: who is to move, and the last move.
    fn situation(&self, position: &Self::Position) -> String;

    /// A fact that holds, in words; nothing where it is said best as it is written.
    fn words(&self, _fact: &Fact) -> Option<String> {
        None
    }

    /// What a move looks like in this game, for messages.
    const A_MOVE: &'static str;

    /// Whether a word may be a move of some position.
    fn may_be_move(&self, word: &str) -> bool;

    /// A move or a value as the game spells it, where its letters may be capital or small; the word itself where it is neither.
    fn spelled(&self, word: &str) -> String {
        self.program().spelled(word)
    }

    /// Whether a line of a file of positions belongs to a diagram.
    fn is_diagram_line(&self, line: &str) -> bool;

    /// The position of a diagram, in which this player is to move unless it says something else, and how it is drawn.
    ///
    /// # Errors
    /// The first mistake.
    fn read_diagram(
        &self,
        text: &str,
        to_move: Option<&str>,
    ) -> Result<(Self::Position, Sketch), DiagramMistake>;
}

/// What every world can say, whatever its game.
pub trait Saying: World {
    /// Rules, scores, preferences and draws that are another base's, with its name.
    fn inherited(&self) -> Vec<(Question, String)> {
        let ids = QuestionIds::of(self.program());
        let shown = examples::shown(self.contents()).into_iter();
        let rules: Vec<_> = shown.map(|question| ids.get(question)).collect();
        let inherited = self.texts().inherited(&rules).into_iter();
        inherited.filter_map(|(id, name)| Some((ids.question(id)?, name))).collect()
    }

    /// The answers to a question, as many as are wanted.
    ///
    /// # Errors
    /// When a limit is reached first.
    fn ask(
        &self,
        backend: Backend,
        question: Question,
        wanted: Wanted,
        position: &mut Self::Position,
    ) -> Result<Answer, LimitReached> {
        let mut solutions = Solutions::default();
        let applies = self.ask_into(backend, question, wanted, position, &mut solutions)?;
        Ok(Answer { applies, solutions })
    }

    /// All answers to a question, in order.
    ///
    /// # Errors
    /// When a limit is reached first.
    fn answers(
        &self,
        backend: Backend,
        question: Question,
        position: &mut Self::Position,
    ) -> Result<Solutions, LimitReached> {
        Ok(self.ask(backend, question, Wanted::All, position)?.solutions)
    }

    /// The program of the base.
    fn program(&self) -> &Program {
        self.texts().program()
    }

    /// The texts of its files.
    fn sources(&self) -> &Sources {
        self.texts().sources()
    }

    /// File and line.
    fn place(&self, span: Span) -> String {
        let sources = self.sources();
        format!("{}:{}", sources.file(span.file).name(), sources.position(span).line)
    }

    /// How a value is written: `h8`, `e3.e7`, `white`, `3`.
    fn value_text(&self, sort: &str, value: Value) -> String {
        Self::Host::write(sort, value).unwrap_or_else(|| self.program().value_text(sort, value))
    }

    /// The board of a position as text, with marks.
    fn draw(&self, position: &Self::Position, marks: &Marks<'_>, style: Style) -> String {
        self.drawing(position, marks, style).text()
    }

    /// How the game has ended in a position, or what there is to say of it besides its board.
    fn standing(&self, position: &Self::Position) -> String {
        match self.end(&mut position.clone()) {
            Ok(None) => self.situation(position),
            Ok(Some(end)) => format!("the game is over: {}", end.words),
            Err(trouble) => trouble.to_string(),
        }
    }

    /// The variables of a question with their values in an answer.
    fn bindings(&self, question: Question, answer: &[Value]) -> Vec<(String, String)> {
        let variables = question.variables(self.contents()).iter().zip(answer);
        variables.map(|((name, sort), value)| (name.clone(), self.value_text(sort, *value))).collect()
    }

    /// The same in a line: `Field1 = h8, Group1 = e8.i8`.
    fn bindings_text(&self, question: Question, answer: &[Value]) -> String {
        let bindings = self.bindings(question, answer);
        bindings.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
    }

    /// The premise of a rule, literal by literal, with the values of an answer in the place of its variables.
    fn premise(&self, rule: usize, answer: &[Value]) -> Vec<String> {
        let program = self.program();
        let question = Question::Rule(rule);
        let resolved = program.rule(question.id(program));
        let variables = question.variables(self.contents());
        let value = |variable: VariableId| {
            let at = resolved.answer.iter().position(|id| *id == variable)?;
            Some(self.value_text(&variables[at].1, answer[at]))
        };
        let literals = Literals { program, variables: &resolved.variables, value: &value };
        resolved.body.iter().map(|goal| literals.goal(goal)).collect()
    }

    /// `level 3, t.threat for white: plays h10`
    fn rule_title(&self, at: usize, first: Option<&[Value]>, position: &Self::Position) -> String {
        let rule: &Rule = &self.contents().rules[at];
        let mut text = format!("level {}, {}", rule.level, rule.title());
        if let Some(played) = first.and_then(|first| self.played(Question::Rule(at), first)) {
            text.push_str(&format!(": plays {played}"));
        } else if rule.level == 0 {
            text.push_str(&format!(": {} has won", rule.color));
        }
        if rule.level > 0 && self.to_move(position).is_some_and(|player| player != rule.color) {
            text.push_str(&format!(" (a threat: it is not {}'s turn)", rule.color));
        }
        text
    }
}

impl<W: World> Saying for W {}

/// What is marked on a board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks<'a> {
    /// Variables with their values: fields are marked, groups are shown together.
    pub values: &'a [(String, String)],
    /// Which of these values is played.
    pub plays: Option<usize>,
    /// Fields, or moves by their last field, with signs of their own.
    pub signs: &'a [(String, char)],
    /// Whether only the part of the board is drawn that matters.
    pub is_cropped: bool,
    /// The marks of an author, and the part of the board that the author has drawn.
    pub sketch: Option<&'a Sketch>,
}
