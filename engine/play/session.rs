//! The game: turns, and what is done at each.

use std::cell::OnceCell;
use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::command::{Command, read_answer};
use super::lines::{Line, Lines};
use crate::bases::Backend;
use crate::board::{Color, Point, Style};
use crate::facts::Base;
use crate::games::FiveInARow;
use crate::games::ended;
use crate::presentation::Explainer;
use crate::record::{DrawReason, GameRecord, Move, Outcome, WinReason};
use crate::search::alpha_beta::Thought;
use crate::search::player::{self, Budget, Choice, Reason};
use crate::search::time::TimeControl;
use crate::search::told::Pace;
use crate::texts::{Texts, Variable};

/// So much of a limit is left for a search that looks at the clock between two questions.
pub(super) const RESERVE: Duration = Duration::from_millis(20);

/// Who sets the stones of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// A person at the terminal.
    Human,
    /// The program.
    Computer,
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

/// How a game is played.
pub struct Settings {
    /// Who plays black and who white.
    pub players: [Player; 2],
    /// How the computer plays; its time is that of [`Settings::time`]. Its sign to stop makes the computer move at once,
    /// and ends a game of the computer with itself.
    pub budget: Budget,
    /// The time of the computer, for each colour that it plays.
    pub time: TimeControl,
    /// The rule that applies is shown at every turn.
    pub show_rules: bool,
    /// What the computer finds while it thinks is told, and why it plays its move.
    pub show_analysis: bool,
    /// How the board is drawn.
    pub style: Style,
    /// Where the game comes from.
    pub origin: Origin,
}

/// A game that is played.
pub struct Session<'b> {
    pub(super) base: &'b Base,
    pub(super) backend: Backend,
    pub(super) settings: Settings,
    pub(super) texts: Texts,
    pub(super) record: GameRecord,
    /// The result that the record came with.
    pub(super) recorded: Option<Outcome>,
    /// What is left of the computer's time, by colours.
    clocks: [TimeControl; 2],
    /// The computer, once it has moved.
    computer: OnceCell<player::Player<Point>>,
    /// What the computer thought of its last move.
    last_choice: Option<Choice<Point>>,
    /// The moves that were taken back, those of each time together.
    undone: Vec<Vec<Move>>,
    /// Who says why a point is forbidden, once somebody has asked.
    pub(super) explainer: OnceCell<Explainer<'b>>,
}

impl<'b> Session<'b> {
    /// A game under the rules of this base that goes on after the moves of a record.
    pub fn new(
        base: &'b Base,
        backend: Backend,
        record: GameRecord,
        settings: Settings,
        texts: Texts,
    ) -> Session<'b> {
        let mut record = record;
        record.rules = Some(base.name().to_owned());
        let recorded = record.result.take();
        for color in Color::ALL {
            let name = match settings.players[color.index()] {
                Player::Human => "human",
                Player::Computer => "noire",
            };
            record.players[color.index()].get_or_insert_with(|| name.to_owned());
        }
        let clocks = [settings.time; 2];
        Session {
            base,
            backend,
            settings,
            texts,
            record,
            recorded,
            clocks,
            computer: OnceCell::new(),
            last_choice: None,
            undone: Vec::new(),
            explainer: OnceCell::new(),
        }
    }

    /// The game so far.
    pub fn record(&self) -> &GameRecord {
        &self.record
    }

    /// Plays until the game ends, there is nothing more to be read, or the sign to stop ends it. Nothing where it was left.
    ///
    /// # Errors
    /// When nothing can be read or written.
    ///
    /// # Panics
    /// When the record does not say who is to move.
    pub fn play(&mut self, mut input: impl Lines, out: &mut impl Write) -> io::Result<Option<Outcome>> {
        self.tell_rules(out)?;
        self.tell_origin(out, self.outcome().is_some())?;
        let outcome = loop {
            if let Some(outcome) = self.outcome() {
                break Some(outcome);
            }
            let turn = match self.settings.players[self.to_move().index()] {
                Player::Computer => {
                    if self.settings.show_rules {
                        self.show_rule(out)?;
                    }
                    self.computer_moves(out)?
                }
                Player::Human => {
                    self.show_board(out)?;
                    self.person_moves(&mut input, out)?
                }
            };
            match turn {
                Turn::Made => {}
                Turn::Ended(outcome) => break Some(outcome),
                Turn::Left => break None,
            }
        };
        self.record.result = outcome;
        self.tell_end(out, outcome)?;
        Ok(outcome)
    }

    pub(super) fn to_move(&self) -> Color {
        self.record.to_move().expect("somebody is to move in a game")
    }

    pub(super) fn game(&self) -> FiveInARow<'b> {
        FiveInARow::new(self.base, self.backend, self.record.position())
    }

    /// How the game has ended on the board.
    fn outcome(&self) -> Option<Outcome> {
        ended(self.base, self.backend, &mut self.record.position()).ok().flatten()
    }

    fn computer_moves(&mut self, out: &mut impl Write) -> io::Result<Turn> {
        let color = self.to_move();
        let time = self.clocks[color.index()].for_a_move(RESERVE);
        let budget = self.settings.budget.clone().with_time(time);
        let choice = self.chosen(&budget, out);
        self.clocks[color.index()].spend(choice.time);
        let stop = &self.settings.budget.stop;
        if self.settings.players == [Player::Computer; 2] && stop.load(Ordering::Relaxed) {
            return Ok(Turn::Left);
        }
        // It was for this move; what comes next is not to stop at once.
        stop.store(false, Ordering::Relaxed);
        let mv = choice.mv.expect("there is an empty field, or the game is over");
        let (name, field) = (self.color(color), mv.to_string());
        match choice.reason {
            Reason::Wins(moves) => self.say(
                out,
                "thinking-wins",
                &[("colour", name.as_str().into()), ("move", field.as_str().into()), ("moves", moves.into())],
            )?,
            Reason::Loses => self.say_move(out, "thinking-loses", &name, &field)?,
            Reason::Safe | Reason::Best | Reason::First => self.say_move(out, "plays", &name, &field)?,
        }
        if self.settings.show_analysis {
            self.tell_why(out, color, &choice)?;
        }
        self.last_choice = Some(choice);
        self.record.moves.push(mv.into());
        self.name_opening(out)?;
        Ok(Turn::Made)
    }

    /// The move of the computer, which tells what it finds where that is wanted.
    fn chosen(&self, budget: &Budget, out: &mut impl Write) -> Choice<Point> {
        let computer = self.computer.get_or_init(|| player::Player::new(budget));
        let mut pace = Pace::begin();
        let mut listener = |thought: &Thought<'_, Point>| {
            if self.settings.show_analysis && pace.is_due(thought) {
                // Where nothing can be written the game ends as soon as the move is told.
                let _ = self.tell_thought(out, thought, pace.elapsed());
            }
        };
        computer.choose_telling(&mut self.game(), budget, &mut listener)
    }

    /// Reads commands until the turn of the person is over.
    fn person_moves(&mut self, input: &mut impl Lines, out: &mut impl Write) -> io::Result<Turn> {
        let color = self.to_move();
        let name = self.color(color);
        loop {
            self.ask(out, "prompt", &[("colour", name.as_str().into())])?;
            let line = match input.next_line()? {
                Line::End | Line::Interrupted => return left(out),
                Line::Garbled(text) => {
                    self.say(out, "not-a-command", &[("text", text.trim().into())])?;
                    continue;
                }
                Line::Text(line) if line.trim().is_empty() => continue,
                Line::Text(line) => line,
            };
            match Command::read_in(&self.texts, &line) {
                None => self.say(out, "not-a-command", &[("text", line.trim().into())])?,
                Some(Command::Move(field)) if !self.record.position().is_empty(field) => {
                    self.say(out, "not-empty", &[("move", field.to_string().as_str().into())])?;
                }
                Some(Command::Move(field)) => {
                    self.undone.clear();
                    self.record.moves.push(field.into());
                    self.name_opening(out)?;
                    return Ok(Turn::Made);
                }
                Some(Command::Pass) => {
                    self.undone.clear();
                    self.record.moves.push(Move::default());
                    self.say(out, "passes", &[("colour", name.as_str().into())])?;
                    return Ok(Turn::Made);
                }
                Some(Command::Undo) => {
                    if self.undo(out)? {
                        return Ok(Turn::Made);
                    }
                }
                Some(Command::Redo) => {
                    if self.redo(out)? {
                        return Ok(Turn::Made);
                    }
                }
                Some(Command::Hint) => {
                    let choice = self.looked_ahead(out);
                    self.tell_hint(out, color, &choice)?;
                }
                Some(Command::Value) => {
                    let choice = self.looked_ahead(out);
                    self.tell_value(out, color, &choice)?;
                }
                Some(Command::Rules) => self.show_rule(out)?,
                Some(Command::Draw) => match self.agrees(color.other(), input, out)? {
                    Some(true) => {
                        return Ok(Turn::Ended(Outcome::Draw { by: Some(DrawReason::Agreement) }));
                    }
                    Some(false) => {}
                    None => return left(out),
                },
                Some(Command::Resign) => {
                    let by = Some(WinReason::Resignation);
                    return Ok(Turn::Ended(Outcome::Win { winner: color.other(), by }));
                }
                Some(Command::Save(file)) => {
                    if self.save(file.as_deref(), input, out)?.is_none() {
                        return left(out);
                    }
                }
                Some(Command::SaveOver(file)) => self.save_over(file.as_deref(), out)?,
                Some(Command::Help) => self.say(out, "help", &[])?,
                Some(Command::Quit) => return Ok(Turn::Left),
            }
        }
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

    /// Takes back the last move of the person to move and what followed it. Says whether there was one.
    fn undo(&mut self, out: &mut impl Write) -> io::Result<bool> {
        let both = self.settings.players == [Player::Human; 2];
        let back = if both { 1 } else { 2 };
        if self.record.moves.len() < back {
            self.say(out, "nothing-to-take-back", &[])?;
            return Ok(false);
        }
        let undone = self.record.moves.split_off(self.record.moves.len() - back);
        self.undone.push(undone);
        self.last_choice = None;
        self.say(out, "taken-back", &[("moves", (back as u32).into())])?;
        Ok(true)
    }

    /// Makes again what was taken back last. Says whether there was something.
    fn redo(&mut self, out: &mut impl Write) -> io::Result<bool> {
        let Some(moves) = self.undone.pop() else {
            self.say(out, "nothing-to-make-again", &[])?;
            return Ok(false);
        };
        self.say(out, "made-again", &[("moves", (moves.len() as u32).into())])?;
        self.record.moves.extend(moves);
        Ok(true)
    }

    /// What the computer would play in the place of the person, in the time that it has for a move.
    fn looked_ahead(&self, out: &mut impl Write) -> Choice<Point> {
        let time = self.clocks[self.to_move().index()].for_a_move(RESERVE);
        let choice = self.chosen(&self.settings.budget.clone().with_time(time), out);
        // It was for this question; what comes next is not to stop at once.
        self.settings.budget.stop.store(false, Ordering::Relaxed);
        choice
    }

    /// Whether this colour agrees on a draw that the other one offers, and says if it does not: a person is asked, and the
    /// computer agrees where it does not think that it is better. Nothing where a person goes away instead.
    fn agrees(&self, color: Color, input: &mut impl Lines, out: &mut impl Write) -> io::Result<Option<bool>> {
        let (name, other) = (self.color(color), self.color(color.other()));
        let names = [("colour", name.as_str().into()), ("other", other.as_str().into())];
        let (answer, refusal) = match self.settings.players[color.index()] {
            Player::Human => (self.answer("draw-offered", &names, input, out)?, "draw-refused"),
            Player::Computer => (Some(self.is_no_better()), "draw-declined"),
        };
        if answer == Some(false) {
            self.say(out, refusal, &names)?;
        }
        Ok(answer)
    }

    /// The computer has looked, and does not think that it is better.
    fn is_no_better(&self) -> bool {
        self.last_choice.as_ref().is_some_and(|choice| {
            choice.reason == Reason::Loses || choice.worth.is_some_and(|worth| worth.value() <= 0)
        })
    }
}

/// Somebody went away from the prompt, on whose line the next thing must not be said.
fn left(out: &mut impl Write) -> io::Result<Turn> {
    writeln!(out)?;
    Ok(Turn::Left)
}

/// How a turn ended.
enum Turn {
    /// The position is another one.
    Made,
    /// The game is over.
    Ended(Outcome),
    /// The person went away, or nobody wants to see the computer go on.
    Left,
}
