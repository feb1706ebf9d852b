//! Whether what a contestant knows is of the judge's game: games by chance are played by the judge's rules, and held against the
//! other's move by move.

use blanche_compiler::game::{Fault, Move, Outcome, Past, Rules, playout};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::Position;

use crate::bases::Backend;
use crate::facts::Base;
use crate::games::ended;
use crate::laboratory::coverage::drawn::board;
use crate::record::Outcome as End;

/// The number of games by chance that are compared. Texts of different games differ in the first.
const GAMES: u64 = 8;

/// The number of drawn boards of which both bases say who has won.
const BOARDS: u64 = 400;

/// How the game of a text differs from the judge's, as the end of a sentence; nothing where no difference was found.
///
/// # Errors
/// When the judge's game cannot go on.
pub fn difference(judge: &Rules, other: &Rules) -> Result<Option<String>, Fault> {
    let players = |rules: &Rules| -> Vec<String> {
        rules.program().players.iter().map(|player| rules.program().player(*player)).collect()
    };
    if players(judge) != players(other) {
        return Ok(Some(format!("its players are {}", players(other).join(", "))));
    }
    for seed in 1..=GAMES {
        let (start, mut made) = (judge.start()?, Vec::new());
        playout(judge, &mut start.clone(), &mut Random::new(seed), &mut Vec::new(), |_, mv| made.push(mv))?;
        if let Some(difference) = in_a_game((judge, other), &start, &made)? {
            return Ok(Some(difference));
        }
    }
    Ok(None)
}

/// The first difference in a game of the judge.
fn in_a_game(
    (judge, other): (&Rules, &Rules),
    start: &Position,
    made: &[Move],
) -> Result<Option<String>, Fault> {
    let Ok(mut theirs) = other.start() else { return Ok(Some("its game does not begin".to_owned())) };
    let (mut position, mut past) = (start.clone(), Past::new(judge, start));
    let mut their_past = Past::new(other, &theirs);
    for at in 0..=made.len() {
        let place = || match at {
            0 => "at the beginning".to_owned(),
            _ => format!("after {}", judge.record_text(&made[..at]).trim_end().replace('\n', " ")),
        };
        if state(judge, &mut position)? != state(other, &mut theirs).unwrap_or_default() {
            return Ok(Some(format!("{} the moves or the end are others", place())));
        }
        let Some(mv) = made.get(at) else { break };
        let read = other.read_move(&mut theirs, &judge.move_text(*mv)).ok();
        let played = read.and_then(|mv| other.play_on(&mut theirs, mv, &mut their_past).ok());
        if played.is_none() {
            return Ok(Some(format!("{} it cannot play {}", place(), judge.move_text(*mv))));
        }
        judge.play_on(&mut position, *mv, &mut past)?;
    }
    Ok(None)
}

/// What can be said of a position in the words of any text: how the game has ended, or which moves there are.
fn state(rules: &Rules, position: &mut Position) -> Result<Vec<String>, Fault> {
    if let Some(end) = rules.end(position)? {
        return Ok(vec![match end.outcome {
            Outcome::Won(winner) => format!("{} has won", rules.program().player(winner)),
            Outcome::Drawn => "drawn".to_owned(),
        }]);
    }
    let mut moves = Vec::new();
    rules.moves(position, &mut moves)?;
    let mut texts: Vec<String> = moves.into_iter().map(|mv| rules.move_text(mv)).collect();
    texts.sort_unstable();
    Ok(texts)
}

/// In how many of the drawn boards the two bases differ over who has won, and of how many both can say it.
pub fn differing(judge: (&Base, Backend), other: (&Base, Backend)) -> (u64, u64) {
    let winner = |(base, backend): (&Base, Backend), number| {
        let ended = ended(base, backend, &mut board(1, number)).ok()?;
        Some(match ended {
            Some(End::Win { winner, .. }) => Some(winner),
            _ => None,
        })
    };
    let both = |number| Some((winner(judge, number)?, winner(other, number)?));
    let all: Vec<_> = (0..BOARDS).filter_map(both).collect();
    (all.iter().filter(|(one, other)| one != other).count() as u64, all.len() as u64)
}
