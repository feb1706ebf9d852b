//! A move: which declaration it is of, and the values that are played.
//!
//! Most moves are one step, and small enough to be copied. What a player goes on with ([`Rules::moves`](super::Rules::moves)) is
//! kept once for the whole process, so that a move of many steps is as small as the others; there is room for so many steps, and
//! no more.

use std::collections::HashSet;
use std::sync::{LazyLock, PoisonError, RwLock};

use crate::runtime::Value;

/// So many values a step of a move plays at most.
pub const MOST_PLAYED: usize = 6;

/// So many steps behind first ones are kept for the whole process: some hundred mebibytes of them.
const MOST_LATER_STEPS: usize = 1 << 22;

/// A step: which declaration it is of, and what is played. Steps are ordered by the declarations in the order of the text, and
/// then by the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    of: u16,
    played: [Value; MOST_PLAYED],
    count: u8,
}

/// A move of one player: a step, and all with which the player goes on. Moves are ordered as they are given: by their first
/// steps, then by the next ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    first: Step,
    /// The other steps; none where the turn goes to the next player at once.
    rest: Option<&'static [Step]>,
}

impl Step {
    /// A step of the declaration at this place in [`Game::moves`](crate::program::Game::moves).
    ///
    /// # Panics
    /// When it plays more than [`MOST_PLAYED`] values, or the place is beyond 65,534; [`Rules::new`](super::Rules::new)
    /// takes no such game.
    pub fn new(of: usize, played: &[Value]) -> Step {
        let mut values = [0; MOST_PLAYED];
        values[..played.len()].copy_from_slice(played);
        Step { of: of as u16, played: values, count: played.len() as u8 }
    }

    /// The place of its declaration in [`Game::moves`](crate::program::Game::moves).
    pub fn of(self) -> usize {
        usize::from(self.of)
    }

    /// The values that are played.
    pub fn played(&self) -> &[Value] {
        &self.played[..usize::from(self.count)]
    }
}

/// The declaration of a pass, which is none of the text.
const PASS: u16 = u16::MAX;

impl Move {
    /// What a player does who cannot move, in a game where blocked players pass: the turn goes on, and nothing else happens.
    pub fn pass() -> Move {
        Move { first: Step { of: PASS, played: [0; MOST_PLAYED], count: 0 }, rest: None }
    }

    /// Whether it is a pass. A pass is of no declaration: it has no step that could be made.
    pub fn is_pass(self) -> bool {
        self.first.of == PASS
    }

    /// A move of one step; see [`Step::new`].
    pub fn new(of: usize, played: &[Value]) -> Move {
        Move { first: Step::new(of, played), rest: None }
    }

    /// A move of these steps, one at least; none where there is no room for more moves of several steps.
    pub fn chain(steps: &[Step]) -> Option<Move> {
        let (first, rest) = steps.split_first()?;
        let rest = if rest.is_empty() { None } else { Some(kept(rest)?) };
        Some(Move { first: *first, rest })
    }

    /// The place of the declaration of its first step in [`Game::moves`](crate::program::Game::moves); no place for a pass.
    pub fn of(self) -> usize {
        self.first.of()
    }

    /// The values that its first step plays.
    pub fn played(&self) -> &[Value] {
        self.first.played()
    }

    /// Its steps; one at least.
    pub fn steps(&self) -> impl Iterator<Item = Step> + use<> {
        std::iter::once(self.first).chain(self.rest.into_iter().flatten().copied())
    }

    /// Its first step.
    pub fn first(&self) -> Step {
        self.first
    }

    /// Its last step.
    pub fn last(&self) -> Step {
        self.rest.and_then(<[Step]>::last).copied().unwrap_or(self.first)
    }

    /// Whether the player goes on after the first step.
    pub fn is_chain(&self) -> bool {
        self.rest.is_some()
    }
}

/// The steps that are kept, and how many they are together.
type Kept = (HashSet<&'static [Step]>, usize);

/// Keeps steps for the whole process; none where there is no room. Steps that were kept before are the same again.
fn kept(steps: &[Step]) -> Option<&'static [Step]> {
    static KEPT: LazyLock<RwLock<Kept>> = LazyLock::new(RwLock::default);
    if let Some(known) = KEPT.read().unwrap_or_else(PoisonError::into_inner).0.get(steps) {
        return Some(known);
    }
    let mut all = KEPT.write().unwrap_or_else(PoisonError::into_inner);
    // Somebody else may have been faster.
    if let Some(known) = all.0.get(steps) {
        return Some(known);
    }
    if all.1 + steps.len() > MOST_LATER_STEPS {
        return None;
    }
    let new: &'static [Step] = Box::leak(steps.into());
    all.1 += new.len();
    all.0.insert(new);
    Some(new)
}

/// The places of the declarations and the values, for whoever has no program at hand; people read
/// [`Notation::move_text`](super::Notation::move_text).
impl std::fmt::Display for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_pass() {
            return f.write_str("pass");
        }
        for (at, step) in self.steps().enumerate() {
            write!(f, "{}{}:{:?}", if at == 0 { "" } else { " " }, step.of, step.played())?;
        }
        Ok(())
    }
}
