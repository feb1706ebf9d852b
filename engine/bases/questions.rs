//! What programs ask of a base, written once for both back ends. Every question gives an error when it reaches a limit
//! first, and panics when it is put to a back end that is not there ([`Base::has`]).

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};

use blanche_compiler::interpret::{Host, Machine};
use blanche_compiler::runtime::{Cost, Flow, LimitReached, Solutions, Value, Wanted, Weight};

use super::back_end::{BackEnd, Compiled};
use super::{Backend, Base, Question, Subject};

/// Asks the back end that is meant.
macro_rules! ask {
    ($asking:expr, $method:ident($($argument:expr),*)) => {
        $asking.base.given_up.counted(match $asking.backend {
            Backend::Compiled => $asking.base.compiled().$method($($argument),*),
            Backend::Interpreted => $asking.base.interpreter().$method($($argument),*),
        })
    };
}

/// What one score adds to the value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The score, by its place in the base.
    pub score: usize,
    /// What it counts, in order.
    pub solutions: Solutions,
    /// What each of them is worth in this position.
    pub weight: Weight,
}

impl Term {
    /// What it adds for its player.
    pub fn worth(&self) -> i64 {
        self.weight.sum(&self.solutions)
    }
}

/// How many questions to a base were given up at a limit.
#[derive(Default)]
pub(super) struct GivenUp(AtomicU64);

impl GivenUp {
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
    /// Puts questions to a back end.
    #[inline]
    pub fn on(&self, backend: Backend) -> Asking<'_, S> {
        Asking { base: self, backend }
    }

    /// How many questions were given up at a limit of work, memory or depth, by whoever asked them. A search goes on without their
    /// answers, or ends.
    pub fn questions_given_up(&self) -> u64 {
        self.given_up.0.load(Ordering::Relaxed)
    }

    fn compiled(&self) -> &Compiled<S> {
        self.compiled.as_ref().expect("a back end is asked only where it is there")
    }

    /// The interpreter of its program.
    pub fn machine(&self) -> &Machine<S::Host> {
        self.interpreter().machine()
    }

    /// How a value of a variable is written: `h8`, `e3.e7`, `white`, `3`.
    pub fn text(&self, sort: &str, value: Value) -> String {
        S::Host::write(sort, value).unwrap_or_else(|| self.texts().program().value_text(sort, value))
    }
}

/// A base whose questions go to one of its back ends ([`Base::on`]).
pub struct Asking<'b, S: Subject> {
    pub(super) base: &'b Base<S>,
    backend: Backend,
}

impl<S: Subject> Clone for Asking<'_, S> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Subject> Copy for Asking<'_, S> {}

impl<S: Subject> Asking<'_, S> {
    /// Does a rule apply?
    ///
    /// # Errors
    /// When a limit is reached first.
    #[inline]
    pub fn applies(self, rule: usize, subject: &mut S) -> Result<bool, LimitReached> {
        ask!(self, applies(Question::Rule(rule), subject))
    }

    /// Whether all that holds which the base supposes where a rule of this level claims something.
    ///
    /// # Errors
    /// When a limit is reached first.
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
    /// When a limit is reached first.
    pub fn first(self, rule: usize, subject: &mut S) -> Result<Solutions, LimitReached> {
        ask!(self, first(Question::Rule(rule), subject))
    }

    /// All solutions of a rule in order: tuples over [`Rule::variables`](super::Rule::variables).
    ///
    /// # Errors
    /// When a limit is reached first.
    pub fn all(self, rule: usize, subject: &mut S) -> Result<Solutions, LimitReached> {
        self.answers(Question::Rule(rule), subject)
    }

    /// All answers of a question in order: tuples over its variables.
    ///
    /// # Errors
    /// When a limit is reached first.
    pub fn answers(self, question: Question, subject: &mut S) -> Result<Solutions, LimitReached> {
        let mut solutions = Solutions::default();
        self.answers_into(question, subject, &mut solutions)?;
        Ok(solutions)
    }

    /// [`Asking::answers`] in the buffer of earlier ones: whoever asks often allocates once.
    ///
    /// # Errors
    /// When a limit is reached first.
    pub fn answers_into(
        self,
        question: Question,
        subject: &mut S,
        solutions: &mut Solutions,
    ) -> Result<(), LimitReached> {
        ask!(self, all_into(question, subject, solutions))
    }

    /// Whether a rule has a solution that is accepted. They are handed over as they are found, in any order, until one is.
    ///
    /// # Errors
    /// When a limit is reached first.
    pub fn any(
        self,
        rule: usize,
        subject: &mut S,
        accept: &mut dyn FnMut(&[Value]) -> bool,
    ) -> Result<bool, LimitReached> {
        ask!(self, any(Question::Rule(rule), subject, accept))
    }

    /// How many solutions a rule has. Those that have to be compared are kept in the buffer of earlier ones.
    ///
    /// # Errors
    /// When a limit is reached first.
    pub fn count(self, rule: usize, subject: &mut S, buffer: &mut Solutions) -> Result<usize, LimitReached> {
        ask!(self, count(Question::Rule(rule), subject, buffer))
    }

    /// What it costs to ask a rule, in steps and bytes as the limits count them.
    ///
    /// # Errors
    /// When a limit is reached first.
    pub fn cost(self, rule: usize, subject: &mut S, wanted: Wanted) -> Result<Cost, LimitReached> {
        ask!(self, cost(Question::Rule(rule), subject, wanted))
    }

    /// Hands over all solutions of a rule in order until `take` has enough. Where they do not come in order, they are
    /// sorted in the buffer of earlier ones.
    ///
    /// # Errors
    /// When a limit is reached first.
    pub fn in_order(
        self,
        rule: usize,
        subject: &mut S,
        buffer: &mut Solutions,
        take: &mut dyn FnMut(&[Value]) -> Flow,
    ) -> Result<(), LimitReached> {
        ask!(self, in_order(Question::Rule(rule), subject, buffer, take))
    }

    /// The values of the variables of an export for which it holds, in order.
    ///
    /// # Errors
    /// When a limit is reached first.
    pub fn exported(self, export: usize, subject: &mut S) -> Result<Solutions, LimitReached> {
        self.answers(Question::Export(export), subject)
    }

    /// Hands over the answers of [`Asking::exported`] as they come: in any order, some perhaps several times.
    ///
    /// # Errors
    /// When a limit is reached first.
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

    /// What the position is worth to a player: what its scores add up to, less what those of the others add up to. A
    /// solution is worth the first weight of its score where the score's player is to move, else the second.
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
    /// When a limit is reached first.
    #[inline]
    pub fn value(self, subject: &mut S, player: S::Player) -> Result<i64, LimitReached> {
        let mut value = self.sum(subject, player)?;
        for other in S::players().iter().filter(|other| **other != player) {
            value -= self.sum(subject, *other)?;
        }
        Ok(value)
    }

    /// What the scores of a player add up to.
    ///
    /// # Errors
    /// When a limit is reached first.
    #[inline]
    pub fn sum(self, subject: &mut S, player: S::Player) -> Result<i64, LimitReached> {
        let to_move = subject.to_move() == Some(player);
        ask!(self, sum(S::number(player), subject, to_move))
    }

    /// What the preferences of a player say of moves: the value that a move plays first, and what it is worth by one answer.
    ///
    /// # Errors
    /// When a limit is reached first.
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

    /// What each score adds, one by one, in the order of the text.
    ///
    /// # Errors
    /// When a limit is reached first.
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

    /// What the rules say of a node of a search: the first rule that applies, of those of the lowest level. The
    /// rules of all players are asked level by level from the lowest up, within a level in the order of the
    /// text, and none behind the first that applies. Nothing where no rule applies.
    ///
    /// The position is that after the move: a search makes a move, asks, and takes it back.
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
    /// When a limit is reached first, in any of its questions.
    pub fn verdict(self, subject: &mut S) -> Result<Option<usize>, LimitReached> {
        self.verdict_among(subject, |_| true)
    }

    /// [`Asking::verdict`] of some of the rules: those, by their places in the base, that are asked at all.
    ///
    /// # Errors
    /// When a limit is reached first, in any of its questions.
    #[inline]
    pub fn verdict_among(
        self,
        subject: &mut S,
        is_asked: impl Fn(usize) -> bool,
    ) -> Result<Option<usize>, LimitReached> {
        self.verdict_within(subject, 0..=u32::MAX, is_asked)
    }

    /// [`Asking::verdict_among`] of the rules of these levels only.
    ///
    /// # Errors
    /// When a limit is reached first, in any of its questions.
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
