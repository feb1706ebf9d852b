//! What a line of the manager says.

use noire_engine::board::{BOARD_SIZE, Point};

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A new game on a square board of this size.
    Start(u32),
    /// A new game on a board with so many columns and rows.
    RectStart(u32, u32),
    /// A new game on the same board.
    Restart,
    /// The first move is asked.
    Begin,
    /// The stones of a position follow, each in a line, until `DONE`.
    Board,
    /// The other side moves.
    Turn(Point),
    /// This stone is taken back.
    TakeBack(Point),
    /// Something to know.
    Info(Info),
    /// Who are you?
    About,
    /// The session is over.
    End,
}

/// What a manager tells of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Info {
    /// The time for a move in milliseconds; 0 is as fast as possible.
    TurnTime(u64),
    /// The time for all moves of a game in milliseconds; 0 is without end.
    MatchTime(u64),
    /// What is left of it, in milliseconds.
    TimeLeft(u64),
    /// What each move adds to it, in milliseconds.
    Increment(u64),
    /// The rules: 0 five or more win, 1 exactly five win, 4 renju, and sums with others.
    Rule(u32),
    /// So many bytes may be used; 0 is without limit.
    Memory(u64),
    /// So many threads may search.
    Threads(u64),
    /// Whether a search tells what it finds (`show_detail`, which managers have beside the protocol).
    Detail(bool),
    /// Whether a program may think while the other side does.
    Pondering(bool),
    /// Something else that means nothing here: the kind of opponent, a folder for files, a place of the mouse.
    Other,
}

/// Why a line is no command, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is no such command.
    Unknown(String),
    /// The command is known, and what stands behind it is not as it should be.
    Wrong(String),
}

impl Command {
    /// Reads a line.
    ///
    /// # Errors
    /// When it is no command, with what to answer.
    pub fn read(line: &str) -> Result<Command, Fault> {
        let line = line.trim();
        let (word, rest) = line.split_once(|sign: char| sign.is_whitespace()).unwrap_or((line, ""));
        let rest = rest.trim();
        let wrong = |text: String| Fault::Wrong(text);
        let alone = |command: Command| match rest {
            "" => Ok(command),
            _ => Err(wrong(format!("nothing is expected behind {}", word.to_uppercase()))),
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
            _ => Err(Fault::Unknown(format!("the command {} is not known here", shown(word)))),
        }
    }
}

/// Reads `7,7`: the column from the left and the row from the top, from 0.
///
/// # Errors
/// What is wrong, in words.
pub fn read_point(text: &str) -> Result<Point, String> {
    let number = |text: &str| text.trim().parse::<i64>().ok();
    let Some((Some(x), Some(y))) = text.split_once(',').map(|(x, y)| (number(x), number(y))) else {
        let found = if text.is_empty() { String::new() } else { format!(", and not {}", shown(text)) };
        return Err(format!("a column and a row are expected, such as 7,7{found}"));
    };
    let on_board = |number: i64| u8::try_from(number).ok().filter(|number| *number < BOARD_SIZE);
    let point = on_board(x).zip(on_board(y)).and_then(|(x, y)| Point::new(x, BOARD_SIZE - 1 - y));
    point.ok_or_else(|| format!("{x},{y} is off the board; columns and rows are 0 to {}", BOARD_SIZE - 1))
}

/// The point as it is read.
pub fn written(point: Point) -> String {
    format!("{},{}", point.column(), BOARD_SIZE - 1 - point.row())
}

/// `timeout_turn 5000`. A key that is not known is nothing wrong: managers say more than programs want to know.
fn read_info(text: &str) -> Result<Info, String> {
    let (key, value) = text.split_once(|sign: char| sign.is_whitespace()).unwrap_or((text, ""));
    let value = value.trim();
    if key.is_empty() {
        return Err("INFO needs a key and a value, such as INFO timeout_turn 5000".to_owned());
    }
    // Clocks that were overdrawn come as numbers below zero.
    let number = || {
        let number: Option<i64> = value.parse().ok();
        number
            .map(|number| u64::try_from(number).unwrap_or(0))
            .ok_or_else(|| format!("INFO {key} needs a number and not {}", shown(value)))
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
                value.parse().map_err(|_| format!("INFO rule needs a number and not {}", shown(value)))?;
            Ok(Info::Rule(rule))
        }
        "game_type" => number().map(|_| Info::Other),
        _ => Ok(Info::Other),
    }
}

/// The text as it may stand in an answer: short, and in one line.
pub(super) fn shown(text: &str) -> String {
    const LONGEST: usize = 24;
    let mut shown: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}
