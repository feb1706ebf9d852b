//! Draws productions as railroad diagrams: every path along the lines is a valid sentence.
//!
//! A diagram is a self-contained SVG: without scripts, in the reader's own fonts, legible in black on white. Long
//! rows are wrapped, so that a diagram fits the screen of a phone.

use super::{Expression, Production};
use crate::markup::{escaped, picture};

/// Maximum width of a row, in pixels. Wider rows are wrapped.
const MAX_WIDTH: i32 = 560;
/// Horizontal space between two boxes of a row, in pixels.
const GAP: i32 = 12;
/// Radius of a bend, in pixels.
const BEND: i32 = 8;
/// Half the height of a box, in pixels.
const HALF: i32 = 12;
/// Vertical space between two rows, in pixels.
const BETWEEN: i32 = 10;
/// Width of a letter and horizontal padding of a box, in pixels.
const LETTER: i32 = 8;
const PADDING: i32 = 10;
/// Margin around the diagram, in pixels.
const MARGIN: i32 = 10;
/// Height of the title above the diagram, in pixels.
const TITLE: i32 = 26;

/// The style sheet. Boxes of terminals have rounded corners, and all other boxes have sharp corners.
const STYLE: &str = "path{fill:none;stroke:#555;stroke-width:1.5}rect{fill:#eef4fb;stroke:#456;stroke-width:1.2}\
                     rect.w{fill:#fdf3d8;stroke:#865}text{font:13px ui-monospace,Menlo,Consolas,monospace;\
                     text-anchor:middle;fill:#111}text.n{text-anchor:start;font-weight:bold;font-size:14px}\
                     text.s{font-style:italic}";

/// A part of a diagram.
#[derive(Clone, Debug)]
enum Part {
    /// A box with text in it.
    Box(String, Look),
    /// Several parts in sequence.
    Row(Vec<Part>),
    /// Several rows below each other, read in sequence.
    Rows(Vec<Part>),
    /// Several alternative parts.
    Choice(Vec<Part>),
    /// An optional part, with a line that bypasses it.
    Bypass(Box<Part>),
    /// A repeated part, with an optional separator on the line back.
    Loop(Box<Part>, Option<Box<Part>>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    Word,
    Name,
    Said,
}

/// The space that a part takes: its width, how far it extends above and below the line at its left end, and how much
/// lower the line is at its right end.
#[derive(Clone, Copy, Debug, Default)]
struct Room {
    width: i32,
    up: i32,
    down: i32,
    exit: i32,
}

/// Draws a production as a separate diagram.
pub fn svg(production: &Production) -> String {
    let (drawn, width, height) = drawn(production);
    let title = format!("the grammar of {}", production.name);
    picture(width, height, Some(&title), STYLE, &drawn)
}

/// Draws productions below each other.
pub fn svg_of_all<'a>(productions: impl IntoIterator<Item = &'a Production>) -> String {
    let (mut text, mut widest, mut top) = (String::new(), 0, 0);
    for production in productions {
        let (drawn, width, height) = drawn(production);
        text.push_str(&format!("<g transform=\"translate(0 {top})\">\n{drawn}</g>\n"));
        widest = widest.max(width);
        top += height + MARGIN;
    }
    picture(widest, top, Some("the grammar"), STYLE, &text)
}

/// The name of a production and its diagram below, with their width and height.
fn drawn(production: &Production) -> (String, i32, i32) {
    let part = arranged(part(&production.expression), MAX_WIDTH);
    let room = part.room();
    let (left, line) = (MARGIN + GAP, TITLE + MARGIN + room.up);
    let right = left + room.width;
    let mut pen = Pen { text: String::new() };
    pen.text.push_str(&format!(
        "<text class=\"n\" x=\"{MARGIN}\" y=\"18\">{}</text>\n",
        escaped(&production.name)
    ));
    // A vertical stroke marks the start and the end of the line.
    pen.path(Path::from(MARGIN, line - 6).with("v12m0-6").across(GAP));
    part.draw(left, line, &mut pen);
    pen.path(Path::from(right, line + room.exit).across(GAP).with("m0-6v12"));
    let title = MARGIN + production.name.chars().count() as i32 * (LETTER + 1);
    (pen.text, (right + GAP + MARGIN).max(title + MARGIN), line + room.down + MARGIN)
}

/// Converts a production to parts; `x { "," x }` becomes a loop.
fn part(expression: &Expression) -> Part {
    match expression {
        Expression::Word(word) => Part::Box(word.clone(), Look::Word),
        Expression::Name(name) => Part::Box(name.clone(), Look::Name),
        Expression::Said(said) => Part::Box(said.clone(), Look::Said),
        Expression::Choice(branches) => Part::Choice(branches.iter().map(part).collect()),
        Expression::Option(inner) => Part::Bypass(Box::new(part(inner))),
        Expression::Repeat(inner) => Part::Bypass(Box::new(Part::Loop(Box::new(part(inner)), None))),
        Expression::Sequence(parts) => {
            let mut row: Vec<Part> = Vec::new();
            let mut at = 0;
            while at < parts.len() {
                match parts.get(at + 1).and_then(|next| between(&parts[at], next)) {
                    Some(back) => {
                        row.push(Part::Loop(Box::new(part(&parts[at])), Some(Box::new(back))));
                        at += 2;
                    }
                    None => {
                        row.push(part(&parts[at]));
                        at += 1;
                    }
                }
            }
            if row.len() == 1 { row.remove(0) } else { Part::Row(row) }
        }
    }
}

/// The separator between repetitions: `","` in `x { "," x }`.
fn between(first: &Expression, next: &Expression) -> Option<Part> {
    let Expression::Repeat(inner) = next else { return None };
    let Expression::Sequence(parts) = &**inner else { return None };
    match parts.as_slice() {
        [back, again] if again == first => Some(part(back)),
        _ => None,
    }
}

/// Wraps rows that are too wide.
fn arranged(part: Part, widest: i32) -> Part {
    match part {
        Part::Row(parts) if Part::Row(parts.clone()).room().width > widest => {
            let mut rows: Vec<Vec<Part>> = vec![Vec::new()];
            for part in parts {
                let row = rows.last_mut().expect("there is one");
                let mut longer = row.clone();
                longer.push(part.clone());
                if !row.is_empty() && Part::Row(longer).room().width > widest - 4 * BEND {
                    rows.push(vec![part]);
                } else {
                    row.push(part);
                }
            }
            Part::Rows(rows.into_iter().map(Part::Row).collect())
        }
        Part::Choice(branches) => {
            Part::Choice(branches.into_iter().map(|branch| arranged(branch, widest - 4 * BEND)).collect())
        }
        other => other,
    }
}

/// Collects the SVG elements of a diagram.
struct Pen {
    text: String,
}

impl Pen {
    fn path(&mut self, path: Path) {
        self.text.push_str(&format!("<path d=\"{}\"/>\n", path.data));
    }

    /// Draws a box on a line.
    fn boxed(&mut self, (x, y): (i32, i32), width: i32, text: &str, look: Look) {
        let (class, bend) = match look {
            Look::Word => (" class=\"w\"", HALF),
            Look::Name | Look::Said => ("", 2),
        };
        let said = if look == Look::Said { " class=\"s\"" } else { "" };
        self.text.push_str(&format!(
            "<rect{class} x=\"{x}\" y=\"{}\" width=\"{width}\" height=\"{}\" rx=\"{bend}\"/>\n\
             <text{said} x=\"{}\" y=\"{}\">{}</text>\n",
            y - HALF,
            2 * HALF,
            x + width / 2,
            y + 4,
            escaped(text)
        ));
    }
}

/// The data of an SVG path under construction. Lengths are in pixels.
struct Path {
    data: String,
}

impl Path {
    fn from(x: i32, y: i32) -> Path {
        Path { data: format!("M{x} {y}") }
    }

    /// Moves to a point without drawing.
    fn then_from(self, x: i32, y: i32) -> Path {
        self.with(&format!("M{x} {y}"))
    }

    /// Draws a horizontal line to this x coordinate.
    fn across_to(self, x: i32) -> Path {
        self.with(&format!("H{x}"))
    }

    /// Draws a horizontal line of this length.
    fn across(self, by: i32) -> Path {
        self.with(&format!("h{by}"))
    }

    /// Draws a vertical line to this y coordinate.
    fn down_to(self, y: i32) -> Path {
        self.with(&format!("V{y}"))
    }

    /// Draws a bend from a horizontal line to a vertical one, by these offsets to the right and down.
    fn turn_down(self, right: i32, down: i32) -> Path {
        self.with(&format!("q{right} 0{}{}", separated(right), separated(down)))
    }

    /// Draws a bend from a vertical line to a horizontal one, by these offsets to the right and down.
    fn turn_across(self, right: i32, down: i32) -> Path {
        self.with(&format!("q0{}{}{}", separated(down), separated(right), separated(down)))
    }

    /// Appends path data.
    fn with(mut self, data: &str) -> Path {
        self.data.push_str(data);
        self
    }
}

/// A number that follows another number in a path. A minus sign is enough to separate them.
fn separated(number: i32) -> String {
    if number < 0 { number.to_string() } else { format!(" {number}") }
}

impl Part {
    fn room(&self) -> Room {
        match self {
            Part::Box(text, _) => {
                let width = text.chars().count() as i32 * LETTER + 2 * PADDING;
                Room { width, up: HALF, down: HALF, exit: 0 }
            }
            Part::Row(parts) => {
                let rooms: Vec<Room> = parts.iter().map(Part::room).collect();
                Room {
                    width: rooms.iter().map(|room| room.width).sum::<i32>() + GAP * (parts.len() as i32 - 1),
                    up: rooms.iter().map(|room| room.up).max().unwrap_or_default(),
                    down: rooms.iter().map(|room| room.down).max().unwrap_or_default(),
                    exit: 0,
                }
            }
            // The line at the right end is that of the last row.
            Part::Rows(rows) => {
                let (room, lowest) = stacked(rows, below);
                Room { exit: lowest, ..room }
            }
            Part::Choice(branches) => stacked(branches, under).0,
            Part::Bypass(inner) => {
                let room = inner.room();
                Room { width: room.width + 4 * BEND, up: room.up + BETWEEN, ..room }
            }
            Part::Loop(inner, back) => {
                let room = inner.room();
                let way = back.as_ref().map_or(Room::default(), |back| back.room());
                let down = room.down + BETWEEN + way.up + way.down;
                Room { width: room.width.max(way.width) + 4 * BEND, down, ..room }
            }
        }
    }

    /// Draws the part with its left end at `x`, where the line at height `y` enters it.
    fn draw(&self, x: i32, y: i32, pen: &mut Pen) {
        let width = self.room().width;
        match self {
            Part::Box(text, look) => pen.boxed((x, y), width, text, *look),
            Part::Row(parts) => draw_row(parts, (x, y), pen),
            Part::Rows(rows) => draw_rows(rows, (x, y), width, pen),
            Part::Choice(branches) => draw_choice(branches, (x, y), width, pen),
            Part::Bypass(inner) => draw_bypass(inner, (x, y), width, pen),
            Part::Loop(inner, back) => draw_loop(inner, back.as_deref(), (x, y), width, pen),
        }
    }
}

fn draw_row(parts: &[Part], (x, y): (i32, i32), pen: &mut Pen) {
    let mut at = x;
    for (number, part) in parts.iter().enumerate() {
        if number > 0 {
            pen.path(Path::from(at, y).across(GAP));
            at += GAP;
        }
        part.draw(at, y, pen);
        at += part.room().width;
    }
}

fn draw_rows(rows: &[Part], (x, y): (i32, i32), width: i32, pen: &mut Pen) {
    let (left, right) = (x + 2 * BEND, x + width - 2 * BEND);
    let mut line = y;
    pen.path(Path::from(x, y).across_to(left));
    for (at, row) in rows.iter().enumerate() {
        row.draw(left, line, pen);
        let end = left + row.room().width;
        let Some(next) = rows.get(at + 1) else {
            pen.path(Path::from(end, line).across_to(x + width));
            continue;
        };
        let turn = line + row.room().down + BETWEEN;
        let below = line + below(row.room(), next.room());
        let down = Path::from(end, line).across_to(right).turn_down(BEND, BEND).down_to(turn - BEND);
        let back = down.turn_across(-BEND, BEND).across_to(left);
        pen.path(back.turn_down(-BEND, BEND).down_to(below - BEND).turn_across(BEND, BEND));
        line = below;
    }
}

fn draw_choice(branches: &[Part], (x, y): (i32, i32), width: i32, pen: &mut Pen) {
    let (left, right) = (x + 2 * BEND, x + width - 2 * BEND);
    let mut line = y;
    for (at, branch) in branches.iter().enumerate() {
        if at > 0 {
            line += under(branches[at - 1].room(), branch.room());
        }
        let own = branch.room();
        let (end, out) = (left + own.width, line + own.exit);
        pen.path(match at {
            0 => Path::from(x, y).across_to(left),
            _ => Path::from(x, y).turn_down(BEND, BEND).down_to(line - BEND).turn_across(BEND, BEND),
        });
        branch.draw(left, line, pen);
        pen.path(if out == y {
            Path::from(end, y).across_to(x + width)
        } else {
            let up = Path::from(end, out).across_to(right).turn_down(BEND, -BEND).down_to(y + BEND);
            up.turn_across(BEND, -BEND)
        });
    }
}

fn draw_bypass(inner: &Part, (x, y): (i32, i32), width: i32, pen: &mut Pen) {
    let (left, top) = (x + 2 * BEND, y - inner.room().up - BETWEEN);
    let end = x + width;
    inner.draw(left, y, pen);
    pen.path(Path::from(x, y).across_to(left).then_from(end - 2 * BEND, y).across_to(end));
    let up = Path::from(x, y).turn_down(BEND, -BEND).down_to(top + BEND).turn_across(BEND, -BEND);
    let over = up.across_to(end - 2 * BEND).turn_down(BEND, BEND);
    pen.path(over.down_to(y - BEND).turn_across(BEND, BEND));
}

fn draw_loop(inner: &Part, back: Option<&Part>, (x, y): (i32, i32), width: i32, pen: &mut Pen) {
    let own = inner.room();
    let way = back.map_or(Room::default(), Part::room);
    let line = y + own.down + BETWEEN + way.up;
    let (left, right) = (x + 2 * BEND, x + width - 2 * BEND);
    let from = left + (right - left - own.width) / 2;
    inner.draw(from, y, pen);
    pen.path(Path::from(x, y).across_to(from).then_from(from + own.width, y).across_to(x + width));
    let middle = left + (right - left - way.width) / 2;
    let bend = BEND.min((line - y) / 2);
    let down = Path::from(right, y).turn_down(bend, bend).down_to(line - bend);
    pen.path(down.turn_across(-bend, bend).across_to(middle + way.width));
    let up = Path::from(middle, line).across_to(left).turn_down(-bend, -bend);
    pen.path(up.down_to(y + bend).turn_across(bend, -bend));
    match back {
        Some(back) => back.draw(middle, line, pen),
        // Without a separator, an arrowhead shows the direction of the line back.
        None => pen.path(Path::from((left + right) / 2 + 2, line - 4).with("l-5 4l5 4")),
    }
}

/// The space of parts that are drawn below each other, with bends on both sides. Also returns the distance between the
/// lines of the first and the last part. `step` computes the distance between two adjacent lines.
fn stacked(parts: &[Part], step: fn(Room, Room) -> i32) -> (Room, i32) {
    let rooms: Vec<Room> = parts.iter().map(Part::room).collect();
    let lowest: i32 = rooms.windows(2).map(|pair| step(pair[0], pair[1])).sum();
    let width = rooms.iter().map(|room| room.width).max().unwrap_or_default() + 4 * BEND;
    let down = lowest + rooms[rooms.len() - 1].down;
    (Room { width, up: rooms[0].up, down, exit: 0 }, lowest)
}

/// Distance from the line of a row to the line of the next row, with the connecting line between them.
fn below(row: Room, next: Room) -> i32 {
    row.down + 2 * BETWEEN + BEND + next.up
}

/// Distance from the line of an alternative to the line of the next alternative.
fn under(branch: Room, next: Room) -> i32 {
    branch.down + BETWEEN + next.up
}
