//! Marks on fields and lines between them, which people add to a position as on the diagrams of a teacher, and their
//! pictures.

use std::fmt::Write;

use blanche_compiler::markup::{escaped, picture};

use super::svg::{Parts, STEP, STYLE};
use super::{Drawing, Square};

/// Maximum number of marks in a position.
pub const MAX_MARKS: usize = 400;

/// Maximum number of lines in a position.
pub const MAX_LINES: usize = 100;

/// Maximum length of a label, in characters.
pub const MAX_LABEL: usize = 4;

/// The colours of marks: their own, and one around them that sets them off from dark pieces.
const COLOURS: [&str; 2] = ["#4a1259", "#fff"];

/// What is marked in a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marking {
    /// The marks, at most one on a field.
    pub marks: Vec<Mark>,
    /// The lines, each of them once.
    pub lines: Vec<Segment>,
}

/// A mark on a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The name of the field.
    pub field: String,
    /// What is drawn.
    pub shape: Shape,
}

/// What a mark looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A circle.
    Circle,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// A diagonal cross.
    Cross,
    /// A short text.
    Label(String),
}

/// A line between two fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The name of the field at which it begins.
    pub from: String,
    /// The name of the field at which it ends.
    pub to: String,
    /// Whether it has a head at its end.
    pub is_arrow: bool,
}

impl Segment {
    /// Whether two lines look alike: without a head, their direction is of no meaning.
    fn is_like(&self, other: &Segment) -> bool {
        let is_reversed = self.from == other.to && self.to == other.from;
        self.is_arrow == other.is_arrow && (self == other || !self.is_arrow && is_reversed)
    }
}

/// A label as it is kept: short, in one line, and without blanks around it; `None` if nothing is left.
pub fn label(text: &str) -> Option<String> {
    let kept: String = text.trim().chars().filter(|letter| !letter.is_control()).take(MAX_LABEL).collect();
    Some(kept.trim().to_owned()).filter(|kept| !kept.is_empty())
}

impl Marking {
    /// Whether nothing is marked.
    pub fn is_empty(&self) -> bool {
        self.marks.is_empty() && self.lines.is_empty()
    }

    /// The number of marks and lines.
    pub fn len(&self) -> usize {
        self.marks.len() + self.lines.len()
    }

    /// Adds a mark, unless the field has one or there are too many. Returns whether it was added.
    pub fn add_mark(&mut self, mark: Mark) -> bool {
        let is_free = self.marks.len() < MAX_MARKS && self.mark(&mark.field).is_none();
        if is_free {
            self.marks.push(mark);
        }
        is_free
    }

    /// Adds a line, unless it is known, has no length, or there are too many. Returns whether it was added.
    pub fn add_line(&mut self, line: Segment) -> bool {
        let is_new = line.from != line.to && !self.lines.iter().any(|known| known.is_like(&line));
        let is_added = is_new && self.lines.len() < MAX_LINES;
        if is_added {
            self.lines.push(line);
        }
        is_added
    }

    /// The shape on a field.
    pub fn mark(&self, field: &str) -> Option<&Shape> {
        self.marks.iter().find(|mark| mark.field == field).map(|mark| &mark.shape)
    }

    /// Replaces the mark on a field; `None` removes it.
    pub fn set_mark(&mut self, field: &str, shape: Option<Shape>) {
        self.marks.retain(|mark| mark.field != field);
        self.marks.extend(shape.map(|shape| Mark { field: field.to_owned(), shape }));
    }

    /// Removes a line. Returns whether there was one.
    pub fn remove_line(&mut self, line: &Segment) -> bool {
        let before = self.lines.len();
        self.lines.retain(|known| !known.is_like(line));
        self.lines.len() < before
    }

    /// Removes the mark on a field, and the lines that begin or end there.
    pub fn erase(&mut self, field: &str) {
        self.set_mark(field, None);
        self.lines.retain(|line| line.from != field && line.to != field);
    }

    /// The first of the letters A, B, …, Z, AA, AB, … that no mark shows.
    pub fn free_letter(&self) -> String {
        let is_free =
            |letter: &String| !self.marks.iter().any(|mark| mark.shape == Shape::Label(letter.clone()));
        let letters = || (b'A'..=b'Z').map(char::from);
        let single = letters().map(String::from);
        let double = letters().flat_map(|first| letters().map(move |second| format!("{first}{second}")));
        single.chain(double).find(is_free).unwrap_or_else(|| "A".to_owned())
    }
}

impl Drawing {
    /// Renders the board as [`Drawing::svg`] does, with these marks and lines on it.
    pub fn marked_svg(&self, title: &str, marking: &Marking) -> String {
        if marking.is_empty() {
            return self.svg(title);
        }
        let Parts { size: (width, height), ground, rows, below } = self.svg_parts();
        let drawn = format!("{ground}{}{}{below}", rows.concat(), self.marking_svg(marking));
        picture(width, height, Some(title), STYLE, &format!("<g class=\"board\">\n{drawn}</g>\n"))
    }

    /// The marks and lines in a picture of the board. They need no style sheet, and those of unknown fields are left out.
    pub fn marking_svg(&self, marking: &Marking) -> String {
        let place = |name: &str| {
            let (at, square, _) = self.all().find(|(_, square, _)| square.name == name)?;
            Some((at, square))
        };
        let (mut lines, mut labels) = (String::new(), String::new());
        for line in &marking.lines {
            if let (Some((from, _)), Some((to, _))) = (place(&line.from), place(&line.to)) {
                lines.push_str(&segment(from, to, line.is_arrow));
            }
        }
        for Mark { field, shape } in &marking.marks {
            match (place(field), shape) {
                (Some((at, square)), Shape::Label(text)) => labels.push_str(&label_at(at, square, text)),
                (Some((at, _)), shape) => lines.push_str(&outline(at, shape)),
                (None, _) => {}
            }
        }
        if lines.is_empty() && labels.is_empty() {
            return String::new();
        }
        let [own, around] = COLOURS;
        let both = [(around, 5), (own, 2)].map(|(colour, width)| match lines.as_str() {
            "" => String::new(),
            path => {
                format!("<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" d=\"{path}\"/>\n")
            }
        });
        format!("<g class=\"own\" stroke-linejoin=\"round\">\n{}{labels}</g>\n", both.concat())
    }
}

/// The path of a shape around the centre of a field.
fn outline((x, y): (i32, i32), shape: &Shape) -> String {
    match shape {
        Shape::Circle => format!("M{} {y}a8 8 0 1 0 16 0a8 8 0 1 0 -16 0", x - 8),
        Shape::Square => format!("M{} {}h14v14h-14z", x - 7, y - 7),
        Shape::Triangle => format!("M{x} {}l8 14h-16z", y - 9),
        Shape::Cross => format!("M{} {}l14 14m0 -14l-14 14", x - 7, y - 7),
        Shape::Label(_) => String::new(),
    }
}

/// The path of a line between the centres of two fields.
fn segment(from: (i32, i32), to: (i32, i32), is_arrow: bool) -> String {
    let ((x, y), (across, down)) = (from, to);
    let mut path = format!("M{x} {y}L{across} {down}");
    if is_arrow {
        let (right, lower) = (f64::from(across - x), f64::from(down - y));
        let length = right.hypot(lower).max(1.0);
        let (right, lower) = (right / length, lower / length);
        let head = f64::from(STEP) / 3.0;
        let corner = |side: f64| {
            let (x, y) = (right - side * lower / 2.0, lower + side * right / 2.0);
            (f64::from(across) - head * x, f64::from(down) - head * y)
        };
        let [(left, upper), (other, under)] = [corner(1.0), corner(-1.0)];
        let _ = write!(path, "M{left:.1} {upper:.1}L{across} {down}L{other:.1} {under:.1}");
    }
    path
}

/// A label in the middle of its field or, if the middle shows something else, in its lower left corner.
fn label_at((x, y): (i32, i32), square: &Square, text: &str) -> String {
    let is_free = square.mark.is_none()
        && square.piece.as_ref().is_none_or(|piece| {
            !piece.is_one_of_several && !piece.is_last && piece.number.is_none() && piece.owner.is_some()
        });
    let ((x, y), size) = if is_free { ((x, y + 4), 12) } else { ((x - 8, y + 12), 9) };
    let [own, around] = COLOURS;
    format!(
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" font-weight=\"bold\" fill=\"{own}\" stroke=\"{around}\" \
         stroke-width=\"3\" paint-order=\"stroke\">{}</text>\n",
        escaped(text)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Ground, Row};

    fn mark(field: &str, shape: Shape) -> Mark {
        Mark { field: field.to_owned(), shape }
    }

    fn line(from: &str, to: &str, is_arrow: bool) -> Segment {
        Segment { from: from.to_owned(), to: to.to_owned(), is_arrow }
    }

    /// A board with the fields `a1` and `b1`.
    fn drawing(ground: Ground) -> Drawing {
        let square = |name: &str| Some(Square { name: name.to_owned(), ..Square::default() });
        Drawing {
            rows: vec![Row { number: 1, shift: 0, squares: vec![square("a1"), square("b1")] }],
            columns: vec!['a', 'b'],
            margin: 1,
            empty: '.',
            ground,
            below: Vec::new(),
        }
    }

    #[test]
    fn a_field_has_one_mark_and_a_line_is_there_once() {
        let mut marking = Marking::default();
        assert!(marking.add_mark(mark("a1", Shape::Circle)) && !marking.add_mark(mark("a1", Shape::Cross)));
        assert!(marking.add_line(line("a1", "b1", false)) && !marking.add_line(line("b1", "a1", false)));
        assert!(marking.add_line(line("a1", "b1", true)) && marking.add_line(line("b1", "a1", true)));
        assert!(!marking.add_line(line("a1", "a1", true)), "it has no length");
        assert_eq!((marking.len(), marking.remove_line(&line("b1", "a1", false))), (4, true));
        assert!(!marking.remove_line(&line("b1", "a1", false)));
        marking.erase("b1");
        assert_eq!((marking.marks.len(), marking.lines.len()), (1, 0));
        marking.set_mark("a1", None);
        assert!(marking.is_empty());
    }

    #[test]
    fn marks_lines_and_labels_have_limits() {
        let mut marking = Marking::default();
        let marks = (0..1000).filter(|at| marking.add_mark(mark(&at.to_string(), Shape::Cross))).count();
        let lines = (0..1000).filter(|at| marking.add_line(line("a", &at.to_string(), true))).count();
        assert_eq!((marks, lines), (MAX_MARKS, MAX_LINES));
        assert_eq!(label(" a\nb<c>d "), Some("ab<c".to_owned()));
        assert_eq!((label(" \u{7} "), label("")), (None, None));
    }

    #[test]
    fn the_next_letter_is_the_first_free_one() {
        let mut marking = Marking::default();
        for at in 0..28 {
            let letter = marking.free_letter();
            marking.set_mark(&at.to_string(), Some(Shape::Label(letter)));
        }
        assert_eq!(marking.mark("27"), Some(&Shape::Label("AB".to_owned())));
        marking.set_mark("2", None);
        assert_eq!(marking.free_letter(), "C");
    }

    #[test]
    fn marks_are_drawn_on_every_kind_of_board_and_labels_are_escaped() {
        let marking = Marking {
            marks: vec![
                mark("a1", Shape::Triangle),
                mark("b1", Shape::Label("<b>".to_owned())),
                mark("z9", Shape::Circle),
            ],
            lines: vec![line("a1", "b1", true), line("a1", "z9", false)],
        };
        for ground in [Ground::Squares, Ground::Hexagons, Ground::Lines { ends: [true; 4] }] {
            let drawing = drawing(ground);
            let svg = drawing.marked_svg("a board", &marking);
            assert!(svg.contains("class=\"own\"") && svg.contains("&lt;b&gt;</text>"), "{svg}");
            assert_eq!(svg.matches("h-16z").count(), 2, "a triangle with a light edge: {svg}");
            assert!(!svg.contains("NaN") && !svg.contains("<b>"), "{svg}");
            assert_eq!(drawing.marked_svg("a board", &Marking::default()), drawing.svg("a board"));
        }
    }
}
