//! Moves as text: the values that a move plays, joined by `-`.
//!
//! ```text
//! b2         a move that plays a field
//! c3-d4      one that plays two
//! drop:c     where two kinds of moves could be written alike, the name stands in front
//! ```

use std::fmt;

use super::fault::Fault;
use super::moves::{MOST_PLAYED, Move};
use super::rules::Rules;
use super::text::quoted;
use crate::program::{Game, Program, Sort, SortId};
use crate::runtime::{Position, Value};

/// Why a text is no move in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveFault {
    /// It is written like no move of the game.
    Unreadable {
        /// The text.
        found: String,
        /// What moves look like: some that can be made.
        examples: Vec<String>,
    },
    /// It is written like a move, and cannot be made here.
    Illegal {
        /// The move.
        found: String,
        /// Who is to move.
        player: String,
        /// Some moves that can be made.
        examples: Vec<String>,
    },
    /// Several moves can be meant.
    Unclear {
        /// The text.
        found: String,
        /// The moves.
        examples: Vec<String>,
    },
    /// The moves could not be asked.
    Fault(Fault),
}

/// So many moves are named as examples.
const EXAMPLES: usize = 5;

impl MoveFault {
    /// What is wrong, as a sentence without a full stop.
    pub fn found(&self) -> String {
        match self {
            MoveFault::Unreadable { found, .. } => format!("{} is no move of this game", quoted(found)),
            MoveFault::Illegal { found, player, .. } => {
                format!("{player} cannot play {} here", quoted(found))
            }
            MoveFault::Unclear { found, .. } => format!("{} can mean several moves", quoted(found)),
            MoveFault::Fault(fault) => fault.to_string(),
        }
    }

    /// What should stand there, to follow the word "expected".
    pub fn expected(&self) -> String {
        match self {
            MoveFault::Unreadable { examples, .. } | MoveFault::Illegal { examples, .. }
                if examples.is_empty() =>
            {
                "nothing, as there is no move here".to_owned()
            }
            MoveFault::Unreadable { examples, .. } => format!("a move such as {}", some(examples)),
            MoveFault::Illegal { examples, .. } => format!("one of the moves {}", some(examples)),
            MoveFault::Unclear { examples, .. } => some(examples),
            MoveFault::Fault(_) => "a game that goes on".to_owned(),
        }
    }
}

/// Some moves in a sentence: ``a1`, `b2` …`
fn some(examples: &[String]) -> String {
    let quoted: Vec<String> = examples.iter().take(EXAMPLES).map(|mv| format!("`{mv}`")).collect();
    let more = if examples.len() > EXAMPLES { " …" } else { "" };
    format!("{}{more}", quoted.join(", "))
}

impl fmt::Display for MoveFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; expected {}", self.found(), self.expected())
    }
}

impl std::error::Error for MoveFault {}

/// By the place of a move, whether its name is written: where another move of the player could be written alike.
pub(super) fn named(program: &Program, game: &Game) -> Vec<bool> {
    let sorts = |at: usize| played_sorts(program, game, at);
    let alike = |one: usize, other: usize| {
        let (left, right) = (&game.moves[one], &game.moves[other]);
        let differ = program.rule(left.question).name != program.rule(right.question).name;
        let (ours, theirs) = (sorts(one), sorts(other));
        let overlap = |(a, b): (&SortId, &SortId)| share_a_text(program.sort(*a), program.sort(*b));
        differ
            && left.player == right.player
            && ours.len() == theirs.len()
            && ours.iter().zip(&theirs).all(overlap)
    };
    let all = 0..game.moves.len();
    let is_named: Vec<bool> = all.clone().map(|one| all.clone().any(|other| alike(one, other))).collect();
    // A player's moves are written as the other's of the same name are.
    let name = |at: usize| &program.rule(game.moves[at].question).name;
    all.clone().map(|one| all.clone().any(|other| is_named[other] && name(one) == name(other))).collect()
}

/// The sorts of what a move plays.
fn played_sorts(program: &Program, game: &Game, of: usize) -> Vec<SortId> {
    let rule = program.rule(game.moves[of].question);
    rule.answer.iter().map(|variable| rule.variables[variable.index()].sort).collect()
}

/// Whether a value of one sort is written like a value of the other.
fn share_a_text(one: &Sort, other: &Sort) -> bool {
    let (few, many) = if one.size() <= other.size() { (one, other) } else { (other, one) };
    few.values().into_iter().any(|value| many.value(&few.written(value)).is_some())
}

impl Rules {
    /// How a move is written.
    pub fn move_text(&self, mv: Move) -> String {
        let (program, game) = (self.program(), self.game());
        let mut text = String::new();
        if self.is_named[mv.of()] {
            text.push_str(&program.rule(game.moves[mv.of()].question).name);
            text.push(':');
        }
        for (at, (sort, value)) in played_sorts(program, game, mv.of()).iter().zip(mv.played()).enumerate() {
            text.push_str(if at == 0 { "" } else { "-" });
            text.push_str(&program.sort(*sort).written(*value));
        }
        text
    }

    /// The move that is written so, of those that can be made in a position.
    ///
    /// # Errors
    /// When nothing is written so, when it cannot be made here, or when the moves cannot be asked.
    pub fn read_move(&self, position: &mut Position, text: &str) -> Result<Move, MoveFault> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves).map_err(MoveFault::Fault)?;
        let to_move = self.to_move(position);
        let read = self.written(text);
        let meant: Vec<Move> = moves.iter().copied().filter(|mv| read.contains(mv)).collect();
        match meant.as_slice() {
            [] => {}
            [one] => return Ok(*one),
            several => {
                let exact = several.iter().copied().find(|mv| self.move_text(*mv) == text);
                let examples = several.iter().map(|mv| self.move_text(*mv)).collect();
                return exact.ok_or_else(|| MoveFault::Unclear { found: text.to_owned(), examples });
            }
        }
        let examples = moves.iter().take(EXAMPLES + 1).map(|mv| self.move_text(*mv)).collect();
        let found = text.to_owned();
        Err(match read.is_empty() {
            true => MoveFault::Unreadable { found, examples },
            false => MoveFault::Illegal { found, player: self.program().player(to_move), examples },
        })
    }

    /// All moves that are written so, whether or not they can be made, and whoever makes them.
    fn written(&self, text: &str) -> Vec<Move> {
        let (program, game) = (self.program(), self.game());
        let mut found = Vec::new();
        for (of, made) in game.moves.iter().enumerate() {
            let name = format!("{}:", program.rule(made.question).name);
            let sorts = played_sorts(program, game, of);
            if let Some(played) = read_values(program, &sorts, text.strip_prefix(&name).unwrap_or(text)) {
                found.push(Move::new(of, &played));
            }
        }
        found
    }
}

/// The values of these sorts, joined by `-`. A number below 0 has its sign.
fn read_values(program: &Program, sorts: &[SortId], text: &str) -> Option<Vec<Value>> {
    let mut pieces: Vec<String> = Vec::new();
    let mut is_negative = false;
    for piece in text.split('-') {
        if piece.is_empty() && !is_negative {
            is_negative = true;
            continue;
        }
        if pieces.len() > MOST_PLAYED {
            return None;
        }
        pieces.push(format!("{}{piece}", if is_negative { "-" } else { "" }));
        is_negative = false;
    }
    let fits = pieces.len() == sorts.len() && !is_negative;
    let values = pieces.iter().zip(sorts).map(|(piece, sort)| read_value(program.sort(*sort), piece));
    fits.then(|| values.collect()).flatten()
}

/// The value of a sort that is written so, in small letters or in capital ones.
pub(super) fn read_value(sort: &Sort, text: &str) -> Option<Value> {
    let value = sort.value(text).or_else(|| sort.value(&text.to_lowercase()));
    value.filter(|value| sort.contains(*value))
}
