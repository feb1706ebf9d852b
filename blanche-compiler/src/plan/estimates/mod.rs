//! The numbers that the passes reckon with: how often literals hold, and what steps cost.

mod asking;
mod cost;
mod selectivity;
