//! Tests of long queries at a terminal: progress is shown, and Ctrl-C stops the query.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use nix::pty::openpty;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::folder::Folder;

/// Fourteen pigeons and thirteen holes, with at most one pigeon per hole. There is no solution, and it takes 10^10
/// candidates to find that out.
fn pigeons() -> String {
    let facts: String = (1..=13).map(|at| format!("fact hole(h{at})\n")).collect();
    let names: Vec<String> = (1..=14).map(|at| format!("P{at}_")).collect();
    let sit = names.iter().map(|one| format!("hole({one})"));
    let apart = names
        .iter()
        .enumerate()
        .flat_map(|(at, one)| names[..at].iter().map(move |other| format!("¬equal({one}, {other})")));
    let body: Vec<String> = sit.chain(apart).collect();
    format!("{facts}all.sit :-\n    {}\n%? hole(h1)\n%= yes\n%? all.sit\n%= no\n", body.join(",\n    "))
}

/// Timeout for a step of a test. No step takes nearly as long.
const PATIENCE: Duration = Duration::from_secs(120);

/// A program that runs at a terminal, and the contents of the screen.
struct AtTerminal {
    running: Child,
    keys: File,
    screen: Arc<Mutex<String>>,
}

impl AtTerminal {
    fn start(folder: &Folder, words: &[&str]) -> AtTerminal {
        let terminal = openpty(None, None).expect("the machine has terminals");
        let stream = || Stdio::from(terminal.slave.try_clone().expect("it can be used twice"));
        let mut command = folder.command(words);
        command.env("TERM", "xterm").stdin(stream()).stdout(stream()).stderr(stream());
        let running = command.spawn().expect("the program runs");
        // Only the program may hold the other end of the terminal, so that the output ends when the program ends.
        drop(command);
        let screen = Arc::new(Mutex::new(String::new()));
        let (mut output, shown) =
            (File::from(terminal.master.try_clone().expect("it can be used twice")), Arc::clone(&screen));
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = output.read(&mut bytes) {
                shown.lock().expect("nobody panics").push_str(&String::from_utf8_lossy(&bytes[..read]));
            }
        });
        AtTerminal { running, keys: File::from(terminal.master), screen }
    }

    fn screen(&self) -> String {
        self.screen.lock().expect("nobody panics").clone()
    }

    /// Waits until the screen contains a text, and returns the screen.
    fn wait_for(&mut self, text: &str) -> String {
        let begin = Instant::now();
        while !self.screen().contains(text) {
            if begin.elapsed() > PATIENCE {
                let _ = self.running.kill();
                panic!("`{text}` never came: {}", self.screen());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        self.screen()
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("somebody types");
    }

    fn interrupt(&self) {
        kill(Pid::from_raw(self.running.id() as i32), Signal::SIGINT).expect("there is a program");
    }

    /// Waits for the program to end, and returns its status.
    fn end(mut self) -> Option<i32> {
        let begin = Instant::now();
        loop {
            match self.running.try_wait().expect("it can be looked at") {
                Some(status) => return status.code(),
                None if begin.elapsed() > PATIENCE => {
                    let _ = self.running.kill();
                    panic!("it does not end: {}", self.screen());
                }
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        }
    }
}

const MUCH: &str = "1000000000000000";

#[test]
fn a_long_query_shows_its_progress_and_can_be_stopped() {
    let folder = Folder::new("stopped-query").with("a.blanche", pigeons());
    let mut query = AtTerminal::start(&folder, &["query", "a.blanche", "all.sit", "--work", MUCH]);
    let screen = query.wait_for("s: not answered yet; Ctrl-C stops it");
    assert!(screen.starts_with("\r\u{1b}[K"), "{screen:?}");
    query.interrupt();
    let screen = query.wait_for("stopped: neither yes nor no");
    assert!(screen.contains("\r\u{1b}[Kstopped"), "the line is taken away: {screen:?}");
    assert_eq!(query.end(), Some(130));
}

#[test]
fn a_short_query_shows_no_progress() {
    let folder = Folder::new("stopped-short").with("a.blanche", pigeons());
    let query = AtTerminal::start(&folder, &["query", "a.blanche", "hole(h1)"]);
    let screen = Arc::clone(&query.screen);
    assert_eq!(query.end(), Some(0));
    // The output may arrive slightly after the end of the program.
    while !screen.lock().expect("nobody panics").contains('\n') {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(*screen.lock().expect("nobody panics"), "yes\r\n");
}

#[test]
fn a_long_test_shows_its_progress_and_can_be_stopped() {
    let folder = Folder::new("stopped-test").with("a.blanche", pigeons());
    let text = folder.text("a.blanche");
    let mut test = AtTerminal::start(&folder, &["test", "a.blanche", "--update", "--work", MUCH]);
    test.wait_for("s: question 2 of 2; Ctrl-C ends it");
    test.interrupt();
    test.wait_for("stopped at question 2 of 2; nothing was written");
    assert_eq!(test.end(), Some(130));
    assert_eq!(folder.text("a.blanche"), text);
}

#[test]
fn a_session_continues_after_a_stopped_query() {
    let folder = Folder::new("stopped-talk").with("a.blanche", pigeons());
    let mut talk = AtTerminal::start(&folder, &["repl", "a.blanche", "--work", MUCH]);
    talk.wait_for("or write :help");
    talk.press("first(h7) :- hole(h1)\r");
    talk.wait_for("defined first/1");
    talk.press("all.sit\r");
    talk.wait_for("s: not answered yet; Ctrl-C stops it");
    talk.interrupt();
    talk.wait_for("stopped: neither yes nor no");
    // Ctrl-C also stops explanations.
    talk.press(":whynot all.sit\r");
    while talk.screen().matches("stopped: neither yes nor no").count() < 2 {
        talk.interrupt();
        std::thread::sleep(Duration::from_millis(100));
    }
    talk.press("first(X)\r");
    talk.wait_for("1 answer");
    talk.press(":quit\r");
    assert_eq!(talk.end(), Some(0));
}

#[test]
fn a_script_ends_at_a_stopped_query() {
    let folder = Folder::new("stopped-script").with("a.blanche", pigeons());
    let mut command = folder.command(&["repl", "a.blanche", "--work", MUCH]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut running = command.spawn().expect("the program runs");
    let mut input = running.stdin.take().expect("it has an input");
    input.write_all(b"hole(h1)\nall.sit\nhole(h2)\n").expect("it reads");
    let mut output = running.stdout.take().expect("it has an output");
    let mut first = [0; 4];
    output.read_exact(&mut first).expect("it answers");
    assert_eq!(&first, b"yes\n");
    // The program may have answered the first line and not yet begun with the second. Then Ctrl-C must be sent again.
    while running.try_wait().expect("it can be looked at").is_none() {
        kill(Pid::from_raw(running.id() as i32), Signal::SIGINT).expect("there is a program");
        std::thread::sleep(Duration::from_millis(100));
    }
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("it is text");
    assert!(rest.lines().all(|line| line != "yes"), "{rest}");
    assert_eq!(running.wait().expect("it ended").code(), Some(130));
}
