//! Renders many diagnostics with the same code: the first few are drawn, and the others are listed, one line each.

use blanche_sorted::{Arrange, SortedMap};

use super::{Style, headed, in_order, plain, render, width};
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Sources;

/// Maximum number of diagnostics per code that are drawn.
const MAX_DRAWN: usize = 3;

/// Maximum number of further diagnostics per code that are listed.
const MAX_LISTED: usize = 8;

/// Renders diagnostics for a terminal, as [`render`] does. If many diagnostics have the same code, the first few are
/// drawn. The others are counted, and listed with their locations.
pub fn render_folded(sources: &Sources, diagnostics: &[Diagnostic], style: Style) -> String {
    let mut of_code: SortedMap<Code, Vec<&Diagnostic>> = SortedMap::new();
    let mut drawn: Vec<Diagnostic> = Vec::new();
    for message in in_order(diagnostics) {
        let known = of_code.entry(message.code).or_default();
        known.push(message);
        if known.len() <= MAX_DRAWN {
            drawn.push(message.clone());
        }
    }
    let mut text = render(sources, &drawn, style);
    for all in of_code.values() {
        // Drawing a single remaining diagnostic takes no more space than a list with one entry.
        match all.get(MAX_DRAWN..) {
            Some([one]) => {
                text.push('\n');
                text.push_str(&render(sources, &[(*one).clone()], style));
            }
            Some(more @ [first, ..]) => {
                text.push('\n');
                text.push_str(&folded(sources, first, more, style));
            }
            _ => {}
        }
    }
    text
}

/// A heading such as "warning[B0503]: 5 more like these", and a line for each diagnostic.
fn folded(sources: &Sources, first: &Diagnostic, more: &[&Diagnostic], style: Style) -> String {
    let mut text = headed(first.severity, first.code, &format!("{} more like these", more.len()), style);
    for message in more.iter().take(MAX_LISTED) {
        let (span, place) = (message.label.span, sources.position(message.label.span));
        let name = plain(sources.file(span.file).name());
        let line = format!("   {name}:{}:{}: {}", place.line, place.column, plain(&message.title));
        text.push_str(&style.columns.map_or_else(|| line.clone(), |columns| width::fitted(&line, columns)));
        text.push('\n');
    }
    if more.len() > MAX_LISTED {
        text.push_str(&format!("   and {} others\n", more.len() - MAX_LISTED));
    }
    text
}

/// The summary line: the number of diagnostics, their codes and, if `can_be_repaired`, how many of them `blanche fix`
/// can fix.
pub fn last_line(diagnostics: &[Diagnostic], can_be_repaired: bool) -> Option<String> {
    let summary = super::summary(diagnostics)?;
    let mut codes: Vec<Code> = Vec::new();
    for message in in_order_of_weight(diagnostics) {
        if !codes.contains(&message.code) {
            codes.push(message.code);
        }
    }
    let codes: Vec<String> = codes.iter().map(Code::to_string).collect();
    let fixable = diagnostics.iter().filter(|message| message.has_plain_fix()).count();
    let repairs = match (fixable, diagnostics.len()) {
        _ if !can_be_repaired => String::new(),
        (0, _) => String::new(),
        (1, 1) => "; `blanche fix` can repair it".to_owned(),
        (some, all) if some == all => "; `blanche fix` can repair all of them".to_owned(),
        (some, _) => format!("; `blanche fix` can repair {some} of them"),
    };
    Some(format!("{summary} (`blanche explain {}` tells more){repairs}", codes.join(" ")))
}

/// The diagnostics, with errors first. Diagnostics that are errors are in source order, and so are all other
/// diagnostics.
fn in_order_of_weight(diagnostics: &[Diagnostic]) -> Vec<&Diagnostic> {
    let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
    sorted.arrange_by_key(|message| (std::cmp::Reverse(message.severity), message.label.span));
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{FileId, Span};

    fn sources(lines: usize) -> (Sources, FileId) {
        let mut sources = Sources::default();
        let id = sources.add("test.blanche", "p(X) :- q(X)\n".repeat(lines).as_bytes());
        (sources, id)
    }

    fn messages(id: FileId, count: usize, code: Code) -> Vec<Diagnostic> {
        (0..count)
            .map(|at| {
                Diagnostic::new(code, format!("title {at}"), Span::new(id, at * 13, at * 13 + 1), "label")
            })
            .collect()
    }

    #[test]
    fn only_the_first_messages_of_a_code_are_drawn_in_full() {
        let (sources, id) = sources(30);
        let mut found = messages(id, 20, Code::Unused);
        found.extend(messages(id, 4, Code::Expected));
        let text = render_folded(&sources, &found, Style::PLAIN);
        assert_eq!(text.matches("╭─[").count(), MAX_DRAWN + 4, "one more is drawn as well");
        assert!(
            text.contains("\nwarning[B0605]: 17 more like these\n   test.blanche:4:1: title 3\n"),
            "{text}"
        );
        assert!(text.ends_with("   test.blanche:11:1: title 10\n   and 9 others\n"), "{text}");
        assert_eq!(
            render_folded(&sources, &found[..2], Style::PLAIN),
            render(&sources, &found[..2], Style::PLAIN)
        );
    }

    #[test]
    fn the_last_line_lists_all_codes_and_fixable_messages() {
        let (_, id) = sources(30);
        assert_eq!(last_line(&[], true), None);
        let mut found = messages(id, 2, Code::Unused);
        let line = |found: &[Diagnostic]| last_line(found, true).unwrap_or_default();
        assert_eq!(line(&found), "2 warnings (`blanche explain B0605` tells more)");
        found.extend(messages(id, 1, Code::Expected));
        found[0] = found[0].clone().fix("write `p`", Span::new(id, 0, 1), "p");
        found[1] = found[1].clone().removable();
        assert_eq!(
            line(&found),
            "1 error, 2 warnings (`blanche explain B0105 B0605` tells more); `blanche fix` can repair 1 of them"
        );
        assert!(line(&found[..1]).ends_with("; `blanche fix` can repair it"));
    }
}
