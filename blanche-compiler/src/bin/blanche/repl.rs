//! `blanche repl`: a conversation with a program whose facts stand in its text. What is said stands in the library; here
//! lines are edited and printed.

use std::io::{BufRead, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use blanche_compiler::has_errors;
use blanche_compiler::repl::{InText, Next, Session};
use blanche_compiler::runtime::Limits;
use clap::Args;
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use signal_hook::consts::SIGINT;
use signal_hook::flag;

use crate::plan::{complain, runnable};
use crate::terminal::Terminal;
use crate::{Failure, Outcome, Reading};

/// Talk with a program whose facts stand in its text
///
/// Ask sentences, define derivations and rules as you go, and write :help for what else there is. Lines that come from a
/// file or a pipe are a script: the status is 1 if one of them had a mistake.
#[derive(Args)]
#[command(after_help = "Example:\n  blanche repl family.blanche")]
pub(crate) struct Repl {
    /// A rule file, or the folder of a base
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Give a question up after so many candidates
    #[arg(long, value_name = "N", default_value_t = Limits::default().work)]
    work: u64,
    #[command(flatten)]
    reading: Reading,
}

impl Repl {
    pub(crate) fn run(self, terminal: &Terminal) -> Result<Outcome, Failure> {
        let programs = runnable(&self.reading, &self.file)?;
        if programs.members.len() > 1 {
            let names: Vec<&str> = programs.members.iter().map(|member| programs.name(member)).collect();
            let which = names.join(" or ");
            return Err(Failure::Use(format!(
                "`{}` belongs to several programs; name one of them: {which}",
                self.file.display()
            )));
        }
        let checked = programs.check();
        if has_errors(&programs.diagnostics(&checked)) {
            complain(&programs, &checked, terminal);
            return Ok(Outcome::Mistakes);
        }
        let statistics = checked.into_iter().next().map(|checked| checked.statistics).unwrap_or_default();
        let files = programs.members[0].files.clone();
        let limits = Limits { work: self.work, ..Limits::default() };
        let stop = Arc::new(AtomicBool::new(false));
        flag::register(SIGINT, Arc::clone(&stop))
            .map_err(|error| Failure::Machine(format!("Ctrl-C cannot be waited for: {error}")))?;
        let mut session = Session::new(programs.project, files, statistics, InText::default(), limits, stop);
        if std::io::stdin().is_terminal() {
            session.draw_with(terminal.style());
            converse(session, terminal)
        } else {
            follow(session, terminal)
        }
    }
}

/// Lines of a script.
fn follow(mut session: Session<InText>, terminal: &Terminal) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::Fine;
    // What the last line has begun is ended by an empty one.
    for line in std::io::stdin().lock().lines().chain([Ok(String::new())]) {
        let line = line.map_err(|error| Failure::Machine(format!("the script cannot be read: {error}")))?;
        let reply = session.enter(&line);
        terminal.print(&reply.text)?;
        if reply.failed {
            outcome = Outcome::Mistakes;
        }
        if reply.next == Next::Nothing {
            break;
        }
    }
    Ok(outcome)
}

/// Lines of somebody at the terminal.
fn converse(session: Session<InText>, terminal: &Terminal) -> Result<Outcome, Failure> {
    let failed = |error: ReadlineError| Failure::Machine(format!("the terminal cannot be read: {error}"));
    terminal.print(&format!("{}\n", session.greeting()))?;
    let config = Config::builder().completion_type(CompletionType::List).build();
    let history = MemHistory::with_config(&config);
    let mut editor: Editor<Suggesting, MemHistory> = Editor::with_history(config, history).map_err(failed)?;
    editor.set_helper(Some(Suggesting { session }));
    let mut prompt = "? ";
    loop {
        let line = editor.readline(prompt);
        let Some(helper) = editor.helper_mut() else { unreachable!("it was set") };
        let line = match line {
            Ok(line) => line,
            // What was begun is given up, and another line is waited for.
            Err(ReadlineError::Interrupted) => {
                helper.session.forget();
                prompt = "? ";
                continue;
            }
            Err(ReadlineError::Eof) => return Ok(Outcome::Fine),
            Err(error) => return Err(failed(error)),
        };
        let reply = helper.session.enter(&line);
        terminal.print(&reply.text)?;
        prompt = match reply.next {
            Next::Anything => "? ",
            Next::More => "| ",
            Next::Nothing => return Ok(Outcome::Fine),
        };
        editor.add_history_entry(line).map_err(failed)?;
    }
}

/// What the session suggests, for the editor of lines.
struct Suggesting {
    session: Session<InText>,
}

impl Completer for Suggesting {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (start, found) = self.session.complete(line, at);
        let pair =
            |one: blanche_compiler::repl::Completion| Pair { display: one.label, replacement: one.text };
        Ok((start, found.into_iter().map(pair).collect()))
    }
}

impl Hinter for Suggesting {
    type Hint = String;
}

impl Highlighter for Suggesting {}

impl Validator for Suggesting {}

impl Helper for Suggesting {}
