//! The host (the program that answers extern predicates) for rules that need none.

use super::Host;
use crate::runtime::{LimitReached, Value};

/// The host of programs without extern predicates. It is never queried.
#[derive(Clone, Copy, Debug)]
pub enum NoHost {}

impl Host for NoHost {
    type Facts = ();

    fn mode(_: &str, _: &[bool]) -> Option<u32> {
        None
    }

    fn read(_: &str, _: &str) -> Option<Value> {
        None
    }

    fn write(_: &str, _: Value) -> Option<String> {
        None
    }

    fn test(_: &mut (), _: u32, _: &[Value]) -> bool {
        unreachable!("a host without modes is asked nothing")
    }

    fn each(_: &mut (), _: u32, _: &[Value], _: &mut Vec<Value>) {
        unreachable!("a host without modes is asked nothing")
    }

    fn ask(
        _: &mut (),
        _: u32,
        _: &[Value],
        _: &mut dyn FnMut(&mut ()) -> Result<bool, LimitReached>,
    ) -> Result<bool, LimitReached> {
        unreachable!("a host without modes is asked nothing")
    }
}
