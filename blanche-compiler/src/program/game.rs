//! Games whose positions the program keeps itself.

use super::{PredicateId, Program, RuleId, RuleKind};
use crate::files::Span;
pub use crate::runtime::MOST_OCCURRENCES;
use crate::runtime::Value;
pub use crate::syntax::ast::BlockedOutcome;

/// PDN, portable draughts notation: `9x18x27`.
pub const PDN: &str = "pdn";

/// The supported notations of games.
pub const NOTATIONS: [&str; 1] = [PDN];

/// A game: the states of positions, the start position, and the moves.
#[derive(Clone, Debug)]
pub struct Game {
    /// The state predicates, in the order of the layout of positions; the first one is `to.move`.
    pub states: Vec<State>,
    /// The index of the state that counts occurrences of the position, if the program uses it.
    pub occurred: Option<usize>,
    /// The player who moves first.
    pub first: Value,
    /// The start position, as queries in the order of the text. The position is empty when they are evaluated.
    pub start: Vec<Start>,
    /// The moves. A move for several players has one entry for each of them, consecutively.
    pub moves: Vec<Move>,
    /// The rules by which the game is drawn, in the order of the text.
    pub draws: Vec<RuleId>,
    /// The queries whose answers measure by how much a player has won. Those of one player are added up.
    pub margins: Vec<RuleId>,
    /// The outcome for a player without a move. If it is `None`, such a position is an error of the game.
    pub blocked: Option<BlockedOutcome>,
    /// The drawings of positions.
    pub drawings: Vec<Drawing>,
    /// The name of the notation of games. Without one, moves are written as their fields in order.
    pub notation: Option<String>,
}

impl Game {
    /// The index of the move with this query, which must be a move of this game.
    pub fn place_of(&self, question: RuleId) -> usize {
        let place = self.moves.iter().position(|one| one.question == question);
        place.expect("it is the question of a move of this game")
    }
}

/// A state predicate.
#[derive(Clone, Debug)]
pub struct State {
    /// The predicate of the state.
    pub predicate: PredicateId,
    /// For each argument, whether it has at most one value for given values of the other arguments (those with
    /// `false`).
    pub one: Vec<bool>,
    /// Whether the state is stored and can be queried, but is ignored when positions are compared.
    pub is_history: bool,
}

/// Tuples of the start position.
#[derive(Clone, Debug)]
pub struct Start {
    /// The query that binds the variables of the tuples, in the order of their ids; `None` if there are none.
    pub question: Option<RuleId>,
    /// The tuples to add for each answer.
    pub tuples: Vec<Tuple>,
}

/// A tuple of a state in an effect or in the start position. Its variables are indices into the answer of the
/// corresponding query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tuple {
    /// The index of the state predicate in [`Game::states`].
    pub state: usize,
    /// The arguments. A tuple to remove may have fewer than the predicate.
    pub arguments: Vec<Argument>,
    /// The span of the tuple.
    pub span: Span,
}

/// An argument of a tuple.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A constant value.
    Constant(Value),
    /// The value at this index of the answer.
    Answer(usize),
}

impl Argument {
    /// The value of the argument for an answer.
    pub fn value(&self, answer: &[Value]) -> Value {
        match self {
            Argument::Constant(value) => *value,
            Argument::Answer(at) => answer[*at],
        }
    }
}

/// A move of one player.
#[derive(Clone, Debug)]
pub struct Move {
    /// The query for the moves. Its answers are the played values, each move once and in order.
    pub question: RuleId,
    /// The player who makes the move.
    pub player: Value,
    /// The effects of the move: all removals first, then all additions.
    pub effects: Vec<Effect>,
    /// The possible continuations by the same player; empty if the turn always passes to the next player.
    pub continuations: Vec<Continuation>,
}

/// The next move of the same player in a chain, if it is possible.
#[derive(Clone, Debug)]
pub struct Continuation {
    /// The query for the next move, which belongs to a move of the same player.
    pub target: RuleId,
    /// The query of the continuation. It is evaluated before the move, with the played values as inputs; without an
    /// answer, this continuation does not apply. Its answers have the form of those of an effect.
    pub question: Option<RuleId>,
    /// The first values of the next move, for each answer.
    pub arguments: Vec<Argument>,
    /// The span of the whole line.
    pub span: Span,
}

/// The kind of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EffectKind {
    /// `removes`: removes all tuples that begin with these values.
    Removes,
    /// `adds`: adds tuples.
    Adds,
}

/// A line of effects of a move.
#[derive(Clone, Debug)]
pub struct Effect {
    /// The kind of the effect.
    pub kind: EffectKind,
    /// The query of the effect. It is evaluated before the move, with the played values as inputs. Its answers are
    /// the played values followed by the other values in the tuples. Without a query, the only answer is the played
    /// values.
    pub question: Option<RuleId>,
    /// The tuples to add or remove for each answer.
    pub tuples: Vec<Tuple>,
    /// The span of the whole line.
    pub span: Span,
}

/// A condition without which rules claim nothing.
#[derive(Clone, Debug)]
pub struct Supposition {
    /// The lowest level to which it applies.
    pub level: u32,
    /// The query that must have an answer.
    pub question: RuleId,
}

/// The drawing of tuples of a state.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The index of the state predicate in [`Game::states`].
    pub state: usize,
    /// The required value of each argument; `None` for any value.
    pub arguments: Vec<Option<Value>>,
    /// The index of the argument for the field.
    pub field: usize,
    /// The letter or digit to draw.
    pub sign: String,
}

impl Program {
    /// The rules by which a game is won, each with the winner.
    pub fn wins(&self) -> impl Iterator<Item = (RuleId, Value)> {
        let rules = self.rules.iter().zip((0..).map(RuleId));
        let wins = rules.filter(|(rule, _)| rule.kind == RuleKind::Rule && rule.level == 0);
        wins.filter_map(|(rule, id)| Some((id, rule.colour?)))
    }
}
