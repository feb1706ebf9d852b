//! Mistakes in the text of a position, as plain data with a location, and the messages that describe them.
//!
//! ```text
//! games.tsv:3:7: `q17` is off the board
//!   expected a point: a column a to o and a row 1 to 15, such as `h8`
//! ```

use std::fmt;

use blanche_compiler::spelling::nearest;

use super::MAX_GAMES;
use super::fault::RecordFault;
use crate::board::{DiagramProblem, ParsePointError, Point};

/// A location in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The name of the file, or the command-line option, such as `--moves`.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1; a tab is one character.
    pub column: usize,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// A mistake in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where the mistake begins.
    pub place: Location,
    /// The kind of mistake.
    pub kind: ProblemKind,
}

/// The kinds of mistakes in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// A byte that is not valid UTF-8; the rest of its line was not read.
    NotUtf8(u8),
    /// A text where a point was expected.
    NoPoint {
        /// The text found in place of a point.
        found: String,
        /// Why the text is not a point.
        why: ParsePointError,
    },
    /// A point is missing next to a comma, or a required last move is missing.
    PointMissing,
    /// A second stone on a field.
    Occupied {
        /// The field with two stones.
        point: Point,
        /// The location of the first stone on this field.
        first: Location,
    },
    /// A last move that names a field without a stone.
    LastMoveEmpty(Point),
    /// A side to move that is not the name of a colour.
    NoColor(String),
    /// A column that contradicts the moves in the same line.
    OtherByMoves {
        /// The column that contradicts the moves.
        column: &'static str,
        /// The value that follows from the moves, if any.
        by_moves: Option<String>,
    },
    /// A line that ends before a required column.
    CellMissing {
        /// The missing column.
        name: &'static str,
        /// The number of columns in the line.
        found: usize,
        /// The number of columns that the header names.
        expected: usize,
    },
    /// A header line that names only one of two columns that belong together.
    ColumnMissing {
        /// The name of the column that is present.
        present: &'static str,
        /// The name of the column that is missing.
        missing: &'static str,
    },
    /// A header line that names a column twice.
    ColumnTwice(&'static str),
    /// A first line that looks like a header line, but does not begin with `#`.
    HeaderUnmarked(String),
    /// A file without a header line whose columns cannot be guessed.
    NoHeader,
    /// A header line without a column that holds a position.
    HeaderWithoutPosition,
    /// A line of an example file that has none of the allowed forms.
    NoExampleLine(String),
    /// `rule` without a name and a colour.
    NoRule,
    /// A rule that the base does not have.
    UnknownRule {
        /// The name and colour, as written.
        found: String,
        /// The rule whose name is the most similar, as name and colour.
        near: Option<String>,
    },
    /// An example or diagram before the first `rule` line, or a diagram before the first example. Contains the word
    /// that should have come first.
    NothingAbove(&'static str),
    /// An example without an explanation after its colon.
    WordsMissing,
    /// A part of an example line, after the first word and before the colon, that cannot be understood.
    NoRemark {
        /// The part that cannot be understood, as written.
        found: String,
        /// What was expected, if that can be guessed.
        expected: Option<String>,
    },
    /// A value for a variable that the rule does not have.
    UnknownVariable {
        /// The name of the unknown variable.
        found: String,
        /// The title of the rule.
        rule: String,
        /// The variables of the rule.
        variables: Vec<String>,
    },
    /// An example whose diagram is missing or cannot be read.
    Diagram(DiagramProblem),
    /// A diagram that shows no valid position of a game that is defined in rule files.
    Position {
        /// What is wrong with the diagram.
        found: String,
        /// What was expected in the diagram instead.
        expected: String,
    },
    /// A line of an answers file that does not contain the answer counts of a rule.
    NoTally,
    /// Position marks (fingerprints of the answers) that cannot be read, or that do not belong to any rule.
    NoMarks,
    /// A mutant that the base does not have.
    NoMutant(String),
    /// More games or positions than one file can have ([`MAX_GAMES`]). The location is that of the first surplus one.
    TooManyGames,
    /// A mistake in the record of a game.
    Record(RecordFault),
}

pub(crate) const A_POINT: &str = "a point: a column a to o and a row 1 to 15, such as `h8`";
const A_DIAGRAM: &str =
    "a diagram: rows from the top, each with its number, and the letters of the columns below";
const A_HEADER: &str = "a first line that begins with `#` and names the columns, separated by tabs: `#moves`, or \
                        `#black`, `white` and, if known, `to-move` and `last`";

impl ProblemKind {
    /// The message: what was found.
    pub fn message(&self) -> String {
        match self {
            ProblemKind::NotUtf8(byte) => format!("the byte 0x{byte:02X} is not UTF-8"),
            ProblemKind::NoPoint { found, why: ParsePointError::Form } => {
                format!("{} is not a point", quoted(found))
            }
            ProblemKind::NoPoint { found, why: ParsePointError::Column | ParsePointError::Row } => {
                format!("{} is off the board", quoted(found))
            }
            ProblemKind::PointMissing => "a point is missing".to_owned(),
            ProblemKind::Occupied { point, first } => {
                format!("a second stone on {point}; the first is at {first}")
            }
            ProblemKind::LastMoveEmpty(point) => format!("the last move {point} has no stone"),
            ProblemKind::NoColor(found) if found.is_empty() => "the side to move is missing".to_owned(),
            ProblemKind::NoColor(found) => format!("{} is not a colour", quoted(found)),
            ProblemKind::OtherByMoves { column, .. } => {
                format!("the column `{column}` contradicts the moves")
            }
            ProblemKind::CellMissing { name, .. } => format!("the line ends before the column `{name}`"),
            ProblemKind::ColumnMissing { present, missing } => {
                format!("there is a column `{present}` and no column `{missing}`")
            }
            ProblemKind::ColumnTwice(name) => format!("a second column `{name}`"),
            ProblemKind::HeaderUnmarked(found) => {
                format!("{} is not a position", quoted(found))
            }
            ProblemKind::NoHeader => "the columns have no names".to_owned(),
            ProblemKind::HeaderWithoutPosition => "no column holds a position".to_owned(),
            ProblemKind::NoExampleLine(found) => {
                format!("{} cannot begin a line of an example", quoted(found))
            }
            ProblemKind::NoRule => "the rule is not named in full".to_owned(),
            ProblemKind::UnknownRule { found, .. } => {
                format!("there is no rule {}", quoted_up_to(found, MAX_QUOTED_NAME))
            }
            ProblemKind::NoTally => "the line does not say what a rule answers".to_owned(),
            ProblemKind::NoMarks => "the fingerprints of positions cannot be read".to_owned(),
            ProblemKind::NoMutant(found) => {
                format!("there is no mutant {}", quoted_up_to(found, MAX_QUOTED_NAME))
            }
            ProblemKind::NothingAbove(wanted) => format!("no line above begins with `{wanted}`"),
            ProblemKind::WordsMissing => "the example does not say why".to_owned(),
            ProblemKind::NoRemark { found, .. } if found.is_empty() => "nothing follows the comma".to_owned(),
            ProblemKind::NoRemark { found, .. } => {
                format!("{} is not an expectation of an example", quoted(found))
            }
            ProblemKind::UnknownVariable { found, rule, .. } => {
                format!("{rule} has no variable {}", quoted(found))
            }
            ProblemKind::Diagram(problem) => problem.to_string(),
            ProblemKind::Position { found, .. } => found.clone(),
            ProblemKind::TooManyGames => format!("more than {MAX_GAMES} games or positions in one file"),
            ProblemKind::Record(fault) => fault.message(),
        }
    }

    /// What was expected, as the continuation of a sentence after "expected".
    pub fn expected(&self) -> String {
        match self {
            ProblemKind::NotUtf8(_) => "text in UTF-8".to_owned(),
            ProblemKind::NoPoint { .. } => A_POINT.to_owned(),
            ProblemKind::PointMissing => "points with a comma between them, such as `h8,i9`".to_owned(),
            ProblemKind::Occupied { .. } => "every field at most once".to_owned(),
            ProblemKind::LastMoveEmpty(_) => "the field of one of the stones, or nothing".to_owned(),
            ProblemKind::NoColor(_) => "`b`, `w`, `black` or `white`".to_owned(),
            ProblemKind::OtherByMoves { by_moves: Some(by_moves), .. } => {
                format!("`{by_moves}`, as follows from the moves, or nothing")
            }
            ProblemKind::OtherByMoves { by_moves: None, .. } => "nothing, because there is no move".to_owned(),
            ProblemKind::CellMissing { found, expected, .. } => {
                format!("{expected} columns with a tab between them, but the line has {found}")
            }
            ProblemKind::ColumnMissing { missing, .. } => {
                format!("a column `{missing}`, which may be empty in any line")
            }
            ProblemKind::ColumnTwice(_) => "every column once".to_owned(),
            ProblemKind::HeaderUnmarked(found) => {
                format!("a position, or `#` before {} if the line names the columns", quoted(found))
            }
            ProblemKind::NoHeader | ProblemKind::HeaderWithoutPosition => A_HEADER.to_owned(),
            ProblemKind::NoExampleLine(_) => {
                "`rule NAME for COLOUR`, `applies: …`, `misses: …`, a row of a diagram, its letters, or `#`"
                    .to_owned()
            }
            ProblemKind::NoRule => "a name and a colour, such as `rule four for white`".to_owned(),
            ProblemKind::UnknownRule { near: Some(near), .. } => {
                format!("a rule of the base; did you mean `{near}`?")
            }
            ProblemKind::UnknownRule { near: None, .. } => {
                "a rule of the base; `noire rules` lists them".to_owned()
            }
            ProblemKind::NoTally => {
                "positions, solutions, a sum and a rule, with tabs between them".to_owned()
            }
            ProblemKind::NoMarks => {
                "what `noire answers --update` has written; it rewrites the file".to_owned()
            }
            ProblemKind::NoMutant(_) => {
                "the name of a mutant; `noire mutate --output` writes the list without it".to_owned()
            }
            ProblemKind::NothingAbove("rule") => "the rule first, such as `rule four for white`".to_owned(),
            ProblemKind::NothingAbove(_) => {
                "what the diagram shows, such as `misses: h8 is taken`".to_owned()
            }
            ProblemKind::WordsMissing => "a colon and a few words, such as `misses: h8 is taken`".to_owned(),
            ProblemKind::NoRemark { expected: Some(expected), .. } => expected.clone(),
            ProblemKind::NoRemark { expected: None, .. } => {
                "`plays h8`, `plays one of h8, i9`, `Group1 = e8.i8`, `some answer has Group1 = e8.i8` or `refuted` where \
                 a rule applies, or `figure 3.4`"
                    .to_owned()
            }
            ProblemKind::UnknownVariable { found, variables, .. } => {
                match (nearest(found, variables.iter().map(String::as_str)), variables.is_empty()) {
                    (Some(near), _) => format!("one of its variables; did you mean `{near}`?"),
                    (None, false) => format!("one of its variables: {}", variables.join(", ")),
                    (None, true) => "no value: all its variables are local".to_owned(),
                }
            }
            ProblemKind::Diagram(_) => A_DIAGRAM.to_owned(),
            ProblemKind::Position { expected, .. } => expected.clone(),
            ProblemKind::TooManyGames => "no more than that; divide it into several files".to_owned(),
            ProblemKind::Record(fault) => fault.expected(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}\n  expected {}", self.place, self.kind.message(), self.kind.expected())
    }
}

/// Puts the text in backticks, escaped for a terminal and shortened.
pub fn quoted(text: &str) -> String {
    const MAX_QUOTED: usize = 24;
    quoted_up_to(text, MAX_QUOTED)
}

/// Maximum length of a quoted name, in characters. The limit is generous, because a shortened name is of no use.
const MAX_QUOTED_NAME: usize = 160;

fn quoted_up_to(text: &str, longest: usize) -> String {
    let mut shown: String = text.chars().take(longest).flat_map(char::escape_debug).collect();
    if text.chars().nth(longest).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}

/// The mistakes in a text, in the order of their locations. The first [`Problems::MAX_SHOWN`] mistakes are kept, and
/// any further ones are only counted. Reading stops at [`Problems::MAX_FOUND`] mistakes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems {
    kept: Vec<Problem>,
    left_out: usize,
}

impl Problems {
    /// Maximum number of problems kept: a screenful.
    pub const MAX_SHOWN: usize = 20;

    /// Number of problems at which reading stops: such a text is probably not in the expected format.
    pub const MAX_FOUND: usize = 100;

    /// The problem of a file whose line `line` holds one game or position too much.
    pub(crate) fn of_surplus(file: &str, line: usize) -> Problems {
        let mut problems = Problems::default();
        problems.add(Location { file: file.to_owned(), line, column: 1 }, ProblemKind::TooManyGames);
        problems
    }

    /// The problems that were kept.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Problem> {
        self.kept.iter()
    }

    /// The number of problems that were found but not kept.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// Whether no problem was found.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Whether reading should stop because there are too many problems.
    pub fn is_full(&self) -> bool {
        self.count() >= Problems::MAX_FOUND
    }

    /// Adds a problem, unless there are too many already. Problems are sorted by line and column within a file. Files
    /// keep the order in which they are read.
    pub fn add(&mut self, place: Location, kind: ProblemKind) {
        if self.is_full() {
            return;
        }
        let is_before = |earlier: &Problem| {
            let at = (earlier.place.line, earlier.place.column);
            earlier.place.file != place.file || at <= (place.line, place.column)
        };
        let number = self.kept.iter().rposition(is_before).map_or(0, |number| number + 1);
        self.kept.insert(number, Problem { place, kind });
        if self.kept.len() > Problems::MAX_SHOWN {
            self.kept.pop();
            self.left_out += 1;
        }
    }

    /// The number of problems found, including those that were not kept.
    pub(super) fn count(&self) -> usize {
        self.kept.len() + self.left_out
    }
}

/// Whether a file already has the maximum number of games, so that the one at `place` is too much. Adds a problem then.
pub(super) fn is_surplus(games: usize, place: impl FnOnce() -> Location, problems: &mut Problems) -> bool {
    let is_full = games >= MAX_GAMES;
    if is_full {
        problems.add(place(), ProblemKind::TooManyGames);
    }
    is_full
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, problem) in self.kept.iter().enumerate() {
            let separator = if number == 0 { "" } else { "\n" };
            write!(f, "{separator}{problem}")?;
        }
        match self.left_out {
            0 => {}
            1 => f.write_str("\nand 1 more problem")?,
            more => write!(f, "\nand {more} more problems")?,
        }
        if self.is_full() { write!(f, "; reading stopped at {}", Problems::MAX_FOUND) } else { Ok(()) }
    }
}

impl std::error::Error for Problems {}
