//! The assumptions of the fast search about a game, and how they are tested before it is used.
//!
//! The search never decides which side has won, because rules do. But it skips queries whose answer follows from three
//! properties of five-in-a-row games. The properties concern a stone of a colour C that is placed in an undecided
//! position.
//!
//! 1. *A win is a five.* C wins only if the stone completes a group of five stones of C.
//! 2. *A five depends on its own colour.* Whether such a stone wins depends only on C's stones: stones of the other
//!    colour elsewhere neither cause nor prevent the win.
//! 3. *A loss is a shape.* C loses only if the stone lies in a group with at least two more stones of C and none of
//!    the other colour.
//!
//! These properties are not part of any rule, and rules can violate each of them, for example in a game in which four
//! corners win. So the properties are tested in the built-in positions, in random set-ups, and in both with added
//! stones of the other colour.
//!
//! If a property fails, the plain search decides the claims of the base. It may leave some claims undecided. A sample
//! of positions does not prove the properties, so the tests also compare the fast search with the plain search.

use std::fmt;

use blanche_compiler::runtime::LimitReached;

use crate::corpus;
use crate::random_setups;
use blanche_compiler::random::Random;
use noire_engine::board::{Color, Group, GroupContent, Point, Position};
use noire_engine::proof_check::referee::Referee;

/// A property that a game lacks, with a stone that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContractViolation {
    /// The number of the property, from 1 to 3.
    pub(crate) property: u8,
    /// The position before the stone is placed.
    pub(crate) position: Position,
    /// The field of the stone.
    pub(crate) field: Point,
    /// The colour of the stone.
    pub(crate) color: Color,
}

impl fmt::Display for ContractViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.property {
            1 => "wins without five in a group",
            2 => "wins or not by the stones of the other colour",
            _ => "loses without three in a group",
        };
        write!(f, "a {} stone on {} {what}", self.color, self.field)
    }
}

/// Number of random set-ups in which the properties are tested.
const SET_UPS: u64 = 200;
/// The properties are tested in every `EVERY_POSITION`-th built-in position.
const EVERY_POSITION: usize = 10;
/// Number of stones of the other colour to add in positions with a five.
const OTHER_STONES: usize = 6;

/// Tests the three properties, and returns the first violation that it finds.
///
/// # Errors
/// Fails if the step limit is exceeded.
pub fn contract_violation(game: &Referee<'_>) -> Result<Option<ContractViolation>, LimitReached> {
    let mut random = Random::new(0);
    let drawn = (0..SET_UPS).map(|number| random_setups::random_setup(0, number));
    for mut position in corpus::positions().into_iter().step_by(EVERY_POSITION).chain(drawn) {
        if game.winner(&mut position)?.is_some() {
            continue;
        }
        for color in Color::ALL {
            for field in position.empty_fields() {
                if let Some(property) = broken(game, &mut position, field, color, &mut random)? {
                    return Ok(Some(ContractViolation { property, position, field, color }));
                }
            }
        }
    }
    Ok(None)
}

/// The number of the property that this stone violates.
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
