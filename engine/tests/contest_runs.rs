//! Contests as somebody holds them: the same with any number of threads and after a stop, logs that are damaged or of another
//! contest, and programs that play, crash, never answer, or say what is no move.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use noire::gomocup::program::CommandLine;
use noire::laboratory::contest::log::{Log, LogError, Settings};
use noire::laboratory::contest::{Pair, PlayedGame, Used};
use noire::laboratory::engine_match::score::GameScore;
use serde_json::Value;

use crate::commands::{Ran, folder, noire};

/// A contest of so many games that takes no clock, with these words besides.
fn contest_of(games: &str, words: &[&str]) -> Ran {
    noire(&[&["contest", "--nodes", "60", "--games", games], words].concat())
}

fn contest(words: &[&str]) -> Ran {
    contest_of("12", words)
}

/// The object that a contest prints, without its times.
fn object(ran: &Ran) -> Value {
    assert_eq!(ran.status, 0, "{}", ran.err);
    let mut object: Value = serde_json::from_str(&ran.out).expect("it prints an object");
    object.as_object_mut().expect("it is one").remove("known");
    for contestant in object["contestants"].as_array_mut().expect("there are two") {
        let contestant = contestant.as_object_mut().expect("each is an object");
        for time in ["seconds", "slowest", "late"] {
            assert!(contestant.remove(time).is_some(), "{time} is told");
        }
    }
    object
}

/// A path for a log that is not there.
fn log(test: &str) -> String {
    format!("{}/a.log", folder(&format!("contest-{test}"), &[]))
}

#[test]
fn the_figures_are_told_as_text_and_as_an_object() {
    let told = contest(&["--sprt", "0,20"]);
    assert_eq!((told.status, told.err.as_str()), (0, ""));
    for part in
        ["12 games: ", " score ", "pairs: ", "Elo 0 or 20: LLR ", "; undecided", "ends: ", "classic: "]
    {
        assert!(told.out.contains(part), "{part}: {}", told.out);
    }
    let told = object(&contest(&["--sprt", "-10,20", "--elo", "normalized", "--format", "json"]));
    assert_eq!(told["games"], 12);
    let pairs: Vec<u64> =
        told["pairs"].as_array().expect("five").iter().map(|one| one.as_u64().expect("a number")).collect();
    assert_eq!((pairs.len(), pairs.iter().sum::<u64>()), (5, 6));
    let points: f64 =
        pairs.iter().zip(0..).map(|(pairs, halves)| *pairs as f64 * f64::from(halves) / 4.0).sum();
    assert!((told["score"].as_f64().expect("a share") - points / 6.0).abs() < 1e-9);
    assert_eq!(told["sprt"]["model"], "normalized");
    assert_eq!((&told["sprt"]["low"], &told["sprt"]["high"]), (&(-10.0).into(), &20.0.into()));
    assert_eq!(told["contestants"][0]["name"], "threats");
    let ends: u64 = told["ends"].as_object().expect("ends").values().filter_map(Value::as_u64).sum();
    assert_eq!(ends, 12);
}

#[test]
fn a_contest_without_a_clock_is_the_same_with_any_number_of_threads() {
    let words = ["--sprt", "0,300", "--format", "json", "--threads"];
    let one = object(&contest(&[&words[..], &["1"]].concat()));
    assert_eq!(one, object(&contest(&[&words[..], &["3"]].concat())));
}

#[test]
fn a_contest_takes_no_room_for_games_that_are_not_played() {
    let words = ["--game", "noughts", "--sprt", "0,200", "--format", "json"];
    assert_eq!(object(&contest_of("10000000", &words))["sprt"]["verdict"], "accepted");
    for games in ["10000001", "1000000000000", "18446744073709551615"] {
        assert_eq!(contest_of(games, &words).status, 2, "{games}");
    }
}

#[test]
fn a_sure_test_ends_a_contest_early() {
    let words = ["--game", "noughts", "--sprt", "0,200", "--format", "json"];
    let told = object(&contest_of("400", &words));
    assert_eq!(told["sprt"]["verdict"], "accepted");
    assert!(told["games"].as_u64().expect("a number") < 200, "{told}");
    let turned = ["--first", "random", "--second", "search"];
    let told = object(&contest_of("400", &[&words[..], &turned].concat()));
    assert_eq!(told["sprt"]["verdict"], "rejected");
}

#[test]
fn a_contest_that_goes_on_ends_as_one_that_was_not_stopped() {
    let (whole, path) = (log("whole"), log("resumed"));
    let words = |path| ["--format", "json", "--log", path];
    let at_once = object(&contest(&words(&whole)));
    let text = fs::read_to_string(&whole).expect("it was written");
    assert_eq!(text.lines().count(), 7, "a header and six pairs");
    // The first pairs, and half of a line, as a crash leaves it.
    let lines: Vec<&str> = text.lines().collect();
    fs::write(&path, format!("{}\n{}", lines[..3].join("\n"), &lines[3][..40])).expect("it can be written");
    let went_on = contest(&words(&path));
    assert_eq!(went_on.err, format!("note: {path}:4: the line is damaged: its pair is played again\n"));
    assert_eq!(object(&went_on), at_once);
    // A pair in the middle is missing, and then nothing.
    fs::write(&path, [&lines[..2], &lines[3..]].concat().join("\n")).expect("it can be written");
    assert_eq!(object(&contest(&words(&path))), at_once);
    let again = contest(&words(&path));
    assert_eq!(object(&again), at_once);
    assert!(again.out.contains("\"known\":6"), "{}", again.out);
    // A longer contest takes up a shorter one.
    let longer = object(&contest_of("14", &words(&path)));
    assert_eq!(longer["games"], 14);
}

#[test]
fn damaged_lines_are_told_and_their_pairs_played_again() {
    let path = log("damaged");
    let at_once = object(&contest(&["--format", "json", "--log", &path]));
    let text = fs::read_to_string(&path).expect("it was written");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    // Somebody wins who has lost; a number too large; a line twice; no line at all.
    let changed = if lines[1].contains("\"won\"") { ["won", "lost"] } else { ["lost", "won"] };
    lines[1] = lines[1].replacen(changed[0], changed[1], 1);
    lines[2] = "{\"pair\": 99999999999999999999999999}".to_owned();
    lines[4] = lines[3].clone();
    lines[5] = "\u{fffd}\u{0}[[[[".to_owned();
    fs::write(&path, lines.join("\n")).expect("it can be written");
    let ran = contest(&["--format", "json", "--log", &path]);
    let said: Vec<&str> = ran.err.lines().collect();
    let expected = [
        format!("note: {path}:2: the line is damaged: its pair is played again"),
        format!("note: {path}:3: the line is damaged: its pair is played again"),
        format!("note: {path}:5: the pair stands in a line before, which counts"),
        format!("note: {path}:6: the line is damaged: its pair is played again"),
    ];
    assert_eq!(said, expected);
    assert_eq!(object(&ran), at_once);
}

#[test]
fn a_log_of_something_else_is_refused_and_stays_as_it_is() {
    let path = log("other");
    assert_eq!(contest(&["--log", &path]).status, 0);
    let text = fs::read_to_string(&path).expect("it was written");
    let refused = |words: &[&str], said: &str| {
        let before = fs::read_to_string(&path).expect("it is there");
        let ran = contest(&[words, &["--log", &path]].concat());
        assert_eq!(ran.status, 2, "{}", ran.err);
        assert!(ran.err.contains(&format!("a.log:1: {said}")), "{}", ran.err);
        assert_eq!(fs::read_to_string(&path).expect("it is there"), before);
    };
    refused(&["--seed", "2"], "the log is of another contest: --seed was 1, and is 2");
    refused(&["--first", "classic"], "the log is of another contest: the first was threats, and is classic");
    refused(&["--time", "1"], "the log is of another contest: --time was not said, and is 1 s");
    refused(&["--base", "gomoku"], "the log is of another contest: the base was renju ");
    fs::write(&path, text.replace("\"contest\":1", "\"contest\":2")).expect("it can be written");
    refused(&[], "the log has version 2, and this program reads 1");
    for other in ["a diary\n", "{}\n", "[1]\n", "\u{0}\n"] {
        fs::write(&path, other).expect("it can be written");
        refused(&[], "this is no log of a contest");
    }
    // Of an empty file nothing is lost.
    fs::write(&path, "\n").expect("it can be written");
    assert_eq!(contest(&["--log", &path]).status, 0);
    assert_eq!(fs::read_to_string(&path).expect("it is there").lines().count(), 7);
    let none = format!("{}/none/a.log", folder("contest-none", &[]));
    assert_eq!(contest(&["--log", &none]).status, 3);
}

/// A pair of games, as a log keeps it.
fn pair(number: u64) -> Pair {
    let used = Used {
        moves: 20,
        positions: number,
        time: Duration::from_micros(1234),
        slowest: Duration::from_micros(77),
        late: 1,
    };
    let game = |score, loss: Option<&str>| PlayedGame {
        score,
        by: "a \"word\"\n".to_owned(),
        loss: loss.map(str::to_owned),
        moves: "h8 i9 ü".to_owned(),
        used: [used, Used::default()],
    };
    [game(GameScore::Won, Some("no\tmove")), game(GameScore::Drawn, None)]
}

#[test]
fn what_a_log_keeps_is_what_was_played_and_no_damage_is_believed() {
    let path = log("bytes");
    let path = Path::new(&path);
    let settings = Settings([("a", "b".to_owned())].into());
    let (mut log, known) = Log::open(path, &settings).expect("it begins");
    assert!(known.pairs.is_empty() && known.damaged.is_empty());
    log.add(3, &pair(3)).expect("it can be written");
    log.add(0, &pair(0)).expect("it can be written");
    let read = Log::open(path, &settings).expect("it goes on").1.pairs;
    assert_eq!(read, [(3, pair(3)), (0, pair(0))].into());
    // Whatever byte changes, the pair is what it was or is not there.
    let text = fs::read(path).expect("it is there");
    let header = text.iter().position(|byte| *byte == b'\n').expect("it has a line");
    for at in (header + 1..text.len()).step_by(3) {
        let mut changed = text.clone();
        changed[at] ^= 1 << (at % 7);
        fs::write(path, changed).expect("it can be written");
        let known = Log::open(path, &settings).expect("the header is whole").1;
        assert!(known.pairs.iter().all(|(number, games)| *games == pair(*number)), "byte {at}");
    }
    match Log::open(path, &Settings([("a", "c".to_owned())].into())) {
        Err(LogError::Other(1, words)) => {
            assert_eq!(words, "the log is of another contest: a was b, and is c");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn contestants_may_know_other_bases_than_the_judge() {
    let rule = "rule five for white at level 0 if white.five(Group1)";
    let own = crate::commands::base("contest-base", rule);
    let told = contest(&["--second", "threats", "--second-base", &own, "--format", "json"]);
    assert!(told.err.contains("compare them with --nodes"), "{}", told.err);
    let told = object(&told);
    assert_eq!(told["contestants"][1]["name"], format!("threats by {own}"));
    assert!(told["wins"].as_u64() > told["losses"].as_u64(), "who knows only fives loses: {told}");
    let words = ["--game", "noughts", "--first", "winning", "--second", "winning"];
    let same = object(&contest(&[&words[..], &["--format", "json"]].concat()));
    let text = concat!(env!("CARGO_MANIFEST_DIR"), "/knowledge/noughts");
    let other = object(&contest(&[&words[..], &["--second-base", text, "--format", "json"]].concat()));
    assert_eq!(same["pairs"], other["pairs"], "moves go from one text to the other");
    let refused = contest(&["--game", "noughts", "--first-base", "othello"]);
    assert_eq!(refused.status, 2);
    assert!(
        refused.err.contains("the text of a contestant has other moves than the judge's"),
        "{}",
        refused.err
    );
}

#[test]
fn what_cannot_be_held_is_said() {
    let said = |words: &[&str], part: &str| {
        let ran = noire(&[&["contest"], words].concat());
        assert_eq!(ran.status, 2, "{words:?}: {}", ran.err);
        assert!(ran.err.contains(part), "{words:?}: {}", ran.err);
    };
    said(&["--first", "thraets"], "there is no strategy `thraets`; did you mean `threats`?");
    said(&["--first", "threats:width=2"], "what can be set is level, depth, nodes, threads");
    said(&["--first", "threats:depth=x"], "expected a number from 1 on, as in `depth=8`");
    said(&["--first", "threats:nodes=5,nodes=6"], "`nodes` is set twice");
    said(&["--first", "threats:threads=0"], "`threads=0`: expected a number from 1 to 256");
    said(&["--first", "threats:threads=257"], "`threads=257`: expected a number from 1 to 256");
    said(&["--first", "threats:depth=0"], "`depth=0`: expected a number from 1 on");
    said(&["--first", "threats:nodes=0"], "`nodes=0`: expected a number from 1 on");
    said(&["--game", "noughts", "--first", "classic"], "there is no agent `classic`");
    said(&["--sprt", "5"], "two numbers of Elo points are expected, such as 0,10");
    said(&["--sprt", "5,0"], "the first of two bounds is the smaller one");
    said(&["--sprt", "0,5", "--alpha", "0.7"], "alpha and beta are shares");
    said(&["--second-program", "/nowhere/program", "--time", "1"], "the program cannot be started");
    said(&["--second-program", "'x", "--time", "1"], "a quote ' is not closed");
    said(&["--second-program", " ", "--time", "1"], "it names no program");
    said(&["--second-program", "cat", "--nodes", "1"], "--nodes means nothing to a program");
    said(&["--second-program", "cat", "--base", "renju-2001"], "has no number for the rules of `renju-2001`");
}

#[test]
fn words_of_a_command_stand_apart_and_quotes_hold_them_together() {
    let read = |text| CommandLine::new(text, Duration::ZERO).map(|line| line.to_string());
    assert_eq!(read(" a  b "), Ok("a b".to_owned()));
    let words = format!("{:?}", CommandLine::new("'a b' c\"d 'e\" ''", Duration::ZERO).expect("it is one"));
    assert!(words.contains(r#"["a b", "cd 'e", ""]"#), "{words}");
}

/// A contest of two games against a program, in time.
fn against(program: &str, words: &[&str]) -> Ran {
    let all = ["contest", "--first", "threats:nodes=40", "--games", "2", "--time", "0.2", "--format", "json"];
    noire(&[&all[..], &["--second-program", program], words].concat())
}

#[test]
fn our_own_program_plays_by_the_protocol() {
    let program = format!("'{}' gomocup --nodes 40", env!("CARGO_BIN_EXE_noire"));
    let ran = against(&program, &["--tolerance", "20"]);
    let told = object(&ran);
    assert_eq!(ran.err, "");
    assert_eq!(told["games"], 2);
    assert_eq!(told["contestants"][1]["losses"], serde_json::json!({}));
    assert!(told["contestants"][1]["moves"].as_u64() > Some(2), "{told}");
    let game_time = ["--game-time", "60", "--base", "gomoku", "--tolerance", "20"];
    assert_eq!(against(&program, &game_time).err, "");
}

/// Two games against a script of the shell; how the program lost both, and how long it took.
#[cfg(unix)]
fn lost_by(test: &str, script: &str) -> (String, String, Duration) {
    let folder = folder(&format!("contest-{test}"), &[("program.sh", script)]);
    let begin = Instant::now();
    let ran = against(&format!("sh '{folder}/program.sh'"), &["--ready", "0.3"]);
    let took = begin.elapsed();
    let told = object(&ran);
    assert_eq!(told["wins"], 2, "{told}");
    let losses = told["contestants"][1]["losses"].as_object().expect("an object");
    let [(name, times)] = losses.iter().collect::<Vec<_>>()[..] else { panic!("{losses:?}") };
    assert_eq!(times, 2);
    (name.clone(), ran.err.lines().next().expect("it is told").to_owned(), took)
}

#[cfg(unix)]
#[test]
fn a_program_that_crashes_or_says_what_is_no_move_loses_and_is_told() {
    let ready = "read start\necho OK\n";
    let answers =
        |line: &str| format!("{ready}while read line; do if [ \"$line\" = DONE ]; then {line}; fi; done");
    for (test, script, name, said) in [
        ("ends", "exit 3".to_owned(), "crash", "it ended: exit status: 3"),
        ("crashes", answers("kill -SEGV $$"), "crash", "it ended: signal: 11"),
        ("occupied", answers("echo MESSAGE hm; echo 7,7"), "illegal move", "h8 cannot be played"),
        ("outside", answers("echo 15,0"), "illegal move", "it said `15,0`, which is no move"),
        ("words", answers("echo I resign"), "illegal move", "it said `I resign`, which is no move"),
        ("error", answers("echo ERROR what"), "illegal move", "it said `ERROR what`, which is no move"),
        ("refuses", "read start\necho ERROR 15".to_owned(), "illegal move", "it said `ERROR 15`"),
        ("bytes", answers("printf '\\377\\000\\n'"), "illegal move", "which is no move"),
    ] {
        let (by, first, _) = lost_by(test, &script);
        assert_eq!(by, name, "{test}: {first}");
        assert!(first.starts_with("note: pair 1, game 1: ") && first.contains(said), "{test}: {first}");
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_never_answers_loses_on_time_and_nobody_waits_for_it() {
    let ready = "read start\necho OK\n";
    for (test, script) in [
        ("silent", "exec sleep 100".to_owned()),
        ("mute", format!("{ready}exec sleep 100")),
        ("deaf", format!("{ready}trap '' HUP INT TERM\nexec sleep 100")),
        ("talks", format!("{ready}exec yes MESSAGE and so on")),
    ] {
        let (by, first, took) = lost_by(test, &script);
        assert_eq!(by, "time", "{test}: {first}");
        assert!(first.ends_with("lost: no move came in time"), "{test}: {first}");
        assert!(took < Duration::from_secs(50), "{test}: {took:?}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_contest_with_the_figures_so_far_from_which_it_goes_on() {
    let path = log("stopped");
    let words = ["contest", "--nodes", "3000", "--games", "100000", "--threads", "2", "--log", &path];
    let (ran, took) = crate::commands::interrupted_after(&words, Duration::from_secs(2));
    assert_eq!(ran.status, 130, "{}", ran.err);
    assert!(took < Duration::from_secs(20), "{took:?}");
    let lines = fs::read_to_string(&path).expect("it was written").lines().count();
    let told = if lines > 1 { format!("  {} games: ", 2 * (lines - 1)) } else { "no game".to_owned() };
    assert!(ran.out.contains(&told), "{lines} lines: {}", ran.out);
    let games = (2 * lines).to_string();
    let words = ["contest", "--nodes", "3000", "--games", &games, "--log", &path, "--format", "json"];
    assert_eq!(object(&noire(&words))["games"], 2 * lines);
}

#[test]
fn openings_of_a_file_are_played_one_after_the_other() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("engine/data/even_openings.tsv");
    let file = noire::record::open_positions(&path).expect("it can be read");
    assert!(file.entries.len() > 300, "{} openings", file.entries.len());
    let log = log("given-openings");
    let told = contest_of("4", &["--openings", path.to_str().expect("a path"), "--log", &log]);
    assert_eq!((told.status, told.err.as_str()), (0, ""));
    let text = fs::read_to_string(&log).expect("it was written");
    for entry in &file.entries[..2] {
        let begins = format!("\"moves\":\"{} ", entry.text.replace(',', " "));
        assert_eq!(text.matches(&begins).count(), 2, "{begins} in {text}");
    }
    // Another list is another contest, and two lines are two pairs.
    let own = folder("contest-own-openings", &[("own.tsv", "# moves\nh8,i9,g7\nh8,h9,j10\n")]);
    let own = format!("{own}/own.tsv");
    assert_eq!(contest_of("4", &["--openings", &own, "--log", &log]).status, 2);
    let told = contest_of("40", &["--openings", &own]);
    assert!(told.out.contains("4 games: "));
    assert!(
        told.err.contains("note: 2 openings from both sides: 4 games are played, not 40"),
        "{}",
        told.err
    );
}

#[test]
fn what_is_no_opening_is_told_with_its_line() {
    let files = [
        ("over.tsv", "# moves\nh8,i9\nh8,a1,h9,b1,h10,c1,h11,d1,h12\n"),
        ("passes.tsv", "# moves\nh8,-,g7\n"),
        ("none.tsv", "# moves\n"),
        ("twice.tsv", "# moves\nh8,h8\n"),
    ];
    let folder = folder("contest-no-openings", &files);
    let told = [
        ("over.tsv", "over.tsv:3: the game is over after this opening"),
        ("passes.tsv", "passes.tsv:2: an opening is a list of moves, in which nobody passes"),
        ("none.tsv", "none.tsv has no openings"),
        ("twice.tsv", "twice.tsv:2:4: a second stone on h8"),
        ("missing.tsv", "there is no file"),
    ];
    for (file, words) in told {
        let ran = contest_of("4", &["--openings", &format!("{folder}/{file}")]);
        assert!(ran.status != 0 && ran.err.contains(words), "{file}: {} {}", ran.status, ran.err);
    }
}
