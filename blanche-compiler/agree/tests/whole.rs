//! Programs over the whole language: the naive evaluator, the interpreter under several plans and the compiled rules answer the
//! same, and give up at the same work. The name of a commit, in `BLANCHE_SEED`, says which programs are drawn; `BLANCHE_PROGRAMS`
//! says how many the interpreter is tried on.

use std::panic::{self, AssertUnwindSafe};

use agree::whole::{self, PLANS, Program, Tables, first_seed, plan_of};
use agree::{Naive, World};
use agree_compiled::{Cells, Compiled, hosted_programs, whole_programs};
use blanche_compiler::interpret::{Host, Machine};
use blanche_compiler::plan::faults::{self, Fault};
use blanche_compiler::plan::{Plan, plan};
use blanche_compiler::program::RuleId;
use blanche_compiler::runtime::{Budget, Limits};

use crate::answers::{
    Answer, Read, Sums, answer_of, interpreted_in, interpreted_sums_in, naive_in, naive_sums_in,
};
use crate::compiled_game::least_work;
use crate::hosts::OfTables;
use crate::trials::trials;

/// The number of tuples that the naive evaluator looks at for a program, at most.
const PATIENCE: u64 = 150_000;

/// The work that a question may take: a plan for other numbers of tuples may take much.
const WORK: u64 = 3_000_000;

/// The number of programs of each kind that the interpreter is tried on, where all are tried.
const PROGRAMS: usize = 80;

/// A program with its host, and what it answers by the definition.
struct Case<W> {
    seed: u64,
    text: String,
    read: Read,
    world: W,
    /// `None` where the definition would take too long.
    expected: Option<(Vec<Answer>, Sums)>,
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

    /// What a plan answers; `None` where it takes too much work.
    fn answered<H: Host>(&self, plan: &Plan, facts: &mut H::Facts) -> Option<(Vec<Answer>, Sums)> {
        let limits = Limits { work: WORK, ..Limits::default() };
        let answers = interpreted_in::<H>(&self.read, plan, facts, limits).ok()?;
        Some((answers, interpreted_sums_in::<H>(&self.read, plan, facts, limits).ok()?))
    }

    /// The first of the plans that answers something else than the definition, or than the first plan.
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

fn facts(seed: u64) -> Case<Cells> {
    Case::new(seed, &whole::program(seed), Cells)
}

fn hosted(seed: u64) -> Case<Tables> {
    let hosted = whole::hosted(seed);
    Case::new(seed, &hosted.program, hosted.tables)
}

/// How many programs of a kind are tried, where so many are if all are.
pub(crate) fn programs(all: usize) -> u64 {
    let wanted = std::env::var("BLANCHE_PROGRAMS").ok().and_then(|number| number.parse().ok());
    wanted.unwrap_or(trials(all) as u64)
}

/// What came of comparing.
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
fn every_plan_of_a_program_answers_what_the_definition_says() {
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
fn compiled_programs_answer_what_the_interpreter_does_and_give_up_at_the_same_work() {
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

/// Compares the back ends on every question of a program, and where they give up. Gives the number of questions.
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

/// Compares what scores add up to.
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

/// A program that shows a fault: drawn over facts or with a host, by a seed, under one of its plans.
#[derive(Clone, Copy, Debug)]
enum Witness {
    Facts(u64, u64),
    Hosted(u64, u64),
}

/// For each fault the first program that shows it, as `planted_faults_are_looked_for` finds them.
const WITNESSES: &[(Fault, Witness)] = &[
    (Fault::InnerLocalsStandForAnything, Witness::Facts(50, 0)),
    (Fault::SetsInFrontOfTheirSources, Witness::Facts(402, 1)),
    (Fault::DeniedSetsMustHaveMembers, Witness::Facts(729, 0)),
    (Fault::SharedSetsWithoutSources, Witness::Facts(216, 0)),
    (Fault::FalseDenialsFail, Witness::Facts(8, 0)),
    (Fault::HeadConstantsForgotten, Witness::Facts(11, 0)),
    (Fault::OneClauseDenied, Witness::Hosted(21, 0)),
    (Fault::BoundOutputsIgnored, Witness::Hosted(4, 0)),
    (Fault::WidePlacesNotTested, Witness::Hosted(13, 0)),
    (Fault::ExceptionsForgotten, Witness::Facts(0, 0)),
    (Fault::SharedVariablesApart, Witness::Facts(1, 0)),
    (Fault::ProjectionsReachOutside, Witness::Facts(26, 1)),
    (Fault::DeniedTooEarly, Witness::Facts(1, 0)),
    (Fault::TestsOfOthers, Witness::Facts(25, 0)),
    (Fault::KeptWithoutExceptions, Witness::Facts(25, 0)),
    (Fault::TwoDemanded, Witness::Facts(37, 2)),
    (Fault::BagsAreSets, Witness::Facts(1, 0)),
    (Fault::InnerCallsNotRenumbered, Witness::Facts(0, 0)),
    (Fault::LastTestDropped, Witness::Facts(1, 0)),
    (Fault::ClausesOfOtherConstants, Witness::Hosted(203, 0)),
    (Fault::MaxForMin, Witness::Hosted(496, 0)),
];

/// Faults that these programs show too seldom: the laws of the passes find their like.
const SELDOM: &[Fault] = &[
    Fault::NarrowVariablesTakeAll,
    Fault::PartsLeftOut,
    Fault::TwinsDiffer,
    Fault::AllIsAskedBefore,
    Fault::ConstantsAreAlike,
    Fault::AnyLastCallIsATail,
];

/// Whether a plan of a program answers something else than the definition, or breaks a promise.
fn differs<W: World, H: Host>(case: &Case<W>, draw: u64, facts: &mut H::Facts) -> bool {
    let found = panic::catch_unwind(AssertUnwindSafe(|| {
        let plan = plan_of(&case.read.program, case.seed, draw);
        case.answered::<H>(&plan, facts)
    }));
    match (found, &case.expected) {
        (Ok(Some(found)), Some(expected)) => found != *expected,
        (Ok(_), _) => false,
        (Err(_), _) => true,
    }
}

/// Whether a witness shows a fault, or what it is without one.
fn shows(witness: Witness, fault: Option<Fault>) -> bool {
    let with_fault = |look: &dyn Fn() -> bool| match fault {
        Some(fault) => faults::with(fault, look),
        None => look(),
    };
    match witness {
        Witness::Facts(seed, draw) => {
            let case = facts(seed);
            with_fault(&|| differs::<_, Cells>(&case, draw, &mut ()))
        }
        Witness::Hosted(seed, draw) => {
            let case = hosted(seed);
            with_fault(&|| differs::<_, OfTables>(&case, draw, &mut case.world.clone()))
        }
    }
}

#[test]
fn planted_faults_are_found() {
    for fault in Fault::ALL.into_iter().filter(|fault| !SELDOM.contains(fault)) {
        let witness = WITNESSES.iter().find(|(known, _)| *known == fault);
        let (_, witness) = witness.unwrap_or_else(|| panic!("no program is known that shows {fault:?}"));
        assert!(!shows(*witness, None), "{witness:?} is right without a fault");
        assert!(shows(*witness, Some(fault)), "{witness:?} shows {fault:?}");
    }
}

/// The number of programs of each kind in which faults are looked for.
const TRIED: u64 = 1500;

#[test]
#[ignore = "takes minutes: for each fault the first program that shows it, for the table"]
fn planted_faults_are_looked_for() {
    for fault in Fault::ALL {
        let all = (0..TRIED).flat_map(|seed| {
            (0..PLANS).flat_map(move |draw| [Witness::Facts(seed, draw), Witness::Hosted(seed, draw)])
        });
        let found = all.into_iter().find(|witness| shows(*witness, Some(fault)) && !shows(*witness, None));
        println!("    (Fault::{fault:?}, {found:?}),");
    }
}
