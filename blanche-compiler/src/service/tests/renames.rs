//! Tests of renames that would change the answers of a program, and of occurrences that a rename changes or keeps.

use std::fs;
use std::path::Path;

use super::{path, project};
use crate::files;
use crate::names::occurrences::Meaning;
use crate::service::fixes::edited;
use crate::service::rename::{rename, unchanged_occurrences};
use crate::service::{Workspace, name_at};

/// Renames the name at the mark. Returns the new text of its file, or the reason for a refusal.
fn renamed(marked: &str, new: &str) -> Result<String, String> {
    let offset = marked.find('‸').expect("the place is marked");
    let text = marked.replacen('‸', "", 1);
    let workspace = project(&[("a", &text)]);
    renamed_in(&workspace, &path("a"), offset, new)
}

fn renamed_in(workspace: &Workspace, path: &Path, offset: usize, new: &str) -> Result<String, String> {
    let file = workspace.file(path).expect("the file is there");
    let edits = rename(workspace, file, offset as u32, new)
        .map_err(|reason| reason.replace("/nowhere/knowledge/", ""))?;
    let of_file: Vec<_> = edits.into_iter().filter(|edit| edit.span.file == file).collect();
    Ok(edited(workspace.sources().file(file).text(), &of_file))
}

/// The lines with occurrences that a rename does not change.
fn lines_kept(marked: &str, new: &str) -> Vec<usize> {
    let offset = marked.find('‸').expect("the place is marked");
    let workspace = project(&[("a", &marked.replacen('‸', "", 1))]);
    let file = workspace.file(&path("a")).expect("the file is there");
    let edits = rename(&workspace, file, offset as u32, new).expect("it may be renamed");
    unchanged_occurrences(&workspace, &edits)
        .into_iter()
        .map(|place| workspace.sources().line(place))
        .collect()
}

const SIZES: &str = "library\nsort size = small, large words Size\nfact s(ann, small)\n\
                     p(Size) :- s(X_, Size)\nq(Size) :- size(Size), ¬p(Size)\n";

fn marked(text: &str, before: &str) -> String {
    text.replacen(before, &format!("{before}‸"), 1)
}

#[test]
fn a_new_name_that_is_taken_is_refused() {
    let lights =
        "sort light = red, green, off words Light\nsort burning = red, green part of light words Burn\n";
    let game = "base g\nplayers x, o\nstate on(Place)\nsort place = a, b words Place\nstart on(a)\n\
                move take for P plays Place if on(Place)\n    removes on(Place)\n\
                move drop for P plays Place if on(Place)\n    removes on(Place)\n\
                draw end if ¬on(a)\nbare(Place) :- ¬on(Place)\n";
    let board =
        "board 3 by 3 like b2 words Cell\np(Cell, Direction, Cell2) :- step(Cell, Direction, Cell2)\n";
    let mut wrong = Vec::new();
    for (text, new, reason) in [
        (marked(SIZES, "sort si"), "p", "there is already a predicate of 1 argument `p`"),
        (marked(SIZES, "sort si"), "q", "there is already a predicate of 1 argument `q`"),
        (marked(SIZES, "\np"), "size", "there is already a sort `size`"),
        // Here the sort is not yet used as a predicate.
        (
            marked(&SIZES.replace("size(Size), ", "s(X_, Size), "), "sort si"),
            "p",
            "there is already a predicate of 1 argument `p`",
        ),
        (
            marked(&SIZES.replace("size(Size), ", "s(X_, Size), "), "\np"),
            "size",
            "there is already a sort `size`",
        ),
        (
            format!("library\n{lights}fact t(ann, red)\nq(L‸) :- t(X_, L)\n"),
            "Burn",
            "with the name `Burn`, `q` would mean something else in `a.blanche:5`",
        ),
        (
            format!("library\n{lights}fact t(ann, red)\nq(Light) :- bur‸ning(Light)\n"),
            "light",
            "there is already a sort `light`",
        ),
        (
            format!("library\n{lights}fact t(ann, re‸d)\nq(Light) :- t(X_, Light)\n"),
            "off",
            "there is already a value of this sort `off`",
        ),
        // The new name is used already, but undefined; the rename would define it.
        (
            "library\nfact e(a)\np‸(X) :- e(X)\nq(X) :- e(X), first(X)\n".to_owned(),
            "first",
            "with the name `first`, `first` would mean something else in `a.blanche:4`",
        ),
        (
            "library\nfact e(a)\np‸(X) :- e(X)\n%? first(X)\n%= no\n".to_owned(),
            "first",
            "with the name `first`, `first` would mean something else in `a.blanche:4`",
        ),
        (marked(game, "move ta"), "drop", "there is already a move `drop`"),
        (marked(game, "state o"), "bare", "there is already a predicate of 1 argument `bare`"),
        (marked(game, "\nbar"), "on", "there is already a predicate of 1 argument `on`"),
        (marked(game, "\nbar"), "place", "there is already a sort `place`"),
        (marked(board, "\np"), "step", "there is already a predicate of 3 arguments `step`"),
    ] {
        let (got, wanted) = (renamed(&text, new), Err(reason.to_owned()));
        if got != wanted {
            wrong.push((text, got, wanted));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

const COLORS: &str = "library\nsort size = small, medium, large words Size\nsort color = red, blue words Color\n\
                      fact s(ann, small), s(bob, large), t(ann, red)\np(small, red) :- t(X_, red)\nq(red) :- t(X_, red)\n";

#[test]
fn a_rename_that_causes_a_mistake_is_refused_with_the_mistake() {
    for (before, new) in [("sort size = sm", "red"), ("fact s(an", "small")] {
        let refused = renamed(&marked(COLORS, before), new).expect_err("it brings mistakes");
        let begins = format!("with the name `{new}` there would be a mistake in `a.blanche:");
        assert!(refused.starts_with(&begins), "{refused}");
    }
    // An error that exists already is no reason to refuse a rename.
    let wrong = format!("{COLORS}r(X) :- nothing(X)\n");
    assert_eq!(renamed(&marked(&wrong, "sort size = sm"), "tiny"), Ok(wrong.replace("small", "tiny")));
}

#[test]
fn a_rename_that_breaks_another_program_is_refused() {
    let lit = "library\nsort lamp = l1, l2 words Lamp\nlit(Lamp) :- lamp(Lamp), Lamp ≠ l1\n";
    let base = "base b\nuse lit\nfact bright(l1)\nlit2(Lamp) :- lit(Lamp), bright(Lamp)\n%% Those.\nexport lit2(Lamp)\n";
    let workspace = project(&[("lit", lit), ("b/base", base)]);
    let offset = lit.find("lit(").expect("it is there");
    let refused = renamed_in(&workspace, &path("lit"), offset, "bright");
    assert_eq!(refused, Err("there is already a predicate of 1 argument `bright`".to_owned()));
    assert!(renamed_in(&workspace, &path("lit"), offset, "shining").is_ok());
}

#[test]
fn a_rename_changes_expectations() {
    let text = "library\nfact e(a, b)\np(X) :- e(X, Y_)\n%? p(X), e(X, b)\n%= X = a\n%? X = Y, ¬(e(X, b); p(Y)), p(X)\n%= Y =  a,X = a\n";
    for (before, new, old) in [("\np", "first", "p("), ("fact e", "edge", "e("), ("%? p", "first", "p(")] {
        let wanted = text.replace(old, &format!("{new}("));
        assert_eq!(renamed(&marked(text, before), new), Ok(wanted), "{before}");
    }
    let wanted = text.replace("(a,", "(aa,").replace("= a", "= aa").replace("=  a", "=  aa");
    assert_eq!(renamed(&marked(text, "fact e(a"), "aa"), Ok(wanted.clone()));
    assert_eq!(renamed(&marked(text, "%= X = a"), "aa"), Ok(wanted));
    let sizes = format!("{SIZES}%? size(X), X ≠ large, p(X)\n%= X = small\n");
    assert_eq!(
        renamed(&marked(&sizes, "sort si"), "width"),
        Ok(sizes.replace("sort size", "sort width").replace("size(", "width("))
    );
    assert_eq!(renamed(&marked(&sizes, "s(ann, sm"), "tiny"), Ok(sizes.replace("small", "tiny")));
    // The variables of an expectation are not linked to any declaration, but the constants are.
    let workspace = project(&[("a", &sizes)]);
    let file = workspace.file(&path("a")).expect("it is there");
    let at = |place: &str| (sizes.find(place).expect("it is there") + place.len()) as u32;
    assert!(name_at(&workspace, file, at("%? size(X")).is_none());
    let meaning = name_at(&workspace, file, at("%= X = s")).map(|found| found.name.meaning);
    assert!(matches!(meaning, Some(Meaning::Constant(Some(_)))), "{meaning:?}");
}

#[test]
fn a_rename_lists_the_lines_that_keep_the_old_name() {
    let text = "library\nfact e(a, b)\np‸(X) :- e(X, Y_)\n%? p(X, Y), p.q(X), pp(X)\n%= X = p\n%? p(X)\n\nr(X) :- e(X, Y_), p(X, Y_)\n\
                s(X) :- p(X), ,, e(X)\n% p is a word of a comment\n";
    assert_eq!(lines_kept(text, "first"), [4, 5, 8]);
    assert_eq!(lines_kept("library\nfact e(a‸, b)\n%? p(a)\n%? e(a, X)\n%= X = a\n", "c"), [3]);
}

#[test]
fn a_name_that_occurs_in_a_table_of_facts_is_not_renamed() {
    let folder = std::env::temp_dir().join(format!("blanche-renames-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let write = |name: &str, text: &str| files::write(&folder.join(name), text).expect("a file");
    let table = "parent,person\njan,piet\npiet,anna\n";
    let rules = "sort person = piet, anna, jan words Child\nsort animal = piet, rex words Animal\n\
                 facts parent from \"t.csv\"\nfact old(anna), dog(rex)\nq(X) :- parent(X, Y_), old(Y_)\n";
    write("t.csv", table);
    write("a.blanche", rules);
    let mut workspace = Workspace::new(vec![folder.clone()]);
    workspace.settle();
    let place = folder.join("a.blanche");
    let ask = |before: &str, new: &str| {
        let offset = rules.find(before).expect("it is there") + before.len();
        renamed_in(&workspace, &place, offset, new)
    };
    let refused = |name: &str, line: usize| {
        format!(
            "`{name}` also occurs in the table `{}/t.csv`, in line {line}, and tables are not renamed; write \
             the new name in the table and in the rules by hand",
            crate::folders::shown(&folder)
        )
    };
    assert_eq!(ask("fact old(an", "anne"), Err(refused("anna", 3)));
    assert_eq!(ask("sort person = pi", "peter"), Err(refused("piet", 2)));
    assert_eq!(ask("sort per", "human"), Err(refused("person", 1)));
    // Names that do not occur in the table can be renamed.
    assert_eq!(ask("facts par", "elder"), Ok(rules.replace("parent", "elder")));
    assert_eq!(ask("dog(re", "max"), Ok(rules.replace("rex", "max")));
    assert_eq!(ask("sort animal = pi", "peter"), Ok(rules.replace("animal = piet", "animal = peter")));
    assert_eq!(ask("sort ani", "beast"), Ok(rules.replace("animal", "beast")));
    fs::remove_dir_all(&folder).expect("it can be removed");
}
