//! Moves within a query: they are made, a block is evaluated, and the moves are undone in any case.

use super::super::code::{Code, Move};
use super::{Frame, Host, Room, Run};
use crate::runtime::{LimitReached, Stop, found};

impl<'m, H: Host> Run<'m, H> {
    /// Whether a block has an answer after some moves, which are undone in any case.
    pub(super) fn after(
        &mut self,
        facts: &mut H::Facts,
        moves: &[Move],
        code: &'m Code,
        frame: Frame,
    ) -> Result<bool, LimitReached> {
        self.budget.enter()?;
        let made = moves.iter().take_while(|one| self.make(facts, one, frame)).count();
        let mut answer = Ok(false);
        if made == moves.len() {
            let before = self.answers.len();
            let flow = self.block(facts, &code.steps, frame, &mut |_, _| Err(Stop::Enough));
            self.answers.truncate(before);
            answer = found(flow);
        }
        for one in moves[..made].iter().rev() {
            let mut room = Room::default();
            H::take_back(facts, one.action, self.values(&one.inputs, frame, &mut room));
        }
        if answer.is_ok() {
            self.budget.leave();
        }
        answer
    }

    fn make(&self, facts: &mut H::Facts, one: &Move, frame: Frame) -> bool {
        let mut room = Room::default();
        H::make(facts, one.action, self.values(&one.inputs, frame, &mut room))
    }
}
