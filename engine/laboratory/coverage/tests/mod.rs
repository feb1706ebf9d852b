//! Tests of `noire coverage`: wins agree with the plain search, and shares add up. Shapes do not depend on their place
//! and orientation on the board, and reports are the same in each run.

mod counts;
mod shapes;
mod wins;

use std::sync::Arc;
use std::time::Instant;

use crate::coverage::case_result::Situation;
use crate::coverage::coverage_world::{Cases, CoveredBase, Settings};
use crate::coverage::report::{Report, Row};
use crate::coverage::run::examined;
use crate::coverage::stones::cases::{Case, distinct};
use crate::coverage::stones::random_corpus;
use noire_engine::board::{Color, Point, Position};
use noire_engine::facts::Base;
use noire_engine::proof_check::referee::Referee;
use noire_engine::world::Stones;

/// A base that no longer changes, because it is printed in the thesis. So the expected results stay valid.
const BASE: &str = "renju-2001";

const NODES: u64 = 30_000_000;

fn base() -> Stones {
    open(BASE)
}

fn open(name: &str) -> Stones {
    let base =
        Base::open(name, Default::default()).unwrap_or_else(|error| panic!("{name} is a base: {error:?}"));
    let backends = vec![base.backend()];
    Stones::new(base, backends)
}

/// The indices of the rules with these titles.
fn places(base: &Base, titles: &[&str]) -> Vec<usize> {
    let all = 0..base.contents().rules.len();
    all.filter(|rule| titles.contains(&&*base.contents().rules[*rule].title())).collect()
}

/// A base without the rules that have these titles.
fn covered_base<'b>(base: &'b Stones, without: &[&str]) -> CoveredBase<'b, Stones> {
    CoveredBase { world: base, without: places(base.base(), without) }
}

fn settings(levels: &[u32], threads: usize, shard: (u64, u64)) -> Settings {
    Settings {
        levels: levels.to_vec(),
        missing: true,
        time: None,
        stop: Arc::default(),
        threads,
        shard,
        nodes: NODES,
    }
}

/// A report on positions of five in a row.
type StonesReport = Report<Position, Option<Point>>;

fn report(bases: &[CoveredBase<'_, Stones>], cases: Vec<Case>, settings: &Settings) -> StonesReport {
    let game = Referee::new(bases[0].world.base(), bases[0].world.base().backend());
    let given = cases.len();
    let is_open = |case: &Case| game.winner(&mut case.position.clone()).unwrap().is_none();
    let open: Vec<Case> = cases.into_iter().filter(is_open).collect();
    let decided = given - open.len();
    let cases = Cases { source: String::new(), distinct: distinct(open), given, decided, reachable: None };
    examined(bases, cases, settings, Instant::now(), &|_| {}).unwrap().0
}

fn row(report: &StonesReport, situation: Situation, level: Option<u32>) -> &Row {
    report.rows.iter().find(|row| (row.situation, row.level) == (situation, level)).unwrap()
}

/// The cases of some random boards, from two seeds and with duplicates.
fn some_cases() -> Vec<Case> {
    let mut cases = random_corpus::cases(3, 120);
    cases.extend(random_corpus::cases(3, 10));
    cases.extend(random_corpus::cases(4, 120));
    cases
}

/// The report on a single position.
fn of_one(
    bases: &[CoveredBase<'_, Stones>],
    position: &Position,
    color: Color,
    levels: &[u32],
) -> StonesReport {
    let case =
        Case { name: "the case".to_owned(), position: position.clone(), moves: None, player: color.index() };
    report(bases, vec![case], &settings(levels, 1, (0, 1)))
}
