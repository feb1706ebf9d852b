//! The tables that a document prints of what its program has learned, and the same tables as learned by `noire`.
//!
//! CITE: Kamphuisen, Van Hasselt, Broeders: the tables of their talk, one for all moves together, one for the 50th
//! move.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use blanche_compiler::game::{Images, Rules};
use blanche_compiler::runtime::Value;

use super::{Trouble, played, players};
use noire::games::numbering::Numbering;
use noire::learning::fields::{Fields, Stage};
use noire::learning::spec::Rewards;
use noire::learning::training_games::TrainingTerms;
use noire::lists;
use noire::players::PlayerSpec;

const PRINTED: &str = include_str!("../../data/printed_tables.tsv");

/// The number of the move that the second table is about.
pub const MOVE: usize = 50;

/// The numbers of a table, indexed by the fields of the board.
pub type Numbers = Vec<i64>;

/// Two tables: for all moves together, and for one move.
#[derive(Clone, Debug)]
pub struct Tables {
    /// For all moves together, averaged over the images of the board.
    pub all: Numbers,
    /// For the move with the number [`MOVE`].
    pub one: Numbers,
}

/// The game whose tables are printed.
pub fn game() -> &'static str {
    lists::rows(PRINTED).next().map_or("", |[game, ..]: [&str; 4]| game)
}

/// The tables of the document; `None` if the board of the game has other fields than the tables.
pub fn printed(rules: &Rules) -> Option<Tables> {
    let fields = rules.program().sort(rules.program().board.as_ref()?.field);
    let mut tables = Tables { all: vec![0; fields.size() as usize], one: vec![0; fields.size() as usize] };
    for [_, field, all, one] in lists::rows::<4>(PRINTED) {
        let at = fields.value(field)? as usize;
        tables.all[at] = all.parse().ok()?;
        tables.one[at] = one.parse().ok()?;
    }
    Some(tables)
}

/// The tables that a learner has learned after `games` games; `None` if stopped.
///
/// # Errors
/// When the game cannot be learned.
pub fn learned(
    rules: &Rules,
    against: Option<PlayerSpec>,
    (games, seed): (u64, u64),
    stop: &Arc<AtomicBool>,
    show: &mut dyn FnMut(u64),
) -> Result<Option<Tables>, Trouble> {
    let terms = TrainingTerms { against, seed, opening_moves: 0, memory: None, stop: Arc::clone(stop) };
    let numbering = Numbering::new(rules, None)?;
    let at_first = numbering.occupied(&rules.start()?);
    let mut learner = Fields::new(numbering, players(rules, &terms).1, Rewards::default());
    for number in 1..=games {
        show(number);
        if played(rules, &mut learner, number, &terms)?.is_none() {
            return Ok(None);
        }
    }
    let size = rules.program().board.as_ref().map_or(0, |board| rules.program().sort(board.field).size());
    let numbers = |stage: &Stage| -> Numbers {
        (0..size as Value).map(|field| stage.worth.get(&field).copied().unwrap_or(0)).collect()
    };
    let mut all = vec![0; size as usize];
    for stage in learner.stages().values() {
        all.iter_mut().zip(numbers(stage)).for_each(|(all, worth)| *all += worth);
    }
    let one = learner.stages().get(&(at_first + MOVE - 1));
    let one = one.map_or_else(|| vec![0; size as usize], numbers);
    Ok(Some(Tables { all: in_images(rules, &all), one }))
}

/// Averages numbers over the images of the board.
fn in_images(rules: &Rules, numbers: &[i64]) -> Numbers {
    let Some(board) = &rules.program().board else { return numbers.to_vec() };
    let images = Images::of(rules);
    let all: Vec<usize> = images.of_players_as_they_are().collect();
    let mean = |field: usize| {
        let of_image = |image: &usize| numbers[images.value(*image, board.field, field as Value) as usize];
        let sum: i64 = all.iter().map(of_image).sum();
        (sum as f64 / all.len() as f64).round() as i64
    };
    (0..numbers.len()).map(mean).collect()
}

/// Spearman's rank correlation of two tables, from -1 to 1. Fields with equal numbers share their ranks.
pub fn rank_correlation(one: &[i64], other: &[i64]) -> f64 {
    let [one, other] = [one, other].map(ranks);
    let mean = (one.len() as f64 + 1.0) / 2.0;
    let product =
        |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum() };
    product(&one, &other) / (product(&one, &one) * product(&other, &other)).sqrt()
}

/// The ranks of the numbers, which begin with 1. Equal numbers have the mean of their ranks.
fn ranks(numbers: &[i64]) -> Vec<f64> {
    let rank = |number: &i64| {
        let below = numbers.iter().filter(|other| *other < number).count();
        let equal = numbers.iter().filter(|other| *other == number).count();
        below as f64 + (equal as f64 + 1.0) / 2.0
    };
    numbers.iter().map(rank).collect()
}
