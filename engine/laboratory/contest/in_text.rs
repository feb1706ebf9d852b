//! Contests of agents in a game in text. An agent may know another text of the same game: it is told the moves in words, and
//! its own are read by the judge.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use blanche_compiler::game::{Move, Outcome, Past, Rules};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::Position;

use super::player::{Answer, Board, ContestError, Ending, Host, Loss, Player, Turn};
use crate::agents::{Agent, AgentSpec, BadSpec, opening_by_chance};
use crate::laboratory::games::contest::Openings;
use crate::search::limits::SearchLimits;

/// An agent and what it knows.
pub struct TextEntrant<'r> {
    /// How it plays.
    pub spec: AgentSpec,
    /// The text that it knows, where it is not the judge's.
    pub rules: Option<&'r Rules>,
}

/// A contest by the rules of a game in text.
pub struct TextHost<'r> {
    /// The judge's rules.
    pub rules: &'r Rules,
    /// Who against whom.
    pub entrants: [TextEntrant<'r>; 2],
    /// How games begin.
    pub openings: Openings,
    /// What each agent remembers, in bytes.
    pub memory: Option<u64>,
    /// Openings follow from it.
    pub seed: u64,
    /// So many openings that were drawn have fewer moves than were wanted.
    pub shorter: AtomicU64,
}

impl<'r> Host for TextHost<'r> {
    type Board = InText<'r>;

    fn openings(&self) -> Option<u64> {
        match &self.openings {
            Openings::ByChance(_) => None,
            Openings::Given(lines) => Some(lines.len() as u64),
        }
    }

    fn opening(&self, number: u64) -> Result<InText<'r>, ContestError> {
        let moves = match &self.openings {
            Openings::ByChance(plies) => {
                opening_by_chance(self.rules, *plies, &mut Random::of(self.seed, &[number]))?
            }
            Openings::Given(lines) => lines[number as usize].clone(),
        };
        if self.openings.are_cut(&moves) {
            self.shorter.fetch_add(1, Ordering::Relaxed);
        }
        InText::after(self.rules, &moves)
    }

    fn player(&self, contestant: usize, seed: u64) -> Result<Box<dyn Player<InText<'r>> + '_>, ContestError> {
        let TextEntrant { spec, rules } = &self.entrants[contestant];
        let agent = spec.agent(rules.unwrap_or(self.rules), seed, self.memory)?;
        Ok(Box::new(Agents { agent, rules: *rules }))
    }
}

/// A game in text.
#[derive(Clone)]
pub struct InText<'r> {
    rules: &'r Rules,
    position: Position,
    past: Past,
    moves: Vec<Move>,
}

impl<'r> InText<'r> {
    /// The game after these moves.
    ///
    /// # Errors
    /// When it cannot go on.
    fn after(rules: &'r Rules, moves: &[Move]) -> Result<InText<'r>, ContestError> {
        let position = rules.start()?;
        let past = Past::new(rules, &position);
        let mut board = InText { rules, position, past, moves: Vec::new() };
        for mv in moves {
            board.add(*mv)?;
        }
        Ok(board)
    }

    fn add(&mut self, mv: Move) -> Result<(), ContestError> {
        self.rules.play_on(&mut self.position, mv, &mut self.past)?;
        self.moves.push(mv);
        Ok(())
    }

    /// The same game by another text.
    fn told<'o>(&self, rules: &'o Rules) -> Result<InText<'o>, ContestError> {
        let moves = rules.read_record(&rules.start()?, &self.text());
        let moves = moves.map_err(|fault| {
            let words = "the text of a contestant has other moves than the judge's";
            BadSpec(format!("{words}: {}", fault.found))
        })?;
        InText::after(rules, &moves)
    }
}

impl Board for InText<'_> {
    type Move = Move;

    fn to_move(&self) -> usize {
        self.rules.number(self.rules.to_move(&self.position))
    }

    fn ending(&mut self) -> Result<Option<Ending>, ContestError> {
        let Some(end) = self.rules.end(&mut self.position)? else { return Ok(None) };
        let winner = match end.outcome {
            Outcome::Won(player) => Some(self.rules.number(player)),
            Outcome::Drawn => None,
        };
        Ok(Some(Ending { winner, by: self.rules.why_text(end.why, &self.position) }))
    }

    fn play(&mut self, mv: &Move) -> Result<bool, ContestError> {
        self.add(*mv)?;
        Ok(true)
    }

    fn move_text(&self, mv: &Move) -> String {
        self.rules.move_text(*mv)
    }

    fn text(&self) -> String {
        let moves: Vec<String> = self.moves.iter().map(|mv| self.rules.move_text(*mv)).collect();
        moves.join(" ")
    }
}

/// An agent that plays a game.
struct Agents<'r> {
    agent: Box<dyn Agent + 'r>,
    /// The text that it knows, where it is not the judge's.
    rules: Option<&'r Rules>,
}

impl Agents<'_> {
    /// A move in this game, and the positions that were examined.
    fn ask(&mut self, board: &InText<'_>, limits: SearchLimits) -> Result<Option<(Move, u64)>, ContestError> {
        let choice = self.agent.choose(&board.position, &board.past, limits)?;
        Ok(choice.mv.map(|mv| (mv, choice.positions)))
    }

    /// The same by another text than the judge's; nothing where the judge does not know the move.
    fn ask_in_words(
        &mut self,
        board: &InText<'_>,
        own: &InText<'_>,
        limits: SearchLimits,
    ) -> Result<Option<(Move, u64)>, ContestError> {
        let Some((mv, positions)) = self.ask(own, limits)? else { return Ok(None) };
        let text = format!("{} {}", board.text(), own.move_text(&mv));
        let read = board.rules.read_record(&board.rules.start()?, &text).unwrap_or_default();
        Ok((read.len() > board.moves.len()).then(|| read.last().map(|mv| (*mv, positions))).flatten())
    }
}

impl<'r> Player<InText<'r>> for Agents<'_> {
    fn choose(&mut self, board: &InText<'r>, turn: &Turn<'_>) -> Result<Answer<Move>, ContestError> {
        let limits = SearchLimits {
            positions: turn.positions.unwrap_or(u64::MAX),
            time: turn.time.for_a_move(Duration::ZERO).map(|time| time.aim),
            stop: Arc::clone(turn.stop),
            ..SearchLimits::default()
        };
        let found = match self.rules {
            None => self.ask(board, limits)?,
            Some(rules) => self.ask_in_words(board, &board.told(rules)?, limits)?,
        };
        Ok(match found {
            Some((mv, positions)) => Answer::Move(mv, positions),
            None => Answer::Lost(Loss::Illegal("it found no move".to_owned())),
        })
    }
}
