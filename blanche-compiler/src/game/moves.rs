//! A move: its declaration and the values that it plays.
//!
//! Most moves are a single step, small enough to be `Copy`. The further steps of a longer move
//! ([`Rules::moves`](super::Rules::moves)) are stored in a table of the process (interned), so that every move has the
//! same small size. The number of interned steps is limited.

use std::collections::HashSet;
use std::sync::{LazyLock, PoisonError, RwLock};

use crate::runtime::Value;

/// Maximum number of values that a step of a move plays.
pub const MAX_PLAYED_VALUES: usize = 6;

/// Maximum number of interned steps, over the whole process: together they take some hundred mebibytes.
const MAX_LATER_STEPS: usize = 1 << 22;

/// A step of a move: its declaration and the values that it plays. Steps are ordered by declaration, in the order of
/// the text, and then by value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    of: u16,
    played: [Value; MAX_PLAYED_VALUES],
    count: u8,
}

/// A move of one player: a step and the steps that the player continues with. Moves are ordered by their first steps,
/// then by the following ones, which is the order in which they are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    first: Step,
    /// The steps after the first; `None` if the move is a single step.
    rest: Option<&'static [Step]>,
}

impl Step {
    /// Creates a step of the declaration with index `of` in [`Game::moves`](crate::program::Game::moves).
    ///
    /// # Panics
    /// When it plays more than [`MAX_PLAYED_VALUES`] values, or `of` is beyond 65,534;
    /// [`Rules::new`](super::Rules::new) rejects such games.
    pub fn new(of: usize, played: &[Value]) -> Step {
        let mut values = [0; MAX_PLAYED_VALUES];
        values[..played.len()].copy_from_slice(played);
        Step { of: of as u16, played: values, count: played.len() as u8 }
    }

    /// The index of the step's declaration in [`Game::moves`](crate::program::Game::moves).
    pub fn of(self) -> usize {
        usize::from(self.of)
    }

    /// The values that the step plays.
    pub fn played(&self) -> &[Value] {
        &self.played[..usize::from(self.count)]
    }
}

/// The declaration index of a pass, which no declaration of the text has.
const PASS: u16 = u16::MAX;

impl Move {
    /// The move of a player who cannot move, in games in which blocked players pass. It only changes the turn.
    pub fn pass() -> Move {
        Move { first: Step { of: PASS, played: [0; MAX_PLAYED_VALUES], count: 0 }, rest: None }
    }

    /// Whether this is a pass. A pass has no declaration and no step that could be made.
    pub fn is_pass(self) -> bool {
        self.first.of == PASS
    }

    /// Creates a move of one step; see [`Step::new`].
    pub fn new(of: usize, played: &[Value]) -> Move {
        Move { first: Step::new(of, played), rest: None }
    }

    /// Creates a move of one or more steps. Returns `None` if there are no steps or the limit of interned steps is
    /// reached.
    pub fn chain(steps: &[Step]) -> Option<Move> {
        let (first, rest) = steps.split_first()?;
        let rest = if rest.is_empty() { None } else { Some(interned(rest)?) };
        Some(Move { first: *first, rest })
    }

    /// The index of the declaration of the move's first step in [`Game::moves`](crate::program::Game::moves). It is
    /// meaningless for a pass.
    pub fn of(self) -> usize {
        self.first.of()
    }

    /// The values that the first step of the move plays.
    pub fn played(&self) -> &[Value] {
        self.first.played()
    }

    /// All steps of the move, of which there is at least one.
    pub fn steps(&self) -> impl Iterator<Item = Step> + use<> {
        std::iter::once(self.first).chain(self.rest.into_iter().flatten().copied())
    }

    /// The first step of the move.
    pub fn first(&self) -> Step {
        self.first
    }

    /// The last step of the move.
    pub fn last(&self) -> Step {
        self.rest.and_then(<[Step]>::last).copied().unwrap_or(self.first)
    }

    /// Whether the move has more than one step.
    pub fn is_chain(&self) -> bool {
        self.rest.is_some()
    }
}

/// The interned lists of steps, and the total number of steps in them.
type StepCache = (HashSet<&'static [Step]>, usize);

/// Interns a list of steps for the whole process. Returns `None` if the limit is reached.
fn interned(steps: &[Step]) -> Option<&'static [Step]> {
    static KEPT: LazyLock<RwLock<StepCache>> = LazyLock::new(RwLock::default);
    if let Some(known) = KEPT.read().unwrap_or_else(PoisonError::into_inner).0.get(steps) {
        return Some(known);
    }
    let mut all = KEPT.write().unwrap_or_else(PoisonError::into_inner);
    // Another thread may have added it in the meantime.
    if let Some(known) = all.0.get(steps) {
        return Some(known);
    }
    if all.1 + steps.len() > MAX_LATER_STEPS {
        return None;
    }
    let new: &'static [Step] = Box::leak(steps.into());
    all.1 += new.len();
    all.0.insert(new);
    Some(new)
}

/// Shows the indices of the declarations and the values, for use without the program;
/// [`Notation::move_text`](super::Notation::move_text) writes moves for people.
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
