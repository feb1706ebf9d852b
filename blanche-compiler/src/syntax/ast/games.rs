//! What a file says of a game whose positions are kept here: players, states, moves, ends, claims, preferences and drawings.

use super::{Atom, Body, Integer, Name, Number, OpenParameter, Side, Trivia};
use crate::files::Span;

/// `players x, o words Color, Other`
#[derive(Clone, Debug)]
pub struct PlayersDeclaration {
    /// The players, in the order in which they take turns.
    pub players: Vec<Name>,
    /// `words Color, Other`: what variables for players begin with.
    pub words: Vec<Name>,
}

/// `state piece(Field, Color, Kind) one Color Kind`
#[derive(Clone, Debug)]
pub struct StateDeclaration {
    /// Its name.
    pub name: Name,
    /// Its arguments; their words, or what is written behind them, say their sorts.
    pub parameters: Vec<OpenParameter>,
    /// `one Color Kind`: the arguments of which there is at most one value for the others.
    pub one: Vec<Name>,
    /// `, history`: kept and asked, but no part of what makes two positions the same.
    pub history: Option<Span>,
}

/// `start piece(Field, black, man) if Field ≤ 12`
#[derive(Clone, Debug)]
pub struct StartDeclaration {
    /// What holds at the beginning; at least one.
    pub atoms: Vec<Atom>,
    /// For which values of their variables.
    pub body: Option<Body>,
}

/// `move slide for Color plays Field1, Field2 if premise`, with lines of effects
#[derive(Clone, Debug)]
pub struct Move {
    /// Its name.
    pub name: Name,
    /// Who makes it.
    pub side: Side,
    /// The variables that are played; together they say which move it is.
    pub plays: Vec<Name>,
    /// When it can be made; a move without `if` has none.
    pub body: Option<Body>,
    /// What it does, and how it goes on.
    pub effects: Vec<Effect>,
    /// From the word `move` to the last word before the premise.
    pub head: Span,
}

/// A line of effects: `removes piece(Field1), piece(Field2)`, `adds quiet(0) if Kind1 = man`, `then jump from Field3`
#[derive(Clone, Debug)]
pub struct Effect {
    /// From its first to its last token.
    pub span: Span,
    /// What is done.
    pub kind: EffectKind,
    /// To which tuples; at least one, unless none could be read. Behind `then` the one atom has the name of a move, and the
    /// values with which it begins.
    pub atoms: Vec<Atom>,
    /// Where, or for which values.
    pub condition: Option<Condition>,
    /// Comments around it.
    pub trivia: Trivia,
}

/// What a line of effects does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EffectKind {
    /// `removes`: all tuples go that begin so.
    Removes,
    /// `adds`
    Adds,
    /// `then`: the same player goes on with a move that begins so.
    Then,
}

impl EffectKind {
    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            EffectKind::Removes => "removes",
            EffectKind::Adds => "adds",
            EffectKind::Then => "then",
        }
    }
}

/// `if BODY` or `for BODY` behind an effect; both mean the same. Behind `then` stands `if`.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The word is `for`.
    pub is_for: bool,
    /// What must hold before the move.
    pub body: Body,
}

/// `blocked loses`
#[derive(Clone, Copy, Debug)]
pub struct BlockedDeclaration {
    /// All of it.
    pub span: Span,
    /// What becomes of a player who cannot move.
    pub outcome: BlockedOutcome,
}

/// What becomes of a player who cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlockedOutcome {
    /// `blocked loses`
    Loses,
    /// `blocked draws`
    Draws,
    /// `blocked passes`: the turn goes to the next player, where anybody can move.
    Passes,
}

impl BlockedOutcome {
    /// The word behind `blocked`.
    pub fn word(self) -> &'static str {
        match self {
            BlockedOutcome::Loses => "loses",
            BlockedOutcome::Draws => "draws",
            BlockedOutcome::Passes => "passes",
        }
    }
}

/// `draw full if ¬empty(Field_)`
#[derive(Clone, Debug)]
pub struct Draw {
    /// Its name.
    pub name: Name,
    /// When the game is drawn.
    pub body: Body,
    /// From the word `draw` to the word `if`.
    pub head: Span,
}

/// `margin for Color counts Field if disc(Field, Color)`: by how much a player has won.
#[derive(Clone, Debug)]
pub struct Margin {
    /// Whose it is, or a variable for every player.
    pub side: Side,
    /// Whose different values are counted.
    pub counts: Vec<Name>,
    /// Which of them.
    pub body: Body,
    /// From the word `margin` to the word `if`.
    pub head: Span,
}

/// `claims from level 3 suppose ¬four(Group_)`
#[derive(Clone, Debug)]
pub struct Claims {
    /// From this level on; without it, from level 1 on.
    pub level: Option<Number>,
    /// What must hold, or a rule claims nothing.
    pub body: Body,
    /// From the word `claims` to the word `suppose`.
    pub head: Span,
}

/// `preference corner for Color plays Field worth 50 if corner(Field) up to symmetry`
#[derive(Clone, Debug)]
pub struct Preference {
    /// Its name.
    pub name: Name,
    /// Whose moves it values, or a variable for every player.
    pub side: Side,
    /// The values with which the moves begin.
    pub plays: Vec<Name>,
    /// What they are worth: a number, or a variable that the premise binds.
    pub worth: Worth,
    /// When.
    pub body: Body,
    /// `up to symmetry`: the premise may hold of an image of the position.
    pub up_to_symmetry: Option<Span>,
    /// From the word `preference` to the word `if`.
    pub head: Span,
}

/// What a move is worth.
#[derive(Clone, Debug)]
pub enum Worth {
    /// `worth -20`
    Number(Integer),
    /// `worth N`
    Variable(Name),
}

/// `mark(Field, x) as x`: how tuples are drawn on the board.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The tuples.
    pub atom: Atom,
    /// The letter or sign on the field.
    pub sign: Name,
}
