//! `noire` as somebody uses it: what is refused and with which exit status, and what is never lost or said twice.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

struct Ran {
    status: i32,
    out: String,
    err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes UTF-8");
        let status = output.status.code().expect("no signal ends it");
        Ran { status, out: text(output.stdout), err: text(output.stderr) }
    }
}

fn noire(words: &[&str]) -> Ran {
    Command::new(env!("CARGO_BIN_EXE_noire")).args(words).output().expect("the program starts").into()
}

#[test]
fn whose_turn_it_is_need_not_be_known() {
    let ran = noire(&["match", "--black", "h8", "--white", "i9", "--applies"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("nobody is said to be to move"), "{}", ran.out);
}

#[test]
fn positions_come_from_the_input_too_and_never_without_end() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_noire"));
    command.args(["match", "--file", "-", "--format", "counts"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = command.spawn().expect("the program starts");
    running.stdin.take().expect("it has an input").write_all(b"#moves\nh8\nh8,i9\n").expect("it reads");
    let ran: Ran = running.wait_with_output().expect("it ends").into();
    assert_eq!((ran.status, ran.out.lines().count()), (0, 3), "{}", ran.err);
    let ran = noire(&["match", "--file", "nowhere.tsv"]);
    assert_eq!((ran.status, ran.err.as_str()), (2, "error: there is no file `nowhere.tsv`\n"));
    if Path::new("/dev/zero").exists() {
        let ran = noire(&["match", "--file", "/dev/zero"]);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""));
        assert!(ran.err.starts_with("error: /dev/zero: more than 256 MiB"), "{}", ran.err);
    }
}
