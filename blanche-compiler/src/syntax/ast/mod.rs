//! The syntax tree, close to the text. Names are strings that have not been resolved yet.
//!
//! Text that could not be parsed becomes an `Error` node, so there is a tree for every text. Comments are kept
//! ([`Trivia`]), because the printer reproduces them.

mod aggregates;
mod calls;
mod declarations;
mod games;

pub use self::aggregates::{Aggregate, Function};
pub use self::calls::Call;
pub(crate) use self::calls::{calls_in, each_atom, each_atom_of, each_atom_of_item};
pub use self::declarations::{
    ActionDeclaration, Answers, BoardDeclaration, BoardNotation, ExternDeclaration, Mode, OpenDeclaration,
    OpenParameter, Parameter, SortDeclaration, SortValues, SymmetryDeclaration,
};
pub use self::games::{
    BlockedDeclaration, BlockedOutcome, Claims, Condition, Draw, Drawing, Effect, EffectKind, Margin, Move,
    PlayersDeclaration, Preference, StartDeclaration, StateDeclaration, Worth,
};
use crate::files::{FileId, Span};

/// The tree of a file.
#[derive(Clone, Debug)]
pub struct File {
    /// The file that was parsed.
    pub id: FileId,
    /// The items, in the order of the text.
    pub items: Vec<Item>,
    /// The comments after the last item.
    pub end: Trivia,
}

/// The comments and empty lines before an item or literal, and the comment after it on its last line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trivia {
    /// The comment lines and empty lines before the item or literal, in order.
    pub before: Vec<TriviaLine>,
    /// The comment at the end of the same line, with its `%`.
    pub after: Option<String>,
}

/// A comment line or empty line before an item or a literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TriviaLine {
    /// One or several consecutive empty lines.
    Empty,
    /// A comment with its `%`, `%%` or `%!`, without trailing white space.
    Comment(String),
}

/// An item of a file.
#[derive(Clone, Debug)]
pub struct Item {
    /// The span from the first to the last token of the item.
    pub span: Span,
    /// The comments around the item, including doc comments and suppressions (as text, for the printer).
    pub trivia: Trivia,
    /// The doc comment: the `%%` lines directly before the item. The `%%` and one space are removed from each line.
    pub doc: Vec<String>,
    /// The suppressions before the item.
    pub allows: Vec<Allow>,
    /// The kind of the item, with its contents.
    pub kind: ItemKind,
}

/// A suppression: `%! allow B0123: reason`. Parts that could not be parsed are empty.
#[derive(Clone, Debug)]
pub struct Allow {
    /// The span of the whole comment.
    pub span: Span,
    /// The diagnostic code, as written.
    pub code: Name,
    /// The reason; empty if the author wrote none.
    pub reason: String,
}

/// The kind of an item.
#[derive(Clone, Debug)]
pub enum ItemKind {
    /// A header, the kind of the file: `domain NAME`, `base NAME` or `library`
    Header(Header),
    /// A used file: `use five-in-a-row/shapes`
    Use(Name),
    /// A sort: `sort field of 225 like h8 words Field playable`
    Sort(SortDeclaration),
    /// The board: `board 8 by 8 like c3 words Field`
    Board(BoardDeclaration),
    /// The symmetries of the game: `symmetry none`, `symmetry turn with colours`
    Symmetry(SymmetryDeclaration),
    /// The players: `players white, black`, `players x, o words Color, Other`
    Players(PlayersDeclaration),
    /// The player who moves first: `starts black`
    Starts(Name),
    /// A state of the game: `state piece(Field, Color, Kind) one Color Kind`
    State(StateDeclaration),
    /// Tuples of the start position: `start piece(Field, black, man) if Field ≤ 12`
    Start(StartDeclaration),
    /// A move: `move mark for Color plays Field if empty(Field)` with its effects
    Move(Move),
    /// The outcome for a player without a move: `blocked loses`
    Blocked(BlockedDeclaration),
    /// A draw by rule: `draw full if ¬empty(Field_)`
    Draw(Draw),
    /// The score that measures a win: `margin for Color counts Field if disc(Field, Color)`
    Margin(Margin),
    /// A condition of claims: `claims from level 3 suppose ¬four(Group_)`
    Claims(Claims),
    /// A preference among moves: `preference corner for Color plays Field worth 50 if corner(Field)`
    Preference(Preference),
    /// How positions are drawn: `drawn mark(Field, x) as x, mark(Field, o) as o`
    Drawn(Vec<Drawing>),
    /// The notation of games: `notation pdn`
    Notation(Name),
    /// A predicate of the host: `extern in(Field: field, Group: group, First: place, Last: place): …`
    Extern(ExternDeclaration),
    /// An action of the host: `action place(Player: player, Field: field) growing`
    Action(ActionDeclaration),
    /// An open predicate: `open counts(Group, Color, N)`
    Open(OpenDeclaration),
    /// Facts: `fact parent(jan, piet)`, `fact near(a, b), near(b, c)`, `facts parent from "people.csv"`
    Facts(Facts),
    /// A derivation: `head :- body`
    Derivation(Derivation),
    /// A rule: `rule NAME for SIDE at level N plays V if premise`
    Rule(Rule),
    /// An export: `export forbidden(Field) for black`
    Export(Export),
    /// A score: `score NAME for SIDE attacking N defending N if premise`
    Score(Score),
    /// An item that could not be parsed; a diagnostic explains it.
    Error,
}

/// Facts, written in the file or loaded from a data file.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The facts. They include the facts that were loaded from `from`.
    pub atoms: Vec<Atom>,
    /// The data file, if the facts are loaded from one.
    pub from: Option<FactsFile>,
}

/// A data file with facts: `parent from "people.csv"`
#[derive(Clone, Debug)]
pub struct FactsFile {
    /// The predicate that the facts define.
    pub predicate: Name,
    /// The path of the file, without quotation marks.
    pub path: Name,
    /// The names of the columns; empty until the file has been loaded.
    pub columns: Vec<Name>,
}

/// A header: `domain NAME`, `base NAME` or `library`.
#[derive(Clone, Debug)]
pub struct Header {
    /// The kind of the file.
    pub kind: HeaderKind,
    /// The name after the keyword; a library has none.
    pub name: Option<Name>,
}

/// The three kinds of files that have a header. A header is optional.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderKind {
    /// A domain: sorts, players and extern predicates that a host answers.
    Domain,
    /// A knowledge base: the files that it uses, in order.
    Base,
    /// A library: derivations for other files.
    Library,
}

/// The name of a predicate, constant, variable, sort or rule, with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name as written.
    pub text: String,
    /// The position of the name.
    pub span: Span,
}

/// An unsigned number with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// The value of the number.
    pub value: u32,
    /// The position of the number.
    pub span: Span,
}

/// A number, possibly negative, with its position.
#[derive(Clone, Debug)]
pub struct Integer {
    /// The value of the number.
    pub value: i64,
    /// The position of the number, including its sign.
    pub span: Span,
}

/// A derivation: `head :- body`
#[derive(Clone, Debug)]
pub struct Derivation {
    /// The atom that is derived.
    pub head: Atom,
    /// The condition under which the head holds.
    pub body: Body,
}

/// The side of a rule or similar item. It is one player (`for white`), or every player in turn (`for Color against
/// Other`).
#[derive(Clone, Debug)]
pub struct Side {
    /// The source range of the clause, from the player to the last word of the clause.
    pub span: Span,
    /// A player, or a variable for every player in turn.
    pub player: Term,
    /// The variable for the opponent.
    pub against: Option<Name>,
}

impl Side {
    /// The variables after `for` and `against`.
    pub fn variables(&self) -> impl Iterator<Item = &Name> {
        let player = match &self.player {
            Term::Variable(name) => Some(name),
            Term::Constant(_) | Term::Sum(_) | Term::Call(_) | Term::Error(_) => None,
        };
        player.into_iter().chain(&self.against)
    }
}

/// A rule: `rule NAME for SIDE at level N plays VARIABLE if premise`
#[derive(Clone, Debug)]
pub struct Rule {
    /// The name of the rule.
    pub name: Name,
    /// The player for whom the rule claims a win, or a variable for every player.
    pub side: Side,
    /// The number of moves within which the win is reached.
    pub level: Number,
    /// The variables that the rule plays.
    pub plays: Vec<Name>,
    /// The premise: a body that must hold for the rule to apply.
    pub body: Body,
    /// The span from the keyword `rule` to the keyword `if`.
    pub head: Span,
}

/// A score: `score NAME for SIDE attacking N defending N when named if premise`, optionally followed by `up to
/// symmetry`
#[derive(Clone, Debug)]
pub struct Score {
    /// The name of the score.
    pub name: Name,
    /// The player for whom the score counts, or a variable for every player.
    pub side: Side,
    /// The worth of each solution if the player is to move: a sum of numbers and variables.
    pub attacking: Sum,
    /// The worth of each solution if the player is not to move.
    pub defending: Sum,
    /// `when named`: the score counts only for players that name it in their settings.
    pub when_named: Option<Span>,
    /// The premise. Each of its solutions counts.
    pub body: Body,
    /// `up to symmetry`: the premise may hold in any image of the position under the symmetries of the board.
    pub up_to_symmetry: Option<Span>,
    /// The span from the keyword `score` to the keyword `if`.
    pub head: Span,
}

/// An export: `export forbidden(Field) for SIDE`
#[derive(Clone, Debug)]
pub struct Export {
    /// The predicate that a program may query. The answers are the values of the variables.
    pub atom: Atom,
    /// The player of the query, or a variable for every player; `None` if the query does not depend on a player.
    pub side: Option<Side>,
}

/// A disjunction of conjunctions: `a, b ; c`. Most bodies have one branch.
#[derive(Clone, Debug)]
pub struct Body {
    /// The span from the first to the last literal. The span of an empty body is the empty span at the end of the
    /// previous token.
    pub span: Span,
    /// The branches. There is at least one, unless none could be parsed.
    pub branches: Vec<Vec<Literal>>,
}

impl Body {
    /// The body that consists of a single atom.
    pub fn of_atom(atom: Atom) -> Body {
        let span = atom.span;
        let kind = LiteralKind::Atom(atom);
        let literal = Literal { span, negations: 0, kind, new_line: false, trivia: Trivia::default() };
        Body { span, branches: vec![vec![literal]] }
    }
}

/// A literal of a body: an atom, `(body)`, `after action(arguments): (body)`, a comparison or an aggregate,
/// optionally with `¬` before it.
#[derive(Clone, Debug)]
pub struct Literal {
    /// The span from the first `¬` to the last token.
    pub span: Span,
    /// Number of negation signs (`¬`) before the literal. A double negation is reported and has no effect.
    pub negations: u32,
    /// The kind of the literal, with its contents.
    pub kind: LiteralKind,
    /// Whether the author began a new line before the literal. The printer keeps this line break.
    pub new_line: bool,
    /// The comments around the literal.
    pub trivia: Trivia,
}

/// The kind of a literal.
#[derive(Clone, Debug)]
pub enum LiteralKind {
    /// An atom: `in(Field, Group)`
    Atom(Atom),
    /// A comparison: `N + 1 < M`
    Comparison(Comparison),
    /// A body in brackets: `(body)`
    Bracketed(Body),
    /// An aggregate: `count Field_ (disc(Field_, Color)) = N`
    Aggregate(Aggregate),
    /// A body after actions: `after place(white, Field1), place(black, Field2): (body)`
    After(After),
    /// A literal that could not be parsed; a diagnostic explains it.
    Error,
}

/// A body that must hold after some actions.
#[derive(Clone, Debug)]
pub struct After {
    /// The actions, performed in order. There is at least one.
    pub actions: Vec<Atom>,
    /// The body that must hold after the actions.
    pub body: Body,
}

impl LiteralKind {
    /// The body inside this literal, if it has one.
    pub fn inner(&self) -> Option<&Body> {
        match self {
            LiteralKind::Bracketed(body)
            | LiteralKind::After(After { body, .. })
            | LiteralKind::Aggregate(Aggregate { body, .. }) => Some(body),
            LiteralKind::Atom(_) | LiteralKind::Comparison(_) | LiteralKind::Error => None,
        }
    }

    /// The body inside this literal, mutable.
    pub fn inner_mut(&mut self) -> Option<&mut Body> {
        match self {
            LiteralKind::Bracketed(body)
            | LiteralKind::After(After { body, .. })
            | LiteralKind::Aggregate(Aggregate { body, .. }) => Some(body),
            LiteralKind::Atom(_) | LiteralKind::Comparison(_) | LiteralKind::Error => None,
        }
    }
}

/// The operator of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// Equality: `=`
    Equal,
    /// Inequality: `≠`
    Unequal,
    /// Less than: `<`
    Less,
    /// At most: `≤`
    AtMost,
    /// Greater than: `>`
    Greater,
    /// At least: `≥`
    AtLeast,
}

impl Operator {
    /// The sign of the operator.
    pub fn sign(self) -> &'static str {
        match self {
            Operator::Equal => "=",
            Operator::Unequal => "≠",
            Operator::Less => "<",
            Operator::AtMost => "≤",
            Operator::Greater => ">",
            Operator::AtLeast => "≥",
        }
    }

    /// Whether the operator holds for two values that compare as `order`.
    pub fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            Operator::Equal => order.is_eq(),
            Operator::Unequal => order.is_ne(),
            Operator::Less => order.is_lt(),
            Operator::AtMost => order.is_le(),
            Operator::Greater => order.is_gt(),
            Operator::AtLeast => order.is_ge(),
        }
    }

    /// Whether the operator depends on the order of its sides, and not only on their equality.
    pub fn orders(self) -> bool {
        !matches!(self, Operator::Equal | Operator::Unequal)
    }
}

/// A comparison: two sums with an operator between them.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The span of the comparison.
    pub span: Span,
    /// The left side.
    pub left: Sum,
    /// The operator.
    pub operator: Operator,
    /// The span of the operator.
    pub operator_span: Span,
    /// The right side.
    pub right: Sum,
}

impl Comparison {
    /// The terms of both sides, in the order of the text.
    pub fn terms(&self) -> impl Iterator<Item = &Term> {
        self.left.summands.iter().chain(&self.right.summands).map(|summand| &summand.term)
    }
}

/// A sum: terms joined by `+` and `-`.
#[derive(Clone, Debug)]
pub struct Sum {
    /// The span of the sum.
    pub span: Span,
    /// The summands. There is at least one, and the first summand is never subtracted.
    pub summands: Vec<Summand>,
}

impl Sum {
    /// The value of the sum, if it is a single number that is not negative.
    pub fn number(&self) -> Option<u32> {
        match self.term()? {
            Term::Constant(name) => name.text.parse().ok(),
            _ => None,
        }
    }

    /// The term of the sum, if it has only one.
    pub fn term(&self) -> Option<&Term> {
        match self.summands.as_slice() {
            [one] => Some(&one.term),
            _ => None,
        }
    }
}

/// A term of a sum.
#[derive(Clone, Debug)]
pub struct Summand {
    /// Whether a `-` precedes the term.
    pub is_taken_away: bool,
    /// The term: a variable, a constant, a number or a call.
    pub term: Term,
}

/// A predicate with its arguments.
#[derive(Clone, Debug)]
pub struct Atom {
    /// The span from the predicate to the closing bracket.
    pub span: Span,
    /// The name of the predicate.
    pub predicate: Name,
    /// The arguments, which are empty for a predicate without arguments.
    pub arguments: Vec<Term>,
}

/// An argument of a predicate.
#[derive(Clone, Debug)]
pub enum Term {
    /// A variable; begins with an upper-case letter.
    Variable(Name),
    /// A constant or a number. It begins with a lower-case letter, a digit or a sign.
    Constant(Name),
    /// A sum of at least two summands: `N + 1`
    Sum(Sum),
    /// A call, `step(Field, n)`: the value of the predicate for these arguments.
    Call(Call),
    /// An argument that could not be parsed; a diagnostic explains it.
    Error(Span),
}

impl Term {
    /// The span of the argument.
    pub fn span(&self) -> Span {
        match self {
            Term::Variable(name) | Term::Constant(name) => name.span,
            Term::Sum(sum) => sum.span,
            Term::Call(call) => call.span(),
            Term::Error(span) => *span,
        }
    }
}

/// Whether a variable is local, which is shown by an underscore in its name.
pub fn is_local(variable: &str) -> bool {
    variable.contains('_')
}
