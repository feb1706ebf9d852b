//! The tuples of predicates in a model: host tables, facts, least fixpoints of clauses, and aggregates.

use std::rc::Rc;

use blanche_sorted::SortedSet;

use super::meaning::Meaning;
use super::models::{Tuples, product};
use crate::program::{
    Aggregate, Clause, Function, PredicateId, PredicateKind, Recursion, Rule, RuleId, SortId,
};
use crate::runtime::Value;

impl Meaning<'_> {
    /// All tuples of a predicate.
    pub(super) fn relation(&self, id: PredicateId) -> Rc<Tuples> {
        if let Some(known) = self.relations.borrow().get(&id) {
            return Rc::clone(known);
        }
        let predicate = self.program.predicate(id);
        let table = match (&predicate.kind, self.program.enumerated(id)) {
            (_, Some(sort)) => {
                self.model.universe(self.program, sort).into_iter().map(|one| vec![one]).collect()
            }
            (PredicateKind::Facts(tuples), _) => tuples.clone(),
            (PredicateKind::Extern(external), _) => {
                let holds =
                    external.asks.as_ref().is_none_or(|rules| rules.iter().any(|rule| self.applies(*rule)));
                let said = if holds { self.model.tables.get(&id) } else { None };
                said.cloned().unwrap_or_default()
            }
            (PredicateKind::Aggregate(aggregate), _) => self.folded(id, aggregate),
            (PredicateKind::Derived(clauses), _) => return self.least(id, clauses),
            _ => unreachable!("it has no tuples"),
        };
        self.keep(id, table)
    }

    fn keep(&self, id: PredicateId, table: Tuples) -> Rc<Tuples> {
        let table = Rc::new(table);
        self.relations.borrow_mut().insert(id, Rc::clone(&table));
        table
    }

    /// The tuples of mutually recursive predicates, by naive iteration.
    fn least(&self, id: PredicateId, clauses: &[Clause]) -> Rc<Tuples> {
        let recursion = Recursion::of(self.program);
        let Some(component) = recursion.component(id) else {
            return self.keep(id, self.of_clauses(clauses));
        };
        let all = (0..self.program.predicates.len() as u32).map(PredicateId);
        let members: Vec<PredicateId> =
            all.filter(|other| recursion.component(*other) == Some(component)).collect();
        members.iter().for_each(|member| drop(self.keep(*member, Tuples::new())));
        loop {
            let mut grows = false;
            for member in &members {
                let PredicateKind::Derived(clauses) = &self.program.predicate(*member).kind else { continue };
                let table = self.of_clauses(clauses);
                grows |= table.len() > self.relation(*member).len();
                self.keep(*member, table);
            }
            if !grows {
                return self.relation(id);
            }
        }
    }

    fn of_clauses(&self, clauses: &[Clause]) -> Tuples {
        let tuples: SortedSet<Vec<Value>> =
            clauses.iter().flat_map(|clause| self.instances(clause, None)).collect();
        tuples.into_iter().collect()
    }

    /// The results of an aggregate for all values of the variables that it shares with its caller.
    fn folded(&self, id: PredicateId, aggregate: &Aggregate) -> Tuples {
        let predicate = self.program.predicate(id);
        let shared = predicate.arity() - 1;
        let sorts: Vec<SortId> = (0..shared).map(|at| predicate.sort(at)).collect();
        let choices: Vec<Vec<Value>> =
            sorts.iter().map(|sort| self.model.universe(self.program, *sort)).collect();
        let tuples = self.relation(aggregate.of);
        let of = self.program.predicate(aggregate.of);
        let first = self.program.sort(self.program.sort(of.sort(shared)).root);
        let root = self.program.sort(self.program.sort(predicate.sort(shared)).root);
        let result = |given: &[Value]| {
            let fitting = tuples.iter().filter(|tuple| tuple.starts_with(given));
            let mut firsts = fitting.clone().map(|tuple| tuple[shared]);
            let sum = || firsts.clone().map(|value| first.number(value)).sum::<i64>();
            match aggregate.function {
                Function::Count => root.value_of_number(fitting.count() as i64),
                Function::Sum => root.value_of_number(sum()),
                Function::Min => firsts.min(),
                Function::Max => firsts.by_ref().max(),
            }
        };
        let with_result = |given: Vec<Value>| {
            let result = result(&given)?;
            Some(given.into_iter().chain([result]).collect())
        };
        product(&choices).into_iter().filter_map(with_result).collect()
    }

    /// Whether a rule has an answer.
    pub(super) fn applies(&self, rule: RuleId) -> bool {
        !self.rule(self.program.rule(rule), &[]).is_empty()
    }

    /// The answers of a rule, some of whose variables have given values.
    pub(super) fn rule(&self, rule: &Rule, given: &[(usize, Value)]) -> super::meaning::Answers {
        let sorts: Vec<SortId> = rule.variables.iter().map(|variable| variable.sort).collect();
        let slots = super::meaning::Slots { sorts: &sorts, sets: &[] };
        let mut start = vec![None; sorts.len()];
        given.iter().for_each(|(at, value)| start[*at] = Some(*value));
        let answer: Vec<_> = rule
            .answer
            .iter()
            .map(|id| super::parts::of_term(&crate::program::Term::Variable(*id)))
            .collect();
        self.answers(slots, &super::parts::of_goals(&rule.body), &answer, &start)
    }
}
