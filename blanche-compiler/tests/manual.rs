//! Tests of the manual of a program: it contains every declaration, and every link has a target.

use std::path::{Path, PathBuf};
use std::process::Command;

use blanche_compiler::has_errors;
use blanche_compiler::manual::{Kind, Manual, html};
use blanche_compiler::paths::Programs;
use blanche_compiler::program::{PredicateId, PredicateKind};
use blanche_compiler::service::describe;

use crate::missing;

/// The manuals of the programs in these paths.
fn manuals(paths: &[PathBuf]) -> Vec<Manual> {
    let programs = Programs::read(paths, None).expect("they can be read");
    let checked = programs.check();
    assert!(checked.iter().all(|checked| !has_errors(&checked.diagnostics)));
    checked.iter().map(|checked| Manual::of(&programs.project, checked)).collect()
}

fn here(path: &str) -> PathBuf {
    crate::crate_folder().join(path)
}

fn page(manual: &Manual) -> String {
    html::page(manual, &mut |_| String::new())
}

/// The texts that are enclosed by `open` and `close`, at all occurrences.
fn between<'t>(text: &'t str, open: &str, close: &str) -> Vec<&'t str> {
    text.split(open).skip(1).filter_map(|rest| rest.split(close).next()).collect()
}

#[test]
fn every_link_of_a_manual_has_one_target() {
    let mut paths = vec![here("tests/programs"), here("../knowledge")];
    if !paths[1].is_dir() {
        let test = "every_link_of_a_manual_has_one_target";
        missing::skip(test, "for manuals of bases the folder `knowledge` beside the crate");
        paths.truncate(1);
    }
    let manuals = manuals(&paths);
    assert!(manuals.len() >= 6, "{}", manuals.len());
    for manual in &manuals {
        let page = page(manual);
        let links = between(&page, "href=\"#", "\"");
        assert!(links.len() > 3, "{} has links", manual.name);
        for link in links {
            assert_eq!(page.matches(&format!(" id=\"{link}\"")).count(), 1, "{}: {link}", manual.name);
        }
    }
}

#[test]
fn every_item_of_a_program_has_an_entry() {
    for (name, wanted) in [
        ("family", "fact parent(Argument1, Argument2) sibling cousin root"),
        ("grid", "sort cell sort mark extern marked extern touch extern answered free beside safe players"),
        ("replies", "action mark blank opponent wins line fork"),
        ("scores", "holds score alone score safe score pair score hold score bare"),
        ("sides", "may.play beside jump"),
    ] {
        let manual = manuals(&[here(&format!("tests/programs/{name}.blanche"))]).remove(0);
        let page = page(&manual);
        let text =
            std::fs::read_to_string(here(&format!("tests/programs/{name}.blanche"))).expect("it is there");
        let words: Vec<&str> = wanted.split(' ').filter(|word| text.contains(word)).collect();
        assert!(words.len() > 2, "{name}");
        for word in words {
            assert!(manual.entries().any(|entry| entry.title.contains(word)), "{name}: {word}");
        }
        let counts = page.contains("It counts only for players that name it.");
        assert_eq!(counts, name == "scores", "{name}");
        // The entry of an item contains every line of its doc comment.
        let docs = manual.entries().flat_map(|entry| &entry.doc);
        for line in docs {
            assert!(page.contains(&html::spoken(line)), "{name}: {line}");
        }
    }
}

#[test]
fn a_game_has_entries_for_its_states_moves_and_ends() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("manual/game");
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let file = folder.join("lamps.blanche");
    let text = "board 2 by 2 like a1 words Cell\nplayers left, right words Side, Other\nstarts right\n\
                %% A lamp burns.\nstate lamp(Cell, Side) one Side\nsort clock = 0 to 9 words N\n\
                state clock(N) one N, history\nstart lamp(a1, left)\nunlit(Cell) :- ¬lamp(Cell, Side_)\n\
                %% Lights a lamp.\nmove lights for Side plays Cell if unlit(Cell)\n    adds lamp(Cell, Side)\n\
                move waits for left plays N if clock(N)\n    removes clock(N)\n\
                draw bright if ¬unlit(Cell_)\nblocked loses\nclaims suppose ¬lamp(b2, left)\n\
                preference edge for Side plays Cell worth 5 if unlit(Cell), at.edge(Cell, n)\n\
                drawn lamp(Cell, left) as x\nnotation pdn\n";
    std::fs::write(&file, text).expect("it can be written");
    let manual = manuals(&[file]).remove(0);
    let entry = |title: &str| manual.entries().find(|entry| entry.title == title);
    for (title, kind, note) in [
        (
            "state lamp(Cell: field, Side: player)",
            Kind::State,
            "There is at most one `Side` for each `Cell`.",
        ),
        ("state clock(N: clock)", Kind::State, "There is at most one `N` at a time."),
        ("move lights for left and right", Kind::Move, "It plays `Cell`."),
        ("move waits for left", Kind::Move, "It plays `N`."),
        ("draw bright", Kind::Draw, ""),
        ("preference edge for left and right", Kind::Preference, "Such a move is worth 5."),
        ("right begins", Kind::Game, ""),
        ("the beginning", Kind::Game, ""),
        ("who is blocked loses", Kind::Game, ""),
        ("what claims suppose", Kind::Game, ""),
        ("the drawing", Kind::Game, ""),
        ("the notation pdn", Kind::Game, ""),
    ] {
        let found = entry(title).unwrap_or_else(|| panic!("{title} is there"));
        assert_eq!((found.kind, found.notes.first().map_or("", String::as_str)), (kind, note), "{title}");
    }
    let page = page(&manual);
    for link in between(&page, "href=\"#", "\"") {
        assert_eq!(page.matches(&format!(" id=\"{link}\"")).count(), 1, "{link}");
    }
    let users = &entry("state lamp(Cell: field, Side: player)").expect("it is there").users;
    assert!(users.iter().any(|(name, _)| name == "lights for left and right"), "{users:?}");
}

#[test]
fn an_entry_shows_the_modes_and_the_users_of_a_predicate() {
    let manual = manuals(&[here("tests/programs/grid.blanche")]).remove(0);
    let entry =
        |title: &str| manual.entries().find(|entry| entry.title.contains(title)).expect("it is there");
    let touch = entry("extern touch(Cell1: cell, Cell2: cell)");
    let modes = touch.modes.as_ref().expect("a host answers it");
    assert_eq!(modes.parameters, ["Cell1", "Cell2"]);
    assert_eq!(modes.rows[0], (vec![true, true], "tests 1 in 3".to_owned()));
    assert_eq!(touch.users, [("beside for cross".to_owned(), "rule-beside-cross".to_owned())]);
    let free = entry("free(Cell: cell)");
    assert_eq!(free.notes, ["It can be asked with nothing bound."]);
    assert_eq!(free.users.len(), 2, "{:?}", free.users);
    let beside = entry("beside for cross");
    assert_eq!((beside.kind, beside.rules.as_slice()), (Kind::Rule(1), &["beside for cross".to_owned()][..]));
    assert_eq!(
        beside.users,
        [("answered/1".to_owned(), "answered-1".to_owned())],
        "an extern predicate asks it"
    );
    let linked: Vec<&str> = beside.source.iter().filter_map(|piece| piece.link.as_deref()).collect();
    assert_eq!(linked, ["marked-2", "touch-2", "free-1", "touch-2", "marked-2"]);
    let whole: String = beside.source.iter().map(|piece| piece.text.as_str()).collect();
    assert!(whole.starts_with("rule beside for cross at level 1 plays Cell1 if\n"), "{whole}");
}

#[test]
fn a_rule_for_every_player_is_one_entry_with_a_picture_of_each() {
    let manual = manuals(&[here("tests/programs/sides.blanche")]).remove(0);
    let mut asked = Vec::new();
    html::page(&manual, &mut |rule| {
        asked.push(rule.to_owned());
        String::new()
    });
    assert_eq!(asked, ["beside for south", "beside for north", "jump for south", "jump for north"]);
    assert!(manual.entries().any(|entry| entry.title == "beside for south and north"));
}

#[test]
fn html_in_comments_is_escaped() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("manual/escaped");
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let file = folder.join("odd.blanche");
    let text = "library\n\n%% <script>alert(1)</script> & `a < b`, *so* 2 * 3\nfact p(a)\n";
    std::fs::write(&file, text).expect("it can be written");
    let page = page(&manuals(&[file]).remove(0));
    assert!(!page.contains("<script"), "{page}");
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; <code>a &lt; b</code>"), "{page}");
}

#[test]
fn the_manuals_of_several_programs_need_a_folder() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("manual/several");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("made")).expect("a folder can be made");
    for name in ["one", "two"] {
        std::fs::create_dir_all(folder.join(name)).expect("a folder can be made");
        let text = format!("%% The base {name}.\nbase {name}\n\nfact p(a)\nexport p(X)\n");
        std::fs::write(folder.join(name).join("base.blanche"), text).expect("it can be written");
    }
    let run = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_blanche"))
            .args(words)
            .current_dir(&folder)
            .output()
            .expect("it runs");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    assert_eq!(run(&["doc", "."]), (Some(2), String::new()));
    let (status, page) = run(&["doc", "one"]);
    assert_eq!(status, Some(0));
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<p>The base one.</p>"), "{page}");
    let (status, said) = run(&["doc", ".", "--output", "made/pages"]);
    assert_eq!((status, said.as_str()), (Some(0), "Wrote made/pages/index.html, which leads to 2 pages.\n"));
    let index = std::fs::read_to_string(folder.join("made/pages/index.html")).expect("it was written");
    for address in between(&index, "href=\"", "\"") {
        assert!(folder.join("made/pages").join(address).is_file(), "{address}");
    }
    assert_eq!(between(&index, "href=\"", "\""), ["one.html", "two.html"]);
}

#[test]
fn scattered_clauses_of_a_predicate_have_separate_entries() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("manual/apart");
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let file = folder.join("apart.blanche");
    let text = "library\n\nfact p(a)\nq(X) :- p(X)\n%% Another way.\nq(X) :- p(X), ¬r(X)\nr(X) :- q2(X), p(X)\nq2(X) :- p(X)\n\
                q(X) :- p(X), q2(X), ¬r(X)\nlast(X) :- q(X), p(X)\nlast(X) :- q(X), ¬p(X)\n";
    std::fs::write(&file, text).expect("it can be written");
    let manual = manuals(&[file]).remove(0);
    let titles: Vec<&str> = manual.entries().map(|entry| entry.title.as_str()).collect();
    let predicates = ["q(X: name)", "r(X: name)", "q2(X: name)", "q(X: name)", "last(X: name)"];
    assert_eq!(titles[1..], predicates, "{titles:?}");
    let page = page(&manual);
    assert_eq!(page.matches(" id=\"q-1\"").count(), 1, "the first of them is led to");
    let entry = |at: usize| manual.entries().nth(at).expect("it is there");
    let source = |at: usize| entry(at).source.iter().map(|piece| piece.text.as_str()).collect::<String>();
    assert_eq!(source(1), "q(X) :- p(X)\n%% Another way.\nq(X) :- p(X), ¬r(X)");
    assert_eq!(source(4), "q(X) :- p(X), q2(X), ¬r(X)");
    let users = |at: usize| entry(at).users.iter().map(|(name, _)| name.as_str()).collect::<Vec<&str>>();
    assert_eq!(users(0), ["q/1", "r/1", "q2/1", "last/1"], "each is told once");
    assert_eq!(users(2), ["q/1"]);
    assert_eq!(users(3), ["r/1", "q/1"]);
}

#[test]
fn required_bindings_are_described_as_in_an_editor() {
    for name in ["grid", "replies", "scores", "sides"] {
        let programs =
            Programs::read(&[here(&format!("tests/programs/{name}.blanche"))], None).expect("it can be read");
        let checked = &programs.check()[0];
        let manual = Manual::of(&programs.project, checked);
        let program = &checked.resolved.program;
        for (id, predicate) in (0..).map(PredicateId).zip(&program.predicates) {
            let PredicateKind::Derived(clauses) = &predicate.kind else { continue };
            let anchor = predicate.signature().replace('/', "-");
            let entry = manual.entries().find(|entry| entry.anchor == anchor);
            let Some(entry) = entry.filter(|_| !clauses.is_empty()) else { continue };
            let needs = describe::needs(&checked.resolved, id);
            assert_eq!(entry.notes.first(), needs.as_ref(), "{name}: {anchor}");
        }
    }
}

#[test]
fn words_are_emphasised_with_one_star_or_two() {
    assert_eq!(
        html::spoken("A **bold** and an *odd* word."),
        "A <strong>bold</strong> and an <em>odd</em> word."
    );
    assert_eq!(html::spoken("2 * 3, `a ** b` and **half"), "2 * 3, <code>a ** b</code> and **half");
    assert_eq!(html::spoken("**all *of* it** <b>"), "<strong>all <em>of</em> it</strong> &lt;b&gt;");
}
