//! Files as they are drawn: characters that a terminal would obey are replaced, and lines that would flood it are
//! cut around what is pointed at. Places are counted in characters of the text as drawn.
//!
//! A file is laid out once; only where something on a very long line is pointed at, that diagnostic gets a layout
//! of its own, in which nothing but its lines has a text.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;

use ariadne::{Cache, Source};

use crate::diagnostic::Fix;
use crate::files::{FileId, SourceFile, Sources, Span};
use crate::markup::harmless;

/// Longer lines are cut, in characters, where nothing is known of the width of the terminal.
const LONGEST_LINE: usize = 160;

/// So much is left on both sides of an end of what is pointed at, in characters.
const AROUND: usize = 30;

/// The least that is left on both sides, where there is little room.
const LEAST_AROUND: usize = 7;

/// So much of a line is taken by its number and the frame, in characters.
const FRAME: usize = 8;

/// So much is kept free behind what is pointed at, for the label, in characters.
const LABEL: usize = 24;

/// Longer titles, labels and hints are cut, in characters.
const LONGEST_TEXT: usize = 600;

/// A fix that changes more lines than this is not shown.
const MOST_FIXED: usize = 3;

/// Nor is one that writes more lines than this.
const MOST_WRITTEN: usize = 12;

/// Signs that stand around the number of a file in what ariadne writes; [`plain`] keeps them out of all texts.
const MARK: [char; 2] = ['\u{1}', '\u{2}'];

/// A text without characters that a terminal would obey, cut if it is very long.
pub fn plain(text: &str) -> String {
    let mut plain: String = text.chars().take(LONGEST_TEXT).map(harmless).collect();
    if text.chars().nth(LONGEST_TEXT).is_some() {
        plain.push('…');
    }
    plain
}

/// How much of a line is shown.
#[derive(Clone, Copy)]
struct Room {
    /// Longer lines are cut, in characters.
    longest: usize,
    /// So much is left on both sides of an end of what is pointed at.
    around: usize,
    /// What is pointed at should end here, so that its label has room.
    label: usize,
}

impl Room {
    /// In a terminal of so many columns.
    fn of(columns: Option<usize>) -> Room {
        let Some(columns) = columns else {
            return Room { longest: LONGEST_LINE, around: AROUND, label: usize::MAX };
        };
        let longest = columns.saturating_sub(FRAME).min(LONGEST_LINE);
        Room { longest, around: AROUND.min(longest / 5), label: longest.saturating_sub(LABEL) }
    }

    /// Whether a line in which nothing is pointed at is cut.
    fn is_long(self, line: &str) -> bool {
        line.len() > self.longest && line.chars().nth(self.longest).is_some()
    }

    /// Whether a line is cut in which these columns are pointed at.
    fn cuts(self, line: &str, columns: &BTreeSet<usize>) -> bool {
        self.is_long(line) || columns.last().is_some_and(|last| *last > self.label)
    }

    /// What is left of a long line: something around each of these columns, as much as leaves room for the label.
    fn kept(self, columns: &BTreeSet<usize>, length: usize) -> Vec<Range<usize>> {
        let fits = |kept: &Vec<Range<usize>>| {
            let shown: usize = kept.iter().map(|range| range.len() + 1).sum();
            shown <= self.label
        };
        let around = (LEAST_AROUND..=self.around).rev();
        let mut sizes = around.map(|around| around_each(columns, around, length));
        sizes.find(fits).unwrap_or_else(|| around_each(columns, self.around.min(LEAST_AROUND), length))
    }
}

/// So many characters on both sides of each column.
fn around_each(columns: &BTreeSet<usize>, around: usize, length: usize) -> Vec<Range<usize>> {
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

/// A file laid out for ariadne.
#[derive(Default)]
pub(super) struct Page {
    source: Option<Source<String>>,
    /// Where each line begins.
    starts: Vec<usize>,
    /// What is left of each line that was cut, as ranges of columns; whole lines have no entry.
    cuts: BTreeMap<usize, Vec<Range<usize>>>,
}

impl Page {
    /// The whole file. Lines that are too long are left out: nobody points at them on this page.
    fn whole(file: &SourceFile, room: Room) -> Page {
        let lines = file.text().matches('\n').count() + 1;
        Page::lay_out((1..=lines).map(|line| {
            let text = file.line(line);
            if room.is_long(text) { String::new() } else { text.chars().map(harmless).collect() }
        }))
    }

    /// The lines that are pointed at from these columns, the long ones cut; all others empty.
    fn cut(file: &SourceFile, columns: &BTreeMap<usize, BTreeSet<usize>>, room: Room) -> Page {
        let last = columns.keys().next_back().copied().unwrap_or(1);
        let mut cuts = BTreeMap::new();
        let mut page = Page::lay_out((1..=last).map(|line| {
            let Some(columns) = columns.get(&line) else { return String::new() };
            let text = file.line(line);
            if !room.cuts(text, columns) {
                return text.chars().map(harmless).collect();
            }
            let kept = room.kept(columns, text.chars().count());
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
        Page { source: Some(Source::from(text)), starts, cuts: BTreeMap::new() }
    }

    /// Where line and column (both from 0) stand in the layout.
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

/// One diagnostic's view of the pages.
pub(super) struct Drawing<'a> {
    pages: &'a mut BTreeMap<FileId, Page>,
    own: BTreeMap<FileId, Page>,
    spans: Vec<Span>,
}

impl<'a> Drawing<'a> {
    /// Lays out what these spans need in a terminal of so many columns; the first of them is what the diagnostic is about.
    pub(super) fn new(
        sources: &Sources,
        pages: &'a mut BTreeMap<FileId, Page>,
        spans: &[Span],
        terminal: Option<usize>,
    ) -> Drawing<'a> {
        let room = Room::of(terminal);
        let mut own = BTreeMap::new();
        let files: BTreeSet<FileId> = spans.iter().map(|span| span.file).collect();
        for id in files {
            let file = sources.file(id);
            let mut columns: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
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

    /// Where a span stands in the layout: at least one column, if need be the one behind the end of the line.
    pub(super) fn place(&self, sources: &Sources, span: Span) -> (FileId, Range<usize>) {
        let (file, span) = (sources.file(span.file), trimmed(sources, span));
        let offset = |at: u32| {
            let position = file.position(at);
            // A carriage return is not drawn; what points at it points at the end of its line.
            let column = (position.column - 1).min(file.line(position.line).chars().count());
            self.page(span.file).map_or(0, |page| page.offset(position.line - 1, column))
        };
        let start = offset(span.start);
        (span.file, start..offset(span.end).max(start + 1))
    }

    /// Writes file, line and column where ariadne wrote its own count.
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

/// The span without white space at its end, so that it does not run into the next line.
fn trimmed(sources: &Sources, span: Span) -> Span {
    let length = sources.text(span).trim_end().len() as u32;
    Span { end: span.start + length, ..span }
}

/// The lines that a fix changes, as they are afterwards; none where they are too many. Lines that do not fit into so many columns
/// are cut.
pub(super) fn fixed(sources: &Sources, fix: &Fix, columns: Option<usize>) -> Vec<String> {
    let room = Room::of(columns.map(|columns| columns + FRAME));
    let mut edits: Vec<_> = fix.edits.iter().collect();
    edits.sort_by_key(|edit| edit.span);
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
    // Of lines that go nothing is left to be shown.
    if edits.iter().all(|edit| edit.text.is_empty() && is_whole_line(edit.span)) {
        return Vec::new();
    }
    let lines = file.position(first.span.start).line..=file.position(last.span.end).line;
    if lines.clone().count() > MOST_FIXED {
        return Vec::new();
    }
    let start = text[..first.span.range().start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[last.span.range().end..].find('\n').map_or(text.len(), |at| at + last.span.range().end);
    let (mut fixed, mut at) = (String::new(), start);
    // What the first edit writes, as columns of the line where that ends.
    let (mut written, mut changed) = (BTreeSet::new(), 0);
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
    if lines.len() > MOST_WRITTEN {
        return Vec::new();
    }
    let indent = lines.iter().map(|(_, line)| line.len() - line.trim_start().len()).min().unwrap_or(0);
    lines
        .into_iter()
        .map(|(at, line)| {
            let columns = written.iter().map(|column| column.saturating_sub(indent));
            let columns = if at == changed { columns.collect() } else { BTreeSet::from([0]) };
            fitting(line.get(indent..).unwrap_or(line), columns, room)
        })
        .collect()
}

/// A line that a fix writes; of a long one what stands around these columns.
fn fitting(line: &str, columns: BTreeSet<usize>, room: Room) -> String {
    if !room.is_long(line) {
        return line.chars().map(|c| if c == '\t' { ' ' } else { harmless(c) }).collect();
    }
    let length = line.chars().count();
    let columns = columns.into_iter().map(|column| column.min(length)).collect();
    cut_line(line, &room.kept(&columns, length))
}
