//! Tests of `blanche fix` on the command line, in temporary folders.

use crate::folder::Folder;

/// A text with four errors of three kinds. One of the errors is reported only after another one is fixed.
const BROKEN: &str = "\
fact parent(jan, piet)
fact parent(piet, anna)
grandparent(X, Z) :- parent(X, Y_) parnt(Y_, Z)
orphan(X) :- parent(X, Y_), not parent(Z_, X).
";

const FIXED: &str = "\
fact parent(jan, piet)
fact parent(piet, anna)
grandparent(X, Z) :- parent(X, Y_), parent(Y_, Z)
orphan(X) :- parent(X, Y_), not parent(Z_, X)
";

#[test]
fn all_fixes_are_made_and_listed() {
    let folder = Folder::new("fix").with("a.blanche", BROKEN);
    let ran = folder.run(&["fix", "a.blanche"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert_eq!(folder.text("a.blanche"), FIXED);
    assert_eq!(
        ran.out,
        "a.blanche:3:35: B0101: write `,`\n\
         a.blanche:4:46: B0007: remove it\n\
         a.blanche:3:37: B0301: write `parent`\n\
         \n\
         3 fixes made in 1 file; nothing is left\n"
    );
    let again = folder.run(&["fix", "a.blanche"]);
    assert_eq!((again.status, again.out.as_str()), (0, ""));
}

#[test]
fn a_dry_run_shows_what_would_change_and_changes_nothing() {
    let folder = Folder::new("fix-dry").with("a.blanche", BROKEN);
    let ran = folder.run(&["fix", "--dry-run", "a.blanche"]);
    assert_eq!(ran.status, 0);
    assert_eq!(folder.text("a.blanche"), BROKEN);
    for line in [
        "  3 - grandparent(X, Z) :- parent(X, Y_) parnt(Y_, Z)\n",
        "  3 + grandparent(X, Z) :- parent(X, Y_), parent(Y_, Z)\n",
        "  4 - orphan(X) :- parent(X, Y_), not parent(Z_, X).\n",
        "3 fixes would be made in 1 file; nothing is left\n",
    ] {
        assert!(ran.out.contains(line), "{line}{}", ran.out);
    }
}

#[test]
fn only_the_named_fixes_are_made() {
    let folder = Folder::new("fix-only").with("a.blanche", BROKEN);
    let ran = folder.run(&["fix", "--only", "b0007", "a.blanche"]);
    assert_eq!(ran.status, 1, "the missing comma is left");
    assert_eq!(folder.text("a.blanche"), BROKEN.replace("X).\n", "X)\n"));
    assert!(ran.out.ends_with("1 fix made in 1 file; left: 1 error\n"), "{}", ran.out);
    let ran = folder.run(&["fix", "--only", "B9999", "a.blanche"]);
    assert_eq!(ran.status, 2);
}

#[test]
fn a_fix_that_removes_code_is_made_only_if_its_code_is_named() {
    let twice = "fact parent(jan, piet)\nfather(X) :- parent(X, Y_), parent(X, Y_)\n";
    let folder = Folder::new("fix-on-demand").with("a.blanche", twice);
    assert!(folder.run(&["check", "a.blanche"]).out.contains("`blanche fix --only B0609` does it"));
    folder.run(&["fix", "a.blanche"]);
    assert_eq!(folder.text("a.blanche"), twice);
    assert_eq!(folder.run(&["fix", "--only", "B0609", "a.blanche"]).status, 0);
    assert_eq!(folder.text("a.blanche"), twice.replace(", parent(X, Y_)\n", "\n"));
    let ran = folder.run(&["fix", "--only", "B0690", "a.blanche"]);
    assert!(ran.status == 2 && ran.err.contains("did you mean B0"), "{}", ran.err);
}

#[test]
fn messages_without_a_fix_are_left_and_counted() {
    let text = "fact p(a)\nq(X, Y) :- p(X)\n";
    let folder = Folder::new("fix-left").with("a.blanche", text);
    let ran = folder.run(&["fix", "a.blanche"]);
    assert_eq!(ran.status, 1);
    assert_eq!(folder.text("a.blanche"), text);
    assert!(ran.out.starts_with("nothing to fix; 1 error"), "{}", ran.out);
    assert!(ran.out.contains("`blanche check` shows more"), "{}", ran.out);
}

#[test]
fn line_ends_and_byte_order_marks_are_kept() {
    let text = "\u{FEFF}fact p(a)\r\nq(X) :- p(X). r(X) :- q(X)\r\n";
    let folder = Folder::new("fix-ends").with("a.blanche", text);
    assert_eq!(folder.run(&["fix", "a.blanche"]).status, 0);
    assert_eq!(folder.text("a.blanche"), "\u{FEFF}fact p(a)\r\nq(X) :- p(X)\r\nr(X) :- q(X)\r\n");
}

#[test]
fn a_file_that_is_not_utf_8_is_left_unchanged() {
    let text = b"fact p(a)\n% caf\xE9\nq(X) :- p(X).\n";
    let folder =
        Folder::new("fix-bytes").with("a.blanche", text).with("b.blanche", "fact p(a)\nq(X) :- p(X).\n");
    let ran = folder.run(&["fix", "."]);
    assert_eq!(ran.status, 1);
    assert_eq!(std::fs::read(folder.0.join("a.blanche")).expect("it is there"), text);
    assert_eq!(folder.text("b.blanche"), "fact p(a)\nq(X) :- p(X)\n");
    assert!(ran.out.contains("a.blanche is left as it is: it has bytes that are not UTF-8\n"), "{}", ran.out);
}

#[test]
fn a_file_that_was_not_named_is_not_changed() {
    let folder = Folder::new("fix-others")
        .with("knowledge/tale/base.blanche", "base tale\nuse tale/facts\nuse tale/more\n")
        .with("knowledge/tale/facts.blanche", "fact p(a).\n")
        .with("knowledge/tale/more.blanche", "export q(X)\nq(X) :- pp(X)\n");
    let ran = folder.run(&["fix", "knowledge/tale/more.blanche"]);
    assert_eq!(ran.status, 0, "{}", ran.out);
    assert_eq!(folder.text("knowledge/tale/more.blanche"), "export q(X)\nq(X) :- p(X)\n");
    assert_eq!(folder.text("knowledge/tale/facts.blanche"), "fact p(a).\n");
    folder.run(&["fix", "knowledge"]);
    assert_eq!(folder.text("knowledge/tale/facts.blanche"), "fact p(a)\n");
}

#[test]
fn json_lists_the_fixes() {
    let folder =
        Folder::new("fix-json").with("a.blanche", BROKEN).with("b.blanche", "q(X, Y) :- p(X)\nfact p(a)\n");
    let said = folder.run(&["fix", "--format", "json", "a.blanche", "b.blanche"]).json();
    assert_eq!(said["files"], serde_json::json!(["a.blanche"]));
    let fixes = said["fixes"].as_array().expect("a list");
    assert_eq!(fixes.len(), 3);
    assert_eq!((&fixes[0]["code"], &fixes[0]["line"]), (&"B0101".into(), &3.into()));
    assert_eq!(said["errors_left"], 1);
    assert_eq!(said["left"][0]["file"], "b.blanche");
}

/// Checks and fixes a text, and returns the new text and the output. Asserts that fixes are applied exactly if they are
/// offered.
pub(crate) fn fixed(test: &str, text: &str) -> (String, crate::folder::Ran) {
    let folder = Folder::new(test).with("a.blanche", text);
    let offered = folder.run(&["check", "--format", "json", "a.blanche"]).json();
    let ran = folder.run(&["fix", "a.blanche"]);
    let after = folder.text("a.blanche");
    let is_offered = offered.as_array().expect("a list").iter().any(|one| one["fix"]["on_demand"] == false);
    assert_eq!(after != text, is_offered, "what `check` offers is what `fix` makes: {offered} {}", ran.out);
    (after, ran)
}

#[test]
fn a_fix_that_would_cause_an_error_is_neither_offered_nor_made() {
    let texts = [
        // A misspelt sort name.
        "players red, green words Color\nopen piece(Field, Colour)\nfact piece(1, black)\n",
        // A variable in a fact, and a constant that the sort does not have.
        "sort field = a, b words Field\nfact disc(a), disc(c)\n",
        // A digit has no upper case.
        "players white\nsort field = a words Field\nfact empty(a)\n\
         rule r for white at level 1 plays 0ield1 if empty(0ield1)\n",
        // A declaration without a name cannot be parsed, even if its keyword is replaced.
        "action (Cell: cell) growing\nsort cell = a, b\n",
    ];
    for (at, text) in texts.into_iter().enumerate() {
        let (after, ran) = fixed(&format!("fix-harm-{at}"), text);
        assert_eq!(after, text, "{}", ran.out);
        assert!(ran.out.starts_with("nothing to fix; "), "{}", ran.out);
    }
}

#[test]
fn an_unclosed_comment_ends_with_its_line() {
    let text = "fact p(a)\n/* a note\nfact q(b)\n\n%% What r is.\n%? r(X)\n%= X = a\nr(X) :- p(X)\n";
    let (after, ran) = fixed("fix-open-comment", text);
    assert_eq!(after, text.replace("/*", "%"), "{}", ran.out);
    // The text after `/*` on the same line may be code.
    let text = "fact parent(piet, /*anna)\nfact p(a)\n";
    let (after, ran) = fixed("fix-comment-inside", text);
    assert_eq!(after, text, "{}", ran.out);
}

#[test]
fn a_minus_before_a_variable_is_no_negation() {
    let text = "sort num = 0 to 20 words N\nfact s(a, 1), s(b, 5)\n\n%? p(X)\n%= X = a\n\n\
                p(X) :- s(X, N), -N > -3\n";
    let (after, ran) = fixed("fix-minus", text);
    assert_eq!(after, text.replace("-N", "0 - N"), "{}", ran.out);
    let folder = Folder::new("minus-answers").with("a.blanche", &after);
    assert_eq!(folder.run(&["test", "a.blanche"]).status, 0);
}

#[test]
fn a_file_that_is_left_unchanged_is_listed_with_the_reason() {
    let folder = Folder::new("fix-unnamed")
        .with("knowledge/lib/l.blanche", "library\nfact p(a)\nq(X) :- p(X) p(X)\n")
        .with("mine/base.blanche", "base mine\nuse lib/l\nexport r(X)\nr(X) :- q(X)\n");
    let ran = folder.run(&["fix", "mine"]);
    assert!(ran.out.contains("lib/l.blanche is left as it is: name it, or its folder"), "{}", ran.out);
    let kept = &folder.run(&["fix", "--format", "json", "mine"]).json()["kept"][0];
    assert_eq!(kept["reason"], "name it, or its folder, to change it too");
    let folder = folder.with("mine/odd.blanche", b"library\n% \xff\nq(X) :- p(X) p(X)\n");
    let ran = folder.run(&["fix", "mine/odd.blanche"]);
    assert!(ran.out.contains("odd.blanche is left as it is: it has bytes that are not UTF-8"), "{}", ran.out);
}

#[test]
fn a_fix_that_would_repeat_an_existing_error_is_not_made() {
    let text = "sort number = 0 to 9 words N\nsort field = a words Field\nplayers white, black words Color\n\
                fact disc(a, white), weight(a, 3)\n\n\
                %% Discs.\nscore discs for Color attacking N defending N + 1 if disc(Field, Color), ¬weight(Field, N)\n\n\
                %% Heavy ones.\nscore heavy for Color attacking N defending 1 if disc(Field, Color), weight(Field, 3)\n";
    let (left, ran) = fixed("said-already", text);
    assert_eq!(left, text, "`N_` would leave both numbers of the first score without a value: {ran:?}");
    assert!(ran.out.starts_with("nothing to fix; "), "{}", ran.out);
}

#[test]
fn fixes_are_repeated_until_none_is_left() {
    let text = format!("fact p(a)\nq(X) :- {}p(X)\n", "(".repeat(40));
    let (after, ran) = fixed("fix-rounds", &text);
    assert_eq!(after, format!("fact p(a)\nq(X) :- {}p(X){}\n", "(".repeat(40), ")".repeat(40)));
    assert!((ran.status, ran.out.contains("nothing is left")) == (0, true), "{}", ran.out);
}

#[test]
fn two_items_on_a_line_become_two_lines() {
    let text = "players a, b\nsort count = 0 to 5 words N state man(N) one N\nblocked draws\nstart man(3)\n\
                move m for a plays N if man(N)\n  removes man(N)\n";
    let (after, ran) = fixed("fix-two-items", text);
    assert_eq!(after, text.replace(" state", "\nstate"), "{}", ran.out);
}

#[test]
fn a_head_that_all_uses_contradict_is_corrected() {
    let text = "library\nfact e(a, b)\nblack.Mhree(X) :- e(X, Y_)\none(X) :- black.three(X)\n\
                two(X) :- black.three(X), one(X)\nsix(X) :- e(X, Y_), ¬black.three(X)\n";
    let (after, ran) = fixed("fix-head", text);
    assert_eq!(after, text.replace("black.Mhree", "black.three"), "{}", ran.out);
}

#[test]
fn a_fix_that_may_change_answers_is_made_only_on_demand() {
    // The variable `Y` may be intended.
    let text = "fact near(a, b), near(b, a)\nfact old(a)\np(Place) :- near(Place, Plac), old(Place)\n";
    let (after, _) = fixed("fix-answers", text);
    assert_eq!(after, text);
    let folder = Folder::new("fix-answers-asked").with("a.blanche", text);
    let shown = folder.run(&["check", "a.blanche"]).out;
    assert!(shown.contains("`blanche fix --only B0506` does it; the answers may change"), "{shown}");
    folder.run(&["fix", "--only", "B0506", "a.blanche"]);
    assert_eq!(folder.text("a.blanche"), text.replace("Plac)", "Place)"));
}

#[test]
fn the_text_of_an_aggregate_is_no_misspelt_name() {
    let text = "library\nsort number = 0 to 9 words N\nfact p(1), p(2), q(3)\n\
                %% There is one q and there are two p: no.\n\
                equal.many :- count N_ (p(N_)) = 1, count N_ (q(N_)) = 1\n\
                %% The sums of both are less than N.\nmore(N) :- sum N_ (p(N_)) < N, sum N_ (q(N_)) < N\n";
    let folder = Folder::new("fix-aggregates").with("a.blanche", text);
    let ran = folder.run(&["check", "a.blanche"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, ""));
}

#[test]
fn code_of_a_shared_file_is_removed_only_if_no_base_needs_it() {
    let base =
        |name: &str, clause: &str| format!("base {name}\nuse lib/facts\nexport meets(X, Y)\n{clause}\n");
    let library = "library\n\nfact likes(a, b), parent(c, a)\nopen knows(X, Y)\nmeets(X, Y) :- likes(X, Y)\n\
                   meets(X, Y) :- knows(X, Y)\n";
    let folder = Folder::new("shared-by-two")
        .with("knowledge/lib/facts.blanche", library)
        .with("knowledge/one/base.blanche", base("one", "knows(X, Y) :- likes(X, Y)"))
        .with("knowledge/two/base.blanche", base("two", "knows(X, Y) :- parent(X, Y)"));
    let before = folder.run(&["query", "knowledge/two", "meets(X, Y)"]).out;
    assert!(before.contains("2 answers"), "{before}");
    for code in ["B0607", "B0609"] {
        folder.run(&["fix", "--only", code, "knowledge"]);
        assert_eq!(folder.run(&["query", "knowledge/two", "meets(X, Y)"]).out, before, "{code}");
    }
    assert_eq!(folder.text("knowledge/lib/facts.blanche"), library);
}

#[test]
fn a_suppression_is_unused_only_if_no_base_of_the_folder_needs_it() {
    let base =
        |name: &str, clause: &str| format!("base {name}\nuse lib/facts\nexport meets(X, Y)\n{clause}\n");
    let library = "library\n\nfact likes(a, b), parent(c, a)\nopen knows(X, Y)\nmeets(X, Y) :- likes(X, Y)\n\
                   %! allow B0607: one base knows no more\nmeets(X, Y) :- knows(X, Y)\n";
    let folder = Folder::new("suppressed-for-one")
        .with("knowledge/lib/facts.blanche", library)
        .with("knowledge/one/base.blanche", base("one", "knows(X, Y) :- likes(X, Y)"))
        .with("knowledge/two/base.blanche", base("two", "knows(X, Y) :- parent(X, Y)"));
    for path in ["knowledge/lib", "knowledge/lib/facts.blanche", "knowledge"] {
        let ran = folder.run(&["fix", path]);
        assert_eq!((ran.status, ran.out.as_str()), (0, ""), "{path}");
    }
    assert_eq!(folder.text("knowledge/lib/facts.blanche"), library);
    let ran = folder.run(&["check", "knowledge/lib"]);
    assert!(!ran.out.contains("B0606"), "{}", ran.out);
    // If that other base does not need the suppression either, the fix is offered.
    let folder = folder.with("knowledge/one/base.blanche", base("one", "knows(X, Y) :- parent(Y, X)"));
    let ran = folder.run(&["fix", "knowledge/lib"]);
    assert!(ran.out.contains("facts.blanche:6:1: B0606: remove it"), "{}", ran.out);
}

#[test]
fn equal_calls_are_renamed_together_or_not_at_all() {
    let text = "library\nsort number = 0 to 99 words N\nfact age(jan, 61), age(mies, 5)\n\
                fact group(young), group(old)\n\n%% Somebody is between 10 and 50.\n\
                middle(G) :- group(G), age(Person) > 10, age(Person) < 50\n\n%? middle(G)\n%= no\n";
    let (after, ran) = fixed("same-calls", text);
    assert_eq!(after, text, "{}", ran.out);
}

/// A game on a board of nine fields.
const MEN: &str = "\
board 3 by 3 like b2 words Field
players white, black words Color, Other
state man(Field, Color) one Color
empty(Field) :- ¬man(Field, Color_)
move go for Color plays Field if empty(Field)
    adds man(Field, Color)
blocked draws
";

/// The fixed text; `None` if it is unchanged.
fn repaired(name: &str, text: &str) -> Option<String> {
    let folder = Folder::new(name).with("a.blanche", text);
    folder.run(&["fix", "a.blanche"]);
    let now = folder.text("a.blanche");
    (now != text).then(|| now.to_string())
}

#[test]
fn numbers_and_fields_are_never_changed_into_others() {
    let years = "sort year = 1990, 1991, 1992 words Year\nfact born(jan, 1990), born(piet, 1993)\nb(X, Year) :- born(X, Year)\n";
    assert_eq!(repaired("fix-year", years), None);
    let coins = "sort coin = 1, 2, 5, 10, 20, 50 words Coin\nfact has(jan, 5)\nrich(X) :- has(X, Coin_), Coin_ > 15\n";
    assert_eq!(repaired("fix-coin", coins), None);
    for line in
        ["start man(d1, white)", "rule r for Color at level 1 plays Field if man(a9, Color), empty(Field)"]
    {
        assert_eq!(repaired("fix-field", &format!("{MEN}{line}\n")), None, "{line}");
    }
    let said = Folder::new("fix-hint").with("a.blanche", format!("{MEN}start man(d1, white)\n"));
    let ran = said.run(&["check", "a.blanche"]);
    assert!(ran.out.contains("did you mean `a1`, `b1` or `c1`?"), "{}{}", ran.out, ran.err);
    // However, a misspelt word is corrected, and so is a capital letter.
    let text = format!("{MEN}start man(a1, wite)\n");
    assert_eq!(repaired("fix-wite", &text), Some(text.replace("wite", "white")));
}

#[test]
fn no_fix_chooses_among_equally_near_names() {
    let text = "sort kind = cross, gross words Kind\nfact has(jan, cross), has(piet, gross), has(kees, bross)\nh(X, Kind) :- has(X, Kind)\n";
    assert_eq!(repaired("fix-tie", text), None);
    let text = "fact cross(a)\nfact gross(b)\np(X) :- bross(X)\nq(X) :- cross(X)\nr(X) :- gross(X)\n";
    assert_eq!(repaired("fix-tie-names", text), None);
}

#[test]
fn a_fix_of_a_sort_leaves_the_lines_that_use_it_unchanged() {
    let uses = "fact age(jan, 61), age(piet, 9), age(mies, 12)\nyoung(X) :- age(X, Age_), Age_ < 10\n";
    for values in ["1, 2, 3 to 9", "to 120", "0 til 120", "0, 1 until 120", "0 to 9, 12 to 20", "1 2 to 9"] {
        let text = format!("sort age = {values} words Age\n{uses}");
        let repaired = repaired("fix-sort", &text);
        assert!(repaired.as_ref().is_none_or(|text| text.ends_with(uses)), "{values}: {repaired:?}");
        assert!(repaired.as_ref().is_none_or(|text| !text.contains("to,")), "{values}: {repaired:?}");
    }
    // A comma in the list would be a guess. It is not inserted if constants elsewhere would then be replaced by one of
    // the two words next to the comma.
    let sort = "sort hue = red blue, green words Hue\n";
    let text =
        |value: &str| format!("{sort}fact has(jan, {value}), has(piet, red)\nh(X, Hue) :- has(X, Hue)\n");
    assert_eq!(repaired("fix-guess", &text("bleu")), None);
    assert_eq!(repaired("fix-no-guess", &text("gren")), Some(text("green").replace("red blue", "red, blue")));
}

#[test]
fn a_constant_becomes_a_variable_only_beside_that_variable() {
    for line in [
        "start man(a1, white), man(b1, black)\ndrawn man(Field, w) as w, man(Field, b) as b",
        "start man(a1, x)",
        "start man(a1, color)",
        "rule r for Color at level 1 plays Field if empty(Field), man(a1, x), man(a2, Color)",
        "p(Field) :- man(Field, x)\nrule r for Color at level 1 plays Field if p(Field), man(a1, Color)",
    ] {
        assert_eq!(repaired("fix-capital", &format!("{MEN}{line}\n")), None, "{line}");
    }
    let text = "fact p(a, b)\ngrand(X, Z) :- p(X, y), p(Y, z), p(Y, Z)\n";
    let right = "fact p(a, b)\ngrand(X, Z) :- p(X, Y), p(Y, Z), p(Y, Z)\n";
    assert_eq!(repaired("fix-small", text).as_deref(), Some(right));
    let text = "fact p(a, b)\ngrand(x, z) :- p(x, y), p(y, z)\n";
    let right = "fact p(a, b)\ngrand(X, Z) :- p(X, Y), p(Y, Z)\n";
    assert_eq!(repaired("fix-all-small", text).as_deref(), Some(right));
}

#[test]
fn a_contradictory_start_counts_as_an_error_of_fix() {
    let text = format!("{MEN}start man(Field, white)\nstart man(a1, Color)\n");
    let folder = Folder::new("fix-start").with("a.blanche", &text);
    let ran = folder.run(&["fix", "a.blanche"]);
    assert_eq!((ran.status, ran.out.as_str()), (1, "nothing to fix; 1 error: `blanche check` shows more\n"));
    let ran = folder.run(&["fix", "--format", "json", "a.blanche"]);
    assert!(ran.out.contains("\"errors_left\":1"), "{}", ran.out);
    // A fix that would cause the same error is not applied either.
    let text = format!("{MEN}start man(Field, blck)\nstart man(a1, white)\n");
    let folder = Folder::new("fix-brings").with("a.blanche", &text);
    assert_eq!(folder.run(&["fix", "a.blanche"]).status, 1);
    assert_eq!(*folder.text("a.blanche"), text);
}

#[test]
fn a_player_variable_is_renamed_only_if_the_body_leaves_it_unbound() {
    let rule = "rule r for Color against Enemy at level 3 plays Field if\n    ¬man(Field_, Other), man(a1, Color), empty(Field)\n";
    let right = rule.replace("Other", "Enemy");
    let text = format!("{MEN}rule won for Color at level 0 if man(b2, Color)\n{rule}");
    assert_eq!(repaired("fix-player", &text), Some(text.replace(rule, &right)));
    // If the body binds the variable, the variable may be any player.
    let bound = rule.replace("¬man(Field_", "man(Field_");
    assert_eq!(repaired("fix-players", &format!("{MEN}{bound}")), None);
}

#[test]
fn a_sentence_with_code_keeps_its_full_stop() {
    let text = "fact p(a)\nEvery p is a q, as in p(a).\nq(X) :- p(X)\n";
    let (after, ran) = fixed("sentence", text);
    assert_eq!(after, text, "{}", ran.out);
    assert!(ran.out.starts_with("nothing to fix; 1 error:"), "{}", ran.out);
    // A fact that ends with the full stop of Prolog is not taken for a sentence.
    let (after, ran) = fixed("sentence-fact", "p(a).\nq(X) :- p(X)\n");
    assert_eq!(after, "fact p(a)\nq(X) :- p(X)\n", "{}", ran.out);
}

#[test]
fn effects_below_a_commented_head_do_not_join_the_move_above() {
    let effects = "    adds man(Field, Color)\n";
    for head in [
        "% move put for Color plays Field",
        "%% Puts a man.\n%move put for Color plays Field if\n%    empty(Field)",
    ] {
        let text = format!("{MEN}{head}\n{effects}").replace("blocked draws\n", "") + "blocked draws\n";
        let folder = Folder::new("commented-head").with("men.blanche", &text);
        let ran = folder.run(&["check", "men.blanche"]);
        assert!(ran.out.contains("its head is a comment"), "{}", ran.out);
        assert!(ran.out.contains("remove the `%` before the head"), "{}", ran.out);
        assert_eq!(folder.run(&["fmt", "men.blanche"]).status, 1);
        assert_eq!(folder.text("men.blanche"), text);
    }
    // A comment that explains an effect is not taken for the head of a clause.
    let text = MEN.replace("    adds", "    % move it for good\n    adds");
    let (after, ran) = fixed("comment-of-effect", &text);
    assert_eq!(after, text, "{}", ran.out);
}

/// Asserts that fixes do not change the texts.
fn stays(test: &str, texts: &[&str]) {
    for (at, text) in texts.iter().enumerate() {
        let (after, ran) = fixed(&format!("{test}-{at}"), text);
        assert_eq!(after, *text, "{}", ran.out);
        assert!(ran.out.starts_with("nothing to fix; "), "{}", ran.out);
    }
}

#[test]
fn a_fix_never_turns_code_into_a_comment() {
    let facts = "fact p(a, b), s(1)\n";
    let bodies = [
        "p(X, Y_#2), p(Y_, X)",
        "p(X, Y_//2), p(Y_, X)",
        "p(X, Y_ # 2), p(Y_, X)",
        "p(X -- 1, b)",
        "p(X, b)#, p(b, X)",
        "p(X, b) // , p(b, X)",
        "p(X#2, b)",
        "p(X,\n    Y_ # 2), p(Y_, X)",
        "p(X,\n/*Y_), p(b, X)",
        "p(X, a#b) # why (or not)",
        "p(X, a#1#2#3)",
        "s(X), N = X // 2, s(N)",
        "s(X), N = X # 2",
        "s(X), N = X -- 1, s(N)",
    ];
    let texts: Vec<String> = bodies.iter().map(|body| format!("{facts}q(X) :- {body}\n")).collect();
    stays("fix-code", &texts.iter().map(String::as_str).collect::<Vec<_>>());
    let others = [
        "fact p(c#), p(d)\n",
        "fact url(http://x.y/z)\n",
        "fact c#b\n",
        "<!-- c --> fact p(a)\n",
        "fact p(a, /* c */ b)\n",
    ];
    stays("fix-code-facts", &others);
    // Brackets of the wrong kind are corrected, but the text between them is not turned into a comment.
    for sign in ["#", "//", "-- ", "/* c */ "] {
        let text = format!("{facts}q(X) :- p[X, Y_ {sign}2], p(Y_, X)\n");
        let (after, ran) = fixed("fix-code-list", &text);
        assert!(!after.contains('%') && after.contains(", p(Y_, X)"), "{}", ran.out);
    }
}

#[test]
fn a_comment_in_foreign_syntax_becomes_a_comment() {
    for (before, after) in [
        ("fact p(a, # first\n    b)\n", "fact p(a, % first\n    b)\n"),
        ("fact p(a, // first (of two)\n    b)\n", "fact p(a, % first (of two)\n    b)\n"),
        ("fact p(a, b) -- why\n", "fact p(a, b) % why\n"),
        ("fact p(a, b)//why\n", "fact p(a, b)% why\n"),
        ("<!-- why -->\nfact p(a)\n", "% why\nfact p(a)\n"),
        ("fact p(a, b) −− why\n", "fact p(a, b) % why\n"),
        ("/* why */ fact p(a)\n", "% why\nfact p(a)\n"),
        ("/* one\n   two */ fact p(a)\n", "% one\n% two\nfact p(a)\n"),
        ("/* one */ /* two */ fact p(a)\n", "% one\n% two\nfact p(a)\n"),
        ("fact p(a)\nq(X) :-\n    /* why */ p(X)\n", "fact p(a)\nq(X) :-\n    % why\n    p(X)\n"),
        ("fact p(a,\n    /* why */ b)\n", "fact p(a,\n    % why\n    b)\n"),
    ] {
        assert_eq!(repaired("fix-comments", before).as_deref(), Some(after), "{before}");
    }
}

#[test]
fn a_doc_comment_after_a_foreign_comment_sign_is_kept() {
    for (before, after) in [
        ("#%% What it is.\n", "%% What it is.\n"),
        ("//%% What it is.\n", "%% What it is.\n"),
        ("-- %% What it is.\n", "%% What it is.\n"),
        ("/*%% What it is.\n%% And more. */\n", "%% What it is.\n%% And more.\n"),
        ("/// What it is.\n", "% What it is.\n"),
        ("# % of all\n", "% of all\n"),
    ] {
        let repaired = repaired("fix-doc-comment", &format!("{before}fact p(a)\n"));
        assert_eq!(repaired, Some(format!("{after}fact p(a)\n")), "{before}");
    }
}

#[test]
fn a_fix_does_not_write_a_name_that_is_already_used() {
    let texts = [
        "fact p('A'), q(a)\nr(X) :- p(X), q(X)\n",
        "fact p(\"A\"), q(a)\nr(X) :- p(X), q(X)\n",
        "fact p('a b'), r(a.b)\n",
        "fact p('a b'), r('A b')\n",
        "fact p(a-b), r(a/b)\n",
        "fact e(a, b)\nq(X) :- e(X, _Y), e(Y_, X)\n",
    ];
    for (at, text) in texts.into_iter().enumerate() {
        let (after, ran) = fixed(&format!("fix-taken-{at}"), text);
        assert_eq!(after, text, "{}", ran.out);
    }
    let folder = Folder::new("fix-taken-demand").with("a.blanche", texts[0]);
    assert_eq!(folder.run(&["fix", "--only", "B0003", "a.blanche"]).status, 0);
    assert_eq!(folder.text("a.blanche"), texts[0].replace("'A'", "a"));
    let twice = "fact p('Anna'), q('Anna')\n";
    assert_eq!(repaired("fix-quoted-twice", twice), Some(twice.replace("'Anna'", "anna")));
}

#[test]
fn a_path_is_neither_negated_nor_split() {
    let paths = [
        "use a/-b\n",
        "use a/–b\n",
        "Use a/-b\n",
        "base z\nuse five-in-a-/level-5\n",
        "use draughts.../scores\n",
        "base a-/b\n",
        "BASE a-/b\n",
        "domain a-/b\n",
        "us a/-b\n",
        "bas a-/b\n",
        "import a/-b\n",
    ];
    for (at, text) in paths.into_iter().enumerate() {
        let (after, ran) = fixed(&format!("fix-path-{at}"), text);
        let small = |text: &str| text.to_lowercase();
        assert_eq!(small(&after), small(text), "{}", ran.out);
    }
    for (at, text) in ["Fact p(a)\nUse a/b\n", "fact p(a)\nUSE a/b-c\n"].into_iter().enumerate() {
        let (after, ran) = fixed(&format!("fix-path-case-{at}"), text);
        assert_eq!(after, text.to_lowercase(), "{}", ran.out);
    }
    // A predicate, however, may have the name of a keyword.
    let text = "fact p(a), q(b)\nbase(X) :- p(X), -q(X)\n";
    assert_eq!(repaired("fix-no-path", text), Some(text.replace(" -", " ¬")));
    stays(
        "fix-division",
        &["fact half(1/2)\n", "fact half(a, 1.5/2)\n", "fact p(4)\nq(N) :- p(M), N = M/2\n"],
    );
    assert_eq!(repaired("fix-slash", "fact p(a/b)\n").as_deref(), Some("fact p(a.b)\n"));
}

#[test]
fn a_second_run_makes_no_fixes() {
    let facts = "fact likes(jan, red), likes(anna, blue)\n";
    for sort in ["redY green, blue", "blue redY green", "redY; green, blue", "redY green | blue"] {
        let text = format!("sort color = {sort} words Color\n{facts}");
        let folder = Folder::new("fix-once").with("a.blanche", &text);
        folder.run(&["fix", "a.blanche"]);
        let once = folder.text("a.blanche");
        assert!(once.ends_with(facts), "{once}");
        folder.run(&["fix", "a.blanche"]);
        assert_eq!(folder.text("a.blanche"), once);
    }
}

#[test]
fn a_missing_space_is_inserted_after_a_keyword() {
    stays(
        "fix-space-or-word",
        &["factp(a)\n", "sortcolor = red, green\n", "rulewin for white at level 0 if p(a)\n"],
    );
    let (after, ran) = fixed("fix-space-use", "usefoo/bar\n");
    assert_eq!(after, "use foo/bar\n", "{}", ran.out);
    let text = "players red, green words Color, Other\nfact p(red, green)\nrule r for Color against Other at level 0 if p(Color, Other)\n";
    for (right, wrong) in
        [("Color against", "Coloragainst"), ("for Color", "forColor"), ("against Other", "againstOther")]
    {
        let (after, ran) = fixed("fix-space", &text.replace(right, wrong));
        assert_eq!(after, text, "{}", ran.out);
    }
}

#[test]
fn the_parts_of_a_split_word_are_joined() {
    let text =
        "fact parent(jan, piet), man(jan)\nold(X) :- parent(X, Y_)\nq(X) :- old(X), man(X), parent(X, Y_)\n";
    for (whole, split) in [("old(X), man", "old(X), m an"), (":- old", ":- ol&d"), (" parent", " par ent")] {
        let (after, ran) = fixed("fix-split", &text.replacen(whole, split, 2));
        assert_eq!(after, text, "{split}: {}", ran.out);
    }
    let (after, ran) = fixed("fix-split-keyword", "ba&se z\nfact p(a)\nexport p(X)\n");
    assert!(after.starts_with("base z\n"), "{after}{}", ran.out);
    // Both parts are names, or the words together are none.
    let two = "fact on(jan piet), on(piet, janpiet), on(piet, jan)\nfact off(jan, piet)\n";
    assert_eq!(repaired("fix-split-names", two), Some(two.replace("jan piet", "jan, piet")));
    let unknown = "fact parent(jan, piet)\nold(X) :- gran ny(X)\n";
    assert_eq!(repaired("fix-split-unknown", unknown), Some(unknown.replace("gran ny", "gran, ny")));
}
