//! Counts the machine instructions that the rules of `knowledge/renju-2001` execute. The counts do not depend on how
//! busy the machine is.
//!
//! ```text
//! cargo bench --bench instructions              everything, in about a minute
//! cargo bench --bench instructions -- cross.2   the lines whose name has this in it
//! ```
//!
//! This program runs itself under valgrind's callgrind, once for each line of the report, and counts the instructions
//! within `measured_questions`. An instruction count is not a time: cache misses and mispredicted branches are not
//! included. But the count changes only if the code changes, so a difference of one per cent is significant. If
//! valgrind is missing, the program says what to install and exits successfully.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::process::{Command, ExitCode};

use blanche_compiler::runtime::{Budget, Limits, Solutions, Value};
use noire::bases::Backend;
use noire::board::Position;
use noire::facts::Base;
use noire::laboratory::corpus::{self, Walk};
use noire::laboratory::measure::costs::node_verdict;
use noire::rules::five_in_a_row::bases;
use noire_reproductions::loops::sets::{self, HandRule};

/// The argument with which the program runs itself under callgrind.
const MEASURE: &str = "--measure";

/// The base whose rules are measured.
const BASE: &str = "renju-2001";

/// Interval between the walks that are used: every `WALKS`-th of the built-in walks through search nodes.
const WALKS: usize = 25;

/// The rules that are also written in plain Rust: the code of each, and the name and player of the same rule in the
/// base.
const RULES: [(&str, &str, &str); 3] =
    [("w3t", "t.threat", "white"), ("w5k2", "cross.2", "white"), ("w7d3", "double.cross.3", "white")];

/// A line of the report.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Case {
    /// The whole base, compiled.
    Base(Question),
    /// One of [`RULES`], compiled.
    Compiled(usize, Question),
    /// One of [`RULES`], written in plain Rust with operations on sets.
    ByHand(usize, Question),
    /// Verdicts about search nodes, compiled.
    Verdicts,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    Applies,
    All,
    Count,
}

impl Question {
    const EACH: [Question; 3] = [Question::Applies, Question::All, Question::Count];

    fn name(self) -> &'static str {
        match self {
            Question::Applies => "applies",
            Question::All => "all",
            Question::Count => "count",
        }
    }
}

impl Case {
    fn each() -> Vec<Case> {
        let mut cases: Vec<Case> = Question::EACH.map(Case::Base).to_vec();
        for rule in 0..RULES.len() {
            for question in Question::EACH {
                cases.extend([Case::ByHand(rule, question), Case::Compiled(rule, question)]);
            }
        }
        cases.push(Case::Verdicts);
        cases
    }

    fn name(self) -> String {
        match self {
            Case::Base(question) => format!("{BASE} {} compiled", question.name()),
            Case::Compiled(rule, question) => {
                format!("{} for {} {} compiled", RULES[rule].1, RULES[rule].2, question.name())
            }
            Case::ByHand(rule, question) => {
                format!("{} for {} {} by hand", RULES[rule].1, RULES[rule].2, question.name())
            }
            Case::Verdicts => "node verdict compiled".to_owned(),
        }
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, name] = &arguments[..]
        && flag == MEASURE
    {
        let case = Case::each().into_iter().find(|case| case.name() == *name);
        measure(case.expect("a line is asked for by its name"));
        return ExitCode::SUCCESS;
    }
    // `cargo test` may also run this program. There is nothing to test.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return ExitCode::SUCCESS;
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        eprintln!(
            "no instructions were counted: valgrind is missing\n  Debian and Ubuntu: apt-get install valgrind\n  \
             Fedora: dnf install valgrind"
        );
        return ExitCode::FAILURE;
    }
    let words: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with("--")).collect();
    let cases = Case::each();
    let wanted = cases.iter().filter(|case| words.iter().all(|word| case.name().contains(*word)));
    println!("{:28}{:>14}{:>20}", "instructions", "per position", "compiled / by hand");
    let mut by_hand = None;
    for case in wanted {
        match count(*case) {
            Ok(instructions) => {
                let each = instructions as f64 / questions(*case) as f64;
                print!("{:28}{each:14.1}", case.name());
                match (case, by_hand) {
                    (Case::Compiled(rule, question), Some((other, by_hand)))
                        if other == Case::ByHand(*rule, *question) =>
                    {
                        println!("{:20.2}", each / by_hand);
                    }
                    _ => println!(),
                }
                by_hand = Some((*case, each));
            }
            Err(problem) => {
                eprintln!("{}: {problem}", case.name());
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

/// Runs this program under callgrind. Returns the number of instructions that the queries of a line execute.
fn count(case: Case) -> Result<u64, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .args(["--collect-atstart=no", "--toggle-collect=*measured_questions*"])
        .arg(program)
        .args([MEASURE, &case.name()])
        .output()
        .map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr);
    let count = said.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    match count {
        Some(1..) if output.status.success() => Ok(count.unwrap_or_default()),
        _ => Err(format!("callgrind counted nothing\n{said}")),
    }
}

/// The number of positions in which the queries of a line are evaluated. For [`Case::Verdicts`], the number of search
/// nodes.
fn questions(case: Case) -> usize {
    match case {
        Case::Verdicts => walks().iter().map(Walk::len).sum(),
        _ => corpus::positions().len(),
    }
}

fn walks() -> Vec<Walk> {
    corpus::nodes().into_iter().step_by(WALKS).collect()
}

/// Prepares and evaluates the queries of a line.
fn measure(case: Case) {
    let mut positions = corpus::positions();
    let mut room = Solutions::default();
    let base = bases::<Position>().into_iter().find(|base| base.name == BASE).expect("it is built in");
    let limits = Limits::default();
    let mut sum = 0;
    let mut take = |solution: &[Value]| {
        sum += solution[0] as usize;
        ControlFlow::Continue(())
    };
    match case {
        Case::Base(question) | Case::Compiled(_, question) => {
            let asked = |name: &str, color: &str| match case {
                Case::Compiled(number, _) => (name, color) == (RULES[number].1, RULES[number].2),
                _ => true,
            };
            let rules: Vec<_> = base.rules.iter().filter(|rule| asked(rule.name, rule.colour)).collect();
            assert!(!rules.is_empty(), "the base has the rule");
            measured_questions(&mut || {
                for position in &mut positions {
                    for rule in &rules {
                        if question == Question::Applies {
                            let _ = black_box((rule.matcher.applies)(position, &mut Budget::new(limits)));
                            continue;
                        }
                        if question == Question::Count {
                            let _ = black_box(rule.matcher.count(position, limits, &mut room));
                            continue;
                        }
                        let mut taken = |solution: &[Value]| {
                            let _ = take(solution);
                            Ok(())
                        };
                        rule.matcher
                            .in_order(position, limits, &mut room, &mut taken)
                            .expect("within the limit");
                    }
                }
            });
        }
        Case::ByHand(number, question) => {
            let named = |rule: &&HandRule| rule.code == RULES[number].0;
            let rule = sets::RULES.iter().find(named).expect("it was written by hand");
            measured_questions(&mut || {
                for position in &positions {
                    match question {
                        Question::Applies => drop(black_box((rule.applies)(position))),
                        Question::All => drop((rule.all)(position, &mut take)),
                        Question::Count => drop(black_box((rule.count)(position))),
                    }
                }
            });
        }
        Case::Verdicts => {
            let walks = walks();
            let base = Base::open(BASE, limits).unwrap_or_else(|_| panic!("it is built in"));
            for walk in &walks {
                walk.each_node(|position, stone| {
                    measured_questions(&mut || {
                        let _ = black_box(node_verdict(&base, Backend::Compiled, position, stone));
                    });
                });
            }
        }
    }
    black_box(sum);
}

/// The function whose instructions callgrind counts. Callgrind finds the function by its name.
#[inline(never)]
fn measured_questions(ask: &mut dyn FnMut()) {
    ask();
    // Prevents a tail call, which would leave the measured function.
    black_box(());
}
