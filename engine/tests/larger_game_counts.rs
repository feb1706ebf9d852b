//! Tests of the larger games that are written in plain Rust. They have the published perft numbers, have the same moves
//! and ends as slow loops over boards, and draw their random moves uniformly.

use std::collections::BTreeSet;

use blanche_compiler::game;
use blanche_compiler::random::Random;

use crate::games_by_hand::{
    Chance, Draughts, DraughtsInArrays, End, Ended, Gomoku, Hex, Othello, Positions, Tally, perft, playouts,
};
use crate::large_games::{BACK_ENDS, COUNTING, texts};

/// The perft numbers up to a depth, including the games that end before it.
fn perfts<P: Positions>(depth: u32) -> Vec<u64> {
    (0..=depth).map(|depth| perft(P::start(), depth, Ended::Counted)).collect()
}

/// Counted by *edax* and others; a pass is a move.
const OTHELLO: [u64; 11] = [1, 4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_284];

/// CITE: *DarkHorse*, `perft_check.cpp`.
const DRAUGHTS: [u64; 13] =
    [1, 7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680, 18_391_564, 85_242_128, 388_623_673];

#[test]
fn the_larger_games_have_the_known_numbers_of_games() {
    assert_eq!(perfts::<Othello>(9), OTHELLO[..10]);
    assert_eq!(perfts::<Draughts>(9), DRAUGHTS[..10]);
    assert_eq!(perfts::<DraughtsInArrays>(7), DRAUGHTS[..8]);
    assert_eq!(perfts::<Hex>(3), [1, 121, 121 * 120, 121 * 120 * 119]);
    assert_eq!(perfts::<Gomoku>(3), [1, 225, 225 * 224, 225 * 224 * 223]);
}

/// The perft numbers up to a depth in each back end, for one of the games in `large_games`, which are written in
/// BLANCHE.
fn perfts_of_text(name: &str, depth: u32) -> [Vec<u64>; 2] {
    BACK_ENDS.map(|back_end| {
        let rules = texts::rules(name, back_end);
        let mut start = rules.start().expect("it begins");
        let perft = |depth| game::perft(&rules, &mut start, depth, COUNTING).expect("it is counted");
        (0..=depth).map(perft).collect()
    })
}

#[test]
fn rule_files_of_the_larger_games_agree_with_handwritten_programs() {
    for (name, by_hand) in [("hex", perfts::<Hex>(3)), ("go-moku", perfts::<Gomoku>(3))] {
        for counts in perfts_of_text(name, 3) {
            assert_eq!(counts, by_hand, "{name}");
        }
    }
}

/// The shortest games of Othello have nine moves, after which one player has no discs left.
#[test]
fn games_of_othello_end_after_nine_moves_at_the_earliest() {
    assert_eq!(perft(Othello::start(), 9, Ended::LeftOut), OTHELLO[9]);
    assert_eq!(perft(Othello::start(), 10, Ended::Counted), OTHELLO[10]);
    assert_eq!(perft(Othello::start(), 10, Ended::LeftOut), 24_571_056);
}

#[test]
#[ignore = "ten seconds: see `deep.rs`"]
fn draughts_has_the_known_number_of_games_after_twelve_moves() {
    assert_eq!(perfts::<Draughts>(12), DRAUGHTS);
    assert_eq!(perfts::<DraughtsInArrays>(9), DRAUGHTS[..10]);
}

/// The positions after each move, in order.
fn afters<P: Positions>(position: P) -> Vec<P> {
    let mut all = Vec::new();
    position.each_after(&mut |after| all.push(after));
    assert_eq!(all.len() as u64, position.number_of_moves(), "{}", P::NAME);
    all
}

/// Plays random games with uniformly chosen moves. Calls `see` for each move with the positions before and after it.
/// Returns the results of the games.
fn play<P: Positions>(games: u64, seed: u64, mut see: impl FnMut(P, P)) -> Tally {
    let (mut random, mut tally) = (Random::new(seed), Tally::default());
    for _ in 0..games {
        let (mut position, mut plies) = (P::start(), 0);
        let end = loop {
            if let Some(end) = position.end() {
                break end;
            }
            let after = *random.choose(&afters(position));
            see(position, after);
            (position, plies) = (after, plies + 1);
        };
        tally.plies += plies;
        match end {
            End::Drawn => tally.drawn += 1,
            End::Won if plies % 2 == 1 => tally.first += 1,
            End::Lost if plies % 2 == 0 => tally.first += 1,
            _ => tally.second += 1,
        }
    }
    tally
}

fn cells(board: &impl ToString) -> Vec<Vec<char>> {
    board.to_string().lines().map(|line| line.chars().collect()).collect()
}

/// The cell that is `steps` steps away from a field. It is a blank if it is off the board.
fn beyond(cells: &[Vec<char>], (row, column): (usize, usize), step: (isize, isize), steps: usize) -> char {
    let place = |from: usize, step: isize| from.checked_add_signed(step * steps as isize);
    let row = place(row, step.0).and_then(|row| cells.get(row));
    let cell = row.and_then(|row| row.get(place(column, step.1)?));
    cell.copied().unwrap_or(' ')
}

fn fields(cells: &[Vec<char>]) -> impl Iterator<Item = (usize, usize)> + use<> {
    let (rows, columns) = (cells.len(), cells[0].len());
    (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
}

const AROUND: [(isize, isize); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// The boards after each move of x in Othello except a pass. They are shown from the other player's point of view.
fn othello_by_steps(board: &[Vec<char>]) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for field in fields(board).filter(|(row, column)| board[*row][*column] == '-') {
        let mut after = board.to_vec();
        for step in AROUND {
            let others = (1..8).take_while(|steps| beyond(board, field, step, *steps) == 'o').count();
            if beyond(board, field, step, others + 1) == 'x' {
                for steps in 1..=others as isize {
                    after[(field.0 as isize + step.0 * steps) as usize]
                        [(field.1 as isize + step.1 * steps) as usize] = 'x';
                }
            }
        }
        if after != board {
            after[field.0][field.1] = 'x';
            all.insert(swapped(&after));
        }
    }
    all
}

/// The board from the other player's point of view.
fn swapped(board: &[Vec<char>]) -> String {
    let swap = |cell: &char| match cell {
        'x' => 'o',
        'o' => 'x',
        other => *other,
    };
    board.iter().map(|row| row.iter().map(swap).collect::<String>() + "\n").collect()
}

#[test]
fn moves_of_othello_agree_with_a_slow_loop() {
    let mut passes = 0;
    play(60, 1, |position: Othello, _| {
        let board = cells(&position);
        let mut slow = othello_by_steps(&board);
        if slow.is_empty() {
            passes += 1;
            slow.insert(swapped(&board));
        }
        let found: BTreeSet<String> = afters(position).iter().map(ToString::to_string).collect();
        assert_eq!(found, slow, "after\n{position}");
    });
    assert!(passes > 10, "only {passes} passes");
}

/// The position drawn by these rows.
fn othello(rows: &str) -> Othello {
    rows.parse().expect("it has 64 fields")
}

#[test]
fn othello_ends_without_moves_and_more_discs_win() {
    let empty = "-".repeat(61);
    assert_eq!(othello(&format!("ooo{empty}")).end(), Some(End::Won));
    assert_eq!(othello(&format!("xxo-{}", "-".repeat(60))).end(), None, "x turns one");
    assert_eq!(othello(&format!("xx--o{}", "-".repeat(59))).end(), Some(End::Lost));
    assert_eq!(othello(&"xo".repeat(32)).end(), Some(End::Drawn));
    // Only the other player can move, so a pass is the only move.
    let blocked = othello(&format!("oox-{}", "-".repeat(60)).replace("oox", "oxx"));
    assert_eq!(blocked.end(), None);
    assert_eq!(afters(blocked), [othello(&swapped(&cells(&blocked)))]);
}

/// The first move of half of the published games: black on f5 flips e5.
#[test]
fn black_begins_othello_and_may_play_f5() {
    let f5 = "-------- -------- -------- ---xo--- ---ooo-- -------- -------- --------";
    assert!(afters(Othello::start()).contains(&othello(f5)));
}

/// The positions after each move, sorted.
fn sorted(position: Draughts) -> Vec<Draughts> {
    let mut all = afters(position);
    all.sort_unstable();
    all
}

/// The positions after each move, sorted. They are computed by the implementation with the board in arrays.
fn sorted_by_arrays(position: Draughts) -> Vec<Draughts> {
    let mut all: Vec<Draughts> =
        afters(DraughtsInArrays::from(position)).into_iter().map(Draughts::from).collect();
    all.sort_unstable();
    all
}

#[test]
fn moves_of_draughts_agree_with_a_board_in_arrays() {
    play(300, 2, |position: Draughts, _| {
        assert_eq!(Draughts::from(DraughtsInArrays::from(position)), position);
        assert_eq!(sorted(position), sorted_by_arrays(position), "{position:?}");
        assert_eq!(position.end(), DraughtsInArrays::from(position).end());
    });
}

/// Positions with pieces on random squares. Many pieces are kings, so that some chains of captures branch and some
/// return to where they began.
#[test]
fn capture_chains_of_draughts_agree_with_a_board_in_arrays() {
    let (mut random, mut longest) = (Random::new(3), 0);
    for _ in 0..4_000 {
        let mut sides = ["W".to_owned(), "B".to_owned()];
        let pieces = random.between(2, 24);
        let mut squares: Vec<usize> = (1..=32).collect();
        random.shuffle(&mut squares);
        for square in &squares[..pieces] {
            let side = random.below(2);
            // A man cannot be on the row where it would be crowned.
            let is_king = random.percent(40) || [*square <= 4, *square > 28][side];
            sides[side] += &format!("{}{square},", if is_king { "K" } else { "" });
        }
        let mover = *random.choose(&["W", "B"]);
        let position = draughts(&format!("{mover}:{}:{}", sides[0], sides[1]));
        let found = sorted(position);
        assert_eq!(found, sorted_by_arrays(position), "{mover}:{sides:?}");
        longest = longest.max(found.len());
    }
    assert!(longest > 15, "there were {longest} moves at most");
}

/// The position of a FEN.
fn draughts(fen: &str) -> Draughts {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn draughts_captures_are_complete_and_crowning_ends_a_chain() {
    // The man on 18 captures 14 and 6. It stops on 2, although a king could capture 7, too.
    assert_eq!(afters(draughts("W:W18:B14,6,7")), [draughts("B:B7:WK2")]);
    // The king can capture around in both directions, and ends where it began.
    let around = draughts("B:BK2:W6,7,14,15");
    assert_eq!(afters(around).len(), 2);
    assert!(afters(around).iter().all(|after| *after == draughts("W:BK2:W")));
    // Capturing is compulsory.
    assert_eq!(draughts("B:B9,1:W14").number_of_moves(), 1);
}

#[test]
fn draughts_is_lost_without_a_move_and_drawn_after_eighty_quiet_ones() {
    assert_eq!(draughts("W:W:B12").end(), Some(End::Won));
    assert_eq!(draughts("W:W13:B9,6").end(), Some(End::Won));
    assert_eq!(draughts("B:BK1:W32:H79").end(), None);
    for after in afters(draughts("B:BK1:W32:H79")) {
        assert_eq!(after.end(), Some(End::Drawn));
        assert_eq!(perft(after, 3, Ended::Counted), 1);
    }
    // The move of a man, or a capture, resets the counter.
    for fen in ["B:B1:WK32:H79", "B:BK1:W6,32:H79"] {
        assert!(afters(draughts(fen)).iter().all(|after| after.end().is_none()), "{fen}");
    }
}

/// Kings move back and forth. From the eighth move on, a position may occur for the third time.
#[test]
fn draws_by_repetition_agree_with_a_board_in_arrays() {
    for fen in ["B:BK1:WK32", "W:WK4,K29:BK20", "B:BK5,12:WK28", "B:BK1:WK32:H74"] {
        let position = draughts(fen);
        for depth in 7..=10 {
            for ended in [Ended::Counted, Ended::LeftOut] {
                let in_arrays = perft(DraughtsInArrays::from(position), depth, ended);
                assert_eq!(perft(position, depth, ended), in_arrays, "{fen}, {depth} moves, {ended:?}");
            }
        }
    }
    // Two kings in their corners can move to two squares each. After the eighth move, each game has either ended by
    // repetition or reached other positions.
    let position = draughts("B:BK1:WK32");
    let (counted, strict) = (perft(position, 9, Ended::Counted), perft(position, 9, Ended::LeftOut));
    assert!(strict < counted, "{strict} of {counted}");
}

/// Ballots (prescribed openings) of three moves, with the position after them. They show that the board is not
/// mirrored.
#[test]
fn ballots_of_draughts_are_legal() {
    for (ballot, fen) in [
        ("09-13 21-17 05-09", "W:W17,22,23,24,25,26,27,28,29,30,31,32:B1,10,11,12,13,2,3,4,6,7,8,9"),
        ("09-13 22-17 13-22", "W:W21,23,24,25,26,27,28,29,30,31,32:B1,10,11,12,2,22,3,4,5,6,7,8"),
        ("09-13 22-18 06-09", "W:W18,21,23,24,25,26,27,28,29,30,31,32:B1,10,11,12,13,2,3,4,5,7,8,9"),
    ] {
        let mut positions = vec![Draughts::start()];
        for _ in 0..3 {
            positions = positions.into_iter().flat_map(afters).collect();
        }
        assert!(positions.contains(&draughts(fen)), "{ballot}");
    }
}

/// Whether stones of this kind connect the first row with the last, by flood fill.
fn hex_is_connected(board: &[Vec<char>], stone: char) -> bool {
    let mut wet: Vec<(usize, usize)> = (0..board.len())
        .map(|column| (0, column))
        .filter(|(row, column)| board[*row][*column] == stone)
        .collect();
    let mut seen: BTreeSet<(usize, usize)> = wet.iter().copied().collect();
    while let Some(field) = wet.pop() {
        for step in [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)] {
            if beyond(board, field, step, 1) == stone {
                let next = ((field.0 as isize + step.0) as usize, (field.1 as isize + step.1) as usize);
                if seen.insert(next) {
                    wet.push(next);
                }
            }
        }
    }
    seen.iter().any(|(row, _)| *row == board.len() - 1)
}

/// The transposed board.
fn turned(board: &[Vec<char>]) -> Vec<Vec<char>> {
    (0..board.len()).map(|column| board.iter().map(|row| row[column]).collect()).collect()
}

#[test]
fn hex_is_won_when_a_flood_reaches_the_other_side() {
    let mut won = [0, 0];
    play(150, 4, |position: Hex, after| {
        assert_eq!(position.end(), None);
        let board = cells(&after);
        // The second player connects the left with the right.
        let connected = [hex_is_connected(&board, 'x'), hex_is_connected(&turned(&board), 'o')];
        assert_eq!(after.end().is_some(), connected != [false, false], "\n{after}");
        (0..2).for_each(|player| won[player] += usize::from(connected[player]));
    });
    assert!(won.iter().all(|games| *games > 50) && won[0] + won[1] == 150, "{won:?}");
}

/// Whether there are five or more x in a row.
fn gomoku_has_five(board: &[Vec<char>]) -> bool {
    fields(board).any(|field| {
        [(0, 1), (1, 0), (1, 1), (1, -1)]
            .into_iter()
            .any(|step| (0..5).all(|steps| beyond(board, field, step, steps) == 'x'))
    })
}

#[test]
fn go_moku_is_won_when_a_slow_loop_finds_five() {
    let mut won = 0;
    play(60, 5, |_: Gomoku, after| {
        let has_five = gomoku_has_five(&cells(&after));
        assert_eq!(after.end() == Some(End::Won), has_five, "\n{after}");
        won += usize::from(has_five);
    });
    assert!(won > 50, "{won}");
}

/// The position after these moves, given as row and column.
fn gomoku(moves: &[(usize, usize)]) -> Gomoku {
    moves.iter().fold(Gomoku::start(), |position, (row, column)| {
        let is_it =
            |after: &Gomoku| cells(after)[*row][*column] == 'x' && cells(&position)[*row][*column] == '.';
        afters(position).into_iter().find(is_it).expect("the field is empty")
    })
}

#[test]
fn six_in_a_row_win_and_four_at_the_edge_do_not() {
    let play = |fields: &[(usize, usize)]| {
        let others = (0..).map(|number: usize| (2 * (number / 7) + 6, 2 * (number % 7)));
        let moves: Vec<_> =
            fields.iter().copied().zip(others).flat_map(|(own, other)| [own, other]).collect();
        gomoku(&moves[..moves.len() - 1]).end()
    };
    assert_eq!(play(&[(0, 0), (0, 1), (0, 2), (0, 4), (0, 5), (0, 3)]), Some(End::Won));
    assert_eq!(play(&[(0, 10), (1, 11), (2, 12), (4, 14), (3, 13)]), Some(End::Won));
    // A line does not continue in the next row: four stones at the right end and one at the left end of the next row
    // are no five.
    assert_eq!(play(&[(0, 11), (0, 12), (0, 13), (0, 14), (1, 0)]), None);
    assert_eq!(play(&[(0, 4), (1, 3), (2, 2), (3, 1)]), None);
    assert_eq!(play(&[(0, 4), (1, 3), (2, 2), (3, 1), (4, 0)]), Some(End::Won));
}

/// Checks that two shares of games differ by at most four standard deviations of the difference.
fn are_alike(of: &str, [first, second]: [(u64, u64); 2]) {
    let share = |(some, all): (u64, u64)| some as f64 / all as f64;
    let mean = share((first.0 + second.0, first.1 + second.1));
    let deviation = (mean * (1.0 - mean) * (1.0 / first.1 as f64 + 1.0 / second.1 as f64)).sqrt();
    let difference = (share(first) - share(second)).abs();
    assert!(difference <= 4.0 * deviation + 1e-9, "{of}: {first:?} and {second:?}");
}

/// Compares fast random games with games whose moves are drawn from a list. In both, each kind of end must have about
/// the same frequency, and the average number of moves must be about the same.
fn fair(name: &str, fast: &Tally, slow: &Tally, deviation: f64) {
    for (way, of) in [("first", |tally: &Tally| tally.first), ("drawn", |tally| tally.drawn)]
        as [(&str, fn(&Tally) -> u64); 2]
    {
        are_alike(&format!("{name}, {way}"), [(of(fast), fast.games()), (of(slow), slow.games())]);
    }
    let sum = 1.0 / fast.games() as f64 + 1.0 / slow.games() as f64;
    let difference = (fast.plies_per_game() - slow.plies_per_game()).abs();
    assert!(difference < 4.0 * deviation * sum.sqrt(), "{name}: {difference} plies");
}

#[test]
fn random_games_of_the_larger_games_choose_every_move_equally_often() {
    /// `deviation` is the standard deviation of the number of plies, which was measured and rounded up.
    fn check<P: Chance>(games: u64, deviation: f64) {
        let fast = playouts::<P>(20_000, &mut Random::new(6));
        assert_eq!(fast.games(), 20_000);
        fair(P::NAME, &fast, &play(games, 7, |_: P, _| {}), deviation);
    }
    check::<Othello>(4_000, 3.0);
    check::<Hex>(2_000, 10.0);
    check::<Gomoku>(400, 40.0);
    let draughts = playouts::<Draughts>(20_000, &mut Random::new(8));
    let in_arrays = playouts::<DraughtsInArrays>(4_000, &mut Random::new(9));
    fair("draughts", &draughts, &in_arrays, 30.0);
}

#[test]
fn the_requested_number_of_games_is_played() {
    for games in [0, 1, 3, 8, 9, 1_001] {
        assert_eq!(playouts::<Othello>(games, &mut Random::new(1)).games(), games);
    }
}
