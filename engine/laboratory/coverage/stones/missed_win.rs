//! Reduces a missed win to the stones that it needs. A win is missed if no rule plays a winning first move.
//!
//! ```text
//!  9 . . . . . o . .      12 stones in the record,      9 . . . . . . .
//!  8 . x o o * x x .      and five that are needed:     8 . . o o * . .
//!  7 . o o . x . . .      what lies beyond them is      7 . o . . . . .
//!  6 x . . o . . . .      no part of the shape          6 . . . o . . .
//! ```
//!
//! Stones are removed one at a time, the winner's stones first. After a removal, the position must still be a win
//! within the same number of moves by the same first move. Also, no rule up to that level may play a winning move.
//!
//! A stone of the opponent stays in three cases: without it the win would be faster, a rule would recognise the win, or
//! a reply would no longer be forbidden.
//!
//! A few of the winning first moves are tried. They are the moves whose wins involve the fewest fields. The shape with
//! the fewest stones of the winner is chosen, so each win has one shape. Wins are grouped by the winner's stones and
//! the first move, up to translation, symmetry and exchange of colours.

use blanche_sorted::Arrange;

use super::knowledge::Knowledge;
use crate::verify::stones::match_keys::{Key, shape_key};
use crate::verify::stones::shrink;
use crate::verify::stones::solver::{Solver, Win};
use noire_engine::bases::queried_exports::NEXT_MOVE;
use noire_engine::board::{Color, Group, Point, PointSet, Position, Symmetry};

/// A win reduced to the fewest stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) position: Position,
    /// The colour to move, which wins.
    pub(crate) color: Color,
    /// The exact number of moves within which it wins.
    pub(crate) level: u32,
    /// A winning first move.
    pub(crate) play: Point,
}

/// Maximum number of first moves to try.
const MAX_FIRST_MOVES: usize = 3;

impl Shape {
    /// Key that shapes of the same group share. It consists of the winner's stones, the first move and the level.
    pub(crate) fn key(&self) -> (u32, Key) {
        let own = shrink::set_up(self.position.stones(self.color), PointSet::EMPTY);
        (self.level, shape_key(&own, self.play))
    }

    /// Number of the winner's stones, and of all stones.
    pub(crate) fn stones(&self) -> (usize, usize) {
        let [own, other] = [self.color, self.color.other()].map(|color| self.position.stones(color).len());
        (own, own + other)
    }

    /// Applies a symmetry of the board to the shape.
    pub(crate) fn transformed(self, symmetry: Symmetry) -> Shape {
        Shape {
            position: shrink::bare(&self.position.transformed(symmetry)),
            play: symmetry.point(self.play),
            ..self
        }
    }
}

/// Returns the shape of this missed win, or `None` if the search is stopped at a limit.
pub(crate) fn missed(
    solver: &Solver<'_>,
    knowledge: &Knowledge<'_>,
    position: &Position,
    color: Color,
    win: Win,
) -> Option<Shape> {
    let fields = |play| solver.wins_by(position, color, play, win.level).ok().flatten();
    let mut moves: Vec<(usize, Point, PointSet)> =
        win.moves.iter().filter_map(|play| fields(play).map(|fields| (fields.len(), play, fields))).collect();
    moves.arrange_by_key(|(size, play, _)| (*size, *play));
    let shapes = moves.into_iter().take(MAX_FIRST_MOVES).map(|(_, play, fields)| {
        let miss = MissedWinReducer { solver, knowledge, color, level: win.level, play };
        Shape { position: miss.shrunk(position, fields), color, level: win.level, play }
    });
    shapes.min_by_key(|shape| (shape.stones(), shape.key()))
}

/// A missed win: the move `play` wins, but no rule plays a winning move.
struct MissedWinReducer<'s> {
    solver: &'s Solver<'s>,
    knowledge: &'s Knowledge<'s>,
    color: Color,
    level: u32,
    play: Point,
}

impl MissedWinReducer<'_> {
    /// Removes unnecessary stones. `fields` are the fields that the win involves.
    fn shrunk(&self, position: &Position, fields: PointSet) -> Position {
        let mut position = shrink::bare(position);
        // Step 1. Remove all stones that are on no line through a field of the win, if the position then is still a
        // missed win.
        let zone = fields.iter().flat_map(|field| Group::with(field, 1, 5));
        let zone = zone.fold(PointSet::EMPTY, |zone, group| zone | group.fields_between(0, 6));
        let far = (position.stones(Color::Black) | position.stones(Color::White)) - zone;
        let near = shrink::without(&position, far);
        if !far.is_empty() && self.is_missed_win(&near) {
            position = near;
        }
        // Step 2. Remove single stones until none can be spared.
        loop {
            let before = position.stones(Color::Black) | position.stones(Color::White);
            for color in [self.color, self.color.other()] {
                for stone in position.stones(color) {
                    let smaller = shrink::without(&position, PointSet::only(stone));
                    if self.is_missed_win(&smaller) {
                        position = smaller;
                    }
                }
            }
            if position.stones(Color::Black) | position.stones(Color::White) == before {
                return position;
            }
        }
    }

    /// Whether the position is still a missed win. The game must be undecided, rules must be allowed to make claims,
    /// the move must win within exactly the level, and no rule may play a winning first move. Returns `false` if a
    /// query is stopped at a limit.
    fn is_missed_win(&self, position: &Position) -> bool {
        let MissedWinReducer { solver, color, level, play, .. } = *self;
        let game = solver.game();
        let is_answer = match level {
            NEXT_MOVE => game.base().on(game.backend()).is_urgent(&mut position.clone(), color.other()),
            _ => game.is_supposed(&mut position.clone(), level).map(|supposed| !supposed),
        };
        let wins = |field, level| solver.wins_by(position, color, field, level);
        is_answer == Ok(false)
            && matches!(solver.game().winner(&mut position.clone()), Ok(None))
            && matches!(wins(play, level), Ok(Some(_)))
            && (level == NEXT_MOVE || solver.wins_within(position, color, level - 2) == Ok(false))
            && self
                .knowledge
                .plays(&mut position.clone(), color, level)
                .is_ok_and(|plays| plays.iter().all(|field| wins(field, level) == Ok(None)))
    }
}
