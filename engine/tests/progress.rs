//! Tests of progress messages of long runs, and of time limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use noire::alarm::Alarm;
use noire::progress::{Line, Progress, start_clock};

use crate::commands::told;

fn at(line: &mut Line, seconds: f64) -> Option<String> {
    line.text_if_due(Duration::from_secs_f64(seconds))
}

#[test]
fn a_terminal_shows_a_rewritten_line_after_two_seconds() {
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
fn the_line_is_never_wider_than_the_terminal() {
    let mut line = Line::new(true).within(Some(30));
    line.set(0.5, "2 of 4 mutants");
    let text = at(&mut line, 2.0).expect("it is due");
    let shown = text.strip_prefix("\r\x1b[K").expect("it takes the place of the line before");
    assert_eq!(shown, format!("{}{} 2 of", "█".repeat(12), "░".repeat(12)));
}

#[test]
fn without_a_terminal_a_line_is_printed_every_ten_seconds() {
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
fn the_progress_interval_can_be_shortened() {
    let mut line = Line::new(false).with_interval(Duration::ZERO);
    line.set(0.25, "round 1");
    assert_eq!(at(&mut line, 0.0).as_deref(), Some("0 s, 25 %: round 1\n"));
    assert_eq!(at(&mut line, 0.0).as_deref(), Some("0 s, 25 %: round 1\n"));
    let mut terminal = Line::new(true).with_interval(Duration::ZERO);
    terminal.set(0.25, "round 1");
    assert_eq!(at(&mut terminal, 1.9), None, "somebody who looks at a terminal waits as long as ever");
}

#[test]
fn the_time_of_a_run_starts_with_the_command() {
    start_clock();
    let pause = Duration::from_millis(50);
    std::thread::sleep(pause);
    assert!(Progress::begin().elapsed() >= pause);
    std::thread::sleep(pause);
    assert!(Progress::begin().elapsed() >= 2 * pause, "a second run goes on counting");
}

/// The time that passed before the run began is included.
#[test]
fn the_first_line_shows_the_elapsed_time_of_the_command() {
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

/// Every command that may take long, with arguments that make it short here. The number is the minimum number of
/// different progress messages.
fn long_commands(base: &str, boards: &str) -> Vec<(Vec<String>, usize)> {
    let words = |words: &str, least: usize| {
        let words = words.replace("BASE", base).replace("BOARDS", boards);
        (words.split(' ').map(str::to_owned).collect(), least)
    };
    vec![
        words("verify BASE --rounds 1", 3),
        words("coverage --random 20 --level 1,3 --missing 0", 1),
        words("contest --games 8 --nodes 1 --threads 1", 2),
        words("mutate BASE --rounds 1", 4),
        words("explain --file BOARDS", 5),
        words("forbidden --file BOARDS --format json", 5),
        words("apply --file BOARDS", 5),
        words("eval --file BOARDS", 5),
        words("solve --file BOARDS --nodes 1", 5),
        words("analyse --file BOARDS --nodes 1", 5),
        words("test BASE", 3),
        words("bench --moves h8 --time 0.001", 2),
        words("answers BASE", 2),
        words("statistics --file BOARDS", 5),
    ]
}

#[test]
fn every_long_command_shows_progress() {
    let rules = "rule five for white at level 0 if white.five(Group1)\n\
                 rule four for white at level 1 plays Field1 if\n    \
                 white.four(Group1), in(Field1, Group1), empty(Field1)";
    let base = crate::commands::base("progress", rules);
    let example = "misses: there is no stone\n 8 .\n   h\n";
    let positions = format!("rule five for white\n{0}rule four for white\n{0}", example);
    std::fs::write(format!("{base}/positions.txt"), positions).expect("it can be written");
    let boards = crate::commands::folder("boards", &[("five.tsv", "#moves\nh8\ni9\nh8,i9\nh8,j9\nh8,j8\n")]);
    for (words, least) in long_commands(&base, &format!("{boards}/five.tsv")) {
        let run = |often: Option<&str>| {
            let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_noire"));
            command.args(&words).env_remove("NOIRE_PROGRESS");
            often.map(|often| command.env("NOIRE_PROGRESS", often));
            let output = command.output().expect("the program starts");
            (output.status.code(), String::from_utf8(output.stderr).expect("it writes UTF-8"))
        };
        let (status, err) = run(Some("0"));
        let lines = told(&err);
        let mut whats: Vec<&str> = lines.iter().map(|(.., what)| *what).collect();
        whats.dedup();
        assert!(matches!(status, Some(0 | 1)) && whats.len() >= least, "{words:?}: {status:?}\n{err}");
        // Neither the time nor the share of work done decreases.
        assert!(lines.is_sorted_by_key(|(seconds, ..)| *seconds), "{words:?}: {err}");
        assert!(lines.is_sorted_by_key(|(_, done, _)| *done), "{words:?}: {err}");
        assert!(lines.len() < 10_000, "{words:?}: {} lines", lines.len());
        // By default a short run shows no progress.
        if least == 5 {
            assert_eq!(told(&run(None).1), [], "{words:?}");
        }
    }
}

#[test]
fn no_progress_is_shown_before_it_is_known() {
    assert_eq!(at(&mut Line::new(false), 60.0), None);
}

#[test]
fn an_alarm_sets_its_flag_after_its_time_unless_cancelled() {
    let sign = Arc::new(AtomicBool::new(false));
    drop(Alarm::new(Duration::from_secs(3600), &sign));
    assert!(!sign.load(Ordering::Relaxed));
    let alarm = Alarm::new(Duration::ZERO, &sign);
    assert!(sign.load(Ordering::Relaxed));
    drop(alarm);
}
