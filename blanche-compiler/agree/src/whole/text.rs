//! Clauses of random programs and their text. They have just enough structure to be varied.

use std::fmt;

/// A variable of a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Variable {
    pub(super) name: String,
    /// The index of its sort.
    pub(super) sort: usize,
}

impl Variable {
    /// Whether the variable is local, so that it is not part of the answer.
    pub(super) fn is_anonymous(&self) -> bool {
        self.name.contains('_')
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Term {
    Variable(Variable),
    Constant(String),
    /// The value of a function: its predicate, and all arguments except the last.
    Call(String, Vec<Term>),
    /// A term plus or minus a number.
    Sum(Box<Term>, char, usize),
}

#[derive(Clone, Debug)]
pub(super) struct Literal {
    pub(super) negated: bool,
    pub(super) said: Said,
}

#[derive(Clone, Debug)]
pub(super) enum Said {
    Atom(String, Vec<Term>),
    Comparison(Term, &'static str, Term),
    /// A disjunction of conjunctions.
    Group(Vec<Vec<Literal>>),
    /// A body after some actions.
    After(Vec<(String, Vec<Term>)>, Vec<Literal>),
    /// An aggregate, such as `count X_ (…) > 2`.
    Aggregate(&'static str, Vec<Variable>, Vec<Literal>, &'static str, Term),
}

pub(super) fn yes(said: Said) -> Literal {
    Literal { negated: false, said }
}

pub(super) fn not(said: Said) -> Literal {
    Literal { negated: true, said }
}

impl Literal {
    /// Replaces a variable by another.
    pub(super) fn replace(&mut self, from: &Variable, to: &Variable) {
        self.each_term(&mut |term| {
            if matches!(term, Term::Variable(variable) if variable == from) {
                *term = Term::Variable(to.clone());
            }
        });
    }

    /// Calls `each` with every variable and constant in the literal.
    pub(super) fn each_term(&mut self, each: &mut dyn FnMut(&mut Term)) {
        match &mut self.said {
            Said::Atom(_, arguments) => arguments.iter_mut().for_each(|term| term.each_term(each)),
            Said::Comparison(left, _, right) => {
                left.each_term(each);
                right.each_term(each);
            }
            Said::Group(branches) => {
                branches.iter_mut().flatten().for_each(|literal| literal.each_term(each));
            }
            Said::After(actions, body) => {
                for (_, arguments) in actions {
                    arguments.iter_mut().for_each(|term| term.each_term(each));
                }
                body.iter_mut().for_each(|literal| literal.each_term(each));
            }
            Said::Aggregate(_, of, body, _, right) => {
                for variable in of {
                    let mut term = Term::Variable(variable.clone());
                    each(&mut term);
                    if let Term::Variable(other) = term {
                        *variable = other;
                    }
                }
                body.iter_mut().for_each(|literal| literal.each_term(each));
                right.each_term(each);
            }
        }
    }
}

impl Term {
    fn each_term(&mut self, each: &mut dyn FnMut(&mut Term)) {
        match self {
            Term::Variable(_) | Term::Constant(_) => each(self),
            Term::Call(_, arguments) => arguments.iter_mut().for_each(|term| term.each_term(each)),
            Term::Sum(term, ..) => term.each_term(each),
        }
    }
}

/// Texts of items, separated by `gap`.
fn list<T: fmt::Display>(all: &[T], gap: &str) -> String {
    all.iter().map(T::to_string).collect::<Vec<String>>().join(gap)
}

/// A predicate or a call with its arguments.
pub(super) fn atom<T: fmt::Display>(name: &str, arguments: &[T]) -> String {
    if arguments.is_empty() { name.to_owned() } else { format!("{name}({})", list(arguments, ", ")) }
}

/// The text of a conjunction.
pub(super) fn body(literals: &[Literal]) -> String {
    list(literals, ", ")
}

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Variable(variable) => variable.fmt(f),
            Term::Constant(text) => f.write_str(text),
            Term::Call(name, arguments) => f.write_str(&atom(name, arguments)),
            Term::Sum(term, sign, number) => write!(f, "{term} {sign} {number}"),
        }
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let not = if self.negated { "¬" } else { "" };
        match &self.said {
            Said::Atom(name, arguments) => write!(f, "{not}{}", atom(name, arguments)),
            Said::Comparison(left, sign, right) if self.negated => write!(f, "¬({left} {sign} {right})"),
            Said::Comparison(left, sign, right) => write!(f, "{left} {sign} {right}"),
            Said::Group(branches) => {
                let branches: Vec<String> = branches.iter().map(|branch| body(branch)).collect();
                write!(f, "{not}({})", branches.join(" ; "))
            }
            Said::After(actions, inside) => {
                let actions: Vec<String> =
                    actions.iter().map(|(name, arguments)| atom(name, arguments)).collect();
                write!(f, "{not}after {}: ({})", actions.join(", "), body(inside))
            }
            Said::Aggregate(function, of, inside, sign, right) => {
                write!(f, "{not}{function} {} ({}) {sign} {right}", list(of, ", "), body(inside))
            }
        }
    }
}
