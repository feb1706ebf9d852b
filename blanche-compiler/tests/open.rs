//! Tests of open predicates in programs of several files: which files may add clauses, and what is reported if clauses
//! are missing.

use blanche_compiler::check_program;
use blanche_compiler::diagnostic::Code;
use blanche_compiler::project::{Project, SearchPath};
use blanche_compiler::syntax::parse_query;

use crate::several::codes_and_places;

const LIBRARY: &str = "library\nfact person(jan)\nfact person(an)\nopen parent(Child, Parent)\n\
    open hidden(X)\nhidden(X) :- person(X), ¬parent(X, Y_)\n\
    grandparent(X, Z) :- parent(X, Y_), parent(Y_, Z)\n";

/// The diagnostics of a file that may use the library. A query can be added.
fn codes_and_labels(text: &str, question: Option<&str>) -> Vec<(Code, String)> {
    let texts = [("people.blanche".to_owned(), LIBRARY.as_bytes().to_vec())];
    let search_path = SearchPath { texts: texts.into(), ..SearchPath::default() };
    let mut project = Project::default();
    let root = project.add("mine.blanche", text.as_bytes());
    let files = project.program(root, &search_path);
    let question = question.map(|question| {
        let file = project.sources.add("question", question.as_bytes());
        parse_query(&project.sources, file).0
    });
    let checked = check_program(&project, &files, question.as_ref());
    let mut found: Vec<(Code, String)> = Vec::new();
    for message in checked.diagnostics {
        found.push((message.code, project.sources.text(message.label.span).to_owned()));
    }
    found
}

fn codes(text: &str, question: Option<&str>) -> Vec<Code> {
    codes_and_labels(text, question).into_iter().map(|(code, _)| code).collect()
}

#[test]
fn a_library_with_an_open_predicate_needs_no_clauses() {
    assert_eq!(codes(LIBRARY, None), []);
    assert_eq!(codes("use people\n", None), []);
}

#[test]
fn an_open_predicate_may_get_clauses_or_facts_in_other_files() {
    for given in [
        "fact parent(jan, an)\nfact parent(an, kees)\n",
        "fact child(an, jan)\nparent(X, Y) :- child(Y, X)\n",
        "fact child(an, jan)\nparent(X, Y) :- child(Y, X)\nhidden(X) :- child(X, Y_)\n",
    ] {
        assert_eq!(codes(&format!("use people\n{given}"), Some("grandparent(X, Y)")), [], "{given}");
    }
}

#[test]
fn using_an_open_predicate_without_clauses_is_an_error() {
    let base = "base mine\nuse people\nexport grandparent(X, Y)\n";
    assert_eq!(codes_and_labels(base, None), [(Code::OpenEmpty, "parent".to_owned())]);
    assert_eq!(codes("use people\n", Some("grandparent(X, Y)")), [Code::OpenEmpty]);
    assert_eq!(codes("use people\n", Some("person(X)")), []);
    // If nothing in a base uses the predicate, the base needs neither clauses nor the declaration. If there is a syntax
    // error in a clause, that clause may have been meant for the predicate.
    assert_eq!(codes("base mine\nopen lonely(X)\nfact p(a)\nexport p(X)\n", None), [Code::Unused]);
    assert_eq!(
        codes(&format!("{base}parent(X, Y) :- child(Y X)\nfact child(an, jan)\n"), None),
        [Code::MissingComma]
    );
}

#[test]
fn a_predicate_that_is_not_open_gets_no_clauses_in_other_files() {
    let foreign = [Code::NotOpen];
    assert_eq!(codes("use people\nfact person(kees)\nfact person(piet)\n", None), foreign);
    assert_eq!(codes("use people\ngrandparent(X, X) :- person(X)\n", None), foreign);
    // Uses of the name refer to the definition in the same file. They are not checked against the definition in the
    // other file.
    let other = "use people\nsort day = mon, tue words Day\ngrandparent(Day, Day2) :- later(Day, Day2)\n\
                 fact later(mon, tue)\nfree(Day) :- grandparent(Day, tue)\n";
    assert_eq!(codes(other, None), foreign);
    // A predicate of the same name with another number of arguments is not the same predicate.
    assert_eq!(codes("use people\ngrandparent(X) :- person(X)\n", None), []);
}

#[test]
fn clauses_must_have_the_sorts_of_an_open_declaration() {
    let sorts = "sort day = mon, tue words Day\nsort place = here, there words Place\n";
    let with =
        |rest: &str| codes(&format!("{sorts}open at(Day, Where: place)\nfact p(mon, here)\n{rest}"), None);
    assert_eq!(with("at(Day, Place) :- p(Day, Place)\n"), []);
    assert_eq!(with("at(Place, Day) :- p(Day, Place)\n"), [Code::SwappedArguments]);
    assert_eq!(with("at(Day, Day) :- p(Day, P_)\n"), [Code::WrongSort]);
    assert_eq!(with("at(Day, nowhere) :- p(Day, P_)\n"), [Code::UnknownConstant]);
    assert_eq!(with("fact at(mon, there)\nfact at(here, mon)\n"), [Code::UnknownConstant]);
    assert_eq!(with("open at(D, P)\n"), [Code::DeclaredTwice]);
    assert_eq!(with("open on(Dya)\n"), []); // a name this short may be intended
    assert_eq!(with("open on(Plaec)\n"), [Code::LooksLike]);
    assert_eq!(with("at.first(Day) :- p(Day, P_)\nopen at.frist(Day)\n"), [Code::Unused]);
    assert_eq!(with("at.first(Day) :- p(Day, P_)\nopen at.first(Day, Place)\n"), [Code::Unused]);
    assert_eq!(with("open equal(D, P)\n"), [Code::DeclaredTwice]);
}

const SHARED: &str = "library\nfact field(a)\nfact taken(a, jan)\nempty(X) :- field(X), ¬taken(X, Y_)\n";
const RULE: &str = "%% One of them.\nexport empty(X)\n";

/// A base that uses two files: its own file `mine/own`, and a file of other authors. `own_first` determines which of
/// them is used first.
fn base(own_first: bool) -> String {
    let (first, second) = if own_first { ("mine/own", "line/shapes") } else { ("line/shapes", "mine/own") };
    format!("base mine\nuse line/facts\nuse {first}\nuse {second}\n{RULE}")
}

#[test]
fn an_own_clause_is_refused_in_any_order_of_use_lines() {
    let facts = "library\nfact color(a, black)\n";
    for own_first in [true, false] {
        for (own, wanted) in [
            ("empty(X) :- color(X, black)\nempty(X) :- color(X, white)\n", "B0315 mine/own:2"),
            ("open empty(X)\nempty(X) :- color(X, black)\n", "B0315 mine/own:2"),
            ("fact empty(b)\nfact empty(c)\n", "B0315 mine/own:2"),
            ("open empty(X)\nfact empty(b)\n", "B0315 mine/own:2"),
            ("open empty(X)\n", "B0315 mine/own:2"),
        ] {
            let own = format!("use line/facts\n{own}");
            let base = base(own_first);
            let files =
                [("line/facts", facts), ("line/shapes", SHARED), ("mine/own", &own), ("mine/base", &base)];
            assert_eq!(codes_and_places(&files), [wanted], "{own_first}: {own}");
        }
    }
}

#[test]
fn an_open_predicate_of_others_may_have_earlier_own_clauses() {
    let facts = "library\nfact color(a, black)\n";
    let shared = SHARED.replace("empty(X) :-", "open empty(X)\nempty(X) :-");
    for own_first in [true, false] {
        for (own, wanted) in [
            ("empty(X) :- color(X, black)\n", None),
            ("open empty(X)\nempty(X) :- color(X, black)\n", Some("B0305 mine/own:2")),
            ("fact empty(b)\n", Some("B0306 mine/own:2")),
        ] {
            let own = format!("use line/facts\n{own}");
            let base = base(own_first);
            let files =
                [("line/facts", facts), ("line/shapes", &shared), ("mine/own", &own), ("mine/base", &base)];
            assert_eq!(codes_and_places(&files), Vec::from_iter(wanted), "{own_first}: {own}");
        }
    }
}

#[test]
fn a_predicate_belongs_to_the_file_with_the_most_users() {
    let one = "library\nfact field(a)\nempty(X) :- field(X)\n";
    let other = "library\nfact place(b)\nempty(X) :- place(X)\n";
    let more = "library\nuse one/one\nfull(X) :- empty(X)\n";
    for uses in ["use one/one\nuse other/other\nuse more/more", "use other/other\nuse more/more\nuse one/one"]
    {
        let base = format!("base mine\n{uses}\n{RULE}");
        let files = [("one/one", one), ("other/other", other), ("more/more", more), ("mine/base", &base)];
        assert_eq!(codes_and_places(&files), ["B0315 other/other:3"], "{uses}");
    }
}

#[test]
fn a_predicate_without_a_clear_owner_is_reported_in_all_its_files() {
    let one = "library\nfact field(a)\nempty(X) :- field(X)\n";
    let other = "library\nopen empty(X)\nfact place(b)\nempty(X) :- place(X)\n";
    for uses in ["use one/one\nuse other/other", "use other/other\nuse one/one"] {
        let base = format!("base mine\n{uses}\n{RULE}");
        let files = [("one/one", one), ("other/other", other), ("mine/base", &base)];
        assert_eq!(codes_and_places(&files), ["B0315 one/one:3", "B0315 other/other:4"], "{uses}");
        // If both are files of the base itself, the predicate belongs to the file that declares it open.
        let base = base.replace("one/one", "mine/one").replace("other/other", "mine/other");
        let files = [("mine/one", one), ("mine/other", other), ("mine/base", base.as_str())];
        assert_eq!(codes_and_places(&files), [""; 0], "{uses}");
        let plain = other.replace("open empty(X)\n", "");
        let files = [("mine/one", one), ("mine/other", &plain), ("mine/base", &base)];
        assert_eq!(codes_and_places(&files), ["B0315 mine/one:3", "B0315 mine/other:3"], "{uses}");
    }
}

#[test]
fn the_own_one_of_two_declarations_is_the_mistake() {
    let shared = "library\nsort day = mon, tue words Day\nfact free(mon)\nrule on for mon at level 0 if free(mon)\nplayers mon, tue\n";
    let own = "sort day = fri words Day2\n";
    for uses in ["use mine/own\nuse week/days", "use week/days\nuse mine/own"] {
        let base = format!("base mine\n{uses}\n");
        let files = [("week/days", shared), ("mine/own", own), ("mine/base", &base)];
        let said = codes_and_places(&files);
        assert!(said.contains(&"B0305 mine/own:1".to_owned()), "{uses}: {said:?}");
        let rule = "use week/days\nrule on for mon at level 0 if free(Day), ¬free(tue)\n";
        let files = [("week/days", shared), ("mine/own", rule), ("mine/base", &base)];
        assert_eq!(codes_and_places(&files), ["B0305 mine/own:2"], "{uses}");
    }
}
