//! `noire test` as somebody uses it: positions beside rules that hold, that do not, and what is said then.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

/// A folder with a base of its own.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str, positions: &str) -> Folder {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("expectations").join(test);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a test has a folder");
        let rules = "base own\n\nuse five-in-a-row/shapes\n\n\
                     %% One stone makes five.\n\
                     rule four for white at level 1 plays Field1 if\n    \
                     white.four(Group1), in(Field1, Group1), empty(Field1)\n";
        fs::write(path.join("base.blanche"), rules).expect("it can be written");
        fs::write(path.join("positions.txt"), positions).expect("it can be written");
        Folder(path)
    }

    fn run(&self, words: &[&str]) -> (i32, String, String) {
        let mut all = vec!["test", "."];
        all.extend(words);
        ran(Command::new(env!("CARGO_BIN_EXE_noire")).args(all).current_dir(&self.0))
    }
}

fn ran(command: &mut Command) -> (i32, String, String) {
    let output = command.output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes UTF-8");
    (output.status.code().expect("no signal ends it"), text(output.stdout), text(output.stderr))
}

const POSITIONS: &str = "\
rule four for white

applies, plays h8, Group1 = d8.h8: the stone on h8 makes five
 8 . x o o o o * x
   b c d e f g h i

misses: Black stands on both ends
 8 x o o o o x
   c d e f g h
";

#[test]
fn every_position_beside_the_built_in_bases_holds_and_no_rule_lacks_one() {
    let (status, out, _) = ran(Command::new(env!("CARGO_BIN_EXE_noire")).arg("test"));
    assert_eq!(status, 0, "{out}");
    let lines: Vec<&str> = out.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(
        lines.len(),
        noire::facts::Base::built_in().len(),
        "a line for each base and nothing else: {out}"
    );
    assert!(lines.iter().all(|line| line.ends_with(" hold on both back ends")), "{out}");
}

#[test]
fn positions_of_a_folder_are_asked_of_the_interpreter() {
    let (status, out, _) = Folder::new("holds", POSITIONS).run(&[]);
    assert_eq!((status, out.as_str()), (0, "own: 2 positions of 1 rule: 2 hold on the interpreter\n"));
}

#[test]
fn a_rule_that_does_not_apply_says_what_stopped_it() {
    let text = POSITIONS.replace("o o * x", "o o x x");
    let (status, out, _) = Folder::new("stopped", &text).run(&[]);
    assert_eq!(status, 1, "{out}");
    for part in [
        "positions.txt:3: four for white: the stone on h8 makes five\n",
        "    expected  it applies and plays h8\n    got       it does not apply\n",
        "    it would apply without `white.four(Group1)`\n",
        "own: 2 positions of 1 rule: 1 hold on the interpreter, 1 failed\n",
    ] {
        assert!(out.contains(part), "{part}\n{out}");
    }
}

#[test]
fn another_move_or_another_value_is_drawn_and_said() {
    let text = POSITIONS.replace("plays h8", "plays b8");
    let (status, out, _) = Folder::new("plays", &text).run(&[]);
    assert_eq!(status, 1);
    for part in [
        "expected  it applies and plays b8\n    got       it applies and plays h8\n",
        "    with      Field1 = h8, Group1 = d8.h8\n",
        "    8 ? x o o o o * x\n",
        "    * h8, what it plays; ? b8, what was expected\n",
    ] {
        assert!(out.contains(part), "{part}\n{out}");
    }
    let text = POSITIONS.replace("Group1 = d8.h8", "Group1 = c8.g8");
    let (status, out, _) = Folder::new("values", &text).run(&[]);
    assert_eq!(status, 1);
    assert!(out.contains("expected  Group1 = c8.g8\n    got       Group1 = d8.h8\n"), "{out}");
}

#[test]
fn update_writes_what_the_rules_do_and_keeps_the_words() {
    let text = POSITIONS
        .replace("plays h8, Group1 = d8.h8", "plays b8, Group1 = a1.a5")
        .replace("misses: Black", "applies, plays h8: Black");
    let folder = Folder::new("update", &text);
    let (status, out, _) = folder.run(&["--update"]);
    assert_eq!(status, 0, "{out}");
    assert!(out.ends_with("2 positions of 1 rule: 0 hold on the interpreter, 2 updated\n"), "{out}");
    assert_eq!(fs::read_to_string(folder.0.join("positions.txt")).expect("it is there"), POSITIONS);
    let (status, _, err) = ran(Command::new(env!("CARGO_BIN_EXE_noire")).args(["test", "renju", "--update"]));
    assert_eq!(status, 2);
    assert!(err.contains("name its folder"), "{err}");
}

#[test]
fn a_rule_without_positions_and_positions_without_a_rule_are_said() {
    let text = "rule fuor for white\nmisses: a slip\n 8 o\n   h\n";
    let folder = Folder::new("lacks", text);
    let (status, out, _) = folder.run(&[]);
    assert_eq!(status, 1);
    assert!(out.contains("there is no such rule; did you mean `four for white`?"), "{out}");
    assert!(out.contains("four for white: no position where it applies is given\n"), "{out}");
    assert!(out.contains("four for white: no near miss is given\n"), "{out}");
    let (status, _, err) = folder.run(&["--rule", "fiur"]);
    assert_eq!(status, 2);
    assert!(err.contains("did you mean `four`?"), "{err}");
}

#[test]
fn json_has_an_object_for_every_position() {
    let text = POSITIONS.replace("misses: Black", "applies, plays h8: Black");
    let (status, out, _) = Folder::new("json", &text).run(&["--format", "json"]);
    assert_eq!(status, 1);
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((&lines[0]["holds"], &lines[1]["holds"]), (&json!(true), &json!(false)));
    assert_eq!(lines[0]["expected"]["values"], json!({ "Group1": "d8.h8" }));
    assert_eq!(lines[0]["got"]["values"], json!({ "Field1": "h8", "Group1": "d8.h8" }));
    assert_eq!(lines[1]["stopped_by"], json!(["white.four(Group1)"]));
    assert_eq!(lines[2], json!({ "base": "own", "rule": "four for white", "lacks": "misses" }));
}
