//! Whether the rules of a base do what the positions beside them say: applies or not, what it plays, and with which
//! values.
//!
//! An example is asked of every back end that the base has. Where a rule should apply and does not, each literal of
//! its premise is left out in turn: those without which it would apply are what stopped it. What is left of a premise is
//! planned once for all examples of the rule, and may take a part of the work that a question to the base may take: without
//! what holds its joins together, a rule can take minutes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use blanche_compiler::expect::{Bindings, Difference, written};
use blanche_compiler::program::RuleId;
use blanche_compiler::runtime::{LimitReached, Limits, Value};
use blanche_compiler::why::WhyNot;

use crate::bases::{Backend, Rule, sidecars};
use crate::board::{Point, Position};
use crate::facts::Base;
use crate::laboratory::mutate::checks::SHARE;
use crate::laboratory::mutate::mutant::{Change, Mutant};
use crate::record::said::{is_answered, named_as, nearest_answer, plays, some_answer};
use crate::record::{Example, Expected, Place, ProblemKind, Problems, read_examples_of};
use crate::rules::five_in_a_row::Interpreted;

/// What a rule does in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Its first solution, if it applies: the values of all its variables.
    pub first: Option<Bindings>,
    /// What it plays first, where it applies and plays.
    pub plays: Option<Point>,
    /// All its solutions, where the example speaks of some of them.
    pub all: Vec<Bindings>,
}

/// Why an example does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It applies and should not, or does not and should.
    Applies(bool),
    /// It applies, and plays another move than the one that is said first.
    Plays {
        /// What was said: one of these.
        expected: Vec<Point>,
        /// What it plays.
        got: Option<Point>,
    },
    /// Its first solution has other values than those that are said.
    Values(Difference),
    /// It is said that a move of the rule does not win, and all of them do.
    Wins(Vec<Point>),
    /// No solution has these values together.
    NoAnswer(Bindings),
    /// The two back ends differ.
    BackEnds(Backend),
    /// A question reached this limit.
    LimitReached(LimitReached),
}

/// An example that was asked.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The rule, by its place in the base.
    pub rule: usize,
    /// What it does there.
    pub outcome: Option<Outcome>,
    /// Why the example does not hold; nothing where it does.
    pub fault: Option<Fault>,
}

/// The example positions that lie beside the rules of a base, in the order of their text; none without such a file.
///
/// # Errors
/// When the text has mistakes, or speaks of a rule that the base does not have.
pub fn beside(base: &Base) -> Result<Vec<Example>, Problems> {
    let Some((path, bytes)) = base.sidecar(sidecars::POSITIONS) else { return Ok(Vec::new()) };
    let rules: Vec<String> = base.rules().iter().map(|rule| rule.title()).collect();
    let examples = read_examples_of(path, bytes, &rules)?;
    let mut problems = Problems::default();
    for example in &examples {
        let Some(rule) = rule_of(base, example) else { continue };
        let names: Vec<&String> = base.rules()[rule].variables.iter().map(|(name, _)| name).collect();
        for (found, column) in example.named.iter().filter(|(name, _)| !names.contains(&name)) {
            let variables = names.iter().map(|name| (*name).clone()).collect();
            let kind =
                ProblemKind::UnknownVariable { found: found.clone(), rule: example.rule.clone(), variables };
            problems.add(Place { column: *column, ..example.place.clone() }, kind);
        }
    }
    if problems.is_empty() { Ok(examples) } else { Err(problems) }
}

/// The rule of an example, by its place in the base; nothing where the base has none of that name.
pub fn rule_of(base: &Base, example: &Example) -> Option<usize> {
    base.rules().iter().position(|rule| rule.title() == example.rule)
}

/// Asks an example of a rule of all back ends of a base.
pub fn judge(base: &Base, rule: usize, example: &Example) -> Judged {
    let backends = [Backend::Compiled, Backend::Interpreted].into_iter().filter(|one| base.has(*one));
    let mut known: Option<Outcome> = None;
    for backend in backends {
        let judged = |outcome, fault| Judged { rule, outcome, fault: Some(fault) };
        let outcome = match ask(base, backend, rule, example) {
            Ok(outcome) => outcome,
            Err(limit) => return judged(known, Fault::LimitReached(limit)),
        };
        match &known {
            None => known = Some(outcome),
            Some(first) if *first == outcome => {}
            Some(_) => return judged(Some(outcome), Fault::BackEnds(backend)),
        }
    }
    let fault = known.as_ref().and_then(|outcome| fault(example, base.rules()[rule].plays, outcome));
    Judged { rule, outcome: known, fault }
}

/// What a rule does in the position of an example.
pub(super) fn ask(
    base: &Base,
    backend: Backend,
    rule: usize,
    example: &Example,
) -> Result<Outcome, LimitReached> {
    let mut position = example.position();
    let known = &base.rules()[rule];
    let solutions = match example.some.is_empty() {
        true => base.first(backend, rule, &mut position)?,
        false => base.all(backend, rule, &mut position)?,
    };
    let written = |solution: &[Value]| -> Bindings {
        let values = known.variables.iter().zip(solution);
        let mut all: Bindings =
            values.map(|((name, sort), value)| (name.clone(), base.text(sort, *value))).collect();
        all.sort();
        all
    };
    let first = solutions.iter().next().map(written);
    let played = solutions.iter().next().filter(|_| known.plays);
    let plays = played.and_then(|solution| base.text(&known.variables[0].1, solution[0]).parse().ok());
    let all = if example.some.is_empty() { Vec::new() } else { solutions.iter().map(written).collect() };
    Ok(Outcome { first, plays, all })
}

/// How an outcome differs from what an example says.
fn fault(example: &Example, rule_plays: bool, outcome: &Outcome) -> Option<Fault> {
    let applies = outcome.first.is_some();
    if applies != example.applies() {
        return Some(Fault::Applies(applies));
    }
    let Expected::Applies { plays, .. } = example.claim else { return None };
    let expected: Vec<Point> = plays.into_iter().chain(example.one_of.iter().copied()).collect();
    // A rule that plays says where: an example that leaves it out would hold of any move, if it says nothing of an answer.
    let is_unsaid = expected.is_empty() && !(rule_plays && example.some.is_empty());
    if !is_unsaid && !outcome.plays.is_some_and(|field| expected.contains(&field)) {
        return Some(Fault::Plays { expected, got: outcome.plays });
    }
    let all = outcome.first.clone().unwrap_or_default();
    let got = named_as(&example.values, &all);
    if let Some(difference) = Difference::between(std::slice::from_ref(&example.values), &[got]) {
        return Some(Fault::Values(difference));
    }
    let unanswered = example.some.iter().find(|values| !is_answered(values, &outcome.all));
    unanswered.map(|values| Fault::NoAnswer(values.clone()))
}

/// What keeps a rule from applying where all literals but one are as they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stopping {
    /// Literals each of which stops it alone, as they are written. There are none where two or more have to go.
    pub alone: Vec<String>,
    /// Those without which the rule reached a limit, or was not asked any more.
    pub undecided: Vec<String>,
}

/// Leaves out the literals of rules, one at a time.
pub struct LeaveOut<'b> {
    base: &'b Base,
    questions: WhyNot<'b, Interpreted<Position>>,
    /// Nothing more is asked after this is set.
    stop: Arc<AtomicBool>,
    /// All that can be left out, once that was asked for.
    mutants: Option<Vec<Mutant>>,
}

impl<'b> LeaveOut<'b> {
    /// Of the rules of this base, until the sign is set.
    pub fn new(base: &'b Base, stop: Arc<AtomicBool>) -> LeaveOut<'b> {
        let limits = base.limits();
        let limits = Limits { work: limits.work / SHARE, ..limits };
        let questions = WhyNot::new(base.program(), limits).stopped_by(Arc::clone(&stop));
        LeaveOut { base, questions, stop, mutants: None }
    }

    /// The literals of the rule's own premise that stop it in the position of an example.
    pub fn stopping(&mut self, rule: usize, example: &Example) -> Stopping {
        let (base, id) = (self.base, RuleId(rule as u32));
        let item = base.program().rule(id).span;
        let is_own = |mutant: &&Mutant| {
            mutant.change == Change::LeftOut
                && mutant.span.file == item.file
                && item.start <= mutant.span.start
                && mutant.span.end <= item.end
        };
        let mutants = self.mutants.get_or_insert_with(|| Mutant::all(base));
        let mut position = example.position();
        let mut stopping = Stopping::default();
        for mutant in mutants.iter().filter(is_own) {
            let applies = match self.stop.load(Ordering::Relaxed) {
                true => Err(LimitReached::Stopped),
                false => self.questions.applies_without(&mut position, id, mutant.span),
            };
            match applies {
                Ok(Some(true)) => stopping.alone.push(mutant.before.clone()),
                Ok(_) => {}
                Err(_) => stopping.undecided.push(mutant.before.clone()),
            }
        }
        stopping
    }

    /// How many premises were planned so far.
    pub fn planned(&self) -> usize {
        self.questions.planned()
    }
}

/// Rules without a position where they apply, or without a near miss: their places in the base, and which of the two
/// they lack. Of those that are another base's, its positions tell.
pub fn untested(base: &Base, examples: &[Example]) -> Vec<(usize, bool)> {
    let inherited = base.inherited();
    let is_own = |(at, _): &(usize, &Rule)| inherited.iter().all(|(rule, _)| rule != at);
    let rules = base.rules().iter().enumerate().filter(is_own);
    let lacks = |title: String, applies: bool| {
        !examples.iter().any(|example| example.rule == title && example.applies() == applies)
    };
    rules
        .flat_map(|(at, rule)| [true, false].map(|applies| (at, rule.title(), applies)))
        .filter(|(_, title, applies)| lacks(title.clone(), *applies))
        .map(|(at, _, applies)| (at, applies))
        .collect()
}

/// Lines that name the rules without positions, one for each thing that they lack. A rule that lacks it for every player stands
/// there once.
pub fn lacking_lines(base: &Base, lacking: &[(usize, bool)]) -> Vec<String> {
    let lacks = |rule: usize, applies: bool| lacking.contains(&(rule, applies));
    let kinds: [(&str, [bool; 2]); 3] = [
        ("neither a position where it applies nor a near miss is given", [true, true]),
        ("no position where it applies is given", [true, false]),
        ("no near miss is given", [false, true]),
    ];
    let line = |(what, [position, miss]): (&str, [bool; 2])| {
        let is_meant = |rule: &usize| lacks(*rule, true) == position && lacks(*rule, false) == miss;
        let names = names_of(base, &(0..base.rules().len()).filter(is_meant).collect::<Vec<_>>());
        (!names.is_empty()).then(|| format!("{what}: {}", names.join(", ")))
    };
    kinds.into_iter().filter_map(line).collect()
}

/// The names of rules; with the player where another one has a rule of this name that is not among them.
fn names_of(base: &Base, rules: &[usize]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for rule in rules {
        let known = &base.rules()[*rule];
        let same = base.rules().iter().enumerate().filter(|(_, other)| other.name == known.name);
        let is_whole = same.map(|(at, _)| at).all(|at| rules.contains(&at));
        let name = if is_whole { known.name.clone() } else { known.title() };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The line of an example that would hold: what it said, with what is so in the place of what is not.
pub fn restated(example: &Example, outcome: &Outcome) -> String {
    let mut parts = Vec::new();
    match &outcome.first {
        Some(first) => {
            parts.push("applies".to_owned());
            parts.extend(plays_now(example, outcome));
            let named = named_as(&example.values, first);
            parts.extend((!named.is_empty()).then(|| written(&named)));
            let mut some: Vec<Bindings> = Vec::new();
            for values in &example.some {
                let nearest = nearest_answer(values, &outcome.all).map(|answer| named_as(values, answer));
                some.extend(nearest.filter(|values| !some.contains(values)));
            }
            parts.extend(some.iter().map(some_answer));
            if matches!(example.claim, Expected::Applies { refuted: true, .. }) {
                parts.push("refuted".to_owned());
            }
        }
        None => parts.push("misses".to_owned()),
    }
    parts.extend(example.figure.as_ref().map(|figure| format!("figure {figure}")));
    format!("{}: {}", parts.join(", "), example.words)
}

/// What is said of the move: another one where it is another, and one more where it is none of several.
fn plays_now(example: &Example, outcome: &Outcome) -> Option<String> {
    let got = outcome.plays?;
    let said = match example.claim {
        Expected::Applies { plays, .. } => plays,
        Expected::Misses => None,
    };
    if !example.one_of.is_empty() {
        let mut moves = example.one_of.clone();
        moves.extend((!moves.contains(&got)).then_some(got));
        return plays(&moves, true);
    }
    (said.is_some() || example.some.is_empty()).then(|| format!("plays {got}"))
}
