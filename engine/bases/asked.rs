//! The exports that this program asks for by their names, which are all that it knows of what a base is made of. A base
//! that lacks one has nothing to say of it; each says below what that comes to.
//!
//! | export | what it says | without it |
//! |---|---|---|
//! | `forcing(Color, Field, Moves)` | stones that threaten to win within so many moves, or may | no stone is tried |
//! | `reply(Color, Field)` | replies by which all threats of the enemy come to nothing | none is known |
//! | `answer(Color, Field)` | replies by which one of them does | none is known |
//! | `replied(Moves)` | `reply` knows the replies to threats to win within so many moves | those to win at once |
//! | `urgent(Color, Group)` | where there is one, rules above level 1 claim nothing | the domain says it |
//! | `won.by(Color, Reason)` | why the player has won | records give no reason |
//! | `forbidden(Field)` | where a stone of the player loses | nothing is forbidden |

use blanche_compiler::runtime::LimitReached;

use super::{Backend, Base};
use crate::board::{Colour, Position};

/// Stones that force a reply.
pub const FORCING: &str = "forcing";
/// Replies that stop all threats.
pub const REPLY: &str = "reply";
/// Replies that stop a threat.
pub const ANSWER: &str = "answer";
/// To threats to win within so many moves all replies are known.
pub const REPLIED: &str = "replied";
/// Groups because of which rules of higher levels claim nothing.
pub const URGENT: &str = "urgent";
/// Why a game is over.
pub const WON_BY: &str = "won.by";
/// Where a stone loses.
pub const FORBIDDEN: &str = "forbidden";

/// All of them.
pub const ALL: [&str; 7] = [FORCING, REPLY, ANSWER, REPLIED, URGENT, WON_BY, FORBIDDEN];

/// The level of a rule by which the next move wins: what a level means is the language's business, and no base's.
pub const NEXT_MOVE: u32 = 1;

impl Base {
    /// Whether the next stone of this colour may win, so that no rule above level 1 claims anything.
    ///
    /// # Errors
    /// When the limit of work is reached.
    ///
    /// # Panics
    /// When the back end is not there ([`Base::has`]).
    pub fn is_urgent(
        &self,
        backend: Backend,
        position: &mut Position,
        colour: Colour,
    ) -> Result<bool, LimitReached> {
        let Some(export) = self.export(URGENT, &colour.to_string()) else { return Ok(false) };
        Ok(!self.exported(backend, export, position)?.is_empty())
    }

    /// Why this colour has won in this position, in the base's words, where it says so.
    ///
    /// # Errors
    /// When the limit of work is reached.
    ///
    /// # Panics
    /// When the back end is not there ([`Base::has`]).
    pub fn won_by(
        &self,
        backend: Backend,
        position: &mut Position,
        winner: Colour,
    ) -> Result<Option<String>, LimitReached> {
        let Some(export) = self.export(WON_BY, &winner.to_string()) else { return Ok(None) };
        let answers = self.exported(backend, export, position)?;
        let sorts = &self.exports()[export].variables;
        let first = answers.iter().next().and_then(|answer| Some((sorts.first()?, *answer.first()?)));
        Ok(first.map(|((_, sort), value)| self.text(sort, value)))
    }

    /// To rules of levels up to this one, and to stones that threaten to win within so many moves, the base knows the
    /// replies.
    ///
    /// # Panics
    /// When the back end is not there ([`Base::has`]).
    pub fn replied(&self, backend: Backend) -> u32 {
        let numbers = Colour::ALL.into_iter().filter_map(|colour| {
            let export = self.export(REPLIED, &colour.to_string())?;
            let (_, sort) = self.exports()[export].variables.first()?;
            // It says the same of every position.
            let answers = self.exported(backend, export, &mut Position::empty()).ok()?;
            answers.iter().filter_map(|answer| self.text(sort, *answer.first()?).parse().ok()).max()
        });
        numbers.max().unwrap_or(NEXT_MOVE)
    }
}
