//! Wins that the search finds without a check are checked here against every reply and by exhaustive search. The
//! submodules test searches with very little memory, and proofs as trees for people.
//!
//! A normal test run uses small samples. `cargo deep proofs::` uses thousands of positions instead, from the built-in
//! games and from random set-ups.

mod small_tables;
mod win_proofs;

use std::fs;
use std::path::Path;

use blanche_compiler::runtime::Limits as Work;
use noire::board::{Color, Point, Position};
use noire::facts::Base;
use noire::games::{Claim, FiveInARow};
use noire::laboratory::corpus;
use noire::laboratory::random_setups;
use noire::proof_check::FiveInARowStrategy;
use noire::proof_check::definition;
use noire::proof_check::exhaustive::Search;
use noire::proof_check::referee::Referee;
use noire::proof_check::replay::replay;
use noire::search::check::Fault;
use noire::search::classic::Classic;
use noire::search::limits::{Clock, SearchLimits};
use noire::search::proof::{Attack, AttackId, Defence, Proof, Threat};
use noire::search::solve::{Check, Solution, SolveOptions, solve};
use noire::search::strategy::ThreatClass;
use noire::search::threats::Threats;
use serde_json::{Value, json};

use crate::back_ends::{PRINTED, names_we_stand_behind};
use crate::commands::noire;
use crate::deep::Bound;
use crate::faults::FAULTS;
use crate::thesis::nosovsky;

/// The seed of the random set-ups.
const SEED: u64 = 1;

fn base(name: &str) -> Base {
    Base::open(name, Work::default()).unwrap_or_else(|_| panic!("{name} is built in"))
}

/// Undecided positions, `count` in all. Half of them are from games, with the actual player to move. The other half is
/// random, with either player to move.
fn undecided(game: &Referee<'_>, count: usize) -> Vec<(String, Position)> {
    let mut positions = Vec::new();
    for (number, moves) in corpus::games().into_iter().enumerate() {
        let mut position = Position::empty();
        for (ply, mv) in moves.iter().enumerate() {
            position.play(*mv).expect("the moves of a game can be played");
            positions.push((format!("game {number} after {} moves", ply + 1), position.clone()));
        }
    }
    let step = (2 * positions.len()).div_ceil(count).max(1);
    let mut positions: Vec<_> = positions.into_iter().step_by(step).collect();
    for number in 0..(count / 4) as u64 {
        for color in Color::ALL {
            let mut position = random_setups::random_setup(SEED, number);
            position.set_to_move(Some(color));
            positions.push((format!("set-up {number} with {color} to move"), position));
        }
    }
    positions.retain_mut(|(_, position)| game.winner(position).is_ok_and(|winner| winner.is_none()));
    positions
}

fn solved(base: &Base, position: &Position, limits: SearchLimits) -> Solution<Point> {
    let wanted = SolveOptions { class: ThreatClass::Quiet, levels: 7, check: Check::No, limits };
    solve(&Threats, &mut FiveInARow::new(base, base.backend(), position.clone()), &wanted)
}

fn few(positions: u64) -> SearchLimits {
    SearchLimits { positions, ..SearchLimits::default() }
}

/// Statistics of the wins of a sample.
#[derive(Default)]
struct Tally {
    won: usize,
    /// Number of wins short enough for exhaustive search to check their length.
    short: usize,
    /// Number of wins short enough to be checked by the definition of a win.
    shortest: usize,
    faults: Vec<String>,
}

/// Maximum length of a win that is compared with exhaustive search, in moves.
const SHORT: u32 = 7;
/// Maximum length of a win that is also compared with the definition of a win, in moves.
const SHORTEST: u32 = 3;

/// One in this many wins is checked by the definition, because the definition considers every field and is slow.
const DEFINED: usize = 16;

/// Maximum number of stones that exhaustive search may place. Short wins of these positions need fewer.
const STONES: u64 = 200_000_000;

impl Tally {
    /// Searches a position within `nodes` positions. If a win is found, checks it against every reply, and its length
    /// against exhaustive search.
    fn take(&mut self, game: &Referee<'_>, name: &str, position: &Position, nodes: u64) {
        let solution = solved(game.base(), position, few(nodes));
        let Some(proof) = solution.won else { return };
        self.won += 1;
        let clock = Clock::start(SearchLimits::default());
        if let Err(unproved) = replay(game, position, &proof, STONES, &clock) {
            self.faults.push(format!("{}, {name}: {unproved}", game.base().name()));
        }
        let color = position.to_move().expect("somebody is to move");
        let plies = proof.plies();
        if plies <= SHORT {
            self.short += 1;
            let within = Search::new(game, position, color, STONES).wins_within(plies);
            if within != Ok(true) {
                self.faults.push(format!("{}, {name}: within {plies}: {within:?}", game.base().name()));
            }
        }
        if plies <= SHORTEST && self.short.is_multiple_of(DEFINED) {
            self.shortest += 1;
            let first = proof.first().expect("a win has a move");
            if definition::wins_by(game, &mut position.clone(), color, first, plies) != Ok(true) {
                self.faults.push(format!("{}, {name}: {first} within {plies}", game.base().name()));
            }
        }
    }
}

fn held(count: usize, nodes: u64, bound: &Bound) -> Tally {
    let mut tally = Tally::default();
    let names = names_we_stand_behind();
    for (part, name) in names.iter().enumerate() {
        let until = bound.part(part, names.len());
        let base = base(name);
        let game = Referee::new(&base, base.backend());
        for (name, position) in bound.ordered(undecided(&game, count)) {
            if until.is_over() {
                break;
            }
            tally.take(&game, &name, &position, nodes);
        }
        let Tally { won, short, shortest, faults } = &tally;
        println!(
            "{name} and before: {won} wins, {} proofs that do not stand; {short} short ones, {shortest} by definition",
            faults.len()
        );
    }
    tally
}

#[test]
fn wins_of_the_search_hold_against_every_reply_in_the_stated_length() {
    let tally = held(240, 2_000, &Bound::none());
    assert_eq!(tally.faults, [""; 0]);
    assert!(tally.won > 250 && tally.short > 150 && tally.shortest > 5, "{} wins", tally.won);
}

#[test]
#[ignore = "ten minutes: see `deep.rs`"]
fn wins_of_the_search_hold_in_thousands_of_positions() {
    let tally = held(8_000, 5_000, &Bound::begin());
    assert_eq!(tally.faults, [""; 0]);
    assert!(tally.won > 0);
}

/// In this position, the search once overlooked a reply. Its stone makes a four together with the stone of another
/// reply, which is forced later in the line. There is also a reply that makes a later reply forbidden.
#[test]
fn a_four_made_by_forced_replies_is_found() {
    let base = base("renju");
    let game = Referee::new(&base, base.backend());
    let points =
        |text: &str| -> Vec<Point> { text.split(',').map(|point| point.parse().expect("a field")).collect() };
    let black = points("h5,g6,f7,g7,h7,j7,e8,h8,j8,i9,j9,h10,j10,f11,g11,h11");
    let white = points("f6,h6,j6,e7,i7,k7,f8,i8,d9,g9,h9,e11,j11,k11,f12");
    let position = Position::set_up(&black, &white, Some(Color::White), None).expect("a set-up");
    let mut tally = Tally::default();
    tally.take(&game, "sixteen and fifteen stones", &position, 20_000);
    assert_eq!((tally.won, tally.faults), (1, Vec::new()));
}

#[test]
fn the_length_of_a_win_counts_unlisted_replies() {
    let field = |name: &str| name.parse::<Point>().expect("a field");
    let claim = |level| Claim { rule: 0, level };
    // One reply has a separate line, which is shorter than the line against all other replies.
    let defence = Defence { threat: Threat::Rule(claim(7)), replies: vec![(field("h9"), AttackId(0))] };
    let proof = Proof::new(vec![Attack::Claim(claim(1), field("h10")), Attack::Move(field("h8"), defence)]);
    assert_eq!(proof.plies(), 9);
}

/// The strategies that are tried with the printed base (the rules as the thesis prints them), each with its class of
/// moves.
const STRATEGIES: [(&FiveInARowStrategy, ThreatClass); 2] =
    [(&Threats, ThreatClass::Quiet), (&Classic, ThreatClass::Threats)];

/// Statistics of the invalid proofs that a search finds with the printed base.
#[derive(Default)]
struct Printed {
    won: usize,
    /// Number of invalid proofs that rest on a claim by one of the base's faulty rules.
    claims: usize,
    /// Invalid proofs with any other cause. There should be none.
    unexplained: Vec<String>,
}

impl Printed {
    /// Searches a position, and checks the result by playing it out.
    fn take(&mut self, base: &Base, name: &str, position: &Position, nodes: u64) {
        for (strategy, class) in STRATEGIES {
            let wanted = SolveOptions { class, levels: 7, check: Check::ToTheEnd, limits: few(nodes) };
            let mut game = FiveInARow::new(base, base.backend(), position.clone());
            let found = solve(strategy, &mut game, &wanted);
            self.won += usize::from(found.won.is_some());
            if found.won.is_some() && !found.checked {
                self.unexplained.push(format!("{name}: it was not checked: {:?}", found.undecided));
            }
            for finding in found.findings {
                let rule = match &finding.unproved.fault {
                    Fault::Claim(claim, _) | Fault::Threat(claim) => {
                        base.contents().rules[claim.rule].title()
                    }
                    _ => String::new(),
                };
                if FAULTS.iter().any(|(title, ..)| *title == rule) {
                    self.claims += 1;
                } else {
                    self.unexplained.push(format!("{name}: {rule} {finding:?}"));
                }
            }
        }
    }
}

#[test]
fn on_the_printed_base_only_claims_of_its_faulty_rules_fail() {
    let base = base(PRINTED);
    let game = Referee::new(&base, base.backend());
    let mut printed = Printed::default();
    for known in nosovsky() {
        printed.take(&base, &known.name, &known.position, 30_000);
    }
    for (name, position) in undecided(&game, 400) {
        printed.take(&base, &name, &position, 2_000);
    }
    let Printed { won, claims, unexplained } = printed;
    assert_eq!(unexplained, [""; 0]);
    assert!(won > 200 && claims > 15, "{won} wins, {claims} claims that do not stand");
}

#[test]
fn a_false_threat_is_blamed_on_the_rule_that_claims_it() {
    let base = base(PRINTED);
    let game = Referee::new(&base, base.backend());
    let field = |name: &str| name.parse::<Point>().expect("a field");
    // In the printed base, two threes in one line count as a threat to win, although both need the same two fields.
    // Here c8 prevents an open four.
    let white: Vec<Point> = ["d8", "e8", "i8"].map(field).into();
    let position = Position::set_up(&[field("c8")], &white, Some(Color::White), None).expect("a set-up");
    let rule = base.contents().rules.iter().position(|rule| rule.title() == "t.threat for white");
    let claim = Claim { rule: rule.expect("it is a rule"), level: 3 };
    let fault = |nodes: Vec<Attack<Point>>| {
        replay(&game, &position, &Proof::new(nodes), STONES, &Clock::start(SearchLimits::default()))
            .expect_err("nothing wins here")
    };
    let mv = |threat| Attack::Move(field("f8"), Defence { threat, replies: Vec::new() });
    let unproved = fault(vec![mv(Threat::Rule(claim))]);
    assert_eq!((unproved.fault, unproved.path), (Fault::Threat(claim), vec![Some(field("f8"))]));
    // If a line ends with such a claim, the fault is found at the claim. The path to the claim consists of the move, a
    // pass, and the moves of the line.
    let line = vec![Attack::Claim(claim, field("h8")), mv(Threat::Line(AttackId(0)))];
    let unproved = fault(line);
    let path = vec![Some(field("f8")), None];
    assert_eq!((unproved.fault, unproved.path), (Fault::Claim(claim, field("h8")), path));
}

/// A copy of the printed base whose `may.play` also allows fields where Black loses. So `reply` includes replies on
/// such fields and leaves out some other replies.
fn with_forbidden_replies() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("knowledge");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("proofs");
    for base in ["five-in-a-row", PRINTED] {
        fs::create_dir_all(folder.join(base)).expect("it can be made");
        for file in fs::read_dir(root.join(base)).expect("it can be read") {
            let file = file.expect("it can be read").path();
            let text = fs::read_to_string(&file).expect("it is text");
            let text = text.replace(", ¬lead.to.black.loss(Field)\n\n", "\n\n");
            fs::write(folder.join(base).join(file.file_name().expect("a file has a name")), text)
                .expect("it can be written");
        }
    }
    folder.join(PRINTED).display().to_string()
}

#[test]
fn an_export_that_leaves_out_replies_is_named() {
    let base = with_forbidden_replies();
    let (black, white) = ("f3,f6,g5,g6,g7,h7,h8,i6,i8,j7", "f4,f5,f7,g4,h6,h9,i7,i9,j6,k7");
    let position = ["--black", black, "--white", white, "--to-move", "black"];
    let words = [&["solve", "--game", &base, "--nodes", "5000"], &position[..]].concat();
    let text = noire(&words);
    let said = "\nthe export `reply` leaves out k8,l8, which stop t.threat for black here:\n";
    assert!(text.out.contains(said), "{}{}", text.out, text.err);
    let object = noire(&[&words[..], &["--format", "json"]].concat());
    let object: Value = serde_json::from_str(object.out.trim()).expect("an object");
    let finding = &object["findings"][0];
    let told = ["kind", "rule", "export", "plays", "replies"].map(|name| &finding[name]);
    let wanted = json!(["replies", "t.threat for black", "reply", null, ["k8", "l8"]]);
    assert_eq!(json!(told), wanted);
    assert_eq!((&object["checked"], &object["solved"]), (&json!(true), &json!(true)), "the search went on");
}
