//! Tests of verification: which claims are refuted, which claims hold, and the search that decides this.

mod claims;
mod searches;
