//! Answers by operations on words, where a question fits; what does not is asked of somebody else.

use std::sync::{Arc, OnceLock};

use blanche_sorted::{Arrange, SortedMap};

use super::asker::Asker;
use crate::bitboards::{Answering, Asked, Code, CompiledCode, Effort, NoCode, Places, ROUNDS};
use crate::program::{Program, RuleId, RuleKind};
use crate::runtime::{CompiledGame, Layout, LimitReached, Position, Value, Wanted};

/// The code of a question, where it fits; nothing before somebody asks.
type Known = OnceLock<Option<Box<dyn Answering>>>;

/// Answers in words, and asks another one where that cannot be.
pub(super) struct WordsAsker {
    program: Arc<Program>,
    layout: Arc<Layout>,
    places: Places,
    /// The code of each rule; none before somebody asks.
    codes: Box<[Known]>,
    /// The code of tests whether each rule applies.
    tests: Box<[Known]>,
    other: Box<dyn Asker>,
    /// What is left of the effort to find codes.
    effort: Effort,
    /// Where what was compiled stands in the list of all that is asked.
    compiled: SortedMap<Asked, usize>,
}

impl WordsAsker {
    pub(super) fn new(program: Arc<Program>, layout: Arc<Layout>, other: Box<dyn Asker>) -> WordsAsker {
        let none = || program.rules.iter().map(|_| OnceLock::new()).collect();
        let (codes, tests) = (none(), none());
        let places = Places::of(&program, &layout);
        let compiled = match other.in_words() {
            Some(_) => Asked::all(&program).into_iter().zip(0..).collect(),
            None => SortedMap::new(),
        };
        WordsAsker { program, layout, places, codes, tests, other, effort: Effort::default(), compiled }
    }

    /// Whoever answers what does not fit.
    pub(super) fn other(&self) -> &dyn Asker {
        &*self.other
    }

    /// Finds out of every question whether it goes by operations on words, now and not when it is asked first. What takes
    /// little effort comes first.
    pub(super) fn prepare(&self) {
        let mut rules: Vec<RuleId> = (0..self.codes.len() as u32).map(RuleId).collect();
        // What claims something is asked less often than what is so in every position.
        rules.arrange_by_key(|id| self.program.rule(*id).kind == RuleKind::Rule);
        for (round, most) in (1..).zip(ROUNDS) {
            let is_last = round == ROUNDS.len();
            for rule in &rules {
                self.try_to_make(&self.codes[rule.index()], Asked::Answers(*rule), (most, is_last));
                self.try_to_make(&self.tests[rule.index()], Asked::Test(*rule), (most, is_last));
            }
        }
    }

    /// Finds the code of a question where that takes this effort at most. What takes more goes by its plan if this was the last
    /// time that it is tried.
    fn try_to_make(&self, known: &Known, asked: Asked, (most, is_last): (usize, bool)) {
        if known.get().is_none() {
            match asked.code_within(&self.program, &self.layout, &self.effort, most) {
                Ok(code) => drop(known.set(Some(self.answering(asked, &code)))),
                Err(NoCode::TooMuch) if !is_last => {}
                Err(NoCode::Unfit | NoCode::TooMuch) => drop(known.set(None)),
            }
        }
    }

    /// Whether what is wanted of a question is found so.
    pub(super) fn is_in_words(&self, rule: RuleId, wanted: Wanted) -> bool {
        match wanted {
            Wanted::Applies => self.test(rule).is_some(),
            Wanted::First | Wanted::All | Wanted::Count => self.code(rule).is_some(),
        }
    }

    /// Whether the code for it was compiled.
    pub(super) fn is_compiled_in_words(&self, rule: RuleId, wanted: Wanted) -> bool {
        let asked = if wanted == Wanted::Applies { Asked::Test(rule) } else { Asked::Answers(rule) };
        self.compiled.contains_key(&asked)
    }

    fn code(&self, rule: RuleId) -> Option<&dyn Answering> {
        self.codes[rule.index()].get_or_init(|| self.made(Asked::Answers(rule))).as_deref()
    }

    fn test(&self, rule: RuleId) -> Option<&dyn Answering> {
        self.tests[rule.index()].get_or_init(|| self.made(Asked::Test(rule))).as_deref()
    }

    /// Who answers what is asked, where it fits into words.
    pub(super) fn made(&self, asked: Asked) -> Option<Box<dyn Answering>> {
        let [.., most] = ROUNDS;
        let code = asked.code_within(&self.program, &self.layout, &self.effort, most).ok()?;
        Some(self.answering(asked, &code))
    }

    /// The same with its code.
    pub(super) fn answering(&self, asked: Asked, code: &Code) -> Box<dyn Answering> {
        let compiled = self.other.in_words().zip(self.compiled.get(&asked));
        code.answering(
            &self.places,
            compiled.map(|(game, at)| CompiledCode { answers: game.answers, at: *at }),
        )
    }
}

impl Asker for WordsAsker {
    fn applies(&self, position: &mut Position, rule: RuleId) -> Result<bool, LimitReached> {
        match self.test(rule) {
            Some(code) => Ok(code.applies(position.words())),
            None => self.other.applies(position, rule),
        }
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
        code.each(position.words(), given.first().copied().unwrap_or(0), take);
        Ok(())
    }

    fn count(&self, position: &mut Position, rule: RuleId) -> Result<usize, LimitReached> {
        match self.code(rule) {
            Some(code) => Ok(code.count(position.words())),
            None => self.other.count(position, rule),
        }
    }

    fn in_words(&self) -> Option<CompiledGame> {
        self.other.in_words()
    }
}
