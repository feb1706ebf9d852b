//! Multi-step moves on bitboards: whether a player moves again after a move, and with which next moves.

use super::Unfit;
use super::code::{Code, Output};
use super::groups::{Moves, Plays};
use super::operations::WordId;
use super::translate::RuleQuery;
use crate::program::{self, Argument};
use crate::runtime::{U256, Value, Word};

/// A continuation after the moves of a group.
#[derive(Clone, Debug)]
pub struct Continuation<W = U256> {
    /// The test whether the player moves again, evaluated before the move. `None` means that the player always moves
    /// again.
    pub test: Option<Code<W>>,
    /// The groups whose moves may follow: the index of each group, and which of its moves may follow.
    pub next_moves: Vec<(usize, NextMoves)>,
}

/// Which moves of a group may follow a move of the same player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextMoves {
    /// Pairs (offset, value). A move may follow only if, for each pair, the value played before plus the offset equals
    /// the value of the pair.
    pub conditions: Vec<(i32, Value)>,
    /// The bit of the move that may follow; `None` if all moves of the group may follow.
    pub bit: Option<FirstValue>,
}

/// A value with which the next move begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstValue {
    /// This value.
    Value(Value),
    /// The value played before, plus an offset.
    Played(i32),
}

impl FirstValue {
    fn value(self, played: Value) -> Value {
        match self {
            FirstValue::Value(value) => value,
            FirstValue::Played(more) => played.wrapping_add_signed(more),
        }
    }
}

impl NextMoves {
    /// The moves of a group with the given beginning; `None` if there are no such moves.
    fn of(begins: &[FirstValue], plays: &Plays) -> Option<NextMoves> {
        let mut next_moves = NextMoves { conditions: Vec::new(), bit: None };
        match (plays, begins) {
            (Plays::Nothing, _) => {}
            (Plays::After(values), _) => {
                let (first, last) = begins.split_at(begins.len().min(values.len()));
                for (begins, value) in first.iter().zip(values) {
                    next_moves.ask(*begins, *value)?;
                }
                next_moves.bit = last.first().copied();
            }
            (Plays::Moved(_), []) => {}
            (Plays::Moved(_), [first]) => next_moves.bit = Some(*first),
            (Plays::Moved(by), [first, second, ..]) => {
                next_moves.bit = Some(*first);
                match (*first, *second) {
                    (FirstValue::Played(one), FirstValue::Played(other)) if other - one == *by => {}
                    (FirstValue::Played(_), FirstValue::Played(_)) => return None,
                    (FirstValue::Value(value), second) => {
                        next_moves.ask(second, value.checked_add_signed(*by)?)?
                    }
                    (first, FirstValue::Value(value)) => {
                        next_moves.ask(first, value.checked_add_signed(-by)?)?
                    }
                }
            }
        }
        Some(next_moves)
    }

    /// Requires the next move to begin with `value`; `None` if that is impossible.
    fn ask(&mut self, begins: FirstValue, value: Value) -> Option<()> {
        match begins {
            FirstValue::Value(known) => (known == value).then_some(()),
            FirstValue::Played(more) => {
                self.conditions.push((more, value));
                Some(())
            }
        }
    }

    /// The bits of the moves that may follow if the value `played` was played.
    pub(super) fn bits<W: Word>(&self, played: Value) -> W {
        let holds =
            self.conditions.iter().all(|(more, value)| FirstValue::Played(*more).value(played) == *value);
        match self.bit {
            _ if !holds => W::NONE,
            Some(begins) => W::bit(begins.value(played) % W::BITS),
            None => !W::NONE,
        }
    }
}

impl Continuation {
    /// Converts the code to words of its own width.
    pub(super) fn lowered<W: Word>(&self) -> Continuation<W> {
        Continuation { test: self.test.as_ref().map(Code::lowered), next_moves: self.next_moves.clone() }
    }
}

impl Plays {
    /// The value at index `at` of a move, as the beginning of another move. `None` if the move has no value at this
    /// index.
    fn begins(&self, at: usize) -> Option<FirstValue> {
        match self {
            Plays::Nothing => None,
            Plays::After(values) => match values.get(at) {
                Some(value) => Some(FirstValue::Value(*value)),
                None => (at == values.len()).then_some(FirstValue::Played(0)),
            },
            Plays::Moved(by) => [0, *by].get(at).map(|more| FirstValue::Played(*more)),
        }
    }
}

/// The continuations after the moves of a group. The moves play `plays` and have the bits `bits`. `all` are the groups
/// of the player: for each group the index of its declaration, what its moves play, and their word.
pub(super) fn continuations(
    moves: Moves<'_>,
    (plays, bits): (&Plays, U256),
    all: &[(usize, Plays, WordId)],
) -> Result<Vec<Continuation>, Unfit> {
    let continuation = |then: &program::Continuation| continuation(moves, then, (plays, bits), all);
    moves.made.continuations.iter().map(continuation).collect()
}

fn continuation(
    moves: Moves<'_>,
    then: &program::Continuation,
    (plays, bits): (&Plays, U256),
    all: &[(usize, Plays, WordId)],
) -> Result<Continuation, Unfit> {
    let begins = |argument: &Argument| match argument {
        Argument::Constant(value) => Ok(FirstValue::Value(*value)),
        // An answer may have several values if the move does not play it.
        Argument::Answer(at) => plays.begins(*at).ok_or(Unfit),
    };
    let begins: Vec<FirstValue> = then.arguments.iter().map(begins).collect::<Result<_, _>>()?;
    let target = moves.game.place_of(then.target);
    let next_moves = all.iter().enumerate().filter(|(_, (of, ..))| *of == target);
    let next_moves = next_moves.filter_map(|(at, (_, plays, _))| Some((at, NextMoves::of(&begins, plays)?)));
    let test = match then.question {
        None => None,
        Some(question) => {
            let mut solver = moves.solver();
            let rule = moves.program.rule(question);
            let word = RuleQuery::new(&mut solver, rule, &plays.given(bits))?.test(&mut solver)?;
            Some(Code::of(&solver.operations, vec![Output { values: Vec::new(), word }], None))
        }
    };
    Ok(Continuation { test, next_moves: next_moves.collect() })
}
