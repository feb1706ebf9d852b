//! An interactive session (REPL) about a position, in which the user can play moves and see answers on the board.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use blanche_compiler::legality::{MoveExplanation, StepExplanation};
use blanche_compiler::repl::{self, Session, Table};
use blanche_compiler::runtime::{LimitReached, Limits, Solutions};
use blanche_compiler::why::Fact;

use super::{Entry, Marks, World, WorldExt};
use crate::bases::{Backend, Question};
use crate::board::Style;

/// A game, with the position that the session is about.
pub struct GameSession<W: World> {
    world: W,
    /// The initial position of the game, from which `moves` lead to `position`.
    start: W::Position,
    moves: Vec<W::Move>,
    position: W::Position,
    style: Style,
}

/// Starts a session about the position of an entry. A caller can set the flag `stop` to abort a query that takes too
/// long.
///
/// # Errors
/// If the position cannot be constructed.
pub fn start_session<W: World>(
    world: W,
    entry: &Entry<W>,
    style: Style,
    stop: Arc<AtomicBool>,
) -> Result<Session<GameSession<W>>, super::WorldError> {
    let (project, files) = world.rule_files().files();
    let (statistics, limits) = (world.rule_files().statistics().clone(), world.limits());
    let (start, position) = (entry.start(&world)?, entry.position(&world)?);
    let moves = entry.moves.clone().unwrap_or_default();
    let session = GameSession { world, start, moves, position, style };
    Ok(Session::new(project, files, statistics, session, limits, stop))
}

impl<W: World> repl::World for GameSession<W> {
    type Host = W::Host;

    fn facts(&mut self) -> &mut W::Position {
        &mut self.position
    }

    fn picture(&self, answers: &Table) -> Vec<String> {
        let rows = answers.rows.iter();
        let values: Vec<Vec<(String, String)>> = rows
            .map(|row| {
                let names = answers.variables.iter().map(|(name, _)| name.clone());
                names.zip(row.iter().cloned()).collect()
            })
            .collect();
        let drawing = self.world.answers_drawing(&self.position, &values, self.style);
        drawing.map_or_else(Vec::new, |drawing| drawing.text().lines().map(str::to_owned).collect())
    }

    fn words(&self, fact: &Fact) -> Option<String> {
        self.world.words(fact)
    }

    fn compiled(&self, rule: &str) -> Option<usize> {
        let at = self.world.contents().rules.iter().position(|known| known.title() == rule);
        at.filter(|_| self.world.backends().contains(&Backend::Compiled))
    }

    fn answers_compiled(&mut self, rule: usize) -> Result<Solutions, LimitReached> {
        let question = Question::Rule(rule);
        self.world.answers(Backend::Compiled, question, &mut self.position)
    }

    /// The limits and the stop flag of the world apply.
    fn explain_move(
        &mut self,
        text: &str,
        _limits: Limits,
        _stop: &Arc<AtomicBool>,
    ) -> Option<Result<MoveExplanation<W::Position>, String>> {
        match self.world.explain_move(&mut self.position, text) {
            Ok(explanation) => explanation.is_move.then_some(Ok(explanation)),
            Err(error) => Some(Err(error.to_string())),
        }
    }

    fn step_board(&self, step: &StepExplanation<W::Position>) -> Vec<String> {
        let board = self.world.step_drawing(step, self.style).text();
        board.lines().map(str::to_owned).collect()
    }

    fn commands(&self) -> &'static [(&'static str, &'static str, &'static str)] {
        &[
            ("board", "", "the position"),
            ("move", "MOVES", "play moves"),
            ("back", "[N]", "take the last move back, or the last N"),
            ("start", "", "the position with which the game begins"),
            ("position", "MOVES", "another position: moves from the start"),
        ]
    }

    fn command(&mut self, word: &str, argument: &str) -> Result<Vec<String>, String> {
        let mut said = Vec::new();
        match word {
            "move" if argument.trim().is_empty() => {
                return Err("write the moves after it, with spaces or commas between them".to_owned());
            }
            "move" => said.extend(self.play_moves(argument)?),
            "back" => self.go_back(argument)?,
            "start" => self.begin()?,
            "position" => {
                let before = (self.start.clone(), self.moves.clone(), self.position.clone());
                self.begin()?;
                match self.play_moves(argument) {
                    Ok(notes) => said.extend(notes),
                    Err(why) => {
                        (self.start, self.moves, self.position) = before;
                        return Err(why);
                    }
                }
            }
            _ => {}
        }
        said.extend(self.shown());
        Ok(said)
    }
}

impl<W: World> GameSession<W> {
    /// The board, followed by a line about the state of the game.
    fn shown(&self) -> Vec<String> {
        let board = self.world.draw(&self.position, &Marks::default(), self.style);
        let mut lines: Vec<String> = board.lines().map(str::to_owned).collect();
        lines.push(self.world.state_text(&self.position));
        lines
    }

    /// Resets the session to the initial position of the game.
    fn begin(&mut self) -> Result<(), String> {
        self.start = self.world.start().map_err(|error| error.to_string())?;
        self.moves.clear();
        self.position = self.start.clone();
        Ok(())
    }

    /// Plays the moves in `text`, or no move if there is a mistake. If the game ends before the last move, the
    /// remaining moves are dropped, and the returned note says so.
    fn play_moves(&mut self, text: &str) -> Result<Option<String>, String> {
        let moves =
            self.world.continued(&self.start, &self.moves, text).map_err(|error| error.to_string())?;
        let (mut at, mut ended) = (0, None);
        let first = self.moves.len();
        let mut look = |position: &W::Position| {
            // Ignore a limit that is reached here, because it is reported when the user asks how the game has ended.
            if at > first
                && at < moves.len()
                && let Ok(Some(end)) = self.world.end(&mut position.clone())
            {
                ended = Some((at, end.words));
            }
            at += 1;
            ended.is_none()
        };
        self.position =
            self.world.replay(&self.start, &moves, &mut look).map_err(|error| error.to_string())?;
        self.moves = moves;
        let Some((made, words)) = ended else { return Ok(None) };
        self.moves.truncate(made);
        let (name, noun) = (&self.world.contents().name, if made == 1 { "move" } else { "moves" });
        Ok(Some(format!(
            "note: by the rules of {name} the game ended after {made} {noun}: {words}; later moves are left out"
        )))
    }

    /// Takes back as many moves as the text `moves` says, or one move if the text is empty.
    fn go_back(&mut self, moves: &str) -> Result<(), String> {
        let wanted = match moves.trim() {
            "" => 1,
            number => number.parse::<usize>().map_err(|_| format!("`{number}` is not a number of moves"))?,
        };
        let made = self.moves.len();
        let Some(first) = made.checked_sub(wanted) else {
            return Err(match made {
                0 => "no move has been made".to_owned(),
                1 => "only one move has been made".to_owned(),
                _ => format!("only {made} moves have been made"),
            });
        };
        let moves = &self.moves[..first];
        self.position =
            self.world.replay(&self.start, moves, &mut |_| true).map_err(|error| error.to_string())?;
        self.moves.truncate(first);
        Ok(())
    }
}
