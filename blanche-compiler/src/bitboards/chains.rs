//! Multi-step moves on bitboards: whether a player continues after a move, and with which next moves.

use super::Unfit;
use super::code::{Code, Output};
use super::groups::{Moves, Plays};
use super::operations::WordId;
use super::translate::Question;
use crate::program::{self, Argument};
use crate::runtime::{U256, Value, Word};

/// A continuation after the moves of a group.
#[derive(Clone, Debug)]
pub struct Continuation<W = U256> {
    /// The test, evaluated before the move, for whether the player continues; `None` means always.
    pub test: Option<Code<W>>,
    /// The groups whose moves may follow, and which of their moves.
    pub begun: Vec<(usize, Begun)>,
}

/// The moves of a group with which a player may continue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Begun {
    /// Pairs (offset, value): there are moves only if the played value plus each offset equals the value.
    pub conditions: Vec<(i32, Value)>,
    /// The bit of the move; `None` for all moves of the group.
    pub bit: Option<Begins>,
}

/// A value with which the next move begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begins {
    /// This value.
    Value(Value),
    /// The played value plus an offset.
    Played(i32),
}

impl Begins {
    fn value(self, played: Value) -> Value {
        match self {
            Begins::Value(value) => value,
            Begins::Played(more) => played.wrapping_add_signed(more),
        }
    }
}

impl Begun {
    /// The moves of a group with the given beginning; `None` if there are none.
    fn of(begins: &[Begins], plays: &Plays) -> Option<Begun> {
        let mut begun = Begun { conditions: Vec::new(), bit: None };
        match (plays, begins) {
            (Plays::Nothing, _) => {}
            (Plays::After(values), _) => {
                let (first, last) = begins.split_at(begins.len().min(values.len()));
                for (begins, value) in first.iter().zip(values) {
                    begun.ask(*begins, *value)?;
                }
                begun.bit = last.first().copied();
            }
            (Plays::Moved(_), []) => {}
            (Plays::Moved(_), [first]) => begun.bit = Some(*first),
            (Plays::Moved(by), [first, second, ..]) => {
                begun.bit = Some(*first);
                match (*first, *second) {
                    (Begins::Played(one), Begins::Played(other)) if other - one == *by => {}
                    (Begins::Played(_), Begins::Played(_)) => return None,
                    (Begins::Value(value), second) => begun.ask(second, value.checked_add_signed(*by)?)?,
                    (first, Begins::Value(value)) => begun.ask(first, value.checked_add_signed(-by)?)?,
                }
            }
        }
        Some(begun)
    }

    /// Requires the next move to begin with `value`; `None` if that is impossible.
    fn ask(&mut self, begins: Begins, value: Value) -> Option<()> {
        match begins {
            Begins::Value(known) => (known == value).then_some(()),
            Begins::Played(more) => {
                self.conditions.push((more, value));
                Some(())
            }
        }
    }

    /// The bits of the moves that may follow if the value `played` was played.
    pub(super) fn bits<W: Word>(&self, played: Value) -> W {
        let holds = self.conditions.iter().all(|(more, value)| Begins::Played(*more).value(played) == *value);
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
        Continuation { test: self.test.as_ref().map(Code::lowered), begun: self.begun.clone() }
    }
}

impl Plays {
    /// The value at index `at` of what is played, as the beginning of another move; `None` if nothing is played
    /// there.
    fn begins(&self, at: usize) -> Option<Begins> {
        match self {
            Plays::Nothing => None,
            Plays::After(values) => match values.get(at) {
                Some(value) => Some(Begins::Value(*value)),
                None => (at == values.len()).then_some(Begins::Played(0)),
            },
            Plays::Moved(by) => [0, *by].get(at).map(|more| Begins::Played(*more)),
        }
    }
}

/// The continuations after the moves of a group whose bits are `bits`. `all` are the groups of the player: the
/// declaration of each, what its moves play, and their word.
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
        Argument::Constant(value) => Ok(Begins::Value(*value)),
        // A value that is not played may be ambiguous.
        Argument::Answer(at) => plays.begins(*at).ok_or(Unfit),
    };
    let begins: Vec<Begins> = then.arguments.iter().map(begins).collect::<Result<_, _>>()?;
    let target = moves.game.place_of(then.target);
    let begun = all.iter().enumerate().filter(|(_, (of, ..))| *of == target);
    let begun = begun.filter_map(|(at, (_, plays, _))| Some((at, Begun::of(&begins, plays)?)));
    let test = match then.question {
        None => None,
        Some(question) => {
            let mut solver = moves.solver();
            let rule = moves.program.rule(question);
            let word = Question::new(&mut solver, rule, &plays.given(bits))?.test(&mut solver)?;
            Some(Code::of(&solver.operations, vec![Output { values: Vec::new(), word }], None))
        }
    };
    Ok(Continuation { test, begun: begun.collect() })
}
