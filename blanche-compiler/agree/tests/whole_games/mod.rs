//! Random games that use the whole language: the naive evaluator, the interpreter under several plans, the compiled
//! rules and bitboard operations find the same positions, moves, ends and answers. `BLANCHE_SEED` and
//! `BLANCHE_PROGRAMS` work as in `whole`.

mod compiled;
mod defined;
mod words;

use std::sync::Arc;

use agree::Naive;
use agree::whole::{self, plan_of};
use blanche_compiler::game::Rules;
use blanche_compiler::interpret::{Machine, StateHost};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::Limits;

use crate::answers::Read;
use crate::played::{How, Line, defined, found};
use crate::whole::read;

/// How much of each game is compared. This is limited because the naive evaluator is slow on large boards.
const HOW: How = How { plies: 8, patience: 15_000, asks: true };

/// Work limit of a query. Plans that are made for random statistics may take much work.
const WORK: u64 = 300_000;

/// A game, with its program in the forms that both evaluators need.
struct Case {
    seed: u64,
    text: String,
    read: Read,
    naive: Naive,
}

impl Case {
    fn new(seed: u64) -> Case {
        let game = whole::game(seed);
        let (read, text) = (read(&game), format!("seed {seed}\n{}", game.text()));
        Case { seed, text, naive: Naive::new(&read.trees), read }
    }

    /// The rules of the game under one of its plans. They use bitboard operations where that is possible.
    fn rules(&self, draw: u64) -> Rules {
        let plan = plan_of(&self.read.program, self.seed, draw);
        let limits = Limits { work: WORK, ..Limits::default() };
        let machine = Machine::<StateHost>::new(&self.read.program, &plan, limits);
        let machine = machine.unwrap_or_else(|missing| panic!("positions answer {missing:?}"));
        Rules::new(Arc::new(self.read.program.clone()), Box::new(machine)).expect("it is a small game")
    }

    /// The results of the rules in a random playout.
    fn found(&self, rules: &Rules) -> Line {
        found(rules, &mut Random::of(self.seed, &[5]), HOW)
    }

    /// The naive evaluator's results for the same playout.
    fn defined(&self, found: &Line) -> Line {
        defined(&self.naive, found, HOW)
    }
}
