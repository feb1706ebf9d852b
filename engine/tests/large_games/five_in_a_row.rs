//! Go-moku written in BLANCHE is compared with the base whose board is kept by Rust code (the host). Both have the same
//! moves, winners and threes in all games of the corpus.

use std::collections::BTreeSet;

use blanche_compiler::game::{Outcome, Rules};
use blanche_compiler::program::{RuleId, RuleKind};
use blanche_compiler::runtime::{Limits, Position as TextPosition, Value};
use noire::bases::{Backend, Question};
use noire::board::{Color, Group, Point, Position};
use noire::facts::Base;
use noire::games::{self, FiveInARow, Game};
use noire::laboratory::corpus;

use super::BACK_ENDS;
use super::texts::rules;
use crate::trials::step;

/// Fields, numbered by rows from the bottom, and from left to right within a row.
type Fields = BTreeSet<usize>;

/// The score with this name for a player in the hosted base.
fn hosted_score(base: &Base, name: &str, color: Color) -> Question {
    let is_it = |score: &noire::bases::Score| score.name == name && score.color == color.to_string();
    Question::Score(base.contents().scores.iter().position(is_it).expect("it is counted"))
}

/// The score with this name for a player in the rule files.
fn text_score(rules: &Rules, name: &str, color: Color) -> RuleId {
    let program = rules.program();
    let is_it = |rule: &blanche_compiler::program::Rule| {
        rule.name == name
            && matches!(rule.kind, RuleKind::Score(_))
            && program.colour(rule) == color.to_string()
    };
    RuleId(program.rules.iter().position(is_it).expect("it is counted") as u32)
}

/// The groups with three stones of a player and none of the other player, according to the host.
fn hosted_threes(base: &Base, position: &Position, color: Color) -> BTreeSet<Fields> {
    let question = hosted_score(base, "three", color);
    let found = base.on(Backend::Compiled).answers(question, &mut position.clone()).expect("it can be asked");
    let fields = |answer: &[Value]| {
        let group = Group::from_index(answer[0] as usize).expect("it is a group");
        group.base().iter().map(|point| point.index()).collect()
    };
    found.iter().map(fields).collect()
}

/// The windows with three stones of a player and none of the other player, according to the rule files. The rules give
/// each window by a field and a direction, and define which fields lie in it.
fn text_threes(rules: &Rules, position: &TextPosition, color: Color) -> BTreeSet<Fields> {
    let mut found = BTreeSet::new();
    let (program, three) = (rules.program(), text_score(rules, "three", color));
    let board = program.board.as_ref().expect("it has a board");
    let rule = program.rule(three);
    let place = |sort| {
        let mut sorts = rule.answer.iter().map(|id| rule.variables[id.index()].sort);
        sorts.position(|of| of == sort).expect("the answer has a value of the sort")
    };
    let [field, direction] = [board.field, board.direction].map(place);
    let each = rules.evaluator().each(&mut position.clone(), three, &[], &mut |window| {
        let step = match program.sort(board.direction).text(window[direction]).as_str() {
            "n" => 15,
            "ne" => 16,
            "e" => 1,
            "se" => -14,
            other => panic!("{other} is none of the halves"),
        };
        let inside = |place: isize| (window[field] as usize).checked_add_signed(place * step);
        found.insert((0..5).map(|place| inside(place).expect("it is on the board")).collect());
    });
    each.expect("it can be asked");
    found
}

/// How the game written in BLANCHE has ended, in the form that the hosted game uses; `None` if it is not over.
fn winner(outcome: Option<Outcome>, rules: &Rules) -> Option<games::Outcome<Color>> {
    outcome.map(|outcome| match outcome {
        Outcome::Drawn => games::Outcome::Drawn,
        Outcome::Won(player) => {
            let is_it = |color: &Color| color.to_string() == rules.program().player(player);
            games::Outcome::Won(Color::ALL.into_iter().find(is_it).expect("it is a player"))
        }
    })
}

/// Plays a game of the corpus on both boards. Returns the number of threes, and whether a player has won.
fn compare(base: &Base, rules: &Rules, moves: &[Point]) -> (usize, bool) {
    let mut hosted =
        FiveInARow::new(base, Backend::Compiled, Position::after_moves(&[]).expect("it is empty"));
    let mut position = rules.start().expect("it begins");
    let mut threes = 0;
    for point in moves {
        let (mut of_host, mut of_text) = (Vec::new(), Vec::new());
        hosted.moves(&mut of_host);
        rules.moves(&mut position, &mut of_text).expect("moves can be asked");
        let fields: Fields = of_host.iter().map(|point| point.index()).collect();
        assert!(of_text.iter().map(|mv| mv.played()[0] as usize).eq(fields), "{:?}", hosted.position());
        let mv = of_text.iter().find(|mv| mv.played()[0] as usize == point.index());
        rules.play(&mut position, *mv.expect("the field is empty")).expect("it can be made");
        hosted.play(*point);
        for color in Color::ALL {
            let of_host = hosted_threes(base, hosted.position(), color);
            assert_eq!(text_threes(rules, &position, color), of_host, "{color}{:?}", hosted.position());
            threes += of_host.len();
        }
        let outcome = hosted.outcome().expect("it can be asked");
        let of_text = rules.outcome(&mut position).expect("it can be asked");
        assert_eq!(winner(of_text, rules), outcome, "{:?}", hosted.position());
        if outcome.is_some() {
            return (threes, true);
        }
    }
    (threes, false)
}

#[test]
fn moves_winners_and_threes_agree_with_the_hosted_base_in_the_corpus() {
    let base = Base::open("gomoku", Limits::default()).unwrap_or_else(|_| panic!("it is built in"));
    let games = corpus::games();
    // The interpreter is slow, so it plays only some of the games.
    for (back_end, step) in BACK_ENDS.into_iter().zip([1, 4 * step()]) {
        let rules = rules("go-moku", back_end);
        let (mut threes, mut won) = (0, 0);
        for moves in games.iter().step_by(step) {
            let (found, is_won) = compare(&base, &rules, moves);
            threes += found;
            won += usize::from(is_won);
        }
        println!("{back_end}: {threes} threes, {won} of {} games are won", games.len().div_ceil(step));
        assert!(threes > 1_000 && won > 10, "{back_end}: {threes} threes, {won} won");
    }
}
