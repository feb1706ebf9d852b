//! Looks up rules, scores, preferences, draws and exports by the names that users write.

use blanche_compiler::spelling::nearest;
use blanche_sorted::SortedSet;

/// All names that users can write for the item with this heading. For `score three for x` they are `three`, `three for
/// x`, `score three` and `score three for x`.
pub(crate) fn known_names(heading: &str) -> SortedSet<String> {
    let (kind, title) = heading.split_once(' ').unwrap_or(("", heading));
    let bare = title.split(" for ").next().unwrap_or(title);
    [bare.to_owned(), title.to_owned(), format!("{kind} {bare}"), heading.to_owned()].into()
}

/// Whether `name` is a name of the item with the heading `heading`.
pub(crate) fn is_named(heading: &str, name: &str) -> bool {
    let words = || name.split_whitespace();
    known_names(heading).iter().any(|known| known.split_whitespace().eq(words()))
}

/// The known name that the user probably meant by the unknown name `name`.
pub(crate) fn closest_name(name: &str, headings: &[String]) -> Option<String> {
    let known: SortedSet<String> = headings.iter().flat_map(|heading| known_names(heading)).collect();
    let near = nearest(name, known.iter().map(String::as_str)).map(str::to_owned);
    // If `name` contains an unknown player, its spelling may be far from any known name. So it is also tried without
    // the player.
    let of_another = || {
        let (bare, _) = name.split_once(" for ")?;
        headings.iter().find(|heading| is_named(heading, bare)).cloned()
    };
    near.or_else(of_another)
}
