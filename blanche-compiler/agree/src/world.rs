//! The host of a program (what answers its extern predicates) as plain relations, for the naive evaluator.

use crate::value::Value;

/// Answers extern predicates with relations.
pub trait World {
    /// All values of an opaque sort (`of 225 like h8`), in the order of the sort.
    fn values(&self, sort: &str) -> Vec<Value>;

    /// Tuples of an extern predicate, including all tuples that match the given arguments. `None` if there is no such
    /// predicate. `asked` evaluates the rules of the predicate (`extern … asks …`) in the current state of the world,
    /// and returns whether one of them applies.
    fn tuples(
        &mut self,
        predicate: &str,
        arguments: &[Option<Value>],
        asked: &dyn Fn(&mut Self) -> bool,
    ) -> Option<Vec<Vec<Value>>>;

    /// A description of everything that the answers depend on, which is used as a cache key. `None` disables caching.
    fn state(&self) -> Option<String> {
        None
    }

    /// Makes an action and returns `true`, or returns `false` and changes nothing if it is not possible.
    fn make(&mut self, action: &str, _arguments: &[Value]) -> bool {
        panic!("this world knows no action {action}")
    }

    /// Takes back the latest action. It was made with these arguments.
    fn take_back(&mut self, action: &str, _arguments: &[Value]) {
        panic!("this world knows no action {action}")
    }
}

/// The world of a program whose facts are all in its text.
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

    /// Always the same cache key, because nothing can change this world.
    fn state(&self) -> Option<String> {
        Some(String::new())
    }
}
