//! Programs over the whole language: the naive evaluator, the interpreter and the compiled rules answer the same, under any plan.

use agree::whole::{self, Program};
use blanche_compiler::plan::{Plan, Statistics, literals, plan, plan_with};
use blanche_compiler::random::Random;

use crate::answers::{Read, interpreted_by, interpreted_sums, naive, naive_sums};

/// The plans of each program: its own, and five from random numbers of tuples.
const PLANS: usize = 6;

/// The number of tuples that a plan expects of a literal.
const EXPECTED: &[f64] = &[0.001, 0.05, 0.5, 2.0, 20.0, 300.0];

/// Reads a program.
fn read(program: &Program) -> Read {
    let (_, trees, checked) = program.checked();
    let program = checked.resolved.program;
    let plan = plan(&program).expect("it is planned");
    Read { trees, query: None, program, plan }
}

/// Some plans of a program: its own, and others that expect other numbers of tuples.
fn plans(read: &Read, seed: u64) -> impl Iterator<Item = Plan> {
    (0..PLANS as u64).map(move |draw| {
        let mut statistics = Statistics::default();
        if draw > 0 {
            let mut random = Random::of(seed, &[2, draw]);
            for literal in literals(&read.program) {
                statistics.insert(literal, *random.choose(EXPECTED));
            }
        }
        plan_with(&read.program, &statistics).expect("it is planned")
    })
}

#[test]
fn all_plans_of_a_program_answer_what_the_definition_says() {
    let first: u64 = std::env::var("FIRST").ok().and_then(|v| v.parse().ok()).unwrap_or(0);
    let count: u64 = std::env::var("COUNT").ok().and_then(|v| v.parse().ok()).unwrap_or(100);
    let (mut questions, mut answered, mut slow) = (0, 0, Vec::new());
    let (mut t0, mut t1) = (0.0, 0.0);
    let mut bad = 0;
    for seed in first..first + count {
        let now = std::time::Instant::now();
        let program = whole::program(seed);
        let text = program.text();
        let ok = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let read = read(&program);
            t0 += now.elapsed().as_secs_f64();
            let now = std::time::Instant::now();
            let expected = naive(&read);
            let sums = naive_sums(&read);
            let taken = now.elapsed().as_secs_f64();
            t1 += taken;
            slow.push((taken, seed));
            for (draw, plan) in plans(&read, seed).enumerate() {
                assert_eq!(interpreted_by(&read, &plan), expected, "seed {seed}, plan {draw}\n{text}");
                assert_eq!(interpreted_sums(&read, &plan), sums, "seed {seed}, plan {draw}\n{text}");
            }
            questions += expected.len();
            answered += expected.iter().filter(|answer| !answer.rows.is_empty()).count();
        }));
        if ok.is_err() {
            bad += 1;
            println!("BAD seed {seed}");
        }
    }
    slow.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!(
        "{questions} questions, {answered} with answers, bad {bad}; make {t0} naive {t1} slowest {:?}",
        &slow[..5.min(slow.len())]
    );
}
