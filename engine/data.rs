//! Positions and games that are built in: what programs measure on where no file is named.

/// 600 positions after random moves, with the number of answers of each printed rule: `thesis-rules.tsv`.
pub const POSITIONS: &str = include_str!("data/thesis-rules.tsv");

/// 493 games of renju programs: `games.tsv`.
pub const GAMES: &str = include_str!("data/games.tsv");

/// 50,000 stones that a search would try in the positions of [`GAMES`]: `nodes.tsv`.
pub const NODES: &str = include_str!("data/nodes.tsv");
