//! Positions with a side to move, and the removal of positions that are equal up to the symmetries of the board.
//!
//! ```text
//! . . . . .     . . . . .     One of the eight orientations of a position is chosen by its stones alone,
//! . x . . .     . . . x .     wherever they are on the board: the *upright* or canonical orientation. It is
//! . x o . .     . . o x .     the same for all symmetric positions, so results do not depend on the
//! . . . . .     . . . . .     orientation in the record.
//! ```

use std::collections::HashSet;

use blanche_sorted::Arrange;

use crate::coverage::case_result;
use noire_engine::board::{Color, Point, Position, Symmetry};

/// A position of a corpus.
pub(crate) type Case = case_result::Case<Position, Option<Point>>;

/// The cases of a position. If the side to move is known there is one case. Otherwise there is one case for each
/// colour, with the colour in its name.
pub(crate) fn of_position(name: String, position: &Position) -> Vec<Case> {
    let case = |name, color: Color| {
        let mut position = position.clone();
        position.set_to_move(Some(color));
        Case { name, position, moves: None, player: color.index() }
    };
    match position.to_move() {
        Some(color) => vec![case(name, color)],
        None => Color::ALL.into_iter().map(|color| case(format!("{name}, {color}"), color)).collect(),
    }
}

/// The arrangement of stones. Stones have coordinates relative to the lower left corner of their bounding box, which is
/// stored as well.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Laid {
    stones: [Vec<(u8, u8)>; 2],
    corner: (u8, u8),
}

/// The symmetry that brings a position into canonical orientation, and the arrangement of its stones in that
/// orientation.
pub(crate) fn upright(position: &Position) -> (Symmetry, Laid) {
    let laid = Symmetry::ALL.into_iter().map(|symmetry| (laid(position, symmetry), symmetry));
    let (laid, symmetry) = laid.min_by(|one, other| one.0.cmp(&other.0)).expect("there are eight ways");
    (symmetry, laid)
}

fn laid(position: &Position, symmetry: Symmetry) -> Laid {
    let mut stones = Color::ALL.map(|color| -> Vec<(u8, u8)> {
        let turned = position.stones(color).iter().map(|field| symmetry.point(field));
        turned.map(|field: Point| (field.column(), field.row())).collect()
    });
    let all = || stones.iter().flatten();
    let left = all().map(|field| field.0).min().unwrap_or(0);
    let low = all().map(|field| field.1).min().unwrap_or(0);
    for stones in &mut stones {
        stones.iter_mut().for_each(|field| *field = (field.0 - left, field.1 - low));
        stones.arrange();
    }
    Laid { stones, corner: (left, low) }
}

/// The cases without symmetric duplicates. The first of several equal cases is kept.
#[derive(Default)]
pub(crate) struct Distinct {
    pub(crate) cases: Vec<Case>,
    seen: HashSet<(usize, Laid)>,
}

impl Distinct {
    /// Keeps the case if no equal one was kept.
    pub(crate) fn add(&mut self, case: Case) {
        if self.seen.insert((case.player, upright(&case.position).1)) {
            self.cases.push(case);
        }
    }
}

/// The cases without symmetric duplicates.
#[cfg(test)]
pub(crate) fn distinct(cases: impl IntoIterator<Item = Case>) -> Vec<Case> {
    let mut distinct = Distinct::default();
    cases.into_iter().for_each(|case| distinct.add(case));
    distinct.cases
}
