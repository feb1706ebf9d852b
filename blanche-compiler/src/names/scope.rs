//! The variables of one clause while it is resolved.

use std::collections::{BTreeSet, HashMap};

use super::aggregates::Aggregating;
use super::comparisons::{self, Comparing};
use crate::files::Span;
use crate::program::{Atom, Goal, SortId, StandsFor, Term, Variable, VariableId};
use crate::syntax::ast;

/// A constant that waits for its sort.
pub(super) const WAITING: SortId = SortId(u32::MAX);

/// The variables of a clause while it is resolved, and its atoms.
#[derive(Default)]
pub(super) struct Scope {
    pub(super) variables: Vec<Variable>,
    /// Which of them has a name.
    pub(super) named: HashMap<String, VariableId>,
    /// All atoms whose predicate is known, resolved and as written.
    pub(super) atoms: Vec<(Atom, ast::Atom)>,
    /// The places among these of those that need not hold where the clause does: in what is denied or aggregated, in one of several
    /// branches, and `≠`.
    pub(super) inside: BTreeSet<usize>,
    /// How many of such bodies are around the literal at hand.
    pub(super) depth: usize,
    /// The comparisons, and those that say what sums are as arguments.
    pub(super) comparisons: Vec<Comparing>,
    /// The goals that say what the calls and sums are that stand in the literal at hand.
    pub(super) said: Vec<Goal>,
    /// The variables that stand for the values of the calls of the conjunction at hand, by how these are written.
    pub(super) calls: HashMap<String, VariableId>,
    /// The aggregates, those inside others first.
    pub(super) aggregates: Vec<Aggregating>,
    /// The variables that stand for their results.
    pub(super) results: BTreeSet<VariableId>,
    /// The variables of the head of a clause.
    pub(super) in_head: BTreeSet<VariableId>,
    /// The head of a clause whose predicate is declared, with the sorts that the declaration says.
    pub(super) declared: Option<(Atom, ast::Atom, Vec<Option<SortId>>)>,
    /// Values of the host are welcome here.
    pub(super) query: bool,
    /// So many of the variables, the first ones, stand for players.
    pub(super) players: usize,
}

impl Scope {
    /// With the variables behind `for` and `against`.
    pub(super) fn of_side(side: &ast::Side) -> Scope {
        let mut scope = Scope::default();
        for name in side.variables() {
            scope.term(&ast::Term::Variable(name.clone()));
        }
        scope.players = scope.variables.len();
        scope
    }

    /// Whether a variable stands for players.
    pub(super) fn is_player(&self, id: VariableId) -> bool {
        id.index() < self.players
    }

    /// The variable of this name.
    pub(super) fn find(&self, name: &str) -> Option<VariableId> {
        self.named.get(name).copied()
    }

    /// Whether all calls among some terms could be resolved.
    pub(super) fn knows_calls(&self, terms: &[ast::Term]) -> bool {
        let mut known = true;
        ast::calls_in(terms, &mut |call| known &= self.calls.contains_key(&call.value().text));
        known
    }

    /// Adds an atom, resolved and as written.
    pub(super) fn add(&mut self, atom: Atom, tree: ast::Atom) {
        if self.depth > 0 {
            self.inside.insert(self.atoms.len());
        }
        self.atoms.push((atom, tree));
    }

    /// A local variable that no text names.
    pub(super) fn fresh(&mut self, name: String, stands_for: StandsFor, span: Span) -> VariableId {
        self.variables.push(Variable { name, sort: WAITING, local: true, stands_for, span });
        VariableId(self.variables.len() as u32 - 1)
    }

    /// An argument; constants wait for their sort.
    pub(super) fn term(&mut self, term: &ast::Term) -> Option<Term> {
        match term {
            ast::Term::Error(_) => None,
            ast::Term::Sum(sum) => comparisons::argument(self, sum),
            ast::Term::Call(call) => self.calls.get(&call.value().text).copied().map(Term::Variable),
            ast::Term::Constant(name) => Some(Term::Host(WAITING, name.text.clone())),
            ast::Term::Variable(name) => Some(Term::Variable(self.find(&name.text).unwrap_or_else(|| {
                let local = ast::is_local(&name.text);
                self.variables.push(Variable::named(name.text.clone(), WAITING, local, name.span));
                let id = VariableId(self.variables.len() as u32 - 1);
                self.named.insert(name.text.clone(), id);
                id
            }))),
        }
    }
}
