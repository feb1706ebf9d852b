//! The sorts (types) of a program, and which values a variable can have. The values must be in the sort of the
//! variable's word, and in the sorts of all arguments where the variable occurs. A variable without any of these sorts
//! can have every value.

use std::collections::BTreeMap;

use blanche_compiler::syntax::ast;

use crate::clauses::{Aggregate, Atom, Body, Clause, Comparison, Literal, Term};
use crate::value::Value;
use crate::world::World;

/// A sort, as an index into [`Sorts`].
pub(crate) type Sort = usize;

/// The known sorts of the arguments of each predicate. For a variadic predicate, the last sort applies to all further
/// arguments.
pub(crate) type Places = BTreeMap<(String, usize), Vec<Option<Sort>>>;

struct Declared {
    name: String,
    part_of: Option<String>,
    words: Vec<String>,
    values: Values,
}

enum Values {
    Written(Vec<Value>),
    OfTheWorld,
}

/// All sorts of a program.
#[derive(Default)]
pub(crate) struct Sorts {
    declared: Vec<Declared>,
}

impl Sorts {
    /// Adds a declared sort.
    pub(crate) fn read(&mut self, declaration: &ast::SortDeclaration) {
        let values = match &declaration.values {
            ast::SortValues::Constants(names) => {
                Values::Written(names.iter().map(|name| Value::read(&name.text)).collect())
            }
            ast::SortValues::Range(first, last) => {
                Values::Written((first.value..=last.value).map(Value::Number).collect())
            }
            ast::SortValues::Opaque { .. } => Values::OfTheWorld,
        };
        self.declared.push(Declared {
            name: declaration.name.text.clone(),
            part_of: declaration.part_of.as_ref().map(|whole| whole.text.clone()),
            words: declaration.words.iter().map(|word| word.text.clone()).collect(),
            values,
        });
    }

    /// The values of a sort, in the order of its root sort. The root sort is the largest sort that contains it.
    pub(crate) fn values<W: World>(&self, world: &W, sort: Sort) -> Vec<Value> {
        match &self.declared[self.whole(sort)].values {
            Values::Written(values) => {
                values.iter().filter(|value| self.contains(sort, value)).cloned().collect()
            }
            Values::OfTheWorld => world.values(&self.declared[sort].name),
        }
    }

    /// The values of all sorts, one sort after the other.
    pub(crate) fn all_values<W: World>(&self, world: &W) -> Vec<Value> {
        (0..self.declared.len()).flat_map(|sort| self.values(world, sort)).collect()
    }

    /// Whether the value belongs to the sort. Always true for sorts whose values the world supplies.
    pub(crate) fn contains(&self, sort: Sort, value: &Value) -> bool {
        match &self.declared[sort].values {
            Values::Written(values) => values.contains(value),
            Values::OfTheWorld => true,
        }
    }

    /// Adds a sort with its words and values.
    pub(crate) fn add(&mut self, name: &str, words: Vec<String>, values: &[String]) {
        let values = Values::Written(values.iter().map(|value| Value::read(value)).collect());
        self.declared.push(Declared { name: name.to_owned(), part_of: None, words, values });
    }

    /// The names of all sorts.
    pub(crate) fn names(&self) -> Vec<(String, Sort)> {
        self.declared.iter().enumerate().map(|(sort, declared)| (declared.name.clone(), sort)).collect()
    }

    /// The sort with this name.
    pub(crate) fn named(&self, name: &str) -> Option<Sort> {
        self.declared.iter().position(|sort| sort.name == name)
    }

    /// The sort declared for the word with which the variable begins.
    pub(crate) fn of_word(&self, variable: &str) -> Option<Sort> {
        let word = word(variable);
        self.declared.iter().position(|sort| sort.words.iter().any(|other| other == word))
    }

    /// The sort of a column of constants: the root of the smallest sort that contains all of them.
    pub(crate) fn of_column(&self, column: &[&Value]) -> Option<Sort> {
        let size = |sort: &Sort| match &self.declared[*sort].values {
            Values::Written(values) => values.len(),
            Values::OfTheWorld => usize::MAX,
        };
        let around = (0..self.declared.len())
            .filter(|sort| matches!(self.declared[*sort].values, Values::Written(_)))
            .filter(|sort| column.iter().all(|value| self.contains(*sort, value)))
            .min_by_key(size)?;
        self.wholes(around).pop()
    }

    /// The sort of an argument of a predicate, found from the predicate's clauses: the smallest sort that contains the
    /// sorts in all clauses. If all clauses have constants as this argument, the result is the sort of the constants.
    pub(crate) fn of_place(&self, clauses: &[Clause], at: usize) -> Option<Sort> {
        let sorts = clauses.iter().filter_map(|clause| match &clause.head[at] {
            Term::Variable(variable) => clause.sorts[*variable],
            Term::Sum(sum) => self.of_sum(sum.iter().map(|(_, term)| term), &clause.sorts),
            Term::Constant(_) => None,
        });
        let constants = clauses.iter().filter_map(|clause| match &clause.head[at] {
            Term::Constant(value) => Some(value),
            Term::Variable(_) | Term::Sum(_) => None,
        });
        let constants = Vec::from_iter(constants);
        match sorts.map(Some).reduce(|whole, sort| self.least_whole(whole?, sort?)) {
            Some(sort) => sort,
            None if constants.is_empty() => None,
            None => self.of_column(&constants),
        }
    }

    /// The sort of a sum of these terms if the context does not determine it: the sort of its variables, or the
    /// smallest sort that contains all of their sorts.
    pub(crate) fn of_sum<'t>(
        &self,
        terms: impl Iterator<Item = &'t Term>,
        sorts: &[Option<Sort>],
    ) -> Option<Sort> {
        let mut known: Vec<Sort> = terms.flat_map(Term::variables).filter_map(|id| sorts[id]).collect();
        known.sort_unstable();
        known.dedup();
        if let [one] = known[..] {
            return Some(one);
        }
        known.iter_mut().for_each(|sort| *sort = self.wholes(*sort).pop().expect("a sort is part of itself"));
        known.dedup();
        match known[..] {
            [root] => Some(root),
            _ => None,
        }
    }

    /// The index of a value in the order of declaration.
    pub(crate) fn order(&self, sort: Sort, value: &Value) -> Option<usize> {
        let root = self.wholes(sort).pop()?;
        match &self.declared[root].values {
            Values::Written(values) => values.iter().position(|other| other == value),
            Values::OfTheWorld => None,
        }
    }

    /// The root of a sort. It is the sort itself, unless the sort is part of another.
    pub(crate) fn whole(&self, sort: Sort) -> Sort {
        self.wholes(sort).pop().expect("a sort is part of itself")
    }

    /// The sort itself, the sort of which it is a part, and so on up to the root.
    fn wholes(&self, sort: Sort) -> Vec<Sort> {
        let mut wholes = vec![sort];
        while let Some(whole) = self.declared[wholes[wholes.len() - 1]].part_of.as_deref() {
            wholes.push(self.named(whole).expect("a sort is part of a declared one"));
        }
        wholes
    }

    /// The intersection of two sorts. If one of them is unknown, the result is the other one.
    fn common(&self, one: Option<Sort>, other: Option<Sort>) -> Option<Sort> {
        match (one, other) {
            (Some(one), Some(other)) if self.wholes(other).contains(&one) => Some(other),
            _ => one.or(other),
        }
    }

    /// The smallest sort that contains both sorts.
    fn least_whole(&self, one: Sort, other: Sort) -> Option<Sort> {
        self.wholes(one).into_iter().find(|whole| self.wholes(other).contains(whole))
    }

    /// The sorts of the variables of a clause, computed from the sorts of the arguments of predicates.
    pub(crate) fn of_variables(&self, clause: &Clause, places: &Places) -> Vec<Option<Sort>> {
        self.of_clause(clause, places, &[])
    }

    /// The sorts of the variables of a clause whose head arguments are declared with the sorts `declared`.
    pub(crate) fn of_clause(
        &self,
        clause: &Clause,
        places: &Places,
        declared: &[Option<Sort>],
    ) -> Vec<Option<Sort>> {
        let mut sorts: Vec<Option<Sort>> = clause.variables.iter().map(|name| self.of_word(name)).collect();
        // A variable that stands for a player is replaced by the player, so its sort does not restrict other variables.
        let is_given: Vec<bool> = clause.given.iter().map(Option::is_some).collect();
        loop {
            let before = sorts.clone();
            for (term, sort) in clause.head.iter().zip(declared) {
                if let Term::Variable(variable) = term {
                    sorts[*variable] = self.common(sorts[*variable], *sort);
                }
            }
            self.narrow(&clause.body, places, &is_given, &mut sorts);
            if sorts == before {
                return sorts;
            }
        }
    }

    fn narrow(&self, body: &Body, places: &Places, is_given: &[bool], sorts: &mut [Option<Sort>]) {
        for literal in body.iter().flatten() {
            match literal {
                Literal::Atom(atom) => self.narrow_by_atom(atom, places, is_given, sorts),
                Literal::Comparison(comparison) => self.narrow_by_comparison(comparison, sorts),
                Literal::Group(inner) | Literal::Not { body: inner, .. } => {
                    self.narrow(inner, places, is_given, sorts);
                }
                Literal::Aggregate(aggregate) => {
                    self.narrow(&aggregate.body, places, is_given, sorts);
                    self.narrow_by_aggregate(aggregate, sorts);
                }
                Literal::After { actions, body, .. } => {
                    actions.iter().for_each(|action| self.narrow_by_atom(action, places, is_given, sorts));
                    self.narrow(body, places, is_given, sorts);
                }
            }
        }
    }

    /// Variables that are equal get the intersection of their sorts, unless these are different sorts of numbers. A
    /// variable without a sort takes the sort of the other variable.
    fn narrow_by_comparison(&self, comparison: &Comparison, sorts: &mut [Option<Sort>]) {
        if let Some((Term::Variable(one), Term::Variable(other))) = comparison.pair()
            && !comparison.operator.orders()
        {
            let is_part = |part: usize, whole: usize| match (sorts[part], sorts[whole]) {
                (Some(part), Some(whole)) => self.wholes(part).contains(&whole),
                _ => true,
            };
            if is_part(*one, *other) || is_part(*other, *one) {
                let common = self.common(sorts[*one], sorts[*other]);
                (sorts[*one], sorts[*other]) = (common, common);
            }
            return;
        }
        let of_others = self.of_sum(comparison.terms(), sorts);
        for variable in comparison.terms().flat_map(Term::variables) {
            sorts[variable] = sorts[variable].or(of_others);
        }
    }

    /// A variable that equals a `min` or `max` gets the intersection of its own sort and the sort of the aggregated
    /// variable.
    fn narrow_by_aggregate(&self, aggregate: &Aggregate, sorts: &mut [Option<Sort>]) {
        if !matches!(aggregate.function, ast::Function::Min | ast::Function::Max) {
            return;
        }
        if let Some(id) = aggregate.given() {
            let of = sorts[aggregate.of[0]];
            let is_part = |part: Option<Sort>, whole: Option<Sort>| match (part, whole) {
                (Some(part), Some(whole)) => self.wholes(part).contains(&whole),
                _ => true,
            };
            if is_part(of, sorts[id]) || is_part(sorts[id], of) {
                sorts[id] = self.common(of, sorts[id]);
            }
        }
    }

    fn narrow_by_atom(&self, atom: &Atom, places: &Places, is_given: &[bool], sorts: &mut [Option<Sort>]) {
        if let (true, [Term::Variable(one), Term::Variable(other)]) = (atom.is_equal(), &atom.arguments[..]) {
            let common = self.common(sorts[*one], sorts[*other]);
            (sorts[*one], sorts[*other]) = (common, common);
        }
        let Some(wanted) = at_places(places, &atom.predicate, atom.arguments.len()) else { return };
        for (at, term) in atom.arguments.iter().enumerate() {
            if let Term::Variable(variable) = term {
                let wanted = wanted[at.min(wanted.len() - 1)];
                let wanted = if is_given[*variable] {
                    wanted.and_then(|sort| self.wholes(sort).pop())
                } else {
                    wanted
                };
                sorts[*variable] = self.common(sorts[*variable], wanted);
            }
        }
    }
}

/// The sorts of the arguments of a predicate. For a variadic predicate, these are the sorts declared for its minimum
/// arity.
fn at_places<'p>(places: &'p Places, predicate: &str, arguments: usize) -> Option<&'p [Option<Sort>]> {
    (1..=arguments).rev().find_map(|count| places.get(&(predicate.to_owned(), count))).map(Vec::as_slice)
}

/// The word that a variable begins with: the letters before the first digit or underscore.
fn word(variable: &str) -> &str {
    variable.split(|letter: char| letter.is_ascii_digit() || letter == '_').next().unwrap_or(variable)
}
