//! Level 7: the double crosses.

use std::ops::ControlFlow;

use noire::board::{Color, Position};

use super::losses::lead_to_black_loss;
use super::shapes::{
    base, both_overlap_some, centre, groups, in_centre, open_groups, overlap, overlaps_some, same_direction,
};
use super::{Take, solution};

pub(super) fn double_cross_1(position: &mut Position, take: Take<'_>) -> ControlFlow<()> {
    if !groups(position, Color::Black, 3).is_empty() {
        return ControlFlow::Continue(());
    }
    let twos = open_groups(position, Color::White, 2);
    let ones = open_groups(position, Color::White, 1);
    for group1 in twos {
        for group2 in twos {
            if group1 == group2 {
                continue;
            }
            for group3 in ones {
                if same_direction(group1, group3) || same_direction(group2, group3) {
                    continue;
                }
                for field1 in centre(group1) {
                    if !position.is_empty(field1)
                        || !in_centre(field1, group3)
                        || overlap(position, group1, group2, field1)
                        || overlaps_some(position, group1, Color::Black, 2, field1)
                    {
                        continue;
                    }
                    for field2 in centre(group2) {
                        if field1 != field2 && position.is_empty(field2) && in_centre(field2, group3) {
                            take(solution([field1, field2], [group1, group2, group3]))?;
                        }
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn double_cross_2(position: &mut Position, take: Take<'_>) -> ControlFlow<()> {
    if !groups(position, Color::Black, 3).is_empty() {
        return ControlFlow::Continue(());
    }
    let twos = open_groups(position, Color::White, 2);
    let ones = open_groups(position, Color::White, 1);
    for group1 in groups(position, Color::White, 3) {
        for group2 in twos {
            for group3 in ones {
                if same_direction(group1, group3) || same_direction(group2, group3) {
                    continue;
                }
                for field1 in base(group1) {
                    if !position.is_empty(field1)
                        || !in_centre(field1, group3)
                        || overlaps_some(position, group1, Color::Black, 2, field1)
                    {
                        continue;
                    }
                    for field2 in centre(group2) {
                        if field1 != field2 && position.is_empty(field2) && in_centre(field2, group3) {
                            take(solution([field1, field2], [group1, group2, group3]))?;
                        }
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn white_double_cross_3(position: &mut Position, take: Take<'_>) -> ControlFlow<()> {
    let threes = groups(position, Color::White, 3);
    let ones = open_groups(position, Color::White, 1);
    for group1 in threes {
        for group2 in threes {
            if group1 == group2 {
                continue;
            }
            for group3 in ones {
                if same_direction(group1, group3) || same_direction(group2, group3) {
                    continue;
                }
                for field1 in base(group1) {
                    if !position.is_empty(field1)
                        || !in_centre(field1, group3)
                        || overlaps_some(position, group1, Color::Black, 3, field1)
                    {
                        continue;
                    }
                    for field2 in base(group2) {
                        if field1 != field2
                            && position.is_empty(field2)
                            && in_centre(field2, group3)
                            && !overlaps_some(position, group2, Color::Black, 3, field2)
                            && !both_overlap_some(
                                position,
                                [group1, group2],
                                Color::Black,
                                3,
                                [field1, field2],
                            )
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

pub(super) fn black_double_cross_3(position: &mut Position, take: Take<'_>) -> ControlFlow<()> {
    let threes = groups(position, Color::Black, 3);
    let ones = open_groups(position, Color::Black, 1);
    for group1 in threes {
        for group2 in threes {
            if group1 == group2 {
                continue;
            }
            for group3 in ones {
                if same_direction(group1, group3) || same_direction(group2, group3) {
                    continue;
                }
                for field1 in base(group1) {
                    if !position.is_empty(field1)
                        || !in_centre(field1, group3)
                        || overlaps_some(position, group1, Color::White, 3, field1)
                    {
                        continue;
                    }
                    for field2 in base(group2) {
                        if field1 == field2
                            || !position.is_empty(field2)
                            || !in_centre(field2, group3)
                            || overlaps_some(position, group2, Color::White, 3, field2)
                            || both_overlap_some(
                                position,
                                [group1, group2],
                                Color::White,
                                3,
                                [field1, field2],
                            )
                        {
                            continue;
                        }
                        for field3 in base(group3) {
                            if field1 != field3
                                && field2 != field3
                                && position.is_empty(field3)
                                && !lead_to_black_loss(position, &[field1, field2, field3])
                            {
                                take(solution([field1, field2, field3], [group1, group2, group3]))?;
                            }
                        }
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}
