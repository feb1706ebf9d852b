//! Generates the files of a package that is `noire` with a base compiled in. The package depends only on this library
//! and on its runtime crate. A user can also build it with cargo.

use std::fs;
use std::path::Path;

use blanche_compiler::{emit, files};
use blanche_sorted::SortedMap;

use super::CompileError;
use super::library_sources::LibrarySource;
use noire_engine::bases::{GeneratedRust, PortableBase};

/// Name of this library in the manifest of the package.
pub const LIBRARY: &str = "noire";

/// The files of a generated package: contents by path relative to the package.
#[derive(Clone, Debug)]
pub struct Package(SortedMap<String, String>);

impl Package {
    /// Generates the package for a base.
    pub fn new(base: &PortableBase, rust: &GeneratedRust, library: &LibrarySource) -> Package {
        let mut files = SortedMap::from([
            ("Cargo.toml".to_owned(), manifest(base, library)),
            ("src/main.rs".to_owned(), main(base, rust)),
            ("src/texts.rs".to_owned(), texts(base)),
        ]);
        files.extend(rust.files.iter().map(|(name, text)| (format!("src/rules/{name}"), text.clone())));
        Package(files)
    }

    /// The files, as pairs of path and contents.
    pub fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// Writes the package into a folder. Files that already have the right contents are not touched.
    ///
    /// # Errors
    /// If a file or a folder cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), CompileError> {
        for (path, text) in self.files() {
            let path = folder.join(path);
            if files::read(&path).is_ok_and(|there| there == text.as_bytes()) {
                continue;
            }
            let parent = path.parent().unwrap_or(folder);
            fs::create_dir_all(parent).map_err(|error| CompileError::Unwritten(parent.to_owned(), error))?;
            files::write(&path, text).map_err(|error| CompileError::Unwritten(path.clone(), error))?;
        }
        Ok(())
    }
}

/// Name of the executable for a base: `noire-` and the name of the base in lower case, where hyphens replace all
/// characters except letters and digits.
pub fn program_name(base: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
    format!("{LIBRARY}-{}", base.chars().map(plain).collect::<String>())
}

fn manifest(base: &PortableBase, library: &LibrarySource) -> String {
    let (name, description) =
        (program_name(&base.name), format!("noire with the base {} compiled in", base.name));
    let [own, runtime] = library.dependencies();
    format!(
        "# `noire compile` rewrites this package when the base changes.\n\
         [package]\nname = \"{name}\"\ndescription = \"{description}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
         publish = false\n\n\
         # Compiled rules call `blanche-runtime`.\n\
         [dependencies]\n{LIBRARY} = {own}\nblanche-runtime = {runtime}\n\n\
         [profile.release]\ncodegen-units = 16\nlto = \"off\"\n\n\
         [workspace]\n"
    )
}

fn main(base: &PortableBase, rust: &GeneratedRust) -> String {
    let name = &base.name;
    let own = format!("|| vec![rules::{}::base()]", rust.base);
    let (hosted, games) = if base.is_game { ("Vec::new", own.as_str()) } else { (own.as_str(), "Vec::new") };
    format!(
        "//! The program `noire` with the base `{name}` compiled in.\n\
         #![forbid(unsafe_code)]\n\
         #![allow(dead_code, unused_imports, reason = \"a program uses only a part of its compiled rules\")]\n\n\
         mod rules;\nmod texts;\n\n\
         fn main() -> std::process::ExitCode {{\n    \
             {LIBRARY}::built_in::add({LIBRARY}::built_in::CompiledBases {{\n        \
                 five_in_a_row: {hosted},\n        \
                 games: {games},\n        \
                 knowledge: texts::KNOWLEDGE,\n        \
                 sidecars: texts::SIDECARS,\n    \
             }});\n    \
             {LIBRARY}::command_line::main()\n\
         }}\n"
    )
}

fn texts(base: &PortableBase) -> String {
    let bytes = |texts: &SortedMap<String, String>| -> Vec<(String, Vec<u8>)> {
        texts.iter().map(|(path, text)| (path.clone(), text.clone().into_bytes())).collect()
    };
    emit::texts("KNOWLEDGE", "The rule files", &bytes(&base.knowledge))
        + &emit::texts("SIDECARS", "The files beside the rule files", &bytes(&base.sidecars))
}
