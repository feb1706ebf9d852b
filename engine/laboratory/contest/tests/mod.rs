//! Tests of contests: both sides play every opening, games are legal and end as reported, and scores have error bars.

mod log;
mod sprt;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use blanche_compiler::runtime::Limits;
use blanche_sorted::SortedMap;

use crate::contest::score::{GameScore, elo};
use crate::contest::{
    Allowance, Contest, ContestTerms, Entrant, KnowledgeSource, MatchScore, Openings, Pair, run,
};
use noire_engine::bases::Backend;
use noire_engine::board::Position;
use noire_engine::facts::Base;
use noire_engine::games::numbered_opening;
use noire_engine::search::time::TimeControl;
use noire_engine::with_world;
use noire_engine::world::{AnyWorld, World, open};

/// Opens a built-in game of two players.
fn world(name: &str) -> AnyWorld {
    let base = open(name, Limits::default()).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    let backend = base.backend();
    base.answered_by(vec![backend], Backend::Compiled)
        .unwrap_or_else(|(_, trouble)| panic!("{name}: {trouble}"))
}

fn terms(pairs: u64, threads: usize) -> ContestTerms {
    let (time, tolerance) = (TimeControl::default(), Duration::ZERO);
    let allowance = Allowance { time, positions: Some(200), tolerance, second_follows: false };
    ContestTerms { allowance, pairs, seed: 3, sprt: None, threads, stop: Arc::default() }
}

/// A contest between these players.
fn contest<'w, W: World>(world: &'w W, players: &[&str], openings: Openings<'w, W::Step>) -> Contest<'w, W> {
    let entrant = |name: &&str| Entrant {
        spec: name.parse().unwrap_or_else(|bad| panic!("{bad}")),
        knows: KnowledgeSource::Same,
    };
    let entrants = players.iter().map(entrant).collect();
    Contest { world, entrants, openings, seed: 3, memory: Some(1 << 20), shorter: AtomicU64::default() }
}

/// Plays a contest and returns all pairs in order.
fn pairs<W: World>(contest: &Contest<'_, W>, terms: &ContestTerms) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let played = run(contest, terms, &SortedMap::new(), |_, taken| {
        pairs.push(taken.pair.clone());
        true
    });
    played.unwrap_or_else(|error| panic!("{error:?}"));
    pairs
}

#[test]
fn openings_are_played_from_both_sides_and_recorded_ends_are_correct() {
    for name in ["renju", "gomoku", "noughts", "othello", "connect-four"] {
        with_world!(&world(name), |world| games_are_legal(name, world));
    }
}

fn games_are_legal<W: World>(name: &str, world: &W) {
    let contest = contest(world, &["search:depth=2,level=3", "winning"], Openings::Drawn(None));
    let players = world.players();
    for [one, other] in pairs(&contest, &terms(2, 2)) {
        let made: u64 = one.used.iter().map(|used| used.moves).sum();
        let opening = one.moves.split(' ').count() - made as usize;
        let begin = |moves: &str| moves.split(' ').take(opening).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(begin(&one.moves), begin(&other.moves), "{name}");
        for (first, game) in [one, other].iter().enumerate() {
            let start = world.start().expect("it begins");
            let moves = world.continued(&start, &[], &game.moves).expect("every move is one of the game");
            let mut ends = Vec::new();
            world
                .replay(&start, &moves, &mut |position| {
                    ends.push(world.end(&mut position.clone()).expect("no limit"));
                    true
                })
                .expect("it can be played");
            let end = ends.pop().flatten().expect("the game has ended");
            assert!(ends.iter().all(Option::is_none), "{name}: it ended no sooner");
            assert_eq!(end.by, game.by);
            let winner = end.winner.map(|winner| players.iter().position(|player| *player == winner));
            let score = match winner.flatten() {
                None => GameScore::Drawn,
                Some(winner) if winner == first => GameScore::Won,
                Some(_) => GameScore::Lost,
            };
            assert_eq!(score, game.score, "{name}: {}", game.moves);
            assert!(game.used.iter().all(|used| used.late == 0 && used.given_up.is_none()));
        }
    }
}

#[test]
fn a_contest_ends_with_the_last_opening_and_depends_only_on_its_seed() {
    let world = world("noughts");
    let AnyWorld::Text(world) = &world else { panic!("it stands in its text") };
    let start = world.start().expect("it begins");
    let opening = |text: &str| world.continued(&start, &[], text).expect("it is a game");
    let given = || Openings::Given(vec![opening("b2 a1"), opening("a1"), opening("")]);
    let played = pairs(&contest(world, &["search", "random"], given()), &terms(50, 1));
    assert_eq!(played.len(), 3, "a contest ends with the last opening");
    let again = pairs(&contest(world, &["search", "random"], given()), &terms(50, 2));
    let moves =
        |pairs: &[Pair]| -> Vec<String> { pairs.iter().flatten().map(|game| game.moves.clone()).collect() };
    assert_eq!(moves(&played), moves(&again), "with any number of threads");
    assert!(played.iter().flatten().all(|game| game.score != GameScore::Lost));
    let drawn = |seed| {
        let contest = Contest { seed, ..contest(world, &["winning", "random"], Openings::Drawn(Some(2))) };
        moves(&pairs(&contest, &terms(5, 1)))
    };
    assert_eq!(drawn(1), drawn(1));
    assert_ne!(drawn(1), drawn(2));
    let long = contest(world, &["winning", "random"], Openings::Drawn(Some(9)));
    pairs(&long, &terms(5, 1));
    assert!(long.shorter.load(Ordering::Relaxed) > 0, "some games are over before nine moves");
}

#[test]
fn random_openings_follow_the_known_ones_and_allow_no_claim() {
    let base = Base::open("renju", Limits::default()).expect("it is built in");
    let drawn = |seed, number| numbered_opening(&base, base.backend(), seed, number).unwrap();
    assert_eq!(drawn(1, 0), drawn(2, 0), "nothing is drawn in the first round");
    assert_eq!(drawn(1, 30), drawn(1, 30));
    assert_ne!(drawn(1, 30), drawn(2, 30));
    for number in [26, 40, 60, 90] {
        let moves = drawn(3, number);
        assert_eq!(moves.len() as u64, 3 + 2 * (number / 26));
        assert_eq!(moves[..3], drawn(3, number % 26));
        let mut position = Position::after_moves(&moves).expect("every field was empty");
        assert_eq!(base.on(base.backend()).verdict(&mut position).unwrap(), None);
    }
}

#[test]
fn a_score_is_that_of_the_first_player_with_the_error_of_pairs() {
    use GameScore::{Drawn, Lost, Won};
    let of = |pairs: &[[GameScore; 2]]| {
        let mut score = MatchScore::default();
        pairs.iter().for_each(|pair| score.add(*pair));
        score
    };
    let score = of(&[[Won, Won], [Won, Lost], [Drawn, Won]]);
    assert_eq!((score.wins, score.draws, score.losses), (4, 1, 1));
    assert!((score.rate() - 0.75).abs() < 1e-9);
    // The pairs score 1, 0.5 and 0.75, so their standard deviation is 0.25.
    let (low, high) = score.interval().unwrap();
    let error = 1.96 * 0.25 / 3f64.sqrt();
    assert!((low - (0.75 - error)).abs() < 1e-9 && (high - 1.0f64.min(0.75 + error)).abs() < 1e-9);
    assert_eq!(of(&[[Won, Won]]).interval(), None);
    // Two openings with equal scores prove nothing.
    assert_eq!(of(&[[Won, Won], [Won, Won]]).interval(), Some((0.0, 1.0)));
    assert!((elo(0.75) - 190.8).abs() < 0.1);
    assert_eq!(elo(1.0), f64::INFINITY);
}
