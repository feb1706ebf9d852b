//! Declarations: sorts, boards, and the predicates and actions of a host.

use super::{Integer, Name, Number};
use crate::files::Span;

/// A declared sort: `sort NAME = c1, c2 …`, `sort NAME = 0 to 6 …` or `sort NAME of 225 like h8 …`
#[derive(Clone, Debug)]
pub struct SortDeclaration {
    /// The name of the sort.
    pub name: Name,
    /// The values of the sort.
    pub values: SortValues,
    /// `part of OTHER`: the sort whose values include the values of this sort.
    pub part_of: Option<Name>,
    /// `words Field, F`: the prefixes of variables of this sort.
    pub words: Vec<Name>,
    /// `playable`: whether a rule may play a value of this sort.
    pub playable: bool,
}

/// The values of a declared sort.
#[derive(Clone, Debug)]
pub enum SortValues {
    /// Constants: `= none, white, black`
    Constants(Vec<Name>),
    /// A range of numbers: `= 0 to 6`, `= -10 to 10`
    Range(Integer, Integer),
    /// `of 225 like h8`: the host numbers the values from 0 to 224 and writes them like the example.
    Opaque {
        /// Number of values.
        size: Number,
        /// An example of a value, as the host writes it.
        example: Name,
    },
}

/// A board: `board 8 by 8 dark numbered row 1 on top words Field`
#[derive(Clone, Debug)]
pub struct BoardDeclaration {
    /// The span of the keyword `board`.
    pub word: Span,
    /// Number of columns.
    pub width: Number,
    /// Number of rows.
    pub height: Number,
    /// `hexagonal`: every field has up to six neighbours.
    pub hexagonal: Option<Span>,
    /// `dark`: the board has only every other field.
    pub dark: Option<Span>,
    /// The notation of fields.
    pub notation: BoardNotation,
    /// `row 1 on top`: row 1 is at the top. Otherwise it is at the bottom.
    pub row_one_on_top: bool,
    /// `words Field, F`: the prefixes of variables for fields.
    pub words: Vec<Name>,
}

/// The notation of the fields of a board.
#[derive(Clone, Debug)]
pub enum BoardNotation {
    /// `like c3`: column letter and row number, as in the example.
    Like(Name),
    /// `numbered`: fields are numbered from 1.
    Numbered,
}

/// The symmetries that the game declares, among the symmetries of its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymmetryDeclaration {
    /// `symmetry none`: no symmetries.
    None,
    /// `turn with colours`: rotation by 180° with exchanged players.
    TurnWithColours,
}

/// A predicate that the host answers: `extern group(Group: group, Color: color, N: cardinality): modes`
#[derive(Clone, Debug)]
pub struct ExternDeclaration {
    /// The name of the predicate.
    pub name: Name,
    /// The parameters, each with a name in upper case and a sort.
    pub parameters: Vec<Parameter>,
    /// Whether `...` follows the last parameter: one or more arguments of that sort.
    pub variadic: bool,
    /// `asks overline, double.four`: the rules that the host can query. The host gets an evaluator for them.
    pub asks: Vec<Name>,
    /// The modes that the host supports.
    pub modes: Vec<Mode>,
}

/// An action that the host performs: `action place(Player: player, Field: field) growing`
#[derive(Clone, Debug)]
pub struct ActionDeclaration {
    /// The name of the action.
    pub name: Name,
    /// The parameters of the action.
    pub parameters: Vec<Parameter>,
    /// `growing`: nothing removes what the action adds to a position, so the action can be performed only a limited
    /// number of times.
    pub growing: bool,
}

/// `open counts(Group, Color, N)`: a predicate for which other files may add clauses.
#[derive(Clone, Debug)]
pub struct OpenDeclaration {
    /// The name of the predicate.
    pub name: Name,
    /// The parameters of the predicate.
    pub parameters: Vec<OpenParameter>,
}

/// A parameter of an open predicate or a state: `Field`, or `Child: person`
#[derive(Clone, Debug)]
pub struct OpenParameter {
    /// The name, in upper case.
    pub name: Name,
    /// The sort. If it is not written, it is inferred from the name or the clauses.
    pub sort: Option<Name>,
}

/// A parameter with its sort: `Field: field`
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The name, in upper case.
    pub name: Name,
    /// The name of the sort.
    pub sort: Name,
}

/// A mode of an extern predicate: `(free, bound) gives about 60`
#[derive(Clone, Debug)]
pub struct Mode {
    /// The span of the whole mode.
    pub span: Span,
    /// Which parameters must be bound (`true`) and which the host computes (`false`). For a variadic predicate the last
    /// entry applies to all further arguments.
    pub bound: Vec<bool>,
    /// The number of answers.
    pub answers: Answers,
}

/// The number of answers that a mode has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// `tests` or `tests 1 in N`: yes or no.
    Test {
        /// The host is expected to answer one in `one_in` queries with yes. The value is 2 if no number is written.
        one_in: u32,
    },
    /// `gives one`: at most one answer.
    One,
    /// `gives about N`: any number of answers.
    Many {
        /// Expected number of answers.
        about: u32,
    },
    /// `gives a set of about N`: the values of the only free argument, returned as a set.
    Set {
        /// Expected number of values.
        about: u32,
    },
}
