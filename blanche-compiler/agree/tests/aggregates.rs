//! What answers come to: random programs that count, against the definition.

use agree::generate;

use crate::answers::{interpreted, interpreted_sums, naive, naive_sums, read};
use crate::trials::trials;

#[test]
fn what_answers_come_to_is_what_is_defined() {
    let (mut counting, mut answered) = (0, 0);
    for seed in 0..trials(120) as u64 {
        let generate::Program { text, queries } = generate::counting(seed);
        let program = read(&text, queries.first().map(String::as_str));
        let expected = naive(&program);
        assert_eq!(interpreted(&program), expected, "seed {seed}\n{text}\n{queries:?}");
        assert_eq!(interpreted_sums(&program, &program.plan), naive_sums(&program), "seed {seed}\n{text}");
        counting += usize::from(["count ", "sum ", "min ", "max "].iter().any(|word| text.contains(word)));
        answered += usize::from(expected.iter().any(|answer| !answer.rows.is_empty()));
    }
    println!("{counting} programs count, {answered} have answers");
    assert!(counting > 4 && answered > 4, "{counting} {answered}");
}
