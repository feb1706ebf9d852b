//! Proofs of wins as trees for people: every listed reply is legal, none is missing in games in text, and every line is
//! legal and, if it is said to end the game, won.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::world::opened;
use noire::bases::Backend;
use noire::board::Point;
use noire::laboratory::corpus;
use noire::laboratory::win_proof::{PositionValue, ProofLimits, ProofWorld, WinProof, WinReason};
use noire::world::{AnyWorld, World};

fn limits() -> ProofLimits {
    ProofLimits { positions: 200_000, levels: 7, stop: Arc::new(AtomicBool::new(false)) }
}

/// Walks through a proof. Returns the number of lines that end the game.
fn walk<W: World>(
    world: &W,
    (start, played): (&W::Position, &mut Vec<W::Move>),
    (proof, node): (&WinProof<W::Move>, usize),
    winner: &str,
) -> usize {
    let node = &proof.nodes[node];
    let here = world.replay(start, played, &mut |_| true).expect("the line is legal");
    if let Some(mv) = node.mv {
        assert_eq!(world.to_move(&here).as_deref(), Some(winner));
        played.push(mv);
    }
    let mut position = world.replay(start, played, &mut |_| true).expect("the move is legal");
    let mut ended = 0;
    if node.reason == WinReason::Over {
        let end = world.end(&mut position).expect("it is decided").expect("the game is over");
        assert_eq!(end.winner.as_deref(), Some(winner));
        ended += 1;
    }
    for (reply, next) in &node.replies {
        let Some(reply) = reply else { continue };
        played.push(*reply);
        ended += walk(world, (start, played), (proof, *next), winner);
        played.pop();
    }
    if node.mv.is_some() {
        played.pop();
    }
    ended
}

/// The value of the position after some moves of a game. A proof is walked through.
fn value<W: ProofWorld>(world: &W, text: &str) -> (&'static str, usize, usize) {
    let start = world.start().expect("it begins");
    let mut moves = world.continued(&start, &[], text).expect("the moves are legal");
    let (value, _) = world.prove((&start, &moves), &limits(), &mut |_| {}).expect("it is searched");
    let here = world.replay(&start, &moves, &mut |_| true).expect("the moves are legal");
    match value {
        PositionValue::Wins { proof, .. } => {
            let winner = world.to_move(&here).expect("a side is to move");
            let ended = walk(world, (&start, &mut moves), (&proof, proof.root), &winner);
            ("won", proof.nodes[proof.root].replies.len(), ended)
        }
        PositionValue::Loses { .. } => ("lost", 0, 0),
        PositionValue::Drawn { .. } => ("drawn", 0, 0),
        PositionValue::Undecided => ("open", 0, 0),
    }
}

#[test]
fn a_proof_of_a_game_in_text_has_every_reply() {
    let AnyWorld::Text(noughts) = opened("noughts", &[Backend::Compiled]) else {
        panic!("it is a game in text");
    };
    assert_eq!(value(&noughts, "a1 a2"), ("won", 6, 6));
    assert_eq!(value(&noughts, "a1 a2 b2 c3"), ("won", 4, 4));
    assert_eq!(value(&noughts, "a1 a2 b2"), ("lost", 0, 0));
    assert_eq!(value(&noughts, "b2 a1"), ("drawn", 0, 0));
}

/// Walks through the proofs of some wins in the games of the corpus.
#[test]
fn a_proof_of_stones_is_that_of_the_search() {
    let AnyWorld::Stones(renju) = opened("renju", &[Backend::Compiled]) else {
        panic!("it is a game of stones");
    };
    let (start, limits) = (renju.start().expect("it begins"), ProofLimits { positions: 2_000, ..limits() });
    let mut with_replies = 0;
    for game in corpus::games() {
        let mut moves: Vec<Option<Point>> = game.iter().copied().map(Some).collect();
        moves.truncate(moves.len().saturating_sub(6));
        let here = renju.replay(&start, &moves, &mut |_| true).expect("the moves are legal");
        let winner = renju.to_move(&here).expect("a side is to move");
        let (value, _) = renju.prove((&start, &moves), &limits, &mut |_| {}).expect("it is searched");
        if let PositionValue::Wins { proof, .. } = value {
            walk(&renju, (&start, &mut moves), (&proof, proof.root), &winner);
            with_replies += usize::from(!proof.nodes[proof.root].replies.is_empty());
        }
    }
    assert!(with_replies > 2, "{with_replies}");
    assert_eq!(value(&renju, "h8 h9").0, "open");
}
