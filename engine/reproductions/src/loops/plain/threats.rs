//! Levels 1 to 5: fours, T-threats, the renju threat, the Z-threat and crosses.

use std::ops::ControlFlow;

use noire::board::{Color, Position};

use super::losses::lead_to_black_loss;
use super::shapes::{base, centre, groups, in_base, in_centre, open_groups, overlaps_some, same_direction};
use super::{Take, solution};

pub(super) fn four(position: &mut Position, color: Color, take: Take<'_>) -> ControlFlow<()> {
    for group in groups(position, color, 4) {
        for field in base(group) {
            if position.is_empty(field) {
                take(solution([field], [group]))?;
            }
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn t_threat(position: &mut Position, color: Color, take: Take<'_>) -> ControlFlow<()> {
    let threes = groups(position, color, 3);
    for group1 in threes {
        for group2 in threes {
            if group1 == group2 {
                continue;
            }
            for field in base(group1) {
                if in_base(field, group2)
                    && position.is_empty(field)
                    && (color == Color::White || !lead_to_black_loss(position, &[field]))
                {
                    take(solution([field], [group1, group2]))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn renju_threat(position: &mut Position, take: Take<'_>) -> ControlFlow<()> {
    for group in groups(position, Color::White, 3) {
        for field1 in base(group) {
            if !position.is_empty(field1) {
                continue;
            }
            for field2 in base(group) {
                if field1 != field2 && position.is_empty(field2) && lead_to_black_loss(position, &[field2]) {
                    take(solution([field1, field2], [group]))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn z_threat(position: &mut Position, take: Take<'_>) -> ControlFlow<()> {
    let threes = groups(position, Color::White, 3);
    let twos = groups(position, Color::White, 2);
    for group1 in threes {
        for group2 in threes {
            if group1 == group2 {
                continue;
            }
            for group3 in twos {
                for field1 in base(group1) {
                    if !position.is_empty(field1)
                        || !in_base(field1, group3)
                        || overlaps_some(position, group1, Color::Black, 3, field1)
                    {
                        continue;
                    }
                    for field2 in base(group2) {
                        if field1 != field2
                            && position.is_empty(field2)
                            && in_base(field2, group3)
                            && !overlaps_some(position, group2, Color::Black, 3, field2)
                        {
                            take(solution([field1, field2], [group1, group2, group3]))?;
                        }
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn cross_1(position: &mut Position, take: Take<'_>) -> ControlFlow<()> {
    if !groups(position, Color::Black, 3).is_empty() {
        return ControlFlow::Continue(());
    }
    let twos = open_groups(position, Color::White, 2);
    for group1 in twos {
        for group2 in twos {
            if same_direction(group1, group2) {
                continue;
            }
            for field in centre(group1) {
                if position.is_empty(field) && in_centre(field, group2) {
                    take(solution([field], [group1, group2]))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn white_cross_2(position: &mut Position, take: Take<'_>) -> ControlFlow<()> {
    let threes = groups(position, Color::White, 3);
    for group1 in open_groups(position, Color::White, 2) {
        for group2 in threes {
            if same_direction(group1, group2) {
                continue;
            }
            for field in centre(group1) {
                if position.is_empty(field)
                    && in_base(field, group2)
                    && !overlaps_some(position, group2, Color::Black, 3, field)
                {
                    take(solution([field], [group1, group2]))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn black_cross_2(position: &mut Position, take: Take<'_>) -> ControlFlow<()> {
    let threes = groups(position, Color::Black, 3);
    for group1 in open_groups(position, Color::Black, 2) {
        for group2 in threes {
            if same_direction(group1, group2) {
                continue;
            }
            for field1 in centre(group1) {
                if !position.is_empty(field1)
                    || !in_base(field1, group2)
                    || overlaps_some(position, group2, Color::White, 3, field1)
                {
                    continue;
                }
                for field2 in base(group1) {
                    if field1 != field2
                        && position.is_empty(field2)
                        && !lead_to_black_loss(position, &[field1, field2])
                    {
                        take(solution([field1, field2], [group1, group2]))?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}
