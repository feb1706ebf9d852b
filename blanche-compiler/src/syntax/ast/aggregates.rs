//! Aggregates over the answers of a body: `count`, `sum`, `min` and `max`.

use super::{Body, Comparison, Name, Operator, Sum, Summand, Term};
use crate::files::Span;

/// An aggregate with its comparison: `count Field_ (disc(Field_, Color)) = N`
#[derive(Clone, Debug)]
pub struct Aggregate {
    /// The span from the keyword to the end of the right side.
    pub span: Span,
    /// The aggregate function.
    pub function: Function,
    /// The span of the keyword.
    pub function_span: Span,
    /// The span from the keyword to the closing bracket.
    pub left_span: Span,
    /// The variables whose values make up an answer. There is at least one. `sum`, `min` and `max` use the first
    /// variable.
    pub of: Vec<Name>,
    /// The body whose answers are aggregated.
    pub body: Body,
    /// The comparison operator between the result and the right side.
    pub operator: Operator,
    /// The span of the operator.
    pub operator_span: Span,
    /// The right side of the comparison.
    pub right: Sum,
}

impl Aggregate {
    /// The comparison of the result with the right side. Its left side is a variable whose name is the text of the
    /// aggregate.
    pub fn comparison(&self) -> Comparison {
        let text = crate::syntax::print_aggregated(self);
        let term = Term::Variable(Name { text, span: self.left_span });
        let left = Sum { span: self.left_span, summands: vec![Summand { is_taken_away: false, term }] };
        let Aggregate { span, operator, operator_span, .. } = *self;
        Comparison { span, left, operator, operator_span, right: self.right.clone() }
    }
}

/// The function of an aggregate, applied to the distinct answers of its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Function {
    /// `count`: the number of answers.
    Count,
    /// `sum`: the sum of the first values.
    Sum,
    /// `min`: the least of the first values.
    Min,
    /// `max`: the greatest of the first values.
    Max,
}

impl Function {
    /// All functions.
    pub const ALL: [Function; 4] = [Function::Count, Function::Sum, Function::Min, Function::Max];

    /// The keyword of the function.
    pub fn word(self) -> &'static str {
        match self {
            Function::Count => "count",
            Function::Sum => "sum",
            Function::Min => "min",
            Function::Max => "max",
        }
    }

    /// The function with this keyword.
    pub fn of_word(word: &str) -> Option<Function> {
        Function::ALL.into_iter().find(|function| function.word() == word)
    }
}
