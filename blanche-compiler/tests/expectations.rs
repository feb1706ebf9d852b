//! Tests of `blanche test` on the command line: queries and their answers are written in the comments of rule files.

use crate::folder::Folder;

const FAMILY: &str = "\
fact parent(jan, piet)
fact parent(piet, anna)
fact parent(piet, kees)

%? grandparent(X, Z)
%= X = jan, Z = anna
%= X = jan, Z = kees

%% A parent's parent.
%? grandparent(anna, X)
%= no
%? grandparent(jan, kees)
%= yes
grandparent(X, Z) :- parent(X, Y_), parent(Y_, Z)
";

#[test]
fn expectations_that_hold_are_counted() {
    let folder = Folder::new("test").with("family.blanche", FAMILY);
    let ran = folder.run(&["test", "family.blanche"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, "3 expectations in 1 file: 3 hold\n"));
    // Other commands treat expectations as comments, even after a doc comment, and formatting leaves them unchanged.
    assert_eq!(folder.run(&["check", "family.blanche"]).out, "");
    assert_eq!(folder.run(&["fmt", "--check", "family.blanche"]).out, "");
}

#[test]
fn a_difference_shows_missing_and_unexpected_answers() {
    let text =
        FAMILY.replace("parent(piet, kees)", "parent(piet, klaas)").replace("X)\n%= no", "X)\n%= X = jan");
    let folder = Folder::new("test-differs").with("family.blanche", &text);
    let ran = folder.run(&["test", "family.blanche"]);
    assert_eq!(ran.status, 1);
    let differences = "family.blanche:5: grandparent(X, Z)\n    \
                       expected - X = jan, Z = kees\n    \
                       got      + X = jan, Z = klaas\n\n\
                       family.blanche:10: grandparent(anna, X)\n    \
                       expected - X = jan\n    \
                       got      + no\n\n\
                       family.blanche:12: grandparent(jan, kees)\n    \
                       it cannot be evaluated\n\
                       error[B0303]: `kees` is not a value of `name`\n";
    assert!(ran.out.starts_with(differences), "{}", ran.out);
    let end = "3 expectations in 1 file: 0 hold, 2 failed, 1 could not be evaluated\n";
    assert!(ran.out.ends_with(end), "{}", ran.out);
}

#[test]
fn update_writes_the_answers_below_the_questions() {
    let asked = "fact p(a)\nfact p(b)\n%? p(X)\n%= X = c\n  %? p(a)\n%? p(c_)\n";
    let folder = Folder::new("test-update").with("a.blanche", asked.replace("%? p(c_)\n", ""));
    let ran = folder.run(&["test", "--update", "a.blanche"]);
    assert_eq!(ran.status, 0, "{}", ran.out);
    assert!(ran.out.ends_with("2 expectations in 1 file: 0 hold, 2 updated\n"), "{}", ran.out);
    assert_eq!(
        folder.text("a.blanche"),
        "fact p(a)\nfact p(b)\n%? p(X)\n%= X = a\n%= X = b\n  %? p(a)\n  %= yes\n"
    );
    assert_eq!(folder.run(&["test", "a.blanche"]).status, 0);
}

#[test]
fn a_query_with_an_error_is_reported_at_its_place() {
    let folder = Folder::new("test-refused").with("a.blanche", "fact p(a)\n\n  %? pp(X)\n  %= no\n");
    let ran = folder.run(&["test", "a.blanche"]);
    assert_eq!(ran.status, 1);
    for part in ["a.blanche:3: pp(X)", "error[B0301]", "[ a.blanche:3:6 ]", "1 could not be evaluated"] {
        assert!(ran.out.contains(part), "{part}\n{}", ran.out);
    }
    let folder = Folder::new("test-broken").with("a.blanche", "fact p(a)\n%? p(X)\n%= a\n");
    let ran = folder.run(&["test", "a.blanche"]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("an answer lists the values of variables"), "{}", ran.err);
}

#[test]
fn json_has_an_object_for_every_question() {
    let folder = Folder::new("test-json").with("family.blanche", FAMILY.replace("%= yes", "%= no"));
    let ran = folder.run(&["test", "--format", "json", "family.blanche"]);
    assert_eq!(ran.status, 1);
    let lines: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["answers"][1], serde_json::json!({ "X": "jan", "Z": "kees" }));
    let holds: Vec<bool> = lines.iter().map(|line| line["holds"] == true).collect();
    assert_eq!(holds, [true, true, false]);
    assert_eq!(lines[2]["unexpected"], serde_json::json!([{}]));
}

#[test]
fn an_answer_without_a_query_is_an_error_in_check_fix_and_test() {
    let text = "fact p(a), p(b)\ns(X) :- p(X)\n%= X = a\n";
    let folder = Folder::new("answer-alone").with("a.blanche", text);
    for command in [&["check", "a.blanche"][..], &["fix", "a.blanche"], &["test", "a.blanche"]] {
        let ran = folder.run(command);
        assert_eq!(ran.status, 1, "{command:?} {} {}", ran.out, ran.err);
    }
    assert_eq!(folder.text("a.blanche"), text);
    let said = folder.run(&["check", "a.blanche"]).out;
    assert!(said.contains("there is no question above this answer"), "{said}");
}

#[test]
fn an_answer_after_a_clause_is_moved_below_its_query_or_kept() {
    let alone = "fact p(a), p(b)\ns(X) :- p(X) %= X = a\n";
    let asked = "fact p(a)\n%? p(X)\ns(X) :- p(X) %= X = a\n";
    let folder = Folder::new("answer-behind").with("a.blanche", alone).with("b.blanche", asked);
    let folder = folder.with("c.blanche", format!("{asked}%= X = b\n"));
    assert_eq!(folder.run(&["fix", "a.blanche"]).status, 1);
    assert_eq!(folder.text("a.blanche"), alone);
    let said = folder.run(&["check", "--format", "json", "c.blanche"]).json();
    assert_eq!(said.as_array().expect("a list").len(), 1, "{said}");
    folder.run(&["fix", "b.blanche"]);
    assert!(folder.text("b.blanche").starts_with("fact p(a)\n%? p(X)\n%= X = a\ns(X) :- p(X)\n"));
    assert_eq!(folder.run(&["test", "b.blanche"]).status, 0);
}

/// Queries are checked in batches of a hundred. An error in one query, at any position, does not affect the other
/// queries.
#[test]
fn a_batch_of_queries_gives_the_same_results_as_single_queries() {
    let mut text = "library\nfact p(a, b), p(b, c)\nopen later(X)\nq(X, Z) :- p(X, Y), p(Y, Z)\n".to_owned();
    let odd = [
        (0, "q(a, X) p(a, b)", "X = c"),
        (99, "qq(a, X)", "X = c"),
        (100, "q(a, X)", "X = b"),
        (150, "p(a, X), later(X)", "no"),
        (249, "p(a", "no"),
    ];
    for at in 0..250 {
        let known = odd.iter().find(|(odd, ..)| *odd == at);
        let (question, answer) =
            known.map_or(("q(a, X)", "X = c"), |(_, question, answer)| (question, answer));
        text += &format!("%? {question}\n%= {answer}\n");
    }
    let folder = Folder::new("many-questions").with("a.blanche", &text);
    let all = folder.run(&["test", "a.blanche"]);
    assert_eq!(all.status, 1);
    assert!(
        all.out.ends_with("250 expectations in 1 file: 245 hold, 1 failed, 4 could not be evaluated\n"),
        "{}",
        all.out
    );
    // Each query has the same result as when it is run alone, and the result is shown at its line.
    let mut alone = String::new();
    for (at, question, answer) in odd {
        let head = text.split("%?").next().expect("a head");
        let text = format!("{head}{}%? {question}\n%= {answer}\n", "\n".repeat(2 * at));
        let ran = Folder::new("one-question").with("a.blanche", &text).run(&["test", "a.blanche"]);
        alone += ran.out.rsplit_once("1 expectation ").expect("a sum").0;
    }
    assert_eq!(all.out.rsplit_once("250 expectations ").expect("a sum").0, alone);
}
