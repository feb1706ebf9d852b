//! What is said and drawn in a game.

use std::io::{self, Write};
use std::time::Duration;

use super::session::{Origin, Player, Session};
use crate::bases::asked::NEXT_MOVE;
use crate::board::{Color, Diagram, Point};
use crate::games::openings;
use crate::games::{Game as _, Knowledge as _};
use crate::record::{DrawReason, Outcome, WinReason, turns_text};
use crate::search::alpha_beta::Thought;
use crate::search::player::{Choice, Reason};
use crate::search::told::{self, Worth};
use crate::texts::Variable;

impl Session<'_> {
    /// Says by which rules the game is played, and how a person finds out what else to say.
    pub(super) fn tell_rules(&self, out: &mut impl Write) -> io::Result<()> {
        let is_for_a_person = self.settings.players.contains(&Player::Human);
        let said = if is_for_a_person { "rules-and-help" } else { "rules-are" };
        self.say(out, said, &[("base", self.base.name().into())])
    }

    /// What the computer would play for this colour.
    pub(super) fn tell_hint(
        &self,
        out: &mut impl Write,
        color: Color,
        choice: &Choice<Point>,
    ) -> io::Result<()> {
        let Some(mv) = choice.mv else { return self.say(out, "why-first", &[]) };
        let (name, mv) = (self.color(color), mv.to_string());
        let (name, mv): (Variable<'_>, Variable<'_>) = (name.as_str().into(), mv.as_str().into());
        match choice.reason {
            Reason::Wins(moves) => {
                self.say(out, "hint-wins", &[("colour", name), ("move", mv), ("moves", moves.into())])
            }
            Reason::Loses => self.say(out, "hint-loses", &[("colour", name), ("move", mv)]),
            Reason::Safe | Reason::Best | Reason::First => {
                self.say(out, "hint", &[("colour", name), ("move", mv)])
            }
        }
    }

    /// What the position is worth to this colour, by a search.
    pub(super) fn tell_value(
        &self,
        out: &mut impl Write,
        color: Color,
        choice: &Choice<Point>,
    ) -> io::Result<()> {
        let name = self.color(color);
        let name: Variable<'_> = name.as_str().into();
        match (choice.reason, choice.worth) {
            (Reason::Wins(moves), _) => {
                self.say(out, "value-wins", &[("colour", name), ("moves", moves.into())])
            }
            (Reason::Loses, _) => self.say(out, "value-loses", &[("colour", name)]),
            (_, None) => self.say(out, "why-first", &[]),
            (_, Some(worth)) => {
                let value = worth.word();
                let value = value.as_str().into();
                self.say(out, "value", &[("colour", name), ("value", value), ("depth", choice.depth.into())])
            }
        }
    }

    /// Says which game it is, how it ended where its record says that, and where it goes on, if it is not over.
    pub(super) fn tell_origin(&self, out: &mut impl Write, is_over: bool) -> io::Result<()> {
        if let Origin::File { number, games: games @ 2.. } = self.settings.origin {
            let (number, games) = (number as u32, games as u32);
            self.say(out, "game-of-file", &[("number", number.into()), ("games", games.into())])?;
        }
        if let Some(recorded) = self.recorded {
            let result = self.outcome_text(recorded);
            self.say(out, "recorded-result", &[("result", result.as_str().into())])?;
        }
        if is_over || self.record.moves.is_empty() {
            return Ok(());
        }
        let line = turns_text(&self.record.turns());
        match self.settings.origin {
            Origin::New => self.say(out, "opening-stands", &[("line", line.as_str().into())])?,
            Origin::File { .. } => self.say(out, "resumed", &[("moves", self.moves().into())])?,
        }
        self.name_opening(out)
    }

    pub(super) fn show_board(&self, out: &mut impl Write) -> io::Result<()> {
        let position = self.record.position();
        let color = self.to_move();
        let mut diagram = Diagram::of(&position);
        let forbidden = self.forbidden(color);
        for field in &forbidden {
            diagram = diagram.mark(*field, '*');
        }
        write!(out, "\n{}", diagram.draw(self.settings.style))?;
        let name = self.color(color);
        if !forbidden.is_empty() {
            let points = self.forbidden_text(color, &forbidden);
            let points = points.as_str().into();
            self.say(out, "forbidden", &[("colour", name.as_str().into()), ("points", points)])?;
        }
        if self.settings.show_rules {
            self.show_rule(out)?;
        }
        Ok(())
    }

    /// The rule that applies for the side to move.
    pub(super) fn show_rule(&self, out: &mut impl Write) -> io::Result<()> {
        let mut game = self.game();
        let color = game.to_move();
        let claim = game.claim(color, NEXT_MOVE..=self.settings.budget.levels, |_| true).ok().flatten();
        let mv = claim.and_then(|claim| game.claimed_move(claim.rule).ok().flatten());
        match claim.zip(mv) {
            Some((claim, mv)) => {
                let (rule, field) = (self.base.rules()[claim.rule].title(), mv.to_string());
                let variables: [(&str, Variable<'_>); 3] = [
                    ("rule", rule.as_str().into()),
                    ("level", claim.level.into()),
                    ("move", field.as_str().into()),
                ];
                self.say(out, "rule-applies", &variables)
            }
            None => self.say(out, "no-rule-applies", &[("colour", self.color(color).as_str().into())]),
        }
    }

    /// What the computer has found so far.
    pub(super) fn tell_thought(
        &self,
        out: &mut impl Write,
        thought: &Thought<'_, Point>,
        time: Duration,
    ) -> io::Result<()> {
        let value = thought.best.worth().word();
        let (positions, speed) = (thought.positions, told::per_second(thought.positions, time));
        let numbers = [positions.to_string(), speed.to_string(), format!("{:.2}", time.as_secs_f64())];
        let [positions, speed, seconds] = numbers.each_ref().map(|number| number.as_str().into());
        let line: Vec<String> = thought.line.iter().map(Point::to_string).collect();
        let line = line.join(" ");
        let variables = [
            ("depth", thought.best.depth.into()),
            ("value", value.as_str().into()),
            ("positions", positions),
            ("speed", speed),
            ("seconds", seconds),
            ("line", line.as_str().into()),
        ];
        writeln!(out, "  {}", self.texts.say("thought", &variables))?;
        out.flush()
    }

    /// Why the computer has chosen its move.
    pub(super) fn tell_why(
        &self,
        out: &mut impl Write,
        color: Color,
        choice: &Choice<Point>,
    ) -> io::Result<()> {
        let (other, depth) = (self.color(color.other()), choice.depth);
        let value = choice.worth.map_or_else(String::new, Worth::word);
        match choice.reason {
            Reason::Wins(_) if choice.worth.is_none() => self.say(out, "why-proved", &[]),
            Reason::Wins(_) => self.say(out, "why-seen", &[("depth", depth.into())]),
            Reason::Safe | Reason::Best => {
                let value = value.as_str().into();
                let other = other.as_str().into();
                self.say(out, "why-safe", &[("value", value), ("depth", depth.into()), ("other", other)])
            }
            Reason::Loses => self.say(out, "why-loses", &[("other", other.as_str().into())]),
            Reason::First => self.say(out, "why-first", &[]),
        }
    }

    /// Names the opening once its third move is made.
    pub(super) fn name_opening(&self, out: &mut impl Write) -> io::Result<()> {
        let fields = self.record.fields().filter(|fields| fields.len() == 3 && self.record.start.is_none());
        match fields.and_then(|fields| openings::of_moves(&fields)) {
            Some(opening) => {
                self.say(out, "opening", &[("name", opening.name.into()), ("code", opening.code.into())])
            }
            None => Ok(()),
        }
    }

    pub(super) fn tell_end(&self, out: &mut impl Write, outcome: Option<Outcome>) -> io::Result<()> {
        write!(out, "\n{}", Diagram::of(&self.record.position()).draw(self.settings.style))?;
        match outcome {
            None => self.say(out, "left", &[])?,
            Some(outcome) => writeln!(out, "{}", self.outcome_text(outcome))?,
        }
        let line = turns_text(&self.record.turns());
        self.say(out, "summary", &[("moves", self.moves().into()), ("line", line.as_str().into())])
    }

    /// How a game ended, as a sentence.
    fn outcome_text(&self, outcome: Outcome) -> String {
        let (said, winner) = match outcome {
            Outcome::Win { winner, by } => (won_text(by), Some(winner)),
            Outcome::Draw { by: Some(DrawReason::Agreement) } => ("draw-agreement", None),
            Outcome::Draw { by: Some(DrawReason::FullBoard) } => ("draw-full", None),
            Outcome::Draw { by: None } => ("draw", None),
            Outcome::Void => ("void", None),
        };
        let Some(winner) = winner else { return self.texts.say(said, &[]) };
        let (name, loser) = (self.color(winner), self.color(winner.other()));
        let sides = [("colour", name.as_str().into()), ("loser", loser.as_str().into())];
        match self.forbidden_move().filter(|_| said == "wins-forbidden") {
            None => self.texts.say(said, &sides),
            Some((mv, kind)) => {
                let more = [("move", mv.as_str().into()), ("kind", kind.as_str().into())];
                self.texts.say("wins-forbidden-by", &[sides, more].concat())
            }
        }
    }

    /// How many moves were made.
    fn moves(&self) -> u32 {
        self.record.moves.len() as u32
    }

    /// A colour in the language of the game.
    pub(super) fn color(&self, color: Color) -> String {
        self.texts.say(if color == Color::Black { "black" } else { "white" }, &[])
    }

    pub(super) fn say_move(&self, out: &mut impl Write, name: &str, color: &str, mv: &str) -> io::Result<()> {
        self.say(out, name, &[("colour", color.into()), ("move", mv.into())])
    }

    /// Asks for a line.
    pub(super) fn ask(
        &self,
        out: &mut impl Write,
        name: &str,
        variables: &[(&str, Variable<'_>)],
    ) -> io::Result<()> {
        write!(out, "{} ", self.texts.say(name, variables))?;
        out.flush()
    }

    pub(super) fn say(
        &self,
        out: &mut impl Write,
        name: &str,
        variables: &[(&str, Variable<'_>)],
    ) -> io::Result<()> {
        writeln!(out, "{}", self.texts.say(name, variables))
    }
}

/// The message that tells why somebody won.
fn won_text(by: Option<WinReason>) -> &'static str {
    match by {
        Some(WinReason::Five) => "wins-five",
        Some(WinReason::Forbidden) => "wins-forbidden",
        Some(WinReason::Resignation) => "wins-resignation",
        Some(WinReason::Time) => "wins-time",
        Some(WinReason::Forfeit) => "wins-forfeit",
        None => "wins",
    }
}
