//! Data types that describe how far a failing body was satisfied, and why its other literals fail.

use super::reasons::{ReasonId, Reasons};
use crate::files::Span;

/// An explanation of why a body does not hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Obstacles {
    /// The partial solutions for which the most literals hold.
    pub partials: Vec<Partial>,
    /// The reasons of the literals that hold in the partial solutions, and whether any reasons were left out.
    pub reasons: Reasons,
}

/// A partial solution: values for which some literals of the body hold and others fail.
#[derive(Clone, Debug, PartialEq)]
pub struct Partial {
    /// The bound variables with their values, in source order. Free variables are omitted.
    pub values: Vec<(String, String)>,
    /// The literals of the body, in source order.
    pub lines: Vec<Line>,
    /// The number of combinations of values that satisfy the same literals but are not listed.
    pub more: usize,
}

impl Partial {
    /// The number of literals that hold.
    pub fn held(&self) -> usize {
        self.lines.iter().filter(|line| matches!(line, Line::Holds(_))).count()
    }

    /// The literals that fail, in source order.
    pub fn obstacles(&self) -> impl Iterator<Item = &Obstacle> {
        self.lines.iter().filter_map(|line| match line {
            Line::Fails(obstacle) => Some(obstacle),
            Line::Holds(_) | Line::Unasked(_) => None,
        })
    }
}

/// The result of one literal in a body that does not hold as a whole.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// The literal holds, for this reason.
    Holds(ReasonId),
    /// The literal fails.
    Fails(Obstacle),
    /// The literal cannot be evaluated, because some of its variables are unbound. The literal that should bind them
    /// fails.
    Unasked(String),
}

/// A literal that does not hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Obstacle {
    /// The literal as text, with values in place of the bound variables. No value of its free variables makes it hold.
    pub said: String,
    /// The doc comment of the literal's predicate.
    pub doc: Vec<String>,
    /// Why the literal fails.
    pub failure: FailureReason,
}

/// Why a literal does not hold.
#[derive(Clone, Debug, PartialEq)]
pub enum FailureReason {
    /// The literal is basic: the host denies it, or no fact states it. `instead` lists similar tuples that hold. They
    /// differ from the literal in only one argument. If there are none, they agree with it in one argument. They are
    /// grouped by this argument, and the smallest groups come first.
    Given {
        /// The literal itself.
        asked: Fact,
        /// The similar tuples that do hold.
        instead: Vec<NearMatch>,
    },
    /// Two values that should be equal are different.
    Different(String, String),
    /// Every clause fails.
    Refused(Vec<Refused>),
    /// The literal is a negation, and the negated body holds, for these reasons.
    Denied(Vec<ReasonId>),
    /// The action is not possible.
    Unmade(Fact),
    /// The actions are possible, but the body does not hold afterwards.
    Afterwards(Vec<Partial>),
    /// The explanation is already given at another place.
    AlreadyExplained,
    /// The explanation is cut off here, because it would be too deep or too long.
    Deeper,
}

impl FailureReason {
    /// The failing literal that explains a predicate: the predicate has only one relevant clause, whose body is this
    /// literal.
    pub fn only(&self) -> Option<&Obstacle> {
        let FailureReason::Refused(refused) = self else { return None };
        let mut partials = refused.iter().flat_map(|one| &one.partials);
        let (Some(partial), None) = (partials.next(), partials.next()) else { return None };
        let [Line::Fails(obstacle)] = partial.lines.as_slice() else { return None };
        Some(obstacle)
    }

    /// Whether the failure fits on one line. This is so if the literal is a synonym of a failing basic literal, or is
    /// not explained further.
    pub(super) fn is_other_words(&self) -> bool {
        match self {
            FailureReason::Refused(_) => {
                self.only().is_some_and(|obstacle| obstacle.failure.is_other_words())
            }
            FailureReason::Denied(_) | FailureReason::Afterwards(_) => false,
            FailureReason::Given { .. }
            | FailureReason::Different(..)
            | FailureReason::Unmade(_)
            | FailureReason::AlreadyExplained
            | FailureReason::Deeper => true,
        }
    }
}

/// A predicate with its arguments as source text, such as `parent(jan, piet)`. A free argument is `_`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fact {
    /// The name of the predicate.
    pub predicate: String,
    /// The arguments as source text.
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

/// Tuples that hold and differ from a failing literal only in some arguments, which are left open in the search.
#[derive(Clone, Debug, PartialEq)]
pub struct NearMatch {
    /// The indices of the open arguments.
    pub open: Vec<usize>,
    /// The first few tuples.
    pub facts: Vec<Fact>,
    /// The number of further tuples.
    pub more: usize,
}

/// A clause that does not hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused {
    /// The source location of the clause.
    pub clause: Span,
    /// The partial solutions of the body; empty if the head does not match the arguments.
    pub partials: Vec<Partial>,
}
