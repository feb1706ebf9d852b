//! Moves on the way through a plan: they are made, something is asked, and they are taken back, whatever ended the
//! question.

use super::{Frame, Host, Run};
use crate::plan::{Block, Move};
use crate::program::PredicateId;
use crate::runtime::{LimitReached, Stop, found};

impl<'m, H: Host> Run<'m, H> {
    /// Whether a block has an answer after some moves, which are taken back in any case.
    pub(super) fn after(
        &mut self,
        facts: &mut H::Facts,
        moves: &[Move],
        block: &'m Block,
        frame: Frame<'m>,
    ) -> Result<bool, LimitReached> {
        self.budget.enter()?;
        let made = moves.iter().take_while(|one| self.make(facts, one, frame)).count();
        let mut answer = Ok(false);
        if made == moves.len() {
            let before = self.answers.len();
            let flow = self.block(facts, &block.steps, frame, &mut |_, _| Err(Stop::Enough));
            self.answers.truncate(before);
            answer = found(flow);
        }
        for one in moves[..made].iter().rev() {
            let values = self.gather(&one.inputs, frame);
            H::take_back(facts, self.action(one.action), &values);
            self.inputs = values;
        }
        if answer.is_ok() {
            self.budget.leave();
        }
        answer
    }

    fn make(&mut self, facts: &mut H::Facts, one: &Move, frame: Frame<'m>) -> bool {
        let values = self.gather(&one.inputs, frame);
        let made = H::make(facts, self.action(one.action), &values);
        self.inputs = values;
        made
    }

    #[inline]
    fn action(&self, id: PredicateId) -> u32 {
        self.machine.actions[id.index()].expect("a machine is made only when the host makes all actions")
    }
}
