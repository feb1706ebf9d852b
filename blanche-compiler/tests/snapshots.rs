//! Snapshots for reviewers: all messages, all plans, and the Rust of small programs. They are in the folder
//! `snapshots/` of the project.

use std::path::{Path, PathBuf};

use blanche_compiler::diagnostic::{Code, Diagnostic};
use blanche_compiler::files::Sources;
use blanche_compiler::program::RuleId;
use blanche_compiler::project::{Project, SearchPath};
use blanche_compiler::report::{Style, render};
use blanche_compiler::{
    Checked, STATISTICS_FILE, base_file, check_program, check_text, emit, load, namesakes, plan, unused_file,
};

use crate::snapshot_folders;

/// The root folder of the project.
fn root() -> PathBuf {
    crate::crate_folder().parent().expect("the crate is in the project").to_owned()
}

fn snapshot(folder: &str, name: &str, text: &str) {
    snapshot_folders::settings(folder).bind(|| insta::assert_snapshot!(name.to_owned(), text));
}

/// A source text followed by its messages.
fn text_and_messages(text: &str, sources: &Sources, messages: &[Diagnostic]) -> String {
    format!("{}\n{}\n{}", text.trim_end(), "-".repeat(60), render(sources, messages, Style::PLAIN))
}

/// The example program in the page about a code.
fn example(page: &str) -> Option<&str> {
    let (_, rest) = page.split_once("\n## Example\n\n```blanche\n")?;
    rest.split_once("\n```\n").map(|(program, _)| program)
}

/// Checks the first of several files of a knowledge folder.
fn several(files: &[(&str, &str)]) -> (Sources, Vec<Diagnostic>) {
    let texts = files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
    let search_path = SearchPath { texts, ..SearchPath::default() };
    let mut project = Project::default();
    let first = project.add(&format!("knowledge/{}", files[0].0), files[0].1.as_bytes());
    let files = project.program(first, &search_path);
    let checked = check_program(&project, &files, None);
    (project.sources, checked.diagnostics)
}

#[test]
fn every_message_is_shown_with_its_source() {
    // One of these codes occurs only on the command line (see below). The other codes require a host, and are tested
    // with bases.
    let elsewhere = [
        Code::LimitReached,
        Code::DomainDiffers,
        Code::PlanTooLarge,
        Code::EmissionTooLarge,
        Code::CannotMove,
        Code::NeverEnds,
    ];
    for code in Code::ALL.iter().copied().filter(|code| !elsewhere.contains(code)) {
        let (text, (sources, messages)) = match code {
            Code::NotUtf8 => {
                let mut project = Project::default();
                let root = project.add("example.blanche", b"fact parent(jan, pi\xFFet)\n");
                let checked = load(&mut project, root, &SearchPath::default());
                ("fact parent(jan, pi\u{FFFD}et)".to_owned(), (project.sources, checked.diagnostics))
            }
            Code::NestedTooDeep => {
                let text = format!("fact a(x)\nb(X) :- {}a(X){}\n", "(".repeat(100), ")".repeat(100));
                let found = check_text("example.blanche", &text);
                (text, found)
            }
            Code::FileTooLarge => {
                let text = "% much too long\n".repeat(1_200_000);
                let (sources, messages) = check_text("example.blanche", &text);
                ("% much too long\n… and so on, 1,200,000 times".to_owned(), (sources, messages))
            }
            Code::BaseTwice => {
                let mut project = Project::default();
                let roots = ["one", "two"].map(|folder| {
                    project.add(&format!("knowledge/{folder}/base.blanche"), b"base my-rules\n")
                });
                let messages = namesakes(&project, &roots);
                (
                    "one/base.blanche:\nbase my-rules\n\ntwo/base.blanche:\nbase my-rules".to_owned(),
                    (project.sources, messages),
                )
            }
            Code::BadStatistics => {
                let mut project = Project::default();
                let root = project.add("knowledge/river/base.blanche", b"base river\nfact wet(otter)\n");
                let mut checked = load(&mut project, root, &SearchPath::default());
                let statistics =
                    project.sources.add("knowledge/river/statistics.txt", b"2.5\twet(_)\n9\tdry(_)\n");
                checked.read_statistics(&project.sources, statistics);
                checked.diagnostics.retain(|message| message.code == code);
                ("statistics.txt:\n2.5\twet(_)\n9\tdry(_)".to_owned(), (project.sources, checked.diagnostics))
            }
            Code::FileUnused => {
                let base = "base my-rules\n\nuse my-rules/level-1\n";
                let forgotten = "%% Forgotten.\nq(X) :- p(X)\n";
                let mut project = Project::default();
                let root = project.add("knowledge/my-rules/base.blanche", base.as_bytes());
                let file = project.add("knowledge/my-rules/level-3.blanche", forgotten.as_bytes());
                let messages = vec![unused_file(&project, file, root, "my-rules/level-3")];
                (format!("base.blanche:\n{base}\nlevel-3.blanche:\n{forgotten}"), (project.sources, messages))
            }
            Code::BadFacts => facts_with_text(
                "facts parent from \"people.csv\"\n",
                "parent,child\njan,piet\npiet\nJan,anna\n,els\nkees, Jan de Vries\n007,anna\njan,5000000000\n",
            ),
            Code::UseMissing => {
                several_with_text(&[("a.blanche", "use bb\nuse family/people\n"), ("b.blanche", "library\n")])
            }
            Code::NotOpen => several_with_text(&[
                (
                    "mine.blanche",
                    "use people\n\nfact adopted(jan, an)\nparent(X, Y) :- adopted(Y, X)\nfact person(kees)\n\
                     open elder(X)\nelder(X) :- person(X)\n",
                ),
                (
                    "people.blanche",
                    "library\n\nfact person(jan)\nfact person(an)\nparent(X, Y) :- person(X), person(Y)\n\
                     elder(X) :- parent(X, Y_)\n",
                ),
            ]),
            Code::AskedByName => several_with_text(&[
                (
                    "mine.blanche",
                    "base mine\nuse river\nuse shared\n\n\
                     rule dam for heron at level 3 plays Place1 if dry(Place1), lost(Place1)\n",
                ),
                (
                    "river.blanche",
                    "domain river\nsort place of 9 like a1 words Place playable\nsort who = otter, heron\n\
                     players otter, heron\nextern dry(Place: place): (free) gives about 2, (bound) tests\n\
                     extern lost(Place: place) asks dam: (bound) tests\n",
                ),
                (
                    "shared.blanche",
                    "use river\n\nrule dam for otter at level 0 if dry(Place1), lost(Place1)\n",
                ),
            ]),
            Code::UseCircular => several_with_text(&[("a.blanche", "use b\n"), ("b.blanche", "use a\n")]),
            Code::UseForgotten => several_with_text(&[
                (
                    "mine.blanche",
                    "library\n\n%% Two that are at home in the same street.\n\
                     met(X, Y) :- neighbour(X, Y), child(X), child(Y)\n",
                ),
                (
                    "street.blanche",
                    "library\n\nfact child(jan), child(piet)\nfact house(jan, a), house(piet, a)\n\
                     neighbour(X, Y) :- house(X, House_), house(Y, House_), ¬equal(X, Y)\n",
                ),
            ]),
            Code::UseOutside => several_with_text(&[("a.blanche", "use ../b\n")]),
            Code::UseRepeated => {
                several_with_text(&[("a.blanche", "use b\nuse b\n"), ("b.blanche", "library\n")])
            }
            _ => {
                let text = example(code.page()).unwrap_or_else(|| panic!("{code} has an example"));
                let text = format!("{text}\n");
                let found = check_text("example.blanche", &text);
                (text, found)
            }
        };
        assert!(messages.iter().any(|message| message.code == code), "{code} is shown by its example");
        let name = format!("{}_{}", code.number(), code.title().replace([' ', '`', '¬'], "-"));
        snapshot("diagnostics", &name, &text_and_messages(&text, &sources, &messages));
    }
}

/// Messages that the example pages do not show. Each has a name, and a source text that causes it.
const FURTHER: &[(&str, &str)] = &[
    (
        "B0504_what-belongs-to-one-after",
        "domain river
sort place of 9 like a1 words Place playable
players otter
extern dry(Place: place): (free) gives about 2
action flood(Place: place) growing
rule flooded for otter at level 1 plays Place1 if
    dry(Place1), after flood(Place1): (dry(Place_)), ¬dry(Place_)
rule named for otter at level 3 plays Place1 if
    dry(Place1), after flood(Place1): (dry(Place2))
",
    ),
    (
        "B0105_after-without-its-signs",
        "after.p(X) :- dry(X), after flood(X) (dry(X))
after.q(X) :- dry(X), after flood(X): ¬dry(X)
after.r(X) :- dry(X), after flood(X)
after.s(X) :- dry(X), flood(X): (dry(X))
",
    ),
    (
        "B0105_when-named-in-other-places",
        "fact p(a, b)
players a, b
score one for a attacking 1 defending 1 when if p(X, Y)
score two for a attacking 1 defending 1 named if p(X, Y)
score three for a attacking 1 defending 1 when p(X, Y)
score four for a attacking 1 defending 1 when named when named if p(X, Y)
score five when named for a attacking 1 defending 1 if p(X, Y)
score six for a attacking 1 defending 1 if p(X, Y) when named
rule seven for a at level 0 when named if p(X_, Y_)
",
    ),
    (
        "B0115_declarations-without-their-words",
        "fact free(a)
five-in-a-row/shapes
colour = white, black words Colour
field of 9 like a1 words Field
color(Field: field, Colour: colour):
    (bound, free) gives one
 t.threat for white at level 1 plays Field1 if
    color(Field1, white)
",
    ),
    (
        "B0101_one-mistake-that-shows-at-several-places",
        "fact p(a)
fact q(a, a)
r(X) :- p(X)q ,(X, X)
s(X) :- p( (X), q(X, X)
t(X,) p :-(X)
u(X) :- p(X) q(X, X), t(X)
",
    ),
    (
        "B0309_a-constant-that-is-misspelt-in-one-of-two-sorts",
        "sort color = none, white, black, both words Color
sort field.color = non, white, black part of color
sort field of 9 like a1 words Field
extern color(Field: field, Color: field.color):
    (free, bound) gives about 3
empty(Field) :- color(Field, none)
",
    ),
    (
        "B0304_a-sort-that-is-misspelt-where-it-is-declared",
        "sort color = none, white, black words Color
sort field.ccolor = none, white part of color
sort field of 9 like a1 words Field
extern color(Field: field, Color: field.color):
    (free, bound) gives about 3
empty(Field) :- color(Field, none)
",
    ),
    (
        "B0605_a-clause-of-a-library-under-another-name",
        "library
fact one(a, b)
fact two(b, c)
%% Beside each other, in one way or the other.
beside(X, Y) :- one(X, Y)
beside(X, Y) :- one(Y, X)
bseide(X, Y) :- two(X, Y)
",
    ),
    (
        "B0604_what-can-never-hold-for-one-of-the-players",
        "sort color = none, white, black words Color
sort field of 9 like a1 words Field
players white, black
extern color(Field: field, Color: color):
    (bound, free) gives one,
    (free, bound) gives about 3
may.play(Field, white) :- color(Field, none)
rule one for Color at level 0 if color(Field1, Color), color(Field1, white)
rule two for Color at level 0 if color(Field1, Color), color(Field1, none)
rule three for Color at level 0 if color(Field1, Color), may.play(Field_2, Color)
rule four for Color at level 0 if color(Field1, Color), (equal(Color, black) ; may.play(Field_, Color))
",
    ),
    (
        "B0308_a-colour-that-may-be-meant-as-a-variable",
        "sort color = none, white, black words Color
fact full(row, white)
players white, black
rule one for color at level 0 if full(Line, white)
rule two for Color against other at level 0 if full(Line, Color)
rule three for Color against Other at level 0 if full(Line, Color)
rule three for black at level 0 if full(Line, Line)
",
    ),
    (
        "B0303_facts-that-state-values-of-the-host",
        "sort field of 225 like h8 words Field\nfact opening(h8)\nfact opening(i9)\nfact opening(e3.e7)\n",
    ),
];

#[test]
fn further_messages_are_shown_with_their_sources() {
    for (name, text) in FURTHER {
        let (sources, messages) = check_text("example.blanche", text);
        snapshot("diagnostics", name, &text_and_messages(text, &sources, &messages));
    }
}

fn several_with_text(files: &[(&str, &str)]) -> (String, (Sources, Vec<Diagnostic>)) {
    let texts: Vec<String> = files.iter().map(|(name, text)| format!("{name}:\n{text}")).collect();
    (texts.join("\n"), several(files))
}

/// A rule file that reads facts from the table `people.csv`. Both texts are shown, with the messages about the table.
fn facts_with_text(rules: &str, table: &str) -> (String, (Sources, Vec<Diagnostic>)) {
    let search_path = SearchPath {
        texts: vec![("people.csv".to_owned(), table.as_bytes().to_vec())],
        ..SearchPath::default()
    };
    let mut project = Project::default();
    let root = project.add("knowledge/example.blanche", rules.as_bytes());
    let checked = load(&mut project, root, &search_path);
    let found = checked.diagnostics.iter().filter(|message| message.code == Code::BadFacts);
    let messages = found.cloned().collect();
    (format!("example.blanche:\n{rules}\npeople.csv:\n{table}"), (project.sources, messages))
}

/// Loads the base of a folder.
fn loaded(project: &mut Project, folder: &Path) -> Checked {
    let root = base_file(project, folder).expect("the folder can be read").expect("it holds a base");
    load(project, root, &SearchPath::around(folder, None))
}

#[test]
fn the_plan_of_every_rule_matches_its_snapshot() {
    for base in ["renju-2001", "renju", "gomoku", "gomoku-standard"] {
        let folder = root().join("knowledge").join(base);
        let mut project = Project::default();
        let mut checked = loaded(&mut project, &folder);
        let statistics = std::fs::read(folder.join(STATISTICS_FILE)).expect("the base was measured");
        let statistics = project.sources.add(STATISTICS_FILE, &statistics);
        checked.read_statistics(&project.sources, statistics);
        let program = &checked.resolved.program;
        let (planned, measured) =
            (plan::plan(program).expect("it is planned"), checked.plan().expect("it is planned"));
        let work = planned.work.max(measured.work);
        assert!(work < plan::STEPS / 20, "{base} is far from the limit of steps: {work}");
        let unit = emit::Unit { name: base, program, plan: &measured, hash: 0 };
        let emission = emit::emit_within(&project.sources, &[unit], emit::STATEMENTS).expect("it is short");
        // There are four bases, which are emitted together.
        let statements = emission.statements;
        assert!(
            statements < emit::STATEMENTS / 40,
            "{base} is far from the limit of statements: {statements}"
        );
        // Scores are planned together because they share sets. They are planned with statistics, as when they are
        // compiled.
        let scores: Vec<RuleId> = program.scores().map(|(id, _, _)| id).collect();
        assert!(!scores.is_empty(), "{base} says what a position is worth");
        let text = plan::print::print(program, &measured, Some(&scores));
        snapshot(&format!("plans/{base}"), "the-scores", &text);
        for (at, rule) in program.rules.iter().enumerate() {
            let id = RuleId(at as u32);
            if !scores.contains(&id) {
                let title = program.rule_title(rule);
                let text = plan::print::print(program, &planned, Some(&[id]));
                snapshot(&format!("plans/{base}"), &title.replace(' ', "-"), &text);
            }
        }
    }
}

#[test]
fn plans_of_scores_show_whether_they_are_incremental() {
    for base in ["connect-four", "draughts", "noughts", "othello"] {
        let checked = loaded(&mut Project::default(), &root().join("knowledge").join(base));
        let program = &checked.resolved.program;
        let scores: Vec<RuleId> = program.scores().map(|(id, _, _)| id).collect();
        let plan = plan::plan(program).expect("it is planned");
        snapshot(&format!("plans/{base}"), "the-scores", &plan::print::print(program, &plan, Some(&scores)));
    }
}

#[test]
fn the_rust_of_small_programs_matches_its_snapshots() {
    for name in ["family", "either", "grid", "sides", "replies", "scores", "numbers"] {
        let path = crate::crate_folder().join(format!("tests/programs/{name}.blanche"));
        let text = std::fs::read_to_string(&path).expect("the program can be read");
        let mut project = Project::default();
        let file = project.add(&format!("{name}.blanche"), text.as_bytes());
        let query = "cousin(X, Y)";
        let id = project.sources.add("query", query.as_bytes());
        let (query, _) = blanche_compiler::syntax::parse_query(&project.sources, id);
        let files = project.program(file, &SearchPath::default());
        let asked = (name == "family").then_some(&query);
        let checked = check_program(&project, &files, asked);
        assert_eq!(checked.diagnostics, [], "{name} is a right program");
        let program = &checked.resolved.program;
        let planned = plan::plan(program).expect("it is planned");
        let unit = emit::Unit { name, program, plan: &planned, hash: 0 };
        snapshot(
            "rust",
            name,
            &emit::in_one_text(&emit::emit(&project.sources, &[unit]).expect("it is short")),
        );
        if ["replies", "scores", "numbers"].contains(&name) {
            snapshot("plans", name, &plan::print::print(program, &planned, None));
        }
    }
}

#[test]
fn a_query_that_exceeds_the_step_limit_is_named() {
    let program = crate::crate_folder().join("tests/programs/family.blanche");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_blanche"))
        .args(["query", "--work", "3", "--color", "never"])
        .arg(program)
        .arg("cousin(X, Y)")
        .output()
        .expect("the command can be run");
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stderr);
    snapshot("diagnostics", "B0701_a-question-that-was-given-up", &text);
}
