//! The interface between the interpreter and a host, which answers extern predicates. The emitter generates an
//! implementation for every domain, on top of the trait that compiled rules use too, so that both back ends call the
//! same Rust code.

use super::{LimitReached, Value};

/// Answers extern predicates, which are identified by numbers. The functions take the facts as a separate argument and
/// not as `self`, because a predicate that evaluates rules passes them on.
pub trait Host {
    /// The source of the answers, usually a position.
    type Facts;

    /// Whether the facts are a [`Position`](super::Position), which stores the states of a game. The modes of states
    /// then have numbers of their own, and [`Host::mode`] is not called for them.
    const STATES: bool = false;

    /// The number of a mode of an extern predicate; `None` if the host does not implement it.
    fn mode(predicate: &str, bound: &[bool]) -> Option<u32>;

    /// Parses a value of an opaque sort; `None` if `text` is not a value of the sort.
    fn read(sort: &str, text: &str) -> Option<Value>;

    /// Formats a value of an opaque sort; `None` if the sort has no such value.
    fn write(sort: &str, value: Value) -> Option<String>;

    /// Whether the tuple `inputs` satisfies the predicate.
    fn test(facts: &mut Self::Facts, mode: u32, inputs: &[Value]) -> bool;

    /// Appends the values of the free arguments of every answer to `answers`.
    fn each(facts: &mut Self::Facts, mode: u32, inputs: &[Value], answers: &mut Vec<Value>);

    /// Passes the words of a set of answers to `take`, 64 values per word. A host without modes that return sets need
    /// not implement it.
    fn set(_facts: &mut Self::Facts, mode: u32, _inputs: &[Value], _take: &mut dyn FnMut(&[u64])) {
        unreachable!("mode {mode} gives no set")
    }

    /// Whether the tuple `inputs` satisfies a predicate that evaluates rules; `rules` returns whether one of them
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
