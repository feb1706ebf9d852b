//! The commands that a person can give at a turn instead of a move, in English and in the language of the game.

use std::fmt;

use noire_engine::board::Point;
use noire_interactive::translations::Translations;

/// A command of the person at the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Takes back the person's last move and all moves after it.
    Undo,
    /// Replays the moves that were last taken back.
    Redo,
    /// Shows the move that the computer would play.
    Hint,
    /// Shows the value of the position.
    Value,
    /// Passes the turn.
    Pass,
    /// Lists the legal moves.
    Moves,
    /// Explains why this move is legal or illegal.
    Why(String),
    /// Shows the rule that applies.
    Rules,
    /// Offers a draw.
    Draw,
    /// Resigns the game.
    Resign,
    /// Saves the game to this file, unless it exists already. `None` if the person named no file.
    Save(Option<String>),
    /// Saves the game to this file, and overwrites an older one. `None` if the person named no file.
    SaveOver(Option<String>),
    /// Lists the commands.
    Help,
    /// Leaves the game.
    Quit,
}

/// The commands by their English words. The words of other languages are in the messages `words-undo`, `words-pass` and
/// so on.
const COMMANDS: [&str; 13] = [
    "undo", "redo", "hint", "value", "pass", "moves", "why", "rules", "draw", "resign", "save", "help",
    "quit",
];

/// Suffix of the `save` command that allows overwriting a file.
const OVERWRITE_SUFFIX: char = '!';

impl Command {
    /// Parses a command in English. Returns `None` if it is not understood.
    pub fn parse(line: &str) -> Option<Command> {
        parse(line, |_| None)
    }

    /// Parses a command in English or in the language of `translations`. Returns `None` if it is not understood.
    pub fn parse_in(translations: &Translations, line: &str) -> Option<Command> {
        parse(line, |word| COMMANDS.into_iter().find(|name| is_word(translations, name, word)))
    }
}

/// Further words that are understood in every language, each with its command.
const COMMON_WORDS: [(&str, &str); 3] = [("-", "pass"), ("?", "help"), ("exit", "quit")];

/// An ambiguous word in the messages of a language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AmbiguousWord {
    /// The ambiguous word.
    pub word: String,
    /// Name of the message that contains the word.
    pub message: String,
    /// A description of the word's other meaning.
    pub other: String,
}

impl fmt::Display for AmbiguousWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the word `{}` of `{}` is {}", self.word, self.message, self.other)
    }
}

impl std::error::Error for AmbiguousWord {}

/// Checks that no word of a language is ambiguous. A word for a command must not name another command, in that language
/// or in English, and must not be a field of the board. The words for yes and no must differ too.
///
/// # Errors
/// The first ambiguous word.
pub fn check_words(translations: &Translations) -> Result<(), AmbiguousWord> {
    check_distinct(translations, &COMMANDS, &COMMON_WORDS)?;
    check_distinct(translations, &["yes", "no"], &[])
}

/// Checks that the words of these commands or answers differ from each other and from the words in `always`.
fn check_distinct(
    translations: &Translations,
    names: &[&str],
    always: &[(&str, &str)],
) -> Result<(), AmbiguousWord> {
    for (at, name) in names.iter().enumerate() {
        for word in words(translations, name) {
            let in_english = names.iter().copied().find(|other| *other == word);
            let always = always.iter().find(|(always, _)| *always == word).map(|(_, other)| *other);
            let other = if let Some(other) =
                names[at + 1..].iter().find(|other| is_word(translations, other, &word))
            {
                format!("a word of `words-{other}` too")
            } else if let Some(other) = in_english.or(always).filter(|other| other != name) {
                format!("the word for `{other}` in every language")
            } else if word.parse::<Point>().is_ok() {
                "a field of the board".to_owned()
            } else {
                continue;
            };
            return Err(AmbiguousWord { word, message: format!("words-{name}"), other });
        }
    }
    Ok(())
}

/// Parses a command, after `english` has translated its word to English.
fn parse(line: &str, english: impl Fn(&str) -> Option<&'static str>) -> Option<Command> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = Some(rest.trim()).filter(|rest| !rest.is_empty()).map(str::to_owned);
    let word = word.to_lowercase();
    let (word, is_over) =
        word.strip_suffix(OVERWRITE_SUFFIX).map_or((word.as_str(), false), |word| (word, true));
    let command = match english(word).unwrap_or(word) {
        "save" if is_over => return Some(Command::SaveOver(rest)),
        "save" => return Some(Command::Save(rest)),
        _ if is_over => return None,
        "why" => return rest.map(Command::Why),
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
    // Extra words are an error, because ignoring them would hide a mistake.
    rest.is_none().then_some(command)
}

/// Parses the answer yes or no, in English or in the language of `translations`. Returns `None` if it is neither.
pub fn parse_answer(translations: &Translations, line: &str) -> Option<bool> {
    let word = line.trim().to_lowercase();
    match word.as_str() {
        _ if is_word(translations, "yes", &word) => Some(true),
        _ if is_word(translations, "no", &word) => Some(false),
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

/// Whether `word`, in lower case, is a word of the language for the command or answer with the English name `name`.
fn is_word(translations: &Translations, name: &str, word: &str) -> bool {
    words(translations, name).iter().any(|own| own == word)
}

/// The words of the language, in lower case, for the command or answer with the English name `name`.
fn words(translations: &Translations, name: &str) -> Vec<String> {
    let own = translations.format(&format!("words-{name}"), &[]);
    own.split_whitespace().map(str::to_lowercase).collect()
}
