//! Wraps output to the width of the terminal. Lines in a file or a pipe are not wrapped, unless `COLUMNS` sets a width.

use std::io::{self, Write};

use blanche_compiler::markup;
use blanche_compiler::report::width::{self, filled, fitted, reflowed};

/// Maximum width of prose in characters, even in a wider terminal.
const MAX_PROSE_WIDTH: usize = 96;

/// Indent of prose, in characters.
const INDENT: usize = 4;

/// Number of columns of standard output, or `None` if lines may have any length.
pub(crate) fn columns() -> Option<usize> {
    width::of_output()
}

/// Width of indented prose, in characters.
pub(crate) fn prose_width() -> usize {
    columns().map_or(MAX_PROSE_WIDTH, |columns| (columns - INDENT).min(MAX_PROSE_WIDTH))
}

/// Formats a heading followed by a comma-separated list. Lines are wrapped between items to fit the terminal, and
/// further lines begin with `indent`.
pub(crate) fn wrapped_list(head: &str, items: &[String], indent: &str) -> String {
    wrap_list(head, items, indent, columns())
}

fn wrap_list(head: &str, items: &[String], indent: &str, columns: Option<usize>) -> String {
    let mut lines = vec![head.to_owned()];
    for (at, item) in items.iter().enumerate() {
        let item = if at + 1 < items.len() { format!("{item},") } else { item.clone() };
        let line = lines.last_mut().expect("there is a line");
        let is_full = |most: usize| line.chars().count() + 1 + item.chars().count() > most;
        if at > 0 && columns.is_some_and(is_full) {
            lines.push(format!("{indent}{item}"));
        } else {
            line.push(' ');
            line.push_str(&item);
        }
    }
    lines.join("\n")
}

/// The lines of a doc comment as indented prose. Only paragraphs wider than the terminal are wrapped again.
pub(crate) fn doc_lines(text: &str) -> Vec<String> {
    match columns() {
        Some(_) => reflowed(text, prose_width()),
        None => text.lines().map(str::to_owned).collect(),
    }
}

/// Standard output. Output for people is wrapped at spaces, with an indent, and its control characters are escaped.
/// Output for programs is left as it is.
pub(crate) fn wrapped_stdout(is_for_people: bool) -> WrappingWriter<io::StdoutLock<'static>> {
    let columns = if is_for_people { columns() } else { None };
    WrappingWriter { out: io::stdout().lock(), columns, is_for_people, line: Vec::new() }
}

/// Standard output for tables and Markdown, whose lines are never wrapped. Control characters are escaped in output for
/// people.
pub fn unwrapped_stdout(is_for_people: bool) -> WrappingWriter<io::StdoutLock<'static>> {
    WrappingWriter { out: io::stdout().lock(), columns: None, is_for_people, line: Vec::new() }
}

/// Wraps a text that will be printed for people later, and escapes its control characters. If `are_broken` is `false`,
/// keeps lines whole, for formats such as Markdown where line breaks matter.
pub(crate) fn fit_to_terminal(text: &mut Vec<u8>, are_broken: bool) {
    let (out, columns) = (Vec::with_capacity(text.len()), columns().filter(|_| are_broken));
    let mut fitted = WrappingWriter { out, columns, is_for_people: true, line: Vec::new() };
    fitted.write_all(text).and_then(|()| fitted.end()).expect("a vector takes everything");
    std::mem::swap(text, &mut fitted.out);
}

/// A writer that wraps lines that are too wide.
pub struct WrappingWriter<W: Write> {
    out: W,
    columns: Option<usize>,
    /// Whether to escape control characters and wrap lines.
    is_for_people: bool,
    /// The incomplete last line.
    line: Vec<u8>,
}

impl<W: Write> WrappingWriter<W> {
    /// Writes the incomplete last line.
    fn end(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        self.put(&line)
    }

    /// Writes a whole line, or the first part of a line.
    fn put(&mut self, line: &[u8]) -> io::Result<()> {
        let (true, Ok(text)) = (self.is_for_people, std::str::from_utf8(line)) else {
            return self.out.write_all(line);
        };
        let (text, end) = text.strip_suffix('\n').map_or((text, ""), |text| (text, "\n"));
        let text = markup::shown(text);
        match self.columns {
            Some(columns) => write!(self.out, "{}{end}", fitted(&text, columns)),
            None => write!(self.out, "{text}{end}"),
        }
    }
}

impl<W: Write> Write for WrappingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                self.end()?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.end()?;
        self.out.flush()
    }
}

impl<W: Write> Drop for WrappingWriter<W> {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

/// Wraps the text at spaces to fit the terminal. Lines after the first begin with `indent`.
pub(crate) fn wrap(text: &str, indent: &str) -> String {
    columns().map_or_else(|| text.to_owned(), |columns| filled(text, columns, indent))
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::{WrappingWriter, wrap_list};

    #[test]
    fn text_written_in_pieces_is_wrapped_line_by_line() {
        let printed = |columns: Option<usize>| {
            let mut fitted =
                WrappingWriter { out: Vec::new(), columns, is_for_people: true, line: Vec::new() };
            for piece in ["  because two(white, ", "d2), bound(f5),", " bound(g6)\nshort\n", "no end"] {
                fitted.write_all(piece.as_bytes()).expect("a vector takes everything");
            }
            fitted.flush().expect("a vector takes everything");
            String::from_utf8(std::mem::take(&mut fitted.out)).expect("it is text")
        };
        let whole = "  because two(white, d2), bound(f5), bound(g6)\nshort\nno end";
        assert_eq!([printed(None), printed(Some(80))], [whole, whole]);
        let narrow = "  because two(white, d2),\n      bound(f5), bound(g6)\nshort\nno end";
        assert_eq!(printed(Some(30)), narrow);
    }

    #[test]
    fn a_list_is_wrapped_between_its_items() {
        let items = ["in(f5, f4.f8, 1, 5)", "empty(f5)", "two(f5)"].map(str::to_owned);
        let whole = "because in(f5, f4.f8, 1, 5), empty(f5), two(f5)";
        assert_eq!(
            [wrap_list("because", &items, "    ", None), wrap_list("because", &items, "    ", Some(80))],
            [whole; 2]
        );
        let narrow = "because in(f5, f4.f8, 1, 5),\n    empty(f5), two(f5)";
        assert_eq!(wrap_list("because", &items, "    ", Some(34)), narrow);
        assert_eq!(wrap_list("because", &items[1..2], "    ", Some(9)), "because empty(f5)");
    }
}
