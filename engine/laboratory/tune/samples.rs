//! What the scores of a base count in quiet positions of games whose winner is known.

use blanche_compiler::runtime::LimitReached;

use super::sentences::Sentences;
use crate::bases::Backend;
use crate::bases::asked::NEXT_MOVE;
use crate::board::{Color, Point, Position};
use crate::facts::Base;
use crate::games::{FiveInARow, Game, Knowledge, ended};
use crate::record::Outcome;

/// The first moves of a game say little of who wins it.
const FIRST: usize = 5;

/// A position of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// By the numbers of weights what a weight of 1 adds to the value of the position for the side to move; 0 for all others. Behind
    /// all weights stands what is in favour of Black, whatever the position: it is fitted, and no weight of the base.
    pub counts: Vec<(usize, f64)>,
    /// What the game brought the side to move: 1, ½ or 0.
    pub result: f64,
}

/// A game whose winner is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// Its moves.
    pub moves: Vec<Point>,
    /// After so many of them stands the position that the game was played for, and no other counts; all of them without one.
    pub first: Option<usize>,
}

/// Games as samples.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples {
    /// The positions, those of a game behind one another.
    pub all: Vec<Sample>,
    /// So many games they come from.
    pub games: usize,
    /// So many games have no end, or no quiet position.
    pub left_out: usize,
}

impl Samples {
    /// Adds the quiet positions of a game that count: those at which a search would end a line and ask the scores, since no rule says
    /// that the side to move wins, or that the other one threatens to by a rule to which replies are known.
    ///
    /// # Errors
    /// When a question to the rules reaches its limit.
    pub fn add(
        &mut self,
        (base, backend): (&Base, Backend),
        sentences: &Sentences,
        game: &Recorded,
    ) -> Result<(), LimitReached> {
        let before = self.all.len();
        if let Some(winner) = winner(base, backend, &game.moves)? {
            let mut position = Position::default();
            for (number, mv) in game.moves.iter().enumerate() {
                let is_asked = game.first.map_or(number >= FIRST, |first| first == number);
                if is_asked && is_quiet(base, backend, &position)? {
                    self.all.push(sample(base, backend, sentences, &mut position, winner)?);
                }
                position.play(*mv).expect("the game was played before");
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
fn is_quiet(base: &Base, backend: Backend, position: &Position) -> Result<bool, LimitReached> {
    let mut game = FiveInARow::new(base, backend, position.clone());
    let (to_move, replied) = (game.to_move(), game.replied().max(NEXT_MOVE));
    let wins = game.claim(to_move, 0..=u32::MAX, |_| true)?.is_some();
    Ok(!wins && game.claim(to_move.other(), 0..=replied, |_| true)?.is_none())
}

/// Who has won a game, or `Some(None)` where it is drawn; nothing where it does not end with its last move.
fn winner(base: &Base, backend: Backend, moves: &[Point]) -> Result<Option<Option<Color>>, LimitReached> {
    let Ok(mut position) = Position::after_moves(moves) else { return Ok(None) };
    Ok(match ended(base, backend, &mut position)? {
        Some(Outcome::Win { winner, .. }) => Some(Some(winner)),
        Some(Outcome::Draw { .. }) => Some(None),
        Some(Outcome::Void) | None => None,
    })
}

/// The position with what its scores count.
fn sample(
    base: &Base,
    backend: Backend,
    sentences: &Sentences,
    position: &mut Position,
    winner: Option<Color>,
) -> Result<Sample, LimitReached> {
    let to_move = position.to_move().expect("a game goes on");
    let favour = if to_move == Color::Black { 1.0 } else { -1.0 };
    let mut counts = vec![(2 * sentences.all.len(), favour)];
    for term in base.terms(backend, position)? {
        let Some((sentence, color)) = sentences.of_score[term.score] else { continue };
        let number = term.solutions.len() as f64;
        let (side, number) = if color == to_move { (0, number) } else { (1, -number) };
        if number != 0.0 {
            counts.push((2 * sentence + side, number));
        }
    }
    let result = match winner {
        None => 0.5,
        Some(winner) => f64::from(u8::from(winner == to_move)),
    };
    Ok(Sample { counts, result })
}
