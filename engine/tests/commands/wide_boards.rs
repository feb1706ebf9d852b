//! Tests with noughts and crosses on larger boards. A single game takes minutes there, and the game tree is too large
//! to search.

use super::*;

/// A folder with noughts and crosses on a board with this number of fields on each side.
fn noughts(test: &str, side: usize) -> String {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("knowledge/noughts");
    let mut files = Vec::new();
    for entry in fs::read_dir(from).expect("it can be read").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".blanche") {
            let text = fs::read_to_string(entry.path()).expect("it can be read");
            let board = format!("board {side} by {side}");
            files.push((format!("noughts/{name}"), text.replace("board 3 by 3", &board)));
        }
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&name[..], &text[..])).collect();
    folder(test, &files) + "/noughts"
}

#[test]
fn a_time_limit_ends_work_within_a_game() {
    let game = noughts("wide-time", 19);
    for (command, looked) in [("verify", "positions"), ("coverage", "examined")] {
        let ran = noire(&[command, "--game", &game, "--time", "4", "--threads", "1", "--format", "json"]);
        assert_eq!(ran.status, 0, "{command}: {}", ran.err);
        assert!(
            !ran.out.contains(&format!("\"{looked}\":0,")),
            "{command} looks at some positions: {}",
            ran.out
        );
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_work_within_a_game() {
    let game = noughts("wide-interrupted", 19);
    for words in [
        &["verify", "--game", &game, "--rounds", "1"][..],
        &["coverage", "--game", &game, "--threads", "1"],
        &["mutate", "--game", &game],
        &["watch", &game, "--without-verify"],
    ] {
        let (ran, took) = interrupted_after(words, Duration::from_secs(3));
        assert_eq!(ran.status, 130, "{words:?}: {}", ran.err);
        assert!(took < Duration::from_secs(20), "{words:?} took {took:?}");
    }
}

#[test]
fn learn_first_checks_whether_all_games_can_be_tried() {
    for (side, few) in [(3, true), (4, false)] {
        let test = format!("wide-learn-{side}");
        let game = noughts(&test, side);
        let into = format!("{game}-learned");
        let words = ["learn", "--game", &game, "--games", "1", "--into", &into];
        let mut command = Command::new(env!("CARGO_BIN_EXE_noire"));
        let ran: Ran = command.args(words).env("NOIRE_PROGRESS", "0").output().expect("it starts").into();
        assert_eq!(ran.status, 0, "{}", ran.err);
        let said =
            "o plays by what was learned; not all games were tried: there are more than 10000 positions\n";
        assert_eq!(ran.out.contains(said), !few, "{}", ran.out);
        assert_eq!(ran.out.contains("o plays by what was learned, interpreted: of all "), few, "{}", ran.out);
        assert!(ran.err.contains("whether all games can be tried"), "{}", ran.err);
        assert_eq!(ran.err.contains("all games of o are tried"), few, "{}", ran.err);
    }
}
