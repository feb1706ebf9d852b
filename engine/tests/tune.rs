//! Weights fitted to games: the same with any number of threads and from a log, written where they belong, and no command that is
//! used wrongly changes a file.

use std::fs;
use std::path::Path;

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
    let told = object(&tune(&["--base", &base, "--backend", "interpreted", "--write", "--format", "json"]));
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
    let again = object(&tune(&["--base", &base, "--backend", "interpreted", "--write", "--format", "json"]));
    assert_eq!(again["scores"][0]["old"], told["scores"][0]["new"]);
    let text = fs::read_to_string(&file).expect("it is there");
    assert_eq!(text.matches("noire tune").count(), 1, "{text}");
}

#[test]
fn a_base_that_is_built_in_has_no_files_to_write_to() {
    let told = tune(&["--write"]);
    assert_eq!(told.status, 2, "{}", told.err);
    assert!(told.err.contains("--base my-base/"), "{}", told.err);
}
