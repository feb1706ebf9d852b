//! The state of a game as the manager describes it, and the answers to commands. A session does no input or output and
//! chooses no moves.

use std::num::NonZero;
use std::thread;
use std::time::Duration;

use super::command::{Command, CommandError, Info, point_text, quoted, read_point};
use super::time::ProtocolLimits;
use noire_engine::board::{BOARD_SIZE, Color, Point, Position};
use noire_engine::record::base_of_gomocup_rule;
use noire_engine::search::time::MoveTime;

/// The base for the rules with number 0. The protocol uses these rules until the manager chooses others.
const FIRST_BASE: &str = "gomoku";

/// What the caller does after sending the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// Read the next line.
    Read,
    /// Choose a move, and pass it to [`Session::chosen`].
    Choose(Box<MoveRequest>),
    /// End the session.
    End,
}

/// A request for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveRequest {
    /// Name of the base with the rules.
    pub base: &'static str,
    /// The position. A side is to move, and at least one field is empty.
    pub position: Position,
    /// Time limit for the move.
    pub time: MoveTime,
    /// Memory limit in bytes, if there is one.
    pub memory: Option<u64>,
    /// Number of search threads, if the manager sets it.
    pub threads: Option<usize>,
    /// Whether to report the progress of the search.
    pub is_told: bool,
    /// Whether to think on the opponent's time, if the manager sets it.
    pub ponders: Option<bool>,
}

/// A session with a manager.
#[derive(Clone, Debug)]
pub struct Session {
    /// The stones in order of play, or `None` before the first game.
    stones: Option<Vec<(Point, Color)>>,
    /// The lines of `BOARD` received so far, while its list is incomplete.
    board: Option<Board>,
    base: &'static str,
    limits: ProtocolLimits,
    memory: Option<u64>,
    threads: Option<usize>,
    is_told: bool,
    ponders: Option<bool>,
}

/// The lines of a `BOARD` command that were received so far.
#[derive(Clone, Debug, Default)]
struct Board {
    stones: Vec<(Point, Owner)>,
    /// A description of the first mistake.
    fault: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Own,
    Opponent,
}

impl Default for Session {
    fn default() -> Session {
        Session {
            stones: None,
            board: None,
            base: FIRST_BASE,
            limits: ProtocolLimits::default(),
            memory: None,
            threads: None,
            is_told: true,
            ponders: None,
        }
    }
}

/// Number of threads that can run at the same time.
fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

const NO_GAME: &str = "no game has begun: send START 15 first";

fn error(text: impl std::fmt::Display) -> Vec<String> {
    vec![format!("ERROR {text}")]
}

impl Session {
    /// Processes a line of the manager. Returns the lines to answer, and what the caller must do next.
    pub fn take(&mut self, line: &str) -> (Vec<String>, NextStep) {
        if line.trim().is_empty() {
            return (Vec::new(), NextStep::Read);
        }
        if let Some(board) = &mut self.board {
            if line.trim().eq_ignore_ascii_case("DONE") {
                return self.done();
            }
            // A manager may start a new game or position without completing the last one.
            let is_anew = matches!(
                Command::read(line),
                Ok(Command::Start(_)
                    | Command::RectStart(..)
                    | Command::Restart
                    | Command::Board
                    | Command::End)
            );
            if !is_anew {
                board.take(line);
                return (Vec::new(), NextStep::Read);
            }
            self.board = None;
        }
        match Command::read(line) {
            Ok(Command::End) => (Vec::new(), NextStep::End),
            Ok(command) => self.answer(command),
            Err(CommandError::Unknown(text)) => (vec![format!("UNKNOWN {text}")], NextStep::Read),
            Err(CommandError::Wrong(text)) => (error(text), NextStep::Read),
        }
    }

    /// Plays the move that was chosen, which took the time `took`. Returns the lines to answer.
    pub fn chosen(&mut self, field: Option<Point>, took: Duration) -> Vec<String> {
        self.limits.spend(took);
        let to_move = self.to_move();
        let Some(stones) = &mut self.stones else { return error(NO_GAME) };
        match field {
            Some(field) if stones.iter().all(|(other, _)| *other != field) => {
                stones.push((field, to_move));
                vec![point_text(field)]
            }
            _ => error("no move was found"),
        }
    }

    /// Whether a game has begun.
    pub fn is_open(&self) -> bool {
        self.stones.is_some()
    }

    /// Memory limit in bytes, if the manager sets one.
    pub fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// Name of the base with the current rules.
    pub fn base(&self) -> &'static str {
        self.base
    }

    /// The side to move: Black begins, and the sides alternate.
    fn to_move(&self) -> Color {
        let stones = self.stones.as_ref().map_or(0, Vec::len);
        if stones.is_multiple_of(2) { Color::Black } else { Color::White }
    }

    fn answer(&mut self, command: Command) -> (Vec<String>, NextStep) {
        let said = |lines| (lines, NextStep::Read);
        let ok = || said(vec!["OK".to_owned()]);
        match command {
            Command::Start(size) => said(self.start(size, size)),
            Command::RectStart(width, height) => said(self.start(width, height)),
            Command::Restart if self.is_open() => {
                self.begin();
                ok()
            }
            Command::Info(info) => said(self.info(info)),
            Command::About => said(vec![about()]),
            Command::End => (Vec::new(), NextStep::End),
            _ if !self.is_open() && command != Command::Board => said(error(NO_GAME)),
            Command::Restart => ok(),
            Command::Board => {
                // `BOARD` is accepted even before a game has begun, because its lines would otherwise be parsed as
                // commands. `DONE` reports the error.
                self.board = Some(Board::default());
                said(Vec::new())
            }
            Command::Begin => match self.stones.as_ref().is_some_and(Vec::is_empty) {
                true => self.choose(),
                false => said(error("BEGIN needs an empty board: send RESTART first")),
            },
            Command::Turn(field) => {
                let color = self.to_move();
                let stones = self.stones.get_or_insert_default();
                if stones.iter().any(|(other, _)| *other == field) {
                    return said(error(format!("TURN: there is already a stone on {}", point_text(field))));
                }
                stones.push((field, color));
                self.choose()
            }
            Command::TakeBack(field) => {
                let mover = self.to_move().other();
                let stones = self.stones.get_or_insert_default();
                match stones.iter().rposition(|stone| *stone == (field, mover)) {
                    Some(place) => {
                        stones.remove(place);
                        ok()
                    }
                    None => {
                        let field = point_text(field);
                        said(error(format!("TAKEBACK: {field} is not a move of the side that moved last")))
                    }
                }
            }
        }
    }

    /// Starts a game on a board with this number of columns and rows.
    fn start(&mut self, width: u32, height: u32) -> Vec<String> {
        let size = u32::from(BOARD_SIZE);
        if (width, height) == (size, size) {
            self.begin();
            return vec!["OK".to_owned()];
        }
        self.stones = None;
        error(format!(
            "a board of {width}x{height} is not supported: the size is {size}x{size}, and only a game in text \
             (noire play --game) can have another one"
        ))
    }

    fn begin(&mut self) {
        self.stones = Some(Vec::new());
        self.board = None;
        self.limits.restart();
    }

    fn info(&mut self, info: Info) -> Vec<String> {
        match info {
            Info::Rule(rule) => match base_of_gomocup_rule(rule) {
                Some(base) => self.base = base,
                None => {
                    return error(format!(
                        "the rule {rule} is not supported; the rules are 0 (five or more), 1 (exactly five) and 4 \
                         (renju)"
                    ));
                }
            },
            Info::Memory(bytes) => self.memory = (bytes > 0).then_some(bytes),
            // The number of threads is at most the number of cores of this machine, and 0 counts as 1.
            Info::Threads(threads) => {
                self.threads = Some(usize::try_from(threads).unwrap_or(usize::MAX).clamp(1, cores()))
            }
            Info::Detail(is_told) => self.is_told = is_told,
            Info::Pondering(ponders) => self.ponders = Some(ponders),
            _ => self.limits.take(info),
        }
        Vec::new()
    }

    /// Requests a move for the side to move.
    fn choose(&self) -> (Vec<String>, NextStep) {
        match self.ask() {
            Some(ask) => (Vec::new(), NextStep::Choose(Box::new(ask))),
            None => (error("the board is full"), NextStep::Read),
        }
    }

    /// The request for the next move, or for thinking on the opponent's time. `None` if the board is full.
    pub fn ask(&self) -> Option<MoveRequest> {
        let stones = self.stones.as_deref().unwrap_or_default();
        if stones.len() == Point::COUNT {
            return None;
        }
        let of = |wanted: Color| -> Vec<Point> {
            stones.iter().filter(|(_, color)| *color == wanted).map(|(field, _)| *field).collect()
        };
        // The lines of `BOARD` may come in any order. So the last listed stone of the side that is not to move counts
        // as the last move.
        let mover = self.to_move().other();
        let last = stones.iter().rfind(|(_, color)| *color == mover).map(|(field, _)| *field);
        let position = Position::set_up(&of(Color::Black), &of(Color::White), Some(self.to_move()), last)
            .expect("every stone of a session has a field of its own");
        Some(MoveRequest {
            base: self.base,
            position,
            time: self.limits.for_a_move(),
            memory: self.memory,
            threads: self.threads,
            is_told: self.is_told,
            ponders: self.ponders,
        })
    }

    /// Sets up the complete position of `BOARD` and requests a move.
    fn done(&mut self) -> (Vec<String>, NextStep) {
        let board = self.board.take().unwrap_or_default();
        if !self.is_open() {
            return (error(NO_GAME), NextStep::Read);
        }
        match board.stones() {
            Ok(stones) => {
                self.stones = Some(stones);
                self.choose()
            }
            Err(fault) => (error(format!("BOARD: {fault}; the position is unchanged")), NextStep::Read),
        }
    }
}

impl Board {
    /// Adds a line such as `7,7,1`: the column, the row, and the owner of the stone. The owner is 1 for this program
    /// and 2 for the opponent.
    fn take(&mut self, line: &str) {
        if self.fault.is_none()
            && let Err(fault) = self.add(line.trim())
        {
            self.fault = Some(fault);
        }
    }

    fn add(&mut self, line: &str) -> Result<(), String> {
        let wanted = "column, row and 1 (own) or 2 (opponent) are expected, such as 7,7,1, and not";
        let (point, owner) = line.rsplit_once(',').ok_or_else(|| format!("{wanted} {}", quoted(line)))?;
        let owner = match owner.trim() {
            "1" => Owner::Own,
            "2" => Owner::Opponent,
            _ => return Err(format!("{wanted} {}", quoted(line))),
        };
        let point = read_point(point)?;
        if self.stones.iter().any(|(other, _)| *other == point) {
            return Err(format!("a second stone on {}", point_text(point)));
        }
        self.stones.push((point, owner));
        Ok(())
    }

    /// The stones with their colours. Since this program is to move, it plays Black if both sides have the same number
    /// of stones.
    fn stones(self) -> Result<Vec<(Point, Color)>, String> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let own = self.stones.iter().filter(|(_, owner)| *owner == Owner::Own).count();
        let opponent = self.stones.len() - own;
        let us = match opponent.checked_sub(own) {
            Some(0) => Color::Black,
            Some(1) => Color::White,
            _ => {
                return Err(format!(
                    "{own} own stones and {opponent} of the opponent: at our turn, the opponent must have the same number \
                     or one more"
                ));
            }
        };
        let color = |owner| if owner == Owner::Own { us } else { us.other() };
        Ok(self.stones.into_iter().map(|(point, owner)| (point, color(owner))).collect())
    }
}

/// The answer to `ABOUT`, in the format that managers parse.
fn about() -> String {
    format!(
        "name=\"NOIRE\", version=\"{}\", author=\"{}\", country=\"NL\"",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_AUTHORS")
    )
}
