//! The terms of a conjunction, which are its variables and constants. For each of these terms (called a place below),
//! this module records the terms that are equal to it, its value and its sort. It also records the author's literals
//! from which this follows.

use std::rc::Rc;

use blanche_sorted::Arrange;

use super::Conflict;
use crate::check::conjunction::Contradiction;
use crate::files::Span;
use crate::program::{Program, SortId, Term, Variable};

/// Maximum number of reasons to remember for an equality. An equality that has more reasons is ignored.
const MAX_REASONS: usize = 500;

/// A term of the conjunction: a variable of the author or of an unfolded clause, or a constant.
#[derive(Clone, Copy, Debug)]
pub(in crate::check) enum EqualityTerm<'p> {
    Variable(usize),
    Constant(Constant<'p>),
}

/// A constant, with the sort that determines its text.
#[derive(Clone, Copy, Debug)]
pub(in crate::check) struct Constant<'p> {
    pub(super) term: &'p Term,
    pub(super) sort: Option<SortId>,
}

/// The canonical representation of a term. Equal terms have the same key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::check) enum Key<'p> {
    Variable(usize),
    Constant(&'p Term),
}

impl<'p> Key<'p> {
    /// A term with this key. The sort of a constant is lost, so the term must not be used in messages.
    pub(super) fn place(self) -> EqualityTerm<'p> {
        match self {
            Key::Variable(root) => EqualityTerm::Variable(root),
            Key::Constant(term) => EqualityTerm::Constant(Constant { term, sort: None }),
        }
    }
}

/// The variables of a conjunction as a union-find structure: equal variables form a tree, and the root holds what is
/// known about them.
#[derive(Clone)]
pub(super) struct EqualityClasses<'p> {
    program: &'p Program,
    nodes: Vec<Node<'p>>,
    /// Number of new equalities found so far.
    changes: u32,
}

#[derive(Clone)]
struct Node<'p> {
    /// The index of the parent node. A root contains its own index.
    parent: usize,
    name: Option<&'p str>,
    value: Option<Constant<'p>>,
    /// The sort that contains all variables of the tree.
    sort: SortId,
    /// The author's literals that made the variables equal or determined their value.
    reasons: Option<Rc<[Span]>>,
}

impl<'p> EqualityClasses<'p> {
    /// The initial terms: the author's variables.
    pub(super) fn new(program: &'p Program, variables: &'p [Variable]) -> EqualityClasses<'p> {
        let node = |(at, variable): (usize, &'p Variable)| Node {
            parent: at,
            name: Some(variable.name.as_str()),
            value: None,
            sort: variable.sort,
            reasons: None,
        };
        EqualityClasses { program, nodes: variables.iter().enumerate().map(node).collect(), changes: 0 }
    }

    /// Adds a variable of an unfolded clause that does not occur in the clause's head.
    pub(super) fn fresh(&mut self, sort: SortId) -> EqualityTerm<'p> {
        let parent = self.nodes.len();
        self.nodes.push(Node { parent, name: None, value: None, sort, reasons: None });
        EqualityTerm::Variable(parent)
    }

    /// Number of new equalities found so far.
    pub(super) fn changes(&self) -> u32 {
        self.changes
    }

    /// Makes two terms equal, or returns the contradiction.
    pub(super) fn unite(
        &mut self,
        a: EqualityTerm<'p>,
        b: EqualityTerm<'p>,
        because: &[Span],
        contradiction: impl FnOnce([String; 2]) -> Contradiction,
    ) -> Result<(), Conflict> {
        if self.key(a) == self.key(b) {
            return Ok(());
        }
        let (root_a, root_b) = (self.root(a), self.root(b));
        let mut reasons: Vec<Span> = because.to_vec();
        reasons.extend([a, b].into_iter().flat_map(|place| self.reasons(place)));
        if reasons.len() > MAX_REASONS {
            return Ok(());
        }
        reasons.arrange();
        reasons.dedup();
        let (value_a, value_b) = (self.value(a), self.value(b));
        if let (Some(one), Some(other)) = (value_a, value_b)
            && one.term != other.term
        {
            if !differ(one.term, other.term) {
                return Ok(()); // only the host knows whether they are equal
            }
            let values = [one, other].map(|constant| self.text(constant));
            return Err(Conflict { contradiction: contradiction(values), origins: reasons });
        }
        let Some(root) = root_a.or(root_b) else { return Ok(()) };
        if let Some(other) = root_b.filter(|other| *other != root) {
            self.nodes[other].parent = root;
            self.narrow(EqualityTerm::Variable(root), self.nodes[other].sort, None);
            if self.nodes[root].name.is_none() {
                self.nodes[root].name = self.nodes[other].name.take();
            }
        }
        self.nodes[root].reasons = Some(reasons.into());
        self.nodes[root].value = value_a.or(value_b);
        self.changes += 1;
        Ok(())
    }

    /// Restricts a place to a sort.
    pub(super) fn narrow(&mut self, place: EqualityTerm<'p>, sort: SortId, origin: Option<Span>) {
        let Some(root) = self.root(place) else { return };
        let node = &mut self.nodes[root];
        if sort != node.sort && self.program.is_part(sort, node.sort) {
            node.sort = sort;
            if let Some(origin) = origin {
                let before = node.reasons.as_deref().unwrap_or_default();
                node.reasons = Some(before.iter().copied().chain([origin]).collect());
            }
        }
    }

    fn root(&self, place: EqualityTerm<'p>) -> Option<usize> {
        let EqualityTerm::Variable(mut at) = place else { return None };
        while self.nodes[at].parent != at {
            at = self.nodes[at].parent;
        }
        Some(at)
    }

    /// The constant that a place is known to equal.
    pub(super) fn value(&self, place: EqualityTerm<'p>) -> Option<Constant<'p>> {
        match place {
            EqualityTerm::Constant(constant) => Some(constant),
            EqualityTerm::Variable(_) => self.root(place).and_then(|root| self.nodes[root].value),
        }
    }

    /// The key of a place.
    pub(super) fn key(&self, place: EqualityTerm<'p>) -> Key<'p> {
        match (place, self.root(place)) {
            (EqualityTerm::Constant(constant), _) => Key::Constant(constant.term),
            (EqualityTerm::Variable(at), root) => {
                let root = root.unwrap_or(at);
                self.nodes[root].value.map_or(Key::Variable(root), |constant| Key::Constant(constant.term))
            }
        }
    }

    /// Whether a key certainly denotes a value of a sort.
    pub(super) fn is_of(&self, key: Key<'p>, sort: SortId) -> bool {
        match key {
            Key::Variable(root) => self.program.is_part(self.nodes[root].sort, sort),
            Key::Constant(Term::Constant(value)) => self.program.sort(sort).contains(*value),
            Key::Constant(Term::Host(own, _)) => self.program.is_part(*own, sort),
            Key::Constant(Term::Variable(_)) => false,
        }
    }

    /// The author's literals from which it follows that a place equals other places or has a certain value.
    pub(super) fn reasons(&self, place: EqualityTerm<'p>) -> &[Span] {
        self.root(place).and_then(|root| self.nodes[root].reasons.as_deref()).unwrap_or_default()
    }

    /// The author's literals from which it follows that any places are equal or have a certain value.
    pub(super) fn all_reasons(&self) -> impl Iterator<Item = Span> {
        self.nodes.iter().filter_map(|node| node.reasons.as_deref()).flatten().copied()
    }

    /// The text of a place as an author would write it.
    pub(super) fn name(&self, place: EqualityTerm<'p>) -> String {
        if let Some(constant) = self.value(place) {
            return self.text(constant);
        }
        let own = match place {
            EqualityTerm::Variable(node) => self.nodes[node].name,
            EqualityTerm::Constant(_) => None,
        };
        own.or_else(|| self.root(place).and_then(|root| self.nodes[root].name)).unwrap_or("_").to_owned()
    }

    /// The name of a place in messages. A variable of the author is shown by its name, even if its value is known. Any
    /// other term is shown by its text.
    pub(super) fn called(&self, place: EqualityTerm<'p>) -> String {
        let own = match place {
            EqualityTerm::Variable(node) => self.nodes[node].name,
            EqualityTerm::Constant(_) => None,
        };
        own.map_or_else(|| self.name(place), str::to_owned)
    }

    /// The text of a constant.
    pub(super) fn text(&self, constant: Constant<'p>) -> String {
        match (constant.term, constant.sort) {
            (Term::Constant(value), Some(sort)) => self.program.sort(sort).text(*value),
            (Term::Constant(value), None) => value.to_string(),
            (Term::Host(_, text), _) => text.clone(),
            (Term::Variable(_), _) => "_".to_owned(),
        }
    }
}

/// Whether two terms certainly have different values. Values of the host never count as different, because the host may
/// have several spellings for one value.
pub(super) fn differ(one: &Term, other: &Term) -> bool {
    matches!((one, other), (Term::Constant(one), Term::Constant(other)) if one != other)
}
