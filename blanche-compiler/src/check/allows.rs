//! `%! allow B0605: reason`: takes away the messages that an author has seen and wants to keep, for the item
//! behind it. An allowance with a code that does not exist, or of an error, is a mistake (`B0118`); one that
//! silences nothing is a warning (`B0606`).

use std::collections::BTreeMap;

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::files::{FileId, Span};
use crate::names::spelling::nearest;
use crate::syntax::ast::{self, Allow};

/// Takes away what the files allow, and reports allowances that are no good. It runs once, over everything that
/// was found in these files.
pub fn apply(files: &[&ast::File], diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut allowances = Allowances::collect(files);
    let cannot_run = diagnostics.iter().any(|message| message.severity == Severity::Error);
    let mut left: Vec<Diagnostic> =
        diagnostics.into_iter().filter(|message| !allowances.silence(message)).collect();
    left.append(&mut allowances.mistakes);
    // Behind an error many checks say nothing, so an allowance may be needed again once it is mended.
    if !cannot_run {
        let unused = allowances.unused(&left);
        left.extend(unused);
    }
    left
}

struct Allowances<'a> {
    known: Vec<Known<'a>>,
    /// Where the items of each file begin that have allowances: their places in `known`, by the item's start.
    by_item: BTreeMap<(FileId, u32), Vec<usize>>,
    mistakes: Vec<Diagnostic>,
}

struct Known<'a> {
    allow: &'a Allow,
    code: Code,
    item: Span,
    used: bool,
}

impl<'a> Allowances<'a> {
    fn collect(files: &[&'a ast::File]) -> Allowances<'a> {
        let mut allowances = Allowances { known: Vec::new(), by_item: BTreeMap::new(), mistakes: Vec::new() };
        for item in files.iter().flat_map(|file| &file.items) {
            for allow in &item.allows {
                match code(allow) {
                    Ok(code) => {
                        let places = allowances.by_item.entry((item.span.file, item.span.start)).or_default();
                        places.push(allowances.known.len());
                        allowances.known.push(Known { allow, code, item: item.span, used: false });
                    }
                    Err(Some(mistake)) => allowances.mistakes.push(*mistake),
                    Err(None) => {}
                }
            }
        }
        allowances
    }

    /// Whether an allowance takes this message away.
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
            if inside && known.code == message.code {
                known.used = true;
                return true;
            }
        }
        false
    }

    /// The allowances that silenced nothing. What a sentence means is not asked where something else is said of it, so
    /// an allowance for that waits.
    fn unused(&self, left: &[Diagnostic]) -> Vec<Diagnostic> {
        let waits = |allowance: &Known| {
            let within = |place: Span| {
                place.file == allowance.item.file
                    && (allowance.item.start..=allowance.item.end).contains(&place.start)
            };
            allowance.code.is_of_meaning() && left.iter().any(|message| within(message.label.span))
        };
        let tolerated = |item: Span| self.known.iter().any(|a| a.code == Code::UnusedAllow && a.item == item);
        let unused = self
            .known
            .iter()
            .filter(|a| !a.used && a.code != Code::UnusedAllow && !tolerated(a.item) && !waits(a));
        unused
            .map(|a| {
                Diagnostic::new(
                    Code::UnusedAllow,
                    format!("nothing here gives {}", a.code),
                    a.allow.span,
                    "this silences nothing",
                )
                .and(a.item.before(), "it belongs to this")
                .hint("take the allowance away, or put it directly in front of what gives the message")
            })
            .collect()
    }
}

/// Whether an allowance is for this code.
pub(super) fn names(allow: &Allow, wanted: Code) -> bool {
    code(allow).is_ok_and(|code| code == wanted)
}

/// The code of an allowance. `Err(None)` where the parser has said that it is not well formed.
fn code(allow: &Allow) -> Result<Code, Option<Box<Diagnostic>>> {
    let written = &allow.code;
    if written.text.is_empty() || allow.reason.is_empty() {
        return Err(None);
    }
    let Some(code) = Code::from_number(&written.text) else {
        let message = Diagnostic::new(
            Code::BadAllow,
            format!("there is no code `{}`", written.text),
            written.span,
            "no message has this code",
        );
        let upper = written.text.to_uppercase();
        let codes =
            Code::ALL.iter().filter(|code| code.severity() != Severity::Error).map(|code| code.number());
        return Err(Some(Box::new(match nearest(&upper, codes) {
            Some(near) => message
                .hint(format!("did you mean `{near}`, {}?", Code::from_number(near).map_or("", Code::title)))
                .fix(format!("write `{near}`"), written.span, near),
            None => message.hint("write the code that the message shows in brackets, for instance `B0605`"),
        })));
    };
    if code.severity() == Severity::Error {
        return Err(Some(Box::new(
            Diagnostic::new(
                Code::BadAllow,
                format!("{code} is an error and cannot be allowed"),
                written.span,
                format!("this is about {}", code.title()),
            )
            .hint("an error means that the rules cannot run; mend what it shows and take the allowance away"),
        )));
    }
    Ok(code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Sources;

    fn codes(text: &str) -> Vec<Code> {
        let mut sources = Sources::default();
        let id = sources.add("test.blanche", text.as_bytes());
        let parsed = crate::syntax::parse(&sources, id);
        let files = [&parsed.file];
        let resolved = crate::names::resolve(&sources, &files, false, None);
        let mut found = parsed.diagnostics.clone();
        found.extend(super::super::check(&files, &resolved, parsed.diagnostics.is_empty()));
        apply(&files, found).iter().map(|message| message.code).collect()
    }

    #[test]
    fn an_allowance_silences_its_code_in_its_item_only() {
        let text =
            "fact in(a, g)\n%! allow B0503: for the test\np(X) :- in(X, Group)\nq(X) :- in(X, Group)\n";
        assert_eq!(codes(text), [Code::Singleton]);
    }

    #[test]
    fn an_allowance_that_silences_nothing_is_reported() {
        assert_eq!(codes("%! allow B0503: for the test\nfact in(a, g)\n"), [Code::UnusedAllow]);
    }

    #[test]
    fn behind_an_error_no_allowance_is_called_unused() {
        assert_eq!(
            codes("%! allow B0503: for the test\nfact in(a, g)\np(X) :- on(X)\n"),
            [Code::UnknownPredicate]
        );
    }

    #[test]
    fn errors_and_unknown_codes_cannot_be_allowed() {
        assert_eq!(codes("%! allow B0301: for the test\nfact in(a, g)\n"), [Code::BadAllow]);
        assert_eq!(codes("%! allow B9999: for the test\nfact in(a, g)\n"), [Code::BadAllow]);
    }
}
