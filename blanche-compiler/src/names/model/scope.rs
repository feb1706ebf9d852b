//! The variables of one clause while it is resolved.

use std::collections::{BTreeSet, HashMap};

use crate::files::Span;
use crate::program::{Atom, Function, Goal, PredicateId, SortId, StandsFor, Term, Variable, VariableId};
use crate::syntax::ast::{self, Operator};

/// A constant that waits for its sort.
pub(crate) const WAITING: SortId = SortId(u32::MAX);

/// A comparison whose terms wait for their sorts.
#[derive(Clone)]
pub(crate) struct Comparing {
    pub(crate) operator: Operator,
    pub(crate) sides: [Vec<Waiting>; 2],
    pub(crate) span: Span,
    /// It says what a sum is that stands as an argument; the argument is its right side.
    pub(crate) is_argument: bool,
    /// Its sides are numbers, whatever their sorts are.
    pub(crate) is_by_value: bool,
}

/// A summand whose term waits for its sort.
#[derive(Clone)]
pub(crate) struct Waiting {
    pub(crate) is_taken_away: bool,
    pub(crate) term: Term,
    pub(crate) span: Span,
}

impl Comparing {
    /// The terms of both sides.
    pub(crate) fn terms(&self) -> impl Iterator<Item = &Waiting> {
        self.sides.iter().flatten()
    }

    /// The variables and where they stand.
    pub(crate) fn variables(&self) -> impl Iterator<Item = (VariableId, Span)> {
        self.terms().filter_map(|waiting| match &waiting.term {
            Term::Variable(id) => Some((*id, waiting.span)),
            Term::Constant(_) | Term::Host(..) => None,
        })
    }

    /// The one term of each side.
    pub(crate) fn pair(&self) -> Option<[&Waiting; 2]> {
        match &self.sides {
            [left, right] => match (left.as_slice(), right.as_slice()) {
                ([left], [right]) => Some([left, right]),
                _ => None,
            },
        }
    }

    /// The two terms of an equality or its denial.
    pub(crate) fn equated(&self) -> Option<[&Waiting; 2]> {
        self.pair().filter(|_| !self.operator.orders() && !self.is_by_value)
    }
}

/// An aggregate whose variables wait for their sorts.
pub(crate) struct Aggregating {
    pub(crate) function: Function,
    /// The variables that make an answer, and where they stand behind the word.
    pub(crate) of: Vec<(VariableId, Span)>,
    pub(crate) goals: Vec<Goal>,
    pub(crate) result: VariableId,
    /// From the word to the bracket.
    pub(crate) span: Span,
    pub(crate) text: String,
}

/// The variables of a clause while it is resolved, and its atoms.
#[derive(Default)]
pub(crate) struct Scope {
    pub(crate) variables: Vec<Variable>,
    /// Which of them has a name.
    pub(crate) named: HashMap<String, VariableId>,
    /// All atoms whose predicate is known, resolved and as written.
    pub(crate) atoms: Vec<(Atom, ast::Atom)>,
    /// The places among these of those that need not hold where the clause does: in what is denied or aggregated, in one of several
    /// branches, and `≠`.
    pub(crate) inside: BTreeSet<usize>,
    /// How many of such bodies are around the literal at hand.
    pub(crate) depth: usize,
    /// The comparisons, and those that say what sums are as arguments.
    pub(crate) comparisons: Vec<Comparing>,
    /// The goals that say what the calls and sums are that stand in the literal at hand.
    pub(crate) said: Vec<Goal>,
    /// The variables that stand for the values of the calls of the conjunction at hand, by how these are written.
    pub(crate) calls: HashMap<String, VariableId>,
    /// The aggregates, those inside others first.
    pub(crate) aggregates: Vec<Aggregating>,
    /// The variables that stand for their results.
    pub(crate) results: BTreeSet<VariableId>,
    /// The variables of the head of a clause.
    pub(crate) in_head: BTreeSet<VariableId>,
    /// The head of a clause whose predicate is declared, with the sorts that the declaration says.
    pub(crate) declared: Option<(Atom, ast::Atom, Vec<Option<SortId>>)>,
    /// Values of the host are welcome here.
    pub(crate) query: bool,
    /// So many of the variables, the first ones, stand for players.
    pub(crate) players: usize,
}

impl Scope {
    /// With the variables behind `for` and `against`.
    pub(crate) fn of_side(side: &ast::Side) -> Scope {
        let mut scope = Scope::default();
        for name in side.variables() {
            scope.term(&ast::Term::Variable(name.clone()));
        }
        scope.players = scope.variables.len();
        scope
    }

    /// Whether a variable stands for players.
    pub(crate) fn is_player(&self, id: VariableId) -> bool {
        id.index() < self.players
    }

    /// The variable of this name.
    pub(crate) fn find(&self, name: &str) -> Option<VariableId> {
        self.named.get(name).copied()
    }

    /// Whether all calls among some terms could be resolved.
    pub(crate) fn knows_calls(&self, terms: &[ast::Term]) -> bool {
        let mut known = true;
        ast::calls_in(terms, &mut |call| known &= self.calls.contains_key(&call.value().text));
        known
    }

    /// Adds an atom, resolved and as written.
    pub(crate) fn add(&mut self, atom: Atom, tree: ast::Atom) {
        if self.depth > 0 {
            self.inside.insert(self.atoms.len());
        }
        self.atoms.push((atom, tree));
    }

    /// A local variable that no text names.
    pub(crate) fn fresh(&mut self, name: String, stands_for: StandsFor, span: Span) -> VariableId {
        self.variables.push(Variable { name, sort: WAITING, local: true, stands_for, span });
        VariableId(self.variables.len() as u32 - 1)
    }

    /// An argument; constants wait for their sort.
    pub(crate) fn term(&mut self, term: &ast::Term) -> Option<Term> {
        match term {
            ast::Term::Error(_) => None,
            ast::Term::Sum(sum) => self.sum(sum),
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
    /// The variable that stands for a sum as an argument, and the goal that says what it is.
    fn sum(&mut self, sum: &ast::Sum) -> Option<Term> {
        let left = self.side(sum)?;
        let name = crate::syntax::print_term(&ast::Term::Sum(sum.clone()));
        let id = self.fresh(name, StandsFor::Sum, sum.span);
        let right = vec![Waiting { is_taken_away: false, term: Term::Variable(id), span: sum.span }];
        let comparing = Comparing {
            operator: Operator::Equal,
            sides: [left, right],
            span: sum.span,
            is_argument: true,
            is_by_value: false,
        };
        let goal = self.waiting_goal(comparing);
        self.said.push(goal);
        Some(Term::Variable(id))
    }

    pub(crate) fn side(&mut self, sum: &ast::Sum) -> Option<Vec<Waiting>> {
        let summand = |summand: &ast::Summand| {
            let (term, span) = (self.term(&summand.term), summand.term.span());
            term.map(|term| Waiting { is_taken_away: summand.is_taken_away, term, span })
        };
        // All of them come into the scope, whatever is wrong with one.
        let all: Vec<Option<Waiting>> = sum.summands.iter().map(summand).collect();
        all.into_iter().collect()
    }

    pub(crate) fn waiting_goal(&mut self, comparing: Comparing) -> Goal {
        let predicate = PredicateId(u32::MAX - self.comparisons.len() as u32);
        let span = comparing.span;
        self.comparisons.push(comparing);
        Goal::Atom(Atom::waiting(predicate, span))
    }
}
