//! Tests of the interface languages: every message exists in each of them.

use std::collections::BTreeMap;
use std::fs;

use noire::play::command::{Command, check_words};
use noire::translations::{Translations, TranslationsError};

/// The messages of a Fluent file, with the variables in each.
fn messages(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut messages: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut last = String::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let (Some((name, _)), false) = (line.split_once(" ="), line.starts_with([' ', '}'])) {
            last = name.to_owned();
            messages.insert(last.clone(), Vec::new());
        }
        for part in line.split('$').skip(1) {
            let name: String = part.chars().take_while(|letter| letter.is_alphanumeric()).collect();
            messages.entry(last.clone()).or_default().push(name);
        }
    }
    for variables in messages.values_mut() {
        variables.sort();
        variables.dedup();
    }
    messages
}

#[test]
fn every_language_has_the_same_messages_and_variables() {
    let read = |language: &str| {
        messages(
            &fs::read_to_string(format!("engine/interactive/languages/{language}.ftl")).expect("it is there"),
        )
    };
    let english = read("en");
    assert!(english.len() > 25, "only {} messages", english.len());
    for language in Translations::languages(None) {
        assert_eq!(read(&language), english, "{language}");
        assert!(Translations::open(&language, None).is_ok(), "{language}");
    }
}

#[test]
fn a_message_is_printed_in_the_chosen_language() {
    let dutch = Translations::open("nl", None).expect("it is built in");
    assert_eq!(
        dutch.format("plays", &[("colour", "Zwart".into()), ("move", "h8".into())]),
        "Zwart speelt h8."
    );
    assert_eq!(dutch.format("taken-back", &[("moves", 1.into())]), "Eén zet is teruggenomen.");
    assert_eq!(dutch.format("taken-back", &[("moves", 2.into())]), "2 zetten zijn teruggenomen.");
}

#[test]
fn the_environment_selects_an_available_language() {
    let of =
        |value: &str| Translations::of_environment(|name| (name == "LANG").then(|| value.to_owned()), None);
    assert_eq!(
        (of("nl_NL.UTF-8"), of("nl"), of("C"), of("xx_YY")),
        ("nl".into(), "nl".into(), "en".into(), "en".into())
    );
    let both = |name: &str| match name {
        "LC_ALL" => Some("nl_BE".to_owned()),
        _ => Some("en_GB".to_owned()),
    };
    assert_eq!(Translations::of_environment(both, None), "nl", "LC_ALL comes first");
}

#[test]
fn a_language_tag_is_understood_in_every_spelling() {
    let folder = std::env::temp_dir().join(format!("noire-languages-written-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the test");
    fs::write(folder.join("pt-BR.ftl"), "black = Preto\n").expect("it can be written");
    let spoken = |wanted: &str| {
        Translations::open(wanted, Some(&folder)).ok().map(|translations| translations.language().to_owned())
    };
    for (wanted, language) in [
        ("en_GB", Some("en")),
        ("NL", Some("nl")),
        ("nl-BE", Some("nl")),
        ("nl_BE.UTF-8", Some("nl")),
        ("nl@euro", Some("nl")),
        ("pt_BR.UTF-8", Some("pt-BR")),
        ("pt-br-x-rio", Some("pt-BR")),
        ("pt", None),
        ("nlx", None),
        ("", None),
        ("../nl", None),
    ] {
        assert_eq!(spoken(wanted).as_deref(), language, "{wanted}");
    }
    let of_environment = Translations::of_environment(|_| Some("pt_BR.UTF-8".to_owned()), Some(&folder));
    assert_eq!(of_environment, "pt-BR");
    fs::remove_dir_all(&folder).expect("the test takes its folder away");
    let missing = Translations::open("nl", Some(&folder)).err();
    assert_eq!(missing, Some(TranslationsError::NoFolder(folder)));
}

#[test]
fn a_language_can_be_added_as_a_file() {
    let folder = std::env::temp_dir().join(format!("noire-languages-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the test");
    fs::write(folder.join("eo.ftl"), "plays = { $colour } ludas { $move }.\n").expect("it can be written");
    fs::write(folder.join("la.ftl"), "plays = ludit\n\nblack { = niger\n").expect("it can be written");
    let esperanto = Translations::open("eo", Some(&folder)).expect("its file is there");
    assert_eq!(
        esperanto.format("plays", &[("colour", "Nigro".into()), ("move", "h8".into())]),
        "Nigro ludas h8."
    );
    assert_eq!(
        esperanto.format("draw-full", &[]),
        "The board is full: a draw.",
        "what is missing is said in English"
    );
    assert_eq!(Translations::languages(Some(&folder)), ["en", "eo", "la", "nl"]);
    let wrong = Translations::open("la", Some(&folder)).err();
    assert!(matches!(wrong, Some(TranslationsError::Malformed { line: 3, .. })), "{wrong:?}");
    let unknown = Translations::open("tlh", Some(&folder)).err().map(|error| error.to_string());
    assert_eq!(unknown.as_deref(), Some("there is no language `tlh`; there are en, eo, la, nl"));
    fs::remove_dir_all(&folder).expect("the test takes its folder away");
}

#[test]
fn ambiguous_words_of_a_language_are_rejected() {
    for language in Translations::languages(None) {
        let translations = Translations::open(&language, None).expect("it is built in");
        assert_eq!(check_words(&translations), Ok(()), "{language}");
    }
    let folder = std::env::temp_dir().join(format!("noire-languages-words-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the test");
    for (words, said) in [
        ("words-undo = help", "the word `help` of `words-undo` is a word of `words-help` too"),
        ("words-undo = a Hm\nwords-quit = hm", "the word `hm` of `words-undo` is a word of `words-quit` too"),
        (
            "words-undo = help\nwords-help = helpo",
            "the word `help` of `words-undo` is the word for `help` in every language",
        ),
        ("words-undo = exit", "the word `exit` of `words-undo` is the word for `quit` in every language"),
        ("words-pass = h8", "the word `h8` of `words-pass` is a field of the board"),
        ("words-yes = n", "the word `n` of `words-yes` is a word of `words-no` too"),
    ] {
        fs::write(folder.join("eo.ftl"), format!("{words}\n")).expect("it can be written");
        let translations = Translations::open("eo", Some(&folder)).expect("its file is there");
        let same = check_words(&translations).map_err(|same| same.to_string());
        assert_eq!(same, Err(said.to_owned()), "{words}");
    }
    fs::write(folder.join("eo.ftl"), "words-undo = malfari undo\nwords-pass = pas -\n")
        .expect("it can be written");
    let translations = Translations::open("eo", Some(&folder)).expect("its file is there");
    assert_eq!(check_words(&translations), Ok(()));
    assert_eq!(Command::parse_in(&translations, "Malfari"), Some(Command::Undo));
    fs::remove_dir_all(&folder).expect("the test takes its folder away");
}
