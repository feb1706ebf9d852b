//! Generates random programs in which each definition uses two other definitions under negations. Unfolding the
//! definitions would double the size of the program at each level.

use std::fmt::Write;

use super::Program;
use blanche_compiler::random::Random;

/// Generates a program with facts and `depth` levels of derived predicates. Each predicate depends on two predicates of
/// lower levels. Three rules and a score use the last predicate, and there is a query. The result depends only on the
/// seed.
pub fn nested(seed: u64, depth: usize) -> Program {
    let mut random = Random::new(seed);
    let mut text = "sort thing = a, b, c, d words T playable\nplayers white, black\n".to_owned();
    for thing in ["a", "b", "c", "d"] {
        writeln!(text, "fact kind({thing})").expect("a text can be written");
    }
    for _ in 0..5 {
        let (one, other) = (*random.choose(&["a", "b", "c"]), *random.choose(&["b", "c", "d"]));
        let fact = format!("fact beside({one}, {other})\n");
        if !text.contains(&fact) {
            text.push_str(&fact);
        }
    }
    text.push_str("fact red(a)\nfact red(d)\nn0(T) :- kind(T), ¬red(T)\nn1(T) :- red(T), ¬beside(T, T2_)\n");
    for level in 2..=depth.max(2) {
        let (one, other) = (level - 1, random.between(level - 2, level - 1));
        let name = |below: usize| format!("n{below}");
        text.push_str(&clauses(&mut random, &name(level), &name(one), &name(other)));
    }
    let last = depth.max(2);
    write!(
        text,
        "rule last for white at level 1 plays T1 if n{last}(T1)
rule others for white at level 1 plays T1 if kind(T1), ¬n{last}(T1)
rule pairs for black at level 1 plays T1 if beside(T1, T2), ¬(n{last}(T1), ¬n{last}(T2))
score lacks for white attacking 2 defending 1 if kind(T), ¬(n{last}(T), ¬red(T))
",
    )
    .expect("a text can be written");
    let queries = vec![format!("beside(T1, T2), ¬(kind(T3_), n{last}(T3_), ¬(n{last}(T1), ¬n{last}(T2)))")];
    Program { text, queries }
}

/// The clauses of one predicate. They use two other predicates, or use one other predicate twice.
fn clauses(random: &mut Random, name: &str, one: &str, other: &str) -> String {
    let bodies: &[&str] = match random.below(6) {
        0 => &["kind(T), ¬(ONE(T), ¬OTHER(T))"],
        1 => &["beside(T, T2), ONE(T2), ¬OTHER(T)"],
        2 => &["kind(T), ¬(beside(T, T2_), ONE(T2_), ¬OTHER(T2_))"],
        3 => &["ONE(T), ¬(beside(T2_, T), OTHER(T2_))"],
        4 => &["kind(T), ONE(T), ¬(OTHER(T), red(T))", "beside(T, T2), ¬ONE(T2), OTHER(T)"],
        _ => &["kind(T), (ONE(T) ; ¬OTHER(T), beside(T, T2_))"],
    };
    let clause = |body: &&str| {
        let body = body.replace("ONE", one).replace("OTHER", other);
        format!("{name}(T) :- {body}\n")
    };
    bodies.iter().map(clause).collect()
}
