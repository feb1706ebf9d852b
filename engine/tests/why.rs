//! Explanations are true: every reason that is shown holds in the position that it is about, according to the naive
//! evaluator.

use std::collections::BTreeMap;

use agree::Naive;
use agree::claims::Claims;
use blanche_compiler::files::Sources;
use blanche_compiler::runtime::Limits;
use blanche_compiler::syntax::{ast, parse, parse_query};
use noire::bases::{Backend, Question};
use noire::board::{Color, Position};
use noire::facts::Base;
use noire::record::{PositionSpec, read_positions};
use noire::world::{Explainer, Stones};

use crate::naive_world::PlainBoard;

const BASE: &str = "renju";

/// The files of the base, for the naive evaluator.
const FILES: &[&str] = &[
    "knowledge/five-in-a-row/domain.blanche",
    "knowledge/five-in-a-row/shapes.blanche",
    "knowledge/five-in-a-row/colors.blanche",
    "knowledge/renju/shapes.blanche",
    "knowledge/renju/forbidden.blanche",
];

const POSITIONS: &[u8] = include_bytes!("data/forbidden-random.tsv");

/// The base with this name or folder, explained by the interpreter.
fn world(name: &str) -> Stones {
    let base = Base::open(name, Limits::default()).unwrap_or_else(|_| panic!("it has no mistakes"));
    Stones::new(base, vec![Backend::Interpreted])
}

/// The export that gives the points where Black may not play.
fn forbidden(base: &Base) -> usize {
    base.export("forbidden", Color::Black).expect("renju forbids points")
}

fn definition() -> Naive {
    let mut sources = Sources::default();
    let tree = |path: &&str| -> ast::File {
        let bytes = std::fs::read(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
        let id = sources.add(*path, &bytes);
        parse(&sources, id).file
    };
    Naive::new(&FILES.iter().map(tree).collect::<Vec<_>>())
}

fn holds(naive: &Naive, board: &mut PlainBoard, sentence: &str) -> bool {
    let mut sources = Sources::default();
    let id = sources.add("said", sentence.as_bytes());
    let (tree, problems) = parse_query(&sources, id);
    assert!(problems.is_empty(), "what is said can be read: {sentence}");
    !naive.query(board, &tree).rows.is_empty()
}

/// Checks the reasons why some points are forbidden. Returns the number of their literals, and the cores of the
/// explanations.
fn check(world: &Stones, naive: &Naive, position: &Position, board: &mut PlainBoard) -> (usize, Vec<String>) {
    let base = world.base();
    let (mut asked, mut said, mut cores) = (position.clone(), 0, Vec::new());
    let (forbidden, explainer) = (forbidden(base), Explainer::new(world));
    let points = base.on(Backend::Interpreted).exported(forbidden, &mut asked).unwrap();
    for point in points.iter().take(1) {
        let derivation =
            explainer.why(Question::Export(forbidden), point, &mut asked).unwrap().expect("it is forbidden");
        assert_eq!(asked, *position, "the position is given back");
        cores.push(derivation.core().said.clone());
        let mut claims = Claims::default();
        claims.derivation(&derivation);
        let all = claims.holds;
        for sentence in &all {
            assert!(holds(naive, board, sentence), "{sentence}{position:?}");
        }
        said += all.len();
    }
    (said, cores)
}

#[test]
fn the_claims_of_a_derivation_hold_and_its_core_is_named_as_in_the_rules() {
    let (world, naive) = (world(BASE), definition());
    // The moves alternate between Black and White.
    for (moves, core) in [
        ("c8,a1,d8,a3,e8,a5,g8,a7,h8", "makes.overline(f8)"),
        ("e8,a1,f8,a3,g8,a5,h9,a7,h10,a9,h11", "makes.two.fours(h8)"),
        ("h9,a1,h10,a3,i8,a5,j8", "makes.two.threes(h8)"),
    ] {
        let position = PositionSpec::from_moves("moves", moves).unwrap().position();
        let (said, cores) = check(&world, &naive, &position, &mut PlainBoard::after_moves(moves));
        assert!(said > 5);
        assert_eq!(cores, [core], "{moves}");
    }
}

#[test]
fn a_claim_that_does_not_hold_has_no_reason() {
    let world = world(BASE);
    let (base, explainer) = (world.base(), Explainer::new(&world));
    let export = forbidden(base);
    let file = read_positions("forbidden-random.tsv", POSITIONS).unwrap();
    for entry in file.entries.iter().step_by(700) {
        let mut position = entry.spec.position();
        let points = base.on(Backend::Interpreted).exported(export, &mut position).unwrap();
        for field in (0..225).step_by(32) {
            let forbidden = points.iter().any(|point| point == [field]);
            let reason = explainer.why(Question::Export(export), &[field], &mut position).unwrap();
            assert_eq!(reason.is_some(), forbidden, "{field} in {}", entry.text);
        }
    }
}

#[test]
fn a_query_about_many_positions_is_planned_once() {
    let world = world(BASE);
    let (base, explainer) = (world.base(), Explainer::new(&world));
    let export = forbidden(base);
    let file = read_positions("forbidden-random.tsv", POSITIONS).unwrap();
    let explain = || {
        let mut points = 0;
        for entry in file.entries.iter().step_by(10) {
            let mut position = entry.spec.position();
            for point in base.on(Backend::Interpreted).exported(export, &mut position).unwrap().iter() {
                assert!(explainer.why(Question::Export(export), point, &mut position).unwrap().is_some());
                points += 1;
            }
        }
        (points, explainer.planned())
    };
    let (points, planned) = explain();
    assert!(points > 200 && planned < 100, "{points} points with {planned} questions");
    assert_eq!(explain(), (points, planned), "nothing is planned again");
}

/// A fact that is known to hold is not evaluated again further down in the explanation.
#[test]
fn a_chain_of_derivations_is_evaluated_once() {
    let links: String = (0..20).map(|at| format!("link.{at}(Field) :- link.{}(Field)\n", at + 1)).collect();
    let rules = format!("{links}link.20(Field) :- last.move(Field)\nexport link.0(Field)");
    let world = world(&crate::commands::base("chain", &rules));
    let base = world.base();
    let export = base.export("link.0", Color::White).expect("it is exported");
    let mut position = PositionSpec::from_moves("moves", "h8").unwrap().position();
    let answers = base.on(Backend::Interpreted).exported(export, &mut position).unwrap();
    let h8 = answers.iter().next().expect("it holds");
    let explainer = Explainer::new(&world);
    let found =
        explainer.why_answered(Question::Export(export), h8, &mut position).unwrap().expect("it holds");
    assert_eq!(explainer.planned(), 0, "a back end has answered it");
    let asked = explainer.why(Question::Export(export), h8, &mut position).unwrap().expect("it holds");
    assert_eq!(explainer.planned(), 1, "whether it holds at all");
    assert_eq!(found, asked);
    let (mut reason, mut depth) = (&asked.reasons[asked.claims[0]], 1);
    while let [only] = reason.because.as_slice() {
        (reason, depth) = (&asked.reasons[*only], depth + 1);
    }
    assert_eq!((reason.said.as_str(), depth), ("last.move(h8)", 22));
}

/// Checks the explanations of rules that do not apply in a position. Returns the number of statements that something
/// holds, and the number of statements that something does not hold.
fn check_rules(world: &Stones, naive: &Naive, moves: &str) -> (usize, usize) {
    let base = world.base();
    let mut position = PositionSpec::from_moves("moves", moves).unwrap().position();
    let mut board = PlainBoard::after_moves(moves);
    let mut asked: BTreeMap<String, bool> = BTreeMap::new();
    let explainer = Explainer::new(world);
    for rule in 0..base.contents().rules.len() {
        let title = base.contents().rules[rule].title();
        let applies = base.on(Backend::Interpreted).applies(rule, &mut position).unwrap();
        let partials = explainer.why_not(Question::Rule(rule), &mut position).unwrap();
        assert_eq!(partials.is_none(), applies, "{title} after {moves}");
        let mut claims = Claims::default();
        partials.iter().for_each(|obstacles| claims.obstacles(obstacles));
        for (expected, sentences) in [(true, claims.holds), (false, claims.fails)] {
            for sentence in sentences {
                let known =
                    asked.entry(sentence.clone()).or_insert_with(|| holds(naive, &mut board, &sentence));
                assert_eq!(*known, expected, "{sentence}, of {title} after {moves}");
            }
        }
    }
    let trues = asked.values().filter(|holds| **holds).count();
    (trues, asked.len() - trues)
}

#[test]
fn obstacles_of_a_rule_are_false_and_near_matches_true() {
    for (name, moves) in [
        ("renju", "h8,g9,d8,h10,i8,i11,g7"),
        ("renju", "h9,a1,h10,a3,i8,a5,j8"),
        ("gomoku", "h8,h9,i8,g9,j8,f9,g7,e9"),
    ] {
        let world = world(name);
        let naive = Naive::new(&world.base().rule_files().trees().cloned().collect::<Vec<_>>());
        let (trues, falses) = check_rules(&world, &naive, moves);
        assert!(trues > 20 && falses > 20, "{name} after {moves}: {trues} and {falses}");
    }
}
