//! The positions, lines and figures printed in the thesis.

use noire::board::{Color, Point, Position};
use noire::record::{PositionSpec, SetUpText};

const NOSOVSKY: &str = include_str!("../../../data/nosovsky.tsv");
const UITERWIJK: &str = include_str!("../../data/uiterwijk-lines.tsv");
const SURROGATES: &str = include_str!("../../data/uiterwijk-boards.tsv");

/// The levels of knowledge in table 5.3.
pub const LEVELS: [u32; 4] = [1, 3, 5, 7];

/// A number of examined positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trace {
    /// Exactly this many positions were examined.
    Of(u64),
    /// More than this many positions were examined, and no win was found.
    More(u64),
}

impl Trace {
    fn read(text: &str) -> Option<Trace> {
        match text.strip_prefix('>') {
            Some(more) => more.parse().ok().map(Trace::More),
            None => text.parse().ok().map(Trace::Of),
        }
    }

    /// The number, or the lower bound.
    pub fn least(self) -> u64 {
        match self {
            Trace::Of(number) | Trace::More(number) => number,
        }
    }
}

/// The origin of the stones of a test position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Board {
    /// The stones are printed in the thesis.
    Printed,
    /// The board is lost. The stones are only those that the lines of table 5.2 need, so figures for this surrogate are
    /// not comparable with those for the lost board.
    Surrogate,
}

/// A test position and the results of the thesis.
#[derive(Clone, Debug)]
pub struct Printed {
    /// The name of the position, such as AN01.
    pub name: &'static str,
    /// The origin of its stones.
    pub board: Board,
    /// The stones, and the player to move.
    pub position: Position,
    /// The winning line; `None` if the thesis found none.
    pub line: Option<Vec<Point>>,
    /// For each of [`LEVELS`], the number of positions examined with the rules up to this level, if the thesis prints
    /// it.
    pub figures: [Option<Trace>; LEVELS.len()],
}

/// A winning line of one of Uiterwijk's positions, whose board is lost.
#[derive(Clone, Debug)]
pub struct Line {
    /// The name of the position, such as JU01.
    pub name: &'static str,
    /// The winner of the line.
    pub winner: Color,
    /// Whether the program of the thesis found the line. If not, Uiterwijk found it.
    pub by_noire: bool,
    /// The moves of the line.
    pub moves: Vec<Point>,
    /// The number of positions examined, as in [`Printed::figures`].
    pub figures: [Option<Trace>; LEVELS.len()],
}

/// The lines of one of Uiterwijk's positions that table 5.2 compares.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The name of the position, such as JU01.
    pub name: &'static str,
    /// The line that Uiterwijk found.
    pub uiterwijk: Line,
    /// The line that the program of the thesis found; `None` if it found none.
    pub thesis: Option<Line>,
}

/// The test positions that have a board: the surrogates of six positions from JU04 to JU11, and AN01 to AN11.
///
/// # Panics
/// Never: a test parses them all.
pub fn positions() -> Vec<Printed> {
    [surrogates(), nosovsky()].concat()
}

/// The test positions AN01 to AN11.
///
/// # Panics
/// Never: a test parses them all.
pub fn nosovsky() -> Vec<Printed> {
    rows(NOSOVSKY).map(|cells| printed(&cells).expect("the built-in positions are well written")).collect()
}

/// Surrogates for the lost boards of JU04, JU05, JU07, JU08, JU10 and JU11, with the lines and figures that the thesis
/// prints for the lost boards.
///
/// # Panics
/// Never: a test parses them all.
pub fn surrogates() -> Vec<Printed> {
    let lines = uiterwijk();
    rows(SURROGATES)
        .map(|cells| surrogate(&cells, &lines).expect("the built-in positions are well written"))
        .collect()
}

/// The rows of table 5.2, JU01 to JU12.
///
/// # Panics
/// Never: a test parses them all.
pub fn compared() -> Vec<Compared> {
    let (thesis, of_uiterwijk): (Vec<Line>, Vec<Line>) =
        uiterwijk().into_iter().partition(|line| line.by_noire);
    of_uiterwijk
        .into_iter()
        .map(|line| Compared {
            name: line.name,
            thesis: thesis.iter().find(|thesis| thesis.name == line.name).cloned(),
            uiterwijk: line,
        })
        .collect()
}

/// The winning lines of Uiterwijk's positions.
///
/// # Panics
/// Never: a test parses them all.
pub fn uiterwijk() -> Vec<Line> {
    rows(UITERWIJK).map(|cells| line(&cells).expect("the built-in lines are well written")).collect()
}

fn rows(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines().filter(|row| !row.starts_with('#')).map(|row| row.split('\t').collect())
}

fn printed(cells: &[&'static str]) -> Option<Printed> {
    let &[name, to_move, black, white, line, ..] = cells else { return None };
    let position = set_up(to_move, black, white)?;
    Some(Printed { name, board: Board::Printed, position, line: moves(line), figures: figures(&cells[5..]) })
}

fn surrogate(cells: &[&'static str], lines: &[Line]) -> Option<Printed> {
    let &[name, black, white, to_move] = cells else { return None };
    let position = set_up(to_move, black, white)?;
    let thesis = lines.iter().find(|line| line.by_noire && line.name == name);
    let figures = thesis.map_or([None; LEVELS.len()], |line| line.figures);
    Some(Printed {
        name,
        board: Board::Surrogate,
        position,
        line: thesis.map(|line| line.moves.clone()),
        figures,
    })
}

/// The position with these stones. Each list of stones has the names of their points.
fn set_up(to_move: &str, black: &str, white: &str) -> Option<Position> {
    let color = if to_move == "b" { "black" } else { "white" };
    let text = SetUpText { black, white, to_move: Some(color), last_move: None };
    Some(PositionSpec::from_set_up(text).ok()?.position())
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
