//! Tests of the games that are written in plain Rust, without rules. Games in the rule language are compared with them.
//! They have the published perft numbers, and find the same lines as a slow loop.

use blanche_compiler::random::Random;

use crate::games_by_hand::{
    ConnectFour, End, Ended, Game, Noughts, Tally, distinct, members, perft, playouts,
};

fn itself<G: Game>(position: G) -> G {
    position
}

/// The perft numbers up to a depth. Games that end before it are either counted or left out.
fn perfts<G: Game>(depth: u32, ended: Ended) -> Vec<u64> {
    (0..=depth).map(|depth| perft(G::START, depth, ended)).collect()
}

#[test]
fn noughts_and_crosses_has_the_known_number_of_positions() {
    let by_ply = distinct(9, itself::<Noughts>);
    assert_eq!(by_ply, [1, 9, 72, 252, 756, 1_260, 1_520, 1_140, 390, 78]);
    assert_eq!(by_ply.iter().sum::<usize>(), 5_478);
    let symmetric = distinct(9, Noughts::least_image);
    assert_eq!(symmetric, [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]);
    assert_eq!(symmetric.iter().sum::<usize>(), 765);
    // No game is longer, so a greater depth adds nothing.
    assert_eq!(distinct(20, itself::<Noughts>), by_ply);
}

#[test]
fn noughts_and_crosses_has_the_known_number_of_games() {
    let strict = [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872];
    assert_eq!(perfts::<Noughts>(9, Ended::LeftOut), strict);
    // The first player wins 1,440 of these games after five moves, the second player wins 5,328 after six, and so on.
    let ended = [0, 0, 0, 0, 0, 1_440, 5_328, 47_952, 72_576, 127_872];
    assert_eq!(ended.iter().sum::<u64>(), 255_168);
    let counted = |depth: usize| strict[depth] + ended[..depth].iter().sum::<u64>();
    assert_eq!(perfts::<Noughts>(9, Ended::Counted), (0..10).map(counted).collect::<Vec<_>>());
    assert_eq!(perft(Noughts::START, 9, Ended::Counted), 255_168);
    assert_eq!(perft(Noughts::START, 20, Ended::Counted), 255_168);
    assert_eq!(perft(Noughts::START, 10, Ended::LeftOut), 0);
}

/// Numbers of distinct positions of connect four by ply. CITE: OEIS A212693.
const CONNECT_FOUR: [usize; 12] =
    [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275, 558_186, 1_662_623, 4_568_683];

#[test]
fn connect_four_has_the_known_number_of_positions() {
    assert_eq!(distinct(7, itself::<ConnectFour>), CONNECT_FOUR[..8]);
    let mirrored = |position: ConnectFour| position.images().last().expect("it has two images");
    assert_eq!(distinct(7, mirrored), CONNECT_FOUR[..8]);
    // There are 1, 7, 49 and 238 positions, of which 1, 1, 1 and 4 are their own mirror images. The other positions are
    // counted in pairs.
    assert_eq!(distinct(3, ConnectFour::least_image), [1, 4, 25, 121]);
}

#[test]
#[ignore = "ten seconds: see `deep.rs`"]
fn connect_four_has_the_known_number_of_positions_after_eleven_moves() {
    assert_eq!(distinct(11, itself::<ConnectFour>), CONNECT_FOUR);
}

#[test]
fn connect_four_has_the_known_number_of_games() {
    let strict = [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234];
    assert_eq!(perfts::<ConnectFour>(8, Ended::LeftOut), strict);
}

/// A board without bitboards: an array of fields, by rows from the bottom, each with the player whose piece is on it.
struct Plain {
    width: usize,
    height: usize,
    /// How many pieces in a line win.
    line: usize,
    /// Whether a move names only a column, in which the piece falls down.
    falls: bool,
    fields: Vec<Option<usize>>,
}

impl Plain {
    fn noughts() -> Plain {
        Plain { width: 3, height: 3, line: 3, falls: false, fields: vec![None; 9] }
    }

    fn connect_four() -> Plain {
        Plain { width: 7, height: 6, line: 4, falls: true, fields: vec![None; 42] }
    }

    /// The field where a move places a piece, if there is room.
    fn field(&self, number: usize) -> Option<usize> {
        let fields = if self.falls {
            (0..self.height).map(|row| row * self.width + number).collect()
        } else {
            vec![number]
        };
        fields.into_iter().find(|field| self.fields[*field].is_none())
    }

    fn moves(&self) -> Vec<u8> {
        let numbers = if self.falls { self.width } else { self.fields.len() };
        (0..numbers).filter(|number| self.field(*number).is_some()).map(|number| number as u8).collect()
    }

    /// The piece on the field that is `steps` steps away. `None` if that field is empty or off the board.
    fn piece(&self, field: usize, step: (isize, isize), steps: usize) -> Option<usize> {
        let (column, row) = (field % self.width, field / self.width);
        let column =
            column.checked_add_signed(step.0 * steps as isize).filter(|column| *column < self.width)?;
        let row = row.checked_add_signed(step.1 * steps as isize).filter(|row| *row < self.height)?;
        self.fields[row * self.width + column]
    }

    fn has_line(&self, player: usize) -> bool {
        (0..self.fields.len()).any(|field| {
            [(1, 0), (0, 1), (1, 1), (1, -1)]
                .into_iter()
                .any(|step| (0..self.line).all(|steps| self.piece(field, step, steps) == Some(player)))
        })
    }

    fn end(&self, moved: usize) -> Option<End> {
        let is_full = self.fields.iter().all(Option::is_some);
        self.has_line(moved).then_some(End::Won).or(is_full.then_some(End::Drawn))
    }
}

/// Plays random games on both boards. Returns how many games the first player won, how many the second player won, and
/// how many were drawn.
fn compare<G: Game>(games: usize, board: fn() -> Plain) -> [usize; 3] {
    let mut random = Random::new(1);
    let mut ends = [0; 3];
    for _ in 0..games {
        let (mut position, mut plain, mut plies) = (G::START, board(), 0);
        loop {
            assert_eq!(members(position.moves()).collect::<Vec<_>>(), plain.moves(), "{}", G::NAME);
            let number = position.any_move(&mut random);
            let field = plain.field(usize::from(number)).expect("a move that is drawn is legal");
            plain.fields[field] = Some(plies % 2);
            position = position.play(number);
            let end = position.end();
            assert_eq!(end, plain.end(plies % 2), "{}", G::NAME);
            plies += 1;
            match end {
                Some(End::Won) => ends[(plies - 1) % 2] += 1,
                Some(End::Drawn) => ends[2] += 1,
                Some(End::Lost) => panic!("nobody loses by an own move"),
                None => continue,
            }
            break;
        }
    }
    ends
}

#[test]
fn moves_and_ends_agree_with_a_board_in_arrays() {
    for ends in
        [compare::<Noughts>(2_000, Plain::noughts), compare::<ConnectFour>(2_000, Plain::connect_four)]
    {
        assert!(ends.iter().all(|number| *number > 0), "games end in every way: {ends:?}");
    }
}

/// Checks that a position and each of its images under symmetries have the same number of moves and the same end. The
/// moves of an image must lead to images of the positions after the moves of the original.
fn symmetries_hold<G: Game + std::fmt::Debug>(images: usize) {
    let mut random = Random::new(2);
    for _ in 0..200 {
        let mut position = G::START;
        while position.end().is_none() {
            let after = |position: G| {
                let mut after: Vec<G> =
                    members(position.moves()).map(|number| position.play(number).least_image()).collect();
                after.sort_unstable();
                after
            };
            assert_eq!(position.images().count(), images);
            for image in position.images() {
                assert_eq!(image.least_image(), position.least_image());
                assert_eq!(after(image), after(position));
                assert_eq!(image.end(), position.end());
            }
            position = position.play(position.any_move(&mut random));
        }
    }
}

#[test]
fn symmetries_change_nothing() {
    symmetries_hold::<Noughts>(8);
    symmetries_hold::<ConnectFour>(2);
}

/// How often each move is chosen when random moves are made from this position.
fn drawn(position: impl Game, times: usize) -> [usize; 16] {
    let (mut random, mut drawn) = (Random::new(3), [0; 16]);
    for _ in 0..times {
        drawn[usize::from(position.any_move(&mut random))] += 1;
    }
    drawn
}

#[test]
fn random_games_choose_every_legal_move_equally_often() {
    let noughts = [4, 0, 7].into_iter().fold(Noughts::START, Noughts::play);
    // The third column and the last one are full.
    let columns = [2, 2, 2, 2, 2, 2, 6, 6, 6, 6, 6, 6];
    let connect_four = columns.into_iter().fold(ConnectFour::START, ConnectFour::play);
    for (moves, drawn) in
        [(noughts.moves(), drawn(noughts, 60_000)), (connect_four.moves(), drawn(connect_four, 50_000))]
    {
        for (number, times) in drawn.into_iter().enumerate() {
            let is_legal = moves >> number & 1 == 1;
            assert_eq!(is_legal, (9_500..10_500).contains(&times), "move {number} is drawn {times} times");
            assert!(is_legal || times == 0);
        }
    }
}

/// The probabilities of the results of a random game from a position after `plies` moves: a win of the first player, a
/// win of the second player, and a draw.
fn chances(position: Noughts, plies: usize) -> [f64; 3] {
    let mut chances = [0.0; 3];
    match position.end() {
        Some(End::Won) => chances[(plies + 1) % 2] = 1.0,
        Some(End::Drawn) => chances[2] = 1.0,
        Some(End::Lost) => panic!("nobody loses by an own move"),
        None => {
            let moves: Vec<u8> = members(position.moves()).collect();
            for number in &moves {
                let after = self::chances(position.play(*number), plies + 1);
                (0..3).for_each(|end| chances[end] += after[end] / moves.len() as f64);
            }
        }
    }
    chances
}

#[test]
fn random_games_have_the_expected_distribution_of_results() {
    let games = 400_000;
    let tally = playouts::<Noughts>(games, &mut Random::new(4));
    assert_eq!(tally.games(), games);
    let found = [tally.first, tally.second, tally.drawn].map(|ends| ends as f64 / games as f64);
    let expected = chances(Noughts::START, 0);
    let is_near = |(found, expected): (f64, f64)| (found - expected).abs() < 0.003;
    assert!(found.into_iter().zip(expected).all(is_near), "{found:?} instead of {expected:?}");
}

#[test]
fn the_same_seed_gives_the_same_random_games() {
    let play = |seed| -> Tally { playouts::<ConnectFour>(1_000, &mut Random::new(seed)) };
    assert_eq!(play(5), play(5));
    assert_ne!(play(5), play(6));
    assert!((20.0..22.5).contains(&play(5).plies_per_game()), "{:?}", play(5));
}
