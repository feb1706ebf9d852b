//! What long runs say of themselves, and when a time is over.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use noire::alarm::Alarm;
use noire::progress::{Line, Progress, start_clock};

use crate::commands::told;

fn at(line: &mut Line, seconds: f64) -> Option<String> {
    line.told(Duration::from_secs_f64(seconds))
}

#[test]
fn a_terminal_has_a_line_after_two_seconds_that_is_rewritten() {
    let mut line = Line::new(true);
    line.set(0.5, "2 of 4 mutants");
    assert_eq!(at(&mut line, 1.9), None);
    assert_eq!(line.cleared(), "", "a short run leaves the terminal as it was");
    let text = at(&mut line, 2.0).expect("it is due");
    assert_eq!(text, format!("\r\x1b[K{}{} 2 of 4 mutants, 2 s", "█".repeat(12), "░".repeat(12)));
    assert_eq!(at(&mut line, 2.1), None);
    assert!(at(&mut line, 2.3).is_some());
    assert_eq!(line.cleared(), "\r\x1b[K");
    assert_eq!(line.cleared(), "");
}

#[test]
fn elsewhere_a_line_comes_every_ten_seconds() {
    let mut line = Line::new(false);
    line.set(0.999, "round 3");
    assert_eq!(at(&mut line, 9.9), None);
    assert_eq!(at(&mut line, 10.0).as_deref(), Some("10 s, 99 %: round 3\n"));
    assert_eq!(at(&mut line, 19.9), None);
    line.set(2.0, "round 3");
    assert_eq!(at(&mut line, 20.4).as_deref(), Some("20 s, 100 %: round 3\n"));
    assert_eq!(line.cleared(), "", "what was written stays");
}

#[test]
fn what_is_read_by_a_machine_can_be_told_more_often() {
    let mut line = Line::new(false).repeated(Duration::ZERO);
    line.set(0.25, "round 1");
    assert_eq!(at(&mut line, 0.0).as_deref(), Some("0 s, 25 %: round 1\n"));
    assert_eq!(at(&mut line, 0.0).as_deref(), Some("0 s, 25 %: round 1\n"));
    let mut terminal = Line::new(true).repeated(Duration::ZERO);
    terminal.set(0.25, "round 1");
    assert_eq!(at(&mut terminal, 1.9), None, "somebody who looks at a terminal waits as long as ever");
}

#[test]
fn the_time_of_a_run_begins_when_the_command_does() {
    start_clock();
    let pause = Duration::from_millis(50);
    std::thread::sleep(pause);
    assert!(Progress::begin().elapsed() >= pause);
    std::thread::sleep(pause);
    assert!(Progress::begin().elapsed() >= 2 * pause, "a second run goes on counting");
}

/// What a command waits for before its run begins counts as well.
#[test]
fn the_first_line_says_how_long_the_command_has_taken() {
    use std::io::Write;
    use std::process::{Command, Stdio};

    let mut child = Command::new(env!("CARGO_BIN_EXE_noire"))
        .args(["apply", "--file", "-"])
        .env("NOIRE_PROGRESS", "0")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(Duration::from_millis(1100));
    child.stdin.take().expect("it is piped").write_all(b"#moves\nh8\n").expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let err = String::from_utf8(output.stderr).expect("it writes UTF-8");
    let first = told(&err).first().map(|(seconds, ..)| *seconds);
    assert!(first.is_some_and(|seconds| seconds >= 1), "{err}");
}

#[test]
fn nothing_is_told_before_there_is_something_to_tell() {
    assert_eq!(at(&mut Line::new(false), 60.0), None);
}

#[test]
fn a_sign_is_set_after_its_time_and_not_when_the_alarm_is_off() {
    let sign = Arc::new(AtomicBool::new(false));
    drop(Alarm::new(Duration::from_secs(3600), &sign));
    assert!(!sign.load(Ordering::Relaxed));
    let alarm = Alarm::new(Duration::ZERO, &sign);
    assert!(sign.load(Ordering::Relaxed));
    drop(alarm);
}
