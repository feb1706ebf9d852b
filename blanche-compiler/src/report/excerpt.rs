//! Prepares source files for drawing. Characters that a terminal would interpret are replaced, and very long lines are
//! cut around the labelled columns. Positions are counted in characters of the text as drawn.
//!
//! The layout of a file is shared by all diagnostics. A diagnostic with a label on a very long line gets a separate
//! layout, which contains only the labelled lines.

use std::fmt;
use std::ops::Range;

use ariadne::{Cache, Source};
use blanche_sorted::{Arrange, SortedMap, SortedSet};

use crate::diagnostic::Fix;
use crate::files::{FileId, SourceFile, Sources, Span};
use crate::markup::harmless;

/// Maximum length of a line in characters, if the width of the terminal is unknown. Longer lines are cut.
const MAX_LINE_LENGTH: usize = 160;

/// Number of characters to keep on both sides of each end of a label when a line is cut.
const AROUND: usize = 30;

/// Minimum number of characters to keep on both sides of each end of a label, if the terminal is narrow.
const MIN_CONTEXT: usize = 7;

/// Width of the line number and frame, in characters.
const FRAME: usize = 8;

/// Width reserved for the label text after the labelled code, in characters.
const LABEL: usize = 24;

/// Maximum length of titles, labels and hints, in characters. Longer texts are cut.
const MAX_TEXT_LENGTH: usize = 600;

/// Maximum number of lines that a fix may change in order to be shown.
const MAX_CHANGED_LINES: usize = 3;

/// Maximum number of lines that a fix may write in order to be shown.
const MAX_WRITTEN_LINES: usize = 12;

/// Characters around the id of a file in the output of ariadne. [`plain`] removes them from all texts.
const MARK: [char; 2] = ['\u{1}', '\u{2}'];

/// A text without characters that a terminal would interpret, cut if it is very long.
pub fn plain(text: &str) -> String {
    let mut plain: String = text.chars().take(MAX_TEXT_LENGTH).map(harmless).collect();
    if text.chars().nth(MAX_TEXT_LENGTH).is_some() {
        plain.push('…');
    }
    plain
}

/// The space available for a source line.
#[derive(Clone, Copy)]
struct Room {
    /// Maximum length of a line, in characters.
    longest: usize,
    /// Number of characters of a cut line to keep on both sides of each end of a label.
    around: usize,
    /// The column at which labelled code should end, to leave space for the label text.
    label: usize,
}

impl Room {
    /// The space in a terminal with this number of columns.
    fn of(columns: Option<usize>) -> Room {
        let Some(columns) = columns else {
            return Room { longest: MAX_LINE_LENGTH, around: AROUND, label: usize::MAX };
        };
        let longest = columns.saturating_sub(FRAME).min(MAX_LINE_LENGTH);
        Room { longest, around: AROUND.min(longest / 5), label: longest.saturating_sub(LABEL) }
    }

    /// Whether a line without labels must be cut.
    fn is_long(self, line: &str) -> bool {
        line.len() > self.longest && line.chars().nth(self.longest).is_some()
    }

    /// Whether a line that has labels at these columns must be cut.
    fn cuts(self, line: &str, columns: &SortedSet<usize>) -> bool {
        self.is_long(line) || columns.last().is_some_and(|last| *last > self.label)
    }

    /// The parts of a long line to keep: the text around each column, as long as the space permits.
    fn kept_ranges(self, columns: &SortedSet<usize>, length: usize) -> Vec<Range<usize>> {
        let fits = |kept: &Vec<Range<usize>>| {
            let shown: usize = kept.iter().map(|range| range.len() + 1).sum();
            shown <= self.label
        };
        let around = (MIN_CONTEXT..=self.around).rev();
        let mut sizes = around.map(|around| around_each(columns, around, length));
        sizes.find(fits).unwrap_or_else(|| around_each(columns, self.around.min(MIN_CONTEXT), length))
    }
}

/// The ranges of `around` characters on both sides of each column. Ranges that overlap are joined.
fn around_each(columns: &SortedSet<usize>, around: usize, length: usize) -> Vec<Range<usize>> {
    let mut kept: Vec<Range<usize>> = Vec::new();
    for column in columns {
        let near = column.saturating_sub(around)..(column + around).min(length);
        match kept.last_mut() {
            Some(last) if near.start <= last.end + 1 => last.end = near.end.max(last.end),
            _ => kept.push(near),
        }
    }
    kept
}

/// The layout of a file for ariadne.
#[derive(Default)]
pub(super) struct Page {
    source: Option<Source<String>>,
    /// The offset of each line.
    starts: Vec<usize>,
    /// For each line that was cut, the column ranges that are kept.
    cuts: SortedMap<usize, Vec<Range<usize>>>,
}

impl Page {
    /// The layout of a whole file. Lines that are too long are left empty, as labels on them are drawn with a separate
    /// layout.
    fn whole(file: &SourceFile, room: Room) -> Page {
        let lines = file.text().matches('\n').count() + 1;
        Page::lay_out((1..=lines).map(|line| {
            let text = file.line(line);
            if room.is_long(text) { String::new() } else { text.chars().map(harmless).collect() }
        }))
    }

    /// The layout of only the lines with labels. Long lines are cut around the columns of the labels, and all other
    /// lines are empty.
    fn cut(file: &SourceFile, columns: &SortedMap<usize, SortedSet<usize>>, room: Room) -> Page {
        let last = columns.keys().next_back().copied().unwrap_or(1);
        let mut cuts = SortedMap::new();
        let mut page = Page::lay_out((1..=last).map(|line| {
            let Some(columns) = columns.get(&line) else { return String::new() };
            let text = file.line(line);
            if !room.cuts(text, columns) {
                return text.chars().map(harmless).collect();
            }
            let kept = room.kept_ranges(columns, text.chars().count());
            let text = cut_line(text, &kept);
            cuts.insert(line, kept);
            text
        }));
        page.cuts = cuts;
        page
    }

    fn lay_out(lines: impl Iterator<Item = String>) -> Page {
        let (mut text, mut starts, mut length) = (String::new(), Vec::new(), 0);
        for line in lines {
            starts.push(length);
            length += line.chars().count() + 1;
            text.push_str(&line);
            text.push('\n');
        }
        Page { source: Some(Source::from(text)), starts, cuts: SortedMap::new() }
    }

    /// The offset of a line and column (both counted from 0) in the layout.
    fn offset(&self, line: usize, column: usize) -> usize {
        let start = self.starts.get(line).copied().unwrap_or_default();
        let Some(kept) = self.cuts.get(&(line + 1)) else { return start + column };
        let mut at = 0;
        for range in kept {
            at += usize::from(range.start > 0); // the ellipsis
            if column <= range.end {
                return start + at + column.saturating_sub(range.start);
            }
            at += range.len();
        }
        start + at
    }
}

fn cut_line(text: &str, kept: &[Range<usize>]) -> String {
    let mut cut = String::new();
    let length = text.chars().count();
    for range in kept {
        if range.start > 0 {
            cut.push('…');
        }
        cut.extend(text.chars().skip(range.start).take(range.len()).map(harmless));
    }
    if kept.last().is_some_and(|last| last.end < length) {
        cut.push('…');
    }
    cut
}

/// The layouts for one diagnostic.
pub(super) struct Drawing<'a> {
    pages: &'a mut SortedMap<FileId, Page>,
    own: SortedMap<FileId, Page>,
    spans: Vec<Span>,
}

impl<'a> Drawing<'a> {
    /// Prepares the layouts for these spans in a terminal of this width. The first span is the main label.
    pub(super) fn new(
        sources: &Sources,
        pages: &'a mut SortedMap<FileId, Page>,
        spans: &[Span],
        terminal: Option<usize>,
    ) -> Drawing<'a> {
        let room = Room::of(terminal);
        let mut own = SortedMap::new();
        let files: SortedSet<FileId> = spans.iter().map(|span| span.file).collect();
        for id in files {
            let file = sources.file(id);
            let mut columns: SortedMap<usize, SortedSet<usize>> = SortedMap::new();
            for span in spans.iter().filter(|span| span.file == id) {
                let trimmed = trimmed(sources, *span);
                for at in [trimmed.start, trimmed.end] {
                    let position = file.position(at);
                    columns.entry(position.line).or_default().insert(position.column - 1);
                }
            }
            if columns.iter().any(|(line, columns)| room.cuts(file.line(*line), columns)) {
                own.insert(id, Page::cut(file, &columns, room));
            } else {
                pages.entry(id).or_insert_with(|| Page::whole(file, room));
            }
        }
        Drawing { pages, own, spans: spans.to_vec() }
    }

    fn page(&self, id: FileId) -> Option<&Page> {
        self.own.get(&id).or_else(|| self.pages.get(&id))
    }

    /// The location of a span in the layout. It is at least one column wide. An empty span at the end of a line gets
    /// the column after the end.
    pub(super) fn place(&self, sources: &Sources, span: Span) -> (FileId, Range<usize>) {
        let (file, span) = (sources.file(span.file), trimmed(sources, span));
        let offset = |at: u32| {
            let position = file.position(at);
            // A carriage return is not drawn, so a label on it is placed at the end of the line.
            let column = (position.column - 1).min(file.line(position.line).chars().count());
            self.page(span.file).map_or(0, |page| page.offset(position.line - 1, column))
        };
        let start = offset(span.start);
        (span.file, start..offset(span.end).max(start + 1))
    }

    /// Replaces the positions that ariadne wrote by file name, line and column in the original file.
    pub(super) fn with_places(&self, sources: &Sources, boxes: &str) -> String {
        let mut text = String::with_capacity(boxes.len());
        let mut parts = boxes.split(MARK[0]);
        text.push_str(parts.next().unwrap_or_default());
        for part in parts {
            let Some((id, rest)) = part.split_once(MARK[1]) else { continue };
            let span = self.spans.iter().find(|span| span.file.0.to_string() == id);
            if let Some(span) = span {
                let name = plain(sources.file(span.file).name());
                text.push_str(&format!("{name}:{}", sources.position(*span)));
            }
            text.push_str(rest.trim_start_matches(|c: char| c == ':' || c == '?' || c.is_ascii_digit()));
        }
        text
    }
}

impl Cache<FileId> for Drawing<'_> {
    type Storage = String;

    fn fetch(&mut self, id: &FileId) -> Result<&Source<String>, impl fmt::Debug> {
        self.page(*id).and_then(|page| page.source.as_ref()).ok_or("a page was laid out for every file")
    }

    fn display<'i>(&self, id: &'i FileId) -> Option<impl fmt::Display + 'i> {
        Some(format!("{}{}{}", MARK[0], id.0, MARK[1]))
    }
}

/// The span without trailing white space, so that it does not extend to the next line.
fn trimmed(sources: &Sources, span: Span) -> Span {
    let length = sources.text(span).trim_end().len() as u32;
    Span { end: span.start + length, ..span }
}

/// The lines that a fix changes, with the fix applied. Empty if there are too many lines. Lines that exceed the width
/// are cut.
pub(super) fn fixed(sources: &Sources, fix: &Fix, columns: Option<usize>) -> Vec<String> {
    let room = Room::of(columns.map(|columns| columns + FRAME));
    let mut edits: Vec<_> = fix.edits.iter().collect();
    edits.arrange_by_key(|edit| edit.span);
    let (Some(first), Some(last)) = (edits.first(), edits.last()) else { return Vec::new() };
    if first.span.file != last.span.file {
        return Vec::new();
    }
    let file = sources.file(first.span.file);
    let text = file.text();
    let is_whole_line = |span: Span| {
        let range = span.range();
        let begins = range.start == 0 || text[..range.start].ends_with('\n');
        begins && (range.end == text.len() || text[..range.end].ends_with('\n'))
    };
    // If a fix only deletes whole lines, there is nothing to show.
    if edits.iter().all(|edit| edit.text.is_empty() && is_whole_line(edit.span)) {
        return Vec::new();
    }
    let lines = file.position(first.span.start).line..=file.position(last.span.end).line;
    if lines.clone().count() > MAX_CHANGED_LINES {
        return Vec::new();
    }
    let start = text[..first.span.range().start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[last.span.range().end..].find('\n').map_or(text.len(), |at| at + last.span.range().end);
    let (mut fixed, mut at) = (String::new(), start);
    // The columns at which the text of the first edit begins and ends, and the line on which it ends.
    let (mut written, mut changed) = (SortedSet::new(), 0);
    for edit in edits {
        let range = edit.span.range();
        fixed.push_str(text.get(at..range.start).unwrap_or_default());
        let column = |text: &str| text.chars().rev().take_while(|c| *c != '\n').count();
        let first = written.is_empty().then(|| column(&fixed));
        fixed.push_str(&edit.text);
        if let Some(first) = first {
            written.extend([first, column(&fixed)]);
            changed = fixed.matches('\n').count();
        }
        at = range.end.max(at);
    }
    fixed.push_str(&text[at.min(end)..end]);
    let lines = fixed.lines().map(str::trim_end).enumerate().filter(|(_, line)| !line.trim().is_empty());
    let lines: Vec<(usize, &str)> = lines.collect();
    if lines.len() > MAX_WRITTEN_LINES {
        return Vec::new();
    }
    let indent = lines.iter().map(|(_, line)| line.len() - line.trim_start().len()).min().unwrap_or(0);
    lines
        .into_iter()
        .map(|(at, line)| {
            let columns = written.iter().map(|column| column.saturating_sub(indent));
            let columns = if at == changed { columns.collect() } else { SortedSet::from([0]) };
            fitting(line.get(indent..).unwrap_or(line), columns, room)
        })
        .collect()
}

/// A line with a fix applied. A long line is cut around these columns.
fn fitting(line: &str, columns: SortedSet<usize>, room: Room) -> String {
    if !room.is_long(line) {
        return line.chars().map(|c| if c == '\t' { ' ' } else { harmless(c) }).collect();
    }
    let length = line.chars().count();
    let columns = columns.into_iter().map(|column| column.min(length)).collect();
    cut_line(line, &room.kept_ranges(&columns, length))
}
