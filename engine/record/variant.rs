//! The names of rule sets in records, and the bases that implement these rules.

/// The five-in-a-row bases with their rule numbers in Gomocup and the names under which their rules occur in records.
const VARIANTS: [(&str, u32, &[&str]); 3] = [
    ("gomoku", 0, &["gomoku", "go-moku", "freestyle", "free", "gomoku freestyle", "freestyle gomoku", "0"]),
    (
        "gomoku-standard",
        1,
        &["gomoku-standard", "standard", "standard gomoku", "gomoku standard", "exact five", "1"],
    ),
    ("renju", 4, &["renju", "rif", "4"]),
];

/// Bases whose rules have no number in Gomocup.
const OTHERS: [&str; 1] = ["renju-2001"];

/// The base for the name of a rule set in a record; case is ignored.
///
/// ```
/// use noire::record::base_of_rules;
///
/// assert_eq!(base_of_rules("Freestyle"), Some("gomoku"));
/// assert_eq!(base_of_rules("renju-2001"), Some("renju-2001"));
/// assert_eq!(base_of_rules("chess"), None);
/// ```
pub fn base_of_rules(name: &str) -> Option<&'static str> {
    let name = name.trim().to_lowercase();
    let variant = VARIANTS.iter().find(|(_, _, names)| names.contains(&name.as_str()));
    variant.map(|(base, _, _)| *base).or_else(|| OTHERS.into_iter().find(|base| *base == name))
}

/// The number by which Gomocup identifies rules. `name` is the name of a base or another name of its rules. 0 means
/// that five or more win, 1 that exactly five win, and 4 renju.
pub fn gomocup_rule(name: &str) -> Option<u32> {
    let base = base_of_rules(name)?;
    VARIANTS.iter().find(|(known, _, _)| *known == base).map(|(_, number, _)| *number)
}

/// The base with the rules that have this number in Gomocup.
pub fn base_of_gomocup_rule(number: u32) -> Option<&'static str> {
    VARIANTS.iter().find(|(_, known, _)| *known == number).map(|(base, _, _)| *base)
}

/// The bases whose rules have a number in Gomocup.
pub fn gomocup_bases() -> impl Iterator<Item = &'static str> {
    VARIANTS.iter().map(|(base, _, _)| *base)
}

/// Whether the rules with the name `stated` are the rules of `base`. This is so if the names are equal. It is also so
/// if `base` is the name `stated` with a hyphen and a suffix, and has no Gomocup number of its own: `renju` covers
/// `renju-2001`.
pub fn states_rules_of(stated: &str, base: &str) -> bool {
    let goes_on = base.strip_prefix(stated).is_some_and(|rest| rest.starts_with('-'));
    stated == base || goes_on && gomocup_rule(base).is_none()
}

/// The name of the rules to store in a record: the name of a base with these rules if there is one, otherwise `text`
/// itself.
pub(super) fn kept_name(text: &str) -> String {
    base_of_rules(text).map_or_else(|| text.trim().to_owned(), str::to_owned)
}
