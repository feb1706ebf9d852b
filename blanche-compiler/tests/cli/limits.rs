//! Tests of expensive queries. They either succeed, or are given up with a message that says which limit to raise.

use std::fmt::Write;

use crate::folder::Folder;

/// A series of derivations, each of which calls the previous one twice.
fn chain(length: usize) -> String {
    let mut text =
        "sort thing = a, b, c words X, Y, Z\nfact p0(a, b)\nfact p0(b, c)\nfact p0(c, a)\nfact p0(a, c)\n"
            .to_owned();
    for at in 1..=length {
        let before = at - 1;
        writeln!(text, "p{at}(X, Z) :- p{before}(X, Y), p{before}(Y, Z)").expect("a text can be written");
        writeln!(text, "p{at}(X, X) :- p{before}(X, Y), p{before}(Z, X)").expect("a text can be written");
    }
    text
}

/// A sort with forty constants, and a fact for each constant.
fn things() -> String {
    let names: Vec<String> = (0..40).map(|at| format!("t{at}")).collect();
    let facts: Vec<String> = names.iter().map(|name| format!("fact q({name})")).collect();
    format!("sort thing = {} words A, B, C, D\n{}\n", names.join(", "), facts.join("\n"))
}

#[test]
fn chains_of_predicates_that_evaluate_each_other_twice_are_answered() {
    for length in [30, 40, 60] {
        let folder = Folder::new(&format!("chain-{length}")).with("chain.blanche", chain(length));
        for (query, answers) in [("(X, Z)", 9), ("(a, Z)", 3), ("(X, b)", 3)] {
            let query = format!("p{length}{query}");
            // Without tables, the shortest query would take 2^30 calls. This limit is about one ten-thousandth of that.
            let ran = folder.run(&["query", "chain.blanche", &query, "--work", "100000"]);
            assert_eq!(ran.status, 0, "{query}: {}", ran.err);
            assert!(ran.out.ends_with(&format!("{answers} answers\n")), "{query}: {}", ran.out);
        }
    }
}

#[test]
fn answers_beyond_the_memory_limit_are_reported() {
    let folder = Folder::new("memory").with("things.blanche", things());
    let query =
        |limit: &str| folder.run(&["query", "things.blanche", "q(A), q(B), q(C), q(D)", "--memory", limit]);
    let ran = query("1");
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("its answers take more than 1 MiB"), "{}", ran.err);
    assert!(ran.err.contains("or allow more memory: --memory 4"), "{}", ran.err);
    let ran = query("64");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.ends_with("\n2560000 answers\n"), "{}", &ran.out[ran.out.len() - 40..]);
}

/// Facts about this number of constants whose names have a hundred letters, followed by the text `asked`.
fn long_things(number: usize, asked: &str) -> String {
    let names = (0..number).map(|at| format!("fact q({}{at})\n", "x".repeat(100)));
    names.collect::<String>() + asked
}

/// Maximum memory of the program in MiB. The program itself takes about 40 MiB. Answers as text take many times the
/// memory of their values.
#[cfg(target_os = "linux")]
const MAX_MEMORY: u64 = 90;

#[cfg(target_os = "linux")]
#[test]
fn an_expectation_takes_no_more_memory_than_its_answers() {
    // 160,000 answers take 625 KiB as values, and 36 MB as text.
    let folder = Folder::new("memory-test").with("a.blanche", long_things(400, "%? q(A), q(B)\n%= no\n"));
    for format in ["text", "json"] {
        let words = ["test", "a.blanche", "--memory", "2", "--format", format];
        let (ran, most) = folder.run_for_memory(&words);
        assert_eq!(ran.status, 1, "{}", ran.err);
        let shown = if format == "text" { "got" } else { "\"A\":" };
        assert!(ran.out.matches(shown).count() >= 160_000, "all of them are written");
        // The output is stored in this process, because the memory of the other process is measured.
        assert!(most < MAX_MEMORY, "{format}: {most} MiB");
    }
    let (ran, most) = folder.run_for_memory(&["query", "a.blanche", "q(A), q(B)", "--format", "json"]);
    assert_eq!(ran.json()["count"], 160_000);
    assert!(most < MAX_MEMORY, "{most} MiB");
}

#[test]
fn one_long_name_does_not_lengthen_the_other_lines() {
    let facts: String = (0..100).map(|at| format!("fact q(t{at})\n")).collect();
    let folder =
        Folder::new("long-name").with("a.blanche", format!("{facts}fact q({})\n", "x".repeat(100_000)));
    let ran = folder.run(&["query", "a.blanche", "q(A), q(B)"]);
    assert!(ran.out.ends_with("\n10201 answers\n"), "{}", ran.err);
    // If all lines were padded to the longest name, the output would be a gigabyte.
    assert!(ran.out.len() < 25_000_000, "{}", ran.out.len());
}

#[cfg(target_os = "linux")]
#[test]
fn answers_that_are_too_large_for_a_file_are_not_written() {
    for (number, memory, why) in [
        (400, "256", "the file would have more than 16 MiB with its answers, and no file may"),
        (100, "1", "its answers take more than 1 MiB as text"),
    ] {
        let text = long_things(number, "%? q(A)\n%= no\n%? q(A), q(B)\n%= no\n");
        let folder = Folder::new("memory-update").with("a.blanche", &text);
        let (ran, most) = folder.run_for_memory(&["test", "a.blanche", "--update", "--memory", memory]);
        assert_eq!(ran.status, 1, "{}", ran.err);
        assert!(ran.out.contains(why), "{}", ran.out);
        assert!(ran.out.ends_with("0 hold, 1 updated, 1 could not be evaluated\n"), "{}", ran.out);
        assert!(most < MAX_MEMORY, "{most} MiB");
        // Only the other expectation in the file is updated.
        let answers = folder.text("a.blanche");
        assert_eq!(answers.matches("%= A").count(), number);
        assert!(answers.ends_with("%? q(A), q(B)\n%= no\n"));
    }
}

#[test]
fn many_expected_answers_are_compared_without_quadratic_time() {
    // Comparing each expected answer with each found answer would take 10^10 text comparisons.
    let names: Vec<String> = (0..320).map(|at| format!("t{at}")).collect();
    let facts: String = names.iter().map(|name| format!("fact q({name})\n")).collect();
    let mut text = format!("{facts}%? q(A), q(B)\n");
    for (first, second) in names.iter().flat_map(|one| names.iter().map(move |other| (one, other))) {
        writeln!(text, "%= B = {second}, A = {first}").expect("a text can be written");
    }
    let folder = Folder::new("many-expected").with("a.blanche", text);
    let ran = folder.run(&["test", "a.blanche"]);
    assert_eq!(ran.out, "1 expectation in 1 file: 1 holds\n", "{}", ran.err);
}

#[test]
fn a_session_continues_after_a_query_exceeds_its_memory() {
    let folder = Folder::new("memory-talk").with("things.blanche", things());
    let lines = "q(A), q(B), q(C), q(D)\nq(A)\n";
    let ran = folder.run_with_input(&["repl", "things.blanche", "--memory", "1"], lines);
    assert!(ran.out.contains("given up when the answers took 1 MiB: neither yes nor no"), "{}", ran.out);
    assert!(ran.out.contains("40 answers"), "{}", ran.out);
}

#[test]
fn tables_count_towards_the_memory_limit() {
    let mut text = things();
    text += "p0(A, B) :- q(A), q(B)\n";
    for at in 1..=40 {
        let before = at - 1;
        writeln!(text, "p{at}(A, C) :- p{before}(A, B), p{before}(B, C)").expect("a text can be written");
    }
    let folder = Folder::new("memory-tables").with("things.blanche", text);
    // There are 40 tables of 1,600 pairs, with about 24 bytes for each pair.
    let ran = folder.run(&["query", "things.blanche", "p40(t0, t1)", "--memory", "1"]);
    assert!(ran.err.contains("more than 1 MiB"), "{}{}", ran.out, ran.err);
    let ran = folder.run(&["query", "things.blanche", "p40(t0, t1)"]);
    assert_eq!(ran.out, "yes\n", "{}", ran.err);
}

/// Queries whose cost exceeds the number of their candidates, because each candidate takes much work. Each query
/// succeeds within the default limit, and exceeds the limit given here.
#[test]
fn expensive_candidates_cost_more_steps() {
    let far = |next: usize| -> String {
        (0..39).map(|at| format!("fact far{next}(t{}, t{at})\n", (at + next) % 40)).collect()
    };
    let clauses: String =
        (0..300).map(|at| format!("some(A, B) :- far1(A, t{}), far1(t{}, B)\n", at % 39, at % 37)).collect();
    let denied: Vec<String> = (1..=60).map(|next| format!("¬far{next}(A, B)")).collect();
    let chain: String =
        (1..=20).map(|at| format!("p{at}(A, C) :- p{}(A, B), p{}(B, C)\n", at - 1, at - 1)).collect();
    let twice: String =
        (1..=15).map(|at| format!("s{at}(A, B) :- s{0}(A, B), s{0}(A, B)\n", at - 1)).collect();
    let twice = "s0(A, B) :- q(A), q(B), ¬far1(A, B)\n".to_owned() + &twice;
    // There are no sets for sorts with more than 1,024 values.
    let names: String = (0..40).map(|at| format!("fact q(t{at})\n")).collect();
    let many: String = (0..1100).map(|at| format!("fact r(u{at})\n")).collect();
    for (name, text, query, work) in [
        // A call may try many clauses: here there are 1,600 calls of 300 clauses each.
        (
            "clauses",
            things() + &far(1) + &clauses + "none(A, B) :- q(A), q(B), ¬some(A, B)\n",
            "none(A, B)",
            50_000,
        ),
        // A candidate may be tested repeatedly: here there are 1,600 candidates with sixty tests each.
        (
            "tests",
            names
                + &many
                + &(1..=60).map(far).collect::<String>()
                + &format!("none(A, B) :- q(A), q(B), {}\n", denied.join(", ")),
            "none(A, B)",
            8_000,
        ),
        // Answers are sorted: here there are 64,000 of them.
        ("sorted", things() + &far(1), "q(B), q(C), ¬far1(B, C), q(A), ¬far1(C, A)", 70_000),
        // Answers are stored in tables: here there are 20 tables with 1,600 answers each.
        ("tables", things() + "p0(A, B) :- q(A), q(B)\n" + &chain, "p20(t0, t1)", 1_400_000),
        // A predicate has a separate table for each value that it is called with: here there are 15 times 1,600 tables.
        (
            "inputs",
            things() + &far(1) + &twice + "none(A, B) :- q(A), q(B), ¬s15(A, B)\n",
            "none(A, B)",
            400_000,
        ),
    ] {
        let folder = Folder::new(&format!("cost-{name}")).with("a.blanche", text);
        let ran = folder.run(&["query", "a.blanche", query, "--work", &work.to_string()]);
        assert!(ran.err.contains("not answered after"), "{name}: {}{}", ran.out, ran.err);
        let ran = folder.run(&["query", "a.blanche", query]);
        assert_eq!(ran.status, 0, "{name}: {}", ran.err);
    }
}

/// The first of three hundred clauses holds, so the other clauses cost nothing.
#[test]
fn clauses_that_are_not_reached_cost_nothing() {
    let facts: String = (0..40).map(|at| format!("fact far(t{at}, t{})\n", (at + 1) % 40)).collect();
    let clauses: String =
        (0..300).map(|at| format!("some(A, B) :- far(A, t{}), far(t{}, B)\n", at % 40, at / 40)).collect();
    let none = "none(A, B) :- q(A), q(B), ¬some(A, B)\n";
    let text = things() + &facts + "some(A, B) :- q(A), q(B)\n" + &clauses + none;
    let folder = Folder::new("cost-of-little").with("a.blanche", text);
    let ran = folder.run(&["query", "a.blanche", "none(A, B)", "--work", "20000"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, "no answers\n"), "{}", ran.err);
}
