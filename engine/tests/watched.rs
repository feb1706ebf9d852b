//! Text for tests in which a base is saved while it is watched.

use super::folders::folder;

pub(crate) const DOMAIN: &str = "base mine\nuse five-in-a-row/domain\n";

pub(crate) const FIVE: &str = "\n%% Five.\nrule five for Color at level 0 if group(Group1, Color, 5)\n";

pub(crate) const EMPTY: &str = "\nempty(Field) :- color(Field, none)\n";

/// A rule for a four, which plays an empty field of the group. `ends` is the range of places in the group where the
/// field may be.
pub(crate) fn four(ends: &str) -> String {
    format!(
        "\n%% Four.\nrule four for Color at level 1 plays Field1 if\n    \
         group(Group1, Color, 4), in(Field1, Group1, {ends}), empty(Field1)\n"
    )
}

pub(crate) fn rules(ends: &str) -> String {
    format!("{DOMAIN}{FIVE}{EMPTY}{}", four(ends))
}

pub(crate) const POSITIONS: &str = "\
rule four for black

applies, plays i8: four in a row
 9 . . . o o . . . .
 8 . . o x x X x . .
 7 . . . . . . . . .
   b c d e f g h i j
";

pub(crate) fn mine(test: &str, ends: &str) -> String {
    folder(&format!("watch-{test}"), &[("base.blanche", &rules(ends)), ("positions.txt", POSITIONS)])
}
