//! The example positions next to the rules hold in both back ends, and every rule has some. Errors in a text of
//! examples name the place and the reason.

use std::path::Path;
use std::process::Command;

use blanche_compiler::runtime::{Limits, Value};
use noire::bases::{Backend, Question};
use noire::board::{Color, Point, Position};
use noire::facts::Base;
use noire::world::examples::{of_base, read};
use noire::world::{Example, Stones};

use crate::snapshot_folders;
use blanche_compiler::random::Random;

/// The built-in bases with their examples.
fn bases() -> Vec<(Stones, Vec<Example<Stones>>)> {
    let open = |name| {
        let base = Base::open(name, Limits::default()).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        let world = Stones::new(base, vec![Backend::Compiled, Backend::Interpreted]);
        let examples = of_base(&world).unwrap_or_else(|problems| panic!("{problems}"));
        (world, examples)
    };
    Base::built_in().iter().map(|base| open(base.name)).collect()
}

#[test]
fn every_example_holds_on_both_back_ends() {
    for (world, examples) in bases() {
        let base = world.base();
        for example in &examples {
            let Example { place, question, position, .. } = example;
            let Question::Rule(at) = *question else { panic!("{place}: the built-in bases show rules") };
            let rule = question.title(base.contents());
            for backend in [Backend::Compiled, Backend::Interpreted] {
                let mut position = position.clone();
                let applies = base.on(backend).applies(at, &mut position).unwrap();
                let first = base.on(backend).first(at, &mut position).unwrap();
                assert_eq!(applies, example.expected.applies, "{place}: {rule}, {backend}");
                assert_eq!(applies, !first.is_empty(), "{place}: {rule}, {backend}");
                if !applies {
                    continue;
                }
                let known = &base.contents().rules[at];
                let move_of = |first: &[Value]| base.text(&known.variables[0].1, first[0]);
                let played = first.iter().next().filter(|_| known.plays).map(move_of);
                assert_eq!(played.as_deref(), example.moves().first().copied(), "{place}: {rule}, {backend}");
            }
        }
    }
}

#[test]
fn every_rule_has_an_example_and_a_near_miss() {
    for (world, examples) in bases() {
        for (at, rule) in world.base().contents().rules.iter().enumerate() {
            for applies in [true, false] {
                let is_it = |example: &Example<Stones>| {
                    example.question == Question::Rule(at) && example.expected.applies == applies
                };
                assert!(examples.iter().any(is_it), "{}: {applies}", rule.title());
            }
        }
    }
}

/// The number of fields on which the stones of two positions differ.
fn distance(one: &Position, other: &Position) -> usize {
    Point::all().filter(|&field| one.stone(field) != other.stone(field)).count()
}

#[test]
fn every_near_miss_is_one_stone_away() {
    for (world, examples) in bases() {
        for miss in examples.iter().filter(|example| !example.expected.applies) {
            let stones = |example: &Example<Stones>, color| example.position.stones(color).len();
            let is_near = |example: &Example<Stones>| match distance(&example.position, &miss.position) {
                1 => true,
                // A moved stone leaves one field and occupies another.
                2 => Color::ALL.iter().all(|&color| stones(example, color) == stones(miss, color)),
                _ => false,
            };
            let is_of_rule =
                |example: &&Example<Stones>| example.question == miss.question && example.expected.applies;
            let rule = miss.question.title(world.base().contents());
            assert!(examples.iter().filter(is_of_rule).any(is_near), "{}: {rule}", miss.place);
        }
    }
}

#[test]
fn a_folder_has_its_own_examples_or_none() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let open = |name: &str| {
        let base = Base::open(name, Limits::default()).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        Stones::new(base, vec![Backend::Interpreted])
    };
    let texts = |name: &str| -> Vec<(usize, String)> {
        let examples = of_base(&open(name)).unwrap_or_else(|problems| panic!("{problems}"));
        examples.into_iter().map(|example| (example.place.line, example.words)).collect()
    };
    assert_eq!(texts(&root.join("knowledge/renju-2001").to_string_lossy()), texts("renju-2001"));

    let folder = std::env::temp_dir().join(format!("noire-examples-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let text = "base own\nuse five-in-a-row/domain\nrule last for white at level 0 if last.move(Field1)\n";
    std::fs::write(folder.join("base.blanche"), text).unwrap();
    let own = || open(&folder.to_string_lossy());
    assert!(of_base(&own()).unwrap().is_empty());
    let text = "rule last for white\napplies: a stone\n 8 X\n   h\n";
    std::fs::write(folder.join("positions.txt"), text).unwrap();
    assert_eq!(of_base(&own()).unwrap()[0].position.last_move(), Some("h8".parse().unwrap()));
    std::fs::write(folder.join("positions.txt"), "nonsense").unwrap();
    let problems = of_base(&own()).err().expect("a mistake").to_string();
    assert!(
        problems.contains("positions.txt:1:1: `nonsense` cannot begin a line of an example"),
        "{problems}"
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A base with the rule `four for white`.
fn small(test: &str) -> Stones {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("examples").join(test);
    std::fs::create_dir_all(&folder).unwrap();
    let text = "base own\nuse five-in-a-row/shapes\n\nrule four for white at level 1 plays Field1 if\n    \
                white.four(Group1), in(Field1, Group1), empty(Field1)\n";
    std::fs::write(folder.join("base.blanche"), text).unwrap();
    let base = Base::open(&folder.to_string_lossy(), Limits::default());
    Stones::new(base.unwrap_or_else(|error| panic!("{error:?}")), vec![Backend::Interpreted])
}

const SMALL: &str = "\
# a remark
rule four for white

applies, plays h8, refuted, figure 3.9: words: and more
 9 . a .
 8 O * x
   g h i
misses: fewer
 8 O
   g
";

#[test]
fn examples_are_parsed_from_their_drawings() {
    let world = small("drawn");
    let examples = read(&world, "f.txt", SMALL.as_bytes()).unwrap();
    assert_eq!(examples.len(), 2);
    let first = &examples[0];
    assert_eq!(first.place.to_string(), "f.txt:4:1");
    assert_eq!(first.question.title(world.base().contents()), "four for white");
    assert!(first.expected.applies && first.expected.refuted);
    assert_eq!(first.moves(), ["h8"]);
    assert_eq!(first.expected.figure.as_deref(), Some("3.9"));
    assert_eq!(first.words, "words: and more");
    assert_eq!(first.position.to_move(), Some(Color::Black), "White made the last move");
    assert_eq!(first.sketch.marks, [("h8".to_owned(), '*'), ("h9".to_owned(), 'a')]);
    assert!(!examples[1].expected.applies);
    assert_eq!(distance(&examples[1].position, &first.position), 1);
    let without_last = SMALL.replace('O', "o");
    let examples = read(&world, "f.txt", without_last.as_bytes()).unwrap();
    assert_eq!(examples[0].position.to_move(), Some(Color::White), "the rule is White's");
}

#[test]
fn text_without_examples_is_rejected_with_place_and_reason() {
    let cases = [
        ("four\n", "f.txt:1:1: `four` cannot begin a line of an example"),
        ("rule four\n", "f.txt:1:1: the rule is not named in full"),
        ("applies: x\n 1 x\n", "f.txt:1:1: no line above begins with `rule`"),
        (" 1 x\n", "f.txt:1:2: no line above begins with `applies`"),
        ("applies\n 1 x\n", "f.txt:2:8: the example does not say why"),
        ("misses, plays h8: y\n 1 x\n", "f.txt:2:9: `plays h8` is not an expectation of an example"),
        ("applies, plays q8: y\n 1 x\n", "f.txt:2:10: `plays q8` is not an expectation of an example"),
        ("applies, plays one of h8, q8: y\n 1 x\n", "f.txt:2:27: `q8` is not an expectation of an example"),
        (
            "applies, plays h8 or i9, j10: y\n 1 x\n",
            "f.txt:2:10: `plays h8 or i9` is not an expectation of an example",
        ),
        (
            "applies, plays h8, plays i9: y\n 1 x\n",
            "f.txt:2:20: `plays i9` is not an expectation of an example",
        ),
        (
            "applies, some answer is X = h8: y\n 1 x\n",
            "f.txt:2:10: `some answer is X = h8` is not an expectation of an example",
        ),
        (
            "applies, some answer has X: y\n 1 x\n",
            "f.txt:2:10: `some answer has X` is not an expectation of an example",
        ),
        ("applies, X = h8, X = i9: y\n 1 x\n", "f.txt:2:18: `X = i9` is not an expectation of an example"),
        ("applies, plays h8,: y\n 1 x\n", "f.txt:2:19: nothing follows the comma"),
        ("applies: y\n", "f.txt:2:1: the diagram has no row"),
        ("misses: y\n 2 .\n 1 é\n", "f.txt:4:4: the sign 'é' has no meaning in a diagram"),
        ("misses: y\n\n 3 .\n# z\n 1 x\n", "f.txt:6:2: row 2 was expected here"),
    ];
    let world = small("mistakes");
    for (text, message) in cases {
        // Examples must follow a heading with a rule, unless the error is in the first line.
        let heading = if message.starts_with("f.txt:1") { "" } else { "rule four for white\n" };
        let board = if heading.is_empty() { " 1 x\n" } else { " 1 x\n   a\n" };
        let text = format!("{heading}{}", text.replace(" 1 x\n", board));
        let problems = read(&world, "f.txt", text.as_bytes()).err().unwrap_or_else(|| panic!("{text:?}"));
        let lines: Vec<String> = problems.iter().map(|problem| problem.to_string()).collect();
        assert_eq!(lines.len(), 1, "one mistake, one message: {lines:?}");
        assert_eq!(lines[0].lines().next().unwrap(), message, "{text:?}");
        assert!(lines[0].contains("\n  expected "), "{lines:?}");
    }
    assert!(read(&world, "f.txt", b"\xEF\xBB\xBF# nothing\r\n").unwrap().is_empty());
    let problems = read(&world, "f.txt", b"rule four\xFF for white\n").err().expect("a mistake").to_string();
    assert!(problems.starts_with("f.txt:1:10: the byte 0xFF is not UTF-8"), "{problems}");
}

#[test]
fn moves_and_answers_are_lists() {
    let text = "rule four for white\napplies, plays one of h8, i9, Field1 = h8, \
                some answer has Group1 = e8.i8, Field1 = i9, some answer has Field1 = j10, figure 3.9: y\n \
                1 x\n   h\n";
    let examples = read(&small("lists"), "f.txt", text.as_bytes()).unwrap();
    let pairs = |text: &str| blanche_compiler::expect::bindings(text).unwrap();
    let expected = &examples[0].expected;
    assert!(expected.applies && !expected.refuted && expected.one_of);
    assert_eq!(examples[0].moves(), ["h8", "i9"]);
    assert_eq!(expected.values, pairs("Field1 = h8"));
    assert_eq!(expected.some, [pairs("Field1 = i9, Group1 = e8.i8"), pairs("Field1 = j10")]);
    assert_eq!(expected.figure.as_deref(), Some("3.9"));
}

#[test]
fn fields_may_have_capital_letters() {
    let text = "rule four for white\napplies, plays one of H8, i09, Group1 = E8.I8, some answer has Field1 = J10: y\n \
                1 x\n   h\n";
    let examples = read(&small("capitals"), "f.txt", text.as_bytes()).unwrap();
    let expected = &examples[0].expected;
    assert_eq!(examples[0].moves(), ["h8", "i9"]);
    let pairs = |text: &str| blanche_compiler::expect::bindings(text).unwrap();
    assert_eq!((&expected.values, &expected.some[0]), (&pairs("Group1 = e8.i8"), &pairs("Field1 = j10")));
}

#[test]
fn no_text_makes_the_example_parser_panic() {
    let mut random = Random::new(11);
    let world = small("random");
    let bytes: Vec<u8> = SMALL.bytes().chain(*b"\xFF\xC3[]15,:").collect();
    for _ in 0..20_000 {
        let mut text = SMALL.as_bytes().to_vec();
        for _ in 0..random.below(4) + 1 {
            let at = random.below(text.len());
            match random.below(3) {
                0 => drop(text.remove(at)),
                1 => text.insert(at, bytes[random.below(bytes.len())]),
                _ => text[at] = bytes[random.below(bytes.len())],
            }
        }
        if let Err(problems) = read(&world, "f.txt", &text) {
            assert!(!problems.to_string().is_empty());
        }
    }
}

/// The stones of a colour as a list such as `h8,i9`.
fn list(position: &Position, color: Color) -> String {
    let fields: Vec<String> = position.stones(color).iter().map(|field| field.to_string()).collect();
    fields.join(",")
}

/// The output of `noire apply` for an example.
fn answer(base: &Base, position: &Position) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_noire"));
    command.args(["apply", "--backend", "both", "--game", base.name()]);
    command.args(["--black", &list(position, Color::Black), "--white", &list(position, Color::White)]);
    command.args(["--to-move", &position.to_move().expect("an example says whose turn it is").to_string()]);
    if let Some(field) = position.last_move() {
        command.args(["--last", &field.to_string()]);
    }
    let output = command.output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it writes UTF-8")
}

#[test]
fn answers_in_the_diagrams_of_the_thesis_are_as_recorded() {
    snapshot_folders::settings("answers").bind(|| {
        for (world, examples) in bases() {
            let base = world.base();
            for example in &examples {
                let Some(figure) = &example.expected.figure else { continue };
                let claim = if example.expected.applies { "applies" } else { "does not apply" };
                let text = format!(
                    "Figure {figure}: {} {claim}: {}\n\n{}",
                    example.question.title(base.contents()),
                    example.words,
                    answer(base, &example.position)
                );
                insta::assert_snapshot!(format!("{}-figure-{figure}", base.name()), text);
            }
        }
    });
}
