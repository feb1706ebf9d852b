//! The game: turns, and what is said at each.

use std::fs;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::time::Duration;

use super::command::Command;
use super::openings;
use crate::bases::{Backend, Base};
use crate::board::{Colour, Diagram, Point, Style};
use crate::games::{FiveInARow, Game as _};
use crate::record::{DrawReason, Format, Game, Move, Outcome, WinReason, ended, moves_text, write_games};
use crate::search::player::{Choice, Pace, Reason, choose};
use crate::search::threats::Threats;
use crate::search::time::TimeControl;
use crate::texts::{Texts, Variable};

/// So much of a limit is left for a search that looks at the clock between two questions.
const RESERVE: Duration = Duration::from_millis(20);

/// Who sets the stones of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// A person at the terminal.
    Human,
    /// The program.
    Computer,
}

/// How a game is played.
pub struct Settings {
    /// Who plays black and who white.
    pub players: [Player; 2],
    /// How the computer plays; its time is that of [`Settings::time`].
    pub pace: Pace,
    /// The time of the computer, for each colour that it plays.
    pub time: TimeControl,
    /// Rules that apply are shown at every turn of a person.
    pub show_rules: bool,
    /// How the board is drawn.
    pub style: Style,
}

/// A game that is played.
pub struct Session<'b> {
    base: &'b Base,
    backend: Backend,
    settings: Settings,
    texts: Texts,
    record: Game,
    /// What is left of the computer's time, by colours.
    clocks: [TimeControl; 2],
    /// What the computer thought of its last move.
    last_choice: Option<Choice>,
}

impl<'b> Session<'b> {
    /// A game under the rules of this base that goes on after the moves of a record.
    pub fn new(
        base: &'b Base,
        backend: Backend,
        record: Game,
        settings: Settings,
        texts: Texts,
    ) -> Session<'b> {
        let mut record = record;
        record.rules = Some(base.name().to_owned());
        record.result = None;
        for colour in Colour::ALL {
            let name = match settings.players[colour.index()] {
                Player::Human => "human",
                Player::Computer => "noire",
            };
            record.players[colour.index()].get_or_insert_with(|| name.to_owned());
        }
        let clocks = [settings.time; 2];
        Session { base, backend, settings, texts, record, clocks, last_choice: None }
    }

    /// The game so far.
    pub fn record(&self) -> &Game {
        &self.record
    }

    /// Plays until the game ends or there is nothing more to be read. Nothing where it was left.
    ///
    /// # Errors
    /// When nothing can be read or written.
    ///
    /// # Panics
    /// When the record does not say who is to move.
    pub fn play(&mut self, mut input: impl BufRead, out: &mut impl Write) -> io::Result<Option<Outcome>> {
        if !self.record.moves.is_empty() {
            self.say(out, "resumed", &[("moves", (self.record.moves.len() as u32).into())])?;
            self.name_opening(out)?;
        }
        let outcome = loop {
            if let Some(outcome) = self.outcome() {
                break Some(outcome);
            }
            match self.settings.players[self.to_move().index()] {
                Player::Computer => self.computer_moves(out)?,
                Player::Human => {
                    self.show_board(out)?;
                    match self.person_moves(&mut input, out)? {
                        Turn::Made => {}
                        Turn::Ended(outcome) => break Some(outcome),
                        Turn::Left => break None,
                    }
                }
            }
        };
        self.record.result = outcome;
        self.tell_end(out, outcome)?;
        Ok(outcome)
    }

    fn to_move(&self) -> Colour {
        self.record.to_move().expect("somebody is to move in a game")
    }

    fn game(&self) -> FiveInARow<'b> {
        FiveInARow::new(self.base, self.backend, self.record.position())
    }

    /// How the game has ended on the board.
    fn outcome(&self) -> Option<Outcome> {
        ended(self.base, self.backend, &mut self.record.position()).ok().flatten()
    }

    fn computer_moves(&mut self, out: &mut impl Write) -> io::Result<()> {
        let colour = self.to_move();
        let time = self.clocks[colour.index()].for_a_move(RESERVE);
        let pace = Pace { time, ..self.settings.pace.clone() };
        let choice = choose(&Threats, &mut self.game(), &pace);
        self.clocks[colour.index()].spend(choice.time);
        let made = choice.made.expect("there is an empty field, or the game is over");
        let (name, field) = (self.colour(colour), made.to_string());
        match choice.reason {
            Reason::Wins(moves) => self.say(
                out,
                "thinking-wins",
                &[("colour", name.as_str().into()), ("move", field.as_str().into()), ("moves", moves.into())],
            )?,
            Reason::Loses => self.say_move(out, "thinking-loses", &name, &field)?,
            Reason::Safe | Reason::First => self.say_move(out, "plays", &name, &field)?,
        }
        self.last_choice = Some(choice);
        self.record.moves.push(made.into());
        self.name_opening(out)
    }

    /// Reads commands until the turn of the person is over.
    fn person_moves(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> io::Result<Turn> {
        let colour = self.to_move();
        let name = self.colour(colour);
        loop {
            write!(out, "{} ", self.texts.say("prompt", &[("colour", name.as_str().into())]))?;
            out.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 {
                writeln!(out)?;
                return Ok(Turn::Left);
            }
            if line.trim().is_empty() {
                continue;
            }
            match Command::read(&line) {
                None => self.say(out, "not-a-command", &[("text", line.trim().into())])?,
                Some(Command::Move(field)) if !self.record.position().is_empty(field) => {
                    self.say(out, "not-empty", &[("move", field.to_string().as_str().into())])?;
                }
                Some(Command::Move(field)) => {
                    self.record.moves.push(field.into());
                    self.name_opening(out)?;
                    return Ok(Turn::Made);
                }
                Some(Command::Pass) => {
                    self.record.moves.push(Move::default());
                    self.say(out, "passes", &[("colour", name.as_str().into())])?;
                    return Ok(Turn::Made);
                }
                Some(Command::Undo) => {
                    if self.undo(out)? {
                        return Ok(Turn::Made);
                    }
                }
                Some(Command::Rules) => self.show_rule(out)?,
                Some(Command::Draw) if self.agrees(colour.other()) => {
                    return Ok(Turn::Ended(Outcome::Draw { by: Some(DrawReason::Agreement) }));
                }
                Some(Command::Draw) => self.say(out, "draw-declined", &[])?,
                Some(Command::Resign) => {
                    let by = Some(WinReason::Resignation);
                    return Ok(Turn::Ended(Outcome::Win { winner: colour.other(), by }));
                }
                Some(Command::Save(file)) => self.save(file.as_deref(), out)?,
                Some(Command::Help) => self.say(out, "help", &[])?,
                Some(Command::Quit) => return Ok(Turn::Left),
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
        self.record.moves.truncate(self.record.moves.len() - back);
        self.last_choice = None;
        self.say(out, "taken-back", &[("moves", (back as u32).into())])?;
        Ok(true)
    }

    /// A person agrees on a draw, being asked at the same terminal; the computer where it does not think that it is better.
    fn agrees(&self, colour: Colour) -> bool {
        match (self.settings.players[colour.index()], &self.last_choice) {
            (Player::Human, _) => true,
            (Player::Computer, None) => false,
            (Player::Computer, Some(choice)) => {
                choice.reason == Reason::Loses || choice.value.is_some_and(|value| value <= 0)
            }
        }
    }

    fn save(&mut self, file: Option<&str>, out: &mut impl Write) -> io::Result<()> {
        let Some(file) = file else { return self.say(out, "needs-a-file", &[]) };
        let format = Format::of_path(Path::new(file)).unwrap_or(Format::Sgf);
        let written = write_games(std::slice::from_ref(&self.record), format)
            .map_err(|reason| reason.to_string())
            .and_then(|written| fs::write(file, written.text).map_err(|reason| reason.to_string()));
        match written {
            Ok(()) => self.say(out, "saved", &[("file", file.into())]),
            Err(reason) => {
                self.say(out, "cannot-save", &[("file", file.into()), ("reason", reason.as_str().into())])
            }
        }
    }

    fn show_board(&self, out: &mut impl Write) -> io::Result<()> {
        let position = self.record.position();
        let colour = self.to_move();
        let mut diagram = Diagram::of(&position);
        let forbidden = self.forbidden(colour);
        for field in &forbidden {
            diagram = diagram.mark(*field, '*');
        }
        write!(out, "\n{}", diagram.draw(self.settings.style))?;
        let name = self.colour(colour);
        if !forbidden.is_empty() {
            let points = moves_text(&forbidden);
            let points = points.as_str().into();
            self.say(out, "forbidden", &[("colour", name.as_str().into()), ("points", points)])?;
        }
        if self.settings.show_rules {
            self.show_rule(out)?;
        }
        Ok(())
    }

    /// The fields that the base forbids to this colour.
    fn forbidden(&self, colour: Colour) -> Vec<Point> {
        let Some(export) = self.base.export("forbidden", &colour.to_string()) else { return Vec::new() };
        let answers = self.base.exported(self.backend, export, &mut self.record.position());
        let point = |values: &[u16]| Point::from_index(usize::from(values[0]));
        answers.map(|answers| answers.iter().filter_map(point).collect()).unwrap_or_default()
    }

    /// The rule that applies for the side to move.
    fn show_rule(&self, out: &mut impl Write) -> io::Result<()> {
        let mut game = self.game();
        let colour = game.to_move();
        let claim = game.claim(colour, 1..=self.settings.pace.levels, |_| true).ok().flatten();
        let made = claim.and_then(|claim| game.claimed_move(claim.rule).ok().flatten());
        match claim.zip(made) {
            Some((claim, made)) => {
                let (rule, field) = (self.base.rules()[claim.rule].title(), made.to_string());
                let variables: [(&str, Variable<'_>); 3] = [
                    ("rule", rule.as_str().into()),
                    ("level", claim.level.into()),
                    ("move", field.as_str().into()),
                ];
                self.say(out, "rule-applies", &variables)
            }
            None => self.say(out, "no-rule-applies", &[("colour", self.colour(colour).as_str().into())]),
        }
    }

    /// Names the opening once its third move is made.
    fn name_opening(&self, out: &mut impl Write) -> io::Result<()> {
        let fields = self.record.fields().filter(|fields| fields.len() == 3 && self.record.start.is_none());
        match fields.and_then(|fields| openings::of_moves(&fields)) {
            Some(opening) => {
                self.say(out, "opening", &[("name", opening.name.into()), ("code", opening.code.into())])
            }
            None => Ok(()),
        }
    }

    fn tell_end(&self, out: &mut impl Write, outcome: Option<Outcome>) -> io::Result<()> {
        write!(out, "\n{}", Diagram::of(&self.record.position()).draw(self.settings.style))?;
        match outcome {
            None => self.say(out, "left", &[])?,
            Some(Outcome::Win { winner, by }) => {
                let (name, loser) = (self.colour(winner), self.colour(winner.other()));
                let said = match by {
                    Some(WinReason::Forbidden) => "wins-forbidden",
                    Some(WinReason::Resignation) => "wins-resignation",
                    _ => "wins-five",
                };
                self.say(out, said, &[("colour", name.as_str().into()), ("loser", loser.as_str().into())])?;
            }
            Some(Outcome::Draw { by: Some(DrawReason::Agreement) }) => {
                self.say(out, "draw-agreement", &[])?
            }
            Some(Outcome::Draw { .. } | Outcome::Void) => self.say(out, "draw-full", &[])?,
        }
        let moves =
            self.record.moves.iter().map(|made| made.field.map_or("-".to_owned(), |field| field.to_string()));
        let line = moves.collect::<Vec<_>>().join(",");
        let number = self.record.moves.len() as u32;
        self.say(out, "summary", &[("moves", number.into()), ("line", line.as_str().into())])
    }

    /// A colour in the language of the game.
    fn colour(&self, colour: Colour) -> String {
        self.texts.say(if colour == Colour::Black { "black" } else { "white" }, &[])
    }

    fn say_move(&self, out: &mut impl Write, name: &str, colour: &str, made: &str) -> io::Result<()> {
        self.say(out, name, &[("colour", colour.into()), ("move", made.into())])
    }

    fn say(&self, out: &mut impl Write, name: &str, variables: &[(&str, Variable<'_>)]) -> io::Result<()> {
        writeln!(out, "{}", self.texts.say(name, variables))
    }
}

/// How the turn of a person ended.
enum Turn {
    /// The position is another one.
    Made,
    /// The game is over.
    Ended(Outcome),
    /// The person went away.
    Left,
}
