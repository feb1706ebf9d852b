//! Boards that are almost full, so that an exhaustive search finishes.

use noire_engine::board::{Color, Point, Position};

use blanche_compiler::random::Random;

/// A board on which only a corner is free. The other fields are filled in a pattern without three stones of a colour in
/// a row. As in a game, stones next to the corner belong to lines that reach into the corner.
pub(crate) fn small_board(side: u8, stones: usize, random: &mut Random) -> Position {
    let is_free = |field: &Point| field.column() < side && field.row() < side;
    let color = |field: Point| {
        let (column, row) = (usize::from(field.column()), usize::from(field.row()));
        Color::ALL[(column + 2 * (row % 2) + row / 2 % 2).div_euclid(2) % 2]
    };
    let mut colors: [Vec<Point>; 2] = Default::default();
    for field in Point::all().filter(|field| !is_free(field)) {
        colors[color(field).index()].push(field);
    }
    let mut free: Vec<Point> = Point::all().filter(is_free).collect();
    for number in 0..stones {
        let field = free.remove(random.below(free.len()));
        colors[number % 2].push(field);
    }
    Position::set_up(&colors[0], &colors[1], None, None).unwrap()
}
