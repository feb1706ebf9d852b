//! Positions on one line, in the forms used by collections of positions and by programs that play one game.
//!
//! ```text
//! ---------------------------OX------XO--------------------------- X
//!     a sign for each field, in their order, and the sign of the player to move
//! W:W21,22,K30:B1-3
//!     in games with the notation `pdn`: the player to move, and for each player the fields of the men and, after a K,
//!     of the kings, as single fields or ranges
//! ```
//!
//! The signs are the same as on the drawn board. A letter is accepted in upper and lower case if the drawing uses only
//! one of the two cases.

use super::move_text::read_value;
use super::notation::Notation;
use super::rules::TO_MOVE;
use super::text_faults::{TextFault, quoted};
use crate::program::{Drawing, SortKind};
use crate::runtime::{Position, Value};

/// Signs accepted for an empty field.
const EMPTY: [char; 3] = ['-', '.', '_'];

/// Minimum length, in signs, of a word that may be a mistyped board.
const MIN_SIGNS: usize = 3;

/// Whether a word begins with a bracket and a digit, such as `[8`. Some programs begin a board in this way if they
/// write all rows on one line.
fn is_bracketed(word: &str) -> bool {
    word.strip_prefix('[').is_some_and(|rest| rest.starts_with(|sign: char| sign.is_ascii_digit()))
}

impl<'r> Notation<'r> {
    /// Whether a line is a position on one line, or looks like such a position with mistakes.
    pub fn is_position_line(self, line: &str) -> bool {
        self.is_compact(line) || self.is_fen(line)
    }

    /// Whether a line looks like a board with one sign per field. Its first word must have at least half as many signs
    /// as the board has fields. Most of them must be signs of the game, and none a digit or bracket. Also true for a
    /// board in square brackets, which is recognised only in order to be rejected.
    pub(super) fn is_compact(self, line: &str) -> bool {
        let Some(board) = &self.rules.program().board else { return false };
        let fields = self.rules.program().sort(board.field).size() as usize;
        let first = line.split_whitespace().next().unwrap_or_default();
        if is_bracketed(first) && !self.is_pdn() {
            return true;
        }
        let signs = first.chars().count();
        let known = first.chars().filter(|sign| self.sign(*sign).is_some()).count();
        let is_other = first.contains(|sign: char| sign.is_ascii_digit() || "()".contains(sign));
        signs >= MIN_SIGNS
            && 2 * signs >= fields
            && 2 * known >= signs
            && !is_other
            && !self.is_written(first)
    }

    /// Reads a line for which [`Notation::is_compact`] is true.
    pub(super) fn read_compact(
        self,
        position: &mut Position,
        (at, line): (usize, &str),
    ) -> Result<(), TextFault> {
        let mut words = line.split_whitespace();
        let board = words.next().unwrap_or_default();
        for (field, drawing) in self.read_board(board).map_err(|fault| fault.behind(at))? {
            self.put(position, drawing, field);
        }
        let Some(mover) = words.next() else { return Ok(()) };
        let place = at + (mover.as_ptr() as usize - line.as_ptr() as usize);
        let player = mover.chars().next().filter(|_| mover.chars().count() == 1);
        let player = player.and_then(|sign| self.player_of(self.sign(sign)??)).or_else(|| {
            let sort = self.rules.program().player_sort?;
            read_value(self.rules.program().sort(sort), mover)
        });
        let Some(player) = player else {
            let found = format!("{} is not a player", quoted(mover));
            let expected = "the sign of a piece of the player to move".to_owned();
            return Err(TextFault::new(place..place + mover.len(), found, expected));
        };
        if let Some(more) = words.next() {
            let place = at + (more.as_ptr() as usize - line.as_ptr() as usize);
            let found = format!("{} after the player to move", quoted(more));
            return Err(TextFault::new(
                place..place + more.len(),
                found,
                "nothing more in this line".to_owned(),
            ));
        }
        position.add(TO_MOVE, &[player]);
        Ok(())
    }

    /// Writes a position on one line, and returns whether the line expresses the whole position. If it does not, only
    /// history is missing. Returns `None` if the position has no one-line form.
    pub fn position_line(self, position: &Position) -> Option<(String, bool)> {
        let line = if self.is_pdn() { self.fen(position) } else { self.board_line(position)? };
        let read = self.read_position(&line, self.rules.game().first).ok()?;
        let mut is_whole = true;
        for (state, declared) in self.rules.game().states.iter().enumerate() {
            if read.tuples_of(state) != position.tuples_of(state) {
                is_whole = false;
                // A line cannot contain history or repetition counts. If the line would omit anything else, the
                // position has no one-line form.
                let is_past = declared.is_history || self.rules.game().occurred == Some(state);
                is_past.then_some(())?;
            }
        }
        Some((line, is_whole))
    }

    /// A sign for each field, followed by the sign of the player to move.
    fn board_line(self, position: &Position) -> Option<String> {
        self.rules.program().board.as_ref()?;
        let (drawn, _) = self.signs(position);
        let signs = drawn.iter().map(|drawing| drawing.map_or("-", |drawing| drawing.sign.as_str()));
        let (player, sort) = (self.rules.to_move(position), self.rules.program().player_sort?);
        let mut drawings = self.rules.game().drawings.iter();
        let of_mover = drawings.find(|drawing| self.player_of(drawing) == Some(player));
        let mover = of_mover
            .map_or_else(|| self.rules.program().sort(sort).text(player), |drawing| drawing.sign.clone());
        Some(format!("{} {mover}", signs.collect::<String>()))
    }

    /// The position in the notation of draughts, such as `W:W21,K30:B1`.
    fn fen(self, position: &Position) -> String {
        let (drawn, _) = self.signs(position);
        let values =
            self.rules.program().board.as_ref().map(|board| self.rules.program().sort(board.field).values());
        let fields = values.unwrap_or_default();
        let letter = |player: Value| {
            let name = self.rules.program().player(player);
            name.chars().next().map_or('?', |first| first.to_ascii_uppercase())
        };
        let mut line = letter(self.rules.to_move(position)).to_string();
        for player in &self.rules.program().players {
            let pieces = fields.iter().zip(&drawn).filter_map(|(field, drawing)| {
                let drawing = drawing.filter(|drawing| self.player_of(drawing) == Some(*player))?;
                let king = if drawing.sign.chars().all(char::is_uppercase) { "K" } else { "" };
                Some(format!("{king}{}", self.field_text(*field)))
            });
            line.push_str(&format!(":{}{}", letter(*player), pieces.collect::<Vec<_>>().join(",")));
        }
        line
    }

    /// Reads a board in one word, and returns the fields that are not empty, each with its drawing.
    fn read_board(self, word: &str) -> Result<Vec<(Value, &'r Drawing)>, TextFault> {
        let board =
            self.rules.program().board.as_ref().map(|board| self.rules.program().sort(board.field).values());
        let fields = board.unwrap_or_default();
        if is_bracketed(word) {
            let found = format!("{} begins a board in square brackets, which is not supported", quoted(word));
            let expected = format!("a sign for each of the {} fields, in one word", fields.len());
            return Err(TextFault::new(0..word.len(), found, expected));
        }
        for (offset, sign) in word.char_indices() {
            if self.sign(sign).is_none() {
                let place = offset..offset + sign.len_utf8();
                let found = format!("{} is not a sign of a piece", quoted(&word[place.clone()]));
                return Err(TextFault::new(place, found, self.expected_sign()));
            }
        }
        let signs = word.chars().count();
        if signs != fields.len() {
            let end = word.char_indices().nth(fields.len()).map_or(word.len(), |(offset, _)| offset);
            let found = format!("{signs} signs, but the board has {} fields", fields.len());
            return Err(TextFault::new(
                end..word.len(),
                found,
                "a sign for each field, in one word".to_owned(),
            ));
        }
        let drawn = fields.into_iter().zip(word.chars().map(|sign| self.sign(sign).flatten()));
        Ok(drawn.filter_map(|(field, drawing)| Some((field, drawing?))).collect())
    }

    /// The signs that a board on one line may have, phrased to follow the word "expected".
    fn expected_sign(self) -> String {
        let mut known: Vec<String> =
            self.rules.game().drawings.iter().map(|drawing| format!("`{}`", drawing.sign)).collect();
        known.dedup();
        format!("`-` or `.` for an empty field, or {}", known.join(", "))
    }

    /// Whether a line looks like a position in the notation of draughts (`W:…` or `B:…`).
    pub(super) fn is_fen(self, line: &str) -> bool {
        let mut parts = line.split(':');
        self.is_pdn()
            && parts.next().is_some_and(|mover| ["W", "B", "w", "b"].contains(&mover.trim()))
            && parts.next().is_some()
    }

    /// Reads a line for which [`Notation::is_fen`] is true.
    ///
    /// # Errors
    /// The first mistake.
    pub(super) fn read_fen(
        self,
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
            let found = self.rules.program().players.iter().copied().find(|player| {
                let name = self.rules.program().player(*player);
                name.chars().next().map(|first| first.to_ascii_uppercase())
                    == letter.chars().next().map(|first| first.to_ascii_uppercase())
            });
            found.ok_or_else(|| {
                TextFault::new(place, format!("{} is not a player", quoted(letter)), "W or B".to_owned())
            })
        };
        position.add(TO_MOVE, &[player(mover.trim(), place(mover))?]);
        let (mut taken, mut sides): (Vec<Value>, Vec<Value>) = (Vec::new(), Vec::new());
        for part in parts {
            let (letter, fields) = part.split_at(part.chars().next().map_or(0, char::len_utf8));
            let owner = player(letter, place(part))?;
            if sides.contains(&owner) {
                let found = format!("the pieces of {} a second time", self.rules.program().player(owner));
                return Err(TextFault::new(
                    place(part),
                    found,
                    "those of every player at most once".to_owned(),
                ));
            }
            sides.push(owner);
            for piece in fields.split(',').filter(|piece| !piece.trim().is_empty()) {
                let (drawing, fields) = self
                    .read_pieces(owner, piece.trim())
                    .map_err(|(found, expected)| TextFault::new(place(piece.trim()), found, expected))?;
                for field in fields {
                    if taken.contains(&field) {
                        let field = self.field_text(field);
                        let found = format!("a second piece on the field {field}");
                        let expected = "every field at most once".to_owned();
                        return Err(TextFault::new(place(piece.trim()), found, expected));
                    }
                    taken.push(field);
                    self.put(position, drawing, field);
                }
            }
        }
        Ok(())
    }

    /// Parses a piece such as `21`, `K21` or `21-32`: its drawing and the fields that it is on. An error says what was
    /// found and what was expected.
    fn read_pieces(self, owner: Value, piece: &str) -> Result<(&'r Drawing, Vec<Value>), (String, String)> {
        let fields = piece.strip_prefix(['K', 'k']).unwrap_or(piece);
        let is_king = fields.len() < piece.len();
        let sort = self.rules.program().board.as_ref().map(|board| self.rules.program().sort(board.field));
        let value = |text: &str| sort.and_then(|sort| read_value(sort, text.trim()));
        let (first, last) = fields.split_once('-').unwrap_or((fields, fields));
        // A king is drawn as a capital letter.
        let drawing = self.rules.game().drawings.iter().find(|drawing| {
            let is_capital = drawing.sign.chars().all(char::is_uppercase);
            self.player_of(drawing) == Some(owner) && is_capital == is_king
        });
        let (Some(first), Some(last), Some(drawing)) = (value(first), value(last), drawing) else {
            let found = format!("{} is not a piece on a field", quoted(piece));
            return Err((found, "a field such as `21`, or `K21` for a king".to_owned()));
        };
        if first > last {
            let found = format!("{} goes from a field to one before it", quoted(piece));
            return Err((found, "the lower number first, as in `21-32`".to_owned()));
        }
        let values = sort.map(|sort| sort.values()).unwrap_or_default();
        Ok((drawing, values.into_iter().filter(|value| (first..=last).contains(value)).collect()))
    }

    fn field_text(self, field: Value) -> String {
        let board = self.rules.program().board.as_ref();
        board.map_or_else(String::new, |board| self.rules.program().sort(board.field).text(field))
    }

    /// What a sign means on the board: `Some(None)` for an empty field, `None` if no drawing has this sign.
    fn sign(self, sign: char) -> Option<Option<&'r Drawing>> {
        if EMPTY.contains(&sign) {
            return Some(None);
        }
        let drawn = |wanted: char| {
            let mut text = [0; 4];
            let text: &str = wanted.encode_utf8(&mut text);
            self.rules.game().drawings.iter().find(|drawing| drawing.sign == text)
        };
        let other = match sign.is_ascii_uppercase() {
            true => sign.to_ascii_lowercase(),
            false => sign.to_ascii_uppercase(),
        };
        drawn(sign).or_else(|| drawn(other)).map(Some)
    }

    /// The player whose pieces `drawing` shows; `None` if the drawing does not name a player.
    pub fn player_of(self, drawing: &Drawing) -> Option<Value> {
        let predicate = self.rules.program().predicate(self.rules.game().states[drawing.state].predicate);
        let root = |sort| self.rules.program().sort(sort).root;
        let player = root(self.rules.program().player_sort?);
        let mut values = predicate.sorts.iter().zip(&drawing.arguments);
        values.find_map(|(sort, value)| value.filter(|_| root(*sort) == player))
    }

    /// Puts the piece that `drawing` shows on `field`. Values that the drawing leaves open become the least value of
    /// their sort.
    fn put(self, position: &mut Position, drawing: &Drawing, field: Value) {
        let predicate = self.rules.program().predicate(self.rules.game().states[drawing.state].predicate);
        let value = |(at, value): (usize, &Option<Value>)| match value {
            _ if at == drawing.field => field,
            Some(value) => *value,
            None => self.rules.program().sort(predicate.sort(at)).values().first().copied().unwrap_or(0),
        };
        let tuple: Vec<Value> = drawing.arguments.iter().enumerate().map(value).collect();
        position.add(drawing.state, &tuple);
    }

    /// Sets history counters that the line does not mention to 0, as the notation omits them.
    pub(super) fn count_from_nothing(self, position: &mut Position) {
        for (at, state) in self.rules.game().states.iter().enumerate().filter(|(_, state)| state.is_history) {
            let sorts = &self.rules.program().predicate(state.predicate).sorts;
            let [sort] = sorts.as_slice() else { continue };
            let sort = self.rules.program().sort(*sort);
            let starts_at_nothing =
                matches!(sort.kind, SortKind::Range(_)) && sort.contains(0) && sort.number(0) == 0;
            if state.one == [true] && starts_at_nothing && position.tuples_of(at).is_empty() {
                position.add(at, &[0]);
            }
        }
    }
}
