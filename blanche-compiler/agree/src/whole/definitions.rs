//! The derived predicates of random programs: predicates with one to four clauses, recursive predicates, and predicates
//! that equate two values.

use super::Generator;
use super::bodies::{Scope, one_of};
use super::clauses::LITERALS;
use super::text::{Literal, Said, Term, Variable, atom, body, yes};
use super::vocabulary::Predicate;

/// Derived predicates of two special forms. Some generated bodies are made to use them.
#[derive(Default)]
pub(super) struct Derived {
    /// The predicate `same(X, X) :- p(X)`, and a part of the sort of `X`.
    same: Option<(Predicate, usize)>,
    /// The predicate `walk(X, Y, Z) :- p(X, W_), walk(W_, Z, Y)`, which is used with `X` bound.
    walk: Option<Predicate>,
}

impl Generator {
    /// Generates a predicate with one to four clauses, which may be recursive.
    pub(super) fn derive(&mut self) {
        let arity = *self.random.choose(&[0, 1, 1, 2, 2, 2, 3]);
        let mut places: Vec<usize> = Vec::new();
        for _ in 0..arity {
            let again = places.last().copied().filter(|_| self.random.percent(30));
            places.push(again.unwrap_or_else(|| self.random.below(self.sorts.len())));
        }
        let predicate = self.new_derived(places);
        let clauses = *self.random.choose(&[1, 1, 1, 2, 2, 3, 4]);
        for clause in 0..clauses {
            if clause == 1 && arity > 0 && self.random.percent(40) {
                self.predicates.push(predicate.clone());
                self.recursive = Some(predicate.clone());
            }
            if self.recursive.is_some() && self.random.percent(25) {
                self.again(&predicate);
            } else {
                self.clause(&predicate, clauses);
            }
        }
        self.recursive = None;
        if !self.predicates.iter().any(|known| known.is_derived && known.name == predicate.name) {
            self.predicates.push(predicate);
        }
    }

    /// Generates a clause with one recursive literal. Its arguments are the variables of the head in another order, or
    /// new variables.
    fn again(&mut self, predicate: &Predicate) {
        let mut scope = Scope { names: true, left: LITERALS, ..Scope::default() };
        let head: Vec<Variable> =
            predicate.places.iter().map(|sort| self.variable(*sort, true, &mut scope)).collect();
        let mut arguments: Vec<Term> = Vec::new();
        for sort in &predicate.places {
            let able: Vec<Variable> =
                head.iter().filter(|known| self.join(known.sort, *sort)).cloned().collect();
            let argument = match one_of(&mut self.random, &able).cloned() {
                Some(known) if self.random.percent(75) => known,
                _ => self.variable(*sort, false, &mut scope),
            };
            arguments.push(Term::Variable(argument));
        }
        let is_asked = |variable: &&Variable| !arguments.contains(&Term::Variable((*variable).clone()));
        let open: Vec<Variable> = head.iter().filter(is_asked).cloned().collect();
        let mut said: Vec<Literal> = open.iter().map(|variable| self.binding(variable, &mut scope)).collect();
        said.push(yes(Said::Atom(predicate.name.clone(), arguments)));
        self.items.push(format!("{} :- {}", atom(&predicate.name, &head), body(&said)));
    }

    fn clause(&mut self, predicate: &Predicate, clauses: usize) {
        let mut scope = Scope { names: true, left: LITERALS, ..Scope::default() };
        let (mut head, mut wanted): (Vec<Term>, Vec<Variable>) = (Vec::new(), Vec::new());
        for sort in &predicate.places {
            let constants = if clauses > 2 { 30 } else { 15 };
            if self.random.percent(constants) {
                head.push(Term::Constant(self.stated(*sort)));
                continue;
            }
            let same: Vec<Variable> =
                wanted.iter().filter(|known| self.join(known.sort, *sort)).cloned().collect();
            let variable = match same.first() {
                Some(known) if self.random.percent(25) => known.clone(),
                _ => {
                    let sort = self.related_sort(*sort);
                    self.variable(sort, true, &mut scope)
                }
            };
            head.push(Term::Variable(variable.clone()));
            wanted.push(variable);
        }
        let said = self.body(&mut scope, &wanted);
        self.items.push(format!("{} :- {}", atom(&predicate.name, &head), body(&said)));
    }

    /// Generates `same(X, X) :- p(X)` for a sort that has a part.
    pub(super) fn derive_same(&mut self) {
        let parts: Vec<usize> =
            (0..self.sorts.len()).filter(|sort| self.sorts[*sort].root != *sort).collect();
        let Some(part) = one_of(&mut self.random, &parts).copied() else { return };
        let mut scope = Scope { names: true, left: LITERALS, ..Scope::default() };
        let variable = self.variable(self.sorts[part].root, true, &mut scope);
        let said = self.binding(&variable, &mut scope);
        let head = [variable.clone(), variable];
        let same = self.new_derived(head.iter().map(|variable| variable.sort).collect());
        self.items.push(format!("{} :- {said}", atom(&same.name, &head)));
        self.predicates.push(same.clone());
        self.derived.same = Some((same, part));
    }

    /// Generates literals which state that a value of a sort equals a value of a part of that sort.
    pub(super) fn same_as_a_part(&mut self, scope: &mut Scope) -> Option<Vec<Literal>> {
        let (same, part) = self.derived.same.clone()?;
        let sort = same.places[0];
        let mut literals = Vec::new();
        let known: Vec<Variable> = scope.bound.iter().filter(|bound| bound.sort == sort).cloned().collect();
        let wide = self.one_or_new(&known, sort, scope, &mut literals);
        let narrow = self.variable(part, false, scope);
        let mut both = [wide, narrow.clone()].map(Term::Variable);
        self.random.shuffle(&mut both);
        literals.push(yes(Said::Atom(same.name, both.to_vec())));
        if self.random.percent(20) {
            literals.push(yes(Said::Atom(self.sorts[part].name.clone(), vec![Term::Variable(narrow)])));
        }
        Some(literals)
    }

    /// Generates `walk(X, Y, Z) :- p(X, W_), walk(W_, Z, Y)`. The recursive call passes on its values in the same
    /// order, in another order, or only some of them.
    pub(super) fn derive_walk(&mut self) {
        let leads_on = |known: &&Predicate| {
            !known.is_derived && known.places.len() == 2 && self.join(known.places[0], known.places[1])
        };
        let steps: Vec<Predicate> = self.predicates.iter().filter(leads_on).cloned().collect();
        let step = match one_of(&mut self.random, &steps) {
            Some(step) => step.clone(),
            None => {
                let sort = self.random.below(self.sorts.len());
                self.facts(vec![sort, sort]);
                self.predicates.last().expect("it was added").clone()
            }
        };
        let (from, found) = (step.places[0], self.random.below(self.sorts.len()));
        let walk = self.new_derived(vec![from, found, found]);
        let mut scope = Scope { names: true, left: LITERALS, ..Scope::default() };
        let head: Vec<Variable> =
            walk.places.iter().map(|sort| self.variable(*sort, true, &mut scope)).collect();
        let mut first: Vec<Term> = head.iter().cloned().map(Term::Variable).collect();
        first[self.random.between(1, 2)] = Term::Constant(self.stated(found));
        let named = head.iter().filter(|variable| first.contains(&Term::Variable((*variable).clone())));
        let said: Vec<Literal> = named.map(|variable| self.binding(variable, &mut scope)).collect();
        self.items.push(format!("{} :- {}", atom(&walk.name, &first), body(&said)));
        let next = self.variable(from, false, &mut scope);
        let mut arguments = vec![next.clone(), head[1].clone(), head[2].clone()];
        let ends = [&head[0], &next].map(|end| Term::Variable(end.clone()));
        let mut said = vec![yes(Said::Atom(step.name, ends.to_vec()))];
        match self.random.below(4) {
            0 => {}
            1 => {
                let other = self.variable(found, false, &mut scope);
                said.push(self.binding(&head[2], &mut scope));
                arguments[2] = other;
            }
            _ => arguments.swap(1, 2),
        }
        said.push(yes(Said::Atom(walk.name.clone(), arguments.into_iter().map(Term::Variable).collect())));
        self.items.push(format!("{} :- {}", atom(&walk.name, &head), body(&said)));
        self.predicates.push(walk.clone());
        self.derived.walk = Some(walk);
    }

    /// Generates literals in which `walk` starts from a known value.
    pub(super) fn walked(&mut self, scope: &mut Scope) -> Option<Vec<Literal>> {
        let Predicate { name, places, .. } = self.derived.walk.clone()?;
        let mut literals = Vec::new();
        let mut arguments = vec![Term::Constant(self.stated(places[0]))];
        if self.random.percent(70) {
            let known: Vec<Variable> =
                scope.bound.iter().filter(|bound| self.join(bound.sort, places[0])).cloned().collect();
            let from = self.one_or_new(&known, places[0], scope, &mut literals);
            arguments = vec![Term::Variable(from)];
        }
        for sort in &places[1..] {
            let named = scope.names && self.random.percent(60);
            arguments.push(Term::Variable(self.new_bound(*sort, named, scope)));
        }
        literals.push(yes(Said::Atom(name, arguments)));
        Some(literals)
    }

    /// One of the variables `known`, or a new variable of the sort. A literal that binds the new variable is added to
    /// `literals`.
    fn one_or_new(
        &mut self,
        known: &[Variable],
        sort: usize,
        scope: &mut Scope,
        literals: &mut Vec<Literal>,
    ) -> Variable {
        if let Some(known) = one_of(&mut self.random, known) {
            return known.clone();
        }
        let new = self.new_bound(sort, true, scope);
        literals.push(self.binding(&new, scope));
        new
    }

    /// A new derived predicate with these argument sorts.
    fn new_derived(&mut self, places: Vec<usize>) -> Predicate {
        let name = self.names.predicate(places.len(), &mut self.random);
        Predicate { name, places, is_function: false, is_derived: true }
    }
}
