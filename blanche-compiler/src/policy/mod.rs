//! Reduces everything that was found to one message per mistake.
//!
//! Parser, name resolution and checks each report what they find. Messages that merely follow from another mistake, or
//! duplicate another message, are removed here. There are three exceptions: `checked::forgotten_uses`, which has to
//! check a program again, and `checked::misnamed_definitions` and `checked::wrong_sorts`, which merge several messages
//! into one. The steps remove diagnostics, and create new ones only about suppressions.
//!
//! For one program, before its checks run ([`of_names`]), because the checks need to know what is in doubt:
//! 1. `of_names` itself removes messages about unclear sorts in predicates whose recursion is rejected. After this:
//!    the cycle is the mistake.
//!
//! For one program, when all messages have been collected ([`of_program`]):
//! 2. `unclear_items` removes messages about the meaning of items with a mistake in their variables or negations. After
//!    this: messages about meaning concern what the author meant to write.
//! 3. `takeover` removes warnings about variables that an error reports too, and adds their advice to the error.
//!    After this: each variable has one message.
//! 4. `unparsed_lines` removes messages about the meaning of lines that could not be parsed. After this: such lines
//!    have only the parser's messages.
//! 5. `suppressions` removes what the author allows, and reports suppressions that are unused or wrong. After this:
//!    the diagnostics of the program.
//!
//! For several programs ([`of_programs`]):
//! 6. `shared_files` merges messages of several programs about a file that they share. A message that something is
//!    unused is kept only if all programs with this file report it. After this: there are no duplicates.
//! 7. `broken_use` removes messages that a file lacks rules if a broken `use` should have combined it with the base's
//!    other files. After this: the broken line is the mistake.
//! 8. `searched_folders` keeps the list of searched folders only in each program's first message about a missing file.
//!    After this: the messages of the programs are complete.
//!
//! For files that a base forgot to use:
//! 9. [`beside_forgotten`] removes messages that something is unused if a forgotten file uses it. After this: the
//!    forgotten file is the mistake.
//! 10. [`of_forgotten`] keeps only the messages about the text of the forgotten file itself, with its suppressions.

mod broken_use;
mod searched_folders;
mod shared_files;
mod suppressions;
mod takeover;
#[cfg(test)]
mod tests;
mod unclear_items;
mod unparsed_lines;

pub(crate) use self::searched_folders::NOWHERE;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::{FileId, Sources, Span};
use crate::syntax::ast::File;
use crate::syntax::index::Items;

/// What was found in one program, and the properties of the program that steps 6 to 8 need.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finding<'a> {
    /// The files of the program. The last one is its main file.
    pub(crate) files: &'a [FileId],
    pub(crate) is_base: bool,
    /// Whether a `use` line could not be parsed, or names a missing file.
    pub(crate) lacks_files: bool,
    /// The diagnostics left by [`of_program`].
    pub(crate) diagnostics: &'a [Diagnostic],
}

/// Step 1. `is_in_cycle` returns whether a position is in a clause of a predicate whose recursion is rejected. The
/// sorts in such a clause cannot be determined.
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
    let of_meaning = unclear_items::apply(&Items::new(files), &of_text, of_meaning);
    let of_meaning = takeover::apply(of_meaning);
    let of_meaning = unparsed_lines::apply(sources, &of_text, of_meaning);
    suppressions::apply(files, of_text.into_iter().chain(of_meaning).collect())
}

/// Steps 6 to 8: merges and reduces the messages of several programs. Only messages for which `concerns` is true are
/// kept.
pub(crate) fn of_programs(
    programs: &[Finding<'_>],
    concerns: impl Fn(&Diagnostic) -> bool,
) -> Vec<Diagnostic> {
    let found = shared_files::apply(programs, concerns);
    let found = broken_use::apply(programs, found);
    searched_folders::apply(programs, found)
}

/// Step 9. `is_asked` returns whether a forgotten file uses the name at which a message points.
pub(crate) fn beside_forgotten(
    mut found: Vec<Diagnostic>,
    is_asked: impl Fn(&Diagnostic) -> bool,
) -> Vec<Diagnostic> {
    found.retain(|message| message.code != Code::Unused || !is_asked(message));
    found
}

/// Step 10. Unused suppressions are not reported, because they may be meant for checks that did not run.
pub(crate) fn of_forgotten(files: &[&File], of_text: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut left = suppressions::apply(files, of_text);
    left.retain(|message| message.code != Code::UnusedAllow);
    left
}
