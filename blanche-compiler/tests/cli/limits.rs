//! Questions that take too much are answered, or given up with a message that says what to allow.

use std::fmt::Write;

use crate::folder::Folder;

/// A chain of derivations of which each asks the one before twice.
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

/// Forty things, of which all are there.
fn things() -> String {
    let names: Vec<String> = (0..40).map(|at| format!("t{at}")).collect();
    let facts: Vec<String> = names.iter().map(|name| format!("fact q({name})")).collect();
    format!("sort thing = {} words A, B, C, D\n{}\n", names.join(", "), facts.join("\n"))
}

#[test]
fn chains_that_ask_everything_twice_are_answered() {
    for length in [30, 40, 60] {
        let folder = Folder::new(&format!("chain-{length}")).with("chain.blanche", chain(length));
        for (sentence, answers) in [("(X, Z)", 9), ("(a, Z)", 3), ("(X, b)", 3)] {
            let sentence = format!("p{length}{sentence}");
            // A ten-thousandth of the 2^30 calls that the shortest of them would take.
            let ran = folder.run(&["query", "chain.blanche", &sentence, "--work", "100000"]);
            assert_eq!(ran.status, 0, "{sentence}: {}", ran.err);
            assert!(ran.out.ends_with(&format!("{answers} answers\n")), "{sentence}: {}", ran.out);
        }
    }
}

#[test]
fn answers_that_take_too_much_memory_are_given_up_with_a_message() {
    let folder = Folder::new("memory").with("things.blanche", things());
    let query =
        |limit: &str| folder.run(&["query", "things.blanche", "q(A), q(B), q(C), q(D)", "--memory", limit]);
    let ran = query("1");
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("its answers take more than 1 MiB"), "{}", ran.err);
    assert!(ran.err.contains("or allow more memory: --memory 4"), "{}", ran.err);
    let ran = query("32");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.ends_with("\n2560000 answers\n"), "{}", &ran.out[ran.out.len() - 40..]);
}

#[test]
fn a_conversation_goes_on_behind_a_question_that_took_too_much() {
    let folder = Folder::new("memory-talk").with("things.blanche", things());
    let lines = "q(A), q(B), q(C), q(D)\nq(A)\n";
    let ran = folder.run_with_input(&["repl", "things.blanche", "--memory", "1"], lines);
    assert!(ran.out.contains("given up when the answers took 1 MiB: neither yes nor no"), "{}", ran.out);
    assert!(ran.out.contains("40 answers"), "{}", ran.out);
}

#[test]
fn tables_on_the_way_to_an_answer_count_too() {
    let mut text = things();
    text += "p0(A, B) :- q(A), q(B)\n";
    for at in 1..=20 {
        let before = at - 1;
        writeln!(text, "p{at}(A, C) :- p{before}(A, B), p{before}(B, C)").expect("a text can be written");
    }
    let folder = Folder::new("memory-tables").with("things.blanche", text);
    // 20 tables of 1,600 pairs, each of which takes about 100 bytes.
    let ran = folder.run(&["query", "things.blanche", "p20(t0, t1)", "--memory", "1"]);
    assert!(ran.err.contains("more than 1 MiB"), "{}{}", ran.out, ran.err);
    let ran = folder.run(&["query", "things.blanche", "p20(t0, t1)"]);
    assert_eq!(ran.out, "yes\n", "{}", ran.err);
}
