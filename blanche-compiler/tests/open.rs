//! Open predicates over several files: who may give clauses, and who lacks them.

use blanche_compiler::check_program;
use blanche_compiler::diagnostic::Code;
use blanche_compiler::project::{Library, Project};
use blanche_compiler::syntax::parse_sentence;

const LIBRARY: &str = "library\nfact person(jan)\nfact person(an)\nopen parent(Child, Parent)\n\
    open hidden(X)\nhidden(X) :- person(X), ¬parent(X, Y_)\n\
    grandparent(X, Z) :- parent(X, Y_), parent(Y_, Z)\n";

/// What is said of a file that may use the library, and of a sentence that is asked.
fn said(text: &str, question: Option<&str>) -> Vec<(Code, String)> {
    let texts = [("people.blanche".to_owned(), LIBRARY.as_bytes().to_vec())];
    let library = Library { texts: texts.into(), ..Library::default() };
    let mut project = Project::default();
    let root = project.add("mine.blanche", text.as_bytes());
    let files = project.program(root, &library);
    let question = question.map(|question| {
        let file = project.sources.add("question", question.as_bytes());
        parse_sentence(&project.sources, file).0
    });
    let checked = check_program(&project, &files, question.as_ref());
    let mut found: Vec<(Code, String)> = Vec::new();
    for message in checked.diagnostics {
        found.push((message.code, project.sources.text(message.label.span).to_owned()));
    }
    found
}

fn codes(text: &str, question: Option<&str>) -> Vec<Code> {
    said(text, question).into_iter().map(|(code, _)| code).collect()
}

#[test]
fn a_library_is_checked_without_what_others_give() {
    assert_eq!(codes(LIBRARY, None), []);
    assert_eq!(codes("use people\n", None), []);
}

#[test]
fn facts_and_clauses_of_other_files_count() {
    for given in [
        "fact parent(jan, an)\nfact parent(an, kees)\n",
        "fact child(an, jan)\nparent(X, Y) :- child(Y, X)\n",
        "fact child(an, jan)\nparent(X, Y) :- child(Y, X)\nhidden(X) :- child(X, Y_)\n",
    ] {
        assert_eq!(codes(&format!("use people\n{given}"), Some("grandparent(X, Y)")), [], "{given}");
    }
}

#[test]
fn whoever_asks_lacks_the_clauses() {
    let base = "base mine\nuse people\nexport grandparent(X, Y)\n";
    assert_eq!(said(base, None), [(Code::OpenEmpty, "parent".to_owned())]);
    assert_eq!(codes("use people\n", Some("grandparent(X, Y)")), [Code::OpenEmpty]);
    assert_eq!(codes("use people\n", Some("person(X)")), []);
    // A base in which nothing asks for it lacks nothing (but need not declare it), and one in which a clause was lost may have it.
    assert_eq!(codes("base mine\nopen lonely(X)\nfact p(a)\nexport p(X)\n", None), [Code::Unused]);
    assert_eq!(
        codes(&format!("{base}parent(X, Y) :- child(Y X)\nfact child(an, jan)\n"), None),
        [Code::MissingComma]
    );
}

#[test]
fn what_is_not_open_stays_as_its_file_has_it() {
    let foreign = [Code::NotOpen];
    assert_eq!(codes("use people\nfact person(kees)\nfact person(piet)\n", None), foreign);
    assert_eq!(codes("use people\ngrandparent(X, X) :- person(X)\n", None), foreign);
    // Uses of the name mean what stands beside them, and are not judged by the other file's.
    let other = "use people\nsort day = mon, tue words Day\ngrandparent(Day, Day2) :- later(Day, Day2)\n\
                 fact later(mon, tue)\nfree(Day) :- grandparent(Day, tue)\n";
    assert_eq!(codes(other, None), foreign);
    // With another number of arguments it is another predicate.
    assert_eq!(codes("use people\ngrandparent(X) :- person(X)\n", None), []);
}

#[test]
fn a_declaration_binds_the_clauses() {
    let sorts = "sort day = mon, tue words Day\nsort place = here, there words Place\n";
    let with =
        |rest: &str| codes(&format!("{sorts}open at(Day, Where: place)\nfact p(mon, here)\n{rest}"), None);
    assert_eq!(with("at(Day, Place) :- p(Day, Place)\n"), []);
    assert_eq!(with("at(Place, Day) :- p(Day, Place)\n"), [Code::SwappedArguments]);
    assert_eq!(with("at(Day, Day) :- p(Day, P_)\n"), [Code::WrongSort]);
    assert_eq!(with("at(Day, nowhere) :- p(Day, P_)\n"), [Code::UnknownConstant]);
    assert_eq!(with("fact at(mon, there)\nfact at(here, mon)\n"), [Code::UnknownConstant]);
    assert_eq!(with("open at(D, P)\n"), [Code::DeclaredTwice]);
    assert_eq!(with("open on(Dya)\n"), []); // so few letters may be meant
    assert_eq!(with("open on(Plaec)\n"), [Code::LooksLike]);
    assert_eq!(with("at.first(Day) :- p(Day, P_)\nopen at.frist(Day)\n"), [Code::Unused]);
    assert_eq!(with("at.first(Day) :- p(Day, P_)\nopen at.first(Day, Place)\n"), [Code::Unused]);
    assert_eq!(with("open equal(D, P)\n"), [Code::DeclaredTwice]);
}
