//! What predicates that need themselves hold of: the least relations that satisfy their clauses.
//!
//! A goal is a routine with its inputs. Its clauses are asked in passes, with what is known so far of the goals that they ask
//! in turn; a goal is asked again where something new is known of one that it asks, and then each recursive call in turn goes
//! through what is new, those before it through what was known before, and those behind it through all. So no two answers
//! meet twice. Of the goals that are to be asked, the one that came to be asked last is taken first: what a goal needs is most
//! often complete when it is asked again.
//!
//! A goal of a routine that makes tail calls only collects the answers of all that is asked on the way.
//!
//! Goals and their answers are kept for a question, as tables are, for each level of moves.
//! CITE: Ullman 1989, semi-naive evaluation and magic sets; Chen and Warren 1996, tabling.

use std::collections::{BinaryHeap, HashSet};

use super::rows::{Questions, Rows};
use super::{Budget, Flow, LimitReached, Value, found};

/// What a goal takes besides its inputs and answers.
const GOAL: u64 = 192;

/// What it takes to know that one goal is asked by another.
const ASKS: u64 = 24;

/// The steps that it takes to put an answer into a table, to make a goal, and to look for one.
const ANSWERED: usize = 3;
const MADE: usize = 32;
const LOOKED_UP: usize = 3;

/// A recursive routine, as a question asks it.
#[derive(Clone, Copy, Debug)]
pub struct Recursive {
    /// The component that it belongs to.
    pub component: u32,
    /// Its place in the plan.
    pub routine: u32,
    /// How many values an answer has; none where it says yes or no.
    pub width: usize,
    /// It makes tail calls only.
    pub is_tail: bool,
}

/// The clauses of a routine are asked for a goal.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    component: u32,
    routine: u32,
    goal: u32,
    /// Which question of the goal it is, where it is a goal of tail calls.
    question: u32,
    /// What came to be known at this time or later is new.
    since: u32,
    /// The time now: what comes to be known from now on is for later.
    now: u32,
    /// The recursive call that goes through what is new.
    new_at: Option<u16>,
}

impl Pass {
    /// The routine whose clauses are asked.
    #[inline]
    pub fn routine(self) -> u32 {
        self.routine
    }

    /// The passes through a clause with so many recursive calls: one at first, with all that is known; later one for each
    /// call, which goes through what is new.
    pub fn through(self, calls: u16) -> impl Iterator<Item = Pass> {
        let (first, later) = if self.since == 0 { (Some(self), 0) } else { (None, calls) };
        first.into_iter().chain((0..later).map(move |at| Pass { new_at: Some(at), ..self }))
    }
}

/// Answers of a goal that a pass goes through.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    component: u32,
    goal: u32,
    from: u32,
    to: u32,
}

impl Known {
    /// Their places.
    #[inline]
    pub fn places(self) -> std::ops::Range<u32> {
        self.from..self.to
    }
}

/// Who asks the clauses of recursive routines.
pub trait Clauses {
    /// What is left of the limits, with the goals.
    fn budget(&mut self) -> &mut Budget;

    /// Asks the clauses of a routine once, and hands their answers to [`Budget::answer`].
    ///
    /// # Errors
    /// When a limit is reached.
    fn pass(&mut self, pass: Pass) -> Flow;
}

/// A routine with its inputs.
#[derive(Clone, Debug, Default)]
struct Goal {
    answers: Rows,
    /// When answers came to be known, and from which place on.
    news: Vec<(u32, u32)>,
    /// When it was asked last; 0 if it was not.
    since: u32,
    /// It is to be asked.
    is_open: bool,
    /// The goals that ask for it.
    asked_by: Vec<u32>,
    /// Of tail calls all that is asked, and how much of it was asked.
    questions: Option<Box<(Questions, usize)>>,
}

impl Goal {
    /// How many answers were known before a time.
    fn known_before(&self, time: u32) -> u32 {
        let at = self.news.partition_point(|(known, _)| *known < time);
        self.news.get(at).map_or(self.answers.len() as u32, |(_, from)| *from)
    }
}

/// The goals of a component.
#[derive(Clone, Debug, Default)]
pub(super) struct Fixpoint {
    asked: Questions,
    goals: Vec<Goal>,
    /// Those that are to be asked.
    open: BinaryHeap<u32>,
    /// Which goal is asked by which.
    asks: HashSet<(u32, u32)>,
    time: u32,
}

impl Fixpoint {
    /// The place of a goal, and the bytes that it takes, if it is new.
    fn goal(&mut self, recursive: Recursive, inputs: &[Value]) -> (u32, u64) {
        let (at, is_new) = self.asked.place(recursive.routine, inputs);
        let Some(mut bytes) = is_new else { return (at as u32, 0) };
        let mut goal = Goal { answers: Rows::new(recursive.width), ..Goal::default() };
        if recursive.is_tail {
            let mut questions = Questions::default();
            bytes += questions.place(recursive.routine, inputs).1.unwrap_or(0);
            goal.questions = Some(Box::new((questions, 0)));
        }
        self.goals.push(goal);
        self.open(at as u32);
        (at as u32, bytes + GOAL)
    }

    /// Takes note that a goal is to be asked.
    fn open(&mut self, at: u32) {
        let goal = &mut self.goals[at as usize];
        if !std::mem::replace(&mut goal.is_open, true) {
            self.open.push(at);
        }
    }

    /// The next pass of the goal that is to be asked next.
    fn next(&mut self, component: u32) -> Option<Pass> {
        while let Some(at) = self.open.peek().copied() {
            let goal = &mut self.goals[at as usize];
            let pass = Pass {
                component,
                routine: self.asked.get(at as usize).0,
                goal: at,
                question: 0,
                since: goal.since,
                now: self.time + 1,
                new_at: None,
            };
            let is_answered = goal.answers.is_test() && goal.answers.len() > 0;
            match &mut goal.questions {
                Some(questions) if !is_answered && questions.1 < questions.0.len() => {
                    let question = questions.1;
                    questions.1 += 1;
                    self.time += 1;
                    let routine = questions.0.get(question).0;
                    return Some(Pass { question: question as u32, routine, since: 0, ..pass });
                }
                None if !is_answered => {
                    self.open.pop();
                    (goal.is_open, goal.since) = (false, pass.now);
                    self.time += 1;
                    return Some(pass);
                }
                _ => {
                    self.open.pop();
                    goal.is_open = false;
                }
            }
        }
        None
    }

    /// Takes an answer up; gives the bytes that it takes.
    fn answer(&mut self, at: u32, answer: &[Value]) -> u64 {
        let goal = &mut self.goals[at as usize];
        let place = goal.answers.len() as u32;
        let bytes = goal.answers.take(answer);
        if bytes > 0 && goal.news.last().is_none_or(|(time, _)| *time < self.time) {
            goal.news.push((self.time, place));
            let asking = std::mem::take(&mut goal.asked_by);
            asking.iter().for_each(|asking| self.open(*asking));
            self.goals[at as usize].asked_by = asking;
        }
        bytes
    }

    /// The answers of a goal that a pass goes through at one of its calls; gives the bytes too that a new goal takes.
    fn known(&mut self, pass: Pass, call: u16, asked: Recursive, inputs: &[Value]) -> (Known, u64) {
        let (at, mut bytes) = self.goal(asked, inputs);
        if self.asks.insert((at, pass.goal)) {
            bytes += ASKS;
            self.goals[at as usize].asked_by.push(pass.goal);
            // What it has found just now is for later.
            if self.goals[at as usize].news.last().is_some_and(|(time, _)| *time == self.time) {
                self.open(pass.goal);
            }
        }
        let goal = &self.goals[at as usize];
        let new = pass.new_at.map_or(std::cmp::Ordering::Greater, |new| call.cmp(&new));
        let from = if new.is_eq() { goal.known_before(pass.since) } else { 0 };
        let to = goal.known_before(if new.is_lt() { pass.since } else { pass.now });
        (Known { component: asked.component, goal: at, from, to }, bytes)
    }
}

/// Finds all answers to a goal; of a test one is enough.
///
/// # Errors
/// When a limit is reached.
pub fn solve(
    clauses: &mut impl Clauses,
    recursive: Recursive,
    inputs: &[Value],
) -> Result<Known, LimitReached> {
    let goal = clauses.budget().goal(recursive, inputs)?;
    loop {
        let fixpoint = clauses.budget().fixpoint(recursive.component);
        let answers = &fixpoint.goals[goal as usize].answers;
        let is_answered = recursive.width == 0 && answers.len() > 0;
        let next = if is_answered { None } else { fixpoint.next(recursive.component) };
        let Some(pass) = next else {
            let to = fixpoint.goals[goal as usize].answers.len() as u32;
            return Ok(Known { component: recursive.component, goal, from: 0, to });
        };
        found(clauses.pass(pass))?;
    }
}

/// The clauses of a compiled component.
struct Compiled<'f, F> {
    facts: &'f mut F,
    budget: &'f mut Budget,
    pass: fn(&mut F, &mut Budget, Pass) -> Flow,
}

impl<F> Clauses for Compiled<'_, F> {
    fn budget(&mut self) -> &mut Budget {
        self.budget
    }

    fn pass(&mut self, pass: Pass) -> Flow {
        (self.pass)(self.facts, self.budget, pass)
    }
}

/// Finds all answers to a goal whose clauses a function asks; see [`solve`].
///
/// # Errors
/// When a limit is reached.
pub fn solve_compiled<F>(
    facts: &mut F,
    budget: &mut Budget,
    recursive: Recursive,
    inputs: &[Value],
    pass: fn(&mut F, &mut Budget, Pass) -> Flow,
) -> Result<Known, LimitReached> {
    solve(&mut Compiled { facts, budget, pass }, recursive, inputs)
}

impl Budget {
    /// The inputs of the goal whose clauses are asked.
    pub fn inputs(&mut self, pass: Pass) -> &[Value] {
        let fixpoint = self.fixpoint(pass.component);
        match &fixpoint.goals[pass.goal as usize].questions {
            Some(questions) => questions.0.get(pass.question as usize).1,
            None => fixpoint.asked.get(pass.goal as usize).1,
        }
    }

    /// The same, where their number is known.
    ///
    /// # Panics
    /// Where it is another number.
    pub fn given<const N: usize>(&mut self, pass: Pass) -> [Value; N] {
        self.inputs(pass).try_into().expect("a goal has the inputs of its routine")
    }

    /// Takes up an answer of the goal whose clauses are asked, if it is new.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn answer(&mut self, pass: Pass, answer: &[Value]) -> Result<(), LimitReached> {
        self.spend_several(ANSWERED)?;
        let bytes = self.fixpoint(pass.component).answer(pass.goal, answer);
        self.hold(bytes)
    }

    /// What is known so far of a goal that a pass asks, as far as the pass goes through it at this of its calls.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn known(
        &mut self,
        pass: Pass,
        call: u16,
        asked: Recursive,
        inputs: &[Value],
    ) -> Result<Known, LimitReached> {
        self.spend_several(LOOKED_UP)?;
        let (known, bytes) = self.fixpoint(asked.component).known(pass, call, asked, inputs);
        self.hold_goal(bytes)?;
        Ok(known)
    }

    /// Has a goal ask these inputs of a routine besides: their answers are its own.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn ask_besides(&mut self, pass: Pass, routine: u32, inputs: &[Value]) -> Result<(), LimitReached> {
        self.spend_several(ANSWERED)?;
        let goal = &mut self.fixpoint(pass.component).goals[pass.goal as usize];
        let questions = goal.questions.as_mut().expect("only goals of tail calls ask besides");
        let (_, bytes) = questions.0.place(routine, inputs);
        self.hold(bytes.unwrap_or(0))
    }

    /// One of the answers that were gone through.
    pub fn known_answer(&mut self, known: Known, at: u32) -> &[Value] {
        self.fixpoint(known.component).goals[known.goal as usize].answers.row(at as usize)
    }

    /// The same, where the number of its values is known.
    ///
    /// # Panics
    /// Where it is another number.
    pub fn known_values<const N: usize>(&mut self, known: Known, at: u32) -> [Value; N] {
        self.known_answer(known, at).try_into().expect("an answer has the results of its routine")
    }

    /// The place of a goal.
    fn goal(&mut self, recursive: Recursive, inputs: &[Value]) -> Result<u32, LimitReached> {
        let (goal, bytes) = self.fixpoint(recursive.component).goal(recursive, inputs);
        self.hold_goal(bytes)?;
        Ok(goal)
    }

    /// Counts what a goal takes, if it is new.
    fn hold_goal(&mut self, bytes: u64) -> Result<(), LimitReached> {
        if bytes >= GOAL {
            self.spend_several(MADE)?;
        }
        self.hold(bytes)
    }
}
