//! What the rules, scores and exports of a base answer in the built-in corpus, counted: `answers.txt` beside the rules.
//!
//! ```text
//! 312     520     3f0c2a7be1d09956        t.threat for white
//! ```
//!
//! A line says in how many positions a rule applies, how many solutions it has in all of them, and a sum over all
//! ordered answers, which is another one as soon as a single answer is. So a text that was read and committed notices
//! whatever changes what a rule says in the corpus, a lost match too. Below stand marks of the positions, by which those are
//! found that are answered differently. It is no proof that the answers are right: that is for `noire verify` and for the
//! positions beside the rules.
//!
//! | module | what it holds |
//! |---|---|
//! | `corpus` | the positions in which a game is asked |
//! | `asked` | the questions of a game, asked in positions |
//! | `tally`, `marks` | how often a question answers, and where |
//! | `text` | `answers.txt` as it is written and read |
//! | `count` | asks everything |
//! | `changes` | which questions answer something else, and in which positions |

pub(crate) mod asked;
pub(crate) mod changes;
pub(crate) mod corpus;
pub(crate) mod count;
pub(crate) mod marks;
mod tally;
mod text;

#[cfg(test)]
mod tests;

use std::sync::atomic::AtomicBool;

pub(crate) use asked::{Asked, Unanswered};
pub(crate) use corpus::Corpus;
pub use corpus::positions;
use noire_engine::bases::{Backend, sidecars};
use noire_engine::record::Problems;
use noire_engine::world::World;
pub(crate) use tally::{Answers, Counts};

impl Answers {
    /// What the rules are said to answer by the file beside them; nothing without it.
    ///
    /// # Errors
    /// When the text has mistakes.
    pub(crate) fn beside(world: &impl World) -> Result<Option<Answers>, Problems> {
        let file = world.sidecar(sidecars::ANSWERS);
        file.map(|(path, bytes)| Answers::read(path, bytes)).transpose()
    }

    /// What a base answers in these positions.
    ///
    /// # Errors
    /// When a question reaches the step limit.
    pub(crate) fn of<W: Corpus>(
        world: &W,
        backend: Backend,
        positions: &[W::Position],
    ) -> Result<Answers, Unanswered<W::Position>> {
        let mut positions = positions.to_vec();
        let mut asked = Asked::new(world, backend, &mut positions);
        let (answers, ended) = count::counted_until(&mut asked, &AtomicBool::new(false), |_, _| {});
        ended.map(|()| answers)
    }
}
