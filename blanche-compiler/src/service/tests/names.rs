//! Tests of hover, definitions, references and renaming.

use super::{behind, path, with};
use crate::files::Span;
use crate::service::hover::hover;
use crate::service::references::{definition, references};
use crate::service::rename::{renamable, rename};
use crate::service::tokens::{Kind, tokens};
use crate::syntax;

fn hovered(name: &str, before: &str) -> String {
    let question = behind(name, before);
    hover(&question.workspace, question.file, question.offset).map_or_else(String::new, |hover| hover.text)
}

/// Asserts that a hover contains these texts in order.
fn assert_hover(name: &str, before: &str, wanted: &[&str]) {
    let text = hovered(name, before);
    let mut rest = text.as_str();
    for wanted in wanted {
        match rest.split_once(wanted) {
            Some((_, behind)) => rest = behind,
            None => panic!("behind {before}, `{wanted}` is missing in:\n{text}"),
        }
    }
}

#[test]
fn an_open_predicate_is_one_name_in_all_its_files() {
    let lit = "library\nuse lamps/domain\n\n%% A lamp that may be turned.\nopen free(Lamp, Who: player)\n\
               lit(Lamp) :- fr‸ee(Lamp, anna)\n";
    let base = "base lamps\nuse lamps/lit\nfree(Lamp, bert) :- shows(Lamp, off)\nexport lit(Lamp)\n";
    let mut question = with("lamps/lit", lit);
    question.workspace.write(&path("lamps/base"), base.to_owned());
    question.workspace.settle();
    let super::Question { workspace, file, offset } = &question;
    let text = hover(workspace, *file, *offset).expect("it is known").text;
    for part in
        ["open free(Lamp: lamp, Who: player)", "A lamp that may be turned.", "any file may give clauses"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    let places = definition(workspace, *file, *offset);
    let places: Vec<String> = places.into_iter().map(|span| question.show(span)).collect();
    assert_eq!(places, ["base:3:1 free", "lit:5:6 free"]);
    assert_eq!(rename(workspace, *file, *offset, "spare").map(|edits| edits.len()), Ok(3));
}

#[test]
fn hovering_over_a_name_shows_its_declaration() {
    assert_hover(
        "lamps/base",
        "beside(Lamp, Lamp2), li",
        &[
            "lit(Lamp: lamp)",
            "A lamp that burns.",
            "Derived by 2 clauses. It can be asked with nothing bound.",
            "lit.blanche:5",
        ],
    );
    assert_hover(
        "lamps/lit",
        ":- show",
        &[
            "extern shows(Lamp: lamp, Light: light)",
            "shows the light",
            "- `(bound, free)` gives one",
            "domain.blanche:17",
        ],
    );
    assert_hover(
        "lamps/base",
        "pai",
        &["pair(Lamp: lamp, Other: lamp)", "It can be asked with nothing bound."],
    );
    assert_hover(
        "lamps/base",
        "after tur",
        &["action turn(Who: player, Lamp: lamp) growing", "Turns a lamp on.", "for `after`"],
    );
    assert_hover("lamps/base", "beside(Lam", &["Lamp: lamp", "One of the lamps."]);
    assert_hover("lamps/base", "turn(Riva", &["Rival: player"]);
    assert_hover(
        "lamps/base",
        "¬shows(L, gr",
        &["green: light", "Also a value of `burning`.", "What a lamp shows."],
    );
    assert_hover("lamps/base", "double for ann", &["anna: player", "A player."]);
    assert_hover(
        "lamps/domain",
        "part of lig",
        &["sort light = red, green, off words Light", "begin with `Light`"],
    );
    assert_hover(
        "lamps/base",
        "rule doub",
        &["rule double for anna at level 1 plays Lamp", "Two lamps beside", "`Lamp`: lamp", "base.blanche:6"],
    );
    assert_hover("lamps/domain", "asks doub", &["rule double for anna", "base.blanche:6"]);
    assert_hover(
        "lamps/base",
        "score glo",
        &["score glow for anna", "worth 2 where its player is to move, else 1"],
    );
    assert_hover("lamps/base", "export li", &["lit(Lamp: lamp)"]);
    assert_hover("lamps/base", "use lamps/li", &["lit.blanche"]);
    assert_hover("lamps/base", "base lam", &["base lamps", "Who lights two lamps wins."]);
    assert_eq!(hovered("lamps/base", "% "), "", "nothing is said of a comment");
}

#[test]
fn hovering_over_a_score_shows_that_it_counts_only_when_named() {
    let text =
        "base lamps\nuse lamps/lit\nscore gl‸ow for anna attacking 2 defending 1 when named if lit(Lamp)\n";
    let question = with("lamps/base", text);
    let told = hover(&question.workspace, question.file, question.offset).expect("a name stands there").text;
    for wanted in ["score glow for anna attacking 2 defending 1 when named", "It counts only for players"] {
        assert!(told.contains(wanted), "`{wanted}` is missing in:\n{told}");
    }
    let words = tokens(&question.workspace, question.file);
    let kind = |word: &str| {
        let found = words.iter().find(|token| question.workspace.sources().text(token.span) == word);
        found.map(|token| token.kind)
    };
    assert_eq!([kind("when"), kind("named")], [Some(Kind::Word); 2]);
}

#[test]
fn hovering_works_in_a_text_with_mistakes() {
    let broken = "base lamps\nuse lamps/lit\nrule double for anna at level 1 plays Lamp if\n    shows(Lamp, of), nothing(Lamp), beside(La‸mp, Lamp2, ), lit(\nexport lit(Lamp)\n";
    let question = with("lamps/base", broken);
    let text = hover(&question.workspace, question.file, question.offset).map(|hover| hover.text);
    assert!(text.is_some_and(|text| text.contains("Lamp: lamp")));
    let question =
        with("lamps/base", &broken.replace('‸', "").replace("shows(Lamp, of)", "sh‸ows(Lamp, of)"));
    assert_eq!(found(&question), ["domain:17:8 shows"]);
}

fn found(question: &super::Question) -> Vec<String> {
    let spans = definition(&question.workspace, question.file, question.offset);
    spans.into_iter().map(|span| question.show(span)).collect()
}

#[test]
fn a_definition_is_where_a_name_is_declared_or_derived() {
    for (name, before, expected) in [
        ("lamps/base", "lit(Lam", &["base:7:36 Lamp2"][..]),
        ("lamps/base", "Lamp2), li", &["lit:5:1 lit", "lit:6:1 lit"]),
        ("lamps/base", "judge", &["domain:26:8 judged"]),
        ("lamps/base", "turn", &["domain:30:8 turn"]),
        ("lamps/base", "shows(L, gree", &["domain:5:19 green"]),
        ("lamps/base", "use lamps/li", &["lit:1:1"]),
        ("lamps/domain", "Light: ligh", &["domain:5:6 light"]),
        ("lamps/domain", "asks doubl", &["base:6:6 double"]),
        ("lamps/base", "plays L", &["base:6:39 Lamp"]),
        ("lamps/base", "turn(Rival", &["base:8:29 Rival"]),
    ] {
        assert_eq!(found(&behind(name, before)), expected, "{before}");
    }
}

#[test]
fn references_are_found_in_all_files() {
    let all = |name: &str, before: &str| -> Vec<String> {
        let question = behind(name, before);
        let places = references(&question.workspace, question.file, question.offset);
        let show = |span: Span| question.show(span);
        let mark = |defines: bool| if defines { " (here)" } else { "" };
        let mut all: Vec<String> =
            places.into_iter().map(|place| format!("{}{}", show(place.span), mark(place.defines))).collect();
        all.sort();
        all
    };
    let lit = [
        "base:10:8 lit",
        "base:11:48 lit",
        "base:7:44 lit",
        "base:9:21 lit",
        "lit:5:1 lit (here)",
        "lit:6:1 lit (here)",
        "lit:8:22 lit",
        "lit:8:54 lit",
    ];
    assert_eq!(all("lamps/base", "export li"), lit);
    assert_eq!(all("lamps/lit", "%% A lamp that burns.\nli"), lit, "from the other end");
    assert_eq!(all("lamps/lit", "Other) :- lit(Lam"), ["lit:8:26 Lamp", "lit:8:40 Lamp", "lit:8:6 Lamp"]);
    assert_eq!(
        all("lamps/domain", "sort light = re"),
        ["domain:5:14 red (here)", "domain:7:16 red", "lit:5:26 red"]
    );
}

fn renamed(name: &str, before: &str, new: &str) -> Result<Vec<String>, String> {
    let mut question = behind(name, before);
    let edits = rename(&question.workspace, question.file, question.offset, new)?;
    let mut changed: Vec<String> = edits.iter().map(|edit| question.show(edit.span)).collect();
    changed.sort();
    // The result must be a valid program in which the new name replaces the old one.
    let files: blanche_sorted::SortedSet<_> = edits.iter().map(|edit| edit.span.file).collect();
    for file in files {
        let mut text = question.workspace.sources().file(file).text().to_owned();
        let mut of_file: Vec<_> = edits.iter().filter(|edit| edit.span.file == file).collect();
        of_file.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
        of_file.iter().for_each(|edit| text.replace_range(edit.span.range(), &edit.text));
        let place = question.workspace.path(file).expect("it is known").to_owned();
        question.workspace.write(&place, text);
    }
    question.workspace.settle();
    let errors: Vec<_> = question.workspace.diagnostics();
    assert!(!crate::has_errors(&errors), "{errors:?}");
    Ok(changed)
}

#[test]
fn a_rename_changes_all_references() {
    assert_eq!(
        renamed("lamps/lit", "%% A lamp that burns.\nlit(La", "Lantern"),
        Ok(vec!["lit:5:20 Lamp".into(), "lit:5:5 Lamp".into()])
    );
    assert_eq!(
        renamed("lamps/base", "(pai", "two.lamps"),
        Ok(vec!["base:9:66 pair".into(), "lit:8:1 pair".into()])
    );
    assert_eq!(renamed("lamps/base", "score glo", "gleam"), Ok(vec!["base:11:7 glow".into()]));
    assert_eq!(renamed("lamps/base", "rule sprea", "spread.out"), Ok(vec!["base:8:6 spread".into()]));
    assert_eq!(renamed("lamps/base", "turn(Riva", "Foe").map(|all| all.len()), Ok(2));
    assert_eq!(renamed("lamps/base", "(pai", "pair"), Ok(vec![]));
}

#[test]
fn a_predicate_may_have_the_name_of_a_keyword() {
    for word in ["level", "rule", "if", "to", "like", "part", "words", "for"] {
        let expected = Ok(vec!["base:9:66 pair".into(), "lit:8:1 pair".into()]);
        assert_eq!(renamed("lamps/base", "(pai", word), expected, "{word}");
    }
    let refused = renamed("lamps/base", "(pai", "not").expect_err("it would mean something else");
    assert!(refused.starts_with("`not` is a word of the language: with the name"), "{refused}");
}

#[test]
fn a_forbidden_rename_is_refused_with_the_reason() {
    for (name, before, new, reason) in [
        ("lamps/lit", ":- show", "looks", "`shows/2` is answered by the host, which knows it by this name"),
        ("lamps/base", "after tur", "switch", "`turn/2` is made by the host, which knows it by this name"),
        ("lamps/base", "rule doub", "twin", "`judged` of the domain asks the rule `double` by this name"),
        ("lamps/base", "export li", "alight", "`lit` is exported: programs ask for it by this name"),
        ("lamps/base", "shows(L, gree", "blue", "the host knows the value `green` by this name"),
        ("lamps/domain", "sort lam", "bulb", "the host knows the sort `lamp` by this name"),
        ("lamps/base", "lev", "rank", "`level` is a word of the language"),
        ("lamps/base", "base lam", "x", "programs know `lamps` by this name"),
        (
            "lamps/base",
            "(pai",
            "Pair",
            "`Pair` would be a variable: this name begins with a lower-case letter",
        ),
        (
            "lamps/base",
            "(pai",
            "a b",
            "`a b` is not a name: a name has letters, digits and underscores, and dots inside it",
        ),
        ("lamps/base", "(pai", "beside", "there is already a predicate of 2 arguments `beside`"),
        ("lamps/base", "plays Lam", "Lamp2", "this clause already has a variable `Lamp2`"),
        ("lamps/base", "plays Lam", "Light", "`Light` would be a `light`, but this is a `lamp`"),
        ("lamps/base", "plays Lam", "Lamp_", "`Lamp_` would be local, and not part of an answer"),
        (
            "lamps/base",
            "plays Lam",
            "lamp",
            "`lamp` is not a variable: a variable begins with an upper-case letter",
        ),
        ("lamps/base", "rule sprea", "double", "there is already a rule `double`"),
    ] {
        assert_eq!(renamed(name, before, new), Err(reason.to_owned()), "{before}");
    }
    let question = behind("lamps/base", "%%");
    assert_eq!(
        renamable(&question.workspace, question.file, question.offset),
        Err("there is no name here".into())
    );
    assert!(syntax::is_name("two.lamps") && !syntax::is_name("two..lamps"));
    assert_eq!(question.workspace.file(&path("lamps/base")), Some(question.file));
}
