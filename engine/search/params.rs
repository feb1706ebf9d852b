//! Tuning parameters of the search, each with its unit, its reason, and the effect of other values.
//!
//! The parameters do not affect correctness. They decide what a search finds within a limit, and how quickly. To repeat
//! an experiment, change a number, build, and run one of the commands below. The comments refer to them by the words at
//! the left. The commands count positions, so their results are the same on every machine.
//!
//! ```text
//! problems   noire solve --file engine/data/nosovsky.tsv --verify --nodes 5000000 --format json
//! games      head -21 engine/data/games.tsv | noire solve --file - --every-ply --nodes 50000 --format json
//! classic    reproduce experiment --nodes 100000
//! match      two builds as `noire gomocup --nodes 20000`, renju, each of the openings of renju with both colours
//! moves      the same program is asked for the 11th move of the first 200 games of `engine/data/games.tsv` that have
//!            14; its answers are compared with the moves that it plays with 400,000 positions and a width of 40
//! ```
//!
//! With the current values, all eleven problems are solved in 79,480 positions. In the games, which contain 424
//! positions in twenty games, 102 wins are found with 1,538,548 searched positions. A match of a build against itself
//! ends 26 to 26. A value was left unchanged if another value is better in one experiment and worse in another, or is
//! better only for problem AN05.
//!
//! Figures that do not match these are older. They were measured before fours had a search of their own
//! (`threats/fours.rs`), and before the nodes of the attacker used weak sums (`threats/prover.rs`). At that time the
//! problems took 314,222 positions, 298,867 of them for AN05. The games had 99 wins in 1,614,736 positions, and 168 of
//! 200 moves were good.

use std::time::Duration;

// How the budget of a move is split.

/// Share of a move's budget, in parts of [`WHOLE_BUDGET`], in which the player searches for its own win. The budget
/// consists of time and positions.
///
/// The thesis specifies no split. Without this search, the player scores 40.8 % (± 6.8) in 60 games with 40,000
/// positions per move.
pub(crate) const OWN_WIN_SHARE: u64 = 12;
/// Share of the budget, in parts of [`WHOLE_BUDGET`], for each check of a chosen move. The check searches for a win of
/// the opponent after the move.
///
/// Without these searches, the player scores 47.5 % (± 7.6) in the same kind of games as for [`OWN_WIN_SHARE`].
pub(crate) const ENEMY_WIN_SHARE: u64 = 12;
/// Share of the budget, in parts of [`WHOLE_BUDGET`], at which alpha-beta first stops, so that its best move can be
/// checked. The rest of the budget is for the check, and for a deeper search.
pub(crate) const FIRST_CHECK_SHARE: u64 = 65;
/// Additional share of the budget, in parts of [`WHOLE_BUDGET`], for alpha-beta to find another move if the opponent
/// wins after the best one.
pub(crate) const RETRY_SHARE: u64 = 10;
/// Share of the budget, in parts of [`WHOLE_BUDGET`], after which the best move is checked for the second time. If this
/// check fails, there is still time to check another move.
pub(crate) const SECOND_CHECK_SHARE: u64 = 90;
/// Maximum share of the budget for alpha-beta, in parts of [`WHOLE_BUDGET`]. If the best move changes late, a short
/// check of the new move must suffice.
pub(crate) const LAST_CHECK_SHARE: u64 = 98;
/// Number of parts in a whole budget: shares of a budget are given in hundredths.
pub(crate) const WHOLE_BUDGET: u64 = 100;

/// Divisor for the normal time of a move: a move gets `1 / MOVES_LEFT` of the remaining time of a game. Games of renju
/// last some twenty moves of each side, and early moves matter most.
///
/// The 493 games of `engine/data/games.tsv` have 16 moves of each side on average, and nine of ten have at most 22.
/// With the value 15, 75 % of a game's time has been used after 20 moves, and the 20th move gets 27 % of the time of
/// the first move. With the value 8, these figures are 93 % and 8 %. With the value 30 they are 49 % and 53 %, so half
/// of the time is never used.
pub(crate) const MOVES_LEFT: u32 = 15;

/// Maximum factor by which the time for a difficult move may exceed the usual share of a game's time.
pub(crate) const MAX_STRETCH: u32 = 3;
/// Divisor for the maximum time of a move: it may take at most `1 / MAX_TIME_DIVISOR` of the remaining time of a game.
pub(crate) const MAX_TIME_DIVISOR: u32 = 4;

/// Maximum drop of the best value from one iteration to the next, in units, for a move of normal difficulty. After a
/// larger drop the move counts as difficult, and gets more of a game's time.
pub(crate) const FALLING_VALUE: i64 = 2;
/// Number of consecutive iterations with the same best move after which the search may stop early, if that saves time.
/// The move is then made once it has been checked.
pub(crate) const STABLE_ITERATIONS: usize = 6;

/// Divisor for the maximum reserve: at most `1 / MAX_RESERVE_DIVISOR` of a time limit is kept back.
///
/// This only matters if a limit is shorter than twice the reserve. With the value 1, a limit as long as the reserve
/// would leave no time at all, and the move would be made without a search. With the value 4, only a quarter of such a
/// limit would be kept back.
pub(crate) const MAX_RESERVE_DIVISOR: u32 = 2;

/// Target interval between checks of the clock. A search therefore exceeds its time limit by little more than this
/// interval. A check takes some 50 ns.
pub(crate) const CLOCK_CHECK_INTERVAL: Duration = Duration::from_micros(250);

/// Maximum number of positions between checks of the clock. A position of renju takes about a microsecond.
///
/// Measured with searches of 10 ms (`noire solve --file engine/data/nosovsky.tsv --time 0.01 --unchecked`, three runs).
/// With the value 256, a search ends after 11 to 13 ms; with 32 after 13 to 16, with 2,048 after 12 to 24, and with
/// 16,384 after 46 to 57.
pub(crate) const CLOCK_CHECK_MAX_POSITIONS: u64 = 256;

/// Number of batches in which a thread takes its part of the shared positions. A batch has at most
/// [`CLOCK_CHECK_MAX_POSITIONS`] positions.
pub(crate) const BATCHES_PER_THREAD: u64 = 16;

/// Minimum number of positions per thread of a search. For fewer positions it is not worth starting a thread.
pub(crate) const MIN_POSITIONS_PER_THREAD: u64 = 1_024;

// The strategy of the thesis.

/// Maximum depth of the strategy of the thesis, in moves. Extensions may make a line longer. The longest win in the
/// thesis has 29 moves.
///
/// The strategy finds 23 wins with each of the values 15, 30, 60 and 120, because the limit of positions stops it
/// first.
pub(crate) const CLASSIC_MAX_DEPTH: i32 = 60;

// Proof-number search.

/// Number of positions in the first slice of a threat class. The number doubles with each further slice.
///
/// With the values 2,500, 5,000, 20,000 and 40,000, the problems take 321,134, 338,193, 309,022 and 374,919 positions;
/// the games have 100, 100, 99 and 100 wins in 1.65, 1.60, 1.57 and 1.52 million. So the value matters little.
pub(crate) const SLICE_POSITIONS: u64 = 10_000;

/// Length of a slice that tries fours alone, as a multiple of the length of other slices.
///
/// Of 545 wins by fours alone, collected elsewhere, three need more than one slice. They take 22,198 to 97,050
/// positions, but 51,346 to 190,865 if all slices have the same length. Of 1,572 wins that need more than fours, only
/// one has more than 3,000 positions of fours alone, namely 37,823. The longer slices therefore cost next to nothing.
pub(crate) const FOURS_SLICE_FACTOR: u64 = 10;

/// Maximum number of searches of one position. A position is searched again if it was found won, but its proof could
/// not be assembled.
///
/// This is rarely needed: problems and games take exactly the same numbers of positions with 1, 4 and 16, even with a
/// table of 1,024 entries.
pub(crate) const MAX_ATTEMPTS: usize = 8;

/// Maximum number of positions, in the first round, for the search after each reply to a first move that is tried
/// separately.
///
/// With the values 75, 150, 600 and 1,200, the problems take 315,336, 320,191, 319,856 and 302,911 positions; the games
/// have 98, 101, 101 and 99 wins.
pub(crate) const FIRST_ROUND_POSITIONS: u64 = 300;

/// Growth factor of [`FIRST_ROUND_POSITIONS`] from round to round.
///
/// The problems take the same numbers of positions with the values 2 and 8. The games have 99 wins in 1,610,734
/// positions with 2, and 100 wins in 1,603,036 with 8.
pub(crate) const ROUND_GROWTH: u64 = 4;

/// Maximum number of positions in the search for a line of fours after a quiet move.
///
/// This bounds a search within a search. With the values 15, 30, 50 and 100, the problems take 247,511, 254,057,
/// 264,345 and 285,735 positions. Of 524 wins with threes and quiet moves, collected elsewhere, 502, 501, 500 and 498
/// are found within 130,000 positions. A smaller value leaves out more lines.
pub(crate) const MAX_LINE_POSITIONS: u64 = 30;

/// Maximum numbers of loose fours in a line, for successive searches of fours alone. A four is loose if it was already
/// possible before the previous four. After a four that was not possible before, one more loose four is allowed.
///
/// Measured with 545 wins by fours, collected elsewhere. Without a limit they take 321,387 positions, of which one win
/// takes 207,804. With (0, 1, 2, 3) these figures are 235,748 and 117,185, with (2, 3) they are 205,243 and 97,253, and
/// with (3) they are 240,328 and 133,358. A depth-first search without a limit needs as many positions as proof-number
/// search, which needs 208,778 for that win. A limit on the total number of loose fours in a line needs 375,583
/// positions with (0, 1, 2).
pub(crate) const MAX_LOOSE_FOURS: [u32; 3] = [2, 3, u32::MAX];

/// Initial proof number of a move that makes a four: the estimated number of positions to search. A four can be made at
/// any time, so fours are tried later than threes to which the base knows the replies.
///
/// With the values 3 (and [`INITIAL_PROOF_FAR`] of 20), 4 and 5, the problems take 170,177, 79,480 and 81,793
/// positions. Of 524 wins with threes and quiet moves, 505, 510 and 511 are found within 130,000 positions. With rules
/// up to level 5, six of the problems take 5,760 positions with the value 4, and 7,755 with 5.
pub(crate) const INITIAL_PROOF_FOUR: u32 = 4;
/// Initial proof number of a move that makes a three to which the base knows the replies; see [`INITIAL_PROOF_FOUR`].
///
/// With the values 1 and 4, the problems take 337,682 and 311,387 positions. The games have 100 wins in 1,558,768
/// positions with 1, and 99 wins in 1,667,733 with 4.
pub(crate) const INITIAL_PROOF_THREE: u32 = 2;
/// Initial proof number of a threat that needs one more move of the attacker; see [`INITIAL_PROOF_FOUR`].
///
/// With the values 10 and 40, the problems take 755,257 and 256,982 positions. The games have 99 wins with both values.
pub(crate) const INITIAL_PROOF_NEXT: u32 = 20;
/// Initial proof number of a threat that needs even more moves; see [`INITIAL_PROOF_FOUR`].
///
/// With an [`INITIAL_PROOF_FOUR`] of 5 and values of 10, 15, 20, 30 and 50, the problems take 160,089, 81,793, 79,380,
/// 254,065 and 474,253 positions. Of 524 wins with threes and quiet moves, collected elsewhere, 509, 511, 508, 501 and
/// 497 are found within 130,000 positions. With the value 30, 1 % more wins are found in the games, in 5 % fewer
/// positions.
pub(crate) const INITIAL_PROOF_FAR: u32 = 15;

// Caches and tables.

/// Maximum number of positions whose verdicts by the rules are cached.
///
/// With half and with twice the value, the problems take 314,225 and 314,222 positions. The games take the same number
/// of positions.
pub(crate) const MAX_EXPANSIONS: usize = 1 << 18;

/// Approximate size of a cached verdict, in bytes.
///
/// The size is only used to respect a memory limit. It is probably too high: AN05 takes 61 MB with the whole cache and
/// 44 MB without it.
pub(crate) const EXPANSION_BYTES: usize = 256;

/// Number of slots in which a key may be stored in the table of proof-number search. A table that is smaller than this
/// has fewer slots.
///
/// With the values 2 and 8, the problems take 309,761 and 305,834 positions. The games have 100 wins in 1.59 million
/// positions with both values. In a table of 8,192 entries, the value 1 solves ten problems in 5 million positions. The
/// values 2, 4 and 8 solve all problems, in 1.35, 2.67 and 2.76 million positions.
pub(crate) const TABLE_WAYS: usize = 4;

/// Growth factor of the table of proof-number search; a power of two.
///
/// With the values 2 and 8, the problems take 316,898 and 314,947 positions. The games have 99 wins in 1.617 and 1.615
/// million positions.
pub(crate) const TABLE_GROWTH: usize = 4;

/// Initial number of entries in the table of proof-number search, unless the limit is lower; a power of two.
///
/// With half and with twice the value, the problems take 318,011 and 323,451 positions. The games have 100 wins in 1.59
/// million positions with half, and 99 wins in 1.61 million with twice the value.
pub(crate) const TABLE_MIN_ENTRIES: usize = 1 << 12;

/// Maximum number of entries in the table of proof-number search. While the table grows, the entries of the old table
/// count too.
///
/// Problems and games take the same numbers of positions with half and with twice the value. With 65,536 entries the
/// problems take 691,098 positions, with 8,192 they take 2,672,903, and with 1,024 AN05 is not solved in 5 million.
pub(crate) const TABLE_MAX_ENTRIES: usize = (TABLE_GROWTH + 1) << 20;

// Alpha-beta over all moves.

/// Maximum depth of iterative deepening, in moves. The value of a win encodes its distance, which must be less than a
/// thousand moves.
pub(crate) const MAX_DEPTH: u32 = 200;

/// Number of parts in a capture value, which is the largest weight of a score. Margins are given in hundredths of it.
pub(crate) const CAPTURE_VALUE_PARTS: i64 = 100;

/// Margin for pruning positions that are far too good (reverse futility pruning), in hundredths of a capture value. The
/// first number is a constant, and the second is added for each remaining move.
///
/// In test games there were 23 wins, 13 draws and 4 losses with this margin and [`FUTILITY_MARGIN`]. Without both,
/// there were 17 wins, 18 draws and 5 losses.
pub(crate) const REVERSE_FUTILITY_MARGIN: [i64; 2] = [0, 15];

/// Margin for reverse futility pruning in a wide game without a capture value, in units per remaining move.
///
/// In 400 games of renju with 15,000 positions per move, the score was 59.6 % (± 4) against a player without this
/// pruning.
pub(crate) const REVERSE_FUTILITY_UNITS: i64 = 1;

/// Maximum remaining depth for reverse futility pruning, in moves.
pub(crate) const REVERSE_FUTILITY_MAX_DEPTH: i32 = 3;

/// Margin for pruning positions that are far too bad (futility pruning), in hundredths of a capture value, as in
/// [`REVERSE_FUTILITY_MARGIN`]. This margin is larger, because the side to move can improve its position.
pub(crate) const FUTILITY_MARGIN: [i64; 2] = [10, 20];

/// Maximum remaining depth, in moves, for pruning positions that are far too bad (futility pruning).
pub(crate) const FUTILITY_MAX_DEPTH: i32 = 2;

/// Contempt: the amount, in hundredths of a capture value, by which a draw is worth less than zero to the side to move
/// at the root.
///
/// It was measured only together with [`REVERSE_FUTILITY_MARGIN`].
pub(crate) const CONTEMPT: i64 = 10;

// The alpha-beta search. Unless another reason is given, chess programs usually have the same values.

/// Number of entries per bucket of the transposition table.
pub(crate) const BUCKET_SIZE: usize = 4;

/// Depth, in moves, that is subtracted from the worth of an entry of the transposition table for each later search.
pub(crate) const AGE_PENALTY: i32 = 4;

/// Default size of the transposition table, in bytes.
pub(crate) const TABLE_BYTES: u64 = 64 << 20;

/// Maximum size of the transposition table per position of a move's budget, in bytes. This size is enough for the
/// results of several moves. A search of few positions need not wait for the allocation of a large table.
pub(crate) const TABLE_PER_POSITION: u64 = 1 << 10;

/// Constant part of the depth reduction of a late move, in moves. The whole reduction is `LMR_BASE + ln(depth) *
/// ln(number) / LMR_DIVISOR`, where `number` is the index of the move.
pub(crate) const LMR_BASE: f64 = 0.3;
/// Divisor in the depth reduction of late moves; see [`LMR_BASE`].
pub(crate) const LMR_DIVISOR: f64 = 2.0;
/// Minimum remaining depth for reducing late moves, in moves.
pub(crate) const LMR_MIN_DEPTH: i32 = 2;
/// Minimum index, from 0, of a move whose search depth may be reduced.
pub(crate) const LMR_MIN_INDEX: usize = 2;

/// Half-width of the initial aspiration window around the previous value, in halves of a unit.
pub(crate) const ASPIRATION_WIDTH: i64 = 1;
/// Minimum depth for aspiration windows, in moves. At lower depths, values change too much between iterations.
pub(crate) const ASPIRATION_MIN_DEPTH: u32 = 4;
/// Growth factor of the aspiration window's half-width if the value turns out to lie outside the window.
pub(crate) const ASPIRATION_GROWTH: i64 = 3;
/// Half-width of the aspiration window, in units, beyond which it is opened completely.
pub(crate) const ASPIRATION_MAX_WIDTH: i64 = 30;

/// Maximum length of a line, in moves. It must be less than a thousand, because the values of wins leave no room for
/// longer lines.
pub(crate) const MAX_PLY: u32 = 400;
/// Maximum length of a line in an iteration, as a multiple of the iteration's depth. [`LINE_MORE`] moves are added to
/// it. Lines become longer than the depth because the search depth is extended for replies. If it is extended for
/// replies to threes too, the score is 43.3 % (± 8.1) in 104 games with 30,000 positions per move.
pub(crate) const LINE_FACTOR: u32 = 2;
/// Constant part of the maximum length of a line in an iteration, in moves; see [`LINE_FACTOR`].
pub(crate) const LINE_MORE: u32 = 8;

/// Minimum remaining depth for null-move pruning, in moves.
pub(crate) const NULL_MIN_DEPTH: i32 = 3;
/// Constant part of the depth reduction after a null move, in moves. The reduction grows by one move for each
/// [`NULL_REDUCTION_STEP`] moves of depth.
pub(crate) const NULL_REDUCTION: i32 = 3;
/// Number of moves of depth for each additional move of reduction after a null move; see [`NULL_REDUCTION`].
pub(crate) const NULL_REDUCTION_STEP: i32 = 4;

/// Constant part of the number of moves that are tried before late moves are pruned, in wide games. Half of
/// [`LMP_FACTOR`] times the square of the depth is added.
pub(crate) const LMP_BASE: usize = 6;
/// Factor for the number of moves that are tried before late moves are pruned; see [`LMP_BASE`].
pub(crate) const LMP_FACTOR: i32 = 4;

/// Bonus of a killer move, which is added to its preferences in a wide game. It is less than the preference for making
/// a four, and more than that for making a three.
pub(crate) const KILLER_BONUS: i64 = 40;

/// Minimum remaining depth, in moves, for deferring moves that another thread is already searching.
///
/// Measured as the time for depth 9, including proofs, in the positions of the first 40 games of
/// `engine/data/games.tsv` after 11 moves. It is 5.6 s with one thread, and also 5.6 s with two threads without
/// deferring. With two threads and the values 1, 2, 3 and 5, it is 5.0, 4.7, 4.8 and 5.0 s.
pub(crate) const DEFER_MIN_DEPTH: i32 = 3;
/// Number of slots for moves that are being searched. A thread needs at most one slot for each move of the line that it
/// searches.
pub(crate) const DEFER_SLOTS: usize = 256;

/// Stack size of a helper thread, in bytes. It is large because lines are long, and rules may be nested deeply.
pub(crate) const THREAD_STACK: usize = 64 << 20;
