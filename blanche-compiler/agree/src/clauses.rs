//! The clauses that the naive evaluator works on: facts, derivations and rules with numbered variables. Every negation
//! lists the variables that it shares with the rest of its clause.

use std::collections::BTreeSet;

use blanche_compiler::syntax::ast;

use crate::reading::Reading;
use crate::sorts::Sort;
use crate::value::Value;

/// A clause `head :- body`. The body of a fact always holds, and the head of a rule or query is empty.
pub(crate) struct Clause {
    pub(crate) head: Vec<Term>,
    /// The names of the variables, indexed by their numbers.
    pub(crate) variables: Vec<String>,
    /// The sorts (types) of the variables, if known. They are set once the whole program has been read.
    pub(crate) sorts: Vec<Option<Sort>>,
    /// The values that some variables have from the beginning.
    pub(crate) given: Assignment,
    pub(crate) body: Body,
}

/// The values of the variables of a clause, indexed by the numbers of the variables. The entry is `None` while a
/// variable has no value.
pub(crate) type Assignment = Vec<Option<Value>>;

/// A disjunction of conjunctions.
pub(crate) type Body = Vec<Vec<Literal>>;

pub(crate) enum Literal {
    Atom(Atom),
    /// Two sums and a comparison operator.
    Comparison(Comparison),
    Group(Body),
    /// A comparison with the result of an aggregate.
    Aggregate(Aggregate),
    /// A negated body. `shared` are the variables of the body that also occur outside it.
    Not {
        body: Body,
        shared: Vec<usize>,
    },
    /// A body that is evaluated after actions. `shared` are the variables of the actions, and the variables of the body
    /// that also occur outside it.
    After {
        actions: Vec<Atom>,
        body: Body,
        shared: Vec<usize>,
    },
}

pub(crate) struct Atom {
    pub(crate) predicate: String,
    pub(crate) arguments: Vec<Term>,
}

pub(crate) enum Term {
    Variable(usize),
    Constant(Value),
    Sum(Sum),
}

/// Terms with their signs.
pub(crate) type Sum = Vec<(Sign, Term)>;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    Plus,
    Minus,
}

pub(crate) struct Comparison {
    pub(crate) left: Sum,
    pub(crate) operator: ast::Operator,
    pub(crate) right: Sum,
}

pub(crate) struct Aggregate {
    pub(crate) function: ast::Function,
    /// The variables over which the body is aggregated.
    pub(crate) of: Vec<usize>,
    pub(crate) body: Body,
    pub(crate) operator: ast::Operator,
    pub(crate) right: Sum,
    pub(crate) shared: Vec<usize>,
}

impl Aggregate {
    /// The variable that gets the result of the aggregate, if the comparison is `=` with a single variable.
    pub(crate) fn given(&self) -> Option<usize> {
        match self.right[..] {
            [(_, Term::Variable(variable))] if self.operator == ast::Operator::Equal => Some(variable),
            _ => None,
        }
    }

    /// The variables in the sum that the aggregate is compared with.
    pub(crate) fn compared(&self) -> impl Iterator<Item = usize> {
        self.right.iter().flat_map(|(_, term)| term.variables())
    }
}

impl Comparison {
    /// The terms of both sides.
    pub(crate) fn terms(&self) -> impl Iterator<Item = &Term> {
        self.left.iter().chain(&self.right).map(|(_, term)| term)
    }

    /// The terms on both sides, if each side is a single term.
    pub(crate) fn pair(&self) -> Option<(&Term, &Term)> {
        match (&self.left[..], &self.right[..]) {
            ([(_, left)], [(_, right)]) => Some((left, right)),
            _ => None,
        }
    }
}

impl Clause {
    /// Converts a clause. `head` has the terms that a rule plays (none for an export or score). `body` is `None` for a
    /// fact.
    pub(crate) fn read(head: &[ast::Term], body: Option<&ast::Body>) -> Clause {
        Clause::read_of(head, &[], body)
    }

    /// Converts a clause, and adds a condition to its body: every call in the terms `called` must have a value.
    pub(crate) fn read_of(head: &[ast::Term], called: &[ast::Term], body: Option<&ast::Body>) -> Clause {
        let mut reading = Reading::default();
        let head: Vec<Term> = head.iter().map(|written| reading.term(written)).collect();
        called.iter().for_each(|written| drop(reading.term(written)));
        let called = std::mem::take(&mut reading.called);
        let mut body = body.map_or(vec![vec![]], |written| reading.branches(written));
        if !called.is_empty() {
            let all = std::mem::take(&mut body);
            body = vec![called.into_iter().chain([Literal::Group(all)]).collect()];
        }
        let Reading { variables, .. } = reading;
        mark_shared(&mut body, &head.iter().flat_map(Term::variables).collect());
        let sorts = vec![None; variables.len()];
        let given = vec![None; variables.len()];
        Clause { head, variables, sorts, given, body }
    }

    /// Whether the clause is a fact: it has no variables, and its body always holds.
    pub(crate) fn is_fact(&self) -> bool {
        self.variables.is_empty() && self.body.iter().all(Vec::is_empty) && !self.body.is_empty()
    }

    /// Converts a query, whose answer consists of all its named variables.
    pub(crate) fn query(body: &ast::Body) -> Clause {
        let mut reading = Reading::default();
        reading.branches(body);
        let names = reading.variables;
        let term = |text: &String| ast::Term::Variable(ast::Name { text: text.clone(), span: body.span });
        let asked: Vec<ast::Term> = names.iter().filter(|name| !ast::is_local(name)).map(term).collect();
        Clause::read(&asked, Some(body))
    }

    /// Assigns values to the variables with these names, so that they are no longer part of the answer. Names that the
    /// clause does not use are ignored.
    pub(crate) fn give(&mut self, values: Vec<(String, Value)>) {
        for (name, value) in values {
            if let Some(number) = self.variables.iter().position(|variable| *variable == name) {
                self.given[number] = Some(value);
            }
        }
    }

    /// The variables of the answer of a rule or query, in alphabetical order. These are the variables without a
    /// trailing underscore that occur outside negations and `after`, or in the head, or in more than one negation. All
    /// other variables are existential.
    pub(crate) fn answered(&self) -> Vec<String> {
        let mut numbers = BTreeSet::new();
        outside_negations(&self.body, &mut numbers);
        numbers.extend(self.head.iter().flat_map(Term::variables));
        numbers.retain(|number| self.given[*number].is_none());
        let names: BTreeSet<&String> = numbers.into_iter().map(|number| &self.variables[number]).collect();
        names.into_iter().filter(|name| !ast::is_local(name)).cloned().collect()
    }

    /// The initial assignment. Only the variables that were given values beforehand have values in it.
    pub(crate) fn start(&self) -> Assignment {
        self.given.clone()
    }

    /// The number of a variable.
    pub(crate) fn variable(&self, name: &str) -> usize {
        self.variables.iter().position(|variable| variable == name).expect("the clause has this variable")
    }

    /// The predicates in the body, except actions, with their arities.
    pub(crate) fn mentioned(&self) -> BTreeSet<(String, usize)> {
        let mut found = BTreeSet::new();
        mentioned_in_body(&self.body, &mut found);
        found
    }

    /// All constants in the head and the body.
    pub(crate) fn constants(&self) -> BTreeSet<Value> {
        let mut found = self.head.iter().filter_map(Term::constants).cloned().collect();
        constants_of_body(&self.body, &mut found);
        found
    }
}

impl Atom {
    /// Whether the atom is `equal(…, …)`.
    pub(crate) fn is_equal(&self) -> bool {
        self.predicate == "equal" && self.arguments.len() == 2
    }
}

impl Term {
    /// The variables in the term.
    pub(crate) fn variables(&self) -> Vec<usize> {
        match self {
            Term::Variable(number) => vec![*number],
            Term::Constant(_) => vec![],
            Term::Sum(sum) => sum.iter().flat_map(|(_, term)| term.variables()).collect(),
        }
    }

    /// The constant, if the term is a constant. Numbers within a sum do not count, because they are not values of a
    /// sort.
    fn constants(&self) -> Option<&Value> {
        match self {
            Term::Variable(_) | Term::Sum(_) => None,
            Term::Constant(value) => Some(value),
        }
    }
}

/// Fills in `shared` in all literals. `outside` are the variables that occur outside this body. The branches of a body
/// are alternatives, so a variable of one branch does not count as outside another branch.
fn mark_shared(body: &mut Body, outside: &BTreeSet<usize>) {
    for branch in body {
        let own: Vec<BTreeSet<usize>> = branch.iter().map(variables_of_literal).collect();
        for (at, literal) in branch.iter_mut().enumerate() {
            let others = own.iter().enumerate().filter(|(other, _)| *other != at);
            let outside: BTreeSet<usize> =
                others.flat_map(|(_, variables)| variables).chain(outside).copied().collect();
            match literal {
                Literal::Atom(_) | Literal::Comparison(_) => {}
                Literal::Group(inner) => mark_shared(inner, &outside),
                Literal::Aggregate(Aggregate { of, body, right, shared, .. }) => {
                    let inside: BTreeSet<usize> =
                        body.iter().flatten().flat_map(variables_of_literal).collect();
                    let right = right.iter().flat_map(|(_, term)| term.variables());
                    let outside: BTreeSet<usize> = outside.iter().copied().chain(right).collect();
                    *shared = inside.intersection(&outside).filter(|id| !of.contains(id)).copied().collect();
                    mark_shared(body, &outside.iter().copied().chain(of.iter().copied()).collect());
                }
                Literal::Not { body, shared } => {
                    *shared = own[at].intersection(&outside).copied().collect();
                    mark_shared(body, &outside);
                }
                Literal::After { actions, body, shared } => {
                    let of_actions = actions.iter().flat_map(|action| &action.arguments);
                    let outside =
                        of_actions.flat_map(Term::variables).chain(outside.iter().copied()).collect();
                    *shared = own[at].intersection(&outside).copied().collect();
                    mark_shared(body, &outside);
                }
            }
        }
    }
}

fn variables_of_literal(literal: &Literal) -> BTreeSet<usize> {
    match literal {
        Literal::Atom(atom) => atom.arguments.iter().flat_map(Term::variables).collect(),
        Literal::Comparison(comparison) => comparison.terms().flat_map(Term::variables).collect(),
        Literal::Group(body) | Literal::Not { body, .. } => {
            body.iter().flatten().flat_map(variables_of_literal).collect()
        }
        Literal::Aggregate(aggregate) => {
            let inside = aggregate.body.iter().flatten().flat_map(variables_of_literal);
            inside.filter(|id| !aggregate.of.contains(id)).chain(aggregate.compared()).collect()
        }
        Literal::After { actions, body, .. } => {
            let of_actions = actions.iter().flat_map(|action| &action.arguments).flat_map(Term::variables);
            of_actions.chain(body.iter().flatten().flat_map(variables_of_literal)).collect()
        }
    }
}

fn outside_negations(body: &Body, found: &mut BTreeSet<usize>) {
    for literal in body.iter().flatten() {
        match literal {
            Literal::Atom(atom) => found.extend(atom.arguments.iter().flat_map(Term::variables)),
            Literal::Comparison(comparison) => found.extend(comparison.terms().flat_map(Term::variables)),
            Literal::Group(inner) => outside_negations(inner, found),
            Literal::Not { shared, .. } => found.extend(shared),
            Literal::Aggregate(aggregate) => {
                found.extend(aggregate.shared.iter().copied().chain(aggregate.compared()))
            }
            Literal::After { .. } => {}
        }
    }
}

fn constants_of_body(body: &Body, found: &mut BTreeSet<Value>) {
    for literal in body.iter().flatten() {
        match literal {
            Literal::Atom(atom) => found.extend(atom.arguments.iter().filter_map(Term::constants).cloned()),
            Literal::Comparison(_) => {}
            Literal::Group(body) | Literal::Not { body, .. } => constants_of_body(body, found),
            Literal::Aggregate(aggregate) => constants_of_body(&aggregate.body, found),
            Literal::After { actions, body, .. } => {
                let of_actions = actions.iter().flat_map(|action| &action.arguments);
                found.extend(of_actions.filter_map(Term::constants).cloned());
                constants_of_body(body, found);
            }
        }
    }
}

fn mentioned_in_body(body: &Body, found: &mut BTreeSet<(String, usize)>) {
    for literal in body.iter().flatten() {
        match literal {
            Literal::Atom(atom) => {
                found.insert((atom.predicate.clone(), atom.arguments.len()));
            }
            Literal::Comparison(_) => {}
            Literal::Group(body)
            | Literal::Not { body, .. }
            | Literal::After { body, .. }
            | Literal::Aggregate(Aggregate { body, .. }) => mentioned_in_body(body, found),
        }
    }
}
