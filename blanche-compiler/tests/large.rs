//! Tests of the time to check, plan and emit large programs. No test asserts an absolute time. One test prints the
//! times of a release build for programs of doubling length, which show whether time grows linearly. The other tests
//! count the steps of the planner, or compare the time for a text with the time for a text that is four times as long.

use std::fmt::Write;
use std::time::Instant;

use blanche_compiler::diagnostic::Code;
use blanche_compiler::emit::{Emission, STATEMENTS, Unit, emit_within, in_one_text};
use blanche_compiler::plan::{Counted, Plan, Statistics, plan_query, plan_within};
use blanche_compiler::project::{Project, SearchPath};
use blanche_compiler::syntax::parse_query;
use blanche_compiler::{Checked, check_program, check_text, has_errors, load, report};

use crate::snapshot_folders;

/// A program with this number of clauses, and one rule for every twenty clauses. Most clauses use earlier predicates.
/// One predicate in ten has ten times as many clauses as the others.
fn program(clauses: usize) -> String {
    let mut text = "domain large
sort field of 225 like h8 words Field playable
sort line of 572 like e3.e7 words Line
sort color = none, white, black words Color
sort count = 0 to 999 words N
players white, black
extern color(Field: field, Color: color): (bound, free) gives one, (free, bound) gives about 100
extern in(Field: field, Line: line, N: count): (bound, bound, bound) tests 1 in 20,
    (free, bound, bound) gives about 5, (bound, free, bound) gives about 12
extern full(Line: line, Color: color, N: count): (bound, free, free) gives one, (free, bound, bound) gives about 8
"
    .to_owned();
    let (mut written, mut predicate) = (0, 0);
    while written < clauses {
        let own = if predicate % 10 == 9 { 40 } else { 4 }.min(clauses - written);
        for clause in 0..own {
            let (n, m) = (written % 1000, (written * 7 + 3) % 1000);
            let color = ["white", "black"][(written / 1000) % 2];
            write!(text, "p{predicate}(Field, Line) :- full(Line, {color}, {n}), in(Field, Line, {m})")
                .unwrap();
            match (written % 5, predicate) {
                (0, _) | (_, 0) => write!(text, ", color(Field, none)").unwrap(),
                (1, _) => write!(
                    text,
                    ", in(Field_, Line, {clause}), ¬equal(Field, Field_), color(Field_, {color})"
                )
                .unwrap(),
                (2, _) => {
                    write!(text, ", p{}(Field, Line_), ¬full(Line_, none, {n})", predicate - 1).unwrap()
                }
                (3, _) => write!(text, ", ¬p{}(Field, Line)", predicate * 2 / 3).unwrap(),
                _ => write!(text, ", (color(Field, none) ; p{}(Field, Line))", predicate / 2).unwrap(),
            }
            text.push('\n');
            written += 1;
            if written % 20 == 0 {
                let color = ["white", "black"][written / 20 % 2];
                writeln!(
                    text,
                    "rule r{written} for {color} at level {} plays Field1 if p{predicate}(Field1, Line1), full(Line2, {color}, {m}), \
                     in(Field1, Line2, {n}), ¬equal(Line1, Line2)",
                    [1, 3, 5, 7][written / 40 % 4],
                )
                .unwrap();
            }
        }
        predicate += 1;
    }
    text
}

/// A program with this number of predicates, sorts, constants and players. It uses as many unknown names of each kind.
fn unknown(names: usize) -> String {
    let numbered =
        |name: &str, sign: &str| (0..names).map(|at| format!("{name}{at}")).collect::<Vec<_>>().join(sign);
    let mut text = format!(
        "domain large\nsort row = {} words Row playable\nsort side = {} words Side\nplayers {}\n\
         extern empty(Row: row): (free) gives about 3\n",
        numbered("row", ", "),
        numbered("player", ", "),
        numbered("player", ", ")
    );
    for at in 0..names {
        write!(
            text,
            "sort kind{at} = one{at}, other{at} words Kind{at}\nextern is{at}(Row: knid{at}): (free) gives one\n\
             action place{at}(Row: row) growing\n\
             known{at}(Row) :- empty(Row), unknwon{at}(Row)\nnear{at}(Row) :- empty(Row), empty(wor{at})\n\
             far{at}(Row) :- empty(Row), after plaec{at}(Row): (empty(Row))\n\
             rule take{at} for palyer{at} at level 1 plays Row1 if empty(Row1)\n"
        )
        .unwrap();
    }
    text
}

/// The number of steps that the spelling correction takes for the unknown names of a program, and the number of
/// messages about these names.
fn steps(text: &str) -> (usize, usize) {
    let mut project = Project::default();
    let root = project.add("large.blanche", text.as_bytes());
    let checked = load(&mut project, root, &SearchPath::default());
    let unknown = checked.diagnostics.iter().filter(|message| {
        matches!(message.code, Code::UnknownPredicate | Code::UnknownConstant | Code::UnknownAction)
    });
    (checked.resolved.spelling_steps, unknown.count())
}

/// A program in which, for each kind of name, a name of this length is used and a similar name is defined.
fn long(letters: usize) -> String {
    let long = "a".repeat(letters);
    format!(
        "domain large\nsort row = {long}b, a words Row\nsort {long}s = a words Word\n\
         extern empty(Row: row): (free) gives about 3\nextern full(Row: {long}t): (free) gives one\n\
         {long}p(Row) :- empty(Row)\nnear(Row) :- {long}q(Row), empty({long}c)\n\
         far(Row{long}v) :- empty(Row{long}v), empty(Row{long}w)\n"
    )
}

#[test]
fn unknown_names_are_compared_in_linear_time() {
    let counted = [250, 500, 1_000].map(|names| {
        let (steps, messages) = steps(&unknown(names));
        assert_eq!(messages, 3 * names);
        steps
    });
    for pair in counted.windows(2) {
        assert!(pair[0] > 0 && pair[1] * 2 < pair[0] * 5, "{counted:?}");
    }
}

#[test]
fn an_overlong_name_is_compared_with_no_other() {
    let (short, _) = steps(&long(20));
    let counted = [10_000, 20_000].map(|letters| steps(&long(letters)).0);
    assert!(short > 0 && counted.iter().all(|steps| *steps <= short), "{short} {counted:?}");
}

#[test]
fn a_move_with_a_long_premise_may_have_only_few_effects() {
    let text = format!(
        "board 3 by 3 like b2 words Field\nplayers x, o words Color\nstate mark(Field, Color) one Color\n\
         move mark for Color plays Field if {}\n{}",
        vec!["¬mark(Field, Color_)"; 2_000].join(", "),
        "    adds mark(Field, Color) if ¬mark(Field, Color)\n".repeat(600),
    );
    let (_, found) = check_text("move.blanche", &text);
    let found: Vec<Code> = found.iter().filter(|one| one.code == Code::BadMove).map(|one| one.code).collect();
    assert_eq!(found, [Code::BadMove]);
}

#[test]
fn a_large_program_gives_no_unexpected_messages() {
    let (_, found) = check_text("large.blanche", &program(1_000));
    // The predicates at the end of the text are unused.
    let other = found.iter().filter(|message| message.title.ends_with("is unused"));
    assert_eq!(other.count(), found.len(), "{:?}", found.first());
}

/// The domain that the bodies of the tests use.
const DOMAIN: &str = "domain large
sort field of 225 like h8 words Field playable
sort line of 572 like e3.e7 words Line
sort color = none, white, black words Color
players white, black
extern color(Field: field, Color: color): (bound, free) gives one, (free, bound) gives a set of about 100
extern in(Field: field, Line: line): (bound, bound) tests 1 in 20,
    (free, bound) gives a set of about 5, (bound, free) gives a set of about 12
extern full(Line: line, Color: color): (bound, free) gives one, (free, bound) gives a set of about 8
";

/// A rule whose body is of one kind and has this number of literals.
fn body(kind: &str, literals: usize) -> String {
    let several = |each: usize, literal: &dyn Fn(usize) -> String| -> String {
        (1..=literals / each).map(|at| format!(", {}", literal(at))).collect()
    };
    let rest = match kind {
        "chain" => several(2, &|at| format!("in(Field{at}, Line{at}), in(Field{}, Line{at})", at + 1)),
        "star" => several(1, &|at| format!("in(Field1, Line{at})")),
        "negations" => several(4, &|at| {
            format!(
                "in(Field1, Line{at}), ¬(in(Field{at}_, Line{at}), full(Line{at}, white), ¬color(Field{at}_, black))"
            )
        }),
        "differ" => several(3, &|at| {
            format!(
                "full(Line{at}, white), in(Field1, Line{at}), ¬equal(Line{at}, Line{})",
                at.div_ceil(2) * 7 % at + 1
            )
        }),
        _ => unreachable!("there are these kinds"),
    };
    format!("{DOMAIN}rule r for white at level 3 plays Field1 if color(Field1, none){rest}\n")
}

/// The kinds of bodies that are tested.
const KINDS: [&str; 4] = ["chain", "star", "negations", "differ"];

/// Definitions nested to this depth, each of which uses the previous one twice.
fn nested(depth: usize) -> String {
    let mut text = "fact p(a)\nfact p(b)\nfact q(a)\nn0(X) :- p(X), ¬q(X)\n".to_owned();
    for at in 1..depth {
        writeln!(text, "n{at}(X) :- p(X), ¬(n{}(X), ¬n{}(X))", at - 1, at - 1).unwrap();
    }
    text
}

/// Definitions nested to this depth. Each has two clauses, both of which use the previous definition.
fn tower(depth: usize) -> String {
    let mut text = "fact p(a)\nfact p(b)\nfact q(a)\nn0(X) :- p(X), ¬q(X)\n".to_owned();
    for at in 1..depth {
        writeln!(text, "n{at}(X) :- n{}(X), p(X)\nn{at}(X) :- n{}(X), q(X)", at - 1, at - 1).unwrap();
    }
    text
}

/// Checks a program, with a query if there is one.
fn checked(text: &str, query: Option<&str>) -> (Project, Checked) {
    let mut project = Project::default();
    let root = project.add("large.blanche", text.as_bytes());
    let query = query.map(|query| {
        let id = project.sources.add("query", query.as_bytes());
        parse_query(&project.sources, id).0
    });
    let files = project.program(root, &SearchPath::default());
    let checked = check_program(&project, &files, query.as_ref());
    let shown = || report::render(&project.sources, &checked.diagnostics, report::Style::PLAIN);
    assert!(!has_errors(&checked.diagnostics), "{}", shown());
    (project, checked)
}

fn emitted(project: &Project, checked: &Checked, plan: &Plan) -> Emission {
    let unit = Unit { name: "large", program: &checked.resolved.program, plan, hash: 0 };
    emit_within(&project.sources, &[unit], STATEMENTS).expect("it is short enough")
}

/// The cost of planning and emitting a program: steps of the planner, routines, lines, and steps of the emitter.
#[derive(Debug)]
struct Work {
    steps: u64,
    routines: usize,
    lines: usize,
    emission: u64,
}

fn work(text: &str, query: Option<&str>) -> Work {
    let (project, checked) = checked(text, query);
    let plan = checked.plan().expect("it is planned");
    let emitted = emitted(&project, &checked, &plan);
    let lines = in_one_text(&emitted.modules).lines().count();
    Work { steps: plan.work, routines: plan.routines.len(), lines, emission: emitted.steps }
}

/// Asserts that a text of twice the length has about twice the cost.
fn grows_like_the_text(what: &str, small: &Work, large: &Work) {
    let ratio = |small: f64, large: f64| large / small.max(1.0);
    let found = format!("{what}: {small:?}, and twice as much takes {large:?}");
    assert!(ratio(small.steps as f64, large.steps as f64) < 2.5, "{found}");
    assert!(ratio(small.lines as f64, large.lines as f64) < 2.5, "{found}");
    assert!(ratio(small.emission as f64, large.emission as f64) < 2.5, "{found}");
    assert!(ratio(small.routines as f64, large.routines as f64) < 2.5 || large.routines < 5, "{found}");
}

#[test]
fn planning_takes_steps_linear_in_the_program() {
    grows_like_the_text("clauses", &work(&program(1_000), None), &work(&program(2_000), None));
}

#[test]
fn planning_takes_steps_linear_in_a_body() {
    for kind in KINDS {
        grows_like_the_text(kind, &work(&body(kind, 250), None), &work(&body(kind, 500), None));
    }
}

#[test]
fn planning_takes_steps_linear_in_the_depth_of_definitions() {
    for (depth, text) in [(32, nested as fn(usize) -> String), (100, tower)] {
        let of = |depth: usize| work(&text(depth), Some(&format!("n{}(X)", depth - 1)));
        grows_like_the_text("depth", &of(depth), &of(2 * depth));
    }
}

/// The facts that the bodies of the tests use.
const FACTS: &str = "players white, black\nfact q(a)\nfact s(b)\nfact r(a, c)\n";

/// A rule whose body is of one kind and has this number of parts. For nested kinds, ten rules with this nesting depth
/// are returned.
fn long_body(kind: &str, parts: usize) -> String {
    let list = |part: &dyn Fn(usize) -> String, sign: &str| -> String {
        (0..parts).map(part).collect::<Vec<String>>().join(sign)
    };
    let nest = |open: &str| format!("{}s(X){}", open.repeat(parts), ")".repeat(parts));
    let rule = |at: usize, premise: &str| format!("rule r{at} for white at level 0 if q(X), {premise}\n");
    let ten = |premise: &str| (0..10).map(|at| rule(at, premise)).collect::<String>();
    let rules = match kind {
        "a chain" => rule(0, &list(&|at| format!("r(X{at}, X{})", at + 1), ", ")),
        "disjunctions" => rule(0, &list(&|at| format!("(q(X{at}) ; r(X, X{at}))"), ", ")),
        "branches" => rule(0, &format!("({})", list(&|at| format!("r(X, Y), r(Y, Z{at}_)"), " ; "))),
        "negations" => rule(0, &list(&|at| format!("¬r(X, Y{at}_)"), ", ")),
        "one negation" => rule(
            0,
            &format!(
                "{}, ¬({})",
                list(&|at| format!("q(X{at})"), ", "),
                list(&|at| format!("s(X{at})"), ", ")
            ),
        ),
        "equalities" => rule(0, &list(&|at| format!("equal(X{}, X{})", parts - at, parts - at - 1), ", "))
            .replace("q(X)", "q(X0)"),
        "nested disjunctions" => ten(&nest("(q(X) ; ")),
        "nested negations" => ten(&nest("¬(q(X), ")),
        "scores" => list(
            &|at| {
                format!(
                    "score s{at} for white attacking {} defending 1 if q(X), ¬s(X), r(X, Y{at}_)",
                    at % 90
                )
            },
            "\n",
        ),
        "rules on one line" => list(&|at| format!("fact q(a{at})"), " "),
        _ => unreachable!("there are these kinds"),
    };
    format!("{FACTS}{rules}\n")
}

/// The CPU time of this thread in nanoseconds, if the system reports it. Unlike elapsed time, CPU time does not depend
/// on other processes.
fn used() -> f64 {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let told = told.and_then(|text| text.split_whitespace().next()?.parse().ok());
    told.unwrap_or_else(|| START.get_or_init(Instant::now).elapsed().as_nanos() as f64)
}

/// The shorter of two measured run times. Each time is an average over several clock ticks of the system.
fn least(run: &dyn Fn()) -> f64 {
    let times = (0..2).map(|_| {
        let (before, mut runs) = (used(), 0.0);
        while used() - before < 20e6 {
            run();
            runs += 1.0;
        }
        (used() - before) / runs
    });
    times.fold(f64::INFINITY, f64::min)
}

/// The ratio of the time for `4 * parts` to the time for `parts`. If the ratio exceeds `most`, it is measured a few
/// times more, and the minimum is returned.
fn growth(run: &dyn Fn(usize), parts: usize, most: f64) -> f64 {
    let once = || least(&|| run(4 * parts)) / least(&|| run(parts));
    let mut growth = f64::INFINITY;
    for _ in 0..4 {
        growth = growth.min(once());
        if growth < most {
            break;
        }
    }
    growth
}

/// Maximum ratio of the time for a text to the time for a text that is a quarter as long. Linear growth would give 4,
/// and quadratic growth 16.
const MAX_GROWTH: f64 = 9.0;

/// Maximum ratio of these times for nested texts. To plan a part of a nested text, the planner copies the contents of
/// the part or their text. When branches were planned once for each enclosing branch, the ratio was 64.
const MAX_GROWTH_OF_NESTED: f64 = 32.0;

#[test]
fn checking_takes_time_linear_in_a_body() {
    let kinds = [
        ("a chain", 1_500),
        ("disjunctions", 700),
        ("branches", 1_000),
        ("negations", 1_500),
        ("one negation", 1_000),
        ("equalities", 1_500),
        ("nested disjunctions", 15),
        ("nested negations", 15),
        ("scores", 300),
        ("rules on one line", 1_500),
    ];
    for (kind, parts) in kinds {
        let texts = [parts, 4 * parts].map(|parts| (parts, long_body(kind, parts)));
        let check = |parts: usize| {
            let (_, text) = texts.iter().find(|(of, _)| *of == parts).expect("there are two");
            drop(check_text("large.blanche", text));
        };
        let growth = growth(&check, parts, MAX_GROWTH);
        assert!(growth < MAX_GROWTH, "{kind}: four times as many take {growth:.1} times as long to check");
    }
}

#[test]
fn planning_takes_time_linear_in_a_body() {
    let kinds = [
        ("disjunctions", 300, MAX_GROWTH),
        ("branches", 500, MAX_GROWTH),
        ("negations", 1_000, MAX_GROWTH),
        ("nested disjunctions", 15, MAX_GROWTH_OF_NESTED),
        ("nested negations", 15, MAX_GROWTH_OF_NESTED),
        ("scores", 300, MAX_GROWTH),
    ];
    for (kind, parts, most) in kinds {
        let programs = [parts, 4 * parts].map(|parts| (parts, checked(&long_body(kind, parts), None).1));
        let plan = |parts: usize| {
            let (_, program) = programs.iter().find(|(of, _)| *of == parts).expect("there are two");
            drop(program.plan());
        };
        let growth = growth(&plan, parts, most);
        assert!(growth < most, "{kind}: four times as many take {growth:.1} times as long to plan");
    }
}

#[test]
fn branches_over_many_variables_exceed_the_planner_limit() {
    let all = |name: &str, sign: &str| {
        (0..1_500).map(|at| format!("{name}(X{at})")).collect::<Vec<String>>().join(sign)
    };
    let text = format!("{FACTS}rule r for white at level 0 if {}, ({})\n", all("q", ", "), all("s", " ; "));
    let (_, program) = checked(&text, None);
    assert_eq!(program.plan().expect_err("each branch has all variables").code, Code::PlanTooLarge);
}

#[test]
fn scores_with_too_many_variables_in_common_are_planned_separately() {
    const SCORES: usize = 2_600;
    let denied: Vec<String> = (0..20).map(|at| format!("¬r(X, Y{at}_)")).collect();
    let premise = format!("q(X), {}", denied.join(", "));
    let score = |at: usize| format!("score s{at} for white attacking 1 defending 1 if {premise}\n");
    let text = format!("{FACTS}{}", (0..SCORES).map(score).collect::<String>());
    let (_, program) = checked(&text, None);
    let plan = program.plan().expect("no score alone has too many");
    let [sum] = &plan.sums[..] else { panic!("all are for one player") };
    let here = sum.counts.iter().filter(|count| matches!(count.counted, Counted::InSum(_))).count();
    assert_eq!(sum.counts.len(), SCORES);
    assert!((SCORES / 4..SCORES * 3 / 4).contains(&here), "{here} of {SCORES} in one frame");
}

#[test]
fn definitions_that_use_others_twice_are_planned_in_few_steps() {
    let work = work(&nested(200), Some("n199(X)"));
    assert!(work.steps < 100_000, "{work:?}");
    assert!(work.lines < 100_000, "{work:?}");
}

#[test]
fn a_chain_of_2000_definitions_is_planned_without_stack_overflow() {
    // Test threads have a small stack.
    let (_, checked) = checked(&tower(2_000), Some("n1999(X)"));
    assert_eq!(plan_query(&checked.resolved.program).expect("it is planned").routines.len(), 2_000);
}

#[test]
fn planning_beyond_the_limit_names_the_most_expensive_rule() {
    let (project, checked) = checked(&body("chain", 100), None);
    let found = plan_within(&checked.resolved.program, &Statistics::default(), 1_000);
    let message = found.expect_err("it takes more steps");
    let text = report::render(&project.sources, &[*message], report::Style::PLAIN);
    snapshot_folders::settings("diagnostics")
        .bind(|| insta::assert_snapshot!("B0704_rules-that-take-too-long-to-plan", text));
}

/// A program with this number of predicates and rules. Each predicate has a clause with branches, and a clause with an
/// action.
fn many_routines(predicates: usize) -> String {
    let mut text = format!("{DOMAIN}action put(Color: color, Field: field)\n");
    for at in 0..predicates {
        writeln!(
            text,
            "m{at}(Field) :- color(Field, white), (in(Field, Line_), full(Line_, black) ; in(Field, Line_), full(Line_, white))\n\
             m{at}(Field) :- color(Field, black), after put(white, Field): (in(Field, Line_), ¬full(Line_, white))"
        )
        .unwrap();
        writeln!(text, "rule r{at} for white at level 3 plays Field1 if color(Field1, none), ¬m{at}(Field1)")
            .unwrap();
    }
    text
}

#[test]
fn emission_takes_steps_linear_in_its_output() {
    grows_like_the_text("routines", &work(&many_routines(40), None), &work(&many_routines(80), None));
}

#[test]
fn emission_beyond_the_limit_names_the_largest_item() {
    let (project, checked) = checked(&many_routines(20), None);
    let plan = checked.plan().expect("it is planned");
    let unit = Unit { name: "large", program: &checked.resolved.program, plan: &plan, hash: 0 };
    let whole = emit_within(&project.sources, &[unit], STATEMENTS).expect("it is short enough");
    let unit = Unit { name: "large", program: &checked.resolved.program, plan: &plan, hash: 0 };
    assert!(emit_within(&project.sources, &[unit], whole.statements).is_ok());
    let unit = Unit { name: "large", program: &checked.resolved.program, plan: &plan, hash: 0 };
    let message = emit_within(&project.sources, &[unit], 500).expect_err("it takes more statements");
    let text = report::render(&project.sources, &[*message], report::Style::PLAIN);
    snapshot_folders::settings("diagnostics")
        .bind(|| insta::assert_snapshot!("B0705_rules-that-become-too-much-Rust", text));
}

#[test]
#[ignore = "it measures, in a release build: cargo test --release -p blanche --test language large:: -- --ignored --nocapture"]
fn print_the_times_of_large_programs() {
    for clauses in [5_000, 10_000, 20_000] {
        measure(&format!("{clauses} clauses"), &program(clauses), None);
    }
    for names in [500, 1_000, 2_000, 4_000] {
        let text: String = (0..names).map(|at| format!("known{at}(X) :- p(X), unknwon{at}(X)\n")).collect();
        measure_check(&format!("{names} unknown predicates"), &format!("fact p(a)\n{text}"));
        measure_check(&format!("{names} unknown names of every kind"), &unknown(names));
    }
    for letters in [50_000, 100_000, 200_000] {
        measure_check(&format!("names of {letters} letters"), &long(letters));
    }
    for kind in KINDS {
        for literals in [250, 500, 1_000, 2_000, 4_000] {
            measure(&format!("{kind} of {literals} literals"), &body(kind, literals), None);
        }
    }
    for predicates in [500, 1_000, 2_000, 4_000] {
        measure(&format!("{predicates} predicates"), &many_routines(predicates), None);
        measure(
            &format!("a tower of {predicates}"),
            &tower(predicates),
            Some(&format!("n{}(X)", predicates - 1)),
        );
    }
    for depth in [4, 8, 16, 32] {
        measure(&format!("nested {depth} deep"), &nested(depth), Some(&format!("n{}(X)", depth - 1)));
    }
}

/// Prints the time to check a program with errors.
fn measure_check(what: &str, text: &str) {
    let check = median(|| drop(check_text("large.blanche", text)));
    println!("{what}, {} kB: check {check:.0} ms", text.len() / 1000);
}

/// Prints the median times of five runs.
fn measure(what: &str, text: &str, query: Option<&str>) {
    let (project, checked) = checked(text, query);
    let plan = checked.plan().expect("it is planned");
    let check = median(|| drop(check_text("large.blanche", text)));
    let planned = median(|| drop(checked.plan()));
    let written = median(|| drop(emitted(&project, &checked, &plan)));
    let (kilobytes, steps) = (text.len() / 1000, plan.work);
    println!(
        "{what}, {kilobytes} kB: check {check:.0} ms, plan {planned:.0} ms ({steps} steps), emit {written:.0} ms"
    );
}

fn median(run: impl Fn()) -> f64 {
    let mut times: Vec<f64> = (0..5)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed().as_secs_f64() * 1000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[2]
}
