//! The test programs and games of `agree`, compiled to Rust by `build.rs`, with the hosts that they need. They are in a
//! separate package that is not optimised, because there is much code and it computes little.

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

/// A random game that uses the whole language: its seed, its text, and its rules.
pub type WholeGame = (u64, &'static str, CompiledBase<Position>);

/// A program compiled by `build.rs`.
pub struct Compiled<F> {
    /// The name of its module.
    pub name: &'static str,
    /// The source text of the program.
    pub text: &'static str,
    /// The text of the query compiled with it, if any.
    pub query: Option<&'static str>,
    /// The rules of the program. If there is a query, it follows them.
    pub rules: Vec<CompiledRule<F>>,
    /// The exports of the program, in the order of the text.
    pub exports: Vec<CompiledExport<F>>,
    /// The scores of the program, in the order of the text.
    pub scores: Vec<CompiledScore<F>>,
    /// For each player, the function that computes the sum of the player's scores.
    pub sums: Vec<CompiledSum<F>>,
}

impl<F> Compiled<F> {
    /// The compiled functions of everything that can be evaluated, in the order of the program: rules, exports, scores,
    /// and the query.
    pub fn matchers(&self) -> Vec<&Matcher<F>> {
        let (rules, query) = self.rules.split_at(self.rules.len() - usize::from(self.query.is_some()));
        let mut matchers: Vec<&Matcher<F>> = rules.iter().map(|rule| &rule.matcher).collect();
        matchers.extend(self.exports.iter().map(|export| &export.matcher));
        matchers.extend(self.scores.iter().map(|score| &score.matcher));
        matchers.extend(query.iter().map(|rule| &rule.matcher));
        matchers
    }

    /// The function that computes the sum of a player's scores; `None` if there are no scores.
    pub fn sum(&self, player: &str) -> Option<&CompiledSum<F>> {
        self.sums.iter().find(|sum| sum.colour == player)
    }
}

/// Compiled games with their texts.
pub struct Games {
    /// The compiled bases of the games.
    pub bases: Vec<CompiledBase<Position>>,
    /// The texts of the games. Each comes with the last part of the path of its file.
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

/// Random programs that use the whole language and have facts in their text. Each comes with its seed.
pub fn whole_programs() -> Vec<(u64, Compiled<()>)> {
    whole::facts()
}

/// Random programs that use the whole language and have a host. Each comes with its seed.
pub fn hosted_programs() -> Vec<(u64, Compiled<agree::whole::Tables>)> {
    whole::hosted()
}

/// Random games that use the whole language.
pub fn whole_games() -> Vec<WholeGame> {
    whole_game_rules::games()
}

/// The games in `agree/games`.
pub fn games() -> Games {
    Games { bases: games::bases(), texts: games::KNOWLEDGE }
}

/// Random games. Their moves may contradict themselves, and a game need not end.
pub fn random_games() -> Games {
    Games { bases: random_games::bases(), texts: random_games::KNOWLEDGE }
}
