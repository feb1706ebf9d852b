//! Values as written: a number or a name. The host determines what a name stands for.

use std::fmt;
use std::rc::Rc;

/// A value of any sort, as written. Its `Ord` is the order of values without a declared sort: numbers by size, then
/// names alphabetically.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A number such as `3` or `-3`. `03` is the same value as `3`.
    Number(i64),
    /// A name, such as `white`, `h8` or `5a`.
    Name(Rc<str>),
}

impl Value {
    /// Parses a value.
    pub fn read(text: &str) -> Value {
        match text.parse() {
            Ok(number) if text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') => {
                Value::Number(number)
            }
            _ => Value::Name(text.into()),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => write!(f, "{number}"),
            Value::Name(name) => f.write_str(name),
        }
    }
}
