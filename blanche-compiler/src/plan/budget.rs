//! The budget of a planning run: one count of steps for all rules, routines and trials together.
//!
//! A step is one part of a body that is unfolded, simplified or weighed, or one comparison of two ways to go on. Steps
//! are counted and not timed, so that a program is planned on every machine or on none. Where the budget is spent, what
//! is left is planned as if it could not hold, and the run ends with a message in place of a plan.

use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::plan::params::{MOST_SLOTS, MOST_STEPS};
use crate::program::{PredicateId, PredicateKind, Program, RuleId, RuleKind};

/// The steps of a planning run.
pub const STEPS: u64 = MOST_STEPS;

/// What is planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Subject {
    Rule(RuleId),
    Predicate(PredicateId),
}

/// What the budget did not suffice for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spent {
    Steps,
    Slots,
}

/// The steps of a planning run.
pub(crate) struct Budget {
    most: u64,
    used: u64,
    /// What it did not suffice for, and what was planned then.
    spent: Option<(Spent, Option<Subject>)>,
    /// What is being planned, and how many steps were used when that began.
    now: Option<(Subject, u64)>,
    /// The steps of each rule and predicate alone.
    own: HashMap<Subject, u64>,
}

impl Budget {
    pub(crate) fn new(most: u64) -> Budget {
        Budget { most, used: 0, spent: None, now: None, own: HashMap::new() }
    }

    /// Takes some steps.
    pub(crate) fn take(&mut self, steps: usize) {
        self.used = self.used.saturating_add(steps as u64);
        if self.used > self.most {
            self.spend(Spent::Steps);
        }
    }

    /// Sees to it that a body does not get more slots than can be numbered.
    pub(crate) fn hold_slots(&mut self, slots: usize) {
        if slots > MOST_SLOTS {
            self.spend(Spent::Slots);
        }
    }

    fn spend(&mut self, spent: Spent) {
        let now = self.now.map(|(subject, _)| subject);
        self.spent.get_or_insert((spent, now));
    }

    /// Whether nothing more is to be planned.
    pub(crate) fn is_spent(&self) -> bool {
        self.spent.is_some()
    }

    /// How many steps were taken.
    pub(crate) fn used(&self) -> u64 {
        self.used
    }

    /// What is being planned.
    pub(crate) fn subject(&self) -> Option<Subject> {
        self.now.map(|(subject, _)| subject)
    }

    /// Says what is planned from now on; gives what was planned before.
    pub(crate) fn turn_to(&mut self, subject: Option<Subject>) -> Option<Subject> {
        let before = self.now.take().map(|(before, since)| {
            *self.own.entry(before).or_default() += self.used - since;
            before
        });
        self.now = subject.map(|subject| (subject, self.used));
        before
    }

    /// Why there is no plan, if there is none.
    pub(crate) fn message(&mut self, program: &Program) -> Option<Diagnostic> {
        let (spent, then) = self.spent?;
        self.turn_to(None);
        let most = self.own.iter().max_by_key(|(subject, own)| (**own, std::cmp::Reverse(**subject)));
        let subject = match spent {
            Spent::Steps => most.map(|(subject, _)| *subject),
            Spent::Slots => then,
        };
        let (name, span) = named(program, subject?)?;
        let (title, label) = match spent {
            Spent::Steps => (
                format!("{name} takes too many steps to plan"),
                format!("most of {} steps went here", grouped(self.most)),
            ),
            Spent::Slots => (
                format!("{name} has more variables than can be planned"),
                format!("more than {}", grouped(MOST_SLOTS as u64)),
            ),
        };
        let advice = "make its body shorter: what two or more of its literals say together can be a predicate of \
                      its own, which is planned once";
        Some(Diagnostic::new(Code::PlanTooLarge, title, span, label).hint(advice))
    }
}

/// What something is called, and where it stands.
pub(crate) fn named(program: &Program, subject: Subject) -> Option<(String, Span)> {
    match subject {
        Subject::Rule(id) => {
            let rule = program.rule(id);
            let title = program.rule_title(rule);
            let is_name = matches!(rule.kind, RuleKind::Rule);
            Some((if is_name { format!("`{title}`") } else { title }, rule.span))
        }
        Subject::Predicate(id) => {
            let predicate = program.predicate(id);
            let PredicateKind::Derived(clauses) = &predicate.kind else { return None };
            Some((format!("`{}`", predicate.name), clauses.first()?.span))
        }
    }
}

/// `20,000,000`
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
