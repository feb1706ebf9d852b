//! Sidecar files: files that lie next to the rules of a base. They are read together with the base, and parsed when
//! they are needed.

use std::io;
use std::path::Path;

use blanche_compiler::files;
use blanche_compiler::project::BuiltIn;

use super::{Base, Subject};

/// The file with example positions for every rule.
pub const POSITIONS: &str = "positions.txt";

/// The file with the answers of the rules in the positions of the built-in corpus.
pub const ANSWERS: &str = "answers.txt";

/// The file with the mutants of the rules that no test detects.
pub const SURVIVORS: &str = "survivors.txt";

/// A sidecar file with its name and contents.
#[derive(Clone, Debug)]
struct Sidecar {
    /// The name of the file in its folder.
    name: &'static str,
    /// The path to show in messages.
    path: String,
    bytes: Vec<u8>,
}

/// The sidecar files of a base.
#[derive(Clone, Debug, Default)]
pub(super) struct Sidecars(Vec<Sidecar>);

impl Sidecars {
    /// The sidecar files of a built-in folder, taken from `files`.
    pub(super) fn built_in(folder: &str, files: BuiltIn) -> Sidecars {
        let sidecar = |name| {
            let (path, text) =
                files.iter().find(|(path, _)| path.rsplit_once('/') == Some((folder, name)))?;
            Some(Sidecar { name, path: format!("knowledge/{path}"), bytes: text.as_bytes().to_vec() })
        };
        Sidecars([POSITIONS, ANSWERS, SURVIVORS].into_iter().filter_map(sidecar).collect())
    }

    /// The sidecar files of a folder on disk.
    pub(super) fn of_folder(folder: &str) -> io::Result<Sidecars> {
        let read = |name| files::beside(Path::new(folder), name).and_then(|path| files::read_whole(&path));
        let sidecar = |name| match read(name) {
            Ok(bytes) => {
                Ok(Some(Sidecar { name, path: format!("{}/{name}", folder.trim_end_matches('/')), bytes }))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(io::Error::new(error.kind(), format!("{name}: {error}"))),
        };
        let sidecars: io::Result<Vec<Option<Sidecar>>> =
            [POSITIONS, ANSWERS, SURVIVORS].into_iter().map(sidecar).collect();
        Ok(Sidecars(sidecars?.into_iter().flatten().collect()))
    }
}

impl Sidecars {
    /// The names and contents of all files.
    pub(super) fn each(&self) -> impl Iterator<Item = (&'static str, &[u8])> {
        self.0.iter().map(|sidecar| (sidecar.name, sidecar.bytes.as_slice()))
    }

    /// The path and the contents of the file with this name.
    pub(super) fn get(&self, name: &str) -> Option<(&str, &[u8])> {
        let found = self.0.iter().find(|sidecar| sidecar.name == name);
        found.map(|sidecar| (sidecar.path.as_str(), sidecar.bytes.as_slice()))
    }
}

impl<S: Subject> Base<S> {
    /// The path, as shown in messages, and the contents of the sidecar file with this name, if it exists.
    pub fn sidecar(&self, name: &str) -> Option<(&str, &[u8])> {
        self.sidecars.get(name)
    }
}
