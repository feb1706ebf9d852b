//! The world that a program speaks of: what a host answers, as plain relations.

use crate::value::Value;

/// What a host answers, as relations.
pub trait World {
    /// All values of an opaque sort (`of 225 like h8`), in the order of the sort.
    fn values(&self, sort: &str) -> Vec<Value>;

    /// The tuples of an extern predicate that agree with the arguments that are given; none at all if there is
    /// no such predicate. Tuples that disagree do no harm. `asked` says whether one of the rules that the
    /// predicate asks (`extern … asks …`) applies in the world as it is then.
    fn tuples(
        &mut self,
        predicate: &str,
        arguments: &[Option<Value>],
        asked: &dyn Fn(&mut Self) -> bool,
    ) -> Option<Vec<Vec<Value>>>;

    /// All that its answers depend on, where actions lead from one state to another and tuples are worth keeping.
    fn state(&self) -> Option<String> {
        None
    }

    /// Makes an action, and says whether it could; if not, nothing has changed.
    fn make(&mut self, action: &str, _arguments: &[Value]) -> bool {
        panic!("this world knows no action {action}")
    }

    /// Takes the latest action back, which was made with these arguments.
    fn take_back(&mut self, action: &str, _arguments: &[Value]) {
        panic!("this world knows no action {action}")
    }
}

/// The world of a program whose facts all stand in the text.
pub struct NoHost;

impl World for NoHost {
    fn values(&self, _: &str) -> Vec<Value> {
        Vec::new()
    }

    fn tuples(
        &mut self,
        _: &str,
        _: &[Option<Value>],
        _: &dyn Fn(&mut NoHost) -> bool,
    ) -> Option<Vec<Vec<Value>>> {
        None
    }

    /// It is always the same.
    fn state(&self) -> Option<String> {
        Some(String::new())
    }
}
