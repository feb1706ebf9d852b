//! The tree: what the parser gives, nearly as written. Names are still strings; nothing is resolved.
//!
//! Whatever could not be read stands as an `Error` node, so that there is a tree for every text.
//! Comments are kept ([`Trivia`]), because the printer puts them back.

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

/// A whole file.
#[derive(Clone, Debug)]
pub struct File {
    /// Where it came from.
    pub id: FileId,
    /// Its declarations, derivations, rules and facts, in the order of the text.
    pub items: Vec<Item>,
    /// Comments behind the last item.
    pub end: Trivia,
}

/// Comments and empty lines in front of something, and the comment behind it on its last line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trivia {
    /// Lines of their own in front, in order.
    pub before: Vec<TriviaLine>,
    /// A comment at the end of the same line, with its `%`.
    pub after: Option<String>,
}

/// One line of its own in front of an item or a literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TriviaLine {
    /// One or several empty lines; several are kept as one.
    Empty,
    /// A comment with its `%`, `%%` or `%!`, without space at the end.
    Comment(String),
}

/// One item of a file.
#[derive(Clone, Debug)]
pub struct Item {
    /// From its first to its last token.
    pub span: Span,
    /// Comments around it, doc comments and suppressions included (as text, for the printer).
    pub trivia: Trivia,
    /// The doc comment that belongs to it: `%%` lines directly in front, without `%%` and one space.
    pub doc: Vec<String>,
    /// The suppressions in front of it.
    pub allows: Vec<Allow>,
    /// What it is.
    pub kind: ItemKind,
}

/// `%! allow B0123: reason`, or what was to be one: what cannot be read of it is empty.
#[derive(Clone, Debug)]
pub struct Allow {
    /// The whole comment.
    pub span: Span,
    /// The code as written.
    pub code: Name,
    /// The reason; empty when the author gave none.
    pub reason: String,
}

/// What an item is.
#[derive(Clone, Debug)]
pub enum ItemKind {
    /// `domain NAME`, `base NAME` or `library`: what the file is.
    Header(Header),
    /// `use five-in-a-row/shapes`
    Use(Name),
    /// `sort field of 225 like h8 words Field playable`
    Sort(SortDeclaration),
    /// `board 8 by 8 like c3 words Field`
    Board(BoardDeclaration),
    /// `symmetry none`, `symmetry turn with colours`
    Symmetry(SymmetryDeclaration),
    /// `players white, black`, `players x, o words Color, Other`
    Players(PlayersDeclaration),
    /// `starts black`: who makes the first move.
    Starts(Name),
    /// `state piece(Field, Color, Kind) one Color Kind`
    State(StateDeclaration),
    /// `start piece(Field, black, man) if Field ≤ 12`
    Start(StartDeclaration),
    /// `move mark for Color plays Field if empty(Field)` with its effects
    Move(Move),
    /// `blocked loses`
    Blocked(BlockedDeclaration),
    /// `draw full if ¬empty(Field_)`
    Draw(Draw),
    /// `margin for Color counts Field if disc(Field, Color)`
    Margin(Margin),
    /// `claims from level 3 suppose ¬four(Group_)`
    Claims(Claims),
    /// `preference corner for Color plays Field worth 50 if corner(Field)`
    Preference(Preference),
    /// `drawn mark(Field, x) as x, mark(Field, o) as o`
    Drawn(Vec<Drawing>),
    /// `notation pdn`
    Notation(Name),
    /// `extern in(Field: field, Group: group, First: place, Last: place): …`
    Extern(ExternDeclaration),
    /// `action place(Player: player, Field: field) growing`
    Action(ActionDeclaration),
    /// `open counts(Group, Color, N)`
    Open(OpenDeclaration),
    /// `fact parent(jan, piet)`, `fact near(a, b), near(b, c)`, `facts parent from "people.csv"`
    Facts(Facts),
    /// `head :- body`
    Derivation(Derivation),
    /// `rule NAME for SIDE at level N plays V if premise`
    Rule(Rule),
    /// `export forbidden(Field) for black`
    Export(Export),
    /// `score NAME for SIDE attacking N defending N if premise`
    Score(Score),
    /// What could not be read; a diagnostic says why.
    Error,
}

/// Facts, stated here or read from a file.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Those that are stated here; of a file those that were read from it.
    pub atoms: Vec<Atom>,
    /// The file that they are read from.
    pub from: Option<FactsFile>,
}

/// `parent from "people.csv"`
#[derive(Clone, Debug)]
pub struct FactsFile {
    /// The predicate.
    pub predicate: Name,
    /// The path of the file, without its quotation marks.
    pub path: Name,
    /// The names of its columns, once it was read.
    pub columns: Vec<Name>,
}

/// What a file is.
#[derive(Clone, Debug)]
pub struct Header {
    /// The kind of file.
    pub kind: HeaderKind,
    /// The name behind it; a library has none.
    pub name: Option<Name>,
}

/// The three kinds of file that say what they are. A file may also say nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderKind {
    /// Sorts, players and extern predicates that a host answers.
    Domain,
    /// A knowledge base: the files that it uses, in order.
    Base,
    /// Derivations for others to use.
    Library,
}

/// A name with its place: a predicate, a constant, a variable, a sort, a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// As written.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// A number with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// Its value.
    pub value: u32,
    /// Where.
    pub span: Span,
}

/// A number that may be below 0.
#[derive(Clone, Debug)]
pub struct Integer {
    /// Its value.
    pub value: i64,
    /// Where, with its sign.
    pub span: Span,
}

/// `head :- body`
#[derive(Clone, Debug)]
pub struct Derivation {
    /// What it defines.
    pub head: Atom,
    /// When that holds.
    pub body: Body,
}

/// Whom something is said for: `for white`, or for every player in turn, `for Color against Other`.
#[derive(Clone, Debug)]
pub struct Side {
    /// From the player to the last word.
    pub span: Span,
    /// A player, or a variable that stands for every player in turn.
    pub player: Term,
    /// The variable that stands for the other player.
    pub against: Option<Name>,
}

impl Side {
    /// The variable behind `for`, and the one behind `against`.
    pub fn variables(&self) -> impl Iterator<Item = &Name> {
        let player = match &self.player {
            Term::Variable(name) => Some(name),
            Term::Constant(_) | Term::Sum(_) | Term::Call(_) | Term::Error(_) => None,
        };
        player.into_iter().chain(&self.against)
    }
}

/// `rule NAME for SIDE at level N plays VARIABLE if premise`
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its name.
    pub name: Name,
    /// The player for whom it claims a win, or a variable for every player.
    pub side: Side,
    /// In how many moves the win is reached.
    pub level: Number,
    /// The variables that it plays.
    pub plays: Vec<Name>,
    /// When it applies.
    pub body: Body,
    /// From the word `rule` to the word `if`.
    pub head: Span,
}

/// `score NAME for SIDE attacking N defending N when named if premise`, and perhaps `up to symmetry`
#[derive(Clone, Debug)]
pub struct Score {
    /// Its name.
    pub name: Name,
    /// The player for whom it counts, or a variable for every player.
    pub side: Side,
    /// What each solution is worth where its player is to move: numbers and named variables.
    pub attacking: Sum,
    /// What it is worth where its player is not.
    pub defending: Sum,
    /// `when named`: it counts only for players that name it.
    pub when_named: Option<Span>,
    /// What is counted.
    pub body: Body,
    /// `up to symmetry`: the premise may hold of an image of the position.
    pub up_to_symmetry: Option<Span>,
    /// From the word `score` to the word `if`.
    pub head: Span,
}

/// `export forbidden(Field) for SIDE`
#[derive(Clone, Debug)]
pub struct Export {
    /// What may be asked: the values of its variables for which it holds.
    pub atom: Atom,
    /// The player of whom it speaks, or a variable for every player; nobody in particular without one.
    pub side: Option<Side>,
}

/// Conjunctions, one of which must hold: `a, b ; c`. Usually there is one.
#[derive(Clone, Debug)]
pub struct Body {
    /// From the first to the last literal; empty (at the end of what precedes) when there is none.
    pub span: Span,
    /// At least one, unless nothing could be read.
    pub branches: Vec<Vec<Literal>>,
}

impl Body {
    /// The body that consists of one atom.
    pub fn of_atom(atom: Atom) -> Body {
        let span = atom.span;
        let kind = LiteralKind::Atom(atom);
        let literal = Literal { span, negations: 0, kind, new_line: false, trivia: Trivia::default() };
        Body { span, branches: vec![vec![literal]] }
    }
}

/// `¬ predicate(arguments)`, `¬ (body)`, `¬ after action(arguments): (body)`, a comparison or an aggregate.
#[derive(Clone, Debug)]
pub struct Literal {
    /// From the first `¬` to the last token.
    pub span: Span,
    /// How many `¬` stand in front (two are reported and mean none).
    pub negations: u32,
    /// What is said.
    pub kind: LiteralKind,
    /// The author began a new line here; the printer keeps that.
    pub new_line: bool,
    /// Comments around it.
    pub trivia: Trivia,
}

/// What a literal says.
#[derive(Clone, Debug)]
pub enum LiteralKind {
    /// `in(Field, Group)`
    Atom(Atom),
    /// `N + 1 < M`
    Comparison(Comparison),
    /// `(body)`
    Bracketed(Body),
    /// `count Field_ (disc(Field_, Color)) = N`
    Aggregate(Aggregate),
    /// `after place(white, Field1), place(black, Field2): (body)`
    After(After),
    /// What could not be read; a diagnostic says why.
    Error,
}

/// What holds after some actions.
#[derive(Clone, Debug)]
pub struct After {
    /// The actions, made one after the other; at least one.
    pub actions: Vec<Atom>,
    /// What holds then.
    pub body: Body,
}

impl LiteralKind {
    /// The body inside, if there is one.
    pub fn inner(&self) -> Option<&Body> {
        match self {
            LiteralKind::Bracketed(body)
            | LiteralKind::After(After { body, .. })
            | LiteralKind::Aggregate(Aggregate { body, .. }) => Some(body),
            LiteralKind::Atom(_) | LiteralKind::Comparison(_) | LiteralKind::Error => None,
        }
    }

    /// The same, to be changed.
    pub fn inner_mut(&mut self) -> Option<&mut Body> {
        match self {
            LiteralKind::Bracketed(body)
            | LiteralKind::After(After { body, .. })
            | LiteralKind::Aggregate(Aggregate { body, .. }) => Some(body),
            LiteralKind::Atom(_) | LiteralKind::Comparison(_) | LiteralKind::Error => None,
        }
    }
}

/// What stands between the two sides of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `=`
    Equal,
    /// `≠`
    Unequal,
    /// `<`
    Less,
    /// `≤`
    AtMost,
    /// `>`
    Greater,
    /// `≥`
    AtLeast,
}

impl Operator {
    /// How it is written.
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

    /// Whether it holds of two things that compare so.
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

    /// Whether it asks for the order of its sides, and not only whether they are the same.
    pub fn orders(self) -> bool {
        !matches!(self, Operator::Equal | Operator::Unequal)
    }
}

/// Two sums with an operator between them.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// All of it.
    pub span: Span,
    /// The left side.
    pub left: Sum,
    /// What is said of the two sides.
    pub operator: Operator,
    /// Where the operator stands.
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

/// Terms joined by `+` and `-`.
#[derive(Clone, Debug)]
pub struct Sum {
    /// All of it.
    pub span: Span,
    /// At least one; the first is never taken away.
    pub summands: Vec<Summand>,
}

impl Sum {
    /// The number that it consists of, which is not below 0.
    pub fn number(&self) -> Option<u32> {
        match self.term()? {
            Term::Constant(name) => name.text.parse().ok(),
            _ => None,
        }
    }

    /// The one term that it consists of.
    pub fn term(&self) -> Option<&Term> {
        match self.summands.as_slice() {
            [one] => Some(&one.term),
            _ => None,
        }
    }
}

/// A term of a sum: a variable, a constant, a number or a call.
#[derive(Clone, Debug)]
pub struct Summand {
    /// A `-` stands in front of it.
    pub is_taken_away: bool,
    /// The term.
    pub term: Term,
}

/// A predicate with its arguments.
#[derive(Clone, Debug)]
pub struct Atom {
    /// From the predicate to the closing bracket.
    pub span: Span,
    /// The predicate's name.
    pub predicate: Name,
    /// Its arguments; none for a predicate without.
    pub arguments: Vec<Term>,
}

/// An argument.
#[derive(Clone, Debug)]
pub enum Term {
    /// Begins with an upper-case letter.
    Variable(Name),
    /// Begins with a lower-case letter, a digit or a sign: a constant or a number.
    Constant(Name),
    /// `N + 1`: at least two summands.
    Sum(Sum),
    /// `step(Field, n)`: the value that the predicate has for these arguments.
    Call(Call),
    /// What could not be read; a diagnostic says why.
    Error(Span),
}

impl Term {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Term::Variable(name) | Term::Constant(name) => name.span,
            Term::Sum(sum) => sum.span,
            Term::Call(call) => call.span(),
            Term::Error(span) => *span,
        }
    }
}

/// A local variable has an underscore in its name.
pub fn is_local(variable: &str) -> bool {
    variable.contains('_')
}
