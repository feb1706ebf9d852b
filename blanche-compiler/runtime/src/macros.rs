//! Macros that keep the generated code for sorts and queries short.

/// Defines the values of a sort whose values are words, and conversions between the values and their numbers.
#[doc(hidden)]
#[macro_export]
macro_rules! compiled_words {
    ($sort:ident, [$($value:ident),*]) => {
        impl $sort {
            /// All values, in order.
            pub const ALL: &[$sort] = &[$($sort::$value),*];

            /// The number of the value, counted from 0.
            #[inline]
            pub const fn value(self) -> $crate::Value {
                self as $crate::Value
            }

            /// The value with this number.
            #[inline]
            pub const fn from_value(value: $crate::Value) -> $sort {
                $sort::ALL[value as usize]
            }
        }
    };
}

/// Defines conversions between the values of a sort of numbers and [`Value`](crate::Value)s, which are indices.
#[doc(hidden)]
#[macro_export]
macro_rules! compiled_numbers {
    ($sort:ident) => {
        impl $sort {
            /// The index of the value in its sort.
            #[inline]
            pub const fn value(self) -> $crate::Value {
                self.0
            }

            /// The value with this index in its sort.
            #[inline]
            pub const fn from_value(value: $crate::Value) -> $sort {
                $sort(value)
            }
        }
    };
}

/// Implements [`Numbered`](crate::Numbered) for a sort with `$count` values, so that they can be members of sets.
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

/// Builds a [`Matcher`](crate::Matcher) from a compiled function, its variables, and the order in which it finds
/// solutions.
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
