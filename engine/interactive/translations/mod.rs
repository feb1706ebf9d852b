//! Messages for the user in several languages, loaded from Fluent files.
//!
//! English and Dutch are built in. A file `xx.ftl` in a folder that the user names adds the language `xx`, or replaces
//! it if it is built in. If a file lacks a message, the English message is printed. The locale `nl_BE.UTF-8` selects
//! `nl-BE`, or `nl` if there is no file for `nl-BE`.

mod negotiation;

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use blanche_compiler::files;
use blanche_sorted::Arrange;
use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

/// The fallback language, which has every message.
const FALLBACK: &str = "en";

/// The built-in languages, each with the text of its Fluent file.
const BUILT_IN: [(&str, &str); 2] =
    [(FALLBACK, include_str!("../languages/en.ftl")), ("nl", include_str!("../languages/nl.ftl"))];

/// Why the messages of a language cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TranslationsError {
    /// There is no Fluent file for the language.
    Unknown {
        /// The requested language.
        language: String,
        /// All available languages.
        known: Vec<String>,
    },
    /// The folder of additional languages does not exist.
    NoFolder(PathBuf),
    /// The Fluent file cannot be read, for this reason.
    File(PathBuf, String),
    /// The Fluent file has a syntax error.
    Malformed {
        /// The path or name of the Fluent file.
        file: String,
        /// Line of the first error, counted from 1.
        line: usize,
        /// The message of the Fluent parser.
        reason: String,
    },
}

impl fmt::Display for TranslationsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TranslationsError::Unknown { language, known } => {
                write!(f, "there is no language `{language}`; there are {}", known.join(", "))
            }
            TranslationsError::NoFolder(folder) => {
                write!(f, "there is no folder `{}` with languages", folder.display())
            }
            TranslationsError::File(file, reason) => write!(f, "{}: {reason}", file.display()),
            TranslationsError::Malformed { file, line, reason } => write!(f, "{file}:{line}: {reason}"),
        }
    }
}

impl std::error::Error for TranslationsError {}

/// The messages of one language, with English as the fallback.
pub struct Translations {
    language: String,
    /// The text of its Fluent file.
    source: String,
    bundle: FluentBundle<FluentResource>,
    fallback: FluentBundle<FluentResource>,
}

impl Translations {
    /// Loads the messages of a language, from a file in `folder` if there is one, otherwise from the built-in files.
    /// `wanted` is a tag or a locale, such as `NL`, `nl-BE` or `pt_BR.UTF-8`.
    ///
    /// # Errors
    /// If the language or the folder does not exist, or the file cannot be read or has a syntax error.
    pub fn open(wanted: &str, folder: Option<&Path>) -> Result<Translations, TranslationsError> {
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            return Err(TranslationsError::NoFolder(folder.to_owned()));
        }
        let known = Translations::languages(folder);
        let Some(language) = negotiation::best_match(wanted, &known) else {
            return Err(TranslationsError::Unknown { language: wanted.to_owned(), known });
        };
        Translations::of(language, folder)
    }

    /// Loads the messages of `language`, a tag that [`languages`](Texts::languages) lists.
    fn of(language: &str, folder: Option<&Path>) -> Result<Translations, TranslationsError> {
        let file = folder.map(|folder| folder.join(format!("{language}.ftl"))).filter(|file| file.is_file());
        let (name, text) = match &file {
            Some(file) => {
                let unreadable = |reason: String| TranslationsError::File(file.clone(), reason);
                let bytes = files::read_whole(file).map_err(|error| unreadable(error.to_string()))?;
                let text = String::from_utf8(bytes).map_err(|error| unreadable(error.to_string()))?;
                (file.display().to_string(), text)
            }
            None => match BUILT_IN.iter().find(|(known, _)| *known == language) {
                Some((_, text)) => (format!("{language}.ftl"), (*text).to_owned()),
                None => {
                    return Err(TranslationsError::Unknown {
                        language: language.to_owned(),
                        known: Translations::languages(folder),
                    });
                }
            },
        };
        let fallback = bundle(FALLBACK, "en.ftl", BUILT_IN[0].1.to_owned())?;
        let bundle = bundle(language, &name, text.clone())?;
        Ok(Translations { language: language.to_owned(), source: text, bundle, fallback })
    }

    /// All available languages, sorted: the built-in ones and those with a file in `folder`.
    pub fn languages(folder: Option<&Path>) -> Vec<String> {
        let mut languages: Vec<String> =
            BUILT_IN.iter().map(|(language, _)| (*language).to_owned()).collect();
        let files = folder.and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
        for file in
            files.map(|entry| entry.path()).filter(|file| file.extension().is_some_and(|end| end == "ftl"))
        {
            languages.extend(file.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        }
        languages.arrange();
        languages.dedup();
        languages
    }

    /// The language that the environment variables `LC_ALL`, `LC_MESSAGES` or `LANG` select, such as `nl` for
    /// `nl_NL.UTF-8`. English if the variables select no language, or a language that is not available.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>, folder: Option<&Path>) -> String {
        negotiation::of_environment(variable, &Translations::languages(folder))
    }

    /// The tag of the language, such as `nl`.
    pub fn language(&self) -> &str {
        &self.language
    }

    /// The texts of the Fluent files with the messages: the file of the language, and the English one, which has all
    /// messages.
    pub fn sources(&self) -> [&str; 2] {
        [&self.source, BUILT_IN[0].1]
    }

    /// Formats the message called `name`. Returns `name` itself if there is no such message or a variable is missing.
    pub fn format(&self, name: &str, variables: &[(&str, Variable<'_>)]) -> String {
        let mut arguments = FluentArgs::new();
        for (name, value) in variables {
            arguments.set(
                *name,
                match value {
                    Variable::Text(text) => FluentValue::from(*text),
                    Variable::Number(number) => FluentValue::from(*number),
                },
            );
        }
        let said = [&self.bundle, &self.fallback].into_iter().find_map(|bundle| {
            let pattern = bundle.get_message(name)?.value()?;
            let mut errors = Vec::new();
            let said = bundle.format_pattern(pattern, Some(&arguments), &mut errors).into_owned();
            errors.is_empty().then_some(said)
        });
        said.unwrap_or_else(|| name.to_owned())
    }
}

/// The value of a variable in a message.
#[derive(Clone, Copy, Debug)]
pub enum Variable<'t> {
    /// A text, inserted as it is.
    Text(&'t str),
    /// A number, which may select a plural form.
    Number(u32),
}

impl<'t> From<&'t str> for Variable<'t> {
    fn from(text: &'t str) -> Variable<'t> {
        Variable::Text(text)
    }
}

impl From<u32> for Variable<'_> {
    fn from(number: u32) -> Self {
        Variable::Number(number)
    }
}

fn bundle(
    language: &str,
    file: &str,
    text: String,
) -> Result<FluentBundle<FluentResource>, TranslationsError> {
    let malformed =
        |line: usize, reason: String| TranslationsError::Malformed { file: file.to_owned(), line, reason };
    let resource = FluentResource::try_new(text).map_err(|(resource, errors)| {
        let first = errors.first();
        let at = first.map_or(0, |error| error.pos.start);
        let line = resource.source().as_bytes()[..at.min(resource.source().len())]
            .iter()
            .filter(|byte| **byte == b'\n');
        malformed(line.count() + 1, first.map_or_else(String::new, |error| error.kind.to_string()))
    })?;
    let id: LanguageIdentifier =
        language.parse().map_err(|_| malformed(1, format!("`{language}` is not the name of a language")))?;
    let mut bundle = FluentBundle::new(vec![id]);
    // Isolation marks are for text that mixes writing directions. Terminals would show them as stray characters.
    bundle.set_use_isolating(false);
    bundle.add_resource(resource).map_err(|errors| malformed(1, format!("{errors:?}")))?;
    Ok(bundle)
}
