//! Bodies of random programs: chains of literals that share variables, with denials, comparisons and aggregates over these.
//!
//! A body is written in an order in which it can be asked, so that some order exists; the planner has to find one.

use super::Generator;
use super::text::{Literal, Said, Term, Variable, not, yes};
use super::vocabulary::Predicate;
use blanche_compiler::random::Random;

/// In how many of a hundred cases a literal must meet what is bound, where it can.
const MEETS: usize = 92;

/// In how many of a hundred bodies there is one of the shapes that a pass looks for.
const SHAPED: usize = 40;

/// In how many of a hundred of these the body ends there: long bodies rarely have answers.
const ALONE: usize = 35;

/// In how many of a hundred cases a new variable is of any sort that has values of the place where it stands.
const KINDRED: usize = 20;

/// How deep negations and alternatives are nested at most.
const DEPTH: usize = 2;

/// The variables of one clause.
#[derive(Default)]
pub(super) struct Scope {
    /// Those that have a value where the next literal stands.
    pub(super) bound: Vec<Variable>,
    /// The number of the next one.
    pub(super) next: usize,
    /// Whether variables that are not in a head may do without an underscore.
    pub(super) names: bool,
    /// The number of literals that it may still have.
    pub(super) left: usize,
}

impl Generator {
    /// A body that binds at least these variables.
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
        self.said_besides(scope, &mut literals);
        if literals.is_empty() {
            literals.push(self.positive(scope));
        }
        literals
    }

    /// What a body says of variables that have values: denials, comparisons, aggregates.
    fn said_besides(&mut self, scope: &mut Scope, literals: &mut Vec<Literal>) {
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

    /// What is written inside a denial or the like: its new variables have values only there, and none is answered.
    pub(super) fn locally<T>(
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

    /// The predicates with a place for things of a sort.
    pub(super) fn predicates_about(&self, sort: usize) -> impl Iterator<Item = &Predicate> {
        self.predicates
            .iter()
            .filter(move |predicate| predicate.places.iter().any(|place| self.join(*place, sort)))
    }

    /// A literal that may give values, mostly to something that meets what is bound.
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

    /// That something bound is of a sort, or that a new variable, perhaps of a part of its sort, equals it.
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

    /// Lets arguments meet what is bound, where they do not: a literal that meets nothing multiplies the answers.
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

    /// Something bound, a value, a call, or a new variable.
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
        let sort = self.kindred(sort);
        Term::Variable(self.new_bound(sort, named, scope))
    }

    /// The sort, or now and then another one with values of it.
    pub(super) fn kindred(&mut self, sort: usize) -> usize {
        if !self.random.percent(KINDRED) {
            return sort;
        }
        let sorts: Vec<usize> = (0..self.sorts.len()).filter(|other| self.join(*other, sort)).collect();
        *self.random.choose(&sorts)
    }

    /// A new variable that has a value from now on.
    pub(super) fn new_bound(&mut self, sort: usize, named: bool, scope: &mut Scope) -> Variable {
        let variable = self.variable(sort, named, scope);
        scope.bound.push(variable.clone());
        variable
    }

    /// A variable that no other literal has yet.
    pub(super) fn variable(&mut self, sort: usize, named: bool, scope: &mut Scope) -> Variable {
        scope.next += 1;
        let underscore = if named { "" } else { "_" };
        Variable { name: format!("{}{underscore}{}", self.sorts[sort].word, scope.next), sort }
    }

    /// A function of something bound whose value can stand at a place of a sort.
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

    /// Something bound, or a value.
    fn known(&mut self, sort: usize, bound: &[Variable]) -> Term {
        let same: Vec<&Variable> = bound.iter().filter(|variable| self.join(variable.sort, sort)).collect();
        if same.is_empty() || self.random.percent(15) {
            return Term::Constant(self.stated(sort));
        }
        Term::Variable((*self.random.choose(&same)).clone())
    }

    /// A predicate that speaks of a sort of something bound, where there is one.
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

    /// A literal that gives a variable its value.
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
        // What stood in its place may be nowhere else.
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

    /// `(… ; …)`, whose branches bind nothing that the rest needs.
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

    /// A comparison of what is bound, or a sum that gives a new variable its value.
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

    /// A call of a function of this variable alone, and the sort of its value.
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

    /// What holds after one or two actions, or does not.
    fn after(&mut self, scope: &mut Scope) -> Option<Literal> {
        let action = self.action.clone()?;
        let actions = (0..*self.random.choose(&[1, 1, 2]))
            .map(|_| (action.clone(), [0, 1].map(|sort| self.known(sort, &scope.bound)).to_vec()))
            .collect();
        let inside = self.locally(scope, |generator, scope| {
            let mut inside = vec![generator.positive(scope)];
            if generator.random.percent(40) {
                inside.push(generator.denial(scope, 1));
            }
            inside
        });
        let said = Said::After(actions, inside);
        Some(if self.random.percent(35) { not(said) } else { yes(said) })
    }

    /// What answers come to, compared with a number or with a value.
    fn aggregate(&mut self, scope: &mut Scope) -> Literal {
        let sort = self.random.below(self.sorts.len());
        let of = self.variable(sort, false, scope);
        let inside = self.locally(scope, |generator, scope| {
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

/// One of these, if there are any.
pub(super) fn one_of<'a, T>(random: &mut Random, items: &'a [T]) -> Option<&'a T> {
    (!items.is_empty()).then(|| random.choose(items))
}
