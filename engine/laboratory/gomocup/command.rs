//! Parses the commands that a Gomocup manager sends. Each line has one command.

use noire_engine::board::{BOARD_SIZE, Point};

/// A command of the manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `START`: begins a new game on a square board of this size.
    Start(u32),
    /// `RECTSTART`: begins a new game on a board with this number of columns and rows.
    RectStart(u32, u32),
    /// `RESTART`: begins a new game on the same board.
    Restart,
    /// `BEGIN`: asks for the first move of the game.
    Begin,
    /// `BOARD`: the stones of a position follow, one in each line, up to `DONE`.
    Board,
    /// `TURN`: the opponent has played this move.
    Turn(Point),
    /// `TAKEBACK`: removes this stone.
    TakeBack(Point),
    /// `INFO`: sets an option or a limit.
    Info(Info),
    /// `ABOUT`: asks for the name and version of the program.
    About,
    /// `END`: ends the session.
    End,
}

/// An option or a limit that the manager sets with `INFO`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Info {
    /// Time limit for a move, in milliseconds. 0 means that the program moves as fast as possible.
    TurnTime(u64),
    /// Time limit for all moves of a game, in milliseconds; 0 means no limit.
    MatchTime(u64),
    /// Time left for the rest of the game, in milliseconds.
    TimeLeft(u64),
    /// Time added after each move, in milliseconds.
    Increment(u64),
    /// The rules. With 0 five or more stones win, with 1 exactly five win, and 4 is renju. Other numbers are sums of
    /// flags.
    Rule(u32),
    /// Memory limit, in bytes; 0 means no limit.
    Memory(u64),
    /// Maximum number of search threads.
    Threads(u64),
    /// Whether to report the progress of searches (`show_detail`, an extension of the protocol that managers use).
    Detail(bool),
    /// Whether the program may think on the opponent's time.
    Pondering(bool),
    /// An option without effect in this program, such as the kind of opponent, a folder for files, or the mouse
    /// position.
    Other,
}

/// Why a line is not a valid command. Holds the text of the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// There is no command with this name.
    Unknown(String),
    /// The command is known, but its arguments are malformed.
    Wrong(String),
}

impl Command {
    /// Parses a line from the manager.
    ///
    /// # Errors
    /// If the line is not a valid command. The error holds the text to answer.
    pub fn read(line: &str) -> Result<Command, CommandError> {
        let line = line.trim();
        let (word, rest) = line.split_once(|sign: char| sign.is_whitespace()).unwrap_or((line, ""));
        let rest = rest.trim();
        let wrong = |text: String| CommandError::Wrong(text);
        let alone = |command: Command| match rest {
            "" => Ok(command),
            _ => Err(wrong(format!("nothing is expected after {}", word.to_uppercase()))),
        };
        match word.to_ascii_uppercase().as_str() {
            "START" => {
                let size =
                    rest.parse().map_err(|_| wrong("START needs the size of the board: START 15".into()))?;
                Ok(Command::Start(size))
            }
            "RECTSTART" => {
                let number = |text: &str| text.trim().parse::<u32>().ok();
                let size = rest.split_once(',').and_then(|(x, y)| Some((number(x)?, number(y)?)));
                let (width, height) =
                    size.ok_or_else(|| wrong("RECTSTART needs columns and rows: RECTSTART 15,15".into()))?;
                Ok(Command::RectStart(width, height))
            }
            "RESTART" => alone(Command::Restart),
            "BEGIN" => alone(Command::Begin),
            "BOARD" => alone(Command::Board),
            "TURN" => read_point(rest).map(Command::Turn).map_err(|why| wrong(format!("TURN: {why}"))),
            "TAKEBACK" => {
                read_point(rest).map(Command::TakeBack).map_err(|why| wrong(format!("TAKEBACK: {why}")))
            }
            "INFO" => read_info(rest).map(Command::Info).map_err(wrong),
            "ABOUT" => alone(Command::About),
            "END" => alone(Command::End),
            _ => Err(CommandError::Unknown(format!("the command {} is not supported", quoted(word)))),
        }
    }
}

/// Parses a point such as `7,7`: the column from the left and the row from the top, both from 0.
///
/// # Errors
/// If the text is not a point. The error holds a description of the mistake.
pub fn read_point(text: &str) -> Result<Point, String> {
    let number = |text: &str| text.trim().parse::<i64>().ok();
    let Some((Some(x), Some(y))) = text.split_once(',').map(|(x, y)| (number(x), number(y))) else {
        let found = if text.is_empty() { String::new() } else { format!(", and not {}", quoted(text)) };
        return Err(format!("a column and a row are expected, such as 7,7{found}"));
    };
    let on_board = |number: i64| u8::try_from(number).ok().filter(|number| *number < BOARD_SIZE);
    let point = on_board(x).zip(on_board(y)).and_then(|(x, y)| Point::new(x, BOARD_SIZE - 1 - y));
    point.ok_or_else(|| format!("{x},{y} is off the board; columns and rows are 0 to {}", BOARD_SIZE - 1))
}

/// Formats a point in the notation that [`read_point`] parses.
pub fn point_text(point: Point) -> String {
    format!("{},{}", point.column(), BOARD_SIZE - 1 - point.row())
}

/// Parses the arguments of `INFO`, such as `timeout_turn 5000`. Unknown keys are no error, because managers send more
/// keys than the protocol lists.
fn read_info(text: &str) -> Result<Info, String> {
    let (key, value) = text.split_once(|sign: char| sign.is_whitespace()).unwrap_or((text, ""));
    let value = value.trim();
    if key.is_empty() {
        return Err("INFO needs a key and a value, such as INFO timeout_turn 5000".to_owned());
    }
    // If a clock has run out, a manager sends a negative number.
    let number = || {
        let number: Option<i64> = value.parse().ok();
        number
            .map(|number| u64::try_from(number).unwrap_or(0))
            .ok_or_else(|| format!("INFO {key} needs a number and not {}", quoted(value)))
    };
    match key.to_ascii_lowercase().as_str() {
        "timeout_turn" => number().map(Info::TurnTime),
        "timeout_match" => number().map(Info::MatchTime),
        "time_left" => number().map(Info::TimeLeft),
        "time_increment" => number().map(Info::Increment),
        "max_memory" => number().map(Info::Memory),
        "thread_num" => number().map(Info::Threads),
        "pondering" => number().map(|number| Info::Pondering(number > 0)),
        "show_detail" => number().map(|number| Info::Detail(number > 0)),
        "rule" => {
            let rule =
                value.parse().map_err(|_| format!("INFO rule needs a number and not {}", quoted(value)))?;
            Ok(Info::Rule(rule))
        }
        "game_type" => number().map(|_| Info::Other),
        _ => Ok(Info::Other),
    }
}

/// Quotes a text for an answer. The text is escaped and shortened, so that the answer stays short and on one line.
pub(super) fn quoted(text: &str) -> String {
    const MAX_QUOTED_CHARS: usize = 24;
    let mut shown: String = text.chars().take(MAX_QUOTED_CHARS).flat_map(char::escape_debug).collect();
    if text.chars().nth(MAX_QUOTED_CHARS).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}
