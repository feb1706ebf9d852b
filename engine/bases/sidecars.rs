//! The files that lie beside the rules of a base. They are read with the base, and parsed by whoever asks for them.

use std::io;
use std::path::Path;

use blanche_compiler::files;
use blanche_compiler::project::BuiltIn;

use super::{Base, Subject};

/// Positions for every rule.
pub const POSITIONS: &str = "positions.txt";

/// What the rules answer over the built-in corpus.
pub const ANSWERS: &str = "answers.txt";

/// The mutants that nothing notices.
pub const SURVIVORS: &str = "survivors.txt";

/// A file, by the name that messages call it.
#[derive(Clone, Debug)]
struct Sidecar {
    /// Its name in the folder.
    name: &'static str,
    /// Its path, as messages show it.
    path: String,
    bytes: Vec<u8>,
}

/// The files beside the rules of a base.
#[derive(Clone, Debug, Default)]
pub(super) struct Sidecars(Vec<Sidecar>);

impl Sidecars {
    /// Those of a folder that is built in, among these files.
    pub(super) fn built_in(folder: &str, files: BuiltIn) -> Sidecars {
        let sidecar = |name| {
            let (path, text) =
                files.iter().find(|(path, _)| path.rsplit_once('/') == Some((folder, name)))?;
            Some(Sidecar { name, path: format!("knowledge/{path}"), bytes: text.as_bytes().to_vec() })
        };
        Sidecars([POSITIONS, ANSWERS, SURVIVORS].into_iter().filter_map(sidecar).collect())
    }

    /// Those of a folder of this machine.
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
    /// The files by name.
    pub(super) fn each(&self) -> impl Iterator<Item = (&'static str, &[u8])> {
        self.0.iter().map(|sidecar| (sidecar.name, sidecar.bytes.as_slice()))
    }

    /// The path and the bytes of the file of this name.
    pub(super) fn get(&self, name: &str) -> Option<(&str, &[u8])> {
        let found = self.0.iter().find(|sidecar| sidecar.name == name);
        found.map(|sidecar| (sidecar.path.as_str(), sidecar.bytes.as_slice()))
    }
}

impl<S: Subject> Base<S> {
    /// The path, as messages show it, and the bytes of the file of this name beside the rules, if there is one.
    pub fn sidecar(&self, name: &str) -> Option<(&str, &[u8])> {
        self.sidecars.get(name)
    }
}
