//! The [`World`] of five in a row, which consists of positions on a board of the engine and a base for their domain.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use blanche_compiler::interpret::Measure;
use blanche_compiler::legality::MoveExplanation;
use blanche_compiler::plan::Statistics;
use blanche_compiler::random::Random;
use blanche_compiler::runtime::{LimitReached, Limits, Solutions, Value};
use blanche_compiler::why::Fact;

use super::{
    DiagramMistake, End, Entry, Marks, Preferred, Reading, Reason, SetUp, Sketch, Source, Wanted, World,
    WorldError,
};
use crate::bases::{Backend, Contents, Question, RuleFiles, Subject};
use crate::board::{Color, Diagram, DiagramError, Group, Point, Position, Region, Style};
use crate::drawing::{Drawing, Piece};
use crate::facts::{Base, StonesHost};
use crate::games::requirements::{SearchKind, missing_requirements};
use crate::games::{FiveInARow, Game, KnowledgeFilter, ended, numbered_opening};
use crate::players::random_opening;
use crate::presentation::{marked, words};
use crate::record::{
    self, A_POINT, Outcome, PositionSpec, ProblemKind, Problems, SetUpText, read_any_format, turns_text,
};

mod legality;
mod records;

/// A base with the domain `five-in-a-row`, and its selected back ends.
pub struct Stones {
    base: Arc<Base>,
    backends: Vec<Backend>,
}

/// Number of fields drawn around the part of the board that a picture shows.
const SPARE_FIELDS: u8 = 2;

/// The names of the columns of a set-up, separated by tabs.
const SET_UP: &str = "black\twhite\tto-move";

impl Stones {
    /// Creates the world from a base and from back ends that the base has.
    pub fn new(base: impl Into<Arc<Base>>, backends: Vec<Backend>) -> Stones {
        Stones { base: base.into(), backends }
    }

    /// The base that defines the rules.
    pub fn base(&self) -> &Base {
        &self.base
    }

    fn read_file(name: &str, bytes: &[u8]) -> Result<Reading<Stones>, WorldError> {
        let file = read_any_format(name, bytes).map_err(mistakes)?;
        let are_moves = file.entries.iter().all(|entry| entry.spec.moves().is_some());
        let columns = if are_moves { "moves" } else { SET_UP };
        let notes = file.notes.iter().map(ToString::to_string).collect();
        let entries = file.entries.into_iter().map(|entry: record::Entry| {
            let (line, id, rules) = (entry.line, entry.id, entry.rules);
            Entry { line, id, rules, ..alone(entry.text, &entry.spec) }
        });
        Ok(Reading { columns, entries: entries.collect(), notes })
    }
}

fn mistakes(problems: Problems) -> WorldError {
    WorldError::Mistakes(problems.to_string())
}

/// An entry for the given position or, if moves are given, for the game that leads to it.
fn alone(text: String, spec: &PositionSpec) -> Entry<Stones> {
    match spec.moves() {
        Some(moves) => Entry::alone(text, None, Some(moves.to_vec())),
        None => Entry::alone(text, Some(spec.position()), None),
    }
}

/// Test position AN07 of the thesis (figure 5.4, after Nosovsky). It is a win for black that no rule recognises yet,
/// although three rules apply.
const AN07: SetUpText<'_> = SetUpText {
    black: "h8,i5,i7,j7,k5,k6,k8,l5,l7,m6,o5",
    white: "h6,i8,j6,j9,k7,k9,l4,l9,m5,m8,o6",
    to_move: Some("black"),
    last_move: None,
};

impl World for Stones {
    type Position = Position;
    type Move = Option<Point>;
    type Step = Point;
    type Game<'w> = FiveInARow<'w>;
    type Host = StonesHost;

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
        match (wanted, question) {
            (Wanted::Whether, Question::Rule(rule)) => {
                solutions.clear(question.variables(self.contents()).len());
                return self.base.on(backend).applies(rule, position);
            }
            (Wanted::First, Question::Rule(rule)) => {
                *solutions = self.base.on(backend).first(rule, position)?;
            }
            _ => self.base.on(backend).answers_into(question, position, solutions)?,
        }
        Ok(!solutions.is_empty())
    }

    fn measured(
        &self,
        positions: &mut [Position],
        progress: &dyn Fn(usize),
    ) -> Result<Statistics, WorldError> {
        Ok(Measure::means(self.base.machine(), positions, progress)?)
    }

    fn start(&self) -> Result<Position, WorldError> {
        Ok(Position::default())
    }

    fn sample(&self) -> Result<Entry<Stones>, WorldError> {
        let spec = PositionSpec::from_set_up(AN07).map_err(mistakes)?;
        Ok(Entry { id: Some("AN07".to_owned()), ..alone(spec.to_string(), &spec) })
    }

    fn read(&self, source: Source<'_>) -> Result<Reading<Stones>, WorldError> {
        let (columns, spec) = match source {
            Source::File { name, bytes } => return Stones::read_file(name, bytes),
            Source::Moves(text) => ("moves", PositionSpec::from_moves("--moves", text)),
            Source::SetUp(SetUp { black, white, to_move, last }) => {
                let (black, white) = (black.unwrap_or_default(), white.unwrap_or_default());
                let text = SetUpText { black, white, to_move: *to_move, last_move: *last };
                (SET_UP, PositionSpec::from_set_up(text))
            }
        };
        let spec = spec.map_err(mistakes)?;
        Ok(Reading { columns, entries: vec![alone(spec.to_string(), &spec)], notes: Vec::new() })
    }

    fn replay(
        &self,
        start: &Position,
        moves: &[Option<Point>],
        each: &mut dyn FnMut(&Position) -> bool,
    ) -> Result<Position, WorldError> {
        let mut position = start.clone();
        let mut rest = moves.iter();
        while each(&position) {
            match rest.next() {
                Some(Some(point)) => {
                    position.play(*point).map_err(|error| WorldError::Wrong(error.to_string()))?
                }
                Some(None) => position.set_to_move(position.to_move().map(Color::other)),
                None => break,
            }
        }
        Ok(position)
    }

    fn continued(
        &self,
        start: &Position,
        moves: &[Option<Point>],
        text: &str,
    ) -> Result<Vec<Option<Point>>, WorldError> {
        if start.empty_fields().len() != Point::COUNT {
            let words =
                "the position was set up, and no game leads to it: begin one with :start or :position";
            return Err(WorldError::Wrong(words.to_owned()));
        }
        let words: Vec<&str> = text.split([',', ' ']).filter(|word| !word.is_empty()).collect();
        let more = words.join(",");
        let text = if moves.is_empty() { more } else { format!("{},{more}", turns_text(moves)) };
        let spec = PositionSpec::from_moves("moves", &text).map_err(mistakes)?;
        Ok(spec.moves().unwrap_or_default().to_vec())
    }

    fn game(
        &self,
        backend: Backend,
        knowledge_filter: &KnowledgeFilter,
        position: &Position,
    ) -> Result<FiveInARow<'_>, WorldError> {
        if knowledge_filter.scores.is_some() {
            let name = self.base.name();
            return Err(WorldError::Wrong(format!(
                "the scores of `{name}` count all together: `scores` cannot be set"
            )));
        }
        if position.to_move().is_none() {
            return Err(WorldError::Wrong("the side to move is not given".to_owned()));
        }
        let game = FiveInARow::new(&self.base, backend, position.clone());
        Ok(if knowledge_filter.ignores_preferences { game.without_preferences() } else { game })
    }

    fn position_of<'g>(game: &'g FiveInARow<'_>) -> &'g Position {
        game.position()
    }

    fn step(mv: Option<Point>) -> Option<Point> {
        mv
    }

    fn opening(
        &self,
        game: &mut FiveInARow<'_>,
        plies: Option<usize>,
        (seed, number): (u64, u64),
    ) -> Result<Vec<Point>, WorldError> {
        match plies {
            Some(plies) => Ok(random_opening(game, plies, &mut Random::of(seed, &[number]))?),
            None => {
                let moves = numbered_opening(&self.base, self.backends[0], seed, number)?;
                moves.iter().for_each(|mv| game.play(*mv));
                Ok(moves)
            }
        }
    }

    fn missing_requirements(&self, kind: SearchKind) -> Vec<String> {
        missing_requirements(&self.base, kind).iter().map(ToString::to_string).collect()
    }

    fn problems_found(&self) -> Vec<String> {
        self.base.illegal_moves().iter().map(ToString::to_string).collect()
    }

    fn end(&self, position: &mut Position) -> Result<Option<End>, WorldError> {
        let outcome = ended(&self.base, self.backends[0], position)?;
        Ok(outcome.map(|outcome| End {
            winner: match outcome {
                Outcome::Win { winner, .. } => Some(winner.to_string()),
                Outcome::Draw { .. } | Outcome::Void => None,
            },
            words: outcome.to_string(),
            by: outcome.reason().unwrap_or("unknown").to_owned(),
        }))
    }

    fn explain_move(
        &self,
        position: &mut Position,
        text: &str,
    ) -> Result<MoveExplanation<Position>, WorldError> {
        legality::explain_move(self, position, text)
    }

    fn players(&self) -> Vec<String> {
        Position::players().iter().map(Color::to_string).collect()
    }

    fn value(&self, backend: Backend, player: usize, position: &mut Position) -> Result<i64, WorldError> {
        Ok(self.base.on(backend).value(position, Position::players()[player])?)
    }

    fn preferred(&self, backend: Backend, position: &mut Position) -> Result<Vec<Preferred>, WorldError> {
        let (mut reasons, to_move) = (Vec::new(), self.to_move(position));
        for (at, preference) in self.base.contents().preferences.iter().enumerate() {
            if to_move.as_ref() != Some(&preference.color) {
                continue;
            }
            let answers = self.base.on(backend).answers(Question::Preference(at), position)?;
            reasons.extend(answers.iter().map(|answer| {
                let (worth, name) = (preference.worth.of(answer), preference.name.clone());
                (self.base.text(&preference.variables[0].1, answer[0]), Reason { preference: name, worth })
            }));
        }
        Ok(Preferred::sorted(reasons))
    }

    fn to_move(&self, position: &Position) -> Option<String> {
        position.to_move().map(|color| color.to_string())
    }

    fn last_move(&self, position: &Position) -> Option<String> {
        position.last_move().map(|point| point.to_string())
    }

    fn moves_text(&self, moves: &[Option<Point>]) -> String {
        turns_text(moves)
    }

    fn played(&self, question: Question, answer: &[Value]) -> Option<String> {
        let plays = match question {
            Question::Rule(rule) => self.base.contents().rules[rule].plays,
            Question::Preference(_) => true,
            Question::Score(_) | Question::Export(_) | Question::Draw(_) => false,
        };
        let (_, sort) = question.variables(self.contents()).first().filter(|_| plays)?;
        Some(self.base.text(sort, *answer.first()?))
    }

    fn drawing(&self, position: &Position, marks: &Marks<'_>, style: Style) -> Drawing {
        let mut diagram = marked(position, marks.values, marks.plays);
        if !marks.is_cropped {
            diagram = diagram.within(Region::board());
        }
        for (field, sign) in marks.signs.iter().filter_map(|(mv, sign)| Some((mv.parse().ok()?, *sign))) {
            diagram = diagram.mark(field, sign);
        }
        if let Some(Sketch { marks, corners }) = marks.sketch {
            for (field, sign) in marks.iter().filter_map(|(field, sign)| Some((field.parse().ok()?, *sign))) {
                diagram = diagram.mark(field, sign);
            }
            let [one, other] = corners
                .as_ref()
                .map_or([None, None], |corners| corners.each_ref().map(|corner| corner.parse().ok()));
            if let (Some(one), Some(other)) = (one, other) {
                diagram = diagram.within(Region::between(one, other));
            }
        }
        diagram.drawing(style)
    }

    fn answers_drawing(
        &self,
        position: &Position,
        answers: &[Vec<(String, String)>],
        style: Style,
    ) -> Option<Drawing> {
        if let [values] = answers {
            let shows =
                values.iter().any(|(_, text)| text.parse::<Group>().is_ok() || text.parse::<Point>().is_ok());
            let first = values.iter().position(|(_, text)| text.parse::<Point>().is_ok());
            return shows.then(|| marked(position, values, first).drawing(style));
        }
        let (mut diagram, mut shows) = (Diagram::of(position), false);
        let width = answers.first().map_or(0, Vec::len);
        // Draw the marks of the first variables last, so that later marks do not hide them.
        for at in (0..width).rev() {
            for (name, value) in answers.iter().map(|row| &row[at]) {
                let number = name.chars().next_back().filter(char::is_ascii_digit).filter(|_| at > 0);
                if let Ok(group) = value.parse::<Group>() {
                    diagram = diagram.highlight(group.base());
                } else if let Ok(field) = value.parse::<Point>() {
                    diagram = diagram.mark(field, number.unwrap_or('*'));
                } else {
                    continue;
                }
                shows = true;
            }
        }
        shows.then(|| diagram.cropped(SPARE_FIELDS).drawing(style))
    }

    fn legend(&self, style: Style) -> String {
        let signs = match style {
            Style::Ascii => "x is black, o is white, X or O the last move",
            Style::Unicode => "● is black, ○ is white, ◆ or ◇ the last move",
        };
        format!("{signs}, and ")
    }

    fn situation(&self, position: &Position) -> String {
        let to_move = match position.to_move() {
            Some(color) => format!("{color} to move"),
            None => "the side to move is not given".to_owned(),
        };
        match position.last_move() {
            Some(point) => format!("{to_move}, last move {point}"),
            None => format!("{to_move}, no last move: `last.move` does not hold"),
        }
    }

    const A_MOVE: &'static str = A_POINT;

    fn may_be_move(&self, word: &str) -> bool {
        word.parse::<Point>().is_ok()
    }

    fn spelled(&self, word: &str) -> String {
        let point = || word.parse::<Point>().map(|point| point.to_string());
        let group = || word.parse::<Group>().map(|group| group.to_string());
        point().or_else(|_| group()).unwrap_or_else(|_| self.base.rule_files().program().spelled(word))
    }

    /// Whether the line begins with a row number or consists of column letters, as in a diagram.
    fn is_diagram_line(&self, line: &str) -> bool {
        line.starts_with(|first: char| first.is_ascii_digit())
            || line.split_whitespace().all(|word| word.chars().count() == 1)
    }

    /// Reads a diagram. If it marks a last move, the other colour is to move; if not, `to_move` is.
    fn pieces(&self, style: Style) -> Vec<Piece> {
        let piece = |color: Color| Piece {
            sign: style.stone(color, false).to_string(),
            name: color.to_string(),
            owner: Some(color.index()),
            is_one_of_several: false,
            is_last: false,
            number: None,
        };
        Color::ALL.map(piece).into()
    }

    fn read_diagram(&self, text: &str, to_move: Option<&str>) -> Result<(Position, Sketch), DiagramMistake> {
        let diagram: Diagram = text.parse().map_err(|error: DiagramError| DiagramMistake {
            line: error.line,
            column: error.column,
            kind: ProblemKind::Diagram(error.problem),
        })?;
        let after_last = diagram.last_move().and_then(|field| diagram.stone(field)).map(Color::other);
        let to_move = after_last.or_else(|| to_move.and_then(|player| player.parse().ok()));
        let marks = diagram.marks().iter().map(|(field, sign)| (field.to_string(), *sign)).collect();
        let corners = diagram.region().corners().map(|corner| corner.to_string());
        Ok((diagram.position(to_move), Sketch { marks, corners: Some(corners) }))
    }

    fn words(&self, fact: &Fact) -> Option<String> {
        words::fact(fact)
    }
}
