//! A text after edits. It maps positions in the new text back to the old text, so that the messages about both texts
//! can be compared.

use std::ops::Range;

use crate::diagnostic::Edit;
use crate::files::{FileId, Span};

/// A text after edits.
pub(crate) struct Edited {
    pub(crate) text: String,
    /// The edited file; `None` without edits.
    file: Option<FileId>,
    /// The replacements, in the order of their positions.
    replaced: Vec<Replaced>,
}

/// A replacement, given by its byte range in the new text and its byte range in the old text.
struct Replaced {
    new: Range<usize>,
    old: Range<usize>,
}

impl Edited {
    /// Applies edits of one file, which must be sorted by position and must not overlap. Inserted line breaks use the
    /// line ending of the file.
    pub(crate) fn new(old: &str, edits: &[Edit]) -> Edited {
        let windows = old.contains("\r\n");
        let mut text = String::with_capacity(old.len());
        let mut replaced = Vec::with_capacity(edits.len());
        let mut at = 0;
        for edit in edits {
            let range = edit.span.range();
            text.push_str(&old[at..range.start]);
            let begins = text.len();
            if windows {
                text.push_str(&edit.text.replace('\n', "\r\n"));
            } else {
                text.push_str(&edit.text);
            }
            at = range.end;
            replaced.push(Replaced { new: begins..text.len(), old: range });
        }
        text.push_str(&old[at..]);
        Edited { text, file: edits.first().map(|edit| edit.span.file), replaced }
    }

    /// The span in the old text for a span in the new text. A position in inserted text is mapped to the start of the
    /// text that was replaced. Spans in other files are returned unchanged.
    pub(crate) fn before(&self, span: Span) -> Span {
        if Some(span.file) != self.file {
            return span;
        }
        let old = |offset: usize| {
            // The last replacement that begins at or before the offset.
            let count = self.replaced.partition_point(|one| one.new.start <= offset);
            match self.replaced[..count].last() {
                None => offset,
                Some(one) if offset < one.new.end => one.old.start,
                Some(one) => one.old.end + (offset - one.new.end),
            }
        };
        let range = span.range();
        let (start, end) = (old(range.start), old(range.end));
        Span::new(span.file, start.min(end), start.max(end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: FileId = FileId(0);

    fn edited(old: &str, edits: &[(Range<usize>, &str)]) -> Edited {
        let edit = |(range, text): &(Range<usize>, &str)| Edit {
            span: Span::new(FILE, range.start, range.end),
            text: (*text).to_owned(),
        };
        Edited::new(old, &edits.iter().map(edit).collect::<Vec<_>>())
    }

    #[test]
    fn every_place_in_the_edited_text_maps_to_the_original() {
        let edited = edited("p(a) q(b), r(c)", &[(4..4, ","), (5..6, "long"), (11..12, "")]);
        assert_eq!(edited.text, "p(a), long(b), (c)");
        let before = |word: &str| {
            let at = edited.text.find(word).expect("it is there");
            edited.before(Span::new(FILE, at, at + word.len())).range()
        };
        assert_eq!(before("p(a)"), 0..4);
        assert_eq!(before("long"), 5..6, "all of what it replaces");
        assert_eq!(before("ong"), 5..6);
        assert_eq!(before("(b)"), 6..9);
        assert_eq!(before("(c)"), 12..15);
    }

    #[test]
    fn an_inserted_line_gets_the_line_ending_of_the_file() {
        let edited = edited("p(a)\r\nq(b)\r\n", &[(4..4, "\nr(c)")]);
        assert_eq!(edited.text, "p(a)\r\nr(c)\r\nq(b)\r\n");
        let at = edited.text.find('q').expect("it is there");
        assert_eq!(edited.before(Span::new(FILE, at, at + 1)).range(), 6..7);
        let elsewhere = Span::new(FileId(1), at, at + 1);
        assert_eq!(edited.before(elsewhere), elsewhere);
    }
}
