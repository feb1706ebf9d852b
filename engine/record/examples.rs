//! Example positions of rules, drawn in a text beside the rules: `positions.txt` in the folder of a base.
//!
//! ```text
//! # a remark
//! rule four for white
//!
//! applies, plays h8, figure 3.9: the stone on h8 makes five
//!  9 . . . . . . .
//!  8 . o o o * o .
//!    d e f g h i j
//!
//! misses: Black has stopped the four
//!  9 . . . . . . .
//!  8 . o o o x o .
//!    d e f g h i j
//! ```
//!
//! An example belongs to the `rule` line above it, and the diagram below it is its position; what lies outside of
//! the diagram is empty. Between the first word and the colon may stand `plays h8` (the move that the rule plays
//! first), `plays one of h8, i9`, `Group1 = e8.i8` (a value of its first solution), `some answer has Group1 = e8.i8`, `refuted`
//! (the rule applies, and a move of it does not win) and `figure 3.9` (of the thesis); [`super::said`] reads that. A sign that is no stone is a mark on an empty
//! field; `*` aside, the words name it or its field. Whether a rule of that name exists, and whether it applies, is judged in [`crate::laboratory::examples`].

use std::str::FromStr;

use blanche_compiler::expect::Bindings;
use blanche_compiler::spelling::nearest;

use super::layout::Line;
use super::positions::lines;
use super::problem::{A_POINT, Place, ProblemKind, Problems};
use super::said;
use crate::board::{Color, Diagram, DiagramProblem, Point, Position};

/// What an example says of its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// The rule applies.
    Applies {
        /// The move that it plays, where that is said.
        plays: Option<Point>,
        /// The claim of the rule fails here: a move of it does not win.
        refuted: bool,
    },
    /// The rule does not apply, but nearly.
    Misses,
}

/// A position that shows where a rule applies, or where it nearly does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// File and line of its first word.
    pub place: Place,
    /// The rule: `four for white`.
    pub rule: String,
    /// What is said of the rule.
    pub claim: Expected,
    /// The moves one of which it plays, where several are said.
    pub one_of: Vec<Point>,
    /// Values of the first solution, where some are said, by their variables.
    pub values: Bindings,
    /// Values that some solution has, each list together.
    pub some: Vec<Bindings>,
    /// The variables that it names, with their columns.
    pub named: Vec<(String, usize)>,
    /// The figure of the thesis that it redraws, such as `3.9`.
    pub figure: Option<String>,
    /// What there is to see.
    pub words: String,
    /// The position, with marks where the author set some.
    pub diagram: Diagram,
}

impl Example {
    /// The rule applies here.
    pub fn applies(&self) -> bool {
        matches!(self.claim, Expected::Applies { .. })
    }

    /// The position. After a last move the other colour is to move, otherwise the colour of the rule.
    pub fn position(&self) -> Position {
        let after_last = self.diagram.last_move().and_then(|field| self.diagram.stone(field));
        let of_rule = || self.rule.rsplit(' ').next().and_then(|color| Color::from_str(color).ok());
        self.diagram.position(after_last.map(Color::other).or_else(of_rule))
    }

    /// Marks on empty fields that no word of the example explains, neither by the sign nor by the field. `*` needs no words.
    pub fn unexplained(&self) -> Vec<(Point, char)> {
        let is_word = |c: char| c.is_ascii_alphanumeric() || !c.is_ascii();
        let words: Vec<&str> = self.words.split(|c| !is_word(c)).collect();
        let plays = match self.claim {
            Expected::Applies { plays, .. } => plays,
            Expected::Misses => None,
        };
        let played: Vec<Point> = plays.into_iter().chain(self.one_of.iter().copied()).collect();
        let is_explained = |field: Point, sign: char| {
            let (field_name, sign_name) = (field.to_string(), sign.to_string());
            let by_words = words.iter().any(|word| **word == field_name || **word == sign_name);
            sign == '*' || by_words || played.contains(&field) || self.words.contains(&format!("`{sign}`"))
        };
        let marks = self.diagram.marks().iter().copied();
        marks.filter(|(field, sign)| !is_explained(*field, *sign)).collect()
    }

    /// On how many fields the stones differ.
    pub fn distance(&self, other: &Example) -> usize {
        Point::all().filter(|&field| self.diagram.stone(field) != other.diagram.stone(field)).count()
    }
}

/// An example whose diagram is still being read.
struct Open<'a> {
    example: Example,
    diagram: Vec<Line<'a>>,
}

/// Reads the examples of a file; `file` is how messages call it.
///
/// # Errors
/// All mistakes of the text, and no example at all.
pub fn read_examples(file: &str, bytes: &[u8]) -> Result<Vec<Example>, Problems> {
    read(file, bytes, &|_| None)
}

/// The same of a base that has these rules: `four for white`. That it has no rule of another name is a mistake.
///
/// # Errors
/// All mistakes of the text, and no example at all.
pub fn read_examples_of(file: &str, bytes: &[u8], rules: &[String]) -> Result<Vec<Example>, Problems> {
    read(file, bytes, &|found| {
        let is_known = rules.iter().any(|rule| rule == found);
        let name = found.split(' ').next().unwrap_or_default();
        // The rule of the other colour is far from it by its letters.
        let of_other = || rules.iter().map(String::as_str).find(|rule| rule.split(' ').next() == Some(name));
        let near = || nearest(found, rules.iter().map(String::as_str)).or_else(of_other).map(str::to_owned);
        (!is_known).then(|| ProblemKind::UnknownRule { found: found.to_owned(), near: near() })
    })
}

/// `unknown` says what is wrong with the name of a rule.
fn read(
    file: &str,
    bytes: &[u8],
    unknown: &dyn Fn(&str) -> Option<ProblemKind>,
) -> Result<Vec<Example>, Problems> {
    let mut problems = Problems::default();
    let mut examples = Vec::new();
    let mut rule: Option<String> = None;
    let mut open: Option<Open<'_>> = None;
    for line in lines(file, bytes, &mut problems) {
        if problems.is_full() {
            break;
        }
        let text = line.text.trim();
        let place = Place { file: file.to_owned(), line: line.number, column: blanks(line.text) + 1 };
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let word = text.split([' ', ',', ':']).next().unwrap_or_default();
        if is_diagram(text) {
            match &mut open {
                Some(open) => open.diagram.push(line),
                // A line above that could not be read may have been the one that is missed.
                None if problems.is_empty() => problems.add(place, ProblemKind::NothingAbove("applies")),
                None => {}
            }
        } else {
            examples.extend(open.take().and_then(|open| close(open, &mut problems)));
            match word {
                "rule" => match rule_name(text) {
                    Some(name) => {
                        if let Some(problem) = unknown(&name) {
                            let name = text.trim_start_matches("rule").trim_start();
                            let before = text.chars().count() - name.chars().count();
                            problems.add(Place { column: place.column + before, ..place }, problem);
                        }
                        rule = Some(name);
                    }
                    None => problems.add(place, ProblemKind::NoRule),
                },
                "applies" | "misses" => {
                    if rule.is_none() && problems.is_empty() {
                        problems.add(place.clone(), ProblemKind::NothingAbove("rule"));
                    }
                    let rule = rule.clone().unwrap_or_default();
                    let example = heading(place, text, rule, &mut problems);
                    open = Some(Open { example, diagram: Vec::new() });
                }
                _ => problems.add(place, ProblemKind::NoExampleLine(word.to_owned())),
            }
        }
    }
    examples.extend(open.take().and_then(|open| close(open, &mut problems)));
    if problems.is_empty() { Ok(examples) } else { Err(problems) }
}

/// A row, which begins with its number, or the letters of the columns.
fn is_diagram(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
        || text.split_whitespace().all(|word| word.chars().count() == 1)
}

fn blanks(text: &str) -> usize {
    text.chars().take_while(|sign| sign.is_whitespace()).count()
}

/// `four for white` of `rule four for white`.
fn rule_name(text: &str) -> Option<String> {
    match *text.split_whitespace().collect::<Vec<_>>() {
        ["rule", name, "for", color] => Some(format!("{name} for {color}")),
        _ => None,
    }
}

/// The line of an example: what it says, remarks, words. Its diagram is an empty one still.
fn heading(place: Place, text: &str, rule: String, problems: &mut Problems) -> Example {
    let (front, words) = match text.split_once(':') {
        Some((front, words)) => (front, words.trim()),
        None => (text, ""),
    };
    if words.is_empty() {
        let end = Place { column: place.column + text.chars().count(), ..place.clone() };
        problems.add(end, ProblemKind::WordsMissing);
    }
    let mut example = Example {
        place: place.clone(),
        rule,
        claim: Expected::Misses,
        one_of: Vec::new(),
        values: Bindings::new(),
        some: Vec::new(),
        named: Vec::new(),
        figure: None,
        words: words.to_owned(),
        diagram: Diagram::of(&Position::empty()),
    };
    let mut no_remark = |column: usize, found: String, expected: Option<String>| {
        let place = Place { column: place.column + column, ..place.clone() };
        problems.add(place, ProblemKind::NoRemark { found, expected });
    };
    match said::read(front) {
        Ok(said) => {
            let read =
                |(mv, column): &(String, usize)| mv.parse::<Point>().map_err(|_| (mv.clone(), *column));
            let mut plays = None;
            match said.plays.iter().map(read).collect::<Result<Vec<Point>, _>>() {
                Ok(moves) if said.one_of => example.one_of = moves,
                Ok(moves) => plays = moves.first().copied(),
                Err((mv, column)) if said.one_of => no_remark(column, mv, Some(A_POINT.to_owned())),
                Err((mv, column)) => {
                    no_remark(column, format!("plays {mv}"), Some(format!("{A_POINT}, behind `plays`")))
                }
            }
            if said.applies {
                example.claim = Expected::Applies { plays, refuted: said.refuted };
            }
            (example.values, example.some, example.figure) = (said.values, said.some, said.figure);
            let column = |(name, column): (String, usize)| (name, place.column + column);
            example.named = said.named.into_iter().map(column).collect();
        }
        Err(slips) => slips.into_iter().for_each(|slip| no_remark(slip.column, slip.found, slip.expected)),
    }
    example
}

/// The example with its diagram.
fn close(open: Open<'_>, problems: &mut Problems) -> Option<Example> {
    let Open { mut example, diagram } = open;
    let Some(first) = diagram.first() else {
        problems.add(example.place, ProblemKind::Diagram(DiagramProblem::NoRows));
        return None;
    };
    let text: Vec<&str> = diagram.iter().map(|line| line.text).collect();
    match text.join("\n").parse() {
        Ok(drawn) => {
            example.diagram = drawn;
            Some(example)
        }
        Err(error) => {
            let line = diagram.get(error.line - 1).unwrap_or(first).number;
            let place = Place { line, column: error.column, ..example.place };
            problems.add(place, ProblemKind::Diagram(error.problem));
            None
        }
    }
}
