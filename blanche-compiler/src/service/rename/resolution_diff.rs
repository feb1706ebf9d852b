//! Compares the meaning of all names in a program before and after a change. Ids and texts may differ. But two
//! occurrences of the same name must still be the same name afterwards, with the same sorts.

use std::collections::HashMap;

use crate::files::Span;
use crate::names::Resolved;
use crate::names::occurrences::{Meaning, Occurrence, VariableOfItem};
use crate::program::{PredicateId, SortId};

/// The identity of a name in a program.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    Sort(SortId),
    Predicate(PredicateId),
    Constant(SortId, String),
    Variable(u32),
    /// A rule, a score or a similar item, identified by its text.
    Named(Meaning, String),
}

/// The first name that has another meaning after a change. `before` converts a location in the new texts to the
/// corresponding location in the old texts.
pub(super) fn first_change(old: &Resolved, new: &Resolved, before: impl Fn(Span) -> Span) -> Option<Span> {
    let start = |place: Span| (place.file, place.start);
    let placed: Vec<(Span, &Occurrence)> =
        new.occurrences.iter().map(|name| (before(name.span), name)).collect();
    let (mut olds, mut news) = (old.occurrences.iter(), placed.iter());
    loop {
        match (olds.next(), news.next()) {
            (None, None) => break,
            (Some(old), Some((place, _))) if start(old.span) == start(*place) => {}
            // An occurrence is resolved only before or only after the change.
            (old, new) => {
                let (old, new) = (old.map(|old| old.span), new.map(|(place, _)| *place));
                return old.into_iter().chain(new).min_by_key(|place| start(*place));
            }
        }
    }
    let mut pairs = Pairs { old, new, there: HashMap::new(), back: HashMap::new() };
    let mut both = old.occurrences.iter().zip(placed);
    both.find(|(old, (_, new))| !pairs.are_alike(old, new)).map(|(old, _)| old.span)
}

/// The known part of the mapping between old and new names.
struct Pairs<'r> {
    old: &'r Resolved,
    new: &'r Resolved,
    there: HashMap<Key, Key>,
    back: HashMap<Key, Key>,
}

impl Pairs<'_> {
    fn are_alike(&mut self, old: &Occurrence, new: &Occurrence) -> bool {
        let named = |name: &Occurrence| Key::Named(name.meaning, name.text.clone());
        match (old.meaning, new.meaning) {
            (Meaning::Sort(old), Meaning::Sort(new)) => self.sorts(old, new),
            (Meaning::Predicate(old), Meaning::Predicate(new)) => self.predicates(old, new),
            (Meaning::Variable(old), Meaning::Variable(new)) => self.variables(old, new),
            (Meaning::Parameter(old), Meaning::Parameter(new)) => self.sorts(old, new),
            (Meaning::Constant(Some(sort)), Meaning::Constant(Some(other))) => {
                let (key, value) =
                    (Key::Constant(sort, old.text.clone()), Key::Constant(other, new.text.clone()));
                self.sorts(sort, other) && self.one(key, value).is_some()
            }
            (old_meaning, new_meaning) => {
                old_meaning == new_meaning && self.one(named(old), named(new)).is_some()
            }
        }
    }

    /// Records that an old name corresponds to a new name. Returns whether the pair is new; `None` if it contradicts an
    /// earlier pair.
    fn one(&mut self, old: Key, new: Key) -> Option<bool> {
        match (self.there.get(&old), self.back.get(&new)) {
            (None, None) => {
                self.there.insert(old.clone(), new.clone());
                self.back.insert(new, old);
                Some(true)
            }
            (Some(known), Some(_)) if *known == new => Some(false),
            _ => None,
        }
    }

    fn sorts(&mut self, old: SortId, new: SortId) -> bool {
        self.one(Key::Sort(old), Key::Sort(new)).is_some()
    }

    fn predicates(&mut self, old: PredicateId, new: PredicateId) -> bool {
        let Some(is_new) = self.one(Key::Predicate(old), Key::Predicate(new)) else { return false };
        if !is_new {
            return true;
        }
        let (before, after) = (self.old.program.predicate(old), self.new.program.predicate(new));
        let is_of_kind = std::mem::discriminant(&before.kind) == std::mem::discriminant(&after.kind);
        let sorts = before.sorts.iter().zip(&after.sorts);
        is_of_kind
            && before.arity() == after.arity()
            && before.sorts.len() == after.sorts.len()
            && sorts.into_iter().all(|(old, new)| self.sorts(*old, *new))
    }

    fn variables(&mut self, old: u32, new: u32) -> bool {
        let of = |resolved: &Resolved, at: u32| -> Option<SortId> {
            let variable: Option<&VariableOfItem> = resolved.occurrences.variables.get(at as usize);
            variable.and_then(|variable| variable.sort)
        };
        let sorts = match (of(self.old, old), of(self.new, new)) {
            (None, None) => true,
            (Some(old), Some(new)) => self.sorts(old, new),
            _ => false,
        };
        sorts && self.one(Key::Variable(old), Key::Variable(new)).is_some()
    }
}
