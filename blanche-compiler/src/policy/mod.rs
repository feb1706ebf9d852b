//! Reduces everything that was found to one message per mistake.
//!
//! Parser, name resolution and checks each report what they find. Messages that merely follow from another mistake,
//! or duplicate one, are removed here, and otherwise only in `checked::forgotten`, which must check a program
//! again, and in `checked::misnamed` and `checked::missorted`, which merge several messages into one. The steps
//! read diagnostics, and create none except about suppressions.
//!
//! For one program, before its checks run ([`of_names`]), because the checks need to know what is in doubt:
//! 1. `of_names` itself removes messages about unclear sorts in predicates whose recursion is rejected. After this:
//!    the cycle is the mistake.
//!
//! For one program, when everything was found ([`of_program`]):
//! 2. `doubtful` removes messages about the meaning of items with a mistake in their variables or negations. After
//!    this: messages about meaning concern what the author meant to write.
//! 3. `takeover` removes warnings about variables that an error reports too, and adds their advice to the error.
//!    After this: each variable has one message.
//! 4. `unread` removes messages about the meaning of lines that could not be parsed. After this: such lines have
//!    only the parser's messages.
//! 5. `suppressions` removes what the author allows, and reports suppressions that are unused or wrong. After this:
//!    the diagnostics of the program.
//!
//! For several programs ([`of_programs`]):
//! 6. `shared` merges messages of several programs about a shared file; that something is unused is kept only if
//!    all of them report it. After this: there are no duplicates.
//! 7. `parted` removes messages that a file lacks rules if a broken `use` should have combined it with the base's
//!    other files. After this: the broken line is the mistake.
//! 8. `places` keeps the list of searched folders only in the first message about a missing file of each program.
//!    After this: the messages of the programs.
//!
//! For files that a base forgot to use:
//! 9. [`beside_forgotten`] removes messages that something is unused if a forgotten file uses it. After this: the
//!    forgotten file is the mistake.
//! 10. [`of_forgotten`] keeps only the messages about the text of the forgotten file itself, with its suppressions.

mod doubtful;
mod parted;
mod places;
mod shared;
mod suppressions;
mod takeover;
#[cfg(test)]
mod tests;
mod unread;

pub(crate) use self::places::NOWHERE;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::{FileId, Sources, Span};
use crate::syntax::ast::File;
use crate::syntax::index::Items;

/// What was found in one program, and the properties of the program that steps 6 to 8 need.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finding<'a> {
    /// The files of the program; the last one is its main file.
    pub(crate) files: &'a [FileId],
    pub(crate) is_base: bool,
    /// Whether a `use` line could not be parsed, or names a missing file.
    pub(crate) lacks_files: bool,
    /// The diagnostics left by [`of_program`].
    pub(crate) diagnostics: &'a [Diagnostic],
}

/// Step 1. `is_in_cycle` returns whether a position is in a clause of a predicate whose recursion is rejected; the
/// sorts there cannot be determined.
pub(crate) fn of_names(found: &[Diagnostic], is_in_cycle: impl Fn(Span) -> bool) -> Vec<Diagnostic> {
    let follows = |message: &Diagnostic| message.code == Code::SortUnclear && is_in_cycle(message.label.span);
    found.iter().filter(|message| !follows(message)).cloned().collect()
}

/// Steps 2 to 5: reduces the messages about the text, names and meaning of the files of one program.
pub(crate) fn of_program(
    sources: &Sources,
    files: &[&File],
    of_text: Vec<Diagnostic>,
    of_meaning: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let of_meaning = doubtful::apply(&Items::new(files), &of_text, of_meaning);
    let of_meaning = takeover::apply(of_meaning);
    let of_meaning = unread::apply(sources, &of_text, of_meaning);
    suppressions::apply(files, of_text.into_iter().chain(of_meaning).collect())
}

/// Steps 6 to 8: merges and reduces the messages of several programs for which `concerns` is true.
pub(crate) fn of_programs(
    programs: &[Finding<'_>],
    concerns: impl Fn(&Diagnostic) -> bool,
) -> Vec<Diagnostic> {
    let found = shared::apply(programs, concerns);
    let found = parted::apply(programs, found);
    places::apply(programs, found)
}

/// Step 9. `is_asked` returns whether a forgotten file uses the name that a message points at.
pub(crate) fn beside_forgotten(
    mut found: Vec<Diagnostic>,
    is_asked: impl Fn(&Diagnostic) -> bool,
) -> Vec<Diagnostic> {
    found.retain(|message| message.code != Code::Unused || !is_asked(message));
    found
}

/// Step 10. No suppression is reported as unused, because the checks that it may be for did not run.
pub(crate) fn of_forgotten(files: &[&File], of_text: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut left = suppressions::apply(files, of_text);
    left.retain(|message| message.code != Code::UnusedAllow);
    left
}
