//! Positions as text: the board with the signs of the program's drawings, and below it the rest of the state.
//!
//! ```text
//! 3 . x .
//! 2 . o x
//! 1 . . .
//!   a b c
//! to.move(o)     or: o to move
//! ```
//!
//! The whole board is drawn, its rows from the top. The sign of an empty field is `.`. The sign `*` is read as an empty
//! field too, and authors use it to mark a field.

use std::ops::Range;

use super::drawn_squares::{Squares, letter};
use super::move_text::read_value;
use super::notation::Notation;
use super::rules::TO_MOVE;
use super::text_faults::{TextFault, lines, quoted, words};
use crate::program::{Board, Drawing, PredicateId, State};
use crate::runtime::{Position, Value};

/// A sign on the board that does not determine every value of its tuple.
struct Unsaid<'r> {
    place: Range<usize>,
    drawing: &'r Drawing,
    field: Value,
}

/// The sign of an empty field.
const EMPTY: &str = ".";

/// The text below the board of a game that is over.
const OVER: &str = "the game is over";

/// The sign with which an author marks an empty field.
const MARK: &str = "*";

/// A tuple of a state, preceded by the index of the state.
type StateTuple = (usize, Vec<Value>);

impl<'r> Notation<'r> {
    /// The position as it is shown to players: the board and the tuples not drawn on it, without the player to move.
    pub fn drawn(self, position: &Position) -> String {
        self.lines(position, |state| state != TO_MOVE)
    }

    /// The whole position: the board, then each tuple that is not drawn on it, one per line.
    pub fn position_text(self, position: &Position) -> String {
        self.lines(position, |_| true)
    }

    /// The board with the given texts on its fields, in the order of the fields; `None` is an empty field.
    pub fn laid_out(self, texts: &[Option<String>]) -> String {
        let texts: Vec<Option<&str>> = texts.iter().map(Option::as_deref).collect();
        self.rules.program().board.as_ref().map_or_else(String::new, |board| lay_out(board, &texts))
    }

    fn lines(self, position: &Position, is_shown: impl Fn(usize) -> bool) -> String {
        let (drawn, rest) = self.signs(position);
        let signs: Vec<Option<&str>> =
            drawn.iter().map(|drawing| drawing.map(|drawing| drawing.sign.as_str())).collect();
        let board = self.rules.program().board.as_ref();
        let mut text = board.map_or_else(String::new, |board| lay_out(board, &signs));
        for (state, tuple) in rest.into_iter().filter(|(state, _)| is_shown(*state)) {
            text.push_str(&self.tuple_text(state, &tuple));
            text.push('\n');
        }
        text
    }

    /// A tuple as text, such as `mark(b2, x)`.
    pub fn tuple_text(self, state: usize, tuple: &[Value]) -> String {
        let predicate = self.rules.program().predicate(self.rules.game().states[state].predicate);
        let value = |(at, value): (usize, &Value)| self.rules.program().sort(predicate.sort(at)).text(*value);
        let values: Vec<String> = tuple.iter().enumerate().map(value).collect();
        if values.is_empty() {
            predicate.name.clone()
        } else {
            format!("{}({})", predicate.name, values.join(", "))
        }
    }

    /// Returns the drawing on each field, indexed by field, and the tuples that no sign expresses, each with its state.
    pub fn signs(self, position: &Position) -> (Vec<Option<&'r Drawing>>, Vec<StateTuple>) {
        let board = self.rules.program().board.as_ref();
        let fields = board.map_or(0, |board| self.rules.program().sort(board.field).size() as usize);
        let mut signs: Vec<Option<&Drawing>> = vec![None; fields];
        let mut rest = Vec::new();
        for state in 0..self.rules.game().states.len() {
            for tuple in position.tuples_of(state) {
                // A repetition count of 1 is the normal case and is left out.
                if self.rules.game().occurred == Some(state) && tuple == [1] {
                    continue;
                }
                let drawing = self.rules.game().drawings.iter().find(|drawing| draws(drawing, state, &tuple));
                let sign = drawing.and_then(|drawing| {
                    let sign = signs.get_mut(tuple[drawing.field] as usize)?;
                    sign.is_none().then(|| *sign = Some(drawing))?;
                    says_all(drawing).then_some(())
                });
                if sign.is_none() {
                    rest.push((state, tuple));
                }
            }
        }
        (signs, rest)
    }

    /// Reads a position written by [`Notation::position_text`] or by a person. If no line names the player to move, it
    /// is `to_move`. A state that is not drawn and has no line is empty.
    ///
    /// # Errors
    /// The first mistake.
    pub fn read_position(self, text: &str, to_move: Value) -> Result<Position, TextFault> {
        let (mut position, mut is_turn_said, mut is_past_said) = (self.rules.empty(to_move), false, false);
        let mut unsaid: Vec<Unsaid<'_>> = Vec::new();
        let squares = self.rules.program().board.as_ref().map(|board| (board, Squares::of(board)));
        let (mut next, mut end, mut is_whole) = (0, 0, false);
        for (at, line) in lines(text) {
            let begin = at + line.len() - line.trim_start().len();
            let content = line.trim();
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            end = at + line.trim_end().len();
            let place = begin..begin + content.len();
            let mover = self.said_to_move(content);
            match &squares {
                Some((board, _)) if is_columns(board, content) => {}
                Some(_) if next == 0 && !is_whole && self.is_compact(content) => {
                    self.read_compact(&mut position, (begin, content))?;
                    is_whole = true;
                }
                Some(_) if next == 0 && !is_whole && self.is_fen(content) => {
                    self.read_fen(&mut position, (begin, content))?;
                    is_whole = true;
                }
                Some((board, squares)) if content.starts_with(|sign: char| sign.is_ascii_digit()) => {
                    unsaid.extend(self.read_row(&mut position, (board, squares), next, (begin, content))?);
                    next += 1;
                }
                _ if content.starts_with(OVER) => {}
                _ if mover.is_some() || is_tuple(content) => {
                    let (state, tuple) = match mover {
                        Some(player) => (TO_MOVE, vec![player]),
                        None => self.read_tuple(begin, content)?,
                    };
                    // The first line about the player to move or the repetition count replaces a default value, so it
                    // may contradict it.
                    let is_first = match Some(state) {
                        Some(TO_MOVE) => !std::mem::replace(&mut is_turn_said, true),
                        state => {
                            state == self.rules.game().occurred && !std::mem::replace(&mut is_past_said, true)
                        }
                    };
                    if !is_first {
                        self.does_not_contradict(&position, state, &tuple, place)?;
                    }
                    position.add(state, &tuple);
                }
                _ => {
                    let found = format!("{} is not a line of a position", quoted(content));
                    return Err(TextFault::new(place, found, self.expected_line()));
                }
            }
        }
        match &squares {
            Some((_, squares)) if next < squares.rows.len() && !is_whole => {
                let found = format!("row {} is missing", squares.rows[next].0);
                Err(TextFault::new(end..end, found, "all rows of the board, from the top".to_owned()))
            }
            _ => {
                if is_whole {
                    self.count_from_nothing(&mut position);
                }
                unsaid.iter().try_for_each(|unsaid| self.is_said(&position, unsaid))?;
                Ok(position)
            }
        }
    }

    /// Reports a sign with several possible values if no line below the board says which value is meant.
    fn is_said(self, position: &Position, unsaid: &Unsaid<'_>) -> Result<(), TextFault> {
        let Unsaid { place, drawing, field } = unsaid;
        let is_it =
            |tuple: &Vec<Value>| tuple[drawing.field] == *field && draws(drawing, drawing.state, tuple);
        if position.tuples_of(drawing.state).iter().any(is_it) {
            return Ok(());
        }
        let predicate = self.rules.program().predicate(self.rules.game().states[drawing.state].predicate);
        let value = |(at, value): (usize, &Option<Value>)| match value {
            Some(value) => self.rules.program().sort(predicate.sort(at)).text(*value),
            None if at == drawing.field => self.rules.program().sort(predicate.sort(at)).text(*field),
            None => predicate.parameters[at].clone(),
        };
        let values: Vec<String> = drawing.arguments.iter().enumerate().map(value).collect();
        let found = format!("`{}` does not say which `{}` is meant", drawing.sign, predicate.name);
        let expected =
            format!("a line below the board with the values of `{}({})`", predicate.name, values.join(", "));
        Err(TextFault::new(place.clone(), found, expected))
    }

    /// The player named by a line such as `x to move`.
    fn said_to_move(self, line: &str) -> Option<Value> {
        let sort = self.rules.program().player_sort?;
        read_value(self.rules.program().sort(sort), line.strip_suffix(" to move")?)
    }

    fn expected_line(self) -> String {
        let tuple = self.tuple_text(TO_MOVE, &[self.rules.game().first]);
        match &self.rules.program().board {
            Some(board) => format!(
                "a row of the board that begins with its number, the letters of the columns, `{}`, or what else holds, such \
                 as `{tuple}`",
                columns(board, 1)
            ),
            None => format!("what holds, a line for each, such as `{tuple}`"),
        }
    }

    fn read_row(
        self,
        position: &mut Position,
        (board, squares): (&Board, &Squares),
        next: usize,
        (at, line): (usize, &str),
    ) -> Result<Vec<Unsaid<'r>>, TextFault> {
        let digits = line.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(line.len());
        let (number, row) = line.split_at(digits);
        let expected = squares.rows.get(next);
        let Some((_, _, fields)) = expected.filter(|(row, ..)| row.to_string() == number) else {
            let found = format!("row {} is not the next one", quoted(number));
            let expected = expected
                .map_or_else(|| "nothing below the last row".to_owned(), |(row, ..)| format!("row {row}"));
            return Err(TextFault::new(at..at + digits, found, expected));
        };
        let fields: Vec<Value> = fields.iter().flatten().copied().collect();
        let signs = self.signs_of(at + digits, row);
        if signs.len() != fields.len() {
            let end = at + line.len();
            let place = signs.get(fields.len()).map_or(end..end, |(at, sign)| *at..at + sign.len());
            let fields =
                |number: usize| if number == 1 { "1 field".to_owned() } else { format!("{number} fields") };
            let expected = match board.dark {
                true => format!("{} in this row", fields(squares.rows[next].2.iter().flatten().count())),
                false => fields(board.width as usize),
            };
            return Err(TextFault::new(place, format!("the row has {}", fields(signs.len())), expected));
        }
        let mut unsaid = Vec::new();
        for ((at, sign), field) in signs.into_iter().zip(fields) {
            unsaid.extend(self.read_sign(position, at, sign, field)?);
        }
        Ok(unsaid)
    }

    /// The signs of a row with their byte offsets: words if any sign of the game has several letters, single characters
    /// otherwise.
    fn signs_of(self, at: usize, row: &str) -> Vec<(usize, &str)> {
        if wide(self.rules.game().drawings.iter().map(|drawing| drawing.sign.as_str())) > 1 {
            return words(at, row).collect();
        }
        let signs = row.char_indices().filter(|(_, sign)| !sign.is_whitespace());
        signs.map(|(offset, sign)| (at + offset, &row[offset..offset + sign.len_utf8()])).collect()
    }

    fn read_sign(
        self,
        position: &mut Position,
        at: usize,
        sign: &str,
        field: Value,
    ) -> Result<Option<Unsaid<'r>>, TextFault> {
        if sign == EMPTY || sign == MARK || sign == "·" {
            return Ok(None);
        }
        let drawings = &self.rules.game().drawings;
        let Some(drawing) = drawings.iter().find(|drawing| drawing.sign == sign) else {
            let mut known: Vec<String> =
                drawings.iter().map(|drawing| format!("`{}`", drawing.sign)).collect();
            known.dedup();
            let expected = format!("`.` for an empty field, or {}", known.join(", "));
            return Err(TextFault::new(
                at..at + sign.len(),
                format!("nothing is drawn as {}", quoted(sign)),
                expected,
            ));
        };
        // If the sign does not determine all values, a line below the board must give them.
        if !says_all(drawing) {
            return Ok(Some(Unsaid { place: at..at + sign.len(), drawing, field }));
        }
        let value = |(place, value): (usize, &Option<Value>)| {
            if place == drawing.field { field } else { value.unwrap_or(0) }
        };
        let tuple: Vec<Value> = drawing.arguments.iter().enumerate().map(value).collect();
        position.add(drawing.state, &tuple);
        Ok(None)
    }

    /// Whether a line is a tuple such as `mark(b2, x)`, or at least begins with the name of a state and a bracket.
    pub fn is_tuple_line(self, line: &str) -> bool {
        let line = line.trim();
        let Some((name, _)) = line.split_once('(') else { return false };
        let is_named = |state: &State| self.rules.program().predicate(state.predicate).name == name.trim();
        is_tuple(line) || self.rules.game().states.iter().any(is_named)
    }

    /// Parses a tuple such as `mark(b2, x)`; returns the index of its state and its values.
    fn read_tuple(self, at: usize, line: &str) -> Result<(usize, Vec<Value>), TextFault> {
        let name = line.split('(').next().unwrap_or_default().trim();
        let states = &self.rules.game().states;
        let named = |predicate: PredicateId| &self.rules.program().predicate(predicate).name;
        let Some(state) = states.iter().position(|state| named(state.predicate) == name) else {
            let known: Vec<String> =
                states.iter().map(|state| format!("`{}`", named(state.predicate))).collect();
            let found = format!("{} is not a state of this game", quoted(name));
            return Err(TextFault::new(at..at + name.len(), found, known.join(", ")));
        };
        let predicate = self.rules.program().predicate(states[state].predicate);
        let begins = line.find('(').map_or(line.len(), |bracket| bracket + 1);
        let (inside, base) = (line[begins..].trim_end_matches(')'), at + begins);
        let pieces = inside.split(',').filter(|piece| !piece.trim().is_empty());
        let pieces: Vec<(usize, &str)> = pieces
            .map(|piece| (base + (piece.trim().as_ptr() as usize - inside.as_ptr() as usize), piece.trim()))
            .collect();
        if pieces.len() != predicate.sorts.len() {
            let found = match pieces.len() {
                1 => format!("`{name}` has 1 value here"),
                many => format!("`{name}` has {many} values here"),
            };
            let expected = format!("`{}`", predicate_form(&predicate.name, &predicate.parameters));
            return Err(TextFault::new(at..at + line.len(), found, expected));
        }
        let mut tuple = Vec::with_capacity(pieces.len());
        for (argument, (at, piece)) in pieces.into_iter().enumerate() {
            let sort = self.rules.program().sort(predicate.sort(argument));
            let value = read_value(sort, piece).ok_or_else(|| {
                let example = sort
                    .values()
                    .first()
                    .map_or_else(String::new, |value| format!(" such as `{}`", sort.text(*value)));
                let found = format!("{} is not a {}", quoted(piece), sort.name);
                TextFault::new(at..at + piece.len(), found, format!("a {}{example}", sort.name))
            })?;
            tuple.push(value);
        }
        Ok((state, tuple))
    }

    /// Reports a tuple that cannot hold together with another tuple of the position, because they differ only in
    /// arguments that the state declares `one`.
    fn does_not_contradict(
        self,
        position: &Position,
        state: usize,
        tuple: &[Value],
        place: Range<usize>,
    ) -> Result<(), TextFault> {
        let one = &self.rules.game().states[state].one;
        let is_other = |known: &Vec<Value>| {
            let pairs = || known.iter().zip(tuple).zip(one);
            pairs().all(|((known, new), one)| *one || known == new) && known != tuple
        };
        let Some(known) = position.tuples_of(state).into_iter().find(is_other) else { return Ok(()) };
        let (known, new) = (self.tuple_text(state, &known), self.tuple_text(state, tuple));
        Err(TextFault::new(
            place,
            format!("`{new}` cannot hold together with `{known}`"),
            "one of the two".to_owned(),
        ))
    }
}

/// The form of a predicate, such as `mark(Field, Color)`.
fn predicate_form(name: &str, parameters: &[String]) -> String {
    if parameters.is_empty() { name.to_owned() } else { format!("{name}({})", parameters.join(", ")) }
}

/// Whether `drawing` shows this tuple of this state.
fn draws(drawing: &Drawing, state: usize, tuple: &[Value]) -> bool {
    let fits = |(at, value): (usize, &Option<Value>)| {
        at == drawing.field || value.is_none_or(|value| tuple[at] == value)
    };
    drawing.state == state && drawing.arguments.iter().enumerate().all(fits)
}

/// Whether the sign and its field determine every value of the tuple.
fn says_all(drawing: &Drawing) -> bool {
    drawing.arguments.iter().enumerate().all(|(at, value)| at == drawing.field || value.is_some())
}

/// The width of the widest sign, in terminal columns.
fn wide<'s>(signs: impl Iterator<Item = &'s str>) -> usize {
    signs.map(|sign| sign.chars().count()).max().unwrap_or(1).max(1)
}

/// The board with these signs, one line per row, followed by the letters of the columns.
fn lay_out(board: &Board, signs: &[Option<&str>]) -> String {
    let wide = wide(signs.iter().flatten().copied());
    let margin = board.height.to_string().len();
    let mut text = String::new();
    for (row, shift, fields) in Squares::of(board).rows {
        let sign = |field: &Option<Value>| match field {
            Some(field) => signs.get(*field as usize).copied().flatten().unwrap_or(EMPTY),
            None => "",
        };
        let line: String = fields.iter().map(|field| format!(" {:wide$}", sign(field))).collect();
        text.push_str(&format!("{row:margin$}{:shift$}{}\n", "", line.trim_end()));
    }
    text.push_str(&format!("{:margin$} {}\n", "", columns(board, wide)));
    text
}

/// The letters of the columns, such as `a b c`.
fn columns(board: &Board, wide: usize) -> String {
    let letters: Vec<String> = (0..board.width).map(|column| format!("{:wide$}", letter(column))).collect();
    letters.join(" ").trim_end().to_owned()
}

/// Whether a line consists of the letters of the columns, in either case.
fn is_columns(board: &Board, line: &str) -> bool {
    let letters = line.chars().filter(|sign| !sign.is_whitespace());
    letters.map(|sign| sign.to_ascii_lowercase()).eq((0..board.width).map(letter))
}

/// Whether a line has the form of a tuple, such as `quiet(3)`, `to.move(x)` or `over`.
fn is_tuple(line: &str) -> bool {
    let name = line.split('(').next().unwrap_or_default().trim();
    let is_name = name.starts_with(char::is_lowercase) && !name.contains(char::is_whitespace);
    is_name && (line.ends_with(')') || !line.contains('('))
}
