//! Losses for Black are written as derivations over `after place(black, Field): (…)`. They agree with the answers of
//! the host (the Rust code of the board), in both back ends and in the naive evaluator.

use agree::Naive;
use blanche_compiler::files::Sources;
use blanche_compiler::interpret::Machine;
use blanche_compiler::program::{Program, RuleId};
use blanche_compiler::project::{Project, SearchPath};
use blanche_compiler::runtime::{Budget, CompiledRule, LimitReached, Limits, Solutions, Value};
use blanche_compiler::syntax::{ast, parse};
use blanche_compiler::{has_errors, load, report};
use noire::board::{Point, Position};
use noire::rules::KNOWLEDGE;
use noire::rules::five_in_a_row::Interpreted;

use crate::compiled;
use crate::naive_world::PlainBoard;
use blanche_compiler::random::Random;

/// Positions, one per line: the text before the first tab has the moves, black first.
const POSITIONS: &str = noire::data::POSITIONS;

/// The files of the base, in the order of its `use` lines.
const FILES: &[(&str, &str)] = &[
    ("losses/derived.blanche", include_str!("knowledge/losses/derived.blanche")),
    ("losses/questions.blanche", include_str!("knowledge/losses/questions.blanche")),
];

/// Pairs of rules that must agree. The first of a pair uses the derivations, and the second uses the host.
const PAIRS: [(&str, &str); 3] = [("one", "one.by.host"), ("two", "two.by.host"), ("three", "three.by.host")];

fn lines() -> impl Iterator<Item = &'static str> {
    POSITIONS.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').next().unwrap())
}

fn after(moves: &str) -> Position {
    let moves: Vec<Point> = moves.split(',').map(|point| point.parse().unwrap()).collect();
    Position::after_moves(&moves).unwrap()
}

/// The base parsed from its text: its program and its interpreter.
fn interpreter(limits: Limits) -> (Program, Machine<Interpreted<Position>>) {
    let mut project = Project::default();
    let files = KNOWLEDGE.iter().chain(FILES);
    let texts: Vec<(String, Vec<u8>)> =
        files.map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
    let base = include_bytes!("knowledge/losses/base.blanche");
    let root = project.add("knowledge/losses/base.blanche", base);
    let search_path = SearchPath { texts, ..SearchPath::default() };
    let checked = load(&mut project, root, &search_path);
    let shown = report::render(&project.sources, &checked.diagnostics, report::Style::PLAIN);
    assert!(!has_errors(&checked.diagnostics), "{shown}");
    let machine =
        Machine::new(&checked.resolved.program, &checked.plan().expect("it is planned"), limits).unwrap();
    (checked.resolved.program, machine)
}

fn compiled_rules() -> Vec<CompiledRule<Position>> {
    compiled::losses::rules()
}

/// The index of a rule in the base.
fn place(program: &Program, name: &str) -> usize {
    program.rules.iter().position(|rule| rule.name == name).expect("the base has this rule")
}

/// A position with random stones near each other. The stone placed last is the last move.
fn random_position(random: &mut Random) -> Position {
    let mut moves: Vec<Point> = vec!["h8".parse().unwrap()];
    let length = 12 + random.below(30);
    while moves.len() < length {
        let near = moves[random.below(moves.len())];
        let mut step = |at: u8| (at + random.below(5) as u8).checked_sub(2);
        let point =
            step(near.column()).zip(step(near.row())).and_then(|(column, row)| Point::new(column, row));
        moves.extend(point.filter(|point| !moves.contains(point)));
    }
    Position::after_moves(&moves).unwrap()
}

#[test]
fn the_derivations_agree_with_the_host() {
    let (program, machine) = interpreter(Limits::default());
    let compiled = compiled_rules();
    let mut random = Random::new(4);
    let positions = lines().map(after).chain((0..150).map(|_| random_position(&mut random)));
    let mut losses = [0; 3];
    for position in positions.collect::<Vec<_>>() {
        let mut asked = position.clone();
        for (count, (derived, by_host)) in losses.iter_mut().zip(PAIRS) {
            let answers = |asked: &mut Position, name: &str| -> Solutions {
                let at = place(&program, name);
                let interpreted = machine.all(asked, RuleId(at as u32)).unwrap();
                let rule = &compiled[at];
                assert_eq!(rule.name, name);
                assert_eq!(
                    rule.matcher.all(asked, Limits::default()).unwrap(),
                    interpreted,
                    "{name}{position:?}"
                );
                let applies = (rule.matcher.applies)(asked, &mut Budget::new(Limits::default()));
                assert_eq!(applies, Ok(!interpreted.is_empty()), "{name}{position:?}");
                interpreted
            };
            let found = answers(&mut asked, derived);
            assert_eq!(found, answers(&mut asked, by_host), "{derived}{position:?}");
            *count += found.len();
        }
        assert_eq!(asked, position, "all stones are taken back");
    }
    println!("losses by one, two and three stones: {losses:?}");
    assert!(losses.iter().all(|count| *count > 100), "{losses:?}");
}

#[test]
fn the_depth_limit_is_reached_before_the_stack_overflows() {
    let (program, machine) = interpreter(Limits::default());
    let at = place(&program, "filled");
    let (mut asked, empty) = (Position::empty(), Position::empty());
    assert_eq!(machine.applies(&mut asked, RuleId(at as u32)), Err(LimitReached::Depth));
    assert_eq!(asked, empty);
    let applies = (compiled_rules()[at].matcher.applies)(&mut asked, &mut Budget::new(Limits::default()));
    assert_eq!(applies, Err(LimitReached::Depth));
    assert_eq!(asked, empty);
}

/// The base for the naive evaluator.
fn definition() -> Naive {
    let mut sources = Sources::default();
    let used = ["five-in-a-row/domain", "five-in-a-row/shapes", "renju-2001/black", "renju-2001/level-0"];
    let used = used.map(|name| format!("{name}.blanche"));
    let known = used.iter().map(|path| KNOWLEDGE.iter().find(|(other, _)| other == path).unwrap());
    let trees: Vec<ast::File> = known
        .chain(FILES)
        .map(|(path, text)| {
            let id = sources.add(*path, text.as_bytes());
            parse(&sources, id).file
        })
        .collect();
    Naive::new(&trees)
}

#[test]
fn the_definition_gives_the_same_ordered_answers() {
    let (program, machine) = interpreter(Limits::default());
    let naive = definition();
    let mut applied = 0;
    for moves in lines().step_by(60) {
        let (mut position, mut board) = (after(moves), PlainBoard::after_moves(moves));
        for name in ["one", "two", "lost.in.any.case"] {
            let rule = naive.rules().iter().find(|rule| rule.name == name).unwrap();
            let rows = naive.all(&mut board, rule);
            let rows: Vec<Vec<String>> =
                rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect();
            let at = place(&program, name);
            let found = machine.all(&mut position, RuleId(at as u32)).unwrap();
            let sorts = compiled_rules()[at].matcher.variables;
            let text = |(value, (_, sort)): (&Value, &(&str, &str))| {
                use blanche_compiler::interpret::Host;
                <Interpreted<Position> as Host>::write(sort, *value).unwrap_or_else(|| value.to_string())
            };
            let found: Vec<Vec<String>> =
                found.iter().map(|row| row.iter().zip(sorts).map(text).collect()).collect();
            assert_eq!(found, rows, "{name}{position:?}");
            applied += usize::from(!rows.is_empty());
        }
    }
    assert!(applied > 3, "{applied}");
}

#[test]
fn a_query_leaves_the_position_unchanged_even_at_a_limit() {
    let compiled = compiled_rules();
    let (mut reached, mut answered) = (0, 0);
    for moves in lines().step_by(40) {
        let position = after(moves);
        let mut asked = position.clone();
        for (work, depth) in [(3, 9), (30, 9), (300, 9), (100_000, 0), (100_000, 1), (100_000, 2)] {
            let limits = Limits { work, depth, ..Limits::default() };
            let (program, machine) = interpreter(limits);
            for (at, rule) in compiled.iter().enumerate() {
                let interpreted = machine.all(&mut asked, RuleId(at as u32));
                assert_eq!(asked, position, "{limits:?} {}", rule.name);
                let found = rule.matcher.all(&mut asked, limits);
                assert_eq!(asked, position, "{limits:?} {}", rule.name);
                assert_eq!(asked.made().len(), position.made().len(), "{limits:?} {}", rule.name);
                assert_eq!(interpreted, found, "{limits:?} {}{position:?}", program.rules[at].name);
                reached += usize::from(found == Err(LimitReached::Work));
                answered += usize::from(found.is_ok());
            }
        }
    }
    println!("{reached} questions reached the limit, {answered} did not");
    assert!(reached > 100 && answered > 100, "{reached} {answered}");
}
