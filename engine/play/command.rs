//! What a person can say at a turn, in English and in the words of the language of the game.

use crate::board::Point;
use crate::texts::Texts;

/// What was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A stone is set.
    Move(Point),
    /// The last move of the person, and what followed it, is taken back.
    Undo,
    /// What was taken back is made again.
    Redo,
    /// What the computer would play is asked.
    Hint,
    /// What the position is worth is asked.
    Value,
    /// No stone is set.
    Pass,
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
const COMMANDS: [&str; 11] =
    ["undo", "redo", "hint", "value", "pass", "rules", "draw", "resign", "save", "help", "quit"];

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
        "rules" => Command::Rules,
        "draw" => Command::Draw,
        "resign" => Command::Resign,
        "help" | "?" => Command::Help,
        "quit" | "exit" => Command::Quit,
        point => Command::Move(point.parse().ok()?),
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
    texts.say(&format!("words-{name}"), &[]).split_whitespace().any(|own| own.to_lowercase() == word)
}
