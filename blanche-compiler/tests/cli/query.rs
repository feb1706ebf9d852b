//! `blanche query`: queries and their answers.

use super::{FAMILY, times};
use crate::folder::Folder;

#[test]
fn a_query_gives_its_named_variables() {
    let folder = Folder::new("query").with("family.blanche", FAMILY);
    let ask = |query: &str| {
        let ran = folder.run(&["query", "family.blanche", query]);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{query}");
        ran.out
    };
    assert_eq!(
        ask("parent(X, Y), parent(A, X)"),
        "X     Y     A\npiet  anna  jan\npiet  kees  jan\n\n2 answers\n"
    );
    assert_eq!(ask("grandparent(jan, Z)"), "Z\nanna\nkees\n\n2 answers\n");
    assert_eq!(ask("parent(X, Y_), ¬parent(Z_, X)"), "X\njan\n\n1 answer\n");
    assert_eq!(ask("parent(X, X)"), "no answers\n");
    assert_eq!(ask("grandparent(jan, anna)"), "yes\n");
    assert_eq!(ask("not parent(X_, jan)"), "yes\n");
    assert_eq!(ask("parent(anna, X_)"), "no\n");
    assert_eq!(ask("parent(jan, X) ; parent(X, kees)"), "X\npiet\n\n1 answer\n");
}

#[test]
fn a_query_answers_in_json() {
    let folder = Folder::new("query-json").with("family.blanche", FAMILY);
    let answer = folder.run(&["query", "family.blanche", "grandparent(X, Z)", "--format", "json"]).json();
    assert_eq!(answer["variables"], serde_json::json!(["X", "Z"]));
    assert_eq!(answer["answers"], serde_json::json!([["jan", "anna"], ["jan", "kees"]]));
    assert_eq!((&answer["count"], &answer["holds"]), (&2.into(), &true.into()));
    let wrong = folder.run(&["query", "family.blanche", "grandfather(X)", "--format", "json"]);
    assert_eq!((wrong.status, &wrong.json()["problems"][0]["code"]), (1, &"B0301".into()));
}

#[test]
fn a_mistake_in_a_query_is_shown_in_the_query() {
    let folder = Folder::new("query-wrong").with("family.blanche", FAMILY);
    for (query, place) in [
        ("parent(X, Y", "query:1:7"),
        ("parnet(X, Y)", "query:1:1"),
        ("parent(X, Y), parent(X)", "query:1:15"),
        ("¬parent(jan, mary)", "query:1:14"),
        ("", "query:1:1"),
    ] {
        let ran = folder.run(&["query", "family.blanche", query]);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{query}: {}", ran.err);
        assert_eq!(times(&ran.err, "error["), 1, "{query}: {}", ran.err);
        assert!(ran.err.contains(&format!("[ {place} ]")), "{query}: {}", ran.err);
    }
}

#[test]
fn a_query_that_exceeds_the_step_limit_is_reported() {
    let folder = Folder::new("query-long").with("family.blanche", FAMILY);
    let ran =
        folder.run(&["query", "family.blanche", "parent(A, B), parent(C, D), parent(E, F)", "--work", "10"]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("error[B0701]") && ran.err.contains("not answered after 10 steps"));
    assert!(ran.err.contains("[ query:1:1 ]"), "{}", ran.err);
}

#[test]
fn an_extern_predicate_cannot_be_queried_without_a_host() {
    let folder = Folder::new("query-host").with(
        "d.blanche",
        "domain d\nsort field of 9 like a1 words Field\nplayers white, black\n\
         extern stands(Field: field):\n    (free) gives about 3\nfact p(white)\n",
    );
    let text = folder.text("d.blanche");
    let ran = folder.run(&["query", "d.blanche", "stands(Field)"]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{text}");
    assert!(ran.err.contains("nothing here answers `stands/1`") && ran.err.contains("host"), "{}", ran.err);
    let ran = folder.run(&["query", "d.blanche", "p(X)"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, "X\nwhite\n\n1 answer\n"), "{}", ran.err);
}

#[test]
fn an_action_cannot_be_queried_without_a_host() {
    let folder = Folder::new("query-action").with(
        "d.blanche",
        "fact cell(a)\nfact cell(b)\nsort player = white, black words Player\n\
         action put(Player: player) growing\nopen(X) :- cell(X), after put(white): (cell(X))\n",
    );
    assert_eq!(folder.run(&["check", "d.blanche"]).status, 0);
    for query in ["after put(white): (cell(a))", "open(X)", "cell(X), ¬open(X)"] {
        let ran = folder.run(&["query", "d.blanche", query]);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{query}: {}", ran.err);
        assert!(ran.err.contains("nothing here makes `put/1`") && ran.err.contains("host"), "{}", ran.err);
    }
    let ran = folder.run(&["query", "d.blanche", "cell(X)"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, "X\na\nb\n\n2 answers\n"), "{}", ran.err);
}

#[test]
fn facts_over_fields_of_a_host_cannot_be_queried_without_it() {
    let folder = Folder::new("query-numbered").with(
        "d.blanche",
        "sort field of 9 like a1 words Field\nfact opening(b2)\nfact opening(c3)\nfact p(white)\n\
         corner(Field) :- opening(Field), ¬equal(Field, F_), opening(F_)\n",
    );
    assert_eq!(folder.run(&["check", "d.blanche"]).status, 0);
    for query in ["opening(Field)", "opening(b2)", "p(X), ¬opening(a1)", "corner(Field)"] {
        let ran = folder.run(&["query", "d.blanche", query]);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{query}: {}", ran.err);
        assert!(ran.err.contains("nothing here can read values of `field`"), "{query}: {}", ran.err);
    }
    let ran = folder.run(&["query", "d.blanche", "p(X)"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, "X\nwhite\n\n1 answer\n"), "{}", ran.err);
}

#[test]
fn reachability_takes_steps_linear_in_the_answers() {
    // The queries begin at one end of a chain, at the other end, at both ends, or ask for all pairs. The recursive
    // clause is tried in both forms.
    let clauses = [
        "ancestor(X, Z) :- parent(X, Y_), ancestor(Y_, Z)",
        "ancestor(X, Z) :- ancestor(X, Y_), parent(Y_, Z)",
    ];
    for (clause, links) in clauses.into_iter().flat_map(|clause| [(clause, 1_000), (clause, 4_000)]) {
        let facts: String = (0..links).map(|at| format!("fact parent(c{at}, c{})\n", at + 1)).collect();
        let text = format!("{facts}ancestor(X, Y) :- parent(X, Y)\n{clause}\n");
        let folder = Folder::new("query-chain").with("chain.blanche", text);
        let work = (20 * links).to_string();
        for (query, says) in [
            ("ancestor(c0, X)".to_owned(), format!("\n{links} answers\n")),
            (format!("ancestor(X, c{links})"), format!("\n{links} answers\n")),
            (format!("ancestor(c0, c{links})"), "yes\n".to_owned()),
            (format!("ancestor(c{links}, X_)"), "no\n".to_owned()),
        ] {
            let ran = folder.run(&["query", "chain.blanche", &query, "--work", &work]);
            assert!(ran.out.ends_with(&says), "{clause}, {query}: {}{}", ran.out, ran.err);
        }
        let all = links * (links + 1) / 2;
        if links < 4_000 {
            let ran =
                folder.run(&["query", "chain.blanche", "ancestor(X, Y)", "--work", &(20 * all).to_string()]);
            assert!(ran.out.ends_with(&format!("\n{all} answers\n")), "{clause}: {}", ran.err);
        }
    }
}

/// The query leaves the direction open, but its evaluation must not try all steps on the board.
#[test]
fn an_open_argument_does_not_enumerate_all_steps() {
    let text = "board 14 by 14 like c3 words Field\n\
                slide(F1, D, F2) :- straight(D), step(F1, D, F2)\n\
                slide(F1, D, F3) :- slide(F1, D, F2_), step(F2_, D, F3)\n";
    let folder = Folder::new("query-slides").with("slides.blanche", text);
    for query in ["slide(c3, Direction_, X)", "slide(c3, Direction, X)"] {
        let ran = folder.run(&["query", "slides.blanche", query, "--work", "800"]);
        assert!(ran.out.ends_with("\n26 answers\n"), "{query}: {}{}", ran.out, ran.err);
    }
}

/// `2` is both a row and a number. The same column also has a variable whose name determines its sort. This decides
/// which of the two meanings is used.
#[test]
fn uses_determine_the_sort_of_a_column_of_facts() {
    let text = "board 3 by 3 like c3 words Field\nsort n = 0 to 9 words N\n\
                fact worth(a1, 2), worth(b1, 3)\nbig(Field, N) :- worth(Field, N)\n";
    let folder = Folder::new("query-uses").with("worth.blanche", text);
    let ran = folder.run(&["query", "worth.blanche", "big(Field, N), N > 2"]);
    assert_eq!(ran.out, "Field  N\nb1     3\n\n1 answer\n", "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_a_table_is_reported() {
    let rules = "facts parent from \"people.csv\"\n";
    let folder = Folder::new("query-pipe").with("family.blanche", rules).with_pipe("people.csv");
    let said = folder.run(&["check", "family.blanche"]).out;
    assert!(said.contains("[B0208]") && said.contains("a pipe or a device"), "{said}");
}

#[test]
fn mistakes_in_a_table_of_facts_are_reported() {
    let rules = "facts parent from \"data/people.csv\"\nfact parent(anna, bart)\n\
                 grandparent(X, Z) :- parent(X, Y_), parent(Y_, Z)\n";
    let ask = |table: &str, query: &str| {
        let folder = Folder::new("query-table").with("family.blanche", rules).with("data/people.csv", table);
        folder.run(&["query", "family.blanche", query])
    };
    for table in [
        "parent,child\njan,piet\npiet,anna\n",
        "\u{feff}\"parent\" ; child\r\njan;piet\r\n\r\npiet ; \"anna\"",
        "parent\tchild\njan\tpiet\npiet\tanna\n",
    ] {
        let ran = ask(table, "grandparent(X, Z)");
        assert_eq!(ran.out, "X     Z\njan   anna\npiet  bart\n\n2 answers\n", "{table:?}: {}", ran.err);
    }
    for (table, code, place) in [
        ("", "B0209", "people.csv:1:1"),
        ("parent,child\n", "B0209", "people.csv:1:8"),
        ("parent,parent\njan,piet\n", "B0209", "people.csv:1:8"),
        ("parent,1\njan,piet\n", "B0209", "people.csv:1:8"),
        ("parent,child\njan,piet,kees\n", "B0209", "people.csv:2:1"),
        ("parent,child\njan,piet\n\njan,\n", "B0209", "people.csv:4:5"),
        ("parent,child\njan,Piet\n", "B0209", "people.csv:2:5"),
        ("parent,child\njan,007\n", "B0209", "people.csv:2:5"),
        ("\u{fffd}parent,child\n", "B0209", "people.csv:1:1"),
        ("parent,child\njan,5000000000\n", "B0209", "people.csv:2:5"),
        ("parent,child\njan,piet\njan,piet\n", "B0603", "people.csv:3:1"),
    ] {
        let folder = Folder::new("query-table").with("family.blanche", rules).with("data/people.csv", table);
        let ran = folder.run(&["check", "family.blanche"]);
        let said = format!("{}{}", ran.out, ran.err);
        assert_eq!(times(&said, &format!("[{code}]")), 1, "{table:?}: {said}");
        assert!(said.contains(place), "{table:?}: {said}");
    }
    // If a parameter has the name of a sort, the values in its column are of that sort.
    let rules = "sort person = jan, piet words Person\nfacts parent from \"people.csv\"\n";
    for header in ["person1,person2", "Person,Person2"] {
        let table = format!("{header}\njan,piet\njan,kees\n");
        let folder = Folder::new("query-sort").with("family.blanche", rules).with("people.csv", table);
        let said = folder.run(&["check", "family.blanche"]).out;
        assert!(said.contains("[B0303]") && said.contains("people.csv:3:5"), "{header}: {said}");
    }
    let folder = Folder::new("query-none").with("family.blanche", rules);
    let said = folder.run(&["check", "family.blanche"]).out;
    assert!(said.contains("[B0208]") && said.contains("there is no file people.csv"), "{said}");
}

#[test]
fn only_the_first_hundred_mistakes_of_a_table_are_shown() {
    let table: String = (0..2_000).map(|at| format!("c{at},\n")).collect();
    let folder = Folder::new("query-mistakes")
        .with("family.blanche", "facts parent from \"people.csv\"\n")
        .with("people.csv", format!("parent,child\n{table}"));
    let said = folder.run(&["check", "--all", "family.blanche"]).out;
    assert_eq!(times(&said, "[B0209]"), 100, "{said}");
    let rest = "1900 more mistakes of this file are not shown";
    assert!(said.contains(rest), "{said}");
    let folded = folder.run(&["check", "family.blanche"]).out;
    assert!(folded.contains(rest) && folded.contains("97 more like these"), "{folded}");
}

const NEAR: &str = "fact near(a, b), near(b, c)\nfact seen(c), seen(a)\n";

#[test]
fn columns_are_in_the_order_of_the_variables_in_the_query() {
    let folder = Folder::new("columns").with("near.blanche", NEAR);
    let table = |query: &str| folder.run(&["query", "near.blanche", query]).out;
    assert_eq!(table("near(Y, X)"), "Y  X\na  b\nb  c\n\n2 answers\n");
    assert_eq!(table("near(X, Y)"), "X  Y\na  b\nb  c\n\n2 answers\n");
    assert_eq!(table("seen(Z), near(X, Y)"), "Z  X  Y\na  a  b\na  b  c\nc  a  b\nc  b  c\n\n4 answers\n");
}

#[test]
fn a_constant_in_no_fact_gives_a_warning_and_no_answers() {
    let folder = Folder::new("no-constant").with("near.blanche", NEAR);
    let ask = |query: &str| folder.run(&["query", "near.blanche", query]);
    for (query, answer) in [
        ("near(a, zoe)", "no\n"),
        ("near(zoe, X)", "no answers\n"),
        ("near(a, X), seen(zoe)", "no answers\n"),
    ] {
        let ran = ask(query);
        assert_eq!((ran.status, ran.out.as_str()), (0, answer), "{query}");
        assert!(ran.err.contains("warning[B0303]") && !ran.err.contains("error"), "{query}: {}", ran.err);
    }
    let ran = folder.run(&["query", "--format", "json", "near.blanche", "near(zoe, X)"]);
    let object: serde_json::Value = serde_json::from_str(&ran.out).expect("this is JSON");
    assert_eq!((&object["holds"], &object["problems"][0]["severity"]), (&false.into(), &"warning".into()));
    // In a negation or a disjunction, an unknown constant may be a misspelling that changes the answer.
    for query in ["seen(X), ¬near(X, zoe)", "near(a, zoe) ; seen(a)"] {
        assert_eq!(ask(query).status, 1, "{query}");
    }
}

#[test]
fn the_variables_of_a_query_have_values_outside_its_negations() {
    let folder = Folder::new("query-unequal").with("a.blanche", "sort number = 0 to 2 words N\nfact p(0)\n");
    for query in ["N ≠ 1", "¬equal(N, 1)", "N ≠ 1, N_ ≠ 2"] {
        let ran = folder.run(&["query", "a.blanche", query]);
        assert_eq!(ran.err.contains("B0604"), query.contains("N_"), "{query}: {}", ran.err);
    }
    assert_eq!(folder.run(&["query", "a.blanche", "N ≠ 1"]).out, "N\n0\n2\n\n2 answers\n");
}

#[test]
fn a_query_of_an_unknown_constant_keeps_its_variables_in_json() {
    let folder = Folder::new("query-variables").with("a.blanche", "fact w(p1, p2), v(p1)\n");
    let ran = folder.run(&["query", "a.blanche", "w(X, nobody), v(X), v(Y)", "--format", "json"]);
    assert!(ran.out.contains("\"variables\":[\"X\",\"Y\"]") && ran.out.contains("\"count\":0"), "{ran:?}");
}
