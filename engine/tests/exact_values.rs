//! Noughts and crosses is small enough to search exhaustively: the positional search must find the exact value of every
//! position, however small its table is.

use std::collections::HashMap;

use blanche_compiler::game::{Outcome, Rules};
use blanche_compiler::runtime::{Limits, Position};
use noire::bases::{Backend, TextBase};
use noire::games::{Game as _, KnowledgeFilter, TextGame};
use noire::players::PlayerSpec;
use noire::search::alpha_beta::table::Table;
use noire::search::alpha_beta::{AlphaBeta, DECIDED, DRAWN};
use noire::search::limits::{Clock, SearchLimits};
use noire::search::player::Budget;

use crate::commands::folder;

fn noughts() -> TextBase {
    TextBase::open("noughts", Limits::default()).unwrap_or_else(|error| panic!("{error:?}"))
}

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Worth {
    Lost,
    Drawn,
    Won,
}

impl Worth {
    /// The value from the other side's point of view.
    fn turned(self) -> Worth {
        match self {
            Worth::Lost => Worth::Won,
            Worth::Drawn => Worth::Drawn,
            Worth::Won => Worth::Lost,
        }
    }
}

/// Positions with their values. The key of a position is the list of words that encode it.
type Known = HashMap<Vec<u64>, (Position, Worth)>;

/// The exact value of a position, found by searching every line from it.
fn walk(rules: &Rules, position: &Position, known: &mut Known) -> Worth {
    if let Some((_, worth)) = known.get(position.words()) {
        return *worth;
    }
    let mut asked = position.clone();
    let worth = match rules.outcome(&mut asked).expect("no limit is reached") {
        Some(Outcome::Drawn) => Worth::Drawn,
        Some(Outcome::Won(winner)) if winner == rules.to_move(&asked) => Worth::Won,
        Some(Outcome::Won(_)) => Worth::Lost,
        None => {
            let mut moves = Vec::new();
            rules.moves(&mut asked, &mut moves).expect("no limit is reached");
            let worths = moves.into_iter().map(|mv| {
                let mut after = position.clone();
                rules.play(&mut after, mv).expect("it can be made");
                walk(rules, &after, known).turned()
            });
            worths.max().expect("a game that goes on has moves")
        }
    };
    known.insert(position.words().to_vec(), (position.clone(), worth));
    worth
}

/// How the search chooses moves: it tries all of them to a fixed depth (plain), or prunes moves that it considers bad
/// (selective).
#[derive(Clone, Copy, Debug)]
enum Kind {
    Plain,
    Selective,
}

/// The value found by the search for a position that is not over. The table has `bytes` bytes. `None` if the value is
/// neither that of a decided game nor that of a draw.
fn said(rules: &Rules, position: &Position, kind: Kind, bytes: u64) -> Option<Worth> {
    let mut game = TextGame::new(rules, position.clone()).expect("two play");
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let (mut clock, table) = (Clock::start(SearchLimits::default()), Table::of_bytes(bytes));
    let search = AlphaBeta::new(&mut game, u32::MAX, &mut clock, &table);
    let mut search = match kind {
        Kind::Plain => search.full_width(),
        Kind::Selective => search,
    };
    // This search does not add the base's preferences for moves to the values at the root, which would make them
    // inexact.
    match search.best(&moves, MOVES)?.value {
        value if value > DECIDED => Some(Worth::Won),
        value if value < -DECIDED => Some(Worth::Lost),
        DRAWN => Some(Worth::Drawn),
        _ => None,
    }
}

/// Maximum number of moves of a game.
const MOVES: u32 = 9;

/// All reachable positions with their values, sorted by the words that encode the positions.
fn all(rules: &Rules) -> Vec<(Position, Worth)> {
    let mut known = Known::new();
    walk(rules, &rules.start().expect("it begins"), &mut known);
    let mut all: Vec<_> = known.into_iter().collect();
    all.sort_by(|one, other| one.0.cmp(&other.0));
    all.into_iter().map(|(_, known)| known).collect()
}

#[test]
fn the_player_plays_perfectly_with_any_table_size() {
    let base = noughts();
    let rules = base.played_by(Backend::Compiled).unwrap_or_else(|message| panic!("{}", message.title));
    let spec: PlayerSpec = format!("search:depth={MOVES}").parse().expect("it is one");
    // Memory limits in bytes: powers of two, and one byte less.
    let limits = (0..=20).flat_map(|power| [(1 << power) - 1, 1 << power]);
    let mut players: Vec<_> = limits.map(|bytes| (bytes, spec.chooser(1))).collect();
    let mut moves = 0;
    for (at, (position, worth)) in all(&rules).into_iter().enumerate() {
        if rules.outcome(&mut position.clone()).expect("no limit is reached").is_some() {
            continue;
        }
        let number = at % players.len();
        let (bytes, player) = &mut players[number];
        let mut game =
            TextGame::with_filter(&rules, position.clone(), &KnowledgeFilter::default()).expect("two play");
        let budget = Budget { memory: Some(*bytes), ..Budget::untimed() };
        let choice = player.choose(&mut game, &budget);
        let mv = choice.expect("nothing goes wrong").mv.expect("a game that goes on has moves");
        let mut after = position.clone();
        rules.play(&mut after, mv).expect("it can be made");
        let kept = walk(&rules, &after, &mut Known::new()).turned();
        assert_eq!(
            kept,
            worth,
            "{} in {bytes} bytes: {:?}",
            rules.notation().move_text(mv),
            position.words()
        );
        moves += 1;
    }
    assert_eq!(moves, 4_520, "the other 958 positions are over");
}

#[test]
fn the_positional_search_values_all_5478_positions_of_noughts_and_crosses_exactly() {
    let base = noughts();
    let rules = base.played_by(Backend::Compiled).unwrap_or_else(|message| panic!("{}", message.title));
    let known = all(&rules);
    assert_eq!(known.len(), 5_478);
    // The selective search runs once with a table for all positions, and once with a table of a single entry.
    for (kind, bytes) in [(Kind::Plain, 1 << 20), (Kind::Selective, 1 << 20), (Kind::Selective, 0)] {
        let right = known.iter().filter(|(position, worth)| {
            let game = TextGame::new(&rules, position.clone()).expect("two play");
            let is_over = { game }.outcome().expect("no limit is reached").is_some();
            is_over || said(&rules, position, kind, bytes) == Some(*worth)
        });
        assert_eq!(right.count(), known.len(), "{kind:?}, {bytes} bytes");
    }
}

/// A game in which a token walks to the right. Each player may shout once on the way: one shout makes the end a draw,
/// and two make it a win for White.
const SHOUTS: &str = "\
base shouts
board 7 by 1 like b1 words Field
players white, black words Color, Other
sort loud = 0 to 2 words Loud
state token(Field) one Field
state loud(Loud) one Loud, history
start token(a1), loud(0)
move go for Color plays Field2 if token(Field1), step(Field1, e, Field2)
    removes token(Field1)
    adds token(Field2)
move shout for Color plays Field2 if token(Field1), step(Field1, e, Field2), loud(Loud), Loud < 2
    removes token(Field1)
    adds token(Field2)
    adds loud(Loud + 1) if loud(Loud)
rule home for black at level 0 if token(g1), loud(0)
rule noise for white at level 0 if token(g1), loud(2)
draw noisy if token(g1), loud(1)
drawn token(Field) as t
";

#[test]
fn the_positional_search_distinguishes_histories_that_matter() {
    let folder = folder("shouts", &[("base.blanche", SHOUTS)]);
    let base = TextBase::open(&folder, Limits::default());
    let base = base.unwrap_or_else(|error| panic!("{error:?}"));
    let rules = base.played_by(Backend::Interpreted).unwrap_or_else(|message| panic!("{}", message.title));
    for (position, worth) in all(&rules) {
        if rules.outcome(&mut position.clone()).expect("no limit is reached").is_some() {
            continue;
        }
        // The game has no scores, so an undecided position has the same value as a draw. Only a search of all lines can
        // be checked.
        let found = said(&rules, &position, Kind::Plain, 1 << 20);
        assert_eq!(found, Some(worth), "{:?}", position.words());
    }
}
