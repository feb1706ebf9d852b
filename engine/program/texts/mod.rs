//! What the program says to people, in their language: messages from Fluent files.
//!
//! English and Dutch are built in. A further language is a file `xx.ftl` in a folder that is named; one for a language
//! that is built in takes its place. A message that a file does not have is said in English. `nl_BE.UTF-8` is spoken as
//! `nl-BE`, or as `nl` where there is nothing nearer.

mod negotiation;

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use blanche_compiler::files;
use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

/// The language in which everything can be said.
const FALLBACK: &str = "en";

/// The files that are built in, by their languages.
const BUILT_IN: [(&str, &str); 2] =
    [(FALLBACK, include_str!("../languages/en.ftl")), ("nl", include_str!("../languages/nl.ftl"))];

/// Why a language cannot be spoken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextsError {
    /// There is no file for it.
    Unknown {
        /// The language that was asked for.
        language: String,
        /// Those that there are.
        known: Vec<String>,
    },
    /// There is no such folder to find languages in.
    NoFolder(PathBuf),
    /// Its file cannot be read.
    File(PathBuf, String),
    /// Its file has mistakes, the first of them in this line.
    Malformed {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
}

impl fmt::Display for TextsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextsError::Unknown { language, known } => {
                write!(f, "there is no language `{language}`; there are {}", known.join(", "))
            }
            TextsError::NoFolder(folder) => {
                write!(f, "there is no folder `{}` with languages", folder.display())
            }
            TextsError::File(file, reason) => write!(f, "{}: {reason}", file.display()),
            TextsError::Malformed { file, line, reason } => write!(f, "{file}:{line}: {reason}"),
        }
    }
}

impl std::error::Error for TextsError {}

/// The messages of a language.
pub struct Texts {
    language: String,
    bundle: FluentBundle<FluentResource>,
    fallback: FluentBundle<FluentResource>,
}

impl Texts {
    /// The messages of this language, from a file of the folder if it has one, or else as they are built in. It may be
    /// written as the environment has it, such as `NL`, `nl-BE` or `pt_BR.UTF-8`.
    ///
    /// # Errors
    /// When there is no such language or folder, or its file cannot be read or has mistakes.
    pub fn open(wanted: &str, folder: Option<&Path>) -> Result<Texts, TextsError> {
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            return Err(TextsError::NoFolder(folder.to_owned()));
        }
        let known = Texts::languages(folder);
        let Some(language) = negotiation::meant(wanted, &known) else {
            return Err(TextsError::Unknown { language: wanted.to_owned(), known });
        };
        Texts::of(language, folder)
    }

    /// The messages of a language that there is.
    fn of(language: &str, folder: Option<&Path>) -> Result<Texts, TextsError> {
        let file = folder.map(|folder| folder.join(format!("{language}.ftl"))).filter(|file| file.is_file());
        let (name, text) = match &file {
            Some(file) => {
                let unreadable = |reason: String| TextsError::File(file.clone(), reason);
                let bytes = files::read_whole(file).map_err(|error| unreadable(error.to_string()))?;
                let text = String::from_utf8(bytes).map_err(|error| unreadable(error.to_string()))?;
                (file.display().to_string(), text)
            }
            None => match BUILT_IN.iter().find(|(known, _)| *known == language) {
                Some((_, text)) => (format!("{language}.ftl"), (*text).to_owned()),
                None => {
                    return Err(TextsError::Unknown {
                        language: language.to_owned(),
                        known: Texts::languages(folder),
                    });
                }
            },
        };
        let fallback = bundle(FALLBACK, "en.ftl", BUILT_IN[0].1.to_owned())?;
        Ok(Texts { language: language.to_owned(), bundle: bundle(language, &name, text)?, fallback })
    }

    /// The languages that there are, in order.
    pub fn languages(folder: Option<&Path>) -> Vec<String> {
        let mut languages: Vec<String> =
            BUILT_IN.iter().map(|(language, _)| (*language).to_owned()).collect();
        let files = folder.and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
        for file in
            files.map(|entry| entry.path()).filter(|file| file.extension().is_some_and(|end| end == "ftl"))
        {
            languages.extend(file.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        }
        languages.sort();
        languages.dedup();
        languages
    }

    /// The language that the environment asks for, if there is one for it: `LC_ALL`, `LC_MESSAGES` or `LANG`, such as
    /// `nl_NL.UTF-8`. English otherwise.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>, folder: Option<&Path>) -> String {
        negotiation::of_environment(variable, &Texts::languages(folder))
    }

    /// The language.
    pub fn language(&self) -> &str {
        &self.language
    }

    /// A message with its variables.
    pub fn say(&self, name: &str, variables: &[(&str, Variable<'_>)]) -> String {
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

/// What stands for a variable of a message.
#[derive(Clone, Copy, Debug)]
pub enum Variable<'t> {
    /// A text.
    Text(&'t str),
    /// A number, which may choose a form of words.
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

fn bundle(language: &str, file: &str, text: String) -> Result<FluentBundle<FluentResource>, TextsError> {
    let malformed =
        |line: usize, reason: String| TextsError::Malformed { file: file.to_owned(), line, reason };
    let resource = FluentResource::try_new(text).map_err(|(resource, errors)| {
        let first = errors.first();
        let at = first.map_or(0, |error| error.pos.start);
        let line = resource.source().as_bytes()[..at.min(resource.source().len())]
            .iter()
            .filter(|byte| **byte == b'\n');
        malformed(line.count() + 1, first.map_or_else(String::new, |error| error.kind.to_string()))
    })?;
    let id: LanguageIdentifier =
        language.parse().map_err(|_| malformed(1, format!("`{language}` is no name of a language")))?;
    let mut bundle = FluentBundle::new(vec![id]);
    // Marks around what is put in are for screens that mix writing directions, and get in the way of a terminal.
    bundle.set_use_isolating(false);
    bundle.add_resource(resource).map_err(|errors| malformed(1, format!("{errors:?}")))?;
    Ok(bundle)
}
