//! The game program `noire`.

fn main() {}
