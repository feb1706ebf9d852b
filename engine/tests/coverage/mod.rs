//! What `noire coverage` counts: wins are those of the plain search, shares add up, shapes do not depend on where and how a
//! win stands, and a report can be had again.

mod command;
mod counts;
mod shapes;
mod wins;

use std::sync::Arc;

use noire::board::{Color, Position};
use noire::facts::Base;
use noire::laboratory::coverage::cases::Case;
use noire::laboratory::coverage::drawn;
use noire::laboratory::coverage::finding::Situation;
use noire::laboratory::coverage::knowledge::Knowledge;
use noire::laboratory::coverage::report::{Report, Row};
use noire::laboratory::coverage::run::{Settings, cover};
use noire::proof_check::referee::Referee;

/// What is printed does not change, so neither does what is expected of it.
const BASE: &str = "renju-2001";

const NODES: u64 = 30_000_000;

fn base() -> Base {
    open(BASE)
}

fn open(name: &str) -> Base {
    Base::open(name, Default::default()).unwrap_or_else(|error| panic!("{name} is a base: {error:?}"))
}

fn knowledge<'b>(base: &'b Base, without: &[&str]) -> Knowledge<'b> {
    let all = 0..base.rules().len();
    let without: Vec<usize> = all.filter(|rule| without.contains(&&*base.rules()[*rule].title())).collect();
    Knowledge::new(Referee::new(base, base.backend()), &without)
}

fn settings(levels: &[u32], threads: usize, shard: (u64, u64)) -> Settings {
    Settings {
        levels: levels.to_vec(),
        shapes: true,
        time: None,
        stop: Arc::default(),
        threads,
        shard,
        nodes: NODES,
    }
}

fn report(bases: &[Knowledge<'_>], cases: Vec<Case>, settings: &Settings) -> Report {
    cover(bases, cases, settings, &|_| {}).unwrap().0
}

fn row(report: &Report, situation: Situation, level: Option<u32>) -> &Row {
    report.rows.iter().find(|row| (row.situation, row.level) == (situation, level)).unwrap()
}

/// The cases of some boards, those of two seeds.
fn some_cases() -> Vec<Case> {
    let mut cases = drawn::cases(3, 120);
    cases.extend(drawn::cases(3, 10));
    cases.extend(drawn::cases(4, 120));
    cases
}

/// The report on one position.
fn of_one(bases: &[Knowledge<'_>], position: &Position, color: Color, levels: &[u32]) -> Report {
    let case = Case { name: "the case".to_owned(), position: position.clone(), color };
    report(bases, vec![case], &settings(levels, 1, (0, 1)))
}
