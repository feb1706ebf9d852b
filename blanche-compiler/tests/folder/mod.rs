//! Creates temporary folders in which tests run the program, and records the results of the runs.

#![allow(dead_code, reason = "every test takes what it needs")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// A folder for one test, initially empty.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(test: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli").join(test);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a test has a folder");
        Folder(path)
    }

    pub(crate) fn with(self, name: &str, text: impl AsRef<[u8]>) -> Folder {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("a file has a folder")).expect("it can be made");
        std::fs::write(path, text).expect("a test writes its files");
        self
    }

    #[cfg(unix)]
    pub(crate) fn with_pipe(self, name: &str) -> Folder {
        let made = Command::new("mkfifo").arg(self.0.join(name)).status();
        assert!(made.is_ok_and(|status| status.success()), "a pipe can be made");
        self
    }

    pub(crate) fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).expect("the file is there")
    }

    /// A command that runs the program in this folder. The program is configured not to run other programs to get
    /// embedded files.
    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_blanche"));
        command.args(words).current_dir(&self.0).env_remove("NO_COLOR").env("NOIRE", "");
        command
    }

    /// Adds an executable shell script.
    #[cfg(unix)]
    pub(crate) fn with_program(self, name: &str, text: &str) -> Folder {
        use std::os::unix::fs::PermissionsExt;
        let folder = self.with(name, format!("#!/bin/sh\n{text}"));
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(folder.0.join(name), executable).expect("it can be made a program");
        folder
    }

    pub(crate) fn run(&self, words: &[&str]) -> Ran {
        Ran::of(self.command(words).output().expect("the program runs"))
    }

    /// Runs the program, and returns its peak memory in MiB.
    #[cfg(target_os = "linux")]
    pub(crate) fn run_for_memory(&self, words: &[&str]) -> (Ran, u64) {
        let mut command = self.command(words);
        let running =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
        let status = format!("/proc/{}/status", running.id());
        let ended = std::thread::spawn(move || running.wait_with_output().expect("it ends"));
        let mut most = 0;
        while !ended.is_finished() {
            let text = std::fs::read_to_string(&status).unwrap_or_default();
            let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
            most = most.max(kilobytes.unwrap_or(0) >> 10);
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        (Ran::of(ended.join().expect("it is waited for")), most)
    }

    pub(crate) fn run_with_input(&self, words: &[&str], input: &str) -> Ran {
        let mut command = self.command(words);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut running = command.spawn().expect("the program runs");
        running.stdin.take().expect("it has an input").write_all(input.as_bytes()).expect("it reads");
        Ran::of(running.wait_with_output().expect("it ends"))
    }
}

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    pub(crate) fn of(output: Output) -> Ran {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("what is written is UTF-8");
        let ran = Ran {
            status: output.status.code().expect("no signal ends it"),
            out: text(output.stdout),
            err: text(output.stderr),
        };
        assert!(!ran.err.contains("panicked"), "{}", ran.err);
        ran
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }
}
