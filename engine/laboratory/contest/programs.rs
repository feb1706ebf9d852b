//! A contestant that is a program of somebody else, started anew for each game.

use super::player::{Answer, ContestError, Loss, Player, Turn};
use super::stones::Stones;
use crate::board::Point;
use crate::gomocup::program::{CommandLine, Failing, Program, Wait};

/// A program that plays a game.
pub(super) struct Programmed<'c> {
    command: &'c CommandLine,
    rule: u32,
    program: Option<Program>,
    /// So many stones of the game it knows.
    knows: usize,
}

impl<'c> Programmed<'c> {
    pub(super) fn new(command: &'c CommandLine, rule: u32) -> Programmed<'c> {
        Programmed { command, rule, program: None, knows: 0 }
    }
}

impl<'b> Player<Stones<'b>> for Programmed<'_> {
    fn begin(&mut self, _: &Stones<'b>, turn: &Turn<'_>) -> Result<(), Loss> {
        let started = Program::start(self.command);
        let mut program = started.map_err(|error| Loss::Crashed(format!("it cannot be started: {error}")))?;
        program.begin(self.rule, &turn.time, turn.stop)?;
        self.program = Some(program);
        Ok(())
    }

    fn choose(&mut self, board: &Stones<'b>, turn: &Turn<'_>) -> Result<Answer<Point>, ContestError> {
        let Some(program) = &mut self.program else {
            return Ok(Answer::Lost(Loss::Crashed("it was not started".to_owned())));
        };
        let wait = Wait { time: turn.latest, stop: turn.stop };
        let moves = board.moves();
        // After the first position a program is told of each move of the other side.
        let answer = match moves.len() {
            stones if self.knows > 0 && stones == self.knows + 1 => {
                program.turn(moves[self.knows], &turn.time, wait)
            }
            _ => program.position(moves, &turn.time, wait),
        };
        self.knows = moves.len() + 1;
        Ok(match answer {
            Ok(mv) => Answer::Move(mv, 0),
            Err(failing) => Answer::Lost(failing.into()),
        })
    }
}

impl From<Failing> for Loss {
    fn from(failing: Failing) -> Loss {
        match failing {
            Failing::Silent => Loss::Late,
            Failing::Said(what) => Loss::Illegal(format!("it said {what}, which is no move")),
            Failing::Ended(how) => Loss::Crashed(how),
        }
    }
}
