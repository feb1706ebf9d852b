//! How fast the rules of `knowledge/renju-2001` are asked: by hand in plain loops, interpreted, compiled and, for
//! three of them, by hand over sets too.
//!
//! ```text
//! cargo bench --bench rules                      all 18 rules, each alone and together, in about a minute
//! cargo bench --bench rules -- cross.2           those with this in their names
//! cargo bench --bench rules -- --plot FILE.svg   a picture of all solutions, too
//! ```
//!
//! The positions are the 600 of the built-in corpus. First all answers are compared: a matcher
//! that answers differently is not worth timing. Then tables put the matchers side by side. They take turns in pieces of about
//! 0.1 ms, so that a machine that is busy with something else is busy for all of them and seldom interrupts one; a ratio says more than a
//! time. Time is wall-clock time per position, the sum of the least times of the pieces; several rules are the sum of
//! each by itself. The row of three rules has both kinds of loops by hand for the same rules. *All* hands the solutions, ordered and without duplicates, to the same callback for every
//! matcher; *count* counts them; *applies* ends at the first.

#[path = "../tests/back_ends/mod.rs"]
mod back_ends;
mod by_hand;
mod plot;
mod spread;

use std::convert::Infallible;
use std::hint::black_box;
use std::ops::{ControlFlow, Range};
use std::sync::LazyLock;
use std::time::Duration;

use blanche_compiler::runtime::{Limits, Solutions, Value};
use blanche_compiler::timing::{self, Effort, Parts};
use by_hand::HandRule;
use noire::bases::Backend;
use noire::board::Position;
use noire::facts::Base;
use noire::laboratory::corpus;
use noire::laboratory::plain_loops::RULES;

/// How long each matcher has its turns for one line of the table.
const EFFORT: Effort<'_> = Effort::of(Duration::from_millis(300));

/// Who answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Matcher {
    Plain,
    Interpreted,
    Compiled,
    Sets,
}

impl Matcher {
    /// The baseline first.
    const ALL: [Matcher; 4] = [Matcher::Plain, Matcher::Interpreted, Matcher::Compiled, Matcher::Sets];

    fn name(self) -> &'static str {
        match self {
            Matcher::Plain => "plain loops",
            Matcher::Interpreted => "interpreted",
            Matcher::Compiled => "compiled",
            Matcher::Sets => "sets by hand",
        }
    }

    /// Those that have these rules: over sets by hand there are three.
    fn of(rules: Rules) -> impl Iterator<Item = Matcher> {
        let over_sets = rules.numbers().into_iter().all(|rule| hand_rule(rule).is_some());
        Matcher::ALL.into_iter().filter(move |matcher| *matcher != Matcher::Sets || over_sets)
    }
}

/// The rule with this number in the base, by hand over sets.
fn hand_rule(rule: usize) -> Option<&'static HandRule> {
    by_hand::RULES.iter().find(|hand| hand.code == RULES[rule].code)
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Applies,
    All,
    Count,
}

/// What is timed: rules, each by itself.
#[derive(Clone, Copy, Debug)]
enum Rules {
    /// All of them.
    Every,
    /// Those that are written over sets too.
    OverSets,
    One(usize),
}

impl Rules {
    fn each() -> impl Iterator<Item = Rules> {
        [Rules::Every, Rules::OverSets].into_iter().chain((0..RULES.len()).map(Rules::One))
    }

    fn numbers(self) -> Vec<usize> {
        let all = 0..RULES.len();
        match self {
            Rules::Every => all.collect(),
            Rules::OverSets => all.filter(|rule| hand_rule(*rule).is_some()).collect(),
            Rules::One(rule) => vec![rule],
        }
    }

    /// `t.threat for white`
    fn name(self) -> String {
        match self {
            Rules::Every => "18 rules".to_owned(),
            Rules::OverSets => "3 rules over sets".to_owned(),
            Rules::One(rule) => WORLD.base.rules()[rule].title(),
        }
    }
}

/// The base and the positions.
struct World {
    base: Base,
    positions: Vec<Position>,
}

static WORLD: LazyLock<World> = LazyLock::new(|| World {
    base: Base::open("renju-2001", Limits::default()).expect("the base is built in"),
    positions: corpus::positions(),
});

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let (mut words, mut file) = (Vec::new(), None);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--plot" => file = Some(arguments.next().unwrap_or_else(|| refused("--plot wants a file"))),
            _ => words.push(argument),
        }
    }
    let is_wanted = |rules: &Rules| words.is_empty() || words.iter().any(|word| rules.name().contains(word));
    let rules: Vec<Rules> = Rules::each().filter(is_wanted).collect();
    if rules.is_empty() {
        let known: Vec<String> = Rules::each().map(Rules::name).collect();
        refused(&format!("no rule has {} in its name; there are {}", words.join(", "), known.join(", ")));
    }
    same_answers();
    let rows = table(&rules, Question::All, "all solutions");
    if let Some(file) = file {
        let picture = plot::plot(&rows);
        std::fs::write(&file, picture).unwrap_or_else(|error| refused(&format!("{file}: {error}")));
    }
    table(&rules, Question::Count, "number of solutions");
    table(&rules, Question::Applies, "does the rule apply");
    if words.is_empty() {
        spread::table(&WORLD.positions);
    }
}

/// Ends the program: its arguments are wrong.
fn refused(why: &str) -> ! {
    eprintln!("{why}");
    std::process::exit(2);
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
            let found: Vec<&[Value]> = found.iter().map(|solution| &solution[..plain.width]).collect();
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
            if let Some(hand) = hand_rule(rule) {
                let mut rest = found.iter();
                let _ = (hand.all)(&position, &mut |solution| {
                    assert_eq!(Some(&solution), rest.next(), "{} by hand in position {number}", hand.code);
                    ControlFlow::Continue(())
                });
                assert_eq!(rest.next(), None, "{} by hand in position {number}", hand.code);
                assert_eq!(
                    (hand.count)(&position),
                    found.len(),
                    "{} by hand in position {number}",
                    hand.code
                );
                assert_eq!((hand.applies)(&position), applies, "{} by hand in position {number}", hand.code);
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

/// Asks one position, with room for solutions. Gives the number of solutions, or of rules that apply; of all
/// solutions the sum of what they play, which whoever takes them adds up.
#[inline]
fn ask(
    matcher: Matcher,
    question: Question,
    rule: usize,
    position: &mut Position,
    room: &mut Solutions,
) -> usize {
    let mut sum = 0;
    let mut take = |solution: &[Value]| {
        sum += solution[0] as usize;
        ControlFlow::Continue(())
    };
    match (matcher, question) {
        (Matcher::Plain, Question::Applies) => return usize::from(RULES[rule].applies(position)),
        (Matcher::Plain, Question::Count) => return RULES[rule].all(position).len(),
        (Matcher::Plain, Question::All) => {
            hand_on(RULES[rule].all(position).iter().map(|one| &one[..]), &mut take)
        }
        (Matcher::Sets, _) => {
            let hand = hand_rule(rule).expect("it is asked for its rules");
            match question {
                Question::Applies => return usize::from((hand.applies)(position)),
                Question::Count => return (hand.count)(position),
                Question::All => drop((hand.all)(position, &mut take)),
            }
        }
        (Matcher::Interpreted | Matcher::Compiled, _) => {
            let interpreted = matcher == Matcher::Interpreted;
            let backend = if interpreted { Backend::Interpreted } else { Backend::Compiled };
            if question == Question::Applies {
                return usize::from(WORLD.base.applies(backend, rule, position).expect("within the limit"));
            }
            if question == Question::Count {
                return WORLD.base.count(backend, rule, position, room).expect("within the limit");
            }
            let mut taken = |solution: &[Value]| {
                let _ = take(solution);
                Ok(())
            };
            WORLD.base.in_order(backend, rule, position, room, &mut taken).expect("within the limit");
        }
    }
    sum
}

/// Hands solutions that were found before to whoever takes them.
fn hand_on<'s>(solutions: impl Iterator<Item = &'s [Value]>, take: by_hand::Take<'_>) {
    for solution in solutions {
        if take(solution).is_break() {
            break;
        }
    }
}

/// Prints the time of every matcher, its ratio to that of the plain loops, and that of the compiled rules
/// to the matcher over sets. Gives the ratios.
fn table(rules: &[Rules], question: Question, title: &str) -> Vec<plot::Row> {
    println!("\n{title}: microseconds per position, and the ratio to plain loops in the same turns");
    print!("{:26}{:>12}", "", Matcher::ALL[0].name());
    for matcher in &Matcher::ALL[1..] {
        print!("{:>14}{:>9}", matcher.name(), "ratio");
    }
    println!("{:>20}", "compiled / sets");
    let mut rows = Vec::new();
    for (&rules, times) in rules.iter().zip(times(question, rules)) {
        print!("{:26}{:12.3}", rules.name(), times[0]);
        for time in &times[1..] {
            print!("{:14.3}{:9.3}", time, time / times[0]);
        }
        if let [_, _, compiled, sets] = times[..] {
            print!("{:20.2}", compiled / sets);
        }
        println!();
        let ratios: Vec<f64> = times.iter().map(|time| time / times[0]).collect();
        let (name, sets) = (rules.name(), ratios.get(3).copied());
        rows.push(plot::Row { name, interpreted: ratios[1], compiled: ratios[2], sets });
    }
    rows
}

/// The microseconds per position of each line, in the order of [`Matcher::of`].
fn times(question: Question, lines: &[Rules]) -> Vec<Vec<f64>> {
    let mut positions = WORLD.positions.clone();
    let number = positions.len() as f64;
    let mut room = Solutions::default();
    let mut asked: Vec<usize> = lines.iter().flat_map(|rules| rules.numbers()).collect();
    asked.sort_unstable();
    asked.dedup();
    let of_rule =
        |rule: &usize| Matcher::of(Rules::One(*rule)).map(|matcher| (*rule, matcher)).collect::<Vec<_>>();
    let tasks: Vec<(usize, Matcher)> = asked.iter().flat_map(of_rule).collect();
    let run = |task: usize, items: Range<usize>| -> Result<(), Infallible> {
        let (rule, matcher) = tasks[task];
        for position in &mut positions[items] {
            black_box(ask(matcher, question, rule, position, &mut room));
        }
        Ok(())
    };
    let Ok(measured) = timing::measure_items(&vec![WORLD.positions.len(); tasks.len()], EFFORT, run, |_| {});
    let time = |rules: Rules, wanted: Matcher| {
        let task =
            |rule: usize| tasks.iter().position(|task| *task == (rule, wanted)).map(|task| &measured[task]);
        let parts: Vec<&Parts> = rules.numbers().into_iter().filter_map(task).collect();
        Parts::total(&parts, EFFORT.seed).map_or(0.0, |timing| timing.least / number)
    };
    lines.iter().map(|rules| Matcher::of(*rules).map(|matcher| time(*rules, matcher)).collect()).collect()
}
