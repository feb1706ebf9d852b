//! `blanche new`: writes a small example program. A user who wants rules for a game, or a new game, is referred to
//! `noire new`.

use std::io::{BufRead, ErrorKind, IsTerminal, Read, stdin};
use std::path::PathBuf;

use blanche_compiler::files;
use blanche_compiler::markup::{self, quoted};
use blanche_compiler::project::ENDING;
use clap::{Args, ValueEnum};

use crate::terminal::Terminal;
use crate::{CommandOutcome, Failure};

/// Write a small example program
///
/// It has facts, derivations and a negation, and a query with its expected answers. At a terminal, the command first
/// asks what the program is for.
#[derive(Args)]
#[command(after_help = "Examples:\n  blanche new river\n  blanche new river --as program")]
pub(crate) struct New {
    /// The name of the program; the file is called NAME.blanche
    #[arg(value_name = "NAME")]
    name: String,
    /// What to write. If this option is missing, the command asks when it runs at a terminal, and otherwise writes a
    /// program
    #[arg(long = "as", value_enum, value_name = "WHAT")]
    what: Option<Template>,
    /// The folder in which to write the file
    #[arg(long = "in", value_name = "DIR", default_value = ".")]
    folder: PathBuf,
}

/// The kind of project to create.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Template {
    /// Facts and queries about any subject
    Program,
    /// Rules for a board game that a program plays
    Rules,
    /// A board game of your own
    Game,
}

impl Template {
    /// The choices with their descriptions, in the order in which they are offered.
    const ALL: [(Template, &str); 3] = [
        (Template::Program, "facts and queries about any subject"),
        (Template::Rules, "rules for a board game that a program plays"),
        (Template::Game, "a board game of my own"),
    ];

    /// Asks the user at the terminal. An empty line selects the first choice. `None` if the user gives no valid answer.
    fn ask(terminal: &Terminal) -> Result<Option<Template>, Failure> {
        terminal.print("What is it for?\n")?;
        for (number, (_, words)) in (1..).zip(Template::ALL) {
            terminal.print(&format!("  {number}  {words}\n"))?;
        }
        for _ in 0..MAX_REPETITIONS {
            terminal.print("Number, or Enter for 1: ")?;
            let mut answer = String::new();
            let read = stdin().lock().take(MAX_ANSWER_LENGTH).read_line(&mut answer);
            if !matches!(read, Ok(1..)) {
                return Ok(None);
            }
            let number = if answer.trim().is_empty() { Some(1) } else { answer.trim().parse().ok() };
            if let Some((what, _)) =
                number.and_then(|number: usize| Template::ALL.get(number.checked_sub(1)?))
            {
                return Ok(Some(*what));
            }
        }
        Ok(None)
    }
}

/// Maximum number of times that the question is asked again.
const MAX_REPETITIONS: usize = 3;

/// Maximum length of an answer, in bytes.
const MAX_ANSWER_LENGTH: u64 = 1_000;

/// The text of the program. `NAME` stands for the name of the program, and is replaced by it.
const PROGRAM: &str = include_str!("river.blanche");

impl New {
    pub(crate) fn run(self, terminal: &Terminal) -> Result<CommandOutcome, Failure> {
        let name = self.name.strip_suffix(&format!(".{ENDING}")).unwrap_or(&self.name);
        if !is_name(name) {
            let advice = if name.contains(['/', '\\']) {
                "the folder is named with --in DIR"
            } else {
                "a name begins with a lower-case letter or a digit, followed by letters, digits, underscores \
                 and hyphens, with dots between them"
            };
            return Err(Failure::Use(format!("`{name}` is not a valid program name; {advice}")));
        }
        let what = match self.what {
            Some(what) => Some(what),
            None if stdin().is_terminal() && std::io::stdout().is_terminal() => Template::ask(terminal)?,
            None => Some(Template::Program),
        };
        match what {
            Some(Template::Program) => {}
            Some(Template::Rules) => return self.told(terminal, &format!("noire new {name} --game GAME")),
            Some(Template::Game) => return self.told(terminal, &format!("noire new {name} --as game")),
            None => {
                return Err(Failure::Use("nothing was written: say what it is for with --as".to_owned()));
            }
        }
        if !self.folder.is_dir() {
            return Err(Failure::Use(format!("there is no folder `{}`", markup::of_path(&self.folder))));
        }
        let file = format!("{name}.{ENDING}");
        let path =
            if self.folder.as_os_str() == "." { PathBuf::from(&file) } else { self.folder.join(&file) };
        let text = PROGRAM.replace("NAME.blanche", &file);
        match files::write_new(&path, &text) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                return Err(Failure::Use(format!(
                    "`{}` exists already and is left as it is",
                    markup::of_path(&path)
                )));
            }
            Err(error) => return Err(Failure::machine(&path, "written", &error)),
            Ok(()) => {}
        }
        let path = markup::of_path(&path);
        terminal.print(&format!(
            "Wrote {}: a farmer, a boat, and who may be left alone with whom.\n\n\
             Try next:\n  \
             blanche check {path}\n  \
             blanche query {path} 'first.crossing(X)'\n  \
             blanche query {path} 'peace(X, Y)'\n\n\
             Then open it and let the fox eat grain too.\n",
            terminal.bold(&path.to_string())
        ))?;
        Ok(CommandOutcome::Fine)
    }

    /// Prints the command of `noire` that creates what the user wants.
    fn told(&self, terminal: &Terminal, command: &str) -> Result<CommandOutcome, Failure> {
        let folder = match self.folder.as_os_str() == "." {
            true => String::new(),
            false => format!(" --in {}", quoted(&self.folder.display().to_string())),
        };
        terminal.print(&format!(
            "The program that plays writes that, with positions that test it:\n\n  {command}{folder}\n"
        ))?;
        Ok(CommandOutcome::Fine)
    }
}

/// Whether a name is valid. It consists of letters, digits, underscores and hyphens, with dots between parts. It starts
/// with a lower-case letter or a digit.
fn is_name(name: &str) -> bool {
    let first = |c: char| (c.is_alphabetic() && !c.is_uppercase()) || c.is_ascii_digit();
    let inside = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    name.chars().next().is_some_and(first)
        && name.split('.').all(|part| !part.is_empty() && part.chars().all(inside))
        && !name.ends_with('-')
}
