//! What a position is worth to a player by the scores of a base.

use blanche_compiler::program::RuleId;
use blanche_compiler::runtime::{LimitReached, Solutions, Weights};

use super::{Backend, Base};
use crate::board::{Colour, Position};

/// A score as a program that uses it sees it.
#[derive(Clone, Debug)]
pub struct Score {
    /// Its name.
    pub name: String,
    /// The player for whom it counts: `white` or `black`.
    pub colour: String,
    /// What each of its solutions is worth.
    pub weights: Weights,
    /// Its named variables with their sorts, in the order in which answers are compared.
    pub variables: Vec<(String, String)>,
    /// Its doc comment.
    pub doc: String,
    /// Its text.
    pub text: String,
    /// File and line.
    pub place: String,
    /// Its place in the program that is interpreted.
    pub(crate) question: RuleId,
}

impl Score {
    /// `two for white`
    pub fn title(&self) -> String {
        format!("{} for {}", self.name, self.colour)
    }
}

/// What one score adds to the value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The score, by its place in the base.
    pub score: usize,
    /// What it counts, in order.
    pub solutions: Solutions,
    /// What each of them is worth in this position.
    pub weight: i64,
}

impl Part {
    /// What it adds for its player.
    pub fn worth(&self) -> i64 {
        self.weight * self.solutions.len() as i64
    }
}

impl Base {
    /// What is counted for each player, in the order of the text.
    pub fn scores(&self) -> &[Score] {
        &self.scores
    }

    /// What the position is worth to a player: what its scores add up to, less what those of the other add up to. A
    /// solution is worth the first weight of its score where the score's player is to move, else the second.
    ///
    /// ```
    /// use noire::bases::{Backend, Base, DEFAULT_BASE};
    /// use noire::board::Colour;
    /// use noire::record::Given;
    ///
    /// let base = Base::open(DEFAULT_BASE, Default::default()).unwrap_or_else(|_| unreachable!("it is built in"));
    /// let mut position = Given::from_moves("--moves", "h8,a1,i8,c1").unwrap().position();
    /// let value = base.value(Backend::Compiled, &mut position, Colour::Black).unwrap();
    /// assert!(value > 0, "two stones in the centre are worth more than two in a corner");
    /// assert_eq!(base.value(Backend::Interpreted, &mut position, Colour::White), Ok(-value));
    /// ```
    ///
    /// # Errors
    /// When the limit of work is reached first.
    ///
    /// # Panics
    /// When the back end is not there ([`Base::has`]).
    #[inline]
    pub fn value(
        &self,
        backend: Backend,
        position: &mut Position,
        colour: Colour,
    ) -> Result<i64, LimitReached> {
        Ok(self.sum(backend, position, colour)? - self.sum(backend, position, colour.other())?)
    }

    /// What the scores of a player add up to.
    ///
    /// # Errors
    /// When the limit of work is reached first.
    ///
    /// # Panics
    /// When the back end is not there ([`Base::has`]).
    #[inline]
    pub fn sum(
        &self,
        backend: Backend,
        position: &mut Position,
        colour: Colour,
    ) -> Result<i64, LimitReached> {
        let to_move = position.to_move() == Some(colour);
        match backend {
            Backend::Compiled => {
                let base = self.compiled();
                match self.sums[colour.index()] {
                    Some(sum) => base.sums[sum].of(position, self.limits, to_move),
                    None => Ok(0),
                }
            }
            Backend::Interpreted => match self.players[colour.index()] {
                Some(player) => self.machine().sum(position, player, to_move),
                None => Ok(0),
            },
        }
    }

    /// What a score counts, in order, in the room of earlier solutions.
    ///
    /// # Errors
    /// When the limit of work is reached first.
    ///
    /// # Panics
    /// When the back end is not there ([`Base::has`]).
    pub fn counted_into(
        &self,
        backend: Backend,
        score: usize,
        position: &mut Position,
        solutions: &mut Solutions,
    ) -> Result<(), LimitReached> {
        match backend {
            Backend::Compiled => {
                self.compiled().scores[score].matcher.all_into(position, self.limits, solutions)
            }
            Backend::Interpreted => {
                *solutions = self.machine().all(position, self.scores[score].question)?;
                Ok(())
            }
        }
    }

    /// What each score adds, one by one, in the order of the text.
    ///
    /// # Errors
    /// When the limit of work is reached first.
    ///
    /// # Panics
    /// When the back end is not there ([`Base::has`]).
    pub fn parts(&self, backend: Backend, position: &mut Position) -> Result<Vec<Part>, LimitReached> {
        let to_move = position.to_move().map(|colour| colour.to_string());
        let mut parts = Vec::new();
        for (at, score) in self.scores.iter().enumerate() {
            let solutions = match backend {
                Backend::Compiled => self.compiled().scores[at].matcher.all(position, self.limits)?,
                Backend::Interpreted => self.machine().all(position, score.question)?,
            };
            let weight = score.weights.of(to_move.as_ref() == Some(&score.colour));
            parts.push(Part { score: at, solutions, weight });
        }
        Ok(parts)
    }
}
