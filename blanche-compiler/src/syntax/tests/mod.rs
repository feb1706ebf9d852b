//! Tests that the parser accepts valid text and reports all other text, and that the printer reproduces valid text.

use std::fs;
use std::path::{Path, PathBuf};

use super::ast::{ItemKind, Term, TriviaLine};
use super::*;
use crate::diagnostic::Severity;

mod broken;
mod dashes;
mod games;
mod glued;
mod other_languages;

fn parsed(bytes: &[u8]) -> (Sources, Parsed) {
    let mut sources = Sources::default();
    let id = sources.add("test", bytes);
    let parsed = parse(&sources, id);
    (sources, parsed)
}

/// The files in `knowledge/`, with their names.
fn knowledge() -> Vec<(PathBuf, String)> {
    fn collect(folder: &Path, files: &mut Vec<(PathBuf, String)>) {
        let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                collect(&path, files);
            } else if path.extension().is_some_and(|ending| ending == "blanche") {
                let text = fs::read_to_string(&path).unwrap();
                files.push((path, text));
            }
        }
    }
    let mut files = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../knowledge"), &mut files);
    assert!(!files.is_empty(), "there is knowledge to read");
    files
}

/// The messages, one per line: code and labelled text.
fn codes_and_texts(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let line = |one: &Diagnostic| format!("{} `{}`\n", one.code, sources.text(one.label.span));
    diagnostics.iter().map(line).collect()
}

/// The tree without its spans.
fn shape(file: &File) -> String {
    let text = format!("{:?}", file.items);
    let mut shape = String::new();
    let mut rest = text.as_str();
    while let Some((before, behind)) = rest.split_once("Span {") {
        shape += before;
        rest = behind.split_once('}').map_or("", |(_, rest)| rest);
    }
    shape + rest
}

/// Checks that `file`, when printed and parsed again, gives no messages and is printed as the same text.
fn assert_prints_stably(text: &str, file: &File) {
    let printed = print(file);
    let (sources, again) = parsed(printed.as_bytes());
    assert_eq!(codes_and_texts(&sources, &again.diagnostics), "", "{text}\n{printed}");
    assert_eq!(print(&again.file), printed, "{text}");
}

#[test]
fn the_files_in_knowledge_are_formatted() {
    for (path, text) in knowledge() {
        let (sources, parsed) = parsed(text.as_bytes());
        assert_eq!(codes_and_texts(&sources, &parsed.diagnostics), "", "{}", path.display());
        assert_eq!(print(&parsed.file), text, "{}", path.display());
    }
}

#[test]
fn a_printed_file_has_the_same_tree_as_its_source() {
    for (path, text) in knowledge() {
        // The file has the same tokens in another layout: lines are joined after commas, and spaces are wide.
        let text = text.replace(",\n    ", ",   ").replace(" :- ", "   :-\n      ");
        let (_, wide) = parsed(text.as_bytes());
        let (_, again) = parsed(print(&wide.file).as_bytes());
        let line_breaks = |shape: String| shape.replace("new_line: true", "new_line: false");
        assert_eq!(line_breaks(shape(&again.file)), line_breaks(shape(&wide.file)), "{}", path.display());
        assert_prints_stably(&text, &wide.file);
    }
}

#[test]
fn an_empty_file_has_no_items_and_no_mistakes() {
    for text in ["", "\n", "\u{FEFF}", "   \r\n\t", "% a comment"] {
        let (_, parsed) = parsed(text.as_bytes());
        assert!(parsed.file.items.is_empty() && parsed.diagnostics.is_empty(), "{text:?}");
    }
}

#[test]
fn line_ends_tabs_and_a_byte_order_mark_are_no_mistakes() {
    let (sources, parsed) =
        parsed("\u{FEFF}rule t for white at level 1 plays F if\r\n\tfour(G),\r\n\tin(F, G)\r\n".as_bytes());
    assert_eq!(codes_and_texts(&sources, &parsed.diagnostics), "");
    assert_eq!(print(&parsed.file), "rule t for white at level 1 plays F if\n    four(G),\n    in(F, G)\n");
}

#[test]
fn keywords_are_names_where_no_keyword_is_expected() {
    let text = "rule(X) :- if(X), for(X, at), level(plays)\nuse :- sort\nsort(X, rule) :- fact(X), use\n\
                rule for for if at level 1 plays F if if(F), at(level)\nfact use(rule, fact)\n\
                rule against for against at level 0 if against(For)\n\
                rule for for For against Against at level 0 if for(Against)\n\
                score for for for attacking 1 defending 2 if attacking(F), defending(score)\n";
    let (sources, parsed) = parsed(text.as_bytes());
    assert_eq!(codes_and_texts(&sources, &parsed.diagnostics), "");
    assert_eq!(print(&parsed.file), text);
    assert!(matches!(parsed.file.items[3].kind, ItemKind::Rule(_)));
}

#[test]
fn open_is_a_name_except_in_declarations() {
    let text = "open counts(Group, Who: player)\nopen open.two(Group)\nopen ready\nopen open(X)\n\
                open(X) :- open.two(X), open(X, y)\nopen :- ready\nfact open(a)\n\
                p(X) :- q(X),\n    open(X),\n    open\n";
    let (sources, parsed) = parsed(text.as_bytes());
    assert_eq!(codes_and_texts(&sources, &parsed.diagnostics), "");
    assert_eq!(print(&parsed.file), text);
    let is_open = |item: &&super::ast::Item| matches!(item.kind, ItemKind::Open(_));
    assert_eq!(parsed.file.items.iter().filter(is_open).count(), 4);
    assert_prints_stably(text, &parsed.file);
}

#[test]
fn bodies_after_actions_are_printed_unchanged() {
    let text = "\
action place(Player: player, Field: field) growing
action pass
p(X) :- after place(white, X): (q(X))
q(X) :- r(X), ¬after place(white, X), pass: (
        s(X, Y_), ¬after pass: (t(Y_) ; u), % why
        ¬(v)), after(X)
r(after) :- after, after after: (after)
";
    let (sources, parsed) = parsed(text.as_bytes());
    assert_eq!(codes_and_texts(&sources, &parsed.diagnostics), "");
    assert_eq!(print(&parsed.file), text);
    assert_prints_stably(text, &parsed.file);
    let super::ast::ItemKind::Derivation(derivation) = &parsed.file.items[3].kind else {
        panic!("a derivation")
    };
    let super::ast::LiteralKind::After(after) = &derivation.body.branches[0][1].kind else {
        panic!("an after")
    };
    assert_eq!((after.actions.len(), after.body.branches[0].len()), (2, 3));
    assert_eq!(derivation.body.branches[0][1].negations, 1);
}

#[test]
fn comments_keep_their_places() {
    let text = "\
% the first
%% The doc.
%! allow B0605: a reason
p(X) :- % of the body
    q(X), % of q

    % of r
    r(X), ¬(s(X), % of s
        t(X) % of t
    ), u(X) % of u
% the next
%% More.
fact p(a) % behind
% the last
";
    let expected =
        text.replace("p(X) :- % of the body\n", "p(X) :-\n    % of the body\n").replace("of q\n\n", "of q\n");
    let (sources, parsed) = parsed(text.as_bytes());
    assert_eq!(codes_and_texts(&sources, &parsed.diagnostics), "");
    assert_eq!(print(&parsed.file), expected);
    assert_prints_stably(text, &parsed.file);
    let first = &parsed.file.items[0];
    assert_eq!(first.doc, ["The doc."]);
    assert_eq!((first.allows[0].code.text.as_str(), first.allows[0].reason.as_str()), ("B0605", "a reason"));
    assert_eq!(parsed.file.items[1].doc, ["More."]);
    assert_eq!(parsed.file.end.before, [TriviaLine::Comment("% the last".to_string())]);
}

#[test]
fn long_lines_are_broken_at_literals() {
    let literal = "white.open.three(Group1, Group2)";
    let text = format!("p :- {}\n", [literal; 8].join(", "));
    let (_, parsed) = parsed(text.as_bytes());
    let printed = print(&parsed.file);
    assert!(printed.lines().all(|line| line.len() <= 100) && printed.lines().count() == 4, "{printed}");
    assert_prints_stably(&text, &parsed.file);
}

#[test]
fn a_leading_zero_is_reported_and_ignored() {
    let (sources, parsed) = parsed("p(X) :- q(X, 007, 0)".as_bytes());
    assert_eq!(codes_and_texts(&sources, &parsed.diagnostics), "B0008 `007`\n");
    let ItemKind::Derivation(derivation) = &parsed.file.items[0].kind else { panic!("a derivation") };
    let super::ast::LiteralKind::Atom(atom) = &derivation.body.branches[0][0].kind else { panic!("an atom") };
    assert!(matches!(&atom.arguments[1], Term::Constant(name) if name.text == "7"));
}

#[test]
fn a_body_may_span_lines_and_end_with_a_full_stop() {
    let ask = |text: &str| {
        let mut sources = Sources::default();
        let id = sources.add("question", text.as_bytes());
        let (body, diagnostics) = parse_query(&sources, id);
        (print_body(&body), codes_and_texts(&sources, &diagnostics))
    };
    assert_eq!(
        ask("parent(X, piet),\nnot dead(X)."),
        ("parent(X, piet),\n    ¬dead(X)".into(), "B0007 `.`\n".into())
    );
    assert_eq!(ask("rule"), ("rule".into(), String::new()));
    assert_eq!(ask(""), (String::new(), "B0105 ``\n".into()));
    assert_eq!(ask("p(X) q(X)"), ("p(X), q(X)".into(), "B0101 ``\n".into()));
}

#[test]
fn bytes_that_are_not_utf_8_are_reported_and_skipped() {
    let (sources, parsed) =
        parsed(b"p(X) :- q(X), \xFF\xFE r(X)\nwh\xFFite(X) :- s(X) t(X)\n% \xFF\nu :- v\n");
    assert_eq!(
        codes_and_texts(&sources, &parsed.diagnostics),
        "B0001 `\u{FFFD}\u{FFFD}`\nB0001 `\u{FFFD}`\nB0101 ``\nB0001 `\u{FFFD}`\n"
    );
    assert!(print(&parsed.file).starts_with("p(X) :- q(X), r(X)\n"));
}

#[test]
fn invalid_utf_8_in_place_of_an_argument_is_the_only_mistake() {
    for text in [
        &b"fact p(\xFF)"[..],
        b"fact p(a, \xFF\xFE, b)",
        b"p(X) :- q(X), \xFF",
        b"p(X) :- \xFF % why",
        b"p(X) :- q(X), \xC2\xAC\xFF",
        b"use \xFF",
    ] {
        let (sources, parsed) = parsed(text);
        let said = codes_and_texts(&sources, &parsed.diagnostics);
        assert!(said.lines().count() == 1 && said.starts_with("B0001"), "{said}");
    }
}

#[test]
fn thousands_of_unmatched_brackets_give_one_message() {
    for (text, code) in [
        (format!("p :- {}", "(".repeat(100_000)), Code::NestedTooDeep),
        (format!("p :- {}q{}", "(".repeat(100_000), ")".repeat(100_000)), Code::NestedTooDeep),
        (format!("p :- q{}", ")".repeat(100_000)), Code::Unopened),
        (format!("p :- {}q", "¬".repeat(100_000)), Code::DoubleNegation),
        (format!("p :- q{}", ",".repeat(100_000)), Code::ExtraComma),
    ] {
        let (_, parsed) = parsed(text.as_bytes());
        let codes: Vec<Code> = parsed.diagnostics.iter().map(|one| one.code).collect();
        assert_eq!(codes, [code], "{}", &text[..20]);
    }
    let (_, parsed) = parsed(format!("p :- {}q{}", "(".repeat(64), ")".repeat(64)).as_bytes());
    assert!(parsed.diagnostics.is_empty());
}

#[test]
fn a_file_that_is_too_large_is_not_read() {
    let (_, parsed) = parsed(" ".repeat(MAX_FILE_SIZE + 1).as_bytes());
    assert_eq!(parsed.diagnostics[0].code, Code::FileTooLarge);
}

/// A simple xorshift random number generator, good enough for damaging texts.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

#[test]
fn damaged_files_are_parsed_and_sound_ones_are_printed_faithfully() {
    let files = knowledge();
    let mut chance = Chance(2001);
    for _ in 0..5_000 {
        let (path, text) = &files[chance.below(files.len())];
        let mut sources = Sources::default();
        let id = sources.add("test", text.as_bytes());
        let places = tokens(&sources, id);
        let (at, other) = (chance.below(places.len()), chance.below(places.len()));
        let (a, b) = (places[at.min(other)].range(), places[at.max(other)].range());
        let damaged = match chance.below(3) {
            0 => format!("{}{}", &text[..a.start], &text[a.end..]),
            1 => format!("{} {} {}", &text[..a.end], &text[b.clone()], &text[a.end..]),
            _ if a.end <= b.start => {
                format!(
                    "{}{}{}{}{}",
                    &text[..a.start],
                    &text[b.clone()],
                    &text[a.end..b.start],
                    &text[a.clone()],
                    &text[b.end..]
                )
            }
            _ => continue,
        };
        let (_, parsed) = parsed(damaged.as_bytes());
        let printed = print(&parsed.file);
        if parsed.diagnostics.iter().all(|one| one.severity < Severity::Error) {
            let (_, again) = self::parsed(printed.as_bytes());
            assert_eq!(print(&again.file), printed, "{}: {damaged}", path.display());
            assert!(again.diagnostics.is_empty(), "{}: {printed}", path.display());
        }
    }
}

#[test]
fn every_text_has_a_tree() {
    const PIECES: &[&str] = &[
        "p",
        "X",
        "X_",
        "_",
        "5",
        "007",
        "(",
        ")",
        "()",
        ",",
        ";",
        ":-",
        ":",
        ".",
        "...",
        "¬",
        "not ",
        " ",
        "\n",
        "\n    ",
        "rule ",
        "for ",
        "at ",
        "level ",
        "plays ",
        "if ",
        "fact ",
        "use ",
        "sort ",
        "extern ",
        "players ",
        "score ",
        "after ",
        "state ",
        "one ",
        "start ",
        "move ",
        "draw ",
        "claims ",
        "suppose ",
        "preference ",
        "worth ",
        "up to symmetry",
        "when named ",
        "drawn ",
        "as ",
        "\n    adds ",
        "\nremoves ",
        "base ",
        "library",
        "=",
        "≠",
        "!",
        "\\+",
        "-",
        "/",
        "//",
        "/*",
        "*/",
        "%",
        "%!",
        "%! allow ",
        "B0605",
        "%% ",
        "#",
        "'",
        "\"",
        "[",
        "]",
        "é",
        "\u{A0}",
        "\u{FFFD}",
        "\r\n",
        "\t",
        "|",
        "and ",
        "or ",
        "<",
        "?-",
        "",
    ];
    let mut chance = Chance(2026);
    for _ in 0..20_000 {
        let text: String = (0..chance.below(24)).map(|_| PIECES[chance.below(PIECES.len())]).collect();
        let (sources, parsed) = parsed(text.as_bytes());
        for one in &parsed.diagnostics {
            // All spans of messages and edits must lie on character boundaries.
            let edits = one.fix.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span);
            edits.chain([one.label.span]).for_each(|span| _ = sources.text(span));
        }
        if parsed.diagnostics.iter().all(|one| one.severity < Severity::Error) {
            assert_prints_stably(&text, &parsed.file);
        } else {
            print(&parsed.file);
        }
    }
}
