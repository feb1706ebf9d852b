//! Keeps track of what a program lost because of mistakes, and of what is therefore not reported, so that each mistake
//! causes only one message.
//!
//! An unknown name, a missing clause or a missing rule proves nothing if it may have been lost with an unreadable item.
//! So code that fails to process an item calls a function that records this event. Code that is about to report
//! something as missing first calls a function that answers whether it may be reported (a question).
//!
//! | the mistake, which is reported | the event | what is no longer reported | the question |
//! |---|---|---|---|
//! | a file is missing | [`ErrorRecovery::new`] | anything that an unreadable item may contain, except names in its text: the next four rows | |
//! | an item cannot be parsed | [`ErrorRecovery::unreadable_item`] | names that occur in it | [`ErrorRecovery::is_mentioned_unparsed`] |
//! | … and is neither a clause nor prose | | unknown sorts, missing players, unknown rules in `asks`, conflicting sorts of player variables | [`ErrorRecovery::may_report_unknown_sort`], [`ErrorRecovery::may_report_no_players`], [`ErrorRecovery::knows_all_items`] |
//! | … and may define anything | | unknown predicates and actions | [`ErrorRecovery::may_report_unknown`] |
//! | … and may name a file | | open predicates without a clause; ownership of predicates | [`ErrorRecovery::may_lack_files`] |
//! | … and may declare a sort | | what values of facts lack and only declared sorts have: an order, sums, more values | [`ErrorRecovery::may_lack_sorts`] |
//! | … and begins with a predicate's name, or with arguments only | [`ErrorRecovery::heads_are_known`] | missing clauses of these predicates | [`ErrorRecovery::lacks_clauses`] |
//! | a predicate, an action or facts cannot be declared | [`ErrorRecovery::declaration_failed`] | its uses, with any number of arguments; and the same as for an unreadable item that is no clause | [`ErrorRecovery::may_report_unknown`], [`ErrorRecovery::is_dropped`] |
//! | a board cannot be parsed | the same, for all names that boards define | uses of these names | the same |
//! | files define a predicate that they do not own | [`ErrorRecovery::definitions_rejected`], [`ErrorRecovery::clauses_rejected`] | its uses in these files | [`ErrorRecovery::is_dropped`], [`ErrorRecovery::is_rejected`] |
//! | a rule, an export or a score is omitted | [`ErrorRecovery::rule_omitted`] | the same as for an unreadable item that is no clause | [`ErrorRecovery::knows_all_items`] |
//! | a clause is omitted | [`ErrorRecovery::clause_omitted`] | missing sorts, modes and solutions of its predicate | [`ErrorRecovery::lacks_clauses`] |
//! | an open predicate has no clause yet | [`ErrorRecovery::clause_missing`] | missing sorts, modes and solutions of this predicate | [`ErrorRecovery::lacks_clauses`] |
//! | a player is misspelt | [`ErrorRecovery::player_misspelt`] | unknown players | [`ErrorRecovery::knows_players`] |
//! | a sort is part of an unknown one | [`ErrorRecovery::whole_unknown`] | players among its constants | [`ErrorRecovery::lacks_whole`] |
//! | a mistake that can occur many times in a file | [`Declared::is_reported`](super::Declared::is_reported) | the same mistake again: its spans are added to the first message | |
//!
//! A new form of declaration calls [`ErrorRecovery::declaration_failed`] wherever it reports a mistake and adds no
//! predicate, unless the name is already declared, and therefore known.

use std::ops::Bound;

use blanche_sorted::{SortedMap, SortedSet};

use crate::files::FileId;
use crate::names::unparsed_items;
use crate::names::unparsed_mentions::Mentions;
use crate::program::{PredicateId, PredicateKind, Program, SortId};

/// A mistake that is reported once per file, with all its spans.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ReportedOnce {
    /// There is no predicate with this name and arity.
    Unknown(FileId, String, usize),
    /// A rule plays a value of a sort that is not playable.
    Unplayable(FileId, SortId),
    /// Facts are stated for a derived predicate.
    Mixed(PredicateId),
}

/// The record of what was lost and reported. `'a` is the lifetime of the texts.
#[derive(Debug, Default)]
pub(crate) struct ErrorRecovery<'a> {
    /// Whether a rule, a whole item or a file was lost.
    incomplete: bool,
    /// Whether a file is missing, or a line that could not be parsed may have named a file or defined something.
    lacks_definitions: bool,
    /// Whether a file is missing, or a line that could not be parsed probably named a file.
    lacks_files: bool,
    /// Whether a file is missing, or a line that could not be parsed probably declared a sort.
    lacks_sorts: bool,
    /// Number of messages that were dropped because a sort may be missing.
    dropped_messages: usize,
    /// The texts of items that could not be parsed. A name in one of them may have been meant as a definition.
    unparsed: Vec<&'a str>,
    /// The arities of definitions in these texts that have no name.
    nameless: SortedSet<usize>,
    /// Searches for names in these texts.
    mentions: Mentions,
    /// Names whose declarations failed.
    names: SortedSet<String>,
    /// Predicates that lost a clause.
    broken: SortedSet<PredicateId>,
    /// Pairs of a file and a predicate that the file defines although another file owns it.
    rejected: SortedSet<(FileId, PredicateId)>,
    /// Whether a player was misspelt.
    player: bool,
    /// Sorts declared as part of an unknown sort.
    lacking_whole: SortedSet<SortId>,
    /// The index of the diagnostic about each mistake that is reported only once.
    said: SortedMap<ReportedOnce, usize>,
}

/// Events: each function records something that was lost or reported.
impl<'a> ErrorRecovery<'a> {
    /// Creates an empty record. If `file_is_missing` is `true`, the record says that a file of the program is missing.
    pub(crate) fn new(file_is_missing: bool) -> ErrorRecovery<'a> {
        ErrorRecovery {
            incomplete: file_is_missing,
            lacks_definitions: file_is_missing,
            lacks_files: file_is_missing,
            lacks_sorts: file_is_missing,
            ..ErrorRecovery::default()
        }
    }

    /// Records the text of an item that could not be parsed.
    pub(crate) fn unreadable_item(&mut self, text: &'a str) {
        self.incomplete |= !unparsed_items::is_clause(text) && !unparsed_items::is_prose(text);
        self.lacks_definitions |= unparsed_items::may_define_anything(text);
        self.lacks_files |= unparsed_items::may_name_file(text);
        self.lacks_sorts |= unparsed_items::may_declare_sort(text);
        if !unparsed_items::defines_nothing(text) {
            self.nameless.extend(unparsed_items::nameless_arity(text));
            self.unparsed.push(text);
        }
    }

    /// Records that all predicates are known by name. An unreadable line that begins with the name of a predicate may
    /// have been a clause of that predicate. A line that begins with arguments only may have been a clause of any
    /// predicate with this arity. A missing file may contain clauses of open predicates.
    pub(crate) fn heads_are_known(
        &mut self,
        program: &Program,
        names: &SortedMap<String, SortedMap<usize, PredicateId>>,
    ) {
        for text in &self.unparsed {
            let named = begins_with(names, text.trim_start_matches('('));
            self.broken.extend(named.into_iter().flat_map(|arities| arities.values()));
        }
        for (predicate, id) in program.predicates.iter().zip((0..).map(PredicateId)) {
            let is_derived = matches!(predicate.kind, PredicateKind::Derived(_));
            if self.lacks_files && predicate.open || is_derived && self.nameless.contains(&predicate.arity())
            {
                self.broken.insert(id);
            }
        }
    }

    /// Records that the declaration of a predicate, an action or facts with this name was reported and added no
    /// predicate.
    pub(crate) fn declaration_failed(&mut self, name: &str) {
        self.incomplete = true;
        self.names.insert(name.to_owned());
    }

    /// Records that no file owns the predicate with this name, so that all of its definitions were dropped.
    pub(crate) fn definitions_rejected(&mut self, name: String) {
        self.names.insert(name);
    }

    /// Records that the clauses of a predicate in `file` were rejected, because another file or no file owns it.
    pub(crate) fn clauses_rejected(&mut self, file: FileId, id: PredicateId) {
        self.rejected.insert((file, id));
    }

    /// Records that a rule, an export or a score was reported and omitted.
    pub(crate) fn rule_omitted(&mut self) {
        self.incomplete = true;
    }

    /// Records that a clause of a predicate was reported and omitted.
    pub(crate) fn clause_omitted(&mut self, id: PredicateId) {
        self.broken.insert(id);
    }

    /// Records an open predicate without a clause. Nothing is concluded from its lack of answers.
    pub(crate) fn clause_missing(&mut self, id: PredicateId) {
        self.broken.insert(id);
    }

    /// Records that the declaration of the players contains a word that is no player.
    pub(crate) fn player_misspelt(&mut self) {
        self.player = true;
    }

    /// Records that a message about a sort of facts was dropped, because the sort may be declared in text that could
    /// not be parsed.
    pub(crate) fn message_dropped(&mut self) {
        self.dropped_messages += 1;
    }

    /// Records a sort declared as part of an unknown sort.
    pub(crate) fn whole_unknown(&mut self, id: SortId) {
        self.lacking_whole.insert(id);
    }

    /// Records the index of the diagnostic about a mistake.
    pub(crate) fn record_report(&mut self, what: ReportedOnce, at: usize) {
        self.said.insert(what, at);
    }
}

/// Questions: what may be concluded or reported, given what was lost.
impl ErrorRecovery<'_> {
    /// Whether nothing was lost except clauses and prose. If so, a name that is missing does not exist.
    pub(crate) fn knows_all_items(&self) -> bool {
        !self.incomplete
    }

    /// Whether a file may be missing, which could contain further clauses of open predicates.
    pub(crate) fn may_lack_files(&self) -> bool {
        self.lacks_files
    }

    /// Whether the declaration of a sort may be missing, so that the sorts of values in facts are uncertain.
    pub(crate) fn may_lack_sorts(&self) -> bool {
        self.lacks_sorts
    }

    /// Number of messages that were dropped because a sort may be missing. If this number grows while a body is
    /// resolved, the body is omitted.
    pub(crate) fn dropped_messages(&self) -> usize {
        self.dropped_messages
    }

    /// Whether text that could not be parsed contains the name, which may be defined there.
    pub(crate) fn is_mentioned_unparsed(&self, name: &str) -> bool {
        self.mentions.any(&self.unparsed, name)
    }

    /// Whether the declaration of a name failed, or the name may be defined in text that could not be parsed.
    pub(crate) fn is_dropped(&self, name: &str) -> bool {
        self.names.contains(name) || self.is_mentioned_unparsed(name)
    }

    /// Whether an unknown predicate or action may be reported. `is_known` says that the name exists with another arity.
    /// `is_misspelt` says that a known name is similar. In both cases the message is correct even if definitions may be
    /// missing.
    pub(crate) fn may_report_unknown(
        &self,
        name: &str,
        is_known: bool,
        is_misspelt: impl FnOnce() -> bool,
    ) -> bool {
        !self.is_dropped(name) && (is_known || !self.lacks_definitions || is_misspelt())
    }

    /// Whether a message may say that the sort with this name does not exist.
    pub(crate) fn may_report_unknown_sort(&self, name: &str) -> bool {
        !self.incomplete && !self.is_mentioned_unparsed(name)
    }

    /// Whether a message may say that no players are declared. The message concerns a word that should be the name of a
    /// player.
    pub(crate) fn may_report_no_players(&self, word: &str) -> bool {
        !self.incomplete && !self.is_mentioned_unparsed("players") && !self.is_mentioned_unparsed(word)
    }

    /// Whether an open predicate without a clause may be reported.
    pub(crate) fn may_report_open_empty(&self, name: &str, arity: usize) -> bool {
        !self.lacks_files && !self.is_dropped(name) && !self.nameless.contains(&arity)
    }

    /// Whether all players are known, so that any other word is certainly not a player.
    pub(crate) fn knows_players(&self) -> bool {
        !self.player
    }

    /// Whether a predicate lost a clause, so that nothing is concluded from missing clauses.
    pub(crate) fn lacks_clauses(&self, id: PredicateId) -> bool {
        self.broken.contains(&id)
    }

    /// The predicates that lost a clause.
    pub(crate) fn broken(&self) -> &SortedSet<PredicateId> {
        &self.broken
    }

    /// Whether the definitions of this predicate in this file were rejected.
    pub(crate) fn is_rejected(&self, file: FileId, id: PredicateId) -> bool {
        self.rejected.contains(&(file, id))
    }

    /// Whether a sort is part of an unknown sort, so that nothing is concluded from its constants.
    pub(crate) fn lacks_whole(&self, id: SortId) -> bool {
        self.lacking_whole.contains(&id)
    }

    /// The index of the diagnostic about this mistake, if it was reported.
    pub(crate) fn first_report(&self, what: &ReportedOnce) -> Option<usize> {
        self.said.get(what).copied()
    }

    /// All reported unknown predicates: index of the diagnostic, name, and arity.
    pub(crate) fn reported_unknown(&self) -> impl Iterator<Item = (usize, &str, usize)> {
        self.said.iter().filter_map(|(said, at)| match said {
            ReportedOnce::Unknown(_, name, arity) => Some((*at, name.as_str(), *arity)),
            ReportedOnce::Unplayable(..) | ReportedOnce::Mixed(_) => None,
        })
    }
}

/// The values of all entries whose name is a prefix of `text`.
fn begins_with<'n, T>(names: &'n SortedMap<String, T>, text: &str) -> Vec<&'n T> {
    let mut found = Vec::new();
    // In alphabetical order, every prefix of `text` comes before `text`. If the entry found is not a prefix of `text`,
    // the search continues from the longest common prefix of the two.
    let mut beginning = text;
    let mut all = true;
    loop {
        let end = if all { Bound::Included(beginning) } else { Bound::Excluded(beginning) };
        let Some((name, of_name)) = names.range::<str>((Bound::Unbounded, end)).next_back() else {
            return found;
        };
        all = !text.starts_with(name.as_str());
        if all {
            let same = name.chars().zip(text.chars()).take_while(|(one, other)| one == other);
            beginning = &text[..same.map(|(letter, _)| letter.len_utf8()).sum()];
        } else {
            beginning = &text[..name.len()];
            found.push(of_name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_prefixes_of_a_text_are_found_without_a_full_scan() {
        let names = ["", "a", "ab", "ab.c", "abd", "ac", "b", "é", "éa", "zz"];
        let names: SortedMap<String, &str> = names.map(|name| (name.to_owned(), name)).into();
        for text in ["", "a", "abc(X)", "ab.c.d", "abd", "acd", "éb", "éab", "z", "zzz", "C"] {
            let mut found: Vec<&str> = begins_with(&names, text).into_iter().copied().collect();
            found.sort();
            let expected: Vec<&str> = names.values().copied().filter(|name| text.starts_with(name)).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
