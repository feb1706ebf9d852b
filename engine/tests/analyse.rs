//! Tests of `noire analyse`: the values of moves, how much the moves of a game have lost, and the output as a curve and
//! as remarks in a record.

use std::fs;

use noire::record::{Format, read_games};
use serde_json::Value;

use crate::commands::{Ran, folder, noire};

/// Black makes a four that White could stop with one stone. White does not stop it, and Black does not complete the
/// five.
const GAME: &str = "h8,g8,i8,a3,j8,a5,k8,a7,a9,l8";

fn analysed(words: &[&str]) -> Ran {
    let ran = noire(&[&["analyse", "--nodes", "3000"], words].concat());
    assert!(matches!(ran.status, 0 | 1), "{words:?}: {}", ran.err);
    ran
}

/// The JSON objects of the output, one for each position.
fn objects(words: &[&str]) -> Vec<Value> {
    let told = analysed(&[words, &["--format", "json"]].concat()).out;
    told.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect()
}

#[test]
fn missed_and_allowed_wins_are_reported() {
    let plies = objects(&["--moves", GAME, "--every-ply"]);
    assert_eq!(plies.len(), 11);
    let allowed = &plies[7]["played"];
    assert_eq!(
        (&allowed["move"], &allowed["allowed"], &allowed["worth"]["loss"]),
        (&"a7".into(), &1.into(), &2.into())
    );
    let missed = &plies[8];
    assert_eq!((&missed["to_move"], &missed["played"]["missed"]), (&"black".into(), &1.into()));
    assert_eq!(
        (&missed["best"][0]["worth"]["win"], &missed["best"][0]["why"]),
        (&1.into(), &"proved".into())
    );
    assert_eq!(missed["played"]["lost"], 0, "a win is no number of points");
    let text = analysed(&["--moves", GAME, "--every-ply"]).out;
    assert!(text.contains("  allows a win in 1  ") && text.contains("  misses a win in 1  "), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 110), "{text}");
}

#[test]
fn the_analysis_is_deterministic() {
    let without_times = || {
        let mut plies = objects(&["--moves", GAME, "--every-ply", "--best", "2"]);
        for ply in &mut plies {
            (ply["ms"], ply["per_second"]) = (Value::Null, Value::Null);
        }
        plies
    };
    assert_eq!(without_times(), without_times());
}

#[test]
fn the_best_moves_are_distinct_and_sorted() {
    let plies = objects(&["--moves", "h8,i9,g7", "--best", "4"]);
    let best = plies[0]["best"].as_array().expect("a list");
    let moves: Vec<&str> = best.iter().filter_map(|one| one["move"].as_str()).collect();
    let values: Vec<i64> = best.iter().filter_map(|one| one["worth"]["value"].as_i64()).collect();
    assert_eq!((moves.len(), values.len()), (4, 4), "{best:?}");
    assert!(values.is_sorted_by(|one, other| one >= other), "{values:?}");
    assert!(moves.iter().all(|mv| moves.iter().filter(|other| mv == *other).count() == 1), "{moves:?}");
    for one in best {
        assert_eq!(one["line"][0], one["move"]);
        assert!(one["depth"].as_u64().is_some_and(|depth| depth > 0));
    }
    // There are never more best moves than legal moves.
    let ended = objects(&["--game", "noughts", "--moves", "b2 a1 c1 a3 a2 c2 b3", "--best", "9"]);
    assert_eq!(ended[0]["best"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_record_keeps_its_contents_and_gains_remarks() {
    let sgf = "(;FF[4]GM[4]SZ[15]RU[gomoku]PB[Anna]PW[Bo];B[hh]C[The middle.];W[aa];B[ih];W[ac];B[jh];W[ae])";
    let folder = folder("analyse-record", &[("game.sgf", sgf), ("two.sgf", &format!("{sgf}{sgf}"))]);
    let [game, two, remarks, curve] =
        ["game.sgf", "two.sgf", "remarks.sgf", "curve.svg"].map(|name| format!("{folder}/{name}"));
    let ran = analysed(&["--file", &game, "--every-ply", "--svg", &curve, "--sgf", &remarks]);
    let head = "Rules: gomoku, as the record states.\n\n== Anna – Bo ==\n\nmove ";
    assert!(ran.out.starts_with(head), "{}", ran.out);
    let text = fs::read(&remarks).expect("it was written");
    let read = read_games(&remarks, &text, Format::Sgf).expect("it can be read").games.remove(0);
    assert_eq!((read.moves.len(), read.rules.as_deref()), (6, Some("gomoku")));
    let said = |at: usize| read.moves[at].remark.as_deref().unwrap_or_default().to_owned();
    assert!(said(0).starts_with("The middle.\nValue "), "{}", said(0));
    assert!(said(5).contains("Allows a win in ") && said(5).contains("Best: "), "{}", said(5));
    let curve = fs::read_to_string(&curve).expect("it was written");
    for wanted in ["Anna – Bo", "moves made", "value for black", "6. a11 allows a win in "] {
        assert!(curve.contains(wanted), "{wanted}: {curve}");
    }
    // `--svg` accepts only a single game, while `--sgf` writes all games.
    let ran = noire(&["analyse", "--file", &two, "--every-ply", "--nodes", "50", "--svg", "no.svg"]);
    assert_eq!(
        (ran.status, ran.err.lines().next()),
        (2, Some("error: --svg draws one game, and there are 2"))
    );
    // An existing record is never overwritten.
    let remarks = format!("{folder}/two-remarks.sgf");
    analysed(&["--file", &two, "--every-ply", "--sgf", &remarks]);
    let text = fs::read(&remarks).expect("it was written");
    assert_eq!(read_games(&remarks, &text, Format::Sgf).expect("it can be read").games.len(), 2);
    let second = objects(&["--file", &two, "--record", "2"]);
    assert_eq!((second.len(), &second[0]["moves"], &second[0]["base"]), (1, &6.into(), &"gomoku".into()));
}

#[test]
fn games_in_text_are_analysed() {
    let perfect = objects(&["--game", "noughts", "--moves", "b2 a1 c1 a3 a2 c2", "--every-ply"]);
    let worths = perfect[1..].iter().map(|ply| ply["best"][0]["worth"]["value"].as_i64());
    assert!(worths.clone().all(|worth| worth == Some(0)), "{:?}", worths.collect::<Vec<_>>());
    assert!(perfect.iter().all(|ply| ply["best"][0]["worth"]["draw"] == true), "{perfect:?}");
    // A corner is the right answer to a first move in the centre; an edge loses.
    let lost = objects(&["--game", "noughts", "--moves", "b2 b1", "--every-ply"]);
    assert!(lost[1]["played"]["allowed"].is_u64(), "{}", lost[1]);
    let folder = folder("analyse-text", &[]);
    let curve = format!("{folder}/curve.svg");
    let ran = analysed(&["--game", "othello", "--moves", "d3 c5 f6", "--every-ply", "--svg", &curve]);
    // The rules, the heading, four positions and the decisive move, separated by blank lines.
    assert_eq!(ran.out.lines().count(), 9, "{}", ran.out);
    assert!(fs::read_to_string(&curve).expect("it was written").contains("value for black"));
}

#[test]
fn games_that_cannot_be_analysed_are_reported() {
    let folder = folder(
        "analyse-refused",
        &[("none.tsv", "#moves\n"), ("torn.sgf", "(;FF[4]GM[4]SZ[15];B[hh];W[hh])")],
    );
    let [empty, torn] = ["none.tsv", "torn.sgf"].map(|name| format!("{folder}/{name}"));
    for (words, status, wanted) in [
        (
            &["--moves", "h8,a1,i8,a3,j8,a5,k8,a7,l8"][..],
            0,
            "The game is over: white, who would be to move, has lost.",
        ),
        (
            &["--game", "noughts", "--moves", "b2 a1 b1 a2 b3"],
            0,
            "The game is over: o, who would be to move, has lost.",
        ),
        (&["--moves", ""], 0, "The search sees no difference between the moves here."),
        (&["--moves", "h8,h8"], 1, "a second stone on h8"),
        (&["--game", "noughts", "--moves", "b2 b2"], 1, "cannot play `b2` here"),
        (&["--black", "h8,i9"], 1, "the position does not say whose turn it is"),
        (&["--black", "h8", "--every-ply"], 2, "--every-ply walks through games, and there is a set-up"),
        (&["--every-ply"], 2, "--every-ply walks through games, and none is given"),
        (&["--file", "no/such.sgf"], 2, "there is no file `no/such.sgf`"),
        (&["--file", &empty], 1, "no game found"),
        (&["--file", &torn], 1, "a second stone on h8"),
        (
            &["--file", "engine/data/games.tsv", "--record", "494"],
            2,
            "there is no game 494; the file holds 493 games",
        ),
        (&["--moves", "h8", "--svg", "no.svg"], 2, "--every-ply"),
        (
            &["--moves", "h8", "--every-ply", "--svg", "no.svg", "--sgf", "no.svg"],
            2,
            "--svg and --sgf name the same file",
        ),
        (
            &["--game", "noughts", "--moves", "b2", "--every-ply", "--sgf", "no.sgf"],
            2,
            "--sgf does not go with noughts",
        ),
    ] {
        let ran = noire(&[&["analyse", "--nodes", "50"], words].concat());
        assert_eq!(ran.status, status, "{words:?}: {}{}", ran.out, ran.err);
        assert!(ran.out.contains(wanted) || ran.err.contains(wanted), "{words:?}: {}{}", ran.out, ran.err);
    }
}

#[test]
fn moves_after_the_end_are_left_out() {
    let ran = analysed(&["--moves", "h8,a1,i8,a3,j8,a5,k8,a7,l8,b9", "--every-ply"]);
    assert!(
        ran.err.contains("the game ended after 9 moves: black wins by five; later moves are left out"),
        "{}",
        ran.err
    );
    let last = ran.out.lines().find(|line| line.starts_with("10 ")).expect("a line");
    assert_eq!(last.split_whitespace().collect::<Vec<_>>(), ["10", "white", "over", "lost"]);
    let verdict = ran.out.lines().last().expect("a line");
    assert!(verdict.starts_with("White lost it with 6 a5; "), "{verdict}");
}

#[test]
fn the_first_line_names_the_rules_and_their_origin() {
    let piskvork = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n7,7,0\n";
    let sgf = |rules: &str| format!("(;FF[4]GM[4]SZ[15]{rules};B[hh];W[ii];B[gg])");
    let two = format!("{}{}", sgf("RU[standard]"), sgf("RU[renju]"));
    let files = [
        ("plain.psq", piskvork.to_owned()),
        ("stated.sgf", sgf("RU[freestyle]")),
        ("unknown.sgf", sgf("RU[my own]")),
        ("two.sgf", two),
        ("line.tsv", "#moves\nh8,i9\n".to_owned()),
    ];
    let files = files.each_ref().map(|(name, text)| (*name, text.as_str()));
    let folder = folder("analyse-rules", &files);
    let lines = |words: &[&str]| -> Vec<String> {
        let ran = noire(&[&["analyse", "--nodes", "50"], words].concat());
        assert_eq!(ran.status, 0, "{words:?}: {}", ran.err);
        assert!(ran.out.starts_with("Rules: "), "{}", ran.out);
        ran.out.lines().filter(|line| line.starts_with("Rules: ")).map(str::to_owned).collect()
    };
    let of_file = |name: &str, more: &[&str]| {
        let file = format!("{folder}/{name}");
        lines(&[&["--file", &file], more].concat())
    };
    let unstated = "Rules: renju, because the record states none (--game chooses others).";
    assert_eq!(of_file("plain.psq", &[]), [unstated]);
    assert_eq!(of_file("plain.psq", &["--game", "gomoku"]), ["Rules: gomoku."]);
    assert_eq!(of_file("stated.sgf", &[]), ["Rules: gomoku, as the record states."]);
    let unknown =
        "Rules: renju, because the record states `my own`, and no base has that name (--game chooses one).";
    assert_eq!(of_file("unknown.sgf", &[]), [unknown]);
    // Each game has its own rules.
    let each = ["gomoku-standard", "renju"].map(|base| format!("Rules: {base}, as the record states."));
    assert_eq!(of_file("two.sgf", &[]), each);
    let default = "Rules: renju, the default (--game chooses others).";
    assert_eq!(of_file("line.tsv", &[]), [default]);
    assert_eq!(lines(&["--moves", "h8,i9"]), [default]);
    assert_eq!(lines(&["--game", "noughts", "--moves", "b2"]), ["Rules: noughts."]);
    for (words, from) in [(&["--game", "gomoku"][..], "option"), (&[], "default")] {
        let told = objects(&[&["--moves", "h8,i9"], words].concat());
        assert_eq!(told[0]["rules_from"], from);
    }
}

#[test]
fn a_bad_move_is_marked_and_the_better_line_becomes_a_variation() {
    let folder = folder("analyse-marks", &[]);
    let file = format!("{folder}/marked.sgf");
    let ran = analysed(&["--moves", GAME, "--every-ply", "--sgf", &file]);
    let verdict = ran.out.lines().last().expect("a line");
    assert_eq!(verdict, "Black let a win go with 9 a9; l8 won at once.");
    let text = fs::read_to_string(&file).expect("it was written");
    // White's seventh stone and Black's ninth change who wins. A node of the record has at most one mark.
    assert!(text.contains("(;W[ai]BM[1]C[") && text.contains("(;B[ag]BM[1]C["), "{text}");
    assert!(text.contains(")\n(;B[lh]C[Better: win in 1.])"), "{text}");
    assert!(text.split(';').all(|node| node.matches("BM[").count() + node.matches("DO[").count() <= 1));
    // The game itself is the main line.
    let read = read_games(&file, text.as_bytes(), Format::Sgf).expect("it can be read");
    assert_eq!(
        read.games[0].turns().iter().flatten().map(ToString::to_string).collect::<Vec<_>>().join(","),
        GAME
    );
    let marked = text.matches("BM[1]").count() + text.matches("DO[]").count();
    assert!(read.notes.len() >= marked, "{:?}", read.notes);
}

#[test]
fn threads_share_the_position_limit() {
    for (words, most) in [
        (&["--moves", "h8", "--threads", "128", "--nodes", "1000"][..], 1_000),
        (&["--moves", "h8", "--threads", "8", "--nodes", "20000"], 20_000),
        (&["--game", "othello", "--threads", "64", "--nodes", "20000"], 20_000),
        (&["--game", "othello", "--threads", "256", "--nodes", "1000", "--best", "3"], 3_000),
    ] {
        let ran = noire(&[&["analyse", "--format", "json"], words].concat());
        let ply: Value = serde_json::from_str(ran.out.trim()).expect("an object");
        let examined = ply["positions"].as_u64().expect("a number");
        // The threads that finish last may not use up their share of the positions.
        assert!((most / 2..=most).contains(&examined), "{words:?}: {examined}");
    }
}

#[test]
fn a_table_fits_into_80_columns() {
    for columns in ["80", "60"] {
        let words = ["analyse", "--nodes", "500", "--moves", GAME, "--every-ply", "--best", "2"];
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_noire"));
        let ran = Ran::from(command.args(words).env("COLUMNS", columns).output().expect("it starts"));
        let most: usize = columns.parse().expect("a number");
        assert!(ran.out.lines().all(|line| line.chars().count() <= most), "{}", ran.out);
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_analysis_with_the_results_so_far() {
    let words = ["analyse", "--moves", GAME, "--every-ply", "--time", "1000"];
    let (ran, took) = crate::commands::interrupted_after(&words, std::time::Duration::from_millis(1500));
    assert_eq!(ran.status, 130, "{}", ran.err);
    assert!(ran.out.lines().count() >= 2, "the last position is told: {}", ran.out);
    assert!(took.as_secs() < 20, "{took:?}");
}

#[test]
fn control_characters_in_player_names_are_escaped() {
    let names = "PB[a\u{1b}[2J\u{1b}]0;t\u{7}b]PW[<script>|`x`\u{202e}]".replace("]0;", "\\]0;");
    let sgf = format!("(;FF[4]GM[4]SZ[15]{names};B[hh];W[ii])");
    let folder = folder("analyse-names", &[("names.sgf", &sgf)]);
    let file = format!("{folder}/names.sgf");
    let obeyed = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
    let ran = analysed(&["--file", &file, "--every-ply"]);
    assert!(!ran.out.contains(obeyed) && ran.out.contains("<script>|`x`"), "{:?}", ran.out);
    let ran = analysed(&["--file", &file, "--every-ply", "--format", "markdown"]);
    assert!(!ran.out.contains(obeyed), "{:?}", ran.out);
    assert!(ran.out.contains("\\<script\\>\\|\\`x\\`"), "{}", ran.out);
    let svg = format!("{folder}/names.svg");
    analysed(&["--file", &file, "--every-ply", "--svg", &svg]);
    let drawn = fs::read_to_string(&svg).expect("it was written");
    assert!(!drawn.contains('\u{1b}') && !drawn.contains("<script>"), "{drawn}");
}

/// Noughts and crosses with a rule whose count exceeds the memory limit.
const HUGE: &str = "rule huge for Color at level 1 plays Field if
    gap(Field, Color),
    count A_, B_, C_, D_, E_, F_, G_, H_, I_ (all(A_, B_, C_, D_, E_, F_, G_, H_, I_)) > 1

all(A, B, C, D, E, F, G, H, I) :- empty(A), empty(B), empty(C), empty(D), empty(E), empty(F), empty(G),
    empty(H), empty(I)
";

#[test]
fn a_query_that_exceeds_a_limit_is_reported_by_analyse() {
    let own = folder("analyse-huge/huge", &[("level-1.blanche", &format!("use huge/lines\n\n{HUGE}"))]);
    let from = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("knowledge/noughts");
    for name in ["base", "rules", "lines"] {
        let text = fs::read_to_string(from.join(format!("{name}.blanche"))).expect("it is there");
        let text = text.replace("use noughts/level-3\n", "").replace("use noughts/scores\n", "");
        let text = text.replace("base noughts", "base huge").replace("use noughts/", "use huge/");
        fs::write(format!("{own}/{name}.blanche"), text).expect("it can be written");
    }
    let words = ["analyse", "--game", &own, "--moves", "b2 a1", "--nodes", "50"];
    let ran = noire(&words);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let said = "was incomplete: the limit of memory was reached before the question was answered: huge";
    assert!(ran.out.replace('\n', " ").contains(said), "{}", ran.out);
    let ran = noire(&[&words[..], &["--format", "json"]].concat());
    let ply: Value = serde_json::from_str(ran.out.trim()).expect("an object");
    assert!(ply["given_up"].as_str().is_some_and(|said| said.contains("limit of memory")), "{ply}");
    let whole = noire(&["analyse", "--moves", "h8", "--nodes", "50", "--format", "json"]);
    let ply: Value = serde_json::from_str(whole.out.trim()).expect("an object");
    assert!(ply["given_up"].is_null(), "{ply}");
}
