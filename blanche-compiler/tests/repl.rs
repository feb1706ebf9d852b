//! Tests of conversations (REPL sessions), as transcripts of input and output. The snapshots are in `snapshots/repl/`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use blanche_compiler::interpret::{Machine, NoHost};
use blanche_compiler::load;
use blanche_compiler::plan::{self, Statistics};
use blanche_compiler::program::RuleId;
use blanche_compiler::project::{Project, SearchPath};
use blanche_compiler::repl::{Executed, InText, Next, Session, Table, World};
use blanche_compiler::runtime::{LimitReached, Limits, Solutions};

use crate::snapshot_folders;

const FAMILY: &str = include_str!("programs/family.blanche");

/// A program with rules, used only in these tests.
const GAME: &str = "players left, right\nsort player = left, right\n\n%% Who holds what.\nfact holds(left, paper)\n\
    fact holds(right, stone)\n\n%% What is stronger than what.\nfact beats(paper, stone)\n\n\
    rule stronger for left at level 0 if holds(left, One), holds(right, Other), beats(One, Other)\n\
    rule stronger for right at level 0 if holds(right, One), holds(left, Other), beats(One, Other)\n";

fn session(name: &str, text: &str, limits: Limits) -> Session<InText> {
    let mut project = Project::default();
    let root = project.add(name, text.as_bytes());
    let files = project.program(root, &SearchPath::default());
    let stop = Arc::new(AtomicBool::new(false));
    Session::new(project, files, Statistics::default(), InText::default(), limits, stop)
}

/// The input, each line with a prompt, and the output below it, without times.
fn transcript(session: &mut Session<InText>, lines: &str) -> String {
    let mut text = String::new();
    let mut sign = '?';
    for line in lines.lines() {
        let reply = session.enter(line);
        text.push_str(&format!("{sign} {line}\n{}", timeless(&reply.text)));
        sign = if reply.next == Next::More { '|' } else { '?' };
    }
    text
}

fn timeless(text: &str) -> String {
    let line = |line: &str| match (line.find("µs"), line.find(':')) {
        (Some(_), Some(colon)) => {
            let after = line.find("), ").map_or("", |at| &line[at + 1..]);
            format!("{}: … µs{after}\n", &line[..colon])
        }
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

fn snapshot(name: &str, text: &str) {
    snapshot_folders::settings("repl").bind(|| insta::assert_snapshot!(name.to_owned(), text));
}

#[test]
fn a_session_about_facts_in_text() {
    let mut session = session("family.blanche", FAMILY, Limits::default());
    let lines = "parent(anna, Child)\ncousin(dirk, else)\nsibling(anna, bart)\n:whynot\n:whynot sibling(anna, X)\n\
        :why cousin(X, Y)\n:plan\n:time root(X)\n\
        %% A parent of a parent.\ngrandparent(Old, Young) :-\n    parent(Old, Middle_),\n    parent(Middle_, Young)\n\
        grandparent(Old, Young)\n:whynot grandparent(bart, Young)\n\
        :whynot root(bart)\n:whynot sibling(bart, X), parent(X, Y), root(Y)\n:whynot (parent(dirk, Y) ; sibling(dirk, Y)), root(Y)\n\
        :show\n:undo\n:undo\ngrandparent(Old, Young)\n:quit";
    snapshot("family", &transcript(&mut session, lines));
}

/// A conclusion that rests on a single literal is expanded down to basic facts if the user asks for this.
#[test]
fn an_explanation_expands_the_conclusion_that_was_asked() {
    let mut session = session("family.blanche", FAMILY, Limits::default());
    let lines = "elder(Old, Young) :- parent(Old, Young)\nforebear(Old, Young) :- elder(Old, Young)\n\
        :why forebear(Old, Young)\n:why forebear(anna, bart), forebear(Old, bart)";
    snapshot("opened", &transcript(&mut session, lines));
}

#[test]
fn commands_of_other_languages_are_understood() {
    let mut session = session("family.blanche", FAMILY, Limits::default());
    assert_eq!(session.enter("?- parent(anna, Child)").text, session.enter("parent(anna, Child)").text);
    assert_eq!(session.enter("help").text, session.enter(":help").text);
    assert_eq!(session.enter("exit").next, Next::Nothing);
    // A predicate named `quit` in the program takes precedence over the command.
    session.enter("quit :- parent(anna, bart)");
    assert_eq!(session.enter("quit").next, Next::Anything);
}

#[test]
fn an_unknown_command_is_matched_with_the_arguments_of_commands() {
    let mut session = session("family.blanche", FAMILY, Limits::default());
    let hint = |session: &mut Session<InText>, line: &str| session.enter(line).text;
    assert!(hint(&mut session, ":file").contains("did you mean `:load FILE`?"));
    assert!(hint(&mut session, ":nothing.like.it").contains("`:help` lists all of them"));
}

#[test]
fn an_argument_after_a_command_without_arguments_is_refused() {
    let mut session = session("family.blanche", FAMILY, Limits::default());
    session.enter("first(X) :- parent(X, Y_)");
    session.enter("second(X) :- parent(Y_, X)");
    for line in [":undo 2", ":show q", ":rules xx", ":help me", ":quit now", ":q now"] {
        let reply = session.enter(line);
        assert!(reply.failed && reply.text.contains("takes no argument"), "{line}: {}", reply.text);
        assert_eq!(reply.next, Next::Anything);
    }
    let shown = session.enter(":show").text;
    assert!(shown.contains("first(X)") && shown.contains("second(X)"), "{shown}");
}

#[test]
fn escape_sequences_in_file_names_are_not_printed() {
    let mut session = session("family.blanche", FAMILY, Limits::default());
    let folder = env!("CARGO_TARGET_TMPDIR");
    let saved = format!("{folder}/nothing-to-save.blanche");
    assert!(session.enter(&format!(":save {saved}")).text.contains("nothing was defined here"));
    assert!(!std::path::Path::new(&saved).exists());
    session.enter("first(X) :- parent(X, Y_)");
    for line in [":load y\u{1b}[31m.blanche", ":save no\u{1b}[31m/x.blanche", ":l\u{1b}[31m"] {
        let reply = session.enter(line);
        assert!(reply.failed && !reply.text.contains('\u{1b}'), "{}", reply.text);
    }
}

#[test]
fn mistakes_in_a_session_are_reported_and_change_nothing() {
    let mut session = session("family.blanche", FAMILY, Limits::default());
    let lines = "parnt(anna, X)\nparent(ana, X)\nparent(anna)\n¬parent(X, anna)\n\
        uncle(X, Y) :- sibling(X, Z_), parent(Z, Y)\nuncle(X, Y)\nuncle(X, Y) :-\n:show\n:wynot\n:why\n:load nowhere.blanche\n\
        :why parent(else, X)\n:whynot parent(anna, X)\nparent(anna, X).\nloop(X) :- loop(X)";
    snapshot("mistakes", &transcript(&mut session, lines));
}

#[test]
fn rules_are_defined_and_evaluated() {
    let mut session = session("game.blanche", GAME, Limits::default());
    let lines = ":rules\n:why stronger for left\n:whynot stronger for right\n:time stronger for left\n\
        rule draw for left at level 0 if holds(left, One), holds(right, One)\n:rules\n:whynot draw\n:time draw\n:plan draw";
    snapshot("rules", &transcript(&mut session, lines));
}

#[test]
fn without_rules_an_example_names_a_player_of_the_program() {
    let players = "sort player = north, south\nplayers north, south\n";
    let said = [players, "fact parent(jan, piet)\n"]
        .map(|text| transcript(&mut session("few.blanche", text, Limits::default()), ":rules"));
    let expected = [
        "? :rules\nthere are no rules; a rule begins like this: rule NAME for north at level 0 if\n",
        "? :rules\nthere are no rules; a rule is for a player, but no players are declared\n",
    ];
    assert_eq!(said, expected);
}

#[test]
fn a_query_that_exceeds_the_step_limit_is_neither_yes_nor_no() {
    let mut session = session("family.blanche", FAMILY, Limits { work: 20, ..Limits::default() });
    let text = transcript(&mut session, "parent(A, B), parent(C, D), parent(E, F)");
    assert!(text.contains("given up after 20 steps: neither yes nor no"), "{text}");
}

/// A test world that counts how many bytes of text it is asked to draw.
#[derive(Default)]
struct Drawing {
    nothing: (),
    seen: Arc<AtomicUsize>,
}

impl World for Drawing {
    type Host = NoHost;

    fn facts(&mut self) -> &mut () {
        &mut self.nothing
    }

    fn picture(&self, answers: &Table) -> Vec<String> {
        self.seen.store(answers.rows.iter().flatten().map(String::len).sum(), Ordering::Relaxed);
        vec![format!("{} answers drawn", answers.count)]
    }
}

#[test]
fn the_text_of_long_answers_is_limited() {
    let name = |at: usize| format!("{}{at}", "x".repeat(20_000));
    let facts: String = (0..40).map(|at| format!("fact p({})\nfact p(y{at})\n", name(at))).collect();
    let mut project = Project::default();
    let root = project.add("long.blanche", facts.as_bytes());
    let files = project.program(root, &SearchPath::default());
    let (world, stop) = (Drawing::default(), Arc::new(AtomicBool::new(false)));
    let seen = Arc::clone(&world.seen);
    let mut session = Session::new(project, files, Statistics::default(), world, Limits::default(), stop);
    let reply = session.enter("p(A), p(B)");
    assert!(reply.text.ends_with("6400 answers\n\n6400 answers drawn\n"));
    // The text of all answers would have 128 MB, so it must not be drawn.
    assert!(seen.load(Ordering::Relaxed) <= 16 << 20);
    // The reply has at most a hundred lines, and few of them are longer than necessary.
    assert!(reply.text.len() < 4 << 20, "{}", reply.text.len());
}

/// A series of derivations, each of which calls the previous one twice. The last one can be derived in 2^n ways.
fn doubling(links: usize) -> String {
    let link = |at| format!("d{at}(X) :- d{0}(X), d{0}(X)\n", at - 1);
    let chain: String = (1..=links).map(link).collect();
    format!("fact p(a)\nfact q(b)\nd0(X) :- p(X), p(X)\n{chain}")
}

#[test]
fn shared_premises_are_explained_once() {
    let text = format!("{}below(X) :- d3(X), d1(X)\n", doubling(4));
    let mut session = session("doubling.blanche", &text, Limits::default());
    let lines = ":why d4(X)\n:why d3(a), d3(a)\n:why below(a)\n:whynot ¬d4(a)\n:whynot d2(b), d1(b)";
    snapshot("shared", &transcript(&mut session, lines));
}

#[test]
fn an_explanation_is_linear_in_the_proof() {
    for links in [24, 160, 200] {
        let mut session = session("doubling.blanche", &doubling(links), Limits::default());
        for asked in [format!(":why d{links}(X)"), format!(":whynot ¬d{links}(a)")] {
            let said = session.enter(&asked);
            assert!(!said.failed, "{asked}: {}", said.text);
            let lines = said.text.lines().count();
            assert!(
                (2 * links.min(149)..=2 * links.min(149) + 10).contains(&lines),
                "{asked}: {lines} lines"
            );
            // Parts of the explanation that are too deep can be requested separately.
            let more = format!("`:why d{}(a)` in a conversation shows it", links.saturating_sub(150));
            assert_eq!(said.text.contains(&more), links > 150, "{asked}: {}", said.text);
        }
    }
    // A wide tree is cut at its deepest level.
    let body = |at: usize| (0..30).map(|next| format!("e{at}.{next}(X)")).collect::<Vec<_>>().join(", ");
    let leaves = |at: usize| (0..30).map(move |next| format!("e{at}.{next}(X) :- p(X), p(X)\n"));
    let wide: String = (0..30).flat_map(leaves).collect();
    let middle: String = (0..30).map(|at| format!("m{at}(X) :- {}\n", body(at))).collect();
    let whole = (0..30).map(|at| format!("m{at}(X)")).collect::<Vec<_>>().join(", ");
    let text = format!("fact p(a)\n{wide}{middle}whole(X) :- {whole}\n");
    let said = session("wide.blanche", &text, Limits::default()).enter(":why whole(a)").text;
    assert!(said.lines().count() <= 402, "{}", said.lines().count());
    let shown = (0..30).filter(|at| said.contains(&format!("─ m{at}(a)  % wide.blanche")));
    assert_eq!(shown.count(), 30, "the top is there: {said}");
    assert!(said.contains(" …\n") && said.contains("`:why e0.0(a)` in a conversation shows it"), "{said}");
}

#[test]
fn an_explanation_beyond_the_limits_shows_what_was_found() {
    // The explainer must evaluate a query to find out which of the two clauses holds.
    let others: String = (1..=60).map(|at| format!("d{at}(X) :- d0(X), q(X)\n")).collect();
    let text = doubling(60) + &others;
    let asked = |session: &mut Session<InText>| {
        [":why d60(X)", ":whynot ¬d60(a)"].map(|asked| {
            let said = session.enter(asked);
            assert!(!said.failed, "{asked}: {}", said.text);
            said.text
        })
    };
    let mut little = session("doubling.blanche", &text, Limits { work: 20_000, ..Limits::default() });
    for said in asked(&mut little) {
        assert!(said.contains("─ d59(a)  % 1: doubling.blanche:62\n"), "the top is there: {said}");
        assert!(said.contains(" …\n") && said.contains("… marks what is left out: `:why d"), "{said}");
        let given_up =
            "given up after 20000 steps: not everything was searched\nstart with more work: --work N\n";
        assert!(said.contains(given_up), "{said}");
        assert!(said.lines().count() < 80, "{said}");
    }
    // The answer fits into the memory limit, but the explanation does not.
    let wide: String = (0..100).map(|at| format!("e{at}(X) :- p(X), p(X)\n")).collect();
    let body = (0..100).map(|at| format!("e{at}(X)")).collect::<Vec<_>>().join(", ");
    let text = format!("fact p(a)\nfact p(b)\n{wide}whole(X) :- {body}\n");
    let mut small = session("wide.blanche", &text, Limits { memory: 40_000, ..Limits::default() });
    for asked in [":why whole(a)", ":whynot ¬whole(a)"] {
        let said = small.enter(asked).text;
        assert!(said.contains("├─ e0(a)  % wide.blanche:3\n"), "the top is there: {said}");
        assert!(said.contains("└─ e99(a) …\n"), "{said}");
        assert!(
            said.contains("given up when the answers took 0 MiB: not everything was searched\n"),
            "{said}"
        );
    }
}

#[test]
fn an_explanation_does_not_enumerate_all_branches_and_clauses() {
    let branches = vec!["(r(X) ; p(X))"; 30].join(", ");
    let clauses = |at: usize| (0..6).map(move |clause| format!("c{at}(X) :- c{}(X), q{clause}(X)\n", at - 1));
    let clauses: String = (1..=9).flat_map(clauses).collect();
    let facts: String = (0..6).map(|at| format!("fact q{at}(b)\n")).collect();
    let text = format!(
        "fact p(a)\nfact r(b)\nfact s(a)\nfact s(b)\nfact s(c)\n{facts}any(X) :- s(X), {branches}\nc0(X) :- p(X)\n{clauses}"
    );
    let mut session = session("ways.blanche", &text, Limits::default());
    let said = session.enter(":why any(a)").text;
    assert_eq!(said.matches("─ p(a)\n").count(), 30, "{said}");
    let said = session.enter(":whynot any(c)").text;
    assert!(said.contains("⊥ r(c)") && said.lines().count() < 100, "{said}");
    assert_eq!(session.enter(":whynot any(a)").text, "it holds; `:why` tells why\n");
    let said = session.enter(":whynot c9(b)").text;
    assert!(
        said.contains("⊥ c8(b)") && said.contains("as explained above") && said.lines().count() < 200,
        "{said}"
    );
}

/// A world that has a compiled version of one of the game's rules.
#[derive(Default)]
struct Compiled {
    nothing: (),
    /// How often the compiled rule was looked up. The field `asked` counts how often it was evaluated.
    looked_up: Arc<AtomicUsize>,
    asked: Arc<AtomicUsize>,
}

impl World for Compiled {
    type Host = NoHost;

    fn facts(&mut self) -> &mut () {
        &mut self.nothing
    }

    fn compiled(&self, rule: &str) -> Option<usize> {
        self.looked_up.fetch_add(1, Ordering::Relaxed);
        (rule == "stronger for left").then_some(7)
    }

    fn answers_compiled(&mut self, rule: usize) -> Result<Solutions, LimitReached> {
        assert_eq!(rule, 7);
        self.asked.fetch_add(1, Ordering::Relaxed);
        let mut solutions = Solutions::new(2);
        solutions.push(&[0, 1]);
        Ok(solutions)
    }
}

#[test]
fn timing_a_compiled_rule_looks_it_up_once() {
    let mut project = Project::default();
    let root = project.add("game.blanche", GAME.as_bytes());
    let files = project.program(root, &SearchPath::default());
    let world = Compiled::default();
    let (looked_up, asked) = (Arc::clone(&world.looked_up), Arc::clone(&world.asked));
    let stop = Arc::new(AtomicBool::new(false));
    let mut session = Session::new(project, files, Statistics::default(), world, Limits::default(), stop);
    let reply = session.enter(":time stronger for left");
    assert!(reply.text.contains("the same answers"), "{}", reply.text);
    assert_eq!(looked_up.load(Ordering::Relaxed), 1);
    assert!(asked.load(Ordering::Relaxed) > 100, "a short question is put often");
}

#[test]
fn a_long_query_ends_when_it_is_stopped() {
    let facts: String = (0..60).map(|number| format!("fact p(n{number})\n")).collect();
    let mut project = Project::default();
    let root = project.add(
        "long.blanche",
        format!("{facts}players a, b\nsort player = a, b\nrule r for a at level 0 if p(X), p(Y), p(Z)\n")
            .as_bytes(),
    );
    let program = load(&mut project, root, &SearchPath::default()).resolved.program;
    let sign = Arc::new(AtomicBool::new(false));
    let machine =
        Machine::<NoHost>::new(&program, &plan::plan(&program).expect("it is planned"), Limits::default())
            .expect("no host is asked")
            .stopped_by(Arc::clone(&sign));
    assert_eq!(machine.all(&mut (), RuleId(0)).map(|all| all.len()), Ok(216_000));
    sign.store(true, Ordering::Relaxed);
    assert_eq!(machine.all(&mut (), RuleId(0)), Err(LimitReached::Stopped));
}

/// In the innermost loop of this recursion, all steps are charged for answers.
#[test]
fn a_long_recursion_ends_when_it_is_stopped() {
    let mut project = Project::default();
    let text = "players a, b\nsort n = 0 to 60 words N\nr(N, N2) :- n(N), n(N2), N2 = N + 1\n\
                r(N, N2) :- r(N, N_), r(N_, N2)\nrule all for a at level 0 if r(N, N2)\n";
    let root = project.add("long.blanche", text.as_bytes());
    let program = load(&mut project, root, &SearchPath::default()).resolved.program;
    let sign = Arc::new(AtomicBool::new(true));
    let limits = Limits { work: 20_000, ..Limits::default() };
    let machine = Machine::<NoHost>::new(&program, &plan::plan(&program).expect("it is planned"), limits)
        .expect("no host is asked")
        .stopped_by(sign);
    assert_eq!(machine.all(&mut (), RuleId(0)), Err(LimitReached::Stopped));
}

#[test]
fn completion_suggests_what_an_editor_suggests() {
    let mut session = session("family.blanche", FAMILY, Limits::default());
    session.enter("grandparent(Old, Young) :- parent(Old, Middle_), parent(Middle_, Young)");
    let mut text = String::new();
    for line in [
        "gr",
        "parent(anna, X), si",
        "parent(an",
        ":wh",
        ":why gra",
        "root(X) :- par",
        "cousin(X, Y), parent(",
    ] {
        let (start, found) = session.complete(line, line.len());
        let found: Vec<&str> = found.iter().map(|one| one.text.as_str()).collect();
        text.push_str(&format!("{line}⟨Tab⟩  from {start}: {}\n", found.join("  ")));
    }
    snapshot("completion", &text);
}

#[test]
fn a_script_on_standard_input_is_answered() {
    let folder: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("repl");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a test has a folder");
    std::fs::write(folder.join("family.blanche"), FAMILY).expect("it can be written");
    let run = |lines: &[u8]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_blanche"));
        command.args(["repl", "family.blanche"]).current_dir(&folder);
        let mut running = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        running.stdin.take().expect("it has an input").write_all(lines).expect("it reads");
        let output = running.wait_with_output().expect("it ends");
        (output.status.code(), String::from_utf8(output.stdout).expect("it writes UTF-8"))
    };
    let (status, out) = run(b"root(X)\nold(X) :- root(X)\n:save old.blanche\n:quit\nroot(Y)\n");
    assert_eq!(
        (status, out.as_str()),
        (Some(0), "X\nanna\n1 answer\ndefined old/1\n1 definition written to `old.blanche`\n")
    );
    let (status, out) = run(b"root(\xff)\nroot(X)\n");
    assert_eq!(status, Some(1), "a byte that is no text is a mistake in its line");
    assert!(out.ends_with("X\nanna\n1 answer\n"), "the next line is asked: {out}");
    let (status, out) = run(b":load old.blanche\nold(X)\n:save old.blanche\n");
    assert_eq!(status, Some(1), "a file that is there is not written over");
    assert!(out.starts_with("defined old/1\nX\nanna\n1 answer\n`old.blanche` already exists"), "{out}");
    let wrong = "\u{FEFF}fact a(b)\n\nfact c(d)\nwrong(X) :- root(X), nowhere(X)\n";
    std::fs::write(folder.join("wrong.blanche"), wrong).expect("it can be written");
    let (status, out) = run(b"mine(X) :- root(X)\n:load wrong.blanche\nmine(X)\n");
    assert_eq!(status, Some(1));
    assert!(out.contains("wrong.blanche:4:22") && !out.contains("typed"), "{out}");
    assert!(out.contains("nothing was defined\n") && out.ends_with("1 answer\n"), "{out}");
}

#[test]
fn items_that_only_files_may_have_are_refused() {
    let mut session = session("family.blanche", FAMILY, Limits::default());
    for text in [
        "domain d",
        "use foo/bar",
        "board 3 by 3 like a1 words Field",
        "symmetry none",
        "players x, o words Color",
        "starts x",
        "state near(Person1, Person2)",
        "start near(anna, bart)",
        "blocked loses",
        "draw all if parent(anna, bart)",
        "claims suppose parent(anna, bart)",
        "drawn near(anna, bart) as x",
        "notation pdn",
        "open parent(X, Y)",
        "facts parent from \"people.csv\"",
    ] {
        let reply = session.enter(text);
        let said = reply.text;
        assert!(reply.failed && said.contains("cannot be used in a conversation"), "{text}: {said}");
        assert!(said.ends_with("nothing was defined\n"), "{text}: {said}");
    }
    assert_eq!(session.enter(":show").text, "");
    assert_eq!(session.enter("sort colour = red, blue words Colour").text, "defined the sort colour\n");
}

#[test]
fn a_text_is_executed_as_a_whole_or_not_at_all() {
    let mut session = session("family.blanche", FAMILY, Limits::default());
    let text = "grandparent(Old, Young) :-\n    parent(Old, Middle_), parent(Middle_, Young)\n\
                fact adopted(else, fien)\n\ngrandparent(anna, Young)\n\
                :do %% Of somebody.\\nolder(X) :- grandparent(X, Y_)\\nolder(anna)\n";
    let done = session.execute(text).expect("it has no mistake");
    let said: Vec<String> = done
        .iter()
        .map(|part| match part {
            Executed::Defined(lines) => lines.join("; "),
            Executed::Answered { query, answers } => format!("{query}: {}", answers.lines().join(" ")),
            Executed::GivenUp { query, .. } => format!("{query} was given up"),
        })
        .collect();
    assert_eq!(said[0], "defined grandparent/2; defined adopted/2; defined older/1");
    assert!(said[1].starts_with("grandparent(anna, Young): Young"), "{said:?}");
    assert_eq!(said[2], "older(anna): yes");
    assert!(session.withdraw().is_some_and(|text| text.contains("older(X)") && text.contains("fien")));
    assert_eq!(session.enter(":show").text, "");
    // A definition may continue on an indented line, but a query may not.
    let text = "sort size = 1 to 3\n    words Size\n";
    assert!(session.execute(text).expect_err("it is one item").join("\n").contains("join the lines"));
    assert_eq!(session.execute("parent(anna, X)\n  parent(else, X)\n").expect("they are two").len(), 2);
    // An error leaves the session unchanged, whether it is in a clause, in a query, or in a text that another text
    // contains.
    for (wrong, said) in [
        ("fact adopted(else, fien)\nq(X) :- parnt(X, Y_)\n", "there is no predicate `parnt`"),
        ("fact adopted(else, fien)\nparnt(else, X)\n", "there is no predicate `parnt`"),
        ("fact adopted(else, fien)\n:do parnt(else, X)", "there is no predicate `parnt`"),
        ("fact adopted(else, fien)\n:load other.blanche", "`:load` is interactive"),
        ("fact adopted(else, fien)\nuse other", "`use` cannot be used in a conversation"),
        ("fact adopted(else, fien)\nfacts parent from \"people.csv\"", "cannot be used in a conversation"),
    ] {
        let lines = session.execute(wrong).expect_err(wrong).join("\n");
        assert!(lines.contains(said) && lines.ends_with("nothing was executed"), "{wrong}: {lines}");
        assert_eq!(session.enter(":show").text, "", "{wrong}");
    }
}

#[test]
fn texts_are_limited_in_nesting_and_length() {
    let mut session = session("family.blanche", FAMILY, Limits::default());
    let nested = |depth: usize| {
        (0..depth).fold("parent(anna, X)".to_owned(), |text, _| format!(":do {}", text.replace('\\', "\\\\")))
    };
    assert!(session.execute(&nested(16)).is_ok());
    let refused = session.execute(&nested(17)).expect_err("it is too deep");
    assert_eq!(refused[0], "texts are nested more than 16 deep");
    let many = "parent(anna, X)\n".repeat(10_001);
    assert!(session.execute(&many).expect_err("they are too many")[0].contains("more than 10000"));
    let long = format!("% {}", "x".repeat(5 << 20));
    assert!(session.execute(&long).expect_err("it is too long")[0].contains("more than 4 MiB"));
    assert!(session.execute("% nothing\n\n").is_ok_and(|done| done.is_empty()));
    // A query that takes too long is given up, and the definitions remain.
    let limits = Limits { work: 1_000, ..Limits::default() };
    let mut hard = self::session("family.blanche", FAMILY, limits);
    let text = "two(A, B) :- parent(A, X_), parent(B, Y_)\n\
                two(A, B), two(C, D), two(E, F), two(G, H)\nparent(anna, X)\n";
    let done = hard.execute(text).expect("it has no mistake");
    assert!(matches!(&done[1..], [Executed::GivenUp { .. }, Executed::GivenUp { .. }]), "{done:?}");
    assert!(hard.enter(":show").text.contains("two(A, B)"));
}

#[test]
fn do_executes_a_line() {
    let mut session = session("family.blanche", FAMILY, Limits::default());
    let lines = ":do\n:do fact adopted(else, fien)\\nadopted(else, Child)\n:do fact adopted(else, gijs)\\nparnt(else, X)\n\
                 adopted(else, Child)\n:undo\nadopted(else, Child)";
    snapshot("do", &transcript(&mut session, lines));
}

#[test]
fn nested_aggregates_are_explained_as_they_are_written() {
    let text = "sort d = a, b, c words D\nsort n = 0 to 9 words N\nfact w(a, 1), w(b, 2), w(b, 3)\n\
        marked(N) :- count D_ (count N_ (w(D_, N_)) ≥ 1) = N\n";
    let mut session = session("nested.blanche", text, Limits::default());
    let told = transcript(&mut session, ":why marked(N)");
    assert!(told.contains("count D_ (count N_ (w(D_, N_)) ≥ 1) = 2"), "{told}");
    let told = transcript(&mut session, ":whynot marked(3)");
    assert!(told.contains("✓ count D_ (count N_ (w(D_, N_)) ≥ 1) = 2"), "{told}");
}
