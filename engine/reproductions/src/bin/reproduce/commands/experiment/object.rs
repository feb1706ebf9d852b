//! The tables of the thesis and our figures as a JSON object.

use noire::facts::Base;
use noire::games::requirements::MissingRequirement;
use noire_reproductions::experiment::printed::{self, Board};
use noire_reproductions::experiment::{Compared, Found, Line, Row, Table, Trace};
use serde_json::{Value, json};

use super::tables::{ours_of, row_of, text, thesis};

/// All results, next to the results that the thesis prints.
pub(super) fn of(base: &Base, missing: &[MissingRequirement], table: &Table) -> Value {
    let compared = printed::compared();
    let missing: Vec<&str> = missing.iter().map(|missing| missing.requirement.name()).collect();
    let positions: Vec<Value> = table.rows.iter().map(position).collect();
    let lines: Vec<Value> = compared.iter().map(|position| line(position, table)).collect();
    let lost = compared.iter().map(|position| position.name).filter(|name| row_of(table, name).is_none());
    let won = |board| {
        let (won, of) = table.won(board);
        json!({ "won": won, "of": of })
    };
    json!({
        "base": base.name(),
        "missing": missing,
        "positions": positions,
        "compared": lines,
        "lost_boards": lost.collect::<Vec<_>>(),
        "won": { "printed": won(Board::Printed), "surrogates": won(Board::Surrogate) },
    })
}

fn number(figure: Trace) -> Value {
    json!({ "positions": figure.least(), "capped": matches!(figure, Trace::More(_)) })
}

/// The results for one position, by level.
fn position(row: &Row) -> Value {
    let level = |found: &Found| {
        json!({
            "level": found.level,
            "thesis": thesis(row, found.level).map(number),
            "here": number(found.figure),
            "won": found.won.is_some(),
            "checked": found.checked,
            "moves": found.won.as_ref().map(|(_, plies)| plies),
            "line": found.won.as_ref().map(|(line, _)| text(line)),
            "seconds": found.seconds,
        })
    };
    json!({
        "id": row.printed.name,
        "surrogate": row.printed.board == Board::Surrogate,
        "thesis_line": row.printed.line.as_ref().map(|line| text(line)),
        "levels": row.found.iter().map(level).collect::<Vec<_>>(),
    })
}

/// A row of table 5.2, with our result by the rules up to the highest level.
fn line(position: &Compared, table: &Table) -> Value {
    let row = row_of(table, position.name);
    let ours = row.and_then(|row| ours_of(row, table));
    let printed = |line: &Line| {
        let is_same = ours.map(|(ours, _)| ours.first() == line.moves.first());
        json!({ "moves": line.moves.len(), "line": text(&line.moves), "same_first_move": is_same })
    };
    json!({
        "id": position.name,
        "winner": position.uiterwijk.winner.to_string(),
        "board": if row.is_some() { "surrogate" } else { "lost" },
        "uiterwijk": printed(&position.uiterwijk),
        "thesis": position.thesis.as_ref().map(printed),
        "here": ours.map(|(line, plies)| json!({ "moves": plies, "line": text(line) })),
    })
}
