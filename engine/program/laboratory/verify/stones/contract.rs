//! What the fast search takes for granted of a game, and how it is tried before it is used.
//!
//! The search never decides who has won: rules do. But it leaves out questions whose answer follows from three
//! properties of a game of making fives. Let a stone of a colour C be set where nobody has won before it.
//!
//! 1. *A win is a five.* C has won only where the stone completes a group of five stones of C.
//! 2. *A five is one's own business.* Whether such a stone wins depends on C's stones only: stones of the other
//!    colour elsewhere neither give nor take the win.
//! 3. *A loss is a shape.* C has lost only where the stone lies in a group with two more stones of C and none of the
//!    other colour.
//!
//! No rule of a game is written here. Rules can break any of the three (a game in which four corners win, say), so
//! they are asked: in the built-in positions, in random set-ups, and in both with stones of the other colour added.
//! Where a property fails, the plain search decides the base's claims, as far as it comes. A sample proves nothing,
//! and the fast search is held against the plain one in the tests as well.

use std::fmt;

use blanche_compiler::runtime::LimitReached;

use super::setups;
use crate::laboratory::corpus;
use blanche_compiler::random::Random;
use noire_engine::board::{Color, Group, GroupContent, Point, Position};
use noire_engine::proof_check::referee::Referee;

/// A property that a game does not have, and a stone that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Breach {
    /// The property, 1 to 3.
    pub(crate) property: u8,
    /// The position before the stone.
    pub(crate) position: Position,
    /// The stone.
    pub(crate) field: Point,
    /// Its colour.
    pub(crate) color: Color,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.property {
            1 => "wins without five in a group",
            2 => "wins or not by the stones of the other colour",
            _ => "loses without three in a group",
        };
        write!(f, "a {} stone on {} {what}", self.color, self.field)
    }
}

/// So many random set-ups are tried, every so many-th built-in position, and so many stones of the other colour beside
/// each five.
const SET_UPS: u64 = 200;
const EVERY_POSITION: usize = 10;
const OTHER_STONES: usize = 6;

/// Tries the three properties; gives the first breach that it meets.
///
/// # Errors
/// When the step limit is exceeded.
pub(crate) fn breach(game: &Referee<'_>) -> Result<Option<Breach>, LimitReached> {
    let mut random = Random::new(0);
    let drawn = (0..SET_UPS).map(|number| setups::drawn(0, number));
    for mut position in corpus::positions().into_iter().step_by(EVERY_POSITION).chain(drawn) {
        if game.winner(&mut position)?.is_some() {
            continue;
        }
        for color in Color::ALL {
            for field in position.empty_fields() {
                if let Some(property) = broken(game, &mut position, field, color, &mut random)? {
                    return Ok(Some(Breach { property, position, field, color }));
                }
            }
        }
    }
    Ok(None)
}

/// The property that this stone breaks.
fn broken(
    game: &Referee<'_>,
    position: &mut Position,
    field: Point,
    color: Color,
    random: &mut Random,
) -> Result<Option<u8>, LimitReached> {
    let winner = game.winner_after(position, field, color)?;
    let beside = |position: &Position, least: u8| {
        Group::with(field, 1, 5).iter().any(|group| {
            matches!(position.content(group), GroupContent::Only(own, stones) if own == color && stones >= least)
        })
    };
    if winner == Some(color.other()) && !beside(position, 2) {
        return Ok(Some(3));
    }
    if !beside(position, 4) {
        return Ok((winner == Some(color)).then_some(1));
    }
    let empty: Vec<Point> = position.empty_fields().without(field).iter().collect();
    for _ in 0..OTHER_STONES.min(empty.len()) {
        let other = empty[random.below(empty.len())];
        position.set(other, color.other());
        let decided = game.winner(position);
        let again = game.winner_after(position, field, color);
        position.take_back();
        if decided?.is_none() && (again? == Some(color)) != (winner == Some(color)) {
            return Ok(Some(2));
        }
    }
    Ok(None)
}
