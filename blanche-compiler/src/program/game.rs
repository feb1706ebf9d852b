//! What a program says of a game whose positions it keeps itself.

use super::{PredicateId, Program, RuleId, RuleKind};
use crate::files::Span;
pub use crate::runtime::MOST_OCCURRENCES;
use crate::runtime::Value;
pub use crate::syntax::ast::BlockedOutcome;

/// Portable draughts notation: `9x18x27`.
pub const PDN: &str = "pdn";

/// The notations of games.
pub const NOTATIONS: [&str; 1] = [PDN];

/// A game: what positions consist of, how they begin, and what moves do to them.
#[derive(Clone, Debug)]
pub struct Game {
    /// The state predicates, by their place in the layout of positions; the first is `to.move`.
    pub states: Vec<State>,
    /// The place of the state that says how often the position has stood in its game, where the text asks it.
    pub occurred: Option<usize>,
    /// Who moves first.
    pub first: Value,
    /// What holds at the beginning, as questions in the order of the text; nothing stands on the board when they are asked.
    pub start: Vec<Start>,
    /// The moves: a declaration for every player has one for each, one behind the other.
    pub moves: Vec<Move>,
    /// When the game is drawn, in the order of the text.
    pub draws: Vec<RuleId>,
    /// What is counted to say by how much a player has won; all questions of a player are added up.
    pub margins: Vec<RuleId>,
    /// What becomes of a player who cannot move; where the text says nothing, that is a mistake of the game.
    pub blocked: Option<BlockedOutcome>,
    /// How positions are drawn.
    pub drawings: Vec<Drawing>,
    /// The name of the notation of games; fields in order without one.
    pub notation: Option<String>,
}

impl Game {
    /// The place of the move with this question, which is one of the game's.
    pub fn place_of(&self, question: RuleId) -> usize {
        let place = self.moves.iter().position(|one| one.question == question);
        place.expect("it is the question of a move of this game")
    }
}

/// A state predicate.
#[derive(Clone, Debug)]
pub struct State {
    /// It.
    pub predicate: PredicateId,
    /// For each argument, whether there is at most one value of it for the arguments of which that is not said.
    pub one: Vec<bool>,
    /// Kept and asked, but no part of what makes two positions the same.
    pub is_history: bool,
}

/// Tuples that hold at the beginning.
#[derive(Clone, Debug)]
pub struct Start {
    /// The question that binds the variables of its atoms, in the order of their numbers; none where they have no variables.
    pub question: Option<RuleId>,
    /// What is added for each answer.
    pub tuples: Vec<Tuple>,
}

/// A tuple of a state that stands in an effect or at the beginning. Its variables are given by their place in the answer of the
/// question that belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tuple {
    /// The place of the state predicate in [`Game::states`].
    pub state: usize,
    /// Its arguments; what is removed may have fewer than the predicate.
    pub arguments: Vec<Argument>,
    /// Where it stands.
    pub span: Span,
}

/// An argument of a tuple.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A value.
    Constant(Value),
    /// The value at this place of the answer.
    Answer(usize),
}

impl Argument {
    /// What it is for an answer.
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
    /// The question for its moves: its answers are what is played, each move once and in order.
    pub question: RuleId,
    /// Who makes it.
    pub player: Value,
    /// What it does: first everything that is removed, then everything that is added.
    pub effects: Vec<Effect>,
    /// How the player goes on after it; nothing where the turn goes to the next player at once.
    pub continuations: Vec<Continuation>,
}

/// With which move the same player goes on, where there is such a move.
#[derive(Clone, Debug)]
pub struct Continuation {
    /// The question for the moves with which the player goes on; it is that of a move of the same player.
    pub target: RuleId,
    /// Its question is asked before the move and is given what is played; where it has no answer, the player does not go on so.
    /// Its answers are as those of an effect.
    pub question: Option<RuleId>,
    /// With which values the next move begins, for each answer.
    pub arguments: Vec<Argument>,
    /// The whole line.
    pub span: Span,
}

/// What a line of effects does to a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EffectKind {
    /// `removes`: all tuples go that begin so.
    Removes,
    /// `adds`
    Adds,
}

/// A line of effects.
#[derive(Clone, Debug)]
pub struct Effect {
    /// What is done.
    pub kind: EffectKind,
    /// Its question is asked before the move and is given what is played. Its answers are what is played and then all else
    /// that the tuples speak of. Without one, the answer is what is played.
    pub question: Option<RuleId>,
    /// The tuples, for each answer.
    pub tuples: Vec<Tuple>,
    /// The whole line.
    pub span: Span,
}

/// What must hold, or rules claim nothing.
#[derive(Clone, Debug)]
pub struct Supposition {
    /// From this level on.
    pub level: u32,
    /// The question.
    pub question: RuleId,
}

/// How tuples of a state are drawn.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The place of the state predicate in [`Game::states`].
    pub state: usize,
    /// A value, or nothing where any value is drawn so.
    pub arguments: Vec<Option<Value>>,
    /// The argument that says on which field it stands.
    pub field: usize,
    /// The sign.
    pub sign: String,
}

impl Program {
    /// The rules by which a game is won, each with who has won.
    pub fn wins(&self) -> impl Iterator<Item = (RuleId, Value)> {
        let rules = self.rules.iter().zip((0..).map(RuleId));
        let wins = rules.filter(|(rule, _)| rule.kind == RuleKind::Rule && rule.level == 0);
        wins.filter_map(|(rule, id)| Some((id, rule.colour?)))
    }
}
