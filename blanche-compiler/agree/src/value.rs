//! Values as they are written: a number, or a name. What a name stands for is the world's business.

use std::fmt;
use std::rc::Rc;

/// A value of any sort, as it is written. The order of the type is the order of values of no declared sort:
/// numbers by size, then names alphabetically.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// `3` or `-3`; `03` is the same value as `3`.
    Number(i64),
    /// `white`, `h8`, `5a`.
    Name(Rc<str>),
}

impl Value {
    /// The value that is written like this.
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
