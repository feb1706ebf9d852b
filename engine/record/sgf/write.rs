//! Games as SGF.

use super::super::game::{GameRecord, Start};
use super::super::outcome::{Outcome, WinReason};
use super::points::written;
use crate::board::{Color, Point};

/// So many moves stand in a line.
const MOVES_A_LINE: usize = 10;

/// The games as an SGF file.
pub(in super::super) fn write(games: &[GameRecord]) -> String {
    games.iter().map(game).collect()
}

fn game(game: &GameRecord) -> String {
    let mut text = "(;FF[4]GM[4]CA[UTF-8]SZ[15]".to_owned();
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
    let mut color = game.begins().unwrap_or(Color::Black);
    for (number, made) in game.moves.iter().enumerate() {
        if number.is_multiple_of(MOVES_A_LINE) {
            text.push('\n');
        }
        text.push_str(&format!(";{}[{}]", letter(color), made.field.map_or_else(String::new, written)));
        if let Some(remark) = &made.remark {
            text.push_str(&format!("C[{}]", escaped(remark)));
        }
        color = color.other();
    }
    text.push_str(")\n");
    text
}

fn letter(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

/// The values of `RE` and `BY`.
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

/// The text as a value: what would end it or escape something is escaped.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
