//! Positions drawn as SVG: a diagram for a page.
//!
//! The picture shows what the drawn text shows: stones, the last move, marks, fields shown together, and the part of the
//! board that was chosen. Lines end where the board ends, and run out of the picture where it goes on.

use blanche_compiler::markup::{escaped, picture};

use super::color::Color;
use super::diagram::Diagram;
use super::point::{BOARD_SIZE, Point};

/// From one field to the next.
const STEP: i32 = 24;
/// Room for row numbers, and for column letters.
const EDGE: i32 = 22;
/// Stones have this radius.
const STONE: i32 = 10;

/// How a picture looks, on light and on dark pages.
const STYLE: &str = ".w{fill:#ecd9a8}.l{stroke:#7d6a3c;stroke-width:1}.g{fill:#c8503c;fill-opacity:.28}\
                     .b{fill:#222}.o{fill:#fff;stroke:#333;stroke-width:1.2}.m{fill:#b3261e;font-weight:bold}\
                     text{font:12px system-ui,sans-serif;text-anchor:middle;fill:#777}";

impl Diagram {
    /// Draws the diagram as SVG that stands alone; `title` is read out to those who cannot see it.
    pub fn svg(&self, title: &str) -> String {
        let rows: Vec<Vec<Point>> = self.region().rows().map(Iterator::collect).collect();
        let (width, height) = (rows[0].len() as i32, rows.len() as i32);
        let (right, bottom) = (EDGE + width * STEP, height * STEP);
        let mut text = format!(
            "<rect class=\"w\" x=\"{EDGE}\" width=\"{}\" height=\"{bottom}\" rx=\"3\"/>\n",
            width * STEP
        );
        let place = |row: usize, column: usize| {
            (EDGE + column as i32 * STEP + STEP / 2, row as i32 * STEP + STEP / 2)
        };
        let field = |row: usize, column: usize| rows[row][column];
        for (row, fields) in rows.iter().enumerate() {
            for (column, point) in fields.iter().enumerate() {
                let (x, y) = place(row, column);
                self.lines(*point, x, y, &mut text);
            }
        }
        for row in 0..rows.len() {
            let (_, y) = place(row, 0);
            let number = field(row, 0).row() + 1;
            text.push_str(&format!("<text x=\"{}\" y=\"{}\">{number}</text>\n", EDGE / 2, y + 4));
        }
        for column in 0..rows[0].len() {
            let (x, _) = place(0, column);
            let letter = (b'a' + field(0, column).column()) as char;
            text.push_str(&format!("<text x=\"{x}\" y=\"{}\">{letter}</text>\n", bottom + 15));
        }
        for (row, fields) in rows.iter().enumerate() {
            for (column, point) in fields.iter().enumerate() {
                let (x, y) = place(row, column);
                self.field(*point, x, y, &mut text);
            }
        }
        picture(right + 2, bottom + EDGE, Some(title), STYLE, &text)
    }

    /// The lines of the board that meet on a field.
    fn lines(&self, point: Point, x: i32, y: i32, text: &mut String) {
        let half = STEP / 2;
        let last = BOARD_SIZE - 1;
        let reach = |ends: bool| if ends { 0 } else { half };
        let (left, right) = (reach(point.column() == 0), reach(point.column() == last));
        let (up, down) = (reach(point.row() == last), reach(point.row() == 0));
        for (x1, y1, x2, y2) in [(x - left, y, x + right, y), (x, y - up, x, y + down)] {
            text.push_str(&format!("<line class=\"l\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>"));
        }
        text.push('\n');
    }

    /// What stands on a field.
    fn field(&self, point: Point, x: i32, y: i32, text: &mut String) {
        if self.highlighted().contains(point) {
            let (left, top, side) = (x - STEP / 2, y - STEP / 2, STEP);
            text.push_str(&format!(
                "<rect class=\"g\" x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\"/>\n"
            ));
        }
        if let Some(color) = self.stone(point) {
            let class = if color == Color::Black { "b" } else { "o" };
            text.push_str(&format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{STONE}\"/>\n"));
            if self.last_move() == Some(point) {
                text.push_str(&format!(
                    "<rect class=\"m\" x=\"{}\" y=\"{}\" width=\"6\" height=\"6\"/>\n",
                    x - 3,
                    y - 3
                ));
            }
        } else if let Some((_, sign)) = self.marks().iter().find(|(marked, _)| *marked == point) {
            let sign = match sign {
                '*' => "★".to_owned(),
                sign => escaped(&sign.to_string()),
            };
            text.push_str(&format!("<circle class=\"w\" cx=\"{x}\" cy=\"{y}\" r=\"8\"/>"));
            text.push_str(&format!("<text class=\"m\" x=\"{x}\" y=\"{}\">{sign}</text>\n", y + 5));
        }
    }
}
