//! Games written in BLANCHE are converted from one record format to another and back without changes.

use blanche_compiler::game::{Record, Rules, playout};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::{Limits, Position};
use noire::bases::{Backend, TextBase};
use noire::record::{Format, Unwritable};
use noire::world::{Recording, Text, World};

use crate::commands::{folder, noire};
use crate::lots::{draws, seed};

/// The game with this name.
fn world(name: &str) -> Text {
    let base = TextBase::open(name, Limits::default()).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    let rules = base.played_by(Backend::Compiled).unwrap_or_else(|error| panic!("{name}: {}", error.title));
    Text::new(base, vec![(Backend::Compiled, rules)])
}

/// A random prefix of a random game, with tags if the format keeps them.
fn game(rules: &Rules, random: &mut Random, has_tags: bool) -> Record {
    let start = rules.start().expect("it begins");
    let (mut moves, mut position) = (Vec::new(), start.clone());
    playout(rules, &mut position, random, &mut Vec::new(), |_, mv| moves.push(mv)).expect("it ends");
    moves.truncate(random.between(1, moves.len()));
    let tags =
        if has_tags { vec![("Event".to_owned(), "a [friendly] game (1)".to_owned())] } else { Vec::new() };
    Record { moves, tags, ..Record::of_position(start) }
}

/// The final position of a game.
fn replayed(world: &Text, game: &Record) -> Position {
    world.replay(&game.start, &game.moves, &mut |_| true).expect("it was played")
}

/// The games in a text, without their line numbers.
fn read(world: &Text, text: &str, format: Option<Format>) -> Vec<Record> {
    let read = world
        .records("f", text.as_bytes(), format, None)
        .unwrap_or_else(|trouble| panic!("{trouble}\n{text}"));
    let lines: Vec<usize> = read.games.iter().map(|(line, _)| *line).collect();
    assert!(lines.is_sorted_by(|one, other| one < other), "{lines:?} {text}");
    read.games.into_iter().map(|(_, game)| game).collect()
}

#[test]
fn games_survive_conversion_to_every_format_and_back() {
    for name in TextBase::all() {
        let world = world(name);
        let (rules, mut random) = (world.rules(), Random::of(seed(), &[name.len() as u64]));
        for _ in 0..draws(16) {
            let has_tags = world.formats().contains(&Format::Pdn);
            let games: Vec<Record> =
                (0..random.between(1, 4)).map(|_| game(rules, &mut random, has_tags)).collect();
            for format in world.formats() {
                let text = world.write(&games, format).unwrap_or_else(|why| panic!("{name}: {why}")).text;
                for from in [None, Some(format)] {
                    let again = read(&world, &text, from);
                    assert_eq!(again.len(), games.len(), "{name}, {format}: {text}");
                    for (again, game) in again.iter().zip(&games) {
                        if format == Format::Diagrams {
                            let last = replayed(&world, game);
                            assert_eq!(again.start.words(), last.words(), "{name}: {text}");
                            continue;
                        }
                        assert_eq!(again.moves, game.moves, "{name}, {format}: {text}");
                        let event =
                            |record: &Record| record.tags.iter().find(|(tag, _)| tag == "Event").cloned();
                        if format == Format::Pdn {
                            assert_eq!(event(again), event(game), "{text}");
                            assert_eq!(rules.records().result(again), rules.records().result(game), "{text}");
                        }
                    }
                }
            }
            let positions: Vec<Record> =
                games.iter().map(|game| Record::of_position(replayed(&world, game))).collect();
            match world.write(&positions, Format::Lines) {
                Ok(written) => {
                    let drawn = |games: &[Record]| {
                        games
                            .iter()
                            .map(|game| {
                                rules.notation().drawn(&game.start).lines().take(8).collect::<String>()
                            })
                            .collect::<Vec<_>>()
                    };
                    assert_eq!(
                        drawn(&read(&world, &written.text, None)),
                        drawn(&positions),
                        "{name}: {}",
                        written.text
                    );
                }
                Err(why) => assert_eq!(why, Unwritable::NoLine, "{name}"),
            }
        }
    }
}

/// Runs `noire convert` on a file with this text.
fn convert(name: &str, text: &str, words: &[&str]) -> (i32, String, String) {
    let file = format!("{}/{name}", folder(&format!("convert-{}", name.replace('.', "-")), &[(name, text)]));
    let ran = noire(&[&["convert", &file][..], words].concat());
    (ran.status, ran.out, ran.err.replace(&file, "F"))
}

const PDN: &str = "[Event \"a\"]\n[Black \"Ann\"]\n[Result \"1-0\"]\n\n1. 11-15 {good} 22-17 (22-18) 1-0\n\n\
                   [FEN \"W:WK29:BK25\"]\n1. 29x22\n";

#[test]
fn records_of_games_in_text_keep_what_the_format_can_hold() {
    let words = |to: &'static str| ["--game", "draughts", "--to", to];
    let (status, out, err) = convert("two.pdn", PDN, &words("pdn"));
    let written = "[Event \"a\"]\n[Black \"Ann\"]\n[Result \"1-0\"]\n\n1. 11-15 {good} 22-17\n1-0\n\n\
                   [Result \"1-0\"]\n[FEN \"W:BK25:WK29\"]\n\n1. 29x22\n1-0\n";
    assert_eq!((status, out.as_str()), (0, written), "{err}");
    let notes = "note: F:5:23: a variation is left out; the main line is read\n\
                 note: F:7: the result is added by the rules of draughts: white wins\n";
    assert_eq!(err, notes);
    let (status, out, err) = convert("one.pdn", PDN, &[&words("moves")[..], &["--record", "1"]].concat());
    assert_eq!((status, out.as_str()), (0, "# game 1: white wins\n1. 11-15 22-17\n"), "{err}");
    for lost in ["the remarks", "the event", "who played", "the result"] {
        assert!(err.contains(&format!("note: the format moves has no room for {lost}\n")), "{err}");
    }
    let (status, _, err) = convert("start.pdn", PDN, &words("moves"));
    let said =
        "error: a `moves` file begins at the start of the game, and this game begins in another position\n";
    assert!(status == 1 && err.ends_with(said), "{err}");
    let (status, out, err) = convert("last.pdn", PDN, &words("diagrams"));
    assert!(status == 0 && out.contains("\n6 .   W") && out.contains("to.move(black)\n"), "{out}");
    assert!(err.contains("note: the format diagrams has no room for the moves\n"), "{err}");
    let (_, lines, _) = convert("diagram.txt", &out, &words("lines"));
    assert_eq!(lines.lines().last(), Some("B:B:WK22"), "{lines}");
    let (status, _, err) = convert("sgf.pdn", PDN, &words("sgf"));
    let said = "error: this game does not have the format sgf: it has moves, lines, diagrams, pdn\n";
    assert!(status == 2 && err.ends_with(said), "{err}");
    let (status, _, err) = convert("moves.txt", "f5 d6", &["--game", "othello", "--to", "pdn"]);
    assert!(status == 2 && err.ends_with("  the sentence `notation pdn` in its text adds it\n"), "{err}");
    let (status, _, err) = convert("stones.pdn", PDN, &["--to", "moves"]);
    assert!(status == 1 && err.contains("expected a game of stones, as no game in text is named"), "{err}");
}

/// A text in another format may consist of what PDN takes for variations and remarks.
#[test]
fn a_text_of_variations_and_remarks_is_no_game() {
    for text in [
        "(;GM[4]SZ[15];B[hh];W[gg])\n",
        "{a remark}\n; another\n",
        "1. 11-15 *\n[Event \"a\"]\n*\n(1. 9-13)\n",
    ] {
        let (status, out, err) = convert("aside.txt", text, &["--game", "draughts", "--to", "lines"]);
        let is_game = text.starts_with("1.");
        assert_eq!(status, if is_game { 0 } else { 1 }, "{text}: {out} {err}");
        let said = "F:1:1: variations and remarks without a game\n";
        assert!(is_game || out.is_empty() && err.contains(said), "{text}: {err}");
    }
    let (status, out, err) = convert("empty.txt", "# a remark\n", &["--game", "draughts", "--to", "lines"]);
    assert_eq!((status, out.as_str()), (0, "#moves\tresult\n\t\n"), "{err}");
}

#[test]
fn many_notes_are_summarised_by_their_number() {
    let text = format!("1. 11-15 {}22-17 *\n", "(1. 9-13) ".repeat(30_000));
    let (status, _, err) = convert("many.pdn", &text, &["--game", "draughts", "--to", "moves"]);
    assert_eq!((status, err.lines().count()), (0, 21), "{err}");
    assert_eq!(err.lines().last(), Some("note: and 29980 more notes"));
}

/// As in games of stones, moves after the first win are ignored.
#[test]
fn moves_after_the_end_of_a_game_in_text_are_left_out_with_a_note() {
    let said = "F:1:16: the game is over after c2, by three for x; later moves are left out\n";
    let over = "b2 a1 a2 a3 c2 c3\n";
    let lines = format!("#result\tmoves\no\t{over}\tb2 a1\n");
    for (name, text, note) in [
        ("over.txt", over.to_owned(), format!("note: {}", said)),
        ("over.tsv", lines, format!("note: {}", said.replace("1:16", "2:18"))),
    ] {
        let (status, out, err) = convert(name, &text, &["--game", "noughts", "--to", "lines"]);
        assert_eq!((status, out.lines().nth(1)), (0, Some("b2 a1 a2 a3 c2\tx")), "{err}");
        assert!(err.starts_with(&note), "{err}");
        let contradicts = "note: F:2: the record says `o`, and the rules of noughts say `x wins`\n";
        assert_eq!(err.contains(contradicts), name.ends_with("tsv"), "{err}");
        let file =
            format!("{}/{name}", folder(&format!("over-{}", name.replace('.', "-")), &[(name, &text)]));
        for command in [
            &["apply"][..],
            &["eval"],
            &["draw"],
            &["solve"],
            &["analyse", "--nodes", "5"],
            &["play", "--lang", "en"],
        ] {
            let option = if command[0] == "play" { "--resume" } else { "--file" };
            let ran = noire(&[command, &["--game", "noughts", option, &file]].concat());
            assert_eq!(ran.status, 0, "{command:?}: {}", ran.err);
            assert!(ran.err.contains(&note.replace('F', &file)), "{command:?}: {}", ran.err);
        }
    }
    let ran = noire(&["draw", "noughts", "--moves", over.trim()]);
    assert!(ran.status == 0 && ran.err.contains(&said.replace('F', "--moves")), "{}", ran.err);
}

#[test]
fn comments_on_moves_are_kept_in_pdn_and_noted_if_lost() {
    let text = "{before\nall} 1. 11-15! 23-19 ; b {and c}\n2. 8-11!? $3 {d} 22-17 ? 1-0 {end}\n";
    let to = |name: &str, text: &str, to: &str| convert(name, text, &["--game", "draughts", "--to", to]);
    let (status, out, err) = to("said.pdn", text, "pdn");
    let written =
        "[Result \"1-0\"]\n\n{before all} 1. 11-15! 23-19 {b {and c)} 2. 8-11!? $3 {d} 22-17? {end}\n1-0\n";
    assert_eq!((status, out.as_str(), err.as_str()), (0, written, ""));
    assert_eq!(to("again.pdn", written, "pdn").1, written, "what was read is written");
    for format in ["moves", "lines", "diagrams"] {
        let (_, _, err) = to("lost.pdn", text, format);
        for lost in ["the remarks", "the annotations of moves, such as `!`"] {
            let said = format!("note: the format {format} has no room for {lost}\n");
            assert_eq!(err.matches(&said).count(), 1, "{err}");
        }
    }
}

#[test]
fn a_wrong_move_number_is_noted() {
    let wrong = |at: &str, found: u32, expected: u32| {
        format!(
            "note: F:{at}: the number {found} stands where {expected} is expected; the moves are read in their order\n"
        )
    };
    for (game, text, said) in [
        ("renju", "1. h8 i9 7. g7\n", wrong("1:10", 7, 2)),
        ("renju", "1.h8 i9\n2.g7 f6 4.e5\n", wrong("2:9", 4, 3)),
        ("renju", "1. h8 i9 2. g7\n1. h8 i9 3. g9\n", wrong("2:10", 3, 2)),
        ("renju", "1. h8 2. i9 3. g7\n", String::new()),
        ("renju", "1. h8 1... i9 2. g7 pass 3. a1\n", String::new()),
        ("renju", "black stones: h8\nto move: white\n12. i9 g7 13. a1\n", String::new()),
        ("renju", "black stones: h8\nto move: white\n12... i9 13. g7 a1\n", String::new()),
        ("renju", "black stones: h8\nto move: white\n12. i9 g7 14. a1\n", wrong("3:11", 14, 13)),
        ("noughts", "1. b2 a1 7. c3\n", wrong("1:10", 7, 2)),
        ("noughts", "1. b2 a1 1. c3\n", wrong("1:10", 1, 2)),
        ("noughts", "1. b2 2. a1 3. c3 4. b1\n", String::new()),
        ("draughts", "1. 11-15 23-19 3. 8-11 *\n", wrong("1:16", 3, 2)),
        ("renju", "1. h8 i9 4. g7\n", wrong("1:10", 4, 2)),
        ("draughts", "1. 11-15 {a} 1... 23-19 2. 8-11 *\n", String::new()),
        ("draughts", "[FEN \"W:W32,31:B1\"]\n\n7. 32-28 1-5 8. 31-27 *\n", String::new()),
        ("draughts", "[FEN \"W:W32,31:B1\"]\n\n7... 32-28 8. 1-5 31-27 *\n", String::new()),
        ("othello", "1. e6f6 2. c4 c5 3. c6\n", String::new()),
    ] {
        let (_, _, err) = convert("numbered.txt", text, &["--game", game, "--to", "lines"]);
        let noted = err.lines().filter(|line| line.contains("the number "));
        assert_eq!(noted.map(|line| format!("{line}\n")).collect::<String>(), said, "{text}");
    }
}

#[test]
fn only_notes_of_the_chosen_game_are_printed() {
    let said = |name: &str, text: &str, game: &str, number: &str| {
        let (status, _, err) = convert(name, text, &["--game", game, "--to", "moves", "--record", number]);
        assert_eq!(status, 0, "{err}");
        err.matches("a variation").count()
    };
    let stones = "(;GM[4]SZ[15];B[hh](;W[ii];B[hi])(;W[ij]))\n(;GM[4]SZ[15];B[hh])\n";
    let text = "1. 11-15 (1. 9-13) 22-17 *\n\n1. 11-15 *\n";
    for (name, text, game) in [("chosen.sgf", stones, "renju"), ("chosen.pdn", text, "draughts")] {
        assert_eq!(["1", "2"].map(|number| said(name, text, game, number)), [1, 0], "{name}");
    }
}

#[test]
fn lines_of_games_in_text_have_columns() {
    let text = "#id\tmoves\tresult\nfirst\tf5 d6\tblack\n# a remark\nsecond\tf5 f6 e6\t1-0\n";
    let (status, out, err) = convert("games.tsv", text, &["--game", "othello", "--to", "lines"]);
    assert_eq!((status, out.as_str()), (0, "#moves\tresult\nf5 d6\t0-1\nf5 f6 e6\t1-0\n"));
    assert_eq!(err, "note: F:1: the column `id` is not read\n");
    let file = format!("{}/games.tsv", folder("convert-columns", &[("games.tsv", text)]));
    let ran = noire(&["apply", "--game", "othello", "--file", &file, "--format", "json"]);
    assert!(ran.out.contains("\"id\":\"second\""), "{} {}", ran.out, ran.err);
    let over = "#moves\tresult\ne6 f4 e3 f6 g5 d6 e7 f5 c5\tblack\ne6 f4 e3 f6 g5 d6 e7 f5 c5\twhite\n";
    let (status, out, err) =
        convert("over.tsv", over, &["--game", "othello", "--to", "moves", "--record", "2"]);
    let (_, _, right) = convert("right.tsv", over, &["--game", "othello", "--to", "moves", "--record", "1"]);
    assert_eq!(right, "", "Black is 0-1");
    assert_eq!((status, out.lines().next()), (0, Some("# game 1: black wins 64 to 0")), "{err}");
    assert_eq!(
        err,
        "note: F:3: the record says `white`, and the rules of othello say `black wins 64 to 0`\n"
    );
    let wrong = text.replace("e6", "a1");
    let (status, _, err) = convert("wrong.tsv", &wrong, &["--game", "othello", "--to", "lines"]);
    assert!(status == 1 && err.starts_with("F:4:14: black cannot play `a1` here\n"), "{err}");
}

#[test]
fn cells_of_games_in_text_that_are_not_read_are_noted() {
    let to_lines = |game: &'static str| ["--game", game, "--to", "lines"];
    // Results in words are accepted. Anything else is reported in a note.
    let text = "#moves\tresult\nb2 a1\tq\nb2 a1\tX\nb2 a1\to wins\nb2 a1\tdraw\nb2 a1\t-\nb2 a1\t1-0\n";
    let (status, out, err) = convert("said.tsv", text, &to_lines("noughts"));
    let written = "#moves\tresult\nb2 a1\t\nb2 a1\tx\nb2 a1\to\nb2 a1\t1/2-1/2\nb2 a1\t\nb2 a1\t\n";
    assert_eq!((status, out.as_str()), (0, written), "{err}");
    assert_eq!(
        err,
        "note: F:2:7: `q` is not a result; the game is read without one\n\
         note: F:7:7: `1-0` is not a result; the game is read without one\n"
    );
    // The names of columns may be in capital letters.
    let text = "#ID\tMoves, from the start\tRESULT\tBlack\nfirst\tf5 d6\tB\tAnn\textra\n";
    let (status, out, err) = convert("capitals.tsv", text, &to_lines("othello"));
    assert_eq!((status, out.as_str()), (0, "#moves\tresult\nf5 d6\t0-1\n"), "{err}");
    assert_eq!(
        err,
        "note: F:1: the column `Black` is not read\n\
         note: F:2: 5 cells, but 4 columns are named; those after them are not read\n\
         note: F:1: the column `id` is not read\n"
    );
    let text = "#moves\tresult\tresult\nf5 d6\t0-1\t1-0\n";
    let (status, out, err) = convert("again.tsv", text, &to_lines("othello"));
    assert_eq!((status, out.as_str()), (0, "#moves\tresult\nf5 d6\t0-1\n"), "{err}");
    assert_eq!(err, "note: F:1:15: a second column `result`; the first one counts\n");
    let text = "#moves\tmoves\nf5 d6\tf5 f6\n";
    let (status, out, err) = convert("twice.tsv", text, &to_lines("othello"));
    assert_eq!((status, out.as_str()), (1, ""), "{err}");
    assert!(err.starts_with("F:1:8: a second column `moves`\n"), "{err}");
    // The formats `lines` and `moves` cannot express that both players have lost.
    let pdn = "[Result \"0-0\"]\n\n1. 11-15 22-17 0-0\n";
    for to in ["lines", "moves"] {
        let (status, _, err) = convert("neither.pdn", pdn, &["--game", "draughts", "--to", to]);
        assert_eq!((status, err), (0, format!("note: the format {to} has no room for the result\n")));
    }
    let (status, out, err) = convert("neither.pdn", pdn, &["--game", "draughts", "--to", "pdn"]);
    assert!(status == 0 && out.contains("[Result \"0-0\"]") && err.is_empty(), "{out} {err}");
}

#[test]
fn a_number_of_the_end_that_is_not_kept_is_noted() {
    for (number, notes) in [("0", 0), ("15", 0), ("1", 1), ("-1", 1)] {
        let record = format!("Piskvorky 15x15, 11:11, 0\n8,8,0\nAnn\nBo\n{number}\n");
        let (status, _, err) = convert("end.psq", &record, &["--to", "psq"]);
        assert_eq!((status, err.matches("of the end of the game is not read").count()), (0, notes), "{err}");
    }
}

#[test]
fn a_name_of_a_game_that_is_not_kept_is_noted() {
    for record in ["(;GM[4]SZ[15]GN[Round 3]EV[Cup];B[hh])", "(;GM[4]SZ[15]EV[Cup]GN[Round 3];B[hh])"] {
        let (status, out, err) = convert("named.sgf", record, &["--to", "sgf"]);
        assert!(status == 0 && out.contains("EV[Cup]"), "{out}{err}");
        assert!(err.contains("a game has no room for `GN`\n"), "{err}");
    }
    let (_, out, err) = convert("kept.sgf", "(;GM[4]SZ[15]GN[Round 3];B[hh])", &["--to", "sgf"]);
    assert!(out.contains("EV[Round 3]") && !err.contains("`GN`"), "{out}{err}");
    let (_, _, err) = convert("id.tsv", "#moves\tid\nh8,i9\tgame-17\n", &["--to", "lines"]);
    assert!(err.contains("the column `id` is not read\n"), "{err}");
    let file = "#moves\tid\n9-13\tgame-17\n";
    let (_, _, err) = convert("text-id.tsv", file, &["--game", "draughts", "--to", "moves"]);
    assert!(err.contains("F:1: the column `id` is not read\n"), "{err}");
}
