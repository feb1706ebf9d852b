//! Weights fitted to games: the same with any number of threads and from a log, written where they belong, and no command that is
//! used wrongly changes a file.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::commands::{Ran, folder, noire};

/// Fits to so few games that it takes no time.
fn tune(words: &[&str]) -> Ran {
    noire(&[&["tune", "--games", "4", "--nodes", "40"], words].concat())
}

fn object(ran: &Ran) -> Value {
    assert_eq!(ran.status, 0, "{}", ran.err);
    serde_json::from_str(&ran.out).expect("it prints an object")
}

/// A folder with the printed base, whose scores are its own, and the path of its scores.
fn own_base(test: &str) -> (String, String) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("knowledge/renju-2001");
    let to = folder(&format!("tune-{test}"), &[]);
    let base = Path::new(&to).join("renju-2001");
    fs::create_dir_all(&base).expect("it can be made");
    for file in fs::read_dir(from).expect("it is there").flatten() {
        if file.file_type().is_ok_and(|kind| kind.is_file()) {
            fs::copy(file.path(), base.join(file.file_name())).expect("it can be copied");
        }
    }
    let path = |path: &Path| path.display().to_string();
    (path(&base), path(&base.join("scores.blanche")))
}

#[test]
fn weights_are_the_same_with_any_number_of_threads_and_from_a_log() {
    let log = format!("{}/games.log", folder("tune-log", &[]));
    let told = object(&tune(&["--format", "json", "--threads", "1"]));
    assert_eq!(told, object(&tune(&["--format", "json", "--threads", "3"])));
    object(&noire(&["tune", "--games", "2", "--nodes", "40", "--log", &log, "--format", "json"]));
    assert_eq!(told, object(&tune(&["--format", "json", "--log", &log])));
    let logged = fs::read_to_string(&log).expect("it was written");
    assert_eq!(logged.lines().count(), 3, "{logged}");
    for name in ["before", "after"] {
        let loss = told[name].as_f64().expect("a number");
        assert!((0.3..0.7).contains(&loss), "{name}: {loss}");
    }
    assert!(told["after"].as_f64() < told["before"].as_f64(), "{told}");
    assert!(told["held_out"]["games"].as_u64().expect("a number") > 40, "{told}");
}

#[test]
fn a_log_of_other_games_is_refused_and_stays_as_it_is() {
    let log = format!("{}/games.log", folder("tune-other", &[]));
    object(&tune(&["--format", "json", "--log", &log]));
    let before = fs::read_to_string(&log).expect("it was written");
    let other = tune(&["--log", &log, "--seed", "2"]);
    assert_eq!(other.status, 2, "{}", other.err);
    assert!(other.err.contains("the seed was 1, and is 2"), "{}", other.err);
    assert_eq!(fs::read_to_string(&log).expect("it is there"), before);
}

#[test]
fn weights_are_written_into_the_text_with_their_origin() {
    let (base, file) = own_base("written");
    let before = fs::read_to_string(&file).expect("it is there");
    let told = object(&tune(&["--game", &base, "--backend", "interpreted", "--write", "--format", "json"]));
    assert_eq!(told["written"], 1);
    let text = fs::read_to_string(&file).expect("it is there");
    for score in told["scores"].as_array().expect("scores") {
        let (name, new) = (score["name"].as_str().expect("a name"), &score["new"]);
        let words = format!("attacking {} defending {} if", new[0], new[1]);
        let stands =
            text.lines().any(|line| line.starts_with(&format!("score {name} for")) && line.contains(&words));
        assert!(stands, "{name} {words}: {text}");
    }
    assert_ne!(text, before);
    assert!(text.contains("\n% Weights from `noire tune`: "), "{text}");
    let again = object(&tune(&["--game", &base, "--backend", "interpreted", "--write", "--format", "json"]));
    assert_eq!(again["scores"][0]["old"], told["scores"][0]["new"]);
    let text = fs::read_to_string(&file).expect("it is there");
    assert_eq!(text.matches("noire tune").count(), 1, "{text}");
}

#[test]
fn a_base_that_is_built_in_has_no_files_to_write_to() {
    let told = tune(&["--write"]);
    assert_eq!(told.status, 2, "{}", told.err);
    assert!(told.err.contains("`noire tune my-base/`"), "{}", told.err);
}

#[test]
fn scores_that_are_no_files_of_the_user_are_found_out_before_the_games() {
    // Below a folder with a folder `knowledge` its files would be the user's.
    let to = std::env::temp_dir().join(format!("tune-built-in-{}", std::process::id()));
    fs::create_dir_all(&to).expect("a folder can be made");
    let ran = |words: &[&str]| {
        let ran = Command::new(env!("CARGO_BIN_EXE_noire")).args(words).current_dir(&to).output();
        Ran::from(ran.expect("the program starts"))
    };
    assert_eq!(ran(&["new", "mine"]).status, 0);
    let told = ran(&["tune", "--game", "mine", "--games", "4", "--nodes", "40", "--write"]);
    fs::remove_dir_all(&to).expect("it can be removed");
    assert_eq!((told.status, told.out.as_str()), (2, ""), "{}", told.err);
    let said = "`mine` takes its scores from five-in-a-row/scores.blanche, which is built in";
    assert!(told.err.contains(said) && told.err.contains("`noire games --output knowledge`"), "{}", told.err);
}

#[cfg(unix)]
#[test]
fn weights_that_cannot_be_written_are_told() {
    let (base, file) = own_base("unwritten");
    let log = format!("{base}/games.log");
    let words = ["--game", &base, "--backend", "interpreted", "--write", "--log", &log];
    let mut running = Command::new(env!("CARGO_BIN_EXE_noire"));
    let running = running.args(["tune", "--games", "4", "--nodes", "40"]).args(words);
    let running = running.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let running = running.expect("the program starts");
    // The base was read when the log begins.
    while !Path::new(&log).exists() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let moved = format!("\n\n{}", fs::read_to_string(&file).expect("it is there"));
    fs::write(&file, &moved).expect("it is written");
    let told = Ran::from(running.wait_with_output().expect("it ends"));
    assert_eq!(told.status, 1, "{}", told.err);
    assert!(told.err.contains("the score does not stand here any more"), "{}", told.err);
    assert!(told.out.contains("mean loss in") && !told.out.contains("written to"), "{}", told.out);
    assert_eq!(fs::read_to_string(&file).expect("it is there"), moved);
}

#[test]
fn a_log_of_other_weights_is_of_another_tuning() {
    let (base, file) = own_base("log-of-weights");
    let log = format!("{base}/games.log");
    let tune = || tune(&["--game", &base, "--backend", "interpreted", "--log", &log, "--format", "json"]);
    object(&tune());
    let text = fs::read_to_string(&file).expect("it is there");
    fs::write(&file, text.replacen("attacking ", "attacking 1", 1)).expect("it is written");
    let other = tune();
    assert_eq!(other.status, 2, "{}", other.err);
    let said = "the log is of another tuning: the base was renju-2001 ";
    assert!(other.err.contains(said) && other.err.contains("such as --write leaves it"), "{}", other.err);
    assert!(!other.err.contains("contest"), "{}", other.err);
}
