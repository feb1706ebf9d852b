//! The smallest matches of a rule: what is left of the positions in which it applies when every stone that it can do
//! without is gone. Guided attack begins with them.

use std::collections::BTreeMap;

use blanche_compiler::runtime::{LimitReached, Solutions};

use super::claim::{Claimant, Judge};
use super::distinct::{Key, shape_key};
use super::shrink;
use noire_engine::board::{Color, Point, Position};

/// Of every rule so many shapes are kept, those with the fewest stones first.
const MOST: usize = 800;

/// In one batch of positions so many matches of a rule are made small.
const TRIED: usize = 12;

/// A smallest match.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// The stones.
    pub(crate) position: Position,
    /// The play.
    pub(crate) play: Point,
}

/// A rule that was given up at the step limit in so many batches is asked in no further one: every time takes seconds,
/// which the other rules need.
const GIVEN_UP: u32 = 2;

/// Different shapes of one rule, fewest stones first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shapes {
    found: BTreeMap<(usize, Key), Shape>,
    /// In so many batches the rule was given up at the step limit.
    given_up: u32,
}

impl Shapes {
    /// Takes up others. What is kept does not depend on the order in which they come, but for which of two shapes that are
    /// one up to translation and symmetry stands for both: the first.
    pub(crate) fn extend(&mut self, others: Shapes) {
        for (key, shape) in others.found {
            self.found.entry(key).or_insert(shape);
        }
        while self.found.len() > MOST {
            self.found.pop_last();
        }
        self.given_up += others.given_up;
    }

    /// The shapes.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Shape> {
        self.found.values()
    }

    /// Whether there are as many as are kept.
    pub(crate) fn is_full(&self) -> bool {
        self.found.len() >= MOST
    }

    /// Whether it takes too much work to find more.
    pub(crate) fn is_given_up(&self) -> bool {
        self.given_up >= GIVEN_UP
    }

    fn insert(&mut self, shape: Shape) {
        let stones = |color| shape.position.stones(color).len();
        let key = shape_key(&shape.position, shape.play);
        self.found.entry((stones(Color::Black) + stones(Color::White), key)).or_insert(shape);
    }
}

/// The shapes of each of these rules in some positions. A rule that reaches the step limit in one of them is not asked
/// in those behind it. They are as many as were found where the judge is stopped.
pub(crate) fn shapes_in(judge: &Judge<'_>, claimants: &[Claimant], positions: &[Position]) -> Vec<Shapes> {
    let mut found = vec![Shapes::default(); claimants.len()];
    let mut tried = vec![0; claimants.len()];
    let mut room = Solutions::default();
    for position in positions {
        let mut position = shrink::bare(position);
        for (at, claimant) in claimants.iter().enumerate() {
            if judge.is_stopped() {
                return found;
            }
            if tried[at] >= TRIED {
                continue;
            }
            match shape(judge, claimant, &mut position, &mut room) {
                Ok(None) => {}
                Ok(Some(shape)) => {
                    tried[at] += 1;
                    found[at].insert(shape);
                }
                Err(LimitReached::Stopped) => return found,
                Err(_) => {
                    tried[at] = TRIED;
                    found[at].given_up += 1;
                }
            }
        }
    }
    found
}

/// What is left of the first match of the rule in this position.
fn shape(
    judge: &Judge<'_>,
    claimant: &Claimant,
    position: &mut Position,
    room: &mut Solutions,
) -> Result<Option<Shape>, LimitReached> {
    let claims = judge.claims(claimant, position, room)?;
    let Some(&(play, _)) = claims.first() else { return Ok(None) };
    let position = shrink::smallest_match(judge, claimant, position, play)?;
    Ok(Some(Shape { position, play }))
}
