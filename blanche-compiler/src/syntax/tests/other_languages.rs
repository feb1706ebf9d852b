//! Tests of arithmetic, comparisons, clauses and declarations in the syntax of other languages.

use super::broken::check_table;
use super::parsed;

#[test]
fn a_percent_sign_between_terms_is_not_a_comment() {
    check_table(&[
        ("rest(N, M) :- num(N), M = N % 5", "B0006 `%`", ""),
        ("even(N) :- num(N), 0 = N % 2, q(N)", "B0006 `%`", ""),
        ("even(N) :- num(N), N % 2 = 0", "B0006 `%`", ""),
        ("rest(N, K) :- num(N), num(M), K = N % M", "B0006 `%`", ""),
    ]);
    for text in [
        "p(N) :- num(N), N > 3 % 5 of them",
        "p(N) :- num(N), N > 3 % Five",
        "p(N) :- num(N) % 5",
        "p(N) :- num(N), N > 3 %% 5",
        "p(N) :- num(N), % 5\n    N > 3",
        "fact p(1) % 5",
    ] {
        assert!(parsed(text.as_bytes()).1.diagnostics.is_empty(), "{text}");
    }
}

#[test]
fn comparisons_of_constraint_libraries_lose_their_hash() {
    check_table(&[
        ("p(N, M) :- num(N), num(M), N #= M", "B0006 `#`", "p(N, M) :- num(N), num(M), N = M"),
        ("p(N) :- num(N), N #> 3, q(N)", "B0006 `#`", "p(N) :- num(N), N > 3, q(N)"),
        ("p(N) :- num(N), N #>= 3, N #=< 5", "B0006 `#`\nB0006 `#`", "p(N) :- num(N), N >= 3, N =< 5"),
        ("p(N) :- num(N), N #\\= 3", "B0006 `#`", "p(N) :- num(N), N \\= 3"),
    ]);
}

#[test]
fn a_fact_behind_a_clause_begins_a_line() {
    check_table(&[
        ("p(X) :- q(X).r(a).", "B0007 `.`\nB0115 `r(a)`\nB0007 `.`", "p(X) :- q(X)\nfact r(a)"),
        ("p(X) :- q(X). r(X)", "B0006 `.`", "p(X) :- q(X), r(X)"),
        ("p(X) :- q(X). r(a)", "B0006 `.`", "p(X) :- q(X), r(a)"),
    ]);
}

#[test]
fn a_declared_predicate_does_not_become_an_extern() {
    check_table(&[
        ("predicate r(N)", "B0115 `predicate`", ""),
        ("predicate r(N: number): (bound) tests", "B0115 `predicate`", "extern r(N: number): (bound) tests"),
    ]);
}
