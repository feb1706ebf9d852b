//! The numbers of judgment in the search, each with its unit and its reason.
//!
//! None of them changes what is true of a position; they decide what is found within a limit, and how soon. The experiments
//! can be repeated: change a number, then compare the positions that are examined with the same before,
//!
//! ```text
//! noire solve --file engine/data/nosovsky.tsv --verify --format json      eleven problems, all of them won
//! noire match --games 200 --nodes 20000                                    games, the same on every machine
//! ```

// How the budget of a move is split.

/// Parts of the time and of the positions of a move, of [`WHOLE`]: for the player's own win, for the best move by alpha-beta,
/// and for each look whether the other side wins after a move.
///
/// The thesis names no split. Most positions of a game are not won, so most of what the first part has is left for the others.
pub(crate) const OWN_WIN: u64 = 40;
/// The part of alpha-beta; see [`OWN_WIN`].
pub(crate) const ALPHA_BETA: u64 = 20;
/// The part of each look; see [`OWN_WIN`].
pub(crate) const ENEMY_WIN: u64 = 15;
/// What the parts are parts of.
pub(crate) const WHOLE: u64 = 100;

/// A move uses at most this part of the time of a whole game that is left: `1 / MOVES_LEFT`. Games of renju last some twenty
/// moves of each side, and early moves matter most.
pub(crate) const MOVES_LEFT: u32 = 15;

/// Of a short limit no more than this part is kept back as a reserve: `1 / SHORT_RESERVE`.
pub(crate) const SHORT_RESERVE: u32 = 2;

/// The clock is looked at once in so many positions: some 0.3 ms.
pub(crate) const CLOCK_INTERVAL: u64 = 256;

// Alpha-beta.

/// So many moves it looks ahead at most, if nothing else is wanted. The thesis has four (section 4.1).
pub(crate) const POSITIONAL_DEPTH: u32 = 4;

/// So many moves are tried at most below the first; the others have the lowest values after one move.
pub(crate) const POSITIONAL_WIDTH: usize = 12;

// The strategy of the thesis.

/// It looks for a win up to so many moves; with the extensions it may be longer. The longest win of the thesis has 29.
pub(crate) const CLASSIC_DEPTH: i32 = 60;

// Proof-number search.

/// The first turn of a threat class has so many positions, the next one twice as many.
pub(crate) const TURN: u64 = 10_000;

/// A position that was found won, and was not when its proof was put together, is searched so many times.
pub(crate) const ATTEMPTS: usize = 8;

/// The searches below single first moves have so many positions in the first round.
pub(crate) const FIRST_ROUND: u64 = 300;

/// Those of the next round have so many times as many.
pub(crate) const ROUND_GROWTH: u64 = 4;

/// A line of fours that needs more than so many positions to be shown is not looked for to the end.
pub(crate) const LONGEST_LINE: u32 = 24;

/// How many positions a move is thought to need before it has been tried, by the moves within which it threatens to win: a
/// four can be made at any time, so it comes later than a three to which the base knows the replies.
pub(crate) const EXPECTED_FOUR: u32 = 5;
/// A three to which the base knows the replies; see [`EXPECTED_FOUR`].
pub(crate) const EXPECTED_THREE: u32 = 2;
/// A threat that needs one move of the attacker more.
pub(crate) const EXPECTED_NEXT: u32 = 20;
/// A threat that needs more than that.
pub(crate) const EXPECTED_FAR: u32 = 30;

// What is remembered.

/// Of so many positions at most it is kept what the rules say of them.
pub(crate) const EXPANSIONS: usize = 1 << 18;

/// About so many bytes each.
pub(crate) const EXPANSION_BYTES: usize = 256;

/// Places of the table that one key may stand in, where there are so many.
pub(crate) const TABLE_WAYS: usize = 4;

/// The table grows to so many times its size; a power of two.
pub(crate) const TABLE_GROWTH: usize = 4;

/// It has room for so many entries in the beginning, if there may be so many; a power of two.
pub(crate) const TABLE_FIRST: usize = 1 << 12;

/// So many entries there are at most, those of the smaller table included from which it grows.
pub(crate) const TABLE_MOST: usize = (TABLE_GROWTH + 1) << 20;
