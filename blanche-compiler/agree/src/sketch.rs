//! Programs while the generator builds them: text with just enough structure to extend it.

use std::fmt;

/// A fact, a derivation or a rule.
pub(crate) struct Item {
    /// The whole text of a fact. For other items, everything before the body, including `:-` or `if`.
    pub(crate) head: String,
    pub(crate) body: Option<Body>,
}

/// A disjunction of conjunctions.
pub(crate) type Body = Vec<Vec<Literal>>;

pub(crate) struct Literal {
    pub(crate) negated: bool,
    pub(crate) said: Said,
}

pub(crate) enum Said {
    Atom(String),
    Group(Body),
    /// Actions, and a body that holds after them.
    After(Vec<String>, Body),
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.body {
            None => f.write_str(&self.head),
            Some(body) => write!(f, "{}\n    {}", self.head, body_text(body, "\n    ")),
        }
    }
}

/// The text of a body. `gap` is inserted after each comma outside parentheses.
pub(crate) fn body_text(body: &Body, gap: &str) -> String {
    let branch = |branch: &Vec<Literal>| {
        branch.iter().map(Literal::to_string).collect::<Vec<String>>().join(&format!(",{gap}"))
    };
    body.iter().map(branch).collect::<Vec<String>>().join(" ; ")
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let not = if self.negated { "¬" } else { "" };
        match &self.said {
            Said::Atom(atom) => write!(f, "{not}{atom}"),
            Said::Group(body) => write!(f, "{not}({})", body_text(body, " ")),
            Said::After(actions, body) => {
                write!(f, "{not}after {}: ({})", actions.join(", "), body_text(body, " "))
            }
        }
    }
}
