//! How fast the rules of `knowledge/renju-2001` are asked: by hand in plain loops, interpreted and compiled.
//!
//! ```text
//! cargo bench --bench rules                   everything, in about a minute
//! cargo bench --bench rules -- table          the table only
//! cargo bench --bench rules -- all::w7d3      divan's lines that match
//! ```
//!
//! The positions are the 600 of `engine/tests/data/thesis-rules.tsv`. First all answers are compared: a matcher
//! that answers differently is not worth timing. Then divan times every rule and question, and in the end a
//! table puts the matchers side by side. For the table they take turns within one run, so that a machine that is
//! busy with something else is busy for all of them; a ratio in it says more than a time. Time is wall-clock
//! time per position, its solutions ordered and without duplicates.
//!
//! Another matcher by hand is another [`Matcher`].

mod plain_loops;

use std::fmt;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use blanche_compiler::runtime::Limits;
use divan::{Bencher, black_box};
use noire::bases::{Backend, Base};
use noire::board::Position;
use noire::record::read_positions;
use plain_loops::RULES;

/// How long the matchers take turns for one line of the table.
const TURNS: Duration = Duration::from_millis(900);

/// The turns that each matcher has at least, and at most.
const FEWEST_TURNS: usize = 3;
const MOST_TURNS: usize = 300;

/// Who answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Matcher {
    Plain,
    Interpreted,
    Compiled,
}

impl Matcher {
    /// The baseline first.
    const ALL: [Matcher; 3] = [Matcher::Plain, Matcher::Interpreted, Matcher::Compiled];

    fn name(self) -> &'static str {
        match self {
            Matcher::Plain => "plain loops",
            Matcher::Interpreted => "interpreted",
            Matcher::Compiled => "compiled",
        }
    }
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Applies,
    All,
}

/// What is timed: one rule or, without a number, all of them one after the other.
#[derive(Clone, Copy, Debug)]
struct Rules(Option<usize>);

impl Rules {
    fn each() -> impl Iterator<Item = Rules> {
        std::iter::once(Rules(None)).chain((0..RULES.len()).map(|rule| Rules(Some(rule))))
    }

    fn numbers(self) -> std::ops::Range<usize> {
        self.0.map_or(0..RULES.len(), |rule| rule..rule + 1)
    }

    fn name(self) -> &'static str {
        self.0.map_or("18 rules", |rule| RULES[rule].code)
    }
}

/// The base and the positions.
struct World {
    base: Base,
    positions: Vec<Position>,
}

static WORLD: LazyLock<World> = LazyLock::new(|| {
    let text = include_bytes!("../tests/data/thesis-rules.tsv");
    let file =
        read_positions("thesis-rules.tsv", text).expect("the positions of the project are well formed");
    World {
        base: Base::open("renju-2001", Limits::default()).expect("the base is built in"),
        positions: file.entries.iter().map(|entry| entry.given.position()).collect(),
    }
});

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let benching = arguments.iter().any(|argument| argument == "--bench");
    let words = arguments.iter().filter(|argument| !argument.starts_with("--"));
    let words: Vec<&str> = words.map(String::as_str).collect();

    same_answers();
    if words != ["table"] {
        divan::main();
    }
    if benching && (words.is_empty() || words == ["table"]) {
        table(Question::All, "all solutions");
        table(Question::Applies, "does the rule apply");
    }
}

/// Holds all answers of all matchers against those of the plain loops.
///
/// # Panics
/// When one differs.
fn same_answers() {
    let world = &*WORLD;
    assert_eq!(world.base.rules().len(), RULES.len(), "the baseline has the rules of the base");
    let mut solutions = 0;
    for (number, position) in world.positions.iter().enumerate() {
        let mut position = position.clone();
        for (rule, plain) in RULES.iter().enumerate() {
            let found = plain.all(&mut position);
            let found: Vec<&[u16]> = found.iter().map(|solution| &solution[..plain.width]).collect();
            let applies = plain.applies(&mut position);
            assert_eq!(applies, !found.is_empty(), "{} by hand in position {number}", plain.code);
            for backend in [Backend::Interpreted, Backend::Compiled] {
                let all = world.base.all(backend, rule, &mut position).expect("within the limit");
                assert!(
                    all.iter().eq(found.iter().copied()),
                    "{} {backend} answers as by hand in position {number}",
                    plain.code
                );
                let same = world.base.applies(backend, rule, &mut position).expect("within the limit");
                assert_eq!(same, applies, "{} {backend} in position {number}", plain.code);
            }
            solutions += found.len();
        }
    }
    println!(
        "{} positions, {} rules, {solutions} solutions: the same by hand, interpreted and compiled\n",
        world.positions.len(),
        RULES.len()
    );
}

/// Asks one position. Gives the number of solutions, or of rules that apply.
#[inline]
fn ask(matcher: Matcher, question: Question, rule: usize, position: &mut Position) -> usize {
    let backend = match (matcher, question) {
        (Matcher::Plain, Question::Applies) => return usize::from(RULES[rule].applies(position)),
        (Matcher::Plain, Question::All) => return black_box(RULES[rule].all(position)).len(),
        (Matcher::Interpreted, _) => Backend::Interpreted,
        (Matcher::Compiled, _) => Backend::Compiled,
    };
    let base = &WORLD.base;
    match question {
        Question::Applies => usize::from(base.applies(backend, rule, position).expect("within the limit")),
        Question::All => black_box(base.all(backend, rule, position).expect("within the limit")).len(),
    }
}

/// A line of divan's report.
struct Case {
    rules: Rules,
    matcher: Matcher,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rules.name(), self.matcher.name())
    }
}

fn cases() -> Vec<Case> {
    let matchers = |rules| Matcher::ALL.map(|matcher| Case { rules, matcher });
    Rules::each().flat_map(matchers).collect()
}

// A sample is a walk through all positions, and a time that of one of them.

#[divan::bench(args = cases(), sample_size = 600, sample_count = 50, max_time = 0.3)]
fn all(bencher: Bencher<'_, '_>, case: &Case) {
    time(bencher, case, Question::All);
}

#[divan::bench(args = cases(), sample_size = 600, sample_count = 50, max_time = 0.3)]
fn applies(bencher: Bencher<'_, '_>, case: &Case) {
    time(bencher, case, Question::Applies);
}

fn time(bencher: Bencher<'_, '_>, case: &Case, question: Question) {
    let mut positions = WORLD.positions.clone();
    let (count, mut next) = (positions.len(), 0);
    bencher.bench_local(|| {
        let position = &mut positions[next];
        next = if next + 1 == count { 0 } else { next + 1 };
        case.rules.numbers().map(|rule| ask(case.matcher, question, rule, position)).sum::<usize>()
    });
}

/// Prints the median time of every matcher, and its ratio to that of the plain loops.
fn table(question: Question, title: &str) {
    println!("\n{title}: microseconds per position, and the ratio to plain loops in the same turns");
    print!("{:10}{:>12}", "", Matcher::ALL[0].name());
    for matcher in &Matcher::ALL[1..] {
        print!("{:>14}{:>9}", matcher.name(), "ratio");
    }
    println!();
    let mut positions = WORLD.positions.clone();
    for rules in Rules::each() {
        let medians = medians(question, rules, &mut positions);
        print!("{:10}{:12.3}", rules.name(), medians[0]);
        for median in &medians[1..] {
            print!("{:14.3}{:9.2}", median, median / medians[0]);
        }
        println!();
    }
}

/// The median over the turns of the microseconds per position, in the order of [`Matcher::ALL`].
fn medians(question: Question, rules: Rules, positions: &mut [Position]) -> [f64; Matcher::ALL.len()] {
    let mut times = Matcher::ALL.map(|_| Vec::new());
    let start = Instant::now();
    for turn in 0..MOST_TURNS {
        if turn >= FEWEST_TURNS && start.elapsed() > TURNS {
            break;
        }
        for (matcher, times) in Matcher::ALL.into_iter().zip(&mut times) {
            let start = Instant::now();
            for position in positions.iter_mut() {
                for rule in rules.numbers() {
                    black_box(ask(matcher, question, rule, position));
                }
            }
            times.push(start.elapsed().as_secs_f64() * 1e6 / positions.len() as f64);
        }
    }
    times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    })
}
