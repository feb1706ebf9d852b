//! One interface for all games. A [`World`] is a game together with what a base of rules knows about it.
//!
//! The commands, the laboratory and the players use a [`World`]. They do not depend on whether positions are stored by
//! a host or as the rule files of the game define them. The search uses two smaller traits,
//! [`Game`](crate::games::Game) and [`Knowledge`](crate::games::Knowledge), whose methods are called at every node.
//!
//! | module | what it holds |
//! |---|---|
//! | `stones` | five in a row, with positions on a board of the engine |
//! | `text` | any game that is defined in rule files |
//! | [`open`](self::open()) | opens a base by name or folder, as five in a row or as another game |
//! | [`Source`], [`Reading`], [`Entry`] | positions and games given by a user |
//! | [`Answer`], [`Preferred`], [`End`] | the types of answers |
//! | [`WorldError`] | errors |
//! | [`examples`] | example positions of rules, and what they state |
//! | `explain` | why rules apply, and why they do not |
//! | [`Recording`] | complete records, to be converted to another format |
//! | [`GameSession`] | interactive sessions about a position |

mod answers;
mod error;
pub mod examples;
mod explain;
mod open;
mod reading;
mod recording;
mod session;
mod stones;
mod text;

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use blanche_compiler::files::{Sources, Span};
use blanche_compiler::interpret::Host;
use blanche_compiler::legality::{MoveExplanation, StepExplanation};
use blanche_compiler::literals::Literals;
use blanche_compiler::plan::Statistics;
use blanche_compiler::program::{Program, VariableId};
use blanche_compiler::runtime::{LimitReached, Limits, Solutions, Value};
use blanche_compiler::why::Fact;

use crate::bases::{Backend, Contents, Question, QuestionIds, Rule, RuleFiles};
use crate::board::Style;
use crate::drawing::{Drawing, Piece};
use crate::games::KnowledgeFilter;
use crate::games::requirements::SearchKind;
use crate::search::player::Playable;

pub use answers::{Answer, End, Preferred, Reason, Wanted};
pub use error::WorldError;
pub use examples::{Example, Sketch};
pub use explain::Explainer;
pub use open::{AnyBase, AnyWorld, built_in, open};
pub use reading::{DiagramMistake, Entry, Reading, SetUp, Source};
pub use recording::{Finish, Record, Recording, Records};
pub use session::{GameSession, start_session};
pub use stones::Stones;
pub use text::RESULT;
pub use text::Text;

/// A game together with what a base knows about it, and the back ends selected for queries.
pub trait World: Sync + Sized {
    /// A position of the game.
    type Position: Clone + Send + Sync;

    /// A move, or a pass.
    type Move: Copy + Ord + Hash + Debug + Send + Sync + From<Self::Step>;

    /// A move that a search can make. A search can make every move except a pass that the rules of the game do not
    /// allow.
    type Step: Copy + Ord + Hash + Debug + Display + Send + Sync + 'static;

    /// The game as the search sees it.
    type Game<'w>: Playable<Move = Self::Step>
    where
        Self: 'w;

    /// The host, which answers the interpreter's queries about a position.
    type Host: Host<Facts = Self::Position>;

    /// The declarations of the base.
    fn contents(&self) -> &Contents;

    /// The rule files of the base, parsed and checked.
    fn rule_files(&self) -> &RuleFiles;

    /// The path, as shown in messages, and the contents of the sidecar file with this name, if it exists.
    fn sidecar(&self, name: &str) -> Option<(&str, &[u8])>;

    /// The selected back ends. If only one back end is needed, the first is used.
    fn backends(&self) -> &[Backend];

    /// The limits of work for a single query.
    fn limits(&self) -> Limits;

    /// The flag that aborts a query, if any.
    fn stop(&self) -> Option<&Arc<AtomicBool>>;

    /// Returns whether a question has an answer, and replaces the contents of `solutions` with the requested answers,
    /// in order. The position is the same afterwards as before.
    ///
    /// # Errors
    /// If a limit is reached.
    fn ask_into(
        &self,
        backend: Backend,
        question: Question,
        wanted: Wanted,
        position: &mut Self::Position,
        solutions: &mut Solutions,
    ) -> Result<bool, LimitReached>;

    /// Measures, for the planner, how many tuples each literal has on average in these positions. Calls `progress` with
    /// the index of each position before that position is measured.
    ///
    /// # Errors
    /// If the rules cannot be planned, or a limit is reached.
    fn measured(
        &self,
        positions: &mut [Self::Position],
        progress: &dyn Fn(usize),
    ) -> Result<Statistics, WorldError>;

    /// The initial position of a game.
    ///
    /// # Errors
    /// If computing it reaches a limit.
    fn start(&self) -> Result<Self::Position, WorldError>;

    /// An instructive position, which commands use by default if the user gives no position.
    ///
    /// # Errors
    /// As for [`World::start`].
    fn sample(&self) -> Result<Entry<Self>, WorldError>;

    /// Reads positions that a user gives.
    ///
    /// # Errors
    /// If the text has mistakes.
    fn read(&self, source: Source<'_>) -> Result<Reading<Self>, WorldError>;

    /// Plays moves from `start`, and returns the last position. Calls `each` with every position, including the first,
    /// until `each` returns `false`.
    ///
    /// # Errors
    /// If a move cannot be played.
    fn replay(
        &self,
        start: &Self::Position,
        moves: &[Self::Move],
        each: &mut dyn FnMut(&Self::Position) -> bool,
    ) -> Result<Self::Position, WorldError>;

    /// Reads the moves in `text` and appends them to the moves of a game that begins in `start`.
    ///
    /// # Errors
    /// If the text has mistakes.
    fn continued(
        &self,
        start: &Self::Position,
        moves: &[Self::Move],
        text: &str,
    ) -> Result<Vec<Self::Move>, WorldError>;

    /// The game in this position, in the form in which a player or search uses it. `backend` evaluates the knowledge.
    ///
    /// # Errors
    /// If it is not a game of two players, or the base does not support this filter.
    fn game(
        &self,
        backend: Backend,
        knowledge_filter: &KnowledgeFilter,
        position: &Self::Position,
    ) -> Result<Self::Game<'_>, WorldError>;

    /// The current position of a game.
    fn position_of<'g>(game: &'g Self::Game<'_>) -> &'g Self::Position;

    /// Converts a move to the search's type of moves; `None` for a pass that the search cannot make.
    fn step(mv: Self::Move) -> Option<Self::Step>;

    /// The moves of the opening with number `of.1` for the random seed `of.0`, in a game at its start. An opening
    /// consists of `plies` random moves or, with `None`, is the usual opening of the game.
    ///
    /// # Errors
    /// If the game cannot continue.
    fn opening(
        &self,
        game: &mut Self::Game<'_>,
        plies: Option<usize>,
        of: (u64, u64),
    ) -> Result<Vec<Self::Step>, WorldError>;

    /// The exports that this kind of search needs but the base lacks, with a description of the consequences.
    fn missing_requirements(&self, _kind: SearchKind) -> Vec<String> {
        Vec::new()
    }

    /// Problems of the base that queries have revealed, such as illegal moves.
    fn problems_found(&self) -> Vec<String> {
        Vec::new()
    }

    /// How the game has ended in this position; `None` if it continues.
    ///
    /// # Errors
    /// If a limit is reached.
    fn end(&self, position: &mut Self::Position) -> Result<Option<End>, WorldError>;

    /// Explains why a move is legal or illegal in this position.
    ///
    /// # Errors
    /// If a limit is reached before it is known whether the move is legal.
    fn explain_move(
        &self,
        position: &mut Self::Position,
        text: &str,
    ) -> Result<MoveExplanation<Self::Position>, WorldError>;

    /// Explains why the player to move has no move: how far each kind of move gets. Empty in games in which a player can
    /// always move while fields are empty.
    ///
    /// # Errors
    /// If a limit is reached.
    fn explain_blocked(
        &self,
        _position: &Self::Position,
    ) -> Result<Vec<StepExplanation<Self::Position>>, WorldError> {
        Ok(Vec::new())
    }

    /// The names of the players, in order.
    fn players(&self) -> Vec<String>;

    /// The value of a position for the player with this index, as the search evaluates the position.
    ///
    /// # Errors
    /// If a limit is reached.
    fn value(
        &self,
        backend: Backend,
        player: usize,
        position: &mut Self::Position,
    ) -> Result<i64, WorldError>;

    /// The moves of the side to move to which preferences give a value, best first.
    ///
    /// # Errors
    /// If a limit is reached.
    fn preferred(
        &self,
        backend: Backend,
        position: &mut Self::Position,
    ) -> Result<Vec<Preferred>, WorldError>;

    /// The player to move; `None` if unknown.
    fn to_move(&self, position: &Self::Position) -> Option<String>;

    /// The last move, if the position records it.
    fn last_move(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// Formats moves as a user writes them.
    fn moves_text(&self, moves: &[Self::Move]) -> String;

    /// The move that a rule or preference plays in this answer; `None` if it plays no move.
    fn played(&self, question: Question, answer: &[Value]) -> Option<String>;

    /// Draws the board of a position with marks.
    fn drawing(&self, position: &Self::Position, marks: &Marks<'_>, style: Style) -> Drawing;

    /// Draws the board with the fields and groups in several answers. Each answer is a list of variables and values.
    /// Returns `None` if the answers contain no field or group.
    fn answers_drawing(
        &self,
        position: &Self::Position,
        answers: &[Vec<(String, String)>],
        style: Style,
    ) -> Option<Drawing>;

    /// The beginning of a sentence that explains the signs of the pieces. Empty if the author of the game has chosen
    /// the signs.
    fn legend(&self, style: Style) -> String;

    /// A description of the parts of a position that its board does not show: the side to move, and the last move.
    fn situation(&self, position: &Self::Position) -> String;

    /// The fact as an English sentence; `None` if the fact is clearer as written in BLANCHE.
    fn words(&self, _fact: &Fact) -> Option<String> {
        None
    }

    /// A description of a move in this game, for messages.
    const A_MOVE: &'static str;

    /// Whether a word may be a move in some position.
    fn may_be_move(&self, word: &str) -> bool;

    /// The move or value `word`, with the capitalisation that the game uses. If `word` is neither a move nor a value,
    /// it is returned unchanged.
    fn spelled(&self, word: &str) -> String {
        self.program().spelled(word)
    }

    /// The kinds of pieces that can stand on the fields of the board; none if there is no board.
    fn pieces(&self, style: Style) -> Vec<Piece>;

    /// Whether a line of an example file may belong to a diagram.
    fn is_diagram_line(&self, line: &str) -> bool;

    /// Reads a diagram, and returns the position and how it is drawn. The side to move is `to_move`, unless the diagram
    /// states otherwise.
    ///
    /// # Errors
    /// The first mistake.
    fn read_diagram(
        &self,
        text: &str,
        to_move: Option<&str>,
    ) -> Result<(Self::Position, Sketch), DiagramMistake>;
}

/// Operations that every world supports, defined with the methods of [`World`].
pub trait WorldExt: World {
    /// The rules, scores, preferences and draws that are inherited from another base, each with the name of that base.
    fn inherited(&self) -> Vec<(Question, String)> {
        let ids = QuestionIds::of(self.program());
        let shown = examples::example_questions(self.contents()).into_iter();
        let rules: Vec<_> = shown.map(|question| ids.get(question)).collect();
        let inherited = self.rule_files().inherited(&rules).into_iter();
        inherited.filter_map(|(id, name)| Some((ids.question(id)?, name))).collect()
    }

    /// The requested answers to a question.
    ///
    /// # Errors
    /// If a limit is reached.
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
    /// If a limit is reached.
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
        self.rule_files().program()
    }

    /// The source texts of the rule files.
    fn sources(&self) -> &Sources {
        self.rule_files().sources()
    }

    /// File and line of a span.
    fn place(&self, span: Span) -> String {
        let sources = self.sources();
        format!("{}:{}", sources.file(span.file).name(), sources.position(span).line)
    }

    /// Formats a value, such as `h8`, `e3.e7`, `white` or `3`.
    fn value_text(&self, sort: &str, value: Value) -> String {
        Self::Host::write(sort, value).unwrap_or_else(|| self.program().value_text(sort, value))
    }

    /// Draws the board of a position as text, with marks.
    fn draw(&self, position: &Self::Position, marks: &Marks<'_>, style: Style) -> String {
        self.drawing(position, marks, style).text()
    }

    /// Draws the board of the position before a step, with the values that the step plays.
    fn step_drawing(&self, step: &StepExplanation<Self::Position>, style: Style) -> Drawing {
        // A single value is the field that is played. Several values are marked by the digits of their variables.
        let plays = (step.values.len() == 1).then_some(0);
        self.drawing(&step.position, &Marks { values: &step.values, plays, ..Marks::default() }, style)
    }

    /// How the game has ended in a position or, if it continues, the description by [`World::situation`].
    fn state_text(&self, position: &Self::Position) -> String {
        match self.end(&mut position.clone()) {
            Ok(None) => self.situation(position),
            Ok(Some(end)) => format!("the game is over: {}", end.words),
            Err(error) => error.to_string(),
        }
    }

    /// The variables of a question with their values in an answer.
    fn bindings(&self, question: Question, answer: &[Value]) -> Vec<(String, String)> {
        let variables = question.variables(self.contents()).iter().zip(answer);
        variables.map(|((name, sort), value)| (name.clone(), self.value_text(sort, *value))).collect()
    }

    /// The variables and values of an answer in a line, such as `Field1 = h8, Group1 = e8.i8`.
    fn bindings_text(&self, question: Question, answer: &[Value]) -> String {
        let bindings = self.bindings(question, answer);
        bindings.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
    }

    /// The literals in the body of a rule, with each variable replaced by its value in an answer.
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

    /// A headline for a rule, such as `level 3, t.threat for white: plays h10`.
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

impl<W: World> WorldExt for W {}

/// The marks to draw on a board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks<'a> {
    /// Variables with their values: fields are marked, groups are highlighted.
    pub values: &'a [(String, String)],
    /// The index in `values` of the field that is played.
    pub plays: Option<usize>,
    /// Fields or moves, each with the sign that marks it. A move is marked on its last field.
    pub signs: &'a [(String, char)],
    /// Whether to draw only the relevant part of the board.
    pub is_cropped: bool,
    /// The marks that the author of an example drew, and the part of the board that the author chose.
    pub sketch: Option<&'a Sketch>,
}
