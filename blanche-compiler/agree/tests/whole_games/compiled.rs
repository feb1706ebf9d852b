//! Compiled games return the same answers as the interpreter, and exceed limits at the same amount of work.

use agree::whole::{compiled_draw, plan_of};
use blanche_compiler::interpret::{Machine, StateHost};
use blanche_compiler::program::RuleId;
use blanche_compiler::random::Random;
use blanche_compiler::runtime::{Limits, Position, Value};

use super::{Case, WORK};
use crate::compiled_game::{Game, least_work};

/// Length of a playout, in moves.
const PLIES: usize = 6;

/// The effects of a move are compared for at most this many of the ways to play it.
const PLAYED: usize = 4;

/// Work limit of a query.
fn enough() -> Limits {
    Limits { work: WORK, ..Limits::default() }
}

/// The compiled games.
fn games() -> impl Iterator<Item = Game> {
    agree_compiled::whole_games().into_iter().map(|(seed, text, base)| {
        let case = Case::new(seed);
        assert_eq!(case.text, format!("seed {seed}\n{text}"), "it was compiled from this text");
        let plan = plan_of(&case.read.program, seed, compiled_draw(seed));
        Game::new(case.text, case.read.program, plan, base)
    })
}

#[test]
fn compiled_games_agree_with_the_interpreter_in_answers_and_limits() {
    let (mut positions, mut answers, mut given_up) = (0, 0, 0);
    for game in games() {
        let machine = game.machine(enough());
        let about = |position: &mut Position| {
            positions += 1;
            let (found, without) = game.compare(&machine, position, (enough(), PLAYED));
            answers += found;
            given_up += without;
        };
        let mut start = each_position(&game, about);
        compare_limits(&game, &mut start);
    }
    println!("{positions} positions, {answers} answers; {given_up} questions were given up");
    assert!(answers > 0, "{positions} {answers}");
}

/// Calls `about` with the positions of a random playout. Returns the first position.
fn each_position(game: &Game, mut about: impl FnMut(&mut Position)) -> Position {
    let rules = game.rules(enough()).by_plans();
    let (mut random, mut moves) = (Random::new(12), Vec::new());
    let start = rules.start().expect("it begins");
    let mut position = start.clone();
    for _ in 0..PLIES {
        about(&mut position);
        // A move may contradict itself, never end, or take too much work to find.
        let can_move = rules.moves(&mut position, &mut moves).is_ok() && !moves.is_empty();
        if !can_move || rules.play(&mut position, *random.choose(&moves)).is_err() {
            break;
        }
    }
    start
}

/// Checks that both back ends exceed the limit of every query at the same amount of work.
fn compare_limits(game: &Game, start: &mut Position) {
    game.each_question(start, (enough(), 1), &mut |position, id, given| {
        if game.compiled(position, (id, given), enough()).is_err() {
            return;
        }
        let limited = |work| Limits { work, ..enough() };
        let taken = least_work(|work| game.compiled(position, (id, given), limited(work)).is_ok());
        for work in [taken, taken.saturating_sub(1)] {
            let machine = game.machine(limited(work));
            let found = is_found(game, &machine, position, (id, given));
            let text = &game.program.rule(id).text;
            assert_eq!(found, work == taken, "{work} {given:?}: {text}\n{}", game.text);
        }
    });
}

fn is_found(
    game: &Game,
    machine: &Machine<StateHost>,
    position: &mut Position,
    asked: (RuleId, &[Value]),
) -> bool {
    game.interpreted(machine, position, asked).is_ok()
}
