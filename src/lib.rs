//! NOIRE plays, proves and explains board games with rules written in BLANCHE.
//!
//! This crate contains the compiled rules of `knowledge/` and registers them with the engine, so every program that
//! links the crate finds the bases by name. It re-exports the modules of the engine and of the program package.
//!
//! ```
//! use noire::bases::DEFAULT_BASE;
//! use noire::facts::Base;
//!
//! let base = Base::open(DEFAULT_BASE, Default::default()).unwrap();
//! assert_eq!(base.name(), DEFAULT_BASE);
//! ```

mod facts_of_positions;
pub mod rules;

use noire_engine::built_in::{CompiledBases, REGISTERED, Registered};
use noire_engine::host_table::HostTable;

pub use noire_engine::{
    alarm, bases, board, built_in, checksum, data, drawing, facts, games, lists, players, presentation,
    progress, proof_check, record, search, with_both, with_world, world,
};
pub use noire_interactive::translations;
pub use noire_laboratory as laboratory;
pub use noire_laboratory::{gomocup, learning};
pub use noire_program::{command_line, compilation, play};

#[linkme::distributed_slice(REGISTERED)]
static KNOWLEDGE: Registered = Registered {
    compiled: CompiledBases {
        five_in_a_row: rules::five_in_a_row::bases,
        games: rules::games,
        knowledge: rules::KNOWLEDGE,
        sidecars: rules::SIDECARS,
    },
    host: HostTable::of::<rules::five_in_a_row::Interpreted<board::Position>>(),
};
