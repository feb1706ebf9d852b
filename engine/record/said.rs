//! What the line of an example says of its rule, between its first word and its colon.
//!
//! ```text
//! applies, plays h8, Group1 = e8.i8, figure 3.9
//! applies, plays one of h8, i9, some answer has Group1 = e8.i8, Group2 = h6.h10
//! misses
//! ```
//!
//! What stands behind `plays one of` up to the next other word are moves, and the values behind `some answer has` belong to one
//! answer. Values before that are of the first answer. Moves are text here: whoever reads the line knows what moves look like.

use blanche_compiler::expect::{Bindings, bindings, written};

/// What is said, in parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The rule applies.
    pub applies: bool,
    /// The moves one of which it plays first, as they are written, with their columns; none where that is not said.
    pub plays: Vec<(String, usize)>,
    /// It is said as `plays one of`.
    pub one_of: bool,
    /// Values of the first answer.
    pub values: Bindings,
    /// Values that some answer has, each list together.
    pub some: Vec<Bindings>,
    /// It has so many answers.
    pub counts: Option<usize>,
    /// Its move does not win.
    pub refuted: bool,
    /// The figure that is redrawn.
    pub figure: Option<String>,
    /// The variables that are named, with their columns.
    pub named: Vec<(String, usize)>,
}

/// A part that says nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    /// Its column in the line, from 0.
    pub column: usize,
    /// It, as it is written.
    pub found: String,
    /// What should stand there instead, where that can be guessed.
    pub expected: Option<String>,
}

const ONE_OF: &str = "moves with commas between them: `plays one of h8, i9`";
const SOME: &str = "`some answer has Group1 = e8.i8`";

/// Where a list goes on that began in a part before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Nothing,
    Moves,
    Answer,
}

/// Reads the parts; all slips where there are some.
///
/// # Errors
/// The parts that say nothing.
pub fn read(front: &str) -> Result<Said, Vec<Slip>> {
    let (mut said, mut slips, mut open, mut column) = (Said::default(), Vec::new(), Open::Nothing, 0);
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
            (_, part) => said.take_up(part, at, &mut open),
        };
        if let Err(expected) = taken {
            slips.push(Slip { column: at, found: part.trim().to_owned(), expected });
            // What follows belongs to it, and is no second mistake.
            open = if part.trim().starts_with("plays ") { Open::Moves } else { Open::Nothing };
        }
    }
    if slips.is_empty() { Ok(said) } else { Err(slips) }
}

impl Said {
    /// The same with moves and values as the game spells them.
    pub fn spelled(mut self, spelled: impl Fn(&str) -> String) -> Said {
        let values = self.values.iter_mut().chain(self.some.iter_mut().flatten());
        let moves = self.plays.iter_mut().map(|(mv, _)| mv);
        values.map(|(_, value)| value).chain(moves).for_each(|word| *word = spelled(word));
        self
    }

    /// A part behind the first; what should stand there, where it says nothing and that can be guessed.
    fn take_up(&mut self, part: &str, at: usize, open: &mut Open) -> Result<(), Option<String>> {
        let words: Vec<&str> = part.split_whitespace().collect();
        let is_open = std::mem::replace(open, Open::Nothing);
        match *words {
            ["figure", figure] => self.figure = Some(figure.to_owned()),
            [] if !self.applies => return Err(None),
            [..] if !self.applies => {
                let hint = "nothing of what it plays or answers, as it misses; where it does, the line begins with `applies`";
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

    /// A value of the first answer, or of the answer that is spoken of last.
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
        list.sort();
        Ok(())
    }
}

/// `plays h8`, `plays one of h8, i9`; nothing without moves.
pub fn plays(moves: &[impl ToString], one_of: bool) -> Option<String> {
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    let word = if one_of || moves.len() > 1 { "plays one of" } else { "plays" };
    (!moves.is_empty()).then(|| format!("{word} {}", moves.join(", ")))
}

/// `some answer has Group1 = e8.i8`
pub fn some_answer(values: &Bindings) -> String {
    format!("some answer has {}", written(values))
}

/// Of these answers the first with the most of some values; nothing where there are none.
pub fn nearest_answer<'a>(values: &Bindings, answers: &'a [Bindings]) -> Option<&'a Bindings> {
    let shared = |answer: &Bindings| values.iter().filter(|value| answer.contains(value)).count();
    let most = answers.iter().map(shared).max()?;
    answers.iter().find(|answer| shared(answer) == most)
}

/// Whether some answer has all of these values.
pub fn is_answered(values: &Bindings, answers: &[Bindings]) -> bool {
    answers.iter().any(|answer| values.iter().all(|value| answer.contains(value)))
}

/// The values of an answer of the variables that are named in others.
pub fn named_as(values: &Bindings, answer: &Bindings) -> Bindings {
    let is_named = |(variable, _): &&(String, String)| values.iter().any(|(name, _)| name == variable);
    answer.iter().filter(is_named).cloned().collect()
}
