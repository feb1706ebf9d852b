//! Programs of other authors as players. They speak the Gomocup protocol, are named when the server is started, and are
//! chosen by these names: the page can send no command.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use noire_engine::board::Point;
use noire_engine::record::gomocup_rule;
use noire_engine::search::time::TimeControl;
use noire_engine::world::{World, WorldError};
use noire_laboratory::gomocup::program::{CommandLine, Program, ProgramFailure, Wait};

/// Time for a program to confirm that it is ready.
const READY_TIME: Duration = Duration::from_secs(10);

/// Time for a move of a program.
const MOVE_TIME: Duration = Duration::from_secs(5);

/// Time by which a program may exceed [`MOVE_TIME`].
const TOLERANCE: Duration = Duration::from_secs(5);

/// A program that the server was started with.
#[derive(Clone, Debug)]
pub struct NamedProgram {
    /// The name by which the page lists it.
    pub name: String,
    command: CommandLine,
}

impl NamedProgram {
    /// Reads `NAME=COMMAND`, and starts the program once to check that it can be started.
    ///
    /// # Errors
    /// If the text is malformed, or the program cannot be started. The error is a sentence.
    pub fn new(text: &str) -> Result<NamedProgram, String> {
        let (name, command) =
            text.split_once('=').ok_or_else(|| format!("`{text}`: expected NAME=COMMAND"))?;
        let name = name.trim();
        if name.is_empty() || name.chars().any(char::is_control) {
            return Err(format!("`{text}`: the program has no name"));
        }
        let command =
            CommandLine::new(command, READY_TIME).map_err(|words| format!("`{command}`: {words}"))?;
        Program::start(&command)
            .map_err(|error| format!("{error}: the program cannot be started: {command}"))?;
        Ok(NamedProgram { name: name.to_owned(), command })
    }

    /// Whether the protocol has a number for the rules of a game.
    pub(crate) fn plays<W: World>(&self, world: &W) -> bool {
        rule(world).is_some()
    }
}

/// The number of the rules of a game in the Gomocup protocol.
fn rule<W: World>(world: &W) -> Option<u32> {
    gomocup_rule(&world.contents().name)
}

/// A program that plays a game.
pub(crate) struct Opponent {
    program: Program,
}

impl Opponent {
    /// Starts a program for a game.
    ///
    /// # Errors
    /// If the protocol has no number for the rules, or the program does not become ready.
    pub(crate) fn start<W: World>(
        world: &W,
        named: &NamedProgram,
        stop: &Arc<AtomicBool>,
    ) -> Result<Opponent, WorldError> {
        let rule = rule(world).ok_or_else(|| wrong("the Gomocup protocol has no number for these rules."))?;
        let mut program = Program::start(&named.command).map_err(|error| wrong(&format!("{error}.")))?;
        program.begin(rule, &time(), stop).map_err(|failure| wrong(&failure_text(&failure)))?;
        Ok(Opponent { program })
    }

    /// The program's move after these moves from an empty board, as text. `None` if the flag `stop` was set.
    ///
    /// # Errors
    /// If the program does not answer with a point in time, or a move is a pass.
    pub(crate) fn choose(
        &mut self,
        moves: &[String],
        stop: &AtomicBool,
    ) -> Result<Option<String>, WorldError> {
        let points: Result<Vec<Point>, _> = moves.iter().map(|mv| mv.parse()).collect();
        let points = points.map_err(|_| wrong("the Gomocup protocol has no passes."))?;
        let wait = Wait { time: Some(MOVE_TIME + TOLERANCE), stop };
        match self.program.position(&points, &time(), wait) {
            Ok(mv) => Ok(Some(mv.to_string())),
            Err(ProgramFailure::Silent) if stop.load(Ordering::Relaxed) => Ok(None),
            Err(failure) => Err(wrong(&failure_text(&failure))),
        }
    }
}

fn time() -> TimeControl {
    TimeControl { per_move: Some(MOVE_TIME), ..TimeControl::default() }
}

fn wrong(words: &str) -> WorldError {
    WorldError::Wrong(words.to_owned())
}

/// What went wrong, as a sentence.
fn failure_text(failure: &ProgramFailure) -> String {
    match failure {
        ProgramFailure::Silent => "it does not answer.".to_owned(),
        ProgramFailure::Said(what) => format!("it sent {what}, which is not a move."),
        ProgramFailure::Ended(how) => format!("{how}."),
    }
}
