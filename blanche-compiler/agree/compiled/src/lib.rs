//! The programs and games of `agree`, compiled to Rust by `build.rs`, with the hosts that they ask. They stand in a package
//! of their own, which nobody optimises: there is much of it, and little to compute.

mod cells;
mod line;

use blanche_runtime::{
    CompiledBase, CompiledExport, CompiledRule, CompiledScore, CompiledSum, Matcher, Position,
};

pub use cells::Cells;
pub use line::Line;
pub use moving::line::Interpreted;

#[allow(dead_code, missing_docs, unreachable_pub, clippy::all, reason = "what the emitter writes")]
mod programs {
    type Compiled = crate::Compiled<()>;

    include!(concat!(env!("OUT_DIR"), "/programs.rs"));
}

#[allow(dead_code, missing_docs, unreachable_pub, clippy::all, reason = "what the emitter writes")]
mod moving {
    type Compiled = crate::Compiled<crate::Line>;

    include!(concat!(env!("OUT_DIR"), "/moving.rs"));
}

#[allow(dead_code, missing_docs, unreachable_pub, clippy::all, reason = "what the emitter writes")]
mod games {
    include!(concat!(env!("OUT_DIR"), "/games.rs"));
}

#[allow(dead_code, missing_docs, unreachable_pub, clippy::all, reason = "what the emitter writes")]
mod random_games {
    include!(concat!(env!("OUT_DIR"), "/random_games.rs"));
}

#[allow(dead_code, missing_docs, unreachable_pub, clippy::all, reason = "what the emitter writes")]
mod whole {
    include!(concat!(env!("OUT_DIR"), "/whole.rs"));
}

#[allow(dead_code, missing_docs, unreachable_pub, clippy::all, reason = "what the emitter writes")]
mod whole_game_rules {
    include!(concat!(env!("OUT_DIR"), "/whole_games.rs"));
}

/// A random game over the whole language: its seed, its text, and its rules.
pub type WholeGame = (u64, &'static str, CompiledBase<Position>);

/// A program that `build.rs` has compiled; its query is its last rule.
pub struct Compiled<F> {
    /// What it is called.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
    /// A query that is compiled with it.
    pub query: Option<&'static str>,
    /// Its rules, and its query.
    pub rules: Vec<CompiledRule<F>>,
    /// What it exports.
    pub exports: Vec<CompiledExport<F>>,
    /// What it scores.
    pub scores: Vec<CompiledScore<F>>,
    /// How the scores of a player are added up.
    pub sums: Vec<CompiledSum<F>>,
}

impl<F> Compiled<F> {
    /// What finds the answers to all that can be asked of it, in the order of the program: of rules, of exports, of scores,
    /// of the query, which is the last rule.
    pub fn matchers(&self) -> Vec<&Matcher<F>> {
        let (rules, query) = self.rules.split_at(self.rules.len() - usize::from(self.query.is_some()));
        let mut matchers: Vec<&Matcher<F>> = rules.iter().map(|rule| &rule.matcher).collect();
        matchers.extend(self.exports.iter().map(|export| &export.matcher));
        matchers.extend(self.scores.iter().map(|score| &score.matcher));
        matchers.extend(query.iter().map(|rule| &rule.matcher));
        matchers
    }

    /// How the scores of a player are added up; not at all without scores.
    pub fn sum(&self, player: &str) -> Option<&CompiledSum<F>> {
        self.sums.iter().find(|sum| sum.colour == player)
    }
}

/// Games with their texts, each by the end of the name of its file.
pub struct Games {
    /// Their bases.
    pub bases: Vec<CompiledBase<Position>>,
    /// Their texts, by the names of their files.
    pub texts: &'static [(&'static str, &'static str)],
}

/// The programs in `agree/programs`, and random programs.
pub fn programs() -> Vec<Compiled<()>> {
    programs::programs()
}

/// Random programs with actions.
pub fn moving() -> Vec<Compiled<Line>> {
    moving::programs()
}

/// Random programs over the whole language whose facts stand in the text, with their seeds.
pub fn whole_programs() -> Vec<(u64, Compiled<()>)> {
    whole::facts()
}

/// Random programs over the whole language with a host, with their seeds.
pub fn hosted_programs() -> Vec<(u64, Compiled<agree::whole::Tables>)> {
    whole::hosted()
}

/// Random games over the whole language.
pub fn whole_games() -> Vec<WholeGame> {
    whole_game_rules::games()
}

/// The games in `agree/games`.
pub fn games() -> Games {
    Games { bases: games::bases(), texts: games::KNOWLEDGE }
}

/// Random games: a move may contradict itself, and a game need not end.
pub fn random_games() -> Games {
    Games { bases: random_games::bases(), texts: random_games::KNOWLEDGE }
}
