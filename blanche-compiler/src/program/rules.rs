//! Rules and the items that are evaluated like them.

use super::{Goal, SortId, Variable, VariableId};
use crate::files::Span;
use crate::runtime::{Value, Weights};

/// The kind of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleKind {
    /// A rule of the base, which claims a win.
    Rule,
    /// A query that a program may make besides rules. Exports come after all rules.
    Export,
    /// A score for a player. Scores come after all exports.
    Score(Weights),
    /// A preference: the worth of a move for a player.
    Preference(PreferenceWorth),
    /// A query of a [`Game`](super::Game) about its positions.
    Game(GameQuestion),
    /// A query of the user. It belongs to no player, and comes after all other rules.
    Query,
}

/// The worth that a preference gives to moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PreferenceWorth {
    /// The fixed worth of the moves. If it is `None`, the worth is the value of the answer variable that follows the
    /// played ones.
    pub worth: Option<i64>,
}

/// The kind of a query of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameQuestion {
    /// Which tuples hold in the start position.
    Start,
    /// Which moves are possible.
    Move,
    /// What a move does. The first variables of the answer, the played ones, are inputs.
    Effect,
    /// Whether the game is drawn.
    Draw,
    /// By how much a player has won: the number of answers.
    Margin,
    /// Whether rules may claim a win.
    Claims,
}

/// A variable after `for` or `against` in an item for several players, with the player that it represents in this rule.
/// In the premise, the variable is replaced by the player.
#[derive(Clone, Debug)]
pub struct SideVariable {
    /// The name as written.
    pub name: String,
    /// The player, as a value of the players' sort.
    pub player: Value,
    /// Number of uses in the premise.
    pub uses: usize,
    /// The span of the variable after `for` or `against`.
    pub span: Span,
}

/// A rule or similar item. An item for several players becomes one rule for each of them, consecutively.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The kind of the rule.
    pub kind: RuleKind,
    /// The name of the rule, or the predicate of an export. Name and colour together are unique.
    pub name: String,
    /// The player for whom the rule claims a win or counts, as a value of the players' sort. For an export it is the
    /// player after `for`. `None` for queries, and for exports without `for`.
    pub colour: Option<Value>,
    /// The players that the variables after `for` and `against` represent. Empty if the item is for one named player.
    pub side: Vec<SideVariable>,
    /// The number of moves within which the win is reached.
    pub level: u32,
    /// Number of answer variables that the rule plays. These are the first variables of the answer.
    pub plays: usize,
    /// The variables of the rule.
    pub variables: Vec<Variable>,
    /// Number of answer variables that are inputs of the query. These are the first variables of the answer.
    pub given: usize,
    /// The variables whose values make up an answer. For a rule these are the named variables in the order in which
    /// answers are compared: the played ones first, then the others alphabetically. For an export they are in the order
    /// of its arguments. For a query of a game they are the variables that the query needs.
    pub answer: Vec<VariableId>,
    /// The premise: goals that must all hold.
    pub body: Vec<Goal>,
    /// Whether it is sufficient that the premise holds in an image of the position under one of the board's symmetries.
    /// Only for scores and preferences.
    pub up_to_symmetry: bool,
    /// Whether the score counts only for players that name it in their settings. Only for scores.
    pub when_named: bool,
    /// The doc comment of the rule.
    pub doc: Vec<String>,
    /// The span of the name.
    pub name_span: Span,
    /// The span of the whole rule.
    pub span: Span,
    /// The rule in canonical spelling.
    pub text: String,
}

impl Rule {
    /// The sorts of the values in an answer.
    pub fn answer_sorts(&self) -> impl Iterator<Item = SortId> {
        self.answer.iter().map(|variable| self.variables[variable.index()].sort)
    }

    /// The played variables, in the order in which a move contains their values.
    pub fn played(&self) -> &[VariableId] {
        &self.answer[..self.plays]
    }
}
