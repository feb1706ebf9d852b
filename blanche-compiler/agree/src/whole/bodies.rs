//! Bodies of random programs: chains of literals that share variables. Negations, comparisons and aggregates over these
//! variables are added.
//!
//! A body is generated in an order in which it can be evaluated, so at least one such order exists. The planner has to
//! find one.

use super::Generator;
use super::text::{Literal, Said, Term, Variable, not, yes};
use super::vocabulary::Predicate;
use blanche_compiler::random::Random;

/// Percentage of literals that are made to share a bound variable if possible.
const MEETS: usize = 92;

/// Percentage of bodies that contain one of the shapes that planner passes optimise.
const SHAPED: usize = 40;

/// Percentage of bodies that contain nothing else if they contain such a shape. Long bodies rarely have answers.
const ALONE: usize = 35;

/// Percentage of new variables whose sort is not that of the argument, but another sort with the same root sort.
const KINDRED: usize = 20;

/// Maximum nesting depth of negations and alternatives.
const DEPTH: usize = 2;

/// The variables of one clause.
#[derive(Default)]
pub(super) struct Scope {
    /// The variables that are bound before the next literal.
    pub(super) bound: Vec<Variable>,
    /// The number for the next new variable.
    pub(super) next: usize,
    /// Whether variables outside the head may be named without an underscore.
    pub(super) names: bool,
    /// The number of literals that the clause may still get.
    pub(super) left: usize,
}

impl Generator {
    /// Generates a body that binds at least the variables `wanted`.
    pub(super) fn body(&mut self, scope: &mut Scope, wanted: &[Variable]) -> Vec<Literal> {
        let mut literals = Vec::new();
        for variable in wanted {
            if !scope.bound.contains(variable) {
                literals.push(self.binding(variable, scope));
            }
        }
        if self.random.percent(SHAPED) {
            literals.extend(self.shaped(scope));
            if self.random.percent(ALONE) {
                return literals;
            }
        }
        for _ in 0..*self.random.choose(&[0, 1, 1, 2]) {
            literals.push(self.positive(scope));
        }
        if self.random.percent(12) {
            literals.push(self.alternatives(scope));
        }
        self.add_conditions(scope, &mut literals);
        if literals.is_empty() {
            literals.push(self.positive(scope));
        }
        literals
    }

    /// Appends literals about bound variables: negations, comparisons and aggregates.
    fn add_conditions(&mut self, scope: &mut Scope, literals: &mut Vec<Literal>) {
        for _ in 0..*self.random.choose(&[0, 0, 1, 1, 2, 2]) {
            if scope.left == 0 {
                break;
            }
            let earlier: Vec<Literal> = literals.iter().filter(|literal| literal.negated).cloned().collect();
            if !earlier.is_empty() && self.random.percent(50) {
                let one = self.random.choose(&earlier).clone();
                literals.push(self.varied(&one, scope));
            } else {
                literals.push(self.denial(scope, 0));
            }
        }
        if self.random.percent(25) {
            literals.extend(self.comparison(scope));
        }
        if self.random.percent(25) {
            literals.extend(self.after(scope));
        }
        if self.random.percent(12) {
            literals.push(self.aggregate(scope));
        }
        if self.random.percent(20) {
            self.random.shuffle(literals);
        }
    }

    /// Runs `write` to generate an inner body, such as that of a negation. Variables that are bound inside it are not
    /// bound outside, and none of them is part of the answer.
    pub(super) fn in_inner_scope<T>(
        &mut self,
        scope: &mut Scope,
        write: impl FnOnce(&mut Generator, &mut Scope) -> T,
    ) -> T {
        let (bound, names) = (scope.bound.clone(), std::mem::replace(&mut scope.names, false));
        let written = write(self, scope);
        scope.bound = bound;
        scope.names = names;
        written
    }

    /// The predicates with an argument that values of this sort can fill.
    pub(super) fn predicates_about(&self, sort: usize) -> impl Iterator<Item = &Predicate> {
        self.predicates
            .iter()
            .filter(move |predicate| predicate.places.iter().any(|place| self.join(*place, sort)))
    }

    /// Generates a literal that may bind variables. Usually its predicate is one that can share a bound variable.
    pub(super) fn positive(&mut self, scope: &mut Scope) -> Literal {
        if self.random.percent(12)
            && let Some(literal) = self.of_its_sort(scope)
        {
            return literal;
        }
        let predicate = self.predicate_beside(scope);
        let said = self.atom(&predicate, scope);
        yes(said)
    }

    /// Generates a literal which states that a bound variable belongs to a sort, or that it equals a new variable. The
    /// sort of the new variable may be a part of that sort, or contain it.
    fn of_its_sort(&mut self, scope: &mut Scope) -> Option<Literal> {
        let bound = one_of(&mut self.random, &scope.bound)?.clone();
        let sorts: Vec<usize> = (0..self.sorts.len()).filter(|sort| self.join(*sort, bound.sort)).collect();
        let sort = *self.random.choose(&sorts);
        if self.random.percent(50) {
            let name = self.sorts[sort].name.clone();
            return Some(yes(Said::Atom(name, vec![Term::Variable(bound)])));
        }
        let named = scope.names && self.random.percent(20);
        let mut both = [Term::Variable(self.new_bound(sort, named, scope)), Term::Variable(bound)];
        self.random.shuffle(&mut both);
        Some(yes(Said::Atom("equal".to_owned(), both.to_vec())))
    }

    fn atom(&mut self, predicate: &Predicate, scope: &mut Scope) -> Said {
        scope.left = scope.left.saturating_sub(1);
        let before = scope.bound.clone();
        let arguments = predicate.places.iter().map(|sort| self.argument(*sort, &before, scope));
        let mut arguments: Vec<Term> = arguments.collect();
        if self.random.percent(MEETS) {
            self.meet(predicate, &mut arguments, &before, scope);
        }
        Said::Atom(predicate.name.clone(), arguments)
    }

    /// If all arguments are new variables, replaces one of them by a variable that is already bound. A literal without
    /// shared variables would multiply the answers.
    fn meet(
        &mut self,
        predicate: &Predicate,
        arguments: &mut [Term],
        before: &[Variable],
        scope: &mut Scope,
    ) {
        let is_new = |term: &Term| matches!(term, Term::Variable(variable) if !before.contains(variable));
        if !arguments.iter().all(is_new) {
            return;
        }
        let able: Vec<(usize, &Variable)> = (0..arguments.len())
            .flat_map(|at| before.iter().map(move |variable| (at, variable)))
            .filter(|(at, variable)| self.join(variable.sort, predicate.places[*at]))
            .collect();
        let Some((at, variable)) = one_of(&mut self.random, &able) else { return };
        let known = Term::Variable((*variable).clone());
        if let Term::Variable(new) = std::mem::replace(&mut arguments[*at], known) {
            scope.bound.retain(|bound| *bound != new);
        }
    }

    /// Generates an argument: a bound variable, a constant, a call, or a new variable.
    fn argument(&mut self, sort: usize, before: &[Variable], scope: &mut Scope) -> Term {
        let same: Vec<Variable> =
            before.iter().filter(|variable| self.join(variable.sort, sort)).cloned().collect();
        if !same.is_empty() && self.random.percent(55) {
            return Term::Variable(self.random.choose(&same).clone());
        }
        if self.random.percent(12) {
            return Term::Constant(self.stated(sort));
        }
        if self.random.percent(15)
            && let Some(call) = self.call(sort, before)
        {
            return call;
        }
        let named = scope.names && self.random.percent(20);
        let sort = self.related_sort(sort);
        Term::Variable(self.new_bound(sort, named, scope))
    }

    /// The sort itself, or sometimes another sort with the same root.
    pub(super) fn related_sort(&mut self, sort: usize) -> usize {
        if !self.random.percent(KINDRED) {
            return sort;
        }
        let sorts: Vec<usize> = (0..self.sorts.len()).filter(|other| self.join(*other, sort)).collect();
        *self.random.choose(&sorts)
    }

    /// A new variable, which is bound from now on.
    pub(super) fn new_bound(&mut self, sort: usize, named: bool, scope: &mut Scope) -> Variable {
        let variable = self.variable(sort, named, scope);
        scope.bound.push(variable.clone());
        variable
    }

    /// A new variable.
    pub(super) fn variable(&mut self, sort: usize, named: bool, scope: &mut Scope) -> Variable {
        scope.next += 1;
        let underscore = if named { "" } else { "_" };
        Variable { name: format!("{}{underscore}{}", self.sorts[sort].word, scope.next), sort }
    }

    /// A call with bound arguments whose value has this sort.
    pub(super) fn call(&mut self, sort: usize, bound: &[Variable]) -> Option<Term> {
        let functions: Vec<Predicate> = self
            .predicates
            .iter()
            .filter(|function| function.is_function)
            .filter(|function| function.places.last().is_some_and(|last| self.join(*last, sort)))
            .cloned()
            .collect();
        if functions.is_empty() {
            return None;
        }
        let function = self.random.choose(&functions).clone();
        let needed = &function.places[..function.places.len() - 1];
        let arguments = needed.iter().map(|sort| self.known(*sort, bound)).collect();
        Some(Term::Call(function.name, arguments))
    }

    /// A bound variable or a constant.
    fn known(&mut self, sort: usize, bound: &[Variable]) -> Term {
        let same: Vec<&Variable> = bound.iter().filter(|variable| self.join(variable.sort, sort)).collect();
        if same.is_empty() || self.random.percent(15) {
            return Term::Constant(self.stated(sort));
        }
        Term::Variable((*self.random.choose(&same)).clone())
    }

    /// Chooses a predicate that has an argument of the sort of some bound variable, if there is such a predicate.
    fn predicate_beside(&mut self, scope: &Scope) -> Predicate {
        if let Some(own) = self.recursive.clone().filter(|_| self.random.percent(40)) {
            return own;
        }
        let derived = self.random.percent(35);
        let meets = |predicate: &&Predicate| {
            predicate.is_derived == derived
                && (scope.bound.is_empty()
                    || predicate
                        .places
                        .iter()
                        .any(|place| scope.bound.iter().any(|variable| self.join(variable.sort, *place))))
        };
        let able: Vec<Predicate> = self.predicates.iter().filter(meets).cloned().collect();
        let all = if able.is_empty() { &self.predicates } else { &able };
        self.random.choose(all).clone()
    }

    /// Generates a literal that binds the variable.
    pub(super) fn binding(&mut self, variable: &Variable, scope: &mut Scope) -> Literal {
        let able: Vec<Predicate> = self.predicates_about(variable.sort).cloned().collect();
        let predicate = match able.is_empty() {
            true => {
                let name = self.sorts[variable.sort].name.clone();
                Predicate { name, places: vec![variable.sort], is_function: false, is_derived: false }
            }
            false => self.random.choose(&able).clone(),
        };
        let places: Vec<usize> = (0..predicate.places.len())
            .filter(|at| self.join(predicate.places[*at], variable.sort))
            .collect();
        let chosen = *self.random.choose(&places);
        let mut before = scope.bound.clone();
        let Said::Atom(name, mut arguments) = self.atom(&predicate, scope) else {
            unreachable!("an atom was made")
        };
        arguments[chosen] = Term::Variable(variable.clone());
        // The argument that was replaced may have been a variable that occurs nowhere else, so the bound variables are
        // collected again.
        let mut literal = yes(Said::Atom(name, arguments));
        literal.each_term(&mut |term| {
            if let Term::Variable(bound) = term
                && !before.contains(bound)
            {
                before.push(bound.clone());
            }
        });
        scope.bound = before;
        literal
    }

    /// Generates `(… ; …)`, whose branches bind no variables for the rest of the body.
    fn alternatives(&mut self, scope: &mut Scope) -> Literal {
        let before = scope.bound.clone();
        let wanted: Vec<Variable> = match self.random.percent(50) {
            true => {
                let sort = self.random.below(self.sorts.len());
                vec![self.variable(sort, false, scope)]
            }
            false => Vec::new(),
        };
        let mut branches = Vec::new();
        for _ in 0..*self.random.choose(&[2, 2, 3]) {
            scope.bound.clone_from(&before);
            let mut branch: Vec<Literal> =
                wanted.iter().map(|variable| self.binding(variable, scope)).collect();
            if branch.is_empty() || self.random.percent(40) {
                branch.push(self.positive(scope));
            }
            if self.random.percent(30) {
                branch.push(self.denial(scope, 1));
            }
            branches.push(branch);
        }
        scope.bound = before.into_iter().chain(wanted).collect();
        yes(Said::Group(branches))
    }

    /// Generates a comparison of bound variables, or an equation that gives a new variable the value of a sum.
    fn comparison(&mut self, scope: &mut Scope) -> Option<Literal> {
        let variable = one_of(&mut self.random, &scope.bound)?.clone();
        let sign = *self.random.choose(&["=", "≠", "<", "≤", ">", "≥"]);
        let left = match self.call_on(&variable) {
            Some((call, _)) if self.random.percent(50) => call,
            _ => Term::Variable(variable.clone()),
        };
        let sort = match &left {
            Term::Call(name, _) => self.value_sort(name),
            _ => variable.sort,
        };
        let right = match self.random.below(3) {
            0 => Term::Constant(self.stated(sort)),
            1 => self.call(sort, &scope.bound).unwrap_or_else(|| Term::Constant(self.stated(sort))),
            _ => self.known(sort, &scope.bound),
        };
        let right = match self.sorts[sort].counts && self.random.percent(40) {
            true => Term::Sum(Box::new(right), *self.random.choose(&['+', '-']), self.random.between(1, 2)),
            false => right,
        };
        let said = Said::Comparison(left, sign, right);
        Some(if self.random.percent(20) { not(said) } else { yes(said) })
    }

    /// A call of a function with this variable as its only argument, and the sort of the function's value.
    pub(super) fn call_on(&mut self, variable: &Variable) -> Option<(Term, usize)> {
        let functions: Vec<Predicate> = self
            .predicates
            .iter()
            .filter(|f| f.is_function && f.places.len() == 2 && self.join(f.places[0], variable.sort))
            .cloned()
            .collect();
        let function = one_of(&mut self.random, &functions)?.clone();
        let call = Term::Call(function.name, vec![Term::Variable(variable.clone())]);
        Some((call, function.places[1]))
    }

    fn value_sort(&self, name: &str) -> usize {
        let function = self.predicates.iter().find(|function| function.is_function && function.name == name);
        *function.and_then(|function| function.places.last()).expect("a function has a value")
    }

    /// Generates a condition that must hold after one or two actions, or must not hold.
    fn after(&mut self, scope: &mut Scope) -> Option<Literal> {
        let action = self.action.clone()?;
        let actions = (0..*self.random.choose(&[1, 1, 2]))
            .map(|_| (action.clone(), [0, 1].map(|sort| self.known(sort, &scope.bound)).to_vec()))
            .collect();
        let inside = self.in_inner_scope(scope, |generator, scope| {
            let mut inside = vec![generator.positive(scope)];
            if generator.random.percent(40) {
                inside.push(generator.denial(scope, 1));
            }
            inside
        });
        let said = Said::After(actions, inside);
        Some(if self.random.percent(35) { not(said) } else { yes(said) })
    }

    /// Generates an aggregate, compared with a number or a constant.
    fn aggregate(&mut self, scope: &mut Scope) -> Literal {
        let sort = self.random.below(self.sorts.len());
        let of = self.variable(sort, false, scope);
        let inside = self.in_inner_scope(scope, |generator, scope| {
            let mut inside = vec![generator.binding(&of, scope)];
            if generator.random.percent(40) {
                inside.push(match generator.random.percent(50) {
                    true => generator.positive(scope),
                    false => generator.denial(scope, DEPTH),
                });
            }
            inside
        });
        let function = match self.sorts[sort].counts {
            true => *self.random.choose(&["count", "sum", "min", "max"]),
            false => *self.random.choose(&["count", "count", "min"]),
        };
        let sign = *self.random.choose(&["=", "≠", "<", "≤", ">", "≥"]);
        let right = match function {
            "min" | "max" => Term::Constant(self.stated(sort)),
            _ => Term::Constant(self.random.below(5).to_string()),
        };
        yes(Said::Aggregate(function, vec![of], inside, sign, right))
    }
}

/// A random element, if there are any.
pub(super) fn one_of<'a, T>(random: &mut Random, items: &'a [T]) -> Option<&'a T> {
    (!items.is_empty()).then(|| random.choose(items))
}
