//! `noire new`: the start of a game in text, which plays.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use blanche_compiler::files;
use clap::{Args, ValueEnum};

use crate::command_line::output::{Failure, WRONG_USE, unwritten};

/// What the help shows at its end.
const EXAMPLES: &str = "\
Example:
  noire new men --as game";

/// Write the start of a game in text, which plays.
///
/// The folder has the rules with a comment for every line, and positions that test them. It plays as it is: change what is not
/// your game.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// How to call it: the folder has this name
    #[arg(value_name = "NAME")]
    name: String,
    /// What to write
    #[arg(long = "as", value_enum, value_name = "WHAT", default_value = "game")]
    what: What,
    /// The folder to write it to
    #[arg(long = "in", value_name = "DIR", default_value = ".")]
    folder: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// Board, players, moves and ends of a small game
    Game,
}

/// The files; `NAME` stands for the name.
const FILES: [(&str, &str); 2] = [
    ("base.blanche", include_str!("../../data/new/base.blanche")),
    ("positions.txt", include_str!("../../data/new/positions.txt")),
];

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let Arguments { name, what: What::Game, folder } = arguments;
    let refused = |words: String| Err(Failure::Said(words, WRONG_USE));
    if !is_name(name) {
        return refused(format!(
            "error: `{name}` is no name for a game\n  a name begins with a small letter, and goes on with letters, digits and \
             hyphens; the folder to write to is named with --in DIR"
        ));
    }
    if !folder.is_dir() {
        return refused(format!("error: there is no folder `{}`", folder.display()));
    }
    let path = if folder.as_os_str() == "." { PathBuf::from(name) } else { folder.join(name) };
    if path.exists() {
        return refused(format!("error: `{}` exists already and is left as it is", path.display()));
    }
    std::fs::create_dir(&path).map_err(|error| unwritten(&path, &error))?;
    for (file, text) in FILES {
        let file = path.join(file);
        files::write_new(&file, &text.replace("NAME", name)).map_err(|error| unwritten(&file, &error))?;
    }
    let path = path.display();
    write!(
        io::stdout(),
        "Wrote the game {path}: men that step forward and take slantwise.\n\n\
         Try next:\n  \
         noire play --game {path}\n  \
         noire perft --game {path} --depth 6\n  \
         noire test --game {path}\n  \
         blanche check {path}\n\n\
         Then open {path}/base.blanche and make it yours.\n"
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Letters, digits and hyphens; a small letter first, and no hyphen last.
fn is_name(name: &str) -> bool {
    let inside = |sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '-';
    name.starts_with(|sign: char| sign.is_ascii_lowercase())
        && name.chars().all(inside)
        && !name.ends_with('-')
}
