//! Why something holds: its derivation as a tree, found for one solution.
//!
//! A literal that holds has a reason: the host or the text says so, nothing of the kind is found (for a negation), a
//! clause whose body holds in turn, or what holds after some actions. [`Why`] looks for the least values of the
//! variables of a body, clause by clause from the top.
//! Source: thesis, figure 4.4.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::questions::{Questions, Values, choices};
use crate::files::Span;
use crate::interpret::Host;
use crate::program::{Atom, Clause, Goal, PredicateId, Program, RuleId, Variable};
use crate::runtime::{LimitReached, Limits, Value};

/// A literal that holds, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// The literal, with values in place of its variables.
    pub said: String,
    /// What kind of reason there is.
    pub kind: Kind,
    /// What it follows from, in the order of the text.
    pub because: Vec<Reason>,
}

/// What kind of reason there is for a literal.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// The host answers so, or a fact states it.
    Given,
    /// Nothing makes the sentence hold that is denied.
    Absent,
    /// The body of this clause holds; with the doc comment of its predicate.
    Derived(Span, Vec<String>),
    /// The actions can be made, and the sentence holds then.
    After,
}

impl Reason {
    /// The last thing that is said before the reason falls into several, or down to what is given: of a field that is
    /// forbidden, which row, fours or threes it would make. Only what is derived says something in the author's words.
    pub fn core(&self) -> &Reason {
        let mut claims = Vec::new();
        match (self.claims(&mut claims), claims.as_slice()) {
            (true, [one]) => one.core(),
            _ => self,
        }
    }

    /// Whether it is another word for something that is given, such as `empty(h8)` for `color(h8, none)`.
    fn is_given(&self) -> bool {
        match (&self.kind, self.because.as_slice()) {
            (Kind::Given, _) => true,
            (Kind::Derived(..), [one]) => one.is_given(),
            _ => false,
        }
    }

    /// Collects the derived literals directly below this one, or below its actions. Says whether nothing is given
    /// beside them.
    fn claims<'r>(&'r self, claims: &mut Vec<&'r Reason>) -> bool {
        // What holds after a stone is the reason; the rest has chosen the stone.
        if let Some(after) = self.because.iter().find(|reason| reason.kind == Kind::After) {
            return after.claims(claims);
        }
        let mut alone = true;
        for reason in &self.because {
            match reason.kind {
                Kind::Absent | Kind::After => {}
                _ if reason.is_given() => alone = false,
                _ => claims.push(reason),
            }
        }
        alone
    }

    /// The tree as lines, with what `place` says of clauses behind them. What is given in other words is not
    /// followed further.
    pub fn tree(&self, place: &dyn Fn(Span) -> String) -> Vec<String> {
        let mut lines = Vec::new();
        self.draw(("", ""), false, place, &mut lines);
        lines
    }

    /// Several reasons as one tree below a title.
    pub fn tree_of(title: &str, reasons: &[Reason], place: &dyn Fn(Span) -> String) -> Vec<String> {
        let mut lines = vec![title.to_owned()];
        draw_all(reasons, "", false, place, &mut lines);
        lines
    }

    /// [`Reason::tree_of`] for what somebody asked: of that, what is given in other words is followed down to what is
    /// given.
    pub fn opened(title: &str, reasons: &[Reason], place: &dyn Fn(Span) -> String) -> Vec<String> {
        let mut lines = vec![title.to_owned()];
        draw_all(reasons, "", true, place, &mut lines);
        lines
    }

    /// Draws it behind what stands in front of its first line and of the others. What is given in other words is only
    /// followed further where it is opened.
    fn draw(
        &self,
        (first, rest): (&str, &str),
        opened: bool,
        place: &dyn Fn(Span) -> String,
        lines: &mut Vec<String>,
    ) {
        let is_given = self.is_given();
        let closed = is_given && !opened;
        let from = match &self.kind {
            Kind::Derived(clause, _) if !closed => format!("  % {}", place(*clause)),
            _ => String::new(),
        };
        lines.push(format!("{first}{}{from}", self.said));
        let because = if closed { &[] } else { self.because.as_slice() };
        draw_all(because, rest, opened && is_given, place, lines);
    }
}

fn draw_all(
    reasons: &[Reason],
    rest: &str,
    opened: bool,
    place: &dyn Fn(Span) -> String,
    lines: &mut Vec<String>,
) {
    for (at, reason) in reasons.iter().enumerate() {
        let last = at + 1 == reasons.len();
        let (branch, below) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        reason.draw((&format!("{rest}{branch}"), &format!("{rest}{below}")), opened, place, lines);
    }
}

/// Looks for reasons in one program.
pub struct Why<'p, H: Host> {
    questions: Questions<'p, H>,
}

impl<'p, H: Host> Why<'p, H> {
    /// For a program whose literals this host answers; every single question may take so much work.
    pub fn new(program: &'p Program, limits: Limits) -> Why<'p, H> {
        Why { questions: Questions::new(program, limits) }
    }

    /// The same; whoever sets this sign has the search given up.
    pub fn stopped_by(mut self, sign: Arc<AtomicBool>) -> Why<'p, H> {
        self.questions.stop = Some(sign);
        self
    }

    /// Why a rule or an export has this solution, literal by literal; `None` if it has not.
    ///
    /// # Errors
    /// When the limit of work is reached.
    pub fn solution(
        &self,
        facts: &mut H::Facts,
        rule: RuleId,
        solution: &[Value],
    ) -> Result<Option<Vec<Reason>>, LimitReached> {
        let rule = self.questions.program.rule(rule);
        let mut values = vec![None; rule.variables.len()];
        for (variable, value) in rule.answer.iter().zip(solution) {
            values[variable.index()] = Some(*value);
        }
        self.body(facts, &rule.premise, &rule.variables, values)
    }

    pub(super) fn questions(&self) -> &Questions<'p, H> {
        &self.questions
    }

    /// Why all of these hold, for the least values of the variables that have none yet.
    pub(super) fn body(
        &self,
        facts: &mut H::Facts,
        goals: &[Goal],
        variables: &[Variable],
        values: Values,
    ) -> Result<Option<Vec<Reason>>, LimitReached> {
        // Of several branches the first that holds is the reason.
        for chosen in choices(goals) {
            let Some(values) = self.questions.first(facts, &chosen, variables, &values)? else { continue };
            let reasons = chosen.iter().map(|goal| self.goal(facts, goal, variables, &values));
            let reasons = reasons.collect::<Result<Option<Vec<Reason>>, LimitReached>>()?;
            if reasons.is_some() {
                return Ok(reasons);
            }
        }
        Ok(None)
    }

    /// Why a literal holds of these values. Of a negation it is taken for granted that it does.
    pub(super) fn goal(
        &self,
        facts: &mut H::Facts,
        goal: &Goal,
        variables: &[Variable],
        values: &Values,
    ) -> Result<Option<Reason>, LimitReached> {
        let said = self.questions.said(goal, variables, values);
        match goal {
            Goal::Atom(atom) => match self.questions.clauses(atom.predicate) {
                Some(clauses) => {
                    let arguments = self.questions.arguments(atom, values);
                    self.derived(facts, said, atom.predicate, clauses, &arguments)
                }
                None => Ok(Some(Reason { said, kind: Kind::Given, because: Vec::new() })),
            },
            Goal::Not(..) => Ok(Some(Reason { said, kind: Kind::Absent, because: Vec::new() })),
            Goal::After(actions, goals, _) => self.after(facts, actions, (goals, variables, values)),
            Goal::Any(..) => unreachable!("a branch was chosen"),
        }
    }

    /// The first clause whose body holds of these arguments.
    fn derived(
        &self,
        facts: &mut H::Facts,
        said: String,
        id: PredicateId,
        clauses: &[Clause],
        arguments: &[Option<Value>],
    ) -> Result<Option<Reason>, LimitReached> {
        for clause in clauses {
            let called = self.questions.called(clause, arguments);
            let Some(values) = called else { continue };
            if let Some(because) = self.body(facts, &clause.body, &clause.variables, values)? {
                let doc = self.questions.program.predicate(id).doc.clone();
                return Ok(Some(Reason { said, kind: Kind::Derived(clause.span, doc), because }));
            }
        }
        Ok(None)
    }

    /// What holds after some actions, which are taken back.
    fn after(
        &self,
        facts: &mut H::Facts,
        actions: &[Atom],
        (goals, variables, values): (&[Goal], &[Variable], &Values),
    ) -> Result<Option<Reason>, LimitReached> {
        let asked = self
            .questions
            .after(facts, actions, values, |facts| self.body(facts, goals, variables, values.clone()));
        let Ok(because) = asked else { return Ok(None) };
        let said = self.questions.said_actions(actions, variables, values);
        Ok(because?.map(|because| Reason { said, kind: Kind::After, because }))
    }
}
