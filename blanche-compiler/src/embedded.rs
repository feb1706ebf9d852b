//! Files that another program carries: `noire` has rule files built in, and whoever has that program need not have them in a
//! folder. Where a `use` is found nowhere, it is asked for them, once in a process and for a short time. What it says
//! stands as the files that are built into a program do.
//!
//! Only programs ask that have said so ([`allow`]): what a build script or a test finds does not depend on what is
//! installed on a machine.

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

/// The program that carries files.
const PROGRAM: &str = "noire";

/// An environment variable that names the program to be asked in place of those that are found; empty, nobody is.
const VARIABLE: &str = "NOIRE";

/// So long programs may take together.
const PATIENCE: Duration = Duration::from_secs(2);

/// Between two looks at whether a program has ended.
const PAUSE: Duration = Duration::from_millis(5);

/// What came of asking.
#[derive(Debug, Default)]
pub(crate) struct Embedded {
    /// The paths of rule files below a knowledge folder, with ending, and their texts.
    pub(crate) files: Vec<(String, String)>,
    /// What is to be said where a file is not among them: who was asked, and with what outcome.
    pub(crate) tried: Vec<String>,
}

impl Embedded {
    /// Whether some program has told its files.
    pub(crate) fn is_there(&self) -> bool {
        !self.files.is_empty()
    }
}

static ALLOWED: AtomicBool = AtomicBool::new(false);
static ASKED: OnceLock<Embedded> = OnceLock::new();

/// From here on this process asks for files that it does not find.
pub fn allow() {
    ALLOWED.store(true, Ordering::Relaxed);
}

/// The files that are carried, asked for now if they were not before.
pub(crate) fn asked() -> Option<&'static Embedded> {
    ALLOWED.load(Ordering::Relaxed).then(|| ASKED.get_or_init(ask_all))
}

/// The same, if they were asked for already.
pub(crate) fn known() -> Option<&'static Embedded> {
    ASKED.get()
}

/// Asks one after the other until one answers.
fn ask_all() -> Embedded {
    let mut embedded = Embedded::default();
    let programs = match std::env::var_os(VARIABLE) {
        Some(named) if named.is_empty() => return embedded,
        Some(named) => vec![PathBuf::from(named)],
        None => programs(),
    };
    if programs.is_empty() {
        embedded.tried.push(format!("no program `{PROGRAM}` lies beside this one or on the PATH"));
    }
    let end = Instant::now() + PATIENCE;
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

/// The programs of that name beside the running one and on the PATH, the first of each.
fn programs() -> Vec<PathBuf> {
    let name = format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX);
    let beside = std::env::current_exe().ok().map(|own| own.with_file_name(&name));
    let beside = beside.filter(|program| is_program(program));
    let path = std::env::var_os("PATH").unwrap_or_default();
    // From a path that begins nowhere, anybody's folder could be meant.
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

/// Asks a program for the rule files that it carries: their paths below a knowledge folder, with ending, and their texts.
///
/// # Errors
/// Why there are none, as it goes on behind the name of the program.
pub fn ask(program: &Path, patience: Duration) -> Result<Vec<(String, String)>, String> {
    let end = Instant::now() + patience;
    let late = || format!("did not answer within {} seconds", PATIENCE.as_secs());
    let mut command = Command::new(program);
    command.args(["games", "--files"]).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| format!("cannot be started: {error}"))?;
    let Some(output) = child.stdout.take() else { return Err("has no output".to_owned()) };
    let (sender, receiver) = mpsc::channel();
    // Nobody waits for this thread: whoever a program leaves behind may hold its output open.
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
                io::ErrorKind::FileTooLarge => format!("wrote more than {} MiB", files::LARGEST >> 20),
                _ => format!("cannot be read: {error}"),
            });
        }
    };
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => {
                return read(&bytes).ok_or_else(|| "wrote something else".to_owned());
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

/// Ends a program; one that is gone already needs no end.
fn stop(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// The rule files in an object of paths and texts; `None` where it is none, or has no rule files.
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
    fn only_rule_files_below_a_folder_are_taken() {
        let said =
            br#"{"a/b.blanche": "fact p(a)", "a/statistics.txt": "1", "../c.blanche": "", "/d.blanche": ""}"#;
        assert_eq!(read(said), Some(vec![("a/b.blanche".to_owned(), "fact p(a)".to_owned())]));
        for other in ["", "[]", "{}", "{\"a.blanche\": 1}", "{\"a.txt\": \"\"}", "error: no"] {
            assert_eq!(read(other.as_bytes()), None, "{other}");
        }
    }
}
