//! The smallest matches of a rule: what is left of the positions in which it applies when every stone that it can do
//! without is gone. Guided attack begins with them.

use std::collections::BTreeMap;

use blanche_compiler::runtime::{LimitReached, Solutions};

use super::claim::{Claimant, Judge};
use super::distinct::{Key, shape_key};
use super::shrink;
use crate::board::{Colour, Point, Position};

/// Of every rule so many shapes are kept, those with the fewest stones first.
const MOST: usize = 800;

/// In one batch of positions so many matches of a rule are made small.
const TRIED: usize = 12;

/// A smallest match.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The stones.
    pub position: Position,
    /// The play.
    pub play: Point,
}

/// Different shapes of one rule, fewest stones first.
#[derive(Clone, Debug, Default)]
pub struct Shapes(BTreeMap<(usize, Key), Shape>);

impl Shapes {
    /// Takes up others. What is kept does not depend on the order in which they come, but for which of two shapes that are
    /// one up to translation and symmetry stands for both: the first.
    pub fn extend(&mut self, others: Shapes) {
        for (key, shape) in others.0 {
            self.0.entry(key).or_insert(shape);
        }
        while self.0.len() > MOST {
            self.0.pop_last();
        }
    }

    /// The shapes.
    pub fn iter(&self) -> impl Iterator<Item = &Shape> {
        self.0.values()
    }

    /// Whether there are as many as are kept.
    pub fn is_full(&self) -> bool {
        self.0.len() >= MOST
    }

    fn insert(&mut self, shape: Shape) {
        let stones = |colour| shape.position.stones(colour).len();
        let key = shape_key(&shape.position, shape.play);
        self.0.entry((stones(Colour::Black) + stones(Colour::White), key)).or_insert(shape);
    }
}

/// The shapes of each of these rules in some positions. A match in which the limit of work is reached is left alone.
pub fn shapes_in(judge: &Judge<'_>, claimants: &[Claimant], positions: &[Position]) -> Vec<Shapes> {
    let mut found = vec![Shapes::default(); claimants.len()];
    let mut tried = vec![0; claimants.len()];
    let mut room = Solutions::default();
    for position in positions {
        if judge.is_stopped() {
            break;
        }
        let mut position = shrink::bare(position);
        for (at, claimant) in claimants.iter().enumerate() {
            if tried[at] < TRIED
                && let Ok(Some(shape)) = shape(judge, claimant, &mut position, &mut room)
            {
                tried[at] += 1;
                found[at].insert(shape);
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
