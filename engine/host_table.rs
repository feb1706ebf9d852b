//! A function table with which the interpreter queries a position. The compiler generates the functions from the domain
//! in `knowledge/`, and a package with compiled rules registers them, so the engine depends on none of that generated
//! Rust.

use blanche_compiler::interpret::Host;
use blanche_compiler::runtime::{LimitReached, Value};

/// A callback that evaluates rules against the facts and returns whether one of them applies.
pub(crate) type Rules<'r, F> = &'r mut dyn FnMut(&mut F) -> Result<bool, LimitReached>;

/// A function that passes a set of answers to a callback, as the words of a bitset.
type Sets<F> = fn(&mut F, u32, &[Value], &mut dyn FnMut(&[u64]));

/// A function that tests whether a tuple holds, and evaluates rules while it does so.
type Asks<F> = fn(&mut F, u32, &[Value], Rules<'_, F>) -> Result<bool, LimitReached>;

/// The functions of a [`Host`] as function pointers.
#[derive(Debug)]
pub struct HostTable<F: 'static> {
    pub(crate) mode: fn(&str, &[bool]) -> Option<u32>,
    pub(crate) read: fn(&str, &str) -> Option<Value>,
    pub(crate) write: fn(&str, Value) -> Option<String>,
    pub(crate) test: fn(&mut F, u32, &[Value]) -> bool,
    pub(crate) each: fn(&mut F, u32, &[Value], &mut Vec<Value>),
    pub(crate) set: Sets<F>,
    pub(crate) ask: Asks<F>,
    pub(crate) action: fn(&str, usize) -> Option<u32>,
    pub(crate) make: fn(&mut F, u32, &[Value]) -> bool,
    pub(crate) take_back: fn(&mut F, u32, &[Value]),
}

impl<F> HostTable<F> {
    /// The table of the functions of the host `H`.
    pub const fn of<H: Host<Facts = F>>() -> HostTable<F> {
        HostTable {
            mode: H::mode,
            read: H::read,
            write: H::write,
            test: H::test,
            each: H::each,
            set: H::set,
            ask: H::ask,
            action: H::action,
            make: H::make,
            take_back: H::take_back,
        }
    }
}
