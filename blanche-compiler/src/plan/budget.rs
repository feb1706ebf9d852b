//! The budget of a planning run: one step counter for all rules, routines and trials.
//!
//! A step is the unfolding, simplification or weighing of one conjunct, or one comparison of two orders. Steps are
//! counted instead of time, so that every machine accepts the same programs. Once the budget is spent, the rest of the
//! program is planned as if it never held, and the run ends with a diagnostic instead of a plan.

use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::plan::params::{MAX_PLANNING_STEPS, MAX_SLOTS};
use crate::program::{PredicateId, PredicateKind, Program, RuleId, RuleKind};

/// Maximum number of steps of a planning run.
pub const STEPS: u64 = MAX_PLANNING_STEPS;

/// The rule or predicate that is being planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Subject {
    Rule(RuleId),
    Predicate(PredicateId),
}

/// The limit that was exceeded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spent {
    Steps,
    Slots,
}

/// Counts the steps of a planning run.
pub(crate) struct Budget {
    most: u64,
    used: u64,
    /// The limit that was exceeded first, and what was being planned then.
    spent: Option<(Spent, Option<Subject>)>,
    /// The subject being planned, and the value of `used` when its planning began.
    now: Option<(Subject, u64)>,
    /// For each rule and predicate, the number of steps spent on it alone, without the predicates that it calls.
    own: HashMap<Subject, u64>,
}

impl Budget {
    pub(crate) fn new(most: u64) -> Budget {
        Budget { most, used: 0, spent: None, now: None, own: HashMap::new() }
    }

    /// Spends some steps.
    pub(crate) fn take(&mut self, steps: usize) {
        self.used = self.used.saturating_add(steps as u64);
        if self.used > self.most {
            self.spend(Spent::Steps);
        }
    }

    /// Checks that the slots of a body can be numbered.
    pub(crate) fn hold_slots(&mut self, slots: usize) {
        if slots > MAX_SLOTS {
            self.spend(Spent::Slots);
        }
    }

    fn spend(&mut self, spent: Spent) {
        let now = self.now.map(|(subject, _)| subject);
        self.spent.get_or_insert((spent, now));
    }

    /// Whether planning must stop.
    pub(crate) fn is_spent(&self) -> bool {
        self.spent.is_some()
    }

    /// Number of steps spent so far.
    pub(crate) fn used(&self) -> u64 {
        self.used
    }

    /// The rule or predicate that is being planned.
    pub(crate) fn subject(&self) -> Option<Subject> {
        self.now.map(|(subject, _)| subject)
    }

    /// Sets the subject of planning and returns the previous one.
    pub(crate) fn set_subject(&mut self, subject: Option<Subject>) -> Option<Subject> {
        let before = self.now.take().map(|(before, since)| {
            *self.own.entry(before).or_default() += self.used - since;
            before
        });
        self.now = subject.map(|subject| (subject, self.used));
        before
    }

    /// The diagnostic that explains why there is no plan, or `None` if the budget was sufficient.
    pub(crate) fn message(&mut self, program: &Program) -> Option<Diagnostic> {
        let (spent, then) = self.spent?;
        self.set_subject(None);
        let most = self.own.iter().max_by_key(|(subject, own)| (**own, std::cmp::Reverse(**subject)));
        let subject = match spent {
            Spent::Steps => most.map(|(subject, _)| *subject),
            Spent::Slots => then,
        };
        let (name, span) = named(program, subject?)?;
        let (title, label) = match spent {
            Spent::Steps => (
                format!("{name} takes too many steps to plan"),
                format!("most of the {} steps are here", grouped(self.most)),
            ),
            Spent::Slots => (
                format!("{name} has more variables than can be planned"),
                format!("more than {}", grouped(MAX_SLOTS as u64)),
            ),
        };
        let advice = "make its body shorter: two or more of its literals can become a predicate of their \
                      own, which is planned once";
        Some(Diagnostic::new(Code::PlanTooLarge, title, span, label).hint(advice))
    }
}

/// The name and source position of a rule or predicate.
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

/// Formats a number with thousands separators: `20,000,000`.
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
