//! Tests of explanations of moves, in a game in which men leap over opposing men and continue leaping.

use super::text::MoveSpeech;
use super::*;
use crate::files::Sources;
use crate::project::{Files, Project};

const LEAPS: &str = "\
board 5 by 5 like a1 words Field
players x, o words Color, Other
sort energy = 0 to 9 words Energy
state man(Field, Color) one Color
state energy(Energy) one Energy
start man(a1, x), man(e5, x), energy(9)
start man(b1, o), man(d1, o), man(c2, o)
empty(Field) :- ¬man(Field, Color_)
leap(Field1, Field2, Field3, Color) :-
    man(Field1, Color), straight(Direction_), step(Field1, Direction_, Field2), man(Field2, Other_),
    opponent(Color, Other_), step(Field2, Direction_, Field3), empty(Field3)
move jump for Color plays Field1, Field3 if leap(Field1, Field2, Field3, Color)
    removes man(Field1), man(Field2)
    adds man(Field3, Color)
    adds energy(Energy - 1) if energy(Energy)
    then jump from Field3 if ¬row(Field3, 3)
move wait for Color plays Field if man(Field, Color), ¬leap(Field_1, Field_2, Field_3, Color)
    removes man(Field)
draw lonely if ¬man(Field_, o)
blocked loses
drawn man(Field, x) as x, man(Field, o) as o
";

struct Game {
    rules: Rules,
    sources: Sources,
}

fn game(text: &str) -> Game {
    let mut project = Project::default();
    let file = project.add("game.blanche", text.as_bytes());
    let checked = crate::check_program(&project, &Files { files: vec![file], incomplete: false }, None);
    let errors: Vec<&str> = checked.diagnostics.iter().map(|message| message.title.as_str()).collect();
    assert!(!crate::has_errors(&checked.diagnostics), "{errors:?}");
    let rules = Rules::interpreted(Arc::new(checked.resolved.program), Limits::default(), None);
    Game {
        rules: rules.unwrap_or_else(|message| panic!("{}", message.title)),
        sources: project.sources.clone(),
    }
}

impl Game {
    fn after(&self, moves: &[&str]) -> Position {
        let mut position = self.rules.start().expect("it begins");
        for text in moves {
            let mv = self.rules.notation().read_move(&mut position, text).expect("it is legal");
            self.rules.play(&mut position, mv).expect("it can be made");
        }
        position
    }

    fn explain(&self, moves: &[&str], text: &str) -> MoveExplanation<Position> {
        let (mut position, explainer) =
            (self.after(moves), MoveExplainer::new(&self.rules, Limits::default()));
        let before = position.clone();
        let explained = explainer.explain(&mut position, text).expect("it is within the limits");
        assert_eq!(position.words(), before.words(), "{text}");
        explained
    }

    /// The explanation as lines, without boards.
    fn lines(&self, moves: &[&str], text: &str) -> String {
        let speech = MoveSpeech {
            words: &|_| None,
            place: &|span| format!("line {}", self.sources.position(span).line),
            board: &|_| Vec::new(),
            limit: &|limit| limit.to_string(),
        };
        speech.lines(&self.explain(moves, text)).join("\n")
    }
}

#[test]
fn a_text_has_a_reading_for_each_kind_of_move_that_it_fits() {
    let game = game(LEAPS);
    let (notation, start) = (game.rules.notation(), game.after(&[]));
    let read = |text: &str| -> Vec<Vec<(usize, usize)>> {
        let readings = notation.readings(&start, text);
        let given = |step: &StepReading| step.values.iter().flatten().count();
        readings.iter().map(|steps| steps.iter().map(|step| (step.of, given(step))).collect()).collect()
    };
    let of = |name: &str| {
        let moves = &game.rules.game().moves;
        moves
            .iter()
            .position(|made| game.rules.program().rule(made.question).name == name)
            .expect("it is there")
    };
    let (jump, wait) = (of("jump"), of("wait"));
    assert_eq!(read("a1-c1-a1"), [[(jump, 2), (jump, 2)]]);
    assert_eq!(read("a1"), [[(jump, 1)], [(wait, 1)]]);
    assert_eq!(read("WAIT:a1"), [[(wait, 1)]]);
    assert_eq!(read("jump"), [[(jump, 0)]]);
    for none in ["", "a1-", "z9", "wait:a1-c1", "stay a1", "a1-c1-", "pass"] {
        assert_eq!(read(none), Vec::<Vec<_>>::new(), "{none}");
    }
    assert!(notation.readings(&start, &format!("a1{}", "-c1".repeat(10_000))).is_empty());
}

#[test]
fn each_change_of_a_legal_move_names_the_line_that_makes_it() {
    let game = game(LEAPS);
    let explained = game.explain(&[], "a1-c1-e1");
    assert!(explained.is_legal && explained.is_move);
    assert_eq!(explained.verdict, "x can play `a1-c1-e1` here");
    let changes = |step: &StepExplanation<Position>| -> Vec<String> {
        let StepReason::Possible(_, changes) = &step.reason else { panic!("{:?}", step.reason) };
        let text = |change: &Change| {
            let sign = if change.is_added { '+' } else { '-' };
            format!("{sign} {} by {}", change.tuple, game.sources.text(change.cause))
        };
        changes.iter().map(text).collect()
    };
    let all: Vec<Vec<String>> = explained.steps.iter().map(changes).collect();
    let first = [
        "- man(a1, x) by man(Field1)",
        "- man(b1, o) by man(Field2)",
        "+ man(c1, x) by man(Field3, Color)",
        // The tuple is replaced, and not removed.
        "- energy(9) by energy(Energy - 1)",
        "+ energy(8) by energy(Energy - 1)",
    ];
    assert_eq!(all[0], first);
    assert_eq!(all[1][2], "+ man(e1, x) by man(Field3, Color)");
    assert_eq!(explained.steps[1].title, "the move jump for x: c1-e1");
    // The second step is explained in the position after the first one.
    assert!(explained.steps[1].position.holds(1, &explained.steps[1].position.tuples_of(1)[0]));
}

#[test]
fn an_illegal_move_is_explained_at_its_first_impossible_step() {
    let game = game(LEAPS);
    let said = game.lines(&[], "a1-c1-a1");
    let expected = "x cannot play `a1-c1-a1` here; expected one of the moves `a1-c1-e1`, `a1-c1-c3`\n\n\
                    the move jump for x: c1-a1  % line 12\n\
                    With Field1 = c1, Field3 = a1:\n\
                    ⊥ leap(c1, Field2, a1, x)\n    ✓ man(c1, x)\n    ✓ straight(e)\n    ✓ step(c1, e, d1)\n    \
                    ✓ man(d1, o)\n    ✓ opponent(x, o)\n    ⊥ step(d1, e, a1)\n        `step(d1, e, e1)` holds instead";
    assert_eq!(said, expected);
}

#[test]
fn the_condition_that_forbids_a_quiet_move_is_shown_with_its_reason() {
    let game = game(LEAPS);
    let said = game.lines(&[], "wait e5");
    assert!(said.contains("✓ man(e5, x)\n⊥ ¬leap(Field_1, Field_2, Field_3, x)\n"), "{said}");
    assert!(said.contains("what is denied holds:") && said.contains("leap(a1, b1, c1, x)"), "{said}");
}

#[test]
fn a_then_line_whose_condition_fails_is_named() {
    let text = LEAPS.replace("man(c2, o)", "man(c2, o), man(c4, o)");
    let game = game(&text);
    // The chain ends on the third row, although another man could be leaped over.
    let said = game.lines(&[], "a1-c1-c3-c5");
    assert!(said.contains("the step is possible, but the move does not continue with it"), "{said}");
    assert!(said.contains("by line 16:") && said.contains("⊥ ¬row(c3, 3)"), "{said}");
}

#[test]
fn a_move_of_the_wrong_player_fails_at_its_man() {
    let game = game(LEAPS);
    let said = game.lines(&[], "wait d1");
    assert!(said.starts_with("x cannot play `d1` here; expected one of the moves "), "{said}");
    assert!(said.contains("⊥ man(d1, x)\n    `man(d1, o)` holds instead"), "{said}");
}

#[test]
fn texts_that_are_no_moves_are_told_from_illegal_moves() {
    let game = game(LEAPS);
    for text in ["z9", "", "fly a1", "wait a1-c1"] {
        let explained = game.explain(&[], text);
        assert!(!explained.is_move && !explained.is_legal && explained.steps.is_empty(), "{text}");
    }
    let other = game.explain(&[], "wait a1-c1-e1");
    assert!(!other.is_move && !other.is_legal, "it is a jump");
    let named = game.explain(&[], "jump a1-c1-e1");
    assert!(named.is_move && named.is_legal);
    let open = game.explain(&[], "wait");
    assert_eq!((open.verdict.as_str(), open.is_move), ("x has no such move here", true));
}

#[test]
fn no_move_is_legal_after_the_end() {
    let alone = game(&LEAPS.replace("start man(b1, o), man(d1, o), man(c2, o)\n", ""));
    let over = alone.explain(&[], "wait a1");
    assert_eq!(
        (over.verdict.as_str(), over.is_move, over.is_legal),
        ("the game is over: the draw lonely", true, false)
    );
}

#[test]
fn a_blocked_player_learns_what_stops_each_kind_of_move() {
    // After its only leap, x has waited with all its men.
    let text = LEAPS.replace(
        "start man(a1, x), man(e5, x), energy(9)\nstart man(b1, o), man(d1, o), man(c2, o)\n",
        "start energy(9), man(e5, o)\n",
    );
    let game = game(&text.replace("draw lonely if ¬(man(Field, Color), opponent(Color, Other))\n", ""));
    let start = game.after(&[]);
    assert_eq!(game.explain(&[], "wait").verdict, "the game is over: x cannot move");
    let explainer = MoveExplainer::new(&game.rules, Limits::default());
    let steps = explainer.blocked(&start).expect("it is within the limits");
    let titles: Vec<&str> = steps.iter().map(|step| step.title.as_str()).collect();
    assert_eq!(titles, ["the move jump for x", "the move wait for x"]);
}
