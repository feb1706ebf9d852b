//! What the thesis prints: positions, lines and figures.

use crate::board::{Color, Point, Position};
use crate::record::{PositionSpec, SetUpText};

const NOSOVSKY: &str = include_str!("../../data/nosovsky.tsv");
const UITERWIJK: &str = include_str!("../../data/uiterwijk-lines.tsv");

/// The levels of knowledge of table 5.3.
pub const LEVELS: [u32; 4] = [1, 3, 5, 7];

/// How many positions were examined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trace {
    /// So many.
    Of(u64),
    /// More than so many, and no win was found.
    More(u64),
}

impl Trace {
    fn read(text: &str) -> Option<Trace> {
        match text.strip_prefix('>') {
            Some(more) => more.parse().ok().map(Trace::More),
            None => text.parse().ok().map(Trace::Of),
        }
    }

    /// The number, or the one that it is more than.
    pub fn least(self) -> u64 {
        match self {
            Trace::Of(number) | Trace::More(number) => number,
        }
    }
}

/// A test position and what the thesis found.
#[derive(Clone, Debug)]
pub struct Printed {
    /// Its name: AN01.
    pub name: &'static str,
    /// The stones and whose turn it is.
    pub position: Position,
    /// The winning line; nothing where none was found.
    pub line: Option<Vec<Point>>,
    /// The positions examined with the rules up to each of [`LEVELS`], where the thesis gives a number.
    pub figures: [Option<Trace>; LEVELS.len()],
}

/// A winning line of one of Uiterwijk's positions, whose board is lost.
#[derive(Clone, Debug)]
pub struct Line {
    /// The name of the position: JU01.
    pub name: &'static str,
    /// Who wins.
    pub winner: Color,
    /// Whether the thesis' program found it; otherwise it is Uiterwijk's.
    pub by_noire: bool,
    /// The moves.
    pub moves: Vec<Point>,
    /// The positions examined, as in [`Printed`].
    pub figures: [Option<Trace>; LEVELS.len()],
}

/// The test positions, AN01 to AN11.
///
/// # Panics
/// Never: a test reads them all.
pub fn nosovsky() -> Vec<Printed> {
    rows(NOSOVSKY).map(|cells| printed(&cells).expect("the built-in positions are well written")).collect()
}

/// The winning lines of Uiterwijk's positions.
///
/// # Panics
/// Never: a test reads them all.
pub fn uiterwijk() -> Vec<Line> {
    rows(UITERWIJK).map(|cells| line(&cells).expect("the built-in lines are well written")).collect()
}

fn rows(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines().filter(|row| !row.starts_with('#')).map(|row| row.split('\t').collect())
}

fn printed(cells: &[&'static str]) -> Option<Printed> {
    let &[name, to_move, black, white, line, ..] = cells else { return None };
    let color = if to_move == "b" { "black" } else { "white" };
    let text = SetUpText { black, white, to_move: Some(color), last_move: None };
    let position = PositionSpec::from_set_up(text).ok()?.position();
    Some(Printed { name, position, line: moves(line), figures: figures(&cells[5..]) })
}

fn line(cells: &[&'static str]) -> Option<Line> {
    let &[name, winner, finder, _, line, ..] = cells else { return None };
    let winner = if winner == "b" { Color::Black } else { Color::White };
    let by_noire = finder == "T5.1";
    Some(Line { name, winner, by_noire, moves: moves(line)?, figures: figures(&cells[5..]) })
}

fn moves(text: &str) -> Option<Vec<Point>> {
    text.split(',').map(|point| point.parse().ok()).collect()
}

fn figures(cells: &[&str]) -> [Option<Trace>; LEVELS.len()] {
    std::array::from_fn(|at| cells.get(at).and_then(|cell| Trace::read(cell)))
}
