//! Tests with typographic dashes and colons, as word processors write them instead of `-` and `:`.

use super::broken::check_table;
use super::{codes_and_texts, parsed};

/// Characters that look like `-`.
const DASHES: [&str; 11] = ["‐", "‑", "‒", "–", "—", "―", "−", "﹘", "﹣", "－", "˗"];

#[test]
fn a_dash_after_a_colon_is_never_a_negation() {
    for dash in DASHES {
        for sign in [
            format!(":{dash}"),
            format!(": {dash}"),
            format!("：{dash}"),
            format!("::{dash}"),
            format!("<{dash}"),
        ] {
            let text = format!("q(X) {sign} parent(X, anna)");
            check_table(&[(&text, &format!("B0006 `{sign}`"), "q(X) :- parent(X, anna)")]);
        }
        // The rest of the sign is not read as a negation either.
        for sign in [format!(":-{dash}"), format!(":  {dash}"), format!(":{dash}{dash}")] {
            let (_, parsed) = parsed(format!("q(X) {sign}parent(X, anna)").as_bytes());
            let fixes: Vec<_> = parsed.diagnostics.iter().filter_map(|one| one.fix.as_ref()).collect();
            assert!(fixes.iter().all(|fix| fix.edits.iter().all(|edit| !edit.text.contains('¬'))), "{sign}");
        }
    }
    check_table(&[("q(X) ：- parent(X, anna)", "B0006 `：-`", "q(X) :- parent(X, anna)")]);
}

#[test]
fn two_dashes_of_any_kind_begin_a_comment() {
    for one in DASHES.into_iter().chain(["-"]) {
        for other in [one, "-", "–"] {
            let sign = format!("{one}{other}");
            let text = format!("q(X) :- p(X) {sign} a comment\n{sign} another\nr :- q(a)");
            let expected = format!("B0006 `{sign}`\nB0006 `{sign}`");
            check_table(&[(&text, &expected, "q(X) :- p(X) % a comment\n% another\nr :- q(a)")]);
            // Text after an operand may be code.
            for body in [format!("p(X{sign} 1, b)"), format!("s(X), N = X {sign} 1, s(N)")] {
                let (_, parsed) = parsed(format!("q(X) :- {body}").as_bytes());
                assert!(parsed.diagnostics.iter().all(|one| one.fix.is_none()), "{body}");
            }
        }
    }
}

#[test]
fn a_typographic_minus_is_a_minus() {
    for dash in ["–", "—", "−"] {
        check_table(&[(&format!("q(X) :- p(X, N), N < {dash}3"), "", "")]);
        check_table(&[(&format!("q(X) :- p(X, N), N <{dash}3"), "", "")]);
    }
}

#[test]
fn a_fix_never_writes_a_second_denotes_sign() {
    check_table(&[
        ("t(X) :- age(X, N), N <- 3", "B0006 `<-`", "t(X) :- age(X, N), N < -3"),
        ("t(X) :- age(X, N), N <−  3, q(N)", "B0006 `<−`", "t(X) :- age(X, N), N < -3, q(N)"),
        ("t(X) :- age(X, N), N <- M", "B0006 `-`", "t(X) :- age(X, N), N <0 - M"),
        (
            "rule r for white at level 0 if age(X, N), N <- 3",
            "B0006 `<-`",
            "rule r for white at level 0 if age(X, N), N < -3",
        ),
        ("t(X) :- age(X, N), a <- 3", "B0003 `<-`", ""),
        ("t(X) :- age(X) <- p(X)", "B0003 `<-`", ""),
        ("t(X) :- age(X, N), N ← 3", "B0003 `←`", ""),
        ("t(X) :- age(X, N), N <:- 3", "B0003 `<:-`", ""),
        ("t(X) :- age(X, N), N : - 3", "B0003 `: -`", ""),
        // The head of another clause precedes the sign.
        ("t(X) :- p(X)\nq(X) <- p(X)", "B0006 `<-`", "t(X) :- p(X)\nq(X) :- p(X)"),
        ("t(X) :- p(X)\n  q(X) <- p(X)", "B0006 `<-`", "t(X) :- p(X)\n  q(X) :- p(X)"),
        ("t(X) :- p(X)\nq <- p(a)", "B0006 `<-`", "t(X) :- p(X)\nq :- p(a)"),
        ("t(X) :- p(X). q(X) <- p(X)", "B0007 `.`\nB0006 `<-`", "t(X) :- p(X)\nq(X) :- p(X)"),
    ]);
    let (sources, parsed) = parsed("t(X) :- age(X, N), N :- 3".as_bytes());
    assert!(parsed.diagnostics.iter().all(|one| one.fix.is_none()));
    assert!(!codes_and_texts(&sources, &parsed.diagnostics).is_empty());
}
