//! Draws explanations of rules as an SVG picture: the board with its marks, and a tree of the attempts to satisfy the
//! body of a rule.
//!
//! The tree grows downwards, with one row per literal. The picture does not depend on particular fonts being installed.
//! It uses any monospaced font, and reserves enough space for each text.

use std::fmt::Write;

use blanche_compiler::markup::{self, escaped};
use blanche_compiler::why::Trace;
use blanche_compiler::why::trace::cell;

use crate::drawing::{self, Drawing};

/// A part of the picture that explains one rule.
pub struct Panel<'a> {
    /// The title, including the move that the rule plays.
    pub title: String,
    /// The board with its marks.
    pub drawing: Drawing,
    /// Explanatory sentences below the board.
    pub because: Vec<String>,
    /// The attempts to satisfy the body of the rule; `None` if the attempts were not traced.
    pub trace: Option<&'a Trace>,
}

/// Lengths in pixels.
const MARGIN: f64 = 30.0;
const LETTER: f64 = 7.9;
const ROW: f64 = 34.0;
const TITLE: f64 = 30.0;
const LINE: f64 = 20.0;

const STYLE: &str = "text { font: 13px monospace; fill: #222 } .title { font-size: 15px; font-weight: bold } \
    .literal { fill: #444 } .value { text-anchor: middle; fill: #14375e } .end { text-anchor: middle; font-weight: bold } \
    .fails { fill: #b3261e } .holds { fill: #1b6e35 } .edge { stroke: #8a97a6; stroke-width: 1.3; fill: none }";

/// Draws the panels from top to bottom. There must be at least one panel.
pub fn svg(panels: &[Panel<'_>]) -> String {
    let mut body = String::new();
    let (mut top, mut width) = (0.0_f64, 0.0_f64);
    for panel in panels {
        let (text, right, bottom) = draw(panel, top);
        body.push_str(&text);
        width = width.max(right);
        top = bottom;
    }
    let drawn = format!("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{body}");
    let [width, height] = [width, top].map(|length| (length + MARGIN).round() as i32);
    markup::picture(width, height, None, &format!("{STYLE} {}", drawing::STYLE), &drawn)
}

/// Draws a panel with its upper edge at `top`. Returns the text and the coordinates of the right and lower edges.
fn draw(panel: &Panel<'_>, top: f64) -> (String, f64, f64) {
    let mut text = String::new();
    let title_end = MARGIN + panel.title.chars().count() as f64 * LETTER * 1.2;
    let _ = writeln!(
        text,
        "<text class=\"title\" x=\"{MARGIN}\" y=\"{:.1}\">{}</text>",
        top + TITLE,
        escaped(&panel.title)
    );
    let top = top + TITLE + LINE;
    let (wide, high) = panel.drawing.svg_at((MARGIN as i32, top as i32), &mut text);
    let (right, mut bottom) = (MARGIN + f64::from(wide), top.floor() + f64::from(high));
    let mut end = title_end.max(right);
    for sentence in &panel.because {
        bottom += LINE;
        let _ = writeln!(text, "<text x=\"{MARGIN}\" y=\"{bottom:.1}\">{}</text>", escaped(sentence));
        end = end.max(MARGIN + sentence.chars().count() as f64 * LETTER);
    }
    let Some(trace) = panel.trace else { return (text, end, bottom + LINE) };
    let (tree, right, lowest) = tree(trace, bottom + LINE);
    text.push_str(&tree);
    (text, end.max(right), lowest)
}

/// Draws the tree of attempts to satisfy a rule.
fn tree(trace: &Trace, top: f64) -> (String, f64, f64) {
    let mut text = String::new();
    let side = trace.literals.iter().map(|literal| literal.chars().count()).max().unwrap_or(0);
    let left = MARGIN + side as f64 * LETTER + 20.0;
    let rows = trace.literals.len();
    let y = |row: usize| top + ROW * (row as f64 + 1.0);
    for (row, literal) in trace.literals.iter().enumerate() {
        let _ = writeln!(
            text,
            "<text class=\"literal\" x=\"{MARGIN}\" y=\"{:.1}\">{}</text>",
            y(row) + 4.5,
            escaped(literal)
        );
    }
    let (columns, end) = columns(trace, left);
    // Centre a value above all branches that contain it.
    let first_of = |branch: usize, row: usize| {
        let same = |other: &usize| trace.branches[*other].is_same(&trace.branches[branch], row);
        (0..trace.branches.len()).find(same).unwrap_or(branch)
    };
    let last_of = |branch: usize, row: usize| {
        let same = |other: &usize| trace.branches[*other].is_same(&trace.branches[branch], row);
        (0..trace.branches.len()).rfind(same).unwrap_or(branch)
    };
    let x =
        |branch: usize, row: usize| (columns[first_of(branch, row)] + columns[last_of(branch, row)]) / 2.0;
    let root = match (columns.first(), columns.last()) {
        (Some(first), Some(last)) => (first + last) / 2.0,
        _ => left,
    };
    let mut bottom = y(rows.saturating_sub(1));
    let mut values = String::new();
    for (number, branch) in trace.branches.iter().enumerate() {
        for row in 0..=branch.steps.len() {
            let ends = row == branch.steps.len();
            if !ends && first_of(number, row) != number {
                continue;
            }
            let (across, down) = (if ends { columns[number] } else { x(number, row) }, y(row));
            let (from, above) = match row.checked_sub(1) {
                Some(before) => (x(number, before), y(before)),
                None => (root, top),
            };
            let _ = writeln!(
                text,
                "<path class=\"edge\" d=\"M{from:.1} {above:.1}C{from:.1} {middle:.1} {across:.1} {middle:.1} {across:.1} \
                 {down:.1}\"/>",
                middle = (above + down) / 2.0,
            );
            let (class, said) = match (ends, trace.outcome(branch)) {
                (false, _) if branch.steps[row].is_empty() => continue,
                (false, _) => ("value", cell(&branch.steps[row])),
                (true, outcome) => {
                    let class = match outcome {
                        Some(true) => "end holds",
                        Some(false) => "end fails",
                        None => "value",
                    };
                    (class, trace.end_sign(branch).to_owned())
                }
            };
            draw_value(&mut values, (class, &said), (across, down));
            bottom = bottom.max(down);
        }
    }
    text.push_str(&values);
    let mut right = end;
    for remark in trace.remarks() {
        bottom += LINE;
        let _ = writeln!(text, "<text x=\"{MARGIN}\" y=\"{:.1}\">{}</text>", bottom + 8.0, escaped(&remark));
        right = right.max(MARGIN + remark.chars().count() as f64 * LETTER);
    }
    (text, right, bottom + LINE)
}

/// The horizontal centre of each branch's column, and the right edge of the last column.
fn columns(trace: &Trace, left: f64) -> (Vec<f64>, f64) {
    let mut middles = Vec::new();
    let mut end = left;
    for branch in &trace.branches {
        let letters = branch.steps.iter().map(|step| cell(step).chars().count()).max().unwrap_or(1);
        let width = letters as f64 * LETTER + 34.0;
        middles.push(end + width / 2.0);
        end += width;
    }
    (middles, end)
}

/// Draws a value, or the end of a branch, centred on a point. The text gets a white background, because lines of the
/// tree pass behind it.
fn draw_value(text: &mut String, (class, said): (&str, &str), (across, down): (f64, f64)) {
    let wide = said.chars().count() as f64 * LETTER + 6.0;
    let _ = writeln!(
        text,
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"18\" fill=\"#fff\"/>\n<text class=\"{class}\" \
         x=\"{across:.1}\" y=\"{:.1}\">{}</text>",
        across - wide / 2.0,
        down - 9.0,
        down + 4.5,
        escaped(said)
    );
}
