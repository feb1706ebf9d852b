//! Whether rules do what the positions beside them say: apply or not, what they play, and with which values.
//!
//! An example is asked of every back end that was chosen. Where a rule should apply and does not, each literal of its premise is
//! left out in turn: those without which it would apply are what stopped it. What is left of a premise is planned once for all
//! examples of the rule, and may take a part of the work that a question to the base may take: without what holds its joins
//! together, a rule can take minutes.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use blanche_compiler::expect::{Bindings, Difference, written};
use blanche_compiler::runtime::{LimitReached, Limits, Value};
use blanche_compiler::why::WhyNot;

use crate::laboratory::mutate::mutant::{Change, Mutant, SHARE};
use noire_engine::bases::{Backend, Contents, Question};
use noire_engine::record::said::{Said, is_answered, named_as, nearest_answer, plays, some_answer};
use noire_engine::world::examples::shown;
use noire_engine::world::{Example, Saying, Wanted, World};

/// What a question answers in the position of an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// Its first answer, if it applies: the values of all its variables.
    pub(crate) first: Option<Bindings>,
    /// What it plays first, where it applies and plays.
    pub(crate) plays: Option<String>,
    /// All its answers, where the example speaks of some of them or of their number.
    pub(crate) all: Vec<Bindings>,
}

/// Why an example does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It applies and should not, or does not and should.
    Applies(bool),
    /// It plays another move than one of those that are said.
    Plays(Option<String>),
    /// Its first answer has other values than those that are said.
    Values(Difference),
    /// No answer has these values together.
    NoAnswer(Bindings),
    /// Its number of answers is another one.
    Counts(usize),
    /// It is said that a move of the rule does not win, and all of them do.
    Wins(Vec<String>),
    /// The back ends differ.
    BackEnds(Backend),
    /// A question reached this limit.
    LimitReached(LimitReached),
}

/// An example that was asked.
#[derive(Clone, Debug)]
pub(crate) struct Judged {
    /// What was answered.
    pub(crate) outcome: Option<Outcome>,
    /// Why the example does not hold; nothing where it does.
    pub(crate) fault: Option<Fault>,
}

/// A world in which it can be found out whether moves win.
pub(crate) trait Refuting: World {
    /// All moves that a rule plays in the position of an example, where each of them certainly wins within the level of the rule;
    /// nothing where one may not, or that is not known.
    fn winning_moves(&self, example: &Example<Self>) -> Option<Vec<String>>;
}

/// Asks an example of all back ends of a world.
pub(crate) fn judge<W: World>(world: &W, example: &Example<W>) -> Judged {
    let mut known: Option<Outcome> = None;
    for backend in world.backends() {
        let judged = |outcome, fault| Judged { outcome, fault: Some(fault) };
        let outcome = match ask(world, *backend, example) {
            Ok(outcome) => outcome,
            Err(limit) => return judged(known, Fault::LimitReached(limit)),
        };
        match &known {
            None => known = Some(outcome),
            Some(first) if *first == outcome => {}
            Some(_) => return judged(Some(outcome), Fault::BackEnds(*backend)),
        }
    }
    let fault = known.as_ref().and_then(|outcome| fault(example, outcome));
    Judged { outcome: known, fault }
}

/// The same, and where an example calls moves of a rule refuted it does not hold if each of them wins.
pub(crate) fn judge_claims<W: Refuting>(world: &W, example: &Example<W>) -> Judged {
    let judged = judge(world, example);
    if !example.said.refuted || judged.fault.is_some() {
        return judged;
    }
    Judged { fault: world.winning_moves(example).map(Fault::Wins), ..judged }
}

/// Whether an example holds, by the first back end of a world.
///
/// # Errors
/// When a limit is reached first.
pub(crate) fn holds<W: World>(world: &W, example: &Example<W>) -> Result<bool, LimitReached> {
    let backend = world.backends().first().expect("one back end at least is chosen");
    Ok(fault(example, &ask(world, *backend, example)?).is_none())
}

/// What a question answers in the position of an example, by one back end.
///
/// # Errors
/// When a limit is reached first.
pub(crate) fn ask<W: World>(
    world: &W,
    backend: Backend,
    example: &Example<W>,
) -> Result<Outcome, LimitReached> {
    let Example { question, said, .. } = example;
    let wants_all = !said.some.is_empty() || said.counts.is_some();
    let wanted = if wants_all { Wanted::All } else { Wanted::First };
    let answers = world.ask(backend, *question, wanted, &mut example.position.clone())?.solutions;
    let written = |answer: &[Value]| -> Bindings {
        let mut all = world.bindings(*question, answer);
        all.sort();
        all
    };
    let first = answers.iter().next();
    Ok(Outcome {
        first: first.map(written),
        plays: first.and_then(|first| world.played(*question, first)),
        all: if wants_all { answers.iter().map(written).collect() } else { Vec::new() },
    })
}

/// Whether an example speaks of all answers, so that it need not say what the first of them plays.
fn says_of_answers(said: &Said) -> bool {
    !said.some.is_empty() || said.counts.is_some()
}

/// How an outcome differs from what an example says.
fn fault<W: World>(example: &Example<W>, outcome: &Outcome) -> Option<Fault> {
    let said = &example.said;
    let applies = outcome.first.is_some();
    if applies != said.applies {
        return Some(Fault::Applies(applies));
    }
    if !applies {
        return None;
    }
    // What is played has to be said: an example that leaves it out would hold of any move, if it says nothing of an answer.
    let is_unsaid = said.plays.is_empty() && (outcome.plays.is_none() || says_of_answers(said));
    let is_said = |mv: &str| said.plays.iter().any(|(said, _)| said == mv);
    if !is_unsaid && !outcome.plays.as_deref().is_some_and(is_said) {
        return Some(Fault::Plays(outcome.plays.clone()));
    }
    let all = outcome.first.clone().unwrap_or_default();
    let got = named_as(&said.values, &all);
    if let Some(difference) = Difference::between(std::slice::from_ref(&said.values), &[got]) {
        return Some(Fault::Values(difference));
    }
    if let Some(values) = said.some.iter().find(|values| !is_answered(values, &outcome.all)) {
        return Some(Fault::NoAnswer(values.clone()));
    }
    let is_other = |counts: &usize| *counts != outcome.all.len();
    said.counts.filter(is_other).map(|_| Fault::Counts(outcome.all.len()))
}

/// The line of an example that would hold: what it said, with what is so in the place of what is not.
pub(crate) fn restated<W: World>(example: &Example<W>, outcome: &Outcome) -> String {
    let said = &example.said;
    let mut parts = Vec::new();
    match &outcome.first {
        Some(first) => {
            parts.push("applies".to_owned());
            parts.extend(plays_now(example, outcome));
            let named = named_as(&said.values, first);
            parts.extend((!named.is_empty()).then(|| written(&named)));
            let mut some: Vec<Bindings> = Vec::new();
            for values in &said.some {
                let nearest = nearest_answer(values, &outcome.all).map(|answer| named_as(values, answer));
                some.extend(nearest.filter(|values| !some.contains(values)));
            }
            parts.extend(some.iter().map(some_answer));
            parts.extend(said.counts.map(|_| format!("counts {}", outcome.all.len())));
            parts.extend(said.refuted.then(|| "refuted".to_owned()));
        }
        None => parts.push("misses".to_owned()),
    }
    parts.extend(said.figure.as_ref().map(|figure| format!("figure {figure}")));
    format!("{}: {}", parts.join(", "), example.words)
}

/// What is said of the move: another one where it is another, and one more where it is none of several.
fn plays_now<W: World>(example: &Example<W>, outcome: &Outcome) -> Option<String> {
    let (got, said) = (outcome.plays.as_deref()?, example.moves());
    if example.said.one_of {
        let is_new = !said.contains(&got);
        let moves: Vec<&str> = said.into_iter().chain(is_new.then_some(got)).collect();
        return plays(&moves, true);
    }
    (!said.is_empty() || !says_of_answers(&example.said)).then(|| format!("plays {got}"))
}

/// What keeps a rule from applying where all literals but one are as they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stopping {
    /// Literals each of which stops it alone, as they are written. There are none where two or more have to go.
    pub(crate) alone: Vec<String>,
    /// Those without which the rule reached a limit, or was not asked any more.
    pub(crate) undecided: Vec<String>,
}

/// Leaves out the literals of rules, one at a time.
pub(crate) struct LeaveOut<'w, W: World> {
    world: &'w W,
    questions: WhyNot<'w, W::Host>,
    /// Nothing more is asked after this is set.
    stop: Arc<AtomicBool>,
    /// All that can be left out, once that was asked for.
    mutants: Option<Vec<Mutant>>,
}

impl<'w, W: World> LeaveOut<'w, W> {
    /// Of the rules of this world, until the sign is set.
    pub(crate) fn new(world: &'w W, stop: Arc<AtomicBool>) -> LeaveOut<'w, W> {
        let limits = world.limits();
        let limits = Limits { work: limits.work / SHARE, ..limits };
        let questions = WhyNot::new(world.program(), limits).stopped_by(Arc::clone(&stop));
        LeaveOut { world, questions, stop, mutants: None }
    }

    /// The literals of the question's own premise that stop it in the position of an example.
    pub(crate) fn stopping(&mut self, example: &Example<W>) -> Stopping {
        let (world, program) = (self.world, self.world.program());
        let id = example.question.id(program);
        let item = program.rule(id).span;
        let is_own = |mutant: &&Mutant| {
            mutant.change == Change::LeftOut
                && mutant.span.file == item.file
                && item.start <= mutant.span.start
                && mutant.span.end <= item.end
        };
        let mutants = self.mutants.get_or_insert_with(|| Mutant::all(world.texts()));
        let mut position = example.position.clone();
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
}

/// Questions without a position where they apply, or without a near miss, and which of the two they lack. Of those that are
/// another base's, its positions tell; and scores, preferences and draws need none where no position is of their kind.
pub(crate) fn untested<W: World>(world: &W, examples: &[Example<W>]) -> Vec<(Question, bool)> {
    let contents = world.contents();
    let inherited = world.inherited();
    let kind = std::mem::discriminant::<Question>;
    let is_asked = |question: &Question| {
        let is_own = inherited.iter().all(|(other, _)| other != question);
        let is_rule = matches!(question, Question::Rule(_));
        is_own && (is_rule || examples.iter().any(|one| kind(&one.question) == kind(question)))
    };
    // A text for several players is one text: the positions of one of them are enough.
    let same = |one: Question, other: Question| {
        kind(&one) == kind(&other) && one.place(contents) == other.place(contents)
    };
    let has = |question: Question, applies: bool| {
        examples.iter().any(|one| same(one.question, question) && one.said.applies == applies)
    };
    let asked = shown(contents).into_iter().filter(is_asked);
    asked
        .flat_map(|question| [true, false].map(|applies| (question, applies)))
        .filter(|(question, applies)| !has(*question, *applies))
        .collect()
}

/// Lines that name the questions without positions, one for each thing that they lack. What lacks it for every player stands
/// there once.
pub(crate) fn lacking_lines(contents: &Contents, lacking: &[(Question, bool)]) -> Vec<String> {
    let lacks = |question: Question, applies: bool| lacking.contains(&(question, applies));
    let kinds: [(&str, [bool; 2]); 3] = [
        ("neither a position where it applies nor a near miss is given", [true, true]),
        ("no position where it applies is given", [true, false]),
        ("no near miss is given", [false, true]),
    ];
    let line = |(what, [position, miss]): (&str, [bool; 2])| {
        let is_meant = |one: &Question| lacks(*one, true) == position && lacks(*one, false) == miss;
        let names = names_of(contents, &shown(contents).into_iter().filter(is_meant).collect::<Vec<_>>());
        (!names.is_empty()).then(|| format!("{what}: {}", names.join(", ")))
    };
    kinds.into_iter().filter_map(line).collect()
}

/// The names of questions; with the player where another one has one of this name that is not among them.
fn names_of(contents: &Contents, questions: &[Question]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for question in questions {
        let title = question.title(contents);
        let name = title.split(" for ").next().unwrap_or(&title).to_owned();
        let is_same = |other: &Question| other.title(contents).split(" for ").next() == Some(name.as_str());
        let is_whole =
            shown(contents).iter().filter(|other| is_same(other)).all(|one| questions.contains(one));
        let name = if is_whole { name } else { title };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}
