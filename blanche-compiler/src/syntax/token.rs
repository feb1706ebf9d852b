//! Tokens: the output of the spelling pass and the input of the layout pass and the grammar.

use crate::files::Span;

use super::ast::Operator;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name: a word that begins with a lower-case letter or a digit, such as `white.three`. Keywords are names too.
    Name,
    /// A number: `15`
    Number,
    /// A variable: `Field1`
    Variable,
    /// A path: a name with hyphens or slashes, such as `five-in-a-row/shapes`.
    Path,
    /// A text in quotation marks: the path of a file of facts, such as `"people.csv"`.
    Text,
    /// A declaration word at the beginning of an item.
    Declare,
    /// Opening bracket `(`.
    Open,
    /// Closing bracket `)`.
    Close,
    /// Comma `,`.
    Comma,
    /// Semicolon `;`.
    Semicolon,
    /// The sign `:-` between the head and the body of a derivation.
    Denotes,
    /// Colon `:`.
    Colon,
    /// Negation `¬`.
    Not,
    /// Three dots `...`, for further arguments.
    Dots,
    /// A full stop `.` between spaces.
    Dot,
    /// Equals sign `=`.
    Equals,
    /// An inequality sign: `≠` in any of its spellings.
    Unequal,
    /// An order sign: `<`, `≤`, `>` or `≥` in any of its spellings.
    Order(Operator),
    /// Plus sign `+`.
    Plus,
    /// A minus `-` between two terms, or before a number.
    Minus,
    /// A token that has been reported already. Text that cannot be parsed because of it is not reported again.
    Junk,
    /// The end of an item.
    End,
}

impl Kind {
    /// Whether a literal can begin with this token.
    pub(super) fn begins_literal(self) -> bool {
        self.is_word() || matches!(self, Kind::Open | Kind::Not | Kind::Minus | Kind::Junk)
    }

    /// The comparison operator that this token is.
    pub(super) fn operator(self) -> Option<Operator> {
        match self {
            Kind::Equals => Some(Operator::Equal),
            Kind::Unequal => Some(Operator::Unequal),
            Kind::Order(operator) => Some(operator),
            _ => None,
        }
    }

    /// Whether this is a word of any kind: a name, number, variable or path.
    pub(super) fn is_word(self) -> bool {
        matches!(self, Kind::Name | Kind::Number | Kind::Variable | Kind::Path)
    }
}

/// A token with its position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Token<'s> {
    pub(super) kind: Kind,
    /// The text in the spelling of BLANCHE: for a foreign sign the intended sign, for a number without leading zeros.
    pub(super) text: &'s str,
    pub(super) span: Span,
    /// The empty span at the end of the previous token: where a missing token is reported.
    pub(super) gap: Span,
    /// Whether this is the first token of its line.
    pub(super) first: bool,
    /// Number of characters before this token on its line, if it is the first.
    pub(super) indent: u32,
}

impl Token<'_> {
    /// Whether this is a name or declaration word with this text. Keywords are contextual, so they are names too.
    pub(super) fn is(&self, word: &str) -> bool {
        matches!(self.kind, Kind::Name | Kind::Declare) && self.text == word
    }

    /// Whether this is a word before or between literals, so that a bracket after it does not hold arguments.
    pub(super) fn joins(&self) -> bool {
        ["not", "and", "or", "is", "if", "after"].iter().any(|word| self.is(word))
    }
}

/// A comment or an empty line.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Aside {
    pub(super) span: Span,
    /// The comment with its `%`, without trailing white space; `None` for an empty line.
    pub(super) comment: Option<String>,
    /// Whether the comment is alone on its line.
    pub(super) own_line: bool,
}
