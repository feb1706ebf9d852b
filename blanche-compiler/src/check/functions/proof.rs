//! Proves that two clauses of a predicate give the same value. The proof combines what both clauses state for the same
//! arguments.
//!
//! The variables of both clauses are places. Places that have the same value are united (`unite`). These are the
//! corresponding arguments of the heads except the last, the sides of `equal`, and values determined by the same places
//! ([`Functions::dependencies`]). Two clauses give one value if their last arguments become one place. The proof also
//! succeeds if the clauses cannot hold together. This is so if two different values would be equal, no fact matches,
//! one clause negates what the other states, or comparisons exclude each other. Literals of derivations with a single
//! clause are unfolded.

use super::Functions;
use super::numbers::{Argument, Sums};
use crate::program::{Atom, Clause, EQUAL, Goal, PredicateId, PredicateKind, Term, VariableId, occurrences};
use crate::runtime::Value;

/// Maximum number of alternatives of a clause. If disjunctions would lead to more alternatives, they are ignored.
const MAX_ALTERNATIVES: usize = 16;

/// Maximum number of literals added by unfolding.
const MAX_LITERALS: usize = 96;

/// Maximum number of steps to search for a negated goal that holds.
const MAX_STEPS: usize = 2_000;

/// The two clauses contradict each other, so they never hold together.
struct Inconsistent;

/// Two clauses of one predicate that are assumed to hold together.
pub(super) struct Proof<'f, 'p> {
    functions: &'f Functions<'p>,
    /// The parent of each place in a union-find structure. A root is its own parent.
    parents: Vec<usize>,
    /// The value of each root, if it is known.
    values: Vec<Option<&'p Term>>,
    literals: Vec<Literal>,
    /// The negated goals.
    denied: Vec<Denied<'p>>,
}

#[derive(Clone, Debug)]
struct Literal {
    predicate: PredicateId,
    places: Vec<usize>,
}

/// Goals inside a negation, which do not hold together.
struct Denied<'p> {
    goals: &'p [Goal],
    /// The places of the clause's variables; `None` for variables that occur only in the negation.
    places: Vec<Option<usize>>,
}

/// Whether two terms certainly have different values. Values of the host never count as different, because the host may
/// have several spellings for one value.
pub(super) fn are_different(one: &Term, other: &Term) -> bool {
    matches!((one, other), (Term::Constant(one), Term::Constant(other)) if one != other)
}

impl<'f, 'p> Proof<'f, 'p> {
    pub(super) fn new(functions: &'f Functions<'p>) -> Proof<'f, 'p> {
        let (parents, values) = (Vec::new(), Vec::new());
        Proof { functions, parents, values, literals: Vec::new(), denied: Vec::new() }
    }

    /// Whether two clauses give the same value whenever all arguments except the last agree.
    pub(super) fn gives_one(self, first: &'p Clause, second: &'p Clause) -> bool {
        let (ways, others) = (alternatives(&first.body), alternatives(&second.body));
        ways.iter().all(|way| {
            others.iter().all(|other| Proof::new(self.functions).agree((first, way), (second, other)))
        })
    }

    fn agree(
        mut self,
        (first, way): (&'p Clause, &[&'p Goal]),
        (second, other_way): (&'p Clause, &[&'p Goal]),
    ) -> bool {
        let mut said = || -> Result<bool, Inconsistent> {
            let one = self.enter(first, way)?;
            let two = self.enter(second, other_way)?;
            let (Some((last, one)), Some((other, two))) = (one.split_last(), two.split_last()) else {
                return Ok(true);
            };
            for (one, two) in one.iter().zip(two) {
                self.unite(*one, *two)?;
            }
            self.unfold()?;
            self.settle()?;
            if self.find(*last) == self.find(*other) {
                return Ok(true);
            }
            self.compare()?;
            Ok(self.values_are_one(*last, *other) || self.is_denied())
        };
        said().unwrap_or(true)
    }

    /// Adds the goals of a clause. Returns the places of the terms in its head.
    fn enter(&mut self, clause: &'p Clause, goals: &[&'p Goal]) -> Result<Vec<usize>, Inconsistent> {
        let places: Vec<usize> = clause.variables.iter().map(|_| self.place(None)).collect();
        self.add_goals(clause, goals, &places)?;
        Ok(clause.head.iter().map(|term| self.of_term(term, &places)).collect())
    }

    fn add_goals(
        &mut self,
        clause: &'p Clause,
        goals: &[&'p Goal],
        places: &[usize],
    ) -> Result<(), Inconsistent> {
        for goal in goals {
            match goal {
                Goal::Atom(atom) => {
                    let at: Vec<usize> =
                        atom.arguments.iter().map(|term| self.of_term(term, places)).collect();
                    match (atom.predicate, at.as_slice()) {
                        (EQUAL, [left, right]) => drop(self.unite(*left, *right)?),
                        (predicate, _) => self.literals.push(Literal { predicate, places: at }),
                    }
                }
                Goal::Not(inner, _) => {
                    let inside = occurrences(inner);
                    let all = crate::program::clause_occurrences(clause);
                    let is_shared =
                        |id: &VariableId| all.get(id) > inside.get(id) || !inside.contains_key(id);
                    let shared =
                        |(at, place): (usize, &usize)| is_shared(&VariableId(at as u32)).then_some(*place);
                    let places = places.iter().enumerate().map(shared).collect();
                    self.denied.push(Denied { goals: inner, places });
                }
                Goal::Any(..) | Goal::After(..) => {}
            }
        }
        Ok(())
    }

    fn place(&mut self, value: Option<&'p Term>) -> usize {
        self.parents.push(self.parents.len());
        self.values.push(value);
        self.parents.len() - 1
    }

    fn of_term(&mut self, term: &'p Term, places: &[usize]) -> usize {
        match term {
            Term::Variable(id) => places[id.index()],
            value => self.place(Some(value)),
        }
    }

    fn find(&self, mut place: usize) -> usize {
        while self.parents[place] != place {
            place = self.parents[place];
        }
        place
    }

    fn value(&self, place: usize) -> Option<&'p Term> {
        self.values[self.find(place)]
    }

    /// The value of a place, if it can be determined without the host.
    fn known(&self, place: usize) -> Option<Value> {
        match self.value(place) {
            Some(Term::Constant(value)) => Some(*value),
            _ => None,
        }
    }

    fn values_are_one(&self, one: usize, other: usize) -> bool {
        self.find(one) == self.find(other)
            || matches!((self.value(one), self.value(other)), (Some(one), Some(other)) if one == other)
    }

    /// Unites two places. Returns whether they were separate before.
    fn unite(&mut self, one: usize, other: usize) -> Result<bool, Inconsistent> {
        let (one, other) = (self.find(one), self.find(other));
        if one == other {
            return Ok(false);
        }
        if let (Some(a), Some(b)) = (self.values[one], self.values[other]) {
            if are_different(a, b) {
                return Err(Inconsistent);
            }
            if a != b {
                return Ok(false); // only the host knows whether they are equal
            }
        }
        self.values[one] = self.values[one].or(self.values[other]);
        self.parents[other] = one;
        Ok(true)
    }

    /// Replaces literals of a derivation that has a single clause by the body of this clause.
    fn unfold(&mut self) -> Result<(), Inconsistent> {
        let mut at = 0;
        while at < self.literals.len() && self.literals.len() < MAX_LITERALS {
            let Literal { predicate, places } = self.literals[at].clone();
            at += 1;
            let PredicateKind::Derived(clauses) = &self.functions.program.predicate(predicate).kind else {
                continue;
            };
            let [clause] = clauses.as_slice() else { continue };
            let ways = alternatives(&clause.body);
            let [goals] = ways.as_slice() else { continue };
            let head = self.enter(clause, goals)?;
            for (one, other) in places.into_iter().zip(head) {
                self.unite(one, other)?;
            }
        }
        Ok(())
    }

    /// Unites places whose values are determined by the same places, until nothing changes.
    fn settle(&mut self) -> Result<(), Inconsistent> {
        loop {
            let mut is_changed = false;
            for at in 0..self.literals.len() {
                let literal = self.literals[at].clone();
                for other in at + 1..self.literals.len() {
                    let other = self.literals[other].clone();
                    is_changed |= self.depend(&literal, &other)?;
                }
                is_changed |= self.look_up(&literal)?;
            }
            if !is_changed {
                return Ok(());
            }
        }
    }

    fn depend(&mut self, one: &Literal, other: &Literal) -> Result<bool, Inconsistent> {
        if one.predicate != other.predicate || one.places.len() != other.places.len() {
            return Ok(false);
        }
        let mut is_changed = false;
        for dependency in self.functions.dependencies(one.predicate, one.places.len()).iter() {
            if dependency.key.iter().all(|at| self.values_are_one(one.places[*at], other.places[*at])) {
                is_changed |= self.unite(one.places[dependency.value], other.places[dependency.value])?;
            }
        }
        Ok(is_changed)
    }

    /// Draws conclusions from the facts that match the known values in a literal.
    fn look_up(&mut self, literal: &Literal) -> Result<bool, Inconsistent> {
        let PredicateKind::Facts(rows) = &self.functions.program.predicate(literal.predicate).kind else {
            return Ok(false);
        };
        let known: Vec<Option<Value>> = literal.places.iter().map(|place| self.known(*place)).collect();
        let fits = |row: &&Vec<Value>| {
            row.iter().zip(&known).all(|(value, known)| known.is_none_or(|known| known == *value))
        };
        match rows.iter().any(|row| fits(&row)) {
            true => Ok(false),
            false => Err(Inconsistent),
        }
    }

    /// Checks that no comparisons contradict each other.
    fn compare(&self) -> Result<(), Inconsistent> {
        let mut sums = Sums::default();
        for literal in &self.literals {
            let program = self.functions.program;
            if !matches!(program.predicate(literal.predicate).kind, PredicateKind::Comparison(_)) {
                continue;
            }
            let argument = |place: &usize| match self.known(*place) {
                Some(value) => Argument::Number(i64::from(value)),
                None => Argument::Place(self.find(*place)),
            };
            let arguments: Vec<Argument> = literal.places.iter().map(argument).collect();
            if !sums.add(&program.linear(literal.predicate), &arguments) {
                return Err(Inconsistent);
            }
        }
        Ok(())
    }

    /// Whether a negated goal holds.
    fn is_denied(&self) -> bool {
        let mut steps = MAX_STEPS;
        self.denied.iter().any(|denied| {
            let bound: Vec<Option<usize>> = denied.places.clone();
            self.holds(denied.goals, bound, &mut steps)
        })
    }

    /// Whether goals follow from the literals. `bound` contains the places of variables, and for all other variables
    /// any value is sufficient.
    fn holds(&self, goals: &'p [Goal], bound: Vec<Option<usize>>, steps: &mut usize) -> bool {
        let Some((goal, rest)) = goals.split_first() else { return true };
        let Goal::Atom(atom) = goal else { return false };
        if let (EQUAL, [left, right]) = (atom.predicate, atom.arguments.as_slice()) {
            return self.are_equal(left, right, &bound) && self.holds(rest, bound, steps);
        }
        self.literals.iter().filter(|literal| literal.predicate == atom.predicate).any(|literal| {
            if *steps == 0 {
                return false;
            }
            *steps -= 1;
            let mut bound = bound.clone();
            self.is_it(atom, literal, &mut bound) && self.holds(rest, bound, steps)
        })
    }

    fn are_equal(&self, left: &Term, right: &Term, bound: &[Option<usize>]) -> bool {
        let place = |term: &Term| match term {
            Term::Variable(id) => bound[id.index()],
            Term::Constant(_) | Term::Host(..) => None,
        };
        match (place(left), place(right)) {
            (Some(one), Some(other)) => self.values_are_one(one, other),
            (Some(one), None) => !matches!(right, Term::Variable(_)) && self.value(one) == Some(right),
            (None, Some(other)) => !matches!(left, Term::Variable(_)) && self.value(other) == Some(left),
            (None, None) => left == right,
        }
    }

    /// Whether a literal is an instance of an atom. If it is, the unbound variables of the atom are bound to the places
    /// in the literal.
    fn is_it(&self, atom: &Atom, literal: &Literal, bound: &mut [Option<usize>]) -> bool {
        atom.arguments.len() == literal.places.len()
            && atom.arguments.iter().zip(&literal.places).all(|(term, place)| match term {
                Term::Variable(id) => match bound[id.index()] {
                    Some(known) => self.values_are_one(known, *place),
                    None => {
                        bound[id.index()] = Some(*place);
                        true
                    }
                },
                value => self.value(*place) == Some(value),
            })
    }
}

/// The alternatives of a body, which are the conjunctions of its disjunctive normal form. The body holds if one of them
/// does.
fn alternatives(body: &[Goal]) -> Vec<Vec<&Goal>> {
    let mut ways: Vec<Vec<&Goal>> = vec![Vec::new()];
    for goal in body {
        match goal {
            Goal::Any(branches, _) if ways.len() * branches.len() <= MAX_ALTERNATIVES => {
                let mut longer = Vec::new();
                for branch in branches {
                    for way in &ways {
                        let mut way = way.clone();
                        way.extend(branch);
                        longer.push(way);
                    }
                }
                ways = longer;
            }
            goal => ways.iter_mut().for_each(|way| way.push(goal)),
        }
    }
    ways
}
