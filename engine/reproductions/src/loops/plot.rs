//! Plots the times of the rules: a row for each rule and a dot for each matcher, on a common logarithmic scale.

use std::fmt::Write;

use blanche_compiler::markup::{escaped, picture};

/// The times of a row, each divided by that of the plain loops.
pub struct Row {
    /// The title of the row.
    pub name: String,
    /// The time of the interpreter.
    pub interpreted: f64,
    /// The time of the compiled rules.
    pub compiled: f64,
    /// The time of the rule written over sets, if there is one.
    pub sets: Option<f64>,
}

impl Row {
    /// The ratios with the names of their matchers.
    fn ratios(&self) -> impl Iterator<Item = (&'static str, f64)> {
        let sets = self.sets.map(|ratio| ("sets", ratio));
        [("interpreted", self.interpreted), ("compiled", self.compiled)].into_iter().chain(sets)
    }
}

/// The left end of the scale, in pixels.
const LEFT: f64 = 240.0;

/// The width of the scale, in pixels.
const WIDTH: f64 = 480.0;

/// The distance between two rows, in pixels.
const STEP: f64 = 22.0;

const STYLE: &str = "rect { fill: #fff } text { font: 13px sans-serif; fill: #222 } .title { font-weight: bold } \
     .name { text-anchor: end } .tick { text-anchor: middle; fill: #555 } line { stroke: #ddd } .plain { stroke: #222 } \
     .interpreted { fill: #d98e04 } .compiled { fill: #14375e } .sets { fill: none; stroke: #b3261e; stroke-width: 1.6 }";

/// A logarithmic scale of ratios.
struct Scale {
    least: f64,
    most: f64,
}

impl Scale {
    /// The smallest scale between two [`ticks`] that contains all ratios and 1, the ratio of the plain loops.
    fn of(ratios: impl Iterator<Item = f64>) -> Scale {
        let (mut least, mut most) = (1.0_f64, 1.0_f64);
        for ratio in ratios {
            (least, most) = (least.min(ratio), most.max(ratio));
        }
        let below = ticks().filter(|tick| *tick <= least).fold(f64::MIN_POSITIVE, f64::max);
        let above = ticks().filter(|tick| *tick >= most).fold(f64::MAX, f64::min);
        Scale { least: below, most: if above > below { above } else { below * 10.0 } }
    }

    /// The horizontal position of a ratio, in pixels.
    fn place(&self, ratio: f64) -> f64 {
        LEFT + WIDTH * (ratio / self.least).ln() / (self.most / self.least).ln()
    }
}

/// The possible tick marks of a scale: 1, 2 and 5 times powers of ten.
fn ticks() -> impl Iterator<Item = f64> {
    (-6..=6).flat_map(|power| {
        ["1", "2", "5"].map(move |digit| format!("{digit}e{power}").parse().expect("it is a number"))
    })
}

/// Draws the rows as an SVG picture.
pub fn plot(rows: &[Row]) -> String {
    let scale = Scale::of(rows.iter().flat_map(Row::ratios).map(|(_, ratio)| ratio));
    let top = 66.0;
    let bottom = top + STEP * rows.len() as f64;
    let mut drawn = String::new();
    let (width, height) = ((LEFT + WIDTH) as i32 + 30, bottom as i32 + 46);
    let _ = writeln!(drawn, "<rect width=\"{width}\" height=\"{height}\"/>");
    let _ = writeln!(
        drawn,
        "<text class=\"title\" x=\"16\" y=\"24\">Time for all solutions of a position, as a multiple of plain loops</text>"
    );
    let names = [("interpreted", "interpreted"), ("compiled", "compiled"), ("sets", "by hand over sets")];
    for (at, (class, name)) in names.into_iter().enumerate() {
        let x = LEFT + 130.0 * at as f64;
        let _ = writeln!(
            drawn,
            "<circle class=\"{class}\" cx=\"{x}\" cy=\"44\" r=\"5\"/><text x=\"{}\" y=\"48\">{name}</text>",
            x + 10.0
        );
    }
    for tick in ticks().filter(|tick| (scale.least..=scale.most).contains(tick)) {
        let (x, class) = (scale.place(tick), if tick == 1.0 { "plain" } else { "scale" });
        let _ = writeln!(
            drawn,
            "<line class=\"{class}\" x1=\"{x:.1}\" y1=\"{}\" x2=\"{x:.1}\" y2=\"{bottom}\"/>",
            top - 8.0
        );
        let _ = writeln!(drawn, "<text class=\"tick\" x=\"{x:.1}\" y=\"{}\">{tick} ×</text>", bottom + 18.0);
    }
    let _ = writeln!(
        drawn,
        "<text class=\"tick\" x=\"{:.1}\" y=\"{}\">plain loops</text>",
        scale.place(1.0),
        bottom + 34.0
    );
    for (at, row) in rows.iter().enumerate() {
        let y = top + STEP * (at as f64 + 0.5);
        let _ = writeln!(
            drawn,
            "<text class=\"name\" x=\"{}\" y=\"{}\">{}</text>",
            LEFT - 12.0,
            y + 4.0,
            escaped(&row.name)
        );
        for (class, ratio) in row.ratios() {
            let _ = writeln!(
                drawn,
                "<circle class=\"{class}\" cx=\"{:.1}\" cy=\"{y}\" r=\"5\"><title>{ratio:.3}</title></circle>",
                scale.place(ratio)
            );
        }
    }
    picture(
        width,
        height,
        Some(
            "Time for all solutions of a position, by rule: plain loops, interpreted, compiled, by hand over sets",
        ),
        STYLE,
        &drawn,
    )
}
