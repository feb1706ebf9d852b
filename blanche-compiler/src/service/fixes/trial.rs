//! Tests whether fixes do harm: applies them in memory and checks the programs again.
//!
//! A fix does harm if it
//! - changes nothing,
//! - deletes a comment beside the code that it changes, unless the fix is on demand,
//! - does not resolve its diagnostic, unless the parser gets further or parentheses are still unbalanced,
//! - turns a line into a second definition of a name that is already defined, which was not intended,
//! - is doubtful (see `doubts`): other errors show that its guess was wrong, or may have been,
//! - causes an error in a phase that was already passed. The phases are syntax, names and meaning, in this order.
//!   Errors of later phases are permitted in a line that can now be parsed, and in lines that share a word with it.
//!   They are not permitted in other lines. No new error is permitted if a line still cannot be parsed, or if the fix
//!   is only for a warning.

use std::ops::Range;

use blanche_sorted::{SortedMap, SortedSet};

use super::{doubts, edits, split_words, together};
use crate::checked::Edited;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Severity};
use crate::files::{FileId, Span};
use crate::paths::Programs;
use crate::service::start_positions;
use crate::spelling::word_and_number;
use crate::syntax;

/// Maximum number of trials. All fixes are tried together first, and then halves of the list of fixes.
const MAX_TRIALS: usize = 60;

/// Maximum total size, in bytes, of the rules that all trials check. Each trial checks the affected programs. At least
/// [`MIN_TRIALS`] trials are made, even if they exceed this size.
const MAX_CHECKED_BYTES: usize = 4 << 20;

/// Minimum number of trials, even for very large programs.
const MIN_TRIALS: usize = 6;

/// The diagnostics, without fixes that do harm, and without fixes that were not tried because a limit was reached.
pub fn offered(programs: &Programs, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    offered_of(programs, found, |_| true)
}

/// The diagnostics, as [`offered`] returns them, but only fixes of shown diagnostics are tried. The other diagnostics
/// keep their untried fixes.
pub fn offered_of(
    programs: &Programs,
    mut found: Vec<Diagnostic>,
    is_shown: impl Fn(&Diagnostic) -> bool,
) -> Vec<Diagnostic> {
    split_words::join(programs, &mut found);
    let mut trials = Trials::new(programs);
    let is_tried = |message: &Diagnostic| message.fix.is_some() && is_shown(message);
    let mut open: Vec<&Diagnostic> = found.iter().filter(|message| is_tried(message)).collect();
    let mut harmful = Vec::new();
    while !open.is_empty() {
        let group = next_group(&mut open);
        trials.part(&found, &group, &mut harmful);
    }
    let harmful: SortedSet<*const Diagnostic> = harmful.into_iter().map(std::ptr::from_ref).collect();
    let is_harmful: Vec<bool> = found.iter().map(|one| harmful.contains(&std::ptr::from_ref(one))).collect();
    for (message, _) in found.iter_mut().zip(is_harmful).filter(|(_, is_harmful)| *is_harmful) {
        message.fix = None;
    }
    found
}

/// Removes from `open` a group of diagnostics whose fixes can be applied together, and returns it.
fn next_group<'a>(open: &mut Vec<&'a Diagnostic>) -> Vec<&'a Diagnostic> {
    let group = together(open.iter().copied());
    // `group` is in the same order as `open`.
    let mut chosen = group.iter().peekable();
    open.retain(|message| chosen.next_if(|one| std::ptr::eq(**one, *message)).is_none());
    group
}

/// The diagnostics whose fixes can be applied together without harm. Diagnostics that come first are preferred. Empty
/// if no fix can be applied.
pub fn chosen<'a>(
    programs: &Programs,
    found: &[Diagnostic],
    candidates: impl IntoIterator<Item = &'a Diagnostic>,
) -> Vec<&'a Diagnostic> {
    let mut trials = Trials::new(programs);
    let mut open: Vec<&Diagnostic> = candidates.into_iter().collect();
    while !open.is_empty() {
        let group = next_group(&mut open);
        let first = trials.first(found, &group);
        if !first.is_empty() {
            return first;
        }
    }
    Vec::new()
}

/// The programs whose fixes are tried, and the number of trials that remain.
struct Trials<'p> {
    programs: &'p Programs,
    left: usize,
}

impl<'p> Trials<'p> {
    fn new(programs: &'p Programs) -> Trials<'p> {
        let sources = &programs.project.sources;
        let members = programs.members.iter().flat_map(|member| &member.files.files);
        let bytes: usize =
            members.map(|at| sources.file(programs.project.tree(*at).id).text().len()).sum::<usize>().max(1);
        Trials { programs, left: (MAX_CHECKED_BYTES / bytes).clamp(MIN_TRIALS, MAX_TRIALS) }
    }

    /// Adds to `harmful` the fixes of a group that do harm or can no longer be tried.
    fn part<'a>(
        &mut self,
        found: &[Diagnostic],
        group: &[&'a Diagnostic],
        harmful: &mut Vec<&'a Diagnostic>,
    ) {
        if group.is_empty() || self.are_harmless(found, group) {
            return;
        }
        if group.len() == 1 || self.left == 0 {
            return harmful.extend(group);
        }
        let (first, second) = group.split_at(group.len() / 2);
        self.part(found, first, harmful);
        self.part(found, second, harmful);
    }

    /// Searches a group for diagnostics whose fixes do no harm together, by halving the group. Prefers its first
    /// diagnostics.
    fn first<'a>(&mut self, found: &[Diagnostic], group: &[&'a Diagnostic]) -> Vec<&'a Diagnostic> {
        if group.is_empty() || self.are_harmless(found, group) {
            return group.to_vec();
        }
        if group.len() == 1 || self.left == 0 {
            return Vec::new();
        }
        let (first, second) = group.split_at(group.len() / 2);
        match self.first(found, first) {
            none if none.is_empty() => self.first(found, second),
            some => some,
        }
    }

    fn are_harmless(&mut self, found: &[Diagnostic], group: &[&Diagnostic]) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let Some(changes) = Changes::new(self.programs, group) else { return false };
        let changed = self.programs.with_texts(&changes.texts());
        let checked = changed.check();
        // If computing the start position took too long before, it would take too long again, so it is skipped.
        let after = match found.iter().any(|message| message.code == Code::LimitReached) {
            true => changed.diagnostics(&checked),
            false => start_positions::diagnostics(&changed, &checked),
        };
        let concerns = |message: &Diagnostic| {
            let at = self.programs.project.index(message.label.span.file);
            at.is_none_or(|at| changed.members.iter().any(|member| member.files.files.contains(&at)))
        };
        let known: Vec<&Diagnostic> = found.iter().filter(|message| concerns(message)).collect();
        changes.are_harmless(self.programs, &known, group, &after)
    }
}

/// The properties by which an error is recognised independently of its location in the file.
fn title(message: &Diagnostic) -> (Code, FileId, &str) {
    (message.code, message.label.span.file, message.title.as_str())
}

/// The phases of checking a program, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Phase {
    Text,
    Names,
    Meaning,
}

pub(super) fn phase(code: Code) -> Phase {
    match code {
        code if code < Code::UseMissing => Phase::Text,
        code if code < Code::NothingBinds => Phase::Names,
        _ => Phase::Meaning,
    }
}

/// The changes that a group of fixes makes.
struct Changes {
    /// The changed files, by their index among the trees.
    edited: SortedMap<usize, Edited>,
}

impl Changes {
    /// Applies the fixes of a group. `None` if any fix changes nothing or deletes a comment. Files other than rule
    /// files are ignored.
    fn new(programs: &Programs, group: &[&Diagnostic]) -> Option<Changes> {
        let sources = &programs.project.sources;
        let changes_nothing = |message: &&Diagnostic| {
            message.fix.iter().all(|fix| fix.edits.iter().all(|edit| sources.text(edit.span) == edit.text))
        };
        let loses_comments = |message: &&Diagnostic| {
            let loses = |edit: &Edit| {
                syntax::loses_comments(sources.file(edit.span.file).text(), edit, message.label.span)
            };
            message.fix.iter().any(|fix| !fix.on_demand && fix.edits.iter().any(loses))
        };
        if group.iter().any(changes_nothing) || group.iter().any(loses_comments) {
            return None;
        }
        let mut changes = Changes { edited: SortedMap::new() };
        for (id, file) in sources.iter() {
            let of_file = edits(group, id);
            let Some(at) = programs.project.index(id).filter(|_| !of_file.is_empty()) else { continue };
            changes.edited.insert(at, Edited::new(file.text(), &of_file));
        }
        Some(changes)
    }

    /// The new texts, by the index of their file among the trees.
    fn texts(&self) -> SortedMap<usize, &str> {
        self.edited.iter().map(|(at, edited)| (*at, edited.text.as_str())).collect()
    }

    /// The location in the old text that corresponds to a location in the new text.
    fn before(&self, span: Span) -> Span {
        self.edited.values().fold(span, |span, edited| edited.before(span))
    }

    fn are_harmless(
        &self,
        programs: &Programs,
        found: &[&Diagnostic],
        group: &[&Diagnostic],
        after: &[Diagnostic],
    ) -> bool {
        let placed: Vec<(&Diagnostic, Span)> =
            after.iter().map(|message| (message, self.before(message.label.span))).collect();
        let begins = |code: Code, place: Span| (code, place.file, place.start);
        let there: SortedSet<_> = placed.iter().map(|(one, place)| begins(one.code, *place)).collect();
        let stays = |message: &&Diagnostic| {
            let must_go = match phase(message.code) {
                Phase::Text => {
                    message.code == Code::Unclosed && !lacks_brackets(programs, message.label.span)
                }
                Phase::Names | Phase::Meaning => true,
            };
            must_go && there.contains(&begins(message.code, message.label.span))
        };
        let is_second = |(one, place): &(&Diagnostic, Span)| {
            one.code == Code::Redefined && group.iter().any(|message| is_of_item(programs, message, *place))
        };
        if group.iter().any(stays) || placed.iter().any(is_second) {
            return false;
        }
        if group.iter().any(|message| {
            doubts::is_doubtful_value(programs, message, after)
                || doubts::renames_declared(programs, message, found)
        }) {
            return false;
        }
        let of_text =
            |message: &&Diagnostic| message.severity == Severity::Error && phase(message.code) == Phase::Text;
        if after.iter().filter(of_text).count() > found.iter().copied().filter(of_text).count() {
            return false;
        }
        let known: SortedSet<_> = found.iter().map(|one| begins(one.code, one.label.span)).collect();
        // An equal number of equal errors may be the old errors at another location. If there are more, some are new.
        let mut more: SortedMap<(Code, FileId, &str), isize> = SortedMap::new();
        after.iter().for_each(|one| *more.entry(title(one)).or_default() += 1);
        found.iter().for_each(|one| *more.entry(title(one)).or_default() -= 1);
        let is_fresh = |(one, place): &&(&Diagnostic, Span)| {
            one.severity == Severity::Error
                && !known.contains(&begins(one.code, *place))
                && more[&title(one)] > 0
        };
        let fresh: Vec<&(&Diagnostic, Span)> = placed.iter().filter(is_fresh).collect();
        if group.iter().any(|message| doubts::is_wrong_guess(programs, message, &fresh)) {
            return false;
        }
        let unread: SortedSet<Span> =
            placed.iter().filter(|(one, _)| of_text(one)).map(|(_, place)| *place).collect();
        let may_uncover = |message: &&Diagnostic, one: &(&Diagnostic, Span)| {
            let brings_nothing = phase(one.0.code) != Phase::Text && is_unread(programs, message, &unread);
            !brings_nothing && self.may_uncover(programs, message, one)
        };
        fresh.iter().all(|one| group.iter().any(|message| may_uncover(message, one)))
    }

    /// Whether the fix of one error may uncover another error.
    fn may_uncover(
        &self,
        programs: &Programs,
        message: &Diagnostic,
        (error, place): &(&Diagnostic, Span),
    ) -> bool {
        let Some(fix) = message.fix.as_ref().filter(|_| message.severity == Severity::Error) else {
            return false;
        };
        // A file that is used only because of the fix was not checked before.
        let Some(file) = programs.project.sources.get(place.file) else { return false };
        let (text, start) = (file.text(), place.range().start);
        let edits = fix.edits.iter().map(|edit| edit.span).filter(|span| span.file == place.file);
        let is_in_item = edits.clone().any(|edit| item(text, edit).contains(&start));
        match (phase(message.code), phase(error.code)) {
            // An error that the fix uncovers must come after the next token, because the parser had already read that
            // token.
            (Phase::Text, Phase::Text) => {
                let end = edits.map(|edit| edit.range().end).max().unwrap_or_default();
                let next = text[end..].find(|c: char| !c.is_whitespace()).map_or(text.len(), |at| end + at);
                is_in_item && start > next
            }
            // A wrong number of arguments always counts as harm, because the fix should not lead to an arity that
            // occurs nowhere else.
            (Phase::Text, _) if error.code == Code::WrongArity => false,
            // A line that can now be parsed may cause errors in lines that share its names.
            (Phase::Text, _) => is_in_item || self.speaks_of(programs, fix, *place),
            (reached, of_error) => is_in_item && of_error > reached,
        }
    }

    /// Whether the line at `place` shares a word with an item that the fix changes.
    fn speaks_of(&self, programs: &Programs, fix: &Fix, place: Span) -> bool {
        let sources = &programs.project.sources;
        let line = sources.file(place.file).line(sources.position(place).line);
        let of_line: SortedSet<&str> = words(line).collect();
        fix.edits.iter().any(|edit| {
            let text = sources.file(edit.span.file).text();
            let item = item(text, edit.span);
            words(&text[item.start..item.end.min(text.len())]).any(|word| of_line.contains(word))
        })
    }
}

/// Whether the parser still reports syntax errors in items that a fix changes. `mistakes` are the locations of these
/// errors in the old text.
fn is_unread(programs: &Programs, message: &Diagnostic, mistakes: &SortedSet<Span>) -> bool {
    mistakes.iter().any(|place| is_of_item(programs, message, *place))
}

/// Whether a location is in an item that the fix of a syntax error changes.
fn is_of_item(programs: &Programs, message: &Diagnostic, place: Span) -> bool {
    let edits = message.fix.iter().filter(|_| phase(message.code) == Phase::Text).flat_map(|fix| &fix.edits);
    edits.map(|edit| edit.span).filter(|span| span.file == place.file).any(|span| {
        let file = programs.project.sources.get(span.file);
        file.is_some_and(|file| item(file.text(), span).contains(&place.range().start))
    })
}

/// The words of a text, without the numbers at the end of variables.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| word_and_number(word).0)
}

/// The byte range of the item around a location: an unindented line and the indented lines after it.
pub(super) fn item(text: &str, place: Span) -> Range<usize> {
    let begins = |at: &usize| !text[*at..].starts_with([' ', '\t', '\r', '\n']);
    let lines = || std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
    let start = lines().filter(begins).take_while(|at| *at <= place.range().start).last().unwrap_or(0);
    let end = lines().filter(begins).find(|at| *at > place.range().end).unwrap_or(text.len() + 1);
    start..end
}

/// Whether the item at a location still has more opening than closing parentheses. A fix adds only one parenthesis, so
/// another may still be missing.
fn lacks_brackets(programs: &Programs, place: Span) -> bool {
    let text = programs.project.sources.file(place.file).text();
    let range = item(text, place);
    let item = &text[range.start..range.end.min(text.len())];
    item.matches('(').count() > item.matches(')').count()
}
