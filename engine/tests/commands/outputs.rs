//! Tests of output files named by the user: files written by this program and not changed since are replaced, all
//! others are kept.

use std::thread;

use super::*;
use crate::lots::draws;

/// The text of a file that the user wrote.
const THEIRS: &str = "My own notes.\n";

const GAME: &str = "h8 i9 i8 g8 j8 f8 k8 e8 l8";

/// Runs a command that writes to a new file, and then to its own earlier output, before and after the user changes it.
/// Finally, its output is a file that the user wrote.
fn writes(test: &str, name: &str, words: &[&str], replaces_its_own: bool) {
    let folder = folder(test, &[("theirs", THEIRS), ("game.txt", GAME)]);
    let run = |to: &str| {
        let to = format!("{folder}/{to}");
        let game = format!("{folder}/game.txt");
        let words = words.iter().map(|word| match *word {
            "TO" => to.as_str(),
            "GAME" => game.as_str(),
            word => word,
        });
        noire(&words.collect::<Vec<_>>())
    };
    let text = |of: &str| fs::read_to_string(format!("{folder}/{of}")).expect("it is there");
    for turn in 0..2 {
        let ran = run(name);
        assert_eq!(ran.status, 0, "{words:?}, turn {turn}: {}", ran.err);
    }
    let own = text(name);
    assert!(!own.is_empty());
    // A shorter game has another text.
    fs::write(format!("{folder}/game.txt"), &GAME[..GAME.len() - 3]).expect("it can be written");
    let shorter = run(name);
    match replaces_its_own {
        true => assert!(shorter.status == 0 && text(name) != own, "{}", shorter.err),
        false => assert_eq!((shorter.status, text(name)), (2, own), "{}", shorter.err),
    }
    // A person changes the file.
    let changed = format!("{} ", text(name));
    fs::write(format!("{folder}/{name}"), &changed).expect("it can be written");
    let again = run(name);
    assert_eq!((again.status, text(name)), (2, changed), "{}", again.err);
    assert!(again.err.contains("name another file, or remove it first"), "{}", again.err);
    let theirs = format!("theirs.{}", name.rsplit('.').next().expect("it has an ending"));
    fs::rename(format!("{folder}/theirs"), format!("{folder}/{theirs}")).expect("it can be moved");
    let ran = run(&theirs);
    assert_eq!((ran.status, text(&theirs).as_str()), (2, THEIRS), "{words:?}: {}", ran.err);
    assert!(ran.err.contains("a file of this name already exists"), "{}", ran.err);
    assert!(ran.err.contains("name another file, or remove it first"), "{}", ran.err);
}

#[test]
fn a_record_of_another_program_is_never_overwritten() {
    for ending in ["sgf", "psq", "tsv", "moves"] {
        // SGF records which program wrote a file, but not who has edited it since.
        let name = format!("a.{ending}");
        writes(&format!("outputs-{ending}"), &name, &["convert", "GAME", "--output", "TO"], false);
    }
    let analyse = ["analyse", "--file", "GAME", "--every-ply", "--nodes", "5"];
    writes("outputs-svg", "a.svg", &[&analyse[..], &["--svg", "TO"]].concat(), true);
}

#[test]
fn a_record_is_not_overwritten_even_by_its_own_writer() {
    let record = "(;FF[4]GM[4]CA[UTF-8]AP[NOIRE:0.1.0]SZ[15];B[hh]C[my remark](;W[ig])(;W[gi]))";
    let folder = folder("outputs-read", &[("game.sgf", record)]);
    let game = format!("{folder}/game.sgf");
    let text = fs::read_to_string(&game).expect("it is there");
    for words in [
        &["convert", &game, "--output", &game][..],
        &["analyse", "--file", &game, "--every-ply", "--nodes", "5", "--sgf", &game],
        &["analyse", "--file", &game, "--every-ply", "--nodes", "5", "--svg", &game],
        &["contest", "--games", "2", "--nodes", "1", "--output", &game],
    ] {
        let ran = noire(words);
        assert_eq!(ran.status, 2, "{words:?}: {}", ran.err);
        assert_eq!(fs::read_to_string(&game).expect("it is there"), text, "{words:?}");
    }
}

#[test]
fn contests_and_manuals_never_overwrite_files_of_others() {
    let play = ["contest", "--player", "classic", "--games", "2", "--output", "TO"];
    let folder =
        folder("outputs-match", &[("a.tsv", THEIRS), ("pages/index.html", THEIRS), ("a.html", THEIRS)]);
    let to = format!("{folder}/a.tsv");
    let words: Vec<&str> = play.iter().map(|word| if *word == "TO" { to.as_str() } else { word }).collect();
    let [pages, page] = ["pages", "a.html"].map(|name| format!("{folder}/{name}"));
    for (words, file) in [
        (&words[..], "a.tsv"),
        (&["doc", "--game", "renju", "--output", &pages], "pages/index.html"),
        (&["doc", "--game", "renju", "--output", &page], "a.html"),
    ] {
        let ran = noire(words);
        assert_eq!(ran.status, 2, "{words:?}: {}", ran.err);
        assert_eq!(fs::read_to_string(format!("{folder}/{file}")).expect("it is there"), THEIRS, "{words:?}");
    }
}

#[test]
fn tables_with_lines_of_the_user_are_never_overwritten() {
    let folder = folder("outputs-tables", &[("moves", "h8 i9\n")]);
    let moves = format!("{folder}/moves");
    for (name, words) in [
        ("answers.txt", &["answers", "renju-2001", "--output", "TO"][..]),
        ("statistics.txt", &["statistics", "--game", "renju-2001", "--file", &moves, "--output", "TO"]),
    ] {
        let to = format!("{folder}/{name}");
        let words: Vec<&str> =
            words.iter().map(|word| if *word == "TO" { to.as_str() } else { word }).collect();
        for _ in 0..2 {
            assert_eq!(noire(&words).status, 0, "{words:?}");
        }
        let text = fs::read_to_string(&to).expect("it is there");
        let heading = text.lines().take_while(|line| line.starts_with('#')).count();
        for line in [1, heading, heading + 1, text.lines().count()] {
            let mut lines: Vec<&str> = text.lines().collect();
            lines.insert(line, "# my remark");
            let remarked = format!("{}\n", lines.join("\n"));
            fs::write(&to, &remarked).expect("it can be written");
            let ran = noire(&words);
            assert_eq!(ran.status, 2, "{words:?}, line {line}: {}", ran.err);
            assert_eq!(fs::read_to_string(&to).expect("it is there"), remarked);
        }
    }
}

/// Starts a command that will write a file. Saves another text in that file after a delay, and waits for the command.
fn saved_meanwhile(words: &[&str], file: &str, after: Duration) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_noire"));
    let running =
        command.args(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    thread::sleep(after);
    fs::write(file, THEIRS).expect("it can be saved");
    Ran::from(running.wait_with_output().expect("it ends"))
}

#[test]
fn a_file_saved_while_a_command_works_is_never_overwritten() {
    let example = "misses: two marks on the diagonal\n3 . o .\n2 . x .\n1 x . o\n  a b c\n\n";
    let positions = format!("rule two for x\n\n{}", example.repeat(300));
    let mut refused = 0;
    for trial in 0..draws(12) as u64 {
        let folder = folder("outputs-race/noughts", &[("positions.txt", &positions), ("game.txt", GAME)]);
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("knowledge/noughts");
        for entry in fs::read_dir(from).expect("it can be read").flatten() {
            if entry.path().extension().is_some_and(|ending| ending == "blanche") {
                fs::copy(entry.path(), Path::new(&folder).join(entry.file_name())).expect("it can be copied");
            }
        }
        let after = Duration::from_millis(10 * (trial + 1));
        let file = format!("{folder}/positions.txt");
        let ran = saved_meanwhile(&["test", "--game", &folder, "--update"], &file, after);
        assert_eq!(fs::read_to_string(&file).expect("it is there"), THEIRS, "after {after:?}: {}", ran.err);
        refused += usize::from(ran.err.contains("it has changed since it was read"));
        // First the output file is new. Then it already exists, written by this program.
        let game = format!("{folder}/game.txt");
        for own in [false, true] {
            let to = format!("{folder}/game-{own}.svg");
            let words = ["analyse", "--file", &game, "--every-ply", "--nodes", "40", "--svg", &to];
            if own {
                assert_eq!(noire(&words).status, 0);
            }
            let ran = saved_meanwhile(&words, &to, after);
            assert_eq!(fs::read_to_string(&to).expect("it is there"), THEIRS, "after {after:?}: {}", ran.err);
            refused += usize::from(ran.status == 2);
        }
    }
    println!("{refused} refused to write");
}

#[test]
fn standard_output_as_a_pipe_can_be_named_as_an_output_file() {
    let folder = folder("outputs-stdout", &[("g.moves", "h8 i9 j10\n")]);
    let record = format!("{folder}/g.moves");
    let ran = noire(&["convert", &record, "--to", "sgf", "-o", "/dev/stdout", "--game", "renju"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains(";B[hh];W[ig];B[jf]"), "{}", ran.out);
}
