//! Tests of commands about bases: their files, their rules, and their mistakes.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::*;

#[test]
fn all_commands_report_alike_that_an_edited_base_cannot_be_compiled() {
    let text = fs::read_to_string("knowledge/renju-2001/base.blanche").expect("it can be read");
    let edited = folder("edited/renju-2001", &[("base.blanche", &text)]);
    for file in ["black", "level-0", "level-1", "level-3", "level-5", "level-7", "forcing", "scores"] {
        let file = format!("{file}.blanche");
        let text = fs::read_to_string(format!("knowledge/renju-2001/{file}")).expect("it can be read");
        fs::write(Path::new(&edited).join(&file), text + "\n% edited\n").expect("it can be written");
    }
    for backend in ["compiled", "both"] {
        let words = ["apply", "--game", &edited, "--backend", backend, "--moves", "h8"];
        let mut command = Command::new(env!("CARGO_BIN_EXE_noire"));
        let ran = command
            .args(words)
            .envs([("PATH", &edited), ("NOIRE_CACHE", &edited)])
            .env_remove("CARGO")
            .output();
        let ran = Ran::from(ran.expect("the program starts"));
        assert_eq!(ran.status, 2);
        assert!(ran.err.starts_with("error: rules are compiled with a Rust toolchain"), "{}", ran.err);
        assert!(!ran.err.contains("note:"), "{}", ran.err);
    }
}

#[test]
fn a_built_in_name_is_not_compared_as_a_folder() {
    let ran = noire(&["games", "renju"]);
    let said = "error: `renju` is built in\n  name its folder: knowledge/renju\n";
    assert_eq!((ran.status, ran.err.as_str()), (2, said));
    assert_eq!(noire(&["games", "knowledge/renju"]).status, 0);
}

#[test]
fn games_and_players_are_listed_with_a_summary() {
    let ran = noire(&["games"]);
    for said in [
        "renju  24 rules up to level 7, ",
        "; 15x15; black, white; ",
        "\nnoughts  6 rules up to level 3",
        "; 3x3; x, o; ",
    ] {
        assert!(ran.out.contains(said), "{said}: {}", ran.out);
    }
    let ran = noire(&["games", "--players"]);
    assert!(ran.out.contains("\nminimax ") && ran.out.contains("\nLearners"), "{}", ran.out);
    let ran = noire(&["agents"]);
    assert!(ran.status == 2 && ran.err.contains("write: noire games --players"), "{}", ran.err);
    assert_eq!(noire(&["bases"]).out, noire(&["games"]).out);
    assert!(noire(&["games", "knowledge/noughts"]).out.contains("its files are those of the built-in game"));
}

#[test]
fn a_rule_that_is_given_up_does_not_affect_other_answers() {
    let rules = "rule cheap for white at level 0 if empty(h8)\n\
                 rule dear for white at level 0 if empty(Field1), empty(Field2), empty(Field3), ¬equal(Field1, Field2)";
    let base = base("given-up", rules);
    let words = ["apply", "--game", &base, "--moves", "i9", "--work", "50", "--all"];
    let ran = noire(&words);
    assert_eq!(ran.status, 1, "{}", ran.err);
    assert!(ran.out.contains("level 0, cheap for white: white has won"), "{}", ran.out);
    assert!(ran.out.contains("The rule `dear for white` exceeded the step limit"), "{}", ran.out);
    assert!(
        ran.err.contains("error[B0701]: the rule `dear for white` exceeded the step limit"),
        "{}",
        ran.err
    );
    let ran = noire(&[&words[..], &["--format", "json"]].concat());
    let object: Value = serde_json::from_str(&ran.out).expect("an object");
    assert_eq!((ran.status, &object["rules"][0]["applies"]), (1, &Value::Bool(true)));
    assert_eq!(
        (&object["rules"][1]["applies"], &object["rules"][1]["limit_exceeded"]),
        (&Value::Null, &Value::Bool(true))
    );
    let ran = noire(&["apply", "--game", &base, "--moves", "i9", "--work", "50", "--format", "counts"]);
    assert_eq!((ran.status, ran.out.lines().last()), (1, Some("i9\t1\t?")));
}

#[test]
fn warnings_about_a_base_are_printed_when_it_is_read() {
    let base = base("warned", "rule middle for white at level 0 if empty(h8)");
    for words in [&["apply", "--moves", "i9", "--game"][..], &["rules", "--game"]] {
        let ran = noire(&[words, &[&base]].concat());
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert!(ran.err.contains("warning[B0403]"), "{}", ran.err);
    }
}

#[test]
fn the_files_of_the_bases_are_printed_as_json() {
    let ran = noire(&["games", "--files"]);
    let told: Value = serde_json::from_str(&ran.out).expect("this is JSON");
    let told = told.as_object().expect("this is an object");
    let files: Vec<(&str, &str)> = noire::bases::built_in_files().collect();
    assert_eq!((ran.status, told.len()), (0, files.len()), "{}", ran.err);
    assert!(files.iter().all(|(path, text)| told[*path] == **text));
    for also in [&["knowledge/renju"][..], &["--output", "somewhere"]] {
        assert_eq!(noire(&[&["games", "--files"], also].concat()).status, 2);
    }
    // The language server asks the program for the rule files, but not for the measured data.
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
fn the_files_of_the_bases_can_be_written_and_used() {
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
    // Without these files, the program uses its built-in versions, and a note says so.
    let ran = noire(&["games", "mine"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("the built-in version is used"), "{}", ran.out);
    let ran = noire(&["games", "--output", "knowledge"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let knowledge = format!("{folder}/knowledge");
    let written = fs::read_to_string(format!("{knowledge}/{shapes}.blanche")).expect("it is there");
    let own = fs::read_to_string(format!("knowledge/{shapes}.blanche")).expect("it is there");
    assert_eq!(written, own);
    let ran = noire(&["games", "mine"]);
    assert!(!ran.out.contains("the built-in version is used"), "{}", ran.out);
    // Writing again gives the same result, and a file changed by the user is kept.
    assert_eq!(noire(&["games", "--output", "knowledge"]).status, 0);
    let changed = format!("{knowledge}/{shapes}.blanche");
    fs::write(&changed, "% mine now\n").expect("it can be written");
    let ran = noire(&["games", "--output", "knowledge"]);
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert!(ran.err.contains("nothing was written"), "{}", ran.err);
    assert_eq!(fs::read_to_string(&changed).expect("it is there"), "% mine now\n");
}

#[test]
fn a_single_rule_is_reported_in_the_singular() {
    let base = base("one", "rule middle for white at level 0 if empty(Field_)");
    let ran = noire(&["rules", "--game", &base]);
    assert!(ran.out.starts_with("mine: 1 rule\n"), "{}", ran.out);
    assert!(!ran.out.contains("near miss"), "there are no positions: {}", ran.out);
    let ran = noire(&["apply", "--game", &base, "--moves", "i9"]);
    assert!(ran.out.contains("The rule `middle for white` applies:"), "{}", ran.out);
    let ran = noire(&["games", &base]);
    assert!(ran.out.contains(": mine, 1 rule, 2 exports; 15x15; black, white\n"), "{}", ran.out);
}

#[test]
fn exports_are_listed_like_rules() {
    let rules = "empty.field(Field) :- empty(Field)\nheld(Color, Field) :- color(Field, Color)\n\
                 %% Where a stone can be put.\nexport empty.field(Field)\nexport held(Color, Field) for Color\n\
                 rule middle for white at level 0 if empty.field(Field_)";
    let base = base("exporting", rules);
    let ran = noire(&["rules", "--game", &base]);
    let exports = ran.out.lines().filter(|line| line.starts_with("export "));
    let exports: Vec<&str> = exports.filter_map(|line| line.split("  ").next()).collect();
    let [domains, exports @ ..] = &exports[..] else { panic!("{}", ran.out) };
    assert_eq!(*domains, "export urgent(Color, Group) for Color");
    assert_eq!(exports, ["export empty.field(Field)", "export held(Color, Field) for Color"], "{}", ran.out);
    let ran = noire(&["rules", "--game", &base, "--format", "json"]);
    let objects = ran.out.lines().map(|line| serde_json::from_str::<Value>(line).expect("an object"));
    let is_own = |object: &Value| object["what"] == "export" && object["name"] != "urgent";
    let exports: Vec<Value> = objects.filter(is_own).collect();
    let said = |key: &str| exports.iter().map(|export| export[key].clone()).collect::<Vec<Value>>();
    assert_eq!(said("name"), ["empty.field", "held", "held"]);
    assert_eq!(said("colour"), [Value::Null, "white".into(), "black".into()]);
    assert_eq!(exports[0]["doc"], "Where a stone can be put.");
    assert_eq!(exports[2]["variables"], serde_json::json!([{ "name": "Field", "sort": "field" }]));
}

#[test]
fn an_unknown_rule_name_gets_a_fitting_hint() {
    let hint = |name: &str| {
        let ran = noire(&["apply", "--moves", "h8", "--rule", name]);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""));
        assert!(ran.err.starts_with(&format!("error: renju has no rule `{name}`\n  ")), "{}", ran.err);
        ran.err.lines().nth(1).expect("a hint").trim().to_owned()
    };
    assert_eq!(hint("z.thread"), "did you mean `z.threat`?");
    assert_eq!(hint("nothing.like.it"), "`noire rules` lists the rules of a game");
    let wanted =
        "it is an export: ask `forbidden(Field)` in `noire repl`, where `:why` and `:whynot` explain it";
    assert_eq!(hint("forbidden"), wanted);
}

#[test]
fn questions_can_be_named_by_kind_name_and_player() {
    for (words, name, what) in [
        (["rules", "draughts"], "score man", "score man for black and white"),
        (["rules", "draughts"], "draw  forty", "draw forty"),
        (["rules", "noughts"], "preference corner for x", "preference corner for x"),
        (["test", "noughts"], "score gap", "of 1 other"),
    ] {
        let ran = noire(&[&words[..], &["--rule", name]].concat());
        assert!(ran.status == 0 && ran.out.contains(what), "{name}: {}{}", ran.out, ran.err);
    }
    for (words, name, hint) in [
        (["rules", "draughts"], "scor man", "did you mean `score man`?"),
        (["rules", "draughts"], "score man for red", "did you mean `score man for black`?"),
        (["test", "noughts"], "preference corner for X", "did you mean `preference corner for x`?"),
        (["mutate", "draughts"], "score mann", "did you mean `score man`?"),
        (
            ["apply", "draughts"],
            "score man",
            "it is a score, and only rules can be queried here; `noire rules --rule 'score man for black'` shows it",
        ),
        (["explain", "noughts"], "rule forkk", "did you mean `rule fork`?"),
    ] {
        let ran = noire(&[&words[..], &["--rule", name]].concat());
        assert_eq!(ran.status, 2, "{name}: {}", ran.out);
        assert!(ran.err.ends_with(&format!("\n  {hint}\n")), "{name}: {}", ran.err);
    }
}
