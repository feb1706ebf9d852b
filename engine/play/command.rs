//! What a person can say at a turn.

use crate::board::Point;

/// What was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A stone is set.
    Move(Point),
    /// The last move of the person, and what followed it, is taken back.
    Undo,
    /// No stone is set.
    Pass,
    /// Which rules apply.
    Rules,
    /// A draw is offered.
    Draw,
    /// The game is given up.
    Resign,
    /// The game is written to a file; which one was forgotten.
    Save(Option<String>),
    /// The list of these.
    Help,
    /// The game is left.
    Quit,
}

impl Command {
    /// Reads a line; nothing where it is not understood.
    pub fn read(line: &str) -> Option<Command> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let file = Some(rest.trim()).filter(|file| !file.is_empty()).map(str::to_owned);
        let command = match word.to_lowercase().as_str() {
            "undo" => Command::Undo,
            "pass" => Command::Pass,
            "rules" => Command::Rules,
            "draw" => Command::Draw,
            "resign" => Command::Resign,
            "save" => return Some(Command::Save(file)),
            "help" | "?" => Command::Help,
            "quit" | "exit" => Command::Quit,
            point => Command::Move(point.parse().ok()?),
        };
        // More words than a command has are a mistake, not to be passed over.
        file.is_none().then_some(command)
    }
}
