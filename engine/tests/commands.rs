//! `noire` as somebody uses it: what is refused and with which exit status, and what is never lost or said twice.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes UTF-8");
        let status = output.status.code().expect("no signal ends it");
        Ran { status, out: text(output.stdout), err: text(output.stderr) }
    }
}

pub(crate) fn noire(words: &[&str]) -> Ran {
    Command::new(env!("CARGO_BIN_EXE_noire")).args(words).output().expect("the program starts").into()
}

/// The lines of progress on standard error: after so many seconds so many percent are done, and this is done now.
pub(crate) fn told(err: &str) -> Vec<(u64, u32, &str)> {
    fn line(line: &str) -> Option<(u64, u32, &str)> {
        let (seconds, rest) = line.split_once(" s, ")?;
        let (done, what) = rest.split_once(" %: ")?;
        Some((seconds.parse().ok()?, done.parse().ok()?, what))
    }
    err.lines().filter_map(line).collect()
}

/// A folder of this test with these files; its path as it is written on a command line.
pub(crate) fn folder(test: &str, files: &[(&str, &str)]) -> String {
    let folder: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("commands").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("it can be written");
    }
    folder.to_string_lossy().into_owned()
}

pub(crate) const HEAD: &str = "base mine\nuse five-in-a-row/domain\nuse five-in-a-row/shapes\n";

/// A base of its own with this rule.
pub(crate) fn base(test: &str, rules: &str) -> String {
    folder(test, &[("base.blanche", &format!("{HEAD}{rules}\n"))])
}

/// A rule that takes seconds to refute, and is given up, where its first literal holds: of four directions no five are
/// different.
pub(crate) fn dear(name: &str, first: &str) -> String {
    let fields = (1..=5)
        .map(|at| format!("empty(Field{at}), in(Field{at}, Group{at}), direction(Group{at}, Direction{at})"));
    let pairs = (1..=5).flat_map(|one| (one + 1..=5).map(move |other| (one, other)));
    let pairs = pairs.map(|(one, other)| format!("¬equal(Direction{one}, Direction{other})"));
    let literals: Vec<String> = [first.to_owned()].into_iter().chain(fields).chain(pairs).collect();
    format!("rule {name} for white at level 0 if {}\n", literals.join(", "))
}

#[test]
fn an_edited_base_is_refused_by_the_compiled_back_end_in_one_voice() {
    let text = fs::read_to_string("knowledge/renju-2001/base.blanche").expect("it can be read");
    let edited = folder("edited/renju-2001", &[("base.blanche", &text)]);
    for file in ["black", "level-0", "level-1", "level-3", "level-5", "level-7", "forcing", "scores"] {
        let file = format!("{file}.blanche");
        let text = fs::read_to_string(format!("knowledge/renju-2001/{file}")).expect("it can be read");
        fs::write(Path::new(&edited).join(&file), text + "\n% edited\n").expect("it can be written");
    }
    for backend in ["compiled", "both"] {
        let ran = noire(&["apply", "--base", &edited, "--backend", backend, "--moves", "h8"]);
        assert_eq!(ran.status, 2);
        assert!(ran.err.starts_with("error: the rules in "), "{}", ran.err);
        assert!(!ran.err.contains("note:"), "{}", ran.err);
    }
}

#[test]
fn what_would_be_ignored_is_refused() {
    let set_up = folder("ignored", &[("f.tsv", "#black\twhite\nh8\ti9\n")]) + "/f.tsv";
    for (words, wanted) in [
        (
            &["--black", "h8", "--every-ply"][..],
            "error: --every-ply walks through games, and there is a set-up\n",
        ),
        (
            &["--file", &set_up, "--every-ply"],
            "error: --every-ply walks through games, and there is a set-up in line 2",
        ),
        (&["--moves", "h8", "--applies", "--format", "counts"], "error: --applies asks for less"),
        (&["--moves", "h8", "--first", "--format", "counts"], "error: --first asks for less"),
    ] {
        let ran = noire(&[&["apply"], words].concat());
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}", ran.err);
        assert!(ran.err.starts_with(wanted), "{}", ran.err);
    }
}

#[test]
fn whose_turn_it_is_need_not_be_known() {
    let ran = noire(&["apply", "--black", "h8", "--white", "i9", "--applies"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("nobody is said to be to move"), "{}", ran.out);
}

#[test]
fn a_rule_that_is_given_up_takes_no_other_answer_with_it() {
    let rules = "rule cheap for white at level 0 if empty(h8)\n\
                 rule dear for white at level 0 if empty(Field1), empty(Field2), empty(Field3), ¬equal(Field1, Field2)";
    let base = base("given-up", rules);
    let words = ["apply", "--base", &base, "--moves", "i9", "--work", "50", "--all"];
    let ran = noire(&words);
    assert_eq!(ran.status, 1, "{}", ran.err);
    assert!(ran.out.contains("level 0, cheap for white: white has won"), "{}", ran.out);
    assert!(ran.out.contains("The rule `dear for white` was given up"), "{}", ran.out);
    assert!(ran.err.contains("error[B0701]: the rule `dear for white` was given up"), "{}", ran.err);
    let ran = noire(&[&words[..], &["--format", "json"]].concat());
    let object: Value = serde_json::from_str(&ran.out).expect("an object");
    assert_eq!((ran.status, &object["rules"][0]["applies"]), (1, &Value::Bool(true)));
    assert_eq!(
        (&object["rules"][1]["applies"], &object["rules"][1]["given_up"]),
        (&Value::Null, &Value::Bool(true))
    );
    let ran = noire(&["apply", "--base", &base, "--moves", "i9", "--work", "50", "--format", "counts"]);
    assert_eq!((ran.status, ran.out.lines().last()), (1, Some("i9\t1\t?")));
}

#[test]
fn warnings_of_a_base_that_is_read_are_shown() {
    let base = base("warned", "rule middle for white at level 0 if empty(h8)");
    for words in [&["apply", "--moves", "i9", "--base"][..], &["rules", "--base"]] {
        let ran = noire(&[words, &[&base]].concat());
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert!(ran.err.contains("warning[B0403]"), "{}", ran.err);
    }
}

#[test]
fn the_files_of_the_bases_are_told_to_programs_that_ask() {
    let ran = noire(&["bases", "--files"]);
    let told: Value = serde_json::from_str(&ran.out).expect("this is JSON");
    let told = told.as_object().expect("this is an object");
    let files: Vec<(&str, &str)> = noire::bases::built_in_files().collect();
    assert_eq!((ran.status, told.len()), (0, files.len()), "{}", ran.err);
    assert!(files.iter().all(|(path, text)| told[*path] == **text));
    for also in [&["knowledge/renju"][..], &["--output", "somewhere"]] {
        assert_eq!(noire(&[&["bases", "--files"], also].concat()).status, 2);
    }
    // The language tool takes the rule files; what is measured of them is of no use to it.
    let patience = std::time::Duration::from_secs(60);
    let mut asked = blanche_compiler::embedded::ask(Path::new(env!("CARGO_BIN_EXE_noire")), patience)
        .expect("the program tells its files");
    asked.sort();
    let mut rules: Vec<(String, String)> = files
        .iter()
        .filter(|(path, _)| path.ends_with(".blanche"))
        .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
        .collect();
    rules.sort();
    assert_eq!(asked, rules);
}

#[test]
fn the_files_of_the_bases_can_be_written_to_where_they_are_found() {
    let shapes = "five-in-a-row/shapes";
    let mine =
        format!("base mine\n\nuse {shapes}\n\nrule mine for white at level 0 if group(Group, white, 5)\n");
    let folder = folder("written", &[]);
    let base = Path::new(&folder).join("mine");
    fs::create_dir_all(&base).expect("a folder can be made");
    fs::write(base.join("base.blanche"), mine).expect("it can be written");
    let noire = |words: &[&str]| -> Ran {
        let mut command = Command::new(env!("CARGO_BIN_EXE_noire"));
        command.args(words).current_dir(&folder).output().expect("the program starts").into()
    };
    // Without them the program takes its own, and says so.
    let ran = noire(&["bases", "mine"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("what is built into the program is used"), "{}", ran.out);
    let ran = noire(&["bases", "--output", "knowledge"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let knowledge = format!("{folder}/knowledge");
    let written = fs::read_to_string(format!("{knowledge}/{shapes}.blanche")).expect("it is there");
    let own = fs::read_to_string(format!("knowledge/{shapes}.blanche")).expect("it is there");
    assert_eq!(written, own);
    let ran = noire(&["bases", "mine"]);
    assert!(!ran.out.contains("what is built into the program is used"), "{}", ran.out);
    // Written once more it is the same; what somebody has changed stays.
    assert_eq!(noire(&["bases", "--output", "knowledge"]).status, 0);
    let changed = format!("{knowledge}/{shapes}.blanche");
    fs::write(&changed, "% mine now\n").expect("it can be written");
    let ran = noire(&["bases", "--output", "knowledge"]);
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert!(ran.err.contains("nothing was written"), "{}", ran.err);
    assert_eq!(fs::read_to_string(&changed).expect("it is there"), "% mine now\n");
}

#[test]
fn json_says_what_is_played_and_what_was_given() {
    let words = ["apply", "--rule", "four", "--white", "e8,f8,g8,h8", "--black", "a1", "--format", "json"];
    let last: &[&str] = &["--to-move", "white", "--last", "a1"];
    let first = noire(&[&words, last].concat());
    let all = noire(&[&words, last, &["--all"]].concat());
    for ran in [first, all] {
        let object: Value = serde_json::from_str(&ran.out).expect("an object");
        assert_eq!(object["position"], "a1\te8,f8,g8,h8\twhite\ta1");
        let white = object["rules"].as_array().expect("rules").iter().find(|rule| rule["colour"] == "white");
        assert_eq!(white.expect("a rule for white")["plays"], "d8", "{object}");
    }
    let ran = noire(&["apply", "--rule", "four", "--moves", "h8", "--every-ply"]);
    assert!(ran.out.contains("== position: the empty board ==\n"), "{}", ran.out);
}

#[test]
fn one_rule_is_no_rules() {
    let base = base("one", "rule middle for white at level 0 if empty(Field_)");
    let ran = noire(&["rules", "--base", &base]);
    assert!(ran.out.starts_with("mine: 1 rule\n"), "{}", ran.out);
    assert!(!ran.out.contains("near miss"), "there are no positions: {}", ran.out);
    let ran = noire(&["apply", "--base", &base, "--moves", "i9"]);
    assert!(ran.out.contains("The rule `middle for white` applies:"), "{}", ran.out);
    let ran = noire(&["bases", &base]);
    assert!(ran.out.contains("the base mine, 1 rule\n"), "{}", ran.out);
}

#[test]
fn exports_are_listed_as_the_rules_are() {
    let rules = "empty.field(Field) :- empty(Field)\nheld(Color, Field) :- color(Field, Color)\n\
                 %% Where a stone can be put.\nexport empty.field(Field)\nexport held(Color, Field) for Color\n\
                 rule middle for white at level 0 if empty.field(Field_)";
    let base = base("exporting", rules);
    let ran = noire(&["rules", "--base", &base]);
    let exports = ran.out.lines().filter(|line| line.starts_with("export "));
    let exports: Vec<&str> = exports.filter_map(|line| line.split("  ").next()).collect();
    let [domains, exports @ ..] = &exports[..] else { panic!("{}", ran.out) };
    assert_eq!(*domains, "export urgent(Color, Group) for Color");
    assert_eq!(exports, ["export empty.field(Field)", "export held(Color, Field) for Color"], "{}", ran.out);
    let ran = noire(&["rules", "--base", &base, "--format", "json"]);
    let objects = ran.out.lines().map(|line| serde_json::from_str::<Value>(line).expect("an object"));
    let is_own = |object: &Value| object.get("export").is_some_and(|name| name != "urgent");
    let exports: Vec<Value> = objects.filter(is_own).collect();
    let said = |key: &str| exports.iter().map(|export| export[key].clone()).collect::<Vec<Value>>();
    assert_eq!(said("export"), ["empty.field", "held", "held"]);
    assert_eq!(said("colour"), [Value::Null, "white".into(), "black".into()]);
    assert_eq!(exports[0]["doc"], "Where a stone can be put.");
    assert_eq!(exports[2]["variables"], serde_json::json!([{ "name": "Field", "sort": "field" }]));
}

#[test]
fn positions_come_from_the_input_too_and_never_without_end() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_noire"));
    command.args(["apply", "--file", "-", "--format", "counts"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = command.spawn().expect("the program starts");
    running.stdin.take().expect("it has an input").write_all(b"#moves\nh8\nh8,i9\n").expect("it reads");
    let ran: Ran = running.wait_with_output().expect("it ends").into();
    assert_eq!((ran.status, ran.out.lines().count()), (0, 3), "{}", ran.err);
    let ran = noire(&["apply", "--file", "nowhere.tsv"]);
    assert_eq!((ran.status, ran.err.as_str()), (2, "error: there is no file `nowhere.tsv`\n"));
    if cfg!(unix) {
        let ran = noire(&["apply", "--file", "/dev/zero"]);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""));
        assert!(
            ran.err.starts_with("error: /dev/zero: more than 16 MiB; divide it into several files"),
            "{}",
            ran.err
        );
    }
}

#[test]
fn forbidden_points_stand_behind_their_positions_line_by_line() {
    let file = "engine/tests/data/forbidden-random.tsv";
    let expected = fs::read_to_string(file).expect("it can be read");
    let expected: Vec<&str> = expected.lines().filter(|line| !line.starts_with('#')).collect();
    let ran = noire(&["forbidden", "--file", file]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert_eq!(ran.out.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn a_forbidden_point_has_a_reason_and_a_derivation() {
    let stones = ["--black", "h9,h10,i8,j8"];
    let ran = noire(&[&["forbidden", "--format", "text"], &stones[..]].concat());
    assert!(ran.out.contains("1 forbidden point, marked *\n\nh8  makes.two.threes(h8)\n"), "{}", ran.out);
    let ran = noire(&[&["forbidden", "--why"], &stones[..]].concat());
    assert!(ran.out.contains("\n    └─ after place(black, h8)\n       ├─ ¬makes.five(h8)\n"), "{}", ran.out);
    let ran = noire(&[&["forbidden", "--why", "--format", "json"], &stones[..]].concat());
    let object: Value = serde_json::from_str(&ran.out).expect("it writes JSON");
    let point = &object["forbidden"][0];
    assert_eq!((&point["point"], &point["because"]), (&"h8".into(), &"makes.two.threes(h8)".into()));
    assert_eq!((&point["why"]["said"], &point["why"]["kind"]), (&"forbidden(h8)".into(), &"derived".into()));
    let ran = noire(&["forbidden", "--format", "text", "--moves", "h8"]);
    assert!(ran.out.contains("no point is forbidden"), "{}", ran.out);
}

#[test]
fn a_base_that_forbids_nothing_is_told_how_it_could() {
    let ran = noire(&["forbidden", "--base", "gomoku", "--moves", "h8"]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(
        ran.err.contains("export forbidden(Field)")
            && ran.err.ends_with("it exports urgent, won.five, forcing, reply, replied, answer\n"),
        "{}",
        ran.err
    );
    let little = base("exports-little", "");
    let ran = noire(&["forbidden", "--base", &little, "--moves", "h8"]);
    assert!(ran.status == 2 && ran.err.ends_with("it exports urgent\n"), "what the domain does: {}", ran.err);
    let other = base("exports-another", "lone(Field) :- last.move(Field)\nexport lone(Field)");
    let ran = noire(&["forbidden", "--base", &other, "--moves", "h8"]);
    assert!(ran.status == 2 && ran.err.ends_with("it exports urgent, lone\n"), "{}", ran.err);
    // A base that is read now says for itself what is forbidden, to each player or to both.
    let own = "forbidden(Field) :- last.move(Field_), equal(Field, Field_)\nexport forbidden(Field)";
    let own = base("forbids", own);
    let ran = noire(&["forbidden", "--base", &own, "--moves", "h8,i9"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, "h8,i9\ti9\n"), "{}", ran.err);
}

#[test]
fn solve_says_in_words_what_it_cannot_search() {
    let (mut full, mut turn) = ([String::new(), String::new()], 0);
    for row in 1..=15 {
        // Two by two, shifted from row to row: nobody has five.
        for column in 0..15u8 {
            let colour = (usize::from(column) / 2 + row) % 2;
            full[colour].push_str(&format!("{}{row},", (b'a' + column) as char));
            turn += 1;
        }
    }
    assert_eq!(turn, 225);
    let [black, white] = full.map(|points| points.trim_end_matches(',').to_owned());
    for (words, wanted) in [
        (vec!["--moves", "h8,a1,i8,a3,j8,a5,k8,a7,l8"], "black has won already"),
        (
            vec!["--base", "gomoku", "--black", &black, "--white", &white, "--to-move", "white"],
            "the board is full",
        ),
        (vec!["--black", "", "--to-move", "black"], "there is no stone on the board"),
        (
            vec!["--black", "h8", "--to-move", "black", "--last", "h8"],
            "black made the last move, and cannot be to move",
        ),
        (vec!["--black", "h8,i8"], "the position does not say whose turn it is"),
    ] {
        let ran = noire(&[&["solve"], &words[..]].concat());
        assert_eq!(ran.status, 1, "{words:?}: {}{}", ran.out, ran.err);
        assert!(ran.out.contains(wanted) || ran.err.contains(wanted), "{words:?}: {}{}", ran.out, ran.err);
    }
    let odd = noire(&["solve", "--black", "h8,i8", "--to-move", "white", "--nodes", "10"]);
    assert_eq!(odd.status, 0);
    assert!(
        odd.err.contains("with 2 black stones and 0 white ones white is to move only if somebody passed"),
        "{}",
        odd.err
    );
}

#[test]
fn whoever_passed_is_not_to_move_again() {
    let ran = noire(&["solve", "--moves", "h8,a1,i8,a3,j8,-,k8,-", "--verify"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", ran.out);
    assert!(ran.out.contains("black wins"), "{}", ran.out);
}

#[test]
fn a_win_is_checked_or_said_not_to_be() {
    let moves = "h8,g9,d8,h10,i8,i11,g7";
    let checked = noire(&["solve", "--moves", moves]);
    assert!(checked.out.contains(", checked against every reply\n"), "{}", checked.out);
    let believed = noire(&["solve", "--moves", moves, "--unchecked"]);
    let wanted =
        "moves, as the search believes\n  not checked: what the search believes was not played out\n";
    assert!(believed.out.contains(wanted), "{}", believed.out);
    let told = noire(&["solve", "--moves", moves, "--unchecked", "--format", "json"]);
    let object: Value = serde_json::from_str(&told.out).expect("an object");
    assert_eq!((&object["solved"], &object["checked"]), (&Value::Bool(true), &Value::Bool(false)));
    assert!(object["unchecked"].as_str().is_some_and(|why| why.starts_with("not checked: ")), "{object}");
    assert_eq!(noire(&["solve", "--moves", moves, "--unchecked", "--verify"]).status, 2);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_search_with_what_was_found_so_far() {
    use std::io::{BufRead, BufReader, Read};

    // AN02 takes more than ten million positions with rules of level 1 (thesis, table 5.3).
    let long = "w\th8,i10,j9,j10,j12,k9,k10,k12,k14,l11,m9\th10,i8,i11,j11,j13,k11,k13,l8,l9,l10";
    let lines = format!("#to-move\tblack\twhite\nb\th8,i8,j8,k8\ta1,a3,a5,a7\n{long}\n{long}\n");
    let mut child = Command::new(env!("CARGO_BIN_EXE_noire"))
        .args(["solve", "--file", "-", "--format", "json", "--strategy", "classic", "--base", "renju-2001"])
        .args(["--level", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("it is piped").write_all(lines.as_bytes()).expect("it reads");
    let mut out = BufReader::new(child.stdout.take().expect("it is piped"));
    let mut first = String::new();
    out.read_line(&mut first).expect("it writes");
    assert!(first.contains("\"solved\":true"), "{first}");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("there is a command kill").success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("it writes");
    assert_eq!(rest.lines().count(), 1, "{rest}");
    assert!(rest.contains("\"stopped\":\"it was stopped\""), "{rest}");
    let ended = Ran::from(child.wait_with_output().expect("it ends"));
    assert_eq!(ended.status, 130);
    assert!(ended.err.contains("note: not looked at: 1 more position\n"), "{}", ended.err);
}

/// `noire play` with these words and lines, whose input stays open and to which Ctrl-C is sent once it has said this.
#[cfg(unix)]
fn interrupted(words: &[&str], lines: &str, after: &str) -> Ran {
    use std::io::Read;

    let mut child = Command::new(env!("CARGO_BIN_EXE_noire"))
        .args([&["play", "--lang", "en"], words].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("it is piped");
    input.write_all(lines.as_bytes()).expect("it reads");
    let mut out = child.stdout.take().expect("it is piped");
    let mut said: Vec<u8> = Vec::new();
    while !said.ends_with(after.as_bytes()) {
        let mut byte = [0];
        out.read_exact(&mut byte).expect("it goes on until it has said that");
        said.extend(byte);
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("there is a command kill").success());
    out.read_to_end(&mut said).expect("it ends");
    drop(input);
    let ended = Ran::from(child.wait_with_output().expect("it ends"));
    Ran { out: String::from_utf8(said).expect("it writes UTF-8"), ..ended }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_game_at_the_prompt_with_its_summary() {
    let words = ["--white", "human"];
    let ran = interrupted(&words, "h8\n", "White, your move: ");
    assert_eq!(ran.status, 130, "{}", ran.err);
    assert!(ran.out.ends_with("The game is broken off.\nOne move: h8\n"), "{}", ran.out);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_game_of_the_computer_with_itself_with_its_summary() {
    let words = ["--black", "computer", "--time", "1000", "--opening", "D4"];
    let ran = interrupted(&words, "", "Kagetsu (D4).\n");
    assert_eq!(ran.status, 130, "{}", ran.err);
    assert!(ran.out.ends_with("The game is broken off.\n3 moves: h8,h9,i9\n"), "{}", ran.out);
}

#[test]
fn one_of_several_games_goes_on_and_which_is_said() {
    let games = "(;FF[4]GM[4]SZ[15];B[hh])(;FF[4]GM[4]SZ[15]RE[W+T];B[hh];W[ig])";
    let file = folder("several", &[("games.sgf", games)]) + "/games.sgf";
    let words = ["play", "--lang", "en", "--white", "human", "--resume", &file];
    let first = noire(&words);
    assert!(first.out.starts_with("It is game 1 of the 2 in the file;"), "{}{}", first.out, first.err);
    let second = noire(&[&words[..], &["--game", "2"]].concat());
    let wanted = "It is game 2 of the 2 in the file; --game takes another one.\n\
                  The record has a result: Black has no time left; White wins.\n\
                  The game goes on after 2 moves.\n";
    assert!(second.out.starts_with(wanted), "{}", second.out);
    assert!(second.out.ends_with("2 moves: h8,i9\n"), "{}", second.out);
    for number in ["0", "3"] {
        let ran = noire(&[&words[..], &["--game", number]].concat());
        let wanted = format!("error: there is no game {number}; the file holds 2 games\n");
        assert_eq!((ran.status, ran.err), (2, wanted));
    }
    assert_eq!(noire(&["play", "--game", "2"]).status, 2, "there is no file");
    assert_eq!(noire(&["play", "--game", "2", "--opening", "D4"]).status, 2, "there is no file");
}

#[test]
fn a_slip_in_the_language_of_the_game_is_told_in_it() {
    let ran = noire(&["play", "--lang", "NL_be.UTF-8", "--opening", "X1"]);
    assert_eq!(ran.status, 2);
    assert_eq!(ran.err, "fout: Er is geen opening X1; ze heten D1 tot D13 en I1 tot I13.\n");
    let ran = noire(&["play", "--languages", "no/such/folder"]);
    let wanted = "error: there is no folder `no/such/folder` with languages\n";
    assert_eq!((ran.status, ran.err.as_str()), (2, wanted));
}

#[test]
fn help_says_in_a_line_what_each_command_does_and_ends_with_examples() {
    let all = noire(&["--help"]).out;
    let list = all.split_once("Commands:\n").and_then(|(_, rest)| rest.split_once("\n\n")).expect("a list").0;
    let commands: Vec<&str> = list
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|command| *command != "help")
        .collect();
    assert!(commands.len() > 15, "{list}");
    for command in commands {
        let ran = noire(&[command, "--help"]);
        assert_eq!(ran.status, 0, "{command}");
        let (what, _) = ran.out.split_once("\n\n").expect("what it does stands first");
        assert!(what.len() > 20, "{command}: {what}");
        // Of these there is nothing to show.
        let plain = ["bases", "statistics"].contains(&command);
        let examples = ran.out.split_once("\nExample").map_or("", |(_, examples)| examples);
        assert!(plain || examples.contains(&format!("noire {command}")), "{command} shows an example");
    }
}

#[test]
fn a_rule_that_there_is_not_is_told_from_a_slip_and_from_an_export() {
    let hint = |name: &str| {
        let ran = noire(&["explain", "--moves", "h8", "--rule", name]);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""));
        assert!(ran.err.starts_with(&format!("error: renju has no rule `{name}`\n  ")), "{}", ran.err);
        ran.err.lines().nth(1).expect("a hint").trim().to_owned()
    };
    assert_eq!(hint("z.thread"), "did you mean `z.threat`?");
    assert_eq!(hint("nothing.like.it"), "`noire rules` lists them");
    let wanted =
        "it is an export: ask `forbidden(Field)` in `noire repl`, where `:why` and `:whynot` explain it";
    assert_eq!(hint("forbidden"), wanted);
}

#[test]
fn times_that_cannot_be_are_refused() {
    for words in [
        ["solve", "--moves", "h8,i8", "--time", "nan"],
        ["solve", "--moves", "h8,i8", "--time", "-1"],
        ["match", "--games", "2", "--tolerance", "nan"],
        ["verify", "--rounds", "1", "--time", "inf"],
        ["coverage", "--random", "1", "--time", "soon"],
        ["play", "--time", "nan", "--black", "computer"],
        ["explain", "--moves", "h8,i8", "--time", "1e99"],
        ["explain", "--moves", "h8,i8", "--time", ""],
    ] {
        let ran = noire(&words);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{words:?}");
        assert!(
            ran.err.contains("it is a number of seconds, such as 2.5, and none below zero"),
            "{}",
            ran.err
        );
    }
}

#[test]
fn a_match_whose_games_cannot_be_written_does_not_begin() {
    let ran = noire(&["match", "--games", "2", "--nodes", "1", "--output", "no/such/folder/games.tsv"]);
    assert_eq!((ran.status, ran.out.as_str()), (3, ""));
    assert!(ran.err.starts_with("error: no/such/folder/games.tsv cannot be written: "), "{}", ran.err);
    assert_eq!(noire(&["match", "--games", "0"]).status, 2);
}

/// A won position: the games that were found, with the position of each node that the proof has.
#[test]
fn a_proof_can_be_read_by_a_program() {
    let ran = noire(&[
        "solve",
        "--file",
        "engine/data/nosovsky.tsv",
        "--nodes",
        "10000",
        "--format",
        "json",
        "--proof",
    ]);
    let mut proofs = 0;
    for line in ran.out.lines() {
        let object: Value = serde_json::from_str(line).expect("an object a line");
        let fields = [
            "kind",
            "first",
            "line",
            "rule",
            "plies",
            "proof",
            "positions",
            "ms",
            "checked",
            "unchecked",
            "stopped",
            "error",
            "findings",
        ];
        assert!(fields.iter().all(|field| object.get(field).is_some()), "{line}");
        if object["solved"] == false {
            assert_eq!((&object["kind"], object.get("nodes")), (&Value::Null, None));
            continue;
        }
        proofs += 1;
        assert_eq!((&object["checked"], &object["unchecked"]), (&Value::Bool(true), &Value::Null), "{line}");
        let nodes = object["nodes"].as_array().expect("a list");
        assert_eq!(object["proof"], nodes.len());
        // A node speaks of earlier ones only, and the last is the one that plays the first move.
        assert_eq!(nodes.last().expect("a root")["plays"], object["first"]);
        let number = |value: &Value| value["node"].as_u64().expect("a number") as usize;
        for (at, node) in nodes.iter().enumerate() {
            if let Some(replies) = node["replies"].as_array() {
                assert!(replies.iter().all(|reply| number(reply) < at && reply["reply"].is_string()));
                assert!(node["threat"]["rule"].is_string() || number(&node["threat"]) < at);
            } else {
                assert!(node["rule"].is_string() || node["over"] == true, "{node}");
            }
        }
    }
    assert_eq!(proofs, 10);
    let ran = noire(&["solve", "--moves", "h8,g9,d8,h10,i8,i11,g7", "--proof"]);
    assert!(ran.out.contains("\nthe proof:\n  "), "{}", ran.out);
}

#[test]
fn an_experiment_says_what_was_not_searched_to_its_end() {
    let words = ["experiment", "--strategy", "threats", "--base", "renju", "--level", "5", "--nodes", "300"];
    let ran = noire(&words);
    assert!(ran.out.contains("none in the first 300 positions"), "{}", ran.out);
    assert!(!ran.out.contains("no win found  no win found"), "{}", ran.out);
    // Who reads no further ends it.
    let mut child = Command::new(env!("CARGO_BIN_EXE_noire"))
        .args(words)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let ended = Ran::from(child.wait_with_output().expect("it ends"));
    assert!(!ended.err.contains("panicked"), "{}", ended.err);
}
