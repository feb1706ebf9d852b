//! `noire repl --game NAME`: a conversation about a position of a game in text.

use std::process::ExitCode;

use crate::bases::Backend;
use blanche_compiler::project::Files;
use blanche_compiler::repl::{InGame, Session};
use blanche_compiler::runtime::Limits;

use super::{Opened, positions};
use crate::command_line::commands::repl::{converse, stop};
use crate::command_line::game::played_by;
use crate::command_line::output::{Failure, WRONG_USE};
use crate::command_line::positions::PositionArguments;

/// Talks about the position that is given, or the beginning.
pub(crate) fn run(game: &Opened, given: &PositionArguments, limits: Limits) -> Result<ExitCode, Failure> {
    let mut entries = positions::read(given, &game.base, game.first())?;
    let (Some(entry), true) = (entries.pop(), entries.is_empty()) else {
        let words = "error: a conversation is about one position, and there are several".to_owned();
        return Err(Failure::Said(words, WRONG_USE));
    };
    let stop = stop()?;
    let picture = game.first().position_text(&entry.position);
    let world = InGame::new(played_by(&game.base, Backend::Interpreted)?, entry.position);
    let project = game.base.project().clone();
    let at = |id| project.index(id).expect("the files of a base were parsed");
    let files = game.program().files.iter().map(|id| at(*id)).collect();
    let files = Files { files, incomplete: false };
    let session = Session::new(project, files, game.base.statistics().clone(), world, limits, stop);
    converse(session, &picture)
}
