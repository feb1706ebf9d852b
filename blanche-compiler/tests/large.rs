//! How long large programs take to check. A test asserts no time: it prints what a release build takes, for programs
//! that are twice as long each, so that it can be seen whether the time grows with the length.

use std::fmt::Write;
use std::time::Instant;

use blanche_compiler::diagnostic::Code;
use blanche_compiler::project::{Library, Project};
use blanche_compiler::{check_text, load};

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

/// A program of so many predicates, sorts, constants and players, and as many names of each kind that nobody knows.
fn unknown(names: usize) -> String {
    let numbered =
        |name: &str, sign: &str| (0..names).map(|at| format!("{name}{at}")).collect::<Vec<_>>().join(sign);
    let mut text = format!(
        "domain large\nsort row = {} words Row playable\nsort side = {} words Side\nplayers {}\n\
         extern empty(Row: row): (free) gives about 3\n",
        numbered("row", ", "),
        numbered("player", ", "),
        numbered("player", ", ")
    );
    for at in 0..names {
        write!(
            text,
            "sort kind{at} = one{at}, other{at} words Kind{at}\nextern is{at}(Row: knid{at}): (free) gives one\n\
             action place{at}(Row: row) growing\n\
             known{at}(Row) :- empty(Row), unknwon{at}(Row)\nnear{at}(Row) :- empty(Row), empty(wor{at})\n\
             far{at}(Row) :- empty(Row), after plaec{at}(Row): (empty(Row))\n\
             rule take{at} for palyer{at} at level 1 plays Row1 if empty(Row1)\n"
        )
        .unwrap();
    }
    text
}

/// The steps that are made to find what the unknown names of a program were meant to be, and whether each has its message.
fn steps(text: &str) -> (usize, usize) {
    let mut project = Project::default();
    let root = project.add("large.blanche", text.as_bytes());
    let checked = load(&mut project, root, &Library::default());
    let unknown = checked.diagnostics.iter().filter(|message| {
        matches!(message.code, Code::UnknownPredicate | Code::UnknownConstant | Code::UnknownAction)
    });
    (checked.resolved.spelling_steps, unknown.count())
}

/// A program with a name of so many letters beside another one, of each kind.
fn long(letters: usize) -> String {
    let long = "a".repeat(letters);
    format!(
        "domain large\nsort row = {long}b, a words Row\nsort {long}s = a words Word\n\
         extern empty(Row: row): (free) gives about 3\nextern full(Row: {long}t): (free) gives one\n\
         {long}p(Row) :- empty(Row)\nnear(Row) :- {long}q(Row), empty({long}c)\n\
         far(Row{long}v) :- empty(Row{long}v), empty(Row{long}w)\n"
    )
}

#[test]
fn every_unknown_name_has_its_message_and_only_so_many_are_compared() {
    let counted = [250, 500, 1_000].map(|names| {
        let (steps, messages) = steps(&unknown(names));
        assert_eq!(messages, 3 * names);
        steps
    });
    for pair in counted.windows(2) {
        assert!(pair[0] > 0 && pair[1] * 2 < pair[0] * 5, "{counted:?}");
    }
}

#[test]
fn a_name_without_end_is_compared_with_no_other_one() {
    let (short, _) = steps(&long(20));
    let counted = [10_000, 20_000].map(|letters| steps(&long(letters)).0);
    assert!(short > 0 && counted.iter().all(|steps| *steps <= short), "{short} {counted:?}");
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
        measure(&format!("{clauses} clauses"), &program(clauses));
    }
    for names in [500, 1_000, 2_000, 4_000] {
        let text: String = (0..names).map(|at| format!("known{at}(X) :- p(X), unknwon{at}(X)\n")).collect();
        measure(&format!("{names} unknown predicates"), &format!("fact p(a)\n{text}"));
        measure(&format!("{names} unknown names of every kind"), &unknown(names));
    }
    for letters in [50_000, 100_000, 200_000] {
        measure(&format!("names of {letters} letters"), &long(letters));
    }
}

/// Prints how long a program takes to check: the median of five times.
fn measure(what: &str, text: &str) {
    let mut times: Vec<f64> = (0..5)
        .map(|_| {
            let start = Instant::now();
            std::hint::black_box(check_text("large.blanche", text));
            start.elapsed().as_secs_f64() * 1000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!("{what}, {} kB: {:.0} ms (median of five)", text.len() / 1000, times[2]);
}
