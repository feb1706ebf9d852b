//! What a position answers to the rules of five in a row: the predicates of `knowledge/five-in-a-row/domain.blanche`.
//!
//! The iterators own what they walk, so a rule may set stones while it loops (`lead.to.black.loss` does).
//! Answers come in the order of the sorts: fields a1, b1, …, groups by number; in a group by place. Nothing
//! here decides what a rule should decide. Source: thesis, section 3.3.

use blanche_compiler::runtime::LimitReached;

use crate::board::{self, Colour, GroupContent, GroupSet, Membership, Point, PointSet, Position};
use crate::rules::five_in_a_row::{Cardinality, Color, Direction, Field, FiveInARowFacts, Group, Place};

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
            GroupContent::Only(colour, stones) => (colour.into(), Cardinality(u16::from(stones))),
            GroupContent::Both => (Color::Both, Cardinality(0)),
        })
    }

    #[inline]
    fn group_group(&self, color: Color, n: Cardinality) -> impl Iterator<Item = Group> + use<> {
        let content = match (color, n.0) {
            (Color::None, 0) => Some(GroupContent::Empty),
            (Color::Both, 0) => Some(GroupContent::Both),
            (Color::White, stones @ 1..=5) => Some(GroupContent::Only(Colour::White, stones as u8)),
            (Color::Black, stones @ 1..=5) => Some(GroupContent::Only(Colour::Black, stones as u8)),
            _ => None,
        };
        content.map_or(GroupSet::EMPTY, |content| self.groups(content)).iter().map(Group::from)
    }

    #[inline]
    fn in_holds(&self, field: Field, group: Group, first: Place, last: Place) -> bool {
        let field = Point::from(field);
        fields_between(group, first, last).contains(&Some(field))
    }

    #[inline]
    fn in_field(&self, group: Group, first: Place, last: Place) -> impl Iterator<Item = Field> + use<> {
        fields_between(group, first, last).iter().copied().flatten().map(Field::from)
    }

    #[inline]
    fn in_group(&self, field: Field, first: Place, last: Place) -> impl Iterator<Item = Group> + use<> {
        let only_base = first.0 >= 1 && last.0 <= 5;
        let field = Point::from(field);
        let memberships: &'static [Membership] =
            if only_base { board::Group::on(field) } else { board::Group::around(field) };
        // Mostly all of them are wanted, and then no place is looked at.
        let all = if only_base { first.0 == 1 && last.0 == 5 } else { first.0 == 0 && last.0 >= 6 };
        memberships
            .iter()
            .filter(move |membership| all || (first.0..=last.0).contains(&u16::from(membership.place)))
            .map(|membership| Group::from(membership.group))
    }

    #[inline]
    fn color_color(&self, field: Field) -> Option<Color> {
        Some(self.stone(field.into()).map_or(Color::None, Color::from))
    }

    #[inline]
    fn color_field(&self, color: Color) -> impl Iterator<Item = Field> + use<> {
        let fields = match color {
            Color::None => self.empty_fields(),
            Color::White => self.stones(Colour::White),
            Color::Black => self.stones(Colour::Black),
            Color::Both => PointSet::EMPTY,
        };
        fields.iter().map(Field::from)
    }

    #[inline]
    fn direction_direction(&self, group: Group) -> Option<Direction> {
        Some(board::Group::from(group).direction().into())
    }

    #[inline]
    fn direction_group(&self, direction: Direction) -> impl Iterator<Item = Group> + use<> {
        board::Group::along(direction.into()).map(Group::from)
    }

    #[inline]
    fn last_move_field(&self) -> Option<Field> {
        self.last_move().map(Field::from)
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
            self.set(field, Colour::Black);
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
}

/// The fields of the group at the places from the first to the last; there are none above place 6.
#[inline]
fn fields_between(group: Group, first: Place, last: Place) -> &'static [Option<Point>] {
    let fields = board::Group::from(group).fields();
    let end = (usize::from(last.0) + 1).min(fields.len());
    fields.get(usize::from(first.0)..end).unwrap_or_default()
}

impl From<Field> for Point {
    #[inline]
    fn from(field: Field) -> Point {
        Point::from_index(usize::from(field.0)).expect("a field of the domain has a number below 225")
    }
}

impl From<Point> for Field {
    #[inline]
    fn from(point: Point) -> Field {
        Field(point.index() as u16)
    }
}

impl From<Group> for board::Group {
    #[inline]
    fn from(group: Group) -> board::Group {
        board::Group::from_index(usize::from(group.0)).expect("a group of the domain has a number below 572")
    }
}

impl From<board::Group> for Group {
    #[inline]
    fn from(group: board::Group) -> Group {
        Group(group.index() as u16)
    }
}

impl From<Colour> for Color {
    #[inline]
    fn from(colour: Colour) -> Color {
        match colour {
            Colour::Black => Color::Black,
            Colour::White => Color::White,
        }
    }
}

impl From<board::Direction> for Direction {
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
    fn from(direction: Direction) -> board::Direction {
        match direction {
            Direction::Row => board::Direction::Row,
            Direction::Column => board::Direction::Column,
            Direction::Rising => board::Direction::Rising,
            Direction::Falling => board::Direction::Falling,
        }
    }
}
