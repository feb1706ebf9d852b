//! The language tool `blanche`.

fn main() {}
