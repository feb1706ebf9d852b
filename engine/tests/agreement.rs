//! Compiled and interpreted rules agree on real positions. Rule texts with features that no built-in base uses also
//! agree with the naive evaluator. `definition.rs` compares the built-in bases themselves with the naive evaluator.

use agree::Naive;
use blanche_compiler::runtime::{LimitReached, Limits};
use noire::board::{Point, Position};

use crate::back_ends::{PRINTED, Text, after, compiled_base, compiled_of, names};
use crate::definitions::definition_of_base;
use crate::naive_world::PlainBoard;
use crate::questions::{agreed, ask_compiled, ask_text, assert_gates, assert_untouched};
use crate::trials::{self, trials};
use blanche_compiler::random::Random;

/// Each line has moves, black first, and then the number of distinct solutions of each rule; see the README in the same
/// folder.
const COUNTS: &str = noire::data::POSITIONS;

fn positions() -> impl Iterator<Item = (&'static str, &'static str)> {
    COUNTS.lines().filter(|line| !line.starts_with('#')).map(|line| line.split_once('\t').unwrap())
}

#[test]
fn both_back_ends_give_the_committed_counts_in_600_positions() {
    let (base, text) = (compiled_base(), Text::printed());
    let (mut lines, mut applied) = (0, 0);
    for (moves, expected) in positions() {
        let found = agreed(&base.rules, &text, &after(moves));
        assert_gates(&base, &after(moves), &found);
        let counts: Vec<String> = found.iter().map(|solutions| solutions.len().to_string()).collect();
        assert_eq!(counts.join("\t"), expected, "{moves}");
        lines += 1;
        applied += found.iter().filter(|solutions| !solutions.is_empty()).count();
    }
    assert_eq!((lines, base.rules.len()), (600, 18));
    println!("{lines} positions, {applied} times a rule applied");
}

#[test]
fn both_back_ends_agree_on_every_base_in_real_positions() {
    for name in names() {
        let (base, text) = (compiled_of(name), Text::of(name));
        let mut applied = 0;
        for (moves, _) in positions().step_by(trials::step()) {
            let found = agreed(&base.rules, &text, &after(moves));
            assert_gates(&base, &after(moves), &found);
            applied += found.iter().filter(|solutions| !solutions.is_empty()).count();
        }
        println!("{name}: {applied} times a rule applied");
        assert!(applied > trials(600), "{name}: {applied}");
    }
}

/// A game of random moves near the existing stones.
fn playout(random: &mut Random, length: usize) -> Vec<Point> {
    let mut moves: Vec<Point> = vec!["h8".parse().unwrap()];
    while moves.len() < length {
        let near = moves[random.below(moves.len())];
        let step = |at: u8, random: &mut Random| (at + random.below(5) as u8).checked_sub(2);
        let column = step(near.column(), random);
        let row = step(near.row(), random);
        if let (Some(column), Some(row)) = (column, row)
            && let Some(point) = Point::new(column, row)
            && !moves.contains(&point)
        {
            moves.push(point);
        }
    }
    moves
}

#[test]
fn both_back_ends_agree_in_random_games() {
    for name in names() {
        let (compiled, text) = (compiled_of(name).rules, Text::of(name));
        let mut random = Random::new(2001);
        let (mut asked, mut applied) = (0, vec![0; compiled.len()]);
        for _ in 0..trials(200) {
            let length = 20 + random.below(40);
            let moves = playout(&mut random, length);
            for ply in (8..=length).step_by(3) {
                let found = agreed(&compiled, &text, &Position::after_moves(&moves[..ply]).unwrap());
                asked += 1;
                for (count, solutions) in applied.iter_mut().zip(&found) {
                    *count += usize::from(!solutions.is_empty());
                }
            }
        }
        println!("{name}: {asked} positions; each rule applied in {applied:?} of them");
        let is_all = applied.iter().all(|count| *count > 0);
        assert!(is_all || !trials::are_all(), "every rule applies somewhere: {applied:?}");
    }
}

/// The printed base (the rules as the thesis prints them) for the naive evaluator. `edit` changes the text of every
/// file.
fn definition_of(edit: impl Fn(&str, &str) -> String) -> Naive {
    definition_of_base(PRINTED, edit)
}

/// Facts about the fields of openings, and rules that use these facts.
const OPENINGS: &str = "
fact opening(1, i9)
fact opening(1, h9)
fact opening(2, h9)
fact opening(2, k6)
fact centre(h8)
fact line(h6.h10, h9)
fact line(f8.j8, i8)

rule opening for white at level 1 plays Field1 if opening(N1, Field1), empty(Field1)
rule answer for white at level 1 plays Field2 if
    last.move(Field1), ¬centre(Field1), opening(N_, Field1), opening(N_2, Field2), ¬equal(Field1, Field2)
rule line for white at level 1 plays Field1 if line(Group1, Field_), in(Field1, Group1), empty(Field1)
rule centre for black at level 1 plays Field1 if centre(Field1), ¬(line(Group_, Field_), white.four(Group_))
rule away for black at level 1 plays Field1 if last.move(Field1), ¬opening(N_, Field1), ¬centre(Field1)
";

#[test]
fn facts_about_fields_are_answered_as_defined() {
    let edit = |path: &str, text: &str| match path {
        "renju-2001/level-1.blanche" => format!("{text}{OPENINGS}"),
        _ => text.to_owned(),
    };
    let (text, naive) = (Text::edited(edit), definition_of(edit));
    let machine = text.machine(Limits::default());
    let stated = ["opening", "answer", "line", "centre", "away"];
    let mut applied = [0; 5];
    for (moves, _) in positions().step_by(10) {
        let (mut position, mut board) = (after(moves), PlainBoard::after_moves(moves));
        for (at, rule) in naive.rules().iter().enumerate() {
            let Some(which) = stated.iter().position(|name| *name == rule.name) else { continue };
            let (id, title) = text.rules().nth(at).unwrap();
            assert_eq!(title, format!("{} for {}", rule.name, rule.colour));
            let rows: Vec<String> = naive
                .all(&mut board, rule)
                .iter()
                .map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
                .collect();
            let [all, first, applies] = ask_text(&machine, &mut position, id).map(Result::unwrap);
            assert_eq!(text.written(id, &all), rows, "{title}{position:?}");
            assert_eq!(first.iter().next(), all.iter().next(), "{title}{position:?}");
            assert_eq!(applies.is_empty(), all.is_empty(), "{title}{position:?}");
            applied[which] += usize::from(!rows.is_empty());
        }
    }
    println!("{stated:?} apply in {applied:?} of 60 positions");
    assert!(applied.iter().all(|count| *count > 0), "{applied:?}");
}

/// A program for both colours with exceptions for black, and then the same rules written separately for each colour.
const BOTH: &str = "
both.three(Group, Color) :- group(Group, Color, 3), ¬border.of(Group, Color)
border.of(Group, black) :- black.border(Group)
loses(Field, black) :- lead.to.black.loss(Field)

rule once for Color at level 3 plays Field1 if
    both.three(Group1, Color), both.three(Group2, Color), ¬equal(Group1, Group2),
    in(Field1, Group1), in(Field1, Group2), empty(Field1), ¬loses(Field1, Color)

rule guarded for Color against Other at level 3 plays Field1 if
    both.three(Group1, Color), in(Field1, Group1), empty(Field1),
    (equal(Color, white) ; ¬lead.to.black.loss(Field1)), ¬overlap(Group1, Other, 2, Field1)
";

#[test]
fn a_rule_for_both_colours_gives_the_answers_of_the_printed_rules() {
    let edit = |path: &str, text: &str| match path {
        "renju-2001/level-3.blanche" => format!("{text}{BOTH}"),
        _ => text.to_owned(),
    };
    let (text, naive) = (Text::edited(edit), definition_of(edit));
    let machine = text.machine(Limits::default());
    let all = |title: &str, position: &mut Position| {
        let (id, _) = text.rules().find(|(_, other)| other == title).unwrap();
        let [all, first, applies] = ask_text(&machine, position, id).map(Result::unwrap);
        assert_eq!(first.iter().next(), all.iter().next(), "{title}{position:?}");
        assert_eq!(applies.is_empty(), all.is_empty(), "{title}{position:?}");
        text.written(id, &all)
    };
    let mut applied = [0; 4];
    for (at, (moves, _)) in positions().step_by(5).enumerate() {
        let mut position = after(moves);
        let rules = ["once for white", "once for black", "guarded for white", "guarded for black"];
        let found = rules.map(|title| all(title, &mut position));
        assert_eq!(found[0], all("t.threat for white", &mut position), "{position:?}");
        assert_eq!(found[1], all("t.threat for black", &mut position), "{position:?}");
        for (count, rows) in applied.iter_mut().zip(&found) {
            *count += usize::from(!rows.is_empty());
        }
        // The naive evaluator is slow, so only every eighth position is compared with it.
        if at % 8 != 0 {
            continue;
        }
        let mut board = PlainBoard::after_moves(moves);
        for (title, rows) in rules.iter().zip(&found) {
            let mut named =
                naive.rules().iter().filter(|rule| format!("{} for {}", rule.name, rule.colour) == *title);
            let defined = naive.all(&mut board, named.next().unwrap());
            let defined: Vec<String> = defined
                .iter()
                .map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
                .collect();
            assert_eq!(*rows, defined, "{title}{position:?}");
        }
    }
    println!("they apply in {applied:?} of 120 positions");
    assert!(applied.iter().all(|count| *count > 0), "{applied:?}");
}

#[test]
fn a_query_leaves_the_position_unchanged_even_at_a_limit() {
    for name in names() {
        check_limits(name);
    }
}

fn check_limits(name: &str) {
    let (compiled, text) = (compiled_of(name).rules, Text::of(name));
    let (mut reached, mut answered) = (0, 0);
    for (moves, _) in positions().step_by(20 * trials::step()) {
        let position = after(moves);
        let mut asked = position.clone();
        for work in [0, 1, 3, 10, 30, 100, 300, 1000] {
            for depth in [0, 1, 64] {
                let limits = Limits { work, depth, ..Limits::default() };
                let machine = text.machine(limits);
                for ((id, title), rule) in text.rules().zip(&compiled) {
                    let interpreted = ask_text(&machine, &mut asked, id);
                    assert_untouched(&asked, &position);
                    let answers = ask_compiled(rule, &mut asked, limits);
                    assert_untouched(&asked, &position);
                    assert_eq!(interpreted, answers, "{title} {limits:?}{position:?}");
                    let limit = answers.contains(&Err(LimitReached::Work));
                    reached += usize::from(limit);
                    answered += usize::from(!limit);
                }
            }
        }
    }
    println!("{name}: {reached} questions reached the limit, {answered} did not");
    assert!(reached > trials(1000) && answered > trials(1000), "{name}: {reached} {answered}");
}
