//! Positions in a line, as collections of positions and programs for one game write them.
//!
//! ```text
//! ---------------------------OX------XO--------------------------- X
//!     a sign for each field, in their order, and a sign of whoever is to move
//! W:W21,22,K30:B1,2,3
//!     in games with the notation `pdn`: who is to move, and for each player the fields of men and, behind a K, of kings
//! ```
//!
//! Signs are those of the drawing, in small letters or in capital ones where only one of the two is drawn.

use super::notation::read_value;
use super::rules::{Rules, TO_MOVE};
use super::text::{TextFault, quoted};
use crate::program::{Drawing, SortKind};
use crate::runtime::{Position, Value};

/// What stands for an empty field.
const EMPTY: [char; 3] = ['-', '.', '_'];

impl Rules {
    /// Whether a line is a position by itself.
    pub fn is_position_line(&self, line: &str) -> bool {
        self.is_compact(line) || self.is_fen(line)
    }

    /// Whether a line is a board, with a sign for each field.
    pub(super) fn is_compact(&self, line: &str) -> bool {
        let Some(board) = &self.program().board else { return false };
        let fields = self.program().sort(board.field).size() as usize;
        let first = line.split_whitespace().next().unwrap_or_default();
        fields > 1 && first.chars().count() == fields && first.chars().all(|sign| self.sign(sign).is_some())
    }

    /// Reads such a line.
    pub(super) fn read_compact(
        &self,
        position: &mut Position,
        (at, line): (usize, &str),
    ) -> Result<(), TextFault> {
        let mut words = line.split_whitespace();
        let board = self.program().board.as_ref().map(|board| self.program().sort(board.field).values());
        for (field, sign) in board.into_iter().flatten().zip(words.next().unwrap_or_default().chars()) {
            if let Some(Some(drawing)) = self.sign(sign) {
                self.put(position, drawing, field);
            }
        }
        let Some(mover) = words.next() else { return Ok(()) };
        let place = at + (mover.as_ptr() as usize - line.as_ptr() as usize);
        let player = mover.chars().next().filter(|_| mover.chars().count() == 1);
        let player = player.and_then(|sign| self.player_of(self.sign(sign)??)).or_else(|| {
            let sort = self.program().player_sort?;
            read_value(self.program().sort(sort), mover)
        });
        let Some(player) = player else {
            let found = format!("{} is no player", quoted(mover));
            let expected = "the sign of a piece of whoever is to move".to_owned();
            return Err(TextFault::new(place..place + mover.len(), found, expected));
        };
        position.add(TO_MOVE, &[player]);
        Ok(())
    }

    /// Whether a line is a position in the notation of draughts.
    pub(super) fn is_fen(&self, line: &str) -> bool {
        let mut parts = line.split(':');
        self.is_pdn()
            && parts.next().is_some_and(|mover| ["W", "B", "w", "b"].contains(&mover.trim()))
            && parts.next().is_some()
    }

    /// Reads such a line.
    ///
    /// # Errors
    /// The first mistake.
    pub(super) fn read_fen(
        &self,
        position: &mut Position,
        (at, line): (usize, &str),
    ) -> Result<(), TextFault> {
        let place = |piece: &str| {
            let start = at + (piece.as_ptr() as usize - line.as_ptr() as usize);
            start..start + piece.len()
        };
        let mut parts = line.trim_end_matches('.').split(':');
        let mover = parts.next().unwrap_or_default();
        let player = |letter: &str, place| {
            let found = self.program().players.iter().copied().find(|player| {
                let name = self.program().player(*player);
                name.chars().next().map(|first| first.to_ascii_uppercase())
                    == letter.chars().next().map(|first| first.to_ascii_uppercase())
            });
            found.ok_or_else(|| {
                TextFault::new(place, format!("{} is no player", quoted(letter)), "W or B".to_owned())
            })
        };
        position.add(TO_MOVE, &[player(mover.trim(), place(mover))?]);
        for part in parts {
            let (letter, fields) = part.split_at(part.chars().next().map_or(0, char::len_utf8));
            let owner = player(letter, place(part))?;
            for piece in fields.split(',').filter(|piece| !piece.trim().is_empty()) {
                let field = piece.trim().trim_start_matches(['K', 'k']);
                let is_king = field.len() < piece.trim().len();
                let sort = self.program().board.as_ref().map(|board| self.program().sort(board.field));
                let value = sort.and_then(|sort| read_value(sort, field));
                // A king is drawn as a capital letter.
                let drawing = self.game().drawings.iter().find(|drawing| {
                    let is_capital = drawing.sign.chars().all(char::is_uppercase);
                    self.player_of(drawing) == Some(owner) && is_capital == is_king
                });
                let (Some(value), Some(drawing)) = (value, drawing) else {
                    let found = format!("{} is no piece on a field", quoted(piece.trim()));
                    let expected = "a field such as `21`, or `K21` for a king".to_owned();
                    return Err(TextFault::new(place(piece), found, expected));
                };
                self.put(position, drawing, value);
            }
        }
        Ok(())
    }

    /// What a sign draws: nothing on an empty field; none where it draws nothing at all.
    fn sign(&self, sign: char) -> Option<Option<&Drawing>> {
        if EMPTY.contains(&sign) {
            return Some(None);
        }
        let drawn = |wanted: char| {
            let mut text = [0; 4];
            let text: &str = wanted.encode_utf8(&mut text);
            self.game().drawings.iter().find(|drawing| drawing.sign == text)
        };
        let other = match sign.is_ascii_uppercase() {
            true => sign.to_ascii_lowercase(),
            false => sign.to_ascii_uppercase(),
        };
        drawn(sign).or_else(|| drawn(other)).map(Some)
    }

    /// Whose pieces a drawing shows.
    fn player_of(&self, drawing: &Drawing) -> Option<Value> {
        let predicate = self.program().predicate(self.game().states[drawing.state].predicate);
        let root = |sort| self.program().sort(sort).root;
        let player = root(self.program().player_sort?);
        let mut values = predicate.sorts.iter().zip(&drawing.arguments);
        values.find_map(|(sort, value)| value.filter(|_| root(*sort) == player))
    }

    /// Puts what a drawing shows on a field; where it leaves a value open, the least one.
    fn put(&self, position: &mut Position, drawing: &Drawing, field: Value) {
        let predicate = self.program().predicate(self.game().states[drawing.state].predicate);
        let value = |(at, value): (usize, &Option<Value>)| match value {
            _ if at == drawing.field => field,
            Some(value) => *value,
            None => self.program().sort(predicate.sort(at)).values().first().copied().unwrap_or(0),
        };
        let tuple: Vec<Value> = drawing.arguments.iter().enumerate().map(value).collect();
        position.add(drawing.state, &tuple);
    }

    /// What the notation leaves out: a state that counts from 0 upwards, and that a position in a line says nothing of, is 0.
    pub(super) fn count_from_nothing(&self, position: &mut Position) {
        for (at, state) in self.game().states.iter().enumerate().filter(|(_, state)| state.is_history) {
            let sorts = &self.program().predicate(state.predicate).sorts;
            let [sort] = sorts.as_slice() else { continue };
            let sort = self.program().sort(*sort);
            let starts_at_nothing =
                matches!(sort.kind, SortKind::Range(_)) && sort.contains(0) && sort.number(0) == 0;
            if state.one == [true] && starts_at_nothing && self.tuples_of(position, at).is_empty() {
                position.add(at, &[0]);
            }
        }
    }
}
