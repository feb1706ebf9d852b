//! Tests of moves of several steps: which moves exist, how they are written and parsed, and moves without an end.

use super::*;

/// A game in which a man leaps over an opposing man, and continues leaping.
const LEAPS: &str = "\
board 5 by 5 like a1 words Field
players x, o words Color, Other
state man(Field, Color) one Color
start man(a1, x), man(e5, x)
start man(b1, o), man(d1, o), man(c2, o)
empty(Field) :- ¬man(Field, Color_)
leap(Field1, Field2, Field3, Color) :-
    man(Field1, Color), straight(Direction_), step(Field1, Direction_, Field2), man(Field2, Other_),
    opponent(Color, Other_), step(Field2, Direction_, Field3), empty(Field3)
move jump for Color plays Field1, Field3 if leap(Field1, Field2, Field3, Color)
    removes man(Field1), man(Field2)
    adds man(Field3, Color)
    then jump from Field3
move wait for Color plays Field if man(Field, Color), ¬leap(Field_1, Field_2, Field_3, Color)
    removes man(Field)
blocked draws
drawn man(Field, x) as x, man(Field, o) as o
";

fn texts(rules: &Rules, position: &mut Position) -> Vec<String> {
    let mut moves = Vec::new();
    rules.moves(position, &mut moves).expect("they end");
    moves.into_iter().map(|mv| rules.notation().move_text(mv)).collect()
}

fn both(text: &str) -> [Rules; 2] {
    [rules(text), rules(text).by_plans()]
}

#[test]
fn a_chain_of_steps_is_one_move() {
    for rules in both(LEAPS) {
        let start = rules.start().expect("it begins");
        assert_eq!(texts(&rules, &mut start.clone()), ["a1-c1-e1", "a1-c1-c3"]);
        let mv = rules.notation().read_move(&mut start.clone(), "a1-c1-c3").expect("it can be made");
        assert_eq!((mv.steps().count(), mv.is_chain()), (2, true));
        let mut after = start.clone();
        rules.play(&mut after, mv).expect("it is made");
        assert_eq!(rules.program().player(rules.to_move(&after)), "o");
        assert_eq!(texts(&rules, &mut after), ["d1"], "two men are gone");
        assert_eq!(leaves(&rules, 1, true), Ok(2));
        assert_eq!(leaves(&rules, 2, true), leaves(&rules, 2, false));
    }
}

#[test]
fn a_prefix_that_several_chains_share_is_ambiguous() {
    let rules = rules(LEAPS);
    let mut start = rules.start().expect("it begins");
    let mut read =
        |text: &str| rules.notation().read_move(&mut start, text).map(|mv| rules.notation().move_text(mv));
    assert_eq!(read("A1-C1-E1"), Ok("a1-c1-e1".to_owned()));
    assert_eq!(read("jump:a1-c1-e1"), Ok("a1-c1-e1".to_owned()));
    let unclear = read("a1-c1").expect_err("two moves begin so");
    assert_eq!(unclear.to_string(), "`a1-c1` can mean several moves; expected `a1-c1-e1`, `a1-c1-c3`");
    for (text, is_readable) in [
        ("a1", true),
        ("a1-c1-a1", true),
        ("a1-c1-e1-e3", true),
        ("a1+c1-e1", true),
        ("a1-z9", false),
        ("a1-c1-", false),
        ("-", false),
        ("", false),
        ("wait:a1-c1-e1", false),
    ] {
        let fault = read(text).expect_err("it is no move here");
        assert_eq!(matches!(fault, MoveFault::Illegal { .. }), is_readable, "{text}: {fault}");
    }
    let many = format!("a1{}", "-a1".repeat(10_000));
    assert!(matches!(read(&many), Err(MoveFault::Unreadable { .. })));
    let one = LEAPS.replace(", man(c2, o)", "");
    let rules = super::rules(&one);
    let mut start = rules.start().expect("it begins");
    assert_eq!(
        rules.notation().read_move(&mut start, "a1-c1").map(|mv| rules.notation().move_text(mv)),
        Ok("a1-c1-e1".to_owned())
    );
}

#[test]
fn games_with_chains_are_written_and_read() {
    let rules = rules(LEAPS);
    let (start, mut random, mut moves) = (rules.start().expect("it begins"), Random::new(3), Vec::new());
    for _ in 0..20 {
        let (mut position, mut played) = (start.clone(), Vec::new());
        let end = playout(&rules, &mut position, &mut random, &mut moves, |_, mv| played.push(mv));
        end.expect("it ends");
        assert_eq!(rules.records().read_record(&start, &rules.records().record_text(&played)), Ok(played));
    }
}

#[test]
fn a_step_on_another_field_or_of_another_name_is_written_out() {
    let text = "\
board 3 by 1 like a1 words Field
players x, o words Color, Other
state mark(Field, Color) one Color
empty(Field) :- ¬mark(Field, Color_)
move first for Color plays Field if empty(Field), ¬mark(Field_, Color)
    adds mark(Field, Color)
    then second
move second for Color plays Field if empty(Field), mark(Field_, Color)
    adds mark(Field, Color)
draw full if ¬empty(Field_)
blocked draws
drawn mark(Field, x) as x, mark(Field, o) as o
";
    for rules in both(text) {
        let mut start = rules.start().expect("it begins");
        let written = texts(&rules, &mut start);
        assert_eq!(written[0], "first:a1+second:b1");
        assert_eq!(written.len(), 6);
        for text in written {
            assert_eq!(
                rules.notation().read_move(&mut start, &text).map(|mv| rules.notation().move_text(mv)),
                Ok(text.clone())
            );
            let short = text.replace("first:", "").replace("second:", "");
            assert_eq!(
                rules.notation().read_move(&mut start, &short).map(|mv| rules.notation().move_text(mv)),
                Ok(text)
            );
        }
    }
}

#[test]
fn a_chain_continues_with_any_then_whose_condition_holds() {
    let text = "\
board 4 by 2 like a1 words Field
players x, o words Color, Other
state mark(Field, Color) one Color
start mark(a1, x)
empty(Field) :- ¬mark(Field, Color_)
move east for Color plays Field1, Field2 if mark(Field1, Color), step(Field1, e, Field2), empty(Field2)
    removes mark(Field1)
    adds mark(Field2, Color)
    then east from Field2 if column(Field1, b)
    then north from Field2 if column(Field1, b)
move north for Color plays Field1, Field2 if mark(Field1, Color), step(Field1, n, Field2), empty(Field2)
    removes mark(Field1)
    adds mark(Field2, Color)
    then east from Field2
blocked draws
drawn mark(Field, x) as x, mark(Field, o) as o
";
    for rules in both(text) {
        let mut start = rules.start().expect("it begins");
        assert_eq!(texts(&rules, &mut start), ["east:a1-b1", "north:a1-a2-east:b2"]);
        let mut there = start.clone();
        let mv = rules.notation().read_move(&mut there, "a1-b1").expect("it is a move");
        rules.play(&mut there, mv).expect("it is made");
        there.add(0, &[rules.game().first]);
        let expected = ["east:b1-c1-d1", "east:b1-c1-north:c2-east:d2", "north:b1-b2-east:c2-d2"];
        assert_eq!(texts(&rules, &mut there), expected);
    }
}

/// The message and code of the fault when moves are generated in the initial position of a game with an endless move.
fn unending(text: &str) -> (String, Code) {
    let [words, plans] = both(text);
    let mut start = plans.start().expect("it begins");
    let fault = plans.moves(&mut start.clone(), &mut Vec::new()).expect_err("a move has no end");
    assert_eq!(start.words(), plans.start().expect("it begins").words(), "to ask changes nothing");
    for rules in [&words, &plans] {
        assert_eq!(perft(rules, &mut start, 1, COUNTING), Err(fault.clone()));
        let played = playouts(rules, &start, 1, &mut Random::new(1), &NEVER, &|_| {});
        assert_eq!(played, Err(fault.clone()));
    }
    let message = fault.diagnostic(plans.program()).expect("it is the author's");
    (fault.to_string(), message.code)
}

#[test]
fn an_endless_move_is_reported_with_its_steps() {
    let walk = "\
board 3 by 1 like a1 words Field
players x, o words Color, Other
state mark(Field, Color) one Color
start mark(a1, x)
empty(Field) :- ¬mark(Field, Color_)
move walk for Color plays Field1, Field2 if mark(Field1, Color), step(Field1, Direction_, Field2), empty(Field2)
    removes mark(Field1)
    adds mark(Field2, Color)
    then walk from Field2
drawn mark(Field, x) as x, mark(Field, o) as o
";
    let (said, code) = unending(walk);
    assert_eq!(code, Code::EndlessMove);
    assert_eq!(said, "the move a1-b1-a1 returns to an earlier position and continues");
    let clock = "\
players x, o words Color, Other
sort number = 0 to 63 words N
sort side = in, out words Side
state clock(Side, N) one N
start clock(in, 0), clock(out, 0)
move tick for Color plays Side, N if clock(Side, N), N < 40
    adds clock(Side, N + 1)
    then tick
";
    assert_eq!(
        unending(clock).0,
        "the move in-0+in-1+in-2+in-3+in-4+in-5+in-6+in-7 … continues after 64 steps"
    );
    let marks = "\
board 4 by 3 like a1 words Field
players x, o words Color, Other
state mark(Field, Color) one Color
empty(Field) :- ¬mark(Field, Color_)
move mark for Color plays Field if empty(Field)
    adds mark(Field, Color)
    then mark
drawn mark(Field, x) as x, mark(Field, o) as o
";
    assert!(
        unending(marks).0.starts_with("there are too many ways to continue, a1+b1+c1+d1"),
        "{}",
        unending(marks).0
    );
}

#[test]
fn a_step_that_changes_nothing_may_continue_with_another() {
    let text = "\
board 3 by 1 like a1 words Field
players x, o words Color, Other
state mark(Field, Color) one Color
start mark(a1, x), mark(c1, o)
move turn for Color plays Field if mark(Field, Color)
    adds mark(Field, Color)
    then settle from Field
move settle for Color plays Field if mark(Field, Color)
    adds mark(Field, Color)
    then leave from Field
move leave for Color plays Field if mark(Field, Color)
    removes mark(Field)
blocked draws
drawn mark(Field, x) as x, mark(Field, o) as o
";
    for rules in both(text) {
        let mut start = rules.start().expect("it begins");
        assert_eq!(
            texts(&rules, &mut start),
            ["turn:a1+settle:a1+leave:a1", "settle:a1+leave:a1", "leave:a1"]
        );
        assert_eq!(perft(&rules, &mut start, 1, COUNTING), Ok(3));
    }
}

#[test]
fn a_contradiction_inside_a_chain_is_reported_with_all_its_steps() {
    let text = LEAPS.replace(
        "    adds man(Field3, Color)\n",
        "    adds man(Field3, Color)\n    adds man(Field3, o) if row(Field3, 3)\n",
    );
    let rules = rules(&text);
    let start = rules.start().expect("it begins");
    let mut asked = start.clone();
    let found = rules.moves(&mut asked, &mut Vec::new());
    let Err(Fault::Clash(clash)) = found else { panic!("it adds two values: {found:?}") };
    assert_eq!(clash.mv.as_deref(), Some("a1-c1-c3"));
    assert_eq!(asked.words(), start.words(), "to ask changes nothing");
}

#[test]
fn a_preference_for_first_and_last_field_values_whole_chains() {
    let text = format!(
        "{LEAPS}preference far for Color plays Field1, Field2 worth 5 if man(Field1, Color), column(Field2, e)\n"
    );
    let rules = rules(&text);
    let mut start = rules.start().expect("it begins");
    let mut moves = Vec::new();
    rules.moves(&mut start, &mut moves).expect("they end");
    assert_eq!(rules.judgement().preferred(&mut start, &moves), Ok(vec![5, 0]));
}

#[test]
fn the_image_of_a_position_has_the_images_of_its_moves() {
    let rules = rules(LEAPS);
    let mut start = rules.start().expect("it begins");
    let (images, mut moves, mut seen) = (Images::of(&rules), Vec::new(), Vec::new());
    rules.moves(&mut start, &mut moves).expect("they end");
    for image in 0..images.count() {
        let mut turned: Vec<Move> = moves.iter().filter_map(|mv| images.mv(image, *mv)).collect();
        turned.sort();
        rules.moves(&mut images.position(image, &start), &mut seen).expect("they end");
        assert_eq!(turned, seen);
    }
}
