//! The language of a command that talks with a person.

use std::path::Path;

use noire_interactive::translations::Translations;

use super::output::{Failure, USAGE_ERROR};

/// Loads the messages of the requested language, or of the language that the environment selects. `folder` has files of
/// further languages.
pub(crate) fn translations(requested: Option<&str>, folder: Option<&Path>) -> Result<Translations, Failure> {
    let environment = || Translations::of_environment(|name| std::env::var(name).ok(), folder);
    let language = requested.map_or_else(environment, str::to_owned);
    Translations::open(&language, folder)
        .map_err(|error| Failure::Message(format!("error: {error}"), USAGE_ERROR))
}
