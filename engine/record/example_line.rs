//! Parses the part of an example line before its colon, which states what the rule should answer.
//!
//! ```text
//! applies, plays h8, Group1 = e8.i8, figure 3.9
//! applies, plays one of h8, i9, some answer has Group1 = e8.i8, Group2 = h6.h10
//! misses
//! ```
//!
//! All items after `plays one of`, up to the next keyword, are moves. Values after `some answer has` must all occur in
//! one answer. Values before these words belong to the first answer. Moves are kept as text, because their form depends
//! on the game.

use blanche_compiler::expect::{Bindings, bindings, written};
use blanche_sorted::Arrange;

/// The statements of an example line about its rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExampleLine {
    /// Whether the rule should apply.
    pub applies: bool,
    /// The moves the rule may play, as written, each with its column. With several moves, the first answer plays one of
    /// them. Empty if the line names no move.
    pub plays: Vec<(String, usize)>,
    /// Whether the moves were introduced with `plays one of`.
    pub one_of: bool,
    /// Variable values of the first answer.
    pub values: Bindings,
    /// Lists of variable values; for each list, some answer has all of its values.
    pub some: Vec<Bindings>,
    /// The expected number of answers.
    pub counts: Option<usize>,
    /// Whether the move is expected not to win (`refuted`).
    pub refuted: bool,
    /// The figure of the thesis that the diagram redraws.
    pub figure: Option<String>,
    /// The variables that the line mentions, with their columns.
    pub named: Vec<(String, usize)>,
}

/// A part of an example line that cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExampleLineError {
    /// The column in the line, from 0.
    pub column: usize,
    /// The text of the faulty part.
    pub found: String,
    /// What was expected, if that can be guessed.
    pub expected: Option<String>,
}

const ONE_OF: &str = "moves with commas between them: `plays one of h8, i9`";
const SOME: &str = "`some answer has Group1 = e8.i8`";

/// The list to which the next part of the line may belong.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Nothing,
    Moves,
    Answer,
}

/// Parses the comma-separated parts of an example line.
///
/// # Errors
/// All parts that cannot be understood.
pub fn read(front: &str) -> Result<ExampleLine, Vec<ExampleLineError>> {
    let (mut said, mut errors, mut open, mut column) = (ExampleLine::default(), Vec::new(), Open::Nothing, 0);
    for (number, part) in front.split(',').enumerate() {
        let blanks = part.chars().take_while(|sign| sign.is_whitespace()).count();
        let at = column + blanks;
        column += part.chars().count() + 1;
        let taken = match (number, part.trim()) {
            (0, word @ ("applies" | "misses")) => {
                said.applies = word == "applies";
                Ok(())
            }
            (0, _) => Err(None),
            (_, part) => said.read_part(part, at, &mut open),
        };
        if let Err(expected) = taken {
            errors.push(ExampleLineError { column: at, found: part.trim().to_owned(), expected });
            // Let the following parts continue the faulty part, so that they cause no further errors.
            open = if part.trim().starts_with("plays ") { Open::Moves } else { Open::Nothing };
        }
    }
    if errors.is_empty() { Ok(said) } else { Err(errors) }
}

impl ExampleLine {
    /// Returns a copy of the line with `spelled` applied to all its moves and values.
    pub fn spelled(mut self, spelled: impl Fn(&str) -> String) -> ExampleLine {
        let values = self.values.iter_mut().chain(self.some.iter_mut().flatten());
        let moves = self.plays.iter_mut().map(|(mv, _)| mv);
        values.map(|(_, value)| value).chain(moves).for_each(|word| *word = spelled(word));
        self
    }

    /// Reads a part of the line, except the first. The error contains the expected text, if that can be guessed.
    fn read_part(&mut self, part: &str, at: usize, open: &mut Open) -> Result<(), Option<String>> {
        let words: Vec<&str> = part.split_whitespace().collect();
        let is_open = std::mem::replace(open, Open::Nothing);
        match *words {
            ["figure", figure] => self.figure = Some(figure.to_owned()),
            [] if !self.applies => return Err(None),
            [..] if !self.applies => {
                let hint = "no move and no answers, because the rule misses; if it does not, begin the line with `applies`";
                return Err(Some(hint.to_owned()));
            }
            ["refuted"] => self.refuted = true,
            ["counts", number] => {
                self.counts =
                    Some(number.parse().map_err(|_| Some("a number, such as `counts 2`".to_owned()))?);
            }
            ["plays", ..] if !self.plays.is_empty() => {
                return Err(Some(format!("what it plays once; {ONE_OF}")));
            }
            ["plays", "one", "of", mv] => {
                self.one_of = true;
                self.plays.push((mv.to_owned(), at));
                *open = Open::Moves;
            }
            ["plays", mv] => self.plays.push((mv.to_owned(), at)),
            ["plays", _, _, ..] => return Err(Some(ONE_OF.to_owned())),
            ["some", "answer", "has", ..] => {
                self.some.push(Bindings::new());
                let values = part.split_once("has").map_or("", |(_, values)| values);
                self.bind(values, at + part.chars().count() - values.trim_start().chars().count(), true)?;
                *open = Open::Answer;
            }
            ["some" | "any" | "an" | "one", ..] => return Err(Some(SOME.to_owned())),
            _ if part.contains('=') => {
                self.bind(part, at, is_open == Open::Answer)?;
                *open = if is_open == Open::Answer { Open::Answer } else { Open::Nothing };
            }
            [mv] if is_open == Open::Moves => {
                self.plays.push((mv.to_owned(), at));
                *open = Open::Moves;
            }
            [_, _, ..] if is_open == Open::Moves => return Err(Some(ONE_OF.to_owned())),
            _ => return Err(None),
        }
        Ok(())
    }

    /// Adds a value to the first answer or, if `of_some`, to the most recent `some answer has` list.
    fn bind(&mut self, part: &str, at: usize, of_some: bool) -> Result<(), Option<String>> {
        let like = if of_some { SOME } else { "a variable and its value, such as `Group1 = e8.i8`" };
        let values = bindings(part).ok_or_else(|| Some(like.to_owned()))?;
        let list = match self.some.last_mut().filter(|_| of_some) {
            Some(answer) => answer,
            None => &mut self.values,
        };
        for (variable, value) in values {
            if list.iter().any(|(known, _)| *known == variable) {
                return Err(Some(format!(
                    "one value of `{variable}`; another answer follows `some answer has`"
                )));
            }
            self.named.push((variable.clone(), at));
            list.push((variable, value));
        }
        list.arrange();
        Ok(())
    }
}

/// Formats moves as `plays h8` or `plays one of h8, i9`; `None` without moves.
pub fn plays(moves: &[impl ToString], one_of: bool) -> Option<String> {
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    let word = if one_of || moves.len() > 1 { "plays one of" } else { "plays" };
    (!moves.is_empty()).then(|| format!("{word} {}", moves.join(", ")))
}

/// Formats values as `some answer has Group1 = e8.i8`.
pub fn some_answer(values: &Bindings) -> String {
    format!("some answer has {}", written(values))
}

/// The values in `answer` of the variables that occur in `values`.
pub fn named_as(values: &Bindings, answer: &Bindings) -> Bindings {
    let is_named = |(variable, _): &&(String, String)| values.iter().any(|(name, _)| name == variable);
    answer.iter().filter(is_named).cloned().collect()
}
