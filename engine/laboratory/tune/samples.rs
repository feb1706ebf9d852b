//! Computes the counts of the scores of a base in quiet positions of games whose winner is known.

use super::score_items::ScoreItems;
use noire_engine::bases::Question;
use noire_engine::bases::queried_exports::NEXT_MOVE;
use noire_engine::games::{Game as _, Knowledge as _, KnowledgeFilter};
use noire_engine::world::{World, WorldError, WorldExt};

/// Number of moves to skip at the start of a game, because early positions tell little about the winner.
const SKIPPED_MOVES: usize = 5;

/// A training sample: a position of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// For each weight, by index, how much a weight of 1 adds to the value for the side to move. It is 0 for indices
    /// that are not listed.
    ///
    /// The index after all weights is for the advantage of the first player. This is a constant that is fitted too, but
    /// it is not a weight of the base.
    pub(crate) counts: Vec<(usize, f64)>,
    /// The result of the game for the side to move: 1, ½ or 0.
    pub(crate) result: f64,
}

/// A game whose winner is known.
pub struct FinishedGame<W: World> {
    /// The first position, or `None` if it is the start of the game.
    pub start: Option<Box<W::Position>>,
    pub moves: Vec<W::Move>,
    /// Number of moves to the position for which the game was played. Only that position is used. With `None`, all
    /// positions are used.
    pub first: Option<usize>,
}

/// The samples of several games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples {
    /// The samples. Samples of the same game are consecutive.
    pub all: Vec<Sample>,
    /// Number of games that contributed samples.
    pub games: usize,
    /// Number of games without an end or without a quiet position.
    pub left_out: usize,
}

impl Samples {
    /// Adds the relevant quiet positions of a game. These are positions in which a search would end a line and evaluate
    /// the scores.
    ///
    /// In a quiet position nothing can be captured, and no rule shows that the side to move wins. Also, no rule to
    /// which replies are known shows that the opponent threatens to win.
    ///
    /// # Errors
    /// Fails if the game cannot continue or a query to the rules reaches its limit.
    pub fn add<W: World>(
        &mut self,
        world: &W,
        items: &ScoreItems,
        game: &FinishedGame<W>,
    ) -> Result<(), WorldError> {
        let before = self.all.len();
        let start = game.start.as_deref().cloned().map_or_else(|| world.start(), Ok)?;
        let (mut asked, mut number) = (Vec::new(), 0);
        let mut look = |position: &W::Position| {
            if number < game.moves.len()
                && game.first.map_or(number >= SKIPPED_MOVES, |first| first == number)
            {
                asked.push(position.clone());
            }
            number += 1;
            true
        };
        let mut last = world.replay(&start, &game.moves, &mut look)?;
        if let Some(end) = world.end(&mut last)? {
            for mut position in asked {
                if is_quiet(world, &position)? {
                    self.all.push(sample(world, items, &mut position, end.winner.as_deref())?);
                }
            }
        }
        if self.all.len() > before {
            self.games += 1;
        } else {
            self.left_out += 1;
        }
        Ok(())
    }
}

/// Whether a search would evaluate the scores of a position.
fn is_quiet<W: World>(world: &W, position: &W::Position) -> Result<bool, WorldError> {
    let mut game = world.game(world.backends()[0], &KnowledgeFilter::default(), position)?;
    let (to_move, replied) = (game.to_move(), game.replied().max(NEXT_MOVE));
    let other = <W::Game<'_>>::opponent(to_move);
    let wins = game.claim(to_move, 0..=u32::MAX, |_| true)?.is_some();
    Ok(!wins && !game.has_capture()? && game.claim(other, 0..=replied, |_| true)?.is_none())
}

/// Creates the sample of a position from a game that `winner` has won. `winner` is `None` for a draw.
fn sample<W: World>(
    world: &W,
    items: &ScoreItems,
    position: &mut W::Position,
    winner: Option<&str>,
) -> Result<Sample, WorldError> {
    let name = world.to_move(position).unwrap_or_default();
    let to_move = world.players().iter().position(|player| *player == name);
    let favour = if to_move == Some(0) { 1.0 } else { -1.0 };
    let mut counts = vec![(2 * items.all.len(), favour)];
    for (score, item) in items.of_score.iter().enumerate() {
        let Some((item, player)) = item else { continue };
        let answer = world.answers(world.backends()[0], Question::Score(score), position)?;
        let number = answer.len() as f64;
        let (side, number) = if Some(*player) == to_move { (0, number) } else { (1, -number) };
        if number != 0.0 {
            counts.push((2 * item + side, number));
        }
    }
    let result = winner.map_or(0.5, |winner| f64::from(u8::from(winner == name)));
    Ok(Sample { counts, result })
}
