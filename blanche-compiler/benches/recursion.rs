//! Benchmarks the transitive closure `ancestor` over 100,000 facts that form a chain, a grid or a random graph. The
//! queries ask for all pairs from one end, and for all pairs to one end. Over a smaller chain, a query asks for all
//! pairs.
//!
//! `cargo bench -p blanche-compiler --bench recursion` prints a table with the time of the query (without reading the
//! facts and planning), the number of answers, and the answers per second. Both forms of the recursive clause are
//! measured.

use std::time::Instant;

use blanche_compiler::check_program;
use blanche_compiler::interpret::{Machine, NoHost};
use blanche_compiler::plan::plan_query;
use blanche_compiler::program::RuleId;
use blanche_compiler::project::{Project, SearchPath};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::Limits;
use blanche_compiler::syntax::parse_query;

/// Number of facts.
const FACTS: usize = 100_000;

/// Number of links in the chain for the query of all pairs. Its transitive closure has 9,901,200 pairs.
const LINKS: usize = 4_449;

/// Number of rounds. The fastest one is reported.
const ROUNDS: usize = 3;

const RIGHT: &str = "ancestor(X, Y) :- parent(X, Y)\nancestor(X, Z) :- parent(X, Y_), ancestor(Y_, Z)\n";
const LEFT: &str = "ancestor(X, Y) :- parent(X, Y)\nancestor(X, Z) :- ancestor(X, Y_), parent(Y_, Z)\n";

fn main() {
    // `cargo test --benches` only checks that the benchmark starts.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    println!(
        "{:8} {:6} {:22} {:>12} {:>10} {:>14}",
        "graph", "clause", "query", "answers", "ms", "answers a second"
    );
    let last = FACTS / 2 - 1;
    for (graph, edges) in [("chain", chain(FACTS)), ("grid", grid()), ("random", random())] {
        for (clause, rules) in [("right", RIGHT), ("left", LEFT)] {
            for query in ["ancestor(c0, X)".to_owned(), format!("ancestor(X, c{last})")] {
                measure((graph, clause), &edges, rules, &query);
            }
        }
    }
    for (clause, rules) in [("right", RIGHT), ("left", LEFT)] {
        measure(("chain", clause), &chain(LINKS), rules, "ancestor(X, Y)");
    }
}

fn chain(links: usize) -> Vec<(usize, usize)> {
    (0..links).map(|at| (at, at + 1)).collect()
}

/// The edges of a square grid. Each field is linked to the field on its right and to the field below it.
fn grid() -> Vec<(usize, usize)> {
    let side = 224;
    let ways = |at: usize| {
        let right = (at % side + 1 < side).then_some((at, at + 1));
        let down = (at + side < side * side).then_some((at, at + side));
        right.into_iter().chain(down)
    };
    (0..side * side).flat_map(ways).collect()
}

fn random() -> Vec<(usize, usize)> {
    let mut random = Random::new(1);
    let mut edges: Vec<(usize, usize)> =
        (0..FACTS).map(|_| (random.below(FACTS / 2), random.below(FACTS / 2))).collect();
    // Without these facts, the constants in the queries might not exist.
    edges.extend([(0, 1), (FACTS / 2 - 2, FACTS / 2 - 1)]);
    edges.sort_unstable();
    edges.dedup();
    edges
}

fn measure((graph, clause): (&str, &str), edges: &[(usize, usize)], rules: &str, query: &str) {
    let facts: String = edges.iter().map(|(from, to)| format!("fact parent(c{from}, c{to})\n")).collect();
    let mut project = Project::default();
    let root = project.add("graph.blanche", (facts + rules).as_bytes());
    let id = project.sources.add("query", query.as_bytes());
    let (body, _) = parse_query(&project.sources, id);
    let files = project.program(root, &SearchPath::default());
    let checked = check_program(&project, &files, Some(&body));
    let program = &checked.resolved.program;
    let plan = plan_query(program).expect("it is planned");
    let limits = Limits { work: 1_000_000_000, memory: 2 << 30, ..Limits::default() };
    let machine = Machine::<NoHost>::new(program, &plan, limits).expect("no host is asked");
    let rule = RuleId(program.rules.len() as u32 - 1);
    let mut best = f64::INFINITY;
    let mut answers = 0;
    for _ in 0..ROUNDS {
        let began = Instant::now();
        answers = machine.all(&mut (), rule).expect("it is within the limits").len();
        best = best.min(began.elapsed().as_secs_f64());
    }
    let speed = answers as f64 / best;
    println!("{graph:8} {clause:6} {query:22} {answers:>12} {:>10.1} {speed:>14.0}", best * 1e3);
}
