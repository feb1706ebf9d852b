//! Queries to a base, written once for both back ends. Every query returns an error if it reaches a limit. It panics if
//! the base does not have the back end ([`Base::has`]).

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};

use blanche_compiler::interpret::{Host, Machine};
use blanche_compiler::runtime::{Cost, Flow, LimitReached, Solutions, Value, Wanted, Weight};

use super::back_end::{BackEnd, Compiled};
use super::{Backend, Base, Question, Subject};

/// Calls a method of the chosen back end.
macro_rules! ask {
    ($asking:expr, $method:ident($($argument:expr),*)) => {
        $asking.base.aborted.counted(match $asking.backend {
            Backend::Compiled => $asking.base.compiled().$method($($argument),*),
            Backend::Interpreted => $asking.base.interpreter().$method($($argument),*),
        })
    };
}

/// The contribution of one score to the value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The index of the score in the base.
    pub score: usize,
    /// The solutions that are counted, in order.
    pub solutions: Solutions,
    /// The weight of each solution in this position.
    pub weight: Weight,
}

impl Term {
    /// The sum of the weights over all solutions, as seen by the score's player.
    pub fn worth(&self) -> i64 {
        self.weight.sum(&self.solutions)
    }
}

/// The number of queries to a base that reached a limit.
#[derive(Default)]
pub(super) struct AbortedQueries(AtomicU64);

impl AbortedQueries {
    #[inline]
    fn counted<T>(&self, answer: Result<T, LimitReached>) -> Result<T, LimitReached> {
        if let Err(limit) = answer {
            self.count(limit);
        }
        answer
    }

    #[cold]
    fn count(&self, limit: LimitReached) {
        if limit != LimitReached::Stopped {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl<S: Subject> Base<S> {
    /// Selects the back end for queries.
    #[inline]
    pub fn on(&self, backend: Backend) -> BackendBase<'_, S> {
        BackendBase { base: self, backend }
    }

    /// The number of queries, by any caller, that reached a limit of work, memory or depth. After such a query, a
    /// search ends or continues without the answers of the query.
    pub fn aborted_queries(&self) -> u64 {
        self.aborted.0.load(Ordering::Relaxed)
    }

    fn compiled(&self) -> &Compiled<S> {
        self.compiled.as_ref().expect("a back end is asked only where it is there")
    }

    /// The interpreter of the program.
    pub fn machine(&self) -> &Machine<S::Host> {
        self.interpreter().machine()
    }

    /// Formats a value of a variable, such as `h8`, `e3.e7`, `white` or `3`.
    pub fn text(&self, sort: &str, value: Value) -> String {
        S::Host::write(sort, value).unwrap_or_else(|| self.rule_files().program().value_text(sort, value))
    }
}

/// A base with the back end selected for queries ([`Base::on`]).
pub struct BackendBase<'b, S: Subject> {
    pub(super) base: &'b Base<S>,
    backend: Backend,
}

impl<S: Subject> Clone for BackendBase<'_, S> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Subject> Copy for BackendBase<'_, S> {}

impl<S: Subject> BackendBase<'_, S> {
    /// Whether a rule applies.
    ///
    /// # Errors
    /// If a limit is reached.
    #[inline]
    pub fn applies(self, rule: usize, subject: &mut S) -> Result<bool, LimitReached> {
        ask!(self, applies(Question::Rule(rule), subject))
    }

    /// Whether all suppositions hold on which the claims of rules at this level depend.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn is_supposed(self, level: u32, subject: &mut S) -> Result<bool, LimitReached> {
        for (from, at) in &self.base.contents.suppositions {
            if *from <= level && !ask!(self, holds(*at, subject))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The least solution of a rule, if it has one.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn first(self, rule: usize, subject: &mut S) -> Result<Solutions, LimitReached> {
        ask!(self, first(Question::Rule(rule), subject))
    }

    /// All solutions of a rule in order, as tuples over [`Rule::variables`](super::Rule::variables).
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn all(self, rule: usize, subject: &mut S) -> Result<Solutions, LimitReached> {
        self.answers(Question::Rule(rule), subject)
    }

    /// All answers of a question in order, as tuples over its variables.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn answers(self, question: Question, subject: &mut S) -> Result<Solutions, LimitReached> {
        let mut solutions = Solutions::default();
        self.answers_into(question, subject, &mut solutions)?;
        Ok(solutions)
    }

    /// Like [`BackendBase::answers`], but reuses the memory of `solutions`.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn answers_into(
        self,
        question: Question,
        subject: &mut S,
        solutions: &mut Solutions,
    ) -> Result<(), LimitReached> {
        ask!(self, all_into(question, subject, solutions))
    }

    /// Whether `accept` returns `true` for some solution of a rule. Each solution is passed to `accept` as it is found,
    /// in any order.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn any(
        self,
        rule: usize,
        subject: &mut S,
        accept: &mut dyn FnMut(&[Value]) -> bool,
    ) -> Result<bool, LimitReached> {
        ask!(self, any(Question::Rule(rule), subject, accept))
    }

    /// Counts the solutions of a rule. If solutions must be compared to find duplicates, they are stored in `buffer`.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn count(self, rule: usize, subject: &mut S, buffer: &mut Solutions) -> Result<usize, LimitReached> {
        ask!(self, count(Question::Rule(rule), subject, buffer))
    }

    /// The cost of evaluating a rule, in the units of the limits: steps and bytes.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn cost(self, rule: usize, subject: &mut S, wanted: Wanted) -> Result<Cost, LimitReached> {
        ask!(self, cost(Question::Rule(rule), subject, wanted))
    }

    /// Passes all solutions of a rule in order to `take`, until it returns a break. If the back end does not produce
    /// them in order, they are sorted in `buffer`.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn in_order(
        self,
        rule: usize,
        subject: &mut S,
        buffer: &mut Solutions,
        take: &mut dyn FnMut(&[Value]) -> Flow,
    ) -> Result<(), LimitReached> {
        ask!(self, in_order(Question::Rule(rule), subject, buffer, take))
    }

    /// All answers of an export in order, as tuples over its variables.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn exported(self, export: usize, subject: &mut S) -> Result<Solutions, LimitReached> {
        self.answers(Question::Export(export), subject)
    }

    /// Passes the answers of an export to `take` as they are found, in any order and possibly with duplicates.
    ///
    /// # Errors
    /// If a limit is reached.
    #[inline]
    pub fn exported_as_they_come(
        self,
        export: usize,
        subject: &mut S,
        mut take: impl FnMut(&[Value]),
    ) -> Result<(), LimitReached> {
        let mut each = |answer: &[Value]| {
            take(answer);
            Ok(())
        };
        ask!(self, visit(Question::Export(export), subject, &mut each))
    }

    /// The value of the position for a player: the sum of the player's scores minus the scores of the other players. A
    /// solution of a score adds the first weight of the score if the score's player is to move, and the second weight
    /// otherwise.
    ///
    /// ```
    /// use noire::bases::{Backend, DEFAULT_BASE};
    /// use noire::board::Color;
    /// use noire::facts::Base;
    /// use noire::record::PositionSpec;
    ///
    /// let base = Base::open(DEFAULT_BASE, Default::default()).unwrap_or_else(|_| unreachable!("it is built in"));
    /// let mut position = PositionSpec::from_moves("--moves", "h8,a1,i8,c1").unwrap().position();
    /// let value = base.on(Backend::Compiled).value(&mut position, Color::Black).unwrap();
    /// assert!(value > 0, "two stones in the centre are worth more than two in a corner");
    /// assert_eq!(base.on(Backend::Interpreted).value(&mut position, Color::White), Ok(-value));
    /// ```
    ///
    /// # Errors
    /// If a limit is reached.
    #[inline]
    pub fn value(self, subject: &mut S, player: S::Player) -> Result<i64, LimitReached> {
        let mut value = self.sum(subject, player)?;
        for other in S::players().iter().filter(|other| **other != player) {
            value -= self.sum(subject, *other)?;
        }
        Ok(value)
    }

    /// The sum of a player's scores.
    ///
    /// # Errors
    /// If a limit is reached.
    #[inline]
    pub fn sum(self, subject: &mut S, player: S::Player) -> Result<i64, LimitReached> {
        let to_move = subject.to_move() == Some(player);
        ask!(self, sum(S::number(player), subject, to_move))
    }

    /// Evaluates the preferences of a player. For each answer, calls `take` with the first value of the preferred move,
    /// and with the worth of the answer.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn preferred(
        self,
        subject: &mut S,
        player: S::Player,
        take: &mut dyn FnMut(Value, i64),
    ) -> Result<(), LimitReached> {
        for (at, (preference, of)) in
            self.base.contents.preferences.iter().zip(&self.base.preferring).enumerate()
        {
            if *of != player {
                continue;
            }
            let mut each = |answer: &[Value]| {
                take(answer[0], preference.worth.of(answer));
                Ok(())
            };
            ask!(self, each_once(Question::Preference(at), subject, &mut each))?;
        }
        Ok(())
    }

    /// The contribution of each score, in source order.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn terms(self, subject: &mut S) -> Result<Vec<Term>, LimitReached> {
        let to_move = subject.to_move().map(|player| player.to_string());
        let mut terms = Vec::new();
        for (at, score) in self.base.contents.scores.iter().enumerate() {
            let solutions = self.answers(Question::Score(at), subject)?;
            let weight = score.weights.of(to_move.as_ref() == Some(&score.color));
            terms.push(Term { score: at, solutions, weight });
        }
        Ok(terms)
    }

    /// The first rule that applies at a node of a search; `None` if no rule applies. The rules of all players are tried
    /// in order of increasing level and, within a level, in source order. After the first rule that applies, no further
    /// rule is tried.
    ///
    /// `subject` is the position after the move: a search makes a move, calls this, and undoes the move.
    ///
    /// ```
    /// use noire::bases::{Backend, DEFAULT_BASE};
    /// use noire::facts::Base;
    /// use noire::record::PositionSpec;
    ///
    /// let base = Base::open(DEFAULT_BASE, Default::default()).unwrap_or_else(|_| unreachable!("it is built in"));
    /// let mut position = PositionSpec::from_moves("--moves", "h8,a1,i8,c1,j8,e1,k8").unwrap().position();
    /// let rule = base.on(Backend::Compiled).verdict(&mut position).unwrap().unwrap();
    /// assert_eq!(base.contents().rules[rule].title(), "four for black");
    /// ```
    ///
    /// # Errors
    /// If any rule reaches a limit.
    pub fn verdict(self, subject: &mut S) -> Result<Option<usize>, LimitReached> {
        self.verdict_among(subject, |_| true)
    }

    /// Like [`BackendBase::verdict`], but only tries the rules for whose index `is_asked` returns `true`.
    ///
    /// # Errors
    /// If any rule reaches a limit.
    #[inline]
    pub fn verdict_among(
        self,
        subject: &mut S,
        is_asked: impl Fn(usize) -> bool,
    ) -> Result<Option<usize>, LimitReached> {
        self.verdict_within(subject, 0..=u32::MAX, is_asked)
    }

    /// Like [`BackendBase::verdict_among`], but only tries rules whose level is in `levels`.
    ///
    /// # Errors
    /// If any rule reaches a limit.
    #[inline]
    pub fn verdict_within(
        self,
        subject: &mut S,
        levels: RangeInclusive<u32>,
        is_asked: impl Fn(usize) -> bool,
    ) -> Result<Option<usize>, LimitReached> {
        ask!(self, verdict(subject, levels, is_asked))
    }
}
