//! Tuning parameters of the search, each with its unit, its reason, and the effect of other values.
//!
//! None of them affects correctness; they decide what is found within a limit, and how quickly. To repeat an
//! experiment, change a number, build, and run one of these commands. They count positions, so the results are the same
//! on every machine.
//!
//! ```text
//! problems   noire solve --file engine/data/nosovsky.tsv --verify --nodes 5000000 --format json
//! games      head -21 engine/data/games.tsv | noire solve --file - --every-ply --nodes 50000 --format json
//! classic    reproduce experiment --nodes 100000
//! match      two builds as `noire gomocup --nodes 20000`, renju, each of the openings of renju with both colours
//! moves      the same program asked for the 11th move of the first 200 games of `engine/data/games.tsv` that have 14,
//!            compared with what it plays with 400,000 positions and a width of 40
//! ```
//!
//! With the current values: all eleven problems are solved in 79,480 positions; in the games, 102 wins are found in the
//! 424 positions of twenty games, in 1,538,548 positions. A match of a build against itself ends 26 to 26. A value was
//! left unchanged if another one is better in one experiment and worse in another, or better only for problem AN05.
//!
//! Figures that do not match these are older. They were measured before fours had a search of their own
//! (`threats/fours.rs`) and attackers weak sums (`threats/prover.rs`): then the problems took 314,222 positions
//! (298,867 of them for AN05), the games had 99 wins in 1,614,736, and 168 of 200 moves were good.

use std::time::Duration;

// How the budget of a move is split.

/// Share of a move's time and positions for the search for the player's own win, in parts of [`WHOLE_BUDGET`].
///
/// The thesis specifies no split. Without this search, the player scores 40.8 % (± 6.8) in 60 games with 40,000
/// positions per move.
pub(crate) const OWN_WIN_SHARE: u64 = 12;
/// Share of the budget for each search for a win of the opponent after a move, in parts of [`WHOLE_BUDGET`].
///
/// Without these searches, the player scores 47.5 % (± 7.6) in games as for [`OWN_WIN_SHARE`].
pub(crate) const ENEMY_WIN_SHARE: u64 = 12;
/// Share of the budget, in parts of [`WHOLE_BUDGET`], at which alpha-beta first stops, so that its best move can be
/// checked. The rest is for the check, and for a deeper search.
pub(crate) const FIRST_CHECK_SHARE: u64 = 65;
/// Additional share of the budget, in parts of [`WHOLE_BUDGET`], for alpha-beta to find another move if the opponent
/// wins after the best one.
pub(crate) const RETRY_SHARE: u64 = 10;
/// Share of the budget, in parts of [`WHOLE_BUDGET`], at which the best move is checked again, early enough to check
/// another one.
pub(crate) const SECOND_CHECK_SHARE: u64 = 90;
/// Maximum share of the budget for alpha-beta, in parts of [`WHOLE_BUDGET`]. If its best move changes late, a short
/// check of the new one must suffice.
pub(crate) const LAST_CHECK_SHARE: u64 = 98;
/// Number of parts in a whole budget: shares are given in hundredths.
pub(crate) const WHOLE_BUDGET: u64 = 100;

/// Divisor for the share of a move in the remaining time of a game: a move gets `1 / MOVES_LEFT` of it. Games of renju
/// last some twenty moves of each side, and early moves matter most.
///
/// The 493 games of `engine/data/games.tsv` have 16 moves of each side on average, and nine of ten have at most 22.
/// With 15, 75 % of a game's time has been used after 20 moves, and the 20th move gets 27 % of the time of the first.
/// With 8 these are 93 % and 8 %; with 30 they are 49 % and 53 %, so that half of the time is never used.
pub(crate) const MOVES_LEFT: u32 = 15;

/// Maximum factor by which a difficult move may exceed its share of a game's time.
pub(crate) const MAX_STRETCH: u32 = 3;
/// Divisor for the maximum time of a move: it may take at most `1 / MAX_TIME_DIVISOR` of the remaining time of a game.
pub(crate) const MAX_TIME_DIVISOR: u32 = 4;

/// Drop in the best value from one iteration to the next, in units, from which a move counts as difficult and gets more
/// of a game's time.
pub(crate) const FALLING_VALUE: i64 = 2;
/// Number of consecutive iterations with the same best move after which that move is made once it has been checked, if
/// that saves time.
pub(crate) const STABLE_ITERATIONS: usize = 6;

/// Divisor for the maximum reserve: at most `1 / MAX_RESERVE_DIVISOR` of a time limit is kept back.
///
/// This only matters if a limit is shorter than twice the reserve. With 1, a limit as long as the reserve would leave
/// no time at all, and the move would be made without a search; with 4, only a quarter of that limit would be kept
/// back.
pub(crate) const MAX_RESERVE_DIVISOR: u32 = 2;

/// Target interval between checks of the clock: a search ends about this late. A check takes some 50 ns.
pub(crate) const CLOCK_CHECK_INTERVAL: Duration = Duration::from_micros(250);

/// Maximum number of positions between checks of the clock; positions of renju take about a microsecond.
///
/// With 256, a search of 10 ms (`noire solve --file engine/data/nosovsky.tsv --time 0.01 --unchecked`, three runs) ends
/// after 11 to 13 ms; with 32 after 13 to 16, with 2,048 after 12 to 24, and with 16,384 after 46 to 57.
pub(crate) const CLOCK_CHECK_MAX_POSITIONS: u64 = 256;

/// Number of batches in which a thread takes its part of the shared positions; a batch has at most
/// [`CLOCK_CHECK_MAX_POSITIONS`] positions.
pub(crate) const BATCHES_PER_THREAD: u64 = 16;

/// Minimum number of positions per thread of a search: for fewer it is not worth starting one.
pub(crate) const MIN_POSITIONS_PER_THREAD: u64 = 1_024;

// The strategy of the thesis.

/// Maximum depth of the strategy of the thesis, in moves; extensions may make a line longer. The longest win in the
/// thesis has 29 moves.
///
/// The strategy finds 23 wins with 15, 30, 60 and 120: the limit of positions stops it first.
pub(crate) const CLASSIC_MAX_DEPTH: i32 = 60;

// Proof-number search.

/// Number of positions in the first slice of a threat class; doubles with each further slice.
///
/// With 2,500, 5,000, 20,000 and 40,000, the problems take 321,134, 338,193, 309,022 and 374,919 positions; the games
/// have 100, 100, 99 and 100 wins in 1.65, 1.60, 1.57 and 1.52 million. So it matters little.
pub(crate) const SLICE_POSITIONS: u64 = 10_000;

/// Factor by which a slice of fours alone is longer than other slices.
///
/// Of 545 wins by fours alone, collected elsewhere, three need more than a slice: 22,198 to 97,050 positions, and
/// 51,346 to 190,865 if all slices have the same length. Of 1,572 wins that need more than fours, only one has more
/// than 3,000 positions of fours alone, namely 37,823: so the longer slices cost next to nothing.
pub(crate) const FOURS_SLICE_FACTOR: u64 = 10;

/// Maximum number of times a position is searched that was found won, but turned out not to be when its proof was
/// assembled.
///
/// This is rarely needed: problems and games take exactly the same numbers of positions with 1, 4 and 16, even with a
/// table of 1,024 entries.
pub(crate) const MAX_ATTEMPTS: usize = 8;

/// Number of positions for each search below a single first move, in the first round.
///
/// With 75, 150, 600 and 1,200, the problems take 315,336, 320,191, 319,856 and 302,911 positions; the games have 98,
/// 101, 101 and 99 wins.
pub(crate) const FIRST_ROUND_POSITIONS: u64 = 300;

/// Growth factor of [`FIRST_ROUND_POSITIONS`] from round to round.
///
/// The problems take the same numbers of positions with 2 and 8; the games have 99 wins in 1,610,734 positions, and 100
/// in 1,603,036.
pub(crate) const ROUND_GROWTH: u64 = 4;

/// Maximum number of positions in the search for a line of fours after a quiet move.
///
/// This bounds a search within a search. With 15, 30, 50 and 100, the problems take 247,511, 254,057, 264,345 and
/// 285,735 positions; of 524 wins with threes and quiet moves, collected elsewhere, 502, 501, 500 and 498 are found
/// within 130,000 positions. A smaller value leaves out more lines.
pub(crate) const MAX_LINE_POSITIONS: u64 = 30;

/// Maximum numbers of loose fours in a line, for successive searches of fours alone. A four is loose if it was already
/// possible before the previous four; a four that was not possible before frees one place again.
///
/// Positions for 545 wins by fours, collected elsewhere: without a limit 321,387, of which one win takes 207,804; with
/// (0, 1, 2, 3) 235,748 and 117,185, with (2, 3) 205,243 and 97,253, with (3) 240,328 and 133,358. Depth first without
/// a limit needs as many positions as proof-number search, which needs 208,778 for that win. A limit on all loose fours
/// of a line, with none freed again, needs 375,583 with (0, 1, 2).
pub(crate) const MAX_LOOSE_FOURS: [u32; 3] = [2, 3, u32::MAX];

/// Initial proof number of a move that makes a four: the estimated number of positions to search. A four can be made at
/// any time, so it is tried later than a three to which the base knows the replies.
///
/// With 3 (and [`INITIAL_PROOF_FAR`] of 20), 4 and 5, the problems take 170,177, 79,480 and 81,793 positions; of 524
/// wins with threes and quiet moves, 505, 510 and 511 are found within 130,000 positions. With rules up to level 5, six
/// of the problems take 5,760 positions with 4, and 7,755 with 5.
pub(crate) const INITIAL_PROOF_FOUR: u32 = 4;
/// Initial proof number of a move that makes a three to which the base knows the replies; see [`INITIAL_PROOF_FOUR`].
///
/// With 1 and 4, the problems take 337,682 and 311,387 positions; the games have 100 wins in 1,558,768, and 99 in
/// 1,667,733.
pub(crate) const INITIAL_PROOF_THREE: u32 = 2;
/// Initial proof number of a threat that needs one more move of the attacker; see [`INITIAL_PROOF_FOUR`].
///
/// With 10 and 40, the problems take 755,257 and 256,982 positions; the games have 99 wins with both.
pub(crate) const INITIAL_PROOF_NEXT: u32 = 20;
/// Initial proof number of a threat that needs even more moves; see [`INITIAL_PROOF_FOUR`].
///
/// With an [`INITIAL_PROOF_FOUR`] of 5 and values of 10, 15, 20, 30 and 50, the problems take 160,089, 81,793, 79,380,
/// 254,065 and 474,253 positions; of 524 wins with threes and quiet moves, collected elsewhere, 509, 511, 508, 501 and
/// 497 are found within 130,000 positions. With 30, 1 % more of the games' wins are found, in 5 % fewer positions.
pub(crate) const INITIAL_PROOF_FAR: u32 = 15;

// Caches and tables.

/// Maximum number of positions whose verdicts by the rules are cached.
///
/// With half and twice as many, the problems take 314,225 and 314,222 positions; the games take the same number.
pub(crate) const MAX_EXPANSIONS: usize = 1 << 18;

/// Approximate size of a cached verdict, in bytes.
///
/// Only used to respect a memory limit, and rather an overestimate: AN05 takes 61 MB with the whole cache and 44 MB
/// without it.
pub(crate) const EXPANSION_BYTES: usize = 256;

/// Number of slots in which a key may be stored in the table of proof-number search, if the table is that large.
///
/// With 2 and 8, the problems take 309,761 and 305,834 positions; the games have 100 wins in 1.59 million with both. In
/// a table of 8,192 entries, 1 finds ten problems in 5 million positions; 2, 4 and 8 find all, in 1.35, 2.67 and 2.76
/// million.
pub(crate) const TABLE_WAYS: usize = 4;

/// Growth factor of the table of proof-number search; a power of two.
///
/// With 2 and 8, the problems take 316,898 and 314,947 positions; the games have 99 wins in 1.617 and 1.615 million.
pub(crate) const TABLE_GROWTH: usize = 4;

/// Initial number of entries in the table of proof-number search, unless the limit is lower; a power of two.
///
/// With half and twice as many, the problems take 318,011 and 323,451 positions; the games have 100 wins in 1.59
/// million, and 99 in 1.61.
pub(crate) const TABLE_MIN_ENTRIES: usize = 1 << 12;

/// Maximum number of entries in the table of proof-number search, including those of the smaller table while growing.
///
/// Problems and games take the same numbers of positions with half and twice as many. With 65,536 entries the problems
/// take 691,098 positions, with 8,192 they take 2,672,903, and with 1,024 AN05 is not solved in 5 million.
pub(crate) const TABLE_MAX_ENTRIES: usize = (TABLE_GROWTH + 1) << 20;

// Alpha-beta over all moves.

/// Maximum depth of iterative deepening, in moves. The value of a win encodes its distance, which must be less than a
/// thousand moves.
pub(crate) const MAX_DEPTH: u32 = 200;

/// Number of parts in a capture value: margins are given in hundredths of it. The capture value is the largest weight
/// of a score.
pub(crate) const CAPTURE_VALUE_PARTS: i64 = 100;

/// Margin for pruning positions that are far too good (reverse futility pruning), in hundredths of a capture
/// value: a constant, and an amount per remaining move.
///
/// In test games: 23 wins, 13 draws and 4 losses with both margins; 17, 18 and 5 without them.
pub(crate) const REVERSE_FUTILITY_MARGIN: [i64; 2] = [0, 15];

/// Margin for reverse futility pruning in a wide game without a capture value, in units per remaining move.
///
/// In 400 games of renju with 15,000 positions per move: 59.6 % (± 4) against no pruning.
pub(crate) const REVERSE_FUTILITY_UNITS: i64 = 1;

/// Maximum remaining depth for reverse futility pruning, in moves.
pub(crate) const REVERSE_FUTILITY_MAX_DEPTH: i32 = 3;

/// Margin for pruning positions that are far too bad (futility pruning), in hundredths of a capture value, as
/// in [`REVERSE_FUTILITY_MARGIN`]. It is larger because the side to move can do something about its position.
pub(crate) const FUTILITY_MARGIN: [i64; 2] = [10, 20];

/// Maximum remaining depth for futility pruning of positions that are far too bad, in moves.
pub(crate) const FUTILITY_MAX_DEPTH: i32 = 2;

/// Contempt: how much less than zero a draw is worth to the side to move at the root, in hundredths of a
/// capture value.
///
/// Measured only together with [`REVERSE_FUTILITY_MARGIN`].
pub(crate) const CONTEMPT: i64 = 10;

// The alpha-beta search. Unless another reason is given, the values are those usual in chess programs.

/// Number of entries per bucket of the transposition table.
pub(crate) const BUCKET_SIZE: usize = 4;

/// Depth, in moves, by which an entry of the transposition table is devalued for each search since it was written.
pub(crate) const AGE_PENALTY: i32 = 4;

/// Default size of the transposition table, in bytes.
pub(crate) const TABLE_BYTES: u64 = 64 << 20;

/// Maximum size of the transposition table per position of a move's budget, in bytes. It keeps the results of several
/// moves, and a search of few positions need not wait for the allocation of a large table.
pub(crate) const TABLE_PER_POSITION: u64 = 1 << 10;

/// Constant part of the depth reduction of a late move, in moves. The whole reduction is `LMR_BASE + ln(depth) *
/// ln(number) / LMR_DIVISOR`, where `number` is the index of the move.
pub(crate) const LMR_BASE: f64 = 0.3;
/// Divisor in the depth reduction of late moves; see [`LMR_BASE`].
pub(crate) const LMR_DIVISOR: f64 = 2.0;
/// Minimum remaining depth for reducing late moves, in moves.
pub(crate) const LMR_MIN_DEPTH: i32 = 2;
/// Minimum index of a move to be reduced, from 0.
pub(crate) const LMR_MIN_INDEX: usize = 2;

/// Half-width of the initial aspiration window around the previous value, in halves of a unit.
pub(crate) const ASPIRATION_WIDTH: i64 = 1;
/// Minimum depth for aspiration windows, in moves: at lower depths values change too much.
pub(crate) const ASPIRATION_MIN_DEPTH: u32 = 4;
/// Growth factor of the aspiration window's half-width when the value lies outside.
pub(crate) const ASPIRATION_GROWTH: i64 = 3;
/// Half-width of the aspiration window, in units, beyond which it is opened completely.
pub(crate) const ASPIRATION_MAX_WIDTH: i64 = 30;

/// Maximum length of a line, in moves. Values of wins only have room for fewer than a thousand.
pub(crate) const MAX_PLY: u32 = 400;
/// Maximum length of a line in an iteration, as a multiple of its depth; [`LINE_MORE`] moves are added. Lines become
/// longer than the depth by extensions for replies. If replies to threes are extended too, the score is 43.3 % (± 8.1)
/// in 104 games with 30,000 positions per move.
pub(crate) const LINE_FACTOR: u32 = 2;
/// Constant part of the maximum length of a line in an iteration, in moves; see [`LINE_FACTOR`].
pub(crate) const LINE_MORE: u32 = 8;

/// Minimum remaining depth for null-move pruning, in moves.
pub(crate) const NULL_MIN_DEPTH: i32 = 3;
/// Constant part of the depth reduction after a null move, in moves. One more is added for each [`NULL_REDUCTION_STEP`]
/// moves of depth.
pub(crate) const NULL_REDUCTION: i32 = 3;
/// Depth, in moves, per additional reduction after a null move; see [`NULL_REDUCTION`].
pub(crate) const NULL_REDUCTION_STEP: i32 = 4;

/// Constant part of the number of moves tried before late moves are pruned, in wide games; half of [`LMP_FACTOR`] times
/// the square of the depth is added.
pub(crate) const LMP_BASE: usize = 6;
/// Factor for the number of moves tried before late moves are pruned; see [`LMP_BASE`].
pub(crate) const LMP_FACTOR: i32 = 4;

/// Bonus of a killer move among the preferences of a wide game: less than for making a four, and more than for making a
/// three.
pub(crate) const KILLER_BONUS: i64 = 40;

/// Minimum remaining depth, in moves, from which moves that another thread is searching are deferred.
///
/// Time for depth 9 in the positions of the first 40 games of `engine/data/games.tsv` after 11 moves, including proofs:
/// 5.6 s with one thread; with two threads 5.6 s without deferring, and 5.0, 4.7, 4.8 and 5.0 s with 1, 2, 3 and 5.
pub(crate) const DEFER_MIN_DEPTH: i32 = 3;
/// Number of slots for moves that are being searched. A thread needs at most one for each move of its line.
pub(crate) const DEFER_SLOTS: usize = 256;

/// Stack size of a helper thread, in bytes: lines are long, and rules may be nested deeply.
pub(crate) const THREAD_STACK: usize = 64 << 20;
