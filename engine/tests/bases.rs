//! Tests of bases in folders. A compiled base is used for a folder only if the folder has the same files. An unknown
//! domain is refused.

use std::fs;
use std::path::{Path, PathBuf};

use blanche_compiler::diagnostic::Code;
use blanche_compiler::report::{Style, render};
use blanche_compiler::runtime::Limits;
use noire::bases::{Backend, LoadError, Note};
use noire::board::{Point, Position};
use noire::facts::Base;
use noire::world::{Stones, WorldExt as _};

use crate::snapshot_folders;

/// A copy of the printed base and its domain, in which one file is edited.
fn copy(name: &str, file: &str, edit: impl Fn(&str) -> String) -> PathBuf {
    copy_to(&format!("{name}/knowledge"), &["five-in-a-row", "renju-2001"], file, edit)
}

/// Copies some folders of `knowledge/` to another folder, and edits one file. Returns the folder of the base.
fn copy_to(to: &str, parts: &[&str], file: &str, edit: impl Fn(&str) -> String) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bases").join(to);
    let _ = fs::remove_dir_all(&folder);
    for part in parts {
        fs::create_dir_all(folder.join(part)).expect("a folder can be made");
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("knowledge").join(part);
        for entry in fs::read_dir(from).expect("the knowledge can be read").flatten() {
            let path = format!("{part}/{}", entry.file_name().to_string_lossy());
            let text = fs::read_to_string(entry.path()).expect("it is text");
            let text = if path == file { edit(&text) } else { text };
            fs::write(folder.join(&path), text).expect("it can be written");
        }
    }
    folder.join("renju-2001")
}

fn open(folder: &Path) -> Result<Base, LoadError> {
    Base::open(&folder.to_string_lossy(), Limits::default())
}

fn opened(folder: &Path) -> Base {
    open(folder).unwrap_or_else(|error| panic!("{error:?}"))
}

#[test]
fn a_folder_with_the_built_in_files_uses_the_compiled_rules() {
    let base = opened(&copy("same", "", str::to_owned));
    assert_eq!(base.notes(), []);
    assert!(base.has(Backend::Compiled));
    assert_eq!(base.backend(), Backend::Compiled);
}

#[test]
fn a_folder_that_differs_is_interpreted_with_a_note() {
    let edit = |text: &str| {
        text.replace(
            "white.four(Group1), in(Field1, Group1), empty(Field1)",
            "white.four(Group1), in(Field1, Group1)",
        )
    };
    let base = opened(&copy("edited", "renju-2001/level-1.blanche", edit));
    assert!(!base.has(Backend::Compiled));
    let [Note::DiffersFromCompiled { name, folder, compiled }] = base.notes() else {
        panic!("{:?}", base.notes());
    };
    assert_eq!(name, "renju-2001");
    assert_ne!(folder, compiled);
    let built_in = Base::built_in();
    let printed = built_in.iter().find(|base| base.name == "renju-2001").expect("it is built in");
    assert_eq!(*compiled, printed.hash);
    // The group has four stones and an empty field: the edited rule plays any of these five fields.
    let points =
        |text: &str| -> Vec<Point> { text.split(',').map(|p| p.parse().expect("a point")).collect() };
    let mut position = Position::set_up(&[], &points("e8,f8,g8,h8"), None, None).expect("a position");
    let rule =
        base.contents().rules.iter().position(|rule| rule.title() == "four for white").expect("it is there");
    let all = base.on(Backend::Interpreted).all(rule, &mut position).expect("no limit");
    assert_eq!(all.len(), 10, "two groups of five fields");
}

#[test]
fn a_rule_that_cannot_be_planned_is_named() {
    let edit = |text: &str| {
        let mut body = "white.four(Group0), in(Field1, Group0)".to_owned();
        for at in 1..25_100 {
            body += &format!(", in(Field{at}, Group{at}), in(Field{}, Group{at})", at + 1);
        }
        format!("{text}\nrule long for white at level 1 plays Field1 if {body}\n")
    };
    let Err(LoadError::Mistakes(_, found)) = open(&copy("too-long", "renju-2001/level-1.blanche", edit))
    else {
        panic!("it cannot be planned");
    };
    let found: Vec<(Code, &str)> = found.iter().map(|one| (one.code, one.title.as_str())).collect();
    assert_eq!(found, [(Code::PlanTooLarge, "`long for white` has more variables than can be planned")]);
}

#[test]
fn a_rule_for_both_colours_is_explained_for_the_colour_that_it_applies_to() {
    let edit = |text: &str| {
        let rule = "rule both for Color against Other at level 1 plays Field1 if\n    \
                    group(Group1, Color, 4), in(Field1, Group1), (equal(Color, white) ; ¬black.border(Group1)), \
                    empty(Field1), ¬group(Group_, Other, 5)\n";
        format!("{text}\n{rule}")
    };
    let base = opened(&copy("both", "renju-2001/level-1.blanche", edit));
    let points =
        |text: &str| -> Vec<Point> { text.split(',').map(|p| p.parse().expect("a point")).collect() };
    let mut position = Position::set_up(&points("e8,f8,g8,h8"), &[], None, None).expect("a position");
    let rules: Vec<usize> =
        (0..base.contents().rules.len()).filter(|at| base.contents().rules[*at].name == "both").collect();
    assert_eq!(
        rules.iter().map(|at| base.contents().rules[*at].title()).collect::<Vec<_>>(),
        ["both for white", "both for black"]
    );
    let white = base.on(Backend::Interpreted).all(rules[0], &mut position).expect("no limit");
    assert!(white.is_empty());
    let black = base.on(Backend::Interpreted).all(rules[1], &mut position).expect("no limit");
    let first = black.iter().next().expect("it applies");
    let premise = Stones::new(base, vec![Backend::Interpreted]).premise(rules[1], first);
    let expected = [
        "group(d8.h8, black, 4)",
        "in(d8, d8.h8)",
        "(equal(black, white) ; ¬black.border(d8.h8))",
        "empty(d8)",
        "¬group(Group_, white, 5)",
    ];
    assert_eq!(premise, expected);
}

#[test]
fn a_domain_with_other_declarations_is_rejected() {
    let edit = |text: &str| {
        text.replace("sort color = none, white, black, both", "sort color = none, black, white, both")
    };
    let Err(LoadError::Mistakes(sources, messages)) =
        open(&copy("domain", "five-in-a-row/domain.blanche", edit))
    else {
        panic!("a domain that numbers its colours otherwise is not the program's");
    };
    let text = render(&sources, &messages, Style::PLAIN);
    // The message must not depend on the machine, so the test folder is removed from it.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bases/domain/");
    let text = text.replace(&*folder.to_string_lossy(), "");
    snapshot_folders::settings("diagnostics")
        .bind(|| insta::assert_snapshot!("B0702_rules-for-another-domain", text));
}

#[test]
fn a_field_off_the_board_is_rejected_before_any_query() {
    let facts = "\nfact opening(h9)\nfact opening(z9)\nfact line(e3.e8)\n";
    let rules = "rule opening for white at level 1 plays Field1 if opening(Field1), ¬(line(Group_), in(Field1, Group_))";
    let edit = |text: &str| format!("{text}{facts}{rules}\n");
    let Err(LoadError::Mistakes(_, messages)) = open(&copy("beside", "renju-2001/level-1.blanche", edit))
    else {
        panic!("there is no field `z9`, and no group `e3.e8`");
    };
    let titles: Vec<&str> = messages.iter().map(|message| message.title.as_str()).collect();
    assert_eq!(titles, ["there is no `group` `e3.e8`", "there is no `field` `z9`"]);
}

#[test]
fn a_field_off_the_board_is_reported_with_its_place() {
    let edit = |text: &str| {
        format!("{text}\nrule off for white at level 0 if ¬empty(z99), (empty(h8) ; in(h16, a1.a5))\n")
    };
    let Err(LoadError::Mistakes(sources, messages)) = open(&copy("off", "renju-2001/level-0.blanche", edit))
    else {
        panic!("nothing can be said of these fields");
    };
    let found: Vec<String> = messages
        .iter()
        .map(|message| format!("{} {}", message.code, sources.text(message.label.span)))
        .collect();
    assert_eq!(found, ["B0403 h8", "B0403 a1.a5", "B0303 z99", "B0303 h16"]);
}

#[test]
fn a_comment_in_the_domain_changes_nothing() {
    let edit = |text: &str| text.replace("players white, black", "% the players\nplayers white, black");
    let base = opened(&copy("remark", "five-in-a-row/domain.blanche", edit));
    assert_eq!(base.notes().len(), 1, "the files differ, and the rules are interpreted");
}

#[test]
fn a_copied_knowledge_folder_may_have_any_name() {
    let edit = |text: &str| format!("{text}\n% edited\n");
    let parts = ["five-in-a-row", "renju-2001"];
    let base = opened(&copy_to("whole/k", &parts, "five-in-a-row/shapes.blanche", edit));
    assert!(matches!(base.notes(), [Note::DiffersFromCompiled { .. }]), "{:?}", base.notes());
    let base = opened(&copy_to("unchanged/k", &parts, "", str::to_owned));
    assert_eq!(base.notes(), []);
    assert!(base.has(Backend::Compiled));
}

#[test]
fn missing_files_are_taken_from_the_program_and_named() {
    let base = opened(&copy_to("alone/knowledge", &["renju-2001"], "", str::to_owned));
    let [Note::UsesBuiltIn { files, is_doubtful: false }] = base.notes() else {
        panic!("{:?}", base.notes())
    };
    let shared =
        ["domain", "shapes", "colors", "forcing"].map(|file| format!("five-in-a-row/{file}.blanche"));
    assert_eq!(files[..], shared);
    assert!(base.has(Backend::Compiled), "these files are the ones that were compiled");
    assert!(!base.notes()[0].is_always_shown());
    // A folder `five-in-a-row` that has none of the expected files is suspicious, so the note is always shown.
    let base = copy_to("doubtful/knowledge", &["renju-2001"], "", str::to_owned);
    let beside = Path::new(&base).parent().expect("it lies in a folder").join("five-in-a-row");
    fs::create_dir_all(beside).expect("a folder can be made");
    assert!(opened(&base).notes()[0].is_always_shown());
}

#[test]
fn a_folder_without_a_base_is_an_error() {
    let none = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bases/none");
    fs::create_dir_all(&none).expect("a folder can be made");
    assert!(matches!(open(&none), Err(LoadError::NoBase(_))));
    assert!(matches!(open(&none.join("nowhere")), Err(LoadError::Unknown(_))));
}

/// The errors for a base with a rule of its own that uses only one file of `knowledge/`. Such a base cannot run.
fn refusals(file: &str) -> Vec<String> {
    use blanche_compiler::project::{Project, SearchPath};
    use blanche_compiler::{diagnostic::Severity, load};
    let mine = format!(
        "base mine\n\nuse {file}\n\nfact seen(mine)\n\nrule mine for white at level 0 if seen(mine)\n"
    );
    let mut project = Project::default();
    let root = project.add("mine/base.blanche", mine.as_bytes());
    let knowledge = Path::new(env!("CARGO_MANIFEST_DIR")).join("knowledge");
    let search_path = SearchPath { knowledge: Some(knowledge), ..SearchPath::default() };
    let checked = load(&mut project, root, &search_path);
    let errors = checked.diagnostics.iter().filter(|message| message.severity == Severity::Error);
    let place = |message: &blanche_compiler::diagnostic::Diagnostic| {
        let file = project.sources.file(message.label.span.file).name();
        let inside = file.rsplit_once("knowledge/").map_or(file, |(_, inside)| inside);
        format!(
            "{} {} in {}",
            message.code,
            project.sources.text(message.label.span),
            inside.trim_end_matches(".blanche")
        )
    };
    errors.map(place).collect()
}

#[test]
fn a_users_base_may_combine_any_complete_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("knowledge");
    let mut files: Vec<String> = blanche_compiler::project::rule_files(&folder)
        .iter()
        .filter_map(|path| path.strip_prefix(&folder).ok())
        .map(|path| path.with_extension("").to_string_lossy().into_owned())
        .collect();
    files.sort();
    let told: Vec<String> = files
        .iter()
        .map(|file| match refusals(file) {
            refused if refused.is_empty() => format!("{file}: it can be used alone\n"),
            refused => format!("{file}\n    {}\n", refused.join("\n    ")),
        })
        .collect();
    snapshot_folders::settings("diagnostics").bind(|| insta::assert_snapshot!("files-alone", told.concat()));
}

#[test]
fn a_built_in_base_declares_what_its_files_declare() {
    for built_in in Base::built_in() {
        let compiled = Base::open(built_in.name, Limits::default()).expect("it is built in");
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("knowledge").join(built_in.name);
        let parsed = Base::open(&folder.to_string_lossy(), Limits::default()).expect("it can be read");
        assert!(parsed.has(Backend::Compiled), "{} is the compiled one", built_in.name);
        // The paths of the files differ.
        let same = |compiled: &str, parsed: &str| parsed.ends_with(compiled.trim_start_matches("knowledge/"));
        assert_eq!((compiled.name(), &compiled.contents().doc), (parsed.name(), &parsed.contents().doc));
        assert_eq!(compiled.contents().rules.len(), parsed.contents().rules.len());
        for (one, other) in compiled.contents().rules.iter().zip(&parsed.contents().rules) {
            assert!(same(&one.place, &other.place), "{} {}", one.place, other.place);
            let place = one.place.clone();
            assert_eq!(format!("{one:?}"), format!("{:?}", noire::bases::Rule { place, ..other.clone() }));
        }
        assert_eq!(compiled.contents().exports.len(), parsed.contents().exports.len());
        for (one, other) in compiled.contents().exports.iter().zip(&parsed.contents().exports) {
            let place = one.place.clone();
            assert_eq!(format!("{one:?}"), format!("{:?}", noire::bases::Export { place, ..other.clone() }));
        }
        assert_eq!(compiled.contents().scores.len(), parsed.contents().scores.len());
        for (one, other) in compiled.contents().scores.iter().zip(&parsed.contents().scores) {
            let place = one.place.clone();
            assert_eq!(format!("{one:?}"), format!("{:?}", noire::bases::Score { place, ..other.clone() }));
        }
    }
}
