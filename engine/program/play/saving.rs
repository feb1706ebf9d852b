//! Saves the game to a file, and never overwrites a file without permission.

use std::io::{self, ErrorKind, Write};
use std::path::Path;

use blanche_compiler::files;

use super::lines::Lines;
use super::playing::{Playing, Unwritten};
use super::session::Session;

/// What happens to a file that already exists.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Older {
    /// The old file is kept, and saving fails.
    Kept,
    /// The old file is overwritten.
    Lost,
}

impl<W: Playing> Session<'_, W> {
    /// Saves the game to a new file. If the file exists, a person at the terminal is asked whether to overwrite it, and
    /// a script gets a message that says how. Returns `None` if the input ends instead of an answer.
    pub(super) fn save(
        &self,
        file: Option<&str>,
        input: &mut impl Lines,
        out: &mut impl Write,
    ) -> io::Result<Option<()>> {
        let Some((file, text)) = self.written(file, out)? else { return Ok(Some(())) };
        match put(file, &text, Older::Kept) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists && !Path::new(file).is_dir() => {
                let name = [("file", file.into())];
                if !input.has_somebody() {
                    self.say(out, "file-exists", &name)?;
                    return Ok(Some(()));
                }
                match self.answer("write-over", &name, input, out)? {
                    None => return Ok(None),
                    Some(true) => self.tell_saved(file, put(file, &text, Older::Lost), out)?,
                    Some(false) => self.say(out, "not-saved", &name)?,
                }
            }
            done => self.tell_saved(file, done, out)?,
        }
        Ok(Some(()))
    }

    /// Saves the game to a file, and overwrites an older one.
    pub(super) fn save_over(&self, file: Option<&str>, out: &mut impl Write) -> io::Result<()> {
        match self.written(file, out)? {
            Some((file, text)) => self.tell_saved(file, put(file, &text, Older::Lost), out),
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
            self.say(out, "needs-a-file", &[])?;
            return Ok(None);
        };
        let written = self.world.written(&self.file, &self.start, &self.record(None), Path::new(file));
        match written {
            Ok(text) => return Ok(Some((file, text))),
            Err(Unwritten::Ending(endings)) => {
                let endings = endings.as_str().into();
                self.say(out, "unknown-ending", &[("file", file.into()), ("endings", endings)])?;
            }
            Err(Unwritten::Reason(reason)) => self.tell_unsaved(file, &reason, out)?,
        }
        Ok(None)
    }

    fn tell_saved(&self, file: &str, done: io::Result<()>, out: &mut impl Write) -> io::Result<()> {
        match done {
            Ok(()) => self.say(out, "saved", &[("file", file.into())]),
            Err(reason) => self.tell_unsaved(file, &reason.to_string(), out),
        }
    }

    fn tell_unsaved(&self, file: &str, reason: &str, out: &mut impl Write) -> io::Result<()> {
        self.say(out, "cannot-save", &[("file", file.into()), ("reason", reason.into())])
    }
}

/// Writes a text to a file.
fn put(file: &str, text: &str, older: Older) -> io::Result<()> {
    match older {
        Older::Lost => files::write(Path::new(file), text),
        Older::Kept => files::write_new(Path::new(file), text),
    }
}
