//! A game in text at the terminal: people and the computer in turn, in the words of the game's own text.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use blanche_compiler::files;
use blanche_compiler::game::{End, Fault, MOST_PLIES, Move, Outcome, Past, Rules, Why};
use blanche_compiler::program::{RuleId, RuleKind};
use blanche_compiler::runtime::{Position, Value};

use super::choices;
use super::lines::{Line, Lines};
use super::session::{Player, RESERVE};
use crate::games::TextGame;
use crate::players::{BadSpec, Chooser, PlayerSpec};
use crate::record::of_stones;
use crate::search::alpha_beta::Thought;
use crate::search::player::{Budget, Reason};
use crate::search::time::TimeControl;
use crate::search::told::{self, Pace};

/// How a game in text is played.
pub struct TextSettings {
    /// Who plays for each player of the text, in their order.
    pub players: Vec<Player>,
    /// The time of the computer, for each player that it plays.
    pub time: TimeControl,
    /// How the computer plays.
    pub computer: PlayerSpec,
    /// Rules that apply are shown at every turn.
    pub show_rules: bool,
    /// What the computer finds while it thinks is told.
    pub show_analysis: bool,
    /// Moves are shown at every turn of a person, with their numbers and the boards they lead to; a number is a move then.
    pub are_numbered: bool,
    /// It makes the computer move at once, and ends a game of the computer with itself.
    pub stop: Arc<AtomicBool>,
}

/// A game in text that is played.
pub struct TextSession<'r> {
    rules: &'r Rules,
    start: Position,
    moves: Vec<Move>,
    settings: TextSettings,
    clocks: Vec<TimeControl>,
    /// Who plays for the players whom the computer plays.
    computers: Vec<Option<Computer<'r>>>,
    /// Who is asked for hints, once somebody has asked.
    hinting: Option<Computer<'r>>,
    /// The moves that were taken back, those of each time together.
    undone: Vec<Vec<Move>>,
}

/// Who chooses moves for the computer.
type Computer<'r> = Box<dyn Chooser<TextGame<'r>> + 'r>;

/// What a turn came to.
enum Turn {
    Made,
    Left,
    Resigned,
}

/// What a person can say.
const HELP: &str = "\
a move      written as the game writes it; `moves` lists them
moves       which moves there are
undo        takes your last move back, and what followed it; the last move where only people play
redo        makes again what was taken back
hint        what the computer would play
value       what the position is worth by the scores of the game
rules       which rules apply, and what the position is worth
save FILE   writes the moves into a new file
resign      gives the game up
quit        leaves the game";

/// Why a game ended at the terminal before its end.
#[derive(Debug)]
pub enum SessionError {
    /// Something cannot be read or written.
    Io(io::Error),
    /// The game cannot go on.
    Fault(Fault),
}

impl From<io::Error> for SessionError {
    fn from(error: io::Error) -> SessionError {
        SessionError::Io(error)
    }
}

impl From<Fault> for SessionError {
    fn from(fault: Fault) -> SessionError {
        SessionError::Fault(fault)
    }
}

impl<'r> TextSession<'r> {
    /// A game that begins in this position and goes on after these moves.
    ///
    /// # Errors
    /// When the computer cannot play so.
    pub fn new(
        rules: &'r Rules,
        start: Position,
        moves: Vec<Move>,
        settings: TextSettings,
    ) -> Result<TextSession<'r>, BadSpec> {
        let clocks = vec![settings.time; settings.players.len()];
        if settings.players.contains(&Player::Computer) {
            TextGame::seen(rules, start.clone(), &settings.computer.taste()).map_err(BadSpec)?;
        }
        let computer = |(player, seed): (&Player, u64)| match player {
            Player::Human => None,
            Player::Computer => Some(settings.computer.chooser(seed)),
        };
        let computers = settings.players.iter().zip(1..).map(computer).collect();
        let undone = Vec::new();
        Ok(TextSession { rules, start, moves, settings, clocks, computers, hinting: None, undone })
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plays until the game ends, there is nothing more to be read, or somebody leaves. Nothing where it was left.
    ///
    /// # Errors
    /// When nothing can be read or written, or the game cannot go on.
    pub fn play(
        &mut self,
        mut input: impl Lines,
        out: &mut impl Write,
    ) -> Result<Option<Outcome>, SessionError> {
        self.tell_game(out)?;
        if !self.moves.is_empty() {
            writeln!(out, "The game goes on after {} moves.", self.moves.len())?;
        }
        loop {
            let (mut position, past) = self.position()?;
            if let Some(end) = self.rules.end(&mut position)? {
                self.tell_end(out, &mut position, end)?;
                return Ok(Some(end.outcome));
            }
            if self.moves.len() >= MOST_PLIES as usize {
                return Err(Fault::Endless(MOST_PLIES).into());
            }
            let to_move = self.rules.to_move(&position);
            if self.rules.must_pass(&mut position)? {
                writeln!(out, "{} cannot move and passes.", self.name(to_move))?;
                self.moves.push(Move::pass());
                continue;
            }
            let turn = match self.settings.players[self.rules.number(to_move)] {
                Player::Computer => self.computer_moves((&position, past), to_move, out)?,
                Player::Human => self.person_moves(&mut position, to_move, &mut input, out)?,
            };
            match turn {
                Turn::Made => {}
                Turn::Left => {
                    writeln!(out, "The game is broken off.")?;
                    return Ok(None);
                }
                Turn::Resigned => {
                    let winner = self.rules.next(to_move);
                    writeln!(out, "{} resigns; {} wins.", self.name(to_move), self.name(winner))?;
                    return Ok(Some(Outcome::Won(winner)));
                }
            }
        }
    }

    /// Says which game it is, and how a person finds out what else to say.
    fn tell_game(&self, out: &mut impl Write) -> io::Result<()> {
        let program = self.rules.program();
        let players: Vec<String> = program.players.iter().map(|player| self.name(*player)).collect();
        let name = program.base.as_deref().unwrap_or("this text");
        let help = match self.settings.players.contains(&Player::Human) {
            true => "; `help` lists what you can say",
            false => "",
        };
        writeln!(out, "The rules are those of {name}, for {}{help}.", players.join(" and "))
    }

    /// The position as it stands.
    fn position(&self) -> Result<(Position, Past), Fault> {
        let mut position = self.start.clone();
        let mut past = Past::new(self.rules, &position);
        self.moves.iter().try_for_each(|mv| self.rules.play_on(&mut position, *mv, &mut past))?;
        Ok((position, past))
    }

    fn name(&self, player: Value) -> String {
        self.rules.program().player(player)
    }

    /// The game as the computer sees it.
    fn seen(&self, position: &Position, past: Past) -> Result<TextGame<'r>, String> {
        let game = TextGame::seen(self.rules, position.clone(), &self.settings.computer.taste());
        game.map(|game| game.behind(past))
    }

    /// What the computer may use for a move of this player.
    fn budget(&self, player: usize) -> Budget {
        let budget = Budget { stop: Arc::clone(&self.settings.stop), ..Budget::untimed() };
        self.settings.computer.within(budget.with_time(self.clocks[player].for_a_move(RESERVE)))
    }

    fn computer_moves(
        &mut self,
        (position, past): (&Position, Past),
        to_move: Value,
        out: &mut impl Write,
    ) -> Result<Turn, SessionError> {
        if self.settings.show_rules {
            self.show_rules(&mut position.clone(), out)?;
        }
        let number = self.rules.number(to_move);
        let budget = self.budget(number);
        let mut game = match self.seen(position, past) {
            Ok(game) => game,
            Err(_) => return Ok(Turn::Left),
        };
        let Some(computer) = &mut self.computers[number] else { return Ok(Turn::Left) };
        let (rules, shows, mut pace) = (self.rules, self.settings.show_analysis, Pace::begin());
        let mut listener = |thought: &Thought<'_, Move>| {
            if shows && pace.is_due(thought) {
                let line = told::sentence(thought, pace.elapsed(), |mv| rules.move_text(mv));
                // Where nothing can be written the game ends as soon as the move is told.
                let _ = writeln!(out, "  {line}").and_then(|()| out.flush());
            }
        };
        let choice = computer.choose_telling(&mut game, &budget, &mut listener)?;
        self.clocks[number].spend(choice.time);
        if let Some(given_up) = choice.given_up {
            writeln!(out, "The computer thinks no further: {given_up}.")?;
        }
        let alone = self.settings.players.iter().all(|player| *player == Player::Computer);
        if alone && self.settings.stop.load(Ordering::Relaxed) {
            return Ok(Turn::Left);
        }
        // It was for this move; what comes next is not to stop at once.
        self.settings.stop.store(false, Ordering::Relaxed);
        let Some(best) = choice.mv else { return Ok(Turn::Left) };
        let (name, mv) = (self.name(to_move), self.rules.move_text(best));
        match choice.reason {
            Reason::Wins(plies) if plies > 1 => {
                writeln!(out, "{name} plays {mv}, and wins within {}.", counted(plies))?
            }
            Reason::Loses => writeln!(out, "{name} plays {mv}; every move loses.")?,
            _ => writeln!(out, "{name} plays {mv}.")?,
        }
        if self.settings.show_analysis {
            let (positions, speed) = (choice.positions, told::per_second(choice.positions, choice.time));
            let (ahead, seconds) = (counted(choice.depth), choice.time.as_secs_f64());
            writeln!(
                out,
                "It looked {ahead} ahead: {positions} positions in {seconds:.2} s, {speed} a second."
            )?;
        }
        self.moves.push(best);
        Ok(Turn::Made)
    }

    /// Reads commands until the turn of the person is over.
    fn person_moves(
        &mut self,
        position: &mut Position,
        to_move: Value,
        input: &mut impl Lines,
        out: &mut impl Write,
    ) -> Result<Turn, SessionError> {
        write!(out, "\n{}", self.rules.position_text(position))?;
        if self.settings.show_rules {
            self.show_rules(position, out)?;
        }
        let mut numbered = Vec::new();
        if self.settings.are_numbered {
            self.rules.moves(position, &mut numbered)?;
            write!(out, "\n{}", choices::drawn(self.rules, position, &numbered)?)?;
        }
        let name = self.name(to_move);
        loop {
            write!(out, "{name}, your move: ")?;
            out.flush()?;
            let line = match input.next_line()? {
                Line::Text(line) | Line::Garbled(line) => line,
                Line::End | Line::Interrupted => {
                    writeln!(out)?;
                    return Ok(Turn::Left);
                }
            };
            let line = line.trim();
            let number = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            if let Some(mv) = number.and_then(|number| numbered.get(number)) {
                self.undone.clear();
                self.moves.push(*mv);
                return Ok(Turn::Made);
            }
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            match (word, rest.trim()) {
                ("", "") => {}
                ("quit" | "exit", "") => return Ok(Turn::Left),
                ("resign", "") => return Ok(Turn::Resigned),
                ("help" | "?", "") => writeln!(out, "{HELP}")?,
                ("moves", "") => self.show_moves(position, out)?,
                ("rules", "") => self.show_rules(position, out)?,
                ("undo", "") => match self.undo(to_move) {
                    true => return Ok(Turn::Made),
                    false => writeln!(out, "There is no move to take back.")?,
                },
                ("redo", "") => match self.undone.pop() {
                    Some(moves) => {
                        self.moves.extend(moves);
                        return Ok(Turn::Made);
                    }
                    None => writeln!(out, "There is nothing that was taken back.")?,
                },
                ("hint", "") => self.show_hint(position, to_move, out)?,
                ("value", "") => {
                    let said = self.show_value(position, out);
                    unless_given_up(said, out)?;
                }
                ("save", "") => writeln!(out, "Write a file behind it: save game.txt")?,
                ("save", file) => self.save(file, out)?,
                _ => match self.rules.read_move(position, line) {
                    Ok(mv) => {
                        self.undone.clear();
                        self.moves.push(mv);
                        return Ok(Turn::Made);
                    }
                    Err(fault) => {
                        writeln!(
                            out,
                            "{}: expected {}; `help` lists what else there is.",
                            fault.found(),
                            fault.expected()
                        )?;
                    }
                },
            }
        }
    }

    fn show_moves(&self, position: &mut Position, out: &mut impl Write) -> Result<(), SessionError> {
        let mut moves = Vec::new();
        self.rules.moves(position, &mut moves)?;
        let texts: Vec<String> = moves.iter().map(|mv| self.rules.move_text(*mv)).collect();
        writeln!(out, "{}", texts.join(" "))?;
        Ok(())
    }

    /// The first rule that claims a win, and what the position is worth; or that a question was given up, which is no reason
    /// to end the game.
    fn show_rules(&self, position: &mut Position, out: &mut impl Write) -> Result<(), SessionError> {
        let said = self.tell_rules(position, out);
        unless_given_up(said, out)
    }

    fn tell_rules(&self, position: &mut Position, out: &mut impl Write) -> Result<(), SessionError> {
        let (program, to_move) = (self.rules.program(), self.rules.to_move(position));
        let is_claim = |rule: RuleId| {
            let rule = program.rule(rule);
            rule.kind == RuleKind::Rule && rule.level > 0 && rule.colour == Some(to_move)
        };
        let mut claims = (0..program.rules.len() as u32).map(RuleId).filter(|rule| is_claim(*rule));
        let first = loop {
            let Some(rule) = claims.next() else { break None };
            if self.rules.claim(position, rule)? {
                break Some(program.rule(rule));
            }
        };
        match first {
            Some(rule) => {
                let title = program.rule_title(rule);
                writeln!(
                    out,
                    "{title} applies: {} wins within {}.",
                    self.name(to_move),
                    counted(rule.level)
                )?;
            }
            None => writeln!(out, "No rule applies for {}.", self.name(to_move))?,
        }
        if program.scores().next().is_some() {
            self.show_value(position, out)?;
        }
        Ok(())
    }

    /// What the position is worth by the scores of the game to whoever is to move.
    fn show_value(&self, position: &mut Position, out: &mut impl Write) -> Result<(), SessionError> {
        let to_move = self.rules.to_move(position);
        if self.rules.program().scores().next().is_none() {
            writeln!(out, "The game has no scores, so no position has a worth.")?;
            return Ok(());
        }
        let value = self.rules.value(position, to_move)?;
        writeln!(out, "The position is worth {value} to {}.", self.name(to_move))?;
        Ok(())
    }

    /// What the computer would play.
    fn show_hint(
        &mut self,
        position: &Position,
        to_move: Value,
        out: &mut impl Write,
    ) -> Result<(), SessionError> {
        if self.hinting.is_none() {
            self.hinting = Some(self.settings.computer.chooser(1));
        }
        let (_, past) = self.position()?;
        let mut game = match self.seen(position, past) {
            Ok(game) => game,
            Err(words) => {
                writeln!(out, "The computer cannot play here: {words}.")?;
                return Ok(());
            }
        };
        let budget = self.budget(self.rules.number(to_move));
        let Some(computer) = &mut self.hinting else { return Ok(()) };
        let choice = computer.choose(&mut game, &budget)?;
        // It was for this question; what comes next is not to stop at once.
        self.settings.stop.store(false, Ordering::Relaxed);
        let Some(best) = choice.mv else {
            writeln!(out, "No move was found in time.")?;
            return Ok(());
        };
        let (name, mv) = (self.name(to_move), self.rules.move_text(best));
        match choice.reason {
            Reason::Wins(plies) => {
                writeln!(out, "{name} could play {mv}, and wins within {}.", counted(plies))?;
            }
            Reason::Loses => writeln!(out, "{name} could play {mv}; every move loses.")?,
            _ => writeln!(out, "{name} could play {mv}.")?,
        }
        Ok(())
    }

    /// Takes moves back up to the last one of this player that was no pass; where only people play, up to the last one of
    /// anybody.
    fn undo(&mut self, player: Value) -> bool {
        let are_people = self.settings.players.iter().all(|player| *player == Player::Human);
        let of = |mv: &Move| (!mv.is_pass()).then(|| self.rules.game().moves[mv.of()].player);
        let is_meant = |mv: &Move| of(mv).is_some_and(|of| are_people || of == player);
        match self.moves.iter().rposition(is_meant) {
            Some(at) => {
                let undone = self.moves.split_off(at);
                self.undone.push(undone);
                true
            }
            None => false,
        }
    }

    fn save(&self, file: &str, out: &mut impl Write) -> io::Result<()> {
        if let Some(format) = of_stones(Path::new(file)) {
            let ending = format.ending();
            return writeln!(
                out,
                "A file that ends in .{ending} holds games of stones on 15x15 fields; this game is saved as a list of moves, in \
                 a file that ends in .txt."
            );
        }
        match files::write_new(Path::new(file), &self.rules.record_text(&self.moves)) {
            Ok(()) => writeln!(out, "The game is saved in {file}."),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                writeln!(out, "There is a file {file} already; name another one.")
            }
            Err(error) => writeln!(out, "The game cannot be saved in {file}: {error}"),
        }
    }

    fn tell_end(&self, out: &mut impl Write, position: &mut Position, end: End) -> Result<(), SessionError> {
        write!(out, "\n{}", self.rules.drawn(position))?;
        let why = self.rules.why_text(end.why, position);
        let by = self.rules.margin_text(position, end.outcome)?;
        let by = by.map_or_else(String::new, |margin| format!(" {margin}"));
        match (end.outcome, end.why) {
            (Outcome::Won(winner), Why::Blocked) => writeln!(out, "{why}; {} wins{by}.", self.name(winner))?,
            (Outcome::Won(winner), _) => writeln!(out, "{} wins{by}, by {why}.", self.name(winner))?,
            (Outcome::Drawn, Why::Blocked) => writeln!(out, "{why}: a draw.")?,
            (Outcome::Drawn, _) => writeln!(out, "A draw, by {}.", why.trim_start_matches("the draw "))?,
        }
        write!(out, "{}", self.rules.record_text(&self.moves))?;
        Ok(())
    }
}

/// Says that a question was given up, which is no reason to end the game.
fn unless_given_up(said: Result<(), SessionError>, out: &mut impl Write) -> Result<(), SessionError> {
    match said {
        Err(SessionError::Fault(fault @ (Fault::Limit { .. } | Fault::Stopped))) => {
            writeln!(out, "{fault}")?;
            Ok(())
        }
        said => said,
    }
}

/// `1 move`, `3 moves`
fn counted(moves: impl Into<i64>) -> String {
    match moves.into() {
        1 => "1 move".to_owned(),
        many => format!("{many} moves"),
    }
}
