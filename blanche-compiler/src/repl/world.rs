//! The host of a program in a conversation (the program that answers its extern predicates), and how facts of the host
//! are shown.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::interpret::{Host, NoHost};
use crate::legality::{MoveExplanation, StepExplanation};
use crate::runtime::{LimitReached, Limits, Solutions};
use crate::why::Fact;

use super::Table;

/// The facts of the host of a world.
type Facts<W> = <<W as World>::Host as Host>::Facts;

/// A host with its facts, and the additional features that it gives to a conversation.
pub trait World {
    /// The host that answers extern predicates.
    type Host: Host;

    /// The facts over which queries are evaluated.
    fn facts(&mut self) -> &mut <Self::Host as Host>::Facts;

    /// Draws the answers. The lines are printed below the table. There are no lines if there is nothing to draw.
    fn picture(&self, _answers: &Table) -> Vec<String> {
        Vec::new()
    }

    /// Describes a fact in words; `None` if the fact is shown as a literal.
    fn words(&self, _fact: &Fact) -> Option<String> {
        None
    }

    /// The number of a rule in the compiled back end. `rule` is the title of the rule, such as `t.threat for white`.
    /// `None` if the rule is not compiled.
    fn compiled(&self, _rule: &str) -> Option<usize> {
        None
    }

    /// All solutions of the compiled rule with this number.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    fn answers_compiled(&mut self, rule: usize) -> Result<Solutions, LimitReached> {
        unreachable!("no rule has the number {rule} where no rule is compiled")
    }

    /// Explains why a move is legal or illegal. `None` if the text is not a move of the player to move. `limits` apply to
    /// the whole explanation, which `stop` aborts.
    fn explain_move(
        &mut self,
        _text: &str,
        _limits: Limits,
        _stop: &Arc<AtomicBool>,
    ) -> Option<Result<MoveExplanation<Facts<Self>>, String>> {
        None
    }

    /// Draws the position before a step, with the values that it plays. There are no lines if there is no board.
    fn step_board(&self, _step: &StepExplanation<Facts<Self>>) -> Vec<String> {
        Vec::new()
    }

    /// The additional commands of this world: name, argument, and what it does.
    fn commands(&self) -> &'static [(&'static str, &'static str, &'static str)] {
        &[]
    }

    /// Executes one of the additional commands. Returns the lines to print, or the reason why it cannot be executed.
    fn command(&mut self, _word: &str, _argument: &str) -> Result<Vec<String>, String> {
        Err("there is no such command".to_owned())
    }
}

/// The world of a program whose facts are all in its text.
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
