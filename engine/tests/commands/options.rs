//! Tests of options of commands that take both games of stones and games written in BLANCHE. Every option either works
//! for both, or is refused for one kind with a reason.

use super::*;

/// Options that every command has.
const COMMON: [&str; 3] = ["color", "help", "game"];

/// A command for both kinds of games. Its options, each with a valid value, are in three lists: those for both kinds,
/// those only for games written in BLANCHE, and those only for games of stones.
struct Both {
    command: &'static str,
    both: &'static [&'static str],
    in_text: &'static [&'static [&'static str]],
    of_stones: &'static [&'static [&'static str]],
}

/// Options that set up stones.
const STONES: [&[&str]; 4] =
    [&["--black", "a1"], &["--white", "a1"], &["--to-move", "black"], &["--last", "a1"]];

const COMMANDS: [Both; 8] = [
    Both { command: "convert", both: &["from", "to", "output", "record"], in_text: &[], of_stones: &[] },
    Both {
        command: "statistics",
        both: &["moves", "file", "every-ply", "output"],
        in_text: &[],
        of_stones: &[],
    },
    Both {
        command: "tune",
        both: &["backend", "games", "nodes", "seed", "threads", "log", "file", "write", "force", "format"],
        in_text: &[],
        of_stones: &[],
    },
    Both {
        command: "analyse",
        both: &[
            "moves",
            "file",
            "every-ply",
            "backend",
            "best",
            "time",
            "nodes",
            "depth",
            "level",
            "threads",
            "memory",
            "format",
            "svg",
            "record",
        ],
        in_text: &[],
        of_stones: &[&["--strategy", "classic"], &["--every-ply", "--sgf", "no/such/file.sgf"]],
    },
    Both {
        command: "play",
        both: &[
            "player",
            "backend",
            "level",
            "time",
            "game-time",
            "increment",
            "resume",
            "record",
            "show-rules",
            "analysis",
            "numbered",
            "lang",
            "languages",
            "unicode",
        ],
        in_text: &[],
        of_stones: &[&["--opening", "D4"]],
    },
    Both {
        command: "coverage",
        both: &[
            "moves",
            "file",
            "every-ply",
            "without",
            "level",
            "random",
            "seed",
            "missing",
            "time",
            "shard",
            "threads",
            "nodes",
            "format",
            "against",
            "unicode",
        ],
        in_text: &[],
        of_stones: &[&["--against", "gomoku"]],
    },
    Both {
        command: "verify",
        both: &[
            "rule",
            "seed",
            "time",
            "rounds",
            "shard",
            "threads",
            "nodes",
            "format",
            "moves",
            "file",
            "every-ply",
            "backend",
            "unicode",
        ],
        in_text: &[&["--positions", "5"], &["--all"]],
        of_stones: &[],
    },
    Both {
        command: "bench",
        both: &[
            "backend",
            "moves",
            "file",
            "every-ply",
            "rule",
            "question",
            "against",
            "sort",
            "format",
            "time",
            "seed",
        ],
        in_text: &[],
        of_stones: &[&["--against", "gomoku"]],
    },
];

/// The options that the help of a command lists.
fn options(command: &str) -> Vec<String> {
    let help = noire(&[command, "--help"]).out;
    let option = |line: &str| {
        let line = line.trim_start();
        let line = line.strip_prefix("-o, ").or(line.strip_prefix("-h, ")).unwrap_or(line);
        let name =
            line.strip_prefix("--")?.split(|sign: char| !sign.is_alphanumeric() && sign != '-').next()?;
        Some(name.to_owned())
    };
    let (_, list) = help.split_once("Options:").expect("it has options");
    let list = list.split("\nExample").next().unwrap_or_default();
    list.lines()
        .filter(|line| line.starts_with("  ") && line.trim_start().starts_with('-'))
        .filter_map(option)
        .collect()
}

#[test]
fn an_option_without_effect_for_a_kind_of_game_is_rejected() {
    for Both { command, both, in_text, of_stones } in COMMANDS {
        let has_positions = both.contains(&"every-ply");
        let stones: Vec<&[&str]> = if has_positions { STONES.to_vec() } else { Vec::new() };
        let of_stones: Vec<&[&str]> = of_stones.iter().copied().chain(stones).collect();
        let name = |words: &&[&'static str]| {
            let option = words.iter().rev().find(|word| word.starts_with("--")).expect("it has an option");
            option.trim_start_matches('-').to_owned()
        };
        let of_one = in_text.iter().map(name).chain(of_stones.iter().map(name));
        let mut known: Vec<String> = of_one.chain(both.iter().map(|name| (*name).to_owned())).collect();
        known.extend(COMMON.map(str::to_owned));
        for option in options(command) {
            assert!(known.contains(&option), "what does --{option} of {command} mean for each kind of game?");
        }
        let refused = |words: &[&str], given: &[&str]| {
            let ran = noire(&[&[command], given, words].concat());
            assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{command} {given:?} {words:?}: {}", ran.err);
            assert!(ran.err.lines().count() > 1, "{command} {words:?} says why: {}", ran.err);
        };
        of_stones.iter().for_each(|words| refused(words, &["--game", "noughts"]));
        in_text.iter().for_each(|words| refused(words, &[]));
        in_text.iter().for_each(|words| refused(words, &["--game", "gomoku"]));
    }
}

#[test]
fn a_game_of_a_file_is_chosen_by_its_number() {
    let file = folder("numbered-options", &[("g.txt", "h8 i9\n")]) + "/g.txt";
    for (old, new) in [
        (
            &["--computer", "all"][..],
            "`--computer` has been renamed\n  write: --player human --player computer",
        ),
        (&["--agent", "random"], "`--agent` has been renamed\n  write: --player human --player random"),
        (
            &["--black", "computer"],
            "`--black` has been renamed\n  write: --player computer --player computer",
        ),
        (&["--white", "human"], "`--white` has been renamed\n  write: --player human --player human"),
    ] {
        let ran = noire(&[&["play", "--resume", &file, "--record", "1"], old].concat());
        assert!(ran.status == 2 && ran.err.contains(new), "{}", ran.err);
    }
    let ran = noire(&["play", "--resume", &file, "--record", "2"]);
    assert_eq!((ran.status, ran.err.as_str()), (2, "error: there is no game 2; the file holds 1 game\n"));
    for (player, why) in [
        ("program:x", "external programs play in `noire contest` only"),
        ("search:game=gomoku", "`game=` is for `noire contest`"),
    ] {
        let ran = noire(&["play", "--player", player]);
        assert!(ran.status == 2 && ran.err.contains(why), "{}", ran.err);
    }
    let ran = noire(&["play", "--player", "human", "--player", "human", "--player", "human"]);
    assert_eq!((ran.status, ran.err.as_str()), (2, "error: there are 3 players, and the game has 2\n"));
    let ran = noire(&["analyse", "--file", &file, "--record", "1", "--strategy", "classic", "--nodes", "5"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    for words in
        [&["analyse", "--file", &file][..], &["play", "--resume", &file], &["convert", &file, "--to", "sgf"]]
    {
        let ran = noire(&[words, &["--game", "1"]].concat());
        let said = "error: `--game 1` has been renamed\n  write: --record 1\n";
        assert_eq!((ran.status, ran.err.as_str()), (2, said), "{words:?}");
    }
}

#[test]
fn a_setting_that_a_player_lacks_is_rejected() {
    let ran =
        noire(&["play", "--game", "noughts", "--player", "human", "--player", "random", "--level", "3"]);
    let wanted = "error: `random` asks no rules: it has no setting `level`\n";
    assert_eq!((ran.status, ran.err.as_str()), (2, wanted));
}

#[test]
fn a_last_move_that_is_not_on_the_board_is_an_error() {
    for command in ["solve", "apply", "eval", "forbidden", "explain"] {
        let ran = noire(&[command, "--last", "h8"]);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{command}: {}", ran.err);
        assert!(ran.err.starts_with("--last:1:1: "), "{command}: {}", ran.err);
    }
    let ran = noire(&["analyse", "--last", "h8", "--nodes", "5"]);
    assert!(ran.status == 1 && ran.err.starts_with("--last:1:1: "), "{}", ran.err);
}

#[test]
fn numbers_that_are_too_large_are_rejected() {
    for words in [
        &["match", "--games", "1000000000000"][..],
        &["contest", "--games", "1000000000000"],
        &["tune", "--games", "1000000000000"],
        &["coverage", "--random", "1000000000000"],
        &["match", "--threads", "1000000000000"],
        &["contest", "--game", "noughts", "--memory", "1000000000000000"],
        &["contest", "--game", "noughts", "--opening-moves", "1000000000000"],
        &["perft", "--game", "noughts", "--distinct", "--memory", "0"],
    ] {
        let ran = noire(words);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{words:?}: {}", ran.err);
    }
}

/// Commands whose `--game` accepts a game of any kind, or a folder with one.
const ALIKE: [&str; 20] = [
    "analyse",
    "answers",
    "apply",
    "bench",
    "contest",
    "coverage",
    "doc",
    "eval",
    "explain",
    "forbidden",
    "mutate",
    "perft",
    "play",
    "repl",
    "rules",
    "solve",
    "statistics",
    "test",
    "tune",
    "verify",
];

#[test]
fn a_renamed_option_is_reported_with_its_new_name() {
    for command in ALIKE {
        let ran = noire(&[command, "--base", "renju"]);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{command}: {}", ran.err);
        let said = "error: `--base` has been renamed\n  write: --game renju\n";
        assert_eq!(ran.err, said, "{command}");
    }
}

#[test]
fn stones_can_be_set_up_only_in_games_of_stones() {
    for command in ["apply", "eval", "explain", "forbidden", "repl", "statistics"] {
        for words in STONES {
            let ran = noire(&[&[command, "--game", "noughts"], words].concat());
            let is_told =
                ran.err.contains("is for stones") || ran.err.contains("does not define forbidden points");
            assert!(ran.status == 2 && ran.out.is_empty() && is_told, "{command} {words:?}: {}", ran.err);
        }
    }
}

#[test]
fn a_game_folder_and_a_file_may_be_positional_arguments() {
    let file = folder("bare", &[("moves.tsv", "#moves\nh8,i9\n")]);
    let knowledge = concat!(env!("CARGO_MANIFEST_DIR"), "/knowledge/renju-2001");
    let moves = format!("{file}/moves.tsv");
    let bare = noire(&["apply", knowledge, &moves, "--format", "counts"]);
    let named = noire(&["apply", "--game", knowledge, "--file", &moves, "--format", "counts"]);
    assert_eq!((bare.status, bare.out.as_str()), (0, named.out.as_str()), "{}", bare.err);
    assert_eq!(noire(&["rules", "noughts"]).out, noire(&["rules", "--game", "noughts"]).out);
    for (words, wanted) in [
        (vec!["apply", "noughts", "othello"], "only one game can be given"),
        (vec!["apply", &moves, "--moves", "h8"], "positions can come from one source only"),
        (vec!["apply", "no-such-file"], "there is no file `no-such-file`"),
    ] {
        let ran = noire(&words);
        assert!(ran.status == 2 && ran.err.contains(wanted), "{words:?}: {}", ran.err);
    }
}
