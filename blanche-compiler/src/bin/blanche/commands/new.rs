//! `blanche new`: a small program to begin with.

use std::io::ErrorKind;
use std::path::PathBuf;

use blanche_compiler::files;
use blanche_compiler::project::ENDING;
use clap::Args;

use crate::terminal::Terminal;
use crate::{Failure, Outcome};

/// Write a small program to begin with
///
/// It has facts, derivations and a negation, and a question that it answers.
#[derive(Args)]
#[command(after_help = "Example:\n  blanche new river")]
pub(crate) struct New {
    /// How to call it: the file is NAME.blanche
    #[arg(value_name = "NAME")]
    name: String,
    /// The folder to write it to
    #[arg(long = "in", value_name = "DIR", default_value = ".")]
    folder: PathBuf,
}

/// The program; `NAME` stands for its name.
const PROGRAM: &str = include_str!("river.blanche");

impl New {
    pub(crate) fn run(self, terminal: &Terminal) -> Result<Outcome, Failure> {
        let name = self.name.strip_suffix(&format!(".{ENDING}")).unwrap_or(&self.name);
        if !is_name(name) {
            let advice = if name.contains(['/', '\\']) {
                "the folder is named with --in DIR"
            } else {
                "a name begins with a small letter or a digit, and goes on with letters, digits, underscores \
                 and hyphens, with dots between them"
            };
            return Err(Failure::Use(format!("`{name}` is no name for a program; {advice}")));
        }
        if !self.folder.is_dir() {
            return Err(Failure::Use(format!("there is no folder `{}`", self.folder.display())));
        }
        let file = format!("{name}.{ENDING}");
        let path =
            if self.folder.as_os_str() == "." { PathBuf::from(&file) } else { self.folder.join(&file) };
        let text = PROGRAM.replace("NAME.blanche", &file);
        match files::write_new(&path, &text) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                return Err(Failure::Use(format!(
                    "`{}` exists already and is left as it is",
                    path.display()
                )));
            }
            Err(error) => return Err(Failure::machine(&path, "written", &error)),
            Ok(()) => {}
        }
        let path = path.display();
        terminal.print(&format!(
            "Wrote {}: a farmer, a boat, and who may be left alone with whom.\n\n\
             Try next:\n  \
             blanche check {path}\n  \
             blanche query {path} 'first.crossing(X)'\n  \
             blanche query {path} 'peace(X, Y)'\n\n\
             Then open it and let the fox eat grain too.\n",
            terminal.bold(&path.to_string())
        ))?;
        Ok(Outcome::Fine)
    }
}

/// Letters, digits, underscores and hyphens, with dots between them; a small letter or a digit first.
fn is_name(name: &str) -> bool {
    let first = |c: char| (c.is_alphabetic() && !c.is_uppercase()) || c.is_ascii_digit();
    let inside = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    name.chars().next().is_some_and(first)
        && name.split('.').all(|part| !part.is_empty() && part.chars().all(inside))
        && !name.ends_with('-')
}
