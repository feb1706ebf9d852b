//! Relations between groups and fields that the rules use, in plain Rust. They are those of
//! `knowledge/five-in-a-row/shapes.blanche`, and the groups of `knowledge/renju-2001/black.blanche`.

use noire::board::{Color, Group, GroupContent, GroupSet, Point, Position};

/// The groups with this number of stones of one colour and none of the other colour. Black groups that a black stone
/// borders are left out, because five stones there would be an overline.
pub(super) fn groups(position: &Position, color: Color, stones: u8) -> GroupSet {
    let mut groups = position.groups(GroupContent::Only(color, stones));
    if color == Color::Black {
        for group in groups {
            if black_on_border(position, group) {
                groups.remove(group);
            }
        }
    }
    groups
}

/// The groups of [`groups`] that are open.
pub(super) fn open_groups(position: &Position, color: Color, stones: u8) -> GroupSet {
    let mut groups = groups(position, color, stones);
    for group in groups {
        if !is_open(position, group) {
            groups.remove(group);
        }
    }
    groups
}

/// Whether a black stone borders the group.
pub(super) fn black_on_border(position: &Position, group: Group) -> bool {
    let is_black =
        |place| group.field(place).is_some_and(|field| position.stone(field) == Some(Color::Black));
    is_black(0) || is_black(6)
}

/// Whether the first or the last base field is empty, and so is the border field at the opposite end of the group.
fn is_open(position: &Position, group: Group) -> bool {
    let is_empty = |place| group.field(place).is_some_and(|field| position.is_empty(field));
    is_empty(0) && is_empty(5) || is_empty(1) && is_empty(6)
}

/// The five base fields of a group.
pub(super) fn base(group: Group) -> impl Iterator<Item = Point> {
    between(group, 1, 5)
}

/// The middle three base fields of a group.
pub(super) fn centre(group: Group) -> impl Iterator<Item = Point> {
    between(group, 2, 4)
}

/// The fields of a group from place `first` to place `last` that are on the board.
pub(super) fn between(group: Group, first: usize, last: usize) -> impl Iterator<Item = Point> {
    group.fields()[first..=last].iter().copied().flatten()
}

/// Whether the field is a base field of the group.
pub(super) fn in_base(field: Point, group: Group) -> bool {
    base(group).any(|other| other == field)
}

/// Whether the field is one of the middle three of the group.
pub(super) fn in_centre(field: Point, group: Group) -> bool {
    centre(group).any(|other| other == field)
}

/// Whether the groups lie in the same direction.
pub(super) fn same_direction(one: Group, other: Group) -> bool {
    one.direction() == other.direction()
}

/// Whether two different groups share an empty field other than `field`. The shared field must be a base field of
/// `other`, and may be a border field of `one`.
pub(super) fn overlap(position: &Position, one: Group, other: Group, field: Point) -> bool {
    one != other
        && between(one, 0, 6)
            .any(|shared| shared != field && position.is_empty(shared) && in_base(shared, other))
}

/// Whether the group overlaps some group with this number of stones of this colour, on a field other than `field`.
pub(super) fn overlaps_some(
    position: &Position,
    group: Group,
    color: Color,
    stones: u8,
    field: Point,
) -> bool {
    position
        .groups(GroupContent::Only(color, stones))
        .iter()
        .any(|other| overlap(position, group, other, field))
}

/// Whether some group with this number of stones of this colour overlaps both of the given groups. It must overlap each
/// of them on a field other than the field with the same index in `fields`.
pub(super) fn both_overlap_some(
    position: &Position,
    groups: [Group; 2],
    color: Color,
    stones: u8,
    fields: [Point; 2],
) -> bool {
    position.groups(GroupContent::Only(color, stones)).iter().any(|other| {
        overlap(position, groups[0], other, fields[0]) && overlap(position, groups[1], other, fields[1])
    })
}
