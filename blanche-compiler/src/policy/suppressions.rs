//! Suppressions, such as `%! allow B0605: reason`, remove messages that an author has seen and accepts. A suppression
//! applies to the item that follows it. A suppression of an error or of a code that does not exist is an error
//! (`B0118`). A suppression that suppresses nothing is a warning (`B0606`).

use blanche_sorted::{SortedMap, SortedSet};

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::files::{FileId, Span};
use crate::spelling::nearest;
use crate::syntax::ast::{self, Allow, TriviaLine};

/// Removes the messages that suppressions in the files allow, and reports wrong and unused suppressions. This runs
/// once, over all messages about these files.
pub(super) fn apply(files: &[&ast::File], diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut suppressions = Suppressions::collect(files);
    let cannot_run = diagnostics.iter().any(|message| message.severity == Severity::Error);
    let mut left: Vec<Diagnostic> =
        diagnostics.into_iter().filter(|message| !suppressions.silence(message)).collect();
    left.iter_mut().for_each(|message| suppressions.point_out_comments(message));
    left.append(&mut suppressions.mistakes);
    // If there is an error, many checks do not run, so a suppression that is unused now may be needed once the error is
    // corrected.
    if !cannot_run {
        let unused = suppressions.unused(&left);
        left.extend(unused);
    }
    left
}

struct Suppressions<'a> {
    known: Vec<Suppression<'a>>,
    /// The indices, in `known`, of the suppressions for each item. The key is the file and the start of the item.
    by_item: SortedMap<(FileId, u32), Vec<usize>>,
    /// Items that follow a comment which says `allow` and a code, but lacks the mark `%!` of a suppression.
    commented: SortedMap<(FileId, u32), (Span, Vec<Code>)>,
    mistakes: Vec<Diagnostic>,
}

struct Suppression<'a> {
    allow: &'a Allow,
    /// The code to suppress. `None` if the code cannot be parsed. The suppression then matches every code, so that one
    /// mistake causes only one message.
    code: Option<Code>,
    item: Span,
    /// Whether the suppression has suppressed a message, or has been reported as wrong.
    used: bool,
}

impl<'a> Suppressions<'a> {
    fn collect(files: &[&'a ast::File]) -> Suppressions<'a> {
        let mut suppressions = Suppressions {
            known: Vec::new(),
            by_item: SortedMap::new(),
            commented: SortedMap::new(),
            mistakes: Vec::new(),
        };
        for item in files.iter().flat_map(|file| &file.items) {
            let commented = item.trivia.before.iter().filter_map(unmarked);
            let commented: Vec<Code> = commented.collect();
            if !commented.is_empty() {
                let place = (item.span.file, item.span.start);
                suppressions.commented.insert(place, (item.span, commented));
            }
            for allow in &item.allows {
                let (code, mistake) = read(allow);
                let used = allow.reason.is_empty() || mistake.is_some();
                suppressions.mistakes.extend(mistake);
                let places = suppressions.by_item.entry((item.span.file, item.span.start)).or_default();
                places.push(suppressions.known.len());
                suppressions.known.push(Suppression { allow, code, item: item.span, used });
            }
        }
        suppressions
    }

    /// Whether a suppression removes this message. If so, the suppression is marked as used.
    fn silence(&mut self, message: &Diagnostic) -> bool {
        if message.severity == Severity::Error {
            return false;
        }
        let place = message.label.span;
        let Some((_, known)) = self.by_item.range(..=(place.file, place.start)).next_back() else {
            return false;
        };
        for at in known {
            let known = &mut self.known[*at];
            let inside = known.item.file == place.file && place.start <= known.item.end;
            if inside && known.code.is_none_or(|code| code == message.code) {
                known.used = true;
                return true;
            }
        }
        false
    }

    /// If a comment before an item was probably meant as a suppression of a message, adds a hint to the message. The
    /// fix of the message is removed, because the author did not want it.
    fn point_out_comments(&self, message: &mut Diagnostic) {
        let place = message.label.span;
        let item = self.commented.range(..=(place.file, place.start)).next_back();
        let speaks_of_it =
            item.is_some_and(|(_, (item, codes))| begins_in(place, *item) && codes.contains(&message.code));
        if message.severity != Severity::Error && speaks_of_it {
            let hint =
                format!("the comment before this silences nothing: write `%! allow {}:`", message.code);
            message.hints.insert(0, hint);
            message.fix = None;
        }
    }

    /// The unused suppressions. While there are other messages about a body, its meaning is not checked, so
    /// suppressions of messages about the meaning are not reported then.
    fn unused(&self, left: &[Diagnostic]) -> Vec<Diagnostic> {
        let places: SortedSet<(FileId, u32)> =
            left.iter().map(|message| (message.label.span.file, message.label.span.start)).collect();
        let waits = |suppression: &Suppression| {
            let item = suppression.item;
            suppression.code.is_some_and(Code::is_of_body)
                && places.range((item.file, item.start)..=(item.file, item.end)).next().is_some()
        };
        let speaks_of_others = |a: &&Suppression| a.code == Some(Code::UnusedAllow);
        let tolerated: SortedSet<Span> =
            self.known.iter().filter(speaks_of_others).map(|known| known.item).collect();
        let unused = self
            .known
            .iter()
            .filter(|a| !a.used && !speaks_of_others(a) && !tolerated.contains(&a.item) && !waits(a));
        unused
            .map(|a| {
                Diagnostic::new(
                    Code::UnusedAllow,
                    format!("nothing here causes {}", a.allow.code.text.to_uppercase()),
                    a.allow.span,
                    "this silences nothing",
                )
                .and(a.item.before(), "it belongs to this")
                .hint("remove the suppression, or move it directly before the item with the message")
            })
            .collect()
    }
}

/// Whether a span begins inside an item, or directly at its end.
fn begins_in(place: Span, item: Span) -> bool {
    place.file == item.file && (item.start..=item.end).contains(&place.start)
}

/// Whether a suppression is for this code.
pub(super) fn names(allow: &Allow, wanted: Code) -> bool {
    Code::from_number(&allow.code.text) == Some(wanted)
}

/// The code of a suppression, if it can be parsed, and the diagnostic about a wrong code. There is no diagnostic if the
/// parser has already reported the suppression as malformed.
fn read(allow: &Allow) -> (Option<Code>, Option<Diagnostic>) {
    let code = Code::from_number(&allow.code.text);
    if allow.reason.is_empty() {
        return (code, None);
    }
    let mistake = match code {
        None => Some(unknown(&allow.code)),
        Some(code) if code.severity() == Severity::Error => Some(refused(code, allow.code.span)),
        Some(_) => None,
    };
    (code, mistake)
}

/// The code in a comment that looks like a suppression but lacks the mark `%!`.
fn unmarked(line: &TriviaLine) -> Option<Code> {
    let TriviaLine::Comment(comment) = line else { return None };
    let words = comment.trim_start_matches('%').trim_start().strip_prefix("allow ")?;
    Code::from_number(words.split(':').next()?.trim())
}

/// The diagnostic for a code that does not exist.
fn unknown(written: &ast::Name) -> Diagnostic {
    let message = Diagnostic::new(
        Code::BadAllow,
        format!("there is no code `{}`", written.text),
        written.span,
        "no message has this code",
    );
    let upper = written.text.to_uppercase();
    let codes = Code::ALL.iter().filter(|code| code.severity() != Severity::Error).map(|code| code.number());
    match nearest(&upper, codes) {
        Some(near) => message
            .hint(format!("did you mean `{near}`, {}?", Code::from_number(near).map_or("", Code::title)))
            .fix(format!("write `{near}`"), written.span, near),
        None => message.hint("write the code that the message shows in brackets, for instance `B0605`"),
    }
}

/// The diagnostic for a code that cannot be suppressed.
fn refused(code: Code, place: Span) -> Diagnostic {
    Diagnostic::new(
        Code::BadAllow,
        format!("{code} is an error and cannot be allowed"),
        place,
        format!("this is about {}", code.title()),
    )
    .hint("an error means that the rules cannot run; fix it and remove the suppression")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Sources;

    fn codes(text: &str) -> Vec<Code> {
        found(text).iter().map(|message| message.code).collect()
    }

    fn found(text: &str) -> Vec<Diagnostic> {
        let mut sources = Sources::default();
        let id = sources.add("test.blanche", text.as_bytes());
        let parsed = crate::syntax::parse(&sources, id);
        let files = [&parsed.file];
        let resolved = crate::names::resolve(&sources, &files, Default::default(), false, None);
        let mut found = parsed.diagnostics.clone();
        found.extend(crate::check::check(&sources, &files, &resolved, &parsed.diagnostics));
        apply(&files, found)
    }

    #[test]
    fn a_suppression_silences_its_code_in_its_item_only() {
        let text =
            "fact in(a, g)\n%! allow B0503: for the test\np(X) :- in(X, Group)\nq(X) :- in(X, Group)\n";
        assert_eq!(codes(text), [Code::Singleton]);
    }

    #[test]
    fn an_unreadable_suppression_still_silences_its_item() {
        for allow in ["%! allow B0503", "%! allow: why", "%! alow B0503: why", "%! allow B503: why"] {
            let text = format!("fact in(a, g)\n{allow}\np(X) :- in(X, Group)\n");
            assert_eq!(codes(&text), [Code::BadAllow], "{allow}");
        }
        let other = "fact in(a, g)\n%! allow B0605\np(X) :- in(X, Group)\n";
        assert_eq!(codes(other), [Code::BadAllow, Code::Singleton]);
    }

    #[test]
    fn a_comment_that_resembles_a_suppression_is_pointed_out() {
        let found = |comment: &str| {
            found(&format!("fact in(a, g)\n{comment}\np(X) :- in(X, Group)\n")).swap_remove(0)
        };
        for comment in ["% allow B0503: why", "%% allow b0503"] {
            let message = found(comment);
            assert_eq!(message.code, Code::Singleton);
            assert!(message.hints[0].contains("`%! allow B0503:`") && message.fix.is_none(), "{comment}");
        }
        for comment in ["% allow B0605: why", "% allow me", "% %! allow B0503: why"] {
            assert!(found(comment).fix.is_some(), "{comment}");
        }
    }

    #[test]
    fn a_suppression_that_silences_nothing_is_reported() {
        assert_eq!(codes("%! allow B0503: for the test\nfact in(a, g)\n"), [Code::UnusedAllow]);
    }

    #[test]
    fn a_program_with_errors_has_no_unused_suppressions() {
        assert_eq!(
            codes("%! allow B0503: for the test\nfact in(a, g)\np(X) :- on(X)\n"),
            [Code::UnknownPredicate]
        );
    }

    #[test]
    fn errors_and_unknown_codes_cannot_be_suppressed() {
        assert_eq!(codes("%! allow B0301: for the test\nfact in(a, g)\n"), [Code::BadAllow]);
        assert_eq!(codes("%! allow B9999: for the test\nfact in(a, g)\n"), [Code::BadAllow]);
    }
}
