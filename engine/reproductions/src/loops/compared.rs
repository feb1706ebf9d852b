//! Compares the rules written in plain Rust with the interpreted and compiled ones. Their answers are compared first,
//! since only correct matchers are worth timing, and then their times.
//!
//! The matchers take turns in pieces of about 0.1 ms, so that other load on the machine slows all of them equally and
//! rarely interrupts one. Ratios are therefore more reliable than times. A time is per position: it is the sum of the
//! least times of all pieces. For several rules, the times of the single rules are added.
//!
//! A query *all* passes the solutions to the same callback for every matcher, ordered and without duplicates. *Count*
//! counts the solutions, and *applies* stops at the first one.

use std::hint::black_box;
use std::ops::{ControlFlow, Range};

use blanche_compiler::runtime::{LimitReached, Limits, Solutions, Value};
use blanche_compiler::timing::{self, Effort, Parts};
use noire::bases::{Backend, LoadError, Subject as _};
use noire::board::Position;
use noire::facts::Base;
use noire::laboratory::corpus;

use super::plain::RULES;
use super::sets::{self, HandRule};

/// An implementation of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matcher {
    /// Plain loops in Rust.
    Plain,
    /// The interpreter.
    Interpreted,
    /// The compiled rules.
    Compiled,
    /// Operations on sets in Rust.
    Sets,
}

impl Matcher {
    /// All matchers. The first is the baseline.
    pub const ALL: [Matcher; 4] = [Matcher::Plain, Matcher::Interpreted, Matcher::Compiled, Matcher::Sets];

    /// The name of the matcher in the tables.
    pub fn name(self) -> &'static str {
        match self {
            Matcher::Plain => "plain loops",
            Matcher::Interpreted => "interpreted",
            Matcher::Compiled => "compiled",
            Matcher::Sets => "sets by hand",
        }
    }

    /// The matchers that implement these rules. Only three rules are also written over sets.
    fn of(rules: Rules) -> impl Iterator<Item = Matcher> {
        let over_sets = rules.numbers().into_iter().all(|rule| hand_rule(rule).is_some());
        Matcher::ALL.into_iter().filter(move |matcher| *matcher != Matcher::Sets || over_sets)
    }
}

/// The implementation over sets of the rule with this index in the base, if there is one.
fn hand_rule(rule: usize) -> Option<&'static HandRule> {
    sets::RULES.iter().find(|hand| hand.code == RULES[rule].code)
}

/// A kind of question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether a rule applies.
    Applies,
    /// All solutions.
    All,
    /// The number of solutions.
    Count,
}

/// The rules of one line of the table, each timed separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// All rules.
    Every,
    /// The rules that are also written over sets.
    OverSets,
    /// A single rule, by its index in the base.
    One(usize),
}

impl Rules {
    /// All lines of the table.
    pub fn each() -> impl Iterator<Item = Rules> {
        [Rules::Every, Rules::OverSets].into_iter().chain((0..RULES.len()).map(Rules::One))
    }

    fn numbers(self) -> Vec<usize> {
        let all = 0..RULES.len();
        match self {
            Rules::Every => all.collect(),
            Rules::OverSets => all.filter(|rule| hand_rule(*rule).is_some()).collect(),
            Rules::One(rule) => vec![rule],
        }
    }

    /// The title of the line, such as `t.threat for white`.
    pub fn name(self, base: &Base) -> String {
        match self {
            Rules::Every => format!("{} rules", RULES.len()),
            Rules::OverSets => format!("{} rules over sets", sets::RULES.len()),
            Rules::One(rule) => base.contents().rules[rule].title(),
        }
    }
}

/// The base and the positions to measure on.
pub struct World {
    /// The base whose rules are measured.
    pub base: Base,
    /// The positions of the built-in corpus.
    pub positions: Vec<Position>,
}

/// The times of some rules, in microseconds per position.
pub struct Line {
    /// The rules of the line.
    pub rules: Rules,
    /// The times of the matchers, in the order of [`Matcher::ALL`].
    pub times: Vec<f64>,
}

impl Line {
    /// The time of a matcher divided by that of the plain loops.
    pub fn ratio(&self, matcher: Matcher) -> Option<f64> {
        let at = Matcher::ALL.iter().position(|known| *known == matcher)?;
        Some(self.times.get(at)? / self.times[0])
    }
}

impl World {
    /// Opens the base and the built-in corpus.
    ///
    /// # Errors
    /// Never, as the base is built in.
    pub fn open() -> Result<World, LoadError> {
        let base = Base::open("renju-2001", Limits::default())?;
        Ok(World { base, positions: corpus::positions() })
    }

    /// Compares all answers of all matchers with those of the plain loops. Returns the number of solutions.
    ///
    /// # Errors
    /// When a matcher has different answers, or a query exceeds its limit.
    pub fn same_answers(&self) -> Result<usize, String> {
        if self.base.contents().rules.len() != RULES.len() {
            return Err("the loops by hand are no longer those of the rules of the base".to_owned());
        }
        let mut solutions = 0;
        for position in &self.positions {
            let mut position = position.clone();
            for (rule, plain) in RULES.iter().enumerate() {
                solutions += self
                    .same_of_rule(rule, &mut position)
                    .map_err(|who| format!("{} {who}, with {}", plain.code, position.options()))?;
            }
        }
        Ok(solutions)
    }

    fn same_of_rule(&self, rule: usize, position: &mut Position) -> Result<usize, String> {
        let plain = &RULES[rule];
        let found = plain.all(position);
        let found: Vec<&[Value]> = found.iter().map(|solution| &solution[..plain.width]).collect();
        let applies = plain.applies(position);
        let same = |is_same: bool, who: &str| match is_same {
            true => Ok(()),
            false => Err(format!("{who} gives other answers than the plain loops")),
        };
        same(applies != found.is_empty(), "by plain loops")?;
        for backend in [Backend::Interpreted, Backend::Compiled] {
            let limit = |limit: LimitReached| format!("{backend}: {limit}");
            let all = self.base.on(backend).all(rule, position).map_err(limit)?;
            same(all.iter().eq(found.iter().copied()), &backend.to_string())?;
            let also_applies = self.base.on(backend).applies(rule, position).map_err(limit)?;
            same(also_applies == applies, &backend.to_string())?;
        }
        if let Some(hand) = hand_rule(rule) {
            let mut taken: Vec<Vec<Value>> = Vec::new();
            let _ = (hand.all)(position, &mut |solution| {
                taken.push(solution.to_vec());
                ControlFlow::Continue(())
            });
            let is_same = taken.iter().map(Vec::as_slice).eq(found.iter().copied())
                && (hand.count)(position) == found.len()
                && (hand.applies)(position) == applies;
            same(is_same, "over sets")?;
        }
        Ok(found.len())
    }

    /// Evaluates a rule in one position; `room` is a reusable buffer. Returns the number of solutions for *count*, and
    /// whether the rule applies, as 0 or 1, for *applies*. For *all* it returns the sum of the played values, so that
    /// the callback does some work.
    #[inline]
    fn ask(
        &self,
        matcher: Matcher,
        question: Question,
        rule: usize,
        position: &mut Position,
        room: &mut Solutions,
    ) -> Result<usize, LimitReached> {
        let mut sum = 0;
        let mut take = |solution: &[Value]| {
            sum += solution[0] as usize;
            ControlFlow::Continue(())
        };
        match (matcher, question) {
            (Matcher::Plain, Question::Applies) => return Ok(usize::from(RULES[rule].applies(position))),
            (Matcher::Plain, Question::Count) => return Ok(RULES[rule].all(position).len()),
            (Matcher::Plain, Question::All) => {
                hand_on(RULES[rule].all(position).iter().map(|one| &one[..]), &mut take);
            }
            (Matcher::Sets, _) => {
                let hand = hand_rule(rule).expect("it is asked for its rules");
                match question {
                    Question::Applies => return Ok(usize::from((hand.applies)(position))),
                    Question::Count => return Ok((hand.count)(position)),
                    Question::All => drop((hand.all)(position, &mut take)),
                }
            }
            (Matcher::Interpreted | Matcher::Compiled, _) => {
                let interpreted = matcher == Matcher::Interpreted;
                let backend = if interpreted { Backend::Interpreted } else { Backend::Compiled };
                if question == Question::Applies {
                    return Ok(usize::from(self.base.on(backend).applies(rule, position)?));
                }
                if question == Question::Count {
                    return self.base.on(backend).count(rule, position, room);
                }
                let mut taken = |solution: &[Value]| {
                    let _ = take(solution);
                    Ok(())
                };
                self.base.on(backend).in_order(rule, position, room, &mut taken)?;
            }
        }
        Ok(sum)
    }

    /// Measures the times of each line. `round` is called with the share of the effort spent so far.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    pub fn times(
        &self,
        question: Question,
        lines: &[Rules],
        effort: Effort<'_>,
        round: impl FnMut(f64),
    ) -> Result<Vec<Line>, LimitReached> {
        let mut positions = self.positions.clone();
        let number = positions.len() as f64;
        let mut room = Solutions::default();
        let mut asked: Vec<usize> = lines.iter().flat_map(|rules| rules.numbers()).collect();
        asked.sort_unstable();
        asked.dedup();
        let of_rule =
            |rule: &usize| Matcher::of(Rules::One(*rule)).map(|matcher| (*rule, matcher)).collect::<Vec<_>>();
        let tasks: Vec<(usize, Matcher)> = asked.iter().flat_map(of_rule).collect();
        let run = |task: usize, items: Range<usize>| {
            let (rule, matcher) = tasks[task];
            for position in &mut positions[items] {
                black_box(self.ask(matcher, question, rule, position, &mut room)?);
            }
            Ok(())
        };
        let items = vec![self.positions.len(); tasks.len()];
        let measured = timing::measure_items(&items, effort, run, round)?;
        let time = |rules: Rules, wanted: Matcher| {
            let task = |rule: usize| {
                tasks.iter().position(|task| *task == (rule, wanted)).map(|task| &measured[task])
            };
            let parts: Vec<&Parts> = rules.numbers().into_iter().filter_map(task).collect();
            Parts::total(&parts, effort.seed).map_or(0.0, |timing| timing.least / number)
        };
        let line = |rules: &Rules| Line {
            rules: *rules,
            times: Matcher::of(*rules).map(|matcher| time(*rules, matcher)).collect(),
        };
        Ok(lines.iter().map(line).collect())
    }
}

/// Passes the given solutions to `take`, one after the other, until `take` returns `Break`.
fn hand_on<'s>(solutions: impl Iterator<Item = &'s [Value]>, take: sets::Take<'_>) {
    for solution in solutions {
        if take(solution).is_break() {
            break;
        }
    }
}
