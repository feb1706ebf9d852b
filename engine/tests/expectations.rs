//! Tests of `noire test` on the command line. Positions in a file next to the rules hold or fail, and there are
//! messages about them.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

use crate::commands::dear;

/// A folder with a user-defined base.
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

    /// Adds a rule by which a game is won. Without such a rule, `noire mutate` examines no positions.
    fn with_a_win(self) -> Folder {
        let path = self.0.join("base.blanche");
        let rules = fs::read_to_string(&path).expect("it was written");
        let five = "\n%% Five in a row.\nrule five for white at level 0 if white.five(Group1)\n";
        fs::write(path, rules + five).expect("it can be written");
        self
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

/// The text on standard error, without the note that the base uses built-in files.
fn said(err: &str) -> String {
    let lines =
        err.split_inclusive('\n').filter(|line| !line.starts_with("note: there is no `five-in-a-row/"));
    lines.collect()
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
fn every_position_of_the_built_in_bases_holds_and_every_rule_has_one() {
    let (status, out, _) = ran(Command::new(env!("CARGO_BIN_EXE_noire")).arg("test"));
    assert_eq!(status, 0, "{out}");
    let lines: Vec<&str> = out.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines.len(), noire::world::built_in().len(), "a line for each game and nothing else: {out}");
    assert!(lines.iter().all(|line| line.ends_with(" hold on both back ends")), "{out}");
}

#[test]
fn positions_of_a_folder_are_tested_with_the_interpreter() {
    let (status, out, _) = Folder::new("holds", POSITIONS).run(&[]);
    assert_eq!((status, out.as_str()), (0, "own: 2 positions of 1 rule: 2 hold on the interpreter\n"));
}

#[test]
fn the_literals_that_stop_a_rule_are_printed() {
    let text = POSITIONS.replace("o o * x", "o o x x");
    let (status, out, _) = Folder::new("stopped", &text).run(&[]);
    assert_eq!(status, 1, "{out}");
    for part in [
        "positions.txt:3: four for white: the stone on h8 makes five\n",
        "    expected  it applies and plays h8\n    got       it does not apply\n",
        "    it would apply without `white.four(Group1)`\n",
        "own: 2 positions of 1 rule: 1 holds on the interpreter, 1 failed\n",
    ] {
        assert!(out.contains(part), "{part}\n{out}");
    }
}

#[test]
fn a_move_that_wins_is_not_refuted() {
    let text = POSITIONS.replace("Group1 = d8.h8", "refuted");
    let (status, out, _) = Folder::new("refuted", &text).with_a_win().run(&["--rule", "four"]);
    assert_eq!(status, 1, "{out}");
    let said = "    expected  it applies and plays h8; refuted: one of its moves does not win\n    got       h8 wins\n";
    assert!(out.contains(said), "{out}");
    // `--update` does not change a claim of the author.
    let (status, out, _) = Folder::new("refuted", &text).with_a_win().run(&["--rule", "four", "--update"]);
    assert!(status == 1 && out.contains("1 failed"), "{out}");
    // In a game without wins, the claim cannot be checked.
    assert_eq!(Folder::new("refuted", &text).run(&[]).0, 0);
}

#[test]
fn a_move_that_wins_by_force_is_not_refuted() {
    let rules = "rule five for white at level 0 if white.five(Group1)\n\
                 rule three for white at level 3 plays Field1 if\n    \
                 white.three(Group1), centered.in(Field1, Group1), empty(Field1)\n";
    let base = format!("{}{rules}", crate::commands::HEAD);
    let positions = "rule three for white\n\n\
                     applies, plays one of d8, h8, refuted: a stone makes four with both ends open\n \
                     8 x . . o o o . . x\n   b c d e f g h i j\n";
    let files = [("base.blanche", base.as_str()), ("positions.txt", positions)];
    let folder = crate::commands::folder("refuted-force", &files);
    let ran = crate::commands::noire(&["test", &folder]);
    assert!(ran.status == 1 && ran.out.contains("got       d8, h8 win\n"), "{}{}", ran.out, ran.err);
}

#[test]
fn a_wrong_move_or_value_is_drawn_and_reported() {
    let text = POSITIONS.replace("plays h8", "plays b8");
    let (status, out, _) = Folder::new("plays", &text).run(&[]);
    assert_eq!(status, 1);
    for part in [
        "expected  it applies and plays b8\n    got       it applies and plays h8\n",
        "    with      Field1 = h8, Group1 = d8.h8\n",
        "    8 ? x o o o o * x\n",
        "    * h8, the move that it plays; ? b8, expected\n",
    ] {
        assert!(out.contains(part), "{part}\n{out}");
    }
    let text = POSITIONS.replace("Group1 = d8.h8", "Group1 = c8.g8");
    let (status, out, _) = Folder::new("values", &text).run(&[]);
    assert_eq!(status, 1);
    assert!(out.contains("expected  Group1 = c8.g8\n    got       Group1 = d8.h8\n"), "{out}");
}

/// A four with both ends empty. The first answer of the rule plays c8, and its other answer plays h8.
const BOTH_ENDS: &str = "\
rule four for white

applies, plays one of h8, c8, some answer has Group1 = d8.h8, Field1 = h8: both ends are empty
 8 . . o o o o . x
   b c d e f g h i

misses: Black stands on both ends
 8 x o o o o x
   c d e f g h
";

#[test]
fn several_moves_and_single_answers_can_be_expected() {
    let (status, out, _) = Folder::new("one-of", BOTH_ENDS).run(&[]);
    assert_eq!((status, out.as_str()), (0, "own: 2 positions of 1 rule: 2 hold on the interpreter\n"));
    let (status, out, _) = Folder::new("one-of-json", BOTH_ENDS).run(&["--format", "json"]);
    let first: Value = serde_json::from_str(out.lines().next().expect("a line")).expect("JSON");
    assert_eq!((status, &first["expected"]["plays"]), (0, &json!(["h8", "c8"])));
    let some = json!([{ "Field1": "h8", "Group1": "d8.h8" }]);
    assert_eq!(first["expected"]["some_answer_has"], some);

    let text = BOTH_ENDS.replace("h8, c8", "h8, b8");
    let (status, out, _) = Folder::new("one-of-others", &text).run(&[]);
    assert_eq!(status, 1);
    for part in [
        "expected  it applies and plays one of h8, b8\n    got       it applies and plays c8\n",
        "    8 ? * o o o o ? x\n",
        "    * c8, the move that it plays; ? h8, b8, expected\n",
    ] {
        assert!(out.contains(part), "{part}\n{out}");
    }
    let text = BOTH_ENDS.replace("Group1 = d8.h8, Field1 = h8", "Group1 = c8.g8, Field1 = h8");
    let (status, out, _) = Folder::new("no-answer", &text).run(&[]);
    assert_eq!(status, 1);
    let wanted = "expected  some answer has Field1 = h8, Group1 = c8.g8\n    \
                  got       none of its 2 answers; the nearest has Field1 = c8, Group1 = c8.g8\n";
    assert!(out.contains(wanted), "{out}");
    // It is enough to state the values of an answer; the move can be left out.
    let text = BOTH_ENDS.replace("plays one of h8, c8, ", "");
    assert_eq!(Folder::new("answer-alone", &text).run(&[]).0, 0);
    let text = BOTH_ENDS
        .replace("plays one of h8, c8, some answer has Group1 = d8.h8, Field1 = h8", "Group1 = c8.g8");
    assert_eq!(Folder::new("unsaid", &text).run(&[]).0, 1);
}

#[test]
fn update_keeps_expected_moves_and_answers_that_hold() {
    for (old, new, written) in [
        ("h8, c8", "h8, b8", "plays one of h8, b8, c8, some answer has Field1 = h8, Group1 = d8.h8: both"),
        (
            "Group1 = d8.h8, Field1 = h8",
            "Group1 = a8.e8, some answer has Field1 = h8",
            "plays one of h8, c8, some answer has Group1 = c8.g8, some answer has Field1 = h8: both",
        ),
    ] {
        let folder = Folder::new("update-several", &BOTH_ENDS.replace(old, new));
        let (status, out, _) = folder.run(&["--update"]);
        assert_eq!(status, 0, "{out}");
        let text = fs::read_to_string(folder.0.join("positions.txt")).expect("it is there");
        assert!(text.contains(&format!("applies, {written}")), "{text}");
        assert_eq!(folder.run(&[]).0, 0);
    }
}

#[test]
fn an_unknown_variable_is_reported_as_a_mistake() {
    for (new, column, hint) in [
        ("Grup1 = d8.h8, Field1 = h8", 47, "one of its variables; did you mean `Group1`?"),
        ("Field1 = h8, X = d8.h8", 60, "one of its variables: Field1, Group1"),
    ] {
        let text = BOTH_ENDS.replace("Group1 = d8.h8, Field1 = h8", new);
        let (status, out, err) = Folder::new("no-variable", &text).run(&[]);
        assert_eq!((status, out.as_str()), (1, ""));
        let name = new.split(" = ").find(|name| name.contains("Grup1")).unwrap_or("X");
        let wanted = format!(
            "error: ./positions.txt:3:{column}: four for white has no variable `{name}`\n  expected {hint}\n"
        );
        assert_eq!(said(&err), wanted);
    }
}

#[test]
fn a_mutant_is_noticed_by_an_expected_answer() {
    let text = BOTH_ENDS.replace("plays one of h8, c8, ", "");
    let folder = Folder::new("mutant", &text).with_a_win();
    let words =
        ["mutate", "--game", ".", "--rule", "four", "--rounds", "1", "--without-answers", "--format", "json"];
    let (_, out, err) = ran(Command::new(env!("CARGO_BIN_EXE_noire")).args(words).current_dir(&folder.0));
    let by_positions = out.lines().filter(|line| line.contains("positions.txt:3")).count();
    assert!(by_positions > 0, "{out}{err}");
}

#[test]
fn a_rule_of_another_base_needs_no_positions_of_its_own() {
    let folder = Folder::new("inherited", "# nothing\n");
    let write = |shapes: &str| {
        let text = format!("base own\n\nuse {shapes}/shapes\nuse gomoku/level-0\nuse gomoku/level-5\n");
        fs::write(folder.0.join("base.blanche"), text).expect("it can be written");
    };
    write("gomoku");
    let (status, out, _) = folder.run(&[]);
    assert_eq!((status, out.as_str()), (0, "own: 0 positions of 6 rules: 0 hold on the interpreter\n"));
    let rules =
        ran(Command::new(env!("CARGO_BIN_EXE_noire")).args(["rules", "--game", "."]).current_dir(&folder.0));
    assert!(
        rules.1.contains("It is a rule of gomoku, and its positions are beside that base."),
        "{}",
        rules.1
    );
    // With these shapes, the rule is the same as in another base. This also holds for a rule from a folder that has no
    // base.
    write("gomoku-standard");
    let (_, out, _) = folder.run(&[]);
    assert!(!out.contains(" is given: "), "{out}");
    let with_level_1 = |shapes: &str| {
        let text = format!("base own\n\nuse {shapes}\nuse five-in-a-row/level-1\n");
        fs::write(folder.0.join("base.blanche"), text).expect("it can be written");
        folder.run(&[]).1
    };
    let out = with_level_1("gomoku/shapes");
    assert!(!out.contains(" is given: "), "{out}");
    // If the user's own shapes are used, the rule is no longer the same as in the other base.
    let shapes = fs::read_to_string("knowledge/gomoku/shapes.blanche").expect("it is there");
    let other = shapes.replace("group(Group, Color, N)", "group(Group, Color, N), open(Group)");
    assert_ne!(shapes, other);
    fs::write(folder.0.join("shapes.blanche"), other).expect("it can be written");
    let out = with_level_1("shapes");
    let wanted = "neither a position where it applies nor a near miss is given: ";
    assert_eq!(out.matches(" is given: ").count(), 1, "{out}");
    assert!(out.contains(wanted), "{out}");
    let ran = ran(Command::new(env!("CARGO_BIN_EXE_noire")).args(["test", "--game", "draughts-expert"]));
    assert_eq!(
        (ran.0, ran.1.as_str()),
        (0, "draughts-expert: 4 positions of 2 others: 4 hold on both back ends\n")
    );
}

#[test]
fn update_writes_the_results_and_keeps_the_words() {
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
fn a_rule_without_positions_is_reported() {
    let folder = Folder::new("lacks", "# nothing\n");
    let (status, out, _) = folder.run(&[]);
    assert_eq!(status, 0);
    let wanted = "neither a position where it applies nor a near miss is given: four\n\
                  own: 0 positions of 1 rule: 0 hold on the interpreter\n";
    assert_eq!(out, wanted);
    let (status, _, err) = folder.run(&["--rule", "fiur"]);
    assert_eq!(status, 2);
    assert!(err.contains("did you mean `four`?"), "{err}");
}

#[test]
fn an_unknown_rule_is_a_mistake_even_without_positions() {
    let wanted = |name: &str, hint: &str| {
        format!(
            "error: ./positions.txt:2:7: there is no rule `{name}`\n  expected a rule of the base; {hint}\n"
        )
    };
    for (name, hint) in [
        ("nobody for white", "`noire rules` lists them"),
        ("fuor for white", "did you mean `four for white`?"),
        ("four for black", "did you mean `four for white`?"),
    ] {
        // The error does not depend on whether the rule has positions, or on the rest of the file.
        for rest in ["", "misses: a mistake\n 8 o\n   h\n"] {
            let folder = Folder::new("unknown", &format!("\nrule  {name}\n{rest}{POSITIONS}")).with_a_win();
            let (status, out, err) = folder.run(&[]);
            assert_eq!((status, out.as_str(), said(&err)), (1, "", wanted(name, hint)));
            let base = ["mutate", "--game", ".", "--rounds", "0"];
            let (status, _, err) =
                ran(Command::new(env!("CARGO_BIN_EXE_noire")).args(base).current_dir(&folder.0));
            assert_eq!((status, said(&err)), (1, wanted(name, hint)));
        }
    }
}

/// Files with invalid UTF-8 or meaningless lines.
fn rubbish() -> Vec<u8> {
    let mut random = blanche_compiler::random::Random::new(3);
    let mut bytes: Vec<u8> = (0..100_000).map(|_| random.below(256) as u8).collect();
    bytes.extend_from_slice(b"\nrubbish\n");
    bytes
}

#[test]
fn invalid_utf_8_is_reported_by_the_command_that_reads_it() {
    let folder = Folder::new("rubbish", POSITIONS).with_a_win();
    let run =
        |words: &[&str]| ran(Command::new(env!("CARGO_BIN_EXE_noire")).args(words).current_dir(&folder.0));
    let mutate = ["mutate", "--game", ".", "--rounds", "0", "--sample", "1"];
    for (file, commands) in [
        ("positions.txt", &[&["test", "."][..], &mutate][..]),
        ("answers.txt", &[&["answers", "--game", ".", "--check"], &mutate]),
        ("survivors.txt", &[&mutate]),
    ] {
        let path = folder.0.join(file);
        let before = fs::read(&path).ok();
        fs::write(&path, rubbish()).expect("it can be written");
        for words in commands {
            let (status, out, err) = run(words);
            let err = said(&err);
            assert_eq!((status, out.as_str()), (1, ""), "{words:?}: {err}");
            assert!(err.starts_with(&format!("error: ./{file}:1:")), "{words:?}: {err}");
            assert!(
                err.contains(" is not UTF-8\n") && err.contains("reading stopped at 100"),
                "{words:?}: {err}"
            );
            assert!(err.lines().count() < 50, "{words:?}: {} lines", err.lines().count());
        }
        match before {
            Some(bytes) => fs::write(&path, bytes).expect("it can be written"),
            None => fs::remove_file(&path).expect("it is there"),
        }
    }
}

#[test]
fn survivors_that_name_no_mutant_are_reported_with_their_places() {
    let folder = Folder::new("strangers", POSITIONS).with_a_win();
    let strangers: String = (0..5000).map(|at| format!("own/base.blanche: four: nothing {at}\n")).collect();
    fs::write(folder.0.join("survivors.txt"), format!("# a list\n\n{strangers}    a reason\n"))
        .expect("written");
    let words = ["mutate", "--game", ".", "--rounds", "0", "--sample", "1", "--format", "json"];
    let (status, out, err) =
        ran(Command::new(env!("CARGO_BIN_EXE_noire")).args(words).current_dir(&folder.0));
    assert_eq!((status, out.lines().count()), (0, 1), "{err}");
    let note = "note: ./survivors.txt:3:1: there is no mutant `own/base.blanche: four: nothing 0`\n";
    assert!(err.contains(note), "{err}");
    assert!(err.contains("\nand 80 more problems; reading stopped at 100\n"), "{err}");
    assert!(!err.contains("a reason"), "{err}");
}

impl Folder {
    /// Adds a further rule.
    fn with(self, rule: String) -> Folder {
        let path = self.0.join("base.blanche");
        let rules = fs::read_to_string(&path).expect("it can be read");
        fs::write(path, format!("{rules}\n{rule}")).expect("it can be written");
        self
    }
}

#[test]
fn a_literal_whose_removal_takes_too_long_is_reported_as_undecided() {
    let text = format!("{POSITIONS}\nrule dear for white\napplies: it does not\n 8 o\n   h\n");
    let folder = Folder::new("dear", &text).with(dear("dear", "white.five(Group)"));
    let (status, out, err) = folder.run(&["--rule", "dear"]);
    assert_eq!(status, 1, "{err}");
    let said = "    undecided: whether it would apply without `white.five(Group)`\n";
    assert!(out.contains(said), "{out}");
    assert!(!out.contains("no single literal stops it"), "{out}");
    let (_, out, _) = folder.run(&["--rule", "dear", "--format", "json"]);
    let object: Value = serde_json::from_str(out.lines().next().expect("a line")).expect("JSON");
    assert_eq!((&object["stopped_by"], &object["undecided"]), (&json!([]), &json!(["white.five(Group)"])));
}

/// A position that fails immediately, one that holds, and a thousand that take seconds each.
fn endless() -> String {
    let first = POSITIONS.replace("o o * x", "o o x x");
    format!("{first}\nrule endless for white\n{}", "misses: of course\n 8 O\n   h\n".repeat(1000))
}

#[test]
fn a_position_that_takes_too_long_fails() {
    // The run reports the first two positions, and two of the positions that take seconds.
    let few = endless().split_inclusive("   h\n").take(2).collect::<String>();
    let folder = Folder::new("slow", &few).with(dear("endless", "last.move(Field)"));
    let (status, out, _) = folder.run(&["--time", "0.1"]);
    assert_eq!(status, 1, "{out}");
    let said = "got       it was given up at the time limit; --time SECONDS allows more\n";
    assert_eq!(out.matches(said).count(), 2, "{out}");
    assert!(out.ends_with("own: 4 positions of 2 rules: 1 holds on the interpreter, 3 failed\n"), "{out}");
}

#[cfg(unix)]
#[test]
fn failures_are_shown_as_they_are_found_and_ctrl_c_ends_with_a_summary() {
    use std::process::Stdio;

    use crate::commands::{Ran, interrupted_after_a_line};

    let folder = Folder::new("interrupted", &endless()).with(dear("endless", "last.move(Field)"));
    let child = Command::new(env!("CARGO_BIN_EXE_noire"))
        .args(["test", ".", "--update"])
        .current_dir(&folder.0)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let (first, Ran { status, out: rest, err }) = interrupted_after_a_line(child);
    assert_eq!(first, "./positions.txt:3: four for white: the stone on h8 makes five\n");
    assert_eq!(status, 130, "{err}");
    let last = rest.lines().last().expect("a summary");
    assert!(last.starts_with("own: ") && last.ends_with(" on the interpreter, 1 failed"), "{rest}");
    assert!(err.contains("note: nothing is updated: not all positions were tested\n"), "{err}");
    assert!(err.contains("note: not asked: ") && err.contains(" positions of .\n"), "{err}");
    assert_eq!(fs::read_to_string(folder.0.join("positions.txt")).expect("it is there"), endless());
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
    assert_eq!(lines[2], json!({ "game": "own", "what": "rule four for white", "lacks": "misses" }));
}
