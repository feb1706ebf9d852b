//! The claims of a rule in a position, and whether they hold.
//!
//! A rule of level n makes claims if its player is to move, the game is not over, and the suppositions of claims hold.
//! It then claims that each move that it plays wins within n moves, against any defence. An answer that plays no legal
//! move is not a claim. Such answers are counted separately.

use blanche_compiler::game::{Fault, Move, Outcome, Rules};
use blanche_compiler::program::{RuleId, RuleKind};
use blanche_compiler::runtime::{Position, Value};
use blanche_sorted::Arrange;

use noire_engine::bases::queried_exports::NEXT_MOVE;
use noire_engine::proof_check::exhaustive_text::{SearchError, TextSearch};

/// A claim of a rule in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    /// The move that is claimed to win.
    pub(crate) play: Move,
    /// The first answer that plays the move.
    pub(crate) answer: Vec<Value>,
}

/// All claims of a rule in a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Claims {
    /// One claim for each distinct move.
    pub(crate) all: Vec<Claim>,
    /// Number of answers that play no legal move.
    pub(crate) unplayable: u64,
}

/// Why a move does not win within a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The game is over after the move, and the player has not won.
    Over(Outcome),
    /// The claim says that the move wins immediately, but it does not.
    WinsNothing,
    /// After this reply the game is over, and the player has not won.
    ReplyEnds(Move, Outcome),
    /// After this reply no move wins within the rest of the level.
    Reply(Move),
}

/// The rules that make claims, ordered by level.
pub(crate) fn claiming(rules: &Rules) -> Vec<RuleId> {
    let program = rules.program();
    let numbered = program.rules.iter().zip(0..);
    let claiming = numbered.filter(|(rule, _)| rule.kind == RuleKind::Rule && rule.level > 0);
    let mut claiming: Vec<RuleId> = claiming.map(|(_, at)| RuleId(at)).collect();
    claiming.arrange_by_key(|rule| program.rule(*rule).level);
    claiming
}

/// The claims of a rule in a position in which the game is not over. `moves` are the legal moves.
///
/// # Errors
/// Fails if a query reaches a limit or the game cannot continue.
pub(crate) fn claims(
    rules: &Rules,
    rule: RuleId,
    position: &mut Position,
    moves: &[Move],
) -> Result<Claims, Fault> {
    let mut claims = Claims::default();
    if rules.program().rule(rule).colour != Some(rules.to_move(position))
        || !rules.judgement().claim(position, rule)?
    {
        return Ok(claims);
    }
    rules.each_answer(position, rule, &[], &mut |answer| {
        let played = rules.judgement().played_by(rule, answer, moves);
        claims.unplayable += u64::from(played.is_empty());
        for play in played {
            if claims.all.iter().all(|known| known.play != play) {
                claims.all.push(Claim { play, answer: answer.to_vec() });
            }
        }
    })?;
    Ok(claims)
}

/// Explains why a move does not win within `level` moves. Returns `None` if the move wins.
///
/// # Errors
/// Fails if the search cannot decide.
pub(crate) fn refutation(
    prover: &mut TextSearch<'_>,
    rules: &Rules,
    position: &mut Position,
    play: Move,
    level: u32,
) -> Result<Option<Reason>, SearchError> {
    let player = rules.to_move(position);
    if prover.wins_by(position, player, play, level)? {
        return Ok(None);
    }
    let mut after = position.clone();
    rules.play(&mut after, play)?;
    if let Some(outcome) = rules.outcome(&mut after)? {
        return Ok(Some(Reason::Over(outcome)));
    }
    if level <= NEXT_MOVE {
        return Ok(Some(Reason::WinsNothing));
    }
    let reply = prover.defence(&mut after, player, level - 1)?;
    // The search has shown that a refuting reply exists, unless the same player is to move again.
    let Some(reply) = reply else { return Ok(Some(Reason::WinsNothing)) };
    rules.play(&mut after, reply)?;
    Ok(Some(match rules.outcome(&mut after)? {
        Some(outcome) => Reason::ReplyEnds(reply, outcome),
        None => Reason::Reply(reply),
    }))
}

impl Reason {
    /// The refuting reply, if there is one.
    pub(crate) fn reply(self) -> Option<Move> {
        match self {
            Reason::Over(_) | Reason::WinsNothing => None,
            Reason::ReplyEnds(reply, _) | Reason::Reply(reply) => Some(reply),
        }
    }

    /// An explanation such as `c3 is answered by a1; after that no move of x wins at once`.
    pub(crate) fn words(self, rules: &Rules, player: Value, play: Move, level: u32) -> String {
        let (program, text) = (rules.program(), |mv| rules.notation().move_text(mv));
        let player = program.player(player);
        let ended = |outcome| match outcome {
            Outcome::Won(winner) => format!("{} has won", program.player(winner)),
            Outcome::Drawn => "the game is drawn".to_owned(),
        };
        let play = text(play);
        match self {
            Reason::Over(outcome) => format!("after {play} {}", ended(outcome)),
            Reason::WinsNothing => format!("after {play} {player} has not won"),
            Reason::ReplyEnds(reply, outcome) => {
                format!("{play} is answered by {}, and {}", text(reply), ended(outcome))
            }
            Reason::Reply(reply) => {
                let rest = match level.saturating_sub(2) {
                    0 => format!("{player} has not won"),
                    1 => format!("no move of {player} wins at once"),
                    rest => format!("no move of {player} wins within {rest}"),
                };
                format!("{play} is answered by {}; after that {rest}", text(reply))
            }
        }
    }
}
