//! Tests of contest logs: a log keeps all games that were played, and damage to a log is detected.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::contest::log::{Log, LogError, Settings};
use crate::contest::score::GameScore;
use crate::contest::{Pair, PlayedGame, Used};
use crate::tests::folders::folder;

/// A pair of games with all fields filled in.
fn pair(number: u64) -> Pair {
    let used = Used {
        moves: 20,
        positions: number,
        time: Duration::from_micros(1234),
        slowest: Duration::from_micros(77),
        late: 1,
        depths: 9,
        given_up: Some("ü \" 1".to_owned()),
    };
    let game = |score, loss: Option<&str>| PlayedGame {
        score,
        by: "a \"word\"\n".to_owned(),
        loss: loss.map(str::to_owned),
        moves: "h8 i9 ü".to_owned(),
        used: [used.clone(), Used::default()],
    };
    [game(GameScore::Won, Some("no\tmove")), game(GameScore::Drawn, None)]
}

#[test]
fn a_log_keeps_played_pairs_and_drops_damaged_ones() {
    let path = format!("{}/a.log", folder("contest-bytes", &[]));
    let path = Path::new(&path);
    let settings = Settings([("a".to_owned(), "b".to_owned())].into());
    let (mut log, known) = Log::open(path, &settings, "contest").expect("it begins");
    assert!(known.pairs.is_empty() && known.damaged.is_empty());
    log.add(3, &pair(3)).expect("it can be written");
    log.add(0, &pair(0)).expect("it can be written");
    let read = Log::open(path, &settings, "contest").expect("it goes on").1.pairs;
    assert_eq!(read, [(3, pair(3)), (0, pair(0))].into());
    // Whichever byte changes, each pair is either intact or dropped.
    let text = fs::read(path).expect("it is there");
    let header = text.iter().position(|byte| *byte == b'\n').expect("it has a line");
    for at in (header + 1..text.len()).step_by(3) {
        let mut changed = text.clone();
        changed[at] ^= 1 << (at % 7);
        fs::write(path, changed).expect("it can be written");
        let known = Log::open(path, &settings, "contest").expect("the header is whole").1;
        assert!(known.pairs.iter().all(|(number, games)| *games == pair(*number)), "byte {at}");
    }
    match Log::open(path, &Settings([("a".to_owned(), "c".to_owned())].into()), "contest") {
        Err(LogError::Other(1, words)) => {
            assert_eq!(words, "the log is of another contest: a was b, and is c");
        }
        other => panic!("{other:?}"),
    }
}
