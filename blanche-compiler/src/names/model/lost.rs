//! What a program lost to mistakes, and what is therefore not reported: one mistake, one message.
//!
//! A name that is unknown, a clause that is not there and a rule that nobody wrote prove nothing where they may have been
//! lost. So whatever reads an item and fails says so here, by the event; and whatever is about to report that something is
//! missing asks here first.
//!
//! | the mistake, which is reported | the event | what is no longer reported | the question |
//! |---|---|---|---|
//! | a file is missing | [`Lost::new`] | whatever an unreadable item may take with it, but for names in its text: the next four rows | |
//! | an item cannot be read | [`Lost::unreadable_item`] | names that stand in it | [`Lost::is_mentioned_unread`] |
//! | … and is no clause and no prose | | unknown sorts, players that nobody declares, rules that are asked and not there, what the words of a side's variables say | [`Lost::may_report_unknown_sort`], [`Lost::may_report_no_players`], [`Lost::knows_all_items`] |
//! | … and may define anything | | predicates and actions that nobody knows | [`Lost::may_report_unknown`] |
//! | … and may name a file | | open predicates without a clause; whose a predicate is | [`Lost::may_lack_files`] |
//! | … and may declare a sort | | what only declared sorts have and the values of facts lack: an order, sums, more values | [`Lost::may_lack_sorts`] |
//! | … and begins with a predicate's name, or with arguments only | [`Lost::heads_are_known`] | what these predicates lack | [`Lost::lacks_clauses`] |
//! | a predicate, an action or facts cannot be declared | [`Lost::declaration_failed`] | its uses, whatever their number of arguments; and what an item that is no clause takes with it | [`Lost::may_report_unknown`], [`Lost::is_lost`] |
//! | a board cannot be read | the same, for all that boards bring | uses of what it would have brought | the same |
//! | files define a predicate that is none of theirs | [`Lost::definitions_refused`], [`Lost::clauses_refused`] | its uses in these files | [`Lost::is_lost`], [`Lost::is_refused`] |
//! | a rule, an export or a score is left out | [`Lost::rule_left_out`] | what an item that is no clause takes with it | [`Lost::knows_all_items`] |
//! | a clause is left out | [`Lost::clause_left_out`] | what its predicate lacks: sorts, modes, solutions | [`Lost::lacks_clauses`] |
//! | an open predicate has no clause yet | [`Lost::clause_not_given`] | the same | [`Lost::lacks_clauses`] |
//! | a player is misspelt | [`Lost::player_misspelt`] | who is no player | [`Lost::knows_players`] |
//! | a sort is part of one that nobody knows | [`Lost::whole_unknown`] | what its constants say of the players | [`Lost::is_part_of_nothing`] |
//! | anything that can stand at many places of a file | [`Declared::is_said`](super::Declared::is_said) | the same again: its places are added to the first message | |
//!
//! A new form of declaration calls [`Lost::declaration_failed`] wherever it reports something and adds no predicate, but
//! where the name is taken, and so is known.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use crate::files::FileId;
use crate::names::mentions::Mentions;
use crate::names::unread;
use crate::program::{PredicateId, PredicateKind, Program, SortId};

/// A mistake that is reported once in a file, with all its places.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Said {
    /// There is no predicate of this name with so many arguments.
    Unknown(FileId, String, usize),
    /// A rule plays a value of a sort that cannot be played.
    Unplayable(FileId, SortId),
    /// Facts state what is derived.
    Mixed(PredicateId),
}

/// What was lost, and what was said. `'a` is the lifetime of the texts.
#[derive(Debug, Default)]
pub(crate) struct Lost<'a> {
    /// A rule, a whole item or a file.
    incomplete: bool,
    /// A file is missing, or a line could not be read that may have named one or may have defined anything.
    lacks_definitions: bool,
    /// A file is missing, or a line could not be read that was probably to name one.
    lacks_files: bool,
    /// A file is missing, or a line could not be read that was probably to declare a sort.
    lacks_sorts: bool,
    /// How often something was not said because of that.
    doubts: usize,
    /// The text of items that could not be read: a name in it may have been meant as a definition.
    unread: Vec<&'a str>,
    /// The numbers of arguments of what is defined in these without a name.
    nameless: BTreeSet<usize>,
    /// Finds names in these.
    mentions: Mentions,
    /// Names whose declaration failed.
    names: BTreeSet<String>,
    /// Predicates that lost a clause.
    broken: BTreeSet<PredicateId>,
    /// Files that define a predicate of another file, with that one.
    refused: BTreeSet<(FileId, PredicateId)>,
    /// A player was misspelt.
    player: bool,
    /// Parts of sorts that there are not.
    parts_of_nothing: BTreeSet<SortId>,
    /// The places in the list of diagnostics of what was said once.
    said: BTreeMap<Said, usize>,
}

/// What happened.
impl<'a> Lost<'a> {
    /// Nothing is lost yet but perhaps a file.
    pub(crate) fn new(file_is_missing: bool) -> Lost<'a> {
        Lost {
            incomplete: file_is_missing,
            lacks_definitions: file_is_missing,
            lacks_files: file_is_missing,
            lacks_sorts: file_is_missing,
            ..Lost::default()
        }
    }

    /// An item could not be read; this is its text.
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

    /// All predicates are known by name. A line that could not be read may have been a clause of the predicate whose name
    /// it begins with, or where its name is not there, of any with so many arguments; and a file that is missing may have
    /// clauses of what is open.
    pub(crate) fn heads_are_known(
        &mut self,
        program: &Program,
        names: &BTreeMap<String, BTreeMap<usize, PredicateId>>,
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

    /// The declaration of a predicate, an action or facts of this name was reported, and adds no predicate.
    pub(crate) fn declaration_failed(&mut self, name: &str) {
        self.incomplete = true;
        self.names.insert(name.to_owned());
    }

    /// What files define of this name belongs to none of them, and nothing of it is left.
    pub(crate) fn definitions_refused(&mut self, name: String) {
        self.names.insert(name);
    }

    /// What a file defines of a predicate was refused, because it belongs to another file or to nobody.
    pub(crate) fn clauses_refused(&mut self, file: FileId, id: PredicateId) {
        self.refused.insert((file, id));
    }

    /// A rule, an export or a score was reported, and is not in the program.
    pub(crate) fn rule_left_out(&mut self) {
        self.incomplete = true;
    }

    /// A clause of a predicate was reported, and is not in the program.
    pub(crate) fn clause_left_out(&mut self, id: PredicateId) {
        self.broken.insert(id);
    }

    /// An open predicate has no clause: what asks for it proves nothing.
    pub(crate) fn clause_not_given(&mut self, id: PredicateId) {
        self.broken.insert(id);
    }

    /// The declaration of the players has a word that is no player.
    pub(crate) fn player_misspelt(&mut self) {
        self.player = true;
    }

    /// Something would be wrong if facts brought its sort, which may be declared in what could not be read.
    pub(crate) fn doubted(&mut self) {
        self.doubts += 1;
    }

    /// A sort is part of one that nobody knows.
    pub(crate) fn whole_unknown(&mut self, id: SortId) {
        self.parts_of_nothing.insert(id);
    }

    /// Something is said by the diagnostic at this place.
    pub(crate) fn said(&mut self, what: Said, at: usize) {
        self.said.insert(what, at);
    }
}

/// What may be concluded.
impl Lost<'_> {
    /// Whether no rule, no file and no item but clauses and prose was lost: what is not there now is nowhere.
    pub(crate) fn knows_all_items(&self) -> bool {
        !self.incomplete
    }

    /// Whether a file may be missing: what is open may have other clauses there.
    pub(crate) fn may_lack_files(&self) -> bool {
        self.lacks_files
    }

    /// Whether the declaration of a sort may be missing: what values of facts are is not known then.
    pub(crate) fn may_lack_sorts(&self) -> bool {
        self.lacks_sorts
    }

    /// How often something was in doubt for want of a sort: a body in which it was is left out.
    pub(crate) fn doubts(&self) -> usize {
        self.doubts
    }

    /// Whether a name stands in something that could not be read, and may have been meant to be defined there.
    pub(crate) fn is_mentioned_unread(&self, name: &str) -> bool {
        self.mentions.any(&self.unread, name)
    }

    /// Whether a name was declared without success, or may be defined in something that could not be read.
    pub(crate) fn is_lost(&self, name: &str) -> bool {
        self.names.contains(name) || self.is_mentioned_unread(name)
    }

    /// May it be reported that there is no predicate or action of this name with so many arguments? `is_known` says
    /// whether there is one with another number of arguments, and `is_misspelt` whether a known one is called nearly so:
    /// then it is a mistake wherever else the name might be defined.
    pub(crate) fn may_report_unknown(
        &self,
        name: &str,
        is_known: bool,
        is_misspelt: impl FnOnce() -> bool,
    ) -> bool {
        !self.is_lost(name) && (is_known || !self.lacks_definitions || is_misspelt())
    }

    /// May it be reported that there is no sort of this name?
    pub(crate) fn may_report_unknown_sort(&self, name: &str) -> bool {
        !self.incomplete && !self.is_mentioned_unread(name)
    }

    /// May it be reported that no players are declared, where this word was to be one?
    pub(crate) fn may_report_no_players(&self, word: &str) -> bool {
        !self.incomplete && !self.is_mentioned_unread("players") && !self.is_mentioned_unread(word)
    }

    /// May it be reported that an open predicate has no clause?
    pub(crate) fn may_report_open_empty(&self, name: &str, arity: usize) -> bool {
        !self.lacks_files && !self.is_lost(name) && !self.nameless.contains(&arity)
    }

    /// Whether a word that is none of the players is no player.
    pub(crate) fn knows_players(&self) -> bool {
        !self.player
    }

    /// Whether a predicate lost a clause: nothing is concluded from what it lacks.
    pub(crate) fn lacks_clauses(&self, id: PredicateId) -> bool {
        self.broken.contains(&id)
    }

    /// The predicates that lost a clause.
    pub(crate) fn broken(&self) -> &BTreeSet<PredicateId> {
        &self.broken
    }

    /// Whether a file means a predicate of its own by the name of this one.
    pub(crate) fn is_refused(&self, file: FileId, id: PredicateId) -> bool {
        self.refused.contains(&(file, id))
    }

    /// Whether a sort is part of one that nobody knows, so that its constants prove nothing.
    pub(crate) fn is_part_of_nothing(&self, id: SortId) -> bool {
        self.parts_of_nothing.contains(&id)
    }

    /// Where something was said, in the list of diagnostics.
    pub(crate) fn said_at(&self, what: &Said) -> Option<usize> {
        self.said.get(what).copied()
    }

    /// All that was said of unknown predicates: where, the name, and the number of arguments.
    pub(crate) fn said_unknown(&self) -> impl Iterator<Item = (usize, &str, usize)> {
        self.said.iter().filter_map(|(said, at)| match said {
            Said::Unknown(_, name, arity) => Some((*at, name.as_str(), *arity)),
            Said::Unplayable(..) | Said::Mixed(_) => None,
        })
    }
}

/// What belongs to the names with which a text begins.
fn begins_with<'n, T>(names: &'n BTreeMap<String, T>, text: &str) -> Vec<&'n T> {
    let mut found = Vec::new();
    // Names with which it begins stand in front of it; of any other name, only what they have in common counts.
    let mut beginning = text;
    let mut all = true;
    loop {
        let end = if all { Bound::Included(beginning) } else { Bound::Excluded(beginning) };
        let Some((name, of_name)) = names.range::<str, _>((Bound::Unbounded, end)).next_back() else {
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
        let names: BTreeMap<String, &str> = names.map(|name| (name.to_owned(), name)).into();
        for text in ["", "a", "abc(X)", "ab.c.d", "abd", "acd", "éb", "éab", "z", "zzz", "C"] {
            let mut found: Vec<&str> = begins_with(&names, text).into_iter().copied().collect();
            found.sort_unstable();
            let expected: Vec<&str> = names.values().copied().filter(|name| text.starts_with(name)).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
