//! Output to the terminal. It has colours if standard output is a terminal. It is no error if the reader closes the
//! pipe.

use std::cell::Cell;
use std::cmp::Reverse;
use std::io::{ErrorKind, IsTerminal, Write};

use blanche_compiler::diagnostic::Diagnostic;
use blanche_compiler::files::Sources;
use blanche_compiler::markup;
use blanche_compiler::paths::PathError;
use blanche_compiler::report::{self, Style, width};
use blanche_sorted::Arrange;
use clap::ValueEnum;

use crate::Failure;

/// When to use colours.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Also when writing to a file
    Always,
    /// Not at all
    Never,
}

/// The styles of standard output and standard error.
pub(crate) struct Terminal {
    out: Style,
    err: Style,
    /// Whether a file could not be read or written, although the command continued.
    has_failed: Cell<bool>,
}

/// Converts the result of writing to standard output. A closed pipe is not a failure, since the reader has seen enough.
pub(crate) fn written(result: std::io::Result<()>) -> Result<(), Failure> {
    match result {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::Machine(format!("the output cannot be written: {error}")))
        }
        _ => Ok(()),
    }
}

impl Terminal {
    pub(crate) fn new(color: Color) -> Terminal {
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
            || std::env::var_os("TERM").is_some_and(|value| value == "dumb");
        let style = |is_terminal: bool, columns: Option<usize>| Style {
            color: match color {
                Color::Always => true,
                Color::Never => false,
                Color::Auto => is_terminal && !unwanted,
            },
            unicode: true,
            columns,
        };
        Terminal {
            out: style(std::io::stdout().is_terminal(), width::of_output()),
            err: style(std::io::stderr().is_terminal(), width::of_errors()),
            has_failed: Cell::new(false),
        }
    }

    /// Writes text to standard output.
    pub(crate) fn print(&self, text: &str) -> Result<(), Failure> {
        let mut out = std::io::stdout().lock();
        written(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
    }

    /// Writes text to standard output, wrapped to the width of the terminal.
    pub(crate) fn print_fitted(&self, text: &str) -> Result<(), Failure> {
        self.print(&width::fitted_lines(text, self.out.columns))
    }

    /// A buffered writer to standard output.
    pub(crate) fn pieces(&self) -> Pieces<'_> {
        Pieces { terminal: self, text: String::new() }
    }

    /// Clears the screen, if standard output is a terminal.
    pub(crate) fn clear(&self) {
        if std::io::stdout().is_terminal() {
            let _ = self.print("\x1b[2J\x1b[3J\x1b[H");
        }
    }

    /// Writes diagnostics and a summary to standard output. Diagnostics with the same code are folded, unless `all` is
    /// set.
    pub(crate) fn print_all(
        &self,
        sources: &Sources,
        found: &[Diagnostic],
        all: bool,
    ) -> Result<(), Failure> {
        self.print(&drawn(sources, found, self.out, (!all, true)))
    }

    /// Writes diagnostics and a summary to standard error, since standard output may be redirected to a file.
    pub(crate) fn complain(&self, sources: &Sources, found: &[Diagnostic]) {
        let _ = std::io::stderr().write_all(drawn(sources, found, self.err, (false, false)).as_bytes());
    }

    /// Renders diagnostics for standard output.
    pub(crate) fn shown(&self, sources: &Sources, found: &[Diagnostic]) -> String {
        report::render(sources, found, self.out)
    }

    /// The style of standard output.
    pub(crate) fn style(&self) -> Style {
        self.out
    }

    /// Reports why the command failed, and returns its exit status.
    pub(crate) fn fail(&self, reason: &str, status: u8) -> u8 {
        let error = paint("error", "1;31", self.err);
        let _ = writeln!(
            std::io::stderr(),
            "{}",
            width::fitted_lines(&format!("{error}: {}", markup::shown_lines(reason)), self.err.columns)
        );
        status
    }

    /// Reports that a file could not be read. The command continues, but its exit status will be that of a failure.
    pub(crate) fn unread(&self, error: &PathError) {
        self.has_failed.set(true);
        self.fail(&error.to_string(), 0);
    }

    /// Reports that a file could not be read or written. The command continues, but its exit status will be that of a
    /// failure.
    pub(crate) fn report_failure(&self, failure: &Failure) {
        self.has_failed.set(true);
        self.fail(failure.reason(), 0);
    }

    /// Whether a file could not be read or written.
    pub(crate) fn has_failed(&self) -> bool {
        self.has_failed.get()
    }

    /// Writes a note to standard error.
    pub(crate) fn note(&self, text: &str) {
        let _ = writeln!(
            std::io::stderr(),
            "{}",
            width::fitted_lines(&markup::shown_lines(text), self.err.columns)
        );
    }

    /// Text in bold letters, for standard output.
    pub(crate) fn bold(&self, text: &str) -> String {
        paint(text, "1", self.out)
    }

    /// Text in an ANSI colour, for standard output.
    pub(crate) fn tinted(&self, text: &str, ansi: &str) -> String {
        paint(text, ansi, self.out)
    }
}

/// A buffered writer to standard output.
pub(crate) struct Pieces<'t> {
    terminal: &'t Terminal,
    text: String,
}

impl Pieces<'_> {
    /// Number of bytes to collect before they are written.
    const CHUNK: usize = 1 << 16;

    /// Appends a piece, and writes the buffer if it is full.
    pub(crate) fn push(&mut self, piece: &str) -> Result<(), Failure> {
        self.text.push_str(piece);
        if self.text.len() < Pieces::CHUNK {
            return Ok(());
        }
        self.flush()
    }

    /// Writes the rest of the buffer.
    pub(crate) fn end(mut self) -> Result<(), Failure> {
        self.flush()
    }

    fn flush(&mut self) -> Result<(), Failure> {
        self.terminal.print(&self.text)?;
        self.text.clear();
        Ok(())
    }
}

/// Maximum number of diagnostics that are drawn. Further diagnostics are only counted, since drawing them would be slow
/// and of no use.
const MAX_MESSAGES: usize = 1_000;

/// Renders diagnostics and a summary. The flags say whether to fold diagnostics with the same code, and whether the
/// summary mentions automatic fixes.
fn drawn(
    sources: &Sources,
    found: &[Diagnostic],
    style: Style,
    (is_folded, can_be_repaired): (bool, bool),
) -> String {
    let mut first: Vec<&Diagnostic> = found.iter().collect();
    first.arrange_by_key(|message| (Reverse(message.severity), message.label.span));
    first.truncate(MAX_MESSAGES);
    let shown: Vec<Diagnostic> = first.into_iter().cloned().collect();
    let mut text = match is_folded {
        true => report::render_folded(sources, &shown, style),
        false => report::render(sources, &shown, style),
    };
    if found.len() > shown.len() {
        text.push_str(&format!("\nand {}", count(found.len() - MAX_MESSAGES, "more message")));
        text.push('\n');
    }
    if let Some((line, summary)) = report::last_line(found, can_be_repaired).zip(report::summary(found)) {
        let more = line.strip_prefix(&summary).unwrap_or_default();
        text.push('\n');
        text.push_str(&width::fitted_lines(
            &format!("{}{more}\n", paint(&summary, "1", style)),
            style.columns,
        ));
    }
    text
}

fn paint(text: &str, ansi: &str, style: Style) -> String {
    if style.color { format!("\x1b[{ansi}m{text}\x1b[0m") } else { text.to_owned() }
}

/// A count with its noun: `1 file`, `3 files`.
pub(crate) fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
