//! The lines of earlier conversations, which the arrow keys recall. A file of the user contains them, the newest last.
//!
//! The file is created so that only the user can read it. `BLANCHE_HISTORY` names the file. If this variable is set but
//! empty, no history is kept. The default is `blanche/history` in `XDG_STATE_HOME`, in `LOCALAPPDATA`, or in
//! `.local/state` in the home folder. A file that cannot be read or written does not interrupt the conversation.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::files;

/// The environment variable that names the file.
const FILE: &str = "BLANCHE_HISTORY";

/// Maximum number of lines in the file. Only the newest lines are kept.
const MAX_LINES: usize = 1_000;

/// The history file, and the lines of this conversation.
#[derive(Debug, Default)]
pub(super) struct History {
    file: Option<PathBuf>,
    /// The lines of this conversation.
    own: Vec<String>,
}

impl History {
    /// The history of the current user.
    pub(super) fn of_user() -> History {
        History { file: file(), own: Vec::new() }
    }

    /// The lines of earlier conversations, the newest last.
    pub(super) fn lines(&self) -> Vec<String> {
        self.file.as_deref().map(read).unwrap_or_default()
    }

    /// Adds a line that was entered.
    pub(super) fn add(&mut self, line: &str) {
        if !line.trim().is_empty() && !line.contains(['\n', '\r']) {
            self.own.push(line.to_owned());
        }
    }

    /// Appends the lines of this conversation to the file. The current content of the file is used, because other
    /// conversations may have changed it in the meantime.
    fn keep(&self) {
        let Some(file) = self.file.as_deref().filter(|_| !self.own.is_empty()) else { return };
        let mut lines = read(file);
        lines.extend(self.own.iter().cloned());
        lines.dedup();
        let newest = lines.len().saturating_sub(MAX_LINES);
        let text: String = lines[newest..].iter().map(|line| format!("{line}\n")).collect();
        let made = file.parent().map_or(Ok(()), fs::create_dir_all);
        let _ = made.and_then(|()| files::write_private(file, &text));
    }
}

impl Drop for History {
    fn drop(&mut self) {
        self.keep();
    }
}

fn read(file: &Path) -> Vec<String> {
    let bytes = files::read(file).unwrap_or_default();
    String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()
}

/// The history file of the current user.
fn file() -> Option<PathBuf> {
    if let Some(named) = env::var_os(FILE) {
        return Some(PathBuf::from(named)).filter(|file| !file.as_os_str().is_empty());
    }
    let named = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let of_home = || env::home_dir().filter(|home| !home.as_os_str().is_empty());
    let folder = named("XDG_STATE_HOME").or_else(|| named("LOCALAPPDATA"));
    let folder = folder.or_else(|| of_home().map(|home| home.join(".local").join("state")))?;
    Some(folder.join("blanche").join("history"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(file: &Path, lines: &[&str]) -> History {
        let mut history = History { file: Some(file.to_owned()), own: Vec::new() };
        lines.iter().for_each(|line| history.add(line));
        history
    }

    #[test]
    fn the_history_keeps_the_latest_lines_for_the_next_session() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("state/blanche/history");
        drop(with(&file, &["in(X, Y)", "in(X, Y)", "", "  ", ":quit"]));
        assert_eq!(with(&file, &[]).lines(), ["in(X, Y)", ":quit"]);
        // If two conversations run at the same time, the lines of both are kept.
        let (first, second) = (with(&file, &["first"]), with(&file, &["second"]));
        drop(second);
        drop(first);
        assert_eq!(with(&file, &[]).lines(), ["in(X, Y)", ":quit", "second", "first"]);
        let many: Vec<String> = (0..MAX_LINES).map(|number| format!("old({number})")).collect();
        drop(with(&file, &many.iter().map(String::as_str).collect::<Vec<_>>()));
        let kept = with(&file, &[]).lines();
        assert_eq!((kept.len(), kept[0].as_str()), (MAX_LINES, "old(0)"));
    }

    #[cfg(unix)]
    #[test]
    fn a_new_history_file_is_private() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("history");
        drop(with(&file, &["secret(X)"]));
        let mode = || fs::metadata(&file).expect("it is there").permissions().mode() & 0o777;
        assert_eq!(mode(), 0o600);
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("it is ours");
        drop(with(&file, &["again(X)"]));
        assert_eq!(mode(), 0o640, "what its user allows stays");
    }

    #[test]
    fn an_unwritable_history_file_is_ignored() {
        let folder = tempfile::tempdir().expect("a folder");
        drop(with(folder.path(), &["a(X)"]));
        assert!(with(folder.path(), &[]).lines().is_empty());
        assert!(History::default().lines().is_empty());
    }
}
