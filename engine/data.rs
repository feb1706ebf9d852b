//! Built-in positions and games: the default data for measurements.

/// 600 positions after random moves, each with the number of answers of every rule that the thesis prints:
/// `thesis-rules.tsv`.
pub const POSITIONS: &str = include_str!("data/thesis-rules.tsv");

/// 493 games played by renju programs: `games.tsv`.
pub const GAMES: &str = include_str!("data/games.tsv");

/// 50,000 moves that a search would try in the positions of [`GAMES`]: `nodes.tsv`.
pub const NODES: &str = include_str!("data/nodes.tsv");
