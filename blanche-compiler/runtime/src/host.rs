//! What the interpreter needs of a host. The emitter writes an implementation for every domain, on top of the
//! same trait that compiled rules use, so that both back ends ask the same Rust.

use super::{LimitReached, Value};

/// Answers extern predicates by number. The functions take the facts apart from the host, because a predicate
/// that asks rules hands them on.
pub trait Host {
    /// The position, or whatever the answers come from.
    type Facts;

    /// Whether the facts are a [`Position`](super::Position), which answers the states of a game. Their modes have
    /// numbers of their own then, and [`Host::mode`] is not asked for them.
    const STATES: bool = false;

    /// The number of a mode of an extern predicate; `None` if the host does not answer it.
    fn mode(predicate: &str, bound: &[bool]) -> Option<u32>;

    /// The value of an opaque sort that is written like this.
    fn read(sort: &str, text: &str) -> Option<Value>;

    /// How a value of an opaque sort is written.
    fn write(sort: &str, value: Value) -> Option<String>;

    /// Whether a tuple holds.
    fn test(facts: &mut Self::Facts, mode: u32, inputs: &[Value]) -> bool;

    /// Appends the free arguments of every answer.
    fn each(facts: &mut Self::Facts, mode: u32, inputs: &[Value], answers: &mut Vec<Value>);

    /// Hands the words of a set of answers, 64 values each. A host whose modes give no sets needs none.
    fn set(_facts: &mut Self::Facts, mode: u32, _inputs: &[Value], _take: &mut dyn FnMut(&[u64])) {
        unreachable!("mode {mode} gives no set")
    }

    /// Whether a tuple holds of a predicate that asks rules; `rules` says whether one of them applies.
    fn ask(
        facts: &mut Self::Facts,
        mode: u32,
        inputs: &[Value],
        rules: &mut dyn FnMut(&mut Self::Facts) -> Result<bool, LimitReached>,
    ) -> Result<bool, LimitReached>;

    /// The number of an action with so many arguments; `None` if the host does not make it.
    fn action(_action: &str, _arguments: usize) -> Option<u32> {
        None
    }

    /// Makes an action, and says whether it could; if not, nothing has changed.
    fn make(_facts: &mut Self::Facts, action: u32, _inputs: &[Value]) -> bool {
        unreachable!("a host without actions makes no action {action}")
    }

    /// Takes the latest action back, which was made with these inputs.
    fn take_back(_facts: &mut Self::Facts, action: u32, _inputs: &[Value]) {
        unreachable!("a host without actions takes no action {action} back")
    }
}
