//! Files of the checkout that tests read, for packages whose folders are within it.

use std::fs;
use std::path::{Path, PathBuf};

/// A file by its path relative to the checkout.
pub(crate) fn path(path: &str) -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = package.ancestors().find(|folder| folder.join("knowledge").is_dir());
    root.expect("the package lies in the checkout").join(path)
}

/// The lines of a file of test data, split into columns, without comments.
pub(crate) fn rows(name: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(path("engine/tests/data").join(name)).expect("the file is there");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}
