//! Programs that use the whole language: the naive evaluator, the interpreter under several plans, and the compiled
//! rules return the same answers. The interpreter and the compiled rules also exceed limits at the same amount of work.
//!
//! `BLANCHE_SEED` determines which programs are generated; it may be the hash of a commit. `BLANCHE_PROGRAMS` sets how
//! many are interpreted, and `BLANCHE_COMPILED` how many are compiled.

use agree::whole::{self, PLANS, Program, Tables, first_seed, plan_of};
use agree::{Naive, World};
use agree_compiled::{Cells, Compiled, hosted_programs, whole_programs};
use blanche_compiler::interpret::{Host, Machine};
use blanche_compiler::plan::{Plan, plan};
use blanche_compiler::program::RuleId;
use blanche_compiler::runtime::{Budget, Limits};

use crate::answers::{
    Answer, Read, Sums, answer_of, interpreted_in, interpreted_sums_in, naive_in, naive_sums_in,
};
use crate::compiled_game::least_work;
use crate::hosts::OfTables;
use crate::trials::trials;

/// Maximum number of tuples that the naive evaluator examines for a program.
const PATIENCE: u64 = 300_000;

/// Work limit of a query. Plans that are made for random statistics may take much work.
const WORK: u64 = 3_000_000;

/// Number of programs of each kind that are interpreted in a full test run.
const PROGRAMS: usize = 100;

/// A program with its host, and the answers of the naive evaluator.
pub(crate) struct Case<W> {
    pub(crate) seed: u64,
    text: String,
    pub(crate) read: Read,
    pub(crate) world: W,
    /// The expected answers; `None` if the naive evaluator would take too long.
    pub(crate) expected: Option<(Vec<Answer>, Sums)>,
}

pub(crate) fn read(program: &Program) -> Read {
    let (_, trees, checked) = program.checked();
    let program = checked.resolved.program;
    let plan = plan(&program).expect("it is planned");
    Read { trees, query: None, program, plan }
}

impl<W: World> Case<W> {
    fn new(seed: u64, program: &Program, mut world: W) -> Case<W> {
        let (read, text) = (read(program), format!("seed {seed}\n{}", program.text()));
        let naive = Naive::new(&read.trees);
        let expected = naive
            .within(PATIENCE, || (naive_in(&naive, &mut world, &read), naive_sums_in(&naive, &mut world)));
        Case { seed, text, read, world, expected }
    }

    /// The answers of the interpreter under a plan; `None` if they take too much work.
    pub(crate) fn answered<H: Host>(&self, plan: &Plan, facts: &mut H::Facts) -> Option<(Vec<Answer>, Sums)> {
        let limits = Limits { work: WORK, ..Limits::default() };
        let answers = interpreted_in::<H>(&self.read, plan, facts, limits).ok()?;
        Some((answers, interpreted_sums_in::<H>(&self.read, plan, facts, limits).ok()?))
    }

    /// The first plan whose answers differ from those of the naive evaluator. If the naive evaluator has no answers,
    /// the answers are compared with those of the first plan.
    fn difference<H: Host>(&self, plans: u64, facts: &mut H::Facts) -> Option<u64> {
        let mut expected = self.expected.clone();
        (0..plans).find(|draw| {
            let plan = plan_of(&self.read.program, self.seed, *draw);
            let found = self.answered::<H>(&plan, facts);
            let differs = found.is_some() && expected.is_some() && found != expected;
            expected = expected.take().or(found);
            differs
        })
    }
}

pub(crate) fn facts(seed: u64) -> Case<Cells> {
    Case::new(seed, &whole::program(seed), Cells)
}

pub(crate) fn hosted(seed: u64) -> Case<Tables> {
    let hosted = whole::hosted(seed);
    Case::new(seed, &hosted.program, hosted.tables)
}

/// The number of programs of a kind to test. `all` is the default number in a full test run.
pub(crate) fn programs(all: usize) -> u64 {
    let wanted = std::env::var("BLANCHE_PROGRAMS").ok().and_then(|number| number.parse().ok());
    wanted.unwrap_or(trials(all) as u64)
}

/// Statistics of a comparison.
#[derive(Default)]
struct Tally {
    programs: usize,
    questions: usize,
    answered: usize,
    undefined: usize,
}

impl Tally {
    fn add<W>(&mut self, case: &Case<W>) {
        self.programs += 1;
        match &case.expected {
            Some((answers, _)) => {
                self.questions += answers.len();
                self.answered += answers.iter().filter(|answer| !answer.rows.is_empty()).count();
            }
            None => self.undefined += 1,
        }
    }

    fn check(&self, kind: &str) {
        let Tally { programs, questions, answered, undefined } = self;
        println!(
            "{kind}: {programs} programs, {questions} questions, {answered} with answers; {undefined} not defined in time"
        );
        assert!(answered * 5 > *questions && undefined * 4 < *programs, "{kind} say something");
    }
}

#[test]
fn every_plan_of_a_program_agrees_with_the_definition() {
    let first = first_seed();
    let (mut of_facts, mut of_hosts) = (Tally::default(), Tally::default());
    for seed in first..first + programs(PROGRAMS) {
        let case = facts(seed);
        assert_eq!(case.difference::<Cells>(PLANS, &mut ()), None, "{}", case.text);
        of_facts.add(&case);
        let case = hosted(seed);
        let mut tables = case.world.clone();
        assert_eq!(case.difference::<OfTables>(PLANS, &mut tables), None, "{}", case.text);
        of_hosts.add(&case);
    }
    of_facts.check("over facts");
    of_hosts.check("with a host");
}

#[test]
fn compiled_programs_agree_with_the_interpreter_in_answers_and_limits() {
    let mut questions = 0;
    for (seed, compiled) in whole_programs() {
        let case = facts(seed);
        assert_eq!(case.text, format!("seed {seed}\n{}", compiled.text), "it was compiled from this text");
        questions += compare::<Cells, Cells>(&case, &compiled, &mut ());
    }
    for (seed, compiled) in hosted_programs() {
        let case = hosted(seed);
        let mut tables = case.world.clone();
        questions += compare::<Tables, OfTables>(&case, &compiled, &mut tables);
    }
    println!("{questions} questions");
    assert!(questions > 100, "{questions}");
}

/// Compares the answers of the back ends to every query of a program, and the amount of work at which they exceed
/// limits. Returns the number of queries.
fn compare<W: World, H: Host>(case: &Case<W>, compiled: &Compiled<H::Facts>, facts: &mut H::Facts) -> usize {
    let plan = plan_of(&case.read.program, case.seed, whole::compiled_draw(case.seed));
    let enough = Limits { work: WORK, ..Limits::default() };
    let machine = |limits| Machine::<H>::new(&case.read.program, &plan, limits).expect("the host answers");
    let mut found = Vec::new();
    for (at, matcher) in compiled.matchers().into_iter().enumerate() {
        let (id, rule) = (RuleId(at as u32), &case.read.program.rules[at]);
        let all = matcher.all(facts, enough);
        assert_eq!(machine(enough).all(facts, id), all, "{}\n{}", rule.text, case.text);
        let Ok(all) = all else { continue };
        let applies = (matcher.applies)(facts, &mut Budget::new(enough));
        assert_eq!(applies, Ok(!all.is_empty()), "{}\n{}", rule.text, case.text);
        let taken = least_work(|work| matcher.all(facts, Limits { work, ..enough }).is_ok());
        let less = Limits { work: taken.saturating_sub(1), ..enough };
        for limits in [Limits { work: taken, ..enough }, less] {
            let interpreted = machine(limits).all(facts, id);
            assert_eq!(
                interpreted,
                matcher.all(facts, limits),
                "{} {}\n{}",
                limits.work,
                rule.text,
                case.text
            );
        }
        found.push(answer_of::<H>(&case.read, rule, &all));
    }
    found.sort();
    if let Some((expected, _)) = case.expected.as_ref().filter(|(expected, _)| expected.len() == found.len())
    {
        assert_eq!(&found, expected, "{}", case.text);
    }
    compare_sums::<W, H>(case, compiled, &plan, facts);
    found.len()
}

/// Compares the sums of scores.
fn compare_sums<W: World, H: Host>(
    case: &Case<W>,
    compiled: &Compiled<H::Facts>,
    plan: &Plan,
    facts: &mut H::Facts,
) {
    let limits = Limits { work: WORK, ..Limits::default() };
    let machine = Machine::<H>::new(&case.read.program, plan, limits).expect("the host answers");
    for player in &case.read.program.players {
        let Some(sum) = compiled.sum(&case.read.program.player(*player)) else { continue };
        for to_move in [true, false] {
            let interpreted = machine.sum(facts, *player, to_move);
            assert_eq!(interpreted, sum.of(facts, limits, to_move), "{}", case.text);
        }
    }
}
