//! Tests of the limits of commands: how much they read, and how long they run. They also test which position a command
//! uses by default.

use std::time::Duration;

use crate::commands::{HEAD, base, dear, folder, interrupted_after, noire};

#[test]
fn without_a_position_the_built_in_one_is_used() {
    for words in [
        &["apply"][..],
        &["forbidden"],
        &["forbidden", "--why"],
        &["eval"],
        &["explain"],
        &["solve", "--reach", "fours", "--nodes", "2000"],
    ] {
        let ran = noire(words);
        assert_eq!(ran.status, 0, "{words:?}: {}", ran.err);
        let note = "note: no position is given; this is the built-in AN07 (--moves, --black with --white, or --file give \
                    another)\n";
        assert_eq!(ran.err, note, "{words:?}");
        assert!(!ran.out.is_empty(), "{words:?}");
    }
    let same = ["--black", "h8,i5,i7,j7,k5,k6,k8,l5,l7,m6,o5", "--white", "h6,i8,j6,j9,k7,k9,l4,l9,m5,m8,o6"];
    let given = noire(&[&["eval"][..], &same, &["--to-move", "black"]].concat());
    assert_eq!((given.out, given.err.as_str()), (noire(&["eval"]).out, ""), "the one that `noire` shows");
    let ran = noire(&["eval", "--every-ply"]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(
        ran.err.starts_with("error: --every-ply walks through games, and none is given\n"),
        "{}",
        ran.err
    );
}

#[test]
fn explain_gives_up_only_the_position_that_takes_too_long() {
    let file = folder("explain", &[("two.tsv", "#id\tmoves\nfirst\th8,g9,d8,h10,i8,i11,g7\n\th8\n")]);
    let file = format!("{file}/two.tsv");
    let ran = noire(&["explain", "--file", &file, "--time", "0"]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    let wanted = format!(
        "note: first was given up after 0 s; --time SECONDS allows more\n\
         note: the position at {file}:3 was given up after 0 s; --time SECONDS allows more\n"
    );
    assert_eq!(ran.err, wanted);
    let ran = noire(&["explain", "--file", &file]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "short runs are silent");
}

#[test]
fn forbidden_gives_up_only_the_position_that_takes_too_long() {
    let three = "h9,h10,i8,j8\ta1,a2,a3";
    let file = folder("forbidden", &[("two.tsv", &format!("#id\tblack\twhite\nfirst\t{three}\n\th8\t\n"))]);
    let file = format!("{file}/two.tsv");
    for format in ["json", "text"] {
        let ran = noire(&["forbidden", "--file", &file, "--time", "0", "--format", format]);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""));
        let wanted = format!(
            "note: first was given up after 0 s; --time SECONDS allows more\n\
             note: the position at {file}:3 was given up after 0 s; --time SECONDS allows more\n"
        );
        assert_eq!(ran.err, wanted);
        let ran = noire(&["forbidden", "--file", &file, "--format", format]);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""));
        assert!(ran.out.contains("makes.two.threes(h8)"), "{}", ran.out);
    }
}

#[test]
fn a_file_beside_a_base_that_is_too_large_is_rejected() {
    let rules = format!("{HEAD}rule five for white at level 0 if white.five(Group1)\n");
    let large = "#\n".repeat(9 << 20);
    for (name, says) in [
        ("positions.txt", "positions.txt: it is larger than 16 MiB, the limit for files"),
        ("statistics.txt", "it has more than 16 MiB, so the planner ignores it"),
    ] {
        let base = folder("large", &[("base.blanche", &rules), (name, &large)]);
        let ran = noire(&["apply", "--game", &base, "--moves", "h8"]);
        assert!(ran.err.contains(says), "{}", ran.err);
    }
}

/// A rule that takes seconds in every position and exceeds the step limit.
fn costly(test: &str) -> String {
    let won = "rule five for white at level 0 if white.five(Group1)\n\
               rule five for black at level 0 if group(Group1, black, 5)\n";
    let dear = dear("huge", "empty(Field0)").replace("at level 0", "at level 3 plays Field0");
    base(test, &format!("{won}{dear}"))
}

/// The run is limited to one second. The test allows half a minute.
#[test]
fn verify_obeys_its_time_limit_for_a_slow_rule() {
    let base = costly("huge");
    let begin = std::time::Instant::now();
    let ran = noire(&["verify", "--game", &base, "--rule", "huge", "--time", "1", "--threads", "1"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("\nhuge for white"), "{}", ran.out);
    let taken = begin.elapsed();
    assert!(taken.as_secs() < 30, "it took {taken:?}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_aborts_a_query_of_verify() {
    let base = costly("huge-attack");
    let words = ["verify", "--game", &base, "--rule", "huge", "--rounds", "1", "--threads", "1"];
    let (ran, taken) = interrupted_after(&words, Duration::from_secs(1));
    assert_eq!(ran.status, 130, "{}", ran.err);
    assert!(taken.as_secs() < 6, "it ended after {taken:?}");
}

#[test]
fn a_rule_that_is_given_up_is_named() {
    let base = costly("huge-answers");
    for words in
        [&["answers", "--game", &base][..], &["bench", "--game", &base, "--time", "0.001", "--moves", "h8"]]
    {
        let ran = noire(words);
        // Notes and a warning about the cause may precede the error.
        let said: Vec<&str> = ran.err.lines().skip_while(|line| !line.starts_with("error")).collect();
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{words:?}: {}", ran.err);
        assert_eq!(
            said[0], "error[B0701]: the rule `huge for white` exceeded the step limit",
            "{words:?}: {}",
            ran.err
        );
        assert!(said[1].ends_with("base.blanche:6"), "{words:?}: {}", ran.err);
        assert!(
            said[2].starts_with("  in the position ") && said[2].contains("h8"),
            "{words:?}: {}",
            ran.err
        );
    }
}

/// The command needs a fraction of a second. The test allows three seconds.
#[cfg(unix)]
#[test]
fn ctrl_c_aborts_a_query_of_mutate() {
    // Every mutant without the literals that connect the groups examines hundreds of millions of candidates.
    let groups: String = (1..=6).map(|at| format!("group(Group{at}, black, Number{at}), ")).collect();
    let rules = format!(
        "rule five for white at level 0 if white.five(Group1)\n\
         rule five for black at level 0 if group(Group1, black, 5)\n\
         rule slow for white at level 3 plays Field1 if {groups}empty(Field1), \
         in(Field1, Group1), in(Field1, Group2), in(Field1, Group3), in(Field1, Group4), in(Field1, Group5), \
         in(Field1, Group6)"
    );
    let base = base("slow", &rules);
    let words = ["mutate", "--game", &base, "--threads", "1"];
    let (ran, taken) = interrupted_after(&words, Duration::from_secs(2));
    assert_eq!(ran.status, 130, "{}", ran.err);
    assert!(taken.as_secs() < 3, "it ended after {taken:?}");
}
