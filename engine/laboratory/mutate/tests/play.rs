//! Tests whether position counts and the results of a few games notice a single error in the rules of Othello or
//! draughts. The expected counts and results come from plain Rust programs that use no rules
//! (`engine/benches/games_by_hand`).
//!
//! ```text
//! perft-GAME.tsv    positions; number of games with 1, 2, 3, … moves; the same without games that ended earlier
//! games-GAME.tsv    start of a game, its moves, its winner, and the margin
//! ```

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

use blanche_compiler::game::{self, Counting, Fault, Outcome, Past, Rules};
use blanche_compiler::runtime::{Limits, Position};

use crate::mutants::Mutant;
use crate::mutate::checks::changes_play;
use crate::tests::data::rows;
use crate::tests::deep::Bound;
use crate::tests::games_by_hand::{Draughts, DraughtsInArrays, End, Ended, Othello, Positions, perft};
use noire_engine::bases::{Backend, TextBase};

/// Work limit for a query, in steps. The original rules of Othello need at most 2,000 steps, and the rules of draughts
/// need fewer. Without a literal that connects its joins, a mutant could take seconds for each query.
const WORK: u64 = 200_000;

/// A position from a file, with the number of games that start from it.
struct Counted {
    position: String,
    /// Number of games after 1, 2, 3, … moves. Games that ended earlier are included.
    counted: Vec<u64>,
    /// Number of games after 1, 2, 3, … moves, without the games that ended earlier.
    strict: Vec<u64>,
}

/// A game from a file.
#[derive(Debug)]
struct Played {
    position: String,
    moves: String,
    /// The winner, or `drawn`.
    winner: String,
    /// The margin, such as `40 to 24`, or `-` in a game without margins.
    margin: String,
}

/// The content of both files for one game.
struct Known {
    counted: Vec<Counted>,
    played: Vec<Played>,
}

impl Known {
    fn of(name: &str) -> Known {
        let numbers =
            |text: &String| text.split(' ').map(|number| number.parse().expect("a count")).collect();
        let counted = rows(&format!("perft-{name}.tsv")).into_iter().map(|line| {
            let [position, counted, strict, _] = line.as_slice() else { panic!("{line:?} has four columns") };
            Counted { position: position.clone(), counted: numbers(counted), strict: numbers(strict) }
        });
        let played = rows(&format!("games-{name}.tsv")).into_iter().map(|line| {
            let [position, moves, winner, margin, _] = line.as_slice() else {
                panic!("{line:?} has five columns")
            };
            let [position, moves, winner, margin] = [position, moves, winner, margin].map(String::clone);
            Played { position, moves, winner, margin }
        });
        Known { counted: counted.collect(), played: played.collect() }
    }
}

fn open(name: &str) -> TextBase {
    let limits = Limits { work: WORK, ..Limits::default() };
    TextBase::open(name, limits).unwrap_or_else(|error| panic!("{name}: {error:?}"))
}

/// Parses a position of a file. It is `start`, or a position in the notation of players. A number after `:H` is the
/// number of quiet moves.
fn position(rules: &Rules, text: &str) -> Result<Position, String> {
    if text == "start" {
        return rules.start().map_err(|fault| fault.to_string());
    }
    // A position without a fact for the number of quiet moves would never count quiet moves.
    let text = match text.split_once(":H") {
        Some((fen, quiet)) => format!("{fen}\nquiet({quiet})"),
        None if text.contains(':') => format!("{text}\nquiet(0)"),
        None => text.to_owned(),
    };
    rules.notation().read_position(&text, rules.program().players[0]).map_err(|fault| fault.to_string())
}

/// Number of games with `depth` moves. Counting stops once the number is well above the expected number.
fn count(
    rules: &Rules,
    position: &mut Position,
    (depth, strict, known): (u32, bool, u64),
) -> Result<u64, Fault> {
    let (counted, is_enough) = (std::cell::Cell::new(0), AtomicBool::new(false));
    let told = |number: u64| {
        counted.set(counted.get() + number);
        is_enough.fetch_or(counted.get() > 2 * known + 1_000, Ordering::Relaxed);
    };
    game::perft(rules, position, depth, Counting { strict, stop: &is_enough, told: &told })
}

/// The check that notices a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Notice {
    /// The mutant cannot be compiled.
    Compiler,
    /// From the position in this row, the number of games with this many moves is wrong or cannot be counted.
    Counts(usize, u32),
    /// The game in this row cannot be played, or ends differently.
    Games(usize),
}

impl Known {
    /// The first count or result that differs under these rules.
    fn notice(&self, rules: &Rules) -> Option<Notice> {
        self.notice_counts(rules).or_else(|| self.notice_ends(rules))
    }

    /// Checks all positions for one move, then for two, and so on, because most mutants are noticed early.
    fn notice_counts(&self, rules: &Rules) -> Option<Notice> {
        let deepest = self.counted.iter().map(|row| row.counted.len()).max().unwrap_or(0);
        for depth in 1..=deepest {
            for (at, row) in self.counted.iter().enumerate() {
                let (Some(counted), Some(strict)) = (row.counted.get(depth - 1), row.strict.get(depth - 1))
                else {
                    continue;
                };
                let notice = Some(Notice::Counts(at, depth as u32));
                let Ok(position) = position(rules, &row.position) else { return notice };
                for (strict, known) in [(false, *counted), (true, *strict)] {
                    if count(rules, &mut position.clone(), (depth as u32, strict, known)) != Ok(known) {
                        return notice;
                    }
                }
            }
        }
        None
    }

    fn notice_ends(&self, rules: &Rules) -> Option<Notice> {
        let is_other = |played: &Played| end_of(rules, played).as_ref() != Ok(&said(played));
        self.played.iter().position(is_other).map(Notice::Games)
    }
}

/// The winner and the margin.
fn said(played: &Played) -> (String, String) {
    (played.winner.clone(), played.margin.clone())
}

/// The result of a game by these rules. Fails if the game ends before its last move.
fn end_of(rules: &Rules, played: &Played) -> Result<(String, String), String> {
    let fault = |fault: Fault| fault.to_string();
    let start = position(rules, &played.position)?;
    let moves = rules.records().read_record(&start, &played.moves).map_err(|fault| fault.to_string())?;
    let (mut position, mut past) = (start.clone(), Past::new(rules, &start));
    for mv in moves {
        if let Some(outcome) = rules.outcome(&mut position).map_err(fault)? {
            return Err(format!("{outcome:?} before {}", rules.notation().move_text(mv)));
        }
        rules.play_on(&mut position, mv, &mut past).map_err(fault)?;
    }
    let outcome = rules.outcome(&mut position).map_err(fault)?.ok_or("it goes on")?;
    let margin = rules.judgement().margin_text(&mut position, outcome).map_err(fault)?;
    let winner = match outcome {
        Outcome::Drawn => "drawn".to_owned(),
        Outcome::Won(player) => rules.program().player(player),
    };
    Ok((winner, margin.unwrap_or_else(|| "-".to_owned())))
}

/// A position of a plain Rust program without rules, in the notation of the files.
trait ByHand: Positions + PartialEq + fmt::Debug {
    /// Parses a position of a file.
    fn of(text: &str) -> Self;

    /// Writes a position of the game defined by rule files, in the notation of the files.
    fn shown(rules: &Rules, position: &Position) -> String;

    /// The margin of a finished game. The discs of the winner come first.
    fn margin(shown: &str, winner: &str) -> String;
}

impl ByHand for Othello {
    fn of(text: &str) -> Othello {
        match text.rsplit_once(' ') {
            None => Othello::start(),
            Some((board, "x")) => board.parse().expect("it is a position"),
            Some((board, _)) => {
                let swapped = board.chars().map(|sign| match sign {
                    'x' => 'o',
                    'o' => 'x',
                    other => other,
                });
                swapped.collect::<String>().parse().expect("it is a position")
            }
        }
    }

    fn shown(rules: &Rules, position: &Position) -> String {
        let drawn = rules.notation().drawn(position);
        let rows = drawn.lines().filter(|line| line.starts_with(|sign: char| sign.is_ascii_digit()));
        let board: String = rows.flat_map(|row| row.split_whitespace().skip(1)).collect();
        let mover = rules.program().player(rules.to_move(position));
        format!("{} {}", board.replace('.', "-"), if mover == "black" { "x" } else { "o" })
    }

    fn margin(shown: &str, winner: &str) -> String {
        let (board, _) = shown.rsplit_once(' ').expect("whose turn it is");
        let [black, white, empty] = ["x", "o", "-"].map(|sign| board.matches(sign).count());
        match winner {
            "black" => format!("{} to {white}", black + empty),
            "white" => format!("{} to {black}", white + empty),
            _ => format!("{black} to {white}"),
        }
    }
}

impl ByHand for Draughts {
    fn of(text: &str) -> Draughts {
        if text == "start" { Draughts::start() } else { Draughts::from_str(text).expect("it is a position") }
    }

    fn shown(rules: &Rules, position: &Position) -> String {
        let (mut sides, mut quiet) = (["W".to_owned(), "B".to_owned()], String::new());
        for state in 0..rules.game().states.len() {
            for tuple in position.tuples_of(state) {
                let text = rules.notation().tuple_text(state, &tuple);
                let (name, values) = text.trim_end_matches(')').split_once('(').expect("it has values");
                match (name, values.split(", ").collect::<Vec<_>>().as_slice()) {
                    ("piece", [field, player, kind]) => {
                        let side = &mut sides[usize::from(*player == "black")];
                        side.push_str(&format!("{}{field},", if *kind == "king" { "K" } else { "" }));
                    }
                    ("quiet", [number]) => quiet = (*number).to_owned(),
                    _ => {}
                }
            }
        }
        let mover = rules.program().player(rules.to_move(position));
        format!("{}:{}:{}:H{quiet}", if mover == "black" { "B" } else { "W" }, sides[0], sides[1])
    }

    fn margin(_: &str, _: &str) -> String {
        "-".to_owned()
    }
}

/// Number of games with 1, 2, 3, … moves, by the plain Rust program without rules.
fn counts_by_hand<P: Positions>(position: P, depths: usize) -> [Vec<u64>; 2] {
    let all = |ended| (1..=depths as u32).map(|depth| perft(position, depth, ended)).collect();
    [Ended::Counted, Ended::LeftOut].map(all)
}

fn check_counts<P: ByHand>(name: &str, other: impl Fn(P, usize) -> [Vec<u64>; 2]) {
    let known = Known::of(name);
    assert!(known.counted.len() > 12, "{} positions", known.counted.len());
    for row in &known.counted {
        let (position, depths) = (P::of(&row.position), row.counted.len());
        let found = counts_by_hand(position, depths);
        assert_eq!(found, [row.counted.clone(), row.strict.clone()], "{}", row.position);
        assert_eq!(other(position, depths), found, "{}", row.position);
    }
}

#[test]
fn position_counts_match_the_hand_written_rules() {
    check_counts::<Othello>("othello", counts_by_hand);
    let in_arrays = |position, depths| counts_by_hand(DraughtsInArrays::from(position), depths);
    check_counts::<Draughts>("draughts", in_arrays);
}

/// Plays the moves of a game with the plain Rust program without rules. Returns the winner and the margin.
fn end_by_hand<P: ByHand>(rules: &Rules, played: &Played) -> (String, String) {
    let mut position = position(rules, &played.position).expect("it is a position");
    let moves = rules.records().read_record(&position, &played.moves).expect("it is a game");
    let players = ["black", "white"];
    let (mut by_hand, mut stood) = (P::of(&played.position), Vec::new());
    for mv in moves {
        // The board and the side to move, without the number of quiet moves.
        let board = |shown: &str| shown.split(":H").next().expect("there is a first part").to_owned();
        if stood.is_empty() {
            stood.push(board(&P::shown(rules, &position)));
        }
        assert_eq!(by_hand.end(), None, "before {} of {played:?}", rules.notation().move_text(mv));
        let mover = rules.number(rules.to_move(&position));
        rules.play(&mut position, mv).expect("it can be made");
        let shown = P::shown(rules, &position);
        let mut afters = Vec::new();
        by_hand.each_after(&mut |after| afters.push(after));
        by_hand = P::of(&shown);
        assert!(afters.contains(&by_hand), "{shown} is not after a move by hand");
        stood.push(board(&shown));
        let times = stood.iter().filter(|before| *before == stood.last().expect("one stands")).count();
        let winner = match by_hand.end() {
            _ if times == 3 => "drawn",
            None => continue,
            Some(End::Won) => players[mover],
            Some(End::Lost) => players[1 - mover],
            Some(End::Drawn) => "drawn",
        };
        return (winner.to_owned(), P::margin(&shown, winner));
    }
    panic!("{played:?} goes on");
}

fn check_ends<P: ByHand>(name: &str) {
    let (base, known) = (open(name), Known::of(name));
    let rules = base.played_by(Backend::Compiled).expect("it can be planned");
    for played in &known.played {
        assert_eq!(end_by_hand::<P>(&rules, played), said(played), "{played:?}");
    }
}

#[test]
fn game_ends_match_the_hand_written_rules() {
    check_ends::<Othello>("othello");
    check_ends::<Draughts>("draughts");
}

#[test]
fn rule_files_have_the_known_counts_and_ends() {
    for name in ["othello", "draughts"] {
        for back_end in [Backend::Compiled, Backend::Interpreted] {
            let rules = open(name).played_by(back_end).expect("it can be planned");
            assert_eq!(Known::of(name).notice(&rules), None, "{name}, {back_end}");
        }
    }
}

/// Mutants whose games continue and end in the same way as those of the original, with the reason.
const EQUIVALENT: [(&[&str], &str); 8] = [
    (
        &[
            "othello/rules.blanche: closed(Field, Direction, Color), clause 2: opponent(Color, Other_) is opponent(Other_, Color)",
            "othello/rules.blanche: flips(Field1, Direction, Field2, Color), clause 1: opponent(Color, Other_) is opponent(Other_, \
             Color)",
            "othello/rules.blanche: flips(Field1, Direction, Field2, Color), clause 2: opponent(Color, Other_) is opponent(Other_, \
             Color)",
            "draughts/rules.blanche: jump(Field1, Field2, Field3, Color): opponent(Color, Other_) is opponent(Other_, Color)",
        ],
        "Two play, and each is the opponent of the other.",
    ),
    (
        &[
            "othello/rules.blanche: closed(Field, Direction, Color), clause 2: opponent(Color, Other_) left out",
        ],
        "Where discs of both players lie before one of the player, a nearer one of the player closes them in.",
    ),
    (
        &["othello/rules.blanche: the draw even: draw even left out"],
        "Where nobody can move and nobody has won, a game whose blocked players pass is drawn without a rule.",
    ),
    (
        &[
            "othello/rules.blanche: the draw even: discs(black) = discs(white) left out",
            "othello/rules.blanche: the draw even: discs(black) = discs(white) is ¬discs(black) = discs(white)",
            "othello/rules.blanche: the draw even: discs(black) = discs(white) is discs(black) = discs(white) with white for black",
            "othello/rules.blanche: the draw even: discs(black) = discs(white) is discs(black) = discs(white) with black for white",
        ],
        "Whether somebody has more discs is asked before, so both have as many here; and the game is drawn without a rule.",
    ),
    (
        &[
            "draughts/rules.blanche: the start: quiet(0) left out",
            "draughts/rules.blanche: the start: quiet(0) is quiet(1)",
        ],
        "The first move is a man's, and the number begins anew with it.",
    ),
    (
        &["draughts/rules.blanche: goes(Field, Direction, Color), clause 2: diagonal(Direction) left out"],
        "From a dark field no step along a row or a column leads to a dark field.",
    ),
    (
        &["draughts/rules.blanche: becomes(Field, Color, Kind, king), clause 1: kind(Kind) left out"],
        "Whoever asks what a piece becomes says what it is.",
    ),
    (
        &[
            "draughts/rules.blanche: the move slide for Color: jump(Field_1, Field_2, Field_3, Color) is jump(Field_2, Field_1, \
             Field_3, Color)",
            "draughts/rules.blanche: the move slide for Color: jump(Field_1, Field_2, Field_3, Color) is jump(Field_3, Field_2, \
             Field_1, Color)",
            "draughts/rules.blanche: the move slide for Color: jump(Field_1, Field_2, Field_3, Color) is jump(Field_1, Field_3, \
             Field_2, Color)",
        ],
        "Whether there is any jump is asked, so the names of its fields say nothing.",
    ),
];

fn reason(mutant: &str) -> Option<&'static str> {
    EQUIVALENT.iter().find(|(names, _)| names.contains(&mutant)).map(|(_, reason)| *reason)
}

/// The mutants that change the game itself, in the order of the source.
fn of_play(base: &TextBase) -> Vec<Mutant> {
    let all = Mutant::all(base.rule_files()).into_iter();
    all.filter(|mutant| changes_play(base.rule_files().program(), mutant)).collect()
}

/// The first check that notices a mutant.
fn notice(base: &TextBase, known: &Known, mutant: &Mutant) -> Option<Notice> {
    let text = mutant.edited(base.rule_files().sources().file(mutant.file()).text());
    let Ok(edited) = base.edited(mutant.file(), &text, base.limits()) else {
        return Some(Notice::Compiler);
    };
    match edited.played_by(Backend::Interpreted) {
        Ok(rules) => known.notice(&rules),
        Err(_) => Some(Notice::Compiler),
    }
}

/// Checks that each mutant is either noticed or listed as equivalent with a reason, but not both.
fn check_noticed(name: &str, mutants: impl FnOnce(Vec<Mutant>) -> Vec<Mutant>, bound: &Bound) {
    let (base, known) = (open(name), Known::of(name));
    let (mut all, mut refused, mut equivalent, mut counts, mut games) = (0, 0, 0, 0, 0);
    let mut survivors = Vec::new();
    for mutant in mutants(of_play(&base)) {
        if bound.is_over() {
            break;
        }
        all += 1;
        let noticed = notice(&base, &known, &mutant);
        let reason = reason(&mutant.name);
        assert!(noticed.is_none() || reason.is_none(), "{} is noticed: {noticed:?}", mutant.name);
        match noticed {
            Some(Notice::Compiler) => refused += 1,
            Some(Notice::Counts(..)) => counts += 1,
            Some(Notice::Games(_)) => games += 1,
            None if reason.is_some() => equivalent += 1,
            None => survivors.push(mutant.name),
        }
    }
    println!(
        "{name}: {all} mutants: {refused} refused, {counts} noticed by counts, {games} by ends of games, {equivalent} \
         equivalent, {} survive",
        survivors.len()
    );
    assert!(survivors.is_empty(), "{survivors:#?}");
}

/// In the short test run, every `STEP`-th mutant is tested.
const STEP: usize = 8;

#[test]
fn some_changes_to_the_rules_of_othello_and_draughts_are_noticed() {
    let some = |all: Vec<Mutant>| all.into_iter().step_by(STEP).collect();
    for name in ["othello", "draughts"] {
        check_noticed(name, some, &Bound::none());
    }
}

#[test]
fn every_listed_equivalent_mutant_exists() {
    let names: Vec<String> = ["othello", "draughts"]
        .into_iter()
        .flat_map(|name| of_play(&open(name)))
        .map(|mutant| mutant.name)
        .collect();
    for name in EQUIVALENT.iter().flat_map(|(names, _)| *names) {
        assert!(names.iter().any(|known| known == name), "{name}");
    }
}

#[test]
#[ignore = "half a minute: see `deep.rs`"]
fn every_change_to_the_rules_of_othello_is_noticed() {
    let bound = Bound::begin();
    check_noticed("othello", |all| bound.ordered(all), &bound);
}

#[test]
#[ignore = "half a minute: see `deep.rs`"]
fn every_change_to_the_rules_of_draughts_is_noticed() {
    let bound = Bound::begin();
    check_noticed("draughts", |all| bound.ordered(all), &bound);
}
