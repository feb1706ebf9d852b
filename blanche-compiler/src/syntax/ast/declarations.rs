//! What a file declares: sorts, boards, and what a host answers and makes.

use super::{Integer, Name, Number};
use crate::files::Span;

/// `sort NAME = c1, c2 …`, `sort NAME = 0 to 6 …` or `sort NAME of 225 like h8 …`
#[derive(Clone, Debug)]
pub struct SortDeclaration {
    /// Its name.
    pub name: Name,
    /// Its values.
    pub values: SortValues,
    /// `part of OTHER`
    pub part_of: Option<Name>,
    /// `words Field, F`: what variables of this sort begin with.
    pub words: Vec<Name>,
    /// `playable`: a rule may play a value of this sort.
    pub playable: bool,
}

/// The values of a declared sort.
#[derive(Clone, Debug)]
pub enum SortValues {
    /// `= none, white, black`
    Constants(Vec<Name>),
    /// `= 0 to 6`, `= -10 to 10`
    Range(Integer, Integer),
    /// `of 225 like h8`: the host numbers them 0 to 224 and writes them like the example.
    Opaque {
        /// How many there are.
        size: Number,
        /// How the host writes one of them.
        example: Name,
    },
}

/// `board 8 by 8 dark numbered row 1 on top words Field`
#[derive(Clone, Debug)]
pub struct BoardDeclaration {
    /// The word `board`.
    pub word: Span,
    /// How many columns there are.
    pub width: Number,
    /// How many rows there are.
    pub height: Number,
    /// `hexagonal`: every field has up to six neighbours.
    pub hexagonal: Option<Span>,
    /// `dark`: every other field is left out.
    pub dark: Option<Span>,
    /// How fields are written.
    pub notation: BoardNotation,
    /// `row 1 on top`; otherwise it is at the bottom.
    pub row_one_on_top: bool,
    /// `words Field, F`: what variables for fields begin with.
    pub words: Vec<Name>,
}

/// How the fields of a board are written.
#[derive(Clone, Debug)]
pub enum BoardNotation {
    /// `like c3`: by column and row.
    Like(Name),
    /// `numbered`: 1, 2 and so on.
    Numbered,
}

/// Which of its board's symmetries a game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymmetryDeclaration {
    /// `none`
    None,
    /// `turn with colours`: half a turn, where the players change their colours.
    TurnWithColours,
}

/// `extern group(Group: group, Color: color, N: cardinality): modes`
#[derive(Clone, Debug)]
pub struct ExternDeclaration {
    /// Its name.
    pub name: Name,
    /// Its arguments: a variable-like name and a sort.
    pub parameters: Vec<Parameter>,
    /// The last parameter is followed by `...`: one or more arguments of that sort.
    pub variadic: bool,
    /// `asks overline, double.four`: the rules whose evaluator the host is handed.
    pub asks: Vec<Name>,
    /// The modes that the host answers.
    pub modes: Vec<Mode>,
}

/// `action place(Player: player, Field: field) growing`
#[derive(Clone, Debug)]
pub struct ActionDeclaration {
    /// Its name.
    pub name: Name,
    /// Its arguments.
    pub parameters: Vec<Parameter>,
    /// `growing`: nothing takes away what it adds to a position, so that it can be made a limited number of times.
    pub growing: bool,
}

/// `open counts(Group, Color, N)`: other files may give clauses of it.
#[derive(Clone, Debug)]
pub struct OpenDeclaration {
    /// Its name.
    pub name: Name,
    /// Its arguments.
    pub parameters: Vec<OpenParameter>,
}

/// `Field`, or `Child: person`
#[derive(Clone, Debug)]
pub struct OpenParameter {
    /// The name, upper case.
    pub name: Name,
    /// The sort; where it is not written, the word of the name or the clauses say it.
    pub sort: Option<Name>,
}

/// `Field: field`
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The name, upper case.
    pub name: Name,
    /// The sort.
    pub sort: Name,
}

/// `(free, bound) gives about 60`
#[derive(Clone, Debug)]
pub struct Mode {
    /// The whole mode.
    pub span: Span,
    /// For each parameter: must it be bound (`true`) or does the host give it (`false`)? For a variadic
    /// predicate the last entry stands for all its last arguments.
    pub bound: Vec<bool>,
    /// How many answers.
    pub answers: Answers,
}

/// How many answers a mode has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// `tests` or `tests 1 in N`: yes or no; `one_in` says how often yes is expected (N = 2 when unsaid).
    Test {
        /// One question in so many is answered yes.
        one_in: u32,
    },
    /// `gives one`: at most one.
    One,
    /// `gives about N`: any number, N expected.
    Many {
        /// How many to expect.
        about: u32,
    },
    /// `gives a set of about N`: the values of the one free argument as a set, N expected.
    Set {
        /// How many to expect.
        about: u32,
    },
}
