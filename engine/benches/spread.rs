//! Measures how the order in which an author writes premises affects speed. The rules are interpreted from texts whose
//! items and literals are in random order. These texts take turns with the rules in their original order. Run it with
//! `cargo bench --bench spread`.

#[path = "../tests/back_ends/mod.rs"]
mod back_ends;

use std::hint::black_box;
use std::ops::Range;
use std::time::Duration;

use agree::shuffle::shuffled;
use back_ends::Text;
use blanche_compiler::files::Sources;
use blanche_compiler::runtime::{LimitReached, Limits};
use blanche_compiler::syntax::{parse, print};
use blanche_compiler::timing::{self, Effort, Parts};
use noire::laboratory::corpus;

/// Number of random orders to measure.
const ORDERS: u64 = 8;

/// Time for which the rules run in each order.
const EFFORT: Effort<'_> = Effort::of(Duration::from_secs(2));

/// Prints the time of all rules, in the original order and in random orders.
fn main() {
    let written = |seed: u64| {
        Text::edited(|name, text| {
            if name.ends_with("base.blanche") {
                return text.to_owned();
            }
            let mut sources = Sources::default();
            let id = sources.add(name, text.as_bytes());
            print(&shuffled(&parse(&sources, id).file, seed))
        })
    };
    let texts: Vec<Text> = std::iter::once(Text::printed()).chain((0..ORDERS).map(written)).collect();
    let mut positions = corpus::positions();
    let number = positions.len() as f64;
    let machines: Vec<_> = texts.iter().map(|text| text.machine(Limits::default())).collect();
    let run = |task: usize, items: Range<usize>| {
        for position in &mut positions[items] {
            for (rule, _) in texts[task].rules() {
                black_box(machines[task].all(position, rule)?);
            }
        }
        Ok(())
    };
    let measured = timing::measure_items(&vec![number as usize; texts.len()], EFFORT, run, |_| {});
    let measured = measured.unwrap_or_else(|limit: LimitReached| panic!("within the limit: {limit}"));
    let time =
        |parts: &Parts| Parts::total(&[parts], EFFORT.seed).map_or(0.0, |timing| timing.least / number);
    let times: Vec<f64> = measured.iter().map(time).collect();
    println!(
        "18 rules, all solutions, interpreted: microseconds per position, and the ratio to the printed order"
    );
    println!("printed order {:14.3}", times[0]);
    for (order, time) in times[1..].iter().enumerate() {
        println!("other order {:<4}{time:12.3}{:9.2}", order + 1, time / times[0]);
    }
}
