//! Draws numbered moves to choose from, in columns. Each move is drawn with the board after it.

use noire_engine::board::Style;
use noire_engine::world::{Marks, World, WorldError, WorldExt as _};

/// Maximum width of a line, in characters.
const MAX_WIDTH: usize = 96;

/// Space between two boards, in characters.
const GAP: usize = 3;

/// Draws the moves, numbered from 1, with the position after each move.
///
/// # Errors
/// If a move cannot be played.
pub(super) fn draw<W: World>(
    world: &W,
    position: &W::Position,
    moves: &[W::Move],
    style: Style,
) -> Result<String, WorldError> {
    let mut blocks: Vec<Vec<String>> = Vec::with_capacity(moves.len());
    for (number, mv) in (1..).zip(moves) {
        let after = world.replay(position, &[*mv], &mut |_| true)?;
        let board = world.draw(&after, &Marks::default(), style);
        let title = format!("{number}. {}", world.moves_text(&[*mv]));
        blocks.push(std::iter::once(title).chain(board.lines().map(str::to_owned)).collect());
    }
    let width = |line: &String| line.chars().count();
    let wide = blocks.iter().flatten().map(width).max().unwrap_or(0) + GAP;
    let beside = (MAX_WIDTH / wide).max(1);
    let mut text = String::new();
    for row in blocks.chunks(beside) {
        for at in 0..row.iter().map(Vec::len).max().unwrap_or(0) {
            let cells = row.iter().map(|block| block.get(at).map_or("", String::as_str));
            let line: String = cells.map(|cell| format!("{cell:<wide$}")).collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text.push('\n');
    }
    Ok(text)
}
