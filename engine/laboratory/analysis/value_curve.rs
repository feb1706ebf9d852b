//! The course of a game as a curve (SVG): the value of each position for one of the players, and the moves that changed
//! which side wins.
//!
//! ```text
//! wins   ____________________________  a decided position lies at the edge
//!   +50 |        ._/‾\.
//!     0 |---.__./-----\-------------- move
//!   -50 |              \.
//! loses  ____________________________
//! ```

use std::fmt::Write as _;

use blanche_compiler::markup::{escaped, picture};

use super::Evaluation;

/// The data of the curve.
pub struct ValueCurve<'c> {
    /// Title above the picture, also used as its text alternative.
    pub title: &'c str,
    /// The player from whose point of view the values are drawn.
    pub player: &'c str,
    /// The positions in order. Each has the number of moves made before it, and its value.
    pub points: &'c [(usize, Evaluation)],
    /// The moves that changed which side wins. Each has its number, counted from 1, and a tooltip.
    pub marks: &'c [(usize, String)],
}

const LEFT: f64 = 76.0;
const TOP: f64 = 48.0;
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 260.0;

/// Vertical position of decided positions, as a multiple of the largest value of the scale.
const DECIDED_HEIGHT: f64 = 1.2;

/// Maximum number of grid lines between the middle and the largest value.
const MAX_GRID_LINES: i64 = 4;

/// Maximum number of moves with a label on the horizontal axis.
const MAX_MOVE_LABELS: usize = 16;

const STYLE: &str = "rect { fill: #fff } text { font: 13px sans-serif; fill: #222 } .title { font-weight: bold } \
     .up { text-anchor: end } .along { text-anchor: middle } line { stroke: #ddd } .zero { stroke: #888 } \
     .edge { stroke: #bbb; stroke-dasharray: 4 4 } polyline { fill: none; stroke: #14375e; stroke-width: 2 } \
     .point { fill: #14375e } .mark { fill: #b3261e }";

/// Maps values and move numbers to coordinates.
struct Scale {
    first: usize,
    last: usize,
    step: i64,
    most: i64,
}

impl Scale {
    fn of(points: &[(usize, Evaluation)]) -> Scale {
        let values = points.iter().filter_map(|(_, evaluation)| match evaluation {
            Evaluation::Scored(value) => Some(value.abs()),
            Evaluation::Wins(_) | Evaluation::Loses(_) | Evaluation::Drawn => None,
        });
        let highest = values.max().unwrap_or(0).max(MAX_GRID_LINES);
        let mut step = 1;
        for factor in [2, 5, 10].into_iter().cycle() {
            if highest <= step * MAX_GRID_LINES {
                break;
            }
            // The step takes the values 1, 2, 5, 10, 20, …
            step = if factor == 5 { step / 2 * 5 } else { step * 2 };
        }
        let most = (highest + step - 1) / step * step;
        let [first, last] = [points.first(), points.last()].map(|point| point.map_or(0, |(at, _)| *at));
        Scale { first, last: last.max(first + 1), step, most }
    }

    fn x(&self, at: usize) -> f64 {
        LEFT + WIDTH * (at - self.first) as f64 / (self.last - self.first) as f64
    }

    /// The y coordinate of a value. The value is given as a fraction of the largest value: from -1 to 1, or up to
    /// `DECIDED_HEIGHT` for decided positions.
    fn y(&self, share: f64) -> f64 {
        TOP + HEIGHT / 2.0 * (1.0 - share / DECIDED_HEIGHT)
    }

    fn of_evaluation(&self, evaluation: Evaluation) -> f64 {
        self.y(match evaluation {
            Evaluation::Wins(_) => DECIDED_HEIGHT,
            Evaluation::Loses(_) => -DECIDED_HEIGHT,
            Evaluation::Drawn => 0.0,
            Evaluation::Scored(value) => value as f64 / self.most as f64,
        })
    }
}

/// Draws the curve as a complete SVG document.
pub fn svg(curve: &ValueCurve<'_>) -> String {
    let scale = Scale::of(curve.points);
    let (width, height) = ((LEFT + WIDTH) as i32 + 30, (TOP + HEIGHT) as i32 + 56);
    let mut drawn = String::new();
    let _ = writeln!(drawn, "<rect width=\"{width}\" height=\"{height}\"/>");
    let _ = writeln!(drawn, "<text class=\"title\" x=\"16\" y=\"24\">{}</text>", escaped(curve.title));
    if !curve.marks.is_empty() {
        let _ = writeln!(
            drawn,
            "<text class=\"up\" x=\"{}\" y=\"24\"><tspan class=\"mark\">●</tspan> the move changes who wins</text>",
            LEFT + WIDTH
        );
    }
    values(&mut drawn, &scale, curve.player);
    numbers(&mut drawn, &scale);
    let points: Vec<String> = curve
        .points
        .iter()
        .map(|(at, evaluation)| format!("{:.1},{:.1}", scale.x(*at), scale.of_evaluation(*evaluation)))
        .collect();
    let _ = writeln!(drawn, "<polyline points=\"{}\"/>", points.join(" "));
    for (at, evaluation) in curve.points {
        let mark = curve.marks.iter().find(|(mark, _)| mark == at);
        let (class, radius) = if mark.is_some() { ("mark", 5) } else { ("point", 2) };
        let said = mark.map_or_else(|| format!("{at}: {evaluation}"), |(_, said)| said.clone());
        let _ = writeln!(
            drawn,
            "<circle class=\"{class}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius}\"><title>{}</title></circle>",
            scale.x(*at),
            scale.of_evaluation(*evaluation),
            escaped(&said)
        );
    }
    picture(width, height, Some(curve.title), STYLE, &drawn)
}

/// Draws the grid lines with their values, and the edges for decided positions.
fn values(drawn: &mut String, scale: &Scale, player: &str) {
    let right = LEFT + WIDTH;
    let lines = scale.most / scale.step;
    for line in -lines..=lines {
        let value = line * scale.step;
        let at = scale.y(value as f64 / scale.most as f64);
        let class = if value == 0 { " class=\"zero\"" } else { "" };
        let number = if value == 0 { "0".to_owned() } else { format!("{value:+}") };
        let _ = writeln!(
            drawn,
            "<line{class} x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{right}\" y2=\"{at:.1}\"/>\
             <text class=\"up\" x=\"{}\" y=\"{:.1}\">{number}</text>",
            LEFT - 8.0,
            at + 4.0
        );
    }
    for (share, what) in [(DECIDED_HEIGHT, "wins"), (-DECIDED_HEIGHT, "loses")] {
        let at = scale.y(share);
        let _ = writeln!(
            drawn,
            "<line class=\"edge\" x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{right}\" y2=\"{at:.1}\"/>\
             <text class=\"up\" x=\"{}\" y=\"{:.1}\">{what}</text>",
            LEFT - 8.0,
            at + 4.0
        );
    }
    let middle = TOP + HEIGHT / 2.0;
    let _ = writeln!(
        drawn,
        "<text class=\"along\" transform=\"translate(18 {middle}) rotate(-90)\">value for {}</text>",
        escaped(player)
    );
}

/// Draws the move numbers below the curve.
fn numbers(drawn: &mut String, scale: &Scale) {
    let bottom = TOP + HEIGHT;
    let moves = scale.last - scale.first;
    let step =
        [1, 2, 5, 10, 20, 50, 100].into_iter().find(|step| moves / step < MAX_MOVE_LABELS).unwrap_or(200);
    for at in (scale.first..=scale.last).filter(|at| at % step == 0) {
        let x = scale.x(at);
        let _ = writeln!(
            drawn,
            "<line x1=\"{x:.1}\" y1=\"{bottom}\" x2=\"{x:.1}\" y2=\"{}\"/>\
             <text class=\"along\" x=\"{x:.1}\" y=\"{}\">{at}</text>",
            bottom + 5.0,
            bottom + 20.0
        );
    }
    let _ = writeln!(
        drawn,
        "<text class=\"along\" x=\"{}\" y=\"{}\">moves made</text>",
        LEFT + WIDTH / 2.0,
        bottom + 42.0
    );
}
