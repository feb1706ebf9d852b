//! Tests of input that must not be ignored silently: it is either refused, or reported in a note.

use std::io::Write;

use super::*;

#[test]
fn an_exceeded_limit_is_named_with_its_option() {
    let ran = noire(&["eval", "--moves", "h8,i9", "--memory", "0", "--work", "4000000000"]);
    assert_eq!(ran.status, 1, "{}", ran.err);
    assert!(ran.out.contains("A score exceeded the memory limit"), "{}", ran.out);
    assert!(ran.err.contains("error[B0701]: a score exceeded the memory limit\n"), "{}", ran.err);
    assert!(ran.err.contains("a higher limit is set with --memory MIB"), "{}", ran.err);
    let ran = noire(&["eval", "--moves", "h8,i9", "--work", "10"]);
    assert!(ran.err.contains("a score exceeded the step limit\n"), "{}", ran.err);
    assert!(ran.err.contains("a higher limit is set with --work N"), "{}", ran.err);
}

#[test]
fn fewer_openings_than_games_are_noted() {
    let openings = folder("fewer", &[("op.txt", "a1 b2\na2 b2\nb2 a1\n")]) + "/op.txt";
    let words =
        ["contest", "--game", "noughts", "--player", "random", "--player", "random", "--openings", &openings];
    let ran = noire(&[&words[..], &["--games", "100"]].concat());
    let said = "note: 3 openings from both sides: 6 games are played, not 100\n";
    assert!(ran.status == 0 && ran.err.contains(said), "{}", ran.err);
    let ran = noire(&[&words[..], &["--games", "6"]].concat());
    assert!(ran.status == 0 && !ran.err.contains("openings from both sides"), "{}", ran.err);
}

#[test]
fn games_in_text_are_not_written_in_an_unsuitable_format() {
    let words = ["contest", "--game", "noughts", "--player", "random", "--player", "random", "--games", "2"];
    let folder = folder("forms", &[]);
    for ending in ["sgf", "SGF", "psq", "pdn"] {
        let output = format!("{folder}/games.{ending}");
        let ran = noire(&[&words[..], &["--output", &output]].concat());
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{ending}: {}", ran.err);
        assert!(ran.err.contains("this game does not have the format "), "{}", ran.err);
        assert!(!Path::new(&output).exists(), "{output}");
    }
    let output = format!("{folder}/games.tsv");
    let ran = noire(&[&words[..], &["--output", &output]].concat());
    assert_eq!(ran.status, 0, "{}", ran.err);
    let text = fs::read_to_string(output).expect("it is written");
    let results: Vec<&str> = text.lines().filter_map(|line| line.split('\t').nth(1)).collect();
    assert!(
        results[0] == "result" && results[1..].iter().all(|one| ["x", "o", "1/2-1/2"].contains(one)),
        "{text}"
    );
    for name in ["games.txt", "games.moves", "games"] {
        let output = format!("{folder}/{name}");
        let ran = noire(&[&words[..], &["--output", &output]].concat());
        assert_eq!(ran.status, 0, "{name}: {}", ran.err);
        assert!(fs::read_to_string(output).expect("it is written").starts_with("# game 1: "));
    }
}

/// Openings end before the game does, however many moves are requested.
#[test]
fn openings_that_are_too_short_are_noted() {
    let words = ["contest", "noughts", "--player", "random", "--player", "random", "--games", "4"];
    let ran = noire(&[&words[..], &["--opening-moves", "200"]].concat());
    let said = "note: 2 openings have fewer than 200 moves: another move would have ended the game\n";
    assert!(ran.status == 0 && ran.err.contains(said), "{}", ran.err);
    let ran = noire(&[&words[..], &["--opening-moves", "2"]].concat());
    assert!(ran.status == 0 && !ran.err.contains("fewer"), "{}", ran.err);
}

#[test]
fn an_unknown_player_is_reported_with_a_hint() {
    for (player, said) in [
        ("threats:level=3", "there is no player `threats`; it is now called `search`"),
        ("serach", "there is no player `serach`; did you mean `search`?"),
        ("zzzzzzzz", "there is no player `zzzzzzzz`; there are search, classic, full-width"),
        ("minimax:level=3", "`level` is not a setting of `minimax:level=3`"),
    ] {
        let ran = noire(&["contest", "--player", player]);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{player}: {}", ran.err);
        assert!(ran.err.contains(said), "{player}: {}", ran.err);
    }
}

#[test]
fn a_setting_that_is_set_twice_is_rejected() {
    for (words, said) in [
        (
            &["play", "--game", "noughts", "--level", "3", "--player", "search:level=5"][..],
            "`search:level=5` already has a level, and an option sets 3",
        ),
        (&["play", "--game", "noughts", "--player", "minimax:depth=2,depth=3"], "`depth` is set twice"),
        (
            &["learn", "--game", "noughts", "--games", "1", "--by", "patterns:rewards=0/0/-1,rewards=1/0/0"],
            "`rewards` is set twice",
        ),
        (
            &["forbidden", "--why", "--format", "points", "--moves", "h8"],
            "--why does not go with --format points",
        ),
        (&["learn", "--game", "noughts", "--games", "0", "--into", "l0"], "nothing is learned from no games"),
        (&["learn", "noughts", "--games", "1", "--into", "l0", "--most", "3"], "cannot be used with"),
    ] {
        let ran = noire(words);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{words:?}: {}", ran.err);
        assert!(ran.err.contains(said), "{words:?}: {}", ran.err);
    }
}

#[test]
fn options_without_effect_are_rejected() {
    let human = ["play", "--game", "noughts", "--player", "human", "--player", "human"];
    let of_humans = [&["--time", "2"][..], &["--game-time", "9"], &["--level", "3"], &["--analysis"]];
    let mut cases: Vec<(Vec<&str>, &str)> =
        of_humans.map(|words| ([&human, words].concat(), "is for the computer, and it plays no side")).into();
    for command in
        ["apply", "rules", "eval", "explain", "forbidden", "solve", "coverage", "verify", "mutate", "test"]
    {
        let words = vec![command, "--unicode", "--format", "json"];
        cases.push((words, "error: --unicode does not go with --format json\n"));
    }
    cases.extend([
        (vec!["forbidden", "--unicode"], "error: --unicode does not go with --format points\n"),
        (vec!["draw", "--unicode", "--format", "svg"], "error: --unicode does not go with --format svg\n"),
        (vec!["draw", "--unicode", "--output", "h8.svg"], "error: --unicode does not go with a picture\n"),
        (vec!["draw", "--work", "5"], "unexpected argument '--work'"),
        (vec!["draw", "--memory", "5"], "unexpected argument '--memory'"),
        (
            vec!["learn", "noughts", "--games", "1", "--by", "fields", "--memory", "1"],
            "error: --memory does not go with --by fields\n",
        ),
    ]);
    for (words, said) in cases {
        let ran = noire(&words);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{words:?}: {}", ran.err);
        assert!(ran.err.contains(said), "{words:?}: {}", ran.err);
    }
}

#[test]
fn limits_and_levels_without_effect_are_noted() {
    let contest = ["contest", "noughts", "--games", "2", "--player", "random", "--player"];
    for (limit, option) in [("--time", "1"), ("--memory", "1"), ("--nodes", "5"), ("--game-time", "9")] {
        let said = format!("note: {limit} changes nothing: none of the players looks ahead\n");
        let ran = noire(&[&contest[..], &["greedy", limit, option]].concat());
        assert!(ran.status == 0 && ran.err.contains(&said), "{limit}: {}", ran.err);
        let ran = noire(&[&contest[..], &["minimax", limit, option]].concat());
        assert!(ran.status == 0 && !ran.err.contains("changes nothing"), "{limit}: {}", ran.err);
    }
    let said = "note: --level 99 changes nothing: the rules of renju have levels up to 7\n";
    for words in [
        &["analyse", "--moves", "h8", "--nodes", "5"][..],
        &["solve", "--moves", "h8", "--nodes", "5"],
        &["gomocup"],
    ] {
        let ran = Command::new(env!("CARGO_BIN_EXE_noire"))
            .args([words, &["--level", "99"]].concat())
            .stdin(Stdio::null())
            .output();
        let ran = Ran::from(ran.expect("it runs"));
        assert!(ran.status == 0 && ran.err.contains(said), "{words:?}: {}", ran.err);
    }
}

#[test]
fn a_byte_order_mark_before_a_game_is_ignored() {
    let game = folder("mark", &[("game.txt", "\u{feff}11-15 22-18\n")]) + "/game.txt";
    let ran = noire(&["apply", "--game", "draughts", "--file", &game]);
    assert_eq!(ran.status, 0, "{}", ran.err);
}

#[test]
fn a_file_without_a_position_is_noted() {
    let file = folder("without", &[("empty.txt", "# nothing\n")]) + "/empty.txt";
    let ran = noire(&["perft", "--game", "noughts", "--file", &file, "--depth", "1"]);
    let said = "empty.txt has neither moves nor a position: the game begins at its start\n";
    assert!(ran.status == 0 && ran.err.ends_with(said), "{}", ran.err);
}

/// Moves without separators are parsed in a single pass, so that even this many moves are refused immediately.
#[test]
fn a_word_with_too_many_moves_is_rejected() {
    let file = folder("joined", &[("game.txt", &"f5d6c3".repeat(40_000))]) + "/game.txt";
    let ran = noire(&["apply", "--game", "othello", "--file", &file]);
    assert_eq!(ran.status, 1, "{}", ran.err);
}

#[test]
fn repeated_properties_and_cells_without_a_column_are_noted() {
    let files = [
        ("a.sgf", "(;FF[4]GM[4]SZ[15]RU[renju]PB[Anna];B[hh]RU[freestyle];W[ig]PB[Bea])"),
        ("a.moves", "black: Anna\nresult: black wins\nh8 i9\nresult: draw by agreement\n"),
        ("a.tsv", "#moves\tresult\tresult\nh8,i9\tB\tW\n"),
        ("b.tsv", "#moves\tresult\nh8,i9\tB\tW\nh8,i9\tB\t\nh8,i9\tB\tx\ty\n"),
        ("e.tsv", "#moves\nh8,i9\tB\n"),
        ("f.tsv", "h8,i9\tB\n"),
        ("c.tsv", "#moves\tblack\twhite\nh8,i9\tAnna\tBea\nh8,i9\tg6 h8\t\n"),
    ];
    let folder = folder("again", &files);
    for (name, said) in [
        (
            "a.sgf",
            &["a.sgf:1:42: a second `RU`; the last one counts", "a second `PB`; the last one counts"][..],
        ),
        ("a.moves", &["a.moves:4:1: a second `result`; the last one counts"]),
        ("a.tsv", &["a.tsv:1:15: a second column `result`; the first one counts"]),
        (
            "b.tsv",
            &["b.tsv:2: 3 cells, but 2 columns are named; those after them are not read, as on another line"],
        ),
        ("e.tsv", &["e.tsv:2: 2 cells, but 1 column is named; those after it are not read\n"]),
        (
            "f.tsv",
            &[
                "f.tsv: the first line does not name the columns; the first one is read as `moves`, and what follows it is not read",
            ],
        ),
        (
            "c.tsv",
            &["c.tsv:3: beside `moves`, `black` is the name of a player; the fields in it are not read"],
        ),
    ] {
        let ran = noire(&["convert", &format!("{folder}/{name}"), "--to", "lines"]);
        assert_eq!(ran.status, 0, "{name}: {}", ran.err);
        for said in said {
            assert!(ran.err.contains(said), "{name}: {}", ran.err);
        }
    }
    let both = super::folder("again-text", &[("d.tsv", "#moves\tposition\nb2 a1\tx\n")]) + "/d.tsv";
    let ran = noire(&["draw", "noughts", "--file", &both]);
    let said = "d.tsv: beside `moves` the column `position` is not read\n";
    assert!(ran.status == 0 && ran.err.ends_with(said), "{}", ran.err);
}

#[test]
fn no_move_is_played_after_the_end_of_a_game() {
    let own = ["0,0", "2,0", "4,0", "6,0", "8,0"].map(|field| format!("{field},1\n")).concat();
    let theirs = ["3,7", "4,7", "5,7", "6,7", "7,7"].map(|field| format!("{field},2\n")).concat();
    let lines = format!("START 15\nINFO rule 0\nINFO timeout_turn 500\nBOARD\n{own}{theirs}DONE\nEND\n");
    let mut child = Command::new(env!("CARGO_BIN_EXE_noire"))
        .arg("gomocup")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("it is piped").write_all(lines.as_bytes()).expect("it reads");
    let ran = Ran::from(child.wait_with_output().expect("it ends"));
    assert!(
        ran.out.contains("\nERROR ")
            && !ran.out.lines().any(|line| line.starts_with(|c: char| c.is_ascii_digit())),
        "{}",
        ran.out
    );
}

#[test]
fn a_value_at_its_bound_is_noted() {
    let text = "base big\nboard 4 by 4 like b2 words Field\nplayers x, o words Player, Other\n\
                state mark(Field, Player) one Player\nfree(Field) :- ¬mark(Field, Player_)\n\
                move place for Player plays Field if free(Field)\n    adds mark(Field, Player)\n\
                draw full if ¬free(Field_)\nblocked draws\n\
                score room for x attacking 1000000 defending 1000000 if free(Field)\n";
    let game = folder("big", &[("base.blanche", text)]);
    let ran = noire(&["eval", "--game", &game]);
    let said = "\na search treats 16000000 as 9999000: it does not distinguish values beyond that\n";
    assert!(ran.status == 0 && ran.out.contains(said), "{}{}", ran.out, ran.err);
    let ran = noire(&["analyse", "--game", &game, "--depth", "1"]);
    let said = "\nA value of 9999000 or -9999000 may be larger: a search does not distinguish values beyond these.\n";
    assert!(ran.status == 0 && ran.out.ends_with(said), "{}{}", ran.out, ran.err);
    let few = noire(&["analyse", "--game", &game, "--depth", "1", "--moves", "a1 a2 a3 a4 b1 b2 b3 b4"]);
    assert!(few.status == 0 && !few.out.contains("9999000"), "{}{}", few.out, few.err);
}

#[test]
fn an_option_without_effect_is_noted() {
    let ran = noire(&["draw", "noughts", "--moves", "b2", "--cropped"]);
    assert!(ran.err.contains("note: --cropped changes nothing: the whole board is drawn\n"), "{}", ran.err);
    let ran = noire(&["draw", "renju", "--moves", "h8", "--cropped"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let ran = noire(&["verify", "noughts", "--rounds", "1"]);
    assert!(ran.err.contains("note: --rounds changes nothing: the "), "{}", ran.err);
}

/// Writing through a dangling link would create a file elsewhere.
#[cfg(unix)]
#[test]
fn answers_are_not_written_through_a_dangling_link() {
    let inside = folder("dangling", &[]);
    assert_eq!(noire(&["new", "g", "--as", "game", "--in", &inside]).status, 0);
    let game = format!("{inside}/g");
    std::os::unix::fs::symlink("../a.txt", format!("{game}/answers.txt")).expect("a link can be made");
    let ran = noire(&["answers", &game, "--update"]);
    assert!(ran.status != 0 && ran.err.contains("it is a link that leads out of its folder"), "{}", ran.err);
    assert!(!std::path::Path::new(&inside).join("a.txt").exists(), "nothing is written there");
}

#[test]
fn options_of_a_search_are_noted_if_no_player_searches() {
    let players = ["noughts", "--player", "random", "--player", "random"];
    for (command, options) in [
        (&["play"][..], &["--time", "5"][..]),
        (&["play"], &["--game-time", "5"]),
        (&["contest", "--games", "2"], &["--time-of-first"]),
    ] {
        let ran = noire(&[command, &players, options].concat());
        let said = format!("note: {} changes nothing: none of the players looks ahead\n", options[0]);
        assert!(ran.status == 0 && ran.err.contains(&said), "{command:?}: {}", ran.err);
    }
    let ran = noire(&["verify", "noughts", "--seed", "5", "--rounds", "1"]);
    for option in ["--rounds", "--seed"] {
        let said = format!("note: {option} changes nothing: the 5478 positions");
        assert!(ran.status == 0 && ran.err.contains(&said), "{}", ran.err);
    }
    let ran = noire(&["draw", "--moves", "h8,i9,g7", "--every-ply", "--after", "2"]);
    assert!(ran.status == 2 && ran.err.contains("cannot be used with"), "{}", ran.err);
}

#[test]
fn columns_without_a_meaning_are_noted_for_games_of_stones_too() {
    let folder =
        folder("columns", &[("p.tsv", "#black\twhite\tto.move\tlast\nf8,g8,h8,i8\ta1,b1,c1\twhite\tc1\n")]);
    let ran = noire(&["apply", "--game", "gomoku", "--file", &format!("{folder}/p.tsv")]);
    assert!(ran.err.contains("p.tsv:1: the column `to.move` is not read\n"), "{}", ran.err);
    let ran = noire(&["convert", &format!("{folder}/p.tsv"), "--to", "lines"]);
    assert!(ran.err.contains("p.tsv:1: the columns `to.move`, `last` are not read\n"), "{}", ran.err);
}

#[test]
fn a_server_is_not_started_with_a_game_or_folder_that_cannot_be_used() {
    let folder = folder("served", &[("file", "text\n"), ("empty/notes", "nothing\n")]);
    let serve = |words: &[&str]| noire(&[&["serve", "--port", "0"], words].concat());
    let ran = serve(&["--data", &format!("{folder}/file")]);
    let said = format!("error: games cannot be kept in {folder}/file: ");
    assert!(ran.status == 2 && ran.err.contains(&said) && ran.out.is_empty(), "{}", ran.err);
    assert!(ran.err.contains("--data DIR names another folder"), "{}", ran.err);
    let ran = serve(&["--private", "--game", &format!("{folder}/empty")]);
    assert!(ran.status == 2 && ran.err.contains("base NAME") && ran.out.is_empty(), "{}", ran.err);
}
