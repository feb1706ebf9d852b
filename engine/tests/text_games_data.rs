//! Othello and draughts written in BLANCHE: the published perft numbers, and positions, openings and games in the usual
//! notations.

use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;

use blanche_compiler::game::{self, Counting, End, EndReason, Move, Outcome, Past, Rules, playout};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::{Limits, Position};
use noire::bases::{Backend, TextBase};
use noire::games::{Game, Outcome as Ended, TextGame};

use crate::data::rows;
use crate::deep::Bound;

const BACKENDS: [Backend; 2] = [Backend::Compiled, Backend::Interpreted];

static NEVER: AtomicBool = AtomicBool::new(false);

/// Counted by *edax* and others; a pass is a move.
const OTHELLO: [u64; 11] = [1, 4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_284];

/// CITE: *DarkHorse*, `perft_check.cpp`.
const DRAUGHTS: [u64; 13] =
    [1, 7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680, 18_391_564, 85_242_128, 388_623_673];

fn rules(name: &str, backend: Backend) -> Rules {
    let base = TextBase::open(name, Limits::default()).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    base.played_by(backend).unwrap_or_else(|message| panic!("{name}: {}", message.title))
}

fn perft(rules: &Rules, depth: usize, strict: bool) -> u64 {
    let how = Counting { strict, stop: &NEVER, told: &|_| {} };
    let mut start = rules.start().expect("it begins");
    game::perft(rules, &mut start, depth as u32, how).expect("it can be counted")
}

/// Compares the perft numbers up to a depth with those that are known.
fn has_counts(name: &str, backend: Backend, known: &[u64]) {
    let rules = rules(name, backend);
    for (depth, known) in known.iter().enumerate() {
        assert_eq!(perft(&rules, depth, false), *known, "{name}, {backend}, depth {depth}");
    }
}

#[test]
fn othello_has_the_known_counts() {
    has_counts("othello", Backend::Compiled, &OTHELLO[..=9]);
    has_counts("othello", Backend::Interpreted, &OTHELLO[..=7]);
}

#[test]
fn draughts_has_the_known_counts() {
    has_counts("draughts", Backend::Compiled, &DRAUGHTS[..=10]);
    has_counts("draughts", Backend::Interpreted, &DRAUGHTS[..=8]);
}

/// The given depths. If the run has a time limit, the last depth is left out.
fn deep(depths: RangeInclusive<usize>) -> impl Iterator<Item = usize> {
    let last = if Bound::begin().is_set() { *depths.end() } else { depths.end() + 1 };
    depths.take_while(move |depth| *depth < last)
}

#[test]
#[ignore = "ten seconds: see `deep.rs`"]
fn othello_has_the_known_counts_to_depth_ten() {
    let compiled = rules("othello", Backend::Compiled);
    assert_eq!(perft(&compiled, 10, false), OTHELLO[10]);
    assert_eq!(perft(&compiled, 10, true), 24_571_056);
    let interpreted = rules("othello", Backend::Interpreted);
    deep(8..=9).for_each(|depth| assert_eq!(perft(&interpreted, depth, false), OTHELLO[depth]));
}

#[test]
#[ignore = "a minute: see `deep.rs`"]
fn draughts_has_the_known_counts_to_depth_twelve() {
    let interpreted = rules("draughts", Backend::Interpreted);
    deep(9..=10).for_each(|depth| assert_eq!(perft(&interpreted, depth, false), DRAUGHTS[depth]));
    let compiled = rules("draughts", Backend::Compiled);
    deep(11..=12).for_each(|depth| assert_eq!(perft(&compiled, depth, false), DRAUGHTS[depth]));
}

/// The moves of a position, as text.
fn moves(rules: &Rules, position: &Position) -> Vec<String> {
    let mut moves = Vec::new();
    rules.moves(&mut position.clone(), &mut moves).expect("they can be asked");
    moves.into_iter().map(|mv| rules.notation().move_text(mv)).collect()
}

#[test]
fn end_game_positions_of_othello_are_read_and_their_best_moves_are_legal() {
    let rules = BACKENDS.map(|backend| rules("othello", backend));
    let positions = rows("ffo.tsv");
    assert_eq!(positions.len(), 20);
    for line in positions {
        let [number, empties, side, best, _, board] = line.as_slice() else {
            panic!("{line:?} has six columns")
        };
        for rules in &rules {
            let text = format!("{board} {side}");
            let position =
                rules.notation().read_position(&text, rules.program().players[0]).expect("it is a position");
            let dots = rules.notation().drawn(&position).matches('.').count();
            assert_eq!(dots.to_string(), *empties, "position {number}");
            let legal = moves(rules, &position);
            for mv in best.to_lowercase().split(',') {
                assert!(legal.contains(&mv.to_owned()), "{mv} is none of {legal:?} in position {number}");
            }
        }
    }
}

#[test]
fn games_of_othello_are_read_in_common_notations() {
    let rules = rules("othello", Backend::Compiled);
    let start = rules.start().expect("it begins");
    let read = |text: &str| {
        rules.records().read_record(&start, text).map(|moves| rules.records().record_text(&moves))
    };
    assert_eq!(read("f5d6c3d3c4").as_deref(), Ok("1. f5 d6 2. c3 d3 3. c4\n"));
    assert_eq!(read("F5D6C3D3C4"), read("f5 d6 c3 d3 c4"));
    // Passes may be left out, and moves may be written without separators.
    let (mut random, mut passes) = (Random::new(5), 0);
    for _ in 0..50 {
        let (mut made, mut position) = (Vec::new(), start.clone());
        playout(&rules, &mut position, &mut random, &mut Vec::new(), |_, mv| made.push(mv)).expect("it ends");
        let fields = made.iter().filter(|mv| !mv.is_pass()).map(|mv| rules.notation().move_text(*mv));
        assert_eq!(rules.records().read_record(&start, &fields.collect::<String>()).as_ref(), Ok(&made));
        assert_eq!(
            rules.records().read_record(&start, &rules.records().record_text(&made)).as_ref(),
            Ok(&made)
        );
        passes += made.iter().filter(|mv| mv.is_pass()).count();
    }
    assert!(passes > 20, "{passes} passes");
    let board = "xxxxxxo./......../......../......../......../......../......../........".replace('/', "");
    let board = rules
        .notation()
        .read_position(&format!("{board} o"), rules.program().players[0])
        .expect("it is read");
    assert_eq!(moves(&rules, &board), ["pass"]);
    let all = rules.records().read_record(&board, "h1").expect("White passes, and Black closes in");
    assert_eq!(all.iter().map(|mv| rules.notation().move_text(*mv)).collect::<Vec<_>>(), ["pass", "h1"]);
    assert_eq!(rules.records().read_record(&board, "pass h1"), Ok(all));
    let fault = rules.records().read_record(&start, "pass").expect_err("Black can move");
    assert_eq!(
        fault.to_string(),
        "black cannot play `pass` here; expected one of the moves `d3`, `c4`, `f5`, `e6`"
    );
}

#[test]
fn a_finished_game_of_othello_states_its_margin() {
    let rules = rules("othello", Backend::Compiled);
    let board = format!("{}{}", "x".repeat(40), "-".repeat(24));
    let mut position =
        rules.notation().read_position(&board, rules.program().players[1]).expect("it is a position");
    let [black, _] = rules.program().players[..] else { panic!("two play") };
    let end = rules.end(&mut position).expect("it can be asked").expect("it is over");
    assert_eq!(end.outcome, Outcome::Won(black));
    assert!(matches!(end.why, EndReason::Rule(_)));
    assert_eq!(rules.judgement().margin_text(&mut position, end.outcome), Ok(Some("64 to 0".to_owned())));
}

#[test]
fn every_opening_of_draughts_is_legal_and_leads_to_its_position() {
    let both = BACKENDS.map(|backend| rules("draughts", backend));
    let openings = rows("../../data/ballots.tsv");
    assert_eq!(openings.len(), 174);
    for (at, line) in openings.iter().enumerate() {
        let rules = &both[at % 2];
        let start = rules.start().expect("it begins");
        let [opening, fen] = line.as_slice() else { panic!("{line:?} has two columns") };
        let moves =
            rules.records().read_record(&start, opening).unwrap_or_else(|fault| panic!("{opening}: {fault}"));
        let mut position = start;
        moves.iter().for_each(|mv| rules.play(&mut position, *mv).expect("it is legal"));
        let expected =
            rules.notation().read_position(fen, rules.program().players[0]).expect("it is a position");
        assert!(position.same_as(&expected), "{opening}\n{}", rules.notation().position_text(&position));
    }
}

#[test]
fn games_of_draughts_are_read_and_written_in_their_notation() {
    let rules = rules("draughts", Backend::Compiled);
    let start = rules.start().expect("it begins");
    let game = "[Event \"a test\"]\n[Result \"*\"]\n\n1. 11-15 {an old one} 22-17 2. 15-19 24x15 3. 10x19 23x16 4. 12x19 *\n";
    let moves = rules.records().read_record(&start, game).expect("it is a game");
    assert_eq!(
        rules.records().record_text(&moves),
        "1. 11-15 22-17 2. 15-19 24x15 3. 10x19 23x16 4. 12x19\n"
    );
    // A chain of captures may be given by its first and last square. This game begins in another position, with a king.
    let chain = "[FEN \"W:W22,K30:B18,11\"]\n1. 22x8 *";
    let from = rules.records().read_game(&start, chain).expect("it has a position").start;
    let [mv] = rules.records().read_record(&from, chain).expect("it is a game")[..] else {
        panic!("one move")
    };
    assert!(mv.is_chain());
    assert_eq!(rules.notation().move_text(mv), "22x15x8");
    let fault =
        rules.records().read_record(&start, "1. 11x15").map(|_| ()).map_err(|fault| fault.to_string());
    assert_eq!(fault, Ok(()), "a sign between fields says nothing");
    let fault = rules.records().read_game(&start, "[FEN \"W:W33\"]").expect_err("there is no field 33");
    assert_eq!(
        fault.to_string(),
        "`33` is not a piece on a field; expected a field such as `21`, or `K21` for a king"
    );
}

/// Moves that lead kings back and forth.
fn shuffled(rules: &Rules, moves: usize) -> (Position, Vec<Option<End>>) {
    let text = "B:WK30:BK1";
    let mut position =
        rules.notation().read_position(text, rules.program().players[0]).expect("it is a position");
    let mut past = Past::new(rules, &position);
    let mut ends = Vec::new();
    for mv in ["1-5", "30-26", "5-1", "26-30"].into_iter().cycle().take(moves) {
        let mv = rules.notation().read_move(&mut position, mv).expect("it is legal");
        rules.play_on(&mut position, mv, &mut past).expect("it can be made");
        ends.push(rules.end(&mut position).expect("it can be asked"));
    }
    (position, ends)
}

#[test]
fn the_third_occurrence_of_a_draughts_position_is_a_draw() {
    for backend in BACKENDS {
        let rules = rules("draughts", backend);
        let (position, ends) = shuffled(&rules, 8);
        assert_eq!(ends.iter().filter(|end| end.is_some()).count(), 1, "{backend}");
        let end = ends[7].expect("the first position stands for the third time");
        assert_eq!(rules.notation().why_text(end.why, &position), "the draw repeated");
        assert!(rules.notation().position_text(&position).contains("occurred(3)\n"));
    }
}

#[test]
fn forty_quiet_moves_of_each_player_are_a_draw_in_draughts() {
    let rules = rules("draughts", Backend::Compiled);
    let position = |quiet: u32| {
        let text = format!("B:WK30:BK1\nquiet({quiet})");
        rules.notation().read_position(&text, rules.program().players[0]).expect("it is a position")
    };
    for (quiet, is_drawn) in [(78, false), (79, true)] {
        let mut position = position(quiet);
        let mv = rules.notation().read_move(&mut position, "1-5").expect("it is legal");
        rules.play(&mut position, mv).expect("it can be made");
        assert_eq!(rules.outcome(&mut position) == Ok(Some(Outcome::Drawn)), is_drawn, "{quiet}");
    }
}

/// In play, positions that occurred earlier in the game count as repetitions. Within a search, a repeated position is a
/// draw.
#[test]
fn a_search_values_a_repeated_position_as_a_draw() {
    let rules = rules("draughts", Backend::Compiled);
    let position =
        rules.notation().read_position("B:WK30:BK1", rules.program().players[0]).expect("it is a position");
    let mut game = TextGame::new(&rules, position).expect("two play");
    let mut made = Vec::new();
    for text in ["1-5", "30-26", "5-1", "26-30"] {
        assert_eq!(game.outcome(), Ok(None), "after {made:?}");
        let mv: Move = rules.notation().read_move(&mut game.position().clone(), text).expect("it is legal");
        game.play(mv);
        made.push(text);
    }
    assert_eq!(game.outcome(), Ok(Some(Ended::Drawn)));
    game.take_back();
    assert_eq!(game.outcome(), Ok(None));
}
