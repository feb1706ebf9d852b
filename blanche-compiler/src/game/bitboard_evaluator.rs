//! Answers questions by bitboard operations (on machine words) if possible. Another evaluator answers the remaining
//! questions.

use std::sync::{Arc, OnceLock};

use blanche_sorted::{Arrange, SortedMap};

use super::evaluators::GameEvaluator;
use crate::bitboards::{Code, CompiledCode, Effort, NoCode, QueryEvaluator, ROUNDS, SearchQuery, WordLayout};
use crate::program::{Program, RuleId, RuleKind};
use crate::runtime::{CompiledGame, Layout, LimitReached, Position, Value, Wanted};

/// The bitboard code of a question, computed on first use. The inner value is `None` if the question cannot be
/// expressed.
type CachedEvaluator = OnceLock<Option<Box<dyn QueryEvaluator>>>;

/// Answers questions by bitboard operations if possible, otherwise by another evaluator.
pub(super) struct BitboardEvaluator {
    program: Arc<Program>,
    layout: Arc<Layout>,
    word_layout: WordLayout,
    /// The code that finds the answers of each rule. Computed on first use.
    codes: Box<[CachedEvaluator]>,
    /// The code that tests whether each rule applies. Computed on first use.
    tests: Box<[CachedEvaluator]>,
    other: Box<dyn GameEvaluator>,
    /// The remaining effort that may be spent on translating questions to code.
    effort: Effort,
    /// The questions that have compiled code. Each has its index among all questions of the program that may be
    /// compiled.
    compiled: SortedMap<SearchQuery, usize>,
}

impl BitboardEvaluator {
    pub(super) fn new(
        program: Arc<Program>,
        layout: Arc<Layout>,
        other: Box<dyn GameEvaluator>,
    ) -> BitboardEvaluator {
        let none = || program.rules.iter().map(|_| OnceLock::new()).collect();
        let (codes, tests) = (none(), none());
        let word_layout = WordLayout::of(&program, &layout);
        let compiled = match other.in_words() {
            Some(_) => SearchQuery::all(&program).into_iter().zip(0..).collect(),
            None => SortedMap::new(),
        };
        BitboardEvaluator {
            program,
            layout,
            word_layout,
            codes,
            tests,
            other,
            effort: Effort::default(),
            compiled,
        }
    }

    /// The evaluator for questions that bitboard operations cannot answer.
    pub(super) fn other(&self) -> &dyn GameEvaluator {
        &*self.other
    }

    /// Translates every question that can be expressed to bitboard code, in advance rather than on first use. Questions
    /// that take little effort come first.
    pub(super) fn prepare(&self) {
        let mut rules: Vec<RuleId> = (0..self.codes.len() as u32).map(RuleId).collect();
        // Rules with claims come last, because they are evaluated less often than questions that every position needs.
        rules.arrange_by_key(|id| self.program.rule(*id).kind == RuleKind::Rule);
        for (round, most) in (1..).zip(ROUNDS) {
            let is_last = round == ROUNDS.len();
            for rule in &rules {
                self.try_to_make(&self.codes[rule.index()], SearchQuery::Answers(*rule), (most, is_last));
                self.try_to_make(&self.tests[rule.index()], SearchQuery::Test(*rule), (most, is_last));
            }
        }
    }

    /// Translates a question if this takes at most the effort `most`. If it takes more in the last round, the plan of
    /// the question is used instead.
    fn try_to_make(&self, known: &CachedEvaluator, asked: SearchQuery, (most, is_last): (usize, bool)) {
        if known.get().is_none() {
            match asked.code_within(&self.program, &self.layout, &self.effort, most) {
                Ok(code) => drop(known.set(Some(self.evaluator(asked, &code)))),
                Err(NoCode::TooMuch) if !is_last => {}
                Err(NoCode::Unfit | NoCode::TooMuch) => drop(known.set(None)),
            }
        }
    }

    /// Whether this request about a rule or question is answered by bitboard operations.
    pub(super) fn is_in_words(&self, rule: RuleId, wanted: Wanted) -> bool {
        match wanted {
            Wanted::Applies => self.test(rule).is_some(),
            Wanted::First | Wanted::All | Wanted::Count => self.code(rule).is_some(),
        }
    }

    /// Whether the bitboard code for this request was compiled.
    pub(super) fn is_compiled_in_words(&self, rule: RuleId, wanted: Wanted) -> bool {
        let asked =
            if wanted == Wanted::Applies { SearchQuery::Test(rule) } else { SearchQuery::Answers(rule) };
        self.compiled.contains_key(&asked)
    }

    fn code(&self, rule: RuleId) -> Option<&dyn QueryEvaluator> {
        self.codes[rule.index()].get_or_init(|| self.made(SearchQuery::Answers(rule))).as_deref()
    }

    fn test(&self, rule: RuleId) -> Option<&dyn QueryEvaluator> {
        self.tests[rule.index()].get_or_init(|| self.made(SearchQuery::Test(rule))).as_deref()
    }

    /// Translates a request to bitboard code, ready for evaluation; `None` if it cannot be expressed.
    pub(super) fn made(&self, asked: SearchQuery) -> Option<Box<dyn QueryEvaluator>> {
        let [.., most] = ROUNDS;
        let code = asked.code_within(&self.program, &self.layout, &self.effort, most).ok()?;
        Some(self.evaluator(asked, &code))
    }

    /// Returns an evaluator for bitboard code. It uses the compiled form of the code if there is a compiled form.
    pub(super) fn evaluator(&self, asked: SearchQuery, code: &Code) -> Box<dyn QueryEvaluator> {
        let compiled = self.other.in_words().zip(self.compiled.get(&asked));
        code.evaluator(
            &self.word_layout,
            compiled.map(|(game, at)| CompiledCode { answers: game.answers, at: *at }),
        )
    }
}

impl GameEvaluator for BitboardEvaluator {
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
