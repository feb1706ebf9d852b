//! Tokens: what the spelling pass hands to the layout pass, and that to the grammar.

use crate::files::Span;

use super::ast::Operator;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `white.three`, `rule`: a word that begins with a lower-case letter or a digit. Keywords are names too.
    Name,
    /// `15`
    Number,
    /// `Field1`
    Variable,
    /// `five-in-a-row/shapes`: a name with hyphens or slashes.
    Path,
    /// `"people.csv"`: the path of a file of facts, in quotation marks.
    Text,
    /// A declaration word at the beginning of an item.
    Declare,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    /// `:-`
    Denotes,
    /// `:`
    Colon,
    /// `¬`
    Not,
    /// `...`
    Dots,
    /// `.` between spaces
    Dot,
    /// `=`
    Equals,
    /// `≠` in any of its spellings
    Unequal,
    /// `<`, `≤`, `>` or `≥` in any of its spellings
    Order(Operator),
    /// `+`
    Plus,
    /// `-` between two terms, or in front of a number
    Minus,
    /// Something that has been reported already; whatever it makes unreadable is not reported again.
    Junk,
    /// The end of an item.
    End,
}

impl Kind {
    /// A literal can begin with it.
    pub(super) fn begins_literal(self) -> bool {
        self.is_word() || matches!(self, Kind::Open | Kind::Not | Kind::Minus | Kind::Junk)
    }

    /// The operator of a comparison that it is.
    pub(super) fn operator(self) -> Option<Operator> {
        match self {
            Kind::Equals => Some(Operator::Equal),
            Kind::Unequal => Some(Operator::Unequal),
            Kind::Order(operator) => Some(operator),
            _ => None,
        }
    }

    /// A word of any sort.
    pub(super) fn is_word(self) -> bool {
        matches!(self, Kind::Name | Kind::Number | Kind::Variable | Kind::Path)
    }
}

/// One token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Token<'s> {
    /// What it is.
    pub(super) kind: Kind,
    /// Its text; for a foreign sign the sign that was meant, for a number without leading zeros.
    pub(super) text: &'s str,
    /// Where it stands.
    pub(super) span: Span,
    /// The end of the token in front of it: where something is missing.
    pub(super) gap: Span,
    /// It is the first of its line.
    pub(super) first: bool,
    /// How many characters stand in front of it on its line, if it is the first.
    pub(super) indent: u32,
}

impl Token<'_> {
    /// The word of that text (names only; keywords are contextual).
    pub(super) fn is(&self, word: &str) -> bool {
        matches!(self.kind, Kind::Name | Kind::Declare) && self.text == word
    }

    /// A word in front of or between literals, whose brackets are not those of arguments.
    pub(super) fn joins(&self) -> bool {
        ["not", "and", "or", "is", "if", "after"].iter().any(|word| self.is(word))
    }
}

/// A comment or an empty line, in the order of the text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Aside {
    /// Where it stands.
    pub(super) span: Span,
    /// The comment with its `%`, without space at the end; `None` for an empty line.
    pub(super) comment: Option<String>,
    /// It has its line for itself.
    pub(super) own_line: bool,
}
