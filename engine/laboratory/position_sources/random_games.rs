//! Generates positions of random games.
//!
//! ```text
//! by chance      all legal moves are equally likely
//! by the rules   one player makes the moves that rules claim to win, and the others move at random
//! carefully      if possible, no player wins or lets the next player win immediately, so that boards fill up
//! ```
//!
//! Each game is determined by the seed and its number.

use blanche_compiler::game::{Fault, Move, Outcome, Past, Rules};
use blanche_compiler::program::{RuleId, RuleKind};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::{Position, Value};
use blanche_sorted::Arrange;

use super::ReachedPosition;
use noire_engine::search::clock_checks::ClockChecks;
use noire_engine::world::Text;

/// Maximum length of a game, in moves.
const MAX_GAME_MOVES: usize = 400;

/// How the moves of a game are chosen.
#[derive(Clone, Copy)]
enum MoveSelection {
    ByChance,
    /// This player makes the moves that rules claim to win.
    ByRules(Value),
    Carefully,
}

/// A callback that is called between queries. If it returns `true`, the search ends with the result so far.
pub type StopCheck<'l> = &'l dyn Fn() -> bool;

/// The positions of a game from `start` on, without the final position. Ends early if `is_late` returns `true`.
///
/// # Errors
/// Fails if the game cannot continue or a limit is reached.
pub fn random_game_positions(
    rules: &Rules,
    start: &Position,
    (seed, number): (u64, u64),
    is_late: StopCheck<'_>,
) -> Result<Vec<ReachedPosition<Text>>, Fault> {
    let players = &rules.program().players;
    let (ways, way) = (players.len() as u64 + 2, number % (players.len() as u64 + 2));
    let way = match players.get(way as usize) {
        Some(player) => MoveSelection::ByRules(*player),
        None if way + 1 == ways => MoveSelection::Carefully,
        None => MoveSelection::ByChance,
    };
    Ok(RandomGame::new(rules, seed, number, is_late).positions(start, way)?.0)
}

/// The positions of a game, including the final position. The moves do not depend on the claims of rules, but only on
/// the game itself. Ends early if `is_late` returns `true`.
///
/// # Errors
/// Fails if the game cannot continue or a limit is reached.
pub fn plain_game_positions(
    rules: &Rules,
    start: &Position,
    (seed, number): (u64, u64),
    is_late: StopCheck<'_>,
) -> Result<Vec<ReachedPosition<Text>>, Fault> {
    let way = if number.is_multiple_of(2) { MoveSelection::ByChance } else { MoveSelection::Carefully };
    let (mut reached, last) = RandomGame::new(rules, seed, number, is_late).positions(start, way)?;
    reached.push(last);
    Ok(reached)
}

/// A random game in progress.
struct RandomGame<'r> {
    rules: &'r Rules,
    random: Random,
    is_late: StopCheck<'r>,
    clock_checks: ClockChecks,
}

impl<'r> RandomGame<'r> {
    fn new(rules: &'r Rules, seed: u64, number: u64, is_late: StopCheck<'r>) -> RandomGame<'r> {
        RandomGame { rules, random: Random::of(seed, &[number]), is_late, clock_checks: ClockChecks::begin() }
    }

    /// The positions in which the game is not over, and the final position.
    fn positions(
        mut self,
        start: &Position,
        way: MoveSelection,
    ) -> Result<(Vec<ReachedPosition<Text>>, ReachedPosition<Text>), Fault> {
        let rules = self.rules;
        let (mut position, mut made, mut moves) = (start.clone(), Vec::new(), Vec::new());
        let mut past = Past::new(rules, start);
        let mut reached = Vec::new();
        while made.len() < MAX_GAME_MOVES && rules.end_by_rule(&mut position)?.is_none() {
            rules.moves(&mut position, &mut moves)?;
            if moves.is_empty() {
                rules.end_of_blocked(&position)?;
                break;
            }
            reached.push(ReachedPosition { moves: Some(made.clone()), position: position.clone() });
            let Some(mv) = self.chosen(way, &mut position, &moves)? else { break };
            rules.play_on(&mut position, mv, &mut past)?;
            made.push(mv);
        }
        Ok((reached, ReachedPosition { moves: Some(made), position }))
    }

    /// The next move, or `None` if there is no time left.
    fn chosen(
        &mut self,
        way: MoveSelection,
        position: &mut Position,
        moves: &[Move],
    ) -> Result<Option<Move>, Fault> {
        match way {
            MoveSelection::ByRules(player) if self.rules.to_move(position) == player => {
                if let Some(mv) = claimed(self.rules, position, moves)? {
                    return Ok(Some(mv));
                }
            }
            MoveSelection::Carefully => {
                let Some(careful) = self.careful(position, moves)? else { return Ok(None) };
                if !careful.is_empty() {
                    return Ok(Some(*self.random.choose(&careful)));
                }
            }
            MoveSelection::ByChance | MoveSelection::ByRules(_) => {}
        }
        Ok((!self.is_late()).then(|| *self.random.choose(moves)))
    }

    /// Whether the game must be aborted. This is checked before each move, and before each reply that is tried.
    fn is_late(&mut self) -> bool {
        self.clock_checks.is_due() && (self.is_late)()
    }

    /// The moves after which the game is not over and the next player cannot win immediately. `None` if there is no
    /// time left.
    fn careful(&mut self, position: &mut Position, moves: &[Move]) -> Result<Option<Vec<Move>>, Fault> {
        let (before, mut careful) = (position.words().to_vec(), Vec::new());
        for mv in moves {
            self.rules.play(position, *mv)?;
            let is_careful = self.is_careful(position);
            position.set_words(&before);
            match is_careful? {
                None => return Ok(None),
                Some(true) => careful.push(*mv),
                Some(false) => {}
            }
        }
        Ok(Some(careful))
    }

    /// Whether the game is not over in this position and the player to move cannot win immediately. `None` if there is
    /// no time left.
    fn is_careful(&mut self, position: &mut Position) -> Result<Option<bool>, Fault> {
        let (next, mut replies) = (self.rules.to_move(position), Vec::new());
        if self.rules.end_by_rule(position)?.is_some() {
            return Ok(Some(false));
        }
        self.rules.moves(position, &mut replies)?;
        let after = position.words().to_vec();
        for reply in &replies {
            if self.is_late() {
                return Ok(None);
            }
            self.rules.play(position, *reply)?;
            let end = self.rules.end_by_rule(position)?;
            position.set_words(&after);
            if end.map(|end| end.outcome) == Some(Outcome::Won(next)) {
                return Ok(Some(false));
            }
        }
        Ok(Some(true))
    }
}

/// The move of a rule that makes a claim for the player to move. Of several such rules, it is the first rule of the
/// lowest level.
fn claimed(rules: &Rules, position: &mut Position, moves: &[Move]) -> Result<Option<Move>, Fault> {
    let to_move = rules.to_move(position);
    let mut claiming: Vec<(u32, RuleId)> = Vec::new();
    for (rule, at) in rules.program().rules.iter().zip(0..) {
        if rule.kind == RuleKind::Rule && rule.level > 0 && rule.colour == Some(to_move) {
            claiming.push((rule.level, RuleId(at)));
        }
    }
    claiming.arrange();
    for (_, rule) in claiming {
        if rules.judgement().claim(position, rule)? {
            let mut played = None;
            rules.each_answer(position, rule, &[], &mut |answer| {
                played = played.or_else(|| rules.judgement().played_by(rule, answer, moves).first().copied());
            })?;
            return Ok(played);
        }
    }
    Ok(None)
}
