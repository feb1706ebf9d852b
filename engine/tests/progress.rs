//! What long runs say of themselves, and when a time is over.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use noire::alarm::Alarm;
use noire::progress::Line;

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
