//! The host of a game that stores its own positions: it answers queries about the states of the game and nothing else.

use super::Host;
use crate::program::Extern;
use crate::runtime::{LimitReached, MAX_STATE_ARGUMENTS, Position, Value};

/// Answers queries about the states of a game from a position.
#[derive(Clone, Copy, Debug)]
pub enum StateHost {}

/// The number of a mode of an extern predicate, or `None` if the host does not support it.
pub(super) fn mode_number<H: Host>(predicate: &str, external: &Extern, mode: usize) -> Option<u32> {
    let bound = &external.modes[mode].bound;
    match external.state {
        Some(state) if H::STATES => Some(state_mode(state, bound)),
        _ => H::mode(predicate, bound),
    }
}

/// The number of a mode of a state. It has a bit for each argument, which is set if the argument is bound. The higher
/// bits are the index of the state.
fn state_mode(state: usize, bound: &[bool]) -> u32 {
    let bits = bound.iter().enumerate().filter(|(_, bound)| **bound).map(|(at, _)| 1 << at);
    (state << MAX_STATE_ARGUMENTS) as u32 | bits.sum::<u32>()
}

/// The state's index in the number of a mode.
#[inline]
fn state(mode: u32) -> usize {
    mode as usize >> MAX_STATE_ARGUMENTS
}

impl Host for StateHost {
    type Facts = Position;

    const STATES: bool = true;

    fn mode(_: &str, _: &[bool]) -> Option<u32> {
        None
    }

    fn read(_: &str, _: &str) -> Option<Value> {
        None
    }

    fn write(_: &str, _: Value) -> Option<String> {
        None
    }

    #[inline]
    fn test(position: &mut Position, mode: u32, inputs: &[Value]) -> bool {
        position.holds(state(mode), inputs)
    }

    fn each(position: &mut Position, mode: u32, inputs: &[Value], answers: &mut Vec<Value>) {
        let (mut inputs, arity) = (inputs.iter(), position.layout().table(state(mode)).arity());
        let mut bound = [None; MAX_STATE_ARGUMENTS];
        for (at, value) in bound[..arity].iter_mut().enumerate() {
            *value = if mode >> at & 1 == 1 { inputs.next().copied() } else { None };
        }
        position.each(state(mode), &bound[..arity], answers);
    }

    #[inline]
    fn set(position: &mut Position, mode: u32, inputs: &[Value], take: &mut dyn FnMut(&[u64])) {
        take(position.set(state(mode), inputs));
    }

    fn ask(
        _: &mut Position,
        mode: u32,
        _: &[Value],
        _: &mut dyn FnMut(&mut Position) -> Result<bool, LimitReached>,
    ) -> Result<bool, LimitReached> {
        unreachable!("no state asks rules, and {mode} is the mode of one")
    }
}
