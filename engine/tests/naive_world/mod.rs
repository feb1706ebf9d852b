//! Five in a row as a simple world for the naive evaluator: an array of fields, groups found by loops, and every extern
//! predicate as a relation. It shares no code with the engine. It is slow, and meant to be obviously correct.

use std::collections::HashMap;

use agree::{Value, World};

const SIZE: i32 = 15;

/// The content of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stone {
    None,
    White,
    Black,
}

/// Column and row, both from 0.
type Field = (i32, i32);

/// Five fields in a row, at positions 1 to 5, and the two fields that border them, at positions 0 and 6. A border field
/// may be off the board.
struct Group {
    direction: &'static str,
    positions: [Field; 7],
}

/// A position on the board.
pub(crate) struct PlainBoard {
    stones: [[Stone; SIZE as usize]; SIZE as usize],
    last_move: Option<Field>,
    /// The player to move, if known.
    to_move: Option<&'static str>,
    /// The stones placed by `place`, each with the last move before it.
    before: Vec<(Field, Option<Field>)>,
    fields: Vec<Field>,
    groups: Vec<Group>,
    field_values: Vec<Value>,
    group_values: Vec<Value>,
    field_numbers: HashMap<Value, usize>,
    group_numbers: HashMap<Value, usize>,
}

impl PlainBoard {
    /// The empty board.
    pub(crate) fn new() -> PlainBoard {
        let fields: Vec<Field> =
            (0..SIZE).flat_map(|row| (0..SIZE).map(move |column| (column, row))).collect();
        let groups = all_groups(&fields);
        let field_values: Vec<Value> = fields.iter().map(|field| Value::read(&field_name(*field))).collect();
        let group_values: Vec<Value> = groups.iter().map(|group| Value::read(&group_name(group))).collect();
        PlainBoard {
            stones: [[Stone::None; SIZE as usize]; SIZE as usize],
            last_move: None,
            to_move: None,
            before: Vec::new(),
            field_numbers: numbers(&field_values),
            group_numbers: numbers(&group_values),
            fields,
            groups,
            field_values,
            group_values,
        }
    }

    /// The position after these moves, such as `h8,i7,…`, black first.
    pub(crate) fn after_moves(moves: &str) -> PlainBoard {
        let moves: Vec<&str> = moves.split(',').collect();
        let of = |color| moves.iter().skip(color).step_by(2).copied().collect::<Vec<&str>>().join(",");
        let to_move = Some(if moves.len().is_multiple_of(2) { "black" } else { "white" });
        PlainBoard { to_move, ..PlainBoard::set_up(&of(0), &of(1), moves.last().copied()) }
    }

    /// The position with these stones, and optionally a last move.
    pub(crate) fn set_up(black: &str, white: &str, last: Option<&str>) -> PlainBoard {
        let mut board = PlainBoard::new();
        for (stone, names) in [(Stone::Black, black), (Stone::White, white)] {
            for name in names.split(',').filter(|name| !name.is_empty()) {
                let field = board.field(name);
                board.set(field, stone);
            }
        }
        board.last_move = last.map(|name| board.field(name));
        board
    }

    fn field(&self, name: &str) -> Field {
        self.fields[self.field_numbers[&Value::read(name)]]
    }

    /// The content of a field of the board.
    pub(crate) fn stone(&self, (column, row): Field) -> Stone {
        self.stones[row as usize][column as usize]
    }

    fn set(&mut self, (column, row): Field, stone: Stone) {
        self.stones[row as usize][column as usize] = stone;
    }

    /// The colour and cardinality of a group, counting only its five base fields. If the colour is `none` or `both`,
    /// the cardinality is 0.
    fn color_and_cardinality(&self, group: &Group) -> (Value, Value) {
        let count =
            |stone| group.positions[1..=5].iter().filter(|field| self.stone(**field) == stone).count() as u32;
        let (color, cardinality) = match (count(Stone::White), count(Stone::Black)) {
            (0, 0) => ("none", 0),
            (white, 0) => ("white", white),
            (0, black) => ("black", black),
            _ => ("both", 0),
        };
        (Value::read(color), Value::Number(cardinality.into()))
    }

    /// Whether Black loses by placing stones on the fields one after the other. Each stone counts as the last move when
    /// it is placed.
    fn loses(&mut self, fields: &[Field], asked: &dyn Fn(&mut PlainBoard) -> bool) -> bool {
        let Some((first, later)) = fields.split_first() else {
            return false;
        };
        if self.stone(*first) != Stone::None {
            return false;
        }
        let last_move = self.last_move;
        self.set(*first, Stone::Black);
        self.last_move = Some(*first);
        let loses = asked(self) || self.loses(later, asked);
        self.set(*first, Stone::None);
        self.last_move = last_move;
        loses
    }

    /// The numbers of the fields that an argument allows: the given field alone, or all fields if the argument is free.
    fn fields_of(&self, argument: &Option<Value>) -> Vec<usize> {
        match argument {
            Some(field) => vec![self.field_numbers[field]],
            None => (0..self.fields.len()).collect(),
        }
    }

    fn groups_of(&self, argument: &Option<Value>) -> Vec<usize> {
        match argument {
            Some(group) => vec![self.group_numbers[group]],
            None => (0..self.groups.len()).collect(),
        }
    }

    /// The tuples of `group(Group, Color, N)`.
    fn group(&self, arguments: &[Option<Value>]) -> Vec<Vec<Value>> {
        let mut tuples = Vec::new();
        for number in self.groups_of(&arguments[0]) {
            let (color, cardinality) = self.color_and_cardinality(&self.groups[number]);
            if may_be(&arguments[1], &color) && may_be(&arguments[2], &cardinality) {
                let group = self.group_values[number].clone();
                tuples.push(vec![group, color, cardinality]);
            }
        }
        tuples
    }

    /// The tuples of `in(Field, Group, First, Last)`.
    fn field_in_group(&self, arguments: &[Option<Value>]) -> Vec<Vec<Value>> {
        let places = |argument: &Option<Value>| match argument {
            Some(Value::Number(place)) => vec![*place],
            Some(Value::Name(name)) => panic!("{name} is no place"),
            None => (0..=6).collect(),
        };
        let mut tuples = Vec::new();
        for group in self.groups_of(&arguments[1]) {
            for first in places(&arguments[2]) {
                for last in places(&arguments[3]) {
                    for place in first..=last {
                        let field = self.groups[group].positions[place as usize];
                        if on_board(field) {
                            tuples.push(vec![
                                self.field_values[field_number(field)].clone(),
                                self.group_values[group].clone(),
                                Value::Number(first),
                                Value::Number(last),
                            ]);
                        }
                    }
                }
            }
        }
        tuples
    }

    /// The tuples of `color(Field, Color)`.
    fn color(&self, arguments: &[Option<Value>]) -> Vec<Vec<Value>> {
        let tuple = |number: usize| {
            let color = match self.stone(self.fields[number]) {
                Stone::None => "none",
                Stone::White => "white",
                Stone::Black => "black",
            };
            vec![self.field_values[number].clone(), Value::read(color)]
        };
        self.fields_of(&arguments[0]).into_iter().map(tuple).collect()
    }

    /// The tuples of `direction(Group, Direction)`.
    fn direction(&self, arguments: &[Option<Value>]) -> Vec<Vec<Value>> {
        let tuple = |number: usize| {
            vec![self.group_values[number].clone(), Value::read(self.groups[number].direction)]
        };
        self.groups_of(&arguments[0]).into_iter().map(tuple).collect()
    }

    /// The tuples of `lead.to.black.loss(Field, ...)`.
    fn losses(
        &mut self,
        arguments: &[Option<Value>],
        asked: &dyn Fn(&mut PlainBoard) -> bool,
    ) -> Vec<Vec<Value>> {
        let mut sequences: Vec<Vec<usize>> = vec![vec![]];
        for argument in arguments {
            let fields = self.fields_of(argument);
            let longer = |sequence: &Vec<usize>| -> Vec<Vec<usize>> {
                fields.iter().map(|field| [&sequence[..], &[*field]].concat()).collect()
            };
            sequences = sequences.iter().flat_map(longer).collect();
        }
        let mut tuples = Vec::new();
        for sequence in sequences {
            let fields: Vec<Field> = sequence.iter().map(|number| self.fields[*number]).collect();
            if self.loses(&fields, asked) {
                tuples.push(sequence.iter().map(|number| self.field_values[*number].clone()).collect());
            }
        }
        tuples
    }
}

impl World for PlainBoard {
    fn values(&self, sort: &str) -> Vec<Value> {
        match sort {
            "field" => self.field_values.clone(),
            "group" => self.group_values.clone(),
            _ => panic!("{sort} is no sort of the board"),
        }
    }

    fn tuples(
        &mut self,
        predicate: &str,
        arguments: &[Option<Value>],
        asked: &dyn Fn(&mut PlainBoard) -> bool,
    ) -> Option<Vec<Vec<Value>>> {
        match (predicate, arguments.len()) {
            ("group", 3) => Some(self.group(arguments)),
            ("in", 4) => Some(self.field_in_group(arguments)),
            ("color", 2) => Some(self.color(arguments)),
            ("direction", 2) => Some(self.direction(arguments)),
            ("last.move", 1) => {
                let tuple = |field| vec![self.field_values[field_number(field)].clone()];
                Some(self.last_move.into_iter().map(tuple).collect())
            }
            ("to.move", 1) => {
                Some(self.to_move.into_iter().map(|player| vec![Value::read(player)]).collect())
            }
            ("lead.to.black.loss", 1..) => Some(self.losses(arguments, asked)),
            _ => None,
        }
    }

    fn make(&mut self, action: &str, arguments: &[Value]) -> bool {
        let ("place", [player, field]) = (action, arguments) else {
            panic!("{action} is no action of the board")
        };
        let field = self.fields[self.field_numbers[field]];
        if self.stone(field) != Stone::None {
            return false;
        }
        let stone = if *player == Value::read("white") { Stone::White } else { Stone::Black };
        self.before.push((field, self.last_move));
        self.set(field, stone);
        self.last_move = Some(field);
        true
    }

    fn take_back(&mut self, _: &str, _: &[Value]) {
        let (field, last_move) = self.before.pop().expect("only what was made is taken back");
        self.set(field, Stone::None);
        self.last_move = last_move;
    }
}

/// Whether the argument is free or has this value.
fn may_be(argument: &Option<Value>, value: &Value) -> bool {
    argument.as_ref().is_none_or(|argument| argument == value)
}

fn on_board((column, row): Field) -> bool {
    (0..SIZE).contains(&column) && (0..SIZE).contains(&row)
}

/// The index of a field in the order a1, b1, …, o1, a2, …
fn field_number((column, row): Field) -> usize {
    (row * SIZE + column) as usize
}

/// Rows, columns, and rising and falling diagonals, each given by its first field. A falling diagonal begins at its
/// upper left end.
fn all_groups(fields: &[Field]) -> Vec<Group> {
    let mut groups = Vec::new();
    for (direction, right, up) in [("row", 1, 0), ("column", 0, 1), ("rising", 1, 1), ("falling", 1, -1)] {
        for (column, row) in fields {
            let positions =
                [0, 1, 2, 3, 4, 5, 6].map(|place| (column + (place - 1) * right, row + (place - 1) * up));
            if positions[1..=5].iter().all(|field| on_board(*field)) {
                groups.push(Group { direction, positions });
            }
        }
    }
    groups
}

/// The name of a field, such as `h8`.
fn field_name((column, row): Field) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

/// The name of a group by its first and last base field, such as `c5.g9`.
fn group_name(group: &Group) -> String {
    format!("{}.{}", field_name(group.positions[1]), field_name(group.positions[5]))
}

fn numbers(values: &[Value]) -> HashMap<Value, usize> {
    values.iter().cloned().zip(0..).collect()
}
