//! Language negotiation: finds the available language that best fits a tag from the user or from the environment.

use super::FALLBACK;

/// Environment variables that name the language, in order of precedence.
const VARIABLES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

/// The language in `known` that the environment asks for, or English if there is none.
pub(super) fn of_environment(variable: impl Fn(&str) -> Option<String>, known: &[String]) -> String {
    let wanted = VARIABLES.into_iter().filter_map(variable).find(|text| !text.is_empty());
    let found = wanted.and_then(|wanted| best_match(&wanted, known).cloned());
    found.unwrap_or_else(|| FALLBACK.to_owned())
}

/// The language in `known` that best fits a tag or locale such as `nl`, `NL`, `nl-BE` or `pt_BR.UTF-8`. Tries the full
/// tag, then the tag without its last part, and so on.
pub(super) fn best_match<'k>(wanted: &str, known: &'k [String]) -> Option<&'k String> {
    let wanted = tag(wanted.split(['.', '@']).next().unwrap_or_default());
    let mut tags = std::iter::successors(Some(wanted.as_str()), |tag| Some(tag.rsplit_once('-')?.0));
    tags.find_map(|wanted| known.iter().find(|language| tag(language) == wanted))
}

/// Normalises a language tag: lower case, with hyphens between the parts.
fn tag(language: &str) -> String {
    language.trim().replace('_', "-").to_lowercase()
}
