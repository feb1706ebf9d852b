//! Rule files embedded in another program. The program `noire` contains rule files, so a user who has it needs no copy
//! of them in a folder. If a `use` path is not found elsewhere, the program is run to get its files, once per process
//! and with a short timeout. Its files then count like the built-in files of this program.
//!
//! This happens only in processes that have called [`allow`], so that the results of build scripts and tests do not
//! depend on what is installed on a machine.

use std::io;
use std::path::{Component, Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::files;
use crate::folders::ENDING;
use crate::markup;

/// The program that has embedded files.
const PROGRAM: &str = "noire";

/// The environment variable with the path of the program to run, instead of the default programs. If it is empty, no
/// program is run.
const VARIABLE: &str = "NOIRE";

/// Timeout for all programs together.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Interval at which the exit status of the program is polled.
const PAUSE: Duration = Duration::from_millis(5);

/// The result of querying the programs.
#[derive(Debug, Default)]
pub(crate) struct Embedded {
    /// The embedded rule files. Each has its path relative to a knowledge folder, with extension, and its text.
    pub(crate) files: Vec<(String, String)>,
    /// Hints for the message about a missing file: which programs were run, and why they had no answer.
    pub(crate) tried: Vec<String>,
}

impl Embedded {
    /// Whether some program returned files.
    pub(crate) fn has_files(&self) -> bool {
        !self.files.is_empty()
    }
}

static ALLOWED: AtomicBool = AtomicBool::new(false);
static ASKED: OnceLock<Embedded> = OnceLock::new();

/// Permits this process to run another program for files that it does not find.
pub fn allow() {
    ALLOWED.store(true, Ordering::Relaxed);
}

/// The embedded files, which are queried on the first call. `None` unless permitted by [`allow`].
pub(crate) fn load() -> Option<&'static Embedded> {
    ALLOWED.load(Ordering::Relaxed).then(|| ASKED.get_or_init(ask_all))
}

/// The embedded files, if they were already queried.
pub(crate) fn known() -> Option<&'static Embedded> {
    ASKED.get()
}

/// Runs the programs in turn until one of them returns files.
fn ask_all() -> Embedded {
    let mut embedded = Embedded::default();
    let programs = match std::env::var_os(VARIABLE) {
        Some(named) if named.is_empty() => return embedded,
        Some(named) => vec![PathBuf::from(named)],
        None => programs(),
    };
    if programs.is_empty() {
        embedded.tried.push(format!("there is no program `{PROGRAM}` beside this one or on the PATH"));
    }
    let end = Instant::now() + TIMEOUT;
    for program in programs {
        let shown = markup::of_path(&program);
        match ask(&program, end.saturating_duration_since(Instant::now())) {
            Ok(files) => {
                embedded.tried.push(format!("`{shown}` has no such file built in"));
                embedded.files = files;
                break;
            }
            Err(reason) => embedded.tried.push(format!("`{shown}` was asked for its files and {reason}")),
        }
    }
    embedded
}

/// The programs to run: first the program in the folder of the running executable, then the first program on the
/// `PATH`.
fn programs() -> Vec<PathBuf> {
    let name = format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX);
    let beside = std::env::current_exe().ok().map(|own| own.with_file_name(&name));
    let beside = beside.filter(|program| is_program(program));
    let path = std::env::var_os("PATH").unwrap_or_default();
    // Skip relative `PATH` entries, because they depend on the current folder, which may belong to another user.
    let folders = std::env::split_paths(&path).filter(|folder| folder.is_absolute());
    let on_path = folders.map(|folder| folder.join(&name)).find(|program| is_program(program));
    let mut found: Vec<PathBuf> = beside.into_iter().chain(on_path).collect();
    found.dedup_by_key(|program| files::place(program));
    found
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

/// Runs a program to get its embedded rule files: path relative to a knowledge folder, with extension, and text.
///
/// # Errors
/// The reason for a failure, as a phrase that follows the name of the program in a message.
pub fn ask(program: &Path, patience: Duration) -> Result<Vec<(String, String)>, String> {
    let end = Instant::now() + patience;
    let late = || format!("did not answer within {} seconds", TIMEOUT.as_secs());
    let mut command = Command::new(program);
    command.args(["games", "--files"]).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| format!("cannot be started: {error}"))?;
    let Some(output) = child.stdout.take() else { return Err("has no output".to_owned()) };
    let (sender, receiver) = mpsc::channel();
    // The thread is not joined, because a grandchild process may keep the output open.
    let reader = std::thread::Builder::new().spawn(move || {
        let _ = sender.send(files::read_stream(output));
    });
    let said = match reader {
        Ok(_) => receiver.recv_timeout(patience),
        Err(error) => {
            stop(&mut child);
            return Err(format!("cannot be listened to: {error}"));
        }
    };
    let Ok(said) = said else {
        stop(&mut child);
        return Err(late());
    };
    let bytes = match said {
        Ok(bytes) => bytes,
        Err(error) => {
            stop(&mut child);
            return Err(match error.kind() {
                io::ErrorKind::FileTooLarge => format!("wrote more than {} MiB", files::MAX_FILE_SIZE >> 20),
                _ => format!("cannot be read: {error}"),
            });
        }
    };
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => {
                return read(&bytes).ok_or_else(|| "wrote something unexpected".to_owned());
            }
            Ok(Some(status)) => return Err(format!("failed ({status})")),
            Ok(None) if Instant::now() < end => std::thread::sleep(PAUSE),
            Ok(None) | Err(_) => {
                stop(&mut child);
                return Err(late());
            }
        }
    }
}

/// Kills a process, if it is still running.
fn stop(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// Parses a JSON object of paths and texts, and returns the rule files in it; `None` if it is malformed or has none.
fn read(bytes: &[u8]) -> Option<Vec<(String, String)>> {
    let Ok(Value::Object(object)) = serde_json::from_slice(bytes) else { return None };
    let mut files = Vec::new();
    for (path, text) in object {
        let Value::String(text) = text else { return None };
        let is_rules = Path::new(&path).extension().is_some_and(|ending| ending == ENDING);
        if is_rules && Path::new(&path).components().all(|step| matches!(step, Component::Normal(_))) {
            files.push((path, text));
        }
    }
    (!files.is_empty()).then_some(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rule_files_inside_folders_are_read() {
        let said =
            br#"{"a/b.blanche": "fact p(a)", "a/statistics.txt": "1", "../c.blanche": "", "/d.blanche": ""}"#;
        assert_eq!(read(said), Some(vec![("a/b.blanche".to_owned(), "fact p(a)".to_owned())]));
        for other in ["", "[]", "{}", "{\"a.blanche\": 1}", "{\"a.txt\": \"\"}", "error: no"] {
            assert_eq!(read(other.as_bytes()), None, "{other}");
        }
    }
}
