//! `blanche repl`: a conversation (REPL) with a program whose facts are part of its text. The library implements its
//! commands and the line editing.

use std::path::PathBuf;
use std::sync::Arc;

use blanche_compiler::has_errors;
use blanche_compiler::repl::terminal::{Broken, End, interrupt, talk};
use blanche_compiler::repl::{InGame, InText, Session};
use blanche_compiler::service::start_positions::begin;
use clap::Args;

use crate::commands::query::LimitArguments;
use crate::programs::{complain, only_program};
use crate::terminal::Terminal;
use crate::{CommandOutcome, Failure, Reading};

/// Query the facts of a program interactively
///
/// Ask queries, and define derivations and rules as you go; :help lists all commands. Lines from a file or a pipe are
/// a script: the exit status is 1 if one of them has a mistake.
#[derive(Args)]
#[command(after_help = "Example:\n  blanche repl family.blanche")]
pub(crate) struct Repl {
    /// A rule file, or the folder of a base
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    reading: Reading,
}

impl Repl {
    pub(crate) fn run(self, terminal: &Terminal) -> Result<CommandOutcome, Failure> {
        let programs = only_program(&self.reading, &self.file, terminal)?;
        let checked = programs.check();
        if has_errors(&programs.diagnostics(&checked)) {
            complain(&programs, &checked, terminal);
            return Ok(CommandOutcome::Mistakes);
        }
        let program = checked.first().map(|checked| &checked.resolved.program);
        let game = program.filter(|program| program.game.is_some()).cloned();
        let statistics = checked.into_iter().next().map(|checked| checked.statistics).unwrap_or_default();
        let files = programs.members[0].files.clone();
        let limits = self.limits.limits();
        let stop =
            interrupt().map_err(|error| Failure::Machine(format!("Ctrl-C cannot be waited for: {error}")))?;
        let game = match &game {
            Some(program) => match begin(program, limits, Arc::clone(&stop)) {
                Ok((rules, position)) => Some(InGame::new(rules, position)),
                Err(message) => {
                    terminal.complain(&programs.project.sources, &[*message]);
                    return Ok(CommandOutcome::Mistakes);
                }
            },
            None => None,
        };
        let project = programs.project;
        let print = |answer: &str| terminal.print_fitted(answer);
        let ended = match game {
            Some(world) => {
                let session = Session::new(project, files, statistics, world, limits, stop);
                talk(session, "", terminal.style(), print)
            }
            None => {
                let session = Session::new(project, files, statistics, InText::default(), limits, stop);
                talk(session, "", terminal.style(), print)
            }
        };
        match ended {
            Ok(End::Fine) => Ok(CommandOutcome::Fine),
            Ok(End::Mistakes) => Ok(CommandOutcome::Mistakes),
            Ok(End::Stopped) => Ok(CommandOutcome::Stopped),
            Err(Broken::Script(error)) => {
                Err(Failure::Machine(format!("the script cannot be read: {error}")))
            }
            Err(Broken::Terminal(error)) => {
                Err(Failure::Machine(format!("the terminal cannot be read: {error}")))
            }
            Err(Broken::Print(failure)) => Err(failure),
        }
    }
}
