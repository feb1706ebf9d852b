//! Random literals before they are written as text.

use std::fmt;

/// A random literal.
#[derive(Clone, Debug)]
pub(super) enum Literal {
    /// A predicate or comparison sign, and its arguments.
    Atom(String, Vec<String>),
    Not(Vec<Literal>),
    Any(Vec<Vec<Literal>>),
    /// An aggregate: its function, its variables, its body, and the comparison of its result.
    Fold(&'static str, Vec<String>, Vec<Literal>, String),
    /// An `after`: the station that its action closes, and the literals that must hold afterwards.
    After(String, Vec<Literal>),
}

impl Literal {
    /// Calls `each` with every argument.
    pub(super) fn arguments(&mut self, each: &mut dyn FnMut(&mut String)) {
        match self {
            Literal::Atom(_, arguments) => arguments.iter_mut().for_each(each),
            Literal::Not(inner) => inner.iter_mut().for_each(|literal| literal.arguments(each)),
            Literal::Any(branches) => {
                branches.iter_mut().flatten().for_each(|literal| literal.arguments(each));
            }
            Literal::Fold(_, of, inner, _) => {
                of.iter_mut().for_each(&mut *each);
                inner.iter_mut().for_each(|literal| literal.arguments(each));
            }
            Literal::After(closed, inner) => {
                each(closed);
                inner.iter_mut().for_each(|literal| literal.arguments(each));
            }
        }
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Literal::Atom(sign, sides) if "<≤=".contains(sign.as_str()) => {
                write!(f, "{} {sign} {}", sides[0], sides[1])
            }
            Literal::Atom(sign, sides) if sign == "+" => write!(f, "{} + 1 = {}", sides[0], sides[1]),
            Literal::Atom(name, arguments) => write!(f, "{name}({})", arguments.join(", ")),
            Literal::Not(inner) => match inner.as_slice() {
                [one @ Literal::Atom(name, _)] if name.len() > 3 => write!(f, "¬{one}"),
                _ => write!(f, "¬({})", text(inner)),
            },
            Literal::Any(branches) => {
                let branches: Vec<String> = branches.iter().map(|branch| text(branch)).collect();
                write!(f, "({})", branches.join(" ; "))
            }
            Literal::Fold(function, of, inner, said) => {
                write!(f, "{function} {} ({}) {said}", of.join(", "), text(inner))
            }
            Literal::After(closed, inner) => write!(f, "after close({closed}): ({})", text(inner)),
        }
    }
}

/// The text of a body.
pub(super) fn text(literals: &[Literal]) -> String {
    literals.iter().map(Literal::to_string).collect::<Vec<_>>().join(", ")
}
