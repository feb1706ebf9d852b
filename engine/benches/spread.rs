//! Whether the order in which an author writes premises matters: the rules are interpreted from texts whose items
//! and literals were put in random orders, and take turns with the rules as printed.

use std::time::Instant;

use agree::shuffle::shuffled;
use blanche_compiler::files::Sources;
use blanche_compiler::runtime::Limits;
use blanche_compiler::syntax::{parse, print};
use noire::board::Position;

use crate::back_ends::Text;

/// How many orders are tried.
const ORDERS: u64 = 8;

/// How often each is timed.
const TURNS: usize = 7;

/// Prints the time of all rules, as printed and in other orders.
pub(crate) fn table(positions: &[Position]) {
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
    let mut positions = positions.to_vec();
    let mut times = vec![Vec::new(); texts.len()];
    for _ in 0..TURNS {
        for (text, times) in texts.iter().zip(&mut times) {
            let machine = text.machine(Limits::default());
            let start = Instant::now();
            for position in &mut positions {
                for (rule, _) in text.rules() {
                    divan::black_box(machine.all(position, rule).expect("within the limit"));
                }
            }
            times.push(start.elapsed().as_secs_f64() * 1e6 / positions.len() as f64);
        }
    }
    let medians: Vec<f64> = times
        .into_iter()
        .map(|mut times| {
            times.sort_by(f64::total_cmp);
            times[TURNS / 2]
        })
        .collect();
    println!(
        "\n18 rules, all solutions, interpreted: microseconds per position, and the ratio to the printed order"
    );
    println!("printed order {:14.3}", medians[0]);
    for (order, median) in medians[1..].iter().enumerate() {
        println!("other order {:<4}{median:12.3}{:9.2}", order + 1, median / medians[0]);
    }
}
