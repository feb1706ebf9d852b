//! Implements the predicates of `knowledge/five-in-a-row/domain.blanche` for a position. The compiler generates the
//! trait, so a missing predicate is a compile error that names it.
//!
//! Sets are copies, so a rule may place stones in a loop (as `after place(…)` and `lead.to.black.loss` do). Everything
//! that does not depend on the stones comes from tables that are computed at compile time. Code here decides nothing
//! that rules should decide. Source: thesis, section 3.3.

use blanche_runtime::{LimitReached, Value};
use noire_engine::board::{self, GroupContent, Point, Position};

use crate::rules::five_in_a_row::{
    Cardinality, Color, Direction, Field, FieldSet, FiveInARowFacts, Group, GroupSet, Place,
};

impl FiveInARowFacts for Position {
    fn read_field(text: &str) -> Option<Field> {
        text.parse::<board::Point>().ok().map(Field::from)
    }

    fn write_field(field: Field) -> String {
        board::Point::from(field).to_string()
    }

    fn read_group(text: &str) -> Option<Group> {
        text.parse::<board::Group>().ok().map(Group::from)
    }

    fn write_group(group: Group) -> String {
        board::Group::from(group).to_string()
    }

    #[inline]
    fn group_color_n(&self, group: Group) -> Option<(Color, Cardinality)> {
        Some(match self.content(group.into()) {
            GroupContent::Empty => (Color::None, Cardinality(0)),
            GroupContent::Only(color, stones) => (color.into(), Cardinality(Value::from(stones))),
            GroupContent::Both => (Color::Both, Cardinality(0)),
        })
    }

    #[inline(always)]
    fn group_group(&self, color: Color, n: Cardinality) -> GroupSet {
        let content = match (color, n.0, color_of_stones(color)) {
            (Color::None, 0, _) => GroupContent::Empty,
            (Color::Both, 0, _) => GroupContent::Both,
            (_, stones @ 1..=5, Some(color)) => GroupContent::Only(color, stones as u8),
            _ => return GroupSet::EMPTY,
        };
        self.groups(content).of()
    }

    #[inline]
    fn in_holds(&self, field: Field, group: Group, first: Place, last: Place) -> bool {
        self.in_field(group, first, last).contains(field)
    }

    #[inline]
    fn in_field(&self, group: Group, first: Place, last: Place) -> FieldSet {
        board::Group::from(group).fields_between(first.0 as u8, last.0.min(6) as u8).of()
    }

    #[inline]
    fn in_group(&self, field: Field, first: Place, last: Place) -> GroupSet {
        board::Group::with(field.into(), first.0 as u8, last.0.min(6) as u8).of()
    }

    #[inline]
    fn color_color(&self, field: Field) -> Option<Color> {
        Some(self.stone(field.into()).map_or(Color::None, Color::from))
    }

    #[inline]
    fn color_field(&self, color: Color) -> FieldSet {
        match color_of_stones(color) {
            Some(color) => self.stones(color).of(),
            None if color == Color::None => self.empty_fields().of(),
            None => FieldSet::EMPTY,
        }
    }

    #[inline]
    fn direction_direction(&self, group: Group) -> Option<Direction> {
        Some(board::Group::from(group).direction().into())
    }

    #[inline]
    fn direction_group(&self, direction: Direction) -> GroupSet {
        board::Group::along_as_set(direction.into()).of()
    }

    #[inline]
    fn last_move_field(&self) -> Option<Field> {
        self.last_move().map(Field::from)
    }

    #[inline]
    fn to_move_color(&self) -> Option<Color> {
        Position::to_move(self).map(Color::from)
    }

    #[inline]
    fn to_move_holds(&self, color: Color) -> bool {
        self.to_move_color() == Some(color)
    }

    fn lead_to_black_loss_holds(
        &mut self,
        fields: &[Field],
        asks: &mut dyn FnMut(&mut Self) -> Result<bool, LimitReached>,
    ) -> Result<bool, LimitReached> {
        let mut stones = 0;
        let mut answer = Ok(false);
        for &field in fields {
            let field = Point::from(field);
            if !self.is_empty(field) {
                break;
            }
            self.set(field, board::Color::Black);
            stones += 1;
            answer = asks(self);
            if answer != Ok(false) {
                break;
            }
        }
        for _ in 0..stones {
            self.take_back();
        }
        answer
    }

    #[inline]
    fn make_place(&mut self, player: Color, field: Field) -> bool {
        let Some(color) = color_of_stones(player) else { return false };
        let field = Point::from(field);
        let empty = self.is_empty(field);
        if empty {
            self.set(field, color);
        }
        empty
    }

    #[inline]
    fn undo_place(&mut self, _: Color, field: Field) {
        let taken = self.take_back();
        debug_assert_eq!(taken, Some(field.into()), "the latest stone is taken back first");
    }
}

impl From<Field> for Point {
    #[inline]
    fn from(field: Field) -> Point {
        Point::from_index(field.0 as usize).expect("a field of the domain has a number below 225")
    }
}

impl From<Point> for Field {
    #[inline]
    fn from(point: Point) -> Field {
        Field(point.index() as Value)
    }
}

impl From<Group> for board::Group {
    #[inline]
    fn from(group: Group) -> board::Group {
        board::Group::from_index(group.0 as usize).expect("a group of the domain has a number below 572")
    }
}

impl From<board::Group> for Group {
    #[inline]
    fn from(group: board::Group) -> Group {
        Group(group.index() as Value)
    }
}

/// The board and the domain number the colours differently. The board numbers black first, because black begins. The
/// domain counts `none` as a colour and puts white before black. Only this conversion and `color_of_stones` map one
/// numbering to the other.
impl From<board::Color> for Color {
    #[inline]
    fn from(color: board::Color) -> Color {
        match color {
            board::Color::Black => Color::Black,
            board::Color::White => Color::White,
        }
    }
}

/// Converts a colour of the domain to the colour of a stone; `None` for `none` and `both`.
#[inline]
fn color_of_stones(color: Color) -> Option<board::Color> {
    match color {
        Color::White => Some(board::Color::White),
        Color::Black => Some(board::Color::Black),
        Color::None | Color::Both => None,
    }
}

impl From<board::Direction> for Direction {
    #[inline]
    fn from(direction: board::Direction) -> Direction {
        match direction {
            board::Direction::Row => Direction::Row,
            board::Direction::Column => Direction::Column,
            board::Direction::Rising => Direction::Rising,
            board::Direction::Falling => Direction::Falling,
        }
    }
}

impl From<Direction> for board::Direction {
    #[inline]
    fn from(direction: Direction) -> board::Direction {
        match direction {
            Direction::Row => board::Direction::Row,
            Direction::Column => board::Direction::Column,
            Direction::Rising => board::Direction::Rising,
            Direction::Falling => board::Direction::Falling,
        }
    }
}
