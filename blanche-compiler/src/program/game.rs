//! Games whose positions the program keeps itself.

use super::{PredicateId, Program, RuleId, RuleKind};
use crate::files::Span;
pub use crate::runtime::MAX_OCCURRENCES;
use crate::runtime::Value;
pub use crate::syntax::ast::BlockedOutcome;

/// PDN, portable draughts notation: `9x18x27`.
pub const PDN: &str = "pdn";

/// The supported notations of games.
pub const NOTATIONS: [&str; 1] = [PDN];

/// A game: the states of positions, the start position, and the moves.
#[derive(Clone, Debug)]
pub struct Game {
    /// The state predicates, in the order of the layout of positions. The first one is `to.move`.
    pub states: Vec<State>,
    /// The index of the state that counts occurrences of the position, if the program uses it.
    pub occurred: Option<usize>,
    /// The player who makes the first move of the game.
    pub first: Value,
    /// The start position, given by queries in the order of the text. When these are evaluated, the position is still
    /// empty.
    pub start: Vec<Start>,
    /// The moves. A move for several players has one entry for each player, and these entries are consecutive.
    pub moves: Vec<Move>,
    /// The rules by which the game is drawn, in the order of the text.
    pub draws: Vec<RuleId>,
    /// The queries whose answers measure by how much a player has won. The numbers of answers of one player's queries
    /// are added up.
    pub margins: Vec<RuleId>,
    /// The outcome for a player without a move. If it is `None`, a position in which the player to move has no move is
    /// an error of the game.
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
    /// For each argument, whether it has at most one value for given values of the arguments whose entry is `false`.
    pub one: Vec<bool>,
    /// Whether the state is stored and can be queried, but is ignored when positions are compared.
    pub is_history: bool,
}

/// Some tuples of the start position, with their common query.
#[derive(Clone, Debug)]
pub struct Start {
    /// The query that binds the variables of the tuples. Its answers contain the variables in the order of their ids.
    /// `None` if there are no variables.
    pub question: Option<RuleId>,
    /// The tuples to add for each answer.
    pub tuples: Vec<Tuple>,
}

/// A tuple of a state, in an effect or in the start position. A variable of the tuple is given by its index in the
/// answer of the corresponding query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tuple {
    /// The index of the state predicate in [`Game::states`].
    pub state: usize,
    /// The arguments. A tuple after `removes` may have fewer arguments than the predicate.
    pub arguments: Vec<Argument>,
    /// The span of the tuple.
    pub span: Span,
}

/// An argument of a tuple.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A value that is the same for all answers.
    Constant(Value),
    /// The value with this index in the answer.
    Answer(usize),
}

impl Argument {
    /// The value of the argument, for a given answer of the query.
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
    /// The query that finds the moves. Each of its answers contains the played values of one move, and the answers are
    /// in order and distinct.
    pub question: RuleId,
    /// The player who makes the move.
    pub player: Value,
    /// The effects of the move: all removals first, then all additions.
    pub effects: Vec<Effect>,
    /// The possible continuations of the move by the same player. Empty if the turn always passes to the next player.
    pub continuations: Vec<Continuation>,
}

/// A continuation of a move in a chain: the same player makes another step, if it is possible.
#[derive(Clone, Debug)]
pub struct Continuation {
    /// The query that finds the next step. It belongs to a move of the same player.
    pub target: RuleId,
    /// The condition of the continuation. The query is evaluated before the move, with the played values as inputs. If
    /// the query has no answer, this continuation does not apply. An answer contains the same values as an answer of an
    /// effect's query.
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

/// An effect of a move: tuples that the move adds or removes.
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

/// A condition (`claims suppose`) that must hold, or else no rule claims a win.
#[derive(Clone, Debug)]
pub struct Supposition {
    /// The lowest level of the rules to which the condition applies.
    pub level: u32,
    /// The query that must have an answer.
    pub question: RuleId,
}

/// How the tuples of a state are drawn on the board.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The index of the state predicate in [`Game::states`].
    pub state: usize,
    /// The required value of each argument; `None` for any value.
    pub arguments: Vec<Option<Value>>,
    /// The index of the argument that contains the field.
    pub field: usize,
    /// The letter or digit to draw.
    pub sign: String,
}

impl Program {
    /// The rules by which a game is won, which are the rules of level 0, each with the winner.
    pub fn wins(&self) -> impl Iterator<Item = (RuleId, Value)> {
        let rules = self.rules.iter().zip((0..).map(RuleId));
        let wins = rules.filter(|(rule, _)| rule.kind == RuleKind::Rule && rule.level == 0);
        wins.filter_map(|(rule, id)| Some((id, rule.colour?)))
    }
}
