//! Checks rules against the example positions in `positions.txt`: whether a rule applies, what it plays, and with which
//! values.
//!
//! Each example is evaluated by every selected back end. If a rule should apply and does not, the literals of its body
//! are left out one at a time. A literal stops the rule if the rule applies without it.
//!
//! Each shortened body is planned once for all examples of the rule. Its query has only a fraction of the normal work
//! limit, because a rule can run for minutes without a literal that connects its joins.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use blanche_compiler::expect::{Bindings, Difference, written};
use blanche_compiler::runtime::{LimitReached, Limits, Solutions, Value};
use blanche_compiler::why::ObstacleSearch;
use blanche_sorted::Arrange;

use crate::mutants::{Change, Mutant, WORK_DIVISOR};
use noire_engine::bases::{Backend, Contents, Question};
use noire_engine::record::example_line::{ExampleLine, named_as, plays, some_answer};
use noire_engine::world::examples::example_questions;
use noire_engine::world::{Example, Wanted, World, WorldExt};

/// The answers of a query in the position of an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The first answer, if there is one: the values of all variables.
    pub first: Option<Bindings>,
    /// The move of the first answer, if the rule plays one.
    pub plays: Option<String>,
    /// Number of answers. If the example mentions neither particular answers nor their number, at most 1.
    pub number: usize,
    /// For each answer that the example mentions, the answer that shares the most values with it. `None` if there are no
    /// answers.
    pub nearest: Vec<Option<Bindings>>,
}

/// Why an example fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExampleFault {
    /// The rule applies but should not, or does not apply but should. Holds whether the rule applies.
    Applies(bool),
    /// The rule plays this move, which is not among the expected moves.
    Plays(Option<String>),
    /// The values of the first answer differ from the expected values.
    Values(Difference),
    /// No answer contains all of these values.
    NoAnswer {
        values: Bindings,
        /// The answer that shares the most values with them.
        nearest: Option<Bindings>,
    },
    /// The number of answers differs from the expected number. Holds the actual number.
    Counts(usize),
    /// The example says that the moves of the rule are refuted, but all of these moves win.
    Wins(Vec<String>),
    /// This back end answers differently from the first one.
    BackEnds(Backend),
    /// A query reached this limit.
    LimitReached(LimitReached),
}

/// An example with the result of its evaluation.
#[derive(Clone, Debug)]
pub struct ExampleResult {
    /// What the rule answered, if a back end finished.
    pub outcome: Option<Outcome>,
    /// Why the example fails, or `None` if it holds.
    pub fault: Option<ExampleFault>,
}

/// A game with its base that can find out whether moves win.
pub trait ExampleCheckWorld: World {
    /// Returns the moves that a rule plays in the position of an example, if every one of them certainly wins within
    /// the level of the rule. Otherwise returns `None`.
    fn winning_moves(&self, example: &Example<Self>) -> Option<Vec<String>>;
}

/// Evaluates an example with all back ends of a world.
pub(crate) fn check_example<W: World>(world: &W, example: &Example<W>) -> ExampleResult {
    let mut known: Option<(Outcome, Solutions)> = None;
    for backend in world.backends() {
        let judged = |known: Option<(Outcome, Solutions)>, fault| ExampleResult {
            outcome: known.map(|(outcome, _)| outcome),
            fault: Some(fault),
        };
        let outcome = match ask(world, *backend, example) {
            Ok(outcome) => outcome,
            Err(limit) => return judged(known, ExampleFault::LimitReached(limit)),
        };
        match &known {
            None => known = Some(outcome),
            Some(first) if *first == outcome => {}
            Some(_) => return judged(Some(outcome), ExampleFault::BackEnds(*backend)),
        }
    }
    let outcome = known.map(|(outcome, _)| outcome);
    let fault = outcome.as_ref().and_then(|outcome| fault(example, outcome));
    ExampleResult { outcome, fault }
}

/// Evaluates an example in the same way as `check_example`. In addition, an example fails if it says that the moves of
/// a rule are refuted and each of these moves wins.
pub fn check_example_claims<W: ExampleCheckWorld>(world: &W, example: &Example<W>) -> ExampleResult {
    let judged = check_example(world, example);
    if !example.expected.refuted || judged.fault.is_some() {
        return judged;
    }
    ExampleResult { fault: world.winning_moves(example).map(ExampleFault::Wins), ..judged }
}

/// Returns whether an example holds, according to the first back end of a world.
///
/// # Errors
/// Returns the limit that was reached before the answer was known.
pub(crate) fn holds<W: World>(world: &W, example: &Example<W>) -> Result<bool, LimitReached> {
    let backend = world.backends().first().expect("one back end at least is chosen");
    Ok(fault(example, &ask(world, *backend, example)?.0).is_none())
}

/// Evaluates the query of an example in its position with one back end. Also returns the answers that the outcome counts.
///
/// # Errors
/// Returns the limit that was reached before the answer was known.
pub(crate) fn ask<W: World>(
    world: &W,
    backend: Backend,
    example: &Example<W>,
) -> Result<(Outcome, Solutions), LimitReached> {
    let Example { question, expected, .. } = example;
    let wants_all = !expected.some.is_empty() || expected.counts.is_some();
    let wanted = if wants_all { Wanted::All } else { Wanted::First };
    let answers = world.ask(backend, *question, wanted, &mut example.position.clone())?.solutions;
    let written = |answer: &[Value]| -> Bindings {
        let mut all = world.bindings(*question, answer);
        all.arrange();
        all
    };
    let first = answers.iter().next();
    let (plays, first) = (first.and_then(|first| world.played(*question, first)), first.map(written));
    let nearest = |values| nearest_answer(world, *question, values, &answers).map(written);
    let nearest = expected.some.iter().map(nearest).collect();
    let kept = if wants_all { answers } else { first_alone(&answers) };
    Ok((Outcome { first, plays, number: kept.len(), nearest }, kept))
}

/// The first of these answers without the others.
fn first_alone(answers: &Solutions) -> Solutions {
    let first = answers.iter().next();
    let mut kept = Solutions::new(first.map_or(0, <[Value]>::len));
    first.into_iter().for_each(|first| kept.push(first));
    kept
}

/// The answer that shares the most values with `values`, or the first of several such answers. Returns `None` if there
/// are no answers. There may be millions of answers, so each value is written as text only once.
fn nearest_answer<'a, W: World>(
    world: &W,
    question: Question,
    values: &'a Bindings,
    answers: &'a Solutions,
) -> Option<&'a [Value]> {
    let variables = question.variables(world.contents());
    let column = |(name, text): &'a (String, String)| {
        let at = variables.iter().position(|(variable, _)| variable == name)?;
        Some((at, text, HashMap::new()))
    };
    let mut columns: Vec<(usize, &String, HashMap<Value, bool>)> = values.iter().filter_map(column).collect();
    let mut nearest: Option<(usize, &[Value])> = None;
    for answer in answers.iter() {
        let is_shared = |(at, text, known): &mut (usize, &String, HashMap<Value, bool>)| {
            let value = answer[*at];
            *known.entry(value).or_insert_with(|| world.value_text(&variables[*at].1, value) == **text)
        };
        let shared = columns.iter_mut().map(is_shared).filter(|is_shared| *is_shared).count();
        if nearest.is_none_or(|(most, _)| shared > most) {
            nearest = Some((shared, answer));
        }
        if shared == values.len() {
            break;
        }
    }
    nearest.map(|(_, answer)| answer)
}

/// Whether an example mentions particular answers or their number. Such an example need not name the move of the first
/// answer.
fn says_of_answers(expected: &ExampleLine) -> bool {
    !expected.some.is_empty() || expected.counts.is_some()
}

/// Returns how an outcome differs from what an example expects, or `None` if they agree.
fn fault<W: World>(example: &Example<W>, outcome: &Outcome) -> Option<ExampleFault> {
    let expected = &example.expected;
    let applies = outcome.first.is_some();
    if applies != expected.applies {
        return Some(ExampleFault::Applies(applies));
    }
    if !applies {
        return None;
    }
    // Usually the example must name the move, because otherwise it would hold for any move. It may leave the move out
    // only if it mentions particular answers or their number.
    let is_unstated = expected.plays.is_empty() && (outcome.plays.is_none() || says_of_answers(expected));
    let is_stated = |mv: &str| expected.plays.iter().any(|(stated, _)| stated == mv);
    if !is_unstated && !outcome.plays.as_deref().is_some_and(is_stated) {
        return Some(ExampleFault::Plays(outcome.plays.clone()));
    }
    let all = outcome.first.clone().unwrap_or_default();
    let got = named_as(&expected.values, &all);
    if let Some(difference) = Difference::between(std::slice::from_ref(&expected.values), &[got]) {
        return Some(ExampleFault::Values(difference));
    }
    let is_answered =
        |values: &Bindings, nearest: &Bindings| values.iter().all(|value| nearest.contains(value));
    for (values, nearest) in expected.some.iter().zip(&outcome.nearest) {
        if !nearest.as_ref().is_some_and(|nearest| is_answered(values, nearest)) {
            return Some(ExampleFault::NoAnswer { values: values.clone(), nearest: nearest.clone() });
        }
    }
    let is_other = |counts: &usize| *counts != outcome.number;
    expected.counts.filter(is_other).map(|_| ExampleFault::Counts(outcome.number))
}

/// Returns the line of an example with its false parts corrected, so that the example would hold.
pub fn corrected_line<W: World>(example: &Example<W>, outcome: &Outcome) -> String {
    let expected = &example.expected;
    let mut parts = Vec::new();
    match &outcome.first {
        Some(first) => {
            parts.push("applies".to_owned());
            parts.extend(plays_now(example, outcome));
            let named = named_as(&expected.values, first);
            parts.extend((!named.is_empty()).then(|| written(&named)));
            let mut some: Vec<Bindings> = Vec::new();
            for (values, nearest) in expected.some.iter().zip(&outcome.nearest) {
                let nearest = nearest.as_ref().map(|answer| named_as(values, answer));
                some.extend(nearest.filter(|values| !some.contains(values)));
            }
            parts.extend(some.iter().map(some_answer));
            parts.extend(expected.counts.map(|_| format!("counts {}", outcome.number)));
            parts.extend(expected.refuted.then(|| "refuted".to_owned()));
        }
        None => parts.push("misses".to_owned()),
    }
    parts.extend(expected.figure.as_ref().map(|figure| format!("figure {figure}")));
    format!("{}: {}", parts.join(", "), example.words)
}

/// Describes the move that the rule plays now. This text replaces the expected move in the example. If the example
/// allows several moves, the text contains all of them and the new move.
fn plays_now<W: World>(example: &Example<W>, outcome: &Outcome) -> Option<String> {
    let (got, stated) = (outcome.plays.as_deref()?, example.moves());
    if example.expected.one_of {
        let is_new = !stated.contains(&got);
        let moves: Vec<&str> = stated.into_iter().chain(is_new.then_some(got)).collect();
        return plays(&moves, true);
    }
    (!stated.is_empty() || !says_of_answers(&example.expected)).then(|| format!("plays {got}"))
}

/// The literals that keep a rule from applying.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockingLiterals {
    /// The literals, as written, that stop the rule by themselves: the rule applies if any one of them is removed.
    /// Empty if two or more literals would have to be removed together.
    pub alone: Vec<String>,
    /// The literals for which no answer is known. The query without such a literal reached a limit, or was not made
    /// because the run was stopped.
    pub undecided: Vec<String>,
}

/// Finds out which literals stop a rule, by leaving them out one at a time.
pub struct BlockingLiteralSearch<'w, W: World> {
    world: &'w W,
    questions: ObstacleSearch<'w, W::Host>,
    /// Once set, no further queries are made.
    stop: Arc<AtomicBool>,
    /// The mutants of the base in which one literal is left out, created when first needed.
    mutants: Option<Vec<Mutant>>,
}

impl<'w, W: World> BlockingLiteralSearch<'w, W> {
    /// Creates an instance for the rules of `world` that stops when `stop` is set.
    pub fn new(world: &'w W, stop: Arc<AtomicBool>) -> BlockingLiteralSearch<'w, W> {
        let limits = world.limits();
        let limits = Limits { work: limits.work / WORK_DIVISOR, ..limits };
        let questions = ObstacleSearch::new(world.program(), limits).stopped_by(Arc::clone(&stop));
        BlockingLiteralSearch { world, questions, stop, mutants: None }
    }

    /// Returns the literals of the rule's own body that stop it in the position of an example.
    pub fn blocking_literals(&mut self, example: &Example<W>) -> BlockingLiterals {
        let (world, program) = (self.world, self.world.program());
        let id = example.question.id(program);
        let item = program.rule(id).span;
        let is_own = |mutant: &&Mutant| {
            mutant.change == Change::LeftOut
                && mutant.span.file == item.file
                && item.start <= mutant.span.start
                && mutant.span.end <= item.end
        };
        let mutants = self.mutants.get_or_insert_with(|| Mutant::all(world.rule_files()));
        let mut position = example.position.clone();
        let mut stopping = BlockingLiterals::default();
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
}

/// Returns the queries that lack an example in which they apply (`true`), or a near miss (`false`). Queries that the
/// base takes from another base are left out, because the examples of that base cover them. Scores, preferences and
/// draws are only included if there is an example for a query of the same kind.
pub fn missing_examples<W: World>(world: &W, examples: &[Example<W>]) -> Vec<(Question, bool)> {
    let contents = world.contents();
    let inherited = world.inherited();
    let kind = std::mem::discriminant::<Question>;
    let is_asked = |question: &Question| {
        let is_own = inherited.iter().all(|(other, _)| other != question);
        let is_rule = matches!(question, Question::Rule(_));
        is_own && (is_rule || examples.iter().any(|one| kind(&one.question) == kind(question)))
    };
    // A rule for several players counts as one rule, so examples for one player are enough.
    let same = |one: Question, other: Question| {
        kind(&one) == kind(&other) && one.place(contents) == other.place(contents)
    };
    let has = |question: Question, applies: bool| {
        examples.iter().any(|one| same(one.question, question) && one.expected.applies == applies)
    };
    let asked = example_questions(contents).into_iter().filter(is_asked);
    asked
        .flat_map(|question| [true, false].map(|applies| (question, applies)))
        .filter(|(question, applies)| !has(*question, *applies))
        .collect()
}

/// Lines that name the queries without examples, one line for each kind of missing example. A rule that lacks examples
/// for every player is named once.
pub fn missing_example_lines(contents: &Contents, lacking: &[(Question, bool)]) -> Vec<String> {
    let lacks = |question: Question, applies: bool| lacking.contains(&(question, applies));
    let kinds: [(&str, [bool; 2]); 3] = [
        ("neither a position where it applies nor a near miss is given", [true, true]),
        ("no position where it applies is given", [true, false]),
        ("no near miss is given", [false, true]),
    ];
    let line = |(what, [position, miss]): (&str, [bool; 2])| {
        let is_meant = |one: &Question| lacks(*one, true) == position && lacks(*one, false) == miss;
        let names =
            names_of(contents, &example_questions(contents).into_iter().filter(is_meant).collect::<Vec<_>>());
        (!names.is_empty()).then(|| format!("{what}: {}", names.join(", ")))
    };
    kinds.into_iter().filter_map(line).collect()
}

/// The names of queries. The player is added to a name if the query with that name for another player is not in the
/// list.
fn names_of(contents: &Contents, questions: &[Question]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for question in questions {
        let title = question.title(contents);
        let name = title.split(" for ").next().unwrap_or(&title).to_owned();
        let is_same = |other: &Question| other.title(contents).split(" for ").next() == Some(name.as_str());
        let is_whole = example_questions(contents)
            .iter()
            .filter(|other| is_same(other))
            .all(|one| questions.contains(one));
        let name = if is_whole { name } else { title };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}
