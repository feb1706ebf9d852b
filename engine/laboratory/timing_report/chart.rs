//! The timings as a chart (SVG): a panel for each measured query, and a group of dots for each line. The scale is
//! logarithmic. It has no zero, so there are dots rather than bars. A dot marks the minimum over the rounds, and a line
//! leads from the dot to the median. The chart is legible in greyscale.

use std::fmt::Write;

use blanche_compiler::markup::{escaped, picture};

use super::{SAME_CODE_NOTE, Table, TimingCell, TimingReport, time_text};

/// Left end of the scale, in pixels.
const LEFT: f64 = 250.0;

/// Width of the scale, in pixels.
const WIDTH: f64 = 520.0;

/// Distance between two dots of a group, in pixels.
const STEP: f64 = 9.0;

/// Radius of a dot, in pixels.
const DOT: f64 = 4.0;

/// Distance between two groups of dots, in pixels.
const GAP: f64 = 7.0;

/// Height above the dots of a panel, in pixels, for its heading and scale.
const HEADING: f64 = 46.0;

/// Height above the first panel, in pixels, for the title and the legend.
const TOP: f64 = 58.0;

/// Fill colours of the columns, from dark to light and back. If there are more columns, the colours are used again.
const SHADES: [&str; 6] = ["#d98e04", "#14375e", "#7a7a7a", "#eac978", "#7f9fc4", "#c4c4c4"];

const STYLE: &str = "rect.paper { fill: #fff } text { font: 12px sans-serif; fill: #222 } .title { font-weight: bold } \
     .name, .caption { text-anchor: end } .caption, .note { fill: #555; font-size: 11px } .tick { text-anchor: middle; fill: #555; font-size: 11px } .scale { stroke: #ddd } \
     .spread { stroke: #222; stroke-width: 1.2 }";

/// A logarithmic scale between two powers of ten.
struct Scale {
    least: i32,
    most: i32,
}

impl Scale {
    fn of<'a>(figures: impl Iterator<Item = &'a TimingCell>) -> Scale {
        let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
        for figure in figures.filter(|figure| figure.microseconds > 0.0) {
            least = least.min(figure.microseconds);
            most = most.max(median(figure));
        }
        if most == 0.0 {
            return Scale { least: -3, most: 0 };
        }
        let [least, most] = [least.log10().floor() as i32, most.log10().ceil() as i32];
        Scale { least, most: most.max(least + 1) }
    }

    fn place(&self, microseconds: f64) -> f64 {
        let whole = f64::from(self.most - self.least);
        let part = (microseconds.max(f64::MIN_POSITIVE).log10() - f64::from(self.least)) / whole;
        LEFT + WIDTH * part.clamp(0.0, 1.0)
    }
}

fn median(figure: &TimingCell) -> f64 {
    figure.microseconds * (1.0 + figure.spread)
}

/// Draws the chart as a complete SVG document.
pub(super) fn chart(figures: &TimingReport) -> String {
    let mut drawn = String::new();
    let all = figures.tables.iter().flat_map(|table| &table.lines).flat_map(|line| &line.figures);
    let scale = Scale::of(all.flatten());
    let mut bottom = TOP;
    for table in &figures.tables {
        bottom = panel(&mut drawn, &scale, table, bottom);
    }
    if figures.is_starred() {
        bottom += 18.0;
        let _ = writeln!(
            drawn,
            "<text class=\"note\" x=\"16\" y=\"{bottom:.1}\">{}</text>",
            escaped(SAME_CODE_NOTE)
        );
    }
    let (width, height) = ((LEFT + WIDTH) as i32 + 40, bottom as i32 + 16);
    let title = format!("{}: microseconds per position", figures.title);
    let mut text = format!("<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n");
    let _ = writeln!(text, "<text class=\"title\" x=\"16\" y=\"22\">{}</text>", escaped(&title));
    let mut x = 16.0;
    for (column, shade) in figures.columns.iter().zip(SHADES.iter().cycle()) {
        let _ = writeln!(text, "<circle cx=\"{}\" cy=\"39\" r=\"{DOT}\" fill=\"{shade}\"/>", x + 6.0);
        let _ = writeln!(text, "<text x=\"{}\" y=\"43\">{}</text>", x + 17.0, escaped(column));
        x += 40.0 + 7.0 * column.chars().count() as f64;
    }
    let caption = "dots: the least of the rounds; lines: up to their median";
    let _ = writeln!(text, "<text class=\"caption\" x=\"{}\" y=\"43\">{caption}</text>", LEFT + WIDTH);
    text.push_str(&drawn);
    picture(width, height, Some(&title), STYLE, &text)
}

/// Draws the panel of a measured query below `top`, and returns the bottom edge of the panel.
fn panel(drawn: &mut String, scale: &Scale, table: &Table, top: f64) -> f64 {
    let first = top + HEADING;
    let groups = table.lines.iter().map(|line| line.figures.len() as f64 * STEP + GAP);
    let bottom = first + groups.sum::<f64>();
    let _ = writeln!(
        drawn,
        "<text class=\"title\" x=\"16\" y=\"{:.0}\">{}</text>",
        top + 22.0,
        escaped(&table.question)
    );
    for power in scale.least..=scale.most {
        let (time, x) = (10_f64.powi(power), scale.place(10_f64.powi(power)));
        let text = if power < 0 {
            format!("{time:.*}", power.unsigned_abs() as usize)
        } else {
            format!("{time:.0}")
        };
        let (from, label) = (first - 6.0, first - 12.0);
        let _ = writeln!(
            drawn,
            "<line class=\"scale\" x1=\"{x:.1}\" y1=\"{from:.1}\" x2=\"{x:.1}\" y2=\"{bottom:.1}\"/>"
        );
        let _ = writeln!(drawn, "<text class=\"tick\" x=\"{x:.1}\" y=\"{label:.1}\">{text}</text>");
    }
    let mut y = first;
    for line in &table.lines {
        let height = line.figures.len() as f64 * STEP;
        let middle = y + height / 2.0 + 4.0;
        let _ = writeln!(
            drawn,
            "<text class=\"name\" x=\"{}\" y=\"{middle:.1}\">{}</text>",
            LEFT - 8.0,
            escaped(&line.marked_name())
        );
        let below = y + height + GAP / 2.0;
        let _ = writeln!(
            drawn,
            "<line class=\"scale\" x1=\"{LEFT}\" y1=\"{below:.1}\" x2=\"{:.1}\" y2=\"{below:.1}\"/>",
            LEFT + WIDTH
        );
        for (figure, shade) in line.figures.iter().zip(SHADES.iter().cycle()) {
            if let Some(figure) = figure {
                dot(drawn, scale, figure, shade, y);
            }
            y += STEP;
        }
        y += GAP;
    }
    bottom
}

/// Draws a dot at the minimum, and a line from the dot to the median.
fn dot(drawn: &mut String, scale: &Scale, figure: &TimingCell, shade: &str, y: f64) {
    let [least, end] = [figure.microseconds, median(figure)].map(|time| scale.place(time));
    let middle = y + STEP / 2.0;
    let _ = writeln!(
        drawn,
        "<line class=\"spread\" x1=\"{least:.1}\" y1=\"{middle:.1}\" x2=\"{end:.1}\" y2=\"{middle:.1}\"/>"
    );
    let [above, below] = [middle - 2.5, middle + 2.5];
    let _ = writeln!(
        drawn,
        "<line class=\"spread\" x1=\"{end:.1}\" y1=\"{above:.1}\" x2=\"{end:.1}\" y2=\"{below:.1}\"/>"
    );
    let told = time_text(figure.microseconds);
    let _ = writeln!(
        drawn,
        "<circle cx=\"{least:.1}\" cy=\"{middle:.1}\" r=\"{DOT}\" fill=\"{shade}\"><title>{told}</title></circle>"
    );
}
