//! Saves the game to a file, and never overwrites a file without permission.

use std::io::{self, ErrorKind, Write};
use std::path::Path;

use blanche_compiler::files;

use super::input::LineSource;
use super::session::Session;
use noire_interactive::interactive_game::{InteractiveGame, SaveError};

/// What happens to a file that already exists.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ExistingFile {
    /// The old file is kept, and saving fails.
    Kept,
    /// The old file is overwritten.
    Lost,
}

impl<W: InteractiveGame> Session<'_, W> {
    /// Saves the game to a new file. If the file exists, a person at the terminal is asked whether to overwrite it, and
    /// a script gets a message that says how. Returns `None` if the input ends instead of an answer.
    pub(super) fn save(
        &self,
        file: Option<&str>,
        input: &mut impl LineSource,
        out: &mut impl Write,
    ) -> io::Result<Option<()>> {
        let Some((file, text)) = self.written(file, out)? else { return Ok(Some(())) };
        match write_text(file, &text, ExistingFile::Kept) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists && !Path::new(file).is_dir() => {
                let name = [("file", file.into())];
                if !input.is_interactive() {
                    self.print_message(out, "file-exists", &name)?;
                    return Ok(Some(()));
                }
                match self.answer("write-over", &name, input, out)? {
                    None => return Ok(None),
                    Some(true) => self.print_saved(file, write_text(file, &text, ExistingFile::Lost), out)?,
                    Some(false) => self.print_message(out, "not-saved", &name)?,
                }
            }
            done => self.print_saved(file, done, out)?,
        }
        Ok(Some(()))
    }

    /// Saves the game to a file, and overwrites an older one.
    pub(super) fn overwrite(&self, file: Option<&str>, out: &mut impl Write) -> io::Result<()> {
        match self.written(file, out)? {
            Some((file, text)) => self.print_saved(file, write_text(file, &text, ExistingFile::Lost), out),
            None => Ok(()),
        }
    }

    /// The file and the text of the game. Prints the reason and returns `None` if the game cannot be saved.
    fn written<'f>(
        &self,
        file: Option<&'f str>,
        out: &mut impl Write,
    ) -> io::Result<Option<(&'f str, String)>> {
        let Some(file) = file else {
            self.print_message(out, "needs-a-file", &[])?;
            return Ok(None);
        };
        let written = self.world.file_text(&self.file, &self.start, &self.record(None), Path::new(file));
        match written {
            Ok(written) => return Ok(Some((file, written.text))),
            Err(SaveError::Ending(endings)) => {
                let endings = endings.as_str().into();
                self.print_message(out, "unknown-ending", &[("file", file.into()), ("endings", endings)])?;
            }
            Err(SaveError::Reason(reason)) => self.print_unsaved(file, &reason, out)?,
        }
        Ok(None)
    }

    fn print_saved(&self, file: &str, done: io::Result<()>, out: &mut impl Write) -> io::Result<()> {
        match done {
            Ok(()) => self.print_message(out, "saved", &[("file", file.into())]),
            Err(reason) => self.print_unsaved(file, &reason.to_string(), out),
        }
    }

    fn print_unsaved(&self, file: &str, reason: &str, out: &mut impl Write) -> io::Result<()> {
        self.print_message(out, "cannot-save", &[("file", file.into()), ("reason", reason.into())])
    }
}

/// Writes a text to a file.
fn write_text(file: &str, text: &str, older: ExistingFile) -> io::Result<()> {
    match older {
        ExistingFile::Lost => files::write(Path::new(file), text),
        ExistingFile::Kept => files::write_new(Path::new(file), text),
    }
}
