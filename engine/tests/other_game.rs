//! The search depends only on the game interface. Noughts and crosses has its own players, draws, and no null move, and
//! is searched like five in a row.

use std::fmt;

use noire::games::{Game, Knowledge, LimitReached, Outcome};
use noire::search::alpha_beta::table::Table;
use noire::search::alpha_beta::{AlphaBeta, DECIDED, DRAWN, Valued};
use noire::search::classic::Classic;
use noire::search::limits::{Clock, SearchLimits};
use noire::search::proof_faults::ProofFaults;
use noire::search::strategy::{Strategy, Task, ThreatClass, Untried};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Side {
    Crosses,
    Noughts,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Side::Crosses { "crosses" } else { "noughts" })
    }
}

/// The fields played so far, by both sides in turn. A field is a number from 0 to 8.
#[derive(Default)]
struct Noughts {
    moves: Vec<u8>,
}

const ROWS: [[u8; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

impl Noughts {
    fn after(moves: &[u8]) -> Noughts {
        Noughts { moves: moves.to_vec() }
    }

    fn has_row(&self, side: Side) -> bool {
        let first = usize::from(side == Side::Noughts);
        let fields: Vec<u8> = self.moves.iter().skip(first).step_by(2).copied().collect();
        ROWS.iter().any(|row| row.iter().all(|field| fields.contains(field)))
    }
}

impl Game for Noughts {
    type Move = u8;
    type Player = Side;

    fn to_move(&self) -> Side {
        if self.moves.len().is_multiple_of(2) { Side::Crosses } else { Side::Noughts }
    }

    fn opponent(player: Side) -> Side {
        if player == Side::Crosses { Side::Noughts } else { Side::Crosses }
    }

    fn key(&self) -> u64 {
        let field = |(at, field): (usize, &u8)| (1 + at as u64 % 2) * 3u64.pow(u32::from(*field));
        self.moves.iter().enumerate().map(field).sum()
    }

    fn key_after(&self, mv: u8) -> u64 {
        self.key() + (1 + self.moves.len() as u64 % 2) * 3u64.pow(u32::from(mv))
    }

    fn play(&mut self, mv: u8) {
        self.moves.push(mv);
    }

    fn take_back(&mut self) {
        self.moves.pop();
    }

    fn moves(&self, moves: &mut Vec<u8>) {
        moves.extend((0..9).filter(|field| !self.moves.contains(field)));
    }

    fn outcome(&mut self) -> Result<Option<Outcome<Side>>, LimitReached> {
        let won = [Side::Crosses, Side::Noughts].into_iter().find(|side| self.has_row(*side));
        Ok(won.map(Outcome::Won).or((self.moves.len() == 9).then_some(Outcome::Drawn)))
    }
}

/// All that the search knows of this game is how it ends.
impl Knowledge for Noughts {
    fn replied(&self) -> u32 {
        1
    }

    fn value(&mut self, _: Side) -> Result<i64, LimitReached> {
        Ok(0)
    }
}

fn best(moves: &[u8]) -> Valued<u8> {
    let (mut game, mut clock) = (Noughts::after(moves), Clock::start(SearchLimits::default()));
    let mut among = Vec::new();
    game.moves(&mut among);
    let table = Table::of_bytes(1 << 20);
    let best = AlphaBeta::new(&mut game, 1, &mut clock, &table).best(&among, 9);
    assert_eq!(game.moves, moves, "the position stands again");
    best.expect("there is a move")
}

#[test]
fn a_drawn_game_is_worth_nothing_to_either_side() {
    assert_eq!(best(&[]).value, DRAWN);
    assert_eq!(best(&[0]).mv, 4, "a corner is answered in the middle");
    assert_eq!(best(&[0, 4, 8, 1, 7, 6, 2]).value, DRAWN);
}

#[test]
fn wins_and_losses_are_found() {
    let wins = best(&[0, 4, 8, 1, 7]);
    assert!(wins.mv == 6 && wins.value.abs() <= DECIDED, "the reply that holds: {wins:?}");
    let wins = best(&[0, 1, 4, 2]);
    assert!(wins.mv == 8 && wins.value > DECIDED, "{wins:?}");
    assert!(best(&[0, 1, 4]).value < -DECIDED);
}

#[test]
fn a_strategy_without_threats_finds_no_win_and_leaves_the_position_unchanged() {
    let (mut game, mut clock) = (Noughts::after(&[0, 1, 4, 2]), Clock::start(SearchLimits::default()));
    let mut untried = Vec::new();
    let task = Task {
        game: &mut game,
        class: ThreatClass::Quiet,
        levels: 1,
        faults: &ProofFaults::default(),
        clock: &mut clock,
        untried: &mut untried,
    };
    assert!(matches!(Classic.attack(task), Ok(None)));
    assert_eq!(game.moves, [0, 1, 4, 2]);
    assert_eq!(
        untried,
        [Untried::Class(ThreatClass::Quiet)],
        "the strategy of the thesis has no quiet moves"
    );
}
