//! `noire statistics` measures the literals of every game, and writes the result to a file next to the rules. The
//! planner uses this file.

use std::fs;
use std::path::Path;

use blanche_compiler::runtime::Limits;
use noire::bases::Backend;
use noire::with_world;
use noire::world::World;

use crate::commands::{folder, noire};

#[test]
fn the_literals_of_every_game_are_measured() {
    for name in noire::world::built_in() {
        let base = noire::world::open(&name, Limits::default()).unwrap_or_else(|error| panic!("{error:?}"));
        let world = base.answered_by(vec![Backend::Compiled], Backend::Compiled);
        with_world!(world.unwrap_or_else(|(_, trouble)| panic!("{trouble}")), |world| {
            let mut positions = [world.start().expect("it begins")];
            let measured =
                world.measured(&mut positions, &|_| {}).unwrap_or_else(|trouble| panic!("{trouble}"));
            assert!(!measured.is_empty(), "{name}");
        });
    }
    let ran = noire(&["statistics", "--game", "noughts", "--moves", "b2 a1 c3", "--every-ply"]);
    assert!(
        ran.out.starts_with(
            "# Mean numbers of tuples of the literals of noughts, in 4 positions of the command line.\n"
        ),
        "{}",
        ran.out
    );
    assert!(ran.out.lines().any(|line| line == "1.500\tmark(_, _)"), "{}", ran.out);
}

#[test]
fn statistics_beside_a_users_game_are_read() {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("knowledge/noughts");
    let own = folder("measured-own", &[]) + "/noughts";
    fs::create_dir_all(&own).expect("it can be made");
    for file in fs::read_dir(from).expect("it is there").flatten() {
        fs::copy(file.path(), Path::new(&own).join(file.file_name())).expect("it can be copied");
    }
    let numbers = format!("{own}/statistics.txt");
    for _ in 0..2 {
        let ran = noire(&["statistics", &own, "--output", &numbers]);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""));
        let text = fs::read_to_string(&numbers).expect("it was written");
        assert!(text.lines().count() > 2 && text.contains("positions of random games.\n"), "{text}");
    }
    let wrong = fs::read_to_string(&numbers).expect("it is there") + "1.000\tnothing(_)\n";
    fs::write(&numbers, wrong).expect("it can be written");
    let ran = noire(&["apply", &own]);
    assert!(ran.status == 0 && ran.err.contains("nothing"), "the numbers are read: {}", ran.err);
}
