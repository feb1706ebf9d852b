//! The game: turns, and what is done at each.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use blanche_compiler::game::{Fault, MOST_PLIES};

use super::choices;
use super::command::{Command, read_answer};
use super::lines::{Line, Lines};
use super::playing::{Playing, Refused, finish, number};
use crate::texts::{Texts, Variable};
use noire_engine::board::Style;
use noire_engine::games::{Game as _, Taste};
use noire_engine::players::{Chooser, PlayerSpec};
use noire_engine::search::alpha_beta::Thought;
use noire_engine::search::player::{Budget, Choice, Played as _, Reason};
use noire_engine::search::time::TimeControl;
use noire_engine::search::told::Pace;
use noire_engine::world::{End, Finish, Record, Trouble};

/// So much of a limit is left for a search that looks at the clock between two questions.
const RESERVE: Duration = Duration::from_millis(20);

/// Who plays for a player of the game.
#[derive(Clone, Debug, PartialEq)]
pub enum Seat {
    /// A person at the terminal.
    Human,
    /// The program, as this player.
    Computer(PlayerSpec),
}

impl Seat {
    fn is_human(&self) -> bool {
        *self == Seat::Human
    }
}

/// Where the game comes from that is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It is a new one; what moves it has are an opening.
    New,
    /// It stands in a file: the game of this number, from 1, of so many.
    File {
        /// Its number.
        number: usize,
        /// How many there are.
        games: usize,
    },
}

/// A game as it begins.
pub struct Begun<W: Playing> {
    /// The position with which it begins; the start of the game where it is absent.
    pub start: Option<W::Position>,
    /// The moves so far.
    pub moves: Vec<W::Move>,
    /// What a file says of it besides.
    pub file: W::File,
    /// Where it comes from.
    pub origin: Origin,
}

impl<W: Playing> Begun<W> {
    /// A game at its start, or after an opening of these moves.
    pub fn new(moves: Vec<W::Move>) -> Begun<W> {
        Begun { start: None, moves, file: W::File::default(), origin: Origin::New }
    }
}

/// How a game is played.
pub struct Settings {
    /// Who plays, in the order of the players.
    pub seats: Vec<Seat>,
    /// How the computer plays, but for what is set of it and its time. Its sign to stop makes the computer move at once,
    /// and ends a game of the computer with itself.
    pub budget: Budget,
    /// The time of the computer, for each player that it plays.
    pub time: TimeControl,
    /// The rule that applies is shown at every turn.
    pub show_rules: bool,
    /// What the computer finds while it thinks is told, and why it plays its move.
    pub show_analysis: bool,
    /// Moves are shown at every turn of a person, with their numbers and the boards they lead to; a number is a move then.
    pub are_numbered: bool,
    /// How the board is drawn.
    pub style: Style,
}

/// Why a game ended at the terminal before its end.
#[derive(Debug)]
pub enum SessionError {
    /// Something cannot be read or written.
    Io(io::Error),
    /// The game cannot go on, or the computer cannot play it.
    Trouble(Trouble),
}

impl From<io::Error> for SessionError {
    fn from(error: io::Error) -> SessionError {
        SessionError::Io(error)
    }
}

impl From<Trouble> for SessionError {
    fn from(trouble: Trouble) -> SessionError {
        SessionError::Trouble(trouble)
    }
}

impl From<Fault> for SessionError {
    fn from(fault: Fault) -> SessionError {
        SessionError::Trouble(fault.into())
    }
}

/// Who chooses moves for the computer.
type Computer<'w, W> = Box<dyn Chooser<<W as noire_engine::world::World>::Game<'w>> + 'w>;

/// A game that is played.
pub struct Session<'w, W: Playing> {
    pub(super) world: &'w W,
    pub(super) settings: Settings,
    pub(super) texts: Texts,
    pub(super) start: W::Position,
    pub(super) moves: Vec<W::Move>,
    pub(super) file: W::File,
    pub(super) origin: Origin,
    /// What is left of the computer's time, by players.
    clocks: Vec<TimeControl>,
    /// Who plays for the players whom the computer plays, and behind them whoever is asked for hints.
    computers: Vec<Option<Computer<'w, W>>>,
    /// What the computer thought of its last move.
    last_choice: Option<Choice<W::Step>>,
    /// The moves that were taken back, those of each time together.
    undone: Vec<Vec<W::Move>>,
}

/// How a turn ended.
enum Turn {
    /// The position is another one.
    Made,
    /// The game is over by what somebody said, which this message tells.
    Ended(Finish, &'static str),
    /// The person went away, or nobody wants to see the computer go on.
    Left,
}

impl<'w, W: Playing> Session<'w, W> {
    /// A game that goes on after the moves with which it has begun.
    ///
    /// # Errors
    /// When the game does not begin, or the computer cannot play it so.
    pub fn new(
        world: &'w W,
        begun: Begun<W>,
        settings: Settings,
        texts: Texts,
    ) -> Result<Session<'w, W>, Trouble> {
        let start = begun.start.map_or_else(|| world.start(), Ok)?;
        for seat in &settings.seats {
            if let Seat::Computer(spec) = seat {
                world.game(world.backends()[0], &spec.taste(), &start)?;
            }
        }
        let clocks = vec![settings.time; settings.seats.len() + 1];
        let computers = settings.seats.iter().map(|_| None).chain([None]).collect();
        Ok(Session {
            world,
            settings,
            texts,
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

    /// The game so far, which ended so.
    pub fn record(&self, end: Option<Finish>) -> Record<W> {
        let name = |seat: Option<&Seat>| match seat {
            Some(Seat::Computer(_)) => "noire".to_owned(),
            _ => "human".to_owned(),
        };
        let players = [0, 1].map(|at| name(self.settings.seats.get(at)));
        Record { players, moves: self.moves.clone(), end }
    }

    /// Plays until the game ends, there is nothing more to be read, or the sign to stop ends it. Nothing where it was left.
    ///
    /// # Errors
    /// When nothing can be read or written, or the game cannot go on.
    pub fn play(
        &mut self,
        mut input: impl Lines,
        out: &mut impl Write,
    ) -> Result<Option<Finish>, SessionError> {
        self.tell_rules(out)?;
        let mut is_begun = false;
        let (finish, said) = loop {
            let mut position = self.position()?;
            let end = self.end(&mut position)?;
            if !is_begun {
                self.tell_origin(out, end.is_some())?;
                is_begun = true;
            }
            if let Some(end) = end {
                break (Some(finish(self.world, &end)), self.end_text(&end, &mut position)?);
            }
            if self.moves.len() >= MOST_PLIES as usize {
                return Err(Fault::Endless(MOST_PLIES).into());
            }
            if let Some(pass) = self.world.forced_pass(&mut position)? {
                self.say(out, "must-pass", &[("colour", self.player(&position).as_str().into())])?;
                self.moves.push(pass);
                continue;
            }
            let turn = match self.settings.seats[self.to_move(&position)] {
                Seat::Computer(_) => {
                    if self.settings.show_rules {
                        self.show_rule(&position, out)?;
                    }
                    self.computer_moves(&position, out)?
                }
                Seat::Human => self.person_moves(position, &mut input, out)?,
            };
            match turn {
                Turn::Made => {}
                Turn::Ended(finish, said) => {
                    let text = self.finished_text(&finish, said);
                    break (Some(finish), text);
                }
                Turn::Left => break (None, self.texts.say("left", &[])),
            }
        };
        self.tell_end(out, &said)?;
        Ok(finish)
    }

    /// The position as it stands.
    pub(super) fn position(&self) -> Result<W::Position, Trouble> {
        self.world.replay(&self.start, &self.moves, &mut |_| true)
    }

    /// How the game has ended on the board. What cannot be asked within its limits goes on.
    fn end(&self, position: &mut W::Position) -> Result<Option<End>, Trouble> {
        match self.world.end(position) {
            Err(Trouble::Limit(_)) => Ok(None),
            end => end,
        }
    }

    fn end_text(&self, end: &End, position: &mut W::Position) -> Result<String, Trouble> {
        let Some((last, before)) = self.moves.split_last() else {
            return self.world.end_text(end, position, None, &self.texts);
        };
        let mut before = self.world.replay(&self.start, before, &mut |_| true)?;
        self.world.end_text(end, position, Some((&mut before, *last)), &self.texts)
    }

    /// The number of the player who is to move.
    pub(super) fn to_move(&self, position: &W::Position) -> usize {
        let name = self.world.to_move(position);
        name.and_then(|name| number(self.world, &name)).expect("somebody is to move in a game")
    }

    /// The game as a player sees it who has this taste. No search makes the passes of some games: behind one the game is set up anew.
    fn game(&self, taste: &Taste) -> Result<W::Game<'w>, Trouble> {
        let pass = self.moves.iter().rposition(|mv| W::step(*mv).is_none());
        let first = pass.map_or(0, |at| at + 1);
        let start = self.world.replay(&self.start, &self.moves[..first], &mut |_| true)?;
        let mut game = self.world.game(self.world.backends()[0], taste, &start)?;
        self.moves[first..].iter().filter_map(|mv| W::step(*mv)).for_each(|step| game.play(step));
        game.settle();
        Ok(game)
    }

    /// Whoever is asked for a move of this player, or for hints, and what is set of it.
    fn spec(&self, seat: usize) -> PlayerSpec {
        let computer = |seat: &Seat| match seat {
            Seat::Computer(spec) => Some(spec.clone()),
            Seat::Human => None,
        };
        let seats = &self.settings.seats;
        let of_seat = seats.get(seat).and_then(computer);
        of_seat
            .or_else(|| seats.iter().find_map(computer))
            .unwrap_or_else(|| "search".parse().expect("it is a player"))
    }

    /// The move that the computer chooses for this seat; it tells what it finds where that is wanted.
    fn chosen(
        &mut self,
        (seat, clock): (usize, usize),
        out: &mut impl Write,
    ) -> Result<Choice<W::Step>, SessionError> {
        let spec = self.spec(seat);
        let mut game = self.game(&spec.taste())?;
        let time = self.clocks[clock].for_a_move(RESERVE);
        let budget = spec.within(self.settings.budget.clone().with_time(time));
        let mut computer = self.computers[seat].take().unwrap_or_else(|| spec.chooser(seat as u64 + 1));
        let mut pace = Pace::begin();
        let mut listener = |thought: &Thought<'_, W::Step>| {
            if self.settings.show_analysis && pace.is_due(thought) {
                // Where nothing can be written the game ends as soon as the move is told.
                let _ = self.tell_thought(out, thought, pace.elapsed());
            }
        };
        let choice = computer.choose_telling(&mut game, &budget, &mut listener);
        self.computers[seat] = Some(computer);
        let choice = choice?;
        if let Some(given_up) = &choice.given_up {
            self.say(out, "thinks-no-further", &[("reason", given_up.to_string().as_str().into())])?;
        }
        Ok(choice)
    }

    fn computer_moves(&mut self, position: &W::Position, out: &mut impl Write) -> Result<Turn, SessionError> {
        let seat = self.to_move(position);
        let choice = self.chosen((seat, seat), out)?;
        self.clocks[seat].spend(choice.time);
        let stop = &self.settings.budget.stop;
        if self.settings.seats.iter().all(|seat| !seat.is_human()) && stop.load(Ordering::Relaxed) {
            return Ok(Turn::Left);
        }
        // It was for this move; what comes next is not to stop at once.
        stop.store(false, Ordering::Relaxed);
        let Some(mv) = choice.mv else { return Ok(Turn::Left) };
        self.tell_move(out, position, mv, choice.reason)?;
        if self.settings.show_analysis {
            self.tell_why(out, position, &choice)?;
        }
        self.last_choice = Some(choice);
        self.moves.push(mv.into());
        self.name_opening(out)?;
        Ok(Turn::Made)
    }

    /// Reads commands until the turn of the person is over.
    fn person_moves(
        &mut self,
        mut position: W::Position,
        input: &mut impl Lines,
        out: &mut impl Write,
    ) -> Result<Turn, SessionError> {
        self.show_board(&position, out)?;
        let numbered = if self.settings.are_numbered { self.legal_moves()? } else { Vec::new() };
        if self.settings.are_numbered {
            write!(out, "\n{}", choices::drawn(self.world, &position, &numbered, self.settings.style)?)?;
        }
        let name = self.player(&position);
        loop {
            self.ask(out, "prompt", &[("colour", name.as_str().into())])?;
            let line = match input.next_line()? {
                Line::End | Line::Interrupted => {
                    // The next thing must not be said on the line of the prompt.
                    writeln!(out)?;
                    return Ok(Turn::Left);
                }
                Line::Garbled(text) => {
                    self.say(out, "not-a-command", &[("text", text.trim().into())])?;
                    continue;
                }
                Line::Text(line) if line.trim().is_empty() => continue,
                Line::Text(line) => line,
            };
            let turn = match Command::read_in(&self.texts, &line) {
                Some(command) => self.obeyed(command, &position, input, out)?,
                None => self.moved(line.trim(), &mut position, &numbered, out)?,
            };
            if let Some(turn) = turn {
                return Ok(turn);
            }
        }
    }

    /// Makes the move that somebody writes, if it is one.
    fn moved(
        &mut self,
        line: &str,
        position: &mut W::Position,
        numbered: &[W::Move],
        out: &mut impl Write,
    ) -> Result<Option<Turn>, SessionError> {
        let number = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let chosen = number.and_then(|number| numbered.get(number).copied());
        match chosen.map_or_else(|| self.world.move_of(position, line), Ok) {
            Ok(mv) => {
                self.undone.clear();
                self.moves.push(mv);
                self.name_opening(out)?;
                return Ok(Some(Turn::Made));
            }
            Err(Refused::NoMove) => self.say(out, "not-a-command", &[("text", line.into())])?,
            Err(Refused::Occupied) => self.say(out, "not-empty", &[("move", line.into())])?,
            Err(Refused::Unplayable(reason)) => {
                self.say(out, "unplayable", &[("reason", reason.as_str().into())])?;
            }
        }
        Ok(None)
    }

    /// Does what somebody says; the turn goes on where it gives nothing.
    fn obeyed(
        &mut self,
        command: Command,
        position: &W::Position,
        input: &mut impl Lines,
        out: &mut impl Write,
    ) -> Result<Option<Turn>, SessionError> {
        match command {
            Command::Pass => return self.passed(position, out),
            Command::Undo => return Ok(self.undo(position, out)?.then_some(Turn::Made)),
            Command::Redo => return Ok(self.redo(out)?.then_some(Turn::Made)),
            Command::Draw => return self.draw_offered(position, input, out),
            Command::Resign => {
                let other = (self.to_move(position) + 1) % self.settings.seats.len();
                let finish = Finish { winner: Some(other), by: "resignation".to_owned() };
                return Ok(Some(Turn::Ended(finish, "wins-resignation")));
            }
            Command::Quit => return Ok(Some(Turn::Left)),
            Command::Save(file) => {
                return Ok(self.save(file.as_deref(), input, out)?.is_none().then_some(Turn::Left));
            }
            Command::SaveOver(file) => self.save_over(file.as_deref(), out)?,
            Command::Hint => {
                let choice = self.looked_ahead(position, out)?;
                self.tell_hint(out, position, &choice)?;
            }
            Command::Value => {
                let choice = self.looked_ahead(position, out)?;
                self.tell_value(out, position, &choice)?;
            }
            Command::Rules => self.show_rule(position, out)?,
            Command::Moves => {
                let moves: Vec<String> =
                    self.legal_moves()?.iter().map(|mv| self.world.moves_text(&[*mv])).collect();
                writeln!(out, "{}", moves.join(" "))?;
            }
            Command::Help => self.say(out, "help", &[])?,
        }
        Ok(None)
    }

    /// The moves of the side to move that a search knows.
    fn legal_moves(&self) -> Result<Vec<W::Move>, Trouble> {
        let mut moves = Vec::new();
        self.game(&Taste::default())?.moves(&mut moves);
        Ok(moves.into_iter().map(W::Move::from).collect())
    }

    fn passed(&mut self, position: &W::Position, out: &mut impl Write) -> Result<Option<Turn>, SessionError> {
        let Some(pass) = W::PASS else {
            // A game may have a move that is called so.
            return self.moved("pass", &mut position.clone(), &[], out);
        };
        self.undone.clear();
        self.moves.push(pass);
        self.say(out, "passes", &[("colour", self.player(position).as_str().into())])?;
        Ok(Some(Turn::Made))
    }

    /// Asks a question until it is answered by yes or no; nothing where somebody goes away instead.
    pub(super) fn answer(
        &self,
        question: &str,
        variables: &[(&str, Variable<'_>)],
        input: &mut impl Lines,
        out: &mut impl Write,
    ) -> io::Result<Option<bool>> {
        loop {
            self.ask(out, question, variables)?;
            let answer = match input.next_line()? {
                Line::End | Line::Interrupted => return Ok(None),
                Line::Garbled(_) => None,
                Line::Text(line) => read_answer(&self.texts, &line),
            };
            match answer {
                Some(answer) => return Ok(Some(answer)),
                None => self.say(out, "not-an-answer", &[])?,
            }
        }
    }

    /// Takes moves back up to the last one of the person to move; where only people play, the last one of anybody. Passes that were made
    /// unasked are no moves. Says whether there was one.
    fn undo(&mut self, position: &W::Position, out: &mut impl Write) -> Result<bool, SessionError> {
        let are_people = self.settings.seats.iter().all(Seat::is_human);
        let (seat, mut movers, mut forced) = (self.to_move(position), Vec::new(), Vec::new());
        self.world.replay(&self.start, &self.moves, &mut |position| {
            movers.push(self.world.to_move(position).and_then(|name| number(self.world, &name)));
            forced.push(matches!(self.world.forced_pass(&mut position.clone()), Ok(Some(_))));
            true
        })?;
        let is_meant = |at: &usize| !forced[*at] && (are_people || movers[*at] == Some(seat));
        let Some(at) = (0..self.moves.len()).rev().find(is_meant) else {
            self.say(out, "nothing-to-take-back", &[])?;
            return Ok(false);
        };
        let undone = self.moves.split_off(at);
        self.say(out, "taken-back", &[("moves", (undone.len() as u32).into())])?;
        self.undone.push(undone);
        self.last_choice = None;
        Ok(true)
    }

    /// Makes again what was taken back last. Says whether there was something.
    fn redo(&mut self, out: &mut impl Write) -> io::Result<bool> {
        let Some(moves) = self.undone.pop() else {
            self.say(out, "nothing-to-make-again", &[])?;
            return Ok(false);
        };
        self.say(out, "made-again", &[("moves", (moves.len() as u32).into())])?;
        self.moves.extend(moves);
        Ok(true)
    }

    /// What the computer would play in the place of the person, in the time that it has for a move.
    fn looked_ahead(
        &mut self,
        position: &W::Position,
        out: &mut impl Write,
    ) -> Result<Choice<W::Step>, SessionError> {
        let hints = self.settings.seats.len();
        let choice = self.chosen((hints, self.to_move(position)), out);
        // It was for this question; what comes next is not to stop at once.
        self.settings.budget.stop.store(false, Ordering::Relaxed);
        choice
    }

    /// A draw is offered to the other player: a person is asked, and the computer agrees where it does not think that it is better.
    fn draw_offered(
        &mut self,
        position: &W::Position,
        input: &mut impl Lines,
        out: &mut impl Write,
    ) -> Result<Option<Turn>, SessionError> {
        let to_move = self.to_move(position);
        let other = (to_move + 1) % self.settings.seats.len();
        let (name, offering) = (self.player_of(other), self.player_of(to_move));
        let names = [("colour", name.as_str().into()), ("other", offering.as_str().into())];
        let (answer, refusal) = match self.settings.seats[other] {
            Seat::Human => (self.answer("draw-offered", &names, input, out)?, "draw-refused"),
            Seat::Computer(_) => (Some(self.is_no_better()), "draw-declined"),
        };
        match answer {
            Some(true) => {
                let finish = Finish { winner: None, by: "agreement".to_owned() };
                Ok(Some(Turn::Ended(finish, "draw-agreement")))
            }
            Some(false) => {
                self.say(out, refusal, &names)?;
                Ok(None)
            }
            None => {
                writeln!(out)?;
                Ok(Some(Turn::Left))
            }
        }
    }

    /// The computer has looked, and does not think that it is better.
    fn is_no_better(&self) -> bool {
        self.last_choice.as_ref().is_some_and(|choice| {
            choice.reason == Reason::Loses || choice.worth.is_some_and(|worth| worth.value() <= 0)
        })
    }

    /// The sign that makes the computer move at once.
    pub fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.settings.budget.stop)
    }
}
