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
//! | `won.five(Color, Group)` | groups by which the player has won | records give no such reason |
//! | `won.forbidden(Field)` | stones of the enemy by which the player has won | records give no such reason |
//! | `forbidden(Field)` | where a stone of the player loses | nothing is forbidden |

use blanche_compiler::runtime::LimitReached;

use super::{Asking, Subject};

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
/// Groups by which somebody has won.
pub const WON_FIVE: &str = "won.five";
/// Stones by which somebody has lost.
pub const WON_FORBIDDEN: &str = "won.forbidden";
/// Where a stone loses.
pub const FORBIDDEN: &str = "forbidden";

/// All of them.
pub const ALL: [&str; 8] = [FORCING, REPLY, ANSWER, REPLIED, URGENT, WON_FIVE, WON_FORBIDDEN, FORBIDDEN];

/// The level of a rule by which the next move wins: what a level means is the language's business, and no base's.
pub const NEXT_MOVE: u32 = 1;

impl<S: Subject> Asking<'_, S> {
    /// Whether something holds of this player that the base exports by this name; nothing does that it does not export.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    ///
    /// # Panics
    /// When the back end is not there ([`Base::has`](super::Base::has)).
    pub fn holds(self, name: &str, subject: &mut S, player: S::Player) -> Result<bool, LimitReached> {
        let Some(export) = self.base.export(name, player) else { return Ok(false) };
        Ok(!self.exported(export, subject)?.is_empty())
    }

    /// Whether the next stone of this player may win, so that no rule above level 1 claims anything.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    ///
    /// # Panics
    /// When the back end is not there ([`Base::has`](super::Base::has)).
    pub fn is_urgent(self, subject: &mut S, player: S::Player) -> Result<bool, LimitReached> {
        self.holds(URGENT, subject, player)
    }

    /// To rules of levels up to this one, and to stones that threaten to win within so many moves, the base knows the
    /// replies.
    ///
    /// # Panics
    /// When the back end is not there ([`Base::has`](super::Base::has)).
    pub fn replied(self) -> u32 {
        let numbers = S::players().iter().filter_map(|player| {
            let export = self.base.export(REPLIED, *player)?;
            let (_, sort) = self.base.contents.exports[export].variables.first()?;
            // It says the same of every position.
            let answers = self.exported(export, &mut S::start()).ok()?;
            answers.iter().filter_map(|answer| self.base.text(sort, *answer.first()?).parse().ok()).max()
        });
        numbers.max().unwrap_or(NEXT_MOVE)
    }
}
