//! What is refuted and what holds, and the search that decides it.

mod claims;
mod searches;
