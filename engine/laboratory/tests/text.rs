//! Tests of games defined by rule files: the claims of their rules, the wins that the rules know, and whether changes
//! are noticed.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use blanche_compiler::game::Rules;
use blanche_compiler::runtime::Limits;

use crate::coverage::case_result::Situation;
use crate::coverage::coverage_world::{self, CoveredBase, Source};
use crate::coverage::run::cover;
use crate::mutants::{Change, Mutant};
use crate::mutate::checks::{Checks, changes_play};
use crate::mutate::run::{Outcome, Settings as MutationWorld, examine, selected_mutants};
use crate::mutate::survivors::Survivors;
use crate::position_sources::random_game_positions;
use crate::tests::deep::Bound;
use crate::verify::report::{ReportOf, Scope};
use crate::verify::verification_world::{Settings, VerificationWorld as _};
use noire_engine::bases::{Backend, TextBase};
use noire_engine::world::{Text, World as _, WorldExt as _};

fn open(name: &str) -> TextBase {
    TextBase::open(name, Limits::default()).unwrap_or_else(|error| panic!("{name}: {error:?}"))
}

fn rules(base: &TextBase) -> Rules {
    base.played_by(base.backend()).unwrap_or_else(|message| panic!("{}: {}", base.name(), message.title))
}

/// The game with `old` replaced by `new` in its source.
fn edited(base: &TextBase, old: &str, new: &str) -> TextBase {
    let sources = base.rule_files().sources();
    let of = |file: &&blanche_compiler::files::FileId| sources.file(**file).text().contains(old);
    let file = *base.rule_files().program().files.iter().find(of).expect("some file says so");
    let text = sources.file(file).text().replacen(old, new, 1);
    base.edited(file, &text, Limits::default()).unwrap_or_else(|error| panic!("{error:?}"))
}

fn world(base: TextBase) -> Text {
    let backend = base.backend();
    let rules = rules(&base);
    Text::new(base, vec![(backend, rules)])
}

fn all_rules(world: &Text) -> Vec<usize> {
    let rules = &world.contents().rules;
    (0..rules.len()).filter(|rule| rules[*rule].level > 0).collect()
}

fn verified(world: &Text, positions: Option<u64>, threads: usize) -> ReportOf<Text> {
    let settings = Settings {
        seed: 1,
        time: None,
        rounds: None,
        positions,
        all: false,
        nodes: 100_000,
        threads,
        shard: (0, 1),
        stop: Arc::default(),
        rules: all_rules(world),
    };
    world.attack(Vec::new(), &settings, &|_| {}).expect("it can be asked")
}

/// For each rule, the numbers of claims that held, that were refuted, and that were not decided.
fn counts(report: &ReportOf<Text>) -> Vec<(u64, u64, u64)> {
    report.rules.iter().map(|rule| (rule.held, rule.refuted, rule.undecided)).collect()
}

#[test]
fn every_claim_of_noughts_holds_in_every_position() {
    let report = verified(&world(open("noughts")), None, 2);
    assert_eq!(report.scope, Scope::All { reachable: 5_478, positions: 4_520 });
    assert_eq!(counts(&report), [(1834, 0, 0), (948, 0, 0), (224, 0, 0), (36, 0, 0)]);
}

#[test]
fn claims_of_connect_four_hold_in_some_positions() {
    let report = verified(&world(open("connect-four")), Some(400), 2);
    assert!(
        matches!(report.scope, Scope::Games { positions: 400, has_many: false, .. }),
        "{:?}",
        report.scope
    );
    assert!(report.rules.iter().all(|rule| rule.refuted == 0 && rule.undecided == 0));
    assert!(report.rules.iter().map(|rule| rule.held).sum::<u64>() > 50);
}

#[test]
fn a_fork_with_a_single_gap_is_refuted_by_the_reply_there() {
    let base = edited(&open("noughts"), ", Field2 < Field3", ", Field2 ≤ Field3");
    let world = world(base);
    let (rules, report) = (world.rules(), verified(&world, None, 2));
    let all = &world.contents().rules;
    let fork = report.rules.iter().find(|rule| all[rule.rule].name == "fork").expect("a fork");
    assert!(fork.refuted > 0 && fork.unplayable == 0);
    let found = fork.counterexample.as_ref().expect("one of them is shown");
    let reply = world.moves_text(&[found.reply.expect("a reply refutes it")]);
    let words = format!("is answered by {reply}; after that no move of");
    assert!(found.words.contains(&words), "{}", found.words);
    // The moves lead to the position.
    let mut position = rules.start().expect("it begins");
    for mv in found.moves.as_ref().expect("it was reached") {
        rules.play(&mut position, *mv).expect("it can be made");
    }
    assert_eq!(position.words(), found.position.words());
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads() {
    let world = world(open("noughts"));
    let [one, three] = [1, 3].map(|threads| counts(&verified(&world, Some(300), threads)));
    assert_eq!(one, three);
}

#[test]
fn both_back_ends_play_the_same_random_games() {
    let base = open("connect-four");
    let [one, other] = [Backend::Compiled, Backend::Interpreted].map(|backend| {
        let rules = base.played_by(backend).expect("it is planned");
        let start = rules.start().expect("it begins");
        let game =
            |number| random_game_positions(&rules, &start, (7, number), &|| false).expect("it goes on");
        let games = (0..4).flat_map(game);
        games.map(|reached| reached.moves).collect::<Vec<_>>()
    });
    assert_eq!(one, other);
}

#[test]
fn noughts_recognises_all_wins_at_level_3_and_none_at_level_5() {
    let world = world(open("noughts"));
    let settings = coverage_world::Settings {
        levels: vec![1, 3, 5],
        missing: true,
        time: None,
        nodes: 100_000,
        threads: 2,
        shard: (0, 1),
        stop: Arc::default(),
    };
    let source = Source { given: Vec::new(), called: String::new(), random: None, seed: 1 };
    let bases = [CoveredBase { world: &world, without: Vec::new() }];
    let (report, _) = cover(&bases, source, &settings, &|_| {}).expect("it can be asked");
    assert_eq!(report.reachable, Some(5_478));
    let rows =
        report.rows.iter().map(|row| (row.situation, row.level, row.positions, row.bases[0].recognised));
    let (free, answering) = (Situation::Free, Situation::Answering);
    let expected = [
        (free, Some(1), 2358, 2358),
        (free, Some(3), 192, 192),
        (free, Some(5), 70, 0),
        (free, None, 416, 0),
        (answering, Some(1), 0, 0),
        (answering, Some(3), 164, 0),
        (answering, Some(5), 52, 0),
        (answering, None, 1268, 0),
    ];
    assert_eq!(rows.collect::<Vec<_>>(), expected);
    assert!(report.rules[0].values().all(|count| count.failed == 0));
}

#[test]
fn moves_effects_draws_and_comparisons_are_mutated() {
    let base = open("noughts");
    let names: Vec<String> = Mutant::all(base.rule_files()).into_iter().map(|mutant| mutant.name).collect();
    for change in [
        "the move mark for Color: if empty(Field) left out",
        "the move mark for Color: adds mark(Field, Color) left out",
        "the draw full: draw full left out",
        "the preference middle for Color: worth 4 is worth 5",
        "fork for Color against Other: Field2 < Field3 is Field2 ≤ Field3",
    ] {
        assert!(names.iter().any(|name| name.ends_with(change)), "{change} of {names:#?}");
    }
    let turned =
        Mutant::all(base.rule_files()).into_iter().filter(|mutant| mutant.change == Change::Turned).count();
    assert_eq!(turned, 2);
}

#[test]
fn facts_margins_constants_and_ends_of_chains_are_mutated() {
    for (name, changes) in [
        (
            "othello",
            [
                "a blocked player: blocked passes is blocked draws",
                "the margin for Color: the margin for Color left out",
                "the draw even: discs(black) = discs(white) is discs(black) = discs(white) with white for black",
            ],
        ),
        (
            "draughts",
            [
                "the facts: forward(black, se) is forward(black, n)",
                "the move slide for Color: Kind1 = man is Kind1 = man with king for man",
                "the move slide for Color: quiet(Quiet + 1) is quiet(Quiet + 1) with 2 for 1",
            ],
        ),
        (
            "draughts",
            [
                "the facts: forward(white, nw) left out",
                "the move jump for Color: then jump(Field3) left out",
                "the move jump for Color: if Kind1 = Kind2 left out",
            ],
        ),
    ] {
        let names: Vec<String> =
            Mutant::all(open(name).rule_files()).into_iter().map(|mutant| mutant.name).collect();
        for change in changes {
            assert!(names.iter().any(|name| name.ends_with(change)), "{change} of {names:#?}");
        }
    }
}

/// Mutates the moves, effects and ends of a game. Checks that each mutant that no check notices is listed with a
/// reason, and that at most one mutant in twenty is listed. A bounded run tries only some mutants, and checks only the
/// reasons.
fn rules_of_play_are_tested(name: &str, bound: &Bound) {
    let base = open(name);
    let (backend, rules) = (base.backend(), rules(&base));
    let world = Text::new(base, vec![(backend, rules)]);
    let stop: Arc<AtomicBool> = Arc::default();
    let settings = MutationWorld {
        seed: 1,
        rounds: 0,
        stop: Arc::clone(&stop),
        threads: 2,
        shard: (0, 1),
        sample: None,
        nodes: 10_000,
        questions: None,
    };
    let tests = Checks::of(&world, true, settings.seed, &stop).unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(tests.broken(), []);
    let all = Mutant::all(world.rule_files());
    let list = Survivors::read_sidecar(&world).expect("it can be read");
    assert_eq!(Survivors::unknown_mutants(&world, &all).to_string(), "");
    let of_play = all.into_iter().filter(|mutant| changes_play(world.program(), mutant)).collect();
    let mut examined = Vec::new();
    for few in bound.ordered(selected_mutants(of_play, &settings)).chunks(4) {
        if bound.is_over() {
            break;
        }
        let few = examine(&tests, few.to_vec(), &settings, &|_| {});
        examined.extend(few.unwrap_or_else(|error| panic!("{error:?}")));
    }
    let survivors: Vec<&str> = examined
        .iter()
        .filter(|examined| !matches!(examined.outcome, Outcome::Noticed(_)))
        .map(|examined| examined.mutant.name.as_str())
        .collect();
    println!("{name}: {} of {} mutants survive", survivors.len(), examined.len());
    assert!(bound.is_set() || survivors.len() * 20 <= examined.len(), "{survivors:#?} of {}", examined.len());
    for name in survivors {
        assert!(list.reason(name).is_some_and(|reason| !reason.is_empty()), "no reason for {name}");
    }
}

#[test]
fn nineteen_of_twenty_changes_to_the_rules_of_noughts_are_noticed() {
    rules_of_play_are_tested("noughts", &Bound::none());
}

#[test]
#[ignore = "a minute: see `deep.rs`"]
fn nineteen_of_twenty_changes_to_the_rules_of_connect_four_are_noticed() {
    rules_of_play_are_tested("connect-four", &Bound::begin());
}
