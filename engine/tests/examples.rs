//! The example positions beside the rules hold on both back ends, and every rule has some; a text of examples
//! that is none says where and why.

use std::path::Path;
use std::process::Command;

use blanche_compiler::runtime::{Limits, Value};
use noire::bases::Backend;
use noire::board::{Color, Point};
use noire::facts::Base;
use noire::laboratory::examples;
use noire::record::{Example, Expected, read_examples};

use crate::snapshot_folders;
use blanche_compiler::random::Random;

/// The built-in bases with their examples.
fn bases() -> Vec<(Base, Vec<Example>)> {
    let open = |name| {
        let base = Base::open(name, Limits::default()).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        let examples = examples::beside(&base).unwrap_or_else(|problems| panic!("{problems}"));
        (base, examples)
    };
    Base::built_in().iter().map(|base| open(base.name)).collect()
}

#[test]
fn every_example_holds_on_both_back_ends() {
    for (base, examples) in bases() {
        for example in &examples {
            let Example { place, rule, .. } = example;
            let at = base.rules().iter().position(|known| known.title() == *rule);
            let at = at.unwrap_or_else(|| panic!("{place}: {} has no rule `{rule}`", base.name()));
            for backend in [Backend::Compiled, Backend::Interpreted] {
                let mut position = example.position();
                let applies = base.applies(backend, at, &mut position).unwrap();
                let first = base.first(backend, at, &mut position).unwrap();
                assert_eq!(applies, example.applies(), "{place}: {rule}, {backend}\n{}", example.diagram);
                assert_eq!(applies, !first.is_empty(), "{place}: {rule}, {backend}");
                let Expected::Applies { plays, .. } = example.claim else { continue };
                let known = &base.rules()[at];
                let move_of = |first: &[Value]| base.text(&known.variables[0].1, first[0]);
                let played = first.iter().next().filter(|_| known.plays).map(move_of);
                assert_eq!(played, plays.map(|field| field.to_string()), "{place}: {rule}, {backend}");
            }
        }
    }
}

#[test]
fn every_rule_has_a_position_where_it_applies_and_a_near_miss() {
    for (base, examples) in bases() {
        for rule in base.rules() {
            for applies in [true, false] {
                let has = |example: &&Example| example.rule == rule.title() && example.applies() == applies;
                assert!(examples.iter().any(|example| has(&example)), "{}: {applies}", rule.title());
            }
        }
    }
}

#[test]
fn every_near_miss_is_one_stone_away() {
    for (_, examples) in bases() {
        for miss in examples.iter().filter(|example| !example.applies()) {
            let is_near = |example: &Example| match example.distance(miss) {
                1 => true,
                // A stone that was moved leaves one field and takes another.
                2 => Color::ALL.iter().all(|&color| {
                    example.position().stones(color).len() == miss.position().stones(color).len()
                }),
                _ => false,
            };
            let of_rule = examples.iter().filter(|example| example.rule == miss.rule && example.applies());
            assert!(of_rule.clone().any(is_near), "{}: {}\n{}", miss.place, miss.rule, miss.diagram);
        }
    }
}

#[test]
fn a_folder_brings_its_own_examples_or_none() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let knowledge = root.join("knowledge/renju-2001");
    let base = Base::open(&knowledge.to_string_lossy(), Limits::default()).unwrap();
    let texts = |examples: Vec<Example>| {
        examples.iter().map(|example| (example.place.line, example.words.clone())).collect::<Vec<_>>()
    };
    let built_in = Base::open("renju-2001", Limits::default()).unwrap();
    assert_eq!(texts(examples::beside(&base).unwrap()), texts(examples::beside(&built_in).unwrap()));

    let folder = std::env::temp_dir().join(format!("noire-examples-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let text = "base own\nuse five-in-a-row/domain\nrule last for white at level 0 if last.move(Field1)\n";
    std::fs::write(folder.join("base.blanche"), text).unwrap();
    let open = || Base::open(&folder.to_string_lossy(), Limits::default()).unwrap();
    assert_eq!(examples::beside(&open()).unwrap(), []);
    let text = "rule last for white\napplies: a stone\n 8 X\n   h\n";
    std::fs::write(folder.join("positions.txt"), text).unwrap();
    assert_eq!(examples::beside(&open()).unwrap()[0].position().last_move(), Some("h8".parse().unwrap()));
    std::fs::write(folder.join("positions.txt"), "nonsense").unwrap();
    let problems = examples::beside(&open()).unwrap_err().to_string();
    assert!(problems.contains("positions.txt:1:1: `nonsense` begins no line of an example"), "{problems}");
    std::fs::remove_dir_all(&folder).unwrap();
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
fn examples_are_read_as_they_are_drawn() {
    let examples = read_examples("f.txt", SMALL.as_bytes()).unwrap();
    let h8: Point = "h8".parse().unwrap();
    assert_eq!(examples.len(), 2);
    let first = &examples[0];
    assert_eq!(first.place.to_string(), "f.txt:4:1");
    assert_eq!(first.rule, "four for white");
    assert_eq!(first.claim, Expected::Applies { plays: Some(h8), refuted: true });
    assert_eq!(first.figure.as_deref(), Some("3.9"));
    assert_eq!(first.words, "words: and more");
    assert_eq!(first.position().to_move(), Some(Color::Black), "White made the last move");
    assert_eq!(first.diagram.marks(), [(h8, '*'), ("h9".parse().unwrap(), 'a')]);
    assert_eq!(examples[1].claim, Expected::Misses);
    assert_eq!(examples[1].distance(first), 1);
    let without_last = SMALL.replace('O', "o");
    let examples = read_examples("f.txt", without_last.as_bytes()).unwrap();
    assert_eq!(examples[0].position().to_move(), Some(Color::White), "the rule is White's");
}

#[test]
fn a_text_that_holds_no_examples_says_where_and_why() {
    let cases = [
        ("four\n", "f.txt:1:1: `four` begins no line of an example"),
        ("rule four\n", "f.txt:1:1: the rule is not named in full"),
        ("applies: x\n 1 x\n", "f.txt:1:1: no line above begins with `rule`"),
        (" 1 x\n", "f.txt:1:2: no line above begins with `applies`"),
        ("rule a for b\napplies\n 1 x\n", "f.txt:2:8: the example does not say why"),
        ("rule a for b\nmisses, plays h8: y\n 1 x\n", "f.txt:2:9: `plays h8` says nothing about an example"),
        (
            "rule a for b\napplies, plays q8: y\n 1 x\n",
            "f.txt:2:10: `plays q8` says nothing about an example",
        ),
        (
            "rule a for b\napplies, plays one of h8, q8: y\n 1 x\n",
            "f.txt:2:27: `q8` says nothing about an example",
        ),
        (
            "rule a for b\napplies, plays h8 or i9, j10: y\n 1 x\n",
            "f.txt:2:10: `plays h8 or i9` says nothing about an example",
        ),
        (
            "rule a for b\napplies, plays h8, plays i9: y\n 1 x\n",
            "f.txt:2:20: `plays i9` says nothing about an example",
        ),
        (
            "rule a for b\napplies, some answer is X = h8: y\n 1 x\n",
            "f.txt:2:10: `some answer is X = h8` says nothing about an example",
        ),
        (
            "rule a for b\napplies, some answer has X: y\n 1 x\n",
            "f.txt:2:10: `some answer has X` says nothing about an example",
        ),
        (
            "rule a for b\napplies, X = h8, X = i9: y\n 1 x\n",
            "f.txt:2:18: `X = i9` says nothing about an example",
        ),
        ("rule a for b\napplies, plays h8,: y\n 1 x\n", "f.txt:2:19: nothing stands behind the comma"),
        ("rule a for b\napplies: y\n", "f.txt:2:1: the diagram has no row"),
        ("rule a for b\nmisses: y\n 2 .\n 1 é\n", "f.txt:4:4: the sign 'é' means nothing in a diagram"),
        ("rule a for b\nmisses: y\n\n 3 .\n# z\n 1 x\n", "f.txt:6:2: row 2 was expected here"),
    ];
    for (text, message) in cases {
        let problems = read_examples("f.txt", text.as_bytes()).unwrap_err();
        let lines: Vec<String> = problems.iter().map(|problem| problem.to_string()).collect();
        assert_eq!(lines.len(), 1, "one mistake, one message: {lines:?}");
        assert_eq!(lines[0].lines().next().unwrap(), message, "{text:?}");
        assert!(lines[0].contains("\n  expected "), "{lines:?}");
    }
    assert_eq!(read_examples("f.txt", b"\xEF\xBB\xBF# nothing\r\n").unwrap(), []);
    let problems = read_examples("f.txt", b"rule a\xFF for b\n").unwrap_err().to_string();
    assert!(problems.starts_with("f.txt:1:7: the byte 0xFF is no UTF-8"), "{problems}");
}

#[test]
fn moves_and_answers_are_lists() {
    let text = "rule a for b\napplies, plays one of h8, i9, X = h8, some answer has Y = e8.i8, X = i9, \
                some answer has X = j10, figure 3.9: y\n 1 x\n   h\n";
    let examples = read_examples("f.txt", text.as_bytes()).unwrap();
    let pairs = |text: &str| blanche_compiler::expect::bindings(text).unwrap();
    assert_eq!(examples[0].claim, Expected::Applies { plays: None, refuted: false });
    let moves: Vec<String> = examples[0].one_of.iter().map(|field| field.to_string()).collect();
    assert_eq!(moves, ["h8", "i9"]);
    assert_eq!(examples[0].values, pairs("X = h8"));
    assert_eq!(examples[0].some, [pairs("X = i9, Y = e8.i8"), pairs("X = j10")]);
    assert_eq!(examples[0].figure.as_deref(), Some("3.9"));
}

#[test]
fn no_text_of_examples_brings_the_reader_down() {
    let mut random = Random::new(11);
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
        match read_examples("f.txt", &text) {
            Ok(examples) => examples.iter().for_each(|example| _ = example.position()),
            Err(problems) => assert!(!problems.to_string().is_empty()),
        }
    }
}

/// `h8,i9`
fn list(example: &Example, color: Color) -> String {
    let fields: Vec<String> =
        example.position().stones(color).iter().map(|field| field.to_string()).collect();
    fields.join(",")
}

/// What `noire apply` says of an example.
fn answer(base: &Base, example: &Example) -> String {
    let position = example.position();
    let mut command = Command::new(env!("CARGO_BIN_EXE_noire"));
    command.args(["apply", "--backend", "both", "--game", base.name()]);
    command.args(["--black", &list(example, Color::Black), "--white", &list(example, Color::White)]);
    command.args(["--to-move", &position.to_move().expect("an example says whose turn it is").to_string()]);
    if let Some(field) = position.last_move() {
        command.args(["--last", &field.to_string()]);
    }
    let output = command.output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it writes UTF-8")
}

#[test]
fn answers_in_the_figures_of_the_thesis() {
    snapshot_folders::settings("answers").bind(|| {
        for (base, examples) in bases() {
            for example in &examples {
                let Some(figure) = &example.figure else { continue };
                let claim = if example.applies() { "applies" } else { "does not apply" };
                let text = format!(
                    "Figure {figure}: {} {claim}: {}\n\n{}",
                    example.rule,
                    example.words,
                    answer(&base, example)
                );
                insta::assert_snapshot!(format!("{}-figure-{figure}", base.name()), text);
            }
        }
    });
}
