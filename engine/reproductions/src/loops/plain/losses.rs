//! Level 0 of the rules, and whether Black loses by placing stones. Each placed stone evaluates level 0 again,
//! recursively.

use std::ops::ControlFlow;

use noire::board::{Color, Group, GroupContent, Point, Position};

use super::shapes::{between, black_on_border, groups, in_base, overlaps_some, same_direction};
use super::{Take, solution};

pub(super) fn white_five(position: &mut Position, take: Take<'_>) -> ControlFlow<()> {
    for group in groups(position, Color::White, 5) {
        take(solution([], [group]))?;
    }
    ControlFlow::Continue(())
}

pub(super) fn black_five(position: &mut Position, take: Take<'_>) -> ControlFlow<()> {
    for group in groups(position, Color::Black, 5) {
        take(solution([], [group]))?;
    }
    ControlFlow::Continue(())
}

pub(super) fn overline(position: &mut Position, take: Take<'_>) -> ControlFlow<()> {
    if !groups(position, Color::Black, 5).is_empty() {
        return ControlFlow::Continue(());
    }
    for group in position.groups(GroupContent::Only(Color::Black, 5)) {
        if black_on_border(position, group) {
            take(solution([], [group]))?;
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn double_four(position: &mut Position, take: Take<'_>) -> ControlFlow<()> {
    if !groups(position, Color::Black, 5).is_empty() {
        return ControlFlow::Continue(());
    }
    let Some(last) = position.last_move() else { return ControlFlow::Continue(()) };
    let fours = groups(position, Color::Black, 4);
    for group1 in fours {
        if !in_base(last, group1) {
            continue;
        }
        for group2 in fours {
            if !same_direction(group1, group2) && in_base(last, group2) {
                take(solution([last], [group1, group2]))?;
            }
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn double_three(position: &mut Position, take: Take<'_>) -> ControlFlow<()> {
    if !groups(position, Color::Black, 5).is_empty() {
        return ControlFlow::Continue(());
    }
    let Some(last) = position.last_move() else { return ControlFlow::Continue(()) };
    let threes = groups(position, Color::Black, 3);
    for group1 in threes {
        if !in_base(last, group1) {
            continue;
        }
        for group2 in threes {
            if !same_direction(group1, group2)
                && in_base(last, group2)
                && is_special_three(position, group1)
                && is_special_three(position, group2)
            {
                take(solution([last], [group1, group2]))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Whether black loses by placing stones on these fields in turn. All stones are taken back afterwards.
pub(super) fn lead_to_black_loss(position: &mut Position, fields: &[Point]) -> bool {
    let mut stones = 0;
    let mut lost = false;
    for &field in fields {
        if !position.is_empty(field) {
            break;
        }
        position.set(field, Color::Black);
        stones += 1;
        lost = has_solution(position, overline)
            || has_solution(position, double_four)
            || has_solution(position, double_three);
        if lost {
            break;
        }
    }
    for _ in 0..stones {
        position.take_back();
    }
    lost
}

fn has_solution(position: &mut Position, rule: impl Fn(&mut Position, Take<'_>) -> ControlFlow<()>) -> bool {
    rule(position, &mut |_| ControlFlow::Break(())).is_break()
}

/// Whether one more black stone in this three makes an open four without loss: neither that stone nor the fifth stone
/// leads to a loss for Black.
fn is_special_three(position: &mut Position, group: Group) -> bool {
    // The four lies at the far end of the group; the fifth stone comes at place 1 or just past the group.
    is_special_at(position, group, (2, 5), [1, 6], 1)
        // The four lies at the near end of the group; the fifth stone comes just before the group or at place 5.
        || is_special_at(position, group, (1, 4), [0, 5], 5)
}

/// Whether a black stone on one of the places in the range `four` makes a four without loss, whichever of the two
/// `ends` the fifth stone takes. In addition, no group with four black stones may overlap this group on an empty field,
/// except on the field at place `inside`.
fn is_special_at(
    position: &mut Position,
    group: Group,
    four: (usize, usize),
    ends: [u8; 2],
    inside: u8,
) -> bool {
    let empty = |place: u8| group.field(place).filter(|&field| position.is_empty(field));
    let (Some(one_end), Some(other_end), Some(inner)) = (empty(ends[0]), empty(ends[1]), empty(inside))
    else {
        return false;
    };
    if overlaps_some(position, group, Color::Black, 4, inner) {
        return false;
    }
    between(group, four.0, four.1).any(|field| {
        position.is_empty(field)
            && !lead_to_black_loss(position, &[field, one_end])
            && !lead_to_black_loss(position, &[field, other_end])
    })
}
