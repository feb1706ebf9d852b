//! Predicates, and what defines them.

use super::{Clause, Comparison, PredicateId, RuleId, SortId};
use crate::files::Span;
use crate::runtime::Value;
pub use crate::syntax::ast::Answers;
use crate::syntax::ast::Function;

/// A predicate: a name and a number of arguments.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// Its name.
    pub name: String,
    /// The sorts of its arguments; for a variadic one, the last entry stands for all further ones. Empty where a mistake
    /// in its clauses has taken them.
    pub sorts: Vec<SortId>,
    /// How the declaration or the first clause calls its arguments.
    pub parameters: Vec<String>,
    /// What defines it.
    pub kind: PredicateKind,
    /// Its doc comment.
    pub doc: Vec<String>,
    /// The name in its declaration or first clause; `equal` has none.
    pub span: Option<Span>,
    /// It is declared `open`: any file may give clauses of it.
    pub open: bool,
    /// Who defines it.
    pub origin: Origin,
}

/// Who defines a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The text: a declaration, facts or clauses.
    Text,
    /// A sort, whose name is a predicate that holds of each of its values.
    Sort(SortId),
    /// The board.
    Board,
    /// Every game.
    Game,
}

impl Predicate {
    /// One that the text defines, of which no more is known.
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

    /// Whether the text, and nothing else, says what it means.
    pub fn is_written(&self) -> bool {
        self.origin == Origin::Text
    }

    /// The number of arguments; of a variadic predicate the least.
    pub fn arity(&self) -> usize {
        self.parameters.len()
    }

    /// The sort of which it holds of each value, where it is the name of one.
    pub(super) fn enumerated(&self) -> Option<SortId> {
        match self.origin {
            Origin::Sort(sort) => Some(sort),
            Origin::Text | Origin::Board | Origin::Game => None,
        }
    }

    /// The sort of an argument, in a program without errors.
    pub fn sort(&self, argument: usize) -> SortId {
        self.known_sort(argument).expect("predicates of a program without errors have their sorts")
    }

    /// The sort of an argument; none where a mistake has taken the sorts of the predicate.
    pub fn known_sort(&self, argument: usize) -> Option<SortId> {
        self.sorts.get(argument).or(self.sorts.last()).copied()
    }

    /// `in/4`, or `lead/1+` for a variadic one.
    pub fn signature(&self) -> String {
        let more = if matches!(&self.kind, PredicateKind::Extern(e) if e.variadic) { "+" } else { "" };
        format!("{}/{}{more}", self.name, self.arity())
    }
}

/// What defines a predicate.
#[derive(Clone, Debug)]
pub enum PredicateKind {
    /// `equal/2`.
    Equal,
    /// A comparison of sums, or of two values by their order. Its predicate has no name that a text could say.
    Comparison(Comparison),
    /// What an aggregate makes of the answers of its body. Its name is none that a text could say.
    Aggregate(Aggregate),
    /// The host answers it.
    Extern(Extern),
    /// Tuples in the text, sorted and without duplicates.
    Facts(Vec<Vec<Value>>),
    /// Clauses; or facts that state values of the host.
    Derived(Vec<Clause>),
    /// The host makes it and takes it back; it stands behind `after` only, and holds of nothing.
    Action {
        /// Nothing takes away what it adds to a position, so that it can be made a limited number of times.
        growing: bool,
    },
}

/// The last argument of its predicate is what a function makes of the different tuples of another predicate. The arguments in
/// front of it are the first ones of that predicate too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aggregate {
    /// The function.
    pub function: Function,
    /// The predicate of the tuples.
    pub of: PredicateId,
    /// How many of its arguments, the last ones, make a tuple.
    pub width: usize,
}

/// A predicate that the host answers.
#[derive(Clone, Debug)]
pub struct Extern {
    /// It is a state predicate of the program's [`Game`](super::Game), at this place: positions answer it, and no host.
    pub state: Option<usize>,
    /// One or more arguments of the last sort.
    pub variadic: bool,
    /// The rules whose evaluator the host is handed; `Some` even where none exist.
    pub asks: Option<Vec<RuleId>>,
    /// The modes that it answers.
    pub modes: Vec<Mode>,
}

/// A mode of an extern predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mode {
    /// Which arguments must be bound; of a variadic predicate the last entry stands for all further ones.
    pub bound: Vec<bool>,
    /// How many answers there are.
    pub answers: Answers,
}

impl Mode {
    /// Whether an argument must be bound.
    pub fn needs(&self, argument: usize) -> bool {
        self.bound[argument.min(self.bound.len() - 1)]
    }
}
