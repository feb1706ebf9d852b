//! A game as a list of its moves.
//!
//! ```text
//! # a remark
//! 1. b2 a1 2. c3 a3
//! ```
//!
//! Blanks, commas and ends of lines stand between moves. Numbers with a period mean nothing, nor do lines that begin with `#`.
//! In the notation `pdn` lines in square brackets say something of the game, remarks stand in braces, and a result ends it; `[FEN
//! "W:W21:B1"]` is the position with which it begins.
//!
//! Where blocked players pass, a pass may be left out; and fields may stand one behind the other: `f5d6c3`.

use std::borrow::Cow;
use std::ops::Range;

use super::moves::Move;
use super::notation::MoveFault;
use super::past::Past;
use super::rules::Rules;
use super::text::{TextFault, lines, words};
use crate::runtime::Position;

/// What stands at the end of a game in the notation `pdn`.
const RESULTS: [&str; 7] = ["1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "*"];

/// So many moves stand in a line.
const MOVES_A_LINE: usize = 10;

impl Rules {
    /// Reads the moves of a game that begins in this position.
    ///
    /// # Errors
    /// The first mistake: what is no move, cannot be played, or comes after the end.
    pub fn read_record(&self, start: &Position, text: &str) -> Result<Vec<Move>, TextFault> {
        let mut position = start.clone();
        let (mut moves, mut past) = (Vec::new(), Past::new(self, start));
        let bare = self.bare(text);
        for (at, line) in lines(&bare).filter(|(_, line)| !line.trim_start().starts_with('#')) {
            for (at, word) in words(at, line).flat_map(|(at, word)| between_commas(at, word)) {
                let rest = unnumbered(word);
                if rest.is_empty() || self.is_pdn() && RESULTS.contains(&rest) {
                    continue;
                }
                let at = at + word.len() - rest.len();
                for (at, one) in self.side_by_side(at, rest) {
                    self.read_one((&mut position, &mut past), one, at..at + one.len(), &mut moves)?;
                }
            }
        }
        Ok(moves)
    }

    /// A text without what says nothing of moves, all of it at its place.
    fn bare<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if !self.is_pdn() {
            return Cow::Borrowed(text);
        }
        let (mut bare, mut inside, mut begins_line) = (String::with_capacity(text.len()), None, true);
        for sign in text.chars() {
            match (inside, sign) {
                (None, '{') => inside = Some('}'),
                (None, '[') if begins_line => inside = Some(']'),
                _ => {}
            }
            match inside {
                Some(_) if sign != '\n' => bare.extend(std::iter::repeat_n(' ', sign.len_utf8())),
                _ => bare.push(sign),
            }
            if inside == Some(sign) {
                inside = None;
            }
            begins_line = sign == '\n' || begins_line && sign.is_whitespace();
        }
        Cow::Owned(bare)
    }

    /// The position with which the game of a record begins: this one, unless the record has another one.
    ///
    /// # Errors
    /// When the record has one that cannot be read.
    pub fn start_of_record(&self, start: &Position, text: &str) -> Result<Position, TextFault> {
        const TAG: &str = "[FEN \"";
        let place = self.is_pdn().then(|| text.find(TAG)).flatten();
        let Some(at) = place.map(|place| place + TAG.len()) else { return Ok(start.clone()) };
        let end = text[at..].find('"').map_or(text.len(), |length| at + length);
        let read = self.read_position(&text[at..end], self.game().first);
        read.map_err(|fault| TextFault { at: at + fault.at.start..at + fault.at.end, ..fault })
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

    /// The moves of a word in which fields stand one behind the other, with their places; the word itself where it is a move as
    /// it stands. A move begins with a letter behind a digit.
    fn side_by_side<'t>(&self, at: usize, word: &'t str) -> Vec<(usize, &'t str)> {
        let digit = |place: usize| word[..place].ends_with(|sign: char| sign.is_ascii_digit());
        let is_begin = |(place, sign): &(usize, char)| sign.is_ascii_alphabetic() && digit(*place);
        let begins: Vec<usize> = word.char_indices().filter(is_begin).map(|(place, _)| place).collect();
        let bounds: Vec<usize> = [&[0], begins.as_slice(), &[word.len()]].concat();
        let pieces = bounds.windows(2).map(|pair| (at + pair[0], &word[pair[0]..pair[1]]));
        let pieces: Vec<(usize, &str)> = pieces.collect();
        let are_moves = !self.is_written(word) && pieces.iter().all(|(_, piece)| self.is_written(piece));
        if are_moves { pieces } else { vec![(at, word)] }
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

/// The pieces of a word between commas, with their places.
fn between_commas(at: usize, word: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = word.as_ptr() as usize;
    word.split(',').map(move |piece| (at + piece.as_ptr() as usize - start, piece))
}

/// A word without the number of a move in front of it; a number without a period is a value.
fn unnumbered(word: &str) -> &str {
    let rest = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
    if rest.len() < word.len() && rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}
