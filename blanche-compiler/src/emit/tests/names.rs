//! Name clashes in Rust, and characters that rustc rejects.

use super::{emitted, emitted_over};
use crate::emit::games;

#[test]
fn modules_with_clashing_names_are_renamed() {
    let rule = "rule one for cross at level 1 plays Cell1 if marked(Cell1, blank)";
    let names = ["a.b", "a-b", "a_b_second", "mod", "str", "texts", "blanche-compiler", "blanche-runtime"];
    let modules = emitted(&names.map(|name| (name, rule)));
    let names: Vec<&str> = modules.iter().map(|module| module.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "cells",
            "a_b",
            "a_b_second",
            "a_b_second_second",
            "mod_",
            "str_second",
            "texts_second",
            "blanche_compiler_second",
            "blanche_runtime_second"
        ]
    );
    assert!(modules[0].text.contains("super::a_b_second::base()"), "{}", modules[0].text);
}

#[test]
fn comments_have_no_characters_that_rustc_refuses() {
    let program = "\
%% One.\r\u{202e}Two. */ \u{2066}\u{0}
rule one for cross at level 1 plays Cell1 if marked(Cell1, blank), % Three.\rFour \u{202e}
   in(Cell1, Line_)";
    let modules = emitted(&[("test", program)]);
    let text = &modules.last().expect("a program is a module").text;
    let refused = |c: char| (c.is_control() && c != '\n') || "\u{202e}\u{2066}".contains(c);
    assert_eq!(text.find(refused), None, "{text}");
}

#[test]
fn only_what_is_called_is_imported() {
    let program = "\
sort thing = position, value, found, weight
fact is(position, 1), is(value, 2), is(weight, 3)
rule one for cross at level 1 plays Cell1 if marked(Cell1, blank), is(weight, 3)";
    let modules = emitted(&[("test", program)]);
    let text = &modules[0].text;
    assert!(text.contains("    Position,\n"), "a constant: {text}");
    let imports: String = text.split_inclusive(';').take_while(|item| item.contains("use ")).collect();
    assert!(imports.contains("Value") && !imports.contains("Position"), "{imports}");
}

#[test]
fn an_extern_that_evaluates_rules_may_have_no_arguments() {
    let domain = "domain lines\nplayers cross\nextern lost asks long: tests\nextern six: tests\n";
    let rules = "rule long for cross at level 0 if six\nrule win for cross at level 0 if lost\n";
    let modules = emitted_over(domain, &[("test", rules)]);
    let text = &modules.last().expect("a program is a module").text;
    assert!(text.contains(".lost_holds(\n            &mut |facts| {"), "{text}");
}

#[test]
fn without_games_the_list_of_games_is_empty() {
    let modules = emitted(&[("test", "rule one for cross at level 1 plays Cell1 if marked(Cell1, blank)")]);
    assert!(games(&modules).contains("{\n    Vec::new()\n}"), "{}", games(&modules));
    assert!(!games(&modules).contains("blanche_compiler"), "{}", games(&modules));
}
