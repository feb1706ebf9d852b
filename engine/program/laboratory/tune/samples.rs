//! What the scores of a base count in quiet positions of games whose winner is known.

use super::sentences::Sentences;
use noire_engine::bases::Question;
use noire_engine::bases::asked::NEXT_MOVE;
use noire_engine::games::{Game as _, Knowledge as _, Taste};
use noire_engine::world::{Saying, Trouble, World};

/// The first moves of a game say little of who wins it.
const FIRST: usize = 5;

/// A position of a game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sample {
    /// By the numbers of weights what a weight of 1 adds to the value of the position for the side to move; 0 for all others. Behind
    /// all weights stands what is in favour of the first player, whatever the position: it is fitted, and no weight of the base.
    pub(crate) counts: Vec<(usize, f64)>,
    /// What the game brought the side to move: 1, ½ or 0.
    pub(crate) result: f64,
}

/// A game whose winner is known.
pub(crate) struct Recorded<W: World> {
    /// The position with which it begins; the start of the game where it is absent.
    pub(crate) start: Option<W::Position>,
    /// Its moves.
    pub(crate) moves: Vec<W::Move>,
    /// After so many of them stands the position that the game was played for, and no other counts; all of them without one.
    pub(crate) first: Option<usize>,
}

/// Games as samples.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Samples {
    /// The positions, those of a game behind one another.
    pub(crate) all: Vec<Sample>,
    /// So many games they come from.
    pub(crate) games: usize,
    /// So many games have no end, or no quiet position.
    pub(crate) left_out: usize,
}

impl Samples {
    /// Adds the quiet positions of a game that count: those at which a search would end a line and ask the scores, since no rule says
    /// that the side to move wins, or that the other one threatens to by a rule to which replies are known, and nothing can be taken.
    ///
    /// # Errors
    /// When the game cannot go on, or a question to the rules reaches its limit.
    pub(crate) fn add<W: World>(
        &mut self,
        world: &W,
        sentences: &Sentences,
        game: &Recorded<W>,
    ) -> Result<(), Trouble> {
        let before = self.all.len();
        let start = game.start.clone().map_or_else(|| world.start(), Ok)?;
        let (mut asked, mut number) = (Vec::new(), 0);
        let mut look = |position: &W::Position| {
            if number < game.moves.len() && game.first.map_or(number >= FIRST, |first| first == number) {
                asked.push(position.clone());
            }
            number += 1;
            true
        };
        let mut last = world.replay(&start, &game.moves, &mut look)?;
        if let Some(end) = world.end(&mut last)? {
            for mut position in asked {
                if is_quiet(world, &position)? {
                    self.all.push(sample(world, sentences, &mut position, end.winner.as_deref())?);
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

/// Whether a search would ask the scores of a position.
fn is_quiet<W: World>(world: &W, position: &W::Position) -> Result<bool, Trouble> {
    let mut game = world.game(world.backends()[0], &Taste::default(), position)?;
    let (to_move, replied) = (game.to_move(), game.replied().max(NEXT_MOVE));
    let other = <W::Game<'_>>::opponent(to_move);
    let wins = game.claim(to_move, 0..=u32::MAX, |_| true)?.is_some();
    Ok(!wins && !game.can_take()? && game.claim(other, 0..=replied, |_| true)?.is_none())
}

/// The position with what its scores count, of a game that this player has won; nobody where it was drawn.
fn sample<W: World>(
    world: &W,
    sentences: &Sentences,
    position: &mut W::Position,
    winner: Option<&str>,
) -> Result<Sample, Trouble> {
    let name = world.to_move(position).unwrap_or_default();
    let to_move = world.players().iter().position(|player| *player == name);
    let favour = if to_move == Some(0) { 1.0 } else { -1.0 };
    let mut counts = vec![(2 * sentences.all.len(), favour)];
    for (score, sentence) in sentences.of_score.iter().enumerate() {
        let Some((sentence, player)) = sentence else { continue };
        let answer = world.answers(world.backends()[0], Question::Score(score), position)?;
        let number = answer.len() as f64;
        let (side, number) = if Some(*player) == to_move { (0, number) } else { (1, -number) };
        if number != 0.0 {
            counts.push((2 * sentence + side, number));
        }
    }
    let result = winner.map_or(0.5, |winner| f64::from(u8::from(winner == name)));
    Ok(Sample { counts, result })
}
