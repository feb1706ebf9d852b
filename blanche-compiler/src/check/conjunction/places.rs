//! What the variables of a conjunction stand for: which of them are equal, which have a value, of what sort they are, and
//! the author's literals that make it so.

use std::rc::Rc;

use super::Found;
use crate::check::conjunction::Contradiction;
use crate::files::Span;
use crate::program::{Program, SortId, Term, Variable};

/// What is equal for more reasons than this is not said to be: each conclusion remembers its reasons.
const MOST_REASONS: usize = 500;

/// A term of the conjunction: a variable of the author's or of an unfolded clause, or a constant.
#[derive(Clone, Copy, Debug)]
pub(in crate::check) enum Place<'p> {
    Variable(usize),
    Constant(Constant<'p>),
}

/// A constant, and the sort by which it is written.
#[derive(Clone, Copy, Debug)]
pub(in crate::check) struct Constant<'p> {
    pub(super) term: &'p Term,
    pub(super) sort: Option<SortId>,
}

/// What a place stands for by all that is known: equal places have equal keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::check) enum Key<'p> {
    Variable(usize),
    Constant(&'p Term),
}

impl<'p> Key<'p> {
    /// The place of a key. How a constant is written there nobody will read.
    pub(super) fn place(self) -> Place<'p> {
        match self {
            Key::Variable(root) => Place::Variable(root),
            Key::Constant(term) => Place::Constant(Constant { term, sort: None }),
        }
    }
}

/// The variables of a conjunction. Those that are equal form a tree: what is known of all of them stands at its root.
#[derive(Clone)]
pub(super) struct Places<'p> {
    program: &'p Program,
    nodes: Vec<Node<'p>>,
    /// How often something was found equal that was not known to be.
    changes: u32,
}

#[derive(Clone)]
struct Node<'p> {
    /// Itself at a root.
    parent: usize,
    name: Option<&'p str>,
    value: Option<Constant<'p>>,
    /// The sort that all in the tree have at most.
    sort: SortId,
    /// The literals that made them equal, or gave them their value.
    reasons: Option<Rc<[Span]>>,
}

impl<'p> Places<'p> {
    /// The author's variables.
    pub(super) fn new(program: &'p Program, variables: &'p [Variable]) -> Places<'p> {
        let node = |(at, variable): (usize, &'p Variable)| Node {
            parent: at,
            name: Some(variable.name.as_str()),
            value: None,
            sort: variable.sort,
            reasons: None,
        };
        Places { program, nodes: variables.iter().enumerate().map(node).collect(), changes: 0 }
    }

    /// A variable of an unfolded clause that its caller does not know.
    pub(super) fn fresh(&mut self, sort: SortId) -> Place<'p> {
        let parent = self.nodes.len();
        self.nodes.push(Node { parent, name: None, value: None, sort, reasons: None });
        Place::Variable(parent)
    }

    /// How often something was found equal that was not known to be.
    pub(super) fn changes(&self) -> u32 {
        self.changes
    }

    /// Makes two places equal.
    pub(super) fn unite(
        &mut self,
        a: Place<'p>,
        b: Place<'p>,
        because: &[Span],
        contradiction: impl FnOnce([String; 2]) -> Contradiction,
    ) -> Result<(), Found> {
        if self.key(a) == self.key(b) {
            return Ok(());
        }
        let (root_a, root_b) = (self.root(a), self.root(b));
        let mut reasons: Vec<Span> = because.to_vec();
        reasons.extend([a, b].into_iter().flat_map(|place| self.reasons(place)));
        if reasons.len() > MOST_REASONS {
            return Ok(());
        }
        reasons.sort_unstable();
        reasons.dedup();
        let (value_a, value_b) = (self.value(a), self.value(b));
        if let (Some(one), Some(other)) = (value_a, value_b)
            && one.term != other.term
        {
            if !differ(one.term, other.term) {
                return Ok(()); // only the host knows
            }
            let values = [one, other].map(|constant| self.text(constant));
            return Err(Found { contradiction: contradiction(values), origins: reasons });
        }
        let Some(root) = root_a.or(root_b) else { return Ok(()) };
        if let Some(other) = root_b.filter(|other| *other != root) {
            self.nodes[other].parent = root;
            self.narrow(Place::Variable(root), self.nodes[other].sort, None);
            if self.nodes[root].name.is_none() {
                self.nodes[root].name = self.nodes[other].name.take();
            }
        }
        self.nodes[root].reasons = Some(reasons.into());
        self.nodes[root].value = value_a.or(value_b);
        self.changes += 1;
        Ok(())
    }

    /// A place is of this sort too.
    pub(super) fn narrow(&mut self, place: Place<'p>, sort: SortId, origin: Option<Span>) {
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

    fn root(&self, place: Place<'p>) -> Option<usize> {
        let Place::Variable(mut at) = place else { return None };
        while self.nodes[at].parent != at {
            at = self.nodes[at].parent;
        }
        Some(at)
    }

    /// The constant that a place stands for.
    pub(super) fn value(&self, place: Place<'p>) -> Option<Constant<'p>> {
        match place {
            Place::Constant(constant) => Some(constant),
            Place::Variable(_) => self.root(place).and_then(|root| self.nodes[root].value),
        }
    }

    /// What a place stands for.
    pub(super) fn key(&self, place: Place<'p>) -> Key<'p> {
        match (place, self.root(place)) {
            (Place::Constant(constant), _) => Key::Constant(constant.term),
            (Place::Variable(at), root) => {
                let root = root.unwrap_or(at);
                self.nodes[root].value.map_or(Key::Variable(root), |constant| Key::Constant(constant.term))
            }
        }
    }

    /// Whether what a key stands for is certainly a value of a sort.
    pub(super) fn is_of(&self, key: Key<'p>, sort: SortId) -> bool {
        match key {
            Key::Variable(root) => self.program.is_part(self.nodes[root].sort, sort),
            Key::Constant(Term::Constant(value)) => self.program.sort(sort).contains(*value),
            Key::Constant(Term::Host(own, _)) => self.program.is_part(*own, sort),
            Key::Constant(Term::Variable(_)) => false,
        }
    }

    /// The literals by which a place is equal to others, or has its value.
    pub(super) fn reasons(&self, place: Place<'p>) -> &[Span] {
        self.root(place).and_then(|root| self.nodes[root].reasons.as_deref()).unwrap_or_default()
    }

    /// The literals by which any place is equal to others, or has its value.
    pub(super) fn all_reasons(&self) -> impl Iterator<Item = Span> {
        self.nodes.iter().filter_map(|node| node.reasons.as_deref()).flatten().copied()
    }

    /// A place as the author would write it.
    pub(super) fn name(&self, place: Place<'p>) -> String {
        if let Some(constant) = self.value(place) {
            return self.text(constant);
        }
        let own = match place {
            Place::Variable(node) => self.nodes[node].name,
            Place::Constant(_) => None,
        };
        own.or_else(|| self.root(place).and_then(|root| self.nodes[root].name)).unwrap_or("_").to_owned()
    }

    /// The name of a variable of the author's, whatever it stands for; of other places, how they would be written.
    pub(super) fn called(&self, place: Place<'p>) -> String {
        let own = match place {
            Place::Variable(node) => self.nodes[node].name,
            Place::Constant(_) => None,
        };
        own.map_or_else(|| self.name(place), str::to_owned)
    }

    /// A constant as it is written.
    pub(super) fn text(&self, constant: Constant<'p>) -> String {
        match (constant.term, constant.sort) {
            (Term::Constant(value), Some(sort)) => self.program.sort(sort).text(*value),
            (Term::Constant(value), None) => value.to_string(),
            (Term::Host(_, text), _) => text.clone(),
            (Term::Variable(_), _) => "_".to_owned(),
        }
    }
}

/// Whether two terms are certainly different values. A value of the host may be written in more ways than one.
pub(super) fn differ(one: &Term, other: &Term) -> bool {
    matches!((one, other), (Term::Constant(one), Term::Constant(other)) if one != other)
}
