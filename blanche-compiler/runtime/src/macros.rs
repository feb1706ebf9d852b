//! What generated code says of each sort and of each question, in short.

/// The values of a sort of words, in order: their numbers, and what they are the numbers of.
#[doc(hidden)]
#[macro_export]
macro_rules! compiled_words {
    ($sort:ident, [$($value:ident),*]) => {
        impl $sort {
            /// The values in order.
            pub const ALL: &[$sort] = &[$($sort::$value),*];

            /// The number of the value.
            #[inline]
            pub const fn value(self) -> $crate::Value {
                self as $crate::Value
            }

            /// The value of a number.
            #[inline]
            pub const fn from_value(value: $crate::Value) -> $sort {
                $sort::ALL[value as usize]
            }
        }
    };
}

/// The values of a sort of numbers.
#[doc(hidden)]
#[macro_export]
macro_rules! compiled_numbers {
    ($sort:ident) => {
        impl $sort {
            /// The number of the value.
            #[inline]
            pub const fn value(self) -> $crate::Value {
                self.0
            }

            /// The value of a number.
            #[inline]
            pub const fn from_value(value: $crate::Value) -> $sort {
                $sort(value)
            }
        }
    };
}

/// So many values of a sort can stand in sets.
#[doc(hidden)]
#[macro_export]
macro_rules! compiled_numbered {
    ($sort:ident, $count:literal) => {
        impl $crate::Numbered for $sort {
            const COUNT: usize = $count;

            #[inline(always)]
            fn number(self) -> usize {
                self.value() as usize
            }

            #[inline(always)]
            fn numbered(number: usize) -> Self {
                $sort::from_value(number as $crate::Value)
            }
        }
    };
}

/// A [`Matcher`](crate::Matcher) of a compiled function, of the order of its solutions and its variables.
#[doc(hidden)]
#[macro_export]
macro_rules! compiled_matcher {
    ($function:ident, $order:ident, [$($variable:expr),*]) => {
        $crate::Matcher {
            variables: &[$($variable),*],
            applies: |facts, budget| $crate::applies($function, facts, budget),
            order: $crate::ResultOrder::$order,
            run: $function,
        }
    };
}
