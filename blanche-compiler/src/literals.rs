//! Literals of a resolved program in the author's words, with values in place of the variables that have some.

use crate::program::{Aggregate, Atom, Goal, PredicateKind, Program, Term, Variable, VariableId};

/// Prints the literals of one clause.
pub struct Literals<'a> {
    /// The program.
    pub program: &'a Program,
    /// The variables of the clause.
    pub variables: &'a [Variable],
    /// How the value of a variable is written, if it has one.
    pub value: &'a dyn Fn(VariableId) -> Option<String>,
}

impl<'a> Literals<'a> {
    /// As they stand in the text.
    pub(crate) fn written(program: &'a Program, variables: &'a [Variable]) -> Literals<'a> {
        Literals { program, variables, value: &|_| None }
    }

    /// `in(h8, Group_)`
    pub fn atom(&self, atom: &Atom) -> String {
        let predicate = self.program.predicate(atom.predicate);
        if atom.arguments.is_empty() {
            return predicate.name.clone();
        }
        let argument = |(at, term): (usize, &Term)| match term {
            Term::Variable(id) => {
                (self.value)(*id).unwrap_or_else(|| self.variables[id.index()].name.clone())
            }
            Term::Host(_, text) => text.clone(),
            Term::Constant(value) => {
                let sort = match predicate.kind {
                    PredicateKind::Equal => atom.compared,
                    _ => predicate.known_sort(at),
                };
                let text = |sort| self.program.sort(self.program.sort(sort).root).text(*value);
                sort.map_or_else(|| value.to_string(), text)
            }
        };
        let arguments: Vec<String> = atom.arguments.iter().enumerate().map(argument).collect();
        if let PredicateKind::Aggregate(aggregate) = &predicate.kind {
            return self.aggregate(aggregate, &arguments);
        }
        if let (PredicateKind::Equal, [left, right]) = (&predicate.kind, arguments.as_slice())
            && left.ends_with(')')
        {
            // An aggregate stands on the left of a sign.
            return format!("{left} = {right}");
        }
        if let PredicateKind::Comparison(comparison) = &predicate.kind {
            let (text, left) = (comparison.text(&arguments), comparison.left_text(&arguments));
            // What says what a sum is that stands as an argument is that sum.
            let says_itself = arguments.len() > 1
                && arguments.last().is_some_and(|last| *last == left && last.contains(' '));
            return if says_itself { left } else { text };
        }
        format!("{}({})", predicate.name, arguments.join(", "))
    }

    /// `count Field_ (disc(Field_, Color))`; with the values that are known, where some are.
    pub(crate) fn aggregate(&self, aggregate: &Aggregate, arguments: &[String]) -> String {
        let clause = self.program.clause_of(aggregate);
        let (result, shared) = arguments.split_last().expect("an aggregate has a result");
        let value = |id: VariableId| {
            let place = clause.head.iter().position(|term| *term == Term::Variable(id));
            place.and_then(|at| shared.get(at).cloned())
        };
        let own = clause.head[shared.len()..].iter().filter_map(|term| match term {
            Term::Variable(id) => Some(clause.variables[id.index()].name.as_str()),
            Term::Constant(_) | Term::Host(..) => None,
        });
        let own: Vec<&str> = own.collect();
        let is_written = |goal: &&Goal| !matches!(goal, Goal::Atom(atom) if atom.is_added());
        let inside = Literals { program: self.program, variables: &clause.variables, value: &value };
        let body: Vec<String> = clause.body.iter().filter(is_written).map(|goal| inside.goal(goal)).collect();
        let left = format!("{} {} ({})", aggregate.function.word(), own.join(", "), body.join(", "));
        // Without a value it is what it is called.
        if *result == clause.text { left } else { format!("{left} = {result}") }
    }

    /// A literal.
    pub fn goal(&self, goal: &Goal) -> String {
        match goal {
            Goal::Atom(atom) => self.atom(atom),
            Goal::Not(inner, _) => match inner.as_slice() {
                [Goal::Atom(_) | Goal::After(..)] => format!("¬{}", self.goals(inner)),
                _ => format!("¬({})", self.goals(inner)),
            },
            Goal::After(actions, inner, _) => format!("{} ({})", self.actions(actions), self.goals(inner)),
            Goal::Any(branches, _) => {
                let branches: Vec<String> = branches.iter().map(|branch| self.goals(branch)).collect();
                format!("({})", branches.join(" ; "))
            }
        }
    }

    /// A conjunction.
    pub fn goals(&self, goals: &[Goal]) -> String {
        // An aggregate whose result is open is part of the comparison that speaks of the result.
        let open: Vec<Option<(VariableId, String)>> =
            goals.iter().map(|goal| self.open_result(goal)).collect();
        let value = |id: VariableId| {
            let result = open.iter().flatten().find(|(result, _)| *result == id);
            result.map(|(_, text)| text.clone()).or_else(|| (self.value)(id))
        };
        let inside = Literals { value: &value, ..*self };
        let told = goals.iter().zip(&open).filter(|(_, open)| open.is_none());
        let texts: Vec<String> = told.map(|(goal, _)| inside.goal(goal)).collect();
        texts.join(", ")
    }

    /// The result of an aggregate that has no value, and how the aggregate is written.
    fn open_result(&self, goal: &Goal) -> Option<(VariableId, String)> {
        let Goal::Atom(atom) = goal else { return None };
        let (Some(Term::Variable(id)), PredicateKind::Aggregate(_)) =
            (atom.arguments.last(), &self.program.predicate(atom.predicate).kind)
        else {
            return None;
        };
        (self.value)(*id).is_none().then(|| (*id, self.atom(atom)))
    }

    /// `after place(white, Field1), place(black, Field2):`
    pub fn actions(&self, actions: &[Atom]) -> String {
        let actions: Vec<String> = actions.iter().map(|action| self.atom(action)).collect();
        format!("after {}:", actions.join(", "))
    }
}
