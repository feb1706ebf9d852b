//! The experiments: what the thesis prints, and the form of the tables.

use noire::laboratory::experiment::Trace;
use noire::laboratory::experiment::printed::{nosovsky, uiterwijk};

#[test]
fn the_printed_positions_and_lines_are_read() {
    let positions = nosovsky();
    assert_eq!(positions.len(), 11);
    assert_eq!(positions.iter().filter(|printed| printed.line.is_some()).count(), 6);
    // The thesis' own totals are over these and the nine positions of Uiterwijk that it solved.
    let lines = uiterwijk();
    assert_eq!(lines.len(), 21);
    let figures =
        positions.iter().map(|printed| printed.figures).chain(lines.iter().map(|line| line.figures));
    let mut totals = [0; 4];
    for figures in figures {
        for (total, figure) in totals.iter_mut().zip(figures) {
            *total += figure.map_or(0, Trace::least);
        }
    }
    // Table 5.3 gives 120,148,514 at level 1, which counts twelve of its figures as ten millions.
    assert_eq!(totals, [120_148_514, 3_076_661, 687_504, 776_795]);
}

#[test]
fn every_printed_line_can_be_played_in_its_position() {
    for printed in nosovsky() {
        let mut position = printed.position.clone();
        for made in printed.line.unwrap_or_default() {
            position.play(made).unwrap_or_else(|error| panic!("{}: {error}", printed.name));
        }
    }
}
