//! The numbers of judgment in the search, each with its unit, its reason and what other values do.
//!
//! None of them changes what is true of a position; they decide what is found within a limit, and how soon. To repeat an
//! experiment change a number, build, and run one of these. They count positions, so every machine says the same.
//!
//! ```text
//! problems   noire solve --file engine/data/nosovsky.tsv --verify --nodes 5000000 --format json
//! games      head -21 engine/data/games.tsv | noire solve --file - --every-ply --nodes 50000 --format json
//! classic    reproduce experiment --nodes 100000
//! match      two builds as `noire gomocup --nodes 20000`, renju, each of the openings of renju with both colours
//! moves      the same program asked for the 11th move of the first 200 games of `engine/data/games.tsv` that have 14, held
//!            against what it plays with 400,000 positions and a width of 40
//! ```
//!
//! As they stand: all eleven problems in 79,480 positions; 102 wins in the 424 positions of twenty games, in 1,538,548. A match of
//! a build against itself ends 26 to 26. A value was left as it is where another one is better by one experiment and worse
//! by another, or only for AN05.
//!
//! Figures are older where they do not fit these: before fours had a search of their own and attackers weak sums
//! (`threats/fours.rs`, `threats/prover.rs`) the problems took 314,222 positions (298,867 of them for AN05), the games had 99
//! wins in 1,614,736, and 168 moves of 200 were good.

use std::time::Duration;

// How the budget of a move is split.

/// Parts of the time and of the positions of a move, of [`WHOLE`]: for the player's own win.
///
/// The thesis names no split. Without a search for the player's own win, 60 games of 40,000 positions a move: 40.8 % (6.8).
pub(crate) const OWN_WIN: u64 = 12;
/// The part of each look whether the other side wins after a move.
///
/// Without such a look, games as for [`OWN_WIN`]: 47.5 % (7.6).
pub(crate) const ENEMY_WIN: u64 = 12;
/// Alpha-beta first looks for a move until so much is used. The rest is for the look at that move, and for a deeper search.
pub(crate) const FIRST_LOOK: u64 = 65;
/// Where the other side wins after that move, alpha-beta looks for another one until so much more is used.
pub(crate) const NEXT_LOOK: u64 = 10;
/// The move is looked at once more when so much is used: there is time enough to look at another one.
pub(crate) const SECOND_LOOK: u64 = 90;
/// Alpha-beta never goes on beyond this part: if it has changed its mind, a short look at the move has to be enough.
pub(crate) const LAST_LOOK: u64 = 98;
/// What the parts are parts of.
pub(crate) const WHOLE: u64 = 100;

/// A move is to use this part of the time of a whole game that is left: `1 / MOVES_LEFT`. Games of renju last some twenty
/// moves of each side, and early moves matter most.
///
/// The 493 games of `engine/data/games.tsv` have 16 moves of each side in the mean, nine of ten at most 22. Of the time of a
/// game 75 % is used after 20 moves, and the 20th has 27 % of what the first had; with 8 it is 93 % and 8 %, with 30 49 %
/// and 53 %, so that half of the time is never used.
pub(crate) const MOVES_LEFT: u32 = 15;

/// Where it pays a move may take so many times its share of the time of a whole game.
pub(crate) const STRETCH: u32 = 3;
/// What is left of the time of a whole game is enough for so many moves as long as this one may take.
pub(crate) const LATER_MOVES: u32 = 4;

/// A move whose value has fallen by so many units since the turn before is given more of the time of a whole game.
pub(crate) const FALLEN: i64 = 2;
/// A move that was the best in so many turns, one after the other, is made as soon as it was looked at, where that saves time.
pub(crate) const STEADY: usize = 6;

/// Of a short limit no more than this part is kept back as a reserve: `1 / SHORT_RESERVE`.
///
/// It matters only where a limit is less than twice the reserve. With 1 a limit as long as the reserve leaves no time at
/// all, and the move is made without a search; with 4 only a quarter of that limit is kept back.
pub(crate) const SHORT_RESERVE: u32 = 2;

/// The time between two looks at the clock: a search ends about this late. A look takes some 50 ns.
pub(crate) const LOOK_EVERY: Duration = Duration::from_micros(250);

/// Maximum number of positions between two looks at the clock; positions of renju take about a microsecond.
///
/// A search of 10 ms (`noire solve --file engine/data/nosovsky.tsv --time 0.01 --unchecked`, three runs) ends after 11 to 13
/// ms with 256, after 13 to 16 with 32, 12 to 24 with 2,048, and 46 to 57 with 16,384.
pub(crate) const LOOK_MOST: u64 = 256;

/// A thread takes its part of shared positions in about so many pieces, of at most [`LOOK_MOST`].
pub(crate) const BATCHES: u64 = 16;

/// Minimum number of positions for each thread of a search: for fewer it is not worth starting one.
pub(crate) const THREAD_POSITIONS: u64 = 1_024;

// The strategy of the thesis.

/// It looks for a win up to so many moves; with the extensions it may be longer. The longest win of the thesis has 29.
///
/// Classic finds 23 wins with 15, 30, 60 and 120: the limit of positions ends it first.
pub(crate) const CLASSIC_DEPTH: i32 = 60;

// Proof-number search.

/// The first turn of a threat class has so many positions, the next one twice as many.
///
/// Problems with 2,500, 5,000, 20,000 and 40,000: 321,134, 338,193, 309,022 and 374,919 positions; games: 100, 100, 99 and
/// 100 wins in 1.65, 1.60, 1.57 and 1.52 million. So it matters little.
pub(crate) const TURN: u64 = 10_000;

/// A turn of fours alone is so many times as long.
///
/// Of 545 wins by fours alone, collected elsewhere, three need more than a turn: 22,198 to 97,050 positions, and with turns of one
/// length 51,346 to 190,865. Of 1,572 wins that need more, one has more than 3,000 positions of fours alone, and that one
/// 37,823: so it costs next to nothing.
pub(crate) const FOURS_TURNS: u64 = 10;

/// A position that was found won, and was not when its proof was put together, is searched so many times.
///
/// It is seldom needed: problems and games are the same to a position with 1, 4 and 16, also with a table of 1,024 entries.
pub(crate) const ATTEMPTS: usize = 8;

/// The searches below single first moves have so many positions in the first round.
///
/// Problems with 75, 150, 600 and 1,200: 315,336, 320,191, 319,856 and 302,911 positions; games: 98, 101, 101 and 99 wins.
pub(crate) const FIRST_ROUND: u64 = 300;

/// Those of the next round have so many times as many.
///
/// Problems are the same with 2 and 8; games: 99 wins in 1,610,734 positions, and 100 in 1,603,036.
pub(crate) const ROUND_GROWTH: u64 = 4;

/// A line of fours behind a quiet move is looked for in so many positions.
///
/// It bounds a search within a search. Problems with 15, 30, 50 and 100: 247,511, 254,057, 264,345 and 285,735 positions; of 524
/// wins with threes and quiet moves, collected elsewhere, 130,000 positions are enough for 502, 501, 500 and 498. A smaller
/// one leaves out more.
pub(crate) const LONGEST_LINE: u64 = 30;

/// Fours alone are searched with so many loose ones in a line at a time, one search after the other: loose is one that could
/// have been made before the last, and for which none has been made since that could not.
///
/// 545 wins by fours, collected elsewhere: without a limit 321,387 positions, 207,804 of them for one win; with (0, 1, 2, 3) 235,748
/// and 117,185, with (2, 3) 205,243 and 97,253, with (3) 240,328 and 133,358. Depth first without a limit needs as many
/// positions as proof numbers, which need 208,778 for that win. A limit on all loose fours of a line, with none given back,
/// needs 375,583 with (0, 1, 2).
pub(crate) const LOOSE_FOURS: [u32; 3] = [2, 3, u32::MAX];

/// How many positions a move is thought to need before it has been tried, by the moves within which it threatens to win: a
/// four can be made at any time, so it comes later than a three to which the base knows the replies.
///
/// Problems with 3 (and 20 for what is far), 4 and 5: 170,177, 79,480 and 81,793 positions; of 524 wins with threes and quiet moves
/// 130,000 positions are enough for 505, 510 and 511. With level 5 six of the problems take 5,760 and 7,755 with 4 and 5.
pub(crate) const EXPECTED_FOUR: u32 = 4;
/// A three to which the base knows the replies; see [`EXPECTED_FOUR`].
///
/// Problems with 1 and 4: 337,682 and 311,387 positions; games: 100 wins in 1,558,768, and 99 in 1,667,733.
pub(crate) const EXPECTED_THREE: u32 = 2;
/// A threat that needs one move of the attacker more.
///
/// Problems with 10 and 40: 755,257 and 256,982 positions; games: 99 wins with both.
pub(crate) const EXPECTED_NEXT: u32 = 20;
/// A threat that needs more than that.
///
/// With a four of 5, problems with 10, 15, 20, 30 and 50: 160,089, 81,793, 79,380, 254,065 and 474,253 positions; of 524 wins with
/// threes and quiet moves, collected elsewhere, 130,000 positions are enough for 509, 511, 508, 501 and 497. Games with 30 win 1 %
/// more, in 5 % fewer positions.
pub(crate) const EXPECTED_FAR: u32 = 15;

// What is remembered.

/// Of so many positions at most it is kept what the rules say of them.
///
/// Problems with half and twice as many: 314,225 and 314,222 positions; games are the same.
pub(crate) const EXPANSIONS: usize = 1 << 18;

/// About so many bytes each.
///
/// It is for a limit of memory only, and rather too many: AN05 takes 61 MB with all that is kept and 44 MB with none.
pub(crate) const EXPANSION_BYTES: usize = 256;

/// Places of the table that one key may stand in, where there are so many.
///
/// Problems with 2 and 8: 309,761 and 305,834 positions; games: 100 wins in 1.59 million with both. In a table of 8,192
/// entries 1 finds ten problems in 5 million positions; 2, 4 and 8 find all, in 1.35, 2.67 and 2.76 million.
pub(crate) const TABLE_WAYS: usize = 4;

/// The table grows to so many times its size; a power of two.
///
/// Problems with 2 and 8: 316,898 and 314,947 positions; games: 99 wins in 1.617 and 1.615 million.
pub(crate) const TABLE_GROWTH: usize = 4;

/// It has room for so many entries in the beginning, if there may be so many; a power of two.
///
/// Problems with half and twice as many: 318,011 and 323,451 positions; games: 100 wins in 1.59 million, and 99 in 1.61.
pub(crate) const TABLE_FIRST: usize = 1 << 12;

/// So many entries there are at most, those of the smaller table included from which it grows.
///
/// Problems and games are the same with half and twice as many. With 65,536 the problems need 691,098 positions, with 8,192
/// 2,672,903, and with 1,024 AN05 is not found in 5 million.
pub(crate) const TABLE_MOST: usize = (TABLE_GROWTH + 1) << 20;

// Alpha-beta over all moves.

/// It looks no further ahead than this: a value of a win says within how many moves, and those are fewer than a thousand.
pub(crate) const DEEPENING_MOST: u32 = 200;

/// A margin is said in such parts of a stake.
pub(crate) const WHOLE_STAKE: i64 = 100;

/// A position is far too good that is above the bounds by so many parts of a stake, and by so many more for each move that is
/// left.
///
/// Games as for [`LATE`]: with margins 23 wins, 13 draws and 4 losses, without them 17, 18 and 5.
pub(crate) const FAR_TOO_GOOD: [i64; 2] = [0, 15];

/// In a wide game without a stake it is said in units: so many for each move that is left.
///
/// Renju, 15,000 positions a move, 400 games: 59.6 % (4) against none.
pub(crate) const FAR_TOO_GOOD_UNITS: i64 = 1;

/// It is looked for so many moves before the end of a line at most.
pub(crate) const FAR_TOO_GOOD_MOST: i32 = 3;

/// The same of a position that is far too bad; see [`FAR_TOO_GOOD`]. Who is to move can do something about it.
pub(crate) const FAR_TOO_BAD: [i64; 2] = [10, 20];

/// The same as [`FAR_TOO_GOOD_MOST`].
pub(crate) const FAR_TOO_BAD_MOST: i32 = 2;

/// A draw is worth so many parts of a stake less than nothing to whoever searches.
///
/// It was measured only together with [`FAR_TOO_GOOD`].
pub(crate) const DRAWN_LESS: i64 = 10;

// The alpha-beta search. Where no other reason is given, the value is usual in programs that play chess.

/// So many entries stand in one place of the table, of which a key may have any.
pub(crate) const PLACES_OF_A_KEY: usize = 4;

/// An entry of the search before is forgotten as one of this one that was looked at so many moves less far.
pub(crate) const AGE_WORTH: i32 = 4;

/// The table takes so many bytes, where nobody says otherwise.
pub(crate) const TABLE_BYTES: u64 = 64 << 20;

/// Where positions are counted, it takes no more than so many bytes for each that a move may examine: those of some moves are
/// remembered, and a search of few positions need not wait for a large table.
pub(crate) const TABLE_PER_POSITION: u64 = 1 << 10;

/// A late move is looked at so many moves less far, and more by the product of the logarithms of the depth and of its number,
/// over [`REDUCTION_PER`].
pub(crate) const REDUCTION_FIRST: f64 = 0.3;
/// See [`REDUCTION_FIRST`].
pub(crate) const REDUCTION_PER: f64 = 2.0;
/// Moves are reduced from this depth on.
pub(crate) const REDUCED_FROM: i32 = 2;
/// They are reduced from this number on, counted from 0.
pub(crate) const REDUCED_NUMBER: usize = 2;

/// The first bounds of a turn are so many halves of a unit from the value of the turn before.
pub(crate) const ASPIRATION: i64 = 1;
/// There are such bounds from this depth on: before it values change much.
pub(crate) const ASPIRATION_FROM: u32 = 4;
/// Bounds that do not hold are set so many times as far away.
pub(crate) const ASPIRATION_GROWTH: i64 = 3;
/// Beyond so many units there are no bounds.
pub(crate) const ASPIRATION_MOST: i64 = 30;

/// No line is longer than so many moves: values of wins leave room for fewer than a thousand.
pub(crate) const FARTHEST: u32 = 400;
/// In a turn a line may become so many times as long as the turn is deep, and [`LINE_MORE`] moves longer, by replies that are given
/// a move more. Lines of replies to threes that are given one too score 43.3 % (8.1) in 104 games of 30,000 positions a move.
pub(crate) const LINE_FACTOR: u32 = 2;
/// See [`LINE_FACTOR`].
pub(crate) const LINE_MORE: u32 = 8;

/// From this depth on a side may be thought to pass.
pub(crate) const NULL_FROM: i32 = 3;
/// The search after a pass goes so many moves less far, and one less for each [`NULL_DEEPER`] moves of depth.
pub(crate) const NULL_LESS: i32 = 3;
/// See [`NULL_LESS`].
pub(crate) const NULL_DEEPER: i32 = 4;

/// In a wide game so many moves are tried, and half of [`LATE_MOVES`] times the square of the depth more.
pub(crate) const LATE_FIRST: usize = 6;
/// See [`LATE_FIRST`].
pub(crate) const LATE_MOVES: i32 = 4;

/// A killer is worth so much among the preferences of a wide game: less than to make a four, and more than to make a three.
pub(crate) const KILLER_WORTH: i64 = 40;

/// Moves that another thread is looking at are put off from this depth on.
///
/// Depth 9 in the positions of the first 40 games of `engine/data/games.tsv` after 11 moves, proofs included: 5.6 s with one
/// thread; with two 5.6 where nothing is put off, 5.0, 4.7, 4.8 and 5.0 with 1, 2, 3 and 5.
pub(crate) const PUT_OFF_FROM: i32 = 3;
/// So many moves are known to be looked at, at most: a thread looks at no more than one for each move of its line.
pub(crate) const PUT_OFF_PLACES: usize = 256;

/// The stack of a thread that helps a search, in bytes: lines are long, and rules may be nested deep.
pub(crate) const THREAD_STACK: usize = 64 << 20;
