//! The experiments of the thesis (chapter 5): which test positions are won, and how the number of examined positions
//! depends on the amount of knowledge.
//!
//! The positions AN01 to AN11 are those of figures 5.3 and 5.4 (Nosovsky); their lines and figures are those of tables
//! 5.1 and 5.3. For Uiterwijk's positions JU01 to JU12, the thesis prints winning lines (table 5.2), but the boards of
//! its figures 5.1 and 5.2 are lost. Six of these positions have surrogates, which consist of the stones that their
//! lines need.

pub mod printed;
pub mod run;

pub use printed::{Board, Compared, Line, Printed, Trace};
pub use run::{Found, Row, Table};
