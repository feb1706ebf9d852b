//! The variables of a clause during its resolution.

use std::collections::HashMap;

use blanche_sorted::SortedSet;

use crate::files::Span;
use crate::program::{Atom, Function, Goal, PredicateId, SortId, Term, Variable, VariableId, VariableOrigin};
use crate::syntax::ast::{self, Operator};

/// The placeholder sort of constants and variables whose sort is not known yet.
pub(crate) const UNRESOLVED: SortId = SortId(u32::MAX);

/// A comparison whose terms have no sorts yet.
#[derive(Clone)]
pub(crate) struct PendingComparison {
    pub(crate) operator: Operator,
    pub(crate) sides: [Vec<PendingSummand>; 2],
    pub(crate) span: Span,
    /// Whether this comparison defines a sum used as an argument. The right side is then the variable for that
    /// argument.
    pub(crate) is_argument: bool,
    /// Whether both sides are compared as numbers, whatever their sorts.
    pub(crate) is_by_value: bool,
}

/// A summand whose term has no sort yet.
#[derive(Clone)]
pub(crate) struct PendingSummand {
    pub(crate) is_taken_away: bool,
    pub(crate) term: Term,
    pub(crate) span: Span,
}

impl PendingComparison {
    /// The terms of both sides.
    pub(crate) fn terms(&self) -> impl Iterator<Item = &PendingSummand> {
        self.sides.iter().flatten()
    }

    /// The variables with their spans.
    pub(crate) fn variables(&self) -> impl Iterator<Item = (VariableId, Span)> {
        self.terms().filter_map(|waiting| match &waiting.term {
            Term::Variable(id) => Some((*id, waiting.span)),
            Term::Constant(_) | Term::Host(..) => None,
        })
    }

    /// The two sides, if each is a single term.
    pub(crate) fn pair(&self) -> Option<[&PendingSummand; 2]> {
        match &self.sides {
            [left, right] => match (left.as_slice(), right.as_slice()) {
                ([left], [right]) => Some([left, right]),
                _ => None,
            },
        }
    }

    /// The two terms of an equality or inequality.
    pub(crate) fn equated(&self) -> Option<[&PendingSummand; 2]> {
        self.pair().filter(|_| !self.operator.orders() && !self.is_by_value)
    }
}

/// An aggregate whose variables have no sorts yet.
pub(crate) struct PendingAggregate {
    pub(crate) function: Function,
    /// The variables after the keyword of the aggregate, with their spans. Their values make up an answer.
    pub(crate) of: Vec<(VariableId, Span)>,
    pub(crate) goals: Vec<Goal>,
    pub(crate) result: VariableId,
    /// The span from the keyword to the closing bracket.
    pub(crate) span: Span,
    pub(crate) text: String,
}

/// The variables and atoms of a clause during its resolution.
#[derive(Default)]
pub(crate) struct Scope {
    pub(crate) variables: Vec<Variable>,
    /// The variables by name.
    pub(crate) named: HashMap<String, VariableId>,
    /// All atoms whose predicate is known, each in its resolved form and as written.
    pub(crate) atoms: Vec<(Atom, ast::Atom)>,
    /// The indices of atoms that may be false when the clause holds. These are the atoms of `≠`, and all atoms inside a
    /// negation, an aggregate or one of several branches.
    pub(crate) inside: SortedSet<usize>,
    /// Number of negations, aggregates and branches around the current literal.
    pub(crate) depth: usize,
    /// The comparisons, including those that define sums used as arguments.
    pub(crate) comparisons: Vec<PendingComparison>,
    /// Goals that define the calls and sums in the current literal.
    pub(crate) said: Vec<Goal>,
    /// The variables for calls in the current conjunction, by the text of the call.
    pub(crate) calls: HashMap<String, VariableId>,
    /// The aggregates, inner ones first.
    pub(crate) aggregates: Vec<PendingAggregate>,
    /// The variables for the results of aggregates.
    pub(crate) results: SortedSet<VariableId>,
    /// The variables of the clause's head.
    pub(crate) in_head: SortedSet<VariableId>,
    /// The head of the clause with the sorts from the declaration, if the predicate is declared.
    pub(crate) declared: Option<(Atom, ast::Atom, Vec<Option<SortId>>)>,
    /// Whether this is a query, in which values of the host are allowed.
    pub(crate) query: bool,
    /// Number of variables that represent players. These are the first variables of the clause.
    pub(crate) players: usize,
}

impl Scope {
    /// A scope with the variables after `for` and `against`.
    pub(crate) fn of_side(side: &ast::Side) -> Scope {
        let mut scope = Scope::default();
        for name in side.variables() {
            scope.term(&ast::Term::Variable(name.clone()));
        }
        scope.players = scope.variables.len();
        scope
    }

    /// Whether a variable represents a player.
    pub(crate) fn is_player(&self, id: VariableId) -> bool {
        id.index() < self.players
    }

    /// The variable with this name.
    pub(crate) fn find(&self, name: &str) -> Option<VariableId> {
        self.named.get(name).copied()
    }

    /// Whether all calls in `terms` could be resolved.
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

    /// Adds a local variable that does not occur in the text.
    pub(crate) fn fresh(&mut self, name: String, origin: VariableOrigin, span: Span) -> VariableId {
        self.variables.push(Variable { name, sort: UNRESOLVED, local: true, origin, span });
        VariableId(self.variables.len() as u32 - 1)
    }

    /// Resolves an argument. Constants get their sort later.
    pub(crate) fn term(&mut self, term: &ast::Term) -> Option<Term> {
        match term {
            ast::Term::Error(_) => None,
            ast::Term::Sum(sum) => self.sum(sum),
            ast::Term::Call(call) => self.calls.get(&call.value().text).copied().map(Term::Variable),
            ast::Term::Constant(name) => Some(Term::Host(UNRESOLVED, name.text.clone())),
            ast::Term::Variable(name) => Some(Term::Variable(self.find(&name.text).unwrap_or_else(|| {
                let local = ast::is_local(&name.text);
                self.variables.push(Variable::named(name.text.clone(), UNRESOLVED, local, name.span));
                let id = VariableId(self.variables.len() as u32 - 1);
                self.named.insert(name.text.clone(), id);
                id
            }))),
        }
    }
    /// Makes the variable for a sum used as an argument, and adds the goal that defines this variable.
    fn sum(&mut self, sum: &ast::Sum) -> Option<Term> {
        let left = self.side(sum)?;
        let name = crate::syntax::print_term(&ast::Term::Sum(sum.clone()));
        let id = self.fresh(name, VariableOrigin::Sum, sum.span);
        let right = vec![PendingSummand { is_taken_away: false, term: Term::Variable(id), span: sum.span }];
        let comparing = PendingComparison {
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

    pub(crate) fn side(&mut self, sum: &ast::Sum) -> Option<Vec<PendingSummand>> {
        let summand = |summand: &ast::Summand| {
            let (term, span) = (self.term(&summand.term), summand.term.span());
            term.map(|term| PendingSummand { is_taken_away: summand.is_taken_away, term, span })
        };
        // All terms are added to the scope, even if one of them has a mistake.
        let all: Vec<Option<PendingSummand>> = sum.summands.iter().map(summand).collect();
        all.into_iter().collect()
    }

    pub(crate) fn waiting_goal(&mut self, comparing: PendingComparison) -> Goal {
        let predicate = PredicateId(u32::MAX - self.comparisons.len() as u32);
        let span = comparing.span;
        self.comparisons.push(comparing);
        Goal::Atom(Atom::waiting(predicate, span))
    }
}
