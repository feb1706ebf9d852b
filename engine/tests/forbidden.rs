//! The official rule of the forbidden points, written as derivations that need themselves after a further stone, is
//! what three independent implementations say of it.

use blanche_compiler::runtime::Limits;
use noire::bases::{Backend, Base};
use noire::board::Point;
use noire::record::read_positions;

/// 2,000 clustered positions of 10 to 60 stones, black to move, and the points that are forbidden there; see the
/// README beside it.
const POSITIONS: &[u8] = include_bytes!("data/forbidden-random.tsv");

/// The rules of the tests.
const OFFICIAL: &str = "engine/tests/knowledge/official";

#[test]
fn derivations_find_the_forbidden_points_of_2000_positions() {
    let base = Base::open(OFFICIAL, Limits::default()).unwrap_or_else(|_| panic!("it has no mistakes"));
    let file = read_positions("forbidden-random.tsv", POSITIONS).expect("the positions are well formed");
    let mut forbidden = 0;
    for entry in &file.entries {
        let mut position = entry.given.position();
        let found = base.exported(Backend::Interpreted, 0, &mut position).expect("within the limit");
        let found = found.iter().map(|solution| Point::from_index(usize::from(solution[0])).unwrap());
        let mut found: Vec<String> = found.map(|point| point.to_string()).collect();
        let mut expected: Vec<String> = file
            .cell(entry, "forbidden")
            .into_iter()
            .flat_map(|cell| cell.split(','))
            .filter(|point| !point.is_empty())
            .map(str::to_owned)
            .collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{}", entry.text);
        forbidden += found.len();
    }
    assert_eq!(file.entries.len(), 2000);
    println!("{forbidden} forbidden points");
    assert!(forbidden > 500, "most positions have some");
}
