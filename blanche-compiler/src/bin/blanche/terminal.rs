//! What is written, and where: colours when somebody looks, and no fuss about a reader who has gone.

use std::cell::Cell;
use std::cmp::Reverse;
use std::io::{ErrorKind, IsTerminal, Write};

use blanche_compiler::diagnostic::Diagnostic;
use blanche_compiler::files::Sources;
use blanche_compiler::markup;
use blanche_compiler::paths::PathError;
use blanche_compiler::report::{self, Style, width};
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

/// The two streams, and whether they are coloured.
pub(crate) struct Terminal {
    out: Style,
    err: Style,
    /// Whether something could not be read or written, while the rest was.
    has_failed: Cell<bool>,
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

    /// Writes an answer.
    pub(crate) fn print(&self, text: &str) -> Result<(), Failure> {
        let mut out = std::io::stdout().lock();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            // Whoever reads has seen enough.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            Err(error) => Err(Failure::Machine(format!("the output cannot be written: {error}"))),
            Ok(()) => Ok(()),
        }
    }

    /// Writes an answer for people: a line that is wider than the terminal is broken at blanks.
    pub(crate) fn print_fitted(&self, text: &str) -> Result<(), Failure> {
        self.print(&width::fitted_lines(text, self.out.columns))
    }

    /// An answer in pieces, of which many are written at once.
    pub(crate) fn pieces(&self) -> Pieces<'_> {
        Pieces { terminal: self, text: String::new() }
    }

    /// Empties the screen, if somebody looks at one.
    pub(crate) fn clear(&self) {
        if std::io::stdout().is_terminal() {
            let _ = self.print("\x1b[2J\x1b[3J\x1b[H");
        }
    }

    /// Writes diagnostics and their number as an answer; those of one code are folded, or `all` are drawn.
    pub(crate) fn print_all(
        &self,
        sources: &Sources,
        found: &[Diagnostic],
        all: bool,
    ) -> Result<(), Failure> {
        self.print(&drawn(sources, found, self.out, (!all, true)))
    }

    /// Writes diagnostics and their number beside the answer, which somebody may have sent into a file.
    pub(crate) fn complain(&self, sources: &Sources, found: &[Diagnostic]) {
        let _ = std::io::stderr().write_all(drawn(sources, found, self.err, (false, false)).as_bytes());
    }

    /// Diagnostics as part of an answer.
    pub(crate) fn shown(&self, sources: &Sources, found: &[Diagnostic]) -> String {
        report::render(sources, found, self.out)
    }

    /// How an answer is drawn.
    pub(crate) fn style(&self) -> Style {
        self.out
    }

    /// Says why nothing was done.
    pub(crate) fn fail(&self, reason: &str, status: u8) -> u8 {
        let error = paint("error", "1;31", self.err);
        let _ = writeln!(
            std::io::stderr(),
            "{}",
            width::fitted_lines(&format!("{error}: {}", markup::shown_lines(reason)), self.err.columns)
        );
        status
    }

    /// Says what could not be read, while the rest is: the command will have failed.
    pub(crate) fn unread(&self, error: &PathError) {
        self.has_failed.set(true);
        self.fail(&error.to_string(), 0);
    }

    /// Says what could not be written, while the rest is: the command will have failed.
    pub(crate) fn unwritten(&self, failure: &Failure) {
        self.has_failed.set(true);
        self.fail(failure.reason(), 0);
    }

    /// Whether something could not be read or written.
    pub(crate) fn has_failed(&self) -> bool {
        self.has_failed.get()
    }

    /// Says something beside the answer.
    pub(crate) fn note(&self, text: &str) {
        let _ = writeln!(
            std::io::stderr(),
            "{}",
            width::fitted_lines(&markup::shown_lines(text), self.err.columns)
        );
    }

    /// A word of an answer in bold letters.
    pub(crate) fn bold(&self, text: &str) -> String {
        paint(text, "1", self.out)
    }

    /// A word of an answer in a colour of the terminal.
    pub(crate) fn tinted(&self, text: &str, ansi: &str) -> String {
        paint(text, ansi, self.out)
    }
}

/// An answer on its way, of which little is kept.
pub(crate) struct Pieces<'t> {
    terminal: &'t Terminal,
    text: String,
}

impl Pieces<'_> {
    /// So much text is written at once.
    const CHUNK: usize = 1 << 16;

    /// Writes a piece, or keeps it for the next write.
    pub(crate) fn push(&mut self, piece: &str) -> Result<(), Failure> {
        self.text.push_str(piece);
        if self.text.len() < Pieces::CHUNK {
            return Ok(());
        }
        self.flush()
    }

    /// Writes what is kept.
    pub(crate) fn end(mut self) -> Result<(), Failure> {
        self.flush()
    }

    fn flush(&mut self) -> Result<(), Failure> {
        self.terminal.print(&self.text)?;
        self.text.clear();
        Ok(())
    }
}

/// More messages than this are counted and not drawn: nobody reads them, and drawing takes its time.
const MOST: usize = 1_000;

/// Diagnostics and their number: those of one code folded or all, and perhaps how many can be repaired.
fn drawn(
    sources: &Sources,
    found: &[Diagnostic],
    style: Style,
    (is_folded, can_be_repaired): (bool, bool),
) -> String {
    let mut first: Vec<&Diagnostic> = found.iter().collect();
    first.sort_by_key(|message| (Reverse(message.severity), message.label.span));
    first.truncate(MOST);
    let shown: Vec<Diagnostic> = first.into_iter().cloned().collect();
    let mut text = match is_folded {
        true => report::render_folded(sources, &shown, style),
        false => report::render(sources, &shown, style),
    };
    if found.len() > shown.len() {
        text.push_str(&format!("\nand {}", count(found.len() - MOST, "more message")));
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

/// `1 file`, `3 files`
pub(crate) fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
