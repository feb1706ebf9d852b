//! How long large programs take to check. A test asserts no time: it prints what a release build takes, for programs
//! that are twice as long each, so that it can be seen whether the time grows with the length.

use std::fmt::Write;
use std::time::Instant;

use blanche_compiler::check_text;

/// A program of so many clauses, and one rule for every twenty of them: most clauses use what stands before them, and
/// one predicate in ten has as many clauses as ten others.
fn program(clauses: usize) -> String {
    let mut text = "domain large
sort field of 225 like h8 words Field playable
sort line of 572 like e3.e7 words Line
sort color = none, white, black words Color
sort count = 0 to 999 words N
players white, black
extern color(Field: field, Color: color): (bound, free) gives one, (free, bound) gives about 100
extern in(Field: field, Line: line, N: count): (bound, bound, bound) tests 1 in 20,
    (free, bound, bound) gives about 5, (bound, free, bound) gives about 12
extern full(Line: line, Color: color, N: count): (bound, free, free) gives one, (free, bound, bound) gives about 8
"
    .to_owned();
    let (mut written, mut predicate) = (0, 0);
    while written < clauses {
        let own = if predicate % 10 == 9 { 40 } else { 4 }.min(clauses - written);
        for clause in 0..own {
            let (n, m) = (written % 1000, (written * 7 + 3) % 1000);
            let color = ["white", "black"][(written / 1000) % 2];
            write!(text, "p{predicate}(Field, Line) :- full(Line, {color}, {n}), in(Field, Line, {m})")
                .unwrap();
            match (written % 5, predicate) {
                (0, _) | (_, 0) => write!(text, ", color(Field, none)").unwrap(),
                (1, _) => write!(
                    text,
                    ", in(Field_, Line, {clause}), ¬equal(Field, Field_), color(Field_, {color})"
                )
                .unwrap(),
                (2, _) => {
                    write!(text, ", p{}(Field, Line_), ¬full(Line_, none, {n})", predicate - 1).unwrap()
                }
                (3, _) => write!(text, ", ¬p{}(Field, Line)", predicate * 2 / 3).unwrap(),
                _ => write!(text, ", (color(Field, none) ; p{}(Field, Line))", predicate / 2).unwrap(),
            }
            text.push('\n');
            written += 1;
            if written % 20 == 0 {
                let color = ["white", "black"][written / 20 % 2];
                writeln!(
                    text,
                    "rule r{written} for {color} at level {} plays Field1 if p{predicate}(Field1, Line1), full(Line2, {color}, {m}), \
                     in(Field1, Line2, {n}), ¬equal(Line1, Line2)",
                    [1, 3, 5, 7][written / 40 % 4],
                )
                .unwrap();
            }
        }
        predicate += 1;
    }
    text
}

#[test]
fn a_large_program_is_checked_without_a_message() {
    let (_, found) = check_text("large.blanche", &program(1_000));
    // What nobody uses stands at the end of the text.
    let other = found.iter().filter(|message| message.title.starts_with("nobody uses"));
    assert_eq!(other.count(), found.len(), "{:?}", found.first());
}

#[test]
#[ignore = "it measures, in a release build: cargo test --release -p blanche-compiler --test language large:: -- --ignored --nocapture"]
fn the_time_that_large_programs_take_is_printed() {
    for clauses in [5_000, 10_000, 20_000] {
        let text = program(clauses);
        let mut times: Vec<f64> = (0..5)
            .map(|_| {
                let start = Instant::now();
                std::hint::black_box(check_text("large.blanche", &text));
                start.elapsed().as_secs_f64() * 1000.0
            })
            .collect();
        times.sort_by(f64::total_cmp);
        println!("{clauses} clauses, {} kB: {:.0} ms (median of five)", text.len() / 1000, times[2]);
    }
}
