//! Files of facts: tables of constants with one fact per row.
//!
//! The first line names the columns. Cells are separated by commas, semicolons or tabs, and contain constants as in
//! rule files, with or without quotation marks. Every row becomes a fact with spans in the table file, so that all
//! diagnostics about facts work for rows too.

use crate::diagnostic::{Code, Diagnostic, MAX_ERRORS_PER_TABLE};
use crate::files::{FileId, SourceFile, Span};
use crate::syntax::ast::{Atom, Name, Term};
use crate::syntax::is_name;

/// The possible separators of cells.
const SEPARATORS: [char; 3] = [',', ';', '\t'];

/// The content of a table file.
#[derive(Clone, Debug, Default)]
pub(super) struct FactsTable {
    /// The names of the columns.
    pub(super) columns: Vec<Name>,
    /// The rows, as facts.
    pub(super) atoms: Vec<Atom>,
    /// The diagnostics.
    pub(super) problems: Vec<Diagnostic>,
}

/// Parses a table of facts for a predicate.
pub(super) fn read(source: &SourceFile, id: FileId, predicate: &Name) -> FactsTable {
    let mut table = FactsTable::default();
    let text = source.text();
    let start = text.len() - text.trim_start_matches('\u{feff}').len();
    if let Some(message) = no_text(text, id) {
        table.problems.push(message);
        return table;
    }
    let mut lines = lines(text, start);
    let Some((from, header)) = lines.next().filter(|(_, line)| !line.trim().is_empty()) else {
        let message = Diagnostic::new(
            Code::BadFacts,
            "a file of facts without a header",
            Span::new(id, start, start),
            "the first line names the columns",
        );
        table.problems.push(message.hint("write for instance: parent,child"));
        return table;
    };
    let separator = header.chars().find(|c| SEPARATORS.contains(c)).unwrap_or(',');
    let mut reader = Reader { id, separator, table, told: 0 };
    reader.header(from, header);
    let is_header_right = reader.told == 0;
    for (from, line) in lines {
        if !line.trim().is_empty() {
            reader.row(from, line, predicate);
        }
    }
    let mut table = reader.end();
    if !is_header_right {
        // The columns are unknown, so the sorts of values must not be taken from the names of columns.
        table.columns.iter_mut().for_each(|column| column.text.clear());
    }
    table
}

/// Reports the first location in a file that is not valid UTF-8.
fn no_text(text: &str, id: FileId) -> Option<Diagnostic> {
    let at = text.find('\u{fffd}')?;
    let span = Span::new(id, at, at + '\u{fffd}'.len_utf8());
    let title = "a file of facts that is not UTF-8";
    let message = Diagnostic::new(Code::BadFacts, title, span, "these bytes are not UTF-8");
    Some(match text.contains('\0') {
        true => message.hint("it may be UTF-16: save it as UTF-8"),
        false => message.hint("save the table as UTF-8"),
    })
}

/// The lines of a text, with their offsets.
fn lines(text: &str, start: usize) -> impl Iterator<Item = (usize, &str)> {
    let mut from = start;
    text[start..].split_inclusive('\n').map(move |line| {
        let here = from;
        from += line.len();
        (here, line.trim_end_matches(['\n', '\r']))
    })
}

struct Reader {
    id: FileId,
    separator: char,
    table: FactsTable,
    told: usize,
}

impl Reader {
    fn say(&mut self, message: Diagnostic) {
        self.told += 1;
        if self.told <= MAX_ERRORS_PER_TABLE {
            self.table.problems.push(message);
        }
    }

    /// The cells of a line, without surrounding spaces and quotation marks.
    fn cells<'l>(&self, from: usize, line: &'l str) -> impl Iterator<Item = (&'l str, Span)> + use<'l> {
        let (id, separator) = (self.id, self.separator);
        let mut start = from;
        line.split(separator).map(move |cell| {
            let at = start + (cell.len() - cell.trim_start().len());
            start += cell.len() + separator.len_utf8();
            let cell = cell.trim();
            let span = Span::new(id, at, at + cell.len());
            (cell.strip_prefix('"').and_then(|cell| cell.strip_suffix('"')).unwrap_or(cell), span)
        })
    }

    fn header(&mut self, from: usize, line: &str) {
        for (cell, span) in self.cells(from, line) {
            let is_word = is_name(cell) && cell.starts_with(char::is_alphabetic);
            if !is_word {
                let message = Diagnostic::new(
                    Code::BadFacts,
                    "a column without a name",
                    span,
                    "the first line names the columns",
                );
                self.say(
                    message.hint("a name begins with a letter: letters, digits, underscores, dots inside"),
                );
            } else if let Some(first) = self.table.columns.iter().find(|column| column.text == cell) {
                let message = Diagnostic::new(
                    Code::BadFacts,
                    "two columns with the same name",
                    span,
                    "another column has this name too",
                )
                .and(first.span, "this one");
                self.say(message);
            }
            self.table.columns.push(Name { text: cell.to_owned(), span });
        }
    }

    fn row(&mut self, from: usize, line: &str, predicate: &Name) {
        let cells: Vec<(&str, Span)> = self.cells(from, line).collect();
        let whole = Span::new(self.id, from, from + line.trim_end().len());
        let wanted = self.table.columns.len();
        if cells.len() != wanted {
            let label = format!("{} here, but {wanted} in the header", count(cells.len()));
            self.say(Diagnostic::new(Code::BadFacts, "a row with a wrong number of cells", whole, label));
            return;
        }
        let mut arguments = Vec::with_capacity(cells.len());
        for (cell, span) in cells {
            if !is_constant(cell) {
                self.bad_cell(cell, span);
                return;
            }
            let text = if cell == "-0" { "0" } else { cell };
            arguments.push(Term::Constant(Name { text: text.to_owned(), span }));
        }
        self.table.atoms.push(Atom { span: whole, predicate: predicate.clone(), arguments });
    }

    fn bad_cell(&mut self, cell: &str, span: Span) {
        let say = |title, label: String| Diagnostic::new(Code::BadFacts, title, span, label);
        let message = match digits(cell) {
            _ if cell.is_empty() => say("an empty cell", "a fact has a constant for each column".to_owned()),
            Some(digits) => match digits.parse::<u32>() {
                Ok(number) => {
                    let sign = &cell[..cell.len() - digits.len()];
                    say("a number with a leading zero", format!("write `{sign}{number}`"))
                }
                Err(_) => say("a number that is too large", format!("the largest number is {}", u32::MAX)),
            },
            None => {
                let message = say(
                    "a cell that is not a constant",
                    format!("`{cell}` is not a constant of rule files"),
                )
                .hint(
                    "a constant begins with a lower-case letter or a digit: letters, digits, underscores, \
                     dots inside",
                );
                let words: Vec<String> = cell.split_whitespace().map(str::to_lowercase).collect();
                match words.join(".") {
                    better if is_constant(&better) => message.hint(format!("write for instance `{better}`")),
                    _ => message,
                }
            }
        };
        self.say(message);
    }

    fn end(mut self) -> FactsTable {
        if let (0, true, Some(last)) = (self.told, self.table.atoms.is_empty(), self.table.columns.last()) {
            let message = Diagnostic::new(
                Code::BadFacts,
                "a file of facts without facts",
                last.span,
                "there is nothing below the names of the columns",
            );
            self.table.problems.push(message.hint("write a row for each fact"));
        }
        if self.told > MAX_ERRORS_PER_TABLE {
            let more = self.told - MAX_ERRORS_PER_TABLE;
            let (what, are) = if more == 1 { ("mistake", "is") } else { ("mistakes", "are") };
            // Add the number of further errors to the first message, because the first message is shown even if others
            // are folded.
            if let Some(first) = self.table.problems.first_mut() {
                first.hints.push(format!("{more} more {what} of this file {are} not shown"));
            }
        }
        self.table
    }
}

fn count(cells: usize) -> String {
    if cells == 1 { "1 cell".to_owned() } else { format!("{cells} cells") }
}

/// The digits of an integer without its sign; `None` if the cell is not an integer.
fn digits(cell: &str) -> Option<&str> {
    let digits = cell.strip_prefix('-').unwrap_or(cell);
    (!digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit())).then_some(digits)
}

/// Whether the cell is a valid constant: a number without leading zeros, or a name that starts with a lower-case
/// letter.
fn is_constant(cell: &str) -> bool {
    match digits(cell) {
        Some(digits) => digits.parse::<u32>().is_ok_and(|number| number.to_string() == digits),
        None => is_name(cell) && !cell.starts_with(char::is_uppercase) && !cell.starts_with('_'),
    }
}
