//! The times of the rules as a picture: a row for each rule, a dot for each matcher, on a logarithmic scale.

use std::fmt::Write;

use blanche_compiler::markup::{escaped, picture};

/// The times of a row, each divided by that of the plain loops.
pub(crate) struct Row {
    /// What is timed.
    pub(crate) name: String,
    /// Interpreted.
    pub(crate) interpreted: f64,
    /// Compiled.
    pub(crate) compiled: f64,
}

/// Where the scale begins, in pixels.
const LEFT: f64 = 240.0;

/// The width of the scale, in pixels.
const WIDTH: f64 = 480.0;

/// Between two rows, in pixels.
const STEP: f64 = 22.0;

/// The ends of the scale: ratios outside of it stand at its ends.
const SCALE: (f64, f64) = (0.03, 8.0);

const STYLE: &str = "rect { fill: #fff } text { font: 13px sans-serif; fill: #222 } .title { font-weight: bold } \
     .name { text-anchor: end } .tick { text-anchor: middle; fill: #555 } line { stroke: #ddd } .plain { stroke: #222 } \
     .interpreted { fill: #d98e04 } .compiled { fill: #14375e }";

/// Where a ratio stands on the scale, in pixels.
fn place(ratio: f64) -> f64 {
    let (least, most) = SCALE;
    LEFT + WIDTH * (ratio.clamp(least, most) / least).ln() / (most / least).ln()
}

/// The picture of these rows (SVG).
pub(crate) fn plot(rows: &[Row]) -> String {
    let top = 66.0;
    let bottom = top + STEP * rows.len() as f64;
    let mut drawn = String::new();
    let (width, height) = ((LEFT + WIDTH) as i32 + 30, bottom as i32 + 46);
    let _ = writeln!(drawn, "<rect width=\"{width}\" height=\"{height}\"/>");
    let _ = writeln!(
        drawn,
        "<text class=\"title\" x=\"16\" y=\"24\">Time for all solutions of a position, as a multiple of plain loops</text>"
    );
    for (at, (class, name)) in
        [("interpreted", "interpreted"), ("compiled", "compiled")].into_iter().enumerate()
    {
        let x = LEFT + 130.0 * at as f64;
        let _ = writeln!(
            drawn,
            "<circle class=\"{class}\" cx=\"{x}\" cy=\"44\" r=\"5\"/><text x=\"{}\" y=\"48\">{name}</text>",
            x + 10.0
        );
    }
    for tick in [0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0] {
        let (x, class) = (place(tick), if tick == 1.0 { "plain" } else { "scale" });
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
        place(1.0),
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
        for (class, ratio) in [("interpreted", row.interpreted), ("compiled", row.compiled)] {
            let _ = writeln!(
                drawn,
                "<circle class=\"{class}\" cx=\"{:.1}\" cy=\"{y}\" r=\"5\"><title>{ratio:.2}</title></circle>",
                place(ratio)
            );
        }
    }
    picture(
        width,
        height,
        Some("Time for all solutions of a position, by rule: plain loops, interpreted, compiled"),
        STYLE,
        &drawn,
    )
}
