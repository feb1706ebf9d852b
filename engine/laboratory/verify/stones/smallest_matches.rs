//! The smallest matches of a rule. A smallest match is a position in which the rule applies and every single stone is
//! needed for that. Guided attack starts from the smallest matches.

use blanche_compiler::runtime::{LimitReached, Solutions};
use blanche_sorted::SortedMap;

use super::claim::{Claimant, Judge};
use super::match_keys::{Key, shape_key};
use super::shrink;
use noire_engine::board::{Color, Point, Position};

/// Maximum number of shapes to keep for each rule. The shapes with the fewest stones are kept.
const MAX_SHAPES: usize = 800;

/// Maximum number of matches to reduce for each rule in one batch of positions.
const MAX_REDUCED_PER_BATCH: usize = 12;

/// A smallest match.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) position: Position,
    /// The move that the rule plays.
    pub(crate) play: Point,
}

/// Number of batches in which a rule may reach the step limit before the rule is skipped. Each such batch takes seconds
/// that the other rules need.
const MAX_BATCHES_AT_LIMIT: u32 = 2;

/// Different shapes of one rule, fewest stones first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shapes {
    found: SortedMap<(usize, Key), Shape>,
    /// Number of batches in which the rule reached the step limit.
    given_up: u32,
}

impl Shapes {
    /// Adds the shapes in `others`. The first of several shapes that are equal up to translation and symmetry is kept.
    /// Apart from this choice, the order of calls does not matter.
    pub(crate) fn extend(&mut self, others: Shapes) {
        for (key, shape) in others.found {
            self.found.entry(key).or_insert(shape);
        }
        while self.found.len() > MAX_SHAPES {
            self.found.pop_last();
        }
        self.given_up += others.given_up;
    }

    /// The shapes, fewest stones first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Shape> {
        self.found.values()
    }

    /// Whether the maximum number of shapes is reached.
    pub(crate) fn is_full(&self) -> bool {
        self.found.len() >= MAX_SHAPES
    }

    /// Whether the search for more shapes takes too much work.
    pub(crate) fn is_skipped(&self) -> bool {
        self.given_up >= MAX_BATCHES_AT_LIMIT
    }

    fn insert(&mut self, shape: Shape) {
        let stones = |color| shape.position.stones(color).len();
        let key = shape_key(&shape.position, shape.play);
        self.found.entry((stones(Color::Black) + stones(Color::White), key)).or_insert(shape);
    }
}

/// Finds the shapes of each of these rules in some positions. If a rule reaches the step limit in a position, it is
/// skipped in the later positions. If the judge is stopped, returns the shapes that were found by then.
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
            if tried[at] >= MAX_REDUCED_PER_BATCH {
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
                    tried[at] = MAX_REDUCED_PER_BATCH;
                    found[at].given_up += 1;
                }
            }
        }
    }
    found
}

/// Reduces the first match of the rule in this position to a shape.
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
