//! Random games, played by the interpreter and compared with the naive evaluator.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use agree::games::Outcome as Expected;
use agree::{Naive, generate};
use blanche_compiler::random::Random;

use crate::answers::read;
use crate::played::Both;
use crate::trials::trials;

/// Number of random games in a full test run.
const GAMES: usize = 300;

#[test]
fn generated_games_agree_with_the_definition() {
    let (mut plies, mut won, mut drawn, mut clashed) = (0, 0, 0, 0);
    let (mut chains, mut unending, mut passes, mut margins) = (0, 0, 0, 0);
    for seed in 0..trials(GAMES) as u64 {
        let text = generate::game(seed).text;
        let both = Both::new(&read(&text, None));
        let mut random = Random::new(seed);
        for _ in 0..2 {
            let seen = both.play(&mut random, &format!("seed {seed}\n{text}"));
            plies += seen.plies;
            won += usize::from(matches!(seen.ended, Some(Expected::Won(_))));
            drawn += usize::from(seen.ended == Some(Expected::Drawn));
            clashed += usize::from(seen.clashed);
            chains += seen.chains;
            unending += usize::from(seen.unending);
            passes += seen.passes;
            margins += seen.margins;
        }
    }
    println!("{plies} moves, {won} games won, {drawn} drawn, {clashed} with a contradiction");
    println!("{chains} moves of several steps, {unending} games with a move that does not end");
    println!("{passes} passes, {margins} positions with a margin");
    let least = trials(GAMES) / 10;
    assert!(
        plies > 10 * least && won > least && drawn > least && clashed > 0,
        "{plies} {won} {drawn} {clashed}"
    );
    assert!(chains > least && unending > 0, "{chains} {unending}");
    assert!(passes > 0 && margins > least, "{passes} {margins}");
}

#[test]
fn a_game_with_recursive_predicates_agrees_with_the_definition() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/paths/base.blanche");
    let both = Both::new(&read(&fs::read_to_string(path).expect("it is there"), None));
    let mut random = Random::new(1);
    let plies: usize = (0..4).map(|_| both.play(&mut random, "paths").plies).sum();
    assert!(plies > 32, "{plies} moves in 4 games");
}

#[test]
fn a_game_with_calls_in_its_moves_agrees_with_the_definition() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/races/base.blanche");
    let both = Both::new(&read(&fs::read_to_string(path).expect("it is there"), None));
    let mut random = Random::new(1);
    let plies: usize = (0..8).map(|_| both.play(&mut random, "races").plies).sum();
    assert!(plies > 24, "{plies} moves in 8 games");
}

#[test]
fn an_effect_applies_only_to_values_in_the_sorts_of_its_condition() {
    let text = "board 2 by 2 like a1 words F\nplayers c1, c2 words P, Q\n\
                sort k = c4, c5, c6 words K\nsort s = c4, c5 part of k words S\n\
                state has(F, K)\nstate part(F, S)\nopen first(X0: s)\nfact first(c4)\n\
                start has(a1, c4), has(a1, c5), has(a1, c6)\n\
                move r for P plays K1 if has(a1, K1)\n    \
                adds has(b1, K1) if ¬first(K1)\n    adds has(b2, K1) if ¬s(K1)\n    adds part(a1, K1)\n    \
                removes part(a1, K1) if to.move(c2), first(K1)\n\
                blocked passes\n";
    let both = Both::new(&read(text, None));
    let mut random = Random::new(1);
    let plies: usize = (0..4).map(|_| both.play(&mut random, text).plies).sum();
    assert_eq!(plies, 100, "every move can be made again");
}

#[test]
fn a_move_whose_variable_occurs_only_negated_can_be_played() {
    let text = "board 2 by 2 like a1 words F\nplayers c1, c2 words P, Q\nstate has(F, P) one P\n\
                start has(a1, c1)\n\
                move r for P plays F1 if ¬has(F1, P)\n    adds has(F1, P)\n\
                rule w for P against Q at level 0 if blocked(Q)\nblocked loses\n";
    let both = Both::new(&read(text, None));
    let mut random = Random::new(1);
    let plies: usize = (0..4).map(|_| both.play(&mut random, text).plies).sum();
    assert!(plies > 4, "{plies}");
}

/// The numbers of distinct positions that the naive evaluator finds after 0, 1, 2, … moves.
fn counted(text: &str, depth: usize) -> Vec<usize> {
    let naive = Naive::new(&read(text, None).trees);
    let mut level = BTreeSet::from([naive.start()]);
    let mut counts = vec![level.len()];
    for _ in 0..depth {
        let open = level.iter().filter(|position| naive.outcome(position).is_none());
        let after = |position| {
            let moves = naive.moves(position);
            moves.into_iter().filter_map(|played| naive.play(position, &played)).collect::<Vec<_>>()
        };
        level = open.flat_map(after).collect();
        counts.push(level.len());
    }
    counts
}

#[test]
fn the_naive_evaluator_counts_the_known_numbers_of_positions() {
    let knowledge = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../knowledge");
    let rules =
        |name: &str| fs::read_to_string(knowledge.join(name).join("rules.blanche")).expect("it is there");
    let held = |name: &str, known: &[usize], least: usize| {
        let depth = trials(known.len() - 1).max(least);
        assert_eq!(counted(&rules(name), depth), known[..=depth], "{name}");
    };
    // There are 5,478 positions in total.
    held("noughts", &[1, 9, 72, 252, 756, 1_260, 1_520, 1_140, 390, 78], 4);
    held("connect-four", &[1, 7, 49, 238, 1_120], 3);
}
