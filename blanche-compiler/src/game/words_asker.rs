//! Answers by operations on words, where a question fits; what does not is asked of somebody else.

use std::sync::{Arc, OnceLock};

use super::asker::Asker;
use crate::bitboards::{Code, Room, translate, translate_test};
use crate::program::{Program, RuleId};
use crate::runtime::{CompiledGame, Layout, LimitReached, Position, Value};

/// Answers in words, and asks another one where that cannot be.
pub(super) struct WordsAsker {
    program: Arc<Program>,
    layout: Arc<Layout>,
    /// The code of each rule; none before somebody asks.
    codes: Box<[OnceLock<Option<Code>>]>,
    /// The code of tests whether each rule applies.
    tests: Box<[OnceLock<Option<Code>>]>,
    other: Box<dyn Asker>,
}

impl WordsAsker {
    pub(super) fn new(program: Arc<Program>, layout: Arc<Layout>, other: Box<dyn Asker>) -> WordsAsker {
        let none = || program.rules.iter().map(|_| OnceLock::new()).collect();
        let (codes, tests) = (none(), none());
        WordsAsker { program, layout, codes, tests, other }
    }

    /// Whoever answers what does not fit.
    pub(super) fn other(&self) -> &dyn Asker {
        &*self.other
    }

    fn code(&self, rule: RuleId) -> Option<&Code> {
        let code = &self.codes[rule.index()];
        code.get_or_init(|| translate(&self.program, &self.layout, rule)).as_ref()
    }

    fn test(&self, rule: RuleId) -> Option<&Code> {
        let code = &self.tests[rule.index()];
        code.get_or_init(|| translate_test(&self.program, &self.layout, rule)).as_ref()
    }
}

impl Asker for WordsAsker {
    fn applies(&self, position: &mut Position, rule: RuleId) -> Result<bool, LimitReached> {
        let Some(code) = self.test(rule) else { return self.other.applies(position, rule) };
        let mut room = Room::default();
        code.run(position.words(), 0, &mut room);
        Ok(code.applies(&room))
    }

    fn each(
        &self,
        position: &mut Position,
        rule: RuleId,
        given: &[Value],
        take: &mut dyn FnMut(&[Value]),
    ) -> Result<(), LimitReached> {
        let code = if given.len() < 2 { self.code(rule) } else { None };
        let Some(code) = code else { return self.other.each(position, rule, given, take) };
        let mut room = Room::default();
        code.run(position.words(), given.first().copied().unwrap_or(0), &mut room);
        if code.is_in_order() {
            code.each(&room, take);
            return Ok(());
        }
        let mut answers: Vec<Vec<Value>> = Vec::new();
        code.each(&room, &mut |answer| answers.push(answer.to_vec()));
        answers.sort_unstable();
        answers.iter().for_each(|answer| take(answer));
        Ok(())
    }

    fn count(&self, position: &mut Position, rule: RuleId) -> Result<usize, LimitReached> {
        let Some(code) = self.code(rule) else { return self.other.count(position, rule) };
        let mut room = Room::default();
        code.run(position.words(), 0, &mut room);
        Ok(code.count(&room))
    }

    fn in_words(&self) -> Option<CompiledGame> {
        self.other.in_words()
    }
}
