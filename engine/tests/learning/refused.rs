//! Input that `noire learn` and `noire learn --extract` refuse. It is refused before the first game, and no file is
//! overwritten.

use std::fs;
use std::path::Path;

use crate::commands::{Ran, folder, noire};

fn learn(game: &str, into: &str, words: &[&str]) -> Ran {
    noire(&[&["learn", "--game", game, "--into", into], words].concat())
}

fn text(path: &str) -> String {
    fs::read_to_string(path).expect("it is there")
}

#[test]
fn rules_added_to_extracted_ones_are_left_unchanged() {
    let folder = folder("extract-added", &[]);
    let [numbers, rules] = ["numbers", "rules"].map(|name| format!("{folder}/{name}"));
    assert_eq!(learn("noughts", &numbers, &["--games", "100"]).status, 0);
    let extract = || noire(&["learn", "--extract", &numbers, "--into", &rules]);
    let file = format!("{rules}/found.blanche");
    for _ in 0..2 {
        let ran = extract();
        assert_eq!(ran.status, 0, "what nobody has changed is written again: {}", ran.err);
    }
    let own = text(&file) + "preference mine for o plays Field worth 1 if middle(Field)\n";
    fs::write(&file, &own).expect("it is written");
    let ran = extract();
    assert!(
        ran.status == 1 && ran.err.contains("was changed since `noire learn --extract` wrote it"),
        "{}",
        ran.err
    );
    assert_eq!(text(&file), own);
}

#[test]
fn text_of_the_user_around_learned_rules_is_kept() {
    let into = folder("learn-remarks", &[]) + "/remarked";
    assert_eq!(learn("noughts", &into, &["--games", "20"]).status, 0);
    let (file, extra) = (format!("{into}/learned.blanche"), format!("{into}/extra.blanche"));
    fs::write(&extra, "use noughts/rules\n\n%% Corners.\ncorner(Field) :- equal(Field, a1)\n")
        .expect("it is written");
    let added = text(&file)
        .replace("use noughts/rules\n", "% Mine: read on.\nuse noughts/rules\nuse remarked/extra\n");
    fs::write(&file, added + "\n% Mine: the end.\n").expect("it is written");
    for games in ["40", "60"] {
        let ran = learn("noughts", &into, &["--games", games]);
        assert_eq!(ran.status, 0, "{}", ran.err);
        let now = text(&file);
        for kept in ["% Mine: read on.\n", "use remarked/extra\n", "\n% Mine: the end.\n"] {
            assert_eq!(now.matches(kept).count(), 1, "{kept}: {now}");
        }
    }
}

#[test]
fn a_file_that_would_become_too_large_is_left_unchanged() {
    let into = folder("learn-full", &[]) + "/full";
    assert_eq!(learn("noughts", &into, &["--games", "20"]).status, 0);
    let file = format!("{into}/learned.blanche");
    let line = format!("% {}\n", "a long remark of somebody ".repeat(40));
    let full = text(&file) + "\n" + &line.repeat((16 << 20) / line.len() - 100);
    fs::write(&file, &full).expect("it is written");
    let ran = learn("noughts", &into, &["--games", "40"]);
    assert_eq!(ran.status, 1, "{}{}", ran.out, ran.err);
    assert!(ran.err.contains("is full after 20 games"), "{}", ran.err);
    assert!(text(&file) == full, "it is as it was");
}

#[test]
fn a_table_over_numbered_fields_can_be_played() {
    let into = folder("learn-draughts", &[]) + "/table";
    let ran = learn("draughts", &into, &["--by", "fields", "--games", "2"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(!ran.err.contains("without what was learned"), "{}", ran.err);
    assert!(ran.out.contains("numbers of") && !ran.out.contains(" 0 numbers of"), "{}", ran.out);
}

#[test]
fn a_game_whose_moves_play_no_fields_has_no_table_and_no_lines() {
    let folder = folder("learn-columns", &[]);
    let [table, numbers, rules] = ["table", "numbers", "rules"].map(|name| format!("{folder}/{name}"));
    let ran = learn("connect-four", &table, &["--by", "fields", "--games", "2"]);
    assert!(
        ran.status == 2 && ran.err.contains("no move of this game plays a field of its board"),
        "{}",
        ran.err
    );
    assert!(!Path::new(&table).exists());
    assert_eq!(learn("connect-four", &numbers, &["--games", "2"]).status, 0);
    let ran = noire(&["learn", "--extract", &numbers, "--into", &rules]);
    let said = "error: a move plays no field of the board here, so no lines go through it\n";
    assert_eq!((ran.status, ran.err.as_str()), (1, said));
}

#[test]
fn an_unsuitable_folder_is_rejected_before_the_games() {
    let base = "base mine\n\nuse noughts/rules\n";
    let other = "base other\n\nuse connect-four/rules\nuse other/learned\n";
    let files =
        [("mine/base.blanche", base), ("other/base.blanche", other), ("notes/base.blanche", "fact p(a)\n")];
    let folder = folder("learn-elsewhere", &files);
    for (into, said) in [
        ("mine", "holds a base that does not use mine/learned, and so would not play by it\n"),
        ("other", "holds a base of another game: it does not use noughts/rules\n"),
        ("notes", "is there, and does not begin with: base NAME\n"),
        ("My Game", "error: `My Game` is not a name for a base: a name consists of lower-case letters"),
        ("mine/base.blanche/deep", "a"),
    ] {
        let into = format!("{folder}/{into}");
        let ran = learn("noughts", &into, &["--games", "1000000"]);
        assert!(ran.status >= 2 && ran.err.contains(said), "{into}: {}", ran.err);
        assert!(!Path::new(&into).join("learned.blanche").exists(), "{into}");
    }
    assert!(!Path::new(&folder).join("My Game").exists(), "no folder is made");
    let numbers = format!("{folder}/numbers");
    assert_eq!(learn("noughts", &numbers, &["--games", "5"]).status, 0);
    let ran = noire(&["learn", "--extract", &numbers, "--into", &format!("{folder}/mine")]);
    assert!(ran.status == 2 && ran.err.contains("does not use mine/found"), "{}", ran.err);
}

#[test]
fn a_game_that_the_folder_cannot_find_is_rejected_before_the_games() {
    let rules =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("knowledge/noughts/rules.blanche"));
    let rules = rules.expect("it is there");
    let files = [("own/base.blanche", "base own\n\nuse own/rules\n"), ("own/rules.blanche", rules.as_str())];
    let folder = folder("learn-unfound", &files);
    let game = format!("{folder}/own");
    assert_eq!(learn(&game, &format!("{folder}/beside"), &["--games", "3"]).status, 0);
    let ran = learn(&game, &format!("{folder}/far/away/from-it"), &["--games", "1000000"]);
    assert!(ran.status == 1 && ran.err.contains("there is no file `own/rules.blanche`"), "{}", ran.err);
    assert!(!Path::new(&folder).join("far").exists(), "no folder is made");
}

#[test]
fn own_tables_are_overwritten_and_others_left_unchanged() {
    let folder = folder("learn-tables", &[]);
    let [into, tables] = ["learned", "tables"].map(|name| format!("{folder}/{name}"));
    let learn = |games: &str| {
        learn("noughts", &into, &["--by", "fields", "--games", games, "--export-table", &tables])
    };
    let first = format!("{tables}/1.txt");
    let written = ["10", "30", "30"].map(|games| {
        let ran = learn(games);
        assert_eq!(ran.status, 0, "{games}: {}", ran.err);
        text(&first)
    });
    assert!(written[0] != written[1] && written[1] == written[2], "{written:?}");
    let own = "+99+99+99\n".repeat(3);
    fs::write(&first, &own).expect("it is written");
    let learned = text(&format!("{into}/learned.blanche"));
    let ran = learn("1000000");
    assert!(ran.status == 2 && ran.err.contains("1.txt exists and was not written by"), "{}", ran.err);
    assert_eq!((text(&first), text(&format!("{into}/learned.blanche"))), (own, learned));
    let words = ["--by", "fields", "--games", "1000000", "--export-table", &format!("{first}/none")];
    assert_eq!(self::learn("noughts", &into, &words).status, 3, "no folder can be made in a file");
    fs::remove_file(&first).expect("it can be removed");
    assert_eq!(learn("40").status, 0, "what is not there can be written");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_learning_and_the_result_can_be_read() {
    let into = folder("learn-interrupted", &[]) + "/large";
    let words = ["learn", "--game", "draughts", "--games", "10000000", "--into", &into];
    let (ran, _) = crate::commands::interrupted_after(&words, std::time::Duration::from_secs(3));
    assert_eq!(ran.status, 130, "{}", ran.err);
    assert!(text(&format!("{into}/learned.blanche")).ends_with("% Here ends what was learned.\n"));
}
