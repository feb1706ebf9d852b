//! Predicates and their definitions.

use super::{Clause, Comparison, PredicateId, RuleId, SortId};
use crate::files::Span;
use crate::runtime::Value;
pub use crate::syntax::ast::Answers;
use crate::syntax::ast::Function;

/// A predicate, identified by name and arity.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// The name of the predicate.
    pub name: String,
    /// The sorts of the arguments. For a variadic predicate, the last entry applies to all further arguments. Empty if
    /// the sorts are unknown because of a mistake in the clauses.
    pub sorts: Vec<SortId>,
    /// The names of the arguments, taken from the declaration or the first clause.
    pub parameters: Vec<String>,
    /// The definition of the predicate.
    pub kind: PredicateKind,
    /// The doc comment of the predicate.
    pub doc: Vec<String>,
    /// The span of the name in its declaration or first clause; `equal` has none.
    pub span: Option<Span>,
    /// Whether the predicate is declared `open`, so that any file may add clauses.
    pub open: bool,
    /// Where the predicate comes from: the text, a sort, the board or the game.
    pub origin: Origin,
}

/// Where a predicate comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The predicate is defined in the text, by a declaration, facts or clauses.
    Text,
    /// The predicate is the name of a sort, and holds for each value of the sort.
    Sort(SortId),
    /// The predicate is defined by the board of the program.
    Board,
    /// The predicate is predefined for every game.
    Game,
}

impl Predicate {
    /// A predicate defined by the text, without sorts, doc comment and span.
    pub(crate) fn new(name: impl Into<String>, parameters: Vec<String>, kind: PredicateKind) -> Predicate {
        Predicate {
            name: name.into(),
            sorts: Vec::new(),
            parameters,
            kind,
            doc: Vec::new(),
            span: None,
            open: false,
            origin: Origin::Text,
        }
    }

    /// Whether the predicate is defined by the text.
    pub fn is_written(&self) -> bool {
        self.origin == Origin::Text
    }

    /// The arity. For a variadic predicate, the least number of arguments.
    pub fn arity(&self) -> usize {
        self.parameters.len()
    }

    /// The sort whose values the predicate enumerates, if it is the predicate of a sort.
    pub(super) fn enumerated(&self) -> Option<SortId> {
        match self.origin {
            Origin::Sort(sort) => Some(sort),
            Origin::Text | Origin::Board | Origin::Game => None,
        }
    }

    /// The sort of an argument. Panics if it is unknown, which happens only in programs with errors.
    pub fn sort(&self, argument: usize) -> SortId {
        self.known_sort(argument).expect("predicates of a program without errors have their sorts")
    }

    /// The sort of an argument; `None` if it is unknown because of a mistake.
    pub fn known_sort(&self, argument: usize) -> Option<SortId> {
        self.sorts.get(argument).or(self.sorts.last()).copied()
    }

    /// The name and arity: `in/4`, or `lead/1+` for a variadic predicate.
    pub fn signature(&self) -> String {
        let more = if matches!(&self.kind, PredicateKind::Extern(e) if e.variadic) { "+" } else { "" };
        format!("{}/{}{more}", self.name, self.arity())
    }
}

/// The definition of a predicate.
#[derive(Clone, Debug)]
pub enum PredicateKind {
    /// The predefined predicate `equal/2`.
    Equal,
    /// A comparison of sums, or of two values by their order. The name of the predicate cannot occur in any text.
    Comparison(Comparison),
    /// An aggregate and its result. The name of the predicate cannot occur in any text.
    Aggregate(Aggregate),
    /// Extern: the host, or the position of a game, answers queries of the predicate.
    Extern(Extern),
    /// Facts: tuples, sorted and without duplicates.
    Facts(Vec<Vec<Value>>),
    /// Clauses, or facts that contain values of the host.
    Derived(Vec<Clause>),
    /// An action, which the host performs and undoes. It occurs only after `after`, and cannot be queried.
    Action {
        /// Whether nothing removes what the action adds to a position, so that it can be performed only a limited
        /// number of times.
        growing: bool,
    },
}

/// The definition of an aggregate predicate. Its last argument is the result of a function over the distinct tuples of
/// another predicate. Its other arguments are the first arguments of that other predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aggregate {
    /// The aggregate function.
    pub function: Function,
    /// The predicate whose tuples are aggregated.
    pub of: PredicateId,
    /// Number of arguments of `of` that form a tuple. These are its last arguments.
    pub width: usize,
}

/// The definition of an extern predicate.
#[derive(Clone, Debug)]
pub struct Extern {
    /// The index of the state in [`Game`](super::Game), if this is a state predicate. Positions answer queries of a
    /// state, so no host is needed.
    pub state: Option<usize>,
    /// Whether the last argument may be repeated, with one or more values of the last sort.
    pub variadic: bool,
    /// The rules that the host can query, if the predicate is declared with `asks`. `Some` even if there are no such
    /// rules.
    pub asks: Option<Vec<RuleId>>,
    /// The supported modes.
    pub modes: Vec<Mode>,
}

/// A mode of an extern predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mode {
    /// For each argument, whether it must be bound. For a variadic predicate, the last entry applies to all further
    /// arguments.
    pub bound: Vec<bool>,
    /// The number of answers.
    pub answers: Answers,
}

impl Mode {
    /// Whether this argument must be bound.
    pub fn needs(&self, argument: usize) -> bool {
        self.bound[argument.min(self.bound.len() - 1)]
    }
}
