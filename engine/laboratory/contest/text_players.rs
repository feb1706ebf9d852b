//! Contestants that exchange their moves with the contest as text.

use super::game::Table;
use super::player::{Answer, ContestError, Contestant, Effort, Loss, Turn};
use crate::gomocup::program::{CommandLine, Program, ProgramFailure, Wait};
use noire_engine::board::Point;
use noire_engine::games::Game;
use noire_engine::players::{BadSpec, Chooser, PlayerSpec};
use noire_engine::search::player::Playable;
use noire_engine::world::{World, WorldError};

/// A player that receives and returns moves as text.
pub(super) trait TextPlayer {
    /// Prepares for a game. No clock is running.
    ///
    /// # Errors
    /// Fails if the player cannot play; the error says why.
    fn begin(&mut self, _turn: &Turn<'_>) -> Result<(), Loss> {
        Ok(())
    }

    /// Returns the next move as text, after the moves `moves` of the game.
    ///
    /// # Errors
    /// Fails if the game cannot continue.
    fn answer(&mut self, moves: &[String], turn: &Turn<'_>) -> Result<Answer<String>, ContestError>;
}

impl<W: World> Contestant<W> for Box<dyn TextPlayer + '_> {
    fn begin(&mut self, turn: &Turn<'_>) -> Result<(), Loss> {
        TextPlayer::begin(&mut **self, turn)
    }

    fn choose(&mut self, table: &Table<'_, W>, turn: &Turn<'_>) -> Result<Answer<W::Step>, ContestError> {
        let (text, effort) = match self.answer(&table.texts(), turn)? {
            Answer::Move(text, effort) => (text, effort),
            Answer::Lost(loss) => return Ok(Answer::Lost(loss)),
        };
        Ok(match table.read(&text)? {
            Some(mv) => Answer::Move(mv, effort),
            None => Answer::Lost(Loss::Illegal(format!("{text} cannot be played"))),
        })
    }
}

/// A player that uses the knowledge of another base of the same game. A new player is created for each game.
pub(super) struct OtherBasePlayer<'v, V: World + 'v> {
    world: &'v V,
    spec: &'v PlayerSpec,
    memory: Option<u64>,
    start: V::Position,
    moves: Vec<V::Move>,
    game: V::Game<'v>,
    chooser: Box<dyn Chooser<V::Game<'v>> + 'v>,
}

impl<'v, V: World> OtherBasePlayer<'v, V> {
    pub(super) fn new(
        world: &'v V,
        spec: &'v PlayerSpec,
        seed: u64,
        memory: Option<u64>,
    ) -> Result<OtherBasePlayer<'v, V>, WorldError> {
        let start = world.start()?;
        let game = world.game(world.backends()[0], &spec.knowledge_filter(), &start)?;
        Ok(OtherBasePlayer {
            world,
            spec,
            memory,
            start,
            moves: Vec::new(),
            game,
            chooser: spec.chooser(seed),
        })
    }

    /// Plays the moves that this player has not seen yet.
    fn play_new_moves(&mut self, moves: &[String]) -> Result<(), ContestError> {
        let new = moves[self.moves.len()..].join(" ");
        let known = self.moves.len();
        self.moves = self.world.continued(&self.start, &self.moves, &new).map_err(|trouble| {
            BadSpec(format!("the base of a contestant has other moves than the game: {trouble}"))
        })?;
        for mv in &self.moves[known..] {
            if let Some(step) = V::step(*mv) {
                self.game.play(step);
            }
        }
        self.game.settle();
        Ok(())
    }
}

impl<'v, V: World + 'v> TextPlayer for OtherBasePlayer<'v, V> {
    fn begin(&mut self, turn: &Turn<'_>) -> Result<(), Loss> {
        self.chooser.prepare(&self.spec.within(turn.budget(self.memory)));
        Ok(())
    }

    fn answer(&mut self, moves: &[String], turn: &Turn<'_>) -> Result<Answer<String>, ContestError> {
        self.play_new_moves(moves)?;
        let budget = self.spec.within(turn.budget(self.memory));
        let answer = Answer::chosen(self.chooser.choose(&mut self.game, &budget)?);
        Ok(match answer {
            Answer::Move(step, effort) => Answer::Move(self.world.moves_text(&[step.into()]), effort),
            Answer::Lost(loss) => Answer::Lost(loss),
        })
    }
}

/// An external program, restarted for each game.
pub(super) struct ExternalPlayer<'c> {
    command: &'c CommandLine,
    rule: u32,
    program: Option<Program>,
    /// Number of moves of the game that the program knows.
    knows: usize,
}

impl<'c> ExternalPlayer<'c> {
    pub(super) fn new(command: &'c CommandLine, rule: u32) -> ExternalPlayer<'c> {
        ExternalPlayer { command, rule, program: None, knows: 0 }
    }
}

impl TextPlayer for ExternalPlayer<'_> {
    fn begin(&mut self, turn: &Turn<'_>) -> Result<(), Loss> {
        let started = Program::start(self.command);
        let mut program = started.map_err(|error| Loss::Crashed(format!("it cannot be started: {error}")))?;
        program.begin(self.rule, &turn.time, turn.stop)?;
        self.program = Some(program);
        Ok(())
    }

    fn answer(&mut self, moves: &[String], turn: &Turn<'_>) -> Result<Answer<String>, ContestError> {
        let Some(program) = &mut self.program else {
            return Ok(Answer::Lost(Loss::Crashed("it was not started".to_owned())));
        };
        let wait = Wait { time: turn.latest, stop: turn.stop };
        let moves: Vec<Point> = moves.iter().map_while(|mv| mv.parse().ok()).collect();
        // The program first receives the whole position, and after that only each new move of the opponent.
        let answer = match moves.len() {
            stones if self.knows > 0 && stones == self.knows + 1 => {
                program.turn(moves[self.knows], &turn.time, wait)
            }
            _ => program.position(&moves, &turn.time, wait),
        };
        self.knows = moves.len() + 1;
        Ok(match answer {
            Ok(mv) => Answer::Move(mv.to_string(), Effort::default()),
            Err(failing) => Answer::Lost(failing.into()),
        })
    }
}

impl From<ProgramFailure> for Loss {
    fn from(failing: ProgramFailure) -> Loss {
        match failing {
            ProgramFailure::Silent => Loss::Late,
            ProgramFailure::Said(what) => Loss::Illegal(format!("it sent {what}, which is not a move")),
            ProgramFailure::Ended(how) => Loss::Crashed(how),
        }
    }
}
