//! What a person can say at a turn besides a move, in English and in the words of the language of the game.

use std::fmt;

use crate::texts::Texts;
use noire_engine::board::Point;

/// What was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// The last move of the person, and what followed it, is taken back.
    Undo,
    /// What was taken back is made again.
    Redo,
    /// What the computer would play is asked.
    Hint,
    /// What the position is worth is asked.
    Value,
    /// No move is made.
    Pass,
    /// Which moves there are.
    Moves,
    /// Which rules apply.
    Rules,
    /// A draw is offered.
    Draw,
    /// The game is given up.
    Resign,
    /// The game is written to a file that there is not yet; which one was forgotten.
    Save(Option<String>),
    /// The game is written to a file, be there one already.
    SaveOver(Option<String>),
    /// The list of these.
    Help,
    /// The game is left.
    Quit,
}

/// The commands by their English words. A language has its own in the messages `words-undo`, `words-pass` and so on.
const COMMANDS: [&str; 12] =
    ["undo", "redo", "hint", "value", "pass", "moves", "rules", "draw", "resign", "save", "help", "quit"];

/// Behind the word of a command that writes a file: be there one already.
const OVER: char = '!';

impl Command {
    /// Reads a line in English; nothing where it is not understood.
    pub fn read(line: &str) -> Option<Command> {
        read(line, |_| None)
    }

    /// Reads a line in English or in the language of these texts; nothing where it is not understood.
    pub fn read_in(texts: &Texts, line: &str) -> Option<Command> {
        read(line, |word| COMMANDS.into_iter().find(|name| is_word(texts, name, word)))
    }
}

/// The words that are understood in every language, with their commands, besides those of the commands themselves.
const ALWAYS: [(&str, &str); 3] = [("-", "pass"), ("?", "help"), ("exit", "quit")];

/// A word of a language that means two things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SameWord {
    /// The word.
    pub word: String,
    /// The message of the language that has it.
    pub message: String,
    /// What it means besides.
    pub other: String,
}

impl fmt::Display for SameWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the word `{}` of `{}` is {}", self.word, self.message, self.other)
    }
}

impl std::error::Error for SameWord {}

/// That every word of a language means one thing: no other command in it or in English, no field, and no other answer.
///
/// # Errors
/// The first word that means two things.
pub fn check_words(texts: &Texts) -> Result<(), SameWord> {
    are_different(texts, &COMMANDS, &ALWAYS)?;
    are_different(texts, &["yes", "no"], &[])
}

/// That no word of these names is one of another name.
fn are_different(texts: &Texts, names: &[&str], always: &[(&str, &str)]) -> Result<(), SameWord> {
    for (at, name) in names.iter().enumerate() {
        for word in words(texts, name) {
            let in_english = names.iter().copied().find(|other| *other == word);
            let always = always.iter().find(|(always, _)| *always == word).map(|(_, other)| *other);
            let other = if let Some(other) = names[at + 1..].iter().find(|other| is_word(texts, other, &word))
            {
                format!("a word of `words-{other}` too")
            } else if let Some(other) = in_english.or(always).filter(|other| other != name) {
                format!("the word for `{other}` in every language")
            } else if word.parse::<Point>().is_ok() {
                "a field of the board".to_owned()
            } else {
                continue;
            };
            return Err(SameWord { word, message: format!("words-{name}"), other });
        }
    }
    Ok(())
}

/// Reads a line, with the English words for other ones.
fn read(line: &str, english: impl Fn(&str) -> Option<&'static str>) -> Option<Command> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let file = Some(rest.trim()).filter(|file| !file.is_empty()).map(str::to_owned);
    let word = word.to_lowercase();
    let (word, is_over) = word.strip_suffix(OVER).map_or((word.as_str(), false), |word| (word, true));
    let command = match english(word).unwrap_or(word) {
        "save" if is_over => return Some(Command::SaveOver(file)),
        "save" => return Some(Command::Save(file)),
        _ if is_over => return None,
        "undo" => Command::Undo,
        "redo" => Command::Redo,
        "hint" => Command::Hint,
        "value" => Command::Value,
        "pass" | "-" => Command::Pass,
        "moves" => Command::Moves,
        "rules" => Command::Rules,
        "draw" => Command::Draw,
        "resign" => Command::Resign,
        "help" | "?" => Command::Help,
        "quit" | "exit" => Command::Quit,
        _ => return None,
    };
    // More words than a command has are a mistake, not to be passed over.
    file.is_none().then_some(command)
}

/// Reads the answer to a question, in English or in the language of these texts: yes or no, or nothing where it is neither.
pub fn read_answer(texts: &Texts, line: &str) -> Option<bool> {
    let word = line.trim().to_lowercase();
    match word.as_str() {
        _ if is_word(texts, "yes", &word) => Some(true),
        _ if is_word(texts, "no", &word) => Some(false),
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

/// Whether the language has this word, in small letters, for the command or the answer of this English name.
fn is_word(texts: &Texts, name: &str, word: &str) -> bool {
    words(texts, name).iter().any(|own| own == word)
}

/// The words of the language, in small letters, for the command or the answer of this English name.
fn words(texts: &Texts, name: &str) -> Vec<String> {
    let own = texts.say(&format!("words-{name}"), &[]);
    own.split_whitespace().map(str::to_lowercase).collect()
}
