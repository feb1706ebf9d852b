//! Positions with a side to move, and which of them are one up to the symmetries of the board.
//!
//! ```text
//! . . . . .     . . . . .     Of the eight ways to turn and mirror a position one is chosen by its stones alone,
//! . x . . .     . . . x .     wherever they stand: *upright*. Positions that are one up to symmetry are the same
//! . x o . .     . . o x .     when they stand upright, and what is found there does not depend on how a record
//! . . . . .     . . . . .     was turned.
//! ```

use std::collections::HashSet;

use crate::laboratory::coverage::finding;
use noire_engine::board::{Color, Point, Position, Symmetry};

/// A position of a corpus.
pub(crate) type Case = finding::Case<Position, Option<Point>>;

/// The cases of a position: the colour that is to move, or where that is not said both, with the colour in the name.
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

/// How stones lie: from the lower left corner of the least rectangle that holds them, and where that corner is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Laid {
    stones: [Vec<(u8, u8)>; 2],
    corner: (u8, u8),
}

/// The symmetry that sets a position upright, and how its stones lie then.
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
        stones.sort_unstable();
    }
    Laid { stones, corner: (left, low) }
}

/// Those of the cases that differ by more than a symmetry: of equal ones the first.
pub(crate) fn distinct(cases: impl IntoIterator<Item = Case>) -> Vec<Case> {
    let mut seen: HashSet<(usize, Laid)> = HashSet::new();
    cases.into_iter().filter(|case| seen.insert((case.player, upright(&case.position).1))).collect()
}
