//! Texts that lie beside the rules of a base: its example positions, what its rules answer, and which changes of them
//! nothing notices.

use std::io;
use std::path::Path;

use blanche_compiler::files;

use super::Base;
use crate::answers::{Answers, Unreadable};
use crate::mutate::survivors::Survivors;
use crate::record::{Example, Problems, read_examples};
use crate::rules::COMPANIONS;

/// The file that holds positions for every rule.
const EXAMPLES: &str = "positions.txt";

/// The file that holds what the rules answer in the built-in corpus.
const ANSWERS: &str = "answers.txt";

/// The file that lists mutants that nothing notices.
const SURVIVORS: &str = "survivors.txt";

/// A file by the name that messages call it, and its bytes.
type Text = Option<(String, Vec<u8>)>;

/// The texts beside the rules of a base. They are read when they are asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Companions {
    examples: Text,
    answers: Text,
    survivors: Text,
}

impl Companions {
    /// Those of a folder that is built in.
    pub(super) fn built_in(folder: &str) -> Companions {
        let text = |name: &str| {
            let found = COMPANIONS.iter().find(|(path, _)| path.rsplit_once('/') == Some((folder, name)));
            found.map(|(path, text)| (format!("knowledge/{path}"), text.as_bytes().to_vec()))
        };
        Companions { examples: text(EXAMPLES), answers: text(ANSWERS), survivors: text(SURVIVORS) }
    }

    /// Those of a folder of this machine.
    pub(super) fn of_folder(folder: &str) -> io::Result<Companions> {
        let text = |name: &str| match files::read_whole(&Path::new(folder).join(name)) {
            Ok(bytes) => Ok(Some((format!("{}/{name}", folder.trim_end_matches('/')), bytes))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(io::Error::new(error.kind(), format!("{name}: {error}"))),
        };
        let (examples, answers, survivors) = (text(EXAMPLES)?, text(ANSWERS)?, text(SURVIVORS)?);
        Ok(Companions { examples, answers, survivors })
    }
}

impl Base {
    /// The example positions that lie beside the rules, in the order of their text; none without such a file.
    ///
    /// # Errors
    /// When the text has mistakes.
    pub fn examples(&self) -> Result<Vec<Example>, Problems> {
        match &self.companions.examples {
            Some((file, bytes)) => read_examples(file, bytes),
            None => Ok(Vec::new()),
        }
    }

    /// What the rules are said to answer in the built-in corpus, in the file beside them; nothing without it.
    ///
    /// # Errors
    /// When the text has mistakes.
    pub fn answers(&self) -> Result<Option<Answers>, Unreadable> {
        let read = |(file, bytes): &(String, Vec<u8>)| Answers::read(file, &String::from_utf8_lossy(bytes));
        self.companions.answers.as_ref().map(read).transpose()
    }

    /// The mutants that are said to survive, in the file beside the rules; none without it.
    pub fn survivors(&self) -> Survivors {
        let text = self.companions.survivors.as_ref().map(|(_, bytes)| String::from_utf8_lossy(bytes));
        text.map(|text| Survivors::read(&text)).unwrap_or_default()
    }
}
