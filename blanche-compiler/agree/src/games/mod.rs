//! Reference semantics of games written in BLANCHE. A position is a set of tuples of the game's states, which are the
//! relations that moves change. Every move is tried.
//!
//! The effects of a move are evaluated in the position before the move. Each effect is evaluated with the whole premise
//! of the move and the condition of its own line. Then tuples are removed, and after that tuples are added. If a move
//! may continue with further steps, every continuation is tried.

mod reading;
pub(crate) mod symmetries;

use std::collections::{BTreeMap, BTreeSet};

use blanche_compiler::syntax::ast::{BlockedOutcome, EffectKind, SymmetryDeclaration};

use crate::clauses::Clause;
use crate::program::{Naive, Rule};
use crate::recursion::Signature;
use crate::value::Value;
use crate::world::World;

/// A position: the tuples of each state, and the player to move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The tuples of each state, by its name and arity.
    pub tuples: BTreeMap<Signature, BTreeSet<Vec<Value>>>,
    /// The player to move.
    pub to_move: Value,
}

/// A move: its name, its player, the values that it plays, and its further steps.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Played {
    /// The name of the move. It is empty for a pass.
    pub name: String,
    /// The player who makes the move.
    pub player: String,
    /// The values of the variables after `plays`.
    pub values: Vec<Value>,
    /// The further steps of the move: their names and the values that they play.
    pub then: Vec<(String, Vec<Value>)>,
}

impl Played {
    /// The pass by `player`.
    pub fn pass(player: String) -> Played {
        Played { name: String::new(), player, values: Vec::new(), then: Vec::new() }
    }

    /// Whether this is a pass.
    pub fn is_pass(&self) -> bool {
        self.name.is_empty()
    }
}

/// The outcome of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This player has won.
    Won(String),
    /// No player has won.
    Drawn,
}

/// The declarations of a game, for the naive evaluator.
#[derive(Default)]
pub(crate) struct Game {
    /// For each state, a flag for each argument, which is set if the argument is declared with `one`. Such arguments
    /// have one value for each combination of the other arguments.
    states: BTreeMap<Signature, Vec<bool>>,
    /// The states that record history. They are ignored when positions are compared.
    histories: BTreeSet<Signature>,
    first: Option<Value>,
    /// The tuples of the initial position. Each entry has a state, and a clause whose heads are tuples of the state.
    start: Vec<(Signature, Clause)>,
    moves: Vec<Move>,
    draws: Vec<Clause>,
    /// The declarations of margins, by which a player has won. Each entry has a player, and a clause whose distinct
    /// heads are counted.
    margins: Vec<(String, Clause)>,
    blocked: Option<BlockedOutcome>,
    /// The suppositions, that is, the conditions under which rules may claim a win. Each has the lowest level of the
    /// rules that it applies to.
    suppositions: Vec<(u32, Clause)>,
    /// The symmetries that the game declares.
    symmetry: Option<SymmetryDeclaration>,
    /// The fields and steps of the board.
    pub(crate) grid: symmetries::Grid,
}

/// The declaration of a move, for one of the players.
struct Move {
    name: String,
    rule: Rule,
    effects: Vec<Effect>,
    continuations: Vec<Continuation>,
}

/// A way to continue a move: the name of the next step, and a clause whose head has the first values of that step.
struct Continuation {
    name: String,
    clause: Clause,
}

/// An effect of a move, which adds or removes tuples of a state. The arguments of the tuples are the head of the
/// clause.
struct Effect {
    kind: EffectKind,
    state: Signature,
    clause: Clause,
}

impl World for Position {
    fn values(&self, _: &str) -> Vec<Value> {
        Vec::new()
    }

    fn tuples(
        &mut self,
        predicate: &str,
        arguments: &[Option<Value>],
        _: &dyn Fn(&mut Position) -> bool,
    ) -> Option<Vec<Vec<Value>>> {
        if predicate == "to.move" && arguments.len() == 1 {
            return Some(vec![vec![self.to_move.clone()]]);
        }
        self.tuples
            .get(&(predicate.to_owned(), arguments.len()))
            .map(|tuples| tuples.iter().cloned().collect())
    }
}

impl Naive {
    /// Sets the number of times that a position has occurred, if the game uses this number.
    fn set_occurrences(&self, position: &mut Position, times: usize) {
        if let Some(tuples) = position.tuples.get_mut(&occurred()) {
            *tuples = BTreeSet::from([vec![Value::read(&times.min(MAX_TIMES).to_string())]]);
        }
    }

    /// The position after a move, if the positions `past` have occurred in the game before. `None` if the move
    /// contradicts itself.
    pub fn play_on(&self, position: &Position, played: &Played, past: &[Position]) -> Option<Position> {
        let mut after = self.play(position, played)?;
        let kept = |one: &Position| {
            let mut one = one.clone();
            self.game.histories.iter().for_each(|state| drop(one.tuples.remove(state)));
            one
        };
        let times = 1 + past.iter().filter(|before| kept(before) == kept(&after)).count();
        self.set_occurrences(&mut after, times);
        Some(after)
    }

    /// The initial position.
    pub fn start(&self) -> Position {
        let states = self.game.states.keys().map(|name| (name.clone(), BTreeSet::new()));
        let to_move = self.game.first.clone().unwrap_or_else(|| self.players[0].clone());
        let mut position = Position { tuples: states.collect(), to_move };
        let mut empty = position.clone();
        for (state, clause) in &self.game.start {
            for tuple in self.instances(&mut empty, clause, &clause.head, clause.start()) {
                self.add(&mut position, state, tuple);
            }
        }
        self.set_occurrences(&mut position, 1);
        position
    }

    /// The moves of the player to move. They are in the order of the move declarations, and then of their values.
    ///
    /// # Panics
    /// When a move contradicts itself or does not end.
    pub fn moves(&self, position: &Position) -> Vec<Played> {
        self.all_moves(position).expect("every move can be made and ends")
    }

    /// The moves of the player to move. `None` if a step within a move contradicts itself, or if a move does not end.
    pub fn all_moves(&self, position: &Position) -> Option<Vec<Played>> {
        let mut all = Vec::new();
        let steps = self.steps(position);
        if steps.is_empty()
            && self.game.blocked == Some(BlockedOutcome::Passes)
            && self.anybody_can_move(position)
        {
            return Some(vec![Played::pass(position.to_move.to_string())]);
        }
        for (one, values) in steps {
            let (name, player) = (one.name.clone(), one.rule.colour.clone());
            let mut played = Played { name, player, values: values.clone(), then: Vec::new() };
            self.continue_chain(
                position,
                (one, &values),
                &mut vec![position.clone()],
                &mut played,
                &mut all,
            )?;
        }
        Some(all)
    }

    /// Whether any player could make a move, that is, whether the premise of at least one move holds.
    fn anybody_can_move(&self, position: &Position) -> bool {
        let mut world = position.clone();
        self.game.moves.iter().any(|one| !self.all(&mut world, &one.rule).is_empty())
    }

    /// The possible first steps of the player to move.
    fn steps(&self, position: &Position) -> Vec<(&Move, Vec<Value>)> {
        let mut world = position.clone();
        let own = self.game.moves.iter().filter(|one| one.rule.colour == position.to_move.to_string());
        own.flat_map(|one| {
            let all = self.all(&mut world, &one.rule).into_iter();
            all.map(move |values| (one, values)).collect::<Vec<_>>()
        })
        .collect()
    }

    /// Adds all moves that begin with the steps `played`. The last of these steps has not been made yet.
    fn continue_chain(
        &self,
        position: &Position,
        (one, values): (&Move, &[Value]),
        before: &mut Vec<Position>,
        played: &mut Played,
        all: &mut Vec<Played>,
    ) -> Option<()> {
        let begun = self.begun(position, one, values);
        let (mut after, mut next) = (None, Vec::new());
        if !begun.is_empty() {
            let made = self.step(position, one, values)?;
            next = self.steps(&made);
            next.retain(|(other, values)| {
                begun.iter().any(|(name, first)| *name == other.name && values.starts_with(first))
            });
            after = Some(made);
        }
        let Some(after) = after.filter(|_| !next.is_empty()) else {
            all.push(played.clone());
            return Some(());
        };
        if before.contains(&after) || before.len() >= MAX_MOVE_STEPS {
            return None;
        }
        before.push(after.clone());
        for (other, values) in next {
            played.then.push((other.name.clone(), values.clone()));
            self.continue_chain(&after, (other, &values), before, played, all)?;
            played.then.pop();
        }
        before.pop();
        Some(())
    }

    /// The ways to continue after a step. Each is the name of the next step and its first values.
    fn begun(&self, position: &Position, one: &Move, values: &[Value]) -> Vec<(String, Vec<Value>)> {
        let mut world = position.clone();
        let mut found = Vec::new();
        for then in &one.continuations {
            let Some(start) = self.given(&then.clause, values) else { continue };
            for mut first in self.instances(&mut world, &then.clause, &then.clause.head, start) {
                first.truncate(then.clause.head.len() - values.len());
                found.push((then.name.clone(), first));
            }
        }
        found
    }

    /// The position after a move; `None` if the move adds two tuples that exclude each other.
    pub fn play(&self, position: &Position, played: &Played) -> Option<Position> {
        let own = |name: &str| {
            let is_it = |one: &&Move| one.name == name && one.rule.colour == played.player;
            self.game.moves.iter().find(is_it).expect("it is a move of the game")
        };
        let mut after = match played.is_pass() {
            true => position.clone(),
            false => self.step(position, own(&played.name), &played.values)?,
        };
        for (name, values) in &played.then {
            after = self.step(&after, own(name), values)?;
        }
        after.to_move = self.next(&position.to_move).clone();
        self.set_occurrences(&mut after, 1);
        Some(after)
    }

    /// The player whose turn follows that of `player`.
    fn next(&self, player: &Value) -> &Value {
        let at = self.players.iter().position(|known| known == player).expect("it is a player");
        &self.players[(at + 1) % self.players.len()]
    }

    /// The position after a step, with the same player to move. `None` if the step adds two tuples that exclude each
    /// other.
    fn step(&self, position: &Position, one: &Move, values: &[Value]) -> Option<Position> {
        let (mut world, mut after) = (position.clone(), position.clone());
        let mut added: Vec<(&Signature, Vec<Value>)> = Vec::new();
        for kind in [EffectKind::Removes, EffectKind::Adds] {
            for effect in one.effects.iter().filter(|effect| effect.kind == kind) {
                let width = effect.clause.head.len() - values.len();
                let Some(start) = self.given(&effect.clause, values) else { continue };
                for mut tuple in self.instances(&mut world, &effect.clause, &effect.clause.head, start) {
                    tuple.truncate(width);
                    match kind {
                        EffectKind::Removes => {
                            let tuples = after.tuples.get_mut(&effect.state).expect("it is a state");
                            tuples.retain(|known| !known.starts_with(&tuple));
                        }
                        EffectKind::Adds | EffectKind::Then => added.push((&effect.state, tuple)),
                    }
                }
            }
        }
        for (at, (state, tuple)) in added.iter().enumerate() {
            let rivals = added[..at].iter().filter(|(other, _)| other == state);
            if rivals.clone().any(|(_, other)| other != tuple && self.same_place(state, other, tuple)) {
                return None;
            }
            self.add(&mut after, state, tuple.clone());
        }
        Some(after)
    }

    /// How the game has ended; `None` if it is not over.
    ///
    /// # Panics
    /// When a player is blocked and the game does not say what that means.
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        let mut world = position.clone();
        let won = self.rules().iter().filter(|rule| rule.level == 0);
        if let Some(rule) = won.into_iter().find(|rule| self.applies(&mut world, rule)) {
            return Some(Outcome::Won(rule.colour.clone()));
        }
        let holds = |clause: &Clause| !self.instances(&mut world, clause, &[], clause.start()).is_empty();
        if self.game.draws.iter().any(holds) {
            return Some(Outcome::Drawn);
        }
        if !self.steps(position).is_empty() {
            return None;
        }
        match self.game.blocked.expect("the game says what becomes of a blocked player") {
            BlockedOutcome::Passes if self.anybody_can_move(position) => None,
            BlockedOutcome::Draws | BlockedOutcome::Passes => Some(Outcome::Drawn),
            BlockedOutcome::Loses => Some(Outcome::Won(self.next(&position.to_move).to_string())),
        }
    }

    /// By how much each player has won, in the order of the players. This is the number of answers to all margins that
    /// are declared for the player.
    pub fn margins(&self, position: &Position) -> Vec<usize> {
        let mut world = position.clone();
        let mut count = |player: &Value| {
            let own = self.game.margins.iter().filter(|(colour, _)| *colour == player.to_string());
            own.map(|(_, clause)| self.instances(&mut world, clause, &clause.head, clause.start()).len())
                .sum()
        };
        self.players.iter().map(&mut count).collect()
    }

    /// The lowest level of the rules to which each supposition applies, and whether the supposition holds in the
    /// position. A supposition is a condition under which rules may claim a win.
    pub fn suppositions(&self, position: &Position) -> Vec<(u32, bool)> {
        let mut world = position.clone();
        let mut holds = |(level, clause): &(u32, Clause)| {
            (*level, !self.instances(&mut world, clause, &clause.head, clause.start()).is_empty())
        };
        self.game.suppositions.iter().map(&mut holds).collect()
    }

    fn add(&self, position: &mut Position, state: &Signature, tuple: Vec<Value>) {
        let tuples = position.tuples.get_mut(state).expect("it is a state");
        tuples.retain(|known| !self.same_place(state, known, &tuple));
        tuples.insert(tuple);
    }

    /// The initial assignment of a clause whose head ends with the values that the move plays. `None` if one of the
    /// variables may not have its value, because the line of the clause restricts it to other values.
    fn given(&self, clause: &Clause, values: &[Value]) -> Option<Vec<Option<Value>>> {
        let mut start = clause.start();
        for (term, value) in clause.head[clause.head.len() - values.len()..].iter().zip(values) {
            let variable = term.variables()[0];
            if !self.allows(clause, variable, value) {
                return None;
            }
            start[variable] = Some(value.clone());
        }
        Some(start)
    }

    /// Whether two tuples of a state exclude each other, because they differ only in the state's `one` arguments.
    fn same_place(&self, state: &Signature, one: &[Value], other: &[Value]) -> bool {
        let only = &self.game.states[state];
        only.contains(&true) && one.iter().zip(other).zip(only).all(|((a, b), only)| *only || a == b)
    }
}

/// The name of the built-in state that counts how often the position has occurred.
const OCCURRED: &str = "occurred";

/// The name and arity of the state [`OCCURRED`].
fn occurred() -> Signature {
    (OCCURRED.to_owned(), 1)
}

/// Maximum count of repetitions. Further repetitions are not counted.
const MAX_TIMES: usize = 63;

/// Maximum number of steps of a move.
const MAX_MOVE_STEPS: usize = 64;
