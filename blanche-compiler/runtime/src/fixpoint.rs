//! The least fixpoint of recursive predicates, by semi-naive evaluation.
//!
//! A goal is a routine with its inputs. Its clauses are evaluated in passes. A pass uses the answers that the called
//! goals have so far. When a called goal gets new answers, the caller is evaluated again, with one pass per recursive
//! call. In this pass, that call goes through the new answers only, the calls before it go through the answers known
//! earlier, and the calls after it go through all answers. So each combination of answers is joined only once.
//!
//! If several goals must be evaluated, the most recently created goal is taken first. The goals that a goal needs are
//! then usually complete when it is evaluated again.
//!
//! Some routines make only tail calls. A goal of such a routine also evaluates the calls that it makes, and the calls
//! that these make. Their answers are its own answers.
//!
//! As in tables, goals and their answers are kept for the duration of a query, separately for each nesting level of
//! moves. CITE: Ullman 1989, semi-naive evaluation and magic sets; Chen and Warren 1996, tabling.

use std::collections::{BinaryHeap, HashSet};

use super::rows::{Questions, Rows};
use super::{Budget, Flow, LimitReached, Value, found};

/// Estimated size of a goal in bytes, in addition to its inputs and answers.
const GOAL: u64 = 192;

/// Estimated size in bytes of the record that one goal calls another.
const ASKS: u64 = 24;

/// Costs in steps: of inserting an answer into a table, of creating a goal (`MADE`), and of looking up a goal
/// (`LOOKED_UP`).
const ANSWERED: usize = 3;
const MADE: usize = 32;
const LOOKED_UP: usize = 3;

/// What the runtime needs to know about a recursive routine.
#[derive(Clone, Copy, Debug)]
pub struct Recursive {
    /// The index of the strongly connected component of calls to which the routine belongs.
    pub component: u32,
    /// The index of the routine in the plan.
    pub routine: u32,
    /// The number of values in an answer. It is 0 if the routine is a test, which only holds or fails.
    pub width: usize,
    /// Whether the routine makes only tail calls.
    pub is_tail: bool,
}

/// One evaluation of the clauses of a routine for a goal.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    component: u32,
    routine: u32,
    goal: u32,
    /// The index of the call that this pass evaluates, among the calls that a tail-recursive goal collects.
    question: u32,
    /// The time from which on answers are new.
    since: u32,
    /// The current time. Answers that are found from now on are left for a later pass.
    now: u32,
    /// The index of the recursive call that goes through the new answers only. `None` if all calls go through all
    /// answers.
    new_at: Option<u16>,
}

impl Pass {
    /// The routine whose clauses this pass evaluates.
    #[inline]
    pub fn routine(self) -> u32 {
        self.routine
    }

    /// The passes through a clause with this number of recursive calls. The first time, there is one pass over all
    /// known answers. Later there is one pass per call, in which this call goes through the new answers only.
    pub fn through(self, calls: u16) -> impl Iterator<Item = Pass> {
        let (first, later) = if self.since == 0 { (Some(self), 0) } else { (None, calls) };
        first.into_iter().chain((0..later).map(move |at| Pass { new_at: Some(at), ..self }))
    }
}

/// The range of a goal's answers that a pass goes through.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    component: u32,
    goal: u32,
    from: u32,
    to: u32,
}

impl Known {
    /// The indices of the answers.
    #[inline]
    pub fn places(self) -> std::ops::Range<u32> {
        self.from..self.to
    }
}

/// Evaluates the clauses of recursive routines. The interpreter implements it, and so does compiled code.
pub trait Clauses {
    /// The budget of the query, which contains the goals.
    fn budget(&mut self) -> &mut Budget;

    /// Evaluates the clauses of a routine once, and passes their answers to [`Budget::answer`].
    ///
    /// # Errors
    /// When a limit is reached.
    fn pass(&mut self, pass: Pass) -> Flow;
}

/// A routine with its inputs, and the answers found so far.
#[derive(Clone, Debug, Default)]
struct Goal {
    answers: Rows,
    /// For each time at which answers were added, the index of the first answer of that time.
    news: Vec<(u32, u32)>,
    /// The time of the last evaluation. It is 0 if the goal was never evaluated.
    since: u32,
    /// Whether the goal is waiting to be evaluated.
    is_open: bool,
    /// The goals that call this goal and depend on its answers.
    asked_by: Vec<u32>,
    /// For a tail-recursive goal, the calls whose answers become its own answers, and the number of these calls that
    /// have been evaluated so far.
    questions: Option<Box<(Questions, usize)>>,
}

impl Goal {
    /// The number of answers that were found before a time.
    fn known_before(&self, time: u32) -> u32 {
        let at = self.news.partition_point(|(known, _)| *known < time);
        self.news.get(at).map_or(self.answers.len() as u32, |(_, from)| *from)
    }
}

/// The goals of a recursive component.
#[derive(Clone, Debug, Default)]
pub(super) struct Fixpoint {
    asked: Questions,
    goals: Vec<Goal>,
    /// The goals waiting to be evaluated.
    open: BinaryHeap<u32>,
    /// Pairs of a goal and the goal that calls it.
    asks: HashSet<(u32, u32)>,
    time: u32,
}

impl Fixpoint {
    /// The index of a goal, which is created if necessary. Also returns the bytes that a new goal takes (0 if the goal
    /// exists).
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

    /// Marks a goal for evaluation.
    fn open(&mut self, at: u32) {
        let goal = &mut self.goals[at as usize];
        if !std::mem::replace(&mut goal.is_open, true) {
            self.open.push(at);
        }
    }

    /// The next pass to run. It belongs to the most recently created of the goals that wait for evaluation.
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

    /// Adds an answer to a goal. Returns the bytes that the answer takes (0 if it was already known).
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

    /// The answers of a called goal that a pass goes through at its recursive call number `call`. Also returns the
    /// bytes that the called goal takes if it is new.
    fn known(&mut self, pass: Pass, call: u16, asked: Recursive, inputs: &[Value]) -> (Known, u64) {
        let (at, mut bytes) = self.goal(asked, inputs);
        if self.asks.insert((at, pass.goal)) {
            bytes += ASKS;
            self.goals[at as usize].asked_by.push(pass.goal);
            // An answer found in the current pass is left for a later pass.
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

/// Finds all answers to a goal. If the routine is a test, it stops at the first answer.
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

/// The evaluator of a compiled component, whose clauses are evaluated by a function.
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

/// Finds all answers to a goal as [`solve`] does. The given function evaluates the clauses.
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
    /// The inputs of the goal that is being evaluated.
    pub fn inputs(&mut self, pass: Pass) -> &[Value] {
        let fixpoint = self.fixpoint(pass.component);
        match &fixpoint.goals[pass.goal as usize].questions {
            Some(questions) => questions.0.get(pass.question as usize).1,
            None => fixpoint.asked.get(pass.goal as usize).1,
        }
    }

    /// The inputs of the goal that is being evaluated, as an array.
    ///
    /// # Panics
    /// If the number of inputs is not `N`.
    pub fn given<const N: usize>(&mut self, pass: Pass) -> [Value; N] {
        self.inputs(pass).try_into().expect("a goal has the inputs of its routine")
    }

    /// Adds an answer to the goal that is being evaluated, unless it is already known.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn answer(&mut self, pass: Pass, answer: &[Value]) -> Result<(), LimitReached> {
        self.spend_several(ANSWERED)?;
        let bytes = self.fixpoint(pass.component).answer(pass.goal, answer);
        self.hold(bytes)
    }

    /// The answers of the called goal that the pass goes through at its recursive call number `call`. The goal is
    /// created if necessary.
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

    /// Records a tail call. The answers of `routine` to these inputs become answers of the goal that is being
    /// evaluated.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn also_ask(&mut self, pass: Pass, routine: u32, inputs: &[Value]) -> Result<(), LimitReached> {
        self.spend_several(ANSWERED)?;
        let goal = &mut self.fixpoint(pass.component).goals[pass.goal as usize];
        let questions = goal.questions.as_mut().expect("only goals of tail calls ask besides");
        let (_, bytes) = questions.0.place(routine, inputs);
        self.hold(bytes.unwrap_or(0))
    }

    /// The answer with index `at`, counted among all answers of the goal in `known`.
    pub fn known_answer(&mut self, known: Known, at: u32) -> &[Value] {
        self.fixpoint(known.component).goals[known.goal as usize].answers.row(at as usize)
    }

    /// The answer with index `at` as an array. The index counts among all answers of the goal in `known`.
    ///
    /// # Panics
    /// If the answer does not have `N` values.
    pub fn known_values<const N: usize>(&mut self, known: Known, at: u32) -> [Value; N] {
        self.known_answer(known, at).try_into().expect("an answer has the results of its routine")
    }

    /// The index of a goal, which is created if necessary.
    fn goal(&mut self, recursive: Recursive, inputs: &[Value]) -> Result<u32, LimitReached> {
        let (goal, bytes) = self.fixpoint(recursive.component).goal(recursive, inputs);
        self.hold_goal(bytes)?;
        Ok(goal)
    }

    /// Counts the bytes that a goal takes. If the goal is new, also counts the steps to create it.
    fn hold_goal(&mut self, bytes: u64) -> Result<(), LimitReached> {
        if bytes >= GOAL {
            self.spend_several(MADE)?;
        }
        self.hold(bytes)
    }
}
