//! Connects the interpreter to the registered host, that is, to the functions that answer its queries about a position.

use blanche_compiler::interpret::Host;
use blanche_compiler::runtime::{LimitReached, Value};

use crate::board::Position;
use crate::built_in::REGISTERED;
use crate::host_table::{HostTable, Rules};

/// The registered host of five in a row. If no host is registered, the domain has no known predicates.
#[derive(Clone, Copy, Debug)]
pub enum StonesHost {}

#[inline]
fn registered() -> Option<&'static HostTable<Position>> {
    REGISTERED.first().map(|registered| &registered.host)
}

/// The registered host. A caller that has the number of a mode or action can rely on it, because only a registered host
/// assigns such numbers.
#[inline]
fn table() -> &'static HostTable<Position> {
    registered().expect("a mode has a number only where a host is registered")
}

impl Host for StonesHost {
    type Facts = Position;

    fn mode(predicate: &str, bound: &[bool]) -> Option<u32> {
        (registered()?.mode)(predicate, bound)
    }

    fn read(sort: &str, text: &str) -> Option<Value> {
        (registered()?.read)(sort, text)
    }

    fn write(sort: &str, value: Value) -> Option<String> {
        (registered()?.write)(sort, value)
    }

    fn test(facts: &mut Position, mode: u32, inputs: &[Value]) -> bool {
        (table().test)(facts, mode, inputs)
    }

    fn each(facts: &mut Position, mode: u32, inputs: &[Value], answers: &mut Vec<Value>) {
        (table().each)(facts, mode, inputs, answers);
    }

    fn set(facts: &mut Position, mode: u32, inputs: &[Value], take: &mut dyn FnMut(&[u64])) {
        (table().set)(facts, mode, inputs, take);
    }

    fn ask(
        facts: &mut Position,
        mode: u32,
        inputs: &[Value],
        rules: Rules<'_, Position>,
    ) -> Result<bool, LimitReached> {
        (table().ask)(facts, mode, inputs, rules)
    }

    fn action(action: &str, arguments: usize) -> Option<u32> {
        (registered()?.action)(action, arguments)
    }

    fn make(facts: &mut Position, action: u32, inputs: &[Value]) -> bool {
        (table().make)(facts, action, inputs)
    }

    fn take_back(facts: &mut Position, action: u32, inputs: &[Value]) {
        (table().take_back)(facts, action, inputs);
    }
}
