//! `blanche`, the command-line tool: checks, formats, explains and queries rule files. It is a thin layer: each
//! subcommand parses its arguments, calls the library, and prints the result.
//!
//! Exit status: 0 success, 1 errors in the text, 2 usage error, 3 I/O or internal error, 130 interrupted by Ctrl-C.

mod answers;
mod commands;
mod diff;
mod interrupt;
mod lsp;
mod programs;
mod terminal;
mod watch;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use blanche_compiler::embedded;
use blanche_compiler::files::Texts;
use blanche_compiler::markup;
use blanche_compiler::parallel::STACK;
use blanche_compiler::paths::{self, PathError, Programs, RuleFiles};
use clap::{Args, Parser, Subcommand};
use commands::{check, doc, emit, explain, fix, fmt, grammar, new, plan, query, repl, test};
use terminal::{Color, Terminal};

#[derive(Parser)]
#[command(
    name = "blanche",
    version,
    about = "BLANCHE: a small logic language for knowledge about board games",
    after_help = "Begin with:\n  blanche new river\n\nExit status: 0 success, 1 errors in the text, 2 usage error, 3 I/O or internal \
                  error, 130 interrupted by Ctrl-C."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Colours: auto (on a terminal, unless NO_COLOR is set), always or never
    #[arg(
        long,
        value_enum,
        default_value_t,
        global = true,
        value_name = "WHEN",
        hide_possible_values = true,
        hide_default_value = true
    )]
    color: Color,
}

#[derive(Subcommand)]
enum Command {
    Check(check::Check),
    Fix(fix::Fix),
    Fmt(fmt::Fmt),
    Query(query::Query),
    Test(test::Test),
    Repl(repl::Repl),
    Plan(plan::Plan),
    Emit(emit::Emit),
    Doc(doc::Doc),
    Explain(explain::Explain),
    Grammar(grammar::Grammar),
    New(new::New),
    Lsp(commands::lsp::Lsp),
}

/// The folders in which used files are searched.
#[derive(Args)]
struct Reading {
    /// The folder in which to look for the files that `use` lines name. By default, three places are searched in this
    /// order: the folders next to the folder of the rule file; the nearest folder called `knowledge` above or next to
    /// the rule file; and `knowledge` in the current directory. If a file is in none of these places and `noire` is
    /// installed, `noire` is asked for it
    #[arg(long, value_name = "DIR")]
    knowledge: Option<PathBuf>,
}

impl Reading {
    fn programs(&self, paths: &[PathBuf], terminal: &Terminal) -> Result<Programs, Failure> {
        self.programs_of(&rule_files(paths, terminal)?, Texts::default())
    }

    /// Reads the programs of the files, with texts that override files on disk.
    fn programs_of(&self, files: &[PathBuf], texts: Texts) -> Result<Programs, Failure> {
        if let Some(folder) = self.knowledge.as_deref().filter(|folder| !folder.is_dir()) {
            return Err(Failure::Use(format!("there is no folder `{}`", markup::of_path(folder))));
        }
        Ok(Programs::of_files(files, self.knowledge.as_deref(), texts)?)
    }
}

/// The rule files that the paths select. If a file in a folder cannot be read, this is reported, and the file is
/// skipped.
fn rule_files(paths: &[PathBuf], terminal: &Terminal) -> Result<Vec<PathBuf>, Failure> {
    let RuleFiles { files, unread } = paths::rule_files(paths)?;
    unread.iter().for_each(|error| terminal.unread(error));
    Ok(files)
}

/// The rule files that the paths select and that a command may change. A symbolic link that leads out of a named folder
/// is skipped with a note. If there are several hard links to one file, only the first is used.
///
/// # Errors
/// If a named file does not have the name of a rule file. Another file, such as a record or a text, would be damaged.
fn changeable(paths: &[PathBuf], terminal: &Terminal) -> Result<Vec<PathBuf>, Failure> {
    if let Some(other) = paths.iter().find(|path| path.is_file() && !paths::is_rule_file(path)) {
        let name = markup::of_path(other);
        return Err(Failure::Use(format!(
            "`{name}` is not changed: the name of a rule file ends with `.blanche`"
        )));
    }
    let mut files = rule_files(paths, terminal)?;
    let links = paths::links_out(paths, &files);
    for link in &links {
        let link = markup::of_path(link);
        terminal.note(&format!(
            "note: `{link}` is left as it is: it is a link that leads out of its folder; name it to change \
             the file"
        ));
    }
    files.retain(|file| !links.contains(file));
    Ok(paths::without_other_names(files))
}

/// The result of a subcommand that could do its work. If it could not, there is a [`Failure`] instead.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CommandOutcome {
    /// No errors were found.
    Fine,
    /// There are errors in the rule files.
    Mistakes,
    /// Ctrl-C stopped the command before it was done.
    Stopped,
}

/// Why a subcommand was unable to do its work.
enum Failure {
    /// A usage error.
    Use(String),
    /// An I/O or internal error.
    Machine(String),
}

impl Failure {
    fn machine(path: &Path, what: &str, error: &std::io::Error) -> Failure {
        Failure::Machine(format!("`{}` cannot be {what}: {error}", markup::of_path(path)))
    }

    /// The error message.
    fn reason(&self) -> &str {
        match self {
            Failure::Use(reason) | Failure::Machine(reason) => reason,
        }
    }
}

impl From<PathError> for Failure {
    fn from(error: PathError) -> Failure {
        match error {
            PathError::Unreadable(..) => Failure::Machine(error.to_string()),
            PathError::Missing(_) | PathError::NoRuleFiles(_) => Failure::Use(error.to_string()),
        }
    }
}

fn main() -> ExitCode {
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(|| {
        let cli = match Cli::try_parse() {
            Ok(cli) => cli,
            Err(help) if !help.use_stderr() => {
                let printed = help.print().and_then(|()| io::stdout().flush());
                return match terminal::written(printed) {
                    Ok(()) => 0,
                    Err(failure) => Terminal::new(Color::Auto).fail(failure.reason(), 3),
                };
            }
            Err(error) => {
                let said = markup::shown_lines(&markup::usage_error(&error.render().to_string()));
                // If standard error cannot be written, there is no way to report this.
                let _ = io::stderr().write_all(said.as_bytes());
                return 2;
            }
        };
        embedded::allow();
        let terminal = Terminal::new(cli.color);
        let outcome = run(cli.command, &terminal);
        match outcome {
            Ok(CommandOutcome::Fine | CommandOutcome::Mistakes) if terminal.has_failed() => 3,
            Ok(CommandOutcome::Fine) => 0,
            Ok(CommandOutcome::Mistakes) => 1,
            Ok(CommandOutcome::Stopped) => interrupt::INTERRUPTED,
            Err(Failure::Use(reason)) => terminal.fail(&reason, 2),
            Err(Failure::Machine(reason)) => terminal.fail(&reason, 3),
        }
    });
    let status = worker.map(|worker| worker.join().unwrap_or(3));
    ExitCode::from(status.unwrap_or(3))
}

fn run(command: Command, terminal: &Terminal) -> Result<CommandOutcome, Failure> {
    match command {
        Command::Check(command) => command.run(terminal),
        Command::Fix(command) => command.run(terminal),
        Command::Fmt(command) => command.run(terminal),
        Command::Query(command) => command.run(terminal),
        Command::Test(command) => command.run(terminal),
        Command::Repl(command) => command.run(terminal),
        Command::Plan(command) => command.run(terminal),
        Command::Emit(command) => command.run(terminal),
        Command::Doc(command) => command.run(terminal),
        Command::Explain(command) => command.run(terminal),
        Command::Grammar(command) => command.run(terminal),
        Command::New(command) => command.run(terminal),
        Command::Lsp(command) => command.run(),
    }
}
