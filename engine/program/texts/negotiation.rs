//! Which language is meant: what somebody or the environment writes, and the language that there is for it.

use super::FALLBACK;

/// The variables of the environment that say which language is wanted, the first that is set before the others.
const VARIABLES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

/// The language that the environment wants, if there is one for it among these, or else English.
pub(super) fn of_environment(variable: impl Fn(&str) -> Option<String>, known: &[String]) -> String {
    let wanted = VARIABLES.into_iter().filter_map(variable).find(|text| !text.is_empty());
    let found = wanted.and_then(|wanted| meant(&wanted, known).cloned());
    found.unwrap_or_else(|| FALLBACK.to_owned())
}

/// The language among these that is meant by a text such as `nl`, `NL`, `nl-BE` or `pt_BR.UTF-8`: the one of all its
/// parts, or else of all but the last, and so on.
pub(super) fn meant<'k>(wanted: &str, known: &'k [String]) -> Option<&'k String> {
    let wanted = tag(wanted.split(['.', '@']).next().unwrap_or_default());
    let mut tags = std::iter::successors(Some(wanted.as_str()), |tag| Some(tag.rsplit_once('-')?.0));
    tags.find_map(|wanted| known.iter().find(|language| tag(language) == wanted))
}

/// A language in one spelling: small letters, with hyphens between the parts.
fn tag(language: &str) -> String {
    language.trim().replace('_', "-").to_lowercase()
}
