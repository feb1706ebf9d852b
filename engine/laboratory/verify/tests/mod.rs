//! Tests of verification: which claims are refuted or hold, and the search that decides it.

mod claims;
mod searches;
