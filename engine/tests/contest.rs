//! Matches of agents in games in text: openings from both sides, lots that follow from the seed, and what cannot be played.

use std::sync::Arc;

use blanche_compiler::game::{Outcome, Rules};
use blanche_compiler::runtime::Limits;
use noire::agents::AgentSpec;
use noire::bases::{Backend, TextBase};
use noire::laboratory::games::contest::{Allowance, ContestError, Openings, Report, Terms, contest};

fn rules(name: &str) -> Rules {
    let base = TextBase::open(name, Limits::default()).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    base.played_by(Backend::Compiled).unwrap_or_else(|message| panic!("{name}: {}", message.title))
}

fn agent(text: &str) -> AgentSpec {
    text.parse().unwrap_or_else(|bad| panic!("{bad}"))
}

fn terms(openings: Openings, games: u64) -> Terms {
    let allowance = Allowance::Limited { time: None, positions: Some(200) };
    let stop = Arc::default();
    Terms { allowances: [allowance; 2], memory: Some(1 << 20), openings, games, seed: 3, stop }
}

fn played(rules: &Rules, names: [&str; 2], terms: &Terms) -> Report {
    let agents = names.map(agent);
    let report = contest(rules, [&agents[0], &agents[1]], terms, &mut |_, _| {});
    report.unwrap_or_else(|error| panic!("{error:?}"))
}

#[test]
fn every_opening_is_played_from_both_sides_and_every_move_is_legal() {
    let rules = rules("noughts");
    let start = rules.start().expect("it begins");
    let opening = |text: &str| rules.read_record(&start, text).expect("it is a game");
    let given = vec![opening("b2 a1"), opening("a1"), opening("")];
    let report = played(&rules, ["search", "random"], &terms(Openings::Given(given.clone()), 100));
    assert_eq!(report.games.len(), 6, "a match ends with the last opening");
    for (game, number) in report.games.iter().zip(0..) {
        assert_eq!(game.is_swapped, number % 2 == 1);
        assert!(game.moves.starts_with(&given[number / 2]));
        let text = game.moves.iter().map(|mv| rules.move_text(*mv)).collect::<Vec<_>>().join(" ");
        assert_eq!(rules.read_record(&start, &text).expect("every move is one of the game"), game.moves);
    }
    assert_eq!(report.score.losses, 0);
    assert!(report.used.iter().all(|used| used.moves > 0 && used.late == 0 && used.given_up.is_none()));
}

#[test]
fn whoever_takes_wins_beats_whoever_draws_lots_and_the_seed_says_how() {
    let rules = rules("noughts");
    let report = played(&rules, ["winning", "random"], &terms(Openings::ByChance(2), 100));
    assert!(report.score.wins > report.score.losses, "{:?}", report.score);
    let again = played(&rules, ["winning", "random"], &terms(Openings::ByChance(2), 100));
    let moves = |report: &Report| report.games.iter().map(|game| game.moves.clone()).collect::<Vec<_>>();
    assert_eq!(moves(&report), moves(&again));
    let wins = |first: bool| {
        let is_won = |outcome: Outcome, is_swapped: bool| {
            let winner = rules.program().players[usize::from(first == is_swapped)];
            outcome == Outcome::Won(winner)
        };
        report.games.iter().filter(|game| is_won(game.outcome, game.is_swapped)).count() as u64
    };
    assert_eq!((wins(true), wins(false)), (report.score.wins, report.score.losses));
}

#[test]
fn what_cannot_be_played_is_said() {
    let (noughts, terms) = (rules("noughts"), terms(Openings::ByChance(0), 2));
    let (wrong, random) = (agent("minimax:scores=midle"), agent("random"));
    let refused = contest(&noughts, [&wrong, &random], &terms, &mut |_, _| {});
    match refused {
        Err(ContestError::Agent(bad)) => {
            assert_eq!(bad.0, "the game has no score `midle`; did you mean `middle`?");
        }
        other => panic!("{other:?}"),
    }
}
