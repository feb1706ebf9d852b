//! Tests of wins by fours alone: the search finds the same wins as a plain exhaustive search.

use std::collections::HashMap;

use blanche_compiler::random::Random;
use blanche_compiler::runtime::Limits as Work;
use noire::bases::DEFAULT_BASE;
use noire::board::{Color, Point, Position};
use noire::facts::Base;
use noire::games::{FiveInARow, Game, Knowledge};
use noire::search::limits::SearchLimits;
use noire::search::solve::{Check, SolveOptions, solve};
use noire::search::strategy::{ThreatClass, Untried};
use noire::search::threats::Threats;

/// Only rules of level 1 are used, since rules of higher levels would claim the win before the lines become long.
const LEVELS: u32 = 1;

/// Whether the side to move wins by fours, by trying every four.
fn wins(game: &mut FiveInARow<'_>, attacker: Color, known: &mut HashMap<u64, bool>) -> bool {
    let key = game.key();
    if let Some(known) = known.get(&key) {
        return *known;
    }
    let one = 1..=LEVELS;
    let wins = if game.claim(attacker, one.clone(), |_| true).unwrap().is_some() {
        true
    } else {
        let mut moves = Vec::new();
        if game.claim(attacker.other(), one, |_| true).unwrap().is_some() {
            game.replies(&mut moves).unwrap();
        } else {
            let mut forcing = Vec::new();
            game.forcing(&mut forcing).unwrap();
            moves.extend(forcing.iter().filter(|(_, within)| *within <= 1).map(|(mv, _)| *mv));
        }
        moves.into_iter().any(|mv| {
            game.play(mv);
            let wins = loses(game, attacker, known);
            game.take_back();
            wins
        })
    };
    known.insert(key, wins);
    wins
}

/// Whether this attacker, who has just made a move, wins by fours whatever the side to move replies.
fn loses(game: &mut FiveInARow<'_>, attacker: Color, known: &mut HashMap<u64, bool>) -> bool {
    if game.winner().unwrap().is_some()
        || game.claim(attacker.other(), 1..=LEVELS, |_| true).unwrap().is_some()
        || game.claim(attacker, 1..=LEVELS, |_| true).unwrap().is_none()
    {
        return false;
    }
    let mut replies = Vec::new();
    game.replies(&mut replies).unwrap();
    replies.into_iter().all(|reply| {
        game.play(reply);
        let loses = match game.winner().unwrap() {
            Some(winner) => winner == attacker,
            None => wins(game, attacker, known),
        };
        game.take_back();
        loses
    })
}

/// A random position with this number of stones. The colours and the side to move are random, too.
fn scattered(random: &mut Random, stones: usize) -> Position {
    let mut fields: Vec<Point> = Point::all().collect();
    for at in 0..stones {
        let other = at + random.below(fields.len() - at);
        fields.swap(at, other);
    }
    let (black, white) = fields[..stones].split_at(stones / 2);
    let to_move = Color::ALL[random.below(2)];
    Position::set_up(black, white, Some(to_move), None).expect("no field comes twice")
}

#[test]
fn the_search_wins_by_fours_where_a_plain_search_does() {
    let base = Base::open(DEFAULT_BASE, Work::default()).unwrap_or_else(|_| panic!("it is built in"));
    let wanted = SolveOptions {
        class: ThreatClass::Fours,
        levels: LEVELS,
        check: Check::ToTheEnd,
        limits: SearchLimits::default(),
    };
    let mut random = Random::new(23);
    let (mut won, mut lost, mut longest) = (0, 0, 0);
    for number in 0..400 {
        let position = scattered(&mut random, 30 + number % 50);
        let mut game = FiveInARow::new(&base, base.backend(), position.clone());
        if game.winner().unwrap().is_some() {
            continue;
        }
        let attacker = game.to_move();
        let expected = wins(&mut game, attacker, &mut HashMap::new());
        let solution = solve(&Threats, &mut game, &wanted);
        assert_eq!(solution.won.is_some(), expected, "{position:?}");
        assert_eq!(solution.checked, expected, "{position:?}");
        let untried = [ThreatClass::Threats, ThreatClass::Quiet].map(Untried::Class);
        assert_eq!(solution.untried, if expected { &[][..] } else { &untried }, "{position:?}");
        if let Some(proof) = &solution.won {
            won += 1;
            longest = longest.max(proof.plies());
        } else {
            lost += 1;
        }
    }
    assert!(won >= 40 && lost >= 40 && longest >= 15, "{won} won, {lost} not, the longest {longest}");
}
