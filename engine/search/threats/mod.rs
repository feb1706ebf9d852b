//! Our strategy: proof-number search over threats.
//!
//! The attacker only makes threats, and the defender only answers them. Rules decide whether a move is a threat. It is
//! a threat if, after a pass of the defender, a rule would let the attacker win. A move that makes a four threatens to
//! win by a rule of level 1, and a move that makes an open three by a rule of level 3. A quiet move threatens to win by
//! a line of fours. [`ThreatClass`](super::strategy::ThreatClass) selects which kinds of moves are searched.
//!
//! ```text
//! attack: the attacker is to move                        defence: the defender is to move
//! 1. the reply lost, or won: level 0                     1. the move lost: level 0
//! 2. a rule of level 1 wins                              2. the defender wins at once: level 1
//! 3. the defender threatens by level 1: reply            3. the attacker threatens by level 1: reply
//! 4. a rule of a higher level wins                       4. the defender wins by a rule of a higher level
//! 5. moves that force                                    5. the attacker threatens by level 3, or by fours: reply
//! ```
//!
//! Fours alone are searched depth first (`fours`). With threes and quiet moves, the tree is searched by depth-first
//! proof-number search with a transposition table (CITE: Nagai 2002, *Df-pn algorithm for searching AND/OR trees and
//! its applications*; thresholds widened as in Pawlewicz and Lew 2007, *Improving depth-first PN-search: 1 + ε trick*).

mod extract;
mod first_moves;
mod fours;
mod nodes;
mod prover;
mod quiet;
mod simulation;
pub mod table;

pub use prover::Threats;
