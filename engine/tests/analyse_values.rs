//! What an analysis says of moves, held against games that are known whole: every move has the verdict of a walk through all lines.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use blanche_compiler::game::{Move, Outcome, Past, Rules};
use blanche_compiler::runtime::{Limits, Position};
use noire::bases::{Backend, TextBase};
use noire::facts::Base;
use noire::laboratory::analysis::stones::Stones;
use noire::laboratory::analysis::text::Text;
use noire::laboratory::analysis::walk::{Course, walk};
use noire::laboratory::analysis::{Analyst, Candidate, Wanted, Why, Worth};
use noire::laboratory::corpus;
use noire::search::player::Budget;

use crate::commands::{folder, noire};

/// What a position or a move is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Lost,
    Drawn,
    Won,
}

impl Verdict {
    fn turned(self) -> Verdict {
        match self {
            Verdict::Lost => Verdict::Won,
            Verdict::Drawn => Verdict::Drawn,
            Verdict::Won => Verdict::Lost,
        }
    }

    /// What an analysis says; nothing where it does not know.
    fn said(worth: Worth) -> Option<Verdict> {
        match worth {
            Worth::Wins(_) => Some(Verdict::Won),
            Worth::Loses(_) => Some(Verdict::Lost),
            Worth::Drawn => Some(Verdict::Drawn),
            Worth::Scored(_) => None,
        }
    }
}

/// Verdicts by the words of positions.
type Known = HashMap<Vec<u64>, Verdict>;

fn after(rules: &Rules, position: &Position, mv: Move) -> Position {
    let mut after = position.clone();
    rules.play(&mut after, mv).expect("it can be made");
    after
}

/// The moves where the game goes on.
fn moves(rules: &Rules, position: &Position) -> Vec<Move> {
    let (mut position, mut moves) = (position.clone(), Vec::new());
    if rules.outcome(&mut position).expect("no limit is reached").is_none() {
        rules.moves(&mut position, &mut moves).expect("no limit is reached");
    }
    moves
}

/// The judge: a walk through all lines, which remembers positions.
fn judged(rules: &Rules, position: &Position, known: &mut Known) -> Verdict {
    if let Some(verdict) = known.get(position.words()) {
        return *verdict;
    }
    let mut asked = position.clone();
    let verdict = match rules.outcome(&mut asked).expect("no limit is reached") {
        Some(Outcome::Drawn) => Verdict::Drawn,
        Some(Outcome::Won(winner)) if winner == rules.to_move(&asked) => Verdict::Won,
        Some(Outcome::Won(_)) => Verdict::Lost,
        None => {
            let moves = moves(rules, position);
            let verdicts =
                moves.into_iter().map(|mv| judged(rules, &after(rules, position, mv), known).turned());
            verdicts.max().expect("a game that goes on has moves")
        }
    };
    known.insert(position.words().to_vec(), verdict);
    verdict
}

/// All positions that can be reached in which the game goes on.
fn all(rules: &Rules) -> Vec<Position> {
    let (mut seen, mut all) = (HashMap::new(), vec![rules.start().expect("it begins")]);
    let mut at = 0;
    while at < all.len() {
        for mv in moves(rules, &all[at].clone()) {
            let after = after(rules, &all[at], mv);
            if seen.insert(after.words().to_vec(), ()).is_none() && !moves(rules, &after).is_empty() {
                all.push(after);
            }
        }
        at += 1;
    }
    all
}

fn looked(text: &mut Text<'_>, rules: &Rules, position: &Position, best: usize) -> Vec<Candidate<Move>> {
    let place = (position.clone(), Past::new(rules, position));
    let wanted = Wanted { best, played: None, besides: &[] };
    text.best(&place, wanted).expect("nothing goes wrong").candidates
}

fn nodes(positions: Option<u64>) -> Budget {
    Budget { time: None, positions, is_valuing: true, ..Budget::default() }
}

#[test]
fn every_move_of_every_position_of_noughts_and_crosses_has_its_verdict() {
    let base = TextBase::open("noughts", Limits::default()).unwrap_or_else(|error| panic!("{error:?}"));
    let rules = base.played_by(Backend::Compiled).unwrap_or_else(|message| panic!("{}", message.title));
    let (mut known, positions) = (Known::new(), all(&rules));
    assert_eq!(positions.len(), 4_520);
    // With what is remembered of the positions before, and with nothing.
    let mut text = Text::new(&rules, nodes(None)).expect("two play");
    let mut values = 0;
    for (number, position) in positions.iter().enumerate() {
        let mut anew = Text::new(&rules, Budget { memory: Some(1 << 16), ..nodes(None) }).expect("two play");
        let text = if number % 8 == 0 { &mut anew } else { &mut text };
        let candidates = looked(text, &rules, position, 9);
        assert_eq!(candidates.len(), moves(&rules, position).len(), "all moves are shown");
        for candidate in &candidates {
            let verdict = judged(&rules, &after(&rules, position, candidate.mv), &mut known).turned();
            let (mv, worth) = (rules.notation().move_text(candidate.mv), candidate.worth);
            assert_eq!(Verdict::said(worth), Some(verdict), "{mv} in {:?}", position.words());
            assert_eq!(candidate.depth, candidates[0].depth, "{mv} in {:?}", position.words());
            values += 1;
        }
        let first = Verdict::said(candidates[0].worth);
        assert_eq!(first, Some(judged(&rules, position, &mut known)), "the best stands first");
    }
    assert_eq!(values, 16_167);
}

#[test]
fn a_search_that_ends_early_says_nothing_wrong_and_compares_values_of_one_depth() {
    let base = TextBase::open("noughts", Limits::default()).unwrap_or_else(|error| panic!("{error:?}"));
    let rules = base.played_by(Backend::Compiled).unwrap_or_else(|message| panic!("{}", message.title));
    let (mut known, mut unknown) = (Known::new(), 0);
    for (number, position) in all(&rules).iter().enumerate().step_by(3) {
        let budget = nodes(Some([5, 10, 20, 40, 300][number % 5]));
        let mut text = Text::new(&rules, budget).expect("two play");
        let candidates = looked(&mut text, &rules, position, 9);
        // The first round may be cut short; then fewer moves are shown.
        let is_whole = candidates.len() == moves(&rules, position).len();
        for candidate in candidates.iter().filter(|candidate| candidate.why != Why::Unsearched) {
            let verdict = judged(&rules, &after(&rules, position, candidate.mv), &mut known).turned();
            let said = Verdict::said(candidate.worth);
            assert!(said.is_none_or(|said| said == verdict), "{candidate:?} in {:?}", position.words());
            assert!(!is_whole || candidate.depth == candidates[0].depth, "{candidates:?}");
            unknown += usize::from(said.is_none());
        }
    }
    assert!(unknown > 0, "some searches ended before they knew");
}

/// The rules of the built-in game on a board of another size.
fn connect_four(columns: u32, rows: u32) -> String {
    let rules = fs_text("knowledge/connect-four/rules.blanche");
    let board = "board 7 by 6";
    assert!(rules.contains(board), "{rules}");
    let rules = rules.replace(board, &format!("board {columns} by {rows}"));
    format!("base connect-small\n\n{rules}")
}

fn fs_text(path: &str) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn every_move_of_a_small_board_of_connect_four_has_its_verdict() {
    let name = folder("analyse-connect-small", &[("base.blanche", &connect_four(4, 3))]);
    let base = TextBase::open(&name, Limits::default()).unwrap_or_else(|error| panic!("{error:?}"));
    let rules = base.played_by(base.backend()).unwrap_or_else(|message| panic!("{}", message.title));
    let mut text = Text::new(&rules, nodes(None)).expect("two play");
    let mut known = Known::new();
    for position in all(&rules).iter().step_by(23) {
        for candidate in looked(&mut text, &rules, position, 4) {
            let verdict = judged(&rules, &after(&rules, position, candidate.mv), &mut known).turned();
            assert_eq!(Verdict::said(candidate.worth), Some(verdict), "{candidate:?}");
            assert!(candidate.depth <= 12, "nobody looks past the last field: {candidate:?}");
        }
    }
}

/// CITE: Tromp, John's Connect Four Playground: values of boards of other sizes.
#[test]
fn a_solved_board_ends_the_search_and_is_called_a_draw() {
    let name = folder("analyse-connect-4-4", &[("base.blanche", &connect_four(4, 4))]);
    let json = ["analyse", "--game", &name, "--nodes", "10000000", "--format", "json"];
    let ran = noire(&json);
    let ply: serde_json::Value = serde_json::from_str(ran.out.trim()).expect("an object");
    let best = &ply["best"][0];
    assert_eq!(best["worth"], serde_json::json!({ "value": 0, "win": null, "loss": null, "draw": true }));
    assert!(best["depth"].as_u64().is_some_and(|depth| depth <= 16), "the board has 16 fields: {best}");
    assert!(ply["positions"].as_u64().is_some_and(|positions| positions < 1_000_000), "{ply}");
    let text = noire(&json[..5]).out;
    assert!(text.contains("\na     draw   16 "), "{text}");
}

#[test]
fn play_calls_a_draw_a_draw() {
    use std::io::Write;
    use std::process::{Command, Stdio};

    let words = ["play", "--game", "noughts", "--analysis"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_noire"));
    let started = command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut started = started.expect("the program starts");
    started.stdin.take().expect("it is piped").write_all(b"a1\nquit\n").expect("it reads");
    let out = String::from_utf8(started.wait_with_output().expect("it ends").stdout).expect("it is text");
    let last = out.lines().rfind(|line| line.trim_start().starts_with("depth ")).expect("it thinks");
    assert!(last.starts_with("  depth 8: draw, "), "{out}");
}

#[test]
fn a_move_that_is_the_only_one_is_searched_as_any_other() {
    let value = |moves: &str, depth: &str| {
        let words =
            ["analyse", "--game", "draughts", "--moves", moves, "--depth", depth, "--nodes", "100000"];
        let ran = noire(&[&words[..], &["--format", "json"]].concat());
        let ply: serde_json::Value = serde_json::from_str(ran.out.trim()).expect("an object");
        let best = ply["best"][0].clone();
        (
            best["worth"]["value"].as_i64().expect("nobody wins yet"),
            best["depth"].as_u64(),
            best["move"].clone(),
        )
    };
    // White has to take, and Black is asked what it is worth then, by one move less.
    let (forced, depth, mv) = value("11-15 22-18", "6");
    assert_eq!((depth, mv), (Some(6), "15x22".into()));
    assert_eq!(forced, -value("11-15 22-18 15x22", "5").0);
}

/// In every position of some games, with so many positions to examine.
#[test]
fn the_best_move_of_a_game_is_never_worth_less_than_the_one_that_was_made() {
    let base = Base::open("renju", Limits::default()).unwrap_or_else(|error| panic!("{error:?}"));
    let mut plies = 0;
    for (moves, positions) in
        corpus::games().into_iter().step_by(60).zip([200, 1_000, 3_000].into_iter().cycle())
    {
        let mut stones = Stones::new(&base, base.backend(), nodes(Some(positions)));
        let mut places = vec![noire::board::Position::empty()];
        for mv in &moves {
            let mut next = places.last().expect("there is one").clone();
            next.play(*mv).expect("it is a game");
            places.push(next);
        }
        let moves: Vec<_> = moves.into_iter().map(Some).collect();
        let course = Course { places: &places, moves: &moves };
        let walked = walk(&mut stones, &course, 1, &AtomicBool::new(false), &mut |_| {});
        for ply in walked.expect("stones can be set").plies {
            let Some((best, played)) = ply.candidates.first().zip(ply.played) else { continue };
            let worth = played.worth.expect("a move that was made is valued");
            assert!(best.worth.value() >= worth.value(), "{best:?} {played:?}");
            plies += 1;
        }
    }
    assert!(plies > 100, "{plies}");
}

/// A board of five in a row that is full but for some fields, by columns and rows.
type Full = [[Option<bool>; 15]; 15];

/// Whether the stone on a field stands in a row of five at least.
fn makes_five(board: &Full, (column, row): (usize, usize)) -> bool {
    let at = |column: i32, row: i32| {
        let place = usize::try_from(column).ok().zip(usize::try_from(row).ok());
        place.and_then(|(column, row)| *board.get(column)?.get(row)?)
    };
    let (column, row) = (column as i32, row as i32);
    let own = at(column, row);
    [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(right, up)| {
        let side = |sign: i32| {
            let same = |steps: &i32| at(column + sign * steps * right, row + sign * steps * up) == own;
            (1..15).take_while(same).count()
        };
        side(1) + side(-1) >= 4
    })
}

/// What the position is worth to the side to move, which is black or is not, and within how many moves, by trying everything.
fn tried(board: &mut Full, is_black: bool, empty: &[(usize, usize)]) -> Worth {
    let after = |board: &mut Full, field: (usize, usize)| {
        board[field.0][field.1] = Some(is_black);
        let worth = match makes_five(board, field) {
            true => Worth::Loses(0),
            false => {
                let left: Vec<_> = empty.iter().copied().filter(|other| *other != field).collect();
                tried(board, !is_black, &left)
            }
        };
        board[field.0][field.1] = None;
        worth.before_the_move()
    };
    let worths = empty.iter().map(|field| after(board, *field));
    worths.max_by_key(|worth| worth.value()).unwrap_or(Worth::Drawn)
}

/// A board, whether black is to move, and the empty fields.
type NearlyFull = (Full, bool, Vec<(usize, usize)>);

/// Full boards without a five, from which some fields of a square are taken: those whose turn it is fits.
fn nearly_full(side: usize) -> Vec<NearlyFull> {
    let full: Full =
        std::array::from_fn(|column| std::array::from_fn(|row| Some((column / 4 + row).is_multiple_of(2))));
    let mut all = Vec::new();
    for (left, low) in (0..13).flat_map(|left| (0..13).map(move |low| (left, low))) {
        let (mut board, mut empty) = (full, Vec::new());
        for at in 0..side {
            // Every third field keeps its stone, so that rows of all kinds are left.
            let field = (left + at % 3, low + at / 3);
            if (left + low + at) % 5 != 0 {
                board[field.0][field.1] = None;
                empty.push(field);
            }
        }
        let stones = |color| board.iter().flatten().filter(|stone| **stone == Some(color)).count();
        match stones(true) as i32 - stones(false) as i32 {
            0 => all.push((board, true, empty)),
            1 => all.push((board, false, empty)),
            _ => {}
        }
    }
    all
}

#[test]
fn near_a_full_board_every_line_is_followed_to_its_end() {
    let positions: Vec<_> = nearly_full(9).into_iter().step_by(9).collect();
    let name = |(column, row): (usize, usize)| format!("{}{}", (b'a' + column as u8) as char, row + 1);
    let mut lines = "#black\twhite\tto-move\n".to_owned();
    for (board, is_black, _) in &positions {
        let fields = (0..15).flat_map(|column| (0..15).map(move |row| (column, row)));
        let of = |color| fields.clone().filter(move |(column, row)| board[*column][*row] == Some(color));
        let [black, white] = [true, false].map(|color| of(color).map(name).collect::<Vec<_>>().join(","));
        lines += &format!("{black}\t{white}\t{}\n", if *is_black { "black" } else { "white" });
    }
    let file = folder("nearly-full", &[("p.tsv", &lines)]) + "/p.tsv";
    let words = ["analyse", "--game", "gomoku", "--file", &file, "--format", "json", "--nodes", "200000"];
    let ran = noire(&words);
    assert_eq!(ran.out.lines().count(), positions.len(), "{}", ran.err);
    let mut kinds = std::collections::BTreeSet::new();
    for ((mut board, is_black, empty), line) in positions.into_iter().zip(ran.out.lines()) {
        let ply: serde_json::Value = serde_json::from_str(line).expect("an object");
        let (best, said) = (&ply["best"][0], &ply["best"][0]["worth"]);
        let number = |name: &str| said[name].as_u64().map(|moves| moves as u32);
        let worth = match (number("win"), number("loss"), said["draw"].as_bool()) {
            (Some(moves), None, _) => Worth::Wins(moves),
            (None, Some(moves), _) => Worth::Loses(moves),
            (_, _, Some(true)) => Worth::Drawn,
            _ => panic!("every line can be followed: {line}"),
        };
        assert_eq!(worth, tried(&mut board, is_black, &empty), "{line}");
        assert!(best["depth"].as_u64() <= Some(empty.len() as u64), "{line}");
        kinds.insert(worth.word().chars().take(2).collect::<String>());
    }
    assert!(kinds.len() > 1, "{kinds:?}");
}
