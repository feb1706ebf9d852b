//! Tests of `noire new`: the files that it writes are correct, and everything that it suggests to try next works.

use std::fs;
use std::path::Path;

use blanche_compiler::files::Sources;
use blanche_compiler::runtime::Limits;
use blanche_compiler::syntax;
use noire::world::open;

use super::{Ran, folder, noire};

/// The games for which there is a template.
const GAMES: [&str; 7] =
    ["renju", "gomoku", "gomoku-standard", "noughts", "connect-four", "othello", "draughts"];

#[test]
fn a_new_base_passes_its_tests() {
    let inside = folder("new-bases", &[]);
    for game in GAMES {
        let name = format!("my-{game}");
        let ran = noire(&["new", &name, "--game", game, "--in", &inside]);
        assert_eq!(ran.status, 0, "{}", ran.err);
        let base = format!("{inside}/{name}");

        // There are no messages, and the text is formatted.
        let warnings = open(&base, Limits::default()).map(|base| base.rule_files().warnings().len());
        assert!(matches!(warnings, Ok(0)), "{game}");
        let text = fs::read_to_string(format!("{base}/base.blanche")).expect("it is there");
        let mut sources = Sources::default();
        let file = sources.add("base.blanche", text.as_bytes());
        assert_eq!(syntax::print(&syntax::parse(&sources, file).file), text, "{game}");

        // The suggested commands work.
        let next: Vec<Vec<&str>> = ran
            .out
            .lines()
            .filter_map(|line| line.trim().strip_prefix("noire "))
            .map(|words| words.split(' ').collect())
            .collect();
        assert_eq!(next.len(), 2, "{}", ran.out);
        let tested = noire(&next[0]);
        assert_eq!(tested.status, 0, "{game}: {}{}", tested.out, tested.err);
        assert!(!tested.out.contains(" is given"), "every rule has its positions: {}", tested.out);
        let attacked = noire(&next[1]);
        assert_eq!(attacked.status, 0, "{game}: {}{}", attacked.out, attacked.err);
        let readme = fs::read_to_string(format!("{base}/README.md")).expect("it is there");
        assert!(readme.lines().count() <= 10 && readme.starts_with(&format!("# {name}: ")), "{readme}");
        // The remarks on its commands are aligned.
        let commands = readme.lines().filter_map(|line| line.strip_prefix("    "));
        let columns: Vec<usize> = commands
            .map(|line| {
                let gap = line.find("  ").expect("words stand behind a command");
                gap + line[gap..].len() - line[gap..].trim_start().len()
            })
            .collect();
        assert!(columns.len() == 4 && columns.iter().all(|column| *column == columns[0]), "{readme}");
        assert!(!readme.contains("OPTION") && !readme.contains("BASE"), "{readme}");
    }
}

#[test]
fn new_rejects_invalid_names_and_existing_folders() {
    let inside = folder("new-refused", &[]);
    let refused = |words: &[&str]| {
        let ran = noire(&[&["new"][..], words, &["--in", &inside]].concat());
        assert_eq!(ran.status, 2, "{}", ran.err);
        ran.err
    };
    assert!(refused(&["mine", "--game", "gomoko"]).contains("did you mean `gomoku`?"));
    assert!(refused(&["Mine"]).contains("is not a name for a base"));

    assert!(fs::read_dir(Path::new(&inside)).expect("it is there").next().is_none(), "nothing was written");
}

#[test]
fn a_new_folder_with_a_built_in_name_is_named_by_its_path() {
    let inside = folder("new-built-in", &[]);
    let begun = |words: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_noire"));
        Ran::from(command.arg("new").args(words).current_dir(&inside).output().expect("the program starts"))
    };
    let game = begun(&["noughts", "--as", "game"]);
    assert!(game.out.contains("  noire play ./noughts\n"), "{}{}", game.out, game.err);
    let base = begun(&["renju", "--game", "gomoku"]);
    assert!(base.out.contains("  noire verify ./renju --rounds 1\n"), "{}", base.out);
    let readme = fs::read_to_string(format!("{inside}/renju/README.md")).expect("it is there");
    assert!(readme.contains("    noire test ./renju ") && readme.starts_with("# renju: "), "{readme}");
    let other = begun(&["mine", "--as", "game"]);
    assert!(other.out.contains("  noire play mine\n"), "{}", other.out);
}

#[test]
fn messages_have_colours_only_if_requested() {
    let inside = folder("colours", &[("base.blanche", "base own\n\nuse five-in-a-row/domain\nfive(\n")]);
    let colored =
        |choice: &[&str]| noire(&[&["apply", "--game", &inside], choice].concat()).err.contains('\u{1b}');
    assert!(colored(&["--color", "always"]));
    assert!(!colored(&["--color", "never"]) && !colored(&[]));
}

#[test]
fn a_new_game_with_a_built_in_name_names_its_folder_in_its_commands() {
    let within = folder("new-built-in", &[]);
    let ran = noire(&["new", "noughts", "--as", "game", "--in", &within]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let text = fs::read_to_string(format!("{within}/noughts/base.blanche")).expect("it was written");
    let commands: Vec<&str> = text.lines().filter(|line| line.starts_with("%%     ")).collect();
    assert!(commands.len() > 3 && commands.iter().all(|line| line.contains(" ./noughts")), "{commands:?}");
    assert!(text.contains("\nbase noughts\n"), "{text}");
}
