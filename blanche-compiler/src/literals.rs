//! Literals of a resolved program in the author's words, with values in place of the variables that have some.

use crate::program::{
    Aggregate, Atom, Goal, Operator, PredicateKind, Program, StandsFor, Term, Variable, VariableId,
};

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
        if self.call(atom).is_some() {
            let (value, written) = arguments.split_last().expect("a call has a value");
            let call = match written {
                [] => predicate.name.clone(),
                written => format!("{}({})", predicate.name, written.join(", ")),
            };
            let is_open = atom.arguments.last().is_some_and(|last| self.is_open(last));
            return if is_open { call } else { format!("{call} = {value}") };
        }
        if let (true, [left, right]) = (self.has_sign(atom), arguments.as_slice()) {
            // With the value in its place on both sides it is said of which call it is the value.
            let side = |at: usize, text: &str| match left == right {
                true => self.called(&atom.arguments[at]).map_or(text.to_owned(), str::to_owned),
                false => text.to_owned(),
            };
            return format!("{} {} {}", side(0, left), Operator::Equal.sign(), side(1, right));
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
        let is_written = |goal: &&Goal| !matches!(goal, Goal::Atom(atom) if atom.is_added);
        let inside = Literals { program: self.program, variables: &clause.variables, value: &value };
        let body: Vec<Goal> = clause.body.iter().filter(is_written).cloned().collect();
        let left = format!("{} {} ({})", aggregate.function.word(), own.join(", "), inside.goals(&body));
        // Without a value it is what it is called.
        if *result == clause.text { left } else { format!("{left} = {result}") }
    }

    /// A literal.
    pub fn goal(&self, goal: &Goal) -> String {
        match goal {
            Goal::Atom(atom) => self.atom(atom),
            Goal::Not(inner, _) => {
                let told: Vec<&Goal> = inner.iter().filter(|goal| self.open_value(goal).is_none()).collect();
                let text = self.goals(inner);
                match told.as_slice() {
                    [Goal::Atom(atom)] if self.has_sign(atom) => {
                        text.replacen(Operator::Equal.sign(), Operator::Unequal.sign(), 1)
                    }
                    [Goal::Atom(_) | Goal::After(..)] => format!("¬{text}"),
                    _ => format!("¬({text})"),
                }
            }
            Goal::After(actions, inner, _) => format!("{} ({})", self.actions(actions), self.goals(inner)),
            Goal::Any(branches, _) => {
                let branches: Vec<String> = branches.iter().map(|branch| self.goals(branch)).collect();
                format!("({})", branches.join(" ; "))
            }
        }
    }

    /// A conjunction.
    pub fn goals(&self, goals: &[Goal]) -> String {
        // An aggregate whose result is open, and a call whose value is, are parts of what speaks of the result or the value.
        let open: Vec<Option<VariableId>> = goals.iter().map(|goal| self.open_value(goal)).collect();
        let mut texts: Vec<(VariableId, String)> = Vec::new();
        for (goal, id) in goals.iter().zip(&open) {
            // What is called inside of another call comes first.
            let value = |id: VariableId| written(&texts, id).or_else(|| (self.value)(id));
            let inside = Literals { value: &value, ..*self };
            if let (Goal::Atom(atom), Some(id)) = (goal, id) {
                let text = inside.atom(atom);
                texts.push((*id, text));
            }
        }
        let value = |id: VariableId| written(&texts, id).or_else(|| (self.value)(id));
        let inside = Literals { value: &value, ..*self };
        let told = goals.iter().zip(&open).filter(|(_, open)| open.is_none());
        let texts: Vec<String> = told.map(|(goal, _)| inside.goal(goal)).collect();
        texts.join(", ")
    }

    /// The variable for the result of an aggregate, or for the value of a call, where it has none.
    fn open_value(&self, goal: &Goal) -> Option<VariableId> {
        let Goal::Atom(atom) = goal else { return None };
        let is_aggregate = matches!(self.program.predicate(atom.predicate).kind, PredicateKind::Aggregate(_));
        let id = match atom.arguments.last() {
            Some(Term::Variable(id)) if is_aggregate => *id,
            _ => self.call(atom)?,
        };
        (self.value)(id).is_none().then_some(id)
    }

    /// The variable that stands for the value of a call, where an atom is what a call stands for.
    fn call(&self, atom: &Atom) -> Option<VariableId> {
        atom.call(self.variables)
    }

    /// How the call is written for whose value a term stands.
    fn called(&self, term: &Term) -> Option<&str> {
        let Term::Variable(id) = term else { return None };
        let variable = &self.variables[id.index()];
        (variable.stands_for == StandsFor::Call).then_some(variable.name.as_str())
    }

    /// Whether a term is a variable without a value.
    fn is_open(&self, term: &Term) -> bool {
        matches!(term, Term::Variable(id) if (self.value)(*id).is_none())
    }

    /// Whether two sides that are equal were written with a sign: `equal` has neither an aggregate nor a call as a side.
    fn has_sign(&self, atom: &Atom) -> bool {
        let is_one = |term: &Term| match term {
            Term::Variable(id) => {
                let stands_for = self.variables[id.index()].stands_for;
                matches!(stands_for, StandsFor::Call | StandsFor::Result)
            }
            Term::Constant(_) | Term::Host(..) => false,
        };
        let is_equal = matches!(self.program.predicate(atom.predicate).kind, PredicateKind::Equal);
        is_equal && atom.arguments.iter().any(is_one)
    }

    /// `after place(white, Field1), place(black, Field2):`
    pub fn actions(&self, actions: &[Atom]) -> String {
        let actions: Vec<String> = actions.iter().map(|action| self.atom(action)).collect();
        format!("after {}:", actions.join(", "))
    }
}

/// How the call or aggregate is written for which a variable stands.
fn written(texts: &[(VariableId, String)], id: VariableId) -> Option<String> {
    texts.iter().find(|(known, _)| *known == id).map(|(_, text)| text.clone())
}
