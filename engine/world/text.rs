//! The [`World`] of any game that is defined in rule files.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use blanche_compiler::game::{Fault, Move, Outcome, Past, Rules, Squares, TO_MOVE, TextFault};
use blanche_compiler::interpret::{Measure, StateHost};
use blanche_compiler::legality::{MoveExplainer, MoveExplanation, StepExplanation};
use blanche_compiler::plan::Statistics;
use blanche_compiler::program::{self, Board};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::{LimitReached, Limits, Position, Solutions, Value};
use blanche_sorted::Arrange;

use super::{
    DiagramMistake, End, Entry, Marks, Preferred, Reading, Reason, SetUp, Sketch, Source, Wanted, World,
    WorldError, WorldExt,
};
use crate::bases::{Backend, Contents, Question, QuestionIds, RuleFiles, TextBase};
use crate::board::Style;
use crate::drawing::{Drawing, Ground, Piece, Row, Square};
use crate::games::{KnowledgeFilter, TextGame};
use crate::players::random_opening;
use crate::record::ProblemKind;

mod read;
mod write;

pub use write::RESULT;

/// Number of random moves in the opening of a game.
const OPENING: usize = 2;

/// A base whose rule files define a whole game, and its selected back ends.
pub struct Text {
    base: Arc<TextBase>,
    backends: Vec<Backend>,
    /// The rules of the game, one for each back end.
    rules: Vec<Rules>,
    ids: QuestionIds,
}

impl Text {
    /// Creates the world from a base and from its rules for each back end.
    pub fn new(base: impl Into<Arc<TextBase>>, rules: Vec<(Backend, Rules)>) -> Text {
        let (base, (backends, rules)) = (base.into(), rules.into_iter().unzip());
        let ids = QuestionIds::of(base.rule_files().program());
        Text { base, backends, rules, ids }
    }

    /// The ids of all questions in the program.
    pub fn ids(&self) -> &QuestionIds {
        &self.ids
    }

    /// The base that defines the game.
    pub fn base(&self) -> &TextBase {
        &self.base
    }

    /// The rules of the game, evaluated by the first back end.
    ///
    /// # Panics
    /// If no back end was selected.
    pub fn rules(&self) -> &Rules {
        self.rules.first().expect("one back end at least is chosen")
    }

    /// The rules of the game, evaluated by the given back end.
    ///
    /// # Panics
    /// If the back end was not selected.
    pub fn answered_by(&self, backend: Backend) -> &Rules {
        let at = self.backends.iter().position(|one| *one == backend);
        &self.rules[at.expect("a back end is asked only where it was chosen")]
    }

    /// The squares of the board with their pieces and marks, indexed by field number.
    fn squares(&self, board: &Board, drawn: &[Option<&program::Drawing>], marks: &Marks<'_>) -> Vec<Square> {
        let sort = self.program().sort(board.field);
        let at = |value: &str| (0..sort.size() as Value).find(|field| sort.text(*field) == value);
        let piece = |drawing: &&program::Drawing| self.piece(drawing);
        let square = |(field, drawn): (Value, &Option<&program::Drawing>)| Square {
            name: sort.text(field),
            piece: drawn.as_ref().map(piece),
            ..Square::default()
        };
        let mut squares: Vec<Square> = (0..).zip(drawn).map(square).collect();
        for (number, (name, value)) in marks.values.iter().enumerate() {
            let Some(square) = at(value).and_then(|field| squares.get_mut(field as usize)) else { continue };
            let digit = name.chars().next_back().filter(char::is_ascii_digit);
            let sign = if marks.plays == Some(number) { '*' } else { digit.unwrap_or('?') };
            square.is_highlighted |= square.piece.is_some();
            square.mark.get_or_insert(sign);
        }
        for (mv, sign) in marks.signs {
            // A move is shown on the last field that its text names.
            let field = at(mv).or_else(|| mv.rsplit(|c: char| !c.is_alphanumeric()).find_map(at));
            let Some(square) = field.and_then(|field| squares.get_mut(field as usize)) else { continue };
            square.is_highlighted |= square.piece.is_some();
            square.mark = Some(*sign);
        }
        squares
    }

    fn move_explainer(&self) -> MoveExplainer<'_> {
        let explainer = MoveExplainer::new(self.rules(), self.limits());
        match self.stop() {
            Some(sign) => explainer.stopped_by(Arc::clone(sign)),
            None => explainer,
        }
    }

    fn piece(&self, drawing: &program::Drawing) -> Piece {
        let rules = self.rules();
        let owner = rules.notation().player_of(drawing);
        let kinds = rules.game().drawings.iter().filter(|other| rules.notation().player_of(other) == owner);
        Piece {
            sign: drawing.sign.clone(),
            name: drawing.sign.clone(),
            owner: owner.map(|player| rules.number(player)),
            is_one_of_several: kinds.count() > 1,
            is_last: false,
            number: None,
        }
    }
}

impl World for Text {
    type Position = Position;
    type Move = Move;
    type Step = Move;
    type Game<'w> = TextGame<'w>;
    type Host = StateHost;

    fn contents(&self) -> &Contents {
        self.base.contents()
    }

    fn rule_files(&self) -> &RuleFiles {
        self.base.rule_files()
    }

    fn sidecar(&self, name: &str) -> Option<(&str, &[u8])> {
        self.base.sidecar(name)
    }

    fn backends(&self) -> &[Backend] {
        &self.backends
    }

    fn limits(&self) -> Limits {
        self.base.limits()
    }

    fn stop(&self) -> Option<&Arc<AtomicBool>> {
        self.base.stop()
    }

    fn ask_into(
        &self,
        backend: Backend,
        question: Question,
        wanted: Wanted,
        position: &mut Position,
        solutions: &mut Solutions,
    ) -> Result<bool, LimitReached> {
        let (rules, id) = (self.answered_by(backend), self.ids.get(question));
        let rule = self.program().rule(id);
        solutions.clear(rule.answer.len());
        if wanted == Wanted::Whether && !rule.up_to_symmetry {
            return rules.evaluator().applies(position, id);
        }
        let mut take = |answer: &[Value]| {
            if wanted == Wanted::All || solutions.is_empty() {
                solutions.push(answer);
            }
        };
        match rule.up_to_symmetry {
            true => {
                rules.judgement().counted(position, id).map_err(limit)?.iter().for_each(|answer| take(answer))
            }
            false => rules.evaluator().each(position, id, &[], &mut take)?,
        }
        Ok(!solutions.is_empty())
    }

    fn measured(
        &self,
        positions: &mut [Position],
        progress: &dyn Fn(usize),
    ) -> Result<Statistics, WorldError> {
        let machine = self.base.machine().map_err(WorldError::Rules)?;
        Ok(Measure::means(&machine, positions, progress)?)
    }

    fn start(&self) -> Result<Position, WorldError> {
        Ok(self.rules().start()?)
    }

    fn sample(&self) -> Result<Entry<Text>, WorldError> {
        Ok(Entry { ends_in_time: true, ..Entry::alone(String::new(), None, Some(Vec::new())) })
    }

    fn read(&self, source: Source<'_>) -> Result<Reading<Text>, WorldError> {
        match source {
            Source::Moves(text) => self.read_game("--moves", text),
            Source::File { name, bytes } => self.read_file(name, bytes),
            Source::SetUp(SetUp { black, white, to_move, .. }) => {
                let options = [(black, "--black"), (white, "--white"), (to_move, "--to-move")];
                let given = options.into_iter().find(|(given, _)| given.is_some());
                let option = given.map_or("--last", |(_, option)| option);
                Err(WorldError::Wrong(format!(
                    "error: {option} is for stones, and {} is not a game of stones\n  give its positions by --moves or --file",
                    self.contents().name
                )))
            }
        }
    }

    fn replay(
        &self,
        start: &Position,
        moves: &[Move],
        each: &mut dyn FnMut(&Position) -> bool,
    ) -> Result<Position, WorldError> {
        let rules = self.rules();
        let (mut position, mut past) = (start.clone(), Past::new(rules, start));
        let mut rest = moves.iter();
        while each(&position) {
            let Some(mv) = rest.next() else { break };
            rules.play_on(&mut position, *mv, &mut past)?;
        }
        Ok(position)
    }

    fn continued(&self, start: &Position, moves: &[Move], text: &str) -> Result<Vec<Move>, WorldError> {
        let rules = self.rules();
        let here = self.replay(start, moves, &mut |_| true)?;
        let more =
            rules.records().read_record(&here, text).map_err(|fault| mistake(("moves", 1), text, &fault))?;
        Ok(moves.iter().copied().chain(more).collect())
    }

    fn game(
        &self,
        backend: Backend,
        knowledge_filter: &KnowledgeFilter,
        position: &Position,
    ) -> Result<TextGame<'_>, WorldError> {
        TextGame::with_filter(self.answered_by(backend), position.clone(), knowledge_filter)
            .map_err(WorldError::Wrong)
    }

    fn position_of<'g>(game: &'g TextGame<'_>) -> &'g Position {
        game.position()
    }

    fn step(mv: Move) -> Option<Move> {
        Some(mv)
    }

    fn opening(
        &self,
        game: &mut TextGame<'_>,
        plies: Option<usize>,
        (seed, number): (u64, u64),
    ) -> Result<Vec<Move>, WorldError> {
        Ok(random_opening(game, plies.unwrap_or(OPENING), &mut Random::of(seed, &[number]))?)
    }

    fn end(&self, position: &mut Position) -> Result<Option<End>, WorldError> {
        let rules = self.rules();
        let end = rules.end(position)?;
        Ok(end.map(|end| End {
            winner: match end.outcome {
                Outcome::Won(player) => Some(self.program().player(player)),
                Outcome::Drawn => None,
            },
            words: rules.notation().why_text(end.why, position),
            by: rules.notation().why_text(end.why, position),
        }))
    }

    fn explain_move(
        &self,
        position: &mut Position,
        text: &str,
    ) -> Result<MoveExplanation<Position>, WorldError> {
        Ok(self.move_explainer().explain(position, text)?)
    }

    fn explain_blocked(&self, position: &Position) -> Result<Vec<StepExplanation<Position>>, WorldError> {
        Ok(self.move_explainer().blocked(position)?)
    }

    fn players(&self) -> Vec<String> {
        self.program().players.iter().map(|player| self.program().player(*player)).collect()
    }

    fn value(&self, backend: Backend, player: usize, position: &mut Position) -> Result<i64, WorldError> {
        Ok(self.answered_by(backend).judgement().value(position, self.program().players[player])?)
    }

    fn preferred(&self, backend: Backend, position: &mut Position) -> Result<Vec<Preferred>, WorldError> {
        let (rules, mut moves) = (self.answered_by(backend), Vec::new());
        rules.moves(position, &mut moves)?;
        let mut reasons = rules.judgement().reasons(position, &moves)?;
        reasons.arrange_by_key(|(at, ..)| *at);
        Ok(Preferred::sorted(reasons.into_iter().map(|(at, rule, worth)| {
            let preference = self.program().rule(rule).name.clone();
            (rules.notation().move_text(moves[at]), Reason { preference, worth })
        })))
    }

    fn to_move(&self, position: &Position) -> Option<String> {
        Some(self.program().player(self.rules().to_move(position)))
    }

    fn moves_text(&self, moves: &[Move]) -> String {
        moves.iter().map(|mv| self.rules().notation().move_text(*mv)).collect::<Vec<_>>().join(" ")
    }

    fn played(&self, question: Question, answer: &[Value]) -> Option<String> {
        self.program().played_text(self.ids.get(question), answer)
    }

    fn drawing(&self, position: &Position, marks: &Marks<'_>, style: Style) -> Drawing {
        let rules = self.rules();
        let (drawn, rest) = rules.notation().signs(position);
        let mut drawing = Drawing {
            rows: Vec::new(),
            columns: Vec::new(),
            margin: 0,
            empty: style.empty(),
            ground: Ground::Squares,
            below: Vec::new(),
        };
        if let Some(board) = &self.program().board {
            if board.hexagonal {
                drawing.ground = Ground::Hexagons;
            }
            let squares = self.squares(board, &drawn, marks);
            let square = |field: &Option<Value>| field.and_then(|field| squares.get(field as usize).cloned());
            let rows = Squares::of(board).rows.into_iter();
            drawing.rows = rows
                .map(|(number, shift, fields)| Row {
                    number,
                    shift,
                    squares: fields.iter().map(square).collect(),
                })
                .collect();
            let letters = self.program().sort(board.column);
            drawing.columns =
                (0..board.width).filter_map(|column| letters.text(column).chars().next()).collect();
            drawing.margin = board.height.to_string().len();
        }
        let rest = rest.iter().filter(|(state, _)| *state != TO_MOVE);
        drawing.below = rest.map(|(state, tuple)| rules.notation().tuple_text(*state, tuple)).collect();
        drawing
    }

    fn pieces(&self, _: Style) -> Vec<Piece> {
        let has_board = self.program().board.is_some();
        let drawings = self.rules().game().drawings.iter().filter(|_| has_board);
        drawings.fold(Vec::new(), |mut pieces: Vec<Piece>, drawing| {
            if !pieces.iter().any(|known| known.sign == drawing.sign) {
                pieces.push(self.piece(drawing));
            }
            pieces
        })
    }

    const A_MOVE: &'static str = "a move of the game";

    /// Always `true`, because the moves of the game depend on the position.
    fn may_be_move(&self, _word: &str) -> bool {
        true
    }

    /// Always `true`, because a diagram may consist of a board, of tuples, or of a position in one line.
    fn is_diagram_line(&self, _line: &str) -> bool {
        true
    }

    fn read_diagram(&self, text: &str, to_move: Option<&str>) -> Result<(Position, Sketch), DiagramMistake> {
        let (rules, program) = (self.rules(), self.program());
        let named = |player: &Value| to_move.is_some_and(|name| program.player(*player) == name);
        let to_move = program.players.iter().copied().find(named).unwrap_or(rules.game().first);
        let position = rules.notation().read_position(text, to_move).map_err(|fault| {
            let (line, column) = fault.place(text);
            let kind = ProblemKind::Position { found: fault.found, expected: fault.expected };
            DiagramMistake { line, column, kind }
        })?;
        Ok((position, Sketch::default()))
    }

    fn answers_drawing(
        &self,
        position: &Position,
        answers: &[Vec<(String, String)>],
        style: Style,
    ) -> Option<Drawing> {
        let board = self.program().board.as_ref()?;
        let sort = self.program().sort(board.field);
        let fields: Vec<String> = (0..sort.size() as Value).map(|field| sort.text(field)).collect();
        let mut signs: Vec<(String, char)> = Vec::new();
        let width = answers.first().map_or(0, Vec::len);
        // Draw the marks of the first variables last, so that later marks do not hide them.
        for at in (0..width).rev() {
            for (name, value) in
                answers.iter().map(|row| &row[at]).filter(|(_, value)| fields.contains(value))
            {
                let number = name.chars().next_back().filter(char::is_ascii_digit).filter(|_| at > 0);
                signs.push((value.clone(), number.unwrap_or('*')));
            }
        }
        (!signs.is_empty())
            .then(|| self.drawing(position, &Marks { signs: &signs, ..Marks::default() }, style))
    }

    fn legend(&self, _style: Style) -> String {
        String::new()
    }

    fn situation(&self, position: &Position) -> String {
        format!("{} to move", self.program().player(self.rules().to_move(position)))
    }
}

/// Converts a fault to the limit that was reached.
fn limit(fault: Fault) -> LimitReached {
    match fault {
        Fault::Limit { limit, .. } => limit,
        _ => LimitReached::Stopped,
    }
}

/// Formats a mistake in a text that begins in line `first` of a file.
fn mistake((file, first): (&str, usize), text: &str, fault: &TextFault) -> WorldError {
    let (line, column) = fault.place(text);
    let line = first + line - 1;
    WorldError::Mistakes(format!("{file}:{line}:{column}: {}\n  expected {}", fault.found, fault.expected))
}
