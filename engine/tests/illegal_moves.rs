//! Bases that name fields where no stone can be placed. Searches ignore these fields, and the author gets a warning.

use std::fs;
use std::path::Path;

use noire::bases::Question;
use noire::bases::{Backend, MoveSource};
use noire::board::{Color, Point, Position};
use noire::facts::Base;
use noire::games::{FiveInARow, Knowledge};
use noire::laboratory::answers;
use noire::laboratory::corpus;

use crate::requirements::{ENDS, FORCING, FOURS, THREE, base, noire};
use blanche_compiler::runtime::Value;

/// Exports and rules that do not check whether a field is empty.
const FORCING_ANYWHERE: &str = "export forcing(Color, Field, Moves) for Color\n\
                                forcing(Color, Field, 1) :- group(Group_, Color, 3), in(Field, Group_)\n";
const REPLY_ANYWHERE: &str = "export reply(Color, Other, Field) for Color against Other\n\
                              reply(Color, Other, Field) :- group(Group_, Other, 4), in(Field, Group_), \
                              ¬equal(Color, Other)\n";
const ANSWER_ANYWHERE: &str = "export answer(Color, Other, Field) for Color against Other\n\
                               answer(Color, Other, Field) :- group(Group_, Other, 3), in(Field, Group_), \
                               ¬equal(Color, Other)\n";
const FOURS_ANYWHERE: &str = "rule four for Color at level 1 plays Field1 if\n    \
                              group(Group1, Color, 4), in(Field1, Group1)\n";
/// A rule that plays only occupied fields.
const STONES: &str = "rule stone for Color at level 1 plays Field1 if\n    \
                      group(Group1, Color, 4), in(Field1, Group1), color(Field1, Color)\n";

/// Faulty bases, each with the names of its exports and rules that name occupied fields.
fn bases() -> Vec<(&'static str, String, Vec<&'static str>)> {
    vec![
        ("forcing", format!("{ENDS}{FOURS}{FORCING_ANYWHERE}"), vec!["the export `forcing`"]),
        ("reply", format!("{ENDS}{FOURS}{FORCING}{REPLY_ANYWHERE}"), vec!["the export `reply`"]),
        ("answer", format!("{ENDS}{FOURS}{FORCING}{ANSWER_ANYWHERE}"), vec!["the export `answer`"]),
        ("rule", format!("{ENDS}{FOURS_ANYWHERE}{FORCING}"), vec!["the rule `four"]),
        ("stones", format!("{ENDS}{STONES}{FOURS}{FORCING}"), vec!["the rule `stone"]),
        (
            "all",
            format!("{ENDS}{STONES}{FOURS_ANYWHERE}{FORCING_ANYWHERE}{REPLY_ANYWHERE}{ANSWER_ANYWHERE}"),
            vec![
                "the export `forcing`",
                "the export `reply`",
                "the export `answer`",
                "the rule `stone",
                "the rule `four",
            ],
        ),
    ]
}

fn opened(test: &str, lines: &str) -> Base {
    Base::open(&base(test, lines), Default::default()).unwrap_or_else(|_| panic!("it can be read"))
}

/// All moves that a search gets from a base in a position.
fn named(game: &mut FiveInARow<'_>) -> Vec<Point> {
    let (mut forcing, mut moves) = (Vec::new(), Vec::new());
    game.forcing(&mut forcing).unwrap();
    moves.extend(forcing.into_iter().map(|(mv, _)| mv));
    game.replies(&mut moves).unwrap();
    game.answers(&mut moves).unwrap();
    for color in Color::ALL {
        if let Some(claim) = game.claim(color, 1..=9, |_| true).unwrap() {
            moves.push(game.claimed_move(claim.rule).unwrap().expect("what is claimed can be played"));
            game.concerns(claim.rule, &mut moves).unwrap();
        }
    }
    moves
}

#[test]
fn a_search_sees_only_legal_moves() {
    for (test, lines, wrong) in bases() {
        let base = opened(&format!("seen-{test}"), &lines);
        let mut seen = 0;
        for mut position in corpus::positions().into_iter().step_by(7) {
            for color in Color::ALL {
                position.set_to_move(Some(color));
                let moves = named(&mut FiveInARow::new(&base, Backend::Interpreted, position.clone()));
                assert!(moves.iter().all(|mv| position.is_empty(*mv)), "{test}: {moves:?} {position:?}");
                seen += moves.len();
            }
        }
        assert!(seen > 100, "{test}: {seen}");
        let noticed = base.illegal_moves();
        let mut told = Vec::new();
        for unplayable in &noticed {
            assert!(
                !unplayable.subject().is_empty(unplayable.named().parse().expect("a field")),
                "{unplayable}"
            );
            assert!(!told.contains(&unplayable.by()), "once: {unplayable}");
            told.push(unplayable.by());
            assert!(wrong.iter().any(|what| unplayable.to_string().contains(what)), "{unplayable}");
        }
        assert_eq!(noticed.len(), wrong.len(), "{test}: {told:?}");
    }
}

#[test]
fn a_claim_counts_only_if_its_move_is_legal() {
    let mut position = Position::after_moves(&[]).unwrap();
    for mv in ["h8", "a1", "i8", "c1", "j8", "e1", "k8", "g1"] {
        position.play(mv.parse().unwrap()).unwrap();
    }
    let claimed = |lines: &str, test: &str| {
        let base = opened(test, lines);
        let mut game = FiveInARow::new(&base, Backend::Interpreted, position.clone());
        let claim = game.claim(Color::Black, 1..=1, |_| true).unwrap()?;
        let mv = game.claimed_move(claim.rule).unwrap().map(|mv| mv.to_string());
        assert!(base.illegal_moves().iter().all(|unplayable| matches!(unplayable.by(), MoveSource::Rule(_))));
        Some((base.contents().rules[claim.rule].title(), mv.expect("it can be played")))
    };
    let four = |field: &str| Some(("four for black".to_owned(), field.to_owned()));
    assert_eq!(claimed(&format!("{ENDS}{FOURS_ANYWHERE}"), "claim-mixed"), four("g8"));
    assert_eq!(claimed(&format!("{ENDS}{STONES}{FOURS}"), "claim-behind"), four("g8"));
    assert_eq!(claimed(&format!("{ENDS}{STONES}"), "claim-none"), None);
}

/// How often each export and rule was reported.
fn told(err: &str, wrong: &[&str]) -> Vec<usize> {
    let of = |what: &&str| err.lines().filter(|line| line.contains(*what)).count();
    wrong.iter().map(of).collect()
}

#[test]
fn every_searching_command_ends_and_notes_illegal_moves_once() {
    let game = Path::new(env!("CARGO_TARGET_TMPDIR")).join("unplayable.moves");
    fs::write(&game, format!("{THREE}\n")).expect("it can be written");
    let game = game.to_string_lossy();
    for (test, lines, wrong) in bases() {
        let base = base(&format!("told-{test}"), &lines);
        let solve = ["solve", "--game", &base, "--moves", THREE, "--nodes", "3000"];
        let contest = ["contest", &base, "--games", "2", "--nodes", "20", "--player", "search:depth=1"];
        let runs = [
            solve.to_vec(),
            [&solve[..], &["--strategy", "classic"]].concat(),
            [&solve[..], &["--unchecked", "--format", "json"]].concat(),
            [&contest[..], &["--player", "classic:depth=1"]].concat(),
            vec!["play", "--game", &base, "--resume", &game, "--player", "computer", "--player", "human"],
            vec!["verify", "--game", &base, "--rounds", "1"],
        ];
        let mut ever = vec![0; wrong.len()];
        for run in runs {
            let (_, err, status) = noire(&run);
            assert_eq!(status, Some(0), "{run:?}: {err}");
            for (ever, times) in ever.iter_mut().zip(told(&err, &wrong)) {
                assert!(times <= 1, "{run:?}: {err}");
                *ever += times;
            }
        }
        assert!(ever.iter().all(|times| *times > 0), "{test}: {ever:?}");
    }
    let (_, lines, _) = &bases()[1];
    let (_, err, _) = noire(&["solve", "--game", &base("told-where", lines), "--moves", THREE]);
    assert!(
        err.contains(
            "/base.blanche:9: the export `reply` for white names f8, where there is already a stone: --black \
             f8,h8,i8,j8 --white a1,c1,e1 --to-move white; such moves are ignored\n"
        ),
        "{err}"
    );
}

#[test]
fn a_claim_to_play_on_an_occupied_field_is_refuted() {
    let lines = format!("{ENDS}{FOURS_ANYWHERE}");
    let (out, err, status) = noire(&["verify", "--game", &base("refuted", &lines), "--rounds", "1"]);
    assert_eq!((status, err.as_str()), (Some(0), ""));
    assert!(out.contains("A search without pruning"), "{out}");
}

/// A search relies on the compiled rules and exports naming only empty fields.
#[test]
fn built_in_bases_name_only_empty_fields() {
    let positions = answers::positions();
    for known in Base::built_in() {
        let base = Base::open(known.name, Default::default()).unwrap_or_else(|_| panic!("it is built in"));
        for (number, position) in positions.iter().enumerate() {
            // All rules are evaluated in every third position. The rules and exports that a search uses are evaluated
            // in all positions.
            if number % 3 == 0 {
                let mut room = Default::default();
                for (rule, known) in base.contents().rules.iter().enumerate().filter(|(_, rule)| rule.plays) {
                    let question = Question::Rule(rule);
                    base.on(Backend::Compiled)
                        .answers_into(question, &mut position.clone(), &mut room)
                        .unwrap();
                    let play = |solution: &[Value]| Point::from_index(solution[0] as usize).unwrap();
                    let is_empty = |solution: &[Value]| position.is_empty(play(solution));
                    assert!(room.iter().all(is_empty), "{}: {position:?}", known.title());
                }
            }
            let mut position = position.clone();
            for color in Color::ALL {
                position.set_to_move(Some(color));
                named(&mut FiveInARow::new(&base, Backend::Compiled, position.clone()));
            }
        }
        assert!(base.illegal_moves().is_empty(), "{}", base.name());
    }
}
