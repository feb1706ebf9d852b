//! Whole bodies in shapes that planner passes optimise: pairs of negations, two values of one kind, one set that is
//! iterated twice, neighbours of neighbours, and chains that lead away from bound variables.

use super::Generator;
use super::bodies::{Scope, one_of};
use super::text::{Literal, Said, Term, Variable, not, yes};
use super::vocabulary::Predicate;

impl Generator {
    /// Generates a body in one of the shapes.
    pub(super) fn shaped(&mut self, scope: &mut Scope) -> Vec<Literal> {
        if self.groups.is_some() && self.random.percent(35) {
            return if self.random.percent(60) { self.twins(scope) } else { self.denied_twins(scope) };
        }
        if self.random.percent(35)
            && let Some(literals) = self.same_as_a_part(scope)
        {
            return literals;
        }
        if self.random.percent(25)
            && let Some(literals) = self.walked(scope)
        {
            return literals;
        }
        match self.random.below(11) {
            0 | 1 => self.paired_denials(scope),
            2 => self.related_values(scope),
            3 => self.denied_kin(scope),
            4 => self.set_twice(scope),
            5 => self.neighbours(scope),
            6 => self.twins(scope),
            7 => self.chains_to_values(scope),
            _ => self.no_chain(scope),
        }
    }

    /// Generates `¬(p(A_), ¬q(A_, B_)), ¬(p(C_), ¬q(C_, X))`: nested negations that differ in their local variables.
    fn paired_denials(&mut self, scope: &mut Scope) -> Vec<Literal> {
        let mut literals = vec![self.positive(scope)];
        let one = self.of_everything_denied(scope);
        let mut other = one.clone();
        self.rename_locals(&mut other, scope, 35);
        let mut pair = vec![one, other];
        if self.random.percent(30) {
            let mut third = pair[0].clone();
            self.rename_locals(&mut third, scope, 35);
            pair.push(third);
        }
        self.random.shuffle(&mut pair);
        literals.extend(pair);
        literals
    }

    /// Generates `¬(p(A_), ¬q(A_, B_))` over bound variables and local variables.
    fn of_everything_denied(&mut self, scope: &mut Scope) -> Literal {
        self.in_inner_scope(scope, |generator, scope| {
            let mut denied = vec![generator.positive(scope)];
            if generator.random.percent(40) {
                denied.push(generator.positive(scope));
            }
            let mut inner = vec![generator.positive(scope)];
            if generator.random.percent(25) {
                inner.push(generator.positive(scope));
            }
            denied.push(not(Said::Group(vec![inner])));
            not(Said::Group(vec![denied]))
        })
    }

    /// Renames the local variables of a negation. In `known` percent of cases, a bound variable or a constant takes the
    /// place of a local variable.
    pub(super) fn rename_locals(&mut self, denial: &mut Literal, scope: &mut Scope, known: usize) {
        let mut renamed: Vec<(Variable, Term)> = Vec::new();
        denial.each_term(&mut |term| match term {
            Term::Variable(variable) if variable.is_anonymous() && !scope.bound.contains(variable) => {
                let variable = variable.clone();
                let given = renamed.iter().find(|(given, _)| *given == variable).map(|(_, to)| to.clone());
                *term = given.unwrap_or_else(|| {
                    let to = self.argument_for(&variable, scope, known);
                    renamed.push((variable, to.clone()));
                    to
                });
            }
            Term::Constant(text) if self.random.percent(50) => {
                if let Some(sort) = self.sorts.iter().position(|sort| sort.values.contains(text)) {
                    *text = self.stated(sort);
                }
            }
            _ => {}
        });
    }

    fn argument_for(&mut self, variable: &Variable, scope: &mut Scope, known: usize) -> Term {
        if !self.random.percent(known) {
            return Term::Variable(self.variable(variable.sort, false, scope));
        }
        let bound: Vec<Variable> =
            scope.bound.iter().filter(|other| self.join(other.sort, variable.sort)).cloned().collect();
        match one_of(&mut self.random, &bound) {
            Some(bound) if self.random.percent(75) => Term::Variable(bound.clone()),
            _ => Term::Constant(self.stated(variable.sort)),
        }
    }

    /// Generates two values that are related to a third value in the same way. A further literal may require that the
    /// two values differ.
    fn related_values(&mut self, scope: &mut Scope) -> Vec<Literal> {
        let pairs: Vec<Predicate> =
            self.predicates.iter().filter(|predicate| predicate.places.len() > 1).cloned().collect();
        let Some(predicate) = one_of(&mut self.random, &pairs).cloned() else {
            return vec![self.positive(scope)];
        };
        let Literal { said: Said::Atom(name, arguments), .. } = self.asked(&predicate, scope) else {
            return Vec::new();
        };
        let at = self.random.below(arguments.len());
        let [one, other] = [(); 2].map(|()| {
            let named = self.random.percent(50);
            self.new_bound(predicate.places[at], named, scope)
        });
        let with = |variable: &Variable| {
            let mut arguments = arguments.clone();
            arguments[at] = Term::Variable(variable.clone());
            yes(Said::Atom(name.clone(), arguments))
        };
        let mut literals = vec![with(&one), with(&other)];
        let of_one: Vec<Predicate> = self.predicates_about(one.sort).cloned().collect();
        if let Some(said) = one_of(&mut self.random, &of_one).cloned() {
            let place =
                said.places.iter().position(|place| self.join(*place, one.sort)).expect("there is one");
            let Literal { said: Said::Atom(name, arguments), .. } = self.asked(&said, scope) else {
                return literals;
            };
            for variable in [&one, &other] {
                let mut arguments = arguments.clone();
                arguments[place] = Term::Variable(variable.clone());
                literals.push(yes(Said::Atom(name.clone(), arguments)));
            }
        }
        if self.random.percent(60) {
            literals.push(not(Said::Atom("equal".to_owned(), [one, other].map(Term::Variable).to_vec())));
        }
        literals
    }

    /// Generates a condition that no two values are related in the same way to a bound value.
    fn denied_kin(&mut self, scope: &mut Scope) -> Vec<Literal> {
        let mut literals = vec![self.positive(scope)];
        let before = scope.bound.clone();
        literals.push(self.in_inner_scope(scope, |generator, scope| {
            let mut kin = generator.related_values(scope);
            let new: Vec<Variable> = scope.bound.split_off(before.len());
            // Replace one of the new variables by a variable that was bound before.
            let able: Vec<(&Variable, &Variable)> = new
                .iter()
                .flat_map(|own| before.iter().map(move |bound| (own, bound)))
                .filter(|(own, bound)| generator.join(own.sort, bound.sort))
                .collect();
            if let Some((own, bound)) = one_of(&mut generator.random, &able).copied() {
                kin.iter_mut().for_each(|literal| literal.replace(own, bound));
            }
            let mut denied = not(Said::Group(vec![kin]));
            generator.rename_own(&mut denied, &before, scope);
            denied
        }));
        literals
    }

    /// Generates a literal over new variables and constants.
    fn asked(&mut self, predicate: &Predicate, scope: &mut Scope) -> Literal {
        let arguments = predicate
            .places
            .iter()
            .map(|sort| match self.random.percent(30) {
                true => Term::Constant(self.stated(*sort)),
                false => Term::Variable(self.new_bound(*sort, false, scope)),
            })
            .collect();
        yes(Said::Atom(predicate.name.clone(), arguments))
    }

    /// Generates a body in which two variables iterate the same set, each with its own exceptions.
    fn set_twice(&mut self, scope: &mut Scope) -> Vec<Literal> {
        let predicate = self.random.choose(&self.predicates).clone();
        if predicate.places.is_empty() {
            return vec![self.positive(scope)];
        }
        let Literal { said: Said::Atom(name, arguments), .. } = self.asked(&predicate, scope) else {
            return Vec::new();
        };
        let at = self.random.below(arguments.len());
        let mut literals = Vec::new();
        for _ in 0..2 {
            let variable = self.new_bound(predicate.places[at], true, scope);
            let mut arguments = arguments.clone();
            arguments[at] = Term::Variable(variable.clone());
            literals.push(yes(Said::Atom(name.clone(), arguments)));
            let other = Term::Constant(self.stated(variable.sort));
            let apart = not(Said::Atom("equal".to_owned(), vec![Term::Variable(variable), other]));
            literals.push(if self.random.percent(60) { apart } else { self.denial(scope, 1) });
        }
        if self.random.percent(40) {
            literals.push(self.positive(scope));
        }
        literals
    }

    /// Generates conditions on the neighbours of one value. The neighbours are values of a function, and all conditions
    /// use the same predicate.
    fn neighbours(&mut self, scope: &mut Scope) -> Vec<Literal> {
        let functions: Vec<Predicate> =
            self.predicates.iter().filter(|predicate| predicate.is_function).cloned().collect();
        let loops = |f: &&Predicate| f.places.last().is_some_and(|last| self.join(*last, f.places[0]));
        let Some(function) = functions.iter().find(loops).or(functions.first()).cloned() else {
            return self.no_chain(scope);
        };
        let value = *function.places.last().expect("a function has a value");
        let one = self.new_bound(function.places[0], true, scope);
        let said: Vec<Predicate> = self
            .predicates
            .iter()
            .filter(|known| known.places.first().is_some_and(|first| self.join(*first, value)))
            .cloned()
            .collect();
        let mut literals = vec![self.binding(&one, scope)];
        let Some(said) = one_of(&mut self.random, &said).cloned() else { return literals };
        for _ in 0..self.random.between(1, 3) {
            let mut inner = vec![Term::Variable(one.clone())];
            let more = &function.places[1..function.places.len() - 1];
            inner.extend(more.iter().map(|sort| Term::Constant(self.stated(*sort))));
            let mut arguments = vec![Term::Call(function.name.clone(), inner)];
            arguments.extend(said.places[1..].iter().map(|sort| Term::Constant(self.stated(*sort))));
            let literal = Said::Atom(said.name.clone(), arguments);
            literals.push(if self.random.percent(30) { not(literal) } else { yes(literal) });
        }
        if let Some((call, sort)) = self.call_on(&one) {
            let right = Term::Constant(self.stated(sort));
            literals.push(yes(Said::Comparison(call, "=", right)));
        }
        literals
    }

    /// Generates a condition that no chain leads from a bound variable to a value with two or three properties. There
    /// may be two such conditions, with different constants.
    fn no_chain(&mut self, scope: &mut Scope) -> Vec<Literal> {
        let mut literals = vec![self.positive(scope)];
        let chain = self.in_inner_scope(scope, |generator, scope| {
            let mut chain: Vec<Literal> = Vec::new();
            for _ in 0..generator.random.between(2, 5) {
                let from = scope.bound.clone();
                let link = generator.positive(scope);
                chain.push(link);
                // The next literal continues from the new variables. It may also use earlier variables.
                let new: Vec<Variable> =
                    scope.bound.iter().filter(|bound| !from.contains(bound)).cloned().collect();
                if !new.is_empty() && generator.random.percent(60) {
                    scope.bound = new;
                }
            }
            chain
        });
        let one = not(Said::Group(vec![chain]));
        if self.random.percent(60) {
            let mut other = one.clone();
            self.rename_locals(&mut other, scope, 10);
            literals.push(other);
        }
        literals.push(one);
        literals
    }
}
