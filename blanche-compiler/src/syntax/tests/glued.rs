//! Tests with missing spaces and with lists: a fix never loses a value, and never makes a value of a keyword.

use super::broken::{check_table, fixed};
use super::parsed;

/// One item for each head and each declaration with keywords inside.
const ITEMS: &[&str] = &[
    "score t for white attacking 20 defending 10 if q(F)",
    "score t for Color against Other attacking N defending 10 if q(F)",
    "rule r for white at level 0 if q(F)",
    "rule r for Color at level 3 plays Field if q(F)",
    "preference p for Color plays Field worth 4 if q(F)",
    "move m for Color plays Field if q(F)",
    "board 3 by 3 like b2 words Field",
    "board 3 by 3 hexagonal dark numbered row 1 on top words Field",
    "sort p = jan, piet words X, Y",
    "sort p of 9 like a1 words X",
    "sort p of 9 like none words X",
    "sort p = 0 to 120 words X",
    "sort p = a, b part of color words X",
    "players x, o words Color, Other",
    "drawn mark(Field, x) as x, mark(Field, o) as o",
    "drawn mark(Field, x) as 1",
    "symmetry turn with colours",
    "margin for Color counts Field if q(F)",
    "claims from level 3 suppose q(F)",
    "move m for Color plays Field if q(F)\n    adds mark(Field, Color)",
    "move m for Color plays Field if q(F)\n    removes mark(Field, Color)\n    adds x(Field)",
    "move m for Color plays Field if q(F)\n    adds x(Field)\n    then jump from Field",
    "extern p(F: f): (bound) tests 1 in 20",
    "extern p(F: f): (free) gives about 12",
];

/// The text with its fixes, and whether there are any.
fn repaired(text: &str) -> (String, bool) {
    let (_, parsed) = parsed(text.as_bytes());
    let fixes: Vec<_> = parsed.diagnostics.iter().filter_map(|one| one.fix.clone()).collect();
    (fixed(text, &fixes), !fixes.is_empty())
}

/// The text without the spaces at these places.
fn without(text: &str, places: &[usize]) -> String {
    text.char_indices().filter(|(at, _)| !places.contains(at)).map(|(_, c)| c).collect()
}

/// The places of the spaces inside an item, without those after commas.
fn spaces(item: &str) -> Vec<usize> {
    let first = item.find(' ').unwrap_or(0);
    let spaces = item.match_indices(' ').map(|(at, _)| at);
    spaces.filter(|at| *at > first && !item[..*at].ends_with([' ', '\n', ','])).collect()
}

#[test]
fn a_missing_space_beside_a_keyword_is_inserted() {
    let mut left = Vec::new();
    for item in ITEMS {
        check_table(&[(item, "", "")]);
        for at in spaces(item) {
            let text = without(item, &[at]);
            match repaired(&text) {
                (after, true) => assert_eq!(after, **item, "{text}"),
                // A sign separates words too.
                (_, false) if parsed(text.as_bytes()).1.diagnostics.is_empty() => {}
                (_, false) => {
                    left.extend(text.split([' ', '\n']).find(|word| !item.contains(word)).map(str::to_owned))
                }
            }
        }
    }
    left.sort();
    left.dedup();
    // A short keyword at the end of a longer word may be a coincidence.
    assert_eq!(
        left,
        [
            "Colorat",
            "Colorcounts",
            "Fieldif",
            "Otherattacking",
            "bpart",
            "mfor",
            "pfor",
            "pof",
            "rfor",
            "tests1",
            "tfor",
            "turnwith",
            "whiteat",
        ]
    );
}

#[test]
fn no_letter_is_lost_if_two_spaces_are_missing() {
    for item in ITEMS {
        let spaces = spaces(item);
        for (at, first) in spaces.iter().enumerate() {
            for second in &spaces[at + 1..] {
                let text = without(item, &[*first, *second]);
                let (after, _) = repaired(&text);
                let mut rest = after.chars().flat_map(char::to_lowercase);
                let mut letters = text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase);
                let is_kept = letters.all(|c| rest.any(|one| one == c));
                assert!(is_kept, "{text}\n{after}");
            }
        }
    }
}

#[test]
fn a_misspelt_keyword_that_is_joined_to_a_value_has_no_fix() {
    for text in [
        "score t for white attackig20 defending 10 if q(F)",
        "score t for white attacking 20 defendin10 if q(F)",
        "score t for white attacking 20defendin 10 if q(F)",
        "preference p for Color plays Field wroth4 if q(F)",
        "players x, o wordX",
        "board 3 by 3 like b2 wordsfield",
    ] {
        let (after, _) = repaired(text);
        assert_eq!(after, text);
    }
    check_table(&[
        // A misspelt keyword before its value.
        ("board 3 by 3 likee b2 words Field", "B0105 `likee`", "board 3 by 3 like b2 words Field"),
        ("drawn mark(Field, o) ass o", "B0105 `ass`", "drawn mark(Field, o) as o"),
        (
            "score t forr white attacking 2 defending 1 if q(F)",
            "B0105 `forr`",
            "score t for white attacking 2 defending 1 if q(F)",
        ),
        (
            "move m for Color plays Field if q(F)\n    addss mark(Field, Color)",
            "B0006 `addss`",
            "move m for Color plays Field if q(F)\n    adds mark(Field, Color)",
        ),
        ("board 3by3 like b2", "B0105 ``", "board 3 by 3 like b2"),
        (
            "score t for white attacking 20defending10 if q(F)",
            "B0105 ``",
            "score t for white attacking 20 defending 10 if q(F)",
        ),
    ]);
}

#[test]
fn a_range_with_a_typing_error_stays_a_range() {
    for values in ["0to120", "0to 120", "0 to120", "0 t 120", "0 o 120", "0 too 120", "0 ot 120", "0 tot 120"]
    {
        let (after, _) = repaired(&format!("sort age = {values} words A, B"));
        assert_eq!(after, "sort age = 0 to 120 words A, B", "{values}");
    }
    for values in ["0t 120", "1, 2, 3to 9", "1, 2, 3 t 9", "0to 9, 12", "0 til 120", "to 120"] {
        let text = format!("sort age = {values} words A, B");
        let (_, parsed) = parsed(text.as_bytes());
        let found = &parsed.diagnostics;
        assert!(
            found.iter().all(|one| one.fix.is_none() && !one.label.text.contains("comma")),
            "{values}: {found:?}"
        );
        assert!(!found.is_empty(), "{values}");
    }
}

#[test]
fn a_fix_of_a_list_never_makes_a_value_of_a_keyword_or_a_variable() {
    check_table(&[
        ("players x, o Color, Other", "B0105 ``", "players x, o words Color, Other"),
        ("players x, o with Color", "B0105 `with`", "players x, o words Color"),
        ("sort p = jan, piet with X, Y", "B0105 `with`", "sort p = jan, piet words X, Y"),
        ("board 3 by 3 like b2 with Field", "B0105 `with`", "board 3 by 3 like b2 words Field"),
        ("sort kind = man, king , Kind", "B0105 `,`", "sort kind = man, king words Kind"),
        ("sort kind = man, king, Kind1, Kind2", "B0105 `,`", "sort kind = man, king words Kind1, Kind2"),
        ("players x, o, Color, Other", "B0105 `,`", ""),
        ("sort kind = man, King words Kind", "B0105 `King`", "sort kind = man, king words Kind"),
        ("sort color = red, Green", "B0105 `Green`", "sort color = red, green"),
        ("drawn piece(Field, black) man, as b", "B0105 `man`", ""),
        (
            "drawn piece(Field, black) b, man(F) as w",
            "B0105 ``",
            "drawn piece(Field, black) as b, man(F) as w",
        ),
        ("drawn piece(F, x)  s x", "B0105 `s`", ""),
        ("drawn piece(F,)x as x", "B0105 `x`", ""),
        ("sort kind = man, words king Kind", "B0105 `king`", ""),
        ("sort kind = man, wordswords Kind", "B0105 ``", ""),
        ("move m for Color Field plays if q(F)", "B0105 `Field`", ""),
        ("sort = jan, piet words X, Y", "B0115 ``", ""),
        ("players = x, o", "B0115 `=`", ""),
        ("score corner attacking Color for 3 defending 3 if q(F)", "B0105 `attacking`", ""),
    ]);
}
