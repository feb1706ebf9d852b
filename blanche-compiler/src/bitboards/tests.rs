//! Tests of bitboard code for small games: the code is as expected, and it plays the game correctly. The tests in
//! `agree/` check that bitboard code gives the same answers as plans, in random positions of many games.

use std::sync::atomic::AtomicBool;

use super::solve::Solver;
use super::{Code, Effort, Game, NoCode, Operation, Plays, ROUNDS, SearchQuery, WordLayout};
use crate::program::{Program, RuleId};
use crate::project::{Files, Project};
use crate::random::Random;
use crate::runtime::{BitEnd, BitStart, Position};
use crate::{check_program, has_errors};

/// Three in a row on a board of three by three.
const ROWS: &str = "\
board 3 by 3 like b2 words Field
players x, o words Color, Other
state mark(Field, Color) one Color
empty(Field) :- ¬mark(Field, Color_)
move mark for Color plays Field if empty(Field)
    adds mark(Field, Color)
rule three for Color at level 0 if
    mark(Field1, Color), half(Direction), step(Field1, Direction, Field2), mark(Field2, Color),
    step(Field2, Direction, Field3), mark(Field3, Color)
draw full if ¬empty(Field_)
";

/// Four in a row with discs that fall.
const DROPS: &str = "\
board 7 by 6 like d1 words Field
symmetry none
players x, o words Color, Other
state disc(Field, Color) one Color
empty(Field) :- ¬disc(Field, Color_)
lowest(Field, Column) :- at(Field, Column, Row_), empty(Field), ¬(step(Field, s, Field_), empty(Field_))
move drop for Color plays Column if lowest(Field, Column)
    adds disc(Field, Color)
rule four for Color at level 0 if
    disc(Field1, Color), half(Direction), step(Field1, Direction, Field2), disc(Field2, Color),
    step(Field2, Direction, Field3), disc(Field3, Color), step(Field3, Direction, Field4), disc(Field4, Color)
draw full if ¬empty(Field_)
";

fn read(text: &str) -> Program {
    let mut project = Project::default();
    let root = project.add("base.blanche", text.as_bytes());
    let checked = check_program(&project, &Files { files: vec![root], incomplete: false }, None);
    assert!(!has_errors(&checked.diagnostics), "{:#?}", checked.diagnostics);
    checked.resolved.program
}

/// The operations of a piece of code, one per line. Each line begins with the index of the operation.
fn shown(code: &Code) -> String {
    let lines = code.operations.iter().enumerate().map(|(at, operation)| format!("{at} {operation:?}\n"));
    lines.collect::<String>().replace("WordId(", "(")
}

#[test]
fn moves_and_effects_have_the_code_that_a_person_would_write() {
    let program = read(ROWS);
    let layout = program.layout().expect("it is small");
    let game = Game::of(&program, &layout).expect("it fits");
    let side = &game.sides[0];
    let moves = "0 Position(1)\n1 Position(2)\n2 Or((0), (1))\n3 Constant(511)\n4 Without((3), (2))\n";
    assert_eq!(shown(&side.moves), moves);
    let play = "0 Position(1)\n1 Played\n2 Or((0), (1))\n3 Constant(2)\n";
    assert_eq!(
        shown(&side.groups[0].play.code),
        play,
        "nothing stands on the field, so nothing is taken away"
    );
    assert_eq!(side.groups[0].play.writes, [0, 1]);
}

#[test]
fn only_the_mover_can_win_by_a_move() {
    let program = read(ROWS);
    let layout = program.layout().expect("it is small");
    let game = Game::of(&program, &layout).expect("it fits");
    for (at, side) in game.sides.iter().enumerate() {
        assert_eq!(side.all_ends.ends, [BitEnd::Won(0), BitEnd::Won(1), BitEnd::Drawn]);
        assert_eq!(side.ends.ends, [BitEnd::Won(at), BitEnd::Drawn]);
    }
}

#[test]
fn a_mask_that_changes_nothing_is_left_out() {
    let program = read(ROWS);
    let layout = program.layout().expect("it is small");
    let code = SearchQuery::Test(RuleId(0)).code(&program, &layout).expect("it fits");
    let masks = code.operations.iter().filter(|operation| matches!(operation, Operation::Constant(_)));
    assert_eq!(masks.count(), 2, "up and to the upper right no line leaves the board:\n{}", shown(&code));
}

/// Three in a row on a board of more than 64 fields, with position counts that are still easy to compute by hand.
fn rows_on(width: u32, height: u32) -> String {
    ROWS.replace("3 by 3", &format!("{width} by {height}"))
}

#[test]
fn games_in_words_have_the_known_numbers_of_positions() {
    let stop = AtomicBool::new(false);
    // None of the first three moves ends the game.
    let three = |fields: u64| fields * (fields - 1) * (fields - 2);
    for (text, depth, strict, expected) in [
        (ROWS.to_owned(), 9, false, 255_168),
        (DROPS.to_owned(), 7, true, 823_536),
        (rows_on(9, 9), 3, true, three(81)),
        (rows_on(15, 15), 3, true, three(225)),
    ] {
        let program = read(&text);
        let layout = program.layout().expect("it is small");
        let game = Game::of(&program, &layout).expect("it fits").runner();
        let mut position = Position::new(layout.into());
        position.add(0, &[program.players[0]]);
        let start = BitStart { position: position.words(), player: 0, past: &[] };
        assert_eq!(game.perft(start, depth, strict, &stop), Ok(expected));
        let tally = game.playouts(start, 100, 250, &mut Random::new(1)).expect("they end");
        assert_eq!(tally.drawn + tally.won.iter().sum::<u64>(), 100);
    }
}

#[test]
fn words_have_the_width_that_the_board_needs() {
    for (text, width) in [
        (ROWS.to_owned(), 64),
        (rows_on(8, 8), 64),
        (rows_on(13, 5), 128),
        (rows_on(11, 11), 128),
        (rows_on(15, 15), 256),
        (rows_on(16, 16), 256),
        // The numbers that a state stores must fit into a word too.
        (format!("sort number = 0 to 80 words Number\nstate quiet(Number) one Number\n{ROWS}"), 128),
        // A sort does not make words wider if it is not on the board, not played and not stored.
        (format!("sort number = 0 to 200 words Number\neven(Number) :- Number = 4\n{ROWS}"), 64),
    ] {
        let program = read(&text);
        let layout = program.layout().expect("it is small");
        let game = Game::of(&program, &layout).expect("it fits");
        assert_eq!(game.word_layout.width, width, "{text}");
    }
}

#[test]
fn a_given_value_has_no_word_in_the_answers() {
    let program = read(DROPS);
    let layout = program.layout().expect("it fits");
    let is_effect = |rule: &RuleId| program.rule(*rule).given == 1 && program.rule(*rule).answer.len() == 2;
    let effects: Vec<RuleId> = (0..program.rules.len() as u32).map(RuleId).filter(is_effect).collect();
    assert_eq!(effects.len(), 2, "what a drop of either player does");
    for effect in effects {
        let code = SearchQuery::Answers(effect).code(&program, &layout).expect("it fits");
        assert!(code.begins_played);
        assert_eq!(code.outputs.len(), 1, "one word has the fields, whatever the column is");
        let answering = code.evaluator(&WordLayout::of(&program, &layout), None);
        let position = Position::new(layout.clone().into());
        for column in 0..7 {
            let mut answers = Vec::new();
            answering.each(position.words(), column, &mut |answer| answers.push(answer.to_vec()));
            let [answer] = &answers[..] else { panic!("{answers:?}") };
            assert_eq!((answer.len(), answer[0]), (2, column));
        }
    }
}

#[test]
fn queries_on_a_board_of_more_than_256_fields_do_not_fit() {
    let program = read(&rows_on(17, 16));
    let layout = program.layout().expect("it is small");
    assert!(Game::of(&program, &layout).is_none());
    assert!(
        (0..program.rules.len() as u32)
            .all(|rule| SearchQuery::Answers(RuleId(rule)).code(&program, &layout).is_none())
    );
}

/// Pieces that move to an adjacent field.
const STEPS: &str = "\
board 8 by 8 like d4 words Field
players x, o words Color, Other
state piece(Field, Color) one Color
start piece(Field, x) if Field = a1
empty(Field) :- ¬piece(Field, Color_)
move step for Color plays Field1, Field2 if
    piece(Field1, Color), step(Field1, Direction_, Field2), empty(Field2)
    removes piece(Field1)
    adds piece(Field2, Color)
";

#[test]
fn moves_from_field_to_field_are_grouped_by_distance() {
    let program = read(STEPS);
    let layout = program.layout().expect("it is small");
    let game = Game::of(&program, &layout).expect("it fits");
    let plays: Vec<&Plays> = game.sides[0].groups.iter().map(|group| &group.plays).collect();
    let distances = [-9, -8, -7, -1, 1, 7, 8, 9].map(Plays::Moved);
    assert_eq!(plays, distances.iter().collect::<Vec<_>>());
    assert_eq!(game.sides[0].runs, [8], "together they stand in the order of the first fields");
    let play = "0 Position(1)\n1 Played\n2 Up((1), 9)\n3 Without((0), (1))\n4 Or((2), (3))\n5 Constant(2)\n";
    assert_eq!(shown(&game.sides[0].groups[7].play.code), play);
}

/// Lines of four fields, and pairs of empty fields in a line with two discs.
const LINES: &str = "\
in.line(Field1, Field2, Field3, Field4) :-
    step(Field1, Direction_, Field2), step(Field2, Direction_, Field3), step(Field3, Direction_, Field4)
opens(Field1, Field2, Color) :- in.line(Field1, Field2, Field3, Field4), two(Field1, Field2, Field3, Field4, Color)
opens(Field1, Field2, Color) :- in.line(Field2, Field1, Field3, Field4), two(Field1, Field2, Field3, Field4, Color)
opens(Field1, Field2, Color) :- in.line(Field1, Field3, Field2, Field4), two(Field1, Field2, Field3, Field4, Color)
opens(Field1, Field2, Color) :- in.line(Field3, Field1, Field4, Field2), two(Field1, Field2, Field3, Field4, Color)
opens(Field1, Field2, Color) :- in.line(Field1, Field3, Field4, Field2), two(Field1, Field2, Field3, Field4, Color)
two(Field1, Field2, Field3, Field4, Color) :-
    empty(Field1), empty(Field2), disc(Field3, Color), disc(Field4, Color)
";

/// A game with `rules` rules, each of which can hold in too many ways to be translated into words.
fn many_ways(rules: usize) -> String {
    let rule = |number: usize| {
        format!(
            "rule ways.{number} for Color at level 3 plays Column if\n    lowest(Field1, Column), \
             opens(Field1, Field2, Color), opens(Field1, Field3, Color), Field2 < Field3\n"
        )
    };
    format!("{DROPS}{LINES}{}", (0..rules).map(rule).collect::<String>())
}

#[test]
fn the_effort_of_a_translation_is_limited_in_each_round() {
    for rules in [1, 10] {
        let program = read(&many_ways(rules));
        let layout = program.layout().expect("it is small");
        let effort = Effort::default();
        let all = (0..program.rules.len() as u32).map(RuleId);
        let mut open: Vec<SearchQuery> =
            all.flat_map(|id| [SearchQuery::Answers(id), SearchQuery::Test(id)]).collect();
        let (mut fits, mut before) = (0, 0);
        for most in ROUNDS {
            open.retain(|asked| {
                let found = asked.code_within(&program, &layout, &effort, most);
                let spent = effort.spent() - before;
                // The last part of a translation may exceed the limit.
                assert!(spent <= most + most / 10, "{spent} for {asked:?}");
                before = effort.spent();
                fits += usize::from(found.is_ok());
                matches!(found, Err(NoCode::TooMuch))
            });
            let (SearchQuery::Answers(id) | SearchQuery::Test(id)) = open[0] else { panic!("{open:?}") };
            assert_eq!(program.rule(id).level, 3, "moves, effects and ends take little: {open:?}");
        }
        assert!(fits > 8, "{fits}");
    }
}

#[test]
fn without_a_limit_the_effort_exceeds_the_largest_round() {
    let program = read(&many_ways(1));
    let layout = program.layout().expect("it is small");
    let ways = program.rules.iter().position(|rule| rule.name == "ways.0").expect("it has the rule");
    let mut solver = Solver::new(&program, &layout, None).with_effort(usize::MAX);
    let _ = super::translate::tests_by(&mut solver, &[RuleId(ways as u32)]);
    assert!(solver.effort > ROUNDS[ROUNDS.len() - 1], "{}", solver.effort);
}
