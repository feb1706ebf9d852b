//! Bodies that relate values to each other through further values. One shape is twins: two neighbours of one value that
//! have properties in common. The other shape is chains that end in a constant.

use std::collections::BTreeSet;

use super::Generator;
use super::bodies::{Scope, one_of};
use super::text::{Literal, Said, Term, Variable, not, yes};
use super::vocabulary::Predicate;

/// Minimum number of values of a large sort.
const MANY: usize = 20;

/// Minimum number of values of a sort whose values are used as groups.
const FEW: usize = 5;

/// Percentage of twins in which the two values are of different kinds.
const TWO_KINDS: usize = 40;

impl Generator {
    /// Generates facts that assign many values to groups, and a kind to each group. Each value occurs in only a few
    /// facts.
    pub(super) fn groups(&mut self) {
        let large: Vec<usize> =
            (0..self.sorts.len()).filter(|sort| self.sorts[*sort].values.len() >= MANY).collect();
        let Some(things) = one_of(&mut self.random, &large).copied() else { return };
        let is_other = |sort: &usize| !self.join(*sort, things) && self.sorts[*sort].values.len() >= FEW;
        let others: Vec<usize> = (0..self.sorts.len()).filter(is_other).collect();
        let Some(groups) = one_of(&mut self.random, &others).copied() else { return };
        let kinds = self.random.below(self.sorts.len());
        let of = self.related(things, groups, 48);
        let kind = self.related(groups, kinds, 12);
        self.groups = Some([of, kind]);
    }

    /// Generates facts of a new predicate that relates random values of two sorts.
    fn related(&mut self, one: usize, other: usize, many: usize) -> Predicate {
        let name = self.names.predicate(2, &mut self.random);
        let predicate = Predicate { name, places: vec![one, other], is_function: false, is_derived: false };
        let mut tuples = BTreeSet::new();
        for _ in 0..many {
            let few = self.sorts[one].values.len().min(many);
            let value = self.random.below(few);
            tuples.insert(vec![self.sorts[one].values[value].clone(), self.stated(other)]);
        }
        self.add_facts(predicate.clone(), tuples);
        predicate
    }

    /// Generates a condition that some bound value does not have two neighbours of the same kind.
    pub(super) fn denied_twins(&mut self, scope: &mut Scope) -> Vec<Literal> {
        let mut literals = vec![self.positive(scope)];
        let Some(from) = one_of(&mut self.random, &scope.bound).cloned() else { return literals };
        let before = scope.bound.clone();
        literals.push(self.in_inner_scope(scope, |generator, scope| {
            let mut denied = generator.twins(scope);
            // One of the inner variables becomes the bound variable, or a variable that a literal relates to it.
            let meets = match generator.link(&from, scope).filter(|_| generator.random.percent(40)) {
                Some((link, next)) => {
                    denied.push(link);
                    next
                }
                None => from,
            };
            let is_own = |own: &&Variable| !before.contains(own) && generator.join(own.sort, meets.sort);
            let own: Vec<Variable> = scope.bound.iter().filter(is_own).cloned().collect();
            if let Some(own) = one_of(&mut generator.random, &own) {
                denied.iter_mut().for_each(|literal| literal.replace(own, &meets));
            }
            let mut denied = not(Said::Group(vec![denied]));
            generator.rename_own(&mut denied, &before, scope);
            denied
        }));
        literals
    }

    /// Generates `p(X, A), p(X, B), q(A, c), q(B, c), r(X)`: two neighbours of one kind. The two neighbours may be
    /// equal, unless a further literal requires that they differ.
    pub(super) fn twins(&mut self, scope: &mut Scope) -> Vec<Literal> {
        let is_join = |predicate: &&Predicate| !predicate.is_derived && predicate.places.len() == 2;
        let joins: Vec<Predicate> = self.predicates.iter().filter(is_join).cloned().collect();
        let (join, kind, at) = match (self.groups.clone(), one_of(&mut self.random, &joins)) {
            (Some([join, kind]), _) => (join, Some(kind), 0),
            (None, Some(join)) => (join.clone(), None, self.random.below(2)),
            (None, None) => return vec![self.positive(scope)],
        };
        let shared = self.new_bound(join.places[at], true, scope);
        let [one, other] = [(); 2].map(|()| {
            let named = self.random.percent(50);
            self.new_bound(join.places[1 - at], named, scope)
        });
        let mut literals = Vec::new();
        let mut known = None;
        for variable in [&one, &other] {
            let mut arguments = vec![Term::Variable(variable.clone()); 2];
            arguments[at] = Term::Variable(shared.clone());
            literals.push(yes(Said::Atom(join.name.clone(), arguments)));
            if known.is_none() || self.random.percent(TWO_KINDS) {
                known = match &kind {
                    Some(kind) => Some(self.with_values(kind, variable)),
                    None => self.of_a_value(variable),
                };
            }
            let mut said = known.clone();
            said.iter_mut().for_each(|literal| literal.replace(&one, variable));
            literals.extend(said);
        }
        if self.random.percent(50) {
            literals.extend(self.of_a_value(&shared));
        }
        if self.random.percent(50) {
            literals.push(not(Said::Atom("equal".to_owned(), [one, other].map(Term::Variable).to_vec())));
        }
        literals
    }

    /// Generates a literal whose arguments are a variable and constants.
    fn of_a_value(&mut self, variable: &Variable) -> Option<Literal> {
        let able: Vec<Predicate> =
            self.predicates_about(variable.sort).filter(|predicate| !predicate.is_derived).cloned().collect();
        let predicate = one_of(&mut self.random, &able)?.clone();
        Some(self.with_values(&predicate, variable))
    }

    /// An atom of `predicate` with `variable` as one argument and constants as the others.
    fn with_values(&mut self, predicate: &Predicate, variable: &Variable) -> Literal {
        let mut arguments: Vec<Term> =
            predicate.places.iter().map(|sort| Term::Constant(self.stated(*sort))).collect();
        let mut places = predicate.places.iter();
        let at = places.position(|place| self.join(*place, variable.sort)).expect("it speaks of the sort");
        arguments[at] = Term::Variable(variable.clone());
        yes(Said::Atom(predicate.name.clone(), arguments))
    }

    /// Generates `¬(p(X, A_), q(A_, B_), r(B_, c)), ¬(p(X, D_), q(D_, E_), r(E_, d))`: two negated chains that differ
    /// in the constant at their end.
    pub(super) fn chains_to_values(&mut self, scope: &mut Scope) -> Vec<Literal> {
        let mut literals = vec![self.positive(scope)];
        let Some(from) = one_of(&mut self.random, &scope.bound).cloned() else { return literals };
        let before = scope.bound.clone();
        self.in_inner_scope(scope, |generator, scope| {
            let (mut chain, mut last) = (Vec::new(), from);
            for _ in 0..generator.random.between(1, 2) {
                if let Some((literal, next)) = generator.link(&last, scope) {
                    chain.push(literal);
                    last = next;
                }
            }
            for _ in 0..2 {
                let mut denied = chain.clone();
                denied.extend(generator.of_a_value(&last));
                if generator.random.percent(50) {
                    denied.extend(generator.of_a_value(&last));
                }
                let negated = generator.random.percent(80);
                let mut literal = Literal { negated, said: Said::Group(vec![denied]) };
                generator.rename_own(&mut literal, &before, scope);
                literals.push(literal);
            }
        });
        literals
    }

    /// Generates a literal that leads from a variable to a new variable. Its other arguments are constants.
    fn link(&mut self, from: &Variable, scope: &mut Scope) -> Option<(Literal, Variable)> {
        let able: Vec<Predicate> = self
            .predicates_about(from.sort)
            .filter(|predicate| predicate.places.len() > 1)
            .cloned()
            .collect();
        let predicate = one_of(&mut self.random, &able)?.clone();
        let at = predicate.places.iter().position(|place| self.join(*place, from.sort))?;
        let to = (at + self.random.between(1, predicate.places.len() - 1)) % predicate.places.len();
        let next = self.variable(predicate.places[to], false, scope);
        let mut arguments: Vec<Term> =
            predicate.places.iter().map(|sort| Term::Constant(self.stated(*sort))).collect();
        arguments[at] = Term::Variable(from.clone());
        arguments[to] = Term::Variable(next.clone());
        Some((yes(Said::Atom(predicate.name, arguments)), next))
    }

    /// Renames the variables of a literal that are not in `bound`.
    pub(super) fn rename_own(&mut self, literal: &mut Literal, bound: &[Variable], scope: &mut Scope) {
        let mut renamed: Vec<(Variable, Variable)> = Vec::new();
        literal.each_term(&mut |term| {
            let Term::Variable(variable) = term else { return };
            if bound.contains(variable) {
                return;
            }
            let known = renamed.iter().find(|(known, _)| known == variable).map(|(_, to)| to.clone());
            *variable = known.unwrap_or_else(|| {
                let to = self.variable(variable.sort, false, scope);
                renamed.push((variable.clone(), to.clone()));
                to
            });
        });
    }
}
