//! One mistake, one message: what is left of everything that was found.
//!
//! Parser, names and checks each say what they find. What only follows from another mistake, or is said twice, is taken
//! away here, and nowhere else but in `checked::forgotten`, which has to check a program again, and in
//! `checked::misnamed` and `checked::missorted`, which make one message of several. The steps read diagnostics and make none but those about suppressions.
//!
//! Of one program, before its checks run ([`of_names`]), because these ask what is in doubt:
//! 1. `of_names` itself: no sort is called unclear in a predicate whose recursion is refused. After this: the cycle is the
//!    mistake.
//!
//! Of one program, when everything was found ([`of_program`]):
//! 2. `doubtful`: nothing is said of the meaning of an item whose variables or negations are a mistake. After this: a
//!    message of meaning is about what the author meant to write.
//! 3. `takeover`: where a warning speaks of a variable of which an error speaks too, the warning goes, and the error takes
//!    its advice. After this: a variable has one message.
//! 4. `unread`: nothing is said of the meaning of a line that could not be read. After this: such a line has the parser's
//!    messages only.
//! 5. `suppressions`: what an author allows is taken away, and suppressions that are no good are reported. After this:
//!    the diagnostics of the program.
//!
//! Of several programs ([`of_programs`]):
//! 6. `shared`: what several of them say of a file that they share is said once; that nobody uses something, only where
//!    all of them say so. After this: no message stands there twice.
//! 7. `parted`: a file that a broken `use` was to name is not blamed for what the base's other files would have. After
//!    this: the broken line is the mistake.
//! 8. `places`: where missing files were looked for is said in the first message of a program. After this: the messages
//!    of the programs.
//!
//! Beside files that a base forgot to use:
//! 9. [`beside_forgotten`]: what a forgotten file names is not called unused. After this: the forgotten file is the
//!    mistake.
//! 10. [`of_forgotten`]: of the forgotten file itself only its text counts, with its suppressions.

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

/// What was found in one program, with what steps 6 to 8 ask of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finding<'a> {
    /// Its files; the last one stands for the program.
    pub(crate) files: &'a [FileId],
    pub(crate) is_base: bool,
    /// Whether a line that names a file could not be read, or names one that is not there.
    pub(crate) lacks_files: bool,
    /// What [`of_program`] has left.
    pub(crate) diagnostics: &'a [Diagnostic],
}

/// Step 1. `is_in_cycle` says of a place whether it lies in a clause of a predicate whose recursion is refused: what that is
/// about nobody can say.
pub(crate) fn of_names(found: &[Diagnostic], is_in_cycle: impl Fn(Span) -> bool) -> Vec<Diagnostic> {
    let follows = |message: &Diagnostic| message.code == Code::SortUnclear && is_in_cycle(message.label.span);
    found.iter().filter(|message| !follows(message)).cloned().collect()
}

/// Steps 2 to 5: what is left of what was said of the text of some files, which make one program, and of its names and
/// meaning.
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

/// Steps 6 to 8: what is left of what was found in some programs, of the messages that concern somebody.
pub(crate) fn of_programs(
    programs: &[Finding<'_>],
    concerns: impl Fn(&Diagnostic) -> bool,
) -> Vec<Diagnostic> {
    let found = shared::apply(programs, concerns);
    let found = parted::apply(programs, found);
    places::apply(programs, found)
}

/// Step 9. `is_asked` says of a message whether a forgotten file has the name that it points at.
pub(crate) fn beside_forgotten(
    mut found: Vec<Diagnostic>,
    is_asked: impl Fn(&Diagnostic) -> bool,
) -> Vec<Diagnostic> {
    found.retain(|message| message.code != Code::Unused || !is_asked(message));
    found
}

/// Step 10. What else the suppressions of a forgotten file are for was not looked at, so none is called unused.
pub(crate) fn of_forgotten(files: &[&File], of_text: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut left = suppressions::apply(files, of_text);
    left.retain(|message| message.code != Code::UnusedAllow);
    left
}
