//! How far a body comes that does not hold, and what keeps its literals from holding: plain data.

use super::reasons::{ReasonId, Reasons};
use crate::files::Span;

/// How far something comes that does not hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Obstacles {
    /// The furthest that it comes.
    pub partials: Vec<Partial>,
    /// Why what holds in them does; and whether anything was left out.
    pub reasons: Reasons,
}

/// How far a body comes with some values.
#[derive(Clone, Debug, PartialEq)]
pub struct Partial {
    /// Its variables with their values, in the order in which they are written; what has none is left out.
    pub values: Vec<(String, String)>,
    /// Its literals in the order of the text.
    pub lines: Vec<Line>,
    /// How many other values come as far and are not shown.
    pub more: usize,
}

impl Partial {
    /// How many literals hold.
    pub fn held(&self) -> usize {
        self.lines.iter().filter(|line| matches!(line, Line::Holds(_))).count()
    }

    /// What stopped it, the first literal first.
    pub fn obstacles(&self) -> impl Iterator<Item = &Obstacle> {
        self.lines.iter().filter_map(|line| match line {
            Line::Fails(obstacle) => Some(obstacle),
            Line::Holds(_) | Line::Unasked(_) => None,
        })
    }
}

/// A literal of a body that does not hold as a whole.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// It holds, and why.
    Holds(ReasonId),
    /// It does not.
    Fails(Obstacle),
    /// It cannot be asked: variables have no value, because what gives them one fails.
    Unasked(String),
}

/// A literal that does not hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Obstacle {
    /// The literal, with values in place of the variables that have one. What it leaves open has no value with which it
    /// would hold.
    pub said: String,
    /// The doc comment of its predicate.
    pub doc: Vec<String>,
    /// What keeps it from holding.
    pub failure: FailureReason,
}

/// What keeps a literal from holding.
#[derive(Clone, Debug, PartialEq)]
pub enum FailureReason {
    /// The host says so, or the text does not state it. What holds when one argument is left open, or, where that is
    /// nothing, all but one; what has the fewest answers first.
    Given {
        /// The literal itself.
        asked: Fact,
        /// What holds instead.
        instead: Vec<NearMatch>,
    },
    /// The two values that should be equal are not.
    Different(String, String),
    /// No clause holds.
    Refused(Vec<Refused>),
    /// The body holds that is denied, and why.
    Denied(Vec<ReasonId>),
    /// This action cannot be made.
    Unmade(Fact),
    /// The actions can be made, and the body does not hold then.
    Afterwards(Vec<Partial>),
    /// It stands elsewhere already what keeps it from holding.
    Told,
    /// It is not followed further.
    Deeper,
}

impl FailureReason {
    /// The one obstacle of a predicate of which a single clause is about these values, and has one literal.
    pub fn only(&self) -> Option<&Obstacle> {
        let FailureReason::Refused(refused) = self else { return None };
        let mut partials = refused.iter().flat_map(|one| &one.partials);
        let (Some(partial), None) = (partials.next(), partials.next()) else { return None };
        let [Line::Fails(obstacle)] = partial.lines.as_slice() else { return None };
        Some(obstacle)
    }

    /// Whether a body is enough for it: it is another word for something that is given, or is not followed.
    pub(super) fn is_other_words(&self) -> bool {
        match self {
            FailureReason::Refused(_) => {
                self.only().is_some_and(|obstacle| obstacle.failure.is_other_words())
            }
            FailureReason::Denied(_) | FailureReason::Afterwards(_) => false,
            FailureReason::Given { .. }
            | FailureReason::Different(..)
            | FailureReason::Unmade(_)
            | FailureReason::Told
            | FailureReason::Deeper => true,
        }
    }
}

/// A predicate with its arguments as they are written: `parent(jan, piet)`. An open argument is `_`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fact {
    /// The predicate.
    pub predicate: String,
    /// The arguments.
    pub arguments: Vec<String>,
}

impl std::fmt::Display for Fact {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.arguments.as_slice() {
            [] => f.write_str(&self.predicate),
            arguments => write!(f, "{}({})", self.predicate, arguments.join(", ")),
        }
    }
}

/// What holds when arguments are left open.
#[derive(Clone, Debug, PartialEq)]
pub struct NearMatch {
    /// Which arguments, from 0.
    pub open: Vec<usize>,
    /// The first of what holds.
    pub facts: Vec<Fact>,
    /// How many there are besides.
    pub more: usize,
}

/// A clause that does not hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused {
    /// The clause.
    pub clause: Span,
    /// How far its body comes; none where its head is about something else.
    pub partials: Vec<Partial>,
}
