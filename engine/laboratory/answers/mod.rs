//! Counts the answers of rules, scores and exports over the built-in corpus, and compares them with the file
//! `answers.txt` next to the rules.
//!
//! ```text
//! 312     520     3f0c2a7be1d09956        t.threat for white
//! ```
//!
//! A line gives the number of positions in which a rule applies, the total number of its solutions, and a checksum over
//! all answers in order. After a review, the file is committed. A comparison with it reveals every change in the
//! answers of a rule over the corpus, including lost matches.
//!
//! Below these lines are marks of positions, which show where the answers differ. The file does not prove that the
//! answers are right. That is the purpose of `noire verify` and of the example positions in `positions.txt`.
//!
//! | module | what it holds |
//! |---|---|
//! | `corpus` | the positions in which the queries are evaluated |
//! | `queries` | evaluates the queries of a game in positions |
//! | `answer_record`, `marks` | how many answers a query has, and in which positions |
//! | `text` | `answers.txt` as it is written and read |
//! | `counting` | evaluates all queries |
//! | `changes` | which queries have other answers, and in which positions |

mod answer_record;
pub mod changes;
pub(crate) mod corpus;
pub mod counting;
pub mod marks;
pub(crate) mod queries;
mod text;

#[cfg(test)]
mod tests;

use std::sync::atomic::AtomicBool;

pub use answer_record::{Answers, Counts};
pub use corpus::Corpus;
pub use corpus::positions;
use noire_engine::bases::{Backend, sidecars};
use noire_engine::record::Problems;
use noire_engine::world::World;
pub use queries::{Queries, Unanswered};

impl Answers {
    /// Reads the expected answers from `answers.txt` next to the rules, or returns `None` if there is no such file.
    ///
    /// # Errors
    /// Fails if the file has mistakes.
    pub fn read_sidecar(world: &impl World) -> Result<Option<Answers>, Problems> {
        let file = world.sidecar(sidecars::ANSWERS);
        file.map(|(path, bytes)| Answers::read(path, bytes)).transpose()
    }

    /// Evaluates all queries of a base in these positions.
    ///
    /// # Errors
    /// Fails if a query reaches the step limit.
    pub(crate) fn of<W: Corpus>(
        world: &W,
        backend: Backend,
        positions: &[W::Position],
    ) -> Result<Answers, Unanswered<W::Position>> {
        let mut positions = positions.to_vec();
        let mut asked = Queries::new(world, backend, &mut positions);
        let (answers, ended) = counting::count_answers(&mut asked, &AtomicBool::new(false), |_, _| {});
        ended.map(|()| answers)
    }
}
