//! The marks and lines that people draw on the board of a position, or which the record of a game contains.

use std::collections::HashSet;

use noire_engine::drawing::{Drawing, MAX_LINES, MAX_MARKS, Mark, Marking, Segment, Shape, label};
use noire_engine::world::WorldError;

use crate::comments;
use crate::game::PageGame;
use crate::protocol::{MarkShape, MarkTool, OwnLine, OwnMark, OwnMarks};
use crate::reviewing::PageWorld;
use crate::tree::Tree;

/// The names of the fields of a board.
pub(crate) fn fields(drawing: &Drawing) -> HashSet<String> {
    let squares = drawing.rows.iter().flat_map(|row| row.squares.iter().flatten());
    squares.map(|square| square.name.clone()).collect()
}

/// The marks that were kept, without those of unknown fields and what is too much.
pub(crate) fn cleaned(kept: Option<&OwnMarks>, fields: &HashSet<String>) -> Marking {
    let mut marking = Marking::default();
    let Some(kept) = kept else { return marking };
    for mark in kept.marks.iter().filter(|mark| fields.contains(&mark.field)).take(MAX_MARKS) {
        if let Some(shape) = shape(mark) {
            marking.add_mark(Mark { field: mark.field.clone(), shape });
        }
    }
    let is_known = |line: &&OwnLine| fields.contains(&line.from) && fields.contains(&line.to);
    for OwnLine { from, to, is_arrow } in kept.lines.iter().filter(is_known).take(MAX_LINES) {
        marking.add_line(Segment { from: from.clone(), to: to.clone(), is_arrow: *is_arrow });
    }
    marking
}

/// What a mark that was kept looks like; `None` for a label without a text.
fn shape(mark: &OwnMark) -> Option<Shape> {
    Some(match mark.shape {
        MarkShape::Circle => Shape::Circle,
        MarkShape::Square => Shape::Square,
        MarkShape::Triangle => Shape::Triangle,
        MarkShape::Cross => Shape::Cross,
        MarkShape::Label => Shape::Label(label(&mark.text)?),
    })
}

/// The marks as they are sent and kept; `None` if there are none.
pub(crate) fn own(marking: &Marking) -> Option<OwnMarks> {
    let mark = |mark: &Mark| {
        let (shape, text) = match &mark.shape {
            Shape::Circle => (MarkShape::Circle, ""),
            Shape::Square => (MarkShape::Square, ""),
            Shape::Triangle => (MarkShape::Triangle, ""),
            Shape::Cross => (MarkShape::Cross, ""),
            Shape::Label(text) => (MarkShape::Label, text.as_str()),
        };
        OwnMark { field: mark.field.clone(), shape, text: text.to_owned() }
    };
    let line = |line: &Segment| {
        let Segment { from, to, is_arrow } = line.clone();
        OwnLine { from, to, is_arrow }
    };
    let own = OwnMarks {
        marks: marking.marks.iter().map(mark).collect(),
        lines: marking.lines.iter().map(line).collect(),
    };
    (!marking.is_empty()).then_some(own)
}

/// Keeps marks with a node, if the tree has room for them. Returns whether it has.
pub(crate) fn put<M: Copy + PartialEq>(tree: &mut Tree<M>, node: usize, marking: Marking) -> bool {
    let has_room =
        tree.notes_size() - tree.marks_size(node) + Tree::<M>::size_of(&marking) <= comments::MAX_SIZE;
    if has_room {
        tree.set_marking(node, marking);
    }
    has_room
}

/// Adds marks to those of a node. Returns whether all of them were added.
pub(crate) fn append<M: Copy + PartialEq>(tree: &mut Tree<M>, node: usize, marking: Marking) -> bool {
    let mut all = tree.marking(node).clone();
    let whole = all.len() + marking.len();
    marking.marks.into_iter().for_each(|mark| _ = all.add_mark(mark));
    marking.lines.into_iter().for_each(|line| _ = all.add_line(line));
    let is_whole = all.len() == whole;
    put(tree, node, all) && is_whole
}

/// Adds the marks of a record to the line of a tree that ends in the node `last`. Each comes with the number of moves
/// before it. Returns whether some were left out.
pub(crate) fn add<M: Copy + PartialEq>(
    tree: &mut Tree<M>,
    last: usize,
    markings: Vec<(usize, Marking)>,
) -> bool {
    let path: Vec<usize> = std::iter::once(0).chain(tree.path(last)).collect();
    let mut is_cut = false;
    for (made, marking) in markings {
        is_cut |= !path.get(made).is_some_and(|node| append(tree, *node, marking));
    }
    is_cut
}

/// The marks on the line that ends in the node `last`, each with the number of moves before it.
pub(crate) fn of_line<M: Copy + PartialEq>(tree: &Tree<M>, last: usize) -> Vec<(usize, Marking)> {
    let path = std::iter::once(0).chain(tree.path(last));
    let markings = path.map(|node| tree.marking(node).clone()).enumerate();
    markings.filter(|(_, marking)| !marking.is_empty()).collect()
}

impl<W: PageWorld> PageGame<'_, '_, W> {
    /// Draws a mark on a field. A mark that is there already is removed.
    ///
    /// # Errors
    /// If the position cannot be reached.
    pub(crate) fn mark(&mut self, node: usize, field: &str, tool: MarkTool) -> Result<(), WorldError> {
        if !self.can_draw(node, &[field])? {
            return Ok(());
        }
        let mut marking = self.tree.marking(node).clone();
        let known = marking.mark(field).cloned();
        let shape = match tool {
            MarkTool::Circle => Some(Shape::Circle),
            MarkTool::Square => Some(Shape::Square),
            MarkTool::Triangle => Some(Shape::Triangle),
            MarkTool::Cross => Some(Shape::Cross),
            MarkTool::Letter if matches!(known, Some(Shape::Label(_))) => known.clone(),
            MarkTool::Letter => Some(Shape::Label(marking.free_letter())),
            MarkTool::Erase => None,
        };
        match shape.filter(|shape| known.as_ref() != Some(shape)) {
            Some(shape) => marking.set_mark(field, Some(shape)),
            None if tool == MarkTool::Erase => marking.erase(field),
            None => marking.set_mark(field, None),
        }
        self.set_marking(node, marking);
        Ok(())
    }

    /// Draws a line or an arrow between two fields. One that is there already is removed.
    ///
    /// # Errors
    /// If the position cannot be reached.
    pub(crate) fn draw_line(&mut self, node: usize, line: OwnLine) -> Result<(), WorldError> {
        let OwnLine { from, to, is_arrow } = line;
        if !self.can_draw(node, &[&from, &to])? {
            return Ok(());
        }
        let mut marking = self.tree.marking(node).clone();
        let line = Segment { from, to, is_arrow };
        if marking.remove_line(&line) || marking.add_line(line) {
            self.set_marking(node, marking);
        } else {
            self.fail_full();
        }
        Ok(())
    }

    /// Removes all marks and lines of a position.
    pub(crate) fn clear_marks(&mut self, node: usize) {
        match node < self.tree.len() {
            true => self.set_marking(node, Marking::default()),
            false => self.fail("page-no-position"),
        }
    }

    /// Whether there is such a node, and the board has these fields, of which no two are the same. Otherwise tells the
    /// user.
    fn can_draw(&self, node: usize, names: &[&str]) -> Result<bool, WorldError> {
        if node >= self.tree.len() {
            self.fail("page-no-position");
            return Ok(false);
        }
        let fields = fields(&self.drawing(&self.start));
        let is_known = names.iter().all(|name| fields.contains(*name)) && names.first() != names.get(1);
        if !is_known {
            self.fail("page-unknown-message");
        }
        Ok(is_known)
    }

    fn set_marking(&mut self, node: usize, marking: Marking) {
        match marking.marks.len() <= MAX_MARKS && put(&mut self.tree, node, marking) {
            true => self.show(),
            false => self.fail_full(),
        }
    }

    fn fail_full(&self) {
        let [marks, lines] = [MAX_MARKS, MAX_LINES].map(|most| (most as u32).into());
        self.fail_with("page-marks-full", &[("marks", marks), ("lines", lines)]);
    }

    /// What is marked, in words; `None` if nothing is.
    pub(crate) fn marking_text(&self, marking: &Marking) -> Option<String> {
        let say = |name: &str, variables: &[(&str, &str)]| {
            let variables: Vec<_> = variables.iter().map(|(name, value)| (*name, (*value).into())).collect();
            self.tab.say(name, &variables)
        };
        let mark = |Mark { field, shape }: &Mark| {
            let name = match shape {
                Shape::Circle => "circle",
                Shape::Square => "square",
                Shape::Triangle => "triangle",
                Shape::Cross => "cross",
                Shape::Label(text) => return format!("{field} {}", say("page-own-label", &[("text", text)])),
            };
            format!("{field} {}", say(&format!("page-own-{name}"), &[]))
        };
        let line = |Segment { from, to, is_arrow }: &Segment| {
            let name = if *is_arrow { "page-own-arrow" } else { "page-own-line" };
            say(name, &[("from", from), ("to", to)])
        };
        let all = marking.marks.iter().map(mark).chain(marking.lines.iter().map(line));
        let all: Vec<String> = all.collect();
        (!all.is_empty()).then(|| format!("{}: {}", say("page-marks", &[]), all.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circle(field: &str) -> OwnMark {
        OwnMark { field: field.to_owned(), shape: MarkShape::Circle, text: String::new() }
    }

    fn line(from: &str, to: &str) -> OwnLine {
        OwnLine { from: from.to_owned(), to: to.to_owned(), is_arrow: false }
    }

    #[test]
    fn odd_marks_of_a_file_are_left_out() {
        let fields: HashSet<String> = ["a1", "b1"].map(str::to_owned).into();
        let text = |text: &str| OwnMark { shape: MarkShape::Label, text: text.to_owned(), ..circle("b1") };
        let kept = OwnMarks {
            marks: vec![circle("a1"), circle("a1"), circle("<b>"), text("\n"), text("a\u{7} long label")],
            lines: vec![line("a1", "b1"), line("b1", "a1"), line("a1", "a1"), line("a1", "z9")],
        };
        let marking = cleaned(Some(&kept), &fields);
        assert_eq!((marking.marks.len(), marking.lines.len()), (2, 1));
        assert_eq!(marking.mark("b1"), Some(&Shape::Label("a lo".to_owned())));
        assert_eq!(
            cleaned(own(&marking).as_ref(), &fields),
            marking,
            "kept marks are read as they were written"
        );
        assert_eq!((own(&Marking::default()), cleaned(None, &fields).is_empty()), (None, true));
        let many = OwnMarks { marks: vec![circle("a1"); 100_000], lines: vec![line("a1", "b1"); 100_000] };
        assert_eq!(cleaned(Some(&many), &fields).len(), 2);
    }

    #[test]
    fn marks_of_a_record_belong_to_its_line_and_have_a_limit_together() {
        let marking = cleaned(
            Some(&OwnMarks { marks: vec![circle("a1")], lines: Vec::new() }),
            &["a1".to_owned()].into(),
        );
        let mut tree = Tree::new();
        let last = ['a', 'b'].into_iter().fold(0, |at, mv| tree.add(at, mv));
        assert!(!add(&mut tree, last, vec![(0, marking.clone()), (2, marking.clone())]));
        assert_eq!(of_line(&tree, last), [(0, marking.clone()), (2, marking.clone())]);
        assert!(add(&mut tree, last, vec![(3, marking)]), "there is no such node");
        let mut full = Marking::default();
        for at in 0..MAX_MARKS {
            full.set_mark(&at.to_string(), Some(Shape::Cross));
        }
        let mut tree = Tree::new();
        let added = (0..4000_u32).take_while(|mv| {
            let node = tree.add(0, *mv);
            put(&mut tree, node, full.clone())
        });
        assert!((10..200).contains(&added.count()) && tree.notes_size() <= comments::MAX_SIZE);
    }
}
