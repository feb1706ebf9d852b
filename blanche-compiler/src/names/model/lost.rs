//! Keeps track of what a program lost because of mistakes, and of what is therefore not reported: one mistake, one
//! message.
//!
//! An unknown name, a missing clause or a missing rule proves nothing if it may have been lost with an unreadable
//! item. So code that fails to process an item calls the function for that event here, and code that is about to
//! report something as missing first calls the question here.
//!
//! | the mistake, which is reported | the event | what is no longer reported | the question |
//! |---|---|---|---|
//! | a file is missing | [`Lost::new`] | anything that an unreadable item may contain, except names in its text: the next four rows | |
//! | an item cannot be parsed | [`Lost::unreadable_item`] | names that occur in it | [`Lost::is_mentioned_unread`] |
//! | … and is neither a clause nor prose | | unknown sorts, missing players, unknown rules in `asks`, conflicting sorts of player variables | [`Lost::may_report_unknown_sort`], [`Lost::may_report_no_players`], [`Lost::knows_all_items`] |
//! | … and may define anything | | unknown predicates and actions | [`Lost::may_report_unknown`] |
//! | … and may name a file | | open predicates without a clause; ownership of predicates | [`Lost::may_lack_files`] |
//! | … and may declare a sort | | what values of facts lack and only declared sorts have: an order, sums, more values | [`Lost::may_lack_sorts`] |
//! | … and begins with a predicate's name, or with arguments only | [`Lost::heads_are_known`] | missing clauses of these predicates | [`Lost::lacks_clauses`] |
//! | a predicate, an action or facts cannot be declared | [`Lost::declaration_failed`] | its uses, with any number of arguments; and the same as for an unreadable item that is no clause | [`Lost::may_report_unknown`], [`Lost::is_lost`] |
//! | a board cannot be parsed | the same, for all names that boards define | uses of these names | the same |
//! | files define a predicate that they do not own | [`Lost::definitions_refused`], [`Lost::clauses_refused`] | its uses in these files | [`Lost::is_lost`], [`Lost::is_refused`] |
//! | a rule, an export or a score is omitted | [`Lost::rule_left_out`] | the same as for an unreadable item that is no clause | [`Lost::knows_all_items`] |
//! | a clause is omitted | [`Lost::clause_left_out`] | missing sorts, modes and solutions of its predicate | [`Lost::lacks_clauses`] |
//! | an open predicate has no clause yet | [`Lost::clause_not_given`] | missing sorts, modes and solutions of this predicate | [`Lost::lacks_clauses`] |
//! | a player is misspelt | [`Lost::player_misspelt`] | unknown players | [`Lost::knows_players`] |
//! | a sort is part of an unknown one | [`Lost::whole_unknown`] | players among its constants | [`Lost::is_part_of_nothing`] |
//! | a mistake that can occur many times in a file | [`Declared::is_said`](super::Declared::is_said) | the same mistake again: its spans are added to the first message | |
//!
//! A new form of declaration calls [`Lost::declaration_failed`] wherever it reports a mistake and adds no predicate,
//! except where the name is already declared, and so is known.

use std::ops::Bound;

use blanche_sorted::{SortedMap, SortedSet};

use crate::files::FileId;
use crate::names::mentions::Mentions;
use crate::names::unread;
use crate::program::{PredicateId, PredicateKind, Program, SortId};

/// A mistake that is reported once per file, with all its spans.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Said {
    /// There is no predicate with this name and arity.
    Unknown(FileId, String, usize),
    /// A rule plays a value of a sort that is not playable.
    Unplayable(FileId, SortId),
    /// Facts are stated for a derived predicate.
    Mixed(PredicateId),
}

/// The record of what was lost and reported. `'a` is the lifetime of the texts.
#[derive(Debug, Default)]
pub(crate) struct Lost<'a> {
    /// Whether a rule, a whole item or a file was lost.
    incomplete: bool,
    /// Whether a file is missing, or a line that may have named one or defined anything could not be parsed.
    lacks_definitions: bool,
    /// Whether a file is missing, or a line that probably named one could not be parsed.
    lacks_files: bool,
    /// Whether a file is missing, or a line that probably declared a sort could not be parsed.
    lacks_sorts: bool,
    /// Number of messages that were dropped because a sort may be missing.
    doubts: usize,
    /// The texts of items that could not be parsed. A name in one of them may have been meant as a definition.
    unread: Vec<&'a str>,
    /// The arities of definitions without a name in these texts.
    nameless: SortedSet<usize>,
    /// Searches for names in these texts.
    mentions: Mentions,
    /// Names whose declarations failed.
    names: SortedSet<String>,
    /// Predicates that lost a clause.
    broken: SortedSet<PredicateId>,
    /// Pairs of a file and a predicate of another file that it defines too.
    refused: SortedSet<(FileId, PredicateId)>,
    /// Whether a player was misspelt.
    player: bool,
    /// Sorts declared as part of an unknown sort.
    parts_of_nothing: SortedSet<SortId>,
    /// For each mistake reported once, the index of its diagnostic.
    said: SortedMap<Said, usize>,
}

/// Events: each function records something that was lost or reported.
impl<'a> Lost<'a> {
    /// Starts a record in which nothing is lost, except possibly a file.
    pub(crate) fn new(file_is_missing: bool) -> Lost<'a> {
        Lost {
            incomplete: file_is_missing,
            lacks_definitions: file_is_missing,
            lacks_files: file_is_missing,
            lacks_sorts: file_is_missing,
            ..Lost::default()
        }
    }

    /// Records an item that could not be parsed, by its text.
    pub(crate) fn unreadable_item(&mut self, text: &'a str) {
        self.incomplete |= !unread::is_clause(text) && !unread::is_prose(text);
        self.lacks_definitions |= unread::may_define_anything(text);
        self.lacks_files |= unread::may_name_file(text);
        self.lacks_sorts |= unread::may_declare_sort(text);
        if !unread::defines_nothing(text) {
            self.nameless.extend(unread::nameless_arity(text));
            self.unread.push(text);
        }
    }

    /// Records that all predicates are known by name. An unreadable line may have been a clause of the predicate
    /// whose name it begins with, or, without a name, of any predicate with its arity. A missing file may contain
    /// clauses of open predicates.
    pub(crate) fn heads_are_known(
        &mut self,
        program: &Program,
        names: &SortedMap<String, SortedMap<usize, PredicateId>>,
    ) {
        for text in &self.unread {
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
    pub(crate) fn definitions_refused(&mut self, name: String) {
        self.names.insert(name);
    }

    /// Records that the clauses of a predicate in `file` were rejected, because another file or no file owns it.
    pub(crate) fn clauses_refused(&mut self, file: FileId, id: PredicateId) {
        self.refused.insert((file, id));
    }

    /// Records that a rule, an export or a score was reported and omitted.
    pub(crate) fn rule_left_out(&mut self) {
        self.incomplete = true;
    }

    /// Records that a clause of a predicate was reported and omitted.
    pub(crate) fn clause_left_out(&mut self, id: PredicateId) {
        self.broken.insert(id);
    }

    /// Records an open predicate without a clause. Nothing is concluded from its lack of answers.
    pub(crate) fn clause_not_given(&mut self, id: PredicateId) {
        self.broken.insert(id);
    }

    /// Records that the declaration of the players contains a word that is no player.
    pub(crate) fn player_misspelt(&mut self) {
        self.player = true;
    }

    /// Records a dropped message about a sort of facts that may be declared in text that could not be parsed.
    pub(crate) fn doubted(&mut self) {
        self.doubts += 1;
    }

    /// Records a sort declared as part of an unknown sort.
    pub(crate) fn whole_unknown(&mut self, id: SortId) {
        self.parts_of_nothing.insert(id);
    }

    /// Records the index of the diagnostic about a mistake.
    pub(crate) fn said(&mut self, what: Said, at: usize) {
        self.said.insert(what, at);
    }
}

/// Questions: what may be concluded or reported, given what was lost.
impl Lost<'_> {
    /// Whether nothing was lost except clauses and prose, so that whatever is missing does not exist.
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

    /// Number of messages dropped for lack of a sort. A body for which this number grows is omitted.
    pub(crate) fn doubts(&self) -> usize {
        self.doubts
    }

    /// Whether text that could not be parsed contains the name, which may be defined there.
    pub(crate) fn is_mentioned_unread(&self, name: &str) -> bool {
        self.mentions.any(&self.unread, name)
    }

    /// Whether the declaration of a name failed, or the name may be defined in text that could not be parsed.
    pub(crate) fn is_lost(&self, name: &str) -> bool {
        self.names.contains(name) || self.is_mentioned_unread(name)
    }

    /// Whether an unknown predicate or action may be reported. `is_known` says that it exists with another arity.
    /// `is_misspelt` says that a known name is similar; the message is then right even if definitions may be missing.
    pub(crate) fn may_report_unknown(
        &self,
        name: &str,
        is_known: bool,
        is_misspelt: impl FnOnce() -> bool,
    ) -> bool {
        !self.is_lost(name) && (is_known || !self.lacks_definitions || is_misspelt())
    }

    /// Whether an unknown sort may be reported.
    pub(crate) fn may_report_unknown_sort(&self, name: &str) -> bool {
        !self.incomplete && !self.is_mentioned_unread(name)
    }

    /// Whether missing players may be reported, for a word that should be a player.
    pub(crate) fn may_report_no_players(&self, word: &str) -> bool {
        !self.incomplete && !self.is_mentioned_unread("players") && !self.is_mentioned_unread(word)
    }

    /// Whether an open predicate without a clause may be reported.
    pub(crate) fn may_report_open_empty(&self, name: &str, arity: usize) -> bool {
        !self.lacks_files && !self.is_lost(name) && !self.nameless.contains(&arity)
    }

    /// Whether all players are known, so that any other word is no player.
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

    /// Whether a file defines a predicate of its own with the name of this one, which was rejected.
    pub(crate) fn is_refused(&self, file: FileId, id: PredicateId) -> bool {
        self.refused.contains(&(file, id))
    }

    /// Whether a sort is part of an unknown sort, so that nothing is concluded from its constants.
    pub(crate) fn is_part_of_nothing(&self, id: SortId) -> bool {
        self.parts_of_nothing.contains(&id)
    }

    /// The index of the diagnostic about this mistake, if it was reported.
    pub(crate) fn said_at(&self, what: &Said) -> Option<usize> {
        self.said.get(what).copied()
    }

    /// All reported unknown predicates: index of the diagnostic, name, and arity.
    pub(crate) fn said_unknown(&self) -> impl Iterator<Item = (usize, &str, usize)> {
        self.said.iter().filter_map(|(said, at)| match said {
            Said::Unknown(_, name, arity) => Some((*at, name.as_str(), *arity)),
            Said::Unplayable(..) | Said::Mixed(_) => None,
        })
    }
}

/// The values of all names that `text` begins with.
fn begins_with<'n, T>(names: &'n SortedMap<String, T>, text: &str) -> Vec<&'n T> {
    let mut found = Vec::new();
    // In alphabetical order, a prefix of `text` sorts before it. After any other name, the search continues from the
    // part that it has in common with `text`.
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
    fn the_names_with_which_a_text_begins_are_found_without_looking_at_all() {
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
