//! Checks that the base of a contestant defines the same game as the contest. It plays random games by the rules of the
//! contest, and compares them with the other base move by move.

use blanche_compiler::game::MAX_PLIES;
use blanche_compiler::random::Random;
use blanche_sorted::Arrange;

use noire_engine::games::{Game, KnowledgeFilter};
use noire_engine::search::player::Playable;
use noire_engine::world::{World, WorldError};

/// Number of random games to compare. Bases that define different games usually differ in the first of them.
const GAMES: u64 = 8;

/// How the games of two bases differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The players or the legal moves differ. Holds the end of a sentence that says how.
    Moves(String),
    /// Some games end differently. Holds the number of these games, and the number of games that were compared.
    Ends(u64, u64),
}

/// Returns how the game of `other` differs from the game of `judge`, or `None` if no difference was found.
///
/// # Errors
/// Fails if the game of `judge` cannot continue.
pub fn difference<W: World, V: World>(judge: &W, other: &V) -> Result<Option<Difference>, WorldError> {
    if judge.players() != other.players() {
        return Ok(Some(Difference::Moves(format!("its players are {}", other.players().join(", ")))));
    }
    let mut different = 0;
    for seed in 1..=GAMES {
        match in_a_game((judge, other), seed)? {
            Some(Difference::Moves(words)) => return Ok(Some(Difference::Moves(words))),
            Some(Difference::Ends(..)) => different += 1,
            None => {}
        }
    }
    Ok((different > 0).then_some(Difference::Ends(different, GAMES)))
}

/// Returns the first difference in one random game.
fn in_a_game<W: World, V: World>(
    (judge, other): (&W, &V),
    seed: u64,
) -> Result<Option<Difference>, WorldError> {
    let mut random = Random::new(seed);
    let mut game = judge.game(judge.backends()[0], &KnowledgeFilter::default(), &judge.start()?)?;
    let begun = other
        .start()
        .and_then(|start| Ok((other.game(other.backends()[0], &KnowledgeFilter::default(), &start)?, start)));
    let Ok((mut theirs, start)) = begun else {
        return Ok(Some(Difference::Moves("its game does not begin".to_owned())));
    };
    let (mut made, mut heard) = (Vec::<W::Move>::new(), Vec::<V::Move>::new());
    for _ in 0..MAX_PLIES {
        let place = |made: &[W::Move]| match made {
            [] => "at the beginning".to_owned(),
            made => format!("after {}", judge.moves_text(made)),
        };
        let (ended, theirs_ended) = (winner(judge, &game)?, winner(other, &theirs));
        if theirs_ended.ok().as_ref() != Some(&ended) {
            return Ok(Some(Difference::Ends(1, 1)));
        }
        if ended.is_some() {
            break;
        }
        let moves = moves(judge, &game);
        if texts(judge, &moves) != texts(other, &self::moves(other, &theirs)) {
            return Ok(Some(Difference::Moves(format!("{} the moves differ", place(&made)))));
        }
        let mv = *random.choose(&moves);
        let text = judge.moves_text(&[mv.into()]);
        let read = other.continued(&start, &heard, &text).ok();
        let Some(step) = read.as_ref().and_then(|read| V::step(*read.last()?)) else {
            return Ok(Some(Difference::Moves(format!("{} it cannot play {text}", place(&made)))));
        };
        heard = read.unwrap_or_default();
        made.push(mv.into());
        game.play(mv);
        theirs.play(step);
        game.settle();
        theirs.settle();
    }
    Ok(None)
}

/// The legal moves of the side to move.
fn moves<V: World>(_: &V, game: &V::Game<'_>) -> Vec<V::Step> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves
}

/// Moves as text, sorted so that they can be compared.
fn texts<V: World>(world: &V, moves: &[V::Step]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(|mv| world.moves_text(&[(*mv).into()])).collect();
    texts.arrange();
    texts
}

/// The winner if the game is over, with `Some(None)` for a draw. `None` if the game is not over.
fn winner<V: World>(world: &V, game: &V::Game<'_>) -> Result<Option<Option<String>>, WorldError> {
    Ok(world.end(&mut V::position_of(game).clone())?.map(|end| end.winner))
}
