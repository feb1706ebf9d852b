//! Tests of contests on the command line. A contest has the same result with any number of threads, and after an
//! interruption. Logs may be damaged or belong to another contest. External programs may play, crash, never answer, or
//! answer with invalid moves.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use blanche_compiler::runtime::Limits;
use noire::facts::Base;
use noire::games::judge;
use noire::gomocup::program::CommandLine;
use noire::record::{Format, read_games};
use serde_json::Value;

use crate::commands::{Ran, folder, noire};

/// Runs a contest of this number of games without a clock. `more` arguments can be added.
fn contest_of(games: &str, words: &[&str]) -> Ran {
    noire(&[&["contest", "--nodes", "60", "--games", games], words].concat())
}

fn contest(words: &[&str]) -> Ran {
    contest_of("12", words)
}

/// The JSON object that a contest prints, without its times.
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

/// A path for a log, where no file exists yet.
fn log(test: &str) -> String {
    format!("{}/a.log", folder(&format!("contest-{test}"), &[]))
}

#[test]
fn the_results_are_printed_as_text_and_as_json() {
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
    assert_eq!(told["contestants"][0]["name"], "search");
    let ends: u64 = told["ends"].as_object().expect("ends").values().filter_map(Value::as_u64).sum();
    assert_eq!(ends, 12);
}

#[test]
fn a_contest_without_a_clock_does_not_depend_on_the_number_of_threads() {
    let words = ["--sprt", "0,300", "--format", "json", "--threads"];
    let one = object(&contest(&[&words[..], &["1"]].concat()));
    assert_eq!(one, object(&contest(&[&words[..], &["3"]].concat())));
}

#[test]
fn a_contest_allocates_nothing_for_unplayed_games() {
    let words = ["--game", "noughts", "--sprt", "0,200", "--format", "json"];
    assert_eq!(object(&contest_of("10000000", &words))["sprt"]["verdict"], "accepted");
    for games in ["10000001", "1000000000000", "18446744073709551615"] {
        assert_eq!(contest_of(games, &words).status, 2, "{games}");
    }
}

#[test]
fn a_decided_test_ends_a_contest_early() {
    let words = ["--game", "noughts", "--sprt", "0,200", "--format", "json"];
    let told = object(&contest_of("400", &words));
    assert_eq!(told["sprt"]["verdict"], "accepted");
    assert!(told["games"].as_u64().expect("a number") < 200, "{told}");
    let turned = ["--player", "random", "--player", "search"];
    let told = object(&contest_of("400", &[&words[..], &turned].concat()));
    assert_eq!(told["sprt"]["verdict"], "rejected");
}

#[test]
fn a_resumed_contest_ends_like_an_uninterrupted_one() {
    let (whole, path) = (log("whole"), log("resumed"));
    let words = |path| ["--format", "json", "--log", path];
    let at_once = object(&contest(&words(&whole)));
    let text = fs::read_to_string(&whole).expect("it was written");
    assert_eq!(text.lines().count(), 7, "a header and six pairs");
    // As a crash may leave it, the log has only the first pairs of games and half of a line.
    let lines: Vec<&str> = text.lines().collect();
    fs::write(&path, format!("{}\n{}", lines[..3].join("\n"), &lines[3][..40])).expect("it can be written");
    let went_on = contest(&words(&path));
    assert_eq!(went_on.err, format!("note: {path}:4: the line is damaged: its pair is played again\n"));
    assert_eq!(object(&went_on), at_once);
    // A pair is missing in the middle, and there is no line break after the last pair.
    fs::write(&path, [&lines[..2], &lines[3..]].concat().join("\n")).expect("it can be written");
    assert_eq!(object(&contest(&words(&path))), at_once);
    let again = contest(&words(&path));
    assert_eq!(object(&again), at_once);
    assert!(again.out.contains("\"known\":6"), "{}", again.out);
    // A longer contest continues a shorter one.
    let longer = object(&contest_of("14", &words(&path)));
    assert_eq!(longer["games"], 14);
}

#[test]
fn damaged_log_lines_are_reported_and_their_pairs_replayed() {
    let path = log("damaged");
    let at_once = object(&contest(&["--format", "json", "--log", &path]));
    let text = fs::read_to_string(&path).expect("it was written");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    // A reversed result, a number that is too large, a repeated line, and an invalid line.
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
        format!("note: {path}:5: the pair is on an earlier line, which counts"),
        format!("note: {path}:6: the line is damaged: its pair is played again"),
    ];
    assert_eq!(said, expected);
    assert_eq!(object(&ran), at_once);
}

#[test]
fn many_ignored_log_lines_are_counted() {
    let path = log("repeated");
    let at_once = object(&contest(&["--format", "json", "--log", &path]));
    let text = fs::read_to_string(&path).expect("it was written");
    let last = text.lines().last().expect("a pair").to_owned() + "\n";
    fs::write(&path, text.clone() + &last.repeat(50)).expect("it can be written");
    let ran = contest(&["--format", "json", "--log", &path]);
    let said: Vec<&str> = ran.err.lines().collect();
    assert_eq!(said.len(), 21, "{}", ran.err);
    let first = text.lines().count() + 1;
    assert_eq!(said[0], format!("note: {path}:{first}: the pair is on an earlier line, which counts"));
    assert_eq!(said[20], format!("note: {path}: and 30 lines more like these"));
    assert_eq!(object(&ran), at_once);
}

#[test]
fn a_log_of_another_contest_is_rejected_and_left_unchanged() {
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
    refused(&["--player", "random"], "the log is of another contest: player 2 was classic, and is random");
    refused(&["--time", "1"], "the log is of another contest: --time was not given, and is 1 s");
    refused(&["--game", "gomoku"], "the log is of another contest: the game was renju ");
    fs::write(&path, text.replace("\"contest\":1", "\"contest\":2")).expect("it can be written");
    refused(&[], "the log has version 2, and this program reads 1");
    for other in ["a diary\n", "{}\n", "[1]\n", "\u{0}\n"] {
        fs::write(&path, other).expect("it can be written");
        refused(&[], "this is not a log of a contest");
    }
    // An empty file contains nothing that could be lost, so it may be used as a log.
    fs::write(&path, "\n").expect("it can be written");
    assert_eq!(contest(&["--log", &path]).status, 0);
    assert_eq!(fs::read_to_string(&path).expect("it is there").lines().count(), 7);
    let none = format!("{}/none/a.log", folder("contest-none", &[]));
    assert_eq!(contest(&["--log", &none]).status, 3);
}

#[test]
fn contestants_may_use_other_bases_than_the_contest() {
    let rule = "rule five for white at level 0 if white.five(Group1)";
    let own = crate::commands::base("contest-base", rule);
    let told =
        contest(&["--player", "search", "--player", &format!("search:game={own}"), "--format", "json"]);
    assert!(told.err.contains("compare them with --nodes"), "{}", told.err);
    let told = object(&told);
    assert_eq!(told["contestants"][1]["name"], format!("search:game={own}"));
    assert!(told["wins"].as_u64() > told["losses"].as_u64(), "who knows only fives loses: {told}");
    // The players use different texts of the rules, so moves are translated from one text to the other.
    let text = concat!(env!("CARGO_MANIFEST_DIR"), "/knowledge/noughts");
    let other = format!("search:game={text}");
    let told = |players: [&str; 2]| {
        let words = ["noughts", "--player", players[0], "--player", players[1], "--format", "json"];
        object(&contest(&words))["pairs"].clone()
    };
    assert_eq!(told(["search", "search"]), told(["search", &other]));
    let refused = contest(&["noughts", "--player", "search:game=othello"]);
    assert_eq!(refused.status, 2);
    assert!(
        refused
            .err
            .contains("`othello` is not a base of the game that is played: its players are black, white"),
        "{}",
        refused.err
    );
    // The report says when rules differ only in how games end.
    let told = contest(&["--player", "search:game=gomoku"]);
    assert!(told.err.contains("random games they disagree on who has won"), "{}", told.err);
}

/// Every player meets every other player with the same openings, and a log can be continued.
#[test]
fn several_players_play_a_round_robin() {
    let path = log("round-robin");
    let names = ["search", "winning", "random", "random"];
    let players = names.iter().flat_map(|name| ["--player", name]);
    let words: Vec<&str> =
        ["noughts", "--format", "json", "--log", &path].into_iter().chain(players).collect();
    let ran = contest_of("4", &words);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let lines: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("an object on each line")).collect();
    assert_eq!(lines.len(), 6);
    for line in &lines {
        assert_eq!(line["games"], 4);
    }
    assert_eq!(lines[5]["contestants"][0]["name"], "random");
    assert_eq!(lines[5]["contestants"][1]["name"], "random (2)");
    let again = contest_of("4", &words);
    let known: Value = serde_json::from_str(again.out.lines().next().expect("a line")).expect("an object");
    assert_eq!(known["known"], 12);
    let text =
        contest_of("4", &words[..1].iter().copied().chain(words[5..].iter().copied()).collect::<Vec<_>>());
    assert!(text.out.starts_with("noughts, seed 1\n\n  player      points  games  score\n"), "{}", text.out);
    let refused = contest_of("4", &[&words[..], &["--sprt", "0,5"]].concat());
    assert!(refused.err.contains("--sprt is a test of two players"), "{}", refused.err);
}

#[test]
fn openings_are_played_from_both_sides_and_games_written() {
    let folder = folder("contest-output", &[("two.txt", "b2 a1\nb2 a2\n"), ("over.txt", "a1 b1 a2 b2 a3\n")]);
    for (game, openings, output, begins) in [
        ("noughts", Some("two.txt"), "games.txt", "1. b2 a1"),
        ("renju", None, "games.tsv", "h8,h9,h10"),
        ("renju", None, "games.sgf", ";B[hh]"),
    ] {
        let (openings, output) =
            (openings.map(|file| format!("{folder}/{file}")), format!("{folder}/{output}"));
        let mut words = vec![game, "--player", "search:depth=2,level=3", "--output", &output];
        words.extend(openings.iter().flat_map(|file| ["--openings", file]));
        let _ = fs::remove_file(&output);
        let ran = contest_of("4", &words);
        assert_eq!(ran.status, 0, "{}", ran.err);
        let text = fs::read_to_string(&output).expect("it was written");
        assert!(text.matches(begins).count() >= 2, "{text}");
        // Records are not overwritten.
        assert_eq!(contest_of("4", &words).status, 2);
    }
    let read = read_games(
        "games.tsv",
        &fs::read(format!("{folder}/games.tsv")).expect("it is there"),
        Format::Lines,
    );
    let read = read.expect("it can be read again");
    assert_eq!(read.games.len(), 4);
    let base = Base::open("renju", Limits::default()).expect("it is built in");
    for game in &read.games {
        let judged = judge(game, &base, base.backend()).expect("no limit").expect("the game has ended");
        assert_eq!((judged.moves, Some(judged.outcome)), (game.moves.len(), game.result));
    }
    let refused = contest_of("2", &["--output", "games.psq"]);
    assert_eq!(refused.status, 2);
    assert!(
        refused.err.contains("several games are written to a file that ends in .tsv or .sgf"),
        "{}",
        refused.err
    );
    let same = format!("{folder}/same.tsv");
    let both = contest_of("2", &["noughts", "--output", &same, "--log", &same.replace("/same", "/./same")]);
    let words = "error: --output and --log name the same file\n  give each its own\n";
    assert_eq!((both.status, both.err.as_str()), (2, words));
    let link = format!("{folder}/link.tsv");
    std::os::unix::fs::symlink("same.tsv", &link).expect("a link can be made");
    let both = contest_of("2", &["noughts", "--output", &same, "--log", &link]);
    assert_eq!((both.status, both.err.as_str()), (2, words));
    assert!(!Path::new(&same).exists(), "no game was played");
    let over = contest_of("2", &["noughts", "--openings", &format!("{folder}/over.txt")]);
    assert!(over.err.contains("over.txt:1: the game is over after this opening"), "{}", over.err);
}

#[test]
fn former_options_name_their_replacements() {
    for (words, now) in [
        (&["contest", "--first", "threats:depth=2"][..], "write: --player search:depth=2"),
        (&["match", "--second", "classic"], "write: --player classic"),
        (&["contest", "--second-base", "gomoku"], "write: --player search:game=gomoku"),
        (&["contest", "--first-program", "a b"], "write: --player 'program:a b'"),
        (&["match", "--second-level", "3"], "write: --player search:level=3"),
        (&["match", "--base", "gomoku"], "write: --game gomoku"),
    ] {
        let ran = noire(words);
        assert_eq!(ran.status, 2, "{words:?}");
        assert!(ran.err.contains("has been renamed") && ran.err.contains(now), "{words:?}: {}", ran.err);
    }
    let ran = noire(&["match", "noughts", "--games", "2", "--player", "random"]);
    assert!(ran.status == 0 && ran.out.starts_with("search against random, noughts, seed 1"), "{}", ran.out);
}

#[test]
fn invalid_contests_are_rejected_with_the_reason() {
    let said = |words: &[&str], part: &str| {
        let ran = noire(&[&["contest"], words].concat());
        assert_eq!(ran.status, 2, "{words:?}: {}", ran.err);
        assert!(ran.err.contains(part), "{words:?}: {}", ran.err);
    };
    said(&["--player", "serach"], "there is no player `serach`; did you mean `search`?");
    said(
        &["--player", "search:width=2"],
        "the settings are game, time, nodes, level, depth, scores, threads",
    );
    said(&["--player", "search:scores=three"], "the scores of `renju` count all together");
    said(&["noughts", "--player", "minimax:scores=midle"], "has no score `midle`; did you mean `middle`?");
    said(&["noughts", "--player", "classic"], "noughts has none: it has no `export forcing`");
    said(&["noughts", "--player", "program:cat", "--time", "1"], "has no number for the rules of `noughts`");
    said(&["--ready", "3"], "--ready goes with a player `program:COMMAND`");
    said(&["--sprt", "5"], "expected two numbers of Elo points, such as 0,10");
    said(&["--sprt", "5,0"], "the first bound must be smaller than the second one");
    said(&["--sprt", "0,5", "--alpha", "0.7"], "alpha and beta must be error probabilities");
    said(&["--player", "program:/nowhere/program", "--time", "1"], "the program cannot be started");
    said(&["--player", "program:'x", "--time", "1"], "a quote ' is not closed");
    said(&["--player", "program: ", "--time", "1"], "a program is given by its command");
    said(&["--player", "program:cat", "--nodes", "1"], "--nodes has no effect on a program");
    said(
        &["--player", "program:cat", "--game", "renju-2001", "--time", "1"],
        "has no number for the rules of `renju-2001`",
    );
}

#[test]
fn a_command_line_is_split_at_spaces_outside_quotes() {
    let read = |text| CommandLine::new(text, Duration::ZERO).map(|line| line.to_string());
    assert_eq!(read(" a  b "), Ok("a b".to_owned()));
    let words = format!("{:?}", CommandLine::new("'a b' c\"d 'e\" ''", Duration::ZERO).expect("it is one"));
    assert!(words.contains(r#"["a b", "cd 'e", ""]"#), "{words}");
}

/// A timed contest of two games against a program.
fn against(program: &str, words: &[&str]) -> Ran {
    let all = ["contest", "--player", "search:nodes=40", "--games", "2", "--time", "0.2", "--format", "json"];
    noire(&[&all[..], &["--player", &format!("program:{program}")], words].concat())
}

#[test]
fn noire_plays_as_a_gomocup_program() {
    let program = format!("'{}' gomocup --nodes 40", env!("CARGO_BIN_EXE_noire"));
    let ran = against(&program, &["--tolerance", "20"]);
    let told = object(&ran);
    assert_eq!(ran.err, "");
    assert_eq!(told["games"], 2);
    assert_eq!(told["contestants"][1]["losses"], serde_json::json!({}));
    assert!(told["contestants"][1]["moves"].as_u64() > Some(2), "{told}");
    let game_time = ["--game-time", "60", "--game", "gomoku", "--tolerance", "20"];
    assert_eq!(against(&program, &game_time).err, "");
}

/// Plays two games against a shell script. Returns how and why the program lost both, and how long it took.
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
fn a_program_that_crashes_or_plays_an_illegal_move_loses_and_is_reported() {
    let ready = "read start\necho OK\n";
    let answers =
        |line: &str| format!("{ready}while read line; do if [ \"$line\" = DONE ]; then {line}; fi; done");
    for (test, script, name, said) in [
        ("ends", "exit 3".to_owned(), "crash", "it ended: exit status: 3"),
        ("crashes", answers("kill -SEGV $$"), "crash", "it ended: signal: 11"),
        ("occupied", answers("echo MESSAGE hm; echo 7,7"), "illegal move", "h8 cannot be played"),
        ("outside", answers("echo 15,0"), "illegal move", "it sent `15,0`, which is not a move"),
        ("words", answers("echo I resign"), "illegal move", "it sent `I resign`, which is not a move"),
        ("error", answers("echo ERROR what"), "illegal move", "it sent `ERROR what`, which is not a move"),
        ("refuses", "read start\necho ERROR 15".to_owned(), "illegal move", "it sent `ERROR 15`"),
        ("bytes", answers("printf '\\377\\000\\n'"), "illegal move", "which is not a move"),
    ] {
        let (by, first, _) = lost_by(test, &script);
        assert_eq!(by, name, "{test}: {first}");
        assert!(first.starts_with("note: pair 1, game 1: ") && first.contains(said), "{test}: {first}");
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_never_answers_loses_on_time() {
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
fn ctrl_c_ends_a_contest_that_can_be_resumed() {
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
fn openings_of_a_file_are_played_in_order() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("engine/data/even_openings.tsv");
    let bytes = fs::read(&path).expect("it can be read");
    let file = noire::record::read_any_format("even_openings.tsv", &bytes).expect("it is well formed");
    assert!(file.entries.len() > 300, "{} openings", file.entries.len());
    let log = log("given-openings");
    let told = contest_of("4", &["--openings", path.to_str().expect("a path"), "--log", &log]);
    assert_eq!((told.status, told.err.as_str()), (0, ""));
    let text = fs::read_to_string(&log).expect("it was written");
    for entry in &file.entries[..2] {
        let begins = format!("\"moves\":\"{} ", entry.text.replace(',', " "));
        assert_eq!(text.matches(&begins).count(), 2, "{begins} in {text}");
    }
    // With other openings it is another contest, so the log is refused. Two lines of openings make two pairs of games.
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
fn an_invalid_opening_is_reported_with_its_line() {
    let files = [
        ("over.tsv", "# moves\nh8,i9\nh8,a1,h9,b1,h10,c1,h11,d1,h12\n"),
        ("passes.tsv", "# moves\nh8,-,g7\n"),
        ("none.tsv", "# moves\n"),
        ("twice.tsv", "# moves\nh8,h8\n"),
    ];
    let folder = folder("contest-no-openings", &files);
    let told = [
        ("over.tsv", "over.tsv:3: the game is over after this opening"),
        (
            "passes.tsv",
            "passes.tsv:2: an opening is a list of moves from the start of the game, without passes",
        ),
        ("none.tsv", "none.tsv has no openings"),
        ("twice.tsv", "twice.tsv:2:4: a second stone on h8"),
        ("missing.tsv", "there is no file"),
    ];
    for (file, words) in told {
        let ran = contest_of("4", &["--openings", &format!("{folder}/{file}")]);
        assert!(ran.status != 0 && ran.err.contains(words), "{file}: {} {}", ran.status, ran.err);
    }
}

#[test]
fn a_tolerance_without_a_time_limit_is_rejected() {
    let refused = contest(&["--tolerance", "3"]);
    assert_eq!((refused.status, refused.out.as_str()), (2, ""));
    assert!(refused.err.starts_with("error: --tolerance: with --nodes alone no move has a time limit\n"));
    let limited = contest_of("2", &["--tolerance", "3", "--game-time", "600"]);
    assert_eq!(limited.status, 0, "{}", limited.err);
}
