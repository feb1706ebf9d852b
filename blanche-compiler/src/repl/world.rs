//! Whom a program speaks of: its host, and what can be shown of it.

use crate::interpret::{Host, NoHost};
use crate::runtime::{LimitReached, Solutions};
use crate::why::Fact;

use super::Table;

/// A host with its facts, and what it adds to a conversation.
pub trait World {
    /// Who answers.
    type Host: Host;

    /// What the answers come from.
    fn facts(&mut self) -> &mut <Self::Host as Host>::Facts;

    /// Answers as a picture: lines below the table; none where there is nothing to draw.
    fn picture(&self, _answers: &Table) -> Vec<String> {
        Vec::new()
    }

    /// A fact that holds, in words; `None` where it is said best as it is written.
    fn words(&self, _fact: &Fact) -> Option<String> {
        None
    }

    /// The number by which another back end knows a rule (`t.threat for white`), if it has it.
    fn compiled(&self, _rule: &str) -> Option<usize> {
        None
    }

    /// All solutions of a rule that another back end knows by this number.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    fn answers_compiled(&mut self, rule: usize) -> Result<Solutions, LimitReached> {
        unreachable!("no rule has the number {rule} where no rule is compiled")
    }

    /// The commands that only this world has: a word, its argument, and what it does.
    fn commands(&self) -> &'static [(&'static str, &'static str, &'static str)] {
        &[]
    }

    /// One of these commands: what is to be said, or why it cannot be done.
    fn command(&mut self, _word: &str, _argument: &str) -> Result<Vec<String>, String> {
        Err("there is no such command".to_owned())
    }
}

/// The world of a program whose facts stand in its text.
#[derive(Clone, Copy, Debug, Default)]
pub struct InText {
    nothing: (),
}

impl World for InText {
    type Host = NoHost;

    fn facts(&mut self) -> &mut () {
        &mut self.nothing
    }
}
