//! Tests of records that continue after the end of the game, contradict themselves, or contain several games.

use serde_json::Value;

use super::*;

/// Black has five after nine moves. White makes five with the tenth move, after the end.
const AFTER_THE_END: &str = "h8 a1 i8 b1 j8 c1 k8 d1 l8 e1";
const ENDED: &str = "by the rules of renju the game ended after 9 moves: black wins by five";

/// A file of this test with this text.
fn file(test: &str, text: &str) -> String {
    let (name, folder_name) = (test.rsplit('/').next().unwrap_or(test), test.replace(['/', '.'], "-"));
    format!("{}/{name}", folder(&folder_name, &[(name, text)]))
}

#[test]
fn the_first_win_counts_whatever_follows_it_in_a_record() {
    let game = file("after/game.txt", AFTER_THE_END);
    let lines = file("after/games.tsv", &format!("#moves\n{}\n", AFTER_THE_END.replace(' ', ",")));
    let left_out = format!("{ENDED}; later moves are left out\n");

    let resumed = noire(&["play", "--lang", "en", "--resume", &game, "--game", "renju"]);
    assert!(resumed.err.contains(&left_out), "{}", resumed.err);
    assert!(resumed.out.contains("Black has five in a row, and wins.\n9 moves: "), "{}", resumed.out);

    for given in [["--moves", AFTER_THE_END], ["--file", game.as_str()], ["--file", lines.as_str()]] {
        let words = ["analyse", "--game", "renju", "--nodes", "10", "--format", "json"];
        let ran = noire(&[&words[..], &given].concat());
        assert!(ran.status == 0 && ran.err.contains(&left_out), "{given:?}: {}", ran.err);
        let object: Value = serde_json::from_str(&ran.out).expect("it is JSON");
        assert_eq!((&object["over"], &object["moves"]), (&"lost".into(), &9.into()), "White has lost");
    }
    for given in [["--moves", AFTER_THE_END], ["--file", lines.as_str()]] {
        let solved = noire(&[&["solve"][..], &given].concat());
        assert_eq!((solved.status, solved.out.as_str()), (0, "black has already won\n"), "{}", solved.err);
        for command in ["apply", "eval", "explain", "forbidden"] {
            let ran = noire(&[&[command, "--format", "json"][..], &given].concat());
            assert!(ran.status == 0 && ran.err.contains(&left_out), "{command} {given:?}: {}", ran.err);
            let object: Value = serde_json::from_str(&ran.out).expect("it is JSON");
            assert_eq!(object["position"], "h8,a1,i8,b1,j8,c1,k8,d1,l8", "{command}");
        }
        for command in [
            &["coverage", "--time", "1"][..],
            &["statistics"],
            &["verify", "--rounds", "1", "--rule", "five for black"],
            &["bench", "--time", "0.01", "--rule", "five for black"],
        ] {
            let ran = noire(&[command, &["--game", "renju"], &given].concat());
            assert!(ran.status == 0 && ran.err.contains(&left_out), "{command:?} {given:?}: {}", ran.err);
        }
        let every = noire(&[&["apply", "--applies", "--format", "json", "--every-ply"][..], &given].concat());
        assert_eq!((every.out.lines().count(), every.err.lines().count()), (10, 1), "{}", every.err);
    }
    for given in [["--moves", AFTER_THE_END], ["--file", game.as_str()], ["--file", lines.as_str()]] {
        let drawn = noire(&[&["draw"][..], &given].concat());
        assert!(drawn.status == 0 && drawn.err.contains(&left_out), "{given:?}: {}", drawn.err);
        assert!(drawn.out.contains("\n 8 . . . . . . . x x x x X . . .\n"), "{given:?}: {}", drawn.out);
        assert!(drawn.out.contains("\n 1 o o o o . "), "{given:?}: {}", drawn.out);
        let every = noire(&[&["draw", "--every-ply"][..], &given].concat());
        assert_eq!(every.out.matches("== ").count(), 10, "{given:?}: {}", every.err);
        assert!(every.err.contains(&left_out), "{given:?}: {}", every.err);
        let after = noire(&[&["draw", "--after", "10"][..], &given].concat());
        assert!(after.err.ends_with("error: --after 10: the game has 9 moves\n"), "{}", after.err);
    }
    let two = file("after/two.txt", &format!("{AFTER_THE_END}\nh8 i9\n"));
    let second = noire(&["draw", "--file", &two, "--record", "2"]);
    assert_eq!((second.status, second.err.as_str()), (0, ""), "the first game is not drawn");
    let converted = noire(&["convert", &game, "--game", "renju", "--to", "sgf"]);
    assert!(converted.out.contains("RE[B+]") && converted.out.contains("W[eo]"), "{}", converted.out);
    assert!(converted.err.contains(&format!("{ENDED}; the record has 1 more move after that")));
    let opening = noire(&["contest", "--games", "2", "--nodes", "1", "--openings", &lines]);
    assert!(opening.status == 1 && opening.err.contains("the game is over after this opening"));
}

/// Runs `noire analyse` on a game of draughts in a file with this text.
fn draughts(test: &str, text: &str) -> Ran {
    let file = file(&format!("pdn/{test}.pdn"), text);
    let ran = noire(&["analyse", "--game", "draughts", "--file", &file, "--every-ply", "--nodes", "20"]);
    let err = ran.err.replace(&file, "F");
    Ran { err, ..ran }
}

#[test]
fn contradictory_results_are_noted_with_their_places() {
    let contradict = draughts("results", "[Event \"a\"]\n[Result \"0-1\"]\n\n1. 11-15 23-19 1-0\n");
    assert_eq!(contradict.err, "note: F:2:10: the result is `0-1` here, and `1-0` at 4:16\n");
    let over = draughts("over", "[FEN \"W:WK29:BK25\"]\n1. 29x22 1/2-1/2\n");
    let said =
        "note: F:2:10: the result is `1/2-1/2` here, and by the rules white has won; the rules decide\n";
    assert_eq!((over.status, over.err.as_str()), (0, said));
    assert_eq!(draughts("right", "[FEN \"W:WK29:BK25\"]\n1. 29x22 1-0\n").err, "");
    assert_eq!(draughts("open", "[Result \"1-0\"]\n1. 11-15 *\n").err, "");
    let none = draughts("none", "[Result \"white\"]\n1. 11-15 *\n");
    assert_eq!(none.err, "note: F:1:10: the tag `Result` says `white`, which is not a result\n");
    assert_eq!(draughts("type", "[GameType \"21\"]\n1. 11-15 *\n").err, "");
    for (at, (kind, size)) in [("25", 8), ("20,W,10,10,N2,0", 10), ("99,B,12,12", 12)].into_iter().enumerate()
    {
        let ran = draughts(&format!("type-{at}"), &format!("[GameType \"{kind}\"]\n1. 11-15 *\n"));
        let first = if kind.contains('B') { "black" } else { "white" };
        let said = format!(
            "note: F:1:12: by the tag `GameType` {first} moves first, on {size} by {size}; in this game black does, on 8 by 8\n"
        );
        assert_eq!((ran.status, ran.err), (0, said), "{}", ran.out);
    }
    let middle = draughts("middle", "1. 11-15 1-0 23-19\n");
    let said =
        "F:1:14: a move after the result `1-0` at 1:10\n  expected nothing more, as only one game is read\n";
    assert_eq!((middle.status, middle.err.as_str()), (1, said));
}

/// In every command, each line of a file with lists of moves is a game of its own, whether or not the moves are
/// separated.
#[test]
fn each_line_of_a_file_of_moves_is_a_game() {
    let stones = file("lists/stones.txt", "h8i9g7\n# a remark\nh8 i9 g9\n");
    let text = file("lists/text.txt", "11-15 22-17\n\n9-13,22-18\n");
    let pdn = "[Event \"one\"]\n\n1. 11-15 22-17 1-0\n\n[Event \"two\"]\n\n1. 9-13 22-18 0-1\n";
    let pdn = file("lists/games.pdn", pdn);
    for (given, first) in [
        (["--game", "renju", "--file", &stones], "h8,i9,g7"),
        (["--game", "draughts", "--file", &text], "11-15 22-17"),
        (["--game", "draughts", "--file", &pdn], "11-15 22-17"),
    ] {
        for command in ["apply", "eval", "explain"] {
            let ran = noire(&[&[command, "--format", "json"][..], &given].concat());
            let objects: Vec<Value> =
                ran.out.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
            let positions: Vec<&str> = objects.iter().filter_map(|one| one["position"].as_str()).collect();
            assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{command} {given:?}");
            assert!(positions.contains(&first) && positions.iter().any(|one| *one != first), "{positions:?}");
        }
        for command in [&["draw"][..], &["solve", "--nodes", "5"]] {
            let ran = noire(&[command, &given].concat());
            assert_eq!(ran.out.matches("== position: ").count(), 2, "{command:?} {given:?}: {}", ran.out);
        }
    }
    for command in
        [&["analyse", "--nodes", "5", "--format", "json", "--file"][..], &["convert", "--to", "lines"]]
    {
        let ran = noire(&[command, &[&stones]].concat());
        let games = ran.out.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!((ran.status, games), (0, 2), "{command:?}: {}", ran.err);
    }
}

#[test]
fn a_byte_order_mark_before_a_record_is_ignored() {
    for (game, name, text) in [("renju", "stones.txt", "h8 i9 i8"), ("noughts", "text.txt", "b2 a1 c3")] {
        let file = file(&format!("marked/{name}"), &format!("\u{feff}{text}"));
        for command in [
            &["apply", "--file"][..],
            &["eval", "--file"],
            &["draw", "--file"],
            &["explain", "--file"],
            &["statistics", "--file"],
            &["solve", "--nodes", "5", "--file"],
            &["analyse", "--nodes", "5", "--file"],
            &["convert", "--to", "lines"],
            &["play", "--resume"],
        ] {
            let ran = noire(&[command, &[&file, "--game", game]].concat());
            assert_eq!(ran.status, 0, "{command:?} {name}: {}", ran.err);
        }
    }
}

/// The output of `draw` is a file of positions, for games of stones as for any other game.
#[test]
fn a_drawn_board_can_be_read() {
    for (game, moves) in [
        ("renju", "h8,i9,g7"),
        ("noughts", "b2 a1 c3"),
        ("draughts", "11-15 22-17"),
        ("connect-four", "a b a b a b a"),
    ] {
        let drawn = noire(&["draw", "--game", game, "--moves", moves]);
        let file = file(&format!("drawn/{game}.txt"), &drawn.out);
        let again = noire(&["draw", "--game", game, "--file", &file]);
        assert_eq!((again.status, &again.out), (0, &drawn.out), "{}", again.err);
        let applied = [&["--moves", moves][..], &["--file", &file]]
            .map(|given| noire(&[&["apply", "--game", game, "--format", "counts"], given].concat()));
        let counts = applied.each_ref().map(|ran| ran.out.rsplit('\t').next().map(str::to_owned));
        assert!(applied.iter().all(|ran| ran.status == 0), "{} {}", applied[0].err, applied[1].err);
        assert_eq!(counts[0], counts[1], "{game}");
    }
    let wrong = file("drawn/wrong.txt", "# a remark\n\n3 . x\n1 . .\n");
    let ran = noire(&["apply", "--file", &wrong]);
    assert!(
        ran.status == 1 && ran.err.starts_with(&format!("{wrong}:4:1: row 2 was expected here\n")),
        "{}",
        ran.err
    );
}

#[test]
fn moves_without_separators_are_read_from_an_option() {
    for command in
        [&["apply"][..], &["eval"], &["solve", "--nodes", "5"], &["analyse", "--nodes", "5"], &["draw"]]
    {
        let [joined, apart] =
            ["h8i9g7", "h8,i9,g7"].map(|moves| noire(&[command, &["--moves", moves]].concat()));
        let without_time = |text: &str| text.split(" examined").next().map(str::to_owned);
        assert_eq!(joined.status, 0, "{command:?}: {}", joined.err);
        assert_eq!(without_time(&joined.out), without_time(&apart.out), "{command:?}");
    }
    let ran = noire(&["apply", "--moves", "h8i9q7"]);
    assert!(ran.err.starts_with("--moves:1:5: `q7` is off the board"), "{}", ran.err);
}

#[test]
fn games_of_a_record_are_read_without_variations() {
    let two = "[Event \"one\"]\n\n1. 11-15 22-17 1-0\n\n[Event \"two\"]\n\n1. 9-13 22-18 0-1\n";
    let two = draughts("two", two);
    assert_eq!((two.status, two.err.as_str()), (0, ""));
    assert!(two.out.contains("== game 2 ==") && two.out.contains("22-18"), "{}", two.out);
    let variation = draughts("variation", "1. 11-15 (1. 9-13 {worse (much)} (1. 10-15)) 22-17! $3 1/2-1/2\n");
    let said = "note: F:1:10: a variation is left out; the main line is read\n";
    assert_eq!((variation.status, variation.err.as_str()), (0, said), "{}", variation.out);
    assert!(variation.out.contains("22-17"), "{}", variation.out);
    let brackets =
        "[Event \"a [b] (c)\"]\n1. 11-15 {a remark (with brackets)} 22-17 ; and (another\n2. 15-19 *\n";
    let brackets = draughts("brackets", brackets);
    assert_eq!((brackets.status, brackets.err.as_str()), (0, ""), "{}", brackets.out);
    for (at, (text, said)) in [
        ("1. 11-15 {no end", "F:1:10: a comment that is not closed\n"),
        ("1. 11-15 (no end", "F:1:10: a variation that is not closed\n"),
        ("[Event \"no end\n1. 11-15", "F:1:1: a tag that does not end in its line\n"),
        ("1. 11-15 ) 22-17", "F:1:10: `)` closes nothing\n"),
        ("[FEN \"W:W21:B1\"]\n[FEN \"W:W22:B1\"]\n", "F:2:1: a second tag `FEN`\n"),
    ]
    .into_iter()
    .enumerate()
    {
        let ran = draughts(&format!("unended-{at}"), text);
        assert!(ran.status == 1 && ran.err.starts_with(said), "{text}: {}", ran.err);
    }
}

/// Runs `noire apply` on a file with a position. Returns the status and the first line of standard error.
fn applied(game: &str, test: &str, text: &str) -> (i32, String) {
    let file = file(&format!("positions/{test}.txt"), text);
    let ran = noire(&["apply", "--game", game, "--file", &file]);
    (ran.status, ran.err.replace(&file, "F").lines().next().unwrap_or_default().to_owned())
}

#[test]
fn fields_of_draughts_are_given_singly_or_as_ranges_without_repetition() {
    let file = file("positions/ranges.txt", "W:W21-32:B1-12\n");
    let counted =
        noire(&["perft", "--game", "draughts", "--file", &file, "--depth", "1", "--format", "json"]);
    let object: Value = serde_json::from_str(&counted.out).expect("it is JSON");
    assert_eq!(object["leaves"], 7, "{}", counted.err);
    for (at, (fen, said)) in [
        ("W:WK4:B4", "F:1:8: a second piece on the field 4"),
        ("W:W4,K4:B3", "F:1:6: a second piece on the field 4"),
        ("W:W21-25,23:B3", "F:1:10: a second piece on the field 23"),
        ("W:WK4,WK5,55:B4", "F:1:7: `WK5` is not a piece on a field"),
        ("W:WK4,55:B3", "F:1:7: `55` is not a piece on a field"),
        ("W:W21:W22:B1", "F:1:7: the pieces of white a second time"),
        ("B:B1:W21:B2", "F:1:10: the pieces of black a second time"),
        ("W:W25-21:B3", "F:1:4: `25-21` goes from a field to one before it"),
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!(applied("draughts", &format!("fen-{at}"), fen), (1, said.to_owned()), "{fen}");
    }
}

#[test]
fn a_board_on_one_line_is_read_or_its_first_mistake_reported() {
    let good = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------";
    assert_eq!(applied("othello", "good", &format!("{good} X")), (0, String::new()));
    for (at, (text, said)) in [
        (good.to_lowercase().replace('x', "*") + " *", "F:1:8: `*` is not a sign of a piece"),
        (format!("{}*-- X", &good[..62]), "F:1:63: `*` is not a sign of a piece"),
        (format!("{} X", &good[..63]), "F:1:64: 63 signs, but the board has 64 fields"),
        (format!("{good}X"), "F:1:65: 65 signs, but the board has 64 fields"),
        (format!("{good} X X"), "F:1:68: `X` after the player to move"),
        (
            "[8 -------- -------- *]".to_owned(),
            "F:1:1: `[8` begins a board in square brackets, which is not supported",
        ),
        ("e6f6zz3".to_owned(), "F:1:5: `zz3` is not a move of this game"),
        ("e6f6PAc3".to_owned(), "F:1:5: black cannot play `PA` here"),
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!(applied("othello", &format!("board-{at}"), &text), (1, said.to_owned()), "{text}");
    }
    let passes = "e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8PAc3";
    assert_eq!(applied("othello", "passes", passes), (0, String::new()));
    assert_eq!(applied("othello", "passes-2", &passes.replace("PA", "--")), (0, String::new()));
}

/// After nine moves there are no white discs left, and the empty fields count for the winner.
#[test]
fn all_commands_report_the_same_margin_of_an_othello_game() {
    let file = file("margin/game.txt", "e6 f4 e3 f6 g5 d6 e7 f5 c5\n");
    let analysed = noire(&["analyse", "--game", "othello", "--file", &file]);
    assert_eq!(
        analysed.out,
        "Rules: othello.\n\nThe game is over: white, who would be to move, has lost 64 to 0.\n"
    );
    assert_eq!(analysed.status, 0, "that a game is over is no mistake");
    let walked = noire(&["analyse", "--game", "othello", "--file", &file, "--every-ply", "--nodes", "20"]);
    assert!(walked.out.contains("lost 64 to 0"), "{}", walked.out);
    let played = noire(&["play", "--game", "othello", "--resume", &file]);
    assert!(played.out.contains("Black wins 64 to 0, by most for black."), "{}", played.out);
    let openings = self::file("margin/openings.txt", "e6 f4 e3 f6 g5 d6 e7 f5\n");
    let records = openings.replace("openings.txt", "records.txt");
    let words = ["contest", "othello", "--player", "greedy", "--player", "greedy", "--games", "2"];
    let ran = noire(&[&words[..], &["--openings", &openings, "--output", &records]].concat());
    assert_eq!(ran.status, 0, "{}", ran.err);
    let written = fs::read_to_string(&records).expect("it was written");
    let margins: Vec<&str> = written.lines().filter(|line| line.contains(" wins ")).collect();
    let sums = margins.iter().map(|line| {
        let numbers = line.split_whitespace().filter_map(|word| word.parse::<u32>().ok());
        numbers.sum::<u32>()
    });
    assert!(sums.clone().count() > 0 && sums.clone().all(|sum| sum == 64), "{written}");
}

#[test]
fn a_record_with_unknown_rules_uses_the_default_with_a_note() {
    let said = "note: the rules are those of renju, because the record states `swap2-freestyle`, and no base has that name (--game chooses one)\n";
    for (rules, words, is_said) in [
        ("swap2-freestyle", &[][..], true),
        ("swap2-freestyle", &["--game", "gomoku"], false),
        ("freestyle", &[], false),
        ("renju-2001", &[], false),
    ] {
        let record = file("unknown-rules/game.sgf", &format!("(;FF[4]GM[4]SZ[15]RU[{rules}];B[hh];W[ig])"));
        let ran = noire(
            &[
                &["play", "--lang", "en", "--player", "human", "--player", "human", "--resume", &record],
                words,
            ]
            .concat(),
        );
        assert_eq!((ran.status, ran.err.contains(said)), (0, is_said), "{rules} {words:?}: {}", ran.err);
    }
}

#[test]
fn resuming_a_game_by_other_rules_is_noted() {
    let record = file("other-rules/game.sgf", "(;FF[4]GM[4]SZ[15]RU[renju];B[hh];W[ig])");
    let play = ["play", "--lang", "en", "--player", "human", "--player", "human", "--resume", &record];
    for (words, said) in [
        (
            &["--game", "gomoku"][..],
            "note: the record states the rules `renju`, but continues by those of gomoku (--game)\n",
        ),
        (&["--game", "renju-2001"], ""),
        (&[], ""),
    ] {
        let ran = noire(&[&play, words].concat());
        assert_eq!((ran.status, ran.err.as_str()), (0, said), "{words:?}");
    }
}

#[test]
fn a_part_of_a_board_without_column_letters_is_rejected() {
    let part = file("no-letters/part.txt", "8 . x .\n7 o . .\n");
    for command in ["apply", "draw"] {
        let ran = noire(&[command, "--file", &part]);
        let said =
            format!("{part}:1:1: the diagram has 3 columns of 15, and no line of letters says which\n");
        assert!(
            ran.status == 1 && ran.out.is_empty() && ran.err.starts_with(&said),
            "{command}: {}",
            ran.err
        );
    }
}

/// Under the first of these rules five or more win, under the second exactly five. Black's last move makes six.
#[test]
fn lines_are_analysed_by_their_stated_rules_and_other_rules_are_noted() {
    let games =
        "#moves\trules\na1,h8,a3,i8,a5,j8,a7,l8,a9,m8,a11,k8,a13,o15\tgomoku-standard\nh8,i9\tfreestyle\n";
    let file = file("rules/six.tsv", games);
    let analysed = noire(&["analyse", "--file", &file, "--nodes", "20"]);
    assert!(analysed.out.contains("Rules: gomoku-standard, as the record states."), "{}", analysed.out);
    assert!(analysed.out.contains("Rules: gomoku, as the record states."), "{}", analysed.out);
    assert!(!analysed.err.contains("the game ended"), "six are no five: {}", analysed.err);
    for words in [
        &["solve", "--nodes", "1"][..],
        &["apply"],
        &["eval"],
        &["forbidden", "--game", "renju"],
        &["explain"],
        &["statistics"],
    ] {
        let ran = noire(&[words, &["--file", &file]].concat());
        let said = format!(
            "note: {file}:2: the rules `gomoku-standard` are stated, but all games are examined by those of renju"
        );
        assert_eq!(ran.err.matches("are stated").count(), 1, "{words:?}: {}", ran.err);
        assert!(ran.err.contains(&said), "{words:?}: {}", ran.err);
    }
    let same = self::file("rules/same.tsv", "#moves\trules\nh8,i9\trif\n");
    for base in ["renju", "renju-2001"] {
        let ran = noire(&["apply", "--game", base, "--file", &same]);
        assert!(!ran.err.contains("are stated"), "{base}: {}", ran.err);
    }
}

/// Commands that accept a file of positions also accept a game record, and treat every game in it as one position.
#[test]
fn a_record_can_be_used_as_a_file_of_positions() {
    let sgf = "(;GM[4]SZ[15]PB[Ann]PW[Bob];B[hh];W[ig];B[gi])\n(;GM[4]SZ[15]AB[hh][ih]AW[hg]PL[W])\n";
    let psq = "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,0\n-1\n";
    let folder = folder("records-as-positions", &[("two.sgf", sgf), ("one.psq", psq)]);
    let (sgf, psq) = (format!("{folder}/two.sgf"), format!("{folder}/one.psq"));
    for command in ["apply", "eval", "explain", "forbidden", "solve", "draw"] {
        let limits: &[&str] = if command == "solve" { &["--nodes", "5"] } else { &[] };
        for (file, wanted) in [(&sgf, "Ann – Bob"), (&psq, "")] {
            let ran = noire(&[&[command, "--file", file], limits].concat());
            assert_eq!(ran.status, 0, "{command} {file}: {}", ran.err);
            let is_there = command == "forbidden" || !ran.out.is_empty() && ran.out.contains(wanted);
            assert!(is_there, "{command} {file}: {}", ran.out);
        }
    }
    let ran = noire(&["apply", "--file", &sgf, "--format", "json"]);
    let texts: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!(texts.len(), 2, "{}", ran.out);
}

/// The limit on the games of a file holds in games in text, too, in each kind of file.
#[test]
fn files_of_games_in_text_have_at_most_a_stated_number_of_games() {
    let board = "3 . . .\n2 . x .\n1 . . .\n  a b c\n\n";
    let texts = [
        (
            "lines.tsv",
            "#moves\n".to_owned() + &"b2\n".repeat(200_001),
            ":200002:1: more than 200000 games or ",
        ),
        ("moves.txt", "b2\n".repeat(200_001), ":200001:1: more than 200000 games "),
        ("boards.txt", board.repeat(200_001), ":1000001:1: more than 200000 games or "),
    ];
    for (name, text, said) in texts {
        let file = folder("too-many-games", &[(name, &text)]) + "/" + name;
        let ran = noire(&["convert", &file, "--game", "noughts", "--to", "lines"]);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{name}: {}", ran.err);
        assert!(ran.err.starts_with(&format!("{file}{said}")), "{name}: {}", ran.err);
        assert!(ran.err.contains("divide it into several files"), "{name}: {}", ran.err);
    }
}
