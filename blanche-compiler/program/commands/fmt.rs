//! `blanche fmt`: formats rule files.

use std::path::{Path, PathBuf};

use blanche_compiler::files::{self, Sources};
use blanche_compiler::markup;
use blanche_compiler::{has_errors, syntax};
use clap::Args;

use crate::terminal::{Terminal, count};
use crate::{CommandOutcome, Failure, changeable, diff};

/// Format rule files
///
/// Files are changed in place. A file with syntax errors is left as it is, and the errors are printed.
#[derive(Args)]
#[command(after_help = "Examples:\n  blanche fmt knowledge/\n  blanche fmt --check knowledge/\n  \
                        blanche fmt - < draft.blanche")]
pub(crate) struct Fmt {
    /// Rule files, and folders of them; `-` reads standard input and writes to standard output
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Change nothing: show what would change, and exit with status 1 if anything would
    #[arg(long)]
    check: bool,
}

/// The result of formatting a text.
enum Formatted {
    Same,
    Changed(String),
    /// The text has syntax errors, which were reported.
    Unreadable,
}

impl Fmt {
    pub(crate) fn run(self, terminal: &Terminal) -> Result<CommandOutcome, Failure> {
        if self.paths.iter().any(|path| path.as_os_str() == "-") {
            return self.input(terminal);
        }
        let (mut changed, mut unreadable) = (0, 0);
        for path in changeable(&self.paths, terminal)? {
            let bytes = match files::read(&path) {
                Ok(bytes) => bytes,
                Err(error) => {
                    terminal.report_failure(&Failure::machine(&path, "read", &error));
                    continue;
                }
            };
            let name = markup::of_path(&path);
            match format(&name, &bytes, terminal) {
                Formatted::Same => {}
                Formatted::Unreadable => unreadable += 1,
                Formatted::Changed(text) => {
                    changed += 1;
                    if self.check {
                        self.show(&name, &bytes, &text, terminal)?;
                    } else {
                        match rewrite(&path, &bytes, &text) {
                            Ok(()) => terminal.print(&format!("formatted {name}\n"))?,
                            Err(failure) => terminal.report_failure(&failure),
                        }
                    }
                }
            }
        }
        if self.check && changed > 0 {
            terminal.print(&format!("{} would change\n", count(changed, "file")))?;
        }
        let left = unreadable > 0 || (self.check && changed > 0);
        Ok(if left { CommandOutcome::Mistakes } else { CommandOutcome::Fine })
    }

    /// Formats standard input to standard output.
    fn input(&self, terminal: &Terminal) -> Result<CommandOutcome, Failure> {
        if self.paths.len() > 1 {
            return Err(Failure::Use("`-` cannot be combined with other paths".to_owned()));
        }
        let bytes = files::read_some(std::io::stdin().lock())
            .map_err(|error| Failure::Machine(format!("the standard input cannot be read: {error}")))?;
        match format("standard input", &bytes, terminal) {
            Formatted::Unreadable => return Ok(CommandOutcome::Mistakes),
            Formatted::Changed(text) if self.check => {
                self.show("standard input", &bytes, &text, terminal)?;
                return Ok(CommandOutcome::Mistakes);
            }
            Formatted::Changed(text) => terminal.print(&text)?,
            Formatted::Same if self.check => {}
            Formatted::Same => terminal.print(&String::from_utf8_lossy(&bytes))?,
        }
        Ok(CommandOutcome::Fine)
    }

    fn show(&self, name: &str, old: &[u8], new: &str, terminal: &Terminal) -> Result<(), Failure> {
        let old = String::from_utf8_lossy(old);
        terminal.print(&format!("{}\n{}\n", terminal.bold(name), diff::lines(&old, new, terminal)))
    }
}

fn format(name: &str, bytes: &[u8], terminal: &Terminal) -> Formatted {
    let mut sources = Sources::default();
    let id = sources.add(name, bytes);
    let parsed = syntax::parse(&sources, id);
    if has_errors(&parsed.diagnostics) {
        terminal.complain(&sources, &parsed.diagnostics);
        return Formatted::Unreadable;
    }
    let text = syntax::print(&parsed.file);
    if text.as_bytes() == bytes { Formatted::Same } else { Formatted::Changed(text) }
}

/// Replaces the text of a file, unless the file has changed since its bytes were read as `read`.
pub(crate) fn rewrite(path: &Path, read: &[u8], text: &str) -> Result<(), Failure> {
    files::rewrite(path, Some(read), text).map_err(|error| Failure::machine(path, "written", &error))
}
