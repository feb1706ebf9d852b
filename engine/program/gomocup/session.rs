//! A game as the manager tells it, and what is answered: a line in, lines out. Nothing is read or written here, and no move
//! is chosen.

use std::num::NonZero;
use std::thread;
use std::time::Duration;

use super::command::{Command, Fault, Info, read_point, shown, written};
use super::time::ProtocolLimits;
use noire_engine::board::{BOARD_SIZE, Color, Point, Position};
use noire_engine::record::base_of_gomocup_rule;
use noire_engine::search::time::MoveTime;

/// The base by whose rules is played until the manager names others: the first number of the protocol, 0.
const FIRST_BASE: &str = "gomoku";

/// What comes after the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Then {
    /// The next line is read.
    Read,
    /// A move is chosen, and [`Session::chosen`] told of it.
    Choose(Box<Ask>),
    /// The session is over.
    End,
}

/// A move that is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// The base with the rules.
    pub base: &'static str,
    /// The position, in which somebody is to move and a field is empty.
    pub position: Position,
    /// The move may take so long.
    pub time: MoveTime,
    /// So many bytes may be used, where that is limited.
    pub memory: Option<u64>,
    /// So many threads may search, where the manager says so.
    pub threads: Option<usize>,
    /// What is found while the move is chosen is told.
    pub is_told: bool,
    /// Whether it is thought ahead while the other side thinks, where the manager says so.
    pub ponders: Option<bool>,
}

/// A session with a manager.
#[derive(Clone, Debug)]
pub struct Session {
    /// The stones in the order in which they came, once a game has begun.
    stones: Option<Vec<(Point, Color)>>,
    /// The lines of `BOARD` that are being read.
    board: Option<Board>,
    base: &'static str,
    limits: ProtocolLimits,
    memory: Option<u64>,
    threads: Option<usize>,
    is_told: bool,
    ponders: Option<bool>,
}

/// The lines of a position, as far as they have come.
#[derive(Clone, Debug, Default)]
struct Board {
    stones: Vec<(Point, Owner)>,
    /// What is wrong with the first line that is.
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

/// How many threads can run at once.
fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

const NO_GAME: &str = "no game has begun: START 15 comes first";

fn error(text: impl std::fmt::Display) -> Vec<String> {
    vec![format!("ERROR {text}")]
}

impl Session {
    /// Takes a line of the manager: what is answered, and what comes then.
    pub fn take(&mut self, line: &str) -> (Vec<String>, Then) {
        if line.trim().is_empty() {
            return (Vec::new(), Then::Read);
        }
        if let Some(board) = &mut self.board {
            if line.trim().eq_ignore_ascii_case("DONE") {
                return self.done();
            }
            // A manager that begins anew does not finish what it began.
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
                return (Vec::new(), Then::Read);
            }
            self.board = None;
        }
        match Command::read(line) {
            Ok(Command::End) => (Vec::new(), Then::End),
            Ok(command) => self.answer(command),
            Err(Fault::Unknown(text)) => (vec![format!("UNKNOWN {text}")], Then::Read),
            Err(Fault::Wrong(text)) => (error(text), Then::Read),
        }
    }

    /// A move has been chosen, and took so long: what is answered.
    pub fn chosen(&mut self, field: Option<Point>, took: Duration) -> Vec<String> {
        self.limits.spend(took);
        let to_move = self.to_move();
        let Some(stones) = &mut self.stones else { return error(NO_GAME) };
        match field {
            Some(field) if stones.iter().all(|(other, _)| *other != field) => {
                stones.push((field, to_move));
                vec![written(field)]
            }
            _ => error("no move was found"),
        }
    }

    /// A game has begun.
    pub fn is_open(&self) -> bool {
        self.stones.is_some()
    }

    /// How many bytes may be used, where the manager limits that.
    pub fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// The base by whose rules is played.
    pub fn base(&self) -> &'static str {
        self.base
    }

    /// Who is to move: the sides take turns, and Black begins.
    fn to_move(&self) -> Color {
        let stones = self.stones.as_ref().map_or(0, Vec::len);
        if stones.is_multiple_of(2) { Color::Black } else { Color::White }
    }

    fn answer(&mut self, command: Command) -> (Vec<String>, Then) {
        let said = |lines| (lines, Then::Read);
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
            Command::End => (Vec::new(), Then::End),
            _ if !self.is_open() && command != Command::Board => said(error(NO_GAME)),
            Command::Restart => ok(),
            Command::Board => {
                // Its lines are read in any case, or each of them would be taken for a command.
                self.board = Some(Board::default());
                said(Vec::new())
            }
            Command::Begin => match self.stones.as_ref().is_some_and(Vec::is_empty) {
                true => self.choose(),
                false => said(error("BEGIN is for an empty board: RESTART comes first")),
            },
            Command::Turn(field) => {
                let color = self.to_move();
                let stones = self.stones.get_or_insert_default();
                if stones.iter().any(|(other, _)| *other == field) {
                    return said(error(format!("TURN: there is a stone on {} already", written(field))));
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
                        let field = written(field);
                        said(error(format!("TAKEBACK: {field} is not a move of the side that moved last")))
                    }
                }
            }
        }
    }

    /// A new game on a board with so many columns and rows.
    fn start(&mut self, width: u32, height: u32) -> Vec<String> {
        let size = u32::from(BOARD_SIZE);
        if (width, height) == (size, size) {
            self.begin();
            return vec!["OK".to_owned()];
        }
        self.stones = None;
        error(format!(
            "a board of {width}x{height} is not played here: the size is {size}x{size}, and only a game in text \
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
                        "the rule {rule} is not played here; the rules are 0 (five or more), 1 (exactly five) and 4 \
                         (renju)"
                    ));
                }
            },
            Info::Memory(bytes) => self.memory = (bytes > 0).then_some(bytes),
            // Who names none, or more than there are cores, gets what there is.
            Info::Threads(threads) => {
                self.threads = Some(usize::try_from(threads).unwrap_or(usize::MAX).clamp(1, cores()))
            }
            Info::Detail(is_told) => self.is_told = is_told,
            Info::Pondering(ponders) => self.ponders = Some(ponders),
            _ => self.limits.take(info),
        }
        Vec::new()
    }

    /// The move of the side to move is asked.
    fn choose(&self) -> (Vec<String>, Then) {
        match self.ask() {
            Some(ask) => (Vec::new(), Then::Choose(Box::new(ask))),
            None => (error("the board is full"), Then::Read),
        }
    }

    /// What is asked of whoever chooses the next move, or thinks ahead of it; nothing where the board is full.
    pub fn ask(&self) -> Option<Ask> {
        let stones = self.stones.as_deref().unwrap_or_default();
        if stones.len() == Point::COUNT {
            return None;
        }
        let of = |wanted: Color| -> Vec<Point> {
            stones.iter().filter(|(_, color)| *color == wanted).map(|(field, _)| *field).collect()
        };
        // The lines of `BOARD` may come in any order: the last move is the last stone of the side that has moved.
        let mover = self.to_move().other();
        let last = stones.iter().rfind(|(_, color)| *color == mover).map(|(field, _)| *field);
        let position = Position::set_up(&of(Color::Black), &of(Color::White), Some(self.to_move()), last)
            .expect("every stone of a session has a field of its own");
        Some(Ask {
            base: self.base,
            position,
            time: self.limits.for_a_move(),
            memory: self.memory,
            threads: self.threads,
            is_told: self.is_told,
            ponders: self.ponders,
        })
    }

    /// The position of `BOARD` is complete, and the next move is asked.
    fn done(&mut self) -> (Vec<String>, Then) {
        let board = self.board.take().unwrap_or_default();
        if !self.is_open() {
            return (error(NO_GAME), Then::Read);
        }
        match board.stones() {
            Ok(stones) => {
                self.stones = Some(stones);
                self.choose()
            }
            Err(fault) => (error(format!("BOARD: {fault}; the position is as it was before")), Then::Read),
        }
    }
}

impl Board {
    /// Takes a line: `7,7,1` for an own stone, 2 for one of the opponent.
    fn take(&mut self, line: &str) {
        if self.fault.is_none()
            && let Err(fault) = self.add(line.trim())
        {
            self.fault = Some(fault);
        }
    }

    fn add(&mut self, line: &str) -> Result<(), String> {
        let wanted = "column, row and 1 (own) or 2 (opponent) are expected, such as 7,7,1, and not";
        let (point, owner) = line.rsplit_once(',').ok_or_else(|| format!("{wanted} {}", shown(line)))?;
        let owner = match owner.trim() {
            "1" => Owner::Own,
            "2" => Owner::Opponent,
            _ => return Err(format!("{wanted} {}", shown(line))),
        };
        let point = read_point(point)?;
        if self.stones.iter().any(|(other, _)| *other == point) {
            return Err(format!("a second stone on {}", written(point)));
        }
        self.stones.push((point, owner));
        Ok(())
    }

    /// The stones with their colours: we are Black where both sides have as many, since it is our turn.
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
                    "{own} own stones and {opponent} of the opponent, where our turn needs as many of both or one more \
                     of the opponent"
                ));
            }
        };
        let color = |owner| if owner == Owner::Own { us } else { us.other() };
        Ok(self.stones.into_iter().map(|(point, owner)| (point, color(owner))).collect())
    }
}

/// Who we are, in the form that managers read.
fn about() -> String {
    format!(
        "name=\"NOIRE\", version=\"{}\", author=\"{}\", country=\"NL\"",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_AUTHORS")
    )
}
