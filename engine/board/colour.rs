//! The two colours of stones. That a field is empty is the absence of a colour, not a third one.

use std::fmt;
use std::str::FromStr;

/// The colour of a stone, and of the player who sets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Black begins, and in renju is bound by the rules of the forbidden moves.
    Black,
    /// White.
    White,
}

impl Colour {
    /// Both colours, black first.
    pub const ALL: [Colour; 2] = [Colour::Black, Colour::White];

    /// The opponent.
    ///
    /// ```
    /// # use noire::board::Colour;
    /// assert_eq!(Colour::Black.other(), Colour::White);
    /// ```
    #[inline]
    pub const fn other(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// 0 for black and 1 for white, to number a table with.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Colour::Black => "black",
            Colour::White => "white",
        })
    }
}

/// A text that names neither colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseColourError;

impl fmt::Display for ParseColourError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a colour is `black` or `white`, or `b` or `w`")
    }
}

impl std::error::Error for ParseColourError {}

impl FromStr for Colour {
    type Err = ParseColourError;

    /// Reads `black`, `white`, `b` or `w`, in small or capital letters.
    fn from_str(text: &str) -> Result<Colour, ParseColourError> {
        match text.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Colour::Black),
            "w" | "white" => Ok(Colour::White),
            _ => Err(ParseColourError),
        }
    }
}
