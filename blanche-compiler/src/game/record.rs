//! A game as a list of its moves.
//!
//! ```text
//! # a remark
//! 1. b2 a1 2. c3 a3
//! ```
//!
//! Blanks, commas and ends of lines stand between moves. Numbers with a period mean nothing, nor do lines that begin with `#`.
//! What else a text in the notation `pdn` may hold says [`super::pdn`].
//!
//! Where blocked players pass, a pass may be left out; and moves may stand one behind the other: `f5d6c3`, `g8f8PAc3`.

use std::ops::Range;

use super::moves::Move;
use super::notation::{MoveFault, leading_pass};
use super::past::Past;
use super::pdn::{Claim, Pdn};
use super::rules::{End, Outcome, Rules};
use super::text::{TextFault, TextNote, lines, unnumbered, words};
use crate::program::BlockedOutcome;
use crate::runtime::Position;

/// A game of a text.
#[derive(Clone, Debug)]
pub struct Record {
    /// The position with which it begins.
    pub start: Position,
    /// Its moves.
    pub moves: Vec<Move>,
    /// What to know of the text.
    pub notes: Vec<TextNote>,
}

/// So many moves stand in a line.
const MOVES_A_LINE: usize = 10;

impl Rules {
    /// Reads a game; it begins in this position where the text has no other.
    ///
    /// # Errors
    /// The first mistake: what is no move, cannot be played, or comes after the end.
    pub fn read_game(&self, start: &Position, text: &str) -> Result<Record, TextFault> {
        if !self.is_pdn() {
            let moves = self.read_moves(start, &moves_of_lines(text))?;
            return Ok(Record { start: start.clone(), moves, notes: Vec::new() });
        }
        let pdn = Pdn::read(text)?;
        let start = self.start_of_pdn(&pdn)?.unwrap_or_else(|| start.clone());
        let moves = self.read_moves(&start, &pdn.moves)?;
        let mut notes = pdn.notes(text);
        notes.extend(self.of_another_type(&pdn));
        notes.extend(self.refuted(&pdn, &start, &moves));
        Ok(Record { start, moves, notes })
    }

    /// Reads the moves of a game that begins in this position.
    ///
    /// # Errors
    /// As of [`Rules::read_game`].
    pub fn read_record(&self, start: &Position, text: &str) -> Result<Vec<Move>, TextFault> {
        if self.is_pdn() {
            return self.read_moves(start, &Pdn::read(text)?.moves);
        }
        self.read_moves(start, &moves_of_lines(text))
    }

    /// The position with which the game of a record begins: this one, unless the record has another one.
    ///
    /// # Errors
    /// When the record has one that cannot be read.
    pub fn start_of_record(&self, start: &Position, text: &str) -> Result<Position, TextFault> {
        let given = if self.is_pdn() { self.start_of_pdn(&Pdn::read(text)?)? } else { None };
        Ok(given.unwrap_or_else(|| start.clone()))
    }

    fn start_of_pdn(&self, pdn: &Pdn<'_>) -> Result<Option<Position>, TextFault> {
        let Some((at, fen)) = pdn.tagged("FEN") else { return Ok(None) };
        let read = self.read_position(fen, self.game().first);
        read.map(Some).map_err(|fault| fault.behind(at))
    }

    /// A note where the record is of a kind of draughts with another board, or in which the other player moves first.
    fn of_another_type(&self, pdn: &Pdn<'_>) -> Option<TextNote> {
        let (at, theirs) = pdn.game_type()?;
        let board = self.program().board.as_ref()?;
        let moves_first = |name: &String| {
            name.chars().next().is_some_and(|letter| letter.to_ascii_lowercase() == theirs.first)
        };
        let first = self.program().player(self.game().first);
        if moves_first(&first) && theirs.size == (board.width, board.height) {
            return None;
        }
        let mut players = self.program().players.iter().map(|player| self.program().player(*player));
        let their_first = players.find(moves_first).unwrap_or_else(|| format!("`{}`", theirs.first));
        let (width, height) = theirs.size;
        let said = format!(
            "by the tag `GameType` {their_first} moves first, on {width} by {height}; in this game {first} does, on {} by {}",
            board.width, board.height
        );
        Some(TextNote::new(at, said))
    }

    /// Notes of the results that contradict how the game has ended by its rules.
    fn refuted(&self, pdn: &Pdn<'_>, start: &Position, moves: &[Move]) -> Vec<TextNote> {
        let Some(end) = self.end_of_game(start, moves) else { return Vec::new() };
        let ended = match end.outcome {
            Outcome::Drawn => "the game is drawn".to_owned(),
            Outcome::Won(winner) => format!("{} has won", self.program().player(winner)),
        };
        let is_right = |claim| match (claim, end.outcome) {
            (Claim::Draw, Outcome::Drawn) => true,
            (Claim::Wins(letter), Outcome::Won(winner)) => {
                let name = self.program().player(winner);
                name.chars().next().is_some_and(|first| first.to_ascii_lowercase() == letter)
            }
            _ => false,
        };
        let wrong = pdn.stated().into_iter().filter(|stated| !is_right(stated.claim));
        let note =
            |text: &str| format!("the result is `{text}` here, and by the rules {ended}; the rules decide");
        wrong.map(|stated| TextNote::new(stated.at, note(stated.text))).collect()
    }

    /// How a game has ended; nothing while it goes on, or where that cannot be asked.
    fn end_of_game(&self, start: &Position, moves: &[Move]) -> Option<End> {
        let (mut position, mut past) = (start.clone(), Past::new(self, start));
        for mv in moves {
            self.play_on(&mut position, *mv, &mut past).ok()?;
        }
        self.end(&mut position).ok().flatten()
    }

    /// Reads the moves of words with their places.
    fn read_moves(&self, start: &Position, words: &[(usize, &str)]) -> Result<Vec<Move>, TextFault> {
        let mut position = start.clone();
        let (mut moves, mut past) = (Vec::new(), Past::new(self, start));
        for (at, word) in words {
            for (at, one) in self.side_by_side(*at, word) {
                self.read_one((&mut position, &mut past), one, at..at + one.len(), &mut moves)?;
            }
        }
        Ok(moves)
    }

    /// Reads and makes a move of a record.
    fn read_one(
        &self,
        (position, past): (&mut Position, &mut Past),
        text: &str,
        place: Range<usize>,
        moves: &mut Vec<Move>,
    ) -> Result<(), TextFault> {
        self.goes_on(position, moves)
            .map_err(|found| TextFault::new(place.clone(), found, "nothing more".to_owned()))?;
        let unread = |fault: MoveFault| TextFault::new(place.clone(), fault.found(), fault.expected());
        let mut read = self.read_move(position, text);
        // A pass was left out.
        if read.is_err() && self.must_pass(position).map_err(|fault| unread(MoveFault::Fault(fault)))? {
            self.make_one((position, past), Move::pass(), &place, moves)?;
            read = self.read_move(position, text);
        }
        self.make_one((position, past), read.map_err(unread)?, &place, moves)
    }

    fn make_one(
        &self,
        (position, past): (&mut Position, &mut Past),
        mv: Move,
        place: &Range<usize>,
        moves: &mut Vec<Move>,
    ) -> Result<(), TextFault> {
        self.play_on(position, mv, past).map_err(|fault| {
            TextFault::new(place.clone(), fault.to_string(), "a move that the game can make".to_owned())
        })?;
        moves.push(mv);
        Ok(())
    }

    /// The moves of a word in which moves stand one behind the other, with their places; the word itself where it is a move as
    /// it stands, or does not begin with one. A move begins with a letter behind a digit, and a pass anywhere.
    fn side_by_side<'t>(&self, at: usize, word: &'t str) -> Vec<(usize, &'t str)> {
        let pieces = self.pieces_of(word);
        let begins_with_move = pieces.first().is_some_and(|(_, piece)| self.is_written(piece));
        if self.is_written(word) || !begins_with_move {
            return vec![(at, word)];
        }
        pieces.into_iter().map(|(offset, piece)| (at + offset, piece)).collect()
    }

    fn pieces_of<'t>(&self, word: &'t str) -> Vec<(usize, &'t str)> {
        let passes = self.game().blocked == Some(BlockedOutcome::Passes);
        let pass = |at: usize| if passes { leading_pass(&word[at..]) } else { None };
        let (mut pieces, mut begin) = (Vec::new(), 0);
        while begin < word.len() {
            let is_begin = |at: usize| {
                let follows_digit = word[..at].ends_with(|sign: char| sign.is_ascii_digit());
                let is_letter = word[at..].starts_with(|sign: char| sign.is_ascii_alphabetic());
                follows_digit && (is_letter || pass(at).is_some())
            };
            let behind = || word[begin..].char_indices().skip(1).map(|(at, _)| begin + at);
            let next = || behind().find(|at| is_begin(*at));
            let end = match pass(begin) {
                Some(length) => begin + length,
                None => next().unwrap_or(word.len()),
            };
            pieces.push((begin, &word[begin..end]));
            begin = end;
        }
        pieces
    }

    /// Says so where the game is over.
    fn goes_on(&self, position: &mut Position, moves: &[Move]) -> Result<(), String> {
        let end = self.end(position).map_err(|fault| fault.to_string())?;
        let Some(end) = end else { return Ok(()) };
        let why = self.why_text(end.why, position);
        Err(match moves.last() {
            Some(last) => format!("the game is over after {}, by {why}", self.move_text(*last)),
            None => format!("the game is over before its first move, by {why}"),
        })
    }

    /// Writes the moves of a game; what is read from it is the same.
    pub fn record_text(&self, moves: &[Move]) -> String {
        let players = self.program().players.len();
        let mut text = String::new();
        for (at, mv) in moves.iter().enumerate() {
            if at > 0 {
                text.push(if at.is_multiple_of(MOVES_A_LINE) { '\n' } else { ' ' });
            }
            if at.is_multiple_of(players) {
                text.push_str(&format!("{}. ", at / players + 1));
            }
            text.push_str(&self.move_text(*mv));
        }
        text.push('\n');
        text
    }
}

/// The words of a text without the numbers of moves and without remarks, with their places.
fn moves_of_lines(text: &str) -> Vec<(usize, &str)> {
    let lines = lines(text).filter(|(_, line)| !line.trim_start().starts_with('#'));
    let words = lines.flat_map(|(at, line)| words(at, line)).flat_map(|(at, word)| between_commas(at, word));
    let moves = words.map(|(at, word)| {
        let rest = unnumbered(word);
        (at + word.len() - rest.len(), rest)
    });
    moves.filter(|(_, word)| !word.is_empty()).collect()
}

/// The pieces of a word between commas, with their places.
fn between_commas(at: usize, word: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = word.as_ptr() as usize;
    word.split(',').map(move |piece| (at + piece.as_ptr() as usize - start, piece))
}
