//! Checks that the built-in corpora are as documented.

use std::path::Path;

use crate::corpus::{self, SEED, Walk, choose, games};
use blanche_compiler::random::Random;
use noire_engine::board::Position;
use noire_engine::record::moves_text;

/// Number of moves in the committed list.
const NODE_COUNT: usize = 50_000;

/// Recomputes the committed list. The result equals [`corpus::nodes`] unless the games or the selection of moves have
/// changed.
fn choose_nodes() -> Vec<Walk> {
    let games = games();
    // The first and the last position are left out: before the first move there is no stone on the board, and after the
    // last move the game is over.
    let plies: usize = games.iter().map(|moves| moves.len() - 1).sum();
    let mut random = Random::new(SEED);
    let (mut before, mut chosen) = (0, 0);
    games
        .into_iter()
        .map(|moves| {
            let mut position = Position::empty();
            let mut tries = vec![Vec::new()];
            for &field in &moves[..moves.len() - 1] {
                position.play(field).expect("the moves of a game can be played");
                before += 1;
                // The tried moves are distributed evenly over the positions of all games.
                let stones = NODE_COUNT * before / plies - chosen;
                chosen += stones;
                tries.push(choose(&position, stones, &mut random));
            }
            Walk { start: Position::empty(), moves, tries }
        })
        .collect()
}

/// The positions and the moves to try in them, in the format of the committed file.
fn text(walks: &[Walk]) -> String {
    let mut text = "# the stones tried along each game of games.tsv\n".to_owned();
    for walk in walks {
        let tries: Vec<String> = walk.tries.iter().map(|stones| moves_text(stones)).collect();
        text.push_str(&tries.join(" "));
        text.push('\n');
    }
    text
}

#[test]
fn the_committed_nodes_match_the_seed() {
    let chosen = choose_nodes();
    if std::env::var_os("NOIRE_WRITE_NODES").is_some() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/nodes.tsv");
        std::fs::write(file, text(&chosen)).unwrap();
        return;
    }
    let same = chosen == corpus::nodes();
    assert!(
        same,
        "NOIRE_WRITE_NODES=1 cargo test --package noire-program --lib corpus:: writes engine/data/nodes.tsv anew"
    );
}

#[test]
fn nodes_are_different_empty_fields_near_a_stone() {
    let walks = corpus::nodes();
    assert_eq!(walks.iter().map(Walk::len).sum::<usize>(), NODE_COUNT);
    for walk in &walks {
        assert_eq!(walk.tries.len(), walk.moves.len());
        for (ply, stones) in walk.tries.iter().enumerate() {
            let known = &walk.moves[..ply];
            for (number, stone) in stones.iter().enumerate() {
                assert!(!known.contains(stone) && !stones[..number].contains(stone));
                assert!(known.iter().any(|other| stone.distance(*other) <= 2));
            }
        }
    }
}

#[test]
fn a_walk_visits_every_position_with_its_stones() {
    let walk = &corpus::nodes()[0];
    let (mut visited, mut last) = (0, None);
    walk.each_node(|position, stone| {
        assert!(position.is_empty(stone));
        visited += 1;
        last = Some(position.clone());
    });
    assert_eq!(visited, walk.len());
    let before_the_last = &walk.moves[..walk.moves.len() - 1];
    assert_eq!(last, Some(Position::after_moves(before_the_last).unwrap()));
}

#[test]
fn tries_have_the_requested_number_of_stones() {
    let positions = corpus::positions();
    let walks = corpus::tries(&positions[..20], 4);
    assert!(walks.iter().all(|walk| walk.len() == 4));
    assert_eq!(walks, corpus::tries(&positions[..20], 4));
}
