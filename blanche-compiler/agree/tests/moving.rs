//! Programs that use `after` with actions: the naive evaluator, the interpreter and compiled rules agree, and every
//! evaluation restores the position.

use crate::trials::trials;

use agree::{Naive, Value, generate, shuffle};
use agree_compiled::{Interpreted, Line, moving};
use blanche_compiler::diagnostic::Severity;
use blanche_compiler::interpret::{Host, Machine};
use blanche_compiler::plan::{Plan, plan};
use blanche_compiler::program::{Program, Rule, RuleId};
use blanche_compiler::project::{Files, Project};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::{Budget, CompiledSum, LimitReached, Limits, Solutions};
use blanche_compiler::syntax::{ast, parse_query, print};
use blanche_compiler::{check_program, report};

const DOMAIN: &str = include_str!("../compiled/line.blanche");

/// Number of random programs in a full test run. Each program is evaluated in several positions.
const PROGRAMS: usize = 150;
const POSITIONS: u64 = 4;

/// A program without errors, in the forms that the evaluators need.
struct Read {
    trees: Vec<ast::File>,
    query: Option<ast::Body>,
    program: Program,
    plan: Plan,
}

fn read(text: &str, query: Option<&str>) -> Read {
    let mut project = Project::default();
    let domain = project.add("line.blanche", DOMAIN.as_bytes());
    let root = project.add("program", text.as_bytes());
    let query = query.map(|query| {
        let id = project.sources.add("query", query.as_bytes());
        let (body, diagnostics) = parse_query(&project.sources, id);
        assert!(diagnostics.is_empty(), "{query}\n{diagnostics:?}");
        body
    });
    let files = Files { files: vec![domain, root], incomplete: false };
    let checked = check_program(&project, &files, query.as_ref());
    let errors: Vec<_> = checked.diagnostics.into_iter().filter(|d| d.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{text}\n{}", report::render(&project.sources, &errors, report::Style::PLAIN));
    let program = checked.resolved.program;
    let plan = plan(&program).expect("it is planned");
    let trees = [domain, root].map(|at| project.tree(at).clone()).to_vec();
    Read { trees, query, program, plan }
}

/// The answers to all rules in order, by title, and the answers to the query.
type Answers = Vec<(String, Vec<Vec<String>>)>;

fn naive(read: &Read, line: &Line) -> Answers {
    let naive = Naive::new(&read.trees);
    let mut world = line.clone();
    let written = |rows: Vec<Vec<Value>>| -> Vec<Vec<String>> {
        rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect()
    };
    let mut answers: Answers = naive
        .rules()
        .iter()
        .map(|rule| (format!("{} for {}", rule.name, rule.colour), written(naive.all(&mut world, rule))))
        .collect();
    for export in naive.exports() {
        let whom = if export.colour.is_empty() { String::new() } else { format!(" for {}", export.colour) };
        answers.push((format!("the export {}{whom}", export.name), written(naive.all(&mut world, export))));
    }
    for score in naive.scores() {
        let title = format!("the score {} for {}", score.rule.name, score.rule.colour);
        answers.push((title, written(naive.all(&mut world, &score.rule))));
    }
    for player in naive.players() {
        let sums = [true, false].map(|to_move| naive.sum(&mut world, &player, to_move).to_string());
        answers.push((format!("the sum of {player}"), vec![sums.to_vec()]));
    }
    if let Some(query) = &read.query {
        answers.push(("the query".to_owned(), written(naive.query(&mut world, query).rows)));
    }
    assert_eq!(world, *line, "all actions are taken back");
    answers.sort();
    answers
}

fn written(program: &Program, rule: &Rule, solutions: &Solutions) -> Vec<Vec<String>> {
    let roots = rule.answer.iter().map(|id| program.sort(program.sort(rule.variables[id.index()].sort).root));
    let roots: Vec<_> = roots.collect();
    let text = |(value, sort): (&u32, &&blanche_compiler::program::Sort)| {
        <Interpreted<Line> as Host>::write(&sort.name, *value).unwrap_or_else(|| sort.text(*value))
    };
    solutions.iter().map(|row| row.iter().zip(&roots).map(text).collect()).collect()
}

// ANCHOR: interpreted
/// The interpreter's answers. Also checks that `first` returns the first of `all`, and that `applies` is true exactly
/// if there are answers.
fn interpreted(read: &Read, line: &Line) -> Answers {
    let machine = Machine::<Interpreted<Line>>::new(&read.program, &read.plan, Limits::default()).unwrap();
    let mut asked = line.clone();
    let mut answers: Answers = Vec::new();
    for (at, rule) in read.program.rules.iter().enumerate() {
        let id = RuleId(at as u32);
        let all = machine.all(&mut asked, id).unwrap();
        let first = machine.first(&mut asked, id).unwrap();
        assert_eq!(first.iter().next(), all.iter().next(), "{}", rule.text);
        assert_eq!(machine.applies(&mut asked, id), Ok(!all.is_empty()), "{}", rule.text);
        assert_eq!(asked, *line, "all actions are taken back: {}", rule.text);
        answers.push((read.program.rule_title(rule), written(&read.program, rule, &all)));
    }
    for player in &read.program.players {
        let sums =
            [true, false].map(|to_move| machine.sum(&mut asked, *player, to_move).unwrap().to_string());
        assert_eq!(asked, *line, "all actions are taken back");
        answers.push((format!("the sum of {}", read.program.player(*player)), vec![sums.to_vec()]));
    }
    answers.sort();
    answers
}
// ANCHOR_END: interpreted

/// Random positions to evaluate a program in.
fn positions(seed: u64) -> Vec<Line> {
    let random = &mut Random::new(seed);
    (0..POSITIONS).map(|_| Line::random(random)).collect()
}

#[test]
fn the_interpreter_agrees_with_the_definition_in_any_order_of_the_text() {
    let (mut questions, mut answered, mut afters, mut recursive) = (0, 0, 0, 0);
    for seed in 0..trials(PROGRAMS) as u64 {
        let generate::Program { text, queries } = generate::moving(seed);
        let program = read(&text, Some(&queries[0]));
        let shuffled = read(&print(&shuffle::shuffled(&program.trees[1], seed + 1)), Some(&queries[0]));
        afters += text.matches("after ").count();
        recursive += usize::from(recurs(&program.program));
        for line in positions(seed) {
            let expected = naive(&program, &line);
            assert_eq!(interpreted(&program, &line), expected, "seed {seed} {line:?}\n{text}\n{queries:?}");
            let found = interpreted(&shuffled, &line);
            assert_eq!(found, expected, "seed {seed} in another order {line:?}\n{text}\n{queries:?}");
            questions += expected.len();
            answered += expected.iter().filter(|(_, rows)| !rows.is_empty()).count();
        }
    }
    println!(
        "{} programs with {afters} `after`, {recursive} of them recursive: {questions} questions, \
         {answered} with answers",
        trials(PROGRAMS)
    );
    assert!(
        answered * 5 > questions && afters > trials(300) && recursive > trials(50),
        "they should say something"
    );
}

/// Whether some predicate is directly recursive.
fn recurs(program: &Program) -> bool {
    use blanche_compiler::program::PredicateKind;
    program.predicates.iter().enumerate().any(|(at, predicate)| {
        let PredicateKind::Derived(clauses) = &predicate.kind else { return false };
        let mut found = false;
        for goal in clauses.iter().flat_map(|clause| &clause.body) {
            goal.atoms(&mut |atom, _| found |= atom.predicate.index() == at);
        }
        found
    })
}

#[test]
fn compiled_rules_agree_with_the_interpreter_and_the_definition() {
    let (mut questions, mut answered) = (0, 0);
    for (seed, compiled) in (0..).zip(moving()) {
        let program = read(compiled.text, compiled.query);
        for line in positions(seed) {
            let expected = naive(&program, &line);
            assert_eq!(
                interpreted(&program, &line),
                expected,
                "{} {line:?}\n{}",
                compiled.name,
                compiled.text
            );
            let mut asked = line.clone();
            let mut found: Answers = Vec::new();
            for (rule, resolved) in compiled.matchers().into_iter().zip(&program.program.rules) {
                let text = &resolved.text;
                // ANCHOR: compiled
                let all = rule.all(&mut asked, Limits::default()).unwrap();
                let first = rule.first(&mut asked, Limits::default()).unwrap();
                assert_eq!(first.iter().next(), all.iter().next(), "{}: {}", compiled.name, text);
                let applies = (rule.applies)(&mut asked, &mut Budget::new(Limits::default()));
                assert_eq!(applies, Ok(!all.is_empty()), "{}: {}", compiled.name, text);
                assert_eq!(asked, line, "all actions are taken back: {}", text);
                // ANCHOR_END: compiled
                let title = program.program.rule_title(resolved);
                found.push((title, written(&program.program, resolved, &all)));
            }
            for player in &program.program.players {
                let player = program.program.player(*player);
                let sum = compiled.sums.iter().find(|sum| sum.colour == player);
                let sums = [true, false].map(|to_move| {
                    let of = |sum: &CompiledSum<Line>| sum.of(&mut asked, Limits::default(), to_move);
                    sum.map_or(Ok(0), of).unwrap().to_string()
                });
                assert_eq!(asked, line, "all actions are taken back");
                found.push((format!("the sum of {player}"), vec![sums.to_vec()]));
            }
            found.sort();
            assert_eq!(found, expected, "{} {line:?}\n{}", compiled.name, compiled.text);
            questions += expected.len();
            answered += expected.iter().filter(|(_, rows)| !rows.is_empty()).count();
        }
    }
    println!("{questions} questions, {answered} with answers");
    assert!(answered * 5 > questions);
}

#[test]
fn both_back_ends_reach_the_same_limits_and_restore_the_position() {
    let (mut reached, mut answered) = (0, 0);
    for (seed, compiled) in (0..).zip(moving()) {
        let program = read(compiled.text, compiled.query);
        for line in positions(seed).into_iter().take(2) {
            for (work, depth) in [(1, 9), (3, 9), (10, 9), (40, 9), (10_000, 0), (10_000, 1), (10_000, 2)] {
                let limits = Limits { work, depth, ..Limits::default() };
                let machine =
                    Machine::<Interpreted<Line>>::new(&program.program, &program.plan, limits).unwrap();
                let mut asked = line.clone();
                for (at, rule) in compiled.matchers().into_iter().enumerate() {
                    let text = &program.program.rules[at].text;
                    let interpreted = machine.all(&mut asked, RuleId(at as u32));
                    assert_eq!(asked, line, "{} {limits:?}: {}", compiled.name, text);
                    let answers = rule.all(&mut asked, limits);
                    assert_eq!(asked, line, "{} {limits:?}: {}", compiled.name, text);
                    assert_eq!(interpreted, answers, "{} {limits:?} {line:?}: {}", compiled.name, text);
                    let limit = answers == Err(LimitReached::Work);
                    reached += usize::from(limit);
                    answered += usize::from(!limit);
                }
            }
        }
    }
    println!("{reached} questions reached the limit, {answered} did not");
    assert!(reached > 100 && answered > 100, "{reached} {answered}");
}

/// Checks the answers to a query in a position. The naive evaluator and the interpreter must agree.
fn check(text: &str, query: &str, line: &Line, expected: &str) {
    let program = read(text, Some(query));
    let found = interpreted(&program, line);
    assert_eq!(found, naive(&program, line), "{text}\n{query}");
    let rows: Vec<String> = found[0].1.iter().map(|row| row.join(" ")).collect();
    assert_eq!(rows.join(", "), expected, "{text}\n{query}");
}

#[test]
fn a_body_after_an_action_is_evaluated_in_the_new_position() {
    // ANCHOR: after
    let empty = Line::set_up("....");
    check("", "token(S, none), after put(red, S): (last(S), held(red, 1))", &empty, "s1, s2, s3, s4");
    check("", "token(S, none), after put(red, S): (token(S, none))", &empty, "");
    check(
        "",
        "token(S, none), after put(red, s1), put(blue, S): (last(S), held(red, N_))",
        &empty,
        "s2, s3, s4",
    );
    // An action that cannot be made fails, so its negation holds.
    check("", "beside(s2, S), ¬after put(red, S): (held(red, N_))", &Line::set_up("r.b."), "s1, s3");
    // Variables bound inside `after` are not bound outside.
    check("", "after put(red, s1): (token(S_, red)), token(S, red)", &Line::set_up("..r."), "s3");
    // ANCHOR_END: after
}

#[test]
fn negated_actions_express_every_reply_and_some_reply() {
    let text = "free(S) :- token(S, none)";
    let line = Line::set_up("r.b.");
    check(text, "beside(S, s1), free(S_), after put(blue, S_): (beside(S_, S), last(S_))", &line, "");
    check(text, "free(S), ¬(free(S_), ¬after put(blue, S_): (token(S, blue)))", &Line::set_up("rrr."), "s4");
    check(text, "free(S), ¬(free(S_), ¬after put(blue, S_): (token(S, blue)))", &line, "");
}

#[test]
fn a_predicate_may_recurse_through_a_negation_after_an_action() {
    // A player who puts the last token wins, and a player who finds no free square loses.
    let text = "free(S) :- token(S, none)
        other(red, blue) :- free(S_)
        other(blue, red) :- free(S_)
        wins(P) :- other(P, P_), free(S_), after put(P, S_): (¬wins(P_))
        wins(P) :- other(P, P_), free(S_), after put(P, S_): (¬free(S_2), ¬wins(P_))";
    check(text, "wins(red)", &Line::set_up("...r"), "");
    for (squares, wins) in
        [("rrrr", ""), ("rrr.", "red, blue"), ("rr..", ""), ("r...", "red, blue"), ("....", "")]
    {
        check(text, "wins(P)", &Line::set_up(squares), wins);
    }
}

#[test]
fn too_many_nested_actions_exceed_the_depth_limit() {
    let text = "free(S) :- token(S, none)
        fill :- free(S_), after put(red, S_): (fill)
        fill :- ¬free(S_)";
    let program = read(text, Some("fill"));
    for (depth, expected) in [(4, Ok(true)), (3, Err(LimitReached::Depth))] {
        let limits = Limits { depth, ..Limits::default() };
        let machine = Machine::<Interpreted<Line>>::new(&program.program, &program.plan, limits).unwrap();
        let mut line = Line::set_up("....");
        assert_eq!(machine.applies(&mut line, RuleId(0)), expected);
        assert_eq!(line, Line::set_up("...."));
    }
}
