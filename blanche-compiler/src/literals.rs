//! Formats literals of a resolved program as source text, with values in place of the bound variables.

use crate::program::{
    Aggregate, Atom, Goal, Operator, PredicateKind, Program, Term, Variable, VariableId, VariableOrigin,
};

/// A formatter for the literals of one clause.
pub struct Literals<'a> {
    /// The program that contains the clause.
    pub program: &'a Program,
    /// The variables of the clause.
    pub variables: &'a [Variable],
    /// Returns the text of the value of a variable, or `None` if it is unbound.
    pub value: &'a dyn Fn(VariableId) -> Option<String>,
}

impl<'a> Literals<'a> {
    /// A formatter that writes literals as in the source, with no variable bound.
    pub(crate) fn written(program: &'a Program, variables: &'a [Variable]) -> Literals<'a> {
        Literals { program, variables, value: &|_| None }
    }

    /// Formats an atom: `in(h8, Group_)`.
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
            // If both sides are now the same value, write the left side as the call that has this value.
            let side = |at: usize, text: &str| match left == right {
                true => self.called(&atom.arguments[at]).map_or(text.to_owned(), str::to_owned),
                false => text.to_owned(),
            };
            return format!("{} {} {}", side(0, left), Operator::Equal.sign(), side(1, right));
        }
        if let PredicateKind::Comparison(comparison) = &predicate.kind {
            let (text, left) = (comparison.text(&arguments), comparison.left_text(&arguments));
            // A sum that is used as an argument is written without the equality that computes it.
            let says_itself = arguments.len() > 1
                && arguments.last().is_some_and(|last| *last == left && last.contains(' '));
            return if says_itself { left } else { text };
        }
        format!("{}({})", predicate.name, arguments.join(", "))
    }

    /// Formats an aggregate with the known values: `count Field_ (disc(Field_, Color))`.
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
        // If the value is unknown, the result is the text of the aggregate itself.
        if *result == clause.text { left } else { format!("{left} = {result}") }
    }

    /// Formats a literal.
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

    /// Formats a conjunction.
    pub fn goals(&self, goals: &[Goal]) -> String {
        // An aggregate or a call without a value is written inside the literal that uses its result, and not as a
        // separate literal.
        let open: Vec<Option<VariableId>> = goals.iter().map(|goal| self.open_value(goal)).collect();
        let mut texts: Vec<(VariableId, String)> = Vec::new();
        for (goal, id) in goals.iter().zip(&open) {
            // Inner calls come first, so that they are already formatted here.
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

    /// The variable for the result of an aggregate or the value of a call; `None` if it is bound.
    fn open_value(&self, goal: &Goal) -> Option<VariableId> {
        let Goal::Atom(atom) = goal else { return None };
        let is_aggregate = matches!(self.program.predicate(atom.predicate).kind, PredicateKind::Aggregate(_));
        let id = match atom.arguments.last() {
            Some(Term::Variable(id)) if is_aggregate => *id,
            _ => self.call(atom)?,
        };
        (self.value)(id).is_none().then_some(id)
    }

    /// The variable for the value of a call, if the atom was written in functional notation.
    fn call(&self, atom: &Atom) -> Option<VariableId> {
        atom.call(self.variables)
    }

    /// The text of the call whose value a term represents.
    fn called(&self, term: &Term) -> Option<&str> {
        let Term::Variable(id) = term else { return None };
        let variable = &self.variables[id.index()];
        (variable.origin == VariableOrigin::Call).then_some(variable.name.as_str())
    }

    /// Whether a term is an unbound variable.
    fn is_open(&self, term: &Term) -> bool {
        matches!(term, Term::Variable(id) if (self.value)(*id).is_none())
    }

    /// Whether an equality was written with `=`, which is required if one side is an aggregate or a call. (`equal`
    /// permits neither.)
    fn has_sign(&self, atom: &Atom) -> bool {
        let is_one = |term: &Term| match term {
            Term::Variable(id) => {
                let origin = self.variables[id.index()].origin;
                matches!(origin, VariableOrigin::Call | VariableOrigin::Result)
            }
            Term::Constant(_) | Term::Host(..) => false,
        };
        let is_equal = matches!(self.program.predicate(atom.predicate).kind, PredicateKind::Equal);
        is_equal && atom.arguments.iter().any(is_one)
    }

    /// Formats actions: `after place(white, Field1), place(black, Field2):`.
    pub fn actions(&self, actions: &[Atom]) -> String {
        let actions: Vec<String> = actions.iter().map(|action| self.atom(action)).collect();
        format!("after {}:", actions.join(", "))
    }
}

/// The text of the call or aggregate that a variable represents.
fn written(texts: &[(VariableId, String)], id: VariableId) -> Option<String> {
    texts.iter().find(|(known, _)| *known == id).map(|(_, text)| text.clone())
}
