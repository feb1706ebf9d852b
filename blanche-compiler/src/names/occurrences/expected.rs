//! Adds the names in expectations, which are queries in comments (`%?`) with their expected answers (`%=`). These names
//! have the same meaning as in a clause, so that renaming changes them too. Mistakes are not reported here, and the
//! variables belong only to their expectation.

use blanche_sorted::SortedMap;

use super::{Collector, Meaning, VariableOfItem};
use crate::expect::{self, Expectation};
use crate::files::{Sources, Span};
use crate::program::{EQUAL, SortId};
use crate::syntax::ast::{self, Body, LiteralKind, Name, Term};
use crate::syntax::parse_queries_at;

/// A parsed expectation.
pub(super) struct Expected {
    body: Body,
    /// The variables and values of its answers.
    values: Vec<(Name, Name)>,
}

/// The expectations of these files.
pub(super) fn of_files(sources: &Sources, files: &[&ast::File]) -> Vec<Expected> {
    let name = |span: Span| Name { text: sources.text(span).to_owned(), span };
    let read = |file: &&ast::File| expect::read(sources, file.id).0;
    let read: Vec<Expectation> = files.iter().flat_map(read).collect();
    let questions: Vec<Span> = read.iter().map(|one| one.question).collect();
    let bodies = parse_queries_at(sources, &questions).into_iter();
    let expected = bodies.zip(&read).map(|(body, one)| {
        let values = one.values(sources).into_iter();
        Expected { body, values: values.map(|(variable, value)| (name(variable), name(value))).collect() }
    });
    expected.collect()
}

/// Calls `each` with both variables of every comparison between two variables.
fn each_pair<'t>(body: &'t Body, each: &mut dyn FnMut(&'t str, &'t str)) {
    for literal in body.branches.iter().flatten() {
        if let LiteralKind::Comparison(comparison) = &literal.kind
            && let ([left], [right]) = (&comparison.left.summands[..], &comparison.right.summands[..])
            && let (Some(left), Some(right)) = (left.term.variable(), right.term.variable())
        {
            each(&left.text, &right.text);
        }
        if let Some(inner) = literal.kind.inner() {
            each_pair(inner, each);
        }
    }
}

impl<'t> Collector<'_, 't> {
    /// Adds the names of an expectation.
    pub(super) fn expected(&mut self, one: &'t Expected) {
        let (names, variables) = (self.found.list.len(), self.found.variables.len());
        let (item, first) = (one.body.span, one.body.span);
        self.item = Some(item);
        self.of_item.clear();
        for (name, sort) in self.sorts_of(&one.body) {
            self.of_item.insert(name, self.found.variables.len() as u32);
            let (name, sort) = (name.to_owned(), Some(sort));
            self.found.variables.push(VariableOfItem { name, sort, item, first, sort_shows: true });
        }
        self.body(&one.body);
        for (variable, value) in &one.values {
            let meaning = self.constant(self.sort_of(variable));
            self.add(value, meaning, false);
        }
        let added = self.found.list.split_off(names);
        let is_known = |meaning| !matches!(meaning, Meaning::Variable(_) | Meaning::Constant(None));
        self.found.list.extend(added.into_iter().filter(|name| is_known(name.meaning)));
        self.found.variables.truncate(variables);
    }

    /// The sorts of the variables of a query, if the argument positions of the variables determine them.
    fn sorts_of(&self, body: &'t Body) -> SortedMap<&'t str, SortId> {
        let resolver = self.resolver;
        let mut sorts: SortedMap<&'t str, SortId> = SortedMap::new();
        ast::each_atom(body, &mut |atom| {
            let id = resolver.predicate(&atom.predicate.text, atom.arguments.len());
            for (at, term) in atom.arguments.iter().enumerate() {
                let Term::Variable(name) = term else { continue };
                let sort = match id {
                    Some(EQUAL) => None,
                    Some(id) => resolver.program.predicate(id).known_sort(at),
                    None => self.sort_asked(atom),
                };
                if let Some(sort) = sort {
                    sorts.entry(&name.text).or_insert(sort);
                }
            }
        });
        loop {
            let known = sorts.len();
            each_pair(body, &mut |left, right| {
                for (one, other) in [(left, right), (right, left)] {
                    if let Some(sort) = sorts.get(one).copied() {
                        sorts.entry(other).or_insert(sort);
                    }
                }
            });
            if sorts.len() == known {
                return sorts;
            }
        }
    }
}
