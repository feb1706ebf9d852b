//! Finds sidecar files, which are in the same folders as rule files: lists of positions, answers and so on.

use std::path::{Path, PathBuf};

use blanche_sorted::SortedSet;

use blanche_compiler::files;
use blanche_compiler::project::sidecars;

/// The sidecar files of these rule files that mention `name` as a whole word. Each is given as its folder and file
/// name.
pub(super) fn mentioned_beside(rules: &[PathBuf], name: &str) -> Vec<String> {
    let folders: SortedSet<&Path> = rules.iter().filter_map(|path| path.parent()).collect();
    let texts: SortedSet<PathBuf> = folders.into_iter().flat_map(sidecars).collect();
    let mentions = |path: &PathBuf| {
        files::read_whole(path).is_ok_and(|bytes| mentions(&String::from_utf8_lossy(&bytes), name))
    };
    texts.into_iter().filter(mentions).map(|path| shown(&path)).collect()
}

fn shown(path: &Path) -> String {
    let names: Vec<String> =
        path.iter().rev().take(2).map(|name| name.to_string_lossy().into_owned()).collect();
    names.into_iter().rev().collect::<Vec<_>>().join("/")
}

/// Whether `text` contains `name` as a whole word. A dot at the end of a word counts as punctuation.
fn mentions(text: &str, name: &str) -> bool {
    let between = |c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.'));
    text.split(between).any(|word| word.trim_matches('.') == name)
}

#[cfg(test)]
mod tests {
    use super::mentions;

    #[test]
    fn a_name_is_mentioned_only_as_a_whole_word() {
        for text in ["rule t.threat for white", "t.threat", "(t.threat)", "see t.threat."] {
            assert!(mentions(text, "t.threat"), "{text}");
        }
        for text in ["rule t.threats", "at.threat", "a.t.threat", "t.threat.2", "t threat"] {
            assert!(!mentions(text, "t.threat"), "{text}");
        }
    }
}
