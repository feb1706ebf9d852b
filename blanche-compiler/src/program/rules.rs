//! Rules, and what is asked like them.

use super::{Goal, SortId, Variable, VariableId};
use crate::files::Span;
use crate::runtime::{Value, Weights};

/// Whether a rule claims a win, is only asked, or is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleKind {
    /// A rule of the base.
    Rule,
    /// What a program may ask of the base besides its rules. Exports stand behind all rules.
    Export,
    /// What is counted for a player. Scores stand behind all exports.
    Score(Weights),
    /// What a player values in a move.
    Preference(Valued),
    /// A question of a [`Game`](super::Game) about its positions.
    Game(GameQuestion),
    /// A body that a user asks; it belongs to no player and comes last.
    Query,
}

/// What a preference says besides its premise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Valued {
    /// What a move is worth; without a number the last of the variables of an answer says it.
    pub worth: Option<i64>,
}

/// What a game asks of its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameQuestion {
    /// What holds at the beginning.
    Start,
    /// Which moves there are.
    Move,
    /// What a move does. The first of its variables are given: what is played.
    Effect,
    /// Whether the game is drawn.
    Draw,
    /// By how much a player has won: so many answers.
    Margin,
    /// Whether rules claim anything.
    Claims,
}

/// A variable behind `for` or `against` in a text that stands for every player, and the player that it is in this
/// rule. In the premise the player stands in its place.
#[derive(Clone, Debug)]
pub struct SideVariable {
    /// As written.
    pub name: String,
    /// The player, as a value of the players' sort.
    pub player: Value,
    /// How often the premise speaks of it.
    pub uses: usize,
    /// Behind `for` or `against`.
    pub span: Span,
}

/// A rule, or what is asked like one. A text that stands for every player gives a rule for each of them, one behind the other.
#[derive(Clone, Debug)]
pub struct Rule {
    /// What it is for.
    pub kind: RuleKind,
    /// Its name, or the predicate of an export; together with its colour it is unique.
    pub name: String,
    /// The player for whom it claims a win or counts, or of whom an export speaks, as a value of the players' sort.
    /// Queries and exports without `for` have none.
    pub colour: Option<Value>,
    /// What the variables behind `for` and `against` stand for; none where the text is for one player.
    pub side: Vec<SideVariable>,
    /// In how many moves the win is reached.
    pub level: u32,
    /// How many of the variables of its answer, the first ones, it plays.
    pub plays: usize,
    /// Its variables.
    pub variables: Vec<Variable>,
    /// How many of the variables of its answer, the first ones, are given when it is asked.
    pub given: usize,
    /// The named variables in the order in which answers are compared: the played ones, then by name; of an export in
    /// the order of its arguments; of what a game asks, those that it speaks of.
    pub answer: Vec<VariableId>,
    /// When it applies: all of these hold.
    pub body: Vec<Goal>,
    /// They may hold of an image of the position: of a score or a preference.
    pub up_to_symmetry: bool,
    /// It counts only for players that name it: of a score.
    pub when_named: bool,
    /// Its doc comment.
    pub doc: Vec<String>,
    /// Its name.
    pub name_span: Span,
    /// The whole rule.
    pub span: Span,
    /// The rule in canonical spelling.
    pub text: String,
}

impl Rule {
    /// The sorts of the values of an answer.
    pub fn answer_sorts(&self) -> impl Iterator<Item = SortId> {
        self.answer.iter().map(|variable| self.variables[variable.index()].sort)
    }

    /// The variables that it plays, in the order in which a move plays their values.
    pub fn played(&self) -> &[VariableId] {
        &self.answer[..self.plays]
    }
}
