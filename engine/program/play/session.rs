//! A game at the terminal: its turns, and the commands and moves in each turn.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use blanche_compiler::game::{Fault, MAX_PLIES};

use super::command::{Command, parse_answer};
use super::input::{Line, LineSource};
use super::move_choices;
use noire_engine::board::Style;
use noire_engine::games::KnowledgeFilter;
use noire_engine::players::{Chooser, PlayerSpec};
use noire_engine::search::alpha_beta::InterimResult;
use noire_engine::search::player::{Budget, Choice};
use noire_engine::search::reports::ReportThrottle;
use noire_engine::search::time::TimeControl;
use noire_engine::world::{Finish, Record, WorldError};
use noire_interactive::interactive_game::{InteractiveGame, RejectedMove, accepts_draw, finish, mover};
use noire_interactive::rejections::fault_text;
use noire_interactive::translations::{Translations, Variable};

/// Time to subtract from every time limit, because a search checks the clock only between queries.
const RESERVE: Duration = Duration::from_millis(20);

/// Who chooses the moves of a player: a person or the computer.
#[derive(Clone, Debug, PartialEq)]
pub enum Controller {
    /// A person at the terminal.
    Human,
    /// The computer. The specification says which player and which settings it uses.
    Computer(PlayerSpec),
}

impl Controller {
    fn is_human(&self) -> bool {
        *self == Controller::Human
    }
}

/// Where the game comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A new game. If it already has moves, they are an opening.
    New,
    /// A game continued from a file.
    File {
        /// The number of the game in the file, from 1.
        number: usize,
        /// The number of games in the file.
        games: usize,
    },
}

/// The initial state of a session.
pub struct SessionStart<W: InteractiveGame> {
    /// The initial position, or `None` for the usual start of the game.
    pub start: Option<W::Position>,
    /// The moves played so far.
    pub moves: Vec<W::Move>,
    /// What the file records of the game besides its moves.
    pub file: W::File,
    /// Where the game comes from.
    pub origin: Origin,
}

impl<W: InteractiveGame> SessionStart<W> {
    /// A new game, after an opening with these moves if there are any.
    pub fn new(moves: Vec<W::Move>) -> SessionStart<W> {
        SessionStart { start: None, moves, file: W::File::default(), origin: Origin::New }
    }
}

/// How a game is played and shown.
pub struct Settings {
    /// Who chooses the moves of each player, in the order of the players.
    pub controllers: Vec<Controller>,
    /// Search settings of the computer. The settings and the clock of a computer player take precedence. If the stop
    /// flag is set, the computer moves immediately, or a game in which only the computer plays ends.
    pub budget: Budget,
    /// The time control of each player that the computer plays.
    pub time: TimeControl,
    /// Whether to print the rule that applies at every turn.
    pub show_rules: bool,
    /// Whether to print the progress of the computer's search and why it chose its move.
    pub show_analysis: bool,
    /// Whether to list the moves at every turn of a person, with a number and the board after each move. The person may
    /// then enter the number of a move.
    pub are_numbered: bool,
    /// How boards are drawn.
    pub style: Style,
}

/// Why a game at the terminal could not be played to its end.
#[derive(Debug)]
pub enum SessionError {
    /// Input or output failed.
    Io(io::Error),
    /// The game cannot continue, or the computer cannot play it.
    World(WorldError),
}

impl From<io::Error> for SessionError {
    fn from(error: io::Error) -> SessionError {
        SessionError::Io(error)
    }
}

impl From<WorldError> for SessionError {
    fn from(trouble: WorldError) -> SessionError {
        SessionError::World(trouble)
    }
}

impl From<Fault> for SessionError {
    fn from(fault: Fault) -> SessionError {
        SessionError::World(fault.into())
    }
}

/// A player that chooses moves for the computer.
type Computer<'w, W> = Box<dyn Chooser<<W as noire_engine::world::World>::Game<'w>> + 'w>;

/// A game in progress.
pub struct Session<'w, W: InteractiveGame> {
    pub(super) world: &'w W,
    pub(super) settings: Settings,
    pub(super) translations: Translations,
    pub(super) start: W::Position,
    pub(super) moves: Vec<W::Move>,
    pub(super) file: W::File,
    pub(super) origin: Origin,
    /// The computer's clocks, one for each player and one for hints.
    clocks: Vec<TimeControl>,
    /// The computer's players, in the order of the seats, each created when first needed. The last one gives hints.
    computers: Vec<Option<Computer<'w, W>>>,
    /// The computer's last choice of a move.
    last_choice: Option<Choice<W::Step>>,
    /// The moves that were taken back, in one list for each `undo`.
    undone: Vec<Vec<W::Move>>,
}

/// How a turn ended.
enum Turn {
    /// The position has changed.
    Made,
    /// A player ended the game. Holds the result and the name of the message to print.
    Ended(Finish, &'static str),
    /// The person left, or a game in which only the computer plays was stopped.
    Left,
}

impl<'w, W: InteractiveGame> Session<'w, W> {
    /// Creates a session that continues after the moves of `begun`.
    ///
    /// # Errors
    /// If the game cannot be set up, or the computer cannot play it with these settings.
    pub fn new(
        world: &'w W,
        begun: SessionStart<W>,
        settings: Settings,
        translations: Translations,
    ) -> Result<Session<'w, W>, WorldError> {
        let start = begun.start.map_or_else(|| world.start(), Ok)?;
        for seat in &settings.controllers {
            if let Controller::Computer(spec) = seat {
                world.game(world.backends()[0], &spec.knowledge_filter(), &start)?;
            }
        }
        let clocks = vec![settings.time; settings.controllers.len() + 1];
        let computers = settings.controllers.iter().map(|_| None).chain([None]).collect();
        Ok(Session {
            world,
            settings,
            translations,
            start,
            moves: begun.moves,
            file: begun.file,
            origin: begun.origin,
            clocks,
            computers,
            last_choice: None,
            undone: Vec::new(),
        })
    }

    /// The record of the game so far, with the result `end`.
    pub fn record(&self, end: Option<Finish>) -> Record<W> {
        let name = |seat: Option<&Controller>| match seat {
            Some(Controller::Computer(_)) => "noire".to_owned(),
            _ => "human".to_owned(),
        };
        let players = [0, 1].map(|at| name(self.settings.controllers.get(at)));
        Record { players, moves: self.moves.clone(), end }
    }

    /// Plays until the game ends, the input ends, or the stop flag ends it. Returns `None` if the game was left
    /// unfinished.
    ///
    /// # Errors
    /// If input or output fails, or the game cannot continue.
    pub fn play(
        &mut self,
        mut input: impl LineSource,
        out: &mut impl Write,
    ) -> Result<Option<Finish>, SessionError> {
        self.print_rules(out)?;
        let mut is_begun = false;
        let (finish, said) = loop {
            let mut position = self.position()?;
            let end = self.world.end_within_limits(&mut position)?;
            if !is_begun {
                self.print_origin(out, end.is_some())?;
                is_begun = true;
            }
            if let Some(end) = end {
                break (
                    Some(finish(self.world, &end)),
                    self.world.end_sentence(
                        &end,
                        (&self.start, &self.moves),
                        &mut position,
                        &self.translations,
                    )?,
                );
            }
            if self.moves.len() >= MAX_PLIES as usize {
                return Err(Fault::Endless(MAX_PLIES).into());
            }
            if let Some(pass) = self.world.forced_pass(&mut position)? {
                self.print_message(out, "must-pass", &[("colour", self.player(&position).as_str().into())])?;
                self.moves.push(pass);
                continue;
            }
            let turn = match self.settings.controllers[self.to_move(&position)] {
                Controller::Computer(_) => {
                    if self.settings.show_rules {
                        self.print_rule(&position, out)?;
                    }
                    self.computer_turn(&position, out)?
                }
                Controller::Human => self.person_turn(position, &mut input, out)?,
            };
            match turn {
                Turn::Made => {}
                Turn::Ended(finish, said) => {
                    let text = self.finished_text(&finish, said);
                    break (Some(finish), text);
                }
                Turn::Left => break (None, self.translations.format("left", &[])),
            }
        };
        self.print_end(out, &said)?;
        Ok(finish)
    }

    /// The current position.
    pub(super) fn position(&self) -> Result<W::Position, WorldError> {
        self.world.replay(&self.start, &self.moves, &mut |_| true)
    }

    /// The index of the player to move.
    pub(super) fn to_move(&self, position: &W::Position) -> usize {
        mover(self.world, position).expect("a side is to move in a game")
    }

    /// The game as a player with this filter sees it. The filter chooses scores and preferences.
    fn game(&self, knowledge_filter: &KnowledgeFilter) -> Result<W::Game<'w>, WorldError> {
        self.world.searched_game(knowledge_filter, &self.start, &self.moves)
    }

    /// The settings of the player in this seat. The seat of a person, and the seat for hints, use the settings of the
    /// first computer player, or the default search.
    fn spec(&self, seat: usize) -> PlayerSpec {
        let computer = |seat: &Controller| match seat {
            Controller::Computer(spec) => Some(spec.clone()),
            Controller::Human => None,
        };
        let controllers = &self.settings.controllers;
        let of_seat = controllers.get(seat).and_then(computer);
        of_seat
            .or_else(|| controllers.iter().find_map(computer))
            .unwrap_or_else(|| "search".parse().expect("it is a player"))
    }

    /// The move that the computer chooses for the seat `seat`, within the time of the clock `clock`. Prints progress
    /// reports if the settings ask for them.
    fn choose_move(
        &mut self,
        (seat, clock): (usize, usize),
        out: &mut impl Write,
    ) -> Result<Choice<W::Step>, SessionError> {
        let spec = self.spec(seat);
        let mut game = self.game(&spec.knowledge_filter())?;
        let time = self.clocks[clock].for_a_move(RESERVE);
        let budget = spec.within(self.settings.budget.clone().with_time(time));
        let mut computer = self.computers[seat].take().unwrap_or_else(|| spec.chooser(seat as u64 + 1));
        let mut throttle = ReportThrottle::begin();
        let mut listener = |result: &InterimResult<'_, W::Step>| {
            if self.settings.show_analysis && throttle.is_due(result) {
                // An error is ignored here, because printing the move will then fail too and end the game.
                let _ = self.print_interim_result(out, result, throttle.elapsed());
            }
        };
        let choice = computer.choose_with_listener(&mut game, &budget, &mut listener);
        self.computers[seat] = Some(computer);
        let choice = choice?;
        if let Some(given_up) = &choice.given_up {
            self.print_message(
                out,
                "thinks-no-further",
                &[("reason", given_up.to_string().as_str().into())],
            )?;
        }
        Ok(choice)
    }

    fn computer_turn(&mut self, position: &W::Position, out: &mut impl Write) -> Result<Turn, SessionError> {
        let seat = self.to_move(position);
        let choice = self.choose_move((seat, seat), out)?;
        self.clocks[seat].spend(choice.time);
        let stop = &self.settings.budget.stop;
        if self.settings.controllers.iter().all(|seat| !seat.is_human()) && stop.load(Ordering::Relaxed) {
            return Ok(Turn::Left);
        }
        // The stop flag was meant for this move only, so it is cleared for the next move.
        stop.store(false, Ordering::Relaxed);
        let Some(mv) = choice.mv else { return Ok(Turn::Left) };
        self.print_move(out, position, mv, choice.reason)?;
        if self.settings.show_analysis {
            self.print_reason(out, position, &choice)?;
        }
        self.last_choice = Some(choice);
        self.moves.push(mv.into());
        self.print_opening_name(out)?;
        Ok(Turn::Made)
    }

    /// Reads commands and moves until the turn of the person is over.
    fn person_turn(
        &mut self,
        mut position: W::Position,
        input: &mut impl LineSource,
        out: &mut impl Write,
    ) -> Result<Turn, SessionError> {
        self.print_board(&position, out)?;
        let numbered = if self.settings.are_numbered {
            self.world.legal_moves(&self.start, &self.moves)?
        } else {
            Vec::new()
        };
        if self.settings.are_numbered {
            write!(out, "\n{}", move_choices::draw(self.world, &position, &numbered, self.settings.style)?)?;
        }
        let name = self.player(&position);
        loop {
            self.ask(out, "prompt", &[("colour", name.as_str().into())])?;
            let line = match input.next_line()? {
                Line::End | Line::Interrupted => {
                    // Later output must not continue the line of the prompt.
                    writeln!(out)?;
                    return Ok(Turn::Left);
                }
                Line::Garbled(text) => {
                    self.print_message(out, "not-a-command", &[("text", text.trim().into())])?;
                    continue;
                }
                Line::Text(line) if line.trim().is_empty() => continue,
                Line::Text(line) => line,
            };
            let turn = match Command::parse_in(&self.translations, &line) {
                Some(command) => self.execute(command, &position, input, out)?,
                None => self.play_entered_move(line.trim(), &mut position, &numbered, out)?,
            };
            if let Some(turn) = turn {
                return Ok(turn);
            }
        }
    }

    /// Plays the move that the person entered, if it is legal.
    fn play_entered_move(
        &mut self,
        line: &str,
        position: &mut W::Position,
        numbered: &[W::Move],
        out: &mut impl Write,
    ) -> Result<Option<Turn>, SessionError> {
        let number = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let chosen = number.and_then(|number| numbered.get(number).copied());
        match chosen.map_or_else(|| self.world.parse_move(position, line), Ok) {
            Ok(mv) => {
                self.undone.clear();
                self.moves.push(mv);
                self.print_opening_name(out)?;
                return Ok(Some(Turn::Made));
            }
            Err(RejectedMove::NoMove) => {
                self.print_message(out, "not-a-command", &[("text", line.into())])?
            }
            Err(RejectedMove::Occupied) => self.print_message(out, "not-empty", &[("move", line.into())])?,
            Err(RejectedMove::Unplayable(fault)) => {
                let reason = fault_text(&self.translations, &fault);
                self.print_message(out, "unplayable", &[("reason", reason.as_str().into())])?;
                if let Ok(explanation) = self.world.explain_move(position, line)
                    && explanation.is_complete
                {
                    self.print_steps(out, &explanation, false)?;
                }
            }
        }
        Ok(None)
    }

    /// Executes a command. Returns `None` if the turn continues.
    fn execute(
        &mut self,
        command: Command,
        position: &W::Position,
        input: &mut impl LineSource,
        out: &mut impl Write,
    ) -> Result<Option<Turn>, SessionError> {
        match command {
            Command::Pass => return self.pass(position, out),
            Command::Undo => return Ok(self.undo(position, out)?.then_some(Turn::Made)),
            Command::Redo => return Ok(self.redo(out)?.then_some(Turn::Made)),
            Command::Draw => return self.offer_draw(position, input, out),
            Command::Resign => {
                let other = (self.to_move(position) + 1) % self.settings.controllers.len();
                let finish = Finish { winner: Some(other), by: "resignation".to_owned() };
                return Ok(Some(Turn::Ended(finish, "wins-resignation")));
            }
            Command::Quit => return Ok(Some(Turn::Left)),
            Command::Save(file) => {
                return Ok(self.save(file.as_deref(), input, out)?.is_none().then_some(Turn::Left));
            }
            Command::SaveOver(file) => self.overwrite(file.as_deref(), out)?,
            Command::Hint => {
                let choice = self.find_hint(position, out)?;
                self.print_hint(out, position, &choice)?;
            }
            Command::Value => {
                let choice = self.find_hint(position, out)?;
                self.print_value(out, position, &choice)?;
            }
            Command::Why(text) => match self.world.explain_move(&mut position.clone(), &text) {
                Ok(explanation) => {
                    writeln!(out, "{}", explanation.verdict)?;
                    self.print_steps(out, &explanation, true)?;
                }
                Err(trouble) => writeln!(out, "{trouble}")?,
            },
            Command::Rules => self.print_rule(position, out)?,
            Command::Moves => {
                let moves: Vec<String> = self
                    .world
                    .legal_moves(&self.start, &self.moves)?
                    .iter()
                    .map(|mv| self.world.moves_text(&[*mv]))
                    .collect();
                writeln!(out, "{}", moves.join(" "))?;
            }
            Command::Help => self.print_message(out, "help", &[])?,
        }
        Ok(None)
    }

    fn pass(&mut self, position: &W::Position, out: &mut impl Write) -> Result<Option<Turn>, SessionError> {
        let Some(pass) = W::PASS else {
            // Some games have a move called `pass`.
            return self.play_entered_move("pass", &mut position.clone(), &[], out);
        };
        self.undone.clear();
        self.moves.push(pass);
        self.print_message(out, "passes", &[("colour", self.player(position).as_str().into())])?;
        Ok(Some(Turn::Made))
    }

    /// Repeats a yes-or-no question until it is answered. Returns `None` if the input ends first.
    pub(super) fn answer(
        &self,
        question: &str,
        variables: &[(&str, Variable<'_>)],
        input: &mut impl LineSource,
        out: &mut impl Write,
    ) -> io::Result<Option<bool>> {
        loop {
            self.ask(out, question, variables)?;
            let answer = match input.next_line()? {
                Line::End | Line::Interrupted => return Ok(None),
                Line::Garbled(_) => None,
                Line::Text(line) => parse_answer(&self.translations, &line),
            };
            match answer {
                Some(answer) => return Ok(Some(answer)),
                None => self.print_message(out, "not-an-answer", &[])?,
            }
        }
    }

    /// Takes back the person's last move and all moves after it. If only people play, takes back the last move. Forced
    /// passes do not count. Returns whether a move was taken back.
    fn undo(&mut self, position: &W::Position, out: &mut impl Write) -> Result<bool, SessionError> {
        let are_people = self.settings.controllers.iter().all(Controller::is_human);
        let (seat, mut movers, mut forced) = (self.to_move(position), Vec::new(), Vec::new());
        self.world.replay(&self.start, &self.moves, &mut |position| {
            movers.push(mover(self.world, position));
            forced.push(matches!(self.world.forced_pass(&mut position.clone()), Ok(Some(_))));
            true
        })?;
        let is_meant = |at: &usize| !forced[*at] && (are_people || movers[*at] == Some(seat));
        let Some(at) = (0..self.moves.len()).rev().find(is_meant) else {
            self.print_message(out, "nothing-to-take-back", &[])?;
            return Ok(false);
        };
        let undone = self.moves.split_off(at);
        self.print_message(out, "taken-back", &[("moves", (undone.len() as u32).into())])?;
        self.undone.push(undone);
        self.last_choice = None;
        Ok(true)
    }

    /// Replays the moves that were last taken back. Returns whether there were any.
    fn redo(&mut self, out: &mut impl Write) -> io::Result<bool> {
        let Some(moves) = self.undone.pop() else {
            self.print_message(out, "nothing-to-make-again", &[])?;
            return Ok(false);
        };
        self.print_message(out, "made-again", &[("moves", (moves.len() as u32).into())])?;
        self.moves.extend(moves);
        Ok(true)
    }

    /// The move that the computer would play for the person, found in the time that the computer has for a move.
    fn find_hint(
        &mut self,
        position: &W::Position,
        out: &mut impl Write,
    ) -> Result<Choice<W::Step>, SessionError> {
        let hints = self.settings.controllers.len();
        let choice = self.choose_move((hints, self.to_move(position)), out);
        // The stop flag was meant for this search only, so it is cleared for the next search.
        self.settings.budget.stop.store(false, Ordering::Relaxed);
        choice
    }

    /// Offers a draw to the other player. A person is asked, and the computer accepts unless it considers itself
    /// better.
    fn offer_draw(
        &mut self,
        position: &W::Position,
        input: &mut impl LineSource,
        out: &mut impl Write,
    ) -> Result<Option<Turn>, SessionError> {
        let to_move = self.to_move(position);
        let other = (to_move + 1) % self.settings.controllers.len();
        let (name, offering) = (self.player_of(other), self.player_of(to_move));
        let names = [("colour", name.as_str().into()), ("other", offering.as_str().into())];
        let (answer, refusal) = match self.settings.controllers[other] {
            Controller::Human => (self.answer("draw-offered", &names, input, out)?, "draw-refused"),
            Controller::Computer(_) => (Some(accepts_draw(self.last_choice.as_ref())), "draw-declined"),
        };
        match answer {
            Some(true) => {
                let finish = Finish { winner: None, by: "agreement".to_owned() };
                Ok(Some(Turn::Ended(finish, "draw-agreement")))
            }
            Some(false) => {
                self.print_message(out, refusal, &names)?;
                Ok(None)
            }
            None => {
                writeln!(out)?;
                Ok(Some(Turn::Left))
            }
        }
    }

    /// The flag that makes the computer move immediately when it is set.
    pub fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.settings.budget.stop)
    }
}
