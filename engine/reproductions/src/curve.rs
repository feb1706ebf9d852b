//! Curves with a logarithmic horizontal axis, as SVG pictures and as text for a terminal.

use std::fmt::Write as _;

use blanche_compiler::markup::{escaped, picture};

/// A curve to draw.
#[derive(Clone, Debug)]
pub struct Curve {
    /// The name of the curve in the legend.
    pub name: String,
    /// The points of the curve from left to right. Each has a position on the horizontal axis, a value from 0 to 1, and
    /// the error of the value.
    pub points: Vec<(u64, f64, f64)>,
}

const LEFT: f64 = 60.0;
const TOP: f64 = 48.0;
const WIDTH: f64 = 520.0;
const HEIGHT: f64 = 240.0;

/// The colours of curves, in order.
const COLOURS: [&str; 14] = [
    "#14375e", "#d98e04", "#0b7a75", "#b3261e", "#7d5ba6", "#5c6b73", "#8c4a2f", "#4f7d20", "#1f8fd0",
    "#c2528b", "#000000", "#a8a200", "#5fd3bc", "#f28d8d",
];

/// Dash patterns for curves that share a colour. The first pattern is a solid line.
const DASHES: [&str; 3] = ["", "9 4", "2 3"];

/// Length of a dash on a segment that several curves share, in pixels. The colours of the curves alternate there.
const PIECE: f64 = 7.0;

/// Distance in pixels below which two lines would hide each other.
const NEAR: f64 = 1.5;

/// The characters with which curves are drawn as text. If there are more curves, the characters are reused from the
/// start.
const SIGNS: [char; 20] =
    ['*', 'o', '+', 'x', '#', '@', '%', '&', '=', '~', '^', 's', 'v', 'z', 'w', 'm', 'n', 'c', 'e', 'a'];

const STYLE: &str = "rect { fill: #fff } text { font: 13px sans-serif; fill: #222 } .title { font-weight: bold } \
     .up { text-anchor: end } .along { text-anchor: middle } line { stroke: #ddd } polyline { fill: none; stroke-width: 2 }";

/// The least and the greatest position of all points on the horizontal axis.
fn ends(curves: &[Curve]) -> (f64, f64) {
    let places = || curves.iter().flat_map(|curve| &curve.points).map(|(place, ..)| (*place).max(1) as f64);
    let (least, most) = (places().fold(f64::MAX, f64::min), places().fold(1.0, f64::max));
    (least.min(most), if most > least { most } else { least.min(most) * 10.0 })
}

/// The horizontal position of `place` on the logarithmic axis: 0 at its left end, 1 at its right end.
fn along(place: u64, (least, most): (f64, f64)) -> f64 {
    ((place.max(1) as f64 / least).ln() / (most / least).ln()).clamp(0.0, 1.0)
}

/// The powers of ten between the ends of the axis.
fn ticks((least, most): (f64, f64)) -> Vec<u64> {
    let powers = (0..19).map(|power| 10u64.pow(power));
    powers.filter(|tick| (least..=most).contains(&(*tick as f64))).collect()
}

/// Draws the curves as a self-contained SVG picture. `title` is also its accessible name.
pub fn svg(title: &str, below: &str, curves: &[Curve]) -> String {
    let (ends, bottom) = (ends(curves), TOP + HEIGHT);
    let x = |place: u64| LEFT + WIDTH * along(place, ends);
    let y = |share: f64| bottom - HEIGHT * share.clamp(0.0, 1.0);
    let (width, height) = ((LEFT + WIDTH) as i32 + 30, (bottom + 52.0) as i32 + 20 * curves.len() as i32);
    let mut drawn = String::new();
    let _ = writeln!(drawn, "<rect width=\"{width}\" height=\"{height}\"/>");
    let _ = writeln!(drawn, "<text class=\"title\" x=\"16\" y=\"24\">{}</text>", escaped(title));
    for percent in [0, 25, 50, 75, 100] {
        let at = y(f64::from(percent) / 100.0);
        let _ = writeln!(
            drawn,
            "<line x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{:.1}\" y2=\"{at:.1}\"/><text class=\"up\" x=\"{}\" y=\"{:.1}\">{percent} %</text>",
            LEFT + WIDTH,
            LEFT - 8.0,
            at + 4.0
        );
    }
    for tick in ticks(ends) {
        let at = x(tick);
        let _ = writeln!(
            drawn,
            "<line x1=\"{at:.1}\" y1=\"{TOP}\" x2=\"{at:.1}\" y2=\"{bottom}\"/><text class=\"along\" x=\"{at:.1}\" y=\"{}\">{tick}</text>",
            bottom + 18.0
        );
    }
    let middle = LEFT + WIDTH / 2.0;
    let _ = writeln!(
        drawn,
        "<text class=\"along\" x=\"{middle}\" y=\"{}\">{}</text>",
        bottom + 36.0,
        escaped(below)
    );
    let placed =
        |curve: &Curve| curve.points.iter().map(|(place, share, _)| (x(*place), y(*share))).collect();
    let placed: Vec<Vec<(f64, f64)>> = curves.iter().map(placed).collect();
    for (at, curve) in curves.iter().enumerate() {
        let (colour, dashes) = look(at);
        lines(&mut drawn, &placed, at);
        for (place, share, off) in curve.points.iter().filter(|(.., off)| *off > 0.0) {
            let (x, low, high) = (x(*place), y(share - off), y(share + off));
            let _ = writeln!(
                drawn,
                "<line x1=\"{x:.1}\" y1=\"{low:.1}\" x2=\"{x:.1}\" y2=\"{high:.1}\" style=\"stroke: {colour}\"/>"
            );
        }
        let row = bottom + 58.0 + 20.0 * at as f64;
        let _ = writeln!(
            drawn,
            "<line x1=\"{LEFT}\" y1=\"{row}\" x2=\"{}\" y2=\"{row}\" style=\"stroke: {colour}; stroke-width: 2{dashes}\"/><text x=\"{}\" y=\"{}\">{}</text>",
            LEFT + 26.0,
            LEFT + 32.0,
            row + 4.0,
            escaped(&curve.name)
        );
    }
    picture(width, height, Some(title), STYLE, &drawn)
}

/// The colour and the dash pattern of a curve. Different curves get different combinations, as long as there are enough
/// combinations.
fn look(at: usize) -> (&'static str, String) {
    let dashes = DASHES[at / COLOURS.len() % DASHES.len()];
    let dashes = if dashes.is_empty() { String::new() } else { format!("; stroke-dasharray: {dashes}") };
    (COLOURS[at % COLOURS.len()], dashes)
}

/// Draws the line of a curve. Where curves coincide, their dashes alternate.
fn lines(drawn: &mut String, placed: &[Vec<(f64, f64)>], at: usize) {
    let (colour, dashes) = look(at);
    let points = &placed[at];
    let text = |points: &[(f64, f64)]| {
        points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
    };
    if let [(x, y)] = points[..] {
        let _ = writeln!(drawn, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>");
    }
    let together: Vec<Vec<usize>> = points.windows(2).map(|segment| on_segment(placed, segment)).collect();
    let mut first = 0;
    while first < together.len() {
        let same = together[first..].iter().take_while(|others| **others == together[first]).count();
        let others = &together[first];
        let turn = others.iter().position(|other| *other == at).unwrap_or_default() as f64;
        let dashes = match others.len() {
            0 | 1 => dashes.clone(),
            number => format!(
                "; stroke-dasharray: {PIECE} {:.1}; stroke-dashoffset: {:.1}",
                PIECE * (number - 1) as f64,
                -PIECE * turn
            ),
        };
        let points = text(&points[first..=first + same]);
        let _ = writeln!(drawn, "<polyline points=\"{points}\" style=\"stroke: {colour}{dashes}\"/>");
        first += same;
    }
}

/// The indices of the curves that coincide on a segment.
fn on_segment(placed: &[Vec<(f64, f64)>], segment: &[(f64, f64)]) -> Vec<usize> {
    let is_near = |one: &(f64, f64), other: &(f64, f64)| {
        (one.0 - other.0).abs() < NEAR && (one.1 - other.1).abs() < NEAR
    };
    let lies = |points: &Vec<(f64, f64)>| {
        points.windows(2).any(|other| is_near(&other[0], &segment[0]) && is_near(&other[1], &segment[1]))
    };
    (0..placed.len()).filter(|at| lies(&placed[*at])).collect()
}

/// Draws the curves as text of the given width and height, with a note about curves that are hidden behind others.
pub fn letters(below: &str, curves: &[Curve], width: usize, height: usize) -> String {
    let (ends, width, height) = (ends(curves), width.max(2), height.max(2));
    let mut rows = vec![vec![' '; width]; height];
    // The first curve is drawn last, above the others.
    for (at, curve) in curves.iter().enumerate().rev() {
        for (place, share, _) in &curve.points {
            let column = (along(*place, ends) * (width - 1) as f64).round() as usize;
            let row = ((1.0 - share.clamp(0.0, 1.0)) * (height - 1) as f64).round() as usize;
            rows[row][column] = SIGNS[at % SIGNS.len()];
        }
    }
    let mut text = String::new();
    for (at, row) in rows.iter().enumerate() {
        let percent = 100.0 * (height - 1 - at) as f64 / (height - 1) as f64;
        let line: String = row.iter().collect();
        let _ = writeln!(text, "{percent:4.0} % |{}", line.trim_end());
    }
    let mut axis: Vec<char> = vec!['-'; width];
    let mut numbers = vec![' '; width + 8];
    for tick in ticks(ends) {
        let column = (along(tick, ends) * (width - 1) as f64).round() as usize;
        axis[column] = '+';
        for (letter, at) in tick.to_string().chars().zip(column..) {
            numbers[at] = letter;
        }
    }
    let (axis, numbers): (String, String) = (axis.iter().collect(), numbers.iter().collect());
    let _ = writeln!(text, "       +{axis}\n        {}\n        {below}", numbers.trim_end());
    for (at, curve) in curves.iter().enumerate() {
        let sign = SIGNS[at % SIGNS.len()];
        let is_seen = curve.points.is_empty() || rows.iter().flatten().any(|letter| *letter == sign);
        let hidden = if is_seen { "" } else { " (behind others)" };
        let _ = writeln!(text, "  {sign} {}{hidden}", curve.name);
    }
    text
}
