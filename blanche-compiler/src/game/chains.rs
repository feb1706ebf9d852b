//! Moves of several steps: after a step the same player continues for as long as a further step is possible. A `then`
//! line of a move declaration says how it may continue.
//!
//! All `then` lines of a step are evaluated before the step is made, and yield the values with which the next step must
//! begin. Every possible step that begins with these values is a continuation. Steps found by several lines are merged,
//! without repetition, in the order of the text and then of the values. A move ends when there is no continuation.

use blanche_sorted::SortedSet;

use super::fault::{Fault, Unending};
use super::moves::{Move, Step};
use super::rules::Rules;
use crate::runtime::{MAX_CHAINS, MAX_MOVE_STEPS, Position, Unended, Value};

/// One way in which a step may continue: the declaration of the next step (its index among the moves), and the values
/// with which the next step begins.
pub type NextStep = (usize, Vec<Value>);

/// State of the recursive enumeration of all chains that begin with one given step.
struct Walk<'r, 'm> {
    rules: &'r Rules,
    moves: &'m mut Vec<Move>,
    /// The steps made so far.
    steps: Vec<Step>,
    /// The words (bits) of the position before each step that was made.
    before: Vec<Vec<u64>>,
    /// Number of chains (moves of more than one step) found so far.
    chains: usize,
}

impl Rules {
    /// Whether the declaration with index `of` has `then` lines, so that its player may continue after it.
    pub(super) fn may_go_on(&self, of: usize) -> bool {
        !self.game().moves[of].continuations.is_empty()
    }

    /// Adds to `moves` every move that begins with one of the steps `first`, which must be possible in `position`.
    pub(super) fn go_on(
        &self,
        position: &mut Position,
        first: &[Step],
        moves: &mut Vec<Move>,
    ) -> Result<(), Fault> {
        let mut walk = Walk { rules: self, moves, steps: Vec::new(), before: Vec::new(), chains: 0 };
        for step in first {
            let before = position.words().to_vec();
            let walked = walk.step(position, *step);
            position.set_words(&before);
            walked?;
        }
        Ok(())
    }

    /// The fault for a chain of steps that has no end.
    pub(super) fn unending(&self, why: Unended, steps: &[Step]) -> Fault {
        let some = &steps[..steps.len().min(SHOWN)];
        let more = if some.len() < steps.len() { " …" } else { "" };
        let mut thens = steps.iter().rev().flat_map(|step| &self.game().moves[step.of()].continuations);
        let place = thens.next().map(|then| then.span);
        let steps = format!("{}{more}", self.notation().steps_text(some));
        Fault::Unending(Box::new(Unending { why, steps, place }))
    }

    /// The ways to continue after `step`, evaluated in the position before it is made.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn continuations(&self, position: &mut Position, step: Step) -> Result<Vec<NextStep>, Fault> {
        let mut found: Vec<NextStep> = Vec::new();
        for then in &self.game().moves[step.of()].continuations {
            let of = self.game().place_of(then.target);
            let mut take = |answer: &[Value]| {
                found.push((of, then.arguments.iter().map(|argument| argument.value(answer)).collect()));
            };
            match then.question {
                Some(question) => self.each_answer(position, question, step.played(), &mut take)?,
                None => take(step.played()),
            }
        }
        Ok(found)
    }

    /// The steps that are possible in `position` and begin with the values of some continuation in `begun`. They are in
    /// the order of the text and then of the values.
    fn beginning(&self, position: &mut Position, begun: &[NextStep]) -> Result<SortedSet<Step>, Fault> {
        let mut found = SortedSet::new();
        let places: SortedSet<usize> = begun.iter().map(|(of, _)| *of).collect();
        for of in places {
            let own = || begun.iter().filter(|(other, _)| *other == of);
            self.each_answer(position, self.game().moves[of].question, &[], &mut |played| {
                if own().any(|(_, values)| played.starts_with(values)) {
                    found.insert(Step::new(of, played));
                }
            })?;
        }
        Ok(found)
    }
}

impl Walk<'_, '_> {
    /// Adds every move that consists of the steps made so far, then `step`, and then any possible steps. Does not
    /// restore `position`.
    fn step(&mut self, position: &mut Position, step: Step) -> Result<(), Fault> {
        self.steps.push(step);
        let begun = self.rules.continuations(position, step)?;
        let next = match begun.is_empty() {
            true => SortedSet::new(),
            false => {
                self.before.push(position.words().to_vec());
                let made = self.rules.make(position, step);
                made.map_err(|fault| fault.in_move(|| self.rules.notation().steps_text(&self.steps)))?;
                let next = self.rules.beginning(position, &begun)?;
                self.refuse_unending(position, &next)?;
                next
            }
        };
        if next.is_empty() {
            self.take()?;
        }
        let after = position.words().to_vec();
        for one in next {
            position.set_words(&after);
            self.step(position, one)?;
        }
        if !begun.is_empty() {
            self.before.pop();
        }
        self.steps.pop();
        Ok(())
    }

    /// Adds the steps made so far as a complete move.
    fn take(&mut self) -> Result<(), Fault> {
        self.chains += usize::from(self.steps.len() > 1);
        let mv = if self.chains > MAX_CHAINS { None } else { Move::chain(&self.steps) };
        self.moves.push(mv.ok_or_else(|| self.unending(Unended::TooMany))?);
        Ok(())
    }

    /// Returns a fault if the chain has returned to the position before an earlier step that is possible again, or if it
    /// continues after the maximum number of steps. `next` are the possible next steps.
    fn refuse_unending(&self, position: &Position, next: &SortedSet<Step>) -> Result<(), Fault> {
        let mut earlier = self.before.iter().zip(&self.steps);
        if earlier.any(|(before, step)| before == position.words() && next.contains(step)) {
            return Err(self.unending(Unended::Returns));
        }
        if !next.is_empty() && self.steps.len() >= MAX_MOVE_STEPS {
            return Err(self.unending(Unended::TooLong));
        }
        Ok(())
    }

    fn unending(&self, why: Unended) -> Fault {
        self.rules.unending(why, &self.steps)
    }
}

/// Maximum number of steps of an endless chain that are shown in its message.
const SHOWN: usize = 8;
