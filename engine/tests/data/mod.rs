//! Tables of positions and games that tests read.

use std::fs;
use std::path::PathBuf;

/// The lines of a file of the tests' data, but for remarks, in their columns.
pub(crate) fn rows(name: &str) -> Vec<Vec<String>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("engine/tests/data").join(name);
    let text = fs::read_to_string(path).expect("the file is there");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}
