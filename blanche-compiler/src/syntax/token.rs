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
    /// A token that has been reported already. If text cannot be parsed because of this token, the text is not reported
    /// again.
    Junk,
    /// The end of an item.
    End,
}

impl Kind {
    /// Whether a literal can begin with this kind of token.
    pub(super) fn begins_literal(self) -> bool {
        self.is_word() || matches!(self, Kind::Open | Kind::Not | Kind::Minus | Kind::Junk)
    }

    /// The comparison operator that this kind of token means.
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
    /// The text in the spelling of BLANCHE. For a foreign sign it is the sign that was meant, and for a number it has
    /// no leading zeros.
    pub(super) text: &'s str,
    pub(super) span: Span,
    /// The empty span at the end of the previous token. If a token is missing here, it is reported at this span.
    pub(super) gap: Span,
    /// Whether this is the first token of its line.
    pub(super) first: bool,
    /// Number of characters before this token on its line, if the token is the first of the line.
    pub(super) indent: u32,
}

impl Token<'_> {
    /// Whether this is a name or declaration word with this text. A keyword is a name too, because it is a keyword only
    /// at certain places.
    pub(super) fn is(&self, word: &str) -> bool {
        matches!(self.kind, Kind::Name | Kind::Declare) && self.text == word
    }

    /// Whether this is a word before or between literals. A bracket after such a word does not contain arguments.
    pub(super) fn joins(&self) -> bool {
        ["not", "and", "or", "is", "if", "after"].iter().any(|word| self.is(word))
    }
}

/// A comment or an empty line.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Comment {
    pub(super) span: Span,
    /// The comment with its `%`, without trailing white space; `None` for an empty line.
    pub(super) text: Option<String>,
    /// Whether the comment is alone on its line.
    pub(super) own_line: bool,
}
