//! The items of a game that is defined in rule files: players, states, moves, ends, claims, preferences and drawings.

use super::{Atom, Body, Integer, Name, Number, OpenParameter, Side, Trivia};
use crate::files::Span;

/// The players of a game: `players x, o words Color, Other`
#[derive(Clone, Debug)]
pub struct PlayersDeclaration {
    /// The players, in the order in which they take turns.
    pub players: Vec<Name>,
    /// `words Color, Other`: the prefixes of variables for players.
    pub words: Vec<Name>,
}

/// A state: a kind of tuples in positions, such as `state piece(Field, Color, Kind) one Color Kind`
#[derive(Clone, Debug)]
pub struct StateDeclaration {
    /// The name of the state.
    pub name: Name,
    /// The parameters. Their sorts are written after them, or follow from their names.
    pub parameters: Vec<OpenParameter>,
    /// `one Color Kind`: the arguments that have at most one value for each combination of the other arguments.
    pub one: Vec<Name>,
    /// `, history`: the state is stored and can be queried, but positions that differ only in this state are equal.
    pub history: Option<Span>,
}

/// Tuples of the start position: `start piece(Field, black, man) if Field ≤ 12`
#[derive(Clone, Debug)]
pub struct StartDeclaration {
    /// The tuples that hold at the beginning. There is at least one.
    pub atoms: Vec<Atom>,
    /// The condition on the variables of the atoms.
    pub body: Option<Body>,
}

/// A move with its effects: `move slide for Color plays Field1, Field2 if premise`
#[derive(Clone, Debug)]
pub struct Move {
    /// The name of the move.
    pub name: Name,
    /// The player who makes the move, or a variable for every player.
    pub side: Side,
    /// The played variables. Their values together identify the move.
    pub plays: Vec<Name>,
    /// The premise; `None` for a move without `if`.
    pub body: Option<Body>,
    /// The effects, including the moves that may follow (lines with `then`).
    pub effects: Vec<Effect>,
    /// The span from the keyword `move` to the last word before the premise.
    pub head: Span,
}

/// A line of effects: `removes piece(Field1), piece(Field2)`, `adds quiet(0) if Kind1 = man`, `then jump from Field3`
#[derive(Clone, Debug)]
pub struct Effect {
    /// The span from the first to the last token of the line.
    pub span: Span,
    /// The kind of the effect.
    pub kind: EffectKind,
    /// The tuples. There is at least one, unless none could be parsed. After `then` there is a single atom: the name of
    /// a move and its first values.
    pub atoms: Vec<Atom>,
    /// The condition of the effect, which restricts it or determines its values.
    pub condition: Option<Condition>,
    /// The comments around the effect.
    pub trivia: Trivia,
}

/// The kind of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EffectKind {
    /// `removes`: removes all tuples that begin with these values.
    Removes,
    /// `adds`: adds tuples.
    Adds,
    /// `then`: the same player continues with a move that begins with these values.
    Then,
}

impl EffectKind {
    /// The keyword of the effect.
    pub fn word(self) -> &'static str {
        match self {
            EffectKind::Removes => "removes",
            EffectKind::Adds => "adds",
            EffectKind::Then => "then",
        }
    }
}

/// A condition after an effect: `if BODY` or `for BODY`, with the same meaning. After `then` only `if` is allowed.
#[derive(Clone, Debug)]
pub struct Condition {
    /// Whether the keyword is `for`.
    pub is_for: bool,
    /// The body that must hold before the move.
    pub body: Body,
}

/// The outcome for a player without a move: `blocked loses`
#[derive(Clone, Copy, Debug)]
pub struct BlockedDeclaration {
    /// The span of the whole declaration.
    pub span: Span,
    /// The outcome for a player who cannot move.
    pub outcome: BlockedOutcome,
}

/// The outcome for a player who cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlockedOutcome {
    /// `blocked loses`: the player loses.
    Loses,
    /// `blocked draws`: the game is drawn.
    Draws,
    /// `blocked passes`: the turn passes to the next player, unless no player can move.
    Passes,
}

impl BlockedOutcome {
    /// The keyword after `blocked`.
    pub fn word(self) -> &'static str {
        match self {
            BlockedOutcome::Loses => "loses",
            BlockedOutcome::Draws => "draws",
            BlockedOutcome::Passes => "passes",
        }
    }
}

/// A draw by rule: `draw full if ¬empty(Field_)`
#[derive(Clone, Debug)]
pub struct Draw {
    /// The name of the draw.
    pub name: Name,
    /// The condition under which the game is drawn.
    pub body: Body,
    /// The span from the keyword `draw` to the keyword `if`.
    pub head: Span,
}

/// The margin of a win, as a number of values: `margin for Color counts Field if disc(Field, Color)`
#[derive(Clone, Debug)]
pub struct Margin {
    /// The player, or a variable for every player.
    pub side: Side,
    /// The variables whose distinct values are counted.
    pub counts: Vec<Name>,
    /// The condition on the values that are counted.
    pub body: Body,
    /// The span from the keyword `margin` to the keyword `if`.
    pub head: Span,
}

/// A condition of claims: `claims from level 3 suppose ¬four(Group_)`
#[derive(Clone, Debug)]
pub struct Claims {
    /// The lowest level to which the supposition applies; 1 if no level is written.
    pub level: Option<Number>,
    /// The body that must hold. If it does not hold, no rule of these levels claims a win.
    pub body: Body,
    /// The span from the keyword `claims` to the keyword `suppose`.
    pub head: Span,
}

/// A preference among moves: `preference corner for Color plays Field worth 50 if corner(Field) up to symmetry`
#[derive(Clone, Debug)]
pub struct Preference {
    /// The name of the preference.
    pub name: Name,
    /// The player whose moves the preference values, or a variable for every player.
    pub side: Side,
    /// The variables for the first values of the moves.
    pub plays: Vec<Name>,
    /// The worth of a move with these values. It is a number, or a variable that the premise binds.
    pub worth: Worth,
    /// The premise, which selects the moves.
    pub body: Body,
    /// `up to symmetry`: the premise may hold in any image of the position under the symmetries of the board.
    pub up_to_symmetry: Option<Span>,
    /// The span from the keyword `preference` to the keyword `if`.
    pub head: Span,
}

/// The worth of a move.
#[derive(Clone, Debug)]
pub enum Worth {
    /// A fixed number: `worth -20`
    Number(Integer),
    /// A variable of the premise: `worth N`
    Variable(Name),
}

/// `mark(Field, x) as x`: how tuples of a state are drawn on the board.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The tuples that are drawn.
    pub atom: Atom,
    /// The letter or digit on the field.
    pub sign: Name,
}
