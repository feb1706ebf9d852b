//! The exports that this program queries by name. The program refers to no other declarations of a base by name. Any of
//! the exports may be missing, with the consequence that the table states.
//!
//! | export | meaning | if it is missing |
//! |---|---|---|
//! | `forcing(Color, Field, Moves)` | moves that may threaten a win within `Moves` moves | no forcing move is tried |
//! | `reply(Color, Field)` | replies that stop all threats of the opponent | no reply is known |
//! | `answer(Color, Field)` | replies that stop one of the threats | no reply is known |
//! | `replied(Moves)` | `reply` covers threats to win within `Moves` moves | it covers only wins by the next move |
//! | `urgent(Color, Group)` | if it holds, rules above level 1 claim nothing | the domain decides |
//! | `won.five(Color, Group)` | groups with which the player has won | records do not state this reason |
//! | `won.forbidden(Field)` | moves of the opponent with which the player has won | records do not state this reason |
//! | `forbidden(Field)` | fields where a move of the player loses | no field is forbidden |

use blanche_compiler::runtime::LimitReached;

use super::{BackendBase, Subject};

/// The export with moves that force a reply.
pub const FORCING: &str = "forcing";
/// The export with replies that stop all threats.
pub const REPLY: &str = "reply";
/// The export with replies that stop one threat.
pub const ANSWER: &str = "answer";
/// The export that states, in moves, the longest threats to which all replies are known.
pub const REPLIED: &str = "replied";
/// The export with groups that make the rules above level 1 claim nothing.
pub const URGENT: &str = "urgent";
/// The export with groups that have won the game.
pub const WON_FIVE: &str = "won.five";
/// The export with moves that have lost the game.
pub const WON_FORBIDDEN: &str = "won.forbidden";
/// The export with the fields where a move loses.
pub const FORBIDDEN: &str = "forbidden";

/// The names of all exports that programs query.
pub const ALL: [&str; 8] = [FORCING, REPLY, ANSWER, REPLIED, URGENT, WON_FIVE, WON_FORBIDDEN, FORBIDDEN];

/// The level of rules that claim a win with the next move. What a level means is defined by the language, not by a
/// base.
pub const NEXT_MOVE: u32 = 1;

impl<S: Subject> BackendBase<'_, S> {
    /// Whether the export with this name has an answer for this player; `false` if there is no such export.
    ///
    /// # Errors
    /// If the step limit is exceeded.
    ///
    /// # Panics
    /// If the base does not have the back end ([`Base::has`](super::Base::has)).
    pub fn holds(self, name: &str, subject: &mut S, player: S::Player) -> Result<bool, LimitReached> {
        let Some(export) = self.base.export(name, player) else { return Ok(false) };
        Ok(!self.exported(export, subject)?.is_empty())
    }

    /// Whether this player may win with the next move. If so, no rule above level 1 claims anything.
    ///
    /// # Errors
    /// If the step limit is exceeded.
    ///
    /// # Panics
    /// If the base does not have the back end ([`Base::has`](super::Base::has)).
    pub fn is_urgent(self, subject: &mut S, player: S::Player) -> Result<bool, LimitReached> {
        self.holds(URGENT, subject, player)
    }

    /// The longest threats, in moves, to which the base knows all replies. These are the threats by rules of up to this
    /// level, and by moves that threaten to win within this number of moves.
    ///
    /// # Panics
    /// If the base does not have the back end ([`Base::has`](super::Base::has)).
    pub fn replied(self) -> u32 {
        let numbers = S::players().iter().filter_map(|player| {
            let export = self.base.export(REPLIED, *player)?;
            let (_, sort) = self.base.contents.exports[export].variables.first()?;
            // The export does not depend on the position.
            let answers = self.exported(export, &mut S::start()).ok()?;
            answers.iter().filter_map(|answer| self.base.text(sort, *answer.first()?).parse().ok()).max()
        });
        numbers.max().unwrap_or(NEXT_MOVE)
    }
}
