//! Random programs with aggregates: the interpreter agrees with the naive evaluator.

use agree::generate;

use crate::answers::{interpreted, interpreted_sums, naive, naive_sums, read};
use crate::trials::trials;

#[test]
fn generated_aggregates_agree_with_the_definition() {
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

#[test]
fn a_nested_aggregate_shares_the_variables_of_the_outer_one() {
    let text = "sort d = a, b, c words D
sort n = 0 to 9 words N
fact w(a, 1), w(b, 2), w(b, 3)
marked(N) :- count D_ (count N_ (w(D_, N_)) ≥ 1) = N
";
    for (query, expected) in [
        ("marked(N)", "2"),
        ("count D_ (count N_ (w(D_, N_)) ≥ 1) = N", "2"),
        ("count D_ (d(D_), count N_ (w(D_, N_)) ≥ 1) = N", "2"),
        ("count D_ (count N_ (w(D_, N_)) = 0) = N", "1"),
        ("count D_ (¬(count N_ (w(D_, N_)) = 0)) = N", "2"),
        ("count D_ (¬(n(N_1), ¬(count N_ (w(D_, N_)) = 0))) = N", "1"),
        ("max N_ (count D_ (w(D_, N_)) = 0) = N", "9"),
        ("min N_ (count D_ (w(D_, N_)) = 1) = N", "1"),
        ("sum N_ (count D_ (w(D_, N_)) = 1) = N", "6"),
        ("count D_ (count N_ (count D_1 (w(D_1, N_), ¬equal(D_1, D_)) = 1) = 1) = N", "1"),
        ("count D_, N_ (count D_1 (w(D_1, N_), w(D_, N_)) = 1) = N", "3"),
        // A nested aggregate cannot count `D_` again (B0509), so it has a name of its own.
        ("count D_ (count D_1 (w(D_1, N_)) = 1, w(D_, N_)) = N", "2"),
        // Local variables of the same name in two branches are different variables.
        ("count D_ (d(D_), (count N_ (w(D_1, N_)) = 3 ; count N_ (w(D_1, N_)) = 4)) = N", "3"),
    ] {
        let program = read(text, Some(query));
        let answers = interpreted(&program);
        assert_eq!(answers, naive(&program), "{query}");
        let rows = answers.last().map(|answer| format!("{:?}", answer.rows));
        assert_eq!(rows.as_deref(), Some(format!("[[Number({expected})]]").as_str()), "{query}");
    }
}
