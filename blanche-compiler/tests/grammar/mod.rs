//! Tests that the written grammar and the parser accept the same texts.

mod corpus;
mod derive;
mod made;
mod words;

use blanche_compiler::check_text;
use blanche_compiler::diagnostic::{Code, Diagnostic};
use blanche_compiler::grammar::{self, Expression, Grammar, railroad};

use crate::trials::trials;
use blanche_compiler::random::Random;
use derive::Deriver;
use words::Scanner;

/// The diagnostics of the parser, and of the passes before it.
fn parser_messages(text: &str) -> Vec<String> {
    let (_, found) = check_text("text.blanche", text);
    let of_text = |message: &&Diagnostic| match message.code {
        // The grammar does not cover confusable characters, or numbers that are too large or have leading zeros.
        Code::LeadingZero | Code::NumberTooLarge | Code::UnseenInComment | Code::MixedScripts => false,
        // The code `MalformedName` is also used for paths, and for these it is not a syntax error.
        Code::MalformedName => message.title != "a path with an ending",
        // The code `BadSide` is also used for unknown players.
        Code::BadSide => message.title.starts_with("`against` without"),
        code => code.number() < "B0200",
    };
    let found = found.iter().filter(of_text);
    found.map(|message| format!("{} {}: {}", message.code, message.title, message.label.text)).collect()
}

/// Whether the grammar derives a text.
fn derives(scanner: &mut Scanner, deriver: &Deriver, text: &str) -> bool {
    let Some(tokens) = scanner.tokens(text) else { return false };
    deriver.derives(&tokens, |terminal, token| token.is(terminal))
}

#[test]
fn every_production_is_reachable() {
    let grammar = grammar::grammar();
    let mut reached = vec!["file", "comment", "doc", "suppression"];
    let mut at = 0;
    while let Some(name) = reached.get(at) {
        let production = grammar.production(name).unwrap_or_else(|| panic!("there is no `{name}`"));
        production.expression.names(&mut |name| {
            if !reached.contains(&name) {
                reached.push(name);
            }
        });
        at += 1;
    }
    let lost: Vec<&str> =
        grammar.productions.iter().map(|p| p.name.as_str()).filter(|n| !reached.contains(n)).collect();
    assert!(lost.is_empty(), "{lost:?}");
}

#[test]
fn an_invalid_grammar_is_refused_with_its_line() {
    for (text, wanted) in [
        ("a = b ;", "`a` refers to `b`, which is not defined"),
        ("a = \"x\" ;\na = \"y\" ;", "line 2: `a` is defined twice"),
        ("a = \"x\"\n\nb = \"y\" ;", "line 3: `;` is missing"),
        ("a = ( \"x\" ;", "line 1: `)` is missing"),
        ("a = \"x ;", "line 1: there is no `\"` after this"),
        ("a = ;", "line 1: nothing is here"),
        ("; a", "line 1: no production begins with `;`"),
        ("a = # ;", "line 1: `#` has no meaning"),
    ] {
        assert_eq!(Grammar::read(text).expect_err("it is no grammar"), wanted);
    }
}

#[test]
fn random_sentences_of_the_grammar_parse_without_a_message() {
    let grammar = grammar::grammar();
    let (mut scanner, deriver) = (Scanner::new(&grammar), Deriver::of_file(&grammar));
    let mut maker = made::Maker::new(&grammar, 20_261);
    let mut kinds: Vec<String> = Vec::new();
    for _ in 0..trials(4_000) {
        let text = maker.item();
        let found = parser_messages(&text);
        assert!(found.is_empty(), "{text}\n{found:#?}");
        assert!(derives(&mut scanner, &deriver, &text), "the grammar does not derive what it made:\n{text}");
        kinds.push(text.split(' ').next().unwrap_or_default().trim().to_owned());
    }
    for word in [
        "rule",
        "score",
        "sort",
        "extern",
        "action",
        "open",
        "export",
        "fact",
        "use",
        "library",
        "preference",
    ] {
        assert!(
            kinds.iter().filter(|kind| *kind == word).count() > trials(20),
            "hardly any `{word}` was made"
        );
    }
    assert!(maker.productions() >= 35, "{} productions were used", maker.productions());
}

#[test]
fn the_grammar_derives_exactly_the_texts_that_parse() {
    let grammar = grammar::grammar();
    let (mut scanner, deriver) = (Scanner::new(&grammar), Deriver::of_file(&grammar));
    let (mut sound, mut broken, mut wrong) = (0, 0, Vec::new());
    for (name, text) in corpus::texts() {
        let found = parser_messages(&text);
        let derived = derives(&mut scanner, &deriver, &text);
        if derived != found.is_empty() {
            wrong.push(format!("{name}: derived: {derived}; the parser says {found:?}"));
        }
        *(if derived { &mut sound } else { &mut broken }) += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(sound > 150 && broken > 60, "{sound} sound texts, {broken} others");
}

#[test]
fn a_damaged_item_parses_exactly_if_the_grammar_derives_it() {
    let grammar = grammar::grammar();
    let (mut scanner, deriver) = (Scanner::new(&grammar), Deriver::of_file(&grammar));
    let items = corpus::items();
    let mut vocabulary: Vec<String> =
        items.iter().flat_map(|item| words::cut(item)).map(|(_, word)| word).collect();
    grammar.productions.iter().for_each(|production| collect_words(&production.expression, &mut vocabulary));
    vocabulary.sort();
    vocabulary.dedup();
    let mut random = Random::new(6);
    let (mut sound, mut broken, mut wrong) = (0, 0, Vec::new());
    for _ in 0..trials(20_000) {
        let item: &String = random.choose(&items);
        let text = damaged(item, &vocabulary, &mut random);
        let found = parser_messages(&text);
        let derived = derives(&mut scanner, &deriver, &text);
        if derived != found.is_empty() {
            wrong.push(format!("{text}derived: {derived}; the parser says {found:?}"));
        }
        *(if derived { &mut sound } else { &mut broken }) += 1;
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong[..wrong.len().min(12)].join("\n\n"));
    assert!(sound > trials(1_750) && broken > trials(5_000), "{sound} sound texts, {broken} others");
}

/// The keywords of the language, except those that the grammar spells letter by letter.
fn collect_words(expression: &Expression, words: &mut Vec<String>) {
    match expression {
        Expression::Word(word) if word.chars().count() > 1 || !word.chars().all(char::is_alphanumeric) => {
            words.push(word.clone());
        }
        Expression::Word(_) | Expression::Name(_) | Expression::Said(_) => {}
        Expression::Sequence(parts) | Expression::Choice(parts) => {
            parts.iter().for_each(|part| collect_words(part, words));
        }
        Expression::Option(inner) | Expression::Repeat(inner) => collect_words(inner, words),
    }
}

/// An item with one token deleted, inserted, replaced, or exchanged with its neighbour.
fn damaged(item: &str, vocabulary: &[String], random: &mut Random) -> String {
    let pieces = words::cut(item);
    let at = random.below(pieces.len());
    let (place, piece) = &pieces[at];
    let other = random.choose(vocabulary);
    let mut text = item.to_owned();
    match random.below(4) {
        0 => text.replace_range(place.clone(), " "),
        1 => text.insert_str(place.end, &format!(" {other} ")),
        2 => text.replace_range(place.clone(), &format!(" {other} ")),
        _ => {
            if let Some((next, word)) = pieces.get(at + 1) {
                text.replace_range(next.clone(), &format!(" {piece} "));
                text.replace_range(place.clone(), &format!(" {word} "));
            }
        }
    }
    text
}

#[test]
fn the_committed_diagrams_match_the_grammar() {
    let grammar = grammar::grammar();
    let folder = crate::crate_folder().join("book/src/grammar");
    let update = std::env::var("INSTA_UPDATE").is_ok_and(|value| value == "always");
    if update {
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder can be made");
    }
    for production in &grammar.productions {
        let (path, drawn) = (folder.join(format!("{}.svg", production.name)), railroad::svg(production));
        if update {
            std::fs::write(&path, &drawn).expect("a diagram can be written");
        }
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(committed == drawn, "{} is not up to date: INSTA_UPDATE=always cargo test", path.display());
    }
    let files = std::fs::read_dir(&folder).expect("the folder can be read").count();
    assert_eq!(files, grammar.productions.len(), "diagrams of productions that are gone");
}

#[test]
fn the_page_of_the_grammar_shows_every_diagram() {
    let page = crate::crate_folder().join("book/src/reference/grammar.md");
    let page = std::fs::read_to_string(page).expect("the page can be read");
    for production in grammar::grammar().productions {
        let shown = format!("![{0}](../grammar/{0}.svg)", production.name);
        assert!(page.contains(&shown), "`{}` is missing", production.name);
    }
}

#[test]
fn a_diagram_shows_its_whole_production_and_fits_a_page() {
    for production in grammar::grammar().productions {
        let drawn = railroad::svg(&production);
        let mut words = Vec::new();
        collect_words(&production.expression, &mut words);
        production.expression.names(&mut |name| words.push(name.to_owned()));
        for word in words {
            let word = word.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            assert!(drawn.contains(&format!(">{word}</text>")), "{}: {word}", production.name);
        }
        let width = drawn.split("width=\"").nth(1).and_then(|rest| rest.split('"').next());
        let width: i32 = width.and_then(|width| width.parse().ok()).expect("it has a width");
        assert!(width <= 720, "{} is {width} wide", production.name);
    }
}
