//! What a game must implement so that the weights of its scores can be fitted.

use crate::corpus;
use blanche_compiler::game::Move;
use noire_engine::board::{Point, Position};
use noire_engine::games::{FiveInARow, TextGame};
use noire_engine::world::{Stones, Text, World};

/// A game whose scores can be fitted to the results of games.
pub trait TuningWorld: World {
    /// The built-in games.
    fn known_games() -> Vec<Vec<Self::Move>> {
        Vec::new()
    }

    /// The moves from the start of the game to the current position of a search that began after `before`. `None` if
    /// alternating moves do not lead to that position.
    fn moves_to(before: &[Self::Step], game: &Self::Game<'_>) -> Option<Vec<Self::Step>>;
}

impl TuningWorld for Stones {
    fn known_games() -> Vec<Vec<Option<Point>>> {
        corpus::games().into_iter().map(|moves| moves.into_iter().map(Some).collect()).collect()
    }

    /// In a search a side may pass, so alternating moves may not lead to the position.
    fn moves_to(_before: &[Point], game: &FiveInARow<'_>) -> Option<Vec<Point>> {
        let moves: Vec<Point> = game.position().made().collect();
        let again = Position::after_moves(&moves).ok()?;
        let is_same = again.key() == game.position().key() && again.to_move() == game.position().to_move();
        is_same.then_some(moves)
    }
}

impl TuningWorld for Text {
    fn moves_to(before: &[Move], game: &TextGame<'_>) -> Option<Vec<Move>> {
        Some([before, &game.line()?].concat())
    }
}
