//! Games written in BLANCHE on boards of more than 64 fields. The benchmark plays them, too.

use std::path::PathBuf;
use std::sync::Arc;

use blanche_compiler::game::{Compiled, Rules};
use blanche_compiler::runtime::Limits;
use noire::bases::{Backend, TextBase};

/// The games, compiled by `build.rs`.
#[allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "a program uses only a part of its compiled rules"
)]
mod compiled {
    include!(concat!(env!("OUT_DIR"), "/large_games/mod.rs"));
}

/// The games in this folder.
pub(crate) const NAMES: [&str; 2] = ["hex", "go-moku"];

/// The rules of a game in this folder, in the given back end.
pub(crate) fn rules(name: &str, backend: Backend) -> Rules {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("engine/tests/large_games").join(name);
    let base = TextBase::open(&folder.display().to_string(), Limits::default());
    let base = base.unwrap_or_else(|error| panic!("{name}: {error:?}"));
    assert!(base.rule_files().warnings().is_empty(), "{name}: {:?}", base.rule_files().warnings());
    if backend == Backend::Interpreted {
        return base.played_by(backend).unwrap_or_else(|message| panic!("{name}: {}", message.title));
    }
    let compiled = compiled::games().into_iter().find(|game| game.name == name).expect("it is compiled");
    let program = Arc::clone(base.rule_files().program());
    let evaluator = Compiled::new(compiled, &program, Limits::default());
    Rules::new(program, Box::new(evaluator)).unwrap_or_else(|message| panic!("{name}: {}", message.title))
}
