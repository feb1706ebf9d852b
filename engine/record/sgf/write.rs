//! Writes games as SGF.

use super::super::game::{GameRecord, Move, Start};
use super::super::outcome::{Outcome, WinReason};
use super::marking;
use super::points::written;
use crate::board::{Color, Point};

/// Number of moves per line.
const MOVES_A_LINE: usize = 10;

/// A judgement of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A bad move: `BM`.
    Bad,
    /// A doubtful move: `DO`.
    Doubtful,
}

/// A judgement of a move in a game, with a better line of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgment {
    /// The index of the move in the record, from 0.
    pub at: usize,
    /// Whether the move is bad or doubtful.
    pub mark: Mark,
    /// The better line of moves, which begins with a replacement for the judged move. It is written as a variation, and
    /// may be empty.
    pub better: Vec<Point>,
    /// A remark on the better line.
    pub remark: String,
}

/// Writes the games as an SGF file.
pub(in super::super) fn write(games: &[GameRecord]) -> String {
    games.iter().map(|record| game(record, &[])).collect()
}

/// Writes the games as an SGF file with judgements of their moves. The judgements of a game must be in the order of its
/// moves. The main line remains the game as it was played.
pub fn write_judged(games: &[(GameRecord, Vec<Judgment>)]) -> String {
    games.iter().map(|(record, judgments)| game(record, judgments)).collect()
}

/// The beginning of the text of a game, up to its first move.
pub(super) fn heading(game: &GameRecord) -> String {
    let mut text = format!("(;FF[4]GM[4]CA[UTF-8]AP[NOIRE:{}]SZ[15]", env!("CARGO_PKG_VERSION"));
    let mut add = |name: &str, value: &str| text.push_str(&format!("{name}[{}]", escaped(value)));
    let [black, white] = &game.players;
    let simple = [("RU", &game.rules), ("EV", &game.event), ("DT", &game.date), ("PB", black), ("PW", white)];
    for (name, value) in simple {
        if let Some(value) = value {
            add(name, &value.replace('\n', " "));
        }
    }
    if let Some(result) = game.result {
        let (value, by) = written_result(result);
        add("RE", &value);
        if let Some(by) = by {
            add("BY", by);
        }
    }
    if let Some(remark) = &game.remark {
        add("C", remark);
    }
    if let Some(Start { black, white, to_move }) = &game.start {
        let mut set_up = |name: &str, points: &[Point]| {
            if !points.is_empty() {
                text.push_str(name);
                points.iter().for_each(|&point| text.push_str(&format!("[{}]", written(point))));
            }
        };
        set_up("AB", black);
        set_up("AW", white);
        if let Some(to_move) = to_move {
            text.push_str(&format!("PL[{}]", letter(*to_move)));
        }
    }
    text.push_str(&marking::text(game.marking.as_deref()));
    text
}

fn game(game: &GameRecord, judgments: &[Judgment]) -> String {
    let mut text = heading(game);
    let mut color = game.begins().unwrap_or(Color::Black);
    let mut variations = Vec::new();
    for (number, made) in game.moves.iter().enumerate() {
        if number.is_multiple_of(MOVES_A_LINE) {
            text.push('\n');
        }
        let judgment = judgments.iter().find(|judgment| judgment.at == number);
        if let Some(judgment) = judgment.filter(|judgment| !judgment.better.is_empty()) {
            text.push('(');
            variations.push(variation(judgment, color));
        }
        text.push_str(&move_node(color, made.field));
        // SGF allows only one of these properties per move.
        match judgment.map(|judgment| judgment.mark) {
            Some(Mark::Bad) => text.push_str("BM[1]"),
            Some(Mark::Doubtful) => text.push_str("DO[]"),
            None => {}
        }
        text.push_str(&notes(made));
        color = color.other();
    }
    // The first branch is the main line. All branches are closed at this point, innermost first. Each closed branch is
    // followed by the variation that replaces the first move of that branch.
    for variation in variations.iter().rev() {
        text.push_str(&format!(")\n({variation})"));
    }
    text.push_str(")\n");
    text
}

/// The nodes of a better line, whose first move is made by `color`.
fn variation(judgment: &Judgment, color: Color) -> String {
    let colors = [color, color.other()].into_iter().cycle();
    let mut nodes = judgment.better.iter().zip(colors).map(|(point, color)| move_node(color, Some(*point)));
    let first = nodes.next().unwrap_or_default();
    let remark = match judgment.remark.is_empty() {
        true => String::new(),
        false => format!("C[{}]", escaped(&judgment.remark)),
    };
    format!("{first}{remark}{}", nodes.collect::<String>())
}

/// The node for a move with its remark and marks.
pub(super) fn node(color: Color, made: &Move) -> String {
    format!("{}{}", move_node(color, made.field), notes(made))
}

/// The remark on a move and the marks after it as properties; empty if there are none.
fn notes(made: &Move) -> String {
    let remark = made.remark.as_ref().map_or_else(String::new, |remark| format!("C[{}]", escaped(remark)));
    remark + &marking::text(made.marking.as_deref())
}

/// The beginning of the node for a move: `;B[hh]`, or `;B[]` for a pass.
fn move_node(color: Color, field: Option<Point>) -> String {
    format!(";{}[{}]", letter(color), field.map_or_else(String::new, written))
}

fn letter(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

/// The values of the properties `RE` and `BY` for an outcome.
fn written_result(result: Outcome) -> (String, Option<&'static str>) {
    match result {
        Outcome::Void => ("Void".to_owned(), None),
        Outcome::Draw { .. } => ("Draw".to_owned(), result.reason()),
        Outcome::Win { winner, by } => {
            let (end, by) = match by {
                Some(WinReason::Resignation) => ("Resign", None),
                Some(WinReason::Time) => ("Time", None),
                Some(WinReason::Forfeit) => ("Forfeit", None),
                Some(WinReason::Five | WinReason::Forbidden) | None => ("", result.reason()),
            };
            (format!("{}+{end}", letter(winner)), by)
        }
    }
}

/// Escapes the characters that would end a property value or begin an escape.
pub(super) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
