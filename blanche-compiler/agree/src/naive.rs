//! The naive evaluator: it tries every clause, every branch and every tuple, directly on the syntax tree.
//!
//! A conjunction is evaluated from left to right, and a literal is matched against all tuples of its relation. A
//! negation waits until the variables that it shares with its surroundings have values. Its other variables are
//! existential, because its body is evaluated by itself. The same holds for `after`, whose body is evaluated once the
//! actions have been made.
//!
//! A variable that nothing binds before a negation or `after` takes each value of its sort in turn. There are no plans,
//! modes or limits: this is the definition of the language, executed.
//!
//! If the world (the host's relations) can describe its current state, the tuples of predicates are cached for each
//! state. Without this cache, programs that recurse through actions would take hours. Predicates that consist only of
//! facts are cached in any world.

use std::collections::BTreeSet;
use std::panic::{self, AssertUnwindSafe};

use blanche_compiler::syntax::ast;

use crate::clauses::{Aggregate, Assignment, Atom, Body, Clause, Comparison, Literal, Sign, Sum, Term};
use crate::program::{Naive, Rule, Score};
use crate::value::Value;
use crate::world::World;

/// The answers of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answers {
    /// The named variables, in alphabetical order.
    pub variables: Vec<String>,
    /// The values of the variables: distinct rows, in order.
    pub rows: Vec<Vec<Value>>,
}

/// Whether one solution is enough or all solutions are wanted.
#[derive(Clone, Copy)]
enum Wanted {
    One,
    All,
}

impl Wanted {
    fn enough(self, found: &[Assignment]) -> bool {
        matches!(self, Wanted::One) && !found.is_empty()
    }
}

/// Panic payload, thrown if more tuples than allowed were examined.
struct OutOfPatience;

impl Naive {
    /// All solutions of a rule, in order and without duplicates. Each has the values of [`Rule::variables`].
    pub fn all<W: World>(&self, world: &mut W, rule: &Rule) -> Vec<Vec<Value>> {
        self.answers(world, &rule.premise, &rule.variables)
    }

    /// Whether the rule has a solution.
    pub fn applies<W: World>(&self, world: &mut W, rule: &Rule) -> bool {
        let premise = &rule.premise;
        !self.body(world, premise, &premise.body, &premise.start(), Wanted::One).is_empty()
    }

    /// The sum of a player's default scores. Each solution counts its attacking weight if `to_move` is true, and
    /// otherwise its defending weight.
    pub fn sum<W: World>(&self, world: &mut W, player: &str, to_move: bool) -> i64 {
        self.sum_of(player, to_move, |score| self.all(world, &score.rule))
    }

    /// The sum of a player's default scores. `solutions` returns the solutions of a score.
    pub(crate) fn sum_of(
        &self,
        player: &str,
        to_move: bool,
        mut solutions: impl FnMut(&Score) -> Vec<Vec<Value>>,
    ) -> i64 {
        let own = self.scores().iter().filter(|score| score.rule.colour == player && !score.when_named);
        let worth = |score: &Score| {
            let weight = if to_move { &score.attacking } else { &score.defending };
            solutions(score).iter().map(|solution| score.worth(weight, solution)).sum::<i64>()
        };
        own.map(worth).sum()
    }

    /// All solutions of a query body over its named variables.
    pub fn query<W: World>(&self, world: &mut W, body: &ast::Body) -> Answers {
        let mut clause = Clause::query(body);
        clause.sorts = self.sorts.of_variables(&clause, &self.places);
        let variables = clause.answered();
        let rows = self.answers(world, &clause, &variables);
        Answers { variables, rows }
    }

    /// The result of `ask`. `None` if `ask` would have to examine more than `tuples` tuples.
    pub fn within<T>(&self, tuples: u64, ask: impl FnOnce() -> T) -> Option<T> {
        self.patience.set(tuples);
        let answer = panic::catch_unwind(AssertUnwindSafe(ask));
        self.patience.set(u64::MAX);
        match answer {
            Ok(answer) => Some(answer),
            Err(reason) if reason.is::<OutOfPatience>() => {
                self.recursion.give_up();
                None
            }
            Err(reason) => panic::resume_unwind(reason),
        }
    }

    fn spend_patience(&self, tuples: usize) {
        match self.patience.get().checked_sub(1 + tuples as u64) {
            Some(left) => self.patience.set(left),
            None => panic::resume_unwind(Box::new(OutOfPatience)),
        }
    }

    fn answers<W: World>(&self, world: &mut W, clause: &Clause, answered: &[String]) -> Vec<Vec<Value>> {
        let terms: Vec<Term> = answered.iter().map(|name| Term::Variable(clause.variable(name))).collect();
        let mut rows = Vec::from_iter(self.instances(world, clause, &terms, clause.start()));
        let orders: Vec<Vec<Value>> =
            answered.iter().map(|name| self.values(world, clause, clause.variable(name))).collect();
        let place = |(value, order): (&Value, &Vec<Value>)| {
            order.iter().position(|other| other == value).unwrap_or(order.len())
        };
        rows.sort_by_cached_key(|row| row.iter().zip(&orders).map(place).collect::<Vec<usize>>());
        rows
    }

    /// Solves the body of the clause, and returns the distinct tuples of values that `terms` have in its solutions.
    pub(crate) fn instances<W: World>(
        &self,
        world: &mut W,
        clause: &Clause,
        terms: &[Term],
        start: Assignment,
    ) -> BTreeSet<Vec<Value>> {
        // If the terms already have values, all solutions give the same tuple, so one solution is enough.
        let wanted = match terms.iter().all(|term| known(term, &start).is_some()) {
            true => Wanted::One,
            false => Wanted::All,
        };
        let mut found = BTreeSet::new();
        let mut waiting = self.body(world, clause, &clause.body, &start, wanted);
        while let Some(assignment) = waiting.pop() {
            let free = terms.iter().find_map(|term| match term {
                Term::Variable(_) | Term::Sum(_) => {
                    term.variables().into_iter().find(|variable| assignment[*variable].is_none())
                }
                Term::Constant(_) => None,
            });
            match free {
                None => {
                    let tuple: Vec<Value> =
                        terms.iter().map(|term| known(term, &assignment).unwrap()).collect();
                    if terms.iter().zip(&tuple).all(|(term, value)| self.has_place(clause, term, value)) {
                        found.insert(tuple);
                    }
                }
                Some(variable) => waiting.extend(self.choices(world, clause, variable, &assignment)),
            }
        }
        found
    }

    /// Whether the value of a sum belongs to the sort of the sum.
    fn has_place(&self, clause: &Clause, term: &Term, value: &Value) -> bool {
        let Term::Sum(sum) = term else { return true };
        let sort = self.sorts.of_sum(sum.iter().map(|(_, term)| term), &clause.sorts);
        sort.is_none_or(|sort| self.sorts.contains(sort, value))
    }

    /// The assignments that make one of the branches true.
    fn body<W: World>(
        &self,
        world: &mut W,
        clause: &Clause,
        body: &Body,
        start: &Assignment,
        wanted: Wanted,
    ) -> Vec<Assignment> {
        let mut found = Vec::new();
        for branch in body {
            if !wanted.enough(&found) {
                let literals: Vec<&Literal> = branch.iter().collect();
                found.extend(self.conjunction(world, clause, &literals, start, wanted));
            }
        }
        found
    }

    /// The assignments that make all literals true.
    fn conjunction<W: World>(
        &self,
        world: &mut W,
        clause: &Clause,
        literals: &[&Literal],
        start: &Assignment,
        wanted: Wanted,
    ) -> Vec<Assignment> {
        let Some(first) = literals.first() else {
            return vec![start.clone()];
        };
        // Evaluate the first literal that need not wait. If all literals must wait, enumerate the values of the
        // variable that the first literal waits for.
        let (ways, rest) =
            match literals.iter().position(|literal| unbound_variable(literal, start).is_none()) {
                Some(at) => {
                    let rest = [&literals[..at], &literals[at + 1..]].concat();
                    (self.literal(world, clause, literals[at], start), rest)
                }
                None => {
                    let variable =
                        unbound_variable(first, start).expect("every literal waits for a variable");
                    (self.choices(world, clause, variable, start), literals.to_vec())
                }
            };
        let mut found = Vec::new();
        for way in ways {
            if !wanted.enough(&found) {
                found.extend(self.conjunction(world, clause, &rest, &way, wanted));
            }
        }
        found
    }

    /// The assignments that make the literal true.
    fn literal<W: World>(
        &self,
        world: &mut W,
        clause: &Clause,
        literal: &Literal,
        start: &Assignment,
    ) -> Vec<Assignment> {
        match literal {
            Literal::Atom(atom) => self.atom(world, clause, atom, start),
            Literal::Comparison(comparison) => match self.compares(clause, comparison, start) {
                true => vec![start.clone()],
                false => vec![],
            },
            Literal::Group(body) => self.body(world, clause, body, start, Wanted::All),
            Literal::Aggregate(aggregate) => {
                self.aggregate(world, clause, aggregate, start).into_iter().collect()
            }
            Literal::After { actions, body, .. } => {
                match self.holds_after(world, clause, (actions, body), start) {
                    true => vec![start.clone()],
                    false => vec![],
                }
            }
            Literal::Not { body, .. } => {
                match self.body(world, clause, body, start, Wanted::One).is_empty() {
                    true => vec![start.clone()],
                    false => vec![],
                }
            }
        }
    }

    /// The assignment extended by the result of the aggregate. `None` if the comparison with the result fails.
    fn aggregate<W: World>(
        &self,
        world: &mut W,
        clause: &Clause,
        aggregate: &Aggregate,
        start: &Assignment,
    ) -> Option<Assignment> {
        let mut inside = start.clone();
        aggregate.of.iter().for_each(|id| inside[*id] = None);
        let mut waiting = self.body(world, clause, &aggregate.body, &inside, Wanted::All);
        let mut answers = BTreeSet::new();
        while let Some(assignment) = waiting.pop() {
            match aggregate.of.iter().find(|id| assignment[**id].is_none()) {
                Some(id) => waiting.extend(self.choices(world, clause, *id, &assignment)),
                None => {
                    let values = aggregate.of.iter().map(|id| assignment[*id].clone());
                    answers.insert(values.collect::<Option<Vec<Value>>>().expect("all have a value"));
                }
            }
        }
        let first = answers.iter().map(|answer| answer[0].clone());
        let sort = clause.sorts[aggregate.of[0]];
        let place = |value: &Value| match value {
            Value::Number(number) => *number,
            _ => sort.and_then(|sort| self.sorts.order(sort, value)).expect("it has an order") as i64,
        };
        let number = |value: Value| match value {
            Value::Number(number) => number,
            _ => panic!("only numbers are added"),
        };
        let result = match aggregate.function {
            ast::Function::Count => Value::Number(answers.len() as i64),
            ast::Function::Sum => Value::Number(first.map(number).sum()),
            ast::Function::Min => first.min_by_key(place)?,
            ast::Function::Max => first.max_by_key(place)?,
        };
        let mut with = start.clone();
        if let Some(id) = aggregate.given().filter(|id| start[*id].is_none()) {
            with[id] = Some(result.clone());
            return self.allows(clause, id, &result).then_some(with);
        }
        let right = worth(&aggregate.right, start)?;
        let order = match aggregate.operator.orders() {
            true => place(&result).cmp(&place(&right)),
            false => result.cmp(&right),
        };
        aggregate.operator.holds(order).then_some(with)
    }

    /// Whether the comparison holds. Numbers are compared by value, other values by their order of declaration.
    fn compares(&self, clause: &Clause, comparison: &Comparison, start: &Assignment) -> bool {
        let terms = || comparison.pair().expect("only numbers are added");
        let number = |sum: &Sum| match worth(sum, start) {
            Some(Value::Number(number)) => Some(number),
            _ => None,
        };
        let order = match (number(&comparison.left), number(&comparison.right)) {
            (Some(left), Some(right)) => left.cmp(&right),
            _ => {
                let [left, right] = [terms().0, terms().1].map(|term| known(term, start).unwrap());
                let sort = comparison.terms().flat_map(Term::variables).find_map(|id| clause.sorts[id]);
                // If no other literal contains the variable of a player, its sort is found from the constant.
                let sort = sort.or_else(|| self.sorts.of_column(&[&left, &right]));
                let place = |value: &Value| sort.and_then(|sort| self.sorts.order(sort, value));
                match comparison.operator.orders() {
                    true => place(&left).cmp(&place(&right)),
                    false => left.cmp(&right),
                }
            }
        };
        comparison.operator.holds(order)
    }

    /// Whether the body holds after the actions, which are made one by one. Afterwards the actions are taken back.
    fn holds_after<W: World>(
        &self,
        world: &mut W,
        clause: &Clause,
        (actions, body): (&[Atom], &Body),
        start: &Assignment,
    ) -> bool {
        let Some((first, later)) = actions.split_first() else {
            return !self.body(world, clause, body, start, Wanted::One).is_empty();
        };
        let terms = first.arguments.iter();
        let values: Vec<Value> =
            terms.map(|term| known(term, start).expect("an action waits for its arguments")).collect();
        if !world.make(&first.predicate, &values) {
            return false;
        }
        let holds = self.deeper(|| self.holds_after(world, clause, (later, body), start));
        world.take_back(&first.predicate, &values);
        holds
    }

    /// Extensions of the assignment `start`: one for each value of the variable's sort.
    fn choices<W: World>(
        &self,
        world: &mut W,
        clause: &Clause,
        variable: usize,
        start: &Assignment,
    ) -> Vec<Assignment> {
        let with = |value| {
            let mut choice = start.clone();
            choice[variable] = Some(value);
            choice
        };
        let values = self.values(world, clause, variable);
        self.spend_patience(values.len());
        values.into_iter().map(with).collect()
    }

    /// The assignments that match the arguments with a tuple of the relation.
    fn atom<W: World>(
        &self,
        world: &mut W,
        clause: &Clause,
        atom: &Atom,
        start: &Assignment,
    ) -> Vec<Assignment> {
        let given: Vec<Option<Value>> =
            atom.arguments.iter().map(|argument| known(argument, start)).collect();
        let tuples = self.tuples(world, &atom.predicate, &given);
        self.spend_patience(tuples.len());
        tuples.iter().filter_map(|tuple| self.matched(clause, &atom.arguments, tuple, start)).collect()
    }

    /// The tuples of a predicate that may match the given values.
    fn tuples<W: World>(&self, world: &mut W, predicate: &str, given: &[Option<Value>]) -> Vec<Vec<Value>> {
        if predicate == "equal" && given.len() == 2 {
            let value = given[0].clone().or(given[1].clone()).expect("equal waits for one of its arguments");
            return vec![vec![value.clone(), value]];
        }
        if let Some(clauses) = self.clauses(predicate, given.len()) {
            let state =
                if self.is_of_facts(predicate, given.len()) { Some(String::new()) } else { world.state() };
            let key = state.map(|state| (state, predicate.to_owned(), given.to_vec()));
            if let Some(found) = key.as_ref().and_then(|key| self.kept.borrow().get(key).cloned()) {
                return found;
            }
            if let Some(found) = self.recursive(world, &(predicate.to_owned(), given.len())) {
                return found;
            }
            let mut found = BTreeSet::new();
            for clause in clauses {
                if let Some(start) = self.called(clause, given) {
                    found.extend(self.instances(world, clause, &clause.head, start));
                }
            }
            let found = Vec::from_iter(found);
            if let Some(key) = key {
                self.kept.borrow_mut().insert(key, found.clone());
            }
            return found;
        }
        let asked = |world: &mut W| self.asked_rules(predicate).any(|rule| self.applies(world, rule));
        if let Some(tuples) = world.tuples(predicate, given, &asked) {
            return tuples;
        }
        match self.sorts.named(predicate).filter(|_| given.len() == 1) {
            Some(sort) => self.sorts.values(world, sort).into_iter().map(|value| vec![value]).collect(),
            None => panic!("{predicate} is not defined"),
        }
    }

    /// The assignment under which the terms equal the tuple; `None` if there is no such assignment.
    fn matched(
        &self,
        clause: &Clause,
        terms: &[Term],
        tuple: &[Value],
        start: &Assignment,
    ) -> Option<Assignment> {
        let mut assignment = start.clone();
        for (term, value) in terms.iter().zip(tuple) {
            match (known(term, &assignment), term) {
                (Some(known), _) if known == *value => {}
                // The sum is compared later, once it has a value.
                (None, Term::Sum(_)) => {}
                (None, Term::Variable(variable)) if self.allows(clause, *variable, value) => {
                    assignment[*variable] = Some(value.clone());
                }
                _ => return None,
            }
        }
        Some(assignment)
    }

    /// The initial assignment for a call of the clause with the given values; `None` if the clause's head does not
    /// match them.
    fn called(&self, clause: &Clause, given: &[Option<Value>]) -> Option<Assignment> {
        let places = clause.head.iter().zip(given);
        let mut assignment = clause.start();
        for (term, value) in places.filter_map(|(term, value)| value.as_ref().map(|value| (term, value))) {
            let (term, value) = (std::slice::from_ref(term), std::slice::from_ref(value));
            assignment = self.matched(clause, term, value, &assignment)?;
        }
        Some(assignment)
    }
}

/// The variable that must get a value before the literal can be evaluated; `None` if there is no such variable.
fn unbound_variable(literal: &Literal, assignment: &Assignment) -> Option<usize> {
    match literal {
        Literal::Comparison(comparison) => {
            comparison.terms().flat_map(Term::variables).find(|variable| assignment[*variable].is_none())
        }
        Literal::Atom(atom) if unbound_variable_of_sum(atom, assignment).is_some() => {
            unbound_variable_of_sum(atom, assignment)
        }
        Literal::Atom(atom) if atom.predicate == "equal" => match atom.arguments[..] {
            [Term::Variable(left), Term::Variable(right)] if assignment[right].is_none() => {
                Some(left).filter(|left| assignment[*left].is_none())
            }
            _ => None,
        },
        Literal::Atom(_) | Literal::Group(_) => None,
        Literal::Aggregate(aggregate) => {
            let given = aggregate.given();
            let needed = aggregate.compared().filter(|id| Some(*id) != given);
            aggregate.shared.iter().copied().chain(needed).find(|variable| assignment[*variable].is_none())
        }
        Literal::Not { shared, .. } | Literal::After { shared, .. } => {
            shared.iter().copied().find(|variable| assignment[*variable].is_none())
        }
    }
}

/// A variable that has no value yet, and occurs in a sum that is an argument of the atom.
fn unbound_variable_of_sum(atom: &Atom, assignment: &Assignment) -> Option<usize> {
    let sums = atom.arguments.iter().filter(|term| matches!(term, Term::Sum(_)));
    sums.flat_map(Term::variables).find(|variable| assignment[*variable].is_none())
}

/// The value of a sum if all its terms have values. If the sum is a single term, its value need not be a number.
fn worth(sum: &Sum, assignment: &Assignment) -> Option<Value> {
    if let [(_, one)] = &sum[..] {
        return known(one, assignment);
    }
    let mut total = 0;
    for (sign, term) in sum {
        let Value::Number(number) = known(term, assignment)? else { panic!("only numbers are added") };
        total += if *sign == Sign::Plus { number } else { -number };
    }
    Some(Value::Number(total))
}

/// The value of a term; `None` while it has no value.
fn known(term: &Term, assignment: &Assignment) -> Option<Value> {
    match term {
        Term::Variable(variable) => assignment[*variable].clone(),
        Term::Constant(value) => Some(value.clone()),
        Term::Sum(sum) => worth(sum, assignment),
    }
}
