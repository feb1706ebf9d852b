//! The tables of the thesis and our figures as text.

use std::io::{self, Write};

use noire::board::{Color, Point};
use noire::facts::Base;
use noire_reproductions::experiment::printed::{self, Board, LEVELS};
use noire_reproductions::experiment::{Compared, Found, Line, Row, Table, Trace};

use noire::command_line::public_api::{Style, print_cells};

/// Prints all tables, and how many boards are won.
pub(super) fn print(out: &mut impl Write, base: &Base, table: &Table, style: Style) -> io::Result<()> {
    let compared = printed::compared();
    writeln!(out, "Table 5.1: winning lines, with the rules of the highest level\n")?;
    print_cells(out, &found(table, &compared), style)?;
    writeln!(
        out,
        "\nTable 5.2: moves to the win in Uiterwijk's positions, and whether the first moves agree\n"
    )?;
    print_cells(out, &lengths(table, &compared), style)?;
    writeln!(out, "\nTable 5.3: examined positions, the thesis' and ours\n")?;
    print_cells(out, &examined(table), style)?;
    // An unescaped star would begin a list item in Markdown.
    let star = if style == Style::Markdown { "\\*" } else { "*" };
    writeln!(
        out,
        "\n{star} a surrogate: for a lost board only the stones that the lines of table 5.2 need; not in the total\n"
    )?;
    writeln!(out, "{}", won_of_all(base, table, &compared))
}

fn row<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}

/// The name of a position, followed by `*` if its board is a surrogate for a lost one.
fn name(row: &Row) -> String {
    let mark = if row.printed.board == Board::Surrogate { "*" } else { "" };
    format!("{}{mark}", row.printed.name)
}

/// The results for the position with this name; `None` if its board is lost.
pub(super) fn row_of<'t>(table: &'t Table, name: &str) -> Option<&'t Row> {
    table.rows.iter().find(|row| row.printed.name == name)
}

/// The cells of table 5.1.
fn found(table: &Table, compared: &[Compared]) -> Vec<Vec<String>> {
    let mut cells = vec![row(["position", "thesis", "here"])];
    for position in compared {
        let thesis = position.thesis.as_ref();
        let thesis = thesis.map_or("no win found".to_owned(), |line| won(line.winner, &line.moves));
        cells.push(match row_of(table, position.name) {
            Some(row) => vec![name(row), thesis, here(row, table.levels.len())],
            None => vec![position.name.to_owned(), thesis, "board lost".to_owned()],
        });
    }
    for row in table.of(Board::Printed) {
        let thesis = row.printed.line.as_ref();
        let thesis = thesis.map_or("no win found".to_owned(), |line| won(color(row), line));
        cells.push(vec![name(row), thesis, here(row, table.levels.len())]);
    }
    cells
}

/// The cells of table 5.2: the number of moves of each line, including our line, and which of the printed lines has the
/// same first move as ours.
fn lengths(table: &Table, compared: &[Compared]) -> Vec<Vec<String>> {
    let mut cells =
        vec![row(["position", "Uiterwijk", "thesis", "here", "same first move", "line of Uiterwijk"])];
    for position in compared {
        let row = row_of(table, position.name);
        let length = |line: &Line| line.moves.len().to_string();
        let here = match row {
            None => "lost".to_owned(),
            Some(row) => ours_of(row, table).map_or("not found".to_owned(), |(_, plies)| plies.to_string()),
        };
        cells.push(vec![
            row.map_or(position.name.to_owned(), name),
            length(&position.uiterwijk),
            position.thesis.as_ref().map_or("not found".to_owned(), length),
            here,
            same_first(position, row.and_then(|row| ours_of(row, table))).to_owned(),
            text(&position.uiterwijk.moves),
        ]);
    }
    cells
}

/// Our result by the rules up to the highest level: the line, and the maximum number of moves until the win.
pub(super) fn ours_of<'t>(row: &'t Row, table: &Table) -> Option<&'t (Vec<Point>, u32)> {
    row.highest(table.levels.len())?.won.as_ref()
}

/// Which of the printed lines begins with the same move as ours.
fn same_first(position: &Compared, ours: Option<&(Vec<Point>, u32)>) -> &'static str {
    let Some((ours, _)) = ours else { return "-" };
    let is_same = |line: &Line| line.moves.first() == ours.first();
    match (is_same(&position.uiterwijk), position.thesis.as_ref().map(is_same)) {
        (true, Some(false)) => "as Uiterwijk's",
        (true, _) => "yes",
        (false, Some(true)) => "as the thesis'",
        (false, _) => "no",
    }
}

/// The cells of table 5.3.
fn examined(table: &Table) -> Vec<Vec<String>> {
    let mut head = vec!["position".to_owned()];
    for level in &table.levels {
        head.push(format!("level {level}, thesis"));
        head.push("here".to_owned());
    }
    let mut cells = vec![head];
    for row in &table.rows {
        let mut line = vec![name(row)];
        for (at, level) in table.levels.iter().enumerate() {
            line.push(thesis(row, *level).map_or("-".to_owned(), figure));
            line.push(row.found.get(at).map_or("-".to_owned(), ours));
        }
        cells.push(line);
    }
    let mut line = vec!["total of the printed".to_owned()];
    for (thesis, ours) in table.totals() {
        line.push(thesis.map_or("-".to_owned(), figure));
        line.push(figure(ours));
    }
    cells.push(line);
    cells
}

/// The figure that the thesis prints for a level.
pub(super) fn thesis(row: &Row, level: u32) -> Option<Trace> {
    LEVELS.iter().position(|printed| *printed == level).and_then(|at| row.printed.figures[at])
}

/// Our figure, with a remark if the position was not won or if the proof was not checked.
fn ours(found: &Found) -> String {
    let number = figure(found.figure);
    match (&found.won, found.figure) {
        (Some(_), _) if found.checked => number,
        (Some(_), _) => format!("{number} unchecked"),
        (None, Trace::More(_)) => number,
        (None, Trace::Of(_)) => format!("{number} no win"),
    }
}

fn figure(figure: Trace) -> String {
    let (sign, number) = match figure {
        Trace::Of(number) => ("", number),
        Trace::More(number) => (">", number),
    };
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{sign}{grouped}")
}

/// Our result by the rules up to the highest level, or a remark that this level was not searched.
fn here(row: &Row, levels: usize) -> String {
    let Some(found) = row.highest(levels) else { return "not searched".to_owned() };
    match &found.won {
        None if matches!(found.figure, Trace::More(_)) => {
            format!("none in the first {} positions", figure(Trace::Of(found.figure.least())))
        }
        None => "no win found".to_owned(),
        Some((line, plies)) => {
            let remark = if found.checked { "" } else { ", unchecked" };
            format!("{} wins in {plies}{remark}: {}", color(row), text(line))
        }
    }
}

fn color(row: &Row) -> Color {
    row.printed.position.to_move().unwrap_or(Color::Black)
}

fn won(color: Color, line: &[Point]) -> String {
    format!("{color} wins in {}: {}", line.len(), text(line))
}

/// The moves, separated by dots.
pub(super) fn text(moves: &[Point]) -> String {
    moves.iter().map(Point::to_string).collect::<Vec<_>>().join(".")
}

/// A sentence about how many boards of each kind are won by the rules up to the highest level, and how many boards have
/// not survived. Under the rules of go-moku, the sentence answers the question of section 6.3.
fn won_of_all(base: &Base, table: &Table, compared: &[Compared]) -> String {
    let level = table.levels.last().map_or(String::new(), |level| format!(" up to level {level}"));
    format!(
        "Won with the rules of {}{level}: {} and {}; {} boards are lost.",
        base.name(),
        won_of(table, Board::Printed, "printed boards"),
        won_of(table, Board::Surrogate, "surrogates"),
        compared.len() - table.of(Board::Surrogate).count()
    )
}

/// How many boards of a kind are won, and how many were not searched to the end.
fn won_of(table: &Table, board: Board, kind: &str) -> String {
    let (won, of) = table.won(board);
    let is_open = |row: &&Row| match row.highest(table.levels.len()) {
        Some(found) => found.won.is_none() && matches!(found.figure, Trace::More(_)),
        None => true,
    };
    match table.of(board).filter(is_open).count() {
        0 => format!("{won} of {of} {kind}"),
        open => format!("{won} of {of} {kind} ({open} not searched to the end)"),
    }
}
