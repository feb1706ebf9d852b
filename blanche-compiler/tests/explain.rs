//! Tests of the pages of `blanche explain`: every example causes the message that it explains, and every correction
//! removes the message.

use blanche_compiler::diagnostic::Code;

/// Codes whose example cannot be shown in a single text, each with the reason.
const EXEMPT: &[(Code, &str)] = &[
    (Code::NotUtf8, "a page is UTF-8"),
    (Code::FileTooLarge, "a page of so many mebibytes is no page"),
    (Code::NestedTooDeep, "an example with so many brackets explains nothing"),
    (Code::UseMissing, "it takes a folder"),
    (Code::UseCircular, "it takes two files"),
    (Code::UseOutside, "it takes a folder"),
    (Code::UseRepeated, "it takes two files"),
    (Code::BaseTwice, "it takes two files"),
    (Code::FileUnused, "it takes a folder"),
    (Code::BadFacts, "it takes two files"),
    (Code::UseForgotten, "it takes two files"),
    (Code::NotOpen, "it takes two files"),
    (Code::AskedByName, "it takes two files"),
    (Code::LimitReached, "it takes a question"),
    (Code::DomainDiffers, "it takes a host"),
    (Code::BadStatistics, "it takes a file beside the rules"),
    (Code::PlanTooLarge, "an example with so many literals explains nothing"),
    (Code::EmissionTooLarge, "an example with so many branches explains nothing"),
    (Code::CannotMove, "it takes a game that is played"),
    (Code::NeverEnds, "it takes a game that is played"),
];

/// The program in a section of a page.
fn program<'a>(page: &'a str, section: &str) -> Option<&'a str> {
    let (_, rest) = page.split_once(&format!("\n## {section}\n\n```blanche\n"))?;
    rest.split_once("\n```\n").map(|(program, _)| program)
}

fn codes(text: &str) -> Vec<Code> {
    let (_, found) = blanche_compiler::check_text("example.blanche", text);
    found.into_iter().map(|message| message.code).collect()
}

fn explained() -> impl Iterator<Item = Code> {
    Code::ALL.iter().copied().filter(|code| EXEMPT.iter().all(|(exempt, _)| exempt != code))
}

#[test]
fn every_example_gives_its_message_and_no_other() {
    let mut wrong = String::new();
    for code in explained() {
        let Some(example) = program(code.page(), "Example") else {
            wrong += &format!("{code}: no example\n");
            continue;
        };
        let found = codes(&format!("{example}\n"));
        if found.is_empty() || found.iter().any(|other| *other != code) {
            wrong += &format!("{code}: {found:?}\n");
        }
    }
    assert!(wrong.is_empty(), "examples that give something else:\n{wrong}");
}

#[test]
fn every_repaired_example_gives_no_message() {
    let mut wrong = String::new();
    for code in explained() {
        let Some(repair) = program(code.page(), "Instead") else {
            wrong += &format!("{code}: no repair\n");
            continue;
        };
        let found = codes(&format!("{repair}\n"));
        if !found.is_empty() {
            wrong += &format!("{code}: {found:?}\n");
        }
    }
    assert!(wrong.is_empty(), "repairs that give a message:\n{wrong}");
}

#[test]
fn every_page_has_a_title_and_an_explanation() {
    for code in Code::ALL {
        let page = code.page();
        assert!(page.starts_with(&format!("# {code}: {}\n\n", code.title())), "{code}");
        let words = page.split("\n## ").next().map_or(0, |text| text.split_whitespace().count());
        assert!(words > 25, "{code} says too little");
    }
}

#[test]
fn exempt_codes_have_no_example() {
    for (code, reason) in EXEMPT {
        assert!(program(code.page(), "Example").is_none(), "{code} has an example, though {reason}");
    }
}
