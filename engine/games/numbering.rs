//! Assigns numbers to boards. The content of each field is a digit of the number, and symmetric boards have the same
//! number.
//!
//! The fields are in a fixed order, and the digit of the last field is the most significant. If a<sub>i</sub> is the
//! digit of the i-th field (0 for an empty field), the number is Σ a<sub>i</sub>·b<sup>i−1</sup>, where b − 1 is the
//! number of things that can occupy a field. The number of a board is the smallest number that any of its symmetric
//! images has.

use std::fmt;

use blanche_compiler::game::{Images, Rules};
use blanche_compiler::program::{Program, SortId};
use blanche_compiler::runtime::{Position, Value};
use blanche_sorted::Arrange;

/// Something that can occupy a field. It is described by a relation of the position (a state), with fixed values for
/// all arguments except the field.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Content {
    state: usize,
    /// The index of the argument that is the field.
    field: usize,
    /// The values of the other arguments.
    others: Vec<Value>,
}

/// A symmetry of the board, stored as a mapping of field indices and a mapping of digits.
struct BoardSymmetry {
    fields: Vec<usize>,
    /// The image of each digit.
    digits: Vec<u8>,
}

/// The numbering of the boards of a game.
pub struct Numbering<'r> {
    rules: &'r Rules,
    /// The fields, in the order of their digits.
    fields: Vec<Value>,
    /// For each field, its index in this order.
    places: Vec<usize>,
    /// The meanings of the digits, beginning with digit 1.
    contents: Vec<Content>,
    /// The symmetries that do not swap the players. The identity comes first.
    symmetries: Vec<BoardSymmetry>,
}

/// A tuple of a state: the index of the state, and the values of the tuple.
pub type Tuple = (usize, Vec<Value>);

/// A message that explains why the boards of a game cannot be numbered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoNumbers(pub String);

impl fmt::Display for NoNumbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'r> Numbering<'r> {
    /// Creates the numbering of a game's boards. `order` lists all fields in the order of their digits; `None` uses the
    /// order of the board.
    ///
    /// # Errors
    /// If the game has no board, nothing can occupy its fields, there are too many boards for 128 bits, or the order is
    /// not a permutation of the fields.
    pub fn new(rules: &'r Rules, order: Option<&[String]>) -> Result<Numbering<'r>, NoNumbers> {
        let program = rules.program();
        let Some(board) = &program.board else {
            return Err(NoNumbers("a game without a board has no numbers of boards".to_owned()));
        };
        let fields = match order {
            Some(names) => ordered(program, board.field, names)?,
            None => program.sort(board.field).values(),
        };
        let contents = contents(rules, board.field);
        if contents.is_empty() {
            return Err(NoNumbers("no state of the game gives the contents of a field".to_owned()));
        }
        let base = contents.len() as u128 + 1;
        if base > 256 || base.checked_pow(fields.len() as u32).is_none() {
            return Err(NoNumbers(
                "the boards of this game are too many to be numbered in 128 bits".to_owned(),
            ));
        }
        let most = fields.iter().max().map_or(0, |field| *field as usize + 1);
        let mut places = vec![0; most];
        fields.iter().enumerate().for_each(|(place, field)| places[*field as usize] = place);
        let symmetries = symmetries(rules, board.field, &fields, &places, &contents);
        Ok(Numbering { rules, fields, places, contents, symmetries })
    }

    /// The rules of the game.
    pub fn rules(&self) -> &'r Rules {
        self.rules
    }

    /// The digit of each field, in the order of the numbering; `None` if two things occupy one field.
    fn digits(&self, position: &Position) -> Option<Vec<u8>> {
        let mut digits = vec![0; self.fields.len()];
        let (mut bound, mut found) = (Vec::new(), Vec::new());
        for (content, digit) in self.contents.iter().zip(1..) {
            bound.clear();
            bound.extend(content.others.iter().map(|other| Some(*other)));
            bound.insert(content.field, None);
            found.clear();
            position.each(content.state, &bound, &mut found);
            for field in &found {
                let place = &mut digits[self.places[*field as usize]];
                if *place != 0 {
                    return None;
                }
                *place = digit;
            }
        }
        Some(digits)
    }

    /// The number of a board, which is the smallest number of its symmetric images. `None` if two things occupy one
    /// field.
    pub fn number(&self, position: &Position) -> Option<u128> {
        let digits = self.digits(position)?;
        self.symmetries.iter().map(|symmetry| self.number_in(&digits, symmetry)).min()
    }

    fn number_in(&self, digits: &[u8], symmetry: &BoardSymmetry) -> u128 {
        let mut seen = vec![0; digits.len()];
        for (place, digit) in digits.iter().enumerate() {
            seen[symmetry.fields[place]] = symmetry.digits[usize::from(*digit)];
        }
        let base = self.contents.len() as u128 + 1;
        seen.iter().rev().fold(0, |number, digit| number * base + u128::from(*digit))
    }

    /// The number of occupied fields.
    pub fn occupied(&self, position: &Position) -> usize {
        let (mut taken, mut found) = (vec![false; self.fields.len()], Vec::new());
        for (state, field) in self.states() {
            let arity = position.layout().table(state).arity();
            found.clear();
            position.each(state, &vec![None; arity], &mut found);
            found.chunks_exact(arity).for_each(|tuple| taken[self.places[tuple[field] as usize]] = true);
        }
        taken.into_iter().filter(|is_taken| *is_taken).count()
    }

    /// The position with the board that has this number, in which this player is to move.
    pub fn board(&self, number: u128, to_move: Value) -> Position {
        let mut position = self.rules.empty(to_move);
        for (_, content) in self.contents_of(number) {
            if let Some((state, tuple)) = content {
                position.add(state, &tuple);
            }
        }
        position
    }

    /// For each field, sorted, its content on the board with this number. The content is a tuple of a state, or `None`
    /// for an empty field.
    pub fn contents_of(&self, number: u128) -> Vec<(Value, Option<Tuple>)> {
        let base = self.contents.len() as u128 + 1;
        let mut rest = number;
        let mut contents_of: Vec<_> = Vec::with_capacity(self.fields.len());
        for field in &self.fields {
            let digit = (rest % base) as usize;
            rest /= base;
            let tuple = digit.checked_sub(1).map(|at| {
                let Content { state, field: place, others } = &self.contents[at];
                let mut tuple = others.clone();
                tuple.insert(*place, *field);
                (*state, tuple)
            });
            contents_of.push((*field, tuple));
        }
        contents_of.arrange_by_key(|(field, _)| *field);
        contents_of
    }

    /// The states that describe the content of a field, each with the index of the field argument.
    pub fn states(&self) -> Vec<(usize, usize)> {
        let mut states: Vec<(usize, usize)> =
            self.contents.iter().map(|content| (content.state, content.field)).collect();
        states.dedup();
        states
    }
}

/// Finds the fields with these names. The names must contain every field exactly once.
fn ordered(program: &Program, sort: SortId, names: &[String]) -> Result<Vec<Value>, NoNumbers> {
    let sort = program.sort(sort);
    let mut fields = Vec::with_capacity(names.len());
    for name in names {
        let field =
            sort.value(name).ok_or_else(|| NoNumbers(format!("`{name}` is not a field of the board")))?;
        if fields.contains(&field) {
            return Err(NoNumbers(format!("the order of the fields has `{name}` twice")));
        }
        fields.push(field);
    }
    match sort.values().into_iter().find(|field| !fields.contains(field)) {
        Some(left) => Err(NoNumbers(format!("the order of the fields lacks `{}`", sort.text(left)))),
        None => Ok(fields),
    }
}

/// Everything that can occupy a field. This is each state with exactly one field argument, in combination with all
/// values of its other arguments.
fn contents(rules: &Rules, field: SortId) -> Vec<Content> {
    let program = rules.program();
    let is_field = |sort: SortId| program.sort(sort).root == program.sort(field).root;
    let mut contents = Vec::new();
    for (at, state) in rules.game().states.iter().enumerate().filter(|(_, state)| !state.is_history) {
        let sorts = &program.predicate(state.predicate).sorts;
        let fields: Vec<usize> = (0..sorts.len()).filter(|at| is_field(sorts[*at])).collect();
        let [place] = fields[..] else { continue };
        let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
        for sort in sorts.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, sort)| *sort) {
            let values = program.sort(sort).values();
            let with = |row: Vec<Value>| values.iter().map(move |value| [row.as_slice(), &[*value]].concat());
            rows = rows.into_iter().flat_map(|row| with(row).collect::<Vec<_>>()).take(256).collect();
        }
        contents.extend(rows.into_iter().map(|others| Content { state: at, field: place, others }));
    }
    contents
}

fn symmetries(
    rules: &Rules,
    field: SortId,
    fields: &[Value],
    places: &[usize],
    contents: &[Content],
) -> Vec<BoardSymmetry> {
    let (program, images) = (rules.program(), Images::of(rules));
    let symmetry = |image: usize| {
        let seen = |field_: &Value| places[images.value(image, field, *field_) as usize];
        let become_ = |content: &Content| {
            let sorts = &program.predicate(rules.game().states[content.state].predicate).sorts;
            let others =
                sorts.iter().enumerate().filter(|(at, _)| *at != content.field).map(|(_, sort)| *sort);
            let others = others.zip(&content.others).map(|(sort, value)| images.value(image, sort, *value));
            let seen = Content { others: others.collect(), ..content.clone() };
            contents.iter().position(|other| *other == seen)
        };
        let digits: Option<Vec<u8>> =
            contents.iter().map(|content| become_(content).map(|at| at as u8 + 1)).collect();
        let digits = std::iter::once(0).chain(digits?).collect();
        Some(BoardSymmetry { fields: fields.iter().map(seen).collect(), digits })
    };
    images.of_players_as_they_are().filter_map(symmetry).collect()
}
