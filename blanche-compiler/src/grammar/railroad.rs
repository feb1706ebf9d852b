//! Productions drawn as railroad diagrams: whoever follows a line in its direction reads a sentence.
//!
//! A diagram is SVG that stands alone: no script, no font but the reader's own, readable in black on white. Long rows are
//! broken, so that a diagram fits on a telephone.

use super::{Expression, Production};
use crate::markup::{escaped, picture};

/// Rows that are wider are broken.
const WIDEST: i32 = 560;
/// Between two boxes of a row.
const GAP: i32 = 12;
/// The radius of a bend.
const BEND: i32 = 8;
/// Half the height of a box.
const HALF: i32 = 12;
/// Between two rows.
const BETWEEN: i32 = 10;
/// The width of a letter, and what a box has beside its letters.
const LETTER: i32 = 8;
const PADDING: i32 = 10;
/// Around the diagram.
const MARGIN: i32 = 10;
/// The height of the name above it.
const TITLE: i32 = 26;

/// How a diagram looks. Words of the language are round, what stands for something else has corners.
const STYLE: &str = "path{fill:none;stroke:#555;stroke-width:1.5}rect{fill:#eef4fb;stroke:#456;stroke-width:1.2}\
                     rect.w{fill:#fdf3d8;stroke:#865}text{font:13px ui-monospace,Menlo,Consolas,monospace;\
                     text-anchor:middle;fill:#111}text.n{text-anchor:start;font-weight:bold;font-size:14px}\
                     text.s{font-style:italic}";

/// A part of a diagram.
#[derive(Clone, Debug)]
enum Part {
    /// A box with letters in it.
    Box(String, Look),
    /// One after the other.
    Row(Vec<Part>),
    /// Rows one below the other, read one after the other.
    Rows(Vec<Part>),
    /// One of them.
    Choice(Vec<Part>),
    /// It can be passed by.
    Bypass(Box<Part>),
    /// Again and again, with something on the way back.
    Loop(Box<Part>, Option<Box<Part>>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    Word,
    Name,
    Said,
}

/// The room that a part takes: its width, how far it goes up and down from the line on which it is entered, and how
/// far below that line it is left.
#[derive(Clone, Copy, Debug, Default)]
struct Room {
    width: i32,
    up: i32,
    down: i32,
    exit: i32,
}

/// A production as a diagram of its own.
pub fn svg(production: &Production) -> String {
    let (drawn, width, height) = drawn(production);
    let title = format!("the grammar of {}", production.name);
    picture(width, height, Some(&title), STYLE, &drawn)
}

/// Productions one below the other.
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

/// The name of a production, its diagram below, and the room that they take.
fn drawn(production: &Production) -> (String, i32, i32) {
    let part = arranged(part(&production.expression), WIDEST);
    let room = part.room();
    let (left, line) = (MARGIN + GAP, TITLE + MARGIN + room.up);
    let right = left + room.width;
    let mut pen = Pen { text: String::new() };
    pen.text.push_str(&format!(
        "<text class=\"n\" x=\"{MARGIN}\" y=\"18\">{}</text>\n",
        escaped(&production.name)
    ));
    pen.path(&format!("M{MARGIN} {}v12m0-6h{GAP}", line - 6));
    part.draw(left, line, &mut pen);
    pen.path(&format!("M{right} {}h{GAP}m0-6v12", line + room.exit));
    let title = MARGIN + production.name.chars().count() as i32 * (LETTER + 1);
    (pen.text, (right + GAP + MARGIN).max(title + MARGIN), line + room.down + MARGIN)
}

/// A production's parts; `x { "," x }` is a loop.
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

/// What stands between two of a row: `","` of `x { "," x }`.
fn between(first: &Expression, next: &Expression) -> Option<Part> {
    let Expression::Repeat(inner) = next else { return None };
    let Expression::Sequence(parts) = &**inner else { return None };
    match parts.as_slice() {
        [back, again] if again == first => Some(part(back)),
        _ => None,
    }
}

/// Rows that are too wide are broken into several.
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

/// Writes lines and boxes.
struct Pen {
    text: String,
}

impl Pen {
    fn path(&mut self, data: &str) {
        self.text.push_str(&format!("<path d=\"{data}\"/>\n"));
    }
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
            // What is read row after row is left on the line of the last one.
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

    /// Draws it from the left, entered on this line.
    fn draw(&self, x: i32, y: i32, pen: &mut Pen) {
        let room = self.room();
        match self {
            Part::Box(text, look) => {
                let (class, bend) = match look {
                    Look::Word => (" class=\"w\"", HALF),
                    Look::Name => ("", 2),
                    Look::Said => ("", 2),
                };
                let said = if *look == Look::Said { " class=\"s\"" } else { "" };
                pen.text.push_str(&format!(
                    "<rect{class} x=\"{x}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{bend}\"/>\n\
                     <text{said} x=\"{}\" y=\"{}\">{}</text>\n",
                    y - HALF,
                    room.width,
                    2 * HALF,
                    x + room.width / 2,
                    y + 4,
                    escaped(text)
                ));
            }
            Part::Row(parts) => {
                let mut at = x;
                for (number, part) in parts.iter().enumerate() {
                    if number > 0 {
                        pen.path(&format!("M{at} {y}h{GAP}"));
                        at += GAP;
                    }
                    part.draw(at, y, pen);
                    at += part.room().width;
                }
            }
            Part::Rows(rows) => {
                let (left, right) = (x + 2 * BEND, x + room.width - 2 * BEND);
                let mut line = y;
                pen.path(&format!("M{x} {y}H{left}"));
                for (at, row) in rows.iter().enumerate() {
                    row.draw(left, line, pen);
                    let end = left + row.room().width;
                    let Some(next) = rows.get(at + 1) else {
                        pen.path(&format!("M{end} {line}H{}", x + room.width));
                        continue;
                    };
                    let turn = line + row.room().down + BETWEEN;
                    let below = line + below(row.room(), next.room());
                    pen.path(&format!(
                        "M{end} {line}H{right}q{BEND} 0 {BEND} {BEND}V{}q0 {BEND}-{BEND} {BEND}H{left}q-{BEND} 0-{BEND} \
                         {BEND}V{}q0 {BEND} {BEND} {BEND}",
                        turn - BEND,
                        below - BEND
                    ));
                    line = below;
                }
            }
            Part::Choice(branches) => {
                let (left, right) = (x + 2 * BEND, x + room.width - 2 * BEND);
                let mut line = y;
                for (at, branch) in branches.iter().enumerate() {
                    if at > 0 {
                        line += under(branches[at - 1].room(), branch.room());
                    }
                    let own = branch.room();
                    let (end, out) = (left + own.width, line + own.exit);
                    if at == 0 {
                        pen.path(&format!("M{x} {y}H{left}"));
                    } else {
                        pen.path(&format!(
                            "M{x} {y}q{BEND} 0 {BEND} {BEND}V{}q0 {BEND} {BEND} {BEND}",
                            line - BEND
                        ));
                    }
                    branch.draw(left, line, pen);
                    if out == y {
                        pen.path(&format!("M{end} {y}H{}", x + room.width));
                    } else {
                        pen.path(&format!(
                            "M{end} {out}H{right}q{BEND} 0 {BEND}-{BEND}V{}q0-{BEND} {BEND}-{BEND}",
                            y + BEND
                        ));
                    }
                }
            }
            Part::Bypass(inner) => {
                let (left, top) = (x + 2 * BEND, y - inner.room().up - BETWEEN);
                let end = x + room.width;
                inner.draw(left, y, pen);
                pen.path(&format!("M{x} {y}H{left}M{} {y}H{end}", end - 2 * BEND));
                pen.path(&format!(
                    "M{x} {y}q{BEND} 0 {BEND}-{BEND}V{}q0-{BEND} {BEND}-{BEND}H{}q{BEND} 0 {BEND} {BEND}V{}q0 {BEND} {BEND} \
                     {BEND}",
                    top + BEND,
                    end - 2 * BEND,
                    y - BEND
                ));
            }
            Part::Loop(inner, back) => {
                let own = inner.room();
                let way = back.as_ref().map_or(Room::default(), |back| back.room());
                let line = y + own.down + BETWEEN + way.up;
                let (left, right) = (x + 2 * BEND, x + room.width - 2 * BEND);
                let from = left + (right - left - own.width) / 2;
                inner.draw(from, y, pen);
                pen.path(&format!("M{x} {y}H{from}M{} {y}H{}", from + own.width, x + room.width));
                let middle = left + (right - left - way.width) / 2;
                let bend = BEND.min((line - y) / 2);
                pen.path(&format!(
                    "M{right} {y}q{bend} 0 {bend} {bend}V{}q0 {bend}-{bend} {bend}H{}",
                    line - bend,
                    middle + way.width
                ));
                pen.path(&format!(
                    "M{middle} {line}H{left}q-{bend} 0-{bend}-{bend}V{}q0-{bend} {bend}-{bend}",
                    y + bend
                ));
                match back {
                    Some(back) => back.draw(middle, line, pen),
                    // Nothing stands on the way back; a sign shows its direction.
                    None => pen.path(&format!("M{} {}l-5 4l5 4", (left + right) / 2 + 2, line - 4)),
                }
            }
        }
    }
}

/// The room of parts one below the other, with bends at both sides, and how far the line of the last one is below that
/// of the first; `step` is from one line to the next.
fn stacked(parts: &[Part], step: fn(Room, Room) -> i32) -> (Room, i32) {
    let rooms: Vec<Room> = parts.iter().map(Part::room).collect();
    let lowest: i32 = rooms.windows(2).map(|pair| step(pair[0], pair[1])).sum();
    let width = rooms.iter().map(|room| room.width).max().unwrap_or_default() + 4 * BEND;
    let down = lowest + rooms[rooms.len() - 1].down;
    (Room { width, up: rooms[0].up, down, exit: 0 }, lowest)
}

/// From the line of a row to that of the next one, with the way back between them.
fn below(row: Room, next: Room) -> i32 {
    row.down + 2 * BETWEEN + BEND + next.up
}

/// From the line of a branch to that of the next one.
fn under(branch: Room, next: Room) -> i32 {
    branch.down + BETWEEN + next.up
}
