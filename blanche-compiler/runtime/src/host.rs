//! The interface between the interpreter and a host, which is the program's code that answers extern predicates. The
//! emitter generates an implementation for every domain. It rests on the trait that compiled rules use too, so both
//! back ends call the same Rust code.

use super::{LimitReached, Value};

/// Answers extern predicates, which are identified by numbers. The facts are a separate argument of the functions and
/// not `self`, because a predicate that evaluates rules passes the facts on.
pub trait Host {
    /// The facts from which the host answers, usually a position.
    type Facts;

    /// Whether the facts are a [`Position`](super::Position), which stores the states of a game. If so, the modes of
    /// states have numbers of their own, and [`Host::mode`] is not called for them.
    const STATES: bool = false;

    /// The number of a mode (a choice of bound arguments) of an extern predicate. `None` if the host does not implement
    /// it.
    fn mode(predicate: &str, bound: &[bool]) -> Option<u32>;

    /// Parses a value of an opaque sort, whose values only the host knows. `None` if `text` is not a value of the sort.
    fn read(sort: &str, text: &str) -> Option<Value>;

    /// The text of a value of an opaque sort. `None` if the sort has no such value.
    fn write(sort: &str, value: Value) -> Option<String>;

    /// Whether the tuple `inputs` satisfies the predicate.
    fn test(facts: &mut Self::Facts, mode: u32, inputs: &[Value]) -> bool;

    /// Appends the answers to `answers`. Each answer consists of the values of the free arguments.
    fn each(facts: &mut Self::Facts, mode: u32, inputs: &[Value], answers: &mut Vec<Value>);

    /// Passes a set of answers to `take`, as words with a bit for each of 64 values. A host without modes that return
    /// sets need not implement this.
    fn set(_facts: &mut Self::Facts, mode: u32, _inputs: &[Value], _take: &mut dyn FnMut(&[u64])) {
        unreachable!("mode {mode} gives no set")
    }

    /// Whether the tuple `inputs` satisfies a predicate that evaluates rules. `rules` returns whether one of the rules
    /// applies.
    fn ask(
        facts: &mut Self::Facts,
        mode: u32,
        inputs: &[Value],
        rules: &mut dyn FnMut(&mut Self::Facts) -> Result<bool, LimitReached>,
    ) -> Result<bool, LimitReached>;

    /// The number of an action with this number of arguments; `None` if the host does not implement it.
    fn action(_action: &str, _arguments: usize) -> Option<u32> {
        None
    }

    /// Performs an action and returns `true`, or returns `false` and changes nothing.
    fn make(_facts: &mut Self::Facts, action: u32, _inputs: &[Value]) -> bool {
        unreachable!("a host without actions makes no action {action}")
    }

    /// Undoes the latest action, which was performed with these inputs.
    fn take_back(_facts: &mut Self::Facts, action: u32, _inputs: &[Value]) {
        unreachable!("a host without actions takes no action {action} back")
    }
}
