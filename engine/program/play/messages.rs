//! The messages and boards that are printed during a game.

use std::io::{self, Write};
use std::time::Duration;

use blanche_compiler::legality::MoveExplanation;
use blanche_compiler::legality::text::MoveSpeech;

use super::session::{Controller, Origin, Session, SessionError};
use noire_engine::bases::queried_exports::NEXT_MOVE;
use noire_engine::games::{Game as _, Knowledge as _, KnowledgeFilter};
use noire_engine::search::alpha_beta::InterimResult;
use noire_engine::search::player::{Choice, Playable as _, Reason};
use noire_engine::search::reports::{self, Evaluation};
use noire_engine::world::{Finish, Marks, WorldError, WorldExt as _};
use noire_interactive::interactive_game::{InteractiveGame, choice_text, player_text};
use noire_interactive::translations::Variable;

impl<W: InteractiveGame> Session<'_, W> {
    /// Prints the name of the rules and, if a person plays, how to list the commands.
    pub(super) fn print_rules(&self, out: &mut impl Write) -> io::Result<()> {
        let is_for_a_person = self.settings.controllers.contains(&Controller::Human);
        let said = if is_for_a_person { "rules-and-help" } else { "rules-are" };
        self.print_message(out, said, &[("base", self.world.contents().name.as_str().into())])
    }

    /// Prints the steps of an explanation of a move, each with its board if `with_boards` is true.
    pub(super) fn print_steps(
        &self,
        out: &mut impl Write,
        explanation: &MoveExplanation<W::Position>,
        with_boards: bool,
    ) -> io::Result<()> {
        let speech = MoveSpeech {
            words: &|fact| self.world.words(fact),
            place: &|span| self.world.place(span),
            board: &|step| {
                let drawing = with_boards.then(|| self.world.step_drawing(step, self.settings.style).text());
                drawing.unwrap_or_default().lines().map(str::to_owned).collect()
            },
            limit: &|limit| format!("the explanation {}", limit.exceeded()),
        };
        for step in &explanation.steps {
            writeln!(out)?;
            speech.step(step).iter().try_for_each(|line| writeln!(out, "    {line}"))?;
        }
        Ok(())
    }

    /// Prints the move of the computer.
    pub(super) fn print_move(
        &self,
        out: &mut impl Write,
        position: &W::Position,
        mv: W::Step,
        reason: Reason,
    ) -> io::Result<()> {
        self.print_choice(out, position, (mv, reason), ["thinking-wins", "thinking-loses", "plays"])
    }

    /// Prints the move that the computer would play for the side to move.
    pub(super) fn print_hint(
        &self,
        out: &mut impl Write,
        position: &W::Position,
        choice: &Choice<W::Step>,
    ) -> io::Result<()> {
        let Some(mv) = choice.mv else { return self.print_message(out, "why-first", &[]) };
        self.print_choice(out, position, (mv, choice.reason), ["hint-wins", "hint-loses", "hint"])
    }

    /// Prints a sentence about a move. `names` are the names of the messages for a win, a loss, and any other move.
    fn print_choice(
        &self,
        out: &mut impl Write,
        position: &W::Position,
        (mv, reason): (W::Step, Reason),
        names: [&str; 3],
    ) -> io::Result<()> {
        let (name, mv) = (self.player(position), self.move_text(mv));
        writeln!(out, "{}", choice_text(&self.translations, (&name, &mv), reason, names))
    }

    /// Prints the value that a search found for the position, from the view of the side to move.
    pub(super) fn print_value(
        &self,
        out: &mut impl Write,
        position: &W::Position,
        choice: &Choice<W::Step>,
    ) -> io::Result<()> {
        let name = self.player(position);
        let name: Variable<'_> = name.as_str().into();
        match (choice.reason, choice.evaluation) {
            (Reason::Wins(moves), _) => {
                self.print_message(out, "value-wins", &[("colour", name), ("moves", moves.into())])
            }
            (Reason::Loses, _) => self.print_message(out, "value-loses", &[("colour", name)]),
            (_, None) => self.print_message(out, "why-first", &[]),
            (_, Some(Evaluation::Drawn)) => self.print_message(out, "value-draw", &[]),
            (_, Some(evaluation)) => {
                let value = evaluation.word();
                let value = value.as_str().into();
                self.print_message(
                    out,
                    "value",
                    &[("colour", name), ("value", value), ("depth", choice.depth.into())],
                )
            }
        }
    }

    /// Prints which game of the file is played, and the result that the file records. If the game is not over, also
    /// prints the moves of the opening, or after how many moves of the file the game continues.
    pub(super) fn print_origin(&self, out: &mut impl Write, is_over: bool) -> io::Result<()> {
        if let Origin::File { number, games: games @ 2.. } = self.origin {
            let (number, games) = (number as u32, games as u32);
            self.print_message(out, "game-of-file", &[("number", number.into()), ("games", games.into())])?;
        }
        if let Some(result) = self.world.recorded_result(&self.file, &self.translations) {
            self.print_message(out, "recorded-result", &[("result", result.as_str().into())])?;
        }
        if is_over || self.moves.is_empty() {
            return Ok(());
        }
        let line = self.world.moves_text(&self.moves);
        match self.origin {
            Origin::New => self.print_message(out, "opening-stands", &[("line", line.as_str().into())])?,
            Origin::File { .. } => self.print_message(out, "resumed", &[("moves", self.count().into())])?,
        }
        self.print_opening_name(out)
    }

    pub(super) fn print_board(
        &self,
        position: &W::Position,
        out: &mut impl Write,
    ) -> Result<(), SessionError> {
        let forbidden = self.world.forbidden(position);
        let signs: Vec<(String, char)> = forbidden.into_iter().map(|mv| (mv, '*')).collect();
        let marks = Marks { signs: &signs, ..Marks::default() };
        write!(out, "\n{}", self.world.draw(position, &marks, self.settings.style))?;
        let name = self.player(position);
        if !signs.is_empty() {
            let points = self.world.forbidden_text(position, &self.translations);
            let points = points.as_str().into();
            self.print_message(out, "forbidden", &[("colour", name.as_str().into()), ("points", points)])?;
        }
        if self.settings.show_rules {
            self.print_rule(position, out)?;
        }
        Ok(())
    }

    /// Prints the rule that applies for the side to move. A query that exceeds its limit is reported and does not end
    /// the game.
    pub(super) fn print_rule(
        &self,
        position: &W::Position,
        out: &mut impl Write,
    ) -> Result<(), SessionError> {
        let name = self.player(position);
        let mut game = match self.world.game(self.world.backends()[0], &KnowledgeFilter::default(), position)
        {
            Ok(game) => game,
            Err(trouble) => return self.print_limit(trouble, out),
        };
        let (to_move, levels) = (game.to_move(), NEXT_MOVE..=self.settings.budget.levels);
        let claimed = game.claim(to_move, levels, |_| true);
        let claimed = claimed.and_then(|claim| {
            let mv = claim.map_or(Ok(None), |claim| game.claimed_move(claim.rule))?;
            Ok(claim.zip(mv))
        });
        match claimed {
            Err(limit) => {
                let reason = game.fault().or(game.given_up());
                let reason = reason.map_or_else(|| limit.to_string(), |fault| fault.to_string());
                self.print_message(out, "given-up", &[("reason", reason.as_str().into())])?;
            }
            Ok(Some((claim, mv))) => {
                let (rule, mv) = (self.world.claim_title(claim.rule), self.move_text(mv));
                let variables: [(&str, Variable<'_>); 3] = [
                    ("rule", rule.as_str().into()),
                    ("level", claim.level.into()),
                    ("move", mv.as_str().into()),
                ];
                self.print_message(out, "rule-applies", &variables)?;
            }
            Ok(None) => self.print_message(out, "no-rule-applies", &[("colour", name.as_str().into())])?,
        }
        Ok(())
    }

    /// Prints why a query was stopped at a limit. Returns any other error.
    fn print_limit(&self, trouble: WorldError, out: &mut impl Write) -> Result<(), SessionError> {
        match trouble {
            WorldError::Limit(_) | WorldError::Wrong(_) => {
                Ok(self.print_message(out, "given-up", &[("reason", trouble.to_string().as_str().into())])?)
            }
            trouble => Err(trouble.into()),
        }
    }

    /// Prints a progress report of the computer's search.
    pub(super) fn print_interim_result(
        &self,
        out: &mut impl Write,
        result: &InterimResult<'_, W::Step>,
        time: Duration,
    ) -> io::Result<()> {
        let value = result.best.evaluation().word();
        let (positions, speed) = (result.positions, reports::per_second(result.positions, time));
        let numbers = [positions.to_string(), speed.to_string(), format!("{:.2}", time.as_secs_f64())];
        let [positions, speed, seconds] = numbers.each_ref().map(|number| number.as_str().into());
        let line: Vec<String> = result.line.iter().map(|mv| self.move_text(*mv)).collect();
        let line = line.join(" ");
        let variables = [
            ("depth", result.best.depth.into()),
            ("value", value.as_str().into()),
            ("positions", positions),
            ("speed", speed),
            ("seconds", seconds),
            ("line", line.as_str().into()),
        ];
        writeln!(out, "  {}", self.translations.format("thought", &variables))?;
        out.flush()
    }

    /// Prints why the computer chose its move.
    pub(super) fn print_reason(
        &self,
        out: &mut impl Write,
        position: &W::Position,
        choice: &Choice<W::Step>,
    ) -> io::Result<()> {
        let other = self.player_of((self.to_move(position) + 1) % self.settings.controllers.len());
        let (other, depth) = (other.as_str().into(), choice.depth.into());
        let value = choice.evaluation.map_or_else(String::new, Evaluation::word);
        match choice.reason {
            Reason::Wins(_) if choice.evaluation.is_none() => self.print_message(out, "why-proved", &[]),
            Reason::Wins(_) => self.print_message(out, "why-seen", &[("depth", depth)]),
            Reason::Safe | Reason::Best => {
                let value = value.as_str().into();
                self.print_message(out, "why-safe", &[("value", value), ("depth", depth), ("other", other)])
            }
            Reason::Loses => self.print_message(out, "why-loses", &[("other", other)]),
            Reason::First => self.print_message(out, "why-first", &[]),
        }
    }

    /// Prints the name of the opening if the moves so far form one.
    pub(super) fn print_opening_name(&self, out: &mut impl Write) -> io::Result<()> {
        match self.world.opening_name(&self.moves) {
            Some([name, code]) => {
                self.print_message(out, "opening", &[("name", name.into()), ("code", code.into())])
            }
            None => Ok(()),
        }
    }

    /// Prints the final board, how the game ended, and the moves of the game.
    pub(super) fn print_end(&self, out: &mut impl Write, said: &str) -> Result<(), SessionError> {
        let position = self.position()?;
        write!(out, "\n{}", self.world.draw(&position, &Marks::default(), self.settings.style))?;
        writeln!(out, "{said}")?;
        let line = self.world.moves_text(&self.moves);
        Ok(self.print_message(
            out,
            "summary",
            &[("moves", self.count().into()), ("line", line.as_str().into())],
        )?)
    }

    /// A sentence about a game that a player ended, by resigning or by agreeing to a draw.
    pub(super) fn finished_text(&self, finish: &Finish, said: &str) -> String {
        let winner = finish.winner.map(|winner| self.player_of(winner));
        let players = self.settings.controllers.len();
        let loser = finish.winner.map(|winner| self.player_of((winner + players - 1) % players));
        let [winner, loser] = [winner, loser].map(Option::unwrap_or_default);
        self.translations
            .format(said, &[("colour", winner.as_str().into()), ("loser", loser.as_str().into())])
    }

    /// Number of moves played.
    fn count(&self) -> u32 {
        self.moves.len() as u32
    }

    fn move_text(&self, mv: W::Step) -> String {
        self.world.moves_text(&[mv.into()])
    }

    /// The player to move, in the language of the game.
    pub(super) fn player(&self, position: &W::Position) -> String {
        player_text(&self.translations, &self.world.to_move(position).unwrap_or_default())
    }

    /// The player with this number, in the language of the game.
    pub(super) fn player_of(&self, number: usize) -> String {
        player_text(&self.translations, &self.world.players()[number])
    }

    /// Prints a question, and leaves the cursor on its line.
    pub(super) fn ask(
        &self,
        out: &mut impl Write,
        name: &str,
        variables: &[(&str, Variable<'_>)],
    ) -> io::Result<()> {
        write!(out, "{} ", self.translations.format(name, variables))?;
        out.flush()
    }

    pub(super) fn print_message(
        &self,
        out: &mut impl Write,
        name: &str,
        variables: &[(&str, Variable<'_>)],
    ) -> io::Result<()> {
        writeln!(out, "{}", self.translations.format(name, variables))
    }
}
