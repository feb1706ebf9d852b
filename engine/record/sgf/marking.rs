//! Marks on points and lines between them in SGF: `CR`, `SQ`, `TR` and `MA` mark points, `LB` writes labels on them, and
//! `LN` and `AR` draw lines and arrows.

use super::points::{read_point, read_points, written};
use super::tree::Property;
use super::write::escaped;
use crate::board::{BOARD_SIZE, Point};
use crate::drawing::{Mark, Marking, Segment, Shape, label};

/// The names of the properties.
pub(super) const MARKINGS: [&str; 7] = ["CR", "SQ", "TR", "MA", "LB", "LN", "AR"];

/// Number of marks that a file may have in any case, even if it is short.
const ENOUGH: usize = 10_000;

/// Number of bytes of a mark without rectangles, such as `[hh]`.
const BYTES_A_MARK: usize = 4;

/// The number of marks that may still be read from a text. Rectangles are short and mark many points, but a text has no
/// more marks than one without them could have.
pub(super) struct Budget(usize);

impl Budget {
    pub(super) fn of_text(text: &str) -> Budget {
        Budget(ENOUGH.max(text.len() / BYTES_A_MARK))
    }
}

/// Reads a property into a marking. Returns whether all of it was read: values that are no points, a second mark on a
/// point, and what is too much are left out, and a label that is too long is cut.
pub(super) fn read(property: &Property, marking: &mut Option<Box<Marking>>, budget: &mut Budget) -> bool {
    let mut all = marking.take().unwrap_or_default();
    let mut is_read = true;
    for value in &property.values {
        is_read &= match property.name.as_str() {
            "LN" | "AR" => read_line(&value.text, property.name == "AR", &mut all, budget),
            "LB" => read_label(&value.text, &mut all, budget),
            name => {
                // Old versions allow an empty value for none.
                value.text.trim().is_empty()
                    || read_points(&value.text).is_ok_and(|points| add(points, shape(name), &mut all, budget))
            }
        };
    }
    *marking = Some(all).filter(|all| !all.is_empty());
    is_read
}

fn shape(name: &str) -> Shape {
    match name {
        "CR" => Shape::Circle,
        "SQ" => Shape::Square,
        "TR" => Shape::Triangle,
        _ => Shape::Cross,
    }
}

/// Marks points. Returns whether all of them are marked with this shape.
fn add(points: Vec<Point>, shape: Shape, marking: &mut Marking, budget: &mut Budget) -> bool {
    const POINTS: usize = BOARD_SIZE as usize * BOARD_SIZE as usize;
    let mut known = [false; POINTS];
    for mark in &marking.marks {
        if let Ok(point) = mark.field.parse::<Point>() {
            known[point.index()] = true;
        }
    }
    let mut is_read = true;
    for point in points {
        if known[point.index()] {
            is_read &= marking.mark(&point.to_string()) == Some(&shape);
        } else if budget.0 == 0 {
            is_read = false;
        } else {
            budget.0 -= 1;
            is_read &= marking.add_mark(Mark { field: point.to_string(), shape: shape.clone() });
        }
    }
    is_read
}

fn read_label(value: &str, marking: &mut Marking, budget: &mut Budget) -> bool {
    let Some((point, text)) = value.split_once(':') else { return false };
    let (Ok(point), Some(kept)) = (read_point(point.trim()), label(text)) else { return false };
    let is_whole = kept == text.trim();
    add(vec![point], Shape::Label(kept), marking, budget) && is_whole
}

fn read_line(value: &str, is_arrow: bool, marking: &mut Marking, budget: &mut Budget) -> bool {
    let Some((from, to)) = value.split_once(':') else { return false };
    let (Ok(from), Ok(to)) = (read_point(from.trim()), read_point(to.trim())) else { return false };
    if budget.0 == 0 {
        return false;
    }
    budget.0 -= 1;
    let line = Segment { from: from.to_string(), to: to.to_string(), is_arrow };
    marking.lines.contains(&line) || marking.add_line(line)
}

/// The properties of a marking; empty if there is none. Marks of fields that do not exist are left out.
pub(super) fn text(marking: Option<&Marking>) -> String {
    let Some(marking) = marking else { return String::new() };
    let point = |field: &String| field.parse::<Point>().ok().map(written);
    MARKINGS
        .iter()
        .map(|name| {
            let values: String = match *name {
                "LN" | "AR" => {
                    let lines = marking.lines.iter().filter(|line| line.is_arrow == (*name == "AR"));
                    lines
                        .filter_map(|line| Some(format!("[{}:{}]", point(&line.from)?, point(&line.to)?)))
                        .collect()
                }
                _ => {
                    let value = |mark: &Mark| match &mark.shape {
                        Shape::Label(text) if *name == "LB" => {
                            Some(format!("[{}:{}]", point(&mark.field)?, escaped(text).replace(':', "\\:")))
                        }
                        Shape::Label(_) => None,
                        known if *name != "LB" && *known == shape(name) => {
                            Some(format!("[{}]", point(&mark.field)?))
                        }
                        _ => None,
                    };
                    marking.marks.iter().filter_map(value).collect()
                }
            };
            if values.is_empty() { values } else { format!("{name}{values}") }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{
        Format, GameFile, GameRecord, Loss, read_games, read_variations, write_games, write_tree,
    };

    fn read(text: &str) -> GameFile {
        read_games("a.sgf", text.as_bytes(), Format::Sgf).unwrap_or_else(|problems| panic!("{problems}"))
    }

    fn one(text: &str) -> (GameRecord, Vec<String>) {
        let GameFile { mut games, notes, .. } = read(text);
        (games.remove(0), notes.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn marks_are_written_as_they_are_read() {
        let marks = "CR[hh][aa]SQ[ab]TR[ac]MA[ad]LB[ae:A][af:\\]\\:\\\\]LN[hh:ii]AR[hh:aa][aa:hh]";
        for text in [format!("(;GM[4]SZ[15]{marks};B[hh])"), format!("(;GM[4]SZ[15];B[hh]{marks})")] {
            let (game, notes) = one(&text);
            assert!(notes.is_empty(), "{notes:?}");
            let all = game.marking.as_ref().or(game.moves[0].marking.as_ref()).expect("it is marked");
            assert_eq!((all.marks.len(), all.lines.len()), (7, 3));
            assert_eq!(all.mark("a10"), Some(&Shape::Label("]:\\".to_owned())));
            let written = write_games(std::slice::from_ref(&game), Format::Sgf).expect("it can be written");
            assert!(written.text.contains(marks) && written.losses.is_empty(), "{}", written.text);
            let other = write_games(&[game], Format::Moves).expect("it can be written");
            assert_eq!(other.losses, [Loss::Marks]);
        }
    }

    #[test]
    fn marks_in_variations_are_read_and_written() {
        let text = "(;GM[4]SZ[15](;B[hh];W[ig])(;B[hi]CR[aa][bb]LB[hi:1]LB[cc:x]TR[zz];W[ii]))";
        let (game, _) = one(text);
        let variations = read_variations("a.sgf", text.as_bytes(), 1, &game, 100);
        assert_eq!((variations.moves.len(), variations.left_out, variations.has_lost_marks), (2, 0, true));
        let written = write_tree(&GameRecord::default(), &variations.moves[..1]);
        assert!(written.contains(";B[hi]CR[aa][bb]LB[hi:1][cc:x])"), "{written}");
    }

    #[test]
    fn odd_marks_are_left_out_with_a_note() {
        for (property, count) in [
            ("CR[zz]", 0),
            ("CR[]", 0),
            ("CR[aa]SQ[aa]", 1),
            ("LB[aa]", 0),
            ("LB[aa:]", 0),
            ("LB[aa:twelve]", 1),
            ("LN[aa:aa]", 0),
            ("AR[aa]", 0),
            ("LN[aa:zz]", 0),
            ("SQ[aa:oo]", 225),
        ] {
            let (game, notes) = one(&format!("(;GM[4]SZ[15];B[hh]{property})"));
            let found = game.moves[0].marking.as_ref().map_or(0, |all| all.len());
            assert_eq!((found, game.moves.len()), (count, 1), "{property}");
            let is_whole = ["CR[]", "SQ[aa:oo]"].contains(&property);
            assert_eq!(notes.iter().any(|note| note.contains("has no room for")), !is_whole, "{property}");
        }
    }

    #[test]
    fn rectangles_in_a_short_file_do_not_fill_the_memory() {
        let text = format!("(;GM[4]SZ[15]{})", ";B[]CR[aa:oo];W[]CR[aa:oo]".repeat(2000));
        let (game, notes) = one(&text);
        let marks: usize = game.moves.iter().flat_map(|made| &made.marking).map(|all| all.len()).sum();
        assert!(marks <= ENOUGH.max(text.len() / BYTES_A_MARK), "{marks}");
        assert!(notes.iter().any(|note| note.contains("`CR`")), "{notes:?}");
    }
}
