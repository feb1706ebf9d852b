//! Rules, scores, preferences, draws and the like by the names that users write for them.

use std::collections::BTreeSet;

use blanche_compiler::spelling::nearest;

/// The names by which something can be asked for: `three`, `three for x`, `score three`, `score three for x`. Its heading is the
/// last of them.
pub(crate) fn names(heading: &str) -> BTreeSet<String> {
    let (kind, title) = heading.split_once(' ').unwrap_or(("", heading));
    let bare = title.split(" for ").next().unwrap_or(title);
    [bare.to_owned(), title.to_owned(), format!("{kind} {bare}"), heading.to_owned()].into()
}

/// Whether something with this heading is called so.
pub(crate) fn is_named(heading: &str, name: &str) -> bool {
    let words = || name.split_whitespace();
    names(heading).iter().any(|known| known.split_whitespace().eq(words()))
}

/// The name of one of these that is meant by a name which none of them has.
pub(crate) fn meant(name: &str, headings: &[String]) -> Option<String> {
    let known: BTreeSet<String> = headings.iter().flat_map(|heading| names(heading)).collect();
    let near = nearest(name, known.iter().map(String::as_str)).map(str::to_owned);
    // With a player whom it does not have, a name is far from it by its letters.
    let of_another = || {
        let (bare, _) = name.split_once(" for ")?;
        headings.iter().find(|heading| is_named(heading, bare)).cloned()
    };
    near.or_else(of_another)
}
