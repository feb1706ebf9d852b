//! Renders diagnostics: boxes for a terminal, JSON for tools, and a summary line. Only this module uses the crate
//! `ariadne`, which draws the boxes. It writes the title, the advice and the frame itself.
//!
//! A file is laid out for drawing once (`excerpt`), however many diagnostics it has.

mod excerpt;
mod folded;
mod labels;
pub mod width;

use blanche_sorted::{Arrange, SortedMap};

pub use self::excerpt::plain;
pub use self::folded::{last_line, render_folded};
use ariadne::{CharSet, Color, Config, IndexType, Label, Report, ReportKind};
use serde_json::{Value, json};

use self::excerpt::{Drawing, Page};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Severity};
use crate::files::{FileId, LineColumn, Sources, Span};

/// The grey of text without a label in ariadne's output.
const UNCOVERED: &str = "38;5;249";

/// The grey of the frame.
const FRAME: &str = "38;5;246";

/// Maximum width of hints, in characters.
const MAX_HINT_WIDTH: usize = 100;

/// The indentation of the continuation lines of a long title.
const INDENT: &str = "    ";

/// Maximum number of labels that are drawn for a diagnostic: the run time of ariadne is cubic in the number of labels
/// on a line.
const MAX_LABELS: usize = 8;

/// The style of rendered diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether to use ANSI colours.
    pub color: bool,
    /// Whether to draw lines and arrows with characters outside ASCII.
    pub unicode: bool,
    /// The width to which lines are wrapped, in columns; `None` for no wrapping.
    pub columns: Option<usize>,
}

impl Style {
    /// No colours and no wrapping, with lines and arrows.
    pub const PLAIN: Style = Style { color: false, unicode: true, columns: None };
}

/// Renders all diagnostics as text for a terminal, sorted by file, location and severity.
pub fn render(sources: &Sources, diagnostics: &[Diagnostic], style: Style) -> String {
    let mut pages = SortedMap::new();
    let drawn: Vec<String> =
        in_order(diagnostics).into_iter().map(|message| draw(sources, &mut pages, message, style)).collect();
    drawn.join("\n")
}

/// The counts, such as "2 errors, 1 warning"; `None` if there are no diagnostics.
pub fn summary(diagnostics: &[Diagnostic]) -> Option<String> {
    let count = |severity: Severity| {
        let count = diagnostics.iter().filter(|message| message.severity == severity).count();
        (count > 0).then(|| format!("{count} {}{}", word(severity), if count == 1 { "" } else { "s" }))
    };
    let counts: Vec<String> =
        [Severity::Error, Severity::Warning, Severity::Hint].into_iter().filter_map(count).collect();
    (!counts.is_empty()).then(|| counts.join(", "))
}

/// All diagnostics as one JSON array, in the order of [`render`]. Lines and columns count from 1, in characters, and
/// `word` is the labelled text.
pub fn json(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let objects: Vec<Value> =
        in_order(diagnostics).into_iter().map(|message| object(sources, message)).collect();
    Value::Array(objects).to_string()
}

/// The diagnostics sorted by file and location. Probable misspellings come first, because the other diagnostics in any
/// file may be caused by them.
fn in_order(diagnostics: &[Diagnostic]) -> Vec<&Diagnostic> {
    let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
    sorted.arrange_by_key(|message| {
        let (place, follows) = (message.label.span, !is_misspelt(message));
        (follows, place.file, place.start, std::cmp::Reverse(message.severity), place.end, message.code)
    });
    sorted
}

/// Whether the diagnostic is about a probable misspelling: of a variable, or of a predicate that is not used.
pub fn is_misspelt(message: &Diagnostic) -> bool {
    match message.code {
        Code::LooksLike => true,
        Code::Unused => message.fix.as_ref().is_some_and(|fix| fix.changes_answers),
        _ => false,
    }
}

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "hint",
    }
}

/// The colour of a severity, for ariadne and as the ANSI code of the title.
fn colour(severity: Severity) -> (Color, &'static str) {
    match severity {
        Severity::Error => (Color::Red, "31"),
        Severity::Warning => (Color::Yellow, "33"),
        Severity::Hint => (Color::Cyan, "36"),
    }
}

/// Renders one diagnostic: its title, the box drawn by ariadne, and the advice below.
fn draw(
    sources: &Sources,
    pages: &mut SortedMap<FileId, Page>,
    message: &Diagnostic,
    style: Style,
) -> String {
    let paint = |text: &str, ansi: &str| {
        if style.color { format!("\x1b[{ansi}m{text}\x1b[0m") } else { text.to_owned() }
    };
    let mut text = headed(message.severity, message.code, &plain(&message.title), style);
    let boxes = draw_boxes(sources, pages, message, style);
    // The last line closes the frame, so the advice is inserted before it.
    let boxes = boxes.trim_end_matches('\n');
    let (body, end) = boxes.rsplit_once('\n').unwrap_or((boxes, ""));
    text.push_str(body);
    text.push('\n');
    let width = end.chars().filter(|c| matches!(c, '─' | '-')).count();
    let bar = paint(if style.unicode { "│" } else { "|" }, FRAME);
    for (head, lines) in
        advice(sources, message, style.columns.map(|columns| columns - (width + 8).min(columns / 2)))
    {
        text.push_str(&format!("{:width$}{bar}\n", ""));
        for (at, line) in lines.iter().enumerate() {
            let head = if at == 0 { format!("{head}:") } else { String::new() };
            let head = paint(&format!("{head:<5}"), "38;5;115");
            text.push_str(&format!("{:width$}{bar} {head} {line}\n", ""));
        }
    }
    text.push_str(end);
    text.push('\n');
    text
}

/// The heading of one or several diagnostics: severity, code and title.
fn headed(severity: Severity, code: Code, title: &str, style: Style) -> String {
    let kind = format!("{}[{code}]", word(severity));
    let whole = format!("{kind}: {title}");
    let lines = match style.columns {
        Some(columns) => width::wrapped(&whole, columns, INDENT),
        None => vec![whole],
    };
    if !style.color {
        return lines.join("\n") + "\n";
    }
    let (_, ansi) = colour(severity);
    let mut text = format!("\x1b[1;{ansi}m{kind}\x1b[0m");
    for (at, line) in lines.iter().enumerate() {
        let line = if at == 0 { line.strip_prefix(&kind).unwrap_or(line) } else { line };
        text.push_str(&format!("\x1b[1m{line}\x1b[0m\n"));
    }
    text
}

/// The hints, and a line that shows the fixed code, wrapped to the given width.
fn advice(
    sources: &Sources,
    message: &Diagnostic,
    columns: Option<usize>,
) -> Vec<(&'static str, Vec<String>)> {
    let mut advice = Vec::new();
    let widest = columns.map_or(MAX_HINT_WIDTH, |columns| columns.min(MAX_HINT_WIDTH));
    let broken = |text: &str| width::wrapped(&plain(text), widest, "");
    let hints: Vec<String> = message.hints.iter().flat_map(|hint| hint.lines()).flat_map(broken).collect();
    if !hints.is_empty() {
        advice.push(("help", hints));
    }
    if let Some(more) = (1 + message.others.len()).checked_sub(MAX_LABELS).filter(|more| *more > 0) {
        let places = if more == 1 { "place is" } else { "places are" };
        advice.push(("and", vec![format!("{more} more {places} not drawn")]));
    }
    if let Some(fix) = &message.fix {
        let mut lines = if columns.is_some() { broken(&fix.title) } else { vec![plain(&fix.title)] };
        lines.extend(excerpt::fixed(sources, fix, columns));
        if fix.on_demand {
            let but = if fix.changes_answers { "; the answers may change" } else { "" };
            lines.push(format!("`blanche fix --only {}` does it{but}", message.code));
        }
        advice.push(("fix", lines));
    }
    advice
}

fn draw_boxes(
    sources: &Sources,
    pages: &mut SortedMap<FileId, Page>,
    message: &Diagnostic,
    style: Style,
) -> String {
    let labels: Vec<_> = std::iter::once(&message.label).chain(&message.others).take(MAX_LABELS).collect();
    let first = message.label.span.file;
    let mut drawing = Drawing::new(
        sources,
        pages,
        &labels.iter().map(|label| label.span).collect::<Vec<_>>(),
        style.columns,
    );
    let mut drawn = Vec::new();
    for (at, label) in labels.iter().enumerate() {
        let (file, range) = drawing.place(sources, label.span);
        let color = if at == 0 { colour(message.severity).0 } else { Color::Blue };
        let text = plain(&label.text);
        let drawing = Label::new((file, range.clone())).with_color(color).with_priority(i32::from(at == 0));
        let drawing = if text.is_empty() { drawing } else { drawing.with_message(labels::marked(&text)) };
        drawn.push(((file != first, file, range.end, range.start), drawing));
    }
    // The file with the problem comes first. Labels in the same file are in source order.
    drawn.arrange_by_key(|(place, _)| *place);
    let char_set = if style.unicode { CharSet::Unicode } else { CharSet::Ascii };
    let config = Config::new()
        .with_color(style.color)
        .with_char_set(char_set)
        .with_index_type(IndexType::Char)
        .with_cross_gap(true);
    let report = Report::build(ReportKind::Error, drawing.place(sources, message.label.span))
        .with_config(config)
        .with_labels(drawn.into_iter().map(|(_, label)| label))
        .finish();
    let mut bytes = Vec::new();
    if report.write(&mut drawing, &mut bytes).is_err() {
        return String::new(); // writing to memory does not fail
    }
    let text = String::from_utf8_lossy(&bytes);
    let boxes = text.split_once('\n').map_or("", |(_, boxes)| boxes);
    let boxes = drawing.with_places(sources, boxes);
    let lines = labels::fitted(&boxes, style.columns).into_iter();
    lines.map(|line| quieter(&line).trim_end().to_owned() + "\n").collect()
}

/// Removes redundant colour changes, as ariadne colours every character separately. Text without a label keeps the
/// default colour of the terminal, which is readable on any background.
fn quieter(line: &str) -> String {
    let mut text = String::new();
    let (mut wanted, mut shown) = ("0", "0");
    let mut parts = line.split("\x1b[");
    text.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let Some((code, rest)) = part.split_once('m') else { continue };
        wanted = if code == UNCOVERED { "0" } else { code };
        if rest.is_empty() {
            continue;
        }
        if wanted != shown {
            text.push_str(if shown == "0" || wanted == "0" { "" } else { "\x1b[0m" });
            text.push_str(&format!("\x1b[{wanted}m"));
            shown = wanted;
        }
        text.push_str(rest);
    }
    if shown != "0" {
        text = text.trim_end().to_owned() + "\x1b[0m";
    }
    debug_assert!(wanted == "0", "ariadne ends a colour on the line where it begins");
    text
}

fn object(sources: &Sources, message: &Diagnostic) -> Value {
    let mut object = place(sources, message.label.span);
    let others: Vec<Value> = message
        .others
        .iter()
        .map(|other| {
            let mut object = place(sources, other.span);
            object["label"] = json!(other.text);
            object
        })
        .collect();
    object["code"] = json!(message.code.number());
    object["severity"] = json!(word(message.severity));
    object["title"] = json!(message.title);
    object["label"] = json!(message.label.text);
    object["word"] = json!(sources.text(message.label.span));
    object["others"] = Value::Array(others);
    object["hints"] = json!(message.hints);
    object["fix"] = message.fix.as_ref().map_or(Value::Null, |fix| fix_object(sources, fix));
    object
}

fn fix_object(sources: &Sources, fix: &Fix) -> Value {
    let edits: Vec<Value> = fix
        .edits
        .iter()
        .map(|Edit { span, text }| {
            let mut object = place(sources, *span);
            object["text"] = json!(text);
            object
        })
        .collect();
    json!({ "title": fix.title, "edits": edits, "on_demand": fix.on_demand, "changes_answers": fix.changes_answers })
}

fn place(sources: &Sources, span: Span) -> Value {
    let file = sources.file(span.file);
    let (LineColumn { line, column }, end) = (file.position(span.start), file.position(span.end));
    json!({
        "file": file.path(),
        "line": line,
        "column": column,
        "end_line": end.line,
        "end_column": end.column,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;

    const PLAIN: Style = Style::PLAIN;

    fn sources(text: &str) -> (Sources, FileId) {
        let mut sources = Sources::default();
        let id = sources.add("test.blanche", text.as_bytes());
        (sources, id)
    }

    fn one(text: &str, start: usize, end: usize) -> String {
        let (sources, id) = sources(text);
        let message = Diagnostic::new(Code::MissingComma, "a title", Span::new(id, start, end), "a label");
        render(&sources, &[message], PLAIN)
    }

    #[test]
    fn a_message_has_title_place_label_advice_and_fix() {
        let (sources, id) = sources("p(X) :-\n    white.tree(X),\n    q(X)\n");
        let place = Span::new(id, 12, 22);
        let message =
            Diagnostic::new(Code::UnknownPredicate, "there is no predicate `white.tree`", place, "not known")
                .and(Span::new(id, 0, 1), "used by this")
                .hint("did you mean `white.three/1`?")
                .fix("write `white.three`", place, "white.three");
        let expected = "\
error[B0301]: there is no predicate `white.tree`
   ╭─[ test.blanche:2:5 ]
   │
 1 │ p(X) :-
   │ ┬
   │ ╰── used by this
 2 │     white.tree(X),
   │     ─────┬────
   │          ╰────── not known
   │
   │ help: did you mean `white.three/1`?
   │
   │ fix:  write `white.three`
   │       white.three(X),
───╯
";
        assert_eq!(render(&sources, &[message], PLAIN), expected);
    }

    #[test]
    fn wrapped_text_is_aligned_with_its_beginning() {
        let line = "p(X, Y) :- first_of_them(X), second_of_them(Y), a_third_one_that_is_long(X, Y), and_a_fourth_one(Y, X)\n";
        let (sources, id) = sources(line);
        let message = |start: usize, end: usize| {
            Diagnostic::new(
                Code::UnknownPredicate,
                "there is no predicate `first_of_them/1` here, and none that looks like it anywhere",
                Span::new(id, start, end),
                "this is not known here, and nothing that looks like it is known anywhere else",
            )
            .and(
                Span::new(id, 29, 43),
                "this one is not known either, and the sentence about it is long, too",
            )
            .hint("a hint that would be longer than the terminal is wide if nobody had broken it somewhere")
            .fix(
                "write `another_one`, which is declared in some other file of the same folder",
                Span::new(id, start, end),
                "another_one",
            )
        };
        for (start, end) in [(11, 24), (80, 96)] {
            for columns in [76, 80, 100] {
                let style = Style { columns: Some(columns), ..PLAIN };
                let drawn = render(&sources, &[message(start, end)], style);
                let widest = drawn.lines().map(|line| line.chars().count()).max();
                assert!(widest <= Some(columns), "{columns}:\n{drawn}");
            }
        }
        let style = Style { columns: Some(76), ..PLAIN };
        let expected = "\
error[B0301]: there is no predicate `first_of_them/1` here, and none that
    looks like it anywhere
   ╭─[ test.blanche:1:12 ]
   │
 1 │ … Y) :- first_of_them(X), second_of_them(Y), a_…
   │         ──────┬──────     ───────┬──────
   │               ╰─────────────────────────── this is not known here, and
   │                                  │         nothing that looks like it
   │                                  │         is known anywhere else
   │                                  │
   │                                  ╰──────── this one is not known
   │                                            either, and the sentence
   │                                            about it is long, too
   │
   │ help: a hint that would be longer than the terminal is wide if nobody
   │       had broken it somewhere
   │
   │ fix:  write `another_one`, which is declared in some other file of the
   │       same folder
   │       p(X, Y) :- another_one(X), second_o…
───╯
";
        assert_eq!(render(&sources, &[message(11, 24)], style), expected);
    }

    #[test]
    fn colours_add_only_escape_sequences() {
        let (sources, id) = sources("p(X) :- q(X), r(Y)\n");
        let message =
            Diagnostic::new(Code::Unused, "a title", Span::new(id, 8, 12), "a label that is too long for it")
                .and(Span::new(id, 14, 18), "another")
                .hint("a hint");
        for columns in [None, Some(40)] {
            let plain = Style { columns, ..PLAIN };
            let coloured = render(&sources, std::slice::from_ref(&message), Style { color: true, ..plain });
            let mut bare = String::new();
            for (at, part) in coloured.split("\x1b[").enumerate() {
                bare.push_str(if at == 0 { part } else { part.split_once('m').expect("a colour").1 });
            }
            assert_eq!(bare, render(&sources, std::slice::from_ref(&message), plain));
            assert!(coloured.matches('\x1b').count() < 60, "{coloured:?}");
        }
    }

    #[test]
    fn without_unicode_a_message_adds_only_ascii() {
        let (sources, id) = sources("p(X) :- q(X)\n");
        let message =
            Diagnostic::new(Code::Unused, "a title", Span::new(id, 8, 12), "a label").hint("a hint");
        let drawn = render(&sources, &[message], Style { unicode: false, ..PLAIN });
        assert!(drawn.is_ascii(), "{drawn}");
        assert!(drawn.contains("   | help: a hint\n---'\n"), "{drawn}");
    }

    #[test]
    fn unusual_places_are_drawn() {
        for (text, start, end, place) in [
            ("", 0, 0, "1:1"),
            ("p", 1, 1, "1:2"),
            ("p\n", 2, 2, "2:1"),
            ("p(X) :- q(X)\r\nr\r\n", 12, 14, "1:13"),
            ("p(X) :- q(X)\r\nr\r\n", 14, 15, "2:1"),
            ("\tp\t q", 3, 5, "1:4"),
            ("é → q", 6, 7, "1:4"),
            ("p\u{2028}q\u{1b}[31m", 4, 5, "1:3"),
        ] {
            let drawn = one(text, start, end);
            assert!(drawn.contains(&format!("test.blanche:{place} ]")), "{drawn}");
            assert!(drawn.contains("a label"), "{drawn}");
            assert!(!drawn.contains('\u{1b}'), "nothing that a terminal obeys comes through");
        }
    }

    #[test]
    fn a_very_long_line_is_cut_around_its_labels() {
        let text = format!("{}here{}", "x".repeat(50_000), "y".repeat(50_000));
        let drawn = one(&text, 50_000, 50_004);
        assert!(drawn.contains("test.blanche:1:50001"), "{drawn}");
        assert!(
            drawn.contains("xhereyy") && drawn.contains("│                                ──┬─\n"),
            "{drawn}"
        );
        assert!(drawn.chars().count() < 600, "{drawn}");
        let wide = one(&text, 100, 99_000);
        assert!(wide.chars().count() < 900, "{wide}");
    }

    #[test]
    fn many_messages_of_a_large_file_are_drawn_quickly() {
        let (sources, id) = sources(&"p(X) :- q(X)\n".repeat(10_000));
        let messages: Vec<Diagnostic> = (0..1_000)
            .map(|at| Diagnostic::new(Code::Unused, "t", Span::new(id, at * 13, at * 13 + 4), "l"))
            .collect();
        assert_eq!(render(&sources, &messages, PLAIN).matches("warning[B0605]").count(), 1_000);
    }

    #[test]
    fn only_a_few_of_many_labels_on_a_line_are_drawn() {
        let text = format!("r(X) :- p(X){}\n", ", zz(X)".repeat(1_000));
        let (sources, id) = sources(&text);
        let place = |at: usize| Span::new(id, 14 + at * 7, 16 + at * 7);
        let message = Diagnostic::new(
            Code::UnknownPredicate,
            "there is no `zz`",
            place(0),
            "neither declared nor derived",
        );
        let message = (1..1_000).fold(message, |message, at| message.and(place(at), "and here"));
        let drawn = render(&sources, &[message], PLAIN);
        assert!(drawn.lines().count() < 60 && drawn.contains("992 more places are not drawn"), "{drawn}");
    }

    #[test]
    fn messages_are_ordered_by_their_place() {
        let (sources, id) = sources("p q\n");
        let at = |start: usize, code| Diagnostic::new(code, "t", Span::new(id, start, start + 1), "");
        let found = [at(2, Code::Unused), at(0, Code::Unused), at(0, Code::Expected)];
        let numbers: Vec<_> = in_order(&found).iter().map(|message| message.code.number()).collect();
        assert_eq!(numbers, ["B0105", "B0605", "B0605"]);
        assert_eq!(summary(&found).as_deref(), Some("1 error, 2 warnings"));
        assert_eq!(summary(&[]), None);
        let json: Value = serde_json::from_str(&json(&sources, &found)).expect("this is JSON");
        assert_eq!(json[2]["column"], 3);
        assert_eq!(json[2]["end_column"], 4);
        assert_eq!(json[0]["severity"], "error");
        assert_eq!((&json[0]["word"], &json[2]["word"]), (&"p".into(), &"q".into()));
    }
}
