//! Tests of games defined in rule files: known counts, writing and parsing of moves and positions, and games that
//! cannot go on.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::*;
use crate::diagnostic::{Code, has_errors};
use crate::interpret::{Machine, StateHost};
use crate::plan;
use crate::program::RuleId;
use crate::random::Random;
use crate::runtime::{Limits, Position};

mod chains;
mod incremental;

const MARKS: &str = "\
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
drawn mark(Field, x) as x, mark(Field, o) as o
";

const CONNECT_FOUR: &str = "\
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
drawn disc(Field, x) as x, disc(Field, o) as o
";

/// A game in which a man steps straight forward or captures diagonally. A line added to it says whether a blocked
/// player loses.
const STEPS: &str = "\
board 3 by 3 like a1 row 1 on top words Field
symmetry turn with colours
players black, white words Color, Other
starts white
state man(Field, Color) one Color
start man(Field, black) if row(Field, 1)
start man(Field, white) if row(Field, 3)
empty(Field) :- ¬man(Field, Color_)
fact forward(black, s)
fact forward(white, n)
fact slant(black, se)
fact slant(black, sw)
fact slant(white, ne)
fact slant(white, nw)
move go for Color plays Field1, Field2 if
    man(Field1, Color), forward(Color, Direction_), step(Field1, Direction_, Field2), empty(Field2)
    removes man(Field1)
    adds man(Field2, Color)
move take for Color against Other plays Field1, Field2 if
    man(Field1, Color), slant(Color, Direction_), step(Field1, Direction_, Field2), man(Field2, Other)
    removes man(Field1)
    adds man(Field2, Color)
rule across for Color at level 0 if man(Field, Color), forward(Color, Direction), at.edge(Field, Direction)
drawn man(Field, black) as b, man(Field, white) as w
";

fn rules(text: &str) -> Rules {
    let (sources, project) = {
        let mut project = crate::project::Project::default();
        let file = project.add("game.blanche", text.as_bytes());
        let files = crate::project::Files { files: vec![file], incomplete: false };
        let checked = crate::check_program(&project, &files, None);
        (project.sources.clone(), checked)
    };
    let errors: Vec<_> = project.diagnostics.iter().map(|message| &message.title).collect();
    assert!(!has_errors(&project.diagnostics), "{errors:?} in {}", sources.iter().count());
    let program = Arc::new(project.resolved.program);
    let plan = plan::plan(&program).expect("it can be planned");
    let machine = Machine::<StateHost>::new(&program, &plan, Limits::default());
    let machine = machine.unwrap_or_else(|missing| panic!("states answer: {missing:?}"));
    Rules::new(program, Box::new(machine)).unwrap_or_else(|message| panic!("{}", message.title))
}

static NEVER: AtomicBool = AtomicBool::new(false);

const COUNTING: Counting<'static> = Counting { strict: false, stop: &NEVER, told: &|_| {} };

fn leaves(rules: &Rules, depth: u32, strict: bool) -> Result<u64, Fault> {
    let mut start = rules.start()?;
    let before = start.clone();
    let leaves = perft(rules, &mut start, depth, Counting { strict, ..COUNTING });
    assert!(leaves.is_err() || start.words() == before.words(), "perft takes every move back");
    leaves
}

#[test]
fn small_games_have_the_known_numbers_of_positions() {
    let marks = rules(MARKS);
    let known = [1, 9, 72, 504, 3024, 15120];
    for (depth, known) in known.into_iter().enumerate() {
        assert_eq!(leaves(&marks, depth as u32, false), Ok(known), "depth {depth}");
    }
    assert_eq!(leaves(&marks, 6, true), Ok(54_720));
    assert_eq!(leaves(&marks, 6, false), Ok(54_720 + 1_440));
    let start = marks.start().expect("it begins");
    let distinct_positions =
        distinct(&marks, &start, (9, MAX_KEPT_BYTES), None, COUNTING, &mut |_| {}).expect("they are few");
    assert_eq!(distinct_positions, [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
    assert_eq!(distinct_positions.iter().sum::<u64>(), 5_478);
    let images = Images::of(&marks);
    assert_eq!(images.count(), 8);
    let symmetric = distinct(&marks, &start, (9, MAX_KEPT_BYTES), Some(&images), COUNTING, &mut |_| {})
        .expect("they are few");
    assert_eq!(symmetric.iter().sum::<u64>(), 765);

    let connect_four = rules(CONNECT_FOUR);
    assert_eq!(leaves(&connect_four, 4, true), Ok(2_401));
    let start = connect_four.start().expect("it begins");
    assert_eq!(
        distinct(&connect_four, &start, (5, MAX_KEPT_BYTES), None, COUNTING, &mut |_| {}),
        Ok(vec![1, 7, 49, 238, 1_120, 4_263])
    );
}

#[test]
fn positions_with_different_histories_are_counted_as_different() {
    let game = |moves: [&str; 2]| {
        let [first, second] = moves;
        format!(
            "base g\nboard 2 by 1 like b1 words Field\nplayers white, black words Color, Other\nsort quiet = 0 to 2 words Quiet\n\
             state token(Field) one Field\nstate quiet(Quiet) one Quiet, history\nstart token(a1), quiet(0)\n\
             {first}{second}draw calm if quiet(2)\ndrawn token(Field) as t\n"
        )
    };
    let go = "move go for Color plays Field2 if token(Field1), step(Field1, Direction_, Field2)\n    removes token(Field1)\n    \
              adds token(Field2)\n    adds quiet(Quiet + 1) if quiet(Quiet)\n";
    let leap = "move leap for Color plays Field2 if token(Field1), step(Field1, Direction_, Field2)\n    removes token(Field1)\n    \
                adds token(Field2), quiet(0)\n";
    let counted = [[go, leap], [leap, go]].map(|moves| {
        let rules = rules(&game(moves));
        let start = rules.start().expect("it begins");
        distinct(&rules, &start, (4, MAX_KEPT_BYTES), None, COUNTING, &mut |_| {}).expect("they are few")
    });
    assert_eq!(counted[0], counted[1], "the order of the moves in the text means nothing");
    assert_eq!(counted[0], [1, 2, 3, 3, 3]);
}

#[test]
fn a_player_who_can_block_the_opponent_can_win_at_once() {
    let game = |end: &str| {
        rules(&format!(
            "base g\nplayers anna, bert words Color, Other\nsort number = 0 to 9 words N\nstate heap(N) one N\nstart heap(5)\n\
             fact may(anna, 1), may(anna, 2), may(bert, 1), may(bert, 2), may(bert, 3)\n\
             move take for Color plays N if may(Color, N), heap(N2_), N2_ ≥ N\n    adds heap(N2 - N) if heap(N2)\n{end}\n\
             rule one for anna at level 3 plays N if may(anna, N), heap(N + 2), N < 2\n"
        ))
    };
    for end in [
        "blocked loses",
        "rule out for Color at level 0 if heap(0), to.move(Other_), opponent(Color, Other_)\nblocked loses",
    ] {
        let rules = game(end);
        let claim =
            rules.program().rules.iter().position(|rule| rule.name == "one").map(|at| RuleId(at as u32));
        let mut position = rules.start().expect("it begins");
        for _ in 0..2 {
            let mv = rules.notation().read_move(&mut position, "1").expect("it is a move");
            rules.play(&mut position, mv).expect("it can be made");
        }
        assert!(rules.holds(&mut position, claim.expect("it is there")).expect("no limit is reached"));
        let bert = rules.program().players[1];
        assert!(
            rules.judgement().could_win(&mut position, bert).expect("no limit is reached"),
            "Bert takes all three: {end}"
        );
        assert_eq!(rules.judgement().claim(&mut position, claim.expect("it is there")), Ok(false), "{end}");
    }
}

#[test]
#[ignore = "takes a minute"]
fn a_small_game_has_255168_games() {
    assert_eq!(leaves(&rules(MARKS), 9, false), Ok(255_168));
}

#[test]
fn an_effect_line_with_a_number_outside_its_sort_has_no_effect() {
    let fields_left = |effects: &str| {
        let counted = format!("sort number = 0 to 1 words N\nstate count(N) one N\nstart count(0)\n{MARKS}");
        let rules = rules(&counted.replace("    adds mark(Field, Color)\n", effects));
        let mut position = rules.start().expect("it begins");
        let mut left = Vec::new();
        for _ in 0..3 {
            let mut moves = Vec::new();
            rules.moves(&mut position, &mut moves).expect("moves can be asked");
            left.push(moves.len());
            rules.play(&mut position, moves[0]).expect("it can be played");
        }
        left
    };
    assert_eq!(fields_left("    adds mark(Field, Color), count(N + 1) if count(N)\n"), [9, 8, 8]);
    assert_eq!(fields_left("    adds mark(Field, Color)\n    adds count(N + 1) if count(N)\n"), [9, 8, 7]);
}

#[test]
fn leaves_per_first_move_add_up_to_all_leaves() {
    let rules = rules(MARKS);
    let mut start = rules.start().expect("it begins");
    let divided = divide(&rules, &mut start, 3, COUNTING).expect("it can be counted");
    let texts: Vec<String> =
        divided.iter().map(|(mv, count)| format!("{} {count}", rules.notation().move_text(*mv))).collect();
    assert_eq!(texts[..3], ["a1 56", "b1 56", "c1 56"]);
    assert_eq!(divided.iter().map(|(_, count)| count).sum::<u64>(), 504);
}

#[test]
fn moves_games_and_positions_survive_writing_and_reading() {
    for (text, games) in [(MARKS, 30), (CONNECT_FOUR, 8), (&format!("{STEPS}blocked loses\n"), 60)] {
        let rules = rules(text);
        let start = rules.start().expect("it begins");
        let mut random = Random::new(3);
        for _ in 0..games {
            let (mut position, mut game, mut moves) = (start.clone(), Vec::new(), Vec::new());
            let mut seen = Vec::new();
            let end = playout(&rules, &mut position, &mut random, &mut moves, |position, mv| {
                seen.push((position.clone(), mv));
                game.push(mv);
            });
            assert!(end.is_ok(), "{end:?}");
            let written = rules.records().record_text(&game);
            assert_eq!(rules.records().read_record(&start, &written).as_ref(), Ok(&game), "{written}");
            for (mut position, mv) in seen {
                assert_eq!(
                    rules.notation().read_move(&mut position, &rules.notation().move_text(mv)),
                    Ok(mv)
                );
                let drawn = rules.notation().position_text(&position);
                let read = rules
                    .notation()
                    .read_position(&drawn, rules.game().first)
                    .map(|read| read.words().to_vec());
                assert_eq!(read.as_deref(), Ok(position.words()), "{drawn}");
            }
        }
    }
}

/// White moves up and Black moves down, so the board may be mirrored left to right but not turned over.
#[test]
fn a_symmetry_preserves_facts_about_players() {
    let one_way = rules(&STEPS.replace("symmetry turn with colours\n", ""));
    assert_eq!(Images::of(&one_way).count(), 2);
}

#[test]
fn symmetries_map_moves_to_moves_and_ends_to_ends() {
    for text in [MARKS, &format!("{STEPS}blocked loses\n")] {
        let rules = rules(text);
        let images = Images::of(&rules);
        assert!(images.count() > 1);
        let start = rules.start().expect("it begins");
        let mut random = Random::new(5);
        let mut seen = Vec::new();
        for _ in 0..10 {
            let mut position = start.clone();
            let each = |position: &Position, mv| seen.push((position.clone(), mv));
            playout(&rules, &mut position, &mut random, &mut Vec::new(), each).expect("it ends");
        }
        for (mut position, mv) in seen {
            for image in 0..images.count() {
                let mut other = images.position(image, &position);
                let (mut here, mut there) = (Vec::new(), Vec::new());
                rules.moves(&mut position, &mut here).expect("moves can be asked");
                rules.moves(&mut other, &mut there).expect("moves can be asked");
                let mut seen: Vec<Move> = here.iter().filter_map(|mv| images.mv(image, *mv)).collect();
                seen.sort();
                assert_eq!(seen, there);
                let (mut after, mut other_after) = (position.clone(), other);
                rules.play(&mut after, mv).expect("it can be played");
                rules
                    .play(&mut other_after, images.mv(image, mv).expect("it is a move"))
                    .expect("it can be played");
                assert_eq!(images.position(image, &after).words(), other_after.words());
                let outcome = rules.outcome(&mut after).expect("it can be asked");
                let seen = outcome.map(|outcome| match outcome {
                    Outcome::Won(player) => Outcome::Won(images.player(image, player)),
                    Outcome::Drawn => Outcome::Drawn,
                });
                assert_eq!(rules.outcome(&mut other_after), Ok(seen));
            }
        }
    }
}

#[test]
fn a_new_game_begins_at_move_number_1_or_on_a_new_line() {
    let marks = rules(MARKS);
    let start = marks.start().expect("it begins");
    for (text, begins) in [
        ("", &[0][..]),
        ("b2 a1", &[0]),
        ("b2 a1\n# a remark\n\nb2 c3\n", &[0, 18]),
        ("1. b2 a1\n2. c3\n1. b2 c3", &[0, 15]),
        ("1. b2 a1\nc3", &[0]),
        ("1. b2 1. a1", &[0]),
    ] {
        let games =
            marks.records().read_games(&start, text, 9).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        assert_eq!(games.iter().map(|game| game.at).collect::<Vec<_>>(), begins, "{text}");
    }
    let fault =
        marks.records().read_games(&start, "b2 a1\nb1 b1", 9).expect_err("the field is taken").to_string();
    assert!(fault.ends_with("; without numbers of moves each line is a game of its own"), "{fault}");
}

#[test]
fn an_unreadable_move_game_or_position_reports_what_was_expected() {
    let marks = rules(MARKS);
    let mut start = marks.start().expect("it begins");
    let record = |text: &str| {
        let fault = marks.records().read_record(&start.clone(), text).expect_err("it has a mistake");
        let (line, column) = fault.place(text);
        format!("{line}:{column}: {fault}")
    };
    let moves = [
        (
            "1. b2 a1\n2. b2 c3",
            "2:4: x cannot play `b2` here; expected one of the moves `b1`, `c1`, `a2`, `c2`, `a3` …",
        ),
        (
            "1. b2 d7",
            "1:7: `d7` is not a move of this game; expected a move such as `a1`, `b1`, `c1`, `a2`, `c2` …",
        ),
        ("b2 a1\nb2 c3", "2:1: a second game begins here; expected one game, as only one is read"),
        ("a1 b1 a2 b2 a3 b3", "1:16: the game is over after a3, by three for x; expected nothing more"),
        (
            "B2, #x",
            "1:5: `#x` is not a move of this game; expected a move such as `a1`, `b1`, `c1`, `a2`, `c2` …",
        ),
    ];
    for (text, expected) in moves {
        assert_eq!(record(text), expected);
    }
    let empty = marks.notation().read_move(&mut start, "").expect_err("it is empty").to_string();
    assert_eq!(
        empty,
        "`` is not a move of this game; expected a move such as `a1`, `b1`, `c1`, `a2`, `b2` …"
    );
}

#[test]
fn an_unreadable_diagram_reports_what_was_expected() {
    let marks = rules(MARKS);
    let board = "3 . . .\n2 . . .\n1 . . .\n";
    let position = |text: &str| {
        let fault = marks.notation().read_position(text, 0).expect_err("it has a mistake");
        let (line, column) = fault.place(text);
        format!("{line}:{column}: {fault}")
    };
    let texts = [
        (
            "3 . . .\n2 . q .\n1 . . .\n".to_owned(),
            "2:5: nothing is drawn as `q`; expected `.` for an empty field, or `x`, `o`",
        ),
        ("3 . . .\n1 . . .\n".to_owned(), "2:1: row `1` is not the next one; expected row 2"),
        ("3 . . .\n2 . .\n1 . . .\n".to_owned(), "2:6: the row has 2 fields; expected 3 fields"),
        ("3 . . . .\n2 . . .\n1 . . .\n".to_owned(), "1:9: the row has 4 fields; expected 3 fields"),
        (
            "3 . . .\n2 . . .\n".to_owned(),
            "2:8: row 1 is missing; expected all rows of the board, from the top",
        ),
        (format!("{board}  a b c\nmark(b9, x)"), "5:6: `b9` is not a field; expected a field such as `a1`"),
        (
            format!("{board}marks(b2, x)"),
            "4:1: `marks` is not a state of this game; expected `to.move`, `mark`",
        ),
        (format!("{board}mark(b2)"), "4:1: `mark` has 1 value here; expected `mark(Field, Color)`"),
        (
            format!("{board}  a b d\n"),
            "4:3: `a b d` is not a line of a position; expected a row of the board that begins with its number, the letters of the columns, `a b c`, or what else holds, such as `to.move(x)`",
        ),
    ];
    for (text, expected) in texts {
        assert_eq!(position(&text), expected);
    }
}

#[test]
fn a_blocked_player_loses_or_draws_as_declared_and_else_is_a_fault() {
    let counted = |line: &str| {
        let rules = rules(&format!("{STEPS}{line}"));
        let start = rules.start().expect("it begins");
        let tally = playouts(&rules, &start, 200, &mut Random::new(1), &NEVER, &|_| {});
        (rules, tally)
    };
    let (_, loses) = counted("blocked loses\n");
    let loses = loses.expect("every game ends");
    assert!(loses.drawn == 0 && loses.won.iter().all(|(_, won)| *won > 0), "{loses:?}");
    let (_, draws) = counted("blocked draws\n");
    assert!(draws.expect("every game ends").drawn > 0);
    let (rules, fault) = counted("");
    let fault = fault.expect_err("some game comes to its end without one");
    let message = fault.diagnostic(rules.program()).expect("the author can mend it");
    assert_eq!(message.code, Code::CannotMove);
}

#[test]
fn two_values_for_one_place_are_a_fault_and_change_nothing() {
    let text = MARKS.replace(
        "    adds mark(Field, Color)\n",
        "    adds mark(Field, Color)\n    adds mark(Field, o) if to.move(x)\n",
    );
    let rules = rules(&text);
    let mut position = rules.start().expect("it begins");
    let before = position.words().to_vec();
    let mv = rules.notation().read_move(&mut position, "b2").expect("it is a move");
    let fault = rules.play(&mut position, mv).expect_err("two marks cannot stand on one field");
    assert_eq!(position.words(), before);
    assert_eq!(
        fault.to_string(),
        "the move b2 adds mark(b2, x) and mark(b2, o), but only one of them can hold"
    );
    assert_eq!(fault.diagnostic(rules.program()).map(|message| message.code), Some(Code::EffectsContradict));
    let both = "players x, o words Color\nsort place = here, there words Place playable\nstate mark(Place, Color) one Color\n\
                start mark(here, x), mark(Place, o)\nmove go for Color plays Place if mark(Place, Color)\n    removes mark(Place)\n";
    let fault = super::tests::rules(both).start().expect_err("two marks cannot stand at one place");
    assert_eq!(
        fault.to_string(),
        "the start has mark(here, o) and mark(here, x), but only one of them can hold"
    );
}

#[test]
fn an_endless_game_is_reported() {
    let text = "players x, o words Color\nsort place = here, there words Place playable\nstate at.place(Place) one Place\n\
                start at.place(here)\nmove go for Color plays Place if ¬at.place(Place)\n    adds at.place(Place)\n";
    let rules = rules(text);
    let start = rules.start().expect("it begins");
    assert_eq!(rules.notation().position_text(&start), "to.move(x)\nat.place(here)\n");
    let fault = playouts(&rules, &start, 1, &mut Random::new(1), &NEVER, &|_| {});
    let fault = fault.expect_err("it does not end");
    assert_eq!(fault, Fault::Endless(MAX_PLIES));
    let message = fault.diagnostic(rules.program()).expect("the author can mend it");
    assert_eq!(
        (message.code, message.label.span.start),
        (Code::NeverEnds, text.find("go for").unwrap_or(0) as u32)
    );
    assert_eq!(leaves(&rules, 20, false), Ok(1));
}

#[test]
fn a_player_without_any_moves_is_reported_with_a_place() {
    let text = "players x, o words Color\nsort place = here, there words Place\nstate mark(Place, Color) one Color\n\
                empty(Place) :- ¬mark(Place, Color_)\nmove go for x plays Place if empty(Place)\n    adds mark(Place, x)\n";
    let rules = rules(text);
    let start = rules.start().expect("it begins");
    let fault = playouts(&rules, &start, 1, &mut Random::new(1), &NEVER, &|_| {});
    let message =
        fault.expect_err("o cannot move").diagnostic(rules.program()).expect("the author can mend it");
    assert_eq!(message.code, Code::CannotMove);
    assert!(message.label.text.contains("o has no moves at all"), "{}", message.label.text);
}

#[test]
fn a_position_with_contradictory_lines_is_refused() {
    let rules = rules(MARKS);
    let x = rules.program().players[0];
    let board = "3 . . .\n2 . x .\n1 . . .\n  a b c\n";
    let found = |below: &str| match rules.notation().read_position(&format!("{board}{below}"), x) {
        Ok(_) => "nothing".to_owned(),
        Err(fault) => format!("{}:{}", fault.at.start - board.len(), fault.found),
    };
    assert_eq!(found("to.move(o)\n"), "nothing");
    assert_eq!(found("mark(b2, x)\n"), "nothing");
    assert_eq!(found("mark(b2, o)\n"), "0:`mark(b2, o)` cannot hold together with `mark(b2, x)`");
    assert_eq!(found("to.move(x)\nto.move(o)\n"), "11:`to.move(o)` cannot hold together with `to.move(x)`");
    assert_eq!(found("to.move(o)\nto.move(o)\n"), "nothing");
}

#[test]
fn a_preference_up_to_symmetry_values_each_move_once() {
    let preferences = "preference corner for Color plays Field worth 3 if equal(Field, a1), empty(Field) up to symmetry\n\
                       preference beside for Color plays Field worth N if\n    mark(a1, Color), step(a1, n, Field), number(N) up to symmetry\n\
                       preference here for Color plays Field worth 10 if equal(Field, a1), empty(Field)\n";
    let rules = rules(&format!("{MARKS}sort number = 5 to 5 words N\n{preferences}"));
    let valued = |moves: &str| -> Vec<(String, i64)> {
        let mut position = rules.start().expect("the game begins");
        for text in moves.split_whitespace() {
            let mv = rules.notation().read_move(&mut position, text).expect("it is a move");
            rules.play(&mut position, mv).expect("it can be made");
        }
        let mut moves = Vec::new();
        rules.moves(&mut position, &mut moves).expect("there are moves");
        let worth = rules.judgement().preferred(&mut position, &moves).expect("they are valued");
        let texts = moves.iter().map(|mv| rules.notation().move_text(*mv));
        texts.zip(worth).filter(|(_, worth)| *worth != 0).collect()
    };
    let of = |all: &[(&str, i64)]| {
        all.iter().map(|(text, worth)| ((*text).to_owned(), *worth)).collect::<Vec<_>>()
    };
    assert_eq!(valued(""), of(&[("a1", 13), ("c1", 3), ("a3", 3), ("c3", 3)]));
    assert_eq!(valued("c3 b2"), of(&[("a1", 13), ("c1", 3), ("c2", 5), ("a3", 3), ("b3", 5)]));
}

#[test]
fn a_score_up_to_symmetry_counts_equal_images_once() {
    let scores = "score lone for x attacking 5 defending 7 if\n    mark(a1, x), empty(b2) up to symmetry\n\
                  score beside for Color attacking N defending N if\n    mark(a1, Color), step(a1, n, Field), mark(Field, Color), number(N)\n    up to symmetry\n\
                  score here for o attacking 100 defending 100 if mark(a1, o)\n";
    let rules = rules(&format!("{MARKS}sort number = 3 to 3 words N\n{scores}"));
    let worth = |moves: &str| -> [i64; 2] {
        let mut position = rules.start().expect("the game begins");
        for text in moves.split_whitespace() {
            let mv = rules.notation().read_move(&mut position, text).expect("it is a move");
            rules.play(&mut position, mv).expect("it can be made");
        }
        let players = &rules.program().players;
        [0, 1].map(|at| rules.judgement().value(&mut position, players[at]).expect("it is valued"))
    };
    assert_eq!(worth(""), [0, 0]);
    // o is to move, so x is defending. The condition on the two corners has no variables, so it counts once or not at
    // all.
    assert_eq!([worth("c3"), worth("c3 a2"), worth("c3 a2 a1")], [[7, -7], [5, -5], [7, -7]]);
    // In the first position the two corners have one neighbouring field in common, so there is one answer. In the
    // second position there are two.
    assert_eq!([worth("a1 b2 a2 c1 a3"), worth("a1 b2 a2 c1 b1")], [[3, -3], [6, -6]]);
    assert_eq!(worth("b2 a1"), [-100, 100]);
}

#[test]
fn a_symmetry_must_map_the_values_of_a_state_to_its_sort() {
    let flags = "sort home = a1, b1, c1 part of field words Home\nstate flag(Home, Color)\nstart flag(c1, x)\n\
                 score flag for Color attacking 5 defending 5 if\n    flag(a1, Color), ¬(flag(Field_, Color), row(Field_) = 3) up to symmetry\n";
    let rules = rules(&format!("{MARKS}{flags}"));
    assert_eq!(Images::of(&rules).count(), 2, "the lowest row is mirrored, and never turned");
    let (mut start, players) = (rules.start().expect("the game begins"), &rules.program().players);
    assert_eq!([0, 1].map(|at| rules.judgement().value(&mut start, players[at])), [Ok(5), Ok(-5)]);
}

#[test]
fn a_symbol_for_several_values_needs_a_line_that_states_the_value() {
    let text = "board 3 by 1 like b1 words Field\nplayers x, o words Color\nstate mark(Field, Color) one Color\n\
                empty(Field) :- ¬mark(Field, Color_)\nmove mark for Color plays Field if empty(Field)\n    adds mark(Field, Color)\n\
                draw full if ¬empty(Field_)\ndrawn mark(Field, Color) as m\n";
    let rules = rules(text);
    let x = rules.program().players[0];
    let read = |text: &str| {
        rules.notation().read_position(text, x).map(|position| rules.notation().position_text(&position))
    };
    let fault = read("1 m . .\n  a b c\n").expect_err("whose mark it is stands nowhere");
    assert_eq!((fault.at.clone(), fault.found.as_str()), (2..3, "`m` does not say which `mark` is meant"));
    let whole = "1 m . .\n  a b c\nto.move(x)\nmark(a1, o)\n";
    assert_eq!(read(whole), Ok(whole.to_owned()));
}
