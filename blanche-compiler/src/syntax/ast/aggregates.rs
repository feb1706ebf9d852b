//! Aggregates: how many answers a body has, or what they come to.

use super::{Body, Comparison, Name, Operator, Sum, Summand, Term};
use crate::files::Span;

/// `count Field_ (disc(Field_, Color)) = N`
#[derive(Clone, Debug)]
pub struct Aggregate {
    /// From the word to the end of the right side.
    pub span: Span,
    /// What is made of the answers.
    pub function: Function,
    /// Where the word stands.
    pub function_span: Span,
    /// From the word to the closing bracket.
    pub left_span: Span,
    /// The variables whose values make an answer; at least one. The first is added up or compared.
    pub of: Vec<Name>,
    /// Whose answers.
    pub body: Body,
    /// What is said of the result and the right side.
    pub operator: Operator,
    /// Where the operator stands.
    pub operator_span: Span,
    /// What the result is compared with.
    pub right: Sum,
}

impl Aggregate {
    /// The comparison that it makes of its result, which the text in front of the sign stands for.
    pub fn comparison(&self) -> Comparison {
        let text = crate::syntax::print_aggregated(self);
        let term = Term::Variable(Name { text, span: self.left_span });
        let left = Sum { span: self.left_span, summands: vec![Summand { is_taken_away: false, term }] };
        let Aggregate { span, operator, operator_span, .. } = *self;
        Comparison { span, left, operator, operator_span, right: self.right.clone() }
    }
}

/// What an aggregate makes of the different answers of its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Function {
    /// `count`: how many there are.
    Count,
    /// `sum`: the first value of each, added up.
    Sum,
    /// `min`: the least first value.
    Min,
    /// `max`: the greatest first value.
    Max,
}

impl Function {
    /// All of them.
    pub const ALL: [Function; 4] = [Function::Count, Function::Sum, Function::Min, Function::Max];

    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            Function::Count => "count",
            Function::Sum => "sum",
            Function::Min => "min",
            Function::Max => "max",
        }
    }

    /// The function of a word.
    pub fn of_word(word: &str) -> Option<Function> {
        Function::ALL.into_iter().find(|function| function.word() == word)
    }
}
