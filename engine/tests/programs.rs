//! A program as somebody uses it: how it ended, what it printed, and folders of bases for it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes UTF-8");
        let status = output.status.code().expect("no signal ends it");
        Ran { status, out: text(output.stdout), err: text(output.stderr) }
    }
}

/// The lines of progress on standard error: after so many seconds so many percent are done, and this is done now.
pub(crate) fn told(err: &str) -> Vec<(u64, u32, &str)> {
    fn line(line: &str) -> Option<(u64, u32, &str)> {
        let (seconds, rest) = line.split_once(" s, ")?;
        let (done, what) = rest.split_once(" %: ")?;
        Some((seconds.parse().ok()?, done.parse().ok()?, what))
    }
    err.lines().filter_map(line).collect()
}

/// A folder of this test with these files; its path as it is written on a command line.
pub(crate) fn folder(test: &str, files: &[(&str, &str)]) -> String {
    let folder: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("commands").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    for (name, text) in files {
        let file = folder.join(name);
        fs::create_dir_all(file.parent().expect("it lies in a folder")).expect("a folder can be made");
        fs::write(file, text).expect("it can be written");
    }
    folder.to_string_lossy().into_owned()
}

pub(crate) const HEAD: &str = "base mine\nuse five-in-a-row/domain\nuse five-in-a-row/shapes\n";

/// A base of its own with this rule.
pub(crate) fn base(test: &str, rules: &str) -> String {
    folder(test, &[("base.blanche", &format!("{HEAD}{rules}\n"))])
}
